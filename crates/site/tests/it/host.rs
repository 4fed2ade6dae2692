//! A page that is its own host, as its users see it.

use parlor_games::Kind;
use parlor_site::{Input, Output};
use parlor_table::wire::{GameView, Refusal, ServerMessage};
use serde_json::{Value, json};

use crate::world::{Database, World};

fn create(kind: Kind, black: Value, white: Value) -> Value {
    json!({"type": "create", "setup": {
        "game": kind.name(), "agreements": [], "players": [black, white], "position": null,
        "clock": null, "room": null,
    }})
}

fn computer(level: u8) -> Value {
    json!({"kind": "computer", "level": level.to_string()})
}

fn me() -> Value {
    json!({"kind": "me"})
}

/// The newest whole view among messages.
fn view_of(messages: &[ServerMessage]) -> GameView {
    let views = messages.iter().rev().find_map(|message| match message {
        ServerMessage::Game(view) => Some((**view).clone()),
        _ => None,
    });
    views.unwrap_or_else(|| panic!("no game among {messages:?}"))
}

/// The view of a page that opens a game now.
fn opened(world: &mut World, connection: u64, game: &str) -> GameView {
    world.page(connection);
    world.say(connection, json!({"type": "open", "game": game, "seat": null}));
    world.settle();
    view_of(&world.received(connection))
}

fn begun(world: &mut World, connection: u64, setup: Value) -> GameView {
    world.say(connection, setup);
    world.settle();
    view_of(&world.received(connection))
}

#[test]
fn a_game_of_each_kind_is_played_to_its_end_and_stored() {
    for kind in Kind::ALL {
        let mut world = World::new(Database::default(), 11);
        world.page(1);
        let setup = create(kind, computer(1), computer(1));
        let view = begun(&mut world, 1, setup);
        let whole = opened(&mut world, 2, &view.id);
        assert!(whole.result.is_some(), "{kind:?}");
        // After a restart, the browser finds the game unchanged.
        let mut later = World::new(world.database.clone(), 12);
        let found = opened(&mut later, 1, &view.id);
        assert_eq!(found.plies, whole.plies);
        assert_eq!(found.result, whole.result);
    }
}

#[test]
fn nobody_sees_a_move_before_it_is_stored() {
    let mut world = World::new(Database::default(), 3);
    world.page(1);
    let view = begun(&mut world, 1, create(Kind::ALL[0], me(), computer(1)));
    let stored = world.database.n_events(&view.id);
    let text = view.legal[0].text.clone();
    world.say(1, json!({"type": "play", "ply": 0, "text": text}));
    assert_eq!(world.received(1), [], "sent before it was stored");
    assert!(world.searches.is_empty(), "thought about before it was stored");
    assert!(world.store());
    assert!(world.database.n_events(&view.id) > stored);
    assert!(!world.received(1).is_empty());
    assert_eq!(world.searches.len(), 1);
}

#[test]
fn a_browser_that_is_killed_after_a_move_continues_from_it() {
    let mut world = World::new(Database::default(), 3);
    world.page(1);
    let view = begun(&mut world, 1, create(Kind::ALL[1], me(), computer(1)));
    let text = view.legal[0].text.clone();
    world.say(1, json!({"type": "play", "ply": 0, "text": text}));
    assert!(world.store());
    // The browser is killed while the computer thinks.
    let mut later = World::new(world.database.clone(), 4);
    let found = opened(&mut later, 1, &view.id);
    let later_plies = opened(&mut later, 2, &view.id).plies;
    assert_eq!(found.plies[0].mv.text, text);
    assert_eq!(later_plies.len(), 2, "the computer has answered");
}

#[test]
fn messages_during_loading_wait() {
    let mut world = World::new(Database::default(), 5);
    world.page(1);
    let view = begun(&mut world, 1, create(Kind::ALL[0], me(), me()));
    let mut later = World::new(world.database.clone(), 6);
    later.page(1);
    later.say(1, json!({"type": "open", "game": view.id, "seat": null}));
    later.say(1, json!({"type": "play", "ply": 0, "text": view.legal[0].text}));
    later.settle();
    let messages = later.received(1);
    assert!(
        !messages
            .iter()
            .any(|message| matches!(message, ServerMessage::Refused { .. })),
        "{messages:?}"
    );
    assert_eq!(opened(&mut later, 2, &view.id).plies.len(), 1);
}

#[test]
fn games_are_listed_searched_and_deleted() {
    let mut world = World::new(Database::default(), 7);
    world.page(1);
    for kind in Kind::ALL {
        begun(&mut world, 1, create(kind, me(), computer(2)));
        world.received(1);
    }
    let list = |world: &mut World, search: &str| {
        world.say(1, json!({"type": "games", "search": search, "after": null}));
        world.settle();
        let messages = world.received(1);
        match messages.last() {
            Some(ServerMessage::Games { games, .. }) => games.clone(),
            other => panic!("{other:?}"),
        }
    };
    let all = list(&mut world, "");
    assert_eq!(all.len(), Kind::ALL.len());
    assert!(all.windows(2).all(|pair| pair[0].updated >= pair[1].updated));
    let found = list(&mut world, &format!("{} progress 1970-01", Kind::ALL[1].name()));
    assert_eq!(found.len(), 1);
    assert!(list(&mut world, "nobody").is_empty());
    world.say(1, json!({"type": "leave"}));
    world.say(1, json!({"type": "delete", "game": found[0].id}));
    world.settle();
    world.received(1);
    assert_eq!(list(&mut world, "").len(), Kind::ALL.len() - 1);
    world.say(1, json!({"type": "open", "game": found[0].id, "seat": null}));
    world.settle();
    let messages = world.received(1);
    assert!(
        messages.contains(&ServerMessage::Refused {
            reason: Refusal::NoSuchGame
        }),
        "{messages:?}"
    );
}

#[test]
fn all_games_are_exported_and_imported_once_in_another_browser() {
    let mut world = World::new(Database::default(), 8);
    world.page(1);
    for kind in Kind::ALL {
        begun(&mut world, 1, create(kind, computer(1), computer(1)));
    }
    world.input(Input::SaveAll { call: 5 });
    world.settle();
    let Some(Output::Saved {
        call: 5,
        text: Some(text),
    }) = world.files.pop()
    else {
        panic!("{:?}", world.files);
    };
    let mut other = World::new(Database::default(), 9);
    other.page(1);
    for (imported, known) in [(Kind::ALL.len() as u32, 0), (0, Kind::ALL.len() as u32)] {
        let file = serde_json::from_value(json!({"content": text, "binary": false})).unwrap();
        other.input(Input::ImportAll { call: 6, file });
        other.settle();
        let Some(Output::Imported { report, .. }) = other.files.pop() else {
            panic!("{:?}", other.files);
        };
        assert_eq!((report.imported, report.known), (imported, known), "{report:?}");
    }
}

#[test]
fn a_hint_an_analysis_and_a_review_are_answered() {
    let mut world = World::new(Database::default(), 10);
    world.page(1);
    let view = begun(&mut world, 1, create(Kind::ALL[0], me(), computer(1)));
    world.say(1, json!({"type": "play", "ply": 0, "text": view.legal[0].text}));
    world.settle();
    world.received(1);
    world.say(1, json!({"type": "hint"}));
    world.say(1, json!({"type": "analyse", "at": {"ply": 1}, "lines": 2}));
    world.settle();
    let messages = world.received(1);
    assert!(
        messages
            .iter()
            .any(|message| matches!(message, ServerMessage::Hint { .. })),
        "{messages:?}"
    );
    assert!(
        messages
            .iter()
            .any(|message| matches!(message, ServerMessage::Analysis(_))),
        "{messages:?}"
    );
    world.say(1, json!({"type": "review"}));
    world.settle();
    let messages = world.received(1);
    assert!(
        messages
            .iter()
            .any(|message| matches!(message, ServerMessage::ReviewDone(_))),
        "{messages:?}"
    );
}

#[test]
fn an_unwanted_analysis_is_stopped() {
    let mut world = World::new(Database::default(), 13);
    world.page(1);
    begun(&mut world, 1, create(Kind::ALL[2], me(), me()));
    world.say(1, json!({"type": "analyse", "at": {"ply": 0}, "lines": 1}));
    assert_eq!(world.searches.len(), 1);
    world.say(1, json!({"type": "stop_analysis"}));
    assert_eq!((world.searches.len(), world.n_stopped), (0, 1));
    world.say(1, json!({"type": "analyse", "at": {"ply": 0}, "lines": 1}));
    world.input(Input::Closed { connection: 1 });
    assert_eq!((world.searches.len(), world.n_stopped), (0, 2));
}

#[test]
fn an_analysis_gets_the_threads_that_the_browser_has_and_a_level_one() {
    let mut world = World::new(Database::default(), 26);
    world.page(1);
    begun(&mut world, 1, create(Kind::ALL[0], me(), computer(2)));
    for (wanted, threads) in [(json!(2), 2), (json!(8), 3), (json!(0), 1), (json!(null), 1)] {
        let analyse = json!({"type": "analyse", "at": {"ply": 0}, "lines": 1, "threads": wanted});
        world.say(1, analyse);
        assert_eq!(world.n_threads.last(), Some(&threads));
        world.say(1, json!({"type": "stop_analysis"}));
    }
    world.say(1, json!({"type": "play", "ply": 0, "text": "f5"}));
    world.settle();
    assert_eq!(world.n_threads.last(), Some(&1));
}

#[test]
fn the_computer_moves_at_once_with_what_it_has_found() {
    let mut world = World::new(Database::default(), 14);
    world.page(1);
    // The higher levels answer the first move from the book, without a search to report.
    let view = begun(&mut world, 1, create(Kind::ALL[0], me(), computer(7)));
    world.say(1, json!({"type": "play", "ply": 0, "text": view.legal[0].text}));
    while world.store() {}
    let (&search, order) = world.searches.first_key_value().unwrap();
    // A reply to the first move, as a search would report it.
    let mut first = None;
    order
        .clone()
        .follow(&mut |report| {
            first.get_or_insert_with(|| parlor_wasm::ReportText::from(report));
        })
        .unwrap();
    world.say(1, json!({"type": "move_now"}));
    assert_eq!(world.searches.len(), 1, "nothing is found yet");
    let report = serde_json::to_string(&first.unwrap()).unwrap();
    world.input(Input::Reported { search, report });
    assert!(world.searches.is_empty());
    world.settle();
    assert_eq!(opened(&mut world, 2, &view.id).plies.len(), 2);
}

#[test]
fn requests_that_need_other_machines_are_refused() {
    let mut world = World::new(Database::default(), 15);
    world.page(1);
    world.say(1, json!({"type": "join", "room": "den"}));
    let refused = [ServerMessage::Refused {
        reason: Refusal::NeedsServer,
    }];
    assert_eq!(world.received(1), refused);
    world.say(1, create(Kind::ALL[0], me(), json!({"kind": "friend"})));
    assert_eq!(world.received(1), refused);
    world.say(1, json!({"type": "ping", "heard": 0}));
    assert_eq!(world.received(1), [ServerMessage::Pong { handled: 2 }]);
}

#[test]
fn without_storage_play_continues_and_the_failure_is_reported() {
    let mut world = World::new(Database::default(), 16);
    world.database.is_broken = true;
    world.input(Input::Opened { connection: 1 });
    while world.store() {}
    let messages = world.received(1);
    let Some(ServerMessage::Welcome(welcome)) = messages.first() else {
        panic!("{messages:?}");
    };
    assert!(welcome.not_saving.is_some() && !welcome.others);
    world.say(1, create(Kind::ALL[0], me(), me()));
    while world.store() {}
    let view = view_of(&world.received(1));
    // The table retries once before it reports the failure.
    assert!(world.wake());
    while world.store() {}
    world.say(1, json!({"type": "open", "game": view.id, "seat": null}));
    assert!(view_of(&world.received(1)).unsaved.is_some());
}

#[test]
fn openings_have_names() {
    let mut world = World::new(Database::default(), 17);
    world.page(1);
    let view = begun(&mut world, 1, create(Kind::ALL[0], me(), me()));
    for (ply, text) in ["c4", "e3", "f6", "e6", "f5"].into_iter().enumerate() {
        world.say(1, json!({"type": "play", "ply": ply, "text": text}));
        world.settle();
    }
    let end = opened(&mut world, 2, &view.id);
    let positions = end.plies.iter().map(|ply| ply.after.position.clone()).collect();
    world.input(Input::Openings {
        call: 3,
        game: view.game,
        agreements: Vec::new(),
        positions,
    });
    let Some(Output::Openings { call: 3, names }) = world.files.pop() else {
        panic!("{:?}", world.files);
    };
    assert_eq!(names.last().unwrap().as_deref(), Some("Tiger"), "{names:?}");
}
