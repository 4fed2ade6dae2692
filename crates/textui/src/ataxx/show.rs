//! Output for people.

use std::fmt::Write as _;

use parlor_ataxx::{Position, color_name};
use parlor_core::{Color, MoveList, Notation, Outcome};

use super::command::Command;

/// A side's name, `Red` or `Blue`.
pub(super) fn title(color: Color) -> &'static str {
    match color {
        Color::Black => "Red",
        Color::White => "Blue",
    }
}

/// The result line that the assignment's tests expect.
pub(super) fn result(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Win(Color::Black) => "Red wins.",
        Outcome::Win(Color::White) => "Blue wins.",
        Outcome::Draw => "Draw.",
    }
}

/// The board with its coordinates, the counts and the side to move.
pub(super) fn board(position: &Position) -> String {
    let mut text = String::new();
    for (row, squares) in (1..=7).rev().zip(position.dump_rows().lines()) {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{row} {squares}");
    }
    text.push_str("    a b c d e f g\n");
    let count = |color| format!("{} {}", color_name(color), position.count(color));
    let _ = write!(text, "    {}, {}", count(Color::Black), count(Color::White));
    if position.clock() > 0 {
        let _ = write!(text, ", jumps in a row {}", position.clock());
    }
    text
}

/// The legal moves, eight to a line.
pub(super) fn moves(position: &Position) -> String {
    let mut legal = MoveList::new();
    parlor_core::Game::legal_moves(position, &mut legal);
    let mut texts: Vec<String> = legal
        .iter()
        .map(|&mv| parlor_ataxx::Cs61bNotation.format(position, mv))
        .collect();
    texts.sort();
    let lines: Vec<String> = texts.chunks(8).map(|line| line.join("  ")).collect();
    lines.join("\n")
}

/// The help text.
pub(super) fn help() -> String {
    let mut text = String::from("One command a line; everything from # on is a comment.\n");
    for (word, operand, meaning) in Command::HELP {
        let typed = format!("{word} {operand}");
        let _ = writeln!(text, "  {typed:<22} {meaning}");
    }
    text.push_str("The manual's chapters on ataxx and on playing over a network say more.");
    text
}
