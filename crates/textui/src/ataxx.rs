//! The language of the `ataxx` program.
//!
//! The program has three modes (where the opponent's moves come from) and the game three states; each command
//! is valid in the states that [`command`] gives it. Moves come from a person, from a thinker or from another
//! program: one question ([`Ataxx::source`]) decides what the session waits for, and everything that makes a
//! move ends in the same place.

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

/// How strong an opponent the program begins with, of [`Config::levels`].
const FIRST_LEVEL: u8 = 10;

/// What a program is given when it begins.
#[derive(Clone, Debug)]
pub struct Config {
    /// The names of the thinker's levels, the weakest first.
    pub levels: Vec<&'static str>,
    /// After how many jumps a game ends.
    pub rules: Rules,
    /// Where the choices of the computer begin until the person gives a seed.
    pub seed: i64,
    /// Whether prompts stand on lines of their own. Where nobody's typing is echoed, what follows a prompt
    /// would otherwise stand on its line, and dumps and results have theirs to themselves.
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
    /// Here: the opponent is the computer.
    Local,
    /// Elsewhere, and this program is in charge of the game.
    Host,
    /// Elsewhere, and the other program is in charge.
    Client,
}

/// Where the moves of a side come from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Source {
    Person,
    Computer,
    Remote,
}

/// What else the session is in the middle of.
#[derive(Clone, PartialEq, Eq, Debug)]
enum PendingTask {
    None,
    /// A thought for the person, not for the game.
    Hint,
    /// A file of commands, to be read on.
    Loading,
    /// A game or position, to be taken up.
    Opening,
    Saving,
}

/// A session of the `ataxx` program.
pub struct Ataxx {
    config: Config,
    record: GameRecord<Position>,
    /// The moves of the record as they were typed: of an extend, the origin is only here.
    texts: Vec<String>,
    state: State,
    remote: RemoteSession,
    /// The colour of the Player: of the person at this program, or the computer in their place.
    color: Color,
    /// Who moves for the Player; in local mode also who moves for the Opponent.
    player: Source,
    opponent: Source,
    level: u8,
    time: Option<Duration>,
    seed: i64,
    /// How many games were started since the seed was given.
    n_games: u64,
    /// How many moves were made in set-up.
    n_set_up: usize,
    errand: PendingTask,
    /// The person interrupted the wait for the remote side's move and may type one line.
    paused: bool,
    /// The partner left before the start, since the last line.
    is_forsaken: bool,
    done: bool,
    loaded: Loaded,
    /// Where the line stands that is being obeyed, unless it was typed.
    place: Option<String>,
    outputs: Vec<Output>,
}

impl Ataxx {
    /// A session that has not started: local mode, set-up, the person plays red.
    pub fn new(config: Config) -> Ataxx {
        let rules = config.rules;
        Ataxx {
            level: FIRST_LEVEL.min(config.levels.len().max(1) as u8),
            seed: config.seed,
            config,
            record: usual_start(rules),
            texts: Vec::new(),
            state: State::SetUp,
            remote: RemoteSession::new(),
            color: Color::Black,
            player: Source::Person,
            opponent: Source::Computer,
            time: None,
            n_games: 0,
            n_set_up: 0,
            errand: PendingTask::None,
            paused: false,
            is_forsaken: false,
            done: false,
            loaded: Loaded::default(),
            place: None,
            outputs: Vec::new(),
        }
    }

    /// The game as it stands.
    pub fn record(&self) -> &GameRecord<Position> {
        &self.record
    }

    fn say(&mut self, text: impl Into<String>) {
        self.outputs.push(Output::Print(text.into()));
    }

    fn complain(&mut self, text: impl std::fmt::Display) {
        let error = match &self.place {
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

    /// Where the moves of a side come from.
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
        let is_forsaken = std::mem::take(&mut self.is_forsaken);
        match Command::parse(line) {
            Ok(None) => {}
            // It was typed for a partner who is gone, not for the computer in their place.
            Ok(Some(Command::Start)) if is_forsaken => {
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
                    "{word} is valid only while a game is set up, and {state}; clear begins anew"
                ));
            }
            _ => self.complain(format!("{word} is not valid, since {state}; clear begins anew")),
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
                self.pass_on();
            }
            Command::Join(invitation) => {
                self.remote.join(invitation);
                self.pass_on();
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
                None => self.errand = PendingTask::Hint,
            },
            Command::Undo => self.undo(),
            Command::Level(wanted) => self.set_level(wanted),
            Command::MoveTime(wanted) => self.set_time(wanted),
            Command::Load(path) => match self.loaded.admit(&path) {
                Ok(()) => {
                    self.errand = PendingTask::Loading;
                    self.outputs.push(Output::Load { path });
                }
                Err(error) => self.complain(error),
            },
            Command::Save(path) => self.save(path),
            Command::Open(path) => {
                self.errand = PendingTask::Opening;
                self.outputs.push(Output::Load { path });
            }
        }
    }

    /// Gives up a game that is on, which resigns it, and any connection.
    fn abandon(&mut self) {
        if self.state == State::Playing {
            self.say(format!("{} forfeits.", show::title(self.color)));
        }
        self.part();
    }

    /// Back to the beginning; what the person said about the computer's strength stays.
    fn reset(&mut self) {
        self.record = usual_start(self.config.rules);
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
            self.pass_on();
        }
        self.begin();
    }

    /// Set-up is over: the game is on, or the set-up has already decided it.
    fn begin(&mut self) {
        self.state = State::Playing;
        self.n_set_up = self.record.len();
        self.n_games += 1;
        self.after_move();
    }

    /// What follows a move, or the start: the end of the game, or the board for the person who types next.
    fn after_move(&mut self) {
        match self.record.outcome() {
            Some(outcome) => {
                self.state = State::Finished;
                self.show_board();
                self.say(show::result(outcome));
                self.remote.decided();
                self.pass_on();
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
            // That the game is over comes before whose piece it is.
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

    /// Makes a legal move of this program's side, or one of set-up.
    fn make_move(&mut self, mv: Move, text: &str) {
        if self.state == State::Playing && self.mode() != Mode::Local {
            if let Err(error) = self.remote.play_as(mv, text, &self.record) {
                return self.complain(error);
            }
            self.pass_on();
        }
        if let Err(error) = self.play(mv, text) {
            return self.complain(error);
        }
        if self.state == State::Playing {
            self.after_move();
        }
    }

    /// Records a move and how it was written.
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
            // A player should not do that; the game goes on with a move that is certainly legal.
            None => match first_move(&position) {
                Some(mv) => mv,
                None => return,
            },
        };
        let text = Cs61bNotation.format(&position, best);
        if self.errand == PendingTask::Hint {
            self.errand = PendingTask::None;
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

    /// Reports a move that nobody here typed.
    fn announce(&mut self, color: Color, mv: Move, text: &str) {
        let color = show::title(color);
        if mv.is_pass() {
            self.say(format!("{color} skips: it has no legal move."));
        } else {
            self.say(format!("{color} moves {text}"));
        }
    }

    fn interrupted(&mut self) {
        if self.errand == PendingTask::Hint {
            self.errand = PendingTask::None;
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
            // What the other side still has to say changes nothing any more.
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
        if self.errand == PendingTask::Hint {
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
                self.errand = PendingTask::None;
                self.file_written(&path.to_string_lossy(), result);
            }
            Event::Net(event) => self.net(event),
        }
        // The lines of loaded files stand in for typed ones, so they are taken when those would be.
        while self.errand == PendingTask::None && matches!(self.want(), Want::Line { .. }) {
            match self.loaded.next_line() {
                Some(line) => {
                    self.place = Some(line.place);
                    self.line(&line.text);
                    self.place = None;
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

fn usual_start(rules: Rules) -> GameRecord<Position> {
    GameRecord::new(Position::start(rules))
}

fn first_move(position: &Position) -> Option<Move> {
    let mut moves = MoveList::new();
    position.legal_moves(&mut moves);
    moves.first().copied()
}
