//! Better scores for existing positions: deeper searches, exact ones near the end. Or scores for positions a
//! few random moves away from them, which occur in a search but not in games between good players.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

use parlor_core::GameRecord;
use parlor_core::random::split_mix;
use parlor_engine::{Engine, Limits, LoadedWeights};
use parlor_search::Node;

use crate::game::{Trainable, Variety};
use crate::positions::{Batch, Labelled, PositionsError, PositionsFile, read};
use crate::selfplay::{engine, in_parallel};

/// The settings for labelling.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settings {
    /// Weights to use instead of the embedded ones.
    pub weights: Option<LoadedWeights>,
    /// The number of search threads.
    pub threads: usize,
    /// The nodes per position.
    pub nodes: u64,
    /// The minimum ply of the positions to keep, …
    pub from_ply: u8,
    /// … and the maximum.
    pub to_ply: u8,
    /// The minimum number of non-empty squares, blocks included, of the positions to keep, …
    pub from_filled: u32,
    /// … and the maximum.
    pub to_filled: u32,
    /// Keeps one position in this many, chosen by its content.
    pub one_in: u64,
    /// The minimum and maximum number of random moves before the search.
    pub random_plies: (u32, u32),
    /// The seed of the random moves.
    pub seed: u64,
    /// Othello: the number of empty squares from which the search gets enough nodes to be exact.
    pub solved_empties: u32,
}

/// Searches the positions of one file again and writes them with the new scores to another, batch by batch.
pub fn label<N: Trainable>(
    from: &Path,
    to: &Path,
    settings: &Settings,
    stop: &AtomicBool,
    progress: &(dyn Fn(usize, u64) + Sync),
) -> Result<(), PositionsError> {
    let file = PositionsFile::open(to, N::NAME)?;
    let mut batches = BTreeMap::new();
    read(from, N::NAME, |batch| {
        if !file.contains(batch.number) {
            batches.insert(batch.number, batch.positions);
        }
    })?;
    progress(file.n_batches(), file.n_positions());
    let numbers: Vec<u64> = batches.keys().copied().collect();
    let batches = &batches;
    in_parallel(settings.threads, &numbers, file, stop, progress, || {
        let mut engine = engine::<N>(settings.weights);
        move |number| {
            let mut positions = Vec::new();
            for position in batches.get(&number)? {
                if stop.load(Ordering::Relaxed) {
                    return None;
                }
                if !is_wanted(position, settings) {
                    continue;
                }
                let Some(game) = N::position(position) else {
                    continue;
                };
                positions.extend(search::<N>(engine.as_mut(), position, game, settings));
            }
            Some(Batch { number, positions })
        }
    })
}

/// Returns the position with the score of a search, after its random moves, or `None` if it has no choice of
/// moves.
fn search<N: Trainable>(
    engine: &mut dyn Engine<N::Game>,
    labelled: &Labelled,
    game: N::Game,
    settings: &Settings,
) -> Option<Labelled> {
    let mut record = GameRecord::new(game);
    let (least, most) = settings.random_plies;
    let mut random = settings.seed ^ labelled.own ^ labelled.other.rotate_left(32);
    let plies = least + (split_mix(&mut random) % u64::from(most.max(least) - least + 1)) as u32;
    record.play_randomly(plies, &mut random);
    if record.outcome().is_some() {
        return None;
    }
    let position = record.position();
    let variety = Variety {
        solved_empties: settings.solved_empties,
        ..Variety::default()
    };
    let nodes = N::nodes(&variety, position, settings.nodes);
    engine.new_game();
    let thought = engine.think(&record, &Limits::nodes(nodes), &mut |_| {})?;
    let [own, other, blocks] = N::sets(position)?;
    let is_as_played = record.is_empty();
    if N::is_pass(thought.best) && !is_as_played {
        return None;
    }
    Some(Labelled {
        own,
        other,
        blocks,
        score: thought.score(),
        mv: <N as Node>::pack(thought.best),
        // After random moves, the result of the game no longer applies.
        result: if is_as_played {
            labelled.result
        } else {
            N::expected_result(thought.score())
        },
        turn: record.turn(),
        is_exact: N::is_proven(position, &thought),
        ply: labelled.ply.saturating_add(record.len() as u8),
        clock: N::clock(position),
    })
}

fn is_wanted(position: &Labelled, settings: &Settings) -> bool {
    let mut hash = position.own ^ position.other.rotate_left(32);
    let chosen = split_mix(&mut hash).is_multiple_of(settings.one_in.max(1));
    let filled = (position.own | position.other | position.blocks).count_ones();
    chosen
        && (settings.from_ply..=settings.to_ply).contains(&position.ply)
        && (settings.from_filled..=settings.to_filled).contains(&filled)
}

#[cfg(test)]
mod tests {
    use parlor_engine::ataxx::AtaxxNode;
    use parlor_engine::othello::OthelloNode;

    use super::*;
    use crate::selfplay;

    fn settings() -> Settings {
        Settings {
            weights: None,
            threads: 2,
            nodes: 50,
            from_ply: 0,
            to_ply: 255,
            from_filled: 0,
            to_filled: 64,
            one_in: 1,
            random_plies: (0, 0),
            seed: 1,
            solved_empties: 0,
        }
    }

    #[test]
    fn near_the_end_labels_are_exact_and_the_rest_is_kept() {
        let folder = tempfile::tempdir().expect("a folder");
        let (played, labelled) = (folder.path().join("played"), folder.path().join("labelled"));
        let never = AtomicBool::new(false);
        let playing = selfplay::Settings {
            weights: None,
            batches: 1,
            threads: 1,
            nodes: 20,
            random_plies: (40, 44),
            variety: crate::game::Variety::default(),
            seed: 3,
        };
        selfplay::play::<OthelloNode>(&played, &playing, &never, &|_, _| {}).expect("room");
        let settings = Settings {
            nodes: 20_000,
            from_ply: 50,
            to_ply: 60,
            one_in: 2,
            ..settings()
        };
        label::<OthelloNode>(&played, &labelled, &settings, &never, &|_, _| {}).expect("room");
        let mut before = Vec::new();
        read(&played, "othello", |batch| before.extend(batch.positions)).expect("a file");
        let mut after = Vec::new();
        read(&labelled, "othello", |batch| after.extend(batch.positions)).expect("a file");
        assert!(!after.is_empty() && after.len() < before.len());
        for position in after {
            assert!(position.is_exact && position.ply >= 50, "{position:?}");
            assert!(before.iter().any(|other| {
                (other.own, other.other, other.result) == (position.own, position.other, position.result)
            }));
        }
    }

    #[test]
    fn only_positions_with_the_requested_fill_are_searched_again() {
        let folder = tempfile::tempdir().expect("a folder");
        let (played, labelled) = (folder.path().join("played"), folder.path().join("labelled"));
        let never = AtomicBool::new(false);
        let playing = selfplay::Settings {
            weights: None,
            batches: 1,
            threads: 2,
            nodes: 20,
            random_plies: (6, 17),
            variety: crate::game::Variety {
                blocked_percent: 50,
                ..Default::default()
            },
            seed: 4,
        };
        selfplay::play::<AtaxxNode>(&played, &playing, &never, &|_, _| {}).expect("room");
        let settings = Settings {
            from_filled: 35,
            to_filled: 42,
            ..settings()
        };
        label::<AtaxxNode>(&played, &labelled, &settings, &never, &|_, _| {}).expect("room");
        let filled = |position: &Labelled| (position.own | position.other | position.blocks).count_ones();
        let mut wanted = Vec::new();
        read(&played, "ataxx", |batch| wanted.extend(batch.positions)).expect("a file");
        wanted.retain(|position| (35..=42).contains(&filled(position)));
        let mut found = Vec::new();
        read(&labelled, "ataxx", |batch| found.extend(batch.positions)).expect("a file");
        let sets = |position: &Labelled| (position.own, position.other, position.blocks, position.result);
        assert!(!found.is_empty());
        assert!(wanted.iter().map(sets).eq(found.iter().map(sets)));
    }

    #[test]
    fn positions_after_random_moves_are_one_move_from_those_played_and_have_scores_of_their_own() {
        let folder = tempfile::tempdir().expect("a folder");
        let (played, labelled) = (folder.path().join("played"), folder.path().join("labelled"));
        let never = AtomicBool::new(false);
        let playing = selfplay::Settings {
            weights: None,
            batches: 1,
            threads: 2,
            nodes: 20,
            random_plies: (40, 44),
            variety: Variety::default(),
            seed: 5,
        };
        selfplay::play::<OthelloNode>(&played, &playing, &never, &|_, _| {}).expect("room");
        let settings = Settings {
            from_filled: 52,
            to_filled: 57,
            random_plies: (1, 1),
            solved_empties: 16,
            ..settings()
        };
        label::<OthelloNode>(&played, &labelled, &settings, &never, &|_, _| {}).expect("room");
        let mut found = Vec::new();
        read(&labelled, "othello", |batch| found.extend(batch.positions)).expect("a file");
        assert!(!found.is_empty());
        for position in found {
            let filled = (position.own | position.other).count_ones();
            assert!((53..=58).contains(&filled), "{position:?}");
            assert!(position.is_exact, "{position:?}");
            assert_eq!(position.score.0, i32::from(position.result) * 100);
        }
    }
}
