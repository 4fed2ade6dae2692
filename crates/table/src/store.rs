//! The interface to the storage of games.
//!
//! [`Store`] is the interface that a host needs: in the server it is an SQLite file, and inside the page a database
//! of the browser. A store only adds events and never changes one; it contains neither rules nor tables.

use std::fmt;
use std::pin::Pin;
use std::str::FromStr;

use parlor_games::Kind;

use crate::PlayerId;
use crate::log::GameLog;
use crate::table::Append;
use crate::wire::{GameSummary, StoreFailure};

/// The pending result of a store operation.
#[cfg(not(target_family = "wasm"))]
pub type StoreFuture<'a, T> = Pin<Box<dyn Future<Output = Result<T, StoreFailure>> + Send + 'a>>;

/// The pending result of a store operation. Inside a page everything stays on its thread.
#[cfg(target_family = "wasm")]
pub type StoreFuture<'a, T> = Pin<Box<dyn Future<Output = Result<T, StoreFailure>> + 'a>>;

/// The number of games on a page of a list.
pub const PAGE: usize = 24;

/// The storage of games. Stored data survives if the program is killed at any time.
pub trait Store {
    /// Appends events to a game, the first of which may be its start. Completes when they can no longer be
    /// lost. Events that exist already are not added again, so a caller that is not sure may retry. A deleted
    /// game stays deleted: that is [`StoreFailure::Deleted`].
    fn append(&self, append: Append) -> StoreFuture<'_, ()>;

    /// Returns all events of a game.
    fn load<'a>(&'a self, id: &'a str) -> StoreFuture<'a, Option<GameLog>>;

    /// Returns a person's games that contain every word of a text, the newest first, after a cursor.
    fn list<'a>(
        &'a self,
        who: &'a PlayerId,
        search: &'a str,
        after: Option<PageCursor>,
    ) -> StoreFuture<'a, GamePage>;

    /// Returns all events of a person's games, the newest first, after a cursor.
    fn logs<'a>(&'a self, who: &'a PlayerId, after: Option<PageCursor>) -> StoreFuture<'a, LogPage>;

    /// Returns whether a person's list has an equal game, played at the same time.
    fn has_like<'a>(&'a self, who: &'a PlayerId, append: &'a Append) -> StoreFuture<'a, bool>;

    /// Removes a game from a person's list for good, and deletes it when it is in no other list. Returns
    /// whether it was deleted.
    fn delete<'a>(&'a self, who: &'a PlayerId, id: &'a str) -> StoreFuture<'a, bool>;

    /// Returns a named value of the host. The first call stores `first`.
    fn remembered<'a>(&'a self, name: &'static str, first: String) -> StoreFuture<'a, String>;
}

/// A position in a person's list: after the game that was last played at this time and has this number in the
/// store.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PageCursor {
    /// When that game was last played, in milliseconds since 1970.
    pub updated: u64,
    /// Its number in the store.
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
    /// The cursor of the next page, if there are more.
    pub next: Option<PageCursor>,
}

/// A page of games with all their events.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct LogPage {
    /// The games. One that cannot be read is represented by its name and the reason.
    pub games: Vec<Result<GameLog, StoreFailure>>,
    /// The cursor of the next page, if there are more.
    pub next: Option<PageCursor>,
}

/// Returns the text that a search matches words against: both names of the game, the players, the result and
/// the opening as lists show them. The date is matched separately.
pub fn words(game: &str, opening: Option<&str>, searched: &[String; 3]) -> String {
    let [black, white, result] = searched;
    let title = game.parse::<Kind>().map_or("", Kind::title);
    let result = if result.is_empty() { "in progress" } else { result };
    let opening = opening.unwrap_or_default();
    format!("{game} {title} {black} {white} {result} {opening}")
        .trim_end()
        .to_lowercase()
}

/// Returns whether a search word may be part of a date, which is not among the words of a game.
pub fn may_be_date(word: &str) -> bool {
    word.bytes().all(|byte| byte.is_ascii_digit() || byte == b'-')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cursor_survives_formatting_and_parsing() {
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
