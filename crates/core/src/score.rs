//! The value of a position for the side to move.

use std::fmt;
use std::ops::{Add, Neg, Sub};

/// The value of a position for the side to move: hundredths of a piece, or the distance to a proven end.
///
/// Scores fit into 16 bits. A proven win in `n` plies is `WIN - n`, so nearer wins are greater.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Score(
    /// The raw value.
    pub i32,
);

impl Score {
    /// An equal position, or a drawn game.
    pub const DRAW: Score = Score(0);
    /// A win on the board right now. Only [`Score::INFINITE`] is greater.
    pub const WIN: Score = Score(32_000);
    /// Beyond every score: the bounds of an open window.
    pub const INFINITE: Score = Score(32_500);
    /// The maximum distance of a proven end, in plies.
    pub const MAX_PLY: i32 = 1_000;
    /// The greatest score of a position without a proven end.
    pub const MAX_EVAL: Score = Score(Score::WIN.0 - Score::MAX_PLY - 1);
    /// The value of one piece.
    pub const PIECE: i32 = 100;

    /// Returns the score of a lead of this many discs or pieces.
    pub const fn from_discs(n: i32) -> Score {
        Score(n * Score::PIECE)
    }

    /// Returns the score of a win in this many plies for the side to move.
    pub const fn win_in(plies: i32) -> Score {
        Score(Score::WIN.0 - plies)
    }

    /// Returns the score of a loss in this many plies for the side to move.
    pub const fn loss_in(plies: i32) -> Score {
        Score(plies - Score::WIN.0)
    }

    /// Returns whether this is a proven win.
    pub const fn is_win(self) -> bool {
        self.0 >= Score::WIN.0 - Score::MAX_PLY
    }

    /// Returns whether this is a proven loss.
    pub const fn is_loss(self) -> bool {
        self.0 <= Score::MAX_PLY - Score::WIN.0
    }

    /// Returns the number of plies to the proven end, if the score is one.
    pub const fn plies_to_end(self) -> Option<i32> {
        if self.is_win() {
            Some(Score::WIN.0 - self.0)
        } else if self.is_loss() {
            Some(Score::WIN.0 + self.0)
        } else {
            None
        }
    }
}

impl Neg for Score {
    type Output = Score;

    #[inline]
    fn neg(self) -> Score {
        Score(-self.0)
    }
}

impl Add<i32> for Score {
    type Output = Score;

    #[inline]
    fn add(self, other: i32) -> Score {
        Score(self.0 + other)
    }
}

impl Sub<i32> for Score {
    type Output = Score;

    #[inline]
    fn sub(self, other: i32) -> Score {
        Score(self.0 - other)
    }
}

impl fmt::Debug for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Score({self})")
    }
}

/// Writes pieces with two decimals and a sign (`+1.25`), or `win in 5` and `loss in 4` (plies).
impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.plies_to_end() {
            Some(plies) if self.is_win() => write!(f, "win in {plies}"),
            Some(plies) => write!(f, "loss in {plies}"),
            None => {
                let sign = if self.0 < 0 { '-' } else { '+' };
                let magnitude = self.0.abs();
                write!(
                    f,
                    "{sign}{}.{:02}",
                    magnitude / Score::PIECE,
                    magnitude % Score::PIECE
                )
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_nearer_win_is_greater_and_every_win_beats_every_evaluation() {
        assert!(Score::win_in(3) > Score::win_in(5));
        assert!(Score::win_in(Score::MAX_PLY) > Score::MAX_EVAL);
        assert_eq!(-Score::win_in(4), Score::loss_in(4));
        assert_eq!(Score::loss_in(4).plies_to_end(), Some(4));
        assert_eq!(Score::MAX_EVAL.plies_to_end(), None);
    }

    #[test]
    fn scores_read_as_pieces_or_distances() {
        assert_eq!(Score(-125).to_string(), "-1.25");
        assert_eq!(Score::from_discs(3).to_string(), "+3.00");
        assert_eq!(Score::win_in(5).to_string(), "win in 5");
        assert_eq!(Score::loss_in(2).to_string(), "loss in 2");
    }
}
