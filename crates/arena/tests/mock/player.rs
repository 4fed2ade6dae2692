//! A mock player: plays random moves in any of the protocols, and misbehaves on request.
//!
//! `mock-player GAME LANGUAGE MODE [MOVES [COLOUR]]`: it misbehaves after `MOVES` of its own moves.

#![allow(
    clippy::print_stdout,
    clippy::print_stderr,
    clippy::exit,
    clippy::disallowed_methods,
    reason = "a program of its own"
)]

use std::io::{self, BufRead, Write};
use std::os::unix::process::CommandExt;
use std::process::{Command, Stdio, exit};
use std::sync::OnceLock;
use std::thread::sleep;
use std::time::{Duration, Instant};

use parlor_core::think::Thought;
use parlor_core::{Color, Outcome};
use parlor_games::{AnyGame, Cell, Kind, Spec};
use parlor_protocol::{Order, Protocol};

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [game, language, mode, rest @ ..] = &args[..] else {
        exit(2)
    };
    let Ok(kind) = game.parse::<Kind>() else { exit(2) };
    let mut player = Player {
        kind,
        mode: mode.clone(),
        after: rest.first().and_then(|text| text.parse().ok()).unwrap_or(2),
        n_moves: 0,
        state: u64::from(std::process::id()),
    };
    STUTTERS.get_or_init(|| mode == "stutters");
    match mode.as_str() {
        "never-ready" => forever(),
        "exits-at-once" => exit(3),
        "floods-at-once" => flood(),
        "floods-one-line" => flood_one_line(),
        // A child that keeps the output open and outlives us, in our process group or in its own.
        "forks" => start_child(false),
        "forks-elsewhere" => start_child(true),
        _ => {}
    }
    match language.as_str() {
        "loa" => player.speak_loa(),
        "ataxx" => player.speak_ataxx(),
        "othello" => player.speak_othello(),
        language => player.speak_protocol(language),
    }
    if mode == "stays" {
        forever();
    }
}

/// Whether output is printed one byte at a time.
static STUTTERS: OnceLock<bool> = OnceLock::new();

fn start_child(elsewhere: bool) {
    let mut child = Command::new("sleep");
    child.arg("3600").stdin(Stdio::null());
    if elsewhere {
        child.process_group(0);
    }
    // If it fails, there is one process less to kill.
    let _ = child.spawn();
}

struct Player {
    kind: Kind,
    mode: String,
    after: u32,
    n_moves: u32,
    state: u64,
}

impl Player {
    fn start(&self) -> AnyGame {
        AnyGame::new(&Spec::default_for(self.kind)).unwrap_or_else(|_| exit(2))
    }

    /// Returns a random move, or misbehaves if it is time.
    fn choose(&mut self, game: &AnyGame) -> String {
        self.n_moves += 1;
        if self.mode == "ponders" && game.len() < 2 {
            let since = Instant::now();
            while since.elapsed() < Duration::from_millis(700) {
                std::hint::spin_loop();
            }
        }
        if self.n_moves > self.after {
            match self.mode.as_str() {
                "crashes" => std::process::abort(),
                "exits" => exit(3),
                "hangs" => forever(),
                "floods" => flood(),
                "slow" => sleep(Duration::from_secs(30)),
                "illegal" => return "a1-a1".to_owned(),
                // Keeps running with closed output.
                "silent" => fall_silent(),
                "hoards" => {
                    let block = vec![1u8; 300 << 20];
                    std::hint::black_box(&block);
                    forever();
                }
                "eats-memory" => {
                    let mut blocks: Vec<Vec<u8>> = Vec::new();
                    loop {
                        blocks.push(vec![1; 64 << 20]);
                    }
                }
                "eats-time" => loop {
                    std::hint::spin_loop();
                },
                _ => {}
            }
        }
        let moves = game.legal_moves();
        self.state = self.state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        let index = (self.state >> 33) as usize % moves.len().max(1);
        moves.get(index).map_or_else(String::new, |mv| mv.text.clone())
    }

    fn speak_protocol(&mut self, language: &str) {
        let Ok(protocol) = language.parse::<Protocol>() else {
            exit(2)
        };
        let Some(mut server) = protocol.server(&Spec::default_for(self.kind)) else {
            exit(2)
        };
        for line in io::stdin().lock().lines() {
            let Ok(line) = line else { return };
            if self.mode == "refuses" && line.starts_with("play") && self.n_moves > 0 {
                say("? not today\n");
                continue;
            }
            if self.mode == "resigns" && line.contains("genmove") && self.n_moves >= self.after {
                say("= resign\n");
                continue;
            }
            let mut orders = std::collections::VecDeque::from(server.line(&line));
            while let Some(order) = orders.pop_front() {
                match order {
                    Order::Say(text) | Order::Ready { line: text, .. } => say(&text),
                    Order::Think(request) => {
                        let mv = self.choose(&request.game);
                        if self.n_moves > self.after && self.mode == "garbage" {
                            say("\u{1b}[31m\u{0} chatter\nbestmove ?\u{1b}?\n= zz9\n\n=== q0");
                        }
                        if self.n_moves > self.after && self.mode == "illegal" {
                            // The server refuses illegal moves, so this one is printed without it.
                            say("bestmove z9z9\n= z9\n\n=== Z9");
                        }
                        orders.extend(server.answer(Some(&Thought::unsearched(mv))));
                    }
                    Order::Quit => return,
                    _ => {}
                }
            }
        }
    }

    fn speak_loa(&mut self) {
        let mut game = self.start();
        let mut is_auto = [false, true];
        loop {
            while game.outcome().is_none() {
                let legal = game.legal_moves();
                if legal.len() == 1 && legal[0].text == "pass" {
                    let _ = game.play("pass");
                    continue;
                }
                if !is_auto[game.turn().index()] {
                    break;
                }
                let mut mv = self.choose(&game);
                if self.is_due("garbage") {
                    say("*\u{1b}[2J **\u{0}\n=== \n===");
                    mv = "q9-z0\u{7f}".to_owned();
                }
                let is_legal = game.play(&mv).is_ok();
                say(&format!("* {mv}"));
                if !is_legal {
                    break;
                }
                if self.is_due("wrong-claim") {
                    say("* Tie game.");
                }
                self.announce_loa(&game);
            }
            print!("> ");
            let _ = io::stdout().flush();
            let Some(line) = read_line() else { return };
            let words: Vec<&str> = line.split_whitespace().collect();
            match words[..] {
                ["new"] => game = self.start(),
                ["auto", color] => is_auto[usize::from(color == "white")] = true,
                ["manual", color] => is_auto[usize::from(color == "white")] = false,
                ["dump"] => {
                    say("===");
                    for row in self.shown(&game).chunks(8) {
                        say(&format!("    {}", symbols(row, "b", "w")));
                    }
                    say(&format!("Next move: {}", game.turn()));
                    say("===");
                }
                ["quit"] => return,
                [mv] if game.play(mv).is_ok() => self.announce_loa(&game),
                _ => {}
            }
        }
    }

    /// Whether it is time for this misbehaviour.
    fn is_due(&self, mode: &str) -> bool {
        self.mode == mode && self.n_moves > self.after
    }

    /// The board to show.
    fn shown(&self, game: &AnyGame) -> Vec<Cell> {
        let mut cells = game.cells();
        if self.mode == "wrong-board" {
            cells.rotate_left(1);
        }
        cells
    }

    fn announce_loa(&self, game: &AnyGame) {
        let Some(outcome) = game.outcome() else { return };
        say(match outcome {
            _ if self.mode == "wrong-result" => "* Tie game.",
            Outcome::Win(Color::Black) => "* Black wins.",
            Outcome::Win(Color::White) => "* White wins.",
            Outcome::Draw => "* Tie game.",
        });
    }

    fn speak_ataxx(&mut self) {
        let mut game = self.start();
        let mut user = Color::Black;
        let mut is_playing = false;
        loop {
            while is_playing && game.outcome().is_none() && game.turn() != user {
                let mv = self.choose(&game);
                if game.play(&mv).is_err() {
                    // This protocol shows only boards, so an illegal move can only be an illegal board.
                    play_twice(&mut game);
                }
                if self.is_due("wrong-claim") && game.outcome().is_none() {
                    say("Blue wins.");
                }
                self.announce_ataxx(&game);
            }
            print!("ataxx> ");
            let _ = io::stdout().flush();
            let Some(line) = read_line() else { return };
            let words: Vec<&str> = line.split_whitespace().collect();
            match words[..] {
                ["clear"] => {
                    game = self.start();
                    is_playing = false;
                }
                ["color", color] => {
                    user = if color == "red" {
                        Color::Black
                    } else {
                        Color::White
                    }
                }
                ["start"] => is_playing = true,
                ["dump"] => {
                    say("===");
                    for row in self.shown(&game).chunks(7) {
                        let symbols = symbols(row, "r", "b");
                        let is_garbage = self.is_due("garbage");
                        say(&if is_garbage {
                            "\u{1b}\u{0}?".to_owned()
                        } else {
                            format!("  {symbols}")
                        });
                    }
                    say("===");
                }
                ["quit"] => return,
                [mv] if game.play(mv).is_ok() && is_playing => self.announce_ataxx(&game),
                _ => {}
            }
        }
    }

    fn announce_ataxx(&self, game: &AnyGame) {
        let Some(outcome) = game.outcome() else { return };
        say(match outcome {
            _ if self.mode == "wrong-result" => "Draw.",
            Outcome::Win(Color::Black) => "Red wins.",
            Outcome::Win(Color::White) => "Blue wins.",
            Outcome::Draw => "Draw.",
        });
    }

    /// Plays black unless the last argument of the command is `white`.
    fn speak_othello(&mut self) {
        let computer = match std::env::args().next_back().as_deref() {
            Some("white") => Color::White,
            _ => Color::Black,
        };
        let mut game = self.start();
        draw(&game);
        while game.outcome().is_none() {
            let legal = game.legal_moves();
            if legal.len() == 1 && legal[0].text == "pass" {
                say("No valid move: the turn passes.");
                let _ = game.play("pass");
                continue;
            }
            if game.turn() == computer {
                let mv = self.choose(&game);
                say(&format!("The computer plays {mv}."));
                if game.play(&mv).is_err() {
                    play_twice(&mut game);
                }
                draw(&game);
                continue;
            }
            print!("Your move, such as F6: ");
            let _ = io::stdout().flush();
            let Some(line) = read_line() else { return };
            let found = legal.iter().find(|mv| {
                mv.target.is_some_and(|place| {
                    format!("{}{}", char::from(b'A' + place.row), place.column + 1) == line.trim()
                })
            });
            match found {
                Some(mv) => {
                    let _ = game.play(&mv.text);
                    draw(&game);
                }
                None => say("That is not valid: a row's letter and a column's number are expected, like F6."),
            }
        }
        say("The game is over.");
    }
}

/// Plays two moves at once, which gives an illegal board.
fn play_twice(game: &mut AnyGame) {
    for _ in 0..2 {
        let _ = game.legal_moves().first().map(|mv| game.play(&mv.text));
    }
}

fn draw(game: &AnyGame) {
    for (row, letter) in game.cells().chunks(8).zip('A'..) {
        say("  +---+---+---+---+---+---+---+---+");
        let cells: Vec<&str> = row
            .iter()
            .map(|cell| match cell {
                Cell::Piece(Color::Black) => " X ",
                Cell::Piece(Color::White) => " O ",
                _ => "   ",
            })
            .collect();
        say(&format!("{letter} |{}|", cells.join("|")));
    }
    say("  +---+---+---+---+---+---+---+---+\n    1   2   3   4   5   6   7   8");
}

fn symbols(row: &[Cell], black: &str, white: &str) -> String {
    let symbols: Vec<&str> = row
        .iter()
        .map(|cell| match cell {
            Cell::Empty => "-",
            Cell::Piece(Color::Black) => black,
            Cell::Piece(Color::White) => white,
            Cell::Block => "X",
        })
        .collect();
    symbols.join(" ")
}

fn read_line() -> Option<String> {
    let mut line = String::new();
    match io::stdin().lock().read_line(&mut line) {
        Ok(n) if n > 0 => Some(line),
        _ => None,
    }
}

fn say(text: &str) {
    let mut out = io::stdout().lock();
    let line = format!("{text}\n");
    let size = if STUTTERS.get() == Some(&true) {
        1
    } else {
        line.len()
    };
    for piece in line.as_bytes().chunks(size) {
        if out.write_all(piece).and_then(|()| out.flush()).is_err() {
            exit(1);
        }
    }
}

fn flood() -> ! {
    loop {
        say(&"chatter ".repeat(512));
    }
}

fn flood_one_line() -> ! {
    loop {
        let mut out = io::stdout().lock();
        if out.write_all(&[b'x'; 4096]).and_then(|()| out.flush()).is_err() {
            exit(1);
        }
    }
}

/// Closes the output and keeps running: the process becomes a shell with another output.
fn fall_silent() -> ! {
    let _ = Command::new("sh")
        .args(["-c", "exec >/dev/null 2>&1 sleep 3600"])
        .exec();
    exit(1);
}

fn forever() -> ! {
    loop {
        sleep(Duration::from_secs(3600));
    }
}
