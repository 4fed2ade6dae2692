//! Protocol details that are specific to Othello.

pub(crate) mod ggf;

use parlor_othello::{Board, GridBoard};

use crate::fairy::{FairyGame, is_square};

impl FairyGame for Board {
    const VARIANT: &'static str = "flipello";

    fn write(text: &str) -> String {
        write_drop(text)
    }

    fn read(&self, text: &str) -> Option<String> {
        let square = text.split_once('@').map_or(text, |(_, to)| to);
        is_square(self, square).then(|| mirrored(square))
    }

    fn push_symbol(text: &mut String, symbol: char) {
        push_symbol(text, symbol);
    }
}

/// Fairy-Stockfish has no variants for boards of other sizes.
impl FairyGame for GridBoard {
    const VARIANT: &'static str = Board::VARIANT;
    const HAS_BOARD: bool = false;

    fn write(text: &str) -> String {
        write_drop(text)
    }

    fn read(&self, _text: &str) -> Option<String> {
        None
    }

    fn push_symbol(text: &mut String, symbol: char) {
        push_symbol(text, symbol);
    }
}

fn write_drop(text: &str) -> String {
    format!("P@{}", mirrored(text))
}

/// Othello's text form has neither rows nor numbers.
fn push_symbol(text: &mut String, symbol: char) {
    match symbol {
        '/' => {}
        '1'..='8' => text.extend((b'0'..symbol as u8).map(|_| '-')),
        _ => text.push(symbol),
    }
}

/// Returns the same square with its row counted from the other side of an 8×8 board.
fn mirrored(square: &str) -> String {
    match square.as_bytes() {
        [column, row] if row.is_ascii_digit() => {
            format!("{}{}", char::from(*column), char::from(b'9' - (row - b'0')))
        }
        _ => square.to_owned(),
    }
}
