//! Tests of the viewer's data.

use parlor_games::{Kind, Spec};

use super::*;

#[test]
fn a_move_lists_the_cells_it_changed() {
    let mut game = AnyGame::new(&Spec::default_for(Kind::Othello)).expect("the start");
    game.play("f5").expect("legal");
    // Cell 36, E5, is flipped, and the next one, F5, is new.
    assert_eq!(moves(&game), [json!(["f5", "10b11b"])]);
}
