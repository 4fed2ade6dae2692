//! The training interface of Clobber.

use parlor_clobber::{Position, Setup};
use parlor_core::Outcome;
use parlor_engine::clobber::ClobberNode;

use crate::game::{Trainable, by_color, win_or_loss};
use crate::positions::Labelled;

impl Trainable for ClobberNode {
    fn result(_position: &Position, outcome: Outcome) -> i8 {
        win_or_loss(outcome)
    }

    fn position(record: &Labelled) -> Option<Position> {
        let setup = Setup {
            pieces: by_color(record),
            turn: record.turn,
        };
        Position::from_setup(&setup).ok()
    }
}
