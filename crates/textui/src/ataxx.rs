//! The command language of the `ataxx` program.
//!
//! The program has three modes (where the opponent's moves come from), and a game has three states. [`command`]
//! defines the states in which each command is valid. Moves come from the user, from the engine or from another
//! program: [`Ataxx::source`] decides what the session waits for, and every move ends in [`Ataxx::play`].

mod command;
mod controls;
mod files;
mod input;
mod remote;
mod show;

use std::time::Duration;

use parlor_ataxx::{Cs61bNotation, Move, Position, Rules, color_name};
use parlor_core::random::split_mix;
use parlor_core::think::Thought;
use parlor_core::{Color, Game, GameRecord, Level, MoveList, Notation, PlayError, Score};
use parlor_games::{AnyGame, AtaxxTerms, Playable, Spec};
use parlor_peer::Role;

use crate::remote_session::RemoteSession;
use crate::{Event, NetEvent, Output, Session, ThinkRequest, Want};
use command::{Command, Validity};
use input::Loaded;

/// The level that the program starts with, an index from 1 into [`Config::levels`].
const FIRST_LEVEL: u8 = 10;

/// The configuration of a session.
#[derive(Clone, Debug)]
pub struct Config {
    /// The names of the engine's levels, weakest first.
    pub levels: Vec<&'static str>,
    /// The rules: after how many jumps in a row a game ends.
    pub rules: Rules,
    /// The seed of the computer's choices until the user sets one.
    pub seed: i64,
    /// Whether to end prompts with a newline. When input is not echoed, the next output would otherwise follow the
    /// prompt on the same line; dumps and results must have lines of their own.
    pub prompt_lines: bool,
}

/// The state of the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum State {
    SetUp,
    Playing,
    Finished,
}

/// Where the opponent is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Mode {
    /// Local: the opponent is the computer.
    Local,
    /// Remote, and this program hosts the game.
    Host,
    /// Remote, and the other program hosts the game.
    Client,
}

/// Where the moves of a side come from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Source {
    Person,
    Computer,
    Remote,
}

/// The operation whose answer the session is waiting for.
#[derive(Clone, PartialEq, Eq, Debug)]
enum PendingTask {
    None,
    /// A search whose result is shown to the user, not played.
    Hint,
    /// Reading a file of commands.
    Loading,
    /// Reading a game or position to continue from.
    Opening,
    Saving,
}

/// A session of the `ataxx` program.
pub struct Ataxx {
    config: Config,
    record: GameRecord<Position>,
    /// The moves of the record as typed. Only this text has the origin of an extend.
    texts: Vec<String>,
    state: State,
    remote: RemoteSession,
    /// The colour of the Player: the user of this program, or the computer playing for them.
    color: Color,
    /// Who moves for the Player. `opponent` is the same for the Opponent and counts only in local mode.
    player: Source,
    opponent: Source,
    level: u8,
    time: Option<Duration>,
    seed: i64,
    /// The number of games started since the seed was set.
    n_games: u64,
    /// The number of moves made during set-up.
    n_set_up: usize,
    pending: PendingTask,
    /// The user interrupted the wait for the remote side's move and may type one line.
    paused: bool,
    /// The partner left before the start of the game and after the last line of input.
    partner_left: bool,
    done: bool,
    loaded: Loaded,
    /// The file and line number of the current command, if it was not typed.
    location: Option<String>,
    outputs: Vec<Output>,
}

impl Ataxx {
    /// Creates a session that has not started: local mode, set-up, the user plays red.
    pub fn new(config: Config) -> Ataxx {
        let rules = config.rules;
        Ataxx {
            level: FIRST_LEVEL.min(config.levels.len().max(1) as u8),
            seed: config.seed,
            config,
            record: initial_record(rules),
            texts: Vec::new(),
            state: State::SetUp,
            remote: RemoteSession::new(),
            color: Color::Black,
            player: Source::Person,
            opponent: Source::Computer,
            time: None,
            n_games: 0,
            n_set_up: 0,
            pending: PendingTask::None,
            paused: false,
            partner_left: false,
            done: false,
            loaded: Loaded::default(),
            location: None,
            outputs: Vec::new(),
        }
    }

    /// The current game.
    pub fn record(&self) -> &GameRecord<Position> {
        &self.record
    }

    fn say(&mut self, text: impl Into<String>) {
        self.outputs.push(Output::Print(text.into()));
    }

    fn complain(&mut self, text: impl std::fmt::Display) {
        let error = match &self.location {
            Some(place) => format!("error: {place}: {text}"),
            None => format!("error: {text}"),
        };
        self.outputs.push(Output::Complain(error));
    }

    fn mode(&self) -> Mode {
        match self.remote.role() {
            None => Mode::Local,
            Some(Role::Host) => Mode::Host,
            Some(Role::Client) => Mode::Client,
        }
    }

    /// Returns where the moves of a side come from.
    fn source(&self, color: Color) -> Source {
        match self.mode() {
            _ if color == self.color => self.player,
            Mode::Local => self.opponent,
            Mode::Host | Mode::Client => Source::Remote,
        }
    }

    fn prompt(&self) -> String {
        let turn = color_name(self.record.turn());
        let prompt = match (self.state, self.mode()) {
            (State::SetUp, Mode::Host) => "host set-up>".to_owned(),
            (State::SetUp, _) => "set-up>".to_owned(),
            (State::Playing, _) if self.paused => format!("waiting for {turn}>"),
            (State::Playing, _) => format!("{turn}>"),
            (State::Finished, _) => "finished>".to_owned(),
        };
        let end = if self.config.prompt_lines { '\n' } else { ' ' };
        format!("{prompt}{end}")
    }

    fn request(&self) -> Box<ThinkRequest> {
        let mut state = (self.seed as u64)
            .wrapping_add(self.n_games.wrapping_mul(0x9e37_79b9_7f4a_7c15))
            .wrapping_add(self.record.turn().index() as u64);
        let spec = Spec::Ataxx(AtaxxTerms {
            rules: self.record.position().rules(),
            ..AtaxxTerms::default()
        });
        Box::new(ThinkRequest {
            game: AnyGame::from_record(&spec, self.record.clone()),
            level: Level::new(self.level).unwrap_or(Level::FULL),
            time: self.time,
            seed: split_mix(&mut state),
            is_varied: true,
            is_on_both_sides: Color::ALL
                .into_iter()
                .all(|color| self.source(color) == Source::Computer),
        })
    }

    fn line(&mut self, line: &str) {
        self.paused = false;
        let partner_left = std::mem::take(&mut self.partner_left);
        match Command::parse(line) {
            Ok(None) => {}
            // The user typed it for a partner who has left, and does not expect to play the computer.
            Ok(Some(Command::Start)) if partner_left => {
                self.complain("nothing was started; start again to play against the computer");
            }
            Ok(Some(command)) => {
                let (word, validity) = command.rule();
                if validity.allows(self.state) {
                    self.execute(command);
                } else {
                    self.refuse(word, validity);
                }
            }
            Err(error) => self.complain(error),
        }
    }

    fn refuse(&mut self, word: &str, validity: Validity) {
        let state = match self.state {
            State::SetUp => "the game is being set up",
            State::Playing => "a game is on",
            State::Finished => "the game is over",
        };
        match validity {
            Validity::SetUp => {
                self.complain(format!(
                    "{word} is valid only while a game is set up, and {state}; clear starts a new game"
                ));
            }
            _ => self.complain(format!(
                "{word} is not valid, since {state}; clear starts a new game"
            )),
        }
    }

    fn execute(&mut self, command: Command) {
        match command {
            Command::Clear => {
                self.abandon();
                self.reset();
            }
            Command::Quit => {
                self.abandon();
                self.done = true;
            }
            Command::Start => self.start(),
            Command::Color(color) => self.color = color,
            Command::Auto => self.player = Source::Computer,
            Command::Blocks(pattern) => self.place_blocks(pattern),
            Command::Seed(seed) => {
                self.seed = seed;
                self.n_games = 0;
            }
            Command::Host(id) => {
                self.remote.host(id);
                self.forward_outputs();
            }
            Command::Join(invitation) => {
                self.remote.join(invitation);
                self.forward_outputs();
            }
            Command::Move(text) => self.typed_move(&text),
            Command::Help => self.say(show::help()),
            Command::Dump => {
                let rows = self.record.position().dump_rows();
                self.say(format!("===\n{rows}==="));
            }
            Command::Board => self.show_board(),
            Command::Fen => self.say(self.record.position().fen()),
            Command::Moves => match self.record.outcome() {
                Some(_) => self.complain("there are no moves: the position is decided"),
                None => self.say(show::moves(self.record.position())),
            },
            Command::Hint => match self.record.outcome() {
                Some(_) => self.complain("there is nothing to play: the position is decided"),
                None => self.pending = PendingTask::Hint,
            },
            Command::Undo => self.undo(),
            Command::Level(wanted) => self.set_level(wanted),
            Command::MoveTime(wanted) => self.set_time(wanted),
            Command::Load(path) => match self.loaded.admit(&path) {
                Ok(()) => {
                    self.pending = PendingTask::Loading;
                    self.outputs.push(Output::Load { path });
                }
                Err(error) => self.complain(error),
            },
            Command::Save(path) => self.save(path),
            Command::Open(path) => {
                self.pending = PendingTask::Opening;
                self.outputs.push(Output::Load { path });
            }
        }
    }

    /// Resigns the game in progress and closes any connection.
    fn abandon(&mut self) {
        if self.state == State::Playing {
            self.say(format!("{} forfeits.", show::title(self.color)));
        }
        self.disconnect();
    }

    /// Returns to the initial state. Settings of the computer's strength stay.
    fn reset(&mut self) {
        self.record = initial_record(self.config.rules);
        self.texts.clear();
        self.state = State::SetUp;
        self.color = Color::Black;
        self.player = Source::Person;
        self.opponent = Source::Computer;
        self.n_set_up = 0;
    }

    fn start(&mut self) {
        if self.mode() == Mode::Host {
            let Some(blocks) = files::remote_start(&self.record) else {
                return self.complain("a position that was opened cannot be sent to the other side");
            };
            let blocks = blocks.to_string();
            let blocks = Some(blocks.as_str()).filter(|config| !config.is_empty());
            if let Err(error) = self
                .remote
                .start_as(self.color, blocks, &self.record, &self.texts)
            {
                return self.complain(error);
            }
            self.forward_outputs();
        }
        self.begin();
    }

    /// Ends set-up. The game begins, unless the position is already decided.
    fn begin(&mut self) {
        self.state = State::Playing;
        self.n_set_up = self.record.len();
        self.n_games += 1;
        self.after_move();
    }

    /// Runs after each move and after the start: reports the end of the game, or shows the board to the user who
    /// moves next.
    fn after_move(&mut self) {
        match self.record.outcome() {
            Some(outcome) => {
                self.state = State::Finished;
                self.show_board();
                self.say(show::result(outcome));
                self.remote.decided();
                self.forward_outputs();
            }
            None if self.source(self.record.turn()) == Source::Person => self.show_board(),
            None => {}
        }
    }

    fn show_board(&mut self) {
        self.say(show::board(self.record.position()));
    }

    fn typed_move(&mut self, text: &str) {
        let position = self.record.position();
        let mv = match Cs61bNotation.parse(position, text) {
            Ok(mv) => mv,
            // A decided position is a better explanation than why this move is illegal.
            Err(_) if self.record.outcome().is_some() => {
                return self.complain("the position is decided: no further move is possible");
            }
            Err(error) => return self.complain(error),
        };
        if self.state == State::Playing && self.source(self.record.turn()) != Source::Person {
            let error = format!("it is the turn of {}", color_name(self.record.turn()));
            return self.complain(error);
        }
        match self.record.position().check(mv) {
            Ok(()) => self.make_move(mv, text),
            Err(parlor_ataxx::Illegal::Over) => {
                self.complain("the position is decided: no further move is possible");
            }
            Err(error) => self.complain(error),
        }
    }

    /// Makes a legal move for this program's side, or during set-up.
    fn make_move(&mut self, mv: Move, text: &str) {
        if self.state == State::Playing && self.mode() != Mode::Local {
            if let Err(error) = self.remote.play_as(mv, text, &self.record) {
                return self.complain(error);
            }
            self.forward_outputs();
        }
        if let Err(error) = self.play(mv, text) {
            return self.complain(error);
        }
        if self.state == State::Playing {
            self.after_move();
        }
    }

    /// Records a move and its text.
    fn play(&mut self, mv: Move, text: &str) -> Result<(), PlayError<parlor_ataxx::Illegal>> {
        self.record.play(mv)?;
        self.texts.truncate(self.record.len() - 1);
        self.texts.push(text.to_owned());
        Ok(())
    }

    fn thought(&mut self, thought: Option<Thought<String>>) {
        let position = *self.record.position();
        let found = thought
            .as_ref()
            .and_then(|thought| position.read_move(&thought.best).ok());
        let best = match found.filter(|&mv| position.is_legal(mv)) {
            Some(best) => best,
            // The engine returned no legal move, which is a bug. Continue with any legal move.
            None => match first_move(&position) {
                Some(mv) => mv,
                None => return,
            },
        };
        let text = Cs61bNotation.format(&position, best);
        if self.pending == PendingTask::Hint {
            self.pending = PendingTask::None;
            return self.say(format!(
                "Hint: {text} ({} for {})",
                thought.map_or(Score::DRAW, |thought| thought.score()),
                color_name(position.turn())
            ));
        }
        if self.state == State::Playing && self.source(position.turn()) == Source::Computer {
            self.announce(position.turn(), best, &text);
            self.make_move(best, &text);
        }
    }

    /// Reports a move that the user did not type.
    fn announce(&mut self, color: Color, mv: Move, text: &str) {
        let color = show::title(color);
        if mv.is_pass() {
            self.say(format!("{color} skips: it has no legal move."));
        } else {
            self.say(format!("{color} moves {text}"));
        }
    }

    fn interrupted(&mut self) {
        if self.pending == PendingTask::Hint {
            self.pending = PendingTask::None;
            return self.say("No hint.");
        }
        if self.remote.is_connecting() || (self.state, self.mode()) == (State::SetUp, Mode::Client) {
            return self.stop_waiting();
        }
        let turn = self.record.turn();
        match (self.state, self.source(turn)) {
            (State::Playing, Source::Remote) if !self.paused => {
                self.paused = true;
                let other = show::title(turn);
                self.say(format!(
                    "It is {other}'s turn. Press Enter to go on waiting; clear or quit resigns."
                ));
            }
            (State::Playing, Source::Computer) => {
                if turn == self.color {
                    self.player = Source::Person;
                } else {
                    self.opponent = Source::Person;
                }
                self.say(format!("{} is yours to play now.", show::title(turn)));
                self.show_board();
            }
            // Nothing that the other side may still send matters now.
            (State::Finished, _) if self.remote.waits_for_stop() => {
                self.net(NetEvent::Lost("interrupted".to_owned()));
            }
            _ => self.say("Type quit to leave the program."),
        }
    }
}

impl Session for Ataxx {
    fn open(&mut self) -> Vec<Output> {
        vec![Output::Print(
            "Ataxx. You play red unless you say otherwise; start begins a game, help lists the commands."
                .to_owned(),
        )]
    }

    fn want(&mut self) -> Want {
        let line = Want::Line {
            prompt: self.prompt(),
        };
        if self.done {
            return Want::Exit(0);
        }
        if self.remote.is_connecting() {
            return Want::Message;
        }
        if self.pending == PendingTask::Hint {
            return Want::Thought(self.request());
        }
        match (self.state, self.mode()) {
            (State::SetUp, Mode::Client) => Want::Message,
            (State::Finished, _) if self.remote.waits_for_stop() => Want::Message,
            (State::Playing, _) => match self.source(self.record.turn()) {
                Source::Computer => Want::Thought(self.request()),
                Source::Remote if !self.paused => Want::Message,
                _ => line,
            },
            _ => line,
        }
    }

    fn handle(&mut self, event: Event) -> Vec<Output> {
        match event {
            Event::Line(line) => self.line(&line),
            Event::EndOfInput => self.execute(Command::Quit),
            Event::Interrupted => self.interrupted(),
            Event::Thought(thought) => self.thought(thought),
            Event::Turn => {}
            Event::Loaded { path, contents } => self.file_read(&path, contents),
            Event::Saved { path, result } => {
                self.pending = PendingTask::None;
                self.file_written(&path.to_string_lossy(), result);
            }
            Event::Net(event) => self.net(event),
        }
        // Lines of loaded files replace typed lines, so they are read when the session would read one.
        while self.pending == PendingTask::None && matches!(self.want(), Want::Line { .. }) {
            match self.loaded.next_line() {
                Some(line) => {
                    self.location = Some(line.location);
                    self.line(&line.text);
                    self.location = None;
                }
                None => break,
            }
        }
        std::mem::take(&mut self.outputs)
    }

    fn words(&self) -> Vec<String> {
        let mut words: Vec<String> = Command::HELP
            .iter()
            .map(|(word, ..)| (*word).to_owned())
            .filter(|word| !word.contains('-'))
            .chain(["red", "blue"].map(str::to_owned))
            .collect();
        if self.record.outcome().is_none() {
            let moves = show::moves(self.record.position());
            words.extend(moves.split_whitespace().map(str::to_owned));
        }
        words
    }
}

fn initial_record(rules: Rules) -> GameRecord<Position> {
    GameRecord::new(Position::start(rules))
}

fn first_move(position: &Position) -> Option<Move> {
    let mut moves = MoveList::new();
    position.legal_moves(&mut moves);
    moves.first().copied()
}
