//! One side of a game: a process that speaks some language, or our own engine.

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

/// How long a program may take to end after it has closed its output.
const LAST_MOMENT: Duration = Duration::from_secs(1);
/// How often a program's memory and processor time are looked at, where they are limited.
const LOOK_EVERY: Duration = Duration::from_millis(200);

/// Why a player gave no move.
#[derive(Clone, PartialEq, Debug)]
pub enum NoMove {
    /// It loses the game.
    Fault(Fault),
    /// Nobody loses: the person wants to stop.
    Interrupted,
}

impl From<Fault> for NoMove {
    fn from(fault: Fault) -> NoMove {
        NoMove::Fault(fault)
    }
}

/// What a player chose.
#[derive(Clone, PartialEq, Debug)]
pub struct Choice {
    /// The move in the game's usual notation, not looked at yet; none when it gives up.
    pub mv: Option<String>,
    /// How long it took.
    pub spent: Duration,
    /// What it thinks of its position.
    pub evaluation: Evaluation,
}

/// One side of a game.
pub trait Player: Send {
    /// Makes ready for a game whose moves so far are its opening.
    fn begin(&mut self, game: &AnyGame, color: Color, budget: &Budget, log: &mut Log) -> Result<(), NoMove>;

    /// Chooses a move. After `allowed` it is too late, and waiting is given up a little later.
    fn choose(
        &mut self,
        game: &AnyGame,
        budget: &Budget,
        allowed: Option<Duration>,
        log: &mut Log,
    ) -> Result<Choice, NoMove>;

    /// Learns of the last move of the game, whichever side made it.
    fn see(&mut self, game: &AnyGame, log: &mut Log);

    /// The game is over by the rules; a player that announces results must have announced this one, if any.
    fn finish(&mut self, outcome: Outcome, log: &mut Log) -> Result<(), NoMove>;

    /// Whether it passes by itself when it has no other move.
    fn passes_unasked(&self) -> bool {
        false
    }

    /// How long it has waited for a processor so far, where it wanted to think under a clock.
    fn waited(&self) -> Duration {
        Duration::ZERO
    }

    /// Whether it can play another game.
    fn plays_on(&self) -> bool {
        true
    }
}

/// A player for an entrant.
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
                said: VecDeque::new(),
                printed_before: 0,
                used_before: Duration::ZERO,
                looked_at: Instant::now(),
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

    fn see(&mut self, _: &AnyGame, _: &mut Log) {}

    fn finish(&mut self, _: Outcome, _: &mut Log) -> Result<(), NoMove> {
        Ok(())
    }

    fn waited(&self) -> Duration {
        self.waited
    }
}

/// A program that is not ours.
struct Process<'a> {
    program: Program<Lines>,
    driver: Box<dyn Driver>,
    is_greeted: bool,
    /// Whether it has announced the result of this game.
    has_claimed: bool,
    said: VecDeque<(Instant, DriverEvent)>,
    printed_before: usize,
    used_before: Duration,
    looked_at: Instant,
    resources: Resources,
    stop: &'a AtomicBool,
}

impl Process<'_> {
    fn send(&mut self, lines: Vec<String>, log: &mut Log) {
        for line in lines {
            self.program.send(&line, log);
        }
    }

    /// What the program says next, or why it says nothing before the deadline.
    fn listen(
        &mut self,
        deadline: Instant,
        late: &Fault,
        log: &mut Log,
    ) -> Result<(Instant, DriverEvent), NoMove> {
        loop {
            if let Some(said) = self.said.pop_front() {
                return Ok(said);
            }
            if self.stop.load(Ordering::Relaxed) {
                return Err(NoMove::Interrupted);
            }
            self.program.attend(log);
            while let Some((at, line)) = self.program.reader.next_line() {
                for act in self.driver.line(&line) {
                    match act {
                        DriverAction::Send(line) => self.program.send(&line, log),
                        DriverAction::Event(said) => self.said.push_back((at, said)),
                    }
                }
            }
            if self.program.n_printed() - self.printed_before > self.resources.output_bytes {
                return Err(Fault::Flood(self.resources.output_bytes).into());
            }
            if !self.said.is_empty() {
                continue;
            }
            if let Some(ending) = self.program.ending() {
                return Err(self.ended(ending).into());
            }
            if self.program.is_silent() {
                return Err(self.fallen_silent(log).into());
            }
            self.check_usage()?;
            let now = Instant::now();
            if now >= deadline {
                return Err(late.clone().into());
            }
            wait(&[&self.program], deadline - now);
        }
    }

    /// Whether the program keeps to its memory and its processor time, looked at now and then while it is waited for.
    fn check_usage(&mut self) -> Result<(), Fault> {
        let (memory, cpu) = (self.resources.memory_mib, self.resources.cpu());
        if (memory.is_none() && cpu.is_none()) || self.looked_at.elapsed() < LOOK_EVERY {
            return Ok(());
        }
        let usage = self.program.usage();
        self.looked_at = Instant::now();
        if let Some(limit) = memory.filter(|&limit| usage.memory >> 20 > limit) {
            return Err(Fault::Memory(limit));
        }
        match cpu.filter(|&limit| usage.processor.saturating_sub(self.used_before) > limit) {
            Some(limit) => Err(Fault::CpuTime(limit)),
            None => Ok(()),
        }
    }

    /// What closed output means: a program that ends closes it a moment before it can be seen to have ended.
    fn fallen_silent(&mut self, log: &mut Log) -> Fault {
        let deadline = Instant::now() + LAST_MOMENT;
        while Instant::now() < deadline {
            self.program.attend(log);
            if let Some(ending) = self.program.ending() {
                return self.ended(ending);
            }
            std::thread::sleep(Duration::from_millis(2));
        }
        Fault::Silent
    }

    /// What the end of the program means: the shell has codes of its own for a command that it cannot run.
    fn ended(&self, ending: Ending) -> Fault {
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

    /// Waits until the program is ready, and checks what it says meanwhile.
    fn await_ready(&mut self, outcome: Option<Outcome>, log: &mut Log) -> Result<(), NoMove> {
        let patience = self.resources.patience();
        let deadline = Instant::now() + patience;
        let late = Fault::Hang(patience);
        loop {
            match self.listen(deadline, &late, log)?.1 {
                DriverEvent::Ready => return Ok(()),
                said => {
                    let is_claim = matches!(said, DriverEvent::Claim(_));
                    check(said, outcome)?;
                    self.has_claimed |= is_claim;
                }
            }
        }
    }
}

/// Whether something that is no move may be said: only evaluations, and the result once it is so.
fn check(said: DriverEvent, outcome: Option<Outcome>) -> Result<(), Fault> {
    match said {
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
        self.said.clear();
        self.has_claimed = false;
        self.printed_before = self.program.n_printed();
        if self.resources.cpu_seconds.is_some() {
            self.used_before = self.program.usage().processor;
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
        // Some languages show a move only after the result that it brings.
        let mut claim = None;
        loop {
            let heard = self.listen(deadline, &late, log);
            let (at, said) = match (heard, claim) {
                (Ok(heard), _) => heard,
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
            let mv = match said {
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
                // A move that is not legal is the greater fault, and the referee's to find.
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

    fn see(&mut self, game: &AnyGame, log: &mut Log) {
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
        // A program that does not know the limit plays on, or waits for the next move.
        let plays_on = matches!(ended, Err(NoMove::Fault(Fault::Illegal { .. })));
        match self.driver.not_understood(outcome) {
            Some(line) if !self.has_claimed && (plays_on || ended.is_ok()) => {
                Err(Fault::Refusal(format!("{line}: it did not end the game there")).into())
            }
            // A program that refuses a message about the end has done nothing wrong in the game.
            _ if matches!(ended, Err(NoMove::Fault(Fault::Refusal(_)))) => Ok(()),
            _ => ended,
        }
    }

    fn passes_unasked(&self) -> bool {
        self.driver.passes_unasked()
    }

    fn waited(&self) -> Duration {
        self.program.waited()
    }

    fn plays_on(&self) -> bool {
        let may_stay = self.resources.keep_alive || !self.driver.is_for_people();
        may_stay && self.driver.plays_on() && self.program.ending().is_none()
    }
}

impl Drop for Process<'_> {
    fn drop(&mut self) {
        // A finished program is asked to quit but not waited for: it is killed with its group.
        let lines = self.driver.quit();
        self.send(lines, &mut Log::default());
        self.program.kill();
    }
}
