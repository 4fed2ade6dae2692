//! The store on a PostgreSQL server, for many machines.

use std::collections::HashSet;
use std::time::Duration;

use sqlx::postgres::PgPoolOptions;
use sqlx::{Pool, Postgres, QueryBuilder};
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
    id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY, config TEXT NOT NULL, verdict TEXT NOT NULL)";

/// Milliseconds since 1970 by the server's clock, which is the same for all workers.
macro_rules! now {
    () => {
        "CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS BIGINT)"
    };
}

/// Claims games whose lease has expired or belongs to this worker, and pending games. Skips rows that another
/// worker is claiming, so that workers do not wait for each other.
const CLAIM: &str = concat!(
    "WITH expired AS (
        SELECT number FROM games WHERE tournament = $1 AND state = 1 AND (worker = $2 OR lease_until < ",
    now!(),
    ") ORDER BY number LIMIT $4 FOR UPDATE SKIP LOCKED),
    pending AS (
        SELECT number FROM games WHERE tournament = $1 AND state = 0 ORDER BY number LIMIT $4 FOR UPDATE SKIP LOCKED)
    UPDATE games SET state = 1, worker = $2, lease_until = ",
    now!(),
    " + $3 WHERE tournament = $1 AND (SELECT verdict FROM tournaments WHERE id = $1) = '' AND number IN (
        SELECT number FROM (SELECT number FROM expired UNION ALL SELECT number FROM pending) AS free LIMIT $4)
    RETURNING number, round, encounter, black, white, opening"
);

/// Skips rows that are being recorded: they no longer need a lease.
const HEARTBEAT: &str = concat!(
    "UPDATE games SET lease_until = ",
    now!(),
    " + $3 WHERE tournament = $1 AND state = 1 AND number IN (
        SELECT number FROM games WHERE tournament = $1 AND worker = $2 AND state = 1 FOR UPDATE SKIP LOCKED)"
);

/// A store on a PostgreSQL server, which any number of workers can use at once.
#[derive(Debug)]
pub struct PostgresStore {
    pool: Pool<Postgres>,
    runtime: Runtime,
}

/// The maximum number of connections of one process.
const CONNECTIONS: u32 = 8;
/// How long to wait for a connection before the server counts as gone.
const CONNECT_WITHIN: Duration = Duration::from_secs(5);
/// The key of the advisory lock that is held while our tables are created. An arbitrary number.
const TABLES_LOCK: i64 = 0x7061_726c_6f72;

impl PostgresStore {
    /// Connects to `postgres://user:password@host:port/database` and creates the tables if they do not exist.
    pub fn connect(address: &str) -> Result<PostgresStore, StoreError> {
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(1)
            .enable_all()
            .build()
            .map_err(|reason| StoreError::File {
                // The address may contain a password, so it must not be shown.
                path: "the network".into(),
                reason,
            })?;
        let pool = runtime.block_on(async {
            let pool = PgPoolOptions::new()
                .max_connections(CONNECTIONS)
                .acquire_timeout(CONNECT_WITHIN)
                .connect(address)
                .await?;
            // Two workers that start at once must not both create the tables.
            let mut transaction = pool.begin().await?;
            sqlx::query("SELECT pg_advisory_xact_lock($1)")
                .bind(TABLES_LOCK)
                .execute(&mut *transaction)
                .await?;
            sqlx::query(TOURNAMENTS).execute(&mut *transaction).await?;
            for table in sql::TABLES {
                sqlx::query(table).execute(&mut *transaction).await?;
            }
            for [table, name, definition] in sql::LATER_COLUMNS {
                // Check first: altering a table waits for all its users.
                let is_there = "SELECT COUNT(*) AS n FROM information_schema.columns
                    WHERE table_schema = current_schema() AND table_name = $1 AND column_name = $2";
                let found = sqlx::query(is_there).bind(table).bind(name);
                if found.fetch_one(&mut *transaction).await?.number("n")? == 0 {
                    let add = format!("ALTER TABLE {table} ADD COLUMN {name} {definition}");
                    sqlx::query(sqlx::AssertSqlSafe(add))
                        .execute(&mut *transaction)
                        .await?;
                }
            }
            for index in sql::INDEXES {
                // Check first: dropping an index waits for all users of its table.
                let is_there = "SELECT COUNT(*) AS n FROM pg_indexes
                    WHERE schemaname = current_schema() AND indexname = $1";
                let name = index
                    .split(' ')
                    .find(|word| word.starts_with("games_"))
                    .unwrap_or_default();
                let found = sqlx::query(is_there).bind(name).fetch_one(&mut *transaction);
                if index.starts_with("DROP") == (found.await?.number("n")? > 0) {
                    sqlx::query(index).execute(&mut *transaction).await?;
                }
            }
            // Writers of results lock the row of their tournament first.
            sqlx::query("SELECT id FROM tournaments ORDER BY id FOR UPDATE")
                .execute(&mut *transaction)
                .await?;
            sqlx::query(sql::RECOUNT).execute(&mut *transaction).await?;
            transaction.commit().await?;
            Ok::<_, sqlx::Error>(pool)
        })?;
        Ok(PostgresStore { pool, runtime })
    }
}

implement_store!(PostgresStore, Postgres);
