//! The laws of the shared test kit, for both rule sets, with and without blocks.

mod reference;

use parlor_core::testkit::{Lawful, check_position, check_random_games};
use parlor_core::{Game, Notation, Outcome, PositionText, Symmetry};

use self::reference::Reference;
use crate::{ALL_SQUARES, BlockPattern, Cs61bNotation, Move, Position, Rules, ToolNotation};

impl Lawful for Position {
    fn conceivable_moves(&self) -> Vec<Move> {
        let mut moves = vec![Move::PASS];
        for to in ALL_SQUARES {
            moves.push(Move::clone_to(to));
            moves.extend(ALL_SQUARES.squares().map(|from| Move::jump(from, to)));
        }
        moves
    }

    fn recomputed_key(&self) -> u64 {
        let rebuilt = Position::from_setup(&self.setup(), self.rules());
        rebuilt.unwrap_or_else(|error| panic!("{error}")).key()
    }

    fn symmetries(&self) -> Vec<Symmetry> {
        Symmetry::ALL.to_vec()
    }

    fn transformed(&self, symmetry: Symmetry) -> Position {
        self.seen_through(symmetry)
    }

    fn transformed_move(&self, mv: Move, symmetry: Symmetry) -> Move {
        mv.seen_through(symmetry)
    }

    fn check_notations(&self, mv: Move) {
        let text = Cs61bNotation.format(self, mv);
        assert_eq!(Cs61bNotation.parse(self, &text), Ok(mv), "{text}");
        let text = ToolNotation.format(self, mv);
        assert_eq!(ToolNotation.parse(self, &text), Ok(mv), "{text}");
    }

    fn check_formats(&self) {
        let fen = self.position_text();
        assert_eq!(Position::read_position(&fen, self.rules()), Ok(*self), "{fen}");
    }

    fn reference_moves(&self) -> Vec<Move> {
        Reference::of(self).moves()
    }

    fn reference_play(&self, mv: Move) -> Position {
        let mut reference = Reference::of(self);
        reference.play(mv);
        reference.position()
    }

    fn reference_outcome(&self) -> Option<Outcome> {
        Reference::of(self).outcome()
    }
}

fn start(rules: Rules, blocks: &str) -> Position {
    let pattern: BlockPattern = blocks.parse().unwrap_or_else(|error| panic!("{error}"));
    Position::with_blocks(rules, pattern.squares()).unwrap_or_else(|error| panic!("{error}"))
}

fn fen(rules: Rules, text: &str) -> Position {
    Position::from_fen(text, rules).unwrap_or_else(|error| panic!("{text}: {error}"))
}

#[test]
fn the_cs61b_rules_keep_the_laws() {
    check_random_games(&Position::start(Rules::Cs61b), 4, 400, 1);
}

#[test]
fn the_tools_rules_keep_the_laws() {
    check_random_games(&Position::start(Rules::Tools), 4, 400, 2);
    check_random_games(&Position::start(Rules::Jumps25), 4, 400, 2);
}

#[test]
fn blocks_keep_the_laws() {
    check_random_games(&start(Rules::Cs61b, "3gh"), 2, 400, 3);
    check_random_games(&start(Rules::Tools, "ah5"), 2, 400, 4);
    check_random_games(&start(Rules::Cs61b, "acefg136"), 10, 400, 5);
}

#[test]
fn asymmetric_blocks_keep_the_laws() {
    for rules in Rules::ALL {
        check_random_games(&fen(rules, "x4-o/1-5/4--1/-6/7/2-4/o5x o 3"), 2, 400, 6);
    }
}

#[test]
fn games_that_end_by_the_clock_keep_the_laws() {
    check_random_games(&fen(Rules::Cs61b, "xx4o/7/7/7/7/7/o5x x 41"), 8, 40, 7);
    check_random_games(&fen(Rules::Tools, "xx4o/7/7/7/7/7/o5x x 96"), 8, 40, 8);
}

#[test]
fn games_with_skipped_turns_keep_the_laws() {
    for rules in Rules::ALL {
        check_random_games(&fen(rules, "7/7/7/7/4ooo/4ooo/4oox x"), 2, 400, 9);
        check_random_games(&fen(rules, "7/7/7/7/-------/-------/x5o x"), 10, 60, 10);
        check_random_games(
            &fen(rules, "x---ooo/-------/-------/7/-------/--o---o/oo1--x1 o"),
            10,
            60,
            11,
        );
    }
}

#[test]
fn finished_positions_keep_the_laws() {
    for rules in Rules::ALL {
        check_position(&fen(rules, "7/7/7/3x3/7/7/7 o"));
        check_position(&fen(rules, "7/7/7/3o3/7/7/7 o"));
        check_position(&fen(rules, "x---3/----3/----3/-------/3----/3----/3---o x"));
        check_position(&fen(
            rules,
            &format!("xx4o/7/7/7/7/7/o5x x {}", rules.clock_limit()),
        ));
    }
}

#[test]
#[ignore = "slow: the laws over many random games"]
fn many_random_games_keep_the_laws() {
    for rules in Rules::ALL {
        check_random_games(&Position::start(rules), 100, 400, 12);
        for (seed, pattern) in ["3gh", "a", "b4", "ch", "dg6", "123456", "efgh", "acefg136"]
            .into_iter()
            .enumerate()
        {
            check_random_games(&start(rules, pattern), 20, 400, 100 + seed as u64);
        }
    }
}
