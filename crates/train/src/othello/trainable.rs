//! The training interface of Othello.

use parlor_core::{Color, Outcome, PerColor, Score};
use parlor_engine::Thought;
use parlor_engine::othello::OthelloNode;
use parlor_othello::{Board, Move, Rules, Setup};

use crate::game::{Trainable, Variety, by_color};
use crate::positions::Labelled;

/// The node budget that lets a solve of 16 empty squares finish …
const NODES_AT_16: f64 = 50_000.0;
/// … and the factor for each further square.
const GROWTH: f64 = 2.3;

impl Trainable for OthelloNode {
    const SOLVES: bool = true;

    fn nodes(variety: &Variety, position: &Board, nodes: u64) -> u64 {
        let n_empties = position.empties().count();
        if n_empties <= variety.solved_empties {
            let further = n_empties.saturating_sub(16) as i32;
            nodes.max((NODES_AT_16 * GROWTH.powi(further)) as u64)
        } else {
            nodes
        }
    }

    /// The solver reports a depth that reaches the end of the game; the search never does.
    fn is_proven(position: &Board, thought: &Thought<Move>) -> bool {
        thought.depth >= position.empties().count()
    }

    /// Returns the difference in discs, with the empty squares given to the winner.
    fn result(position: &Board, _outcome: Outcome) -> i8 {
        let [black, white] = [Color::Black, Color::White].map(|color| position.count(color) as i8);
        let empty = 64 - black - white;
        match (black - white).signum() {
            0 => 0,
            sign => black - white + sign * empty,
        }
    }

    fn expected_result(score: Score) -> i8 {
        (f64::from(score.0) / f64::from(Score::PIECE))
            .round()
            .clamp(-64.0, 64.0) as i8
    }

    fn position(record: &Labelled) -> Option<Board> {
        let PerColor([black, white]) = by_color(record);
        let setup = Setup {
            black,
            white,
            turn: record.turn,
        };
        Board::from_setup(&setup, Rules::Pass).ok()
    }
}
