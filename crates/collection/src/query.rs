//! Search queries.

use parlor_games::{Date, Kind, opening};
use serde::{Deserialize, Serialize};

use crate::CollectionError;
use crate::explore::PositionRequest;
use crate::rows::date_code;

/// A search for games that match all given criteria.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(default, deny_unknown_fields)]
pub struct Query {
    /// The name of the game.
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub game: Option<String>,
    /// Part of the name of one of the players.
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub player: Option<String>,
    /// Part of the name of the other player, if `player` is given.
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub opponent: Option<String>,
    /// Part of the name of Black.
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub black: Option<String>,
    /// Part of the name of White.
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub white: Option<String>,
    /// Part of the name of the event.
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub event: Option<String>,
    /// The earliest day, month or year.
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub from: Option<String>,
    /// The latest day, month or year.
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub to: Option<String>,
    /// The result of the game.
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub result: Option<ResultFilter>,
    /// Part of the name of an opening. Openings that continue it are found too.
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub opening: Option<String>,
    /// A position that the games passed through, in any symmetry.
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub position: Option<PositionRequest>,
    /// The number of games to skip.
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub skip: Option<u32>,
    /// The maximum number of games to list or write.
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub limit: Option<u32>,
}

/// A result, for a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum ResultFilter {
    /// Black won.
    Black,
    /// White won.
    White,
    /// The game was drawn.
    Draw,
    /// The player of the search won.
    Win,
    /// The player of the search lost.
    Loss,
    /// The result is not known.
    Unknown,
}

/// Returns a text unless it is blank.
pub(crate) fn text(given: &Option<String>) -> Option<&str> {
    given.as_deref().map(str::trim).filter(|text| !text.is_empty())
}

/// The first and the last date that a query allows, as codes ([`date_code`]).
pub(crate) fn dates(query: &Query) -> Result<[Option<u32>; 2], CollectionError> {
    let first = text(&query.from).map(read_date).transpose()?;
    let last = text(&query.to).map(read_date).transpose()?;
    let last = last.map(|Date { year, month, day }| Date {
        year,
        // A missing month or day matches any.
        month: if month == 0 { 99 } else { month },
        day: if day == 0 { 99 } else { day },
    });
    Ok([first, last].map(|date| date.map(|date| date_code(Some(date)))))
}

fn read_date(text: &str) -> Result<Date, CollectionError> {
    // A date followed by other text is not a date here.
    let date = Date::read(text).filter(|_| {
        text.bytes()
            .all(|byte| byte.is_ascii_digit() || b".-/".contains(&byte))
    });
    date.ok_or_else(|| CollectionError::Date(text.to_owned()))
}

/// The names of the openings whose names contain this one, and of those that continue them.
pub(crate) fn openings(name: &str) -> Result<Vec<&'static str>, CollectionError> {
    let found = opening::like(name);
    if found.is_empty() {
        return Err(CollectionError::Opening(name.to_owned()));
    }
    let mut names: Vec<&'static str> = Vec::new();
    for &kind in Kind::KNOWN {
        let lines = opening::lines(kind);
        let begun: Vec<&str> = lines
            .iter()
            .filter(|line| found.contains(&line.name))
            .map(|line| line.moves)
            .collect();
        let goes_on = |moves: &str| begun.iter().any(|line| moves.starts_with(line));
        names.extend(
            lines
                .iter()
                .filter(|line| goes_on(line.moves))
                .map(|line| line.name),
        );
    }
    Ok(names)
}
