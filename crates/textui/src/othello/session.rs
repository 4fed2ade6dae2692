//! The session: the current game and the players of both sides.

use std::collections::{BTreeSet, VecDeque};
use std::path::PathBuf;
use std::time::Duration;

use parlor_core::random::split_mix;
use parlor_core::think::Thought;
use parlor_core::{Color, Game, GameRecord, Level, MoveList, PerColor, PlayError, PositionText};
use parlor_games::{AnyGame, OthelloTerms, Playable, Spec};
use parlor_othello::{GridBoard, GridMove, Illegal, Place, Position, Rules, Size};

use super::command::Command;
use super::drawing::{self, TerminalStyle};
use super::files::SavedGame;
use super::messages;
use super::player::{DEFAULT_LEVEL, Player};
use super::squares::SquareNames;
use super::storage::Awaited;
use super::strategy::Strategy;
use crate::remote_session::RemoteSide;
use crate::{Event, Output, RemoteSession, Session, ThinkRequest, Want};

/// The settings of a new session.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Settings {
    /// Who plays each side.
    pub players: PerColor<Player>,
    /// What happens to a side that cannot move.
    pub rules: Rules,
    /// The size of the board.
    pub size: Size,
    /// How squares are named.
    pub names: SquareNames,
    /// The seed of all random choices: the same seed and the same input give the same session.
    pub seed: u64,
    /// A time limit for the engine's moves, in addition to its level's node budget.
    pub move_time: Option<Duration>,
    /// A file that is rewritten with the games of the session after every move.
    pub transcript: Option<PathBuf>,
    /// What the terminal can show.
    pub look: TerminalStyle,
}

/// The computer plays Black and moves first, a person plays White; 8×8, the pass rule, squares like F6.
impl Default for Settings {
    fn default() -> Settings {
        Settings {
            players: PerColor([Player::Engine(DEFAULT_LEVEL), Player::Human]),
            rules: Rules::Pass,
            size: Size::STANDARD,
            names: SquareNames::default(),
            seed: 0,
            move_time: None,
            transcript: None,
            look: TerminalStyle::default(),
        }
    }
}

/// A session of the `othello` program.
#[derive(Debug)]
pub struct Othello {
    pub(super) settings: Settings,
    pub(super) record: GameRecord<GridBoard>,
    pub(super) resigned: Option<Color>,
    // The number of games started, so that each has its own seed.
    games: u64,
    pub(super) earlier: Vec<SavedGame>,
    asks_hint: bool,
    interrupted_at_prompt: bool,
    has_ended: bool,
    pub(super) transcript_failed: bool,
    // The requests whose answers are outstanding, in the order in which they will arrive.
    pub(super) awaited: VecDeque<Awaited>,
    pub(super) remote: RemoteSession,
    pub(super) part: RemoteSide<Player>,
    // The user interrupted the wait for the remote side's move and may type one line.
    pub(super) is_paused: bool,
}

impl Othello {
    /// Creates a session that has not started.
    pub fn new(settings: Settings) -> Othello {
        Othello {
            record: GameRecord::new(GridBoard::start(settings.size, settings.rules)),
            settings,
            resigned: None,
            games: 0,
            earlier: Vec::new(),
            asks_hint: false,
            interrupted_at_prompt: false,
            has_ended: false,
            transcript_failed: false,
            awaited: VecDeque::new(),
            remote: RemoteSession::new(),
            part: RemoteSide::new(Color::Black, false),
            is_paused: false,
        }
    }

    /// The current game.
    pub fn game(&self) -> &GameRecord<GridBoard> {
        &self.record
    }

    /// The current players of each side.
    pub fn players(&self) -> PerColor<Player> {
        self.settings.players
    }

    /// Whether the game is over, on the board or by resignation.
    pub fn is_over(&self) -> bool {
        self.resigned.is_some() || self.record.outcome().is_some()
    }

    pub(super) fn board(&self) -> &GridBoard {
        self.record.position()
    }

    pub(super) fn to_move(&self) -> Player {
        self.settings.players[self.record.turn()]
    }

    fn request(&self, level: Level, is_varied: bool) -> Box<ThinkRequest> {
        Box::new(ThinkRequest {
            game: any_game(&self.record),
            level,
            seed: self.seed_of_game(),
            time: self.settings.move_time,
            is_varied,
            is_on_both_sides: !self
                .settings
                .players
                .0
                .iter()
                .any(|player| matches!(player, Player::Human | Player::Remote)),
        })
    }

    /// The seed of the current game.
    fn seed_of_game(&self) -> u64 {
        let mut state = self.settings.seed ^ self.games;
        split_mix(&mut state)
    }

    fn drawn(&self, legal: &BTreeSet<Place>) -> Output {
        let moves = self.record.moves().rev();
        let last = moves.filter_map(|mv| self.board().place_of(mv)).next();
        let Settings { names, look, .. } = self.settings;
        // An empty line sets the board off from what follows.
        Output::Print(drawing::draw(self.board(), names, look, last, legal) + "\n")
    }

    pub(super) fn drawn_plain(&self) -> Output {
        self.drawn(&BTreeSet::new())
    }

    pub(super) fn name(&self, mv: GridMove) -> String {
        self.settings.names.format(self.board(), mv)
    }

    /// The legal moves except a pass.
    fn disc_moves(board: &GridBoard) -> Vec<GridMove> {
        let mut moves = MoveList::new();
        board.legal_moves(&mut moves);
        moves.iter().copied().filter(|&mv| mv != board.pass()).collect()
    }

    /// Whether a person has a choice to make in this position.
    fn asks_a_person(&self, board: &GridBoard) -> bool {
        self.settings.players[board.turn()].is_human() && !Othello::disc_moves(board).is_empty()
    }

    /// Plays forced passes without asking, and reports the result if the game has ended.
    pub(super) fn settle(&mut self, out: &mut Vec<Output>) {
        // The other program announces its passes itself.
        while !self.is_over() && !self.is_remote_turn() && Othello::disc_moves(self.board()).is_empty() {
            out.push(Output::Print(messages::pass(
                self.record.turn(),
                &self.settings.players,
            )));
            if self.play(GridMove::PASS).is_err() {
                break;
            }
        }
        if let Some(loser) = self.resigned {
            out.push(Output::Print(messages::resignation(self.board(), loser)));
        } else if let Some(outcome) = self.record.outcome() {
            out.push(Output::Print(messages::result(self.board(), outcome)));
            self.remote.decided();
        }
        self.write_transcript(out);
    }

    /// Plays a move of our side, and sends it in a remote game.
    fn play(&mut self, mv: GridMove) -> Result<(), PlayError<Illegal>> {
        let before = self.remote.own().map(|_| self.record.clone());
        self.record.play(mv)?;
        if let Some(before) = before {
            // Cannot fail: the move was legal, and the other side's moves are played elsewhere.
            let _ = self.remote.play(mv, &before);
        }
        Ok(())
    }

    /// Replaces the current game by a new one.
    pub(super) fn replace_with_new_game(&mut self) {
        let Settings { size, rules, .. } = self.settings;
        self.replace(GameRecord::new(GridBoard::start(size, rules)), None);
    }

    /// Replaces the current game, and keeps the old one for the transcript.
    pub(super) fn replace(&mut self, record: GameRecord<GridBoard>, resigned: Option<Color>) {
        let before = self.saved_game();
        if before.is_begun() && self.settings.transcript.is_some() {
            self.earlier.push(before);
        }
        // The players from before a remote game play the next one.
        self.part.give_back(&mut self.settings.players);
        self.games += 1;
        self.record = record;
        self.resigned = resigned;
    }

    fn line(&mut self, line: &str, out: &mut Vec<Output>) {
        match Command::parse(line) {
            Err(error) => out.push(Output::Complain(messages::sentence(&error))),
            Ok(command) => self.command(command, out),
        }
    }

    fn command(&mut self, command: Command, out: &mut Vec<Output>) {
        match command {
            Command::Undo | Command::Redo | Command::Load(_) if self.remote.role().is_some() => {
                let what = "That is not possible in a remote game; new leaves it.";
                out.push(Output::Complain(what.to_owned()));
            }
            Command::Help => out.push(Output::Print(self.help())),
            Command::Board => out.push(self.drawn_plain()),
            Command::Score => out.push(Output::Print(messages::counts(self.board()))),
            Command::Quit => self.quit(out),
            Command::New => {
                self.leave(out);
                self.replace_with_new_game();
                out.push(self.drawn_plain());
                self.settle(out);
            }
            Command::Host(id, color, is_auto) => self.host(id, color, is_auto, out),
            Command::Join(invitation, is_auto) => self.join(invitation, is_auto, out),
            Command::Save(path) => self.save(path.into(), out),
            Command::Load(source) => {
                let path = source.path.clone();
                self.awaited.push_back(Awaited::Game(source));
                out.push(Output::Load { path });
            }
            Command::Switch(color, _) if self.settings.players[color] == Player::Remote => {
                out.push(Output::Complain(format!(
                    "{} is played by the other side; new leaves this game.",
                    messages::side(color)
                )));
            }
            Command::Switch(color, player) => {
                self.settings.players[color] = player;
                out.push(Output::Print(format!(
                    "{} is now {player}.",
                    messages::side(color)
                )));
            }
            Command::Undo => self.undo(out),
            Command::Redo => self.redo(out),
            Command::Hint | Command::Moves | Command::Resign | Command::Move(_) if self.is_over() => {
                let what = match self.remote.role() {
                    Some(_) => "The game is over: new begins another, quit leaves.",
                    None => "The game is over: new begins another, undo goes back, quit leaves.",
                };
                out.push(Output::Complain(what.to_owned()));
            }
            Command::Hint => self.asks_hint = true,
            Command::Moves => self.moves(out),
            Command::Resign => {
                self.resigned = Some(self.remote.own().unwrap_or(self.record.turn()));
                self.remote.resign(&self.record);
                self.settle(out);
            }
            Command::Move(_) if self.is_remote_turn() => {
                out.push(Output::Complain(format!("It is {}'s turn.", self.record.turn())));
            }
            Command::Move(text) => self.typed_move(&text, out),
        }
    }

    fn help(&self) -> String {
        let expected = self.settings.names.expected(self.board().size());
        let mut text = format!("A move is {expected}. Or type:\n");
        for (word, operands, meaning) in Command::HELP {
            text += &format!("  {:<22} {meaning}\n", format!("{word} {operands}"));
        }
        text += "With auto behind host or join, the computer plays your side.\n";
        text + "Players are human, engine:1 (weak) to engine:10 (strong), weights, weights-dynamic and random."
    }

    fn moves(&self, out: &mut Vec<Output>) {
        let moves = Othello::disc_moves(self.board());
        let places = moves.iter().filter_map(|&mv| self.board().place_of(mv)).collect();
        out.push(self.drawn(&places));
        let names: Vec<String> = moves.iter().map(|&mv| self.name(mv)).collect();
        let separator = match self.settings.names {
            SquareNames::Numbers => ", ",
            SquareNames::RowColumn | SquareNames::Standard => " ",
        };
        out.push(Output::Print(format!(
            "{} can play {}.",
            messages::side(self.record.turn()),
            names.join(separator)
        )));
    }

    fn typed_move(&mut self, text: &str, out: &mut Vec<Output>) {
        let names = self.settings.names;
        let mv = match names.parse(self.board(), text) {
            Ok(mv) => mv,
            Err(error) => {
                out.push(Output::Complain(messages::unreadable(
                    &error,
                    self.board(),
                    names,
                )));
                return;
            }
        };
        match self.play(mv) {
            Ok(()) => {
                out.push(self.drawn_plain());
                self.settle(out);
            }
            Err(PlayError::Illegal(reason)) => {
                out.push(Output::Complain(messages::illegal(reason, self.board(), names)));
            }
            Err(error @ PlayError::Over) => out.push(Output::Complain(messages::sentence(&error))),
        }
    }

    fn undo(&mut self, out: &mut Vec<Output>) {
        if self.resigned.take().is_some() {
            out.push(Output::Print("The resignation is taken back.".into()));
            self.settle(out);
            return;
        }
        let earlier: Vec<bool> = self
            .record
            .positions()
            .map(|board| self.asks_a_person(board))
            .collect();
        let n_plies = self.record.len();
        let Some(target) = (0..n_plies).rev().find(|&ply| earlier[ply]) else {
            out.push(Output::Complain("There is no move of yours to take back.".into()));
            return;
        };
        let mut taken_back = Vec::new();
        for _ in target..n_plies {
            taken_back.extend(self.record.undo());
        }
        let board = *self.board();
        let names = taken_back
            .iter()
            .filter(|&&mv| mv != board.pass())
            .map(|&mv| self.name(mv));
        let names: Vec<String> = names.collect();
        out.push(Output::Print(format!("Taken back: {}.", names.join(", "))));
        out.push(self.drawn_plain());
        self.write_transcript(out);
    }

    fn redo(&mut self, out: &mut Vec<Output>) {
        let mut names = Vec::new();
        while let Some(mv) = self.record.redo() {
            if mv != GridMove::PASS {
                names.push(self.name(mv));
            }
            if self.asks_a_person(&self.board().clone()) {
                break;
            }
        }
        if names.is_empty() {
            out.push(Output::Complain("There is no move to play again.".into()));
            return;
        }
        out.push(Output::Print(format!("Played again: {}.", names.join(", "))));
        out.push(self.drawn_plain());
        self.settle(out);
    }

    fn thought(&mut self, thought: Option<&Thought<String>>, out: &mut Vec<Output>) {
        let found = thought.and_then(|thought| self.board().read_move(&thought.best).ok());
        // A player that returns no move must not end the session.
        let Some(mv) = found.or_else(|| self.chosen_by(Strategy::Weights)) else {
            return;
        };
        if std::mem::take(&mut self.asks_hint) {
            let color = self.record.turn();
            let score = thought.map_or_else(String::new, |thought| {
                format!(", which it judges {} for {color}", thought.score())
            });
            let mv = self.name(mv);
            out.push(Output::Print(format!("The computer would play {mv}{score}.")));
            return;
        }
        self.play_for_computer(mv, out);
    }

    /// Makes the move of a [`Strategy`] that is to move.
    fn turn(&mut self, out: &mut Vec<Output>) {
        if let Player::Strategy(strategy) = self.to_move()
            && !self.is_over()
            && let Some(mv) = self.chosen_by(strategy)
        {
            self.play_for_computer(mv, out);
        }
    }

    fn chosen_by(&self, strategy: Strategy) -> Option<GridMove> {
        strategy.choose(self.board(), self.seed_of_game())
    }

    fn play_for_computer(&mut self, mv: GridMove, out: &mut Vec<Output>) {
        if self.waits_for_network() || self.is_remote_turn() {
            return;
        }
        let color = self.record.turn();
        let name = self.name(mv);
        match self.play(mv) {
            Ok(()) => {
                let mover = messages::mover(color, &self.settings.players);
                out.push(Output::Print(format!("{mover} plays {name}.")));
                out.push(self.drawn_plain());
                self.settle(out);
            }
            Err(error) => {
                let player = self.settings.players[color];
                out.push(Output::Complain(format!(
                    "{player} wanted to play {name}: {error}."
                )));
                self.give_to_a_person(color, out);
            }
        }
    }

    fn give_to_a_person(&mut self, color: Color, out: &mut Vec<Output>) {
        let player = std::mem::replace(&mut self.settings.players[color], Player::Human);
        out.push(Output::Print(format!(
            "{} is yours now; switch {color} {player} gives it back.",
            messages::side(color)
        )));
    }

    fn quit(&mut self, out: &mut Vec<Output>) {
        self.leave(out);
        self.has_ended = true;
    }

    fn interrupted(&mut self, out: &mut Vec<Output>) {
        if std::mem::take(&mut self.asks_hint) {
            out.push(Output::Print("No hint, then.".into()));
        } else if self.waits_for_network() {
            self.stop_waiting(out);
        } else if !self.is_over() && !self.to_move().is_human() && !self.is_remote_turn() {
            self.give_to_a_person(self.record.turn(), out);
        } else if self.interrupted_at_prompt {
            self.quit(out);
        } else {
            self.interrupted_at_prompt = true;
            out.push(Output::Print(
                "Press Ctrl-C again, or type quit, to leave.".into(),
            ));
        }
    }
}

impl Session for Othello {
    fn open(&mut self) -> Vec<Output> {
        let Settings { players, names, .. } = &self.settings;
        let mut out = vec![
            Output::Print(messages::introduction(self.board(), players, *names)),
            self.drawn_plain(),
        ];
        self.settle(&mut out);
        out
    }

    fn want(&mut self) -> Want {
        if self.has_ended {
            return Want::Exit(0);
        }
        if self.asks_hint {
            // The hint comes from the engine, no matter who plays.
            return Want::Thought(self.request(Level::FULL, false));
        }
        if self.waits_for_network() {
            return Want::Message;
        }
        if self.is_over() {
            let prompt = match self.remote.role() {
                Some(_) => "Game over (new, save FILE, quit)> ",
                None => "Game over (new, undo, save FILE, quit)> ",
            };
            return Want::Line {
                prompt: prompt.to_owned(),
            };
        }
        let side = messages::side(self.record.turn());
        match self.to_move() {
            Player::Human => Want::Line {
                prompt: format!("{side}, your move> "),
            },
            Player::Remote => Want::Line {
                prompt: format!("{side} is to move> "),
            },
            Player::Strategy(_) => Want::Turn,
            Player::Engine(level) => Want::Thought(self.request(level, true)),
        }
    }

    fn handle(&mut self, event: Event) -> Vec<Output> {
        let mut out = Vec::new();
        match event {
            Event::Line(line) => {
                self.interrupted_at_prompt = false;
                // An empty line means: keep waiting.
                let goes_on = std::mem::take(&mut self.is_paused) && line.trim().is_empty();
                if !goes_on {
                    self.line(&line, &mut out);
                }
            }
            Event::EndOfInput => {
                // Ends the line that has the prompt.
                out.push(Output::Print(String::new()));
                self.quit(&mut out);
            }
            Event::Interrupted => self.interrupted(&mut out),
            Event::Thought(thought) => self.thought(thought.as_ref(), &mut out),
            Event::Turn => self.turn(&mut out),
            Event::Loaded { contents, .. } => self.loaded(contents, &mut out),
            Event::Saved { path, result } => self.saved(&path, result, &mut out),
            Event::Net(event) => self.net(event, &mut out),
        }
        self.forward_outputs(&mut out);
        out
    }

    fn words(&self) -> Vec<String> {
        let commands = Command::HELP.iter().map(|(word, ..)| (*word).to_owned());
        let names = Player::NAMES
            .into_iter()
            .chain(["black", "white", "auto"])
            .map(str::to_owned);
        let moves = match self.settings.names {
            // Only the last word of a line is completed, and these names have two.
            SquareNames::Numbers => Vec::new(),
            SquareNames::RowColumn | SquareNames::Standard => Othello::disc_moves(self.board()),
        };
        commands
            .chain(names)
            .chain(moves.into_iter().map(|mv| self.name(mv)))
            .collect()
    }
}

/// Converts the game for computer players. The standard board has an engine of its own.
fn any_game(record: &GameRecord<GridBoard>) -> AnyGame {
    let start = record.start();
    let spec = Spec::Othello(OthelloTerms {
        rules: start.rules(),
        size: start.size(),
    });
    let on_usual_board = || {
        let mut game = AnyGame::from_position(&spec, &start.position_text()).ok()?;
        for (before, mv) in record.positions().zip(record.moves()) {
            game.play(&before.view(mv).text).ok()?;
        }
        Some(game)
    };
    let is_usual = start.size() == Size::STANDARD;
    let game = is_usual.then(on_usual_board).flatten();
    game.unwrap_or_else(|| AnyGame::from_record(&spec, record.clone()))
}
