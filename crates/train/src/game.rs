//! What training asks of a game besides what the engine does.

use parlor_ataxx::{BlockPattern, Rules as AtaxxRules};
use parlor_core::zobrist::split_mix;
use parlor_core::{Bitboard, Color, Game, GameRecord, Outcome, PerColor};
use parlor_engine::ataxx::AtaxxNode;
use parlor_engine::loa::LoaNode;
use parlor_engine::othello::OthelloNode;
use parlor_engine::{Contender, Thought};
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
pub trait Trainable: Contender {
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

    /// The position of a record of a file, if it is one.
    fn position(record: &Labelled) -> Option<Self::Game>;
}

/// ±1 for the first colour.
fn win_or_loss(outcome: Outcome) -> i8 {
    match outcome {
        Outcome::Win(Color::Black) => 1,
        Outcome::Win(Color::White) => -1,
        Outcome::Draw => 0,
    }
}

// The sets of a record by colour.
fn by_color(record: &Labelled) -> PerColor<Bitboard> {
    let (own, other) = (Bitboard(record.own), Bitboard(record.other));
    match record.turn {
        Color::Black => PerColor([own, other]),
        Color::White => PerColor([other, own]),
    }
}

/// The node budget that lets a solve of 16 empty squares finish …
const OTHELLO_NODES_AT_16: f64 = 50_000.0;
/// … and the factor for each further square.
const OTHELLO_GROWTH: f64 = 2.3;

impl Trainable for OthelloNode {
    fn nodes(variety: &Variety, position: &parlor_othello::Board, nodes: u64) -> u64 {
        let n_empties = position.empties().count();
        if n_empties <= variety.solved_empties {
            let further = n_empties.saturating_sub(16) as i32;
            nodes.max((OTHELLO_NODES_AT_16 * OTHELLO_GROWTH.powi(further)) as u64)
        } else {
            nodes
        }
    }

    /// The solver looks as far as there are empty squares; the search never does.
    fn is_proven(position: &parlor_othello::Board, thought: &Thought<parlor_othello::Move>) -> bool {
        thought.depth >= position.empties().count()
    }

    /// The difference in discs, empty squares to the winner.
    fn result(position: &parlor_othello::Board, _outcome: Outcome) -> i8 {
        let [black, white] = [Color::Black, Color::White].map(|color| position.count(color) as i8);
        let empty = 64 - black - white;
        match (black - white).signum() {
            0 => 0,
            sign => black - white + sign * empty,
        }
    }

    fn position(record: &Labelled) -> Option<parlor_othello::Board> {
        let PerColor([black, white]) = by_color(record);
        let setup = parlor_othello::Setup {
            black,
            white,
            turn: record.turn,
        };
        parlor_othello::Board::from_setup(&setup, parlor_othello::Rules::Pass).ok()
    }
}

/// How many block patterns an Ataxx game with blocks has at most; each is up to four squares.
const ATAXX_PATTERNS: u64 = 3;

/// What the patterns are called.
const BLOCKS: &[u8; 14] = b"abcdefgh123456";

impl Trainable for AtaxxNode {
    /// The empty board, or one with blocks in symmetric patterns.
    fn beginning(variety: &Variety, random: &mut u64) -> GameRecord<parlor_ataxx::Position> {
        let plain = parlor_ataxx::Position::start(AtaxxRules::Seed);
        let mut position = plain;
        if split_mix(random) % 100 < u64::from(variety.blocked_percent) {
            for _ in 0..=split_mix(random) % ATAXX_PATTERNS {
                let designation = char::from(BLOCKS[(split_mix(random) % BLOCKS.len() as u64) as usize]);
                let blocks = BlockPattern::designated(designation).unwrap_or_default();
                position = position.add_blocks(blocks.squares()).unwrap_or(position);
            }
        }
        // Blocks all around leave nothing to play.
        let is_playable = position.outcome().is_none() && position.can_move(Color::Black);
        GameRecord::new(if is_playable { position } else { plain })
    }

    fn clock(position: &parlor_ataxx::Position) -> u8 {
        position.clock()
    }

    fn result(_position: &parlor_ataxx::Position, outcome: Outcome) -> i8 {
        win_or_loss(outcome)
    }

    fn position(record: &Labelled) -> Option<parlor_ataxx::Position> {
        let setup = parlor_ataxx::Setup {
            pieces: by_color(record),
            blocks: Bitboard(record.blocks),
            turn: record.turn,
            clock: u32::from(record.clock),
            move_number: 1,
        };
        parlor_ataxx::Position::from_setup(&setup, AtaxxRules::Seed).ok()
    }
}

impl Trainable for LoaNode {
    fn result(_position: &parlor_loa::Position, outcome: Outcome) -> i8 {
        win_or_loss(outcome)
    }

    fn position(record: &Labelled) -> Option<parlor_loa::Position> {
        let setup = parlor_loa::Setup {
            pieces: by_color(record),
            turn: record.turn,
        };
        parlor_loa::Position::from_setup(&setup, parlor_loa::Rules::default()).ok()
    }
}
