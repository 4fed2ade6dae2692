//! One search, as it goes: how deep, how fast, by which line. What is set is named as for `parlor match`.
//!
//!     think GAME POSITION [CONFIGURATION]

#![allow(clippy::print_stdout, reason = "a program of its own")]

use std::error::Error;

use parlor_engine::Contender;
use parlor_engine::ataxx::AtaxxNode;
use parlor_engine::loa::LoaNode;
use parlor_engine::othello::OthelloNode;
use parlor_engine::selfmatch::Configuration;

fn main() -> Result<(), Box<dyn Error>> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let (game, position, configuration) = match words.as_slice() {
        [game, position] => (*game, *position, ""),
        [game, position, configuration] => (*game, *position, *configuration),
        _ => return Err("expected a game, a position and perhaps a configuration".into()),
    };
    match game {
        "ataxx" => think::<AtaxxNode>(position, configuration),
        "loa" => think::<LoaNode>(position, configuration),
        "othello" => think::<OthelloNode>(position, configuration),
        _ => Err(format!("expected othello, ataxx or loa instead of {game:?}").into()),
    }
}

fn think<N: Contender>(position: &str, configuration: &str) -> Result<(), Box<dyn Error>> {
    let record = N::read(position).ok_or("cannot read the position")?;
    let configuration = Configuration::parse_with_files::<N>(configuration, &|path| std::fs::read(path))?;
    let mut engine = configuration.engine::<N>(1);
    let thought = engine.think(&record, &configuration.limits::<N>(), &mut |info| {
        println!(
            "depth {}/{} score {} nodes {} nps {} hash {} pv {:?}",
            info.depth,
            info.seldepth,
            info.score,
            info.nodes,
            info.nodes_per_second(),
            info.hash_per_mille,
            info.line
        );
    });
    println!("{:?}", thought.map(|thought| thought.best));
    Ok(())
}
