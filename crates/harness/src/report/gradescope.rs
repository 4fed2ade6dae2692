//! Gradescope's `results.json`.

use serde::Serialize;

use super::{rounded, text};
use crate::record::{Record, Status, Tally};
use crate::suite::Visibility;

#[derive(Serialize)]
struct Results {
    execution_time: f64,
    output: String,
    visibility: Visibility,
    stdout_visibility: Visibility,
    tests: Vec<Test>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    leaderboard: Vec<Entry>,
}

#[derive(Serialize)]
struct Test {
    name: String,
    number: String,
    score: f64,
    max_score: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    status: Option<&'static str>,
    output: String,
    output_format: &'static str,
    visibility: Visibility,
    tags: Vec<String>,
}

#[derive(Serialize)]
struct Entry {
    name: &'static str,
    value: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    order: Option<&'static str>,
}

/// The results as Gradescope reads them. The total is the sum of the tests. `words` are shown above them.
pub fn gradescope(records: &[Record], words: &str, has_leaderboard: bool) -> serde_json::Result<String> {
    let tally = Tally::of(records);
    let seconds: f64 = records.iter().map(|record| record.seconds).sum();
    let tests = records.iter().enumerate().map(|(index, record)| Test {
        name: record.name.clone(),
        number: (index + 1).to_string(),
        score: rounded(record.score),
        max_score: rounded(record.points),
        status: match record.status {
            Status::Passed => Some("passed"),
            Status::Failed => Some("failed"),
            Status::Skipped => None,
        },
        // The first line only repeats the name.
        output: text(record).lines().skip(1).collect::<Vec<_>>().join("\n"),
        output_format: "text",
        visibility: record.visibility,
        tags: record.group.iter().cloned().collect(),
    });
    let leaderboard = [
        Entry {
            name: "Points",
            value: rounded(tally.score),
            order: None,
        },
        Entry {
            name: "Seconds",
            value: rounded(seconds),
            order: Some("asc"),
        },
    ];
    serde_json::to_string_pretty(&Results {
        execution_time: rounded(seconds),
        output: words.to_owned(),
        visibility: Visibility::Visible,
        // Output printed while grading could reveal hidden tests.
        stdout_visibility: Visibility::Hidden,
        tests: tests.collect(),
        leaderboard: leaderboard.into_iter().filter(|_| has_leaderboard).collect(),
    })
}
