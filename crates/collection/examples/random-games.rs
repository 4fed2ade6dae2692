//! Writes random games with names and dates to a file, for measuring collections.
//!
//! `cargo run --release -p parlor-collection --example random-games -- GAME COUNT FILE`

use std::fs::File;
use std::io::{self, BufWriter, Write};

use parlor_core::random::split_mix;
use parlor_games::pgn::{self, TaggedGame};
use parlor_games::{AnyGame, Kind, Spec};

/// Limits the length of games, which might not end otherwise.
const MOST_PLIES: u32 = 120;

fn main() -> io::Result<()> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let [game, count, file] = &words[..] else {
        return Err(io::Error::other("GAME COUNT FILE are needed"));
    };
    let kind: Kind = game.parse().map_err(io::Error::other)?;
    let count: u64 = count.parse().map_err(io::Error::other)?;
    let mut out = BufWriter::new(File::create(file)?);
    let mut random = 1;
    for _ in 0..count {
        let mut game = AnyGame::new(&Spec::default_for(kind)).map_err(io::Error::other)?;
        game.play_randomly(MOST_PLIES, &mut random);
        let mut number = |most: u64| 1 + split_mix(&mut random) % most;
        let tags = [
            ("Event", format!("Tournament {}", number(300))),
            (
                "Date",
                format!("{}.{:02}.{:02}", 1976 + number(50), number(12), number(28)),
            ),
            ("Black", format!("Player {}", number(1000))),
            ("White", format!("Player {}", number(1000))),
        ];
        let tags = tags.map(|(name, value)| (name.to_owned(), value)).to_vec();
        out.write_all(pgn::write(&TaggedGame { game, tags }).as_bytes())?;
        out.write_all(b"\n")?;
    }
    out.flush()
}
