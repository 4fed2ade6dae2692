//! The moves of a game as a tree: the moves played, the variations, and the annotations.
//!
//! A node is a move; the root is the start. Nodes are numbered in order of creation and a number is never reused,
//! so events can refer to them. The tree does not know the rules: the caller must check that a variation is legal.

use std::collections::HashSet;

use parlor_games::annotated::{Annotated, AnnotatedMove, Drawing};
use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::GameEvent;

/// The maximum length of a comment, in characters.
const LONGEST_COMMENT: usize = 4000;
/// The maximum number of glyphs or shapes of one move.
const MOST_MARKS: usize = 64;
/// The maximum number of moves in a tree.
const MOST_NODES: usize = 20_000;

/// A move of a tree, identified by its number; 0 is the start.
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
    /// Adds moves of a variation. The first must be new after `at`, so that each of them has its own number.
    Branch {
        /// The move after which they follow.
        at: NodeId,
        /// The moves in the game's notation, one after the other.
        moves: Vec<String>,
    },
    /// Moves a variation before its siblings, except the move that was played.
    Promote {
        /// Its first move.
        node: NodeId,
    },
    /// Removes a variation.
    Delete {
        /// Its first move.
        node: NodeId,
    },
    /// Sets the comment of a move; an empty one removes it.
    Comment {
        /// The move.
        node: NodeId,
        /// The text.
        text: String,
    },
    /// Replaces the glyphs of a move, such as `!` and `?!`.
    Annotate {
        /// The move.
        node: NodeId,
        /// The numeric annotation glyphs: 1 is `!`, 2 is `?`, 3 `!!`, 4 `??`, 5 `!?`, 6 `?!`.
        glyphs: Vec<u8>,
    },
    /// Replaces the arrows and circles after a move.
    Draw {
        /// The move.
        node: NodeId,
        /// All arrows and circles.
        marks: Vec<Mark>,
    },
}

/// An arrow, or a circle around a square.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Mark {
    /// The square, numbered as on the page.
    pub from: u16,
    /// The square that an arrow points to; a circle has none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub to: Option<u16>,
    /// Its colour.
    pub brush: Brush,
}

/// The colour of an arrow or circle.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum Brush {
    /// Green, the default.
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

/// The reason why an edit is impossible.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum EditError {
    /// There is no such move.
    #[error("there is no move {}", .0.0)]
    NoNode(NodeId),
    /// A move that was played cannot be moved or removed.
    #[error("move {} was played: it can be neither promoted nor deleted", .0.0)]
    WasPlayed(NodeId),
    /// The start is not a move.
    #[error("the start of the game is not a variation")]
    Root,
    /// The move already exists.
    #[error("move {} already exists", .0.0)]
    Known(NodeId),
    /// The variation has no moves.
    #[error("a variation has at least one move")]
    NoMoves,
    /// The comment is too long.
    #[error("a comment has at most {LONGEST_COMMENT} characters")]
    LongComment,
    /// There are too many glyphs or shapes.
    #[error("a move has at most {MOST_MARKS} marks of a kind")]
    ManyMarks,
    /// There are too many moves.
    #[error("a game has at most {MOST_NODES} moves with all its variations")]
    ManyNodes,
    /// Only an edit can be reverted, and only once.
    #[error("event {0} is not an edit that is in effect")]
    NotReversible(u64),
}

/// A move of a tree.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Node {
    /// The previous move; `None` for the start.
    pub parent: Option<NodeId>,
    /// The move; empty at the start.
    pub mv: String,
    /// The moves that follow; a move that was played comes first.
    pub children: Vec<NodeId>,
    /// Whether it was played, and is not only a variation.
    pub is_played: bool,
    /// The comment on it.
    pub comment: String,
    /// Numeric annotation glyphs.
    pub glyphs: Vec<u8>,
    /// Arrows and circles.
    pub marks: Vec<Mark>,
}

/// A step that a tree records so that edits can be reverted.
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
    /// The last move of the current game.
    head: NodeId,
    /// The initial tree: its moves with the annotations they came with, and the last move played.
    beginning: (Vec<Node>, NodeId),
    steps: Vec<(u64, Step)>,
}

impl GameTree {
    /// Returns the tree of a game with these moves, of which the first `n_played` are played and the others
    /// were taken back.
    pub fn of_line(moves: &[String], n_played: usize) -> GameTree {
        let mut tree = GameTree::empty();
        for mv in moves {
            tree.play(mv);
        }
        tree.move_head(n_played);
        tree.beginning = (tree.nodes.clone(), tree.head);
        tree
    }

    /// Returns the tree of a game that came with variations and annotations.
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

    /// Returns the current game with its variations and annotations, in the form that files store.
    pub fn annotated(&self) -> Annotated {
        let mut moves = Vec::new();
        // Moves that were taken back are not part of the game, and moves that can be replayed are not
        // variations.
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

    /// Returns a move by its number. Removed moves are still returned, but no parent lists them.
    pub fn node(&self, node: NodeId) -> Option<&Node> {
        self.nodes.get(node.index())
    }

    /// Returns the last move of the current game.
    pub fn head(&self) -> NodeId {
        self.head
    }

    /// Returns the number of moves of the game or variation up to this one.
    pub fn depth(&self, node: NodeId) -> usize {
        self.path(node).len()
    }

    /// Returns the moves from the start up to this one.
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

    /// Returns whether the tree has more than the moves that were played.
    pub fn has_notes(&self) -> bool {
        self.is_linked_where(|node| {
            !node.comment.is_empty() || !node.glyphs.is_empty() || !node.marks.is_empty()
        }) || self.is_linked_where(|node| {
            let unplayed = |child: &NodeId| !self.nodes[child.index()].is_played;
            node.children.iter().any(unplayed)
        })
    }

    /// Returns the last edit in effect: the one that undo would revert.
    pub fn last_edit(&self) -> Option<u64> {
        let reverted = self.reverted();
        let holds = |(seq, step): &&(u64, Step)| matches!(step, Step::Edit(_)) && !reverted.contains(seq);
        self.steps.iter().rev().find(holds).map(|(seq, _)| *seq)
    }

    /// Returns the reversal that redo would revert: the last one in effect, as long as nothing was edited
    /// since.
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

    /// Returns the move after another one, if it is in the tree.
    pub fn child(&self, at: NodeId, mv: &str) -> Option<NodeId> {
        let children = &self.node(at)?.children;
        children
            .iter()
            .copied()
            .find(|child| self.nodes[child.index()].mv == mv)
    }

    /// Returns whether a move is in the tree and was not removed.
    pub fn contains(&self, node: NodeId) -> bool {
        self.node(node).is_some() && self.is_linked(node)
    }

    /// Returns an error if an edit is impossible. Changes nothing.
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

    /// Applies the event with this number.
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

    /// Returns the numbers of the reverted edits and reversals.
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

    /// Applies one step. A move of a reverted step still takes its number.
    fn take(&mut self, step: &Step, holds: bool) {
        match step {
            Step::Played(mv) => self.play(mv),
            Step::HeadAt(ply) => self.move_head(*ply as usize),
            Step::Edit(TreeEdit::Branch { at, moves }) => {
                let mut parent = *at;
                for (index, mv) in moves.iter().enumerate() {
                    let node = self.add(parent, mv, false);
                    // A reverted variation does not link its first move, so its other moves are not in the tree
                    // either.
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
            // Moves that were taken back and not replayed are not part of the game. Their events remain.
            self.nodes[head.index()].children.retain(|&child| child != next);
        }
        // A variation that is now played becomes the game, even if it was removed: the numbers of later moves
        // must not depend on whether an edit is reverted.
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
                // A later edit does not restore what a reversal removed.
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
