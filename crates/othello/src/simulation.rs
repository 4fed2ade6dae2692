//! A freely editable board.

use std::fmt;

use parlor_core::{Color, Square};
use thiserror::Error;

use crate::{Board, Place, Position, Rules, board};

/// The content of a square, or a side: the vocabulary of a [`Simulation`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Piece {
    /// A black disc; the black side.
    Black,
    /// A white disc; the white side.
    White,
    /// An empty square; neither side.
    None,
}

impl Piece {
    /// Returns the side, unless it is neither.
    pub const fn color(self) -> Option<Color> {
        match self {
            Piece::Black => Some(Color::Black),
            Piece::White => Some(Color::White),
            Piece::None => None,
        }
    }
}

impl From<Option<Color>> for Piece {
    fn from(color: Option<Color>) -> Piece {
        match color {
            Some(Color::Black) => Piece::Black,
            Some(Color::White) => Piece::White,
            None => Piece::None,
        }
    }
}

/// Writes `black`, `white` or `none`.
impl fmt::Display for Piece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Piece::Black => "black",
            Piece::White => "white",
            Piece::None => "none",
        })
    }
}

/// The error for [`Piece::None`] where a side is required. Nothing was changed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("none is not a side")]
pub struct NotASide;

/// The error for a square that does not exist. Nothing was changed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("row {row}, column {column} is not on the board")]
pub struct NoSuchSquare {
    /// The requested row.
    pub row: i32,
    /// The requested column.
    pub column: i32,
}

/// An 8×8 board on which squares and the turn can be set freely, besides moves by the rules.
///
/// Rows are 0 to 7 from the top, columns 0 to 7 from the left. Use `clone()` for an independent copy.
///
/// ```
/// use parlor_othello::{Piece, Simulation};
///
/// let mut game = Simulation::new();
/// game.restart(Piece::Black)?;
/// game.play(2, 3);
/// assert_eq!(game.entry(3, 3)?, Piece::Black);
/// assert_eq!(game.turn(), Piece::White);
///
/// let copy = game.clone();
/// game.play(2, 2);
/// assert_ne!(game, copy);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Simulation {
    board: Board,
}

impl Simulation {
    /// Creates an empty board with black to move.
    ///
    /// ```
    /// use parlor_othello::{Piece, Simulation};
    ///
    /// let game = Simulation::new();
    /// assert_eq!(game.count(Piece::None), 64);
    /// assert_eq!(game.turn(), Piece::Black);
    /// ```
    pub fn new() -> Simulation {
        let mut game = Simulation {
            board: Board::start(Rules::NoMoveLoses),
        };
        for place in game.board.size().places() {
            game.board.set_cell(place, None);
        }
        game
    }

    /// Sets up the start of a game with this side to move.
    ///
    /// ```
    /// use parlor_othello::{Piece, Simulation};
    ///
    /// let mut game = Simulation::new();
    /// assert!(game.restart(Piece::None).is_err());
    /// assert_eq!(game, Simulation::new());
    /// game.restart(Piece::White)?;
    /// assert_eq!(game.turn(), Piece::White);
    /// assert_eq!(game.entry(3, 3), Ok(Piece::White));
    /// assert_eq!(game.entry(3, 4), Ok(Piece::Black));
    /// # Ok::<(), parlor_othello::NotASide>(())
    /// ```
    pub fn restart(&mut self, color: Piece) -> Result<(), NotASide> {
        let turn = color.color().ok_or(NotASide)?;
        self.board = Board::start(self.board.rules());
        self.board.set_turn(turn);
        Ok(())
    }

    /// Sets the side to move.
    ///
    /// ```
    /// use parlor_othello::{NotASide, Piece, Simulation};
    ///
    /// let mut game = Simulation::new();
    /// assert_eq!(game.set_turn(Piece::White), Ok(()));
    /// assert_eq!(game.set_turn(Piece::None), Err(NotASide));
    /// assert_eq!(game.turn(), Piece::White);
    /// ```
    pub fn set_turn(&mut self, color: Piece) -> Result<(), NotASide> {
        self.board.set_turn(color.color().ok_or(NotASide)?);
        Ok(())
    }

    /// Returns the side to move, which is never [`Piece::None`].
    ///
    /// ```
    /// use parlor_othello::{Piece, Simulation};
    ///
    /// assert_eq!(Simulation::new().turn(), Piece::Black);
    /// ```
    pub fn turn(&self) -> Piece {
        Piece::from(Some(self.board.turn()))
    }

    /// Sets or clears a square, regardless of its content and of the side to move.
    ///
    /// ```
    /// use parlor_othello::{NoSuchSquare, Piece, Simulation};
    ///
    /// let mut game = Simulation::new();
    /// game.set_entry(Piece::White, 0, 7)?;
    /// assert_eq!(game.entry(0, 7), Ok(Piece::White));
    /// game.set_entry(Piece::None, 0, 7)?;
    /// assert_eq!(game.entry(0, 7), Ok(Piece::None));
    /// assert_eq!(
    ///     game.set_entry(Piece::White, -1, 8),
    ///     Err(NoSuchSquare { row: -1, column: 8 })
    /// );
    /// # Ok::<(), NoSuchSquare>(())
    /// ```
    pub fn set_entry(&mut self, color: Piece, row: i32, column: i32) -> Result<(), NoSuchSquare> {
        let square = square(row, column)?;
        self.board.set_cell(board::place(square), color.color());
        Ok(())
    }

    /// Returns the content of a square.
    ///
    /// ```
    /// use parlor_othello::{NoSuchSquare, Piece, Simulation};
    ///
    /// let game = Simulation::new();
    /// assert_eq!(game.entry(7, 7), Ok(Piece::None));
    /// assert_eq!(game.entry(7, 8), Err(NoSuchSquare { row: 7, column: 8 }));
    /// ```
    pub fn entry(&self, row: i32, column: i32) -> Result<Piece, NoSuchSquare> {
        Ok(Piece::from(self.board.cell(board::place(square(row, column)?))))
    }

    /// Returns whether this side could put a disc on this square if it were its turn: the square is on the
    /// board and empty, and the disc would turn others. Always false for [`Piece::None`].
    ///
    /// ```
    /// use parlor_othello::{Piece, Simulation};
    ///
    /// let mut game = Simulation::new();
    /// game.restart(Piece::Black)?;
    /// assert!(game.valid_move(Piece::Black, 2, 3));
    /// assert!(game.valid_move(Piece::White, 2, 4), "whichever side is to move");
    /// assert!(!game.valid_move(Piece::Black, 2, 4), "it turns nothing");
    /// assert!(!game.valid_move(Piece::Black, 3, 3), "it is occupied");
    /// assert!(!game.valid_move(Piece::Black, 8, 3), "it is not on the board");
    /// # Ok::<(), parlor_othello::NotASide>(())
    /// ```
    pub fn valid_move(&self, color: Piece, row: i32, column: i32) -> bool {
        let (Some(color), Ok(square)) = (color.color(), square(row, column)) else {
            return false;
        };
        let mut board = self.board;
        board.set_turn(color);
        board.flips(square).any()
    }

    /// Plays a move of the side to move and gives the turn to the other. Does nothing if the move is not
    /// valid.
    ///
    /// ```
    /// use parlor_othello::{Piece, Simulation};
    ///
    /// let mut game = Simulation::new();
    /// game.restart(Piece::Black)?;
    /// game.play(0, 0);
    /// assert_eq!(game.turn(), Piece::Black, "an invalid move is ignored");
    /// game.play(2, 3);
    /// assert_eq!((game.count(Piece::Black), game.count(Piece::White)), (4, 1));
    /// assert_eq!(game.turn(), Piece::White);
    /// # Ok::<(), parlor_othello::NotASide>(())
    /// ```
    pub fn play(&mut self, row: i32, column: i32) {
        self.play_as(self.turn(), row, column);
    }

    /// Like [`play`](Simulation::play), but does nothing unless it is this side's turn.
    ///
    /// ```
    /// use parlor_othello::{Piece, Simulation};
    ///
    /// let mut game = Simulation::new();
    /// game.restart(Piece::Black)?;
    /// game.play_as(Piece::White, 2, 4);
    /// assert_eq!(game.count(Piece::White), 2, "it is not white's turn");
    /// game.play_as(Piece::Black, 2, 3);
    /// assert_eq!(game.count(Piece::White), 1);
    /// # Ok::<(), parlor_othello::NotASide>(())
    /// ```
    pub fn play_as(&mut self, color: Piece, row: i32, column: i32) {
        if color == self.turn()
            && self.valid_move(color, row, column)
            && let Ok(square) = square(row, column)
        {
            self.board.play_flips(square, self.board.flips(square));
        }
    }

    /// Returns the number of squares with a disc of this side, or the number of empty squares.
    ///
    /// ```
    /// use parlor_othello::{Piece, Simulation};
    ///
    /// let mut game = Simulation::new();
    /// game.restart(Piece::Black)?;
    /// assert_eq!([Piece::Black, Piece::White, Piece::None].map(|p| game.count(p)), [2, 2, 60]);
    /// assert!(game.equal_pieces());
    /// game.play(2, 3);
    /// assert!(game.more_black_pieces() && !game.more_white_pieces());
    /// # Ok::<(), parlor_othello::NotASide>(())
    /// ```
    pub fn count(&self, color: Piece) -> u32 {
        match color.color() {
            Some(color) => self.board.count(color),
            None => self.board.n_empties(),
        }
    }

    /// Returns whether there are more black discs than white ones. That alone does not win.
    pub fn more_black_pieces(&self) -> bool {
        self.count(Piece::Black) > self.count(Piece::White)
    }

    /// Returns whether there are more white discs than black ones. That alone does not win.
    pub fn more_white_pieces(&self) -> bool {
        self.count(Piece::White) > self.count(Piece::Black)
    }

    /// Returns whether there are as many black discs as white ones.
    pub fn equal_pieces(&self) -> bool {
        self.count(Piece::Black) == self.count(Piece::White)
    }

    /// Returns the position as a [`Board`] under the rule that a side without a move loses.
    pub fn board(&self) -> Board {
        self.board
    }
}

impl Default for Simulation {
    fn default() -> Simulation {
        Simulation::new()
    }
}

/// Writes nine lines of eighteen characters, line break included: the column numbers, then each row's number
/// and squares, `-`, `B` or `W`.
///
/// ```
/// use parlor_othello::{Piece, Simulation};
///
/// let mut game = Simulation::new();
/// game.restart(Piece::Black)?;
/// let text = "\
///   0 1 2 3 4 5 6 7
/// 0 - - - - - - - -
/// 1 - - - - - - - -
/// 2 - - - - - - - -
/// 3 - - - W B - - -
/// 4 - - - B W - - -
/// 5 - - - - - - - -
/// 6 - - - - - - - -
/// 7 - - - - - - - -
/// ";
/// assert_eq!(game.to_string(), format!("  {text}"));
/// # Ok::<(), parlor_othello::NotASide>(())
/// ```
impl fmt::Display for Simulation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "  0 1 2 3 4 5 6 7")?;
        for row in 0..8 {
            write!(f, "{row}")?;
            for column in 0..8 {
                f.write_str(match self.board.cell(Place::new(row, column)) {
                    Some(Color::Black) => " B",
                    Some(Color::White) => " W",
                    None => " -",
                })?;
            }
            writeln!(f)?;
        }
        Ok(())
    }
}

fn square(row: i32, column: i32) -> Result<Square, NoSuchSquare> {
    let place = u8::try_from(row).and_then(|row| Ok(Place::new(row, u8::try_from(column)?)));
    place
        .ok()
        .and_then(board::square)
        .ok_or(NoSuchSquare { row, column })
}

#[cfg(test)]
mod tests {
    use parlor_core::{Game, Outcome};

    use super::*;
    use crate::State;

    fn with(black: &[(i32, i32)], white: &[(i32, i32)]) -> Simulation {
        let mut game = Simulation::new();
        for (piece, squares) in [(Piece::Black, black), (Piece::White, white)] {
            for &(row, column) in squares {
                game.set_entry(piece, row, column).unwrap();
            }
        }
        game
    }

    #[test]
    fn a_move_traps_contiguous_runs_in_every_direction_and_nothing_else() {
        // The third and fourth figures of the CMSC 132 specification, from its text: two discs above turn,
        // one to the upper right and two to the right; those below, to the upper left and to the lower right
        // do not, nor does the one beyond the nearest black disc above.
        let mut game = with(
            &[(0, 3), (2, 3), (3, 5), (5, 6)],
            &[
                (1, 3),
                (3, 3),
                (4, 3),
                (4, 4),
                (5, 4),
                (5, 5),
                (6, 3),
                (7, 3),
                (4, 2),
                (6, 4),
            ],
        );
        let before = game.clone();
        game.play(5, 3);
        let turned = [(3, 3), (4, 3), (4, 4), (5, 4), (5, 5)];
        for row in 0..8 {
            for column in 0..8 {
                let expected = if turned.contains(&(row, column)) || (row, column) == (5, 3) {
                    Piece::Black
                } else {
                    before.entry(row, column).unwrap()
                };
                assert_eq!(game.entry(row, column), Ok(expected), "({row},{column})");
            }
        }
        assert_eq!(game.turn(), Piece::White);
    }

    #[test]
    fn the_string_has_162_characters_and_nine_lines() {
        for game in [
            Simulation::new(),
            with(&[(0, 0), (7, 7)], &[(0, 7)]),
            with(&(0..64).map(|i| (i / 8, i % 8)).collect::<Vec<_>>(), &[]),
        ] {
            let text = game.to_string();
            assert_eq!(text.len(), 162);
            assert_eq!(text.matches('\n').count(), 9);
            assert!(text.lines().all(|line| line.len() == 17 && !line.ends_with(' ')));
            assert!(text.starts_with("  0 1 2 3 4 5 6 7\n0 "));
        }
    }

    #[test]
    fn none_is_no_side_and_changes_nothing() {
        let mut game = with(&[(3, 3)], &[(3, 4)]);
        let before = game.clone();
        assert_eq!(game.restart(Piece::None), Err(NotASide));
        assert_eq!(game.set_turn(Piece::None), Err(NotASide));
        assert!(!game.valid_move(Piece::None, 3, 5));
        game.play_as(Piece::None, 3, 5);
        assert_eq!(game, before);
    }

    #[test]
    fn squares_off_the_board_are_errors_or_ignored() {
        let mut game = with(&[(3, 3)], &[(3, 4)]);
        let before = game.clone();
        for (row, column) in [
            (-1, 0),
            (0, -1),
            (8, 0),
            (0, 8),
            (i32::MIN, i32::MAX),
            (256, 0),
            (3, 261),
        ] {
            assert_eq!(
                game.set_entry(Piece::Black, row, column),
                Err(NoSuchSquare { row, column })
            );
            assert_eq!(game.entry(row, column), Err(NoSuchSquare { row, column }));
            assert!(!game.valid_move(Piece::Black, row, column));
            game.play(row, column);
        }
        assert_eq!(game, before);
    }

    #[test]
    fn moves_out_of_turn_are_ignored_though_they_would_be_valid() {
        let mut game = Simulation::new();
        game.restart(Piece::White).unwrap();
        let before = game.clone();
        assert!(game.valid_move(Piece::Black, 2, 3));
        game.play_as(Piece::Black, 2, 3);
        assert_eq!(game, before);
        game.play_as(Piece::White, 2, 4);
        assert_eq!(game.entry(3, 4), Ok(Piece::White));
        assert_eq!(game.turn(), Piece::Black);
    }

    #[test]
    fn counts_compare_discs() {
        let game = with(&[(0, 0), (0, 1)], &[(7, 7)]);
        assert_eq!(
            [Piece::Black, Piece::White, Piece::None].map(|piece| game.count(piece)),
            [2, 1, 61]
        );
        assert!(game.more_black_pieces() && !game.more_white_pieces() && !game.equal_pieces());
        assert!(Simulation::new().equal_pieces());
        assert!(with(&[], &[(1, 1)]).more_white_pieces());
    }

    #[test]
    fn a_side_that_cannot_move_loses_whatever_the_counts() {
        // Black has five discs to one, and nothing to outflank it with.
        let mut game = with(&[(0, 0), (0, 1), (0, 2), (2, 0), (2, 1)], &[(7, 7)]);
        assert_eq!(game.board().outcome(), Some(Outcome::Win(Color::White)));
        game.set_turn(Piece::White).unwrap();
        assert_eq!(game.board().state(), State::BlackWon);
        // A full board is decided by the count, here 32 to 32.
        let half: Vec<_> = (0..32).map(|i| (i / 8, i % 8)).collect();
        let other_half: Vec<_> = (32..64).map(|i| (i / 8, i % 8)).collect();
        let mut game = with(&half, &other_half);
        assert_eq!(game.board().state(), State::Tie);
        game.set_entry(Piece::White, 0, 0).unwrap();
        assert_eq!(game.board().state(), State::WhiteWon);
    }
}
