//! The public interface: one engine for one game, chosen once per search.

use parlor_core::cpu::Cpu;
use parlor_core::{Game, GameRecord, Level};
use parlor_search::params::Tuning;
use parlor_search::{Limits, MoveOf, Node, Report, Searcher, Thought};

use crate::loaded_weights::LoadedWeights;
use crate::prover::{Prover, ProverOptions};
use crate::skill::{Skill, Variety};

/// The settings of an engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// The size of the transposition table in mebibytes, at least 1 and at most half of the machine's memory.
    pub hash_mib: usize,
    /// The number of threads, at least 1. With more than one, a search is no longer reproducible.
    pub threads: usize,
    /// The instruction set, if not the machine's best.
    pub cpu: Option<Cpu>,
    /// Weights to use instead of the embedded ones; weights of another game are ignored. They are chosen when
    /// an engine is created; changing them later has no effect.
    pub weights: Option<LoadedWeights>,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            hash_mib: 64,
            threads: 1,
            cpu: None,
            weights: None,
        }
    }
}

/// A player that can be asked for a move.
pub trait Engine<G: Game>: Send {
    /// Searches the position of a game. Returns `None` when the game is over. The move is always legal.
    fn think(
        &mut self,
        game: &GameRecord<G>,
        limits: &Limits<G::Move>,
        report: &mut dyn FnMut(&Report<G::Move>),
    ) -> Option<Thought<G::Move>>;

    /// Clears the memory of the last game.
    fn new_game(&mut self);

    /// Changes the settings.
    fn set_options(&mut self, options: &Options);
}

/// The reverse link from a game's position type to its search node, for code that has a game and searches it.
pub trait HasEngine: parlor_core::Game {
    /// The node.
    type Node: EngineNode<Game = Self>;
}

/// A game with an engine: the interface that levels, matches and the bench need besides [`Node`].
pub trait EngineNode: Node + Sized + 'static {
    /// The weights that can be loaded from a file.
    type Weights: Send + Sync + 'static;

    /// The reason why a file is not a weights file of this game.
    type WeightsError: std::error::Error + Send + Sync + 'static;

    /// The game's name on the command line.
    const NAME: &'static str;

    /// The skill of each of the ten levels, the weakest first.
    const SKILLS: [Skill; 10];

    /// The win scale: a score of this many hundredths of a piece multiplies the odds of winning by e.
    const WIN_SCALE: f64;

    /// Where and how much randomness may vary play at full strength.
    const VARIETY: Variety;

    /// The positions of the bench as text, and the search depth.
    const BENCH: (&'static [&'static str], u32);

    /// The bench depth that measures speed: it takes a few seconds.
    const TIMING_DEPTH: u32;

    /// The number of squares along a side of the board.
    const SIDE: u32 = 8;

    /// The embedded opening book, or empty; see [`crate::book`].
    const BOOK: &'static [u8] = &[];

    /// A book move is good enough if its score is at most this much below the best.
    const BOOK_VARIETY: i32 = 60;

    /// The lowest level that uses the book against people, if any.
    const BOOK_FROM: Option<Level> = None;

    /// Returns the start of a game, with the default move limit.
    fn start() -> GameRecord<Self::Game>;

    /// Returns the game of one of the [`EngineNode::BENCH`] texts, or `None` if it cannot be read.
    fn read(text: &str) -> Option<GameRecord<Self::Game>>;

    /// Returns the pieces of the side to move, those of the other side and the blocked squares, each a set of
    /// squares numbered row by row. Returns `None` if the board is too large for that.
    fn sets(_position: &Self::Game) -> Option<[u64; 3]> {
        None
    }

    /// Returns the depth ([`Limits::depth`]) at which the engine proves the score of this position, or `None`
    /// if it cannot.
    fn plies_to_solve(_position: &Self::Game) -> Option<u32> {
        None
    }

    /// Returns a solver for this game, if there is one.
    fn prover(_options: &ProverOptions) -> Option<Box<dyn Prover<Self::Game>>> {
        None
    }

    /// Returns the parameters of the search, one set for each phase.
    fn tuning() -> Vec<Tuning>;

    /// Creates the context of a thread.
    fn context() -> Self::Context;

    /// Reads the weights of a file.
    fn read_weights(bytes: &[u8]) -> Result<Self::Weights, Self::WeightsError>;

    /// Makes a thread use weights that were read from a file.
    fn use_weights(cx: &mut Self::Context, weights: &'static Self::Weights);

    /// Changes a game-specific parameter by name, for experiments. Returns whether the name exists.
    fn set_parameter(_cx: &mut Self::Context, _name: &str, _value: i32) -> bool {
        false
    }

    /// Searches with the searcher of this game. All code that is generic over the node searches through this
    /// method, and `search_in_this_crate!` implements it for each game. So the search is compiled once per
    /// node, with this crate's optimisation, and not again in every crate that asks for a move.
    fn search(
        searcher: &mut Searcher<Self>,
        game: &GameRecord<Self::Game>,
        limits: &Limits<MoveOf<Self>>,
        report: &mut dyn FnMut(&Report<MoveOf<Self>>),
    ) -> Option<Thought<MoveOf<Self>>>;

    /// Looks for a forced win of the side to move with at most this many nodes, if the game has a proof
    /// search. Returns the moves to the end and the number of nodes. The win respects the move limit of the
    /// game.
    fn prove(
        _game: &GameRecord<Self::Game>,
        _nodes: u64,
        _cpu: Option<Cpu>,
        _stop: &parlor_core::think::StopToken,
    ) -> (Option<Vec<MoveOf<Self>>>, u64) {
        (None, 0)
    }

    /// Creates the engine at full strength.
    fn engine(options: &Options) -> Box<dyn Engine<Self::Game>> {
        Self::engine_with(options, &[])
    }

    /// Creates the engine at full strength with some parameters set by name, for experiments.
    fn engine_with(options: &Options, overrides: &[(String, i32)]) -> Box<dyn Engine<Self::Game>> {
        Box::new(SearchEngine::<Self>::new(options, overrides))
    }
}

/// The search as an engine.
#[derive(Debug)]
pub struct SearchEngine<N: EngineNode> {
    searcher: Searcher<N>,
}

impl<N: EngineNode> SearchEngine<N> {
    /// Creates an engine with some parameters set by name, for experiments. Unknown names are ignored (see
    /// [`is_parameter`]).
    pub fn new(options: &Options, overrides: &[(String, i32)]) -> SearchEngine<N> {
        let mut tuning = N::tuning();
        for (name, value) in overrides {
            for set in &mut tuning {
                if let Some(parameter) = set.by_name(name) {
                    *parameter = *value;
                }
            }
        }
        let parameters = overrides.to_vec();
        let loaded = options.weights.and_then(|weights| weights.of::<N>());
        let make_context = move || {
            let mut cx = N::context();
            if let Some(loaded) = loaded {
                N::use_weights(&mut cx, loaded);
            }
            for (name, value) in &parameters {
                N::set_parameter(&mut cx, name, *value);
            }
            cx
        };
        let mut engine = SearchEngine {
            searcher: Searcher::new(options.hash_mib, &tuning, Box::new(make_context)),
        };
        engine.set_options(options);
        engine
    }
}

/// Returns whether the search or the game has a parameter with this name.
pub fn is_parameter<N: EngineNode>(name: &str) -> bool {
    Tuning::NAMES.contains(&name) || N::set_parameter(&mut N::context(), name, 0)
}

impl<N: EngineNode> Engine<N::Game> for SearchEngine<N> {
    fn think(
        &mut self,
        game: &GameRecord<N::Game>,
        limits: &Limits<MoveOf<N>>,
        report: &mut dyn FnMut(&Report<MoveOf<N>>),
    ) -> Option<Thought<MoveOf<N>>> {
        N::search(&mut self.searcher, game, limits, report)
    }

    fn new_game(&mut self) {
        self.searcher.clear();
    }

    fn set_options(&mut self, options: &Options) {
        self.searcher.set_hash(options.hash_mib);
        self.searcher.set_threads(options.threads);
        self.searcher.set_cpu(options.cpu.unwrap_or_else(Cpu::detect));
    }
}

/// Implements [`EngineNode::search`] for one game. A default body in the trait would be generic and compiled
/// wherever it is used.
macro_rules! search_in_this_crate {
    () => {
        #[inline(never)]
        fn search(
            searcher: &mut parlor_search::Searcher<Self>,
            game: &parlor_core::GameRecord<Self::Game>,
            limits: &parlor_search::Limits<parlor_search::MoveOf<Self>>,
            report: &mut dyn FnMut(&parlor_search::Report<parlor_search::MoveOf<Self>>),
        ) -> Option<parlor_search::Thought<parlor_search::MoveOf<Self>>> {
            searcher.think(game, limits, report)
        }
    };
}
pub(crate) use search_in_this_crate;
