//! The universal interfaces: UAI for Ataxx, and UCI with the variants of Fairy-Stockfish.

#[cfg(test)]
mod tests;

use parlor_core::{Color, GameRecord};
use parlor_games::AnyGame;

use super::{Driver, DriverAction, DriverEvent, Evaluation, Unsupported, number_after};
use crate::limits::Budget;
use crate::{ataxx, fairy};

/// A dialect of the universal interfaces.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Dialect {
    /// The universal Ataxx interface: the first mover is "black".
    Uai,
    /// The universal chess interface: the first mover is "white".
    Uci,
}

impl Dialect {
    /// Returns the prefix of its commands.
    pub const fn name(self) -> &'static str {
        match self {
            Dialect::Uai => "uai",
            Dialect::Uci => "uci",
        }
    }

    /// Returns the letter of a side in the names of its clocks.
    pub(crate) const fn clock_letter(self, color: Color) -> char {
        match (self, color) {
            (Dialect::Uai, Color::Black) | (Dialect::Uci, Color::White) => 'b',
            _ => 'w',
        }
    }

    /// Returns the moves of a game from its start.
    pub(crate) fn moves(self, game: &AnyGame) -> Vec<String> {
        match (self, game.record().try_into()) {
            (Dialect::Uai, Ok(record)) => ataxx::tool_moves(record),
            _ => fairy::moves(game),
        }
    }

    /// Returns the default notation of a move, or `None` if the text is not a move.
    pub(crate) fn read_move(self, game: &AnyGame, text: &str) -> Option<String> {
        match (self, game.record().try_into()) {
            (Dialect::Uai, Ok(record)) => ataxx::read_tool_move(GameRecord::position(record), text),
            _ => fairy::read(game, text),
        }
    }

    /// Converts a legal move from the default notation to this dialect.
    pub(crate) fn write_move(self, game: &AnyGame, text: &str) -> Option<String> {
        let mut after = game.clone();
        after.play(text).ok()?;
        self.moves(&after).pop()
    }
}

/// The score of a won position, in hundredths of a piece.
const DECIDED: i32 = 10_000;

/// The driver of a program that speaks one of the interfaces.
#[derive(Debug)]
pub struct Uci {
    dialect: Dialect,
    options: Vec<(String, String)>,
    game: Option<AnyGame>,
    // The lines to send after the program has identified itself.
    held: Option<Vec<String>>,
}

impl Uci {
    /// Creates a driver that sets these options of the program.
    pub fn new(dialect: Dialect, options: &[(String, String)]) -> Uci {
        Uci {
            dialect,
            options: options.to_vec(),
            game: None,
            held: None,
        }
    }

    fn position(&self, game: &AnyGame) -> String {
        let usual_start = AnyGame::new(&parlor_games::Spec::default_for(game.kind()))
            .is_ok_and(|default| default.start_text() == game.start_text());
        let start = match (self.dialect, usual_start) {
            (_, true) => "startpos".to_owned(),
            (Dialect::Uai, false) => format!("fen {}", game.start_text()),
            (Dialect::Uci, false) => {
                format!(
                    "fen {}",
                    fairy::start_fen(game).unwrap_or_else(|| game.start_text())
                )
            }
        };
        let moves = self.dialect.moves(game);
        if moves.is_empty() {
            format!("position {start}")
        } else {
            format!("position {start} moves {}", moves.join(" "))
        }
    }
}

impl Driver for Uci {
    fn hello(&mut self) -> Vec<String> {
        let options = self.options.iter();
        self.held = Some(
            options
                .map(|(name, value)| format!("setoption name {name} value {value}"))
                .collect(),
        );
        vec![self.dialect.name().to_owned()]
    }

    fn new_game(
        &mut self,
        game: &AnyGame,
        _color: Color,
        _budget: &Budget,
    ) -> Result<Vec<String>, Unsupported> {
        let name = self.dialect.name();
        let is_spoken = game.kind().descriptor().protocol(name).is_some();
        let has_board = self.dialect == Dialect::Uai || fairy::has_board(game);
        if !is_spoken || !has_board {
            return Err(Unsupported::Game {
                protocol: name,
                game: game.kind().name(),
            });
        }
        self.game = Some(game.clone());
        let mut lines = Vec::new();
        if self.dialect == Dialect::Uci {
            let variant = fairy::variant(game);
            lines.push(format!("setoption name UCI_Variant value {variant}"));
        }
        lines.push(format!("{name}newgame"));
        lines.push("isready".to_owned());
        // Nothing may be sent before the response to the greeting.
        if let Some(held) = &mut self.held {
            held.append(&mut lines);
        }
        Ok(lines)
    }

    fn go(&mut self, game: &AnyGame, budget: &Budget) -> Vec<String> {
        self.game = Some(game.clone());
        let mut go = "go".to_owned();
        if let Some(time) = budget.move_time {
            go.push_str(&format!(" movetime {}", time.as_millis().max(1)));
        }
        if let Some(clock) = &budget.clock {
            for color in Color::ALL {
                let letter = self.dialect.clock_letter(color);
                let time = clock.remaining[color].as_millis();
                let increment = clock.increment[color].as_millis();
                go.push_str(&format!(" {letter}time {time} {letter}inc {increment}"));
            }
        }
        if let Some(nodes) = budget.nodes {
            go.push_str(&format!(" nodes {nodes}"));
        }
        if let Some(depth) = budget.depth {
            go.push_str(&format!(" depth {depth}"));
        }
        vec![self.position(game), go]
    }

    fn moved(&mut self, game: &AnyGame) -> Vec<String> {
        self.game = Some(game.clone());
        Vec::new()
    }

    fn line(&mut self, line: &str) -> Vec<DriverAction> {
        let words: Vec<&str> = line.split_whitespace().collect();
        if let [word] = words[..]
            && word.strip_prefix(self.dialect.name()) == Some("ok")
        {
            let held = self.held.take().unwrap_or_default();
            return held.into_iter().map(DriverAction::Send).collect();
        }
        let event = match (words.first().copied(), &self.game) {
            (Some("readyok"), _) => DriverEvent::Ready,
            (Some("bestmove"), Some(game)) => {
                let text = words.get(1).copied().unwrap_or_default();
                match self.dialect.read_move(game, text) {
                    Some(mv) => DriverEvent::Move(mv),
                    None => DriverEvent::Unreadable(line.chars().take(80).collect()),
                }
            }
            (Some("info"), _)
                if ["score", "depth", "nodes"]
                    .iter()
                    .any(|word| words[1..].contains(word))
                    && words[1] != "string" =>
            {
                DriverEvent::Thinks(Evaluation {
                    score: number_after(&words, "cp").or_else(|| {
                        // A win or a loss in a number of moves. `mate 0` means that the side to move has lost.
                        let moves: i32 = number_after(&words, "mate")?;
                        Some(if moves > 0 { DECIDED } else { -DECIDED })
                    }),
                    depth: number_after(&words, "depth"),
                    nodes: number_after(&words, "nodes"),
                })
            }
            _ => return Vec::new(),
        };
        vec![DriverAction::Event(event)]
    }
}
