//! Tests that no output of a program or tool causes a panic, and that none of it is trusted.

use parlor_core::Color;
use parlor_core::think::{Report, Thought};
use parlor_games::{AnyGame, Kind, Spec};
use parlor_protocol::{Budget, Order, Protocol};
use proptest::prelude::*;

/// Generates lines that resemble the protocols but are broken in every way.
fn line() -> impl Strategy<Value = String> {
    let word = prop_oneof![
        Just("===".to_owned()),
        Just("*".to_owned()),
        Just("bestmove".to_owned()),
        Just("position startpos moves".to_owned()),
        Just("position fen".to_owned()),
        Just("go".to_owned()),
        Just("btime".to_owned()),
        Just("info score cp".to_owned()),
        Just("set game (;BO[8 ".to_owned()),
        Just("setoption name Hash value".to_owned()),
        Just("genmove".to_owned()),
        Just("play black".to_owned()),
        Just("move".to_owned()),
        Just("=".to_owned()),
        Just("?".to_owned()),
        Just("pong 1".to_owned()),
        Just("A |".to_owned()),
        Just("Red wins.".to_owned()),
        "[a-h][1-8]-?[a-h]?[1-8]?",
        "[0-9]{1,30}",
        "\\PC{0,12}",
    ];
    proptest::collection::vec(word, 0..6).prop_map(|words| words.join(" "))
}

fn kinds(protocol: Protocol) -> impl Iterator<Item = Kind> {
    Kind::ALL.into_iter().filter(move |&kind| protocol.speaks(kind))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn no_driver_panics_on_any_line(lines in proptest::collection::vec(line(), 0..20)) {
        for protocol in Protocol::ALL {
            for kind in kinds(protocol) {
                let game = AnyGame::new(&Spec::default_for(kind)).expect("the start");
                let mut driver = protocol.driver(&[]);
                driver.hello();
                let lines_to_send = driver.new_game(&game, Color::Black, &Budget::default());
                prop_assert!(lines_to_send.is_ok());
                driver.go(&game, &Budget::default());
                for line in &lines {
                    driver.line(line);
                }
            }
        }
    }

    #[test]
    fn no_server_panics_on_any_line(lines in proptest::collection::vec(line(), 0..20)) {
        for protocol in Protocol::ALL {
            for kind in kinds(protocol) {
                let Some(mut server) = protocol.server(&Spec::default_for(kind)) else { continue };
                for line in &lines {
                    for order in server.line(line) {
                        if let Order::Think(request) = order {
                            prop_assert!(request.game.outcome().is_none());
                            let mv = request.game.legal_moves().first().map(|mv| mv.text.clone());
                            let line = mv.iter().cloned().collect();
                            server.info(&Report { line, ..Report::default() });
                            server.answer(mv.map(Thought::unsearched).as_ref());
                        }
                    }
                }
            }
        }
    }
}

/// One of our drivers and one of our servers play a whole game, in every protocol.
#[test]
fn our_drivers_and_servers_understand_each_other() {
    for protocol in [Protocol::Uai, Protocol::Uci, Protocol::Gtp, Protocol::Nboard] {
        for kind in kinds(protocol) {
            let mut game = AnyGame::new(&Spec::default_for(kind)).expect("the start");
            let mut driver = protocol.driver(&[]);
            let mut server = protocol.server(&Spec::default_for(kind)).expect("spoken");
            let mut said = talk(&mut *driver, &mut *server, Vec::new());
            let hello = driver.hello();
            said.extend(talk(&mut *driver, &mut *server, hello));
            let lines = driver
                .new_game(&game, Color::Black, &Budget::default())
                .expect("supported");
            said.extend(talk(&mut *driver, &mut *server, lines));
            assert!(
                said.contains(&parlor_protocol::DriverEvent::Ready),
                "{protocol} {kind}: {said:?}"
            );
            let mut n = 0;
            while game.outcome().is_none() && game.len() < 200 {
                n += 1;
                let mv = if game.turn() == Color::Black {
                    let lines = driver.go(&game, &Budget::default());
                    let said = talk(&mut *driver, &mut *server, lines);
                    let mv = said.iter().find_map(|said| match said {
                        parlor_protocol::DriverEvent::Move(mv) => Some(mv.clone()),
                        _ => None,
                    });
                    mv.unwrap_or_else(|| panic!("{protocol} {kind} after {}: {said:?}", game.position_text()))
                } else {
                    let moves = game.legal_moves();
                    moves[n * 7 % moves.len()].text.clone()
                };
                game.play(&mv).expect("legal");
                let lines = driver.moved(&game);
                let said = talk(&mut *driver, &mut *server, lines);
                assert!(
                    !said
                        .iter()
                        .any(|said| matches!(said, parlor_protocol::DriverEvent::Refuses(_))),
                    "{protocol} {kind}: {said:?}"
                );
            }
        }
    }
}

/// Passes lines back and forth. The engine always plays the middle one of the legal moves.
fn talk(
    driver: &mut dyn parlor_protocol::Driver,
    server: &mut dyn parlor_protocol::Server,
    lines: Vec<String>,
) -> Vec<parlor_protocol::DriverEvent> {
    let mut said = Vec::new();
    let mut lines = std::collections::VecDeque::from(lines);
    while let Some(line) = lines.pop_front() {
        let mut orders = std::collections::VecDeque::from(server.line(&line));
        while let Some(order) = orders.pop_front() {
            match order {
                Order::Say(text) | Order::Ready { line: text, .. } => {
                    for line in text.split('\n') {
                        for act in driver.line(line) {
                            match act {
                                parlor_protocol::DriverAction::Event(what) => said.push(what),
                                parlor_protocol::DriverAction::Send(line) => lines.push_back(line),
                            }
                        }
                    }
                }
                Order::Think(request) => {
                    let moves = request.game.legal_moves();
                    let mv = moves[moves.len() / 2].text.clone();
                    let report = Report {
                        line: vec![mv.clone()],
                        depth: 1,
                        ..Report::default()
                    };
                    orders.extend(server.info(&report));
                    orders.extend(server.answer(Some(&Thought::unsearched(mv))));
                }
                _ => {}
            }
        }
    }
    said
}
