//! Whole collections of games over HTTP: all of somebody's games as one file, and such a file back again.
//!
//! Both go piece by piece, so that neither the number of games nor a slow connection costs memory or keeps others
//! waiting. A file that breaks off is an error for its reader, never a shorter file.

use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::Extension;
use axum::body::{Body, Bytes};
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use futures_util::future::join_all;
use futures_util::stream::{self, StreamExt};
use parlor_games::import::{self, ImportError, Imported, NoGame, Splitter};
use parlor_netplay::Peer;
use parlor_table::store::{LogPage, PageCursor};
use parlor_table::wire::{ImportReport, StoreFailure};
use parlor_table::{Append, PlayerId, transfer};

use crate::app_state::AppState;
use crate::limits::Counted;
use crate::random::secrets;
use crate::server::{player, sender};
use crate::store::SharedStore;

/// The largest file that is imported whole.
const LARGEST_FILE: usize = 1024 * 1024 * 1024;
/// How long such a file may take, and how long the next piece of it.
const LONGEST_IMPORT: Duration = Duration::from_secs(600);
const NEXT_PIECE: Duration = Duration::from_secs(20);
/// The longest game in it.
const LONGEST_GAME: usize = 1024 * 1024;

/// All games of the person who asks, the newest first.
pub(crate) async fn save_all(State(app): State<Arc<AppState>>, headers: HeaderMap) -> Response {
    let (store, who) = match asked(&app, &headers) {
        Ok(asked) => asked,
        Err(refused) => return refused.into_response(),
    };
    let pages = stream::try_unfold(Some(Walk::default()), move |walk| {
        let (store, who) = (Arc::clone(&store), who.clone());
        async move {
            match walk {
                Some(walk) => walk.step(&store, &who).await,
                None => Ok(None),
            }
        }
    });
    let head = [
        (header::CONTENT_TYPE, "text/plain; charset=utf-8"),
        (
            header::CONTENT_DISPOSITION,
            "attachment; filename=\"games.parlor\"",
        ),
        (header::CACHE_CONTROL, "no-store"),
    ];
    (head, Body::from_stream(pages)).into_response()
}

/// How far the games are written.
#[derive(Default)]
struct Walk {
    after: Option<PageCursor>,
    has_begun: bool,
    /// Those that cannot be read: they are named at the end of the file.
    unreadable: Vec<String>,
}

impl Walk {
    /// The next piece, and where to go on.
    async fn step(
        mut self,
        store: &SharedStore,
        who: &PlayerId,
    ) -> Result<Option<(Bytes, Option<Walk>)>, StoreFailure> {
        let LogPage { games, next } = store.logs(who, self.after).await?;
        // Games are replayed to be written: not on a thread that others wait for.
        let write = move || {
            let mut text = String::new();
            for game in games {
                let written = game.and_then(|log| {
                    transfer::written(&log).map_err(|error| StoreFailure::Damaged {
                        game: log.id.clone(),
                        detail: error.to_string(),
                    })
                });
                match written {
                    Ok(written) => {
                        if std::mem::replace(&mut self.has_begun, true) {
                            text.push('\n');
                        }
                        text.push_str(&written);
                    }
                    Err(failure) => self.unreadable.push(failure.to_string()),
                }
            }
            if next.is_none() && !self.unreadable.is_empty() {
                // Comments, for the next reader of the file.
                for line in &self.unreadable {
                    text.push_str(&format!("; {}\n", line.replace(['\n', '\r'], " ")));
                }
            }
            (text, self)
        };
        let written = tokio::task::spawn_blocking(write).await;
        let (text, walk) = written.map_err(|_| StoreFailure::Ending)?;
        let rest = next.is_some().then_some(Walk { after: next, ..walk });
        Ok(Some((Bytes::from(text), rest)))
    }
}

/// A file of games, of which every one that is not here yet is stored.
pub(crate) async fn import_all(
    State(app): State<Arc<AppState>>,
    peer: Option<Extension<Peer>>,
    headers: HeaderMap,
    body: Body,
) -> Response {
    if !app.site.admits_page_of(&headers) {
        return (StatusCode::FORBIDDEN, "pages of other sites may not import").into_response();
    }
    let (store, who) = match asked(&app, &headers) {
        Ok(asked) => asked,
        Err(refused) => return refused.into_response(),
    };
    let address = sender(&app, peer.as_ref().map(|Extension(peer)| peer), &headers);
    let visitor = app.ledger.visitor(&who, address);
    let allowed = visitor.import(Instant::now());
    let lease = allowed.and_then(|()| visitor.take(Counted::Imports));
    let _lease = match lease {
        Ok(lease) => lease,
        Err(refusal) => return (StatusCode::TOO_MANY_REQUESTS, refusal.to_string()).into_response(),
    };
    // The server is never closed while it serves.
    let Ok(_place) = app.imports.acquire().await else {
        return StatusCode::SERVICE_UNAVAILABLE.into_response();
    };
    let import = Import {
        store,
        who,
        report: ImportReport::default(),
        n_seen: 0,
    };
    let read = tokio::time::timeout(LONGEST_IMPORT, import.run(body, app.limits.import_bytes)).await;
    match read.unwrap_or_default() {
        Some(report) => {
            // Numbers and texts always have a JSON form.
            let text = serde_json::to_string(&report).unwrap_or_default();
            ([(header::CONTENT_TYPE, "application/json")], text).into_response()
        }
        None => StatusCode::PAYLOAD_TOO_LARGE.into_response(),
    }
}

/// The store and who asks, or why not.
fn asked(app: &AppState, headers: &HeaderMap) -> Result<(SharedStore, PlayerId), (StatusCode, String)> {
    let Some(who) = player(headers) else {
        return Err((StatusCode::FORBIDDEN, "nobody is known by this name".to_owned()));
    };
    match app.store() {
        Some(store) => Ok((Arc::clone(store), who)),
        None => {
            let why = app.not_saving().unwrap_or(StoreFailure::NotAsked);
            Err((StatusCode::NOT_FOUND, why.to_string()))
        }
    }
}

struct Import {
    store: SharedStore,
    who: PlayerId,
    report: ImportReport,
    n_seen: u32,
}

impl Import {
    /// Reads a file to its end. Nothing if it is larger than files may be.
    async fn run(mut self, body: Body, most_at_once: usize) -> Option<ImportReport> {
        let mut pieces = body.into_data_stream();
        let mut text = Utf8::default();
        let mut splitter = Splitter::default();
        // A file in another form is read as one.
        let mut other: Option<Vec<u8>> = None;
        let (mut n_bytes, mut is_first) = (0, true);
        // A client that sends nothing must not keep others from importing.
        while let Some(piece) = tokio::time::timeout(NEXT_PIECE, pieces.next()).await.ok()? {
            let piece = piece.ok()?;
            n_bytes += piece.len();
            if n_bytes > LARGEST_FILE {
                return None;
            }
            if std::mem::take(&mut is_first) {
                let start = piece.iter().find(|byte| !byte.is_ascii_whitespace());
                let has_mark = piece.starts_with(&[0xef, 0xbb, 0xbf]);
                if start != Some(&b'[') && !has_mark {
                    other = Some(Vec::new());
                }
            }
            if let Some(other) = &mut other {
                other.extend_from_slice(&piece);
                if other.len() > most_at_once {
                    return None;
                }
                continue;
            }
            let games = splitter.push(&text.push(&piece));
            if splitter.pending() > LONGEST_GAME {
                return None;
            }
            self.read(games).await;
            if self.report.failure.is_some() {
                return Some(self.report);
            }
        }
        match other {
            Some(bytes) => self.read_whole(bytes).await,
            None => {
                let games = splitter.push(&text.finish());
                self.read(games.into_iter().chain(splitter.finish()).collect())
                    .await;
            }
        }
        Some(self.report)
    }

    /// Reads and stores games in Parlor's own form.
    async fn read(&mut self, games: Vec<String>) {
        if games.is_empty() {
            return;
        }
        let read = move || -> Vec<Result<Imported, NoGame>> {
            let read = |text: &String| {
                let text = text.trim_start_matches('\u{feff}');
                import::read_parlor_game(text).map_err(|error| NoGame::because(&error, Some(error.problem())))
            };
            games.iter().map(read).collect()
        };
        // Every move is checked: not on a thread that others wait for.
        let found = tokio::task::spawn_blocking(read).await.unwrap_or_default();
        self.store(found).await;
    }

    /// Reads and stores the games of a file in another form.
    async fn read_whole(&mut self, bytes: Vec<u8>) {
        let read = tokio::task::spawn_blocking(move || import::read(&bytes)).await;
        match read {
            Ok(Ok(found)) => self.store(found.into_iter().map(Ok).collect()).await,
            Ok(Err(error)) => self.report.problem = Some(error.problem()),
            Err(_) => self.report.failure = Some(StoreFailure::Ending),
        }
    }

    async fn store(&mut self, found: Vec<Result<Imported, NoGame>>) {
        let mut appends = Vec::new();
        for one in found {
            self.n_seen += 1;
            match one {
                Ok(found) => appends.push(Append::imported(&mut secrets(), &self.who, found)),
                Err(problem) => {
                    self.report.unreadable += 1;
                    let number = Some(self.n_seen);
                    let first = ImportError::Parlors(NoGame { number, ..problem });
                    self.report.problem.get_or_insert_with(|| first.problem());
                }
            }
        }
        let (store, who) = (&self.store, &self.who);
        // All together, so that they share a commit.
        let stored = join_all(appends.into_iter().map(|append| async move {
            if store.has_like(who, &append).await? {
                return Ok(false);
            }
            store.append(append).await.map(|()| true)
        }));
        for outcome in stored.await {
            match outcome {
                Ok(true) => self.report.imported += 1,
                Ok(false) => self.report.known += 1,
                Err(failure) => self.report.failure = Some(failure),
            }
        }
    }
}

/// Text out of bytes that may be cut anywhere.
#[derive(Default)]
struct Utf8 {
    rest: Vec<u8>,
}

impl Utf8 {
    fn push(&mut self, bytes: &[u8]) -> String {
        self.rest.extend_from_slice(bytes);
        let complete = match std::str::from_utf8(&self.rest) {
            Ok(_) => self.rest.len(),
            Err(error) if error.error_len().is_none() => error.valid_up_to(),
            // What is no text at all is shown as such.
            Err(_) => self.rest.len(),
        };
        let bytes: Vec<u8> = self.rest.drain(..complete).collect();
        String::from_utf8_lossy(&bytes).into_owned()
    }

    fn finish(self) -> String {
        String::from_utf8_lossy(&self.rest).into_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_that_comes_in_pieces_is_whole() {
        let text = "Zoë – „Ærø“ 😀".as_bytes();
        for size in 1..text.len() {
            let mut utf8 = Utf8::default();
            let mut read: String = text.chunks(size).map(|piece| utf8.push(piece)).collect();
            read.push_str(&utf8.finish());
            assert_eq!(read.as_bytes(), text);
        }
        let mut broken = Utf8::default();
        assert_eq!(broken.push(b"a\xffb"), "a\u{fffd}b");
    }
}
