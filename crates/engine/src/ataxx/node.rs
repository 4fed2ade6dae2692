//! The Ataxx node of the search.

use parlor_ataxx::{Move, MoveKind, Position, Rules, double_targets, doubles, neighbours, singles};
use parlor_core::{Bitboard, Color, Game, GameRecord, Outcome, Score, Square};
use parlor_search::isa::Isa;
use parlor_search::params::Tuning;
use parlor_search::{Candidate, CandidateOf, End, Node, Part};

use super::learned::{self, AtaxxNetwork};
use super::params::{ORDER_CLONE, ORDER_LEFT, ORDER_TURNED, QUIET_TURNED, SKILLS, TUNING};
use crate::engine::EngineNode;
use crate::network::NetworkError;
use crate::skill::Skill;

/// The data that a thread keeps for Ataxx.
#[derive(Clone, Copy, Debug)]
pub struct Context {
    /// The network that evaluates positions.
    network: &'static AtaxxNetwork,
}

/// A position with the target squares of the side to move. The network extracts its inputs from the position
/// each time.
#[derive(Clone, Copy, Debug)]
pub struct AtaxxNode {
    position: Position,
    /// The empty squares that a piece can extend to. Together with `jumps` they determine whether the game is
    /// over and, later, the moves.
    clones: Bitboard,
    /// The empty squares that a piece can jump to.
    jumps: Bitboard,
}

impl AtaxxNode {
    #[inline(always)]
    fn of(position: Position) -> AtaxxNode {
        let own = position.pieces(position.turn());
        let empty = position.empty();
        AtaxxNode {
            position,
            clones: singles(own) & empty,
            jumps: doubles(own) & empty,
        }
    }

    #[inline(always)]
    fn clone_candidate(&self, to: Square) -> CandidateOf<AtaxxNode> {
        let other = self.position.pieces(!self.position.turn());
        let turned = (neighbours(to) & other).count() as i32;
        Candidate {
            mv: Move::clone_to(to),
            effect: (),
            order: ORDER_CLONE + ORDER_TURNED * turned,
            quiet: turned < QUIET_TURNED,
        }
    }

    /// Returns the candidate of a jump that turns this many pieces.
    #[inline(always)]
    fn jump_candidate(&self, from: Square, to: Square, turned: i32) -> CandidateOf<AtaxxNode> {
        let own = self.position.pieces(self.position.turn());
        let left = (neighbours(from) & own).count() as i32;
        Candidate {
            mv: Move::jump(from, to),
            effect: (),
            order: ORDER_TURNED * turned - ORDER_LEFT * left,
            quiet: turned <= QUIET_TURNED,
        }
    }

    #[inline(always)]
    fn is_stuck(&self) -> bool {
        (self.clones | self.jumps).is_empty()
    }

    /// Returns how the game ended, or `None` if it continues. For positions that the quick test cannot
    /// decide.
    #[cold]
    #[inline(never)]
    fn judged(&self) -> Option<End> {
        self.position.outcome().map(|outcome| match outcome {
            Outcome::Draw => End::Drawn,
            Outcome::Win(winner) if winner == self.position.turn() => End::Won,
            Outcome::Win(_) => End::Lost,
        })
    }
}

// Origins end at square 48: clones and the pass use the numbers of two origins that no jump has.
const CLONE_ORIGIN: usize = 49;
const PASS_ORIGIN: usize = 50;

impl Node for AtaxxNode {
    type Game = Position;
    type Context = Context;
    type Effect = ();

    const SLOTS: usize = 64 * (PASS_ORIGIN + 1);

    /// The four corners, three by three squares each.
    const PARTS: &'static [Part] = &[
        [0x0000_0000_0001_c387; 2],
        [0x0000_0000_001c_3870; 2],
        [0x0000_1c38_7000_0000; 2],
        [0x0001_c387_0000_0000; 2],
    ];

    fn new(position: &Position, _cx: &Context) -> AtaxxNode {
        AtaxxNode::of(*position)
    }

    #[inline(always)]
    fn turn(&self) -> Color {
        self.position.turn()
    }

    #[inline(always)]
    fn key(&self) -> u64 {
        self.position.key()
    }

    #[inline(always)]
    fn ended(&self) -> Option<End> {
        let position = &self.position;
        let other = position.pieces(!position.turn());
        let goes_on = !self.is_stuck() && other.any() && position.clock() < position.rules().clock_limit();
        if goes_on { None } else { self.judged() }
    }

    /// Orders moves by the pieces they turn; adding a piece is a bonus, and leaving a hole for the other side
    /// is a malus.
    #[inline(always)]
    fn generate<I: Isa>(&self, _isa: I, _cx: &mut Context, out: &mut Vec<CandidateOf<AtaxxNode>>) {
        let position = &self.position;
        let own = position.pieces(position.turn());
        let other = position.pieces(!position.turn());
        for to in self.clones {
            out.push(self.clone_candidate(to));
        }
        for to in self.jumps {
            let turned = (neighbours(to) & other).count() as i32;
            for from in double_targets(to) & own {
                out.push(self.jump_candidate(from, to, turned));
            }
        }
        if self.is_stuck() {
            out.push(Candidate {
                mv: Move::PASS,
                effect: (),
                order: 0,
                quiet: false,
            });
        }
    }

    #[inline(always)]
    fn candidate<I: Isa>(&self, _isa: I, _cx: &mut Context, packed: u16) -> Option<CandidateOf<AtaxxNode>> {
        let own = self.position.pieces(self.position.turn());
        match Move::from_bits(packed)?.kind() {
            MoveKind::Clone { to } => self.clones.contains(to).then(|| self.clone_candidate(to)),
            MoveKind::Jump { from, to } => {
                let is_legal = self.jumps.contains(to) && (double_targets(to) & own).contains(from);
                let other = self.position.pieces(!self.position.turn());
                let turned = (neighbours(to) & other).count() as i32;
                is_legal.then(|| self.jump_candidate(from, to, turned))
            }
            MoveKind::Pass => None,
        }
    }

    #[inline(always)]
    fn child<I: Isa>(&self, _isa: I, _cx: &mut Context, candidate: &CandidateOf<AtaxxNode>) -> AtaxxNode {
        let mut position = self.position;
        position.play_unchecked(candidate.mv);
        AtaxxNode::of(position)
    }

    #[inline(always)]
    fn evaluate<I: Isa>(&self, isa: I, cx: &mut Context) -> Score {
        learned::score(isa, cx.network, &self.position)
    }

    #[inline(always)]
    fn pieces(&self) -> [u64; 2] {
        let turn = self.position.turn();
        [turn, !turn].map(|side| self.position.pieces(side).0)
    }

    #[inline(always)]
    fn pack(mv: Move) -> u16 {
        // A jump from a1 to a1 is not a move, so no move is 0.
        mv.bits()
    }

    #[inline(always)]
    fn slot(mv: Move) -> usize {
        match mv.kind() {
            MoveKind::Jump { from, to } => from.index() << 6 | to.index(),
            MoveKind::Clone { to } => CLONE_ORIGIN << 6 | to.index(),
            MoveKind::Pass => PASS_ORIGIN << 6,
        }
    }

    #[inline(always)]
    fn is_pass(mv: Move) -> bool {
        mv.is_pass()
    }
}

/// Positions of every stage of the game, with and without blocks. From the ninth on they come from random
/// self-play games, before anything is proven and while neither side is far ahead.
const BENCH_POSITIONS: [&str; 24] = [
    "x5o/7/7/7/7/7/o5x x 0 1",
    "x5o/7/2-1-2/7/2-1-2/7/o5x x 0 1",
    "x5o/1x3o1/7/3x3/3o3/1o5/o5x o 0 1",
    "xx3oo/x4o1/2x1o2/7/2o1x2/1o3x1/oo3xx x 0 1",
    "xxx2oo/xx2ooo/x1x1o2/2xo3/1ooxx2/ooo1xx1/oo3xx o 0 1",
    "1xx2oo/xx-2oo/x1xoo2/-2o2-/2oxx1x/oo-1-xx/oo3x1 x 0 1",
    "xxxxooo/xxxoooo/xx1oo1o/xxoo1oo/x1ooxxx/oo1xxxx/ooxx1xx x 0 1",
    "xxxx1oo/xxxoooo/xxxoo1o/xx1oxoo/xxoo1xx/oooxxxx/oo1xxxx o 0 1",
    "3o3/7/oo5/1ooo3/2oo3/3xxx1/3xxxx x 1 1",
    "3oo1x/2o3x/3o3/2o4/1oo4/1x5/4o2 x 4 1",
    "7/7/xooooxo/xo1xxxx/oo2xxx/1o3xx/o6 o 0 1",
    "o-1o1-o/ooo2oo/-1-x-1-/2xx2o/-1-1-1-/1x5/x-x1x-1 o 1 1",
    "2-1-x1/3xxx1/3xxx1/2-x-x1/2ooox1/2ooo2/2-x-2 o 0 1",
    "4oox/1x2oox/x4xo/5oo/5oo/5oo/1x3xx x 0 1",
    "oo5/o3xx1/o2ooo1/3oo2/7/7/4o2 x 1 1",
    "x5o/5o1/3ooo1/2xoo2/2oo3/xx5/xx5 x 0 1",
    "x6/1x2x2/-x1-xx-/6o/-2-2-/2xxo2/3xo1x o 4 1",
    "5xx/3o1xx/2oox2/1ooxx2/2ooxo1/7/7 o 1 1",
    "7/7/o4x1/2x4/1xxx3/1xxo3/o6 o 1 1",
    "o2-3/4o1x/-4o-/o5x/-oo3-/7/3-2o x 1 1",
    "1--1--o/5xo/2xxxxo/-1xxxx-/1oooxxo/2o1xxo/1--1--o o 1 1",
    "7/xo1x1ox/x-1xx-x/oxxxxox/o-x1x-o/o4oo/7 o 1 1",
    "o6/5x1/6x/7/4xxx/1oo2x1/1oo2xx o 2 1",
    "xxo4/xx1oxx1/-xx-xx-/-xx1oo-/-2-oo-/3xooo/2xxooo o 2 1",
];

impl EngineNode for AtaxxNode {
    type Weights = AtaxxNetwork;
    type WeightsError = NetworkError;

    const NAME: &'static str = "ataxx";
    const WIN_SCALE: f64 = super::params::WIN_SCALE;
    const VARIETY: crate::skill::Variety = super::params::VARIETY;
    const SKILLS: [Skill; 10] = SKILLS;
    const SIDE: u32 = 7;
    const BOOK: &'static [u8] = include_bytes!("../../books/ataxx.book");
    const BENCH: (&'static [&'static str], u32) = (&BENCH_POSITIONS, 9);
    const TIMING_DEPTH: u32 = 14;

    crate::engine::search_in_this_crate!();

    fn start() -> GameRecord<Position> {
        GameRecord::new(Position::start(Rules::Cs61b))
    }

    fn read(text: &str) -> Option<GameRecord<Position>> {
        Position::from_fen(text, Rules::Cs61b).ok().map(GameRecord::new)
    }

    fn sets(position: &Position) -> Option<[u64; 3]> {
        let turn = position.turn();
        let sets = [position.pieces(turn), position.pieces(!turn), position.blocks()];
        Some(sets.map(|set| set.0))
    }

    fn tuning() -> Vec<Tuning> {
        vec![TUNING]
    }

    fn context() -> Context {
        Context {
            network: learned::embedded(),
        }
    }

    fn read_weights(bytes: &[u8]) -> Result<AtaxxNetwork, NetworkError> {
        learned::read(bytes)
    }

    fn use_weights(cx: &mut Context, weights: &'static AtaxxNetwork) {
        cx.network = weights;
    }
}
