//! Lines of Action in messages.

use parlor_core::Notation;
use parlor_loa::{Coordinates, Move, Position};

use super::{Reason, RemoteGame};

impl RemoteGame for Position {
    fn write_move(&self, mv: Move) -> String {
        if mv.is_pass() {
            "-".to_owned()
        } else {
            Coordinates.format(self, mv)
        }
    }

    fn read_move(&self, text: &str) -> Result<Move, Reason> {
        if text == "-" {
            return Ok(Move::PASS);
        }
        Ok(Coordinates.parse(self, text)?)
    }
}
