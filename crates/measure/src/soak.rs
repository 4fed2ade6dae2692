//! The soak test: plays many games at tiny limits, to see whether an engine ever makes an illegal move.
//!
//! Games start with random moves and continue with searches that are stopped in every way: by a few nodes, by
//! depth, or by a flag that is set from the start. The rules check every move. A game depends only on the
//! seed and its number. The engines are called directly, not through a player that translates their moves, to
//! test their actual choices.

use std::ops::ControlFlow;

use parlor_core::GameRecord;
use parlor_core::random::split_mix;
use parlor_core::think::{Limits, StopToken};
use parlor_engine::{Engine, EngineNode, Options};
use parlor_games::{Kind, Playable};
use parlor_players::with_node;
use thiserror::Error;

use crate::workers::in_parallel;

/// The maximum number of random moves at the start of a game.
const MAX_RANDOM_PLIES: u64 = 30;
/// The maximum number of nodes for a move.
const MAX_NODES: u64 = 48;
/// The maximum depth for a move.
const MAX_DEPTH: u64 = 2;
/// The number of plies after which a game is abandoned.
const MAX_PLIES: usize = 400;
const HASH_MIB: usize = 1;

/// The settings of a soak test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SoakSettings {
    /// The number of games.
    pub games: u64,
    /// The number of games to play concurrently.
    pub concurrency: usize,
    /// The seed of the games.
    pub seed: u64,
}

/// The result of a soak test.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SoakReport {
    /// The number of games played.
    pub games: u64,
    /// The number of moves that engines chose in them.
    pub moves: u64,
}

/// An engine made an illegal move, or none.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("game {game}, after “{moves}”: the engine chose {chosen}")]
pub struct SoakFailure {
    /// The number of the game.
    pub game: u64,
    /// The moves so far, in the game's default notation.
    pub moves: String,
    /// The illegal move, or `no move`.
    pub chosen: String,
}

/// Plays games of one kind. Calls `progress` after each game. Ends at the first failure.
pub fn soak(
    kind: Kind,
    settings: &SoakSettings,
    progress: &mut (dyn FnMut(&SoakReport) + Send),
) -> Result<SoakReport, SoakFailure> {
    with_node!(kind, N => soak_node::<N>(settings, progress))
}

fn soak_node<N: EngineNode<Game: Playable>>(
    settings: &SoakSettings,
    progress: &mut (dyn FnMut(&SoakReport) + Send),
) -> Result<SoakReport, SoakFailure> {
    let make_worker = || {
        let mut engine = N::engine(&Options {
            hash_mib: HASH_MIB,
            ..Options::default()
        });
        move |game| Some(play::<N>(engine.as_mut(), game, settings.seed))
    };
    let mut soaked = SoakReport::default();
    let mut failure = None;
    in_parallel(
        settings.concurrency,
        settings.games,
        make_worker,
        &mut |played| match played {
            Ok(moves) => {
                soaked.games += 1;
                soaked.moves += moves;
                progress(&soaked);
                ControlFlow::Continue(())
            }
            Err(failed) => {
                failure.get_or_insert(failed);
                ControlFlow::Break(())
            }
        },
    );
    failure.map_or(Ok(soaked), Err)
}

/// Plays a game and returns the number of moves that the engine chose.
fn play<N: EngineNode<Game: Playable>>(
    engine: &mut dyn Engine<N::Game>,
    game: u64,
    seed: u64,
) -> Result<u64, SoakFailure> {
    let mut place = game;
    let mut random = seed ^ split_mix(&mut place);
    let mut record = N::start();
    let plies = (split_mix(&mut random) % MAX_RANDOM_PLIES) as u32;
    record.play_randomly(plies, &mut random);
    engine.new_game();
    let failure = |record: &GameRecord<N::Game>, chosen: String| SoakFailure {
        game,
        moves: record
            .positions()
            .zip(record.moves())
            .map(|(position, mv)| position.view(mv).text)
            .collect::<Vec<_>>()
            .join(" "),
        chosen,
    };
    let mut n_moves = 0;
    while record.outcome().is_none() && record.len() < MAX_PLIES {
        let limits = match split_mix(&mut random) % 8 {
            0 => {
                let stop = StopToken::new();
                stop.set();
                Limits {
                    stop,
                    ..Limits::default()
                }
            }
            1 | 2 => Limits::depth(1 + (split_mix(&mut random) % MAX_DEPTH) as u32),
            _ => Limits::nodes(1 + split_mix(&mut random) % MAX_NODES),
        };
        let Some(thought) = engine.think(&record, &limits, &mut |_| {}) else {
            return Err(failure(&record, "no move".to_owned()));
        };
        if record.play(thought.best).is_err() {
            return Err(failure(&record, format!("{:?}", thought.best)));
        }
        n_moves += 1;
    }
    Ok(n_moves)
}
