//! A player for any game.

use std::any::Any;

use parlor_core::GameRecord;
use parlor_core::think::{Limits, Report, Thought};
use parlor_engine::{Engine, EngineNode, Options};
use parlor_games::{AnyGame, Kind, Playable};
use parlor_search::MoveOf;

use crate::configuration::Configuration;
use crate::nodes::with_record;

/// A player with one configuration for the games of one kind, on boards of every size. Moves are text in the
/// game's default notation.
pub struct AnyEngine {
    kind: Kind,
    configuration: Configuration,
    seed: u64,
    options: Options,
    /// The engine, created for the first board it searches and again for one of another size.
    seat: Option<Box<dyn DynEngine>>,
}

impl AnyEngine {
    /// Creates a player that has not searched yet. The same seed plays the same game, as long as no limit is
    /// a time and the search uses one thread.
    pub fn new(kind: Kind, configuration: &Configuration, seed: u64) -> AnyEngine {
        AnyEngine {
            kind,
            configuration: configuration.clone(),
            seed,
            options: configuration.options(),
            seat: None,
        }
    }

    /// Returns the kind of games that it plays.
    pub fn kind(&self) -> Kind {
        self.kind
    }

    /// Returns its configuration.
    pub fn configuration(&self) -> &Configuration {
        &self.configuration
    }

    /// Searches a game within these limits and those of the configuration. If neither sets a limit, the
    /// player has the budget of the strongest level. Returns `None` when the game is over or of another kind.
    /// The move is always legal.
    pub fn think(
        &mut self,
        game: &AnyGame,
        limits: &Limits<String>,
        report: &mut dyn FnMut(&Report<String>),
    ) -> Option<Thought<String>> {
        if game.kind() != self.kind {
            return None;
        }
        with_record!(game.record(), (N, record) => self.think_about::<N>(record, limits, report))
    }

    /// Prepares to search such a game: reads the weights and allocates the table.
    pub fn prepare(&mut self, game: &AnyGame) {
        if game.kind() == self.kind {
            with_record!(game.record(), (N, record) => self.prepare_for::<N>(record));
        }
    }

    fn prepare_for<N: EngineNode>(&mut self, _: &GameRecord<N::Game>) {
        // If such boards have no engine, there is nothing to prepare.
        let _ = self.seat::<N>();
    }

    /// Clears what was learned in the last game.
    pub fn new_game(&mut self) {
        if let Some(seat) = &mut self.seat {
            seat.new_game();
        }
    }

    /// Returns the table size, the threads, the instruction set and the weights.
    pub fn options(&self) -> Options {
        self.options
    }

    /// Changes the table size, the threads and the instruction set. A level keeps its own table and its
    /// single thread.
    pub fn set_options(&mut self, options: &Options) {
        self.options = Options {
            weights: self.options.weights,
            ..*options
        };
        if let Some(seat) = &mut self.seat {
            seat.set_options(&self.options);
        }
    }

    fn think_about<N: EngineNode<Game: Playable>>(
        &mut self,
        record: &GameRecord<N::Game>,
        asked: &Limits<String>,
        report: &mut dyn FnMut(&Report<String>),
    ) -> Option<Thought<String>> {
        let position = record.position();
        let limits = self
            .configuration
            .limits::<N>(&asked.map(|text| position.read_move(text).ok()));
        let mut in_texts = |told: &Report<MoveOf<N>>| report(&told.map(|line| texts(position, line)));
        let thought = self.seat::<N>()?.think(record, &limits, &mut in_texts)?;
        thought.map(|line| texts(position, line))
    }

    /// Returns the engine for the boards of a node.
    fn seat<N: EngineNode>(&mut self) -> Option<&mut Box<dyn Engine<N::Game>>> {
        let is_made = self
            .seat
            .as_deref()
            .is_some_and(|seat| (seat as &dyn Any).is::<TypedEngine<N>>());
        if !is_made {
            let mut engine = self.configuration.engine::<N>(self.seed);
            engine.set_options(&self.options);
            self.seat = Some(Box::new(TypedEngine::<N>(engine)));
        }
        let seat: &mut dyn Any = self.seat.as_deref_mut()?;
        seat.downcast_mut::<TypedEngine<N>>()
            .map(|TypedEngine(engine)| engine)
    }
}

impl std::fmt::Debug for AnyEngine {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("AnyEngine")
            .field("kind", &self.kind)
            .field("configuration", &self.configuration)
            .field("seed", &self.seed)
            .field("options", &self.options)
            .finish_non_exhaustive()
    }
}

/// The interface of an engine whose game is not known at compile time.
trait DynEngine: Any + Send {
    fn new_game(&mut self);
    fn set_options(&mut self, options: &Options);
}

struct TypedEngine<N: EngineNode>(Box<dyn Engine<N::Game>>);

impl<N: EngineNode> DynEngine for TypedEngine<N> {
    fn new_game(&mut self) {
        self.0.new_game();
    }

    fn set_options(&mut self, options: &Options) {
        self.0.set_options(options);
    }
}

/// Returns the texts of moves that are played one after the other from a position, up to the first illegal
/// one.
pub(crate) fn texts<G: Playable>(position: &G, moves: &[G::Move]) -> Vec<String> {
    let mut position = position.clone();
    let mut texts = Vec::with_capacity(moves.len());
    for &mv in moves {
        if !position.is_legal(mv) {
            break;
        }
        texts.push(position.view(mv).text);
        position.play_unchecked(mv);
    }
    texts
}
