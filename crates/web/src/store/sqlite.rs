//! Games in an SQLite file.
//!
//! The write-ahead log makes a commit survive the death of the process without waiting for the disk. Saves go
//! through one writer, which commits all that are waiting at once: a thousand games cost little more than one.

use std::path::Path;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use futures_util::future::BoxFuture;
use parlor_games::Kind;
use parlor_table::wire::{GameSummary, StoreFailure};
use parlor_table::{Kept, PlayerId, SavedGame, result};
use sqlx::sqlite::{
    SqliteConnectOptions, SqliteJournalMode, SqlitePool, SqlitePoolOptions, SqliteRow, SqliteSynchronous,
};
use sqlx::{QueryBuilder, Row, Sqlite, Transaction};
use tokio::sync::{mpsc, oneshot};

use super::{PAGE, Store, StoreError};

/// The version of the tables below.
const VERSION: i64 = 1;

const TABLES: &str = "
    CREATE TABLE IF NOT EXISTS games (
        id TEXT PRIMARY KEY,
        game TEXT NOT NULL,
        black TEXT NOT NULL,
        white TEXT NOT NULL,
        result TEXT NOT NULL,
        moves INTEGER NOT NULL,
        board_rows INTEGER NOT NULL,
        board_columns INTEGER NOT NULL,
        cells TEXT NOT NULL,
        record TEXT NOT NULL,
        seats TEXT NOT NULL,
        updated INTEGER NOT NULL
    ) STRICT;
    CREATE TABLE IF NOT EXISTS people (
        player TEXT NOT NULL,
        game TEXT NOT NULL REFERENCES games (id) ON DELETE CASCADE,
        PRIMARY KEY (player, game)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX IF NOT EXISTS people_by_game ON people (game);
    CREATE INDEX IF NOT EXISTS games_by_time ON games (updated);
    CREATE TABLE IF NOT EXISTS settings (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
";

/// How many saves may wait for the writer before those who ask wait too.
const WAITING: usize = 4096;
/// How many words of a search count.
const MOST_WORDS: usize = 16;
/// How many saves one commit holds at most.
const TOGETHER: usize = 512;

type Saving = (SavedGame, oneshot::Sender<Result<(), StoreError>>);

/// Games in an SQLite file.
pub(crate) struct SqliteStore {
    pool: SqlitePool,
    writer: mpsc::Sender<Saving>,
}

impl SqliteStore {
    /// Opens the file, making it and its folder when they are missing.
    pub(crate) async fn open(file: &Path) -> Result<SqliteStore, StoreError> {
        if let Some(folder) = file.parent() {
            std::fs::create_dir_all(folder).map_err(|error| StoreFailure::Folder {
                folder: folder.display().to_string(),
                detail: error.to_string(),
            })?;
        }
        let options = SqliteConnectOptions::new()
            .filename(file)
            .create_if_missing(true)
            .journal_mode(SqliteJournalMode::Wal)
            .synchronous(SqliteSynchronous::Normal)
            .busy_timeout(Duration::from_secs(5))
            .foreign_keys(true);
        let pool = SqlitePoolOptions::new()
            .max_connections(4)
            .connect_with(options)
            .await?;
        let found: i64 = sqlx::query("PRAGMA user_version")
            .fetch_one(&pool)
            .await?
            .try_get(0)?;
        if found > VERSION {
            return Err(StoreError(StoreFailure::TooNew {
                found,
                known: VERSION,
            }));
        }
        sqlx::raw_sql(TABLES).execute(&pool).await?;
        sqlx::raw_sql("PRAGMA user_version = 1").execute(&pool).await?;
        let (writer, saves) = mpsc::channel(WAITING);
        tokio::spawn(write(pool.clone(), saves));
        Ok(SqliteStore { pool, writer })
    }
}

async fn write(pool: SqlitePool, mut saves: mpsc::Receiver<Saving>) {
    let mut batch = Vec::new();
    while saves.recv_many(&mut batch, TOGETHER).await > 0 {
        let result = commit(&pool, &batch).await;
        for (_, answer) in batch.drain(..) {
            // Whoever does not wait for the answer does not need it.
            let _ = answer.send(result.clone());
        }
    }
}

async fn commit(pool: &SqlitePool, batch: &[Saving]) -> Result<(), StoreError> {
    let mut transaction = pool.begin_with("BEGIN IMMEDIATE").await?;
    for (game, _) in batch {
        put(&mut transaction, game).await?;
    }
    transaction.commit().await?;
    Ok(())
}

async fn put(transaction: &mut Transaction<'_, Sqlite>, game: &SavedGame) -> Result<(), StoreError> {
    let SavedGame {
        kept,
        summary,
        searched: [black, white, result],
        people,
    } = game;
    sqlx::query(
        "INSERT INTO games (id, game, black, white, result, moves, board_rows, board_columns, cells, record, seats, updated)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
         ON CONFLICT (id) DO UPDATE SET black = excluded.black, white = excluded.white, result = excluded.result,
         moves = excluded.moves, cells = excluded.cells, record = excluded.record, seats = excluded.seats,
         updated = excluded.updated",
    )
    .bind(&kept.id)
    .bind(&summary.game)
    .bind(black)
    .bind(white)
    .bind(result)
    .bind(i64::from(summary.moves))
    .bind(i64::from(summary.rows))
    .bind(i64::from(summary.columns))
    .bind(&summary.cells)
    .bind(&kept.record)
    .bind(&kept.table)
    .bind(now_ms())
    .execute(&mut **transaction)
    .await?;
    for player in people {
        sqlx::query("INSERT OR IGNORE INTO people (player, game) VALUES (?, ?)")
            .bind(player.as_str())
            .bind(&kept.id)
            .execute(&mut **transaction)
            .await?;
    }
    Ok(())
}

/// What the words of a search are looked for in, in SQL: the game by both its names, the players, the result as
/// lists show it, and the date.
fn searched() -> String {
    let titles = Kind::ALL.map(|kind| format!("WHEN '{}' THEN '{}' ", kind.name(), kind.title()));
    format!(
        "lower(games.game || ' ' || CASE games.game {}ELSE '' END || ' ' || black || ' ' || white || ' ' || \
         CASE result WHEN '' THEN 'in progress' ELSE result END || ' ' || date(updated / 1000, 'unixepoch'))",
        titles.concat()
    )
}

/// Milliseconds, so that two games played within one second are still listed in order.
fn now_ms() -> i64 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH);
    now.map_or(0, |now| i64::try_from(now.as_millis()).unwrap_or(i64::MAX))
}

fn summary(row: &SqliteRow) -> Result<GameSummary, sqlx::Error> {
    let number = |name: &str| row.try_get::<i64, _>(name);
    let text = |name: &str| row.try_get::<String, _>(name);
    let game = text("game")?;
    let ended = text("result")?;
    Ok(GameSummary {
        id: text("id")?,
        names: [
            result::read_name(&text("black")?),
            result::read_name(&text("white")?),
        ],
        // A game that this version does not know has no result that it could tell.
        result: game.parse().ok().and_then(|kind| result::read(kind, &ended)),
        game,
        moves: u32::try_from(number("moves")?).unwrap_or_default(),
        updated: u64::try_from(number("updated")? / 1000).unwrap_or_default(),
        rows: u8::try_from(number("board_rows")?).unwrap_or_default(),
        columns: u8::try_from(number("board_columns")?).unwrap_or_default(),
        cells: row.try_get("cells")?,
    })
}

impl Store for SqliteStore {
    fn save(&self, game: SavedGame) -> BoxFuture<'_, Result<(), StoreError>> {
        Box::pin(async move {
            let (answer, saved) = oneshot::channel();
            self.writer
                .send((game, answer))
                .await
                .map_err(|_| StoreFailure::Ending)?;
            saved.await.map_err(|_| StoreFailure::Ending)?
        })
    }

    fn load<'a>(&'a self, id: &'a str) -> BoxFuture<'a, Result<Option<Kept>, StoreError>> {
        Box::pin(async move {
            let row = sqlx::query("SELECT id, record, seats FROM games WHERE id = ?").bind(id);
            let Some(row) = row.fetch_optional(&self.pool).await? else {
                return Ok(None);
            };
            Ok(Some(Kept {
                id: row.try_get("id")?,
                record: row.try_get("record")?,
                table: row.try_get("seats")?,
            }))
        })
    }

    fn list<'a>(
        &'a self,
        who: &'a PlayerId,
        search: &'a str,
        skip: u32,
    ) -> BoxFuture<'a, Result<(Vec<GameSummary>, bool), StoreError>> {
        Box::pin(async move {
            let mut query = QueryBuilder::<Sqlite>::new(
                "SELECT games.* FROM games JOIN people ON people.game = games.id WHERE people.player = ",
            );
            query.push_bind(who.as_str());
            for word in search.split_whitespace().take(MOST_WORDS) {
                query.push(" AND instr(").push(searched()).push(", lower(");
                query.push_bind(word).push(")) > 0");
            }
            query
                .push(" ORDER BY updated DESC, id LIMIT ")
                .push_bind(i64::from(PAGE) + 1)
                .push(" OFFSET ")
                .push_bind(i64::from(skip));
            let rows = query.build().fetch_all(&self.pool).await?;
            let more = rows.len() > PAGE as usize;
            let games: Result<Vec<GameSummary>, sqlx::Error> =
                rows.iter().take(PAGE as usize).map(summary).collect();
            Ok((games?, more))
        })
    }

    fn delete<'a>(&'a self, who: &'a PlayerId, id: &'a str) -> BoxFuture<'a, Result<(), StoreError>> {
        Box::pin(async move {
            let mut transaction = self.pool.begin_with("BEGIN IMMEDIATE").await?;
            sqlx::query("DELETE FROM people WHERE player = ? AND game = ?")
                .bind(who.as_str())
                .bind(id)
                .execute(&mut *transaction)
                .await?;
            sqlx::query(
                "DELETE FROM games WHERE id = ?1 AND NOT EXISTS (SELECT 1 FROM people WHERE game = ?1)",
            )
            .bind(id)
            .execute(&mut *transaction)
            .await?;
            transaction.commit().await?;
            Ok(())
        })
    }

    fn remembered<'a>(
        &'a self,
        name: &'static str,
        first: String,
    ) -> BoxFuture<'a, Result<String, StoreError>> {
        Box::pin(async move {
            sqlx::query("INSERT OR IGNORE INTO settings (name, value) VALUES (?, ?)")
                .bind(name)
                .bind(first)
                .execute(&self.pool)
                .await?;
            let row = sqlx::query("SELECT value FROM settings WHERE name = ?")
                .bind(name)
                .fetch_one(&self.pool)
                .await?;
            Ok(row.try_get(0)?)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::secrets;

    fn game(id: &str, black: &str, who: &[&PlayerId]) -> SavedGame {
        SavedGame {
            kept: Kept {
                id: id.into(),
                record: format!("record of {id}"),
                table: "{}".into(),
            },
            summary: GameSummary {
                id: id.into(),
                game: "loa".into(),
                names: [result::read_name(black), result::read_name("Computer")],
                moves: 3,
                result: None,
                updated: 0,
                rows: 8,
                columns: 8,
                cells: ".".repeat(64),
            },
            searched: [black.into(), "Computer".into(), String::new()],
            people: who.iter().map(|&player| player.clone()).collect(),
        }
    }

    #[tokio::test]
    async fn games_are_kept_listed_searched_and_forgotten() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("deep/er/games.sqlite");
        let (ann, bob) = (secrets().player(), secrets().player());
        let store = SqliteStore::open(&file).await.unwrap();
        store.save(game("one", "Ann", &[&ann, &bob])).await.unwrap();
        store.save(game("two", "Zoë", &[&ann])).await.unwrap();
        store.save(game("one", "Anna", &[&ann, &bob])).await.unwrap();
        drop(store);

        let store = SqliteStore::open(&file).await.unwrap();
        assert_eq!(store.load("one").await.unwrap().unwrap().record, "record of one");
        assert_eq!(store.load("three").await.unwrap(), None);
        let ids = async |who: &PlayerId, search: &str, skip: u32| {
            let (games, _) = store.list(who, search, skip).await.unwrap();
            games.into_iter().map(|game| game.id).collect::<Vec<_>>()
        };
        assert_eq!(ids(&ann, "", 0).await, ["one", "two"], "the newest first");
        assert_eq!(ids(&bob, "", 0).await, ["one"]);
        assert_eq!(ids(&ann, "anna", 0).await, ["one"]);
        assert_eq!(ids(&ann, "Lines of Action", 0).await, ["one", "two"]);
        assert_eq!(ids(&ann, "in progress  computer ANNA", 0).await, ["one"]);
        assert_eq!(ids(&ann, "othello anna", 0).await, [""; 0]);
        assert_eq!(ids(&ann, "'; DROP TABLE games", 0).await, [""; 0]);
        assert_eq!(ids(&ann, "", 1).await, ["two"]);
        store.delete(&bob, "two").await.unwrap();
        assert_eq!(
            ids(&ann, "", 0).await.len(),
            2,
            "nobody deletes what is not theirs"
        );
        store.delete(&ann, "one").await.unwrap();
        assert_eq!(ids(&bob, "", 0).await, ["one"], "the other player keeps it");
        store.delete(&bob, "one").await.unwrap();
        assert_eq!(store.load("one").await.unwrap(), None);
    }

    #[tokio::test]
    async fn a_value_is_remembered_from_the_first_time() {
        let folder = tempfile::tempdir().unwrap();
        let store = SqliteStore::open(&folder.path().join("games.sqlite"))
            .await
            .unwrap();
        assert_eq!(store.remembered("owner", "a".into()).await.unwrap(), "a");
        assert_eq!(store.remembered("owner", "b".into()).await.unwrap(), "a");
    }

    #[tokio::test]
    async fn a_file_that_is_no_database_or_too_new_is_refused_with_a_reason() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("games.sqlite");
        std::fs::write(
            &file,
            "this is a letter, not a database; it is long enough to be looked at",
        )
        .unwrap();
        for path in [file.as_path(), folder.path()] {
            assert!(matches!(
                SqliteStore::open(path).await,
                Err(StoreError(StoreFailure::Database { .. }))
            ));
        }
        let newer = folder.path().join("newer.sqlite");
        let store = SqliteStore::open(&newer).await.unwrap();
        sqlx::raw_sql("PRAGMA user_version = 99")
            .execute(&store.pool)
            .await
            .unwrap();
        drop(store);
        let error = SqliteStore::open(&newer).await.err().unwrap();
        assert!(
            matches!(error, StoreError(StoreFailure::TooNew { found: 99, .. })),
            "{error}"
        );
    }
}
