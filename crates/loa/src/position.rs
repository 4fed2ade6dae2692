//! The position: the board, the side to move, the rules, and whether the game is over.

use std::fmt;

use parlor_core::{Bitboard, Color, Game, MoveList, Outcome, PerColor, Square, zobrist};

use crate::board::{Axis, file_of, rank_of, square_at};
use crate::contiguity::is_contiguous;
use crate::formats::{InvalidSetup, Setup};
use crate::lines;
use crate::moves::{Illegal, Move};

/// What a move that makes both sides contiguous is worth.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Simultaneous {
    /// It wins for the side that made it.
    #[default]
    MoverWins,
    /// It draws the game, as in the Computer Olympiad.
    Draw,
}

impl Simultaneous {
    /// Both, the usual one first.
    pub const ALL: [Simultaneous; 2] = [Simultaneous::MoverWins, Simultaneous::Draw];

    /// The name in files and messages.
    pub const fn code(self) -> &'static str {
        match self {
            Simultaneous::MoverWins => "mover-wins",
            Simultaneous::Draw => "draw",
        }
    }
}

/// What players may agree on before a game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Rules {
    /// What a move that makes both sides contiguous is worth.
    pub simultaneous: Simultaneous,
}

/// A position of Lines of Action, small enough to copy before every move.
///
/// # When the game is over
///
/// A move ends the game when it leaves a side contiguous, so the result belongs to the move; a position
/// remembers it. Playing judges the position that arises; so does [`Position::from_setup`], and reading a
/// position string, as if the side that is *not* to move had just moved there. A position made by *editing*
/// ([`Position::with_piece`], [`Position::with_turn`], [`Position::edited`]) is never over, even when a side
/// is contiguous or nobody can move: the next move, even a pass, decides it. Two positions that differ in
/// this alone are not equal and have different keys; where no side is contiguous and somebody can move,
/// editing leaves no trace.
///
/// A side that cannot move passes ([`Move::PASS`]); when neither side can, the game is drawn. The limit on
/// the number of moves is the business of [`GameRecord`](parlor_core::GameRecord).
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Position {
    pieces: PerColor<Bitboard>,
    key: u64,
    turn: Color,
    rules: Rules,
    phase: Phase,
}

/// What playing knows of the end of the game without looking at the lines.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Phase {
    /// No side is contiguous. Whether anybody can move is looked at when it is asked.
    Open,
    /// Edited, and over but for that: a side is contiguous or nobody can move.
    HeldOpen,
    /// A side is contiguous, which decided the game.
    Decided(Outcome),
}

impl Position {
    /// Black's pieces at the start: b1–g1 and b8–g8.
    const START_BLACK: Bitboard = Bitboard(0x7e00_0000_0000_007e);
    /// White's pieces at the start: a2–a7 and h2–h7.
    const START_WHITE: Bitboard = Bitboard(0x0081_8181_8181_8100);

    /// The start of a game.
    pub fn start(rules: Rules) -> Position {
        Position::from_parts(
            PerColor([Position::START_BLACK, Position::START_WHITE]),
            Color::Black,
            rules,
            Phase::Open,
        )
    }

    /// The position of a setup, judged as if the side that is not to move had just moved there.
    pub fn from_setup(setup: &Setup, rules: Rules) -> Result<Position, InvalidSetup> {
        setup.validate()?;
        Ok(Position::judged(setup.pieces, setup.turn, rules))
    }

    /// The position of a setup that somebody is still editing: never over.
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

    /// Whether the position is kept from being over by having been edited.
    pub fn is_held_open(&self) -> bool {
        self.phase == Phase::HeldOpen
    }

    /// The key computed from the rest of the position, to check the one that playing keeps.
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

    /// The rules of the game.
    #[inline]
    pub const fn rules(&self) -> Rules {
        self.rules
    }

    /// The pieces of a side.
    #[inline]
    pub fn pieces(&self, color: Color) -> Bitboard {
        self.pieces[color]
    }

    /// The pieces of the side to move.
    #[inline]
    pub fn own(&self) -> Bitboard {
        self.pieces[self.turn]
    }

    /// The pieces of the side that is not to move.
    #[inline]
    pub fn enemy(&self) -> Bitboard {
        self.pieces[!self.turn]
    }

    /// The pieces of both sides.
    #[inline]
    pub fn occupied(&self) -> Bitboard {
        self.pieces[Color::Black] | self.pieces[Color::White]
    }

    /// How many pieces a side has.
    #[inline]
    pub fn count(&self, color: Color) -> u32 {
        self.pieces[color].count()
    }

    /// Whose piece stands on a square.
    pub fn piece_at(&self, square: Square) -> Option<Color> {
        Color::ALL
            .into_iter()
            .find(|&color| self.pieces[color].contains(square))
    }

    /// How many pieces of both sides stand on a line: how far a piece on it goes along it.
    #[inline]
    pub fn line_count(&self, square: Square, axis: Axis) -> u32 {
        (axis.line(square) & self.occupied()).count()
    }

    /// Whether a side's pieces hang together now, whether or not that ended the game.
    #[inline]
    pub fn is_connected(&self, color: Color) -> bool {
        is_contiguous(self.pieces[color])
    }

    /// The result, if the last move decided the game by making a side contiguous. Unlike
    /// [`Game::outcome`] this costs nothing, but it does not see that neither side can move.
    #[inline]
    pub const fn decided(&self) -> Option<Outcome> {
        match self.phase {
            Phase::Decided(outcome) => Some(outcome),
            _ => None,
        }
    }

    /// Whether a move takes a piece.
    #[inline]
    pub fn is_capture(&self, mv: Move) -> bool {
        !mv.is_pass() && self.enemy().contains(mv.to())
    }

    /// The position with a square emptied or filled by hand.
    pub fn with_piece(&self, square: Square, piece: Option<Color>) -> Position {
        let mut setup = self.setup();
        setup.put(square, piece);
        Position::judged(setup.pieces, self.turn, self.rules).held_open()
    }

    /// The position with another side to move, by hand.
    pub fn with_turn(&self, turn: Color) -> Position {
        Position::judged(self.pieces, turn, self.rules).held_open()
    }

    /// The board and the side to move.
    pub fn setup(&self) -> Setup {
        Setup {
            pieces: self.pieces,
            turn: self.turn,
        }
    }

    /// The board as the `dump` command shows it, the eighth rank first, then `Next move: black`. The
    /// `===` lines around it are the program's.
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

    /// Appends every move of a piece: no pass, and moves even when the game is over. For searches that
    /// have looked at the outcome already.
    #[inline(always)]
    pub fn piece_moves(&self, out: &mut MoveList<Move>) {
        lines::append_moves(self.own(), self.enemy(), out);
    }

    /// How many moves the side to move has, not counting a pass, whether or not the game is over.
    #[inline(always)]
    pub fn count_piece_moves(&self) -> u32 {
        lines::count_moves(self.own(), self.enemy())
    }

    /// How many moves a side would have if it were to move: its mobility.
    #[inline(always)]
    pub fn mobility(&self, color: Color) -> u32 {
        lines::count_moves(self.pieces[color], self.pieces[!color])
    }

    /// Whether the side to move has to pass, given that it has no piece to move.
    #[inline]
    fn stuck_side_passes(&self) -> bool {
        match self.phase {
            Phase::Decided(_) => false,
            Phase::HeldOpen => true,
            Phase::Open => lines::has_move(self.enemy(), self.own()),
        }
    }

    /// Why a piece cannot make this move, as far as the board goes.
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

/// The result if a side is contiguous after a move of `mover`. The enemy's pieces need a look only when
/// one of them was just taken, or when nobody knows how they came to stand as they do.
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

    /// A pass is not a move of the game's move limit.
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

/// A decided game's result follows from its board and its mover, so one number is enough for all.
#[inline(always)]
fn phase_key(phase: Phase) -> u64 {
    match phase {
        Phase::Open => 0,
        Phase::HeldOpen => KEYS.held_open,
        Phase::Decided(_) => KEYS.decided,
    }
}
