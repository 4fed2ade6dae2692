//! Generates data/loa-forced-wins.txt: positions with a forced win of a known length and a unique first move.
//!
//! Candidates are positions shortly before the end of quick self-play games. Each is then solved by
//! exhaustive search, with only the rules and a table of results: this program shares no search with the
//! engine that its output tests.
//!
//!     loa_forced_wins SEED WIN_IN_3 WIN_IN_5 WIN_IN_7 WIN_IN_9

#![allow(clippy::print_stdout, reason = "a program of its own")]

use std::collections::HashMap;

use parlor_core::random::split_mix;
use parlor_core::{Game, MoveList, Outcome};
use parlor_engine::loa::LoaNode;
use parlor_engine::{Engine, EngineNode, Limits, Options, SearchEngine};
use parlor_loa::{Move, Position};

/// The nodes per move of each side in the games.
const GAME_NODES: u64 = 300;
/// The maximum number of positions to solve a candidate; harder ones are dropped.
const MOST_TRIED: u64 = 60_000_000;

struct TryEverything {
    // Whether the side to move wins within this many plies.
    wins: HashMap<(u64, u32), bool>,
    // For each number of plies, the last refuting reply. It only affects the order of moves.
    refuted_last: [Option<Move>; 10],
    tried: u64,
}

impl TryEverything {
    fn moves(position: &Position) -> MoveList<Move> {
        let mut moves = MoveList::new();
        position.legal_moves(&mut moves);
        moves
    }

    fn after(position: &Position, mv: Move) -> Position {
        let mut next = *position;
        next.play_unchecked(mv);
        next
    }

    /// Returns whether the side to move can force a win within `plies`.
    fn wins_within(&mut self, position: &Position, plies: u32) -> bool {
        if let Some(&known) = self.wins.get(&(position.key(), plies)) {
            return known;
        }
        // Shorter wins first: they are quicker to find.
        let wins = (plies > 2 && self.wins_within(position, plies - 2))
            || Self::moves(position)
                .iter()
                .any(|&mv| self.move_wins(position, mv, plies));
        self.wins.insert((position.key(), plies), wins);
        wins
    }

    fn move_wins(&mut self, position: &Position, mv: Move, plies: u32) -> bool {
        self.tried += 1;
        let next = Self::after(position, mv);
        match next.outcome() {
            Some(outcome) => outcome == Outcome::Win(position.turn()),
            None => plies > 2 && self.every_reply_loses(&next, plies - 1),
        }
    }

    fn every_reply_loses(&mut self, position: &Position, plies: u32) -> bool {
        let mut replies = Self::moves(position);
        if let Some(killer) = self.refuted_last[plies as usize]
            && let Some(at) = replies.iter().position(|&mv| mv == killer)
        {
            replies.swap(0, at);
        }
        for reply in replies {
            self.tried += 1;
            let next = Self::after(position, reply);
            let loses = match next.outcome() {
                Some(outcome) => outcome == Outcome::Win(!position.turn()),
                None => self.tried < MOST_TRIED && self.wins_within(&next, plies - 1),
            };
            if !loses {
                self.refuted_last[plies as usize] = Some(reply);
                return false;
            }
        }
        true
    }

    /// Returns the length of the shortest forced win up to `most` plies, and its first move if it is the only
    /// one.
    fn solve(&mut self, position: &Position, most: u32) -> Option<(u32, Option<Move>)> {
        let plies = (1..=most)
            .step_by(2)
            .find(|&plies| self.wins_within(position, plies))?;
        let moves = Self::moves(position);
        let mut winning = moves.iter().filter(|&&mv| self.move_wins(position, mv, plies));
        let first = winning.next().copied();
        let is_unique = winning.next().is_none();
        (self.tried < MOST_TRIED).then_some((plies, first.filter(|_| is_unique)))
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let numbers: Vec<u64> = std::env::args()
        .skip(1)
        .map(|word| word.parse())
        .collect::<Result<_, _>>()?;
    let Some((&seed, wanted)) = numbers.split_first() else {
        return Err("expected SEED WIN_IN_3 WIN_IN_5 WIN_IN_7 WIN_IN_9".into());
    };
    let mut seed = seed;
    let mut wanted: Vec<u64> = wanted.to_vec();
    wanted.resize(4, 0);
    let mut engine = SearchEngine::<LoaNode>::new(
        &Options {
            hash_mib: 1,
            ..Options::default()
        },
        &[],
    );
    while wanted.iter().any(|&n| n > 0) {
        let mut record = LoaNode::start();
        let [least, most] = parlor_loa::DESCRIPTOR.opening_plies;
        let plies = least + (split_mix(&mut seed) % u64::from(most - least + 1)) as u32;
        record.play_randomly(plies, &mut seed);
        engine.new_game();
        while let Some(thought) = engine.think(&record, &Limits::nodes(GAME_NODES), &mut |_| {}) {
            record.play(thought.best)?;
        }
        let Some(Outcome::Win(winner)) = record.outcome() else {
            continue;
        };
        let positions: Vec<Position> = record.positions().copied().collect();
        // At most one position of each length per game, so that the set is varied.
        let mut found = [false; 4];
        let last_turns = positions
            .iter()
            .rev()
            .skip(2)
            .filter(|position| position.turn() == winner);
        for position in last_turns.take(6) {
            let Some(most) = (0..4).rev().find(|&i| wanted[i] > 0).map(|i| 2 * i as u32 + 3) else {
                break;
            };
            let mut solver = TryEverything {
                wins: HashMap::new(),
                refuted_last: [None; 10],
                tried: 0,
            };
            let Some((plies @ 3.., Some(mv))) = solver.solve(position, most) else {
                continue;
            };
            let index = (plies as usize - 3) / 2;
            if wanted[index] > 0 && !found[index] {
                found[index] = true;
                wanted[index] -= 1;
                println!("{}; {plies}; {mv}", position.setup());
            }
        }
    }
    Ok(())
}
