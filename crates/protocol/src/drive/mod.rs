//! Speaking to programs that are not ours.

pub mod ataxx;
pub mod loa;
pub mod othello;
pub mod uci;

use std::time::Duration;

use parlor_core::{Color, Outcome};
use parlor_games::AnyGame;
use thiserror::Error;

use crate::limits::Budget;

/// What a program thinks of its position.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Evaluation {
    /// Hundredths of a piece, from the side of the program.
    pub score: Option<i32>,
    /// How far it looked.
    pub depth: Option<u32>,
    /// How many nodes it visited.
    pub nodes: Option<u64>,
}

impl Evaluation {
    /// This one, and what is not known here from an older one: programs tell what they know in several lines.
    #[must_use]
    pub fn or(self, older: Evaluation) -> Evaluation {
        Evaluation {
            score: self.score.or(older.score),
            depth: self.depth.or(older.depth),
            nodes: self.nodes.or(older.nodes),
        }
    }
}

/// What a program has said.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum DriverEvent {
    /// It has carried out every command.
    Ready,
    /// Its move, in the game's usual notation. Nobody has looked yet whether it is legal.
    Move(String),
    /// Something in place of a move that is none: the text.
    Unreadable(String),
    /// A board that no legal move explains: what is wrong with it.
    WrongBoard(String),
    /// A result that it announces.
    Claim(Outcome),
    /// It gives up.
    Resigns,
    /// It refuses a command that it must obey: the text.
    Refuses(String),
    /// What it thinks of its position.
    Thinks(Evaluation),
}

/// What follows from a line of a program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum DriverAction {
    /// This line is to be sent.
    Send(String),
    /// The program has said something.
    Event(DriverEvent),
}

/// Why a game cannot be played in a language.
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
        /// What the protocol cannot express.
        what: String,
    },
}

/// Speaks to a program in its language.
///
/// The order of calls is: [`hello`](Driver::hello) once, then for every game [`new_game`](Driver::new_game)
/// until [`DriverEvent::Ready`], then for every move [`moved`](Driver::moved) and, when it is the program's turn,
/// [`go`](Driver::go); at the end of the game [`finish`](Driver::finish). Whatever the program prints goes to
/// [`line`](Driver::line).
pub trait Driver: Send {
    /// What to send to a program that has just started.
    fn hello(&mut self) -> Vec<String> {
        Vec::new()
    }

    /// What to say before a game. The moves that the game has already are its opening. The program plays
    /// this side.
    fn new_game(&mut self, game: &AnyGame, color: Color, budget: &Budget)
    -> Result<Vec<String>, Unsupported>;

    /// What to say when the program is to move in this game.
    fn go(&mut self, game: &AnyGame, budget: &Budget) -> Vec<String>;

    /// What to send after the last move of this game, whichever side made it.
    fn moved(&mut self, game: &AnyGame) -> Vec<String>;

    /// What follows from a line that the program has printed.
    fn line(&mut self, line: &str) -> Vec<DriverAction>;

    /// What to say when a game is over, so that [`DriverEvent::Ready`] follows once everything that the program has
    /// to say about the result is said; nothing when it has nothing to say.
    fn finish(&mut self) -> Vec<String> {
        Vec::new()
    }

    /// What to say to let the program end.
    fn quit(&mut self) -> Vec<String> {
        vec!["quit".to_owned()]
    }

    /// Whether the program passes without being asked when it has no other move.
    fn passes_unasked(&self) -> bool {
        false
    }

    /// The command that the program cannot have obeyed, if a game ended like this and it announced nothing.
    fn not_understood(&self, _outcome: Outcome) -> Option<&str> {
        None
    }

    /// Whether the language is one that people type, which students' programs of the courses speak.
    fn is_for_people(&self) -> bool {
        false
    }

    /// Whether the program can play one game after another; otherwise it is restarted for each.
    fn plays_on(&self) -> bool {
        true
    }
}

/// The command of our own text programs that says how many seconds a move may take, and the option by which a driver learns
/// that a program knows it.
pub const MOVE_TIME: &str = "movetime";

/// The line that gives one of our text programs its time for a move, if its driver may and there is one.
pub(crate) fn move_time_line(is_told: bool, color: Color, budget: &Budget) -> Option<String> {
    /// What lies between the program's clock and the referee's.
    const KEPT_BACK: Duration = Duration::from_millis(10);
    /// On a game clock a move has this part of it, and three quarters of the increment: few games are longer.
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

/// Whether the options of a driver say that its program knows [`MOVE_TIME`].
pub(crate) fn knows_move_time(options: &[(String, String)]) -> bool {
    options
        .iter()
        .any(|(name, value)| name == MOVE_TIME && value == "yes")
}

/// The numbers that follow their names in a line of search information.
pub(crate) fn number_after<T: std::str::FromStr>(words: &[&str], name: &str) -> Option<T> {
    let at = words.iter().position(|&word| word == name)?;
    words.get(at + 1)?.parse().ok()
}
