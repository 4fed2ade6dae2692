//! Games and their list entries, as read from the tables.

use std::collections::HashMap;

use parlor_core::{Color, Outcome};
use parlor_games::{AnyGame, Date, Kind, Spec};
use rusqlite::{Connection, OptionalExtension, params};
use serde::{Deserialize, Serialize};

use crate::{Collection, CollectionError};

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

/// Encodes a date for the database.
pub(crate) fn date_code(date: Option<Date>) -> u32 {
    date.map_or(0, |date| {
        (u32::from(date.year) * 100 + u32::from(date.month)) * 100 + u32::from(date.day)
    })
}

fn date_of(code: u32) -> Option<Date> {
    (code > 0).then_some(Date {
        year: (code / 10_000) as u16,
        month: (code / 100 % 100) as u8,
        day: (code % 100) as u8,
    })
}

const ROW: &str = "
    SELECT t.game, b.name, w.name, e.name, g.date, g.result, g.lead, g.plies, o.name
    FROM game g JOIN terms t ON t.id = g.terms
    LEFT JOIN player b ON b.id = g.black LEFT JOIN player w ON w.id = g.white
    LEFT JOIN event e ON e.id = g.event LEFT JOIN opening o ON o.id = g.opening
    WHERE g.id = ?1";

pub(crate) fn row(connection: &Connection, id: u32) -> Result<GameRow, CollectionError> {
    let row = connection
        .prepare_cached(ROW)?
        .query_row([id], |row| {
            Ok(GameRow {
                id,
                game: row.get(0)?,
                black: row.get(1)?,
                white: row.get(2)?,
                event: row.get(3)?,
                date: date_of(row.get(4)?).map(|date| date.to_string()),
                result: GameResult::of_code(row.get(5)?),
                lead: row.get(6)?,
                plies: row.get(7)?,
                opening: row.get(8)?,
                ply: None,
            })
        })
        .optional()?;
    row.ok_or(CollectionError::NoGame(id))
}

/// The names of a table, by id.
pub(crate) fn names(connection: &Connection, table: &str) -> Result<HashMap<u32, String>, CollectionError> {
    let mut statement = connection.prepare(&format!("SELECT id, name FROM {table}"))?;
    let names = statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?;
    Ok(names.collect::<rusqlite::Result<_>>()?)
}

/// The game with this number, at its last move.
pub(crate) fn game(connection: &Connection, id: u32) -> Result<AnyGame, CollectionError> {
    let (kind, agreements, start, moves) = connection
        .prepare_cached(
            "SELECT t.game, t.agreements, t.start, g.moves FROM game g JOIN terms t ON t.id = g.terms WHERE g.id = ?1",
        )?
        .query_row(params![id], |row| {
            Ok((
                row.get::<_, String>(0)?,
                row.get::<_, String>(1)?,
                row.get::<_, String>(2)?,
                row.get::<_, String>(3)?,
            ))
        })
        .optional()?
        .ok_or(CollectionError::NoGame(id))?;
    let damaged = |reason: String| CollectionError::Damaged { id, reason };
    let agreements: Vec<(String, String)> =
        serde_json::from_str(&agreements).map_err(|error| damaged(error.to_string()))?;
    let mut game = begin(&kind, &agreements, Some(&start).filter(|start| !start.is_empty()))
        .map_err(|error| damaged(error.to_string()))?;
    for mv in moves.split(' ').filter(|mv| !mv.is_empty()) {
        game.play(mv).map_err(|error| damaged(error.to_string()))?;
    }
    Ok(game)
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

impl Collection {
    /// Returns a game, at its last move.
    pub fn game(&self, id: u32) -> Result<AnyGame, CollectionError> {
        self.read(|connection| game(connection, id))
    }

    /// Returns the list entry of a game.
    pub fn row(&self, id: u32) -> Result<GameRow, CollectionError> {
        self.read(|connection| row(connection, id))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_and_results_survive_encoding_and_decoding() {
        for text in ["2026.11.16", "1998.05", "1977"] {
            let date = Date::read(text);
            assert_eq!(date_of(date_code(date)), date, "{text}");
        }
        assert_eq!(date_of(date_code(None)), None);
        for result in [
            None,
            Some(GameResult::Black),
            Some(GameResult::White),
            Some(GameResult::Draw),
        ] {
            assert_eq!(GameResult::of_code(GameResult::code(result)), result);
        }
    }
}
