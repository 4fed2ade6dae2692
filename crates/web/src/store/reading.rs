//! Reads from the file of games: lists, searches and whole games, on connections that never wait for a save.

use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use parlor_table::log::{GameEvent, GameLog};
use parlor_table::store::{GamePage, LogPage, PAGE, PageCursor, may_be_date};
use parlor_table::wire::{GameSummary, StoreFailure};
use parlor_table::{Append, PlayerId, result};
use rusqlite::{Connection, OpenFlags, OptionalExtension, Row, params};

use super::sqlite::{BUSY_TIMEOUT, failure};

/// How many words of a search are used.
const MOST_WORDS: usize = 16;
/// The shortest word that the trigram index can find.
const INDEXED_LETTERS: usize = 3;
/// If fewer games than this match the words of a search, they are looked up and sorted. Otherwise the list is
/// scanned.
const FEW_GAMES: usize = 400;
/// How many games are loaded at once during an export.
const LOGS_PER_PAGE: usize = 64;
/// How many idle connections are kept.
const MAX_IDLE: usize = 4;

/// A pool of read-only connections.
pub(super) struct Readers {
    file: PathBuf,
    waiting: Mutex<Vec<Connection>>,
}

impl Readers {
    /// Creates a pool for this file.
    pub(super) fn new(file: &Path) -> Readers {
        Readers {
            file: file.to_owned(),
            waiting: Mutex::new(Vec::new()),
        }
    }

    /// Runs `read` with a connection of the pool.
    pub(super) fn read<T>(
        &self,
        read: impl FnOnce(&Connection) -> Result<T, StoreFailure>,
    ) -> Result<T, StoreFailure> {
        let waiting = self.waiting().pop();
        let connection = match waiting {
            Some(connection) => connection,
            None => self.open().map_err(failure)?,
        };
        let found = read(&connection)?;
        // A connection that has failed is not reused.
        let mut waiting = self.waiting();
        if waiting.len() < MAX_IDLE {
            waiting.push(connection);
        }
        Ok(found)
    }

    pub(super) fn open(&self) -> rusqlite::Result<Connection> {
        let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let connection = Connection::open_with_flags(&self.file, flags)?;
        connection.busy_timeout(BUSY_TIMEOUT)?;
        Ok(connection)
    }

    fn waiting(&self) -> std::sync::MutexGuard<'_, Vec<Connection>> {
        // No code panics while it changes the list, so it is valid even if the lock is poisoned.
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Converts a row with the columns of `LISTED`.
fn listed(row: &Row<'_>) -> rusqlite::Result<(PageCursor, GameSummary)> {
    let place = PageCursor {
        updated: row.get(0)?,
        number: row.get(1)?,
    };
    let game: String = row.get(3)?;
    let ended: String = row.get(6)?;
    let name = |index: usize| row.get::<_, String>(index).map(|name| result::read_name(&name));
    let summary = GameSummary {
        id: row.get(2)?,
        names: [name(4)?, name(5)?],
        // A game that this version does not support has no result that it can show.
        result: game.parse().ok().and_then(|kind| result::read(kind, &ended)),
        game,
        moves: row.get(7)?,
        updated: place.updated / 1000,
        rows: row.get(8)?,
        columns: row.get(9)?,
        cells: row.get(10)?,
        opening: Some(row.get::<_, String>(11)?).filter(|name| !name.is_empty()),
    };
    Ok((place, summary))
}

/// Scans a player's list.
const LISTED: &str =
    "SELECT people.updated, people.game, id, games.game, black, white, result, moves, board_rows,
    board_columns, cells, opening FROM people INDEXED BY people_by_time CROSS JOIN games ON games.number = people.game
    WHERE player = ?1 AND hidden = 0 AND (people.updated, people.game) < (?2, ?3)";

/// Looks up the few games that match rare words in a player's list.
const FOUND: &str =
    "SELECT people.updated, people.game, id, games.game, black, white, result, moves, board_rows,
    board_columns, cells, opening FROM searched CROSS JOIN people CROSS JOIN games
    WHERE searched MATCH ?4 AND player = ?1 AND people.game = searched.rowid AND games.number = people.game
    AND hidden = 0 AND (people.updated, people.game) < (?2, ?3)";

/// The words of a search that the index can find, as an FTS5 query. `None` if there are none.
fn indexed(search: &str) -> Option<String> {
    let known = |word: &&str| word.chars().count() >= INDEXED_LETTERS && !may_be_date(word);
    let quoted = |word: &str| format!("\"{}\"", word.replace('"', "\"\""));
    let words = search.split_whitespace().take(MOST_WORDS).filter(known);
    let words: Vec<String> = words.map(quoted).collect();
    (!words.is_empty()).then(|| words.join(" AND "))
}

/// The cursor before the first game of a list.
const BEGINNING: PageCursor = PageCursor {
    updated: i64::MAX as u64,
    number: i64::MAX as u64,
};

/// Returns a page of a player's games that contain every word of `search`.
pub(super) fn list(
    connection: &Connection,
    who: &PlayerId,
    search: &str,
    after: Option<PageCursor>,
) -> rusqlite::Result<GamePage> {
    let after = after.unwrap_or(BEGINNING);
    let search = search.to_lowercase();
    let mut values: Vec<rusqlite::types::Value> = vec![
        who.as_str().to_owned().into(),
        (after.updated.min(BEGINNING.updated) as i64).into(),
        (after.number.min(BEGINNING.number) as i64).into(),
    ];
    let mut sql = LISTED.to_owned();
    if let Some(words) = indexed(&search)
        && matches_few(connection, &words)?
    {
        values.push(words.into());
        sql = FOUND.to_owned();
    }
    for word in search.split_whitespace().take(MOST_WORDS) {
        values.push(word.to_owned().into());
        let n = values.len();
        if may_be_date(word) {
            let date = "date(people.updated / 1000, 'unixepoch')";
            sql.push_str(&format!(
                " AND (instr(people.words, ?{n}) OR instr({date}, ?{n}))"
            ));
        } else {
            sql.push_str(&format!(" AND instr(people.words, ?{n})"));
        }
    }
    sql.push_str(&format!(
        " ORDER BY people.updated DESC, people.game DESC LIMIT {}",
        PAGE + 1
    ));
    let mut statement = connection.prepare_cached(&sql)?;
    let found = statement.query_map(rusqlite::params_from_iter(values), listed)?;
    let mut found: Vec<(PageCursor, GameSummary)> = found.collect::<rusqlite::Result<_>>()?;
    let more = found.len() > PAGE;
    found.truncate(PAGE);
    Ok(GamePage {
        next: found.last().map(|(place, _)| *place).filter(|_| more),
        games: found.into_iter().map(|(_, game)| game).collect(),
    })
}

/// Whether few games contain these words, counting all players' games.
fn matches_few(connection: &Connection, words: &str) -> rusqlite::Result<bool> {
    let mut statement =
        connection.prepare_cached("SELECT rowid FROM searched WHERE searched MATCH ?1 LIMIT ?2")?;
    let found = statement.query_map(params![words, FEW_GAMES], |row| row.get::<_, i64>(0))?;
    let found: rusqlite::Result<Vec<i64>> = found.collect();
    Ok(found?.len() < FEW_GAMES)
}

/// Loads all events of a game.
pub(super) fn load(connection: &Connection, id: &str) -> Result<Option<GameLog>, StoreFailure> {
    let found: Option<(i64, u64)> = connection
        .prepare_cached("SELECT number, updated FROM games WHERE id = ?1")
        .and_then(|mut statement| {
            statement
                .query_row([id], |row| Ok((row.get(0)?, row.get(1)?)))
                .optional()
        })
        .map_err(failure)?;
    found
        .map(|(number, updated)| log(connection, id, number, updated))
        .transpose()
}

fn log(connection: &Connection, id: &str, number: i64, updated: u64) -> Result<GameLog, StoreFailure> {
    let texts = || -> rusqlite::Result<Vec<String>> {
        let mut statement =
            connection.prepare_cached("SELECT event FROM events WHERE game = ?1 ORDER BY seq")?;
        statement.query_map([number], |row| row.get(0))?.collect()
    };
    let texts = texts().map_err(failure)?;
    let events: Result<Vec<_>, _> = texts.iter().map(|text| GameEvent::from_json(text)).collect();
    Ok(GameLog {
        id: id.to_owned(),
        events: events.map_err(|error| StoreFailure::Damaged {
            game: id.to_owned(),
            detail: error.to_string(),
        })?,
        updated,
    })
}

/// Loads all events of a page of a player's games.
pub(super) fn logs(
    connection: &Connection,
    who: &PlayerId,
    after: Option<PageCursor>,
) -> Result<LogPage, StoreFailure> {
    let after = after.unwrap_or(BEGINNING);
    let found = || -> rusqlite::Result<Vec<(PageCursor, String)>> {
        let sql = format!("{LISTED} ORDER BY people.updated DESC, people.game DESC LIMIT {LOGS_PER_PAGE}");
        let mut statement = connection.prepare_cached(&sql)?;
        let found = statement.query_map(params![who.as_str(), after.updated, after.number], |row| {
            let place = PageCursor {
                updated: row.get(0)?,
                number: row.get(1)?,
            };
            Ok((place, row.get(2)?))
        })?;
        found.collect()
    };
    let found = found().map_err(failure)?;
    Ok(LogPage {
        next: found
            .last()
            .map(|(place, _)| *place)
            .filter(|_| found.len() == LOGS_PER_PAGE),
        games: found
            .iter()
            .map(|(place, id)| log(connection, id, place.number as i64, place.updated))
            .collect(),
    })
}

/// Whether a player has a game like this one, played at the same time.
pub(super) fn has_like(connection: &Connection, who: &PlayerId, append: &Append) -> rusqlite::Result<bool> {
    let Some(updated) = append.played_at else {
        return Ok(false);
    };
    let [black, white, result] = &append.searched;
    let summary = &append.summary;
    connection
        .prepare_cached(
            "SELECT EXISTS (SELECT 1 FROM people INDEXED BY people_by_time
             CROSS JOIN games ON games.number = people.game
             WHERE player = ?1 AND hidden = 0 AND people.updated = ?2 AND games.game = ?3 AND black = ?4
             AND white = ?5 AND result = ?6 AND moves = ?7 AND cells = ?8)",
        )?
        .query_row(
            params![
                who.as_str(),
                updated,
                summary.game,
                black,
                white,
                result,
                summary.moves,
                summary.cells
            ],
            |row| row.get(0),
        )
}

#[cfg(test)]
#[path = "reading_tests.rs"]
mod tests;
