//! Tables of message sequences, legal and illegal.
//!
//! A script is a line of steps: `<text` is a message of the other side, `+text` an action of our side (`start C`,
//! `startblocks C CONFIG`, `setup MOVE`, a move, `leave`, `lose-connection`), and `=text` the messages that must
//! have been queued since the last step, joined by commas. The second column is the expected last result and the
//! stage after it.

use parlor_ataxx::{Position, Rules};
use parlor_core::GameRecord;
use parlor_peer::{Peer, Received, RemoteGame, Role, Stage, Violation};

/// One side of a conversation, with its own board.
struct Side<G: RemoteGame> {
    peer: Peer,
    record: GameRecord<G>,
    last: String,
}

impl<G: RemoteGame> Side<G> {
    fn new(role: Role, start: G) -> Side<G> {
        Side {
            peer: match role {
                Role::Host => Peer::host(),
                Role::Client => Peer::client(),
            },
            record: GameRecord::new(start),
            last: String::new(),
        }
    }

    fn receive(&mut self, text: &str) {
        self.last = match self.peer.receive(text, &self.record) {
            Ok(received) => self.follow(received),
            Err(violation) => {
                assert!(self.peer.is_over(), "a violation ends the conversation");
                describe(&violation).to_owned()
            }
        };
    }

    fn follow(&mut self, received: Received<G>) -> String {
        match received {
            Received::Ready => "ready".into(),
            Received::Color(color) => format!("color {}", G::color_word(color)),
            Received::Blocks(position) => {
                self.record = GameRecord::new(position);
                "blocks".into()
            }
            Received::Move(mv) => {
                self.record.play(mv).unwrap();
                match self.record.outcome() {
                    Some(_) => "last move".into(),
                    None => "move".into(),
                }
            }
            Received::Start => "start".into(),
            Received::Left => "left".into(),
            Received::Resigned => "resigned".into(),
            Received::Acknowledged => "acknowledged".into(),
        }
    }

    fn act(&mut self, action: &str) {
        let words: Vec<&str> = action.split(' ').collect();
        let result = match words[..] {
            ["start", color] => self.peer.start(G::read_color(color).unwrap(), None, &self.record),
            ["startblocks", color, config] => {
                self.record = GameRecord::new(self.record.start().with_blocks(config).unwrap());
                let color = G::read_color(color).unwrap();
                self.peer.start(color, Some(config), &self.record)
            }
            ["setup", mv] => {
                let mv = self.record.position().read_move(mv).unwrap();
                self.record.play(mv).unwrap();
                Ok(())
            }
            ["leave"] => {
                self.peer.leave(&self.record);
                Ok(())
            }
            ["lose-connection"] => {
                let received = self.peer.connection_lost();
                self.last = self.follow(received);
                return;
            }
            [mv] => {
                let mv = self.record.position().read_move(mv).unwrap();
                let result = self.peer.play(mv, &self.record);
                if result.is_ok() {
                    self.record.play(mv).unwrap();
                }
                result
            }
            _ => panic!("no such action: {action}"),
        };
        self.last = match result {
            Ok(()) => "done".into(),
            Err(misuse) => format!("misuse: {misuse}"),
        };
    }
}

fn describe(violation: &Violation) -> &'static str {
    match violation {
        Violation::Form(_) => "bad form",
        Violation::NotNow { .. } => "not now",
        Violation::OutOfTurn(_) => "out of turn",
        Violation::Color(_) => "bad color",
        Violation::Blocks { .. } => "bad blocks",
        Violation::Move { .. } => "bad move",
    }
}

/// Runs one row of a table.
fn check<G: RemoteGame>(role: Role, start: &G, script: &str, outcome: &str) {
    let mut side = Side::new(role, start.clone());
    for step in script.split(';').map(str::trim).filter(|step| !step.is_empty()) {
        match step.split_at(1) {
            ("<", text) => side.receive(text),
            ("+", action) => side.act(action),
            ("=", expected) => {
                let queued = side.peer.take_messages().join(",");
                assert_eq!(queued, expected, "queued in {script}");
            }
            _ => panic!("no such step: {step}"),
        }
    }
    let stage = match side.peer.stage() {
        Stage::SetUp => "set-up",
        Stage::Playing(_) => "playing",
        Stage::Ending if side.peer.is_over() => "over",
        Stage::Ending => "awaiting stop",
    };
    assert_eq!(format!("{} / {stage}", side.last), outcome, "after {script}");
}

fn ataxx() -> Position {
    Position::start(Rules::Cs61b)
}

/// Red to move takes Blue's only piece by jumping from b5 to d4.
fn nearly_won() -> Position {
    Position::from_fen("7/7/1x5/7/3o3/7/7 x 0 1", Rules::Cs61b).unwrap()
}

#[test]
fn messages_to_a_host() {
    let rows = [
        // Before the client is ready.
        ("<ready", "ready / set-up"),
        ("<stop", "not now / over"),
        ("<start", "not now / over"),
        ("<a7-b6", "not now / over"),
        ("<color red", "not now / over"),
        ("<READY", "not now / over"),
        ("< ready", "bad form / over"),
        ("<", "bad form / over"),
        ("+lose-connection", "left / over"),
        // While our player sets up the game, nothing may come.
        ("<ready; <ready", "out of turn / over"),
        ("<ready; <stop", "left / over"),
        ("<ready; <a7-b6", "out of turn / over"),
        ("<ready; +lose-connection", "left / over"),
        // During play.
        (
            "<ready; +start red; =color blue,start; +a7-b6; =a7-b6; <g7-f6",
            "move / playing",
        ),
        ("<ready; +start blue; =color red,start; <a7-b6", "move / playing"),
        ("<ready; +start blue; <stop", "resigned / over"),
        ("<ready; +start blue; +lose-connection", "resigned / over"),
        ("<ready; +start red; +lose-connection", "resigned / over"),
        ("<ready; +start red; <g7-f6", "out of turn / over"),
        ("<ready; +start red; <stop", "out of turn / over"),
        ("<ready; +start blue; <a7-b6; <b6-c5", "out of turn / over"),
        ("<ready; +start blue; <-", "bad move / over"),
        ("<ready; +start blue; <a7-a7", "bad move / over"),
        ("<ready; +start blue; <g7-f6", "bad move / over"),
        ("<ready; +start blue; <a7-d4", "bad move / over"),
        ("<ready; +start blue; <hello", "bad move / over"),
        ("<ready; +start blue; <start", "not now / over"),
        ("<ready; +start blue; <ready", "not now / over"),
        ("<ready; +start blue; <color red", "not now / over"),
        ("<ready; +start blue; <blocks a", "not now / over"),
        ("<ready; +start blue; <move a7-b6", "bad form / over"),
        // After the end, nothing may come.
        ("<ready; +start blue; <stop; <stop", "not now / over"),
    ];
    for (script, outcome) in rows {
        check(Role::Host, &ataxx(), script, outcome);
    }
}

#[test]
fn messages_to_a_client() {
    let rows = [
        ("=ready; <color blue", "color blue / set-up"),
        ("<color blue; <start", "start / playing"),
        ("<color blue; <blocks 3gh; <start", "start / playing"),
        ("<color blue; <a7-b6; <g7-f6; <start", "start / playing"),
        ("<color blue; <blocks 3; <a7-b6; <start", "start / playing"),
        (
            "<color red; <start; +a7-b6; =ready,a7-b6; <g7-f6",
            "move / playing",
        ),
        (
            "<color blue; <start; <a7-b6; +g7-f6; =ready,g7-f6",
            "done / playing",
        ),
        ("<stop", "left / over"),
        ("<color blue; <stop", "left / over"),
        ("<color blue; <blocks 3gh; <stop", "left / over"),
        ("+lose-connection", "left / over"),
        ("<color blue; <a7-b6; +lose-connection", "left / over"),
        ("<color blue; <start; <stop", "resigned / over"),
        ("<color blue; <start; +lose-connection", "resigned / over"),
        // The order is colour, blocks, moves, start.
        ("<start", "not now / over"),
        ("<ready", "not now / over"),
        ("<blocks 3gh", "not now / over"),
        ("<a7-b6", "not now / over"),
        ("<color blue; <color blue", "not now / over"),
        ("<color blue; <ready", "not now / over"),
        ("<color blue; <blocks a; <blocks b", "not now / over"),
        ("<color blue; <a7-b6; <blocks a", "not now / over"),
        ("<color blue; <a7-b6; <color red", "not now / over"),
        // Invalid operands.
        ("<color green", "bad color / over"),
        ("<color Red", "bad color / over"),
        ("<color black", "bad color / over"),
        ("<color", "bad form / over"),
        ("<color blue; <blocks z", "bad blocks / over"),
        ("<color blue; <blocks", "bad form / over"),
        ("<color blue; <-", "bad move / over"),
        ("<color blue; <b6-c5", "bad move / over"),
        ("<color blue; <blocks g; <a7-b6", "bad move / over"),
        // During play.
        ("<color red; <start; <g7-f6", "out of turn / over"),
        ("<color red; <start; <stop", "out of turn / over"),
        ("<color blue; <start; <start", "not now / over"),
        ("<color blue; <start; <color blue", "not now / over"),
        ("<color blue; <start; <blocks a", "not now / over"),
        ("<color blue; <start; <a7-b6; <b6-c5", "out of turn / over"),
    ];
    for (script, outcome) in rows {
        check(Role::Client, &ataxx(), script, outcome);
    }
}

#[test]
fn actions_of_our_own_side() {
    let host = [
        ("+start red", "misuse: there is no joined game to start / set-up"),
        (
            "<ready; +start red; +start red",
            "misuse: there is no joined game to start / playing",
        ),
        (
            "<ready; +a7-b6",
            "misuse: it is not this side's turn to move / set-up",
        ),
        (
            "<ready; +start blue; +a7-b6",
            "misuse: it is not this side's turn to move / playing",
        ),
        (
            "<ready; +start red; =color blue,start; +-",
            "misuse: red has a legal move and may not skip / playing",
        ),
        (
            "<ready; +setup a7-b6; +setup g7-f6; +start blue; =color red,a7-b6,g7-f6,start",
            "done / playing",
        ),
        (
            "<ready; +startblocks red 3gh; =color blue,blocks 3gh,start",
            "done / playing",
        ),
        // Leaving sends `stop` only in our turn.
        ("+leave; =", "done / over"),
        ("<ready; +leave; =stop", "done / over"),
        (
            "<ready; +start red; =color blue,start; +leave; =stop",
            "done / over",
        ),
        ("<ready; +start blue; =color red,start; +leave; =", "done / over"),
    ];
    for (script, outcome) in host {
        check(Role::Host, &ataxx(), script, outcome);
    }
    let client = [
        ("=ready; +leave; =", "done / over"),
        (
            "=ready; <color red; +a7-b6",
            "misuse: it is not this side's turn to move / set-up",
        ),
        ("=ready; <color red; <start; +leave; =stop", "done / over"),
        ("=ready; <color blue; <start; +leave; =", "done / over"),
        (
            "=ready; <color red; +start red",
            "misuse: there is no joined game to start / set-up",
        ),
    ];
    for (script, outcome) in client {
        check(Role::Client, &ataxx(), script, outcome);
    }
}

#[test]
fn the_sender_of_the_last_move_waits_for_stop() {
    let rows = [
        (
            Role::Host,
            "<ready; +start red; =color blue,start; +b5-d4; =b5-d4",
            "done / awaiting stop",
        ),
        (
            Role::Host,
            "<ready; +start red; +b5-d4; <stop",
            "acknowledged / over",
        ),
        (
            Role::Host,
            "<ready; +start red; +b5-d4; +lose-connection",
            "acknowledged / over",
        ),
        (Role::Host, "<ready; +start red; +b5-d4; <d3-d2", "not now / over"),
        (Role::Host, "<ready; +start red; +b5-d4; <ready", "not now / over"),
        (
            Role::Host,
            "<ready; +start blue; =color red,start; <b5-d4; =stop",
            "last move / over",
        ),
        (
            Role::Client,
            "=ready; <color red; <start; +b5-d4; =b5-d4; <stop",
            "acknowledged / over",
        ),
        (
            Role::Client,
            "=ready; <color blue; <start; <b5-d4; =stop",
            "last move / over",
        ),
        // If the set-up is already decided, `start` counts as the last move.
        (
            Role::Host,
            "<ready; +setup b5-d4; +start red; =color blue,b5-d4,start",
            "done / awaiting stop",
        ),
        (
            Role::Host,
            "<ready; +setup b5-d4; +start red; <stop",
            "acknowledged / over",
        ),
        (
            Role::Client,
            "=ready; <color blue; <b5-d4; <start; =stop",
            "start / over",
        ),
        (
            Role::Client,
            "=ready; <color blue; <b5-d4; <d4-d5",
            "bad move / over",
        ),
    ];
    for (role, script, outcome) in rows {
        check(role, &nearly_won(), script, outcome);
    }
}

#[test]
fn lines_of_action_uses_the_same_messages_with_black_and_white() {
    let loa = parlor_loa::Position::default();
    let rows = [
        (
            Role::Host,
            "<ready; +start black; =color white,start; +b8-b6; =b8-b6; <a2-c2",
            "move / playing",
        ),
        (
            Role::Client,
            "=ready; <color white; <start; <b8-b6",
            "move / playing",
        ),
        (Role::Client, "<color red", "bad color / over"),
        (Role::Client, "<color white; <blocks a", "bad blocks / over"),
        (Role::Client, "<color white; <start; <-", "bad move / over"),
        (Role::Client, "<color white; <start; <a2-c2", "bad move / over"),
    ];
    for (role, script, outcome) in rows {
        check(role, &loa, script, outcome);
    }
}

#[test]
fn a_move_limit_ends_a_remote_game_on_both_sides() {
    let mut host = Side::new(Role::Host, parlor_loa::Position::default());
    host.record.set_move_limit(Some(2)).unwrap();
    let mut client = Side::new(Role::Client, parlor_loa::Position::default());
    client.record.set_move_limit(Some(2)).unwrap();
    host.receive(&client.peer.take_messages().join(","));
    host.act("start black");
    for message in host.peer.take_messages() {
        client.receive(&message);
    }
    host.act("b8-b6");
    client.receive(&host.peer.take_messages().join(","));
    client.act("a2-c2");
    assert_eq!(client.peer.stage(), Stage::Ending);
    host.receive(&client.peer.take_messages().join(","));
    assert_eq!(host.last, "last move");
    assert_eq!(host.peer.take_messages(), ["stop"]);
    client.receive("stop");
    assert_eq!(client.last, "acknowledged");
}

#[test]
fn a_message_sent_too_early_is_out_of_turn() {
    let mut side = Side::new(Role::Host, ataxx());
    side.receive("ready");
    side.act("start red");
    side.act("a7-b6");
    let violation = side.peer.receive_untimely("g7-f6");
    assert_eq!(describe(&violation), "out of turn");
    assert!(side.peer.is_over());
}
