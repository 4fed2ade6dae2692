//! What can be said of a whole game in one sentence: where it turned.

use parlor_core::{Color, Outcome};

use crate::Kind;

/// A move, and what it did to the prospects.
#[derive(Clone, Debug)]
pub struct Swing {
    /// Its number, from 1.
    pub number: usize,
    /// Who moved.
    pub mover: Color,
    /// The move.
    pub played: String,
    /// The better move, if it was a bad one.
    pub better: Option<String>,
    /// Black's prospects before and after it, in any measure in which 0 is even.
    pub prospects: [f64; 2],
}

impl Swing {
    /// How much of its prospects the mover lost.
    pub fn lost(&self) -> f64 {
        let [before, after] = self.prospects;
        match self.mover {
            Color::Black => before - after,
            Color::White => after - before,
        }
    }
}

/// A sentence about a game, and the number of the move that it is about.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Story {
    /// The sentence.
    pub text: String,
    /// The move, if it is about one.
    pub number: Option<usize>,
}

/// Where the winner came to be ahead for good, or what cost most in a game that nobody has won.
pub fn story(kind: Kind, outcome: Option<Outcome>, swings: &[Swing]) -> Story {
    let (text, told) = match outcome {
        Some(Outcome::Win(winner)) => turning_point(kind, winner, swings),
        Some(Outcome::Draw) | None => worst_move(kind, swings),
    };
    Story {
        text,
        number: told.map(|swing| swing.number),
    }
}

fn turning_point(kind: Kind, winner: Color, swings: &[Swing]) -> (String, Option<&Swing>) {
    let is_ahead = |prospect: f64| match winner {
        Color::Black => prospect >= 0.0,
        Color::White => prospect <= 0.0,
    };
    let turns = |swing: &&Swing| !is_ahead(swing.prospects[0]) && is_ahead(swing.prospects[1]);
    let Some(swing) = swings.iter().rfind(turns) else {
        return (format!("{} was ahead all the way.", kind.side_name(winner)), None);
    };
    let Swing { number, played, .. } = swing;
    let text = match &swing.better {
        Some(better) => format!(
            "The game turned at move {number}: {} played {played}, and {better} was better.",
            kind.side_name(swing.mover)
        ),
        None => format!(
            "From move {number}, {played}, on, {} was ahead.",
            kind.color_name(winner)
        ),
    };
    (text, Some(swing))
}

fn worst_move(kind: Kind, swings: &[Swing]) -> (String, Option<&Swing>) {
    let bad = swings
        .iter()
        .filter_map(|swing| Some((swing, swing.better.as_ref()?)));
    let worst = bad.max_by(|(one, _), (other, _)| one.lost().total_cmp(&other.lost()));
    let Some((swing, better)) = worst else {
        return ("Neither side made a mistake.".to_owned(), None);
    };
    let text = format!(
        "{} lost most at move {} with {}: {better} was better.",
        kind.side_name(swing.mover),
        swing.number,
        swing.played
    );
    (text, Some(swing))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Moves of black and white in turn, with black's prospects before the first and after each.
    fn moves(prospects: &[f64], bad: &[usize]) -> Vec<Swing> {
        let pairs = prospects.windows(2).enumerate();
        let swings = pairs.map(|(index, pair)| Swing {
            number: index + 1,
            mover: if index % 2 == 0 {
                Color::Black
            } else {
                Color::White
            },
            played: format!("m{}", index + 1),
            better: bad.contains(&(index + 1)).then(|| "b".to_owned()),
            prospects: [pair[0], pair[1]],
        });
        swings.collect()
    }

    #[test]
    fn the_move_that_gave_the_game_away_is_named() {
        // White is ahead, gives it back, and black stays ahead to the end.
        let swings = moves(&[0.0, -0.2, 0.2, 0.1, 0.4, 0.5], &[1, 2]);
        let told = story(Kind::Othello, Some(Outcome::Win(Color::Black)), &swings);
        assert_eq!(
            told.text,
            "The game turned at move 2: White played m2, and b was better."
        );
        assert_eq!(told.number, Some(2));
    }

    #[test]
    fn a_game_without_a_turn_or_a_winner_has_a_story_too() {
        let won = |swings: &[Swing]| story(Kind::Loa, Some(Outcome::Win(Color::White)), swings).text;
        let all_the_way = won(&moves(&[0.0, -0.1, -0.3, -0.5], &[]));
        assert_eq!(all_the_way, "White was ahead all the way.");
        let unexplained = won(&moves(&[0.0, 0.1, 0.1, -0.1, -0.5], &[]));
        assert_eq!(unexplained, "From move 3, m3, on, white was ahead.");
        let drawn = moves(&[0.0, -0.2, 0.2, 0.0], &[1, 2]);
        let drawn = story(Kind::Ataxx, Some(Outcome::Draw), &drawn);
        assert_eq!(drawn.text, "Blue lost most at move 2 with m2: b was better.");
        let nothing = story(Kind::Ataxx, None, &[]);
        assert_eq!(nothing.text, "Neither side made a mistake.");
        assert_eq!(nothing.number, None);
    }
}
