//! Protocol details that are specific to Ataxx.

use parlor_ataxx::{Cs61bNotation, Position, ToolNotation};
use parlor_core::{GameRecord, Notation};

use crate::fairy::FairyGame;

impl FairyGame for Position {
    const VARIANT: &'static str = "ataxx";

    fn write(text: &str) -> String {
        match text.split_once('-') {
            Some((from, to)) if is_adjacent(from, to) => format!("P@{to}"),
            Some((from, to)) => format!("{from}{to}"),
            None => text.to_owned(),
        }
    }

    fn read(&self, text: &str) -> Option<String> {
        read_tool_move(self, text.split_once('@').map_or(text, |(_, to)| to))
    }

    fn start_fen(&self) -> Option<String> {
        let text = self.fen();
        let mut fields = text.split_whitespace();
        let symbol = |symbol: char| match symbol {
            'x' => 'P',
            'o' => 'p',
            '-' => '*',
            other => other,
        };
        let board: String = fields.next()?.chars().map(symbol).collect();
        let turn = if fields.next() == Some("o") { 'b' } else { 'w' };
        Some(format!("{board} {turn} 0 1"))
    }

    fn push_symbol(text: &mut String, symbol: char) {
        text.push(if symbol == '*' { '-' } else { symbol });
    }
}

/// Returns the moves of a game from its start, in the notation of the Ataxx tools.
pub(crate) fn tool_moves(record: &GameRecord<Position>) -> Vec<String> {
    let moves = record.positions().zip(record.moves());
    moves
        .map(|(before, mv)| ToolNotation.format(before, mv))
        .collect()
}

/// Returns the default notation of a move of the Ataxx tools, or `None` when the text is not a move.
pub(crate) fn read_tool_move(position: &Position, text: &str) -> Option<String> {
    let mv = ToolNotation.parse(position, text).ok()?;
    Some(Cs61bNotation.format(position, mv))
}

fn is_adjacent(from: &str, to: &str) -> bool {
    match (from.as_bytes(), to.as_bytes()) {
        ([a, b], [c, d]) => a.abs_diff(*c) <= 1 && b.abs_diff(*d) <= 1,
        _ => false,
    }
}
