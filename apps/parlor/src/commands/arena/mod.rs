//! `parlor arena`: tournaments on this machine.

mod live;

use std::ffi::{OsStr, OsString};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

use anyhow::{Context, bail};
use clap::builder::{OsStringValueParser, TypedValueParser};
use clap::{Args, Subcommand};
use parlor_arena::adjudication::Adjudication;
use parlor_arena::control::Control;
use parlor_arena::entrant::{Entrant, EntrantError};
use parlor_arena::file_names::text_of;
use parlor_arena::report::{Results, write_files};
use parlor_arena::run::{End, Options, STORE_PATIENCE, run as run_tournament};
use parlor_arena::schedule::Format;
use parlor_arena::store::{self, Store};
use parlor_arena::tournament::{Resources, Tournament};
use parlor_games::{Kind, Spec};
use parlor_measure::opening::{self, Opening, OpeningSettings, generate};

use super::misuse;
use super::shell::{password_prefix, quoted, without_password};
use super::signals::{INTERRUPTED, stop_on_signals};
use super::source::misuse_of;
use super::sprt::SprtArguments;
use live::Live;

/// The arguments of `parlor arena`.
#[derive(Args, Debug)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    action: Action,
}

#[derive(Subcommand, Debug)]
enum Action {
    /// Start a tournament
    #[command(
        after_help = "Examples:\n  parlor arena play ataxx -p a=parlor:nodes=200 -p b=parlor:nodes=100 --time none --rounds 10\n  parlor arena play loa -p 'ada=loa:java -ea loa.Main' -p us=parlor:level=5 --time 20+0.1 --output results"
    )]
    Play(Box<Play>),
    /// Resume a tournament that was interrupted or killed
    #[command(after_help = "Example:\n  parlor arena resume --store arena.sqlite --concurrency 2")]
    Resume(Chosen),
    /// Write the results so far, even while the tournament is running
    #[command(after_help = "Example:\n  parlor arena report --store arena.sqlite --output results")]
    Report(Chosen),
    /// Show the live table of a tournament that another process plays, until it ends
    #[command(after_help = "Example:\n  parlor arena watch --store arena.sqlite")]
    Watch(Chosen),
}

/// A tournament in a store.
#[derive(Args, Debug)]
struct Chosen {
    /// Store: a file, or postgres://…
    #[arg(long, default_value = "arena.sqlite", value_name = "FILE|URL")]
    store: OsString,
    /// Number of the tournament [default: the last one]
    #[arg(long)]
    tournament: Option<i64>,
    #[command(flatten)]
    playing: Playing,
    /// Directory for the report, the tables and all games
    #[arg(long, short)]
    output: Option<PathBuf>,
    /// Print the results as JSON
    #[arg(long)]
    json: bool,
}

/// How games are played on this machine.
#[derive(Args, Debug)]
pub(crate) struct Playing {
    /// Number of games to play concurrently, at most one per processor
    #[arg(long, short, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    concurrency: u16,
    /// Allow more concurrent games than processors; games then slow each other down, and clocks show it
    #[arg(long)]
    oversubscribe: bool,
    /// Pin each game, with the programs that play it, to its own processor
    #[arg(long)]
    pin: bool,
    /// Time to keep trying a store that does not answer, such as a server that restarts, in seconds
    #[arg(long, default_value_t = STORE_PATIENCE.as_secs(), value_name = "SECONDS")]
    store_patience: u64,
}

impl Playing {
    /// The options of a run. It is an error if games would share processors.
    pub(crate) fn options(&self) -> anyhow::Result<Options> {
        let n_processors = parlor_process::processors().map_or(1, |processors| processors.len());
        let n_games = usize::from(self.concurrency);
        if n_games > n_processors && !self.oversubscribe {
            return Err(misuse(&format!(
                "{n_games} games at once would share {n_processors} processor{}, and their clocks would measure each other; \
                --oversubscribe plays them all the same",
                if n_processors == 1 { "" } else { "s" }
            )));
        }
        let mut options = Options::new(n_games);
        options.pin = self.pin;
        options.store_patience = Duration::from_secs(self.store_patience);
        Ok(options)
    }

    /// The same as command-line arguments.
    pub(crate) fn arguments(&self) -> String {
        let mut text = format!("--concurrency {}", self.concurrency);
        for (is_set, name) in [(self.oversubscribe, " --oversubscribe"), (self.pin, " --pin")] {
            text.push_str(if is_set { name } else { "" });
        }
        if self.store_patience != STORE_PATIENCE.as_secs() {
            text.push_str(&format!(" --store-patience {}", self.store_patience));
        }
        text
    }
}

/// A new tournament.
#[derive(Args, Debug)]
struct Play {
    /// othello, ataxx or loa
    game: Kind,
    /// Player, such as `ada=loa:java -ea loa.Main` or `us=parlor:level=5`. LANGUAGE is loa, ataxx, othello, uai, nboard, gtp or uci,
    /// or parlor for our own engine. Options in brackets, such as `z=uai[time=move=0.2,margin=100]:./z`,
    /// give a player its own time control (`time=`) and margin (`margin=`)
    #[arg(long = "player", short = 'p', value_name = "NAME=LANGUAGE:COMMAND", value_parser = entrant())]
    players: Vec<Entrant>,
    /// File of players, one per line; lines that begin with # are comments
    #[arg(long, value_name = "FILE")]
    players_file: Option<PathBuf>,
    /// Format: round-robin, gauntlet, swiss or ladder
    #[arg(long, default_value = "round-robin")]
    format: String,
    /// Number of times two players meet (round-robin, gauntlet), or number of rounds (swiss, ladder); each time they
    /// play two games with colours swapped
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..))]
    rounds: u32,
    /// Time control: 60+0.5 (a game clock in seconds), move=0.1, nodes=1000, depth=6, joined by commas, or none
    #[arg(long, default_value = "move=1")]
    time: Control,
    /// Openings: a file (one per line: moves, or a position such as a FEN), `start` for the start only, or a number of
    /// openings to generate
    #[arg(long, default_value = "start", value_name = "FILE|start|N")]
    openings: OsString,
    /// Rules, blocks or move limit, such as `blocks=3gh`
    #[arg(long = "set", value_name = "NAME=VALUE")]
    agreements: Vec<String>,
    #[command(flatten)]
    sprt: SprtArguments,
    /// Adjudicate a win when both programs agree on a lead of SCORE hundredths of a piece for MOVES moves: 500,3
    #[arg(long, value_name = "SCORE,MOVES")]
    adjudicate_resign: Option<String>,
    /// Adjudicate a draw when both programs agree on a score within SCORE for MOVES moves, after move AFTER: 10,8,40
    #[arg(long, value_name = "SCORE,MOVES,AFTER")]
    adjudicate_draw: Option<String>,
    /// Adjudicate a draw after this many moves
    #[arg(long, value_name = "MOVES")]
    longest: Option<u32>,
    /// Memory limit of each program with its child processes, in MiB
    #[arg(long, value_name = "MIB")]
    memory: Option<u64>,
    /// Processor time limit per game of each program with its child processes, in seconds
    #[arg(long, value_name = "SECONDS")]
    cpu: Option<u64>,
    /// Tolerance for late moves, in milliseconds
    #[arg(long, default_value_t = 50)]
    margin: u64,
    /// Let programs with the course protocols (loa, ataxx) play all their games in one process instead of a new
    /// process for every game
    #[arg(long)]
    keep_alive: bool,
    /// Time to wait for a program to start, to be ready, or to move when nothing limits its time, in seconds
    #[arg(long, default_value_t = 30.0)]
    patience: f64,
    /// Name of the tournament
    #[arg(long)]
    name: Option<String>,
    /// Seed of the openings and of our own players' choices
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Only plan the tournament, for workers to play (needs a PostgreSQL store)
    #[arg(long)]
    plan_only: bool,
    #[command(flatten)]
    chosen: Chosen,
}

/// Starts, resumes, reports or watches a tournament.
pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<ExitCode> {
    match &arguments.action {
        Action::Play(play) => begin(play),
        Action::Resume(chosen) => {
            let store = store::reopen(&chosen.store)?;
            let id = choose(&*store, chosen.tournament)?;
            play_and_report(&*store, id, chosen)
        }
        Action::Watch(chosen) => watch(chosen),
        Action::Report(chosen) => {
            let store = store::open_for_reading(&chosen.store)?;
            let id = choose(&*store, chosen.tournament)?;
            show(&*store, id, chosen.output.as_deref(), chosen.json)?;
            Ok(ExitCode::SUCCESS)
        }
    }
}

fn begin(play: &Play) -> anyhow::Result<ExitCode> {
    let tournament = tournament(play)?;
    tournament.check().map_err(misuse_of)?;
    if let Some(directory) = &play.chosen.output {
        check_output(directory)?;
    }
    if !play.plan_only {
        // Check before anything is stored.
        play.chosen.playing.options()?;
    }
    for (entrant, protocol) in tournament.unaware_of_time() {
        writeln!(
            io::stderr(),
            "note: {} does not learn its time: the protocol {protocol} has no clock",
            entrant.name
        )?;
    }
    let store = store::open(&play.chosen.store)?;
    let id = store.create(&tournament)?;
    if play.plan_only {
        writeln!(
            io::stdout(),
            "{}parlor worker --store {} --tournament {id}",
            password_prefix(&play.chosen.store),
            quoted(&without_password(&play.chosen.store))
        )?;
        return Ok(ExitCode::SUCCESS);
    }
    play_and_report(&*store, id, &play.chosen)
}

fn play_and_report(store: &dyn Store, id: i64, chosen: &Chosen) -> anyhow::Result<ExitCode> {
    let mut resume = format!(
        "{}parlor arena resume --store {} --tournament {id} {}",
        password_prefix(&chosen.store),
        quoted(&without_password(&chosen.store)),
        chosen.playing.arguments()
    );
    if let Some(output) = &chosen.output {
        resume.push_str(&format!(" --output {}", quoted(output.as_os_str())));
    }
    let options = chosen.playing.options()?;
    let code = play_stored(store, id, options, &resume)?;
    show(store, id, chosen.output.as_deref(), chosen.json)?;
    Ok(code)
}

/// Checks that a report can be written there, so that this does not fail only after a long tournament.
fn check_output(directory: &Path) -> anyhow::Result<()> {
    let probe = directory.join(".parlor-can-write");
    std::fs::create_dir_all(directory)
        .and_then(|()| std::fs::write(&probe, ""))
        .and_then(|()| std::fs::remove_file(&probe))
        .with_context(|| format!("cannot write the report to {}", directory.display()))
}

/// Shows the progress of a tournament that another process plays.
fn watch(chosen: &Chosen) -> anyhow::Result<ExitCode> {
    const CHECK_INTERVAL: Duration = Duration::from_millis(250);
    let store = store::open_for_reading(&chosen.store)?;
    let id = choose(&*store, chosen.tournament)?;
    let tournament = store.tournament(id)?;
    let stop = stop_on_signals()?;
    let mut live = Live::new(&*store, id)?;
    loop {
        let progress = store.progress(id)?;
        live.update(&tournament, &progress);
        if progress.verdict.is_some() || stop.is_set() {
            break;
        }
        std::thread::sleep(CHECK_INTERVAL);
    }
    live.end();
    show(&*store, id, chosen.output.as_deref(), chosen.json)?;
    Ok(ExitCode::SUCCESS)
}

/// Plays a stored tournament to its end and shows its progress. If the user interrupts it, prints how to resume.
pub(crate) fn play_stored(
    store: &dyn Store,
    id: i64,
    mut options: Options,
    resume: &str,
) -> anyhow::Result<ExitCode> {
    let stop = stop_on_signals()?.share();
    // An arena that was killed may have left programs behind.
    parlor_process::sweep_orphans();
    let mut live = Live::new(store, id)?;
    options.on_outage = Some(live.on_outage());
    let end = run_tournament(store, id, &options, &stop, &mut |tournament, progress| {
        live.update(tournament, progress);
    });
    live.end();
    match end {
        Ok(End::Complete) => Ok(ExitCode::SUCCESS),
        Ok(End::Interrupted) => {
            writeln!(io::stderr(), "interrupted; to resume:\n  {resume}")?;
            Ok(ExitCode::from(INTERRUPTED))
        }
        Err(error) => Err(error).with_context(|| format!("stopped; to resume: {resume}")),
    }
}

/// The tournament with this number, or the newest one.
pub(crate) fn choose(store: &dyn Store, wanted: Option<i64>) -> anyhow::Result<i64> {
    match wanted {
        Some(id) => Ok(id),
        None => store
            .latest()?
            .context("there is no tournament in this store yet"),
    }
}

/// Parses `NAME=VALUE` settings of a game. It is an error if the game does not have them.
pub(crate) fn agreements_of(kind: Kind, texts: &[String]) -> anyhow::Result<Vec<(String, String)>> {
    let known: Vec<&str> = kind.descriptor().agreement_names().collect();
    let read = |text: &String| {
        let Some((name, value)) = text.split_once('=') else {
            bail!("expected NAME=VALUE instead of “{}”", text.escape_default());
        };
        let name = name.trim();
        if !known.contains(&name) {
            bail!(
                "{} has no {}: {} are known",
                kind.title(),
                name.escape_default(),
                known.join(" and ")
            );
        }
        Ok((name.to_owned(), value.trim().to_owned()))
    };
    texts.iter().map(read).collect()
}

fn show(store: &dyn Store, id: i64, output: Option<&Path>, json: bool) -> anyhow::Result<()> {
    let results = Results::read(store, id)?;
    let mut out = io::stdout().lock();
    if json {
        writeln!(out, "{}", results.json())?;
    } else {
        write!(out, "{}", results.text())?;
        if results.order.len() > 2 && results.order.len() <= 12 {
            write!(out, "\n{}", results.cross_table())?;
        }
    }
    if let Some(directory) = output {
        write_files(store, id, directory)?;
        if !json {
            writeln!(out, "\n{}", directory.join("report.html").display())?;
        }
    }
    Ok(())
}

/// Parses a player. The name of a weights file may be any bytes, but the commands of other programs must be
/// UTF-8.
fn entrant() -> impl TypedValueParser<Value = Entrant> {
    OsStringValueParser::new().try_map(|word| {
        let entrant: Entrant = text_of(&word).parse()?;
        match entrant.protocol() {
            Ok(Some(_)) if word.to_str().is_none() => Err(EntrantError::NoText(entrant.name)),
            _ => Ok(entrant),
        }
    })
}

fn tournament(play: &Play) -> anyhow::Result<Tournament> {
    let mut entrants = play.players.clone();
    if let Some(path) = &play.players_file {
        let text =
            std::fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))?;
        for line in text.lines().map(str::trim) {
            if !line.is_empty() && !line.starts_with('#') {
                let entrant = line
                    .parse()
                    .map_err(|error: EntrantError| misuse(&format!("{}: {error}", path.display())))?;
                entrants.push(entrant);
            }
        }
    }
    let rounds = play.rounds;
    let format = match play.format.as_str() {
        "round-robin" => Format::RoundRobin { encounters: rounds },
        "gauntlet" => Format::Gauntlet { encounters: rounds },
        "swiss" => Format::Swiss { rounds },
        "ladder" => Format::Ladder { rounds },
        other => {
            return Err(misuse(&format!(
                "there is no format “{}”: round-robin, gauntlet, swiss and ladder are known",
                other.escape_default()
            )));
        }
    };
    let agreements = agreements_of(play.game, &play.agreements).map_err(misuse_of)?;
    let mut spec = Spec::default_for(play.game);
    for (name, value) in &agreements {
        spec = spec.with(name, value).map_err(misuse_of)?;
    }
    let adjudication = Adjudication {
        resign: play
            .adjudicate_resign
            .as_deref()
            .map(|text| numbers(text).map(|[score, moves]: [u32; 2]| (score as i32, moves)))
            .transpose()?,
        draw: play
            .adjudicate_draw
            .as_deref()
            .map(|text| numbers(text).map(|[score, moves, after]: [u32; 3]| (score as i32, moves, after)))
            .transpose()?,
        longest: play.longest,
    };
    if !(0.0..1e6).contains(&play.patience) {
        return Err(misuse(&format!(
            "{} is not a number of seconds to wait",
            play.patience
        )));
    }
    Ok(Tournament {
        name: play
            .name
            .clone()
            .unwrap_or_else(|| format!("{} tournament", play.game.title())),
        game: play.game.name().to_owned(),
        agreements,
        entrants,
        format,
        openings: openings(&play.openings, &spec, play.seed)?,
        control: play.time,
        adjudication,
        resources: Resources {
            memory_mib: play.memory,
            cpu_seconds: play.cpu,
            patience_ms: (play.patience * 1000.0) as u64,
            margin_ms: play.margin,
            keep_alive: play.keep_alive,
            ..Resources::default()
        },
        sprt: play.sprt.test()?,
        seed: play.seed,
    })
}

pub(crate) fn openings(word: &OsStr, spec: &Spec, seed: u64) -> anyhow::Result<Vec<Opening>> {
    if word == "start" {
        return Ok(vec![Opening::default()]);
    }
    if let Some(count) = word.to_str().and_then(|text| text.parse().ok()) {
        let settings = OpeningSettings {
            seed,
            ..OpeningSettings::default_for(spec.kind())
        };
        return Ok(generate(spec, count, &settings, &mut |_| ())?);
    }
    let name = word.display();
    let contents =
        std::fs::read_to_string(word).with_context(|| format!("cannot read the openings {name}"))?;
    opening::read(spec, &contents).map_err(|error| misuse(&format!("the openings {name}: {error:#}")))
}

/// Parses exactly this many comma-separated numbers.
pub(crate) fn numbers<T: std::str::FromStr, const N: usize>(text: &str) -> anyhow::Result<[T; N]> {
    let read: Vec<T> = text
        .split(',')
        .filter_map(|word| word.trim().parse().ok())
        .collect();
    match read.try_into() {
        Ok(numbers) if text.split(',').count() == N => Ok(numbers),
        _ => Err(misuse(&format!(
            "“{}” is not {N} numbers between commas",
            text.escape_default()
        ))),
    }
}
