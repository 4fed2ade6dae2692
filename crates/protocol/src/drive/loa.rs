//! The protocol of the `loa` programs: they read `new`, `auto`, `manual`, moves and `dump`, and print `*
//! a2-c2` and results.

use std::collections::VecDeque;

use parlor_core::{Color, Outcome};
use parlor_games::{AnyGame, Cell, Kind, LoaTerms, Spec};

use super::{Driver, DriverAction, DriverEvent, Unsupported, knows_move_time, move_time_line};
use crate::board::{Dump, read_rows, strip_prompt};
use crate::limits::Budget;

const NAME: &str = "loa";

/// The driver of a `loa` program. Both sides are manual until the program's first turn. Then the driver sets
/// the program's side to `auto`, which makes it move at once.
#[derive(Debug, Default)]
pub struct Loa {
    // Whether the program knows our command for its time per move.
    receives_move_time: bool,
    color: Option<Color>,
    is_auto: bool,
    limit: Option<String>,
    dump: Dump,
    awaited: VecDeque<Vec<Cell>>,
}

impl Driver for Loa {
    fn is_for_people(&self) -> bool {
        true
    }

    fn new_game(
        &mut self,
        game: &AnyGame,
        color: Color,
        budget: &Budget,
    ) -> Result<Vec<String>, Unsupported> {
        let Spec::Loa(LoaTerms { move_limit, .. }) = *game.spec() else {
            return Err(Unsupported::Game {
                protocol: NAME,
                game: game.kind().name(),
            });
        };
        let agreement = |what: &str| Unsupported::Agreement {
            protocol: NAME,
            what: what.to_owned(),
        };
        if game.spec().rules_name() != Spec::default_for(Kind::Loa).rules_name() {
            return Err(agreement("other rules"));
        }
        let usual_start =
            AnyGame::new(game.spec()).is_ok_and(|default| default.start_text() == game.start_text());
        if !usual_start {
            return Err(agreement("another start"));
        }
        let mut lines = vec![
            "manual white".to_owned(),
            "manual black".to_owned(),
            "new".to_owned(),
        ];
        match move_limit {
            Some(parlor_loa::MOVE_LIMIT) => self.limit = None,
            Some(limit) if limit % 2 == 0 => {
                let line = format!("limit {}", limit / 2);
                lines.push(line.clone());
                self.limit = Some(line);
            }
            _ => return Err(agreement("a move limit that is odd or missing")),
        }
        lines.extend(move_time_line(self.receives_move_time, color, budget));
        lines.extend(spoken_moves(game));
        lines.push("dump".to_owned());
        self.color = Some(color);
        self.is_auto = false;
        self.dump = Dump::default();
        self.awaited = VecDeque::from([game.cells()]);
        Ok(lines)
    }

    fn go(&mut self, _game: &AnyGame, _budget: &Budget) -> Vec<String> {
        let Some(color) = self.color.filter(|_| !self.is_auto) else {
            return Vec::new();
        };
        self.is_auto = true;
        vec![format!("auto {color}")]
    }

    fn moved(&mut self, game: &AnyGame) -> Vec<String> {
        match (self.color, game.history().last()) {
            (Some(color), Some(mv)) if mv.text != "pass" && game.turn() == color => vec![mv.text.clone()],
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
        let Some(text) = line.strip_prefix('*') else {
            return Vec::new();
        };
        let event = match text.trim() {
            "White wins." => DriverEvent::Claim(Outcome::Win(Color::White)),
            "Black wins." => DriverEvent::Claim(Outcome::Win(Color::Black)),
            "Tie game." => DriverEvent::Claim(Outcome::Draw),
            mv => DriverEvent::Move(mv.to_owned()),
        };
        vec![DriverAction::Event(event)]
    }

    fn finish(&mut self) -> Vec<String> {
        // The content of the dump does not matter: it only marks that all earlier output has arrived.
        self.awaited = VecDeque::from([Vec::new()]);
        vec!["dump".to_owned()]
    }

    fn passes_without_asking(&self) -> bool {
        true
    }

    /// A draw that the program does not announce comes from a move limit that it did not understand.
    fn not_understood(&self, outcome: Outcome) -> Option<&str> {
        self.limit.as_deref().filter(|_| outcome == Outcome::Draw)
    }
}

impl Loa {
    /// Creates a driver for a program. See [`MOVE_TIME`](super::MOVE_TIME) for its only option.
    pub fn new(options: &[(String, String)]) -> Loa {
        Loa {
            receives_move_time: knows_move_time(options),
            ..Loa::default()
        }
    }

    fn dumped(&mut self, rows: &[String]) -> Vec<DriverAction> {
        let Some(expected) = self.awaited.pop_front() else {
            return Vec::new();
        };
        let shown = read_rows(rows, (8, 8), |symbol| match symbol {
            "-" => Some(Cell::Empty),
            "b" => Some(Cell::Piece(Color::Black)),
            "w" => Some(Cell::Piece(Color::White)),
            _ => None,
        });
        let event = if expected.is_empty() || shown.as_ref() == Some(&expected) {
            DriverEvent::Ready
        } else {
            DriverEvent::WrongBoard(format!(
                "its board is not the one it was told:\n{}",
                rows.join("\n")
            ))
        };
        vec![DriverAction::Event(event)]
    }
}

/// Returns the moves of a game as a user would type them: without passes.
fn spoken_moves(game: &AnyGame) -> impl Iterator<Item = String> {
    game.history()
        .into_iter()
        .map(|mv| mv.text)
        .filter(|text| text != "pass")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn started(color: Color) -> (Loa, AnyGame) {
        let game = AnyGame::new(&Spec::default_for(Kind::Loa)).expect("the start");
        let mut driver = Loa::default();
        let lines = driver
            .new_game(&game, color, &Budget::default())
            .expect("supported");
        assert_eq!(lines, ["manual white", "manual black", "new", "dump"]);
        let mut events = Vec::new();
        events.extend(driver.line("-> ==="));
        for row in ["- b b b b b b -", "w - - - - - - w"].iter().take(1) {
            events.extend(driver.line(&format!("    {row}")));
        }
        for _ in 0..6 {
            events.extend(driver.line("    w - - - - - - w"));
        }
        events.extend(driver.line("    - b b b b b b -"));
        events.extend(driver.line("Next move: black"));
        events.extend(driver.line("==="));
        assert_eq!(events, [DriverAction::Event(DriverEvent::Ready)]);
        (driver, game)
    }

    #[test]
    fn the_program_moves_when_its_side_is_made_auto() {
        let (mut driver, mut game) = started(Color::Black);
        assert_eq!(driver.go(&game, &Budget::default()), ["auto black"]);
        assert_eq!(
            driver.line("white> * b8-b6"),
            [DriverAction::Event(DriverEvent::Move("b8-b6".into()))]
        );
        game.play("b8-b6").expect("legal");
        assert!(driver.moved(&game).is_empty(), "its own move is known to it");
        game.play("a2-c2").expect("legal");
        assert_eq!(driver.moved(&game), ["a2-c2"]);
        assert!(
            driver.go(&game, &Budget::default()).is_empty(),
            "it moves by itself now"
        );
    }

    #[test]
    fn a_program_of_ours_receives_its_time() {
        let game = AnyGame::new(&Spec::default_for(Kind::Loa)).expect("the start");
        let budget = Budget {
            move_time: Some(std::time::Duration::from_millis(100)),
            ..Budget::default()
        };
        let options = [(crate::drive::MOVE_TIME.to_owned(), "yes".to_owned())];
        for (options, is_told) in [(&options[..], true), (&[], false)] {
            let lines = Loa::new(options)
                .new_game(&game, Color::Black, &budget)
                .expect("supported");
            assert_eq!(lines.contains(&"movetime 0.09".to_owned()), is_told, "{lines:?}");
        }
    }

    #[test]
    fn results_and_rubbish_are_distinguished() {
        let (mut driver, _) = started(Color::White);
        let win = DriverEvent::Claim(Outcome::Win(Color::White));
        assert_eq!(driver.line("* White wins."), [DriverAction::Event(win)]);
        assert_eq!(driver.line("White wins."), []);
        assert_eq!(
            driver.line("* nonsense"),
            [DriverAction::Event(DriverEvent::Move("nonsense".into()))]
        );
    }

    #[test]
    fn a_tie_by_another_limit_must_be_announced() {
        let spec = Spec::default_for(Kind::Loa).with("limit", "10").expect("a limit");
        let game = AnyGame::new(&spec).expect("the start");
        let mut driver = Loa::default();
        let lines = driver.new_game(&game, Color::Black, &Budget::default());
        assert!(lines.expect("supported").contains(&"limit 5".to_owned()));
        assert_eq!(driver.not_understood(Outcome::Draw), Some("limit 5"));
        assert_eq!(driver.not_understood(Outcome::Win(Color::Black)), None);
        let (driver, _) = started(Color::Black);
        assert_eq!(
            driver.not_understood(Outcome::Draw),
            None,
            "the default limit is not sent"
        );
    }

    #[test]
    fn a_board_other_than_the_one_sent_is_noticed() {
        let game = AnyGame::new(&Spec::default_for(Kind::Loa)).expect("the start");
        let mut driver = Loa::default();
        driver
            .new_game(&game, Color::Black, &Budget::default())
            .expect("supported");
        driver.line("===");
        let acts = driver.line("===");
        assert!(
            matches!(&acts[..], [DriverAction::Event(DriverEvent::WrongBoard(_))]),
            "{acts:?}"
        );
    }
}
