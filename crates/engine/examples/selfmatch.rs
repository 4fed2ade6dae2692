//! Matches and benches from the command line while an engine is being worked on.
//!
//!     selfmatch match GAME FIRST SECOND [GAMES] [CONCURRENCY] [SEED]
//!     selfmatch levels GAME [GAMES] [CONCURRENCY]
//!     selfmatch bench GAME
//!     selfmatch think GAME POSITION FIRST

use parlor_engine::ataxx::AtaxxNode;
use parlor_engine::levels::Level;
use parlor_engine::loa::LoaNode;
use parlor_engine::othello::OthelloNode;
use parlor_engine::selfmatch::{Configuration, MatchSettings, play_match};
use parlor_engine::{Contender, Options, Tally, bench};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    match words.as_slice() {
        [what, "ataxx", rest @ ..] => run::<AtaxxNode>(what, rest),
        [what, "loa", rest @ ..] => run::<LoaNode>(what, rest),
        [what, "othello", rest @ ..] => run::<OthelloNode>(what, rest),
        _ => Err("expected match, levels, bench or think, and a game".into()),
    }
}

fn run<N: Contender>(what: &str, words: &[&str]) -> Result<(), Box<dyn std::error::Error>> {
    let number = |index: usize, default: u64| -> Result<u64, std::num::ParseIntError> {
        words.get(index).map_or(Ok(default), |word| word.parse())
    };
    match what {
        "match" => {
            let first = Configuration::parse_with_files::<N>(words.first().unwrap_or(&""), &|path| {
                std::fs::read(path)
            })?;
            let second = Configuration::parse_with_files::<N>(words.get(1).unwrap_or(&""), &|path| {
                std::fs::read(path)
            })?;
            let settings = MatchSettings {
                games: number(2, 200)? as u32,
                concurrency: number(3, 1)? as usize,
                seed: number(4, 1)?,
            };
            let tally = play_match::<N>(&first, &second, &settings, &mut |_| {});
            println!(
                "{} {:?} against {:?}: {}",
                N::NAME,
                words[0],
                words[1],
                told(&tally)
            );
        }
        "levels" => {
            let settings = MatchSettings {
                games: number(0, 200)? as u32,
                concurrency: number(1, 1)? as usize,
                seed: 1,
            };
            for (lower, higher) in Level::all().zip(Level::all().skip(1)) {
                let of = |level| Configuration {
                    level: Some(level),
                    ..Configuration::default()
                };
                let tally = play_match::<N>(&of(higher), &of(lower), &settings, &mut |_| {});
                println!(
                    "{} level {} against level {}: {}",
                    N::NAME,
                    higher.number(),
                    lower.number(),
                    told(&tally)
                );
            }
        }
        "bench" => {
            let result = bench::bench::<N>(&Options::default());
            println!("{} nodes, {} nodes/s", result.nodes, result.nodes_per_second());
        }
        "think" => {
            let record = N::read(words.first().unwrap_or(&"")).ok_or("cannot read the position")?;
            let configuration = Configuration::parse_with_files::<N>(words.get(1).unwrap_or(&""), &|path| {
                std::fs::read(path)
            })?;
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
        }
        _ => return Err("expected match, levels, bench or think".into()),
    }
    Ok(())
}

fn told(tally: &Tally) -> String {
    let elo = tally.elo();
    format!(
        "+{} ={} -{} ({:.1} %), {:+.0} ± {:.0} Elo, LOS {:.1} %",
        tally.wins,
        tally.draws,
        tally.losses,
        100.0 * tally.score(),
        elo.difference,
        elo.error,
        100.0 * tally.likelihood_of_superiority()
    )
}
