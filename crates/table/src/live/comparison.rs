//! A comparison of the moves of a position.
//!
//! Two searches follow each other: a short, shallow one that gives every move a value, and one that explores the
//! best lines until it is stopped. The results of the first remain until the second has better ones.

use std::time::Duration;

use parlor_core::Score;
use parlor_core::think::{Limits, Report, Thought, TimeLimit};
use parlor_games::{AnyGame, Cell, MoveView};
use parlor_players::plies_to_solve;

use super::WantedAnalysis;
use crate::scores::score_view;
use crate::think::Resources;
use crate::views;
use crate::wire::{Analysis, AnalysisLine, EndSeen, Moment, MoveValue};

/// The time after which an analysis ends if it is not stopped.
const LONGEST_ANALYSIS: Duration = Duration::from_secs(3600);
/// The depth to which every move is searched before the best ones, and the maximum time.
const VALUES_DEPTH: u32 = 12;
const VALUES_TIME: Duration = Duration::from_millis(2500);
/// With at most this many empty squares, every move is searched to the depth of the empty squares. If the game ends
/// when the board is full, that is its end, and the values are proven.
const SOLVED_AT_MOST: usize = 16;
/// With at most this many plies left, the best line is solved first, with reports of its confidence on the way;
/// then the other lines.
const SOLVED_LATER: u32 = 24;

/// The state of a comparison of the moves of a position.
#[derive(Clone, Debug)]
pub(super) struct Comparison {
    game: AnyGame,
    legal: Vec<MoveView>,
    wanted: WantedAnalysis,
    phase: Phase,
    /// The number of plies to the end, if a solver can reach it.
    to_end: Option<u32>,
    collected: Vec<Report<String>>,
    /// The depth that the running search has reported.
    depth: u32,
    last: Analysis,
}

/// The purpose of a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Phase {
    /// Give every move a value.
    Values,
    /// Solve the best line.
    Solve,
    /// Explore the best lines.
    Lines,
}

impl Comparison {
    pub(super) fn new(game: AnyGame, at: Moment, wanted: WantedAnalysis) -> Comparison {
        let legal = game.legal_moves();
        let mut comparison = Comparison {
            phase: Phase::Lines,
            to_end: plies_to_solve(&game),
            game,
            legal,
            wanted,
            collected: Vec::new(),
            depth: 0,
            last: Analysis {
                at,
                depth: 0,
                nodes: 0,
                speed: 0,
                lines: Vec::new(),
                values: Vec::new(),
                done: false,
                end: None,
            },
        };
        let is_shallow = comparison.n_lines() < comparison.legal.len() || comparison.n_left().is_some();
        if wanted.values && is_shallow {
            comparison.phase = Phase::Values;
        } else if comparison.solves() {
            comparison.phase = Phase::Solve;
        }
        comparison
    }

    /// Returns whether to solve the best line before the others. With a single line or a time limit, the engine
    /// itself decides what to solve.
    fn solves(&self) -> bool {
        let is_near = self.to_end.is_some_and(|plies| plies <= SOLVED_LATER);
        is_near && self.wanted.seconds.is_none() && self.n_lines() > 1
    }

    /// Returns the position.
    pub(super) fn game(&self) -> &AnyGame {
        &self.game
    }

    /// Returns the settings of the search.
    pub(super) fn resources(&self) -> Resources {
        self.wanted.resources
    }

    /// Returns the limits of the next search.
    pub(super) fn limits(&self) -> Limits<String> {
        if self.phase == Phase::Values {
            let (depth, time) = match self.n_left() {
                Some(squares) => (squares as u32, TimeLimit::UntilStopped),
                None => (VALUES_DEPTH, TimeLimit::PerMove(VALUES_TIME)),
            };
            return Limits {
                depth: Some(depth),
                multi_pv: self.legal.len().max(1),
                time,
                ..Limits::default()
            };
        }
        if self.solves() {
            return Limits {
                depth: self.to_end,
                multi_pv: self.n_collected().max(1),
                time: TimeLimit::UntilStopped,
                ..Limits::default()
            };
        }
        let wanted = self
            .wanted
            .seconds
            .map(|seconds| Duration::from_secs(seconds.into()));
        let time = wanted.map_or(LONGEST_ANALYSIS, |time| time.min(LONGEST_ANALYSIS));
        Limits {
            multi_pv: self.n_lines().max(1),
            time: TimeLimit::PerMove(time),
            ..Limits::default()
        }
    }

    /// Returns the number of empty squares if it is small enough to solve every move.
    fn n_left(&self) -> Option<usize> {
        let n_empty = self
            .game
            .cells()
            .iter()
            .filter(|cell| **cell == Cell::Empty)
            .count();
        (1..=SOLVED_AT_MOST).contains(&n_empty).then_some(n_empty)
    }

    /// Returns the number of best lines to compare.
    fn n_lines(&self) -> usize {
        match usize::from(self.wanted.lines) {
            0 => self.legal.len(),
            lines => lines.min(self.legal.len()),
        }
    }

    fn n_collected(&self) -> usize {
        match self.phase {
            Phase::Values => self.legal.len(),
            Phase::Solve => 1,
            Phase::Lines => self.n_lines(),
        }
    }

    /// Returns the analysis to show after one more report, if there is news. Partial comparisons are not shown: the
    /// lines of one depth appear together.
    pub(super) fn with(&mut self, report: &Report<String>) -> Option<Analysis> {
        let rank = report.rank;
        // A preempted analysis starts from depth 1 again. Its reports are skipped until they are as deep as before.
        if report.depth < self.depth {
            return None;
        }
        if rank == 0
            || self
                .collected
                .first()
                .is_some_and(|first| first.depth != report.depth)
        {
            self.collected.truncate(rank);
        }
        if rank > self.collected.len() {
            return None;
        }
        self.collected.truncate(rank);
        self.collected.push(report.clone());
        if self.collected.len() < self.n_collected() {
            return None;
        }
        self.depth = report.depth;
        let collected = std::mem::take(&mut self.collected);
        let is_news = self.learn(
            report.depth,
            collected.iter().map(|one| Found {
                score: one.score,
                is_exact: one.is_exact,
                confidence: one.confidence,
                depth: one.depth,
                moves: &one.line,
            }),
        );
        self.collected = collected;
        is_news.then(|| {
            self.last.nodes = report.nodes;
            self.last.speed = report.nodes_per_second();
            self.last.clone()
        })
    }

    /// Handles the end or failure of a search. Returns the analysis to show, and whether another search
    /// follows.
    pub(super) fn thought(&mut self, thought: Option<&Thought<String>>) -> (Analysis, bool) {
        // A search that proves a result may have reported only its best line.
        if let Some(thought) = thought.filter(|thought| thought.lines.len() >= self.n_collected()) {
            self.last.nodes = thought.nodes;
            self.last.speed = thought.nodes_per_second();
            self.learn(
                thought.depth.max(self.depth),
                thought.lines.iter().map(|line| Found {
                    score: line.score,
                    is_exact: line.is_exact,
                    confidence: line.confidence,
                    depth: line.depth,
                    moves: &line.moves,
                }),
            );
        }
        let n_exact = self.last.values.iter().filter(|value| value.exact).count();
        let is_proven = n_exact > 0 && n_exact == self.legal.len();
        let goes_on = self.phase != Phase::Lines && thought.is_some() && !is_proven;
        self.phase = match self.phase {
            Phase::Values if self.solves() => Phase::Solve,
            _ => Phase::Lines,
        };
        self.collected.clear();
        self.depth = 0;
        self.last.done = !goes_on;
        (self.last.clone(), goes_on)
    }

    /// Takes over what is better than the known results. Returns whether anything is: the second search repeats the
    /// depths of the first.
    fn learn<'a>(&mut self, depth: u32, found: impl Iterator<Item = Found<'a>>) -> bool {
        let found: Vec<Found<'a>> = found.collect();
        let mut is_news = depth >= self.last.depth;
        if is_news {
            self.last.depth = depth;
            let lines = found.iter().take(self.n_lines().max(1));
            let mut lines: Vec<AnalysisLine> = lines.filter_map(|one| self.line(one)).collect();
            if self.phase == Phase::Solve {
                // The other lines keep their earlier scores.
                let is_new = |line: &AnalysisLine| lines.iter().all(|new| new.mv.text != line.mv.text);
                let others: Vec<AnalysisLine> = self
                    .last
                    .lines
                    .iter()
                    .filter(|&line| is_new(line))
                    .cloned()
                    .collect();
                lines.extend(others);
                lines.truncate(self.n_lines());
            }
            self.last.lines = lines;
            self.last.end = self.end(found.first());
        }
        for one in &found {
            let Some(value) = self.value(one) else { continue };
            let is_better = |known: &MoveValue| known.exact || known.depth > value.depth;
            match self.last.values.iter_mut().find(|known| known.text == value.text) {
                Some(known) if is_better(known) && !value.exact => continue,
                Some(known) if *known == value => continue,
                Some(known) => *known = value,
                None => self.last.values.push(value),
            }
            is_news = true;
        }
        is_news
    }

    /// Returns the confidence that the best line's score is that of the end of the game.
    fn end(&self, best: Option<&Found<'_>>) -> Option<EndSeen> {
        let (plies, best) = (self.to_end?, best?);
        let percent = if best.is_exact { 100 } else { best.confidence? };
        Some(EndSeen { plies, percent })
    }

    fn line(&self, found: &Found<'_>) -> Option<AnalysisLine> {
        let mv = self.first(found)?;
        Some(AnalysisLine {
            score: score_view(&self.game, found.score),
            mv: views::move_info(&self.game, mv),
            moves: found.moves.to_vec(),
            exact: found.is_exact,
            percent: found.confidence.filter(|_| !found.is_exact),
        })
    }

    fn value(&self, found: &Found<'_>) -> Option<MoveValue> {
        let info = views::move_info(&self.game, self.first(found)?);
        Some(MoveValue {
            text: info.text,
            origins: info.origins,
            target: info.target,
            score: score_view(&self.game, found.score),
            depth: found.depth,
            exact: found.is_exact,
        })
    }

    fn first(&self, found: &Found<'_>) -> Option<&MoveView> {
        let first = found.moves.first()?;
        self.legal.iter().find(|mv| mv.text == *first)
    }
}

/// A line that a search has found.
struct Found<'a> {
    score: Score,
    is_exact: bool,
    confidence: Option<u8>,
    depth: u32,
    moves: &'a [String],
}
