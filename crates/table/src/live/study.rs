//! Which variations each client is shown: all of them once, then changes. All clients see the same.

use std::collections::HashMap;

use super::{LiveTable, TableAction, Watcher, refused};
use crate::wire::{Moment, Refusal, ServerMessage, StudyChange, StudyNode};

/// The variations as last sent to the clients.
#[derive(Clone, Debug, Default)]
pub(super) struct ShownStudy {
    /// The table's version at that time.
    version: u32,
    nodes: HashMap<u32, StudyNode>,
    /// Whether a change can be undone, and redone.
    undo: (bool, bool),
}

impl LiveTable {
    /// Sends a client the legal moves at a moment.
    pub(super) fn look(&self, watcher: &Watcher, at: Moment, out: &mut Vec<TableAction>) {
        let connection = watcher.connection;
        out.push(match self.table.look(at) {
            Some(looked) => TableAction::Tell {
                connection,
                message: Box::new(ServerMessage::Looked(Box::new(looked))),
            },
            None => refused(connection, Refusal::Stale),
        });
    }

    /// Sends all clients the changes of the variations.
    pub(super) fn show_study(&mut self, out: &mut Vec<TableAction>) {
        if self.study.version == self.table.version() {
            return;
        }
        let now: HashMap<u32, StudyNode> = self
            .table
            .study()
            .into_iter()
            .map(|node| (node.id, node))
            .collect();
        let undo = self.table.may_undo_edit();
        let before = std::mem::replace(
            &mut self.study,
            ShownStudy {
                version: self.table.version(),
                nodes: now,
                undo,
            },
        );
        let now = &self.study.nodes;
        let mut nodes: Vec<StudyNode> = now
            .values()
            .filter(|node| before.nodes.get(&node.id) != Some(node))
            .cloned()
            .collect();
        let mut gone: Vec<u32> = before
            .nodes
            .into_keys()
            .filter(|id| !now.contains_key(id))
            .collect();
        if nodes.is_empty() && gone.is_empty() && before.undo == undo {
            return;
        }
        // A move has a greater number than its parent.
        nodes.sort_unstable_by_key(|node| node.id);
        gone.sort_unstable();
        let know = |watcher: &&Watcher| watcher.knows_study;
        let connections = self
            .watchers
            .iter()
            .filter(know)
            .map(|watcher| watcher.connection);
        let connections: Vec<_> = connections.collect();
        if connections.is_empty() {
            return;
        }
        out.push(TableAction::TellAll {
            connections,
            message: Box::new(ServerMessage::Study(Box::new(StudyChange {
                id: self.table.id().to_owned(),
                whole: false,
                nodes,
                gone,
                undo: undo.0,
                redo: undo.1,
            }))),
        });
    }

    /// Sends a client all variations, as the others know them.
    pub(super) fn show_whole_study(&mut self, index: usize, out: &mut Vec<TableAction>) {
        if self.study.version == 0 {
            self.show_study(out);
        }
        let watcher = &mut self.watchers[index];
        watcher.knows_study = true;
        if self.study.nodes.is_empty() && self.study.undo == (false, false) {
            return;
        }
        let mut nodes: Vec<StudyNode> = self.study.nodes.values().cloned().collect();
        nodes.sort_unstable_by_key(|node| node.id);
        out.push(TableAction::Tell {
            connection: watcher.connection,
            message: Box::new(ServerMessage::Study(Box::new(StudyChange {
                id: self.table.id().to_owned(),
                whole: true,
                nodes,
                gone: Vec::new(),
                undo: self.study.undo.0,
                redo: self.study.undo.1,
            }))),
        });
    }
}
