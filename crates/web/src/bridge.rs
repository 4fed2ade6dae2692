//! Games between a page and a remote terminal program, through the rooms.
//!
//! The terminal speaks the protocol of [`parlor_netplay::peer`]; this module translates between that protocol and a
//! table's commands and events. A terminal can do nothing that the protocol does not allow.

use std::sync::Arc;

use parlor_core::{Color, GameRecord};
use parlor_games::{AnyGame, AnyRecord, Kind, Playable, Spec, each_record};
use parlor_netplay::peer::{Peer, Received, RemoteGame, RoomId, RoomIdError, Stage};
use parlor_netplay::{ClientEnd, End, HostEnd, JoinError, OfferError};
use parlor_table::wire::{Notice, Refusal, RoomProblem, ServerMessage};
use parlor_table::{Table, TableEvent, TerminalAction};
use tokio::sync::{mpsc, oneshot};
use tokio::task::JoinHandle;

use crate::app_state::AppState;
use crate::live::{Command, TableHandle};
use crate::random::secrets;
use crate::session::Guest;

/// How many events may wait for a terminal that reads slowly. A game has fewer.
const WAITING: usize = 1024;

/// Parses a room name.
fn room_of(name: &str) -> Result<RoomId, RoomProblem> {
    name.parse().map_err(|error: RoomIdError| match error {
        RoomIdError::Empty => RoomProblem::NoName,
        RoomIdError::TooLong(_) => RoomProblem::LongName {
            most: RoomId::LONGEST as u32,
        },
        RoomIdError::BadCharacter(text) => RoomProblem::BadName { text: text.text },
    })
}

/// Offers the free seat of a table to a terminal program.
pub(crate) async fn offer(
    app: &AppState,
    room: &str,
    kind: Kind,
    table: TableHandle,
) -> Result<(), RoomProblem> {
    let id = room_of(room)?;
    let offered = app.rooms.offer(&id, kind.name());
    let host = offered.map_err(|OfferError::InUse(id)| RoomProblem::Taken { room: id.to_string() })?;
    let (withdraw, withdrawn) = oneshot::channel();
    table
        .send(Command::Room {
            name: id.to_string(),
            withdraw,
        })
        .await;
    tokio::spawn(wait_for_client(host, table, withdrawn));
    Ok(())
}

/// Joins a game that a terminal hosts. The table is created when the terminal starts the game.
pub(crate) fn join(
    app: &Arc<AppState>,
    room: &str,
    guest: &Guest,
    name: &str,
) -> Result<JoinHandle<()>, RoomProblem> {
    let id = room_of(room)?;
    let ClientEnd { end, game } = app.rooms.join(&id).map_err(|error| match error {
        JoinError::Unknown(id) => RoomProblem::NoSuchRoom { room: id.to_string() },
        JoinError::Taken(id) => RoomProblem::AlreadyJoined { room: id.to_string() },
    })?;
    let not_this = || RoomProblem::NotThisGame {
        game: game.to_owned(),
    };
    let spec = Spec::default_for(game.parse().map_err(|_| not_this())?);
    let start = AnyGame::new(&spec).map_err(|_| not_this())?;
    let client = Client {
        app: Arc::clone(app),
        guest: guest.clone(),
        name: name.to_owned(),
        end,
        spec,
    };
    guest.tell(&ServerMessage::Notice {
        notice: Notice::JoinedRoom { room: id.to_string() },
    });
    Ok(each_record!(start.record().clone(), record => tokio::spawn(client.run(record))))
}

async fn wait_for_client(host: HostEnd, table: TableHandle, withdrawn: oneshot::Receiver<()>) {
    let joined = tokio::select! {
        joined = host.joined() => joined,
        // The seat has been taken, or the table is gone.
        _ = withdrawn => return,
    };
    let Some((mut end, _in_use)) = joined else { return };
    // The first message must be `ready`, in every game.
    let Some(first) = end.recv().await else { return };
    let (events, actions) = mpsc::channel(WAITING);
    let (answer, seated) = oneshot::channel();
    table.send(Command::LinkUp { events, answer }).await;
    let Ok((game, color)) = seated.await else {
        end.leave_because("somebody else has taken the seat");
        return;
    };
    let agreements = game.spec().agreements().into_iter();
    let blocks = agreements
        .filter(|(name, _)| *name == "blocks")
        .map(|(_, value)| value)
        .next();
    let link = Link {
        table,
        end,
        actions,
        peer: Peer::host(),
    };
    each_record!(game.record().clone(), record => link.host(record, &first, color, blocks).await)
}

/// A page that joins a terminal's game, before there is a table.
struct Client {
    app: Arc<AppState>,
    guest: Guest,
    /// The player's name.
    name: String,
    end: End,
    spec: Spec,
}

impl Client {
    async fn run<G: RemoteGame + Playable>(mut self, mut record: GameRecord<G>)
    where
        AnyRecord: From<GameRecord<G>>,
    {
        let mut peer = Peer::client();
        let mut own = Color::White;
        loop {
            if send_all(&self.end, &mut peer).await.is_err() {
                return self.left();
            }
            let Some(text) = self.end.recv().await else {
                return self.left();
            };
            match peer.receive(&text, &record) {
                Ok(Received::Color(color)) => own = color,
                Ok(Received::Blocks(start)) => record = GameRecord::new(start),
                Ok(Received::Move(mv)) => {
                    // Cannot fail: the peer has checked the move.
                    let _ = record.play(mv);
                }
                Ok(Received::Start) => break,
                Ok(_) => return self.left(),
                Err(violation) => {
                    self.end.leave_because(violation.to_string());
                    return self.refuse(RoomProblem::Misspoke);
                }
            }
        }
        let game = AnyGame::from_record(&self.spec, record.clone());
        let table = Table::linked(&mut secrets(), &self.guest.player, &self.name, game, own);
        let id = table.id().to_owned();
        let table = match self.app.seat(table, &self.guest.visitor).await {
            Ok(table) => table,
            Err(reason) => return self.guest.tell(&ServerMessage::Refused { reason }),
        };
        let (events, actions) = mpsc::channel(WAITING);
        table.send(Command::LinkAttach { events }).await;
        self.guest.tell(&ServerMessage::Joined { game: id });
        let link = Link {
            table,
            end: self.end,
            actions,
            peer,
        };
        // The game must outlive the page's connection, because the page may reconnect.
        tokio::spawn(link.carry(record));
    }

    fn left(&self) {
        self.refuse(RoomProblem::NotBegun {
            reason: self.end.reason(),
        });
    }

    fn refuse(&self, problem: RoomProblem) {
        self.guest.tell(&ServerMessage::Refused {
            reason: Refusal::Room { problem },
        });
    }
}

/// The connection between a table and a terminal program.
struct Link {
    table: TableHandle,
    end: End,
    actions: mpsc::Receiver<TerminalAction>,
    peer: Peer,
}

impl Link {
    /// Plays the host's part up to the start. The terminal plays `color`.
    async fn host<G: RemoteGame + Playable>(
        mut self,
        record: GameRecord<G>,
        first: &str,
        color: Color,
        blocks: Option<String>,
    ) {
        let ready = self
            .peer
            .receive(first, &record)
            .map_err(|violation| violation.to_string());
        let started = ready.and_then(|_| {
            self.peer
                .start(!color, blocks.as_deref(), &record)
                .map_err(|misuse| misuse.to_string())
        });
        match started {
            Ok(()) => self.carry(record).await,
            Err(reason) => self.give_up(&reason).await,
        }
    }

    async fn give_up(self, reason: &str) {
        self.end.leave_because(reason);
        self.table
            .tell(TableEvent::TerminalLeft { resigned: false })
            .await;
    }

    /// Relays moves in both directions until the game is over.
    async fn carry<G: RemoteGame + Playable>(mut self, mut record: GameRecord<G>) {
        // If a player resigns here while the terminal is to move, the message goes out after the terminal's move:
        // the protocol forbids messages out of turn, and closing the connection instead would look like a failure.
        let mut has_resigned = false;
        loop {
            if has_resigned && matches!(self.peer.stage(), Stage::Playing(own) if own == record.turn()) {
                self.peer.leave(&record);
            }
            if send_all(&self.end, &mut self.peer).await.is_err() {
                return self.lost::<G>().await;
            }
            if self.peer.is_over() {
                return self.end.finish().await;
            }
            tokio::select! {
                text = self.end.recv() => {
                    let Some(text) = text else { return self.lost::<G>().await };
                    match self.peer.receive(&text, &record) {
                        Ok(Received::Move(mv)) => {
                            let text = record.position().view(mv).text;
                            // Cannot fail: the peer has checked the move.
                            let _ = record.play(mv);
                            self.table.tell(TableEvent::TerminalPlayed { text }).await;
                        }
                        Ok(Received::Resigned | Received::Left) => {
                            self.table.tell(TableEvent::TerminalLeft { resigned: true }).await;
                        }
                        Ok(_) => {}
                        Err(violation) => return self.give_up(&violation.to_string()).await,
                    }
                }
                event = self.actions.recv() => match event {
                    Some(TerminalAction::Played(text)) => {
                        let played = Playable::read_move(record.position(), &text).ok();
                        let sent = played.and_then(|mv| self.peer.play(mv, &record).ok().map(|()| mv));
                        let Some(mv) = sent else { return self.give_up("the table and the game differ").await };
                        let _ = record.play(mv);
                    }
                    Some(TerminalAction::Left) => has_resigned = true,
                    // The other actions concern terminals that have not joined yet.
                    Some(_) => {}
                    None => self.peer.leave(&record),
                }
            }
        }
    }

    /// Handles a broken connection. During a game it means that the terminal has left; after the end it does not
    /// matter.
    async fn lost<G: RemoteGame>(mut self) {
        if self.peer.connection_lost::<G>() == Received::Resigned {
            self.table
                .tell(TableEvent::TerminalLeft { resigned: false })
                .await;
        }
    }
}

async fn send_all(end: &End, peer: &mut Peer) -> Result<(), parlor_netplay::Disconnected> {
    for message in peer.take_messages() {
        end.send(message).await?;
    }
    Ok(())
}
