//! The game: a position that answers queries and can be advanced.

use std::fmt;

use parlor_core::zobrist::keys;
use parlor_core::{Bitboard, Color, Game, MoveList, Outcome, PerColor, Square};
use thiserror::Error;

use crate::geometry::{
    ALL_SQUARES, N_SQUARES, SIDE, double_targets, doubles, is_on_board, neighbours, rank, singles, square,
    square_name,
};
use crate::moves::{Move, MoveKind};
use crate::perft::count_moves;
use crate::rules::{Illegal, Rules};
use crate::setup::{Setup, SetupError};

/// A position: pieces, blocks, the side to move, the clock of moves without an extend, and the rule set.
///
/// Two positions are equal when all of these are. The [key](Game::key) covers the pieces, the blocks, the
/// side to move and the rule set, but the clock only within [`Position::CLOCK_WINDOW`] of its limit: before
/// that, a search benefits from sharing results between positions that differ only in the clock.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Position {
    pieces: PerColor<Bitboard>,
    blocks: Bitboard,
    key: u64,
    turn: Color,
    clock: u8,
    rules: Rules,
}

/// The reason why blocks cannot be placed. Nothing was changed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum BlocksError {
    /// A block would cover a piece.
    #[error("a block would cover the piece on {}", square_name(*square))]
    CoversPiece {
        /// The first such square.
        square: Square,
    },
    /// A block would lie outside the board.
    #[error("the board has no {}", square_name(*square))]
    NoSuchSquare {
        /// The first such square.
        square: Square,
    },
}

impl Position {
    /// The number of plies before the clock's limit at which the clock becomes part of the key.
    pub const CLOCK_WINDOW: u8 = 16;

    /// Returns the start position: red on a7 and g1, blue on g7 and a1, red to move.
    pub fn start(rules: Rules) -> Position {
        const RED: Bitboard = Bitboard(1 << 42 | 1 << 6);
        const BLUE: Bitboard = Bitboard(1 << 48 | 1);
        Position::assemble(PerColor([RED, BLUE]), Bitboard::EMPTY, Color::Black, 0, rules)
    }

    /// Returns the start position with blocks.
    pub fn with_blocks(rules: Rules, blocks: Bitboard) -> Result<Position, BlocksError> {
        Position::start(rules).add_blocks(blocks)
    }

    /// Returns this position with more blocks, unless one would cover a piece.
    pub fn add_blocks(&self, blocks: Bitboard) -> Result<Position, BlocksError> {
        if let Some(square) = (blocks - ALL_SQUARES).first() {
            return Err(BlocksError::NoSuchSquare { square });
        }
        if let Some(square) = (blocks & self.occupied()).first() {
            return Err(BlocksError::CoversPiece { square });
        }
        let blocks = self.blocks | blocks;
        Ok(Position::assemble(
            self.pieces,
            blocks,
            self.turn,
            self.clock,
            self.rules,
        ))
    }

    /// Returns the position that a setup describes, if it is valid.
    pub fn from_setup(setup: &Setup, rules: Rules) -> Result<Position, SetupError> {
        setup.validate(rules)?;
        let clock = setup.clock as u8; // Validation keeps it within the clock's limit.
        Ok(Position::assemble(
            setup.pieces,
            setup.blocks,
            setup.turn,
            clock,
            rules,
        ))
    }

    /// Returns the pieces of a side.
    #[inline]
    pub fn pieces(&self, color: Color) -> Bitboard {
        self.pieces[color]
    }

    /// Returns the number of pieces of a side.
    #[inline]
    pub fn count(&self, color: Color) -> u32 {
        self.pieces[color].count()
    }

    /// Returns the blocked squares.
    #[inline]
    pub fn blocks(&self) -> Bitboard {
        self.blocks
    }

    /// Returns the squares that hold neither a piece nor a block.
    #[inline]
    pub fn empty(&self) -> Bitboard {
        ALL_SQUARES - self.occupied() - self.blocks
    }

    /// Returns the side to move. After the end of the game, this is the side that would be to move.
    #[inline]
    pub fn turn(&self) -> Color {
        self.turn
    }

    /// Returns the number of jumps ([`Rules::Cs61b`], [`Rules::Jumps25`]) or plies ([`Rules::Tools`]) since
    /// the last extend.
    #[inline]
    pub fn clock(&self) -> u8 {
        self.clock
    }

    /// Returns the rule set.
    #[inline]
    pub fn rules(&self) -> Rules {
        self.rules
    }

    /// Returns whether a side could extend or jump if it were its turn.
    #[inline]
    pub fn can_move(&self, color: Color) -> bool {
        let own = self.pieces[color];
        ((singles(own) | doubles(own)) & self.empty()).any()
    }

    /// Returns the board in the form of CS 61B's `dump` command: seven lines, row 7 first, two spaces before
    /// each and one between the squares, with `r`, `b`, `X` for a block and `-`.
    pub fn dump_rows(&self) -> String {
        let mut rows = String::with_capacity(7 * 16);
        for rank in (0..SIDE).rev() {
            rows.push(' ');
            for square in (0..SIDE).filter_map(|file| square(file, rank)) {
                rows.push(' ');
                rows.push(self.letter(square));
            }
            rows.push('\n');
        }
        rows
    }

    fn letter(&self, square: Square) -> char {
        if self.pieces[Color::Black].contains(square) {
            'r'
        } else if self.pieces[Color::White].contains(square) {
            'b'
        } else if self.blocks.contains(square) {
            'X'
        } else {
            '-'
        }
    }

    #[inline]
    fn occupied(&self) -> Bitboard {
        self.pieces[Color::Black] | self.pieces[Color::White]
    }

    /// Returns whether the game ended although there may be reachable empty squares: a side was wiped out or
    /// the clock has run out.
    #[inline]
    fn is_cut_short(&self) -> bool {
        let PerColor([red, blue]) = self.pieces;
        red.is_empty() || blue.is_empty() || self.clock >= self.rules.clock_limit()
    }

    /// Returns the position with these parts, which are known to be consistent, and computes its key from
    /// scratch.
    pub(crate) fn assemble(
        pieces: PerColor<Bitboard>,
        blocks: Bitboard,
        turn: Color,
        clock: u8,
        rules: Rules,
    ) -> Position {
        let mut key = clock_key(rules, clock);
        for color in Color::ALL {
            for square in pieces[color] {
                key ^= PIECE_KEYS[color.index()][square.index()];
            }
        }
        for square in blocks {
            key ^= BLOCK_KEYS[square.index()];
        }
        if turn == Color::White {
            key ^= TURN_KEY;
        }
        match rules {
            Rules::Cs61b => {}
            Rules::Tools => key ^= TOOLS_KEY,
            Rules::Jumps25 => key ^= JUMPS_25_KEY,
        }
        Position {
            pieces,
            blocks,
            key,
            turn,
            clock,
            rules,
        }
    }

    fn check_destination(&self, to: Square) -> Result<(), Illegal> {
        if !is_on_board(to) {
            Err(Illegal::NoSuchSquare { square: to })
        } else if self.blocks.contains(to) {
            Err(Illegal::Blocked { to })
        } else if self.occupied().contains(to) {
            Err(Illegal::Occupied { to })
        } else {
            Ok(())
        }
    }

    /// Returns an error if the origin holds no piece of the mover.
    pub(crate) fn check_origin(&self, from: Square) -> Result<(), Illegal> {
        if !is_on_board(from) {
            Err(Illegal::NoSuchSquare { square: from })
        } else if !self.pieces[self.turn].contains(from) {
            Err(Illegal::NotYourPiece {
                mover: self.turn,
                from,
            })
        } else {
            Ok(())
        }
    }

    #[inline]
    fn set_clock(&mut self, clock: u8) {
        self.key ^= clock_key(self.rules, self.clock) ^ clock_key(self.rules, clock);
        self.clock = clock;
    }

    /// Puts a piece of the mover on a square and turns the adjacent pieces of the other side.
    #[inline(always)]
    fn settle(&mut self, to: Square) {
        let mover = self.turn;
        let turned = neighbours(to) & self.pieces[!mover];
        self.pieces[mover] |= turned | to.bit();
        self.pieces[!mover] -= turned;
        self.key ^= PIECE_KEYS[mover.index()][to.index()];
        // The turned pieces lie in three rows: three lookups instead of a loop of unpredictable length.
        let first_row = usize::from(rank(to));
        let rows = turned.0 << SIDE >> (usize::from(SIDE) * first_row);
        for (i, keys) in TURNED_KEYS.iter().skip(first_row).take(3).enumerate() {
            self.key ^= keys[(rows >> (usize::from(SIDE) * i) & 0x7f) as usize];
        }
    }
}

impl Game for Position {
    type Move = Move;
    type Illegal = Illegal;

    #[inline]
    fn turn(&self) -> Color {
        self.turn
    }

    fn legal_moves(&self, out: &mut MoveList<Move>) {
        if self.is_cut_short() {
            return;
        }
        let (own, empty) = (self.pieces[self.turn], self.empty());
        let clones = singles(own) & empty;
        if ((clones | doubles(own)) & empty).is_empty() {
            if self.can_move(!self.turn) {
                out.push(Move::PASS);
            }
            return;
        }
        out.extend(clones.squares().map(Move::clone_to));
        for from in own {
            out.extend(
                (double_targets(from) & empty)
                    .squares()
                    .map(|to| Move::jump(from, to)),
            );
        }
    }

    fn check(&self, mv: Move) -> Result<(), Illegal> {
        if self.outcome().is_some() {
            return Err(Illegal::Over);
        }
        let mover = self.turn;
        match mv.kind() {
            MoveKind::Pass if self.can_move(mover) => Err(Illegal::MayNotSkip { mover }),
            MoveKind::Pass => Ok(()),
            MoveKind::Clone { to } => {
                self.check_destination(to)?;
                if (neighbours(to) & self.pieces[mover]).is_empty() {
                    return Err(Illegal::NothingToExtend { mover, to });
                }
                Ok(())
            }
            MoveKind::Jump { from, to } => {
                self.check_origin(from)?;
                self.check_destination(to)?;
                if neighbours(from).contains(to) {
                    return Err(Illegal::TooNear { from, to });
                }
                if !double_targets(from).contains(to) {
                    return Err(Illegal::TooFar { from, to });
                }
                Ok(())
            }
        }
    }

    #[inline(always)]
    fn play_unchecked(&mut self, mv: Move) {
        match mv.kind() {
            MoveKind::Clone { to } => {
                self.settle(to);
                self.set_clock(0);
            }
            MoveKind::Jump { from, to } => {
                self.pieces[self.turn] -= from.bit();
                self.key ^= PIECE_KEYS[self.turn.index()][from.index()];
                self.settle(to);
                self.set_clock(self.clock.saturating_add(1));
            }
            MoveKind::Pass => self.set_clock(self.rules.clock_after_pass(self.clock)),
        }
        self.turn = !self.turn;
        self.key ^= TURN_KEY;
    }

    /// Returns the result, once the game is over. A side that is wiped out has lost even when the same jump
    /// also runs down the clock. (The Ataxx tools disagree here; this is how libataxx does it. After a jump
    /// or a skipped turn one of the sides can move, so the clock limit and a board without moves never
    /// coincide.)
    fn outcome(&self) -> Option<Outcome> {
        let PerColor([red, blue]) = self.pieces;
        let wiped_out = red.is_empty() || blue.is_empty();
        if wiped_out || (!self.can_move(self.turn) && !self.can_move(!self.turn)) {
            return Some(Outcome::by_majority(red.count(), blue.count()));
        }
        (self.clock >= self.rules.clock_limit())
            .then(|| self.rules.outcome_at_limit(red.count(), blue.count()))
    }

    #[inline]
    fn key(&self) -> u64 {
        self.key
    }

    fn count_moves(&self) -> u64 {
        if self.is_cut_short() {
            return 0;
        }
        match count_moves(self.pieces[self.turn].0, self.empty().0) {
            0 => u64::from(self.can_move(!self.turn)),
            n => n,
        }
    }
}

/// Writes the FEN, the rule set and the key, so that a failed assertion names a position that can be set up
/// again.
impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "Position({:?}, {}, key {:#018x})",
            self.rules,
            self.fen(),
            self.key
        )
    }
}

// "ataxx" in ASCII; each table takes the next sequence after it.
const KEY_SEED: u64 = 0x0061_7461_7878_0000;
static PIECE_KEYS: [[u64; 64]; 2] = [keys(KEY_SEED + 1), keys(KEY_SEED + 2)];
static TURNED_KEYS: [[u64; 128]; 9] = turned_keys();
static BLOCK_KEYS: [u64; 64] = keys(KEY_SEED + 3);
static CLOCK_KEYS: [u64; Position::CLOCK_WINDOW as usize] = keys(KEY_SEED + 4);
const TURN_KEY: u64 = keys::<2>(KEY_SEED + 5)[0];
const TOOLS_KEY: u64 = keys::<2>(KEY_SEED + 5)[1];
const JUMPS_25_KEY: u64 = keys::<1>(KEY_SEED + 6)[0];

/// Returns the key change for turned pieces of one row, by the set of their columns. An empty row below the
/// first and one above the last avoid special cases at the edges.
const fn turned_keys() -> [[u64; 128]; 9] {
    let [red, blue]: [[u64; 64]; 2] = [keys(KEY_SEED + 1), keys(KEY_SEED + 2)];
    let mut keys = [[0; 128]; 9];
    let mut index = 0;
    while index < N_SQUARES {
        let (row, column) = (index / SIDE as usize, index % SIDE as usize);
        let mut columns = 0;
        while columns < 128 {
            if columns >> column & 1 != 0 {
                keys[row + 1][columns] ^= red[index] ^ blue[index];
            }
            columns += 1;
        }
        index += 1;
    }
    keys
}

/// Returns the clock's part of the key: 0 until it comes near its limit.
#[inline]
fn clock_key(rules: Rules, clock: u8) -> u64 {
    let left = rules.clock_limit().saturating_sub(clock);
    CLOCK_KEYS.get(usize::from(left)).copied().unwrap_or(0)
}
