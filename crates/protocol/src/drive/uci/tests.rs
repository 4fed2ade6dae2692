//! Tests of driving programs that speak UAI and UCI.

use std::time::Duration;

use parlor_core::PerColor;
use parlor_games::{Kind, Spec};

use super::*;
use parlor_core::think::Clock;

#[test]
fn uai_has_its_own_moves_and_its_first_mover_is_black() {
    let mut game = AnyGame::new(&Spec::default_for(Kind::Ataxx)).expect("the start");
    let mut driver = Uci::new(Dialect::Uai, &[("Hash".into(), "64".into())]);
    assert_eq!(driver.hello(), ["uai"]);
    let lines = driver
        .new_game(&game, Color::Black, &Budget::default())
        .expect("supported");
    assert!(lines.is_empty(), "nothing is said before the answer");
    assert_eq!(driver.line("id name somebody"), []);
    let said = ["setoption name Hash value 64", "uainewgame", "isready"];
    assert_eq!(
        driver.line("uaiok"),
        said.map(|line| DriverAction::Send(line.to_owned()))
    );
    assert_eq!(driver.line("uaiok"), [], "once is enough");
    let lines = driver
        .new_game(&game, Color::Black, &Budget::default())
        .expect("supported");
    assert_eq!(lines, ["uainewgame", "isready"], "the second game begins at once");
    game.play("a7-b6").expect("legal");
    game.play("g7-g5").expect("legal");
    let budget = Budget {
        clock: Some(Clock {
            remaining: PerColor([Duration::from_secs(3), Duration::from_secs(2)]),
            increment: PerColor([Duration::from_millis(50); 2]),
        }),
        ..Budget::default()
    };
    assert_eq!(
        driver.go(&game, &budget),
        [
            "position startpos moves b6 g7g5",
            "go btime 3000 binc 50 wtime 2000 winc 50"
        ]
    );
    assert_eq!(
        driver.line("bestmove g2 ponder a1"),
        [DriverAction::Event(DriverEvent::Move("g1-g2".into()))]
    );
    assert!(matches!(
        &driver.line("bestmove (none)")[..],
        [DriverAction::Event(DriverEvent::Unreadable(_))]
    ));
}

#[test]
fn uci_names_the_variant_and_its_first_mover_is_white() {
    let game = AnyGame::new(&Spec::default_for(Kind::Othello)).expect("the start");
    let mut driver = Uci::new(Dialect::Uci, &[]);
    let lines = driver
        .new_game(&game, Color::Black, &Budget::default())
        .expect("supported");
    assert_eq!(lines[0], "setoption name UCI_Variant value flipello");
    assert_eq!(Dialect::Uci.clock_letter(Color::Black), 'w');
    driver.go(&game, &Budget::default());
    assert_eq!(
        driver.line("bestmove P@f4"),
        [DriverAction::Event(DriverEvent::Move("f5".into()))]
    );
    assert_eq!(
        driver.line("info depth 4 score cp -12 nodes 99 pv P@f4"),
        [DriverAction::Event(DriverEvent::Thinks(Evaluation {
            score: Some(-12),
            depth: Some(4),
            nodes: Some(99)
        }))]
    );
}

#[test]
fn a_mate_is_a_score_too() {
    let mut driver = Uci::new(Dialect::Uci, &[]);
    for (text, score) in [("mate 3", DECIDED), ("mate -2", -DECIDED), ("mate 0", -DECIDED)] {
        let acts = driver.line(&format!("info depth 4 score {text} nodes 9"));
        let [DriverAction::Event(DriverEvent::Thinks(found))] = acts[..] else {
            panic!("{acts:?}")
        };
        assert_eq!(found.score, Some(score), "{text}");
    }
}

#[test]
fn blocks_are_sent_as_a_position() {
    let spec = Spec::default_for(Kind::Ataxx)
        .with("blocks", "3gh")
        .expect("blocks");
    let game = AnyGame::new(&spec).expect("the start");
    let uai = Uci::new(Dialect::Uai, &[]).position(&game);
    assert!(uai.starts_with("position fen x5o/"), "{uai}");
    let uci = Uci::new(Dialect::Uci, &[]).position(&game);
    assert!(uci.starts_with("position fen P5p/") && uci.contains('*'), "{uci}");
}
