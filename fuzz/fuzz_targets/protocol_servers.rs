//! Whatever a tool says to our engine: nothing panics, and what is to be thought about is a game that goes on.
#![no_main]

use libfuzzer_sys::fuzz_target;
use parlor_games::{Kind, Spec};
use parlor_protocol::{Answer, Order, Protocol};

const SPOKEN: [Protocol; 4] = [Protocol::Uai, Protocol::Uci, Protocol::Gtp, Protocol::Nboard];

fuzz_target!(|input: (u8, &[u8])| {
    let (choice, bytes) = input;
    let protocol = SPOKEN[usize::from(choice) % SPOKEN.len()];
    let kinds: Vec<Kind> = Kind::ALL.into_iter().filter(|&kind| protocol.speaks(kind)).collect();
    let kind = kinds[usize::from(choice / 4) % kinds.len()];
    let mut server = protocol.server(&Spec::usual(kind)).expect("spoken");
    for line in String::from_utf8_lossy(bytes).split('\n') {
        for order in server.line(line) {
            let Order::Think(request) = order else { continue };
            assert!(request.game.outcome().is_none(), "{line}");
            let line = vec![request.game.legal_moves()[0].text.clone()];
            let found = Answer { line, ..Answer::default() };
            server.info(&found);
            server.answer(&found);
        }
    }
});
