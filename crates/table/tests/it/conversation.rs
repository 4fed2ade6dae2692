//! Whole conversations of pages with tables, without a socket, a thread or a clock.

use std::time::Duration;

use crate::house::{House, computer, friend, length, me};
use parlor_core::Color;
use parlor_core::think::TimeLimit;
use parlor_table::wire::{Ending, Notice, ProposalKind, Refusal, ServerMessage, Side, StoreFailure, Story};
use parlor_table::{Purpose, TableEvent, TerminalAction, Thinker, transfer};
use serde_json::json;

#[test]
fn nobody_sees_a_move_before_it_is_stored() {
    let mut house = House::new();
    let (ann, bob, id) = house.pair("othello");
    let eve = house.guest();
    house.say(eve, json!({ "type": "open", "game": id, "seat": null }));
    for guest in [ann, bob, eve] {
        house.all_told(guest);
    }
    house.is_slow = true;
    house.play(ann, 0, "d3");
    for guest in [ann, bob, eve] {
        assert_eq!(house.all_told(guest), [], "nothing is stored yet");
    }
    // What is asked for meanwhile waits its turn.
    house.play(bob, 1, "c3");
    assert_eq!(house.stored[&id].last.summary.moves, 0);
    house.store();
    assert_eq!(house.stored[&id].last.summary.moves, 1);
    for guest in [ann, bob, eve] {
        assert_eq!(
            length(&house.view(guest)),
            1,
            "the first move is stored, the second is not"
        );
    }
    house.store();
    for guest in [ann, bob, eve] {
        assert_eq!(length(&house.view(guest)), 2);
    }
}

#[test]
fn a_game_that_was_forgotten_comes_back_from_the_store_with_its_seats() {
    let mut house = House::new();
    let (ann, bob, id) = house.pair("loa");
    house.play(ann, 0, "b1-b3");
    house.hang_up(bob);
    house.forget(&id);
    house.play(ann, 1, "a2-c2");
    assert_eq!(house.refusal(ann), Some(Refusal::Unreachable));
    let player = house.player(bob);
    let bob = house.guest_again(player);
    house.say(bob, json!({ "type": "open", "game": id, "seat": null }));
    let view = house.view(bob);
    assert!(view.seats[1].yours && !view.seats[0].present);
    assert_eq!(length(&view), 1);
    house.play(bob, 1, "a2-c2");
    assert_eq!(length(&house.view(bob)), 2);
    house.say(bob, json!({ "type": "open", "game": "nothing", "seat": null }));
    assert!(house.was_refused(bob));
}

#[test]
fn the_computer_thinks_while_somebody_watches_and_keeps_its_pace() {
    let mut house = House::new();
    let ann = house.guest();
    let view = house.create(ann, "othello", [me(), computer(3)]);
    assert!(house.asked.is_empty(), "it is not the computer's turn");
    house.play(ann, 0, "d3");
    assert!(house.view(ann).thinking);
    let (_, request) = &house.asked[0];
    assert_eq!((request.purpose, request.game.len()), (Purpose::Move, 1));
    assert!(matches!(request.thinker, Thinker::Level { level, .. } if level.number() == 3));
    let job = request.job;
    house.say(ann, json!({ "type": "move_now" }));
    assert_eq!(house.hurried, [job]);
    house.answer("c3", 0);
    assert_eq!(house.all_told(ann), [], "it is too soon to be followed");
    house.wait(Duration::from_millis(300));
    assert_eq!(house.all_told(ann), []);
    house.wait(Duration::from_millis(100));
    let view_after = house.view(ann);
    assert_eq!((length(&view_after), view_after.thinking), (2, false));
    // Nobody thinks for an empty room, and whoever comes back finds the computer thinking again.
    house.play(ann, 2, "c4");
    house.hang_up(ann);
    assert_eq!(house.cancelled.len(), 1);
    let player = house.player(ann);
    let ann = house.guest_again(player);
    house.say(ann, json!({ "type": "open", "game": view.id, "seat": null }));
    assert!(house.view(ann).thinking && house.asked.len() == 1);
}

#[test]
fn what_was_taken_back_is_thought_about_no_more() {
    let mut house = House::new();
    let ann = house.guest();
    house.create(ann, "ataxx", [me(), computer(5)]);
    house.play(ann, 0, "a7-b6");
    let job = house.asked[0].1.job;
    house.say(ann, json!({ "type": "undo" }));
    assert_eq!(house.cancelled, [job]);
    let view = house.view(ann);
    assert!(length(&view) == 0 && view.may.redo && !view.thinking);
    // A search that had come to its move all the same plays nothing.
    house.tell_table(&view.id, TableEvent::Thought { job, thought: None });
    assert_eq!(house.all_told(ann), []);
    house.say(ann, json!({ "type": "redo" }));
    assert_eq!(length(&house.view(ann)), 1);
}

#[test]
fn a_takeback_is_proposed_declined_and_accepted() {
    let mut house = House::new();
    let (ann, bob, _) = house.pair("othello");
    house.play(ann, 0, "d3");
    house.say(ann, json!({ "type": "undo" }));
    assert!(house.view(bob).proposal.is_some_and(|proposal| proposal.for_you));
    house.all_told(ann);
    house.say(bob, json!({ "type": "answer", "accept": false }));
    let told = house.all_told(ann);
    let declined = ServerMessage::Notice {
        notice: Notice::Declined {
            kind: ProposalKind::Takeback,
        },
    };
    assert!(told.contains(&declined), "{told:?}");
    house.say(ann, json!({ "type": "undo" }));
    house.say(ann, json!({ "type": "answer", "accept": true }));
    assert_eq!(
        house.refusal(ann),
        Some(Refusal::NotYours),
        "nobody answers for the other"
    );
    house.say(bob, json!({ "type": "answer", "accept": true }));
    assert_eq!((length(&house.view(ann)), length(&house.view(bob))), (0, 0));
}

#[test]
fn a_rematch_begins_with_sides_exchanged_if_there_is_a_place_for_it() {
    let mut house = House::new();
    let (ann, bob, _) = house.pair("ataxx");
    house.say(ann, json!({ "type": "resign" }));
    let result = house.view(bob).result.expect("the game is over");
    assert_eq!(result.winner, Some(Side::White));
    house.say(bob, json!({ "type": "rematch" }));
    house.room_for_tables = 1;
    house.say(ann, json!({ "type": "answer", "accept": true }));
    assert_eq!(house.refusal(ann), Some(Refusal::HouseFull));
    house.room_for_tables = 2;
    house.say(bob, json!({ "type": "rematch" }));
    house.say(ann, json!({ "type": "answer", "accept": true }));
    let next = house.view(bob).next.expect("there is a next game");
    house.say(bob, json!({ "type": "open", "game": next, "seat": null }));
    assert!(house.view(bob).seats[0].yours);
}

#[test]
fn a_clock_that_falls_ends_the_game_by_itself() {
    let mut house = House::new();
    let ann = house.guest();
    house.say(
        ann,
        json!({ "type": "create", "setup": { "game": "othello", "agreements": [], "position": null,
            "players": [me(), computer(10)], "clock": { "seconds": 60, "increment": 2 }, "room": null } }),
    );
    house.all_told(ann);
    house.wait(Duration::from_secs(600));
    house.play(ann, 0, "d3");
    let time = house.asked[0].1.limits.time;
    assert!(matches!(time, TimeLimit::Clock { remaining, .. } if remaining == Duration::from_secs(60)));
    let (id, job) = (house.asked[0].0.clone(), house.asked[0].1.job);
    house.tell_table(&id, TableEvent::Started { job });
    house.wait(Duration::from_secs(1));
    house.answer("c3", 0);
    let view = house.view(ann);
    assert_eq!(view.clock.map(|clock| clock.left), Some([60_000, 61_000]));
    house.wait(Duration::from_secs(59));
    assert_eq!(house.all_told(ann), []);
    house.wait(Duration::from_secs(1));
    let result = house.view(ann).result.expect("the time is over");
    assert_eq!(
        (result.winner, result.ending),
        (Some(Side::White), Ending::OutOfTime)
    );
    house.play(ann, 2, "c4");
    assert!(house.was_refused(ann));
}

#[test]
fn a_hint_is_for_whoever_asked_and_is_given_up_with_the_connection() {
    let mut house = House::new();
    let ann = house.guest();
    house.create(ann, "othello", [me(), computer(1)]);
    house.say(ann, json!({ "type": "hint" }));
    let request = house.asked[0].1.clone();
    assert_eq!((request.purpose, request.thinker), (Purpose::Hint, Thinker::Full));
    assert_eq!(request.asked_by, house.player(ann));
    house.answer("d3", 20);
    let told = house.all_told(ann);
    assert!(
        matches!(&told[..], [ServerMessage::Hint { ply: 0, mv, .. }] if mv.text == "d3"),
        "{told:?}"
    );
    // Who asks again has given up the first question.
    house.say(ann, json!({ "type": "hint" }));
    house.say(ann, json!({ "type": "hint" }));
    assert_eq!((house.asked.len(), house.cancelled.len()), (1, 1));
    house.hang_up(ann);
    assert_eq!((house.asked.len(), house.cancelled.len()), (0, 2));
    // There is no help in a game between two people.
    let (_, bob, _) = house.pair("loa");
    house.say(bob, json!({ "type": "hint" }));
    assert_eq!(house.refusal(bob), Some(Refusal::NoHelp));
    assert!(house.asked.is_empty());
}

#[test]
fn an_analysis_tells_whole_comparisons_until_it_is_stopped() {
    let mut house = House::new();
    let ann = house.guest();
    house.create(ann, "othello", [me(), me()]);
    house.play(ann, 0, "d3");
    house.all_told(ann);
    house.say(ann, json!({ "type": "analyse", "ply": 0, "lines": 2 }));
    let request = house.asked[0].1.clone();
    assert_eq!((request.purpose, request.game.len()), (Purpose::Analysis, 0));
    assert_eq!((request.limits.multi_pv, request.reports), (2, true));
    house.report(request.job, 4, 0, "d3", 30);
    assert_eq!(house.all_told(ann), [], "half a comparison is not shown");
    house.report(request.job, 4, 1, "c4", 10);
    let told = house.all_told(ann);
    let [ServerMessage::Analysis(analysis)] = &told[..] else {
        panic!("{told:?}")
    };
    let lines: Vec<&str> = analysis.lines.iter().map(|line| line.mv.text.as_str()).collect();
    assert_eq!((analysis.ply, analysis.depth, analysis.done), (0, 4, false));
    assert_eq!(lines, ["d3", "c4"]);
    assert!(analysis.lines[0].score.chance > analysis.lines[1].score.chance);
    // Another moment replaces this one, whose late reports nobody sees.
    house.say(ann, json!({ "type": "analyse", "ply": 1, "lines": 1 }));
    house.report(request.job, 5, 0, "d3", 30);
    assert_eq!(house.all_told(ann), []);
    house.answer("c3", 0);
    let told = house.all_told(ann);
    assert!(matches!(&told[..], [ServerMessage::Analysis(analysis)] if analysis.done && analysis.ply == 1));
    house.say(ann, json!({ "type": "analyse", "ply": 1, "lines": 1 }));
    house.say(ann, json!({ "type": "stop_analysis" }));
    assert!(house.asked.is_empty() && house.all_told(ann).is_empty());
    house.say(ann, json!({ "type": "analyse", "ply": 99, "lines": 1 }));
    assert!(house.asked.is_empty(), "there is no such moment");
}

#[test]
fn a_review_judges_one_moment_after_the_other_and_sums_up() {
    let mut house = House::new();
    let ann = house.guest();
    house.create(ann, "othello", [me(), me()]);
    house.play(ann, 0, "d3");
    house.play(ann, 1, "c3");
    house.all_told(ann);
    house.say(ann, json!({ "type": "review" }));
    for expected in [2, 1, 0] {
        assert_eq!(house.asked.len(), 1, "one moment at a time");
        assert_eq!(house.asked[0].1.game.len(), expected);
        house.answer_anything();
    }
    let told = house.all_told(ann);
    let plies: Vec<u32> = told
        .iter()
        .filter_map(|one| match one {
            ServerMessage::Reviewed(reviewed) => Some(reviewed.ply),
            _ => None,
        })
        .collect();
    assert_eq!(plies, [2, 1, 0]);
    assert!(
        matches!(told.last(), Some(ServerMessage::ReviewDone(summary)) if summary.story == Story::NoMistake),
        "{told:?}"
    );
    house.say(ann, json!({ "type": "review" }));
    house.say(ann, json!({ "type": "leave" }));
    assert!(house.asked.is_empty());
}

#[test]
fn what_is_exported_is_imported_again() {
    let mut house = House::new();
    let ann = house.guest();
    let view = house.create(ann, "loa", [me(), me()]);
    house.play(ann, 0, "b1-b3");
    house.all_told(ann);
    for format in ["parlor", "sgf"] {
        house.say(ann, json!({ "type": "export", "format": format }));
        let Some(ServerMessage::Exported { file, content, .. }) = house.told(ann) else {
            panic!("it was to be written as {format}")
        };
        assert!(file.starts_with(&format!("loa-{}", view.id)), "{file}");
        house.say(
            ann,
            json!({ "type": "import", "files": [{ "content": content, "binary": false }], "pick": null }),
        );
        let copy = house.view(ann);
        assert!(copy.id != view.id && length(&copy) == 1);
        house.say(ann, json!({ "type": "open", "game": view.id, "seat": null }));
        house.all_told(ann);
    }
    let logs: Vec<_> = house.stored.values().map(|stored| &stored.log).collect();
    let written = logs
        .into_iter()
        .map(|log| transfer::written(log).expect("it can be followed"));
    let content = written.collect::<Vec<_>>().join("\n");
    house.say(
        ann,
        json!({ "type": "import", "files": [{ "content": content, "binary": false }], "pick": null }),
    );
    let told = house.all_told(ann);
    assert!(
        matches!(&told[..], [ServerMessage::Choose { games }] if games.len() == 3),
        "{told:?}"
    );
    for bad in [
        json!({ "type": "export", "format": "papyrus" }),
        json!({ "type": "import", "files": [{ "content": content, "binary": false }], "pick": 77 }),
        json!({ "type": "import", "files": [{ "content": "gibberish", "binary": false }], "pick": null }),
        json!({ "type": "import", "files": [{ "content": "?", "binary": true }], "pick": null }),
    ] {
        house.say(ann, bad.clone());
        assert!(house.was_refused(ann), "{bad}");
    }
    house.say(ann, json!({ "type": "games", "search": "", "after": null }));
    let told = house.all_told(ann);
    assert!(matches!(&told[..], [ServerMessage::Games { games, next: None }] if games.len() == 3));
}

#[test]
fn a_board_is_checked_and_played_from() {
    let mut house = House::new();
    let ann = house.guest();
    let check = |board| json!({ "type": "check", "id": 7, "board": { "game": "ataxx", "agreements": [], "board": board } });
    house.say(ann, check(json!({ "kind": "start" })));
    let Some(ServerMessage::Checked(checked)) = house.told(ann) else {
        panic!("the start can be played")
    };
    let frame = checked.frame.expect("it has a board");
    house.say(
        ann,
        check(json!({ "kind": "squares", "cells": frame.cells, "turn": "white" })),
    );
    let Some(ServerMessage::Checked(checked)) = house.told(ann) else {
        panic!("so can the other side")
    };
    assert_eq!(checked.id, 7);
    let position = checked.frame.expect("it has a board").position;
    house.say(
        ann,
        json!({ "type": "create", "setup": { "game": "ataxx", "agreements": [], "position": position,
            "players": [me(), me()], "clock": null, "room": null } }),
    );
    assert_eq!(house.view(ann).start.turn, Side::White);
    house.say(ann, check(json!({ "kind": "text", "position": "nonsense" })));
    assert!(matches!(house.told(ann), Some(ServerMessage::Checked(checked)) if checked.problem.is_some()));
}

#[test]
fn names_and_sides_change_and_everybody_hears_of_it() {
    let mut house = House::new();
    let (ann, bob, _) = house.pair("othello");
    house.say(ann, json!({ "type": "rename", "name": "Ann\u{7}a" }));
    assert!(
        house
            .stored
            .values()
            .any(|saved| saved.last.searched[0] == "Anna")
    );
    house.all_told(bob);
    house.hang_up(ann);
    house.wait(Duration::from_secs(1));
    assert!(!house.view(bob).seats[0].present, "Anna is away");
    let eve = house.guest();
    let own = house.create(eve, "loa", [me(), friend()]);
    house.say(
        eve,
        json!({ "type": "switch", "side": "white", "player": computer(2) }),
    );
    assert_eq!(
        house.refusal(eve),
        Some(Refusal::CannotSwitch),
        "the seat is offered to somebody"
    );
    assert!(own.seats[1].free);
    let own = house.create(eve, "loa", [me(), me()]);
    house.say(
        eve,
        json!({ "type": "switch", "side": "black", "player": computer(2) }),
    );
    assert!(house.view(eve).thinking && house.asked[0].0 == own.id);
}

#[test]
fn a_terminal_program_takes_the_free_seat_and_hears_the_moves_once_they_are_stored() {
    let mut house = House::new();
    let ann = house.guest();
    house.say(
        ann,
        json!({ "type": "create", "setup": { "game": "loa", "agreements": [], "position": null,
            "players": [me(), friend()], "clock": null, "room": "Tea" } }),
    );
    let view = house.view(ann);
    assert_eq!(view.room.as_deref(), Some("Tea"));
    let id = view.id;
    house.tell_table(&id, TableEvent::TerminalJoined);
    assert!(
        matches!(
            &house.terminal[..],
            [
                TerminalAction::Seated {
                    color: Color::White,
                    ..
                },
                TerminalAction::Withdrawn
            ]
        ),
        "{:?}",
        house.terminal
    );
    house.tell_table(&id, TableEvent::TerminalJoined);
    assert_eq!(house.terminal.pop(), Some(TerminalAction::Taken));
    house.terminal.clear();
    house.is_slow = true;
    house.play(ann, 0, "b1-b3");
    assert_eq!(house.terminal, []);
    house.store();
    assert_eq!(house.terminal, [TerminalAction::Played("b1-b3".into())]);
    house.is_slow = false;
    house.tell_table(&id, TableEvent::TerminalPlayed { text: "a2-c2".into() });
    assert_eq!(length(&house.view(ann)), 2);
    house.tell_table(&id, TableEvent::TerminalLeft { resigned: false });
    let result = house.view(ann).result.expect("it is over");
    assert_eq!(
        (result.winner, result.ending),
        (Some(Side::Black), Ending::Forfeited)
    );
}

#[test]
fn nonsense_is_refused_and_requests_need_an_open_game() {
    let mut house = House::new();
    let ann = house.guest();
    for message in [
        json!(null),
        json!({ "type": "become_owner" }),
        json!({ "type": "play", "ply": -1, "text": "d3" }),
        json!({ "type": "undo" }),
        json!({ "type": "export", "format": "parlor" }),
        json!({ "type": "hint" }),
    ] {
        house.say(ann, message.clone());
        assert!(house.was_refused(ann), "{message}");
    }
    for message in [json!({ "type": "stop_analysis" }), json!({ "type": "leave" })] {
        house.say(ann, message);
        assert_eq!(house.all_told(ann), []);
    }
    house.say(ann, json!({ "type": "ping" }));
    assert_eq!(house.all_told(ann), [ServerMessage::Pong { handled: 0 }]);
    house.room_for_tables = 0;
    house.say(
        ann,
        json!({ "type": "create", "setup": { "game": "loa", "agreements": [], "position": null,
            "players": [me(), me()], "clock": null, "room": null } }),
    );
    assert!(house.was_refused(ann), "there is no place");
}

/// A game that is added reaches the page without a line of this crate being about it.
#[cfg(feature = "fourth-game")]
#[test]
fn the_game_of_the_tests_is_played_against_a_level_to_its_end() {
    let kind = "clobber".parse().expect("the feature brings it");
    let info = parlor_table::catalogue::game(kind).expect("it can begin");
    assert_eq!((info.shape.rows, info.shape.columns), (4, 4));
    assert_eq!(info.shape.row_names[0], "4", "rows are numbered from the bottom");
    assert_eq!((info.rules.len(), info.levels.len()), (1, 10));

    let mut house = House::new();
    let ann = house.guest();
    let mut view = house.create(ann, "clobber", [me(), computer(3)]);
    assert_eq!((view.game.as_str(), view.legal.len()), ("clobber", 24));
    house.play(ann, 0, "a1-a4");
    assert!(house.was_refused(ann), "a move must end beside its start");
    let mut n_moves = 0;
    while view.result.is_none() {
        if view.thinking {
            let (_, request) = house.asked.last().expect("the computer thinks");
            assert!(matches!(request.thinker, Thinker::Level { level, .. } if level.number() == 3));
            house.answer_anything();
            house.wait(Duration::from_millis(400));
        } else {
            let first = view.legal.first().expect("somebody who is not stuck has a move");
            house.play(ann, n_moves, &first.text.clone());
        }
        n_moves += 1;
        view = house.view(ann);
        assert_eq!(length(&view), n_moves as usize);
    }
    let result = view.result.expect("the game is over");
    // Whoever made the last move has won.
    let winner = if n_moves % 2 == 1 {
        Side::Black
    } else {
        Side::White
    };
    assert_eq!(result.winner, Some(winner));
    assert_eq!(result.ending, Ending::NoMove);
    assert_eq!(house.stored[&view.id].last.summary.moves, n_moves);
}

#[test]
fn a_failed_save_is_told_to_the_players_at_once_and_made_good_when_it_can_be() {
    let mut house = House::new();
    let (ann, bob, id) = house.pair("othello");
    house.play(ann, 0, "d3");
    house.broken = Some(StoreFailure::Full);
    house.play(bob, 1, "c3");
    house.play(ann, 2, "c4");
    for guest in [ann, bob] {
        let view = house.view(guest);
        assert_eq!(length(&view), 3, "play goes on");
        assert_eq!(view.unsaved, Some(StoreFailure::Full), "and everybody knows");
    }
    house.wait(Duration::from_secs(7));
    assert_eq!(house.stored[&id].last.summary.moves, 1);
    assert_eq!(house.view_now(ann).unsaved, Some(StoreFailure::Full));
    house.broken = None;
    house.wait(Duration::from_secs(3));
    assert_eq!(house.stored[&id].last.summary.moves, 3, "without anybody's doing");
    assert_eq!(
        house.stored[&id].log.events.len(),
        5,
        "a beginning, a guest, three moves"
    );
    for guest in [ann, bob] {
        assert_eq!(house.view(guest).unsaved, None);
    }
    house.forget(&id);
    house.say(ann, json!({ "type": "open", "game": id, "seat": null }));
    assert_eq!(length(&house.view(ann)), 3);
}

#[test]
fn a_game_that_could_not_be_saved_when_it_began_is_saved_later() {
    let mut house = House::new();
    let ann = house.guest();
    house.broken = Some(StoreFailure::Full);
    let id = house.create(ann, "loa", [me(), me()]).id;
    house.wait(Duration::ZERO);
    assert_eq!(house.view(ann).unsaved, Some(StoreFailure::Full));
    house.broken = None;
    house.wait(Duration::from_secs(3));
    assert_eq!(
        (house.stored[&id].log.events.len(), house.view(ann).unsaved),
        (1, None)
    );
}

#[test]
fn playing_from_a_moment_begins_another_game_and_leaves_this_one() {
    let mut house = House::new();
    let ann = house.guest();
    let moves = "f5d6c3d3c4f4f6f3e6e7";
    house.say(
        ann,
        json!({ "type": "import", "files": [{ "content": moves, "binary": false }], "pick": null }),
    );
    let whole = house.view(ann);
    assert!(
        length(&whole) == 10 && whole.may.play_from && !whole.may.undo,
        "looking destroys nothing"
    );
    house.say(ann, json!({ "type": "undo" }));
    assert_eq!(house.refusal(ann), Some(Refusal::NothingToTakeBack));
    house.say(ann, json!({ "type": "play_from", "ply": 4 }));
    let told = house.all_told(ann);
    let [ServerMessage::Joined { game }] = &told[..] else {
        panic!("another game was to begin: {told:?}")
    };
    house.say(ann, json!({ "type": "open", "game": game, "seat": null }));
    let mut view = house.view(ann);
    assert_eq!((length(&view), view.id == whole.id), (4, false));
    house.play(ann, 4, "c5");
    view = house.view(ann);
    assert_eq!(length(&view), 5);
    house.say(ann, json!({ "type": "open", "game": whole.id, "seat": null }));
    assert_eq!(length(&house.view(ann)), 10);
    house.say(ann, json!({ "type": "play_from", "ply": 11 }));
    assert_eq!(house.refusal(ann), Some(Refusal::Stale));
}

#[test]
fn a_deleted_game_stays_deleted_whoever_has_it_open() {
    let mut house = House::new();
    let ann = house.guest();
    let id = house.create(ann, "othello", [me(), me()]).id;
    house.say(ann, json!({ "type": "delete", "game": id }));
    let told = house.all_told(ann);
    assert!(
        matches!(
            &told[..],
            [ServerMessage::Notice {
                notice: Notice::Deleted
            }]
        ),
        "{told:?}"
    );
    house.play(ann, 0, "d3");
    assert_eq!(house.refusal(ann), Some(Refusal::Deleted));
    assert!(house.stored.is_empty());
    house.say(ann, json!({ "type": "export", "format": "parlor" }));
    assert!(
        matches!(house.told(ann), Some(ServerMessage::Exported { .. })),
        "it can still be saved"
    );
}
