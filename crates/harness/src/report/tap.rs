//! TAP, the Test Anything Protocol, version 13.

use std::fmt::Write;

use super::clean;
use crate::record::{Record, Status};

/// The results as TAP, with failures as comments.
pub fn tap(records: &[Record]) -> String {
    let mut tap = format!("TAP version 13\n1..{}\n", records.len());
    for (index, record) in records.iter().enumerate() {
        let result = match record.status {
            Status::Failed => "not ok",
            Status::Passed | Status::Skipped => "ok",
        };
        // An unescaped `#` in a name would begin a directive.
        let name = clean(&record.name).replace('#', "\\#");
        let _ = write!(tap, "{result} {} - {name}", index + 1);
        if let Some(reason) = &record.skipped {
            let _ = write!(tap, " # SKIP {}", clean(reason));
        }
        tap.push('\n');
        for line in record
            .failures
            .iter()
            .flat_map(|problem| problem.text().lines().map(clean).collect::<Vec<_>>())
        {
            let _ = writeln!(tap, "# {line}");
        }
    }
    tap
}
