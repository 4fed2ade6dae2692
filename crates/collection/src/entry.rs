//! What a collection knows about a game.

use parlor_core::Color;
use parlor_core::random::split_mix;
use parlor_games::import::Imported;
use parlor_games::{Date, EndReason, opening};

use crate::GameResult;

/// What a collection knows about an imported game.
pub(crate) struct Entry<'a> {
    pub(crate) black: Option<&'a str>,
    pub(crate) white: Option<&'a str>,
    pub(crate) event: Option<&'a str>,
    pub(crate) date: Option<Date>,
    pub(crate) result: Option<GameResult>,
    /// Black's final margin in pieces, in games that count them.
    pub(crate) lead: Option<i32>,
    /// The last named opening.
    pub(crate) opening: Option<&'static str>,
    /// The keys of its positions, the start first.
    pub(crate) keys: Vec<u64>,
}

impl Entry<'_> {
    pub(crate) fn of(found: &Imported) -> Entry<'_> {
        let Imported { details, game, names } = found;
        let name = |color| {
            names[color]
                .as_deref()
                .map(str::trim)
                .filter(|name| !name.is_empty())
        };
        let margin = |black: u32, white: u32| black as i32 - white as i32;
        let lead = match (details.discs, game.end_reason()) {
            (Some([black, white]), _) => Some(margin(black, white)),
            (None, Some(EndReason::Count)) => {
                let counts = game.counts();
                Some(margin(counts[Color::Black], counts[Color::White]))
            }
            _ => None,
        };
        let keys = game.keys();
        Entry {
            black: name(Color::Black),
            white: name(Color::White),
            event: details.event.as_deref(),
            date: details.date.or_else(|| details.year.and_then(Date::of_year)),
            result: details.result.or_else(|| game.outcome()).map(GameResult::from),
            lead,
            opening: opening::last(&keys).map(|opening| opening.name),
            keys,
        }
    }

    /// Equal for two records of one game: it depends on the positions up to symmetry, the players and the year.
    pub(crate) fn fingerprint(&self) -> i64 {
        let mut state = u64::from(self.date.map_or(0, |date| date.year));
        let mut take = |number: u64| {
            let mut mixed = state.rotate_left(5) ^ number;
            state = split_mix(&mut mixed);
        };
        for name in [self.black, self.white] {
            take(parlor_core::checksum(fold(name.unwrap_or_default()).as_bytes()));
        }
        self.keys.iter().for_each(|&key| take(key));
        state as i64
    }
}

/// Normalises a name for comparison: ignores case and extra blanks.
pub(crate) fn fold(name: &str) -> String {
    let words: Vec<String> = name.split_whitespace().map(str::to_lowercase).collect();
    words.join(" ")
}
