//! Games in an SQLite file.
//!
//! One thread writes. It commits all waiting saves at once, so that a thousand games cost little more than one.
//! Every commit is on the disk before anyone sees it (`synchronous = FULL`): neither a crash of the program nor a
//! power cut loses a move that someone has seen. After a failure the thread continues with a new connection. Lists
//! and searches read on their own connections, which the write-ahead log allows without waiting for a save or
//! delaying it. A second thread runs checkpoints, so that no save waits for those either.

use std::fs::OpenOptions;
use std::io;
use std::path::Path;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, SyncSender};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use parlor_table::log::GameLog;
use parlor_table::store::{GamePage, LogPage, PageCursor, Store, StoreFuture, words};
use parlor_table::wire::StoreFailure;
use parlor_table::{Append, PlayerId};
use rusqlite::{Connection, ErrorCode, OptionalExtension, Transaction, TransactionBehavior, params};
use tokio::sync::{mpsc, oneshot};

use super::migrate;
use super::reading::{Readers, has_like, list, load, logs};

/// How many saves may wait for the writer before callers block.
const WAITING: usize = 8192;
/// The maximum number of saves in one commit.
const MAX_BATCH: usize = 1024;
/// After a commit of this many saves, the next one waits for a moment to collect more: a flush takes the disk as
/// long for one save as for hundreds, and on a busy disk players wait for flushes. When few people play, nobody
/// waits.
const BUSY_BATCH: usize = 8;
const COLLECT_TIME: Duration = Duration::from_millis(2);
/// The number of saves between checkpoints.
const SAVES_A_CHECKPOINT: usize = 1000;
/// The length of the write-ahead log, in pages, at which a save runs a full checkpoint itself.
const LONGEST_LOG: u32 = 65_536;
/// How many milliseconds lists may lag behind the moves of a game in progress. Updating their order with every move
/// would be three times the work of the move itself.
const LIST_LAG: u64 = 10_000;
/// How long to wait for another program that has locked the file, such as a backup.
pub(super) const BUSY_TIMEOUT: Duration = Duration::from_secs(5);

/// A write, and the channel for its result.
enum Write {
    Append(Box<Append>, Answer<()>),
    Delete(PlayerId, String, Answer<bool>),
    Remember(&'static str, String, Answer<String>),
}

type Answer<T> = oneshot::Sender<Result<T, StoreFailure>>;

/// Games in an SQLite file.
pub(crate) struct SqliteStore {
    writer: mpsc::Sender<Write>,
    readers: Arc<Readers>,
}

impl SqliteStore {
    /// Opens the file. Creates it and its folder if they are missing, and migrates it to the current version.
    pub(crate) fn open(file: &Path) -> Result<SqliteStore, StoreFailure> {
        create_folder(file)?;
        let denied = |error: io::Error| StoreFailure::Database {
            detail: error.to_string(),
        };
        private_file(file).map_err(denied)?;
        migrate::migrate(file)?;
        let file = file.to_owned();
        // Fail now, and not at the first move, if the file is not writable.
        let connection = writing(&file).map_err(failure)?;
        let (writer, writes) = mpsc::channel(WAITING);
        let readers = Arc::new(Readers::new(&file));
        let (asks, asked) = std::sync::mpsc::sync_channel(1);
        let logged = file.clone();
        let threads = [
            std::thread::Builder::new()
                .name("games".to_owned())
                .spawn(move || write(&file, connection, writes, &asks)),
            std::thread::Builder::new()
                .name("games log".to_owned())
                .spawn(move || run_checkpoints(&logged, &asked)),
        ];
        for thread in threads {
            thread.map_err(denied)?;
        }
        Ok(SqliteStore { writer, readers })
    }

    async fn write<T>(&self, write: impl FnOnce(Answer<T>) -> Write) -> Result<T, StoreFailure> {
        let (answer, answered) = oneshot::channel();
        let sent = self.writer.send(write(answer)).await;
        sent.map_err(|_| StoreFailure::Ending)?;
        answered.await.map_err(|_| StoreFailure::Ending)?
    }

    async fn read<T: Send + 'static>(
        &self,
        read: impl FnOnce(&Connection) -> Result<T, StoreFailure> + Send + 'static,
    ) -> Result<T, StoreFailure> {
        let readers = Arc::clone(&self.readers);
        let done = tokio::task::spawn_blocking(move || readers.read(read)).await;
        done.unwrap_or(Err(StoreFailure::Ending))
    }
}

/// Converts an error.
pub(super) fn failure(error: rusqlite::Error) -> StoreFailure {
    match error.sqlite_error_code() {
        Some(ErrorCode::DiskFull) => StoreFailure::Full,
        _ => StoreFailure::Database {
            detail: error.to_string(),
        },
    }
}

/// Creates the folder of a file, readable by this user only.
pub(super) fn create_folder(file: &Path) -> Result<(), StoreFailure> {
    let Some(folder) = file.parent().filter(|folder| !folder.as_os_str().is_empty()) else {
        return Ok(());
    };
    let mut builder = std::fs::DirBuilder::new();
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder
        .recursive(true)
        .create(folder)
        .map_err(|error| StoreFailure::Folder {
            folder: folder.display().to_string(),
            detail: error.to_string(),
        })
}

/// Creates a file, or changes an existing one, so that only this user can read it. SQLite gives its other files the
/// same permissions.
pub(super) fn private_file(file: &Path) -> io::Result<()> {
    let mut options = OpenOptions::new();
    options.create(true).truncate(false).write(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let opened = options.open(file)?;
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        if opened.metadata()?.permissions().mode() & 0o077 != 0 {
            opened.set_permissions(std::fs::Permissions::from_mode(0o600))?;
        }
    }
    drop(opened);
    Ok(())
}

fn writing(file: &Path) -> rusqlite::Result<Connection> {
    let connection = Connection::open(file)?;
    connection.busy_timeout(BUSY_TIMEOUT)?;
    connection.query_row("PRAGMA journal_mode = WAL", [], |_| Ok(()))?;
    connection.execute_batch("PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON")?;
    connection.query_row(&format!("PRAGMA wal_autocheckpoint = {LONGEST_LOG}"), [], |_| {
        Ok(())
    })?;
    connection.set_prepared_statement_cache_capacity(32);
    Ok(connection)
}

/// Runs the writer thread.
fn write(file: &Path, connection: Connection, mut writes: mpsc::Receiver<Write>, asks: &SyncSender<()>) {
    let mut connection = Some(connection);
    let (mut n_written, mut n_last) = (0, 0);
    let mut batch = Vec::new();
    while let Some(first) = writes.blocking_recv() {
        if n_last >= BUSY_BATCH {
            std::thread::sleep(COLLECT_TIME);
        }
        batch.push(first);
        while batch.len() < MAX_BATCH
            && let Ok(next) = writes.try_recv()
        {
            batch.push(next);
        }
        n_last = batch.len();
        n_written += n_last;
        commit(file, &mut connection, std::mem::take(&mut batch));
        // One requested checkpoint is enough.
        if n_written >= SAVES_A_CHECKPOINT && asks.try_send(()).is_ok() {
            n_written = 0;
        }
    }
}

/// Runs the checkpoint thread. Passive checkpoints block no reader or writer.
fn run_checkpoints(file: &Path, asked: &Receiver<()>) {
    let mut connection = None;
    while asked.recv().is_ok() {
        let mut attempt = || -> rusqlite::Result<()> {
            let connection = match &mut connection {
                Some(connection) => connection,
                empty => empty.insert(writing(file)?),
            };
            connection.query_row("PRAGMA wal_checkpoint(PASSIVE)", [], |_| Ok(()))
        };
        // If a checkpoint fails, the data is safe in the log, and a later one will copy it.
        if attempt().is_err() {
            connection = None;
        }
    }
}

/// The result of one write, for its caller.
enum Written {
    Append(Result<(), StoreFailure>),
    Delete(bool),
    Remember(String),
}

/// Writes a batch in one commit and answers every caller. If that fails for a reason that may concern a single
/// game, tries each write separately.
fn commit(file: &Path, connection: &mut Option<Connection>, batch: Vec<Write>) {
    match try_commit(file, connection, &batch) {
        Ok(written) => {
            for (write, written) in batch.into_iter().zip(written) {
                answer(write, Ok(written));
            }
        }
        Err(error) => {
            // The connection may be in any state, so the next attempt opens a new one.
            *connection = None;
            let outside = matches!(
                error.sqlite_error_code(),
                Some(
                    ErrorCode::DiskFull
                        | ErrorCode::SystemIoFailure
                        | ErrorCode::CannotOpen
                        | ErrorCode::ReadOnly
                        | ErrorCode::DatabaseBusy
                )
            );
            let failure = failure(error);
            if batch.len() == 1 || outside {
                for write in batch {
                    answer(write, Err(failure.clone()));
                }
            } else {
                for write in batch {
                    commit(file, connection, vec![write]);
                }
            }
        }
    }
}

fn try_commit(
    file: &Path,
    connection: &mut Option<Connection>,
    batch: &[Write],
) -> rusqlite::Result<Vec<Written>> {
    let connection = match connection {
        Some(connection) => connection,
        None => connection.insert(writing(file)?),
    };
    let change = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    let now = now_ms();
    let written: rusqlite::Result<Vec<Written>> =
        batch.iter().map(|write| put(&change, write, now)).collect();
    let written = written?;
    change.commit()?;
    Ok(written)
}

fn put(change: &Transaction<'_>, write: &Write, now: i64) -> rusqlite::Result<Written> {
    Ok(match write {
        Write::Append(append, _) => Written::Append(add_events(change, append, now)?),
        Write::Delete(who, id, _) => Written::Delete(delete(change, who, id)?),
        Write::Remember(name, first, _) => {
            change.execute(
                "INSERT OR IGNORE INTO settings (name, value) VALUES (?1, ?2)",
                params![name, first],
            )?;
            let value = "SELECT value FROM settings WHERE name = ?1";
            Written::Remember(change.query_row(value, [name], |row| row.get(0))?)
        }
    })
}

/// Sends a result. The caller may no longer wait for it.
fn answer(write: Write, written: Result<Written, StoreFailure>) {
    match (write, written) {
        (Write::Append(_, answer), Ok(Written::Append(outcome))) => drop(answer.send(outcome)),
        (Write::Delete(_, _, answer), Ok(Written::Delete(gone))) => drop(answer.send(Ok(gone))),
        (Write::Remember(_, _, answer), Ok(Written::Remember(value))) => drop(answer.send(Ok(value))),
        (Write::Append(_, answer), Err(failure)) => drop(answer.send(Err(failure))),
        (Write::Delete(_, _, answer), Err(failure)) => drop(answer.send(Err(failure))),
        (Write::Remember(_, _, answer), Err(failure)) => drop(answer.send(Err(failure))),
        // Every write has a result of its own kind. Otherwise the caller sees a closed channel, which is an error.
        (_, Ok(_)) => {}
    }
}

fn add_events(
    change: &Transaction<'_>,
    append: &Append,
    now: i64,
) -> rusqlite::Result<Result<(), StoreFailure>> {
    let Append {
        summary, searched, ..
    } = append;
    let [black, white, result] = searched;
    let updated = append
        .played_at
        .and_then(|moment| i64::try_from(moment).ok())
        .unwrap_or(now);
    let words = words(&summary.game, summary.opening.as_deref(), searched);
    let opening = summary.opening.as_deref().unwrap_or_default();
    let known: Option<(i64, u64, bool)> = change
        .prepare_cached(
            "SELECT number, events, black <> ?2 OR white <> ?3 OR result <> ?4 OR opening <> ?5 FROM games
             WHERE id = ?1",
        )?
        .query_row(params![summary.id, black, white, result, opening], |row| {
            Ok((row.get(0)?, row.get(1)?, row.get(2)?))
        })
        .optional()?;
    let (number, n_stored, is_renamed) = match known {
        Some(known) => known,
        None => {
            let forgotten: bool = change
                .prepare_cached("SELECT EXISTS (SELECT 1 FROM forgotten WHERE id = ?1)")?
                .query_row([&summary.id], |row| row.get(0))?;
            if forgotten || append.first != 1 {
                let game = summary.id.clone();
                return Ok(Err(StoreFailure::Deleted { game }));
            }
            change
                .prepare_cached(
                    "INSERT INTO games (id, game, black, white, result, moves, board_rows, board_columns, cells,
                     events, updated) VALUES (?1, ?2, '', '', '', 0, ?3, ?4, '', 0, 0)",
                )?
                .execute(params![summary.id, summary.game, summary.rows, summary.columns])?;
            (change.last_insert_rowid(), 0, true)
        }
    };
    if append.first > n_stored + 1 {
        let detail = format!("event {} follows event {n_stored}", append.first);
        let game = summary.id.clone();
        return Ok(Err(StoreFailure::Damaged { game, detail }));
    }
    if is_renamed {
        forget_words(change, number)?;
        change
            .prepare_cached("INSERT INTO searched (rowid, words) VALUES (?1, ?2)")?
            .execute(params![number, words])?;
    }
    let mut put_event =
        change.prepare_cached("INSERT INTO events (game, seq, at, event) VALUES (?1, ?2, ?3, ?4)")?;
    for (seq, event) in (append.first..).zip(&append.events) {
        if seq > n_stored {
            let text = event.to_json();
            put_event.execute(params![number, seq, updated, text])?;
        }
    }
    change
        .prepare_cached(
            "UPDATE games SET black = ?2, white = ?3, result = ?4, moves = ?5, cells = ?6, events = max(events, ?7),
             updated = ?8, opening = ?9 WHERE number = ?1",
        )?
        .execute(params![
            number,
            black,
            white,
            result,
            summary.moves,
            summary.cells,
            append.last(),
            updated,
            opening
        ])?;
    // A game that a player has deleted stays hidden from them when someone else continues it.
    let mut put_person = change.prepare_cached(
        "INSERT INTO people (player, game, updated, words) VALUES (?1, ?2, ?3, ?4)
         ON CONFLICT (player, game) DO UPDATE SET updated = excluded.updated, words = excluded.words WHERE hidden = 0
         AND (words <> excluded.words OR excluded.updated NOT BETWEEN updated AND updated + ?5)",
    )?;
    for player in &append.people {
        put_person.execute(params![player.as_str(), number, updated, words, LIST_LAG])?;
    }
    Ok(Ok(()))
}

fn forget_words(change: &Transaction<'_>, number: i64) -> rusqlite::Result<usize> {
    change
        .prepare_cached("DELETE FROM searched WHERE rowid = ?1")?
        .execute([number])
}

fn delete(change: &Transaction<'_>, who: &PlayerId, id: &str) -> rusqlite::Result<bool> {
    let number: Option<i64> = change
        .query_row("SELECT number FROM games WHERE id = ?1", [id], |row| row.get(0))
        .optional()?;
    let Some(number) = number else { return Ok(false) };
    let hidden = change.execute(
        "UPDATE people SET hidden = 1 WHERE player = ?1 AND game = ?2 AND hidden = 0",
        params![who.as_str(), number],
    )?;
    let wanted: bool = change.query_row(
        "SELECT EXISTS (SELECT 1 FROM people WHERE game = ?1 AND hidden = 0)",
        [number],
        |row| row.get(0),
    )?;
    if hidden == 0 || wanted {
        return Ok(false);
    }
    change.execute("DELETE FROM games WHERE number = ?1", [number])?;
    forget_words(change, number)?;
    change.execute("INSERT OR IGNORE INTO forgotten (id) VALUES (?1)", [id])?;
    Ok(true)
}

/// The time in milliseconds, so that games played within one second are listed in order.
fn now_ms() -> i64 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH);
    now.map_or(0, |now| i64::try_from(now.as_millis()).unwrap_or(i64::MAX))
}

impl Store for SqliteStore {
    fn append(&self, append: Append) -> StoreFuture<'_, ()> {
        Box::pin(self.write(|answer| Write::Append(Box::new(append), answer)))
    }

    fn load<'a>(&'a self, id: &'a str) -> StoreFuture<'a, Option<GameLog>> {
        let id = id.to_owned();
        Box::pin(self.read(move |connection| load(connection, &id)))
    }

    fn list<'a>(
        &'a self,
        who: &'a PlayerId,
        search: &'a str,
        after: Option<PageCursor>,
    ) -> StoreFuture<'a, GamePage> {
        let (who, search) = (who.clone(), search.to_owned());
        Box::pin(self.read(move |connection| list(connection, &who, &search, after).map_err(failure)))
    }

    fn logs<'a>(&'a self, who: &'a PlayerId, after: Option<PageCursor>) -> StoreFuture<'a, LogPage> {
        let who = who.clone();
        Box::pin(self.read(move |connection| logs(connection, &who, after)))
    }

    fn has_like<'a>(&'a self, who: &'a PlayerId, append: &'a Append) -> StoreFuture<'a, bool> {
        let (who, append) = (who.clone(), append.clone());
        Box::pin(self.read(move |connection| has_like(connection, &who, &append).map_err(failure)))
    }

    fn delete<'a>(&'a self, who: &'a PlayerId, id: &'a str) -> StoreFuture<'a, bool> {
        let (who, id) = (who.clone(), id.to_owned());
        Box::pin(self.write(|answer| Write::Delete(who, id, answer)))
    }

    fn remembered<'a>(&'a self, name: &'static str, first: String) -> StoreFuture<'a, String> {
        Box::pin(self.write(move |answer| Write::Remember(name, first, answer)))
    }
}

#[cfg(test)]
#[path = "sqlite_tests.rs"]
pub(super) mod tests;
