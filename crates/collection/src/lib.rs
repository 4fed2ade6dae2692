//! A collection of games: search by player, event, date, result, opening and position, statistics, an explorer of moves,
//! and export.
//!
//! Every position of every game is found under a key that its mirror images share
//! ([`AnyGame::key`](parlor_games::AnyGame::key)): in any symmetry and by any order of moves. [`Collection`] keeps the
//! games in a SQLite file of its own (feature `file`), [`GamesInMemory`] keeps a few thousand in memory, for a host
//! that has no files. Both understand the same questions. This crate does nothing else: the host decides who owns the
//! games, and how others reach their owner.
//!
//! ```
//! # #[cfg(feature = "file")] {
//! use parlor_collection::{Collection, Query, SourceFile};
//!
//! let folder = tempfile::tempdir()?;
//! let collection = Collection::open(&folder.path().join("my.collection"))?;
//! let file = SourceFile::new("two.txt", b"f5d6c3d3c4\nf5f6e6f4e3\n".to_vec());
//! let report = collection.import(&[file], &mut |_| std::ops::ControlFlow::Continue(()))?;
//! assert_eq!(report.files[0].imported, 2);
//! let tigers = collection.search(&Query { opening: Some("tiger".into()), ..Query::default() })?;
//! assert_eq!(tigers.total, 1);
//! # }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod entry;
mod error;
mod explore;
#[cfg(feature = "file")]
mod file;
mod import;
mod memory;
mod query;
mod rows;
mod search;
mod stats;
mod written;

pub use error::{CollectionError, CollectionFailure, FailureCode};
pub use explore::{Explored, ExploredMove, PositionRequest};
#[cfg(feature = "file")]
pub use file::{Collection, Selection};
pub use import::{FileReport, ImportReport, Progress, SourceFile};
pub use memory::GamesInMemory;
pub use query::{Query, ResultFilter};
pub use rows::{GameResult, GameRow, Results};
pub use search::Found;
pub use stats::{OpeningStats, PlayerStats, Stats, YearStats};
