//! Help from the engine: hints, analysis and reviews, each a conversation of one person with it.

use std::time::Duration;

use parlor_core::Score;
use parlor_core::think::{Limits, Report, Thought};
use parlor_games::AnyGame;
use parlor_players::judge;

use super::review::{NextStep, Review, Step};
use super::{ConnectionId, LiveTable, TableAction, Watcher};
use crate::scores::score_view;
use crate::think::{JobId, Purpose, ThinkRequest, Thinker};
use crate::views;
use crate::wire::{Analysis, AnalysisLine, Assessment, Permissions, Refusal, ServerMessage};

/// An analysis that nobody stops ends after this.
const LONGEST_ANALYSIS: Duration = Duration::from_secs(120);
/// How long a hint takes at most.
const HINT_TIME: Duration = Duration::from_millis(1200);
/// The most best moves that are compared.
const MOST_LINES: usize = 5;
/// How much a review thinks about each moment.
const REVIEW_NODES: u64 = 120_000;

/// Something that the engine is to say to somebody.
#[derive(Clone, Debug)]
pub(super) struct Advice {
    asked_by: Watcher,
    job: JobId,
    topic: Topic,
}

#[derive(Clone, Debug)]
enum Topic {
    Hint(AnyGame),
    Analysis(Comparison),
    Review(Box<Review>),
}

impl Advice {
    /// Who asked for it.
    pub(super) fn connection(&self) -> ConnectionId {
        self.asked_by.connection
    }

    /// Whether it is this kind of advice for this connection.
    pub(super) fn is(&self, connection: ConnectionId, purpose: Purpose) -> bool {
        let own = match self.topic {
            Topic::Hint(_) => Purpose::Hint,
            Topic::Analysis(_) => Purpose::Analysis,
            Topic::Review(_) => Purpose::Review,
        };
        self.connection() == connection && own == purpose
    }
}

/// The best moves of a position while they are being compared.
#[derive(Clone, Debug)]
struct Comparison {
    game: AnyGame,
    n_lines: usize,
    collected: Vec<Report<String>>,
    last: Analysis,
}

impl Comparison {
    fn new(game: AnyGame, ply: u32, lines: usize) -> Comparison {
        Comparison {
            n_lines: lines.min(game.legal_moves().len()),
            game,
            collected: Vec::new(),
            last: Analysis {
                ply,
                depth: 0,
                nodes: 0,
                speed: 0,
                lines: Vec::new(),
                done: false,
            },
        }
    }

    /// What there is to say with one more report. Half a comparison is not shown: the lines of one depth come
    /// together.
    fn with(&mut self, report: &Report<String>) -> Option<Analysis> {
        let rank = report.rank;
        // An analysis that had to make way begins anew, and soon knows more than before.
        if report.depth < self.last.depth && !self.last.lines.is_empty() {
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
        self.last.depth = report.depth;
        self.last.nodes = report.nodes;
        self.last.speed = report.nodes_per_second();
        self.collected.push(report.clone());
        if self.collected.len() < self.n_lines {
            return None;
        }
        self.last.lines = self.collected.iter().filter_map(|one| self.line(one)).collect();
        Some(self.last.clone())
    }

    fn line(&self, report: &Report<String>) -> Option<AnalysisLine> {
        let first = report.line.first()?;
        let mv = self.game.legal_moves().into_iter().find(|mv| mv.text == *first)?;
        Some(AnalysisLine {
            score: score_view(&self.game, report.score),
            mv: views::move_info(&self.game, &mv),
            moves: report.line.clone(),
        })
    }
}

impl LiveTable {
    /// Gives up advice that nobody wants any more.
    pub(super) fn end_advice(&mut self, unwanted: impl Fn(&Advice) -> bool, out: &mut Vec<TableAction>) {
        self.advice.retain(|advice| {
            if unwanted(advice) {
                out.push(TableAction::Cancel(advice.job));
            }
            !unwanted(advice)
        });
    }

    pub(super) fn hint(&mut self, watcher: &Watcher, out: &mut Vec<TableAction>) {
        if !self.may_be_helped(watcher, Purpose::Hint, |may| may.hint, out) {
            return;
        }
        let topic = Topic::Hint(self.table.game().clone());
        self.begin_advice(watcher, topic, self.table.game().clone(), out);
    }

    pub(super) fn analyse(&mut self, watcher: &Watcher, ply: u32, lines: u8, out: &mut Vec<TableAction>) {
        let allowed = self.may_be_helped(watcher, Purpose::Analysis, |may| may.analyse, out);
        let mut game = self.table.game().clone();
        if !allowed || ply as usize > game.len() {
            return;
        }
        while game.len() > ply as usize && game.undo() {}
        let lines = usize::from(lines).clamp(1, MOST_LINES);
        let topic = Topic::Analysis(Comparison::new(game.clone(), ply, lines));
        self.begin_advice(watcher, topic, game, out);
    }

    pub(super) fn review(&mut self, watcher: &Watcher, out: &mut Vec<TableAction>) {
        if !self.may_be_helped(watcher, Purpose::Review, |may| may.analyse, out) {
            return;
        }
        let (review, step) = Review::begin(self.table.game().clone());
        self.go_on_reviewing(watcher, review, step, out);
    }

    /// Ends what this person has asked for before, and says whether they may ask again.
    fn may_be_helped(
        &mut self,
        watcher: &Watcher,
        purpose: Purpose,
        allowed: impl Fn(&Permissions) -> bool,
        out: &mut Vec<TableAction>,
    ) -> bool {
        self.end_advice(|advice| advice.is(watcher.connection, purpose), out);
        let allowed = allowed(&self.table.may(&watcher.player));
        if !allowed {
            out.push(super::refused(watcher.connection, Refusal::NoHelp));
        }
        allowed
    }

    fn begin_advice(&mut self, watcher: &Watcher, topic: Topic, game: AnyGame, out: &mut Vec<TableAction>) {
        let job = self.next_job();
        let (purpose, limits) = match &topic {
            Topic::Hint(_) => (Purpose::Hint, Limits::time(HINT_TIME)),
            Topic::Analysis(comparison) => (
                Purpose::Analysis,
                Limits {
                    multi_pv: comparison.n_lines.max(1),
                    ..Limits::time(LONGEST_ANALYSIS)
                },
            ),
            Topic::Review(_) => (Purpose::Review, Limits::nodes(REVIEW_NODES)),
        };
        out.push(TableAction::Think(Box::new(ThinkRequest {
            job,
            purpose,
            asked_by: watcher.player.clone(),
            game,
            thinker: Thinker::Full,
            limits,
            reports: purpose == Purpose::Analysis,
        })));
        self.advice.push(Advice {
            asked_by: watcher.clone(),
            job,
            topic,
        });
    }

    pub(super) fn reported(&mut self, job: JobId, report: &Report<String>, out: &mut Vec<TableAction>) {
        let Some(advice) = self.advice.iter_mut().find(|advice| advice.job == job) else {
            return;
        };
        if let Topic::Analysis(comparison) = &mut advice.topic
            && let Some(analysis) = comparison.with(report)
        {
            out.push(tell(&advice.asked_by, ServerMessage::Analysis(analysis)));
        }
    }

    /// A search for somebody has come to its end.
    pub(super) fn advised(
        &mut self,
        job: JobId,
        thought: Option<Thought<String>>,
        out: &mut Vec<TableAction>,
    ) {
        let Some(index) = self.advice.iter().position(|advice| advice.job == job) else {
            return;
        };
        let Advice { asked_by, topic, .. } = self.advice.remove(index);
        match topic {
            Topic::Hint(game) => {
                if let Some(message) = thought.and_then(|thought| hint(&game, &thought)) {
                    out.push(tell(&asked_by, message));
                }
            }
            Topic::Analysis(comparison) => {
                let last = Analysis {
                    done: true,
                    ..comparison.last
                };
                out.push(tell(&asked_by, ServerMessage::Analysis(last)));
            }
            Topic::Review(mut review) => {
                // A search that failed ends the review: half a story is none.
                let Some(thought) = thought else { return };
                let step = review.judged(&thought);
                self.go_on_reviewing(&asked_by, *review, step, out);
            }
        }
    }

    /// Tells what the review has found and thinks about the moment before, if there is one.
    fn go_on_reviewing(
        &mut self,
        asked_by: &Watcher,
        review: Review,
        step: Step,
        out: &mut Vec<TableAction>,
    ) {
        for reviewed in step.found {
            out.push(tell(asked_by, ServerMessage::Reviewed(reviewed)));
        }
        match step.then {
            NextStep::Judge(game) => self.begin_advice(asked_by, Topic::Review(Box::new(review)), game, out),
            NextStep::Done(summary) => out.push(tell(asked_by, ServerMessage::ReviewDone(summary))),
        }
    }
}

fn tell(watcher: &Watcher, message: ServerMessage) -> TableAction {
    TableAction::Tell {
        connection: watcher.connection,
        message: Box::new(message),
    }
}

/// What the engine would play, and what it thinks of it.
fn hint(game: &AnyGame, thought: &Thought<String>) -> Option<ServerMessage> {
    let best = game
        .legal_moves()
        .into_iter()
        .find(|mv| mv.text == thought.best)?;
    Some(ServerMessage::Hint {
        ply: game.len() as u32,
        mv: views::move_info(game, &best),
        why: outlook(game, thought.score()),
    })
}

fn outlook(game: &AnyGame, score: Score) -> Assessment {
    match score.plies_to_end() {
        Some(plies) if score.is_win() => Assessment::Wins {
            plies: plies.unsigned_abs(),
        },
        Some(plies) => Assessment::Lost {
            plies: plies.unsigned_abs(),
        },
        // By chances and not by pieces: a piece means much in one game and nothing in another.
        None => match judge::win_chance(game, score) {
            chance if chance < 0.15 => Assessment::Difficult,
            chance if chance < 0.35 => Assessment::Behind,
            chance if chance <= 0.65 => Assessment::Balanced,
            chance if chance <= 0.85 => Assessment::Ahead,
            _ => Assessment::ClearAdvantage,
        },
    }
}
