//! The threads on which searches run, in the order of [`scheduling`](parlor_table::scheduling).

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use parlor_core::think::{StopToken, Thought, TimeLimit};
use parlor_games::Kind;
use parlor_players::AnyEngine;
use parlor_table::scheduling::{Order, Queue, Ticket};
use parlor_table::{JobId, PlayerId, Purpose, Resources, TableEvent, ThinkRequest};
use tracing::{debug, error};

use crate::limits::{Lease, Visitor};
use crate::live::TableHandle;
use crate::metrics::{Metrics, purpose_label};
use crate::thinking;

/// How long an analysis runs before it makes way for another one that waits.
const SLICE: Duration = Duration::from_secs(3);

/// The engines of a server.
pub(crate) struct Engines {
    state: Mutex<State>,
    metrics: Arc<Metrics>,
}

struct State {
    queue: Queue,
    searches: HashMap<Ticket, Search>,
    /// The engines of the last analyses, with what they know: a person who goes on to another moment, or back to one, is
    /// answered sooner. The newest last.
    rested: Vec<Rested>,
    /// How many searches that wait keep their engine, which is large.
    n_kept: usize,
    most_kept: usize,
}

/// An engine that has analysed for somebody.
struct Rested {
    person: PlayerId,
    kind: Kind,
    resources: Resources,
    engine: Box<AnyEngine>,
}

impl Rested {
    fn suits(&self, request: &ThinkRequest) -> bool {
        request.purpose == Purpose::Analysis
            && (&self.person, self.kind, self.resources)
                == (&request.asked_by, request.game.kind(), request.resources)
    }
}

/// A search that waits or runs.
struct Search {
    request: Arc<ThinkRequest>,
    stop: StopToken,
    table: TableHandle,
    /// Whether it was stopped in order to go on later.
    makes_way: bool,
    /// How long it has thought.
    spent: Duration,
    since: Instant,
    /// What it knows already, if it was stopped in order to go on later.
    engine: Option<Box<AnyEngine>>,
    _lease: Option<Lease>,
}

impl Engines {
    /// Engines that run this many searches at once.
    pub(crate) fn new(places: usize, metrics: Arc<Metrics>) -> Arc<Engines> {
        Arc::new(Engines {
            state: Mutex::new(State {
                queue: Queue::new(places),
                searches: HashMap::new(),
                rested: Vec::new(),
                n_kept: 0,
                most_kept: places,
            }),
            metrics,
        })
    }

    /// Thinks about what a table asks for as soon as there is a place, and reports the result to the table.
    pub(crate) fn think(
        self: &Arc<Engines>,
        request: ThinkRequest,
        visitor: &Visitor,
        table: TableHandle,
        lease: Option<Lease>,
    ) -> Ticket {
        let mut state = self.state();
        let ticket = state
            .queue
            .add(request.purpose, request.asked_by.clone(), visitor.address);
        let search = Search {
            request: Arc::new(request),
            stop: StopToken::new(),
            table,
            makes_way: false,
            spent: Duration::ZERO,
            since: Instant::now(),
            engine: None,
            _lease: lease,
        };
        state.searches.insert(ticket, search);
        self.go_on(&mut state);
        ticket
    }

    /// Thinks no more about it; the table does not hear of it again.
    pub(crate) fn cancel(self: &Arc<Engines>, ticket: Ticket) {
        let mut state = self.state();
        // A search that runs looks at its flag and finds itself forgotten.
        if let Some(search) = state.searches.remove(&ticket) {
            search.stop.set();
            state.n_kept -= usize::from(search.engine.is_some());
            state.queue.remove_waiting(ticket);
            debug!(
                purpose = purpose_label(search.request.purpose),
                "a search is cancelled"
            );
        }
        self.go_on(&mut state);
    }

    /// Comes to a result at once.
    pub(crate) fn hurry(&self, ticket: Ticket) {
        if let Some(search) = self.state().searches.get(&ticket) {
            search.stop.set();
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        // Nothing that holds the lock can panic half-way.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Does what the queue says.
    fn go_on(self: &Arc<Engines>, state: &mut State) {
        for order in state.queue.next_orders() {
            match order {
                Order::Start(ticket) => {
                    tokio::spawn(Arc::clone(self).run(ticket));
                }
                Order::Preempt(ticket) => make_way(state, ticket),
            }
        }
        for purpose in [Purpose::Move, Purpose::Hint, Purpose::Review, Purpose::Analysis] {
            let (waiting, running) = state.queue.lengths(purpose);
            self.metrics.queue(purpose, waiting, running);
        }
    }

    /// One search from its start until it ends or makes way.
    async fn run(self: Arc<Engines>, ticket: Ticket) {
        let begun = {
            let mut state = self.state();
            let taken = state.searches.get_mut(&ticket).map(|search| {
                self.metrics
                    .search_begun(search.request.purpose, search.since.elapsed());
                (
                    Arc::clone(&search.request),
                    search.stop.clone(),
                    search.table.clone(),
                    search.spent,
                    search.engine.take(),
                )
            });
            if let Some((.., Some(_))) = &taken {
                state.n_kept -= 1;
            }
            taken.map(|(request, stop, table, spent, engine)| {
                let engine = engine.or_else(|| state.rested_for(&request));
                (request, stop, table, spent, engine)
            })
        };
        let Some((request, stop, table, spent, engine)) = begun else {
            return self.ended(ticket);
        };
        let (job, purpose) = (request.job, request.purpose);
        table.tell(TableEvent::Started { job }).await;
        let start = Instant::now();
        let mut thinking = {
            let (request, reports) = (Arc::clone(&request), table.clone());
            tokio::task::spawn_blocking(move || search(&request, &stop, spent, engine, &reports))
        };
        let outcome = loop {
            tokio::select! {
                outcome = &mut thinking => break outcome,
                () = tokio::time::sleep(SLICE), if purpose == Purpose::Analysis => {
                    let mut state = self.state();
                    if let Some(Order::Preempt(ticket)) = state.queue.end_of_slice(ticket) {
                        make_way(&mut state, ticket);
                    }
                }
            }
        };
        self.metrics.thought(purpose, start.elapsed());
        let (thought, engine) = match outcome {
            Ok((thought, engine)) => (thought, Some(engine)),
            Err(failure) => {
                // The panic hook has printed where.
                error!(purpose = purpose_label(purpose), game = request.game.kind().name(), %failure, "a search failed");
                self.metrics.panics.inc();
                (None, None)
            }
        };
        let mut engine = engine;
        if self.has_made_way(ticket, start.elapsed(), &mut engine) {
            return;
        }
        let is_wanted = {
            let mut state = self.state();
            if let Some(engine) = engine.filter(|_| purpose == Purpose::Analysis) {
                state.rest(&request, engine);
            }
            state.searches.remove(&ticket).is_some()
        };
        self.ended(ticket);
        if is_wanted {
            table.tell(TableEvent::Thought { job, thought }).await;
        }
    }

    /// Puts a search back that was stopped in order to go on later.
    fn has_made_way(
        self: &Arc<Engines>,
        ticket: Ticket,
        spent: Duration,
        engine: &mut Option<Box<AnyEngine>>,
    ) -> bool {
        let mut state = self.state();
        let may_keep = state.n_kept < state.most_kept;
        let Some(search) = state.searches.get_mut(&ticket).filter(|search| search.makes_way) else {
            return false;
        };
        search.makes_way = false;
        search.stop = StopToken::new();
        search.spent += spent;
        search.since = Instant::now();
        search.engine = engine.take().filter(|_| may_keep);
        let is_kept = search.engine.is_some();
        state.n_kept += usize::from(is_kept);
        state.queue.put_back(ticket);
        self.go_on(&mut state);
        true
    }

    fn ended(self: &Arc<Engines>, ticket: Ticket) {
        let mut state = self.state();
        state.queue.remove(ticket);
        self.go_on(&mut state);
    }
}

impl State {
    /// The engine that last analysed for this person, if it is still there.
    fn rested_for(&mut self, request: &ThinkRequest) -> Option<Box<AnyEngine>> {
        let index = self.rested.iter().rposition(|rested| rested.suits(request))?;
        Some(self.rested.remove(index).engine)
    }

    /// Keeps an engine for the next analysis of the same person.
    fn rest(&mut self, request: &ThinkRequest, engine: Box<AnyEngine>) {
        if self.rested.len() >= self.most_kept {
            self.rested.remove(0);
        }
        self.rested.push(Rested {
            person: request.asked_by.clone(),
            kind: request.game.kind(),
            resources: request.resources,
            engine,
        });
    }
}

fn make_way(state: &mut State, ticket: Ticket) {
    if let Some(search) = state.searches.get_mut(&ticket) {
        search.makes_way = true;
        search.stop.set();
    }
}

/// Thinks on this thread, for the time that is left.
fn search(
    request: &ThinkRequest,
    stop: &StopToken,
    spent: Duration,
    engine: Option<Box<AnyEngine>>,
    table: &TableHandle,
) -> (Option<Thought<String>>, Box<AnyEngine>) {
    let mut engine = engine.unwrap_or_else(|| Box::new(thinking::engine(request)));
    let mut limits = request.limits.clone();
    if let TimeLimit::PerMove(time) = &mut limits.time {
        *time = time.saturating_sub(spent);
    }
    let job: JobId = request.job;
    let thought = thinking::think(&mut engine, request, &limits, stop, &mut |report| {
        // A table that is behind hears the next report instead.
        let report = report.clone();
        table.try_tell(TableEvent::Reported { job, report });
    });
    (thought, engine)
}
