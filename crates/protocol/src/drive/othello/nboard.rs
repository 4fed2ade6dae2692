//! NBoard, version 2: the engine receives every move and is asked for its own, which it does not play by
//! itself.

use parlor_core::Color;
use parlor_games::{AnyGame, AnyRecord};

use crate::drive::{Driver, DriverAction, DriverEvent, Evaluation, Unsupported};
use crate::limits::Budget;
use crate::othello::ggf;

const NAME: &str = "nboard";
/// The depth for an engine that is limited only by time: deep enough that time decides.
const UNLIMITED_DEPTH: u32 = 60;

/// The driver of an NBoard engine.
#[derive(Debug, Default)]
pub struct Nboard {
    n_pings: u64,
}

impl Driver for Nboard {
    fn hello(&mut self) -> Vec<String> {
        vec!["nboard 2".to_owned()]
    }

    fn new_game(
        &mut self,
        game: &AnyGame,
        _color: Color,
        budget: &Budget,
    ) -> Result<Vec<String>, Unsupported> {
        if !matches!(game.record(), AnyRecord::Othello(_)) {
            return Err(Unsupported::Game {
                protocol: NAME,
                game: game.kind().name(),
            });
        }
        self.n_pings += 1;
        let minutes = budget
            .clock
            .map_or(60, |clock| clock.remaining[Color::Black].as_secs().div_ceil(60));
        Ok(vec![
            format!("set depth {}", budget.depth.unwrap_or(UNLIMITED_DEPTH)),
            format!("set game {}", ggf::write(game, minutes)),
            format!("ping {}", self.n_pings),
        ])
    }

    fn go(&mut self, _game: &AnyGame, _budget: &Budget) -> Vec<String> {
        vec!["go".to_owned()]
    }

    fn moved(&mut self, game: &AnyGame) -> Vec<String> {
        let mv = game.history().pop().map(|mv| mv.text);
        mv.map(|text| format!("move {}", written(&text)))
            .into_iter()
            .collect()
    }

    fn line(&mut self, line: &str) -> Vec<DriverAction> {
        let words: Vec<&str> = line.split_whitespace().collect();
        let event = match words[..] {
            ["pong", number, ..] if number.parse() == Ok(self.n_pings) => DriverEvent::Ready,
            ["===", mv, ..] => match mv.split('/').next() {
                Some(text) if text.eq_ignore_ascii_case("pa") => DriverEvent::Move("pass".to_owned()),
                Some(text) => DriverEvent::Move(text.to_lowercase()),
                None => DriverEvent::Unreadable(line.chars().take(80).collect()),
            },
            ["search", _, score, _, depth, ..] => DriverEvent::Thinks(Evaluation {
                score: score.parse::<f64>().ok().map(|discs| (discs * 100.0) as i32),
                depth: depth.parse().ok(),
                nodes: None,
            }),
            ["nodestats", nodes, ..] => DriverEvent::Thinks(Evaluation {
                nodes: nodes.parse().ok(),
                ..Evaluation::default()
            }),
            _ => return Vec::new(),
        };
        vec![DriverAction::Event(event)]
    }
}

fn written(text: &str) -> String {
    match text {
        "pass" => "PA".to_owned(),
        text => text.to_uppercase(),
    }
}

#[cfg(test)]
mod tests {
    use parlor_games::{Kind, Spec};

    use super::*;

    #[test]
    fn every_move_is_sent_and_the_answer_follows_three_equals_signs() {
        let mut game = AnyGame::new(&Spec::default_for(Kind::Othello)).expect("the start");
        let mut driver = Nboard::default();
        let lines = driver
            .new_game(&game, Color::Black, &Budget::default())
            .expect("supported");
        assert_eq!(lines[2], "ping 1");
        assert_eq!(driver.line("pong 7"), []);
        assert_eq!(driver.line("pong 1"), [DriverAction::Event(DriverEvent::Ready)]);
        assert_eq!(driver.go(&game, &Budget::default()), ["go"]);
        assert_eq!(
            driver.line("=== F5/0.00/1.2"),
            [DriverAction::Event(DriverEvent::Move("f5".into()))]
        );
        game.play("f5").expect("legal");
        assert_eq!(driver.moved(&game), ["move F5"]);
        assert_eq!(
            driver.line("=== PA"),
            [DriverAction::Event(DriverEvent::Move("pass".into()))]
        );
    }
}
