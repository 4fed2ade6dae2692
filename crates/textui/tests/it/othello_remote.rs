//! Two `othello` sessions that play each other, and sessions that receive wrong messages.

use std::collections::VecDeque;

use parlor_core::think::Thought;
use parlor_core::{Color, PerColor};
use parlor_othello::{GridBoard, GridMove, Rules, Size};
use parlor_textui::othello::{Othello, Player, Settings, SquareNames, Strategy};
use parlor_textui::{Event, NetEvent, NetOrder, Output, Session, Want};

const RANDOM: Player = Player::Strategy(Strategy::Random);

/// A session, what it printed and saved, and its outgoing messages.
struct Side {
    othello: Othello,
    inbox: VecDeque<NetEvent>,
    outbox: Vec<NetOrder>,
    printed: String,
    saved: String,
}

impl Side {
    fn new(settings: Settings) -> Side {
        let mut side = Side {
            othello: Othello::new(settings),
            inbox: VecDeque::new(),
            outbox: Vec::new(),
            printed: String::new(),
            saved: String::new(),
        };
        let outputs = side.othello.open();
        side.carry_out(outputs);
        side
    }

    /// A person as Black, with the computer as White.
    fn person() -> Side {
        Side::new(Settings {
            players: PerColor([Player::Human, RANDOM]),
            ..Settings::default()
        })
    }

    fn carry_out(&mut self, outputs: Vec<Output>) {
        for output in outputs {
            match output {
                Output::Print(text) | Output::Complain(text) => self.printed.push_str(&format!("{text}\n")),
                Output::Net(order) => self.outbox.push(order),
                Output::Save { path, contents } => {
                    self.saved = String::from_utf8(contents).unwrap();
                    self.handle(Event::Saved { path, result: Ok(()) });
                }
                Output::Log(_) | Output::Load { .. } => panic!("not ordered here: {output:?}"),
            }
        }
    }

    fn handle(&mut self, event: Event) {
        let outputs = self.othello.handle(event);
        self.carry_out(outputs);
    }

    fn say(&mut self, line: &str) {
        assert!(
            matches!(self.othello.want(), Want::Line { .. }),
            "no line is wanted for {line}:\n{}",
            self.printed
        );
        self.handle(Event::Line(line.into()));
    }

    fn receive(&mut self, event: NetEvent) {
        assert!(
            matches!(self.othello.want(), Want::Message),
            "no message is wanted:\n{}",
            self.printed
        );
        self.handle(Event::Net(event));
    }

    fn hear_all(&mut self, messages: &[&str]) {
        for &message in messages {
            self.receive(NetEvent::Message(message.into()));
        }
    }

    /// Lets the computer make its move in the local game.
    fn think_now(&mut self) {
        match self.othello.want() {
            Want::Turn => self.handle(Event::Turn),
            other => panic!("{other:?} instead of a turn"),
        }
    }

    fn sent(&mut self) -> Vec<String> {
        let sent = self.outbox.drain(..).filter_map(|order| match order {
            NetOrder::Send(text) => Some(text),
            _ => None,
        });
        sent.collect()
    }

    fn has_closed(&self) -> bool {
        self.outbox.contains(&NetOrder::Close)
    }

    fn prompt(&mut self) -> String {
        match self.othello.want() {
            Want::Line { prompt } => prompt,
            other => panic!("{other:?} instead of a prompt:\n{}", self.printed),
        }
    }

    #[track_caller]
    fn assert_printed(&self, text: &str) {
        assert!(self.printed.contains(text), "no {text:?} in\n{}", self.printed);
    }
}

/// A host whose partner has joined.
fn joined(mut host: Side, line: &str) -> Side {
    host.say(line);
    assert!(matches!(host.outbox[..], [NetOrder::Host { .. }]));
    host.receive(NetEvent::Offered("here".into()));
    host.receive(NetEvent::Connected);
    host.hear_all(&["ready"]);
    host
}

/// A client that has joined a game.
fn entered(mut client: Side, line: &str) -> Side {
    client.say(line);
    assert!(matches!(client.outbox[..], [NetOrder::Join { .. }]));
    client.receive(NetEvent::Connected);
    assert_eq!(client.sent(), ["ready"]);
    client
}

/// Plays a game between two computers with these seeds to its end. Returns all messages after the start.
fn whole_game(color: &str, seed: u64) -> (Side, Side, Vec<String>) {
    let table = |seed| {
        Side::new(Settings {
            players: PerColor([Player::Human, RANDOM]),
            names: SquareNames::Standard,
            transcript: Some("games.txt".into()),
            seed,
            ..Settings::default()
        })
    };
    let mut host = joined(table(seed), &format!("host Tea {color} auto"));
    let mut client = entered(table(seed + 1000), "join Tea@localhost auto");
    let mut messages = Vec::new();
    for _ in 0..1000 {
        for message in host.sent() {
            messages.push(message.clone());
            client.inbox.push_back(NetEvent::Message(message));
        }
        for message in client.sent() {
            messages.push(message.clone());
            host.inbox.push_back(NetEvent::Message(message));
        }
        let mut n_finished = 0;
        for side in [&mut host, &mut client] {
            match side.othello.want() {
                Want::Turn => side.handle(Event::Turn),
                Want::Thought(_) => panic!("only strategies play"),
                Want::Message => {
                    if let Some(event) = side.inbox.pop_front() {
                        side.receive(event);
                    }
                }
                Want::Line { .. } => n_finished += 1,
                Want::Exit(_) => panic!("nobody has quit"),
            }
        }
        if n_finished == 2 {
            return (host, client, messages);
        }
    }
    panic!("the game does not end:\n{}", host.printed);
}

#[test]
fn two_computers_play_a_whole_game_and_agree() {
    let (mut n_passes, mut n_lone_passes) = (0, 0);
    for (seed, color) in (0..12).zip(["", "white"].into_iter().cycle()) {
        let (host, client, messages) = whole_game(color, seed);
        assert!(host.othello.is_over() && client.othello.is_over());
        assert_eq!(host.othello.game(), client.othello.game());
        host.assert_printed("The game is over: ");
        let result = host.printed.lines().last();
        assert_eq!(result, client.printed.lines().last());
        // Both have the same game. A transcript omits passes.
        assert_eq!(host.saved, client.saved);
        assert_eq!(messages.last().map(String::as_str), Some("stop"));
        let passes_sent = messages.iter().filter(|&it| it == "-").count();
        let passes_made = host
            .othello
            .game()
            .moves()
            .filter(|&mv| mv == GridMove::PASS)
            .count();
        assert_eq!(passes_sent, passes_made, "every pass is sent");
        let announced_passes = |side: &Side| side.printed.matches("has no valid move and").count();
        assert_eq!(
            (announced_passes(&host), announced_passes(&client)),
            (passes_made, passes_made)
        );
        n_passes += passes_made;
        n_lone_passes += usize::from(passes_made == 1);
    }
    assert!(n_passes > 0 && n_lone_passes > 0, "the seeds bring passes");
}

#[test]
fn people_play_and_new_resigns() {
    let mut host = joined(Side::person(), "host Tea");
    assert_eq!(host.sent(), ["color white", "start"]);
    host.assert_printed("The game begins. You play black.");
    assert_eq!(host.prompt(), "Black (X), your move> ");
    host.say("A1");
    host.assert_printed("outflanks nothing");
    host.say("e6");
    assert_eq!(host.sent(), ["E6"]);
    host.hear_all(&["F4"]);
    host.assert_printed("White (O) plays F4.");
    host.say("new");
    assert_eq!(host.sent(), ["stop"]);
    host.assert_printed("Black (X) forfeits: white wins.");
    // In the local game the computer plays white again, and every command works.
    host.say("e6");
    assert!(matches!(host.othello.want(), Want::Turn));
    assert_eq!(host.othello.players()[Color::White], RANDOM);
    assert_eq!(host.sent(), [""; 0]);
}

#[test]
fn every_way_to_leave_informs_the_partner_once() {
    for (leave, result) in [
        (Some("quit"), "Black (X) forfeits: white wins."),
        (Some("resign"), "Black (X) resigns: white wins."),
        (None, "Black (X) forfeits: white wins."),
    ] {
        let mut host = joined(Side::person(), "host Tea");
        host.outbox.clear();
        match leave {
            Some(line) => host.say(line),
            None => host.handle(Event::EndOfInput),
        }
        assert!(host.has_closed());
        assert_eq!(host.sent(), ["stop"]);
        host.assert_printed(result);
        if leave == Some("resign") {
            // The game stays visible until a new one begins.
            assert_eq!(host.prompt(), "Game over (new, save FILE, quit)> ");
            host.say("undo");
            host.assert_printed("That is not possible in a remote game; new leaves it.");
            host.say("new");
            assert_eq!(host.sent(), [""; 0]);
            assert!(!host.othello.is_over());
        } else {
            assert!(matches!(host.othello.want(), Want::Exit(0)));
        }
    }
}

#[test]
fn a_remote_game_allows_only_commands_for_ones_own_side() {
    let mut host = joined(Side::person(), "host Tea");
    for line in ["undo", "redo", "load game.ggf"] {
        host.say(line);
    }
    assert_eq!(host.printed.matches("not possible in a remote game").count(), 3);
    host.say("switch white random");
    host.assert_printed("White (O) is played by the other side; new leaves this game.");
    for line in ["host Tea", "join Tea@localhost"] {
        host.say(line);
    }
    assert_eq!(host.printed.matches("a partner has already joined").count(), 2);
    host.outbox.clear();
    for (line, answer) in [
        ("moves", "Black (X) can play C4 D3 E6 F5."),
        ("score", "Black (X) has 2 discs, white (O) has 2."),
        ("board", "D |   |   |   | O | X |   |   |   |"),
        ("help", "join ID@HOST[:PORT]"),
        ("save game.txt", "Saved game.txt."),
    ] {
        host.printed.clear();
        host.say(line);
        host.assert_printed(answer);
    }
    host.say("hint");
    let Want::Thought(request) = host.othello.want() else {
        panic!("a hint is thought about");
    };
    let mv = request.game.legal_moves()[0].text.clone();
    host.handle(Event::Thought(Some(Thought::unsearched(mv))));
    host.assert_printed("The computer would play ");
    assert_eq!(host.sent(), [""; 0], "none of this is the partner's business");
    host.say("switch black random");
    assert!(matches!(host.othello.want(), Want::Turn));
}

#[test]
fn a_client_plays_the_hosts_colour_and_position() {
    let mut client = entered(Side::person(), "join Tea@localhost");
    client.hear_all(&["color black", "E6", "F4", "start"]);
    client.assert_printed("The game begins. You play black.");
    assert!(!client.printed.contains("plays E6"), "a set-up is not reported");
    assert_eq!(client.prompt(), "Black (X), your move> ");
    assert_eq!(client.othello.game().len(), 2);
    client.say("C3");
    assert_eq!(client.sent(), ["C3"]);
    assert_eq!(
        client.othello.players(),
        PerColor([Player::Human, Player::Remote])
    );
}

#[test]
fn a_wrong_message_during_a_game_forfeits_it() {
    for message in ["A1", "E6 ", "start", "-", "Z9", "e6e6", "hello"] {
        let mut host = joined(Side::person(), "host Tea white");
        host.outbox.clear();
        host.hear_all(&[message]);
        host.assert_printed("error: the other program sent ");
        host.assert_printed("Black (X) forfeits: white wins.");
        assert!(host.has_closed(), "{message}");
        assert_eq!(host.prompt(), "Game over (new, save FILE, quit)> ");
    }
}

#[test]
fn a_wrong_message_before_the_game_returns_to_a_local_one() {
    let mut client = entered(Side::person(), "join Tea@localhost");
    client.hear_all(&["color red"]);
    client.assert_printed("which this game does not have");
    assert_eq!(client.prompt(), "Black (X), your move> ");
    client.say("host Tea");
    assert!(client.outbox.contains(&NetOrder::Host { id: "Tea".into() }));
    // A host whose client never completed joining continues its own game.
    let mut host = Side::person();
    host.say("e6");
    host.think_now();
    let before = host.othello.game().clone();
    host.say("host Tea");
    host.receive(NetEvent::Connected);
    host.hear_all(&["hello"]);
    assert_eq!(host.prompt(), "Black (X), your move> ");
    assert_eq!(host.othello.game(), &before);
}

#[test]
fn a_lost_connection_counts_as_stop() {
    let mut host = joined(Side::person(), "host Tea white");
    host.receive(NetEvent::Lost("gone".into()));
    host.assert_printed("error: the connection was lost: gone");
    host.assert_printed("Black (X) forfeits: white wins.");
    let mut client = entered(Side::person(), "join Tea@localhost");
    client.receive(NetEvent::Lost("gone".into()));
    client.assert_printed("the other side left before the game began: gone");
    assert_eq!(client.prompt(), "Black (X), your move> ");
    let mut host = joined(Side::person(), "host Tea white");
    host.hear_all(&["stop"]);
    host.assert_printed("The other side has resigned.");
    host.assert_printed("Black (X) forfeits: white wins.");
    let mut alone = Side::person();
    alone.say("join Tea@localhost");
    alone.receive(NetEvent::Failed("nobody offers it".into()));
    alone.assert_printed("error: the game cannot be joined: nobody offers it");
    assert_eq!(alone.prompt(), "Black (X), your move> ");
}

#[test]
fn a_wait_can_be_interrupted() {
    let mut side = Side::person();
    side.say("host Tea");
    side.receive(NetEvent::Offered("here".into()));
    side.handle(Event::Interrupted);
    side.assert_printed("No longer waiting for a partner.");
    assert!(side.has_closed());
    assert_eq!(side.prompt(), "Black (X), your move> ");
    let mut client = entered(Side::person(), "join Tea@localhost");
    client.handle(Event::Interrupted);
    assert!(client.has_closed());
    assert_eq!(client.prompt(), "Black (X), your move> ");

    let mut host = joined(Side::person(), "host Tea white");
    host.outbox.clear();
    for line in ["", "score", "E6"] {
        host.handle(Event::Interrupted);
        host.assert_printed("It is black's turn. Press Enter to go on waiting");
        assert_eq!(host.prompt(), "Black (X) is to move> ");
        host.printed.clear();
        host.say(line);
        assert!(matches!(host.othello.want(), Want::Message), "after {line:?}");
    }
    host.assert_printed("It is black's turn.");
    assert_eq!(host.sent(), [""; 0]);
    // Sending a message out of turn is not allowed, so closing the connection resigns.
    host.handle(Event::Interrupted);
    host.say("resign");
    assert!(host.has_closed());
    assert_eq!(host.sent(), [""; 0]);
    host.assert_printed("White (O) resigns: black wins.");
    assert_eq!(host.othello.players()[Color::Black], Player::Remote);
}

#[test]
fn other_boards_and_rules_are_refused() {
    let refused = |settings: Settings, text: &str| {
        for line in ["host Tea", "join Tea@localhost"] {
            let mut side = Side::new(Settings {
                players: PerColor([Player::Human; 2]),
                ..settings.clone()
            });
            let start = GridBoard::start(settings.size, settings.rules);
            side.say(line);
            side.assert_printed(text);
            assert!(side.outbox.is_empty());
            assert_eq!(side.othello.game().position(), &start);
        }
    };
    refused(
        Settings {
            size: Size::new(6, 10).unwrap(),
            ..Settings::default()
        },
        "Remote games are played on 8x8, and this board is 6x10",
    );
    refused(
        Settings {
            rules: Rules::NoMoveLoses,
            ..Settings::default()
        },
        "In remote games who cannot move passes",
    );
}
