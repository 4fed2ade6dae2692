//! The collection of games of the person who started the program: over HTTP for the page and for `parlor collection`, which
//! reaches the file through a server that runs.
//!
//! The file has one owner, as the file of games has: the server claims it when it is first asked for, and keeps it. Only
//! its owner may use it; an explorer without a collection, which our book fills, is for everybody.

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

/// The largest files, all together, that are imported at once.
const LARGEST_IMPORT: usize = 512 * 1024 * 1024;
/// How long the next piece of them may take.
const NEXT_PIECE: Duration = Duration::from_secs(30);
/// The largest question.
const LARGEST_REQUEST: usize = 64 * 1024;
/// How many positions may be asked about at once: no opening is as long.
const MOST_POSITIONS: usize = 64;
/// How many pieces of an answer may wait for a slow reader.
const WAITING: usize = 16;

/// Where the collection is that belongs to a file of games.
pub(crate) fn beside(games: &Path) -> PathBuf {
    games.with_extension("collection")
}

/// The collection of a server, which is claimed and opened when it is first asked for.
#[derive(Default)]
pub(crate) struct Shelf {
    file: Option<PathBuf>,
    running: OnceLock<Running>,
    opened: Mutex<Option<Arc<Opened>>>,
}

struct Opened {
    collection: Collection,
    // Held as long as the server runs.
    _owner: Owner,
}

impl Shelf {
    /// The collection beside a file of games.
    pub(crate) fn beside(games: &Path) -> Shelf {
        Shelf {
            file: Some(beside(games)),
            ..Shelf::default()
        }
    }

    /// Says where programs find the server.
    pub(crate) fn announce(&self, running: Running) {
        // A server has one address.
        let _ = self.running.set(running);
    }

    /// The collection. Blocks while it is opened.
    fn open(&self) -> Result<Arc<Opened>, CollectionFailure> {
        let failed = |code, detail: String| CollectionFailure { code, detail };
        let Some(file) = &self.file else {
            return Err(failed(FailureCode::None, String::new()));
        };
        // Nothing that holds the lock can panic half-way.
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
            // Without the notice another program can only say that the file is in use.
            let _ = owner.announce(running);
        }
        let new = Arc::new(Opened {
            collection,
            _owner: owner,
        });
        *opened = Some(Arc::clone(&new));
        Ok(new)
    }

    /// Whether there is anything in it without opening it.
    fn is_there(&self) -> bool {
        self.file.as_ref().is_some_and(|file| file.exists())
    }
}

/// What is exported, and how.
#[derive(Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ExportRequest {
    /// Which games.
    pub(crate) query: Query,
    /// The code of the format.
    pub(crate) format: String,
}

/// Positions of a game whose names are asked for.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct OpeningsRequest {
    game: String,
    #[serde(default)]
    agreements: Vec<(String, String)>,
    positions: Vec<String>,
}

/// A file in the head of an import; the bytes of all of them follow, one after the other.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct FileHead {
    /// Its name.
    pub(crate) name: String,
    /// How many bytes it has.
    pub(crate) size: usize,
}

/// Whether a request is the owner's: by the key in their notice, or from their browser.
fn is_owner(app: &AppState, headers: &HeaderMap) -> bool {
    let key = headers
        .get(header::AUTHORIZATION)
        .and_then(|value| value.to_str().ok())
        .and_then(|value| value.strip_prefix("Bearer "));
    let is_program = key == Some(app.owner.key.as_str()) && !headers.contains_key(header::ORIGIN);
    is_program || (app.site.admits_page_of(headers) && player(headers).as_ref() == Some(&app.owner.player))
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
    // What we answer always has a JSON form.
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

/// Asks the owner's collection, on a thread that nobody waits for.
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

/// The games that a query finds.
pub(crate) async fn search(State(app): State<Arc<AppState>>, headers: HeaderMap, body: Body) -> Response {
    ask(&app, &headers, body, |collection, query: &Query| {
        collection.search(query)
    })
    .await
}

/// What the games say that a query finds.
pub(crate) async fn stats(State(app): State<Arc<AppState>>, headers: HeaderMap, body: Body) -> Response {
    ask(&app, &headers, body, |collection, query: &Query| {
        collection.stats(query)
    })
    .await
}

/// One game in Parlor's own form, by its number.
pub(crate) async fn game(State(app): State<Arc<AppState>>, headers: HeaderMap, body: Body) -> Response {
    ask(&app, &headers, body, |collection, &id: &u32| collection.text(id)).await
}

/// What was played in a position: in the owner's collection for the owner, and what our book says for everybody.
pub(crate) async fn explore(State(app): State<Arc<AppState>>, headers: HeaderMap, body: Body) -> Response {
    if !app.site.admits_page_of(&headers) {
        return refusal(&not_yours());
    }
    let request = match question::<PositionRequest>(body).await {
        Ok(request) => request,
        Err(failure) => return refusal(&failure),
    };
    let is_owner = is_owner(&app, &headers);
    let explored = tokio::task::spawn_blocking(move || {
        let game = request.game().map_err(|error| error.failure())?;
        // Looking does not make a file.
        let found = match is_owner && app.collection.is_there() {
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

/// The names of the openings that positions of a game end, where they have one: for everybody.
pub(crate) async fn openings(State(app): State<Arc<AppState>>, headers: HeaderMap, body: Body) -> Response {
    if !app.site.admits_page_of(&headers) {
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

/// Adds what our book says.
fn with_book(explored: Explored, game: &AnyGame) -> Explored {
    let known: Vec<(String, i32)> = book::moves(game)
        .into_iter()
        .map(|(text, worth)| (text, worth.0))
        .collect();
    explored.with_book(&known)
}

/// The games that a query finds, as one file.
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
            // A client that has gone needs no more.
            if pieces.blocking_send(piece.map(Bytes::from)).is_err() {
                break;
            }
        }
        Ok(())
    };
    let writing = tokio::task::spawn_blocking(write);
    // What is wrong with the first games can still be said; a file that breaks off later is an error for its reader.
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

/// Imports files: a line of JSON that names them, then their bytes. The answer is a line of JSON each time there is something to
/// tell, and the report on the last one. A client that disconnects ends the import.
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
        let line = |told: &serde_json::Value| format!("{told}\n");
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
        let told = match imported {
            Ok(report) => serde_json::json!({ "report": report }),
            Err(failure) => serde_json::json!({ "failure": failure }),
        };
        // Nobody may be there any more to hear it.
        let _ = lines.blocking_send(line(&told));
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

/// The files of an import.
async fn received(body: Body) -> Result<Vec<SourceFile>, CollectionFailure> {
    let mut bytes = Vec::new();
    let mut pieces = body.into_data_stream();
    // A client that sends nothing must not keep the memory for ever.
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
