//! Imports games into the collection, file by file.

use std::collections::HashMap;
use std::ops::ControlFlow;

use parlor_games::AnyGame;
use parlor_games::import::{GameReader, ImportError, Imported, Names, NoGame};
use parlor_games::problem::ImportProblem;
use rusqlite::{Connection, OptionalExtension, Transaction, TransactionBehavior, params};

use super::Collection;
use super::index::Waiting;
use crate::entry::{Entry, fold};
use crate::rows::date_code;
use crate::{CollectionError, FileReport, GameResult, ImportReport, Progress, SourceFile};

/// The number of games between two progress reports.
const PROGRESS_EVERY: u32 = 500;

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
            match names.take(file.bytes()) {
                Ok(true) => n_names += 1,
                Ok(false) => with_games.push((place, file)),
                Err(error) => report.files.push(FileReport::refused(file.name(), &error)),
            }
        }
        if with_games.is_empty() && n_names > 0 {
            report
                .files
                .push(FileReport::refused(files[0].name(), &ImportError::NamesOnly));
        }
        let mut connection = self.writer();
        for (place, file) in with_games {
            let games = match GameReader::new(file.bytes(), &names) {
                Ok(games) => games,
                Err(error) => {
                    report.files.push(FileReport::refused(file.name(), &error));
                    continue;
                }
            };
            let mut tell = |games| progress(&Progress { file: place, games });
            match import_file(&mut connection, file.name(), games, &mut tell)? {
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
        let game = &found.game;
        let entry = Entry::of(found);
        let fingerprint = entry.fingerprint();
        let is_known = self
            .connection
            .prepare_cached("SELECT 1 FROM game WHERE fingerprint = ?1")?
            .exists([fingerprint])?;
        if is_known {
            return Ok(false);
        }
        let result = GameResult::code(entry.result);
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
                self.named("player", entry.black)?,
                self.named("player", entry.white)?,
                self.named("event", entry.event)?,
                self.named("opening", entry.opening)?,
                date_code(entry.date),
                result,
                entry.lead,
                moves.len(),
                moves.join(" "),
                fingerprint,
            ])?;
        self.waiting.add(self.connection, id, result, &entry.keys)?;
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
