//! Tests of valid and invalid suite files.

use super::*;

/// Parses a suite file with this text, in a folder with these empty files.
fn read(files: &[&str], text: &str) -> (tempfile::TempDir, Result<Suite, SuiteError>) {
    let folder = tempfile::tempdir().expect("a folder");
    for name in files {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        fs::write(path, "").expect("a file");
    }
    let file = folder.path().join("suite.toml");
    fs::write(&file, text).expect("a file");
    let suite = Suite::read(&file);
    (folder, suite)
}

fn error(files: &[&str], text: &str) -> String {
    let (folder, suite) = read(files, text);
    let error = suite.expect_err("an error").to_string();
    error.replace(&format!("{}/", folder.path().display()), "")
}

#[test]
fn a_suite_file_with_every_setting_is_parsed() {
    let text = r#"
        name = "Project 2"
        game = "loa"
        strict = true
        build = "make"
        run = "./loa"
        files = ["support/Board.java"]
        leaderboard = true
        ignore = ["^Seed"]

        [limits]
        move = 2.5
        build = 20
        memory = "64M"
        processes = 10
        output = 1000

        [[group]]
        name = "Commands"
        points = 6
        tests = ["commands/*.in", "more"]
        visibility = "hidden"
        compare = "lines"

        [[test]]
        name = "A game"
        scripts = ["duel-1.in", "duel-2.in"]
        opponent = "loa"
        points = 4
        exit = "any"

        [[test]]
        run = "mvn test"
        reports = "target/*.xml"
        limit = 7
        group = "Unit tests"
        visibility = "after_due_date"
    "#;
    let files = [
        "support/Board.java",
        "commands/a.in",
        "commands/b.in",
        "commands/b.std",
        "more/c.in",
        "duel-1.in",
        "duel-2.in",
    ];
    let (folder, suite) = read(&files, text);
    let suite = suite.expect("a suite");
    assert_eq!((suite.name.as_str(), suite.game), ("Project 2", Some(Kind::Loa)));
    assert!(suite.is_strict && suite.has_leaderboard);
    assert_eq!(suite.build, Some(("make".to_owned(), Duration::from_secs(20))));
    assert_eq!(suite.limits.per_move, Duration::from_millis(2500));
    assert_eq!(suite.limits.per_game, Duration::from_secs(60));
    assert_eq!(
        (suite.allowance.memory, suite.allowance.processes),
        (64 << 20, 10)
    );
    assert_eq!(suite.output_limit, 1000);
    assert_eq!(suite.files, [PathBuf::from("support/Board.java")]);
    assert_eq!(suite.checks.ignore, ["^Seed"]);
    let names: Vec<String> = suite.tests.iter().map(Test::name).collect();
    assert_eq!(
        names,
        [
            "commands/a.in",
            "commands/b.in",
            "more/c.in",
            "A game",
            "mvn test"
        ]
    );
    let [a, _, _, game, unit] = &suite.tests[..] else {
        panic!("five tests")
    };
    assert_eq!(
        (a.points, a.visibility, a.checks.output),
        (2.0, Visibility::Hidden, Some(Mode::Lines))
    );
    assert_eq!(a.scripts, [folder.path().join("commands/a.in")]);
    assert_eq!(
        (game.points, game.scripts.len(), game.checks.exit),
        (4.0, 2, Some(ExpectedExit::Any))
    );
    assert_eq!((unit.points, unit.visibility), (1.0, Visibility::AfterDueDate));
    let step = unit.step.as_ref().expect("a step");
    assert_eq!(
        (step.limit, step.reports.as_deref()),
        (Duration::from_secs(7), Some("target/*.xml"))
    );
}

#[test]
fn errors_name_their_line_and_what_was_expected() {
    let files = ["a.in"];
    for (text, expected) in [
        ("", "suite.toml: expected at least one [[group]] or [[test]]"),
        ("[[test]]\nscript = \"b.in\"\n", "suite.toml:2: there is no b.in"),
        (
            "[[test]]\nscript = \"../a.in\"\n",
            "suite.toml:2: expected a path in the folder of the suite, not “../a.in”",
        ),
        (
            "\n[[test]]\nscript = \"a.in\"\npoints = -1\n",
            "suite.toml:4: expected points of 0 or more, not -1",
        ),
        (
            "[[test]]\nname = \"x\"\n",
            "suite.toml: test x: expected exactly one of script, scripts and run",
        ),
        (
            "[[test]]\nscript = \"a.in\"\nreports = \"x\"\n",
            "suite.toml:3: reports belong to a test with run",
        ),
        (
            "[[group]]\nname = \"g\"\ntests = [\"x/*.in\"]\n",
            "suite.toml:3: there is no script (.in) or folder x/*.in",
        ),
        (
            "ignore = [\n\"a\",\n\"(\"]\n[[test]]\nscript = \"a.in\"\n",
            "suite.toml:3: “(” is not a regular expression: ",
        ),
        (
            "game = \"chess\"\n[[test]]\nscript = \"a.in\"\n",
            "suite.toml:1: expected the name of a game: ",
        ),
    ] {
        let found = error(&files, text);
        assert!(found.starts_with(expected), "{text}\n{found}");
    }
    for (text, line, words) in [
        (
            "[[test]]\nscrpt = \"a.in\"\n",
            2,
            &["unknown field", "scrpt", "script"][..],
        ),
        ("name = \n", 1, &[][..]),
        (
            "[limits]\nmove = 0\n[[test]]\nscript = \"a.in\"\n",
            2,
            &["above 0"][..],
        ),
        ("[limits]\n\nmemory = \"much\"\n", 3, &["\"64M\""][..]),
        ("compare = \"sums\"\n", 1, &["sums", "dump"][..]),
        ("exit = 300\n", 1, &["0 to 255"][..]),
    ] {
        let found = error(&files, text);
        assert!(
            found.starts_with(&format!("suite.toml:{line}: ")),
            "{text}\n{found}"
        );
        for word in words {
            assert!(found.contains(word), "{text}\n{found}");
        }
    }
    let missing = Suite::read(Path::new("no/such/suite.toml")).expect_err("an error");
    assert!(
        missing.to_string().starts_with("no/such/suite.toml: "),
        "{missing}"
    );
}
