//! A whole session through the shell, with a program that echoes, thinks, saves and loads.

use std::io::{self, Cursor, Write};
use std::sync::{Arc, Mutex};

use parlor_core::Level;
use parlor_core::think::Thought;
use parlor_games::{AnyGame, Kind, Spec};
use parlor_peer::NoNetwork;
use parlor_shell::{Input, Shell};
use parlor_textui::{Event, NetEvent, NetOrder, Output, Session, ThinkRequest, Want};

/// `think` starts a search, `host` uses the network, `save F` and `load F` the disk; all else is echoed.
#[derive(Default)]
struct Echo {
    thinking: bool,
    waiting: bool,
    done: bool,
}

impl Session for Echo {
    fn open(&mut self) -> Vec<Output> {
        vec![Output::Print("hello".into())]
    }

    fn want(&mut self) -> Want {
        match (self.done, self.thinking, self.waiting) {
            (true, _, _) => Want::Exit(3),
            (_, true, _) => Want::Thought(Box::new(ThinkRequest {
                game: AnyGame::new(&Spec::default_for(Kind::Loa)).expect("the start"),
                level: Level::FULL,
                seed: 20,
                time: None,
                is_varied: false,
                is_on_both_sides: false,
            })),
            (_, _, true) => Want::Message,
            _ => Want::Line { prompt: "? ".into() },
        }
    }

    fn handle(&mut self, event: Event) -> Vec<Output> {
        match event {
            Event::Line(line) => match line.split_once(' ').unwrap_or((&line, "")) {
                ("think", _) => {
                    self.thinking = true;
                    vec![Output::Log("think".into())]
                }
                ("host", id) => {
                    self.waiting = true;
                    vec![Output::Net(NetOrder::Host { id: id.into() })]
                }
                ("save", path) => vec![Output::Save {
                    path: path.into(),
                    contents: b"kept".to_vec(),
                }],
                ("load", path) => vec![Output::Load { path: path.into() }],
                ("bad", _) => vec![Output::Complain("no".into())],
                _ => vec![Output::Print(format!("[{line}]"))],
            },
            Event::Thought(thought) => {
                self.thinking = false;
                vec![Output::Print(format!("thought {}", thought.unwrap().best))]
            }
            Event::Loaded { contents, .. } => {
                vec![Output::Print(match contents {
                    Ok(bytes) => String::from_utf8_lossy(&bytes).into_owned(),
                    Err(_) => "cannot load".into(),
                })]
            }
            Event::Saved { result, .. } => vec![Output::Print(format!("saved {}", result.is_ok()))],
            Event::Net(NetEvent::Failed(_)) => {
                self.waiting = false;
                vec![Output::Print("no network".into())]
            }
            Event::EndOfInput => {
                self.done = true;
                vec![]
            }
            Event::Interrupted | Event::Net(_) | Event::Turn => vec![],
        }
    }

    fn words(&self) -> Vec<String> {
        vec![]
    }
}

#[derive(Clone, Default)]
struct Sink(Arc<Mutex<Vec<u8>>>);

impl Sink {
    fn text(&self) -> String {
        String::from_utf8(self.0.lock().unwrap().clone()).unwrap()
    }
}

impl Write for Sink {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

fn run(input: &[u8]) -> (u8, String, String, String) {
    let (out, err, log) = (Sink::default(), Sink::default(), Sink::default());
    let input = Input::Stream(Box::new(Cursor::new(input.to_vec())));
    let code = Shell::new(input)
        .with_output(Box::new(out.clone()))
        .with_errors(Box::new(err.clone()))
        .with_log(Box::new(log.clone()))
        .run(
            &mut Echo::default(),
            &mut |request, stop| {
                assert!(!stop.is_set());
                Some(Thought::unsearched((request.seed + 1).to_string()))
            },
            &mut NoNetwork,
        )
        .unwrap();
    (code, out.text(), err.text(), log.text())
}

#[test]
fn a_piped_session_is_plain_text_with_prompts() {
    let (code, out, err, log) = run(b"one\r\nthink\nbad\nhost X\nlast");
    assert_eq!(out, "hello\n? [one]\n? thought 21\n? ? no network\n? [last]\n? ");
    assert_eq!(err, "no\n");
    assert_eq!(log, "think\n");
    assert_eq!(code, 3);
}

#[test]
fn invalid_utf8_and_endless_lines_do_no_harm() {
    let mut input = b"\xff\xfe\n".to_vec();
    input.extend(std::iter::repeat_n(b'x', 200_000));
    input.extend(b"\nafter\n");
    let (_, out, _, _) = run(&input);
    assert!(out.contains("[\u{fffd}\u{fffd}]"));
    assert!(out.contains("[after]"));
    assert!(out.len() < 70_000, "a long line is cut");
}

#[test]
fn a_saved_file_is_loaded_unchanged_and_failures_are_reported() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("game.txt").display().to_string();
    let (_, out, _, _) =
        run(format!("save {file}\nload {file}\nload {file}.no\nsave {file}/no\n").as_bytes());
    assert_eq!(
        out,
        "hello\n? saved true\n? kept\n? cannot load\n? saved false\n? "
    );
    assert_eq!(
        std::fs::read_dir(folder.path()).unwrap().count(),
        1,
        "nothing is left beside the file"
    );
}
