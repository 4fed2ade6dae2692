//! Whole sessions of the `ataxx` program, as transcripts in `tests/ataxx`.
//!
//! A transcript contains what is typed after a prompt, what the program prints, `! ` before what it prints to
//! standard error, `>> ` before its network orders and `<< ` before network events. `^C` is an interrupt and `^D`
//! the end of the input; `// ` begins a remark. `PARLOR_BLESS=1` rewrites the transcripts; review the difference by
//! hand.

use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};

use parlor_ataxx::Rules;
use parlor_core::random::split_mix;
use parlor_core::think::Thought;
use parlor_core::{Game, Score};
use parlor_games::AnyRecord;
use parlor_textui::ataxx::{Ataxx, Config};
use parlor_textui::{Event, NetEvent, NetOrder, Output, Session, ThinkRequest, Want};

const PROMPTS: [&str; 8] = [
    "set-up> ",
    "host set-up> ",
    "red> ",
    "blue> ",
    "finished> ",
    "waiting for red> ",
    "waiting for blue> ",
    "> ",
];

enum Input {
    Line(String),
    Net(NetEvent),
    Interrupt,
    Eof,
    Remark(String),
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/ataxx")
}

fn inputs(transcript: &str) -> Vec<Input> {
    let read = |line: &str| {
        if let Some(typed) = PROMPTS.iter().find_map(|prompt| line.strip_prefix(prompt)) {
            return match typed {
                "^C" => Some(Input::Interrupt),
                "^D" => Some(Input::Eof),
                typed => Some(Input::Line(typed.to_owned())),
            };
        }
        if let Some(network_event) = line.strip_prefix("<< ") {
            let (word, rest) = network_event.split_once(' ').unwrap_or((network_event, ""));
            return Some(Input::Net(match word {
                "offered" => NetEvent::Offered(rest.into()),
                "connected" => NetEvent::Connected,
                "failed" => NetEvent::Failed(rest.into()),
                "lost" => NetEvent::Lost(rest.into()),
                "message" => NetEvent::Message(rest.into()),
                "untimely" => NetEvent::Untimely(rest.into()),
                other => panic!("the network brings no {other}"),
            }));
        }
        match line {
            "^C" => Some(Input::Interrupt),
            _ => line
                .strip_prefix("// ")
                .map(|remark| Input::Remark(remark.to_owned())),
        }
    };
    transcript.lines().filter_map(read).collect()
}

/// Chooses a legal move by the seed alone.
fn think(request: &ThinkRequest) -> Event {
    let AnyRecord::Ataxx(record) = request.game.record() else {
        panic!("not Ataxx");
    };
    let moves = request.game.legal_moves();
    let mut state = request.seed ^ record.position().key();
    let pick = split_mix(&mut state) as usize % moves.len();
    let mut thought = Thought::unsearched(moves[pick].text.clone());
    thought.lines[0].score = Score(moves.len() as i32);
    Event::Thought(Some(thought))
}

struct Stage {
    session: Ataxx,
    files: HashMap<String, Vec<u8>>,
    transcript: String,
}

impl Stage {
    fn network_event(&mut self, event: NetEvent) -> Event {
        let text = match &event {
            NetEvent::Offered(text) => format!("offered {text}"),
            NetEvent::Connected => "connected".into(),
            NetEvent::Failed(reason) => format!("failed {reason}"),
            NetEvent::Message(text) => format!("message {text}"),
            NetEvent::Untimely(text) => format!("untimely {text}"),
            NetEvent::Lost(reason) => format!("lost {reason}"),
        };
        self.write("<< ", &text);
        Event::Net(event)
    }

    fn write(&mut self, prefix: &str, text: &str) {
        for line in text.split('\n') {
            self.transcript.push_str(&format!("{prefix}{line}\n"));
        }
    }

    fn carry_out(&mut self, outputs: Vec<Output>) {
        for output in outputs {
            let answer = match output {
                Output::Print(text) => {
                    self.write("", &text);
                    continue;
                }
                Output::Complain(text) => {
                    self.write("! ", &text);
                    continue;
                }
                Output::Log(_) => continue,
                Output::Net(order) => {
                    let text = match order {
                        NetOrder::Host { id } => format!("host {id}"),
                        NetOrder::Join { id, host, port } => format!("join {id} at {host}, port {port:?}"),
                        NetOrder::Send(text) => format!("send {text}"),
                        NetOrder::Deadline(within) => format!("deadline {}", within.as_secs()),
                        NetOrder::Close => "close".into(),
                    };
                    self.write(">> ", &text);
                    continue;
                }
                Output::Save { path, contents } => {
                    let text = String::from_utf8(contents.clone()).unwrap();
                    self.write("file| ", text.trim_end());
                    let result = match path.components().count() > 1 {
                        true => Err("no such folder".to_owned()),
                        false => Ok(()),
                    };
                    self.files.insert(path.display().to_string(), contents);
                    Event::Saved { path, result }
                }
                Output::Load { path } => {
                    let kept = self.files.get(&path).cloned();
                    let contents = kept
                        .or_else(|| fs::read(folder().join("files").join(&path)).ok())
                        .ok_or_else(|| "no such file".to_owned());
                    Event::Loaded { path, contents }
                }
            };
            let further = self.session.handle(answer);
            self.carry_out(further);
        }
    }
}

/// Plays the inputs of a transcript and returns the resulting transcript.
fn play(inputs: Vec<Input>) -> String {
    let levels = vec!["Beginner", "Casual", "Expert", "Full strength"];
    let session = Ataxx::new(Config {
        rules: Rules::Cs61b,
        levels,
        seed: 1,
        prompt_lines: false,
    });
    let mut stage = Stage {
        session,
        files: HashMap::new(),
        transcript: String::new(),
    };
    let opening = stage.session.open();
    stage.carry_out(opening);
    let mut inputs = inputs.into_iter().peekable();
    let mut steps = 0;
    loop {
        steps += 1;
        assert!(steps < 10_000, "the session does not end:\n{}", stage.transcript);
        while let Some(Input::Remark(remark)) = inputs.next_if(|input| matches!(input, Input::Remark(_))) {
            stage.write("// ", &remark);
        }
        let event = match stage.session.want() {
            Want::Exit(code) => {
                stage.write("", &format!("(exit {code})"));
                assert!(inputs.next().is_none(), "input is left:\n{}", stage.transcript);
                return stage.transcript;
            }
            Want::Thought(request) => match inputs.next_if(|input| matches!(input, Input::Interrupt)) {
                Some(_) => {
                    stage.write("", "^C");
                    Event::Interrupted
                }
                None => think(&request),
            },
            Want::Turn => Event::Turn,
            Want::Line { prompt } => match inputs.next() {
                Some(Input::Line(line)) => {
                    stage.write("", &format!("{prompt}{line}"));
                    Event::Line(line)
                }
                Some(Input::Interrupt) => {
                    stage.write("", &format!("{prompt}^C"));
                    Event::Interrupted
                }
                Some(Input::Eof) => {
                    stage.write("", &format!("{prompt}^D"));
                    Event::EndOfInput
                }
                // As in the shell: events that happen during a wait for a line come before the line.
                Some(Input::Net(event)) => stage.network_event(event),
                _ => panic!("a line is wanted:\n{}", stage.transcript),
            },
            Want::Message => match inputs.next() {
                Some(Input::Net(event)) => stage.network_event(event),
                Some(Input::Interrupt) => {
                    stage.write("", "^C");
                    Event::Interrupted
                }
                _ => panic!("a message is wanted:\n{}", stage.transcript),
            },
        };
        let outputs = stage.session.handle(event);
        stage.carry_out(outputs);
    }
}

#[test]
fn every_transcript_is_reproduced() {
    let bless = std::env::var_os("PARLOR_BLESS").is_some();
    let mut paths: Vec<PathBuf> = fs::read_dir(folder())
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|ending| ending == "session"))
        .collect();
    paths.sort();
    assert!(paths.len() >= 15, "transcripts are missing: {paths:?}");
    let mut failed = Vec::new();
    for path in paths {
        let expected = fs::read_to_string(&path).unwrap();
        let found = play(inputs(&expected));
        if bless {
            fs::write(&path, &found).unwrap();
        } else if found != expected {
            let line = expected
                .lines()
                .zip(found.lines())
                .position(|(old, new)| old != new);
            let line = line.unwrap_or_else(|| expected.lines().count().min(found.lines().count()));
            failed.push(format!(
                "{}, line {}:\n  expected {:?}\n  found    {:?}",
                path.display(),
                line + 1,
                expected.lines().nth(line),
                found.lines().nth(line)
            ));
        }
    }
    assert!(failed.is_empty(), "{}", failed.join("\n"));
}

#[test]
fn the_dump_is_exact_and_nothing_else_prints_its_marker() {
    let mut session = Ataxx::new(Config {
        rules: Rules::Cs61b,
        levels: vec!["only"],
        seed: 0,
        prompt_lines: false,
    });
    session.handle(Event::Line("blocks 3gh".into()));
    let outputs = session.handle(Event::Line("dump".into()));
    let expected = "===\n  r - - - - - b\n  - X - - - X -\n  - - X - X - -\n  - - X - X - -\n  - - X - X - -\n  \
                    - X - - - X -\n  b - - - - - r\n===";
    assert_eq!(outputs, [Output::Print(expected.to_owned())]);
    let mut other = session.open();
    for line in [
        "help", "board", "moves", "fen", "level", "movetime", "auto", "start",
    ] {
        other.extend(session.handle(Event::Line(line.into())));
    }
    while let Want::Thought(request) = session.want() {
        other.extend(session.handle(think(&request)));
    }
    assert!(other.len() > 20);
    for output in other {
        match output {
            Output::Print(text) | Output::Complain(text) => assert!(!text.contains("==="), "{text}"),
            _ => panic!("{output:?}"),
        }
    }
}

#[test]
fn a_seed_repeats_a_game_exactly_and_another_does_not() {
    let game = |script: &str| {
        let mut session = Ataxx::new(Config {
            rules: Rules::Cs61b,
            levels: vec!["only"],
            seed: 99,
            prompt_lines: false,
        });
        for line in script.split(';') {
            session.handle(Event::Line(line.into()));
            while let Want::Thought(request) = session.want() {
                session.handle(think(&request));
            }
        }
        session.record().moves().collect::<Vec<_>>()
    };
    let first = game("seed -5; auto; start");
    assert!(first.len() > 10);
    assert_eq!(game("seed -5; auto; start"), first);
    assert_eq!(game("seed 3; auto; start; clear; seed -5; auto; start"), first);
    assert_ne!(game("seed -6; auto; start"), first);
    assert_ne!(game("seed -5; auto; start; clear; auto; start"), first);
}

#[test]
fn an_illegal_answer_of_the_engine_is_never_played() {
    let mut session = Ataxx::new(Config {
        rules: Rules::Cs61b,
        levels: vec!["only"],
        seed: 0,
        prompt_lines: false,
    });
    session.handle(Event::Line("color blue".into()));
    session.handle(Event::Line("start".into()));
    assert!(matches!(session.want(), Want::Thought(_)));
    session.handle(Event::Thought(Some(Thought::unsearched("-".to_owned()))));
    assert_eq!(session.record().len(), 1);
    assert!(matches!(session.want(), Want::Line { .. }));
}

#[test]
fn on_a_pipe_every_prompt_dump_and_result_has_its_own_lines() {
    let config = Config {
        rules: Rules::Cs61b,
        levels: vec!["only"],
        seed: 0,
        prompt_lines: true,
    };
    let mut session = Ataxx::new(config);
    let mut text = String::new();
    for line in [
        "dump", "a7-a5", "g7-e5", "a5-a3", "e5-c3", "g1-g3", "c3-c1", "start", "a3-b2", "quit",
    ] {
        let Want::Line { prompt } = session.want() else {
            panic!("{text}")
        };
        text.push_str(&prompt);
        for output in session.handle(Event::Line(line.into())) {
            let Output::Print(printed) = output else {
                panic!("{output:?}")
            };
            text.push_str(&format!("{printed}\n"));
        }
    }
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines.iter().filter(|&&line| line == "===").count(), 2);
    assert_eq!(lines.iter().filter(|&&line| line == "Red wins.").count(), 1);
    assert!(lines.contains(&"red>") && lines.contains(&"finished>"));
}
