//! Where a tournament is kept: every game is recorded when it ends, and no game is counted twice.
//!
//! A game is pending, leased or done. A worker leases a game first and keeps the lease alive by
//! heartbeats; a lease that is not kept alive expires, and somebody else may have the game. Recording is
//! idempotent: the first result of a game counts; a second one is rejected as too late.

mod postgres;
mod row;
mod sql;
mod sqlite;

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::time::Duration;

use parlor_core::PerColor;
use thiserror::Error;

pub use postgres::PostgresStore;
pub use sqlite::SqliteStore;

use crate::tournament::Tournament;
use parlor_measure::Pairing;

/// Why the store cannot do what it is asked.
#[derive(Debug, Error)]
pub enum StoreError {
    /// The database says so.
    #[error("the store: {0}")]
    Database(#[from] sqlx::Error),
    /// Something stored cannot be read.
    #[error("the store has an entry that cannot be read: {0}")]
    Contents(#[from] serde_json::Error),
    /// No tournament of this number.
    #[error("there is no tournament {0} in this store")]
    NoTournament(i64),
    /// Somebody else has it.
    #[error("another parlor is using {}", .0.display())]
    InUse(PathBuf),
    /// A file that is not there.
    #[error("there is no file {}", .0.display())]
    Missing(PathBuf),
    /// A file cannot be opened.
    #[error("cannot open {}: {reason}", path.display())]
    File {
        /// Which.
        path: PathBuf,
        /// Why not.
        reason: std::io::Error,
    },
}

impl StoreError {
    /// Whether it may be gone when the store is asked again: a server that restarts, or a connection that broke.
    pub fn is_transient(&self) -> bool {
        let StoreError::Database(error) = self else {
            return false;
        };
        match error {
            sqlx::Error::Io(_) | sqlx::Error::PoolTimedOut | sqlx::Error::WorkerCrashed => true,
            sqlx::Error::Protocol(_) | sqlx::Error::Tls(_) => true,
            // Connections (08), conflicts (40), resources (53) and the operator (57) of PostgreSQL.
            sqlx::Error::Database(error) => error
                .code()
                .is_some_and(|code| code.len() == 5 && ["08", "40", "53", "57"].contains(&&code[..2])),
            _ => false,
        }
    }
}

/// A planned game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Planned {
    /// Its number in the tournament, from 0.
    pub number: i64,
    /// Its round, from 0.
    pub round: i64,
    /// Its encounter within the round, from 0.
    pub encounter: i64,
    /// Who is black.
    pub black: i64,
    /// Who is white.
    pub white: i64,
    /// The number of its opening.
    pub opening: i64,
}

/// The games of a round.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlannedRound {
    /// Its number, from 0.
    pub number: i64,
    /// Its games.
    pub games: Vec<Planned>,
}

/// A game that was played, as it is stored.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Finished {
    /// The half points of black: 0, 1 or 2.
    pub halves: i64,
    /// The short name of the reason.
    pub reason: String,
    /// Who forfeited the game: the number of an entrant, or -1.
    pub culprit: i64,
    /// The reason in words.
    pub detail: String,
    /// The game in Parlor's own text form.
    pub text: String,
    /// How many moves it has, the opening included.
    pub n_moves: i64,
    /// How long it took, in milliseconds.
    pub millis: i64,
    /// The conversation, when something went wrong.
    pub log: String,
    /// What each side did for its moves.
    pub work: PerColor<SearchTotals>,
    /// How long the programs of a game with a clock waited for a processor, in microseconds.
    pub waited: i64,
}

impl Finished {
    /// Programs that wait longer for a processor than this part of their time were on a machine that was too busy.
    pub const BUSY_PART: i64 = 20;

    /// Whether the machine was too busy for the clocks of this game.
    pub fn is_busy(&self) -> bool {
        let time: i64 = self.work.0.iter().map(|work| work.micros).sum();
        self.waited.saturating_mul(Finished::BUSY_PART) > time
    }
}

/// What a player did for its moves, summed over them.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct SearchTotals {
    /// How many moves it made, openings not counted.
    pub moves: i64,
    /// The time it took for them, in microseconds.
    pub micros: i64,
    /// For how many of them it reported a depth.
    pub depths: i64,
    /// The sum of these depths.
    pub depth_sum: i64,
    /// The number of nodes it reported.
    pub nodes: i64,
    /// The time for the moves for which it reported nodes, in microseconds.
    pub node_micros: i64,
}

impl SearchTotals {
    /// The time it took, in seconds.
    pub fn seconds(&self) -> f64 {
        self.micros as f64 / 1e6
    }

    /// The time of a move, in seconds.
    pub fn seconds_per_move(&self) -> Option<f64> {
        (self.moves > 0).then(|| self.seconds() / self.moves as f64)
    }

    /// How deep it looked, on average.
    pub fn depth(&self) -> Option<f64> {
        (self.depths > 0).then(|| self.depth_sum as f64 / self.depths as f64)
    }

    /// How fast it was.
    pub fn nodes_per_second(&self) -> Option<f64> {
        (self.node_micros > 0 && self.nodes > 0).then(|| self.nodes as f64 * 1e6 / self.node_micros as f64)
    }
}

/// A stored game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Stored {
    /// What was planned.
    pub planned: Planned,
    /// Its result.
    pub finished: Finished,
}

/// How far a tournament is.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Progress {
    /// Games to be played by nobody yet.
    pub pending: i64,
    /// Games being played.
    pub leased: i64,
    /// Games that are over.
    pub done: i64,
    /// How many rounds are planned.
    pub rounds: i64,
    /// Why it is over, if it is.
    pub verdict: Option<String>,
}

/// An entrant that broke the rules or its limits, and how often.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FaultCount {
    /// The number of the entrant.
    pub entrant: i64,
    /// The short name of what was done.
    pub reason: String,
    /// How often.
    pub count: i64,
}

/// The result of one game, for schedules that depend on it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GameResult {
    /// Which game.
    pub planned: Planned,
    /// The half points of black.
    pub halves: i64,
    /// Its place in the order in which the games of the tournament ended, from 1.
    pub ended: i64,
}

/// Where a tournament is kept. All methods may be called from many threads and, where the store allows it,
/// from many machines.
pub trait Store: Send + Sync {
    /// Keeps a new tournament and gives its number.
    fn create(&self, tournament: &Tournament) -> Result<i64, StoreError>;

    /// A tournament.
    fn tournament(&self, id: i64) -> Result<Tournament, StoreError>;

    /// The number of the tournament that was created last, if there is any.
    fn latest(&self) -> Result<Option<i64>, StoreError>;

    /// Adds rounds with their games, all or none of them, except rounds that somebody has already added. Returns the number added.
    fn plan(&self, id: i64, rounds: &[PlannedRound]) -> Result<usize, StoreError>;

    /// Leases the next games that nobody plays, at most this many, if there are any and the tournament goes on. Nothing may be in the hands of this
    /// worker: what is leased to it already never reached it, and is handed out again.
    fn claim(&self, id: i64, worker: &str, lease: Duration, most: usize) -> Result<Vec<Planned>, StoreError>;

    /// Keeps all leases of a worker alive.
    fn heartbeat(&self, id: i64, worker: &str, lease: Duration) -> Result<(), StoreError>;

    /// Gives back all leases of a worker.
    fn release(&self, id: i64, worker: &str) -> Result<(), StoreError>;

    /// Records games in the order in which they ended, all or none of them; gives the numbers of those that count, which are those that were not
    /// recorded before.
    fn record(&self, id: i64, games: &[(i64, Finished)]) -> Result<Vec<i64>, StoreError>;

    /// How far a tournament is.
    fn progress(&self, id: i64) -> Result<Progress, StoreError>;

    /// What everybody has done against everybody, computed by the store.
    fn pairings(&self, id: i64) -> Result<Vec<Pairing>, StoreError>;

    /// Entrants that broke the rules or their limits, the most frequent first.
    fn faults(&self, id: i64) -> Result<Vec<FaultCount>, StoreError>;

    /// The results so far, by number.
    fn results(&self, id: i64) -> Result<Vec<GameResult>, StoreError>;

    /// The results of the games that ended after this place in the order of ends, in that order. Later calls never find a
    /// result at or before a place that was given once.
    fn results_after(&self, id: i64, ended: i64) -> Result<Vec<GameResult>, StoreError>;

    /// How many games were played while their programs had to wait for a processor so long that their clocks meant something else.
    fn busy(&self, id: i64) -> Result<i64, StoreError>;

    /// What everybody did for their moves, by the number of the entrant.
    fn work(&self, id: i64) -> Result<Vec<(i64, SearchTotals)>, StoreError>;

    /// Stored games with numbers from `from`, at most `count` of them.
    fn games(&self, id: i64, from: i64, count: i64) -> Result<Vec<Stored>, StoreError>;

    /// Ends a tournament, in these words; nothing is leased any more. The first words stand.
    fn finish(&self, id: i64, verdict: &str) -> Result<(), StoreError>;
}

/// Opens a store: `postgres://…` is a server, anything else a file, which is made when it is not there.
pub fn open(address: impl AsRef<OsStr>) -> Result<Box<dyn Store>, StoreError> {
    let address = address.as_ref();
    match server(address) {
        Some(address) => Ok(Box::new(PostgresStore::connect(address)?)),
        None => Ok(Box::new(SqliteStore::open(Path::new(address))?)),
    }
}

/// Opens a store that is there already: no file is made.
pub fn reopen(address: impl AsRef<OsStr>) -> Result<Box<dyn Store>, StoreError> {
    let address = address.as_ref();
    if server(address).is_none() && !Path::new(address).exists() {
        return Err(StoreError::Missing(address.into()));
    }
    open(address)
}

/// Opens a store that is there already to look at it: a file that another process uses, too. Nothing is changed in such a file.
pub fn look(address: impl AsRef<OsStr>) -> Result<Box<dyn Store>, StoreError> {
    let address = address.as_ref();
    match reopen(address) {
        Err(StoreError::InUse(path)) => Ok(Box::new(SqliteStore::look(&path)?)),
        opened => opened,
    }
}

/// The address of a server; none when a file is meant.
fn server(address: &OsStr) -> Option<&str> {
    let text = address.to_str()?;
    ["postgres://", "postgresql://"]
        .iter()
        .any(|scheme| text.starts_with(scheme))
        .then_some(text)
}
