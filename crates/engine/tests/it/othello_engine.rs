//! Tests of the Othello engines: legal moves under all rules and sizes, reproducible, and correct near the
//! end.

use std::sync::atomic::AtomicBool;

use parlor_core::cpu::Cpu;
use parlor_core::random::split_mix;
use parlor_core::{Game, GameRecord, MoveList, Score};
use parlor_engine::othello::solver::{Mode, Solver};
use parlor_engine::othello::{GridNode, OthelloEngine, OthelloNode};
use parlor_engine::{Engine, EngineNode, Limits, Options, SearchEngine};
use parlor_othello::{Board, GridBoard, Rules, Size};

const SMALL: Options = Options {
    hash_mib: 2,
    threads: 1,
    cpu: None,
    weights: None,
};

/// Plays a game to its end and checks every move. The engine moves for both sides after a random opening.
fn play_out<G: Game>(
    engine: &mut dyn Engine<G>,
    start: G,
    limits: &Limits<G::Move>,
    seed: u64,
) -> GameRecord<G> {
    let mut random = seed;
    let mut record = GameRecord::new(start);
    while record.outcome().is_none() {
        let mut moves = MoveList::new();
        record.position().legal_moves(&mut moves);
        let mv = if record.len() < 6 {
            moves[(split_mix(&mut random) % moves.len() as u64) as usize]
        } else {
            engine.think(&record, limits, &mut |_| ()).unwrap().best
        };
        record.play(mv).unwrap();
    }
    assert!(engine.think(&record, limits, &mut |_| ()).is_none());
    record
}

#[test]
fn games_under_both_rules_are_legal_and_reproducible() {
    for rules in [Rules::Pass, Rules::NoMoveLoses] {
        for seed in 0..3 {
            let play = |cpu| {
                let options = Options { cpu, ..SMALL };
                let mut engine = OthelloEngine::new(&options, &[]);
                play_out(&mut engine, Board::start(rules), &Limits::nodes(400), seed)
            };
            let record = play(None);
            assert_eq!(record, play(None));
            assert_eq!(record, play(Some(Cpu::Portable)));
        }
    }
}

#[test]
fn near_the_end_the_engine_plays_the_solvers_score() {
    let mut random = 3;
    for _ in 0..8 {
        let mut record = GameRecord::new(Board::start(Rules::Pass));
        while record.position().empties().count() > 12 && record.outcome().is_none() {
            let mut moves = MoveList::new();
            record.position().legal_moves(&mut moves);
            record
                .play(moves[(split_mix(&mut random) % moves.len() as u64) as usize])
                .unwrap();
        }
        let Some(thought) =
            OthelloEngine::new(&SMALL, &[]).think(&record, &Limits::nodes(100_000), &mut |_| ())
        else {
            continue;
        };
        let solution = Solver::new(1, 1)
            .solve(
                record.position(),
                Mode::Exact,
                &AtomicBool::new(false),
                &mut |_| (),
            )
            .unwrap();
        assert_eq!(thought.score(), Score::from_discs(solution.score));
        assert_eq!(thought.depth, record.position().empties().count());
    }
}

/// FFO #41, 22 empty squares: an exact solve takes about ten million solver nodes, a selective one about a
/// hundred thousand.
#[test]
fn a_selective_solve_takes_over_from_the_search_and_does_not_claim_to_be_exact() {
    let record =
        OthelloNode::read("-OOOOO----OOOOX--OOOOOO-XXXXXOO--XXOOX--OOXOXX----OXXO---OOO--O- X").unwrap();
    let n_empties = record.position().empties().count();
    let think = |cpu, limits: &Limits<_>| {
        let mut depths = Vec::new();
        let thought = OthelloEngine::new(&Options { cpu, ..SMALL }, &[])
            .think(&record, limits, &mut |report| depths.push(report.depth))
            .unwrap();
        assert!(record.position().is_legal(thought.best));
        (thought.best, thought.score(), thought.nodes, depths)
    };
    let limits = Limits::nodes(300_000);
    let (best, score, nodes, depths) = think(None, &limits);
    assert_eq!(
        depths.last(),
        Some(&(n_empties - 1)),
        "the end was reached, but not for certain"
    );
    assert_eq!(score.0 % Score::PIECE, 0, "the solver counts whole discs");
    // With too few nodes for a solve the search takes over. It may have a depth limit, too.
    let [few, shallow] = [Limits::nodes(2_000), Limits::depth(4)].map(|limits| think(None, &limits).2);
    assert!(few < nodes && shallow < nodes);
    assert_eq!(think(Some(Cpu::Portable), &limits), (best, score, nodes, depths));
}

#[test]
fn the_plain_search_hands_over_to_the_solver_and_agrees_with_it() {
    let mut random = 11;
    let mut record = GameRecord::new(Board::start(Rules::Pass));
    while record.position().empties().count() > 13 && record.outcome().is_none() {
        let mut moves = MoveList::new();
        record.position().legal_moves(&mut moves);
        record
            .play(moves[(split_mix(&mut random) % moves.len() as u64) as usize])
            .unwrap();
    }
    let thought = SearchEngine::<OthelloNode>::new(&SMALL, &[])
        .think(&record, &Limits::depth(13), &mut |_| ())
        .unwrap();
    let solution = Solver::new(1, 1)
        .solve(
            record.position(),
            Mode::Exact,
            &AtomicBool::new(false),
            &mut |_| (),
        )
        .unwrap();
    assert_eq!(thought.score(), Score::from_discs(solution.score));
}

#[test]
fn a_search_that_is_stopped_at_once_still_has_a_legal_move() {
    let limits = Limits::default();
    limits.stop.set();
    let record = OthelloNode::start();
    let thought = OthelloEngine::new(&SMALL, &[])
        .think(&record, &limits, &mut |_| ())
        .unwrap();
    assert!(record.position().is_legal(thought.best));
}

#[test]
fn restrictions_and_several_lines_are_respected_near_the_end() {
    let record =
        OthelloNode::read("--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X").unwrap();
    let mut moves = MoveList::new();
    record.position().legal_moves(&mut moves);
    let only = moves[1];
    let limits = Limits {
        search_moves: vec![only],
        ..Limits::nodes(2_000)
    };
    let mut engine = OthelloEngine::new(&SMALL, &[]);
    assert_eq!(engine.think(&record, &limits, &mut |_| ()).unwrap().best, only);
    let limits = Limits {
        multi_pv: 3,
        ..Limits::nodes(20_000)
    };
    assert_eq!(
        engine.think(&record, &limits, &mut |_| ()).unwrap().lines.len(),
        3
    );
}

#[test]
fn boards_of_other_sizes_have_an_opponent() {
    for (rows, columns) in [(4, 4), (4, 10), (6, 6)] {
        for rules in [Rules::Pass, Rules::NoMoveLoses] {
            let size = Size::new(rows, columns).unwrap();
            let mut engine = GridNode::engine(&SMALL);
            play_out(
                engine.as_mut(),
                GridBoard::start(size, rules),
                &Limits::nodes(60),
                u64::from(rows * columns),
            );
        }
    }
}

#[test]
fn the_largest_board_is_searched_too() {
    let size = Size::new(16, 16).unwrap();
    let record = GameRecord::new(GridBoard::start(size, Rules::Pass));
    let thought = GridNode::engine(&SMALL).think(&record, &Limits::nodes(200), &mut |_| ());
    assert!(record.position().is_legal(thought.unwrap().best));
}
