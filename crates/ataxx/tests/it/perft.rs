//! Tests of known perft counts. The files hold a FEN and `;D<depth> <count>` for each depth, one position per
//! line.

use parlor_ataxx::{Position, Rules, perft, perft_on};
use parlor_core::cpu::Cpu;

const FILES: [(&str, &str); 3] = [
    ("start.perft", include_str!("../../perft/start.perft")),
    ("blocks.perft", include_str!("../../perft/blocks.perft")),
    ("passes.perft", include_str!("../../perft/passes.perft")),
];

/// The maximum count of an ordinary run; larger trees are for the slow run.
const NODE_CAP: u64 = 5_000_000;

struct Case {
    fen: String,
    depth: u32,
    nodes: u64,
}

fn cases() -> Vec<Case> {
    let mut cases = Vec::new();
    for (name, text) in FILES {
        for line in text.lines() {
            let mut parts = line.split(';').map(str::trim);
            let fen = parts.next().unwrap_or_default().to_owned();
            for part in parts {
                let case = part.strip_prefix('D').and_then(|part| part.split_once(' '));
                let (depth, nodes) = case.unwrap_or_else(|| panic!("{name}: {part}"));
                let depth = depth
                    .parse()
                    .unwrap_or_else(|error| panic!("{name}: {part}: {error}"));
                let nodes = nodes
                    .parse()
                    .unwrap_or_else(|error| panic!("{name}: {part}: {error}"));
                let fen = fen.clone();
                cases.push(Case { fen, depth, nodes });
            }
        }
    }
    cases
}

fn position(fen: &str, rules: Rules) -> Position {
    Position::from_fen(fen, rules).unwrap_or_else(|error| panic!("{fen}: {error}"))
}

#[test]
fn small_trees_have_their_known_size_in_both_builds_and_rule_sets() {
    let small: Vec<Case> = cases()
        .into_iter()
        .filter(|case| case.nodes <= NODE_CAP)
        .collect();
    assert_eq!(small.len(), 27, "every listed depth below the cap is read");
    for Case { fen, depth, nodes } in small {
        for rules in Rules::ALL {
            for cpu in [Cpu::Portable, Cpu::Avx2] {
                assert_eq!(
                    perft_on(cpu, &position(&fen, rules), depth),
                    nodes,
                    "{fen} depth {depth} on {cpu:?}"
                );
            }
        }
    }
}

#[test]
fn the_walk_through_the_game_trait_counts_the_same() {
    for Case { fen, depth, nodes } in cases().into_iter().filter(|case| case.nodes <= 200_000) {
        for rules in Rules::ALL {
            assert_eq!(
                parlor_core::perft(&position(&fen, rules), depth),
                nodes,
                "{fen} depth {depth}"
            );
        }
    }
}

#[test]
fn a_clock_that_runs_out_within_the_tree_is_counted_correctly() {
    for rules in Rules::ALL {
        for left in 0..4 {
            let fen = format!("xx4o/7/7/7/7/7/o5x x {}", rules.clock_limit() - left);
            let position = position(&fen, rules);
            for depth in 0..4 {
                assert_eq!(
                    perft(&position, depth),
                    parlor_core::perft(&position, depth),
                    "{fen} {depth}"
                );
            }
        }
        let last = position(
            &format!("xx4o/7/7/7/7/7/o5x x {}", rules.clock_limit() - 1),
            rules,
        );
        let fresh = position("xx4o/7/7/7/7/7/o5x x 0", rules);
        assert_eq!(perft(&last, 1), perft(&fresh, 1));
        assert!(perft(&last, 2) < perft(&fresh, 2), "a last jump has no reply");
    }
}

#[test]
fn a_position_without_moves_has_an_empty_tree() {
    for fen in [
        "7/7/7/3x3/7/7/7 x",
        "7/7/7/3x3/7/7/7 o",
        "x---3/----3/----3/-------/3----/3----/3---o x",
    ] {
        for depth in 1..4 {
            assert_eq!(perft(&position(fen, Rules::Cs61b), depth), 0, "{fen}");
        }
        assert_eq!(perft(&position(fen, Rules::Cs61b), 0), 1);
    }
}

#[test]
#[ignore = "slow: billions of leaves"]
fn large_trees_have_their_known_size() {
    for Case { fen, depth, nodes } in cases().into_iter().filter(|case| case.nodes > NODE_CAP) {
        for cpu in [Cpu::Portable, Cpu::Avx2] {
            assert_eq!(
                perft_on(cpu, &position(&fen, Rules::Tools), depth),
                nodes,
                "{fen} depth {depth} on {cpu:?}"
            );
        }
    }
}
