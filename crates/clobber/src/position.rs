//! The board, the moves and the end of the game.

use std::fmt;

use parlor_core::{Bitboard, Color, Game, MoveList, Outcome, PerColor, Square, zobrist};
use thiserror::Error;

use crate::setup::{Setup, SetupError};

/// Squares on a side of the board.
pub const SIDE: u8 = 4;
/// Every square of the board.
pub const ALL_SQUARES: Bitboard = Bitboard((1 << (SIDE * SIDE)) - 1);

/// Numbers for the pieces of each side on each square, and one for the side to move.
static KEYS: [u64; 33] = zobrist::keys(0x636c_6f62);

/// The square in this file and rank, both counted from 0 at the bottom left; nothing when it is off the board.
pub const fn square_at(file: u8, rank: u8) -> Option<Square> {
    if file < SIDE && rank < SIDE {
        Square::new(rank * SIDE + file)
    } else {
        None
    }
}

/// The file of a square, 0 for a.
pub const fn file_of(square: Square) -> u8 {
    square.index() as u8 % SIDE
}

/// The rank of a square, 0 for the first.
pub const fn rank_of(square: Square) -> u8 {
    square.index() as u8 / SIDE
}

/// The square of a name such as `b3`.
pub fn parse_square(text: &str) -> Option<Square> {
    match *text.as_bytes() {
        [file, rank] => square_at(file.checked_sub(b'a')?, rank.checked_sub(b'1')?),
        _ => None,
    }
}

fn neighbours(square: Square) -> Bitboard {
    let (file, rank) = (file_of(square), rank_of(square));
    let places = [
        (file.checked_sub(1), Some(rank)),
        (Some(file + 1), Some(rank)),
        (Some(file), rank.checked_sub(1)),
        (Some(file), Some(rank + 1)),
    ];
    places
        .into_iter()
        .filter_map(|(file, rank)| square_at(file?, rank?))
        .collect()
}

/// A move: a piece takes its neighbour.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Move(u8);

impl Move {
    /// The move from one square of the board to another.
    pub const fn new(from: Square, to: Square) -> Move {
        Move(((from.index() as u8 & 15) << 4) | (to.index() as u8 & 15))
    }

    /// Where it starts.
    pub const fn from(self) -> Square {
        Square::from_low_bits((self.0 >> 4) as u32)
    }

    /// Where it ends.
    pub const fn to(self) -> Square {
        Square::from_low_bits((self.0 & 15) as u32)
    }

    /// Every move that could be written down.
    pub fn all() -> impl Iterator<Item = Move> {
        (0..=u8::MAX).map(Move)
    }

    /// The move as a number below 256.
    pub const fn index(self) -> u8 {
        self.0
    }
}

/// Both squares: `a1-a2`.
impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", SquareName(self.from()), SquareName(self.to()))
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

/// A square, to be written.
#[derive(Clone, Copy, Debug)]
pub struct SquareName(
    /// The square.
    pub Square,
);

impl fmt::Display for SquareName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", char::from(b'a' + file_of(self.0)), rank_of(self.0) + 1)
    }
}

/// Why a move is not legal.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum Illegal {
    /// A move starts from a piece of the mover.
    #[error("there is no {mover} piece on {}", SquareName(*from))]
    NotYourPiece {
        /// The side to move.
        mover: Color,
        /// Where the move would start.
        from: Square,
    },
    /// A piece moves to a square beside it.
    #[error("{} is not beside {}", SquareName(*to), SquareName(*from))]
    NotBeside {
        /// Where the move would start.
        from: Square,
        /// Where the move would end.
        to: Square,
    },
    /// A piece moves only to take.
    #[error("there is no {} piece to take on {}", !*mover, SquareName(*to))]
    NothingToTake {
        /// The side to move.
        mover: Color,
        /// Where the move would end.
        to: Square,
    },
}

/// A position.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Position {
    pieces: PerColor<Bitboard>,
    turn: Color,
}

impl Position {
    /// The start: both sides on every other square.
    pub fn start() -> Position {
        let of = |parity: u8| {
            ALL_SQUARES
                .squares()
                .filter(|&square| (file_of(square) + rank_of(square)) % 2 == parity)
                .collect()
        };
        Position {
            pieces: PerColor([of(0), of(1)]),
            turn: Color::Black,
        }
    }

    /// The position of a setup, if it is one.
    pub fn from_setup(setup: &Setup) -> Result<Position, SetupError> {
        setup.validate()?;
        Ok(Position {
            pieces: setup.pieces,
            turn: setup.turn,
        })
    }

    /// This position as something to edit or to write down.
    pub fn setup(&self) -> Setup {
        Setup {
            pieces: self.pieces,
            turn: self.turn,
        }
    }

    /// The pieces of a side.
    pub fn pieces(&self, color: Color) -> Bitboard {
        self.pieces[color]
    }

    /// How many moves a side would have if it were to move.
    pub fn mobility(&self, color: Color) -> u32 {
        let pieces = self.pieces[color].squares();
        pieces
            .map(|from| (neighbours(from) & self.pieces[!color]).count())
            .sum()
    }
}

impl Game for Position {
    type Move = Move;
    type Illegal = Illegal;

    fn turn(&self) -> Color {
        self.turn
    }

    fn legal_moves(&self, out: &mut MoveList<Move>) {
        for from in self.pieces[self.turn] {
            let targets = neighbours(from) & self.pieces[!self.turn];
            out.extend(targets.squares().map(|to| Move::new(from, to)));
        }
    }

    fn check(&self, mv: Move) -> Result<(), Illegal> {
        let (from, to, mover) = (mv.from(), mv.to(), self.turn);
        if !self.pieces[mover].contains(from) {
            Err(Illegal::NotYourPiece { mover, from })
        } else if !neighbours(from).contains(to) {
            Err(Illegal::NotBeside { from, to })
        } else if !self.pieces[!mover].contains(to) {
            Err(Illegal::NothingToTake { mover, to })
        } else {
            Ok(())
        }
    }

    fn play_unchecked(&mut self, mv: Move) {
        self.pieces[!self.turn] -= mv.to().bit();
        self.pieces[self.turn] -= mv.from().bit();
        self.pieces[self.turn] |= mv.to().bit();
        self.turn = !self.turn;
    }

    fn outcome(&self) -> Option<Outcome> {
        (self.mobility(self.turn) == 0).then_some(Outcome::Win(!self.turn))
    }

    fn key(&self) -> u64 {
        let piece = |color: Color| {
            let squares = self.pieces[color].squares();
            squares.fold(0, |key, square| key ^ KEYS[16 * color.index() + square.index()])
        };
        let turn = if self.turn == Color::White { KEYS[32] } else { 0 };
        turn ^ piece(Color::Black) ^ piece(Color::White)
    }
}

/// The position as it is written.
impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.setup())
    }
}

#[cfg(test)]
mod tests {
    use parlor_core::{Notation, PositionText, perft};

    use super::*;
    use crate::Coordinates;

    #[test]
    fn every_pair_of_neighbours_is_a_move_at_the_start() {
        let counts: Vec<u64> = (0..4).map(|depth| perft(&Position::start(), depth)).collect();
        assert_eq!(counts[..2], [1, 24]);
        assert_eq!(counts[2], {
            let mut moves = MoveList::new();
            Position::start().legal_moves(&mut moves);
            let replies = moves.iter().map(|&mv| {
                let mut next = Position::start();
                next.play_unchecked(mv);
                u64::from(next.mobility(next.turn()))
            });
            replies.sum::<u64>()
        });
        assert!(counts[3] > counts[2]);
    }

    #[test]
    fn a_side_without_a_move_loses() {
        let lost = Position::read_position("x3/4/4/3o x", ()).unwrap();
        assert_eq!(lost.outcome(), Some(Outcome::Win(Color::White)));
        let taken = Position::read_position("x3/4/4/4 o", ()).unwrap();
        assert_eq!(taken.outcome(), Some(Outcome::Win(Color::Black)));
    }

    #[test]
    fn every_illegal_move_has_its_own_words() {
        let position = Position::start();
        let words = |text: &str| {
            let mv = Coordinates.parse(&position, text).unwrap();
            position.check(mv).unwrap_err().to_string()
        };
        assert_eq!(words("a2-a1"), "there is no black piece on a2");
        assert_eq!(words("a1-a4"), "a4 is not beside a1");
        let thin = Position::read_position("x3/4/4/3o x", ()).unwrap();
        let mv = Coordinates.parse(&thin, "a4-a3").unwrap();
        assert_eq!(
            thin.check(mv).unwrap_err().to_string(),
            "there is no white piece to take on a3"
        );
    }
}
