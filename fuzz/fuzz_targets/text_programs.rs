//! Sessions of the three text programs: whatever is typed, loaded or heard from a network, nothing panics.
#![no_main]

use libfuzzer_sys::fuzz_target;
use parlor_core::think::Thought;
use parlor_textui::{Event, NetEvent, Output, Session, Want, ataxx, loa, othello};

/// The number of searches that are answered: two computers would play for ever.
const MOST_THOUGHTS: usize = 200;

fn run(session: &mut dyn Session, text: &str) {
    session.open();
    let mut lines = text.split('\n');
    let mut events = Vec::new();
    for _ in 0..MOST_THOUGHTS {
        let event = match (events.pop(), session.want()) {
            (Some(event), _) => event,
            (None, Want::Exit(_)) => return,
            (None, Want::Turn) => Event::Turn,
            (None, Want::Thought(request)) => {
                let legal = request.game.legal_moves();
                let first = legal.first().map(|mv| Thought::unsearched(mv.text.clone()));
                assert!(first.is_some(), "nobody is asked when the game is over");
                Event::Thought(first)
            }
            (None, want) => match (lines.next(), want) {
                (None, _) => Event::EndOfInput,
                // What stands after this sign is heard from the network, or interrupts.
                (Some("^C"), _) => Event::Interrupted,
                (Some(line), Want::Message) => Event::Net(NetEvent::Message(line.to_owned())),
                (Some(line), _) => Event::Line(line.to_owned()),
            },
        };
        let is_end = event == Event::EndOfInput;
        for output in session.handle(event) {
            match output {
                Output::Load { path } => events.push(Event::Loaded {
                    // The rest of the input is the file.
                    contents: Ok(lines.clone().collect::<Vec<_>>().join("\n").into_bytes()),
                    path,
                }),
                Output::Save { path, .. } => events.push(Event::Saved { path, result: Ok(()) }),
                Output::Net(_) => events.push(Event::Net(NetEvent::Connected)),
                Output::Print(_) | Output::Complain(_) | Output::Log(_) => {}
            }
        }
        if is_end {
            return;
        }
    }
}

fuzz_target!(|input: (u8, &str)| {
    let (choice, text) = input;
    match choice % 3 {
        0 => run(&mut loa::Loa::new(loa::Style::default(), 1), text),
        1 => {
            let config = ataxx::Config {
                levels: vec!["one", "two"],
                rules: Default::default(),
                seed: 1,
                prompt_lines: false,
            };
            run(&mut ataxx::Ataxx::new(config), text);
        }
        _ => run(&mut othello::Othello::new(othello::Settings::default()), text),
    }
});
