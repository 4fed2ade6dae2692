//! The remote side of a session: offering, joining, and what the other program says.

use std::time::Duration;

use parlor_ataxx::Position;
use parlor_core::{Color, GameRecord};
use parlor_peer::{Invitation, Peer, Received, RemoteGame, RoomId, Stage, Violation};

use super::{Ataxx, Errand, Mode, Source, State, show, usual_start};
use crate::session::{NetEvent, NetOrder};

/// How long the other program may take for what it does without a person: to say `ready` once it is
/// connected, and `stop` after the last move.
const PROMPT_ANSWER: Duration = Duration::from_secs(5);

/// A connection in the making.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Connecting {
    /// Our offer stands; the conversation begins once somebody is connected.
    Host(RoomId, Option<Peer>),
    Join(Invitation),
}

impl Ataxx {
    pub(super) fn host(&mut self, id: RoomId) {
        if self.mode != Mode::Local {
            return self.complain("a partner has already joined; clear ends that game");
        }
        self.order(NetOrder::Host { id: id.to_string() });
        self.errand = Errand::Connecting(Connecting::Host(id, None));
    }

    pub(super) fn join(&mut self, invitation: Invitation) {
        if self.mode != Mode::Local {
            return self.complain("a partner has already joined; clear ends that game");
        }
        self.order(NetOrder::Join {
            id: invitation.id.to_string(),
            host: invitation.host.clone(),
            port: invitation.port,
        });
        self.errand = Errand::Connecting(Connecting::Join(invitation));
    }

    /// The person no longer wants to wait for a partner.
    pub(super) fn give_up_connecting(&mut self) {
        self.errand = Errand::None;
        self.order(NetOrder::Close);
        self.say("No longer waiting for a partner.");
    }

    /// The person leaves a game that the host is still setting up.
    pub(super) fn leave_set_up(&mut self) {
        self.leave();
        self.back_to_local();
        self.say("You have left the game before it began.");
    }

    /// Ends any connection: with `stop` where it is ours to speak.
    pub(super) fn leave(&mut self) {
        let record = self.record.clone();
        let Some(peer) = self.peer() else { return };
        if !peer.is_over() {
            peer.leave(&record);
            self.send();
            self.order(NetOrder::Close);
        }
    }

    /// Sends what the conversation has queued.
    pub(super) fn send(&mut self) {
        let messages = self.peer().map(Peer::take_messages).unwrap_or_default();
        for message in messages {
            self.order(NetOrder::Send(message));
        }
    }

    /// The game is over on the board: a `stop` that we owe was queued, and one that we are owed is waited for.
    pub(super) fn part(&mut self) {
        self.send();
        match self.peer().map(|peer| peer.is_over()) {
            Some(true) => self.order(NetOrder::Close),
            Some(false) => self.order(NetOrder::Deadline(PROMPT_ANSWER)),
            None => {}
        }
    }

    pub(super) fn net(&mut self, event: NetEvent) {
        match std::mem::replace(&mut self.errand, Errand::None) {
            Errand::Connecting(Connecting::Host(id, peer)) => self.host_event(id, peer, event),
            Errand::Connecting(Connecting::Join(invitation)) => self.join_event(&invitation, event),
            other => {
                self.errand = other;
                self.game_event(event);
            }
        }
    }

    fn host_event(&mut self, id: RoomId, peer: Option<Peer>, event: NetEvent) {
        match (event, peer) {
            (NetEvent::Offered(text), peer) => {
                self.say(text);
                self.say("Waiting for a partner; Ctrl-C ends the wait.");
                self.errand = Errand::Connecting(Connecting::Host(id, peer));
            }
            (NetEvent::Connected, _) => {
                self.order(NetOrder::Deadline(PROMPT_ANSWER));
                self.errand = Errand::Connecting(Connecting::Host(id, Some(Peer::host())));
            }
            (NetEvent::Message(text) | NetEvent::Untimely(text), Some(mut peer)) => {
                let heard = peer.receive(&text, &self.record);
                self.mode = Mode::Host(peer);
                match heard {
                    Ok(_) => {
                        self.say(format!(
                            "A partner has joined {id}. Set the game up if you like; start begins it."
                        ));
                    }
                    Err(violation) => self.violated(Stage::SetUp, &violation),
                }
            }
            (NetEvent::Failed(reason), _) => {
                self.order(NetOrder::Close);
                self.complain(format!("the game cannot be offered: {reason}"));
            }
            (NetEvent::Lost(reason), _) => {
                self.order(NetOrder::Close);
                self.complain(format!("the partner was lost before the game began: {reason}"));
            }
            (NetEvent::Message(_) | NetEvent::Untimely(_), None) => {
                self.errand = Errand::Connecting(Connecting::Host(id, None));
            }
        }
    }

    fn join_event(&mut self, invitation: &Invitation, event: NetEvent) {
        match event {
            NetEvent::Connected => {
                let player = self.player;
                self.reset();
                self.player = player;
                self.mode = Mode::Client(Peer::client());
                self.send();
                let Invitation { id, host, .. } = invitation;
                self.say(format!(
                    "You have joined {id} on {host}. Waiting for the host to start the game."
                ));
            }
            NetEvent::Failed(reason) | NetEvent::Lost(reason) => {
                self.order(NetOrder::Close);
                self.complain(format!("the game cannot be joined: {reason}"));
            }
            NetEvent::Offered(_) | NetEvent::Message(_) | NetEvent::Untimely(_) => {
                self.errand = Errand::Connecting(Connecting::Join(invitation.clone()));
            }
        }
    }

    fn game_event(&mut self, event: NetEvent) {
        let record = self.record.clone();
        let Some(peer) = self.peer() else { return };
        let stage = peer.stage();
        match event {
            NetEvent::Message(text) => match peer.receive(&text, &record) {
                Ok(received) => self.heard(received, &text, None),
                Err(violation) => self.violated(stage, &violation),
            },
            NetEvent::Untimely(text) => {
                let violation = peer.receive_untimely(&text);
                self.violated(stage, &violation);
            }
            NetEvent::Lost(reason) | NetEvent::Failed(reason) => {
                let received = peer.connection_lost();
                self.heard(received, "", Some(reason));
            }
            NetEvent::Offered(_) | NetEvent::Connected => {}
        }
    }

    /// What a message means for the game. A connection that broke has a reason and the meaning of a `stop`.
    fn heard(&mut self, received: Received<Position>, text: &str, lost: Option<String>) {
        match received {
            Received::Ready => {}
            Received::Color(color) => self.color = color,
            Received::Blocks(start) => self.record = GameRecord::new(start),
            Received::Move(mv) => {
                let color = self.record.turn();
                if let Err(error) = self.record.play(mv) {
                    return self.complain(error);
                }
                if self.state == State::Playing {
                    self.announce(color, mv, text);
                    self.after_move();
                }
            }
            Received::Start => {
                let color = Position::color_word(self.color);
                self.say(format!("The game begins. You play {color}."));
                self.begin();
            }
            Received::Left => {
                self.order(NetOrder::Close);
                self.back_to_local();
                let reason = lost.map_or_else(String::new, |reason| format!(": {reason}"));
                self.complain(format!("the other side left before the game began{reason}"));
            }
            Received::Resigned => {
                match lost {
                    Some(reason) => self.complain(format!("the connection was lost: {reason}")),
                    None => self.say("The other side has resigned."),
                }
                self.forfeit_of_other();
            }
            Received::Acknowledged => self.order(NetOrder::Close),
        }
    }

    /// The other program broke the rules of the conversation.
    fn violated(&mut self, stage: Stage, violation: &Violation) {
        self.complain(violation);
        match stage {
            Stage::Playing(_) => self.forfeit_of_other(),
            Stage::SetUp | Stage::Ending => {
                self.state = State::Finished;
                self.order(NetOrder::Close);
            }
        }
    }

    fn forfeit_of_other(&mut self) {
        let other: Color = !self.color;
        self.say(format!("{} forfeits.", show::title(other)));
        self.state = State::Finished;
        self.paused = false;
        self.order(NetOrder::Close);
    }

    /// Set-up in local mode, from the usual start; who plays stays as it was.
    fn back_to_local(&mut self) {
        self.record = usual_start();
        self.mode = Mode::Local;
        self.state = State::SetUp;
        self.opponent = Source::Computer;
    }
}
