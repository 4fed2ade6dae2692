//! Imports a file of games into a new collection and measures how long that and searches take.
//!
//! `cargo run --release -p parlor-collection --example measure -- GAMES COLLECTION`

#![allow(clippy::print_stdout, reason = "a program of its own")]

use std::ops::ControlFlow;
use std::path::Path;
use std::time::Instant;

use parlor_collection::{Collection, PositionRequest, Query, SourceFile};

type Failure = Box<dyn std::error::Error>;

fn main() -> Result<(), Failure> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let [games, file] = &words[..] else {
        return Err("GAMES COLLECTION are needed".into());
    };
    let file = Path::new(file);
    if file.exists() {
        return Err("the collection is there already".into());
    }
    let source = SourceFile::new(games.as_str(), std::fs::read(games)?);
    let collection = Collection::open(file)?;
    let start = Instant::now();
    let total = collection
        .import(&[source], &mut |_| ControlFlow::Continue(()))?
        .total();
    println!(
        "import: {} new, {} known, {} unreadable in {:.1} s; {:.1} MB",
        total.imported,
        total.known,
        total.unreadable,
        start.elapsed().as_secs_f64(),
        std::fs::metadata(file)?.len() as f64 / 1e6
    );
    let last = collection.game(1)?;
    let at = |ply: usize| {
        let mut game = last.clone();
        while game.len() > ply && game.undo() {}
        PositionRequest::of(&game)
    };
    let some = |text: &str| Some(text.to_owned());
    let queries = [
        ("all games", Query::default()),
        (
            "player",
            Query {
                player: some("player 77"),
                ..Query::default()
            },
        ),
        (
            "nobody",
            Query {
                player: some("nobody"),
                ..Query::default()
            },
        ),
        (
            "event and dates",
            Query {
                event: some("tournament 12"),
                from: some("1990"),
                to: some("1999.06"),
                ..Query::default()
            },
        ),
        (
            "position, ply 0",
            Query {
                position: Some(at(0)),
                ..Query::default()
            },
        ),
        (
            "position, ply 2",
            Query {
                position: Some(at(2)),
                ..Query::default()
            },
        ),
        (
            "position, ply 6",
            Query {
                position: Some(at(6)),
                ..Query::default()
            },
        ),
        (
            "position, ply 30",
            Query {
                position: Some(at(30)),
                ..Query::default()
            },
        ),
    ];
    for (name, query) in queries {
        let start = Instant::now();
        let found = collection.search(&query)?;
        println!(
            "search, {name}: {} games in {:.1} ms",
            found.total,
            start.elapsed().as_secs_f64() * 1e3
        );
    }
    for ply in [0, 2, 6] {
        let start = Instant::now();
        let explored = collection.explore(&at(ply))?;
        println!(
            "explore, ply {ply}: {} games in {:.1} ms",
            explored.results.games(),
            start.elapsed().as_secs_f64() * 1e3
        );
    }
    let start = Instant::now();
    let stats = collection.stats(&Query::default())?;
    println!(
        "stats: {} games in {:.1} ms",
        stats.results.games(),
        start.elapsed().as_secs_f64() * 1e3
    );
    Ok(())
}
