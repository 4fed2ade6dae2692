//! Plays the games: a worker leases games, plays them one after the other, and records them.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, Mutex};
use std::time::{Duration, Instant};

use parlor_core::random::split_mix;
use parlor_core::{Color, Outcome, PerColor};
use parlor_games::pgn::{self, TaggedGame};
use parlor_games::{AnyGame, Kind};
use parlor_process::Log;

use super::RunError;
use super::retry::RetryPolicy;
use crate::entrant::Entrant;
use crate::fault::Fault;
use crate::player::{NoMove, Player, seat};
use crate::referee::{FinishedGame, MoveRecord, Reason, play};
use crate::store::{Finished, Planned, SearchTotals, Store, StoreError};
use crate::tournament::Tournament;

/// How long to wait when there are no games to play.
const IDLE: Duration = Duration::from_millis(10);
/// Batches are sized to take less time than this, and a result is recorded at the latest after this time.
const RECORD_WITHIN: Duration = Duration::from_millis(50);
/// The maximum number of games that are leased and recorded together.
const MAX_BATCH: usize = 64;

/// The state that the workers of a run share with the coordinator.
#[derive(Default)]
pub(super) struct Shared {
    pub(super) is_over: AtomicBool,
    /// Notified by a worker that got fewer games than it asked for.
    pub(super) needs_games: Wakeup,
    /// Notified when games may have been planned.
    pub(super) planned: Wakeup,
}

/// Wakes the threads that wait for it.
#[derive(Default)]
pub(super) struct Wakeup {
    n_notifications: Mutex<u64>,
    condition: Condvar,
}

impl Wakeup {
    pub(super) fn notify(&self) {
        *self
            .n_notifications
            .lock()
            .unwrap_or_else(|poisoned| poisoned.into_inner()) += 1;
        self.condition.notify_all();
    }

    /// How often [`notify`](Wakeup::notify) was called.
    pub(super) fn count(&self) -> u64 {
        *self
            .n_notifications
            .lock()
            .unwrap_or_else(|poisoned| poisoned.into_inner())
    }

    /// Waits, at most this long, until the count differs from `seen`. Returns the count.
    pub(super) fn wait(&self, seen: u64, at_most: Duration) -> u64 {
        let count = self
            .n_notifications
            .lock()
            .unwrap_or_else(|poisoned| poisoned.into_inner());
        let waited = self
            .condition
            .wait_timeout_while(count, at_most, |count| *count == seen);
        *waited.unwrap_or_else(|poisoned| poisoned.into_inner()).0
    }
}

pub(super) struct Worker<'a> {
    pub(super) store: &'a dyn Store,
    pub(super) id: i64,
    pub(super) tournament: &'a Tournament,
    pub(super) name: &'a str,
    pub(super) lease: Duration,
    pub(super) stop: &'a AtomicBool,
    pub(super) retry: RetryPolicy<'a>,
    // Programs kept from the previous game, with the index of their entrant.
    pub(super) seats: Vec<(usize, Box<dyn Player + 'a>)>,
}

impl Worker<'_> {
    pub(super) fn work(&mut self, shared: &Shared) -> Result<(), RunError> {
        let mut most = 1;
        while !shared.is_over.load(Ordering::SeqCst) && !self.stop.load(Ordering::Relaxed) {
            let seen = shared.planned.count();
            let (store, id, name, lease) = (self.store, self.id, self.name, self.lease);
            let games = self.retry.ask(|| store.claim(id, name, lease, most))?;
            if games.len() < most {
                shared.needs_games.notify();
            }
            if games.is_empty() {
                shared.planned.wait(seen, IDLE);
                continue;
            }
            // The time that the store takes to record them is not counted: the slower the store, the larger
            // the batches should be.
            let Some(took) = self.play_all(&games)? else {
                break;
            };
            most = if took > RECORD_WITHIN {
                (games.len() / 2).max(1)
            } else if 2 * took < RECORD_WITHIN && games.len() == most {
                (2 * most).min(MAX_BATCH)
            } else {
                most
            };
        }
        Ok(())
    }

    /// Plays games and records them. Returns the time that playing took, or `None` if the user interrupted it.
    fn play_all(&mut self, games: &[Planned]) -> Result<Option<Duration>, RunError> {
        let mut finished = Vec::new();
        let mut since = Instant::now();
        let mut took = Duration::ZERO;
        for game in games {
            let began = Instant::now();
            let played = self.play(game);
            took += began.elapsed();
            match played {
                Ok(Some(one)) => finished.push((game.number, one)),
                Ok(None) => {
                    self.record(&finished)?;
                    return Ok(None);
                }
                Err(error) => {
                    self.record(&finished)?;
                    return Err(error);
                }
            }
            if since.elapsed() >= RECORD_WITHIN {
                self.record(&finished)?;
                finished.clear();
                since = Instant::now();
            }
        }
        self.record(&finished)?;
        Ok(Some(took))
    }

    fn record(&self, games: &[(i64, Finished)]) -> Result<(), StoreError> {
        // Another worker may have recorded the game first. The first result counts.
        self.retry.ask(|| self.store.record(self.id, games)).map(drop)
    }

    fn play(&mut self, planned: &Planned) -> Result<Option<Finished>, RunError> {
        let tournament = self.tournament;
        let kind = tournament.kind()?;
        let game = tournament.game_from_opening(planned.opening as usize)?;
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
            return Err(RunError::AbsentPlayer {
                name: tournament.entrants[sides[color.index()]].name.clone(),
                fault: fault.clone(),
            });
        }
        let culprit = culprit(&played);
        self.seats.clear();
        for (color, player) in Color::ALL.into_iter().zip([black, white]) {
            let index = sides[color.index()];
            let entrant = &tournament.entrants[index];
            // A player with a fault gets a new process, and so does one whose command depends on the game.
            let is_sound = culprit != Some(color) && !matches!(played.reason, Reason::BothFaulty(..));
            let is_kept = entrant.language != crate::entrant::BUILT_IN && !entrant.needs_new_process();
            if is_sound && is_kept && player.can_play_again() {
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

    /// The player of an entrant: the process of the last game if it still runs.
    fn seated<'s>(&mut self, index: usize, kind: Kind, color: Color, seed: u64) -> Box<dyn Player + 's>
    where
        Self: 's,
    {
        if let Some(at) = self.seats.iter().position(|(seated, _)| *seated == index) {
            return self.seats.swap_remove(at).1;
        }
        let entrant = &self.tournament.entrants[index];
        let control = self.tournament.control_of(entrant);
        let resources = &self.tournament.resources;
        match seat(entrant, kind, color, resources, &control, seed, self.stop) {
            Ok(player) => player,
            Err(fault) => Box::new(AbsentPlayer(fault)),
        }
    }
}

/// An entrant that could not be started. Its fault is reported when the game begins.
struct AbsentPlayer(Fault);

impl Player for AbsentPlayer {
    fn begin(
        &mut self,
        _: &AnyGame,
        _: Color,
        _: &parlor_protocol::Budget,
        _: &mut Log,
    ) -> Result<(), NoMove> {
        Err(self.0.clone().into())
    }

    fn choose(
        &mut self,
        _: &AnyGame,
        _: &parlor_protocol::Budget,
        _: Option<Duration>,
        _: &mut Log,
    ) -> Result<crate::player::Choice, NoMove> {
        Err(self.0.clone().into())
    }

    fn observe_move(&mut self, _: &AnyGame, _: &mut Log) {}

    fn finish(&mut self, _: Outcome, _: &mut Log) -> Result<(), NoMove> {
        Ok(())
    }

    fn can_play_again(&self) -> bool {
        false
    }
}

/// The side whose program could not be started, and the fault.
fn absent(played: &FinishedGame) -> Option<(Color, &Fault)> {
    let faults = match &played.reason {
        Reason::Fault(fault) => vec![(!played.outcome.winner()?, fault)],
        Reason::BothFaulty(black, white) => vec![(Color::Black, black), (Color::White, white)],
        _ => Vec::new(),
    };
    faults
        .into_iter()
        .find(|(_, fault)| matches!(fault, Fault::CannotStart(_)))
}

/// The side whose fault forfeited the game. A resignation is not a fault.
fn culprit(played: &FinishedGame) -> Option<Color> {
    match played.reason {
        Reason::Fault(_) => played.outcome.winner().map(|winner| !winner),
        _ => None,
    }
}

fn finished(
    tournament: &Tournament,
    planned: &Planned,
    entrants: [&Entrant; 2],
    played: &FinishedGame,
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
        // PostgreSQL does not store NUL characters.
        detail: played.detail.replace('\0', "\u{fffd}"),
        text: pgn::write(&TaggedGame {
            game: played.game.clone(),
            tags,
        }),
        n_moves: played.game.len() as i64,
        millis: i64::try_from(took.as_millis()).unwrap_or(i64::MAX),
        log: played.log.replace('\0', "\u{fffd}"),
        work: work(&played.spent),
        waited: i64::try_from(played.waited.as_micros()).unwrap_or(i64::MAX),
    }
}

/// Sums up the search effort of both sides in a game.
fn work(spent: &[(Color, MoveRecord)]) -> PerColor<SearchTotals> {
    let mut work = PerColor::default();
    for (color, spent) in spent {
        let work: &mut SearchTotals = &mut work[*color];
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
