//! The constants of Lines of Action. docs/lab/engine-matches.md lists the match that set each of them.

use parlor_search::params::Tuning;

use crate::skill::{Skill, Variety};

/// Ordering: the bonus for each step towards the centre of mass.
pub const ORDER_NEARER: i32 = 1500;
/// Ordering: the bonus of a capture.
pub const ORDER_CAPTURE: i32 = 2000;

/// The number of moves of both sides after which our matches end as a draw.
pub const MATCH_MOVE_LIMIT: u32 = 120;

/// The parameters of the search.
pub const TUNING: Tuning = Tuning {
    aspiration: 23,
    table_depth: 1,
    reverse_futility_depth: 5,
    reverse_futility_margin: 47,
    null_depth: 3,
    null_base: 3,
    null_divisor: 4,
    threat_extension: 0,
    iterative_reduction_depth: 4,
    singular_depth: 7,
    singular_margin: 2,
    late_depth: 4,
    late_base: 5,
    late_factor: 2,
    futility_depth: 4,
    futility_base: 35,
    futility_margin: 35,
    reduction_depth: 3,
    reduction_moves: 3,
    reduction_base: 300,
    reduction_slope: 400,
    reduction_history: 8000,
    reduction_noisy: 300,
    correction: 0,
    order_killer: 4000,
    order_counter: 2000,
};

/// The nodes per move at full strength: of the strongest level, the terminal programs and a configuration
/// without limits. A number of nodes and not a time, so that a seeded game repeats exactly on every machine.
pub const FULL_NODES: u64 = 250_000;

/// The number of nodes at full strength that go into proving a forced win before the search. Nearly all wins
/// in seven plies need fewer (docs/internals.md).
pub const PROOF_NODES: u64 = 10_000;

/// The number of hundredths of a piece that multiplies the odds of winning by e. `parlor-train calibrate loa
/// FILE` fits it to self-play games (docs/calibration.md). Fit it again whenever the weights change.
pub const WIN_SCALE: f64 = 41.4;

/// Where and how much randomness may vary play at full strength.
pub const VARIETY: Variety = Variety {
    plies: 4,
    moves: 5,
    margin: 8,
};

/// The ten levels; docs/levels.md has the matches between neighbours.
pub const SKILLS: [Skill; 10] = [
    Skill::new(1_000, 1, 120, 60),
    Skill::new(1_000, 1, 70, 50),
    Skill::new(2_000, 2, 80, 50),
    Skill::new(2_000, 2, 45, 25),
    Skill::new(4_000, 3, 45, 20),
    Skill::new(1_000, 4, 40, 6),
    Skill::new(2_000, 30, 20, 0),
    Skill::new(8_000, 60, 4, 0),
    Skill::new(40_000, 100, 1, 0),
    Skill::new(FULL_NODES, 160, 0, 0),
];
