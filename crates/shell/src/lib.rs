//! Runs a text session on a terminal, a pipe or a file.
//!
//! The only place where Parlor's text programs read and print. On a terminal there is line editing with a
//! history that is kept between runs, and completion; piped, there are plain bytes and flushed prompts.
//! Nothing here knows a game or a command.

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

/// Whether colour may be used: the output is a terminal and `NO_COLOR` is not set to anything.
pub fn use_color() -> bool {
    use std::io::IsTerminal;
    io::stdout().is_terminal() && std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty())
}

/// Where a session's input comes from and its output goes.
pub struct Shell {
    input: Input,
    output: Box<dyn Write>,
    errors: Box<dyn Write>,
    log: Option<Box<dyn Write>>,
    interrupts: Interrupts,
    // Since when nobody can type any more, no line being wanted.
    forsaken: Option<Instant>,
}

/// How long the computer may go on playing against itself when the other end of the input is closed: the program that closed it
/// waits for the end, test programs for five seconds. The rest of the game is then played without thinking.
const LAST_GAME: Duration = Duration::from_millis(3500);
/// How often is looked whether the input is closed while the computer thinks.
const LOOK_EVERY: Duration = Duration::from_millis(50);

impl Shell {
    /// A shell that reads `input` and prints to the standard output and error.
    pub fn new(input: Input) -> Shell {
        Shell {
            input,
            output: Box::new(io::stdout()),
            errors: Box::new(io::stderr()),
            log: None,
            interrupts: Interrupts::default(),
            forsaken: None,
        }
    }

    /// Prints to this instead of the standard output.
    pub fn with_output(mut self, output: Box<dyn Write>) -> Shell {
        self.output = output;
        self
    }

    /// Prints errors to this instead of the standard error.
    pub fn with_errors(mut self, errors: Box<dyn Write>) -> Shell {
        self.errors = errors;
        self
    }

    /// Writes every command and move to this log.
    pub fn with_log(mut self, log: Box<dyn Write>) -> Shell {
        self.log = Some(log);
        self
    }

    /// Obeys Ctrl-C as the session wants it instead of dying of it. For terminals; piped programs keep the
    /// default.
    pub fn catch_interrupts(mut self) -> Shell {
        self.interrupts = Interrupts::caught();
        self
    }

    /// Runs a session to its end and returns its exit code. `think` answers requests; it must return soon
    /// after the flag it is given is set.
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
                    self.forsaken = None;
                    // A person thinks long, and what happened meanwhile comes before what they typed.
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
                    // The first Ctrl-C since the prompt makes a thinker hurry; the second takes its turn away.
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

    /// Has a request answered; at once, when the program that closed our input has waited long enough.
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
        let mut forsaken = self.forsaken;
        let thought = std::thread::scope(|scope| {
            let watcher = scope.spawn(|| {
                while !is_done.load(Ordering::SeqCst) {
                    if forsaken.is_none() && input::is_closed() {
                        forsaken = Some(Instant::now());
                    }
                    if forsaken.is_some_and(|since| since.elapsed() >= LAST_GAME) {
                        return stop.set();
                    }
                    std::thread::park_timeout(LOOK_EVERY);
                }
            });
            let thought = think(request, stop);
            is_done.store(true, Ordering::SeqCst);
            watcher.thread().unpark();
            thought
        });
        self.forsaken = forsaken;
        thought
    }

    fn carry_out<S: Session>(
        &mut self,
        session: &mut S,
        network: &mut dyn Network,
        outputs: Vec<Output>,
    ) -> io::Result<()> {
        // What an answer brings comes before what is left to do. A list, not a recursion: a session may load
        // file after file.
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
