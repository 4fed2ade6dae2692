//! Tests of the engine and the solver on positions whose forced wins an exhaustive search has found
//! (examples/loa/forced_wins.rs).

use parlor_core::{Game, GameRecord, Notation, Outcome};
use parlor_engine::loa::LoaNode;
use parlor_engine::loa::dfpn::{Solver, Verdict};
use parlor_engine::{Engine, Limits, Options, SearchEngine, StopToken};
use parlor_loa::{Coordinates, Move, Position, Rules, Setup};

const FORCED_WINS: &str = include_str!("../../data/loa-forced-wins.txt");

struct ForcedWin {
    position: Position,
    plies: u32,
    first: Move,
}

/// Returns the number of nodes within which the engine must report a forced win in this many plies: less than
/// a second.
fn budget(plies: u32) -> u64 {
    match plies {
        3 => 20_000,
        5 => 100_000,
        _ => 1_000_000,
    }
}

fn forced_wins() -> Vec<ForcedWin> {
    let lines = FORCED_WINS.lines().filter(|line| !line.starts_with('#'));
    lines
        .map(|line| {
            let fields: Vec<&str> = line.split(';').map(str::trim).collect();
            let [position, plies, first] = fields[..] else {
                panic!("three fields: {line}");
            };
            let setup: Setup = position.parse().expect(line);
            let position = Position::from_setup(&setup, Rules::default()).expect(line);
            ForcedWin {
                first: Coordinates.parse(&position, first).expect(line),
                plies: plies.parse().expect(line),
                position,
            }
        })
        .collect()
}

fn engine_finds(cases: &[ForcedWin]) {
    let mut engine = SearchEngine::<LoaNode>::new(
        &Options {
            hash_mib: 16,
            ..Options::default()
        },
        &[],
    );
    let mut missed = Vec::new();
    for case in cases {
        engine.new_game();
        let record = GameRecord::new(case.position);
        let limits = Limits::nodes(budget(case.plies));
        let thought = engine
            .think(&record, &limits, &mut |_| {})
            .expect("an unfinished game");
        let proven = thought.score().is_win();
        if proven {
            let plies = thought.score().plies_to_end().unwrap_or(0);
            assert!(
                plies >= case.plies as i32 - 1,
                "{:?}: nothing wins in {plies}",
                case.position
            );
        }
        let is_found = proven && thought.best == case.first;
        let is_longer_win = proven && thought.score().plies_to_end() > Some(case.plies as i32);
        if !is_found && !is_longer_win {
            missed.push(format!(
                "{} plies {:?} {}",
                case.plies,
                case.position,
                thought.score()
            ));
        }
    }
    assert!(
        missed.is_empty(),
        "missed {} of {}: {missed:#?}",
        missed.len(),
        cases.len()
    );
}

fn solver_proves(cases: &[ForcedWin]) {
    let mut solver = Solver::new(32);
    for case in cases {
        let nodes = 4 * budget(case.plies);
        let solution = solver.solve(&case.position, nodes, &StopToken::new());
        assert_eq!(solution.verdict, Verdict::Win, "{:?}", case.position);
        // The line is legal and ends with the win.
        let mut record = GameRecord::new(case.position);
        for &mv in &solution.line {
            record
                .play(mv)
                .unwrap_or_else(|error| panic!("{:?}: {error}", case.position));
        }
        let attacker = case.position.turn();
        assert_eq!(
            record.outcome(),
            Some(Outcome::Win(attacker)),
            "{:?}",
            case.position
        );
        assert!(
            solution.line.len() as u32 + 1 >= case.plies,
            "{:?}",
            case.position
        );
    }
}

/// Returns a few positions of each length that are quick enough for every test run.
fn quick() -> Vec<ForcedWin> {
    let all = forced_wins();
    let mut quick = Vec::new();
    for (plies, n) in [(3, 25), (5, 12), (7, 3)] {
        quick.extend(
            forced_wins()
                .into_iter()
                .filter(|case| case.plies == plies)
                .take(n),
        );
    }
    assert!(all.len() > quick.len());
    quick
}

#[test]
fn the_set_is_large_and_its_first_moves_are_legal() {
    let all = forced_wins();
    let count = |plies| all.iter().filter(|case| case.plies == plies).count();
    assert!(count(3) + count(5) + count(7) >= 200);
    assert!(count(3) >= 60 && count(5) >= 60 && count(7) >= 50 && count(9) >= 5);
    assert!(all.iter().all(|case| case.position.is_legal(case.first)));
}

#[test]
fn the_engine_finds_short_forced_wins() {
    engine_finds(&quick());
}

#[test]
fn the_solver_proves_short_forced_wins() {
    solver_proves(&quick());
}

#[test]
#[ignore = "slow: two hundred positions of up to nine plies"]
fn the_engine_finds_every_forced_win() {
    engine_finds(&forced_wins());
}

#[test]
#[ignore = "slow: two hundred positions of up to nine plies"]
fn the_solver_proves_every_forced_win() {
    solver_proves(&forced_wins());
}

#[test]
fn the_solver_finds_no_win_where_there_is_none_and_obeys_its_limits() {
    let mut solver = Solver::new(1);
    // The start is far too deep.
    let solution = solver.solve(&Position::default(), 5_000, &StopToken::new());
    assert_eq!(solution.verdict, Verdict::Unknown);
    assert!(solution.nodes <= 5_000 && solution.line.is_empty());
    let stop = StopToken::new();
    stop.set();
    let solution = solver.solve(&Position::default(), 1_000_000, &stop);
    assert_eq!(solution.verdict, Verdict::Unknown);
    assert!(solution.nodes <= 1_024);
}

/// A forced win in 21 plies that Mona found against YL (fourth game of their second training match, March 2000;
/// published by Darse Billings), and the first moves of both sides in the longest defence.
const MONA_YL: &str = "8/8/3ox3/1o2ooo1/2oxx3/8/o7/3x4 x";
const MONA_YL_LINE: [&str; 10] = [
    "e4-d5", "a2-a3", "d4-c5", "e5-d4", "d1-c2", "b5-d3", "c2-b3", "d4-b4", "b3-a4", "d3-b5",
];

#[test]
fn the_solver_proves_the_published_mate_in_eleven_from_every_move_of_its_line() {
    let setup: Setup = MONA_YL.parse().expect("a position");
    let mut record = GameRecord::new(Position::from_setup(&setup, Rules::default()).expect("legal"));
    let attacker = record.position().turn();
    let mut solver = Solver::new(32);
    for (ply, text) in MONA_YL_LINE.into_iter().enumerate() {
        let position = *record.position();
        if position.turn() == attacker {
            let solution = solver.solve(&position, 100_000, &StopToken::new());
            assert_eq!(solution.verdict, Verdict::Win, "before {text}");
            let mut proof = GameRecord::new(position);
            for &mv in &solution.line {
                proof.play(mv).expect("a legal line");
            }
            assert_eq!(proof.outcome(), Some(Outcome::Win(attacker)), "before {text}");
        } else {
            // The published move keeps the win: the defender has none, whatever the next move.
            let solution = solver.solve(&position, 2_000, &StopToken::new());
            assert_ne!(solution.verdict, Verdict::Win, "ply {ply}");
        }
        let mv = Coordinates.parse(&position, text).expect(text);
        record.play(mv).expect(text);
    }
}

#[test]
fn the_engine_plays_the_published_mate_in_eleven_with_a_proven_score() {
    let setup: Setup = MONA_YL.parse().expect("a position");
    let position = Position::from_setup(&setup, Rules::default()).expect("legal");
    let mut engine = SearchEngine::<LoaNode>::new(
        &Options {
            hash_mib: 16,
            ..Options::default()
        },
        &[],
    );
    let thought = engine
        .think(&GameRecord::new(position), &Limits::nodes(300_000), &mut |_| {})
        .expect("an unfinished game");
    assert!(thought.score().is_win(), "{}", thought.score());
    assert_eq!(
        thought.best,
        Coordinates.parse(&position, MONA_YL_LINE[0]).expect("a move")
    );
}
