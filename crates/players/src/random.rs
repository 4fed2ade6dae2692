//! The random player.

use parlor_core::random::split_mix;
use parlor_core::think::{Limits, Report, Thought};
use parlor_core::{Game, GameRecord, MoveList};
use parlor_engine::{Engine, Options};

/// A player that chooses any legal move, depending on the seed and the number of moves it has made.
#[derive(Clone, Debug)]
pub struct RandomEngine {
    state: u64,
}

impl RandomEngine {
    /// Creates a player that has not moved yet.
    pub fn new(seed: u64) -> RandomEngine {
        RandomEngine { state: seed }
    }
}

impl<G: Game> Engine<G> for RandomEngine {
    fn think(
        &mut self,
        game: &GameRecord<G>,
        limits: &Limits<G::Move>,
        _report: &mut dyn FnMut(&Report<G::Move>),
    ) -> Option<Thought<G::Move>> {
        if game.outcome().is_some() {
            return None;
        }
        let mut moves = MoveList::new();
        game.position().legal_moves(&mut moves);
        if moves.iter().any(|mv| limits.search_moves.contains(mv)) {
            moves.retain(|mv| limits.search_moves.contains(mv));
        }
        let choice = split_mix(&mut self.state).checked_rem(moves.len() as u64)?;
        moves.get(choice as usize).copied().map(Thought::unsearched)
    }

    fn new_game(&mut self) {}

    fn set_options(&mut self, _options: &Options) {}
}
