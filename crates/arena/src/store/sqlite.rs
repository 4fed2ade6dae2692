//! The store in one file, for one machine.

use std::fs::{File, OpenOptions, TryLockError};
use std::time::Duration;

use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqlitePoolOptions, SqliteSynchronous};
use sqlx::{Pool, Sqlite};
use tokio::runtime::Runtime;

use super::row::{self, Table};
use super::sql::{self, implement_store, millis};
use super::{Blame, Finished, GameResult, Planned, Progress, Store, StoreError, Stored, Work};
use crate::tournament::Tournament;
use parlor_measure::Pairing;

const TOURNAMENTS: &str = "CREATE TABLE IF NOT EXISTS tournaments (
    id INTEGER PRIMARY KEY AUTOINCREMENT, config TEXT NOT NULL, verdict TEXT NOT NULL)";

/// Milliseconds since 1970.
macro_rules! now {
    () => {
        "CAST((julianday('now') - 2440587.5) * 86400000.0 AS INTEGER)"
    };
}

const CLAIM: &str = concat!(
    "UPDATE games SET state = 1, worker = $2, lease_until = ",
    now!(),
    " + $3 WHERE tournament = $1 AND number = (
        SELECT number FROM games WHERE tournament = $1
            AND (state = 0 OR (state = 1 AND lease_until < ",
    now!(),
    ")) AND (SELECT verdict FROM tournaments WHERE id = $1) = ''
        ORDER BY number LIMIT 1)
    RETURNING number, round, encounter, black, white, opening"
);

const HEARTBEAT: &str = concat!(
    "UPDATE games SET lease_until = ",
    now!(),
    " + $3 WHERE tournament = $1 AND worker = $2 AND state = 1"
);

/// A file that one process uses at a time.
#[derive(Debug)]
pub struct SqliteStore {
    pool: Pool<Sqlite>,
    runtime: Runtime,
    // Held as long as the store: the system lets go of it however we end.
    _lock: File,
}

impl SqliteStore {
    /// Opens a file, making it when it is not there. Games that were being played when somebody was killed
    /// are to be played again.
    pub fn open(path: &str) -> Result<SqliteStore, StoreError> {
        let lock_path = format!("{path}.lock");
        let file_error = |reason| StoreError::File {
            path: lock_path.clone(),
            reason,
        };
        let lock = OpenOptions::new()
            .create(true)
            .truncate(false)
            .write(true)
            .open(&lock_path)
            .map_err(file_error)?;
        match lock.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(StoreError::InUse(path.to_owned())),
            Err(TryLockError::Error(reason)) => return Err(file_error(reason)),
        }
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(1)
            .enable_all()
            .build()
            .map_err(file_error)?;
        let options = SqliteConnectOptions::new()
            .filename(path)
            .create_if_missing(true)
            .journal_mode(SqliteJournalMode::Wal)
            // In this mode a killed process loses nothing; only a power cut may lose the last games, never the
            // file.
            .synchronous(SqliteSynchronous::Normal)
            .busy_timeout(Duration::from_secs(30));
        let pool = runtime.block_on(async {
            // One connection: writers of one file take turns in any case.
            let pool = SqlitePoolOptions::new()
                .max_connections(1)
                .connect_with(options)
                .await?;
            sqlx::query(TOURNAMENTS).execute(&pool).await?;
            for table in sql::TABLES {
                sqlx::query(table).execute(&pool).await?;
            }
            for [table, name, definition] in sql::LATER_COLUMNS {
                let is_there = "SELECT COUNT(*) AS n FROM pragma_table_info($1) WHERE name = $2";
                let found = sqlx::query(is_there).bind(table).bind(name).fetch_one(&pool);
                if found.await?.number("n")? == 0 {
                    let add = format!("ALTER TABLE {table} ADD COLUMN {name} {definition}");
                    sqlx::query(sqlx::AssertSqlSafe(add)).execute(&pool).await?;
                }
            }
            sqlx::query(sql::INDEX_ENDED).execute(&pool).await?;
            // The lock is ours, so nobody is playing.
            sqlx::query("UPDATE games SET state = 0, worker = '', lease_until = 0 WHERE state = 1")
                .execute(&pool)
                .await?;
            Ok::<_, sqlx::Error>(pool)
        })?;
        Ok(SqliteStore {
            pool,
            runtime,
            _lock: lock,
        })
    }
}

implement_store!(SqliteStore);
