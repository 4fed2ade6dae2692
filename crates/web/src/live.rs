//! The host of a live table: one task passes it events and carries out its actions.
//!
//! [`parlor_table`] decides what is allowed at a table and who receives what. This module provides the mailbox, the
//! store, the engines and the clock. After a panic, a table loses only the operation in progress and continues with
//! the stored game.

use std::collections::{HashMap, VecDeque};
use std::panic::AssertUnwindSafe;
use std::sync::Arc;
use std::time::{Duration, Instant};

use futures_util::FutureExt;
use parlor_core::Color;
use parlor_games::AnyGame;
use parlor_table::scheduling::Ticket;
use parlor_table::wire::{Refusal, ServerMessage};
use parlor_table::{
    ConnectionId, JobId, LiveTable, Purpose, Table, TableAction, TableEvent, TerminalAction, ThinkRequest,
};
use tokio::sync::{mpsc, oneshot};
use tracing::{debug, error, info};

use crate::app_state::AppState;
use crate::limits::{Counted, Lease, Visitor};
use crate::random::secrets;
use crate::session::{self, Guest};
use crate::socket;

/// How many commands may wait for a table.
pub(crate) const WAITING: usize = 256;
/// How long an unused game that is not stored stays in memory.
const UNKEPT_IDLE: Duration = Duration::from_secs(3600);
/// How much of a game's id is in the log: too little to open the game with.
const TAG_LENGTH: usize = 8;

/// A message to a table's task.
#[derive(Debug)]
pub(crate) enum Command {
    /// An event for the table.
    Event(TableEvent),
    /// A guest joins, and perhaps takes a seat.
    Join {
        guest: Box<Guest>,
        name: String,
        seat: Option<String>,
    },
    /// A terminal program wants the free seat.
    LinkUp {
        events: mpsc::Sender<TerminalAction>,
        answer: oneshot::Sender<(AnyGame, Color)>,
    },
    /// Attaches the link of the terminal program for which this table was made.
    LinkAttach { events: mpsc::Sender<TerminalAction> },
    /// A terminal program can join under this name until `withdraw` is dropped.
    Room {
        name: String,
        withdraw: oneshot::Sender<()>,
    },
    /// The program is ending: store all unsaved events now.
    Flush(oneshot::Sender<()>),
}

/// A handle to a table's task.
#[derive(Clone, Debug)]
pub(crate) struct TableHandle(mpsc::Sender<Command>);

impl TableHandle {
    pub(crate) fn new(sender: mpsc::Sender<Command>) -> TableHandle {
        TableHandle(sender)
    }

    /// Sends the table a command. Returns `false` if the table is gone.
    pub(crate) async fn send(&self, command: Command) -> bool {
        self.0.send(command).await.is_ok()
    }

    /// Sends the table an event, unless its mailbox is full.
    pub(crate) fn try_tell(&self, event: TableEvent) {
        let _ = self.0.try_send(Command::Event(event));
    }

    /// Sends the table an event. Returns `false` if the table is gone.
    pub(crate) async fn tell(&self, event: TableEvent) -> bool {
        self.send(Command::Event(event)).await
    }
}

/// A table's share of the limits of the visitor who began or opened it.
#[derive(Debug)]
pub(crate) struct TableSlot {
    /// Counts while the table is in use.
    pub(crate) lease: Lease,
    /// The visitor who began or opened it.
    pub(crate) visitor: Visitor,
}

/// The task of a table. It ends when the table has been idle for a while.
pub(crate) async fn run(
    app: Arc<AppState>,
    table: Table,
    mut commands: mpsc::Receiver<Command>,
    handle: TableHandle,
    place: TableSlot,
) {
    let id = table.id().to_owned();
    let _lease = place.lease;
    let mut live = Live {
        last_good: table.clone(),
        tag: id.chars().take(TAG_LENGTH).collect(),
        table: LiveTable::new(table, app.limits.pace, secrets(), app.now()),
        app: Arc::clone(&app),
        handle,
        guests: HashMap::new(),
        searches: HashMap::new(),
        link: None,
        joining: None,
        offer: None,
        opened_by: place.visitor,
    };
    debug!(
        game = live.tag,
        kind = live.table.table().game().kind().name(),
        "a table is in use"
    );
    let idle = if app.keeps_games() {
        app.limits.idle
    } else {
        UNKEPT_IDLE.max(app.limits.idle)
    };
    loop {
        let wakes_at = live.table.wakes_at().map(|moment| app.instant(moment));
        let wake = wakes_at.unwrap_or_else(|| Instant::now() + idle);
        let command = tokio::select! {
            command = commands.recv() => match command {
                Some(command) => command,
                None => return,
            },
            () = tokio::time::sleep_until(wake.into()) => {
                if wakes_at.is_none() {
                    if live.table.is_idle() && app.forget(&id, &commands) {
                        debug!(game = live.tag, "a table is forgotten");
                        return;
                    }
                    continue;
                }
                Command::Event(TableEvent::Woken)
            }
        };
        let asked_by = command.asked_by();
        if AssertUnwindSafe(live.execute(command))
            .catch_unwind()
            .await
            .is_err()
        {
            live.recover(asked_by).await;
        } else if live.table.table().version() != live.last_good.version()
            || live.table.table().is_unsaved() != live.last_good.is_unsaved()
        {
            live.last_good = live.table.table().clone();
        }
    }
}

impl Command {
    /// The connection that asked for it.
    fn asked_by(&self) -> Option<ConnectionId> {
        match self {
            Command::Event(TableEvent::Asked { connection, .. }) => Some(*connection),
            Command::Join { guest, .. } => Some(guest.connection),
            _ => None,
        }
    }
}

/// A terminal program that waits for a seat: where to send events, and where to send its game and colour.
type Joining = (mpsc::Sender<TerminalAction>, oneshot::Sender<(AnyGame, Color)>);

struct Live {
    app: Arc<AppState>,
    table: LiveTable,
    handle: TableHandle,
    guests: HashMap<ConnectionId, Guest>,
    /// The searches for this table.
    searches: HashMap<JobId, Ticket>,
    /// The terminal program that plays at this table.
    link: Option<mpsc::Sender<TerminalAction>>,
    /// The terminal program that wants to join.
    joining: Option<Joining>,
    /// Dropped to withdraw the offer of a seat to terminal programs.
    offer: Option<oneshot::Sender<()>>,
    /// The table before the current command, for recovery from a panic.
    last_good: Table,
    /// The game's name in the log.
    tag: String,
    /// The visitor who began or opened the table. The computer's moves count as theirs.
    opened_by: Visitor,
}

impl Live {
    async fn execute(&mut self, command: Command) {
        let event = match command {
            Command::Event(event) => event,
            Command::Join { guest, name, seat } => {
                let (connection, player) = (guest.connection, guest.player.clone());
                self.guests.insert(connection, *guest);
                let table = self.table.table();
                if table.may(&player).analyse {
                    self.app.engines.prepare(table.game().kind());
                }
                TableEvent::Joined {
                    connection,
                    player,
                    name,
                    seat,
                }
            }
            Command::LinkUp { events, answer } => {
                self.joining = Some((events, answer));
                TableEvent::TerminalJoined
            }
            Command::LinkAttach { events } => {
                self.link = Some(events);
                TableEvent::TerminalAttached
            }
            Command::Room { name, withdraw } => {
                self.offer = Some(withdraw);
                TableEvent::TerminalOffered { room: name }
            }
            Command::Flush(done) => {
                self.tell(TableEvent::Closing).await;
                // The receiver may no longer wait.
                let _ = done.send(());
                return;
            }
        };
        match &event {
            TableEvent::Left { connection } => drop(self.guests.remove(connection)),
            TableEvent::Thought { job, .. } => drop(self.searches.remove(job)),
            TableEvent::TerminalLeft { .. } => self.link = None,
            _ => {}
        }
        self.tell(event).await;
    }

    /// Recovers from a panic: continues with the stored game, or else with the last good state.
    async fn recover(&mut self, asked_by: Option<ConnectionId>) {
        error!(
            game = self.tag,
            "a table has panicked and goes on with the game as it was stored"
        );
        self.app.metrics.panics.inc();
        // Events that could not be stored yet exist only in memory.
        let stored = if self.last_good.is_unsaved() {
            None
        } else {
            self.app.load(self.last_good.id()).await.ok().flatten()
        };
        let table = stored.unwrap_or_else(|| self.last_good.clone());
        self.last_good = table.clone();
        let actions = VecDeque::from(self.table.recover(table, self.app.now()));
        if AssertUnwindSafe(self.run_actions(actions))
            .catch_unwind()
            .await
            .is_err()
        {
            error!(game = self.tag, "a table has panicked while it recovered");
        }
        if let Some(guest) = asked_by.and_then(|connection| self.guests.get(&connection)) {
            guest.tell(&ServerMessage::Refused {
                reason: Refusal::Failed,
            });
        }
    }

    /// Passes the table an event and carries out its actions, until there are none left.
    async fn tell(&mut self, event: TableEvent) {
        let (length, was_over) = (self.table.table().game().len(), self.is_over());
        let actions = VecDeque::from(self.table.handle(event, self.app.now()));
        self.run_actions(actions).await;
        let played = self.table.table().game().len().saturating_sub(length);
        self.app.metrics.moves.inc_by(played as u64);
        if !was_over && self.is_over() {
            info!(game = self.tag, moves = self.table.table().game().len(), result = %self.table.table().termination(), "a game is over");
        }
    }

    fn is_over(&self) -> bool {
        self.table.table().outcome().is_some()
    }

    async fn run_actions(&mut self, mut actions: VecDeque<TableAction>) {
        while let Some(action) = actions.pop_front() {
            if let Some(event) = self.act(action).await {
                actions.extend(self.table.handle(event, self.app.now()));
            }
        }
    }

    /// Executes one action. Returns its result if the table needs it.
    async fn act(&mut self, action: TableAction) -> Option<TableEvent> {
        match action {
            TableAction::Tell { connection, message } => {
                if let Some(guest) = self.guests.get(&connection) {
                    if let ServerMessage::Refused { reason } = &*message {
                        socket::refused(&self.app, &guest.player, reason);
                    }
                    guest.tell(&message);
                }
            }
            TableAction::TellAll { connections, message } => {
                let (text, is_skippable) = (session::text(&message), message.is_skippable());
                for guest in connections.iter().filter_map(|one| self.guests.get(one)) {
                    guest.tell_text(text.clone(), is_skippable);
                }
            }
            TableAction::Save(append) => {
                let outcome = self.app.save(*append, self.table.table().game()).await;
                return Some(TableEvent::Stored { outcome });
            }
            TableAction::Think(request) => return self.think(*request),
            TableAction::Cancel(job) => {
                if let Some(search) = self.searches.remove(&job) {
                    self.app.engines.cancel(search);
                }
            }
            TableAction::Hurry(job) => {
                if let Some(search) = self.searches.get(&job) {
                    self.app.engines.hurry(*search);
                }
            }
            TableAction::Begin {
                table,
                asked_by,
                follows,
            } => {
                let id = table.id().to_owned();
                let guest = self.guests.get(&asked_by);
                let visitor = guest.map_or(&self.opened_by, |guest| &guest.visitor).clone();
                let game = self.app.seat(*table, &visitor).await.ok().map(|_| id);
                return Some(TableEvent::Begun {
                    asked_by,
                    follows,
                    game,
                });
            }
            TableAction::Terminal(action) => self.tell_terminal(action),
        }
        None
    }

    fn tell_terminal(&mut self, action: TerminalAction) {
        match action {
            TerminalAction::Seated { game, color } => {
                if let Some((events, answer)) = self.joining.take() {
                    self.link = Some(events);
                    // If the program has disconnected, its link reports that.
                    let _ = answer.send((*game, color));
                }
            }
            TerminalAction::Taken => self.joining = None,
            TerminalAction::Withdrawn => self.offer = None,
            action @ (TerminalAction::Played(_) | TerminalAction::Left) => {
                if let Some(link) = &self.link {
                    // A link that no longer reads ends by itself.
                    let _ = link.try_send(action);
                }
            }
        }
    }

    /// Queues a search. Returns the result at once if the visitor has too many searches already.
    fn think(&mut self, request: ThinkRequest) -> Option<TableEvent> {
        let job = request.job;
        let asked_by = self
            .guests
            .values()
            .find(|guest| guest.player == request.asked_by);
        let visitor = asked_by.map_or(&self.opened_by, |guest| &guest.visitor);
        let lease = match request.purpose {
            // The computer's moves are never refused: a game must go on.
            Purpose::Move => None,
            Purpose::Hint | Purpose::Review | Purpose::Analysis => match visitor.take(Counted::Searches) {
                Ok(lease) => Some(lease),
                Err(reason) => {
                    if let Some(guest) = asked_by {
                        socket::refused(&self.app, &guest.player, &reason);
                        guest.tell(&ServerMessage::Refused { reason });
                    }
                    return Some(TableEvent::Thought { job, thought: None });
                }
            },
        };
        let table = self.handle.clone();
        let ticket = self.app.engines.think(request, visitor, table, lease);
        self.searches.insert(job, ticket);
        None
    }
}
