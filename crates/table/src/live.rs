//! A table in use: who watches, what is stored before it is shown, and which searches run for whom.
//!
//! [`LiveTable`] takes events ([`TableEvent`]) and returns actions ([`TableAction`]). It guarantees that
//! nobody sees a move before it is stored: from a change until [`TableEvent::Stored`] it sends nothing, and
//! all other events wait.

mod advice;
mod attempt;
mod comparison;
mod computer;
mod events;
mod review;
mod study;
mod updates;

use std::collections::VecDeque;
use std::time::Duration;

use parlor_core::{Color, Level};

pub use events::{ConnectionId, TableAction, TableEvent, TableRequest, TerminalAction, WantedAnalysis};

use advice::Advice;
use study::ShownStudy;
use updates::{LastShown, Presence};

use crate::table::{EarlyEnd, Rematch, Seat, Table};
use crate::think::{JobId, Purpose};
use crate::transfer;
use crate::wire::{Notice, ProposalKind, Refusal, ServerMessage, StoreFailure};
use crate::{PlayerId, Secrets, Timestamp};

/// The delay after a failure before storing is tried again.
const RETRY: Duration = Duration::from_secs(2);

/// A client that watches.
#[derive(Clone, Debug)]
struct Watcher {
    connection: ConnectionId,
    player: PlayerId,
    name: String,
    /// Whether the connection is lost and the client may come back.
    is_away: bool,
    /// What the client was last shown of the game, if it differs from what all spectators were shown.
    shown: LastShown,
    /// Whether the client was shown the variations.
    knows_study: bool,
}

/// The search for the computer's move.
#[derive(Clone, Debug)]
struct MoveJob {
    job: JobId,
    /// The subject of the search: the number of moves played, the level and its side.
    about: (usize, Level, Color),
    /// The result, while it waits for the right moment to be played.
    chosen: Option<String>,
}

/// A table in use.
#[derive(Debug)]
pub struct LiveTable {
    table: Table,
    secrets: Secrets,
    /// The minimum time between two moves when the computer makes the second.
    pace: Duration,
    watchers: Vec<Watcher>,
    thinking: Option<MoveJob>,
    advice: Vec<Advice>,
    n_jobs: u64,
    /// Whether a terminal program takes part.
    terminal: bool,
    /// Whether a seat is offered to terminal programs.
    offered: bool,
    /// Whether the next game is being created.
    beginning: bool,
    last_move: Timestamp,
    /// The number of consecutive engine failures.
    n_failures: u32,
    presence: Presence,
    study: ShownStudy,
    /// While a change is being stored: the number of its last event, and the actions that follow once it is stored.
    saving: Option<(u64, Vec<TableAction>)>,
    /// The reason why the last change is not stored.
    unsaved: Option<StoreFailure>,
    /// When to try again.
    retry_at: Option<Timestamp>,
    /// Whether the game is deleted. If so, nothing is stored or changed any more.
    deleted: bool,
    /// The events that arrived meanwhile.
    waiting: VecDeque<TableEvent>,
}

impl LiveTable {
    /// Creates a table without watchers.
    pub fn new(table: Table, pace: Duration, secrets: Secrets, now: Timestamp) -> LiveTable {
        LiveTable {
            retry_at: table.is_unsaved().then_some(now),
            table,
            secrets,
            pace,
            watchers: Vec::new(),
            thinking: None,
            advice: Vec::new(),
            n_jobs: 0,
            terminal: false,
            offered: false,
            beginning: false,
            last_move: now,
            n_failures: 0,
            presence: Presence::default(),
            study: ShownStudy::default(),
            saving: None,
            unsaved: None,
            deleted: false,
            waiting: VecDeque::new(),
        }
    }

    /// Returns the table.
    pub fn table(&self) -> &Table {
        &self.table
    }

    /// Returns when the table needs [`TableEvent::Woken`], if nothing happens before.
    pub fn wakes_at(&self) -> Option<Timestamp> {
        if self.saving.is_some() {
            return None;
        }
        let chosen = self.thinking.as_ref().filter(|job| job.chosen.is_some());
        let pace = chosen.map(|_| self.last_move + self.pace);
        [pace, self.table.deadline(), self.retry_at, self.presence.due()]
            .into_iter()
            .flatten()
            .min()
    }

    /// Returns whether nobody uses the table. If games are stored, it may be dropped.
    pub fn is_idle(&self) -> bool {
        self.watchers.is_empty()
            && !self.terminal
            && !self.offered
            && self.saving.is_none()
            && (self.deleted || (!self.table.is_unsaved() && self.table.deadline().is_none()))
    }

    /// Continues with the stored game after the host failed to carry out an action: sends all watchers the whole
    /// game again, and abandons running searches.
    pub fn recover(&mut self, table: Table, now: Timestamp) -> Vec<TableAction> {
        let mut out = Vec::new();
        self.end_advice(|_| true, &mut out);
        self.stop_thinking(now, &mut out);
        self.table = table;
        self.beginning = false;
        self.saving = None;
        self.retry_at = self.table.is_unsaved().then_some(now);
        self.waiting.clear();
        self.reset_shown();
        self.think(now, &mut out);
        self.show(now, &mut out);
        out
    }

    /// Processes an event and returns the actions that follow.
    pub fn handle(&mut self, event: TableEvent, now: Timestamp) -> Vec<TableAction> {
        let mut out = Vec::new();
        match (event, self.saving.is_some()) {
            (TableEvent::Stored { outcome }, true) => self.stored(outcome, now, &mut out),
            (TableEvent::Stored { .. }, false) => {}
            (event, true) => self.waiting.push_back(event),
            (event, false) => self.take(event, now, &mut out),
        }
        while self.saving.is_none()
            && let Some(event) = self.waiting.pop_front()
        {
            self.take(event, now, &mut out);
        }
        out
    }

    fn take(&mut self, event: TableEvent, now: Timestamp, out: &mut Vec<TableAction>) {
        match event {
            TableEvent::Joined {
                connection,
                player,
                name,
                seat,
            } => self.join(connection, player, name, seat, now, out),
            TableEvent::Left { connection } => self.leave(connection, now, out),
            TableEvent::Away { connection } => self.set_away(connection, true, now, out),
            TableEvent::Back { connection } => self.set_away(connection, false, now, out),
            TableEvent::Asked { connection, request } => self.asked(connection, request, now, out),
            TableEvent::Started { job } => self.started(job, now, out),
            TableEvent::Reported { job, report } => self.reported(job, &report, out),
            TableEvent::Thought { job, thought } => self.thought(job, thought, now, out),
            // Ignore unrequested results.
            TableEvent::Stored { .. } => {}
            TableEvent::Deleted => self.delete(now, out),
            TableEvent::Closing => {
                if self.table.is_unsaved() {
                    self.publish(now, Vec::new(), out);
                }
            }
            TableEvent::Begun {
                asked_by,
                follows: true,
                game,
            } => self.begun(asked_by, game, now, out),
            TableEvent::Begun { asked_by, game, .. } => out.push(match game {
                Some(game) => TableAction::Tell {
                    connection: asked_by,
                    message: Box::new(ServerMessage::Joined { game }),
                },
                None => refused(asked_by, Refusal::ServerFull),
            }),
            TableEvent::Woken => self.wake(now, out),
            TableEvent::TerminalOffered { room } => {
                self.table.set_room(Some(room));
                self.offered = true;
                self.publish(now, Vec::new(), out);
            }
            TableEvent::TerminalJoined => match self.table.sit_at_terminal() {
                Some(color) => {
                    self.terminal = true;
                    let game = Box::new(self.table.game().clone());
                    let seated = TableAction::Terminal(TerminalAction::Seated { game, color });
                    self.publish(now, vec![seated], out);
                }
                None => out.push(TableAction::Terminal(TerminalAction::Taken)),
            },
            TableEvent::TerminalAttached => self.terminal = true,
            TableEvent::TerminalPlayed { text } => {
                let ply = self.table.game().len();
                if self.table.play_for_machine(ply, &text, now).is_ok() {
                    self.last_move = now;
                    // A side without a legal move has passed automatically: the terminal must be told.
                    let forwarded = self.moves_for_terminal(ply + 1);
                    self.publish(now, forwarded, out);
                }
            }
            TableEvent::TerminalLeft { resigned } => self.terminal_left(resigned, now, out),
        }
    }

    fn join(
        &mut self,
        connection: ConnectionId,
        player: PlayerId,
        name: String,
        seat: Option<String>,
        now: Timestamp,
        out: &mut Vec<TableAction>,
    ) {
        let seated = seat.map(|secret| self.table.sit(&player, &name, &secret));
        self.watchers.retain(|other| other.connection != connection);
        self.watchers.push(Watcher {
            connection,
            player,
            name,
            is_away: false,
            shown: LastShown::Nothing,
            knows_study: false,
        });
        match seated {
            Some(Ok(())) => self.publish(now, Vec::new(), out),
            other => {
                self.think(now, out);
                self.show_presence(now, out);
                // An invalid invitation still allows its holder to watch.
                if let Some(Err(refusal)) = other {
                    out.push(refused(connection, refusal));
                }
            }
        }
    }

    fn leave(&mut self, connection: ConnectionId, now: Timestamp, out: &mut Vec<TableAction>) {
        self.watchers.retain(|watcher| watcher.connection != connection);
        self.end_advice(|advice| advice.connection() == connection, out);
        if self.watchers.is_empty() {
            self.stop_thinking(now, out);
        }
        self.show_presence(now, out);
    }

    fn set_away(
        &mut self,
        connection: ConnectionId,
        is_away: bool,
        now: Timestamp,
        out: &mut Vec<TableAction>,
    ) {
        let own = |watcher: &&mut Watcher| watcher.connection == connection;
        if let Some(watcher) = self.watchers.iter_mut().find(own) {
            watcher.is_away = is_away;
            self.show_presence(now, out);
        }
    }

    fn asked(
        &mut self,
        connection: ConnectionId,
        request: TableRequest,
        now: Timestamp,
        out: &mut Vec<TableAction>,
    ) {
        let Some(watcher) = self
            .watchers
            .iter()
            .find(|watcher| watcher.connection == connection)
        else {
            return;
        };
        let watcher = watcher.clone();
        let who = &watcher.player;
        let result = match request {
            TableRequest::Hint => return self.hint(&watcher, out),
            TableRequest::Analyse { at, wanted } => return self.analyse(&watcher, at, wanted, out),
            TableRequest::Look { at } => return self.look(&watcher, at, out),
            TableRequest::StopAnalysis => {
                return self.end_advice(|advice| advice.is(connection, Purpose::Analysis), out);
            }
            TableRequest::Review => return self.review(&watcher, out),
            TableRequest::Judge { ply, text } => return self.attempt(&watcher, ply, &text, out),
            TableRequest::Export { format } => return out.push(self.export(connection, &format)),
            TableRequest::MoveNow => {
                if let Some(job) = self.thinking.as_ref().filter(|_| self.table.may(who).switch) {
                    out.push(TableAction::Hurry(job.job));
                }
                return;
            }
            TableRequest::PlayFrom { at } => match self.table.play_from(&mut self.secrets, who, at) {
                Ok(table) => {
                    return out.push(TableAction::Begin {
                        table: Box::new(table),
                        asked_by: connection,
                        follows: false,
                    });
                }
                Err(refusal) => Err(refusal),
            },
            TableRequest::Rematch | TableRequest::Answer { .. } if self.beginning => return,
            _ if self.deleted => Err(Refusal::Deleted),
            request => self.change(&watcher, request, now),
        };
        match result {
            Ok(after) => self.publish(now, after, out),
            Err(refusal) => {
                let is_stale = refusal == Refusal::Stale;
                out.push(refused(connection, refusal));
                // Clients with an outdated view get the current one.
                if is_stale {
                    self.show_all_to(connection, now, out);
                }
            }
        }
    }

    /// Executes a request. Returns the actions to take when it is stored.
    fn change(
        &mut self,
        watcher: &Watcher,
        request: TableRequest,
        now: Timestamp,
    ) -> Result<Vec<TableAction>, Refusal> {
        let (who, connection) = (&watcher.player, watcher.connection);
        let length = self.table.game().len();
        let mut after = Vec::new();
        match request {
            TableRequest::Play { ply, text } => self.table.play(who, ply, &text, now)?,
            TableRequest::Undo => self.table.undo(who, now)?,
            TableRequest::Redo => self.table.redo(who, now)?,
            TableRequest::Answer { accept } => {
                let asked = self.table.proposal();
                match self.table.answer(who, accept, now)? {
                    Some(rematch) => self.begin_rematch(rematch, connection, &mut after)?,
                    None => {
                        if let Some((kind, by)) = asked.filter(|_| !accept) {
                            self.tell_declined(kind, by, &mut after);
                        }
                    }
                }
            }
            TableRequest::Resign => self.table.resign(who, now)?,
            TableRequest::Rematch => {
                let rematch = self.table.rematch(who)?;
                self.begin_rematch(rematch, connection, &mut after)?;
            }
            TableRequest::Switch { side, player } => {
                self.table
                    .switch(&mut self.secrets, who, &watcher.name, side.into(), &player, now)?;
            }
            TableRequest::Rename { name } => {
                self.table.rename(who, &name);
                let own = self.watchers.iter_mut().find(|one| one.connection == connection);
                if let Some(own) = own {
                    own.name = name;
                }
            }
            TableRequest::Branch { at, moves } => {
                self.table.branch(who, at, &moves)?;
            }
            TableRequest::Annotate { edit } => self.table.edit(who, edit)?,
            TableRequest::UndoEdit => self.table.undo_edit(who)?,
            TableRequest::RedoEdit => self.table.redo_edit(who)?,
            // These change nothing and are handled elsewhere.
            TableRequest::PlayFrom { .. }
            | TableRequest::MoveNow
            | TableRequest::Hint
            | TableRequest::Analyse { .. }
            | TableRequest::StopAnalysis
            | TableRequest::Look { .. }
            | TableRequest::Review
            | TableRequest::Judge { .. }
            | TableRequest::Export { .. } => {}
        }
        if self.table.game().len() > length {
            self.last_move = now;
            after.extend(self.moves_for_terminal(length));
        } else if self.terminal && self.table.outcome().is_some() {
            after.push(TableAction::Terminal(TerminalAction::Left));
        }
        Ok(after)
    }

    /// Tells the clients that proposed something that it was declined.
    fn tell_declined(&self, kind: ProposalKind, by: Color, out: &mut Vec<TableAction>) {
        let asked = |watcher: &&Watcher| self.table.seats()[by].is_of(&watcher.player);
        out.extend(
            self.watchers
                .iter()
                .filter(asked)
                .map(|watcher| TableAction::Tell {
                    connection: watcher.connection,
                    message: Box::new(ServerMessage::Notice {
                        notice: Notice::Declined { kind },
                    }),
                }),
        );
    }

    fn begin_rematch(
        &mut self,
        rematch: Rematch,
        asked_by: ConnectionId,
        after: &mut Vec<TableAction>,
    ) -> Result<(), Refusal> {
        if let Rematch::Agreed(next) = rematch {
            let table = Box::new(Table::following(&mut self.secrets, *next)?);
            self.beginning = true;
            after.push(TableAction::Begin {
                table,
                asked_by,
                follows: true,
            });
        }
        Ok(())
    }

    fn begun(
        &mut self,
        asked_by: ConnectionId,
        game: Option<String>,
        now: Timestamp,
        out: &mut Vec<TableAction>,
    ) {
        self.beginning = false;
        match game {
            Some(id) => {
                self.table.followed_by(&id);
                self.publish(now, Vec::new(), out);
            }
            None => out.push(refused(asked_by, Refusal::ServerFull)),
        }
    }

    fn export(&self, connection: ConnectionId, format: &str) -> TableAction {
        let table = &self.table;
        let written = transfer::write(
            table.id(),
            table.game(),
            &table.names(),
            &table.termination(),
            &table.tree().annotated(),
            format,
        );
        match written {
            Some(message) => TableAction::Tell {
                connection,
                message: Box::new(message),
            },
            None => refused(connection, Refusal::NoSuchFormat),
        }
    }

    fn wake(&mut self, now: Timestamp, out: &mut Vec<TableAction>) {
        if self.table.check_clock(now) {
            return self.publish(now, Vec::new(), out);
        }
        if self.retry_at.is_some_and(|moment| moment <= now) {
            return self.publish(now, Vec::new(), out);
        }
        self.play_chosen(now, out);
        if self.saving.is_none() && self.presence.due().is_some_and(|due| due <= now) {
            self.show(now, out);
        }
    }

    /// Handles the deletion of the game by all its players: clients that still have it open are told, and
    /// nothing restores it.
    fn delete(&mut self, now: Timestamp, out: &mut Vec<TableAction>) {
        self.deleted = true;
        self.retry_at = None;
        self.think(now, out);
        out.extend(self.watchers.iter().map(|watcher| TableAction::Tell {
            connection: watcher.connection,
            message: Box::new(ServerMessage::Notice {
                notice: Notice::Deleted,
            }),
        }));
    }

    fn terminal_left(&mut self, resigned: bool, now: Timestamp, out: &mut Vec<TableAction>) {
        if !std::mem::take(&mut self.terminal) {
            return;
        }
        let is_terminal = |color: &Color| matches!(self.table.seats()[*color], Seat::Terminal { .. });
        if let Some(color) = Color::ALL.into_iter().find(is_terminal) {
            let ended = if resigned {
                EarlyEnd::Resigned(color)
            } else {
                EarlyEnd::Forfeited(color)
            };
            self.table.end(ended, now);
        }
        self.publish(now, Vec::new(), out);
    }

    /// Returns the moves from this ply on, for a terminal program that takes part.
    fn moves_for_terminal(&self, ply: usize) -> Vec<TableAction> {
        if !self.terminal {
            return Vec::new();
        }
        let moves = self.table.game().history().into_iter().skip(ply);
        moves
            .map(|mv| TableAction::Terminal(TerminalAction::Played(mv.text)))
            .collect()
    }

    /// Stores the new events, then informs the watchers. If there is nothing to store, informs them at once.
    fn publish(&mut self, now: Timestamp, after: Vec<TableAction>, out: &mut Vec<TableAction>) {
        self.retry_at = None;
        let append = self.table.append();
        self.saving = Some((append.last(), after));
        if self.deleted || append.events.is_empty() {
            return self.stored(Ok(()), now, out);
        }
        out.push(TableAction::Save(Box::new(append)));
    }

    fn stored(&mut self, outcome: Result<(), StoreFailure>, now: Timestamp, out: &mut Vec<TableAction>) {
        let (last, after) = self.saving.take().unwrap_or_default();
        match outcome {
            Err(failure) if failure.is_transient() => {
                self.unsaved = Some(failure);
                self.retry_at = Some(now + RETRY);
            }
            Err(StoreFailure::Deleted { .. }) => {
                self.table.stored(last);
                self.delete(now, out);
            }
            // If nothing can be stored for good, nothing waits for it.
            outcome => {
                self.table.stored(last);
                self.unsaved = outcome.err();
            }
        }
        out.extend(after);
        if self.offered && !self.table.seats().0.iter().any(Seat::is_free) {
            self.offered = false;
            out.push(TableAction::Terminal(TerminalAction::Withdrawn));
        }
        self.think(now, out);
        self.show(now, out);
    }

    fn next_job(&mut self) -> JobId {
        self.n_jobs += 1;
        JobId(self.n_jobs)
    }
}

/// Sends a connection the reason why something was not done.
fn refused(connection: ConnectionId, reason: Refusal) -> TableAction {
    TableAction::Tell {
        connection,
        message: Box::new(ServerMessage::Refused { reason }),
    }
}
