//! Search queries.

use std::collections::HashMap;

use parlor_games::{Date, Kind, opening};
use rusqlite::types::Value;
use rusqlite::{Connection, params_from_iter};
use serde::{Deserialize, Serialize};

use crate::CollectionError;
use crate::explore::PositionRequest;
use crate::import::fold;
use crate::index::visits;
use crate::rows::date_code;

/// Up to this many games of a position are looked up by number; for more, all games are scanned.
const FEW_VISITS: usize = 2000;

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

/// The columns of a game that scans need.
pub(crate) struct Row {
    pub(crate) id: u32,
    pub(crate) black: Option<u32>,
    pub(crate) white: Option<u32>,
    pub(crate) opening: Option<u32>,
    pub(crate) date: u32,
    pub(crate) result: u8,
    /// The ply at which it reached the position of the search, if there is one.
    pub(crate) ply: Option<u32>,
}

/// The order in which games are scanned.
#[derive(Clone, Copy)]
pub(crate) enum Order {
    LatestFirst,
    /// In the order of the file, which is faster.
    Any,
}

/// A query as SQL.
pub(crate) struct Prepared {
    conditions: Vec<String>,
    values: Vec<Value>,
    /// The games that passed through the position of the search, with the ply.
    visits: Option<HashMap<u32, u32>>,
}

impl Prepared {
    pub(crate) fn new(connection: &Connection, query: &Query) -> Result<Prepared, CollectionError> {
        let mut prepared = Prepared {
            conditions: Vec::new(),
            values: Vec::new(),
            visits: None,
        };
        prepared.fill(connection, query)?;
        Ok(prepared)
    }

    fn fill(&mut self, connection: &Connection, query: &Query) -> Result<(), CollectionError> {
        if let Some(game) = &query.game {
            let name = game.parse::<Kind>()?.name();
            // A position implies its game, so this condition would be redundant.
            if query
                .position
                .as_ref()
                .is_none_or(|position| position.game != name)
            {
                let game = self.value(name.to_owned());
                self.conditions
                    .push(format!("terms IN (SELECT id FROM terms WHERE game = {game})"));
            }
        }
        let player = text(&query.player).map(|name| self.like("player", name));
        let opponent = text(&query.opponent).map(|name| self.like("player", name));
        match (&player, &opponent) {
            (Some(player), Some(opponent)) => self.conditions.push(format!(
                "(black IN {player} AND white IN {opponent} OR white IN {player} AND black IN {opponent})"
            )),
            (Some(one), None) | (None, Some(one)) => {
                self.conditions
                    .push(format!("(black IN {one} OR white IN {one})"));
            }
            (None, None) => {}
        }
        for (column, name) in [("black", &query.black), ("white", &query.white)] {
            if let Some(name) = text(name) {
                let names = self.like("player", name);
                self.conditions.push(format!("{column} IN {names}"));
            }
        }
        if let Some(name) = text(&query.event) {
            let names = self.like("event", name);
            self.conditions.push(format!("event IN {names}"));
        }
        if let Some(date) = text(&query.from) {
            let first = self.value(date_code(Some(read_date(date)?)));
            self.conditions.push(format!("date >= {first}"));
        }
        if let Some(date) = text(&query.to) {
            let Date { year, month, day } = read_date(date)?;
            let last = date_code(Some(Date {
                year,
                // A missing month or day matches any.
                month: if month == 0 { 99 } else { month },
                day: if day == 0 { 99 } else { day },
            }));
            let last = self.value(last);
            self.conditions.push(format!("date BETWEEN 1 AND {last}"));
        }
        if let Some(result) = query.result {
            self.result(result, player.as_deref())?;
        }
        if let Some(name) = text(&query.opening) {
            let names = self.value(openings(name)?);
            self.conditions.push(format!(
                "opening IN (SELECT id FROM opening WHERE name IN (SELECT value FROM json_each({names})))"
            ));
        }
        if let Some(position) = &query.position {
            let mut first: HashMap<u32, u32> = HashMap::new();
            for visit in visits(connection, position.game()?.key())? {
                first.entry(visit.game).or_insert(visit.ply);
            }
            if first.len() <= FEW_VISITS {
                let ids: Vec<u32> = first.keys().copied().collect();
                // Numbers can always be serialised.
                let ids = self.value(serde_json::to_string(&ids).unwrap_or_default());
                self.conditions
                    .push(format!("id IN (SELECT value FROM json_each({ids}))"));
            }
            self.visits = Some(first);
        }
        Ok(())
    }

    fn result(&mut self, result: ResultFilter, player: Option<&str>) -> Result<(), CollectionError> {
        let of_player = |black: u8, white: u8| match player {
            Some(player) => Ok(format!(
                "(black IN {player} AND result = {black} OR white IN {player} AND result = {white})"
            )),
            None => Err(CollectionError::ResultOfNobody),
        };
        self.conditions.push(match result {
            ResultFilter::Unknown => "result = 0".to_owned(),
            ResultFilter::Black => "result = 1".to_owned(),
            ResultFilter::White => "result = 2".to_owned(),
            ResultFilter::Draw => "result = 3".to_owned(),
            ResultFilter::Win => of_player(1, 2)?,
            ResultFilter::Loss => of_player(2, 1)?,
        });
        Ok(())
    }

    /// Adds a value, and returns its placeholder in the statement.
    fn value(&mut self, value: impl Into<Value>) -> String {
        self.values.push(value.into());
        format!("?{}", self.values.len())
    }

    /// A subquery for the ids of the names that contain this one.
    fn like(&mut self, table: &str, name: &str) -> String {
        let name = self.value(fold(name));
        format!("(SELECT id FROM {table} WHERE instr(folded, {name}) > 0)")
    }

    /// The number of games, if it is known without scanning them.
    pub(crate) fn count(&self, connection: &Connection) -> Result<Option<u32>, CollectionError> {
        match &self.visits {
            Some(visits) if self.conditions.len() == usize::from(visits.len() <= FEW_VISITS) => {
                return Ok(Some(visits.len() as u32));
            }
            Some(_) => return Ok(None),
            None => {}
        }
        let sql = format!("SELECT count(*) FROM game{}", self.filter());
        let mut statement = connection.prepare_cached(&sql)?;
        Ok(Some(
            statement.query_row(params_from_iter(&self.values), |row| row.get(0))?,
        ))
    }

    fn filter(&self) -> String {
        match self.conditions.is_empty() {
            true => String::new(),
            false => format!(" WHERE {}", self.conditions.join(" AND ")),
        }
    }

    /// Scans the games, latest first or in any order, as long as `visit` returns `true`.
    pub(crate) fn walk(
        &self,
        connection: &Connection,
        order: Order,
        mut visit: impl FnMut(Row) -> bool,
    ) -> Result<(), CollectionError> {
        let order = match order {
            Order::LatestFirst => " ORDER BY date DESC, id DESC",
            Order::Any => "",
        };
        let sql = format!(
            "SELECT id, black, white, opening, date, result FROM game{}{order}",
            self.filter()
        );
        let mut statement = connection.prepare_cached(&sql)?;
        let mut rows = statement.query(params_from_iter(&self.values))?;
        while let Some(row) = rows.next()? {
            let id = row.get(0)?;
            let ply = match &self.visits {
                None => None,
                Some(visits) => match visits.get(&id) {
                    Some(&ply) => Some(ply),
                    None => continue,
                },
            };
            let row = Row {
                id,
                black: row.get(1)?,
                white: row.get(2)?,
                opening: row.get(3)?,
                date: row.get(4)?,
                result: row.get(5)?,
                ply,
            };
            if !visit(row) {
                break;
            }
        }
        Ok(())
    }
}

/// Returns a text unless it is blank.
fn text(given: &Option<String>) -> Option<&str> {
    given.as_deref().map(str::trim).filter(|text| !text.is_empty())
}

fn read_date(text: &str) -> Result<Date, CollectionError> {
    // A date followed by other text is not a date here.
    let date = Date::read(text).filter(|_| {
        text.bytes()
            .all(|byte| byte.is_ascii_digit() || b".-/".contains(&byte))
    });
    date.ok_or_else(|| CollectionError::Date(text.to_owned()))
}

/// The names, as JSON, of the openings whose names contain this one, and of those that continue them.
fn openings(name: &str) -> Result<String, CollectionError> {
    let found = opening::like(name);
    if found.is_empty() {
        return Err(CollectionError::Opening(name.to_owned()));
    }
    let mut names: Vec<&str> = Vec::new();
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
    // Texts can always be serialised.
    Ok(serde_json::to_string(&names).unwrap_or_default())
}
