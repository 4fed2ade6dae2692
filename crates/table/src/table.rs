//! One game and everybody at its table: what may be done, by whom, and what comes of it.
//!
//! A table is told what people ask for and what time it is; it answers with an error or changes. It knows no
//! sockets, threads, files or clocks of its own, so everything a client can try is tested without them.

mod actions;
mod clock;
mod kept;
mod seat;
#[cfg(test)]
mod tests;
mod view;

use parlor_core::{Color, Level, Outcome, PerColor};
use parlor_games::{AnyGame, Kind, MoveView, NewGameError, ParseSpecError, Spec, UnknownGame};
use thiserror::Error;

pub use actions::{NextGame, Rematch};
pub use clock::Clock;
pub use kept::{Kept, KeptError, SavedGame};
pub use seat::{Seat, clean_name};
pub use view::Audience;

use crate::shown;
use crate::wire::{Frame, GameSetup, MoveInfo, Player, Ply, ProposalKind};
use crate::{PlayerId, Secrets, Timestamp};

/// Why something was not done. Nothing was changed.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum Refusal {
    /// Somebody else's side, or nobody's.
    #[error("you do not play this side")]
    NotYours,
    /// The other side is to move.
    #[error("it is not your turn")]
    NotYourTurn,
    /// The board has changed since the player looked.
    #[error("the game has moved on")]
    Stale,
    /// The game has a result.
    #[error("the game is over")]
    Over,
    /// The rules forbid it.
    #[error("{0}")]
    Move(#[from] parlor_games::MoveError),
    /// Something that this game does not allow this person now.
    #[error("this cannot be done now: {0}")]
    NotNow(&'static str),
    /// A level that does not exist.
    #[error("there is no level “{0}”")]
    NoSuchLevel(String),
    /// Help of the engine where nobody gets any.
    #[error("this is not possible in a game that two people are playing")]
    NoHelp,
    /// A format that does not exist or does not suit the game.
    #[error("this game cannot be written in that format")]
    NoSuchFormat,
    /// Something was asked of a game by whoever watches none.
    #[error("no game is open")]
    NothingOpen,
    /// The seat is not free, or the secret is not its own.
    #[error("this seat is taken, or the invitation is not right: you can only watch")]
    SeatTaken,
    /// A game that does not exist.
    #[error(transparent)]
    UnknownGame(#[from] UnknownGame),
    /// An agreement that the game does not know.
    #[error(transparent)]
    Agreement(#[from] ParseSpecError),
    /// A start that cannot be.
    #[error(transparent)]
    Start(#[from] NewGameError),
    /// A clock that nobody could play by.
    #[error("a clock has between 10 seconds and 5 hours, and at most 10 minutes are added a move")]
    Clock,
    /// A clock in a game that a terminal program is to join.
    #[error("a terminal program knows no clock: choose either a clock or a room for a terminal player")]
    ClockAtTerminal,
}

/// How a game ended other than by its rules.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ended {
    /// This side gave up.
    Resigned(Color),
    /// This side's time ran out.
    OutOfTime(Color),
    /// This side's connection broke, or its program said what it may not.
    Forfeited(Color),
}

impl Ended {
    /// The side that lost by it.
    pub fn loser(self) -> Color {
        match self {
            Ended::Resigned(color) | Ended::OutOfTime(color) | Ended::Forfeited(color) => color,
        }
    }
}

/// One game and everybody at its table.
#[derive(Clone, PartialEq, Debug)]
pub struct Table {
    id: String,
    creator: PlayerId,
    game: AnyGame,
    seats: PerColor<Seat>,
    clock: Option<Clock>,
    ended: Option<Ended>,
    proposal: Option<(ProposalKind, Color)>,
    next: Option<String>,
    room: Option<String>,
    version: u32,
    /// The board before the first move.
    start: Frame,
    /// The moves as the page shows them, kept so that a move costs one ply and not a whole game.
    plies: Vec<Ply>,
    legal: Vec<MoveInfo>,
    redoable: usize,
    /// The first ply that changed since the last view was sent.
    changed_from: usize,
}

impl Table {
    /// A game that is about to begin.
    pub fn new(
        secrets: &mut Secrets,
        creator: &PlayerId,
        name: &str,
        setup: &GameSetup,
    ) -> Result<Table, Refusal> {
        let kind: Kind = setup.game.parse()?;
        let mut spec = Spec::usual(kind);
        for (agreement, value) in &setup.agreements {
            spec = spec.with(agreement, value)?;
        }
        let game = match &setup.position {
            Some(position) => AnyGame::from_position(&spec, position)?,
            None => AnyGame::new(&spec)?,
        };
        let mut seat = |player: &Player| Seat::new(secrets, player, creator, name);
        let seats = PerColor([seat(&setup.players[0])?, seat(&setup.players[1])?]);
        // The messages between programs carry no times: each side would count its own and call itself the winner.
        if setup.clock.is_some() && setup.room.is_some() {
            return Err(Refusal::ClockAtTerminal);
        }
        let clock = setup.clock.map(Clock::new).transpose()?;
        let mut table = Table::at(secrets.game_id(), creator.clone(), game, seats, clock);
        table.pass_by_itself();
        Ok(table)
    }

    /// A game that was played elsewhere, to be looked at and gone on with.
    pub fn imported(
        secrets: &mut Secrets,
        creator: &PlayerId,
        game: AnyGame,
        names: PerColor<Option<String>>,
    ) -> Table {
        let mut seat =
            |name: &Option<String>| Seat::person(secrets, creator, name.as_deref().unwrap_or("Me"));
        let seats = PerColor([seat(&names[Color::Black]), seat(&names[Color::White])]);
        Table::at(secrets.game_id(), creator.clone(), game, seats, None)
    }

    /// A game with a terminal program, which it has set up.
    pub fn linked(secrets: &mut Secrets, creator: &PlayerId, name: &str, game: AnyGame, own: Color) -> Table {
        let mut seats = PerColor([Seat::terminal(), Seat::terminal()]);
        seats[own] = Seat::person(secrets, creator, name);
        Table::at(secrets.game_id(), creator.clone(), game, seats, None)
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
            start: shown::frame(&game),
            game,
            plies: Vec::new(),
            legal: Vec::new(),
            redoable: 0,
            changed_from: 0,
        };
        table.replay_plies();
        table.refresh_legal();
        table
    }

    /// The game's name in links.
    pub fn id(&self) -> &str {
        &self.id
    }

    /// The game.
    pub fn game(&self) -> &AnyGame {
        &self.game
    }

    /// Who began it.
    pub fn creator(&self) -> &PlayerId {
        &self.creator
    }

    /// Who sits where.
    pub fn seats(&self) -> &PerColor<Seat> {
        &self.seats
    }

    /// The result, once there is one.
    pub fn outcome(&self) -> Option<Outcome> {
        match self.ended {
            Some(ended) => Some(Outcome::Win(!ended.loser())),
            None => self.game.outcome(),
        }
    }

    /// The result in words; empty while the game goes on.
    pub fn result_text(&self) -> String {
        let kind = self.game.kind();
        let Some(ended) = self.ended else {
            return self
                .game
                .outcome()
                .map_or_else(String::new, |outcome| shown::outcome_text(&self.game, outcome));
        };
        let loser = kind.side_name(ended.loser());
        let winner = kind.color_name(!ended.loser());
        match ended {
            Ended::Resigned(_) => format!("{loser} resigns: {winner} wins."),
            Ended::OutOfTime(_) => format!("{loser} is out of time: {winner} wins."),
            Ended::Forfeited(_) => format!("{loser} has left: {winner} wins by forfeit."),
        }
    }

    /// The names of both sides.
    pub fn names(&self) -> PerColor<String> {
        PerColor(Color::ALL.map(|color| self.seats[color].name()))
    }

    /// The level that is to move now, if the computer is to move.
    pub fn computer_to_move(&self) -> Option<Level> {
        match &self.seats[self.game.turn()] {
            Seat::Computer { level } if self.outcome().is_none() => Some(*level),
            _ => None,
        }
    }

    /// When the clock that runs will have run out.
    pub fn deadline(&self) -> Option<Timestamp> {
        self.clock.as_ref().and_then(Clock::deadline)
    }

    /// The clock, if the game is timed.
    pub fn clock(&self) -> Option<&Clock> {
        self.clock.as_ref()
    }

    /// Whether the players are, or may become, different people.
    pub fn is_shared(&self) -> bool {
        self.seats.0.iter().any(|seat| match seat {
            Seat::Person { player, .. } => player.as_ref() != Some(&self.creator),
            Seat::Terminal { .. } => true,
            Seat::Computer { .. } => false,
        })
    }

    /// Everybody in whose list the game belongs.
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

    fn plays(&self, who: &PlayerId) -> bool {
        self.seats.0.iter().any(|seat| seat.is_of(who))
    }

    /// The creator of a game that is not shared may do as they like with it.
    fn controls(&self, who: &PlayerId) -> bool {
        self.creator == *who && !self.is_shared()
    }

    /// Whether the only thing to do is to pass, and nobody is asked: the seeds let people skip a turn of Ataxx
    /// themselves, and nothing else. A terminal program says so itself.
    fn passes_by_itself(&self) -> bool {
        let asked = matches!(self.seats[self.game.turn()], Seat::Terminal { .. });
        !asked && self.game.kind() != Kind::Ataxx && is_only_pass(&self.game.legal_moves())
    }

    fn pass_by_itself(&mut self) {
        while self.outcome().is_none() && self.passes_by_itself() {
            let Some(pass) = self.game.legal_moves().pop() else {
                return;
            };
            if self.record(&pass.text).is_err() {
                return;
            }
        }
    }

    /// Plays a move of whoever is to move and notes how it is shown.
    fn record(&mut self, text: &str) -> Result<(), parlor_games::MoveError> {
        let before = self.game.clone();
        let mv = self.game.play(text)?;
        self.touch(self.plies.len());
        self.plies.push(shown::ply(&before, &self.game, &mv));
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
        self.legal = moves.iter().map(|mv| shown::move_info(&self.game, mv)).collect();
    }

    /// Shows a game that was not played move by move at this table.
    fn replay_plies(&mut self) {
        let mut game = self.game.clone();
        while game.undo() {}
        self.start = shown::frame(&game);
        self.plies.clear();
        let moves = self.game.history();
        for mv in &moves {
            let before = game.clone();
            if !game.redo() {
                break;
            }
            self.plies.push(shown::ply(&before, &game, mv));
        }
    }

    /// Notes a change from this ply on.
    fn touch(&mut self, ply: usize) {
        self.version += 1;
        self.changed_from = self.changed_from.min(ply);
    }
}

fn is_only_pass(moves: &[MoveView]) -> bool {
    matches!(moves, [mv] if mv.target.is_none())
}
