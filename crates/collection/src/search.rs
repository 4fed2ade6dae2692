//! Searches for games.

use serde::{Deserialize, Serialize};

use crate::query::{Order, Prepared, Query};
use crate::rows::{GameRow, row};
use crate::{Collection, CollectionError};

/// The default and the maximum number of games in a list.
const LISTED: u32 = 50;
const MOST_LISTED: u32 = 1000;

/// The games that a search found, latest first.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Found {
    /// The requested part of the list.
    pub games: Vec<GameRow>,
    /// The total number.
    pub total: u32,
}

impl Collection {
    /// Returns the games that a query finds.
    pub fn search(&self, query: &Query) -> Result<Found, CollectionError> {
        self.read(|connection| {
            let (skip, limit) = (
                query.skip.unwrap_or(0),
                query.limit.unwrap_or(LISTED).min(MOST_LISTED),
            );
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
