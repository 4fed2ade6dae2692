//! A game as it was played: its start, its moves, and undo.

use thiserror::Error;

use crate::random::split_mix;
use crate::{Color, Game, MoveList, Outcome};

/// The reason why a move could not be recorded. The record is unchanged.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum PlayError<E: std::error::Error> {
    /// The game has ended.
    #[error("the game is over")]
    Over,
    /// The rules forbid the move.
    #[error(transparent)]
    Illegal(#[from] E),
}

/// The error for a move limit that the moves made so far already reach.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("the limit of {limit} is not above the {made} moves already made")]
pub struct LimitTooSmall {
    /// The requested limit.
    pub limit: u32,
    /// The moves made so far.
    pub made: u32,
}

/// A game as it was played, with undo, redo and an optional limit on the number of moves.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameRecord<G: Game> {
    start: G,
    // Each move with the position before it. Undo is then exact, whatever information a move loses.
    played: Vec<(G, G::Move)>,
    undone: Vec<G::Move>,
    current: G,
    move_limit: Option<u32>,
    made_before_start: u32,
}

impl<G: Game> GameRecord<G> {
    /// Creates a record that begins with this position.
    pub fn new(start: G) -> GameRecord<G> {
        GameRecord {
            current: start.clone(),
            start,
            played: Vec::new(),
            undone: Vec::new(),
            move_limit: None,
            made_before_start: 0,
        }
    }

    /// Returns the start position.
    pub fn start(&self) -> &G {
        &self.start
    }

    /// Returns the current position.
    pub fn position(&self) -> &G {
        &self.current
    }

    /// Returns the side to move.
    pub fn turn(&self) -> Color {
        self.current.turn()
    }

    /// Returns the moves from the start to the current position.
    pub fn moves(&self) -> impl ExactSizeIterator<Item = G::Move> + DoubleEndedIterator + '_ {
        self.played.iter().map(|&(_, mv)| mv)
    }

    /// Returns every position from the start to the current one: one more than there are moves.
    pub fn positions(&self) -> impl Iterator<Item = &G> + '_ {
        self.played
            .iter()
            .map(|(before, _)| before)
            .chain(std::iter::once(&self.current))
    }

    /// Returns the number of moves played since the start, passes included.
    pub fn len(&self) -> usize {
        self.played.len()
    }

    /// Returns whether no move was played yet.
    pub fn is_empty(&self) -> bool {
        self.played.is_empty()
    }

    /// Returns the last move, if there is one.
    pub fn last_move(&self) -> Option<G::Move> {
        self.played.last().map(|&(_, mv)| mv)
    }

    /// Returns the result by the rules or by the move limit, if the game is over.
    pub fn outcome(&self) -> Option<Outcome> {
        self.current
            .outcome()
            .or_else(|| (self.moves_left() == Some(0)).then_some(Outcome::Draw))
    }

    /// Plays a move and discards the moves that were undone. On error, changes nothing and returns the
    /// reason.
    pub fn play(&mut self, mv: G::Move) -> Result<(), PlayError<G::Illegal>> {
        if self.outcome().is_some() {
            return Err(PlayError::Over);
        }
        self.current.check(mv)?;
        self.undone.clear();
        self.advance(mv);
        Ok(())
    }

    /// Plays `plies` random moves, or fewer if the game ends first. The numbers come from
    /// [`split_mix`](crate::random::split_mix), which advances the state, so the same state plays the same
    /// moves.
    pub fn play_randomly(&mut self, plies: u32, random: &mut u64) {
        for _ in 0..plies {
            if self.outcome().is_some() {
                return;
            }
            let mut moves = MoveList::new();
            self.current.legal_moves(&mut moves);
            let Some(choice) = split_mix(random).checked_rem(moves.len() as u64) else {
                return;
            };
            self.undone.clear();
            self.advance(moves[choice as usize]);
        }
    }

    /// Takes back the last move and returns it.
    pub fn undo(&mut self) -> Option<G::Move> {
        let (before, mv) = self.played.pop()?;
        self.current = before;
        self.undone.push(mv);
        Some(mv)
    }

    /// Replays the move that was taken back last and returns it.
    pub fn redo(&mut self) -> Option<G::Move> {
        let mv = self.undone.pop()?;
        self.advance(mv);
        Some(mv)
    }

    /// Returns the limit on the moves of both sides together.
    pub fn move_limit(&self) -> Option<u32> {
        self.move_limit
    }

    /// Sets or lifts the move limit. Refuses a limit that the game has already reached.
    pub fn set_move_limit(&mut self, limit: Option<u32>) -> Result<(), LimitTooSmall> {
        let made = self.moves_made();
        match limit {
            Some(limit) if limit <= made => Err(LimitTooSmall { limit, made }),
            _ => {
                self.move_limit = limit;
                Ok(())
            }
        }
    }

    /// Returns the number of moves made that count against the limit, including those before the start.
    pub fn moves_made(&self) -> u32 {
        let since_start = self.moves().filter(|&mv| G::counts_against_limit(mv)).count();
        self.made_before_start + since_start as u32
    }

    /// Returns how many more moves the limit allows, if there is one.
    pub fn moves_left(&self) -> Option<u32> {
        self.move_limit
            .map(|limit| limit.saturating_sub(self.moves_made()))
    }

    /// Starts over from another position in the same game: the moves made so far still count against the
    /// limit but can no longer be taken back.
    pub fn edit(&mut self, position: G) {
        self.made_before_start = self.moves_made();
        self.played.clear();
        self.undone.clear();
        self.start = position.clone();
        self.current = position;
    }

    fn advance(&mut self, mv: G::Move) {
        self.played.push((self.current.clone(), mv));
        self.current.play_unchecked(mv);
    }
}
