//! The requests that a table accepts.

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
    /// Its creator.
    pub creator: PlayerId,
}

impl Table {
    /// Plays a move of a person.
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

    /// Plays a move of the computer or a terminal program.
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
        self.play_automatic_passes();
        self.run_clock(now);
        for index in length..self.plies.len() {
            let mv = self.plies[index].mv.text.clone();
            let clock = self.stored_clock(now);
            self.note(GameEvent::Played { mv, clock });
        }
        Ok(())
    }

    /// Runs the clock of the side to move, if it is a person's: the computer's runs only while it searches.
    pub(super) fn run_clock(&mut self, now: Timestamp) {
        let goes_on = self.outcome().is_none() && !self.game.is_empty();
        let turn = self.game.turn();
        let waits_for_engine = matches!(self.seats[turn], Seat::Computer { .. });
        if let Some(clock) = &mut self.clock {
            clock.run((goes_on && !waits_for_engine).then_some(turn), now);
        }
    }

    /// Starts or stops the computer's clock when its search starts or stops.
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

    /// Replays the moves that were taken back.
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
            if self.seats[self.game.turn()].is_person() && !self.passes_automatically() {
                break;
            }
        }
        self.settle(now);
        let (to, clock) = (self.game.len() as u32, self.stored_clock(now));
        self.note(GameEvent::PlayedAgain { to, clock });
        Ok(())
    }

    /// Returns a game that continues from an earlier moment of this one, which stays as it is.
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

    /// Returns the pending proposal and the side that made it.
    pub fn proposal(&self) -> Option<(ProposalKind, Color)> {
        self.proposal
    }

    /// Answers the other player's proposal.
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

    /// Resigns.
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

    /// Asks for or creates another game with sides exchanged.
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

    /// Records the game that followed this one.
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

    /// Gives a person the free seat of the invitation with this secret. A person who already plays keeps their
    /// side.
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

    /// Gives the free seat to a person at a terminal program and returns the side.
    pub fn sit_at_terminal(&mut self) -> Option<Color> {
        let color = Color::ALL
            .into_iter()
            .find(|&color| self.seats[color].is_free())?;
        self.seats[color] = Seat::terminal();
        self.room = None;
        self.note_seat(color);
        Some(color)
    }

    /// Sets or clears the name under which a terminal program can join.
    pub fn set_room(&mut self, room: Option<String>) {
        self.room = room;
        self.touch(self.plies.len());
    }

    /// Changes the name of a person.
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

    /// Checks the clocks: a side whose time has run out loses.
    pub fn check_clock(&mut self, now: Timestamp) -> bool {
        let out_of_time = self.clock.as_ref().and_then(|clock| clock.out_of_time(now));
        let Some(color) = out_of_time.filter(|_| self.outcome().is_none()) else {
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
        let clock = self.stored_clock(now);
        self.note(GameEvent::Ended {
            how: ended.into(),
            loser: ended.loser().into(),
            clock,
        });
        self.touch(self.plies.len());
        self.refresh_legal();
    }

    /// Returns the requests that a person may make.
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
        // A person who plays both sides is studying; a game against someone else, or the computer, is a real game.
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
            // No help in a game between two people that is in progress.
            analyse: controls || (over && shared),
            play_from: controls,
            edit: (over && side.is_some()) || (controls && (over || studies)),
            study: (over && side.is_some()) || (controls && (over || self.is_as_imported())),
        }
    }

    /// Returns whether it was imported and not continued: people only view it.
    fn is_as_imported(&self) -> bool {
        self.n_imported > 0 && self.n_imported == self.game.len() && self.seats.0.iter().all(Seat::is_person)
    }

    /// Returns the side that a person plays; the first if both.
    fn side_of(&self, who: &PlayerId) -> Option<Color> {
        Color::ALL.into_iter().find(|&color| self.seats[color].is_of(who))
    }

    /// Returns the number of moves that remain when the last move chosen by a person is taken back: of this
    /// side, or of any.
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
        let (to, clock) = (ply as u32, self.stored_clock(now));
        self.note(GameEvent::TakenBack { to, clock });
    }

    /// Updates the state after moves were taken back or replayed: cancels proposals and runs the right clock.
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

    /// Creates a game that follows another.
    pub fn following(secrets: &mut Secrets, next: NextGame) -> Result<Table, Refusal> {
        let NextGame {
            setup,
            seats,
            creator,
        } = next;
        // The seats below replace these two.
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
        // An invitation to the last game is not valid for this one.
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
