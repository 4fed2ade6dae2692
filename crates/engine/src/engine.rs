//! The front door: one engine for one game, chosen once per search.

use parlor_core::cpu::Cpu;
use parlor_core::{Game, GameRecord, Level};
use parlor_search::params::Tuning;
use parlor_search::{Limits, MoveOf, Node, Report, Searcher, Thought};

use crate::loaded_weights::LoadedWeights;
use crate::prover::{Prover, ProverOptions};
use crate::skill::{Skill, Variety};

/// What a user may set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// The size of the transposition table in mebibytes, at least 1 and at most half of the machine's memory.
    pub hash_mib: usize,
    /// The number of threads (at least 1). With more than one a search is no longer repeatable.
    pub threads: usize,
    /// The instruction set, when it is not to be the best of the machine.
    pub cpu: Option<Cpu>,
    /// Weights to use instead of those that come with the program; weights of another game are ignored.
    /// They are chosen when an engine is made; changing them later has no effect.
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
    /// Thinks about the position of a game; nothing when the game is over. The move is always legal.
    fn think(
        &mut self,
        game: &GameRecord<G>,
        limits: &Limits<G::Move>,
        report: &mut dyn FnMut(&Report<G::Move>),
    ) -> Option<Thought<G::Move>>;

    /// Forgets what was learned in the last game.
    fn new_game(&mut self);

    /// Changes what a user may set.
    fn set_options(&mut self, options: &Options);
}

/// The other way round: a game's position knows its search node, for code that has a game and searches it.
pub trait HasEngine: parlor_core::Game {
    /// The node.
    type Node: EngineNode<Game = Self>;
}

/// A game that has an engine here: what the levels, the matches and the bench need of it besides [`Node`].
pub trait EngineNode: Node + Sized + 'static {
    /// The weights that a file can bring.
    type Weights: Send + Sync + 'static;

    /// Why a file brings none.
    type WeightsError: std::error::Error + Send + Sync + 'static;

    /// The game's name on a command line.
    const NAME: &'static str;

    /// What each of the ten levels can do, the weakest first.
    const SKILLS: [Skill; 10];

    /// The scale of the chances: a score of this many hundredths of a piece multiplies the odds of winning by e.
    const WIN_SCALE: f64;

    /// Where and how much chance may vary the game of full strength.
    const VARIETY: Variety;

    /// The positions of the bench, one text each, and how deep they are searched.
    const BENCH: (&'static [&'static str], u32);

    /// How deep the bench searches to measure speed: for a few seconds.
    const TIMING_DEPTH: u32;

    /// How many squares a side of the board has.
    const SIDE: u32 = 8;

    /// The opening book that comes with the program, empty if none does; see [`crate::book`].
    const BOOK: &'static [u8] = &[];

    /// A move of the book is good enough when it is worth at most so much less than the best.
    const BOOK_VARIETY: i32 = 60;

    /// From which level on people meet the book, if they do.
    const BOOK_FROM: Option<Level> = None;

    /// The start of a game, with the usual limit on its moves.
    fn start() -> GameRecord<Self::Game>;

    /// The game of one of the [`EngineNode::BENCH`] texts; nothing when it cannot be read.
    fn read(text: &str) -> Option<GameRecord<Self::Game>>;

    /// The pieces of the side to move, those of the other side and the blocked squares, each a set of squares
    /// numbered row by row; nothing when the board is too large for that.
    fn sets(_position: &Self::Game) -> Option<[u64; 3]> {
        None
    }

    /// How many plies a search from here must look ahead for its engine to prove the score by [`Limits::depth`] alone;
    /// nothing when it cannot.
    fn plies_to_solve(_position: &Self::Game) -> Option<u32> {
        None
    }

    /// A solver for this game, if there is one.
    fn prover(_options: &ProverOptions) -> Option<Box<dyn Prover<Self::Game>>> {
        None
    }

    /// The parameters of the search, one set for each phase.
    fn tuning() -> Vec<Tuning>;

    /// What a thread needs.
    fn context() -> Self::Context;

    /// Reads the weights of a file.
    fn read_weights(bytes: &[u8]) -> Result<Self::Weights, Self::WeightsError>;

    /// Has a thread use weights that were read from a file.
    fn use_weights(cx: &mut Self::Context, weights: &'static Self::Weights);

    /// Changes a parameter of the game's own by name, for experiments; whether there is one of that name.
    fn set_parameter(_cx: &mut Self::Context, _name: &str, _value: i32) -> bool {
        false
    }

    /// Thinks with the searcher of this game. Everything that is generic over the node and thinks comes through here, and
    /// `search_in_this_crate!` writes it for each game: so the search is compiled once for a node, with the optimisation
    /// of this crate, and not again in every crate that asks for a move.
    fn search(
        searcher: &mut Searcher<Self>,
        game: &GameRecord<Self::Game>,
        limits: &Limits<MoveOf<Self>>,
        report: &mut dyn FnMut(&Report<MoveOf<Self>>),
    ) -> Option<Thought<MoveOf<Self>>>;

    /// Looks for a forced win of the side to move with at most this many nodes, where the game has a search for proofs: the
    /// moves to the end, and the nodes that it took. It ends in time for the limit on the moves of the game.
    fn prove(
        _game: &GameRecord<Self::Game>,
        _nodes: u64,
        _cpu: Option<Cpu>,
        _stop: &parlor_core::think::StopToken,
    ) -> (Option<Vec<MoveOf<Self>>>, u64) {
        (None, 0)
    }

    /// The engine at full strength.
    fn engine(options: &Options) -> Box<dyn Engine<Self::Game>> {
        Self::engine_with(options, &[])
    }

    /// The engine at full strength, but with some parameters set by name, for experiments.
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
    /// An engine with some parameters set by name, for experiments; unknown names are ignored
    /// (see [`is_parameter`]).
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

/// Whether a parameter of the search or of the game has this name.
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

/// Writes [`EngineNode::search`] for one game. A body in the trait would be generic, and compiled wherever it is used.
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
