//! What the operator of a server needs: health and metrics, host names and proxies, a key that stays secret, games
//! that survive a panic.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use parlor_web::{Games, Limits, Options, Server, Watcher};
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use crate::support::{Guest, me, plies, server, server_from, server_with};

#[tokio::test]
async fn health_and_metrics_are_served() {
    let folder = tempfile::tempdir().unwrap();
    let server = server_with(Games::File(folder.path().join("games.sqlite")), Limits::default()).await;
    let mut ann = server.guest().await;
    ann.create("othello", [me(), me()]).await;
    ann.play(0, "d3").await;
    ann.until_ply(1).await;
    ann.play(0, "d3").await;
    ann.until_type("refused").await;
    let health = server.get("/healthz", "Host: anything.example\r\n").await;
    let (head, body) = health.split_once("\r\n\r\n").unwrap();
    assert!(head.starts_with("HTTP/1.1 200"), "{head}");
    let body: Value = serde_json::from_str(body).unwrap();
    assert_eq!((&body["status"], &body["saving"]), (&json!("ok"), &json!(true)));
    let numbers = server.get("/metrics", "").await;
    for line in [
        "parlor_connections 1",
        "parlor_games 1",
        "parlor_games_begun_total 1",
        "parlor_moves_total 1",
        "parlor_refusals_total{code=\"stale\"} 1",
        "parlor_saves_failed_total 0",
        "parlor_searches_waiting{purpose=\"hint\"} 0",
    ] {
        // Labelled metrics appear with their first use.
        let is_there = numbers.lines().any(|one| one == line);
        assert!(is_there || line.contains("purpose"), "{line} in {numbers}");
    }
    let saves = numbers
        .lines()
        .find(|line| line.starts_with("parlor_save_seconds_count"));
    assert!(saves.is_some_and(|line| !line.ends_with(" 0")), "{numbers}");
    // Others cannot read them.
    let through_proxy = server.get("/metrics", "X-Forwarded-For: 203.0.113.9\r\n").await;
    assert!(through_proxy.starts_with("HTTP/1.1 403"), "{through_proxy}");
}

#[tokio::test]
async fn a_server_that_cannot_save_reports_it() {
    let folder = tempfile::tempdir().unwrap();
    // A folder cannot be opened as a database.
    let server = server_with(Games::File(folder.path().to_owned()), Limits::default()).await;
    let health = server.get("/healthz", "").await;
    assert!(
        health.contains("\"degraded\"") && health.starts_with("HTTP/1.1 200"),
        "{health}"
    );
}

#[tokio::test]
async fn on_a_network_dns_rebinding_is_refused() {
    let server = server_from(Options {
        bind: "0.0.0.0".parse().unwrap(),
        games: Games::Nowhere,
        host_names: vec!["parlor.lan".into()],
        ..Options::default()
    })
    .await;
    let port = server.host.rsplit_once(':').unwrap().1;
    let upgrade = "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n\
        Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n";
    let rebound =
        format!("Host: rebound.example:{port}\r\nOrigin: http://rebound.example:{port}\r\n{upgrade}");
    for path in ["/", "/ws?protocol=3", "/netplay/x", "/metrics"] {
        let answer = server.get(path, &rebound).await;
        assert!(answer.starts_with("HTTP/1.1 421"), "{path}: {answer}");
    }
    for name in ["parlor.lan", "192.168.1.20", "localhost"] {
        let answer = server.get("/", &format!("Host: {name}:{port}\r\n")).await;
        assert!(answer.starts_with("HTTP/1.1 200"), "{name}: {answer}");
    }
    // A program is not a page: it may use any host name.
    let answer = server
        .get("/netplay/x", &format!("Host: any.example:{port}\r\n{upgrade}"))
        .await;
    assert!(answer.starts_with("HTTP/1.1 404"), "{answer}");
}

#[tokio::test]
async fn behind_a_proxy_only_pages_of_the_public_address_play() {
    let server = server_from(Options {
        games: Games::Nowhere,
        public_url: Some("https://play.example.org".parse().unwrap()),
        trusted_proxies: vec!["127.0.0.1/32".parse().unwrap()],
        ..Options::default()
    })
    .await;
    let page = server.get("/", "Host: play.example.org\r\n").await;
    assert!(
        page.starts_with("HTTP/1.1 200") && page.contains("; Secure"),
        "{page}"
    );
    assert!(
        server
            .get("/", "Host: other.example.org\r\n")
            .await
            .starts_with("HTTP/1.1 421")
    );
    let from = |origin: &'static str| {
        let address = server.socket();
        async move {
            Guest::connect_with(
                &address,
                None,
                &[("host", "play.example.org"), ("origin", origin)],
            )
            .await
        }
    };
    assert!(from("https://play.example.org").await.is_ok());
    assert!(from("http://play.example.org:81").await.is_err());
    assert!(from("https://evil.example").await.is_err());
}

#[tokio::test]
async fn the_browser_is_opened_with_a_ticket_and_not_with_the_key() {
    let server = Server::open(Options {
        games: Games::Nowhere,
        ..Options::default()
    })
    .await
    .unwrap();
    let (printed, opened) = (server.url().to_owned(), server.browser_url());
    let key = printed.split_once("key=").unwrap().1.to_owned();
    assert!(!opened.contains(&key));
    let (host, path) = opened.strip_prefix("http://").unwrap().split_once('/').unwrap();
    let (host, path) = (host.to_owned(), path.to_owned());
    tokio::spawn(server.run(std::future::pending()));
    let visit = async || {
        let mut stream = TcpStream::connect(&host).await.unwrap();
        let request = format!("GET /{path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n");
        stream.write_all(request.as_bytes()).await.unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).await.unwrap();
        answer
    };
    assert!(visit().await.contains("parlor="), "the owner is known");
    assert!(!visit().await.contains("parlor="), "once");
}

#[cfg(unix)]
#[tokio::test]
async fn other_users_cannot_read_the_games() {
    use std::os::unix::fs::PermissionsExt;
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("games.sqlite");
    // As the first version left it.
    std::fs::copy(
        std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/games-0.1.sqlite"),
        &file,
    )
    .unwrap();
    std::fs::set_permissions(&file, std::fs::Permissions::from_mode(0o644)).unwrap();
    let server = server_with(Games::File(file), Limits::default()).await;
    let mut ann = server.guest().await;
    ann.create("loa", [me(), me()]).await;
    for entry in std::fs::read_dir(folder.path()).unwrap() {
        let entry = entry.unwrap();
        let mode = entry.metadata().unwrap().permissions().mode() & 0o777;
        assert_eq!(mode, 0o600, "{}", entry.path().display());
    }
}

#[tokio::test]
async fn a_game_survives_a_panic_of_its_task() {
    for games in [false, true] {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("games.sqlite");
        let has_panicked = Arc::new(AtomicBool::new(false));
        let once = Arc::clone(&has_panicked);
        let server = server_from(Options {
            games: if games { Games::File(file) } else { Games::Nowhere },
            watcher: Some(Watcher::new(move |_, game| {
                if game.len() == 2 && !once.swap(true, Ordering::Relaxed) {
                    panic!("as a test wants it");
                }
            })),
            ..Options::default()
        })
        .await;
        let mut ann = server.guest().await;
        let view = ann.create("loa", [me(), me()]).await;
        let mut eve = server.guest().await;
        eve.say(json!({ "type": "open", "game": view["id"], "seat": null }))
            .await;
        eve.until_type("game").await;
        ann.play(0, "b1-b3").await;
        ann.until_ply(1).await;
        ann.play(1, "a2-c2").await;
        assert_eq!(ann.until_type("refused").await["reason"]["code"], "failed");
        assert!(has_panicked.load(Ordering::Relaxed));
        // All players keep their seats, and the game continues.
        ann.play(1, "a2-c2").await;
        ann.until_ply(2).await;
        let seen = eve
            .until(|message| message["type"] == "game" && plies(message) == 2)
            .await;
        assert_eq!(seen["plies"][1]["mv"]["text"], "a2-c2");
        let numbers = server.get("/metrics", "").await;
        assert!(numbers.contains("parlor_panics_total 1"), "{numbers}");
    }
}

#[tokio::test]
async fn a_wrong_ticket_gives_an_ordinary_page() {
    let server = server().await;
    let answer = server.get("/?ticket=0123456789abcdef0123456789abcdef", "").await;
    assert!(
        answer.starts_with("HTTP/1.1 303") && !answer.contains("parlor="),
        "{answer}"
    );
}
