//! Two `loa` sessions that play each other, and sessions that receive wrong messages.

use std::collections::VecDeque;

use parlor_core::random::split_mix;
use parlor_core::think::Thought;
use parlor_core::{Color, Outcome};
use parlor_textui::loa::{Loa, Style};
use parlor_textui::{Event, NetEvent, NetOrder, Output, Session, ThinkRequest, Want};

/// A session, what it printed, and its outgoing messages.
struct Side {
    loa: Loa,
    inbox: VecDeque<NetEvent>,
    outbox: Vec<NetOrder>,
    printed: String,
}

impl Side {
    fn new(seed: u64) -> Side {
        Side {
            loa: Loa::new(Style::default(), seed),
            inbox: VecDeque::new(),
            outbox: Vec::new(),
            printed: String::new(),
        }
    }

    fn handle(&mut self, event: Event) {
        for output in self.loa.handle(event) {
            match output {
                Output::Print(text) | Output::Complain(text) => self.printed.push_str(&format!("{text}\n")),
                Output::Net(order) => self.outbox.push(order),
                _ => {}
            }
        }
    }

    fn say(&mut self, line: &str) {
        self.handle(Event::Line(line.into()));
    }

    fn receive(&mut self, event: NetEvent) {
        assert!(
            matches!(self.loa.want(), Want::Message),
            "no message is wanted:\n{}",
            self.printed
        );
        self.handle(Event::Net(event));
    }

    fn sent(&mut self) -> Vec<String> {
        let sent = self.outbox.drain(..).filter_map(|order| match order {
            NetOrder::Send(text) => Some(text),
            _ => None,
        });
        sent.collect()
    }
}

fn any_move(request: &ThinkRequest, random: &mut u64) -> Event {
    let moves = request.game.legal_moves();
    let mv = &moves[(split_mix(random) % moves.len() as u64) as usize];
    Event::Thought(Some(Thought::unsearched(mv.text.clone())))
}

/// A host whose partner has joined.
fn joined(line: &str) -> Side {
    let mut host = Side::new(1);
    host.say(line);
    assert!(matches!(host.outbox[..], [NetOrder::Host { .. }]));
    host.receive(NetEvent::Offered("here".into()));
    host.receive(NetEvent::Connected);
    host.receive(NetEvent::Message("ready".into()));
    host
}

#[test]
fn two_ais_play_a_whole_game_and_agree() {
    for color in ["", "white"] {
        let mut host = joined(&format!("host Foo {color} auto"));
        let mut client = Side::new(2);
        client.say("join Foo@localhost auto");
        client.receive(NetEvent::Connected);
        assert_eq!(client.sent(), ["ready"]);
        let mut random = 5;
        for _ in 0..1000 {
            let messages = host.sent().into_iter().map(NetEvent::Message);
            client.inbox.extend(messages);
            let messages = client.sent().into_iter().map(NetEvent::Message);
            host.inbox.extend(messages);
            for side in [&mut host, &mut client] {
                match side.loa.want() {
                    Want::Thought(request) => side.handle(any_move(&request, &mut random)),
                    Want::Message => {
                        if let Some(event) = side.inbox.pop_front() {
                            side.receive(event);
                        }
                    }
                    Want::Line { .. } | Want::Turn => {}
                    Want::Exit(_) => panic!("nobody has quit"),
                }
            }
            if host.loa.result().is_some() && client.loa.result().is_some() {
                break;
            }
        }
        assert!(host.loa.result().is_some(), "{}", host.printed);
        assert_eq!(host.loa.result(), client.loa.result());
        assert_eq!(host.loa.game().position(), client.loa.game().position());
        assert!(host.printed.contains("* ") && client.printed.contains(" plays "));
    }
}

#[test]
fn people_play_and_new_resigns() {
    let mut host = joined("host Foo");
    assert_eq!(host.sent(), ["color white", "start"]);
    host.say("b8-b6");
    assert_eq!(host.sent(), ["b8-b6"]);
    host.receive(NetEvent::Message("a2-c2".into()));
    assert!(host.printed.contains("White plays a2-c2"));
    for line in ["undo", "redo", "limit 50", "set c3 black white", "load x.sgf"] {
        host.say(line);
    }
    assert_eq!(host.printed.matches("not possible in a remote game").count(), 5);
    host.say("new");
    assert_eq!(host.sent(), ["stop"]);
    assert!(host.printed.contains("Black forfeits."));
    // In the local game the AI plays white again.
    host.say("b8-b6");
    assert!(matches!(host.loa.want(), Want::Thought(_)));
}

#[test]
fn a_client_is_white_and_a_person_without_auto() {
    let mut client = Side::new(1);
    client.say("join Foo@localhost");
    client.receive(NetEvent::Connected);
    for message in ["color white", "start", "b8-b6"] {
        client.receive(NetEvent::Message(message.into()));
    }
    assert!(matches!(client.loa.want(), Want::Line { prompt } if prompt == "white> "));
    client.handle(Event::EndOfInput);
    assert_eq!(client.sent(), ["ready", "stop"]);
    assert!(matches!(client.loa.want(), Want::Exit(0)));
}

#[test]
fn a_wrong_message_forfeits_the_game_or_returns_to_a_local_one() {
    let mut host = joined("host Foo white");
    host.receive(NetEvent::Message("b1-b4".into()));
    assert!(host.printed.contains("Black forfeits."), "{}", host.printed);
    assert_eq!(host.loa.result(), Some(Outcome::Win(Color::White)));
    let mut client = Side::new(1);
    client.say("join Foo@localhost");
    client.receive(NetEvent::Connected);
    client.receive(NetEvent::Message("color red".into()));
    assert!(client.printed.contains("which this game does not have"));
    assert!(matches!(client.loa.want(), Want::Line { prompt } if prompt == "black> "));
}

#[test]
fn a_wait_can_be_interrupted() {
    let mut side = Side::new(1);
    side.say("host Foo");
    side.receive(NetEvent::Offered("here".into()));
    side.handle(Event::Interrupted);
    assert!(matches!(side.loa.want(), Want::Line { .. }));
    let mut host = joined("host Foo white");
    host.handle(Event::Interrupted);
    assert!(matches!(host.loa.want(), Want::Line { .. }));
    host.say("b8-b6");
    assert!(host.printed.contains("it is black's turn"));
    assert!(matches!(host.loa.want(), Want::Message));
    host.receive(NetEvent::Lost("gone".into()));
    assert!(host.printed.contains("Black forfeits."));
}
