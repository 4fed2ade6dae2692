//! The training interface of Ataxx.

use parlor_ataxx::{BlockPattern, Position, Rules, Setup};
use parlor_core::random::split_mix;
use parlor_core::{Bitboard, Color, Game, GameRecord, Outcome};
use parlor_engine::ataxx::AtaxxNode;

use crate::game::{Trainable, Variety, by_color, win_or_loss};
use crate::positions::Labelled;

/// The maximum number of block patterns in an Ataxx game with blocks; each is up to four squares.
const MOST_PATTERNS: u64 = 3;

/// The designations of the patterns.
const BLOCKS: &[u8; 14] = b"abcdefgh123456";

impl Trainable for AtaxxNode {
    /// Returns the empty board, or one with blocks in symmetric patterns.
    fn beginning(variety: &Variety, random: &mut u64) -> GameRecord<Position> {
        let plain = Position::start(Rules::Cs61b);
        let mut position = plain;
        if split_mix(random) % 100 < u64::from(variety.blocked_percent) {
            for _ in 0..=split_mix(random) % MOST_PATTERNS {
                let designation = char::from(BLOCKS[(split_mix(random) % BLOCKS.len() as u64) as usize]);
                let blocks = BlockPattern::designated(designation).unwrap_or_default();
                position = position.add_blocks(blocks.squares()).unwrap_or(position);
            }
        }
        // Blocks may end the game at once or leave Black without a move.
        let is_playable = position.outcome().is_none() && position.can_move(Color::Black);
        GameRecord::new(if is_playable { position } else { plain })
    }

    fn clock(position: &Position) -> u8 {
        position.clock()
    }

    fn result(_position: &Position, outcome: Outcome) -> i8 {
        win_or_loss(outcome)
    }

    fn position(record: &Labelled) -> Option<Position> {
        let setup = Setup {
            pieces: by_color(record),
            blocks: Bitboard(record.blocks),
            turn: record.turn,
            clock: u32::from(record.clock),
            move_number: 1,
        };
        Position::from_setup(&setup, Rules::Cs61b).ok()
    }
}
