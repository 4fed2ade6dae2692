//! The host of a table in use: one task that alone tells it what happened and does what it says.
//!
//! What may be done at a table and who is told what is decided in [`parlor_table`]. Here are the mailbox, the store,
//! the engines' threads and the clock.

use std::collections::{HashMap, VecDeque};
use std::sync::Arc;
use std::time::Instant;

use parlor_core::Color;
use parlor_core::think::Stop;
use parlor_games::AnyGame;
use parlor_table::wire::ServerMessage;
use parlor_table::{
    ConnectionId, JobId, LiveTable, PlayerId, Purpose, Table, TableAction, TableEvent, TerminalAction,
    ThinkRequest,
};
use tokio::sync::{Notify, mpsc, oneshot};

use crate::house::House;
use crate::random::secrets;
use crate::thinking;

/// How many commands may wait for a table.
pub(crate) const WAITING: usize = 256;

/// The other end of a connection.
#[derive(Clone, Debug)]
pub(crate) struct Guest {
    /// The connection's number.
    pub(crate) connection: ConnectionId,
    /// Who it is.
    pub(crate) player: PlayerId,
    /// What they are told.
    pub(crate) out: mpsc::Sender<ServerMessage>,
    /// Set off when they do not read what they are told.
    pub(crate) overrun: Arc<Notify>,
}

impl Guest {
    /// Tells them something, or that they are too slow.
    pub(crate) fn tell(&self, message: ServerMessage) {
        let passing = message.is_passing();
        if let Err(mpsc::error::TrySendError::Full(_)) = self.out.try_send(message)
            && !passing
        {
            self.overrun.notify_one();
        }
    }
}

/// What a table's task is told.
#[derive(Debug)]
pub(crate) enum Command {
    /// Something happened.
    Event(TableEvent),
    /// Somebody watches, and perhaps takes a seat.
    Join {
        guest: Guest,
        name: String,
        seat: Option<String>,
    },
    /// A terminal program wants the free seat.
    LinkUp {
        events: mpsc::Sender<TerminalAction>,
        answer: oneshot::Sender<(AnyGame, Color)>,
    },
    /// A terminal program's link belongs to this table, which was made for it.
    LinkAttach { events: mpsc::Sender<TerminalAction> },
    /// A terminal program can join under this name until `withdraw` is dropped.
    Room {
        name: String,
        withdraw: oneshot::Sender<()>,
    },
    /// The program ends: whatever is not stored is to be stored now.
    Flush(oneshot::Sender<()>),
}

/// The way to a table.
#[derive(Clone, Debug)]
pub(crate) struct TableHandle(mpsc::Sender<Command>);

impl TableHandle {
    pub(crate) fn new(sender: mpsc::Sender<Command>) -> TableHandle {
        TableHandle(sender)
    }

    /// Tells the table something; `false` if it is no longer there.
    pub(crate) async fn send(&self, command: Command) -> bool {
        self.0.send(command).await.is_ok()
    }

    /// Tells the table what happened; `false` if it is no longer there.
    pub(crate) async fn tell(&self, event: TableEvent) -> bool {
        self.send(Command::Event(event)).await
    }
}

/// The task of a table. It ends when nobody has used it for a while.
pub(crate) async fn run(
    house: Arc<House>,
    table: Table,
    mut commands: mpsc::Receiver<Command>,
    handle: TableHandle,
) {
    let id = table.id().to_owned();
    let mut live = Live {
        table: LiveTable::new(table, house.limits.pace, secrets(), house.now()),
        house: Arc::clone(&house),
        handle,
        guests: HashMap::new(),
        searches: HashMap::new(),
        link: None,
        joining: None,
        offer: None,
    };
    loop {
        let wakes_at = live.table.wakes_at().map(|moment| house.instant(moment));
        let wake = wakes_at.unwrap_or_else(|| Instant::now() + house.limits.idle);
        tokio::select! {
            command = commands.recv() => match command {
                Some(command) => live.obey(command).await,
                None => return,
            },
            () = tokio::time::sleep_until(wake.into()) => {
                if wakes_at.is_some() {
                    live.tell(TableEvent::Woken).await;
                } else if live.table.is_idle() && house.keeps_games() && house.forget(&id, &commands) {
                    return;
                }
            }
        }
    }
}

/// A terminal program that waits for a seat: how it is told what happens, and where it learns which game it plays.
type Joining = (mpsc::Sender<TerminalAction>, oneshot::Sender<(AnyGame, Color)>);

struct Live {
    house: Arc<House>,
    table: LiveTable,
    handle: TableHandle,
    guests: HashMap<ConnectionId, Guest>,
    /// The flags that end the searches for this table.
    searches: HashMap<JobId, Stop>,
    /// The terminal program that plays along.
    link: Option<mpsc::Sender<TerminalAction>>,
    /// The terminal program that wants to.
    joining: Option<Joining>,
    /// Dropped to withdraw the offer of a seat to terminal programs.
    offer: Option<oneshot::Sender<()>>,
}

impl Live {
    async fn obey(&mut self, command: Command) {
        let event = match command {
            Command::Event(event) => event,
            Command::Join { guest, name, seat } => {
                let (connection, player) = (guest.connection, guest.player.clone());
                self.guests.insert(connection, guest);
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
                // Whoever does not wait any more does not need to know.
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

    /// Tells the table what happened and does what it says, until there is nothing left to do.
    async fn tell(&mut self, event: TableEvent) {
        let mut actions = VecDeque::from(self.table.handle(event, self.house.now()));
        while let Some(action) = actions.pop_front() {
            if let Some(event) = self.act(action).await {
                actions.extend(self.table.handle(event, self.house.now()));
            }
        }
    }

    /// Does one thing; what came of it, if the table is to know.
    async fn act(&mut self, action: TableAction) -> Option<TableEvent> {
        match action {
            TableAction::Tell { connection, message } => {
                if let Some(guest) = self.guests.get(&connection) {
                    guest.tell(*message);
                }
            }
            TableAction::Save(append) => {
                let outcome = self.house.save(*append, self.table.table().game()).await;
                return Some(TableEvent::Stored { outcome });
            }
            TableAction::Think(request) => self.think(*request),
            TableAction::Cancel(job) => {
                if let Some(stop) = self.searches.remove(&job) {
                    stop.set();
                }
            }
            TableAction::Hurry(job) => {
                if let Some(stop) = self.searches.get(&job) {
                    stop.set();
                }
            }
            TableAction::Begin {
                table,
                asked_by,
                follows,
            } => {
                let id = table.id().to_owned();
                let game = self.house.seat(*table).await.map(|_| id);
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
                    // A program that is gone already says so through its link.
                    let _ = answer.send((*game, color));
                }
            }
            TerminalAction::Taken => self.joining = None,
            TerminalAction::Withdrawn => self.offer = None,
            action @ (TerminalAction::Played(_) | TerminalAction::Left) => {
                if let Some(link) = &self.link {
                    // A link that reads nothing any more ends by itself.
                    let _ = link.try_send(action);
                }
            }
        }
    }

    /// Thinks on a thread of its own as soon as there is a place.
    fn think(&mut self, request: ThinkRequest) {
        let stop = Stop::new();
        self.searches.insert(request.job, stop.clone());
        let places = match request.purpose {
            Purpose::Move => Arc::clone(&self.house.players),
            Purpose::Hint | Purpose::Review | Purpose::Analysis => Arc::clone(&self.house.advisors),
        };
        let handle = self.handle.clone();
        tokio::spawn(async move {
            let Ok(_place) = places.acquire_owned().await else {
                return;
            };
            let job = request.job;
            let reports = handle.clone();
            let search = tokio::task::spawn_blocking(move || {
                thinking::think(&request, &stop, &mut |report| {
                    // A table that is behind hears the next report instead.
                    let report = report.clone();
                    let _ = reports
                        .0
                        .try_send(Command::Event(TableEvent::Reported { job, report }));
                })
            });
            // A search that failed has come to nothing.
            let thought = search.await.ok().flatten();
            handle.tell(TableEvent::Thought { job, thought }).await;
        });
    }
}
