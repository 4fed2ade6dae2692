//! Computer players for people at a terminal: at a level, and with varied openings.

use std::time::Duration;

use parlor_core::Level;
use parlor_core::think::{Limits, Thought, TimeLimit};
use parlor_engine::Skill;
use parlor_games::AnyGame;

use crate::any_engine::AnyEngine;
use crate::configuration::{Configuration, Strength};
use crate::with_node;

/// The maximum number of engines: two sides and an adviser. Engines of earlier games are of no use.
const MOST_ENGINES: usize = 3;

/// One opponent.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Opponent {
    /// Its strength.
    pub level: Level,
    /// The seed of its random choices.
    pub seed: u64,
    /// Whether to choose randomly among the best first moves of a game at full strength.
    pub is_varied: bool,
    /// Whether the computer plays both sides. At full strength it then uses half the nodes for a move: there
    /// is no human opponent, and the caller waits for every move.
    pub is_on_both_sides: bool,
}

/// The maximum time of a search that is limited by nodes, however slow the machine is. The nodes take at most
/// a twentieth of it on a machine of 2020, so that a seeded game is the same on a machine four times as slow,
/// or on a busy one.
const CEILING: Duration = Duration::from_secs(3);

/// The opponents of one program. Unless there is a time limit, an opponent's move depends only on the game
/// and the opponent, not on earlier searches.
#[derive(Debug, Default)]
pub struct Opponents {
    engines: Vec<(Opponent, AnyEngine)>,
}

impl Opponents {
    /// Chooses a move. Returns `None` when the game is over. If the limits set a time, it is the only limit
    /// at full strength; otherwise every level has its own node budget, and a time limit that only a very
    /// slow machine reaches.
    pub fn think(
        &mut self,
        opponent: &Opponent,
        game: &AnyGame,
        limits: &Limits<String>,
    ) -> Option<Thought<String>> {
        let is_timed = limits.time != TimeLimit::Infinite;
        let is_full = opponent.level == Level::FULL;
        let configuration = Configuration {
            strength: if is_full && is_timed {
                Strength::Full
            } else {
                Strength::Level(opponent.level)
            },
            hash_mib: (is_full && is_timed).then_some(TIMED_HASH_MIB),
            is_varied: is_full && opponent.is_varied,
            ..Configuration::default()
        };
        let mut limits = limits.clone();
        if !is_timed {
            limits.time = TimeLimit::PerMove(CEILING);
        }
        if is_full && !is_timed && opponent.is_on_both_sides {
            let full = with_node!(game.kind(), N => Skill::of::<N>(Level::FULL).nodes);
            limits.nodes = Some(limits.nodes.map_or(full / 2, |nodes| nodes.min(full / 2)));
        }
        self.engine(opponent, game, &configuration)
            .think(game, &limits, &mut |_| {})
    }

    fn engine(
        &mut self,
        opponent: &Opponent,
        game: &AnyGame,
        configuration: &Configuration,
    ) -> &mut AnyEngine {
        let is_made = |(of, engine): &(Opponent, AnyEngine)| {
            of == opponent && engine.kind() == game.kind() && engine.configuration() == configuration
        };
        let at = self.engines.iter().position(is_made).unwrap_or_else(|| {
            if self.engines.len() >= MOST_ENGINES {
                self.engines.remove(0);
            }
            let engine = AnyEngine::new(game.kind(), configuration, opponent.seed);
            self.engines.push((*opponent, engine));
            self.engines.len() - 1
        });
        &mut self.engines[at].1
    }
}

/// The table size of a search that is limited by time alone, in mebibytes.
const TIMED_HASH_MIB: usize = 64;

#[cfg(test)]
mod tests {
    use parlor_games::{Kind, Spec};

    use super::*;

    fn opponent(seed: u64) -> Opponent {
        Opponent {
            level: Level::FULL,
            seed,
            is_varied: true,
            is_on_both_sides: false,
        }
    }

    fn start(kind: Kind) -> AnyGame {
        AnyGame::new(&Spec::default_for(kind)).expect("the start")
    }

    #[test]
    fn a_seed_repeats_the_move_and_seeds_differ() {
        let game = start(Kind::Loa);
        let limits = Limits::nodes(3000);
        let best = |opponents: &mut Opponents, opponent: Opponent| {
            opponents.think(&opponent, &game, &limits).expect("a move").best
        };
        let mut opponents = Opponents::default();
        let first = best(&mut opponents, opponent(0));
        // Another opponent, or one that has searched before, finds the same move.
        assert_eq!(best(&mut opponents, opponent(0)), first);
        assert_eq!(best(&mut Opponents::default(), opponent(0)), first);
        assert!((1..8).any(|seed| best(&mut opponents, opponent(seed)) != first));
        let without_chance = |seed| Opponent {
            is_varied: false,
            ..opponent(seed)
        };
        let one = best(&mut opponents, without_chance(0));
        assert!((1..8).all(|seed| best(&mut opponents, without_chance(seed)) == one));
        assert_eq!(opponents.engines.len(), MOST_ENGINES);
    }

    #[test]
    fn against_itself_full_strength_thinks_half_as_much() {
        let game = start(Kind::Ataxx);
        let nodes = |is_on_both_sides| {
            let opponent = Opponent {
                is_on_both_sides,
                ..opponent(1)
            };
            let thought = Opponents::default().think(&opponent, &game, &Limits::default());
            thought.expect("a move").nodes
        };
        let (alone, both) = (nodes(false), nodes(true));
        assert!(both > alone / 4 && both < alone * 3 / 4, "{both} of {alone}");
    }

    #[test]
    fn haste_brings_a_legal_move_at_once() {
        for kind in Kind::ALL {
            let mut game = start(kind);
            let limits = Limits::time(Duration::from_secs(3600));
            limits.stop.set();
            let thought = Opponents::default().think(&opponent(1), &game, &limits);
            game.play(&thought.expect("a move").best).expect("legal");
        }
    }
}
