//! Tests of the variations of games: what each client is shown, and that they never change the moves that were
//! played.

use std::collections::BTreeMap;
use std::time::Duration;

use crate::host::{Guest, TestHost, length, me};
use parlor_core::think::Report;
use parlor_games::{AnyGame, Cell, Kind, Spec};
use parlor_table::wire::{Looked, ServerMessage, StudyChange, StudyNode};
use serde_json::{Value, json};

/// Imports a game of some moves.
fn imported(host: &mut TestHost, guest: Guest, kind: Kind, n_moves: usize) {
    let mut game = AnyGame::new(&Spec::default_for(kind)).unwrap();
    for index in 0..n_moves {
        let legal = game.legal_moves();
        game.play(&legal[index * 7 % legal.len()].text).unwrap();
    }
    let moves: Vec<String> = game.history().into_iter().map(|mv| mv.text).collect();
    let text = format!("[Game \"{}\"]\n\n{}\n", kind.name(), moves.join(" "));
    host.say(
        guest,
        json!({ "type": "import", "files": [{ "content": text, "binary": false }], "pick": null }),
    );
}

fn look(host: &mut TestHost, guest: Guest, at: &Value) -> Looked {
    host.all_received(guest);
    host.say(guest, json!({ "type": "look", "at": at }));
    match host.received(guest) {
        Some(ServerMessage::Looked(looked)) => *looked,
        other => panic!("{other:?}"),
    }
}

/// The variations as a page knows them.
#[derive(Default)]
struct Known(BTreeMap<u32, StudyNode>);

impl Known {
    fn receive(&mut self, host: &mut TestHost, guest: Guest) -> Option<StudyChange> {
        let mut last = None;
        for message in host.all_received(guest) {
            if let ServerMessage::Study(change) = message {
                if change.whole {
                    self.0.clear();
                }
                for id in &change.gone {
                    assert!(self.0.remove(id).is_some(), "{id} was known");
                }
                for node in &change.nodes {
                    if let Some(branch) = &node.branch {
                        assert!(self.0.contains_key(&branch.parent), "parents come first");
                    }
                    self.0.insert(node.id, node.clone());
                }
                last = Some(*change);
            }
        }
        last
    }

    fn moves(&self) -> Vec<&str> {
        let branches = self.0.values().filter_map(|node| node.branch.as_ref());
        branches.map(|branch| branch.mv.text.as_str()).collect()
    }
}

#[test]
fn a_move_at_any_point_of_an_imported_game_is_a_variation_in_every_game() {
    for kind in Kind::ALL {
        let mut host = TestHost::new();
        let ann = host.guest();
        imported(&mut host, ann, kind, 8);
        let before = host.view(ann);
        assert!(before.may.edit && before.may.study, "{kind:?}");
        let mut known = Known::default();
        for ply in [0, 4, 8] {
            let at = json!({ "ply": ply });
            let looked = look(&mut host, ann, &at);
            let played = before.plies.get(ply).map(|ply| ply.mv.text.clone());
            let mv = looked
                .legal
                .iter()
                .map(|mv| &mv.text)
                .find(|text| Some(*text) != played.as_ref());
            let mv = mv.unwrap().clone();
            host.say(ann, json!({ "type": "branch", "at": at, "moves": [mv] }));
            known.receive(&mut host, ann).unwrap();
            assert!(known.moves().contains(&mv.as_str()));
        }
        assert_eq!(known.moves().len(), 3);
        // A line continues from a variation.
        let (id, ply) = known
            .0
            .values()
            .find(|node| node.branch.is_some())
            .map(|node| (node.id, node.ply))
            .unwrap();
        let looked = look(&mut host, ann, &json!({ "ply": ply, "node": id }));
        host.say(
            ann,
            json!({ "type": "branch", "at": { "ply": ply, "node": id }, "moves": [looked.legal[0].text] }),
        );
        known.receive(&mut host, ann).unwrap();
        assert!(known.moves().len() >= 4);
        let after = host.view_now(ann);
        assert_eq!(
            (&after.plies, &after.start),
            (&before.plies, &before.start),
            "{kind:?}"
        );
        // Everything is still there after the table was dropped, and for a person who joins later.
        host.disconnect(ann);
        host.forget(&before.id);
        let bob = host.guest();
        host.say(bob, json!({ "type": "open", "game": before.id, "seat": null }));
        let mut later = Known::default();
        assert!(later.receive(&mut host, bob).unwrap().whole);
        assert_eq!(later.0, known.0, "{kind:?}");
        host.say(
            bob,
            json!({ "type": "branch", "at": { "ply": 0 }, "moves": ["d3"] }),
        );
        assert!(host.was_refused(bob), "it is somebody else's game");
        assert_eq!(length(&host.view_now(bob)), 8);
    }
}

#[test]
fn annotations_are_shown_to_everybody_undone_and_redone() {
    let mut host = TestHost::new();
    let ann = host.guest();
    imported(&mut host, ann, Kind::Othello, 6);
    let id = host.view(ann).id;
    let bob = host.guest();
    host.say(bob, json!({ "type": "open", "game": id, "seat": null }));
    host.wait(Duration::from_secs(2));
    let (mut known, mut seen) = (Known::default(), Known::default());
    for edit in [
        json!({ "kind": "comment", "at": { "ply": 2 }, "text": " the usual move " }),
        json!({ "kind": "annotate", "at": { "ply": 2 }, "glyphs": [1] }),
        json!({ "kind": "draw", "at": { "ply": 2 }, "marks": [{ "from": 3, "to": 12, "brush": "green" }] }),
    ] {
        host.say(ann, json!({ "type": "annotate", "edit": edit }));
        known.receive(&mut host, ann);
        seen.receive(&mut host, bob);
    }
    let whole = known.0.clone();
    let note = whole.values().next().unwrap();
    assert_eq!(
        (
            note.ply,
            note.comment.as_str(),
            &note.glyphs[..],
            note.marks.len()
        ),
        (2, "the usual move", &[1][..], 1)
    );
    for _ in 0..3 {
        host.say(ann, json!({ "type": "undo_edit" }));
        known.receive(&mut host, ann);
    }
    assert!(known.0.is_empty());
    for n_left in (0..3).rev() {
        host.say(ann, json!({ "type": "redo_edit" }));
        let change = known.receive(&mut host, ann).unwrap();
        assert_eq!((change.undo, change.redo), (true, n_left > 0));
    }
    seen.receive(&mut host, bob);
    assert_eq!((&known.0, &seen.0), (&whole, &whole));
    host.say(ann, json!({ "type": "redo_edit" }));
    assert!(host.was_refused(ann));
    host.say(
        ann,
        json!({ "type": "annotate", "edit": { "kind": "draw", "at": { "ply": 2 }, "marks": [{ "from": 64, "brush": "red" }] } }),
    );
    assert!(host.was_refused(ann), "there is no such square");
}

#[test]
fn passes_in_a_variation_are_automatic() {
    // After a1 White has only the disc on a7, which can turn nothing; Black still has a6.
    let mut host = TestHost::new();
    let ann = host.guest();
    let position = format!("-OX{}O-------X------- X", "-".repeat(45));
    host.say(
        ann,
        json!({ "type": "create", "setup": { "game": "othello", "agreements": [], "position": position,
            "players": [{ "kind": "me" }, { "kind": "me" }], "clock": null, "room": null } }),
    );
    host.all_received(ann);
    host.say(
        ann,
        json!({ "type": "branch", "at": { "ply": 0 }, "moves": ["a1"] }),
    );
    let mut known = Known::default();
    known.receive(&mut host, ann);
    assert_eq!(known.moves().len(), 2, "{:?}", known.moves());
    let last = known.0.values().last().unwrap();
    let looked = look(&mut host, ann, &json!({ "ply": 2, "node": last.id }));
    assert_eq!(looked.legal.len(), 1);
    host.say(ann, json!({ "type": "undo_edit" }));
    known.receive(&mut host, ann);
    assert!(known.0.is_empty(), "the move and the pass are undone together");
}

#[test]
fn variations_and_annotations_survive_export_and_import() {
    for kind in Kind::ALL {
        let mut host = TestHost::new();
        let ann = host.guest();
        imported(&mut host, ann, kind, 6);
        let looked = look(&mut host, ann, &json!({ "ply": 6 }));
        let mv = looked.legal[0].text.clone();
        host.say(
            ann,
            json!({ "type": "branch", "at": { "ply": 6 }, "moves": [mv] }),
        );
        for edit in [
            json!({ "kind": "comment", "at": { "ply": 3 }, "text": "why {not}" }),
            json!({ "kind": "annotate", "at": { "ply": 3 }, "glyphs": [6] }),
            json!({ "kind": "draw", "at": { "ply": 3 }, "marks": [{ "from": 3, "to": 12, "brush": "blue" }] }),
        ] {
            host.say(ann, json!({ "type": "annotate", "edit": edit }));
        }
        host.all_received(ann);
        host.say(ann, json!({ "type": "export", "format": "parlor" }));
        let Some(ServerMessage::Exported { content, .. }) = host.received(ann) else {
            panic!("{kind:?}")
        };
        host.say(
            ann,
            json!({ "type": "import", "files": [{ "content": content, "binary": false }], "pick": null }),
        );
        let mut known = Known::default();
        known.receive(&mut host, ann).expect("it came with variations");
        assert_eq!(length(&host.view_now(ann)), 6, "{content}");
        assert_eq!(known.moves(), [mv]);
        let note = known.0.values().find(|node| node.ply == 3).unwrap();
        assert_eq!((note.comment.as_str(), &note.glyphs[..]), ("why {not)", &[6][..]));
        assert_eq!(note.marks.len(), 1);
        // It is also stored like this.
        let id = host.view_now(ann).id;
        host.disconnect(ann);
        host.forget(&id);
        let bob = host.guest();
        host.say(bob, json!({ "type": "open", "game": id, "seat": null }));
        let mut later = Known::default();
        later.receive(&mut host, bob);
        assert_eq!(later.0, known.0);
    }
}

#[test]
fn near_the_end_an_analysis_reports_its_confidence() {
    // Twenty squares are empty.
    let mut game = AnyGame::new(&Spec::default_for(Kind::Othello)).unwrap();
    let mut random = 11;
    while game.cells().iter().filter(|cell| **cell == Cell::Empty).count() > 20 {
        assert!(game.outcome().is_none());
        game.play_randomly(1, &mut random);
    }
    let mut host = TestHost::new();
    let ann = host.guest();
    host.say(
        ann,
        json!({ "type": "create", "setup": { "game": "othello", "agreements": [], "position": game.position_text(),
            "players": [me(), me()], "clock": null, "room": null } }),
    );
    host.all_received(ann);
    host.say(
        ann,
        json!({ "type": "analyse", "at": { "ply": 0 }, "lines": 2, "values": false, "seconds": null, "threads": null, "memory": null }),
    );
    let request = host.asked[0].1.clone();
    assert_eq!((request.limits.multi_pv, request.limits.depth), (1, Some(20)));
    let moves: Vec<String> = game.legal_moves().into_iter().map(|mv| mv.text).collect();
    let seen = |host: &mut TestHost, report: Report<String>| {
        let job = request.job;
        host.tell_report(job, &report);
        let Some(ServerMessage::Analysis(analysis)) = host.received(ann) else {
            panic!("it tells what it has found")
        };
        (
            analysis.end.map(|end| (end.plies, end.percent)),
            analysis.lines[0].percent,
            analysis.lines[0].exact,
        )
    };
    let report = |depth: u32, confidence: Option<u8>, is_exact: bool| Report {
        depth,
        confidence,
        is_exact,
        line: vec![moves[0].clone()],
        ..Report::default()
    };
    assert_eq!(seen(&mut host, report(10, None, false)), (None, None, false));
    assert_eq!(
        seen(&mut host, report(19, Some(73), false)),
        (Some((20, 73)), Some(73), false)
    );
    assert_eq!(
        seen(&mut host, report(20, None, true)),
        (Some((20, 100)), None, true)
    );
    // Then the others are solved too.
    host.answer(&moves[0], 0);
    let request = host.asked.last().unwrap().1.clone();
    assert_eq!((request.limits.multi_pv, request.limits.depth), (2, Some(20)));
}

#[test]
fn an_analysis_gives_every_move_a_value_and_then_explores_the_best() {
    let mut host = TestHost::new();
    let ann = host.guest();
    host.create(ann, "othello", [me(), me()]);
    host.all_received(ann);
    host.say(
        ann,
        json!({ "type": "analyse", "at": { "ply": 0 }, "lines": 1, "values": true, "seconds": 5, "threads": 2, "memory": 128 }),
    );
    let request = host.asked[0].1.clone();
    assert_eq!((request.limits.multi_pv, request.limits.depth), (4, Some(12)));
    assert_eq!(
        (request.resources.threads, request.resources.hash_mib),
        (Some(2), Some(128))
    );
    for (rank, mv) in ["d3", "c4", "f5", "e6"].into_iter().enumerate() {
        host.report(request.job, 8, rank, mv, -(rank as i32) * 10);
    }
    let Some(ServerMessage::Analysis(analysis)) = host.received(ann) else {
        panic!("every move has a value")
    };
    assert_eq!(
        (analysis.values.len(), analysis.lines.len(), analysis.done),
        (4, 1, false)
    );
    host.answer("d3", 0);
    let Some(ServerMessage::Analysis(analysis)) = host.received(ann) else {
        panic!("it goes on")
    };
    assert!(!analysis.done && analysis.values.len() == 4);
    let request = host.asked.last().unwrap().1.clone();
    assert_eq!((request.limits.multi_pv, request.limits.depth), (1, None));
    host.report(request.job, 3, 0, "c4", 40);
    assert_eq!(host.received(ann), None, "deeper results are known");
    host.report(request.job, 9, 0, "c4", 40);
    let Some(ServerMessage::Analysis(analysis)) = host.received(ann) else {
        panic!("deeper")
    };
    assert_eq!((analysis.depth, analysis.lines[0].mv.text.as_str()), (9, "c4"));
    let depths: Vec<(&str, u32)> = analysis
        .values
        .iter()
        .map(|value| (value.text.as_str(), value.depth))
        .collect();
    assert_eq!(depths, [("d3", 8), ("c4", 9), ("f5", 8), ("e6", 8)]);
}
