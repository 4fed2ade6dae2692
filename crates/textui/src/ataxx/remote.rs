//! Remote games of `ataxx`.

use parlor_ataxx::Position;
use parlor_core::GameRecord;
use parlor_peer::RemoteGame;

use super::{Ataxx, Mode, State, show};
use crate::NetEvent;
use crate::remote_session::RemoteEvent;

impl Ataxx {
    /// Handles an interrupt while the session waits for a partner or for the host to start.
    pub(super) fn stop_waiting(&mut self) {
        let is_joined = self.mode() == Mode::Client;
        self.disconnect();
        if is_joined {
            self.back_to_set_up();
            self.say("You have left the game before it began.");
        } else {
            self.say("No longer waiting for a partner.");
        }
    }

    /// Closes any connection.
    pub(super) fn disconnect(&mut self) {
        self.remote.leave(&self.record);
        self.forward_outputs();
    }

    /// Moves the outputs of the remote session to ours.
    pub(super) fn forward_outputs(&mut self) {
        let outputs = self.remote.take_outputs();
        self.outputs.extend(outputs);
    }

    pub(super) fn net(&mut self, event: NetEvent) {
        let mode = self.mode();
        let happened = self.remote.handle(event, &self.record);
        self.forward_outputs();
        match happened {
            RemoteEvent::Nothing => {}
            RemoteEvent::Joined => {
                self.say("Set the game up if you like; start begins it.");
            }
            // A host keeps what it has set up.
            RemoteEvent::Left if mode == Mode::Host => self.partner_left = true,
            RemoteEvent::Entered | RemoteEvent::Left => self.back_to_set_up(),
            RemoteEvent::Color(color) => self.color = color,
            RemoteEvent::Blocks(start) => {
                self.record = GameRecord::new(start);
                self.texts.clear();
            }
            RemoteEvent::Move { mv, text } => {
                let color = self.record.turn();
                if let Err(error) = self.play(mv, &text) {
                    return self.complain(error);
                }
                if self.state == State::Playing {
                    self.announce(color, mv, &text);
                    self.after_move();
                }
            }
            RemoteEvent::Start => {
                let color = Position::color_word(self.color);
                self.say(format!("The game begins. You play {color}."));
                self.begin();
            }
            RemoteEvent::Forfeit => {
                self.say(format!("{} forfeits.", show::title(!self.color)));
                self.state = State::Finished;
                self.paused = false;
            }
            RemoteEvent::Violation => self.state = State::Finished,
        }
    }

    /// Returns to set-up from the initial position. Who plays our side does not change.
    fn back_to_set_up(&mut self) {
        let player = self.player;
        self.reset();
        self.player = player;
    }
}
