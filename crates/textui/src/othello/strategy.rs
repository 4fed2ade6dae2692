//! Opponents without lookahead: they value each square by a table, or choose at random.
//!
//! Each choice depends only on the position and the seed, so a game with the same seed repeats itself even after
//! moves are taken back and played again.

use parlor_core::MoveList;
use parlor_core::random::split_mix;
use parlor_othello::{Place, Position};

/// A way of choosing a move without looking ahead.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Strategy {
    /// Maximises the weights of the discs that a move turns, by a fixed table: see [`square_weight`].
    Weights,
    /// Maximises the weights of the placed and turned discs, by weights that change as the board fills: see
    /// [`dynamic_weight`].
    WeightsDynamic,
    /// A random legal move, uniformly distributed.
    Random,
}

impl Strategy {
    /// All strategies.
    pub const ALL: [Strategy; 3] = [Strategy::Weights, Strategy::WeightsDynamic, Strategy::Random];

    /// The name on a command line.
    pub const fn name(self) -> &'static str {
        match self {
            Strategy::Weights => "weights",
            Strategy::WeightsDynamic => "weights-dynamic",
            Strategy::Random => "random",
        }
    }

    /// Chooses a legal move, or `None` if the game is over. The seed decides between equally good moves.
    pub fn choose<P: Position>(self, position: &P, seed: u64) -> Option<P::Move> {
        let mut moves = MoveList::new();
        position.legal_moves(&mut moves);
        let best = moves.iter().map(|&mv| self.value(position, mv)).max()?;
        moves.retain(|mv| self.value(position, *mv) == best);
        let mut state = seed ^ position.key();
        let pick = split_mix(&mut state) % moves.len() as u64;
        moves.get(pick as usize).copied()
    }

    /// The value of a legal move for this strategy.
    pub fn value<P: Position>(self, position: &P, mv: P::Move) -> i32 {
        let turned = position.flipped(mv);
        match self {
            Strategy::Random => 0,
            Strategy::Weights => turned.iter().map(|&place| square_weight(position, place)).sum(),
            Strategy::WeightsDynamic => {
                let taken = turned.iter().copied().chain(position.place_of(mv));
                taken.map(|place| dynamic_weight(position, place)).sum()
            }
        }
    }
}

/// The upper left quarter of the table of weights; the other quarters mirror it.
const QUARTER: [[i32; 4]; 4] = [[16, -4, 5, 1], [-4, -12, -2, -2], [5, -2, 4, 2], [1, -2, 2, 1]];

/// The weight of a square in the fixed table: corners 16, the squares diagonally next to them -12.
///
/// The table is for 8×8. A smaller board leaves out its middle, and a larger one repeats its innermost rows and
/// columns, so that a square's weight always depends on its distance from the edges.
pub fn square_weight<P: Position>(position: &P, place: Place) -> i32 {
    let size = position.size();
    let from_edge = |at: u8, n: u8| usize::from(at.min((n - 1).saturating_sub(at)).min(3));
    QUARTER[from_edge(place.row, size.rows())][from_edge(place.column, size.columns())]
}

/// The weight of the squares next to a corner that the side to move owns: they no longer give the corner away, and
/// their discs are hard to turn.
const BESIDE_OWN_CORNER: i32 = 5;
/// The weight of the squares next to a corner that the opponent owns: there is nothing left to lose, and little to
/// gain.
const BESIDE_LOST_CORNER: i32 = 1;
/// The weight of each disc on a full board, where only discs count, in points of the table. On an empty board a
/// disc costs as much, because the side with fewer discs has more moves early in the game.
const DISC_AT_THE_END: i32 = 6;

/// The current weight of a square for the side to move, in 64ths of a point of the table.
///
/// Two things change as squares fill. The three squares next to a corner are dangerous only while the corner is
/// empty; later their weight depends on who owns the corner. And the weight of each disc rises, from negative at
/// the beginning to positive at the end.
pub fn dynamic_weight<P: Position>(position: &P, place: Place) -> i32 {
    let area = position.size().area() as i32;
    let empties = position.n_empties() as i32;
    let positional = match nearest_corner(position, place).map(|corner| position.cell(corner)) {
        Some(Some(color)) if color == position.turn() => BESIDE_OWN_CORNER,
        Some(Some(_)) => BESIDE_LOST_CORNER,
        Some(None) | None => square_weight(position, place),
    };
    64 * positional + 64 * DISC_AT_THE_END * (area - 2 * empties) / area
}

/// The corner that a square touches, orthogonally or diagonally. `None` for a corner itself.
fn nearest_corner<P: Position>(position: &P, place: Place) -> Option<Place> {
    let size = position.size();
    let corner = Place::new(
        if place.row < size.rows() / 2 {
            0
        } else {
            size.rows() - 1
        },
        if place.column < size.columns() / 2 {
            0
        } else {
            size.columns() - 1
        },
    );
    let distance = place
        .row
        .abs_diff(corner.row)
        .max(place.column.abs_diff(corner.column));
    (distance == 1).then_some(corner)
}

#[cfg(test)]
mod tests {
    use super::*;
    use parlor_core::{Color, Game, Notation};
    use parlor_othello::notation::{RowColumn, transcript};
    use parlor_othello::{Board, GridBoard, Rules, Size};

    fn place(name: &str) -> Place {
        let board = Board::start(Rules::Pass);
        board.place_of(RowColumn.parse(&board, name).unwrap()).unwrap()
    }

    #[test]
    fn the_table_is_that_of_the_assignment() {
        let table = "
            16  -4   5   1   1   5  -4  16
            -4 -12  -2  -2  -2  -2 -12  -4
             5  -2   4   2   2   4  -2   5
             1  -2   2   1   1   2  -2   1
             1  -2   2   1   1   2  -2   1
             5  -2   4   2   2   4  -2   5
            -4 -12  -2  -2  -2  -2 -12  -4
            16  -4   5   1   1   5  -4  16";
        let expected: Vec<i32> = table.split_whitespace().map(|n| n.parse().unwrap()).collect();
        let board = Board::start(Rules::Pass);
        let weights = board.size().places().map(|place| square_weight(&board, place));
        assert_eq!(weights.collect::<Vec<_>>(), expected);
    }

    #[test]
    fn on_other_sizes_a_weight_depends_on_the_distance_from_the_edges() {
        for size in Size::all() {
            let board = GridBoard::start(size, Rules::Pass);
            let (bottom, right) = (size.rows() - 1, size.columns() - 1);
            for (row, column) in [(0, 0), (0, right), (bottom, 0), (bottom, right)] {
                assert_eq!(square_weight(&board, Place::new(row, column)), 16, "{size}");
            }
            assert_eq!(square_weight(&board, Place::new(bottom - 1, 1)), -12, "{size}");
        }
        let large = GridBoard::start(Size::new(16, 16).unwrap(), Rules::Pass);
        assert_eq!(square_weight(&large, Place::new(7, 8)), 1);
        assert_eq!(square_weight(&large, Place::new(0, 7)), 1);
    }

    #[test]
    fn a_move_counts_the_discs_that_it_turns_and_not_its_own() {
        // Black's first move turns only D4 or E5, whose weight is 1.
        let board = Board::start(Rules::Pass);
        let mut moves = MoveList::new();
        board.legal_moves(&mut moves);
        for &mv in &moves {
            assert_eq!(Strategy::Weights.value(&board, mv), 1);
        }
        // A move's value is the sum over the discs that it turns, without the disc that it places.
        let board = transcript::read(&board, "e6f4").unwrap().position().to_owned();
        let mv = RowColumn.parse(&board, "C5").unwrap();
        let turned = board.flipped(mv);
        let sum: i32 = turned.iter().map(|&place| square_weight(&board, place)).sum();
        assert_eq!(Strategy::Weights.value(&board, mv), sum);
        assert!(!turned.contains(&place("C5")));
    }

    #[test]
    fn the_seed_breaks_ties_reproducibly() {
        let board = Board::start(Rules::Pass);
        for strategy in Strategy::ALL {
            let choices = (0..64).map(|seed| strategy.choose(&board, seed).unwrap());
            let mut distinct: Vec<_> = choices.clone().collect();
            assert_eq!(distinct, choices.collect::<Vec<_>>());
            distinct.sort_unstable();
            distinct.dedup();
            assert_eq!(distinct.len(), 4, "{}", strategy.name());
        }
    }

    #[test]
    fn chooses_nothing_after_the_end_and_a_pass_without_moves() {
        let over = transcript::read(&Board::start(Rules::Pass), "e6f4e3f6g5d6e7f5c5").unwrap();
        let size = Size::new(4, 4).unwrap();
        let stuck = transcript::read(&GridBoard::start(size, Rules::Pass), "c4b4a1d2d4d3a2c1").unwrap();
        for strategy in Strategy::ALL {
            assert_eq!(strategy.choose(over.position(), 1), None);
            let mv = strategy.choose(stuck.position(), 1).unwrap();
            assert!(stuck.position().is_legal(mv));
        }
    }

    #[test]
    fn squares_next_to_a_corner_change_their_weight_with_the_corner() {
        use parlor_othello::GridSetup;
        let size = Size::STANDARD;
        let with_corner = |corner: Option<Color>| {
            let mut cells = vec![None; 64];
            cells[0] = corner;
            GridBoard::from_setup(
                &GridSetup {
                    size,
                    cells,
                    turn: Color::Black,
                },
                Rules::Pass,
            )
            .unwrap()
        };
        let weight = |corner, name| dynamic_weight(&with_corner(corner), place(name));
        for name in ["A2", "B1", "B2"] {
            assert!(weight(None, name) < weight(Some(Color::White), name));
            assert!(weight(Some(Color::White), name) < weight(Some(Color::Black), name));
        }
        assert!(weight(None, "A1") > weight(Some(Color::Black), "B2"));
        assert_eq!(
            weight(None, "B7"),
            weight(Some(Color::Black), "B7") - 12,
            "every corner for itself"
        );
    }

    #[test]
    fn a_disc_counts_negative_at_first_and_positive_at_the_end() {
        use parlor_othello::GridSetup;
        let filled = |n: usize| {
            let cells = (0..64).map(|index| (index < n).then_some(Color::White)).collect();
            let setup = GridSetup {
                size: Size::STANDARD,
                cells,
                turn: Color::Black,
            };
            GridBoard::from_setup(&setup, Rules::Pass).unwrap()
        };
        let weights = [0, 32, 64].map(|n| dynamic_weight(&filled(n), place("E4")));
        assert_eq!(weights, [64 * (1 - 6), 64, 64 * (1 + 6)]);
    }

    /// Plays a game and returns Black's margin.
    fn play(size: Size, black: Strategy, white: Strategy, seed: u64) -> i32 {
        let mut board = GridBoard::start(size, Rules::Pass);
        loop {
            let strategy = if board.turn() == Color::Black {
                black
            } else {
                white
            };
            match strategy.choose(&board, seed) {
                Some(mv) => board.play_unchecked(mv),
                None => return board.count(Color::Black) as i32 - board.count(Color::White) as i32,
            }
        }
    }

    #[test]
    fn dynamic_weights_beat_fixed_weights_and_random_play() {
        for (opponent, least) in [(Strategy::Weights, 20), (Strategy::Random, 70)] {
            let mut points = 0;
            for seed in 0..50 {
                points += play(Size::STANDARD, Strategy::WeightsDynamic, opponent, seed).signum();
                points -= play(Size::STANDARD, opponent, Strategy::WeightsDynamic, seed).signum();
            }
            // Wins minus losses in 100 games.
            assert!(points > least, "{points} against {}", opponent.name());
        }
    }
}
