//! One side of a game: a process that speaks a protocol, or our own engine.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use parlor_core::{Color, Outcome};
use parlor_games::{AnyGame, Kind};
use parlor_players::AnyEngine;
use parlor_process::{Ending, Lines, Log, Program, wait};
use parlor_protocol::{Budget, Driver, DriverAction, DriverEvent, Evaluation};

use crate::control::Control;
use crate::entrant::Entrant;
use crate::fault::Fault;
use crate::tournament::Resources;

/// How long a program may take to exit after it has closed its output.
const EXIT_GRACE: Duration = Duration::from_secs(1);
/// How often a program's memory and processor time are checked if they are limited.
const USAGE_INTERVAL: Duration = Duration::from_millis(200);

/// Why a player returned no move.
#[derive(Clone, PartialEq, Debug)]
pub enum NoMove {
    /// The player loses the game.
    Fault(Fault),
    /// The user interrupted the game. Neither side loses.
    Interrupted,
}

impl From<Fault> for NoMove {
    fn from(fault: Fault) -> NoMove {
        NoMove::Fault(fault)
    }
}

/// A player's move.
#[derive(Clone, PartialEq, Debug)]
pub struct Choice {
    /// The move in the game's usual notation, not checked yet. `None` if the player resigns.
    pub mv: Option<String>,
    /// How long it took.
    pub spent: Duration,
    /// The player's evaluation of its position.
    pub evaluation: Evaluation,
}

/// One side of a game.
pub trait Player: Send {
    /// Prepares for a game. The moves that the game already has are its opening.
    fn begin(&mut self, game: &AnyGame, color: Color, budget: &Budget, log: &mut Log) -> Result<(), NoMove>;

    /// Chooses a move. A move is late after `allowed`; the player stops waiting after a small margin.
    fn choose(
        &mut self,
        game: &AnyGame,
        budget: &Budget,
        allowed: Option<Duration>,
        log: &mut Log,
    ) -> Result<Choice, NoMove>;

    /// Passes on the last move of the game, which either side may have made.
    fn observe_move(&mut self, game: &AnyGame, log: &mut Log);

    /// Ends a game that is over by the rules. If the player announces results, it must announce this one.
    fn finish(&mut self, outcome: Outcome, log: &mut Log) -> Result<(), NoMove>;

    /// Whether the player passes by itself when it has no other move.
    fn passes_without_asking(&self) -> bool {
        false
    }

    /// How long the player has waited for a processor so far. Counted only where a clock runs.
    fn waited(&self) -> Duration {
        Duration::ZERO
    }

    /// Whether the player can play another game.
    fn can_play_again(&self) -> bool {
        true
    }
}

/// Creates the player of an entrant.
pub fn seat<'a>(
    entrant: &Entrant,
    kind: Kind,
    color: Color,
    resources: &Resources,
    control: &Control,
    seed: u64,
    stop: &'a AtomicBool,
) -> Result<Box<dyn Player + 'a>, Fault> {
    let unsupported = |reason: String| Fault::Unsupported(reason);
    match entrant
        .protocol()
        .map_err(|error| unsupported(error.to_string()))?
    {
        None => {
            let configuration = entrant
                .configuration(kind)
                .map_err(|error| unsupported(error.to_string()))?;
            let engine = AnyEngine::new(kind, &configuration, seed);
            Ok(Box::new(BuiltIn {
                engine,
                waited: Duration::ZERO,
            }))
        }
        Some(protocol) => {
            let command = resources.limited(&entrant.command_for(kind, color, seed, control));
            let program = Program::start("", &command, Lines::default())
                .map_err(|error| Fault::CannotStart(error.to_string()))?;
            Ok(Box::new(Process {
                program,
                driver: protocol.driver(&entrant.driver_options()),
                is_greeted: false,
                has_claimed: false,
                events: VecDeque::new(),
                n_printed_before: 0,
                cpu_time_before: Duration::ZERO,
                usage_checked_at: Instant::now(),
                resources: Resources {
                    margin_ms: entrant.margin_ms().unwrap_or(resources.margin_ms),
                    ..*resources
                },
                stop,
            }))
        }
    }
}

/// Our own engine.
struct BuiltIn {
    engine: AnyEngine,
    waited: Duration,
}

impl Player for BuiltIn {
    fn begin(&mut self, _: &AnyGame, _: Color, _: &Budget, _: &mut Log) -> Result<(), NoMove> {
        self.engine.new_game();
        Ok(())
    }

    fn choose(
        &mut self,
        game: &AnyGame,
        budget: &Budget,
        allowed: Option<Duration>,
        _log: &mut Log,
    ) -> Result<Choice, NoMove> {
        let waited = || allowed.map_or(Duration::ZERO, |_| parlor_process::thread_waited());
        let before = waited();
        let since = Instant::now();
        let thought = self
            .engine
            .think(game, &budget.limits(game.turn()), &mut |_| ())
            .ok_or_else(|| Fault::Unsupported("our engine has no move in this game".into()))?;
        let spent = since.elapsed();
        self.waited += waited().saturating_sub(before);
        Ok(Choice {
            spent,
            evaluation: Evaluation {
                score: (thought.depth > 0).then_some(thought.score().0),
                depth: Some(thought.depth),
                nodes: Some(thought.nodes),
            },
            mv: Some(thought.best),
        })
    }

    fn observe_move(&mut self, _: &AnyGame, _: &mut Log) {}

    fn finish(&mut self, _: Outcome, _: &mut Log) -> Result<(), NoMove> {
        Ok(())
    }

    fn waited(&self) -> Duration {
        self.waited
    }
}

/// A program in a process.
struct Process<'a> {
    program: Program<Lines>,
    driver: Box<dyn Driver>,
    is_greeted: bool,
    /// Whether the program has announced the result of this game.
    has_claimed: bool,
    events: VecDeque<(Instant, DriverEvent)>,
    n_printed_before: usize,
    cpu_time_before: Duration,
    usage_checked_at: Instant,
    resources: Resources,
    stop: &'a AtomicBool,
}

impl Process<'_> {
    fn send(&mut self, lines: Vec<String>, log: &mut Log) {
        for line in lines {
            self.program.send(&line, log);
        }
    }

    /// Returns the program's next event, or the reason why there is none before the deadline.
    fn next_event(
        &mut self,
        deadline: Instant,
        late: &Fault,
        log: &mut Log,
    ) -> Result<(Instant, DriverEvent), NoMove> {
        loop {
            if let Some(event) = self.events.pop_front() {
                return Ok(event);
            }
            if self.stop.load(Ordering::Relaxed) {
                return Err(NoMove::Interrupted);
            }
            self.program.attend(log);
            while let Some((at, line)) = self.program.reader.next_line() {
                for act in self.driver.line(&line) {
                    match act {
                        DriverAction::Send(line) => self.program.send(&line, log),
                        DriverAction::Event(event) => self.events.push_back((at, event)),
                    }
                }
            }
            if self.program.n_printed() - self.n_printed_before > self.resources.output_bytes {
                return Err(Fault::Flood(self.resources.output_bytes).into());
            }
            if !self.events.is_empty() {
                continue;
            }
            if let Some(ending) = self.program.ending() {
                return Err(self.ending_fault(ending).into());
            }
            if self.program.is_silent() {
                return Err(self.silence_fault(log).into());
            }
            self.check_usage()?;
            let now = Instant::now();
            if now >= deadline {
                return Err(late.clone().into());
            }
            wait(&[&self.program], deadline - now);
        }
    }

    /// Checks the program's memory and processor time, at most once per [`USAGE_INTERVAL`].
    fn check_usage(&mut self) -> Result<(), Fault> {
        let (memory, cpu) = (self.resources.memory_mib, self.resources.cpu());
        if (memory.is_none() && cpu.is_none()) || self.usage_checked_at.elapsed() < USAGE_INTERVAL {
            return Ok(());
        }
        let usage = self.program.usage();
        self.usage_checked_at = Instant::now();
        if let Some(limit) = memory.filter(|&limit| usage.memory >> 20 > limit) {
            return Err(Fault::Memory(limit));
        }
        match cpu.filter(|&limit| usage.processor.saturating_sub(self.cpu_time_before) > limit) {
            Some(limit) => Err(Fault::CpuTime(limit)),
            None => Ok(()),
        }
    }

    /// Finds the fault of a program that closed its output. A program that exits closes its output a moment
    /// before its exit can be seen.
    fn silence_fault(&mut self, log: &mut Log) -> Fault {
        let deadline = Instant::now() + EXIT_GRACE;
        while Instant::now() < deadline {
            self.program.attend(log);
            if let Some(ending) = self.program.ending() {
                return self.ending_fault(ending);
            }
            std::thread::sleep(Duration::from_millis(2));
        }
        Fault::Silent
    }

    /// The fault of a program that ended. The shell has exit codes for commands that it cannot run.
    fn ending_fault(&self, ending: Ending) -> Fault {
        let is_never_run = matches!(ending, Ending::Code(126 | 127)) && self.program.n_printed() == 0;
        if !is_never_run {
            return Fault::Crash(ending);
        }
        let errors = self.program.last_errors();
        Fault::CannotStart(match errors.lines().last() {
            Some(line) => format!("{line} ({ending})"),
            None => ending.to_string(),
        })
    }

    /// Waits until the program is ready, and checks everything it sends until then.
    fn await_ready(&mut self, outcome: Option<Outcome>, log: &mut Log) -> Result<(), NoMove> {
        let patience = self.resources.patience();
        let deadline = Instant::now() + patience;
        let late = Fault::Hang(patience);
        loop {
            match self.next_event(deadline, &late, log)?.1 {
                DriverEvent::Ready => return Ok(()),
                event => {
                    let is_claim = matches!(event, DriverEvent::Claim(_));
                    check(event, outcome)?;
                    self.has_claimed |= is_claim;
                }
            }
        }
    }
}

/// Checks an event other than a move on the player's turn. Evaluations are always allowed, and so is the
/// correct result of a game that is over.
fn check(event: DriverEvent, outcome: Option<Outcome>) -> Result<(), Fault> {
    match event {
        DriverEvent::Claim(claimed) if outcome == Some(claimed) => Ok(()),
        DriverEvent::Claim(claimed) => Err(Fault::WrongClaim {
            claimed,
            actual: outcome,
        }),
        DriverEvent::WrongBoard(what) => Err(Fault::WrongBoard(what)),
        DriverEvent::Refuses(text) => Err(Fault::Refusal(text)),
        DriverEvent::Move(text) | DriverEvent::Unreadable(text) => Err(Fault::Illegal {
            text,
            reason: "it was not its turn".to_owned(),
        }),
        DriverEvent::Ready | DriverEvent::Resigns | DriverEvent::Thinks(_) => Ok(()),
    }
}

impl Player for Process<'_> {
    fn begin(&mut self, game: &AnyGame, color: Color, budget: &Budget, log: &mut Log) -> Result<(), NoMove> {
        self.program.set_label(&color.to_string());
        self.events.clear();
        self.has_claimed = false;
        self.n_printed_before = self.program.n_printed();
        if self.resources.cpu_seconds.is_some() {
            self.cpu_time_before = self.program.usage().processor;
        }
        if !self.is_greeted {
            self.is_greeted = true;
            let lines = self.driver.hello();
            self.send(lines, log);
        }
        let lines = self
            .driver
            .new_game(game, color, budget)
            .map_err(|error| Fault::Unsupported(error.to_string()))?;
        self.send(lines, log);
        self.await_ready(None, log)
    }

    fn choose(
        &mut self,
        game: &AnyGame,
        budget: &Budget,
        allowed: Option<Duration>,
        log: &mut Log,
    ) -> Result<Choice, NoMove> {
        let since = Instant::now();
        let lines = self.driver.go(game, budget);
        self.send(lines, log);
        let patience = self.resources.patience();
        let (deadline, late) = match allowed {
            Some(allowed) => {
                let limit = allowed + self.resources.margin();
                let fault = Fault::TimeOut {
                    allowed,
                    taken: limit,
                };
                (since + limit, fault)
            }
            None => (since + patience, Fault::Hang(patience)),
        };
        let mut evaluation = Evaluation::default();
        // Some protocols announce the result before the move that leads to it.
        let mut claim = None;
        loop {
            let received = self.next_event(deadline, &late, log);
            let (at, event) = match (received, claim) {
                (Ok(received), _) => received,
                (Err(NoMove::Fault(_)), Some(claimed)) => {
                    return Err(Fault::WrongClaim {
                        claimed,
                        actual: None,
                    }
                    .into());
                }
                (Err(reason), _) => return Err(reason),
            };
            let spent = at.saturating_duration_since(since);
            let mv = match event {
                DriverEvent::Move(text) => Some(text),
                DriverEvent::Resigns => None,
                DriverEvent::Thinks(found) => {
                    evaluation = found.or(evaluation);
                    continue;
                }
                DriverEvent::Unreadable(text) => {
                    return Err(Fault::Illegal {
                        text,
                        reason: "it is not a move".to_owned(),
                    }
                    .into());
                }
                DriverEvent::Ready => continue,
                DriverEvent::Claim(claimed) => {
                    claim = Some(claimed);
                    continue;
                }
                other => {
                    check(other, None)?;
                    continue;
                }
            };
            if let (Some(claimed), Some(mv)) = (claim, &mv) {
                let mut after = game.clone();
                // If the move is illegal, the referee finds that fault, which is the more important one.
                if after.play(mv).is_ok() && after.outcome() != Some(claimed) {
                    let actual = after.outcome();
                    return Err(Fault::WrongClaim { claimed, actual }.into());
                }
                self.has_claimed = true;
            }
            return Ok(Choice {
                mv,
                spent,
                evaluation,
            });
        }
    }

    fn observe_move(&mut self, game: &AnyGame, log: &mut Log) {
        let lines = self.driver.moved(game);
        self.send(lines, log);
    }

    fn finish(&mut self, outcome: Outcome, log: &mut Log) -> Result<(), NoMove> {
        let lines = self.driver.finish();
        if lines.is_empty() {
            return Ok(());
        }
        self.send(lines, log);
        let ended = self.await_ready(Some(outcome), log);
        // A program that does not know the move limit plays on, or waits for the next move.
        let plays_on = matches!(ended, Err(NoMove::Fault(Fault::Illegal { .. })));
        match self.driver.not_understood(outcome) {
            Some(line) if !self.has_claimed && (plays_on || ended.is_ok()) => {
                Err(Fault::Refusal(format!("{line}: it did not end the game there")).into())
            }
            // Refusing a message about the end of the game is not a fault.
            _ if matches!(ended, Err(NoMove::Fault(Fault::Refusal(_)))) => Ok(()),
            _ => ended,
        }
    }

    fn passes_without_asking(&self) -> bool {
        self.driver.passes_without_asking()
    }

    fn waited(&self) -> Duration {
        self.program.waited()
    }

    fn can_play_again(&self) -> bool {
        let may_stay = self.resources.keep_alive || !self.driver.is_for_people();
        may_stay && self.driver.plays_on() && self.program.ending().is_none()
    }
}

impl Drop for Process<'_> {
    fn drop(&mut self) {
        // Ask the program to quit, but do not wait: its process group is killed.
        let lines = self.driver.quit();
        self.send(lines, &mut Log::default());
        self.program.kill();
    }
}
