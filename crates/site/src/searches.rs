//! The searches of all tables: which wait, which run, and what they have found.

use std::collections::HashMap;
use std::net::{IpAddr, Ipv4Addr};

use parlor_core::think::{Line, Report, Thought};
use parlor_table::scheduling::{Order as Next, Queue, Ticket};
use parlor_table::{JobId, TableEvent, ThinkRequest, Thinker};
use parlor_wasm::{Order, ReportText, ThoughtText};

use crate::messages::Output;

/// The table of an engine at full strength, in mebibytes.
const HASH_MIB: usize = 64;
/// What somebody may ask for instead. A worker has one thread, so that is what a search has.
const LEAST_HASH_MIB: usize = 16;
const MOST_HASH_MIB: usize = 256;
/// Everybody is here.
const HERE: IpAddr = IpAddr::V4(Ipv4Addr::LOCALHOST);

/// Something that a table is to be told.
pub(crate) type News = (String, TableEvent);

struct Search {
    table: String,
    request: ThinkRequest,
    /// What it has found so far.
    best: Option<Report<String>>,
    /// Whether it is to come to a result as soon as it has found anything.
    is_hurried: bool,
}

/// The searches of all tables.
pub(crate) struct Searches {
    queue: Queue,
    searches: HashMap<Ticket, Search>,
}

impl Searches {
    /// `places` of them run at once.
    pub(crate) fn new(places: usize) -> Searches {
        Searches {
            queue: Queue::new(places),
            searches: HashMap::new(),
        }
    }

    /// Whether anything is thought about for a table.
    pub(crate) fn are_for(&self, table: &str) -> bool {
        self.searches.values().any(|search| search.table == table)
    }

    /// A table asks for a thought.
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

    /// A table wants a thought no more.
    pub(crate) fn cancel(&mut self, table: &str, job: JobId, out: &mut Vec<Output>) {
        if let Some(ticket) = self.ticket(table, job) {
            self.end(ticket, out);
        }
    }

    /// A table wants a result at once.
    pub(crate) fn hurry(&mut self, table: &str, job: JobId, out: &mut Vec<Output>) -> Option<News> {
        let ticket = self.ticket(table, job)?;
        self.searches.get_mut(&ticket)?.is_hurried = true;
        self.settle(ticket, out)
    }

    /// Starts what is next; what the tables are to be told of it.
    pub(crate) fn go_on(&mut self, out: &mut Vec<Output>) -> Vec<News> {
        let mut news = Vec::new();
        // What has made way may start again at once, where there is a place.
        loop {
            let orders = self.queue.next_orders();
            if orders.is_empty() {
                return news;
            }
            for order in orders {
                match order {
                    Next::Start(ticket) => news.extend(self.start(ticket, out)),
                    Next::Preempt(ticket) => {
                        // It begins again later: a worker that is ended keeps nothing.
                        out.push(Output::Stop { search: ticket.0 });
                        self.queue.put_back(ticket);
                    }
                }
            }
        }
    }

    /// A search has something to report.
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

    /// A search has ended by itself, or has failed.
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
        let (player, seed) = match request.thinker {
            Thinker::Level { level, seed } => (format!("level={}", level.number()), seed),
            Thinker::Full => {
                let wanted = request.resources.hash_mib.unwrap_or(HASH_MIB);
                let hash_mib = wanted.clamp(LEAST_HASH_MIB, MOST_HASH_MIB);
                (format!("hash={hash_mib}"), 0)
            }
        };
        let order = Order::new(&request.game, player, seed, &request.limits);
        out.push(Output::Think {
            search: ticket.0,
            // Texts and numbers always have a JSON form.
            order: serde_json::to_string(&order).unwrap_or_default(),
        });
        let job = request.job;
        Some((search.table.clone(), TableEvent::Started { job }))
    }

    /// Ends a search that is in a hurry and has found something.
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

/// What a search has come to that ends with this report.
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
