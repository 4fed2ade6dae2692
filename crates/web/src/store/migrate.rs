//! The schema of the file of games, and migrations from older versions.
//!
//! `PRAGMA user_version` is the schema version. A file of an older version is copied first, and migrated in one
//! transaction: after any failure it has either the old version or the new one.

use std::path::{Path, PathBuf};

use parlor_games::{Kind, opening};
use parlor_table::log::{GameEvent, GameLog};
use parlor_table::store::words;
use parlor_table::wire::StoreFailure;
use parlor_table::{Table, Timestamp};
use rusqlite::{Connection, Transaction, TransactionBehavior, params};

use super::sqlite::{failure, private_file};

/// The version of the schema below.
pub(super) const VERSION: i64 = 2;

/// The current schema. A game is a row of `games`, which has everything that a list shows, and its events, which
/// are only ever added. `people` defines whose lists the game is in; its index has the columns by which lists are
/// sorted and searched.
const TABLES: &str = "
    CREATE TABLE games (
        number INTEGER PRIMARY KEY,
        id TEXT NOT NULL UNIQUE,
        game TEXT NOT NULL,
        black TEXT NOT NULL,
        white TEXT NOT NULL,
        result TEXT NOT NULL,
        moves INTEGER NOT NULL,
        board_rows INTEGER NOT NULL,
        board_columns INTEGER NOT NULL,
        cells TEXT NOT NULL,
        events INTEGER NOT NULL,
        updated INTEGER NOT NULL
    ) STRICT;
    CREATE TABLE events (
        game INTEGER NOT NULL REFERENCES games (number) ON DELETE CASCADE,
        seq INTEGER NOT NULL,
        at INTEGER NOT NULL,
        event TEXT NOT NULL,
        PRIMARY KEY (game, seq)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE people (
        player TEXT NOT NULL,
        game INTEGER NOT NULL REFERENCES games (number) ON DELETE CASCADE,
        updated INTEGER NOT NULL,
        words TEXT NOT NULL,
        hidden INTEGER NOT NULL DEFAULT 0,
        PRIMARY KEY (player, game)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX people_by_game ON people (game);
    CREATE INDEX people_by_time ON people (player, updated DESC, game DESC, words) WHERE hidden = 0;
    CREATE TABLE forgotten (id TEXT PRIMARY KEY) STRICT, WITHOUT ROWID;
    CREATE TABLE IF NOT EXISTS settings (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
";

/// Small pages: a move changes a few scattered rows, and whole pages go into the write-ahead log. This writes a
/// third of the bytes that the default page size would.
const PAGE_SIZE: &str = "PRAGMA page_size = 1024";

/// Migrates a file to the current version. If it is older, no other program may have it open.
pub(super) fn migrate(file: &Path) -> Result<(), StoreFailure> {
    let mut connection = Connection::open(file).map_err(failure)?;
    migrate_schema(&mut connection, file)?;
    add_openings(&mut connection).map_err(failure)?;
    index_words(&mut connection).map_err(failure)
}

fn migrate_schema(connection: &mut Connection, file: &Path) -> Result<(), StoreFailure> {
    match version(connection).map_err(failure)? {
        VERSION => Ok(()),
        0 => create(connection).map_err(failure),
        1 => {
            // A server of the first version does not use our lock, so only SQLite can tell that it has the file
            // open.
            let busy = |error: rusqlite::Error| match error.sqlite_error_code() {
                Some(rusqlite::ErrorCode::DatabaseBusy) => StoreFailure::InUse {
                    file: file.display().to_string(),
                    process: 0,
                },
                _ => failure(error),
            };
            connection
                .query_row("PRAGMA locking_mode = EXCLUSIVE", [], |_| Ok(()))
                .map_err(failure)?;
            connection
                .execute_batch("BEGIN EXCLUSIVE; COMMIT")
                .map_err(busy)?;
            copy(connection, file)?;
            from_first_version(connection).map_err(busy)?;
            // Only for speed. If the disk has no room for this, the page size stays as it is.
            let smaller = format!("PRAGMA journal_mode = DELETE; {PAGE_SIZE}; VACUUM");
            let _ = connection.execute_batch(&smaller);
            Ok(())
        }
        found => Err(StoreFailure::TooNew {
            found,
            known: VERSION,
        }),
    }
}

/// Adds the column of opening names if it is missing. The names follow from the moves. Drops the index of words,
/// which is then rebuilt with them.
fn add_openings(connection: &mut Connection) -> rusqlite::Result<()> {
    let change = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    let known = "SELECT EXISTS (SELECT 1 FROM pragma_table_info('games') WHERE name = 'opening')";
    if !change.query_row(known, [], |row| row.get::<_, bool>(0))? {
        change.execute_batch("ALTER TABLE games ADD COLUMN opening TEXT NOT NULL DEFAULT ''")?;
        find_openings(&change)?;
        change.execute_batch("DROP TABLE IF EXISTS searched")?;
    }
    change.commit()
}

fn find_openings(change: &Transaction<'_>) -> rusqlite::Result<()> {
    let has_names = |name: &String| {
        let kind = name.parse::<Kind>();
        kind.is_ok_and(|kind| !opening::lines(kind).is_empty())
    };
    let mut games = change.prepare("SELECT number, game FROM games")?;
    let mut events = change.prepare("SELECT event FROM events WHERE game = ?1 ORDER BY seq")?;
    let mut put_opening = change.prepare("UPDATE games SET opening = ?2 WHERE number = ?1")?;
    let mut put_words = change.prepare("UPDATE people SET words = words || ' ' || ?2 WHERE game = ?1")?;
    let mut rows = games.query([])?;
    while let Some(row) = rows.next()? {
        let number: i64 = row.get(0)?;
        if !has_names(&row.get(1)?) {
            continue;
        }
        let texts = events.query_map([number], |row| row.get::<_, String>(0))?;
        let texts: Vec<String> = texts.collect::<rusqlite::Result<_>>()?;
        // A game that cannot be read has no opening.
        let events: Result<Vec<_>, _> = texts.iter().map(|text| GameEvent::from_json(text)).collect();
        let Ok(events) = events else { continue };
        let log = GameLog {
            id: String::new(),
            events,
            updated: 0,
        };
        let table = Table::from_log(&log, Timestamp::default());
        if let Some(found) = table.ok().and_then(|table| opening::of(table.game())) {
            put_opening.execute(params![number, found.name])?;
            put_words.execute(params![number, found.name.to_lowercase()])?;
        }
    }
    Ok(())
}

/// Creates the trigram index of each game's words if it is missing. It follows from the other tables.
fn index_words(connection: &mut Connection) -> rusqlite::Result<()> {
    let change = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    let known = "SELECT EXISTS (SELECT 1 FROM sqlite_master WHERE name = 'searched')";
    if !change.query_row(known, [], |row| row.get::<_, bool>(0))? {
        change.execute_batch(
            "CREATE VIRTUAL TABLE searched USING fts5 (words, content = '', contentless_delete = 1, tokenize = 'trigram');
             INSERT INTO searched (rowid, words) SELECT game, words FROM people GROUP BY game;",
        )?;
    }
    change.commit()
}

fn version(connection: &Connection) -> rusqlite::Result<i64> {
    connection.query_row("PRAGMA user_version", [], |row| row.get(0))
}

fn create(connection: &mut Connection) -> rusqlite::Result<()> {
    connection.execute_batch(PAGE_SIZE)?;
    let change = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    // Two programs may start at the same time: the second finds the tables in place.
    if version(&change)? == 0 {
        change.execute_batch(TABLES)?;
        change.pragma_update(None, "user_version", VERSION)?;
    }
    change.commit()
}

/// Copies the file to `games.sqlite.v1`, or to a name with a number if that exists.
fn copy(connection: &Connection, file: &Path) -> Result<PathBuf, StoreFailure> {
    let named = |suffix: &str| {
        let mut name = file.as_os_str().to_owned();
        name.push(suffix);
        PathBuf::from(name)
    };
    let unfinished = named(".v1.part");
    let io = |error: std::io::Error| StoreFailure::Database {
        detail: error.to_string(),
    };
    // SQLite writes to an existing file if it is empty. Creating it first keeps it unreadable for other users.
    match std::fs::remove_file(&unfinished) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => return Err(io(error)),
        _ => private_file(&unfinished).map_err(io)?,
    }
    connection
        .execute("VACUUM INTO ?1", params![unfinished.to_string_lossy()])
        .map_err(failure)?;
    let names = std::iter::once(named(".v1")).chain((2..).map(|n: u32| named(&format!(".v1-{n}"))));
    for name in names {
        if !name.exists() {
            std::fs::rename(&unfinished, &name).map_err(io)?;
            return Ok(name);
        }
    }
    unreachable!("there is always a next number")
}

/// The first version stored the whole game with every move. That becomes the first event.
fn from_first_version(connection: &mut Connection) -> rusqlite::Result<()> {
    let change = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    change.execute_batch(
        "DROP INDEX IF EXISTS people_by_game;
         DROP INDEX IF EXISTS games_by_time;
         ALTER TABLE games RENAME TO games_1;
         ALTER TABLE people RENAME TO people_1;",
    )?;
    change.execute_batch(TABLES)?;
    move_games(&change)?;
    change.execute_batch("DROP TABLE people_1; DROP TABLE games_1;")?;
    change.pragma_update(None, "user_version", VERSION)?;
    change.commit()
}

fn move_games(change: &Transaction<'_>) -> rusqlite::Result<()> {
    let mut games = change.prepare(
        "SELECT id, game, black, white, result, record, seats, updated FROM games_1 ORDER BY updated, id",
    )?;
    let mut put_game = change.prepare(
        "INSERT INTO games (id, game, black, white, result, moves, board_rows, board_columns, cells, events, updated)
         SELECT id, game, black, white, result, moves, board_rows, board_columns, cells, 1, updated
         FROM games_1 WHERE id = ?1",
    )?;
    let mut put_event = change.prepare("INSERT INTO events (game, seq, at, event) VALUES (?1, 1, ?2, ?3)")?;
    let mut put_people = change.prepare(
        "INSERT INTO people (player, game, updated, words) SELECT player, ?1, ?2, ?3 FROM people_1 WHERE game = ?4",
    )?;
    let mut rows = games.query([])?;
    while let Some(row) = rows.next()? {
        let text = |index: usize| row.get::<_, String>(index);
        let (id, game) = (text(0)?, text(1)?);
        let (record, seats, updated) = (text(5)?, text(6)?, row.get::<_, i64>(7)?);
        // Seats that cannot be parsed are kept as text. The game cannot be opened, as before.
        let seats = serde_json::from_str(&seats).unwrap_or(serde_json::Value::String(seats));
        let event = serde_json::json!({ "type": "begun", "record": record, "table": seats });
        let words = words(&game, None, &[text(2)?, text(3)?, text(4)?]);
        put_game.execute([&id])?;
        let number = change.last_insert_rowid();
        put_event.execute(params![number, updated, event.to_string()])?;
        put_people.execute(params![number, updated, words, id])?;
    }
    Ok(())
}
