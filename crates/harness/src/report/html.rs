//! HTML pages: one for a student, one for the class. Each is a single self-contained file.

use std::fmt::Write;

use super::board::{draw, rows_around};
use super::{escaped, rounded};
use crate::compare::Difference;
use crate::grade::Student;
use crate::record::{Record, Status, Tally};

const STYLE: &str = "\
:root{color-scheme:light dark;--line:#8884;--good:#1a7f37;--bad:#c0362c}\
body{font:16px/1.5 system-ui,sans-serif;max-width:70rem;margin:2rem auto;padding:0 1rem}\
table{border-collapse:collapse;width:100%}td,th{padding:.3rem .6rem;border-bottom:1px solid var(--line);text-align:left}\
td.n,th.n{text-align:right;font-variant-numeric:tabular-nums}\
.passed{color:var(--good)}.failed{color:var(--bad)}.skipped{opacity:.7}\
pre{overflow:auto;padding:.6rem;border:1px solid var(--line);border-radius:6px;font-size:13px}\
.sides{display:grid;grid-template-columns:1fr 1fr;gap:1rem}@media(max-width:45rem){.sides{grid-template-columns:1fr}}\
.sides h4{margin:.5rem 0 .2rem}mark{background:#f3c54055;color:inherit}\
.square{fill:#3a7d5c;stroke:#245}.wrong{fill:#d9a441}.block{fill:#555}\
.black{fill:#111}.white{fill:#f5f5f0;stroke:#333}.red{fill:#c0362c}.blue{fill:#2c5fc0}";

fn page(title: &str, body: &str) -> String {
    let title = escaped(title);
    format!(
        "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\
         <meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\
         <title>{title}</title><style>{STYLE}</style></head><body>\n<h1>{title}</h1>\n{body}</body></html>\n"
    )
}

/// The page of a student: every test, with the first difference of failed tests side by side.
pub fn student_page(title: &str, student: &Student) -> String {
    let tally = Tally::of(&student.records);
    let mut body = format!(
        "<p><strong>{} of {} points</strong>, {} of {} tests passed.</p>\n",
        rounded(tally.score),
        rounded(tally.points),
        tally.passed,
        student.records.len()
    );
    if let Some(problem) = &student.problem {
        let _ = writeln!(body, "<pre class=\"failed\">{}</pre>", escaped(problem));
    }
    body.push_str("<table><thead><tr><th>test</th><th>group</th><th>result</th><th class=\"n\">points</th></tr></thead><tbody>\n");
    for (index, record) in student.records.iter().enumerate() {
        let name = escaped(&record.name);
        let name = match record.status {
            Status::Passed => name,
            _ => format!("<a href=\"#test-{}\">{name}</a>", index + 1),
        };
        let _ = writeln!(
            body,
            "<tr><td>{name}</td><td>{}</td><td class=\"{1}\">{1}</td><td class=\"n\">{2} / {3}</td></tr>",
            escaped(record.group.as_deref().unwrap_or_default()),
            status(record),
            rounded(record.score),
            rounded(record.points)
        );
    }
    body.push_str("</tbody></table>\n");
    for (index, record) in student.records.iter().enumerate() {
        if record.status != Status::Passed || !record.notes.is_empty() {
            let _ = writeln!(
                body,
                "<section id=\"test-{}\">{}</section>",
                index + 1,
                details(record)
            );
        }
    }
    page(&format!("{title}: {}", student.name), &body)
}

fn status(record: &Record) -> &'static str {
    match record.status {
        Status::Passed => "passed",
        Status::Failed => "failed",
        Status::Skipped => "skipped",
    }
}

fn details(record: &Record) -> String {
    let mut html = format!(
        "<h2 class=\"{}\">{}</h2>\n",
        status(record),
        escaped(&record.name)
    );
    if let Some(reason) = &record.skipped {
        let _ = writeln!(html, "<p>Skipped: {}.</p>", escaped(reason));
    }
    for problem in &record.failures {
        let _ = writeln!(html, "<p>{}</p>", escaped(&problem.headline()));
        match &problem.difference {
            Some(difference) => html.push_str(&side_by_side(difference)),
            None if problem.message.contains('\n') => {
                let _ = writeln!(html, "<pre>{}</pre>", escaped(&problem.message));
            }
            None => {}
        }
    }
    for part in record.parts.iter().filter(|part| part.problem.is_some()) {
        let problem = part.problem.as_deref().unwrap_or_default();
        let _ = writeln!(
            html,
            "<p>{}</p><pre>{}</pre>",
            escaped(&part.name),
            escaped(problem)
        );
    }
    for note in &record.notes {
        let _ = writeln!(html, "<p>{}</p>", escaped(note));
    }
    let errors = record.errors.iter().filter(|errors| !errors.is_empty());
    for errors in errors.filter(|_| record.status == Status::Failed) {
        let _ = writeln!(html, "<h4>Standard error</h4><pre>{}</pre>", escaped(errors));
    }
    html
}

/// Shows expected and actual output side by side, with drawings of the boards in them.
fn side_by_side(difference: &Difference) -> String {
    fn whole<'a>(difference: &'a Difference, lines: &'a [String]) -> Vec<&'a str> {
        difference
            .before
            .iter()
            .chain(lines)
            .map(String::as_str)
            .collect()
    }
    let (expected, found) = (
        whole(difference, &difference.expected),
        whole(difference, &difference.found),
    );
    let at = difference.before.len();
    let boards = [rows_around(&expected, at), rows_around(&found, at)];
    let mut html = String::from("<div class=\"sides\">");
    for (index, (title, lines)) in [("Expected", &expected), ("Found", &found)]
        .into_iter()
        .enumerate()
    {
        let _ = write!(html, "<div><h4>{title}</h4>");
        if let Some(board) = &boards[index] {
            let other = boards[1 - index].as_deref().unwrap_or_default();
            html.push_str(&draw(board, other));
        }
        html.push_str("<pre>");
        for (i, line) in lines.iter().enumerate() {
            let line = escaped(line);
            let _ = match i == at {
                true => writeln!(html, "<mark>{line}</mark>"),
                false => writeln!(html, "{line}"),
            };
        }
        if lines.len() == at {
            html.push_str("<mark>(nothing more)</mark>");
        }
        html.push_str("</pre></div>");
    }
    html.push_str("</div>\n");
    html
}

/// The page of the class: every student's points with a link to their page, and how many passed each test.
pub fn class_page(title: &str, students: &[Student]) -> String {
    let mut body = String::from(
        "<table><thead><tr><th>submission</th><th class=\"n\">points</th><th class=\"n\">of</th>\
         <th class=\"n\">passed</th><th class=\"n\">failed</th><th>what went wrong</th></tr></thead><tbody>\n",
    );
    for student in students {
        let tally = Tally::of(&student.records);
        let mut kinds: Vec<&str> = student
            .records
            .iter()
            .flat_map(|record| record.failures.iter().map(|problem| problem.kind.as_str()))
            .collect();
        kinds.sort_unstable();
        kinds.dedup();
        let wrong = match &student.problem {
            Some(problem) => problem.lines().next().unwrap_or_default().to_owned(),
            None => kinds.join(", "),
        };
        let _ = writeln!(
            body,
            "<tr><td><a href=\"{}/report.html\">{}</a></td><td class=\"n\">{}</td><td class=\"n\">{}</td>\
             <td class=\"n\">{}</td><td class=\"n\">{}</td><td>{}</td></tr>",
            encoded(&student.name),
            escaped(&student.name),
            rounded(tally.score),
            rounded(tally.points),
            tally.passed,
            tally.failed,
            escaped(&wrong)
        );
    }
    body.push_str("</tbody></table>\n<h2>Tests</h2>\n<table><thead><tr><th>test</th><th class=\"n\">passed</th></tr></thead><tbody>\n");
    let names = students
        .iter()
        .map(|student| &student.records)
        .max_by_key(|records| records.len());
    for name in names.into_iter().flatten().map(|record| &record.name) {
        let records = students.iter().flat_map(|student| &student.records);
        let n_passed = records
            .filter(|record| record.name == *name && record.passed)
            .count();
        let _ = writeln!(
            body,
            "<tr><td>{}</td><td class=\"n\">{n_passed} of {}</td></tr>",
            escaped(name),
            students.len()
        );
    }
    body.push_str("</tbody></table>\n");
    page(title, &body)
}

/// Percent-encodes a name for a URL.
fn encoded(name: &str) -> String {
    let mut address = String::new();
    for byte in name.bytes() {
        if byte.is_ascii_alphanumeric() || b"-_.~".contains(&byte) {
            address.push(char::from(byte));
        } else {
            let _ = write!(address, "%{byte:02X}");
        }
    }
    address
}
