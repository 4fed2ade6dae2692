//! Whatever a tool says to our engine: nothing panics, and what is to be thought about is a game that goes on.
#![no_main]

use libfuzzer_sys::fuzz_target;
use parlor_core::think::{Report, Thought};
use parlor_games::{Kind, Spec};
use parlor_protocol::{Order, Protocol};

const SPOKEN: [Protocol; 4] = [Protocol::Uai, Protocol::Uci, Protocol::Gtp, Protocol::Nboard];

fuzz_target!(|input: (u8, &[u8])| {
    let (choice, bytes) = input;
    let protocol = SPOKEN[usize::from(choice) % SPOKEN.len()];
    let kinds: Vec<Kind> = Kind::ALL.into_iter().filter(|&kind| protocol.speaks(kind)).collect();
    let kind = kinds[usize::from(choice / 4) % kinds.len()];
    let mut server = protocol.server(&Spec::default_for(kind)).expect("spoken");
    for line in String::from_utf8_lossy(bytes).split('\n') {
        for order in server.line(line) {
            let Order::Think(request) = order else { continue };
            assert!(request.game.outcome().is_none(), "{line}");
            let mv = request.game.legal_moves()[0].text.clone();
            server.info(&Report { line: vec![mv.clone()], ..Report::default() });
            server.answer(Some(&Thought::unsearched(mv)));
        }
    }
});
