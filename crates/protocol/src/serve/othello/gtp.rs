//! Our engine as a GTP engine for Othello.

use std::collections::VecDeque;
use std::time::Duration;

use parlor_core::think::{Limits, Report, Thought, TimeLimit};
use parlor_core::{Color, PerColor};
use parlor_games::{AnyGame, AnyRecord, Cell, Spec};

use crate::serve::{ENGINE_NAME, Order, Request, Server, new_game, overhead};

const COMMANDS: [&str; 17] = [
    "protocol_version",
    "name",
    "version",
    "known_command",
    "list_commands",
    "quit",
    "boardsize",
    "clear_board",
    "komi",
    "play",
    "genmove",
    "reg_genmove",
    "undo",
    "showboard",
    "time_settings",
    "time_left",
    "move_overhead",
];

/// The state of a session.
#[derive(Debug)]
pub struct Gtp {
    game: AnyGame,
    /// The game that `clear_board` returns to.
    first: AnyGame,
    main_time: Option<TimePeriod>,
    /// The time periods that follow the main time (Canadian byo-yomi).
    extra_time: Option<TimePeriod>,
    left: PerColor<Option<TimePeriod>>,
    /// The time to reserve from every move.
    overhead: Duration,
    thinking: Option<Thinking>,
    waiting: VecDeque<String>,
}

/// A time and the number of moves to make in it. Without a number, it is for all remaining moves.
#[derive(Clone, Copy, Debug)]
struct TimePeriod {
    time: Duration,
    moves: Option<u32>,
}

impl TimePeriod {
    fn new(seconds: u64, moves: u64) -> TimePeriod {
        TimePeriod {
            time: Duration::from_secs(seconds),
            moves: (moves > 0).then(|| u32::try_from(moves).unwrap_or(u32::MAX)),
        }
    }
}

#[derive(Debug)]
struct Thinking {
    id: String,
    plays: bool,
}

impl Gtp {
    /// Creates a session for Othello on the standard board. Returns `None` for any other game.
    pub fn new(spec: &Spec) -> Option<Gtp> {
        let game = new_game(spec)?;
        matches!(game.record(), AnyRecord::Othello(_)).then(|| Gtp {
            first: game.clone(),
            game,
            main_time: None,
            extra_time: None,
            left: PerColor::default(),
            overhead: Duration::ZERO,
            thinking: None,
            waiting: VecDeque::new(),
        })
    }

    /// Executes a command. Returns its response or the reason why it is refused, or `None` if the engine must
    /// search first.
    fn execute(
        &mut self,
        id: &str,
        words: &[&str],
        orders: &mut Vec<Order>,
    ) -> Option<Result<String, String>> {
        let (&command, rest) = words.split_first()?;
        Some(match command {
            "protocol_version" => Ok("2".to_owned()),
            "name" => Ok(ENGINE_NAME.to_owned()),
            "version" => Ok(env!("CARGO_PKG_VERSION").to_owned()),
            "known_command" => {
                let is_known = rest.first().is_some_and(|name| COMMANDS.contains(name));
                Ok(is_known.to_string())
            }
            "list_commands" => Ok(COMMANDS.join("\n")),
            "quit" => {
                orders.push(Order::Stop);
                orders.push(Order::Quit);
                Ok(String::new())
            }
            "boardsize" if rest.first() == Some(&"8") => Ok(String::new()),
            "boardsize" => Err("unacceptable size".to_owned()),
            "clear_board" => {
                self.game = self.first.clone();
                self.left = PerColor::default();
                orders.push(Order::NewGame);
                Ok(String::new())
            }
            "komi" => Ok(String::new()),
            "play" => match rest {
                [color, mv] => self.play(color, mv),
                _ => Err("syntax error".to_owned()),
            },
            "genmove" | "reg_genmove" => {
                let Some(color) = rest.first().and_then(|text| read_color(text)) else {
                    return Some(Err("syntax error".to_owned()));
                };
                if let Err(reason) = self.turn_to(color) {
                    return Some(Err(reason));
                }
                if self.game.outcome().is_some() {
                    return Some(Ok("pass".to_owned()));
                }
                self.thinking = Some(Thinking {
                    id: id.to_owned(),
                    plays: command == "genmove",
                });
                orders.push(Order::Think(Box::new(self.request())));
                return None;
            }
            "undo" if self.game.undo() => Ok(String::new()),
            "undo" => Err("cannot undo".to_owned()),
            "showboard" => Ok(self.show()),
            "time_settings" => {
                let numbers: Vec<u64> = rest.iter().filter_map(|word| word.parse().ok()).collect();
                match numbers[..] {
                    [main, extra, stones] => {
                        self.extra_time = (extra > 0 && stones > 0).then(|| TimePeriod::new(extra, stones));
                        // No main time and a byo-yomi period for no moves mean no limit at all.
                        let is_limited = main > 0 || (extra == 0 && stones == 0);
                        self.main_time = is_limited.then(|| TimePeriod::new(main, 0));
                        self.left = PerColor::default();
                        Ok(String::new())
                    }
                    _ => Err("syntax error".to_owned()),
                }
            }
            "time_left" => match rest {
                [color, seconds, rest @ ..] => {
                    let moves = rest.first().map_or(Ok(0), |word| word.parse());
                    match (read_color(color), seconds.parse(), moves) {
                        (Some(color), Ok(seconds), Ok(moves)) => {
                            self.left[color] = Some(TimePeriod::new(seconds, moves));
                            Ok(String::new())
                        }
                        _ => Err("syntax error".to_owned()),
                    }
                }
                _ => Err("syntax error".to_owned()),
            },
            "move_overhead" => match rest {
                [millis] if overhead(millis).is_some() => {
                    self.overhead = overhead(millis).unwrap_or_default();
                    Ok(String::new())
                }
                _ => Err("syntax error".to_owned()),
            },
            _ => Err("unknown command".to_owned()),
        })
    }

    /// Makes it a side's turn. If the tool left out a pass, plays it.
    fn turn_to(&mut self, color: Color) -> Result<(), String> {
        if self.game.turn() == color || self.game.outcome().is_some() {
            return Ok(());
        }
        match self.game.play("pass") {
            Ok(_) => Ok(()),
            Err(_) => Err(format!("it is not {color}'s turn")),
        }
    }

    fn play(&mut self, color: &str, mv: &str) -> Result<String, String> {
        let color = read_color(color).ok_or("syntax error")?;
        let is_pass = mv.eq_ignore_ascii_case("pass");
        // If neither side can move, tools end the game with two passes.
        if is_pass && self.game.outcome().is_some() {
            return Ok(String::new());
        }
        if is_pass && self.game.turn() != color {
            return Err(format!("illegal move: it is not {color}'s turn"));
        }
        self.turn_to(color)?;
        match self.game.play(&mv.to_lowercase()) {
            Ok(_) => Ok(String::new()),
            Err(error) => Err(format!("illegal move: {error}")),
        }
    }

    fn request(&self) -> Request {
        let told = self.left[self.game.turn()].or(self.main_time);
        let main = told.filter(|left| !left.time.is_zero() || self.extra_time.is_none());
        let left = main.or(self.extra_time);
        let time = left.map_or(TimeLimit::Infinite, |left| TimeLimit::Clock {
            remaining: left.time,
            increment: Duration::ZERO,
            moves_to_go: left.moves,
        });
        Request {
            game: self.game.clone(),
            limits: Limits {
                time: time.less(self.overhead),
                ..Limits::default()
            },
        }
    }

    fn show(&self) -> String {
        let mut text = String::from("\n  a b c d e f g h");
        for (index, row) in self.game.cells().chunks(8).enumerate() {
            text.push_str(&format!("\n{}", index + 1));
            for cell in row {
                text.push_str(match cell {
                    Cell::Piece(Color::Black) => " X",
                    Cell::Piece(Color::White) => " O",
                    _ => " .",
                });
            }
        }
        text
    }
}

impl Server for Gtp {
    fn begin_with(&mut self, game: AnyGame) {
        self.first = game.clone();
        self.game = game;
    }

    fn line(&mut self, line: &str) -> Vec<Order> {
        if self.thinking.is_some() {
            self.waiting.push_back(line.to_owned());
            // Responses are in order, but a tool that quits should not have to wait for a long search.
            let (_, words) = parts(line);
            let is_quit = words.first() == Some(&"quit");
            return if is_quit { vec![Order::Stop] } else { Vec::new() };
        }
        let (id, words) = parts(line);
        let mut orders = Vec::new();
        if let Some(answer) = self.execute(id, &words, &mut orders) {
            // Tools wait for the response to `quit`, so it comes first.
            orders.insert(0, Order::Say(response(id, answer)));
        }
        orders
    }

    fn info(&mut self, _report: &Report<String>) -> Vec<Order> {
        Vec::new()
    }

    fn answer(&mut self, thought: Option<&Thought<String>>) -> Vec<Order> {
        let Some(Thinking { id, plays }) = self.thinking.take() else {
            return Vec::new();
        };
        let mv = thought.map_or_else(|| "pass".to_owned(), |thought| thought.best.clone());
        if plays && self.game.play(&mv).is_err() {
            return vec![Order::Say(response(&id, Err("no move was found".to_owned())))];
        }
        let mut orders = vec![Order::Say(response(&id, Ok(mv)))];
        while self.thinking.is_none() {
            let Some(line) = self.waiting.pop_front() else {
                break;
            };
            orders.extend(self.line(&line));
        }
        orders
    }
}

/// Splits a line into the optional id of a command and its words. Text after `#` is a comment.
fn parts(line: &str) -> (&str, Vec<&str>) {
    let line = line.split('#').next().unwrap_or_default();
    let mut words: Vec<&str> = line.split_whitespace().collect();
    let is_number = |word: &&&str| word.bytes().all(|byte| byte.is_ascii_digit());
    match words.first().filter(is_number).copied() {
        Some(id) => {
            words.remove(0);
            (id, words)
        }
        None => ("", words),
    }
}

fn read_color(text: &str) -> Option<Color> {
    match text.to_lowercase().as_str() {
        "b" | "black" => Some(Color::Black),
        "w" | "white" => Some(Color::White),
        _ => None,
    }
}

/// Returns the text of a response, which ends with an empty line.
fn response(id: &str, answer: Result<String, String>) -> String {
    match answer {
        Ok(text) => format!("={id} {text}\n"),
        Err(text) => format!("?{id} {text}\n"),
    }
}

#[cfg(test)]
mod tests {
    use parlor_games::Kind;

    use super::*;

    #[test]
    fn a_gtp_conversation() {
        let mut server = Gtp::new(&Spec::default_for(Kind::Othello)).expect("Othello");
        assert_eq!(server.line("1 boardsize 8"), [Order::Say("=1 \n".into())]);
        assert_eq!(
            server.line("boardsize 10"),
            [Order::Say("? unacceptable size\n".into())]
        );
        assert_eq!(server.line("play black F5"), [Order::Say("= \n".into())]);
        assert!(matches!(&server.line("play white a1")[..], [Order::Say(text)] if text.starts_with('?')));
        let orders = server.line("7 genmove w");
        assert!(matches!(&orders[..], [Order::Think(request)] if request.game.len() == 1));
        let found = Thought::unsearched("d6".to_owned());
        assert_eq!(server.line("8 quit # now"), [Order::Stop]);
        assert_eq!(
            server.answer(Some(&found)),
            [
                Order::Say("=7 d6\n".into()),
                Order::Say("=8 \n".into()),
                Order::Stop,
                Order::Quit
            ]
        );
        assert_eq!(server.line("undo"), [Order::Say("= \n".into())]);
        assert!(Gtp::new(&Spec::default_for(Kind::Loa)).is_none());
    }

    #[test]
    fn a_pass_out_of_turn_is_refused_and_changes_nothing() {
        let mut server = Gtp::new(&Spec::default_for(Kind::Othello)).expect("Othello");
        assert_eq!(server.line("play b f5"), [Order::Say("= \n".into())]);
        for line in ["play b pass", "play w pass", "play b d6"] {
            assert!(
                matches!(&server.line(line)[..], [Order::Say(text)] if text.starts_with('?')),
                "{line}"
            );
            assert_eq!(server.game.len(), 1);
        }
    }

    #[test]
    fn time_limits_are_those_of_the_current_period() {
        let mut server = Gtp::new(&Spec::default_for(Kind::Othello)).expect("Othello");
        let mut budget = |lines: &[&str]| {
            for line in lines {
                assert_eq!(server.line(line), [Order::Say("= \n".into())], "{line}");
            }
            match server.request().limits.time {
                TimeLimit::Clock {
                    remaining,
                    moves_to_go,
                    ..
                } => Some((remaining.as_secs(), moves_to_go)),
                _ => None,
            }
        };
        assert_eq!(budget(&[]), None);
        assert_eq!(budget(&["time_settings 300 0 0"]), Some((300, None)));
        assert_eq!(budget(&["time_left b 20 0"]), Some((20, None)));
        assert_eq!(budget(&["time_settings 0 1 1"]), Some((1, Some(1))));
        assert_eq!(budget(&["time_left b 0 0"]), Some((1, Some(1))));
        assert_eq!(
            budget(&["time_settings 60 30 5", "time_left b 12 3"]),
            Some((12, Some(3)))
        );
        assert_eq!(
            budget(&["time_left b 40 0"]),
            Some((40, None)),
            "still the main time"
        );
        assert_eq!(budget(&["time_settings 0 5 0"]), None, "no limit");
        assert_eq!(
            budget(&["move_overhead 2000", "time_settings 300 0 0"]),
            Some((298, None))
        );
    }
}
