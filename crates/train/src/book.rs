//! Opening books, grown by best-first ("drop-out") expansion (after Lincke 2000).
//!
//! The tree begins with the start of the game. A position is *expanded* by a search for its best few moves;
//! the positions after those join the tree with the scores of the search, and the score of a position is the
//! best score of its moves. The next position to expand is the one that two players are most likely to reach:
//! each ply on the way to it costs a little, and each inferior move costs its loss against the best. So main
//! lines grow long, and side lines grow as far as they are plausible.
//!
//! # The file of a growing book
//!
//! A text file with one line for each expansion, in order: the packed moves from the start, a colon, then the
//! moves that the search found, the best first, each with its score in hundredths, as in `20 44: 30=12
//! 21=-55`.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap, HashMap};
use std::fmt::Write as _;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use parlor_core::{Game, GameRecord, MoveList, Score};
use parlor_engine::book::{Book, book_key};
use parlor_engine::{Limits, Options};
use parlor_search::{MoveOf, Node};
use thiserror::Error;

use crate::game::Trainable;

/// The maximum number of moves that an expansion keeps.
const WIDTH: usize = 5;
/// The maximum loss of a move that the book contains, in hundredths.
const WORST_GIVEN_AWAY: i32 = 300;
/// The cost of each ply on the way to a position, in hundredths.
const PLY_COST: i32 = 30;
const HASH_MIB: usize = 32;

/// The settings for growing a book.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settings {
    /// The total number of expansions.
    pub expansions: usize,
    /// The nodes of one search.
    pub nodes: u64,
    /// The number of concurrent searches. Expansions are chosen this many at a time.
    pub threads: usize,
}

/// One search: the path to its position and its results.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Expansion {
    /// The packed moves from the start.
    pub path: Vec<u16>,
    /// The packed moves found, the best first, with their scores for the side to move.
    pub found: Vec<(u16, Score)>,
}

impl Expansion {
    /// Returns the line of a file.
    pub fn to_line(&self) -> String {
        let path: Vec<String> = self.path.iter().map(u16::to_string).collect();
        let mut line = format!("{}:", path.join(" "));
        for (mv, score) in &self.found {
            // Writing to a string cannot fail.
            let _ = write!(line, " {mv}={}", score.0);
        }
        line
    }

    /// Reads the line of a file.
    pub fn from_line(line: &str) -> Option<Expansion> {
        let (path, found) = line.split_once(':')?;
        let path = path.split_whitespace().map(|word| word.parse().ok());
        let found = found.split_whitespace().map(|word| {
            let (mv, score) = word.split_once('=')?;
            Some((mv.parse().ok()?, Score(score.parse().ok()?)))
        });
        Some(Expansion {
            path: path.collect::<Option<_>>()?,
            found: found.collect::<Option<_>>()?,
        })
    }
}

/// The reason why a file of expansions cannot be continued.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("expansion {0} is not one of this game's")]
pub struct NotOfThisGame(
    /// The number of the expansion, from 1.
    pub usize,
);

struct Position<N: Trainable> {
    record: GameRecord<N::Game>,
    worth: Score,
    // The keys of the positions after the moves found; empty before the expansion.
    after: Vec<u64>,
    is_expanded: bool,
}

/// A book that grows.
pub struct BookBuilder<N: Trainable> {
    positions: HashMap<u64, Position<N>>,
    start: u64,
}

impl<N: Trainable> BookBuilder<N> {
    /// Creates a book with only the start.
    pub fn new() -> BookBuilder<N> {
        let record = N::start();
        let start = book_key::<N>(record.position());
        let position = Position {
            record,
            worth: Score::DRAW,
            after: Vec::new(),
            is_expanded: false,
        };
        BookBuilder {
            positions: HashMap::from([(start, position)]),
            start,
        }
    }

    /// Adds an expansion and returns whether it fits the game.
    pub fn add(&mut self, expansion: &Expansion) -> bool {
        let mut record = N::start();
        for &packed in &expansion.path {
            let Some(mv) = unpack::<N>(record.position(), packed) else {
                return false;
            };
            if record.play(mv).is_err() {
                return false;
            }
        }
        let mut after = Vec::new();
        for &(packed, score) in &expansion.found {
            let mut next = record.clone();
            let Some(mv) = unpack::<N>(record.position(), packed) else {
                return false;
            };
            if next.play(mv).is_err() {
                return false;
            }
            let key = book_key::<N>(next.position());
            after.push(key);
            self.positions.entry(key).or_insert(Position {
                record: next,
                worth: -score,
                after: Vec::new(),
                is_expanded: false,
            });
        }
        let key = book_key::<N>(record.position());
        let position = self.positions.entry(key).or_insert(Position {
            record,
            worth: Score::DRAW,
            after: Vec::new(),
            is_expanded: false,
        });
        position.after = after;
        position.is_expanded = true;
        true
    }

    /// Propagates the scores from the ends of the lines back to the start, the longest lines first.
    fn settle(&mut self) {
        let mut by_length: BTreeMap<Reverse<usize>, Vec<u64>> = BTreeMap::new();
        for (&key, position) in &self.positions {
            by_length
                .entry(Reverse(position.record.len()))
                .or_default()
                .push(key);
        }
        for key in by_length.into_values().flatten() {
            let best = self.positions[&key]
                .after
                .iter()
                .map(|after| -self.positions[after].worth)
                .max();
            if let (Some(best), Some(position)) = (best, self.positions.get_mut(&key)) {
                position.worth = best;
            }
        }
    }

    /// Returns the positions to expand next, the most likely first.
    fn likeliest(&self, n: usize) -> Vec<u64> {
        let mut costs: HashMap<u64, i32> = HashMap::new();
        let mut queue = BinaryHeap::from([Reverse((0, self.start))]);
        let mut found = Vec::new();
        while let Some(Reverse((cost, key))) = queue.pop() {
            if costs.contains_key(&key) {
                continue;
            }
            costs.insert(key, cost);
            let position = &self.positions[&key];
            if !position.is_expanded {
                if position.record.outcome().is_none() && position.worth.plies_to_end().is_none() {
                    found.push(key);
                }
                if found.len() == n {
                    break;
                }
            }
            for &after in &position.after {
                let given_away = position.worth.0 + self.positions[&after].worth.0;
                queue.push(Reverse((cost + PLY_COST + given_away.max(0), after)));
            }
        }
        found
    }

    /// Grows until the requested number of expansions is reached or `stop` is set. Passes every new one to
    /// `keep`.
    pub fn grow<E>(
        &mut self,
        settings: &Settings,
        stop: &AtomicBool,
        keep: &mut dyn FnMut(&Expansion) -> Result<(), E>,
    ) -> Result<(), E> {
        loop {
            let done = self
                .positions
                .values()
                .filter(|position| position.is_expanded)
                .count();
            let left = settings.expansions.saturating_sub(done);
            if left == 0 {
                return Ok(());
            }
            self.settle();
            let next = self.likeliest(left.min(settings.threads.max(1)));
            if next.is_empty() {
                return Ok(());
            }
            let records: Vec<&GameRecord<N::Game>> =
                next.iter().map(|key| &self.positions[key].record).collect();
            let expansions = search_all::<N>(&records, settings, stop);
            if stop.load(Ordering::Relaxed) {
                return Ok(());
            }
            for expansion in &expansions {
                keep(expansion)?;
                self.add(expansion);
            }
        }
    }

    /// Returns the current book.
    pub fn book(&mut self) -> Book {
        self.settle();
        Book::new(
            self.positions
                .iter()
                .map(|(&key, position)| (key, position.worth)),
        )
    }
}

impl<N: Trainable> Default for BookBuilder<N> {
    fn default() -> BookBuilder<N> {
        BookBuilder::new()
    }
}

fn unpack<N: Trainable>(position: &N::Game, packed: u16) -> Option<MoveOf<N>> {
    let mut moves = MoveList::new();
    position.legal_moves(&mut moves);
    moves.iter().copied().find(|&mv| <N as Node>::pack(mv) == packed)
}

fn search_all<N: Trainable>(
    records: &[&GameRecord<N::Game>],
    settings: &Settings,
    stop: &AtomicBool,
) -> Vec<Expansion> {
    let next = AtomicUsize::new(0);
    let expansions = Mutex::new(BTreeMap::new());
    std::thread::scope(|scope| {
        for _ in 0..settings.threads.clamp(1, records.len()) {
            scope.spawn(|| {
                let options = Options {
                    hash_mib: HASH_MIB,
                    ..Options::default()
                };
                let mut engine = N::engine(&options);
                while !stop.load(Ordering::Relaxed) {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    let Some(record) = records.get(index) else { return };
                    engine.new_game();
                    let limits = Limits {
                        multi_pv: WIDTH,
                        ..Limits::nodes(settings.nodes)
                    };
                    let Some(thought) = engine.think(record, &limits, &mut |_| {}) else {
                        return;
                    };
                    let best = thought.score().0;
                    let found = thought
                        .lines
                        .iter()
                        .filter(|line| best - line.score.0 <= WORST_GIVEN_AWAY)
                        .filter_map(|line| Some((<N as Node>::pack(*line.moves.first()?), line.score)));
                    let expansion = Expansion {
                        path: record.moves().map(<N as Node>::pack).collect(),
                        found: found.collect(),
                    };
                    let mut expansions = expansions.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
                    expansions.insert(index, expansion);
                }
            });
        }
    });
    let expansions = expansions
        .into_inner()
        .unwrap_or_else(|poisoned| poisoned.into_inner());
    expansions.into_values().collect()
}

#[cfg(test)]
mod tests {
    use std::convert::Infallible;

    use parlor_engine::EngineNode;
    use parlor_engine::loa::LoaNode;
    use parlor_engine::othello::OthelloNode;

    use super::*;

    const SETTINGS: Settings = Settings {
        expansions: 12,
        nodes: 300,
        threads: 1,
    };

    fn grown<N: Trainable>(first: &[Expansion], expansions: usize) -> (BookBuilder<N>, Vec<Expansion>) {
        let mut growing = BookBuilder::<N>::new();
        let mut all = first.to_vec();
        for expansion in first {
            assert!(growing.add(expansion));
        }
        let settings = Settings {
            expansions,
            ..SETTINGS
        };
        let never = AtomicBool::new(false);
        let grown: Result<(), Infallible> = growing.grow(&settings, &never, &mut |expansion| {
            all.push(expansion.clone());
            Ok(())
        });
        assert_eq!(grown, Ok(()));
        (growing, all)
    }

    #[test]
    fn an_interrupted_book_grows_as_if_uninterrupted() {
        let (mut whole, all) = grown::<OthelloNode>(&[], 12);
        let (_, part) = grown::<OthelloNode>(&[], 5);
        let lines: Vec<String> = part.iter().map(Expansion::to_line).collect();
        let read: Vec<Expansion> = lines
            .iter()
            .filter_map(|line| Expansion::from_line(line))
            .collect();
        let (mut continued, rest) = grown::<OthelloNode>(&read, 12);
        assert_eq!(all, rest);
        assert_eq!(whole.book(), continued.book());
    }

    #[test]
    fn the_start_is_worth_what_its_best_line_ends_with() {
        let (mut growing, _) = grown::<LoaNode>(&[], 10);
        let book = growing.book();
        let start = LoaNode::start();
        let moves = book.moves::<LoaNode>(start.position());
        assert!(moves.len() > 1);
        assert_eq!(
            book.worth(book_key::<LoaNode>(start.position())),
            Some(moves[0].1)
        );
    }

    #[test]
    fn lines_that_are_not_of_the_game_are_refused() {
        let mut growing = BookBuilder::<OthelloNode>::new();
        let expansion = Expansion::from_line("1 2 3: 4=5").expect("a line");
        assert!(!growing.add(&expansion));
        assert_eq!(Expansion::from_line("1 2 3 4=5"), None);
        assert_eq!(Expansion::from_line("1 x: 4=5"), None);
    }
}
