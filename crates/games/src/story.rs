//! A summary of a whole game: where it turned.

#[cfg(test)]
mod tests;

use parlor_core::{Color, Outcome};

use crate::Kind;

/// A move and its effect on the prospects.
#[derive(Clone, Debug)]
pub struct Swing {
    /// Its number, from 1.
    pub number: usize,
    /// The side that moved.
    pub mover: Color,
    /// The move.
    pub played: String,
    /// The better move, if it was a bad one.
    pub better: Option<String>,
    /// Black's prospects before and after it, in any measure in which 0 is even.
    pub prospects: [f64; 2],
}

impl Swing {
    /// Returns how much of its prospects the mover lost.
    pub fn lost(&self) -> f64 {
        let [before, after] = self.prospects;
        match self.mover {
            Color::Black => before - after,
            Color::White => after - before,
        }
    }
}

/// A summary of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Story {
    /// The winner was ahead all the way.
    AheadAllTheWay {
        /// The winner.
        winner: Color,
    },
    /// A bad move turned the game.
    Turned {
        /// Its number, from 1.
        number: usize,
        /// The side that played it.
        mover: Color,
        /// The move.
        played: String,
        /// The better move.
        better: String,
    },
    /// The winner was ahead from a move on.
    AheadFrom {
        /// Its number, from 1.
        number: usize,
        /// The move.
        played: String,
        /// The winner.
        winner: Color,
    },
    /// There is no winner; this move lost the most.
    LostMost {
        /// Its number, from 1.
        number: usize,
        /// The side that played it.
        mover: Color,
        /// The move.
        played: String,
        /// The better move.
        better: String,
    },
    /// There is no winner, and neither side made a mistake.
    NoMistake,
}

impl Story {
    /// Returns the number of the move that it refers to, if any.
    pub fn number(&self) -> Option<usize> {
        match self {
            Story::Turned { number, .. }
            | Story::AheadFrom { number, .. }
            | Story::LostMost { number, .. } => Some(*number),
            Story::AheadAllTheWay { .. } | Story::NoMistake => None,
        }
    }

    /// Returns the summary of a game of this kind as a sentence.
    pub fn text(&self, kind: Kind) -> String {
        match self {
            Story::AheadAllTheWay { winner } => format!("{} was ahead all the way.", kind.side_name(*winner)),
            Story::Turned {
                number,
                mover,
                played,
                better,
            } => format!(
                "The game turned at move {number}: {} played {played}, and {better} was better.",
                kind.side_name(*mover)
            ),
            Story::AheadFrom {
                number,
                played,
                winner,
            } => format!(
                "From move {number}, {played}, on, {} was ahead.",
                kind.color_name(*winner)
            ),
            Story::LostMost {
                number,
                mover,
                played,
                better,
            } => format!(
                "{} lost most at move {number} with {played}: {better} was better.",
                kind.side_name(*mover)
            ),
            Story::NoMistake => "Neither side made a mistake.".to_owned(),
        }
    }
}

/// Returns where the winner took the lead for good, or the most costly move of a game without a winner.
pub fn story(outcome: Option<Outcome>, swings: &[Swing]) -> Story {
    match outcome {
        Some(Outcome::Win(winner)) => turning_point(winner, swings),
        Some(Outcome::Draw) | None => worst_move(swings),
    }
}

fn turning_point(winner: Color, swings: &[Swing]) -> Story {
    let is_ahead = |prospect: f64| match winner {
        Color::Black => prospect >= 0.0,
        Color::White => prospect <= 0.0,
    };
    let turns = |swing: &&Swing| !is_ahead(swing.prospects[0]) && is_ahead(swing.prospects[1]);
    let Some(swing) = swings.iter().rfind(turns) else {
        return Story::AheadAllTheWay { winner };
    };
    let (number, played) = (swing.number, swing.played.clone());
    match swing.better.clone() {
        Some(better) => Story::Turned {
            number,
            mover: swing.mover,
            played,
            better,
        },
        None => Story::AheadFrom {
            number,
            played,
            winner,
        },
    }
}

fn worst_move(swings: &[Swing]) -> Story {
    let bad = swings
        .iter()
        .filter_map(|swing| Some((swing, swing.better.as_ref()?)));
    let worst = bad.max_by(|(one, _), (other, _)| one.lost().total_cmp(&other.lost()));
    let Some((swing, better)) = worst else {
        return Story::NoMistake;
    };
    Story::LostMost {
        number: swing.number,
        mover: swing.mover,
        played: swing.played.clone(),
        better: better.clone(),
    }
}
