//! The program `loa`: the command language of CS 61B for Lines of Action.
//!
//! Programs read its output, so three marks are reserved for them: `>` ends a prompt and appears nowhere else, a
//! line that begins with `*` is an AI's move or a result, and `===` encloses a dump. All other output goes through
//! [`show::without_marks`]. The session reads lines only on a person's turn or when no game is in progress. How an
//! AI chooses its moves is outside this module.

mod command;
mod remote;
mod show;
#[cfg(test)]
mod tests;

use std::time::Duration;

use parlor_core::think::Thought;
use parlor_core::{Color, Game, GameRecord, Level, MoveList, Outcome, PerColor, PlayError};
use parlor_games::{AnyGame, LoaTerms, Playable, Spec};
use parlor_loa::formats::sgf::{self, SgfGame};
use parlor_loa::{Move, Position, Rules};

use crate::remote_session::RemoteSide;
use crate::{Event, Output, RemoteSession, Session, ThinkRequest, Want};
use command::Command;

/// The move limit of a new game, for both sides together.
const DEFAULT_LIMIT: u32 = 60;

/// How the program presents itself.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Style {
    /// Whether a person is watching: the program prints a greeting, and draws the board when it has changed.
    pub chatty: bool,
    /// Whether to use colours.
    pub color: bool,
}

/// A session of `loa`.
#[derive(Clone, Debug)]
pub struct Loa {
    style: Style,
    game: GameRecord<Position>,
    // Editing restarts the record, so the number of moves made before is kept here.
    made_before_edit: PerColor<u32>,
    // A finished game stays finished even if it is edited, so this is not the record's outcome.
    ended: Option<Outcome>,
    // After `set`, a person without a legal move does not pass until the next command that continues the game.
    is_edited: bool,
    is_auto: PerColor<bool>,
    level: PerColor<Option<u8>>,
    time: Option<Duration>,
    seed: u64,
    n_games: u64,
    wants_hint: bool,
    has_quit: bool,
    // Whether the board has changed since it was last drawn.
    is_stale: bool,
    remote: RemoteSession,
    part: RemoteSide<bool>,
    // The user interrupted the wait for the remote side's move and may type one line.
    is_paused: bool,
}

impl Loa {
    /// Creates a session with the initial settings: a person plays black, the AI white. `seed` applies until a
    /// `seed` command sets another.
    pub fn new(style: Style, seed: u64) -> Loa {
        Loa {
            style,
            game: new_game(),
            made_before_edit: PerColor::default(),
            ended: None,
            is_edited: false,
            is_auto: PerColor([false, true]),
            level: PerColor::default(),
            time: None,
            seed,
            n_games: 0,
            wants_hint: false,
            has_quit: false,
            is_stale: true,
            remote: RemoteSession::new(),
            part: RemoteSide::new(Color::Black, false),
            is_paused: false,
        }
    }

    /// The current game.
    pub fn game(&self) -> &GameRecord<Position> {
        &self.game
    }

    /// The result, if the game has ended.
    pub fn result(&self) -> Option<Outcome> {
        self.ended
    }

    /// Whether an AI on this side is to move.
    fn ai_to_move(&self) -> bool {
        self.ended.is_none() && self.is_auto[self.game.turn()] && !self.is_remote_turn()
    }

    fn request(&self, is_hint: bool) -> Box<ThinkRequest> {
        let chosen = self.level[self.game.turn()].filter(|_| !is_hint);
        let spec = Spec::Loa(LoaTerms {
            rules: self.game.position().rules(),
            move_limit: self.game.move_limit(),
        });
        Box::new(ThinkRequest {
            game: AnyGame::from_record(&spec, self.game.clone()),
            level: chosen.and_then(Level::new).unwrap_or(Level::FULL),
            time: self.time,
            // Games under the same seed differ from each other, but the series of games repeats.
            seed: self
                .seed
                .wrapping_add(self.n_games.wrapping_mul(0x9e37_79b9_7f4a_7c15)),
            // A user who sets up a position or chooses a level wants the best move there.
            is_varied: !is_hint && chosen.is_none() && self.game.start() == &Position::default(),
            is_on_both_sides: !is_hint && self.is_auto.0 == [true, true] && self.remote.role().is_none(),
        })
    }

    fn run_command(&mut self, line: &str) -> Vec<Output> {
        let mut out = Vec::new();
        let command = match command::parse(line) {
            Ok(Some(command)) => command,
            Ok(None) => return out,
            Err(error) => return vec![complaint(&error.to_string())],
        };
        let is_local = matches!(
            command,
            Command::Set { .. } | Command::Limit(_) | Command::Undo | Command::Redo | Command::Load(_)
        );
        if is_local && self.remote.role().is_some() {
            out.push(complaint(
                "that is not possible in a remote game; type new to leave it",
            ));
            return out;
        }
        match command {
            Command::New => {
                self.leave(&mut out);
                self.begin(new_game());
                self.n_games += 1;
            }
            Command::Move(mv) => self.play_for_person(mv, &mut out),
            Command::Auto(color) => self.is_auto[color] = true,
            Command::Manual(color) => self.is_auto[color] = false,
            Command::Set { square, piece, next } => {
                let position = self.game.position().with_piece(square, piece).with_turn(next);
                self.made_before_edit = self.moves_made();
                self.game.edit(position);
                self.is_edited = true;
                self.is_stale = true;
            }
            Command::Dump => {
                out.push(Output::Print("===".into()));
                out.extend(self.game.position().dump_rows().map(Output::Print));
                out.push(Output::Print("===".into()));
            }
            Command::Seed(seed) => {
                self.seed = seed as u64;
                self.n_games = 0;
            }
            Command::Limit(limit) => out.extend(self.set_limit(limit).err()),
            Command::Help => out.push(Output::Print(show::HELP.into())),
            Command::Quit => self.quit(&mut out),
            Command::Undo => self.undo(&mut out),
            Command::Redo => self.redo(&mut out),
            Command::Hint if self.ended.is_some() => out.push(complaint(GAME_OVER)),
            Command::Hint => self.wants_hint = true,
            Command::Moves => self.list_moves(&mut out),
            Command::Board => {
                out.push(self.board());
                self.is_stale = false;
            }
            Command::Save(path) => {
                let names = self.is_auto.0.map(|is_auto| if is_auto { "Parlor" } else { "" });
                let record = SgfGame::from_record(&self.game, PerColor(names));
                out.push(Output::Save {
                    path: path.into(),
                    contents: record.to_string().into_bytes(),
                });
            }
            Command::Load(path) => out.push(Output::Load { path }),
            Command::Level(color, level) => self.level[color] = Some(level),
            Command::MoveTime(time) => self.time = time,
            Command::Host(id, color, is_auto) => self.host(id, RemoteSide::new(color, is_auto), &mut out),
            Command::Join(invitation, is_auto) => self.join(invitation, is_auto, &mut out),
        }
        out
    }

    fn quit(&mut self, out: &mut Vec<Output>) {
        self.leave(out);
        self.has_quit = true;
    }

    /// Starts with a new or loaded game.
    fn begin(&mut self, game: GameRecord<Position>) {
        self.game = game;
        self.made_before_edit = PerColor::default();
        self.ended = None;
        self.is_edited = false;
        self.is_stale = true;
    }

    /// The number of moves that each side has made in this game.
    fn moves_made(&self) -> PerColor<u32> {
        let mut made = self.made_before_edit;
        for (position, mv) in self.game.positions().zip(self.game.moves()) {
            if Position::counts_against_limit(mv) {
                made[position.turn()] += 1;
            }
        }
        made
    }

    fn set_limit(&mut self, limit: u32) -> Result<(), Output> {
        let PerColor([black, white]) = self.moves_made();
        if limit <= black.max(white) {
            let made = black.max(white);
            return Err(complaint(&format!(
                "a limit of {limit} is not above the {made} moves that a side has made already"
            )));
        }
        let total = limit
            .checked_mul(2)
            .ok_or_else(|| complaint("that limit is too large"))?;
        self.game
            .set_move_limit(Some(total))
            .map_err(|error| complaint(&error.to_string()))
    }

    fn play_for_person(&mut self, mv: Move, out: &mut Vec<Output>) {
        if self.ended.is_some() {
            out.push(complaint(GAME_OVER));
            return;
        }
        if self.is_remote_turn() {
            out.push(complaint(&format!("it is {}'s turn", self.game.turn())));
            return;
        }
        // A person whom `set` left without a move passes now, and the typed move is the other person's.
        if self.is_edited && !mv.is_pass() && self.game.position().is_legal(Move::PASS) {
            self.pass(out);
            self.settle(out);
            if self.ended.is_some() || self.ai_to_move() {
                return;
            }
        }
        match self.play(mv) {
            Ok(()) if mv.is_pass() => {
                out.push(say(&passing(!self.game.turn())));
            }
            Ok(()) => {}
            Err(PlayError::Over) => out.push(complaint(GAME_OVER)),
            Err(PlayError::Illegal(reason)) => out.push(complaint(&format!("illegal move {mv}: {reason}"))),
        }
    }

    fn play(&mut self, mv: Move) -> Result<(), PlayError<parlor_loa::Illegal>> {
        let before = self.remote.own().map(|_| self.game.clone());
        self.game.play(mv)?;
        if let Some(before) = before {
            // Cannot fail: the move was legal, and the other side's moves are played elsewhere.
            let _ = self.remote.play(mv, &before);
        }
        self.is_edited = false;
        self.is_stale = true;
        Ok(())
    }

    /// The move of a thought. A faulty player must not end the session, so the first legal move replaces an illegal
    /// one.
    fn move_of(&self, thought: Option<&Thought<String>>) -> Move {
        let position = self.game.position();
        let found = thought.and_then(|thought| position.read_move(&thought.best).ok());
        found
            .filter(|&mv| position.is_legal(mv))
            .or_else(|| self.legal_moves().first().copied())
            .unwrap_or(Move::PASS)
    }

    fn play_for_ai(&mut self, thought: Option<&Thought<String>>, out: &mut Vec<Output>) {
        let color = self.game.turn();
        let mv = self.move_of(thought);
        match self.play(mv) {
            Ok(()) => {
                out.push(Output::Log(format!("# {color}: {mv}")));
                out.push(Output::Print(format!("* {mv}")));
            }
            // Not even a pass is legal: `settle` will find that the game is over.
            Err(error) => out.push(complaint(&error.to_string())),
        }
    }

    /// Plays forced passes and detects the end of the game. Runs after anything that may have caused them.
    fn settle(&mut self, out: &mut Vec<Output>) {
        while self.ended.is_none() {
            if let Some(outcome) = self.game.outcome() {
                self.ended = Some(outcome);
                let result = match outcome {
                    Outcome::Win(Color::Black) => "* Black wins.",
                    Outcome::Win(Color::White) => "* White wins.",
                    Outcome::Draw => "* Tie game.",
                };
                out.push(Output::Log(format!("# {}", &result[2..])));
                out.push(Output::Print(result.into()));
                self.remote.decided();
                return;
            }
            let is_free_to_go_on = !self.is_edited || self.ai_to_move();
            if self.is_remote_turn() || !is_free_to_go_on || !self.game.position().is_legal(Move::PASS) {
                return;
            }
            self.pass(out);
        }
    }

    fn pass(&mut self, out: &mut Vec<Output>) {
        let color = self.game.turn();
        if self.play(Move::PASS).is_ok() {
            out.push(Output::Log(format!("# {color} passes")));
            out.push(say(&passing(color)));
        }
    }

    fn undo(&mut self, out: &mut Vec<Output>) {
        let mut undone = 0;
        while self.game.undo().is_some() {
            undone += 1;
            let is_stuck = self.game.position().is_legal(Move::PASS);
            if !self.is_auto[self.game.turn()] && !is_stuck {
                self.ended = None;
                self.is_stale = true;
                return;
            }
        }
        for _ in 0..undone {
            self.game.redo();
        }
        out.push(complaint(match undone {
            0 => "there is no move to take back",
            _ => "there is no move of yours to take back",
        }));
    }

    fn redo(&mut self, out: &mut Vec<Output>) {
        if self.game.redo().is_none() {
            out.push(complaint("there is no move to play again"));
            return;
        }
        let is_persons_turn = |session: &Loa| {
            !session.is_auto[session.game.turn()] && !session.game.position().is_legal(Move::PASS)
        };
        while !is_persons_turn(self) && self.game.redo().is_some() {}
        self.is_stale = true;
    }

    fn legal_moves(&self) -> MoveList<Move> {
        let mut moves = MoveList::new();
        if self.ended.is_none() {
            self.game.position().legal_moves(&mut moves);
        }
        moves.sort_by_key(Move::to_string);
        moves
    }

    fn list_moves(&self, out: &mut Vec<Output>) {
        if self.ended.is_some() {
            out.push(complaint(GAME_OVER));
            return;
        }
        let moves: Vec<String> = self.legal_moves().iter().map(Move::to_string).collect();
        for row in moves.chunks(12) {
            out.push(say(&row.join(" ")));
        }
    }

    fn loaded(&mut self, path: &str, contents: Result<Vec<u8>, String>) -> Vec<Output> {
        let read = contents.and_then(|bytes| read_game(&bytes));
        let mut game = match read {
            Ok(game) => game,
            Err(reason) => return vec![complaint(&format!("cannot load {path}: {reason}"))],
        };
        // If a loaded game is longer than the limit, the limit grows by the default until it fits.
        let mut limit = DEFAULT_LIMIT;
        while game.set_move_limit(Some(limit)).is_err() {
            limit += DEFAULT_LIMIT;
        }
        let n_moves = game.moves_made();
        self.begin(game);
        self.n_games += 1;
        let noun = if n_moves == 1 { "move" } else { "moves" };
        let mut out = vec![say(&format!("Loaded {n_moves} {noun}."))];
        if let Some(outcome) = self.game.outcome() {
            self.ended = Some(outcome);
            out.push(say(match outcome {
                Outcome::Win(Color::Black) => "That game is over: black has won.",
                Outcome::Win(Color::White) => "That game is over: white has won.",
                Outcome::Draw => "That game is over: a tie.",
            }));
        }
        out
    }

    fn interrupted(&mut self) -> Vec<Output> {
        if self.wants_hint {
            self.wants_hint = false;
            return vec![say("No hint, then.")];
        }
        if self.waits_for_network() {
            return self.stop_waiting();
        }
        if self.ai_to_move() {
            let color = self.game.turn();
            self.is_auto[color] = false;
            let command = format!("manual {color}");
            return vec![
                Output::Log(command),
                say(&format!("{} is yours now.", capitalised(color))),
            ];
        }
        vec![say("Type quit to leave.")]
    }

    fn show_hint(&mut self, thought: Option<&Thought<String>>) -> Vec<Output> {
        self.wants_hint = false;
        let mut text = format!("Hint: {}", self.move_of(thought));
        if let Some(score) = thought.map(Thought::score) {
            text.push_str(&match score.plies_to_end() {
                Some(plies) if score.is_win() => format!(", which wins in {}", count(plies)),
                Some(plies) => format!(", though it loses in {}", count(plies)),
                None => format!(" ({score})"),
            });
        }
        vec![say(&text)]
    }

    fn board(&self) -> Output {
        Output::Print(show::draw(
            self.game.position(),
            self.game.last_move(),
            self.style.color,
        ))
    }
}

impl Session for Loa {
    fn open(&mut self) -> Vec<Output> {
        let mut out = vec![Output::Log(format!("seed {}", self.seed as i64))];
        if self.style.chatty {
            out.push(say(
                "Lines of Action. You are black (b); the computer is white (w). Type help for help.",
            ));
            out.push(self.board());
            self.is_stale = false;
        }
        out
    }

    fn want(&mut self) -> Want {
        if self.has_quit {
            return Want::Exit(0);
        }
        if self.wants_hint {
            return Want::Thought(self.request(true));
        }
        if self.waits_for_network() {
            return Want::Message;
        }
        if self.ai_to_move() {
            return Want::Thought(self.request(false));
        }
        let prompt = match self.ended {
            Some(_) => "-> ".to_owned(),
            None => format!("{}> ", self.game.turn()),
        };
        Want::Line { prompt }
    }

    fn handle(&mut self, event: Event) -> Vec<Output> {
        let is_thought = matches!(event, Event::Thought(_));
        let mut out = match event {
            Event::Line(line) => {
                self.is_paused = false;
                // Logged as it was typed, valid or not: replaying the log gives the same session.
                let mut out = vec![Output::Log(line.clone())];
                out.extend(self.run_command(&line));
                out
            }
            Event::EndOfInput => {
                let mut out = Vec::new();
                self.quit(&mut out);
                out
            }
            Event::Interrupted => self.interrupted(),
            Event::Thought(thought) if self.wants_hint => self.show_hint(thought.as_ref()),
            Event::Turn => Vec::new(),
            Event::Thought(thought) => {
                let mut out = Vec::new();
                if self.ai_to_move() {
                    self.play_for_ai(thought.as_ref(), &mut out);
                }
                out
            }
            Event::Loaded { path, contents } => self.loaded(&path, contents),
            Event::Saved { path, result: Ok(()) } => vec![say(&format!("Saved {}.", path.display()))],
            Event::Saved {
                path,
                result: Err(reason),
            } => {
                vec![complaint(&format!("cannot save {}: {reason}", path.display()))]
            }
            Event::Net(event) => self.net(event),
        };
        self.settle(&mut out);
        self.forward_outputs(&mut out);
        // Show every move of an AI, and the position that the user must answer, but not the same board twice.
        let is_worth_seeing = is_thought || !self.ai_to_move();
        if self.style.chatty && self.is_stale && is_worth_seeing && !self.has_quit {
            out.push(self.board());
            self.is_stale = false;
        }
        out
    }

    fn words(&self) -> Vec<String> {
        let moves = self.legal_moves();
        let moves = moves.iter().map(Move::to_string);
        command::WORDS
            .iter()
            .map(|&word| word.to_owned())
            .chain(moves)
            .collect()
    }
}

const GAME_OVER: &str = "the game is over; type new for another";

fn new_game() -> GameRecord<Position> {
    let mut game = GameRecord::new(Position::default());
    // Cannot fail: no move has been made.
    let _ = game.set_move_limit(Some(DEFAULT_LIMIT));
    game
}

/// The first game of a file.
fn read_game(bytes: &[u8]) -> Result<GameRecord<Position>, String> {
    let first = sgf::read(bytes).into_iter().next();
    let game = first
        .ok_or("there is no game in it")?
        .map_err(|error| error.to_string())?;
    game.replay(Rules::default()).map_err(|error| error.to_string())
}

fn say(text: &str) -> Output {
    Output::Print(show::without_marks(text))
}

fn complaint(text: &str) -> Output {
    Output::Complain(show::without_marks(&format!("error: {text}")))
}

fn passing(color: Color) -> String {
    format!("{} has no legal move and passes.", capitalised(color))
}

fn capitalised(color: Color) -> &'static str {
    match color {
        Color::Black => "Black",
        Color::White => "White",
    }
}

fn count(plies: i32) -> String {
    match plies {
        1 => "1 ply".to_owned(),
        n => format!("{n} plies"),
    }
}
