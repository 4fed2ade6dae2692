//! The program against raw sockets that break the protocol or send nothing.

use std::io::{Read, Write};
use std::net::TcpStream as Socket;
use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::time::{sleep, timeout};
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::{Error, Message};
use tokio_tungstenite::{WebSocketStream, accept_async, client_async};

use super::{NEARLY_WON, start};
use parlor_test_support::{PATIENCE, Program};

/// How long a program may take to notice an event on its connection without printing anything. Nothing
/// outside shows when it has, so this is long enough for a busy machine.
const SETTLE: Duration = Duration::from_secs(2);

type Raw = WebSocketStream<TcpStream>;

async fn raw_client(port: u16, id: &str) -> Raw {
    try_raw_client(port, id).await.unwrap()
}

async fn try_raw_client(port: u16, id: &str) -> Result<Raw, Error> {
    let stream = TcpStream::connect(("127.0.0.1", port)).await?;
    let address = format!("ws://127.0.0.1:{port}/netplay/{id}");
    Ok(client_async(address, stream).await?.0)
}

async fn say(socket: &mut Raw, text: &str) {
    socket.send(Message::text(text)).await.unwrap();
}

/// The next text, without pings and pongs. `None` once the connection is closed.
async fn receive(socket: &mut Raw) -> Option<String> {
    loop {
        match timeout(PATIENCE, socket.next()).await.expect("nothing comes") {
            Some(Ok(Message::Text(text))) => return Some(text.to_string()),
            Some(Ok(Message::Ping(_) | Message::Pong(_))) => {}
            _ => return None,
        }
    }
}

/// A host in its set-up, and a raw client that has sent `first`.
async fn hosted(options: &[&str], first: &str) -> (Program, Raw) {
    let mut host = start(options);
    let port = host.host("Raw");
    let mut socket = raw_client(port, "Raw").await;
    say(&mut socket, first).await;
    (host, socket)
}

/// A program that has joined the game of a raw host.
async fn guest(options: &[&str]) -> (Program, Raw) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let port = listener.local_addr().unwrap().port();
    let mut client = start(options);
    client.join("Raw", port);
    let (stream, _) = timeout(PATIENCE, listener.accept()).await.unwrap().unwrap();
    let mut socket = accept_async(stream).await.unwrap();
    assert_eq!(receive(&mut socket).await.as_deref(), Some("ready"));
    (client, socket)
}

#[tokio::test]
async fn the_messages_are_exactly_those_of_cs61b() {
    let (mut host, mut socket) = hosted(&[], "ready").await;
    host.expect("A partner has joined");
    host.type_lines("blocks 3;blocks gh;a7-b7;color blue;start");
    for wanted in ["color red", "blocks 3gh", "a7-b7", "start"] {
        assert_eq!(receive(&mut socket).await.as_deref(), Some(wanted));
    }
    host.expect("blue>");
    host.type_lines("g7-f7");
    assert_eq!(receive(&mut socket).await.as_deref(), Some("g7-f7"));
    say(&mut socket, "b7-c7").await;
    host.expect("Red moves b7-c7");
    host.type_lines("quit");
    assert_eq!(receive(&mut socket).await.as_deref(), Some("stop"));
    assert_eq!(receive(&mut socket).await, None);
    drop(socket);
    host.finish();
}

#[tokio::test]
async fn the_winner_waits_for_stop_and_ignores_a_broken_connection() {
    for last_words in [Some("stop"), Some("nonsense"), None] {
        let (mut host, mut socket) = hosted(&[], "ready").await;
        host.expect("A partner has joined");
        host.type_lines(NEARLY_WON);
        host.type_lines("start;a3-b2");
        while receive(&mut socket).await.as_deref() != Some("a3-b2") {}
        host.expect("Red wins.\n");
        match last_words {
            Some(text) => {
                say(&mut socket, text).await;
                assert_eq!(receive(&mut socket).await, None);
            }
            None => drop(socket),
        }
        host.expect("finished>");
        if last_words == Some("nonsense") {
            host.expect_error("the other program sent");
        }
        assert!(!host.output.text().contains("forfeits"));
        host.finish();
    }
}

#[tokio::test]
async fn a_client_whose_first_message_is_not_ready_is_not_a_partner() {
    let mut host = start(&[]);
    let port = host.host("Raw");
    for garbage in [
        "hello",
        "start",
        "a7-b6",
        "color red",
        "stop",
        " ready",
        "\u{1b}[2J",
        "ré",
    ] {
        let mut socket = raw_client(port, "Raw").await;
        say(&mut socket, garbage).await;
        assert_eq!(receive(&mut socket).await, None);
    }
    assert!(!host.errors.text().contains('\u{1b}'));
    // The game is still open for others.
    let mut socket = raw_client(port, "Raw").await;
    say(&mut socket, "ready").await;
    host.expect("A partner has joined");
    host.type_lines("start");
    assert_eq!(receive(&mut socket).await.as_deref(), Some("color blue"));
    assert_eq!(receive(&mut socket).await.as_deref(), Some("start"));
    drop(socket);
    host.finish();
}

#[tokio::test]
async fn an_erroneous_move_or_message_in_play_forfeits() {
    for garbage in [
        "a7-d4",
        "g7-f6",
        "-",
        "zz",
        "start",
        "ready",
        "color red",
        "a7-b6 ",
        "a7 b6",
    ] {
        let (mut host, mut socket) = hosted(&[], "ready").await;
        host.expect("A partner has joined");
        host.type_lines("color blue;start");
        assert_eq!(receive(&mut socket).await.as_deref(), Some("color red"));
        assert_eq!(receive(&mut socket).await.as_deref(), Some("start"));
        say(&mut socket, garbage).await;
        host.expect_error("the other program sent");
        host.expect("Red forfeits.");
        host.expect("finished>");
        assert_eq!(receive(&mut socket).await, None);
        drop(socket);
        host.finish();
    }
}

#[tokio::test]
async fn a_message_out_of_turn_forfeits() {
    let (mut host, mut socket) = hosted(&[], "ready").await;
    host.expect("A partner has joined");
    host.type_lines("start");
    assert_eq!(receive(&mut socket).await.as_deref(), Some("color blue"));
    assert_eq!(receive(&mut socket).await.as_deref(), Some("start"));
    // It is the host's turn, and it has not moved yet. The pong shows that the message has arrived.
    say(&mut socket, "g7-f6").await;
    socket.send(Message::Ping(Vec::new().into())).await.unwrap();
    while !matches!(socket.next().await, Some(Ok(Message::Pong(_)))) {}
    sleep(SETTLE).await;
    host.type_lines("a7-b6");
    host.expect_error("“g7-f6” at character 1 when it was not its turn");
    host.expect("Blue forfeits.");
    host.finish();
}

#[tokio::test]
async fn messages_that_are_too_long_too_many_or_not_text_close_the_connection() {
    let long = "x".repeat(300);
    let very_long = "x".repeat(100_000);
    let attacks: [Vec<Message>; 4] = [
        vec![Message::text(long)],
        vec![Message::text(very_long)],
        vec![Message::Binary(vec![0; 16].into())],
        vec![Message::text("a7-b6"); 20_000],
    ];
    for attack in attacks {
        let (mut host, mut socket) = hosted(&[], "ready").await;
        host.expect("A partner has joined");
        for message in attack {
            // A closed connection accepts no more messages.
            if socket.feed(message).await.is_err() {
                break;
            }
        }
        let _ = socket.flush().await;
        let mut cut_off = false;
        while let Ok(frame) = timeout(PATIENCE, socket.next()).await {
            if !matches!(
                frame,
                Some(Ok(Message::Ping(_) | Message::Pong(_) | Message::Text(_)))
            ) {
                cut_off = true;
                break;
            }
        }
        assert!(cut_off, "the attacker is still connected");
        drop(socket);
        sleep(SETTLE).await;
        // The host notices it at the next line, and does not start a game without a partner.
        host.type_lines("start");
        host.expect_error("error: ");
        assert!(!host.finish().contains("red>"));
    }
}

#[tokio::test]
async fn other_connections_do_not_disturb_the_wait_for_a_partner() {
    let mut host = start(&[]);
    let port = host.host("Raw");
    let ask = |request: &str| {
        let mut socket = Socket::connect(("127.0.0.1", port)).unwrap();
        socket.set_read_timeout(Some(PATIENCE)).unwrap();
        socket.write_all(request.as_bytes()).unwrap();
        let mut answer = [0; 12];
        let n = socket.read(&mut answer).unwrap_or(0);
        String::from_utf8_lossy(&answer[..n]).into_owned()
    };
    // Opening the page for guests does not join the game.
    assert_eq!(ask("GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"), "HTTP/1.1 200");
    assert_eq!(
        ask("GET /netplay/Raw HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"),
        "HTTP/1.1 400"
    );
    assert_eq!(ask("\0\0\0 nonsense\r\n\r\n"), "HTTP/1.1 400");
    // A page of another site, in a browser.
    let stream = TcpStream::connect(("127.0.0.1", port)).await.unwrap();
    let mut request = format!("ws://127.0.0.1:{port}/netplay/Raw")
        .into_client_request()
        .unwrap();
    request
        .headers_mut()
        .insert("Origin", "http://evil.example".parse().unwrap());
    let refused = client_async(request, stream).await.unwrap_err();
    assert!(refused.to_string().contains("403"), "{refused}");
    // Idle connections beyond the limit are refused, and closing some makes room.
    let idlers: Vec<Socket> = (0..300)
        .filter_map(|_| Socket::connect(("127.0.0.1", port)).ok())
        .collect();
    sleep(Duration::from_millis(200)).await;
    drop(idlers);
    let room = async {
        loop {
            match try_raw_client(port, "Raw").await {
                Ok(socket) => break socket,
                Err(_) => sleep(Duration::from_millis(20)).await,
            }
        }
    };
    let mut socket = timeout(PATIENCE, room).await.expect("there is never room");
    say(&mut socket, "ready").await;
    host.expect("A partner has joined");
    host.finish();
}

#[tokio::test]
async fn only_ready_ends_the_wait_for_a_partner() {
    let mut host = start(&[]);
    let port = host.host("Raw");
    // One client that leaves at once, and one that sends nothing and is disconnected.
    drop(raw_client(port, "Raw").await);
    let mut silent = raw_client(port, "Raw").await;
    assert_eq!(receive(&mut silent).await, None);
    // A client that has not sent anything yet blocks no one, and is too late afterwards.
    let mut late = raw_client(port, "Raw").await;
    let mut partner = raw_client(port, "Raw").await;
    say(&mut partner, "ready").await;
    host.expect("A partner has joined");
    assert!(try_raw_client(port, "Raw").await.is_err());
    say(&mut late, "ready").await;
    assert_eq!(receive(&mut late).await, None);
    host.type_lines("start");
    assert_eq!(receive(&mut partner).await.as_deref(), Some("color blue"));
    drop(partner);
    assert_eq!(host.errors.text(), "");
    host.finish();
}

#[tokio::test]
async fn a_partner_that_leaves_before_the_start_is_noticed_at_the_next_line() {
    for last_words in [Some("stop"), None] {
        let (mut host, mut socket) = hosted(&[], "ready").await;
        host.expect("A partner has joined");
        host.type_lines("color blue;blocks 3gh");
        host.expect("host set-up>\nhost set-up>\nhost set-up>");
        if let Some(text) = last_words {
            say(&mut socket, text).await;
        }
        let _ = socket.close(None).await;
        while socket.next().await.is_some() {}
        sleep(SETTLE).await;
        host.type_lines("start");
        host.expect_error("the other side left before the game began");
        host.expect_error("nothing was started");
        host.expect("\nset-up>");
        // The set-up is kept, for a game against the computer.
        host.type_lines("fen;start");
        host.expect("x5o/1-3-1/2-1-2/2-1-2/2-1-2/1-3-1/o5x x 0 1");
        host.expect("Red moves");
        host.finish();
    }
}

#[tokio::test]
async fn a_partner_that_is_lost_on_our_turn_is_noticed_at_the_next_line() {
    let (mut host, socket) = hosted(&[], "ready").await;
    host.expect("A partner has joined");
    host.type_lines("start");
    host.expect("red>");
    drop(socket);
    sleep(SETTLE).await;
    host.type_lines("dump");
    host.expect_error("the connection was lost");
    host.expect("Blue forfeits.");
    host.expect("===");
    host.expect("finished>");
    host.finish();
}

#[tokio::test]
async fn a_half_open_connection_is_noticed_by_the_host() {
    let (mut host, socket) = hosted(&["--silence", "1"], "ready").await;
    host.expect("A partner has joined");
    // Nothing reads from the socket any more, so pings are not answered.
    host.type_lines("color blue;start");
    host.expect_error("no sign of life for 1 seconds");
    host.expect("Red forfeits.");
    drop(socket);
    host.finish();
}

#[tokio::test]
async fn a_half_open_connection_is_noticed_by_the_client() {
    let (mut client, mut socket) = guest(&["--silence", "1"]).await;
    say(&mut socket, "color blue").await;
    say(&mut socket, "start").await;
    client.expect("The game begins. You play blue.");
    client.expect_error("no sign of life for 1 seconds");
    client.expect("Red forfeits.");
    client.finish();
}

#[tokio::test]
async fn a_hostile_host_cannot_harm_a_client() {
    for attack in [
        "start",
        "blocks 3gh",
        "color green",
        "load /etc/passwd",
        "quit",
        "join x@y",
    ] {
        let (mut client, mut socket) = guest(&[]).await;
        say(&mut socket, attack).await;
        client.expect_error("the other program sent");
        client.expect("finished>");
        assert_eq!(receive(&mut socket).await, None);
        drop(socket);
        client.finish();
    }
}

#[tokio::test]
async fn an_erroneous_move_of_a_host_forfeits_before_the_start_too() {
    let (mut client, mut socket) = guest(&[]).await;
    say(&mut socket, "color blue").await;
    say(&mut socket, "a7-z7").await;
    client.expect_error("the other program sent the erroneous move");
    client.expect("Red forfeits.");
    client.expect("finished>");
    assert_eq!(receive(&mut socket).await, None);
    drop(socket);
    client.finish();
}

#[tokio::test]
async fn a_server_with_another_protocol_is_reported_as_such() {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let port = listener.local_addr().unwrap().port();
    tokio::spawn(async move {
        while let Ok((mut stream, _)) = listener.accept().await {
            let _ = stream.write_all(b"220 mail.example ESMTP\r\n").await;
        }
    });
    let mut client = start(&[]);
    client.join("Raw", port);
    tokio::task::spawn_blocking(move || {
        client.expect_error("is not a Parlor program");
        client.finish();
    })
    .await
    .unwrap();
}

/// Forwards a few bytes at a time, with a pause after each piece, so that messages arrive in parts.
async fn trickle(mut from: tokio::net::tcp::OwnedReadHalf, mut to: tokio::net::tcp::OwnedWriteHalf) {
    let mut piece = [0; 5];
    while let Ok(n @ 1..) = from.read(&mut piece).await {
        if to.write_all(&piece[..n]).await.is_err() {
            return;
        }
        sleep(Duration::from_millis(3)).await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_slow_network_only_slows_a_game_down() {
    let mut host = start(&[]);
    host.type_lines("level 1;auto;seed 1");
    let port = host.host("Slow");
    let proxy = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let proxy_port = proxy.local_addr().unwrap().port();
    tokio::spawn(async move {
        let (near, _) = proxy.accept().await.unwrap();
        let far = TcpStream::connect(("127.0.0.1", port)).await.unwrap();
        let ((near_read, near_write), (far_read, far_write)) = (near.into_split(), far.into_split());
        tokio::join!(trickle(near_read, far_write), trickle(far_read, near_write));
    });
    let mut client = start(&[]);
    client.type_lines("level 1;auto;seed 2");
    client.join("Slow", proxy_port);
    host.expect("A partner has joined");
    host.type_lines("start;dump");
    client.type_lines("dump");
    let (host, client) = (host.finish(), client.finish());
    assert_eq!(super::last_dump(&host), super::last_dump(&client));
    assert!(host.contains("wins.") || host.contains("Draw."));
}
