//! The constants of Othello's search. docs/lab/engine-matches.md lists the matches that set them.

use parlor_search::params::Tuning;

use crate::skill::{Skill, Variety};

/// Ordering: the malus for each reply that a move leaves.
pub const ORDER_REPLY: i32 = 700;
/// Ordering: the additional malus for a reply in a corner.
pub const ORDER_CORNER_REPLY: i32 = 2500;
/// Ordering: the bonus of taking a corner.
pub const ORDER_CORNER: i32 = 5000;
/// Ordering: the bonus (negative) of an X-square next to an empty corner.
pub const ORDER_X_SQUARE: i32 = -3000;

/// Up to this depth, a simpler search without table and history takes over.
pub const LAST_PLIES: i32 = 1;
/// With this many empty squares or fewer, a node is solved whatever its depth.
pub const SOLVE_ALWAYS: u32 = 8;
/// A node is solved when its empty squares exceed its depth by at most this many, …
pub const SOLVE_BEYOND_DEPTH: u32 = 5;
/// … but never with more than this many, where ordering needs the steps of the whole solver.
pub const SOLVE_AT_MOST: u32 = 18;
/// The number of solver nodes that take the time of one search node. Node budgets count them accordingly.
pub const SOLVER_NODES_PER_NODE: u64 = 4;
/// The same for selective solves: more of their nodes are far from the end, where they take longer.
pub const SELECTIVE_NODES_PER_NODE: u64 = 3;
/// The table size of a thread's leaf solver, in MiB.
pub const LEAF_TABLE_MIB: usize = 2;

/// The parameters of the search. Null move is unsound in a game of tempo, and late moves are often the best.
pub const TUNING: Tuning = Tuning {
    aspiration: 193,
    table_depth: 1,
    reverse_futility_depth: 0,
    reverse_futility_margin: 0,
    null_depth: 0,
    null_base: 0,
    null_divisor: 1,
    threat_extension: 0,
    iterative_reduction_depth: 5,
    singular_depth: 0,
    singular_margin: 0,
    late_depth: 0,
    late_base: 0,
    late_factor: 0,
    futility_depth: 0,
    futility_base: 0,
    futility_margin: 0,
    reduction_depth: 3,
    reduction_moves: 4,
    reduction_base: 400,
    reduction_slope: 199,
    reduction_history: 7636,
    reduction_noisy: 428,
    correction: 0,
    order_killer: 1596,
    order_counter: 760,
};

/// The nodes per move at full strength: of the strongest level, the terminal programs and a configuration
/// without limits. A number of nodes and not a time, so that a seeded game repeats exactly on every machine.
pub const FULL_NODES: u64 = 800_000;

/// The number of hundredths of a disc that multiplies the odds of winning by e. `parlor-train calibrate
/// othello FILE` fits it to self-play games (docs/calibration.md). Fit it again whenever the weights change.
pub const WIN_SCALE: f64 = 381.4;

/// Where and how much randomness may vary play at full strength.
pub const VARIETY: Variety = Variety {
    plies: 6,
    moves: 4,
    margin: 50,
};

/// The ten levels; docs/levels.md has the matches between neighbours.
pub const SKILLS: [Skill; 10] = [
    Skill::new(1_000, 1, 2400, 50),
    Skill::new(1_000, 1, 1200, 25),
    Skill::new(1_500, 2, 850, 15),
    Skill::new(2_000, 2, 500, 8),
    Skill::new(4_000, 3, 250, 2),
    Skill::new(8_000, 4, 120, 0),
    Skill::new(8_000, 6, 0, 0),
    Skill::new(32_000, 10, 0, 0),
    Skill::new(160_000, 60, 0, 0),
    Skill::new(FULL_NODES, 60, 0, 0),
];

/// The confidence of ProbCut, in hundredths of the standard deviation.
pub const PROBE_QUANTILE: i32 = 86;
/// The minimum depth of ProbCut.
pub const PROBE_MIN_DEPTH: i32 = 4;

crate::weights::weights! {
    /// The evaluation weights of other board sizes, in hundredths of a disc.
    GridWeights {
        /// One more move than the opponent, on an empty board.
        mobility,
        /// A corner.
        corner,
        /// A disc diagonally next to an empty corner.
        near_corner,
        /// A disc on an edge.
        edge,
        /// A disc, on a full board.
        disc,
    }
}

impl GridWeights {
    /// Returns the default weights.
    pub const fn ours() -> GridWeights {
        GridWeights {
            mobility: 100,
            corner: 900,
            near_corner: -450,
            edge: 60,
            disc: 100,
        }
    }
}

/// The ten levels on other board sizes, where a node takes much longer than on the 8×8 board.
pub const GRID_SKILLS: [Skill; 10] = [
    Skill::new(300, 1, 2400, 50),
    Skill::new(300, 1, 1200, 25),
    Skill::new(500, 2, 850, 15),
    Skill::new(500, 2, 500, 8),
    Skill::new(1_000, 3, 250, 2),
    Skill::new(1_500, 4, 120, 0),
    Skill::new(1_000, 6, 0, 0),
    Skill::new(4_000, 10, 0, 0),
    Skill::new(16_000, 60, 0, 0),
    Skill::new(60_000, 60, 0, 0),
];
