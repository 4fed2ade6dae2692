//! The collection of a browser: the games of files that were added to it, and the player's own finished games.
//!
//! The database stores the games of files as texts. They are read when the collection is first used, and kept in
//! memory.

use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

use parlor_collection::{
    CollectionError, CollectionFailure, Explored, FailureCode, FileReport, GamesInMemory,
    ImportReport as CollectionReport,
};
use parlor_games::AnyGame;
use parlor_games::import::{self, GameReader, ImportError, Imported, Names, NoGame};
use parlor_games::problem::ImportProblem;
use parlor_players::book;
use parlor_table::store::Store;
use parlor_table::wire::{ImportFile, StoreFailure};
use parlor_table::{PlayerId, base64, transfer};
use serde::Serialize;
use serde_json::{Value, json};

use crate::messages::{CollectionQuestion, ExportRequest};
use crate::store::BrowserStore;

/// The numbers of own games have this bit, and those of other games do not.
const OWN: u32 = 1 << 31;

/// The collection of a browser.
#[derive(Clone, Default)]
pub(crate) struct BrowserCollection(Rc<RefCell<Kept>>);

#[derive(Default)]
struct Kept {
    games: GamesInMemory,
    /// Whether the games of files have been read.
    is_read: bool,
    /// The own games in memory, by their numbers: the id, and the time when it was last played.
    own: HashMap<u32, (String, u64)>,
}

impl BrowserCollection {
    /// Answers a question.
    pub(crate) async fn answer(
        &self,
        store: &BrowserStore,
        who: &PlayerId,
        question: CollectionQuestion,
    ) -> Result<Value, CollectionFailure> {
        self.refresh(store, who).await.map_err(store_failed)?;
        let kept = self.0.borrow();
        let games = &kept.games;
        match question {
            CollectionQuestion::Search(query) => answered(games.search(&query)),
            CollectionQuestion::Stats(query) => answered(games.stats(&query)),
            CollectionQuestion::Explore(request) => {
                let game = request.game().map_err(|error| error.failure())?;
                answered(games.explore(&request).map(|found| with_book(found, &game)))
            }
            CollectionQuestion::Game(id) => match kept.own.get(&id) {
                Some((link, _)) => Ok(json!({ "own": link })),
                None => answered(games.text(id).map(|text| json!({ "text": text }))),
            },
            CollectionQuestion::Export(ExportRequest { query, format }) => {
                answered(games.export(&query, &format).map(|bytes| base64::encode(&bytes)))
            }
        }
    }

    /// Adds files that belong together: `.jou` and `.trn` files have the names of the WTHOR files among them. Each file
    /// is added completely or not at all.
    pub(crate) async fn add(
        &self,
        store: &BrowserStore,
        who: &PlayerId,
        files: Vec<(String, ImportFile)>,
    ) -> Result<Value, CollectionFailure> {
        self.refresh(store, who).await.map_err(store_failed)?;
        let mut names = Names::default();
        let mut report = CollectionReport::default();
        let mut with_games = Vec::new();
        let n_files = files.len();
        for (name, file) in files {
            let bytes = bytes_of(file);
            match names.take(&bytes) {
                Ok(true) => {
                    if n_files == 1 {
                        report
                            .files
                            .push(FileReport::refused(&name, &ImportError::NamesOnly));
                    }
                }
                Ok(false) => with_games.push((name, bytes)),
                Err(error) => report.files.push(FileReport::refused(&name, &error)),
            }
        }
        for (name, bytes) in with_games {
            let games = match GameReader::new(&bytes, &names) {
                Ok(games) => games,
                Err(error) => {
                    report.files.push(FileReport::refused(&name, &error));
                    continue;
                }
            };
            let (done, new) = self.new_games(&name, games);
            let texts = new.iter().map(|(text, _)| text.clone()).collect();
            let numbers = store.collect(texts).await.map_err(store_failed)?;
            let mut kept = self.0.borrow_mut();
            for (number, (_, found)) in numbers.into_iter().zip(&new) {
                kept.games.put(number, found);
            }
            report.files.push(done);
        }
        answered(Ok(report))
    }

    /// Reads the games of a file. Returns the report, and those that are new, each with its text.
    fn new_games(&self, name: &str, games: GameReader<'_>) -> (FileReport, Vec<(String, Imported)>) {
        let kept = self.0.borrow();
        // Finds duplicates within the file.
        let mut of_file = GamesInMemory::default();
        let mut new = Vec::new();
        let mut report = FileReport {
            name: name.to_owned(),
            ..FileReport::default()
        };
        for one in games {
            let one = one.and_then(|found| match found.game.is_empty() {
                true => Err(NoGame {
                    number: found.details.number,
                    ..NoGame::because("it is a position without moves", None)
                }),
                false => Ok(found),
            });
            match one {
                Ok(mut found) => {
                    // The text does not have it.
                    found.details.discs = None;
                    let number = report.imported;
                    if kept.games.has_like(&found) || !of_file.put(number, &found) {
                        report.known += 1;
                    } else if let Ok(text) = of_file.text(number) {
                        report.imported += 1;
                        new.push((text, found));
                    }
                }
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
        (report, new)
    }

    /// Reads what has changed in the database.
    async fn refresh(&self, store: &BrowserStore, who: &PlayerId) -> Result<(), StoreFailure> {
        if !self.0.borrow().is_read {
            let games = store.collection().await?;
            let mut kept = self.0.borrow_mut();
            // Another question may have read them meanwhile.
            let games = if kept.is_read { Vec::new() } else { games };
            kept.is_read = true;
            for (number, text) in games {
                // A game that this version cannot read is left out.
                if let Ok(found) = import::read_parlor_game(&text) {
                    kept.games.put(number, &found);
                }
            }
        }
        let mut finished = HashMap::new();
        for (number, id, updated) in store.finished(who).await? {
            if let Ok(number) = u32::try_from(number) {
                finished.insert(number | OWN, (id, updated));
            }
        }
        let gone: Vec<u32> = {
            let kept = self.0.borrow();
            let own = kept.own.keys().copied();
            own.filter(|number| !finished.contains_key(number)).collect()
        };
        for number in gone {
            let mut kept = self.0.borrow_mut();
            kept.games.remove(number);
            kept.own.remove(&number);
        }
        for (number, (id, updated)) in finished {
            let known = self.0.borrow().own.get(&number).map(|(_, updated)| *updated);
            if known == Some(updated) {
                continue;
            }
            let log = match store.load(&id).await {
                Ok(log) => log,
                Err(StoreFailure::Damaged { .. }) => None,
                Err(failure) => return Err(failure),
            };
            let text = log.and_then(|log| transfer::written(&log).ok());
            let found = text.and_then(|text| import::read_parlor_game(&text).ok());
            let mut kept = self.0.borrow_mut();
            if let Some(found) = found {
                kept.games.put(number, &found);
            }
            kept.own.insert(number, (id, updated));
        }
        Ok(())
    }
}

fn answered(answer: Result<impl Serialize, CollectionError>) -> Result<Value, CollectionFailure> {
    let answer = answer.map_err(|error| error.failure())?;
    // Our answers can always be serialised.
    Ok(serde_json::to_value(answer).unwrap_or_default())
}

fn store_failed(failure: StoreFailure) -> CollectionFailure {
    CollectionFailure {
        code: FailureCode::Database,
        detail: failure.to_string(),
    }
}

/// Adds the moves of our opening book.
fn with_book(explored: Explored, game: &AnyGame) -> Explored {
    let known: Vec<(String, i32)> = book::moves(game)
        .into_iter()
        .map(|(text, worth)| (text, worth.0))
        .collect();
    explored.with_book(&known)
}

fn bytes_of(file: ImportFile) -> Vec<u8> {
    if file.binary {
        base64::decode(&file.content).unwrap_or_default()
    } else {
        file.content.into_bytes()
    }
}
