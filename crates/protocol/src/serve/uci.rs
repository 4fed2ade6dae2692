//! Our engine as a UAI or UCI engine.

#[cfg(test)]
mod tests;

use std::collections::VecDeque;
use std::time::Duration;

use parlor_core::Color;
use parlor_core::think::{Limits, Report, Thought, TimeLimit};
use parlor_games::{AnyGame, Spec};

use super::{
    ENGINE_NAME, MAX_OVERHEAD_MS, Order, Request, Server, hash_order, new_game, overhead, threads_order,
};
use crate::drive::uci::Dialect;
use crate::fairy;

/// The state of a session.
#[derive(Debug)]
pub struct Uci {
    dialect: Dialect,
    spec: Spec,
    game: AnyGame,
    /// The start of new games.
    first: AnyGame,
    /// Whether the last position could not be set. Then a move in our position would be wrong for the tool.
    has_bad_position: bool,
    thinking: Option<Thinking>,
    waiting: VecDeque<String>,
    /// Whether the tool has sent `quit`. Earlier requests are still answered, without delay.
    is_leaving: bool,
    n_lines: usize,
    /// The time to reserve from every move.
    overhead: Duration,
}

/// A search that has not been answered yet.
#[derive(Debug)]
struct Thinking {
    game: AnyGame,
    then: AfterThinking,
}

/// What to do when the search is finished.
#[derive(Debug)]
enum AfterThinking {
    /// Report the result.
    Tell,
    /// Report the result when the tool sends `stop`. Contains the result once there is one.
    Hold(Option<Thought<String>>),
    /// The opponent is still thinking. When it has played the expected move, search this request.
    Ponder(Box<Request>, Option<Thought<String>>),
    /// The opponent has played the expected move: search this request.
    Ask(Box<Request>),
}

/// The keywords of `go`.
const GO_KEYWORDS: [&str; 13] = [
    "searchmoves",
    "ponder",
    "wtime",
    "btime",
    "rtime",
    "winc",
    "binc",
    "rinc",
    "movestogo",
    "depth",
    "nodes",
    "movetime",
    "infinite",
];

impl Uci {
    /// Creates a session for games of this kind. Returns `None` if such a game cannot start.
    pub fn new(dialect: Dialect, spec: &Spec) -> Option<Uci> {
        let game = new_game(spec)?;
        Some(Uci {
            dialect,
            spec: *spec,
            first: game.clone(),
            game,
            has_bad_position: false,
            thinking: None,
            waiting: VecDeque::new(),
            is_leaving: false,
            n_lines: 1,
            overhead: Duration::ZERO,
        })
    }

    fn introduce(&self) -> Vec<Order> {
        let mut lines = vec![
            format!("id name {ENGINE_NAME} {}", env!("CARGO_PKG_VERSION")),
            "id author the Parlor authors".to_owned(),
            "option name Hash type spin default 64 min 1 max 1048576".to_owned(),
            "option name Threads type spin default 1 min 1 max 512".to_owned(),
            "option name MultiPV type spin default 1 min 1 max 64".to_owned(),
            format!("option name Move Overhead type spin default 0 min 0 max {MAX_OVERHEAD_MS}"),
        ];
        if self.dialect == Dialect::Uci {
            let variant = fairy::variant(&self.game);
            lines.push(format!(
                "option name UCI_Variant type combo default {variant} var {variant}"
            ));
        }
        lines.push(format!("{}ok", self.dialect.name()));
        lines.into_iter().map(Order::Say).collect()
    }

    fn set_option(&mut self, words: &[&str]) -> Vec<Order> {
        let at = |name: &str| words.iter().position(|&word| word.eq_ignore_ascii_case(name));
        let (Some(name_at), Some(value_at)) = (at("name"), at("value")) else {
            return Vec::new();
        };
        if value_at <= name_at {
            return Vec::new();
        }
        let name = words[name_at + 1..value_at].join(" ").to_lowercase();
        let value = words[value_at + 1..].join(" ");
        let order = match name.as_str() {
            "hash" => hash_order(&value),
            "threads" => threads_order(&value),
            "multipv" => {
                self.n_lines = value.parse().unwrap_or(1).clamp(1, 64);
                None
            }
            "move overhead" => {
                self.overhead = overhead(&value).unwrap_or(self.overhead);
                None
            }
            "uci_variant" if value != fairy::variant(&self.game) => Some(Order::Say(format!(
                "info string this engine plays {} only",
                fairy::variant(&self.game)
            ))),
            _ => None,
        };
        order.into_iter().collect()
    }

    fn set_position(&mut self, words: &[&str]) -> Result<(), String> {
        let moves_at = words.iter().position(|&word| word == "moves");
        let start = &words[..moves_at.unwrap_or(words.len())];
        let moves = moves_at.map_or(&[][..], |at| &words[at + 1..]);
        let mut game = match start.first() {
            Some(&"startpos") => AnyGame::new(&self.spec).map_err(|error| error.to_string())?,
            Some(&"fen") => {
                let text = start[1..].join(" ");
                let text = match self.dialect {
                    Dialect::Uai => text,
                    Dialect::Uci => fairy::read_fen(&self.game, &text)?,
                };
                AnyGame::from_position(&self.spec, &text).map_err(|error| error.to_string())?
            }
            _ => return Err("expected startpos or fen".to_owned()),
        };
        for &text in moves {
            let mv = self
                .dialect
                .read_move(&game, text)
                .ok_or_else(|| format!("“{}” is not a move", text.escape_default()))?;
            game.play(&mv)
                .map_err(|error| format!("{}: {error}", text.escape_default()))?;
        }
        self.game = game;
        Ok(())
    }

    fn go(&mut self, words: &[&str]) -> Vec<Order> {
        if self.has_bad_position || self.game.outcome().is_some() {
            return vec![Order::Say("bestmove (none)".to_owned())];
        }
        let number = |name: &str| crate::drive::number_after::<u64>(words, name);
        let millis = |name: &str| number(name).map(Duration::from_millis);
        let sided = |color: Color, unit: &str| {
            let letter = self.dialect.clock_letter(color);
            // Some Ataxx tools call the first mover red.
            let red = (color == Color::Black)
                .then(|| millis(&format!("r{unit}")))
                .flatten();
            millis(&format!("{letter}{unit}")).or(red)
        };
        let us = self.game.turn();
        let on_clock = sided(us, "time").map_or(TimeLimit::Infinite, |remaining| TimeLimit::Clock {
            remaining,
            increment: sided(us, "inc").unwrap_or_default(),
            moves_to_go: number("movestogo").and_then(|moves| u32::try_from(moves).ok()),
        });
        let for_move = millis("movetime").map_or(TimeLimit::Infinite, TimeLimit::PerMove);
        let is_endless = words.contains(&"infinite");
        let unlimited = match is_endless {
            true => TimeLimit::UntilStopped,
            false => TimeLimit::Infinite,
        };
        let moves = words.iter().skip_while(|&&word| word != "searchmoves").skip(1);
        let limits = Limits {
            depth: number("depth").and_then(|depth| u32::try_from(depth).ok()),
            nodes: number("nodes"),
            time: for_move.and(on_clock).and(unlimited).less(self.overhead),
            multi_pv: self.n_lines,
            search_moves: moves
                .take_while(|word| !GO_KEYWORDS.contains(word))
                .filter_map(|word| self.dialect.read_move(&self.game, word))
                .collect(),
            ..Limits::default()
        };
        let mut request = Box::new(Request {
            game: self.game.clone(),
            limits,
        });
        let mut then = AfterThinking::Tell;
        if words.contains(&"ponder") {
            then = AfterThinking::Ponder(request.clone(), None);
            request.limits = Limits {
                depth: None,
                nodes: None,
                time: TimeLimit::UntilStopped,
                ..request.limits
            };
        } else if is_endless {
            then = AfterThinking::Hold(None);
        }
        self.think(request, then)
    }

    fn think(&mut self, request: Box<Request>, then: AfterThinking) -> Vec<Order> {
        let then = if self.is_leaving {
            AfterThinking::Tell
        } else {
            then
        };
        self.thinking = Some(Thinking {
            game: request.game.clone(),
            then,
        });
        let mut orders = vec![Order::Think(request)];
        if self.is_leaving {
            orders.push(Order::Stop);
        }
        orders
    }

    /// Handles `quit`. Scripts send `go` and `quit` together and expect a move.
    fn quit(&mut self) -> Vec<Order> {
        if self.thinking.is_none() {
            return vec![Order::Stop, Order::Quit];
        }
        self.is_leaving = true;
        self.waiting.push_back("quit".to_owned());
        self.stop()
    }

    /// Handles `stop`: the tool wants the answer now.
    fn stop(&mut self) -> Vec<Order> {
        let Some(Thinking { then, .. }) = &mut self.thinking else {
            return Vec::new();
        };
        match std::mem::replace(then, AfterThinking::Tell) {
            AfterThinking::Hold(Some(found)) | AfterThinking::Ponder(_, Some(found)) => {
                self.answer(Some(&found))
            }
            _ => vec![Order::Stop],
        }
    }

    /// Handles `ponderhit`: the opponent has played the expected move, and from now on our clock runs.
    fn hit(&mut self) -> Vec<Order> {
        match self.thinking.take() {
            Some(Thinking {
                then: AfterThinking::Ponder(request, Some(_)),
                ..
            }) => self.think(request, AfterThinking::Tell),
            Some(Thinking {
                game,
                then: AfterThinking::Ponder(request, None),
            }) => {
                let then = AfterThinking::Ask(request);
                self.thinking = Some(Thinking { game, then });
                vec![Order::Stop]
            }
            other => {
                self.thinking = other;
                Vec::new()
            }
        }
    }

    fn execute(&mut self, line: &str) -> Vec<Order> {
        let words: Vec<&str> = line.split_whitespace().collect();
        let Some((&command, rest)) = words.split_first() else {
            return Vec::new();
        };
        let name = self.dialect.name();
        match command {
            _ if command == name => self.introduce(),
            _ if command.strip_prefix(name) == Some("newgame") => {
                self.game = self.first.clone();
                self.has_bad_position = false;
                vec![Order::NewGame]
            }
            "isready" => vec![Order::Ready {
                line: "readyok".to_owned(),
                game: Box::new(self.game.clone()),
            }],
            "setoption" => self.set_option(rest),
            "position" => {
                let set = self.set_position(rest);
                self.has_bad_position = set.is_err();
                let told = set
                    .err()
                    .map(|reason| Order::Say(format!("info string {reason}")));
                told.into_iter().collect()
            }
            "go" => self.go(rest),
            "d" | "print" => vec![Order::Say(format!("info string {}", self.game.position_text()))],
            _ => vec![Order::Say(format!(
                "info string unknown command {}",
                command.chars().take(40).collect::<String>().escape_default()
            ))],
        }
    }
}

impl Server for Uci {
    fn begin_with(&mut self, game: AnyGame) {
        self.first = game.clone();
        self.game = game;
    }

    fn line(&mut self, line: &str) -> Vec<Order> {
        match (line.trim(), self.thinking.is_some()) {
            ("quit", _) => self.quit(),
            // Lines after `quit` are ignored.
            (_, true) if self.is_leaving => Vec::new(),
            ("stop", _) => self.stop(),
            ("ponderhit", _) => self.hit(),
            ("isready", true) => vec![Order::Say("readyok".to_owned())],
            (_, true) => {
                self.waiting.push_back(line.to_owned());
                Vec::new()
            }
            (_, false) => self.execute(line),
        }
    }

    fn info(&mut self, report: &Report<String>) -> Vec<Order> {
        let Some(Thinking { game, .. }) = &self.thinking else {
            return Vec::new();
        };
        let score = match report.score.plies_to_end() {
            Some(plies) if report.score.is_win() => format!("mate {}", (plies + 1) / 2),
            Some(plies) => format!("mate -{}", (plies + 1) / 2),
            None => format!("cp {}", report.score.0),
        };
        let mut after = game.clone();
        let before = after.len();
        for mv in &report.line {
            if after.play(mv).is_err() {
                break;
            }
        }
        let line = self.dialect.moves(&after).split_off(before).join(" ");
        let micros = report.time.as_micros().max(1);
        let speed = u128::from(report.nodes) * 1_000_000 / micros;
        vec![Order::Say(format!(
            "info depth {} multipv {} score {score} nodes {} nps {speed} time {} pv {line}",
            report.depth,
            report.rank + 1,
            report.nodes,
            report.time.as_millis(),
        ))]
    }

    fn answer(&mut self, thought: Option<&Thought<String>>) -> Vec<Order> {
        let Some(Thinking { game, then }) = self.thinking.take() else {
            return Vec::new();
        };
        let then = match (then, thought) {
            (AfterThinking::Ask(request), _) => return self.think(request, AfterThinking::Tell),
            (AfterThinking::Hold(_), Some(thought)) => Some(AfterThinking::Hold(Some(thought.clone()))),
            (AfterThinking::Ponder(request, _), Some(thought)) => {
                Some(AfterThinking::Ponder(request, Some(thought.clone())))
            }
            // Without a move there is nothing to wait for.
            _ => None,
        };
        if let Some(then) = then {
            self.thinking = Some(Thinking { game, then });
            return Vec::new();
        }
        let mv = thought.and_then(|thought| self.dialect.write_move(&game, &thought.best));
        let mut orders = vec![Order::Say(format!(
            "bestmove {}",
            mv.as_deref().unwrap_or("(none)")
        ))];
        while self.thinking.is_none() {
            let Some(line) = self.waiting.pop_front() else {
                break;
            };
            orders.extend(self.line(&line));
        }
        orders
    }

    fn end(&mut self) -> Vec<Order> {
        match self.thinking {
            Some(Thinking {
                then: AfterThinking::Hold(_) | AfterThinking::Ponder(..),
                ..
            }) => self.stop(),
            _ => Vec::new(),
        }
    }
}
