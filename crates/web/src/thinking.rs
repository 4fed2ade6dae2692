//! Runs the engines for the tables.
//!
//! Each function runs on the calling thread until it is done or its stop token is set. Nothing here waits, sleeps
//! or uses a socket.

use parlor_core::think::{Limits, Report, StopToken, Thought};
use parlor_games::{AnyGame, Kind, Spec};
use parlor_players::{AnyEngine, Configuration};
use parlor_table::{Resources, ThinkRequest, Thinker};

/// The default hash size of an engine at full strength.
const HASH_MIB: usize = 64;
/// The hash sizes that a user may choose.
const LEAST_HASH_MIB: usize = 16;
const MOST_HASH_MIB: usize = 256;
/// The length of the search that prepares the others.
const PREPARING_NODES: u64 = 10_000;

/// Creates the engine for a request.
pub(crate) fn engine(request: &ThinkRequest) -> AnyEngine {
    let (configuration, seed) = match request.thinker {
        Thinker::Level { level, seed } => (
            Configuration::level(level).against_people(request.game.kind()),
            seed,
        ),
        Thinker::Full => {
            let Resources { threads, hash_mib } = request.resources;
            let most = std::thread::available_parallelism().map_or(1, usize::from);
            let full = Configuration {
                hash_mib: Some(hash_mib.unwrap_or(HASH_MIB).clamp(LEAST_HASH_MIB, MOST_HASH_MIB)),
                threads: threads.map(|threads| threads.clamp(1, most)),
                ..Configuration::default()
            };
            (full, 0)
        }
    };
    AnyEngine::new(request.game.kind(), &configuration, seed)
}

/// Reads the weights of a game and builds the tables that all its engines share, with a short search.
pub(crate) fn prepare(kind: Kind) {
    let small = Configuration {
        hash_mib: Some(1),
        ..Configuration::default()
    };
    if let Ok(game) = AnyGame::new(&Spec::default_for(kind)) {
        AnyEngine::new(kind, &small, 0).think(&game, &Limits::nodes(PREPARING_NODES), &mut |_| {});
    }
}

/// Runs a request within these limits. Returns `None` if the game is over.
pub(crate) fn think(
    engine: &mut AnyEngine,
    request: &ThinkRequest,
    limits: &Limits<String>,
    stop: &StopToken,
    report: &mut dyn FnMut(&Report<String>),
) -> Option<Thought<String>> {
    let limits = limits.clone().stopped_by(stop);
    engine.think(&request.game, &limits, &mut |found| {
        if request.reports && !stop.is_set() {
            report(found);
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use parlor_core::Level;
    use parlor_table::{JobId, Purpose, Secrets};

    fn request(game: &AnyGame, thinker: Thinker, limits: Limits<String>) -> ThinkRequest {
        ThinkRequest {
            job: JobId(1),
            purpose: Purpose::Move,
            asked_by: Secrets::from_seed(1).player(),
            game: game.clone(),
            thinker,
            limits,
            resources: Resources::default(),
            reports: true,
        }
    }

    fn think_about(
        asked: &ThinkRequest,
        stop: &StopToken,
        report: &mut dyn FnMut(&Report<String>),
    ) -> Option<Thought<String>> {
        think(&mut engine(asked), asked, &asked.limits, stop, report)
    }

    fn move_of(game: &AnyGame, level: u8) -> Option<String> {
        let thinker = Thinker::Level {
            level: Level::new(level).unwrap(),
            seed: 7,
        };
        let asked = request(game, thinker, Limits::default());
        think_about(&asked, &StopToken::new(), &mut |_| {}).map(|thought| thought.best)
    }

    #[test]
    fn every_game_has_a_player_whose_moves_are_legal_and_repeatable() {
        for kind in Kind::ALL {
            let mut game = AnyGame::new(&Spec::default_for(kind)).unwrap();
            for _ in 0..6 {
                let mv = move_of(&game, 2).unwrap();
                assert_eq!(move_of(&game, 2).as_ref(), Some(&mv));
                game.play(&mv).unwrap();
            }
        }
    }

    #[test]
    fn other_sizes_of_othello_have_a_player_too() {
        let spec = Spec::default_for(Kind::Othello).with("size", "4x6").unwrap();
        let mut game = AnyGame::new(&spec).unwrap();
        while game.outcome().is_none() {
            game.play(&move_of(&game, 3).unwrap()).unwrap();
        }
        assert_eq!(move_of(&game, 10), None);
    }

    #[test]
    fn a_stopped_analysis_ends_at_once_and_reports_nothing_more() {
        let game = AnyGame::new(&Spec::default_for(Kind::Ataxx)).unwrap();
        let stop = StopToken::new();
        let limits = Limits {
            multi_pv: 2,
            ..Limits::default()
        };
        let mut ranks = Vec::new();
        think_about(&request(&game, Thinker::Full, limits), &stop, &mut |report| {
            ranks.push(report.rank);
            if report.rank == 1 {
                stop.set();
            }
        });
        assert_eq!(ranks, [0, 1]);
    }
}
