//! Imports games into the collection, file by file.

use std::collections::HashMap;
use std::ops::ControlFlow;

use parlor_core::Color;
use parlor_core::random::split_mix;
use parlor_games::import::{GameReader, ImportError, Imported, Names, NoGame};
use parlor_games::problem::ImportProblem;
use parlor_games::{AnyGame, Date, EndReason, opening};
use rusqlite::{Connection, OptionalExtension, Transaction, TransactionBehavior, params};
use serde::{Deserialize, Serialize};

use crate::index::Waiting;
use crate::rows::{GameResult, date_code};
use crate::{Collection, CollectionError};

/// The number of games between two progress reports.
const PROGRESS_EVERY: u32 = 500;

/// A file to import.
#[derive(Clone, Debug)]
pub struct SourceFile {
    name: String,
    bytes: Vec<u8>,
}

impl SourceFile {
    /// A file and its name, for reports.
    pub fn new(name: impl Into<String>, bytes: Vec<u8>) -> SourceFile {
        SourceFile {
            name: name.into(),
            bytes,
        }
    }

    /// Its name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Its contents.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }
}

/// The progress of an import.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Progress {
    /// The index of the file, from 0.
    pub file: u32,
    /// The number of games read from it.
    pub games: u32,
}

/// The result of an import.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct ImportReport {
    /// The reports of the files with games, in order.
    pub files: Vec<FileReport>,
    /// Whether it was stopped early. The file in progress and those after it are not in the collection.
    pub interrupted: bool,
}

/// The result of one file.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct FileReport {
    /// Its name.
    pub name: String,
    /// The number of new games.
    pub imported: u32,
    /// The number of games that were already stored.
    pub known: u32,
    /// The number of games that cannot be replayed.
    pub unreadable: u32,
    /// What is wrong with the file, or with its first game that cannot be replayed, if there is a code for it.
    pub problem: Option<ImportProblem>,
    /// The same as text.
    pub reason: Option<String>,
}

impl ImportReport {
    /// The totals of all files.
    pub fn total(&self) -> FileReport {
        let mut total = FileReport::default();
        for file in &self.files {
            total.imported += file.imported;
            total.known += file.known;
            total.unreadable += file.unreadable;
        }
        total
    }
}

impl Collection {
    /// Imports files that belong together: `.jou` and `.trn` files have the names of the players and tournaments of
    /// the WTHOR files among them.
    ///
    /// Each file is imported completely or not at all. A file in an unknown format is reported and changes nothing;
    /// a game that cannot be replayed is skipped and counted. `progress` may stop the import.
    pub fn import(
        &self,
        files: &[SourceFile],
        progress: &mut dyn FnMut(&Progress) -> ControlFlow<()>,
    ) -> Result<ImportReport, CollectionError> {
        let mut names = Names::default();
        let mut report = ImportReport::default();
        let mut with_games = Vec::new();
        let mut n_names = 0;
        for (place, file) in (0..).zip(files) {
            match names.take(&file.bytes) {
                Ok(true) => n_names += 1,
                Ok(false) => with_games.push((place, file)),
                Err(error) => report.files.push(refused(file, &error)),
            }
        }
        if with_games.is_empty() && n_names > 0 {
            report.files.push(refused(&files[0], &ImportError::NamesOnly));
        }
        let mut connection = self.writer();
        for (place, file) in with_games {
            let games = match GameReader::new(&file.bytes, &names) {
                Ok(games) => games,
                Err(error) => {
                    report.files.push(refused(file, &error));
                    continue;
                }
            };
            let mut tell = |games| progress(&Progress { file: place, games });
            match import_file(&mut connection, &file.name, games, &mut tell)? {
                ControlFlow::Continue(done) => report.files.push(done),
                ControlFlow::Break(()) => {
                    report.interrupted = true;
                    break;
                }
            }
        }
        // Only to keep the files small. Readers may prevent it.
        let _ = connection.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(()));
        Ok(report)
    }
}

fn refused(file: &SourceFile, error: &ImportError) -> FileReport {
    FileReport {
        name: file.name.clone(),
        problem: Some(error.problem()),
        reason: Some(error.to_string()),
        ..FileReport::default()
    }
}

/// Imports a file in one transaction, which is rolled back if the import is stopped.
fn import_file(
    connection: &mut Connection,
    name: &str,
    games: GameReader<'_>,
    progress: &mut dyn FnMut(u32) -> ControlFlow<()>,
) -> Result<ControlFlow<(), FileReport>, CollectionError> {
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    let mut import = Import::new(&transaction)?;
    let mut report = FileReport {
        name: name.to_owned(),
        ..FileReport::default()
    };
    for (n_read, one) in (0..).zip(games) {
        if n_read % PROGRESS_EVERY == 0 && progress(n_read).is_break() {
            return Ok(ControlFlow::Break(()));
        }
        let one = one.and_then(|found| match found.game.is_empty() {
            true => Err(NoGame {
                number: found.details.number,
                ..NoGame::because("it is a position without moves", None)
            }),
            false => Ok(found),
        });
        match one {
            Ok(found) => match import.add(&found)? {
                true => report.imported += 1,
                false => report.known += 1,
            },
            Err(problem) => {
                report.unreadable += 1;
                if report.reason.is_none() {
                    report.reason = Some(problem.to_string());
                    let problem = problem.problem.map(|problem| *problem);
                    report.problem = problem.map(|problem| ImportProblem::Game { problem });
                }
            }
        }
    }
    import.waiting.write(&transaction)?;
    drop(import);
    transaction.commit()?;
    Ok(ControlFlow::Continue(report))
}

/// An import in progress.
struct Import<'a> {
    connection: &'a Transaction<'a>,
    waiting: Waiting,
    /// The number of the next game.
    next: u32,
    /// The row numbers of known names, by table.
    known: HashMap<(&'static str, String), i64>,
}

impl<'a> Import<'a> {
    fn new(connection: &'a Transaction<'a>) -> Result<Import<'a>, CollectionError> {
        let last: i64 =
            connection.query_row("SELECT coalesce(max(id), 0) FROM game", [], |row| row.get(0))?;
        Ok(Import {
            connection,
            waiting: Waiting::default(),
            next: u32::try_from(last + 1).map_err(|_| CollectionError::Full)?,
            known: HashMap::new(),
        })
    }

    /// Adds a game. Returns `false` if it exists already.
    fn add(&mut self, found: &Imported) -> Result<bool, CollectionError> {
        let Imported { details, game, names } = found;
        let date = details.date.or_else(|| details.year.and_then(Date::of_year));
        let keys = game.keys();
        let name = |color| {
            names[color]
                .as_deref()
                .map(str::trim)
                .filter(|name| !name.is_empty())
        };
        let (black, white) = (name(Color::Black), name(Color::White));
        let fingerprint = fingerprint(&keys, [black, white], date);
        let is_known = self
            .connection
            .prepare_cached("SELECT 1 FROM game WHERE fingerprint = ?1")?
            .exists([fingerprint])?;
        if is_known {
            return Ok(false);
        }
        let result = details.result.or_else(|| game.outcome()).map(GameResult::from);
        let result = GameResult::code(result);
        let lead = match (details.discs, game.end_reason()) {
            (Some([black, white]), _) => Some(i64::from(black) - i64::from(white)),
            (None, Some(EndReason::Count)) => {
                let counts = game.counts();
                Some(i64::from(counts[Color::Black]) - i64::from(counts[Color::White]))
            }
            _ => None,
        };
        let opening = opening::last(&keys).map(|opening| opening.name);
        let moves: Vec<String> = game.history().into_iter().map(|mv| mv.text).collect();
        let id = self.next;
        self.connection
            .prepare_cached(
                "INSERT INTO game (id, terms, black, white, event, opening, date, result, lead, plies, moves, fingerprint)
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12)",
            )?
            .execute(params![
                id,
                self.terms(game)?,
                self.named("player", black)?,
                self.named("player", white)?,
                self.named("event", details.event.as_deref())?,
                self.named("opening", opening)?,
                date_code(date),
                result,
                lead,
                moves.len(),
                moves.join(" "),
                fingerprint,
            ])?;
        self.waiting.add(self.connection, id, result, &keys)?;
        self.next = id.checked_add(1).ok_or(CollectionError::Full)?;
        Ok(true)
    }

    /// The row number of a game's agreements and start.
    fn terms(&mut self, game: &AnyGame) -> Result<i64, CollectionError> {
        let kind = game.kind().name();
        let is_default =
            AnyGame::new(game.spec()).is_ok_and(|default| default.start_text() == game.start_text());
        let start = if is_default {
            String::new()
        } else {
            game.start_text()
        };
        // Pairs of texts can always be serialised.
        let agreements = serde_json::to_string(&game.spec().agreements()).unwrap_or_default();
        let cached = ("terms", format!("{kind} {agreements} {start}"));
        if let Some(&id) = self.known.get(&cached) {
            return Ok(id);
        }
        let values = params![kind, agreements, start];
        let find = "SELECT id FROM terms WHERE game = ?1 AND agreements = ?2 AND start = ?3";
        let found = self
            .connection
            .prepare_cached(find)?
            .query_row(values, |row| row.get(0))
            .optional()?;
        let id = match found {
            Some(id) => id,
            None => self
                .connection
                .prepare_cached("INSERT INTO terms (game, agreements, start) VALUES (?1, ?2, ?3)")?
                .insert(values)?,
        };
        self.known.insert(cached, id);
        Ok(id)
    }

    /// The row number of a name in a table of names.
    fn named(&mut self, table: &'static str, name: Option<&str>) -> Result<Option<i64>, CollectionError> {
        let Some(name) = name else { return Ok(None) };
        let cached = (table, name.to_owned());
        if let Some(&id) = self.known.get(&cached) {
            return Ok(Some(id));
        }
        let found = self
            .connection
            .prepare_cached(&format!("SELECT id FROM {table} WHERE name = ?1"))?
            .query_row([name], |row| row.get(0))
            .optional()?;
        let id = match found {
            Some(id) => id,
            None => self
                .connection
                .prepare_cached(&format!("INSERT INTO {table} (name, folded) VALUES (?1, ?2)"))?
                .insert([name, &fold(name)])?,
        };
        self.known.insert(cached, id);
        Ok(Some(id))
    }
}

/// Equal for two records of one game: it depends on the positions up to symmetry, the players and the year.
fn fingerprint(keys: &[u64], names: [Option<&str>; 2], date: Option<Date>) -> i64 {
    let mut state = u64::from(date.map_or(0, |date| date.year));
    let mut take = |number: u64| {
        let mut mixed = state.rotate_left(5) ^ number;
        state = split_mix(&mut mixed);
    };
    for name in names {
        take(parlor_core::checksum(fold(name.unwrap_or_default()).as_bytes()));
    }
    keys.iter().for_each(|&key| take(key));
    state as i64
}

/// Normalises a name for comparison: ignores case and extra blanks.
pub(crate) fn fold(name: &str) -> String {
    let words: Vec<String> = name.split_whitespace().map(str::to_lowercase).collect();
    words.join(" ")
}
