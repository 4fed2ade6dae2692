//! The position: the board, the side to move, the rules, and whether the game is over.

use std::fmt;

use parlor_core::{Bitboard, Color, Game, MoveList, Outcome, PerColor, Square, zobrist};

use crate::board::{Axis, file_of, rank_of, square_at};
use crate::contiguity::is_contiguous;
use crate::formats::{InvalidSetup, Setup};
use crate::lines;
use crate::moves::{Illegal, Move};

/// The result of a move that makes both sides contiguous.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Simultaneous {
    /// It wins for the side that made it.
    #[default]
    MoverWins,
    /// It draws the game, as in the Computer Olympiad.
    Draw,
}

impl Simultaneous {
    /// Both rules, the default first.
    pub const ALL: [Simultaneous; 2] = [Simultaneous::MoverWins, Simultaneous::Draw];

    /// Returns the name in files and messages.
    pub const fn code(self) -> &'static str {
        match self {
            Simultaneous::MoverWins => "mover-wins",
            Simultaneous::Draw => "draw",
        }
    }
}

/// The agreements that players may make before a game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Rules {
    /// The result of a move that makes both sides contiguous.
    pub simultaneous: Simultaneous,
}

/// A position of Lines of Action, small enough to copy before every move.
///
/// # When the game is over
///
/// A move ends the game when it leaves a side contiguous, so the result belongs to the move, and the position
/// stores it. Playing a move determines the result of the new position. [`Position::from_setup`] and reading
/// a position string do the same, as if the side that is *not* to move had just moved there. A position made
/// by *editing* ([`Position::with_piece`], [`Position::with_turn`], [`Position::edited`]) is never over, even
/// when a side is contiguous or neither side can move: the next move, even a pass, decides it. Two positions
/// that differ only in this are not equal and have different keys. When no side is contiguous and a side can
/// move, editing leaves no trace.
///
/// A side that cannot move passes ([`Move::PASS`]); when neither side can, the game is drawn.
/// [`GameRecord`](parlor_core::GameRecord) enforces the move limit.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Position {
    pieces: PerColor<Bitboard>,
    key: u64,
    turn: Color,
    rules: Rules,
    phase: Phase,
}

/// The information about the end of the game that is known without examining the lines.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Phase {
    /// No side is contiguous. Whether a side can move is computed on demand.
    Open,
    /// Edited, and would otherwise be over: a side is contiguous or neither side can move.
    HeldOpen,
    /// A side is contiguous, which decided the game.
    Decided(Outcome),
}

impl Position {
    /// Black's pieces at the start: b1–g1 and b8–g8.
    const START_BLACK: Bitboard = Bitboard(0x7e00_0000_0000_007e);
    /// White's pieces at the start: a2–a7 and h2–h7.
    const START_WHITE: Bitboard = Bitboard(0x0081_8181_8181_8100);

    /// Returns the start of a game.
    pub fn start(rules: Rules) -> Position {
        Position::from_parts(
            PerColor([Position::START_BLACK, Position::START_WHITE]),
            Color::Black,
            rules,
            Phase::Open,
        )
    }

    /// Returns the position of a setup, with its result as if the side that is not to move had just moved
    /// there.
    pub fn from_setup(setup: &Setup, rules: Rules) -> Result<Position, InvalidSetup> {
        setup.validate()?;
        Ok(Position::judged(setup.pieces, setup.turn, rules))
    }

    /// Returns the position of a setup that is still being edited: never over.
    pub fn edited(setup: &Setup, rules: Rules) -> Result<Position, InvalidSetup> {
        Ok(Position::from_setup(setup, rules)?.held_open())
    }

    fn judged(pieces: PerColor<Bitboard>, turn: Color, rules: Rules) -> Position {
        let phase = match judge(pieces, !turn, rules, true) {
            Some(outcome) => Phase::Decided(outcome),
            None => Phase::Open,
        };
        Position::from_parts(pieces, turn, rules, phase)
    }

    fn held_open(mut self) -> Position {
        if self.outcome().is_some() {
            self.set_phase(Phase::HeldOpen);
        }
        self
    }

    fn from_parts(pieces: PerColor<Bitboard>, turn: Color, rules: Rules, phase: Phase) -> Position {
        let mut position = Position {
            pieces,
            key: 0,
            turn,
            rules,
            phase,
        };
        position.key = position.recomputed_key();
        position
    }

    fn set_phase(&mut self, phase: Phase) {
        self.key ^= phase_key(self.phase) ^ phase_key(phase);
        self.phase = phase;
    }

    /// Returns whether the position would be over if it had not been edited.
    pub fn is_held_open(&self) -> bool {
        self.phase == Phase::HeldOpen
    }

    /// Returns the key computed from scratch, to check the incremental one.
    pub fn recomputed_key(&self) -> u64 {
        let mut key = phase_key(self.phase);
        for color in Color::ALL {
            for square in self.pieces[color] {
                key ^= piece_key(color, square);
            }
        }
        if self.turn == Color::White {
            key ^= KEYS.white_to_move;
        }
        if self.rules.simultaneous == Simultaneous::Draw {
            key ^= KEYS.simultaneous_draw;
        }
        key
    }

    /// Returns the rules of the game.
    #[inline]
    pub const fn rules(&self) -> Rules {
        self.rules
    }

    /// Returns the pieces of a side.
    #[inline]
    pub fn pieces(&self, color: Color) -> Bitboard {
        self.pieces[color]
    }

    /// Returns the pieces of the side to move.
    #[inline]
    pub fn own(&self) -> Bitboard {
        self.pieces[self.turn]
    }

    /// Returns the pieces of the side that is not to move.
    #[inline]
    pub fn enemy(&self) -> Bitboard {
        self.pieces[!self.turn]
    }

    /// Returns the pieces of both sides.
    #[inline]
    pub fn occupied(&self) -> Bitboard {
        self.pieces[Color::Black] | self.pieces[Color::White]
    }

    /// Returns the number of pieces of a side.
    #[inline]
    pub fn count(&self, color: Color) -> u32 {
        self.pieces[color].count()
    }

    /// Returns the colour of the piece on a square.
    pub fn piece_at(&self, square: Square) -> Option<Color> {
        Color::ALL
            .into_iter()
            .find(|&color| self.pieces[color].contains(square))
    }

    /// Returns the number of pieces of both sides on a line, which is how far a piece moves along it.
    #[inline]
    pub fn line_count(&self, square: Square, axis: Axis) -> u32 {
        (axis.line(square) & self.occupied()).count()
    }

    /// Returns whether a side's pieces are connected now, whether or not that ended the game.
    #[inline]
    pub fn is_connected(&self, color: Color) -> bool {
        is_contiguous(self.pieces[color])
    }

    /// Returns the result, if the last move decided the game by making a side contiguous. Unlike
    /// [`Game::outcome`] this is free, but it does not detect that neither side can move.
    #[inline]
    pub const fn decided(&self) -> Option<Outcome> {
        match self.phase {
            Phase::Decided(outcome) => Some(outcome),
            _ => None,
        }
    }

    /// Returns whether a move captures a piece.
    #[inline]
    pub fn is_capture(&self, mv: Move) -> bool {
        !mv.is_pass() && self.enemy().contains(mv.to())
    }

    /// Returns the position with a square edited.
    pub fn with_piece(&self, square: Square, piece: Option<Color>) -> Position {
        let mut setup = self.setup();
        setup.put(square, piece);
        Position::judged(setup.pieces, self.turn, self.rules).held_open()
    }

    /// Returns the position with an edited side to move.
    pub fn with_turn(&self, turn: Color) -> Position {
        Position::judged(self.pieces, turn, self.rules).held_open()
    }

    /// Returns the board and the side to move.
    pub fn setup(&self) -> Setup {
        Setup {
            pieces: self.pieces,
            turn: self.turn,
        }
    }

    /// Returns the board in the form of the `dump` command, the eighth rank first, then `Next move: black`.
    /// The program adds the `===` lines around it.
    pub fn dump_rows(&self) -> [String; 9] {
        let row = |rank: i8| {
            let mut row = String::from("   ");
            for square in (0..8).filter_map(|file| square_at(file, rank)) {
                row.push_str(match self.piece_at(square) {
                    Some(Color::Black) => " b",
                    Some(Color::White) => " w",
                    None => " -",
                });
            }
            row
        };
        std::array::from_fn(|i| match i {
            8 => format!("Next move: {}", self.turn),
            _ => row(7 - i as i8),
        })
    }

    /// Appends every move of a piece: no pass, and moves even when the game is over. For searches that have
    /// already checked the outcome.
    #[inline(always)]
    pub fn piece_moves(&self, out: &mut MoveList<Move>) {
        lines::append_moves(self.own(), self.enemy(), out);
    }

    /// Returns the number of moves of the side to move, without the pass, whether or not the game is over.
    #[inline(always)]
    pub fn count_piece_moves(&self) -> u32 {
        lines::count_moves(self.own(), self.enemy())
    }

    /// Returns the number of moves that a side would have if it were its turn: its mobility.
    #[inline(always)]
    pub fn mobility(&self, color: Color) -> u32 {
        lines::count_moves(self.pieces[color], self.pieces[!color])
    }

    /// Returns whether the side to move has to pass, given that it has no move.
    #[inline]
    fn stuck_side_passes(&self) -> bool {
        match self.phase {
            Phase::Decided(_) => false,
            Phase::HeldOpen => true,
            Phase::Open => lines::has_move(self.enemy(), self.own()),
        }
    }

    /// Returns an error if a piece cannot make this move, as far as the board determines it.
    fn check_piece_move(&self, from: Square, to: Square) -> Result<(), Illegal> {
        if self.enemy().contains(from) {
            return Err(Illegal::OpponentsPiece { square: from });
        }
        if !self.own().contains(from) {
            return Err(Illegal::NoPiece { square: from });
        }
        if from == to {
            return Err(Illegal::StaysPut { square: from });
        }
        if self.own().contains(to) {
            return Err(Illegal::OwnPiece { square: to });
        }
        let files = file_of(to) - file_of(from);
        let ranks = rank_of(to) - rank_of(from);
        let axis = match (files, ranks) {
            (_, 0) => Axis::Rank,
            (0, _) => Axis::File,
            _ if files == ranks => Axis::Rising,
            _ if files == -ranks => Axis::Falling,
            _ => return Err(Illegal::NotStraight { from, to }),
        };
        let needed = self.line_count(from, axis);
        let got = files.unsigned_abs().max(ranks.unsigned_abs()).into();
        if needed != got {
            return Err(Illegal::WrongDistance { needed, got });
        }
        let (file_step, rank_step) = (files.signum(), ranks.signum());
        let mut between = (1..got as i8)
            .filter_map(|i| square_at(file_of(from) + i * file_step, rank_of(from) + i * rank_step));
        match between.find(|&square| self.enemy().contains(square)) {
            Some(square) => Err(Illegal::EnemyBetween { square }),
            None => Ok(()),
        }
    }
}

/// Returns the result if a side is contiguous after a move of `mover`. The enemy's pieces need a check only
/// when one of them was just captured, or when the previous position is unknown.
#[inline(always)]
fn judge(pieces: PerColor<Bitboard>, mover: Color, rules: Rules, look_at_enemy: bool) -> Option<Outcome> {
    let mover_connected = is_contiguous(pieces[mover]);
    let enemy_connected = look_at_enemy && is_contiguous(pieces[!mover]);
    match (mover_connected, enemy_connected) {
        (false, false) => None,
        (false, true) => Some(Outcome::Win(!mover)),
        (true, true) if rules.simultaneous == Simultaneous::Draw => Some(Outcome::Draw),
        (true, _) => Some(Outcome::Win(mover)),
    }
}

impl Default for Position {
    fn default() -> Position {
        Position::start(Rules::default())
    }
}

impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "Position({}, {:?}, {:?})",
            self.setup(),
            self.rules.simultaneous,
            self.phase
        )
    }
}

impl Game for Position {
    type Move = Move;
    type Illegal = Illegal;

    #[inline]
    fn turn(&self) -> Color {
        self.turn
    }

    #[inline(always)]
    fn legal_moves(&self, out: &mut MoveList<Move>) {
        if self.decided().is_some() {
            return;
        }
        let before = out.len();
        self.piece_moves(out);
        if out.len() == before && self.stuck_side_passes() {
            let _ = out.try_push(Move::PASS);
        }
    }

    fn check(&self, mv: Move) -> Result<(), Illegal> {
        if self.decided().is_some() {
            return Err(Illegal::GameOver);
        }
        if !mv.is_pass() {
            return self.check_piece_move(mv.from(), mv.to());
        }
        if lines::has_move(self.own(), self.enemy()) {
            Err(Illegal::MayNotPass)
        } else if !self.stuck_side_passes() {
            Err(Illegal::GameOver)
        } else {
            Ok(())
        }
    }

    #[inline(always)]
    fn play_unchecked(&mut self, mv: Move) {
        let (mover, enemy) = (self.turn, !self.turn);
        self.turn = enemy;
        self.key ^= KEYS.white_to_move;
        let was_open = self.phase == Phase::Open;
        if mv.is_pass() {
            if was_open {
                return;
            }
        } else {
            let (from, to) = (mv.from(), mv.to());
            self.pieces[mover] ^= from.bit() | to.bit();
            self.key ^= piece_key(mover, from) ^ piece_key(mover, to);
        }
        let captured = !mv.is_pass() && self.pieces[enemy].contains(mv.to());
        if captured {
            self.pieces[enemy] ^= mv.to().bit();
            self.key ^= piece_key(enemy, mv.to());
        }
        let outcome = judge(self.pieces, mover, self.rules, captured || !was_open);
        if outcome.is_some() || !was_open {
            self.set_phase(match outcome {
                Some(outcome) => Phase::Decided(outcome),
                None => Phase::Open,
            });
        }
    }

    fn outcome(&self) -> Option<Outcome> {
        match self.phase {
            Phase::Decided(outcome) => Some(outcome),
            Phase::HeldOpen => None,
            Phase::Open => {
                let somebody_moves = lines::has_move(self.own(), self.enemy()) || self.stuck_side_passes();
                (!somebody_moves).then_some(Outcome::Draw)
            }
        }
    }

    #[inline]
    fn key(&self) -> u64 {
        self.key
    }

    #[inline]
    fn count_moves(&self) -> u64 {
        if self.decided().is_some() {
            return 0;
        }
        match self.count_piece_moves() {
            0 => self.stuck_side_passes().into(),
            n => n.into(),
        }
    }

    /// Returns whether a move counts against the move limit: a pass does not.
    fn counts_against_limit(mv: Move) -> bool {
        !mv.is_pass()
    }
}

struct Keys {
    pieces: [u64; 128],
    white_to_move: u64,
    simultaneous_draw: u64,
    held_open: u64,
    decided: u64,
}

static KEYS: Keys = {
    // The digits of the square root of 2.
    let pieces = zobrist::keys::<128>(0x1414_2135_6237_3095);
    let [white_to_move, simultaneous_draw, held_open, decided] = zobrist::keys(0x0488_0168_8724_2097);
    Keys {
        pieces,
        white_to_move,
        simultaneous_draw,
        held_open,
        decided,
    }
};

#[inline(always)]
fn piece_key(color: Color, square: Square) -> u64 {
    KEYS.pieces[color.index() << 6 | square.index()]
}

/// Returns the key of a phase. The result of a decided game follows from its board and its mover, so one
/// number is enough for all results.
#[inline(always)]
fn phase_key(phase: Phase) -> u64 {
    match phase {
        Phase::Open => 0,
        Phase::HeldOpen => KEYS.held_open,
        Phase::Decided(_) => KEYS.decided,
    }
}
