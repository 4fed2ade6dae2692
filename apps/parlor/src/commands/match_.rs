//! `parlor match`: plays two configurations of our engine against each other.

use std::ffi::OsString;
use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::Context;
use clap::Args;
use parlor_arena::file_names::path_of;
use parlor_core::think::StopToken;
use parlor_core::{Color, Outcome};
use parlor_games::pgn::{self, TaggedGame};
use parlor_games::{Kind, Spec};
use parlor_measure::Tally;
use parlor_measure::match_runner::{MatchSettings, PlayedPair, play_match};
use parlor_measure::sprt::{Sprt, Verdict};
use parlor_players::Configuration;
use serde_json::json;

use super::progress::Progress;
use super::signals::{INTERRUPTED, stop_on_signals};
use super::source::misuse_of;
use super::sprt::SprtArguments;
use super::{configuration_text, misuse};

/// The arguments of `parlor match`.
#[derive(Args)]
pub(crate) struct Arguments {
    /// othello, ataxx or loa
    game: Kind,
    /// First player: `full`, or settings such as `level=5`, `nodes=2000`, `ms=100`, `depth=6`, `hash=16`,
    /// `threads=2`, `book=1`, `weights=FILE` or a parameter of the search, joined by commas
    #[arg(value_parser = configuration_text())]
    first: String,
    /// Second player, in the same form
    #[arg(value_parser = configuration_text())]
    second: String,
    /// Number of games; each opening is played twice, with colours swapped
    #[arg(long, default_value_t = 200, value_parser = clap::value_parser!(u32).range(1..))]
    games: u32,
    /// Number of games to play concurrently
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    concurrency: u16,
    /// Seed of the generated openings and of the levels' choices
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Openings: a file (one per line: moves, or a position such as a FEN), `start` for the start only, or a number of
    /// openings to generate [default: a new opening for every two games]
    #[arg(long, value_name = "FILE|start|N")]
    openings: Option<OsString>,
    #[command(flatten)]
    sprt: SprtArguments,
    /// File for the games, in Parlor's own format
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Print the result as one JSON object
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<ExitCode> {
    if !arguments.games.is_multiple_of(2) {
        return Err(misuse(&format!(
            "--games {} is odd, and every opening is played twice with colours swapped",
            arguments.games
        )));
    }
    let stop = stop_on_signals()?;
    let test = arguments.sprt.test()?;
    let tally = play(arguments, test, &stop)?;
    let llr = test.map(|test| (test.llr(&tally.pairs), test.bounds(), test.verdict(&tally.pairs)));
    let is_interrupted = stop.is_set();
    let elo = tally.elo();
    let mut out = io::stdout().lock();
    if arguments.json {
        let result = json!({
            "game": arguments.game.name(),
            "first": arguments.first,
            "second": arguments.second,
            "wins": tally.wins,
            "draws": tally.draws,
            "losses": tally.losses,
            "pairs": tally.pairs,
            "score": tally.score(),
            "elo": finite(elo.difference),
            "elo_error": finite(elo.error),
            "los": tally.likelihood_of_superiority(),
            "sprt": llr.map(|(llr, (lower, upper), verdict)| json!({
                "llr": finite(llr), "lower": lower, "upper": upper, "verdict": verdict_name(verdict),
            })),
            "interrupted": is_interrupted,
        });
        writeln!(out, "{result}")?;
    } else {
        writeln!(out, "{}", summary(&tally))?;
        if let Some((llr, (lower, upper), verdict)) = llr {
            writeln!(
                out,
                "SPRT {}: LLR {llr:.2} ({lower:.2}, {upper:.2})",
                verdict_name(verdict)
            )?;
        }
    }
    if is_interrupted {
        let (played, wanted) = (tally.games(), arguments.games);
        writeln!(io::stderr(), "interrupted after {played} of {wanted} games")?;
        return Ok(ExitCode::from(INTERRUPTED));
    }
    Ok(ExitCode::SUCCESS)
}

fn play(arguments: &Arguments, sprt: Option<Sprt>, stop: &StopToken) -> anyhow::Result<Tally> {
    let kind = arguments.game;
    let player =
        |text: &str| Configuration::parse_with_files(kind, text, &|name| std::fs::read(path_of(name)));
    let spec = Spec::default_for(kind);
    let (first, second) = (
        player(&arguments.first).map_err(misuse_of)?,
        player(&arguments.second).map_err(misuse_of)?,
    );
    let settings = MatchSettings {
        games: arguments.games,
        concurrency: usize::from(arguments.concurrency),
        seed: arguments.seed,
        openings: match &arguments.openings {
            Some(text) => super::arena::openings(text, &spec, arguments.seed)?,
            None => Vec::new(),
        },
        sprt,
    };
    let mut saved = arguments.output.as_deref().map(Saved::new).transpose()?;
    let progress = Progress::new(u64::from(arguments.games), "games")?;
    let mut trouble = None;
    let tally = play_match(&spec, &first, &second, &settings, stop, &mut |tally, pair| {
        progress.set(u64::from(tally.games()));
        progress.say(summary(tally));
        if let Some(saved) = &mut saved
            && let Err(error) = saved.add(arguments, pair)
        {
            // A match whose games cannot be saved is stopped.
            trouble = Some(error);
            stop.set();
        }
    });
    drop(progress);
    match (trouble, saved) {
        (Some(error), _) => Err(error),
        (None, Some(saved)) => saved.end().and(Ok(tally?)),
        (None, None) => Ok(tally?),
    }
}

/// The file with the games.
struct Saved {
    path: PathBuf,
    file: BufWriter<File>,
}

impl Saved {
    fn new(path: &Path) -> anyhow::Result<Saved> {
        let file = File::create(path).with_context(|| format!("cannot write {}", path.display()))?;
        Ok(Saved {
            path: path.to_owned(),
            file: BufWriter::new(file),
        })
    }

    fn add(&mut self, arguments: &Arguments, pair: &PlayedPair) -> anyhow::Result<()> {
        let names = [&arguments.first, &arguments.second];
        for (index, (game, halves)) in pair.games.iter().zip(pair.halves).enumerate() {
            // The first player is white in the second game.
            let [black, white] = [names[index], names[1 - index]];
            let of_black = if index == 0 { halves } else { 2 - halves };
            let outcome = match of_black {
                2 => Outcome::Win(Color::Black),
                1 => Outcome::Draw,
                _ => Outcome::Win(Color::White),
            };
            let tags = [
                ("Round", format!("{}.{}", pair.number + 1, index + 1)),
                ("Black", black.clone()),
                ("White", white.clone()),
                ("Result", pgn::result_text(Some(outcome)).to_owned()),
            ];
            let tags = tags.map(|(name, value)| (name.to_owned(), value)).to_vec();
            let game = game.clone();
            writeln!(self.file, "{}", pgn::write(&TaggedGame { game, tags }))
                .with_context(|| format!("cannot write {}", self.path.display()))?;
        }
        Ok(())
    }

    fn end(mut self) -> anyhow::Result<()> {
        self.file
            .flush()
            .with_context(|| format!("cannot write {}", self.path.display()))
    }
}

const fn verdict_name(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Open => "open",
        Verdict::Accepted => "accepted",
        Verdict::Rejected => "rejected",
    }
}

fn summary(tally: &Tally) -> String {
    format!(
        "+{} ={} -{}  {:.1} %  Elo {}  LOS {:.1} %",
        tally.wins,
        tally.draws,
        tally.losses,
        tally.score() * 100.0,
        tally.elo(),
        tally.likelihood_of_superiority() * 100.0,
    )
}

/// JSON has no infinite numbers: `None` stands for them.
fn finite(value: f64) -> Option<f64> {
    value.is_finite().then_some(value)
}
