//! Moves and colours of every game survive formatting and parsing.

use super::*;
use parlor_core::MoveList;

fn every_first_move_survives<G: RemoteGame>(position: &G) {
    let mut moves = MoveList::new();
    position.legal_moves(&mut moves);
    assert!(!moves.is_empty());
    for mv in moves {
        let text = position.write_move(mv);
        assert_eq!(position.read_move(&text).ok(), Some(mv), "{text}");
    }
    for color in Color::ALL {
        assert_eq!(G::read_color(G::color_word(color)), Some(color));
    }
    assert_eq!(G::read_color("Red"), None);
}

#[test]
fn moves_and_colours_survive_formatting_and_parsing() {
    every_first_move_survives(&parlor_ataxx::Position::start(parlor_ataxx::Rules::Cs61b));
    every_first_move_survives(&parlor_loa::Position::default());
    every_first_move_survives(&parlor_othello::Board::start(parlor_othello::Rules::Pass));
    let grid = parlor_othello::GridBoard::start(parlor_othello::Size::STANDARD, parlor_othello::Rules::Pass);
    every_first_move_survives(&grid);
}

#[test]
fn a_pass_is_a_hyphen_in_every_game() {
    let ataxx = parlor_ataxx::Position::start(parlor_ataxx::Rules::Cs61b);
    assert_eq!(ataxx.write_move(parlor_ataxx::Move::PASS), "-");
    let loa = parlor_loa::Position::default();
    assert_eq!(loa.write_move(parlor_loa::Move::PASS), "-");
    assert_eq!(loa.read_move("-").ok(), Some(parlor_loa::Move::PASS));
    let othello = parlor_othello::Board::start(parlor_othello::Rules::Pass);
    assert_eq!(othello.write_move(parlor_othello::Move::PASS), "-");
    assert_eq!(othello.read_move("-").ok(), Some(parlor_othello::Move::PASS));
    assert_eq!(
        othello.read_move("F5").map(|mv| othello.write_move(mv)).ok(),
        Some("F5".into())
    );
}

#[test]
fn only_ataxx_has_blocks() {
    let ataxx = parlor_ataxx::Position::start(parlor_ataxx::Rules::Cs61b);
    assert_eq!(
        ataxx.with_blocks("3gh").map(|it| it.blocks().count()).ok(),
        Some(10)
    );
    assert!(ataxx.with_blocks("z").is_err());
    assert!(parlor_loa::Position::default().with_blocks("a").is_err());
}
