//! The conversation of one client with the host, except for the moves of one game.
//!
//! A client's messages become requests to the table that it watches, or actions of the host: to begin, find,
//! list, delete or read games. The host decides how to do that and how long it takes, and reports the result.

use parlor_games::Kind;
use parlor_games::import::{ImportError, Imported};

use crate::live::{TableRequest, WantedAnalysis};
use crate::store::{GamePage, PageCursor};
use crate::table::{Table, clean_name};
use crate::think::Resources;
use crate::wire::{
    ClientMessage, GameSetup, ImportChoice, ImportFile, Refusal, ServerMessage, StoreFailure, Welcome,
};
use crate::{PlayerId, Secrets, base64, editor, result};

/// An event of a conversation.
#[derive(Clone, Debug)]
pub enum ClientEvent {
    /// The client sent a message.
    Message(ClientMessage),
    /// A game of [`ClientAction::Begin`] is stored and can be opened, or there is no room for it.
    Begun {
        /// The game.
        game: Option<String>,
    },
    /// A game could not be opened.
    NotOpened(OpenError),
    /// The table of a request no longer exists.
    Unreachable,
    /// The requested games.
    Listed {
        /// The newest first.
        page: GamePage,
    },
    /// The content of the files of an import.
    Imported {
        /// The games.
        found: Result<Vec<Imported>, ImportError>,
        /// The game to open.
        pick: Option<u32>,
    },
    /// The host could not carry out an action.
    Failed {
        /// The reason.
        reason: Refusal,
    },
}

/// The reason why a game cannot be opened.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum OpenError {
    /// There is no game with this name.
    Unknown,
    /// The game exists but could not be reached.
    Busy,
    /// It cannot be loaded from the store.
    Store(StoreFailure),
    /// The person may not open it.
    Refused(Refusal),
}

/// An action for the host of a conversation. Actions are carried out in order.
#[derive(Clone, PartialEq, Debug)]
pub enum ClientAction {
    /// Send the client a message.
    Tell(Box<ServerMessage>),
    /// Store a new game and make it available, then report [`ClientEvent::Begun`].
    Begin {
        /// The game.
        table: Box<Table>,
    },
    /// Offer the free seat of the watched game to terminal programs, in a room with this name.
    Offer {
        /// The name.
        room: String,
        /// The kind of game.
        kind: Kind,
    },
    /// Let the client watch a game and load it from the store if necessary. Its table is told who joins.
    Open {
        /// The game.
        game: String,
        /// The secret of the requested seat.
        seat: Option<String>,
        /// The client's name.
        name: String,
    },
    /// Tell the table of a game that the client no longer watches it.
    Leave {
        /// The game.
        game: String,
    },
    /// Pass a request on to the table of a game.
    Ask {
        /// The game.
        game: String,
        /// The request.
        request: TableRequest,
    },
    /// Join a game that a terminal program hosts.
    JoinRoom {
        /// The name of the room.
        room: String,
        /// The client's name.
        name: String,
    },
    /// List games of this person, then report [`ClientEvent::Listed`].
    List {
        /// The words that the games must contain.
        search: String,
        /// Where the page begins.
        after: Option<PageCursor>,
    },
    /// Remove a game from this person's list.
    Delete {
        /// The game.
        game: String,
    },
    /// Read games with [`parlor_games::import::read_files`], then report [`ClientEvent::Imported`]. This may
    /// have to replay thousands of games, so do not do it where others wait.
    Import {
        /// The files that belong together.
        files: Vec<Vec<u8>>,
        /// The game to open, if there are several.
        pick: Option<u32>,
    },
}

/// The conversation of one client with the host.
#[derive(Debug)]
pub struct Conversation {
    player: PlayerId,
    name: String,
    secrets: Secrets,
    /// The watched game.
    open: Option<String>,
    /// The room that offers the new game.
    room: Option<(String, Kind)>,
}

impl Conversation {
    /// Starts a conversation with a client and returns its first messages.
    pub fn begin(player: PlayerId, secrets: Secrets, welcome: Welcome) -> (Conversation, ClientAction) {
        let conversation = Conversation {
            player,
            name: result::NAMELESS.to_owned(),
            secrets,
            open: None,
            room: None,
        };
        (conversation, tell(ServerMessage::Welcome(welcome)))
    }

    /// Parses a message, or returns the reason why it is not one.
    pub fn read(text: &str) -> Result<ClientMessage, Refusal> {
        serde_json::from_str(text).map_err(|error| Refusal::NotUnderstood {
            line: u32::try_from(error.line()).unwrap_or(u32::MAX),
            column: u32::try_from(error.column()).unwrap_or(u32::MAX),
        })
    }

    /// Returns the watched game.
    pub fn open(&self) -> Option<&str> {
        self.open.as_deref()
    }

    /// Processes an event and returns the actions that follow.
    pub fn handle(&mut self, event: ClientEvent) -> Vec<ClientAction> {
        match event {
            ClientEvent::Message(message) => self.receive(message),
            ClientEvent::Begun { game: None } => vec![refuse(Refusal::ServerFull)],
            ClientEvent::Begun { game: Some(game) } => {
                let mut actions = self.watch(game, None);
                let offer = self.room.take();
                actions.extend(offer.map(|(room, kind)| ClientAction::Offer { room, kind }));
                actions
            }
            ClientEvent::NotOpened(why) => {
                self.open = None;
                vec![refuse(match why {
                    OpenError::Unknown => Refusal::NoSuchGame,
                    OpenError::Busy => Refusal::NotOpened,
                    OpenError::Store(failure) => Refusal::Store { failure },
                    OpenError::Refused(refusal) => refusal,
                })]
            }
            ClientEvent::Unreachable => {
                vec![refuse(Refusal::Unreachable)]
            }
            ClientEvent::Listed { page } => vec![tell(ServerMessage::Games {
                games: page.games,
                next: page.next.map(|place| place.to_string()),
            })],
            ClientEvent::Imported { found, pick } => vec![self.imported(found, pick)],
            ClientEvent::Failed { reason } => vec![refuse(reason)],
        }
    }

    /// Returns the actions when the client is gone.
    pub fn end(&mut self) -> Vec<ClientAction> {
        self.leave()
    }

    fn receive(&mut self, message: ClientMessage) -> Vec<ClientAction> {
        match message {
            ClientMessage::Create { setup } => vec![self.create(&setup)],
            ClientMessage::Open { game, seat } => self.watch(game, seat),
            ClientMessage::Leave => self.leave(),
            ClientMessage::Join { room } => vec![ClientAction::JoinRoom {
                room,
                name: self.name.clone(),
            }],
            ClientMessage::Play { ply, text } => self.ask(TableRequest::Play { ply, text }),
            ClientMessage::Undo => self.ask(TableRequest::Undo),
            ClientMessage::Redo => self.ask(TableRequest::Redo),
            ClientMessage::PlayFrom { at } => self.ask(TableRequest::PlayFrom { at }),
            ClientMessage::Answer { accept } => self.ask(TableRequest::Answer { accept }),
            ClientMessage::Resign => self.ask(TableRequest::Resign),
            ClientMessage::Rematch => self.ask(TableRequest::Rematch),
            ClientMessage::Switch { side, player } => self.ask(TableRequest::Switch { side, player }),
            ClientMessage::MoveNow => self.ask(TableRequest::MoveNow),
            ClientMessage::Hint => self.ask(TableRequest::Hint),
            ClientMessage::Analyse {
                at,
                lines,
                values,
                seconds,
                threads,
                memory,
            } => self.ask(TableRequest::Analyse {
                at,
                wanted: WantedAnalysis {
                    lines,
                    values,
                    seconds,
                    resources: Resources {
                        threads: threads.map(usize::from),
                        hash_mib: memory.map(usize::from),
                    },
                },
            }),
            ClientMessage::Look { at } => self.ask(TableRequest::Look { at }),
            ClientMessage::Branch { at, moves } => self.ask(TableRequest::Branch { at, moves }),
            ClientMessage::Annotate { edit } => self.ask(TableRequest::Annotate { edit }),
            ClientMessage::UndoEdit => self.ask(TableRequest::UndoEdit),
            ClientMessage::RedoEdit => self.ask(TableRequest::RedoEdit),
            ClientMessage::Review => self.ask(TableRequest::Review),
            ClientMessage::Judge { ply, text } => self.ask(TableRequest::Judge { ply, text }),
            ClientMessage::Export { format } => self.ask(TableRequest::Export { format }),
            // There is no need to report that nothing is open.
            ClientMessage::StopAnalysis if self.open.is_none() => Vec::new(),
            ClientMessage::StopAnalysis => self.ask(TableRequest::StopAnalysis),
            ClientMessage::Rename { name } => {
                self.name = clean_name(&name, result::NAMELESS);
                let name = self.name.clone();
                match self.open {
                    Some(_) => self.ask(TableRequest::Rename { name }),
                    None => Vec::new(),
                }
            }
            ClientMessage::Games { search, after } => vec![ClientAction::List {
                search,
                // An invalid cursor means the beginning.
                after: after.and_then(|place| place.parse().ok()),
            }],
            ClientMessage::Delete { game } => vec![ClientAction::Delete { game }],
            ClientMessage::Import { files, pick } => vec![import(files, pick)],
            ClientMessage::Check { id, board } => {
                vec![tell(ServerMessage::Checked(Box::new(editor::check(id, &board))))]
            }
            ClientMessage::Try { id, board, moves } => {
                vec![tell(ServerMessage::Tried(Box::new(editor::try_moves(
                    id, &board, &moves,
                ))))]
            }
            // The host of the connection knows how much has arrived.
            ClientMessage::Ping { .. } => vec![tell(ServerMessage::Pong { handled: 0 })],
        }
    }

    fn create(&mut self, setup: &GameSetup) -> ClientAction {
        match Table::new(&mut self.secrets, &self.player, &self.name, setup) {
            Ok(table) => {
                self.room = setup.room.clone().map(|room| (room, table.game().kind()));
                ClientAction::Begin {
                    table: Box::new(table),
                }
            }
            Err(refusal) => refuse(refusal),
        }
    }

    fn watch(&mut self, game: String, seat: Option<String>) -> Vec<ClientAction> {
        let mut actions = Vec::new();
        if self.open.as_deref() != Some(game.as_str()) {
            actions = self.leave();
        }
        self.open = Some(game.clone());
        actions.push(ClientAction::Open {
            game,
            seat,
            name: self.name.clone(),
        });
        actions
    }

    fn leave(&mut self) -> Vec<ClientAction> {
        let left = self.open.take().map(|game| ClientAction::Leave { game });
        left.into_iter().collect()
    }

    fn ask(&mut self, request: TableRequest) -> Vec<ClientAction> {
        vec![match self.open.clone() {
            Some(game) => ClientAction::Ask { game, request },
            None => refuse(Refusal::NothingOpen),
        }]
    }

    fn imported(&mut self, found: Result<Vec<Imported>, ImportError>, pick: Option<u32>) -> ClientAction {
        let found = match found {
            Ok(found) => found,
            Err(error) => {
                return refuse(Refusal::Import {
                    problem: error.problem(),
                });
            }
        };
        if found.len() > 1 && pick.is_none() {
            let games = found.iter().map(choice).collect();
            return tell(ServerMessage::Choose { games });
        }
        let Some(one) = found.into_iter().nth(pick.unwrap_or(0) as usize) else {
            return refuse(Refusal::NotInFile);
        };
        let termination = one.details.termination.as_deref();
        let mut table = Table::imported(&mut self.secrets, &self.player, one.game, one.names, termination);
        if let Some(notes) = &one.details.notes {
            table = table.with_notes(notes);
        }
        self.room = None;
        ClientAction::Begin {
            table: Box::new(table),
        }
    }
}

fn import(files: Vec<ImportFile>, pick: Option<u32>) -> ClientAction {
    let bytes = files.into_iter().map(|file| {
        if file.binary {
            base64::decode(&file.content)
        } else {
            Some(file.content.into_bytes())
        }
    });
    match bytes.collect() {
        Some(files) => ClientAction::Import { files, pick },
        None => refuse(Refusal::FileBroken),
    }
}

fn tell(message: ServerMessage) -> ClientAction {
    ClientAction::Tell(Box::new(message))
}

fn refuse(reason: Refusal) -> ClientAction {
    tell(ServerMessage::Refused { reason })
}

/// Returns what distinguishes a game of an import from the others.
fn choice(found: &Imported) -> ImportChoice {
    let details = &found.details;
    ImportChoice {
        number: details.number,
        game: found.game.kind().name().to_owned(),
        names: found.names.0.clone(),
        moves: found.game.len() as u32,
        discs: details.discs,
        event: details.event.clone(),
        year: details.year,
        worth: details.worth,
    }
}
