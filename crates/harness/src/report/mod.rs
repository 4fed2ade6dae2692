//! Reports for people, graders' tools and programs. All are written from [`Record`]s.

mod annotations;
mod board;
mod gradescope;
mod html;
mod junit;
mod tap;

use std::fmt::Write;
use std::time::Duration;

use serde::Serialize;

use crate::record::{Record, Status, Tally};

pub use annotations::annotations;
pub use gradescope::gradescope;
pub use html::{class_page, student_page};
pub use junit::junit;
pub use tap::tap;

/// The report on a finished test: one line if it passed, else all failures.
pub fn text(record: &Record) -> String {
    let label = match record.status {
        Status::Passed => "ok    ",
        Status::Failed => "FAILED",
        Status::Skipped => "skipped",
    };
    let mut text = format!("{label}  {}\n", record.name);
    if let Some(reason) = &record.skipped {
        indent(&mut text, "    ", reason);
    }
    for problem in &record.failures {
        indent(&mut text, "    ", &problem.text());
    }
    for part in &record.parts {
        if let Some(problem) = &part.problem {
            let first = problem.lines().next().unwrap_or("it failed");
            indent(&mut text, "    ", &format!("{}: {first}", part.name));
        }
    }
    for note in &record.notes {
        indent(&mut text, "    ", note);
    }
    if record.status == Status::Failed {
        let names = record
            .scripts
            .iter()
            .map(String::as_str)
            .chain([record.name.as_str()]);
        for (script, errors) in names.zip(&record.errors) {
            if !errors.is_empty() {
                indent(
                    &mut text,
                    "    ",
                    &format!("{script}: its standard error ended with"),
                );
                indent(&mut text, "    ! ", last_lines(errors, 20));
            }
        }
    }
    text
}

/// The last `n` lines of a text.
fn last_lines(text: &str, n: usize) -> &str {
    let text = text.trim_end();
    let breaks: Vec<usize> = text.match_indices('\n').map(|(at, _)| at + 1).collect();
    match breaks.len().checked_sub(n) {
        Some(skipped) => &text[breaks[skipped]..],
        None => text,
    }
}

fn indent(text: &mut String, margin: &str, lines: &str) {
    for line in lines.lines() {
        text.push_str(margin);
        text.push_str(&clean(line));
        text.push('\n');
    }
}

/// Replaces control characters, so that a student's program cannot control the grader's terminal.
fn clean(line: &str) -> String {
    line.chars()
        .map(|c| {
            if c.is_control() && c != '\t' {
                '\u{fffd}'
            } else {
                c
            }
        })
        .collect()
}

/// The last line of a report: how many tests passed.
pub fn summary(records: &[Record], n_tests: usize, elapsed: Duration) -> String {
    let tally = Tally::of(records);
    let mut text = format!("{} passed, {} failed", tally.passed, tally.failed);
    if tally.skipped > 0 {
        let _ = write!(text, ", {} skipped", tally.skipped);
    }
    if records.len() < n_tests {
        let _ = write!(text, ", {} not run", n_tests - records.len());
    }
    let _ = write!(text, " in {:.1} s", elapsed.as_secs_f64());
    text
}

#[derive(Serialize)]
struct JsonReport<'a> {
    passed: usize,
    failed: usize,
    skipped: usize,
    score: f64,
    points: f64,
    seconds: f64,
    tests: &'a [Record],
}

/// The results as one JSON object.
pub fn json(records: &[Record], elapsed: Duration) -> serde_json::Result<String> {
    let tally = Tally::of(records);
    serde_json::to_string_pretty(&JsonReport {
        passed: tally.passed,
        failed: tally.failed,
        skipped: tally.skipped,
        score: rounded(tally.score),
        points: rounded(tally.points),
        seconds: elapsed.as_secs_f64(),
        tests: records,
    })
}

/// Rounds points to hide floating-point errors.
pub(crate) fn rounded(points: f64) -> f64 {
    (points * 1000.0).round() / 1000.0
}

/// Escapes text for XML or HTML. Most control characters cannot be written in XML 1.0.
fn escaped(text: &str) -> String {
    let mut xml = String::new();
    for c in text.chars() {
        match c {
            '&' => xml.push_str("&amp;"),
            '<' => xml.push_str("&lt;"),
            '>' => xml.push_str("&gt;"),
            '"' => xml.push_str("&quot;"),
            '\'' => xml.push_str("&#39;"),
            '\n' | '\t' => xml.push(c),
            c if c.is_control() || matches!(c, '\u{fffe}' | '\u{ffff}') => xml.push('\u{fffd}'),
            c => xml.push(c),
        }
    }
    xml
}

#[cfg(test)]
mod tests;
