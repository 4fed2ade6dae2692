//! Tests of the counts in the `.perft` files.

use parlor_loa::{Position, Rules, Setup, perft};

/// The maximum count of an ordinary run; larger trees are for the slow tests.
const NODE_CAP: u64 = 5_000_000;

struct Count {
    position: Position,
    depth: u32,
    nodes: u64,
}

fn counts() -> Vec<Count> {
    let mut counts = Vec::new();
    let lines = include_str!("../../perft/standard.perft").lines();
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

fn check(wanted: impl Fn(&Count) -> bool) {
    let counts: Vec<Count> = counts().into_iter().filter(wanted).collect();
    assert!(!counts.is_empty());
    for Count {
        position,
        depth,
        nodes,
    } in counts
    {
        let found = perft(&position, depth);
        assert_eq!(found, nodes, "depth {depth} of {}", position.setup());
    }
}

#[test]
fn every_small_tree_is_counted_right() {
    check(|count| count.nodes <= NODE_CAP);
}

#[test]
#[ignore = "slow: two thousand million nodes"]
fn every_large_tree_is_counted_right() {
    check(|count| count.nodes > NODE_CAP);
}

#[test]
fn counting_by_touched_lines_agrees_with_plain_counting_where_sides_pass() {
    // Black is hemmed in, so passes and ordinary moves alternate.
    for text in [
        "6ox/6oo/8/8/8/8/oo6/xo6 x",
        "6ox/6oo/8/8/8/8/oo6/xo6 o",
        "x7/8/8/8/3o4/8/8/o6x o",
    ] {
        let setup: Setup = text.parse().expect("a position");
        let position = Position::edited(&setup, Rules::default()).expect("a possible position");
        for depth in 0..=4 {
            assert_eq!(
                perft(&position, depth),
                parlor_core::perft(&position, depth),
                "{text}"
            );
        }
    }
}
