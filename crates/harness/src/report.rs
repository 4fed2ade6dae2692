//! Reports: for people, as JUnit XML for graders' tools, as JSON for programs.

use std::fmt::Write;
use std::time::Duration;

use serde::Serialize;

use crate::suite::TestResult;

/// What is told about a test that has ended: one line when it passed, all failures when it did not.
pub fn text(result: &TestResult) -> String {
    let mut text = format!(
        "{}  {}\n",
        if result.passed() { "ok    " } else { "FAILED" },
        result.test.name()
    );
    for failure in &result.run.failures {
        indent(&mut text, "    ", &failure.to_string());
    }
    if !result.passed() {
        for (script, errors) in result.test.scripts.iter().zip(&result.run.errors) {
            if !errors.is_empty() {
                indent(
                    &mut text,
                    "    ",
                    &format!("{}: its standard error ended with", script.display()),
                );
                indent(&mut text, "    ! ", errors);
            }
        }
    }
    text
}

fn indent(text: &mut String, margin: &str, lines: &str) {
    for line in lines.lines() {
        // A student's program does not get to drive the grader's terminal.
        let clean = line.chars().map(|c| {
            if c.is_control() && c != '\t' {
                '\u{fffd}'
            } else {
                c
            }
        });
        text.push_str(margin);
        text.extend(clean);
        text.push('\n');
    }
}

/// The last line: how many passed.
pub fn summary(results: &[TestResult], n_tests: usize, elapsed: Duration) -> String {
    let passed = results.iter().filter(|result| result.passed()).count();
    let mut text = format!("{passed} passed, {} failed", results.len() - passed);
    if results.len() < n_tests {
        let _ = write!(text, ", {} not run", n_tests - results.len());
    }
    let _ = write!(text, " in {:.1} s", elapsed.as_secs_f64());
    text
}

/// The results as JUnit XML.
pub fn junit(results: &[TestResult], elapsed: Duration) -> String {
    let failed = results.iter().filter(|result| !result.passed()).count();
    let mut xml = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    let totals = format!(
        "name=\"parlor check\" tests=\"{}\" failures=\"{failed}\" errors=\"0\" time=\"{:.3}\"",
        results.len(),
        elapsed.as_secs_f64()
    );
    let _ = writeln!(xml, "<testsuites {totals}>\n  <testsuite {totals}>");
    for result in results {
        let folder = result.test.scripts[0]
            .parent()
            .map_or_else(String::new, |path| path.display().to_string());
        let _ = write!(
            xml,
            "    <testcase classname=\"{}\" name=\"{}\" time=\"{:.3}\"",
            escaped(if folder.is_empty() { "." } else { &folder }),
            escaped(&result.test.name()),
            result.elapsed.as_secs_f64()
        );
        if result.passed() {
            xml.push_str("/>\n");
            continue;
        }
        xml.push_str(">\n");
        for failure in &result.run.failures {
            let message = failure.to_string();
            let _ = writeln!(
                xml,
                "      <failure type=\"{}\" message=\"{}\">{}</failure>",
                failure.kind.name(),
                escaped(message.lines().next().unwrap_or_default()),
                escaped(&message)
            );
        }
        let errors: Vec<&str> = result
            .run
            .errors
            .iter()
            .map(String::as_str)
            .filter(|e| !e.is_empty())
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
    xml.push_str("  </testsuite>\n</testsuites>\n");
    xml
}

/// Text as XML content or attribute value. XML 1.0 has no way to write most control characters.
fn escaped(text: &str) -> String {
    let mut xml = String::new();
    for c in text.chars() {
        match c {
            '&' => xml.push_str("&amp;"),
            '<' => xml.push_str("&lt;"),
            '>' => xml.push_str("&gt;"),
            '"' => xml.push_str("&quot;"),
            '\n' | '\t' => xml.push(c),
            c if c.is_control() || matches!(c, '\u{fffe}' | '\u{ffff}') => xml.push('\u{fffd}'),
            c => xml.push(c),
        }
    }
    xml
}

#[derive(Serialize)]
struct JsonReport<'a> {
    passed: usize,
    failed: usize,
    seconds: f64,
    tests: Vec<JsonTest<'a>>,
}

#[derive(Serialize)]
struct JsonTest<'a> {
    name: String,
    scripts: Vec<String>,
    passed: bool,
    seconds: f64,
    failures: Vec<JsonFailure>,
    outputs: &'a [String],
    errors: &'a [String],
}

#[derive(Serialize)]
struct JsonFailure {
    script: String,
    line: Option<usize>,
    kind: &'static str,
    message: String,
}

/// The results as one JSON object.
pub fn json(results: &[TestResult], elapsed: Duration) -> serde_json::Result<String> {
    let passed = results.iter().filter(|result| result.passed()).count();
    let tests = results.iter().map(|result| JsonTest {
        name: result.test.name(),
        scripts: result
            .test
            .scripts
            .iter()
            .map(|path| path.display().to_string())
            .collect(),
        passed: result.passed(),
        seconds: result.elapsed.as_secs_f64(),
        failures: result
            .run
            .failures
            .iter()
            .map(|failure| JsonFailure {
                script: failure.script.display().to_string(),
                line: failure.line,
                kind: failure.kind.name(),
                message: failure.kind.to_string(),
            })
            .collect(),
        outputs: &result.run.outputs,
        errors: &result.run.errors,
    });
    serde_json::to_string_pretty(&JsonReport {
        passed,
        failed: results.len() - passed,
        seconds: elapsed.as_secs_f64(),
        tests: tests.collect(),
    })
}
