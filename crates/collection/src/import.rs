//! Files to import, and the results.

use parlor_games::import::ImportError;
use parlor_games::problem::ImportProblem;
use serde::{Deserialize, Serialize};

/// A file to import.
#[derive(Clone, Debug)]
pub struct SourceFile {
    name: String,
    bytes: Vec<u8>,
}

impl SourceFile {
    /// A file and its name, for reports.
    pub fn new(name: impl Into<String>, bytes: Vec<u8>) -> SourceFile {
        SourceFile {
            name: name.into(),
            bytes,
        }
    }

    /// Its name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Its contents.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }
}

/// The progress of an import.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Progress {
    /// The index of the file, from 0.
    pub file: u32,
    /// The number of games read from it.
    pub games: u32,
}

/// The result of an import.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct ImportReport {
    /// The reports of the files with games, in order.
    pub files: Vec<FileReport>,
    /// Whether it was stopped early. The file in progress and those after it are not in the collection.
    pub interrupted: bool,
}

/// The result of one file.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct FileReport {
    /// Its name.
    pub name: String,
    /// The number of new games.
    pub imported: u32,
    /// The number of games that were already stored.
    pub known: u32,
    /// The number of games that cannot be replayed.
    pub unreadable: u32,
    /// What is wrong with the file, or with its first game that cannot be replayed, if there is a code for it.
    pub problem: Option<ImportProblem>,
    /// The same as text.
    pub reason: Option<String>,
}

impl ImportReport {
    /// The totals of all files.
    pub fn total(&self) -> FileReport {
        let mut total = FileReport::default();
        for file in &self.files {
            total.imported += file.imported;
            total.known += file.known;
            total.unreadable += file.unreadable;
        }
        total
    }
}

impl FileReport {
    /// The report of a file that is not imported.
    pub fn refused(name: &str, error: &ImportError) -> FileReport {
        FileReport {
            name: name.to_owned(),
            problem: Some(error.problem()),
            reason: Some(error.to_string()),
            ..FileReport::default()
        }
    }
}
