//! What is kept of a test that has ended: the material of every report, and what survives a kill.

use serde::{Deserialize, Serialize};

use crate::compare::Difference;
use crate::failure::FailureKind;
use crate::step::Part;
use crate::suite::{TestResult, Visibility};

/// How much of an output a record keeps.
const OUTPUT_KEPT: usize = 16 << 10;

/// What became of a test.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Status {
    /// Nothing went wrong.
    Passed,
    /// Something did.
    Failed,
    /// It was not run.
    Skipped,
}

/// A test that has ended.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Record {
    /// What the test is called.
    pub name: String,
    /// Its group.
    pub group: Option<String>,
    /// The scripts.
    pub scripts: Vec<String>,
    /// Whether it passed; a test that was not run did not.
    pub passed: bool,
    /// What became of it.
    pub status: Status,
    /// Why it was not run.
    pub skipped: Option<String>,
    /// What it is worth.
    pub points: f64,
    /// What was scored.
    pub score: f64,
    /// Who may see it.
    pub visibility: Visibility,
    /// How long it took.
    pub seconds: f64,
    /// All that went wrong.
    pub failures: Vec<Problem>,
    /// What was let pass.
    pub notes: Vec<String>,
    /// The collected outputs of its programs.
    pub outputs: Vec<String>,
    /// The end of what they printed on the standard error.
    pub errors: Vec<String>,
    /// The unit tests of a step.
    pub parts: Vec<Part>,
}

/// Something that went wrong.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Problem {
    /// The script or the command.
    pub script: String,
    /// The line of the script, counted from 1.
    pub line: Option<usize>,
    /// A short name.
    pub kind: String,
    /// What went wrong, in words.
    pub message: String,
    /// Where the output differs, if that is what went wrong.
    pub difference: Option<Difference>,
}

impl Problem {
    /// The first line of what went wrong, with its place.
    pub fn headline(&self) -> String {
        let message = self.message.lines().next().unwrap_or_default();
        match self.line {
            Some(line) => format!("{}:{line}: {message}", self.script),
            None => format!("{}: {message}", self.script),
        }
    }

    /// What went wrong, with its place.
    pub fn text(&self) -> String {
        let rest = self.message.lines().skip(1);
        rest.fold(self.headline(), |text, line| format!("{text}\n{line}"))
    }
}

impl From<&TestResult> for Record {
    fn from(result: &TestResult) -> Record {
        let cut = |texts: &[String]| texts.iter().map(|text| head(text, OUTPUT_KEPT)).collect();
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

/// The beginning of a text, with a word about the rest.
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

/// Passed, failed and skipped tests, and the points.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Tally {
    /// How many passed.
    pub passed: usize,
    /// How many failed.
    pub failed: usize,
    /// How many were not run.
    pub skipped: usize,
    /// What was scored.
    pub score: f64,
    /// What could have been scored.
    pub points: f64,
}

impl Tally {
    /// Adds up.
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
