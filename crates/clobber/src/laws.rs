//! The laws of every game, checked on Clobber against a reference that is written from the rules text alone.

use std::collections::BTreeMap;

use parlor_core::testkit::{Lawful, check_position, check_random_games};
use parlor_core::{Color, Game, Notation, Outcome, PerColor, PositionText, Symmetry};

use crate::{Coordinates, Move, Position, SIDE, Setup, file_of, rank_of, square_at};

/// The pieces by file and rank.
type Board = BTreeMap<(u8, u8), Color>;

fn board(position: &Position) -> Board {
    let of = |color| {
        let squares = position.pieces(color).squares();
        squares.map(move |square| ((file_of(square), rank_of(square)), color))
    };
    Color::ALL.into_iter().flat_map(of).collect()
}

fn position(board: &Board, turn: Color) -> Position {
    let of = |color| {
        let places = board.iter().filter(|&(_, &piece)| piece == color);
        places
            .filter_map(|(&(file, rank), _)| square_at(file, rank))
            .collect()
    };
    let pieces = PerColor(Color::ALL.map(of));
    Position::from_setup(&Setup { pieces, turn }).expect("one piece a square")
}

/// The moves of the side to move, by trying every pair of places.
fn moves(board: &Board, turn: Color) -> Vec<Move> {
    let mut found = Vec::new();
    for (&(file, rank), _) in board.iter().filter(|&(_, &piece)| piece == turn) {
        for (&(other_file, other_rank), _) in board.iter().filter(|&(_, &piece)| piece != turn) {
            if file.abs_diff(other_file) + rank.abs_diff(other_rank) == 1 {
                let ends = square_at(file, rank).zip(square_at(other_file, other_rank));
                found.extend(ends.map(|(from, to)| Move::new(from, to)));
            }
        }
    }
    found
}

impl Lawful for Position {
    fn conceivable_moves(&self) -> Vec<Move> {
        Move::all().collect()
    }

    fn recomputed_key(&self) -> u64 {
        position(&board(self), self.turn()).key()
    }

    fn symmetries(&self) -> Vec<Symmetry> {
        Symmetry::ALL.to_vec()
    }

    fn transformed(&self, symmetry: Symmetry) -> Position {
        let pieces = PerColor(Color::ALL.map(|color| symmetry.set(SIDE.into(), self.pieces(color))));
        let turn = self.turn();
        Position::from_setup(&Setup { pieces, turn }).expect("the board is as large as before")
    }

    fn transformed_move(&self, mv: Move, symmetry: Symmetry) -> Move {
        let seen = |square| symmetry.square(SIDE.into(), square);
        Move::new(seen(mv.from()), seen(mv.to()))
    }

    fn check_notations(&self, mv: Move) {
        let text = Coordinates.format(self, mv);
        assert_eq!(Coordinates.parse(self, &text), Ok(mv), "{text}");
    }

    fn check_formats(&self) {
        let text = self.position_text();
        assert_eq!(Position::read_position(&text, ()), Ok(*self), "{text}");
    }

    fn reference_moves(&self) -> Vec<Move> {
        moves(&board(self), self.turn())
    }

    fn reference_play(&self, mv: Move) -> Position {
        let mut after = board(self);
        after.remove(&(file_of(mv.from()), rank_of(mv.from())));
        after.insert((file_of(mv.to()), rank_of(mv.to())), self.turn());
        position(&after, !self.turn())
    }

    fn reference_outcome(&self) -> Option<Outcome> {
        let is_stuck = moves(&board(self), self.turn()).is_empty();
        is_stuck.then_some(Outcome::Win(!self.turn()))
    }
}

#[test]
fn random_games_keep_the_laws() {
    check_random_games(&Position::start(), 60, 20, 1);
}

#[test]
fn finished_and_thin_boards_keep_the_laws() {
    for text in ["4/4/4/4 x", "x3/4/4/3o x", "xo2/4/2ox/4 o", "x3/4/4/4 o"] {
        check_position(&Position::read_position(text, ()).expect("a position"));
    }
}
