//! The lines of every game's programs.

use super::*;

fn read(game: Kind, line: &str) -> Option<Said> {
    Dialect::new(game, None, None)
        .expect("our own patterns")
        .read(line)
}

fn mv(text: &str) -> Option<Said> {
    Some(Said::Move(text.into()))
}

#[test]
fn the_lines_of_loa_are_exact() {
    assert_eq!(read(Kind::Loa, "* a2-c2"), mv("a2-c2"));
    for line in ["* White wins.", "* Black wins.", "* Tie game."] {
        assert_eq!(read(Kind::Loa, line), Some(Said::Result(line.into())));
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
        assert_eq!(read(Kind::Loa, line), Some(Said::Malformed(line.into())));
    }
    for line in ["", "a2-c2", "White wins.", "a line about * something"] {
        assert_eq!(read(Kind::Loa, line), None);
    }
}

#[test]
fn ataxx_results_stand_alone_and_a_skip_is_a_hyphen() {
    assert_eq!(
        read(Kind::Ataxx, "Red wins."),
        Some(Said::Result("Red wins.".into()))
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
        assert_eq!(read(Kind::Othello, result), Some(Said::Result(result.into())));
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
    let dialect = Dialect::new(Kind::Loa, Some(r"^zug (\w+-\w+)$"), Some("^ende")).expect("patterns");
    assert_eq!(dialect.read("zug a2-c2"), mv("a2-c2"));
    assert_eq!(dialect.read("ende gut"), Some(Said::Result("ende gut".into())));
    assert!(Dialect::new(Kind::Loa, Some("("), None).is_err());
}
