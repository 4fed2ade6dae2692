//! Picks the candidates of a node one by one, the most promising first.
//!
//! Most nodes need only the first few of many candidates, so sorting them all would be wasteful. Each
//! candidate has a key that holds its order and its index in one number: finding the best is the maximum of a
//! list of numbers, which machines compute eight at a time.

use crate::node::Candidate;

/// The key of a candidate that was taken or dropped.
pub(crate) const GONE: i32 = i32::MIN;
const PLACE_BITS: u32 = 9;
const PLACES: i32 = 1 << PLACE_BITS;
/// Orders beyond this bound are clamped.
const ORDER_BOUND: i32 = (1 << (31 - PLACE_BITS)) - 1;

const _: () = assert!(parlor_core::MAX_MOVES <= PLACES as usize);
const _: () = assert!(crate::params::ORDER_TABLE_MOVE < ORDER_BOUND);

/// Returns a number that is greater for a better order and, among equals, for an earlier index.
#[inline(always)]
pub(crate) fn sort_key(order: i32, place: usize) -> i32 {
    order.clamp(-ORDER_BOUND, ORDER_BOUND) << PLACE_BITS | (PLACES - 1 - place as i32)
}

/// Takes the most promising remaining candidate and returns its index.
#[inline(always)]
pub(crate) fn take_best(keys: &mut [i32]) -> Option<usize> {
    let best = keys.iter().copied().fold(GONE, i32::max);
    if best == GONE {
        return None;
    }
    let place = (PLACES - 1 - (best & (PLACES - 1))) as usize;
    *keys.get_mut(place)? = GONE;
    Some(place)
}

/// Drops the remaining quiet candidates.
#[inline(always)]
pub(crate) fn drop_quiet<M, E>(keys: &mut [i32], candidates: &[Candidate<M, E>]) {
    for (key, candidate) in keys.iter_mut().zip(candidates) {
        if candidate.quiet {
            *key = GONE;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn candidates_come_best_first_and_equals_in_their_order() {
        let orders = [3, -7, 900_000, 3, -900_000, 0];
        let mut keys: Vec<i32> = orders
            .iter()
            .enumerate()
            .map(|(i, &order)| sort_key(order, i))
            .collect();
        let taken: Vec<usize> = std::iter::from_fn(|| take_best(&mut keys)).collect();
        assert_eq!(taken, [2, 0, 3, 5, 1, 4]);
    }

    #[test]
    fn no_order_is_too_great_for_a_key() {
        let mut keys = [
            sort_key(i32::MIN, 0),
            sort_key(i32::MAX, 1),
            sort_key(0, parlor_core::MAX_MOVES - 1),
        ];
        assert!(keys[0] > GONE);
        assert_eq!(take_best(&mut keys), Some(1));
    }

    #[test]
    fn dropped_candidates_never_come() {
        let candidate = |quiet| Candidate {
            mv: (),
            effect: (),
            order: 0,
            quiet,
        };
        let mut keys = [sort_key(9, 0), sort_key(5, 1)];
        drop_quiet(&mut keys, &[candidate(true), candidate(false)]);
        assert_eq!(take_best(&mut keys), Some(1));
        assert_eq!(take_best(&mut keys), None);
    }
}
