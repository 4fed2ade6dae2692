//! The laws of `parlor_core::testkit`, for both boards and both rule sets.
//!
//! The reference below is written from the rules text alone, on a map from squares to colours.

use std::collections::BTreeMap;

use parlor_core::testkit::{Lawful, check_position, check_random_games};
use parlor_core::{Color, Game, MoveList, Outcome, Symmetry};

use crate::{Board, GridBoard, GridMove, GridSetup, Move, Place, Position, Rules, Setup, Size, State};

/// A position in the simplest possible form.
#[derive(Clone)]
struct Reference {
    size: Size,
    discs: BTreeMap<(i32, i32), Color>,
    turn: Color,
    rules: Rules,
}

impl Reference {
    fn of(position: &impl Position) -> Reference {
        let discs = position
            .size()
            .places()
            .filter_map(|place| {
                let color = position.cell(place)?;
                Some(((i32::from(place.row), i32::from(place.column)), color))
            })
            .collect();
        Reference {
            size: position.size(),
            discs,
            turn: position.turn(),
            rules: position.rules(),
        }
    }

    /// Returns the discs trapped between a disc placed here and another of its colour: contiguous, in any
    /// direction.
    fn trapped(&self, color: Color, row: i32, column: i32) -> Vec<(i32, i32)> {
        let mut trapped = Vec::new();
        if self.discs.contains_key(&(row, column)) {
            return trapped;
        }
        for (down, right) in [
            (-1, -1),
            (-1, 0),
            (-1, 1),
            (0, -1),
            (0, 1),
            (1, -1),
            (1, 0),
            (1, 1),
        ] {
            for distance in 2.. {
                let along = |n: i32| (row + n * down, column + n * right);
                let Some(&end) = self.discs.get(&along(distance)) else {
                    break;
                };
                let between: Vec<_> = (1..distance).map(along).collect();
                if end == color && between.iter().all(|cell| self.discs.get(cell) == Some(&!color)) {
                    trapped.extend(between);
                    break;
                }
            }
        }
        trapped
    }

    fn valid(&self, color: Color) -> Vec<Place> {
        let traps = |place: &Place| {
            !self
                .trapped(color, i32::from(place.row), i32::from(place.column))
                .is_empty()
        };
        self.size.places().filter(traps).collect()
    }

    /// Returns the legal moves; `None` is a pass.
    fn moves(&self) -> Vec<Option<Place>> {
        let valid = self.valid(self.turn);
        if valid.is_empty() && self.rules == Rules::Pass && !self.valid(!self.turn).is_empty() {
            return vec![None];
        }
        valid.into_iter().map(Some).collect()
    }

    fn play(mut self, place: Option<Place>) -> Reference {
        if let Some(Place { row, column }) = place {
            let (row, column) = (i32::from(row), i32::from(column));
            for cell in self.trapped(self.turn, row, column) {
                self.discs.insert(cell, self.turn);
            }
            self.discs.insert((row, column), self.turn);
        }
        self.turn = !self.turn;
        self
    }

    fn outcome(&self) -> Option<Outcome> {
        if !self.moves().is_empty() {
            return None;
        }
        let is_full = self.discs.len() == self.size.area() as usize;
        if self.rules == Rules::NoMoveLoses && !is_full {
            return Some(Outcome::Win(!self.turn));
        }
        let count = |color| self.discs.values().filter(|&&disc| disc == color).count() as u32;
        Some(Outcome::by_majority(count(Color::Black), count(Color::White)))
    }

    fn setup(&self) -> GridSetup {
        let cell = |place: Place| {
            self.discs
                .get(&(i32::from(place.row), i32::from(place.column)))
                .copied()
        };
        GridSetup {
            size: self.size,
            cells: self.size.places().map(cell).collect(),
            turn: self.turn,
        }
    }

    fn grid(&self) -> GridBoard {
        GridBoard::from_setup(&self.setup(), self.rules).unwrap()
    }

    fn board(&self) -> Board {
        let set = |color| {
            let of = |&(&(row, column), _): &(&(i32, i32), &Color)| {
                parlor_core::Square::new((8 * row + column) as u8).unwrap()
            };
            let discs = self.discs.iter().filter(|&(_, &disc)| disc == color);
            discs.map(|disc| of(&disc)).collect()
        };
        let setup = Setup {
            black: set(Color::Black),
            white: set(Color::White),
            turn: self.turn,
        };
        Board::from_setup(&setup, self.rules).unwrap()
    }

    fn transformed(&self, symmetry: Symmetry) -> Reference {
        let move_cell = |(&(row, column), &color): (&(i32, i32), &Color)| {
            let place = seen(self.size, Place::new(row as u8, column as u8), symmetry);
            ((i32::from(place.row), i32::from(place.column)), color)
        };
        Reference {
            discs: self.discs.iter().map(move_cell).collect(),
            ..self.clone()
        }
    }
}

/// Returns the image of a square under a symmetry of its board.
fn seen(size: Size, place: Place, symmetry: Symmetry) -> Place {
    let size = [size.rows(), size.columns()].map(u32::from);
    let [row, column] = symmetry.place(size, [place.row, place.column].map(u32::from));
    Place::new(row as u8, column as u8)
}

macro_rules! lawful {
    ($position:ty, $mv:ty, $from_reference:ident, $conceivable:expr, $formats:expr) => {
        impl Lawful for $position {
            fn conceivable_moves(&self) -> Vec<$mv> {
                $conceivable
            }

            fn recomputed_key(&self) -> u64 {
                Reference::of(self).$from_reference().key()
            }

            fn symmetries(&self) -> Vec<Symmetry> {
                Symmetry::of_board(self.size().rows(), self.size().columns()).to_vec()
            }

            fn transformed(&self, symmetry: Symmetry) -> $position {
                Reference::of(self).transformed(symmetry).$from_reference()
            }

            fn transformed_move(&self, mv: $mv, symmetry: Symmetry) -> $mv {
                match self.place_of(mv) {
                    Some(place) => self.move_at(seen(self.size(), place, symmetry)).unwrap(),
                    None => mv,
                }
            }

            fn check_notations(&self, mv: $mv) {
                crate::notation::tests::check_round_trips(self, mv);
            }

            fn check_formats(&self) {
                $formats(self);
            }

            fn reference_moves(&self) -> Vec<$mv> {
                let moves = Reference::of(self).moves().into_iter();
                moves
                    .map(|place| place.map_or(self.pass(), |place| self.move_at(place).unwrap()))
                    .collect()
            }

            fn reference_play(&self, mv: $mv) -> $position {
                Reference::of(self)
                    .play(self.place_of(mv))
                    .$from_reference()
            }

            fn reference_outcome(&self) -> Option<Outcome> {
                Reference::of(self).outcome()
            }
        }
    };
}

lawful!(
    Board,
    Move,
    board,
    (0..64)
        .filter_map(parlor_core::Square::new)
        .map(Move::new)
        .chain([Move::PASS])
        .collect(),
    |board: &Board| {
        assert_eq!(
            Board::from_setup(&board.setup(), board.rules()).as_ref(),
            Ok(board)
        );
        crate::formats::tests::check_round_trips(board);
    }
);

lawful!(
    GridBoard,
    GridMove,
    grid,
    (0..16)
        .flat_map(|row| (0..16).map(move |column| Place::new(row, column)))
        .filter_map(GridMove::new)
        .chain([GridMove::PASS])
        .collect(),
    |grid: &GridBoard| {
        assert_eq!(
            GridBoard::from_setup(&grid.setup(), grid.rules()).as_ref(),
            Ok(grid)
        );
    }
);

const BOTH_RULES: [Rules; 2] = [Rules::Pass, Rules::NoMoveLoses];

#[test]
fn the_standard_board_is_lawful() {
    for rules in BOTH_RULES {
        check_random_games(&Board::start(rules), 12, 200, 1);
    }
}

#[test]
fn sparse_and_odd_boards_are_lawful() {
    // Positions that no game reaches: few discs anywhere, so that passes, early ends and lines of every
    // length are far more frequent than in play.
    let mut state = 5;
    for i in 0..300 {
        let mut random = || parlor_core::random::split_mix(&mut state);
        let occupied = random() & random() | if i % 2 == 0 { random() & random() } else { random() };
        let black = random();
        let setup = Setup {
            black: parlor_core::Bitboard(occupied & black),
            white: parlor_core::Bitboard(occupied & !black),
            turn: Color::ALL[i % 2],
        };
        for rules in BOTH_RULES {
            check_position(&Board::from_setup(&setup, rules).unwrap());
        }
    }
}

#[test]
fn boards_of_other_sizes_are_lawful() {
    for (rows, columns, games) in [(4, 4, 8), (4, 6, 6), (6, 4, 6), (6, 6, 4), (4, 16, 1), (10, 6, 1)] {
        let size = Size::new(rows, columns).unwrap();
        for rules in BOTH_RULES {
            check_random_games(&GridBoard::start(size, rules), games, 300, 2);
        }
    }
}

#[test]
#[ignore = "slow: every law at every position of games on 49 sizes of board"]
fn boards_of_all_sizes_are_lawful() {
    for size in Size::all() {
        for rules in BOTH_RULES {
            check_random_games(&GridBoard::start(size, rules), 1, 300, 3);
        }
    }
}

#[test]
#[ignore = "slow: every law at every position of many games"]
fn the_standard_board_is_lawful_in_many_games() {
    for rules in BOTH_RULES {
        check_random_games(&Board::start(rules), 200, 200, 4);
    }
}

#[test]
fn the_two_boards_agree_at_8_by_8() {
    let mut state = 3;
    for rules in BOTH_RULES {
        for _ in 0..40 {
            let mut board = Board::start(rules);
            let mut grid = GridBoard::start(Size::STANDARD, rules);
            loop {
                assert_eq!(GridBoard::from(&board), grid);
                assert_eq!(
                    (board.outcome(), board.state(), board.n_empties()),
                    (grid.outcome(), grid.state(), grid.n_empties())
                );
                let (mut moves, mut grid_moves) = (MoveList::new(), MoveList::new());
                board.legal_moves(&mut moves);
                grid.legal_moves(&mut grid_moves);
                let places: Vec<_> = moves.iter().map(|&mv| board.place_of(mv)).collect();
                let grid_places: Vec<_> = grid_moves.iter().map(|&mv| grid.place_of(mv)).collect();
                assert_eq!(places, grid_places);
                if moves.is_empty() {
                    break;
                }
                let pick = (parlor_core::random::split_mix(&mut state) % moves.len() as u64) as usize;
                let mut turned = (board.flipped(moves[pick]), grid.flipped(grid_moves[pick]));
                turned.1.sort();
                assert_eq!(turned.0, turned.1);
                board.play(moves[pick]).unwrap();
                grid.play(grid_moves[pick]).unwrap();
            }
            assert_ne!(board.state(), State::InProgress);
        }
    }
}
