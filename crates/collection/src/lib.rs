//! A collection of games in a database file of its own: import of whole files, search by player, event, date, result,
//! opening and position, statistics, an explorer of moves, and export.
//!
//! Every position of every game is indexed under a key that its mirror images share
//! ([`AnyGame::key`](parlor_games::AnyGame::key)): a position is found in any symmetry and by any order of moves.
//! This crate reads and writes one SQLite file and does nothing else: the host decides who owns the file, and how
//! others reach its owner.
//!
//! ```
//! use parlor_collection::{Collection, Query, SourceFile};
//!
//! let folder = tempfile::tempdir()?;
//! let collection = Collection::open(&folder.path().join("my.collection"))?;
//! let file = SourceFile::new("two.txt", b"f5d6c3d3c4\nf5f6e6f4e3\n".to_vec());
//! let report = collection.import(&[file], &mut |_| std::ops::ControlFlow::Continue(()))?;
//! assert_eq!(report.files[0].imported, 2);
//! let tigers = collection.search(&Query { opening: Some("tiger".into()), ..Query::default() })?;
//! assert_eq!(tigers.total, 1);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod error;
mod explore;
mod export;
mod import;
mod index;
mod query;
mod rows;
mod schema;
mod search;
mod stats;

use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use rusqlite::Connection;

pub use error::{CollectionError, CollectionFailure, FailureCode};
pub use explore::{Explored, ExploredMove, PositionRequest};
pub use export::Selection;
pub use import::{FileReport, ImportReport, Progress, SourceFile};
pub use query::{Query, ResultFilter};
pub use rows::{GameResult, GameRow, Results};
pub use search::Found;
pub use stats::{OpeningStats, PlayerStats, Stats, YearStats};

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
