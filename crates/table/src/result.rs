//! Results and names in stored form: English text, since the first version.
//!
//! The page receives codes. Stored texts stay readable and searchable, and every text that the first version wrote
//! can be converted to a code.

use parlor_core::{Color, Level, Outcome};
use parlor_games::{AnyGame, EndReason, Kind};

use crate::table::EarlyEnd;
use crate::wire::{Ending, GameResult, PlayerName};

/// The name of a person who has not set one.
pub(crate) const NAMELESS: &str = "You";
/// The name of a person who has taken an offered seat and not set a name.
pub(crate) const GUEST: &str = "Guest";
/// The name of an unknown player of an imported game.
pub(crate) const IMPORTER: &str = "Me";
/// The name of a person at a terminal program.
pub(crate) const TERMINAL: &str = "Terminal player";

/// Returns the result of a game that ended by its rules or its move limit.
pub(crate) fn by_rules(game: &AnyGame, outcome: Outcome) -> GameResult {
    let ending = match game.end_reason() {
        Some(EndReason::NoMove) => Ending::NoMove,
        Some(EndReason::Connected) => Ending::Connected,
        Some(EndReason::BothConnected) => Ending::BothConnected,
        Some(EndReason::Stuck) => Ending::Stuck,
        Some(EndReason::MoveLimit) => Ending::MoveLimit {
            moves: game.len() as u32,
        },
        Some(EndReason::Count) | None => Ending::Count {
            counts: game.counts().0,
        },
    };
    GameResult {
        winner: outcome.winner().map(Into::into),
        ending,
    }
}

/// Returns the stored text of a result.
pub(crate) fn write(kind: Kind, result: &GameResult) -> String {
    let winner = result.winner.map(Color::from);
    let (Some(winner), ending) = (winner, &result.ending) else {
        return match &result.ending {
            // Both words, so that a search for either finds it.
            Ending::Count {
                counts: [black, white],
            } => format!("A tie (draw), {black}–{white}."),
            Ending::MoveLimit { moves } => format!("Tie game: the limit of {moves} moves is reached."),
            Ending::BothConnected => "Tie game: both sides are connected.".to_owned(),
            Ending::Stuck => "Tie game: neither side can move.".to_owned(),
            Ending::Recorded { text } => text.clone(),
            Ending::NoMove | Ending::Connected | Ending::Resigned | Ending::OutOfTime | Ending::Forfeited => {
                "Tie game.".to_owned()
            }
        };
    };
    let (victor, loser) = (kind.side_name(winner), kind.side_name(!winner));
    let wins = kind.color_name(winner);
    match ending {
        Ending::Count { counts } => {
            let (more, fewer) = (counts[0].max(counts[1]), counts[0].min(counts[1]));
            format!("{victor} wins {more}–{fewer}.")
        }
        Ending::NoMove => format!("No moves for {}: {wins} wins.", kind.color_name(!winner)),
        Ending::Connected => format!("{victor} wins: all its pieces are connected."),
        Ending::Resigned => format!("{loser} resigns: {wins} wins."),
        Ending::OutOfTime => format!("{loser} is out of time: {wins} wins."),
        Ending::Forfeited => format!("{loser} has left: {wins} wins by forfeit."),
        Ending::Recorded { text } => text.clone(),
        Ending::BothConnected | Ending::Stuck | Ending::MoveLimit { .. } => format!("{victor} wins."),
    }
}

/// Returns the result of a stored text, or `None` while the game is in progress.
pub fn read(kind: Kind, text: &str) -> Option<GameResult> {
    if text.is_empty() {
        return None;
    }
    let ends = [
        Ending::NoMove,
        Ending::Connected,
        Ending::Resigned,
        Ending::OutOfTime,
        Ending::Forfeited,
    ];
    for winner in Color::ALL {
        for ending in &ends {
            let result = GameResult {
                winner: Some(winner.into()),
                ending: ending.clone(),
            };
            if text == write(kind, &result) {
                return Some(result);
            }
        }
        let counts = text.strip_prefix(&format!("{} wins ", kind.side_name(winner)));
        if let Some([more, fewer]) = counts.and_then(pair) {
            let counts = match winner {
                Color::Black => [more, fewer],
                Color::White => [fewer, more],
            };
            return Some(GameResult {
                winner: Some(winner.into()),
                ending: Ending::Count { counts },
            });
        }
    }
    let tie = ["A tie (draw), ", "A tie, ", "A draw, "];
    let counts = tie
        .iter()
        .find_map(|words| text.strip_prefix(words))
        .and_then(pair);
    let limit = text
        .strip_prefix("Tie game: the limit of ")
        .and_then(|rest| rest.strip_suffix(" moves is reached."));
    let ending = match (counts, limit.and_then(|moves| moves.parse().ok()), text) {
        (Some(counts), _, _) => Ending::Count { counts },
        (_, Some(moves), _) => Ending::MoveLimit { moves },
        (_, _, "Tie game: both sides are connected.") => Ending::BothConnected,
        (_, _, "Tie game: neither side can move.") => Ending::Stuck,
        _ => Ending::Recorded {
            text: text.to_owned(),
        },
    };
    Some(GameResult { winner: None, ending })
}

/// Returns how a game ended other than by its rules, if a stored text says so.
pub(crate) fn read_ended(kind: Kind, text: &str) -> Option<EarlyEnd> {
    let GameResult { winner, ending } = read(kind, text)?;
    let loser = !Color::from(winner?);
    match ending {
        Ending::Resigned => Some(EarlyEnd::Resigned(loser)),
        Ending::OutOfTime => Some(EarlyEnd::OutOfTime(loser)),
        Ending::Forfeited => Some(EarlyEnd::Forfeited(loser)),
        _ => None,
    }
}

/// Reads two counts and a full stop: `34–30.`
fn pair(text: &str) -> Option<[u32; 2]> {
    let (one, other) = text.strip_suffix('.')?.split_once('–')?;
    Some([one.parse().ok()?, other.parse().ok()?])
}

/// Returns the stored name of a computer level.
pub(crate) fn computer(level: Level) -> String {
    format!("Computer ({})", level.name())
}

/// Returns the player of a stored name.
pub fn read_name(text: &str) -> PlayerName {
    let level = text
        .strip_prefix("Computer (")
        .and_then(|rest| rest.strip_suffix(')'))
        .and_then(|name| Level::all().find(|level| level.name() == name));
    match (level, text) {
        (Some(level), _) => PlayerName::Computer {
            level: level.number(),
        },
        (_, NAMELESS) => PlayerName::You,
        (_, GUEST) => PlayerName::Guest,
        (_, IMPORTER) => PlayerName::Me,
        (_, TERMINAL) => PlayerName::Terminal,
        (_, name) => PlayerName::Named {
            name: name.to_owned(),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wire::Side;
    use parlor_games::Spec;

    #[test]
    fn every_stored_result_is_parsed() {
        let won = [
            Ending::Count { counts: [34, 30] },
            Ending::NoMove,
            Ending::Connected,
            Ending::Resigned,
            Ending::OutOfTime,
            Ending::Forfeited,
        ];
        let drawn = [
            Ending::Count { counts: [32, 32] },
            Ending::MoveLimit { moves: 60 },
            Ending::BothConnected,
            Ending::Stuck,
        ];
        for kind in Kind::ALL {
            let won = won.iter().map(|ending| (Some(Side::Black), ending));
            let drawn = drawn.iter().map(|ending| (None, ending));
            for (winner, ending) in won.chain(drawn) {
                let result = GameResult {
                    winner,
                    ending: ending.clone(),
                };
                assert_eq!(read(kind, &write(kind, &result)), Some(result));
            }
        }
        assert_eq!(read(Kind::Loa, ""), None);
    }

    #[test]
    fn results_of_the_first_version_are_parsed() {
        let read = |kind, text: &str| read(kind, text).map(|result| (result.winner, result.ending));
        let counted = |counts| Ending::Count { counts };
        let (black, white) = (Some(Side::Black), Some(Side::White));
        let stored = [
            (Kind::Othello, "White wins 40–24.", (white, counted([24, 40]))),
            (Kind::Othello, "A tie, 32–32.", (None, counted([32, 32]))),
            (
                Kind::Othello,
                "No moves for black: white wins.",
                (white, Ending::NoMove),
            ),
            (Kind::Ataxx, "Red wins 30–19.", (black, counted([30, 19]))),
            (Kind::Ataxx, "A draw, 24–24.", (None, counted([24, 24]))),
            (Kind::Ataxx, "Blue resigns: red wins.", (black, Ending::Resigned)),
            (
                Kind::Loa,
                "Black is out of time: white wins.",
                (white, Ending::OutOfTime),
            ),
            (
                Kind::Loa,
                "White has left: black wins by forfeit.",
                (black, Ending::Forfeited),
            ),
            (
                Kind::Loa,
                "Black wins: all its pieces are connected.",
                (black, Ending::Connected),
            ),
            (
                Kind::Loa,
                "Tie game: the limit of 60 moves is reached.",
                (None, Ending::MoveLimit { moves: 60 }),
            ),
            (
                Kind::Loa,
                "Tie game.",
                (
                    None,
                    Ending::Recorded {
                        text: "Tie game.".into(),
                    },
                ),
            ),
        ];
        for (kind, text, expected) in stored {
            assert_eq!(read(kind, text), Some(expected), "{text}");
        }
    }

    #[test]
    fn stored_names_have_their_codes() {
        let level = Level::new(7).unwrap();
        assert_eq!(read_name(&computer(level)), PlayerName::Computer { level: 7 });
        assert_eq!(read_name("You"), PlayerName::You);
        assert_eq!(read_name("Terminal player"), PlayerName::Terminal);
        for name in ["Ann", "Computer", "Computer (Nobody)"] {
            assert_eq!(read_name(name), PlayerName::Named { name: name.into() });
        }
    }

    #[test]
    fn a_finished_game_has_a_result() {
        let strict = Spec::default_for(Kind::Othello)
            .with_rules("no-move-loses")
            .unwrap();
        let position = "OX------".to_owned() + &"-".repeat(55) + "X" + " X";
        let game = AnyGame::from_position(&strict, &position).unwrap();
        let outcome = game.outcome().expect("black has no move");
        assert_eq!(by_rules(&game, outcome).ending, Ending::NoMove);
    }
}
