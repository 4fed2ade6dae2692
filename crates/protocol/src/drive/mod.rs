//! Drivers of external programs.

pub mod ataxx;
pub mod loa;
pub mod othello;
pub mod uci;

use std::time::Duration;

use parlor_core::{Color, Outcome};
use parlor_games::AnyGame;
use thiserror::Error;

use crate::limits::Budget;

/// A program's evaluation of its position.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Evaluation {
    /// The score in hundredths of a piece, from the program's point of view.
    pub score: Option<i32>,
    /// The depth of its search.
    pub depth: Option<u32>,
    /// The number of nodes visited.
    pub nodes: Option<u64>,
}

impl Evaluation {
    /// Returns this evaluation with missing values filled in from an older one: programs report what they
    /// know in several lines.
    #[must_use]
    pub fn or(self, older: Evaluation) -> Evaluation {
        Evaluation {
            score: self.score.or(older.score),
            depth: self.depth.or(older.depth),
            nodes: self.nodes.or(older.nodes),
        }
    }
}

/// Something that a program has said.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum DriverEvent {
    /// It has carried out every command.
    Ready,
    /// Its move, in the game's default notation. The move need not be legal.
    Move(String),
    /// Text in place of a move that is not a move.
    Unreadable(String),
    /// A board that no legal move explains, with the reason.
    WrongBoard(String),
    /// The program announces a result.
    Claim(Outcome),
    /// The program resigns.
    Resigns,
    /// The program refuses a command that it must obey: the text.
    Refuses(String),
    /// The program's evaluation of its position.
    Thinks(Evaluation),
}

/// The consequence of a line from a program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum DriverAction {
    /// Send this line.
    Send(String),
    /// The program has said something.
    Event(DriverEvent),
}

/// The reason why a game cannot be played in a language.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum Unsupported {
    /// The language belongs to another game.
    #[error("{protocol} programs do not play {game}")]
    Game {
        /// The language.
        protocol: &'static str,
        /// The game.
        game: &'static str,
    },
    /// The rules differ from those of the language.
    #[error("{protocol} programs cannot handle {what}")]
    Agreement {
        /// The language.
        protocol: &'static str,
        /// The part that the protocol cannot express.
        what: String,
    },
}

/// A translator between the arena and a program's language.
///
/// The order of calls is: [`hello`](Driver::hello) once, then for every game [`new_game`](Driver::new_game)
/// until [`DriverEvent::Ready`], then for every move [`moved`](Driver::moved) and, when it is the program's
/// turn, [`go`](Driver::go); at the end of the game [`finish`](Driver::finish). Pass every line that the
/// program prints to [`line`](Driver::line).
pub trait Driver: Send {
    /// Returns the lines to send to a program that has just started.
    fn hello(&mut self) -> Vec<String> {
        Vec::new()
    }

    /// Returns the lines to send before a game. The moves already played are its opening. The program plays
    /// `color`.
    fn new_game(&mut self, game: &AnyGame, color: Color, budget: &Budget)
    -> Result<Vec<String>, Unsupported>;

    /// Returns the lines to send when it is the program's turn.
    fn go(&mut self, game: &AnyGame, budget: &Budget) -> Vec<String>;

    /// Returns the lines to send after the last move of this game, whichever side made it.
    fn moved(&mut self, game: &AnyGame) -> Vec<String>;

    /// Returns the consequences of a line that the program has printed.
    fn line(&mut self, line: &str) -> Vec<DriverAction>;

    /// Returns the lines to send when a game is over. [`DriverEvent::Ready`] follows once the program has
    /// said everything about the result. Empty if it has nothing to say.
    fn finish(&mut self) -> Vec<String> {
        Vec::new()
    }

    /// Returns the lines that tell the program to quit.
    fn quit(&mut self) -> Vec<String> {
        vec!["quit".to_owned()]
    }

    /// Returns whether the program passes by itself when it has no other move.
    fn passes_unasked(&self) -> bool {
        false
    }

    /// Returns the command that the program cannot have obeyed, if a game ended like this and it announced
    /// nothing.
    fn not_understood(&self, _outcome: Outcome) -> Option<&str> {
        None
    }

    /// Returns whether the language is one that people type, as in the programs of students.
    fn is_for_people(&self) -> bool {
        false
    }

    /// Returns whether the program can play several games; otherwise it is restarted for each.
    fn plays_on(&self) -> bool {
        true
    }
}

/// The command of our own text programs that sets the seconds for a move, and the option that tells a driver
/// that a program knows it.
pub const MOVE_TIME: &str = "movetime";

/// Returns the line that tells one of our text programs the time for a move, if its driver may send it and
/// there is one.
pub(crate) fn move_time_line(is_told: bool, color: Color, budget: &Budget) -> Option<String> {
    /// The reserve for the delay between the program's clock and the referee's.
    const KEPT_BACK: Duration = Duration::from_millis(10);
    /// With a game clock, a move gets this fraction of it, and three quarters of the increment: few games are
    /// longer.
    const MOVES: u32 = 60;
    let on_clock = budget
        .clock
        .map(|clock| clock.remaining[color] / MOVES + clock.increment[color] * 3 / 4);
    let time = match (budget.move_time, on_clock) {
        (Some(one), Some(other)) => one.min(other),
        (one, other) => one.or(other)?,
    };
    let time = time.saturating_sub(KEPT_BACK).max(time / 2);
    is_told.then(|| format!("{MOVE_TIME} {}", time.as_secs_f64()))
}

/// Returns whether the options of a driver say that its program knows [`MOVE_TIME`].
pub(crate) fn knows_move_time(options: &[(String, String)]) -> bool {
    options
        .iter()
        .any(|(name, value)| name == MOVE_TIME && value == "yes")
}

/// Returns the number that follows a name in a line of search information.
pub(crate) fn number_after<T: std::str::FromStr>(words: &[&str], name: &str) -> Option<T> {
    let at = words.iter().position(|&word| word == name)?;
    words.get(at + 1)?.parse().ok()
}
