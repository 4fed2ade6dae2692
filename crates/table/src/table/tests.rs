//! Tests of everything that a client can try at a table.

use std::time::Duration;

use parlor_core::Color;

use super::*;
use crate::log::{GameLog, NodeId};
use crate::wire::{ClockSetup, Moment, Permissions, Refusal, Status, StudyEdit};

fn setup(game: &str, black: Player, white: Player) -> GameSetup {
    GameSetup {
        game: game.into(),
        agreements: Vec::new(),
        position: None,
        players: [black, white],
        clock: None,
        room: None,
    }
}

fn computer(level: &str) -> Player {
    Player::Computer { level: level.into() }
}

fn table(setup: &GameSetup) -> (Table, PlayerId) {
    let creator = person(1);
    (
        Table::new(&mut secrets(), &creator, "Ann", setup).unwrap(),
        creator,
    )
}

/// Returns a game between two people, Ann (Black) and Bob.
fn shared(game: &str) -> (Table, PlayerId, PlayerId) {
    let (mut table, ann) = table(&setup(game, Player::Me, Player::Friend));
    let bob = person(2);
    let secret = match &table.seats[Color::White] {
        Seat::Person { secret, .. } => secret.clone(),
        other => panic!("{other:?}"),
    };
    table.sit(&bob, "Bob", &secret).unwrap();
    (table, ann, bob)
}

fn now() -> Timestamp {
    Timestamp::new(Duration::from_secs(1000))
}

/// Returns the person with this number.
fn person(number: u64) -> PlayerId {
    Secrets::from_seed(number).player()
}

fn secrets() -> Secrets {
    Secrets::from_seed(99)
}

#[test]
fn only_the_side_to_move_moves_and_only_legally() {
    let (mut table, ann, bob) = shared("othello");
    let stranger = person(3);
    assert_eq!(table.play(&bob, 0, "d3", now()), Err(Refusal::NotYourTurn));
    assert_eq!(table.play(&stranger, 0, "d3", now()), Err(Refusal::NotYours));
    assert!(matches!(
        table.play(&ann, 0, "a1", now()),
        Err(Refusal::Move { .. })
    ));
    assert!(matches!(
        table.play(&ann, 0, "\u{0}\u{ffff}zz", now()),
        Err(Refusal::Move { .. })
    ));
    assert_eq!(table.play(&ann, 5, "d3", now()), Err(Refusal::Stale));
    assert_eq!(table.game.len(), 0);
    table.play(&ann, 0, " d3 ", now()).unwrap();
    assert_eq!(table.play(&ann, 1, "c3", now()), Err(Refusal::NotYourTurn));
    table.play(&bob, 1, "c3", now()).unwrap();
    assert_eq!(table.plies.len(), 2);
}

#[test]
fn a_seat_is_taken_once_and_only_with_its_secret() {
    let (mut table, ann) = table(&setup("ataxx", Player::Me, Player::Friend));
    let bob = person(2);
    assert_eq!(table.sit(&bob, "Bob", "guess"), Err(Refusal::SeatTaken));
    let view = table.view(&ann, 0, &Audience::default(), now());
    let secret = view.seats[1]
        .invitation
        .clone()
        .expect("the inviting side sees the invitation");
    let others = table.view(&bob, 0, &Audience::default(), now());
    assert_eq!(others.seats[1].invitation, None, "nobody else does");
    assert!(others.legal.is_empty() && !others.may.resign);
    table.sit(&bob, "Bob\n\u{7}", &secret).unwrap();
    assert_eq!(table.seats[Color::White].name(), "Bob");
    assert_eq!(table.sit(&person(3), "Eve", &secret), Err(Refusal::SeatTaken));
    assert_eq!(table.sit(&bob, "Bob", &secret), Ok(()), "coming back is no crime");
}

#[test]
fn undo_takes_back_my_move_and_the_computers_answer() {
    let (mut table, ann) = table(&setup("loa", Player::Me, computer("1")));
    assert!(!table.may(&ann).undo);
    table.play(&ann, 0, "b1-b3", now()).unwrap();
    assert!(table.computer_to_move().is_some());
    table.play_for_machine(1, "a2-c2", now()).unwrap();
    table.undo(&ann, now()).unwrap();
    assert_eq!(table.game.len(), 0);
    assert_eq!(table.computer_to_move(), None, "it is my turn again");
    table.redo(&ann, now()).unwrap();
    assert_eq!(table.game.len(), 2);
    assert_eq!(table.plies[1].mv.text, "a2-c2");
    assert!(!table.may(&ann).redo);
}

#[test]
fn an_opening_move_of_the_computer_is_not_taken_back() {
    let (mut table, ann) = table(&setup("othello", computer("1"), Player::Me));
    table.play_for_machine(0, "d3", now()).unwrap();
    assert!(!table.may(&ann).undo);
    assert_eq!(table.undo(&ann, now()), Err(Refusal::NothingToTakeBack));
}

#[test]
fn sides_can_be_switched_during_a_game_but_not_against_another_person() {
    let (mut own, ann) = table(&setup("othello", Player::Me, computer("3")));
    own.play(&ann, 0, "d3", now()).unwrap();
    own.switch(&mut secrets(), &ann, "Ann", Color::White, &Player::Me, now())
        .unwrap();
    assert_eq!(own.computer_to_move(), None);
    own.play(&ann, 1, "c3", now()).unwrap();
    own.switch(&mut secrets(), &ann, "Ann", Color::Black, &computer("10"), now())
        .unwrap();
    assert_eq!(own.computer_to_move().map(Level::number), Some(10));
    assert!(matches!(
        own.switch(&mut secrets(), &ann, "Ann", Color::Black, &computer("99"), now()),
        Err(Refusal::NoSuchLevel { .. })
    ));
    let (mut other, ann, bob) = shared("othello");
    for who in [&ann, &bob, &person(3)] {
        assert!(
            other
                .switch(&mut secrets(), who, "x", Color::White, &computer("1"), now())
                .is_err()
        );
        let may = other.may(who);
        assert!(
            !may.hint && !may.analyse && !may.play_from && !may.undo,
            "no help between people"
        );
    }
}

#[test]
fn a_takeback_needs_the_other_players_consent() {
    let (mut table, ann, bob) = shared("othello");
    table.play(&ann, 0, "d3", now()).unwrap();
    assert!(table.answer(&bob, true, now()).is_err(), "nothing was asked");
    table.undo(&ann, now()).unwrap();
    assert_eq!(table.game.len(), 1, "asked, not done");
    assert_eq!(
        table.answer(&ann, true, now()),
        Err(Refusal::NotYours),
        "nobody answers for the other"
    );
    table.answer(&bob, false, now()).unwrap();
    assert_eq!(table.game.len(), 1);
    table.undo(&ann, now()).unwrap();
    table.answer(&bob, true, now()).unwrap();
    assert_eq!(table.game.len(), 0);
    table.play(&ann, 0, "d3", now()).unwrap();
    table.play(&bob, 1, "c3", now()).unwrap();
    table.undo(&ann, now()).unwrap();
    table.answer(&bob, true, now()).unwrap();
    assert_eq!(table.game.len(), 0, "back to before the asker's own move");
}

#[test]
fn a_move_withdraws_a_proposal() {
    let (mut table, ann, bob) = shared("othello");
    table.play(&ann, 0, "d3", now()).unwrap();
    table.undo(&ann, now()).unwrap();
    table.play(&bob, 1, "c3", now()).unwrap();
    assert!(table.answer(&bob, true, now()).is_err());
}

#[test]
fn resigning_ends_the_game_and_a_rematch_exchanges_sides() {
    let (mut table, ann, bob) = shared("ataxx");
    assert_eq!(table.rematch(&ann), Err(Refusal::NoRematch));
    table.resign(&bob, now()).unwrap();
    assert_eq!(table.outcome(), Some(Outcome::Win(Color::Black)));
    assert_eq!(table.termination(), "Blue resigns: red wins.");
    assert_eq!(table.play(&ann, 0, "a7-b6", now()), Err(Refusal::Over));
    assert!(table.may(&bob).analyse, "afterwards everybody may look");
    assert_eq!(table.rematch(&ann), Ok(Rematch::Asked));
    let Ok(Some(Rematch::Agreed(next))) = table.answer(&bob, true, now()) else {
        panic!()
    };
    let again = Table::following(&mut secrets(), *next).unwrap();
    assert!(again.seats[Color::Black].is_of(&bob) && again.seats[Color::White].is_of(&ann));
    assert_eq!(again.game.len(), 0);
}

#[test]
fn a_clock_that_runs_out_loses() {
    let timed = GameSetup {
        clock: Some(ClockSetup {
            seconds: 10,
            increment: 0,
        }),
        ..setup("othello", Player::Me, Player::Me)
    };
    let (mut table, ann) = table(&timed);
    let start = now();
    let at = |seconds| start + Duration::from_secs(seconds);
    assert_eq!(table.deadline(), None, "nothing runs before the first move");
    table.play(&ann, 0, "d3", at(0)).unwrap();
    table.play(&ann, 1, "c3", at(4)).unwrap();
    assert!(!table.check_clock(at(13)));
    assert!(table.check_clock(at(14)));
    assert_eq!(table.termination(), "Black is out of time: white wins.");
    assert_eq!(table.deadline(), None);
    let silly = GameSetup {
        clock: Some(ClockSetup {
            seconds: 1,
            increment: 0,
        }),
        ..timed
    };
    assert!(matches!(
        Table::new(&mut secrets(), &ann, "Ann", &silly),
        Err(Refusal::Clock)
    ));
}

#[test]
fn passes_are_automatic_except_in_ataxx() {
    // Black has nothing to outflank at first; White has.
    let position = "OX------".to_owned() + &"-".repeat(55) + "X" + " X";
    let othello = GameSetup {
        position: Some(position),
        ..setup("othello", Player::Me, Player::Me)
    };
    let (table_, _) = table(&othello);
    assert_eq!(
        table_.plies.first().map(|ply| ply.mv.action),
        Some(crate::wire::Action::Pass)
    );
    assert_eq!(table_.game.turn(), Color::White);
    let ataxx = GameSetup {
        position: Some("7/7/7/7/4ooo/4ooo/4oox x 0 1".into()),
        ..setup("ataxx", Player::Me, Player::Me)
    };
    let (mut table_, ann) = table(&ataxx);
    assert_eq!(table_.game.len(), 0);
    let status = table_.view(&ann, 0, &Audience::default(), now()).status;
    assert_eq!(
        status,
        Status::SkipTurn {
            side: crate::wire::Side::Black
        }
    );
    table_.play(&ann, 0, "-", now()).unwrap();
    assert_eq!(table_.game.turn(), Color::White);
}

#[test]
fn a_stored_table_is_restored_unchanged() {
    let timed = GameSetup {
        agreements: vec![("blocks".into(), "3gh".into())],
        clock: Some(ClockSetup {
            seconds: 300,
            increment: 5,
        }),
        ..setup("ataxx", Player::Me, computer("4"))
    };
    let (mut table, ann) = table(&timed);
    table.play(&ann, 0, "a7-b7", now()).unwrap();
    table.play_for_machine(1, "g7-f7", now()).unwrap();
    let again = Table::from_log(&log_of(&table), now()).unwrap();
    assert_eq!(again.game, table.game);
    assert_eq!(again.seats, table.seats);
    assert_eq!(again.plies, table.plies);
    assert_eq!(again.setup(), table.setup());
    assert_eq!(again.clock().unwrap().setup(), table.clock().unwrap().setup());
    table.resign(&ann, now()).unwrap();
    let again = Table::from_log(&log_of(&table), now()).unwrap();
    assert_eq!(again.termination(), "Red resigns: blue wins.");
    let mut damaged = log_of(&table);
    damaged.events[1] = GameEvent::Played {
        mv: "a7-g1".into(),
        clock: None,
    };
    let error = Table::from_log(&damaged, now()).unwrap_err();
    assert!(
        error.to_string().starts_with("event 2 cannot have happened"),
        "{error}"
    );
}

/// Returns all events of a table that was never stored.
fn log_of(table: &Table) -> GameLog {
    GameLog {
        id: table.id.clone(),
        events: table.append().events,
        updated: 0,
    }
}

#[test]
fn replaying_the_events_of_every_change_gives_the_same_table() {
    let (mut table, ann, bob) = shared("loa");
    table.play(&ann, 0, "b1-b3", now()).unwrap();
    table.play(&bob, 1, "a2-c2", now()).unwrap();
    table.undo(&bob, now()).unwrap();
    table.answer(&ann, true, now()).unwrap();
    table.play(&bob, 1, "a4-c4", now()).unwrap();
    table.undo(&bob, now()).unwrap();
    table.rename(&ann, "Anna");
    let kinds: Vec<String> = table
        .append()
        .events
        .iter()
        .map(|event| {
            serde_json::to_value(event).unwrap()["type"]
                .as_str()
                .unwrap()
                .to_owned()
        })
        .collect();
    assert_eq!(
        kinds,
        [
            "begun",
            "seated",
            "played",
            "played",
            "proposed",
            "answered",
            "taken_back",
            "played",
            "proposed",
            "seated"
        ]
    );
    let again = Table::from_log(&log_of(&table), now()).unwrap();
    assert_eq!(
        (&again.game, &again.seats, &again.plies),
        (&table.game, &table.seats, &table.plies)
    );
    assert_eq!(again.proposal, table.proposal, "what was asked for still waits");
    assert_eq!(again.tree, table.tree);
    let mut stored = table.clone();
    let append = stored.append();
    assert_eq!((append.first, append.last()), (1, 10));
    stored.stored(append.last());
    assert!(!stored.is_unsaved());
    stored.answer(&ann, false, now()).unwrap();
    assert_eq!((stored.append().first, stored.append().last()), (11, 11));
}

#[test]
fn the_tree_of_a_finished_game_is_edited_and_stored() {
    let (mut table, ann, bob) = shared("othello");
    table.play(&ann, 0, "d3", now()).unwrap();
    table.play(&bob, 1, "c3", now()).unwrap();
    let at = |ply: u32, node: Option<u32>| Moment { ply, node };
    let mv = |text: &str| vec![text.to_owned()];
    assert_eq!(
        table.branch(&ann, at(1, None), &mv("e3")),
        Err(Refusal::CannotEdit),
        "while it is played"
    );
    table.resign(&bob, now()).unwrap();
    assert!(table.branch(&person(3), at(1, None), &mv("e3")).is_err());
    assert_eq!(table.branch(&ann, at(1, None), &mv(" E3 ")), Ok(true));
    assert_eq!(table.branch(&bob, at(2, Some(3)), &mv("f4")), Ok(true));
    assert_eq!(
        table.branch(&bob, at(1, None), &["e3".into(), "f4".into()]),
        Ok(false),
        "it is there already"
    );
    assert!(matches!(
        table.branch(&ann, at(2, Some(3)), &mv("a1")),
        Err(Refusal::Move { .. })
    ));
    assert_eq!(
        table.branch(&ann, at(2, Some(77)), &mv("a1")),
        Err(Refusal::Stale)
    );
    let comment = StudyEdit::Comment {
        at: at(3, Some(4)),
        text: "better".into(),
    };
    table.edit(&ann, comment).unwrap();
    let nodes = table.study();
    table.edit(&ann, StudyEdit::Delete { node: 3 }).unwrap();
    assert!(table.study().is_empty() && table.look(at(2, Some(3))).is_none());
    table.undo_edit(&ann).unwrap();
    table.redo_edit(&ann).unwrap();
    table.undo_edit(&ann).unwrap();
    assert_eq!(table.study(), nodes);
    assert_eq!(table.may_undo_edit(), (true, true));
    assert_eq!(
        (table.game.len(), table.termination().as_str()),
        (2, "White resigns: black wins.")
    );
    let again = Table::from_log(&log_of(&table), now()).unwrap();
    assert_eq!((&again.tree, again.study()), (&table.tree, table.study()));
    let node = again.tree().node(NodeId(4)).unwrap();
    assert_eq!((node.mv.as_str(), node.comment.as_str()), ("f4", "better"));
    assert_eq!(
        again.tree().node(NodeId(1)).unwrap().children,
        [NodeId(2), NodeId(3)]
    );
}

#[test]
fn an_update_contains_only_what_is_new() {
    let (mut table, ann) = table(&setup("othello", Player::Me, Player::Me));
    table.take_change();
    table.play(&ann, 0, "d3", now()).unwrap();
    let from = table.take_change();
    let view = table.view(&ann, from, &Audience::default(), now());
    assert_eq!((view.from, view.plies.len()), (0, 1));
    table.play(&ann, 1, "c3", now()).unwrap();
    let from = table.take_change();
    let view = table.view(&ann, from, &Audience::default(), now());
    assert_eq!((view.from, view.plies.len()), (1, 1));
    table.undo(&ann, now()).unwrap();
    let from = table.take_change();
    assert_eq!(table.view(&ann, from, &Audience::default(), now()).from, 1);
    table.undo(&ann, now()).unwrap();
    assert_eq!(table.take_change(), 0);
}

#[test]
fn impossible_setups_are_refused() {
    let ann = person(1);
    let good = setup("othello", Player::Me, Player::Me);
    let bad = [
        GameSetup {
            game: "chess".into(),
            ..good.clone()
        },
        GameSetup {
            agreements: vec![("rules".into(), "mine".into())],
            ..good.clone()
        },
        GameSetup {
            agreements: vec![("size".into(), "7x7".into())],
            ..good.clone()
        },
        GameSetup {
            agreements: vec![("size".into(), "999999999x4".into())],
            ..good.clone()
        },
        GameSetup {
            position: Some("X".repeat(100_000)),
            ..good.clone()
        },
        GameSetup {
            game: "ataxx".into(),
            agreements: vec![("blocks".into(), "zzz".into())],
            ..good.clone()
        },
        GameSetup {
            game: "loa".into(),
            agreements: vec![("limit".into(), "-3".into())],
            ..good.clone()
        },
        GameSetup {
            players: [computer(""), Player::Me],
            ..good
        },
    ];
    for setup in bad {
        assert!(
            Table::new(&mut secrets(), &ann, "Ann", &setup).is_err(),
            "{setup:?}"
        );
    }
}

#[test]
fn a_spectator_may_do_nothing() {
    let (mut table, ann, _) = shared("loa");
    table.play(&ann, 0, "b1-b3", now()).unwrap();
    let eve = person(3);
    assert_eq!(table.may(&eve), Permissions::default());
    assert!(table.resign(&eve, now()).is_err());
    assert!(table.undo(&eve, now()).is_err());
    assert!(table.redo(&eve, now()).is_err());
    assert!(
        table
            .play_from(&mut secrets(), &eve, Moment { ply: 0, node: None })
            .is_err()
    );
    assert!(table.rematch(&eve).is_err());
    assert_eq!(table.game.len(), 1);
}
