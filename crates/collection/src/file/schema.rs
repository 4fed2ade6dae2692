//! The schema of the file.

use std::fs::OpenOptions;
use std::path::Path;
use std::time::Duration;

use rusqlite::{Connection, ErrorCode, OpenFlags};

use crate::CollectionError;

/// The version of the schema below.
const VERSION: i64 = 1;
/// Distinguishes a collection from other SQLite files: `PRAGMA application_id`.
const APPLICATION: i64 = 0x5041_434c;

/// How long to wait for another program that has locked the file, such as a backup.
const BUSY_TIMEOUT: Duration = Duration::from_secs(5);

/// A game refers to its players, event and opening by id. `terms` has the agreements of a game, and its start if
/// that is not the default. `date` is the year, month and day as one number, with zeros for unknown parts; `result`
/// is 1 for Black, 2 for White, 3 for a draw and 0 if unknown. The fingerprint recognises duplicates. `position` is
/// the index of positions; see `index.rs`.
const TABLES: &str = "
    CREATE TABLE player (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, folded TEXT NOT NULL) STRICT;
    CREATE TABLE event (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, folded TEXT NOT NULL) STRICT;
    CREATE TABLE opening (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, folded TEXT NOT NULL) STRICT;
    CREATE TABLE terms (
        id INTEGER PRIMARY KEY,
        game TEXT NOT NULL,
        agreements TEXT NOT NULL,
        start TEXT NOT NULL,
        UNIQUE (game, agreements, start)
    ) STRICT;
    CREATE TABLE game (
        id INTEGER PRIMARY KEY,
        terms INTEGER NOT NULL REFERENCES terms (id),
        black INTEGER REFERENCES player (id),
        white INTEGER REFERENCES player (id),
        event INTEGER REFERENCES event (id),
        opening INTEGER REFERENCES opening (id),
        date INTEGER NOT NULL,
        result INTEGER NOT NULL,
        lead INTEGER,
        plies INTEGER NOT NULL,
        moves TEXT NOT NULL,
        fingerprint INTEGER NOT NULL UNIQUE
    ) STRICT;
    CREATE INDEX game_by_date ON game (date, id);
    CREATE INDEX game_by_black ON game (black);
    CREATE INDEX game_by_white ON game (white);
    CREATE INDEX game_by_event ON game (event);
    CREATE INDEX game_by_opening ON game (opening);
    CREATE TABLE position (id INTEGER PRIMARY KEY, entries BLOB NOT NULL) STRICT;
";

/// Opens a file for writing, and creates it if it does not exist.
pub(crate) fn open(file: &Path) -> Result<Connection, CollectionError> {
    make_private(file)?;
    let connection = Connection::open(file)?;
    connection.busy_timeout(BUSY_TIMEOUT)?;
    let pragma = |name: &str| connection.query_row(&format!("PRAGMA {name}"), [], |row| row.get::<_, i64>(0));
    let not_ours = |error: rusqlite::Error| match error.sqlite_error_code() {
        Some(ErrorCode::NotADatabase) => not_a_collection(file),
        _ => error.into(),
    };
    let (version, application) = (
        pragma("user_version").map_err(not_ours)?,
        pragma("application_id").map_err(not_ours)?,
    );
    let n_tables: i64 = connection.query_row("SELECT count(*) FROM sqlite_master", [], |row| row.get(0))?;
    let is_new = n_tables == 0 && version == 0;
    if !is_new && application != APPLICATION {
        return Err(not_a_collection(file));
    }
    if version > VERSION {
        return Err(CollectionError::TooNew {
            file: file.display().to_string(),
            version,
        });
    }
    if is_new {
        connection.execute_batch("PRAGMA page_size = 8192")?;
    }
    connection.query_row("PRAGMA journal_mode = WAL", [], |_| Ok(()))?;
    // A crash of the machine may lose the last import, but never damages the file.
    connection.execute_batch("PRAGMA synchronous = NORMAL; PRAGMA cache_size = -65536")?;
    if is_new {
        connection.execute_batch(&format!(
            "BEGIN; {TABLES} PRAGMA application_id = {APPLICATION}; PRAGMA user_version = {VERSION}; COMMIT"
        ))?;
    }
    connection.set_prepared_statement_cache_capacity(32);
    Ok(connection)
}

/// Opens an existing file for reading.
pub(crate) fn open_to_read(file: &Path) -> Result<Connection, CollectionError> {
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connection = Connection::open_with_flags(file, flags)?;
    connection.busy_timeout(BUSY_TIMEOUT)?;
    connection.execute_batch("PRAGMA cache_size = -16384; PRAGMA mmap_size = 268435456")?;
    Ok(connection)
}

fn not_a_collection(file: &Path) -> CollectionError {
    CollectionError::NotACollection {
        file: file.display().to_string(),
    }
}

/// Creates a file that only this user can read, if it does not exist. SQLite gives its other files the same
/// permissions.
fn make_private(file: &Path) -> Result<(), CollectionError> {
    let mut options = OpenOptions::new();
    options.create_new(true).write(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    // SQLite reports any problem with the file.
    let _ = options.open(file);
    Ok(())
}
