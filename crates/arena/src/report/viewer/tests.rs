//! What the viewer of a report is given.

use parlor_games::{Kind, Spec};

use super::*;

#[test]
fn a_move_is_the_cells_that_it_changed() {
    let mut game = AnyGame::new(&Spec::usual(Kind::Othello)).expect("the start");
    game.play("f5").expect("legal");
    // E5, the cell 36 from the top left, turns and F5, the next one, is new.
    assert_eq!(moves(&game), [json!(["f5", "10b11b"])]);
}
