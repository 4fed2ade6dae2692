//! The remote side of a text program, for every game: offering, joining, and the other side's messages.
//!
//! A [`RemoteSession`] sits between a session and the network. The session passes it the user's commands, our
//! side's moves and every [`NetEvent`], and gets back what the event means for the game ([`RemoteEvent`]). It keeps
//! no game of its own: callers pass the record as it was *before* a message or move.

use std::time::Duration;

use parlor_core::{Color, GameRecord, PerColor};
use parlor_peer::{Invitation, Misuse, Peer, Received, RemoteGame, Role, RoomId, Stage, Violation};

use crate::{NetEvent, NetOrder, Output};

/// How long the other program may take to send `stop` after the last move. No person is involved, so this is short.
const PROMPT_ANSWER: Duration = Duration::from_secs(5);

/// The meaning of a network event for the game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum RemoteEvent<G: RemoteGame> {
    /// Nothing.
    Nothing,
    /// A partner joined the game that we offered. We set it up and start it.
    Joined,
    /// We joined a game. The board is the initial one, and the host sets it up.
    Entered,
    /// The host sent our colour.
    Color(Color),
    /// The host placed blocks: the game starts from this position.
    Blocks(G),
    /// The other side made this move, during set-up or play. It is legal, and the session must play it now.
    Move {
        /// The move.
        mv: G::Move,
        /// The move's text as sent.
        text: String,
    },
    /// The host started the game.
    Start,
    /// The partner left before the game started.
    Left,
    /// The other side forfeits: it resigned, lost its connection or broke the rules.
    Forfeit,
    /// The other side broke the protocol while no game was in progress.
    Violation,
}

/// Our side of a remote game. `P` is the session's type for who plays a side.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct RemoteSide<P> {
    /// Our colour, chosen by the host.
    pub(crate) color: Color,
    /// Whether the computer plays our side.
    pub(crate) is_auto: bool,
    /// Who played each side before the remote game.
    before: Option<PerColor<P>>,
}

impl<P: Copy> RemoteSide<P> {
    /// Creates our side of a game that has not begun.
    pub(crate) fn new(color: Color, is_auto: bool) -> RemoteSide<P> {
        RemoteSide {
            color,
            is_auto,
            before: None,
        }
    }

    /// Begins the game: `own` plays our side from now on.
    pub(crate) fn take(&mut self, players: &mut PerColor<P>, own: P) {
        self.before = Some(*players);
        players[self.color] = own;
    }

    /// Ends the game: restores the players from before it.
    pub(crate) fn give_back(&mut self, players: &mut PerColor<P>) {
        if let Some(before) = self.before.take() {
            *players = before;
        }
    }
}

/// The remote side of a session.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct RemoteSession {
    phase: Phase,
    outputs: Vec<Output>,
}

#[derive(Clone, PartialEq, Eq, Debug, Default)]
enum Phase {
    #[default]
    Alone,
    /// We offer a game. There is a [`Peer`] once a client has connected.
    Offering(RoomId, Option<Peer>),
    Joining(Invitation),
    Together(Peer),
}

impl RemoteSession {
    /// Creates a session without a remote side.
    pub fn new() -> RemoteSession {
        RemoteSession::default()
    }

    /// Takes the queued texts and network orders, in order.
    pub fn take_outputs(&mut self) -> Vec<Output> {
        std::mem::take(&mut self.outputs)
    }

    /// Our role. It stays known after the partner has left, until [`RemoteSession::leave`].
    pub fn role(&self) -> Option<Role> {
        match &self.phase {
            Phase::Together(peer) => Some(peer.role()),
            _ => None,
        }
    }

    /// Whether we are offering or joining a game.
    pub fn is_connecting(&self) -> bool {
        matches!(self.phase, Phase::Offering(..) | Phase::Joining(_))
    }

    /// Our colour in the remote game in progress.
    pub fn own(&self) -> Option<Color> {
        match &self.phase {
            Phase::Together(peer) => match peer.stage() {
                Stage::Playing(own) => Some(own),
                _ => None,
            },
            _ => None,
        }
    }

    /// Whether we have joined a game that the host has not started yet.
    pub fn awaits_host(&self) -> bool {
        matches!(&self.phase, Phase::Together(peer)
            if peer.role() == Role::Client && peer.stage() == Stage::SetUp)
    }

    /// Whether the other side still has to send the `stop` that ends a decided game.
    pub fn waits_for_stop(&self) -> bool {
        matches!(&self.phase, Phase::Together(peer) if peer.stage() == Stage::Ending && !peer.is_over())
    }

    /// Whether the session can only wait for the network: for a partner, for the host, for the end of the game or,
    /// if `for_a_move`, for a move.
    pub fn waits(&self, for_a_move: bool) -> bool {
        self.is_connecting() || self.awaits_host() || self.waits_for_stop() || for_a_move
    }

    /// Offers a game.
    pub fn host(&mut self, id: RoomId) {
        if self.phase != Phase::Alone {
            return self.complain("a partner has already joined; leave that game first");
        }
        self.order(NetOrder::Host { id: id.to_string() });
        self.phase = Phase::Offering(id, None);
    }

    /// Joins a game.
    pub fn join(&mut self, invitation: Invitation) {
        if self.phase != Phase::Alone {
            return self.complain("a partner has already joined; leave that game first");
        }
        self.order(NetOrder::Join {
            id: invitation.id.to_string(),
            host: invitation.host.clone(),
            port: invitation.port,
        });
        self.phase = Phase::Joining(invitation);
    }

    /// Starts the game after a partner has joined: sends the partner's colour, the blocks and the set-up moves.
    pub fn start<G: RemoteGame>(
        &mut self,
        own: Color,
        blocks: Option<&str>,
        record: &GameRecord<G>,
    ) -> Result<(), Misuse> {
        self.start_as(own, blocks, record, &[])
    }

    /// Like [`RemoteSession::start`], with the set-up moves as they were typed.
    pub fn start_as<G: RemoteGame>(
        &mut self,
        own: Color,
        blocks: Option<&str>,
        record: &GameRecord<G>,
        texts: &[String],
    ) -> Result<(), Misuse> {
        let Phase::Together(peer) = &mut self.phase else {
            return Err(Misuse::CannotStart);
        };
        peer.start_as(own, blocks, record, texts)?;
        self.send();
        Ok(())
    }

    /// Sends a move of our side.
    pub fn play<G: RemoteGame>(&mut self, mv: G::Move, record: &GameRecord<G>) -> Result<(), Misuse> {
        let Phase::Together(peer) = &mut self.phase else {
            return Err(Misuse::NotOurTurn);
        };
        peer.play(mv, record)?;
        self.send();
        Ok(())
    }

    /// Like [`RemoteSession::play`], with the move as it was typed.
    pub fn play_as<G: RemoteGame>(
        &mut self,
        mv: G::Move,
        text: &str,
        record: &GameRecord<G>,
    ) -> Result<(), Misuse> {
        let Phase::Together(peer) = &mut self.phase else {
            return Err(Misuse::NotOurTurn);
        };
        peer.play_as(mv, text, record)?;
        self.send();
        Ok(())
    }

    /// Ends a game that was decided on the board: acknowledges the last move, or waits for the other side to do so.
    pub fn decided(&mut self) {
        self.send();
        if let Phase::Together(peer) = &self.phase {
            let order = if peer.is_over() {
                NetOrder::Close
            } else {
                NetOrder::Deadline(PROMPT_ANSWER)
            };
            self.order(order);
        }
    }

    /// Resigns the game in progress, and sends `stop` if the protocol allows us to. The session stays connected to
    /// the finished game until [`RemoteSession::leave`].
    pub fn resign<G: RemoteGame>(&mut self, record: &GameRecord<G>) {
        if let Phase::Together(peer) = &mut self.phase
            && !peer.is_over()
        {
            peer.leave(record);
            self.send();
            self.order(NetOrder::Close);
        }
    }

    /// Ends any game, offer or attempt to join, as [`RemoteSession::resign`] does, and forgets the partner.
    pub fn leave<G: RemoteGame>(&mut self, record: &GameRecord<G>) {
        self.send();
        if self.is_connecting() {
            self.order(NetOrder::Close);
        }
        self.resign(record);
        self.phase = Phase::Alone;
    }

    /// Handles a network event.
    pub fn handle<G: RemoteGame>(&mut self, event: NetEvent, record: &GameRecord<G>) -> RemoteEvent<G> {
        match std::mem::take(&mut self.phase) {
            Phase::Alone => RemoteEvent::Nothing,
            Phase::Offering(id, peer) => self.offering(id, peer, event, record),
            Phase::Joining(invitation) => self.joining(invitation, event),
            Phase::Together(peer) => self.together(peer, event, record),
        }
    }

    fn offering<G: RemoteGame>(
        &mut self,
        id: RoomId,
        peer: Option<Peer>,
        event: NetEvent,
        record: &GameRecord<G>,
    ) -> RemoteEvent<G> {
        match (event, peer) {
            (NetEvent::Offered(text), peer) => {
                self.say(text);
                self.say("Waiting for a partner; Ctrl-C ends the wait.");
                self.phase = Phase::Offering(id, peer);
                RemoteEvent::Nothing
            }
            (NetEvent::Connected, _) => {
                self.phase = Phase::Offering(id, Some(Peer::host()));
                RemoteEvent::Nothing
            }
            (NetEvent::Message(text) | NetEvent::Untimely(text), Some(mut peer)) => {
                let heard = peer.receive(&text, record);
                self.phase = Phase::Together(peer);
                match heard {
                    Ok(_) => {
                        self.say(format!("A partner has joined {id}."));
                        RemoteEvent::Joined
                    }
                    Err(violation) => self.violated(Stage::SetUp, &violation),
                }
            }
            (NetEvent::Message(_) | NetEvent::Untimely(_), None) => {
                self.phase = Phase::Offering(id, None);
                RemoteEvent::Nothing
            }
            (NetEvent::Failed(reason), _) => {
                self.order(NetOrder::Close);
                self.complain(&format!("the game cannot be offered: {reason}"));
                RemoteEvent::Nothing
            }
            // A client that left without sending `ready` was never a partner, so we go on offering.
            (NetEvent::Lost(_), Some(_)) => {
                self.host(id);
                RemoteEvent::Nothing
            }
            (NetEvent::Lost(reason), None) => {
                self.order(NetOrder::Close);
                self.complain(&format!("the game is no longer offered: {reason}"));
                RemoteEvent::Nothing
            }
        }
    }

    fn joining<G: RemoteGame>(&mut self, invitation: Invitation, event: NetEvent) -> RemoteEvent<G> {
        match event {
            NetEvent::Connected => {
                self.phase = Phase::Together(Peer::client());
                self.send();
                let Invitation { id, host, .. } = invitation;
                self.say(format!(
                    "You have joined {id} on {host}. Waiting for the host to start the game."
                ));
                RemoteEvent::Entered
            }
            NetEvent::Failed(reason) | NetEvent::Lost(reason) => {
                self.order(NetOrder::Close);
                self.complain(&format!("the game cannot be joined: {reason}"));
                RemoteEvent::Nothing
            }
            NetEvent::Offered(_) | NetEvent::Message(_) | NetEvent::Untimely(_) => {
                self.phase = Phase::Joining(invitation);
                RemoteEvent::Nothing
            }
        }
    }

    fn together<G: RemoteGame>(
        &mut self,
        mut peer: Peer,
        event: NetEvent,
        record: &GameRecord<G>,
    ) -> RemoteEvent<G> {
        let stage = peer.stage();
        let (heard, text, lost) = match event {
            NetEvent::Message(text) => (peer.receive(&text, record), text, None),
            NetEvent::Untimely(text) => (Err(peer.receive_untimely(&text)), text, None),
            NetEvent::Lost(reason) | NetEvent::Failed(reason) => {
                (Ok(peer.connection_lost()), String::new(), Some(reason))
            }
            NetEvent::Offered(_) | NetEvent::Connected => {
                self.phase = Phase::Together(peer);
                return RemoteEvent::Nothing;
            }
        };
        self.phase = Phase::Together(peer);
        let received = match heard {
            Ok(received) => received,
            Err(violation) => return self.violated(stage, &violation),
        };
        match received {
            Received::Ready => RemoteEvent::Nothing,
            Received::Color(color) => RemoteEvent::Color(color),
            Received::Blocks(start) => RemoteEvent::Blocks(start),
            Received::Move(mv) => RemoteEvent::Move { mv, text },
            Received::Start => RemoteEvent::Start,
            Received::Left => {
                let reason = lost.map_or_else(String::new, |reason| format!(": {reason}"));
                self.complain(&format!("the other side left before the game began{reason}"));
                self.order(NetOrder::Close);
                self.phase = Phase::Alone;
                RemoteEvent::Left
            }
            Received::Resigned => {
                match lost {
                    Some(reason) => self.complain(&format!("the connection was lost: {reason}")),
                    None => self.say("The other side has resigned."),
                }
                self.order(NetOrder::Close);
                RemoteEvent::Forfeit
            }
            Received::Acknowledged => {
                self.order(NetOrder::Close);
                RemoteEvent::Nothing
            }
        }
    }

    /// Handles a protocol violation by the other program.
    fn violated<G: RemoteGame>(&mut self, stage: Stage, violation: &Violation) -> RemoteEvent<G> {
        self.complain(&violation.to_string());
        self.order(NetOrder::Close);
        match (stage, violation) {
            // An illegal move forfeits the game, during set-up as well as play.
            (Stage::Playing(_), _) | (Stage::SetUp, Violation::Move { .. }) => RemoteEvent::Forfeit,
            (Stage::SetUp | Stage::Ending, _) => RemoteEvent::Violation,
        }
    }

    /// Queues the conversation's outgoing messages.
    fn send(&mut self) {
        if let Phase::Together(peer) = &mut self.phase {
            let orders = peer.take_messages().into_iter().map(NetOrder::Send);
            self.outputs.extend(orders.map(Output::Net));
        }
    }

    fn say(&mut self, text: impl Into<String>) {
        self.outputs.push(Output::Print(text.into()));
    }

    fn complain(&mut self, text: &str) {
        self.outputs.push(Output::Complain(format!("error: {text}")));
    }

    fn order(&mut self, order: NetOrder) {
        self.outputs.push(Output::Net(order));
    }
}
