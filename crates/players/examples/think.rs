//! Runs one search and prints its progress: depth, speed and line. Settings have the same names as for
//! `parlor match`.
//!
//!     think GAME POSITION [CONFIGURATION]

#![allow(clippy::print_stdout, reason = "a program of its own")]

use std::error::Error;

use parlor_core::think::Limits;
use parlor_games::{AnyGame, Kind, Spec};
use parlor_players::{AnyEngine, Configuration};

fn main() -> Result<(), Box<dyn Error>> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let (game, position, configuration) = match words.as_slice() {
        [game, position] => (*game, *position, ""),
        [game, position, configuration] => (*game, *position, *configuration),
        _ => return Err("expected a game, a position and perhaps a configuration".into()),
    };
    let kind: Kind = game.parse()?;
    let game = AnyGame::from_position(&Spec::default_for(kind), position)?;
    let configuration = Configuration::parse_with_files(kind, configuration, &|path| std::fs::read(path))?;
    let mut engine = AnyEngine::new(kind, &configuration, 1);
    let thought = engine.think(&game, &Limits::default(), &mut |report| {
        println!(
            "depth {}/{} score {} nodes {} nps {} hash {} pv {}",
            report.depth,
            report.seldepth,
            report.score,
            report.nodes,
            report.nodes_per_second(),
            report.hash_per_mille,
            report.line.join(" ")
        );
    });
    println!("{}", thought.map_or("no move".to_owned(), |thought| thought.best));
    Ok(())
}
