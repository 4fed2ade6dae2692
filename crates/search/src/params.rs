//! The constants of the search that all games share, and the type of those that differ.

/// The number of nodes between two polls of the clock and the stop flag: well under a millisecond in every
/// game.
pub const POLL_INTERVAL: u64 = 1024;

/// The maximum length of a line that the search follows, extensions included.
pub const MAX_PLY: usize = 200;

/// The maximum depth of an iteration.
pub const MAX_DEPTH: i32 = 160;

/// One step of fixed-point depth in late-move reductions.
pub const ONE: i32 = 1024;

/// The first iteration that starts from a narrow window around the previous score.
pub const ASPIRATION_FROM: i32 = 4;

/// The maximum nesting of ProbCut searches inside each other. Their errors add up.
pub const MAX_PROBE_NESTING: u32 = 2;

/// The minimum depth of a split point. Below it, a search is over before another thread could begin.
pub const SPLIT_DEPTH: i32 = 3;

/// The bound of a history value. A bonus moves a value towards it, and less so the nearer it is.
pub const HISTORY_MAX: i32 = 8192;

/// The maximum bonus for one cutoff.
pub const HISTORY_BONUS_MAX: i32 = 1200;

/// The factor of the remaining depth in the bonus of a cutoff: `HISTORY_BONUS * depth - HISTORY_BONUS`.
pub const HISTORY_BONUS: i32 = 120;

/// The order of the transposition table's move, above everything else.
pub const ORDER_TABLE_MOVE: i32 = 1 << 20;

/// The time in milliseconds that is kept back from a clock for the overhead of making and sending a move.
pub const CLOCK_OVERHEAD_MS: u64 = 15;

macro_rules! tuning {
    ($($(#[$doc:meta])* $name:ident),* $(,)?) => {
        /// The parameters that matches set for each game and each phase of it. A depth of 0 switches a
        /// technique off. Scores are in hundredths of a piece.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
        pub struct Tuning {
            $($(#[$doc])* pub $name: i32,)*
        }

        impl Tuning {
            /// The names of the parameters, in order.
            pub const NAMES: &'static [&'static str] = &[$(stringify!($name)),*];

            /// Returns a parameter by name so that an experiment can change it, or `None` if there is no such
            /// parameter.
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
    /// The minimum depth of nodes that use the transposition table; 0 if all do.
    table_depth,
    /// Reverse futility: the maximum depth.
    reverse_futility_depth,
    /// Reverse futility: how far above beta the evaluation must be, per ply.
    reverse_futility_margin,
    /// Null move: the minimum depth.
    null_depth,
    /// Null move: the base reduction.
    null_base,
    /// Null move: one more ply of reduction for every this many plies of depth.
    null_divisor,
    /// The extension in plies when giving up a move would lose at once.
    threat_extension,
    /// Internal iterative reduction: the minimum depth.
    iterative_reduction_depth,
    /// Singular extension and multi-cut: the minimum depth.
    singular_depth,
    /// Singular extension: how much worse every other move must be, per ply.
    singular_margin,
    /// Late-move pruning: the maximum depth.
    late_depth,
    /// Late-move pruning: the number of moves that are always searched.
    late_base,
    /// Late-move pruning: the number of further moves per squared ply.
    late_factor,
    /// Futility: the maximum depth.
    futility_depth,
    /// Futility: how far below alpha the evaluation must be.
    futility_base,
    /// Futility: the same, per ply.
    futility_margin,
    /// Late-move reductions: the minimum depth.
    reduction_depth,
    /// Late-move reductions: the number of moves that are searched in full.
    reduction_moves,
    /// Late-move reductions: the constant part, in 1024ths of a ply.
    reduction_base,
    /// Late-move reductions: the factor of log2(depth) · log2(move), in 1024ths of a ply.
    reduction_slope,
    /// Late-move reductions: the amount of history that is worth a ply.
    reduction_history,
    /// Late-move reductions: the discount for moves that are not quiet, in 1024ths of a ply.
    reduction_noisy,
    /// The share of the correction history that is added to the evaluation, in percent.
    correction,
    /// Ordering: the bonus of a killer move.
    order_killer,
    /// Ordering: the bonus of the countermove.
    order_counter,
}

/// Returns the base-2 logarithm in 1024ths, linear between powers of two. It uses only integers, so that
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
