//! The interface that training needs from a game besides its engine.

use parlor_core::{Bitboard, Color, GameRecord, Outcome, PerColor, Score};
use parlor_engine::{EngineNode, Thought};
use parlor_search::MoveOf;

use crate::positions::Labelled;

/// The variety of self-play games, where a game has options.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Variety {
    /// The percentage of Ataxx games with blocks.
    pub blocked_percent: u32,
    /// The number of empty squares from which Othello is solved exactly.
    pub solved_empties: u32,
}

impl Default for Variety {
    fn default() -> Variety {
        Variety {
            blocked_percent: 20,
            solved_empties: 16,
        }
    }
}

/// A game whose engine can be trained.
pub trait Trainable: EngineNode {
    /// Whether the ends of its games are solved exactly.
    const SOLVES: bool = false;

    /// Returns the start of a game, before any random moves: the standard start, or one of several.
    fn beginning(_variety: &Variety, _random: &mut u64) -> GameRecord<Self::Game> {
        Self::start()
    }

    /// Returns the clock of the position; 0 in games without one.
    fn clock(_position: &Self::Game) -> u8 {
        0
    }

    /// Returns whether a search result is proven.
    fn is_proven(_position: &Self::Game, thought: &Thought<MoveOf<Self>>) -> bool {
        thought.score().plies_to_end().is_some()
    }

    /// Returns the number of nodes for a position when most get `nodes`.
    fn nodes(_variety: &Variety, _position: &Self::Game, nodes: u64) -> u64 {
        nodes
    }

    /// Returns the result of a finished game for the first colour.
    fn result(position: &Self::Game, outcome: Outcome) -> i8;

    /// Returns the expected result of the game for the side with this search score, in the units of
    /// [`Trainable::result`].
    fn expected_result(score: Score) -> i8 {
        score.0.signum() as i8
    }

    /// Returns the position of a file record, if it is valid.
    fn position(record: &Labelled) -> Option<Self::Game>;
}

/// Returns 1, 0 or −1 for the first colour.
pub(crate) fn win_or_loss(outcome: Outcome) -> i8 {
    match outcome {
        Outcome::Win(Color::Black) => 1,
        Outcome::Win(Color::White) => -1,
        Outcome::Draw => 0,
    }
}

// Returns the piece sets of a record by colour.
pub(crate) fn by_color(record: &Labelled) -> PerColor<Bitboard> {
    let (own, other) = (Bitboard(record.own), Bitboard(record.other));
    match record.turn {
        Color::Black => PerColor([own, other]),
        Color::White => PerColor([other, own]),
    }
}
