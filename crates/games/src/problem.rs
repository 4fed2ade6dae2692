//! What is wrong with a move, a position, an agreement or a file, as a code with parameters.
//!
//! The errors of this crate say what is wrong in words, for terminals and logs. A page that speaks several languages
//! needs the same without words: codes that are common to all games, and the texts and squares that they are about.
//! With the feature `wire` they can be sent.

use parlor_core::Excerpt;

use crate::any::NewGameError;
use crate::import::{ImportError, NoGame};
use crate::kind::UnknownGame;
use crate::pgn::ParseGameError;
use crate::playable::{MoveError, PositionError};
use crate::spec::ParseSpecError;

/// Why a text is not a move that can be played. Squares are named as on the board.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(
    feature = "wire",
    derive(serde::Serialize, serde::Deserialize, ts_rs::TS),
    serde(tag = "code", rename_all = "snake_case")
)]
pub enum MoveProblem {
    /// The game has ended.
    Over,
    /// There is no text.
    Missing,
    /// The text is not a move.
    Unreadable {
        /// The offending part.
        text: String,
        /// How many characters stand before it.
        at: u32,
        /// A move as it is written.
        example: String,
    },
    /// The board has no such square.
    OffBoard {
        /// What was named.
        square: String,
    },
    /// Something stands where the move ends.
    Occupied {
        /// Where.
        square: String,
    },
    /// A disc there would turn nothing.
    TurnsNothing {
        /// Where.
        square: String,
    },
    /// A pass while there is a move.
    MustMove,
    /// No piece of the mover stands where the move starts.
    NoPiece {
        /// Where.
        square: String,
    },
    /// A piece of the other side stands where the move starts.
    OpponentsPiece {
        /// Where.
        square: String,
    },
    /// The move ends on a block.
    Blocked {
        /// Where.
        square: String,
    },
    /// No piece of the mover can grow there.
    NothingNear {
        /// Where.
        square: String,
    },
    /// The move is longer than a move may be.
    TooFar {
        /// Where it starts.
        from: String,
        /// Where it ends.
        to: String,
    },
    /// The move is shorter than a jump.
    TooNear {
        /// Where it starts.
        from: String,
        /// Where it ends.
        to: String,
    },
    /// The move ends where it starts.
    StaysPut {
        /// Where.
        square: String,
    },
    /// A piece of the mover stands where the move ends.
    OwnPiece {
        /// Where.
        square: String,
    },
    /// The move follows no line.
    NotStraight {
        /// Where it starts.
        from: String,
        /// Where it ends.
        to: String,
    },
    /// The move does not go as far as there are pieces on its line.
    WrongDistance {
        /// How far it should go.
        needed: u32,
        /// How far it goes.
        got: u32,
    },
    /// An enemy stands in the way.
    EnemyBetween {
        /// Where.
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

/// Why a game cannot be set up so.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(
    feature = "wire",
    derive(serde::Serialize, serde::Deserialize, ts_rs::TS),
    serde(tag = "code", rename_all = "snake_case")
)]
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
        /// How many rows.
        rows: u32,
        /// How many columns.
        columns: u32,
    },
    /// Blocks are wanted and none is named.
    NoBlockNamed,
    /// No block has that name.
    UnknownBlock {
        /// The name.
        text: String,
    },
    /// The text is not a limit on the moves.
    BadLimit {
        /// The text.
        text: String,
    },
    /// This many moves were made already.
    LimitTooSmall {
        /// The limit.
        limit: u32,
        /// The moves.
        made: u32,
    },
    /// A block would cover a piece.
    BlockOnPiece {
        /// Where.
        square: String,
    },
    /// The board has no such square.
    OffBoard {
        /// What was named.
        square: String,
    },
    /// These squares are no board of the game.
    NotABoard,
    /// There is no text.
    Empty,
    /// A part of the text is no square.
    BadSquare {
        /// The part.
        text: String,
        /// How many characters stand before it.
        at: u32,
    },
    /// The board has too few or too many squares.
    WrongSquares {
        /// How many there are.
        found: u32,
        /// How many there should be.
        needed: u32,
    },
    /// A row has too few or too many squares.
    WrongRow {
        /// The row.
        text: String,
        /// How many squares it has.
        found: u32,
        /// How many it should have.
        needed: u32,
    },
    /// There are too few or too many rows.
    WrongRows {
        /// How many there are.
        found: u32,
        /// How many there should be.
        needed: u32,
    },
    /// The side to move is missing.
    NoTurn,
    /// The side to move is none.
    BadTurn {
        /// What stands there.
        text: String,
    },
    /// Something should be a number and is none.
    BadNumber {
        /// What stands there.
        text: String,
    },
    /// Something follows a complete position.
    Trailing {
        /// What.
        text: String,
    },
    /// Two things stand on one square.
    TwoPieces {
        /// Where.
        square: String,
    },
    /// Nobody has a piece.
    NoPieces,
    /// The game would have ended before its clock came so far.
    ClockTooHigh {
        /// Where the clock stands.
        clock: u32,
        /// Where the game ends.
        limit: u32,
    },
}

/// Why nothing was found in a text or in files.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(
    feature = "wire",
    derive(serde::Serialize, serde::Deserialize, ts_rs::TS),
    serde(tag = "code", rename_all = "snake_case")
)]
pub enum ImportProblem {
    /// It is nothing that we know.
    Unknown,
    /// Names without the games that they belong to.
    NamesOnly,
    /// A file in this format that cannot be read.
    Unreadable {
        /// The code of the format.
        format: String,
    },
    /// A file in this format without a game that can be replayed.
    NoGame {
        /// The code of the format.
        format: String,
        /// The number of the first game in the file, from 1, if there is any.
        game: Option<u32>,
        /// What is wrong with that game, as far as there is a code for it.
        problem: Option<GameProblem>,
    },
    /// A game that cannot be read.
    Game {
        /// Why not.
        problem: GameProblem,
    },
}

/// What is wrong with a game that was written down.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(
    feature = "wire",
    derive(serde::Serialize, serde::Deserialize, ts_rs::TS),
    serde(tag = "code", rename_all = "snake_case")
)]
pub enum GameProblem {
    /// A line in brackets that is no tag.
    BadTag {
        /// The line.
        text: String,
    },
    /// Nothing says which game it is.
    NoGameTag,
    /// The game cannot begin so.
    Setup {
        /// Why not.
        problem: SetupProblem,
    },
    /// A move cannot be played.
    Move {
        /// Which move, from 1.
        number: u32,
        /// Its text.
        text: String,
        /// Why not.
        problem: MoveProblem,
    },
    /// Something in a list of moves is no move.
    BadMove {
        /// What.
        text: String,
    },
    /// A side moves that is not to move.
    OutOfTurn {
        /// Which move, from 1.
        number: u32,
        /// Its text.
        text: String,
    },
    /// A comment never ends.
    OpenComment,
    /// There are more moves than any game has.
    TooLong,
}

impl MoveError {
    /// What is wrong, without words.
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
    /// What is wrong, without words.
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
    /// What is wrong, without words.
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
    /// What is wrong, without words.
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
    /// What is wrong, without words.
    pub fn problem(&self) -> SetupProblem {
        SetupProblem::UnknownGame {
            text: self.name().to_owned(),
        }
    }
}

impl ParseGameError {
    /// What is wrong, without words.
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
    /// What is wrong, without words.
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

/// Where an excerpt stands.
pub(crate) fn place(excerpt: &Excerpt) -> u32 {
    u32::try_from(excerpt.at).unwrap_or(u32::MAX)
}

/// A number that a problem is about.
pub(crate) fn number(value: usize) -> u32 {
    u32::try_from(value).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{AnyGame, Kind, Spec, import};

    fn problem_of(kind: Kind, mv: &str) -> MoveProblem {
        let mut game = AnyGame::new(&Spec::usual(kind)).unwrap();
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
