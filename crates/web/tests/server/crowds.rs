//! Crowds: too slow for every change, run by `make check-slow`. Each test prints its measurements;
//! docs/reliability.md has them.

use std::time::{Duration, Instant};

use futures_util::{SinkExt, StreamExt};
use parlor_web::{Games, Limits, Options};
use serde_json::json;
use tokio::io::AsyncBufReadExt;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::{client_async, connect_async};

use crate::support::{Guest, TestServer, friend, me, server_from, socket_of};

const N_SOCKETS: usize = 10_000;
const VARIABLE: &str = "PARLOR_CROWD_SERVER";

/// Not a test by itself: the server whose memory the next test measures.
#[test]
#[ignore = "slow: only the process that the test of ten thousand sockets starts and kills"]
fn crowd_server() {
    if std::env::var_os(VARIABLE).is_none() {
        return;
    }
    let options = Options {
        games: Games::Nowhere,
        limits: Limits {
            connections: N_SOCKETS + 200,
            connections_per_address: N_SOCKETS + 100,
            messages_per_address: 1_000_000,
            ..Limits::default()
        },
        ..Options::default()
    };
    parlor_web::serve(options, false, |server| println!("url {}", server.url())).expect("it serves");
}

/// The resident memory of a process, in bytes.
fn resident(pid: u32) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{pid}/status")).expect("Linux says so");
    let line = status
        .lines()
        .find(|line| line.starts_with("VmRSS:"))
        .expect("every process has it");
    let kilobytes: u64 = line.split_whitespace().nth(1).unwrap().parse().unwrap();
    kilobytes * 1024
}

#[cfg(target_os = "linux")]
#[tokio::test(flavor = "multi_thread")]
#[ignore = "slow: ten thousand sockets"]
async fn ten_thousand_idle_sockets_cost_at_most_20_kilobytes_each() {
    let wanted = N_SOCKETS as u64 + 500;
    let allowed = rlimit::increase_nofile_limit(wanted).unwrap_or(0);
    assert!(
        allowed >= wanted,
        "{wanted} files are needed and {allowed} allowed (ulimit -n)"
    );
    let mut child = tokio::process::Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "crowds::crowd_server", "--ignored", "--nocapture"])
        .env(VARIABLE, "1")
        .stdout(std::process::Stdio::piped())
        .kill_on_drop(true)
        .spawn()
        .unwrap();
    let mut lines = tokio::io::BufReader::new(child.stdout.take().unwrap()).lines();
    let host = loop {
        let line = lines.next_line().await.unwrap().expect("the server starts");
        if let Some((_, url)) = line.split_once("url http://") {
            break url.split_once("/?key=").unwrap().0.to_owned();
        }
    };
    let pid = child.id().unwrap();
    // One-time allocations happen with the first connections.
    let mut sockets = Vec::with_capacity(N_SOCKETS);
    for _ in 0..100 {
        sockets.push(idle_page(&host).await);
    }
    let before = resident(pid);
    let start = Instant::now();
    while sockets.len() < N_SOCKETS {
        let batch = (0..100).map(|_| idle_page(&host));
        sockets.extend(futures_util::future::join_all(batch).await);
    }
    let took = start.elapsed();
    // A page can still play among them.
    let mut ann = Guest::connect(&host, None).await.unwrap();
    ann.create("othello", [me(), me()]).await;
    ann.play(0, "d3").await;
    ann.until_ply(1).await;
    let each = (resident(pid) - before) / (N_SOCKETS as u64 - 100);
    println!("{N_SOCKETS} idle sockets: {each} bytes each, connected in {took:?}");
    assert!(each <= 20_000, "{each} bytes each");
}

/// A page that can resume its session, has read its welcome, and does nothing.
async fn idle_page(host: &str) -> tokio_tungstenite::WebSocketStream<tokio::net::TcpStream> {
    let stream = tokio::net::TcpStream::connect(host)
        .await
        .expect("there is a place");
    let address = format!("{}&session=&heard=0", socket_of(host));
    let (mut socket, _) = client_async(address, stream).await.expect("there is a place");
    for _ in 0..2 {
        let message = socket.next().await;
        assert!(matches!(message, Some(Ok(Message::Text(_)))), "{message:?}");
    }
    socket
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "slow: a thousand spectators"]
async fn a_thousand_spectators_cost_few_bytes_each() {
    let server = server_from(Options {
        games: Games::Nowhere,
        limits: Limits {
            connections_per_address: 2000,
            messages_per_address: 1_000_000,
            ..Limits::default()
        },
        ..Options::default()
    })
    .await;
    let wanted = rlimit::increase_nofile_limit(4096).unwrap_or(0);
    assert!(
        wanted >= 4096,
        "a thousand connections have two ends here (ulimit -n)"
    );
    let mut ann = server.guest().await;
    let view = ann.create("othello", [me(), friend()]).await;
    let id = view["id"].clone();
    // All clients keep reading while others join: on a busy machine that takes longer than the server's timeout.
    let mut crowd = Vec::new();
    for _ in 0..1000 {
        let place = server.socket();
        let open = json!({ "type": "open", "game": id, "seat": null }).to_string();
        crowd.push(tokio::spawn(async move {
            let (mut socket, _) = connect_async(place).await.unwrap();
            socket.send(Message::Text(open.into())).await.unwrap();
            let (mut n_moves, mut bytes, mut longest) = (0, 0, 0);
            while let Some(Ok(message)) = socket.next().await {
                let Message::Text(text) = message else { continue };
                let is_move = text.contains("\"type\":\"changed\"") && text.contains("\"plies\"");
                if is_move {
                    n_moves += 1;
                    bytes += text.len();
                    longest = longest.max(text.len());
                }
                if n_moves == 20 {
                    break;
                }
            }
            (n_moves, bytes, longest)
        }));
    }
    ann.until(|message| message["spectators"] == 1000).await;
    let mut bob = server.guest().await;
    let seat = view["seats"][1]["invitation"].clone();
    bob.say(json!({ "type": "open", "game": id, "seat": seat })).await;
    bob.until(|message| message["seats"][1]["yours"] == true).await;
    let mut view = ann.known().unwrap();
    for ply in 0..20 {
        let (mover, legal) = if view.legal.is_empty() {
            (&mut bob, None)
        } else {
            (&mut ann, Some(view.legal[view.legal.len() / 2].text.clone()))
        };
        let text = match legal {
            Some(text) => text,
            None => {
                mover.until_ply(ply).await;
                mover.known().unwrap().legal[0].text.clone()
            }
        };
        mover.play(ply, &text).await;
        ann.until_ply(ply + 1).await;
        view = ann.known().unwrap();
    }
    let (mut total, mut worst) = (0, 0);
    for spectator in crowd {
        let (n_moves, bytes, longest) = spectator.await.unwrap();
        assert_eq!(n_moves, 20);
        total += bytes;
        worst = worst.max(longest);
    }
    println!(
        "1000 spectators, 20 moves: {} bytes each a move, at most {worst}",
        total / 20_000
    );
    assert!(worst <= 300, "{worst} bytes");
}

async fn hint_time(server: &TestServer) -> Duration {
    let headers = [("x-forwarded-for", "203.0.113.2")];
    let mut ann = Guest::connect_with(&server.socket(), None, &headers)
        .await
        .unwrap();
    ann.create("othello", [me(), me()]).await;
    let start = Instant::now();
    ann.say(json!({ "type": "hint" })).await;
    ann.until_type("hint").await;
    start.elapsed()
}

/// Measures a hint while a hostile visitor uses everything. Asserts only that the hint arrives; prints how soon.
#[tokio::test(flavor = "multi_thread")]
#[ignore = "slow: engines at full load"]
async fn a_hint_arrives_soon_despite_a_hostile_visitor() {
    let server = server_from(Options {
        games: Games::Nowhere,
        trusted_proxies: vec!["127.0.0.0/8".parse().unwrap()],
        ..Options::default()
    })
    .await;
    let alone = hint_time(&server).await;
    let headers = [("x-forwarded-for", "203.0.113.1")];
    let mut hostile = Vec::new();
    // 55 players, each with a hint and an analysis.
    for _ in 0..55 {
        let mut one = Guest::connect_with(&server.socket(), None, &headers)
            .await
            .unwrap();
        one.create("loa", [me(), me()]).await;
        one.say(json!({ "type": "hint" })).await;
        one.say(json!({ "type": "analyse", "at": { "ply": 0 }, "lines": 5 }))
            .await;
        hostile.push(one);
    }
    let behind = hint_time(&server).await;
    println!(
        "a hint takes {alone:?} alone, and {behind:?} behind 55 hints and 55 analyses of another address"
    );
}
