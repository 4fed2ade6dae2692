//! Self-play games of an engine.
//!
//! Every batch has a number, and its games depend only on that number, the seed and the settings: batches can
//! be played in any order by any number of threads.

use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use parlor_core::random::split_mix;
use parlor_core::{Color, GameRecord};
use parlor_engine::{Engine, Limits, LoadedWeights, Options};
use parlor_search::Node;

use crate::game::{Trainable, Variety};
use crate::positions::{Batch, Labelled, PositionsError, PositionsFile};

/// The number of games per batch.
pub const GAMES_PER_BATCH: u64 = 32;
/// The number of plies after which a game is discarded.
const MAX_PLIES: usize = 400;
/// The table size. Small, because small searches fill little.
const HASH_MIB: usize = 2;

/// The settings of self-play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settings {
    /// Weights to use instead of the embedded ones.
    pub weights: Option<LoadedWeights>,
    /// The number of batches to write.
    pub batches: u64,
    /// The number of threads.
    pub threads: usize,
    /// The nodes per move.
    pub nodes: u64,
    /// The minimum and maximum number of random plies at the start of a game.
    pub random_plies: (u32, u32),
    /// The variety of games, where the game has options.
    pub variety: Variety,
    /// The seed of the games.
    pub seed: u64,
}

/// Plays until the file has all its batches or `stop` is set. Reports the number of batches and positions
/// after each batch.
pub fn play<N: Trainable>(
    path: &Path,
    settings: &Settings,
    stop: &AtomicBool,
    progress: &(dyn Fn(usize, u64) + Sync),
) -> Result<(), PositionsError> {
    let file = PositionsFile::open(path, N::NAME)?;
    progress(file.n_batches(), file.n_positions());
    let todo: Vec<u64> = (0..settings.batches).filter(|&n| !file.contains(n)).collect();
    in_parallel(settings.threads, &todo, file, stop, progress, || {
        let mut engine = engine::<N>(settings.weights);
        move |number| Some(play_batch::<N>(engine.as_mut(), number, settings, stop))
    })
}

/// Creates an engine for many small searches.
pub(crate) fn engine<N: Trainable>(weights: Option<LoadedWeights>) -> Box<dyn Engine<N::Game>> {
    N::engine(&Options {
        hash_mib: HASH_MIB,
        weights,
        ..Options::default()
    })
}

/// Produces the batches with these numbers on several threads and adds each to the file when it is done. Each
/// thread has its own producer; one that returns `None` was stopped, and its batch is left for another run.
pub(crate) fn in_parallel<M: FnMut(u64) -> Option<Batch>>(
    threads: usize,
    numbers: &[u64],
    file: PositionsFile,
    stop: &AtomicBool,
    progress: &(dyn Fn(usize, u64) + Sync),
    maker: impl Fn() -> M + Sync,
) -> Result<(), PositionsError> {
    let next = AtomicU64::new(0);
    let file = Mutex::new((file, Ok(())));
    std::thread::scope(|scope| {
        for _ in 0..threads.max(1) {
            scope.spawn(|| {
                let mut make = maker();
                while !stop.load(Ordering::Relaxed) {
                    let index = next.fetch_add(1, Ordering::Relaxed) as usize;
                    let Some(batch) = numbers.get(index).and_then(|&number| make(number)) else {
                        return;
                    };
                    if stop.load(Ordering::Relaxed) {
                        return;
                    }
                    let mut guard = file.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
                    let (file, result) = &mut *guard;
                    let added = file.add(&batch);
                    if result.is_ok() && added.is_err() {
                        *result = added;
                        return;
                    }
                    progress(file.n_batches(), file.n_positions());
                }
            });
        }
    });
    let (_, result) = file.into_inner().unwrap_or_else(|poisoned| poisoned.into_inner());
    result
}

fn play_batch<N: Trainable>(
    engine: &mut dyn Engine<N::Game>,
    number: u64,
    settings: &Settings,
    stop: &AtomicBool,
) -> Batch {
    // Mixed, not multiplied: the generator steps by a constant, and batches whose numbers differ by multiples
    // of it would play each other's games.
    let mut place = number;
    let mut random = settings.seed ^ split_mix(&mut place);
    let mut positions = Vec::new();
    for _ in 0..GAMES_PER_BATCH {
        if stop.load(Ordering::Relaxed) {
            break;
        }
        let (least, most) = settings.random_plies;
        let plies = least + (split_mix(&mut random) % u64::from(most.max(least) - least + 1)) as u32;
        let mut record = N::beginning(&settings.variety, &mut random);
        record.play_randomly(plies, &mut random);
        positions.extend(play_game::<N>(engine, record, settings));
    }
    Batch { number, positions }
}

/// Plays a game to its end and returns its positions with the scores of the searches and the result of the
/// game. Forced passes are left out, because there is nothing to learn from them.
fn play_game<N: Trainable>(
    engine: &mut dyn Engine<N::Game>,
    mut record: GameRecord<N::Game>,
    settings: &Settings,
) -> Vec<Labelled> {
    engine.new_game();
    let mut positions = Vec::new();
    while record.outcome().is_none() && record.len() < MAX_PLIES {
        let limits = Limits::nodes(N::nodes(&settings.variety, record.position(), settings.nodes));
        let Some(thought) = engine.think(&record, &limits, &mut |_| {}) else {
            break;
        };
        let position = record.position();
        let Some([own, other, blocks]) = N::sets(position) else {
            break;
        };
        if !N::is_pass(thought.best) {
            positions.push(Labelled {
                own,
                other,
                blocks,
                score: thought.score(),
                mv: <N as Node>::pack(thought.best),
                result: 0,
                turn: record.turn(),
                is_exact: N::is_proven(position, &thought),
                ply: record.len().min(255) as u8,
                clock: N::clock(position),
            });
        }
        if record.play(thought.best).is_err() {
            break;
        }
    }
    let Some(outcome) = record.outcome() else {
        return Vec::new();
    };
    let result = N::result(record.position(), outcome);
    for position in &mut positions {
        position.result = if position.turn == Color::Black {
            result
        } else {
            -result
        };
    }
    positions
}

#[cfg(test)]
mod tests {
    use parlor_engine::ataxx::AtaxxNode;
    use parlor_engine::loa::LoaNode;
    use parlor_engine::othello::OthelloNode;

    use super::*;
    use crate::positions::read;

    fn settings() -> Settings {
        Settings {
            weights: None,
            batches: 2,
            threads: 2,
            nodes: 30,
            random_plies: (2, 6),
            variety: Variety::default(),
            seed: 5,
        }
    }

    fn all<N: Trainable>(path: &Path) -> Vec<Batch> {
        let mut batches = Vec::new();
        read(path, N::NAME, |batch| batches.push(batch)).expect("a file");
        batches.sort_by_key(|batch| batch.number);
        batches
    }

    fn the_same_games_whatever_the_threads_and_the_interruptions<N: Trainable>() {
        let folder = tempfile::tempdir().expect("a folder");
        let (one, two) = (folder.path().join("one"), folder.path().join("two"));
        let never = AtomicBool::new(false);
        play::<N>(&one, &settings(), &never, &|_, _| {}).expect("room");
        let first = Settings {
            batches: 1,
            threads: 1,
            ..settings()
        };
        play::<N>(&two, &first, &never, &|_, _| {}).expect("room");
        play::<N>(&two, &settings(), &never, &|_, _| {}).expect("room");
        assert_eq!(all::<N>(&one), all::<N>(&two));
        for position in all::<N>(&one).iter().flat_map(|batch| &batch.positions) {
            let game = N::position(position).expect("a position");
            assert_eq!(
                N::sets(&game),
                Some([position.own, position.other, position.blocks])
            );
        }
    }

    #[test]
    fn othello_plays_the_same_games_whatever_the_threads_and_the_interruptions() {
        the_same_games_whatever_the_threads_and_the_interruptions::<OthelloNode>();
    }

    #[test]
    fn ataxx_plays_the_same_games_whatever_the_threads_and_the_interruptions() {
        the_same_games_whatever_the_threads_and_the_interruptions::<AtaxxNode>();
    }

    #[test]
    fn the_share_of_blocked_ataxx_games_is_as_asked() {
        let folder = tempfile::tempdir().expect("a folder");
        let never = AtomicBool::new(false);
        let has_blocks = |percent: u32| {
            let path = folder.path().join(format!("blocked-{percent}"));
            let variety = Variety {
                blocked_percent: percent,
                ..Variety::default()
            };
            let settings = Settings {
                variety,
                nodes: 5,
                ..settings()
            };
            play::<AtaxxNode>(&path, &settings, &never, &|_, _| {}).expect("room");
            let positions = all::<AtaxxNode>(&path)
                .into_iter()
                .flat_map(|batch| batch.positions);
            let blocked: Vec<bool> = positions.map(|position| position.blocks != 0).collect();
            (blocked.contains(&true), blocked.contains(&false))
        };
        assert_eq!(has_blocks(0), (false, true));
        assert_eq!(has_blocks(50), (true, true));
        // Some combinations of patterns leave a side without a move. Those games are played without blocks.
        assert!(has_blocks(100).0);
    }

    #[test]
    fn othello_is_solved_from_the_requested_number_of_empty_squares() {
        let folder = tempfile::tempdir().expect("a folder");
        let never = AtomicBool::new(false);
        for solved_empties in [11, 13] {
            let path = folder.path().join(format!("solved-{solved_empties}"));
            let variety = Variety {
                solved_empties,
                ..Variety::default()
            };
            let settings = Settings {
                variety,
                random_plies: (40, 44),
                nodes: 5,
                batches: 1,
                ..settings()
            };
            play::<OthelloNode>(&path, &settings, &never, &|_, _| {}).expect("room");
            for position in all::<OthelloNode>(&path)
                .iter()
                .flat_map(|batch| &batch.positions)
            {
                let n_empties = (!(position.own | position.other)).count_ones();
                assert_eq!(position.is_exact, n_empties <= solved_empties, "{n_empties}");
            }
        }
    }

    #[test]
    fn loa_plays_the_same_games_whatever_the_threads_and_the_interruptions() {
        the_same_games_whatever_the_threads_and_the_interruptions::<LoaNode>();
    }
}
