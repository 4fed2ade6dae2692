//! Runs a text session on a terminal, a pipe or a file.
//!
//! This is the only place where Parlor's text programs read and print. On a terminal there is line editing with
//! completion and a persistent history; on a pipe, plain bytes and flushed prompts. Nothing here depends on a game
//! or a command.

#![allow(
    clippy::print_stdout,
    clippy::print_stderr,
    clippy::exit,
    clippy::disallowed_methods,
    reason = "the shell is where text programs read and print"
)]

mod files;
mod input;
mod interrupt;
mod program;

use std::collections::VecDeque;
use std::io::{self, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use parlor_core::think::{StopToken, Thought};
use parlor_peer::Network;
use parlor_textui::{Event, Output, Session, ThinkRequest, Want};

pub use input::{Input, history_file};
pub use interrupt::Interrupts;
pub use program::{failure, random_seed};

/// Whether to use colour: the output is a terminal and `NO_COLOR` is unset or empty.
pub fn use_color() -> bool {
    use std::io::IsTerminal;
    io::stdout().is_terminal() && std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty())
}

/// The input and output of a session.
pub struct Shell {
    input: Input,
    output: Box<dyn Write>,
    errors: Box<dyn Write>,
    log: Option<Box<dyn Write>>,
    interrupts: Interrupts,
    // Since when the input has been closed while the session wants no line.
    closed_since: Option<Instant>,
}

/// How long the computer may keep playing against itself after the other end of the input was closed. The program
/// that closed it waits for the end; test programs wait five seconds. After this time the rest of the game is
/// played without thinking.
const CLOSED_INPUT_TIME: Duration = Duration::from_millis(3500);
/// How often to check whether the input is closed while the computer thinks.
const POLL_INTERVAL: Duration = Duration::from_millis(50);

impl Shell {
    /// Creates a shell that reads `input` and prints to standard output and standard error.
    pub fn new(input: Input) -> Shell {
        Shell {
            input,
            output: Box::new(io::stdout()),
            errors: Box::new(io::stderr()),
            log: None,
            interrupts: Interrupts::default(),
            closed_since: None,
        }
    }

    /// Prints to `output` instead of standard output.
    pub fn with_output(mut self, output: Box<dyn Write>) -> Shell {
        self.output = output;
        self
    }

    /// Prints errors to `errors` instead of standard error.
    pub fn with_errors(mut self, errors: Box<dyn Write>) -> Shell {
        self.errors = errors;
        self
    }

    /// Logs every command and move to `log`.
    pub fn with_log(mut self, log: Box<dyn Write>) -> Shell {
        self.log = Some(log);
        self
    }

    /// Passes Ctrl-C to the session instead of ending the program. For terminals; piped programs keep the default.
    pub fn catch_interrupts(mut self) -> Shell {
        self.interrupts = Interrupts::caught();
        self
    }

    /// Runs a session to its end and returns its exit code. `think` answers search requests; it must return soon
    /// after its stop token is set.
    pub fn run<S: Session>(
        &mut self,
        session: &mut S,
        think: &mut dyn FnMut(&ThinkRequest, &StopToken) -> Option<Thought<String>>,
        network: &mut dyn Network,
    ) -> io::Result<u8> {
        let opening = session.open();
        self.carry_out(session, network, opening)?;
        loop {
            let event = match session.want() {
                Want::Exit(code) => {
                    self.output.flush()?;
                    return Ok(code);
                }
                Want::Line { prompt } => {
                    let event = self.input.read(&prompt, &session.words(), &mut *self.output)?;
                    self.interrupts.forget();
                    self.closed_since = None;
                    // The user may think for long, so events that happened meanwhile come before the line.
                    while let Some(event) = network.poll() {
                        let outputs = session.handle(Event::Net(event));
                        self.carry_out(session, network, outputs)?;
                    }
                    event
                }
                Want::Thought(request) => {
                    self.output.flush()?;
                    let thought = self.think(&request, think);
                    self.interrupts.thought_ended();
                    // The first Ctrl-C since the prompt stops the search; the second one ends the turn.
                    if self.interrupts.count() >= 2 {
                        self.interrupts.forget();
                        Event::Interrupted
                    } else {
                        Event::Thought(thought)
                    }
                }
                Want::Turn => {
                    if self.interrupts.count() >= 2 {
                        self.interrupts.forget();
                        Event::Interrupted
                    } else {
                        Event::Turn
                    }
                }
                Want::Message => {
                    self.output.flush()?;
                    self.interrupts.begin_wait();
                    match network.wait(&|| self.interrupts.is_fresh()) {
                        Some(event) => Event::Net(event),
                        None => {
                            self.interrupts.forget();
                            Event::Interrupted
                        }
                    }
                }
            };
            let outputs = session.handle(event);
            self.carry_out(session, network, outputs)?;
        }
    }

    /// Answers a search request. Stops the search at once if the program that closed our input has waited long
    /// enough.
    fn think(
        &mut self,
        request: &ThinkRequest,
        think: &mut dyn FnMut(&ThinkRequest, &StopToken) -> Option<Thought<String>>,
    ) -> Option<Thought<String>> {
        let stop = self.interrupts.stop();
        if !self.input.can_be_closed() {
            return think(request, stop);
        }
        let is_done = AtomicBool::new(false);
        let mut closed_since = self.closed_since;
        let thought = std::thread::scope(|scope| {
            let watcher = scope.spawn(|| {
                while !is_done.load(Ordering::SeqCst) {
                    if closed_since.is_none() && input::is_closed() {
                        closed_since = Some(Instant::now());
                    }
                    if closed_since.is_some_and(|since| since.elapsed() >= CLOSED_INPUT_TIME) {
                        return stop.set();
                    }
                    std::thread::park_timeout(POLL_INTERVAL);
                }
            });
            let thought = think(request, stop);
            is_done.store(true, Ordering::SeqCst);
            watcher.thread().unpark();
            thought
        });
        self.closed_since = closed_since;
        thought
    }

    fn carry_out<S: Session>(
        &mut self,
        session: &mut S,
        network: &mut dyn Network,
        outputs: Vec<Output>,
    ) -> io::Result<()> {
        // The outputs that follow an answer come before the remaining ones. A list instead of recursion, because a
        // session may load file after file.
        let mut pending = VecDeque::from(outputs);
        while let Some(output) = pending.pop_front() {
            let answer = match output {
                Output::Print(text) => {
                    writeln!(self.output, "{text}")?;
                    continue;
                }
                Output::Complain(text) => {
                    // Errors and ordinary output must appear in the order in which they were produced.
                    self.output.flush()?;
                    writeln!(self.errors, "{text}")?;
                    self.errors.flush()?;
                    continue;
                }
                Output::Log(line) => {
                    if let Some(log) = &mut self.log {
                        writeln!(log, "{line}")?;
                        log.flush()?;
                    }
                    continue;
                }
                Output::Net(order) => {
                    network.order(order);
                    continue;
                }
                Output::Save { path, contents } => {
                    let result = files::save(&path, &contents);
                    Event::Saved { path, result }
                }
                Output::Load { path } => {
                    let contents = files::load(&path);
                    Event::Loaded { path, contents }
                }
            };
            for further in session.handle(answer).into_iter().rev() {
                pending.push_front(further);
            }
        }
        self.output.flush()
    }
}
