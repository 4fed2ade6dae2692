//! Runs searches on threads, in the order of [`scheduling`](parlor_table::scheduling).

use std::collections::{HashMap, HashSet};
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

/// How long an analysis runs before a waiting one preempts it.
const SLICE: Duration = Duration::from_secs(3);

/// The engines of a server.
pub(crate) struct Engines {
    state: Mutex<State>,
    metrics: Arc<Metrics>,
}

struct State {
    queue: Queue,
    searches: HashMap<Ticket, Search>,
    /// The engines of the last analyses with their transposition tables, newest last. A person who moves on to
    /// another position, or back to one, gets answers sooner.
    idle: Vec<IdleEngine>,
    /// The number of waiting searches that keep their engine. Engines are large.
    n_kept: usize,
    most_kept: usize,
    /// The games whose weights have been read.
    prepared: HashSet<Kind>,
}

/// An engine that has finished an analysis for a person.
struct IdleEngine {
    person: PlayerId,
    kind: Kind,
    resources: Resources,
    engine: Box<AnyEngine>,
}

impl IdleEngine {
    fn suits(&self, request: &ThinkRequest) -> bool {
        request.purpose == Purpose::Analysis
            && (&self.person, self.kind, self.resources)
                == (&request.asked_by, request.game.kind(), request.resources)
    }
}

/// A waiting or running search.
struct Search {
    request: Arc<ThinkRequest>,
    stop: StopToken,
    table: TableHandle,
    /// Whether it was stopped in order to continue later.
    is_preempted: bool,
    /// The time it has searched so far.
    spent: Duration,
    since: Instant,
    /// Its engine, if it was stopped in order to continue later.
    engine: Option<Box<AnyEngine>>,
    _lease: Option<Lease>,
}

impl Engines {
    /// Creates engines that run this many searches at once.
    pub(crate) fn new(places: usize, metrics: Arc<Metrics>) -> Arc<Engines> {
        Arc::new(Engines {
            state: Mutex::new(State {
                queue: Queue::new(places),
                searches: HashMap::new(),
                idle: Vec::new(),
                n_kept: 0,
                most_kept: places,
                prepared: HashSet::new(),
            }),
            metrics,
        })
    }

    /// Queues a search for a table. Its result goes to the table.
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
            is_preempted: false,
            spent: Duration::ZERO,
            since: Instant::now(),
            engine: None,
            _lease: lease,
        };
        state.searches.insert(ticket, search);
        self.follow_queue(&mut state);
        ticket
    }

    /// Reads the weights of a game in the background, so that the first search does not have to wait for them.
    pub(crate) fn prepare(&self, kind: Kind) {
        if self.state().prepared.insert(kind) {
            // Not a task of the runtime, which would wait for it at its end.
            std::thread::spawn(move || thinking::prepare(kind));
        }
    }

    /// Cancels a search. The table receives nothing more from it.
    pub(crate) fn cancel(self: &Arc<Engines>, ticket: Ticket) {
        let mut state = self.state();
        // A running search checks its stop token, and then finds that it has been removed.
        if let Some(search) = state.searches.remove(&ticket) {
            search.stop.set();
            state.n_kept -= usize::from(search.engine.is_some());
            state.queue.remove_waiting(ticket);
            debug!(
                purpose = purpose_label(search.request.purpose),
                "a search is cancelled"
            );
        }
        self.follow_queue(&mut state);
    }

    /// Makes a search return its result at once.
    pub(crate) fn hurry(&self, ticket: Ticket) {
        if let Some(search) = self.state().searches.get(&ticket) {
            search.stop.set();
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        // No code panics while it changes the state, so it is valid even if the lock is poisoned.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Carries out the queue's orders.
    fn follow_queue(self: &Arc<Engines>, state: &mut State) {
        for order in state.queue.next_orders() {
            match order {
                Order::Start(ticket) => {
                    tokio::spawn(Arc::clone(self).run(ticket));
                }
                Order::Preempt(ticket) => preempt(state, ticket),
            }
        }
        for purpose in [Purpose::Move, Purpose::Hint, Purpose::Review, Purpose::Analysis] {
            let (waiting, running) = state.queue.lengths(purpose);
            self.metrics.queue(purpose, waiting, running);
        }
    }

    /// Runs one search until it ends or is preempted.
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
                let engine = engine.or_else(|| state.take_idle_engine(&request));
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
                        preempt(&mut state, ticket);
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
        if self.requeue_preempted(ticket, start.elapsed(), &mut engine) {
            return;
        }
        let is_wanted = {
            let mut state = self.state();
            if let Some(engine) = engine.filter(|_| purpose == Purpose::Analysis) {
                state.keep_idle(&request, engine);
            }
            state.searches.remove(&ticket).is_some()
        };
        self.ended(ticket);
        if is_wanted {
            table.tell(TableEvent::Thought { job, thought }).await;
        }
    }

    /// Puts a preempted search back into the queue. Returns `false` if the search was not preempted.
    fn requeue_preempted(
        self: &Arc<Engines>,
        ticket: Ticket,
        spent: Duration,
        engine: &mut Option<Box<AnyEngine>>,
    ) -> bool {
        let mut state = self.state();
        let may_keep = state.n_kept < state.most_kept;
        let Some(search) = state
            .searches
            .get_mut(&ticket)
            .filter(|search| search.is_preempted)
        else {
            return false;
        };
        search.is_preempted = false;
        search.stop = StopToken::new();
        search.spent += spent;
        search.since = Instant::now();
        search.engine = engine.take().filter(|_| may_keep);
        let is_kept = search.engine.is_some();
        state.n_kept += usize::from(is_kept);
        state.queue.put_back(ticket);
        self.follow_queue(&mut state);
        true
    }

    fn ended(self: &Arc<Engines>, ticket: Ticket) {
        let mut state = self.state();
        state.queue.remove(ticket);
        self.follow_queue(&mut state);
    }
}

impl State {
    /// Takes the engine that last analysed for this person, if it is still there.
    fn take_idle_engine(&mut self, request: &ThinkRequest) -> Option<Box<AnyEngine>> {
        let index = self.idle.iter().rposition(|idle| idle.suits(request))?;
        Some(self.idle.remove(index).engine)
    }

    /// Keeps an engine for this person's next analysis.
    fn keep_idle(&mut self, request: &ThinkRequest, engine: Box<AnyEngine>) {
        if self.idle.len() >= self.most_kept {
            self.idle.remove(0);
        }
        self.idle.push(IdleEngine {
            person: request.asked_by.clone(),
            kind: request.game.kind(),
            resources: request.resources,
            engine,
        });
    }
}

fn preempt(state: &mut State, ticket: Ticket) {
    if let Some(search) = state.searches.get_mut(&ticket) {
        search.is_preempted = true;
        search.stop.set();
    }
}

/// Searches on this thread, for the remaining time.
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
        // A table that is behind skips this report and gets the next one.
        let report = report.clone();
        table.try_tell(TableEvent::Reported { job, report });
    });
    (thought, engine)
}
