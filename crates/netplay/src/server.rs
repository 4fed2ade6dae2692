//! The axum route through which programs enter rooms.

use std::time::Duration;

use axum::Router;
use axum::extract::ws::{CloseFrame, Message, WebSocket, WebSocketUpgrade, close_code};
use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::any;
use futures_util::{SinkExt, StreamExt, future};
use parlor_peer::{Message as PeerMessage, RoomId};
use tokio::time::timeout;

use crate::pump::{Frame, MAX_FRAME, Timing, close_gracefully, first_text, pump};
use crate::rooms::{JoinError, Rooms};

/// How long a program may take to send its first message. Until then, other programs can still join the game.
const FIRST_MESSAGE_TIMEOUT: Duration = Duration::from_secs(5);

/// The header in which a program sends the game that it plays, and in which the server answers if it is another
/// one. It is optional, because other implementations do not know it.
pub(crate) const GAME_HEADER: &str = "parlor-game";

/// The WebSocket at `/netplay/{id}` through which other programs join the games in these rooms.
pub fn routes(rooms: Rooms) -> Router {
    routes_with(rooms, Timing::default())
}

/// Like [`routes`], with other timeouts.
pub fn routes_with(rooms: Rooms, timing: Timing) -> Router {
    Router::new()
        .route("/netplay/{id}", any(enter))
        .with_state((rooms, timing))
}

async fn enter(
    State((rooms, timing)): State<(Rooms, Timing)>,
    Path(id): Path<String>,
    headers: HeaderMap,
    upgrade: WebSocketUpgrade,
) -> Response {
    if !is_same_origin(&headers) {
        return (
            StatusCode::FORBIDDEN,
            "pages of other sites may not join games here",
        )
            .into_response();
    }
    let id: RoomId = match id.parse() {
        Ok(id) => id,
        Err(error) => return (StatusCode::BAD_REQUEST, format!("{error}")).into_response(),
    };
    match rooms.look(&id) {
        Ok(game) if headers.get(GAME_HEADER).is_some_and(|played| played != game) => {
            let refusal = format!("{id} is a game of {game}");
            (StatusCode::PRECONDITION_FAILED, [(GAME_HEADER, game)], refusal).into_response()
        }
        Ok(_) => upgrade
            .max_message_size(MAX_FRAME)
            .max_frame_size(MAX_FRAME)
            .on_upgrade(move |socket| carry(socket, rooms, id, timing)),
        Err(error @ JoinError::Unknown(_)) => (StatusCode::NOT_FOUND, error.to_string()).into_response(),
        Err(error @ JoinError::Taken(_)) => (StatusCode::CONFLICT, error.to_string()).into_response(),
    }
}

/// Connects a WebSocket to its room, after its first message.
async fn carry(socket: WebSocket, rooms: Rooms, id: RoomId, timing: Timing) {
    let mut frames = socket
        .map(|message| message.map(read))
        .with(|frame| future::ready(Ok::<Message, axum::Error>(write(frame))));
    let spoken = timeout(FIRST_MESSAGE_TIMEOUT, first_text(&mut frames)).await;
    let ready = PeerMessage::Ready.to_string();
    let first = match spoken.unwrap_or_else(|_| Err("nothing was said".to_owned())) {
        Ok(text) if text == ready => text,
        // A client that sends anything else is not a partner, and others can still join the game.
        Ok(_) => return close_gracefully(&mut frames, format!("the first message must be “{ready}”")).await,
        Err(reason) => return close_gracefully(&mut frames, reason).await,
    };
    match rooms.join(&id) {
        Ok(client) => {
            // Cannot be full: this is the first message. If the host is gone, the pump notices.
            let _ = client.end.try_send(first);
            pump(frames, client.end, timing).await;
        }
        Err(error) => close_gracefully(&mut frames, error.to_string()).await,
    }
}

fn read(message: Message) -> Frame {
    match message {
        Message::Text(text) => Frame::Text(text.to_string()),
        Message::Binary(_) => Frame::Binary,
        Message::Ping(_) | Message::Pong(_) => Frame::PingOrPong,
        Message::Close(close) => Frame::Close(close.map_or_else(String::new, |it| it.reason.to_string())),
    }
}

fn write(frame: Frame) -> Message {
    match frame {
        Frame::Text(text) => Message::Text(text.into()),
        Frame::Close(reason) => {
            let code = if reason.is_empty() {
                close_code::NORMAL
            } else {
                close_code::POLICY
            };
            Message::Close(Some(CloseFrame {
                code,
                reason: reason.into(),
            }))
        }
        // Only text, pings and close frames are ever sent.
        Frame::Ping | Frame::PingOrPong | Frame::Binary => Message::Ping(Vec::new().into()),
    }
}

/// Whether a request comes from a page of this server, or from no page at all: a page of another site must not be
/// able to play, or to look for games, through the browser of its visitor.
fn is_same_origin(headers: &HeaderMap) -> bool {
    let Some(origin) = headers.get(header::ORIGIN) else {
        return true;
    };
    let host = headers.get(header::HOST).and_then(|host| host.to_str().ok());
    let origin = origin.to_str().ok().and_then(|origin| origin.split_once("://"));
    matches!((origin, host), (Some((_, place)), Some(host)) if place.eq_ignore_ascii_case(host))
}
