//! Tests of the ten levels: legal, reproducible, and different under another seed.

use parlor_core::{Game, GameRecord, Level};
use parlor_engine::ataxx::AtaxxNode;
use parlor_engine::loa::LoaNode;
use parlor_engine::othello::OthelloNode;
use parlor_engine::{Engine, EngineNode, Limits, Skill};
use parlor_players::LevelEngine;
use parlor_search::MoveOf;

/// Returns the first plies of a game of a level against itself.
fn game<N: EngineNode>(level: Level, seed: u64, plies: usize) -> Vec<MoveOf<N>> {
    let mut engine = LevelEngine::<N>::new(level, seed);
    let mut record: GameRecord<N::Game> = N::start();
    for _ in 0..plies {
        let Some(thought) = engine.think(&record, &Limits::default(), &mut |_| {}) else {
            break;
        };
        assert!(
            record.position().is_legal(thought.best),
            "level {}",
            level.number()
        );
        record.play(thought.best).expect("a legal move");
    }
    record.moves().collect()
}

fn check<N: EngineNode>() {
    for level in Level::all().take(7) {
        let once = game::<N>(level, 5, 24);
        assert_eq!(
            once,
            game::<N>(level, 5, 24),
            "level {} repeats itself",
            level.number()
        );
        if level.number() <= 6 {
            let others = (6..9).filter(|&seed| game::<N>(level, seed, 24) != once).count();
            assert!(others > 0, "level {} varies with the seed", level.number());
        }
    }
    let skills: Vec<u64> = Level::all().map(|level| Skill::of::<N>(level).nodes).collect();
    assert!(skills[6..].is_sorted());
}

#[test]
fn ataxx_levels_are_reproducible_and_vary_with_the_seed() {
    check::<AtaxxNode>();
}

#[test]
fn othello_levels_are_reproducible_and_vary_with_the_seed() {
    check::<OthelloNode>();
}

#[test]
fn loa_levels_are_reproducible_and_vary_with_the_seed() {
    check::<LoaNode>();
}
