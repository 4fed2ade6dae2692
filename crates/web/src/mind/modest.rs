//! A modest player for boards that no engine was made for: other sizes of Othello.
//!
//! It looks a few moves ahead and counts mobility and corners, and discs at the end. It is here so that no
//! board is without an opponent, not to be strong.

use std::time::{Duration, Instant};

use parlor_core::zobrist::split_mix;
use parlor_core::{Color, GameRecord, MoveList, Outcome, PerColor, Score};
use parlor_engine::levels::Level;
use parlor_engine::{Engine, Limits, Line, Options, SearchInfo, Thought, TimeLimit};
use parlor_games::{Cell, Place, Playable};

const CORNER: i32 = 800;
const MOBILITY: i32 = 60;
/// Nodes of the weakest level; each level above has about twice as many.
const WEAKEST_NODES: u64 = 60;

/// The player.
pub(super) struct Modest {
    nodes: u64,
    /// How much a judgement may be off, in hundredths of a disc.
    noise: u32,
    seed: u64,
}

impl Modest {
    /// A player of about this level.
    pub(super) fn of_level(level: Level, seed: u64) -> Modest {
        let number = u32::from(level.number());
        Modest {
            nodes: WEAKEST_NODES << (number - 1),
            noise: (10 - number) * 70,
            seed,
        }
    }
}

/// One search: what it may spend and what it spent.
struct Search<'a, M> {
    limits: &'a Limits<M>,
    nodes: u64,
    most_nodes: u64,
    deadline: Option<Instant>,
    noise: u32,
    seed: u64,
}

impl<M> Search<'_, M> {
    fn is_over(&self) -> bool {
        let late = || self.deadline.is_some_and(|deadline| Instant::now() >= deadline);
        self.nodes >= self.most_nodes
            || self.limits.stop.is_set()
            || (self.nodes.is_multiple_of(64) && late())
    }

    /// The worth of a position to the side to move; nothing when the search must end.
    fn search<G: Playable>(
        &mut self,
        position: &G,
        depth: u32,
        mut alpha: Score,
        beta: Score,
        line: &mut Vec<G::Move>,
    ) -> Option<Score> {
        line.clear();
        self.nodes += 1;
        if let Some(outcome) = position.outcome() {
            return Some(ended(outcome, position.turn(), position.counts()));
        }
        if self.is_over() {
            return None;
        }
        let mut moves = MoveList::new();
        position.legal_moves(&mut moves);
        if depth == 0 {
            return Some(self.judge(position, moves.len()));
        }
        let mut below = Vec::new();
        for mv in moves {
            let mut child = position.clone();
            child.play_unchecked(mv);
            let score = -self.search(&child, depth - 1, -beta, -alpha, &mut below)?;
            if score > alpha {
                alpha = score;
                line.clear();
                line.push(mv);
                line.append(&mut below);
                if alpha >= beta {
                    break;
                }
            }
        }
        Some(alpha)
    }

    fn judge<G: Playable>(&self, position: &G, n_moves: usize) -> Score {
        let (bottom, right) = (position.rows() - 1, position.columns() - 1);
        let corners = [(0, 0), (0, right), (bottom, 0), (bottom, right)];
        let turn = position.turn();
        let corner = |(row, column)| match position.cell(Place { row, column }) {
            Cell::Piece(color) if color == turn => CORNER,
            Cell::Piece(_) => -CORNER,
            Cell::Empty | Cell::Block => 0,
        };
        let held: i32 = corners.into_iter().map(corner).sum();
        let mut state = position.key() ^ self.seed;
        let error = (split_mix(&mut state) % u64::from(2 * self.noise + 1)) as i32 - self.noise as i32;
        Score(held + MOBILITY * n_moves as i32 + error)
    }
}

fn ended(outcome: Outcome, turn: Color, counts: PerColor<u32>) -> Score {
    let lead = counts[Color::Black].abs_diff(counts[Color::White]) as i32;
    match outcome {
        Outcome::Draw => Score::DRAW,
        // By how many discs matters less than that it is won, but it matters.
        Outcome::Win(color) if color == turn => Score(Score::MAX_EVAL.0 - 10_000 + lead * Score::PIECE / 4),
        Outcome::Win(_) => Score(10_000 - Score::MAX_EVAL.0 - lead * Score::PIECE / 4),
    }
}

impl<G: Playable> Engine<G> for Modest {
    fn think(
        &mut self,
        game: &GameRecord<G>,
        limits: &Limits<G::Move>,
        report: &mut dyn FnMut(&SearchInfo<G::Move>),
    ) -> Option<Thought<G::Move>> {
        let began = Instant::now();
        let mut moves = MoveList::new();
        if game.outcome().is_none() {
            game.position().legal_moves(&mut moves);
        }
        let mut best = *moves.first()?;
        let time = match limits.time {
            TimeLimit::Infinite => None,
            TimeLimit::PerMove(time) => Some(time),
            TimeLimit::Clock {
                remaining, increment, ..
            } => Some(remaining / 20 + increment / 2),
        };
        let mut search = Search {
            limits,
            nodes: 0,
            most_nodes: limits.nodes.unwrap_or(self.nodes).min(self.nodes),
            deadline: time.map(|time| began + time.min(Duration::from_secs(3600))),
            noise: self.noise,
            seed: self.seed,
        };
        let mut lines = Vec::new();
        let mut depth = 0;
        // More plies than empty squares find nothing new; a pass or two may lie between.
        let deepest = u32::from(game.position().rows()) * u32::from(game.position().columns());
        while depth < deepest.min(limits.depth.unwrap_or(u32::MAX)) {
            let mut scored: Vec<Line<G::Move>> = Vec::new();
            for &mv in &moves {
                let mut child = game.position().clone();
                child.play_unchecked(mv);
                let mut below = Vec::new();
                let Some(score) = search.search(&child, depth, -Score::INFINITE, Score::INFINITE, &mut below)
                else {
                    break;
                };
                let line = std::iter::once(mv).chain(below).collect();
                scored.push(Line {
                    score: -score,
                    depth: depth + 1,
                    moves: line,
                });
            }
            if scored.len() < moves.len() {
                break;
            }
            depth += 1;
            scored.sort_by_key(|line| std::cmp::Reverse(line.score));
            scored.truncate(limits.multi_pv.max(1));
            best = scored[0].moves[0];
            for (rank, line) in scored.iter().enumerate() {
                report(&SearchInfo {
                    depth,
                    seldepth: depth,
                    rank,
                    score: line.score,
                    bound: parlor_engine::Bound::Exact,
                    nodes: search.nodes,
                    time: began.elapsed(),
                    hash_per_mille: 0,
                    line: line.moves.clone(),
                });
            }
            lines = scored;
        }
        if lines.is_empty() {
            lines.push(Line {
                score: Score::DRAW,
                depth: 0,
                moves: vec![best],
            });
        }
        Some(Thought {
            best,
            lines,
            nodes: search.nodes,
            depth,
            time: began.elapsed(),
        })
    }

    fn new_game(&mut self) {}

    fn set_options(&mut self, _options: &Options) {}
}
