//! Ataxx in messages.

use parlor_ataxx::{BlockPattern, Move, Position, SeedNotation};
use parlor_core::Notation;

use super::{Reason, RemoteGame};

impl RemoteGame for Position {
    fn write_move(&self, mv: Move) -> String {
        SeedNotation.format(self, mv)
    }

    fn read_move(&self, text: &str) -> Result<Move, Reason> {
        Ok(SeedNotation.parse(self, text)?)
    }

    fn with_blocks(&self, config: &str) -> Result<Self, Reason> {
        let pattern: BlockPattern = config.parse()?;
        Ok(self.add_blocks(pattern.squares())?)
    }
}
