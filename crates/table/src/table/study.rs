//! The variations of a table's game: their moves, their legal continuations, and changes.
//!
//! The moves that were played never change here. People who may not edit can still look at them.

use std::collections::HashMap;

use parlor_core::descriptor::Passing;
use parlor_games::AnyGame;

use super::{Table, is_only_pass};
use crate::PlayerId;
use crate::log::{GameEvent, NodeId, TreeEdit};
use crate::views;
use crate::wire::{BranchMove, Looked, Moment, NewPly, Refusal, StudyEdit, StudyNode};

/// The moves of all variations in wire format. They are computed once, because the effect of a move never changes.
pub(super) type Variations = HashMap<NodeId, NewPly>;

impl Table {
    /// Returns the position at a moment, with the moves that led to it, or `None` if there is no such moment.
    pub fn game_at(&self, moment: Moment) -> Option<AnyGame> {
        let node = self.node_at(moment)?;
        let mut game = self.game.clone();
        let path = self.tree.path(node);
        let line = self.tree.path(self.tree.head());
        let n_common = path
            .iter()
            .zip(&line)
            .take_while(|(one, other)| one == other)
            .count();
        while game.len() > n_common && game.undo() {}
        for node in &path[n_common..] {
            game.play(&self.tree.node(*node)?.mv).ok()?;
        }
        Some(game)
    }

    /// Returns the legal moves and the result at a moment.
    pub fn look(&self, moment: Moment) -> Option<Looked> {
        let game = self.game_at(moment)?;
        let is_last = moment.node.is_none() && moment.ply as usize == self.game.len();
        let result = if is_last {
            self.result()
        } else {
            crate::log::result_of(&game, None)
        };
        // A resigned game can continue in a variation.
        let moves = if game.outcome().is_some() {
            Vec::new()
        } else {
            game.legal_moves()
        };
        Some(Looked {
            id: self.id.clone(),
            at: moment,
            legal: moves.iter().map(|mv| views::move_info(&game, mv)).collect(),
            result,
        })
    }

    /// Adds moves to the variations, or finds them there. Returns whether anything is new.
    pub fn branch(&mut self, who: &PlayerId, at: Moment, moves: &[String]) -> Result<bool, Refusal> {
        self.may_edit(who)?;
        let mut game = self.game_at(at).ok_or(Refusal::Stale)?;
        let mut node = self.node_at(at).ok_or(Refusal::Stale)?;
        let mut new = Vec::new();
        for mv in moves {
            let played = game.play(mv.trim()).map_err(|error| Refusal::Move {
                problem: error.problem(),
            })?;
            self.follow_or_add(&mut node, &mut new, played.text);
            while self.passing() == Passing::Automatic
                && game.outcome().is_none()
                && is_only_pass(&game.legal_moves())
            {
                let Some(pass) = game.legal_moves().pop() else {
                    break;
                };
                if game.play(&pass.text).is_err() {
                    break;
                }
                self.follow_or_add(&mut node, &mut new, pass.text);
            }
        }
        if new.is_empty() {
            return Ok(false);
        }
        self.change_tree(TreeEdit::Branch { at: node, moves: new })?;
        Ok(true)
    }

    fn follow_or_add(&self, node: &mut NodeId, new: &mut Vec<String>, mv: String) {
        match self.tree.child(*node, &mv).filter(|_| new.is_empty()) {
            Some(child) => *node = child,
            None => new.push(mv),
        }
    }

    /// Changes the variations or the annotations of a move.
    pub fn edit(&mut self, who: &PlayerId, edit: StudyEdit) -> Result<(), Refusal> {
        self.may_edit(who)?;
        let at = |moment| self.node_at(moment).ok_or(Refusal::Stale);
        let edit = match edit {
            StudyEdit::Promote { node } => TreeEdit::Promote { node: NodeId(node) },
            StudyEdit::Delete { node } => TreeEdit::Delete { node: NodeId(node) },
            StudyEdit::Comment { at: moment, text } => TreeEdit::Comment {
                node: at(moment)?,
                text: text.trim().to_owned(),
            },
            StudyEdit::Annotate { at: moment, glyphs } => TreeEdit::Annotate {
                node: at(moment)?,
                glyphs,
            },
            StudyEdit::Draw { at: moment, marks } => {
                let squares = u16::from(self.game.rows()) * u16::from(self.game.columns());
                let fits =
                    |mark: &crate::log::Mark| mark.from < squares && mark.to.is_none_or(|to| to < squares);
                if !marks.iter().all(fits) {
                    return Err(Refusal::Stale);
                }
                TreeEdit::Draw {
                    node: at(moment)?,
                    marks,
                }
            }
        };
        self.change_tree(edit)
    }

    /// Undoes the last change of the variations and annotations that is still in effect.
    pub fn undo_edit(&mut self, who: &PlayerId) -> Result<(), Refusal> {
        self.may_edit(who)?;
        let seq = self.tree.last_edit().ok_or(Refusal::NothingToTakeBack)?;
        self.revert(seq);
        Ok(())
    }

    /// Redoes the change that was undone last.
    pub fn redo_edit(&mut self, who: &PlayerId) -> Result<(), Refusal> {
        self.may_edit(who)?;
        let seq = self.tree.last_undone().ok_or(Refusal::NothingToRedo)?;
        self.revert(seq);
        Ok(())
    }

    /// Returns all moves of variations, and the moves of the game with variations or annotations, each after
    /// its parent.
    pub fn study(&self) -> Vec<StudyNode> {
        let mut nodes = Vec::new();
        let mut variations = Vec::new();
        let line = self.tree.path(self.tree.head());
        for (ply, id) in (0..).zip(std::iter::once(NodeId::ROOT).chain(line)) {
            let node = self.study_node(id, ply);
            variations.extend(node.next.iter().map(|&next| (NodeId(next), ply + 1)));
            if !node.next.is_empty()
                || !node.comment.is_empty()
                || !node.glyphs.is_empty()
                || !node.marks.is_empty()
            {
                nodes.push(node);
            }
        }
        while let Some((id, ply)) = variations.pop() {
            let node = self.study_node(id, ply);
            variations.extend(node.next.iter().map(|&next| (NodeId(next), ply + 1)));
            nodes.push(node);
        }
        nodes
    }

    fn study_node(&self, id: NodeId, ply: u32) -> StudyNode {
        let nodes = |id: NodeId| self.tree.node(id);
        let node = nodes(id).cloned().unwrap_or_default();
        // A move that was played and taken back can be replayed; it is not a variation.
        let is_variation = |id: &&NodeId| nodes(**id).is_some_and(|node| !node.is_played);
        let branch = node
            .parent
            .zip(self.variations.get(&id).filter(|_| !node.is_played));
        StudyNode {
            id: id.0,
            ply,
            branch: branch.map(|(parent, mv)| BranchMove {
                parent: parent.0,
                mv: mv.clone(),
            }),
            next: node.children.iter().filter(is_variation).map(|id| id.0).collect(),
            comment: node.comment,
            glyphs: node.glyphs,
            marks: node.marks,
        }
    }

    /// Returns whether the last change of the variations can be undone, and whether an undone change can be
    /// redone.
    pub fn may_undo_edit(&self) -> (bool, bool) {
        (self.tree.last_edit().is_some(), self.tree.last_undone().is_some())
    }

    fn may_edit(&self, who: &PlayerId) -> Result<(), Refusal> {
        if self.may(who).edit {
            Ok(())
        } else {
            Err(Refusal::CannotEdit)
        }
    }

    fn node_at(&self, moment: Moment) -> Option<NodeId> {
        match moment.node {
            Some(node) => Some(NodeId(node)).filter(|&node| self.tree.contains(node)),
            None => {
                let line = self.tree.path(self.tree.head());
                match moment.ply.checked_sub(1) {
                    None => Some(NodeId::ROOT),
                    Some(index) => line.get(index as usize).copied(),
                }
            }
        }
    }

    fn change_tree(&mut self, edit: TreeEdit) -> Result<(), Refusal> {
        self.tree.check(&edit).map_err(|_| Refusal::Stale)?;
        self.note(GameEvent::Edited { edit });
        self.tree_changed();
        Ok(())
    }

    fn revert(&mut self, seq: u64) {
        self.note(GameEvent::Reverted { seq });
        self.tree_changed();
    }

    fn tree_changed(&mut self) {
        self.find_variations();
        self.touch(self.plies.len());
    }

    /// Computes the effect of new moves of variations.
    pub(super) fn find_variations(&mut self) {
        let line = self.tree.path(self.tree.head());
        let mut game = self.game.clone();
        let mut ids: Vec<NodeId> = std::iter::once(NodeId::ROOT).chain(line).collect();
        // From the end of the game to its start, so that each position is reached by undoing a move.
        while let Some(id) = ids.pop() {
            self.find_variations_after(id, &game);
            if !game.undo() {
                break;
            }
        }
    }

    fn find_variations_after(&mut self, id: NodeId, game: &AnyGame) {
        let mut found: Vec<(NodeId, AnyGame)> = Vec::new();
        let mut at = (id, game.clone());
        loop {
            let (id, game) = &at;
            let children = self.tree.node(*id).map_or(&[][..], |node| &node.children);
            for &child in children {
                let Some(node) = self.tree.node(child).filter(|node| !node.is_played) else {
                    continue;
                };
                let mut after = game.clone();
                let Ok(mv) = after.play(&node.mv) else { continue };
                self.variations.entry(child).or_insert_with(|| {
                    let ply = views::ply(game, &after, &mv);
                    NewPly::after(&views::frame(game), &ply)
                });
                if !node.children.is_empty() {
                    found.push((child, after));
                }
            }
            match found.pop() {
                Some(next) => at = next,
                None => return,
            }
        }
    }
}
