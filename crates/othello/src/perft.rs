//! Counting the game tree, as the published counts do.
//!
//! A pass is a ply, and a game that ends sooner than the depth asked for is one leaf: it is this second
//! convention that [`parlor_core::perft()`], which counts only lines of full length, does not share. From
//! the start the two part at depth 10. There is no table of positions already seen.

use parlor_core::cpu::Cpu;
use parlor_core::{Game, MoveList};

use crate::Board;
use crate::kernel::{Kernel, Task, dispatch};

/// How many leaves the tree of `depth` plies below a position has, counted with the best instructions of
/// this machine. The last ply is counted in bulk, without playing it.
///
/// ```
/// use parlor_othello::{Board, Rules, perft};
///
/// assert_eq!(perft(&Board::start(Rules::Pass), 6), 8200);
/// ```
pub fn perft(board: &Board, depth: u32) -> u64 {
    perft_on(Cpu::detect(), board, depth)
}

/// [`perft`] with the instructions of the caller's choice, where the machine has them.
pub fn perft_on(cpu: Cpu, board: &Board, depth: u32) -> u64 {
    board.count_leaves(cpu, depth)
}

/// [`perft`] of a board of any size, slowly.
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

/// Leaves of the tree of `depth` plies below a position with the first side to move; a side that is stuck
/// ends the game unless it `passes`.
pub(crate) fn count(cpu: Cpu, player: u64, opponent: u64, depth: u32, passes: bool) -> u64 {
    let tree = Tree {
        player,
        opponent,
        depth,
        passes,
    };
    if depth == 0 { 1 } else { dispatch(cpu, tree) }
}

/// The tree of a known depth, at least 1, below a position.
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
