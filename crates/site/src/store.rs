//! Games in the browser's database.
//!
//! The database stores texts; this module interprets them and selects what a list shows. All games of a browser
//! belong to one person and are few enough to scan for a list.

use std::collections::{HashMap, HashSet};
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll};

use parlor_table::log::{GameEvent, GameLog};
use parlor_table::store::{self, GamePage, LogPage, PAGE, PageCursor, Store, StoreFuture};
use parlor_table::wire::{GameSummary, StoreFailure};
use parlor_table::{Append, PlayerId, transfer};

use crate::messages::{Answer, FoundRow, Question, Row};

/// How many games are loaded at once during an export.
const LOGS_PER_PAGE: usize = 64;

/// Games in the browser's database.
#[derive(Clone, Default)]
pub struct BrowserStore(Arc<Mutex<Exchange>>);

/// Requests that are not sent yet, and answers that are not read yet.
#[derive(Default)]
struct Exchange {
    n_asked: u64,
    unasked: Vec<(u64, Question)>,
    answers: HashMap<u64, Answer>,
}

impl BrowserStore {
    /// Takes the requests that have not been sent to the database yet, with their numbers.
    pub fn questions(&self) -> Vec<(u64, Question)> {
        std::mem::take(&mut self.exchange().unasked)
    }

    /// Handles an answer of the database.
    pub fn answered(&self, request: u64, answer: Answer) {
        self.exchange().answers.insert(request, answer);
    }

    fn exchange(&self) -> MutexGuard<'_, Exchange> {
        // No code panics while it changes the value, so it is valid even if the lock is poisoned.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn ask(&self, question: Question) -> Asked {
        let mut exchange = self.exchange();
        exchange.n_asked += 1;
        let request = exchange.n_asked;
        exchange.unasked.push((request, question));
        Asked {
            request,
            store: self.clone(),
        }
    }

    /// The rows of a player's games, newest first, after a cursor.
    async fn rows(
        &self,
        who: &PlayerId,
        after: Option<PageCursor>,
    ) -> Result<Vec<(PageCursor, Row)>, StoreFailure> {
        let Answer::Rows { rows } = self.ask(Question::Rows).await? else {
            return Err(unexpected());
        };
        let read = |found: FoundRow| {
            let place = PageCursor {
                updated: found.updated,
                number: found.number,
            };
            // A row in an unknown format cannot be listed.
            let row: Row = serde_json::from_str(&found.row).ok()?;
            Some((place, row))
        };
        let mut rows: Vec<(PageCursor, Row)> = rows.into_iter().filter_map(read).collect();
        let key = |place: &PageCursor| (place.updated, place.number);
        rows.retain(|(place, row)| {
            row.people.contains(who) && after.as_ref().is_none_or(|after| key(place) < key(after))
        });
        rows.sort_by_key(|(place, _)| std::cmp::Reverse(key(place)));
        Ok(rows)
    }

    /// The fingerprints of a player's games, to recognise duplicates.
    pub(crate) async fn fingerprints(&self, who: &PlayerId) -> Result<HashSet<Fingerprint>, StoreFailure> {
        let rows = self.rows(who, None).await?;
        let fingerprint =
            |(place, row): (PageCursor, Row)| Fingerprint::new(place.updated, &row.summary, &row.searched);
        Ok(rows.into_iter().map(fingerprint).collect())
    }

    /// The finished games of a player: the number, the id, and the time when it was last played.
    pub(crate) async fn finished(&self, who: &PlayerId) -> Result<Vec<(u64, String, u64)>, StoreFailure> {
        let rows = self.rows(who, None).await?.into_iter();
        let finished = rows.filter(|(_, row)| row.summary.result.is_some() && row.summary.moves > 0);
        Ok(finished
            .map(|(place, row)| (place.number, row.summary.id, place.updated))
            .collect())
    }

    /// The games of the collection in Parlor's own format, with their numbers.
    pub(crate) async fn collection(&self) -> Result<Vec<(u32, String)>, StoreFailure> {
        match self.ask(Question::Collection).await? {
            Answer::Collection { games } => Ok(games),
            _ => Err(unexpected()),
        }
    }

    /// Adds games to the collection. Returns their numbers.
    pub(crate) async fn collect(&self, texts: Vec<String>) -> Result<Vec<u32>, StoreFailure> {
        match self.ask(Question::Collect { texts }).await? {
            Answer::Numbers { numbers } => Ok(numbers),
            _ => Err(unexpected()),
        }
    }

    async fn log(&self, id: &str) -> Result<Option<GameLog>, StoreFailure> {
        let id = id.to_owned();
        let Answer::Game { game } = self.ask(Question::Load { id: id.clone() }).await? else {
            return Err(unexpected());
        };
        let Some(game) = game else { return Ok(None) };
        let events: Result<Vec<_>, _> = game
            .events
            .iter()
            .map(|text| GameEvent::from_json(text))
            .collect();
        match events {
            Ok(events) => Ok(Some(GameLog {
                id,
                events,
                updated: game.updated,
            })),
            Err(error) => Err(StoreFailure::Damaged {
                game: id,
                detail: error.to_string(),
            }),
        }
    }

    async fn keep(&self, append: Append) -> Result<(), StoreFailure> {
        let row = Row {
            summary: append.summary.clone(),
            searched: append.searched.clone(),
            people: append.people.clone(),
        };
        let id = append.id().to_owned();
        let question = Question::Append {
            id: id.clone(),
            first: append.first,
            events: append.events.iter().map(GameEvent::to_json).collect(),
            row: serde_json::to_string(&row).map_err(failed)?,
            played_at: append.played_at,
        };
        match self.ask(question).await? {
            Answer::Stored => Ok(()),
            Answer::Deleted => Err(StoreFailure::Deleted { game: id }),
            Answer::Missing { stored } => Err(StoreFailure::Damaged {
                game: id,
                detail: format!("event {} follows event {stored}", append.first),
            }),
            _ => Err(unexpected()),
        }
    }
}

/// Equal for two copies of one game, played at the same time.
#[derive(PartialEq, Eq, Hash)]
pub(crate) struct Fingerprint {
    updated: u64,
    searched: [String; 3],
    game: String,
    moves: u32,
    cells: String,
}

impl Fingerprint {
    pub(crate) fn new(updated: u64, summary: &GameSummary, searched: &[String; 3]) -> Fingerprint {
        Fingerprint {
            updated,
            searched: searched.clone(),
            game: summary.game.clone(),
            moves: summary.moves,
            cells: summary.cells.clone(),
        }
    }
}

/// A pending answer.
struct Asked {
    request: u64,
    store: BrowserStore,
}

impl Future for Asked {
    type Output = Result<Answer, StoreFailure>;

    fn poll(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<Self::Output> {
        match self.store.exchange().answers.remove(&self.request) {
            None => Poll::Pending,
            Some(Answer::Failed { full: true, .. }) => Poll::Ready(Err(StoreFailure::Full)),
            Some(Answer::Failed { detail, .. }) => Poll::Ready(Err(StoreFailure::Database { detail })),
            Some(answer) => Poll::Ready(Ok(answer)),
        }
    }
}

fn failed(error: serde_json::Error) -> StoreFailure {
    StoreFailure::Database {
        detail: error.to_string(),
    }
}

fn unexpected() -> StoreFailure {
    StoreFailure::Database {
        detail: "the database answered something else".to_owned(),
    }
}

/// Whether a game contains every word of a search.
fn matches_words(row: &Row, place: PageCursor, search: &str) -> bool {
    let words = store::words(&row.summary.game, row.summary.opening.as_deref(), &row.searched);
    let date = transfer::day_of(place.updated / 1000).replace('.', "-");
    search
        .to_lowercase()
        .split_whitespace()
        .all(|word| words.contains(word) || (store::may_be_date(word) && date.contains(word)))
}

impl Store for BrowserStore {
    fn append(&self, append: Append) -> StoreFuture<'_, ()> {
        Box::pin(self.keep(append))
    }

    fn load<'a>(&'a self, id: &'a str) -> StoreFuture<'a, Option<GameLog>> {
        Box::pin(self.log(id))
    }

    fn list<'a>(
        &'a self,
        who: &'a PlayerId,
        search: &'a str,
        after: Option<PageCursor>,
    ) -> StoreFuture<'a, GamePage> {
        Box::pin(async move {
            let mut rows = self.rows(who, after).await?;
            rows.retain(|(place, row)| matches_words(row, *place, search));
            let more = rows.len() > PAGE;
            rows.truncate(PAGE);
            Ok(GamePage {
                next: rows.last().map(|(place, _)| *place).filter(|_| more),
                games: rows
                    .into_iter()
                    .map(|(place, row)| GameSummary {
                        updated: place.updated / 1000,
                        ..row.summary
                    })
                    .collect(),
            })
        })
    }

    fn logs<'a>(&'a self, who: &'a PlayerId, after: Option<PageCursor>) -> StoreFuture<'a, LogPage> {
        Box::pin(async move {
            let mut rows = self.rows(who, after).await?;
            let more = rows.len() > LOGS_PER_PAGE;
            rows.truncate(LOGS_PER_PAGE);
            let next = rows.last().map(|(place, _)| *place).filter(|_| more);
            let mut games = Vec::new();
            for (_, row) in rows {
                match self.log(&row.summary.id).await {
                    Ok(log) => games.extend(log.map(Ok)),
                    Err(failure @ StoreFailure::Damaged { .. }) => games.push(Err(failure)),
                    Err(failure) => return Err(failure),
                }
            }
            Ok(LogPage { games, next })
        })
    }

    fn has_like<'a>(&'a self, who: &'a PlayerId, append: &'a Append) -> StoreFuture<'a, bool> {
        Box::pin(async move {
            let Some(played_at) = append.played_at else {
                return Ok(false);
            };
            let like = Fingerprint::new(played_at, &append.summary, &append.searched);
            Ok(self.fingerprints(who).await?.contains(&like))
        })
    }

    fn delete<'a>(&'a self, who: &'a PlayerId, id: &'a str) -> StoreFuture<'a, bool> {
        Box::pin(async move {
            let rows = self.rows(who, None).await?;
            if !rows.iter().any(|(_, row)| row.summary.id == id) {
                return Ok(false);
            }
            match self.ask(Question::Delete { id: id.to_owned() }).await? {
                Answer::Forgotten { was_there } => Ok(was_there),
                _ => Err(unexpected()),
            }
        })
    }

    fn remembered<'a>(&'a self, name: &'static str, first: String) -> StoreFuture<'a, String> {
        Box::pin(async move {
            let name = name.to_owned();
            match self.ask(Question::Remember { name, first }).await? {
                Answer::Value { value } => Ok(value),
                _ => Err(unexpected()),
            }
        })
    }
}
