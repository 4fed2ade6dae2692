//! Stores of tournaments. Every game is recorded when it ends, and no game is counted twice.
//!
//! A game is pending, leased or done. A worker leases a game before it plays it, and renews the lease by
//! heartbeats. A lease that is not renewed expires, and another worker may take the game. Recording is
//! idempotent: the first result of a game counts, and later ones are ignored.

#[cfg(feature = "postgres")]
mod postgres;
mod row;
mod sql;
mod sqlite;

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::time::Duration;

use parlor_core::PerColor;
use thiserror::Error;

#[cfg(feature = "postgres")]
pub use postgres::PostgresStore;
pub use sqlite::SqliteStore;

use crate::tournament::Tournament;
use parlor_measure::Pairing;

/// Why an operation of the store failed.
#[derive(Debug, Error)]
pub enum StoreError {
    /// An error of the database.
    #[error("the store: {0}")]
    Database(#[from] sqlx::Error),
    /// Stored JSON cannot be read.
    #[error("the store has an entry that cannot be read: {0}")]
    Contents(#[from] serde_json::Error),
    /// There is no tournament with this number.
    #[error("there is no tournament {0} in this store")]
    NoTournament(i64),
    /// The program was built without PostgreSQL.
    #[error(
        "this program was built without PostgreSQL: use a file, or build it with `make install` or \
         `cargo build --release`"
    )]
    NoPostgres,
    /// Another process uses the file.
    #[error("another parlor is using {}", .0.display())]
    InUse(PathBuf),
    /// The file does not exist.
    #[error("there is no file {}", .0.display())]
    Missing(PathBuf),
    /// A file cannot be opened.
    #[error("cannot open {}: {reason}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// The reason.
        reason: std::io::Error,
    },
}

impl StoreError {
    /// Whether the error may go away by itself: a server that restarts, or a broken connection.
    pub fn is_transient(&self) -> bool {
        let StoreError::Database(error) = self else {
            return false;
        };
        match error {
            sqlx::Error::Io(_) | sqlx::Error::PoolTimedOut | sqlx::Error::WorkerCrashed => true,
            sqlx::Error::Protocol(_) | sqlx::Error::Tls(_) => true,
            // PostgreSQL's classes of connection errors (08), conflicts (40), resources (53) and operator
            // intervention (57).
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
    /// The entrant that plays black.
    pub black: i64,
    /// The entrant that plays white.
    pub white: i64,
    /// The number of its opening.
    pub opening: i64,
}

/// A planned round.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlannedRound {
    /// Its number, from 0.
    pub number: i64,
    /// Its games.
    pub games: Vec<Planned>,
}

/// The result of a game, as it is stored.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Finished {
    /// Black's half points: 0, 1 or 2.
    pub halves: i64,
    /// The short name of the reason why the game ended.
    pub reason: String,
    /// The entrant whose fault forfeited the game, or -1.
    pub culprit: i64,
    /// The reason in words.
    pub detail: String,
    /// The game in Parlor's own text form.
    pub text: String,
    /// The number of moves, including the opening.
    pub n_moves: i64,
    /// How long it took, in milliseconds.
    pub millis: i64,
    /// The log of both programs' input and output, if there was a fault.
    pub log: String,
    /// The search effort of each side.
    pub work: PerColor<SearchTotals>,
    /// How long the programs waited for a processor in a game with a clock, in microseconds.
    pub waited: i64,
}

impl Finished {
    /// The machine was too busy if the programs waited for a processor for more than 1/`BUSY_PART` of their time.
    pub const BUSY_PART: i64 = 20;

    /// Whether the machine was too busy for the clocks of this game.
    pub fn is_busy(&self) -> bool {
        let time: i64 = self.work.0.iter().map(|work| work.micros).sum();
        self.waited.saturating_mul(Finished::BUSY_PART) > time
    }
}

/// A player's search effort, summed over its moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct SearchTotals {
    /// The number of moves, without the opening.
    pub moves: i64,
    /// The time for these moves, in microseconds.
    pub micros: i64,
    /// The number of moves for which it reported a depth.
    pub depths: i64,
    /// The sum of these depths.
    pub depth_sum: i64,
    /// The number of nodes that it reported.
    pub nodes: i64,
    /// The time for the moves for which it reported nodes, in microseconds.
    pub node_micros: i64,
}

impl SearchTotals {
    /// The time in seconds.
    pub fn seconds(&self) -> f64 {
        self.micros as f64 / 1e6
    }

    /// The average time per move, in seconds.
    pub fn seconds_per_move(&self) -> Option<f64> {
        (self.moves > 0).then(|| self.seconds() / self.moves as f64)
    }

    /// The average depth.
    pub fn depth(&self) -> Option<f64> {
        (self.depths > 0).then(|| self.depth_sum as f64 / self.depths as f64)
    }

    /// The average speed.
    pub fn nodes_per_second(&self) -> Option<f64> {
        (self.node_micros > 0 && self.nodes > 0).then(|| self.nodes as f64 * 1e6 / self.node_micros as f64)
    }
}

/// A stored game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Stored {
    /// The game as planned.
    pub planned: Planned,
    /// Its result.
    pub finished: Finished,
}

/// The progress of a tournament.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Progress {
    /// Games that no worker has leased.
    pub pending: i64,
    /// Games that are being played.
    pub leased: i64,
    /// Games that are recorded.
    pub done: i64,
    /// The number of planned rounds.
    pub rounds: i64,
    /// Why the tournament is over, if it is.
    pub verdict: Option<String>,
}

/// How often an entrant forfeited games for one reason.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FaultCount {
    /// The number of the entrant.
    pub entrant: i64,
    /// The short name of the reason.
    pub reason: String,
    /// The number of games.
    pub count: i64,
}

/// The result of one game, for schedules and the sequential test.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GameResult {
    /// The game.
    pub planned: Planned,
    /// Black's half points.
    pub halves: i64,
    /// The game's rank in the order in which the games of the tournament were recorded, from 1.
    pub ended: i64,
}

/// A store of tournaments. All methods may be called from several threads and, if the store allows it, from
/// several machines.
pub trait Store: Send + Sync {
    /// Stores a new tournament and returns its number.
    fn create(&self, tournament: &Tournament) -> Result<i64, StoreError>;

    /// Returns the settings of a tournament.
    fn tournament(&self, id: i64) -> Result<Tournament, StoreError>;

    /// The number of the newest tournament, if there is one.
    fn latest(&self) -> Result<Option<i64>, StoreError>;

    /// Adds rounds with their games in one transaction, except rounds that exist already. Returns the number
    /// of rounds added.
    fn plan(&self, id: i64, rounds: &[PlannedRound]) -> Result<usize, StoreError>;

    /// Leases up to `most` games that no worker has, unless the tournament is over. The worker must not hold
    /// any games: a game that is already leased to it was lost on the way, and is handed out again.
    fn claim(&self, id: i64, worker: &str, lease: Duration, most: usize) -> Result<Vec<Planned>, StoreError>;

    /// Renews all leases of a worker.
    fn heartbeat(&self, id: i64, worker: &str, lease: Duration) -> Result<(), StoreError>;

    /// Releases all leases of a worker.
    fn release(&self, id: i64, worker: &str) -> Result<(), StoreError>;

    /// Records games in one transaction. Their order is the order in which they ended. Returns the numbers of
    /// the games that count: those that had no result before.
    fn record(&self, id: i64, games: &[(i64, Finished)]) -> Result<Vec<i64>, StoreError>;

    /// The progress of a tournament.
    fn progress(&self, id: i64) -> Result<Progress, StoreError>;

    /// The results of every pair of entrants that have met.
    fn pairings(&self, id: i64) -> Result<Vec<Pairing>, StoreError>;

    /// How often entrants forfeited games, by entrant and reason, the most frequent first.
    fn faults(&self, id: i64) -> Result<Vec<FaultCount>, StoreError>;

    /// The results so far, in order of the games' numbers.
    fn results(&self, id: i64) -> Result<Vec<GameResult>, StoreError>;

    /// The results after rank `ended`, in order of their ranks. Once a rank was returned, no later call
    /// returns a new result at or before it.
    fn results_after(&self, id: i64, ended: i64) -> Result<Vec<GameResult>, StoreError>;

    /// The number of games in which the machine was too busy for the clocks (see [`Finished::BUSY_PART`]).
    fn busy(&self, id: i64) -> Result<i64, StoreError>;

    /// The search effort of each entrant.
    fn work(&self, id: i64) -> Result<Vec<(i64, SearchTotals)>, StoreError>;

    /// Returns up to `count` stored games with numbers from `from`.
    fn games(&self, id: i64, from: i64, count: i64) -> Result<Vec<Stored>, StoreError>;

    /// Ends a tournament with a verdict. No games are leased after that. A verdict that exists already is kept.
    fn finish(&self, id: i64, verdict: &str) -> Result<(), StoreError>;
}

/// Opens a store: a PostgreSQL server for `postgres://…`, else an SQLite file, which is created if it does
/// not exist.
pub fn open(address: impl AsRef<OsStr>) -> Result<Box<dyn Store>, StoreError> {
    let address = address.as_ref();
    match server(address) {
        #[cfg(feature = "postgres")]
        Some(address) => Ok(Box::new(PostgresStore::connect(address)?)),
        #[cfg(not(feature = "postgres"))]
        Some(_) => Err(StoreError::NoPostgres),
        None => Ok(Box::new(SqliteStore::open(Path::new(address))?)),
    }
}

/// Opens an existing store, without creating a file.
pub fn reopen(address: impl AsRef<OsStr>) -> Result<Box<dyn Store>, StoreError> {
    let address = address.as_ref();
    if server(address).is_none() && !Path::new(address).exists() {
        return Err(StoreError::Missing(address.into()));
    }
    open(address)
}

/// Opens an existing store to read from it. This works even if another process uses the file, which is then
/// opened read-only.
pub fn open_for_reading(address: impl AsRef<OsStr>) -> Result<Box<dyn Store>, StoreError> {
    let address = address.as_ref();
    match reopen(address) {
        Err(StoreError::InUse(path)) => Ok(Box::new(SqliteStore::open_read_only(&path)?)),
        opened => opened,
    }
}

/// The address of a server. `None` if it is the name of a file.
fn server(address: &OsStr) -> Option<&str> {
    let text = address.to_str()?;
    ["postgres://", "postgresql://"]
        .iter()
        .any(|scheme| text.starts_with(scheme))
        .then_some(text)
}
