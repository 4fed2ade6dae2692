//! Annotations for GitHub Actions: workflow commands that show a failure at its line.

use std::fmt::Write;

use crate::record::{Record, Status};

/// The failures as workflow commands, one per line, to print in a workflow step.
pub fn annotations(records: &[Record]) -> String {
    let mut text = String::new();
    for record in records {
        for problem in &record.failures {
            let line = problem
                .line
                .map_or_else(String::new, |line| format!(",line={line}"));
            let _ = writeln!(
                text,
                "::error file={}{line},title={}::{}",
                property(&problem.script),
                property(&record.name),
                message(&problem.message)
            );
        }
        if record.status == Status::Skipped {
            let reason = record.skipped.as_deref().unwrap_or_default();
            let name = property(&record.name);
            let _ = writeln!(text, "::warning title={name}::skipped: {}", message(reason));
        }
        for note in &record.notes {
            let name = property(&record.name);
            let _ = writeln!(text, "::notice title={name}::{}", message(note));
        }
    }
    text
}

/// Escapes a text for the message of a command: always one line.
fn message(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

/// Escapes a text for a property of a command.
fn property(text: &str) -> String {
    message(text).replace(':', "%3A").replace(',', "%2C")
}
