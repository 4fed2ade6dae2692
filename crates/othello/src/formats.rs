//! Ways of writing positions and games down.
//!
//! A position is read into an unvalidated [`Setup`](crate::Setup), which
//! [`Board::from_setup`](crate::Board::from_setup) turns into a position or refuses. [`plain`] is a board and
//! the side to move; [`obf`] adds the worth of moves, for collections of test positions. Whole games are kept by
//! [`ggf`] as text and by [`wthor`] in bytes.

pub mod ggf;
pub mod obf;
pub mod plain;
pub mod wthor;

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::Board;

    /// Writes and reads back a position in every format.
    pub(crate) fn check_round_trips(board: &Board) {
        let setup = board.setup();
        assert_eq!(plain::read(&plain::write(&setup)), Ok(setup));
        let entry = obf::Entry {
            setup,
            scores: Vec::new(),
        };
        assert_eq!(entry.to_string().parse(), Ok(entry));
    }
}
