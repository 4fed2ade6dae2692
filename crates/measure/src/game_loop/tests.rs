use parlor_games::{Kind, Spec};

use super::*;

/// Plays the given moves, then resigns.
struct Script {
    moves: Vec<&'static str>,
    seen: Vec<usize>,
    passes_without_asking: bool,
}

#[derive(PartialEq, Eq, Debug)]
struct GaveUp;

impl Sides for Script {
    type Ending = GaveUp;

    fn choose(&mut self, _: &AnyGame) -> Result<String, GaveUp> {
        if self.moves.is_empty() {
            return Err(GaveUp);
        }
        Ok(self.moves.remove(0).to_owned())
    }

    fn moved(&mut self, game: &AnyGame) -> Result<(), GaveUp> {
        self.seen.push(game.len());
        Ok(())
    }

    fn passes_without_asking(&self, _: Color) -> bool {
        self.passes_without_asking
    }
}

fn script(moves: &[&'static str]) -> Script {
    Script {
        moves: moves.to_vec(),
        seen: Vec::new(),
        passes_without_asking: false,
    }
}

fn othello() -> AnyGame {
    AnyGame::new(&Spec::default_for(Kind::Othello)).expect("the start")
}

#[test]
fn a_game_ends_by_resignation_by_an_illegal_move_or_by_its_length() {
    let mut game = othello();
    let mut sides = script(&["f5", "d6"]);
    assert_eq!(play_out(&mut game, &mut sides, 100), GameEnd::Other(GaveUp));
    assert_eq!((game.len(), sides.seen), (2, vec![1, 2]));

    let mut game = othello();
    let end = play_out(&mut game, &mut script(&["f5", "f5"]), 100);
    assert!(
        matches!(&end, GameEnd::Illegal { text, .. } if text == "f5"),
        "{end:?}"
    );
    assert_eq!(game.len(), 1, "what is illegal is not played");

    let mut game = othello();
    assert_eq!(play_out(&mut game, &mut script(&["f5"]), 1), GameEnd::TooLong);
}

#[test]
fn a_side_that_passes_by_itself_is_not_asked_to() {
    // The first colour has no move, and the second has one that ends the game.
    let text = format!("OX{} X", "-".repeat(62));
    let spec = Spec::default_for(Kind::Othello);
    let stuck = AnyGame::from_position(&spec, &text).expect("a position");
    assert_eq!(stuck.legal_moves().len(), 1);
    assert_eq!(stuck.legal_moves()[0].action, Action::Pass);

    let mut sides = Script {
        passes_without_asking: true,
        ..script(&["c1"])
    };
    let end = play_out(&mut stuck.clone(), &mut sides, 100);
    assert_eq!(end, GameEnd::Rules(Outcome::Win(Color::White)));
    assert_eq!(sides.seen, [1, 2], "a pass is a move that is seen");
    let end = play_out(&mut stuck.clone(), &mut script(&["c1"]), 100);
    assert!(matches!(end, GameEnd::Illegal { .. }), "{end:?}");
}
