//! The commands of `loa` and their parser.

use std::time::Duration;

use parlor_core::{Color, Notation, Square};
use parlor_loa::{Coordinates, Move, ParseMoveError, Position, parse_square};
use parlor_peer::{AddressError, Invitation, RoomId, RoomIdError};
use thiserror::Error;

/// A parsed command.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Command {
    New,
    Move(Move),
    Auto(Color),
    Manual(Color),
    Set {
        square: Square,
        piece: Option<Color>,
        next: Color,
    },
    Dump,
    Seed(i64),
    Limit(u32),
    Help,
    Quit,
    Undo,
    Redo,
    Hint,
    Moves,
    Board,
    Save(String),
    Load(String),
    Level(Color, u8),
    MoveTime(Option<Duration>),
    /// The colour that this side plays, and whether the AI plays it.
    Host(RoomId, Color, bool),
    Join(Invitation, bool),
}

/// The words that start a command, for completion.
pub(super) const WORDS: [&str; 22] = [
    "auto", "black", "board", "dump", "help", "hint", "host", "join", "level", "limit", "load", "manual",
    "moves", "movetime", "new", "quit", "redo", "save", "seed", "set", "undo", "white",
];

/// Why a line is not a command.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub(super) enum CommandError {
    #[error("“{0}” is not a command; help lists them")]
    Unknown(String),
    #[error("{0}")]
    Move(#[from] ParseMoveError),
    #[error(transparent)]
    RoomId(#[from] RoomIdError),
    #[error(transparent)]
    Address(#[from] AddressError),
    #[error("{command} needs {what}: {usage}")]
    Missing {
        command: &'static str,
        what: &'static str,
        usage: &'static str,
    },
    #[error("{command} needs {what} instead of “{found}”: {usage}")]
    Wrong {
        command: &'static str,
        what: &'static str,
        found: String,
        usage: &'static str,
    },
}

/// The longest time that a user can set, in seconds.
const LONGEST_TIME: f64 = 3600.0;

/// Parses a line. Returns `None` if it is empty or a comment.
pub(super) fn parse(line: &str) -> Result<Option<Command>, CommandError> {
    let line = line.trim();
    if line.is_empty() || line.starts_with('#') {
        return Ok(None);
    }
    let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    let mut words = Operands {
        words: rest.split_whitespace(),
        command: "",
        usage: "",
    };
    let command = match word.to_ascii_lowercase().as_str() {
        "new" => Command::New,
        "auto" => Command::Auto(words.of("auto", "auto black or auto white").color()?),
        "manual" => Command::Manual(words.of("manual", "manual black or manual white").color()?),
        "set" => {
            words.of("set", "set SQUARE PIECE NEXT, such as set c3 black white");
            Command::Set {
                square: words.square()?,
                piece: words.piece()?,
                next: words.color()?,
            }
        }
        "dump" => Command::Dump,
        "seed" => Command::Seed(
            words
                .of("seed", "seed N")
                .number("a whole number from -9223372036854775808 to 9223372036854775807")?,
        ),
        "limit" => Command::Limit(
            words
                .of("limit", "limit N")
                .number("a number of moves for each side")?,
        ),
        "help" | "?" => Command::Help,
        "quit" => Command::Quit,
        "undo" => Command::Undo,
        "redo" => Command::Redo,
        "hint" => Command::Hint,
        "moves" => Command::Moves,
        "board" => Command::Board,
        "save" => Command::Save(words.of("save", "save FILE").path(rest)?),
        "load" => Command::Load(words.of("load", "load FILE").path(rest)?),
        "level" => {
            words.of("level", "level black N or level white N, N from 1 to 10");
            Command::Level(words.color()?, words.level()?)
        }
        "movetime" => Command::MoveTime(words.of("movetime", "movetime SECONDS or movetime off").time()?),
        "host" => {
            let id = words
                .of("host", "host ID, or host ID white")
                .word("an ID")?
                .parse()?;
            let (color, is_auto) = words.part();
            Command::Host(id, color.unwrap_or(Color::Black), is_auto)
        }
        "join" => {
            let place = words.of("join", "join ID@HOST or join ID@HOST:PORT");
            let invitation = place.word("an ID and a machine")?.parse()?;
            Command::Join(invitation, words.part().1)
        }
        _ => Command::Move(parse_move(word)?),
    };
    Ok(Some(command))
}

fn parse_move(word: &str) -> Result<Move, CommandError> {
    Coordinates.parse(&Position::default(), word).map_err(|error| {
        // Text that does not resemble a move is reported as an unknown command.
        let mut chars = word.chars();
        let begins_like_a_square = chars.next().is_some_and(|c| c.is_ascii_alphabetic())
            && chars.next().is_some_and(|c| c.is_ascii_digit());
        if begins_like_a_square || word.contains('-') {
            CommandError::Move(error)
        } else {
            CommandError::Unknown(excerpt(word))
        }
    })
}

/// The operands of a command, taken one at a time. Extra operands are ignored.
struct Operands<'a> {
    words: std::str::SplitWhitespace<'a>,
    command: &'static str,
    usage: &'static str,
}

impl<'a> Operands<'a> {
    fn of(&mut self, command: &'static str, usage: &'static str) -> &mut Operands<'a> {
        (self.command, self.usage) = (command, usage);
        self
    }

    fn take<T>(&mut self, what: &'static str, read: impl Fn(&str) -> Option<T>) -> Result<T, CommandError> {
        let (command, usage) = (self.command, self.usage);
        let word = self
            .words
            .next()
            .ok_or(CommandError::Missing { command, what, usage })?;
        read(word).ok_or_else(|| CommandError::Wrong {
            command,
            what,
            found: excerpt(word),
            usage,
        })
    }

    fn word(&mut self, what: &'static str) -> Result<String, CommandError> {
        self.take(what, |word| Some(word.to_owned()))
    }

    /// The rest of `host` or `join`: an optional colour and an optional `auto`, in any order.
    fn part(&mut self) -> (Option<Color>, bool) {
        let mut part = (None, false);
        for word in self.words.by_ref() {
            part.0 = part.0.or(read_color(word));
            part.1 |= word.eq_ignore_ascii_case("auto");
        }
        part
    }

    fn color(&mut self) -> Result<Color, CommandError> {
        self.take("black or white", read_color)
    }

    fn piece(&mut self) -> Result<Option<Color>, CommandError> {
        self.take("black, white or -", |word| match word {
            "-" => Some(None),
            _ => read_color(word).map(Some),
        })
    }

    fn square(&mut self) -> Result<Square, CommandError> {
        self.take("a square from a1 to h8", parse_square)
    }

    fn number<T: std::str::FromStr>(&mut self, what: &'static str) -> Result<T, CommandError> {
        self.take(what, |word| word.parse().ok())
    }

    fn level(&mut self) -> Result<u8, CommandError> {
        self.take("a level from 1 to 10", |word| {
            word.parse().ok().filter(|n| (1..=10).contains(n))
        })
    }

    fn time(&mut self) -> Result<Option<Duration>, CommandError> {
        self.take("a number of seconds up to 3600, or off", |word| {
            if word.eq_ignore_ascii_case("off") {
                return Some(None);
            }
            let seconds: f64 = word.parse().ok()?;
            let is_sensible = seconds > 0.0 && seconds <= LONGEST_TIME;
            is_sensible.then(|| Some(Duration::from_secs_f64(seconds)))
        })
    }

    /// Takes the rest of the line as a file name, which may contain blanks.
    fn path(&mut self, rest: &str) -> Result<String, CommandError> {
        self.take("a file name", |_| Some(rest.trim().to_owned()))
    }
}

fn read_color(word: &str) -> Option<Color> {
    Color::ALL
        .into_iter()
        .find(|color| color.to_string().eq_ignore_ascii_case(word))
}

/// A word of the input, shortened and printable, for an error message.
fn excerpt(word: &str) -> String {
    let shown = parlor_core::Excerpt::new(word, 0);
    shown
        .text
        .chars()
        .map(|c| if c.is_control() { '\u{fffd}' } else { c })
        .collect()
}
