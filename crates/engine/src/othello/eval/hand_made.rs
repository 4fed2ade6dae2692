//! The evaluation of the first generation: a dozen features that every player knows, weighted by stage.

use parlor_othello::kernel::Kernel;

use super::super::geometry::{C_SQUARES, CORNERS, EDGES, X_SQUARES, neighbours_of_set};
use super::super::stability::{EdgeTable, stable_edges};
use super::hand_made_weights::WEIGHTS;
use super::{Evaluator, LIMIT};

/// How many features there are.
pub const FEATURES: usize = 11;

/// How many stages of the game have weights of their own.
pub const STAGES: usize = 15;

/// A hundredth of a disc is this many units of the weights.
const UNITS: i32 = 16;

/// The stage of a position with this many empty squares: the opening is the last, the end is 0.
#[inline(always)]
pub fn stage_of(n_empties: u32) -> usize {
    (n_empties as usize / 4).min(STAGES - 1)
}

/// The features of a position for `player`, who is to move; each is his minus the opponent's:
///
/// 0. moves; 1. moves, on a logarithmic scale (the last few count most); 2. empty squares next to an
///    opposing disc (moves that may come); 3. corners; 4. corners that can be taken now; 5. discs diagonally
///    next to an empty corner; 6. discs on the edge next to an empty corner; 7. discs on the edges that
///    can never be turned; 8. other discs on the edges; 9. discs; 10. one when the number of empty
///    squares is odd, so that the mover may have the last move, else minus one.
#[inline(always)]
pub fn features<K: Kernel>(kernel: K, edges: &EdgeTable, player: u64, opponent: u64) -> [i32; FEATURES] {
    let empties = !(player | opponent);
    let (moves, replies) = (
        kernel.mobility(player, opponent),
        kernel.mobility(opponent, player),
    );
    let stable = (
        stable_edges(edges, player, opponent),
        stable_edges(edges, opponent, player),
    );
    let corners = empties & CORNERS;
    let near = neighbours_of_set(corners);
    let difference = |set: u64| (player & set).count_ones() as i32 - (opponent & set).count_ones() as i32;
    let (n_moves, n_replies) = (moves.count_ones(), replies.count_ones());
    let to_come = (
        (neighbours_of_set(opponent) & empties).count_ones() as i32,
        (neighbours_of_set(player) & empties).count_ones() as i32,
    );
    [
        n_moves as i32 - n_replies as i32,
        LOGARITHM[n_moves as usize & 63] - LOGARITHM[n_replies as usize & 63],
        to_come.0 - to_come.1,
        difference(CORNERS),
        (moves & CORNERS).count_ones() as i32 - (replies & CORNERS).count_ones() as i32,
        difference(near & X_SQUARES),
        difference(near & C_SQUARES),
        stable.0.count_ones() as i32 - stable.1.count_ones() as i32,
        difference(EDGES & !CORNERS & !(near & C_SQUARES)),
        difference(!0),
        if empties.count_ones() & 1 != 0 { 1 } else { -1 },
    ]
}

/// 16 times the binary logarithm of one more than the index, rounded.
const LOGARITHM: [i32; 64] = [
    0, 16, 25, 32, 37, 41, 45, 48, 51, 53, 55, 57, 59, 61, 63, 64, 65, 67, 68, 69, 70, 71, 72, 73, 74, 75,
    76, 77, 78, 79, 79, 80, 81, 81, 82, 83, 83, 84, 85, 85, 86, 86, 87, 87, 88, 88, 89, 89, 90, 90, 91, 91,
    92, 92, 92, 93, 93, 94, 94, 94, 95, 95, 96, 96,
];

/// The hand-made evaluation.
#[derive(Clone, Copy)]
pub struct HandMade {
    edges: &'static EdgeTable,
}

impl HandMade {
    /// The evaluation with its built-in weights.
    pub fn new() -> HandMade {
        HandMade {
            edges: EdgeTable::get(),
        }
    }
}

impl Default for HandMade {
    fn default() -> HandMade {
        HandMade::new()
    }
}

impl Evaluator for HandMade {
    type State = ();

    #[inline(always)]
    fn state(&self, _player: u64, _opponent: u64) {}

    #[inline(always)]
    fn after(&self, _state: &(), _square: u32, _flips: u64) {}

    #[inline(always)]
    fn after_pass(&self, _state: &()) {}

    #[inline(always)]
    fn evaluate<K: Kernel>(&self, kernel: K, _state: &(), player: u64, opponent: u64) -> i32 {
        let stage = stage_of((!(player | opponent)).count_ones());
        let features = features(kernel, self.edges, player, opponent);
        let mut sum = 0;
        for (weight, feature) in WEIGHTS[stage].iter().zip(features) {
            sum += i32::from(*weight) * feature;
        }
        (sum / UNITS).clamp(-LIMIT, LIMIT)
    }
}
