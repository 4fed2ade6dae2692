//! The interface between the search and a game.

use std::fmt::Debug;

use arrayvec::ArrayVec;
use parlor_core::{Color, Game, Score};

use crate::corrections::Part;
use crate::isa::Isa;
use crate::node_counter::NodeCounter;

/// The moves of a node's game.
pub type MoveOf<N> = <<N as Node>::Game as Game>::Move;

/// The candidates of a node.
pub type CandidateOf<N> = Candidate<MoveOf<N>, <N as Node>::Effect>;

/// A move, with the information that the game has about it before it is searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Candidate<M, E> {
    /// The move.
    pub mv: M,
    /// The effect of the move as computed by generation, so that [`Node::child`] need not compute it again.
    pub effect: E,
    /// How promising the move looks at first sight, in the units of the search's history (a few thousand
    /// between a good and a bad move). The search adds its own statistics.
    pub order: i32,
    /// Whether the move changes little at once. Only quiet moves are pruned near the horizon.
    pub quiet: bool,
}

/// The end of a game, for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// The side to move has won; the search adds the distance.
    Won,
    /// The side to move has lost.
    Lost,
    /// Neither side has won.
    Drawn,
    /// The end has its own score (the disc difference in Othello) and no distance.
    Worth(Score),
}

/// A shallow search that predicts a deep one (ProbCut, Buro 1995).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Probe {
    /// The depth of the shallow search.
    pub depth: i32,
    /// How far outside the window its score must be to skip the deep search.
    pub margin: i32,
}

/// The shallow searches to try at one node, in order.
pub type Probes = ArrayVec<Probe, 3>;

/// A window of scores. Scores outside it need not be exact.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Window {
    /// The score that the side to move already has.
    pub alpha: Score,
    /// The score above which the other side avoids this position.
    pub beta: Score,
}

/// A position with its evaluation state. The search copies, advances and queries it at every node.
///
/// Every method here is called at most once or twice per node. Implementations mark the hot ones
/// `#[inline(always)]`, because only what is inlined into the search is compiled for the instruction set that
/// was chosen for it (see [`crate::isa`]); pass `isa` on to kernels with intrinsics, as their proof.
///
/// Nothing here may depend on time, addresses or floating-point rounding that differs between machines: one
/// thread with a node or depth limit repeats exactly.
pub trait Node: Clone + Debug + Send + Sync {
    /// The game.
    type Game: Game;
    /// The data that one thread keeps for the game: shared weights, caches, a solver. Shared data is behind
    /// an `Arc` inside it.
    type Context: Send;
    /// The results of move generation that making the move needs; `()` if there are none.
    type Effect: Copy + Debug + Send + Sync;

    /// The number of values of [`Node::slot`].
    const SLOTS: usize;

    /// The parts of the board that index the correction history; empty to switch it off.
    const PARTS: &'static [Part] = &[];

    /// The number of values of [`Node::phase`]. The search holds one set of parameters for each.
    const PHASES: usize = 1;

    /// Creates the node of a position.
    fn new(position: &Self::Game, cx: &Self::Context) -> Self;

    /// Returns the side to move.
    fn turn(&self) -> Color;

    /// Returns a hash of everything that matters to the search. Unlike [`Game::key`] it may leave out state
    /// that rarely matters, such as a jump counter far from its limit.
    fn key(&self) -> u64;

    /// Returns how the game has ended, if it has.
    fn ended(&self) -> Option<End>;

    /// Appends every legal move with its initial order. A side that is stuck while the game continues has
    /// exactly one move, the pass.
    fn generate<I: Isa>(&self, isa: I, cx: &mut Self::Context, out: &mut Vec<CandidateOf<Self>>);

    /// Returns the candidate of a packed move as [`Node::generate`] would, if the move is legal here. The search
    /// tries the move of the table this way, and generates the others only if it does not refute. Games for
    /// which that does not pay return `None`.
    fn candidate<I: Isa>(&self, _isa: I, _cx: &mut Self::Context, _packed: u16) -> Option<CandidateOf<Self>> {
        None
    }

    /// Returns the node after one of the moves that were generated for this node.
    fn child<I: Isa>(&self, isa: I, cx: &mut Self::Context, candidate: &CandidateOf<Self>) -> Self;

    /// Returns the score of the position for the side to move, within ±[`Score::MAX_EVAL`].
    fn evaluate<I: Isa>(&self, isa: I, cx: &mut Self::Context) -> Score;

    /// Returns the pieces of the side to move and of the other, for [`Node::PARTS`].
    fn pieces(&self) -> [u64; 2] {
        [0; 2]
    }

    /// Returns a move in sixteen bits: never 0, and unique within a position.
    fn pack(mv: MoveOf<Self>) -> u16;

    /// Returns the history slot of a move, below [`Node::SLOTS`]. Equivalent moves share a slot. The low six
    /// bits are the square that the move goes to.
    fn slot(mv: MoveOf<Self>) -> usize;

    /// Returns whether a move is a forced pass, which costs no depth.
    fn is_pass(_mv: MoveOf<Self>) -> bool {
        false
    }

    /// Returns which set of parameters applies here, below [`Node::PHASES`].
    fn phase(&self) -> usize {
        0
    }

    /// Returns how many plies back the same position can have occurred. The search scores a position that
    /// occurred within that many plies as a draw: the side that could do better would have deviated.
    fn reversible_plies(&self) -> usize {
        0
    }

    /// Returns the same position with the other side to move, for null-move pruning. Returns `None` where
    /// that would be unsound, as in games of forced moves.
    fn null(&self) -> Option<Self> {
        None
    }

    /// Returns a move that wins at once, if the game has a quick and exact test for one.
    fn instant_win<I: Isa>(&self, _isa: I, _cx: &mut Self::Context) -> Option<MoveOf<Self>> {
        None
    }

    /// Appends the moves to search beyond the horizon. If there are none, quiescence is the evaluation.
    fn generate_noisy<I: Isa>(&self, _isa: I, _cx: &mut Self::Context, _out: &mut Vec<CandidateOf<Self>>) {}

    /// Whether [`Node::generate_noisy`] ever produces a move in this game.
    const QUIESCENCE: bool = false;

    /// Returns the shallow searches that may replace a search of this depth (multi-ProbCut).
    fn probes(&self, _cx: &Self::Context, _depth: i32) -> Probes {
        Probes::new()
    }

    /// Takes over from the search with the game's own solver (such as Othello's endgame solver). Returns the
    /// exact score of this node, or a bound outside the window. The solver counts its nodes on the counter
    /// and returns any value at once when the counter reports a stop.
    fn solve<I: Isa>(
        &self,
        _isa: I,
        _cx: &mut Self::Context,
        _meter: &mut NodeCounter<'_>,
        _window: Window,
        _depth: i32,
    ) -> Option<Score> {
        None
    }

    /// Searches the last plies before the horizon with the game's own search, which needs no table and no
    /// history and is therefore faster. Returns the score of this node, or a bound outside the window, or `None`
    /// where the general search does better. Counts its nodes on the counter. Never called for nodes of the
    /// principal variation.
    fn search_last_plies<I: Isa>(
        &self,
        _isa: I,
        _cx: &mut Self::Context,
        _counter: &mut NodeCounter<'_>,
        _window: Window,
        _depth: i32,
    ) -> Option<Score> {
        None
    }

    /// Shares with the first thread what threads can share. Called once for each further thread.
    fn share(_cx: &mut Self::Context, _with: &Self::Context) {}

    /// Clears state that would make a search depend on the previous one. Called once before each search of a
    /// thread.
    fn begin_search(_cx: &mut Self::Context) {}
}
