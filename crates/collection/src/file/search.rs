//! Searches for games.

use super::Collection;
use super::prepared::{Order, Prepared};
use super::rows::row;
use crate::{CollectionError, Found, GameRow, Query};

impl Collection {
    /// Returns the games that a query finds.
    pub fn search(&self, query: &Query) -> Result<Found, CollectionError> {
        self.read(|connection| {
            let (skip, limit) = query.listed();
            let prepared = Prepared::new(connection, query)?;
            let mut found = Found::default();
            let total = prepared.count(connection)?;
            let mut listed = Vec::new();
            prepared.walk(connection, Order::LatestFirst, |row| {
                if found.total >= skip && found.total - skip < limit {
                    listed.push((row.id, row.ply));
                }
                found.total += 1;
                // If the total is known, nothing after the last listed game matters.
                total.is_none() || found.total < skip.saturating_add(limit)
            })?;
            found.total = total.unwrap_or(found.total);
            for (id, ply) in listed {
                found.games.push(GameRow {
                    ply,
                    ..row(connection, id)?
                });
            }
            Ok(found)
        })
    }

    /// The ids of all games that a query finds, latest first.
    pub(crate) fn ids(&self, query: &Query) -> Result<Vec<u32>, CollectionError> {
        let most = query.limit.map_or(usize::MAX, |limit| limit as usize);
        self.read(|connection| {
            let mut ids = Vec::new();
            Prepared::new(connection, query)?.walk(connection, Order::LatestFirst, |row| {
                ids.push(row.id);
                ids.len() < most
            })?;
            ids.truncate(most);
            Ok(ids)
        })
    }
}
