//! The dialogue of the `othello` programs that play against one person at a terminal.
//!
//! The program starts a game when it starts, and ends with it. Its messages have no fixed form, but it draws
//! the board after every move, and the driver reads its moves from the boards. Squares are typed row first
//! (`F6`), and passes are never typed. Positions cannot be set up, so there are no openings.

mod drawing;
pub mod gtp;
pub mod nboard;

use std::collections::VecDeque;

use parlor_core::Color;
use parlor_games::{Action, AnyGame, Cell, Kind, Spec};

use self::drawing::Drawing;
use super::{Driver, DriverAction, DriverEvent, Unsupported};
use crate::board::move_to;
use crate::limits::Budget;

const NAME: &str = "othello";

/// The driver of an `othello` program.
#[derive(Debug, Default)]
pub struct Othello {
    game: Option<AnyGame>,
    color: Option<Color>,
    is_ready: bool,
    drawing: Drawing,
    // The boards that the program may still draw without having moved: the one it drew last, and those after
    // our moves. There are several if it had to pass, because then our next move is sent before it has drawn
    // the last one.
    expected: VecDeque<Vec<Cell>>,
}

impl Driver for Othello {
    fn new_game(
        &mut self,
        game: &AnyGame,
        color: Color,
        _budget: &Budget,
    ) -> Result<Vec<String>, Unsupported> {
        if game.kind() != Kind::Othello {
            return Err(Unsupported::Game {
                protocol: NAME,
                game: game.kind().name(),
            });
        }
        let agreement = |what: &str| Unsupported::Agreement {
            protocol: NAME,
            what: what.to_owned(),
        };
        if *game.spec() != Spec::default_for(Kind::Othello) {
            return Err(agreement("other rules or another board"));
        }
        let is_start = AnyGame::new(game.spec()).is_ok_and(|default| default == *game);
        if !is_start {
            return Err(agreement("an opening"));
        }
        *self = Othello {
            game: Some(game.clone()),
            color: Some(color),
            expected: VecDeque::from([game.cells()]),
            ..Othello::default()
        };
        Ok(Vec::new())
    }

    fn go(&mut self, _game: &AnyGame, _budget: &Budget) -> Vec<String> {
        Vec::new()
    }

    fn moved(&mut self, game: &AnyGame) -> Vec<String> {
        // If we have to pass, the program moves again at once, so it may be ahead of the moves we know.
        if self.game.as_ref().is_none_or(|known| known.len() < game.len()) {
            self.game = Some(settled(game.clone()));
            self.expected.push_back(game.cells());
        }
        match (self.color, game.history().last().and_then(|mv| mv.target)) {
            (Some(color), Some(place)) if game.turn() == color => {
                vec![format!(
                    "{}{}",
                    char::from(b'A' + place.row % 26),
                    place.column + 1
                )]
            }
            _ => Vec::new(),
        }
    }

    fn line(&mut self, line: &str) -> Vec<DriverAction> {
        let Some(cells) = self.drawing.take(line, 'X', 'O') else {
            return Vec::new();
        };
        let Some(game) = &mut self.game else {
            return Vec::new();
        };
        let mut acts = Vec::new();
        if !self.is_ready {
            self.is_ready = true;
            acts.push(DriverAction::Event(DriverEvent::Ready));
        }
        if let Some(at) = self.expected.iter().position(|expected| *expected == cells) {
            self.expected.drain(..at);
            return acts;
        }
        let event = match move_to(game, &cells) {
            Some(mv) if self.color == Some(game.turn()) => {
                let mut after = game.clone();
                if after.play(&mv).is_ok() {
                    *game = settled(after);
                    self.expected = VecDeque::from([cells]);
                }
                DriverEvent::Move(mv)
            }
            _ => DriverEvent::WrongBoard("no legal move of its own leads to the board it draws".to_owned()),
        };
        acts.push(DriverAction::Event(event));
        acts
    }

    fn quit(&mut self) -> Vec<String> {
        Vec::new()
    }

    fn passes_without_asking(&self) -> bool {
        true
    }

    fn plays_on(&self) -> bool {
        false
    }
}

/// Returns the game after the passes that are not typed.
fn settled(mut game: AnyGame) -> AnyGame {
    loop {
        let legal = game.legal_moves();
        match &legal[..] {
            [only] if only.action == Action::Pass && game.play(&only.text).is_ok() => {}
            _ => return game,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn draw(driver: &mut Othello, game: &AnyGame) -> Vec<DriverAction> {
        let mut acts = Vec::new();
        for (row, letter) in game.cells().chunks(8).zip('A'..) {
            acts.extend(driver.line("  +---+---+---+---+---+---+---+---+"));
            let cells: Vec<&str> = row
                .iter()
                .map(|cell| match cell {
                    Cell::Piece(Color::Black) => " X ",
                    Cell::Piece(Color::White) => " O ",
                    _ => "   ",
                })
                .collect();
            acts.extend(driver.line(&format!("{letter} |{}|", cells.join("|"))));
        }
        acts
    }

    #[test]
    fn moves_are_read_off_the_drawn_boards() {
        let mut game = AnyGame::new(&Spec::default_for(Kind::Othello)).expect("the start");
        let mut driver = Othello::default();
        driver
            .new_game(&game, Color::Black, &Budget::default())
            .expect("supported");
        assert_eq!(
            draw(&mut driver, &game),
            [DriverAction::Event(DriverEvent::Ready)]
        );
        game.play("f5").expect("legal");
        assert_eq!(
            draw(&mut driver, &game),
            [DriverAction::Event(DriverEvent::Move("f5".into()))]
        );
        driver.moved(&game);
        game.play("d6").expect("legal");
        assert_eq!(driver.moved(&game), ["F4"], "row first");
        assert_eq!(draw(&mut driver, &game), [], "the person's move");
        let start = AnyGame::new(&Spec::default_for(Kind::Othello)).expect("the start");
        assert!(matches!(
            &draw(&mut driver, &start)[..],
            [DriverAction::Event(DriverEvent::WrongBoard(_))]
        ));
    }

    #[test]
    fn a_program_that_passes_draws_two_of_our_moves_one_after_the_other() {
        let moves = "f5 f4 c3 g6 g5 e6 d7 g4 h4 d3 f3 b3 f6 d6 b2 a1 c4 d8 c6 c5 d2 g2 h1 g3 b4 g1 a3 a2 h7 h6 c8 e7 b6 e2 \
            c2 b8 b5 b1 f1 a5 f8 b7 a7 c7 g7 h5 f7 h2 a4 h8 d1 h3 a6 c1 a8 g8 e3 e8 pass f2 e1";
        let moves: Vec<&str> = moves.split_whitespace().collect();
        let mut game = AnyGame::new(&Spec::default_for(Kind::Othello)).expect("the start");
        let mut driver = Othello::default();
        driver
            .new_game(&game, Color::Black, &Budget::default())
            .expect("supported");
        draw(&mut driver, &game);
        let mut undrawn = Vec::new();
        for (index, mv) in moves.iter().enumerate() {
            let is_own = game.turn() == Color::Black && *mv != "pass";
            if is_own {
                for board in undrawn.drain(..) {
                    assert_eq!(draw(&mut driver, &board), [], "before move {index}");
                }
            }
            game.play(mv).expect("legal");
            if is_own {
                let moved = DriverAction::Event(DriverEvent::Move((*mv).to_owned()));
                assert_eq!(draw(&mut driver, &game), [moved]);
            } else if *mv != "pass" {
                undrawn.push(game.clone());
            }
            driver.moved(&game);
        }
        assert!(game.outcome().is_some());
    }

    #[test]
    fn an_opening_cannot_be_set_up() {
        let mut game = AnyGame::new(&Spec::default_for(Kind::Othello)).expect("the start");
        game.play("f5").expect("legal");
        let refused = Othello::default().new_game(&game, Color::White, &Budget::default());
        assert!(matches!(refused, Err(Unsupported::Agreement { .. })));
    }
}
