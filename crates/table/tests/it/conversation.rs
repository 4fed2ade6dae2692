//! Tests of whole conversations between pages and tables, without a socket, a thread or a clock.

use std::time::Duration;

use crate::host::{TestHost, computer, friend, length, me};
use parlor_core::Color;
use parlor_core::think::TimeLimit;
use parlor_table::wire::{Ending, Notice, ProposalKind, Refusal, ServerMessage, Side, StoreFailure, Story};
use parlor_table::{Purpose, TableEvent, TerminalAction, Thinker, transfer};
use serde_json::json;

#[test]
fn nobody_sees_a_move_before_it_is_stored() {
    let mut host = TestHost::new();
    let (ann, bob, id) = host.pair("othello");
    let eve = host.guest();
    host.say(eve, json!({ "type": "open", "game": id, "seat": null }));
    for guest in [ann, bob, eve] {
        host.all_received(guest);
    }
    host.is_slow = true;
    host.play(ann, 0, "d3");
    for guest in [ann, bob, eve] {
        assert_eq!(host.all_received(guest), [], "nothing is stored yet");
    }
    // Requests made meanwhile wait their turn.
    host.play(bob, 1, "c3");
    assert_eq!(host.stored[&id].last.summary.moves, 0);
    host.store();
    assert_eq!(host.stored[&id].last.summary.moves, 1);
    for guest in [ann, bob, eve] {
        assert_eq!(
            length(&host.view(guest)),
            1,
            "the first move is stored, the second is not"
        );
    }
    host.store();
    for guest in [ann, bob, eve] {
        assert_eq!(length(&host.view(guest)), 2);
    }
}

#[test]
fn a_dropped_game_is_loaded_from_the_store_with_its_seats() {
    let mut host = TestHost::new();
    let (ann, bob, id) = host.pair("loa");
    host.play(ann, 0, "b1-b3");
    host.disconnect(bob);
    host.forget(&id);
    host.play(ann, 1, "a2-c2");
    assert_eq!(host.refusal(ann), Some(Refusal::Unreachable));
    let player = host.player(bob);
    let bob = host.guest_again(player);
    host.say(bob, json!({ "type": "open", "game": id, "seat": null }));
    let view = host.view(bob);
    assert!(view.seats[1].yours && !view.seats[0].present);
    assert_eq!(length(&view), 1);
    host.play(bob, 1, "a2-c2");
    assert_eq!(length(&host.view(bob)), 2);
    host.say(bob, json!({ "type": "open", "game": "nothing", "seat": null }));
    assert!(host.was_refused(bob));
}

#[test]
fn the_computer_thinks_while_there_are_watchers_and_keeps_its_pace() {
    let mut host = TestHost::new();
    let ann = host.guest();
    let view = host.create(ann, "othello", [me(), computer(3)]);
    assert!(host.asked.is_empty(), "it is not the computer's turn");
    host.play(ann, 0, "d3");
    assert!(host.view(ann).thinking);
    let (_, request) = &host.asked[0];
    assert_eq!((request.purpose, request.game.len()), (Purpose::Move, 1));
    assert!(matches!(request.thinker, Thinker::Level { level, .. } if level.number() == 3));
    let job = request.job;
    host.say(ann, json!({ "type": "move_now" }));
    assert_eq!(host.hurried, [job]);
    host.answer("c3", 0);
    assert_eq!(host.all_received(ann), [], "it is too soon to be followed");
    host.wait(Duration::from_millis(300));
    assert_eq!(host.all_received(ann), []);
    host.wait(Duration::from_millis(100));
    let view_after = host.view(ann);
    assert_eq!((length(&view_after), view_after.thinking), (2, false));
    // No search runs without watchers, and a player who comes back finds the computer thinking again.
    host.play(ann, 2, "c4");
    host.disconnect(ann);
    assert_eq!(host.cancelled.len(), 1);
    let player = host.player(ann);
    let ann = host.guest_again(player);
    host.say(ann, json!({ "type": "open", "game": view.id, "seat": null }));
    assert!(host.view(ann).thinking && host.asked.len() == 1);
}

#[test]
fn a_takeback_cancels_the_search() {
    let mut host = TestHost::new();
    let ann = host.guest();
    host.create(ann, "ataxx", [me(), computer(5)]);
    host.play(ann, 0, "a7-b6");
    let job = host.asked[0].1.job;
    host.say(ann, json!({ "type": "undo" }));
    assert_eq!(host.cancelled, [job]);
    let view = host.view(ann);
    assert!(length(&view) == 0 && view.may.redo && !view.thinking);
    // A search that has already found its move plays nothing.
    host.tell_table(&view.id, TableEvent::Thought { job, thought: None });
    assert_eq!(host.all_received(ann), []);
    host.say(ann, json!({ "type": "redo" }));
    assert_eq!(length(&host.view(ann)), 1);
}

#[test]
fn a_takeback_is_proposed_declined_and_accepted() {
    let mut host = TestHost::new();
    let (ann, bob, _) = host.pair("othello");
    host.play(ann, 0, "d3");
    host.say(ann, json!({ "type": "undo" }));
    assert!(host.view(bob).proposal.is_some_and(|proposal| proposal.for_you));
    host.all_received(ann);
    host.say(bob, json!({ "type": "answer", "accept": false }));
    let messages = host.all_received(ann);
    let declined = ServerMessage::Notice {
        notice: Notice::Declined {
            kind: ProposalKind::Takeback,
        },
    };
    assert!(messages.contains(&declined), "{messages:?}");
    host.say(ann, json!({ "type": "undo" }));
    host.say(ann, json!({ "type": "answer", "accept": true }));
    assert_eq!(
        host.refusal(ann),
        Some(Refusal::NotYours),
        "nobody answers for the other"
    );
    host.say(bob, json!({ "type": "answer", "accept": true }));
    assert_eq!((length(&host.view(ann)), length(&host.view(bob))), (0, 0));
}

#[test]
fn a_rematch_exchanges_sides_if_the_host_has_room_for_it() {
    let mut host = TestHost::new();
    let (ann, bob, _) = host.pair("ataxx");
    host.say(ann, json!({ "type": "resign" }));
    let result = host.view(bob).result.expect("the game is over");
    assert_eq!(result.winner, Some(Side::White));
    host.say(bob, json!({ "type": "rematch" }));
    host.room_for_tables = 1;
    host.say(ann, json!({ "type": "answer", "accept": true }));
    assert_eq!(host.refusal(ann), Some(Refusal::ServerFull));
    host.room_for_tables = 2;
    host.say(bob, json!({ "type": "rematch" }));
    host.say(ann, json!({ "type": "answer", "accept": true }));
    let next = host.view(bob).next.expect("there is a next game");
    host.say(bob, json!({ "type": "open", "game": next, "seat": null }));
    assert!(host.view(bob).seats[0].yours);
}

#[test]
fn a_clock_that_runs_out_ends_the_game() {
    let mut host = TestHost::new();
    let ann = host.guest();
    host.say(
        ann,
        json!({ "type": "create", "setup": { "game": "othello", "agreements": [], "position": null,
            "players": [me(), computer(10)], "clock": { "seconds": 60, "increment": 2 }, "room": null } }),
    );
    host.all_received(ann);
    host.wait(Duration::from_secs(600));
    host.play(ann, 0, "d3");
    let time = host.asked[0].1.limits.time;
    assert!(matches!(time, TimeLimit::Clock { remaining, .. } if remaining == Duration::from_secs(60)));
    let (id, job) = (host.asked[0].0.clone(), host.asked[0].1.job);
    host.tell_table(&id, TableEvent::Started { job });
    host.wait(Duration::from_secs(1));
    host.answer("c3", 0);
    let view = host.view(ann);
    assert_eq!(view.clock.map(|clock| clock.left), Some([60_000, 61_000]));
    host.wait(Duration::from_secs(59));
    assert_eq!(host.all_received(ann), []);
    host.wait(Duration::from_secs(1));
    let result = host.view(ann).result.expect("the time is over");
    assert_eq!(
        (result.winner, result.ending),
        (Some(Side::White), Ending::OutOfTime)
    );
    host.play(ann, 2, "c4");
    assert!(host.was_refused(ann));
}

#[test]
fn a_hint_goes_to_its_client_and_is_cancelled_with_the_connection() {
    let mut host = TestHost::new();
    let ann = host.guest();
    host.create(ann, "othello", [me(), computer(1)]);
    host.say(ann, json!({ "type": "hint" }));
    let request = host.asked[0].1.clone();
    assert_eq!((request.purpose, request.thinker), (Purpose::Hint, Thinker::Full));
    assert_eq!(request.asked_by, host.player(ann));
    host.answer("d3", 20);
    let messages = host.all_received(ann);
    assert!(
        matches!(&messages[..], [ServerMessage::Hint { ply: 0, mv, .. }] if mv.text == "d3"),
        "{messages:?}"
    );
    // A second request replaces the first.
    host.say(ann, json!({ "type": "hint" }));
    host.say(ann, json!({ "type": "hint" }));
    assert_eq!((host.asked.len(), host.cancelled.len()), (1, 1));
    host.disconnect(ann);
    assert_eq!((host.asked.len(), host.cancelled.len()), (0, 2));
    // There is no help in a game between two people.
    let (_, bob, _) = host.pair("loa");
    host.say(bob, json!({ "type": "hint" }));
    assert_eq!(host.refusal(bob), Some(Refusal::NoHelp));
    assert!(host.asked.is_empty());
}

#[test]
fn an_analysis_reports_whole_comparisons_until_it_is_stopped() {
    let mut host = TestHost::new();
    let ann = host.guest();
    host.create(ann, "othello", [me(), me()]);
    host.play(ann, 0, "d3");
    host.all_received(ann);
    host.say(ann, json!({ "type": "analyse", "at": { "ply": 0 }, "lines": 2 }));
    let request = host.asked[0].1.clone();
    assert_eq!((request.purpose, request.game.len()), (Purpose::Analysis, 0));
    assert_eq!((request.limits.multi_pv, request.reports), (2, true));
    host.report(request.job, 4, 0, "d3", 30);
    assert_eq!(host.all_received(ann), [], "half a comparison is not shown");
    host.report(request.job, 4, 1, "c4", 10);
    let messages = host.all_received(ann);
    let [ServerMessage::Analysis(analysis)] = &messages[..] else {
        panic!("{messages:?}")
    };
    let lines: Vec<&str> = analysis.lines.iter().map(|line| line.mv.text.as_str()).collect();
    assert_eq!((analysis.at.ply, analysis.depth, analysis.done), (0, 4, false));
    assert_eq!(lines, ["d3", "c4"]);
    assert!(analysis.lines[0].score.chance > analysis.lines[1].score.chance);
    // Another moment replaces this one, whose late reports are dropped.
    host.say(ann, json!({ "type": "analyse", "at": { "ply": 1 }, "lines": 1 }));
    host.report(request.job, 5, 0, "d3", 30);
    assert_eq!(host.all_received(ann), []);
    host.answer("c3", 0);
    let messages = host.all_received(ann);
    assert!(
        matches!(&messages[..], [ServerMessage::Analysis(analysis)] if analysis.done && analysis.at.ply == 1)
    );
    host.say(ann, json!({ "type": "analyse", "at": { "ply": 1 }, "lines": 1 }));
    host.say(ann, json!({ "type": "stop_analysis" }));
    assert!(host.asked.is_empty() && host.all_received(ann).is_empty());
    host.say(ann, json!({ "type": "analyse", "at": { "ply": 99 }, "lines": 1 }));
    assert!(host.asked.is_empty(), "there is no such moment");
}

#[test]
fn a_review_judges_each_moment_and_ends_with_a_summary() {
    let mut host = TestHost::new();
    let ann = host.guest();
    host.create(ann, "othello", [me(), me()]);
    host.play(ann, 0, "d3");
    host.play(ann, 1, "c3");
    host.all_received(ann);
    host.say(ann, json!({ "type": "review" }));
    for expected in [2, 1, 0] {
        assert_eq!(host.asked.len(), 1, "one moment at a time");
        assert_eq!(host.asked[0].1.game.len(), expected);
        host.answer_anything();
    }
    let messages = host.all_received(ann);
    let plies: Vec<u32> = messages
        .iter()
        .filter_map(|one| match one {
            ServerMessage::Reviewed(reviewed) => Some(reviewed.ply),
            _ => None,
        })
        .collect();
    assert_eq!(plies, [2, 1, 0]);
    assert!(
        matches!(messages.last(), Some(ServerMessage::ReviewDone(summary)) if summary.story == Story::NoMistake),
        "{messages:?}"
    );
    host.say(ann, json!({ "type": "review" }));
    host.say(ann, json!({ "type": "leave" }));
    assert!(host.asked.is_empty());
}

#[test]
fn a_move_that_was_not_played_is_judged_with_its_refutation() {
    let mut host = TestHost::new();
    let ann = host.guest();
    host.create(ann, "othello", [me(), me()]);
    host.play(ann, 0, "d3");
    host.play(ann, 1, "c3");
    host.all_received(ann);
    host.say(ann, json!({ "type": "judge", "ply": 1, "text": "e3" }));
    // First the position after the move, then the one before it.
    assert_eq!(host.asked[0].1.game.len(), 2);
    host.answer("f4", 900);
    assert_eq!(host.asked[0].1.game.len(), 1);
    host.answer("c5", 100);
    let messages = host.all_received(ann);
    let [ServerMessage::Judged(judged)] = &messages[..] else {
        panic!("{messages:?}")
    };
    assert_eq!((judged.ply, judged.text.as_str()), (1, "e3"));
    assert!(judged.verdict.is_some() && !judged.is_best && judged.lost > 0.2);
    assert_eq!(judged.line, ["e3", "f4"]);
    // An illegal move is refused, and another question replaces the first.
    host.say(ann, json!({ "type": "judge", "ply": 1, "text": "a1" }));
    assert!(host.was_refused(ann) && host.asked.is_empty());
    host.say(ann, json!({ "type": "judge", "ply": 0, "text": "c4" }));
    host.say(ann, json!({ "type": "judge", "ply": 1, "text": "c5" }));
    assert_eq!(host.asked.len(), 1);
}

#[test]
fn an_exported_game_can_be_imported() {
    let mut host = TestHost::new();
    let ann = host.guest();
    let view = host.create(ann, "loa", [me(), me()]);
    host.play(ann, 0, "b1-b3");
    host.all_received(ann);
    for format in ["parlor", "sgf"] {
        host.say(ann, json!({ "type": "export", "format": format }));
        let Some(ServerMessage::Exported { file, content, .. }) = host.received(ann) else {
            panic!("it was to be written as {format}")
        };
        assert!(file.starts_with(&format!("loa-{}", view.id)), "{file}");
        host.say(
            ann,
            json!({ "type": "import", "files": [{ "content": content, "binary": false }], "pick": null }),
        );
        let copy = host.view(ann);
        assert!(copy.id != view.id && length(&copy) == 1);
        host.say(ann, json!({ "type": "open", "game": view.id, "seat": null }));
        host.all_received(ann);
    }
    let logs: Vec<_> = host.stored.values().map(|stored| &stored.log).collect();
    let written = logs
        .into_iter()
        .map(|log| transfer::written(log).expect("it can be followed"));
    let content = written.collect::<Vec<_>>().join("\n");
    host.say(
        ann,
        json!({ "type": "import", "files": [{ "content": content, "binary": false }], "pick": null }),
    );
    let messages = host.all_received(ann);
    assert!(
        matches!(&messages[..], [ServerMessage::Choose { games }] if games.len() == 3),
        "{messages:?}"
    );
    for bad in [
        json!({ "type": "export", "format": "papyrus" }),
        json!({ "type": "import", "files": [{ "content": content, "binary": false }], "pick": 77 }),
        json!({ "type": "import", "files": [{ "content": "gibberish", "binary": false }], "pick": null }),
        json!({ "type": "import", "files": [{ "content": "?", "binary": true }], "pick": null }),
    ] {
        host.say(ann, bad.clone());
        assert!(host.was_refused(ann), "{bad}");
    }
    host.say(ann, json!({ "type": "games", "search": "", "after": null }));
    let messages = host.all_received(ann);
    assert!(matches!(&messages[..], [ServerMessage::Games { games, next: None }] if games.len() == 3));
}

#[test]
fn a_board_is_checked_and_played_from() {
    let mut host = TestHost::new();
    let ann = host.guest();
    let check = |board| json!({ "type": "check", "id": 7, "board": { "game": "ataxx", "agreements": [], "board": board } });
    host.say(ann, check(json!({ "kind": "start" })));
    let Some(ServerMessage::Checked(checked)) = host.received(ann) else {
        panic!("the start can be played")
    };
    let frame = checked.frame.expect("it has a board");
    host.say(
        ann,
        check(json!({ "kind": "squares", "cells": frame.cells, "turn": "white" })),
    );
    let Some(ServerMessage::Checked(checked)) = host.received(ann) else {
        panic!("so can the other side")
    };
    assert_eq!(checked.id, 7);
    let position = checked.frame.expect("it has a board").position;
    host.say(
        ann,
        json!({ "type": "create", "setup": { "game": "ataxx", "agreements": [], "position": position,
            "players": [me(), me()], "clock": null, "room": null } }),
    );
    assert_eq!(host.view(ann).start.turn, Side::White);
    host.say(ann, check(json!({ "kind": "text", "position": "nonsense" })));
    assert!(matches!(host.received(ann), Some(ServerMessage::Checked(checked)) if checked.problem.is_some()));
}

#[test]
fn all_clients_are_told_when_names_and_sides_change() {
    let mut host = TestHost::new();
    let (ann, bob, _) = host.pair("othello");
    host.say(ann, json!({ "type": "rename", "name": "Ann\u{7}a" }));
    assert!(host.stored.values().any(|saved| saved.last.searched[0] == "Anna"));
    host.all_received(bob);
    host.disconnect(ann);
    host.wait(Duration::from_secs(1));
    assert!(!host.view(bob).seats[0].present, "Anna is away");
    let eve = host.guest();
    let own = host.create(eve, "loa", [me(), friend()]);
    host.say(
        eve,
        json!({ "type": "switch", "side": "white", "player": computer(2) }),
    );
    assert_eq!(
        host.refusal(eve),
        Some(Refusal::CannotSwitch),
        "the seat is offered to somebody"
    );
    assert!(own.seats[1].free);
    let own = host.create(eve, "loa", [me(), me()]);
    host.say(
        eve,
        json!({ "type": "switch", "side": "black", "player": computer(2) }),
    );
    assert!(host.view(eve).thinking && host.asked[0].0 == own.id);
}

#[test]
fn a_terminal_program_takes_the_free_seat_and_receives_stored_moves() {
    let mut host = TestHost::new();
    let ann = host.guest();
    host.say(
        ann,
        json!({ "type": "create", "setup": { "game": "loa", "agreements": [], "position": null,
            "players": [me(), friend()], "clock": null, "room": "Tea" } }),
    );
    let view = host.view(ann);
    assert_eq!(view.room.as_deref(), Some("Tea"));
    let id = view.id;
    host.tell_table(&id, TableEvent::TerminalJoined);
    assert!(
        matches!(
            &host.terminal[..],
            [
                TerminalAction::Seated {
                    color: Color::White,
                    ..
                },
                TerminalAction::Withdrawn
            ]
        ),
        "{:?}",
        host.terminal
    );
    host.tell_table(&id, TableEvent::TerminalJoined);
    assert_eq!(host.terminal.pop(), Some(TerminalAction::Taken));
    host.terminal.clear();
    host.is_slow = true;
    host.play(ann, 0, "b1-b3");
    assert_eq!(host.terminal, []);
    host.store();
    assert_eq!(host.terminal, [TerminalAction::Played("b1-b3".into())]);
    host.is_slow = false;
    host.tell_table(&id, TableEvent::TerminalPlayed { text: "a2-c2".into() });
    assert_eq!(length(&host.view(ann)), 2);
    host.tell_table(&id, TableEvent::TerminalLeft { resigned: false });
    let result = host.view(ann).result.expect("it is over");
    assert_eq!(
        (result.winner, result.ending),
        (Some(Side::Black), Ending::Forfeited)
    );
}

#[test]
fn malformed_messages_and_requests_without_a_game_are_refused() {
    let mut host = TestHost::new();
    let ann = host.guest();
    for message in [
        json!(null),
        json!({ "type": "become_owner" }),
        json!({ "type": "play", "ply": -1, "text": "d3" }),
        json!({ "type": "undo" }),
        json!({ "type": "export", "format": "parlor" }),
        json!({ "type": "hint" }),
    ] {
        host.say(ann, message.clone());
        assert!(host.was_refused(ann), "{message}");
    }
    for message in [json!({ "type": "stop_analysis" }), json!({ "type": "leave" })] {
        host.say(ann, message);
        assert_eq!(host.all_received(ann), []);
    }
    host.say(ann, json!({ "type": "ping" }));
    assert_eq!(host.all_received(ann), [ServerMessage::Pong { handled: 0 }]);
    host.room_for_tables = 0;
    host.say(
        ann,
        json!({ "type": "create", "setup": { "game": "loa", "agreements": [], "position": null,
            "players": [me(), me()], "clock": null, "room": null } }),
    );
    assert!(host.was_refused(ann), "there is no place");
}

/// A new game reaches the page without any code for it in this crate.
#[cfg(feature = "fourth-game")]
#[test]
fn the_test_game_is_played_against_a_level_to_its_end() {
    let kind = "clobber".parse().expect("the feature brings it");
    let info = parlor_table::catalogue::game(kind).expect("it can begin");
    assert_eq!((info.shape.rows, info.shape.columns), (4, 4));
    assert_eq!(info.shape.row_names[0], "4", "rows are numbered from the bottom");
    assert_eq!((info.rules.len(), info.levels.len()), (1, 10));

    let mut host = TestHost::new();
    let ann = host.guest();
    let mut view = host.create(ann, "clobber", [me(), computer(3)]);
    assert_eq!((view.game.as_str(), view.legal.len()), ("clobber", 24));
    host.play(ann, 0, "a1-a4");
    assert!(host.was_refused(ann), "a move must end beside its start");
    let mut n_moves = 0;
    while view.result.is_none() {
        if view.thinking {
            let (_, request) = host.asked.last().expect("the computer thinks");
            assert!(matches!(request.thinker, Thinker::Level { level, .. } if level.number() == 3));
            host.answer_anything();
            host.wait(Duration::from_millis(400));
        } else {
            let first = view.legal.first().expect("somebody who is not stuck has a move");
            host.play(ann, n_moves, &first.text.clone());
        }
        n_moves += 1;
        view = host.view(ann);
        assert_eq!(length(&view), n_moves as usize);
    }
    let result = view.result.expect("the game is over");
    // The side that made the last move has won.
    let winner = if n_moves % 2 == 1 {
        Side::Black
    } else {
        Side::White
    };
    assert_eq!(result.winner, Some(winner));
    assert_eq!(result.ending, Ending::NoMove);
    assert_eq!(host.stored[&view.id].last.summary.moves, n_moves);
}

#[test]
fn a_failed_save_is_reported_to_the_players_at_once_and_retried_until_it_works() {
    let mut host = TestHost::new();
    let (ann, bob, id) = host.pair("othello");
    host.play(ann, 0, "d3");
    host.broken = Some(StoreFailure::Full);
    host.play(bob, 1, "c3");
    host.play(ann, 2, "c4");
    for guest in [ann, bob] {
        let view = host.view(guest);
        assert_eq!(length(&view), 3, "play goes on");
        assert_eq!(view.unsaved, Some(StoreFailure::Full), "and everybody knows");
    }
    host.wait(Duration::from_secs(7));
    assert_eq!(host.stored[&id].last.summary.moves, 1);
    assert_eq!(host.view_now(ann).unsaved, Some(StoreFailure::Full));
    host.broken = None;
    host.wait(Duration::from_secs(3));
    assert_eq!(host.stored[&id].last.summary.moves, 3, "without anybody's doing");
    assert_eq!(
        host.stored[&id].log.events.len(),
        5,
        "a beginning, a guest, three moves"
    );
    for guest in [ann, bob] {
        assert_eq!(host.view(guest).unsaved, None);
    }
    host.forget(&id);
    host.say(ann, json!({ "type": "open", "game": id, "seat": null }));
    assert_eq!(length(&host.view(ann)), 3);
}

#[test]
fn a_game_that_could_not_be_saved_when_it_began_is_saved_later() {
    let mut host = TestHost::new();
    let ann = host.guest();
    host.broken = Some(StoreFailure::Full);
    let id = host.create(ann, "loa", [me(), me()]).id;
    host.wait(Duration::ZERO);
    assert_eq!(host.view(ann).unsaved, Some(StoreFailure::Full));
    host.broken = None;
    host.wait(Duration::from_secs(3));
    assert_eq!(
        (host.stored[&id].log.events.len(), host.view(ann).unsaved),
        (1, None)
    );
}

#[test]
fn playing_from_a_moment_begins_another_game_and_leaves_this_one() {
    let mut host = TestHost::new();
    let ann = host.guest();
    let moves = "f5d6c3d3c4f4f6f3e6e7";
    host.say(
        ann,
        json!({ "type": "import", "files": [{ "content": moves, "binary": false }], "pick": null }),
    );
    let whole = host.view(ann);
    assert!(
        length(&whole) == 10 && whole.may.play_from && !whole.may.undo,
        "looking destroys nothing"
    );
    host.say(ann, json!({ "type": "undo" }));
    assert_eq!(host.refusal(ann), Some(Refusal::NothingToTakeBack));
    host.say(ann, json!({ "type": "play_from", "at": { "ply": 4 } }));
    let messages = host.all_received(ann);
    let [ServerMessage::Joined { game }] = &messages[..] else {
        panic!("another game was to begin: {messages:?}")
    };
    host.say(ann, json!({ "type": "open", "game": game, "seat": null }));
    let mut view = host.view(ann);
    assert_eq!((length(&view), view.id == whole.id), (4, false));
    host.play(ann, 4, "c5");
    view = host.view(ann);
    assert_eq!(length(&view), 5);
    host.say(ann, json!({ "type": "open", "game": whole.id, "seat": null }));
    assert_eq!(length(&host.view(ann)), 10);
    host.say(ann, json!({ "type": "play_from", "at": { "ply": 11 } }));
    assert_eq!(host.refusal(ann), Some(Refusal::Stale));
}

#[test]
fn a_deleted_game_stays_deleted_even_while_others_have_it_open() {
    let mut host = TestHost::new();
    let ann = host.guest();
    let id = host.create(ann, "othello", [me(), me()]).id;
    host.say(ann, json!({ "type": "delete", "game": id }));
    let messages = host.all_received(ann);
    assert!(
        matches!(
            &messages[..],
            [ServerMessage::Notice {
                notice: Notice::Deleted
            }]
        ),
        "{messages:?}"
    );
    host.play(ann, 0, "d3");
    assert_eq!(host.refusal(ann), Some(Refusal::Deleted));
    assert!(host.stored.is_empty());
    host.say(ann, json!({ "type": "export", "format": "parlor" }));
    assert!(
        matches!(host.received(ann), Some(ServerMessage::Exported { .. })),
        "it can still be saved"
    );
}
