//! Ending games that are decided, by what both programs say of them.

use parlor_core::{Color, Outcome};
use serde::{Deserialize, Serialize};

/// When a game is ended before its time. Scores are hundredths of a piece, each from its program's own side.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Adjudication {
    /// The loser is the side that says it is at least this far behind while the other says it is as far
    /// ahead, for this many moves of each in a row.
    pub resign: Option<(i32, u32)>,
    /// A draw when both say they are within this of equality, for this many moves of each in a row, after
    /// this many moves of the game.
    pub draw: Option<(i32, u32, u32)>,
    /// A draw after this many moves of both sides together.
    pub longest: Option<u32>,
}

/// What the programs have said in one game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Judge {
    rules: Adjudication,
    lost: [u32; 2],
    won: [u32; 2],
    even: [u32; 2],
}

impl Judge {
    /// A judge for one game.
    pub fn new(rules: Adjudication) -> Judge {
        Judge {
            rules,
            ..Judge::default()
        }
    }

    /// A side has moved and thinks this of its position; says whether the game is decided. A side that says
    /// nothing is never judged.
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
    fn both_must_agree_before_a_game_is_given_up() {
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
    fn silence_is_never_judged() {
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
