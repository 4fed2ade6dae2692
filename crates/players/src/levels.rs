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
use parlor_core::random::split_mix;
use parlor_core::think::Line;
use parlor_core::time::Instant;
use parlor_core::{GameRecord, Level, Score};
use parlor_search::isa::Isa;
use parlor_search::{CandidateOf, End, Limits, MoveOf, Node, Report, Searcher, Thought};

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
    Erring(Searcher<ErringNode<N>>),
    Sound(Box<dyn Engine<N::Game>>),
}

impl<N: EngineNode> LevelEngine<N> {
    /// Creates a player of this level. The same seed plays the same game.
    pub fn new(level: Level, seed: u64) -> LevelEngine<N> {
        let skill = Skill::of::<N>(level);
        let search = if skill.errs() {
            let make_context = move || ErringContext {
                inner: N::context(),
                skill,
                seed,
            };
            LevelSearch::Erring(Searcher::new(
                LEVEL_HASH_MIB,
                &N::tuning(),
                Box::new(make_context),
            ))
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
            LevelSearch::Erring(searcher) => searcher.think(game, &limits, report),
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

/// A node as a player that makes mistakes sees it.
#[derive(Clone, Debug)]
pub(crate) struct ErringNode<N> {
    inner: N,
}

/// The game's context and the parameters of the mistakes.
#[derive(Clone, Debug)]
pub(crate) struct ErringContext<C> {
    inner: C,
    skill: Skill,
    seed: u64,
}

impl<C> ErringContext<C> {
    /// Returns a number below `n`, determined by the seed, the position and a subject.
    #[inline(always)]
    fn draw(&self, key: u64, matter: u64, n: u32) -> u32 {
        let mut state = self.seed ^ key ^ matter.wrapping_mul(0xd6e8_feb8_6659_fd93);
        (((split_mix(&mut state) >> 32) * u64::from(n)) >> 32) as u32
    }
}

// Subjects other than moves, which are below 2¹⁶.
const MISJUDGED: u64 = 1 << 20;
const MISJUDGED_TOO: u64 = 1 << 21;
const WIN_OVERLOOKED: u64 = 1 << 22;

impl<N: EngineNode> Node for ErringNode<N> {
    type Game = N::Game;
    type Context = ErringContext<N::Context>;
    type Effect = N::Effect;

    const SLOTS: usize = N::SLOTS;
    const PHASES: usize = N::PHASES;
    const QUIESCENCE: bool = false;

    fn new(position: &N::Game, cx: &Self::Context) -> ErringNode<N> {
        ErringNode {
            inner: N::new(position, &cx.inner),
        }
    }

    fn turn(&self) -> parlor_core::Color {
        self.inner.turn()
    }

    fn key(&self) -> u64 {
        self.inner.key()
    }

    fn ended(&self) -> Option<End> {
        self.inner.ended()
    }

    fn generate<I: Isa>(&self, isa: I, cx: &mut Self::Context, out: &mut Vec<CandidateOf<N>>) {
        let first = out.len();
        self.inner.generate(isa, &mut cx.inner, out);
        let blindness = cx.skill.blindness;
        if blindness == 0 || out.len() - first < 2 {
            return;
        }
        let key = self.inner.key();
        let is_seen = |candidate: &CandidateOf<N>| {
            let chance = if candidate.quiet { blindness } else { blindness / 2 };
            cx.draw(key, u64::from(N::pack(candidate.mv)), 100) >= chance
        };
        // At least the best candidate is always seen.
        if !out[first..].iter().any(is_seen) {
            let best = out[first..]
                .iter()
                .copied()
                .max_by_key(|candidate| candidate.order);
            out.truncate(first);
            out.extend(best);
            return;
        }
        // Only this node's moves: those before them belong to its ancestors.
        let mut seen = first;
        for index in first..out.len() {
            if is_seen(&out[index]) {
                out.swap(seen, index);
                seen += 1;
            }
        }
        out.truncate(seen);
    }

    fn child<I: Isa>(&self, isa: I, cx: &mut Self::Context, candidate: &CandidateOf<N>) -> ErringNode<N> {
        ErringNode {
            inner: self.inner.child(isa, &mut cx.inner, candidate),
        }
    }

    fn evaluate<I: Isa>(&self, isa: I, cx: &mut Self::Context) -> Score {
        let score = self.inner.evaluate(isa, &mut cx.inner);
        let noise = cx.skill.noise;
        let key = self.inner.key();
        // The sum of two draws: small errors are likelier than large ones.
        let n = noise as u32 + 1;
        let error = cx.draw(key, MISJUDGED, n) as i32 + cx.draw(key, MISJUDGED_TOO, n) as i32 - noise;
        Score((score.0 + error).clamp(-Score::MAX_EVAL.0, Score::MAX_EVAL.0))
    }

    fn pack(mv: MoveOf<N>) -> u16 {
        N::pack(mv)
    }

    fn slot(mv: MoveOf<N>) -> usize {
        N::slot(mv)
    }

    fn is_pass(mv: MoveOf<N>) -> bool {
        N::is_pass(mv)
    }

    fn phase(&self) -> usize {
        self.inner.phase()
    }

    fn reversible_plies(&self) -> usize {
        self.inner.reversible_plies()
    }

    fn instant_win<I: Isa>(&self, isa: I, cx: &mut Self::Context) -> Option<MoveOf<N>> {
        let win = self.inner.instant_win(isa, &mut cx.inner)?;
        let is_overlooked = cx.draw(self.inner.key(), WIN_OVERLOOKED, 100) < cx.skill.blindness;
        (!is_overlooked).then_some(win)
    }
}
