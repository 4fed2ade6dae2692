//! The interface between a text program and its driver.

use std::path::PathBuf;
use std::time::Duration;

use parlor_core::Level;
use parlor_core::think::Thought;
use parlor_games::AnyGame;
use parlor_peer::{NetEvent, NetOrder};

/// A text program: events in, outputs out.
///
/// The driver calls [`Session::open`] once. Then it repeats: call [`Session::want`], wait for exactly that, pass it
/// to [`Session::handle`] and carry out the outputs in order. It answers outputs that have an answer (loading,
/// saving, network orders) by an event before the next `want`.
pub trait Session {
    /// Returns what to show before anything is read.
    fn open(&mut self) -> Vec<Output>;

    /// Returns what the program waits for now.
    fn want(&mut self) -> Want;

    /// Handles an event. An event that the session did not want is ignored or reported; it never panics.
    fn handle(&mut self, event: Event) -> Vec<Output>;

    /// Returns the words for completion.
    fn words(&self) -> Vec<String>;
}

/// A request to a computer player.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ThinkRequest {
    /// The game, which is not over.
    pub game: AnyGame,
    /// The strength of the player.
    pub level: Level,
    /// The seed of the player's random choices.
    pub seed: u64,
    /// The user's time limit. Without one, the level's node budget applies.
    pub time: Option<Duration>,
    /// Whether the player may choose at random among the best first moves.
    pub is_varied: bool,
    /// Whether the computer plays both sides of the game.
    pub is_on_both_sides: bool,
}

/// What a session waits for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Want {
    /// A line from the user, after this prompt.
    Line {
        /// The prompt, printed and flushed without a newline.
        prompt: String,
    },
    /// A computer player's answer.
    Thought(Box<ThinkRequest>),
    /// Its turn: the session makes the next move itself, unless the user interrupts.
    Turn,
    /// The next network event.
    Message,
    /// Nothing: the program ends with this exit code.
    Exit(u8),
}

/// An event for a session.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Event {
    /// The user typed this line (without its newline).
    Line(String),
    /// The input has ended.
    EndOfInput,
    /// The user pressed Ctrl-C at a prompt or during a wait for the network. While a computer player thinks, the
    /// first Ctrl-C only makes it answer at once; a second one ends its turn, and this event replaces its answer.
    Interrupted,
    /// The computer player's answer, with moves in the game's usual notation. `None` if it found no move.
    Thought(Option<Thought<String>>),
    /// The answer to [`Want::Turn`].
    Turn,
    /// The answer to [`Output::Load`].
    Loaded {
        /// The requested file.
        path: String,
        /// The contents, or why there are none.
        contents: Result<Vec<u8>, String>,
    },
    /// The answer to [`Output::Save`].
    Saved {
        /// The file to write.
        path: PathBuf,
        /// Why it could not be written.
        result: Result<(), String>,
    },
    /// A network event.
    Net(NetEvent),
}

/// An action for the driver.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Output {
    /// Print this text and a newline to standard output.
    Print(String),
    /// Print this text and a newline to standard error.
    Complain(String),
    /// Append this line to the log file, if there is one.
    Log(String),
    /// Write a file; answered by [`Event::Saved`].
    Save {
        /// The path as the user typed it. On the command line it need not be valid UTF-8.
        path: PathBuf,
        /// The contents.
        contents: Vec<u8>,
    },
    /// Read a file; answered by [`Event::Loaded`].
    Load {
        /// The path as the user typed it.
        path: String,
    },
    /// Carry out a network order. Its results arrive as [`Event::Net`] when the session wants a message.
    Net(NetOrder),
}
