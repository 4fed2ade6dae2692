//! The searches of all tables: waiting, running, and their results so far.

use std::collections::HashMap;
use std::net::{IpAddr, Ipv4Addr};

use parlor_core::think::{Line, Report, Thought};
use parlor_table::scheduling::{Order as Next, Queue, Ticket};
use parlor_table::{JobId, TableEvent, ThinkRequest, Thinker};
use parlor_wasm::{Order, ReportText, ThoughtText};

use crate::messages::Output;

/// The default hash size of an engine at full strength, in mebibytes.
const HASH_MIB: usize = 64;
/// The hash sizes that a user may choose.
const LEAST_HASH_MIB: usize = 16;
const MOST_HASH_MIB: usize = 256;
/// The address of all requests: there is one browser.
const HERE: IpAddr = IpAddr::V4(Ipv4Addr::LOCALHOST);

/// What a browser can do at once.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Capacity {
    /// The number of searches.
    pub searches: usize,
    /// The most threads of one search: 1 where the browser does not let workers share memory.
    pub threads: usize,
}

/// An event for a table, with the id of its game.
pub(crate) type News = (String, TableEvent);

struct Search {
    table: String,
    request: ThinkRequest,
    /// The best line so far.
    best: Option<Report<String>>,
    /// Whether to end the search as soon as it has found anything.
    is_hurried: bool,
}

/// The searches of all tables.
pub(crate) struct Searches {
    queue: Queue,
    searches: HashMap<Ticket, Search>,
    most_threads: usize,
}

impl Searches {
    /// Creates a queue of searches.
    pub(crate) fn new(capacity: Capacity) -> Searches {
        Searches {
            queue: Queue::new(capacity.searches),
            searches: HashMap::new(),
            most_threads: capacity.threads.max(1),
        }
    }

    /// Whether there is a search for this table.
    pub(crate) fn has_search_for(&self, table: &str) -> bool {
        self.searches.values().any(|search| search.table == table)
    }

    /// Queues a search for a table.
    pub(crate) fn add(&mut self, table: &str, request: ThinkRequest) {
        let ticket = self.queue.add(request.purpose, request.asked_by.clone(), HERE);
        let search = Search {
            table: table.to_owned(),
            request,
            best: None,
            is_hurried: false,
        };
        self.searches.insert(ticket, search);
    }

    /// Cancels a search of a table.
    pub(crate) fn cancel(&mut self, table: &str, job: JobId, out: &mut Vec<Output>) {
        if let Some(ticket) = self.ticket(table, job) {
            self.end(ticket, out);
        }
    }

    /// Makes a search of a table return its result at once.
    pub(crate) fn hurry(&mut self, table: &str, job: JobId, out: &mut Vec<Output>) -> Option<News> {
        let ticket = self.ticket(table, job)?;
        self.searches.get_mut(&ticket)?.is_hurried = true;
        self.settle(ticket, out)
    }

    /// Starts the next searches. Returns the events for their tables.
    pub(crate) fn advance(&mut self, out: &mut Vec<Output>) -> Vec<News> {
        let mut news = Vec::new();
        // A preempted search may start again at once if there is a free slot.
        loop {
            let orders = self.queue.next_orders();
            if orders.is_empty() {
                return news;
            }
            for order in orders {
                match order {
                    Next::Start(ticket) => news.extend(self.start(ticket, out)),
                    Next::Preempt(ticket) => {
                        // It starts over later, because ending a worker loses its state.
                        out.push(Output::Stop { search: ticket.0 });
                        self.queue.put_back(ticket);
                    }
                }
            }
        }
    }

    /// Handles a report of a search.
    pub(crate) fn reported(&mut self, number: u64, text: &str, out: &mut Vec<Output>) -> Option<News> {
        let ticket = Ticket(number);
        let search = self.searches.get_mut(&ticket)?;
        let report: ReportText = serde_json::from_str(text).ok()?;
        let report = Report::from(report);
        if report.rank == 0 && !report.line.is_empty() {
            search.best = Some(report.clone());
        }
        if search.is_hurried {
            return self.settle(ticket, out);
        }
        let job = search.request.job;
        let wants = search.request.reports;
        wants.then(|| (search.table.clone(), TableEvent::Reported { job, report }))
    }

    /// Handles the end or failure of a search.
    pub(crate) fn thought(&mut self, number: u64, text: Option<&str>) -> Option<News> {
        let ticket = Ticket(number);
        let search = self.searches.remove(&ticket)?;
        self.queue.remove(ticket);
        let thought = text.and_then(|text| serde_json::from_str::<ThoughtText>(text).ok());
        let event = TableEvent::Thought {
            job: search.request.job,
            thought: thought.map(Thought::from),
        };
        Some((search.table, event))
    }

    fn ticket(&self, table: &str, job: JobId) -> Option<Ticket> {
        let is_it = |search: &Search| search.table == table && search.request.job == job;
        let mut found = self.searches.iter().filter(|(_, search)| is_it(search));
        found.next().map(|(ticket, _)| *ticket)
    }

    fn start(&mut self, ticket: Ticket, out: &mut Vec<Output>) -> Option<News> {
        let search = self.searches.get_mut(&ticket)?;
        search.best = None;
        let request = &search.request;
        let (player, seed, threads) = match request.thinker {
            // One thread always: a level plays the same moves everywhere.
            Thinker::Level { level, seed } => (format!("level={}", level.number()), seed, 1),
            Thinker::Full => {
                let wanted = request.resources.hash_mib.unwrap_or(HASH_MIB);
                let hash_mib = wanted.clamp(LEAST_HASH_MIB, MOST_HASH_MIB);
                let threads = request.resources.threads.unwrap_or(1).clamp(1, self.most_threads);
                (format!("hash={hash_mib},threads={threads}"), 0, threads)
            }
        };
        let order = Order::new(&request.game, player, seed, &request.limits);
        out.push(Output::Think {
            search: ticket.0,
            // An order can always be serialised.
            order: serde_json::to_string(&order).unwrap_or_default(),
            threads,
        });
        let job = request.job;
        Some((search.table.clone(), TableEvent::Started { job }))
    }

    /// Ends a hurried search that has found something.
    fn settle(&mut self, ticket: Ticket, out: &mut Vec<Output>) -> Option<News> {
        let search = self.searches.get(&ticket)?;
        let best = search.best.clone()?;
        let news = (
            search.table.clone(),
            TableEvent::Thought {
                job: search.request.job,
                thought: Some(thought_of(best)),
            },
        );
        self.end(ticket, out);
        Some(news)
    }

    fn end(&mut self, ticket: Ticket, out: &mut Vec<Output>) {
        self.searches.remove(&ticket);
        self.queue.remove(ticket);
        out.push(Output::Stop { search: ticket.0 });
    }
}

/// The result of a search whose last report is this one.
fn thought_of(report: Report<String>) -> Thought<String> {
    Thought {
        best: report.line.first().cloned().unwrap_or_default(),
        nodes: report.nodes,
        depth: report.depth,
        time: report.time,
        lines: vec![Line {
            score: report.score,
            is_exact: report.is_exact,
            confidence: report.confidence,
            depth: report.depth,
            moves: report.line,
        }],
    }
}
