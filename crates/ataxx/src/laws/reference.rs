//! Ataxx from the rules text alone: a 7×7 array without bit tricks or optimisations.

use parlor_core::{Color, Outcome, PerColor, Square};

use crate::geometry::{ALL_SQUARES, file, rank};
use crate::{Move, MoveKind, Position, Rules, Setup};

#[derive(Clone, Copy, PartialEq, Eq)]
enum Cell {
    Empty,
    Block,
    Piece(Color),
}

/// A game on a plain board; `cells[row][column]`, both counted from 0 at a1.
#[derive(Clone)]
pub(super) struct Reference {
    cells: [[Cell; 7]; 7],
    turn: Color,
    clock: u32,
    rules: Rules,
}

impl Reference {
    pub(super) fn of(position: &Position) -> Reference {
        let mut cells = [[Cell::Empty; 7]; 7];
        for square in ALL_SQUARES {
            let cell = &mut cells[usize::from(rank(square))][usize::from(file(square))];
            if position.blocks().contains(square) {
                *cell = Cell::Block;
            }
            for color in Color::ALL {
                if position.pieces(color).contains(square) {
                    *cell = Cell::Piece(color);
                }
            }
        }
        Reference {
            cells,
            turn: position.turn(),
            clock: u32::from(position.clock()),
            rules: position.rules(),
        }
    }

    pub(super) fn position(&self) -> Position {
        let mut setup = Setup {
            turn: self.turn,
            clock: self.clock,
            ..Setup::EMPTY
        };
        for square in ALL_SQUARES {
            match self.at(square) {
                Cell::Empty => {}
                Cell::Block => setup.blocks |= square.bit(),
                Cell::Piece(color) => setup.pieces[color] |= square.bit(),
            }
        }
        Position::from_setup(&setup, self.rules).unwrap_or_else(|error| panic!("{error}"))
    }

    pub(super) fn moves(&self) -> Vec<Move> {
        if self.outcome().is_some() {
            return Vec::new();
        }
        let moves = self.board_moves(self.turn);
        if moves.is_empty() { vec![Move::PASS] } else { moves }
    }

    pub(super) fn play(&mut self, mv: Move) {
        match mv.kind() {
            MoveKind::Pass => {
                // Only the rules of the Ataxx tools count a skipped turn.
                if self.rules == Rules::Tools {
                    self.clock += 1;
                }
            }
            MoveKind::Clone { to } => {
                self.arrive(to);
                self.clock = 0;
            }
            MoveKind::Jump { from, to } => {
                *self.at_mut(from) = Cell::Empty;
                self.arrive(to);
                self.clock += 1;
            }
        }
        self.turn = !self.turn;
    }

    pub(super) fn outcome(&self) -> Option<Outcome> {
        let PerColor([red, blue]) = PerColor(Color::ALL.map(|color| self.count(color)));
        if red == 0 {
            return Some(Outcome::Win(Color::White));
        }
        if blue == 0 {
            return Some(Outcome::Win(Color::Black));
        }
        let majority = if red > blue {
            Outcome::Win(Color::Black)
        } else if blue > red {
            Outcome::Win(Color::White)
        } else {
            Outcome::Draw
        };
        if Color::ALL
            .into_iter()
            .all(|color| self.board_moves(color).is_empty())
        {
            return Some(majority);
        }
        match self.rules {
            Rules::Cs61b if self.clock >= 45 => Some(majority),
            Rules::Jumps25 if self.clock >= 25 => Some(majority),
            Rules::Tools if self.clock >= 100 => Some(Outcome::Draw),
            _ => None,
        }
    }

    /// Returns every extend and jump of a side. An extend is listed once, regardless of the number of pieces
    /// from which it could start.
    fn board_moves(&self, color: Color) -> Vec<Move> {
        let mut moves = Vec::new();
        for from in ALL_SQUARES {
            if self.at(from) != Cell::Piece(color) {
                continue;
            }
            for to in ALL_SQUARES {
                if self.at(to) != Cell::Empty {
                    continue;
                }
                let mv = match distance(from, to) {
                    1 => Move::clone_to(to),
                    2 => Move::jump(from, to),
                    _ => continue,
                };
                if !moves.contains(&mv) {
                    moves.push(mv);
                }
            }
        }
        moves
    }

    fn arrive(&mut self, to: Square) {
        *self.at_mut(to) = Cell::Piece(self.turn);
        for near in ALL_SQUARES {
            if distance(near, to) == 1 && self.at(near) == Cell::Piece(!self.turn) {
                *self.at_mut(near) = Cell::Piece(self.turn);
            }
        }
    }

    fn count(&self, color: Color) -> usize {
        self.cells
            .as_flattened()
            .iter()
            .filter(|&&cell| cell == Cell::Piece(color))
            .count()
    }

    fn at(&self, square: Square) -> Cell {
        self.cells[usize::from(rank(square))][usize::from(file(square))]
    }

    fn at_mut(&mut self, square: Square) -> &mut Cell {
        &mut self.cells[usize::from(rank(square))][usize::from(file(square))]
    }
}

/// Returns the maximum of the distances in rows and in columns.
fn distance(a: Square, b: Square) -> u8 {
    let rows = rank(a).abs_diff(rank(b));
    let columns = file(a).abs_diff(file(b));
    rows.max(columns)
}
