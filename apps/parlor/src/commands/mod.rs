//! One module for each command of `parlor`.

pub(crate) mod analyze;
pub(crate) mod bench;
pub(crate) mod check;
pub(crate) mod loadtest;
pub(crate) mod match_;
pub(crate) mod perft;
pub(crate) mod serve;
pub(crate) mod solve;

/// Evaluates an expression with `$node` standing for the search node of the game of this kind.
macro_rules! with_contender {
    ($kind:expr, $node:ident => $result:expr) => {
        match $kind {
            parlor_games::Kind::Othello => {
                type $node = parlor_engine::othello::OthelloNode;
                $result
            }
            parlor_games::Kind::Ataxx => {
                type $node = parlor_engine::ataxx::AtaxxNode;
                $result
            }
            parlor_games::Kind::Loa => {
                type $node = parlor_engine::loa::LoaNode;
                $result
            }
        }
    };
}
pub(crate) use with_contender;
