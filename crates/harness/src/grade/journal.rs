//! The journal of a submission: the tests that have ended, one per line, written as they end.

use std::collections::HashMap;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::Path;

use serde::{Deserialize, Serialize};

use crate::record::Record;

#[derive(Serialize, Deserialize)]
struct Heading {
    /// The fingerprint of the work that these results belong to.
    fingerprint: String,
}

/// The finished tests of a submission.
pub(super) struct Journal {
    file: File,
    known: HashMap<String, Record>,
}

impl Journal {
    /// Opens the journal of a submission. Results of other work and incomplete lines are dropped.
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
        // Rewrite the file: the next line would be appended to a last line that was cut off.
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

    /// The finished tests, by name.
    pub(super) fn records(&self) -> HashMap<String, Record> {
        self.known.clone()
    }

    /// Appends a finished test.
    pub(super) fn add(&mut self, record: &Record) -> io::Result<()> {
        write_line(&mut self.file, record)
    }
}

fn write_line(file: &mut File, value: &impl Serialize) -> io::Result<()> {
    let mut line = serde_json::to_vec(value)?;
    line.push(b'\n');
    file.write_all(&line)
}
