//! `parlor convert`: converts games and positions to other formats.

use std::ffi::OsString;
use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Context;
use clap::Args;
use parlor_core::{Color, PerColor};
use parlor_games::Kind;
use parlor_games::export::{MOVES, Written, write_all};

use super::source::{self, Source};
use super::{agreed, misuse};

/// The arguments of `parlor convert`.
#[derive(Args)]
pub(crate) struct Arguments {
    /// othello, ataxx or loa
    game: Kind,
    /// Games or positions: a file in any format (`-` for standard input), FILE#N, FILE#N@PLY, `start`, a position or moves
    #[arg(value_name = "GAMES", allow_hyphen_values = true)]
    games: OsString,
    /// Format: parlor, moves, position, svg or png (pictures of the last position); transcript, ggf or wthor (othello); sgf (loa)
    #[arg(long, value_name = "FORMAT")]
    to: String,
    /// Rules or board size of a position or of moves, such as `size=6x6`
    #[arg(long = "set", value_name = "NAME=VALUE")]
    agreements: Vec<String>,
    /// File to write [default: standard output]
    #[arg(long, short)]
    output: Option<PathBuf>,
}

/// The picture formats.
const PICTURES: [&str; 2] = ["svg", "png"];

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<ExitCode> {
    let descriptor = arguments.game.descriptor();
    if PICTURES.contains(&arguments.to.as_str()) {
        return draw(arguments);
    }
    if descriptor.format(&arguments.to).is_none() && arguments.to != MOVES {
        let mut known: Vec<&str> = descriptor.formats.iter().map(|format| format.code).collect();
        if !known.contains(&MOVES) {
            known.push(MOVES);
        }
        known.extend(PICTURES);
        return Err(misuse(&format!(
            "{} has no format “{}”: {} are known",
            arguments.game.title(),
            arguments.to.escape_debug(),
            known.join(", ")
        )));
    }
    let spec = agreed(arguments.game, &arguments.agreements)?;
    let sources = source::read_all(&spec, &arguments.games)?;
    let games: Vec<_> = sources
        .into_iter()
        .map(|Source { game, names, .. }| {
            let name = |color: Color| names[color].clone().unwrap_or_else(|| "?".to_owned());
            (game, PerColor(Color::ALL.map(name)))
        })
        .collect();
    let written = write_all(&games, &arguments.to)?;
    match &arguments.output {
        Some(path) => std::fs::write(path, written.into_bytes())
            .with_context(|| format!("cannot write {}", path.display()))?,
        None => match written {
            Written::Text(text) => io::stdout().lock().write_all(text.as_bytes())?,
            Written::Bytes(bytes) => io::stdout().lock().write_all(&bytes)?,
        },
    }
    Ok(ExitCode::SUCCESS)
}

/// Draws a position, or the last position of a game.
fn draw(arguments: &Arguments) -> anyhow::Result<ExitCode> {
    let spec = agreed(arguments.game, &arguments.agreements)?;
    let game = source::read(&spec, &arguments.games)?.game;
    let picture = match arguments.to.as_str() {
        "png" => parlor_report::board_png(&game, None),
        _ => parlor_report::board(&game, None).into_bytes(),
    };
    match &arguments.output {
        Some(path) => {
            std::fs::write(path, picture).with_context(|| format!("cannot write {}", path.display()))?;
        }
        None => io::stdout().lock().write_all(&picture)?,
    }
    Ok(ExitCode::SUCCESS)
}
