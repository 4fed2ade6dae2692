//! What the search asks of a game.

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

/// A move, with what the game knows of it before it is searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Candidate<M, E> {
    /// The move.
    pub mv: M,
    /// What the move does, as far as that was found out already: [`Node::child`] need not find it out again.
    pub effect: E,
    /// How promising it looks at first sight, in the units of the search's history (a few thousand between
    /// a good and a bad move). The search adds what it learned to this.
    pub order: i32,
    /// Whether the move changes little at once: only quiet moves are left out near the horizon.
    pub quiet: bool,
}

/// How a game has ended, for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// The side to move has won; the search adds the distance.
    Won,
    /// The side to move has lost.
    Lost,
    /// Nobody has won.
    Drawn,
    /// The end has a worth of its own (the disc difference of Othello) and no distance.
    Worth(Score),
}

/// A shallow search that foretells a deep one (ProbCut, Buro 1995).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Probe {
    /// The depth of the shallow search.
    pub depth: i32,
    /// How far beyond a bound its score must be for the deep search to be left out.
    pub margin: i32,
}

/// The shallow searches to try at one node, in order.
pub type Probes = ArrayVec<Probe, 3>;

/// A window of scores: what lies outside it need not be exact.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Window {
    /// What the side to move is sure of.
    pub alpha: Score,
    /// What the other side will not allow to be exceeded.
    pub beta: Score,
}

/// A position with its evaluation state: what the search copies, advances and asks at every node.
///
/// Every method here is called at most once or twice per node. Implementations mark the hot ones
/// `#[inline(always)]`, because only what is inlined into the search is compiled for the instruction set
/// that was chosen for it (see [`crate::isa`]); `isa` is the proof to hand to kernels with intrinsics.
///
/// Nothing here may depend on time, addresses or floating-point rounding that differs between machines:
/// one thread with a node or depth limit repeats itself exactly.
pub trait Node: Clone + Debug + Send + Sync {
    /// The game.
    type Game: Game;
    /// What one thread keeps for the game: shared weights, caches, a solver. Shared things are behind an
    /// `Arc` inside it.
    type Context: Send;
    /// What generating a move finds out that making it needs; `()` where that is nothing.
    type Effect: Copy + Debug + Send + Sync;

    /// How many values [`Node::slot`] has.
    const SLOTS: usize;

    /// The parts of the board by which the search corrects the evaluation; none where it does not.
    const PARTS: &'static [Part] = &[];

    /// How many values [`Node::phase`] has: the search holds one set of parameters for each.
    const PHASES: usize = 1;

    /// The node of a position.
    fn new(position: &Self::Game, cx: &Self::Context) -> Self;

    /// The side to move.
    fn turn(&self) -> Color;

    /// A hash of all that matters to the search. Unlike [`Game::key`] it may leave out what hardly ever
    /// matters, such as a jump counter far from its limit.
    fn key(&self) -> u64;

    /// How the game has ended, if it has.
    fn ended(&self) -> Option<End>;

    /// Appends every legal move with its first impression. A side that is stuck while the game goes on has
    /// exactly one move, the pass.
    fn generate<I: Isa>(&self, isa: I, cx: &mut Self::Context, out: &mut Vec<CandidateOf<Self>>);

    /// The node after one of the moves that were generated for this node.
    fn child<I: Isa>(&self, isa: I, cx: &mut Self::Context, candidate: &CandidateOf<Self>) -> Self;

    /// What the position is worth to the side to move, within ±[`Score::MAX_EVAL`].
    fn evaluate<I: Isa>(&self, isa: I, cx: &mut Self::Context) -> Score;

    /// The pieces of the side to move and of the other, for [`Node::PARTS`].
    fn pieces(&self) -> [u64; 2] {
        [0; 2]
    }

    /// A move in sixteen bits, not 0, different for different moves of one position.
    fn pack(mv: MoveOf<Self>) -> u16;

    /// Where the history of a move is kept, below [`Node::SLOTS`]; moves that mean the same share a slot.
    /// The low six bits are the square the move goes to.
    fn slot(mv: MoveOf<Self>) -> usize;

    /// Whether a move is a forced pass, which costs no depth.
    fn is_pass(_mv: MoveOf<Self>) -> bool {
        false
    }

    /// Which set of parameters applies here, below [`Node::PHASES`].
    fn phase(&self) -> usize {
        0
    }

    /// How many plies back a position could have been the same. The search takes a position that occurred
    /// before within that many plies for a draw: the side that could do better would have deviated.
    fn reversible_plies(&self) -> usize {
        0
    }

    /// The same position with the other side to move, where giving up a move is a fair test that a side
    /// stands well (null move). None where that would be unsound, as in games of forced moves.
    fn null(&self) -> Option<Self> {
        None
    }

    /// A move that wins on the spot, if the game has a quick and exact way to see one.
    fn instant_win<I: Isa>(&self, _isa: I, _cx: &mut Self::Context) -> Option<MoveOf<Self>> {
        None
    }

    /// Appends the moves to look at beyond the horizon; with none of them, quiescence is the evaluation.
    fn generate_noisy<I: Isa>(&self, _isa: I, _cx: &mut Self::Context, _out: &mut Vec<CandidateOf<Self>>) {}

    /// Whether [`Node::generate_noisy`] has anything to give in this game.
    const QUIESCENCE: bool = false;

    /// The shallow searches that may replace a search of this depth (multi-ProbCut).
    fn probes(&self, _cx: &Self::Context, _depth: i32) -> Probes {
        Probes::new()
    }

    /// Takes over from the search: the exact worth of this node, or a bound of it outside the window, by
    /// the game's own means (Othello's endgame solver). Such a solver counts its nodes on the meter and
    /// returns anything at once when the meter says stop.
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

    /// Called once for each further thread, to share with the first one what threads can share.
    fn share(_cx: &mut Self::Context, _with: &Self::Context) {}

    /// Called once before each search of a thread, to clear what would make it depend on the previous one.
    fn begin_search(_cx: &mut Self::Context) {}
}
