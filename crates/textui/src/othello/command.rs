//! The commands that can be typed besides moves, and their parser.

use parlor_core::{Color, Excerpt};
use parlor_peer::{AddressError, Invitation, RoomId, RoomIdError};
use thiserror::Error;

use super::player::{ParsePlayerError, Player};

/// A parsed line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Command {
    Help,
    Undo,
    Redo,
    Hint,
    Moves,
    Board,
    Score,
    Save(String),
    Load(Source),
    Switch(Color, Player),
    New,
    Resign,
    Quit,
    /// The colour that this side plays, and whether the computer plays it.
    Host(RoomId, Color, bool),
    Join(Invitation, bool),
    /// Anything else: perhaps a move.
    Move(String),
}

/// A game in a file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Source {
    pub(super) path: String,
    /// The number of the game in the file, from 1.
    pub(super) number: usize,
}

/// Why a line is not a command.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub(super) enum CommandError {
    #[error("{command} needs {operand}")]
    Missing {
        command: &'static str,
        operand: &'static str,
    },
    #[error("{extra} is too much after {command}")]
    TooMuch { command: &'static str, extra: Excerpt },
    #[error("{0} is not a colour: black or white is expected")]
    NotAColor(Excerpt),
    #[error("{0} is not the number of a game, which are counted from 1")]
    NotAGame(Excerpt),
    #[error(transparent)]
    NotAPlayer(#[from] ParsePlayerError),
    #[error(transparent)]
    NotAnId(#[from] RoomIdError),
    #[error(transparent)]
    NotAPlace(#[from] AddressError),
}

impl Command {
    /// Every command with its operands and a description.
    pub(super) const HELP: [(&'static str, &'static str, &'static str); 15] = [
        ("help", "", "show this list"),
        ("moves", "", "list the valid moves and mark them on the board"),
        ("hint", "", "ask the computer what it would play"),
        ("undo", "", "take back your last move and the computer's answer"),
        ("redo", "", "replay the move that you took back"),
        ("board", "", "draw the board"),
        ("score", "", "count the discs"),
        (
            "save",
            "FILE",
            "save the game: as .ggf or .wtb, otherwise as a transcript",
        ),
        ("load", "FILE[#N]", "load a saved game, the Nth of the file"),
        (
            "switch",
            "COLOUR PLAYER",
            "change the player of a side, such as: switch black human",
        ),
        ("new", "", "start another game"),
        ("resign", "", "resign the game"),
        (
            "host",
            "ID [COLOUR]",
            "offer a game to another machine, and play black or this colour",
        ),
        ("join", "ID@HOST[:PORT]", "join a game that somebody offers"),
        ("quit", "", "leave the program"),
    ];

    /// Parses a line.
    pub(super) fn parse(line: &str) -> Result<Command, CommandError> {
        let text = line.trim();
        let (word, rest) = first_word(text);
        let before = &line[..line.trim_end().len() - rest.len()];
        let operands = Operands {
            rest,
            at: before.chars().count(),
        };
        let plain = |name, command| operands.none(name).map(|()| command);
        match word.to_ascii_lowercase().as_str() {
            "help" | "?" => plain("help", Command::Help),
            "undo" => plain("undo", Command::Undo),
            "redo" => plain("redo", Command::Redo),
            "hint" => plain("hint", Command::Hint),
            "moves" => plain("moves", Command::Moves),
            "board" => plain("board", Command::Board),
            "score" => plain("score", Command::Score),
            "new" => plain("new", Command::New),
            "resign" => plain("resign", Command::Resign),
            "quit" | "exit" => plain("quit", Command::Quit),
            "save" => operands.file("save").map(|path| Command::Save(path.to_owned())),
            "load" => operands.source().map(Command::Load),
            "switch" => operands.switch(),
            "host" => operands.host(),
            "join" => operands.join(),
            _ => Ok(Command::Move(line.to_owned())),
        }
    }
}

/// Splits a text without surrounding blanks into its first word and the rest.
fn first_word(text: &str) -> (&str, &str) {
    match text.find(char::is_whitespace) {
        Some(at) => (&text[..at], text[at..].trim_start()),
        None => (text, ""),
    }
}

/// What follows the first word of a line, and the number of characters of the line before it.
struct Operands<'a> {
    rest: &'a str,
    at: usize,
}

impl<'a> Operands<'a> {
    /// Returns the column at which `end` begins in the line, where `end` is a suffix of the operands.
    fn column(&self, end: &str) -> usize {
        let before = &self.rest[..self.rest.len() - end.len()];
        self.at + before.chars().count()
    }

    fn none(&self, command: &'static str) -> Result<(), CommandError> {
        match self.rest {
            "" => Ok(()),
            rest => Err(CommandError::TooMuch {
                command,
                extra: Excerpt::new(rest, self.at),
            }),
        }
    }

    /// The rest of the line as a file name, which may contain blanks.
    fn file(&self, command: &'static str) -> Result<&'a str, CommandError> {
        match self.rest {
            "" => Err(CommandError::Missing {
                command,
                operand: "a file name",
            }),
            name => Ok(name),
        }
    }

    fn source(&self) -> Result<Source, CommandError> {
        let name = self.file("load")?;
        let (path, number) = match name.rsplit_once('#') {
            Some((path, digits)) if !path.is_empty() => {
                let number = digits.parse().ok().filter(|&number| number > 0);
                let at = self.column(digits);
                let number = number.ok_or_else(|| CommandError::NotAGame(Excerpt::new(digits, at)))?;
                (path, number)
            }
            _ => (name, 1),
        };
        Ok(Source {
            path: path.to_owned(),
            number,
        })
    }

    fn switch(&self) -> Result<Command, CommandError> {
        let missing = |operand| CommandError::Missing {
            command: "switch",
            operand,
        };
        let (word, rest) = first_word(self.rest);
        let (player, extra) = first_word(rest);
        if word.is_empty() {
            return Err(missing("a colour and a player"));
        }
        let color = read_color(word).ok_or_else(|| CommandError::NotAColor(Excerpt::new(word, self.at)))?;
        if player.is_empty() {
            return Err(missing("a player after the colour"));
        }
        if !extra.is_empty() {
            return Err(CommandError::TooMuch {
                command: "switch",
                extra: Excerpt::new(extra, self.column(extra)),
            });
        }
        Ok(Command::Switch(color, Player::read(player, self.column(rest))?))
    }

    fn host(&self) -> Result<Command, CommandError> {
        let id = self.first("host", "an ID for the game, such as Tea")?.parse();
        let id = id.map_err(|error: RoomIdError| error.behind(self.at))?;
        let (color, is_auto) = self.part("host")?;
        Ok(Command::Host(id, color.unwrap_or(Color::Black), is_auto))
    }

    fn join(&self) -> Result<Command, CommandError> {
        let what = "the ID of a game and its machine, such as Tea@localhost";
        let invitation = self.first("join", what)?.parse();
        let invitation = invitation.map_err(|error: AddressError| error.behind(self.at))?;
        Ok(Command::Join(invitation, self.part("join")?.1))
    }

    fn first(&self, command: &'static str, operand: &'static str) -> Result<&'a str, CommandError> {
        match first_word(self.rest).0 {
            "" => Err(CommandError::Missing { command, operand }),
            word => Ok(word),
        }
    }

    /// The optional operands of `host` and `join`: a colour, which only the host chooses, and `auto`, in any order.
    fn part(&self, command: &'static str) -> Result<(Option<Color>, bool), CommandError> {
        let (mut color, mut is_auto) = (None, false);
        let (_, mut rest) = first_word(self.rest);
        while !rest.is_empty() {
            let (word, after) = first_word(rest);
            match read_color(word) {
                Some(chosen) if color.is_none() && command == "host" => color = Some(chosen),
                None if !is_auto && word.eq_ignore_ascii_case("auto") => is_auto = true,
                _ => {
                    return Err(CommandError::TooMuch {
                        command,
                        extra: Excerpt::new(rest, self.column(rest)),
                    });
                }
            }
            rest = after;
        }
        Ok((color, is_auto))
    }
}

fn read_color(word: &str) -> Option<Color> {
    Color::ALL
        .into_iter()
        .find(|color| color.to_string().eq_ignore_ascii_case(word))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn commands_ignore_case_and_extra_blanks() {
        assert_eq!(Command::parse("  UNDO "), Ok(Command::Undo));
        assert_eq!(
            Command::parse("save my game.ggf"),
            Ok(Command::Save("my game.ggf".into()))
        );
        let source = |path: &str, number| {
            Ok(Command::Load(Source {
                path: path.into(),
                number,
            }))
        };
        assert_eq!(Command::parse("load games.wtb#12"), source("games.wtb", 12));
        assert_eq!(Command::parse("load #1"), source("#1", 1));
        assert_eq!(
            Command::parse("switch  Black\tEngine:3"),
            Ok(Command::Switch(Color::Black, "engine:3".parse().unwrap()))
        );
        assert_eq!(Command::parse(" f6"), Ok(Command::Move(" f6".into())));
        assert_eq!(Command::parse(""), Ok(Command::Move(String::new())));
    }

    #[test]
    fn host_and_join_take_a_colour_and_auto_in_any_order() {
        let host = |color, is_auto| Ok(Command::Host("Tea".parse().unwrap(), color, is_auto));
        assert_eq!(Command::parse("host Tea"), host(Color::Black, false));
        assert_eq!(Command::parse("HOST Tea auto WHITE "), host(Color::White, true));
        let join = |is_auto| Ok(Command::Join("Tea@nova:7120".parse().unwrap(), is_auto));
        assert_eq!(Command::parse("join Tea@nova:7120"), join(false));
        assert_eq!(Command::parse("join Tea@nova:7120  Auto"), join(true));
        let message = |line| Command::parse(line).unwrap_err().to_string();
        assert_eq!(message("host"), "host needs an ID for the game, such as Tea");
        assert!(message("host a-b").contains("may not be in an ID"));
        assert!(message("join Tea").contains("does not say where the game is"));
        assert_eq!(
            message("join Tea@nova white"),
            "“white” at character 15 is too much after join"
        );
        for (line, extra) in [
            ("host Tea red auto", "“red auto” at character 10"),
            ("host Tea black white", "“white” at character 16"),
            ("host Tea auto auto", "“auto” at character 15"),
        ] {
            assert_eq!(message(line), format!("{extra} is too much after host"));
        }
    }

    #[test]
    fn errors_name_operands_that_are_missing_wrong_or_extra() {
        let message = |line| Command::parse(line).unwrap_err().to_string();
        assert_eq!(message("undo 2"), "“2” at character 6 is too much after undo");
        assert_eq!(message("save"), "save needs a file name");
        assert_eq!(message("switch"), "switch needs a colour and a player");
        assert_eq!(message("switch white"), "switch needs a player after the colour");
        assert_eq!(
            message("switch red human"),
            "“red” at character 8 is not a colour: black or white is expected"
        );
        assert_eq!(
            message(" switch white human  now or never"),
            "“now or never” at character 22 is too much after switch"
        );
        assert_eq!(
            message("load a.wtb#0"),
            "“0” at character 12 is not the number of a game, which are counted from 1"
        );
        assert!(message("switch white robot").starts_with("“robot” at character 14 is not a player"));
    }

    proptest! {
        #[test]
        fn every_line_is_a_command_or_a_printable_error(
            line in ".{0,80}",
            near in "(switch|load|save|undo|host|join)[ #\t]?[a-z0-9 #:@]{0,20}",
        ) {
            for line in [line, near] {
                if let Err(error) = Command::parse(&line) {
                    prop_assert!(!error.to_string().contains(char::is_control));
                }
            }
        }
    }
}
