//! The lines of loaded files, which come before what is typed next.

use parlor_core::Excerpt;
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
    files: Vec<std::vec::IntoIter<String>>,
    n_files: usize,
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
    pub(super) fn push(&mut self, contents: &[u8]) {
        let text = String::from_utf8_lossy(contents);
        let lines: Vec<String> = text.lines().map(str::to_owned).collect();
        self.files.push(lines.into_iter());
    }

    /// The next line of a file; once there is none, the count of files begins anew.
    pub(super) fn next_line(&mut self) -> Option<String> {
        while let Some(innermost) = self.files.last_mut() {
            match innermost.next() {
                Some(line) => return Some(line),
                None => drop(self.files.pop()),
            }
        }
        self.n_files = 0;
        None
    }
}
