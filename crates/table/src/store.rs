//! Where games are kept, as the hosts of tables know it.
//!
//! [`Store`] is all that a host asks for: an SQLite file is behind it in the server, and a database of the browser can be
//! behind it inside the page. A store keeps events and never changes one; it knows neither rules nor tables.

use std::fmt;
use std::pin::Pin;
use std::str::FromStr;

use crate::PlayerId;
use crate::log::GameLog;
use crate::table::Append;
use crate::wire::{GameSummary, StoreFailure};

/// What comes of something that a store is asked for.
#[cfg(not(target_family = "wasm"))]
pub type StoreFuture<'a, T> = Pin<Box<dyn Future<Output = Result<T, StoreFailure>> + Send + 'a>>;

/// What comes of something that a store is asked for. Whatever runs inside a page stays on its thread.
#[cfg(target_family = "wasm")]
pub type StoreFuture<'a, T> = Pin<Box<dyn Future<Output = Result<T, StoreFailure>> + 'a>>;

/// How many games a list holds at once.
pub const PAGE: usize = 24;

/// Where games are kept. What was stored is there after the program dies at any moment.
pub trait Store {
    /// Adds events to a game, the first of which may be its beginning. Done when they can no longer be lost. Events that
    /// are there already are not added again, so a caller that is not sure may ask again. A game that was
    /// deleted stays so: that is [`StoreFailure::Deleted`].
    fn append(&self, append: Append) -> StoreFuture<'_, ()>;

    /// Everything that happened in a game.
    fn load<'a>(&'a self, id: &'a str) -> StoreFuture<'a, Option<GameLog>>;

    /// Somebody's games that hold every word of a text, the newest first, from behind a place on.
    fn list<'a>(
        &'a self,
        who: &'a PlayerId,
        search: &'a str,
        after: Option<PageCursor>,
    ) -> StoreFuture<'a, GamePage>;

    /// Everything that happened in somebody's games, the newest first, from behind a place on.
    fn logs<'a>(&'a self, who: &'a PlayerId, after: Option<PageCursor>) -> StoreFuture<'a, LogPage>;

    /// Whether somebody's list holds a game like this one, played at the same moment.
    fn has_like<'a>(&'a self, who: &'a PlayerId, append: &'a Append) -> StoreFuture<'a, bool>;

    /// Takes a game out of somebody's list for good, and forgets it when it is in no other. Whether it was forgotten.
    fn delete<'a>(&'a self, who: &'a PlayerId, id: &'a str) -> StoreFuture<'a, bool>;

    /// A value of the host's own by name, which is kept from the first time it is asked for.
    fn remembered<'a>(&'a self, name: &'static str, first: String) -> StoreFuture<'a, String>;
}

/// A place in somebody's list: behind the game that was last played then and has this number in the store.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PageCursor {
    /// When that game was last played, in milliseconds since 1970.
    pub updated: u64,
    /// Its number.
    pub number: u64,
}

impl fmt::Display for PageCursor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.updated, self.number)
    }
}

impl FromStr for PageCursor {
    type Err = ();

    fn from_str(text: &str) -> Result<PageCursor, ()> {
        let (updated, number) = text.split_once('-').ok_or(())?;
        let number_of = |text: &str| text.parse::<u64>().map_err(|_| ());
        Ok(PageCursor {
            updated: number_of(updated)?,
            number: number_of(number)?,
        })
    }
}

/// A page of a list.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct GamePage {
    /// The games.
    pub games: Vec<GameSummary>,
    /// Where the next page begins, if there are more.
    pub next: Option<PageCursor>,
}

/// A page of games with all that happened in them.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct LogPage {
    /// The games. One that cannot be read is here by its name, with the reason.
    pub games: Vec<Result<GameLog, StoreFailure>>,
    /// Where the next page begins, if there are more.
    pub next: Option<PageCursor>,
}

/// What the words of a search are looked for in: the game by both its names, the players and the result as lists show it.
/// The date is looked for by itself.
pub fn words(game: &str, title: &str, [black, white, result]: &[&str; 3]) -> String {
    let result = if result.is_empty() { "in progress" } else { result };
    format!("{game} {title} {black} {white} {result}").to_lowercase()
}

/// Whether a word of a search may be part of a date, which is not among the words of a game.
pub fn may_be_date(word: &str) -> bool {
    word.bytes().all(|byte| byte.is_ascii_digit() || byte == b'-')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_is_written_and_read() {
        let place = PageCursor {
            updated: 1_795_046_399_123,
            number: 57,
        };
        assert_eq!(place.to_string().parse(), Ok(place));
        for text in ["", "-", "1-", "1", "-1-2", "a-b", "99999999999999999999999-1"] {
            assert_eq!(text.parse::<PageCursor>(), Err(()), "{text}");
        }
    }
}
