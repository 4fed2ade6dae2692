//! A table in use: one task that alone changes it, and tells its guests what changed.

use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};
use std::sync::Arc;
use std::time::Instant;

use parlor_core::think::Stop;
use parlor_core::{Color, PerColor};
use parlor_games::AnyGame;
use parlor_table::wire::{Permissions, Player, ProposalKind, ServerMessage};
use parlor_table::{Audience, Ended, PlayerId, Refusal, Rematch, Seat, Table};
use tokio::sync::{Notify, mpsc, oneshot};

use crate::house::House;
use crate::mind;
use crate::random::secrets;

/// How many commands may wait for a table.
pub(crate) const WAITING: usize = 256;

/// A connection that watches a table.
#[derive(Clone, Debug)]
pub(crate) struct Guest {
    /// The connection's number.
    pub(crate) connection: u64,
    /// Who it is.
    pub(crate) player: PlayerId,
    /// What they are called.
    pub(crate) name: String,
    /// What they are told.
    pub(crate) out: mpsc::Sender<ServerMessage>,
    /// Set off when they do not read what they are told.
    pub(crate) overrun: Arc<Notify>,
}

impl Guest {
    /// Tells them something, or that they are too slow.
    pub(crate) fn tell(&self, message: ServerMessage) {
        if let Err(mpsc::error::TrySendError::Full(_)) = self.out.try_send(message) {
            self.overrun.notify_one();
        }
    }
}

/// What can be asked of a table.
#[derive(Debug)]
pub(crate) enum Act {
    Play { ply: u32, text: String },
    Undo,
    Redo,
    Rewind { ply: u32 },
    Answer { accept: bool },
    Resign,
    Rematch,
    Switch { color: Color, player: Player },
    MoveNow,
    Rename { name: String },
}

/// What a terminal program's link is told.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum LinkEvent {
    /// Somebody here played this.
    Played(String),
    /// Somebody here gave up.
    Left,
}

/// What a table is told.
#[derive(Debug)]
pub(crate) enum Command {
    /// Somebody watches, and perhaps takes a seat.
    Join {
        guest: Guest,
        seat: Option<String>,
        done: oneshot::Sender<Result<(), Refusal>>,
    },
    /// Somebody watches no longer.
    Leave { connection: u64 },
    /// Somebody asks for something.
    Do { connection: u64, act: Act },
    /// Somebody needs the game as it is, and what they may do.
    Look {
        player: PlayerId,
        answer: oneshot::Sender<(AnyGame, Permissions, PerColor<String>, String)>,
    },
    /// A search has come to a move.
    Thought { job: u64, text: Option<String> },
    /// A terminal program takes the free seat.
    LinkUp {
        events: mpsc::Sender<LinkEvent>,
        answer: oneshot::Sender<Option<(AnyGame, Color)>>,
    },
    /// A terminal program played.
    LinkPlayed { text: String },
    /// A terminal program gave up or is gone.
    LinkEnded { resigned: bool },
    /// A terminal program's link belongs to this table, which was made for it.
    LinkAttach { events: mpsc::Sender<LinkEvent> },
    /// A terminal program can join under this name until `withdraw` is dropped.
    Room {
        name: String,
        withdraw: oneshot::Sender<()>,
    },
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
        house: Arc::clone(&house),
        table,
        handle,
        guests: Vec::new(),
        job: None,
        n_jobs: 0,
        link: None,
        offer: None,
        last_move: Instant::now(),
    };
    loop {
        let idle = live.guests.is_empty() && live.link.is_none() && live.offer.is_none();
        let wake = match (live.table.deadline(), idle) {
            (Some(deadline), _) => house.instant(deadline),
            (None, _) => Instant::now() + house.limits.idle,
        };
        tokio::select! {
            command = commands.recv() => match command {
                Some(command) => live.obey(command).await,
                None => return,
            },
            () = tokio::time::sleep_until(wake.into()) => {
                let fallen = live.table.look_at_clock(house.now());
                if fallen {
                    live.publish().await;
                } else if idle && live.table.deadline().is_none() && house.keeps_games() && house.forget(&id, &commands) {
                    return;
                }
            }
        }
    }
}

struct Live {
    house: Arc<House>,
    table: Table,
    handle: TableHandle,
    guests: Vec<Guest>,
    job: Option<Job>,
    n_jobs: u64,
    link: Option<mpsc::Sender<LinkEvent>>,
    /// Dropped to withdraw the offer of a seat to terminal programs.
    offer: Option<oneshot::Sender<()>>,
    last_move: Instant,
}

/// A search that is to come to a move.
struct Job {
    number: u64,
    /// The state of the table that it thinks about.
    version_of: (usize, u8, Color),
    stop: Stop,
}

impl Live {
    async fn obey(&mut self, command: Command) {
        match command {
            Command::Join { guest, seat, done } => self.join(guest, seat, done).await,
            Command::Leave { connection } => {
                self.guests.retain(|guest| guest.connection != connection);
                self.announce_presence();
                if self.guests.is_empty() {
                    self.stop_thinking();
                }
            }
            Command::Do { connection, act } => self.act(connection, act).await,
            Command::Look { player, answer } => {
                let may = self.table.may(&player);
                // Whoever asked and left does not need the answer.
                let _ = answer.send((
                    self.table.game().clone(),
                    may,
                    self.table.names(),
                    self.table.result_text(),
                ));
            }
            Command::Thought { job, text } => self.thought(job, text).await,
            Command::LinkUp { events, answer } => {
                let color = self.table.sit_at_terminal();
                if color.is_some() {
                    self.link = Some(events);
                }
                let _ = answer.send(color.map(|color| (self.table.game().clone(), color)));
                self.publish().await;
            }
            Command::LinkPlayed { text } => {
                let ply = self.table.game().len();
                if self.table.play_for_machine(ply, &text, self.house.now()).is_ok() {
                    self.last_move = Instant::now();
                    // Whoever is stuck here has passed without being asked: the terminal must hear of it.
                    self.tell_link_since(ply + 1);
                    self.publish().await;
                }
            }
            Command::LinkEnded { resigned } => self.link_ended(resigned).await,
            Command::LinkAttach { events } => self.link = Some(events),
            Command::Room { name, withdraw } => {
                self.table.set_room(Some(name));
                self.offer = Some(withdraw);
                self.publish().await;
            }
        }
    }

    async fn join(&mut self, guest: Guest, seat: Option<String>, done: oneshot::Sender<Result<(), Refusal>>) {
        let result = match &seat {
            Some(secret) => self.table.sit(&guest.player, &guest.name, secret),
            None => Ok(()),
        };
        let sat = seat.is_some() && result.is_ok();
        // A wrong invitation still lets its bearer watch.
        let _ = done.send(result);
        self.guests.retain(|other| other.connection != guest.connection);
        self.guests.push(guest.clone());
        guest.tell(self.view_for(&guest, 0));
        if sat {
            self.publish().await;
        } else {
            self.announce_presence();
            self.think();
        }
    }

    async fn act(&mut self, connection: u64, act: Act) {
        let Some(guest) = self
            .guests
            .iter()
            .find(|guest| guest.connection == connection)
            .cloned()
        else {
            return;
        };
        let (who, now) = (&guest.player, self.house.now());
        let length = self.table.game().len();
        let result = match act {
            Act::Play { ply, text } => self.table.play(who, ply, &text, now),
            Act::Undo => self.table.undo(who, now),
            Act::Redo => self.table.redo(who, now),
            Act::Rewind { ply } => self.table.rewind(who, ply, now),
            Act::Answer { accept } => {
                let asked = self.table.proposal();
                match self.table.answer(who, accept, now) {
                    Ok(Some(rematch)) => self.begin_rematch(rematch).await,
                    Ok(None) => {
                        if let Some((kind, by)) = asked.filter(|_| !accept) {
                            self.tell_declined(kind, by);
                        }
                        Ok(())
                    }
                    Err(refusal) => Err(refusal),
                }
            }
            Act::Resign => self.table.resign(who, now),
            Act::Rematch => match self.table.rematch(who) {
                Ok(rematch) => self.begin_rematch(rematch).await,
                Err(refusal) => Err(refusal),
            },
            Act::Switch { color, player } => {
                self.table
                    .switch(&mut secrets(), who, &guest.name, color, &player)
            }
            Act::MoveNow => {
                if let Some(job) = self.job.as_ref().filter(|_| self.table.may(who).switch) {
                    job.stop.set();
                }
                return;
            }
            Act::Rename { name } => {
                self.table.rename(who, &name);
                for guest in self
                    .guests
                    .iter_mut()
                    .filter(|guest| guest.connection == connection)
                {
                    guest.name.clone_from(&name);
                }
                Ok(())
            }
        };
        if let Err(refusal) = result {
            guest.tell(ServerMessage::Refused {
                reason: refusal.to_string(),
            });
            // Whoever saw something else than there is sees it now.
            if refusal == Refusal::Stale {
                guest.tell(self.view_for(&guest, 0));
            }
            return;
        }
        if self.table.game().len() > length {
            self.last_move = Instant::now();
            self.tell_link_since(length);
        } else if self.table.outcome().is_some() {
            self.tell_link(LinkEvent::Left);
        }
        self.publish().await;
    }

    /// Tells whoever asked for something that it was declined.
    fn tell_declined(&self, kind: ProposalKind, by: Color) {
        let text = match kind {
            ProposalKind::Takeback => "The other side declines the takeback",
            ProposalKind::Rematch => "The other side declines the rematch",
        };
        let asked = |guest: &&Guest| self.table.seats()[by].is_of(&guest.player);
        for guest in self.guests.iter().filter(asked) {
            guest.tell(ServerMessage::Notice {
                text: text.to_owned(),
            });
        }
    }

    async fn begin_rematch(&mut self, rematch: Rematch) -> Result<(), Refusal> {
        let Rematch::Agreed(next) = rematch else {
            return Ok(());
        };
        let table = Table::following(&mut secrets(), *next)?;
        let id = table.id().to_owned();
        if self.house.seat(table).await.is_none() {
            return Err(Refusal::NotNow("the house is full"));
        }
        self.table.followed_by(&id);
        Ok(())
    }

    async fn thought(&mut self, number: u64, text: Option<String>) {
        if self.job.as_ref().is_none_or(|job| job.number != number) {
            return;
        }
        self.job = None;
        let length = self.table.game().len();
        let played = text.map(|text| self.table.play_for_machine(length, &text, self.house.now()));
        if let Some(Ok(())) = played {
            self.last_move = Instant::now();
        }
        self.publish().await;
    }

    async fn link_ended(&mut self, resigned: bool) {
        if self.link.take().is_none() {
            return;
        }
        let terminal = Color::ALL
            .into_iter()
            .find(|&color| matches!(self.table.seats()[color], Seat::Terminal { .. }));
        if let Some(color) = terminal {
            let ended = if resigned {
                Ended::Resigned(color)
            } else {
                Ended::Forfeited(color)
            };
            self.table.end(ended, self.house.now());
        }
        self.publish().await;
    }

    /// Tells the link the moves from this ply on.
    fn tell_link_since(&mut self, ply: usize) {
        if self.link.is_none() {
            return;
        }
        for mv in self.table.game().history().into_iter().skip(ply) {
            self.tell_link(LinkEvent::Played(mv.text));
        }
    }

    fn tell_link(&mut self, event: LinkEvent) {
        if let Some(link) = &self.link {
            // A link that reads nothing any more ends by itself.
            let _ = link.try_send(event);
        }
    }

    /// Keeps the table, then tells everybody what changed: nobody sees a move that a crash could undo.
    async fn publish(&mut self) {
        self.house.save(&self.table).await;
        if !self.table.seats().0.iter().any(Seat::is_free) {
            self.offer = None;
        }
        self.think();
        let from = self.table.take_change();
        for guest in &self.guests {
            guest.tell(self.view_for(guest, from));
        }
    }

    /// Tells everybody who is there now; nothing was played.
    fn announce_presence(&mut self) {
        let from = self.table.game().len();
        for guest in &self.guests {
            guest.tell(self.view_for(guest, from));
        }
    }

    fn view_for(&self, guest: &Guest, from: usize) -> ServerMessage {
        let present = |color: Color| {
            self.guests
                .iter()
                .any(|guest| self.table.seats()[color].is_of(&guest.player))
        };
        // Nobody counts as a spectator to themselves.
        let watches = |other: &&Guest| {
            other.player != guest.player
                && !Color::ALL
                    .into_iter()
                    .any(|color| self.table.seats()[color].is_of(&other.player))
        };
        let audience = Audience {
            present: PerColor(Color::ALL.map(present)),
            spectators: self.guests.iter().filter(watches).count() as u32,
            thinking: self.job.is_some(),
        };
        ServerMessage::Game(Box::new(self.table.view(
            &guest.player,
            from,
            &audience,
            self.house.now(),
        )))
    }

    /// Lets the computer think when it is to move and somebody is there to see it, and only then.
    fn think(&mut self) {
        let level = self.table.computer_to_move().filter(|_| !self.guests.is_empty());
        let Some(level) = level else {
            self.stop_thinking();
            return;
        };
        let game = self.table.game().clone();
        let version_of = (game.len(), level.number(), game.turn());
        if self.job.as_ref().is_some_and(|job| job.version_of == version_of) {
            return;
        }
        self.stop_thinking();
        self.n_jobs += 1;
        let (number, stop) = (self.n_jobs, Stop::new());
        self.job = Some(Job {
            number,
            version_of,
            stop: stop.clone(),
        });
        let clock = self.table.clock().map(|clock| {
            let increment = std::time::Duration::from_secs(clock.setup().increment.into());
            (clock.left(game.turn(), self.house.now()), increment)
        });
        let seed = {
            let mut hasher = DefaultHasher::new();
            self.table.id().hash(&mut hasher);
            hasher.finish()
        };
        let (handle, players) = (self.handle.clone(), Arc::clone(&self.house.players));
        let not_before = self.last_move + self.house.limits.pace;
        tokio::spawn(async move {
            let Ok(_place) = players.acquire_owned().await else {
                return;
            };
            let search = tokio::task::spawn_blocking(move || mind::move_of(&game, level, seed, clock, &stop));
            let text = search.await.ok().flatten();
            tokio::time::sleep_until(not_before.into()).await;
            handle.send(Command::Thought { job: number, text }).await;
        });
    }

    fn stop_thinking(&mut self) {
        if let Some(job) = self.job.take() {
            job.stop.set();
        }
    }
}
