//! Tests of the search on a game small enough to solve completely: three in a row on a 4×4 board.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use parlor_core::cpu::Cpu;
use parlor_core::random::split_mix;
use parlor_core::zobrist::keys;
use parlor_core::{Color, Game, GameRecord, MoveList, Outcome, Score};
use parlor_search::isa::Isa;
use parlor_search::params::Tuning;
use parlor_search::{Candidate, End, Limits, Node, Part, Searcher, StopToken, Thought, TimeLimit};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Board {
    pieces: [u16; 2],
    turn: Color,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not an empty square of an unfinished game")]
struct NotEmpty;

static KEYS: [u64; 32] = keys(99);

fn has_row(set: u16) -> bool {
    let steps = [(1, 0), (0, 1), (1, 1), (1, -1)];
    let at = |file: i32, rank: i32| {
        (0..4).contains(&file) && (0..4).contains(&rank) && set >> (file + 4 * rank) & 1 != 0
    };
    (0..16).any(|square| {
        steps
            .iter()
            .any(|(files, ranks)| (0..3).all(|i| at(square % 4 + i * files, square / 4 + i * ranks)))
    })
}

impl Game for Board {
    type Move = u8;
    type Illegal = NotEmpty;

    fn turn(&self) -> Color {
        self.turn
    }

    fn legal_moves(&self, out: &mut MoveList<u8>) {
        if self.outcome().is_none() {
            let taken = self.pieces[0] | self.pieces[1];
            out.extend((0..16).filter(|square| taken >> square & 1 == 0));
        }
    }

    fn check(&self, mv: u8) -> Result<(), NotEmpty> {
        let mut moves = MoveList::new();
        self.legal_moves(&mut moves);
        if moves.contains(&mv) {
            Ok(())
        } else {
            Err(NotEmpty)
        }
    }

    fn play_unchecked(&mut self, mv: u8) {
        self.pieces[self.turn.index()] |= 1 << (mv & 15);
        self.turn = !self.turn;
    }

    fn outcome(&self) -> Option<Outcome> {
        let winner = Color::ALL
            .into_iter()
            .find(|color| has_row(self.pieces[color.index()]));
        match winner {
            Some(color) => Some(Outcome::Win(color)),
            None => (self.pieces[0] | self.pieces[1] == u16::MAX).then_some(Outcome::Draw),
        }
    }

    fn key(&self) -> u64 {
        let squares = (0..32).filter(|i| self.pieces[i / 16] >> (i % 16) & 1 != 0);
        squares.fold(self.turn.index() as u64, |key, i| key ^ KEYS[i])
    }
}

#[derive(Clone, Debug)]
struct Row(Board);

impl Node for Row {
    type Game = Board;
    // The number of times a thread has generated moves.
    type Context = Arc<AtomicU64>;
    type Effect = ();
    const SLOTS: usize = 64;
    const PARTS: &'static [Part] = &[[0x00ff; 2], [0xff00; 2]];

    fn new(position: &Board, _cx: &Arc<AtomicU64>) -> Row {
        Row(*position)
    }

    fn turn(&self) -> Color {
        self.0.turn
    }

    fn key(&self) -> u64 {
        self.0.key()
    }

    fn ended(&self) -> Option<End> {
        self.0.outcome().map(|outcome| match outcome {
            Outcome::Draw => End::Drawn,
            Outcome::Win(winner) if winner == self.0.turn => End::Won,
            Outcome::Win(_) => End::Lost,
        })
    }

    fn generate<I: Isa>(&self, _isa: I, cx: &mut Arc<AtomicU64>, out: &mut Vec<Candidate<u8, ()>>) {
        cx.fetch_add(1, Ordering::Relaxed);
        let mut moves = MoveList::new();
        self.0.legal_moves(&mut moves);
        out.extend(moves.iter().map(|&mv| Candidate {
            mv,
            effect: (),
            order: i32::from([5, 6, 9, 10].contains(&mv)),
            quiet: true,
        }));
    }

    fn child<I: Isa>(&self, _isa: I, _cx: &mut Arc<AtomicU64>, candidate: &Candidate<u8, ()>) -> Row {
        let mut next = self.0;
        next.play_unchecked(candidate.mv);
        Row(next)
    }

    fn evaluate<I: Isa>(&self, _isa: I, _cx: &mut Arc<AtomicU64>) -> Score {
        let centre = 0b0000_0110_0110_0000;
        let count = |color: Color| (self.0.pieces[color.index()] & centre).count_ones() as i32;
        Score(10 * (count(self.0.turn) - count(!self.0.turn)))
    }

    fn pieces(&self) -> [u64; 2] {
        [self.0.turn, !self.0.turn].map(|color| self.0.pieces[color.index()].into())
    }

    fn pack(mv: u8) -> u16 {
        u16::from(mv) + 1
    }

    fn slot(mv: u8) -> usize {
        mv.into()
    }
}

const START: Board = Board {
    pieces: [0, 0],
    turn: Color::Black,
};

/// Every kind of pruning that the search has, with values of the order that real games use.
const PRUNING: Tuning = Tuning {
    aspiration: 15,
    table_depth: 0,
    reverse_futility_depth: 3,
    reverse_futility_margin: 15,
    null_depth: 3,
    null_base: 2,
    null_divisor: 4,
    threat_extension: 1,
    iterative_reduction_depth: 3,
    singular_depth: 4,
    singular_margin: 2,
    late_depth: 3,
    late_base: 2,
    late_factor: 1,
    futility_depth: 3,
    futility_base: 10,
    futility_margin: 10,
    reduction_depth: 2,
    reduction_moves: 2,
    reduction_base: 300,
    reduction_slope: 400,
    reduction_history: 8000,
    reduction_noisy: 0,
    correction: 50,
    order_killer: 2000,
    order_counter: 1000,
};

fn searcher(tuning: Tuning) -> Searcher<Row> {
    Searcher::new(1, &[tuning], Box::new(Arc::default))
}

fn think(searcher: &mut Searcher<Row>, record: &GameRecord<Board>, limits: &Limits<u8>) -> Thought<u8> {
    searcher
        .think(record, limits, &mut |_| {})
        .expect("the game is not over")
}

/// Returns the true score by following every line to its end.
fn minimax(board: &Board, ply: i32, moves_left: u32) -> Score {
    match board.outcome() {
        Some(Outcome::Win(winner)) if winner == board.turn => return Score::win_in(ply),
        Some(Outcome::Win(_)) => return Score::loss_in(ply),
        Some(Outcome::Draw) => return Score::DRAW,
        None if moves_left == 0 => return Score::DRAW,
        None => {}
    }
    let mut moves = MoveList::new();
    board.legal_moves(&mut moves);
    moves
        .iter()
        .map(|&mv| {
            let mut next = *board;
            next.play_unchecked(mv);
            -minimax(&next, ply + 1, moves_left - 1)
        })
        .max()
        .expect("an unfinished game has a move")
}

/// Returns unfinished positions after this many random attempts to move, at least two thirds of which were
/// legal.
fn random_records(n: usize, plies: usize, seed: u64) -> Vec<GameRecord<Board>> {
    let mut random = seed;
    let mut records = Vec::new();
    while records.len() < n {
        let mut record = GameRecord::new(START);
        for _ in 0..plies {
            let mv = (split_mix(&mut random) % 16) as u8;
            let _ = record.play(mv);
        }
        if record.outcome().is_none() && record.len() >= plies * 2 / 3 {
            records.push(record);
        }
    }
    records
}

#[test]
fn without_pruning_every_score_is_exact() {
    let mut searcher = searcher(Tuning::default());
    for record in random_records(60, 12, 1) {
        searcher.clear();
        let truth = minimax(record.position(), 0, u32::MAX);
        let thought = think(&mut searcher, &record, &Limits::depth(16));
        assert_eq!(thought.score(), truth, "{record:?}");
        let mut after = record.clone();
        after.play(thought.best).expect("a legal move");
        assert_eq!(-minimax(after.position(), 1, u32::MAX), truth, "{record:?}");
    }
}

#[test]
fn several_threads_find_the_exact_scores_of_one() {
    let mut alone = searcher(Tuning::default());
    for threads in [2, 5] {
        let mut together = searcher(Tuning::default());
        together.set_threads(threads);
        for record in random_records(40, 5, 3) {
            alone.clear();
            together.clear();
            let truth = think(&mut alone, &record, &Limits::depth(16)).score();
            let thought = think(&mut together, &record, &Limits::depth(16));
            assert_eq!(thought.score(), truth, "{record:?}");
            // The reported line reaches the reported score.
            let mut after = record.clone();
            for &mv in &thought.lines[0].moves {
                after.play(mv).expect("a legal move");
            }
            let ends = after.outcome().is_some();
            assert!(ends || truth.plies_to_end().is_none(), "{thought:?}");
        }
    }
}

#[test]
fn every_thread_takes_part() {
    let counts = Arc::new(Mutex::new(Vec::new()));
    let make_context = {
        let counts = Arc::clone(&counts);
        move || {
            let count = Arc::new(AtomicU64::new(0));
            counts.lock().expect("no panic").push(Arc::clone(&count));
            count
        }
    };
    let mut searcher = Searcher::<Row>::new(1, &[Tuning::default()], Box::new(make_context));
    searcher.set_threads(3);
    let counts = counts.lock().expect("no panic").clone();
    assert_eq!(counts.len(), 3);
    // On a busy machine a thread may sleep through a search, but not through very many.
    let all_work = (0..10_000).any(|_| {
        searcher.clear();
        think(&mut searcher, &GameRecord::new(START), &Limits::depth(9));
        counts.iter().all(|count| count.load(Ordering::Relaxed) > 0)
    });
    assert!(all_work, "{counts:?}");
}

#[test]
fn the_first_player_wins_in_five() {
    let mut searcher = searcher(PRUNING);
    let thought = think(&mut searcher, &GameRecord::new(START), &Limits::depth(9));
    assert_eq!(thought.score(), Score::win_in(5));
    assert_eq!(thought.lines[0].moves.len(), 5);
}

#[test]
fn with_pruning_a_proven_score_is_still_true() {
    let mut searcher = searcher(PRUNING);
    for record in random_records(150, 12, 2) {
        searcher.clear();
        let truth = minimax(record.position(), 0, u32::MAX);
        let score = think(&mut searcher, &record, &Limits::depth(14)).score();
        assert_eq!(score.is_win(), truth.is_win(), "{score} {truth} {record:?}");
        assert_eq!(score.is_loss(), truth.is_loss(), "{score} {truth} {record:?}");
        if let Some(plies) = score.plies_to_end() {
            assert!(
                plies >= truth.plies_to_end().unwrap_or(0),
                "no end is nearer than the nearest"
            );
        }
    }
}

#[test]
fn the_move_limit_makes_a_draw_of_a_win_that_is_too_far() {
    for (limit, expected) in [(4, Score::DRAW), (5, Score::win_in(5))] {
        let mut record = GameRecord::new(START);
        record.set_move_limit(Some(limit)).expect("nothing is played yet");
        let thought = think(&mut searcher(Tuning::default()), &record, &Limits::depth(8));
        assert_eq!(thought.score(), expected, "limit {limit}");
    }
}

#[test]
fn one_table_serves_games_with_and_without_a_limit() {
    let mut searcher = searcher(Tuning::default());
    let free = GameRecord::new(START);
    let mut limited = free.clone();
    limited.set_move_limit(Some(4)).expect("nothing is played yet");
    let depth = Limits::depth(8);
    assert_eq!(think(&mut searcher, &free, &depth).score(), Score::win_in(5));
    assert_eq!(think(&mut searcher, &limited, &depth).score(), Score::DRAW);
    assert_eq!(think(&mut searcher, &free, &depth).score(), Score::win_in(5));
}

#[test]
fn a_search_that_is_stopped_at_once_still_returns_a_legal_move() {
    let record = GameRecord::new(START);
    let stopped = Limits {
        stop: StopToken::new(),
        ..Limits::default()
    };
    stopped.stop.set();
    for limits in [
        stopped,
        Limits::nodes(0),
        Limits::nodes(1),
        Limits::depth(0),
        Limits::time(Duration::ZERO),
    ] {
        for threads in [1, 3] {
            let mut searcher = searcher(PRUNING);
            searcher.set_threads(threads);
            let thought = think(&mut searcher, &record, &limits);
            assert!(record.position().is_legal(thought.best), "{limits:?}");
            assert_eq!(thought.lines[0].moves[0], thought.best);
        }
    }
}

#[test]
fn a_finished_game_has_nothing_to_think_about() {
    let mut record = GameRecord::new(START);
    for mv in [0, 8, 1, 9, 2] {
        record.play(mv).expect("a legal move");
    }
    assert_eq!(
        searcher(PRUNING).think(&record, &Limits::depth(3), &mut |_| {}),
        None
    );
}

#[test]
fn one_thread_is_reproducible_and_both_builds_agree() {
    for limits in [Limits::nodes(777), Limits::nodes(5000), Limits::depth(6)] {
        let results: Vec<_> = [Cpu::Portable, Cpu::best(), Cpu::best()]
            .into_iter()
            .map(|cpu| {
                let mut searcher = searcher(PRUNING);
                searcher.set_cpu(cpu);
                let records = random_records(10, 4, 5);
                records
                    .iter()
                    .map(|record| {
                        let thought = think(&mut searcher, record, &limits);
                        (thought.best, thought.lines, thought.nodes, thought.depth)
                    })
                    .collect::<Vec<_>>()
            })
            .collect();
        assert_eq!(results[0], results[1]);
        assert_eq!(results[1], results[2]);
        let most = limits.nodes.unwrap_or(u64::MAX);
        assert!(results[0].iter().all(|(_, _, nodes, _)| *nodes <= most));
    }
}

#[test]
fn several_lines_come_in_order_and_are_what_single_searches_find() {
    let record = &random_records(1, 8, 9)[0];
    let limits = Limits {
        multi_pv: 4,
        ..Limits::depth(8)
    };
    let thought = think(&mut searcher(Tuning::default()), record, &limits);
    assert_eq!(thought.lines.len(), 4);
    assert!(
        thought
            .lines
            .is_sorted_by_key(|line| std::cmp::Reverse(line.score))
    );
    for line in &thought.lines {
        let alone = Limits {
            search_moves: vec![line.moves[0]],
            ..Limits::depth(8)
        };
        let single = think(&mut searcher(Tuning::default()), record, &alone);
        assert_eq!((single.best, single.score()), (line.moves[0], line.score));
    }
}

#[test]
fn several_lines_cut_short_are_those_of_the_last_depth_that_was_completed() {
    let record = &random_records(1, 8, 9)[0];
    let mut depths = std::collections::BTreeSet::new();
    for nodes in (20..4_000).step_by(37) {
        let limits = Limits {
            multi_pv: 4,
            ..Limits::nodes(nodes)
        };
        let cut_short = think(&mut searcher(Tuning::default()), record, &limits);
        depths.insert(cut_short.depth);
        if cut_short.depth == 0 {
            continue;
        }
        let limits = Limits {
            multi_pv: 4,
            ..Limits::depth(cut_short.depth)
        };
        let whole = think(&mut searcher(Tuning::default()), record, &limits);
        assert_eq!(cut_short.lines, whole.lines, "after {nodes} nodes");
    }
    assert!(depths.len() > 3, "only {depths:?} were tried");
}

#[test]
fn only_the_requested_moves_are_considered_and_illegal_ones_are_ignored() {
    let record = GameRecord::new(START);
    let limits = Limits {
        search_moves: vec![200, 3],
        ..Limits::depth(4)
    };
    assert_eq!(think(&mut searcher(PRUNING), &record, &limits).best, 3);
    let nonsense = Limits {
        search_moves: vec![200],
        ..Limits::depth(2)
    };
    assert!(
        record
            .position()
            .is_legal(think(&mut searcher(PRUNING), &record, &nonsense).best)
    );
}

#[test]
fn reports_deepen_one_by_one_and_end_with_the_result() {
    let record = GameRecord::new(START);
    let mut depths = Vec::new();
    let mut last_line = Vec::new();
    let thought = searcher(PRUNING)
        .think(&record, &Limits::depth(4), &mut |info| {
            depths.push(info.depth);
            last_line.clone_from(&info.line);
            assert!(info.nodes > 0 && info.hash_per_mille <= 1000);
        })
        .expect("the game is not over");
    assert_eq!(depths, [1, 2, 3, 4]);
    assert_eq!(last_line, thought.lines[0].moves);
}

#[test]
fn a_game_clock_is_not_overstepped_and_several_threads_find_the_win() {
    let record = GameRecord::new(START);
    let limits = Limits {
        time: TimeLimit::Clock {
            remaining: Duration::from_secs(60),
            increment: Duration::ZERO,
            moves_to_go: None,
        },
        ..Limits::default()
    };
    let mut searcher = searcher(PRUNING);
    searcher.set_threads(3);
    assert_eq!(think(&mut searcher, &record, &limits).score(), Score::win_in(5));
}
