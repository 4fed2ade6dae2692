//! Statistics of a selection of games: players, openings and years.

use std::collections::{BTreeMap, HashMap};
use std::hash::Hash;

use serde::{Deserialize, Serialize};

use crate::{GameResult, Results};

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

/// The columns of a game that statistics need. `K` identifies a player or an opening.
pub(crate) struct Counted<K> {
    pub(crate) black: Option<K>,
    pub(crate) white: Option<K>,
    pub(crate) opening: Option<K>,
    /// 0 if unknown.
    pub(crate) year: u32,
    pub(crate) result: u8,
}

/// The statistics of the games so far.
pub(crate) struct Counts<K> {
    results: Results,
    players: HashMap<K, PlayerStats>,
    openings: HashMap<Option<K>, OpeningStats>,
    years: BTreeMap<u32, YearStats>,
}

impl<K> Default for Counts<K> {
    fn default() -> Counts<K> {
        Counts {
            results: Results::default(),
            players: HashMap::new(),
            openings: HashMap::new(),
            years: BTreeMap::new(),
        }
    }
}

impl<K: Copy + Ord + Hash> Counts<K> {
    /// Adds a game. `is_searched` tells whether a player is the one of the query.
    pub(crate) fn add(&mut self, game: &Counted<K>, is_searched: impl Fn(K) -> bool) {
        self.results.count(game.result);
        let opening = self.openings.entry(game.opening).or_default();
        let year = self.years.entry(game.year).or_default();
        opening.results.count(game.result);
        year.results.count(game.result);
        for (player, own) in [(game.black, GameResult::Black), (game.white, GameResult::White)] {
            let Some(player) = player else { continue };
            let result = GameResult::of_code(game.result);
            let (has_won, has_drawn) = (result == Some(own), result == Some(GameResult::Draw));
            let has_lost = result.is_some() && !has_won && !has_drawn;
            let stats = self.players.entry(player).or_default();
            stats.searched = is_searched(player);
            if stats.searched {
                opening.wins += u32::from(has_won);
                opening.losses += u32::from(has_lost);
                year.wins += u32::from(has_won);
                year.losses += u32::from(has_lost);
            }
            stats.games += 1;
            stats.wins += u32::from(has_won);
            stats.draws += u32::from(has_drawn);
            stats.losses += u32::from(has_lost);
            if own == GameResult::Black {
                stats.as_black += 1;
                stats.wins_as_black += u32::from(has_won);
            }
        }
    }

    /// Returns the statistics, with the names of players and openings.
    pub(crate) fn stats(self, player: impl Fn(K) -> String, opening: impl Fn(K) -> String) -> Stats {
        let mut players: Vec<PlayerStats> = most(self.players, |player| player.games)
            .into_iter()
            .map(|(id, stats)| PlayerStats {
                name: player(id),
                ..stats
            })
            .collect();
        players.sort_by_key(|player| !player.searched);
        let openings = most(self.openings, |opening| opening.results.games()).into_iter();
        Stats {
            results: self.results,
            players,
            openings: openings
                .map(|(id, stats)| OpeningStats {
                    name: id.map(&opening),
                    ..stats
                })
                .collect(),
            years: self
                .years
                .into_iter()
                .map(|(year, stats)| YearStats { year, ..stats })
                .collect(),
        }
    }
}

/// The entries with the most games, in descending order.
fn most<K: Copy + Ord + Hash, V>(all: HashMap<K, V>, games: impl Fn(&V) -> u32) -> Vec<(K, V)> {
    let mut all: Vec<(K, V)> = all.into_iter().collect();
    all.sort_by_key(|(id, value)| (std::cmp::Reverse(games(value)), *id));
    all.truncate(LISTED);
    all
}
