//! The worked examples of the course specifications behind these rules.

use parlor_core::{Color, Game, Notation};
use parlor_othello::notation::RowColumn;
use parlor_othello::{Board, Move, Position, Rules, Setup};

fn squares(names: &str) -> parlor_core::Bitboard {
    let any_board = Board::start(Rules::Pass);
    names
        .split_whitespace()
        .filter_map(|name| RowColumn.parse(&any_board, name).unwrap().square())
        .collect()
}

#[test]
fn the_start_is_as_the_texts_draw_it() {
    let board = Board::start(Rules::Pass);
    assert_eq!(board.discs(Color::White), squares("D4 E5"));
    assert_eq!(board.discs(Color::Black), squares("D5 E4"));
    assert_eq!(board.turn(), Color::Black);
    // The crosses of the first text's second figure: (2,3), (3,2), (4,5) and (5,4).
    assert_eq!(board.mobility(), squares("C4 D3 E6 F5"));
}

#[test]
fn a_disc_on_d3_turns_a_row_and_a_diagonal() {
    let setup = Setup {
        black: squares("C4 D4 D5 E4"),
        white: squares("B6 C6 D6 E5 F5"),
        turn: Color::White,
    };
    let mut board = Board::from_setup(&setup, Rules::Pass).unwrap();
    let d3 = RowColumn.parse(&board, "D3").unwrap();
    let turned: Vec<String> = board
        .flipped(d3)
        .into_iter()
        .map(|place| RowColumn.format(&board, board.move_at(place).unwrap()))
        .collect();
    assert_eq!(turned, ["D4", "D5", "E4"]);
    board.play(d3).unwrap();
    assert_eq!(board.discs(Color::Black), squares("C4"));
    assert_eq!(board.discs(Color::White), squares("B6 C6 D3 D4 D5 D6 E4 E5 F5"));
}

#[test]
fn a_side_that_cannot_move_passes_or_loses_by_the_rule_set() {
    // Black cannot outflank the corner; white can take the disc beside it.
    let setup = Setup {
        black: squares("A2"),
        white: squares("A1"),
        turn: Color::Black,
    };
    let passing = Board::from_setup(&setup, Rules::Pass).unwrap();
    assert_eq!(passing.outcome(), None);
    assert!(passing.is_legal(Move::PASS));
    let losing = Board::from_setup(&setup, Rules::NoMoveLoses).unwrap();
    assert_eq!(
        losing.outcome().and_then(|outcome| outcome.winner()),
        Some(Color::White)
    );
    assert!(!losing.is_legal(Move::PASS));
}
