//! Records of finished tests. All reports are written from them, and they are stored so that grading can resume.

use serde::{Deserialize, Serialize};

use crate::compare::Difference;
use crate::failure::FailureKind;
use crate::step::Part;
use crate::suite::{TestResult, Visibility};

/// How many bytes of an output a record keeps.
const MAX_OUTPUT_BYTES: usize = 16 << 10;

/// The status of a test.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Status {
    /// The test passed.
    Passed,
    /// The test failed.
    Failed,
    /// The test was not run.
    Skipped,
}

/// A finished test.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Record {
    /// The name of the test.
    pub name: String,
    /// Its group.
    pub group: Option<String>,
    /// The scripts.
    pub scripts: Vec<String>,
    /// Whether it passed. A test that was not run did not pass.
    pub passed: bool,
    /// The status.
    pub status: Status,
    /// Why it was not run.
    pub skipped: Option<String>,
    /// The maximum score.
    pub points: f64,
    /// The score.
    pub score: f64,
    /// Who may see the result.
    pub visibility: Visibility,
    /// How long it took.
    pub seconds: f64,
    /// The failures.
    pub failures: Vec<Problem>,
    /// Lines that were accepted although they do not have the exact form of the assignment.
    pub notes: Vec<String>,
    /// The collected outputs of the programs.
    pub outputs: Vec<String>,
    /// The end of their standard error.
    pub errors: Vec<String>,
    /// The unit tests of a step.
    pub parts: Vec<Part>,
}

/// A failure, as it is stored.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Problem {
    /// The script or the command.
    pub script: String,
    /// The line of the script, counted from 1.
    pub line: Option<usize>,
    /// The short name of the failure.
    pub kind: String,
    /// The failure in words.
    pub message: String,
    /// The difference, if the output differs.
    pub difference: Option<Difference>,
}

impl Problem {
    /// The first line of the message, with its place.
    pub fn headline(&self) -> String {
        let message = self.message.lines().next().unwrap_or_default();
        match self.line {
            Some(line) => format!("{}:{line}: {message}", self.script),
            None => format!("{}: {message}", self.script),
        }
    }

    /// The message, with its place.
    pub fn text(&self) -> String {
        let rest = self.message.lines().skip(1);
        rest.fold(self.headline(), |text, line| format!("{text}\n{line}"))
    }
}

impl From<&TestResult> for Record {
    fn from(result: &TestResult) -> Record {
        let cut = |texts: &[String]| texts.iter().map(|text| head(text, MAX_OUTPUT_BYTES)).collect();
        let problems = result.run.failures.iter().map(|failure| Problem {
            script: failure.script.display().to_string(),
            line: failure.line,
            kind: failure.kind.name().to_owned(),
            message: failure.kind.to_string(),
            difference: match &failure.kind {
                FailureKind::Difference(difference) | FailureKind::Errors(difference) => {
                    Some((**difference).clone())
                }
                _ => None,
            },
        });
        let passed = result.passed();
        let is_whole = result
            .test
            .checks
            .output
            .is_some_and(|mode| mode != Default::default());
        Record {
            name: result.test.name(),
            group: result.test.group.clone(),
            scripts: result
                .test
                .scripts
                .iter()
                .map(|path| path.display().to_string())
                .collect(),
            passed,
            status: match (&result.skipped, passed) {
                (Some(_), _) => Status::Skipped,
                (None, true) => Status::Passed,
                (None, false) => Status::Failed,
            },
            skipped: result.skipped.clone(),
            points: result.test.points,
            score: result.score(),
            visibility: result.test.visibility,
            seconds: result.elapsed.as_secs_f64(),
            failures: problems.collect(),
            notes: result.run.notes.iter().map(ToString::to_string).collect(),
            outputs: if result.test.step.is_some() || is_whole {
                cut(&result.run.printed)
            } else {
                cut(&result.run.outputs)
            },
            errors: cut(&result.run.errors),
            parts: result.parts.clone(),
        }
    }
}

/// The beginning of a text, with a note about the rest.
fn head(text: &str, n_bytes: usize) -> String {
    if text.len() <= n_bytes {
        return text.to_owned();
    }
    let end = (0..=n_bytes)
        .rev()
        .find(|&at| text.is_char_boundary(at))
        .unwrap_or(0);
    format!("{}\n… ({} bytes more)\n", &text[..end], text.len() - end)
}

/// Numbers of passed, failed and skipped tests, and the points.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Tally {
    /// The number of passed tests.
    pub passed: usize,
    /// The number of failed tests.
    pub failed: usize,
    /// The number of tests that were not run.
    pub skipped: usize,
    /// The total score.
    pub score: f64,
    /// The maximum total score.
    pub points: f64,
}

impl Tally {
    /// Adds up the results.
    pub fn of(records: &[Record]) -> Tally {
        let mut tally = Tally::default();
        for record in records {
            match record.status {
                Status::Passed => tally.passed += 1,
                Status::Failed => tally.failed += 1,
                Status::Skipped => tally.skipped += 1,
            }
            tally.score += record.score;
            tally.points += record.points;
        }
        tally
    }
}
