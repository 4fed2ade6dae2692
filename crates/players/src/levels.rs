//! The ten levels, with the same names for every game.
//!
//! A weak level does not move at random. It searches less deeply, misjudges positions, and overlooks moves,
//! its own and the opponent's: quiet ones more often than captures. Its seed decides what it misjudges or
//! overlooks in a position, so a level is consistent within a game, repeats exactly under the same seed, and
//! makes other mistakes under another seed.
//!
//! The move of a level depends only on the game, the level and the seed: nothing is kept between moves.

use std::time::Duration;

use parlor_core::cpu::Cpu;
use parlor_core::think::Line;
use parlor_core::time::Instant;
use parlor_core::{GameRecord, Level, Score};
use parlor_search::{Limits, Mistakes, MoveOf, Report, Searcher, Thought};

use parlor_engine::{Engine, EngineNode, Options, Skill};

/// The table size of a level: small enough to clear before every move, much larger than a level's nodes need.
const LEVEL_HASH_MIB: usize = 4;
/// The table size of levels that make no deliberate mistakes and only search less than the best.
const CLEAN_HASH_MIB: usize = 16;

/// A player of one of the ten levels.
pub struct LevelEngine<N: EngineNode> {
    skill: Skill,
    cpu: Option<Cpu>,
    search: LevelSearch<N>,
}

/// A forced win that was proven outside the search.
struct Proof<M> {
    moves: Vec<M>,
    nodes: u64,
    time: Duration,
}

/// Wins within this many plies are played without looking for a shorter one.
const SHORT_PROOF: usize = 7;
/// A proof may take one in this many of the nodes of a search.
const PROOF_SHARE: u64 = 10;

impl<M: Copy> Proof<M> {
    fn is_short(&self) -> bool {
        self.moves.len() <= SHORT_PROOF
    }

    fn thought(&self) -> Thought<M> {
        let plies = self.moves.len();
        Thought {
            best: self.moves[0],
            lines: vec![Line {
                score: Score::win_in(plies as i32),
                is_exact: true,
                confidence: None,
                depth: plies as u32,
                moves: self.moves.clone(),
            }],
            nodes: self.nodes,
            depth: plies as u32,
            time: self.time,
        }
    }
}

/// Looks for a proof if only one line is requested and all moves are allowed.
fn proof<N: EngineNode>(
    game: &GameRecord<N::Game>,
    limits: &Limits<MoveOf<N>>,
    cpu: Option<Cpu>,
) -> Option<Proof<MoveOf<N>>> {
    let is_plain = limits.search_moves.is_empty() && limits.multi_pv <= 1;
    if !is_plain || game.outcome().is_some() {
        return None;
    }
    let since = Instant::now();
    let nodes = limits.nodes.unwrap_or_default() / PROOF_SHARE;
    let (moves, nodes) = N::prove(game, nodes, cpu, &limits.stop);
    let moves = moves.filter(|moves| !moves.is_empty())?;
    Some(Proof {
        moves,
        nodes,
        time: since.elapsed(),
    })
}

enum LevelSearch<N: EngineNode> {
    Erring(Searcher<N>),
    Sound(Box<dyn Engine<N::Game>>),
}

impl<N: EngineNode> LevelEngine<N> {
    /// Creates a player of this level. The same seed plays the same game.
    pub fn new(level: Level, seed: u64) -> LevelEngine<N> {
        let skill = Skill::of::<N>(level);
        let search = if skill.errs() {
            let mut searcher = Searcher::new(LEVEL_HASH_MIB, &N::tuning(), Box::new(N::context));
            searcher.set_mistakes(Mistakes {
                noise: skill.noise,
                blindness: skill.blindness,
                seed,
            });
            LevelSearch::Erring(searcher)
        } else {
            LevelSearch::Sound(N::engine(&Options {
                hash_mib: CLEAN_HASH_MIB,
                ..Options::default()
            }))
        };
        LevelEngine {
            skill,
            cpu: None,
            search,
        }
    }
}

impl<N: EngineNode> Engine<N::Game> for LevelEngine<N> {
    /// Searches within the budget of the level, or within the limits if they are tighter.
    fn think(
        &mut self,
        game: &GameRecord<N::Game>,
        limits: &Limits<MoveOf<N>>,
        report: &mut dyn FnMut(&Report<MoveOf<N>>),
    ) -> Option<Thought<MoveOf<N>>> {
        let skill = self.skill;
        let limits = Limits {
            nodes: Some(limits.nodes.map_or(skill.nodes, |nodes| nodes.min(skill.nodes))),
            depth: Some(limits.depth.map_or(skill.depth, |depth| depth.min(skill.depth))),
            ..limits.clone()
        };
        self.new_game();
        match &mut self.search {
            LevelSearch::Erring(searcher) => N::search(searcher, game, &limits, report),
            LevelSearch::Sound(engine) => {
                let proof = proof::<N>(game, &limits, self.cpu);
                if let Some(proof) = proof.as_ref().filter(|proof| proof.is_short()) {
                    return Some(proof.thought());
                }
                let thought = engine.think(game, &limits, report)?;
                // The search may have found a shorter win.
                match proof {
                    Some(proof) if !thought.score().is_win() => Some(proof.thought()),
                    _ => Some(thought),
                }
            }
        }
    }

    fn new_game(&mut self) {
        match &mut self.search {
            LevelSearch::Erring(searcher) => searcher.clear(),
            LevelSearch::Sound(engine) => engine.new_game(),
        }
    }

    /// Changes the instruction set. Nothing else can be chosen: a level has one thread and its own table.
    fn set_options(&mut self, options: &Options) {
        self.cpu = options.cpu;
        match &mut self.search {
            LevelSearch::Erring(searcher) => {
                if let Some(cpu) = options.cpu {
                    searcher.set_cpu(cpu);
                }
            }
            LevelSearch::Sound(engine) => engine.set_options(&Options {
                hash_mib: CLEAN_HASH_MIB,
                threads: 1,
                cpu: options.cpu,
                weights: None,
            }),
        }
    }
}
