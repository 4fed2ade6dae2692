//! Remote games of `othello`. There is no set-up on our side: a game begins as soon as a partner joins. No message
//! carries a size or a rule set, so remote games use the standard ones.

use parlor_core::Color;
use parlor_othello::{GridMove, Rules, Size};
use parlor_peer::{Invitation, Role, RoomId};

use super::messages;
use super::player::{DEFAULT_LEVEL, Player};
use super::session::{Othello, Settings};
use crate::remote_session::RemoteSide;
use crate::{NetEvent, Output, RemoteEvent};

impl Othello {
    pub(super) fn host(&mut self, id: RoomId, color: Color, is_auto: bool, out: &mut Vec<Output>) {
        if self.prepare(RemoteSide::new(color, is_auto), out) {
            self.remote.host(id);
        }
    }

    pub(super) fn join(&mut self, invitation: Invitation, is_auto: bool, out: &mut Vec<Output>) {
        // The host will send our colour.
        if self.prepare(RemoteSide::new(self.part.color, is_auto), out) {
            self.remote.join(invitation);
        }
    }

    /// Stores our side of the next remote game if this session can play one. If there is a remote game already,
    /// leaves the complaint to [`RemoteSession`](crate::RemoteSession).
    fn prepare(&mut self, part: RemoteSide<Player>, out: &mut Vec<Output>) -> bool {
        if self.remote.role().is_some() {
            return true;
        }
        let refusal = self.can_be_remote().err();
        let is_fit = refusal.is_none();
        if is_fit {
            self.part = part;
        }
        out.extend(refusal);
        is_fit
    }

    fn can_be_remote(&self) -> Result<(), Output> {
        let Settings { size, rules, .. } = self.settings;
        let standard = Size::STANDARD;
        if size != standard {
            return Err(Output::Complain(format!(
                "Remote games are played on {standard}, and this board is {size}; \
                 start the program without --size for one."
            )));
        }
        match rules {
            Rules::Pass => Ok(()),
            Rules::NoMoveLoses => Err(Output::Complain(
                "In remote games who cannot move passes, and here they lose; \
                 start the program without --rules for one."
                    .to_owned(),
            )),
        }
    }

    /// Whether a remote game is in progress and it is the other side's turn.
    pub(super) fn is_remote_turn(&self) -> bool {
        !self.is_over() && self.to_move() == Player::Remote
    }

    /// Whether the session can only wait for the network.
    pub(super) fn waits_for_network(&self) -> bool {
        self.remote.waits(self.is_remote_turn() && !self.is_paused)
    }

    /// Resigns any remote game in progress and closes any connection.
    pub(super) fn leave(&mut self, out: &mut Vec<Output>) {
        if !self.is_over()
            && let Some(own) = self.remote.own()
        {
            self.forfeit(own, out);
        }
        self.remote.leave(&self.record);
    }

    fn forfeit(&mut self, loser: Color, out: &mut Vec<Output>) {
        self.resigned = Some(loser);
        self.is_paused = false;
        out.push(Output::Print(messages::forfeit(self.board(), loser)));
        self.write_transcript(out);
    }

    /// Moves the outputs of the remote session to `out`.
    pub(super) fn forward_outputs(&mut self, out: &mut Vec<Output>) {
        out.extend(self.remote.take_outputs());
    }

    pub(super) fn net(&mut self, event: NetEvent, out: &mut Vec<Output>) {
        let happened = self.remote.handle(event, &self.record);
        self.forward_outputs(out);
        match happened {
            RemoteEvent::Nothing | RemoteEvent::Blocks(_) => {}
            RemoteEvent::Joined => {
                self.replace_with_new_game();
                if let Err(error) = self.remote.start(self.part.color, None, &self.record) {
                    out.push(Output::Complain(messages::sentence(&error)));
                }
                self.begin(out);
            }
            RemoteEvent::Entered => self.replace_with_new_game(),
            RemoteEvent::Color(color) => self.part.color = color,
            RemoteEvent::Start => self.begin(out),
            RemoteEvent::Move { mv, .. } => self.remote_move(mv, out),
            RemoteEvent::Left => self.return_to_local_game(out),
            RemoteEvent::Forfeit => self.forfeit(!self.part.color, out),
            RemoteEvent::Violation => {
                let is_at_table = self.settings.players.0.contains(&Player::Remote);
                let is_client = self.remote.role() == Some(Role::Client);
                // A host whose partner broke the protocol before the start still has its own game.
                if !is_at_table {
                    self.leave(out);
                    if is_client {
                        self.return_to_local_game(out);
                    }
                }
            }
        }
    }

    /// Begins the game from the position that the host has set up.
    fn begin(&mut self, out: &mut Vec<Output>) {
        let RemoteSide { color, is_auto, .. } = self.part;
        let players = self.settings.players;
        let own = match is_auto {
            false => Player::Human,
            // The computer player of this colour, or else of the other.
            true => [players[color], players[!color]]
                .into_iter()
                .find(|player| !player.is_human())
                .unwrap_or(Player::Engine(DEFAULT_LEVEL)),
        };
        self.part.take(&mut self.settings.players, own);
        self.settings.players[!color] = Player::Remote;
        out.push(Output::Print(format!("The game begins. You play {color}.")));
        out.push(self.drawn_plain());
        self.settle(out);
    }

    fn remote_move(&mut self, mv: GridMove, out: &mut Vec<Output>) {
        let color = self.record.turn();
        let (name, is_set_up) = (self.name(mv), self.to_move() != Player::Remote);
        // Cannot fail: the conversation has checked that the move is legal.
        if self.record.play(mv).is_err() || is_set_up {
            return;
        }
        let players = &self.settings.players;
        if mv == GridMove::PASS {
            out.push(Output::Print(messages::pass(color, players)));
        } else {
            let mover = messages::mover(color, players);
            out.push(Output::Print(format!("{mover} plays {name}.")));
            out.push(self.drawn_plain());
        }
        self.settle(out);
    }

    /// Returns to a local game, after joining one that never began.
    fn return_to_local_game(&mut self, out: &mut Vec<Output>) {
        self.replace_with_new_game();
        out.push(self.drawn_plain());
        self.settle(out);
    }

    /// Handles Ctrl-C while the session waits for the network.
    pub(super) fn stop_waiting(&mut self, out: &mut Vec<Output>) {
        if self.remote.waits_for_stop() {
            self.net(NetEvent::Lost("interrupted".to_owned()), out);
        } else if self.is_remote_turn() {
            self.is_paused = true;
            out.push(Output::Print(format!(
                "It is {}'s turn. Press Enter to go on waiting; new, resign or quit gives the game up.",
                self.record.turn()
            )));
        } else {
            let is_client = self.remote.role() == Some(Role::Client);
            self.leave(out);
            self.forward_outputs(out);
            out.push(Output::Print("No longer waiting for a partner.".to_owned()));
            if is_client {
                self.return_to_local_game(out);
            }
        }
    }
}
