//! Counts of the game tree, read from `perft/*.perft`.
//!
//! A line has a position, as `formats::plain` reads it, and the number of leaves at each depth: `… X ;D1 4
//! ;D2 12`. `#` begins a comment. The file says which rule set it is for.

use parlor_core::cpu::Cpu;
use parlor_othello::formats::plain;
use parlor_othello::{Board, GridBoard, Rules, perft, perft_of, perft_on};

const FILES: [(Rules, &str); 2] = [
    (Rules::Pass, include_str!("../../perft/pass.perft")),
    (
        Rules::NoMoveLoses,
        include_str!("../../perft/no-move-loses.perft"),
    ),
];

struct Count {
    board: Board,
    depth: u32,
    leaves: u64,
}

fn counts() -> Vec<Count> {
    let mut counts = Vec::new();
    for (rules, text) in FILES {
        for line in text
            .lines()
            .filter(|line| !line.is_empty() && !line.starts_with('#'))
        {
            let mut fields = line.split(';');
            let setup = plain::read(fields.next().unwrap()).unwrap_or_else(|error| panic!("{line}: {error}"));
            let board = Board::from_setup(&setup, rules).unwrap();
            for field in fields {
                let (depth, leaves) = field.trim().split_once(' ').unwrap();
                counts.push(Count {
                    board,
                    depth: depth.strip_prefix('D').unwrap().parse().unwrap(),
                    leaves: leaves.parse().unwrap(),
                });
            }
        }
    }
    assert!(counts.len() > 100, "the files are there: {}", counts.len());
    counts
}

/// Checks every count of at most this many leaves, and returns the number checked.
fn check(cap: u64, count: impl Fn(&Board, u32) -> u64) -> usize {
    let counts = counts();
    let checked = counts.iter().filter(|known| known.leaves <= cap);
    checked
        .map(|Count { board, depth, leaves }| {
            assert_eq!(count(board, *depth), *leaves, "depth {depth} of {board:?}");
        })
        .count()
}

#[test]
fn the_leaves_are_as_many_as_they_should_be() {
    assert!(check(5_000_000, perft) > 100);
}

#[test]
fn the_portable_kernel_counts_the_same() {
    assert!(check(5_000_000, |board, depth| perft_on(Cpu::Portable, board, depth)) > 100);
}

#[test]
fn the_rules_played_move_by_move_count_the_same() {
    assert!(check(60_000, perft_of::<Board>) > 80);
    assert!(check(2_000, |board, depth| perft_of(&GridBoard::from(board), depth)) > 60);
}

#[test]
fn the_common_count_differs_only_by_games_that_ended() {
    let start = Board::start(Rules::Pass);
    for depth in 0..7 {
        assert_eq!(parlor_core::perft(&start, depth), perft(&start, depth));
    }
}

#[test]
#[ignore = "slow: two thousand million leaves"]
fn the_leaves_are_as_many_as_they_should_be_however_deep() {
    check(u64::MAX, perft);
}

#[test]
#[ignore = "slow: hundreds of millions of leaves without the fast instructions"]
fn the_portable_kernel_counts_the_same_however_deep() {
    check(300_000_000, |board, depth| perft_on(Cpu::Portable, board, depth));
}

#[test]
#[ignore = "slow: millions of leaves, one by one, on the board that is made for clarity"]
fn the_board_of_any_size_counts_the_same() {
    check(500_000, |board, depth| perft_of(&GridBoard::from(board), depth));
    check(25_000_000, perft_of::<Board>);
}
