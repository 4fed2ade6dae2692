//! The collection of a browser.

use parlor_games::Kind;
use parlor_site::{CollectionQuestion, Input, Output};
use parlor_table::wire::ServerMessage;
use serde_json::{Value, json};

use crate::world::{Database, World};

const FILE: &str = "\
    [Game \"othello\"]\n[Event \"Open\"]\n[Date \"1998.05.03\"]\n[Black \"Ann\"]\n[White \"Bob\"]\n[Result \"1-0\"]\n\n\
    f5 d6 c3 d3 c4 f4 f6\n\n\
    [Game \"othello\"]\n[Event \"Open\"]\n[Date \"1999\"]\n[Black \"Bob\"]\n[White \"Ann\"]\n[Result \"0-1\"]\n\n\
    c4 e3 f6 e6 f5\n\n";

fn answer(world: &mut World) -> Result<Value, Value> {
    world.settle();
    match world.files.pop() {
        Some(Output::Collected {
            call: 4,
            answer: Some(answer),
            failure: None,
        }) => Ok(answer),
        Some(Output::Collected {
            failure: Some(failure),
            ..
        }) => Err(serde_json::to_value(failure).unwrap()),
        other => panic!("{other:?}"),
    }
}

fn ask(world: &mut World, about: &str, asked: Value) -> Result<Value, Value> {
    let question: CollectionQuestion =
        serde_json::from_value(json!({"about": about, "asked": asked})).unwrap();
    world.input(Input::Collection {
        call: 4,
        question: Box::new(question),
    });
    answer(world)
}

fn add(world: &mut World, files: &[(&str, &str)]) -> Result<Value, Value> {
    let file = |text: &str| serde_json::from_value(json!({"content": text, "binary": false})).unwrap();
    world.input(Input::Collect {
        call: 4,
        files: files
            .iter()
            .map(|(name, text)| ((*name).to_owned(), file(text)))
            .collect(),
    });
    answer(world)
}

/// Plays a game of the computer against itself. Returns its id.
fn play(world: &mut World, kind: Kind) -> String {
    let computer = json!({"kind": "computer", "level": "1"});
    let setup = json!({
        "game": kind.name(), "agreements": [], "players": [computer, computer], "position": null,
        "clock": null, "room": null,
    });
    world.say(1, json!({"type": "create", "setup": setup}));
    world.settle();
    let received = world.received(1);
    let id = received.iter().rev().find_map(|message| match message {
        ServerMessage::Game(view) => Some(view.id.clone()),
        _ => None,
    });
    id.unwrap()
}

#[test]
fn games_of_files_are_stored_once_and_found_after_a_restart() {
    let mut world = World::new(Database::default(), 21);
    world.page(1);
    let report = add(
        &mut world,
        &[
            ("open", FILE),
            ("lines", "f5d6c5\nf5a1\nf5d6c5\n"),
            ("notes", "buy milk"),
        ],
    )
    .unwrap();
    let counts: Vec<(&str, u64, u64, u64)> = report["files"]
        .as_array()
        .unwrap()
        .iter()
        .map(|file| {
            let number = |name: &str| file[name].as_u64().unwrap();
            let counts = (number("imported"), number("known"), number("unreadable"));
            (file["name"].as_str().unwrap(), counts.0, counts.1, counts.2)
        })
        .collect();
    assert_eq!(
        counts,
        [("open", 2, 0, 0), ("lines", 1, 1, 1), ("notes", 0, 0, 0)]
    );
    let mut later = World::new(world.database.clone(), 22);
    later.page(1);
    let again = add(&mut later, &[("open", FILE)]).unwrap();
    assert_eq!(
        (&again["files"][0]["imported"], &again["files"][0]["known"]),
        (&json!(0), &json!(2))
    );
    for world in [&mut world, &mut later] {
        let found = ask(world, "search", json!({"player": "ann", "result": "win"})).unwrap();
        assert_eq!(found["total"], 2);
        assert_eq!(found["games"][1]["event"], "Open");
        assert_eq!(found["games"][1]["opening"], "Stephenson");
        let text = ask(world, "game", found["games"][1]["id"].clone()).unwrap();
        assert!(
            text["text"].as_str().unwrap().contains("[Black \"Ann\"]"),
            "{text}"
        );
        let stats = ask(world, "stats", json!({})).unwrap();
        assert_eq!(
            (&stats["results"]["black"], &stats["results"]["white"]),
            (&json!(1), &json!(1))
        );
    }
}

#[test]
fn own_games_are_in_the_collection_once_they_have_ended_and_until_they_are_deleted() {
    let mut world = World::new(Database::default(), 23);
    world.page(1);
    let game = play(&mut world, Kind::Ataxx);
    let total = |world: &mut World| ask(world, "search", json!({})).unwrap()["total"].clone();
    assert_eq!(total(&mut world), 1);
    let found = ask(&mut world, "search", json!({})).unwrap();
    let opened = ask(&mut world, "game", found["games"][0]["id"].clone()).unwrap();
    assert_eq!(opened, json!({"own": game}));
    // A game in progress is not.
    let me = json!({"kind": "me"});
    let setup = json!({
        "game": "ataxx", "agreements": [], "players": [me, me], "position": null, "clock": null, "room": null,
    });
    world.say(1, json!({"type": "create", "setup": setup}));
    world.settle();
    assert_eq!(total(&mut world), 1);
    world.say(1, json!({"type": "leave"}));
    world.say(1, json!({"type": "delete", "game": game}));
    world.settle();
    assert_eq!(total(&mut world), 0);
}

#[test]
fn the_explorer_counts_games_and_has_the_moves_of_the_book() {
    let mut world = World::new(Database::default(), 24);
    world.page(1);
    let start = json!({"game": "othello", "agreements": [], "position": null});
    let before = ask(&mut world, "explore", start.clone()).unwrap();
    assert_eq!(before["results"]["black"], 0);
    assert!(before["moves"][0]["book"].is_number(), "{before}");
    add(&mut world, &[("open", FILE)]).unwrap();
    let after = ask(&mut world, "explore", start).unwrap();
    assert_eq!(
        (&after["results"]["black"], &after["results"]["white"]),
        (&json!(1), &json!(1))
    );
    assert_eq!(after["moves"][0]["results"]["black"], 1);
}

#[test]
fn exports_and_refusals_are_those_of_the_server() {
    let mut world = World::new(Database::default(), 25);
    world.page(1);
    add(&mut world, &[("open", FILE)]).unwrap();
    let asked = json!({"query": {"black": "ann"}, "format": "parlor"});
    let file = ask(&mut world, "export", asked).unwrap();
    let bytes = parlor_table::base64::decode(file.as_str().unwrap()).unwrap();
    let text = String::from_utf8(bytes).unwrap();
    assert_eq!(text.matches("[Game ").count(), 1, "{text}");
    let refusal = |world: &mut World, query: Value| ask(world, "search", query).unwrap_err()["code"].clone();
    assert_eq!(refusal(&mut world, json!({"opening": "Sicilian"})), "opening");
    assert_eq!(refusal(&mut world, json!({"result": "win"})), "result_of_nobody");
    world.database.is_broken = true;
    assert_eq!(refusal(&mut world, json!({})), "database");
}
