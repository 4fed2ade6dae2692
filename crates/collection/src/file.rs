//! A collection in a SQLite file.

mod explore;
mod export;
mod import;
mod index;
mod prepared;
mod rows;
mod schema;
mod search;
mod stats;

use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use rusqlite::Connection;

use crate::CollectionError;

pub use export::Selection;

/// How many idle connections are kept for readers.
const READERS: usize = 4;

/// A collection of games in a file. Only one value of this type may use a file at a time; threads can share it.
pub struct Collection {
    file: PathBuf,
    writer: Mutex<Connection>,
    readers: Mutex<Vec<Connection>>,
}

impl Collection {
    /// Opens a file, and creates it if it does not exist.
    pub fn open(file: &Path) -> Result<Collection, CollectionError> {
        Ok(Collection {
            writer: Mutex::new(schema::open(file)?),
            file: file.to_owned(),
            readers: Mutex::default(),
        })
    }

    /// The number of games.
    pub fn len(&self) -> Result<u64, CollectionError> {
        self.read(|connection| Ok(connection.query_row("SELECT count(*) FROM game", [], |row| row.get(0))?))
    }

    /// Whether there are no games.
    pub fn is_empty(&self) -> Result<bool, CollectionError> {
        Ok(self.len()? == 0)
    }

    /// Runs `read` with a read-only connection, which no import keeps waiting.
    fn read<T>(
        &self,
        read: impl FnOnce(&Connection) -> Result<T, CollectionError>,
    ) -> Result<T, CollectionError> {
        let waiting = lock(&self.readers).pop();
        let connection = match waiting {
            Some(connection) => connection,
            None => schema::open_to_read(&self.file)?,
        };
        let found = read(&connection)?;
        // A connection that has failed is not reused.
        let mut waiting = lock(&self.readers);
        if waiting.len() < READERS {
            waiting.push(connection);
        }
        Ok(found)
    }

    fn writer(&self) -> MutexGuard<'_, Connection> {
        lock(&self.writer)
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    // A transaction that a panic interrupts is rolled back, so the connection is still usable.
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
