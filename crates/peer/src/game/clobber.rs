//! Clobber in messages.

use parlor_clobber::{Coordinates, Move, Position};
use parlor_core::Notation;

use super::{Reason, RemoteGame};

impl RemoteGame for Position {
    fn write_move(&self, mv: Move) -> String {
        Coordinates.format(self, mv)
    }

    fn read_move(&self, text: &str) -> Result<Move, Reason> {
        Ok(Coordinates.parse(self, text)?)
    }
}
