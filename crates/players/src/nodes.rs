//! The mapping from games to search nodes, which each game's engine defines
//! ([`HasEngine`](parlor_engine::HasEngine)).

/// The names that the macros use, reachable from every crate that uses them.
#[doc(hidden)]
pub mod re_exported {
    pub use parlor_engine::HasEngine;
    pub use parlor_games::with_game;
}

/// Evaluates an expression with `$node` standing for the search node of a [`Kind`](parlor_games::Kind) of
/// game on its standard board.
///
/// ```
/// use parlor_engine::EngineNode;
/// use parlor_games::Kind;
///
/// let names = Kind::ALL.map(|kind| parlor_players::with_node!(kind, N => N::NAME));
/// assert_eq!(names, Kind::ALL.map(Kind::name));
/// ```
#[macro_export]
macro_rules! with_node {
    ($kind:expr, $node:ident => $result:expr) => {
        $crate::re_exported::with_game!($kind, PlayedGame => {
            type $node = <PlayedGame as $crate::re_exported::HasEngine>::Node;
            $result
        })
    };
}

/// Evaluates an expression with `$record` bound to the record of a game and `$node` standing for the search node
/// that plays on its board.
macro_rules! with_record {
    ($any:expr, ($node:ident, $record:ident) => $result:expr) => {
        parlor_games::each_record!($any, (PlayedGame, $record) => {
            type $node = <PlayedGame as parlor_engine::HasEngine>::Node;
            $result
        })
    };
}
pub(crate) use with_record;
