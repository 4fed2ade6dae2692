//! Plays a stored tournament: workers play its games, and a coordinator plans ahead and decides when it is over.
//!
//! Several processes may run the same tournament at once if its store allows it. Plans and decisions depend
//! only on what is stored, so it does not matter which process makes them.

mod retry;
mod worker;

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use thiserror::Error;

use self::retry::RetryPolicy;
use self::worker::{Shared, Worker};
use crate::fault::Fault;
use crate::schedule::{self, Format, PairResult};
use crate::sequential_test::SequentialTest;
use crate::store::{Planned, PlannedRound, Progress, Store, StoreError};
use crate::tournament::{Tournament, TournamentError};

/// The default of [`Options::store_patience`].
pub const STORE_PATIENCE: Duration = Duration::from_secs(300);

/// Reports that the store does not answer.
pub type OnOutage = dyn Fn(&StoreError) + Send + Sync;

/// How this process runs a tournament.
#[derive(Clone)]
pub struct Options {
    /// How many games are played at once.
    pub concurrency: usize,
    /// How long a lease lasts without a heartbeat.
    pub lease: Duration,
    /// A name that no other process uses.
    pub worker: String,
    /// Whether each game is pinned to its own processor.
    pub pin: bool,
    /// How long to retry a store that does not answer.
    pub store_patience: Duration,
    /// Called each time the store stops answering.
    pub on_outage: Option<Arc<OnOutage>>,
}

impl Options {
    /// Returns the defaults for this number of concurrent games.
    pub fn new(concurrency: usize) -> Options {
        let nanos = std::time::SystemTime::now()
            .duration_since(std::time::UNIX_EPOCH)
            .map_or(0, |time| time.subsec_nanos());
        Options {
            concurrency: concurrency.max(1),
            lease: Duration::from_secs(30),
            worker: format!("{}-{nanos}", std::process::id()),
            pin: false,
            store_patience: STORE_PATIENCE,
            on_outage: None,
        }
    }
}

/// How a run ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum End {
    /// The tournament is over.
    Complete,
    /// The user interrupted it.
    Interrupted,
}

/// Why a run cannot continue. Games that were recorded are kept.
#[derive(Debug, Error)]
pub enum RunError {
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The settings of the tournament are not valid.
    #[error(transparent)]
    Tournament(#[from] TournamentError),
    /// In a match of two, a player's program cannot be started. There is no other player to continue with.
    #[error("{name} {fault}")]
    AbsentPlayer {
        /// The player.
        name: String,
        /// Why it cannot be started.
        fault: Fault,
    },
    /// There are fewer processors than concurrent games.
    #[error("cannot pin {games} games to their own processors: there are {processors}")]
    TooFewProcessors {
        /// The number of concurrent games.
        games: usize,
        /// The number of processors.
        processors: usize,
    },
    /// The threads cannot be pinned to processors.
    #[error("cannot pin to a processor: {0}")]
    Processor(std::io::Error),
}

/// How often the coordinator checks its plans if no worker asks for games sooner.
const PLAN_INTERVAL: Duration = Duration::from_millis(100);
/// How many games are planned ahead if the plan does not depend on results: initially, and at most. The
/// number grows when games are played faster than they are planned.
const AHEAD: i64 = 128;
const MAX_AHEAD: i64 = 8_192;

/// Plays a tournament to its end. `observe` receives the progress from time to time. Setting `stop` ends the
/// run soon; games in progress are released.
pub fn run(
    store: &dyn Store,
    id: i64,
    options: &Options,
    stop: &AtomicBool,
    observe: &mut dyn FnMut(&Tournament, &Progress),
) -> Result<End, RunError> {
    let tournament = store.tournament(id)?;
    tournament.check()?;
    let processors = chosen_processors(options)?;
    let names: Vec<String> = (0..options.concurrency)
        .map(|index| format!("{}-{index}", options.worker))
        .collect();
    let shared = Shared::default();
    let retry = RetryPolicy {
        stop,
        limit: options.store_patience,
        on_failure: None,
    };
    let trouble: Mutex<Option<RunError>> = Mutex::new(None);
    let end = std::thread::scope(|scope| {
        for (index, name) in names.iter().enumerate() {
            let (tournament, shared, trouble) = (&tournament, &shared, &trouble);
            let processor = processors.get(index).copied();
            scope.spawn(move || {
                let mut worker = Worker {
                    store,
                    id,
                    tournament,
                    name,
                    lease: options.lease,
                    stop,
                    retry,
                    seats: Vec::new(),
                };
                let _on_panic = EndOnPanic(shared);
                if let Err(error) = pin_thread(processor).and_then(|()| worker.work(shared)) {
                    shared.is_over.store(true, Ordering::SeqCst);
                    shared.needs_games.notify();
                    let mut first = trouble.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
                    first.get_or_insert(error);
                }
            });
        }
        let coordinator = Coordinator {
            store,
            id,
            tournament: &tournament,
            options,
            names: &names,
            stop,
            shared: &shared,
            retry: RetryPolicy {
                on_failure: options.on_outage.as_deref(),
                ..retry
            },
        };
        let end = coordinator.coordinate(observe);
        shared.is_over.store(true, Ordering::SeqCst);
        end
    });
    for name in &names {
        // If the store does not answer, the lease of the game expires later.
        match retry.ask(|| store.release(id, name)) {
            Err(error) if error.is_transient() => {}
            released => released?,
        }
    }
    if let Some(error) = trouble
        .into_inner()
        .unwrap_or_else(|poisoned| poisoned.into_inner())
    {
        return Err(error);
    }
    let end = end?;
    observe(&tournament, &retry.ask(|| store.progress(id))?);
    Ok(end)
}

/// Ends the run if its thread panics: no other worker would play the games that this one leased.
struct EndOnPanic<'a>(&'a Shared);

impl Drop for EndOnPanic<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.0.is_over.store(true, Ordering::SeqCst);
            self.0.needs_games.notify();
        }
    }
}

/// One processor per game if games are to be pinned, else none.
fn chosen_processors(options: &Options) -> Result<Vec<usize>, RunError> {
    if !options.pin {
        return Ok(Vec::new());
    }
    let processors = parlor_process::processors().map_err(RunError::Processor)?;
    if processors.len() < options.concurrency {
        return Err(RunError::TooFewProcessors {
            games: options.concurrency,
            processors: processors.len(),
        });
    }
    Ok(processors)
}

/// Pins this thread and the programs it starts to a processor, if one is given.
fn pin_thread(processor: Option<usize>) -> Result<(), RunError> {
    processor.map_or(Ok(()), |number| {
        parlor_process::pin_thread_to(number).map_err(RunError::Processor)
    })
}

/// Plans rounds, renews leases and decides when the tournament is over.
struct Coordinator<'a> {
    store: &'a dyn Store,
    id: i64,
    tournament: &'a Tournament,
    options: &'a Options,
    names: &'a [String],
    stop: &'a AtomicBool,
    shared: &'a Shared,
    retry: RetryPolicy<'a>,
}

impl Coordinator<'_> {
    fn coordinate(&self, observe: &mut dyn FnMut(&Tournament, &Progress)) -> Result<End, RunError> {
        let (store, id) = (self.store, self.id);
        let mut alive_at = Instant::now();
        let mut sequential_test = self.tournament.sprt.map(SequentialTest::new);
        let mut ahead = AHEAD.max(4 * self.options.concurrency as i64);
        loop {
            let seen = self.shared.needs_games.count();
            // A worker's error also ends the run.
            if self.stop.load(Ordering::Relaxed) || self.shared.is_over.load(Ordering::SeqCst) {
                return Ok(End::Interrupted);
            }
            let mut progress = self.retry.ask(|| store.progress(id))?;
            if let Some(sequential_test) = &mut sequential_test {
                let new_results = self
                    .retry
                    .ask(|| store.results_after(id, sequential_test.last_ended()))?;
                if let Some(verdict) = sequential_test.update(&new_results) {
                    self.retry.ask(|| store.finish(id, &verdict))?;
                    progress = self.retry.ask(|| store.progress(id))?;
                }
            }
            observe(self.tournament, &progress);
            if progress.verdict.is_some() {
                return Ok(End::Complete);
            }
            let is_played = progress.pending + progress.leased == 0;
            if !self.plan(&progress, ahead)? && is_played {
                // The test has received all results: they were read after the progress.
                self.retry.ask(|| store.finish(id, "all games were played"))?;
                continue;
            }
            self.shared.planned.notify();
            if alive_at.elapsed() >= self.options.lease / 3 {
                alive_at = Instant::now();
                for name in self.names {
                    self.retry.ask(|| store.heartbeat(id, name, self.options.lease))?;
                }
            }
            if self.shared.needs_games.wait(seen, PLAN_INTERVAL) != seen && progress.pending < ahead / 2 {
                ahead = (2 * ahead).min(MAX_AHEAD);
            }
        }
    }

    /// Plans the rounds that can be planned now. Returns `false` if all rounds were planned
    /// before.
    fn plan(&self, progress: &Progress, ahead: i64) -> Result<bool, RunError> {
        let (store, id) = (self.store, self.id);
        let format = self.tournament.format;
        let total = i64::from(format.rounds());
        let mut number = progress.rounds;
        if number >= total {
            return Ok(false);
        }
        let mut rounds = Vec::new();
        if format.waits() {
            if progress.pending + progress.leased == 0 {
                let met = self.retry.ask(|| pair_results(store, id))?;
                rounds.push(PlannedRound {
                    number,
                    games: games(self.tournament, number, &met)?,
                });
            }
        } else if progress.pending < ahead / 2 {
            let mut pending = progress.pending;
            while pending < ahead && number < total {
                let games = games(self.tournament, number, &[])?;
                pending += games.len() as i64;
                rounds.push(PlannedRound { number, games });
                number += 1;
            }
        }
        if !rounds.is_empty() {
            self.retry.ask(|| store.plan(id, &rounds))?;
        }
        Ok(true)
    }
}

/// The games of a round: two per encounter, with colours swapped unless a player can play only one colour.
fn games(tournament: &Tournament, round: i64, met: &[PairResult]) -> Result<Vec<Planned>, RunError> {
    let kind = tournament.kind()?;
    let (format, n_entrants) = (tournament.format, tournament.entrants.len());
    let number = u32::try_from(round).unwrap_or(u32::MAX);
    let before = match format {
        Format::RoundRobin { .. } => Format::RoundRobin { encounters: number },
        Format::Gauntlet { .. } => Format::Gauntlet { encounters: number },
        Format::Swiss { .. } => Format::Swiss { rounds: number },
        Format::Ladder { .. } => Format::Ladder { rounds: number },
    };
    let first = before.n_games(n_entrants) as i64;
    let encounters = schedule::round(format, n_entrants, number, met);
    let games = encounters.iter().enumerate().flat_map(|(index, encounter)| {
        let (a, b) = (encounter.first, encounter.second);
        let blacks = match tournament.fixed_black(kind, a, b) {
            Some(black) => [black; 2],
            None => [a, b],
        };
        [0, 1].map(|second: usize| Planned {
            number: first + (2 * index + second) as i64,
            round,
            encounter: index as i64,
            black: blacks[second] as i64,
            white: (a + b - blacks[second]) as i64,
            opening: encounter.opening as i64,
        })
    });
    Ok(games.collect())
}

/// The results of the encounters whose two games are over.
pub fn pair_results(store: &dyn Store, id: i64) -> Result<Vec<PairResult>, StoreError> {
    let mut open: Option<(i64, i64, PairResult, u32)> = None;
    let mut all = Vec::new();
    for result in store.results(id)? {
        let game = result.planned;
        let halves = u32::try_from(result.halves).unwrap_or_default();
        match &mut open {
            Some((round, encounter, met, n)) if (*round, *encounter) == (game.round, game.encounter) => {
                met.halves += if game.black as usize == met.first {
                    halves
                } else {
                    2 - halves.min(2)
                };
                *n += 1;
                if *n == 2 {
                    all.push(*met);
                }
            }
            _ => {
                let met = PairResult {
                    round: u32::try_from(game.round).unwrap_or_default(),
                    first: game.black as usize,
                    second: game.white as usize,
                    halves,
                };
                open = Some((game.round, game.encounter, met, 1));
            }
        }
    }
    Ok(all)
}
