//! What each client is shown of a game: all of it once, then changes.
//!
//! The players and the creator of a game have individual views. All others see the same and receive changes
//! in one common message. Changes of presence are sent at most once a second, so that a crowd costs each of
//! its members little.

use std::collections::HashSet;
use std::time::Duration;

use parlor_core::{Color, PerColor};

use super::study::ShownStudy;
use super::{ConnectionId, LiveTable, TableAction, Watcher};
use crate::table::{Audience, Table};
use crate::wire::{GameChange, GameView, ServerMessage};
use crate::{PlayerId, Timestamp};

/// The minimum time between two messages that contain only presence.
const PRESENCE_PACE: Duration = Duration::from_secs(1);

/// What a client was last shown of a game.
#[derive(Clone, Debug)]
pub(super) enum LastShown {
    /// Nothing yet, or nothing that is still valid.
    Nothing,
    /// The view of all spectators.
    AsSpectator,
    /// This view, without its moves.
    Own(Box<GameView>),
}

/// The state of presence updates.
#[derive(Clone, Debug, Default)]
pub(super) struct Presence {
    /// When the last message was sent to all.
    sent_at: Option<Timestamp>,
    /// When the next message to all is due.
    due: Option<Timestamp>,
    /// The last view of all spectators, without its moves.
    spectators: Option<Box<GameView>>,
    /// The presence in the last message.
    sent: Audience,
    /// The number of moves that have been shown.
    n_plies: usize,
}

impl Presence {
    /// Returns when the next presence message is due.
    pub(super) fn due(&self) -> Option<Timestamp> {
        self.due
    }
}

impl LiveTable {
    /// Makes all watchers receive the whole game next time.
    pub(super) fn reset_shown(&mut self) {
        for watcher in &mut self.watchers {
            watcher.shown = LastShown::Nothing;
            watcher.knows_study = false;
        }
        self.presence.spectators = None;
        self.study = ShownStudy::default();
    }

    /// Sends all watchers the presence, now or soon. A newcomer sees the game at once.
    pub(super) fn show_presence(&mut self, now: Timestamp, out: &mut Vec<TableAction>) {
        let next = self.presence.sent_at.map_or(now, |sent| sent + PRESENCE_PACE);
        if self.watchers.is_empty() {
            self.presence.due = None;
        } else if next <= now {
            self.show(now, out);
        } else {
            self.presence.due = Some(next);
            let audience = self.presence.sent;
            let connections: Vec<ConnectionId> = self
                .watchers
                .iter()
                .filter(|watcher| matches!(watcher.shown, LastShown::Nothing))
                .map(|watcher| watcher.connection)
                .collect();
            for connection in connections {
                self.show_whole(connection, &audience, now, out);
            }
        }
    }

    /// Sends a client the whole game again.
    pub(super) fn show_all_to(
        &mut self,
        connection: ConnectionId,
        now: Timestamp,
        out: &mut Vec<TableAction>,
    ) {
        let audience = self.presence.sent;
        self.show_whole(connection, &audience, now, out);
    }

    /// Sends all watchers the changes, and the whole game to those that have not seen it.
    pub(super) fn show(&mut self, now: Timestamp, out: &mut Vec<TableAction>) {
        let audience = self.audience();
        let from = self.table.take_change();
        let n_plies = self.table.game().len();
        let has_moved = from != self.presence.n_plies || from != n_plies;
        self.presence.sent_at = Some(now);
        self.presence.due = None;
        let from = from.min(self.presence.n_plies);
        self.presence.n_plies = n_plies;
        // All spectators at once.
        let mut spectators = Vec::new();
        let mut others = Vec::new();
        for watcher in &self.watchers {
            match &watcher.shown {
                LastShown::AsSpectator if is_spectator(&self.table, &watcher.player) => {
                    spectators.push(watcher.connection);
                }
                _ => others.push(watcher.connection),
            }
        }
        let someone = spectators.first().and_then(|first| self.player_of(*first));
        match (someone, self.presence.spectators.take()) {
            (Some(player), Some(before)) => {
                let view = self.view(&player, from, &audience, now);
                let last = self.table.frame_at(from);
                if let Some(change) = GameChange::between(&before, &view, last, has_moved) {
                    out.push(TableAction::TellAll {
                        connections: spectators,
                        message: Box::new(ServerMessage::Changed(Box::new(change))),
                    });
                }
                self.presence.spectators = Some(without_moves(view));
            }
            // Watchers that join now are the first spectators.
            _ => self.presence.spectators = None,
        }
        self.presence.sent = audience;
        for connection in others {
            self.show_new_to(connection, from, has_moved, now, out);
        }
        self.show_study(out);
    }

    /// Sends the changes to a client with an individual view.
    fn show_new_to(
        &mut self,
        connection: ConnectionId,
        from: usize,
        has_moved: bool,
        now: Timestamp,
        out: &mut Vec<TableAction>,
    ) {
        let audience = self.presence.sent;
        let Some(index) = self.index_of(connection) else {
            return;
        };
        let Watcher { player, shown, .. } = &self.watchers[index];
        let LastShown::Own(before) = shown else {
            return self.show_whole(connection, &audience, now, out);
        };
        if is_spectator(&self.table, player) {
            return self.show_whole(connection, &audience, now, out);
        }
        let view = self.view(player, from, &audience, now);
        let last = self.table.frame_at(from);
        if let Some(change) = GameChange::between(before, &view, last, has_moved) {
            out.push(tell(connection, ServerMessage::Changed(Box::new(change))));
        }
        self.watchers[index].shown = LastShown::Own(without_moves(view));
    }

    /// Sends a client the whole game.
    fn show_whole(
        &mut self,
        connection: ConnectionId,
        audience: &Audience,
        now: Timestamp,
        out: &mut Vec<TableAction>,
    ) {
        let Some(index) = self.index_of(connection) else {
            return;
        };
        let player = self.watchers[index].player.clone();
        let view = self.view(&player, 0, audience, now);
        out.push(tell(connection, ServerMessage::Game(Box::new(view.clone()))));
        self.show_whole_study(index, out);
        let view = without_moves(view);
        self.watchers[index].shown = if is_spectator(&self.table, &player) {
            self.presence.spectators.get_or_insert(view);
            LastShown::AsSpectator
        } else {
            LastShown::Own(view)
        };
    }

    fn view(&self, who: &PlayerId, from: usize, audience: &Audience, now: Timestamp) -> GameView {
        // A spectator does not count itself.
        let own = u32::from(!self.table.is_player(who));
        let audience = Audience {
            spectators: audience.spectators.saturating_sub(own),
            thinking: self.thinking.is_some(),
            ..*audience
        };
        let mut view = self.table.view(who, from, &audience, now);
        view.unsaved.clone_from(&self.unsaved);
        view
    }

    /// Returns the current presence.
    fn audience(&self) -> Audience {
        let here = || self.watchers.iter().filter(|watcher| !watcher.is_away);
        let sits = |color: Color| {
            let seat = &self.table.seats()[color];
            here().any(|watcher| seat.is_of(&watcher.player))
        };
        let watching: HashSet<&PlayerId> = here()
            .map(|watcher| &watcher.player)
            .filter(|player| !self.table.is_player(player))
            .collect();
        Audience {
            present: PerColor(Color::ALL.map(sits)),
            spectators: watching.len() as u32,
            thinking: self.thinking.is_some(),
        }
    }

    fn index_of(&self, connection: ConnectionId) -> Option<usize> {
        self.watchers
            .iter()
            .position(|watcher| watcher.connection == connection)
    }

    fn player_of(&self, connection: ConnectionId) -> Option<PlayerId> {
        self.index_of(connection)
            .map(|index| self.watchers[index].player.clone())
    }
}

/// Returns whether a client has the view of all spectators.
fn is_spectator(table: &Table, who: &PlayerId) -> bool {
    !table.is_player(who) && table.creator() != who
}

fn without_moves(view: GameView) -> Box<GameView> {
    Box::new(GameView {
        plies: Vec::new(),
        ..view
    })
}

fn tell(connection: ConnectionId, message: ServerMessage) -> TableAction {
    TableAction::Tell {
        connection,
        message: Box::new(message),
    }
}
