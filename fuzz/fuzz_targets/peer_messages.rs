//! What the other side of a remote game says, as host and as client: nothing panics, and what is accepted is written back and read again.
#![no_main]

use libfuzzer_sys::fuzz_target;
use parlor_core::{Color, Game, GameRecord};
use parlor_peer::{Invitation, Message, Peer, Received, RemoteGame, RoomId};

fn converse<G: RemoteGame + Game>(mut peer: Peer, start: G, text: &str) {
    let mut record = GameRecord::new(start);
    for line in text.split('\n') {
        if let Ok(message) = Message::parse(line) {
            assert_eq!(message.to_string(), line, "a message has one form");
        }
        match peer.receive(line, &record) {
            Ok(Received::Ready) => drop(peer.start(Color::Black, None, &record)),
            Ok(Received::Move(mv)) => drop(record.play(mv)),
            Ok(_) => {}
            Err(_) => break,
        }
        peer.take_messages();
    }
}

fuzz_target!(|input: (u8, &str)| {
    let (choice, text) = input;
    let _ = (text.parse::<RoomId>(), text.parse::<Invitation>());
    let peer = if choice & 4 == 0 { Peer::host() } else { Peer::client() };
    match choice % 3 {
        0 => converse(peer, parlor_loa::Position::start(parlor_loa::Rules::default()), text),
        1 => converse(peer, parlor_ataxx::Position::start(parlor_ataxx::Rules::Cs61b), text),
        _ => converse(peer, parlor_othello::Board::start(parlor_othello::Rules::Pass), text),
    }
});
