//! An engine as a person meets it: at a level, with a move at once when they are in a hurry, and not with the same
//! opening every time.

use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use parlor_core::zobrist::split_mix;
use parlor_core::{Game, GameRecord, Level, Score};
use parlor_search::{Limits, MoveOf, Stop, Thought, TimeLimit};

use crate::engine::{Contender, Engine, Options};
use crate::levels::LevelEngine;

/// How often a thinker looks whether it is to make up its mind.
const GLANCE: Duration = Duration::from_millis(10);
/// Two sides and an adviser think; what was made for an earlier game is of no use.
const MINDS: usize = 3;

/// Among which moves chance chooses, so that games at full strength are not all the same.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Variety {
    /// How many moves at most.
    pub moves: usize,
    /// How much worse than the best they may be, in hundredths of a piece.
    pub margin: i32,
}

/// How a move is to be thought about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Wish {
    /// How strong the opponent is to be.
    pub level: Level,
    /// What decides where chance does.
    pub seed: u64,
    /// How long a move may take; at full strength nothing else bounds it then.
    pub time: Option<Duration>,
    /// How many nodes full strength looks at when there is no time, if not as many as the level has.
    pub nodes: Option<u64>,
    /// What chance chooses among, if it has a say.
    pub variety: Option<Variety>,
}

/// The computer as an opponent or adviser. Unless it is given a time, what it plays depends on the game and the wish alone,
/// not on what it has thought about before.
pub struct Opponent<N: Contender> {
    options: Options,
    /// Each with the level and the seed that it was made for.
    levels: Vec<(Level, u64, LevelEngine<N>)>,
    /// Full strength with another budget than the level's.
    full: Option<Box<dyn Engine<N::Game>>>,
}

impl<N: Contender> Default for Opponent<N> {
    fn default() -> Opponent<N> {
        Opponent::new(Options::default())
    }
}

impl<N: Contender> Opponent<N> {
    /// An opponent that has not thought yet. The options are those of full strength with a budget of the wish.
    pub fn new(options: Options) -> Opponent<N> {
        Opponent {
            options,
            levels: Vec::new(),
            full: None,
        }
    }

    /// Chooses a move, and says what it is worth; nothing when the game is over. When the flag rises it makes up its mind at
    /// once.
    pub fn think(
        &mut self,
        game: &GameRecord<N::Game>,
        wish: &Wish,
        hurry: &AtomicBool,
    ) -> Option<(MoveOf<N>, Score)> {
        let limits = Limits {
            time: wish.time.map_or(TimeLimit::Infinite, TimeLimit::PerMove),
            nodes: wish.nodes.filter(|_| wish.time.is_none()),
            multi_pv: wish.variety.map_or(1, |variety| variety.moves),
            ..Limits::default()
        };
        let is_bounded_by_wish = wish.time.is_some() || wish.nodes.is_some();
        let engine: &mut dyn Engine<N::Game> = if wish.level == Level::FULL && is_bounded_by_wish {
            let engine = self.full.get_or_insert_with(|| N::engine(&self.options));
            if wish.time.is_none() {
                engine.new_game();
            }
            &mut **engine
        } else {
            self.level(wish.level, wish.seed)
        };
        let thought = hurried(hurry, &limits.stop, || engine.think(game, &limits, &mut |_| {}))?;
        let best = (thought.best, thought.score());
        let chosen = wish
            .variety
            .and_then(|variety| varied(&thought, variety, wish.seed ^ game.position().key()));
        Some(chosen.unwrap_or(best))
    }

    fn level(&mut self, level: Level, seed: u64) -> &mut LevelEngine<N> {
        let is_made = |&(of_level, of_seed, _): &(Level, u64, _)| (of_level, of_seed) == (level, seed);
        let at = self.levels.iter().position(is_made).unwrap_or_else(|| {
            if self.levels.len() >= MINDS {
                self.levels.remove(0);
            }
            self.levels.push((level, seed, LevelEngine::new(level, seed)));
            self.levels.len() - 1
        });
        &mut self.levels[at].2
    }
}

/// Runs a search and passes the person's haste on to it.
fn hurried<T>(hurry: &AtomicBool, search_stop: &Stop, search: impl FnOnce() -> T) -> T {
    let done = AtomicBool::new(false);
    thread::scope(|scope| {
        let watcher = scope.spawn(|| {
            while !done.load(Ordering::Acquire) {
                if hurry.load(Ordering::SeqCst) {
                    search_stop.set();
                }
                thread::park_timeout(GLANCE);
            }
        });
        let result = search();
        done.store(true, Ordering::Release);
        watcher.thread().unpark();
        result
    })
}

/// One of the moves that are about as good as the best, by the seed, with its worth. Where the best is proven there is nothing
/// to choose.
fn varied<M: Copy>(thought: &Thought<M>, variety: Variety, mut seed: u64) -> Option<(M, Score)> {
    let best = thought.score();
    if best.plies_to_end().is_some() {
        return None;
    }
    let lines = thought.lines.iter();
    let good: Vec<(M, Score)> = lines
        .filter(|line| line.score.plies_to_end().is_none() && line.score.0 >= best.0 - variety.margin)
        .filter_map(|line| Some((*line.moves.first()?, line.score)))
        .collect();
    let chance = split_mix(&mut seed);
    good.get((chance % good.len().max(1) as u64) as usize).copied()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::loa::LoaNode;

    fn wish(seed: u64) -> Wish {
        Wish {
            level: Level::FULL,
            seed,
            time: None,
            nodes: Some(3000),
            variety: Some(Variety { moves: 5, margin: 30 }),
        }
    }

    #[test]
    fn a_seed_repeats_the_move_and_seeds_differ() {
        let game = LoaNode::start();
        let calm = AtomicBool::new(false);
        let mut opponent = Opponent::<LoaNode>::default();
        let first = opponent.think(&game, &wish(0), &calm);
        // Another opponent, or one that has thought before, comes to the same.
        assert_eq!(opponent.think(&game, &wish(0), &calm), first);
        assert_eq!(
            Opponent::<LoaNode>::default().think(&game, &wish(0), &calm),
            first
        );
        assert!((1..8).any(|seed| opponent.think(&game, &wish(seed), &calm) != first));
        let without_chance = |seed| {
            let variety = None;
            Wish {
                variety,
                ..wish(seed)
            }
        };
        let best = opponent.think(&game, &without_chance(0), &calm);
        assert!((1..8).all(|seed| opponent.think(&game, &without_chance(seed), &calm) == best));
    }

    #[test]
    fn haste_brings_a_legal_move_at_once() {
        let game = LoaNode::start();
        let wish = Wish {
            time: Some(Duration::from_secs(3600)),
            ..wish(1)
        };
        let answer = Opponent::<LoaNode>::default().think(&game, &wish, &AtomicBool::new(true));
        assert!(answer.is_some_and(|(mv, _)| game.position().is_legal(mv)));
    }

    #[test]
    fn every_level_moves_legally() {
        let game = LoaNode::start();
        let mut opponent = Opponent::<LoaNode>::default();
        for level in (1..=10).filter_map(Level::new) {
            let wish = Wish {
                level,
                nodes: None,
                variety: None,
                ..wish(5)
            };
            let answer = opponent.think(&game, &wish, &AtomicBool::new(false));
            assert!(
                answer.is_some_and(|(mv, _)| game.position().is_legal(mv)),
                "{level:?}"
            );
        }
        assert_eq!(opponent.levels.len(), MINDS);
    }
}
