//! The node of the search for Othello on the 8×8 board.

use parlor_core::{Bitboard, Color, Game, GameRecord, Level, Score, Square};
use parlor_othello::formats::plain;
use parlor_othello::kernel::{Baseline, Kernel};
use parlor_othello::{Board, Move, Rules};
use parlor_search::isa::Isa;
use parlor_search::params::Tuning;
use parlor_search::{Candidate, CandidateOf, End, Node, NodeCounter, Probe, Probes, Window};

use super::eval::patterns::Indices;
use super::eval::weights::{Learned, WeightsError};
use super::eval::{embedded, must_move};
use super::geometry::{CORNERS, X_SQUARES, final_score};
use super::params::{
    LAST_PLIES, LEAF_TABLE_MIB, ORDER_CORNER, ORDER_CORNER_REPLY, ORDER_REPLY, ORDER_X_SQUARE,
    PROBE_MIN_DEPTH, PROBE_QUANTILE, SKILLS, SOLVE_ALWAYS, SOLVE_AT_MOST, SOLVE_BEYOND_DEPTH,
    SOLVER_NODES_PER_NODE, TUNING,
};
use super::probe_errors::standard_error;
use super::prover::BoardProver;
use super::solver::{LeafSolver, ShallowSearch};
use crate::engine::{Engine, EngineNode, Options};
use crate::othello::engine::OthelloEngine;
use crate::prover::{Prover, ProverOptions};
use crate::skill::Skill;

#[cfg(target_arch = "x86_64")]
type WideKernel = parlor_othello::kernel::Avx2;
#[cfg(not(target_arch = "x86_64"))]
type WideKernel = Baseline;

fn wide_kernel() -> Option<WideKernel> {
    #[cfg(target_arch = "x86_64")]
    return WideKernel::detect();
    #[cfg(not(target_arch = "x86_64"))]
    return None;
}

/// The data that a thread keeps for Othello.
pub struct Context {
    learned: Learned,
    leaf: LeafSolver,
    wide: Option<WideKernel>,
    probe_quantile: i32,
    solve_beyond_depth: u32,
    last_plies: i32,
}

/// A position with the moves of the side to move and the pattern indices of the learned weights.
#[derive(Clone, Copy, Debug)]
pub struct OthelloNode {
    board: Board,
    moves: u64,
    // Neither side can move.
    is_stuck: bool,
    indices: Indices,
}

/// The effect of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Effect {
    /// The discs it turns.
    flips: u64,
    /// The replies it leaves to the other side.
    replies: u64,
}

// Runs an expression with the kernel of the instruction set.
macro_rules! with_kernel {
    ($isa:expr, $cx:expr, |$kernel:ident| $body:expr) => {
        if $isa.avx2().is_some()
            && let Some($kernel) = $cx.wide
        {
            $body
        } else {
            let $kernel = Baseline;
            $body
        }
    };
}

impl OthelloNode {
    #[inline(always)]
    fn sides(&self) -> (u64, u64) {
        (self.board.player().0, self.board.opponent().0)
    }

    #[inline(always)]
    fn n_empties(&self) -> u32 {
        self.board.empties().count()
    }

    #[inline(always)]
    fn with_moves<K: Kernel>(kernel: K, board: Board, moves: u64, indices: Indices) -> OthelloNode {
        let (player, opponent) = (board.player().0, board.opponent().0);
        OthelloNode {
            board,
            moves,
            is_stuck: moves == 0 && kernel.mobility(opponent, player) == 0,
            indices,
        }
    }

    #[inline(always)]
    fn candidates<K: Kernel>(&self, kernel: K, out: &mut Vec<CandidateOf<OthelloNode>>) {
        let mut left = self.moves;
        while left != 0 {
            let square = left.trailing_zeros();
            left &= left - 1;
            out.push(self.candidate_at(kernel, square));
        }
    }

    /// Returns the candidate of a legal move to a square.
    #[inline(always)]
    fn candidate_at<K: Kernel>(&self, kernel: K, square: u32) -> CandidateOf<OthelloNode> {
        let (player, opponent) = self.sides();
        let bit = 1 << square;
        let flips = kernel.flips(player, opponent, square);
        let replies = kernel.mobility(opponent & !flips, player | flips | bit);
        let mut order = -ORDER_REPLY * replies.count_ones() as i32
            - ORDER_CORNER_REPLY * (replies & CORNERS).count_ones() as i32;
        if bit & CORNERS != 0 {
            order += ORDER_CORNER;
        } else if bit & X_SQUARES != 0 {
            order += ORDER_X_SQUARE;
        }
        Candidate {
            mv: Move::new(Square::from_low_bits(square)),
            effect: Effect { flips, replies },
            order,
            quiet: true,
        }
    }

    #[inline(always)]
    fn after<K: Kernel>(&self, kernel: K, mv: Move, effect: Effect) -> OthelloNode {
        let mut board = self.board;
        let indices = match mv.square() {
            Some(square) => {
                board.play_flips(square, Bitboard(effect.flips));
                self.indices.after(square.index() as u32, effect.flips)
            }
            None => {
                board.play_pass();
                self.indices.after_pass()
            }
        };
        OthelloNode::with_moves(kernel, board, effect.replies, indices)
    }

    #[inline(always)]
    fn worth<K: Kernel>(&self, kernel: K, cx: &Context) -> Score {
        let (player, opponent) = self.sides();
        if self.board.rules() == Rules::NoMoveLoses {
            return Score(must_move::evaluate(kernel, player, opponent));
        }
        let worth = cx
            .learned
            .evaluate(kernel, &self.indices, (player, opponent), self.moves);
        Score(worth)
    }
}

impl Node for OthelloNode {
    type Game = Board;
    type Context = Context;
    type Effect = Effect;

    const SLOTS: usize = 65;

    fn new(position: &Board, _cx: &Context) -> OthelloNode {
        let indices = Indices::new(position.player().0, position.opponent().0);
        OthelloNode::with_moves(Baseline, *position, position.mobility().0, indices)
    }

    #[inline(always)]
    fn turn(&self) -> Color {
        self.board.turn()
    }

    #[inline(always)]
    fn key(&self) -> u64 {
        self.board.key()
    }

    #[inline(always)]
    fn ended(&self) -> Option<End> {
        if self.moves != 0 {
            return None;
        }
        let (player, opponent) = self.sides();
        match self.board.rules() {
            Rules::Pass => self
                .is_stuck
                .then(|| End::Worth(Score::from_discs(final_score(player, opponent)))),
            Rules::NoMoveLoses if self.n_empties() > 0 => Some(End::Lost),
            Rules::NoMoveLoses => Some(match player.count_ones().cmp(&opponent.count_ones()) {
                std::cmp::Ordering::Greater => End::Won,
                std::cmp::Ordering::Less => End::Lost,
                std::cmp::Ordering::Equal => End::Drawn,
            }),
        }
    }

    /// Orders moves by how few replies they leave; replies in a corner count most.
    #[inline(always)]
    fn generate<I: Isa>(&self, isa: I, cx: &mut Context, out: &mut Vec<CandidateOf<OthelloNode>>) {
        if self.moves == 0 {
            if self.ended().is_none() {
                let (player, opponent) = self.sides();
                out.push(Candidate {
                    mv: Move::PASS,
                    effect: Effect {
                        flips: 0,
                        replies: Baseline.mobility(opponent, player),
                    },
                    order: 0,
                    quiet: false,
                });
            }
            return;
        }
        with_kernel!(isa, cx, |kernel| self.candidates(kernel, out));
    }

    #[inline(always)]
    fn candidate<I: Isa>(&self, isa: I, cx: &mut Context, packed: u16) -> Option<CandidateOf<OthelloNode>> {
        let square = u32::from(packed).checked_sub(1)?;
        let is_legal = square < 64 && self.moves >> square & 1 != 0;
        is_legal.then(|| with_kernel!(isa, cx, |kernel| self.candidate_at(kernel, square)))
    }

    #[inline(always)]
    fn child<I: Isa>(&self, isa: I, cx: &mut Context, candidate: &CandidateOf<OthelloNode>) -> OthelloNode {
        with_kernel!(isa, cx, |kernel| self.after(
            kernel,
            candidate.mv,
            candidate.effect
        ))
    }

    #[inline(always)]
    fn evaluate<I: Isa>(&self, isa: I, cx: &mut Context) -> Score {
        with_kernel!(isa, cx, |kernel| self.worth(kernel, cx))
    }

    #[inline(always)]
    fn pack(mv: Move) -> u16 {
        mv.index() as u16 + 1
    }

    #[inline(always)]
    fn slot(mv: Move) -> usize {
        mv.index()
    }

    #[inline(always)]
    fn is_pass(mv: Move) -> bool {
        mv == Move::PASS
    }

    #[inline(always)]
    fn probes(&self, cx: &Context, depth: i32) -> Probes {
        let mut probes = Probes::new();
        if depth >= PROBE_MIN_DEPTH && cx.probe_quantile > 0 && self.board.rules() == Rules::Pass {
            // Of the same parity: odd and even depths evaluate with different sides to move.
            let shallow = (depth / 4 * 2 + depth % 2).min(depth - 2).max(1);
            let error = standard_error(self.n_empties(), shallow, depth);
            probes.push(Probe {
                depth: shallow,
                margin: cx.probe_quantile * error / 100,
            });
        }
        probes
    }

    #[inline(always)]
    fn solve<I: Isa>(
        &self,
        isa: I,
        cx: &mut Context,
        counter: &mut NodeCounter<'_>,
        window: Window,
        depth: i32,
    ) -> Option<Score> {
        let n_empties = self.n_empties();
        let reach = (depth.max(0) as u32 + cx.solve_beyond_depth).min(SOLVE_AT_MOST);
        if self.board.rules() != Rules::Pass || n_empties > reach.max(SOLVE_ALWAYS) {
            return None;
        }
        let alpha = window.alpha.0.div_euclid(Score::PIECE).clamp(-65, 64);
        let beta = (-(-window.beta.0).div_euclid(Score::PIECE)).clamp(alpha + 1, 65);
        let Context { leaf, learned, .. } = cx;
        let sides = self.sides();
        let interrupt = || counter.is_interrupted();
        let solved = with_kernel!(isa, cx, |kernel| leaf.solve(
            kernel,
            learned,
            sides,
            (alpha, beta),
            &interrupt
        ));
        let Some((score, nodes)) = solved else {
            counter.poll();
            return Some(Score::DRAW);
        };
        counter.add(nodes / SOLVER_NODES_PER_NODE);
        Some(Score::from_discs(score))
    }

    #[inline(always)]
    fn search_last_plies<I: Isa>(
        &self,
        isa: I,
        cx: &mut Context,
        counter: &mut NodeCounter<'_>,
        window: Window,
        depth: i32,
    ) -> Option<Score> {
        if depth > cx.last_plies || self.board.rules() != Rules::Pass {
            return None;
        }
        let depth = depth as u32;
        // Where a node below would be solved, the general search does that.
        if self.n_empties() <= (depth + cx.solve_beyond_depth).max(SOLVE_ALWAYS + depth - 1) {
            return None;
        }
        let (player, opponent) = self.sides();
        let mut nodes = 0;
        let score = with_kernel!(isa, cx, |kernel| kernel.run(ShallowSearch {
            learned: &cx.learned,
            nodes: &mut nodes,
            indices: &self.indices,
            player,
            opponent,
            moves: self.moves,
            alpha: window.alpha.0,
            beta: window.beta.0,
            depth,
        }));
        // The general search has counted this node already.
        counter.add(nodes - 1);
        Some(Score(score))
    }

    fn share(cx: &mut Context, with: &Context) {
        cx.leaf.share(&with.leaf);
    }

    /// Clears what an earlier search left in the leaf solver, so that this one does not depend on it.
    fn begin_search(cx: &mut Context) {
        cx.leaf.clear();
    }
}

/// Positions of every stage of the game. From the seventh on they come from random self-play games, before
/// anything is proven and while neither side is six discs ahead: a few trees are too few to measure what
/// threads gain.
const BENCH_POSITIONS: [&str; 24] = [
    "---------------------------OX------XO--------------------------- X",
    "------------------X-O-----XXOO----XXXO----XOOO---------X-------- O",
    "--OOO-----OOO---XXXOOO---XXXXO---OXXXO---OOOXX----O-X----------- X",
    "--XXXXX---XXXX---OOOXX---OOXXXX--OOXXXO-OOOOXOO----XOX----XXXXX- O",
    "-OOOOO----OXXO-XXXOOOXX-XXOXOXXOXXOOXOOOXXXXOO-OX-XOO----XXXX--- X",
    "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X",
    "------------------O-XX---OOOOOO---OXXXXX-OX-XXX----------------- X",
    "---------------------O--X-XXO---OOOOXX----OX-------O------------ X",
    "-------------X----OOOXO--OOOOOO--OOXXX---OXXXX----X-------XXX--- X",
    "--------------------O-----XXO-----XXOXX--XXOO-----XO------------ O",
    "--X-------XXXX---OOOX-----OOXX----OOXXXX--OOOXO----OOX------OX-- O",
    "-XXXXX----XOOO---XOXOOO-XXOOX-X-XXOOXX--OXOXXX----OOXO---------- O",
    "-------------------XO-----XXO-----XXX----OOO-X----O--------O---- X",
    "---OXX-X----XXXX--XXXOXO--OOOXOO--OOXOOO--XXOOOO--X------------- O",
    "-----------------XO-X-----XOXO----XOX----OXOXO-----XO-----XO---- O",
    "------------OX----O-XXXO--XXOXOO--XXOOOO--OXOOOO-O-XOO-------O-- X",
    "----O---X--OOO--XXXOOOXXXXXOXXXXX-XOOOOO-XXOOOOO--O-OO---------- X",
    "----X-----XXXX-X--XOXOXX-XXXXXO--X-OOOOOX--O-O-O-------O-------- O",
    "-----X------XX----OXO-O--OOOOO---OOXOXX---XX-XX----XO----------- X",
    "-----------XO-----XXXX-O-XXXXXO---XXXOO---OXOOO---OXXO----O----- X",
    "------------------XO-X---OOXXX----OXXX-----OXO------O--------O-- O",
    "-----------X-------XX----XOOOO---OXXXO-----XX------------------- O",
    "------------OO----OOOOX---OOXOXX--XOXOX---XOXOX---XOOO----XO-O-- X",
    "---OO-----OOOX--O-OOXXXX-OOXOXXX-OXOOOXXOOOXO-O---XXX-----X--X-- X",
];

impl EngineNode for OthelloNode {
    type Weights = Learned;
    type WeightsError = WeightsError;

    const NAME: &'static str = "othello";
    const WIN_SCALE: f64 = super::params::WIN_SCALE;
    const VARIETY: crate::skill::Variety = super::params::VARIETY;
    const SKILLS: [Skill; 10] = SKILLS;
    const BOOK: &'static [u8] = include_bytes!("../../books/othello.book");
    // About the error, in discs, of a search of the size that built the book.
    const BOOK_VARIETY: i32 = 150;
    // The weaker levels search less than the book did, but they are meant to be beaten.
    const BOOK_FROM: Option<Level> = Level::new(8);
    const BENCH: (&'static [&'static str], u32) = (&BENCH_POSITIONS, 10);
    const TIMING_DEPTH: u32 = 18;

    crate::engine::search_in_this_crate!();

    fn prover(options: &ProverOptions) -> Option<Box<dyn Prover<Board>>> {
        Some(Box::new(BoardProver::new(options)))
    }

    fn plies_to_solve(position: &Board) -> Option<u32> {
        (position.rules() == Rules::Pass).then(|| position.empties().count())
    }

    fn start() -> GameRecord<Board> {
        GameRecord::new(Board::start(Rules::Pass))
    }

    fn read(text: &str) -> Option<GameRecord<Board>> {
        let setup = plain::read(text).ok()?;
        Board::from_setup(&setup, Rules::Pass).ok().map(GameRecord::new)
    }

    fn sets(position: &Board) -> Option<[u64; 3]> {
        (position.rules() == Rules::Pass).then(|| [position.player().0, position.opponent().0, 0])
    }

    fn tuning() -> Vec<Tuning> {
        vec![TUNING]
    }

    fn context() -> Context {
        Context {
            learned: embedded().clone(),
            leaf: LeafSolver::new(LEAF_TABLE_MIB),
            wide: wide_kernel(),
            probe_quantile: PROBE_QUANTILE,
            solve_beyond_depth: SOLVE_BEYOND_DEPTH,
            last_plies: LAST_PLIES,
        }
    }

    fn read_weights(bytes: &[u8]) -> Result<Learned, WeightsError> {
        Learned::from_bytes(bytes)
    }

    fn use_weights(cx: &mut Context, weights: &'static Learned) {
        cx.learned = weights.clone();
    }

    /// `probe_quantile` 0 switches ProbCut off, and `last_plies` 0 the simple search of the last plies;
    /// `solve_beyond_depth` sets when a line is handed over to the solver, and `selective_cost` when the game is.
    fn set_parameter(cx: &mut Context, name: &str, value: i32) -> bool {
        match name {
            "probe_quantile" => cx.probe_quantile = value,
            "last_plies" => cx.last_plies = value,
            // A parameter of the engine, not of the search.
            "selective_cost" => {}
            "solve_beyond_depth" => cx.solve_beyond_depth = value.max(0) as u32,
            _ => return false,
        }
        true
    }

    fn engine_with(options: &Options, overrides: &[(String, i32)]) -> Box<dyn Engine<Board>> {
        Box::new(OthelloEngine::new(options, overrides))
    }
}
