//! Games between people, computers and terminal programs.

use std::sync::{Arc, Mutex};

use futures_util::{SinkExt, StreamExt};
use parlor_web::{Games, Options, Watcher};
use serde_json::{Value, json};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};

use crate::support::{Guest, TIMEOUT, friend, me, plies, server, server_from};

#[tokio::test]
async fn two_people_play_and_a_third_only_watches() {
    let server = server().await;
    let mut ann = server.guest().await;
    let view = ann.create("othello", [me(), friend()]).await;
    let (id, secret) = (view["id"].clone(), view["seats"][1]["invitation"].clone());
    assert!(secret.is_string());
    let mut bob = server.guest().await;
    bob.say(json!({ "type": "open", "game": id, "seat": secret }))
        .await;
    let view = bob.until(|message| message["seats"][1]["yours"] == true).await;
    assert!(view["legal"].as_array().unwrap().is_empty(), "it is not his turn");
    let mut eve = server.guest().await;
    eve.say(json!({ "type": "open", "game": id, "seat": secret }))
        .await;
    assert_eq!(eve.until_type("refused").await["reason"]["code"], "seat_taken");
    for cheat in [
        json!({ "type": "play", "ply": 0, "text": "d3" }),
        json!({ "type": "resign" }),
        json!({ "type": "undo" }),
        json!({ "type": "switch", "side": "black", "player": { "kind": "me" } }),
        json!({ "type": "play_from", "at": { "ply": 0 } }),
        json!({ "type": "answer", "accept": true }),
        json!({ "type": "rematch" }),
        json!({ "type": "hint" }),
        json!({ "type": "analyse", "at": { "ply": 0 }, "lines": 3 }),
        json!({ "type": "review" }),
    ] {
        eve.say(cheat.clone()).await;
        let answer = eve.until_type("refused").await;
        assert!(answer["reason"]["code"].is_string(), "{cheat}");
    }
    bob.play(0, "d3").await;
    assert_eq!(bob.until_type("refused").await["reason"]["code"], "not_your_turn");
    ann.play(0, "d3").await;
    let seen = bob.until_ply(1).await;
    assert_eq!(seen["plies"][0]["mv"]["text"], "d3");
    assert!(!seen["legal"].as_array().unwrap().is_empty());
    let watched = eve.until_ply(1).await;
    assert_eq!(watched["status"], json!({ "code": "watching", "side": "white" }));
    assert!(watched["legal"].as_array().unwrap().is_empty() && watched["seats"][1]["invitation"].is_null());

    // A reconnecting player gets the current state and the same seat.
    let cookie = bob.cookie.clone();
    drop(bob);
    let mut bob = Guest::connect(&server.host, Some(&cookie)).await.unwrap();
    bob.say(json!({ "type": "open", "game": id, "seat": null })).await;
    let view = bob.until_ply(1).await;
    assert_eq!(view["seats"][1]["yours"], true);
    bob.play(1, "c3").await;
    ann.until_ply(2).await;

    // The player who asked gets the answer.
    bob.say(json!({ "type": "undo" })).await;
    ann.until(|message| message["proposal"]["for_you"] == true).await;
    ann.say(json!({ "type": "answer", "accept": false })).await;
    assert_eq!(
        bob.until_type("notice").await["notice"],
        json!({ "code": "declined", "kind": "takeback" })
    );
}

#[tokio::test]
async fn the_computer_answers_and_a_whole_game_ends() {
    let server = server().await;
    let mut ann = server.guest().await;
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
    assert_eq!(view["result"]["ending"]["code"], "count", "{view}");
    assert_eq!(view["status"]["code"], "over");
    assert_eq!(view["may"]["rematch"], true);
}

type Terminal = WebSocketStream<MaybeTlsStream<TcpStream>>;

/// The next message to a terminal program.
async fn said_to(terminal: &mut Terminal) -> String {
    loop {
        let frame = tokio::time::timeout(TIMEOUT, terminal.next()).await;
        match frame.expect("in time") {
            Some(Ok(Message::Text(text))) => return text.to_string(),
            Some(Ok(_)) => {}
            other => panic!("expected a message instead of {other:?}"),
        }
    }
}

#[tokio::test]
async fn a_terminal_program_joins_a_game_of_the_page() {
    let server = server().await;
    let mut ann = server.guest().await;
    ann.create_with(
        "ataxx",
        [me(), friend()],
        json!("Parlour"),
        json!([["blocks", "3"]]),
    )
    .await;
    ann.until(|message| message["room"] == "Parlour").await;
    let (mut terminal, _) = connect_async(format!("ws://{}/netplay/Parlour", server.host))
        .await
        .unwrap();
    terminal.send(Message::Text("ready".into())).await.unwrap();
    for expected in ["color blue", "blocks 3", "start"] {
        assert_eq!(said_to(&mut terminal).await, expected);
    }
    let view = ann
        .until(|message| message["seats"][1]["name"]["code"] == "terminal")
        .await;
    ann.play(plies(&view), "a7-b6").await;
    assert_eq!(said_to(&mut terminal).await, "a7-b6");
    terminal.send(Message::Text("g7-f6".into())).await.unwrap();
    ann.until_ply(2).await;
    terminal
        .send(Message::Text("nonsense out of turn".into()))
        .await
        .unwrap();
    let view = ann.until(|message| !message["result"].is_null()).await;
    assert_eq!(
        view["result"],
        json!({ "winner": "black", "ending": { "code": "forfeited" } })
    );
}

#[tokio::test]
async fn a_resignation_on_the_page_reaches_the_terminal_in_turn() {
    let server = server().await;
    let mut ann = server.guest().await;
    ann.create_with("loa", [me(), friend()], json!("Tea"), json!([]))
        .await;
    ann.until(|message| message["room"] == "Tea").await;
    let (mut terminal, _) = connect_async(format!("ws://{}/netplay/Tea", server.host))
        .await
        .unwrap();
    terminal.send(Message::Text("ready".into())).await.unwrap();
    for expected in ["color white", "start"] {
        assert_eq!(said_to(&mut terminal).await, expected);
    }
    ann.play(0, "b1-b3").await;
    assert_eq!(said_to(&mut terminal).await, "b1-b3");
    ann.say(json!({ "type": "resign" })).await;
    let view = ann.until(|message| !message["result"].is_null()).await;
    assert_eq!(
        view["result"],
        json!({ "winner": "white", "ending": { "code": "resigned" } })
    );
    // The terminal is to move. After its move it receives a resignation, and not a broken connection.
    terminal.send(Message::Text("a2-c2".into())).await.unwrap();
    assert_eq!(said_to(&mut terminal).await, "stop");
}

#[tokio::test]
async fn games_with_terminal_programs_refuse_a_clock() {
    let server = server().await;
    let mut ann = server.guest().await;
    ann.say(
        json!({ "type": "create", "setup": { "game": "othello", "agreements": [], "position": null,
        "players": [me(), friend()], "clock": { "seconds": 30, "increment": 0 }, "room": "Tea" } }),
    )
    .await;
    assert_eq!(
        ann.until_type("refused").await["reason"]["code"],
        "clock_at_terminal"
    );
    assert!(server.rooms.open().is_empty());
}

#[tokio::test]
async fn a_page_joins_a_game_of_a_terminal_program() {
    let server = server().await;
    let id = "Hosted".parse().unwrap();
    let offer = server.rooms.offer(&id, "loa").unwrap();
    let mut ann = server.guest().await;
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
    assert_eq!(
        view["result"],
        json!({ "winner": "white", "ending": { "code": "resigned" } })
    );
}

#[tokio::test]
async fn a_watcher_receives_every_game() {
    let reported = Arc::new(Mutex::new(Vec::new()));
    let notes = Arc::clone(&reported);
    let server = server_from(Options {
        games: Games::Nowhere,
        watcher: Some(Watcher::new(move |id, game| {
            notes.lock().unwrap().push((id.to_owned(), game.len()));
        })),
        ..Options::default()
    })
    .await;
    let mut ann = server.guest().await;
    let id = ann.create("loa", [me(), me()]).await["id"].clone();
    ann.play(0, "b1-b3").await;
    ann.until_ply(1).await;
    ann.say(json!({ "type": "undo" })).await;
    ann.until_ply(0).await;
    let reported: Vec<usize> = {
        let reported = reported.lock().unwrap();
        assert!(reported.iter().all(|(of, _)| id == *of));
        reported.iter().map(|(_, length)| *length).collect()
    };
    assert_eq!(reported, [0, 1, 0]);
}
