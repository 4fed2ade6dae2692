//! Boards of other sizes, chosen at run time.
//!
//! Optimised for readability, not speed: searches that matter use the 8×8 [`Board`].

use std::fmt;

use parlor_core::{Color, Game, MoveList, Outcome, PerColor};
use thiserror::Error;

use crate::{Board, Illegal, Place, Position, Rules, Size, key};

/// A position on a board of any [`Size`].
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct GridBoard {
    size: Size,
    // Bit `column` of row `row` is set if the side has a disc there.
    discs: PerColor<[u16; 16]>,
    turn: Color,
    rules: Rules,
}

/// An unvalidated position: see [`GridBoard::from_setup`].
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct GridSetup {
    /// The size of the board.
    pub size: Size,
    /// The disc on each square, row by row from the top left.
    pub cells: Vec<Option<Color>>,
    /// The side to move.
    pub turn: Color,
}

/// The reason why a [`GridSetup`] is not a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum GridSetupError {
    /// The number of squares does not match the board.
    #[error("{found} squares do not make a board of {size}")]
    WrongCells {
        /// The requested size.
        size: Size,
        /// The actual number of squares.
        found: usize,
    },
}

/// A move on a board of any size: a square or a pass.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct GridMove(u16);

impl GridMove {
    /// The pass.
    pub const PASS: GridMove = GridMove(256);

    /// Creates the move that puts a disc on this square, or returns `None` if no board is that large.
    pub const fn new(place: Place) -> Option<GridMove> {
        if place.row < 16 && place.column < 16 {
            Some(GridMove(16 * place.row as u16 + place.column as u16))
        } else {
            None
        }
    }

    /// Returns the square of the disc, or `None` for a pass.
    pub const fn place(self) -> Option<Place> {
        if self.0 < 256 {
            Some(Place::new((self.0 / 16) as u8, (self.0 % 16) as u8))
        } else {
            None
        }
    }
}

/// Writes the standard name (`f5`) or `pass`.
impl fmt::Display for GridMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.place() {
            Some(place) => place.fmt(f),
            None => f.write_str("pass"),
        }
    }
}

impl fmt::Debug for GridMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "GridMove({self})")
    }
}

impl GridBoard {
    /// Returns the start of a game: two discs of each side crosswise in the middle, White's at the top left
    /// and the bottom right, Black to move.
    pub fn start(size: Size, rules: Rules) -> GridBoard {
        let mut board = GridBoard::empty(size, Color::Black, rules);
        let (bottom, right) = (size.rows() / 2, size.columns() / 2);
        for (row, column, color) in [
            (bottom - 1, right - 1, Color::White),
            (bottom - 1, right, Color::Black),
            (bottom, right - 1, Color::Black),
            (bottom, right, Color::White),
        ] {
            board.put(Place::new(row, column), color);
        }
        board
    }

    /// Returns the position that a setup describes, if it is valid. Discs may stand anywhere. An empty board
    /// is a position too, in which the game is over.
    pub fn from_setup(setup: &GridSetup, rules: Rules) -> Result<GridBoard, GridSetupError> {
        let size = setup.size;
        if setup.cells.len() != size.area() as usize {
            return Err(GridSetupError::WrongCells {
                size,
                found: setup.cells.len(),
            });
        }
        let mut board = GridBoard::empty(size, setup.turn, rules);
        for (place, &cell) in size.places().zip(&setup.cells) {
            if let Some(color) = cell {
                board.put(place, color);
            }
        }
        Ok(board)
    }

    /// Returns this position as a setup, to edit or to write.
    pub fn setup(&self) -> GridSetup {
        GridSetup {
            size: self.size,
            cells: self.size.places().map(|place| self.cell(place)).collect(),
            turn: self.turn,
        }
    }

    fn empty(size: Size, turn: Color, rules: Rules) -> GridBoard {
        GridBoard {
            size,
            discs: PerColor::default(),
            turn,
            rules,
        }
    }

    fn has(&self, color: Color, place: Place) -> bool {
        self.discs[color]
            .get(usize::from(place.row))
            .is_some_and(|row| place.column < 16 && row >> place.column & 1 != 0)
    }

    /// Puts a disc on a square of the board, or turns the disc there.
    fn put(&mut self, place: Place, color: Color) {
        let (row, bit) = (usize::from(place.row), 1 << place.column);
        self.discs[color][row] |= bit;
        self.discs[!color][row] &= !bit;
    }

    /// Returns the discs that a disc of this side on an empty square would turn.
    fn outflanked(&self, color: Color, from: Place) -> Vec<Place> {
        let mut outflanked = Vec::new();
        for direction in Place::DIRECTIONS {
            let before = outflanked.len();
            let mut next = from.step(direction);
            while let Some(place) = next.filter(|&place| self.has(!color, place)) {
                outflanked.push(place);
                next = place.step(direction);
            }
            if !next.is_some_and(|place| self.has(color, place)) {
                // The run ends at an empty square or the edge, so nothing in it turns.
                outflanked.truncate(before);
            }
        }
        outflanked
    }

    fn can_put(&self, color: Color, place: Place) -> bool {
        self.cell(place).is_none() && !self.outflanked(color, place).is_empty()
    }

    fn can_move(&self, color: Color) -> bool {
        self.size.places().any(|place| self.can_put(color, place))
    }
}

impl From<&Board> for GridBoard {
    fn from(board: &Board) -> GridBoard {
        let mut grid = GridBoard::empty(Size::STANDARD, board.turn(), board.rules());
        for place in Size::STANDARD.places() {
            if let Some(color) = board.cell(place) {
                grid.put(place, color);
            }
        }
        grid
    }
}

impl Game for GridBoard {
    type Move = GridMove;
    type Illegal = Illegal;

    fn turn(&self) -> Color {
        self.turn
    }

    fn legal_moves(&self, out: &mut MoveList<GridMove>) {
        let before = out.len();
        let places = self.size.places().filter(|&place| self.can_put(self.turn, place));
        out.extend(places.filter_map(GridMove::new));
        if out.len() == before && self.rules == Rules::Pass && self.can_move(!self.turn) {
            out.push(GridMove::PASS);
        }
    }

    fn check(&self, mv: GridMove) -> Result<(), Illegal> {
        match mv.place() {
            Some(place) if !self.size.contains(place) => Err(Illegal::OffBoard(place)),
            Some(place) if self.can_put(self.turn, place) => Ok(()),
            _ if self.outcome().is_some() => Err(Illegal::Over),
            Some(place) if self.cell(place).is_some() => Err(Illegal::Occupied(place)),
            Some(place) => Err(Illegal::OutflanksNothing(place)),
            None if self.can_move(self.turn) => Err(Illegal::PassWithMove),
            None => Ok(()),
        }
    }

    fn play_unchecked(&mut self, mv: GridMove) {
        if let Some(place) = mv.place() {
            for turned in self.outflanked(self.turn, place) {
                self.put(turned, self.turn);
            }
            self.put(place, self.turn);
        }
        self.turn = !self.turn;
    }

    fn outcome(&self) -> Option<Outcome> {
        if self.can_move(self.turn) {
            return None;
        }
        match self.rules {
            Rules::Pass if self.can_move(!self.turn) => None,
            Rules::NoMoveLoses if self.n_empties() > 0 => Some(Outcome::Win(!self.turn)),
            _ => Some(Outcome::by_majority(
                self.count(Color::Black),
                self.count(Color::White),
            )),
        }
    }

    /// The key is computed from the position at each call.
    fn key(&self) -> u64 {
        let [black, white] = self.discs.0;
        let context = u64::from(self.size.rows()) << 16
            | u64::from(self.size.columns()) << 8
            | (self.turn as u64) << 1
            | self.rules as u64;
        black.iter().zip(&white).fold(context, |key, (&black, &white)| {
            key::mix(key, u64::from(black) << 16 | u64::from(white))
        })
    }
}

impl Position for GridBoard {
    fn rules(&self) -> Rules {
        self.rules
    }

    fn size(&self) -> Size {
        self.size
    }

    fn cell(&self, place: Place) -> Option<Color> {
        Color::ALL.into_iter().find(|&color| self.has(color, place))
    }

    fn count(&self, color: Color) -> u32 {
        self.discs[color].iter().map(|row| row.count_ones()).sum()
    }

    fn move_at(&self, place: Place) -> Option<GridMove> {
        GridMove::new(place).filter(|_| self.size.contains(place))
    }

    fn pass(&self) -> GridMove {
        GridMove::PASS
    }

    fn place_of(&self, mv: GridMove) -> Option<Place> {
        mv.place()
    }

    fn flipped(&self, mv: GridMove) -> Vec<Place> {
        match mv.place() {
            Some(place) if self.size.contains(place) && self.cell(place).is_none() => {
                self.outflanked(self.turn, place)
            }
            _ => Vec::new(),
        }
    }
}

/// Writes the board, a line for each row, and the side to move.
impl fmt::Debug for GridBoard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "GridBoard {}:", self.size)?;
        crate::position::draw(self, f)
    }
}
