//! Games and their list entries, as read from the tables.

use parlor_core::{Color, Outcome};
use parlor_games::{AnyGame, Date, Kind, Spec};
use serde::{Deserialize, Serialize};

use crate::CollectionError;

/// The result of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum GameResult {
    /// Black won.
    Black,
    /// White won.
    White,
    /// The game was drawn.
    Draw,
}

impl GameResult {
    pub(crate) fn code(result: Option<GameResult>) -> u8 {
        match result {
            None => 0,
            Some(GameResult::Black) => 1,
            Some(GameResult::White) => 2,
            Some(GameResult::Draw) => 3,
        }
    }

    pub(crate) fn of_code(code: u8) -> Option<GameResult> {
        match code {
            1 => Some(GameResult::Black),
            2 => Some(GameResult::White),
            3 => Some(GameResult::Draw),
            _ => None,
        }
    }
}

impl From<Outcome> for GameResult {
    fn from(outcome: Outcome) -> GameResult {
        match outcome {
            Outcome::Win(Color::Black) => GameResult::Black,
            Outcome::Win(Color::White) => GameResult::White,
            Outcome::Draw => GameResult::Draw,
        }
    }
}

impl From<GameResult> for Outcome {
    fn from(result: GameResult) -> Outcome {
        match result {
            GameResult::Black => Outcome::Win(Color::Black),
            GameResult::White => Outcome::Win(Color::White),
            GameResult::Draw => Outcome::Draw,
        }
    }
}

/// The number of games with each result.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Results {
    /// Black won.
    pub black: u32,
    /// White won.
    pub white: u32,
    /// The game was drawn.
    pub draws: u32,
    /// The result is not known.
    pub unknown: u32,
}

impl Results {
    /// The total.
    pub fn games(&self) -> u32 {
        self.black + self.white + self.draws + self.unknown
    }

    pub(crate) fn count(&mut self, result: u8) {
        match GameResult::of_code(result) {
            Some(GameResult::Black) => self.black += 1,
            Some(GameResult::White) => self.white += 1,
            Some(GameResult::Draw) => self.draws += 1,
            None => self.unknown += 1,
        }
    }
}

/// A game in a list.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct GameRow {
    /// Its number in the collection.
    pub id: u32,
    /// The name of the game.
    pub game: String,
    /// The name of Black, if known.
    pub black: Option<String>,
    /// The name of White, if known.
    pub white: Option<String>,
    /// Where it was played.
    pub event: Option<String>,
    /// The date: `2026.11.16`, or as much of it as is known.
    pub date: Option<String>,
    /// The result.
    pub result: Option<GameResult>,
    /// Black's final margin in pieces, in games that count them.
    pub lead: Option<i32>,
    /// The number of plies, including passes.
    pub plies: u32,
    /// The last named opening that the game passed through.
    pub opening: Option<String>,
    /// The ply at which it reached the position of the search.
    pub ply: Option<u32>,
}

/// Encodes a date as a number: later dates are larger.
pub(crate) fn date_code(date: Option<Date>) -> u32 {
    date.map_or(0, |date| {
        (u32::from(date.year) * 100 + u32::from(date.month)) * 100 + u32::from(date.day)
    })
}

/// Creates a game with these agreements and start.
pub(crate) fn begin(
    kind: &str,
    agreements: &[(String, String)],
    position: Option<&String>,
) -> Result<AnyGame, CollectionError> {
    let mut spec = Spec::default_for(kind.parse::<Kind>()?);
    for (name, value) in agreements {
        spec = spec.with(name, value)?;
    }
    Ok(match position {
        Some(text) => AnyGame::from_position(&spec.fitting(text), text)?,
        None => AnyGame::new(&spec)?,
    })
}
