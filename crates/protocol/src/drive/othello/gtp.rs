//! The Go Text Protocol as Othello programs use it: squares have Othello names, `f5` with rows from the top.

use std::collections::VecDeque;

use parlor_core::Color;
use parlor_games::{AnyGame, AnyRecord};

use crate::drive::{Driver, DriverAction, DriverEvent, Unsupported};
use crate::limits::Budget;

const NAME: &str = "gtp";

/// The driver of a GTP program. Responses arrive in the order of the commands.
#[derive(Debug, Default)]
pub struct Gtp {
    color: Option<Color>,
    pending: VecDeque<Pending>,
    // A response may have several lines. Only the first matters.
    is_answering: bool,
}

/// The command that a response belongs to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Pending {
    /// A command that must be obeyed.
    Needed,
    /// A command that may be unknown.
    Optional,
    /// The last command before a game.
    Ready,
    /// A request for a move.
    Move,
}

/// Returns how to treat the response to a move. Some programs do not know passes, so a pass is optional: the
/// next move names its colour anyway.
fn needed(mv: &str) -> Pending {
    if mv == "pass" {
        Pending::Optional
    } else {
        Pending::Needed
    }
}

impl Driver for Gtp {
    fn new_game(
        &mut self,
        game: &AnyGame,
        color: Color,
        budget: &Budget,
    ) -> Result<Vec<String>, Unsupported> {
        if !matches!(game.record(), AnyRecord::Othello(_)) {
            return Err(Unsupported::Game {
                protocol: NAME,
                game: game.kind().name(),
            });
        }
        let usual_start =
            AnyGame::new(game.spec()).is_ok_and(|default| default.start_text() == game.start_text());
        if !usual_start {
            return Err(Unsupported::Agreement {
                protocol: NAME,
                what: "another start".to_owned(),
            });
        }
        self.color = Some(color);
        // The response to the last move of the previous game may still be pending. It belongs to that game.
        self.pending
            .iter_mut()
            .for_each(|pending| *pending = Pending::Optional);
        let mut lines = Vec::new();
        self.ask(&mut lines, "boardsize 8".to_owned(), Pending::Needed);
        if let Some(clock) = &budget.clock {
            let main = clock.remaining[color].as_secs();
            let increment = clock.increment[color].as_secs();
            // Canadian byo-yomi with one move per period is the closest equivalent of an increment.
            let stones = u32::from(increment > 0);
            self.ask(
                &mut lines,
                format!("time_settings {main} {increment} {stones}"),
                Pending::Optional,
            );
        } else if let Some(time) = budget.move_time {
            let seconds = time.as_secs().max(1);
            self.ask(
                &mut lines,
                format!("time_settings 0 {seconds} 1"),
                Pending::Optional,
            );
        }
        self.ask(&mut lines, "clear_board".to_owned(), Pending::Needed);
        let mut mover = if game.len().is_multiple_of(2) {
            game.turn()
        } else {
            !game.turn()
        };
        for mv in game.history() {
            self.ask(&mut lines, format!("play {mover} {}", mv.text), needed(&mv.text));
            mover = !mover;
        }
        self.ask(&mut lines, "name".to_owned(), Pending::Ready);
        Ok(lines)
    }

    fn go(&mut self, game: &AnyGame, budget: &Budget) -> Vec<String> {
        let mut lines = Vec::new();
        let color = game.turn();
        if let Some(clock) = &budget.clock {
            let seconds = clock.remaining[color].as_secs();
            self.ask(
                &mut lines,
                format!("time_left {color} {seconds} 0"),
                Pending::Optional,
            );
        }
        self.ask(&mut lines, format!("genmove {color}"), Pending::Move);
        lines
    }

    fn moved(&mut self, game: &AnyGame) -> Vec<String> {
        let mut lines = Vec::new();
        if let (Some(color), Some(mv)) = (self.color, game.history().last())
            && game.turn() == color
        {
            self.ask(
                &mut lines,
                format!("play {} {}", !color, mv.text),
                needed(&mv.text),
            );
        }
        lines
    }

    fn line(&mut self, line: &str) -> Vec<DriverAction> {
        if line.trim().is_empty() {
            self.is_answering = false;
            return Vec::new();
        }
        let is_refusal = line.starts_with('?');
        if self.is_answering || !(is_refusal || line.starts_with('=')) {
            return Vec::new();
        }
        self.is_answering = true;
        let Some(pending) = self.pending.pop_front() else {
            return Vec::new();
        };
        let answer = line[1..].trim_start_matches(|c: char| c.is_ascii_digit()).trim();
        let event = match pending {
            Pending::Ready => DriverEvent::Ready,
            Pending::Optional => return Vec::new(),
            _ if is_refusal => DriverEvent::Refuses(line.chars().take(80).collect()),
            Pending::Needed => return Vec::new(),
            Pending::Move if answer.eq_ignore_ascii_case("resign") => DriverEvent::Resigns,
            Pending::Move => DriverEvent::Move(answer.to_lowercase()),
        };
        vec![DriverAction::Event(event)]
    }
}

impl Gtp {
    fn ask(&mut self, lines: &mut Vec<String>, line: String, pending: Pending) {
        self.pending.push_back(pending);
        lines.push(line);
    }
}

#[cfg(test)]
mod tests {
    use parlor_games::{Kind, Spec};

    use super::*;

    #[test]
    fn answers_are_matched_to_commands_by_their_order() {
        let mut game = AnyGame::new(&Spec::default_for(Kind::Othello)).expect("the start");
        game.play("f5").expect("legal");
        let mut driver = Gtp::default();
        let lines = driver
            .new_game(&game, Color::White, &Budget::default())
            .expect("supported");
        assert_eq!(lines, ["boardsize 8", "clear_board", "play black f5", "name"]);
        let mut acts = Vec::new();
        for line in [
            "= ",
            "",
            "=",
            "",
            "=",
            "",
            "= Somebody",
            "= not a second answer",
            "",
        ] {
            acts.extend(driver.line(line));
        }
        assert_eq!(acts, [DriverAction::Event(DriverEvent::Ready)]);
        assert_eq!(driver.go(&game, &Budget::default()), ["genmove white"]);
        assert_eq!(
            driver.line("= D6"),
            [DriverAction::Event(DriverEvent::Move("d6".into()))]
        );
        driver.line("");
        game.play("d6").expect("legal");
        assert!(driver.moved(&game).is_empty());
        game.play("c3").expect("legal");
        assert_eq!(driver.moved(&game), ["play black c3"]);
        assert!(matches!(
            &driver.line("? illegal move")[..],
            [DriverAction::Event(DriverEvent::Refuses(_))]
        ));
    }

    #[test]
    fn a_program_may_refuse_a_pass() {
        let mut driver = Gtp {
            color: Some(Color::Black),
            ..Gtp::default()
        };
        let mut lines = Vec::new();
        driver.ask(&mut lines, "play white pass".to_owned(), needed("pass"));
        driver.ask(&mut lines, "genmove black".to_owned(), Pending::Move);
        assert_eq!(driver.line("? syntax error"), []);
        driver.line("");
        assert_eq!(
            driver.line("= C3"),
            [DriverAction::Event(DriverEvent::Move("c3".into()))]
        );
    }

    #[test]
    fn a_late_response_belongs_to_the_previous_game() {
        let start = AnyGame::new(&Spec::default_for(Kind::Othello)).expect("the start");
        let mut game = start.clone();
        game.play("f5").expect("legal");
        let mut driver = Gtp {
            color: Some(Color::White),
            ..Gtp::default()
        };
        assert_eq!(driver.moved(&game), ["play black f5"]);
        driver
            .new_game(&start, Color::Black, &Budget::default())
            .expect("supported");
        driver.go(&start, &Budget::default());
        let mut acts = Vec::new();
        for line in ["? too late", "", "=", "", "=", "", "= Somebody", "", "= F5", ""] {
            acts.extend(driver.line(line));
        }
        assert_eq!(
            acts,
            [
                DriverAction::Event(DriverEvent::Ready),
                DriverAction::Event(DriverEvent::Move("f5".into()))
            ]
        );
    }
}
