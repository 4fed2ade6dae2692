//! The store in one SQLite file, for one machine.

use std::collections::HashSet;
use std::fs::{File, OpenOptions, TryLockError};
use std::path::{Path, PathBuf};
use std::time::Duration;

use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqlitePoolOptions, SqliteSynchronous};
use sqlx::{Pool, QueryBuilder, Sqlite};
use tokio::runtime::Runtime;

use super::row::{self, ReadRow};
use super::sql::{self, implement_store, millis};
use super::{
    FaultCount, Finished, GameResult, Planned, PlannedRound, Progress, SearchTotals, Store, StoreError,
    Stored,
};
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

/// Claims games whose lease has expired or belongs to this worker, and pending games.
const CLAIM: &str = concat!(
    "UPDATE games SET state = 1, worker = $2, lease_until = ",
    now!(),
    " + $3 WHERE tournament = $1 AND (SELECT verdict FROM tournaments WHERE id = $1) = '' AND number IN (
        SELECT number FROM (
            SELECT number FROM games WHERE tournament = $1 AND state = 1 AND (worker = $2 OR lease_until < ",
    now!(),
    ")
            UNION ALL
            SELECT number FROM (
                SELECT number FROM games WHERE tournament = $1 AND state = 0 ORDER BY number LIMIT $4))
        LIMIT $4)
    RETURNING number, round, encounter, black, white, opening"
);

const HEARTBEAT: &str = concat!(
    "UPDATE games SET lease_until = ",
    now!(),
    " + $3 WHERE tournament = $1 AND worker = $2 AND state = 1"
);

/// A store in a file that one process uses at a time.
#[derive(Debug)]
pub struct SqliteStore {
    pool: Pool<Sqlite>,
    runtime: Runtime,
    // Held as long as the store. The system releases it however the process ends. `None` for a read-only store.
    _lock: Option<File>,
}

impl SqliteStore {
    /// Opens a file that another process uses, read-only.
    pub fn open_read_only(path: &Path) -> Result<SqliteStore, StoreError> {
        let runtime = runtime().map_err(|reason| StoreError::File {
            path: path.to_owned(),
            reason,
        })?;
        let options = SqliteConnectOptions::new()
            .filename(uri(path))
            .read_only(true)
            .busy_timeout(Duration::from_secs(30));
        let pool = SqlitePoolOptions::new().max_connections(1).connect_with(options);
        let pool = runtime.block_on(pool)?;
        Ok(SqliteStore {
            pool,
            runtime,
            _lock: None,
        })
    }

    /// Opens a file, creating it if it does not exist. Releases the games that a killed process was playing.
    pub fn open(path: &Path) -> Result<SqliteStore, StoreError> {
        let mut lock_path = path.as_os_str().to_owned();
        lock_path.push(".lock");
        let lock_path = PathBuf::from(lock_path);
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
        let runtime = runtime().map_err(file_error)?;
        let options = SqliteConnectOptions::new()
            .filename(uri(path))
            .create_if_missing(true)
            .journal_mode(SqliteJournalMode::Wal)
            // With WAL, a killed process loses nothing. A power cut may lose the last games but never
            // corrupts the file.
            .synchronous(SqliteSynchronous::Normal)
            .busy_timeout(Duration::from_secs(30));
        let pool = runtime.block_on(async {
            // One connection: SQLite has one writer at a time anyway.
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
            for index in sql::INDEXES {
                sqlx::query(index).execute(&pool).await?;
            }
            sqlx::query(sql::RECOUNT).execute(&pool).await?;
            // We hold the lock, so no game is being played.
            sqlx::query("UPDATE games SET state = 0, worker = '', lease_until = 0 WHERE state = 1")
                .execute(&pool)
                .await?;
            Ok::<_, sqlx::Error>(pool)
        })?;
        Ok(SqliteStore {
            pool,
            runtime,
            _lock: Some(lock),
        })
    }
}

/// The URI of a file for SQLite. The driver takes only UTF-8, but a file name may be any bytes, which a URI
/// can escape.
fn uri(path: &Path) -> String {
    let mut text = String::from("file:");
    for &byte in path.as_os_str().as_encoded_bytes() {
        match byte {
            b'/' | b'.' | b'-' | b'_' | b'~' => text.push(char::from(byte)),
            _ if byte.is_ascii_alphanumeric() => text.push(char::from(byte)),
            _ => text.push_str(&format!("%{byte:02X}")),
        }
    }
    text
}

fn runtime() -> std::io::Result<Runtime> {
    tokio::runtime::Builder::new_multi_thread()
        .worker_threads(1)
        .enable_all()
        .build()
}

implement_store!(SqliteStore, Sqlite);

#[cfg(test)]
mod tests {
    use super::*;

    /// A claim must not become slower with the number of finished games.
    #[test]
    fn a_claim_does_not_scan_finished_games() {
        let directory = tempfile::tempdir().expect("a directory");
        let path = directory.path().join("arena.sqlite");
        let store = SqliteStore::open(&path).expect("a store");
        let plan_of = |statement: &str| -> Vec<String> {
            let explain = sqlx::AssertSqlSafe(format!("EXPLAIN QUERY PLAN {statement}"));
            let query = sqlx::query(explain).bind(1_i64).bind("w").bind(1_i64).bind(1_i64);
            let rows = store
                .runtime
                .block_on(query.fetch_all(&store.pool))
                .expect("a plan");
            let steps = rows.iter().map(|row| row.text("detail").expect("text"));
            steps.filter(|step| step.contains(" games ")).collect()
        };
        let plan = plan_of(CLAIM);
        assert!(
            plan.iter().any(|step| step.contains("INDEX games_pending")),
            "{plan:#?}"
        );
        for statement in [CLAIM, HEARTBEAT, sql::RELEASE, sql::PROGRESS] {
            let plan = plan_of(statement);
            assert!(
                plan.iter().any(|step| step.contains("INDEX games_leased")),
                "{plan:#?}"
            );
            let is_narrow = |step: &String| {
                let ways = ["INDEX games_pending", "INDEX games_leased", "AND number=?"];
                ways.iter().any(|way| step.contains(way))
            };
            assert!(plan.iter().all(is_narrow), "{plan:#?}");
        }
    }
}
