//! The lines of loaded files, which are executed before the next typed line.

use parlor_core::{Excerpt, printable};
use thiserror::Error;

/// How deeply files may be nested.
pub(super) const MAX_DEPTH: usize = 32;

/// How many files one typed line may load, so that files which load each other repeatedly cannot run for ever.
pub(super) const MAX_FILES: usize = 10_000;

/// Why a file was not loaded. Reading also stops in the files that led to it.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub(super) enum LoadError {
    #[error("{0} is loaded from {MAX_DEPTH} files one inside the other; none of them is read on")]
    TooDeep(Excerpt),
    #[error("{0} would be one file after {MAX_FILES} others; none of them is read on")]
    TooMany(Excerpt),
}

/// The files that are being read, innermost last.
#[derive(Debug, Default)]
pub(super) struct Loaded {
    files: Vec<LoadedFile>,
    n_files: usize,
}

#[derive(Debug)]
struct LoadedFile {
    path: String,
    lines: std::vec::IntoIter<String>,
    n_read: usize,
}

/// A line of a file and its location.
#[derive(Debug)]
pub(super) struct LoadedLine {
    pub(super) text: String,
    /// The file and line number, for messages.
    pub(super) location: String,
}

impl Loaded {
    /// Checks that another file may be loaded now. If not, gives up all files that are being read.
    pub(super) fn admit(&mut self, path: &str) -> Result<(), LoadError> {
        // A file counts until its last line has been executed, even if that line loads another file.
        let error = if self.files.len() >= MAX_DEPTH {
            LoadError::TooDeep(Excerpt::new(path, 0))
        } else if self.n_files >= MAX_FILES {
            LoadError::TooMany(Excerpt::new(path, 0))
        } else {
            self.n_files += 1;
            return Ok(());
        };
        *self = Loaded::default();
        Err(error)
    }

    /// Makes the lines of a file the next ones to read.
    pub(super) fn push(&mut self, path: &str, contents: &[u8]) {
        let text = String::from_utf8_lossy(contents);
        // Skips the byte order mark that some editors write.
        let text = text.strip_prefix('\u{feff}').unwrap_or(&text);
        let lines: Vec<String> = text.lines().map(str::to_owned).collect();
        self.files.push(LoadedFile {
            path: printable(path),
            lines: lines.into_iter(),
            n_read: 0,
        });
    }

    /// Returns the next line. After the last one, the count of files starts from zero.
    pub(super) fn next_line(&mut self) -> Option<LoadedLine> {
        while let Some(innermost) = self.files.last_mut() {
            let Some(text) = innermost.lines.next() else {
                self.files.pop();
                continue;
            };
            innermost.n_read += 1;
            let location = format!("{}, line {}", innermost.path, innermost.n_read);
            return Some(LoadedLine { text, location });
        }
        self.n_files = 0;
        None
    }
}
