//! Counts game trees with the convention of the published counts.
//!
//! A pass is a ply, and a game that ends before the requested depth is one leaf. [`parlor_core::perft()`],
//! which counts only lines of full length, does not share this second convention. From the start the two
//! differ from depth 10 on. There is no table of visited positions.

use parlor_core::cpu::Cpu;
use parlor_core::{Game, MoveList};

use crate::Board;
use crate::kernel::{Kernel, Task, dispatch};

/// Returns the number of leaves of the tree of `depth` plies below a position, counted with the best
/// instruction set of this machine. The last ply is counted in bulk, without playing it.
///
/// ```
/// use parlor_othello::{Board, Rules, perft};
///
/// assert_eq!(perft(&Board::start(Rules::Pass), 6), 8200);
/// ```
pub fn perft(board: &Board, depth: u32) -> u64 {
    perft_on(Cpu::detect(), board, depth)
}

/// Counts like [`perft`] with the caller's choice of instruction set, if the machine has it.
pub fn perft_on(cpu: Cpu, board: &Board, depth: u32) -> u64 {
    board.count_leaves(cpu, depth)
}

/// Counts like [`perft`] on a board of any size, slowly.
pub fn perft_of<G: Game>(position: &G, depth: u32) -> u64 {
    let mut moves = MoveList::new();
    position.legal_moves(&mut moves);
    if depth == 0 || moves.is_empty() {
        return 1;
    }
    let below = |&mv: &G::Move| {
        let mut next = position.clone();
        next.play_unchecked(mv);
        perft_of(&next, depth - 1)
    };
    moves.iter().map(below).sum()
}

/// Returns the number of leaves of the tree of `depth` plies below a position with the first side to move. A
/// side that is stuck ends the game unless it `passes`.
pub(crate) fn count(cpu: Cpu, player: u64, opponent: u64, depth: u32, passes: bool) -> u64 {
    let tree = Tree {
        player,
        opponent,
        depth,
        passes,
    };
    if depth == 0 { 1 } else { dispatch(cpu, tree) }
}

/// The tree of a given depth, at least 1, below a position.
struct Tree {
    player: u64,
    opponent: u64,
    depth: u32,
    passes: bool,
}

impl Task for Tree {
    type Output = u64;

    #[inline(always)]
    fn run<K: Kernel>(self, kernel: K) -> u64 {
        let Tree {
            player,
            opponent,
            depth,
            passes,
        } = self;
        let mut moves = kernel.mobility(player, opponent);
        if moves == 0 {
            // A pass as the last ply and the end of the game are both one leaf.
            if depth == 1 || !passes || kernel.mobility(opponent, player) == 0 {
                return 1;
            }
            return kernel.run(Tree {
                player: opponent,
                opponent: player,
                depth: depth - 1,
                passes,
            });
        }
        if depth == 1 {
            return u64::from(moves.count_ones());
        }
        let mut leaves = 0;
        while moves != 0 {
            let square = moves.trailing_zeros();
            let flips = kernel.flips(player, opponent, square);
            let (next_player, next_opponent) = (opponent ^ flips, player ^ flips | 1 << square);
            moves &= moves - 1;
            leaves += if depth == 2 {
                // The last ply is counted, not played.
                let replies = kernel.mobility(next_player, next_opponent);
                u64::from(replies.count_ones().max(1))
            } else {
                kernel.run(Tree {
                    player: next_player,
                    opponent: next_opponent,
                    depth: depth - 1,
                    passes,
                })
            };
        }
        leaves
    }
}
