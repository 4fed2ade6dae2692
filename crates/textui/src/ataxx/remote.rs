//! What happens on the network, for a game of Ataxx.

use parlor_ataxx::Position;
use parlor_core::GameRecord;
use parlor_peer::RemoteGame;

use super::{Ataxx, Mode, State, show};
use crate::NetEvent;
use crate::remote_session::RemoteEvent;

impl Ataxx {
    /// The person no longer wants to wait: for a partner, or for the host to start.
    pub(super) fn stop_waiting(&mut self) {
        let is_joined = self.mode() == Mode::Client;
        self.part();
        if is_joined {
            self.back_to_set_up();
            self.say("You have left the game before it began.");
        } else {
            self.say("No longer waiting for a partner.");
        }
    }

    /// Ends any connection.
    pub(super) fn part(&mut self) {
        self.remote.leave(&self.record);
        self.pass_on();
    }

    /// Takes over what the remote side wants printed and ordered.
    pub(super) fn pass_on(&mut self) {
        let outputs = self.remote.take_outputs();
        self.outputs.extend(outputs);
    }

    pub(super) fn net(&mut self, event: NetEvent) {
        let mode = self.mode();
        let happened = self.remote.handle(event, &self.record);
        self.pass_on();
        match happened {
            RemoteEvent::Nothing => {}
            RemoteEvent::Joined => {
                self.say("Set the game up if you like; start begins it.");
            }
            // What a host has set up is its own.
            RemoteEvent::Left if mode == Mode::Host => self.is_forsaken = true,
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

    /// Set-up from the usual start; who plays our side stays as it was.
    fn back_to_set_up(&mut self) {
        let player = self.player;
        self.reset();
        self.player = player;
    }
}
