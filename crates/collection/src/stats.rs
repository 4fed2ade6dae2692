//! Statistics of a selection of games: players, openings and years.

use std::collections::{BTreeMap, HashMap};
use std::hash::Hash;

use serde::{Deserialize, Serialize};

use crate::import::fold;
use crate::query::{Order, Prepared, Query};
use crate::rows::{GameResult, Results, names};
use crate::{Collection, CollectionError};

/// The maximum number of players and openings in a list.
const LISTED: usize = 50;

/// Statistics of a selection of games.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Stats {
    /// The results.
    pub results: Results,
    /// The players with the most games. If the query has a player: that player and their opponents.
    pub players: Vec<PlayerStats>,
    /// The openings with the most games.
    pub openings: Vec<OpeningStats>,
    /// The years, in order.
    pub years: Vec<YearStats>,
}

/// The games of a player.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct PlayerStats {
    /// The name.
    pub name: String,
    /// Whether it is the player of the query.
    pub searched: bool,
    /// The number of games.
    pub games: u32,
    /// The number of games as Black.
    pub as_black: u32,
    /// The number of wins.
    pub wins: u32,
    /// The number of draws.
    pub draws: u32,
    /// The number of losses.
    pub losses: u32,
    /// The number of wins as Black.
    pub wins_as_black: u32,
}

/// The games of an opening.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct OpeningStats {
    /// The name; `null` for games without a named opening.
    pub name: Option<String>,
    /// The results.
    pub results: Results,
    /// The number of wins of the player of the query.
    pub wins: u32,
    /// The number of losses of that player.
    pub losses: u32,
}

/// The games of a year.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct YearStats {
    /// The year; 0 if unknown.
    pub year: u32,
    /// The results.
    pub results: Results,
    /// The number of wins of the player of the query.
    pub wins: u32,
    /// The number of losses of that player.
    pub losses: u32,
}

impl Collection {
    /// Returns statistics of the games that a query finds.
    pub fn stats(&self, query: &Query) -> Result<Stats, CollectionError> {
        self.read(|connection| {
            let player_names = names(connection, "player")?;
            let opening_names = names(connection, "opening")?;
            let wanted = query.player.as_deref().map(fold).filter(|name| !name.is_empty());
            let is_searched: HashMap<u32, bool> = player_names
                .iter()
                .map(|(&id, name)| {
                    (
                        id,
                        wanted.as_ref().is_some_and(|wanted| fold(name).contains(wanted)),
                    )
                })
                .collect();
            let mut stats = Stats::default();
            let mut players: HashMap<u32, PlayerStats> = HashMap::new();
            let mut openings: HashMap<Option<u32>, OpeningStats> = HashMap::new();
            let mut years: BTreeMap<u32, YearStats> = BTreeMap::new();
            Prepared::new(connection, query)?.walk(connection, Order::Any, |row| {
                stats.results.count(row.result);
                let opening = openings.entry(row.opening).or_default();
                let year = years.entry(row.date / 10_000).or_default();
                opening.results.count(row.result);
                year.results.count(row.result);
                for (player, own) in [(row.black, GameResult::Black), (row.white, GameResult::White)] {
                    let Some(player) = player else { continue };
                    let result = GameResult::of_code(row.result);
                    let (has_won, has_drawn) = (result == Some(own), result == Some(GameResult::Draw));
                    let has_lost = result.is_some() && !has_won && !has_drawn;
                    if is_searched.get(&player) == Some(&true) {
                        opening.wins += u32::from(has_won);
                        opening.losses += u32::from(has_lost);
                        year.wins += u32::from(has_won);
                        year.losses += u32::from(has_lost);
                    }
                    let stats = players.entry(player).or_default();
                    stats.games += 1;
                    stats.wins += u32::from(has_won);
                    stats.draws += u32::from(has_drawn);
                    stats.losses += u32::from(has_lost);
                    if own == GameResult::Black {
                        stats.as_black += 1;
                        stats.wins_as_black += u32::from(has_won);
                    }
                }
                true
            })?;
            let named = |names: &HashMap<u32, String>, id| names.get(&id).cloned().unwrap_or_default();
            stats.players = most(players, |player| player.games)
                .into_iter()
                .map(|(id, player)| PlayerStats {
                    name: named(&player_names, id),
                    searched: is_searched.get(&id) == Some(&true),
                    ..player
                })
                .collect();
            stats.players.sort_by_key(|player| !player.searched);
            stats.openings = most(openings, |opening| opening.results.games())
                .into_iter()
                .map(|(id, opening)| OpeningStats {
                    name: id.map(|id| named(&opening_names, id)),
                    ..opening
                })
                .collect();
            stats.years = years
                .into_iter()
                .map(|(year, stats)| YearStats { year, ..stats })
                .collect();
            Ok(stats)
        })
    }
}

/// The entries with the most games, in descending order.
fn most<K: Copy + Ord + Hash, V>(all: HashMap<K, V>, games: impl Fn(&V) -> u32) -> Vec<(K, V)> {
    let mut all: Vec<(K, V)> = all.into_iter().collect();
    all.sort_by_key(|(id, value)| (std::cmp::Reverse(games(value)), *id));
    all.truncate(LISTED);
    all
}
