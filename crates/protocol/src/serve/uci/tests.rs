//! Tests of serving tools that speak UAI and UCI.

use parlor_core::Score;
use parlor_games::Kind;

use super::*;

fn server(dialect: Dialect, kind: Kind) -> Uci {
    Uci::new(dialect, &Spec::default_for(kind)).expect("a game")
}

fn said(orders: Vec<Order>) -> Vec<String> {
    orders
        .into_iter()
        .filter_map(|order| match order {
            Order::Say(line) => Some(line),
            _ => None,
        })
        .collect()
}

#[test]
fn a_uai_conversation() {
    let mut server = server(Dialect::Uai, Kind::Ataxx);
    assert_eq!(said(server.line("uai")).last().map(String::as_str), Some("uaiok"));
    assert!(matches!(&server.line("isready")[..], [Order::Ready { line, .. }] if line == "readyok"));
    assert_eq!(server.line("setoption name Hash value 32"), [Order::Hash(32)]);
    assert!(server.line("position startpos moves b6 g7g5").is_empty());
    let orders = server.line("go btime 1000 wtime 900 binc 10 winc 10");
    let [Order::Think(request)] = &orders[..] else {
        panic!("{orders:?}")
    };
    let clock = TimeLimit::Clock {
        remaining: Duration::from_millis(1000),
        increment: Duration::from_millis(10),
        moves_to_go: None,
    };
    assert_eq!(request.limits.time, clock);
    assert_eq!(request.game.len(), 2);
    assert!(server.line("uainewgame").is_empty(), "kept until the answer");
    let report = Report {
        line: vec!["g1-g2".into(), "g5-f4".into()],
        score: Score(150),
        depth: 3,
        nodes: 10,
        ..Report::default()
    };
    assert_eq!(
        said(server.info(&report)),
        ["info depth 3 multipv 1 score cp 150 nodes 10 nps 10000000 time 0 pv g2 f4"]
    );
    assert_eq!(
        server.answer(Some(&found("g1-g2"))),
        [Order::Say("bestmove g2".into()), Order::NewGame]
    );
}

fn asked(orders: &[Order]) -> &Request {
    match orders {
        [Order::Think(request)] => request,
        _ => panic!("{orders:?}"),
    }
}

fn found(mv: &str) -> Thought<String> {
    Thought::unsearched(mv.to_owned())
}

#[test]
fn an_impossible_position_is_reported_and_no_other_is_played() {
    let mut server = server(Dialect::Uci, Kind::Loa);
    assert!(server.line("position startpos moves b1b3").is_empty());
    for line in [
        "position startpos moves b1b3 zz",
        "position fen rubbish",
        "position",
    ] {
        assert!(!said(server.line(line)).is_empty());
        assert_eq!(said(server.line("go depth 3")), ["bestmove (none)"], "{line}");
    }
    assert!(server.line("position startpos moves b1b3").is_empty());
    assert_eq!(asked(&server.line("go depth 3")).game.len(), 1);
    assert_eq!(
        server.line("quit"),
        [Order::Stop],
        "the thought is answered first"
    );
}

#[test]
fn an_infinite_search_is_answered_on_stop() {
    let mut server = server(Dialect::Uai, Kind::Ataxx);
    let orders = server.line("go infinite");
    assert_eq!(asked(&orders).limits.time, TimeLimit::UntilStopped);
    assert_eq!(server.line("isready"), [Order::Say("readyok".into())]);
    assert_eq!(server.line("stop"), [Order::Stop]);
    assert_eq!(said(server.answer(Some(&found("a7-b6")))), ["bestmove b6"]);
    assert!(server.line("stop").is_empty(), "there is nothing to stop");
    // An engine that has searched everything still waits.
    asked(&server.line("go infinite"));
    assert!(server.answer(Some(&found("a7-b6"))).is_empty());
    assert!(server.line("uainewgame").is_empty());
    assert_eq!(
        server.line("stop"),
        [Order::Say("bestmove b6".into()), Order::NewGame]
    );
    // The input has ended, so no `stop` can arrive.
    asked(&server.line("go infinite"));
    assert_eq!(server.end(), [Order::Stop]);
    assert_eq!(said(server.answer(Some(&found("a7-b6")))), ["bestmove b6"]);
    asked(&server.line("go depth 5"));
    assert!(server.end().is_empty(), "this one ends by itself");
}

#[test]
fn a_ponder_hit_searches_again_with_the_clock_running() {
    let mut server = server(Dialect::Uci, Kind::Loa);
    let go = "go ponder wtime 5000 btime 4000 movestogo 7";
    for has_ended in [false, true] {
        let orders = server.line(go);
        let request = asked(&orders);
        assert_eq!(request.limits.time, TimeLimit::UntilStopped);
        let orders = if has_ended {
            assert!(server.answer(Some(&found("b1-b3"))).is_empty());
            server.line("ponderhit")
        } else {
            assert_eq!(server.line("ponderhit"), [Order::Stop]);
            server.answer(Some(&found("b1-b3")))
        };
        let clock = TimeLimit::Clock {
            remaining: Duration::from_millis(5000),
            increment: Duration::ZERO,
            moves_to_go: Some(7),
        };
        assert_eq!(asked(&orders).limits.time, clock);
        assert_eq!(said(server.answer(Some(&found("b1-b3")))), ["bestmove b1b3"]);
    }
    // The opponent has played another move.
    asked(&server.line(go));
    assert_eq!(server.line("stop"), [Order::Stop]);
    assert_eq!(said(server.answer(Some(&found("b1-b3")))), ["bestmove b1b3"]);
}

#[test]
fn only_the_moves_that_the_tool_names_are_searched() {
    let mut server = server(Dialect::Uci, Kind::Loa);
    let orders = server.line("go searchmoves b1b3 zz c1c3 depth 4");
    let request = asked(&orders);
    assert_eq!(request.limits.search_moves, ["b1-b3", "c1-c3"]);
    assert_eq!(request.limits.depth, Some(4));
}

#[test]
fn the_move_overhead_is_an_option() {
    let mut server = Uci::new(Dialect::Uai, &Spec::default_for(Kind::Ataxx)).expect("Ataxx");
    let introduction = server.line("uai");
    let option = "option name Move Overhead type spin default 0 min 0 max 5000";
    assert!(introduction.contains(&Order::Say(option.into())));
    server.line("setoption name Move Overhead value 30");
    let mut time_of = |line: &str| {
        let orders = server.line(line);
        let [Order::Think(request)] = &orders[..] else {
            panic!("{orders:?}");
        };
        let time = request.limits.time;
        server.answer(None);
        time
    };
    let millis = Duration::from_millis;
    assert_eq!(time_of("go movetime 100"), TimeLimit::PerMove(millis(70)));
    assert_eq!(time_of("go movetime 20"), TimeLimit::PerMove(millis(1)));
    let clock = TimeLimit::Clock {
        remaining: millis(970),
        increment: millis(20),
        moves_to_go: None,
    };
    assert_eq!(time_of("go btime 1000 wtime 1 binc 50 winc 1"), clock);
    server.line("setoption name Move Overhead value soon");
    let orders = server.line("go movetime 100");
    assert!(
        matches!(&orders[..], [Order::Think(request)] if request.limits.time == TimeLimit::PerMove(millis(70)))
    );
}

#[test]
fn requests_before_quit_are_still_answered() {
    let mut server = server(Dialect::Uai, Kind::Ataxx);
    // Sent together, as scripts do.
    asked(&server.line("go nodes 100000000"));
    assert_eq!(server.line("quit"), [Order::Stop]);
    assert!(server.line("go depth 3").is_empty(), "nothing counts after it");
    assert_eq!(
        server.answer(Some(&found("a7-b6"))),
        [Order::Say("bestmove b6".into()), Order::Stop, Order::Quit]
    );
    // Earlier requests are answered, the last one without delay.
    let mut server = self::server(Dialect::Uai, Kind::Ataxx);
    asked(&server.line("go infinite"));
    for line in ["uainewgame", "go infinite"] {
        assert!(server.line(line).is_empty(), "kept until the answer");
    }
    assert_eq!(server.line("quit"), [Order::Stop]);
    let orders = server.answer(Some(&found("a7-b6")));
    assert_eq!(orders[..2], [Order::Say("bestmove b6".into()), Order::NewGame]);
    assert!(
        matches!(orders[2..], [Order::Think(_), Order::Stop]),
        "{orders:?}"
    );
    assert_eq!(
        server.answer(Some(&found("a7-b6"))),
        [Order::Say("bestmove b6".into()), Order::Stop, Order::Quit]
    );
    assert_eq!(
        self::server(Dialect::Uai, Kind::Ataxx).line("quit"),
        [Order::Stop, Order::Quit]
    );
}
