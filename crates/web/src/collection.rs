//! The owner's collection of games over HTTP, for the page and for `parlor collection`, which accesses the file
//! through a running server.
//!
//! The file has one owner, like the file of games: the server claims it at the first request and keeps it. Only the
//! person who started the program may use it. Without a collection, the explorer shows our opening book to
//! everyone.

mod access;
mod http;

use std::convert::Infallible;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::Duration;

use axum::body::{Body, Bytes};
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use futures_util::stream::{self, StreamExt};
use parlor_collection::{
    Collection, CollectionError, CollectionFailure, Explored, FailureCode, PositionRequest, Query, SourceFile,
};
use parlor_games::{AnyGame, opening};
use parlor_players::book;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use tokio::sync::mpsc;
use tracing::error;

use crate::app_state::AppState;
use crate::server::player;
use crate::store::{Claim, Owner, Running};

pub use access::{AccessError, CollectionAccess};

/// The maximum total size of the files of one import.
const LARGEST_IMPORT: usize = 512 * 1024 * 1024;
/// How long the server waits for the next chunk of an import.
const NEXT_PIECE: Duration = Duration::from_secs(30);
/// The maximum size of a request other than an import.
const LARGEST_REQUEST: usize = 64 * 1024;
/// The maximum number of positions in one request for opening names. No opening is that long.
const MOST_POSITIONS: usize = 64;
/// How many chunks of a response may wait for a slow reader.
const WAITING: usize = 16;

/// The path of the collection that belongs to a file of games.
pub(crate) fn collection_path(games: &Path) -> PathBuf {
    games.with_extension("collection")
}

/// The collection of a server, which is claimed and opened at the first request.
#[derive(Default)]
pub(crate) struct SharedCollection {
    file: Option<PathBuf>,
    running: OnceLock<Running>,
    opened: Mutex<Option<Arc<Opened>>>,
}

struct Opened {
    collection: Collection,
    // Held as long as the server runs.
    _owner: Owner,
}

impl SharedCollection {
    /// The collection next to a file of games.
    pub(crate) fn for_games(games: &Path) -> SharedCollection {
        SharedCollection {
            file: Some(collection_path(games)),
            ..SharedCollection::default()
        }
    }

    /// Sets where other programs reach the server.
    pub(crate) fn announce(&self, running: Running) {
        // A server has one address.
        let _ = self.running.set(running);
    }

    /// Opens the collection if it is not open. Blocks meanwhile.
    fn open(&self) -> Result<Arc<Opened>, CollectionFailure> {
        let failed = |code, detail: String| CollectionFailure { code, detail };
        let Some(file) = &self.file else {
            return Err(failed(FailureCode::None, String::new()));
        };
        // No code panics while it changes the value, so it is valid even if the lock is poisoned.
        let mut opened = self.opened.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(opened) = &*opened {
            return Ok(Arc::clone(opened));
        }
        let claimed = Owner::claim(file).map_err(|error| failed(FailureCode::Database, error.to_string()))?;
        let owner = match claimed {
            Claim::Own(owner) => owner,
            Claim::Taken(file) => return Err(failed(FailureCode::InUse, file.display().to_string())),
        };
        let collection = Collection::open(&owner.file).map_err(|error| error.failure())?;
        if let Some(running) = self.running.get() {
            // Without the notice, another program can only report that the file is in use.
            let _ = owner.announce(running);
        }
        let new = Arc::new(Opened {
            collection,
            _owner: owner,
        });
        *opened = Some(Arc::clone(&new));
        Ok(new)
    }

    /// Whether the file exists. Does not open it.
    fn exists(&self) -> bool {
        self.file.as_ref().is_some_and(|file| file.exists())
    }
}

/// A request to export games.
#[derive(Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ExportRequest {
    /// Selects the games.
    pub(crate) query: Query,
    /// The code of the format.
    pub(crate) format: String,
}

/// A request for the opening names of positions of a game.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct OpeningsRequest {
    game: String,
    #[serde(default)]
    agreements: Vec<(String, String)>,
    positions: Vec<String>,
}

/// One file in the header of an import. The contents of all files follow, one after the other.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct FileHead {
    /// Its name.
    pub(crate) name: String,
    /// The size in bytes.
    pub(crate) size: usize,
}

/// Whether a request comes from the owner: it has the key of the running server, or the cookie of the owner's
/// browser.
fn is_owner(app: &AppState, headers: &HeaderMap) -> bool {
    let key = headers
        .get(header::AUTHORIZATION)
        .and_then(|value| value.to_str().ok())
        .and_then(|value| value.strip_prefix("Bearer "));
    let is_program = key == Some(app.owner.key.as_str()) && !headers.contains_key(header::ORIGIN);
    is_program || (app.site.accepts_origin(headers) && player(headers).as_ref() == Some(&app.owner.player))
}

fn refusal(failure: &CollectionFailure) -> Response {
    let status = match failure.code {
        FailureCode::NotYours => StatusCode::FORBIDDEN,
        FailureCode::None | FailureCode::Game => StatusCode::NOT_FOUND,
        FailureCode::InUse => StatusCode::CONFLICT,
        FailureCode::TooLarge => StatusCode::PAYLOAD_TOO_LARGE,
        FailureCode::Database => StatusCode::INTERNAL_SERVER_ERROR,
        _ => StatusCode::BAD_REQUEST,
    };
    if failure.code == FailureCode::Database {
        error!(detail = failure.detail, "the collection cannot be used");
    }
    (status, json(failure)).into_response()
}

fn json(answer: &impl Serialize) -> Response {
    // Our answers can always be serialised.
    let text = serde_json::to_string(answer).unwrap_or_default();
    let head = [
        (header::CONTENT_TYPE, "application/json"),
        (header::CACHE_CONTROL, "no-store"),
    ];
    (head, text).into_response()
}

fn not_yours() -> CollectionFailure {
    CollectionFailure {
        code: FailureCode::NotYours,
        detail: String::new(),
    }
}

fn unreadable(detail: impl ToString) -> CollectionFailure {
    CollectionFailure {
        code: FailureCode::Request,
        detail: detail.to_string(),
    }
}

async fn question<T: DeserializeOwned>(body: Body) -> Result<T, CollectionFailure> {
    let bytes = axum::body::to_bytes(body, LARGEST_REQUEST)
        .await
        .map_err(unreadable)?;
    serde_json::from_slice(&bytes).map_err(unreadable)
}

/// Answers a request about the owner's collection, on a blocking thread.
async fn ask<Q, A>(
    app: &Arc<AppState>,
    headers: &HeaderMap,
    body: Body,
    answer: impl FnOnce(&Collection, &Q) -> Result<A, CollectionError> + Send + 'static,
) -> Response
where
    Q: DeserializeOwned + Send + 'static,
    A: Serialize + Send + 'static,
{
    if !is_owner(app, headers) {
        return refusal(&not_yours());
    }
    let question = match question::<Q>(body).await {
        Ok(question) => question,
        Err(failure) => return refusal(&failure),
    };
    let app = Arc::clone(app);
    let asked = tokio::task::spawn_blocking(move || {
        let opened = app.collection.open()?;
        answer(&opened.collection, &question).map_err(|error| error.failure())
    });
    match asked.await {
        Ok(Ok(answer)) => json(&answer),
        Ok(Err(failure)) => refusal(&failure),
        Err(_) => StatusCode::INTERNAL_SERVER_ERROR.into_response(),
    }
}

/// Returns the games that a query finds.
pub(crate) async fn search(State(app): State<Arc<AppState>>, headers: HeaderMap, body: Body) -> Response {
    ask(&app, &headers, body, |collection, query: &Query| {
        collection.search(query)
    })
    .await
}

/// Returns statistics of the games that a query finds.
pub(crate) async fn stats(State(app): State<Arc<AppState>>, headers: HeaderMap, body: Body) -> Response {
    ask(&app, &headers, body, |collection, query: &Query| {
        collection.stats(query)
    })
    .await
}

/// Returns one game in Parlor's own format, by its number.
pub(crate) async fn game(State(app): State<Arc<AppState>>, headers: HeaderMap, body: Body) -> Response {
    ask(&app, &headers, body, |collection, &id: &u32| collection.text(id)).await
}

/// Returns the moves played in a position: the owner sees the collection, and everyone sees our opening book.
pub(crate) async fn explore(State(app): State<Arc<AppState>>, headers: HeaderMap, body: Body) -> Response {
    if !app.site.accepts_origin(&headers) {
        return refusal(&not_yours());
    }
    let request = match question::<PositionRequest>(body).await {
        Ok(request) => request,
        Err(failure) => return refusal(&failure),
    };
    let is_owner = is_owner(&app, &headers);
    let explored = tokio::task::spawn_blocking(move || {
        let game = request.game().map_err(|error| error.failure())?;
        // Exploring must not create a file.
        let found = match is_owner && app.collection.exists() {
            true => {
                let opened = app.collection.open()?;
                let explored = opened.collection.explore(&request);
                explored.map_err(|error| error.failure())?
            }
            false => Explored::without_games(&game),
        };
        Ok(with_book(found, &game))
    });
    match explored.await {
        Ok(Ok(explored)) => json(&explored),
        Ok(Err(failure)) => refusal(&failure),
        Err(_) => StatusCode::INTERNAL_SERVER_ERROR.into_response(),
    }
}

/// Returns the names of the openings that end in these positions of a game. For everyone.
pub(crate) async fn openings(State(app): State<Arc<AppState>>, headers: HeaderMap, body: Body) -> Response {
    if !app.site.accepts_origin(&headers) {
        return refusal(&not_yours());
    }
    let request = match question::<OpeningsRequest>(body).await {
        Ok(request) => request,
        Err(failure) => return refusal(&failure),
    };
    if request.positions.len() > MOST_POSITIONS {
        return refusal(&unreadable("too many positions"));
    }
    let named = tokio::task::spawn_blocking(move || {
        let name = |position: &String| {
            let request = PositionRequest {
                game: request.game.clone(),
                agreements: request.agreements.clone(),
                position: Some(position.clone()),
            };
            opening::named(request.game().ok()?.key())
        };
        request.positions.iter().map(name).collect::<Vec<_>>()
    });
    match named.await {
        Ok(names) => json(&names),
        Err(_) => StatusCode::INTERNAL_SERVER_ERROR.into_response(),
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

/// Returns the games that a query finds as one file.
pub(crate) async fn export(State(app): State<Arc<AppState>>, headers: HeaderMap, body: Body) -> Response {
    if !is_owner(&app, &headers) {
        return refusal(&not_yours());
    }
    let request = match question::<ExportRequest>(body).await {
        Ok(request) => request,
        Err(failure) => return refusal(&failure),
    };
    let (pieces, mut receiver) = mpsc::channel::<Result<Bytes, CollectionError>>(WAITING);
    let write = move || -> Result<(), CollectionFailure> {
        let opened = app.collection.open()?;
        let selection = opened.collection.export(&request.query, &request.format);
        for piece in selection.map_err(|error| error.failure())? {
            // The client has disconnected.
            if pieces.blocking_send(piece.map(Bytes::from)).is_err() {
                break;
            }
        }
        Ok(())
    };
    let writing = tokio::task::spawn_blocking(write);
    // An error before the first chunk can still be reported. A later one truncates the response, which is an error
    // for its reader.
    let first = match receiver.recv().await {
        None => match writing.await {
            Ok(Err(failure)) => return refusal(&failure),
            _ => Ok(Bytes::new()),
        },
        Some(Err(error)) => return refusal(&error.failure()),
        Some(first) => first,
    };
    let rest = stream::unfold(receiver, |mut receiver| async {
        let piece = receiver.recv().await?;
        Some((piece, receiver))
    });
    let pieces = stream::once(async { first }).chain(rest);
    let head = [
        (header::CONTENT_TYPE, "application/octet-stream"),
        (header::CACHE_CONTROL, "no-store"),
    ];
    (head, Body::from_stream(pieces)).into_response()
}

/// Imports files. The request is a line of JSON that names them, then their contents. The response is a line of
/// JSON for each progress report, and the result on the last line. If the client disconnects, the import stops.
pub(crate) async fn import(State(app): State<Arc<AppState>>, headers: HeaderMap, body: Body) -> Response {
    if !is_owner(&app, &headers) {
        return refusal(&not_yours());
    }
    let files = match received(body).await {
        Ok(files) => files,
        Err(failure) => return refusal(&failure),
    };
    let (lines, receiver) = mpsc::channel::<String>(WAITING);
    tokio::task::spawn_blocking(move || {
        let line = |message: &serde_json::Value| format!("{message}\n");
        let imported = app.collection.open().and_then(|opened| {
            let mut tell = |progress: &parlor_collection::Progress| match lines
                .try_send(line(&serde_json::json!({ "progress": progress })))
            {
                Err(mpsc::error::TrySendError::Closed(_)) => ControlFlow::Break(()),
                _ => ControlFlow::Continue(()),
            };
            let imported = opened.collection.import(&files, &mut tell);
            imported.map_err(|error| error.failure())
        });
        let message = match imported {
            Ok(report) => serde_json::json!({ "report": report }),
            Err(failure) => serde_json::json!({ "failure": failure }),
        };
        // The client may have disconnected.
        let _ = lines.blocking_send(line(&message));
    });
    let lines = stream::unfold(receiver, |mut receiver| async {
        let line = receiver.recv().await?;
        Some((Ok::<_, Infallible>(line), receiver))
    });
    let head = [
        (header::CONTENT_TYPE, "application/x-ndjson"),
        (header::CACHE_CONTROL, "no-store"),
    ];
    (head, Body::from_stream(lines)).into_response()
}

/// Reads the files of an import.
async fn received(body: Body) -> Result<Vec<SourceFile>, CollectionFailure> {
    let mut bytes = Vec::new();
    let mut pieces = body.into_data_stream();
    // A client that sends nothing must not hold the memory for ever.
    while let Some(piece) = tokio::time::timeout(NEXT_PIECE, pieces.next())
        .await
        .map_err(unreadable)?
    {
        bytes.extend_from_slice(&piece.map_err(unreadable)?);
        if bytes.len() > LARGEST_IMPORT {
            return Err(CollectionFailure {
                code: FailureCode::TooLarge,
                detail: String::new(),
            });
        }
    }
    let end = bytes
        .iter()
        .position(|&byte| byte == b'\n')
        .unwrap_or(bytes.len());
    let heads: Vec<FileHead> = serde_json::from_slice(&bytes[..end]).map_err(unreadable)?;
    let mut rest = bytes.get(end + 1..).unwrap_or_default();
    let mut files = Vec::new();
    for FileHead { name, size } in heads {
        let (file, after) = rest
            .split_at_checked(size)
            .ok_or_else(|| unreadable(format!("{name} is shorter than {size} bytes")))?;
        files.push(SourceFile::new(name, file.to_vec()));
        rest = after;
    }
    Ok(files)
}
