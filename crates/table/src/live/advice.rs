//! Help from the engine: hints, analysis and reviews, each for one person.

use std::time::Duration;

use parlor_core::Score;
use parlor_core::think::{Limits, Report, Thought};
use parlor_games::AnyGame;
use parlor_players::judge;

use super::attempt::{Attempt, AttemptStep};
use super::comparison::Comparison;
use super::review::{NextStep, Review, Step};
use super::{ConnectionId, LiveTable, TableAction, WantedAnalysis, Watcher};
use crate::think::{JobId, Purpose, Resources, ThinkRequest, Thinker};
use crate::views;
use crate::wire::{Assessment, Moment, Permissions, Refusal, ServerMessage};

/// The maximum time of a hint.
const HINT_TIME: Duration = Duration::from_millis(1200);
/// The number of nodes for each moment of a review.
const REVIEW_NODES: u64 = 120_000;

/// Advice from the engine for one person.
#[derive(Clone, Debug)]
pub(super) struct Advice {
    asked_by: Watcher,
    job: JobId,
    topic: Topic,
}

#[derive(Clone, Debug)]
enum Topic {
    Hint(Box<AnyGame>),
    Analysis(Box<Comparison>),
    Review(Box<Review>),
    Attempt(Box<Attempt>),
}

impl Advice {
    /// Returns the connection that asked for it.
    pub(super) fn connection(&self) -> ConnectionId {
        self.asked_by.connection
    }

    /// Returns whether it is this kind of advice for this connection.
    pub(super) fn is(&self, connection: ConnectionId, purpose: Purpose) -> bool {
        let own = match self.topic {
            // A person waits for either, and asks for only one of them at a time.
            Topic::Hint(_) | Topic::Attempt(_) => Purpose::Hint,
            Topic::Analysis(_) => Purpose::Analysis,
            Topic::Review(_) => Purpose::Review,
        };
        self.connection() == connection && own == purpose
    }
}

impl LiveTable {
    /// Cancels advice that is no longer wanted.
    pub(super) fn end_advice(&mut self, unwanted: impl Fn(&Advice) -> bool, out: &mut Vec<TableAction>) {
        self.advice.retain(|advice| {
            if unwanted(advice) {
                out.push(TableAction::Cancel(advice.job));
            }
            !unwanted(advice)
        });
    }

    pub(super) fn hint(&mut self, watcher: &Watcher, out: &mut Vec<TableAction>) {
        if !self.admit_request(watcher, Purpose::Hint, |may| may.hint, out) {
            return;
        }
        let topic = Topic::Hint(Box::new(self.table.game().clone()));
        self.begin_advice(watcher, topic, self.table.game().clone(), out);
    }

    pub(super) fn analyse(
        &mut self,
        watcher: &Watcher,
        at: Moment,
        wanted: WantedAnalysis,
        out: &mut Vec<TableAction>,
    ) {
        let allowed = self.admit_request(watcher, Purpose::Analysis, |may| may.analyse, out);
        let Some(game) = self.table.game_at(at).filter(|_| allowed) else {
            return;
        };
        let topic = Topic::Analysis(Box::new(Comparison::new(game.clone(), at, wanted)));
        self.begin_advice(watcher, topic, game, out);
    }

    pub(super) fn review(&mut self, watcher: &Watcher, out: &mut Vec<TableAction>) {
        if !self.admit_request(watcher, Purpose::Review, |may| may.analyse, out) {
            return;
        }
        let (review, step) = Review::begin(self.table.game().clone());
        self.continue_review(watcher, review, step, out);
    }

    /// Judges a move that could have been played instead of one of the game.
    pub(super) fn attempt(&mut self, watcher: &Watcher, ply: u32, text: &str, out: &mut Vec<TableAction>) {
        if !self.admit_request(watcher, Purpose::Hint, |may| may.analyse, out) {
            return;
        }
        let game = self.table.game_at(Moment { ply, node: None });
        match game.and_then(|game| Attempt::begin(game, text)) {
            Some((attempt, first)) => {
                self.begin_advice(watcher, Topic::Attempt(Box::new(attempt)), first, out)
            }
            None => out.push(super::refused(watcher.connection, Refusal::Stale)),
        }
    }

    /// Cancels this person's earlier request for the same purpose, and returns whether they may make another one.
    fn admit_request(
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
            Topic::Analysis(comparison) => (Purpose::Analysis, comparison.limits()),
            Topic::Review(_) => (Purpose::Review, Limits::nodes(REVIEW_NODES)),
            Topic::Attempt(_) => (Purpose::Hint, Limits::nodes(REVIEW_NODES)),
        };
        let resources = match &topic {
            Topic::Analysis(comparison) => comparison.resources(),
            _ => Resources::default(),
        };
        out.push(TableAction::Think(Box::new(ThinkRequest {
            job,
            purpose,
            asked_by: watcher.player.clone(),
            game,
            thinker: Thinker::Full,
            limits,
            resources,
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

    /// Handles the end of a search for advice.
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
            Topic::Analysis(mut comparison) => {
                let (analysis, goes_on) = comparison.thought(thought.as_ref());
                out.push(tell(&asked_by, ServerMessage::Analysis(analysis)));
                if goes_on {
                    let game = comparison.game().clone();
                    self.begin_advice(&asked_by, Topic::Analysis(comparison), game, out);
                }
            }
            Topic::Attempt(mut attempt) => match thought.and_then(|thought| attempt.judged(&thought)) {
                Some(AttemptStep::Judge(game)) => {
                    self.begin_advice(&asked_by, Topic::Attempt(attempt), *game, out);
                }
                Some(AttemptStep::Done(judged)) => out.push(tell(&asked_by, ServerMessage::Judged(judged))),
                None => out.push(super::refused(asked_by.connection, Refusal::Failed)),
            },
            Topic::Review(mut review) => {
                // A failed search ends the review, because half a review is useless.
                let Some(thought) = thought else { return };
                let step = review.judged(&thought);
                self.continue_review(&asked_by, *review, step, out);
            }
        }
    }

    /// Sends the review's new findings, and searches the previous moment if there is one.
    fn continue_review(
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

/// Returns the engine's move and its assessment.
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
        // By chances and not by pieces: a piece means a lot in one game and little in another.
        None => match judge::win_chance(game, score) {
            chance if chance < 0.15 => Assessment::Difficult,
            chance if chance < 0.35 => Assessment::Behind,
            chance if chance <= 0.65 => Assessment::Balanced,
            chance if chance <= 0.85 => Assessment::Ahead,
            _ => Assessment::ClearAdvantage,
        },
    }
}
