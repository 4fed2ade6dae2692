//! One connection: reads what a page says, within limits, and tells it what it may know.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use axum::extract::ws::{CloseFrame, Message, WebSocket, close_code};
use futures_util::SinkExt;
use futures_util::stream::{SplitSink, StreamExt};
use parlor_core::think::Stop;
use parlor_games::AnyGame;
use parlor_table::transfer::Written;
use parlor_table::wire::{ClientMessage, GameSetup, ImportFile, Permissions, ServerMessage};
use parlor_table::{PlayerId, Table, base64, clean_name, editor, transfer};
use tokio::sync::{Notify, mpsc, oneshot};

use crate::house::House;
use crate::live::{Act, Command, Guest, TableHandle};
use crate::random::secrets;
use crate::rate::Rate;
use crate::{bridge, mind};

/// A page that says nothing for so long is gone: pages ask for a sign of life more often.
const SILENCE: Duration = Duration::from_secs(75);
/// How often we send a sign of life ourselves.
const PING: Duration = Duration::from_secs(25);
/// How long a page may take to read one message.
const PATIENCE: Duration = Duration::from_secs(20);

static CONNECTIONS: AtomicU64 = AtomicU64::new(1);

/// Why a connection is closed by us.
enum Farewell {
    /// The other side went.
    Gone,
    /// The other side did what it may not.
    Because(&'static str),
}

/// Serves one connection until either side ends it.
pub(crate) async fn serve(house: Arc<House>, player: PlayerId, socket: WebSocket) {
    let Some(_place) = house.enter() else {
        return refuse(socket).await;
    };
    let (sender, mut receiver) = socket.split();
    let (out, outgoing) = mpsc::channel(house.limits.unread);
    let overrun = Arc::new(Notify::new());
    let mut session = Session {
        rate: Rate::new(house.limits.burst, house.limits.per_second, Instant::now()),
        guest: Guest {
            connection: CONNECTIONS.fetch_add(1, Ordering::Relaxed),
            player,
            name: "You".to_owned(),
            out,
            overrun: Arc::clone(&overrun),
        },
        house,
        table: None,
        advice: None,
        review: None,
        joining: None,
    };
    session
        .guest
        .tell(ServerMessage::Welcome(session.house.welcome()));
    let mut writer = tokio::spawn(write(sender, outgoing));
    let farewell = loop {
        tokio::select! {
            message = tokio::time::timeout(SILENCE, receiver.next()) => match message {
                Ok(Some(Ok(Message::Text(text)))) => {
                    if let Err(farewell) = session.hear(text.as_str()).await {
                        break farewell;
                    }
                }
                Ok(Some(Ok(Message::Ping(_) | Message::Pong(_)))) => {
                    if !session.rate.allows(0, Instant::now()) {
                        break Farewell::Because("too many messages");
                    }
                }
                Ok(Some(Ok(Message::Binary(_)))) => break Farewell::Because("only text is understood here"),
                Ok(Some(Ok(Message::Close(_)) | Err(_)) | None) => break Farewell::Gone,
                Err(_) => break Farewell::Because("nothing was heard for too long"),
            },
            () = overrun.notified() => break Farewell::Because("messages are not read in time"),
            _ = &mut writer => break Farewell::Gone,
        }
    };
    session.leave().await;
    session.stop_advice();
    if let Some(task) = session.joining.take() {
        task.abort();
    }
    // The writer ends once everybody who could tell something is gone.
    drop(session);
    if let Farewell::Because(reason) = farewell
        && let Ok(Ok(mut sender)) = tokio::time::timeout(Duration::from_secs(2), writer).await
    {
        let frame = CloseFrame {
            code: close_code::POLICY,
            reason: reason.into(),
        };
        // A page that is gone already does not hear it.
        let _ = sender.send(Message::Close(Some(frame))).await;
    }
}

async fn refuse(mut socket: WebSocket) {
    let frame = CloseFrame {
        code: close_code::AGAIN,
        reason: "the house is full".into(),
    };
    let _ = socket.send(Message::Close(Some(frame))).await;
}

/// Sends what is told, and signs of life between.
async fn write(
    mut sender: SplitSink<WebSocket, Message>,
    mut outgoing: mpsc::Receiver<ServerMessage>,
) -> SplitSink<WebSocket, Message> {
    loop {
        let message = match tokio::time::timeout(PING, outgoing.recv()).await {
            // Our messages are made of what JSON can say.
            Ok(Some(message)) => Message::Text(serde_json::to_string(&message).unwrap_or_default().into()),
            Ok(None) => return sender,
            Err(_) => Message::Ping(Vec::new().into()),
        };
        match tokio::time::timeout(PATIENCE, sender.send(message)).await {
            Ok(Ok(())) => {}
            Ok(Err(_)) | Err(_) => return sender,
        }
    }
}

struct Session {
    house: Arc<House>,
    guest: Guest,
    table: Option<(String, TableHandle)>,
    /// Ends the analysis that runs.
    advice: Option<Stop>,
    /// Ends the review that runs.
    review: Option<Stop>,
    /// Waits for a terminal's game to begin.
    joining: Option<tokio::task::JoinHandle<()>>,
    rate: Rate,
}

impl Session {
    async fn hear(&mut self, text: &str) -> Result<(), Farewell> {
        let limits = self.house.limits;
        if text.len() > limits.import_bytes || !self.rate.allows(text.len(), Instant::now()) {
            return Err(Farewell::Because("too many messages"));
        }
        let message: ClientMessage = match serde_json::from_str(text) {
            Ok(message) => message,
            Err(error) => {
                self.refuse(format!("this message is not understood: {error}"));
                return Ok(());
            }
        };
        if text.len() > limits.message_bytes && !matches!(message, ClientMessage::Import { .. }) {
            self.refuse("this message is too long");
            return Ok(());
        }
        self.obey(message).await;
        Ok(())
    }

    async fn obey(&mut self, message: ClientMessage) {
        match message {
            ClientMessage::Create { setup } => self.create(setup).await,
            ClientMessage::Open { game, seat } => self.open(&game, seat).await,
            ClientMessage::Leave => self.leave().await,
            ClientMessage::Join { room } => self.join_room(&room),
            ClientMessage::Play { ply, text } => self.act(Act::Play { ply, text }).await,
            ClientMessage::Undo => self.act(Act::Undo).await,
            ClientMessage::Redo => self.act(Act::Redo).await,
            ClientMessage::Rewind { ply } => self.act(Act::Rewind { ply }).await,
            ClientMessage::Answer { accept } => self.act(Act::Answer { accept }).await,
            ClientMessage::Resign => self.act(Act::Resign).await,
            ClientMessage::Rematch => self.act(Act::Rematch).await,
            ClientMessage::Switch { side, player } => {
                self.act(Act::Switch {
                    color: side.into(),
                    player,
                })
                .await
            }
            ClientMessage::MoveNow => self.act(Act::MoveNow).await,
            ClientMessage::Rename { name } => {
                self.guest.name = clean_name(&name, "You");
                if self.table.is_some() {
                    self.act(Act::Rename {
                        name: self.guest.name.clone(),
                    })
                    .await;
                }
            }
            ClientMessage::Hint => self.hint().await,
            ClientMessage::Analyse { ply, lines } => self.analyse(ply, lines).await,
            ClientMessage::StopAnalysis => self.stop_analysis(),
            ClientMessage::Review => self.begin_review().await,
            ClientMessage::Games { search, skip } => {
                match self.house.games(&self.guest.player, &search, skip).await {
                    Ok((games, more)) => self.guest.tell(ServerMessage::Games { games, more }),
                    Err(error) => self.refuse(error),
                }
            }
            ClientMessage::Delete { game } => {
                if let Err(error) = self.house.delete(&self.guest.player, &game).await {
                    self.refuse(error);
                }
            }
            ClientMessage::Export { format } => self.export(&format).await,
            ClientMessage::ExportAll => match self.house.written_games(&self.guest.player).await {
                Ok(content) => self.guest.tell(ServerMessage::Exported {
                    file: "games.parlor".to_owned(),
                    content,
                    binary: false,
                }),
                Err(error) => self.refuse(error),
            },
            ClientMessage::Import { files, pick } => self.import(files, pick).await,
            ClientMessage::Check { id, board } => {
                let checked = editor::check(id, &board);
                self.guest.tell(ServerMessage::Checked(Box::new(checked)));
            }
            ClientMessage::Ping => self.guest.tell(ServerMessage::Pong),
        }
    }

    fn refuse(&self, reason: impl ToString) {
        self.guest.tell(ServerMessage::Refused {
            reason: reason.to_string(),
        });
    }

    async fn create(&mut self, setup: GameSetup) {
        let table = match Table::new(&mut secrets(), &self.guest.player, &self.guest.name, &setup) {
            Ok(table) => table,
            Err(refusal) => return self.refuse(refusal),
        };
        let Some(handle) = self.sit_down(table).await else {
            return;
        };
        if let Some(room) = &setup.room
            && let Err(problem) = bridge::offer(&self.house, room, &setup.game, handle).await
        {
            self.refuse(problem);
        }
    }

    /// Puts a new table into the house and watches it.
    async fn sit_down(&mut self, table: Table) -> Option<TableHandle> {
        let id = table.id().to_owned();
        let Some(handle) = self.house.seat(table).await else {
            self.refuse("the house is full");
            return None;
        };
        self.open(&id, None).await;
        Some(handle)
    }

    async fn open(&mut self, game: &str, seat: Option<String>) {
        if self.table.as_ref().is_none_or(|(open, _)| open != game) {
            self.leave().await;
        }
        // A table may end its task between being found and being told: then it is found anew.
        for _ in 0..2 {
            let handle = match self.house.table(game).await {
                Ok(Some(handle)) => handle,
                Ok(None) => return self.refuse("there is no such game here"),
                Err(error) => return self.refuse(error),
            };
            let (done, result) = oneshot::channel();
            if handle
                .send(Command::Join {
                    guest: self.guest.clone(),
                    seat: seat.clone(),
                    done,
                })
                .await
                && let Ok(result) = result.await
            {
                self.table = Some((game.to_owned(), handle));
                if let Err(refusal) = result {
                    self.refuse(refusal);
                }
                return;
            }
        }
        self.refuse("the game could not be opened; try again");
    }

    async fn leave(&mut self) {
        self.stop_advice();
        if let Some((_, table)) = self.table.take() {
            table
                .send(Command::Leave {
                    connection: self.guest.connection,
                })
                .await;
        }
    }

    async fn act(&mut self, act: Act) {
        let Some((_, table)) = &self.table else {
            return self.refuse("no game is open");
        };
        if !table
            .send(Command::Do {
                connection: self.guest.connection,
                act,
            })
            .await
        {
            self.refuse("the game could not be reached; open it again");
        }
    }

    fn join_room(&mut self, room: &str) {
        if let Some(task) = self.joining.take() {
            task.abort();
        }
        match bridge::join(&self.house, room, &self.guest) {
            Ok(task) => self.joining = Some(task),
            Err(problem) => self.refuse(problem),
        }
    }

    /// The game that is open, if this person may do something with it.
    async fn look(&self, may: impl Fn(&Permissions) -> bool) -> Option<AnyGame> {
        let (_, table) = self.table.as_ref()?;
        let (answer, seen) = oneshot::channel();
        table
            .send(Command::Look {
                player: self.guest.player.clone(),
                answer,
            })
            .await;
        let (game, permissions, _, _) = seen.await.ok()?;
        if !may(&permissions) {
            self.refuse("this is not possible in a game that two people are playing");
            return None;
        }
        Some(game)
    }

    async fn hint(&mut self) {
        let Some(game) = self.look(|may| may.hint).await else {
            return;
        };
        let (guest, advisors) = (self.guest.clone(), Arc::clone(&self.house.advisors));
        tokio::spawn(async move {
            let Ok(_place) = advisors.acquire_owned().await else {
                return;
            };
            let ply = game.len() as u32;
            let found = tokio::task::spawn_blocking(move || mind::hint(&game, &Stop::new())).await;
            if let Ok(Some((mv, why))) = found {
                guest.tell(ServerMessage::Hint { ply, mv, why });
            }
        });
    }

    async fn analyse(&mut self, ply: u32, lines: u8) {
        self.stop_analysis();
        let Some(mut game) = self.look(|may| may.analyse).await else {
            return;
        };
        if ply as usize > game.len() {
            return;
        }
        while game.len() > ply as usize && game.undo() {}
        let stop = Stop::new();
        self.advice = Some(stop.clone());
        let (out, advisors) = (self.guest.out.clone(), Arc::clone(&self.house.advisors));
        tokio::spawn(async move {
            let Ok(_place) = advisors.acquire_owned().await else {
                return;
            };
            let search = tokio::task::spawn_blocking(move || {
                mind::analyse(&game, ply, lines.into(), &stop, &mut |analysis| {
                    // A reader who is behind sees the next report instead.
                    let _ = out.try_send(ServerMessage::Analysis(analysis));
                });
            });
            // A search that failed has nothing to tell.
            let _ = search.await;
        });
    }

    async fn begin_review(&mut self) {
        if let Some(stop) = self.review.take() {
            stop.set();
        }
        let Some(game) = self.look(|may| may.analyse).await else {
            return;
        };
        let stop = Stop::new();
        self.review = Some(stop.clone());
        let (guest, advisors) = (self.guest.clone(), Arc::clone(&self.house.advisors));
        tokio::spawn(async move {
            let Ok(_place) = advisors.acquire_owned().await else {
                return;
            };
            let out = guest.out.clone();
            let search = tokio::task::spawn_blocking(move || {
                mind::review(&game, &stop, &mut |reviewed| {
                    // Here every report counts, so the search waits for a slow reader; a gone one ends it.
                    if out.blocking_send(ServerMessage::Reviewed(reviewed)).is_err() {
                        stop.set();
                    }
                })
            });
            if let Ok(Some(summary)) = search.await {
                guest.tell(ServerMessage::ReviewDone(summary));
            }
        });
    }

    fn stop_analysis(&mut self) {
        if let Some(stop) = self.advice.take() {
            stop.set();
        }
    }

    fn stop_advice(&mut self) {
        self.stop_analysis();
        if let Some(stop) = self.review.take() {
            stop.set();
        }
    }

    async fn export(&mut self, format: &str) {
        let Some((id, table)) = &self.table else {
            return self.refuse("no game is open");
        };
        let (answer, seen) = oneshot::channel();
        table
            .send(Command::Look {
                player: self.guest.player.clone(),
                answer,
            })
            .await;
        let Ok((game, _, names, result)) = seen.await else {
            return;
        };
        let (ending, content, binary) = match transfer::write(&game, &names, &result, format) {
            Some(Written::Text(ending, text)) => (ending, text, false),
            Some(Written::Bytes(ending, bytes)) => (ending, base64::encode(&bytes), true),
            None => return self.refuse("this game cannot be written in that format"),
        };
        let file = format!("{}-{id}.{ending}", game.kind().name());
        self.guest.tell(ServerMessage::Exported {
            file,
            content,
            binary,
        });
    }

    async fn import(&mut self, files: Vec<ImportFile>, pick: Option<u32>) {
        let bytes = files.into_iter().map(|file| {
            if file.binary {
                base64::decode(&file.content)
            } else {
                Some(file.content.into_bytes())
            }
        });
        let Some(bytes) = bytes.collect::<Option<Vec<Vec<u8>>>>() else {
            return self.refuse("the file did not arrive whole");
        };
        // Thousands of games may have to be replayed: not on a thread that others wait for.
        let read = move || {
            let files: Vec<&[u8]> = bytes.iter().map(Vec::as_slice).collect();
            parlor_games::import::read_files(&files)
        };
        let found = match tokio::task::spawn_blocking(read).await {
            Ok(Ok(found)) => found,
            Ok(Err(error)) => return self.refuse(error),
            Err(_) => return self.refuse("the import failed"),
        };
        if found.len() > 1 && pick.is_none() {
            let games = found.into_iter().map(|one| one.title).collect();
            return self.guest.tell(ServerMessage::Choose { games });
        }
        let Some(one) = found.into_iter().nth(pick.unwrap_or(0) as usize) else {
            return self.refuse("there is no such game in the file");
        };
        let table = Table::imported(&mut secrets(), &self.guest.player, one.game, one.names);
        self.sit_down(table).await;
    }
}
