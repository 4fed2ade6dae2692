//! The lines of loaded files, which come before what is typed next.

use parlor_core::{Excerpt, printable};
use thiserror::Error;

/// How deep files may load one another.
pub(super) const MAX_DEPTH: usize = 32;

/// How many files one typed line may bring in, so that files that load others many times over come to an
/// end.
pub(super) const MAX_FILES: usize = 10_000;

/// Why a file was not loaded. The files that led to it are not read on.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub(super) enum LoadError {
    #[error("{0} is loaded from {MAX_DEPTH} files one inside the other; none of them is read on")]
    TooDeep(Excerpt),
    #[error("{0} would be one file after {MAX_FILES} others; none of them is read on")]
    TooMany(Excerpt),
}

/// The files that are being read, the innermost last.
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

/// A line of a file, and where it stands.
#[derive(Debug)]
pub(super) struct LoadedLine {
    pub(super) text: String,
    /// The file and the line's number in words.
    pub(super) place: String,
}

impl Loaded {
    /// Whether another file may be loaded now; if not, all that are being read are given up.
    pub(super) fn admit(&mut self, path: &str) -> Result<(), LoadError> {
        // The file whose last line loads another is still around it.
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

    /// The lines of a file come next.
    pub(super) fn push(&mut self, path: &str, contents: &[u8]) {
        let text = String::from_utf8_lossy(contents);
        // The mark that some editors put before a text is no part of it.
        let text = text.strip_prefix('\u{feff}').unwrap_or(&text);
        let lines: Vec<String> = text.lines().map(str::to_owned).collect();
        self.files.push(LoadedFile {
            path: printable(path),
            lines: lines.into_iter(),
            n_read: 0,
        });
    }

    /// The next line of a file; once there is none, the count of files starts over.
    pub(super) fn next_line(&mut self) -> Option<LoadedLine> {
        while let Some(innermost) = self.files.last_mut() {
            let Some(text) = innermost.lines.next() else {
                self.files.pop();
                continue;
            };
            innermost.n_read += 1;
            let place = format!("{}, line {}", innermost.path, innermost.n_read);
            return Some(LoadedLine { text, place });
        }
        self.n_files = 0;
        None
    }
}
