//! Tests that texts written for Fairy-Stockfish can be read back.

use parlor_core::Color;
use parlor_games::{Kind, Spec};

use super::*;

#[test]
fn every_move_of_whole_games_is_written_and_read_back() {
    for kind in Kind::ALL {
        for seed in 0..6_usize {
            let mut game = AnyGame::new(&Spec::default_for(kind)).expect("the start");
            let mut state = seed * 7 + 1;
            while game.outcome().is_none() && game.len() < 120 {
                let moves = game.legal_moves();
                state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                let mv = moves[(state >> 33) % moves.len()].text.clone();
                let before = game.clone();
                game.play(&mv).expect("legal");
                let written = moves_of(&game);
                let read = read(&before, written.last().expect("a move")).expect("readable");
                let mut again = before.clone();
                again.play(&read).expect("legal");
                assert_eq!(again.cells(), game.cells(), "{kind} {mv} {written:?}");
            }
        }
    }
}

fn moves_of(game: &AnyGame) -> Vec<String> {
    moves(game)
}

#[test]
fn the_starts_of_the_variants_are_ours() {
    let starts = [
        (Kind::Othello, "8/8/8/3pP3/3Pp3/8/8/8[PPPPpppp] w 0 1"),
        (Kind::Ataxx, "P5p/7/7/7/7/7/p5P[PPpp] w 0 1"),
        (Kind::Loa, "1LLLLLL1/l6l/l6l/l6l/l6l/l6l/l6l/1LLLLLL1 w - - 0 1"),
    ];
    for (kind, fen) in starts {
        let start = AnyGame::new(&Spec::default_for(kind)).expect("the start");
        let text = read_fen(&start, fen).expect("readable");
        let read = AnyGame::from_position(start.spec(), &text).expect("a position");
        assert_eq!(read.position_text(), start.position_text(), "{kind}");
        let turned = read_fen(&start, &fen.replace(" w ", " b ")).expect("readable");
        let read = AnyGame::from_position(start.spec(), &turned).expect("a position");
        assert_eq!(read.turn(), Color::White, "{kind}");
        assert!(read_fen(&start, &fen.replace(" w ", " o ")).is_err());
        let own = start.position_text();
        assert_eq!(read_fen(&start, &own), Ok(own.clone()));
    }
}

#[test]
fn ranks_of_othello_are_counted_from_the_other_side() {
    let mut game = AnyGame::new(&Spec::default_for(Kind::Othello)).expect("the start");
    game.play("f5").expect("legal");
    assert_eq!(moves(&game), ["P@f4"]);
    assert_eq!(read(&game, "P@d3").as_deref(), Some("d6"));
}
