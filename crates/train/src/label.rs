//! Better scores for positions that are there already: deeper searches, exact ones near the end.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

use parlor_core::GameRecord;
use parlor_engine::{Limits, LoadedWeights};
use parlor_search::Node;

use crate::game::Trainable;
use crate::positions::{Batch, Labelled, PositionsError, PositionsFile, read};
use crate::selfplay::{engine, in_parallel};

/// How to label.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settings {
    /// Weights to use instead of those that come with the program.
    pub weights: Option<LoadedWeights>,
    /// How many threads search.
    pub threads: usize,
    /// The nodes for one position.
    pub nodes: u64,
    /// Only positions from this ply on …
    pub from_ply: u8,
    /// … to this one; the others are left out.
    pub to_ply: u8,
    /// Only positions with at least this many squares that are not empty, blocks included …
    pub from_filled: u32,
    /// … and at most this many; the others are left out.
    pub to_filled: u32,
    /// Only one position in this many, chosen by its content.
    pub one_in: u64,
}

/// Searches the positions of one file again and writes them, with the new scores, to another, batch by batch.
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
                let record = GameRecord::new(game);
                engine.new_game();
                let Some(thought) = engine.think(&record, &Limits::nodes(settings.nodes), &mut |_| {}) else {
                    continue;
                };
                positions.push(Labelled {
                    score: thought.score(),
                    mv: <N as Node>::pack(thought.best),
                    is_exact: N::is_proven(record.position(), &thought),
                    ..*position
                });
            }
            Some(Batch { number, positions })
        }
    })
}

fn is_wanted(position: &Labelled, settings: &Settings) -> bool {
    let mut hash = position.own ^ position.other.rotate_left(32);
    let chosen = parlor_core::random::split_mix(&mut hash).is_multiple_of(settings.one_in.max(1));
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
            weights: None,
            threads: 2,
            nodes: 20_000,
            from_ply: 50,
            to_ply: 60,
            from_filled: 0,
            to_filled: 64,
            one_in: 2,
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
    fn only_positions_as_full_as_asked_for_are_searched_again() {
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
            weights: None,
            threads: 2,
            nodes: 50,
            from_ply: 0,
            to_ply: 255,
            from_filled: 35,
            to_filled: 42,
            one_in: 1,
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
}
