//! Dispatch from a game that is chosen at run time to code that is generic over games.

/// The names that the macros use, reachable from every crate that uses them.
#[doc(hidden)]
pub mod re_exported {
    pub use parlor_ataxx::Position as AtaxxPosition;
    #[cfg(feature = "fourth-game")]
    pub use parlor_clobber::Position as ClobberPosition;
    pub use parlor_loa::Position as LoaPosition;
    pub use parlor_othello::{Board, GridBoard};
}

/// Evaluates an expression with `$record` bound to the record of the game, a
/// [`GameRecord`](parlor_core::GameRecord) of a [`Playable`](crate::Playable) game or a reference to one,
/// and, if a name for it is given, with `$game` standing for that game's position.
///
/// ```
/// use parlor_games::{AnyGame, Kind, Spec, each_record};
///
/// let game = AnyGame::new(&Spec::default_for(Kind::Ataxx))?;
/// assert_eq!(each_record!(game.record(), record => record.len()), 0);
/// let size = each_record!(game.record(), (Position, record) => {
///     let start: &Position = record.start();
///     std::mem::size_of_val(start)
/// });
/// assert!(size > 0);
/// # Ok::<(), parlor_games::NewGameError>(())
/// ```
#[cfg(not(feature = "fourth-game"))]
#[macro_export]
macro_rules! each_record {
    ($any:expr, $record:ident => $result:expr) => {
        match $any {
            $crate::AnyRecord::Othello($record) => $result,
            $crate::AnyRecord::Grid($record) => $result,
            $crate::AnyRecord::Ataxx($record) => $result,
            $crate::AnyRecord::Loa($record) => $result,
        }
    };
    ($any:expr, ($game:ident, $record:ident) => $result:expr) => {
        match $any {
            $crate::AnyRecord::Othello($record) => {
                type $game = $crate::re_exported::Board;
                $result
            }
            $crate::AnyRecord::Grid($record) => {
                type $game = $crate::re_exported::GridBoard;
                $result
            }
            $crate::AnyRecord::Ataxx($record) => {
                type $game = $crate::re_exported::AtaxxPosition;
                $result
            }
            $crate::AnyRecord::Loa($record) => {
                type $game = $crate::re_exported::LoaPosition;
                $result
            }
        }
    };
}

// The same with the test game: a condition inside a macro would be that of the crate that uses it.
/// See above.
#[cfg(feature = "fourth-game")]
#[macro_export]
macro_rules! each_record {
    ($any:expr, $record:ident => $result:expr) => {
        match $any {
            $crate::AnyRecord::Othello($record) => $result,
            $crate::AnyRecord::Grid($record) => $result,
            $crate::AnyRecord::Ataxx($record) => $result,
            $crate::AnyRecord::Loa($record) => $result,
            $crate::AnyRecord::Clobber($record) => $result,
        }
    };
    ($any:expr, ($game:ident, $record:ident) => $result:expr) => {
        match $any {
            $crate::AnyRecord::Othello($record) => {
                type $game = $crate::re_exported::Board;
                $result
            }
            $crate::AnyRecord::Grid($record) => {
                type $game = $crate::re_exported::GridBoard;
                $result
            }
            $crate::AnyRecord::Ataxx($record) => {
                type $game = $crate::re_exported::AtaxxPosition;
                $result
            }
            $crate::AnyRecord::Loa($record) => {
                type $game = $crate::re_exported::LoaPosition;
                $result
            }
            $crate::AnyRecord::Clobber($record) => {
                type $game = $crate::re_exported::ClobberPosition;
                $result
            }
        }
    };
}

/// Evaluates an expression with `$game` standing for the position of the games of a [`Kind`](crate::Kind) on
/// their standard board.
///
/// ```
/// use parlor_core::Described;
/// use parlor_games::{Kind, with_game};
///
/// for kind in Kind::ALL {
///     assert_eq!(with_game!(kind, G => G::DESCRIPTOR.name), kind.name());
/// }
/// ```
#[cfg(not(feature = "fourth-game"))]
#[macro_export]
macro_rules! with_game {
    ($kind:expr, $game:ident => $result:expr) => {
        match $kind {
            $crate::Kind::Othello => {
                type $game = $crate::re_exported::Board;
                $result
            }
            $crate::Kind::Ataxx => {
                type $game = $crate::re_exported::AtaxxPosition;
                $result
            }
            $crate::Kind::Loa => {
                type $game = $crate::re_exported::LoaPosition;
                $result
            }
        }
    };
}

// The same with the test game: a condition inside a macro would be that of the crate that uses it.
/// See above.
#[cfg(feature = "fourth-game")]
#[macro_export]
macro_rules! with_game {
    ($kind:expr, $game:ident => $result:expr) => {
        match $kind {
            $crate::Kind::Othello => {
                type $game = $crate::re_exported::Board;
                $result
            }
            $crate::Kind::Ataxx => {
                type $game = $crate::re_exported::AtaxxPosition;
                $result
            }
            $crate::Kind::Loa => {
                type $game = $crate::re_exported::LoaPosition;
                $result
            }
            $crate::Kind::Clobber => {
                type $game = $crate::re_exported::ClobberPosition;
                $result
            }
        }
    };
}
