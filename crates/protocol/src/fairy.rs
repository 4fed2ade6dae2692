//! How Fairy-Stockfish writes our games: the first mover is white, ranks are counted from below, a disc is
//! dropped (`P@f4`) and a pass is a piece that stays where it is (`d4d4`). What it does its own way in one game is in
//! that game's folder.

#[cfg(test)]
mod tests;

use parlor_core::GameRecord;
use parlor_games::{AnyGame, Cell, Place, Playable, each_record};

/// A game as Fairy-Stockfish writes it. The defaults suit games in which pieces move from square to square.
pub(crate) trait FairyGame: Playable {
    /// The name of the variant.
    const VARIANT: &'static str;
    /// Whether there is such a board.
    const HAS_BOARD: bool = true;

    /// A move of the usual notation that is no pass.
    fn write(text: &str) -> String {
        text.replace('-', "")
    }

    /// The move in usual notation that a text means here, which is no pass; none when it means none.
    fn read(&self, text: &str) -> Option<String> {
        let (from, to) = text.split_at_checked(2)?;
        (is_square(self, from) && is_square(self, to)).then(|| format!("{from}-{to}"))
    }

    /// This start as a FEN, when it is not the variant's own; none where we know no way to write it.
    fn start_fen(&self) -> Option<String> {
        None
    }

    /// Adds to a position in the text form of the game what a symbol of a FEN's board means that is no piece.
    fn push_symbol(text: &mut String, symbol: char) {
        text.push(symbol);
    }
}

/// The name of the variant.
pub(crate) fn variant(game: &AnyGame) -> &'static str {
    fn of<G: FairyGame>(_record: &GameRecord<G>) -> &'static str {
        G::VARIANT
    }
    each_record!(game.record(), record => of(record))
}

/// Whether the variant is played on the game's board.
pub(crate) fn has_board(game: &AnyGame) -> bool {
    fn of<G: FairyGame>(_record: &GameRecord<G>) -> bool {
        G::HAS_BOARD
    }
    each_record!(game.record(), record => of(record))
}

/// The moves of the game from its start.
pub(crate) fn moves(game: &AnyGame) -> Vec<String> {
    fn of<G: FairyGame>(record: &GameRecord<G>) -> Vec<String> {
        let moves = record.positions().zip(record.moves());
        let write = |(before, mv): (&G, G::Move)| {
            let shown = before.view(mv);
            match shown.target {
                Some(_) => G::write(&shown.text),
                None => pass(before),
            }
        };
        moves.map(write).collect()
    }
    each_record!(game.record(), record => of(record))
}

/// The first piece of the mover, counted from the lowest rank, stays.
fn pass(position: &impl Playable) -> String {
    for row in (0..position.rows()).rev() {
        for column in 0..position.columns() {
            if position.cell(Place { row, column }) == Cell::Piece(position.turn()) {
                let square = format!("{}{}", char::from(b'a' + column), position.rows() - row);
                return format!("{square}{square}");
            }
        }
    }
    "0000".to_owned()
}

/// The move in usual notation that such a text means in the game's position; none when it means none.
pub(crate) fn read(game: &AnyGame, text: &str) -> Option<String> {
    let is_stay = text.len() == 4 && text.is_char_boundary(2) && text[..2] == text[2..];
    if is_stay || matches!(text, "0000" | "@@@@" | "pass") {
        return Some(game.kind().descriptor().notation.pass.to_owned());
    }
    each_record!(game.record(), record => FairyGame::read(record.position(), text))
}

/// The start as a FEN, when it is not the variant's own; none where we know no way to write it.
pub(crate) fn start_fen(game: &AnyGame) -> Option<String> {
    each_record!(game.record(), record => FairyGame::start_fen(record.start()))
}

/// The position that a FEN describes, in the text form of the game's kind. Whatever the letter of the pieces, capitals
/// are the first mover's; a pocket is passed over. Texts of our own form are given back.
pub(crate) fn read_fen(game: &AnyGame, fen: &str) -> Result<String, String> {
    fn push<G: FairyGame>(_record: &GameRecord<G>, text: &mut String, symbol: char) {
        G::push_symbol(text, symbol);
    }
    let mut fields = fen.split_whitespace();
    let board = fields.next().unwrap_or_default();
    let board = board.split('[').next().unwrap_or_default();
    let is_ours = !board.contains(|symbol: char| symbol.is_ascii_alphabetic() && !"xXoO".contains(symbol));
    if is_ours {
        return Ok(fen.to_owned());
    }
    let turn = match fields.next() {
        Some("w") => 'x',
        Some("b") => 'o',
        other => {
            let found = other.unwrap_or("nothing").escape_default();
            return Err(format!("expected w or b for the side to move instead of {found}"));
        }
    };
    let mut text = String::with_capacity(board.len());
    for symbol in board.chars() {
        match symbol {
            'A'..='Z' => text.push('x'),
            'a'..='z' => text.push('o'),
            _ => each_record!(game.record(), record => push(record, &mut text, symbol)),
        }
    }
    Ok(format!("{text} {turn}"))
}

/// Whether a text is the name of a square, its rank counted from below.
pub(crate) fn is_square(position: &impl Playable, text: &str) -> bool {
    let is_on_board = |column: u8, row: u8| {
        column
            .checked_sub(b'a')
            .is_some_and(|column| column < position.columns())
            && row.checked_sub(b'1').is_some_and(|row| row < position.rows())
    };
    matches!(text.as_bytes(), &[column, row] if is_on_board(column, row))
}
