//! Exporting, importing and deleting games.

use parlor_web::{Games, Limits};
use serde_json::{Value, json};

use crate::support::{Guest, body, friend, me, server_with};

/// Everything that a list shows of a game except its id.
fn shown(game: &Value) -> Value {
    let mut game = game.clone();
    game["id"] = Value::Null;
    game
}

async fn list(guest: &mut Guest) -> Vec<Value> {
    let (mut games, mut after) = (Vec::new(), Value::Null);
    loop {
        guest
            .say(json!({ "type": "games", "search": "", "after": after }))
            .await;
        let page = guest.until_type("games").await;
        games.extend(page["games"].as_array().unwrap().iter().cloned());
        after = page["next"].clone();
        if after.is_null() {
            return games;
        }
    }
}

#[tokio::test]
async fn all_games_are_exported_as_one_file_and_imported_again() {
    let folder = tempfile::tempdir().unwrap();
    // Ann sends more messages at once than a page would.
    let limits = Limits {
        messages_per_person: 400,
        ..Limits::default()
    };
    let server = server_with(Games::File(folder.path().join("games.sqlite")), limits).await;
    let (mut ann, mut bob) = (server.guest().await, server.guest().await);
    bob.create("othello", [me(), me()]).await;
    ann.say(json!({ "type": "rename", "name": "Ann é" })).await;
    let computer = json!({ "kind": "computer", "level": "3" });
    ann.create("loa", [me(), me()]).await;
    ann.play(0, "b1-b3").await;
    ann.until_ply(1).await;
    ann.say(json!({ "type": "resign" })).await;
    ann.until(|message| !message["result"].is_null()).await;
    ann.create("ataxx", [me(), computer]).await;
    // More than one page, and more than one chunk of the stream.
    for _ in 0..70 {
        ann.create("othello", [me(), friend()]).await;
    }
    let games = list(&mut ann).await;
    assert_eq!(games.len(), 72);
    let cookie = format!("Cookie: {}\r\n", ann.cookie);
    let answer = server.get("/games.parlor", &cookie).await;
    assert!(
        answer.starts_with("HTTP/1.1 200") && answer.contains("attachment"),
        "{}",
        &answer[..300]
    );
    let file = body(&answer);
    assert_eq!(file.matches("[Game ").count(), 72, "nobody else's games");

    // For the same player all games are known; a deleted game is restored.
    let report = |answer: String| -> Value { serde_json::from_str(&body(&answer)).unwrap() };
    let gone = games[70]["id"].clone();
    ann.say(json!({ "type": "delete", "game": gone })).await;
    assert_eq!(list(&mut ann).await.len(), 71);
    let again = report(server.post("/import", &cookie, &file).await);
    assert_eq!(
        (&again["imported"], &again["known"]),
        (&json!(1), &json!(71)),
        "{again}"
    );
    assert_eq!(list(&mut ann).await.len(), 72);

    // For another player they have the same names, results and times.
    let mut eve = server.guest().await;
    let cookie = format!("Cookie: {}\r\n", eve.cookie);
    let whole = report(server.post("/import", &cookie, &file).await);
    assert_eq!(whole["imported"], 72, "{whole}");
    let theirs = list(&mut eve).await;
    let seen = |games: &[Value]| games.iter().map(shown).collect::<Vec<_>>();
    let mut expected = seen(&games);
    // Games of the same millisecond may change places.
    let (mut actual, key) = (seen(&theirs), |game: &Value| game.to_string());
    expected.sort_by_key(key);
    actual.sort_by_key(key);
    assert_eq!(actual, expected);

    // An unreadable game in a file is reported, and the others are imported.
    let broken = format!("{}\n[Game \"chess\"]\n\n1. e4\n", file.replace("b1-b3", "b1-b9"));
    let mut dan = server.guest().await;
    let cookie = format!("Cookie: {}\r\n", dan.cookie);
    let partly = report(server.post("/import", &cookie, &broken).await);
    assert_eq!(
        (&partly["imported"], &partly["unreadable"]),
        (&json!(71), &json!(2)),
        "{partly}"
    );
    assert_eq!(partly["problem"]["game"], 72, "{partly}");
    assert_eq!(list(&mut dan).await.len(), 71);
    for (headers, status) in [
        (cookie.clone() + "Origin: http://evil.example\r\n", "403"),
        (String::new(), "403"),
    ] {
        let answer = server.post("/import", &headers, &file).await;
        assert!(answer.starts_with(&format!("HTTP/1.1 {status}")), "{answer}");
    }
}

#[tokio::test]
async fn a_deleted_game_stays_deleted_in_every_list() {
    let folder = tempfile::tempdir().unwrap();
    let server = server_with(Games::File(folder.path().join("games.sqlite")), Limits::default()).await;
    let (mut ann, mut bob) = (server.guest().await, server.guest().await);
    let view = ann.create("othello", [me(), friend()]).await;
    let (id, secret) = (view["id"].clone(), view["seats"][1]["invitation"].clone());
    bob.say(json!({ "type": "open", "game": id, "seat": secret }))
        .await;
    bob.until_type("game").await;
    let mut tab = Guest::connect(&server.host, Some(&ann.cookie)).await.unwrap();
    tab.say(json!({ "type": "delete", "game": id })).await;
    assert_eq!(tab.count_games().await, 0);
    // The game continues for both players, and stays out of Ann's list.
    ann.until_type("game").await;
    ann.play(0, "d3").await;
    ann.until_ply(1).await;
    bob.until_ply(1).await;
    assert_eq!((tab.count_games().await, bob.count_games().await), (0, 1));
    // Once Bob has deleted it too, nothing restores it.
    bob.say(json!({ "type": "delete", "game": id })).await;
    ann.until(|message| message["notice"]["code"] == "deleted").await;
    bob.play(1, "c3").await;
    assert_eq!(bob.until_type("refused").await["reason"]["code"], "deleted");
    assert_eq!((tab.count_games().await, bob.count_games().await), (0, 0));
    tab.say(json!({ "type": "open", "game": id, "seat": null })).await;
    assert_eq!(tab.until_type("refused").await["reason"]["code"], "no_such_game");
}
