//! Moves as numbers, for programs that learn: each game has a fixed count of actions, the same in every position.
//!
//! A square's number counts along row 1 from the left, then row 2, and so on; so does every array of squares. The last
//! action is always the pass.

mod ataxx;
mod loa;
mod othello;

use arrayvec::ArrayVec;
use parlor_core::{MAX_MOVES, MoveList};
use parlor_games::{Cell, GridSquare, MoveError, Playable};

/// The numbers of the legal moves of a position, with room to append eight at once.
pub(crate) type Actions = ArrayVec<u16, { MAX_MOVES + 8 }>;

/// A game whose moves have numbers and several ways of being written.
pub(crate) trait Numbered: Playable {
    /// The notations besides the usual one, by name.
    const NOTATIONS: &'static [&'static str];

    /// How many actions there are; every number below is some move, legal or not.
    fn n_actions(&self) -> u32;

    /// The number of a move.
    fn action(&self, mv: Self::Move) -> u32;

    /// The move of a number.
    fn numbered(&self, action: u32) -> Option<Self::Move>;

    /// Appends the numbers of the legal moves, ascending; none once the game is over.
    fn append_actions(&self, out: &mut Actions) {
        let mut moves = MoveList::new();
        self.legal_moves(&mut moves);
        out.extend(moves.iter().map(|&mv| self.action(mv) as u16));
        out.sort_unstable();
    }

    /// Writes a move in one of [`Numbered::NOTATIONS`].
    fn write_move(&self, mv: Self::Move, notation: &str) -> Option<String>;

    /// Reads a move in one of [`Numbered::NOTATIONS`].
    fn parse_move(&self, text: &str, notation: &str) -> Option<Result<Self::Move, MoveError>>;

    /// Fills three planes of squares: the mover's pieces, the opponent's, and blocks.
    fn fill_planes(&self, planes: &mut [u8]) {
        let (rows, columns) = (self.rows(), self.columns());
        let area = usize::from(rows) * usize::from(columns);
        for row in 0..rows {
            let number = Self::DESCRIPTOR.row_number(row, rows) - 1;
            for column in 0..columns {
                let square = usize::from(number) * usize::from(columns) + usize::from(column);
                let plane = match self.cell(GridSquare { row, column }) {
                    Cell::Empty => continue,
                    Cell::Piece(color) => usize::from(color != self.turn()),
                    Cell::Block => 2,
                };
                planes[plane * area + square] = 1;
            }
        }
    }
}

/// Sets a byte of a plane for every square of a set whose indices are the numbers of the squares.
fn fill_plane(plane: &mut [u8], set: parlor_core::Bitboard) {
    for square in set {
        plane[square.index()] = 1;
    }
}
