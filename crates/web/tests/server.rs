//! The server as its guests and its enemies meet it: real sockets on loopback.

use std::path::Path;
use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use parlor_netplay::Rooms;
use parlor_web::{Games, Limits, Options, Server};
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::http::HeaderValue;
use tokio_tungstenite::tungstenite::protocol::frame::coding::CloseCode;
use tokio_tungstenite::tungstenite::{Error, Message};
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};

/// Longer than anything takes, so that a hang becomes a failure.
const PATIENCE: Duration = Duration::from_secs(60);

struct House {
    host: String,
    key: String,
    rooms: Rooms,
}

async fn house_with(games: Games, limits: Limits) -> House {
    let rooms = Rooms::new();
    let options = Options {
        games,
        limits,
        rooms: rooms.clone(),
        ..Options::default()
    };
    let server = Server::open(options).await.expect("the server listens");
    let (host, key) = server
        .url()
        .strip_prefix("http://")
        .unwrap()
        .split_once("/?key=")
        .unwrap();
    let house = House {
        host: host.to_owned(),
        key: key.to_owned(),
        rooms,
    };
    tokio::spawn(server.run(std::future::pending()));
    house
}

async fn house() -> House {
    house_with(
        Games::Nowhere,
        Limits {
            pace: Duration::ZERO,
            ..Limits::default()
        },
    )
    .await
}

impl House {
    /// The answer to a bare request, head and body.
    async fn get(&self, path: &str, headers: &str) -> String {
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

    async fn guest(&self) -> Guest {
        Guest::connect(&self.host, None)
            .await
            .expect("guests are welcome")
    }
}

struct Guest {
    socket: WebSocketStream<MaybeTlsStream<TcpStream>>,
    cookie: String,
}

impl Guest {
    async fn connect(host: &str, cookie: Option<&str>) -> Result<Guest, Error> {
        let mut request = format!("ws://{host}/ws").into_client_request()?;
        if let Some(cookie) = cookie {
            request
                .headers_mut()
                .insert("Cookie", HeaderValue::from_str(cookie).unwrap());
        }
        let (socket, response) = connect_async(request).await?;
        let given = response
            .headers()
            .get("set-cookie")
            .and_then(|value| value.to_str().ok());
        let given = given
            .and_then(|value| value.split(';').next())
            .or(cookie)
            .unwrap_or_default()
            .to_owned();
        let mut guest = Guest {
            socket,
            cookie: given,
        };
        assert_eq!(guest.next().await["type"], "welcome");
        Ok(guest)
    }

    async fn say(&mut self, message: Value) {
        self.say_text(message.to_string()).await;
    }

    async fn say_text(&mut self, text: String) {
        // A server that has hung up is noticed by reading.
        let _ = self.socket.send(Message::Text(text.into())).await;
    }

    /// The next frame that is not a sign of life; nothing once the connection is gone.
    async fn frame(&mut self) -> Option<Message> {
        loop {
            let frame = tokio::time::timeout(PATIENCE, self.socket.next())
                .await
                .expect("an answer in time");
            match frame {
                Some(Ok(Message::Ping(_) | Message::Pong(_))) => {}
                Some(Ok(message)) => return Some(message),
                Some(Err(_)) | None => return None,
            }
        }
    }

    async fn next(&mut self) -> Value {
        match self.frame().await {
            Some(Message::Text(text)) => serde_json::from_str(&text).expect("the server speaks JSON"),
            other => panic!("expected a message instead of {other:?}"),
        }
    }

    /// The next message for which this holds; what comes before is passed over.
    async fn until(&mut self, wanted: impl Fn(&Value) -> bool) -> Value {
        loop {
            let message = self.next().await;
            if wanted(&message) {
                return message;
            }
        }
    }

    async fn until_type(&mut self, kind: &str) -> Value {
        self.until(|message| message["type"] == kind).await
    }

    /// The next view with so many moves.
    async fn until_ply(&mut self, ply: usize) -> Value {
        self.until(|message| message["type"] == "game" && plies(message) == ply)
            .await
    }

    async fn create(&mut self, game: &str, players: [Value; 2]) -> Value {
        self.create_with(game, players, Value::Null, json!([])).await
    }

    async fn create_with(
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

    async fn play(&mut self, ply: usize, text: &str) {
        self.say(json!({ "type": "play", "ply": ply, "text": text }))
            .await;
    }

    /// Why the server hung up.
    async fn farewell(&mut self) -> Option<CloseCode> {
        loop {
            match self.frame().await {
                Some(Message::Close(frame)) => return frame.map(|frame| frame.code),
                Some(_) => {}
                None => return None,
            }
        }
    }
}

fn plies(view: &Value) -> usize {
    view["from"].as_u64().unwrap() as usize + view["plies"].as_array().unwrap().len()
}

fn me() -> Value {
    json!({ "kind": "me" })
}

fn friend() -> Value {
    json!({ "kind": "friend" })
}

#[tokio::test]
async fn the_page_is_served_with_its_guards_and_the_owner_is_known_by_the_key() {
    let house = house().await;
    let page = house.get("/", "").await;
    assert!(
        page.starts_with("HTTP/1.1 200") && page.contains("Parlor"),
        "{page}"
    );
    let lower = page.to_lowercase();
    assert!(
        lower.contains("set-cookie: parlor=") && lower.contains("httponly") && lower.contains("samesite=lax")
    );
    let owner = house.get(&format!("/?key={}", house.key), "").await;
    let other = house.get("/?key=0123456789abcdef0123456789abcdef", "").await;
    assert!(
        owner.starts_with("HTTP/1.1 303") && owner.contains("parlor="),
        "{owner}"
    );
    assert!(
        other.starts_with("HTTP/1.1 303") && !other.contains("parlor="),
        "{other}"
    );
    assert!(
        house
            .get("/../../etc/passwd", "")
            .await
            .starts_with("HTTP/1.1 404")
    );
    assert!(
        house
            .get("/assets/nothing.js", "")
            .await
            .starts_with("HTTP/1.1 404")
    );
}

#[tokio::test]
async fn other_sites_and_other_names_are_turned_away() {
    let house = house().await;
    let upgrade = "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n\
        Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n";
    for origin in [
        "http://evil.example",
        "null",
        "http://127.0.0.1:1",
        "https://localhost.evil.example",
    ] {
        let answer = house.get("/ws", &format!("{upgrade}Origin: {origin}\r\n")).await;
        assert!(answer.starts_with("HTTP/1.1 403"), "{origin}: {answer}");
        let answer = house
            .get("/netplay/x", &format!("{upgrade}Origin: {origin}\r\n"))
            .await;
        assert!(answer.starts_with("HTTP/1.1 403"), "{origin}: {answer}");
    }
    // A name that was made to point here.
    let answer = house.get("/", "Host: rebound.example\r\n").await;
    assert!(answer.starts_with("HTTP/1.1 421"), "{answer}");
    let port = house.host.rsplit_once(':').unwrap().1;
    let answer = house.get("/", &format!("Host: localhost:{port}\r\n")).await;
    assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
}

#[tokio::test]
async fn nonsense_is_refused_and_the_connection_goes_on() {
    let house = house().await;
    let mut guest = house.guest().await;
    let deep = format!("{}{}", "[".repeat(5000), "]".repeat(5000));
    let nonsense = [
        "",
        "hello",
        "null",
        "{}",
        "[]",
        r#"{"type":"become_owner"}"#,
        r#"{"type":"play"}"#,
        r#"{"type":"play","ply":-1,"text":"d3"}"#,
        r#"{"type":"play","ply":99999999999999999999,"text":"d3"}"#,
        r#"{"type":"open","game":7,"seat":null}"#,
        r#"{"type":"create","setup":null}"#,
        &deep,
        "\u{0}\u{ffff}",
    ];
    for text in nonsense {
        guest.say_text(text.to_owned()).await;
        let answer = guest.next().await;
        assert_eq!(answer["type"], "refused", "{text}: {answer}");
    }
    let out_of_place = [
        json!({ "type": "play", "ply": 0, "text": "d3" }),
        json!({ "type": "undo" }),
        json!({ "type": "export", "format": "parlor" }),
        json!({ "type": "open", "game": "no-such-game", "seat": null }),
        json!({ "type": "open", "game": "../../etc/passwd", "seat": "x" }),
        json!({ "type": "join", "room": "Nobody" }),
        json!({ "type": "join", "room": "not a name!" }),
        json!({ "type": "import", "content": "gibberish", "binary": false, "pick": null }),
        json!({ "type": "import", "content": "!!!", "binary": true, "pick": 4000000000u32 }),
        json!({ "type": "create", "setup": { "game": "chess", "agreements": [], "position": null,
            "players": [me(), me()], "clock": null, "room": null } }),
    ];
    for message in out_of_place {
        guest.say(message.clone()).await;
        let answer = guest.next().await;
        assert_eq!(answer["type"], "refused", "{message}: {answer}");
    }
    guest
        .say_text(format!(r#"{{"type":"rename","name":"{}"}}"#, "x".repeat(20_000)))
        .await;
    assert_eq!(guest.next().await["reason"], "this message is too long");
    guest.say(json!({ "type": "ping" })).await;
    assert_eq!(guest.next().await["type"], "pong");
}

#[tokio::test]
async fn floods_giants_and_bytes_end_the_connection_and_nobody_elses() {
    let house = house().await;
    let mut neighbour = house.guest().await;
    let mut flooder = house.guest().await;
    for _ in 0..2000 {
        flooder.say(json!({ "type": "ping" })).await;
    }
    assert_ne!(flooder.farewell().await, Some(CloseCode::Normal));
    let mut giant = house.guest().await;
    giant.say_text("x".repeat(3 * 1024 * 1024)).await;
    assert_ne!(giant.farewell().await, Some(CloseCode::Normal));
    let mut bytes = house.guest().await;
    let _ = bytes.socket.send(Message::Binary(vec![0; 64].into())).await;
    assert_eq!(bytes.farewell().await, Some(CloseCode::Policy));
    neighbour.say(json!({ "type": "ping" })).await;
    assert_eq!(neighbour.next().await["type"], "pong");
}

#[tokio::test]
async fn a_full_house_takes_no_more() {
    let limits = Limits {
        connections: 2,
        tables: 1,
        ..Limits::default()
    };
    let house = house_with(Games::Nowhere, limits).await;
    let mut first = house.guest().await;
    let second = house.guest().await;
    let (mut third, _) = connect_async(format!("ws://{}/ws", house.host)).await.unwrap();
    let frame = third.next().await;
    assert!(
        matches!(&frame, Some(Ok(Message::Close(Some(close)))) if close.code == CloseCode::Again),
        "{frame:?}"
    );
    drop(second);
    first.create("othello", [me(), me()]).await;
    first
        .say(
            json!({ "type": "create", "setup": { "game": "loa", "agreements": [], "position": null,
        "players": [me(), me()], "clock": null, "room": null } }),
        )
        .await;
    assert_eq!(first.until_type("refused").await["reason"], "the house is full");
}

#[tokio::test]
async fn two_people_play_and_a_third_only_watches() {
    let house = house().await;
    let mut ann = house.guest().await;
    let view = ann.create("othello", [me(), friend()]).await;
    let (id, secret) = (view["id"].clone(), view["seats"][1]["invitation"].clone());
    assert!(secret.is_string());
    let mut bob = house.guest().await;
    bob.say(json!({ "type": "open", "game": id, "seat": secret }))
        .await;
    let view = bob.until(|message| message["seats"][1]["yours"] == true).await;
    assert!(view["legal"].as_array().unwrap().is_empty(), "it is not his turn");
    let mut eve = house.guest().await;
    eve.say(json!({ "type": "open", "game": id, "seat": secret }))
        .await;
    assert_eq!(
        eve.until_type("refused").await["reason"],
        "this seat is taken or the invitation is not right"
    );
    for cheat in [
        json!({ "type": "play", "ply": 0, "text": "d3" }),
        json!({ "type": "resign" }),
        json!({ "type": "undo" }),
        json!({ "type": "switch", "side": "black", "player": { "kind": "me" } }),
        json!({ "type": "rewind", "ply": 0 }),
        json!({ "type": "answer", "accept": true }),
        json!({ "type": "rematch" }),
        json!({ "type": "hint" }),
        json!({ "type": "analyse", "ply": 0, "lines": 3 }),
        json!({ "type": "review" }),
    ] {
        eve.say(cheat.clone()).await;
        let answer = eve.until_type("refused").await;
        assert!(answer["reason"].is_string(), "{cheat}");
    }
    bob.play(0, "d3").await;
    assert_eq!(bob.until_type("refused").await["reason"], "it is not your turn");
    ann.play(0, "d3").await;
    let seen = bob.until_ply(1).await;
    assert_eq!(seen["plies"][0]["mv"]["text"], "d3");
    assert!(!seen["legal"].as_array().unwrap().is_empty());
    let watched = eve.until_ply(1).await;
    assert!(watched["legal"].as_array().unwrap().is_empty() && watched["seats"][1]["invitation"].is_null());

    // A lost connection comes back to the true state, and to the same seat.
    let cookie = bob.cookie.clone();
    drop(bob);
    let mut bob = Guest::connect(&house.host, Some(&cookie)).await.unwrap();
    bob.say(json!({ "type": "open", "game": id, "seat": null })).await;
    let view = bob.until_ply(1).await;
    assert_eq!(view["seats"][1]["yours"], true);
    bob.play(1, "c3").await;
    ann.until_ply(2).await;
}

#[tokio::test]
async fn the_computer_answers_and_a_whole_game_ends() {
    let house = house().await;
    let mut ann = house.guest().await;
    let computer = json!({ "kind": "computer", "level": "1" });
    let mut view = ann
        .create_with("othello", [me(), computer], Value::Null, json!([["size", "4x4"]]))
        .await;
    while view["result"].is_null() {
        if let Some(mv) = view["legal"].as_array().unwrap().first() {
            let ply = plies(&view);
            ann.play(ply, mv["text"].as_str().unwrap()).await;
        }
        view = ann.until_type("game").await;
    }
    let status = view["status"].as_str().unwrap();
    assert!(status.contains("wins") || status.contains("tie"), "{status}");
    assert_eq!(view["may"]["rematch"], true);
}

#[tokio::test]
async fn a_terminal_program_joins_a_game_of_the_page() {
    let house = house().await;
    let mut ann = house.guest().await;
    ann.create_with(
        "ataxx",
        [me(), friend()],
        json!("Parlour"),
        json!([["blocks", "3"]]),
    )
    .await;
    ann.until(|message| message["room"] == "Parlour").await;
    let (mut terminal, _) = connect_async(format!("ws://{}/netplay/Parlour", house.host))
        .await
        .unwrap();
    terminal.send(Message::Text("ready".into())).await.unwrap();
    let text = async |terminal: &mut WebSocketStream<MaybeTlsStream<TcpStream>>| loop {
        if let Some(Ok(Message::Text(text))) = tokio::time::timeout(PATIENCE, terminal.next())
            .await
            .expect("in time")
        {
            return text.to_string();
        }
    };
    for expected in ["color blue", "blocks 3", "start"] {
        assert_eq!(text(&mut terminal).await, expected);
    }
    let view = ann
        .until(|message| message["seats"][1]["name"] == "Terminal player")
        .await;
    ann.play(plies(&view), "a7-b6").await;
    assert_eq!(text(&mut terminal).await, "a7-b6");
    terminal.send(Message::Text("g7-f6".into())).await.unwrap();
    ann.until_ply(2).await;
    terminal
        .send(Message::Text("nonsense out of turn".into()))
        .await
        .unwrap();
    let view = ann.until(|message| !message["result"].is_null()).await;
    assert_eq!(view["status"], "Blue has left: red wins by forfeit.");
}

#[tokio::test]
async fn a_page_joins_a_game_of_a_terminal_program() {
    let house = house().await;
    let id = "Hosted".parse().unwrap();
    let offer = house.rooms.offer(&id, "loa").unwrap();
    let mut ann = house.guest().await;
    ann.say(json!({ "type": "join", "room": "Hosted" })).await;
    let (mut terminal, _in_use) = offer.joined().await.unwrap();
    assert_eq!(terminal.recv().await.as_deref(), Some("ready"));
    for message in ["color white", "b1-b3", "a2-c2", "start", "g1-g3"] {
        terminal.send(message.into()).await.unwrap();
    }
    let game = ann.until_type("joined").await["game"].clone();
    ann.say(json!({ "type": "open", "game": game, "seat": null }))
        .await;
    let view = ann.until_ply(3).await;
    assert_eq!(view["seats"][1]["yours"], true);
    let reply = view["legal"][0]["text"].as_str().unwrap().to_owned();
    ann.play(3, &reply).await;
    assert_eq!(terminal.recv().await, Some(reply));
    terminal.send("stop".into()).await.unwrap();
    let view = ann.until(|message| !message["result"].is_null()).await;
    assert_eq!(view["status"], "Black resigns: white wins.");
}

/// Not a test by itself: the server that the next test kills.
#[test]
#[ignore = "slow: only the process that the crash test starts and kills"]
fn crash_server() {
    let Some(file) = std::env::var_os("PARLOR_CRASH_GAMES") else {
        return;
    };
    let options = Options {
        games: Games::File(file.into()),
        ..Options::default()
    };
    parlor_web::serve(options, false, |server| println!("url {}", server.url())).expect("it serves");
}

async fn crashing_server(file: &Path) -> (tokio::process::Child, String, String) {
    use tokio::io::AsyncBufReadExt;
    let mut child = tokio::process::Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "crash_server", "--ignored", "--nocapture"])
        .env("PARLOR_CRASH_GAMES", file)
        .stdout(std::process::Stdio::piped())
        .kill_on_drop(true)
        .spawn()
        .unwrap();
    let mut lines = tokio::io::BufReader::new(child.stdout.take().unwrap()).lines();
    while let Some(line) = lines.next_line().await.unwrap() {
        if let Some((_, url)) = line.split_once("url http://") {
            let (host, key) = url.split_once("/?key=").unwrap();
            return (child, host.to_owned(), key.to_owned());
        }
    }
    panic!("the server did not start");
}

#[tokio::test]
async fn a_server_that_is_killed_loses_no_move_that_anybody_saw() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("games.sqlite");
    let moves = ["d3", "c3", "c4", "c5", "b4"];
    let (mut id, mut cookie) = (Value::Null, String::new());
    for (round, mv) in moves.iter().enumerate() {
        let (mut child, host, _) = crashing_server(&file).await;
        let known = (!cookie.is_empty()).then_some(cookie.as_str());
        let mut ann = Guest::connect(&host, known).await.unwrap();
        if round == 0 {
            cookie = ann.cookie.clone();
            id = ann.create("othello", [me(), me()]).await["id"].clone();
        } else {
            ann.say(json!({ "type": "open", "game": id, "seat": null })).await;
            let view = ann.until_type("game").await;
            assert_eq!(plies(&view), round, "what was seen is there");
        }
        ann.play(round, mv).await;
        ann.until_ply(round + 1).await;
        // SIGKILL, at once after the move was seen.
        child.kill().await.unwrap();
    }
    let (_child, host, _) = crashing_server(&file).await;
    let mut ann = Guest::connect(&host, Some(&cookie)).await.unwrap();
    ann.say(json!({ "type": "games", "search": "", "skip": 0 })).await;
    let list = ann.until_type("games").await;
    assert_eq!(list["games"][0]["moves"], moves.len());
    ann.say(json!({ "type": "open", "game": id, "seat": null })).await;
    ann.until_ply(moves.len()).await;
    ann.say(json!({ "type": "export", "format": "transcript" })).await;
    assert_eq!(
        ann.until_type("exported").await["content"],
        format!("{}\n", moves.concat())
    );
}

#[tokio::test]
async fn without_a_database_play_goes_on_and_everybody_is_told() {
    let folder = tempfile::tempdir().unwrap();
    // A folder cannot be opened as a database.
    let house = house_with(Games::File(folder.path().to_owned()), Limits::default()).await;
    let (mut socket, _) = connect_async(format!("ws://{}/ws", house.host)).await.unwrap();
    let Some(Ok(Message::Text(text))) = socket.next().await else {
        panic!("a welcome was expected")
    };
    let welcome: Value = serde_json::from_str(&text).unwrap();
    assert!(
        welcome["not_saving"].as_str().unwrap().contains("database"),
        "{welcome}"
    );
    let mut ann = house.guest().await;
    ann.create("ataxx", [me(), me()]).await;
    ann.play(0, "a7-b6").await;
    ann.until_ply(1).await;
}
