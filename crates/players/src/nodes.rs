//! Which search node plays which game: the only place that lists them.

/// What the macros name, reachable from wherever they are used.
#[doc(hidden)]
pub mod re_exported {
    pub use parlor_engine::ataxx::AtaxxNode;
    pub use parlor_engine::loa::LoaNode;
    pub use parlor_engine::othello::{GridNode, OthelloNode};
    pub use parlor_games::Kind;
}

/// Evaluates an expression with `$node` standing for the search node of the games of a
/// [`Kind`](parlor_games::Kind), as they are usually played.
///
/// ```
/// use parlor_engine::Contender;
/// use parlor_games::Kind;
///
/// let names = Kind::ALL.map(|kind| parlor_players::with_node!(kind, N => N::NAME));
/// assert_eq!(names, Kind::ALL.map(Kind::name));
/// ```
#[macro_export]
macro_rules! with_node {
    ($kind:expr, $node:ident => $result:expr) => {
        match $kind {
            $crate::re_exported::Kind::Othello => {
                type $node = $crate::re_exported::OthelloNode;
                $result
            }
            $crate::re_exported::Kind::Ataxx => {
                type $node = $crate::re_exported::AtaxxNode;
                $result
            }
            $crate::re_exported::Kind::Loa => {
                type $node = $crate::re_exported::LoaNode;
                $result
            }
        }
    };
}

/// Evaluates an expression with `$record` bound to the record of a game and `$node` standing for the search node
/// that plays on its board.
macro_rules! with_record {
    ($any:expr, ($node:ident, $record:ident) => $result:expr) => {
        match $any {
            parlor_games::AnyRecord::Othello($record) => {
                type $node = parlor_engine::othello::OthelloNode;
                $result
            }
            parlor_games::AnyRecord::Grid($record) => {
                type $node = parlor_engine::othello::GridNode;
                $result
            }
            parlor_games::AnyRecord::Ataxx($record) => {
                type $node = parlor_engine::ataxx::AtaxxNode;
                $result
            }
            parlor_games::AnyRecord::Loa($record) => {
                type $node = parlor_engine::loa::LoaNode;
                $result
            }
        }
    };
}
pub(crate) use with_record;
