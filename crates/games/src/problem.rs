//! Problems with a move, a position, an agreement or a file, as codes with parameters.
//!
//! The errors of this crate describe a problem in words, for terminals and logs. A page that supports several
//! languages needs the same without words: codes that all games share, and the texts and squares that they
//! concern. With the feature `wire` they can be sent.

use parlor_core::Excerpt;

use crate::any::NewGameError;
use crate::import::{ImportError, NoGame};
use crate::kind::UnknownGame;
use crate::pgn::ParseGameError;
use crate::playable::{MoveError, PositionError};
use crate::spec::ParseSpecError;

/// The reason why a text is not a legal move. Squares have the names of the board.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(
    feature = "wire",
    derive(serde::Serialize, serde::Deserialize),
    serde(tag = "code", rename_all = "snake_case")
)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub enum MoveProblem {
    /// The game has ended.
    Over,
    /// The text is empty.
    Missing,
    /// The text is not a move.
    Unreadable {
        /// The part that is wrong.
        text: String,
        /// The number of characters before it.
        at: u32,
        /// A move in the expected notation.
        example: String,
    },
    /// The board has no such square.
    OffBoard {
        /// The name that was given.
        square: String,
    },
    /// The target square is not empty.
    Occupied {
        /// The square.
        square: String,
    },
    /// A disc there would turn nothing.
    TurnsNothing {
        /// The square.
        square: String,
    },
    /// A pass although there is a move.
    MustMove,
    /// The origin holds no piece of the mover.
    NoPiece {
        /// The square.
        square: String,
    },
    /// The origin holds a piece of the other side.
    OpponentsPiece {
        /// The square.
        square: String,
    },
    /// The target is a block.
    Blocked {
        /// The square.
        square: String,
    },
    /// No piece of the mover is next to the target.
    NothingNear {
        /// The square.
        square: String,
    },
    /// The move is too long.
    TooFar {
        /// The origin.
        from: String,
        /// The target.
        to: String,
    },
    /// The move is shorter than a jump.
    TooNear {
        /// The origin.
        from: String,
        /// The target.
        to: String,
    },
    /// The origin and the target are equal.
    StaysPut {
        /// The square.
        square: String,
    },
    /// The target holds a piece of the mover.
    OwnPiece {
        /// The square.
        square: String,
    },
    /// The move is not along a line.
    NotStraight {
        /// The origin.
        from: String,
        /// The target.
        to: String,
    },
    /// The length of the move differs from the number of pieces on its line.
    WrongDistance {
        /// The required distance.
        needed: u32,
        /// The distance of the move.
        got: u32,
    },
    /// An enemy is in the way.
    EnemyBetween {
        /// The square.
        square: String,
    },
}

impl MoveProblem {
    pub(crate) fn unreadable(excerpt: &Excerpt, example: &str) -> MoveProblem {
        MoveProblem::Unreadable {
            text: excerpt.text.clone(),
            at: place(excerpt),
            example: example.to_owned(),
        }
    }
}

/// The reason why a game cannot be set up.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(
    feature = "wire",
    derive(serde::Serialize, serde::Deserialize),
    serde(tag = "code", rename_all = "snake_case")
)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub enum SetupProblem {
    /// There is no such game.
    UnknownGame {
        /// The name.
        text: String,
    },
    /// The game has no such rules.
    UnknownRules {
        /// The name.
        text: String,
    },
    /// The text is not a size.
    BadSize {
        /// The text.
        text: String,
    },
    /// No board has that size.
    NoSuchSize {
        /// The number of rows.
        rows: u32,
        /// The number of columns.
        columns: u32,
    },
    /// Blocks are requested but none is named.
    NoBlockNamed,
    /// No block has that name.
    UnknownBlock {
        /// The name.
        text: String,
    },
    /// The text is not a move limit.
    BadLimit {
        /// The text.
        text: String,
    },
    /// The moves made so far already reach the limit.
    LimitTooSmall {
        /// The limit.
        limit: u32,
        /// The moves.
        made: u32,
    },
    /// A block would cover a piece.
    BlockOnPiece {
        /// The square.
        square: String,
    },
    /// The board has no such square.
    OffBoard {
        /// The name that was given.
        square: String,
    },
    /// The squares do not form a board of the game.
    NotABoard,
    /// The text is empty.
    Empty,
    /// A part of the text is not a square.
    BadSquare {
        /// The part.
        text: String,
        /// The number of characters before it.
        at: u32,
    },
    /// The board has too few or too many squares.
    WrongSquares {
        /// The number that was found.
        found: u32,
        /// The number that is required.
        needed: u32,
    },
    /// A row has too few or too many squares.
    WrongRow {
        /// The row.
        text: String,
        /// The number of its squares.
        found: u32,
        /// The number of squares that it needs.
        needed: u32,
    },
    /// There are too few or too many rows.
    WrongRows {
        /// The number that was found.
        found: u32,
        /// The number that is required.
        needed: u32,
    },
    /// The side to move is missing.
    NoTurn,
    /// The side to move is unknown.
    BadTurn {
        /// The text that was found.
        text: String,
    },
    /// A number is malformed.
    BadNumber {
        /// The text that was found.
        text: String,
    },
    /// More text follows a complete position.
    Trailing {
        /// The text.
        text: String,
    },
    /// Two pieces or blocks share a square.
    TwoPieces {
        /// The square.
        square: String,
    },
    /// Neither side has a piece.
    NoPieces,
    /// The game would have ended before the clock reached this value.
    ClockTooHigh {
        /// The value of the clock.
        clock: u32,
        /// The value at which the game ends.
        limit: u32,
    },
}

/// The reason why nothing was found in a text or in files.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(
    feature = "wire",
    derive(serde::Serialize, serde::Deserialize),
    serde(tag = "code", rename_all = "snake_case")
)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub enum ImportProblem {
    /// The format is unknown.
    Unknown,
    /// A file of names comes without its games.
    NamesOnly,
    /// A file in this format is malformed.
    Unreadable {
        /// The code of the format.
        format: String,
    },
    /// A file in this format has no game that can be replayed.
    NoGame {
        /// The code of the format.
        format: String,
        /// The number of the first game in the file, from 1, if there is any.
        game: Option<u32>,
        /// What is wrong with that game, as far as there is a code for it.
        problem: Option<GameProblem>,
    },
    /// A game is malformed.
    Game {
        /// The reason.
        problem: GameProblem,
    },
}

/// A problem with a game record.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(
    feature = "wire",
    derive(serde::Serialize, serde::Deserialize),
    serde(tag = "code", rename_all = "snake_case")
)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub enum GameProblem {
    /// A line in brackets is not a tag.
    BadTag {
        /// The line.
        text: String,
    },
    /// The `Game` tag is missing.
    NoGameTag,
    /// The game cannot begin.
    Setup {
        /// The reason.
        problem: SetupProblem,
    },
    /// A move is illegal.
    Move {
        /// The number of the move, from 1.
        number: u32,
        /// Its text.
        text: String,
        /// The reason.
        problem: MoveProblem,
    },
    /// A part of a move list is not a move.
    BadMove {
        /// The text.
        text: String,
    },
    /// A side moves out of turn.
    OutOfTurn {
        /// The number of the move, from 1.
        number: u32,
        /// Its text.
        text: String,
    },
    /// A comment has no end.
    OpenComment,
    /// There are too many moves.
    TooLong,
}

impl MoveError {
    /// Returns the problem code.
    pub fn problem(&self) -> MoveProblem {
        match self {
            MoveError::Over => MoveProblem::Over,
            MoveError::OthelloText(error) => error.into(),
            MoveError::Othello(error) => error.into(),
            MoveError::AtaxxText(error) => error.into(),
            MoveError::Ataxx(error) => error.into(),
            MoveError::LoaText(error) => error.into(),
            MoveError::Loa(error) => error.into(),
            #[cfg(feature = "fourth-game")]
            MoveError::ClobberText(error) => error.into(),
            #[cfg(feature = "fourth-game")]
            MoveError::Clobber(error) => error.into(),
        }
    }
}

impl PositionError {
    /// Returns the problem code.
    pub fn problem(&self) -> SetupProblem {
        match self {
            PositionError::Othello(error) => error.into(),
            PositionError::Ataxx(error) => error.into(),
            PositionError::Loa(error) => error.into(),
            #[cfg(feature = "fourth-game")]
            PositionError::Clobber(error) => error.into(),
            PositionError::Squares => SetupProblem::NotABoard,
        }
    }
}

impl NewGameError {
    /// Returns the problem code.
    pub fn problem(&self) -> SetupProblem {
        match self {
            NewGameError::Blocks(error) => error.into(),
            NewGameError::Position(error) => error.problem(),
            NewGameError::Limit(error) => SetupProblem::LimitTooSmall {
                limit: error.limit,
                made: error.made,
            },
        }
    }
}

impl ParseSpecError {
    /// Returns the problem code.
    pub fn problem(&self) -> SetupProblem {
        match self {
            ParseSpecError::Rules { text, .. } => SetupProblem::UnknownRules { text: text.clone() },
            ParseSpecError::Size(error) => error.into(),
            ParseSpecError::Blocks(error) => error.into(),
            ParseSpecError::MoveLimit(text) => SetupProblem::BadLimit { text: text.clone() },
        }
    }
}

impl UnknownGame {
    /// Returns the problem code.
    pub fn problem(&self) -> SetupProblem {
        SetupProblem::UnknownGame {
            text: self.name().to_owned(),
        }
    }
}

impl ParseGameError {
    /// Returns the problem code.
    pub fn problem(&self) -> GameProblem {
        let setup = |problem| GameProblem::Setup { problem };
        match self {
            ParseGameError::Tag(excerpt) => GameProblem::BadTag {
                text: excerpt.text.clone(),
            },
            ParseGameError::NoGame => GameProblem::NoGameTag,
            ParseGameError::UnknownGame(error) => setup(error.problem()),
            ParseGameError::Spec(error) => setup(error.problem()),
            ParseGameError::Start(error) => setup(error.problem()),
            ParseGameError::Move {
                number: at,
                text,
                reason,
            } => GameProblem::Move {
                number: number(*at),
                text: text.text.clone(),
                problem: reason.problem(),
            },
            ParseGameError::Comment(_) => GameProblem::OpenComment,
            ParseGameError::TooLong => GameProblem::TooLong,
        }
    }
}

impl ImportError {
    /// Returns the problem code.
    pub fn problem(&self) -> ImportProblem {
        let unreadable = |format: &str| ImportProblem::Unreadable {
            format: format.to_owned(),
        };
        let no_game = |format: &str, bad: &NoGame| ImportProblem::NoGame {
            format: format.to_owned(),
            game: bad.number,
            problem: bad.problem.as_deref().cloned(),
        };
        match self {
            ImportError::Parlor(error) => ImportProblem::Game {
                problem: error.problem(),
            },
            ImportError::Parlors(bad) => no_game("parlor", bad),
            ImportError::Sgf(bad) => no_game("sgf", bad),
            ImportError::GgfText(_) => unreadable("ggf"),
            ImportError::Ggf(bad) => no_game("ggf", bad),
            ImportError::WthorBytes(_) => unreadable("wthor"),
            ImportError::Wthor(bad) => no_game("wthor", bad),
            ImportError::Transcript(error) => ImportProblem::Game {
                problem: error.into(),
            },
            ImportError::NamesOnly => ImportProblem::NamesOnly,
            ImportError::Unknown(_) => ImportProblem::Unknown,
        }
    }
}

/// Returns the offset of an excerpt.
pub(crate) fn place(excerpt: &Excerpt) -> u32 {
    u32::try_from(excerpt.at).unwrap_or(u32::MAX)
}

/// Returns a parameter of a problem as `u32`.
pub(crate) fn number(value: usize) -> u32 {
    u32::try_from(value).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{AnyGame, Kind, Spec, import};

    fn problem_of(kind: Kind, mv: &str) -> MoveProblem {
        let mut game = AnyGame::new(&Spec::default_for(kind)).unwrap();
        game.play(mv).expect_err("it cannot be played").problem()
    }

    #[test]
    fn what_is_wrong_with_a_move_is_said_alike_for_every_game() {
        for (kind, example) in [
            (Kind::Othello, "f5"),
            (Kind::Ataxx, "a7-b6"),
            (Kind::Loa, "b8-b6"),
        ] {
            let problem = problem_of(kind, "?!");
            assert!(
                matches!(&problem, MoveProblem::Unreadable { text, example: shown, .. }
                    if text.contains('?') && shown.len() == example.len()),
                "{problem:?}"
            );
        }
        let square = |square: &str| square.to_owned();
        assert_eq!(
            problem_of(Kind::Othello, "d4"),
            MoveProblem::Occupied { square: square("d4") }
        );
        assert_eq!(
            problem_of(Kind::Othello, "a1"),
            MoveProblem::TurnsNothing { square: square("a1") }
        );
        assert_eq!(
            problem_of(Kind::Ataxx, "a1-d4"),
            MoveProblem::NoPiece { square: square("a1") }
        );
        assert_eq!(problem_of(Kind::Ataxx, "-"), MoveProblem::MustMove);
        assert_eq!(
            problem_of(Kind::Loa, "b1-b2"),
            MoveProblem::WrongDistance { needed: 2, got: 1 }
        );
        assert_eq!(
            problem_of(Kind::Loa, "a2-a4"),
            MoveProblem::OpponentsPiece { square: square("a2") }
        );
    }

    #[test]
    fn what_is_wrong_with_a_file_names_the_move() {
        let problem = |text: &str| {
            import::read(text.as_bytes())
                .expect_err("it cannot be read")
                .problem()
        };
        assert_eq!(problem("gibberish"), ImportProblem::Unknown);
        for text in ["[Game \"othello\"]\n\n1. f5 a1", "f5a1"] {
            let moved = problem(text);
            assert!(
                matches!(&moved, ImportProblem::Game { problem: GameProblem::Move { number: 2, text, problem } }
                    if text == "a1" && matches!(problem, MoveProblem::TurnsNothing { .. })),
                "{moved:?}"
            );
        }
        let unknown = problem("[Game \"chess\"]\n\n1. e4");
        assert!(
            matches!(&unknown, ImportProblem::Game { problem: GameProblem::Setup { problem } }
                if matches!(problem, SetupProblem::UnknownGame { text } if text == "chess")),
            "{unknown:?}"
        );
        let collection = problem("(;FF[4]GM[9]PB[Ann];B[b8-b6];W[a2-a3])");
        assert!(
            matches!(&collection, ImportProblem::NoGame { format, game: Some(1), problem: Some(GameProblem::Move { .. }) }
                if format == "sgf"),
            "{collection:?}"
        );
    }
}
