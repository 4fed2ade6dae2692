//! Counting game trees, each build of the code for its machines.
//!
//! The portable build and the one for AVX2 machines are the same source. The choice is made once per count.

#![allow(unsafe_code)]

use parlor_core::cpu::Cpu;
use parlor_core::{Game, MoveList};

use crate::lines::Census;
use crate::moves::Move;
use crate::position::Position;

/// How many lines of exactly `depth` plies there are, the last ply counted without playing it. A pass is a
/// ply; a won game has no moves. No table of positions is used.
pub fn perft(position: &Position, depth: u32) -> u64 {
    perft_on(Cpu::detect(), position, depth)
}

/// [`perft`] in the build for these machines. A build that this machine cannot run is replaced by the
/// portable one.
pub fn perft_on(cpu: Cpu, position: &Position, depth: u32) -> u64 {
    match cpu {
        #[cfg(target_arch = "x86_64")]
        Cpu::Avx2 if Cpu::best() == Cpu::Avx2 => {
            // SAFETY: this machine was just found to have every instruction that the function is built
            // for. Gain: see `cargo bench -p parlor-loa`.
            unsafe { count_avx2(position, depth) }
        }
        _ => count_portable(position, depth),
    }
}

#[inline(always)]
fn count<B: Build>(position: &Position, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => position.count_legal_moves(),
        _ => {
            let mut moves = MoveList::new();
            position.legal_moves(&mut moves);
            if depth == 2 && moves.first() != Some(&Move::PASS) {
                return count_replies(position, &moves);
            }
            let mut n = 0;
            for &mv in &moves {
                let mut next = *position;
                next.play_unchecked(mv);
                n += B::count(&next, depth - 1);
            }
            n
        }
    }
}

/// How many replies there are to all these moves, none of which is a pass.
#[inline(always)]
fn count_replies(position: &Position, moves: &[Move]) -> u64 {
    let census = Census::new(position.enemy(), position.own());
    let mut n = 0;
    for &mv in moves {
        let mut next = *position;
        next.play_unchecked(mv);
        if next.decided().is_none() {
            n += match census.count_after(mv, next.own(), next.enemy()) {
                0 => next.count_legal_moves(),
                replies => replies.into(),
            };
        }
    }
    n
}

/// How the counting of one build goes on a ply deeper.
trait Build {
    fn count(position: &Position, depth: u32) -> u64;
}

struct Portable;

impl Build for Portable {
    fn count(position: &Position, depth: u32) -> u64 {
        count_portable(position, depth)
    }
}

fn count_portable(position: &Position, depth: u32) -> u64 {
    count::<Portable>(position, depth)
}

#[cfg(target_arch = "x86_64")]
struct Avx2;

#[cfg(target_arch = "x86_64")]
impl Build for Avx2 {
    #[inline(always)]
    fn count(position: &Position, depth: u32) -> u64 {
        // SAFETY: only `count_avx2` counts with this build, and `perft_on` calls it only on machines that
        // can run it.
        unsafe { count_avx2(position, depth) }
    }
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn count_avx2(position: &Position, depth: u32) -> u64 {
    count::<Avx2>(position, depth)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_builds_count_the_same() {
        let start = Position::default();
        for depth in 0..4 {
            let portable = perft_on(Cpu::Portable, &start, depth);
            assert_eq!(perft_on(Cpu::best(), &start, depth), portable);
            assert_eq!(parlor_core::perft(&start, depth), portable);
        }
    }
}
