//! Statistics of a selection of games.

use std::collections::{HashMap, HashSet};

use super::Collection;
use super::prepared::{Order, Prepared};
use super::rows::names;
use crate::entry::fold;
use crate::stats::{Counted, Counts};
use crate::{CollectionError, Query, Stats};

impl Collection {
    /// Returns statistics of the games that a query finds.
    pub fn stats(&self, query: &Query) -> Result<Stats, CollectionError> {
        self.read(|connection| {
            let player_names = names(connection, "player")?;
            let opening_names = names(connection, "opening")?;
            let wanted = query.player.as_deref().map(fold).filter(|name| !name.is_empty());
            let searched: HashSet<u32> = player_names
                .iter()
                .filter(|(_, name)| wanted.as_ref().is_some_and(|wanted| fold(name).contains(wanted)))
                .map(|(&id, _)| id)
                .collect();
            let mut counts = Counts::default();
            Prepared::new(connection, query)?.walk(connection, Order::Any, |row| {
                let game = Counted {
                    black: row.black,
                    white: row.white,
                    opening: row.opening,
                    year: row.date / 10_000,
                    result: row.result,
                };
                counts.add(&game, |player| searched.contains(&player));
                true
            })?;
            let named = |names: &HashMap<u32, String>, id| names.get(&id).cloned().unwrap_or_default();
            Ok(counts.stats(
                |player| named(&player_names, player),
                |opening| named(&opening_names, opening),
            ))
        })
    }
}
