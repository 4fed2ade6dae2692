//! Finds puzzles in games.
//!
//! A short search rejects most positions; the rest are verified with more and more nodes. The same game gives the
//! same puzzles on every machine: every search begins with an empty table and is limited by nodes or depth.

use std::collections::HashSet;

use parlor_core::random::split_mix;
use parlor_core::think::{Limits, Line, StopToken, Thought};
use parlor_core::{Level, Score};
use parlor_games::{AnyGame, Kind, Spec};
use parlor_players::judge::win_chance;
use parlor_players::{
    AnyEngine, AnySolver, Configuration, Proven, ProverOptions, SolveError, plies_to_solve,
};

use crate::LEAST_LOSS;
use crate::set::{Puzzle, PuzzleScore, PuzzleSet};

/// The nodes for the solution, and for the best other move, before a puzzle is accepted.
const NODES: u64 = 1_000_000;
/// The nodes of the earlier searches, which reject most positions. In the first one, both moves share them.
const FIRST_NODES: u64 = 2_000;
const SECOND_NODES: u64 = 100_000;
/// The nodes to prove a forced win, if a game has a solver that can give up.
const PROOF_NODES: u64 = 10_000;
/// The number of plies before the end of a game in which to look for forced wins, including missed ones.
const PLIES_BEFORE_THE_END: usize = 24;
/// The number of unplayed moves that are examined in addition to each of these positions.
const UNPLAYED_MOVES: usize = 4;
/// A win in one move is not a puzzle.
const LEAST_PLIES_TO_WIN: usize = 3;
/// The numbers of empty squares at which endings are solved exactly.
const EMPTIES: std::ops::RangeInclusive<u32> = 7..=16;
/// With fewer legal moves, guessing is too easy.
const LEAST_MOVES: usize = 4;
/// The minimum distance of two puzzles of one game in plies, and the maximum number of puzzles per game.
const PLIES_APART: usize = 2;
const MOST_PER_GAME: usize = 5;
/// A side that is behind may save the game, but not merely lose more slowly.
const LEAST_CHANCE: f64 = 0.5;
/// The maximum length of a line that explains a move.
const LONGEST_LINE: usize = 16;
/// The levels that play the games: those that make some mistakes.
const LEVELS: std::ops::RangeInclusive<u64> = 3..=6;
/// The number of seeds with which a level must solve a puzzle.
const SEEDS: u64 = 3;

/// Finds puzzles in games.
pub struct Generator {
    kind: Kind,
    engine: AnyEngine,
    /// Proves forced wins, in games that have a solver.
    solver: Option<AnySolver>,
    /// The keys of the positions that are already puzzles, up to symmetry.
    known: HashSet<u64>,
}

/// The two best moves of a position, with their lines.
struct Verified {
    best: Line<String>,
    other: Line<String>,
}

impl Generator {
    /// Creates a generator that does not find the puzzles of this set again.
    pub fn new(set: &PuzzleSet) -> Generator {
        let keys = set.puzzles.iter().filter_map(|puzzle| puzzle.game(set.kind));
        Generator {
            kind: set.kind,
            engine: AnyEngine::new(set.kind, &Configuration::default(), 0),
            solver: solver(set.kind),
            known: keys.map(|game| game.key()).collect(),
        }
    }

    /// Returns the puzzles of a game, from its end to its start. If the stop token is set, returns those found so
    /// far.
    pub fn search(&mut self, game: &AnyGame, stop: &StopToken) -> Vec<Puzzle> {
        let mut found = Vec::new();
        let mut last_ply = usize::MAX;
        let length = game.len();
        let mut game = game.clone();
        while game.undo() && found.len() < MOST_PER_GAME && !stop.is_set() {
            let ply = game.len();
            if last_ply.abs_diff(ply) < PLIES_APART {
                continue;
            }
            let is_near_the_end = length - ply <= PLIES_BEFORE_THE_END;
            let candidates = self.candidates(&game, is_near_the_end);
            let Some(puzzle) = candidates
                .iter()
                .find_map(|candidate| self.examine(candidate, stop))
            else {
                continue;
            };
            last_ply = ply;
            found.push(puzzle);
        }
        found
    }

    /// The positions to examine at this point of a game: its own, and, where forced wins are sought, also those
    /// after an unplayed move. Most of these moves are blunders, and some have only one refutation.
    fn candidates(&self, game: &AnyGame, is_near_the_end: bool) -> Vec<AnyGame> {
        let mut candidates = vec![game.clone()];
        if self.solver.is_some() && plies_to_solve(game).is_none() {
            if !is_near_the_end {
                return Vec::new();
            }
            let mut random = game.key();
            for _ in 0..UNPLAYED_MOVES {
                let mut other = game.clone();
                other.play_randomly(1, &mut random);
                candidates.push(other);
            }
        }
        candidates
    }

    /// Returns the puzzle of a position, if it is one.
    fn examine(&mut self, game: &AnyGame, stop: &StopToken) -> Option<Puzzle> {
        if game.legal_moves().len() < LEAST_MOVES {
            return None;
        }
        // Drop the history: the person who solves the puzzle would not see repetitions or a move limit.
        let game = AnyGame::from_position(&Spec::default_for(self.kind), &game.position_text()).ok()?;
        if self.known.contains(&game.key()) {
            return None;
        }
        let verified = self.verify(&game, stop)?;
        let grade = self.grade(&game, &verified.best.moves[0], stop);
        if stop.is_set() {
            return None;
        }
        self.known.insert(game.key());
        Some(puzzle(&game, grade, verified))
    }

    /// Returns the two best moves, if the best is the only good one.
    fn verify(&mut self, game: &AnyGame, stop: &StopToken) -> Option<Verified> {
        if let Some(plies) = plies_to_solve(game) {
            return self.solve(game, plies, stop);
        }
        if self.solver.is_none() {
            return self.find_swing(game, stop);
        }
        let limits = Limits {
            multi_pv: 2,
            ..Limits::nodes(FIRST_NODES)
        };
        let first = two_best(self.think(game, limits, stop)?)?;
        // A win that a short search does not notice at all is rare, and a proof costs more than a search.
        if !is_clear(game, &first.best, &first.other) {
            return None;
        }
        let best = self.prove(game, stop)?;
        self.refute_others(game, best, &[SECOND_NODES, NODES], stop)
    }

    /// Solves an ending in which only one move keeps the result.
    fn solve(&mut self, game: &AnyGame, plies: u32, stop: &StopToken) -> Option<Verified> {
        if !EMPTIES.contains(&plies) {
            return None;
        }
        let limits = Limits {
            multi_pv: 2,
            ..Limits::depth(plies)
        };
        let thought = self.think(game, limits, stop)?;
        let verified = two_best(thought)?;
        let result = |line: &Line<String>| line.score.0.signum();
        let is_unique = verified.best.is_exact
            && verified.other.is_exact
            && result(&verified.best) > result(&verified.other);
        (is_unique && result(&verified.best) >= 0).then_some(verified)
    }

    /// Proves a forced win of the side to move.
    fn prove(&mut self, game: &AnyGame, stop: &StopToken) -> Option<Line<String>> {
        let proof = self.solver.as_mut()?.solve(game, stop, &mut |_| {}).ok()?;
        let is_win = proof.proven == Proven::Win && proof.line.len() >= LEAST_PLIES_TO_WIN;
        is_win.then(|| Line {
            score: Score::win_in(proof.line.len() as i32),
            is_exact: true,
            confidence: None,
            depth: proof.line.len() as u32,
            moves: proof.line,
        })
    }

    /// Returns the best other move, if all of them are clearly worse than the best at each of these node limits.
    fn refute_others(
        &mut self,
        game: &AnyGame,
        best: Line<String>,
        nodes: &[u64],
        stop: &StopToken,
    ) -> Option<Verified> {
        let moves = game.legal_moves().into_iter().map(|mv| mv.text);
        let others: Vec<String> = moves.filter(|text| *text != best.moves[0]).collect();
        let mut other = None;
        for &nodes in nodes {
            let limits = Limits {
                search_moves: others.clone(),
                ..Limits::nodes(nodes)
            };
            let line = self.think(game, limits, stop)?.lines.into_iter().next()?;
            if !is_clear(game, &best, &line) {
                return None;
            }
            let is_proven = line.score.is_loss();
            other = Some(line);
            if is_proven {
                break;
            }
        }
        Some(Verified { best, other: other? })
    }

    /// Finds a move after which the chances are good, and much worse after every other.
    fn find_swing(&mut self, game: &AnyGame, stop: &StopToken) -> Option<Verified> {
        let limits = Limits {
            multi_pv: 2,
            ..Limits::nodes(FIRST_NODES)
        };
        let first = two_best(self.think(game, limits, stop)?)?;
        if !is_clear(game, &first.best, &first.other) {
            return None;
        }
        let mut verified = None;
        for nodes in [SECOND_NODES, NODES] {
            let best = self
                .think(game, Limits::nodes(nodes), stop)?
                .lines
                .into_iter()
                .next()?;
            if best.moves.first() != first.best.moves.first() || win_chance(game, best.score) < LEAST_CHANCE {
                return None;
            }
            verified = Some(self.refute_others(game, best, &[nodes], stop)?);
        }
        verified
    }

    /// Returns the weakest level that finds the solution with every seed, if the next stronger level finds it too.
    fn grade(&mut self, game: &AnyGame, solution: &str, stop: &StopToken) -> Option<Level> {
        let solves = |level: Level| {
            // Full strength does not depend on a seed.
            let seeds = if level == Level::FULL { 1 } else { SEEDS };
            (0..seeds).all(|seed| {
                let mut engine = AnyEngine::new(self.kind, &Configuration::level(level), seed);
                let thought = engine.think(game, &Limits::default().stopped_by(stop), &mut |_| {});
                thought.is_some_and(|thought| thought.best == solution)
            })
        };
        let mut grade = None;
        for level in Level::all() {
            match (solves(level), grade) {
                (true, Some(_)) => break,
                (true, None) => grade = Some(level),
                (false, _) => grade = None,
            }
        }
        grade
    }

    fn think(&mut self, game: &AnyGame, limits: Limits<String>, stop: &StopToken) -> Option<Thought<String>> {
        self.engine.new_game();
        let thought = self.engine.think(game, &limits.stopped_by(stop), &mut |_| {})?;
        // An interrupted search proves nothing.
        (!stop.is_set()).then_some(thought)
    }
}

/// Returns a solver for forced wins, if the game has one.
fn solver(kind: Kind) -> Option<AnySolver> {
    let mut solver = AnySolver::new(&ProverOptions {
        hash_mib: 8,
        threads: 1,
        nodes: PROOF_NODES,
        only_winner: true,
        cpu: None,
        weights: None,
    });
    let start = AnyGame::new(&Spec::default_for(kind)).ok()?;
    // A solver that is stopped at once still shows that it exists.
    let stop = StopToken::new();
    stop.set();
    let answer = solver.solve(&start, &stop, &mut |_| {});
    (!matches!(answer, Err(SolveError::NoSolver(_)))).then_some(solver)
}

/// Plays a game between our levels. The same number always gives the same game.
pub fn self_played(kind: Kind, number: u64, stop: &StopToken) -> Option<AnyGame> {
    let mut random = number.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ 0x70757a7a6c6573;
    let mut game = AnyGame::new(&Spec::default_for(kind)).ok()?;
    let n_random = 4 + u32::try_from(split_mix(&mut random) % 5).unwrap_or_default();
    game.play_randomly(n_random, &mut random);
    let mut engines: Vec<AnyEngine> = (0..2)
        .map(|_| {
            let level = LEVELS.start() + split_mix(&mut random) % (LEVELS.end() + 1 - LEVELS.start());
            let level = u8::try_from(level)
                .ok()
                .and_then(Level::new)
                .unwrap_or(Level::FULL);
            AnyEngine::new(kind, &Configuration::level(level), split_mix(&mut random))
        })
        .collect();
    while game.outcome().is_none() && game.len() < LONGEST_GAME {
        let engine = &mut engines[game.turn().index()];
        let thought = engine.think(&game, &Limits::default().stopped_by(stop), &mut |_| {})?;
        if stop.is_set() || game.play(&thought.best).is_err() {
            return None;
        }
    }
    Some(game)
}

/// Longer games are cut off.
const LONGEST_GAME: usize = 200;

fn two_best(thought: Thought<String>) -> Option<Verified> {
    let mut lines = thought.lines.into_iter();
    let (best, other) = (lines.next()?, lines.next()?);
    (!best.moves.is_empty() && !other.moves.is_empty()).then_some(Verified { best, other })
}

/// Whether one move is good and the other loses too much.
fn is_clear(game: &AnyGame, best: &Line<String>, other: &Line<String>) -> bool {
    let chance = win_chance(game, best.score);
    chance >= LEAST_CHANCE && chance - win_chance(game, other.score) >= LEAST_LOSS
}

fn puzzle(game: &AnyGame, grade: Option<Level>, Verified { best, other }: Verified) -> Puzzle {
    let score = |line: &Line<String>| {
        if line.is_exact || line.score.plies_to_end().is_some() {
            PuzzleScore::Exact(line.score)
        } else {
            PuzzleScore::Estimate(line.score)
        }
    };
    let lost = win_chance(game, best.score) - win_chance(game, other.score);
    let (best_score, other_score) = (score(&best), score(&other));
    let mut lines = [best.moves, other.moves];
    for line in &mut lines {
        line.truncate(LONGEST_LINE);
    }
    let [solution, other] = lines;
    Puzzle {
        grade,
        position: game.position_text(),
        solution,
        score: best_score,
        other,
        other_score,
        lost: (lost * 100.0).round().clamp(0.0, 100.0) as u8,
    }
}
