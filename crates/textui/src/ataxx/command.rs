//! The commands, their parser, and the states of the game in which they are valid.

use std::time::Duration;

use parlor_ataxx::{BlockPattern, ParseBlocksError, color_name};
use parlor_core::{Color, Excerpt};
use parlor_peer::{AddressError, Invitation, RoomId, RoomIdError};
use thiserror::Error;

use super::State;

/// A parsed line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Command {
    Clear,
    Start,
    Quit,
    Color(Color),
    Auto,
    Blocks(BlockPattern),
    Seed(i64),
    Host(RoomId),
    Join(Invitation),
    /// Anything with a hyphen: perhaps a move.
    Move(String),
    Help,
    Dump,
    Load(String),
    Undo,
    Hint,
    Moves,
    Board,
    Fen,
    /// Sets the level, or shows it if `None`.
    Level(Option<Excerpt>),
    /// Sets the time, or shows it if `None`. `Some(None)` means the level's own node budget.
    MoveTime(Option<Option<Duration>>),
    Save(String),
    Open(String),
}

/// Why a line is not a command.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub(super) enum CommandError {
    #[error("there is no command {0}; help lists them")]
    Unknown(Excerpt),
    #[error("{command} needs {operand}")]
    Missing {
        command: &'static str,
        operand: &'static str,
    },
    #[error("{extra} is too much after {command}")]
    TooMuch { command: &'static str, extra: Excerpt },
    #[error("{0} is not a colour: red or blue is expected")]
    NotAColor(Excerpt),
    #[error("{0} is not a seed: a whole number from -9223372036854775808 to 9223372036854775807 is expected")]
    NotASeed(Excerpt),
    #[error("{0} is not a time: seconds from 0.01 to 3600, or off, are expected")]
    NotATime(Excerpt),
    #[error(transparent)]
    Blocks(#[from] ParseBlocksError),
    #[error(transparent)]
    RoomId(#[from] RoomIdError),
    #[error(transparent)]
    Address(#[from] AddressError),
}

/// The state of the game in which a command is valid.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Validity {
    Always,
    /// Only during set-up.
    SetUp,
    /// While moves are possible: during set-up and play.
    Unfinished,
}

impl Validity {
    pub(super) fn allows(self, state: State) -> bool {
        match self {
            Validity::Always => true,
            Validity::SetUp => state == State::SetUp,
            Validity::Unfinished => state != State::Finished,
        }
    }
}

impl Command {
    /// Every command word with its operand and a description, which also says when it is valid.
    pub(super) const HELP: [(&'static str, &'static str, &'static str); 23] = [
        ("clear", "", "resign the game and set up a new one"),
        ("start", "", "end the set-up and start the game"),
        ("quit", "", "resign the game and leave the program"),
        ("color", "red|blue", "set-up: the colour you play; red at first"),
        ("auto", "", "set-up: let the computer play your side too"),
        ("blocks", "CONFIG", "set-up: place blocks, such as 3gh"),
        ("seed", "N", "set-up: make the computer's games repeatable"),
        ("host", "ID", "set-up: offer a remote game and wait for a partner"),
        ("join", "ID@HOST[:PORT]", "set-up: join a remote game"),
        (
            "a7-b6",
            "",
            "move the piece on a7 to b6; also in set-up, red first",
        ),
        ("-", "", "skip a turn, when you have no move"),
        ("help", "", "show this list"),
        ("dump", "", "print the board for programs"),
        ("board", "", "print the board for people"),
        ("load", "FILE", "read commands from a file"),
        ("moves", "", "list the legal moves"),
        ("hint", "", "ask the computer what it would play"),
        ("undo", "", "take back your last move (local games)"),
        ("level", "[1-10|NAME]", "set or show how strong the computer is"),
        (
            "movetime",
            "[SECONDS|off]",
            "set or show the computer's time for a move",
        ),
        ("save", "FILE", "save the game or, to a .fen file, the position"),
        ("open", "FILE", "set-up: load a saved game or position"),
        ("fen", "", "print the position as FEN"),
    ];

    /// Parses a line. Returns `None` if it is empty or a comment.
    pub(super) fn parse(line: &str) -> Result<Option<Command>, CommandError> {
        let line = line.split('#').next().unwrap_or_default().trim_end();
        let text = line.trim_start();
        let (word, rest) = match text.find(char::is_whitespace) {
            Some(at) => (&text[..at], text[at..].trim_start()),
            None => (text, ""),
        };
        if word.is_empty() {
            return Ok(None);
        }
        let operands = Operands { line, rest };
        let lower = word.to_ascii_lowercase();
        let plain = |name, command| operands.none(name).map(|()| command);
        let command = match lower.as_str() {
            "clear" => plain("clear", Command::Clear)?,
            "start" => plain("start", Command::Start)?,
            "quit" => plain("quit", Command::Quit)?,
            "auto" => plain("auto", Command::Auto)?,
            "help" => plain("help", Command::Help)?,
            "dump" => plain("dump", Command::Dump)?,
            "undo" => plain("undo", Command::Undo)?,
            "hint" => plain("hint", Command::Hint)?,
            "moves" => plain("moves", Command::Moves)?,
            "board" => plain("board", Command::Board)?,
            "fen" => plain("fen", Command::Fen)?,
            "color" => Command::Color(operands.color()?),
            "blocks" => match operands.rest {
                "" => return Err(ParseBlocksError::Empty.into()),
                _ => {
                    let pattern = operands.one("blocks", "the blocks")?.parse();
                    Command::Blocks(
                        pattern.map_err(|error: ParseBlocksError| error.behind(operands.column()))?,
                    )
                }
            },
            "seed" => Command::Seed(operands.seed()?),
            "host" => {
                let id = operands.one("host", "an ID")?.parse();
                Command::Host(id.map_err(|error: RoomIdError| error.behind(operands.column()))?)
            }
            "join" => {
                let invitation = operands.one("join", "ID@hostname")?.parse();
                Command::Join(invitation.map_err(|error: AddressError| error.behind(operands.column()))?)
            }
            "load" => Command::Load(operands.file("load")?),
            "save" => Command::Save(operands.file("save")?),
            "open" => Command::Open(operands.file("open")?),
            "level" => Command::Level((!rest.is_empty()).then(|| operands.excerpt(rest))),
            "movetime" => Command::MoveTime(operands.time()?),
            // No command has a hyphen, so this is a move, perhaps misspelt.
            mv if mv.contains('-') => {
                operands.none("a move")?;
                Command::Move(mv.to_owned())
            }
            _ => {
                let indent = line.chars().count() - text.chars().count();
                return Err(CommandError::Unknown(Excerpt::new(word, indent)));
            }
        };
        Ok(Some(command))
    }

    /// The word that is typed for the command, and when it is valid.
    pub(super) fn rule(&self) -> (&'static str, Validity) {
        use Validity::{Always, SetUp, Unfinished};
        match self {
            Command::Clear => ("clear", Always),
            Command::Start => ("start", SetUp),
            Command::Quit => ("quit", Always),
            Command::Color(_) => ("color", SetUp),
            Command::Auto => ("auto", SetUp),
            Command::Blocks(_) => ("blocks", SetUp),
            Command::Seed(_) => ("seed", SetUp),
            Command::Host(_) => ("host", SetUp),
            Command::Join(_) => ("join", SetUp),
            Command::Move(_) => ("a move", Unfinished),
            Command::Help => ("help", Always),
            Command::Dump => ("dump", Always),
            Command::Load(_) => ("load", Always),
            Command::Undo => ("undo", Always),
            Command::Hint => ("hint", Unfinished),
            Command::Moves => ("moves", Unfinished),
            Command::Board => ("board", Always),
            Command::Fen => ("fen", Always),
            Command::Level(_) => ("level", Always),
            Command::MoveTime(_) => ("movetime", Always),
            Command::Save(_) => ("save", Always),
            Command::Open(_) => ("open", SetUp),
        }
    }
}

/// A line and its end after the first word.
struct Operands<'a> {
    line: &'a str,
    rest: &'a str,
}

impl<'a> Operands<'a> {
    /// The column at which the operands begin.
    fn column(&self) -> usize {
        self.excerpt(self.rest).at
    }

    /// An excerpt of the line that begins at its suffix `end`.
    fn excerpt(&self, end: &str) -> Excerpt {
        Excerpt::of_end(self.line, self.line.len() - end.len())
    }

    fn none(&self, command: &'static str) -> Result<(), CommandError> {
        match self.rest {
            "" => Ok(()),
            rest => Err(CommandError::TooMuch {
                command,
                extra: self.excerpt(rest),
            }),
        }
    }

    fn one(&self, command: &'static str, operand: &'static str) -> Result<&'a str, CommandError> {
        match self.rest.split_once(char::is_whitespace) {
            Some((_, extra)) => {
                let extra = self.excerpt(extra.trim_start());
                Err(CommandError::TooMuch { command, extra })
            }
            None if self.rest.is_empty() => Err(CommandError::Missing { command, operand }),
            None => Ok(self.rest),
        }
    }

    /// The rest of the line as a file name, which may contain blanks.
    fn file(&self, command: &'static str) -> Result<String, CommandError> {
        match self.rest {
            "" => Err(CommandError::Missing {
                command,
                operand: "a file name",
            }),
            name => Ok(name.to_owned()),
        }
    }

    fn color(&self) -> Result<Color, CommandError> {
        let word = self.one("color", "red or blue")?;
        let named = |color: &Color| color_name(*color).eq_ignore_ascii_case(word);
        let color = Color::ALL.into_iter().find(named);
        color.ok_or_else(|| CommandError::NotAColor(self.excerpt(word)))
    }

    fn seed(&self) -> Result<i64, CommandError> {
        let word = self.one("seed", "a whole number")?;
        word.parse()
            .map_err(|_| CommandError::NotASeed(self.excerpt(word)))
    }

    fn time(&self) -> Result<Option<Option<Duration>>, CommandError> {
        if self.rest.is_empty() {
            return Ok(None);
        }
        let word = self.one("movetime", "seconds")?;
        if word.eq_ignore_ascii_case("off") {
            return Ok(Some(None));
        }
        let seconds = word.parse().ok().filter(|it: &f64| (0.01..=3600.0).contains(it));
        let seconds = seconds.ok_or_else(|| CommandError::NotATime(self.excerpt(word)))?;
        Ok(Some(Some(Duration::from_secs_f64(seconds))))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn parse(line: &str) -> Command {
        Command::parse(line)
            .unwrap_or_else(|error| panic!("{line}: {error}"))
            .unwrap()
    }

    #[test]
    fn extra_blanks_and_comments_are_ignored() {
        assert_eq!(parse("  color \t blue   # mine"), Command::Color(Color::White));
        assert_eq!(parse("start#now"), Command::Start);
        assert_eq!(parse("\ta7-b6 "), Command::Move("a7-b6".into()));
        assert_eq!(parse(" - "), Command::Move("-".into()));
        assert_eq!(parse("load my games.txt"), Command::Load("my games.txt".into()));
        for nothing in ["", "   ", "# start", "\t#"] {
            assert_eq!(Command::parse(nothing), Ok(None));
        }
    }

    #[test]
    fn a_seed_is_a_signed_64_bit_number() {
        assert_eq!(parse("seed -9223372036854775808"), Command::Seed(i64::MIN));
        assert_eq!(parse("seed 9223372036854775807"), Command::Seed(i64::MAX));
        for bad in [
            "seed 9223372036854775808",
            "seed 1.5",
            "seed x",
            "seed",
            "seed 1 2",
        ] {
            assert!(Command::parse(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn errors_name_operands_that_are_missing_or_extra() {
        let error = |line| Command::parse(line).unwrap_err().to_string();
        assert_eq!(error("start now"), "“now” at character 7 is too much after start");
        assert_eq!(
            error("color red blue"),
            "“blue” at character 11 is too much after color"
        );
        assert_eq!(error("color"), "color needs red or blue");
        assert_eq!(
            error("color green"),
            "“green” at character 7 is not a colour: red or blue is expected"
        );
        assert_eq!(
            error("a7"),
            "there is no command “a7” at character 1; help lists them"
        );
        assert_eq!(error("a7-b6 c5"), "“c5” at character 7 is too much after a move");
        assert_eq!(
            error("  color é zz"),
            "“zz” at character 11 is too much after color"
        );
    }

    #[test]
    fn columns_are_counted_from_the_beginning_of_the_line() {
        for (line, place) in [
            ("  what", 3),
            ("blocks 3gz", 10),
            (" blocks 3gz # ten", 11),
            ("host a-b", 7),
            ("join x@localhost:0", 18),
            ("join x-y@localhost", 7),
            ("join x", 6),
            ("color Красный", 7),
        ] {
            let error = Command::parse(line).unwrap_err().to_string();
            assert!(
                error.contains(&format!("at character {place}")),
                "{line}: {error}"
            );
        }
    }

    proptest! {
        #[test]
        fn every_line_is_a_command_or_a_printable_error(line in ".{0,80}") {
            if let Err(error) = Command::parse(&line) {
                prop_assert!(!error.to_string().contains(char::is_control));
            }
        }
    }
}
