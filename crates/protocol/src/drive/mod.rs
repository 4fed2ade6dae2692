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
    /// Returns this evaluation with missing values filled in from an older one. Programs spread the values
    /// over several lines.
    #[must_use]
    pub fn or(self, older: Evaluation) -> Evaluation {
        Evaluation {
            score: self.score.or(older.score),
            depth: self.depth.or(older.depth),
            nodes: self.nodes.or(older.nodes),
        }
    }
}

/// An event in the output of a program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum DriverEvent {
    /// The program has executed every command.
    Ready,
    /// The program's move, in the game's default notation. It may be illegal.
    Move(String),
    /// Text where a move is expected, but which is not a move.
    Unreadable(String),
    /// A board that no legal move explains, with the reason.
    WrongBoard(String),
    /// The program announces a result.
    Claim(Outcome),
    /// The program resigns.
    Resigns,
    /// The program refuses a command that it must obey. The text is its answer.
    Refuses(String),
    /// The program's evaluation of its position.
    Thinks(Evaluation),
}

/// What to do after a line from a program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum DriverAction {
    /// Send this line.
    Send(String),
    /// Handle this event.
    Event(DriverEvent),
}

/// Why a game cannot be played with a protocol.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum Unsupported {
    /// The protocol belongs to another game.
    #[error("{protocol} programs do not play {game}")]
    Game {
        /// The protocol.
        protocol: &'static str,
        /// The game.
        game: &'static str,
    },
    /// The protocol cannot express the rules or the start of the game.
    #[error("{protocol} programs cannot handle {what}")]
    Agreement {
        /// The protocol.
        protocol: &'static str,
        /// What it cannot express.
        what: String,
    },
}

/// Translates between the arena and a program's protocol.
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

    /// Returns the lines to send after the last move of this game, which either side may have made.
    fn moved(&mut self, game: &AnyGame) -> Vec<String>;

    /// Handles a line that the program has printed.
    fn line(&mut self, line: &str) -> Vec<DriverAction>;

    /// Returns the lines to send when a game is over. [`DriverEvent::Ready`] follows once the program has
    /// announced its result. Empty if the protocol has no such announcement.
    fn finish(&mut self) -> Vec<String> {
        Vec::new()
    }

    /// Returns the lines that make the program quit.
    fn quit(&mut self) -> Vec<String> {
        vec!["quit".to_owned()]
    }

    /// Returns whether the program passes by itself when it has no other move.
    fn passes_without_asking(&self) -> bool {
        false
    }

    /// If a game ended with this outcome and the program did not announce it, returns the command that the
    /// program cannot have understood.
    fn not_understood(&self, _outcome: Outcome) -> Option<&str> {
        None
    }

    /// Returns whether users type this protocol at a terminal, as in the programs of students.
    fn is_for_people(&self) -> bool {
        false
    }

    /// Returns whether the program can play several games. Otherwise it is restarted for each.
    fn plays_on(&self) -> bool {
        true
    }
}

/// The command of our own text programs that sets their seconds per move. Also the driver option for programs
/// that know this command.
pub const MOVE_TIME: &str = "movetime";

/// Returns the line that sets the time per move of one of our text programs, if the program knows the command
/// and has a time limit.
pub(crate) fn move_time_line(is_known: bool, color: Color, budget: &Budget) -> Option<String> {
    /// Reserved for the delay between the program's clock and the referee's.
    const RESERVE: Duration = Duration::from_millis(10);
    /// With a game clock, a move gets this fraction of it, plus three quarters of the increment. Few games
    /// have more moves per side.
    const MOVES: u32 = 60;
    let on_clock = budget
        .clock
        .map(|clock| clock.remaining[color] / MOVES + clock.increment[color] * 3 / 4);
    let time = match (budget.move_time, on_clock) {
        (Some(one), Some(other)) => one.min(other),
        (one, other) => one.or(other)?,
    };
    let time = time.saturating_sub(RESERVE).max(time / 2);
    is_known.then(|| format!("{MOVE_TIME} {}", time.as_secs_f64()))
}

/// Returns whether the driver options include [`MOVE_TIME`].
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
