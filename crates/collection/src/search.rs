//! The result of a search.

use serde::{Deserialize, Serialize};

use crate::{GameRow, Query};

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

impl Query {
    /// The number of games to skip, and the maximum number to list.
    pub(crate) fn listed(&self) -> (u32, u32) {
        (
            self.skip.unwrap_or(0),
            self.limit.unwrap_or(LISTED).min(MOST_LISTED),
        )
    }
}
