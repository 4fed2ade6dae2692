//! Many stored games: lists, export and import work page by page, and omit nothing.

use std::fmt::Write;
use std::time::{Duration, Instant};

use parlor_web::{Games, Limits};
use serde_json::{Value, json};

use crate::support::{Guest, TestServer, body, server_with};

/// More than version 0.1 could export: it silently omitted everything beyond some 2,570 games.
const MANY: usize = 3_000;

/// This many games with different players, and some with different moves.
fn games(n_games: usize) -> String {
    let mut text = String::new();
    for number in 0..n_games {
        let moves = ["1. f5 d6", "1. f5 f6", "1. f5 f4", "1. f5 d6 2. c3"][number % 4];
        // Writing to a string cannot fail.
        let _ = write!(
            text,
            "[Game \"othello\"]\n[Black \"Player {number}\"]\n[White \"Ann\"]\n[Result \"*\"]\n\n{moves} *\n\n"
        );
    }
    text
}

async fn server() -> (TestServer, tempfile::TempDir) {
    let folder = tempfile::tempdir().unwrap();
    // Listing all games takes many messages.
    let limits = Limits {
        messages_per_person: 1_000_000,
        messages_per_address: 1_000_000,
        ..Limits::default()
    };
    let file = Games::File(folder.path().join("games.sqlite"));
    (server_with(file, limits).await, folder)
}

async fn import(server: &TestServer, cookie: &str, file: &str) -> Value {
    let cookie = format!("Cookie: {cookie}\r\n");
    let answer = server.post("/import", &cookie, file).await;
    serde_json::from_str(&body(&answer)).unwrap_or_else(|_| panic!("{answer}"))
}

async fn export(server: &TestServer, cookie: &str) -> String {
    let cookie = format!("Cookie: {cookie}\r\n");
    let answer = server.get("/games.parlor", &cookie).await;
    assert!(answer.starts_with("HTTP/1.1 200"));
    body(&answer)
}

/// Reads the whole list. Returns the number of games and the time of each page. Uses a new connection, because
/// during an upload nothing answers the server's heartbeats.
async fn walk(server: &TestServer, cookie: &str) -> (usize, Vec<Duration>) {
    let mut guest = Guest::connect(&server.host, Some(cookie)).await.unwrap();
    let (mut n_games, mut after, mut times) = (0, Value::Null, Vec::new());
    loop {
        let start = Instant::now();
        guest
            .say(json!({ "type": "games", "search": "", "after": after }))
            .await;
        let page = guest.until_type("games").await;
        times.push(start.elapsed());
        n_games += page["games"].as_array().unwrap().len();
        after = page["next"].clone();
        if after.is_null() {
            return (n_games, times);
        }
    }
}

/// Imports this many games, lists them, exports them and imports the export as another player. Returns how long
/// each step took.
async fn there_and_back(n_games: usize) -> String {
    let (server, _folder) = server().await;
    let (ann, bob) = (server.guest().await.cookie, server.guest().await.cookie);
    let file = games(n_games);
    let start = Instant::now();
    assert_eq!(import(&server, &ann, &file).await["imported"], n_games);
    let imported_in = start.elapsed();
    let (n_listed, times) = walk(&server, &ann).await;
    assert_eq!(n_listed, n_games);
    let start = Instant::now();
    let exported = export(&server, &ann).await;
    let exported_in = start.elapsed();
    assert_eq!(exported.matches("[Game ").count(), n_games);
    assert!(exported.contains(&format!("\"Player {}\"", n_games - 1)) && exported.contains("\"Player 0\""));
    let again = import(&server, &ann, &exported).await;
    assert_eq!(
        (&again["imported"], &again["known"]),
        (&json!(0), &json!(n_games))
    );
    let start = Instant::now();
    assert_eq!(import(&server, &bob, &exported).await["imported"], n_games);
    let again_in = start.elapsed();
    assert_eq!(walk(&server, &bob).await.0, n_games);
    let middle = times[times.len() / 2];
    let (first, last) = (times[0], times[times.len() - 1]);
    format!(
        "{n_games} games, {} bytes: imported in {imported_in:.1?}, a page of the list in {first:.2?} (first), {middle:.2?} (middle), \
        {last:.2?} (last), exported in {exported_in:.1?}, imported again in {again_in:.1?}",
        exported.len()
    )
}

#[tokio::test]
async fn exports_and_imports_omit_none_of_thousands_of_games() {
    there_and_back(MANY).await;
}

#[tokio::test]
#[ignore = "slow: a hundred thousand games"]
async fn a_hundred_thousand_games_are_listed_exported_and_imported() {
    println!("{}", there_and_back(100_000).await);
}
