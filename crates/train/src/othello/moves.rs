//! Measures the quality of the engine's moves in positions for which the exact score of every move is known.
//!
//! The purpose of an evaluation is to choose moves, so the loss of the chosen moves is more informative than
//! the error of the scores. Both are measured here, together with the nodes and time of the searches.

use std::time::Duration;

use parlor_core::{Game, GameRecord, MoveList};
use parlor_engine::othello::OthelloNode;
use parlor_engine::{EngineNode, Limits, Options};
use parlor_othello::formats::obf::Entry;
use parlor_othello::{Board, Move, Rules, SetupError};
use thiserror::Error;

/// The search limit per position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effort {
    /// A maximum depth.
    Depth(u32),
    /// A maximum number of nodes.
    Nodes(u64),
}

/// The reason why a set of positions cannot be used.
#[derive(Debug, Error)]
pub enum MovesError {
    /// A position breaks the rules.
    #[error("position {number}: {error}")]
    Setup {
        /// The number of the position, from 1.
        number: usize,
        /// What is wrong with it.
        error: SetupError,
    },
    /// A legal move has no score, so its loss would be unknown.
    #[error("position {number}: {mv} has no score")]
    NoScore {
        /// The number of the position, from 1.
        number: usize,
        /// The move.
        mv: Move,
    },
}

/// Test positions in which every legal move has an exact score.
#[derive(Debug)]
pub struct MoveTestSet(Vec<(Board, Vec<(Move, i32)>)>);

impl MoveTestSet {
    /// Creates a set from the entries of a file. Positions with fewer than two legal moves are left out.
    pub fn new(entries: &[Entry]) -> Result<MoveTestSet, MovesError> {
        let mut positions = Vec::new();
        for (number, entry) in (1..).zip(entries) {
            let board = Board::from_setup(&entry.setup, Rules::Pass)
                .map_err(|error| MovesError::Setup { number, error })?;
            let mut legal = MoveList::new();
            board.legal_moves(&mut legal);
            let scores: Vec<_> = entry
                .scores
                .iter()
                .map(|&(mv, score)| (mv, i32::from(score)))
                .collect();
            if legal.len() < 2 {
                continue;
            }
            if let Some(&mv) = legal
                .iter()
                .find(|mv| scores.iter().all(|(scored, _)| scored != *mv))
            {
                return Err(MovesError::NoScore { number, mv });
            }
            positions.push((board, scores));
        }
        Ok(MoveTestSet(positions))
    }

    /// Returns the number of positions.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Returns whether there are no positions.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

/// The results, summed over all positions. Scores are in discs.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Verdict {
    /// The number of positions.
    pub n: usize,
    /// How often the chosen move was one of the best.
    pub best: usize,
    /// The loss of the chosen moves relative to the best ones.
    pub loss: i64,
    /// The absolute errors of the engine's scores relative to the best exact ones.
    pub error: f64,
    /// The signed errors of the engine's scores, positive if they are too high.
    pub bias: f64,
    /// The number of scores with an error of at most three discs.
    pub within_three: usize,
    /// The number of nodes searched.
    pub nodes: u64,
    /// The time of the searches.
    pub time: Duration,
}

impl Verdict {
    /// Adds a position: the best exact score, that of the chosen move, and the engine's score.
    fn add(&mut self, best: i32, chosen: i32, thought: f64) {
        let off = thought - f64::from(best);
        self.n += 1;
        self.best += usize::from(chosen == best);
        self.loss += i64::from(best - chosen);
        self.error += off.abs();
        self.bias += off;
        self.within_three += usize::from(off.abs() <= 3.0);
    }

    /// Returns the mean per position of a sum.
    pub fn mean(&self, sum: f64) -> f64 {
        sum / self.n.max(1) as f64
    }
}

/// Lets an engine with these options choose a move in every position. Clears the engine's state before each
/// one. `clock` returns the time used so far.
pub fn examine(
    exam: &MoveTestSet,
    options: &Options,
    overrides: &[(String, i32)],
    effort: Effort,
    clock: &dyn Fn() -> Duration,
) -> Verdict {
    let mut engine = OthelloNode::engine_with(options, overrides);
    let limits = match effort {
        Effort::Depth(depth) => Limits::depth(depth),
        Effort::Nodes(nodes) => Limits::nodes(nodes),
    };
    let mut verdict = Verdict::default();
    for (board, scores) in &exam.0 {
        engine.new_game();
        let before = clock();
        let Some(thought) = engine.think(&GameRecord::new(*board), &limits, &mut |_| ()) else {
            continue;
        };
        verdict.time += clock().saturating_sub(before);
        verdict.nodes += thought.nodes;
        let worth = |wanted: Move| {
            scores
                .iter()
                .find(|(mv, _)| *mv == wanted)
                .map(|&(_, score)| score)
        };
        let best = scores.iter().map(|&(_, score)| score).max();
        if let (Some(best), Some(chosen)) = (best, worth(thought.best)) {
            verdict.add(best, chosen, f64::from(thought.score().0) / 100.0);
        }
    }
    verdict
}

#[cfg(test)]
mod tests {
    use super::*;

    // Black has two moves and wins every disc with either.
    const LINE: &str = "XOO-XXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXO- X; D1:+64; H8:+64;";

    fn exam(text: &str) -> Result<MoveTestSet, MovesError> {
        MoveTestSet::new(&parlor_othello::formats::obf::read(text).unwrap())
    }

    #[test]
    fn a_solved_position_loses_nothing_and_errs_by_nothing() {
        let board = LINE.split(';').next().unwrap();
        let verdict = |scores: &str| {
            let exam = exam(&format!("{board}; {scores}")).unwrap();
            let options = Options {
                hash_mib: 1,
                ..Options::default()
            };
            examine(&exam, &options, &[], Effort::Nodes(1000), &|| Duration::ZERO)
        };
        let truth = verdict("D1:+64; H8:+64;");
        assert_eq!((truth.n, truth.best, truth.loss), (1, 1, 0));
        assert!(truth.error < 0.01, "{truth:?}");
        // In one of the two tests, the move that the engine does not choose has a score that is higher by
        // ten.
        let [d1, h8] = ["D1:+40; H8:+30;", "D1:+30; H8:+40;"].map(verdict);
        assert_eq!(d1.loss + h8.loss, 10);
        assert_eq!(d1.best + h8.best, 1);
        assert!((d1.bias - 24.0).abs() < 0.01 && d1.within_three == 0, "{d1:?}");
    }

    #[test]
    fn a_move_without_a_score_is_named() {
        let board = LINE.split(';').next().unwrap();
        let error = exam(&format!("{board}; D1:+64;")).unwrap_err();
        assert_eq!(error.to_string(), "position 1: h8 has no score");
    }
}
