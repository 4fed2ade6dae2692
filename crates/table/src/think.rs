//! Search requests from a table to its host.
//!
//! A request says what to search, with which limits and for whom; the host decides when, and on which thread.
//! Reports about a job that the table has cancelled are ignored.

use parlor_core::Level;
use parlor_core::think::Limits;
use parlor_games::AnyGame;

use crate::PlayerId;

/// The number of a request, unique within its table.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct JobId(pub u64);

/// The purpose of a search, the most urgent first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Purpose {
    /// The computer's move, for which a player waits.
    Move,
    /// A hint, for which a person waits too.
    Hint,
    /// One moment of a review.
    Review,
    /// An analysis, which may take long.
    Analysis,
}

/// The player that searches.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Thinker {
    /// The computer at a level. The same seed chooses the same moves.
    Level {
        /// The level.
        level: Level,
        /// The seed of its variety.
        seed: u64,
    },
    /// The engine at full strength.
    Full,
}

/// The resources requested for a search. The host gives no more than it has.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Resources {
    /// The number of threads.
    pub threads: Option<usize>,
    /// The size of the transposition table, in mebibytes.
    pub hash_mib: Option<usize>,
}

/// A search request.
#[derive(Clone, PartialEq, Debug)]
pub struct ThinkRequest {
    /// Its number, which reports and the result carry.
    pub job: JobId,
    /// The purpose.
    pub purpose: Purpose,
    /// The person who made the request: one person's requests must not delay those of others.
    pub asked_by: PlayerId,
    /// The game, at the position to search.
    pub game: AnyGame,
    /// The player that searches.
    pub thinker: Thinker,
    /// The limits of the search. The host adds its stop token.
    pub limits: Limits<String>,
    /// The resources, at full strength.
    pub resources: Resources,
    /// Whether intermediate reports are useful.
    pub reports: bool,
}
