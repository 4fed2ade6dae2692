//! The programs that play one game at a terminal. Each is `parlor` under another name: a link or a copy
//! called `loa` is the program `loa`, and `parlor loa` behaves exactly the same.

pub(crate) mod ataxx;
pub(crate) mod loa;
pub(crate) mod othello;
mod thinker;

use std::ffi::OsString;
use std::path::Path;
use std::process::ExitCode;

use clap::{Command, CommandFactory, Parser};

/// A program other than `parlor` itself.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Program {
    Othello,
    Ataxx,
    Loa,
}

impl Program {
    pub(crate) const ALL: [Program; 3] = [Program::Othello, Program::Ataxx, Program::Loa];

    /// The name on the command line, in messages and in the version.
    fn name(self) -> &'static str {
        match self {
            Program::Othello => "othello",
            Program::Ataxx => "ataxx",
            Program::Loa => "loa",
        }
    }

    pub(crate) fn named(word: &str) -> Option<Program> {
        Program::ALL.into_iter().find(|program| program.name() == word)
    }

    /// The definition of its command line.
    pub(crate) fn command(self) -> Command {
        let command = match self {
            Program::Othello => othello::Arguments::command(),
            Program::Ataxx => ataxx::Arguments::command(),
            Program::Loa => loa::Arguments::command(),
        };
        command.name(self.name())
    }

    /// The program that a command line calls, with its arguments: by the name of the executable, or by the
    /// first argument of `parlor`. `None` if it calls `parlor` itself.
    pub(crate) fn called(words: impl IntoIterator<Item = OsString>) -> Option<(Program, Vec<OsString>)> {
        let mut words = words.into_iter();
        let by_file = words
            .next()
            .and_then(|file| Program::named(Path::new(&file).file_stem()?.to_str()?));
        let program = match by_file {
            Some(program) => program,
            None => Program::named(words.next()?.to_str()?)?,
        };
        Some((
            program,
            [program.name().into()].into_iter().chain(words).collect(),
        ))
    }

    /// Runs the program to its end. Exits the process after a usage error or a request for help.
    pub(crate) fn run(self, words: Vec<OsString>) -> ExitCode {
        match self {
            Program::Othello => othello::run(parsed::<othello::Arguments>(words)),
            Program::Ataxx => ataxx::run(&parsed::<ataxx::Arguments>(words)),
            Program::Loa => loa::run(&parsed::<loa::Arguments>(words)),
        }
    }
}

/// Parses the arguments of a program. Exits the process if they are not valid.
fn parsed<A: Parser>(words: Vec<OsString>) -> A {
    A::try_parse_from(words).unwrap_or_else(|error| crate::end_with(&error))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn called(line: &str) -> Option<(Program, Vec<String>)> {
        let (program, words) = Program::called(line.split_whitespace().map(OsString::from))?;
        let words = words.into_iter().map(|word| word.into_string().unwrap());
        Some((program, words.collect()))
    }

    #[test]
    fn the_executable_name_or_the_first_argument_selects_the_program() {
        for line in [
            "loa --display parlor",
            "/usr/local/bin/loa --display parlor",
            "../loa.exe --display parlor",
            "parlor loa --display parlor",
            "/opt/anything loa --display parlor",
        ] {
            let expected = ["loa", "--display", "parlor"].map(str::to_owned).to_vec();
            assert_eq!(called(line), Some((Program::Loa, expected)), "{line}");
        }
        assert_eq!(
            called("ataxx loa"),
            Some((Program::Ataxx, vec!["ataxx".to_owned(), "loa".to_owned()])),
            "a program's operands are its own"
        );
    }

    #[test]
    fn any_other_command_line_is_parlor() {
        for line in [
            "",
            "parlor",
            "parlor perft loa",
            "parlor --help",
            "parlor help loa",
            "loath",
        ] {
            assert_eq!(called(line), None, "{line}");
        }
    }
}
