//! The protocol of the `ataxx` programs.
//!
//! It does not define how a program announces its AI's moves, so only dumps and results are read from its
//! output: the driver requests a `dump` after each of the program's turns, and the move is the one that leads
//! to that board. The program is in local mode; we are its user, and its AI is the opponent.

use std::collections::VecDeque;

use parlor_ataxx::Rules;
use parlor_core::{Color, Outcome};
use parlor_games::{AnyGame, AtaxxTerms, Cell, Spec};

use super::{Driver, DriverAction, DriverEvent, Unsupported, knows_move_time, move_time_line};
use crate::board::{Dump, move_to, read_rows, strip_prompt};
use crate::limits::Budget;

const NAME: &str = "ataxx";

/// The driver of an `ataxx` program.
#[derive(Debug, Default)]
pub struct Ataxx {
    // Whether the program knows our command for its time per move.
    receives_move_time: bool,
    game: Option<AnyGame>,
    color: Option<Color>,
    has_started: bool,
    dump: Dump,
    awaited: VecDeque<Awaited>,
}

/// The purpose of a dump.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Awaited {
    /// To check the setup.
    SetUp,
    /// To find the program's move.
    Move,
    /// To know that all output has arrived.
    End,
}

impl Driver for Ataxx {
    fn is_for_people(&self) -> bool {
        true
    }

    fn new_game(
        &mut self,
        game: &AnyGame,
        color: Color,
        budget: &Budget,
    ) -> Result<Vec<String>, Unsupported> {
        let Spec::Ataxx(AtaxxTerms { blocks, rules }) = game.spec() else {
            return Err(Unsupported::Game {
                protocol: NAME,
                game: game.kind().name(),
            });
        };
        let agreement = |what: &str| Unsupported::Agreement {
            protocol: NAME,
            what: what.to_owned(),
        };
        // A program with this protocol has the jump limit of its course, and no command can change it.
        if *rules == Rules::Tools {
            return Err(agreement("the rules of the tools"));
        }
        let usual_start =
            AnyGame::new(game.spec()).is_ok_and(|default| default.start_text() == game.start_text());
        if !usual_start {
            return Err(agreement("another start"));
        }
        let user = game.kind().color_name(!color);
        let mut lines = vec!["clear".to_owned(), format!("color {user}")];
        let blocks = blocks.to_string();
        if !blocks.is_empty() {
            lines.push(format!("blocks {blocks}"));
        }
        lines.extend(move_time_line(self.receives_move_time, color, budget));
        lines.extend(game.history().into_iter().map(|mv| mv.text));
        lines.push("dump".to_owned());
        self.game = Some(game.clone());
        self.color = Some(color);
        self.has_started = false;
        self.dump = Dump::default();
        self.awaited = VecDeque::from([Awaited::SetUp]);
        Ok(lines)
    }

    fn go(&mut self, game: &AnyGame, _budget: &Budget) -> Vec<String> {
        self.game = Some(game.clone());
        self.awaited.push_back(Awaited::Move);
        let mut lines = self.start();
        lines.push("dump".to_owned());
        lines
    }

    fn moved(&mut self, game: &AnyGame) -> Vec<String> {
        self.game = Some(game.clone());
        match (self.color, game.history().last()) {
            (Some(color), Some(mv)) if game.turn() == color => {
                let mut lines = self.start();
                lines.push(mv.text.clone());
                lines
            }
            _ => Vec::new(),
        }
    }

    fn line(&mut self, line: &str) -> Vec<DriverAction> {
        let line = strip_prompt(line);
        match self.dump.take(line) {
            (Some(rows), _) => return self.dumped(&rows),
            (None, true) => return Vec::new(),
            (None, false) => {}
        }
        let outcome = match line {
            "Red wins." => Outcome::Win(Color::Black),
            "Blue wins." => Outcome::Win(Color::White),
            "Draw." => Outcome::Draw,
            _ => return Vec::new(),
        };
        vec![DriverAction::Event(DriverEvent::Claim(outcome))]
    }

    fn finish(&mut self) -> Vec<String> {
        self.awaited = VecDeque::from([Awaited::End]);
        vec!["dump".to_owned()]
    }
}

impl Ataxx {
    /// Creates a driver for a program. See [`MOVE_TIME`](super::MOVE_TIME) for its only option.
    pub fn new(options: &[(String, String)]) -> Ataxx {
        Ataxx {
            receives_move_time: knows_move_time(options),
            ..Ataxx::default()
        }
    }

    /// Returns the commands that end the setup, if it is still in progress.
    fn start(&mut self) -> Vec<String> {
        if self.has_started {
            return Vec::new();
        }
        self.has_started = true;
        vec!["start".to_owned()]
    }

    fn dumped(&mut self, rows: &[String]) -> Vec<DriverAction> {
        let (Some(awaited), Some(game)) = (self.awaited.pop_front(), &self.game) else {
            return Vec::new();
        };
        let shown = read_rows(rows, (7, 7), |symbol| match symbol {
            "-" => Some(Cell::Empty),
            "r" => Some(Cell::Piece(Color::Black)),
            "b" => Some(Cell::Piece(Color::White)),
            "X" => Some(Cell::Block),
            _ => None,
        });
        let wrong = |what: &str| DriverEvent::WrongBoard(format!("{what}:\n{}", rows.join("\n")));
        let event = match (awaited, shown) {
            (Awaited::End, _) => DriverEvent::Ready,
            (_, None) => wrong("its dump cannot be read"),
            (Awaited::SetUp, Some(cells)) if cells == game.cells() => DriverEvent::Ready,
            (Awaited::SetUp, Some(_)) => wrong("its board is not the one it was told"),
            (Awaited::Move, Some(cells)) => match move_to(game, &cells) {
                Some(mv) => DriverEvent::Move(mv),
                None if cells == game.cells() => DriverEvent::Unreadable("no move".to_owned()),
                None => wrong("no legal move leads to its board"),
            },
        };
        vec![DriverAction::Event(event)]
    }
}

#[cfg(test)]
mod tests {
    use parlor_games::Kind;

    use super::*;

    fn dump_of(game: &AnyGame) -> Vec<String> {
        let mut lines = vec!["===".to_owned()];
        for row in game.cells().chunks(7) {
            let symbols: Vec<&str> = row
                .iter()
                .map(|cell| match cell {
                    Cell::Empty => "-",
                    Cell::Piece(Color::Black) => "r",
                    Cell::Piece(Color::White) => "b",
                    Cell::Block => "X",
                })
                .collect();
            lines.push(format!("  {}", symbols.join(" ")));
        }
        lines.push("===".to_owned());
        lines
    }

    fn send_dump(driver: &mut Ataxx, game: &AnyGame) -> Vec<DriverAction> {
        dump_of(game).iter().flat_map(|line| driver.line(line)).collect()
    }

    #[test]
    fn a_move_is_read_off_the_board_after_it() {
        let spec = Spec::default_for(Kind::Ataxx)
            .with("blocks", "3gh")
            .expect("blocks");
        let mut game = AnyGame::new(&spec).expect("the start");
        game.play("a7-a5").expect("legal");
        let mut driver = Ataxx::default();
        let lines = driver
            .new_game(&game, Color::White, &Budget::default())
            .expect("supported");
        assert_eq!(lines, ["clear", "color red", "blocks 3gh", "a7-a5", "dump"]);
        assert_eq!(
            send_dump(&mut driver, &game),
            [DriverAction::Event(DriverEvent::Ready)]
        );
        assert_eq!(driver.go(&game, &Budget::default()), ["start", "dump"]);
        let mut after = game.clone();
        after.play("g7-f7").expect("legal");
        assert_eq!(
            send_dump(&mut driver, &after),
            [DriverAction::Event(DriverEvent::Move("g7-f7".into()))]
        );
        assert!(driver.moved(&after).is_empty());
        after.play("g1-f1").expect("legal");
        assert_eq!(driver.moved(&after), ["g1-f1"]);
        assert_eq!(driver.go(&after, &Budget::default()), ["dump"]);
        assert!(matches!(
            &send_dump(&mut driver, &game)[..],
            [DriverAction::Event(DriverEvent::WrongBoard(_))]
        ));
    }

    #[test]
    fn results_stand_alone() {
        let mut driver = Ataxx::default();
        assert_eq!(
            driver.line("red> Draw."),
            [DriverAction::Event(DriverEvent::Claim(Outcome::Draw))]
        );
        assert_eq!(driver.line("Red wins by forfeit."), []);
    }
}
