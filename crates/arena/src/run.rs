//! Workers that play the games of a stored tournament, and one who plans ahead and decides when it is over.
//!
//! Any number of processes may do this with one tournament at once, if its store allows it. What is planned
//! and decided depends only on what is stored, so it does not matter who does it.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use parlor_core::zobrist::split_mix;
use parlor_core::{Color, Outcome, PerColor};
use parlor_games::pgn::{self, TaggedGame};
use parlor_games::{AnyGame, Kind};
use parlor_process::Log;
use thiserror::Error;

use crate::entrant::Entrant;
use crate::fault::Fault;
use crate::player::{Player, Trouble, seat};
use crate::referee::{Played, Reason, Spent, play};
use crate::schedule::{self, Format, Met};
use crate::store::{Finished, Planned, Progress, Store, StoreError, Work};
use crate::tournament::{Tournament, TournamentError};
use crate::trial::Trial;

/// How a tournament is run here.
#[derive(Clone, Debug)]
pub struct Options {
    /// How many games are played at once.
    pub concurrency: usize,
    /// How long a game stays ours without a sign of life.
    pub lease: Duration,
    /// A name that no other process has.
    pub worker: String,
    /// Whether each game keeps to a processor of its own.
    pub pin: bool,
}

impl Options {
    /// So many games at once, by this process.
    pub fn new(concurrency: usize) -> Options {
        let nanos = std::time::SystemTime::now()
            .duration_since(std::time::UNIX_EPOCH)
            .map_or(0, |time| time.subsec_nanos());
        Options {
            concurrency: concurrency.max(1),
            lease: Duration::from_secs(30),
            worker: format!("{}-{nanos}", std::process::id()),
            pin: false,
        }
    }
}

/// How a run ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum End {
    /// The tournament is over.
    Complete,
    /// The person wanted to stop.
    Interrupted,
}

/// Why a run cannot go on. What was recorded is kept.
#[derive(Debug, Error)]
pub enum RunError {
    /// The store.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The tournament itself.
    #[error(transparent)]
    Tournament(#[from] TournamentError),
    /// In a match of two, one whose program cannot be started: there is nobody else who could play on.
    #[error("{name} {fault}")]
    Absent {
        /// Who.
        name: String,
        /// Why not.
        fault: Fault,
    },
    /// Fewer processors than games.
    #[error("{games} games at once cannot keep to a processor each: there are {processors}")]
    TooFewProcessors {
        /// How many games were wanted at once.
        games: usize,
        /// How many processors there are.
        processors: usize,
    },
    /// A processor that cannot be kept to.
    #[error("cannot keep to one processor: {0}")]
    Processor(std::io::Error),
}

/// How often plans are looked at.
const PLAN_EVERY: Duration = Duration::from_millis(100);
/// Whether it is decided is looked at for at most one part in so many of the time.
const SELDOM: u32 = 20;
/// How long to wait when there is nothing to play just now.
const IDLE: Duration = Duration::from_millis(10);
/// At least so many games are planned ahead where results do not matter.
const AHEAD: i64 = 128;
/// How often a result is offered to a store that fails.
const RECORD_TRIES: u32 = 6;

/// Plays a tournament to its end. `observe` is told from time to time how far it is, and `stop` ends the run soon:
/// games in progress are given back.
pub fn run(
    store: &dyn Store,
    id: i64,
    options: &Options,
    stop: &AtomicBool,
    observe: &mut dyn FnMut(&Tournament, &Progress),
) -> Result<End, RunError> {
    let tournament = store.tournament(id)?;
    tournament.check()?;
    let processors = chosen_processors(options)?;
    let is_over = AtomicBool::new(false);
    let trouble: Mutex<Option<RunError>> = Mutex::new(None);
    let names: Vec<String> = (0..options.concurrency)
        .map(|index| format!("{}/{index}", options.worker))
        .collect();
    let end = std::thread::scope(|scope| {
        for (index, name) in names.iter().enumerate() {
            let (tournament, is_over, trouble) = (&tournament, &is_over, &trouble);
            let processor = processors.get(index).copied();
            scope.spawn(move || {
                let mut worker = Worker {
                    store,
                    id,
                    tournament,
                    name,
                    lease: options.lease,
                    stop,
                    seats: Vec::new(),
                };
                if let Err(error) = settle(processor).and_then(|()| worker.work(is_over)) {
                    is_over.store(true, Ordering::SeqCst);
                    let mut first = trouble.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
                    first.get_or_insert(error);
                }
            });
        }
        let end = oversee(store, id, &tournament, options, &names, stop, &is_over, observe);
        is_over.store(true, Ordering::SeqCst);
        end
    });
    for name in &names {
        store.release(id, name)?;
    }
    if let Some(error) = trouble
        .into_inner()
        .unwrap_or_else(|poisoned| poisoned.into_inner())
    {
        return Err(error);
    }
    let end = end?;
    observe(&tournament, &store.progress(id)?);
    Ok(end)
}

/// A processor for each game, if that is wanted.
fn chosen_processors(options: &Options) -> Result<Vec<usize>, RunError> {
    if !options.pin {
        return Ok(Vec::new());
    }
    let processors = parlor_process::processors().map_err(RunError::Processor)?;
    if processors.len() < options.concurrency {
        return Err(RunError::TooFewProcessors {
            games: options.concurrency,
            processors: processors.len(),
        });
    }
    Ok(processors)
}

/// Keeps this thread and the programs that it starts to a processor, if there is one for it.
fn settle(processor: Option<usize>) -> Result<(), RunError> {
    processor.map_or(Ok(()), |number| {
        parlor_process::keep_to(number).map_err(RunError::Processor)
    })
}

/// Plans rounds, keeps leases alive and decides when it is over.
#[allow(clippy::too_many_arguments)]
fn oversee(
    store: &dyn Store,
    id: i64,
    tournament: &Tournament,
    options: &Options,
    names: &[String],
    stop: &AtomicBool,
    is_over: &AtomicBool,
    observe: &mut dyn FnMut(&Tournament, &Progress),
) -> Result<End, RunError> {
    let mut alive_at = Instant::now();
    let mut trial = tournament.sprt.map(Trial::new);
    let mut decided_at: i64 = -1;
    let mut decide_after = Instant::now();
    loop {
        if stop.load(Ordering::Relaxed) {
            return Ok(End::Interrupted);
        }
        if is_over.load(Ordering::SeqCst) {
            // A worker is in trouble.
            return Ok(End::Interrupted);
        }
        let mut progress = store.progress(id)?;
        let is_played = progress.pending + progress.leased == 0;
        if progress.done != decided_at && (is_played || Instant::now() >= decide_after) {
            let since = Instant::now();
            decided_at = progress.done;
            let verdict = match &mut trial {
                Some(trial) => trial.hear(store.results(id)?),
                None => None,
            };
            if let Some(verdict) = verdict {
                store.finish(id, &verdict)?;
                progress = store.progress(id)?;
            }
            // With many games deciding costs more, and is done the less often for that.
            decide_after = Instant::now() + SELDOM * since.elapsed();
        }
        observe(tournament, &progress);
        if progress.verdict.is_some() {
            return Ok(End::Complete);
        }
        if !plan(store, id, tournament, &progress, options.concurrency)?
            && progress.pending + progress.leased == 0
        {
            store.finish(id, "all games were played")?;
            continue;
        }
        if alive_at.elapsed() >= options.lease / 3 {
            alive_at = Instant::now();
            for name in names {
                store.heartbeat(id, name, options.lease)?;
            }
        }
        std::thread::sleep(PLAN_EVERY);
    }
}

/// Plans what can be planned; whether there is more to come.
fn plan(
    store: &dyn Store,
    id: i64,
    tournament: &Tournament,
    progress: &Progress,
    concurrency: usize,
) -> Result<bool, RunError> {
    let format = tournament.format;
    let total = i64::from(format.rounds());
    let mut rounds = progress.rounds;
    if rounds >= total {
        return Ok(false);
    }
    if format.waits() {
        if progress.pending + progress.leased == 0 {
            let met = met(store, id)?;
            store.plan(id, rounds, &games(tournament, rounds, &met)?)?;
        }
        return Ok(true);
    }
    let wanted = AHEAD.max(4 * concurrency as i64);
    let mut pending = progress.pending;
    while pending < wanted && rounds < total {
        let games = games(tournament, rounds, &[])?;
        pending += games.len() as i64;
        store.plan(id, rounds, &games)?;
        rounds += 1;
    }
    Ok(true)
}

/// The games of a round: two of each encounter, with colours swapped unless somebody plays only one colour.
fn games(tournament: &Tournament, round: i64, met: &[Met]) -> Result<Vec<Planned>, RunError> {
    let kind = tournament.kind()?;
    let (format, n_entrants) = (tournament.format, tournament.entrants.len());
    let number = u32::try_from(round).unwrap_or(u32::MAX);
    let before = match format {
        Format::RoundRobin { .. } => Format::RoundRobin { encounters: number },
        Format::Gauntlet { .. } => Format::Gauntlet { encounters: number },
        Format::Swiss { .. } => Format::Swiss { rounds: number },
        Format::Ladder { .. } => Format::Ladder { rounds: number },
    };
    let first = before.n_games(n_entrants) as i64;
    let encounters = schedule::round(format, n_entrants, number, met);
    let games = encounters.iter().enumerate().flat_map(|(index, encounter)| {
        let (a, b) = (encounter.first, encounter.second);
        let blacks = match tournament.fixed_black(kind, a, b) {
            Some(black) => [black; 2],
            None => [a, b],
        };
        [0, 1].map(|second: usize| Planned {
            number: first + (2 * index + second) as i64,
            round,
            encounter: index as i64,
            black: blacks[second] as i64,
            white: (a + b - blacks[second]) as i64,
            opening: encounter.opening as i64,
        })
    });
    Ok(games.collect())
}

/// What the encounters of a tournament came to, for those whose two games are over.
pub fn met(store: &dyn Store, id: i64) -> Result<Vec<Met>, StoreError> {
    let mut open: Option<(i64, i64, Met, u32)> = None;
    let mut all = Vec::new();
    for result in store.results(id)? {
        let game = result.planned;
        let halves = u32::try_from(result.halves).unwrap_or_default();
        match &mut open {
            Some((round, encounter, met, n)) if (*round, *encounter) == (game.round, game.encounter) => {
                met.halves += if game.black as usize == met.first {
                    halves
                } else {
                    2 - halves.min(2)
                };
                *n += 1;
                if *n == 2 {
                    all.push(*met);
                }
            }
            _ => {
                let met = Met {
                    round: u32::try_from(game.round).unwrap_or_default(),
                    first: game.black as usize,
                    second: game.white as usize,
                    halves,
                };
                open = Some((game.round, game.encounter, met, 1));
            }
        }
    }
    Ok(all)
}

struct Worker<'a> {
    store: &'a dyn Store,
    id: i64,
    tournament: &'a Tournament,
    name: &'a str,
    lease: Duration,
    stop: &'a AtomicBool,
    // Programs that are kept from game to game, with the number of their entrant.
    seats: Vec<(usize, Box<dyn Player + 'a>)>,
}

impl Worker<'_> {
    fn work(&mut self, is_over: &AtomicBool) -> Result<(), RunError> {
        while !is_over.load(Ordering::SeqCst) && !self.stop.load(Ordering::Relaxed) {
            match self.store.claim(self.id, self.name, self.lease)? {
                None => std::thread::sleep(IDLE),
                Some(game) => match self.play(&game)? {
                    Some(finished) => self.record(game.number, &finished)?,
                    None => break,
                },
            }
        }
        Ok(())
    }

    /// Records a result; a store that fails for a moment is asked again.
    fn record(&self, number: i64, finished: &Finished) -> Result<(), StoreError> {
        let mut pause = Duration::from_millis(50);
        for _ in 1..RECORD_TRIES {
            if self.store.record(self.id, number, finished).is_ok() {
                return Ok(());
            }
            std::thread::sleep(pause);
            pause *= 2;
        }
        self.store.record(self.id, number, finished).map(drop)
    }

    fn play(&mut self, planned: &Planned) -> Result<Option<Finished>, RunError> {
        let tournament = self.tournament;
        let kind = tournament.kind()?;
        let game = tournament.begun(planned.opening as usize)?;
        let since = Instant::now();
        let sides = [planned.black as usize, planned.white as usize];
        let mut state = tournament.seed ^ (planned.number as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let mut players = Vec::new();
        for color in Color::ALL {
            let index = sides[color.index()];
            let player = self.seated(index, kind, color, split_mix(&mut state));
            players.push(player);
        }
        let mut players = players.into_iter();
        let (Some(mut black), Some(mut white)) = (players.next(), players.next()) else {
            return Ok(None);
        };
        let entrants = sides.map(|index| &tournament.entrants[index]);
        let played = play(
            game,
            [&mut *black, &mut *white],
            PerColor(entrants.map(|entrant| tournament.control_of(entrant))),
            tournament.adjudication,
            PerColor(entrants.map(|entrant| tournament.margin_of(entrant))),
        );
        let Some(played) = played else {
            return Ok(None);
        };
        if tournament.entrants.len() == 2
            && let Some((color, fault)) = absent(&played)
        {
            return Err(RunError::Absent {
                name: tournament.entrants[sides[color.index()]].name.clone(),
                fault: fault.clone(),
            });
        }
        let culprit = culprit(&played);
        self.seats.clear();
        for (color, player) in Color::ALL.into_iter().zip([black, white]) {
            let index = sides[color.index()];
            let entrant = &tournament.entrants[index];
            // Whoever did something wrong begins anew, and so does whoever is told of the game at the start.
            let is_sound = culprit != Some(color) && !matches!(played.reason, Reason::BothFaulty(..));
            let is_kept = entrant.language != crate::entrant::BUILT_IN && !entrant.is_started_anew();
            if is_sound && is_kept && player.plays_on() {
                self.seats.push((index, player));
            }
        }
        Ok(Some(finished(
            tournament,
            planned,
            entrants,
            &played,
            culprit.map_or(-1, |color| sides[color.index()] as i64),
            since.elapsed(),
        )))
    }

    /// The player of an entrant: the one of the last game if it is still there.
    fn seated<'s>(&mut self, index: usize, kind: Kind, color: Color, seed: u64) -> Box<dyn Player + 's>
    where
        Self: 's,
    {
        if let Some(at) = self.seats.iter().position(|(seated, _)| *seated == index) {
            return self.seats.swap_remove(at).1;
        }
        let entrant = &self.tournament.entrants[index];
        match seat(entrant, kind, color, &self.tournament.resources, seed, self.stop) {
            Ok(player) => player,
            Err(fault) => Box::new(Absent(fault)),
        }
    }
}

/// Who could not come: the fault is found when the game begins.
struct Absent(Fault);

impl Player for Absent {
    fn begin(
        &mut self,
        _: &AnyGame,
        _: Color,
        _: &parlor_protocol::Budget,
        _: &mut Log,
    ) -> Result<(), Trouble> {
        Err(self.0.clone().into())
    }

    fn choose(
        &mut self,
        _: &AnyGame,
        _: &parlor_protocol::Budget,
        _: Option<Duration>,
        _: &mut Log,
    ) -> Result<crate::player::Choice, Trouble> {
        Err(self.0.clone().into())
    }

    fn see(&mut self, _: &AnyGame, _: &mut Log) {}

    fn finish(&mut self, _: Outcome, _: &mut Log) -> Result<(), Trouble> {
        Ok(())
    }

    fn plays_on(&self) -> bool {
        false
    }
}

/// The side whose program could not be started, and why.
fn absent(played: &Played) -> Option<(Color, &Fault)> {
    let faults = match &played.reason {
        Reason::Fault(fault) => vec![(!played.outcome.winner()?, fault)],
        Reason::BothFaulty(black, white) => vec![(Color::Black, black), (Color::White, white)],
        _ => Vec::new(),
    };
    faults
        .into_iter()
        .find(|(_, fault)| matches!(fault, Fault::CannotStart(_)))
}

/// The side that did what it must not, or gave up.
fn culprit(played: &Played) -> Option<Color> {
    match played.reason {
        Reason::Fault(_) | Reason::Resigned => played.outcome.winner().map(|winner| !winner),
        _ => None,
    }
}

fn finished(
    tournament: &Tournament,
    planned: &Planned,
    entrants: [&Entrant; 2],
    played: &Played,
    culprit: i64,
    took: Duration,
) -> Finished {
    let mut tags = vec![
        ("Event".to_owned(), tournament.name.clone()),
        (
            "Round".to_owned(),
            format!("{}.{}", planned.round + 1, planned.number + 1),
        ),
        ("Black".to_owned(), entrants[0].name.clone()),
        ("White".to_owned(), entrants[1].name.clone()),
        (
            "Result".to_owned(),
            pgn::result_text(Some(played.outcome)).to_owned(),
        ),
    ];
    let controls = entrants.map(|entrant| tournament.control_of(entrant).to_string());
    if controls[0] == controls[1] {
        tags.push(("Control".to_owned(), controls[0].clone()));
    } else {
        for (name, control) in ["BlackControl", "WhiteControl"].into_iter().zip(controls) {
            tags.push((name.to_owned(), control));
        }
    }
    tags.push(("Termination".to_owned(), played.reason.name().to_owned()));
    if !played.detail.is_empty() {
        tags.push(("Detail".to_owned(), played.detail.clone()));
    }
    Finished {
        halves: match played.outcome {
            Outcome::Win(Color::Black) => 2,
            Outcome::Draw => 1,
            Outcome::Win(Color::White) => 0,
        },
        reason: played.reason.name().to_owned(),
        culprit,
        // PostgreSQL refuses the one character that no text needs.
        detail: played.detail.replace('\0', "\u{fffd}"),
        text: pgn::write(&TaggedGame {
            game: played.game.clone(),
            tags,
        }),
        n_moves: played.game.len() as i64,
        millis: i64::try_from(took.as_millis()).unwrap_or(i64::MAX),
        log: played.log.replace('\0', "\u{fffd}"),
        work: work(&played.spent),
    }
}

/// What both sides did in a game, in sum.
fn work(spent: &[(Color, Spent)]) -> PerColor<Work> {
    let mut work = PerColor::default();
    for (color, spent) in spent {
        let work: &mut Work = &mut work[*color];
        let micros = i64::try_from(spent.time.as_micros()).unwrap_or(i64::MAX);
        work.moves += 1;
        work.micros = work.micros.saturating_add(micros);
        if let Some(depth) = spent.evaluation.depth {
            work.depths += 1;
            work.depth_sum += i64::from(depth);
        }
        if let Some(nodes) = spent.evaluation.nodes {
            work.nodes = work.nodes.saturating_add_unsigned(nodes);
            work.node_micros = work.node_micros.saturating_add(micros);
        }
    }
    work
}
