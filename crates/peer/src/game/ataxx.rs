//! Ataxx in messages.

use parlor_ataxx::{BlockPattern, Cs61bNotation, Move, Position};
use parlor_core::Notation;

use super::{Reason, RemoteGame};

impl RemoteGame for Position {
    fn write_move(&self, mv: Move) -> String {
        Cs61bNotation.format(self, mv)
    }

    fn read_move(&self, text: &str) -> Result<Move, Reason> {
        Ok(Cs61bNotation.parse(self, text)?)
    }

    fn with_blocks(&self, config: &str) -> Result<Self, Reason> {
        let pattern: BlockPattern = config.parse()?;
        Ok(self.add_blocks(pattern.squares())?)
    }
}
