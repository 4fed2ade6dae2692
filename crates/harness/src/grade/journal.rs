//! The tests of a submission that have ended, a line each, written as they end.

use std::collections::HashMap;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::Path;

use serde::{Deserialize, Serialize};

use crate::record::Record;

#[derive(Serialize, Deserialize)]
struct Heading {
    /// Of which work these are the results.
    fingerprint: String,
}

/// What is known of a submission.
pub(super) struct Journal {
    file: File,
    known: HashMap<String, Record>,
}

impl Journal {
    /// Opens the journal of a submission. What was written about other work, or by halves, does not count.
    pub(super) fn open(path: &Path, fingerprint: u64) -> io::Result<Journal> {
        let heading = Heading {
            fingerprint: format!("{fingerprint:016x}"),
        };
        let text = match fs::read(path) {
            Ok(bytes) => String::from_utf8_lossy(&bytes).into_owned(),
            Err(error) if error.kind() == io::ErrorKind::NotFound => String::new(),
            Err(error) => return Err(error),
        };
        let mut lines = text.lines();
        let is_same = lines
            .next()
            .and_then(|line| serde_json::from_str::<Heading>(line).ok())
            .is_some_and(|found| found.fingerprint == heading.fingerprint);
        let records: Vec<Record> = lines
            .filter(|_| is_same)
            .map_while(|line| serde_json::from_str(line).ok())
            .collect();
        // Rewritten, because a last line that was cut off would swallow the next.
        let new = path.with_extension("new");
        let mut file = File::create(&new)?;
        write_line(&mut file, &heading)?;
        for record in &records {
            write_line(&mut file, record)?;
        }
        fs::rename(&new, path)?;
        Ok(Journal {
            file,
            known: records
                .into_iter()
                .map(|record| (record.name.clone(), record))
                .collect(),
        })
    }

    /// The tests that are known, by their names.
    pub(super) fn records(&self) -> HashMap<String, Record> {
        self.known.clone()
    }

    /// Writes down a test that has ended.
    pub(super) fn add(&mut self, record: &Record) -> io::Result<()> {
        write_line(&mut self.file, record)
    }
}

fn write_line(file: &mut File, value: &impl Serialize) -> io::Result<()> {
    let mut line = serde_json::to_vec(value)?;
    line.push(b'\n');
    file.write_all(&line)
}
