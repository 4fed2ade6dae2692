//! Games and their list entries, as read from the tables.

use std::collections::HashMap;

use parlor_games::{AnyGame, Date};
use rusqlite::{Connection, OptionalExtension, params};

use super::Collection;
use crate::rows::begin;
use crate::{CollectionError, GameResult, GameRow};

/// Decodes a date: the reverse of [`date_code`](crate::rows::date_code).
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
    use crate::rows::date_code;

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
