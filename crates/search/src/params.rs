//! The constants of the search that are the same for every game, and the shape of those that are not.

/// Nodes between two looks at the clock and the stop flag: well under a millisecond in every game.
pub const POLL_INTERVAL: u64 = 1024;

/// The deepest line the search follows, extensions included.
pub const MAX_PLY: usize = 200;

/// The deepest iteration.
pub const MAX_DEPTH: i32 = 160;

/// One step of fixed-point depth in late-move reductions.
pub const ONE: i32 = 1024;

/// The first iteration that starts from a narrow window around the score of the one before.
pub const ASPIRATION_FROM: i32 = 4;

/// Shallow ProbCut searches may hold ProbCuts of their own, but not without end: the errors add up.
pub const MAX_PROBE_NESTING: u32 = 2;

/// The moves of a node are shared between threads from this depth on: below it, one is done before another has
/// begun.
pub const SPLIT_DEPTH: i32 = 3;

/// The bound of a history value. A bonus moves a value towards it, and less so the nearer it is.
pub const HISTORY_MAX: i32 = 8192;

/// The greatest bonus for one cutoff.
pub const HISTORY_BONUS_MAX: i32 = 1200;

/// How much of a cutoff's remaining depth goes into its bonus: `HISTORY_BONUS * depth - HISTORY_BONUS`.
pub const HISTORY_BONUS: i32 = 120;

/// What ordering adds for the move of the transposition table; above everything else.
pub const ORDER_TABLE_MOVE: i32 = 1 << 20;

/// The bits of time that moving and talking may cost, kept back from a clock, in milliseconds.
pub const CLOCK_OVERHEAD_MS: u64 = 15;

macro_rules! tuning {
    ($($(#[$doc:meta])* $name:ident),* $(,)?) => {
        /// What is set for each game, and for each phase of it, by matches. A depth of 0 switches a
        /// technique off. Scores are in hundredths of a piece.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
        pub struct Tuning {
            $($(#[$doc])* pub $name: i32,)*
        }

        impl Tuning {
            /// The names of the parameters, in order.
            pub const NAMES: &'static [&'static str] = &[$(stringify!($name)),*];

            /// The value of a parameter, to be changed by name in an experiment; none of that name.
            pub fn by_name(&mut self, name: &str) -> Option<&mut i32> {
                match name {
                    $(stringify!($name) => Some(&mut self.$name),)*
                    _ => None,
                }
            }
        }
    };
}

tuning! {
    /// Half the width of the first aspiration window.
    aspiration,
    /// Reverse futility: the greatest depth.
    reverse_futility_depth,
    /// Reverse futility: how far above beta the evaluation must be, per ply.
    reverse_futility_margin,
    /// Null move: the least depth.
    null_depth,
    /// Null move: the reduction to begin with.
    null_base,
    /// Null move: one more ply of reduction for each this many plies of depth.
    null_divisor,
    /// How many plies longer to look when giving up a move would lose at once.
    threat_extension,
    /// Internal iterative reduction: the least depth.
    iterative_reduction_depth,
    /// Singular extension and multi-cut: the least depth.
    singular_depth,
    /// Singular extension: how much worse every other move must be, per ply.
    singular_margin,
    /// Late-move pruning: the greatest depth.
    late_depth,
    /// Late-move pruning: moves always searched.
    late_base,
    /// Late-move pruning: more moves searched per squared ply.
    late_factor,
    /// Futility: the greatest depth.
    futility_depth,
    /// Futility: how far below alpha the evaluation must be.
    futility_base,
    /// Futility: the same, per ply.
    futility_margin,
    /// Late-move reductions: the least depth.
    reduction_depth,
    /// Late-move reductions: how many moves are searched in full.
    reduction_moves,
    /// Late-move reductions: the constant part, in 1024ths of a ply.
    reduction_base,
    /// Late-move reductions: what is multiplied by log2(depth) · log2(move), in 1024ths of a ply.
    reduction_slope,
    /// Late-move reductions: how much history is worth a ply.
    reduction_history,
    /// Late-move reductions: less for moves that are not quiet, in 1024ths of a ply.
    reduction_noisy,
    /// How much of what was learned of the evaluation's errors is added to it, in percent.
    correction,
    /// Ordering: what a killer move adds.
    order_killer,
    /// Ordering: what the move that refuted the same previous move adds.
    order_counter,
}

/// The base-2 logarithm in 1024ths, with straight lines between the powers of two: integers only, so that
/// every machine reduces by the same amount.
pub const fn log2(x: u32) -> i32 {
    if x == 0 {
        return 0;
    }
    let whole = x.ilog2();
    let fraction = ((x as u64 - (1 << whole)) * ONE as u64) >> whole;
    whole as i32 * ONE + fraction as i32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn logarithms_are_exact_at_powers_of_two_and_straight_between() {
        assert_eq!(log2(1), 0);
        assert_eq!(log2(2), ONE);
        assert_eq!(log2(3), ONE * 3 / 2);
        assert_eq!(log2(64), 6 * ONE);
    }

    #[test]
    fn every_parameter_is_found_by_its_name() {
        let mut tuning = Tuning::default();
        for name in Tuning::NAMES {
            *tuning.by_name(name).expect(name) = 7;
        }
        assert_eq!(tuning.aspiration, 7);
        assert_eq!(tuning.order_counter, 7);
        assert!(tuning.by_name("no such parameter").is_none());
    }
}
