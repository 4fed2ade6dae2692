//! Games that outlive the server, and a server that cannot store them.

use std::path::Path;

use futures_util::StreamExt;
use parlor_web::{Games, Limits, Options};
use serde_json::{Value, json};
use tokio_tungstenite::connect_async;
use tokio_tungstenite::tungstenite::Message;

use crate::support::{Guest, me, plies, server_with};

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

pub(crate) async fn crashing_server(file: &Path) -> (tokio::process::Child, String, String) {
    use tokio::io::AsyncBufReadExt;
    let mut child = tokio::process::Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "keeping::crash_server", "--ignored", "--nocapture"])
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
async fn a_killed_server_loses_no_move_that_a_player_saw() {
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
        // SIGKILL right after the move was seen.
        child.kill().await.unwrap();
    }
    let (_child, host, _) = crashing_server(&file).await;
    let mut ann = Guest::connect(&host, Some(&cookie)).await.unwrap();
    ann.say(json!({ "type": "games", "search": "", "after": null }))
        .await;
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
async fn without_a_database_play_continues_and_players_are_informed() {
    let folder = tempfile::tempdir().unwrap();
    // A folder cannot be opened as a database.
    let server = server_with(Games::File(folder.path().to_owned()), Limits::default()).await;
    let (mut socket, _) = connect_async(server.socket()).await.unwrap();
    let Some(Ok(Message::Text(text))) = socket.next().await else {
        panic!("a welcome was expected")
    };
    let welcome: Value = serde_json::from_str(&text).unwrap();
    assert!(welcome["not_saving"]["code"] == "database", "{welcome}");
    let mut ann = server.guest().await;
    ann.create("ataxx", [me(), me()]).await;
    ann.play(0, "a7-b6").await;
    ann.until_ply(1).await;
}

#[tokio::test]
async fn a_takeback_can_be_redone_after_a_restart() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("games.sqlite");
    let (mut child, host, _) = crashing_server(&file).await;
    let mut ann = Guest::connect(&host, None).await.unwrap();
    let id = ann.create("loa", [me(), me()]).await["id"].clone();
    for (ply, mv) in ["b1-b3", "a2-c2", "g1-g3"].into_iter().enumerate() {
        ann.play(ply, mv).await;
        ann.until_ply(ply + 1).await;
    }
    for ply in [2, 1] {
        ann.say(json!({ "type": "undo" })).await;
        ann.until_ply(ply).await;
    }
    child.kill().await.unwrap();

    let (_child, host, _) = crashing_server(&file).await;
    let mut ann = Guest::connect(&host, Some(&ann.cookie)).await.unwrap();
    ann.say(json!({ "type": "open", "game": id, "seat": null })).await;
    let view = ann.until_ply(1).await;
    assert_eq!(view["may"]["redo"], true);
    for ply in [2, 3] {
        ann.say(json!({ "type": "redo" })).await;
        ann.until_ply(ply).await;
    }
    ann.say(json!({ "type": "redo" })).await;
    ann.until_type("refused").await;
}

/// A file of version 0.1 (`tests/data`): a resigned game against the computer, one with blocks, a clock and a move
/// taken back, one to its move limit, one on a small board, and one between two people.
#[tokio::test]
async fn games_of_the_first_version_are_listed_opened_and_continued() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("games.sqlite");
    std::fs::copy(
        Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/games-0.1.sqlite"),
        &file,
    )
    .unwrap();
    let before = std::fs::read(&file).unwrap();
    let server = server_with(Games::File(file), Limits::default()).await;
    // The original file is kept as a copy, readable by this user only.
    let copy = folder.path().join("games.sqlite.v1");
    assert!(std::fs::read(&copy).unwrap().starts_with(&before[..16]));
    #[cfg(unix)]
    for name in [
        "games.sqlite",
        "games.sqlite.v1",
        "games.sqlite.server",
        "games.sqlite-wal",
    ] {
        use std::os::unix::fs::PermissionsExt;
        let mode = std::fs::metadata(folder.path().join(name))
            .unwrap()
            .permissions()
            .mode();
        assert_eq!(mode & 0o777, 0o600, "{name}");
    }
    let old = server_with(Games::File(copy), Limits::default()).await;
    let cookie = format!("parlor={}", "a".repeat(32));
    let mut again = Guest::connect(&old.host, Some(&cookie)).await.unwrap();
    again
        .say(json!({ "type": "games", "search": "", "after": null }))
        .await;
    let copied = again.until_type("games").await["games"].as_array().unwrap().len();
    assert_eq!(copied, 5, "the copy is whole");
    let mut ann = Guest::connect(&server.host, Some(&cookie)).await.unwrap();
    ann.say(json!({ "type": "games", "search": "", "after": null }))
        .await;
    let list = ann.until_type("games").await;
    let summary = |game: &Value| {
        (
            game["names"].clone(),
            game["moves"].clone(),
            game["result"].clone(),
        )
    };
    let (you, named) = (
        json!({ "code": "you" }),
        |name: &str| json!({ "code": "named", "name": name }),
    );
    let computer = json!({ "code": "computer", "level": 7 });
    let ended = |winner: Value, ending: Value| json!({ "winner": winner, "ending": ending });
    let counted = json!({ "code": "count", "counts": [6, 10] });
    let limit = json!({ "code": "move_limit", "moves": 2 });
    let resigned = || json!({ "code": "resigned" });
    let expected = [
        (
            json!([named("Ann"), named("Zoë")]),
            json!(1),
            ended(json!("black"), resigned()),
        ),
        (
            json!([named("Ann"), named("Ann")]),
            json!(12),
            ended(json!("white"), counted),
        ),
        (json!([you, you]), json!(2), ended(Value::Null, limit)),
        (json!([you, you]), json!(1), Value::Null),
        (
            json!([you, computer]),
            json!(2),
            ended(json!("white"), resigned()),
        ),
    ];
    let games = list["games"].as_array().unwrap();
    assert_eq!(games.iter().map(summary).collect::<Vec<_>>(), expected);
    for (game, (_, moves, result)) in games.iter().zip(&expected) {
        ann.say(json!({ "type": "open", "game": game["id"], "seat": null }))
            .await;
        let view = ann.until(|message| message["id"] == game["id"]).await;
        assert_eq!((&json!(plies(&view)), &view["result"]), (moves, result));
    }
    for (search, found) in [
        ("resigns", 2),
        ("computer strong", 1),
        ("zoë", 1),
        ("in progress", 1),
    ] {
        ann.say(json!({ "type": "games", "search": search, "after": null }))
            .await;
        let list = ann.until_type("games").await;
        assert_eq!(list["games"].as_array().unwrap().len(), found, "{search}");
    }
    // The game in progress continues, with its blocks, its clock and the move that was taken back.
    ann.say(json!({ "type": "open", "game": games[3]["id"], "seat": null }))
        .await;
    let view = ann.until(|message| message["id"] == games[3]["id"]).await;
    assert_eq!(view["setup"]["agreements"], json!([["blocks", "3gh"]]));
    assert_eq!(view["clock"]["running"], "white");
    ann.say(json!({ "type": "redo" })).await;
    ann.until_ply(2).await;
    ann.play(2, "a1-b1").await;
    ann.until_type("refused").await;
    ann.say(json!({ "type": "undo" })).await;
    ann.until_ply(1).await;
    ann.play(1, "g7-g6").await;
    ann.until_ply(2).await;
}
