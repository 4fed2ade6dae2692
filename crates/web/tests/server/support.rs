//! A server for tests, and clients that can send anything.

use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use parlor_netplay::Rooms;
use parlor_web::wire::{GameView, PROTOCOL, ServerMessage};
use parlor_web::{Games, Limits, Options, Server};
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::http::HeaderValue;
use tokio_tungstenite::tungstenite::protocol::frame::coding::CloseCode;
use tokio_tungstenite::tungstenite::{Error, Message};
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};

/// Longer than any operation takes, so that a hang becomes a failure.
pub(crate) const TIMEOUT: Duration = Duration::from_secs(60);

pub(crate) struct TestServer {
    pub(crate) host: String,
    pub(crate) key: String,
    pub(crate) rooms: Rooms,
}

pub(crate) async fn server_with(games: Games, limits: Limits) -> TestServer {
    server_from(Options {
        games,
        limits,
        ..Options::default()
    })
    .await
}

pub(crate) async fn server_from(options: Options) -> TestServer {
    let rooms = options.rooms.clone();
    let server = Server::open(options).await.expect("the server listens");
    let here = server.browser_url();
    let host = here.strip_prefix("http://").unwrap().split_once('/').unwrap().0;
    let key = server.url().split_once("/?key=").unwrap().1;
    let running = TestServer {
        host: host.to_owned(),
        key: key.to_owned(),
        rooms,
    };
    tokio::spawn(server.run(std::future::pending()));
    running
}

pub(crate) async fn server() -> TestServer {
    server_with(
        Games::Nowhere,
        Limits {
            pace: Duration::ZERO,
            ..Limits::default()
        },
    )
    .await
}

impl TestServer {
    /// Sends a GET request and returns the response, headers and body.
    pub(crate) async fn get(&self, path: &str, headers: &str) -> String {
        let mut stream = TcpStream::connect(&self.host).await.unwrap();
        let host = if headers.contains("Host:") {
            String::new()
        } else {
            format!("Host: {}\r\n", self.host)
        };
        let request = format!("GET {path} HTTP/1.1\r\n{host}{headers}Connection: close\r\n\r\n");
        stream.write_all(request.as_bytes()).await.unwrap();
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer).await.unwrap();
        String::from_utf8_lossy(&answer).into_owned()
    }

    /// Sends a POST request and returns the response, headers and body.
    pub(crate) async fn post(&self, path: &str, headers: &str, body: &str) -> String {
        let mut stream = TcpStream::connect(&self.host).await.unwrap();
        let request = format!(
            "POST {path} HTTP/1.1\r\nHost: {}\r\n{headers}Content-Length: {}\r\nConnection: close\r\n\r\n{body}",
            self.host,
            body.len()
        );
        stream.write_all(request.as_bytes()).await.unwrap();
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer).await.unwrap();
        String::from_utf8_lossy(&answer).into_owned()
    }

    /// The URL of the page's WebSocket.
    pub(crate) fn socket(&self) -> String {
        socket_of(&self.host)
    }

    pub(crate) async fn guest(&self) -> Guest {
        Guest::connect(&self.host, None)
            .await
            .expect("guests are welcome")
    }
}

pub(crate) fn socket_of(host: &str) -> String {
    format!("ws://{host}/ws?protocol={PROTOCOL}")
}

pub(crate) struct Guest {
    pub(crate) socket: WebSocketStream<MaybeTlsStream<TcpStream>>,
    pub(crate) cookie: String,
    /// The game as the client knows it.
    view: Option<GameView>,
    /// The number of bytes received.
    pub(crate) n_bytes: usize,
}

impl Guest {
    pub(crate) async fn connect(host: &str, cookie: Option<&str>) -> Result<Guest, Error> {
        let mut guest = Guest::try_connect(host, cookie).await?;
        assert_eq!(guest.next().await["type"], "welcome");
        Ok(guest)
    }

    /// Like [`Guest::connect`], for a server that may be killed at any time. Does not wait for the welcome.
    pub(crate) async fn try_connect(host: &str, cookie: Option<&str>) -> Result<Guest, Error> {
        Guest::open(&socket_of(host), cookie, &[]).await
    }

    /// Connects with other parameters and headers.
    pub(crate) async fn connect_with(
        address: &str,
        cookie: Option<&str>,
        headers: &[(&'static str, &str)],
    ) -> Result<Guest, Error> {
        let mut guest = Guest::open(address, cookie, headers).await?;
        assert_eq!(guest.next().await["type"], "welcome");
        Ok(guest)
    }

    async fn open(
        address: &str,
        cookie: Option<&str>,
        headers: &[(&'static str, &str)],
    ) -> Result<Guest, Error> {
        let mut request = address.into_client_request()?;
        let cookie_header = cookie.map(|cookie| ("cookie", cookie));
        for (name, value) in headers.iter().copied().chain(cookie_header) {
            request
                .headers_mut()
                .insert(name, HeaderValue::from_str(value).unwrap());
        }
        let (socket, response) = connect_async(request).await?;
        let given = response.headers().get("set-cookie");
        let given = given.and_then(|value| value.to_str().ok()?.split(';').next());
        Ok(Guest {
            cookie: given.or(cookie).unwrap_or_default().to_owned(),
            socket,
            view: None,
            n_bytes: 0,
        })
    }

    /// The next message, or `None` if the connection has ended.
    pub(crate) async fn try_next(&mut self) -> Option<Value> {
        match self.frame().await? {
            Message::Text(text) => Some(self.understand(&text)),
            _ => None,
        }
    }

    /// The game as the client knows it.
    pub(crate) fn known(&self) -> Option<GameView> {
        self.view.clone()
    }

    /// Continues with a game known from an earlier connection.
    pub(crate) fn remember(&mut self, view: Option<GameView>) {
        self.view = view;
    }

    pub(crate) async fn say(&mut self, message: Value) {
        self.say_text(message.to_string()).await;
    }

    pub(crate) async fn say_text(&mut self, text: String) {
        // If the server has disconnected, the next read notices it.
        let _ = self.socket.send(Message::Text(text.into())).await;
    }

    /// The next frame that is not a heartbeat, or `None` if the connection has ended.
    pub(crate) async fn frame(&mut self) -> Option<Message> {
        loop {
            let frame = tokio::time::timeout(TIMEOUT, self.socket.next())
                .await
                .expect("an answer in time");
            match frame {
                Some(Ok(Message::Ping(_) | Message::Pong(_))) => {}
                Some(Ok(message)) => return Some(message),
                Some(Err(_)) | None => return None,
            }
        }
    }

    /// The next message.
    pub(crate) async fn next(&mut self) -> Value {
        let text = match self.frame().await {
            Some(Message::Text(text)) => text,
            other => panic!("expected a message instead of {other:?}"),
        };
        self.understand(&text)
    }

    /// Parses a message. Merges a change of the game into the known view, as the page does.
    fn understand(&mut self, text: &str) -> Value {
        self.n_bytes += text.len();
        let message: ServerMessage = serde_json::from_str(text).expect("the server speaks JSON");
        let message = match message {
            ServerMessage::Game(view) => {
                self.view = Some((*view).clone());
                ServerMessage::Game(view)
            }
            ServerMessage::Changed(change) => {
                let view = self.view.as_mut().expect("the whole game was shown before");
                assert!(view.apply(*change), "no move is missing");
                ServerMessage::Game(Box::new(view.clone()))
            }
            other => other,
        };
        serde_json::to_value(message).unwrap()
    }

    /// Skips messages until one matches.
    pub(crate) async fn until(&mut self, wanted: impl Fn(&Value) -> bool) -> Value {
        loop {
            let message = self.next().await;
            if wanted(&message) {
                return message;
            }
        }
    }

    pub(crate) async fn until_type(&mut self, kind: &str) -> Value {
        self.until(|message| message["type"] == kind).await
    }

    /// The next view with this many moves.
    pub(crate) async fn until_ply(&mut self, ply: usize) -> Value {
        self.until(|message| message["type"] == "game" && plies(message) == ply)
            .await
    }

    pub(crate) async fn create(&mut self, game: &str, players: [Value; 2]) -> Value {
        self.create_with(game, players, Value::Null, json!([])).await
    }

    pub(crate) async fn create_with(
        &mut self,
        game: &str,
        players: [Value; 2],
        room: Value,
        agreements: Value,
    ) -> Value {
        self.say(
            json!({ "type": "create", "setup": { "game": game, "agreements": agreements, "position": null,
            "players": players, "clock": null, "room": room } }),
        )
        .await;
        self.until_type("game").await
    }

    pub(crate) async fn play(&mut self, ply: usize, text: &str) {
        self.say(json!({ "type": "play", "ply": ply, "text": text }))
            .await;
    }

    /// The number of games on the first page of the list.
    pub(crate) async fn count_games(&mut self) -> usize {
        self.say(json!({ "type": "games", "search": "", "after": null }))
            .await;
        let list = self.until_type("games").await;
        list["games"].as_array().unwrap().len()
    }

    /// The close code of the server.
    pub(crate) async fn close_code(&mut self) -> Option<CloseCode> {
        loop {
            match self.frame().await {
                Some(Message::Close(frame)) => return frame.map(|frame| frame.code),
                Some(_) => {}
                None => return None,
            }
        }
    }
}

pub(crate) fn plies(view: &Value) -> usize {
    view["from"].as_u64().unwrap() as usize + view["plies"].as_array().unwrap().len()
}

pub(crate) fn me() -> Value {
    json!({ "kind": "me" })
}

pub(crate) fn friend() -> Value {
    json!({ "kind": "friend" })
}

/// The body of a response, with chunks joined.
pub(crate) fn body(answer: &str) -> String {
    let (head, body) = answer.split_once("\r\n\r\n").unwrap();
    if !head.to_lowercase().contains("transfer-encoding: chunked") {
        return body.to_owned();
    }
    let (mut whole, mut rest) = (Vec::new(), body.as_bytes());
    loop {
        let at = rest.windows(2).position(|pair| pair == b"\r\n").expect("a size");
        let size = usize::from_str_radix(std::str::from_utf8(&rest[..at]).unwrap(), 16).unwrap();
        if size == 0 {
            return String::from_utf8(whole).unwrap();
        }
        whole.extend_from_slice(&rest[at + 2..at + 2 + size]);
        rest = &rest[at + 4 + size..];
    }
}
