//! `othello`: Othello at a terminal.

mod display;

use std::io;
use std::net::IpAddr;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use clap::{Parser, ValueEnum};
use parlor_core::PerColor;
use parlor_netplay::{DEFAULT_PORT, Remote, RemoteOptions};
use parlor_othello::{Rules, Size};
use parlor_players::Opponents;
use parlor_shell::{Input, Shell, failure, random_seed, use_color};
use parlor_textui::ThinkRequest;
use parlor_textui::othello::{DEFAULT_LEVEL, Othello, Player, Settings, SquareNames, TerminalStyle};

use super::thinker;

/// Play Othello: against the computer, or two people at one terminal.
///
/// Without options the computer plays black (X) and moves first, and you play white (O). A move is a square,
/// such as F6; `help` lists the commands. End the program with `quit` or the end of input.
#[derive(Parser, Clone, PartialEq, Eq, Debug)]
#[command(
    name = "othello",
    version,
    max_term_width = 100,
    after_help = "Example:\n  othello --black human --white engine:3"
)]
pub(crate) struct Arguments {
    /// Who plays black: human, engine[:LEVEL] with a level from 1 to 10, weights, weights-dynamic or random
    #[arg(long, value_name = "PLAYER", default_value_t = Player::Engine(DEFAULT_LEVEL))]
    pub(crate) black: Player,
    /// Who plays white
    #[arg(long, value_name = "PLAYER", default_value_t = Player::Human)]
    pub(crate) white: Player,
    /// What happens to a side that cannot move
    #[arg(long, value_enum, default_value_t = RuleSet::Pass)]
    pub(crate) rules: RuleSet,
    /// Board size: even numbers from 4 to 16
    #[arg(long, value_name = "ROWSxCOLS", default_value_t = Size::STANDARD)]
    pub(crate) size: Size,
    /// How to write squares
    #[arg(long, value_enum, default_value_t = NotationName::Rowcol)]
    pub(crate) notation: NotationName,
    /// Seed that makes games repeatable: the same moves get the same answers
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    pub(crate) seed: Option<i64>,
    /// Time limit per move of the engine, in seconds; level 10 uses all of it
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub(crate) movetime: Option<Duration>,
    /// Write the games to this file after every move, overwriting it: as GGF if its name ends in .ggf, as WTHOR
    /// if in .wtb, otherwise as one transcript per line
    #[arg(long, value_name = "FILE")]
    pub(crate) transcript: Option<PathBuf>,
    /// First port for remote games: host uses the first free one of eight, join tries all eight
    #[arg(long, value_name = "PORT", default_value_t = DEFAULT_PORT)]
    pub(crate) port: u16,
    /// Address that host listens on [default: all interfaces]
    #[arg(long, value_name = "ADDRESS")]
    pub(crate) bind: Option<IpAddr>,
    /// Play on the board in the browser
    #[arg(long)]
    pub(crate) display: bool,
}

/// A rule set by its name on the command line.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum RuleSet {
    /// It passes; the game ends when neither side can move
    Pass,
    /// It loses at once, even with more discs
    NoMoveLoses,
}

/// A notation by its name on the command line.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum NotationName {
    /// The row's letter and the column's number: F6
    Rowcol,
    /// The column's letter and the row's number: f6
    Standard,
    /// The row's and the column's number from 0: 5 5
    Numbers,
}

/// Runs the program to its end.
pub(crate) fn run(arguments: Arguments) -> ExitCode {
    if arguments.display {
        return match display::run(&arguments) {
            Ok(()) => ExitCode::SUCCESS,
            Err(error) => failure("othello", &error),
        };
    }
    play(arguments).map_or_else(|error| failure("othello", &error), ExitCode::from)
}

fn play(arguments: Arguments) -> io::Result<u8> {
    let input = Input::standard("othello");
    let is_terminal = input.is_terminal();
    let look = TerminalStyle {
        color: use_color(),
        marks_last: is_terminal,
    };
    let mut shell = Shell::new(input);
    if is_terminal {
        shell = shell.catch_interrupts();
    }
    let mut remote = Remote::new(RemoteOptions {
        bind: arguments.bind,
        port: arguments.port,
        ..RemoteOptions::new("othello").with_page(parlor_web::page_for_guests)
    })
    .map_err(|error| io::Error::new(error.kind(), format!("the network cannot be used: {error}")))?;
    let mut session = Othello::new(settings(arguments, look));
    let mut opponents = Opponents::default();
    let mut think = |request: &ThinkRequest, stop: &_| thinker::think(&mut opponents, request, stop);
    shell.run(&mut session, &mut think, &mut remote)
}

fn settings(arguments: Arguments, look: TerminalStyle) -> Settings {
    Settings {
        players: PerColor([arguments.black, arguments.white]),
        rules: match arguments.rules {
            RuleSet::Pass => Rules::Pass,
            RuleSet::NoMoveLoses => Rules::NoMoveLoses,
        },
        size: arguments.size,
        names: match arguments.notation {
            NotationName::Rowcol => SquareNames::RowColumn,
            NotationName::Standard => SquareNames::Standard,
            NotationName::Numbers => SquareNames::Numbers,
        },
        seed: arguments.seed.map_or_else(random_seed, |seed| seed as u64),
        move_time: arguments.movetime,
        transcript: arguments.transcript,
        look,
    }
}

fn seconds(text: &str) -> Result<Duration, String> {
    let seconds = text.parse().ok().filter(|it: &f64| (0.01..=3600.0).contains(it));
    seconds
        .map(Duration::from_secs_f64)
        .ok_or_else(|| "seconds from 0.01 to 3600 are expected".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;
    use std::path::Path;

    #[test]
    fn the_options_are_consistent_and_each_is_explained() {
        let command = Arguments::command();
        command.clone().debug_assert();
        for argument in command.get_arguments() {
            assert!(argument.get_help().is_some(), "{argument}");
        }
    }

    #[test]
    fn without_options_the_computer_is_black_and_a_person_white() {
        let arguments = Arguments::try_parse_from(["othello", "--seed", "0"]).unwrap();
        assert_eq!(settings(arguments, TerminalStyle::default()), Settings::default());
    }

    #[test]
    fn every_option_reaches_the_session() {
        let line = "othello --black random --white engine:9 --rules no-move-loses --size 6x10 \
                    --notation standard --seed 7 --movetime 0.5 --transcript games.ggf";
        let arguments = Arguments::try_parse_from(line.split_whitespace()).unwrap();
        let settings = settings(arguments, TerminalStyle::default());
        assert_eq!(
            settings.players.0.map(|player| player.to_string()),
            ["random", "engine:9"]
        );
        assert_eq!(settings.rules, Rules::NoMoveLoses);
        assert_eq!(settings.size.to_string(), "6x10");
        assert_eq!(settings.names, SquareNames::Standard);
        assert_eq!(
            (settings.seed, settings.move_time),
            (7, Some(Duration::from_millis(500)))
        );
        assert_eq!(settings.transcript.as_deref(), Some(Path::new("games.ggf")));
    }

    #[test]
    fn a_seed_has_64_bits_and_a_sign() {
        for (text, seed) in [("-5", -5), ("-9223372036854775808", i64::MIN)] {
            for line in [
                vec!["othello", "--seed", text],
                vec!["othello", &format!("--seed={text}")],
            ] {
                assert_eq!(Arguments::try_parse_from(line).unwrap().seed, Some(seed));
            }
        }
    }

    #[test]
    fn errors_name_the_bad_value() {
        for line in [
            "othello --black robot",
            "othello --size 7x7",
            "othello --movetime 0",
            "othello --movetime nan",
            "othello --seed 9223372036854775808",
            "othello --notation chess",
            "othello --port 65536",
            "othello --bind nowhere",
        ] {
            let error = Arguments::try_parse_from(line.split_whitespace())
                .unwrap_err()
                .to_string();
            let value = line.split_whitespace().last().unwrap();
            assert!(error.contains(value), "{error}");
        }
    }
}
