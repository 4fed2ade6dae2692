//! A slow reference written from the rules text alone: an array of squares, walked step by step.

use parlor_core::{Color, Outcome};

use crate::{Move, Position, Simultaneous, square_at};

/// The eight directions as files and ranks.
const DIRECTIONS: [(i8, i8); 8] = [
    (1, 0),
    (1, 1),
    (0, 1),
    (-1, 1),
    (-1, 0),
    (-1, -1),
    (0, -1),
    (1, -1),
];

/// A board by rank, then file.
#[derive(Clone)]
pub(super) struct Board {
    squares: [[Option<Color>; 8]; 8],
    pub(super) turn: Color,
}

impl Board {
    pub(super) fn of(position: &Position) -> Board {
        let mut squares = [[None; 8]; 8];
        for rank in 0..8 {
            for file in 0..8 {
                squares[rank as usize][file as usize] =
                    square_at(file, rank).and_then(|s| position.piece_at(s));
            }
        }
        Board {
            squares,
            turn: position.setup().turn,
        }
    }

    fn get(&self, file: i8, rank: i8) -> Option<Color> {
        self.squares[rank as usize][file as usize]
    }

    fn on_board(file: i8, rank: i8) -> bool {
        (0..8).contains(&file) && (0..8).contains(&rank)
    }

    fn squares_of(&self, color: Color) -> Vec<(i8, i8)> {
        let all = (0..8).flat_map(|rank| (0..8).map(move |file| (file, rank)));
        all.filter(|&(file, rank)| self.get(file, rank) == Some(color))
            .collect()
    }

    /// Returns the number of pieces on the line through a square along a direction and its opposite.
    fn pieces_on_line(&self, file: i8, rank: i8, direction: (i8, i8)) -> i8 {
        let mut n = i8::from(self.get(file, rank).is_some());
        for sign in [1, -1] {
            let (mut f, mut r) = (file + sign * direction.0, rank + sign * direction.1);
            while Board::on_board(f, r) {
                n += i8::from(self.get(f, r).is_some());
                f += sign * direction.0;
                r += sign * direction.1;
            }
        }
        n
    }

    /// Returns every move of a side's pieces.
    pub(super) fn piece_moves(&self, color: Color) -> Vec<Move> {
        let mut moves = Vec::new();
        for (file, rank) in self.squares_of(color) {
            for direction in DIRECTIONS {
                let n = self.pieces_on_line(file, rank, direction);
                let at = |steps: i8| (file + steps * direction.0, rank + steps * direction.1);
                let (to_file, to_rank) = at(n);
                if !Board::on_board(to_file, to_rank) || self.get(to_file, to_rank) == Some(color) {
                    continue;
                }
                if (1..n).map(at).any(|(f, r)| self.get(f, r) == Some(!color)) {
                    continue;
                }
                if let (Some(from), Some(to)) = (square_at(file, rank), square_at(to_file, to_rank)) {
                    moves.push(Move::new(from, to));
                }
            }
        }
        moves
    }

    pub(super) fn is_contiguous(&self, color: Color) -> bool {
        fn visit(board: &mut Board, file: i8, rank: i8, color: Color) {
            if Board::on_board(file, rank) && board.get(file, rank) == Some(color) {
                board.squares[rank as usize][file as usize] = None;
                for (files, ranks) in DIRECTIONS {
                    visit(board, file + files, rank + ranks, color);
                }
            }
        }
        let Some(&(file, rank)) = self.squares_of(color).first() else {
            return false;
        };
        let mut left = self.clone();
        visit(&mut left, file, rank, color);
        left.squares_of(color).is_empty()
    }

    pub(super) fn play(&mut self, mv: Move) {
        if !mv.is_pass() {
            let (from, to) = (mv.from().index(), mv.to().index());
            self.squares[to / 8][to % 8] = self.squares[from / 8][from % 8].take();
        }
        self.turn = !self.turn;
    }

    /// Returns the result after a move of the side that is not to move.
    pub(super) fn outcome(&self, simultaneous: Simultaneous) -> Option<Outcome> {
        let mover = !self.turn;
        match (self.is_contiguous(mover), self.is_contiguous(!mover)) {
            (true, true) if simultaneous == Simultaneous::Draw => Some(Outcome::Draw),
            (true, _) => Some(Outcome::Win(mover)),
            (false, true) => Some(Outcome::Win(!mover)),
            (false, false) => {
                let stuck = Color::ALL.iter().all(|&color| self.piece_moves(color).is_empty());
                stuck.then_some(Outcome::Draw)
            }
        }
    }

    /// Returns the position string, written square by square.
    pub(super) fn text(&self) -> String {
        let mut text = String::new();
        for rank in (0..8).rev() {
            for file in 0..8 {
                text.push(match self.get(file, rank) {
                    Some(Color::Black) => 'x',
                    Some(Color::White) => 'o',
                    None => '1',
                });
            }
            if rank > 0 {
                text.push('/');
            }
        }
        text + if self.turn == Color::Black { " x" } else { " o" }
    }
}
