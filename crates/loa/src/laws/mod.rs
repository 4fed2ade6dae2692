//! The laws of the shared test kit, checked on Lines of Action against a slow reference.

mod reference;

use parlor_core::random::split_mix;
use parlor_core::testkit::{Lawful, check_position, check_random_games};
use parlor_core::{Bitboard, Color, Game, Notation, Outcome, PerColor, Symmetry};

use crate::{Coordinates, Move, Position, Recorded, Rules, Setup, Simultaneous, is_contiguous};
use reference::Board;

impl Lawful for Position {
    fn conceivable_moves(&self) -> Vec<Move> {
        (0..Move::COUNT).filter_map(Move::from_index).collect()
    }

    fn recomputed_key(&self) -> u64 {
        Position::recomputed_key(self)
    }

    fn symmetries(&self) -> Vec<Symmetry> {
        Symmetry::ALL.to_vec()
    }

    fn transformed(&self, symmetry: Symmetry) -> Position {
        let turned = |set: Bitboard| symmetry.set(8, set);
        let setup = Setup {
            pieces: PerColor(self.setup().pieces.0.map(turned)),
            turn: self.turn(),
        };
        rebuilt(self, &setup)
    }

    fn transformed_move(&self, mv: Move, symmetry: Symmetry) -> Move {
        if mv.is_pass() {
            return mv;
        }
        Move::new(symmetry.square(8, mv.from()), symmetry.square(8, mv.to()))
    }

    fn check_notations(&self, mv: Move) {
        let text = Coordinates.format(self, mv);
        assert_eq!(Coordinates.parse(self, &text), Ok(mv));
        assert_eq!(Coordinates.parse(self, &text.to_uppercase()), Ok(mv));
        let text = Recorded.format(self, mv);
        assert_eq!(Recorded.parse(self, &text), Ok(mv));
        assert_eq!(
            text.contains(':'),
            self.count(!self.turn()) > after(self, mv).count(!self.turn())
        );
    }

    fn check_formats(&self) {
        let text = self.setup().to_string();
        let setup: Setup = text.parse().expect("a written position");
        assert_eq!(&rebuilt(self, &setup), self, "{text}");
    }

    fn reference_moves(&self) -> Vec<Move> {
        let board = Board::of(self);
        if self.reference_outcome().is_some() {
            return Vec::new();
        }
        let moves = board.piece_moves(board.turn);
        if moves.is_empty() { vec![Move::PASS] } else { moves }
    }

    fn reference_play(&self, mv: Move) -> Position {
        let mut board = Board::of(self);
        board.play(mv);
        let setup: Setup = board.text().parse().expect("a written position");
        Position::from_setup(&setup, self.rules()).expect("one piece a square")
    }

    fn reference_outcome(&self) -> Option<Outcome> {
        let outcome = Board::of(self).outcome(self.rules().simultaneous);
        outcome.filter(|_| !self.is_held_open())
    }
}

fn after(position: &Position, mv: Move) -> Position {
    let mut next = *position;
    next.play_unchecked(mv);
    next
}

/// Returns the position of a setup, as an edited position if the model is held open.
fn rebuilt(model: &Position, setup: &Setup) -> Position {
    let rules = model.rules();
    let position = if model.is_held_open() {
        Position::edited(setup, rules)
    } else {
        Position::from_setup(setup, rules)
    };
    position.expect("one piece a square")
}

const RULES: [Rules; 2] = [
    Rules {
        simultaneous: Simultaneous::MoverWins,
    },
    Rules {
        simultaneous: Simultaneous::Draw,
    },
];

/// Returns a board on which each square is filled with a probability of `filled` in 64.
fn random_setup(random: &mut u64, filled: u64) -> Setup {
    let mut setup = Setup::empty(Color::ALL[(split_mix(random) & 1) as usize]);
    for square in (!Bitboard::EMPTY).squares() {
        let number = split_mix(random);
        if number % 64 < filled {
            setup.put(square, Some(Color::ALL[(number >> 32 & 1) as usize]));
        }
    }
    setup
}

#[test]
fn random_games_keep_every_law() {
    for (seed, rules) in RULES.into_iter().enumerate() {
        check_random_games(&Position::start(rules), 4, 150, seed as u64);
    }
}

#[test]
fn random_games_from_sparse_boards_keep_every_law() {
    // Few pieces: contiguity, simultaneous contiguity and a last piece occur within a few moves.
    let mut random = 64;
    for seed in 0..40 {
        let setup = random_setup(&mut random, 3 + seed % 8);
        for rules in RULES {
            let position = Position::from_setup(&setup, rules).expect("one piece a square");
            check_random_games(&position, 1, 12, seed);
        }
    }
}

#[test]
fn boards_of_every_density_keep_every_law_judged_or_edited() {
    let mut random = 1969;
    for filled in 0..=64 {
        let setup = random_setup(&mut random, filled);
        for rules in RULES {
            check_position(&Position::from_setup(&setup, rules).expect("one piece a square"));
            check_position(&Position::edited(&setup, rules).expect("one piece a square"));
        }
    }
}

#[test]
fn contiguity_agrees_with_the_reference_on_every_kind_of_board() {
    let mut random = 7;
    let mut contiguous = 0;
    for i in 0..6000 {
        let setup = random_setup(&mut random, 1 + i % 64);
        let position = Position::from_setup(&setup, Rules::default()).expect("one piece a square");
        let board = Board::of(&position);
        for color in Color::ALL {
            let expected = board.is_contiguous(color);
            assert_eq!(is_contiguous(setup.pieces[color]), expected, "{setup}");
            contiguous += u32::from(expected);
        }
    }
    assert!(
        (500..11_500).contains(&contiguous),
        "too one-sided a test: {contiguous}"
    );
}
