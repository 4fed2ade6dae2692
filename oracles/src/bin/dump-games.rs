//! Writes random games for `openspiel.py`: `dump-games GAME NUMBER`. A line for each position with the moves
//! that are legal there, the result if there is one, and the move that is played next, separated by tabs; an
//! empty line after each game.

use std::io::{self, BufWriter, Write};

use parlor_core::{Color, Outcome};
use parlor_games::{Kind, Spec};
use parlor_oracles::random_game;

fn main() -> io::Result<()> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let (Some(Ok(kind)), Some(Ok(games))) = (
        words.first().map(|word| word.parse::<Kind>()),
        words.get(1).map(|word| word.parse::<u64>()),
    ) else {
        return Err(io::Error::other("usage: dump-games GAME NUMBER"));
    };
    let spec = Spec::default_for(kind)
        .with("limit", "none")
        .map_err(io::Error::other)?;
    let mut out = BufWriter::new(io::stdout().lock());
    for seed in 0..games {
        let mut result = Ok(());
        random_game(&spec, 400, seed, |game, next| {
            let moves: Vec<String> = game.legal_moves().into_iter().map(|mv| mv.text).collect();
            let outcome = match game.outcome() {
                None => "-",
                Some(Outcome::Draw) => "draw",
                Some(Outcome::Win(Color::Black)) => "black",
                Some(Outcome::Win(Color::White)) => "white",
            };
            let line = writeln!(out, "{}\t{outcome}\t{}", moves.join(" "), next.unwrap_or("-"));
            if result.is_ok() {
                result = line;
            }
        });
        result?;
        writeln!(out)?;
    }
    out.flush()
}
