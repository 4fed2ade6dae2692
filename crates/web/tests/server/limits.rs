//! Nobody can lock out others: limits by person and address, clients that read nothing, unfinished messages, fair
//! engines.

use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use parlor_web::{Games, Limits, Options};
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpSocket, TcpStream};
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::http::HeaderValue;
use tokio_tungstenite::{client_async, connect_async};

use crate::support::{Guest, TIMEOUT, TestServer, friend, me, server_from, server_with};

/// A server behind a proxy on this machine, so that the test chooses the clients' addresses.
async fn proxied(limits: Limits) -> TestServer {
    server_from(Options {
        games: Games::Nowhere,
        limits,
        trusted_proxies: vec!["127.0.0.0/8".parse().unwrap()],
        ..Options::default()
    })
    .await
}

async fn guest_from(server: &TestServer, address: &str) -> Guest {
    Guest::connect_with(&server.socket(), None, &[("x-forwarded-for", address)])
        .await
        .expect("there is a place")
}

/// The reason why a client from this address is refused.
async fn turned_away(server: &TestServer, address: &str) -> String {
    let mut request = server.socket().into_client_request().unwrap();
    let value = HeaderValue::from_str(address).unwrap();
    request.headers_mut().insert("x-forwarded-for", value);
    let (mut socket, _) = connect_async(request).await.unwrap();
    match socket.next().await {
        Some(Ok(Message::Close(Some(close)))) => close.reason.to_string(),
        other => panic!("expected to be turned away instead of {other:?}"),
    }
}

fn create(game: &str) -> Value {
    json!({ "type": "create", "setup": { "game": game, "agreements": [], "position": null,
        "players": [me(), me()], "clock": null, "room": null } })
}

#[tokio::test]
async fn sockets_and_tables_of_one_address_do_not_lock_out_others() {
    let server = proxied(Limits {
        connections_per_address: 20,
        tables_per_person: 3,
        tables_per_address: 4,
        ..Limits::default()
    })
    .await;
    let mut greedy = Vec::new();
    for _ in 0..20 {
        greedy.push(guest_from(&server, "203.0.113.1").await);
    }
    assert_eq!(turned_away(&server, "203.0.113.1").await, "too_many_connections");
    for _ in 0..3 {
        greedy[0].create("ataxx", [me(), me()]).await;
    }
    greedy[0].say(create("ataxx")).await;
    let refusal = greedy[0].until_type("refused").await;
    assert_eq!(
        refusal["reason"],
        json!({ "code": "too_many", "what": "tables", "whose": "person", "most": 3 })
    );
    // Another player at the same address gets what is left for the address.
    greedy[1].create("ataxx", [me(), me()]).await;
    greedy[1].say(create("ataxx")).await;
    assert_eq!(
        greedy[1].until_type("refused").await["reason"]["whose"],
        "address"
    );
    // Reconnecting resets nothing.
    let cookie = greedy[0].cookie.clone();
    drop(greedy);
    let mut again = loop {
        // The server may take a while to notice that the connections are gone.
        let headers = [("x-forwarded-for", "203.0.113.1")];
        match tokio::time::timeout(TIMEOUT, try_connect(&server, &cookie, &headers)).await {
            Ok(Some(guest)) => break guest,
            Ok(None) => tokio::time::sleep(Duration::from_millis(20)).await,
            Err(_) => panic!("the places were not given back"),
        }
    };
    again.say(create("ataxx")).await;
    assert_eq!(again.until_type("refused").await["reason"]["code"], "too_many");
    // Clients at other addresses are not affected.
    let mut other = guest_from(&server, "203.0.113.2").await;
    other.create("othello", [me(), friend()]).await;
}

async fn try_connect(server: &TestServer, cookie: &str, headers: &[(&'static str, &str)]) -> Option<Guest> {
    let mut request = server.socket().into_client_request().unwrap();
    for (name, value) in headers.iter().copied().chain([("cookie", cookie)]) {
        request
            .headers_mut()
            .insert(name, HeaderValue::from_str(value).unwrap());
    }
    let (mut socket, _) = connect_async(request).await.ok()?;
    match socket.next().await {
        Some(Ok(Message::Text(_))) => Guest::connect_with(&server.socket(), Some(cookie), headers)
            .await
            .ok(),
        _ => None,
    }
}

#[tokio::test]
async fn sixty_people_play_from_one_address() {
    let server = server_with(
        Games::Nowhere,
        Limits {
            pace: Duration::ZERO,
            ..Limits::default()
        },
    )
    .await;
    let mut class = Vec::new();
    for _ in 0..60 {
        let mut pupil = server.guest().await;
        pupil.create("othello", [me(), me()]).await;
        class.push(pupil);
    }
    for pupil in &mut class {
        pupil.play(0, "d3").await;
    }
    for pupil in &mut class {
        pupil.until_ply(1).await;
    }
}

/// A metric of the server, by its name.
async fn number(server: &TestServer, name: &str) -> f64 {
    let numbers = server.get("/metrics", "").await;
    let line = numbers.lines().find(|line| line.split(' ').next() == Some(name));
    let line = line.unwrap_or_else(|| panic!("{name} in {numbers}"));
    line.split(' ').nth(1).unwrap().parse().unwrap()
}

async fn until_number(server: &TestServer, name: &str, fits: impl Fn(f64) -> bool) {
    let reached = async {
        while !fits(number(server, name).await) {
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    };
    let reached = tokio::time::timeout(TIMEOUT, reached).await;
    assert!(reached.is_ok(), "{name} is {}", number(server, name).await);
}

/// A connection with a small receive buffer, so that the server soon notices that it is not read.
async fn narrow(server: &TestServer) -> TcpStream {
    let socket = TcpSocket::new_v4().unwrap();
    socket.set_recv_buffer_size(4096).unwrap();
    socket.connect(server.host.parse().unwrap()).await.unwrap()
}

#[tokio::test]
async fn a_client_that_reads_no_page_is_cut_off() {
    let server = server_with(
        Games::Nowhere,
        Limits {
            write_timeout: 1,
            ..Limits::default()
        },
    )
    .await;
    let mut stream = narrow(&server).await;
    let request = format!("GET / HTTP/1.1\r\nHost: {}\r\n\r\n", server.host).repeat(100);
    // Sends requests until the server accepts no more.
    let asking = async { while stream.write_all(request.as_bytes()).await.is_ok() {} };
    let _ = tokio::time::timeout(TIMEOUT, asking).await;
    until_number(&server, "parlor_clients_stalled", |n| n >= 1.0).await;
}

#[tokio::test]
async fn a_page_that_reads_no_messages_is_cut_off() {
    let server = server_with(
        Games::Nowhere,
        Limits {
            write_timeout: 1,
            messages_per_person: 1_000_000,
            messages_per_address: 1_000_000,
            ..Limits::default()
        },
    )
    .await;
    let (mut lazy, _) = client_async(server.socket(), narrow(&server).await)
        .await
        .unwrap();
    until_number(&server, "parlor_connections", |n| n >= 1.0).await;
    // Each answer is a whole board.
    let check = json!({ "type": "check", "id": 1, "board": { "game": "othello", "agreements": [],
        "board": { "kind": "start" } } });
    let asking = async {
        while lazy.send(Message::Text(check.to_string().into())).await.is_ok() {}
        std::future::pending::<()>().await;
    };
    tokio::select! {
        () = asking => {}
        () = until_number(&server, "parlor_connections", |n| n == 0.0) => {}
    }
}

#[tokio::test]
async fn unfinished_messages_are_limited_in_total() {
    let server = server_with(
        Games::Nowhere,
        Limits {
            unfinished_megabytes: 1,
            ..Limits::default()
        },
    )
    .await;
    let mut neighbour = server.guest().await;
    let mut stream = TcpStream::connect(&server.host).await.unwrap();
    let upgrade = format!(
        "GET /ws?protocol=3 HTTP/1.1\r\nHost: {}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\
        Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n",
        server.host
    );
    stream.write_all(upgrade.as_bytes()).await.unwrap();
    let mut head = [0; 12];
    stream.read_exact(&mut head).await.unwrap();
    assert!(head.ends_with(b"101"), "{head:?}");
    // The frame's header announces a text of 1.9 million bytes, most of which never arrives.
    let mut frame = vec![0x81, 0xff];
    frame.extend(1_900_000u64.to_be_bytes());
    frame.extend([0; 4]);
    stream.write_all(&frame).await.unwrap();
    let mut n_sent = 0usize;
    while n_sent < 1_800_000 && stream.write_all(&[b'x'; 10_000]).await.is_ok() {
        n_sent += 10_000;
    }
    let cut_off = tokio::time::timeout(TIMEOUT, async {
        let mut rest = Vec::new();
        // Any end of a connection that is cut off will do.
        let _ = stream.read_to_end(&mut rest).await;
    });
    assert!(
        cut_off.await.is_ok(),
        "half a megabyte is the most of one address"
    );
    until_number(&server, "parlor_unfinished_bytes", |n| n == 0.0).await;
    neighbour.say(json!({ "type": "ping" })).await;
    assert_eq!(neighbour.next().await["type"], "pong");
}

#[tokio::test]
async fn a_hint_does_not_wait_for_other_peoples_analyses() {
    let server = proxied(Limits {
        engines: Some(2),
        ..Limits::default()
    })
    .await;
    let mut hogs = Vec::new();
    for _ in 0..2 {
        let mut hog = guest_from(&server, "203.0.113.1").await;
        hog.create("ataxx", [me(), me()]).await;
        hog.say(json!({ "type": "analyse", "at": { "ply": 0 }, "lines": 1 }))
            .await;
        hogs.push(hog);
    }
    hogs[0].until_type("analysis").await;
    let mut ann = guest_from(&server, "203.0.113.2").await;
    ann.create("othello", [me(), me()]).await;
    ann.say(json!({ "type": "hint" })).await;
    ann.until_type("hint").await;
    // The preempted analysis resumes, and the other one has its turn.
    hogs[1].until_type("analysis").await;
    // Stop the searches, so that the test can end.
    for hog in &mut hogs {
        hog.say(json!({ "type": "stop_analysis" })).await;
    }
    let running = "parlor_searches_running{purpose=\"analysis\"}";
    until_number(&server, running, |n| n == 0.0).await;
}

#[tokio::test]
async fn the_searches_of_one_person_are_limited() {
    let server = server_with(
        Games::Nowhere,
        Limits {
            searches_per_person: 1,
            ..Limits::default()
        },
    )
    .await;
    let mut ann = server.guest().await;
    ann.create("loa", [me(), me()]).await;
    ann.say(json!({ "type": "analyse", "at": { "ply": 0 }, "lines": 1 }))
        .await;
    ann.until_type("analysis").await;
    let cookie = ann.cookie.clone();
    let mut other_tab = Guest::connect(&server.host, Some(&cookie)).await.unwrap();
    other_tab.create("ataxx", [me(), me()]).await;
    other_tab.say(json!({ "type": "hint" })).await;
    let refusal = other_tab.until_type("refused").await;
    assert_eq!(refusal["reason"]["what"], "searches");
    ann.say(json!({ "type": "stop_analysis" })).await;
    // The first hint may be refused while the analysis is still ending.
    loop {
        other_tab.say(json!({ "type": "hint" })).await;
        let answer = other_tab
            .until(|message| message["type"] == "hint" || message["type"] == "refused")
            .await;
        if answer["type"] == "hint" {
            break;
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
}

#[tokio::test]
async fn a_move_costs_a_spectator_few_bytes() {
    let server = server_with(Games::Nowhere, Limits::default()).await;
    let mut ann = server.guest().await;
    let view = ann.create("othello", [me(), me()]).await;
    let mut crowd = Vec::new();
    for _ in 0..20 {
        let mut eve = server.guest().await;
        eve.say(json!({ "type": "open", "game": view["id"], "seat": null }))
            .await;
        eve.until_type("game").await;
        crowd.push(eve);
    }
    let last = crowd.last_mut().unwrap();
    last.until(|message| message["spectators"] == 19).await;
    last.n_bytes = 0;
    for (ply, mv) in ["d3", "c3", "c4", "c5", "b4"].into_iter().enumerate() {
        ann.play(ply, mv).await;
        let last = crowd.last_mut().unwrap();
        last.until_ply(ply + 1).await;
        assert!(last.n_bytes <= 300, "{} bytes", last.n_bytes);
        last.n_bytes = 0;
    }
}
