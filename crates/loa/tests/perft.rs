//! The counts of the `.perft` files.

use parlor_core::cpu::Cpu;
use parlor_loa::{Position, Rules, Setup, perft_on};

/// What every run counts; the rest is for the slow tests.
const NODE_CAP: u64 = 5_000_000;

struct Count {
    position: Position,
    depth: u32,
    nodes: u64,
}

fn counts() -> Vec<Count> {
    let mut counts = Vec::new();
    let lines = include_str!("../perft/standard.perft").lines();
    for line in lines.filter(|line| !line.trim().is_empty() && !line.starts_with('#')) {
        let mut fields = line.split(';');
        let setup: Setup = fields.next().unwrap_or_default().parse().expect("a position");
        let position = Position::from_setup(&setup, Rules::default()).expect("a possible position");
        for field in fields {
            let (depth, nodes) = field.trim().split_once(' ').expect("a depth and a count");
            counts.push(Count {
                position,
                depth: depth.trim_start_matches('D').parse().expect("a depth"),
                nodes: nodes.parse().expect("a count"),
            });
        }
    }
    counts
}

fn check(cpu: Cpu, wanted: impl Fn(&Count) -> bool) {
    let counts: Vec<Count> = counts().into_iter().filter(wanted).collect();
    assert!(!counts.is_empty());
    for Count {
        position,
        depth,
        nodes,
    } in counts
    {
        let found = perft_on(cpu, &position, depth);
        assert_eq!(found, nodes, "depth {depth} of {}", position.setup());
    }
}

#[test]
fn the_portable_build_counts_every_small_tree_right() {
    check(Cpu::Portable, |count| count.nodes <= NODE_CAP);
}

#[test]
fn this_machines_build_counts_every_small_tree_right() {
    check(Cpu::best(), |count| count.nodes <= NODE_CAP);
}

#[test]
#[ignore = "slow: two thousand million nodes"]
fn this_machines_build_counts_every_large_tree_right() {
    check(Cpu::best(), |count| count.nodes > NODE_CAP);
}

#[test]
#[ignore = "slow: ninety million nodes"]
fn the_portable_build_counts_large_trees_right() {
    check(Cpu::Portable, |count| {
        count.nodes > NODE_CAP && count.nodes < 100_000_000
    });
}
