//! The training interface of Lines of Action.

use parlor_core::Outcome;
use parlor_engine::loa::LoaNode;
use parlor_loa::{Position, Rules, Setup};

use crate::game::{Trainable, by_color, win_or_loss};
use crate::positions::Labelled;

impl Trainable for LoaNode {
    fn result(_position: &Position, outcome: Outcome) -> i8 {
        win_or_loss(outcome)
    }

    fn position(record: &Labelled) -> Option<Position> {
        let setup = Setup {
            pieces: by_color(record),
            turn: record.turn,
        };
        Position::from_setup(&setup, Rules::default()).ok()
    }
}
