//! How Fairy-Stockfish writes our games: the first mover is white, ranks are counted from below, a disc is
//! dropped (`P@f4`) and a pass is a piece that stays where it is (`d4d4`).

use parlor_core::{Color, Notation};
use parlor_games::{AnyGame, AnyRecord, Cell, Kind};

/// The name of the variant.
pub(crate) const fn variant(kind: Kind) -> &'static str {
    match kind {
        Kind::Othello => "flipello",
        Kind::Ataxx => "ataxx",
        Kind::Loa => "linesofaction",
    }
}

/// The moves of the game from its start.
pub(crate) fn moves(game: &AnyGame) -> Vec<String> {
    let boards = game.boards();
    let rows = usize::from(game.rows());
    let columns = usize::from(game.columns());
    let mut turns = vec![game.turn()];
    // Sides alternate, passes included, so the side of each move follows from the side to move now.
    for _ in 0..game.len() {
        let last = turns.last().copied().unwrap_or(Color::Black);
        turns.push(!last);
    }
    turns.reverse();
    game.history()
        .iter()
        .zip(boards.iter().zip(turns))
        .map(|(mv, (board, mover))| write(game.kind(), &mv.text, board, (rows, columns), mover))
        .collect()
}

/// A move of the usual notation, played on this board.
fn write(kind: Kind, text: &str, board: &[Cell], (rows, columns): (usize, usize), mover: Color) -> String {
    if matches!(text, "pass" | "-") {
        return pass(board, (rows, columns), mover);
    }
    match kind {
        Kind::Othello => format!("P@{}", mirrored(text)),
        Kind::Loa => text.replace('-', ""),
        Kind::Ataxx => match text.split_once('-') {
            Some((from, to)) if is_adjacent(from, to) => format!("P@{to}"),
            Some((from, to)) => format!("{from}{to}"),
            None => text.to_owned(),
        },
    }
}

/// The first piece of the mover, counted from the lowest rank, stays.
fn pass(board: &[Cell], (rows, columns): (usize, usize), mover: Color) -> String {
    for rank in 0..rows {
        for column in 0..columns {
            if board.get((rows - 1 - rank) * columns + column) == Some(&Cell::Piece(mover)) {
                let square = format!("{}{}", char::from(b'a' + column as u8), rank + 1);
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
        return Some(if game.kind() == Kind::Ataxx { "-" } else { "pass" }.to_owned());
    }
    let drop = text.split_once('@').map(|(_, to)| to);
    match game.record() {
        AnyRecord::Othello(_) => {
            let square = drop.unwrap_or(text);
            is_square(square, b'h', b'8').then(|| mirrored(square))
        }
        AnyRecord::Ataxx(record) => {
            let mv = parlor_ataxx::ToolNotation
                .parse(record.position(), drop.unwrap_or(text))
                .ok()?;
            Some(parlor_ataxx::SeedNotation.format(record.position(), mv))
        }
        AnyRecord::Loa(_) => {
            let (from, to) = text.split_at_checked(2)?;
            (is_square(from, b'h', b'8') && is_square(to, b'h', b'8')).then(|| format!("{from}-{to}"))
        }
        AnyRecord::Grid(_) => None,
    }
}

/// The start as a FEN, when it is not the variant's own; none where we know no way to write it.
pub(crate) fn start_fen(game: &AnyGame) -> Option<String> {
    let AnyRecord::Ataxx(record) = game.record() else {
        return None;
    };
    let text = record.start().fen();
    let mut fields = text.split_whitespace();
    let board: String = fields
        .next()?
        .chars()
        .map(|symbol| match symbol {
            'x' => 'P',
            'o' => 'p',
            '-' => '*',
            other => other,
        })
        .collect();
    let turn = if fields.next() == Some("o") { 'b' } else { 'w' };
    Some(format!("{board} {turn} 0 1"))
}

/// The position that a FEN describes, in the text form of its game. Whatever the letter of the pieces, capitals are the
/// first mover's; a pocket is passed over. Texts of our own form are given back.
pub(crate) fn read_fen(kind: Kind, fen: &str) -> Result<String, String> {
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
        match (kind, symbol) {
            (_, 'A'..='Z') => text.push('x'),
            (_, 'a'..='z') => text.push('o'),
            (Kind::Ataxx, '*') => text.push('-'),
            // Othello's own form has neither rows nor numbers.
            (Kind::Othello, '/') => {}
            (Kind::Othello, '1'..='8') => text.extend((b'0'..symbol as u8).map(|_| '-')),
            (_, other) => text.push(other),
        }
    }
    Ok(format!("{text} {turn}"))
}

fn is_square(text: &str, last_column: u8, last_row: u8) -> bool {
    matches!(text.as_bytes(), [column, row] if (b'a'..=last_column).contains(column) && (b'1'..=last_row).contains(row))
}

/// The same square with its row counted from the other side of an 8x8 board.
fn mirrored(square: &str) -> String {
    match square.as_bytes() {
        [column, row] if row.is_ascii_digit() => {
            format!("{}{}", char::from(*column), char::from(b'9' - (row - b'0')))
        }
        _ => square.to_owned(),
    }
}

fn is_adjacent(from: &str, to: &str) -> bool {
    match (from.as_bytes(), to.as_bytes()) {
        ([a, b], [c, d]) => a.abs_diff(*c) <= 1 && b.abs_diff(*d) <= 1,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use parlor_games::Spec;

    use super::*;

    #[test]
    fn every_move_of_whole_games_is_written_and_read_back() {
        for kind in Kind::ALL {
            for seed in 0..6_usize {
                let mut game = AnyGame::new(&Spec::usual(kind)).expect("the start");
                let mut state = seed * 7 + 1;
                while game.outcome().is_none() && game.len() < 120 {
                    let moves = game.legal_moves();
                    state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                    let mv = moves[(state >> 33) % moves.len()].text.clone();
                    let before = game.clone();
                    game.play(&mv).expect("legal");
                    let written = moves_of(&game);
                    let read = read(&before, written.last().expect("a move")).expect("readable");
                    let mut again = before.clone();
                    again.play(&read).expect("legal");
                    assert_eq!(again.cells(), game.cells(), "{kind} {mv} {written:?}");
                }
            }
        }
    }

    fn moves_of(game: &AnyGame) -> Vec<String> {
        moves(game)
    }

    #[test]
    fn the_starts_of_the_variants_are_ours() {
        let starts = [
            (Kind::Othello, "8/8/8/3pP3/3Pp3/8/8/8[PPPPpppp] w 0 1"),
            (Kind::Ataxx, "P5p/7/7/7/7/7/p5P[PPpp] w 0 1"),
            (Kind::Loa, "1LLLLLL1/l6l/l6l/l6l/l6l/l6l/l6l/1LLLLLL1 w - - 0 1"),
        ];
        for (kind, fen) in starts {
            let start = AnyGame::new(&Spec::usual(kind)).expect("the start");
            let text = read_fen(kind, fen).expect("readable");
            let read = AnyGame::from_position(start.spec(), &text).expect("a position");
            assert_eq!(read.position_text(), start.position_text(), "{kind}");
            let turned = read_fen(kind, &fen.replace(" w ", " b ")).expect("readable");
            let read = AnyGame::from_position(start.spec(), &turned).expect("a position");
            assert_eq!(read.turn(), Color::White, "{kind}");
            assert!(read_fen(kind, &fen.replace(" w ", " o ")).is_err());
            let own = start.position_text();
            assert_eq!(read_fen(kind, &own), Ok(own.clone()));
        }
    }

    #[test]
    fn ranks_of_othello_are_counted_from_the_other_side() {
        let mut game = AnyGame::new(&Spec::usual(Kind::Othello)).expect("the start");
        game.play("f5").expect("legal");
        assert_eq!(moves(&game), ["P@f4"]);
        assert_eq!(read(&game, "P@d3").as_deref(), Some("d6"));
    }
}
