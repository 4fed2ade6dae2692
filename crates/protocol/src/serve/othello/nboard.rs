//! Our engine as an NBoard engine for Othello.

use std::collections::VecDeque;

use parlor_core::think::{Limits, Report, Thought};
use parlor_games::{AnyGame, AnyRecord, Spec};

use crate::othello::ggf;
use crate::serve::{ENGINE_NAME, Order, Request, Server, new_game};

/// The state of a session.
#[derive(Debug)]
pub struct Nboard {
    spec: Spec,
    game: AnyGame,
    /// The depth that the tool has set, if any.
    depth: Option<u32>,
    thinking: Option<Thinking>,
    waiting: VecDeque<String>,
}

#[derive(Debug)]
enum Thinking {
    Move,
    Hint,
}

impl Nboard {
    /// Creates a session for Othello on the standard board. Returns `None` for any other game.
    pub fn new(spec: &Spec) -> Option<Nboard> {
        let game = new_game(spec)?;
        matches!(game.record(), AnyRecord::Othello(_)).then(|| Nboard {
            spec: *spec,
            game,
            depth: None,
            thinking: None,
            waiting: VecDeque::new(),
        })
    }

    fn think(&mut self, thinking: Thinking, n_lines: usize) -> Vec<Order> {
        if self.game.outcome().is_some() {
            return Vec::new();
        }
        self.thinking = Some(thinking);
        vec![
            Order::Say("status thinking".to_owned()),
            Order::Think(Box::new(Request {
                game: self.game.clone(),
                limits: Limits {
                    depth: self.depth,
                    multi_pv: n_lines,
                    ..Limits::default()
                },
            })),
        ]
    }

    fn execute(&mut self, line: &str) -> Vec<Order> {
        let words: Vec<&str> = line.split_whitespace().collect();
        match words[..] {
            ["nboard", ..] => vec![Order::Say(format!("set myname {ENGINE_NAME}"))],
            ["set", "depth", depth, ..] => {
                self.depth = depth
                    .parse()
                    .ok()
                    .map(|depth: u32| depth.clamp(1, 60))
                    .or(self.depth);
                Vec::new()
            }
            ["set", "game", ..] => {
                let text = line.split_once("game").map_or("", |(_, text)| text);
                match ggf::read(text, &self.spec) {
                    Some(game) => {
                        self.game = game;
                        vec![Order::NewGame]
                    }
                    None => vec![Order::Say("status the game could not be read".to_owned())],
                }
            }
            ["move", mv, ..] => {
                let text = mv.split('/').next().unwrap_or_default().to_lowercase();
                match self.game.play(&text) {
                    Ok(_) => Vec::new(),
                    Err(error) => vec![Order::Say(format!("status {error}"))],
                }
            }
            ["go", ..] => self.think(Thinking::Move, 1),
            ["hint", lines, ..] => self.think(Thinking::Hint, lines.parse().unwrap_or(1).clamp(1, 64)),
            ["ping", number, ..] => vec![Order::Say(format!("pong {number}"))],
            ["learn", ..] => vec![Order::Say("learned".to_owned())],
            ["quit", ..] => vec![Order::Stop, Order::Quit],
            // Unknown lines are ignored, as the protocol requires.
            _ => Vec::new(),
        }
    }
}

impl Server for Nboard {
    fn begin_with(&mut self, game: AnyGame) {
        self.game = game;
    }

    fn line(&mut self, line: &str) -> Vec<Order> {
        if self.thinking.is_none() {
            return self.execute(line);
        }
        // Any line that arrives while we search makes the search obsolete, so it is stopped.
        self.waiting.push_back(line.to_owned());
        vec![Order::Stop]
    }

    fn info(&mut self, report: &Report<String>) -> Vec<Order> {
        let line: String = report.line.iter().map(|mv| written(mv)).collect();
        let discs = f64::from(report.score.0) / 100.0;
        match self.thinking {
            Some(Thinking::Hint) => vec![Order::Say(format!("search {line} {discs:.2} 0 {}", report.depth))],
            Some(Thinking::Move) => {
                let seconds = report.time.as_secs_f64();
                vec![Order::Say(format!("nodestats {} {seconds:.2}", report.nodes))]
            }
            None => Vec::new(),
        }
    }

    fn answer(&mut self, thought: Option<&Thought<String>>) -> Vec<Order> {
        let Some(thinking) = self.thinking.take() else {
            return Vec::new();
        };
        let mut orders = Vec::new();
        if let (Thinking::Move, Some(thought)) = (thinking, thought) {
            let discs = f64::from(thought.score().0) / 100.0;
            let seconds = thought.time.as_secs_f64();
            let mv = written(&thought.best);
            orders.push(Order::Say(format!("=== {mv}/{discs:.2}/{seconds:.2}")));
        }
        orders.push(Order::Say("status".to_owned()));
        while self.thinking.is_none() {
            let Some(line) = self.waiting.pop_front() else {
                break;
            };
            orders.extend(self.line(&line));
        }
        orders
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
    use parlor_games::Kind;

    use super::*;

    #[test]
    fn an_nboard_conversation() {
        let mut server = Nboard::new(&Spec::default_for(Kind::Othello)).expect("Othello");
        assert_eq!(server.line("nboard 2"), [Order::Say("set myname Parlor".into())]);
        assert_eq!(
            server.line("set game (;GM[Othello]TY[8]B[f5];)"),
            [Order::NewGame]
        );
        assert!(server.line("move D6/1.0/0.1").is_empty());
        assert_eq!(server.line("ping 3"), [Order::Say("pong 3".into())]);
        let orders = server.line("go");
        assert!(matches!(&orders[..], [Order::Say(_), Order::Think(request)] if request.game.len() == 2));
        assert_eq!(server.line("ping 4"), [Order::Stop]);
        let found = Thought::unsearched("c3".to_owned());
        assert_eq!(
            server.answer(Some(&found)),
            [
                Order::Say("=== C3/0.00/0.00".into()),
                Order::Say("status".into()),
                Order::Say("pong 4".into())
            ]
        );
    }
}
