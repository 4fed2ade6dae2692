//! `parlor puzzles`: finds puzzles in games, and shows those that come with the program.

use std::ffi::OsString;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{SystemTime, UNIX_EPOCH};

use anyhow::Context;
use clap::Args;
use parlor_core::think::StopToken;
use parlor_games::{AnyGame, Kind, Spec};
use parlor_puzzles::{Generator, Puzzle, PuzzleSet, self_played, shipped};
use serde_json::{Value, json};

use super::progress::Progress;
use super::signals::{INTERRUPTED, stop_on_signals};
use super::{misuse, source};

/// The arguments of `parlor puzzles`.
#[derive(Args)]
pub(crate) struct Arguments {
    /// othello, ataxx or loa
    game: Kind,
    /// Find puzzles until there are this many
    #[arg(long, default_value_t = 20, conflicts_with_all = ["list", "show"])]
    count: usize,
    /// Look for them in the games of these files, instead of games that our levels play against each other
    #[arg(long, value_name = "FILE", num_args = 1.., conflicts_with_all = ["list", "show"])]
    games: Vec<OsString>,
    /// Keep them in this file; one that is there is continued
    #[arg(long, short, value_name = "FILE", conflicts_with_all = ["list", "show"])]
    output: Option<PathBuf>,
    /// List the puzzles that come with the program, or those of --from
    #[arg(long)]
    list: bool,
    /// Show one of them: its number, or `today`
    #[arg(long, value_name = "NUMBER", conflicts_with = "list")]
    show: Option<String>,
    /// List or show the puzzles of this file
    #[arg(long, value_name = "FILE")]
    from: Option<PathBuf>,
    /// One JSON object a line
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<ExitCode> {
    if arguments.list || arguments.show.is_some() {
        return show(arguments);
    }
    if arguments.from.is_some() {
        return Err(misuse("--from needs --list or --show"));
    }
    generate(arguments)
}

/// Finds puzzles and writes each as soon as it is found. After Ctrl-C, those that were found are kept.
fn generate(arguments: &Arguments) -> anyhow::Result<ExitCode> {
    let kind = arguments.game;
    let mut set = match &arguments.output {
        Some(path) if path.exists() => read(kind, path)?,
        _ => PuzzleSet::new(kind),
    };
    let games = arguments.read_games()?;
    let stop = stop_on_signals()?;
    let progress = Progress::new(arguments.count as u64, "puzzles")?;
    progress.set(set.puzzles.len() as u64);
    let mut generator = Generator::new(&set);
    let mut out = io::stdout().lock();
    while set.puzzles.len() < arguments.count {
        progress.say(format!("game {}", set.progress.games + 1));
        let Some(game) = next_game(kind, games.as_deref(), set.progress.games, &stop) else {
            break;
        };
        let found = generator.search(&game, &stop);
        // An interrupted game is searched again when the file is continued.
        if !stop.is_set() {
            set.progress.games += 1;
        }
        for puzzle in found {
            if arguments.json {
                let row = json_of(kind, set.puzzles.len() + 1, &puzzle);
                progress.print(&mut out, &row.to_string())?;
            } else if arguments.output.is_none() {
                progress.print(&mut out, &puzzle.to_string())?;
            }
            set.puzzles.push(puzzle);
        }
        progress.set(set.puzzles.len() as u64);
        if let Some(path) = &arguments.output {
            write(path, &set)?;
        }
        if stop.is_set() {
            break;
        }
    }
    drop(progress);
    let found = set.puzzles.len();
    if stop.is_set() {
        writeln!(io::stderr(), "interrupted with {found} puzzles")?;
        return Ok(ExitCode::from(INTERRUPTED));
    }
    if found < arguments.count {
        writeln!(io::stderr(), "{found} puzzles: there are no more games")?;
    }
    Ok(ExitCode::SUCCESS)
}

fn next_game(kind: Kind, games: Option<&[AnyGame]>, number: u64, stop: &StopToken) -> Option<AnyGame> {
    match games {
        Some(games) => games.get(usize::try_from(number).ok()?).cloned(),
        None => self_played(kind, number, stop),
    }
}

impl Arguments {
    /// The games of the given files, or `None` if there are none.
    fn read_games(&self) -> anyhow::Result<Option<Vec<AnyGame>>> {
        if self.games.is_empty() {
            return Ok(None);
        }
        let spec = Spec::default_for(self.game);
        let mut games = Vec::new();
        for word in &self.games {
            let found = source::read_all(&spec, word)?;
            games.extend(found.into_iter().map(|source| source.game));
        }
        Ok(Some(games))
    }
}

/// Lists puzzles, or shows one.
fn show(arguments: &Arguments) -> anyhow::Result<ExitCode> {
    let kind = arguments.game;
    let set = match &arguments.from {
        Some(path) => read(kind, path)?,
        None => shipped(kind)?,
    };
    let mut out = io::stdout().lock();
    let Some(word) = &arguments.show else {
        for (puzzle, number) in set.puzzles.iter().zip(1..) {
            if arguments.json {
                writeln!(out, "{}", json_of(kind, number, puzzle))?;
            } else {
                let turn = puzzle.game(kind).map(|game| game.turn());
                let side = turn.map_or("", |turn| kind.color_name(turn));
                writeln!(
                    out,
                    "{number:>4}  level {:>2}  {side} to move  {}",
                    puzzle.grade_number(),
                    puzzle.position
                )?;
            }
        }
        return Ok(ExitCode::SUCCESS);
    };
    let found = match word.as_str() {
        "today" => set.daily(today()),
        number => number
            .parse::<usize>()
            .ok()
            .and_then(|number| number.checked_sub(1))
            .and_then(|index| Some((index, set.puzzles.get(index)?))),
    };
    let (index, puzzle) =
        found.with_context(|| format!("there is no puzzle “{word}”; there are {}", set.puzzles.len()))?;
    if arguments.json {
        writeln!(out, "{}", json_of(kind, index + 1, puzzle))?;
        return Ok(ExitCode::SUCCESS);
    }
    writeln!(out, "puzzle {}, level {}", index + 1, puzzle.grade_number())?;
    writeln!(out, "position: {}", puzzle.position)?;
    writeln!(
        out,
        "solution: {} ({})",
        puzzle.solution.join(" "),
        puzzle.score.value()
    )?;
    writeln!(
        out,
        "best other move: {} ({}), which loses {} % of the chances to win",
        puzzle.other.join(" "),
        puzzle.other_score.value(),
        puzzle.lost
    )?;
    Ok(ExitCode::SUCCESS)
}

fn json_of(kind: Kind, number: usize, puzzle: &Puzzle) -> Value {
    json!({
        "game": kind.name(),
        "number": number,
        "grade": puzzle.grade_number(),
        "position": puzzle.position,
        "solution": puzzle.solution,
        "score": puzzle.score.to_string(),
        "other": puzzle.other,
        "other_score": puzzle.other_score.to_string(),
        "lost_percent": puzzle.lost,
    })
}

/// The number of days since 1970.
fn today() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    since.as_secs() / (24 * 60 * 60)
}

fn read(kind: Kind, path: &Path) -> anyhow::Result<PuzzleSet> {
    let text = std::fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))?;
    PuzzleSet::read(kind, &text).with_context(|| path.display().to_string())
}

/// Replaces the file atomically, so that an interruption leaves either the old set or the new one.
fn write(path: &Path, set: &PuzzleSet) -> anyhow::Result<()> {
    let mut new = path.as_os_str().to_owned();
    new.push(".new");
    let new = PathBuf::from(new);
    std::fs::write(&new, set.to_string())
        .and_then(|()| std::fs::rename(&new, path))
        .with_context(|| format!("cannot write {}", path.display()))
}
