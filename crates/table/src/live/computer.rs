//! The computer's moves: when it thinks, about what, and when its move is played.

use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};
use std::time::Duration;

use parlor_core::think::{Limits, Thought, TimeLimit};

use super::{LiveTable, MoveJob, TableAction};
use crate::Timestamp;
use crate::think::{JobId, Purpose, Resources, ThinkRequest, Thinker};

/// How often in a row the engine may fail before any legal move is played in its place.
const MOST_FAILURES: u32 = 2;

impl LiveTable {
    /// Handles the start of a search. If it is for the computer's move, its clock runs from now on.
    pub(super) fn started(&mut self, job: JobId, now: Timestamp, out: &mut Vec<TableAction>) {
        let is_move = self.thinking.as_ref().is_some_and(|thinking| thinking.job == job);
        if is_move && self.table.clock().is_some() {
            self.table.computer_thinks(true, now);
            self.show(now, out);
        }
    }

    pub(super) fn thought(
        &mut self,
        job: JobId,
        thought: Option<Thought<String>>,
        now: Timestamp,
        out: &mut Vec<TableAction>,
    ) {
        match &mut self.thinking {
            Some(thinking) if thinking.job == job => match thought {
                Some(thought) => {
                    thinking.chosen = Some(thought.best);
                    self.n_failures = 0;
                    self.table.computer_thinks(false, now);
                    self.play_chosen(now, out);
                }
                None => self.failed_to_move(now, out),
            },
            _ => self.advised(job, thought, out),
        }
    }

    /// Handles a failed search. The engine may try again, but not so often that players wait for ever.
    fn failed_to_move(&mut self, now: Timestamp, out: &mut Vec<TableAction>) {
        self.thinking = None;
        self.table.computer_thinks(false, now);
        self.n_failures += 1;
        if self.n_failures > MOST_FAILURES {
            self.n_failures = 0;
            let length = self.table.game().len();
            let any = self.table.game().legal_moves().into_iter().next();
            let played = any.is_some_and(|mv| self.table.play_for_machine(length, &mv.text, now).is_ok());
            if played {
                self.last_move = now;
            }
        }
        self.publish(now, Vec::new(), out);
    }

    /// Plays the computer's move, unless it is too soon after the last move for people to follow.
    pub(super) fn play_chosen(&mut self, now: Timestamp, out: &mut Vec<TableAction>) {
        if now < self.last_move + self.pace {
            return;
        }
        let Some(text) = self.thinking.as_mut().and_then(|job| job.chosen.take()) else {
            return;
        };
        self.thinking = None;
        let length = self.table.game().len();
        if self.table.play_for_machine(length, &text, now).is_ok() {
            self.last_move = now;
        }
        self.publish(now, Vec::new(), out);
    }

    /// Starts a search if it is the computer's turn and there are watchers. Otherwise stops a running one.
    pub(super) fn think(&mut self, now: Timestamp, out: &mut Vec<TableAction>) {
        let level = self
            .table
            .computer_to_move()
            .filter(|_| !self.watchers.is_empty() && !self.deleted);
        let Some(level) = level else {
            return self.stop_thinking(now, out);
        };
        let game = self.table.game();
        let about = (game.len(), level, game.turn());
        if self.thinking.as_ref().is_some_and(|job| job.about == about) {
            return;
        }
        self.stop_thinking(now, out);
        let job = self.next_job();
        let game = self.table.game().clone();
        let time = self
            .table
            .clock()
            .map_or(TimeLimit::Infinite, |clock| TimeLimit::Clock {
                remaining: clock.left(game.turn(), now),
                increment: Duration::from_secs(clock.setup().increment.into()),
                moves_to_go: None,
            });
        let mut hasher = DefaultHasher::new();
        self.table.id().hash(&mut hasher);
        self.thinking = Some(MoveJob {
            job,
            about,
            chosen: None,
        });
        out.push(TableAction::Think(Box::new(ThinkRequest {
            job,
            purpose: Purpose::Move,
            asked_by: self.table.creator().clone(),
            game,
            thinker: Thinker::Level {
                level,
                seed: hasher.finish(),
            },
            limits: Limits {
                time,
                ..Limits::default()
            },
            resources: Resources::default(),
            reports: false,
        })));
    }

    pub(super) fn stop_thinking(&mut self, now: Timestamp, out: &mut Vec<TableAction>) {
        let Some(thinking) = self.thinking.take() else {
            return;
        };
        if thinking.chosen.is_none() {
            out.push(TableAction::Cancel(thinking.job));
        }
        // If a person moves instead, their clock is already running.
        if self.table.computer_to_move().is_some() {
            self.table.computer_thinks(false, now);
        }
    }
}
