//! Adjudication: ends a game early when both programs agree on its result.

use parlor_core::{Color, Outcome};
use serde::{Deserialize, Serialize};

/// When a game ends early. Scores are in hundredths of a piece, each from the point of view of the program
/// that reports it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Adjudication {
    /// `(score, moves)`: a side loses if it reports at most `-score` while its opponent reports at least
    /// `score`, each for `moves` consecutive moves of its own.
    pub resign: Option<(i32, u32)>,
    /// `(score, moves, after)`: a draw if both sides report scores within `score` of 0, each for `moves`
    /// consecutive moves of its own, once the game has `after` moves.
    pub draw: Option<(i32, u32, u32)>,
    /// A draw once the game has this many moves, counting both sides.
    pub longest: Option<u32>,
}

/// Counts how long each adjudication rule has held in one game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Judge {
    rules: Adjudication,
    lost: [u32; 2],
    won: [u32; 2],
    even: [u32; 2],
}

impl Judge {
    /// Starts a new game.
    pub fn new(rules: Adjudication) -> Judge {
        Judge {
            rules,
            ..Judge::default()
        }
    }

    /// Records the score that `mover` reported with its move, and returns the outcome if a rule now decides
    /// the game. A side that reports no score cannot trigger a rule about scores.
    pub fn moved(&mut self, mover: Color, score: Option<i32>, n_moves: u32) -> Option<Outcome> {
        let side = mover.index();
        let count = |counter: &mut u32, holds: bool| *counter = if holds { *counter + 1 } else { 0 };
        if let Some((bound, moves)) = self.rules.resign {
            count(&mut self.lost[side], score.is_some_and(|score| score <= -bound));
            count(&mut self.won[side], score.is_some_and(|score| score >= bound));
            for color in Color::ALL {
                let (us, them) = (color.index(), (!color).index());
                if moves > 0 && self.won[us] >= moves && self.lost[them] >= moves {
                    return Some(Outcome::Win(color));
                }
            }
        }
        if let Some((bound, moves, after)) = self.rules.draw {
            count(
                &mut self.even[side],
                score.is_some_and(|score| score.abs() <= bound),
            );
            if moves > 0 && n_moves >= after && self.even.iter().all(|&n| n >= moves) {
                return Some(Outcome::Draw);
            }
        }
        match self.rules.longest {
            Some(longest) if n_moves >= longest => Some(Outcome::Draw),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_win_is_adjudicated_only_if_both_programs_agree() {
        let mut judge = Judge::new(Adjudication {
            resign: Some((500, 2)),
            ..Adjudication::default()
        });
        assert_eq!(judge.moved(Color::Black, Some(600), 1), None);
        assert_eq!(judge.moved(Color::White, Some(-100), 2), None);
        assert_eq!(judge.moved(Color::Black, Some(700), 3), None);
        assert_eq!(judge.moved(Color::White, Some(-900), 4), None);
        assert_eq!(judge.moved(Color::Black, Some(700), 5), None);
        assert_eq!(
            judge.moved(Color::White, Some(-900), 6),
            Some(Outcome::Win(Color::Black))
        );
    }

    #[test]
    fn a_program_without_scores_is_adjudicated_only_by_length() {
        let mut judge = Judge::new(Adjudication {
            draw: Some((10, 1, 0)),
            longest: Some(8),
            ..Adjudication::default()
        });
        for n in 1..8 {
            assert_eq!(judge.moved(Color::Black, None, n), None);
        }
        assert_eq!(judge.moved(Color::Black, None, 8), Some(Outcome::Draw));
    }
}
