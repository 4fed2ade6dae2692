//! The moves of a node and their order.

use parlor_othello::kernel::Kernel;

use super::super::geometry::{CORNERS, neighbours_of_set, odd_quadrants};
use super::super::stability::{EdgeTable, stable_edges};

/// An upper bound on the number of moves of a position; the actual maximum is 33.
pub(super) const MOST_MOVES: usize = 34;

/// More than the difference of any two ranks.
const PUT_OFF: i32 = 1 << 28;

/// A move with the discs it turns and its rank.
#[derive(Clone, Copy, Default)]
pub(super) struct OrderedMove {
    pub(super) flips: u64,
    /// The replies of the other side, once the move is ranked.
    pub(super) replies: u64,
    pub(super) rank: i32,
    pub(super) square: u8,
}

impl OrderedMove {
    /// Returns the position after the move: the discs of the next side to move, then those of the mover.
    #[inline(always)]
    pub(super) fn after(&self, player: u64, opponent: u64) -> (u64, u64) {
        (
            opponent & !self.flips,
            player | self.flips | 1 << (self.square & 63),
        )
    }
}

/// The untried moves of a node.
pub(super) struct Moves {
    list: [OrderedMove; MOST_MOVES],
    len: usize,
    tried: usize,
}

/// The weights of the ordering, in units of one reply.
mod weights {
    pub(super) const FIRST_KNOWN: i32 = 1 << 24;
    pub(super) const SECOND_KNOWN: i32 = 1 << 23;
    pub(super) const REPLY: i32 = 1 << 10;
    pub(super) const FRONTIER: i32 = 1 << 6;
    pub(super) const STABLE_EDGE: i32 = 1 << 8;
    pub(super) const ODD_REGION: i32 = 1 << 8;
}

impl Moves {
    /// Generates the moves to these squares, in their order.
    #[inline(always)]
    pub(super) fn new<K: Kernel>(kernel: K, player: u64, opponent: u64, mut squares: u64) -> Moves {
        let mut moves = Moves {
            list: [OrderedMove::default(); MOST_MOVES],
            len: 0,
            tried: 0,
        };
        while squares != 0 && moves.len < MOST_MOVES {
            let square = squares.trailing_zeros();
            squares &= squares - 1;
            moves.list[moves.len] = OrderedMove {
                flips: kernel.flips(player, opponent, square),
                replies: 0,
                rank: 0,
                square: square as u8,
            };
            moves.len += 1;
        }
        moves
    }

    #[inline(always)]
    pub(super) fn len(&self) -> usize {
        self.len
    }

    #[inline(always)]
    pub(super) fn iter(&self) -> impl Iterator<Item = &OrderedMove> {
        self.list[..self.len].iter()
    }

    /// Returns whether a move turns every disc of the opponent.
    #[inline(always)]
    pub(super) fn wipes_out(&self, opponent: u64) -> bool {
        self.iter().any(|mv| mv.flips == opponent)
    }

    /// Ranks the moves: known ones first, then those that leave the opponent the fewest replies.
    #[inline(always)]
    pub(super) fn rank<K: Kernel>(
        &mut self,
        kernel: K,
        edges: &EdgeTable,
        player: u64,
        opponent: u64,
        known: [u8; 2],
    ) {
        let odd = odd_quadrants(!(player | opponent));
        for mv in &mut self.list[..self.len] {
            let (next_player, next_opponent) = mv.after(player, opponent);
            mv.replies = kernel.mobility(next_player, next_opponent);
            let n_replies = (mv.replies.count_ones() + (mv.replies & CORNERS).count_ones()) as i32;
            let empties = !(next_player | next_opponent);
            let frontier = (neighbours_of_set(next_opponent) & empties).count_ones() as i32;
            let stable = stable_edges(edges, next_opponent, next_player).count_ones() as i32;
            mv.rank =
                stable * weights::STABLE_EDGE - n_replies * weights::REPLY - frontier * weights::FRONTIER;
            if odd >> mv.square & 1 != 0 {
                mv.rank += weights::ODD_REGION;
            }
            if mv.square == known[0] {
                mv.rank += weights::FIRST_KNOWN;
            } else if mv.square == known[1] {
                mv.rank += weights::SECOND_KNOWN;
            }
        }
    }

    /// Returns the untried moves, for ranking.
    #[inline(always)]
    pub(super) fn untried_mut(&mut self) -> &mut [OrderedMove] {
        &mut self.list[self.tried..self.len]
    }

    /// Moves the last returned move behind all others. Returns false if it was deferred before.
    pub(super) fn defer(&mut self) -> bool {
        let Some(last) = self.tried.checked_sub(1) else {
            return false;
        };
        if self.list[last].rank < -PUT_OFF / 2 {
            return false;
        }
        self.list[last].rank -= PUT_OFF;
        self.tried = last;
        true
    }

    /// Returns the most promising untried move.
    #[inline(always)]
    pub(super) fn next(&mut self) -> Option<OrderedMove> {
        if self.tried == self.len {
            return None;
        }
        let mut best = self.tried;
        for i in self.tried + 1..self.len {
            if self.list[i].rank > self.list[best].rank {
                best = i;
            }
        }
        self.list.swap(self.tried, best);
        self.tried += 1;
        Some(self.list[self.tried - 1])
    }
}
