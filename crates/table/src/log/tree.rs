//! The moves of a game as a tree: what was played, what might have been, and what somebody noted about it.
//!
//! A node is a move; the root is the start. Nodes are numbered as they come and a number is never used again, so that
//! events can name them. The legality of a variation is for whoever adds it to check: the tree knows no rules.

use std::collections::HashSet;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::GameEvent;

/// The longest comment, in characters.
const LONGEST_COMMENT: usize = 4000;
/// The most glyphs or shapes at one move.
const MOST_MARKS: usize = 64;
/// The most moves in a tree.
const MOST_NODES: usize = 20_000;

/// A move of a tree by its number; 0 is the start.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct NodeId(pub u32);

impl NodeId {
    /// The start of the game.
    pub const ROOT: NodeId = NodeId(0);

    fn index(self) -> usize {
        self.0 as usize
    }
}

/// A change of a tree.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum TreeEdit {
    /// A move that might have been played, or the next one of a line that might have been.
    Branch {
        /// After which move.
        at: NodeId,
        /// The move in the game's notation.
        mv: String,
    },
    /// A variation goes before those that it stands beside, but for what was played.
    Promote {
        /// Its first move.
        node: NodeId,
    },
    /// A variation is taken out.
    Delete {
        /// Its first move.
        node: NodeId,
    },
    /// A remark; an empty one takes the last away.
    Comment {
        /// About which move.
        node: NodeId,
        /// The text.
        text: String,
    },
    /// Judgements such as `!` and `?!`, instead of those before.
    Annotate {
        /// Of which move.
        node: NodeId,
        /// As numeric annotation glyphs: 1 is `!`, 2 is `?`, 3 `!!`, 4 `??`, 5 `!?`, 6 `?!`.
        glyphs: Vec<u8>,
    },
    /// Arrows and circles on the board, instead of those before.
    Draw {
        /// After which move.
        node: NodeId,
        /// All of them.
        shapes: Vec<Shape>,
    },
}

/// An arrow, or a circle around a square.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Shape {
    /// The square, numbered as on the page.
    pub from: u16,
    /// The square that an arrow points to; a circle has none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub to: Option<u16>,
    /// Its colour.
    pub brush: Brush,
}

/// The colour of a shape.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Brush {
    /// Green, the usual one.
    Green,
    /// Red.
    Red,
    /// Blue.
    Blue,
    /// Yellow.
    Yellow,
}

/// Why a tree cannot be changed so.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum EditError {
    /// There is no such move.
    #[error("there is no move {}", .0.0)]
    NoNode(NodeId),
    /// What was played stays where it is.
    #[error("move {} was played: it can be neither promoted nor deleted", .0.0)]
    WasPlayed(NodeId),
    /// The start is no move.
    #[error("the start of the game is no variation")]
    Root,
    /// The move is there already.
    #[error("move {} is there already", .0.0)]
    Known(NodeId),
    /// More than anybody reads.
    #[error("a comment has at most {LONGEST_COMMENT} characters")]
    LongComment,
    /// More than a board can show.
    #[error("a move has at most {MOST_MARKS} marks of a kind")]
    ManyMarks,
    /// More moves than anybody looks at.
    #[error("a game has at most {MOST_NODES} moves with all its variations")]
    ManyNodes,
    /// Only edits are reverted, once.
    #[error("event {0} is no edit that still holds")]
    NotReversible(u64),
}

/// A move of a tree.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Node {
    /// The move before it; the start has none.
    pub parent: Option<NodeId>,
    /// The move; empty at the start.
    pub mv: String,
    /// What follows: what was played comes first.
    pub children: Vec<NodeId>,
    /// Whether it was played, and not only looked at.
    pub is_played: bool,
    /// The remark about it.
    pub comment: String,
    /// Numeric annotation glyphs.
    pub glyphs: Vec<u8>,
    /// Arrows and circles.
    pub shapes: Vec<Shape>,
}

/// What a tree remembers in order to go back on an edit.
#[derive(Clone, PartialEq, Debug)]
enum Step {
    Played(String),
    HeadAt(u32),
    Edit(TreeEdit),
    Revert(u64),
}

/// The moves of a game as a tree.
#[derive(Clone, PartialEq, Debug)]
pub struct GameTree {
    nodes: Vec<Node>,
    /// The last move of the game as it stands.
    head: NodeId,
    /// How the game began: its moves, and how many of them are played now.
    line: (Vec<String>, usize),
    steps: Vec<(u64, Step)>,
}

impl GameTree {
    /// The tree of a game of these moves, of which the first `n_played` are played and the others were taken back.
    pub fn of_line(moves: &[String], n_played: usize) -> GameTree {
        let mut tree = GameTree {
            nodes: Vec::new(),
            head: NodeId::ROOT,
            line: (moves.to_vec(), n_played),
            steps: Vec::new(),
        };
        tree.start_over();
        tree
    }

    /// A move by its number. Those that were taken out are still known, and have no parent that knows them.
    pub fn node(&self, node: NodeId) -> Option<&Node> {
        self.nodes.get(node.index())
    }

    /// The last move of the game as it stands.
    pub fn head(&self) -> NodeId {
        self.head
    }

    /// How many moves the game or a variation has up to this one.
    pub fn depth(&self, node: NodeId) -> usize {
        self.path(node).len()
    }

    /// The moves from the start up to this one.
    pub fn path(&self, node: NodeId) -> Vec<NodeId> {
        let mut path = Vec::new();
        let mut at = node;
        while let Some(parent) = self.node(at).and_then(|node| node.parent) {
            path.push(at);
            at = parent;
        }
        path.reverse();
        path
    }

    /// Whether the tree holds more than the moves that were played.
    pub fn has_notes(&self) -> bool {
        self.is_linked_where(|node| {
            !node.comment.is_empty() || !node.glyphs.is_empty() || !node.shapes.is_empty()
        }) || self.is_linked_where(|node| {
            let unplayed = |child: &NodeId| !self.nodes[child.index()].is_played;
            node.children.iter().any(unplayed)
        })
    }

    /// The last edit that holds: what an undo would revert.
    pub fn last_edit(&self) -> Option<u64> {
        let reverted = self.reverted();
        let holds = |(seq, step): &&(u64, Step)| matches!(step, Step::Edit(_)) && !reverted.contains(seq);
        self.steps.iter().rev().find(holds).map(|(seq, _)| *seq)
    }

    /// Whether an edit is possible; nothing is changed.
    pub fn check(&self, edit: &TreeEdit) -> Result<(), EditError> {
        let known = |node: NodeId| {
            let linked = self.node(node).is_some() && self.is_linked(node);
            if linked {
                Ok(&self.nodes[node.index()])
            } else {
                Err(EditError::NoNode(node))
            }
        };
        let variation = |node: NodeId| match known(node)? {
            Node { parent: None, .. } => Err(EditError::Root),
            Node { is_played: true, .. } => Err(EditError::WasPlayed(node)),
            _ => Ok(()),
        };
        match edit {
            TreeEdit::Branch { at, mv } => {
                if self.nodes.len() >= MOST_NODES {
                    return Err(EditError::ManyNodes);
                }
                let same = |child: &&NodeId| self.nodes[child.index()].mv == *mv;
                match known(*at)?.children.iter().find(same) {
                    Some(&child) => Err(EditError::Known(child)),
                    None => Ok(()),
                }
            }
            TreeEdit::Promote { node } | TreeEdit::Delete { node } => variation(*node),
            TreeEdit::Comment { node, text } => {
                known(*node)?;
                let fits = text.chars().count() <= LONGEST_COMMENT;
                fits.then_some(()).ok_or(EditError::LongComment)
            }
            TreeEdit::Annotate { node, glyphs } => {
                known(*node)?;
                let fits = glyphs.len() <= MOST_MARKS;
                fits.then_some(()).ok_or(EditError::ManyMarks)
            }
            TreeEdit::Draw { node, shapes } => {
                known(*node)?;
                let fits = shapes.len() <= MOST_MARKS;
                fits.then_some(()).ok_or(EditError::ManyMarks)
            }
        }
    }

    /// Takes note of an event of this number.
    pub fn follow(&mut self, seq: u64, event: &GameEvent) -> Result<(), EditError> {
        let step = match event {
            GameEvent::Played { mv, .. } => Step::Played(mv.clone()),
            GameEvent::TakenBack { to, .. } | GameEvent::PlayedAgain { to, .. } => Step::HeadAt(*to),
            GameEvent::Edited { edit } => {
                self.check(edit)?;
                Step::Edit(edit.clone())
            }
            GameEvent::Reverted { seq: other } => {
                let reversible = |(seq, step): &(u64, Step)| {
                    seq == other && matches!(step, Step::Edit(_) | Step::Revert(_))
                };
                if !self.steps.iter().any(reversible) || self.reverted().contains(other) {
                    return Err(EditError::NotReversible(*other));
                }
                self.steps.push((seq, Step::Revert(*other)));
                self.start_over();
                return Ok(());
            }
            _ => return Ok(()),
        };
        self.take(&step, true);
        self.steps.push((seq, step));
        Ok(())
    }

    /// The numbers of the edits and reversals that do not hold.
    fn reverted(&self) -> HashSet<u64> {
        let mut reverted = HashSet::new();
        for (seq, step) in self.steps.iter().rev() {
            if let Step::Revert(other) = step
                && !reverted.contains(seq)
            {
                reverted.insert(*other);
            }
        }
        reverted
    }

    fn start_over(&mut self) {
        self.nodes = vec![Node {
            is_played: true,
            ..Node::default()
        }];
        self.head = NodeId::ROOT;
        let (moves, n_played) = self.line.clone();
        for mv in moves {
            self.take(&Step::Played(mv), true);
        }
        self.take(&Step::HeadAt(n_played as u32), true);
        let reverted = self.reverted();
        for (seq, step) in self.steps.clone() {
            self.take(&step, !reverted.contains(&seq));
        }
    }

    /// Does one step. A move that does not hold still takes its number.
    fn take(&mut self, step: &Step, holds: bool) {
        match step {
            Step::Played(mv) => self.play(mv),
            Step::HeadAt(ply) => self.move_head(*ply as usize),
            Step::Edit(TreeEdit::Branch { at, mv }) => {
                let node = self.add(*at, mv, false);
                if holds {
                    self.nodes[at.index()].children.push(node);
                }
            }
            Step::Edit(edit) if holds => self.edit(edit),
            Step::Edit(_) | Step::Revert(_) => {}
        }
    }

    fn add(&mut self, parent: NodeId, mv: &str, is_played: bool) -> NodeId {
        let node = NodeId(self.nodes.len() as u32);
        self.nodes.push(Node {
            parent: Some(parent),
            mv: mv.to_owned(),
            is_played,
            ..Node::default()
        });
        node
    }

    fn play(&mut self, mv: &str) {
        let head = self.head;
        let children = &self.nodes[head.index()].children;
        let next = children
            .iter()
            .copied()
            .find(|child| self.nodes[child.index()].is_played);
        if let Some(next) = next {
            if self.nodes[next.index()].mv == mv {
                self.head = next;
                return;
            }
            // What was taken back and is not played again is no part of the game. Its events remain.
            self.nodes[head.index()].children.retain(|&child| child != next);
        }
        // A variation that is now played is the game, also one that was taken out: the numbers of later moves must not
        // depend on whether an edit is reverted.
        let is_same = |node: &Node| node.parent == Some(head) && !node.is_played && node.mv == mv;
        let node = match self.nodes.iter().position(is_same) {
            Some(index) => {
                let node = NodeId(index as u32);
                self.nodes[head.index()].children.retain(|&child| child != node);
                self.nodes[node.index()].is_played = true;
                node
            }
            None => self.add(head, mv, true),
        };
        self.nodes[head.index()].children.insert(0, node);
        self.head = node;
    }

    fn move_head(&mut self, ply: usize) {
        let path = self.path(self.head);
        if ply <= path.len() {
            self.head = ply.checked_sub(1).map_or(NodeId::ROOT, |last| path[last]);
            return;
        }
        for _ in path.len()..ply {
            let children = &self.nodes[self.head.index()].children;
            let next = children.iter().find(|child| self.nodes[child.index()].is_played);
            match next {
                Some(&next) => self.head = next,
                None => return,
            }
        }
    }

    fn edit(&mut self, edit: &TreeEdit) {
        match edit {
            TreeEdit::Branch { .. } => {}
            TreeEdit::Promote { node } | TreeEdit::Delete { node } => {
                let Some(parent) = self.nodes[node.index()].parent else {
                    return;
                };
                let mut children = std::mem::take(&mut self.nodes[parent.index()].children);
                let was_there = children.contains(node);
                children.retain(|child| child != node);
                // What a reversal took out is not brought back by an edit that came after it.
                if was_there && matches!(edit, TreeEdit::Promote { .. }) {
                    let first = children
                        .first()
                        .is_some_and(|child| self.nodes[child.index()].is_played);
                    children.insert(usize::from(first), *node);
                }
                self.nodes[parent.index()].children = children;
            }
            TreeEdit::Comment { node, text } => self.nodes[node.index()].comment.clone_from(text),
            TreeEdit::Annotate { node, glyphs } => self.nodes[node.index()].glyphs.clone_from(glyphs),
            TreeEdit::Draw { node, shapes } => self.nodes[node.index()].shapes.clone_from(shapes),
        }
    }

    fn is_linked(&self, node: NodeId) -> bool {
        let mut at = node;
        while let Some(parent) = self.nodes[at.index()].parent {
            if !self.nodes[parent.index()].children.contains(&at) {
                return false;
            }
            at = parent;
        }
        true
    }

    fn is_linked_where(&self, holds: impl Fn(&Node) -> bool) -> bool {
        let ids = (0..self.nodes.len()).map(|index| NodeId(index as u32));
        ids.into_iter()
            .any(|id| holds(&self.nodes[id.index()]) && self.is_linked(id))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tree(moves: &[&str]) -> GameTree {
        let moves: Vec<String> = moves.iter().map(|mv| (*mv).to_owned()).collect();
        GameTree::of_line(&moves, moves.len())
    }

    fn edited(edit: TreeEdit) -> GameEvent {
        GameEvent::Edited { edit }
    }

    fn branch(at: u32, mv: &str) -> GameEvent {
        let (at, mv) = (NodeId(at), mv.to_owned());
        edited(TreeEdit::Branch { at, mv })
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
    fn play_goes_on_beside_variations() {
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
}
