//! The constants of Ataxx. docs/lab/engine-matches.md lists the match that set each of them.

use parlor_search::params::Tuning;

use crate::skill::{Skill, Variety};

/// Ordering: the bonus for each turned piece.
pub const ORDER_TURNED: i32 = 2000;
/// Ordering: the bonus of a clone, which adds a piece.
pub const ORDER_CLONE: i32 = 4000;
/// Ordering: the malus of a jump for each own neighbour of the square it leaves.
pub const ORDER_LEFT: i32 = 300;
/// A jump that turns at most this many pieces is quiet; for a clone, which adds one, the limit is one less.
pub const QUIET_TURNED: i32 = 2;

/// The parameters of the search.
pub const TUNING: Tuning = Tuning {
    aspiration: 57,
    table_depth: 2,
    reverse_futility_depth: 6,
    reverse_futility_margin: 126,
    null_depth: 0,
    null_base: 0,
    null_divisor: 1,
    threat_extension: 0,
    iterative_reduction_depth: 4,
    singular_depth: 7,
    singular_margin: 7,
    late_depth: 5,
    late_base: 5,
    late_factor: 2,
    futility_depth: 0,
    futility_base: 150,
    futility_margin: 120,
    reduction_depth: 3,
    reduction_moves: 3,
    reduction_base: 319,
    reduction_slope: 447,
    reduction_history: 7971,
    reduction_noisy: 503,
    correction: 61,
    order_killer: 2509,
    order_counter: 1390,
};

/// The nodes per move at full strength: of the strongest level, the terminal programs and a configuration
/// without limits. A number of nodes and not a time, so that a seeded game repeats exactly on every machine.
pub const FULL_NODES: u64 = 200_000;

/// The number of hundredths of a piece that multiplies the odds of winning by e. `parlor-train calibrate
/// ataxx FILE` fits it to self-play games (docs/calibration.md). Fit it again whenever the weights change.
pub const WIN_SCALE: f64 = 380.4;

/// Where and how much randomness may vary play at full strength.
pub const VARIETY: Variety = Variety {
    plies: 4,
    moves: 4,
    margin: 15,
};

/// The ten levels; docs/levels.md has the matches between neighbours.
pub const SKILLS: [Skill; 10] = [
    Skill::new(1_000, 1, 800, 60),
    Skill::new(1_000, 1, 400, 40),
    Skill::new(2_000, 2, 400, 30),
    Skill::new(2_000, 2, 150, 10),
    Skill::new(4_000, 3, 120, 5),
    Skill::new(1_000, 4, 60, 0),
    Skill::new(2_000, 30, 20, 0),
    Skill::new(8_000, 60, 5, 0),
    Skill::new(40_000, 100, 2, 0),
    Skill::new(FULL_NODES, 160, 0, 0),
];
