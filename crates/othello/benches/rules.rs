//! Benchmarks of the rules: `cargo bench -p parlor-othello`.
//!
//! Prints nanoseconds for each kernel's flips and mobility and for playing by the rules, then the speed of
//! perft next to that of other programs. Each figure is the best of several runs, because a busy machine can
//! only make a run slower. Perft, whose runs are long, is measured in processor time where the system reports
//! it.

#![allow(clippy::print_stdout, reason = "a program of its own")]

use std::hint::black_box;
use std::sync::LazyLock;
use std::time::{Duration, Instant};

use parlor_core::cpu::Cpu;
use parlor_core::random::split_mix;
use parlor_core::{Game, MoveList};
use parlor_othello::kernel::{Kernel, Task, dispatch};
use parlor_othello::{Board, Rules, perft_on};

const RUNS: usize = 7;

/// The perft 11 speed of other programs without a table, leaves counted in bulk, in millions of leaves per
/// second on one thread of an AVX2 machine.
const PEERS: [(&str, f64); 2] = [("Edax 4.6", 342.0), ("Egaroucid", 417.0)];

fn main() {
    let positions = positions(200);
    println!(
        "{} positions of random games, best of {RUNS} runs",
        positions.len()
    );
    for cpu in kernels() {
        let squares: u32 = positions.iter().map(|board| board.empties().count()).sum();
        let flips = best(|| dispatch(cpu, Flips(&positions)));
        let mobility = best(|| dispatch(cpu, Mobility(&positions)));
        println!("{cpu:?} kernel");
        println!("  flips     {:6.2} ns", nanoseconds(flips) / f64::from(squares));
        println!(
            "  mobility  {:6.2} ns",
            nanoseconds(mobility) / positions.len() as f64
        );
    }
    println!("the rules, as any caller sees them");
    let each = |time: Duration| nanoseconds(time) / positions.len() as f64;
    println!("  moves     {:6.2} ns", each(best(|| list_moves(&positions))));
    println!("  play      {:6.2} ns", each(best(|| play_first(&positions))));
    println!("  key       {:6.2} ns", each(best(|| keys(&positions))));

    println!("perft 11 from the start, leaves in bulk, no table");
    let start = Board::start(Rules::Pass);
    for cpu in kernels() {
        let mut leaves = 0;
        let runs = (0..3).map(|_| {
            let before = processor_time();
            leaves = perft_on(cpu, black_box(&start), 11);
            processor_time().saturating_sub(before)
        });
        let seconds = runs.min().unwrap_or_default().as_secs_f64();
        let speed = leaves as f64 / seconds / 1e6;
        println!(
            "  {:<10} {speed:4.0} M/s: {leaves} leaves in {seconds:.3} s",
            format!("{cpu:?}")
        );
    }
    for (name, speed) in PEERS {
        println!("  {name:<10} {speed:4.0} M/s, measured elsewhere");
    }
}

fn kernels() -> Vec<Cpu> {
    let mut kernels = vec![Cpu::Portable];
    if Cpu::best() != Cpu::Portable {
        kernels.push(Cpu::best());
    }
    kernels
}

/// Returns every position with a move in this many random games.
fn positions(games: usize) -> Vec<Board> {
    let mut state = 1;
    let mut positions = Vec::new();
    for _ in 0..games {
        let mut board = Board::start(Rules::Pass);
        loop {
            let mut moves = MoveList::new();
            board.legal_moves(&mut moves);
            if moves.is_empty() {
                break;
            }
            if board.mobility().any() {
                positions.push(board);
            }
            board.play_unchecked(moves[(split_mix(&mut state) % moves.len() as u64) as usize]);
        }
    }
    positions
}

fn best(mut run: impl FnMut()) -> Duration {
    let times = (0..RUNS).map(|_| {
        let start = Instant::now();
        run();
        start.elapsed()
    });
    times.min().unwrap_or_default()
}

/// Returns the processor time of this program as Linux reports it; elsewhere, the time since it began.
fn processor_time() -> Duration {
    static BEGIN: LazyLock<Instant> = LazyLock::new(Instant::now);
    let begin = *BEGIN;
    let account = std::fs::read_to_string("/proc/self/schedstat").ok();
    let on_processor = account.and_then(|text| text.split(' ').next()?.parse().ok());
    on_processor.map_or_else(|| begin.elapsed(), Duration::from_nanos)
}

fn nanoseconds(time: Duration) -> f64 {
    time.as_secs_f64() * 1e9
}

struct Flips<'a>(&'a [Board]);

impl Task for Flips<'_> {
    type Output = ();

    #[inline(always)]
    fn run<K: Kernel>(self, kernel: K) {
        for board in self.0 {
            for square in board.empties() {
                let (player, opponent) = (board.player().0, board.opponent().0);
                black_box(kernel.flips(player, opponent, square.index() as u32));
            }
        }
    }
}

struct Mobility<'a>(&'a [Board]);

impl Task for Mobility<'_> {
    type Output = ();

    #[inline(always)]
    fn run<K: Kernel>(self, kernel: K) {
        for board in self.0 {
            black_box(kernel.mobility(board.player().0, board.opponent().0));
        }
    }
}

fn list_moves(positions: &[Board]) {
    for board in positions {
        let mut moves = MoveList::new();
        board.legal_moves(&mut moves);
        black_box(&moves);
    }
}

fn play_first(positions: &[Board]) {
    for board in positions {
        let mut board = *board;
        if let Some(square) = board.mobility().first() {
            board.play_unchecked(parlor_othello::Move::new(square));
        }
        black_box(&board);
    }
}

fn keys(positions: &[Board]) {
    for board in positions {
        black_box(board.key());
    }
}
