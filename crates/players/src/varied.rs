//! Random choice among moves of about equal score, so that games at full strength vary.

use parlor_core::random::split_mix;
use parlor_core::think::{Limits, Report, Thought};
use parlor_core::{Game, GameRecord};
use parlor_engine::{Engine, EngineNode, Options, Variety};
use parlor_search::MoveOf;

/// An engine that chooses its first moves in a game randomly among the best. The choice depends only on the
/// seed and the position.
pub(crate) struct VariedEngine<N: EngineNode> {
    inner: Box<dyn Engine<N::Game>>,
    seed: u64,
}

impl<N: EngineNode> VariedEngine<N> {
    pub(crate) fn new(inner: Box<dyn Engine<N::Game>>, seed: u64) -> VariedEngine<N> {
        VariedEngine { inner, seed }
    }
}

impl<N: EngineNode> Engine<N::Game> for VariedEngine<N> {
    fn think(
        &mut self,
        game: &GameRecord<N::Game>,
        limits: &Limits<MoveOf<N>>,
        report: &mut dyn FnMut(&Report<MoveOf<N>>),
    ) -> Option<Thought<MoveOf<N>>> {
        let variety = N::VARIETY;
        let is_plain = limits.search_moves.is_empty() && limits.multi_pv <= 1;
        if game.len() >= variety.plies || !is_plain {
            return self.inner.think(game, limits, report);
        }
        let limits = Limits {
            multi_pv: variety.moves,
            ..limits.clone()
        };
        let thought = self.inner.think(game, &limits, report)?;
        Some(chosen(thought, variety, self.seed ^ game.position().key()))
    }

    fn new_game(&mut self) {
        self.inner.new_game();
    }

    fn set_options(&mut self, options: &Options) {
        self.inner.set_options(options);
    }
}

/// Returns the search result with the best move replaced by one of about equal score, chosen by the seed.
/// Keeps the best move if its score is proven.
fn chosen<M: Copy>(mut thought: Thought<M>, variety: Variety, mut seed: u64) -> Thought<M> {
    let best = thought.score();
    if best.plies_to_end().is_some() {
        return thought;
    }
    let is_good = |index: &usize| {
        let line = &thought.lines[*index];
        let is_close = line.score.0 >= best.0 - variety.margin;
        line.score.plies_to_end().is_none() && is_close && !line.moves.is_empty()
    };
    let good: Vec<usize> = (0..thought.lines.len()).filter(is_good).collect();
    let chance = split_mix(&mut seed) % good.len().max(1) as u64;
    if let Some(&index) = good.get(chance as usize) {
        thought.lines[..=index].rotate_right(1);
        thought.best = thought.lines[0].moves[0];
    }
    thought
}

#[cfg(test)]
mod tests {
    use parlor_core::Score;
    use parlor_core::think::Line;

    use super::*;

    const VARIETY: Variety = Variety {
        plies: 4,
        moves: 3,
        margin: 20,
    };

    fn thought(scores: &[Score]) -> Thought<usize> {
        let lines = scores.iter().enumerate().map(|(index, &score)| Line {
            score,
            is_exact: false,
            confidence: None,
            depth: 5,
            moves: vec![index, 9],
        });
        Thought {
            lines: lines.collect(),
            ..Thought::default()
        }
    }

    #[test]
    fn chance_chooses_among_moves_within_the_margin_and_no_others() {
        let scores = [Score(50), Score(35), Score(29)];
        let mut seen = [0; 3];
        for seed in 0..50 {
            let thought = chosen(thought(&scores), VARIETY, seed);
            assert_eq!(thought.lines[0].moves[0], thought.best);
            assert_eq!(thought.score(), scores[thought.best]);
            assert_eq!(thought.lines.len(), 3, "the other lines are kept");
            seen[thought.best] += 1;
        }
        assert!(seen[0] > 0 && seen[1] > 0 && seen[2] == 0, "{seen:?}");
    }

    #[test]
    fn a_proven_move_is_left_alone() {
        let scores = [Score::win_in(3), Score::win_in(5)];
        assert!((0..20).all(|seed| chosen(thought(&scores), VARIETY, seed).best == 0));
        assert_eq!(chosen(thought(&[]), VARIETY, 1), thought(&[]));
    }
}
