//! The environment of a host in a browser, as far as tests need it: a database, searches, a clock and pages.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::time::Duration;

use parlor_site::{Answer, Capacity, Game, Host, Input, Output, Question};
use parlor_table::wire::ServerMessage;
use parlor_wasm::{Order, ReportText, ThoughtText};
use serde_json::Value;

const CAPACITY: Capacity = Capacity {
    searches: 2,
    threads: 3,
};

/// A database in memory.
#[derive(Clone, Default)]
pub(crate) struct Database {
    games: BTreeMap<String, (u64, Game, String)>,
    forgotten: BTreeSet<String>,
    values: BTreeMap<String, String>,
    collection: Vec<String>,
    now: u64,
    /// Whether it fails all requests.
    pub(crate) is_broken: bool,
}

impl Database {
    fn answer(&mut self, question: Question) -> Answer {
        if self.is_broken {
            return Answer::Failed {
                full: false,
                detail: "broken by the test".to_owned(),
            };
        }
        self.now += 1000;
        match question {
            Question::Append {
                id,
                first,
                events,
                row,
                played_at,
            } => {
                if self.forgotten.contains(&id) || (first > 1 && !self.games.contains_key(&id)) {
                    return Answer::Deleted;
                }
                let number = self.games.len() as u64 + 1;
                let empty = Game {
                    updated: 0,
                    events: Vec::new(),
                };
                let (_, game, kept) = self.games.entry(id).or_insert((number, empty, String::new()));
                let stored = game.events.len() as u64;
                if first > stored + 1 {
                    return Answer::Missing { stored };
                }
                game.events
                    .extend(events.into_iter().skip((stored + 1 - first) as usize));
                game.updated = played_at.unwrap_or(self.now);
                *kept = row;
                Answer::Stored
            }
            Question::Load { id } => Answer::Game {
                game: self.games.get(&id).map(|(_, game, _)| game.clone()),
            },
            Question::Rows => {
                let rows = self.games.values().map(|(number, game, row)| {
                    serde_json::from_value(serde_json::json!({
                        "number": number, "updated": game.updated, "row": row,
                    }))
                    .unwrap()
                });
                Answer::Rows { rows: rows.collect() }
            }
            Question::Collect { texts } => {
                let first = self.collection.len() as u32 + 1;
                self.collection.extend(texts);
                Answer::Numbers {
                    numbers: (first..=self.collection.len() as u32).collect(),
                }
            }
            Question::Collection => Answer::Collection {
                games: (1..).zip(self.collection.iter().cloned()).collect(),
            },
            Question::Delete { id } => {
                self.forgotten.insert(id.clone());
                let was_there = self.games.remove(&id).is_some();
                Answer::Forgotten { was_there }
            }
            Question::Remember { name, first } => Answer::Value {
                value: self.values.entry(name).or_insert(first).clone(),
            },
        }
    }

    /// The number of stored events of a game.
    pub(crate) fn n_events(&self, id: &str) -> usize {
        self.games.get(id).map_or(0, |(_, game, _)| game.events.len())
    }
}

/// A browser with a host.
pub(crate) struct World {
    host: Host,
    pub(crate) database: Database,
    now_ms: f64,
    /// The requests that the database has not answered.
    asked: VecDeque<(u64, Question)>,
    /// Running searches.
    pub(crate) searches: BTreeMap<u64, Order>,
    pub(crate) n_stopped: usize,
    /// The threads of every search so far.
    pub(crate) n_threads: Vec<usize>,
    received: BTreeMap<u64, VecDeque<ServerMessage>>,
    wakes_at: Option<f64>,
    pub(crate) files: Vec<Output>,
}

impl World {
    /// Creates a browser with this database.
    pub(crate) fn new(database: Database, seed: u64) -> World {
        World {
            host: Host::new(CAPACITY, Duration::from_millis(20), seed),
            database,
            now_ms: 1000.0,
            asked: VecDeque::new(),
            searches: BTreeMap::new(),
            n_stopped: 0,
            n_threads: Vec::new(),
            received: BTreeMap::new(),
            wakes_at: None,
            files: Vec::new(),
        }
    }

    /// Passes an input to the host. The database answers nothing before [`World::store`].
    pub(crate) fn input(&mut self, input: Input) {
        // Through JSON, as in JavaScript.
        let text = serde_json::to_string(&input).unwrap();
        let out: Vec<Output> = serde_json::from_str(&self.host.handle_text(&text, self.now_ms)).unwrap();
        for output in out {
            match output {
                Output::Tell { connection, text } => {
                    let message = serde_json::from_str(&text).unwrap();
                    self.received.entry(connection).or_default().push_back(message);
                }
                Output::Ask { request, question } => self.asked.push_back((request, question)),
                Output::Think {
                    search,
                    order,
                    threads,
                } => {
                    self.n_threads.push(threads);
                    self.searches
                        .insert(search, serde_json::from_str(&order).unwrap());
                }
                Output::Stop { search } => {
                    self.n_stopped += usize::from(self.searches.remove(&search).is_some());
                }
                Output::Wake { after_ms } => self.wakes_at = Some(self.now_ms + after_ms as f64),
                file @ (Output::Saved { .. }
                | Output::Imported { .. }
                | Output::Openings { .. }
                | Output::Collected { .. }) => self.files.push(file),
            }
        }
    }

    /// Lets the database answer one request. Returns whether there was one.
    pub(crate) fn store(&mut self) -> bool {
        let Some((request, question)) = self.asked.pop_front() else {
            return false;
        };
        let answer = self.database.answer(question);
        self.input(Input::Answered { request, answer });
        true
    }

    /// Continues until the host waits only for people: the database answers, searches run, time passes.
    pub(crate) fn settle(&mut self) {
        loop {
            if self.store() {
                continue;
            }
            if let Some((search, order)) = self.searches.pop_first() {
                self.think(search, &order);
                continue;
            }
            if !self.wake() {
                return;
            }
        }
    }

    /// Advances the time until something is due. Returns whether anything is.
    pub(crate) fn wake(&mut self) -> bool {
        let Some(moment) = self.wakes_at.take() else {
            return false;
        };
        self.now_ms = self.now_ms.max(moment);
        self.input(Input::Woken);
        true
    }

    fn think(&mut self, search: u64, order: &Order) {
        let mut reports = Vec::new();
        let mut order = order.clone();
        // A time limit would make the test depend on the machine.
        if order.limits.time_ms.take().is_some() {
            order.limits.nodes = Some(2000);
        }
        let thought = order
            .follow(&mut |report| reports.push(ReportText::from(report)))
            .unwrap();
        for report in reports {
            let report = serde_json::to_string(&report).unwrap();
            self.input(Input::Reported { search, report });
        }
        let thought = thought.map(|thought| serde_json::to_string(&ThoughtText::from(thought)).unwrap());
        self.input(Input::Thought { search, thought });
    }

    /// Sends a message of a page.
    pub(crate) fn say(&mut self, connection: u64, message: Value) {
        let text = message.to_string();
        self.input(Input::Message { connection, text });
    }

    /// Takes the messages to a page since the last call.
    pub(crate) fn received(&mut self, connection: u64) -> Vec<ServerMessage> {
        self.received.remove(&connection).unwrap_or_default().into()
    }

    /// Connects a page and checks its welcome.
    pub(crate) fn page(&mut self, connection: u64) {
        self.input(Input::Opened { connection });
        self.settle();
        let received = self.received(connection);
        assert!(
            matches!(
                &received[..],
                [ServerMessage::Welcome(_), ServerMessage::Session { .. }]
            ),
            "{received:?}"
        );
    }
}
