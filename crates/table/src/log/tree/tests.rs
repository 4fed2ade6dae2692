//! Tests of trees that are built from events.

use super::*;

fn tree(moves: &[&str]) -> GameTree {
    let moves: Vec<String> = moves.iter().map(|mv| (*mv).to_owned()).collect();
    GameTree::of_line(&moves, moves.len())
}

fn edited(edit: TreeEdit) -> GameEvent {
    GameEvent::Edited { edit }
}

fn branch(at: u32, mv: &str) -> GameEvent {
    edited(TreeEdit::Branch {
        at: NodeId(at),
        moves: vec![mv.to_owned()],
    })
}

fn played(mv: &str) -> GameEvent {
    GameEvent::Played {
        mv: mv.into(),
        clock: None,
    }
}

fn children(tree: &GameTree, node: u32) -> Vec<&str> {
    let ids = &tree.node(NodeId(node)).unwrap().children;
    ids.iter().map(|&id| tree.node(id).unwrap().mv.as_str()).collect()
}

#[test]
fn variations_stand_beside_the_game_and_never_change_it() {
    let mut tree = tree(&["a", "b", "c"]);
    assert!(!tree.has_notes());
    for (seq, event) in (2..).zip([
        branch(1, "x"),
        branch(4, "y"),
        branch(1, "z"),
        edited(TreeEdit::Promote { node: NodeId(6) }),
        edited(TreeEdit::Comment {
            node: NodeId(5),
            text: "why not".into(),
        }),
        edited(TreeEdit::Annotate {
            node: NodeId(2),
            glyphs: vec![6],
        }),
    ]) {
        tree.follow(seq, &event).unwrap();
    }
    assert_eq!(children(&tree, 1), ["b", "z", "x"], "what was played comes first");
    assert_eq!(
        (tree.head(), tree.depth(NodeId(5)), tree.has_notes()),
        (NodeId(3), 3, true)
    );
    let wrong = [
        (branch(1, "x"), EditError::Known(NodeId(4))),
        (branch(99, "x"), EditError::NoNode(NodeId(99))),
        (
            edited(TreeEdit::Delete { node: NodeId(2) }),
            EditError::WasPlayed(NodeId(2)),
        ),
        (edited(TreeEdit::Delete { node: NodeId::ROOT }), EditError::Root),
    ];
    for (event, why) in wrong {
        let before = tree.clone();
        assert_eq!(tree.follow(8, &event), Err(why));
        assert_eq!(tree, before);
    }
}

#[test]
fn every_edit_can_be_undone_and_the_undoing_too() {
    let mut tree = tree(&["a"]);
    tree.follow(2, &branch(0, "x")).unwrap();
    tree.follow(3, &branch(2, "y")).unwrap();
    let whole = tree.nodes.clone();
    tree.follow(4, &edited(TreeEdit::Delete { node: NodeId(2) }))
        .unwrap();
    assert_eq!(children(&tree, 0), ["a"]);
    let gone = edited(TreeEdit::Comment {
        node: NodeId(3),
        text: "gone".into(),
    });
    assert_eq!(tree.follow(5, &gone), Err(EditError::NoNode(NodeId(3))));
    assert_eq!(tree.last_edit(), Some(4));
    tree.follow(5, &GameEvent::Reverted { seq: 4 }).unwrap();
    assert_eq!(tree.nodes, whole, "the deletion is undone");
    assert_eq!(
        tree.follow(6, &GameEvent::Reverted { seq: 4 }),
        Err(EditError::NotReversible(4)),
        "once"
    );
    tree.follow(6, &GameEvent::Reverted { seq: 5 }).unwrap();
    assert_eq!(children(&tree, 0), ["a"], "and done again");
    tree.follow(7, &GameEvent::Reverted { seq: 6 }).unwrap();
    tree.follow(
        8,
        &GameEvent::Reverted {
            seq: tree.last_edit().unwrap(),
        },
    )
    .unwrap();
    assert!(children(&tree, 2).is_empty(), "y is undone");
    tree.follow(9, &branch(2, "w")).unwrap();
    assert_eq!(
        tree.node(NodeId(4)).unwrap().mv,
        "w",
        "a number is never used again"
    );
}

#[test]
fn play_continues_next_to_variations() {
    let mut tree = tree(&["a", "b"]);
    let events = [
        branch(2, "x"),
        GameEvent::TakenBack { to: 1, clock: None },
        GameEvent::PlayedAgain { to: 2, clock: None },
        played("c"),
        GameEvent::TakenBack { to: 1, clock: None },
        played("d"),
    ];
    for (seq, event) in (2..).zip(&events) {
        tree.follow(seq, event).unwrap();
    }
    assert_eq!(children(&tree, 1), ["d"], "b was taken back for good");
    assert_eq!(tree.depth(tree.head()), 2);
    tree.follow(8, &branch(tree.head().0, "e")).unwrap();
    tree.follow(9, &played("e")).unwrap();
    assert_eq!(tree.depth(tree.head()), 3, "the variation became the game");
}
