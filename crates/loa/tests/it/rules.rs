//! Tests of the rules, sentence by sentence.

use parlor_core::{Bitboard, Color, Game, GameRecord, MoveList, Notation, Outcome, PlayError, Square};
use parlor_loa::{
    Axis, Coordinates, Illegal, InvalidSetup, Move, Position, Rules, Setup, Simultaneous, is_contiguous,
    parse_square,
};

/// Black on a1 and h8 is hemmed in; White is not.
const BLACK_IS_STUCK: &str = "6ox/6oo/8/8/8/8/oo6/xo6 x";
/// No square is free, no line allows a move, and each side is in two parts.
const NOBODY_MOVES: &str = "ooooooox/oooooooo/oooooooo/ooxxxooo/ooxoxooo/ooxxxooo/oooooooo/oooooooo x";
/// White's e5-g5 captures a lone black piece and leaves both sides contiguous.
const BOTH_AT_ONCE: &str = "8/7o/7o/4o1x1/8/8/2xx4/8 o";

fn square(name: &str) -> Square {
    parse_square(name).expect("a square")
}

fn setup(text: &str) -> Setup {
    text.parse().expect("a position string")
}

fn position(text: &str) -> Position {
    Position::from_setup(&setup(text), Rules::default()).expect("one piece a square")
}

fn mv(text: &str) -> Move {
    Coordinates.parse(&Position::default(), text).expect("a move")
}

fn legal_moves(position: &Position) -> Vec<String> {
    let mut moves = MoveList::new();
    position.legal_moves(&mut moves);
    let mut texts: Vec<String> = moves.iter().map(Move::to_string).collect();
    texts.sort();
    texts
}

fn moves_from(position: &Position, from: &str) -> Vec<String> {
    legal_moves(position)
        .into_iter()
        .filter(|text| text.starts_with(from))
        .collect()
}

fn check(text: &str, mv_text: &str) -> Result<(), Illegal> {
    position(text).check(mv(mv_text))
}

#[test]
fn black_begins_on_the_first_and_eighth_ranks_and_moves_first() {
    let start = Position::default();
    let squares = |names: &str| -> Bitboard { names.split(' ').map(square).collect() };
    assert_eq!(start.turn(), Color::Black);
    assert_eq!(
        start.pieces(Color::Black),
        squares("b1 c1 d1 e1 f1 g1 b8 c8 d8 e8 f8 g8")
    );
    assert_eq!(
        start.pieces(Color::White),
        squares("a2 a3 a4 a5 a6 a7 h2 h3 h4 h5 h6 h7")
    );
    assert_eq!(start.count(Color::Black), 12);
    assert_eq!(
        start.setup().to_string(),
        "1xxxxxx1/o6o/o6o/o6o/o6o/o6o/o6o/1xxxxxx1 x"
    );
    assert_eq!(start.outcome(), None);
}

#[test]
fn the_piece_of_figure_1b_has_its_four_moves() {
    // Four pieces in row 3 and in column f, two on each diagonal through f3, one of them an own piece on d1.
    let figure = position("5x2/8/5o2/3o1o2/8/o2x1x1o/8/3x4 x");
    let f3 = square("f3");
    assert_eq!(Axis::ALL.map(|axis| figure.line_count(f3, axis)), [4, 4, 2, 2]);
    assert_eq!(moves_from(&figure, "f3"), ["f3-b3", "f3-d5", "f3-h1", "f3-h5"]);
    assert!(figure.is_capture(mv("f3-d5")));
    assert!(
        ["f3-b3", "f3-h1", "f3-h5"]
            .iter()
            .all(|text| !figure.is_capture(mv(text)))
    );
    // Four steps up cross enemies; d1 holds an own piece.
    assert_eq!(
        figure.check(mv("f3-f7")),
        Err(Illegal::EnemyBetween { square: square("f5") })
    );
    assert_eq!(
        figure.check(mv("f3-d1")),
        Err(Illegal::OwnPiece { square: square("d1") })
    );
}

#[test]
fn a_piece_jumps_over_friends_without_disturbing_them() {
    let mut board = position("8/8/8/8/8/o2x1x1o/8/3x4 x");
    board.play(mv("f3-b3")).expect("over d3");
    assert_eq!(board.piece_at(square("d3")), Some(Color::Black));
    assert_eq!(board.piece_at(square("b3")), Some(Color::Black));
    assert_eq!(board.piece_at(square("f3")), None);
    assert_eq!(board.turn(), Color::White);
}

#[test]
fn a_capture_removes_the_enemy_it_lands_on() {
    let mut board = position("5x2/8/5o2/3o1o2/8/o2x1x1o/8/3x4 x");
    board.play(mv("f3-d5")).expect("a capture");
    assert_eq!(board.piece_at(square("d5")), Some(Color::Black));
    assert_eq!(board.count(Color::White), 4);
    assert_eq!(board.count(Color::Black), 4);
}

#[test]
fn every_forbidden_move_has_its_own_reason() {
    let start = "1xxxxxx1/o6o/o6o/o6o/o6o/o6o/o6o/1xxxxxx1 x";
    let on = square;
    assert_eq!(check(start, "d4-d5"), Err(Illegal::NoPiece { square: on("d4") }));
    assert_eq!(
        check(start, "a2-c2"),
        Err(Illegal::OpponentsPiece { square: on("a2") })
    );
    assert_eq!(check(start, "b1-b1"), Err(Illegal::StaysPut { square: on("b1") }));
    assert_eq!(check(start, "b1-b8"), Err(Illegal::OwnPiece { square: on("b8") }));
    assert_eq!(
        check(start, "b1-c3"),
        Err(Illegal::NotStraight {
            from: on("b1"),
            to: on("c3")
        })
    );
    assert_eq!(
        check(start, "b1-b4"),
        Err(Illegal::WrongDistance { needed: 2, got: 3 })
    );
    assert_eq!(
        check("x7/o7/8/8/8/8/7o/7x x", "a8-a6"),
        Err(Illegal::EnemyBetween { square: on("a7") })
    );
    assert_eq!(check(start, "pass"), Err(Illegal::MayNotPass));
    assert_eq!(check("xx6/8/8/8/8/8/8/o6o o", "a1-a3"), Err(Illegal::GameOver));
    assert_eq!(
        Illegal::WrongDistance { needed: 1, got: 3 }.to_string(),
        "this line has 1 piece, so a move along it goes 1 square, not 3"
    );
    assert_eq!(
        check(start, "b1-c3").map_err(|error| error.to_string()),
        Err("b1 and c3 are not in a straight line".to_owned())
    );
}

#[test]
fn a_refused_move_changes_nothing() {
    let mut board = Position::default();
    assert!(board.play(mv("b1-b4")).is_err());
    assert_eq!(board, Position::default());
    assert_eq!(board.key(), Position::default().key());
}

#[test]
fn a_side_wins_by_becoming_contiguous() {
    let mut board = position("8/8/8/x7/8/1x6/8/o6o x");
    assert_eq!(board.outcome(), None);
    board.play(mv("a5-a3")).expect("two pieces on the a-file");
    assert_eq!(board.outcome(), Some(Outcome::Win(Color::Black)));
    assert_eq!(board.decided(), board.outcome());
    assert_eq!(legal_moves(&board), [""; 0]);
    assert_eq!(board.check(mv("h1-h2")), Err(Illegal::GameOver));
}

#[test]
fn diagonal_neighbours_are_connected() {
    let diagonal: Bitboard = ["a1", "b2", "c3", "d4", "c5"].into_iter().map(square).collect();
    assert!(is_contiguous(diagonal));
    assert!(!is_contiguous(diagonal - square("c3").bit()));
}

#[test]
fn the_edges_of_the_board_do_not_touch() {
    assert!(!is_contiguous([square("h1"), square("a2")].into_iter().collect()));
    assert!(!is_contiguous([square("h1"), square("a3")].into_iter().collect()));
    assert!(!is_contiguous([square("h4"), square("a4")].into_iter().collect()));
    assert!(!is_contiguous([square("a1"), square("a8")].into_iter().collect()));
}

#[test]
fn a_single_piece_is_contiguous_and_no_piece_is_not() {
    assert!(
        (!Bitboard::EMPTY)
            .squares()
            .all(|square| is_contiguous(square.bit()))
    );
    assert!(!is_contiguous(Bitboard::EMPTY));
    assert!(is_contiguous(!Bitboard::EMPTY));
}

#[test]
fn a_long_snake_is_contiguous_until_it_is_cut() {
    // Ranks 1, 3, 5 and 7 joined at alternate ends.
    let snake = position("7x/xxxxxxxx/x7/xxxxxxxx/7x/xxxxxxxx/x7/xxxxxxxx x").pieces(Color::Black);
    assert!(is_contiguous(snake));
    for cut in ["d3", "e5", "h8", "a7"] {
        let rest = snake - square(cut).bit();
        assert_eq!(is_contiguous(rest), matches!(cut, "h8" | "a7"), "{cut}");
    }
}

#[test]
fn capturing_down_to_a_single_piece_connects_the_victim() {
    // Black takes g5; white's last piece is contiguous, black's two are not: black has lost.
    let mut board = position("8/8/8/4x1o1/8/8/8/x6o x");
    board.play(mv("e5-g5")).expect("a capture");
    assert_eq!(board.count(Color::White), 1);
    assert_eq!(board.outcome(), Some(Outcome::Win(Color::White)));
}

#[test]
fn a_move_that_connects_only_the_opponent_loses() {
    let mut board = position("o7/o7/8/4x1o1/8/8/8/x7 x");
    assert_eq!(board.outcome(), None);
    board.play(mv("e5-g5")).expect("a capture");
    assert_eq!(board.outcome(), Some(Outcome::Win(Color::White)));
    assert_eq!(legal_moves(&board), [""; 0]);
}

#[test]
fn a_side_that_loses_its_last_piece_is_not_contiguous() {
    let edited = Position::edited(&setup("8/8/8/4x1o1/8/8/8/x7 x"), Rules::default()).expect("possible");
    let mut board = edited;
    board.play(mv("e5-g5")).expect("a capture");
    assert_eq!(board.count(Color::White), 0);
    assert!(!board.is_connected(Color::White));
    assert_eq!(board.outcome(), None, "black is in two parts and goes on");
    assert_eq!(legal_moves(&board), ["pass"]);
}

#[test]
fn the_mover_wins_when_both_sides_become_contiguous() {
    let mut board = position(BOTH_AT_ONCE);
    assert_eq!(board.outcome(), None);
    board.play(mv("e5-g5")).expect("a capture");
    assert!(board.is_connected(Color::Black) && board.is_connected(Color::White));
    assert_eq!(board.outcome(), Some(Outcome::Win(Color::White)));
}

#[test]
fn the_olympiad_rule_draws_when_both_sides_become_contiguous() {
    let rules = Rules {
        simultaneous: Simultaneous::Draw,
    };
    let mut board = Position::from_setup(&setup(BOTH_AT_ONCE), rules).expect("possible");
    assert_ne!(
        board.key(),
        position(BOTH_AT_ONCE).key(),
        "other rules are another position"
    );
    board.play(mv("e5-g5")).expect("a capture");
    assert_eq!(board.outcome(), Some(Outcome::Draw));
}

#[test]
fn a_side_without_a_move_passes_and_the_pass_is_not_counted() {
    let stuck = position(BLACK_IS_STUCK);
    assert_eq!(stuck.outcome(), None);
    assert_eq!(legal_moves(&stuck), ["pass"]);
    let mut record = GameRecord::new(stuck);
    record.set_move_limit(Some(1)).expect("no move was made");
    record.play(Move::PASS).expect("black is stuck");
    assert_eq!(record.turn(), Color::White);
    assert_eq!(record.moves_left(), Some(1));
    assert_eq!(record.outcome(), None);
    let mut replies = MoveList::new();
    record.position().legal_moves(&mut replies);
    record.play(replies[0]).expect("a legal move");
    assert_eq!(record.moves_left(), Some(0));
}

#[test]
fn a_game_in_which_neither_side_can_move_is_drawn() {
    let full = position(NOBODY_MOVES);
    assert!(!full.is_connected(Color::Black) && !full.is_connected(Color::White));
    assert_eq!(full.outcome(), Some(Outcome::Draw));
    assert_eq!(legal_moves(&full), [""; 0]);
    assert_eq!(full.check(Move::PASS), Err(Illegal::GameOver));
    assert_eq!(full.count_moves(), 0);
}

#[test]
fn sixty_moves_without_a_winner_are_a_tie() {
    let mut record = GameRecord::new(Position::default());
    record.set_move_limit(Some(60)).expect("no move was made");
    // Two pieces move out and back again.
    let shuffle = ["b1-b3", "a7-c7", "b3-b1", "c7-a7"];
    for (i, text) in shuffle.iter().cycle().take(60).enumerate() {
        assert_eq!(record.outcome(), None, "after {i} moves");
        record
            .play(mv(text))
            .unwrap_or_else(|error| panic!("{text}: {error}"));
    }
    assert_eq!(record.outcome(), Some(Outcome::Draw));
    assert_eq!(record.play(mv("b1-b3")), Err(PlayError::Over));
}

#[test]
fn an_edited_board_is_never_over_by_itself() {
    let connected = "8/8/8/3xx3/8/8/8/o6o";
    for side in ["x", "o"] {
        let text = format!("{connected} {side}");
        let edited = Position::edited(&setup(&text), Rules::default()).expect("possible");
        assert!(edited.is_held_open());
        assert_eq!(edited.outcome(), None);
        assert!(!legal_moves(&edited).is_empty());
        assert_ne!(edited, position(&text), "the same board as the end of a game");
        assert_ne!(edited.key(), position(&text).key());
    }
}

#[test]
fn the_next_move_judges_an_edited_board() {
    // Black is already contiguous: a move of White that does not change this ends the game.
    let mut board = Position::edited(&setup("8/8/8/3xx3/8/8/8/o6o o"), Rules::default()).expect("possible");
    board.play(mv("a1-a2")).expect("one piece on the a-file");
    assert_eq!(board.outcome(), Some(Outcome::Win(Color::Black)));

    // Black breaks up and plays on.
    let mut board = Position::edited(&setup("8/8/8/3xx3/8/8/8/o6o x"), Rules::default()).expect("possible");
    board.play(mv("e5-g5")).expect("two pieces in rank 5");
    assert_eq!(board.outcome(), None);
    assert!(!board.is_held_open());
}

#[test]
fn editing_leaves_no_trace_if_the_game_is_not_over() {
    let start = Position::default();
    let emptied = start.with_piece(square("b1"), None);
    assert_eq!(emptied.piece_at(square("b1")), None);
    assert_eq!(emptied.with_piece(square("b1"), Some(Color::Black)), start);
    assert_eq!(start.with_turn(Color::White).with_turn(Color::Black), start);
    assert_eq!(start.with_turn(Color::White).turn(), Color::White);
    let recoloured = start.with_piece(square("a2"), Some(Color::Black));
    assert_eq!(
        (recoloured.count(Color::Black), recoloured.count(Color::White)),
        (13, 11)
    );
    assert_eq!(recoloured.key(), recoloured.recomputed_key());
}

#[test]
fn an_edited_board_without_moves_ends_with_the_next_pass() {
    for text in [NOBODY_MOVES, "8/8/8/8/8/8/8/8 x"] {
        let mut board = Position::edited(&setup(text), Rules::default()).expect("possible");
        assert_eq!(board.outcome(), None);
        assert_eq!(legal_moves(&board), ["pass"]);
        board.play(Move::PASS).expect("the only move");
        assert_eq!(board.outcome(), Some(Outcome::Draw));
    }
}

#[test]
fn two_pieces_on_one_square_are_refused() {
    let mut both = setup("8/8/8/8/8/8/8/x6o x");
    both.pieces[Color::White] |= square("a1").bit();
    let refused = Err(InvalidSetup::TwoPieces { square: square("a1") });
    assert_eq!(Position::from_setup(&both, Rules::default()), refused);
    assert_eq!(Position::edited(&both, Rules::default()), refused);
}

#[test]
fn the_dump_has_eight_indented_rows_and_the_next_move() {
    let rows = Position::default().dump_rows();
    let side = "    w - - - - - - w";
    let expected = [
        "    - b b b b b b -",
        side,
        side,
        side,
        side,
        side,
        side,
        "    - b b b b b b -",
        "Next move: black",
    ];
    assert_eq!(rows, expected);
    assert_eq!(
        Position::default().with_turn(Color::White).dump_rows()[8],
        "Next move: white"
    );
}

#[test]
fn no_move_at_all_makes_a_position_panic() {
    for text in [NOBODY_MOVES, BLACK_IS_STUCK, BOTH_AT_ONCE, "8/8/8/8/8/8/8/8 o"] {
        for mv in (0..Move::COUNT).filter_map(Move::from_index) {
            let mut board = position(text);
            board.play_unchecked(mv);
            board.play_unchecked(Move::PASS);
            let _ = (board.outcome(), legal_moves(&board));
        }
    }
}
