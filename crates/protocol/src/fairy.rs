//! The conventions of Fairy-Stockfish for our games: the first mover is white, ranks are counted from the
//! bottom, a disc is dropped (`P@f4`) and a pass is a piece that stays where it is (`d4d4`). Details of a
//! single game are in that game's module.

#[cfg(test)]
mod tests;

use parlor_core::GameRecord;
use parlor_games::{AnyGame, Cell, GridSquare, Playable, each_record};

/// A game in the conventions of Fairy-Stockfish. The defaults are for games in which pieces move from square
/// to square.
pub(crate) trait FairyGame: Playable {
    /// The name of the variant.
    const VARIANT: &'static str;
    /// Whether the variant is played on the game's board.
    const HAS_BOARD: bool = true;

    /// Converts a move that is not a pass from the default notation.
    fn write(text: &str) -> String {
        text.replace('-', "")
    }

    /// Returns the default notation of a move that is not a pass, or `None` if the text is not a move.
    fn read(&self, text: &str) -> Option<String> {
        let (from, to) = text.split_at_checked(2)?;
        (is_square(self, from) && is_square(self, to)).then(|| format!("{from}-{to}"))
    }

    /// Returns this start as a FEN if it is not the variant's own, or `None` if we cannot write it.
    fn start_fen(&self) -> Option<String> {
        None
    }

    /// Appends the meaning of a FEN symbol that is not a piece to a position in the game's text form.
    fn push_symbol(text: &mut String, symbol: char) {
        text.push(symbol);
    }
}

/// Returns the name of the variant.
pub(crate) fn variant(game: &AnyGame) -> &'static str {
    fn of<G: FairyGame>(_record: &GameRecord<G>) -> &'static str {
        G::VARIANT
    }
    each_record!(game.record(), record => of(record))
}

/// Returns whether the variant is played on the game's board.
pub(crate) fn has_board(game: &AnyGame) -> bool {
    fn of<G: FairyGame>(_record: &GameRecord<G>) -> bool {
        G::HAS_BOARD
    }
    each_record!(game.record(), record => of(record))
}

/// Returns the moves of the game from its start.
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

/// Returns a pass: the mover's first piece, counted from the lowest rank, stays.
fn pass(position: &impl Playable) -> String {
    for row in (0..position.rows()).rev() {
        for column in 0..position.columns() {
            if position.cell(GridSquare { row, column }) == Cell::Piece(position.turn()) {
                let square = format!("{}{}", char::from(b'a' + column), position.rows() - row);
                return format!("{square}{square}");
            }
        }
    }
    "0000".to_owned()
}

/// Returns the default notation of a move in the game's position, or `None` if the text is not a move.
pub(crate) fn read(game: &AnyGame, text: &str) -> Option<String> {
    let is_stay = text.len() == 4 && text.is_char_boundary(2) && text[..2] == text[2..];
    if is_stay || matches!(text, "0000" | "@@@@" | "pass") {
        return Some(game.kind().descriptor().notation.pass.to_owned());
    }
    each_record!(game.record(), record => FairyGame::read(record.position(), text))
}

/// Returns the start as a FEN if it is not the variant's own, or `None` if we cannot write it.
pub(crate) fn start_fen(game: &AnyGame) -> Option<String> {
    each_record!(game.record(), record => FairyGame::start_fen(record.start()))
}

/// Returns the position of a FEN in the game's text form. Upper-case letters are the first mover's pieces,
/// whatever the letter. A pocket is ignored. Text in our own form is returned unchanged.
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

/// Returns whether a text is the name of a square, with ranks counted from the bottom.
pub(crate) fn is_square(position: &impl Playable, text: &str) -> bool {
    let is_on_board = |column: u8, row: u8| {
        column
            .checked_sub(b'a')
            .is_some_and(|column| column < position.columns())
            && row.checked_sub(b'1').is_some_and(|row| row < position.rows())
    };
    matches!(text.as_bytes(), &[column, row] if is_on_board(column, row))
}
