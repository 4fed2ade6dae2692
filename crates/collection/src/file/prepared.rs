//! Search queries as SQL.

use std::collections::HashMap;

use parlor_games::Kind;
use rusqlite::types::Value;
use rusqlite::{Connection, params_from_iter};

use super::index::visits;
use crate::entry::fold;
use crate::query::{dates, openings, text};
use crate::{CollectionError, Query, ResultFilter};

/// Up to this many games of a position are looked up by number; for more, all games are scanned.
const FEW_VISITS: usize = 2000;

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
        let [first, last] = dates(query)?;
        if let Some(first) = first {
            let first = self.value(first);
            self.conditions.push(format!("date >= {first}"));
        }
        if let Some(last) = last {
            let last = self.value(last);
            self.conditions.push(format!("date BETWEEN 1 AND {last}"));
        }
        if let Some(result) = query.result {
            self.result(result, player.as_deref())?;
        }
        if let Some(name) = text(&query.opening) {
            // Texts can always be serialised.
            let names = self.value(serde_json::to_string(&openings(name)?).unwrap_or_default());
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
