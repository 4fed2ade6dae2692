//! Proving wins by depth-first proof-number search (Nagai 2002), with the 1 + ε trick of Pawlewicz and Lew
//! (2007) against switching back and forth between two equally promising moves.
//!
//! The question is always whether the side to move at the root can force a win. A draw and a repeated
//! position count as failures, so proofs are certain. A refutation is certain up to repetition: it may rest
//! on a line that was cut off because a position repeated.
//!
//! This module uses neither an evaluation nor the time. The table has a fixed size, and nothing else grows.

use parlor_core::cpu::Cpu;
use parlor_core::{Color, Game, MoveList, Outcome};
use parlor_loa::{Move, Position};
use parlor_search::StopToken;
use parlor_search::isa::{Isa, Task, dispatch};

use super::node::instant_win;

/// The verdict of a solver.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The side to move wins by force.
    Win,
    /// The side to move has no forced win, if a repetition does not count as one.
    NoWin,
    /// The node limit was reached or the solver was stopped.
    Unknown,
}

/// The result of solving a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution {
    /// Whether there is a forced win.
    pub verdict: Verdict,
    /// If there is one: the winning move, the longest defence, and so on to the end.
    pub line: Vec<Move>,
    /// The number of positions visited.
    pub nodes: u64,
}

/// The upper limit of proof and disproof numbers; it also stands for infinity.
const INFINITE: u32 = 1 << 30;
/// The ε of the 1 + ε trick, as a divisor: a quarter.
const EPSILON_DIVISOR: u32 = 4;
/// The maximum length of a line.
const MAX_LINE: usize = 120;
const WAYS: usize = 4;
/// The maximum number of nodes to find a part of the proof again that the table has lost.
const LINE_NODES: u64 = 3_000_000;

/// The proof numbers of a position for its side to move: `phi` is how hard it is to show that this side
/// reaches its goal, `delta` how hard it is to show that it does not.
#[derive(Clone, Copy, Debug)]
struct ProofNumbers {
    phi: u32,
    delta: u32,
    /// If the attacker has won: the length of the proof in plies.
    length: u16,
}

const UNKNOWN: ProofNumbers = ProofNumbers {
    phi: 1,
    delta: 1,
    length: 0,
};

const REACHED: ProofNumbers = ProofNumbers {
    phi: 0,
    delta: INFINITE,
    length: 0,
};

const FAILED: ProofNumbers = ProofNumbers {
    phi: INFINITE,
    delta: 0,
    length: 0,
};

#[derive(Clone, Copy, Debug, Default)]
struct Slot {
    key: u64,
    phi: u32,
    delta: u32,
    /// The number of nodes of its search. Entries with more work are kept longer.
    work: u32,
    length: u16,
}

/// A solver with its table.
#[derive(Debug)]
pub struct Solver {
    slots: Vec<Slot>,
    cpu: Cpu,
}

impl Solver {
    /// Creates a solver with a table of this many mebibytes (at least one).
    pub fn new(mib: usize) -> Solver {
        let n_slots = mib.max(1) * (1 << 20) / size_of::<Slot>() / WAYS * WAYS;
        Solver {
            slots: vec![Slot::default(); n_slots],
            cpu: Cpu::detect(),
        }
    }

    /// Chooses the instruction set. The results do not depend on it.
    pub fn set_cpu(&mut self, cpu: Cpu) {
        self.cpu = cpu;
    }

    /// Looks for a forced win of the side to move, with at most this many nodes.
    pub fn solve(&mut self, position: &Position, nodes: u64, stop: &StopToken) -> Solution {
        self.slots.fill(Slot::default());
        let cpu = self.cpu;
        let mut search = Search {
            slots: &mut self.slots,
            attacker: position.turn(),
            nodes: 0,
            node_limit: nodes,
            stop,
            stopped: false,
            path: Vec::with_capacity(MAX_LINE + 1),
            children: Vec::with_capacity(4096),
        };
        if position.outcome().is_some() {
            return Solution {
                verdict: Verdict::NoWin,
                line: Vec::new(),
                nodes: 0,
            };
        }
        let root = dispatch(cpu, Expand::root(&mut search, position));
        let spent = search.nodes;
        let (verdict, line) = match root {
            ProofNumbers { phi: 0, .. } => (Verdict::Win, search.line(cpu, position)),
            ProofNumbers { delta: 0, .. } => (Verdict::NoWin, Vec::new()),
            _ => (Verdict::Unknown, Vec::new()),
        };
        Solution {
            verdict,
            line,
            nodes: spent,
        }
    }
}

struct Search<'a> {
    slots: &'a mut [Slot],
    attacker: Color,
    nodes: u64,
    node_limit: u64,
    stop: &'a StopToken,
    stopped: bool,
    path: Vec<u64>,
    children: Vec<Child>,
}

#[derive(Clone, Copy, Debug)]
struct Child {
    mv: Move,
    key: u64,
    /// The result that is known without a search: the end of the game, an immediate win, a repetition.
    known: Option<ProofNumbers>,
}

/// The search of one position until its numbers reach their thresholds.
struct Expand<'w, 'a> {
    search: &'w mut Search<'a>,
    position: Position,
    phi_bound: u32,
    delta_bound: u32,
}

impl<'w, 'a> Expand<'w, 'a> {
    fn root(search: &'w mut Search<'a>, position: &Position) -> Expand<'w, 'a> {
        Expand {
            search,
            position: *position,
            phi_bound: INFINITE,
            delta_bound: INFINITE,
        }
    }
}

impl Task for Expand<'_, '_> {
    type Output = ProofNumbers;

    #[inline(always)]
    fn run<I: Isa>(self, isa: I) -> ProofNumbers {
        let Expand {
            search,
            position,
            phi_bound,
            delta_bound,
        } = self;
        let nodes_before = search.nodes;
        search.count();
        let first = search.children.len();
        search.path.push(position.key());
        search.list_children(&position);
        let last = search.children.len();

        let numbers = loop {
            let choice = search.choose(&position, first..last);
            let ProofNumbers { phi, delta, .. } = choice.numbers;
            if phi >= phi_bound || delta >= delta_bound || phi == 0 || delta == 0 || search.stopped {
                break choice.numbers;
            }
            let Some(best) = choice.best else {
                break choice.numbers;
            };
            // The child is searched until it is clearly worse than the second best, or until this position
            // has reached its own thresholds.
            let tolerance = choice
                .second_delta
                .saturating_add(choice.second_delta / EPSILON_DIVISOR + 1);
            let mut next = position;
            next.play_unchecked(search.children[best].mv);
            isa.run(Expand {
                phi_bound: delta_bound.saturating_sub(delta - choice.best_phi).min(INFINITE),
                delta_bound: phi_bound.min(tolerance),
                position: next,
                search: &mut *search,
            });
        };
        search.path.pop();
        search.children.truncate(first);
        let work = search.nodes - nodes_before;
        search.store(position.key(), numbers, work);
        numbers
    }
}

/// The proof numbers that the children of a position imply for it, and its best child.
struct Choice {
    numbers: ProofNumbers,
    best: Option<usize>,
    best_phi: u32,
    second_delta: u32,
}

impl Search<'_> {
    fn count(&mut self) {
        self.nodes += 1;
        if self.nodes >= self.node_limit || (self.nodes & 0x3ff == 0 && self.stop.is_set()) {
            self.stopped = true;
        }
    }

    /// Returns whether the side to move is the attacker.
    fn is_attacking(&self, position: &Position) -> bool {
        position.turn() == self.attacker
    }

    #[inline(always)]
    fn list_children(&mut self, position: &Position) {
        let mut moves = MoveList::new();
        position.piece_moves(&mut moves);
        if moves.is_empty() {
            position.legal_moves(&mut moves);
        }
        for mv in moves {
            let mut next = *position;
            next.play_unchecked(mv);
            let key = next.key();
            let known = self.known(&next);
            let is_settled = known.is_some_and(|numbers| numbers.delta == 0);
            self.children.push(Child { mv, key, known });
            if is_settled {
                // The mover reaches its goal here: no other move matters.
                break;
            }
        }
    }

    /// Returns the proof numbers of a position for its side to move, if they are known without a search.
    #[inline(always)]
    fn known(&self, position: &Position) -> Option<ProofNumbers> {
        let is_attacking = self.is_attacking(position);
        let reached = |by_attacker: bool| {
            if by_attacker == is_attacking {
                REACHED
            } else {
                FAILED
            }
        };
        if let Some(outcome) = position.decided() {
            return Some(reached(outcome == Outcome::Win(self.attacker)));
        }
        if self.path.len() >= MAX_LINE || self.path.contains(&position.key()) {
            return Some(reached(false));
        }
        // A side that can win at once does so.
        instant_win(position).map(|_| ProofNumbers { length: 1, ..REACHED })
    }

    /// Combines the numbers of the children, which are from the other side's point of view.
    #[inline(always)]
    fn choose(&self, position: &Position, range: std::ops::Range<usize>) -> Choice {
        let is_attacking = self.is_attacking(position);
        let mut choice = Choice {
            numbers: ProofNumbers {
                phi: INFINITE,
                delta: 0,
                length: 0,
            },
            best: None,
            best_phi: 0,
            second_delta: INFINITE,
        };
        let mut best_length = u16::MAX;
        let mut longest = 0;
        for index in range {
            let child = &self.children[index];
            let numbers = child.known.unwrap_or_else(|| self.look_up(child.key));
            choice.numbers.delta = choice.numbers.delta.saturating_add(numbers.phi).min(INFINITE);
            longest = longest.max(numbers.length);
            let is_better = numbers.delta < choice.numbers.phi
                || (numbers.delta == 0 && choice.numbers.phi == 0 && numbers.length < best_length);
            if is_better || choice.best.is_none() {
                choice.second_delta = choice.numbers.phi;
                choice.numbers.phi = numbers.delta;
                choice.best = Some(index);
                choice.best_phi = numbers.phi;
                best_length = numbers.length;
            } else {
                choice.second_delta = choice.second_delta.min(numbers.delta);
            }
        }
        if is_attacking && choice.numbers.phi == 0 {
            choice.numbers.length = best_length.saturating_add(1);
        } else if !is_attacking && choice.numbers.delta == 0 {
            choice.numbers.length = longest.saturating_add(1);
        }
        if choice.best.is_none() {
            // Neither side can move: a draw, which is the defender's goal.
            choice.numbers = if is_attacking { FAILED } else { REACHED };
        }
        choice
    }

    #[inline(always)]
    fn bucket(&self, key: u64) -> usize {
        let n_buckets = self.slots.len() / WAYS;
        ((u128::from(key) * n_buckets as u128) >> 64) as usize * WAYS
    }

    #[inline(always)]
    fn look_up(&self, key: u64) -> ProofNumbers {
        let at = self.bucket(key);
        self.slots[at..at + WAYS]
            .iter()
            .find(|slot| slot.key == key)
            .map_or(UNKNOWN, |slot| ProofNumbers {
                phi: slot.phi,
                delta: slot.delta,
                length: slot.length,
            })
    }

    #[inline(always)]
    fn store(&mut self, key: u64, numbers: ProofNumbers, work: u64) {
        let at = self.bucket(key);
        let bucket = &mut self.slots[at..at + WAYS];
        let mut target = 0;
        for (index, slot) in bucket.iter().enumerate() {
            if slot.key == key {
                target = index;
                break;
            }
            if slot.work < bucket[target].work {
                target = index;
            }
        }
        let before = if bucket[target].key == key {
            bucket[target].work
        } else {
            0
        };
        bucket[target] = Slot {
            key,
            phi: numbers.phi,
            delta: numbers.delta,
            work: before.saturating_add(work.min(u64::from(u32::MAX)) as u32),
            length: numbers.length,
        };
    }

    /// Follows the proof: the quickest win against the longest defence.
    fn line(&mut self, cpu: Cpu, root: &Position) -> Vec<Move> {
        let mut position = *root;
        let mut line = Vec::new();
        self.path.clear();
        while position.decided().is_none() && line.len() < MAX_LINE {
            let chosen = self.step(cpu, &position).or_else(|| {
                // The table has lost the winning move, so find it again.
                self.prove_again(cpu, &position);
                self.step(cpu, &position)
            });
            let Some(mv) = chosen else { break };
            line.push(mv);
            // The line may not repeat a position, or it would never end.
            self.path.push(position.key());
            position.play_unchecked(mv);
        }
        line
    }

    /// Returns the next move of the proof's line from a position.
    fn step(&mut self, cpu: Cpu, position: &Position) -> Option<Move> {
        let is_attacking = self.is_attacking(position);
        if is_attacking && let Some(mv) = instant_win(position) {
            return Some(mv);
        }
        let first = self.children.len();
        self.list_children(position);
        let children: Vec<Child> = self.children.drain(first..).collect();
        let mut chosen: Option<(Move, u16)> = None;
        for child in children {
            let mut numbers = child.known.unwrap_or_else(|| self.look_up(child.key));
            if !is_attacking && numbers.phi != 0 {
                // Every reply loses, but the table has lost the proof for this one.
                let mut next = *position;
                next.play_unchecked(child.mv);
                numbers = self.prove_again(cpu, &next);
            }
            let is_preferred = match chosen {
                None => true,
                Some((_, length)) if is_attacking => numbers.length < length,
                Some((_, length)) => numbers.length > length,
            };
            let is_won = if is_attacking {
                numbers.delta == 0
            } else {
                numbers.phi == 0
            };
            if is_won && is_preferred {
                chosen = Some((child.mv, numbers.length));
            }
        }
        chosen.map(|(mv, _)| mv)
    }

    fn prove_again(&mut self, cpu: Cpu, position: &Position) -> ProofNumbers {
        self.stopped = false;
        self.node_limit = self.nodes + LINE_NODES;
        let numbers = dispatch(cpu, Expand::root(self, position));
        self.stopped = false;
        numbers
    }
}
