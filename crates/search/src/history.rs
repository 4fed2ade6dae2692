//! The statistics about moves that a thread collects while it searches: which moves refute others, regardless
//! of the position.

use parlor_core::Color;

use crate::params::{HISTORY_MAX, MAX_PLY};

/// The number of values of the low six bits of a slot. By the convention of [`Node::slot`](crate::Node::slot)
/// they are the square that a move goes to.
const TARGETS: usize = 64;

/// The number of plies for which a helping thread takes over the killers of another.
const SHARED_KILLERS: usize = 16;

/// One thread's statistics about good and bad moves.
#[derive(Debug)]
pub(crate) struct History {
    slots: usize,
    // [side][slot]
    butterfly: Vec<i16>,
    // [target of the previous move][target]: small enough to stay in the L1 cache.
    follow_up: Vec<i16>,
    // [side][slot of the previous move]: the packed move that last refuted it.
    counter: Vec<u16>,
    killers: Vec<[u16; 2]>,
}

/// The history of the moves of one side after one previous move, without the look-ups that these moves share.
#[derive(Clone, Copy, Debug)]
pub(crate) struct HistoryView<'h> {
    butterfly: &'h [i16],
    follow_up: &'h [i16; TARGETS],
}

/// The follow-ups of a null move, or of the root.
static NO_FOLLOW_UP: [i16; TARGETS] = [0; TARGETS];

impl HistoryView<'_> {
    /// Returns the same value as [`History::worth`] for this move.
    #[inline(always)]
    pub(crate) fn of(&self, slot: usize) -> i32 {
        i32::from(self.butterfly[slot]) + i32::from(self.follow_up[slot % TARGETS])
    }
}

impl History {
    pub(crate) fn new(slots: usize) -> History {
        History {
            slots,
            butterfly: vec![0; 2 * slots],
            follow_up: vec![0; TARGETS * TARGETS],
            counter: vec![0; 2 * slots],
            killers: vec![[0; 2]; MAX_PLY + 2],
        }
    }

    /// Clears everything, as before a new game.
    pub(crate) fn clear(&mut self) {
        *self = History::new(self.slots);
    }

    /// Ages the values for the next search of the same game, so that new ones weigh more. Clears the killers,
    /// because their distance from the root has changed.
    pub(crate) fn age(&mut self) {
        for value in self.butterfly.iter_mut().chain(&mut self.follow_up) {
            *value /= 2;
        }
        self.killers.fill([0; 2]);
    }

    /// Returns how well a move has done so far, within ±2 · [`HISTORY_MAX`]. `previous` is the slot of the
    /// move before.
    #[inline(always)]
    pub(crate) fn worth(&self, side: Color, previous: Option<usize>, slot: usize) -> i32 {
        let butterfly = i32::from(self.butterfly[side.index() * self.slots + slot]);
        match previous {
            Some(previous) => butterfly + i32::from(self.follow_up[follow_up_index(previous, slot)]),
            None => butterfly,
        }
    }

    /// Returns the part of the history that holds [`History::worth`] for all moves of a position.
    #[inline(always)]
    pub(crate) fn view(&self, side: Color, previous: Option<usize>) -> HistoryView<'_> {
        let follow_up = previous.map(|previous| &self.follow_up[follow_up_index(previous, 0)..][..TARGETS]);
        HistoryView {
            butterfly: &self.butterfly[side.index() * self.slots..][..self.slots],
            follow_up: follow_up
                .and_then(|row| row.first_chunk())
                .unwrap_or(&NO_FOLLOW_UP),
        }
    }

    /// Returns the two moves that refuted most recently at this distance from the root.
    #[inline(always)]
    pub(crate) fn killers(&self, ply: usize) -> [u16; 2] {
        self.killers[ply]
    }

    /// Returns the killers from this distance on, as far as another thread can use them.
    pub(crate) fn killers_from(&self, ply: usize) -> &[[u16; 2]] {
        let end = self.killers.len().min(ply + SHARED_KILLERS);
        &self.killers[ply..end]
    }

    /// Takes over another thread's killers.
    pub(crate) fn take_killers(&mut self, ply: usize, killers: &[[u16; 2]]) {
        self.killers[ply..ply + killers.len()].copy_from_slice(killers);
    }

    /// Returns the move that last refuted the previous move, or 0.
    #[inline(always)]
    pub(crate) fn counter(&self, side: Color, previous: Option<usize>) -> u16 {
        previous.map_or(0, |previous| self.counter[side.index() * self.slots + previous])
    }

    /// Records that a move has done well, or badly if the bonus is negative.
    #[inline(always)]
    pub(crate) fn learn(&mut self, side: Color, previous: Option<usize>, slot: usize, bonus: i32) {
        nudge(&mut self.butterfly[side.index() * self.slots + slot], bonus);
        if let Some(previous) = previous {
            nudge(&mut self.follow_up[follow_up_index(previous, slot)], bonus);
        }
    }

    /// Records that a move has refuted the previous one.
    #[inline(always)]
    pub(crate) fn refuted(&mut self, side: Color, previous: Option<usize>, ply: usize, packed: u16) {
        let killers = &mut self.killers[ply];
        if killers[0] != packed {
            *killers = [packed, killers[0]];
        }
        if let Some(previous) = previous {
            self.counter[side.index() * self.slots + previous] = packed;
        }
    }
}

#[inline(always)]
fn follow_up_index(previous: usize, slot: usize) -> usize {
    previous % TARGETS * TARGETS + slot % TARGETS
}

// The nearer a value is to its bound, the less a bonus in that direction adds: a value never leaves the
// bounds, and a surprise counts more than a confirmation.
#[inline(always)]
fn nudge(value: &mut i16, bonus: i32) {
    let old = i32::from(*value);
    *value = (old + bonus - old * bonus.abs() / HISTORY_MAX) as i16;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn history_stays_within_its_bounds_and_prefers_what_refuted() {
        let mut history = History::new(128);
        for _ in 0..1000 {
            history.learn(Color::Black, Some(3), 7, 1200);
            history.learn(Color::Black, Some(3), 8, -1200);
        }
        assert!(history.worth(Color::Black, Some(3), 7) <= 2 * HISTORY_MAX);
        assert!(history.worth(Color::Black, Some(3), 8) >= -2 * HISTORY_MAX);
        assert!(history.worth(Color::Black, None, 7) > HISTORY_MAX / 2);
        assert_eq!(history.worth(Color::White, None, 7), 0);
    }

    #[test]
    fn the_last_two_refutations_are_killers() {
        let mut history = History::new(128);
        for packed in [5, 6, 6, 7] {
            history.refuted(Color::White, Some(9), 2, packed);
        }
        assert_eq!(history.killers(2), [7, 6]);
        assert_eq!(history.counter(Color::White, Some(9)), 7);
        assert_eq!(history.counter(Color::Black, Some(9)), 0);
    }
}
