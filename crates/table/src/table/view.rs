//! A table in the form that one of its participants may see.

use parlor_core::{Color, PerColor};

use super::{Seat, Table};
use crate::wire::{GameSetup, GameView, Player, PlayerName, Proposal, SeatView, Status};
use crate::{PlayerId, Timestamp};
use crate::{result, views};

/// The presence of others besides the receiver of a view.
#[derive(Clone, Copy, Debug, Default)]
pub struct Audience {
    /// Whether the person of each side is connected.
    pub present: PerColor<bool>,
    /// The number of watchers who do not play.
    pub spectators: u32,
    /// Whether the computer is thinking.
    pub thinking: bool,
}

impl Table {
    /// Returns the first ply that changed since the last call.
    pub fn take_change(&mut self) -> usize {
        std::mem::replace(&mut self.changed_from, self.plies.len())
    }

    /// Returns the table as this person may see it, for a receiver that has the plies before `from`.
    pub fn view(&self, who: &PlayerId, from: usize, audience: &Audience, now: Timestamp) -> GameView {
        let game = &self.game;
        let turn = game.turn();
        let from = from.min(self.plies.len());
        let yours_to_move = self.seats[turn].is_of(who);
        let seats = Color::ALL.map(|color| self.seat_view(color, who, audience));
        GameView {
            id: self.id.clone(),
            version: self.version,
            game: game.kind().name().to_owned(),
            shape: views::shape(game),
            start: self.start.clone(),
            from: from as u32,
            plies: self.plies[from..].to_vec(),
            legal: if yours_to_move {
                self.legal.clone()
            } else {
                Vec::new()
            },
            status: self.status(who, audience),
            result: self.result(),
            seats,
            clock: self.clock.as_ref().map(|clock| clock.view(now)),
            proposal: self.proposal.map(|(kind, by)| Proposal {
                kind,
                by: by.into(),
                for_you: self.seats[!by].is_of(who),
            }),
            thinking: audience.thinking,
            may: self.may(who),
            spectators: audience.spectators,
            next: self.next.clone(),
            room: self.room.clone().filter(|_| self.creator == *who),
            setup: self.setup(),
            unsaved: None,
        }
    }

    /// Returns the setup for another game like this one.
    pub fn setup(&self) -> GameSetup {
        let default = parlor_games::AnyGame::new(self.game.spec());
        let start = self.game.start_text();
        let differs = default.map_or(true, |default| default.start_text() != start);
        let agreements = self
            .game
            .spec()
            .agreements()
            .into_iter()
            .map(|(name, value)| (name.to_owned(), value));
        let player = |seat: &Seat| match seat {
            Seat::Person { player, .. } if player.as_ref() == Some(&self.creator) => Player::Me,
            Seat::Person { .. } | Seat::Terminal { .. } => Player::Friend,
            Seat::Computer { level } => Player::Computer {
                level: level.number().to_string(),
            },
        };
        GameSetup {
            game: self.game.kind().name().to_owned(),
            agreements: agreements.collect(),
            position: differs.then_some(start),
            players: [
                player(&self.seats[Color::Black]),
                player(&self.seats[Color::White]),
            ],
            clock: self.clock.as_ref().map(super::Clock::setup),
            room: None,
        }
    }

    /// Returns the side to move at the start.
    pub(super) fn start_turn(&self) -> Color {
        self.start.turn.into()
    }

    fn seat_view(&self, color: Color, who: &PlayerId, audience: &Audience) -> SeatView {
        let seat = &self.seats[color];
        let invitation = match seat {
            Seat::Person {
                player: None, secret, ..
            } if self.creator == *who => Some(secret.clone()),
            _ => None,
        };
        let yours = seat.is_of(who);
        let both_yours = self.seats.0.iter().all(|seat| seat.is_of(who));
        let name = match result::read_name(&seat.name()) {
            // A person without a name is “You” only to themselves.
            PlayerName::You if !yours || both_yours => PlayerName::Unnamed,
            name => name,
        };
        SeatView {
            name,
            level: match seat {
                Seat::Computer { level } => Some(level.number().to_string()),
                _ => None,
            },
            yours,
            free: seat.is_free(),
            present: audience.present[color] || matches!(seat, Seat::Terminal { .. }),
            invitation,
        }
    }

    fn status(&self, who: &PlayerId, audience: &Audience) -> Status {
        if self.outcome().is_some() {
            return Status::Over;
        }
        let turn = self.game.turn();
        let side = turn.into();
        let seat = &self.seats[turn];
        if self.seats.0.iter().any(Seat::is_free) && self.creator == *who {
            return Status::WaitingForOpponent;
        }
        if matches!(self.legal.as_slice(), [mv] if mv.target.is_none()) && seat.is_of(who) {
            return Status::SkipTurn { side };
        }
        let both_yours = self.seats.0.iter().all(|seat| seat.is_of(who));
        match seat {
            _ if !self.plays(who) && !self.controls(who) => Status::Watching { side },
            Seat::Computer { .. } if audience.thinking => Status::Thinking { side },
            _ if seat.is_of(who) && !both_yours => Status::YourTurn { side },
            _ => Status::ToMove { side },
        }
    }
}
