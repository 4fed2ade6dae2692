//! The 8×8 board as two 64-bit words.

use std::fmt;

use parlor_core::cpu::Cpu;
use parlor_core::{Bitboard, Color, Game, MoveList, Outcome, Square};
use thiserror::Error;

use crate::kernel::{Baseline, Kernel};
use crate::{Illegal, Place, Position, Rules, Size, perft};

/// A position of the 8×8 game.
///
/// Square `8 * row + column` of a [`Bitboard`] lies in that row from the top and column from the left, so a1
/// is 0, h1 is 7 and h8 is 63. A board is small and cheap to copy: searches play on copies.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Board {
    player: Bitboard,
    opponent: Bitboard,
    turn: Color,
    rules: Rules,
}

/// An unvalidated position: see [`Board::from_setup`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Setup {
    /// Black's discs.
    pub black: Bitboard,
    /// White's discs.
    pub white: Bitboard,
    /// The side to move.
    pub turn: Color,
}

/// The reason why a [`Setup`] is not a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum SetupError {
    /// A square cannot hold two discs.
    #[error("both sides have a disc on {0}")]
    Overlap(Place),
}

/// A move of the 8×8 game: a square or a pass.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Move(u8);

impl Move {
    /// The pass.
    pub const PASS: Move = Move(64);

    /// Creates the move that puts a disc on this square.
    #[inline]
    pub const fn new(square: Square) -> Move {
        Move(square.index() as u8)
    }

    /// Returns the square of the disc, or `None` for a pass.
    #[inline]
    pub const fn square(self) -> Option<Square> {
        Square::new(self.0)
    }

    /// Returns the square's index, or 64 for a pass. For tables with an entry for every move.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// Writes the standard name (`f5`) or `pass`.
impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.square() {
            Some(square) => place(square).fmt(f),
            None => f.write_str("pass"),
        }
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Move({self})")
    }
}

impl Board {
    /// Returns the start of a game: White on d4 and e5, Black on e4 and d5, Black to move.
    pub const fn start(rules: Rules) -> Board {
        Board {
            player: Bitboard(1 << 28 | 1 << 35),
            opponent: Bitboard(1 << 27 | 1 << 36),
            turn: Color::Black,
            rules,
        }
    }

    /// Returns the position that a setup describes, if it is valid. Discs may stand anywhere. An empty board
    /// is a position too, in which the game is over.
    pub fn from_setup(setup: &Setup, rules: Rules) -> Result<Board, SetupError> {
        if let Some(square) = (setup.black & setup.white).first() {
            return Err(SetupError::Overlap(place(square)));
        }
        let (player, opponent) = match setup.turn {
            Color::Black => (setup.black, setup.white),
            Color::White => (setup.white, setup.black),
        };
        Ok(Board {
            player,
            opponent,
            turn: setup.turn,
            rules,
        })
    }

    /// Returns this position as a setup, to edit or to write.
    pub fn setup(&self) -> Setup {
        Setup {
            black: self.discs(Color::Black),
            white: self.discs(Color::White),
            turn: self.turn,
        }
    }

    /// Returns the discs of a side.
    #[inline]
    pub fn discs(&self, color: Color) -> Bitboard {
        if color == self.turn {
            self.player
        } else {
            self.opponent
        }
    }

    /// Returns the discs of the side to move.
    #[inline]
    pub const fn player(&self) -> Bitboard {
        self.player
    }

    /// Returns the discs of the side that is not to move.
    #[inline]
    pub const fn opponent(&self) -> Bitboard {
        self.opponent
    }

    /// Returns the squares without a disc.
    #[inline]
    pub fn empties(&self) -> Bitboard {
        !(self.player | self.opponent)
    }

    /// Returns the side to move.
    #[inline]
    pub const fn turn(&self) -> Color {
        self.turn
    }

    /// Returns the rule set.
    #[inline]
    pub const fn rules(&self) -> Rules {
        self.rules
    }

    /// Returns the number of discs of a side.
    #[inline]
    pub fn count(&self, color: Color) -> u32 {
        self.discs(color).count()
    }

    /// Returns every square where the side to move can put a disc.
    #[inline]
    pub fn mobility(&self) -> Bitboard {
        Bitboard(Baseline.mobility(self.player.0, self.opponent.0))
    }

    /// Returns every square where the other side could put a disc if it were to move.
    #[inline]
    pub fn opponent_mobility(&self) -> Bitboard {
        Bitboard(Baseline.mobility(self.opponent.0, self.player.0))
    }

    /// Returns the discs that turn when the side to move plays on this square; empty when the move is
    /// illegal.
    #[inline]
    pub fn flips(&self, square: Square) -> Bitboard {
        if self.empties().contains(square) {
            Bitboard(Baseline.flips(self.player.0, self.opponent.0, square.index() as u32))
        } else {
            Bitboard::EMPTY
        }
    }

    /// Puts a disc on an empty square and turns the given discs, which the caller's kernel computed.
    #[inline]
    pub fn play_flips(&mut self, square: Square, flips: Bitboard) {
        let player = (self.player | square.bit()) ^ flips;
        self.player = self.opponent ^ flips;
        self.opponent = player;
        self.turn = !self.turn;
    }

    /// Gives the turn to the other side without a move.
    #[inline]
    pub fn play_pass(&mut self) {
        std::mem::swap(&mut self.player, &mut self.opponent);
        self.turn = !self.turn;
    }

    /// Sets the side to move; the discs stay where they are.
    pub(crate) fn set_turn(&mut self, turn: Color) {
        if turn != self.turn {
            self.play_pass();
        }
    }

    /// Sets or clears a square of the board.
    pub(crate) fn set_cell(&mut self, place: Place, color: Option<Color>) {
        let Some(square) = square(place) else { return };
        self.player -= square.bit();
        self.opponent -= square.bit();
        match color {
            Some(color) if color == self.turn => self.player |= square.bit(),
            Some(_) => self.opponent |= square.bit(),
            None => {}
        }
    }

    /// Counts the leaves of the game tree at this depth, with the caller's choice of instruction set.
    pub(crate) fn count_leaves(&self, cpu: Cpu, depth: u32) -> u64 {
        perft::count(
            cpu,
            self.player.0,
            self.opponent.0,
            depth,
            self.rules == Rules::Pass,
        )
    }
}

impl Game for Board {
    type Move = Move;
    type Illegal = Illegal;

    #[inline]
    fn turn(&self) -> Color {
        self.turn
    }

    fn legal_moves(&self, out: &mut MoveList<Move>) {
        let mobility = self.mobility();
        if mobility.any() {
            out.extend(mobility.squares().map(Move::new));
        } else if self.must_pass() {
            out.push(Move::PASS);
        }
    }

    fn check(&self, mv: Move) -> Result<(), Illegal> {
        match mv.square() {
            Some(square) if self.flips(square).any() => Ok(()),
            _ if self.outcome().is_some() => Err(Illegal::Over),
            Some(square) if !self.empties().contains(square) => Err(Illegal::Occupied(place(square))),
            Some(square) => Err(Illegal::OutflanksNothing(place(square))),
            None if self.mobility().any() => Err(Illegal::PassWithMove),
            None => Ok(()),
        }
    }

    #[inline]
    fn play_unchecked(&mut self, mv: Move) {
        match mv.square() {
            Some(square) => self.play_flips(square, self.flips(square)),
            None => self.play_pass(),
        }
    }

    fn outcome(&self) -> Option<Outcome> {
        if self.mobility().any() {
            return None;
        }
        match self.rules {
            Rules::Pass if self.opponent_mobility().any() => None,
            Rules::NoMoveLoses if self.empties().any() => Some(Outcome::Win(!self.turn)),
            _ => Some(Outcome::by_majority(
                self.count(Color::Black),
                self.count(Color::White),
            )),
        }
    }

    /// The key is computed from the position at each call: two multiplications cost less than updating a key
    /// over a dozen turned discs.
    #[inline]
    fn key(&self) -> u64 {
        let context = (self.turn as u64) << 1 | self.rules as u64;
        crate::key::mix(crate::key::mix(self.player.0, self.opponent.0), context)
    }

    fn count_moves(&self) -> u64 {
        match self.mobility().count() {
            0 => u64::from(self.must_pass()),
            n => u64::from(n),
        }
    }
}

impl Board {
    /// Returns whether a side without a move passes here. Call it only when the side cannot move.
    fn must_pass(&self) -> bool {
        self.rules == Rules::Pass && self.opponent_mobility().any()
    }
}

impl Position for Board {
    fn rules(&self) -> Rules {
        self.rules
    }

    fn size(&self) -> Size {
        Size::STANDARD
    }

    fn cell(&self, place: Place) -> Option<Color> {
        let square = square(place)?;
        Color::ALL
            .into_iter()
            .find(|&color| self.discs(color).contains(square))
    }

    fn count(&self, color: Color) -> u32 {
        Board::count(self, color)
    }

    fn move_at(&self, place: Place) -> Option<Move> {
        square(place).map(Move::new)
    }

    fn pass(&self) -> Move {
        Move::PASS
    }

    fn place_of(&self, mv: Move) -> Option<Place> {
        mv.square().map(place)
    }

    fn flipped(&self, mv: Move) -> Vec<Place> {
        mv.square()
            .into_iter()
            .flat_map(|square| self.flips(square))
            .map(place)
            .collect()
    }
}

/// Writes the board in eight lines and the side to move in a ninth.
impl fmt::Debug for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "Board:")?;
        crate::position::draw(self, f)
    }
}

/// Returns the row and column of a square of the 8×8 board.
pub(crate) const fn place(square: Square) -> Place {
    let index = square.index() as u8;
    Place::new(index / 8, index % 8)
}

/// Returns the square in this row and column, if the 8×8 board has it.
pub(crate) const fn square(place: Place) -> Option<Square> {
    if place.row < 8 && place.column < 8 {
        Square::new(8 * place.row + place.column)
    } else {
        None
    }
}
