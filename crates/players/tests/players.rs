//! Tests of every kind of player in whole games of every kind: legal, reproducible, and ended by their stop
//! flag.

use std::time::Duration;

use parlor_core::Level;
use parlor_core::think::{Limits, TimeLimit};
use parlor_games::{AnyGame, Kind, Spec};
use parlor_players::{AnyEngine, Configuration, Options};

fn start(kind: Kind) -> AnyGame {
    AnyGame::new(&Spec::default_for(kind)).expect("the start")
}

/// Returns the standard games, and Othello on other board sizes and under other rules.
fn games() -> Vec<AnyGame> {
    let spec = |name, value| {
        let spec = Spec::default_for(Kind::Othello);
        spec.with(name, value).expect("an agreement")
    };
    let others = [
        spec("size", "4x6"),
        spec("size", "10x8"),
        spec("rules", "no-move-loses"),
    ];
    let defaults = Kind::KNOWN.iter().map(|&kind| Spec::default_for(kind));
    let games = defaults.chain(others).map(|spec| AnyGame::new(&spec));
    games.collect::<Result<_, _>>().expect("games that can begin")
}

fn engine(kind: Kind, configuration: &str, seed: u64) -> AnyEngine {
    let configuration = Configuration::parse(kind, configuration).expect("a configuration");
    AnyEngine::new(kind, &configuration, seed)
}

/// Returns the moves that a player makes against itself, at most `plies` of them.
fn played(game: &AnyGame, configuration: &str, seed: u64, plies: usize) -> Vec<String> {
    let mut game = game.clone();
    let mut engine = engine(game.kind(), configuration, seed);
    while game.len() < plies && game.outcome().is_none() {
        let thought = engine.think(&game, &Limits::default(), &mut |_| {});
        let thought =
            thought.unwrap_or_else(|| panic!("{configuration} has no move in {}", game.position_text()));
        assert_eq!(thought.lines[0].moves[0], thought.best);
        game.play(&thought.best)
            .unwrap_or_else(|error| panic!("{configuration}: {error}"));
    }
    game.history().into_iter().map(|mv| mv.text).collect()
}

#[test]
fn every_configuration_moves_legally_in_every_game() {
    let settings = [
        "random",
        "nodes=50",
        "depth=1",
        "nodes=50,book=1",
        "nodes=60,varied=1",
    ];
    let levels: Vec<String> = (1..=7).map(|level| format!("level={level}")).collect();
    for game in games() {
        for configuration in settings.into_iter().chain(levels.iter().map(String::as_str)) {
            let moves = played(&game, configuration, 7, 8);
            assert!(!moves.is_empty(), "{configuration}");
        }
        // The strongest levels search long, so one move of each is enough.
        for level in 8..=10 {
            assert_eq!(played(&game, &format!("level={level},nodes=500"), 7, 1).len(), 1);
        }
    }
}

#[test]
fn a_seed_repeats_the_game_and_another_seed_plays_another() {
    for kind in Kind::ALL {
        for configuration in ["level=2", "random"] {
            let once = played(&start(kind), configuration, 5, 12);
            assert_eq!(
                played(&start(kind), configuration, 5, 12),
                once,
                "{kind} {configuration}"
            );
            let differs = |seed| played(&start(kind), configuration, seed, 12) != once;
            assert!((6..12).any(differs), "{kind} {configuration}");
        }
    }
}

#[test]
fn a_finished_game_and_a_game_of_another_kind_have_no_move() {
    let mut othello = AnyGame::new(
        &Spec::default_for(Kind::Othello)
            .with("size", "4x4")
            .expect("a size"),
    )
    .expect("a small game");
    let mut engine = engine(Kind::Othello, "level=1", 1);
    while let Some(thought) = engine.think(&othello, &Limits::default(), &mut |_| {}) {
        othello.play(&thought.best).expect("legal");
    }
    assert!(othello.outcome().is_some());
    assert_eq!(
        engine.think(&start(Kind::Loa), &Limits::default(), &mut |_| {}),
        None
    );
}

#[test]
fn a_stop_ends_a_thought_without_end() {
    for kind in Kind::ALL {
        let limits = Limits {
            time: TimeLimit::UntilStopped,
            ..Limits::default()
        };
        let stop = limits.stop.clone();
        let mut game = start(kind);
        let mut n_told = 0;
        let thought = engine(kind, "full", 1).think(&game, &limits, &mut |_| {
            n_told += 1;
            stop.set();
        });
        assert!(n_told >= 1);
        game.play(&thought.expect("a move").best).expect("legal");
        // Even if it is set before the search begins, there is a legal move.
        let thought = engine(kind, "full", 1).think(&game, &limits, &mut |_| {});
        game.play(&thought.expect("a move").best).expect("legal");
    }
}

#[test]
fn only_the_moves_that_were_named_are_considered() {
    for configuration in ["nodes=300", "random"] {
        let limits = Limits {
            search_moves: vec!["g8-g6".to_owned(), "nonsense".to_owned()],
            ..Limits::default()
        };
        let thought = engine(Kind::Loa, configuration, 1).think(&start(Kind::Loa), &limits, &mut |_| {});
        assert_eq!(thought.expect("a move").best, "g8-g6", "{configuration}");
    }
}

#[test]
fn several_lines_are_reported_in_texts_that_can_be_played() {
    let limits = Limits {
        multi_pv: 3,
        ..Limits::nodes(3000)
    };
    let mut ranks = [0; 3];
    let thought = engine(Kind::Ataxx, "full", 1).think(&start(Kind::Ataxx), &limits, &mut |report| {
        let mut game = start(Kind::Ataxx);
        for mv in &report.line {
            game.play(mv).expect("legal");
        }
        ranks[report.rank] += 1;
    });
    assert!(ranks.iter().all(|&n| n > 0), "{ranks:?}");
    assert_eq!(thought.expect("a move").lines.len(), 3);
}

#[test]
fn the_budget_of_full_strength_holds_without_a_limit() {
    let limits = Limits::nodes(500);
    let thought = engine(Kind::Ataxx, "nodes=100000", 1).think(&start(Kind::Ataxx), &limits, &mut |_| {});
    assert!(thought.expect("a move").nodes <= 2_000);
    let timed = Limits::time(Duration::ZERO);
    assert!(
        engine(Kind::Loa, "full", 1)
            .think(&start(Kind::Loa), &timed, &mut |_| {})
            .is_some()
    );
}

#[test]
fn options_can_be_changed_between_thoughts_and_on_other_boards() {
    let mut engine = engine(Kind::Othello, "nodes=200", 1);
    for game in games().iter().filter(|game| game.kind() == Kind::Othello) {
        for hash_mib in [1, 3] {
            engine.set_options(&Options {
                hash_mib,
                ..engine.options()
            });
            engine.new_game();
            assert!(engine.think(game, &Limits::default(), &mut |_| {}).is_some());
        }
    }
    assert_eq!(engine.options().hash_mib, 3);
}

#[test]
fn every_level_is_a_configuration() {
    for level in Level::all() {
        for kind in Kind::ALL {
            let by_number = Configuration::parse(kind, &format!("level={level}"));
            let by_name = Configuration::parse(kind, &format!("level={}", level.name()));
            assert_eq!(by_number, Ok(Configuration::level(level)));
            assert_eq!(by_name, by_number);
        }
    }
}
