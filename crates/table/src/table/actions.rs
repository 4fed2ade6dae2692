//! What can be asked for at a table.

use parlor_core::Color;
use parlor_core::descriptor::Passing;

use super::{EarlyEnd, Seat, Table, clean_name};
use crate::log::GameEvent;
use crate::result;
use crate::wire::{GameSetup, Moment, Permissions, Player, ProposalKind, Refusal};
use crate::{PlayerId, Secrets, Timestamp};

/// The outcome of an answer or a rematch request.
#[derive(Clone, PartialEq, Debug)]
pub enum Rematch {
    /// The other side has to agree first.
    Asked,
    /// The next game, to be created.
    Agreed(Box<NextGame>),
}

/// A game that follows another with sides exchanged.
#[derive(Clone, PartialEq, Debug)]
pub struct NextGame {
    /// The same agreements.
    pub setup: GameSetup,
    /// Black's and white's seats.
    pub seats: [Seat; 2],
    /// Who begins it.
    pub creator: PlayerId,
}

impl Table {
    /// A person plays a move.
    pub fn play(&mut self, who: &PlayerId, ply: u32, text: &str, now: Timestamp) -> Result<(), Refusal> {
        if self.outcome().is_some() {
            return Err(Refusal::Over);
        }
        let mover = self.game.turn();
        if !self.seats[mover].is_of(who) {
            return Err(if self.plays(who) {
                Refusal::NotYourTurn
            } else {
                Refusal::NotYours
            });
        }
        if ply as usize != self.game.len() {
            return Err(Refusal::Stale);
        }
        self.make_move(mover, text, now)
    }

    /// The computer or a terminal program plays a move.
    pub fn play_for_machine(&mut self, ply: usize, text: &str, now: Timestamp) -> Result<(), Refusal> {
        if self.outcome().is_some() {
            return Err(Refusal::Over);
        }
        let mover = self.game.turn();
        if self.seats[mover].is_person() || ply != self.game.len() {
            return Err(Refusal::Stale);
        }
        self.make_move(mover, text, now)
    }

    fn make_move(&mut self, mover: Color, text: &str, now: Timestamp) -> Result<(), Refusal> {
        let length = self.game.len();
        let is_first = self.game.is_empty();
        self.record(text.trim())?;
        self.proposal = None;
        if let Some(clock) = &mut self.clock {
            clock.moved(mover, is_first, now);
        }
        self.pass_by_itself();
        self.run_clock(now);
        for index in length..self.plies.len() {
            let mv = self.plies[index].mv.text.clone();
            let clock = self.kept_clock(now);
            self.note(GameEvent::Played { mv, clock });
        }
        Ok(())
    }

    /// Lets the clock of the side to move run, if it is a person's: the computer's runs only while it thinks.
    pub(super) fn run_clock(&mut self, now: Timestamp) {
        let goes_on = self.outcome().is_none() && !self.game.is_empty();
        let turn = self.game.turn();
        let waits_for_engine = matches!(self.seats[turn], Seat::Computer { .. });
        if let Some(clock) = &mut self.clock {
            clock.run((goes_on && !waits_for_engine).then_some(turn), now);
        }
    }

    /// The computer has started or stopped thinking about its move, and its clock runs or stops.
    pub fn computer_thinks(&mut self, thinks: bool, now: Timestamp) {
        let turn = self.game.turn();
        let runs = thinks && self.computer_to_move().is_some() && !self.game.is_empty();
        if let Some(clock) = &mut self.clock {
            clock.run(runs.then_some(turn), now);
        }
    }

    /// Takes back the person's last move, or asks the other player for it.
    pub fn undo(&mut self, who: &PlayerId, now: Timestamp) -> Result<(), Refusal> {
        let may = self.may(who);
        if may.undo {
            let to = self.undo_target(None).ok_or(Refusal::NothingToTakeBack)?;
            self.take_back_to(to, now);
            return Ok(());
        }
        if may.takeback {
            let side = self.side_of(who).ok_or(Refusal::NotYours)?;
            self.propose(ProposalKind::Takeback, side);
            return Ok(());
        }
        Err(Refusal::NothingToTakeBack)
    }

    /// Plays again what was taken back.
    pub fn redo(&mut self, who: &PlayerId, now: Timestamp) -> Result<(), Refusal> {
        if !self.may(who).redo {
            return Err(Refusal::NothingToRedo);
        }
        loop {
            let before = self.game.clone();
            if self.redoable == 0 || !self.game.redo() {
                break;
            }
            self.redoable -= 1;
            let Some(mv) = self.game.history().pop() else {
                break;
            };
            self.touch(self.plies.len());
            self.plies.push(crate::views::ply(&before, &self.game, &mv));
            if self.seats[self.game.turn()].is_person() && !self.passes_by_itself() {
                break;
            }
        }
        self.settle(now);
        let (to, clock) = (self.game.len() as u32, self.kept_clock(now));
        self.note(GameEvent::PlayedAgain { to, clock });
        Ok(())
    }

    /// The game that goes on from an earlier moment of this one, which stays as it is.
    pub fn play_from(&self, secrets: &mut Secrets, who: &PlayerId, moment: Moment) -> Result<Table, Refusal> {
        if !self.may(who).play_from {
            return Err(Refusal::CannotPlayFrom);
        }
        self.from_here(secrets, moment).ok_or(Refusal::Stale)
    }

    fn propose(&mut self, kind: ProposalKind, by: Color) {
        self.proposal = Some((kind, by));
        self.note(GameEvent::Proposed { kind, by: by.into() });
        self.touch(self.plies.len());
    }

    /// What waits for an answer, and who asked for it.
    pub fn proposal(&self) -> Option<(ProposalKind, Color)> {
        self.proposal
    }

    /// Answers what the other player asked for.
    pub fn answer(
        &mut self,
        who: &PlayerId,
        accept: bool,
        now: Timestamp,
    ) -> Result<Option<Rematch>, Refusal> {
        let Some((kind, by)) = self.proposal else {
            return Err(Refusal::NothingAsked);
        };
        if !self.seats[!by].is_of(who) {
            return Err(Refusal::NotYours);
        }
        self.proposal = None;
        self.note(GameEvent::Answered { accept });
        self.touch(self.plies.len());
        if !accept {
            return Ok(None);
        }
        match kind {
            ProposalKind::Takeback => {
                if let Some(to) = self.undo_target(Some(by)) {
                    self.take_back_to(to, now);
                }
                Ok(None)
            }
            ProposalKind::Rematch => Ok(Some(Rematch::Agreed(Box::new(self.next_game())))),
        }
    }

    /// Gives up.
    pub fn resign(&mut self, who: &PlayerId, now: Timestamp) -> Result<(), Refusal> {
        if !self.may(who).resign {
            return Err(Refusal::NothingToResign);
        }
        let turn = self.game.turn();
        // A person who plays both sides resigns for the side to move.
        let side = if self.seats[turn].is_of(who) {
            Some(turn)
        } else {
            self.side_of(who)
        };
        self.end(EarlyEnd::Resigned(side.ok_or(Refusal::NotYours)?), now);
        Ok(())
    }

    /// Another game with sides exchanged.
    pub fn rematch(&mut self, who: &PlayerId) -> Result<Rematch, Refusal> {
        if !self.may(who).rematch {
            return Err(Refusal::NoRematch);
        }
        if !self.is_shared() {
            return Ok(Rematch::Agreed(Box::new(self.next_game())));
        }
        let side = self.side_of(who).ok_or(Refusal::NotYours)?;
        if self.proposal == Some((ProposalKind::Rematch, !side)) {
            self.proposal = None;
            self.note(GameEvent::Answered { accept: true });
            return Ok(Rematch::Agreed(Box::new(self.next_game())));
        }
        self.propose(ProposalKind::Rematch, side);
        Ok(Rematch::Asked)
    }

    /// Says which game followed this one.
    pub fn followed_by(&mut self, next: &str) {
        self.next = Some(next.to_owned());
        self.note(GameEvent::Followed { by: next.to_owned() });
        self.touch(self.plies.len());
    }

    /// Lets a person or the computer play a side from now on.
    pub fn switch(
        &mut self,
        secrets: &mut Secrets,
        who: &PlayerId,
        name: &str,
        color: Color,
        player: &Player,
        now: Timestamp,
    ) -> Result<(), Refusal> {
        if !self.may(who).switch {
            return Err(Refusal::CannotSwitch);
        }
        self.seats[color] = Seat::new(secrets, player, who, name)?;
        self.note_seat(color);
        self.run_clock(now);
        Ok(())
    }

    /// Somebody takes a free seat with the secret of its invitation. A person who already plays keeps their side.
    pub fn sit(&mut self, who: &PlayerId, name: &str, secret: &str) -> Result<(), Refusal> {
        if self.plays(who) {
            return Ok(());
        }
        for color in Color::ALL {
            if let Seat::Person {
                player: player @ None,
                name: shown,
                secret: own,
            } = &mut self.seats[color]
                && own == secret
            {
                *player = Some(who.clone());
                *shown = clean_name(name, result::GUEST);
                self.room = None;
                self.note_seat(color);
                return Ok(());
            }
        }
        Err(Refusal::SeatTaken)
    }

    /// Somebody at a terminal program takes the free seat. Which side that is.
    pub fn sit_at_terminal(&mut self) -> Option<Color> {
        let color = Color::ALL
            .into_iter()
            .find(|&color| self.seats[color].is_free())?;
        self.seats[color] = Seat::terminal();
        self.room = None;
        self.note_seat(color);
        Some(color)
    }

    /// A terminal program can join under this name, or no longer.
    pub fn set_room(&mut self, room: Option<String>) {
        self.room = room;
        self.touch(self.plies.len());
    }

    /// A person is called something else.
    pub fn rename(&mut self, who: &PlayerId, new: &str) {
        let new = clean_name(new, result::NAMELESS);
        for color in Color::ALL {
            if let Seat::Person {
                player: Some(player),
                name,
                ..
            } = &mut self.seats[color]
                && player == who
                && *name != new
            {
                name.clone_from(&new);
                self.note_seat(color);
            }
        }
    }

    fn note_seat(&mut self, color: Color) {
        let seat = self.seats[color].clone().into();
        self.note(GameEvent::Seated {
            side: color.into(),
            seat,
        });
        self.touch(self.plies.len());
    }

    /// Looks at the clocks: a side whose time is over loses.
    pub fn look_at_clock(&mut self, now: Timestamp) -> bool {
        let fallen = self.clock.as_ref().and_then(|clock| clock.fallen(now));
        let Some(color) = fallen.filter(|_| self.outcome().is_none()) else {
            return false;
        };
        self.end(EarlyEnd::OutOfTime(color), now);
        true
    }

    /// Ends the game other than by its rules.
    pub fn end(&mut self, ended: EarlyEnd, now: Timestamp) {
        if self.outcome().is_some() {
            return;
        }
        self.ended = Some(ended);
        self.proposal = None;
        if let Some(clock) = &mut self.clock {
            clock.run(None, now);
        }
        let clock = self.kept_clock(now);
        self.note(GameEvent::Ended {
            how: ended.into(),
            loser: ended.loser().into(),
            clock,
        });
        self.touch(self.plies.len());
        self.refresh_legal();
    }

    /// What somebody may ask for.
    pub fn may(&self, who: &PlayerId) -> Permissions {
        let over = self.outcome().is_some();
        let controls = self.controls(who);
        let side = self.side_of(who);
        let two_people = self
            .seats
            .0
            .iter()
            .all(|seat| matches!(seat, Seat::Person { player: Some(_), .. }));
        let shared = self.is_shared();
        // A person who plays both sides tries things out; a game with somebody else, or the computer, is being played.
        let studies = self.n_imported > 0 || self.seats.0.iter().all(|seat| seat.is_of(who));
        let asked_by_me = matches!((self.proposal, side), (Some((_, by)), Some(side)) if by == side);
        Permissions {
            undo: controls && self.undo_target(None).is_some(),
            redo: controls && self.redoable > 0,
            takeback: shared
                && two_people
                && !over
                && !asked_by_me
                && side.is_some_and(|side| self.undo_target(Some(side)).is_some()),
            resign: !over && side.is_some(),
            rematch: over
                && self.next.is_none()
                && (controls || (two_people && side.is_some() && !asked_by_me)),
            switch: controls,
            hint: controls && !over && self.seats[self.game.turn()].is_of(who),
            // Nobody gets help in a game between two people that goes on.
            analyse: controls || (over && shared),
            play_from: controls,
            edit: (over && side.is_some()) || (controls && (over || studies)),
            study: (over && side.is_some()) || (controls && (over || self.is_as_imported())),
        }
    }

    /// Whether it was imported and nobody has continued it: people only look at it.
    fn is_as_imported(&self) -> bool {
        self.n_imported > 0 && self.n_imported == self.game.len() && self.seats.0.iter().all(Seat::is_person)
    }

    /// The side that somebody plays; the first if both.
    fn side_of(&self, who: &PlayerId) -> Option<Color> {
        Color::ALL.into_iter().find(|&color| self.seats[color].is_of(who))
    }

    /// How many moves remain when the last move that a person chose is taken back: of this side, or of any.
    fn undo_target(&self, of: Option<Color>) -> Option<usize> {
        (self.n_imported..self.plies.len()).rev().find(|&index| {
            let before = if index == 0 {
                self.start_turn()
            } else {
                self.plies[index - 1].after.turn.into()
            };
            let chosen = self.plies[index].mv.target.is_some() || self.passing() == Passing::ByHand;
            chosen && self.seats[before].is_person() && of.is_none_or(|of| of == before)
        })
    }

    fn take_back_to(&mut self, ply: usize, now: Timestamp) {
        while self.game.len() > ply && self.game.undo() {
            self.redoable += 1;
        }
        self.plies.truncate(ply);
        self.ended = None;
        self.touch(ply);
        self.settle(now);
        let (to, clock) = (ply as u32, self.kept_clock(now));
        self.note(GameEvent::TakenBack { to, clock });
    }

    /// After moves were taken back or played again: no proposal holds, and the right clock runs.
    fn settle(&mut self, now: Timestamp) {
        self.proposal = None;
        self.run_clock(now);
        self.refresh_legal();
    }

    fn next_game(&self) -> NextGame {
        let [black, white] = self.seats.0.clone();
        NextGame {
            setup: self.setup(),
            seats: [white, black],
            creator: self.creator.clone(),
        }
    }

    /// A game that follows another.
    pub fn following(secrets: &mut Secrets, next: NextGame) -> Result<Table, Refusal> {
        let NextGame {
            setup,
            seats,
            creator,
        } = next;
        // The seats replace these two at once.
        let anybody = [Player::Me, Player::Me];
        let mut table = Table::new(
            secrets,
            &creator,
            "",
            &GameSetup {
                players: anybody,
                ..setup
            },
        )?;
        // An invitation to the last game is none to this one.
        let fresh = |seat: Seat| match seat {
            Seat::Person { player, name, .. } => Seat::Person {
                player,
                name,
                secret: secrets.secret(),
            },
            other => other,
        };
        table.seats.0 = seats.map(fresh);
        table.begin_log();
        Ok(table)
    }
}
