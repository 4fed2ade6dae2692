//! Tests of the output formats of all games.

use super::*;

fn read(game: Kind, line: &str) -> Option<LineMeaning> {
    let strict = Dialect::new(game, None, None, Strictness::Strict).expect("our own patterns");
    let (said, proper) = strict.read(line)?;
    assert_eq!(proper, None, "to the letter, nothing is put right");
    Some(said)
}

/// The meaning of a line by default, and its correct form.
fn meant(game: Kind, line: &str) -> Option<(LineMeaning, Option<String>)> {
    let lenient = Dialect::new(game, None, None, Strictness::Lenient).expect("our own patterns");
    lenient.read(line)
}

fn mv(text: &str) -> Option<LineMeaning> {
    Some(LineMeaning::Move(text.into()))
}

#[test]
fn the_lines_of_loa_are_exact() {
    assert_eq!(read(Kind::Loa, "* a2-c2"), mv("a2-c2"));
    for line in ["* White wins.", "* Black wins.", "* Tie game."] {
        assert_eq!(read(Kind::Loa, line), Some(LineMeaning::Result(line.into())));
    }
    for line in [
        "*a2-c2",
        "* a2-c9",
        "* A2-c2",
        "* a2-c2.",
        "* white wins.",
        "* Tie",
        "**",
    ] {
        assert_eq!(read(Kind::Loa, line), Some(LineMeaning::Malformed(line.into())));
    }
    for line in ["", "a2-c2", "White wins.", "a line about * something"] {
        assert_eq!(read(Kind::Loa, line), None);
    }
}

#[test]
fn lenient_mode_accepts_inexact_lines_with_a_note() {
    for line in [
        "*a2-c2",
        "*  a2-c2",
        " * a2-c2",
        "* A2-C2",
        "* a2-c2.",
        "* a2-c2\t(white)",
        "*a2-c2 captures",
    ] {
        let read = meant(Kind::Loa, line);
        assert_eq!(
            read,
            Some((LineMeaning::Move("a2-c2".into()), Some("* a2-c2".into()))),
            "{line}"
        );
    }
    for line in [
        "* White  wins.",
        "*White wins.",
        "* white wins",
        "  *\tWHITE WINS!",
    ] {
        let proper = "* White wins.".to_owned();
        assert_eq!(
            meant(Kind::Loa, line),
            Some((LineMeaning::Result(proper.clone()), Some(proper))),
            "{line}"
        );
    }
    assert_eq!(
        meant(Kind::Loa, "* a2-c2"),
        Some((LineMeaning::Move("a2-c2".into()), None))
    );
    for line in [
        "* a2-c9",
        "* Tie",
        "**",
        "*",
        "* Black moves b1-b3",
        "* a2 - c2",
        "* a2c2",
    ] {
        assert_eq!(
            meant(Kind::Loa, line),
            Some((LineMeaning::Malformed(line.into()), None)),
            "{line}"
        );
    }
    for line in [
        "",
        "a2-c2",
        "White wins.",
        " * a list of things",
        "a line about * something",
    ] {
        assert_eq!(meant(Kind::Loa, line), None, "{line}");
    }
    assert_eq!(
        meant(Kind::Ataxx, "*G1-F2."),
        Some((LineMeaning::Move("g1-f2".into()), Some("* g1-f2".into())))
    );
    assert_eq!(
        meant(Kind::Ataxx, "*-"),
        Some((LineMeaning::Move("-".into()), Some("* -".into())))
    );
}

#[test]
fn ataxx_results_stand_alone_and_a_skip_is_a_hyphen() {
    assert_eq!(
        read(Kind::Ataxx, "Red wins."),
        Some(LineMeaning::Result("Red wins.".into()))
    );
    assert_eq!(read(Kind::Ataxx, "Red moves g1-f2."), mv("g1-f2"));
    assert_eq!(read(Kind::Ataxx, "* g1-f2"), mv("g1-f2"));
    assert_eq!(read(Kind::Ataxx, "* -"), mv("-"));
    assert_eq!(read(Kind::Ataxx, "Blue passes."), mv("-"));
    assert_eq!(read(Kind::Ataxx, "Red wins by forfeit."), None);
}

#[test]
fn othello_announcements_are_found_in_their_sentences() {
    assert_eq!(
        read(Kind::Othello, "The computer, black (X), plays F5."),
        mv("F5")
    );
    assert_eq!(read(Kind::Othello, "Black (X) plays c4"), mv("c4"));
    for result in [
        "White (O) wins.",
        "No moves for black: white wins.",
        "The game is a tie.",
    ] {
        assert_eq!(
            read(Kind::Othello, result),
            Some(LineMeaning::Result(result.into()))
        );
    }
    assert_eq!(read(Kind::Othello, "A1 is taken."), None);
}

#[test]
fn results_are_compared_by_their_winner() {
    assert_eq!(winner("* White wins."), winner("White (O) wins 40 to 24."));
    assert_eq!(winner("* White wins."), winner("No moves for black: white wins."));
    assert_eq!(winner("* Tie game."), winner("It is a draw."));
    assert_ne!(winner("* White wins."), winner("* Black wins."));
}

#[test]
fn a_grader_can_replace_the_patterns() {
    let own = |moves| Dialect::new(Kind::Loa, Some(moves), Some("^ende"), Strictness::Strict);
    let dialect = own(r"^zug (\w+-\w+)$").expect("patterns");
    let read = |line| dialect.read(line).map(|(said, _)| said);
    assert_eq!(read("zug a2-c2"), mv("a2-c2"));
    assert_eq!(read("ende gut"), Some(LineMeaning::Result("ende gut".into())));
    assert!(own("(").is_err());
}
