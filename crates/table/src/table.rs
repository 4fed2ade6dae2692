//! One game and its participants: what each may do, and the result.
//!
//! A table takes people's requests and the time; it changes or returns an error. It has no sockets, threads, files
//! or clocks, so tests cover everything that a client can try.

mod actions;
mod clock;
mod seat;
mod stored;
mod study;
#[cfg(test)]
mod tests;
mod view;

use parlor_core::descriptor::Passing;
use parlor_core::{Color, Level, Outcome, PerColor};
use parlor_games::annotated::Annotated;
use parlor_games::{AnyGame, Kind, MoveView, Spec, UnknownGame, export, pgn};

pub use actions::{NextGame, Rematch};
pub use clock::{Clock, StoredClock};
pub use seat::{Seat, clean_name};
pub use stored::Append;
pub use view::Audience;

use crate::log::{self, GameEvent, GameTree};
use crate::views;
use crate::wire::{
    Ending, Frame, GameResult, GameSetup, Moment, MoveInfo, Player, Ply, ProposalKind, Refusal,
};
use crate::{PlayerId, Secrets, Timestamp};

/// How a game ended other than by its rules.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EarlyEnd {
    /// This side resigned.
    Resigned(Color),
    /// This side's time ran out.
    OutOfTime(Color),
    /// This side's connection broke, or its program violated the protocol.
    Forfeited(Color),
}

impl EarlyEnd {
    /// Returns the side that lost.
    pub fn loser(self) -> Color {
        match self {
            EarlyEnd::Resigned(color) | EarlyEnd::OutOfTime(color) | EarlyEnd::Forfeited(color) => color,
        }
    }

    /// Returns the result of the game.
    pub(crate) fn result(self) -> GameResult {
        let ending = match self {
            EarlyEnd::Resigned(_) => Ending::Resigned,
            EarlyEnd::OutOfTime(_) => Ending::OutOfTime,
            EarlyEnd::Forfeited(_) => Ending::Forfeited,
        };
        GameResult {
            winner: Some((!self.loser()).into()),
            ending,
        }
    }
}

/// One game and its participants.
#[derive(Clone, PartialEq, Debug)]
pub struct Table {
    id: String,
    creator: PlayerId,
    game: AnyGame,
    seats: PerColor<Seat>,
    clock: Option<Clock>,
    ended: Option<EarlyEnd>,
    proposal: Option<(ProposalKind, Color)>,
    next: Option<String>,
    room: Option<String>,
    version: u32,
    /// The board before the first move.
    start: Frame,
    /// The moves as the page shows them, cached so that a move costs one ply and not a whole game.
    plies: Vec<Ply>,
    legal: Vec<MoveInfo>,
    redoable: usize,
    /// The first ply that changed since the last view was sent.
    changed_from: usize,
    /// The number of moves that were played elsewhere; they cannot be taken back here.
    n_imported: usize,
    tree: GameTree,
    variations: study::Variations,
    /// The number of stored events.
    n_stored: u64,
    /// The events since then.
    unsaved: Vec<GameEvent>,
}

impl Table {
    /// Creates a game that is about to begin.
    pub fn new(
        secrets: &mut Secrets,
        creator: &PlayerId,
        name: &str,
        setup: &GameSetup,
    ) -> Result<Table, Refusal> {
        let refused = |problem| Refusal::Setup { problem };
        let kind: Kind = setup
            .game
            .parse()
            .map_err(|error: UnknownGame| refused(error.problem()))?;
        let mut spec = Spec::default_for(kind);
        for (agreement, value) in &setup.agreements {
            spec = spec
                .with(agreement, value)
                .map_err(|error| refused(error.problem()))?;
        }
        let game = match &setup.position {
            Some(position) => AnyGame::from_position(&spec, position),
            None => AnyGame::new(&spec),
        };
        let game = game.map_err(|error| refused(error.problem()))?;
        let mut seat = |player: &Player| Seat::new(secrets, player, creator, name);
        let seats = PerColor([seat(&setup.players[0])?, seat(&setup.players[1])?]);
        // The protocol between programs carries no times: each side would measure its own and declare itself the
        // winner.
        if setup.clock.is_some() && setup.room.is_some() {
            return Err(Refusal::ClockAtTerminal);
        }
        let clock = setup.clock.map(Clock::new).transpose()?;
        let mut table = Table::at(secrets.game_id(), creator.clone(), game, seats, clock);
        table.play_automatic_passes();
        table.begin_log();
        Ok(table)
    }

    /// Creates a table for a game that was played elsewhere, to view and to continue. `termination` says how
    /// it ended if not by its rules, in Parlor's wording.
    pub fn imported(
        secrets: &mut Secrets,
        creator: &PlayerId,
        game: AnyGame,
        names: PerColor<Option<String>>,
        termination: Option<&str>,
    ) -> Table {
        let seats = Seat::imported(secrets, creator, &names);
        let mut table = Table::at(secrets.game_id(), creator.clone(), game, seats, None);
        table.n_imported = table.game.len();
        table.ended = stored::ended_elsewhere(&table.game, termination);
        table.refresh_legal();
        table.begin_log();
        table
    }

    /// Returns the same game with the variations and annotations that it came with.
    #[must_use]
    pub fn with_notes(mut self, annotated: &Annotated) -> Table {
        self.tree = GameTree::of_annotated(annotated);
        self.find_variations();
        let tagged = export::tagged(&self.game, &self.names(), &self.termination());
        if let [GameEvent::Begun(beginning)] = &mut self.unsaved[..] {
            beginning.record = pgn::write_annotated(&tagged, annotated);
        }
        self
    }

    /// Creates a new game that begins with the moves up to a moment of this one. Returns `None` if there is
    /// no such moment.
    pub fn from_here(&self, secrets: &mut Secrets, moment: Moment) -> Option<Table> {
        let game = self.game_at(moment)?;
        let mut fresh = |seat: &Seat| match seat {
            Seat::Person { player, name, .. } => Seat::Person {
                player: player.clone(),
                name: name.clone(),
                secret: secrets.secret(),
            },
            other => other.clone(),
        };
        let seats = PerColor([fresh(&self.seats[Color::Black]), fresh(&self.seats[Color::White])]);
        let clock = self.clock.as_ref().map(Clock::with_full_time);
        let mut table = Table::at(secrets.game_id(), self.creator.clone(), game, seats, clock);
        table.play_automatic_passes();
        table.begin_log();
        Some(table)
    }

    /// Creates a game with a terminal program, which has set it up.
    pub fn linked(secrets: &mut Secrets, creator: &PlayerId, name: &str, game: AnyGame, own: Color) -> Table {
        let mut seats = PerColor([Seat::terminal(), Seat::terminal()]);
        seats[own] = Seat::person(secrets, creator, name);
        let mut table = Table::at(secrets.game_id(), creator.clone(), game, seats, None);
        table.begin_log();
        table
    }

    fn at(
        id: String,
        creator: PlayerId,
        game: AnyGame,
        seats: PerColor<Seat>,
        clock: Option<Clock>,
    ) -> Table {
        let mut table = Table {
            id,
            creator,
            seats,
            clock,
            ended: None,
            proposal: None,
            next: None,
            room: None,
            version: 1,
            start: views::frame(&game),
            game,
            plies: Vec::new(),
            legal: Vec::new(),
            redoable: 0,
            changed_from: 0,
            n_imported: 0,
            tree: GameTree::of_line(&[], 0),
            variations: study::Variations::new(),
            n_stored: 0,
            unsaved: Vec::new(),
        };
        table.replay_plies();
        table.refresh_legal();
        table
    }

    /// Returns the game's name in links.
    pub fn id(&self) -> &str {
        &self.id
    }

    /// Returns the game.
    pub fn game(&self) -> &AnyGame {
        &self.game
    }

    /// Returns the creator.
    pub fn creator(&self) -> &PlayerId {
        &self.creator
    }

    /// Returns the seats.
    pub fn seats(&self) -> &PerColor<Seat> {
        &self.seats
    }

    /// Returns the result, once there is one.
    pub fn outcome(&self) -> Option<Outcome> {
        match self.ended {
            Some(ended) => Some(Outcome::Win(!ended.loser())),
            None => self.game.outcome(),
        }
    }

    /// Returns the result of the game, once it has ended.
    pub fn result(&self) -> Option<GameResult> {
        log::result_of(&self.game, self.ended)
    }

    /// Returns the result in stored form: in English; empty while the game is in progress.
    pub fn termination(&self) -> String {
        log::termination(&self.game, self.ended)
    }

    /// Returns the stored names of both sides.
    pub fn names(&self) -> PerColor<String> {
        PerColor(Color::ALL.map(|color| self.seats[color].name()))
    }

    /// Returns the level of the computer, if it is the computer's turn.
    pub fn computer_to_move(&self) -> Option<Level> {
        match &self.seats[self.game.turn()] {
            Seat::Computer { level } if self.outcome().is_none() => Some(*level),
            _ => None,
        }
    }

    /// Returns when the running clock will run out.
    pub fn deadline(&self) -> Option<Timestamp> {
        self.clock.as_ref().and_then(Clock::deadline)
    }

    /// Returns the clock, if the game is timed.
    pub fn clock(&self) -> Option<&Clock> {
        self.clock.as_ref()
    }

    /// Returns whether the players are, or may become, different people.
    pub fn is_shared(&self) -> bool {
        self.seats.0.iter().any(|seat| match seat {
            Seat::Person { player, .. } => player.as_ref() != Some(&self.creator),
            Seat::Terminal { .. } => true,
            Seat::Computer { .. } => false,
        })
    }

    /// Returns the people whose lists contain the game.
    pub fn people(&self) -> Vec<PlayerId> {
        let mut people = vec![self.creator.clone()];
        for seat in &self.seats.0 {
            if let Seat::Person {
                player: Some(player), ..
            } = seat
                && !people.contains(player)
            {
                people.push(player.clone());
            }
        }
        people
    }

    /// Returns whether a person plays a side.
    pub fn is_player(&self, who: &PlayerId) -> bool {
        self.plays(who)
    }

    /// Returns the board after this many moves.
    pub fn frame_at(&self, ply: usize) -> &Frame {
        let ply = ply.min(self.plies.len());
        ply.checked_sub(1)
            .map_or(&self.start, |index| &self.plies[index].after)
    }

    /// Returns the version, which grows with every change.
    pub fn version(&self) -> u32 {
        self.version
    }

    fn plays(&self, who: &PlayerId) -> bool {
        self.seats.0.iter().any(|seat| seat.is_of(who))
    }

    /// Returns whether a person is the creator of a game that is not shared, and may do anything with it.
    fn controls(&self, who: &PlayerId) -> bool {
        self.creator == *who && !self.is_shared()
    }

    /// Returns whether the only move is a pass that is played automatically, which depends on the game. A
    /// terminal program passes by itself.
    fn passes_automatically(&self) -> bool {
        let asked = matches!(self.seats[self.game.turn()], Seat::Terminal { .. });
        !asked && self.passing() == Passing::Automatic && is_only_pass(&self.game.legal_moves())
    }

    fn passing(&self) -> Passing {
        self.game.kind().descriptor().passing
    }

    fn play_automatic_passes(&mut self) {
        while self.outcome().is_none() && self.passes_automatically() {
            let Some(pass) = self.game.legal_moves().pop() else {
                return;
            };
            if self.record(&pass.text).is_err() {
                return;
            }
        }
    }

    /// Plays a move of the side to move and records how it is shown.
    fn record(&mut self, text: &str) -> Result<(), Refusal> {
        let before = self.game.clone();
        let played = self.game.play(text);
        let mv = played.map_err(|error| Refusal::Move {
            problem: error.problem(),
        })?;
        self.touch(self.plies.len());
        self.plies.push(views::ply(&before, &self.game, &mv));
        self.redoable = 0;
        self.refresh_legal();
        Ok(())
    }

    fn refresh_legal(&mut self) {
        let moves = if self.outcome().is_some() {
            Vec::new()
        } else {
            self.game.legal_moves()
        };
        self.legal = moves.iter().map(|mv| views::move_info(&self.game, mv)).collect();
    }

    /// Rebuilds the displayed moves of a game that was not played move by move at this table.
    fn replay_plies(&mut self) {
        let mut game = self.game.clone();
        while game.undo() {}
        self.start = views::frame(&game);
        self.plies.clear();
        let moves = self.game.history();
        for mv in &moves {
            let before = game.clone();
            if !game.redo() {
                break;
            }
            self.plies.push(views::ply(&before, &game, mv));
        }
    }

    /// Records a change from this ply on.
    fn touch(&mut self, ply: usize) {
        self.version += 1;
        self.changed_from = self.changed_from.min(ply);
    }
}

fn is_only_pass(moves: &[MoveView]) -> bool {
    matches!(moves, [mv] if mv.target.is_none())
}
