//! The moves of a game as a tree: what was played, what might have been, and what somebody noted about it.
//!
//! A node is a move; the root is the start. Nodes are numbered as they come and a number is never used again, so that
//! events can name them. The legality of a variation must be checked by the caller: the tree knows no rules.

use std::collections::HashSet;

use parlor_games::annotated::{Annotated, AnnotatedMove, Drawing};
use serde::{Deserialize, Serialize};
use thiserror::Error;
use ts_rs::TS;

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
    /// Moves that might have been played. The first is new after `at`, so that each of them has a number of its own.
    Branch {
        /// After which move.
        at: NodeId,
        /// The moves in the game's notation, one after the other.
        moves: Vec<String>,
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
        marks: Vec<Mark>,
    },
}

/// An arrow, or a circle around a square.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
pub struct Mark {
    /// The square, numbered as on the page.
    pub from: u16,
    /// The square that an arrow points to; a circle has none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub to: Option<u16>,
    /// Its colour.
    pub brush: Brush,
}

/// The colour of an arrow or circle.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
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

impl Mark {
    fn drawing(self) -> Drawing {
        Drawing {
            from: self.from,
            to: self.to,
            colour: self.brush.letter(),
        }
    }
}

impl Brush {
    fn letter(self) -> char {
        match self {
            Brush::Green => 'G',
            Brush::Red => 'R',
            Brush::Blue => 'B',
            Brush::Yellow => 'Y',
        }
    }

    fn of_letter(letter: char) -> Brush {
        match letter {
            'R' => Brush::Red,
            'B' => Brush::Blue,
            'Y' => Brush::Yellow,
            _ => Brush::Green,
        }
    }
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
    #[error("the start of the game is not a variation")]
    Root,
    /// The move is there already.
    #[error("move {} already exists", .0.0)]
    Known(NodeId),
    /// A variation without moves.
    #[error("a variation has at least one move")]
    NoMoves,
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
    #[error("event {0} is not an edit that is in effect")]
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
    pub marks: Vec<Mark>,
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
    /// How the game began: its moves with what was noted about them elsewhere, and the last that is played.
    beginning: (Vec<Node>, NodeId),
    steps: Vec<(u64, Step)>,
}

impl GameTree {
    /// The tree of a game of these moves, of which the first `n_played` are played and the others were taken back.
    pub fn of_line(moves: &[String], n_played: usize) -> GameTree {
        let mut tree = GameTree::empty();
        for mv in moves {
            tree.play(mv);
        }
        tree.move_head(n_played);
        tree.beginning = (tree.nodes.clone(), tree.head);
        tree
    }

    /// The tree of a game that came with variations and notes.
    pub fn of_annotated(annotated: &Annotated) -> GameTree {
        let mut tree = GameTree::empty();
        tree.nodes.clear();
        for (entry, mv) in (0..).zip(&annotated.moves) {
            let marks = mv.drawings.iter().map(|one| Mark {
                from: one.from,
                to: one.to,
                brush: Brush::of_letter(one.colour),
            });
            tree.nodes.push(Node {
                parent: (entry > 0).then_some(NodeId(mv.parent as u32)),
                mv: mv.text.clone(),
                comment: mv.comment.chars().take(LONGEST_COMMENT).collect(),
                glyphs: mv.glyphs.iter().copied().take(MOST_MARKS).collect(),
                marks: marks.take(MOST_MARKS).collect(),
                ..Node::default()
            });
            if entry > 0 {
                tree.nodes[mv.parent].children.push(NodeId(entry));
            }
        }
        tree.nodes[0].is_played = true;
        for _ in 0..annotated.n_played {
            let Some(&next) = tree.nodes[tree.head.index()].children.first() else {
                break;
            };
            tree.nodes[next.index()].is_played = true;
            tree.head = next;
        }
        tree.beginning = (tree.nodes.clone(), tree.head);
        tree
    }

    /// The game as it stands with its variations and notes, as files hold it.
    pub fn annotated(&self) -> Annotated {
        let mut moves = Vec::new();
        // What was taken back is no part of the game, and what can be played again is no variation.
        let line: HashSet<NodeId> = self.path(self.head).into_iter().collect();
        let mut rest = vec![(NodeId::ROOT, 0)];
        while let Some((id, parent)) = rest.pop() {
            let node = &self.nodes[id.index()];
            let entry = moves.len();
            moves.push(AnnotatedMove {
                parent,
                text: node.mv.clone(),
                comment: node.comment.clone(),
                glyphs: node.glyphs.clone(),
                drawings: node.marks.iter().map(|mark| mark.drawing()).collect(),
            });
            let belongs = |id: &&NodeId| line.contains(id) || !self.nodes[id.index()].is_played;
            rest.extend(
                node.children
                    .iter()
                    .filter(belongs)
                    .rev()
                    .map(|&child| (child, entry)),
            );
        }
        Annotated {
            moves,
            n_played: line.len(),
        }
    }

    fn empty() -> GameTree {
        let root = Node {
            is_played: true,
            ..Node::default()
        };
        GameTree {
            nodes: vec![root],
            head: NodeId::ROOT,
            beginning: (Vec::new(), NodeId::ROOT),
            steps: Vec::new(),
        }
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
            !node.comment.is_empty() || !node.glyphs.is_empty() || !node.marks.is_empty()
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

    /// The reversal that a redo would revert: the last one that holds, as long as nothing was edited since.
    pub fn last_undone(&self) -> Option<u64> {
        let reverted = self.reverted();
        let is_edit = |wanted: u64| {
            let found = self.steps.iter().find(|(seq, _)| *seq == wanted);
            matches!(found, Some((_, Step::Edit(_))))
        };
        let since = self
            .steps
            .iter()
            .rev()
            .take_while(|(_, step)| !matches!(step, Step::Edit(_)));
        since
            .filter(|(seq, _)| !reverted.contains(seq))
            .find(|(_, step)| matches!(step, Step::Revert(other) if is_edit(*other)))
            .map(|(seq, _)| *seq)
    }

    /// The move after another one, if it is in the tree.
    pub fn child(&self, at: NodeId, mv: &str) -> Option<NodeId> {
        let children = &self.node(at)?.children;
        children
            .iter()
            .copied()
            .find(|child| self.nodes[child.index()].mv == mv)
    }

    /// Whether a move is in the tree, and not only known because it once was.
    pub fn contains(&self, node: NodeId) -> bool {
        self.node(node).is_some() && self.is_linked(node)
    }

    /// Whether an edit is possible; nothing is changed.
    pub fn check(&self, edit: &TreeEdit) -> Result<(), EditError> {
        let known = |node: NodeId| {
            if self.contains(node) {
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
            TreeEdit::Branch { at, moves } => {
                known(*at)?;
                let first = moves.first().ok_or(EditError::NoMoves)?;
                if self.nodes.len() + moves.len() > MOST_NODES {
                    return Err(EditError::ManyNodes);
                }
                self.child(*at, first)
                    .map_or(Ok(()), |child| Err(EditError::Known(child)))
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
            TreeEdit::Draw { node, marks } => {
                known(*node)?;
                let fits = marks.len() <= MOST_MARKS;
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
        (self.nodes, self.head) = self.beginning.clone();
        let reverted = self.reverted();
        let steps = std::mem::take(&mut self.steps);
        for (seq, step) in &steps {
            self.take(step, !reverted.contains(seq));
        }
        self.steps = steps;
    }

    /// Does one step. A move that does not hold still takes its number.
    fn take(&mut self, step: &Step, holds: bool) {
        match step {
            Step::Played(mv) => self.play(mv),
            Step::HeadAt(ply) => self.move_head(*ply as usize),
            Step::Edit(TreeEdit::Branch { at, moves }) => {
                let mut parent = *at;
                for (index, mv) in moves.iter().enumerate() {
                    let node = self.add(parent, mv, false);
                    // Without its first move a variation is not in the tree, and none of the others is.
                    if holds || index > 0 {
                        self.nodes[parent.index()].children.push(node);
                    }
                    parent = node;
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
                // What a reversal took out is not restored by an edit that came after it.
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
            TreeEdit::Draw { node, marks } => self.nodes[node.index()].marks.clone_from(marks),
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
mod tests;
