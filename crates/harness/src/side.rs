//! One side of a run: a script and its program.

use std::collections::VecDeque;
use std::time::{Duration, Instant};

use parlor_process::{Ending, Log, Program};

use crate::compare::ExpectedExit;
use crate::dialect::LineMeaning;
use crate::failure::{Awaited, Failure, FailureKind, Note};
use crate::output::{Item, Reader};
use crate::run::{Limits, Player, Settings};
use crate::script::Action;

/// The maximum number of notes of one side that are kept.
const MAX_NOTES: usize = 5;

/// The result of trying to continue a script.
pub(crate) enum Step {
    /// The script is waiting.
    Blocked,
    /// Something was done.
    Done,
    /// The program made this move, which is for the other program.
    Relay(String),
}

/// A script and its program.
pub(crate) struct Side<'a> {
    player: &'a Player,
    pub(crate) program: Program<Reader>,
    settings: &'a Settings,
    limits: Limits,
    next_step: usize,
    line: usize,
    state: State,
    inbox: VecDeque<String>,
    given: Option<String>,
    results: Vec<(usize, String)>,
    output: String,
    notes: Vec<Note>,
}

enum State {
    /// The next step of the script can be executed.
    Ready,
    /// The script waits for something.
    Waiting(Wait),
    /// The script is over, but the program's input is still open: the other program may send it another move.
    AtEnd,
    /// The input is closed, and the program should exit.
    Leaving { since: Instant },
    /// The program has ended.
    Gone,
}

struct Wait {
    goal: Goal,
    since: Instant,
    // Two AIs in one program take turns, so each has its own clock. The moves of a single AI use only the first.
    spent: [Duration; 2],
    clock: usize,
}

#[derive(Clone, Copy, PartialEq)]
enum Goal {
    Move,
    MovesToResult { print: bool },
    Result,
    RemoteMove,
    Remote { print: bool, turn: Turn },
}

#[derive(Clone, Copy, PartialEq)]
enum Turn {
    Ours,
    Theirs,
}

impl Goal {
    fn awaited(self) -> Awaited {
        match self {
            Goal::Move => Awaited::Move,
            Goal::Result => Awaited::Result,
            Goal::MovesToResult { .. } | Goal::Remote { turn: Turn::Ours, .. } => Awaited::MoveOrResult,
            Goal::RemoteMove
            | Goal::Remote {
                turn: Turn::Theirs, ..
            } => Awaited::Remote,
        }
    }
}

impl<'a> Side<'a> {
    pub(crate) fn new(player: &'a Player, program: Program<Reader>, settings: &'a Settings) -> Side<'a> {
        let scaled = |limit: Duration| limit.mul_f64(settings.time_factor);
        Side {
            player,
            program,
            settings,
            limits: Limits {
                per_move: scaled(settings.limits.per_move),
                per_game: scaled(settings.limits.per_game),
                result: scaled(settings.limits.result),
                exit: scaled(settings.limits.exit),
            },
            next_step: 0,
            line: 1,
            state: State::Ready,
            inbox: VecDeque::new(),
            given: None,
            results: Vec::new(),
            output: String::new(),
            notes: Vec::new(),
        }
    }

    /// A failure at the current line.
    pub(crate) fn failure(&self, kind: FailureKind) -> Failure {
        Failure {
            script: self.player.path.clone(),
            line: Some(self.line),
            kind,
        }
    }

    pub(crate) fn limits(&self) -> &Limits {
        &self.limits
    }

    /// The results of the games against the other program, with the lines at which they were awaited.
    pub(crate) fn results(&self) -> &[(usize, String)] {
        &self.results
    }

    /// Whether the script is over: it will make no more moves.
    pub(crate) fn is_done(&self) -> bool {
        matches!(self.state, State::AtEnd | State::Leaving { .. } | State::Gone)
    }

    /// Whether the program has ended.
    pub(crate) fn is_gone(&self) -> bool {
        matches!(self.state, State::Gone)
    }

    /// Queues a move of the other program until the script waits.
    pub(crate) fn receive(&mut self, mv: String) {
        self.inbox.push_back(mv);
    }

    /// The collected output.
    pub(crate) fn into_output(self) -> String {
        self.output
    }

    /// Lines that were accepted although they do not have the exact form of the assignment.
    pub(crate) fn notes(&self) -> &[Note] {
        &self.notes
    }

    /// Continues the script if that is possible without waiting.
    pub(crate) fn step(&mut self, other_is_done: bool, log: &mut Log) -> Result<Step, Failure> {
        match self.state {
            State::Ready => {
                self.take_step(log);
                Ok(Step::Done)
            }
            State::Waiting(_) => self.wait(log),
            State::AtEnd => Ok(self.leave(other_is_done, log)),
            State::Leaving { .. } => {
                if self.program.ending().is_none() {
                    return Ok(Step::Blocked);
                }
                self.state = State::Gone;
                Ok(Step::Done)
            }
            State::Gone => Ok(Step::Blocked),
        }
    }

    fn take_step(&mut self, log: &mut Log) {
        let Some(step) = self.player.script.steps.get(self.next_step) else {
            self.state = State::AtEnd;
            return;
        };
        self.next_step += 1;
        self.line = step.line;
        let goal = match &step.action {
            Action::Send(line) => {
                self.given = None;
                return self.program.send(line, log);
            }
            Action::Time { per_move, per_game } => {
                self.limits.per_move = per_move.mul_f64(self.settings.time_factor);
                self.limits.per_game = per_game.mul_f64(self.settings.time_factor);
                return;
            }
            Action::Move => Goal::Move,
            Action::MovesToResult { print } => Goal::MovesToResult { print: *print },
            Action::Result => Goal::Result,
            Action::RemoteMove => Goal::RemoteMove,
            Action::RemoteToResult { print } => Goal::Remote {
                print: *print,
                turn: Turn::Theirs,
            },
        };
        self.state = State::Waiting(Wait {
            goal,
            since: Instant::now(),
            spent: [Duration::ZERO; 2],
            clock: 0,
        });
    }

    /// Checks for what the script waits for.
    fn wait(&mut self, log: &mut Log) -> Result<Step, Failure> {
        let State::Waiting(wait) = &mut self.state else {
            return Ok(Step::Blocked);
        };
        match wait.goal {
            Goal::RemoteMove => {
                return match self.inbox.pop_front() {
                    Some(mv) => {
                        self.program.send(&mv, log);
                        self.given = Some(mv);
                        self.state = State::Ready;
                        Ok(Step::Done)
                    }
                    None => self.blocked(),
                };
            }
            Goal::Remote {
                print,
                turn: Turn::Theirs,
            } => {
                if let Some(mv) = self.inbox.pop_front() {
                    self.program.send(&mv, log);
                    self.given = Some(mv);
                    wait.goal = Goal::Remote {
                        print,
                        turn: Turn::Ours,
                    };
                    wait.since = Instant::now();
                    return Ok(Step::Done);
                }
            }
            // A move of the other program that no instruction asks for is sent as soon as this script waits,
            // because its own AI may be waiting for it.
            Goal::Move | Goal::MovesToResult { .. } | Goal::Result => {
                if let Some(mv) = self.inbox.pop_front() {
                    self.program.send(&mv, log);
                    self.given = Some(mv);
                    wait.since = Instant::now();
                    return Ok(Step::Done);
                }
            }
            Goal::Remote { turn: Turn::Ours, .. } => {}
        }
        match self.next_line()? {
            Some((at, meaning)) => self.handle(at, meaning),
            None => self.blocked(),
        }
    }

    /// Handles a move, result or malformed line that arrived while the script waits.
    fn handle(&mut self, at: Instant, meaning: LineMeaning) -> Result<Step, Failure> {
        let State::Waiting(wait) = &mut self.state else {
            return Ok(Step::Blocked);
        };
        match (wait.goal, meaning) {
            (_, LineMeaning::Malformed(text)) => {
                let example = self.player.dialect.example();
                Err(self.failure(FailureKind::Malformed { text, example }))
            }
            (Goal::Move, LineMeaning::Move(mv)) => {
                self.state = State::Ready;
                Ok(Step::Relay(mv))
            }
            (Goal::MovesToResult { .. }, LineMeaning::Move(mv)) => {
                wait.spent[wait.clock] += at.saturating_duration_since(wait.since);
                wait.clock = 1 - wait.clock;
                wait.since = at;
                Ok(Step::Relay(mv))
            }
            (
                Goal::Remote {
                    print,
                    turn: Turn::Ours,
                },
                LineMeaning::Move(mv),
            ) => {
                wait.spent[0] += at.saturating_duration_since(wait.since);
                wait.goal = Goal::Remote {
                    print,
                    turn: Turn::Theirs,
                };
                Ok(Step::Relay(mv))
            }
            (
                Goal::Remote {
                    turn: Turn::Theirs, ..
                }
                | Goal::RemoteMove,
                LineMeaning::Move(text),
            ) => Err(self.failure(FailureKind::OutOfTurn { text })),
            (Goal::Result, LineMeaning::Move(text)) => {
                Err(self.failure(FailureKind::UnexpectedMove { text }))
            }
            (Goal::Move | Goal::RemoteMove, LineMeaning::Result(text)) => {
                Err(self.failure(FailureKind::UnexpectedResult { text }))
            }
            (Goal::Result, LineMeaning::Result(text)) => {
                self.print(&text);
                self.state = State::Ready;
                Ok(Step::Done)
            }
            (Goal::MovesToResult { print }, LineMeaning::Result(text)) => {
                if print {
                    self.print(&text);
                }
                self.state = State::Ready;
                Ok(Step::Done)
            }
            (Goal::Remote { print, .. }, LineMeaning::Result(text)) => {
                if print {
                    self.print(&text);
                }
                self.results.push((self.line, text));
                self.state = State::Ready;
                Ok(Step::Done)
            }
        }
    }

    /// There was nothing to handle. This is a failure if the program has ended.
    fn blocked(&self) -> Result<Step, Failure> {
        match (&self.state, self.program.ending()) {
            (State::Waiting(wait), Some(ending)) => Err(self.failure(FailureKind::EndedEarly {
                ending,
                awaited: wait.goal.awaited(),
            })),
            _ => Ok(Step::Blocked),
        }
    }

    /// Closes the program's input once the other program can send no more moves.
    fn leave(&mut self, other_is_done: bool, log: &mut Log) -> Step {
        if let Some(mv) = self.inbox.pop_front() {
            self.program.send(&mv, log);
            self.given = Some(mv);
            return Step::Done;
        }
        if !other_is_done && self.program.ending().is_none() {
            return Step::Blocked;
        }
        self.program.close_input();
        self.state = State::Leaving {
            since: Instant::now(),
        };
        Step::Done
    }

    /// Returns the next move, result or malformed line. Copies the dumps before it to the output.
    fn next_line(&mut self) -> Result<Option<(Instant, LineMeaning)>, Failure> {
        while let Some((at, item)) = self.program.reader.next() {
            match item {
                Item::Dump(rows) => rows.iter().for_each(|row| self.print(row)),
                Item::UnclosedDump => return Err(self.failure(FailureKind::UnclosedDump)),
                Item::Line(meaning) => return Ok(Some((at, meaning))),
                Item::Inexact(meaning, deviation) => {
                    // A program that gets one line wrong gets all similar lines wrong: a few notes are enough.
                    if self.notes.len() < MAX_NOTES {
                        self.notes.push(Note {
                            script: self.player.path.clone(),
                            line: self.line,
                            text: deviation.text,
                            proper: deviation.proper,
                        });
                    }
                    return Ok(Some((at, meaning)));
                }
            }
        }
        Ok(None)
    }

    /// When the current time limit is reached. `None` while it is the other side's turn.
    pub(crate) fn deadline(&self) -> Option<Instant> {
        match &self.state {
            State::Leaving { since } => Some(*since + self.limits.exit),
            State::Waiting(wait) => match wait.goal {
                Goal::Move => Some(wait.since + self.limits.per_move),
                Goal::Result => Some(wait.since + self.limits.result),
                Goal::MovesToResult { .. } | Goal::Remote { turn: Turn::Ours, .. } => {
                    Some(wait.since + self.limits.per_move.min(self.time_left(wait)))
                }
                Goal::RemoteMove
                | Goal::Remote {
                    turn: Turn::Theirs, ..
                } => None,
            },
            State::Ready | State::AtEnd | State::Gone => None,
        }
    }

    fn time_left(&self, wait: &Wait) -> Duration {
        self.limits.per_game.saturating_sub(wait.spent[wait.clock])
    }

    /// Returns a failure if the current time limit is reached.
    pub(crate) fn check_limit(&self, now: Instant) -> Result<(), Failure> {
        if self.deadline().is_none_or(|deadline| now < deadline) {
            return Ok(());
        }
        let State::Waiting(wait) = &self.state else {
            return Err(self.failure(FailureKind::Hang {
                limit: self.limits.exit,
            }));
        };
        let is_for_game = !matches!(wait.goal, Goal::Move | Goal::Result);
        if is_for_game && self.time_left(wait) < self.limits.per_move {
            return Err(self.failure(FailureKind::GameTimeOut {
                limit: self.limits.per_game,
            }));
        }
        Err(self.failure(FailureKind::TimeOut {
            awaited: wait.goal.awaited(),
            limit: if wait.goal == Goal::Result {
                self.limits.result
            } else {
                self.limits.per_move
            },
            unfinished: match self.program.reader.unfinished() {
                text if text.starts_with('*') => text,
                _ => String::new(),
            },
            given: self.given.clone(),
        }))
    }

    /// Reads the output after the last step of the script: copies dumps and ignores the rest.
    pub(crate) fn collect_rest(&mut self) -> Result<(), Failure> {
        while self.next_line()?.is_some() {}
        Ok(())
    }

    /// Checks the exit code of a program that ended by itself.
    pub(crate) fn check_ending(&self) -> Result<(), Failure> {
        let expected = match self.player.exit {
            ExpectedExit::Any => return Ok(()),
            ExpectedExit::Good => 0,
            ExpectedExit::Code(code) => code,
        };
        match self.program.ending() {
            None => Ok(()),
            Some(Ending::Code(code)) if code == expected => Ok(()),
            Some(ending) => Err(self.failure(FailureKind::Exit { ending, expected })),
        }
    }

    fn print(&mut self, line: &str) {
        self.output.push_str(line);
        self.output.push('\n');
    }
}
