//! How a text program and the outside world talk to each other.

use std::path::PathBuf;
use std::time::Duration;

use parlor_core::Level;
use parlor_core::think::Thought;
use parlor_games::AnyGame;
use parlor_peer::{NetEvent, NetOrder};

/// A text program: events in, outputs out.
///
/// The driver calls [`Session::open`] once, then forever: ask [`Session::want`], wait for exactly that,
/// hand it to [`Session::handle`] and carry out the outputs in order. Outputs that have an answer (loading,
/// saving, network orders) are answered by an event before the next `want`.
pub trait Session {
    /// What is shown before anything is read.
    fn open(&mut self) -> Vec<Output>;

    /// What the program waits for now.
    fn want(&mut self) -> Want;

    /// Takes an event. One that was not wanted is ignored or explained, never a panic.
    fn handle(&mut self, event: Event) -> Vec<Output>;

    /// The words that line editing completes.
    fn words(&self) -> Vec<String>;
}

/// What a computer player is asked.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ThinkRequest {
    /// The game; it is not over.
    pub game: AnyGame,
    /// How strong the player is.
    pub level: Level,
    /// What its choices depend on: the same seed makes the same ones.
    pub seed: u64,
    /// How long it may think, if the person has said so; otherwise as much as the level does, by nodes.
    pub time: Option<Duration>,
    /// Whether chance may choose among the best first moves of a game.
    pub is_varied: bool,
    /// Whether the computer plays both sides of the game.
    pub is_on_both_sides: bool,
}

/// What a session waits for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Want {
    /// A line from the person, after this prompt.
    Line {
        /// The prompt, printed and flushed without a newline.
        prompt: String,
    },
    /// The thought of a computer player.
    Thought(Box<ThinkRequest>),
    /// Nothing but its turn: the session makes the next move itself, unless the person interrupts.
    Turn,
    /// The next thing that happens on the network.
    Message,
    /// Nothing more: the program ends with this exit code.
    Exit(u8),
}

/// What has happened.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Event {
    /// The person typed this line (without its newline).
    Line(String),
    /// There is no more input.
    EndOfInput,
    /// The person pressed Ctrl-C: at a prompt, or while the network was waited for. While a thinker works the
    /// first Ctrl-C only makes it answer at once; a second one takes its turn away, and this event stands in
    /// for its answer.
    Interrupted,
    /// What the computer player thought, its moves in the game's usual notation; nothing when it found no move.
    Thought(Option<Thought<String>>),
    /// The answer to [`Want::Turn`].
    Turn,
    /// The answer to [`Output::Load`]: the contents, or why there are none.
    Loaded {
        /// The file that was asked for.
        path: String,
        /// Its contents, or the reason in words.
        contents: Result<Vec<u8>, String>,
    },
    /// The answer to [`Output::Save`].
    Saved {
        /// The file that was written.
        path: PathBuf,
        /// The reason in words when it could not be.
        result: Result<(), String>,
    },
    /// Something happened on the network.
    Net(NetEvent),
}

/// An action for the shell.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Output {
    /// Print this text and a newline on the standard output.
    Print(String),
    /// Print this text and a newline on the standard error.
    Complain(String),
    /// Append this line to the log file, if there is one.
    Log(String),
    /// Write a file; answered by [`Event::Saved`].
    Save {
        /// Where, as the person typed it; a command line may name it with bytes that are no text.
        path: PathBuf,
        /// What.
        contents: Vec<u8>,
    },
    /// Read a file; answered by [`Event::Loaded`].
    Load {
        /// Which, as the person typed it.
        path: String,
    },
    /// Do something on the network; what comes of it arrives as [`Event::Net`] when a message is wanted.
    Net(NetOrder),
}
