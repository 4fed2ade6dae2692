//! What remote play needs of a game beyond its rules: how its moves and colours are written in a message.

use std::error::Error;

use parlor_ataxx::{BlockPattern, SeedNotation};
use parlor_core::{Color, Game, Notation};
use parlor_loa::Coordinates;
use parlor_othello::notation::RowColumn;
use thiserror::Error;

/// A reason that is shown to people, whatever game it comes from.
pub type Reason = Box<dyn Error + Send + Sync>;

/// A game that can be played between two programs.
pub trait RemoteGame: Game {
    /// The game's short name.
    const NAME: &'static str;

    /// What a side is called in a message.
    fn color_word(color: Color) -> &'static str {
        match color {
            Color::Black => "black",
            Color::White => "white",
        }
    }

    /// Writes a move that is legal here; a pass is `-` in every game.
    fn write_move(&self, mv: Self::Move) -> String;

    /// Reads a move of a message. Whether it is legal is for [`Game::check`] to say.
    fn read_move(&self, text: &str) -> Result<Self::Move, Reason>;

    /// This initial position with the blocks that a message names.
    fn with_blocks(&self, _config: &str) -> Result<Self, Reason> {
        Err(NoBlocks.into())
    }

    /// The side of this name.
    fn read_color(text: &str) -> Option<Color> {
        Color::ALL
            .into_iter()
            .find(|&color| Self::color_word(color) == text)
    }
}

/// Only Ataxx has blocks.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("this game has no blocks")]
struct NoBlocks;

impl RemoteGame for parlor_ataxx::Position {
    const NAME: &'static str = "ataxx";

    fn color_word(color: Color) -> &'static str {
        parlor_ataxx::color_name(color)
    }

    fn write_move(&self, mv: parlor_ataxx::Move) -> String {
        SeedNotation.format(self, mv)
    }

    fn read_move(&self, text: &str) -> Result<parlor_ataxx::Move, Reason> {
        Ok(SeedNotation.parse(self, text)?)
    }

    fn with_blocks(&self, config: &str) -> Result<Self, Reason> {
        let pattern: BlockPattern = config.parse()?;
        Ok(self.add_blocks(pattern.squares())?)
    }
}

impl RemoteGame for parlor_loa::Position {
    const NAME: &'static str = "loa";

    fn write_move(&self, mv: parlor_loa::Move) -> String {
        if mv.is_pass() {
            "-".to_owned()
        } else {
            Coordinates.format(self, mv)
        }
    }

    fn read_move(&self, text: &str) -> Result<parlor_loa::Move, Reason> {
        if text == "-" {
            return Ok(parlor_loa::Move::PASS);
        }
        Ok(Coordinates.parse(self, text)?)
    }
}

impl RemoteGame for parlor_othello::Board {
    const NAME: &'static str = "othello";

    fn write_move(&self, mv: parlor_othello::Move) -> String {
        write_disc(self, mv)
    }

    fn read_move(&self, text: &str) -> Result<parlor_othello::Move, Reason> {
        read_disc(self, text)
    }
}

/// Both sides must have agreed upon the size of the board, which no message tells.
impl RemoteGame for parlor_othello::GridBoard {
    const NAME: &'static str = "othello";

    fn write_move(&self, mv: parlor_othello::GridMove) -> String {
        write_disc(self, mv)
    }

    fn read_move(&self, text: &str) -> Result<parlor_othello::GridMove, Reason> {
        read_disc(self, text)
    }
}

fn write_disc<P: parlor_othello::Position>(position: &P, mv: P::Move) -> String {
    match position.place_of(mv) {
        Some(_) => RowColumn.format(position, mv),
        None => "-".to_owned(),
    }
}

fn read_disc<P: parlor_othello::Position>(position: &P, text: &str) -> Result<P::Move, Reason> {
    let text = if text == "-" { "pass" } else { text };
    Ok(RowColumn.parse(position, text)?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use parlor_core::MoveList;

    fn every_first_move_survives<G: RemoteGame>(position: &G) {
        let mut moves = MoveList::new();
        position.legal_moves(&mut moves);
        assert!(!moves.is_empty());
        for mv in moves {
            let text = position.write_move(mv);
            assert_eq!(position.read_move(&text).ok(), Some(mv), "{text}");
        }
        for color in Color::ALL {
            assert_eq!(G::read_color(G::color_word(color)), Some(color));
        }
        assert_eq!(G::read_color("Red"), None);
    }

    #[test]
    fn moves_and_colours_survive_being_sent() {
        every_first_move_survives(&parlor_ataxx::Position::start(parlor_ataxx::Rules::Seed));
        every_first_move_survives(&parlor_loa::Position::default());
        every_first_move_survives(&parlor_othello::Board::start(parlor_othello::Rules::Pass));
        let grid =
            parlor_othello::GridBoard::start(parlor_othello::Size::STANDARD, parlor_othello::Rules::Pass);
        every_first_move_survives(&grid);
    }

    #[test]
    fn a_pass_is_a_hyphen_in_every_game() {
        let ataxx = parlor_ataxx::Position::start(parlor_ataxx::Rules::Seed);
        assert_eq!(ataxx.write_move(parlor_ataxx::Move::PASS), "-");
        let loa = parlor_loa::Position::default();
        assert_eq!(loa.write_move(parlor_loa::Move::PASS), "-");
        assert_eq!(loa.read_move("-").ok(), Some(parlor_loa::Move::PASS));
        let othello = parlor_othello::Board::start(parlor_othello::Rules::Pass);
        assert_eq!(othello.write_move(parlor_othello::Move::PASS), "-");
        assert_eq!(othello.read_move("-").ok(), Some(parlor_othello::Move::PASS));
        assert_eq!(
            othello.read_move("F5").map(|mv| othello.write_move(mv)).ok(),
            Some("F5".into())
        );
    }

    #[test]
    fn only_ataxx_has_blocks() {
        let ataxx = parlor_ataxx::Position::start(parlor_ataxx::Rules::Seed);
        assert_eq!(
            ataxx.with_blocks("3gh").map(|it| it.blocks().count()).ok(),
            Some(10)
        );
        assert!(ataxx.with_blocks("z").is_err());
        assert!(parlor_loa::Position::default().with_blocks("a").is_err());
    }
}
