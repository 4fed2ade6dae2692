//! JUnit XML, which Jenkins, GitLab and others read.

use std::fmt::Write;
use std::path::Path;
use std::time::Duration;

use super::escaped;
use crate::record::{Record, Status, Tally};

/// The results as JUnit XML. Unit tests of a step are separate test cases.
pub fn junit(records: &[Record], elapsed: Duration) -> String {
    let mut cases = String::new();
    let mut n_parts = Tally::default();
    for record in records {
        let is_divided = !record.parts.is_empty();
        for part in &record.parts {
            n_parts.passed += usize::from(part.problem.is_none() && !part.is_skipped);
            n_parts.failed += usize::from(part.problem.is_some());
            n_parts.skipped += usize::from(part.is_skipped);
            let _ = write!(
                cases,
                "    <testcase classname=\"{}\" name=\"{}\"",
                escaped(&record.name),
                escaped(&part.name)
            );
            match &part.problem {
                Some(problem) => {
                    let first = problem.lines().next().unwrap_or_default();
                    let _ = writeln!(
                        cases,
                        ">\n      <failure message=\"{}\">{}</failure>\n    </testcase>",
                        escaped(first),
                        escaped(problem)
                    );
                }
                None if part.is_skipped => cases.push_str(">\n      <skipped/>\n    </testcase>\n"),
                None => cases.push_str("/>\n"),
            }
        }
        let has_other_failures = record.failures.iter().any(|problem| problem.kind != "unit-tests");
        if !is_divided || has_other_failures {
            case(&mut cases, record);
        }
    }
    let whole: Vec<Record> = records
        .iter()
        .filter(|record| record.parts.is_empty())
        .cloned()
        .collect();
    let tally = Tally::of(&whole);
    let failed = tally.failed + n_parts.failed;
    let skipped = tally.skipped + n_parts.skipped;
    let totals = format!(
        "name=\"parlor check\" tests=\"{}\" failures=\"{failed}\" errors=\"0\" skipped=\"{skipped}\" time=\"{:.3}\"",
        failed + skipped + tally.passed + n_parts.passed,
        elapsed.as_secs_f64()
    );
    format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites {totals}>\n  <testsuite {totals}>\n{cases}  \
         </testsuite>\n</testsuites>\n"
    )
}

fn case(xml: &mut String, record: &Record) {
    let folder = record.scripts.first().and_then(|script| {
        let folder = Path::new(script).parent()?.display().to_string();
        Some(folder).filter(|folder| !folder.is_empty())
    });
    let class = record.group.clone().or(folder).unwrap_or_else(|| ".".to_owned());
    let _ = write!(
        xml,
        "    <testcase classname=\"{}\" name=\"{}\" time=\"{:.3}\"",
        escaped(&class),
        escaped(&record.name),
        record.seconds
    );
    if record.status == Status::Passed {
        xml.push_str("/>\n");
        return;
    }
    xml.push_str(">\n");
    if let Some(reason) = &record.skipped {
        let _ = writeln!(xml, "      <skipped message=\"{}\"/>", escaped(reason));
    }
    for problem in &record.failures {
        let _ = writeln!(
            xml,
            "      <failure type=\"{}\" message=\"{}\">{}</failure>",
            escaped(&problem.kind),
            escaped(&problem.headline()),
            escaped(&problem.text())
        );
    }
    let errors: Vec<&str> = record
        .errors
        .iter()
        .map(String::as_str)
        .filter(|errors| !errors.is_empty())
        .collect();
    if !errors.is_empty() {
        let _ = writeln!(
            xml,
            "      <system-err>{}</system-err>",
            escaped(&errors.join("\n"))
        );
    }
    xml.push_str("    </testcase>\n");
}
