//! All games of a player over HTTP: export as one file, and import of such a file.
//!
//! Both directions are streamed, so that neither the number of games nor a slow connection costs memory or delays
//! others. A file that is cut short is an error for its reader, never a shorter file.

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
use thiserror::Error;

use crate::app_state::AppState;
use crate::limits::Counted;
use crate::random::secrets;
use crate::server::{player, sender};
use crate::store::SharedStore;

/// The maximum size of an imported file.
const LARGEST_FILE: usize = 1024 * 1024 * 1024;
/// How long the server waits for such a file. Its own work does not count, so a busy server refuses no file.
const TIMEOUTS: Timeouts = Timeouts {
    piece: Duration::from_secs(20),
    whole: Duration::from_secs(600),
};
/// The maximum length of one game in it.
const LONGEST_GAME: usize = 1024 * 1024;

/// Exports all games of the requesting player, newest first.
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

/// The progress of an export.
#[derive(Default)]
struct Walk {
    after: Option<PageCursor>,
    has_begun: bool,
    /// The games that could not be read. Comments at the end of the file name them.
    unreadable: Vec<String>,
}

impl Walk {
    /// Returns the next chunk and the state after it.
    async fn step(
        mut self,
        store: &SharedStore,
        who: &PlayerId,
    ) -> Result<Option<(Bytes, Option<Walk>)>, StoreFailure> {
        let LogPage { games, next } = store.logs(who, self.after).await?;
        // Writing replays the games, so it runs on a blocking thread.
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

/// Imports a file of games, and stores every game that the player does not have yet.
pub(crate) async fn import_all(
    State(app): State<Arc<AppState>>,
    peer: Option<Extension<Peer>>,
    headers: HeaderMap,
    body: Body,
) -> Response {
    if !app.site.accepts_origin(&headers) {
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
    // The semaphore is never closed.
    let Ok(_place) = app.imports.acquire().await else {
        return StatusCode::SERVICE_UNAVAILABLE.into_response();
    };
    let mut import = Import::new(store, who);
    match import.run(body, app.limits.import_bytes, TIMEOUTS).await {
        Ok(()) => {
            // The report can always be serialised.
            let text = serde_json::to_string(&import.report).unwrap_or_default();
            ([(header::CONTENT_TYPE, "application/json")], text).into_response()
        }
        Err(stop) => import.refusal(&stop).into_response(),
    }
}

/// Returns the store and the requesting player, or why there is none.
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

/// How long a client may keep the server waiting: for the next chunk of a file, and for all chunks together.
#[derive(Clone, Copy)]
struct Timeouts {
    piece: Duration,
    whole: Duration,
}

/// Why an import stopped before the end of the file.
#[derive(Debug, PartialEq, Eq, Error)]
enum ImportStop {
    #[error("the file is larger than {} MiB, the most that is imported", LARGEST_FILE >> 20)]
    FileTooLarge,
    #[error("a file in this form may have {} MiB at most; split it, or import Parlor's own form", .0 >> 20)]
    FormTooLarge(usize),
    #[error("a game in the file is larger than {} MiB", LONGEST_GAME >> 20)]
    GameTooLarge,
    #[error("the rest of the file did not come in time")]
    TooSlow,
    #[error("the connection broke before the end of the file")]
    BrokeOff,
}

impl ImportStop {
    fn status(&self) -> StatusCode {
        match self {
            ImportStop::FileTooLarge | ImportStop::FormTooLarge(_) | ImportStop::GameTooLarge => {
                StatusCode::PAYLOAD_TOO_LARGE
            }
            ImportStop::TooSlow => StatusCode::REQUEST_TIMEOUT,
            ImportStop::BrokeOff => StatusCode::BAD_REQUEST,
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
    fn new(store: SharedStore, who: PlayerId) -> Import {
        Import {
            store,
            who,
            report: ImportReport::default(),
            n_seen: 0,
        }
    }

    /// The response to a file that was not read to its end. Games that were stored stay stored, and the response
    /// says how many.
    fn refusal(&self, stop: &ImportStop) -> (StatusCode, String) {
        let text = match self.report.imported + self.report.known {
            0 => format!("{stop}; none of its games is stored"),
            n_stored => format!("{stop}; the first {n_stored} of its games are stored"),
        };
        (stop.status(), text)
    }

    /// Reads a file to its end, unless something stops it or the store fails.
    async fn run(&mut self, body: Body, most_at_once: usize, timeouts: Timeouts) -> Result<(), ImportStop> {
        let mut waited = Duration::ZERO;
        let mut pieces = body.into_data_stream();
        let mut text = Utf8::default();
        let mut splitter = Splitter::default();
        // A file in another format is collected and parsed as a whole.
        let mut other: Option<Vec<u8>> = None;
        let (mut n_bytes, mut is_first) = (0, true);
        loop {
            // A client that sends little or nothing must not keep others from importing.
            let start = Instant::now();
            let most = timeouts.piece.min(timeouts.whole.saturating_sub(waited));
            let next = tokio::time::timeout(most, pieces.next()).await;
            waited += start.elapsed();
            let Some(piece) = next.map_err(|_| ImportStop::TooSlow)? else {
                break;
            };
            let piece = piece.map_err(|_| ImportStop::BrokeOff)?;
            n_bytes += piece.len();
            if n_bytes > LARGEST_FILE {
                return Err(ImportStop::FileTooLarge);
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
                    return Err(ImportStop::FormTooLarge(most_at_once));
                }
                continue;
            }
            let games = splitter.push(&text.push(&piece));
            self.read(games).await;
            if self.report.failure.is_some() {
                return Ok(());
            }
            if splitter.pending() > LONGEST_GAME {
                return Err(ImportStop::GameTooLarge);
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
        Ok(())
    }

    /// Parses and stores games in Parlor's own format.
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
        // Parsing checks every move, so it runs on a blocking thread.
        let found = tokio::task::spawn_blocking(read).await.unwrap_or_default();
        self.store(found).await;
    }

    /// Parses and stores the games of a file in another format.
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

/// Decodes UTF-8 from chunks that may be cut anywhere.
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
            // Invalid UTF-8 becomes replacement characters.
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
    use parlor_table::log::GameLog;
    use parlor_table::store::{GamePage, Store, StoreFuture};

    use super::*;

    const GAME: &str =
        "[Game \"othello\"]\n[Black \"Ann\"]\n[White \"Ben\"]\n[Result \"*\"]\n\n1. f5 d6 *\n\n";
    const SHORT: Timeouts = Timeouts {
        piece: Duration::from_millis(20),
        whole: Duration::from_millis(20),
    };
    const LONG: Timeouts = Timeouts {
        piece: Duration::from_secs(600),
        whole: Duration::from_secs(600),
    };
    const ROOM: usize = 1024 * 1024;

    /// A store that is so slow that every save takes longer than a client's timeouts.
    struct SlowStore;

    impl Store for SlowStore {
        fn append(&self, _append: Append) -> StoreFuture<'_, ()> {
            Box::pin(async {
                tokio::time::sleep(SHORT.whole * 3).await;
                Ok(())
            })
        }

        fn has_like<'a>(&'a self, _who: &'a PlayerId, _append: &'a Append) -> StoreFuture<'a, bool> {
            Box::pin(async { Ok(false) })
        }

        fn load<'a>(&'a self, _id: &'a str) -> StoreFuture<'a, Option<GameLog>> {
            unreachable!("an import loads nothing")
        }

        fn list<'a>(
            &'a self,
            _who: &'a PlayerId,
            _search: &'a str,
            _after: Option<PageCursor>,
        ) -> StoreFuture<'a, GamePage> {
            unreachable!("an import lists nothing")
        }

        fn logs<'a>(&'a self, _who: &'a PlayerId, _after: Option<PageCursor>) -> StoreFuture<'a, LogPage> {
            unreachable!("an import exports nothing")
        }

        fn delete<'a>(&'a self, _who: &'a PlayerId, _id: &'a str) -> StoreFuture<'a, bool> {
            unreachable!("an import deletes nothing")
        }

        fn remembered<'a>(&'a self, _name: &'static str, _first: String) -> StoreFuture<'a, String> {
            unreachable!("an import remembers nothing")
        }
    }

    fn import() -> Import {
        Import::new(Arc::new(SlowStore), secrets().player())
    }

    fn body(pieces: Vec<Result<&'static str, std::io::Error>>) -> Body {
        Body::from_stream(stream::iter(pieces))
    }

    #[tokio::test]
    async fn a_slow_server_refuses_no_file() {
        let mut import = import();
        let file = body(vec![Ok(GAME), Ok(GAME), Ok(GAME)]);
        assert_eq!(import.run(file, ROOM, SHORT).await, Ok(()));
        assert_eq!(import.report.imported, 3);
    }

    #[tokio::test]
    async fn a_client_that_stops_sending_gets_a_timeout() {
        let mut import = import();
        let pieces = stream::iter([Ok::<_, std::io::Error>(GAME), Ok(GAME)]);
        let file = Body::from_stream(pieces.chain(stream::pending()));
        let stop = import.run(file, ROOM, SHORT).await.unwrap_err();
        let (status, text) = import.refusal(&stop);
        assert_eq!(status, StatusCode::REQUEST_TIMEOUT);
        // The second game may be incomplete, so it is not stored.
        assert_eq!(
            text,
            "the rest of the file did not come in time; the first 1 of its games are stored"
        );
    }

    #[tokio::test]
    async fn a_truncated_file_is_not_reported_as_too_large() {
        let mut import = import();
        let file = body(vec![Err(std::io::Error::other("gone"))]);
        let stop = import.run(file, ROOM, LONG).await.unwrap_err();
        let (status, text) = import.refusal(&stop);
        assert_eq!(status, StatusCode::BAD_REQUEST);
        assert!(text.ends_with("none of its games is stored"), "{text}");
    }

    #[tokio::test]
    async fn files_that_are_too_large_are_refused() {
        let file = || body(vec![Ok("f5d6c3"), Ok("d3c4")]);
        let stop = import().run(file(), 8, LONG).await.unwrap_err();
        assert_eq!(stop, ImportStop::FormTooLarge(8));
        assert_eq!(stop.status(), StatusCode::PAYLOAD_TOO_LARGE);
        let endless = Body::from(format!("{GAME}[Game \"othello\"]\n{}", "x".repeat(LONGEST_GAME)));
        let mut import = import();
        let stop = import.run(endless, ROOM, LONG).await.unwrap_err();
        assert_eq!((stop, import.report.imported), (ImportStop::GameTooLarge, 1));
    }

    #[test]
    fn text_split_between_chunks_is_decoded() {
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
