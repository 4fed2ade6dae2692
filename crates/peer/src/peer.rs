//! One side of a remote game.

use parlor_core::{Color, Excerpt, GameRecord};
use thiserror::Error;

use crate::game::RemoteGame;
use crate::message::{Message, MessageError};

/// The role of a program in a remote game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Role {
    /// It offered the game and sets it up.
    Host,
    /// It joined.
    Client,
}

/// The stage of a remote game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stage {
    /// The game has not begun.
    SetUp,
    /// The game is in progress; we play this colour.
    Playing(Color),
    /// The game is decided and we wait for the other side's `stop`, or the conversation is over.
    Ending,
}

/// The meaning of a message of the other side.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Received<G: RemoteGame> {
    /// To the host: the client is ready.
    Ready,
    /// To the client: we play this colour.
    Color(Color),
    /// To the client: the game starts from this position, which has blocks.
    Blocks(G),
    /// A move, during set-up or play. It is legal, and the caller must play it now.
    Move(G::Move),
    /// To the client: set-up is complete and the game begins, unless it is already decided.
    Start,
    /// The other side left before the game began.
    Left,
    /// The other side resigned.
    Resigned,
    /// The other side acknowledges our last move.
    Acknowledged,
}

/// A violation of the protocol by the other side. The conversation is over.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum Violation {
    /// The text is not a message.
    #[error("the other program sent {0}")]
    Form(#[from] MessageError),
    /// The message is not allowed now.
    #[error("the other program sent {got} where {expected} may come")]
    NotNow {
        /// The message.
        got: Excerpt,
        /// The messages that are allowed.
        expected: &'static str,
    },
    /// The other side sent a message in our turn.
    #[error("the other program sent {0} when it was not its turn")]
    OutOfTurn(Excerpt),
    /// The game does not have this colour.
    #[error("the other program sent the colour {0}, which this game does not have")]
    Color(Excerpt),
    /// The blocks cannot be placed.
    #[error("the other program sent blocks that cannot be placed: {reason}")]
    Blocks {
        /// The reason.
        reason: String,
    },
    /// The move is not legal.
    #[error("the other program sent the erroneous move {text}: {reason}")]
    Move {
        /// The move.
        text: Excerpt,
        /// The reason.
        reason: String,
    },
}

/// An action of our own side that is not allowed now. Nothing was sent.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum Misuse {
    /// The game cannot be started now.
    #[error("there is no joined game to start")]
    CannotStart,
    /// It is not our turn, or no game is in progress.
    #[error("it is not this side's turn to move")]
    NotOurTurn,
    /// The move is illegal. Illegal moves are never sent.
    #[error("{0}")]
    Illegal(String),
}

/// One side of a remote game: checks which messages are allowed, and when.
///
/// The caller keeps the game. It passes the record as it was *before* a message or move, and then plays the move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Peer {
    role: Role,
    phase: Phase,
    outgoing: Vec<String>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Phase {
    /// Host: the client has not sent `ready`.
    AwaitReady,
    /// Host: our player sets up the game.
    SettingUp,
    /// Client: the colour comes first.
    AwaitColor,
    /// Client: next come optional blocks, optional moves, and the start.
    AwaitBlocks { own: Color },
    /// Client: next come optional moves, and the start.
    AwaitMoves { own: Color },
    /// Moves in turn.
    Playing { own: Color },
    /// We sent the last move.
    AwaitStop,
    /// The conversation is over.
    Over,
}

impl Peer {
    /// Creates the side that offered the game, when a client has connected.
    pub fn host() -> Peer {
        Peer {
            role: Role::Host,
            phase: Phase::AwaitReady,
            outgoing: Vec::new(),
        }
    }

    /// Creates the side that joined, and queues its first message.
    pub fn client() -> Peer {
        Peer {
            role: Role::Client,
            phase: Phase::AwaitColor,
            outgoing: vec![Message::Ready.to_string()],
        }
    }

    /// The role of this side.
    pub fn role(&self) -> Role {
        self.role
    }

    /// The stage of the game.
    pub fn stage(&self) -> Stage {
        match self.phase {
            Phase::Playing { own } => Stage::Playing(own),
            Phase::AwaitStop | Phase::Over => Stage::Ending,
            _ => Stage::SetUp,
        }
    }

    /// Whether the conversation is over. The connection can be closed once the queued messages are sent.
    pub fn is_over(&self) -> bool {
        self.phase == Phase::Over
    }

    /// Takes the queued messages, in order.
    pub fn take_messages(&mut self) -> Vec<String> {
        std::mem::take(&mut self.outgoing)
    }

    /// Handles a message of the other side. A violation ends the conversation.
    pub fn receive<G: RemoteGame>(
        &mut self,
        text: &str,
        record: &GameRecord<G>,
    ) -> Result<Received<G>, Violation> {
        let result = self.accept(text, record);
        if result.is_err() {
            self.phase = Phase::Over;
        }
        result
    }

    /// Handles a message that the other side had sent before it could have seen our last one. It was out of turn,
    /// which ends the conversation.
    pub fn receive_untimely(&mut self, text: &str) -> Violation {
        self.phase = Phase::Over;
        Violation::OutOfTurn(Excerpt::new(text, 0))
    }

    /// Starts the game as host: queues the client's colour, the blocks if there are any, the set-up moves of the
    /// record, and `start`.
    pub fn start<G: RemoteGame>(
        &mut self,
        own: Color,
        blocks: Option<&str>,
        record: &GameRecord<G>,
    ) -> Result<(), Misuse> {
        self.start_as(own, blocks, record, &[])
    }

    /// Like [`Peer::start`], with the texts of the set-up moves: a game may have several texts for one move.
    pub fn start_as<G: RemoteGame>(
        &mut self,
        own: Color,
        blocks: Option<&str>,
        record: &GameRecord<G>,
        texts: &[String],
    ) -> Result<(), Misuse> {
        if self.phase != Phase::SettingUp {
            return Err(Misuse::CannotStart);
        }
        let mut say = |message: Message<'_>| self.outgoing.push(message.to_string());
        say(Message::Color(G::color_word(!own)));
        if let Some(config) = blocks {
            say(Message::Blocks(config));
        }
        for (index, (before, mv)) in record.positions().zip(record.moves()).enumerate() {
            let written = texts
                .get(index)
                .filter(|text| before.read_move(text).is_ok_and(|read| read == mv));
            match written {
                Some(text) => say(Message::Move(text)),
                None => say(Message::Move(&before.write_move(mv))),
            }
        }
        say(Message::Start);
        self.phase = if record.outcome().is_some() {
            Phase::AwaitStop
        } else {
            Phase::Playing { own }
        };
        Ok(())
    }

    /// Queues a move of our side.
    pub fn play<G: RemoteGame>(&mut self, mv: G::Move, record: &GameRecord<G>) -> Result<(), Misuse> {
        self.play_as(mv, &record.position().write_move(mv), record)
    }

    /// Like [`Peer::play`], with the text of the move.
    pub fn play_as<G: RemoteGame>(
        &mut self,
        mv: G::Move,
        text: &str,
        record: &GameRecord<G>,
    ) -> Result<(), Misuse> {
        match self.phase {
            Phase::Playing { own } if own == record.turn() => {
                let mut next = record.clone();
                next.play(mv)
                    .map_err(|error| Misuse::Illegal(error.to_string()))?;
                self.outgoing.push(text.to_owned());
                if next.outcome().is_some() {
                    self.phase = Phase::AwaitStop;
                }
                Ok(())
            }
            _ => Err(Misuse::NotOurTurn),
        }
    }

    /// Leaves the game: queues `stop` if it is our turn. Otherwise the caller just closes the connection, which the
    /// other side treats as `stop`.
    pub fn leave<G: RemoteGame>(&mut self, record: &GameRecord<G>) {
        let may_speak = match self.phase {
            Phase::SettingUp => true,
            Phase::Playing { own } => own == record.turn(),
            _ => false,
        };
        if may_speak {
            self.outgoing.push(Message::Stop.to_string());
        }
        self.phase = Phase::Over;
    }

    /// Handles a broken connection. Its meaning is that of a `stop` of the other side.
    pub fn connection_lost<G: RemoteGame>(&mut self) -> Received<G> {
        let meaning = match self.stage() {
            Stage::SetUp => Received::Left,
            Stage::Playing(_) => Received::Resigned,
            Stage::Ending => Received::Acknowledged,
        };
        self.phase = Phase::Over;
        meaning
    }

    fn accept<G: RemoteGame>(
        &mut self,
        text: &str,
        record: &GameRecord<G>,
    ) -> Result<Received<G>, Violation> {
        let message = Message::parse(text)?;
        let not_now = |expected| Violation::NotNow {
            got: Excerpt::new(text, 0),
            expected,
        };
        match self.phase {
            Phase::AwaitReady => match message {
                Message::Ready => {
                    self.phase = Phase::SettingUp;
                    Ok(Received::Ready)
                }
                _ => Err(not_now("only “ready”")),
            },
            // Before the start there are no turns, so a client may leave at any time.
            Phase::SettingUp if message == Message::Stop => Ok(self.left()),
            Phase::SettingUp => Err(Violation::OutOfTurn(Excerpt::new(text, 0))),
            Phase::AwaitColor => match message {
                Message::Color(word) => {
                    let color = G::read_color(word).ok_or_else(|| Violation::Color(Excerpt::new(word, 0)))?;
                    self.phase = Phase::AwaitBlocks { own: color };
                    Ok(Received::Color(color))
                }
                Message::Stop => Ok(self.left()),
                _ => Err(not_now("only a colour or “stop”")),
            },
            Phase::AwaitBlocks { own } | Phase::AwaitMoves { own } => {
                self.accept_set_up(message, text, own, record)
            }
            Phase::Playing { own } if own == record.turn() => {
                Err(Violation::OutOfTurn(Excerpt::new(text, 0)))
            }
            Phase::Playing { .. } => match message {
                Message::Move(word) => {
                    let (mv, next) = read_move(word, record)?;
                    if next.outcome().is_some() {
                        self.acknowledge();
                    }
                    Ok(Received::Move(mv))
                }
                Message::Stop => {
                    self.phase = Phase::Over;
                    Ok(Received::Resigned)
                }
                _ => Err(not_now("only a move or “stop”")),
            },
            Phase::AwaitStop => match message {
                Message::Stop => {
                    self.phase = Phase::Over;
                    Ok(Received::Acknowledged)
                }
                _ => Err(not_now("only “stop”")),
            },
            Phase::Over => Err(not_now("nothing")),
        }
    }

    /// Handles a message to a client that has its colour.
    fn accept_set_up<G: RemoteGame>(
        &mut self,
        message: Message<'_>,
        text: &str,
        own: Color,
        record: &GameRecord<G>,
    ) -> Result<Received<G>, Violation> {
        match message {
            Message::Blocks(config) if self.phase == (Phase::AwaitBlocks { own }) => {
                let position = record
                    .position()
                    .with_blocks(config)
                    .map_err(|reason| Violation::Blocks {
                        reason: reason.to_string(),
                    })?;
                self.phase = Phase::AwaitMoves { own };
                Ok(Received::Blocks(position))
            }
            Message::Move(word) => {
                let (mv, _) = read_move(word, record)?;
                self.phase = Phase::AwaitMoves { own };
                Ok(Received::Move(mv))
            }
            Message::Start => {
                self.phase = Phase::Playing { own };
                if record.outcome().is_some() {
                    self.acknowledge();
                }
                Ok(Received::Start)
            }
            Message::Stop => Ok(self.left()),
            _ => Err(Violation::NotNow {
                got: Excerpt::new(text, 0),
                expected: "only blocks before all moves, moves, “start” or “stop”",
            }),
        }
    }

    fn left<G: RemoteGame>(&mut self) -> Received<G> {
        self.phase = Phase::Over;
        Received::Left
    }

    fn acknowledge(&mut self) {
        self.outgoing.push(Message::Stop.to_string());
        self.phase = Phase::Over;
    }
}

fn read_move<G: RemoteGame>(
    text: &str,
    record: &GameRecord<G>,
) -> Result<(G::Move, GameRecord<G>), Violation> {
    let erroneous = |reason: String| Violation::Move {
        text: Excerpt::new(text, 0),
        reason,
    };
    let mv = record
        .position()
        .read_move(text)
        .map_err(|reason| erroneous(reason.to_string()))?;
    let mut next = record.clone();
    next.play(mv).map_err(|error| erroneous(error.to_string()))?;
    Ok((mv, next))
}
