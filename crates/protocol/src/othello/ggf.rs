//! A game of Othello in the Generic Game Format, in which NBoard sends positions to engines.

use parlor_core::Color;
use parlor_games::{AnyGame, Cell, Spec};

/// Writes the game; `minutes` is the initial time of the clocks.
pub(crate) fn write(game: &AnyGame, minutes: u64) -> String {
    let start = game.boards();
    let cells = start.first().map(Vec::as_slice).unwrap_or_default();
    let mut text = format!("(;GM[Othello]PC[Parlor]PB[black]PW[white]RE[?]TI[{minutes}:00]TY[8]BO[8 ");
    for row in cells.chunks(8) {
        for cell in row {
            text.push(match cell {
                Cell::Piece(Color::Black) => '*',
                Cell::Piece(Color::White) => 'O',
                _ => '-',
            });
        }
        text.push(' ');
    }
    let mut mover = if game.len().is_multiple_of(2) {
        game.turn()
    } else {
        !game.turn()
    };
    text.push(if mover == Color::Black { '*' } else { 'O' });
    text.push(']');
    for mv in game.history() {
        let letter = if mover == Color::Black { 'B' } else { 'W' };
        let mv = if mv.text == "pass" {
            "PA".to_owned()
        } else {
            mv.text.to_uppercase()
        };
        text.push_str(&format!("{letter}[{mv}]"));
        mover = !mover;
    }
    text.push_str(";)");
    text
}

/// Reads a game under these rules. Returns `None` when it cannot be read or a move in it is illegal.
pub(crate) fn read(text: &str, spec: &Spec) -> Option<AnyGame> {
    let mut game = AnyGame::new(spec).ok()?;
    let mut rest = text.trim_start().strip_prefix("(;")?;
    while let Some(open) = rest.find('[') {
        let name = rest[..open].rsplit(|c: char| !c.is_ascii_alphanumeric()).next()?;
        let close = open + rest[open..].find(']')?;
        let value = rest[open + 1..close].trim();
        match name {
            "BO" => {
                let squares = value.strip_prefix('8')?;
                game = AnyGame::from_position(spec, squares).ok()?;
            }
            "B" | "W" => {
                let mv = value.split('/').next()?.trim();
                game.play(&mv.to_lowercase()).ok()?;
            }
            _ => {}
        }
        rest = &rest[close + 1..];
    }
    Some(game)
}

#[cfg(test)]
mod tests {
    use parlor_games::Kind;

    use super::*;

    fn read(text: &str) -> Option<AnyGame> {
        super::read(text, &Spec::default_for(Kind::Othello))
    }

    #[test]
    fn a_game_is_written_and_read_back() {
        let mut game = AnyGame::new(&Spec::default_for(Kind::Othello)).expect("the start");
        for mv in ["f5", "d6", "c3", "d3", "c4"] {
            game.play(mv).expect("legal");
        }
        let text = write(&game, 5);
        assert!(
            text.contains("TI[5:00]") && text.ends_with("B[C3]W[D3]B[C4];)"),
            "{text}"
        );
        let again = read(&text).expect("readable");
        assert_eq!(again.cells(), game.cells());
        assert_eq!(again.history(), game.history());
    }

    #[test]
    fn evaluations_and_times_after_a_move_are_ignored() {
        let game = read("(;GM[Othello]TY[8]B[F5/0.25/1.5]W[d6//2];)").expect("readable");
        assert_eq!(game.len(), 2);
        assert!(read("(;B[a1];)").is_none(), "not legal");
        assert!(read("(;BO[8 xyz];)").is_none());
        assert!(read("(;B[f5").is_none());
        let other = Spec::default_for(Kind::Othello)
            .with_rules("no-move-loses")
            .expect("known");
        let game = super::read("(;GM[Othello]TY[8]B[f5];)", &other).expect("readable");
        assert_eq!(game.spec(), &other);
        assert!(read("garbage").is_none() && read("").is_none());
    }
}
