//! What training asks of a game besides what the engine does.

use parlor_core::{Bitboard, Color, GameRecord, Outcome, PerColor, Score};
use parlor_engine::{EngineNode, Thought};
use parlor_search::MoveOf;

use crate::positions::Labelled;

/// What kind of games self-play plays, where a game leaves a choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Variety {
    /// Of a hundred Ataxx games, the number that have blocks.
    pub blocked_percent: u32,
    /// Othello is solved exactly from this number of empty squares on.
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

/// A game whose engine can be taught.
pub trait Trainable: EngineNode {
    /// Whether the ends of its games are solved exactly.
    const SOLVES: bool = false;

    /// A game to begin from, before any random moves: the usual start, or one of several.
    fn beginning(_variety: &Variety, _random: &mut u64) -> GameRecord<Self::Game> {
        Self::start()
    }

    /// The clock of the position, 0 in games that have none.
    fn clock(_position: &Self::Game) -> u8 {
        0
    }

    /// Whether what an engine thought is proven.
    fn is_proven(_position: &Self::Game, thought: &Thought<MoveOf<Self>>) -> bool {
        thought.score().plies_to_end().is_some()
    }

    /// How many nodes to spend on a position when most get `nodes`.
    fn nodes(_variety: &Variety, _position: &Self::Game, nodes: u64) -> u64 {
        nodes
    }

    /// How an ended game went for the first colour.
    fn result(position: &Self::Game, outcome: Outcome) -> i8;

    /// How the game is likely to end for the side that a search finds this worth to, in the measure of
    /// [`Trainable::result`].
    fn expected_result(score: Score) -> i8 {
        score.0.signum() as i8
    }

    /// The position of a record of a file, if it is one.
    fn position(record: &Labelled) -> Option<Self::Game>;
}

/// ±1 for the first colour.
pub(crate) fn win_or_loss(outcome: Outcome) -> i8 {
    match outcome {
        Outcome::Win(Color::Black) => 1,
        Outcome::Win(Color::White) => -1,
        Outcome::Draw => 0,
    }
}

// The sets of a record by colour.
pub(crate) fn by_color(record: &Labelled) -> PerColor<Bitboard> {
    let (own, other) = (Bitboard(record.own), Bitboard(record.other));
    match record.turn {
        Color::Black => PerColor([own, other]),
        Color::White => PerColor([other, own]),
    }
}
