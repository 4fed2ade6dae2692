//! Tests of every report, with the same three tests.

use super::*;
use crate::compare::Difference;
use crate::grade::Student;
use crate::record::Problem;
use crate::step::Part;
use crate::suite::Visibility;

fn record(name: &str, status: Status) -> Record {
    Record {
        name: name.to_owned(),
        group: Some("Moves".to_owned()),
        scripts: vec!["moves/a.in".to_owned()],
        passed: status == Status::Passed,
        status,
        skipped: (status == Status::Skipped).then(|| "there is no sandbox".to_owned()),
        points: 4.0,
        score: if status == Status::Passed { 4.0 } else { 0.0 },
        visibility: Visibility::AfterDueDate,
        seconds: 0.5,
        failures: Vec::new(),
        notes: Vec::new(),
        outputs: Vec::new(),
        errors: Vec::new(),
        parts: Vec::new(),
    }
}

fn records() -> Vec<Record> {
    let row = |text: &str| text.to_owned();
    let failed = Record {
        failures: vec![Problem {
            script: "moves/b.in".to_owned(),
            line: Some(7),
            kind: "output".to_owned(),
            message: "the output differs from line 3 on\n  expected: <&>".to_owned(),
            difference: Some(Difference {
                line: 3,
                before: vec![row("==="), row("  - b b -")],
                expected: vec![row("  w - - w"), row("  w - - w"), row("  - b b -"), row("===")],
                found: vec![row("  w - b w"), row("  w - - w"), row("  - b b -"), row("===")],
            }),
        }],
        errors: vec!["oops % 1\n".to_owned()],
        ..record("b # <2>, x:y", Status::Failed)
    };
    let unit = Record {
        parts: vec![
            Part {
                name: "T.good".to_owned(),
                problem: None,
                is_skipped: false,
            },
            Part {
                name: "T.bad".to_owned(),
                problem: Some("1 ≠ 2".to_owned()),
                is_skipped: false,
            },
        ],
        score: 2.0,
        failures: vec![Problem {
            script: "make test".to_owned(),
            line: None,
            kind: "unit-tests".to_owned(),
            message: "1 of 2 unit tests failed".to_owned(),
            difference: None,
        }],
        ..record("unit", Status::Failed)
    };
    vec![
        record("a", Status::Passed),
        failed,
        unit,
        record("c", Status::Skipped),
    ]
}

#[test]
fn gradescope_gets_scores_visibility_output_and_a_leaderboard() {
    let text = gradescope(&records(), "Hello.", true).expect("JSON");
    let json: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    assert_eq!(json["tests"].as_array().map(Vec::len), Some(4));
    assert_eq!(json["output"], "Hello.");
    let test = &json["tests"][1];
    assert_eq!((&test["score"], &test["max_score"]), (&0.0.into(), &4.0.into()));
    assert_eq!(
        (&test["status"], &test["visibility"]),
        (&"failed".into(), &"after_due_date".into())
    );
    let output = test["output"].as_str().expect("a text");
    assert!(output.contains("moves/b.in:7: the output differs"), "{output}");
    assert!(output.contains("! oops % 1"), "{output}");
    assert_eq!(json["tests"][2]["score"], 2.0);
    assert_eq!(
        json["tests"][3]["status"],
        serde_json::Value::Null,
        "what was not run did not pass"
    );
    assert_eq!(json["leaderboard"][0]["value"], 6.0);
    let text = gradescope(&records(), "", false).expect("JSON");
    assert!(!text.contains("leaderboard"));
}

#[test]
fn tap_has_a_line_for_each_test() {
    let text = tap(&records());
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(
        lines,
        [
            "TAP version 13",
            "1..4",
            "ok 1 - a",
            "not ok 2 - b \\# <2>, x:y",
            "# moves/b.in:7: the output differs from line 3 on",
            "#   expected: <&>",
            "not ok 3 - unit",
            "# make test: 1 of 2 unit tests failed",
            "ok 4 - c # SKIP there is no sandbox",
        ]
    );
}

#[test]
fn github_gets_one_line_for_each_failure() {
    let text = annotations(&records());
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(
        lines,
        [
            "::error file=moves/b.in,line=7,title=b # <2>%2C x%3Ay::the output differs from line 3 on%0A  expected: <&>",
            "::error file=make test,title=unit::1 of 2 unit tests failed",
            "::warning title=c::skipped: there is no sandbox",
        ]
    );
}

#[test]
fn junit_counts_the_unit_tests_of_steps() {
    let xml = junit(&records(), Duration::from_secs(2));
    assert!(
        xml.contains("tests=\"5\" failures=\"2\" errors=\"0\" skipped=\"1\""),
        "{xml}"
    );
    assert!(
        xml.contains("<testcase classname=\"unit\" name=\"T.bad\""),
        "{xml}"
    );
    let document = roxmltree::Document::parse(&xml).expect("XML");
    let cases = document
        .descendants()
        .filter(|node| node.has_tag_name("testcase"));
    assert_eq!(cases.count(), 5);
}

#[test]
fn a_page_shows_the_difference_side_by_side_with_the_boards() {
    let student = Student {
        name: "ann & <bob>".to_owned(),
        records: records(),
        problem: None,
        is_old: false,
    };
    let page = student_page("Project", &student);
    assert!(page.contains("6 of 16 points"), "{page}");
    assert!(page.contains("Project: ann &amp; &lt;bob&gt;"), "{page}");
    assert_eq!(page.matches("<svg").count(), 2, "both boards");
    assert_eq!(
        page.matches("class=\"square wrong\"").count(),
        2,
        "the square that differs, on both"
    );
    assert!(page.contains("<mark>  w - b w</mark>"), "{page}");
    assert!(
        !page.contains("<bob>") && !page.contains("<2>"),
        "everything is escaped"
    );
    let class = class_page("Project", &[student]);
    assert!(
        class.contains("href=\"ann%20%26%20%3Cbob%3E/report.html\""),
        "{class}"
    );
    assert!(class.contains("output, unit-tests"), "{class}");
}

#[test]
fn a_test_that_was_not_run_is_skipped_and_never_passed() {
    let records = records();
    assert!(text(&records[3]).starts_with("skipped  c\n    there is no sandbox\n"));
    let line = summary(&records, 5, Duration::from_secs(2));
    assert_eq!(line, "1 passed, 2 failed, 1 skipped, 1 not run in 2.0 s");
    let json: serde_json::Value =
        serde_json::from_str(&json(&records, Duration::from_secs(2)).expect("JSON")).expect("JSON");
    assert_eq!(
        (&json["passed"], &json["failed"], &json["skipped"]),
        (&1.into(), &2.into(), &1.into())
    );
    assert_eq!(json["tests"][3]["passed"], false);
}
