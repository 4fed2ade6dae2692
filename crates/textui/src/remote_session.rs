//! The remote side of a text program, whatever its game: offering, joining, and what the other side says.
//!
//! A [`RemoteSession`] sits between a session and the network. The session passes it what the person wants and what
//! our side plays, hands it every [`NetEvent`] and learns what that means for the game ([`RemoteEvent`]). It
//! keeps no game of its own: records are handed in as they were *before* a message or a move.

use std::time::Duration;

use parlor_core::{Color, GameRecord, PerColor};
use parlor_peer::{Invitation, Misuse, Peer, Received, RemoteGame, Role, RoomId, Stage, Violation};

use crate::{NetEvent, NetOrder, Output};

/// How long the other program may take for what it does without a person: to say `stop` after the last move.
const PROMPT_ANSWER: Duration = Duration::from_secs(5);

/// What an event of the network means for the game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum RemoteEvent<G: RemoteGame> {
    /// Nothing.
    Nothing,
    /// Somebody joined the game that we offered; we set it up and start it.
    Joined,
    /// We joined a game: the board is the initial one, and the host sets it up.
    Entered,
    /// The host said which colour is ours.
    Color(Color),
    /// The host placed blocks: the game begins from this position.
    Blocks(G),
    /// The other side made this move, in set-up or in play; it is legal, and our side must play it now.
    Move {
        /// The move.
        mv: G::Move,
        /// The move as it was sent.
        text: String,
    },
    /// The host started the game.
    Start,
    /// There is no partner any more, and the game had not started.
    Left,
    /// The other side gave the game up, was lost or broke the rules: it forfeits.
    Forfeit,
    /// The other side broke the rules while no game was on.
    Violation,
}

/// How our side takes part in a remote game; `P` is what a session knows of who plays a side.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct RemoteSide<P> {
    /// The colour: chosen by the host.
    pub(crate) color: Color,
    /// Whether the AI plays it.
    pub(crate) is_auto: bool,
    /// Who played here before.
    before: Option<PerColor<P>>,
}

impl<P: Copy> RemoteSide<P> {
    /// This colour, played so.
    pub(crate) fn new(color: Color, is_auto: bool) -> RemoteSide<P> {
        RemoteSide {
            color,
            is_auto,
            before: None,
        }
    }

    /// The game begins: our side is played by this player.
    pub(crate) fn take(&mut self, players: &mut PerColor<P>, own: P) {
        self.before = Some(*players);
        players[self.color] = own;
    }

    /// The game was left: everybody plays again who played before it.
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
    /// Our offer stands; the conversation begins once somebody is connected.
    Offering(RoomId, Option<Peer>),
    Joining(Invitation),
    Together(Peer),
}

impl RemoteSession {
    /// No remote side.
    pub fn new() -> RemoteSession {
        RemoteSession::default()
    }

    /// Texts to print and orders to send, in order; each appears once.
    pub fn take_outputs(&mut self) -> Vec<Output> {
        std::mem::take(&mut self.outputs)
    }

    /// Which side we are, while there is a partner and after they are gone, until [`RemoteSession::leave`].
    pub fn role(&self) -> Option<Role> {
        match &self.phase {
            Phase::Together(peer) => Some(peer.role()),
            _ => None,
        }
    }

    /// Whether an offer or a joining is under way.
    pub fn is_connecting(&self) -> bool {
        matches!(self.phase, Phase::Offering(..) | Phase::Joining(_))
    }

    /// Our colour in the remote game that is on.
    pub fn own(&self) -> Option<Color> {
        match &self.phase {
            Phase::Together(peer) => match peer.stage() {
                Stage::Playing(own) => Some(own),
                _ => None,
            },
            _ => None,
        }
    }

    /// Whether we have joined a game that the host has not started.
    pub fn awaits_host(&self) -> bool {
        matches!(&self.phase, Phase::Together(peer)
            if peer.role() == Role::Client && peer.stage() == Stage::SetUp)
    }

    /// Whether the other side still owes us the `stop` that ends a decided game.
    pub fn waits_for_stop(&self) -> bool {
        matches!(&self.phase, Phase::Together(peer) if peer.stage() == Stage::Ending && !peer.is_over())
    }

    /// Whether nothing can be done but to wait for the network: for a partner, for the host, for the end, or
    /// for a move, if the session says that one has to come.
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

    /// Starts the game that somebody joined: sends our partner's colour, the blocks and the set-up moves.
    pub fn start<G: RemoteGame>(
        &mut self,
        own: Color,
        blocks: Option<&str>,
        record: &GameRecord<G>,
    ) -> Result<(), Misuse> {
        self.start_as(own, blocks, record, &[])
    }

    /// The same, with the set-up moves as they were typed.
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

    /// Our side makes a move: sends it.
    pub fn play<G: RemoteGame>(&mut self, mv: G::Move, record: &GameRecord<G>) -> Result<(), Misuse> {
        let Phase::Together(peer) = &mut self.phase else {
            return Err(Misuse::NotOurTurn);
        };
        peer.play(mv, record)?;
        self.send();
        Ok(())
    }

    /// The same, with the move as it was typed.
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

    /// The game was decided on the board: acknowledges the last move, or waits for the other side to do so.
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

    /// Gives up the game that is on, with `stop` where it is ours to speak. It is over, but not left.
    pub fn resign<G: RemoteGame>(&mut self, record: &GameRecord<G>) {
        if let Phase::Together(peer) = &mut self.phase
            && !peer.is_over()
        {
            peer.leave(record);
            self.send();
            self.order(NetOrder::Close);
        }
    }

    /// Ends whatever there is, as [`RemoteSession::resign`] does, and forgets the partner.
    pub fn leave<G: RemoteGame>(&mut self, record: &GameRecord<G>) {
        self.send();
        if self.is_connecting() {
            self.order(NetOrder::Close);
        }
        self.resign(record);
        self.phase = Phase::Alone;
    }

    /// Takes what happened on the network.
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
            // Only `ready` ends the wait: a client that left without it was no partner.
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

    /// The other program broke the rules of the conversation.
    fn violated<G: RemoteGame>(&mut self, stage: Stage, violation: &Violation) -> RemoteEvent<G> {
        self.complain(&violation.to_string());
        self.order(NetOrder::Close);
        match (stage, violation) {
            // An erroneous move is fatal to its sender, in set-up as in play.
            (Stage::Playing(_), _) | (Stage::SetUp, Violation::Move { .. }) => RemoteEvent::Forfeit,
            (Stage::SetUp | Stage::Ending, _) => RemoteEvent::Violation,
        }
    }

    /// Sends what the conversation has queued.
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
