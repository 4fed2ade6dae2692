//! What a table asks its host to think about.
//!
//! A request says what to think about, how hard and for whom; when it is done, and on which thread, is the
//! host's to decide. Whatever is reported about a job that the table has given up is ignored.

use parlor_core::Level;
use parlor_core::think::Limits;
use parlor_games::AnyGame;

use crate::PlayerId;

/// The number of a request among those of its table.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct JobId(pub u64);

/// What a thought is for, the most urgent first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Purpose {
    /// The computer's move, for which somebody waits.
    Move,
    /// A hint, for which somebody waits too.
    Hint,
    /// One moment of a review.
    Review,
    /// An analysis, which may last.
    Analysis,
}

/// Who thinks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Thinker {
    /// The computer of a level. The same seed chooses the same moves.
    Level {
        /// Which.
        level: Level,
        /// Where its variety comes from.
        seed: u64,
    },
    /// The engine at its full strength.
    Full,
}

/// What somebody wants the engine to think with. The host gives no more than it has.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Resources {
    /// The threads of one search.
    pub threads: Option<usize>,
    /// The table of positions, in mebibytes.
    pub hash_mib: Option<usize>,
}

/// Something to think about.
#[derive(Clone, PartialEq, Debug)]
pub struct ThinkRequest {
    /// Its number, with which reports and the thought come back.
    pub job: JobId,
    /// What it is for.
    pub purpose: Purpose,
    /// Whose request it is: what one person asks for must not delay what others do.
    pub asked_by: PlayerId,
    /// The game, at the position in question.
    pub game: AnyGame,
    /// Who thinks.
    pub thinker: Thinker,
    /// When to stop by itself. The host adds the flag with which it stops sooner.
    pub limits: Limits<String>,
    /// With what to think, at full strength.
    pub resources: Resources,
    /// Whether reports on the way are of use.
    pub reports: bool,
}
