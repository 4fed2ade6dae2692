//! Tests of what each client is shown: a crowd in few bytes, engines that fail, clocks that wait for them.

use std::time::Duration;

use crate::host::{Guest, TestHost, computer, friend, length, me};
use parlor_core::think::TimeLimit;
use parlor_games::Kind;
use parlor_table::TableEvent;
use parlor_table::wire::{Ending, Status};
use serde_json::json;

/// The maximum number of bytes that a move costs each spectator, and that of the last move with the result.
const MOST_BYTES: usize = 300;
const MOST_BYTES_AT_THE_END: usize = 400;
/// The messages do not depend on the number of spectators; the server's slow tests have a thousand.
const CROWD: usize = 12;

fn crowd(host: &mut TestHost, id: &str, n: usize) -> Vec<Guest> {
    let crowd: Vec<Guest> = (0..n).map(|_| host.guest()).collect();
    for guest in &crowd {
        host.say(*guest, json!({ "type": "open", "game": id, "seat": null }));
    }
    // Presence is sent once a second.
    host.wait(Duration::from_secs(2));
    crowd
}

#[test]
fn a_move_costs_each_spectator_at_most_300_bytes() {
    for kind in Kind::ALL {
        let mut host = TestHost::new();
        let (ann, bob) = (host.guest(), host.guest());
        host.say(
            ann,
            json!({ "type": "create", "setup": { "game": kind.name(), "agreements": [], "position": null,
                "players": [me(), friend()], "clock": { "seconds": 3600, "increment": 5 }, "room": null } }),
        );
        let view = host.view(ann);
        let secret = view.seats[1].invitation.clone();
        host.say(bob, json!({ "type": "open", "game": view.id, "seat": secret }));
        let crowd = crowd(&mut host, &view.id, CROWD);
        for guest in &crowd {
            host.bytes(*guest);
        }
        let (mut n_moves, mut longest, mut total) = (0, 0, 0);
        loop {
            host.wait(Duration::from_millis(1700));
            let view = host.view_now(ann);
            if view.result.is_some() || n_moves == 80 {
                break;
            }
            let mover = if view.legal.is_empty() { bob } else { ann };
            let legal = host.view_now(mover).legal;
            // Neither always the same corner nor always the longest capture.
            let mv = legal[(n_moves * 13 + 5) % legal.len()].text.clone();
            let before = length(&view);
            host.play(mover, before as u32, &mv);
            n_moves = length(&host.view_now(ann));
            let bytes = host.bytes(crowd[n_moves % CROWD]);
            let is_over = host.view_now(ann).result.is_some();
            assert!(
                !is_over || bytes <= MOST_BYTES_AT_THE_END,
                "{bytes} bytes at the end"
            );
            if !is_over {
                longest = longest.max(bytes / (n_moves - before).max(1));
            }
            total += bytes;
            for guest in &crowd {
                host.bytes(*guest);
            }
        }
        assert!(n_moves > 10, "{n_moves} moves of {}", kind.name());
        assert!(longest <= MOST_BYTES, "{longest} bytes in {}", kind.name());
        println!(
            "{}: {n_moves} moves, {} bytes a move, at most {longest}",
            kind.name(),
            total / n_moves
        );
        // The view assembled from changes equals the view that a newcomer gets.
        let newcomer = host.guest();
        host.say(newcomer, json!({ "type": "open", "game": view.id, "seat": null }));
        host.wait(Duration::from_secs(2));
        let (whole, merged) = (host.view_now(newcomer), host.view_now(crowd[7]));
        assert_eq!(whole.plies, merged.plies);
        assert_eq!((whole.status, whole.result), (merged.status, merged.result));
        assert_eq!(merged.spectators, CROWD as u32, "all the others");
    }
}

#[test]
fn a_joining_crowd_does_not_cost_each_client_a_view_per_newcomer() {
    let mut host = TestHost::new();
    let (ann, _, id) = host.pair("othello");
    host.wait(Duration::from_secs(5));
    host.bytes(ann);
    let first = crowd(&mut host, &id, 60);
    assert!(host.bytes(ann) < 300, "one count, and one more at the end");
    assert_eq!(host.view_now(ann).spectators, 60);
    let n_bytes: usize = first
        .iter()
        .skip(1)
        .map(|guest| host.bytes(*guest))
        .max()
        .unwrap();
    let whole = serde_json::to_string(&host.view_now(first[7])).unwrap().len();
    assert!(n_bytes < whole + 300, "{n_bytes} bytes for a view of {whole}");
    for guest in &first[..40] {
        host.disconnect(*guest);
    }
    host.wait(Duration::from_secs(2));
    assert_eq!(host.view_now(ann).spectators, 20);
    assert_eq!(host.view_now(first[45]).spectators, 19);
}

#[test]
fn a_spectator_who_takes_a_seat_gets_the_players_view() {
    let mut host = TestHost::new();
    let ann = host.guest();
    let view = host.create(ann, "loa", [me(), friend()]);
    let crowd = crowd(&mut host, &view.id, 3);
    let secret = view.seats[1].invitation.clone().unwrap();
    host.say(
        crowd[0],
        json!({ "type": "open", "game": view.id, "seat": secret }),
    );
    assert!(host.view(crowd[0]).seats[1].yours);
    assert!(!host.view(crowd[1]).seats[1].free);
    host.play(ann, 0, "b1-b3");
    host.play(crowd[0], 1, "a2-c2");
    host.say(crowd[0], json!({ "type": "undo" }));
    host.say(ann, json!({ "type": "answer", "accept": true }));
    for guest in [ann, crowd[0], crowd[1], crowd[2]] {
        let view = host.view_now(guest);
        assert_eq!(length(&view), 1);
        assert!(view.proposal.is_none());
    }
    assert_eq!(
        host.view_now(crowd[2]).status,
        Status::Watching {
            side: parlor_table::wire::Side::White
        }
    );
}

#[test]
fn an_absent_client_counts_as_gone_but_its_requests_continue() {
    let mut host = TestHost::new();
    let ann = host.guest();
    let id = host.create(ann, "othello", [me(), me()]).id;
    host.say(ann, json!({ "type": "hint" }));
    let connection = TestHost::connection(ann);
    host.tell_table(&id, TableEvent::Away { connection });
    assert!(host.cancelled.is_empty() && host.asked.len() == 1);
    let eve = host.guest();
    host.say(eve, json!({ "type": "open", "game": id, "seat": null }));
    host.wait(Duration::from_secs(2));
    assert!(!host.view_now(eve).seats[0].present);
    host.answer_anything();
    host.tell_table(&id, TableEvent::Back { connection });
    host.wait(Duration::from_secs(2));
    assert!(host.view_now(eve).seats[0].present);
    // A client that leaves for good needs nothing more.
    host.say(ann, json!({ "type": "hint" }));
    host.disconnect(ann);
    assert_eq!(host.cancelled.len(), 1);
}

#[test]
fn the_clock_of_the_computer_runs_only_while_it_thinks() {
    let mut host = TestHost::new();
    let ann = host.guest();
    host.say(
        ann,
        json!({ "type": "create", "setup": { "game": "othello", "agreements": [], "position": null,
            "players": [me(), computer(3)], "clock": { "seconds": 60, "increment": 2 }, "room": null } }),
    );
    let id = host.view(ann).id;
    host.play(ann, 0, "d3");
    assert_eq!(
        host.view(ann).clock.unwrap().running,
        None,
        "it waits for an engine"
    );
    // It waits for longer than its time, and has lost nothing.
    host.wait(Duration::from_secs(300));
    let request = host.asked.last().unwrap().1.clone();
    assert!(
        matches!(request.limits.time, TimeLimit::Clock { remaining, .. } if remaining == Duration::from_secs(60))
    );
    host.tell_table(&id, TableEvent::Started { job: request.job });
    assert!(host.view(ann).clock.unwrap().running.is_some());
    host.wait(Duration::from_secs(5));
    host.answer("c3", 0);
    let view = host.view(ann);
    assert_eq!(length(&view), 2);
    assert_eq!(view.clock.unwrap().left, [60_000, 57_000]);
    // A person's clock runs as usual; a computer that thinks for too long loses.
    host.wait(Duration::from_secs(10));
    host.play(ann, 2, "c4");
    assert_eq!(host.view(ann).clock.unwrap().left[0], 52_000);
    let job = host.asked.last().unwrap().1.job;
    host.tell_table(&id, TableEvent::Started { job });
    host.wait(Duration::from_secs(58));
    let result = host.view(ann).result.expect("its time is over");
    assert_eq!(result.ending, Ending::OutOfTime);
}

#[test]
fn an_engine_that_keeps_failing_does_not_block_the_game() {
    let mut host = TestHost::new();
    let ann = host.guest();
    let id = host.create(ann, "ataxx", [me(), computer(5)]).id;
    host.play(ann, 0, "a7-b6");
    for failure in 0..3 {
        let (_, request) = host.asked.pop().unwrap_or_else(|| panic!("attempt {failure}"));
        host.tell_table(
            &id,
            TableEvent::Thought {
                job: request.job,
                thought: None,
            },
        );
    }
    let view = host.view(ann);
    assert!(
        length(&view) == 2 && !view.legal.is_empty(),
        "some move was played"
    );
}

#[test]
fn a_table_recovers_with_all_its_watchers() {
    let mut host = TestHost::new();
    let (ann, bob, id) = host.pair("othello");
    let eve = host.guest();
    host.say(eve, json!({ "type": "open", "game": id, "seat": null }));
    host.play(ann, 0, "d3");
    host.recover(&id);
    for guest in [ann, bob, eve] {
        assert_eq!(length(&host.view(guest)), 1);
    }
    host.play(bob, 1, "c3");
    for guest in [ann, bob, eve] {
        assert_eq!(length(&host.view(guest)), 2);
    }
}
