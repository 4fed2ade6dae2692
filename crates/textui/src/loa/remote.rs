//! Remote games of `loa`. There is no set-up: a game begins as soon as a partner joins.

use parlor_core::Outcome;
use parlor_peer::{Invitation, RoomId};

use super::{Loa, capitalised, complaint, new_game, say, show};
use crate::remote_session::RemoteSide;
use crate::{NetEvent, Output, RemoteEvent};

impl Loa {
    pub(super) fn host(&mut self, id: RoomId, part: RemoteSide<bool>, out: &mut Vec<Output>) {
        if self.remote.role().is_none() {
            self.part = part;
        }
        self.remote.host(id);
        self.forward_outputs(out);
    }

    pub(super) fn join(&mut self, invitation: Invitation, is_auto: bool, out: &mut Vec<Output>) {
        if self.remote.role().is_none() {
            self.part.is_auto = is_auto;
        }
        self.remote.join(invitation);
        self.forward_outputs(out);
    }

    /// Whether a remote game is in progress and it is the other side's turn.
    pub(super) fn is_remote_turn(&self) -> bool {
        let is_remotes = |own| own != self.game.turn();
        self.ended.is_none() && self.remote.own().is_some_and(is_remotes)
    }

    /// Whether the session can only wait for the network.
    pub(super) fn waits_for_network(&self) -> bool {
        self.remote.waits(self.is_remote_turn() && !self.is_paused)
    }

    /// Resigns any remote game in progress and closes any connection.
    pub(super) fn leave(&mut self, out: &mut Vec<Output>) {
        if self.ended.is_none()
            && let Some(own) = self.remote.own()
        {
            out.push(say(&format!("{} forfeits.", capitalised(own))));
        }
        self.remote.leave(&self.game);
        self.forward_outputs(out);
        self.part.give_back(&mut self.is_auto);
    }

    /// Moves the outputs of the remote session to `out`.
    pub(super) fn forward_outputs(&mut self, out: &mut Vec<Output>) {
        out.extend(self.remote.take_outputs().into_iter().map(|output| match output {
            Output::Print(text) => say(&text),
            Output::Complain(text) => Output::Complain(show::without_marks(&text)),
            other => other,
        }));
    }

    pub(super) fn net(&mut self, event: NetEvent) -> Vec<Output> {
        let mut out = Vec::new();
        let happened = self.remote.handle(event, &self.game);
        self.forward_outputs(&mut out);
        match happened {
            RemoteEvent::Nothing | RemoteEvent::Blocks(_) => {}
            RemoteEvent::Joined => {
                self.begin(new_game());
                self.n_games += 1;
                if let Err(error) = self.remote.start(self.part.color, None, &self.game) {
                    out.push(complaint(&error.to_string()));
                }
                self.forward_outputs(&mut out);
                self.take_part(&mut out);
            }
            RemoteEvent::Entered | RemoteEvent::Left => {
                self.begin(new_game());
                self.n_games += 1;
            }
            RemoteEvent::Color(color) => self.part.color = color,
            RemoteEvent::Start => self.take_part(&mut out),
            RemoteEvent::Move { mv, text } => {
                let mover = self.game.turn();
                // Cannot fail: the conversation has checked that the move is legal.
                if self.game.play(mv).is_ok() {
                    self.is_stale = true;
                    out.push(Output::Log(format!("# {mover}: {text}")));
                    out.push(say(&match mv.is_pass() {
                        true => super::passing(mover),
                        false => format!("{} plays {text}", capitalised(mover)),
                    }));
                }
            }
            RemoteEvent::Forfeit => {
                let own = self.part.color;
                self.ended = Some(Outcome::Win(own));
                self.is_paused = false;
                let text = format!("{} forfeits.", capitalised(!own));
                out.push(Output::Log(format!("# {text}")));
                out.push(say(&text));
            }
            RemoteEvent::Violation => {
                if self.ended.is_none() {
                    self.remote.leave(&self.game);
                    self.begin(new_game());
                }
            }
        }
        out
    }

    fn take_part(&mut self, out: &mut Vec<Output>) {
        let RemoteSide { color, is_auto, .. } = self.part;
        self.part.take(&mut self.is_auto, is_auto);
        out.push(say(&format!("The game begins. You play {color}.")));
    }

    /// Handles Ctrl-C while the session waits for the network.
    pub(super) fn stop_waiting(&mut self) -> Vec<Output> {
        let mut out = Vec::new();
        if self.remote.waits_for_stop() {
            return self.net(NetEvent::Lost("interrupted".to_owned()));
        }
        if self.is_remote_turn() {
            self.is_paused = true;
            let other = capitalised(self.game.turn());
            return vec![say(&format!(
                "It is {other}'s turn. Press Enter to go on waiting; new or quit resigns."
            ))];
        }
        self.leave(&mut out);
        out.push(say("No longer waiting for a partner."));
        out
    }
}
