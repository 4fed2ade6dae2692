//! The host: one browser's tables and conversations, and the connections between them.

mod sessions;

use std::collections::BTreeMap;
use std::time::Duration;

use parlor_collection::CollectionFailure;
use parlor_core::random::split_mix;
use parlor_table::store::{GamePage, Store};
use parlor_table::wire::{ImportReport, PROTOCOL, Refusal, ServerMessage, StoreFailure, Welcome};
use parlor_table::{
    Append, ClientEvent, ConnectionId, LiveTable, OpenError, PlayerId, Secrets, Table, TableAction,
    TableEvent, Timestamp, catalogue,
};
use serde_json::Value;

use crate::collection::BrowserCollection;
use crate::files;
use crate::messages::{Input, Output};
use crate::openings;
use crate::searches::{Capacity, News, Searches};
use crate::store::BrowserStore;
use crate::tasks::Tasks;
use sessions::Session;

/// The result of a task that ran in the background.
enum Done {
    /// The identity of the browser's user.
    Owner(Result<String, StoreFailure>, PlayerId),
    /// A table's events were stored, or could not be.
    Stored {
        game: String,
        outcome: Result<(), StoreFailure>,
    },
    /// A game that a conversation began.
    Begun {
        connection: u64,
        table: Box<Table>,
        outcome: Result<(), StoreFailure>,
    },
    /// A game that a table began.
    Followed {
        game: String,
        table: Box<Table>,
        outcome: Result<(), StoreFailure>,
        asked_by: ConnectionId,
        follows: bool,
    },
    /// A game that a page wants to open.
    Loaded {
        connection: u64,
        game: String,
        name: String,
        seat: Option<String>,
        found: Result<Option<Box<Table>>, StoreFailure>,
    },
    Listed {
        connection: u64,
        listed: Result<GamePage, StoreFailure>,
    },
    Deleted {
        connection: u64,
        game: String,
        outcome: Result<bool, StoreFailure>,
    },
    Saved {
        call: u64,
        text: Option<String>,
    },
    Imported {
        call: u64,
        report: Box<ImportReport>,
    },
    Collected {
        call: u64,
        answer: Result<Value, CollectionFailure>,
    },
}

/// The host of tables inside a page.
pub struct Host {
    store: BrowserStore,
    collection: BrowserCollection,
    tasks: Tasks<Done>,
    /// The user of this browser; `None` until the database has answered.
    owner: Option<PlayerId>,
    /// Inputs from before that.
    early: Vec<Input>,
    not_saving: Option<StoreFailure>,
    sessions: BTreeMap<u64, Session>,
    tables: BTreeMap<String, LiveTable>,
    searches: Searches,
    /// The minimum time between a move and the computer's reply.
    pace: Duration,
    random: u64,
    now: Timestamp,
    out: Vec<Output>,
}

impl Host {
    /// Creates a host that has this capacity for searches and waits at least `pace` between a move and the
    /// computer's reply. The names of games follow from the seed, so it must be random.
    pub fn new(capacity: Capacity, pace: Duration, seed: u64) -> Host {
        let mut host = Host {
            store: BrowserStore::default(),
            collection: BrowserCollection::default(),
            tasks: Tasks::new(),
            owner: None,
            early: Vec::new(),
            not_saving: None,
            sessions: BTreeMap::new(),
            tables: BTreeMap::new(),
            searches: Searches::new(capacity),
            pace,
            random: seed,
            now: Timestamp::default(),
            out: Vec::new(),
        };
        let (store, fresh) = (host.store.clone(), host.secrets().player());
        host.tasks.begin(async move {
            let known = store.remembered("owner", fresh.as_str().to_owned()).await;
            Done::Owner(known, fresh)
        });
        host
    }

    /// Handles an input at a time, in milliseconds of a monotonic clock. Returns the actions to carry out, in
    /// order.
    pub fn handle(&mut self, input: Input, now_ms: f64) -> Vec<Output> {
        let now = Duration::try_from_secs_f64(now_ms / 1000.0).unwrap_or_default();
        self.now = Timestamp::new(now);
        self.take(input);
        self.settle();
        std::mem::take(&mut self.out)
    }

    /// Like [`handle`](Host::handle), in JSON. Ignores invalid input.
    pub fn handle_text(&mut self, input: &str, now_ms: f64) -> String {
        let out = match serde_json::from_str(input) {
            Ok(input) => self.handle(input, now_ms),
            Err(_) => Vec::new(),
        };
        // The output can always be serialised.
        serde_json::to_string(&out).unwrap_or_default()
    }

    fn take(&mut self, input: Input) {
        let Some(owner) = self.owner.clone() else {
            match input {
                Input::Answered { request, answer } => self.store.answered(request, answer),
                early => self.early.push(early),
            }
            return;
        };
        match input {
            Input::Opened { connection } => self.open(connection, owner),
            Input::Message { connection, text } => self.receive(connection, &text),
            Input::Closed { connection } => self.closed(connection),
            Input::Answered { request, answer } => self.store.answered(request, answer),
            Input::Reported { search, report } => {
                let news = self.searches.reported(search, &report, &mut self.out);
                self.deliver(news);
            }
            Input::Thought { search, thought } => {
                let news = self.searches.thought(search, thought.as_deref());
                self.deliver(news);
            }
            Input::Woken => self.wake(),
            Input::SaveAll { call } => {
                let store = self.store.clone();
                self.tasks.begin(async move {
                    let text = files::save_all(store, owner).await;
                    Done::Saved { call, text }
                });
            }
            Input::Openings {
                call,
                game,
                agreements,
                positions,
            } => {
                let names = openings::names(&game, &agreements, &positions);
                self.out.push(Output::Openings { call, names });
            }
            Input::Collection { call, question } => {
                let (store, collection) = (self.store.clone(), self.collection.clone());
                self.tasks.begin(async move {
                    let answer = collection.answer(&store, &owner, *question).await;
                    Done::Collected { call, answer }
                });
            }
            Input::Collect { call, files } => {
                let (store, collection) = (self.store.clone(), self.collection.clone());
                self.tasks.begin(async move {
                    let answer = collection.add(&store, &owner, files).await;
                    Done::Collected { call, answer }
                });
            }
            Input::ImportAll { call, file } => {
                let (store, secrets) = (self.store.clone(), self.secrets());
                self.tasks.begin(async move {
                    let report = files::import_all(store, owner, secrets, file).await;
                    let report = Box::new(report);
                    Done::Imported { call, report }
                });
            }
        }
    }

    /// Advances everything that can, until it waits for the database, a search or a page.
    fn settle(&mut self) {
        loop {
            let news = self.searches.advance(&mut self.out);
            let done = self.tasks.advance();
            if news.is_empty() && done.is_empty() {
                break;
            }
            self.deliver(news);
            for one in done {
                self.finish(one);
            }
        }
        self.forget_idle();
        for (request, question) in self.store.questions() {
            self.out.push(Output::Ask { request, question });
        }
        let wakes_at = self.tables.values().filter_map(LiveTable::wakes_at).min();
        if let Some(moment) = wakes_at {
            let after = moment.since(self.now);
            let after_ms = u64::try_from(after.as_millis()).unwrap_or(u64::MAX);
            self.out.push(Output::Wake {
                // Rounded up to a whole millisecond, so that the time has come then.
                after_ms: after_ms.saturating_add(1),
            });
        }
    }

    fn secrets(&mut self) -> Secrets {
        Secrets::from_seed(split_mix(&mut self.random))
    }

    fn welcome(&self) -> Welcome {
        Welcome {
            protocol: PROTOCOL,
            version: env!("CARGO_PKG_VERSION").to_owned(),
            games: catalogue::games(),
            not_saving: self.not_saving.clone(),
            rooms: Vec::new(),
            address: None,
            others: false,
            book: false,
        }
    }

    fn tell(&mut self, connection: u64, message: &ServerMessage) {
        let text = message.to_json();
        self.out.push(Output::Tell { connection, text });
    }

    /// Opens a game for a page, from the database if necessary.
    fn watch(&mut self, connection: u64, game: String, seat: Option<String>, name: String) {
        if self.tables.contains_key(&game) {
            return self.join(connection, game, seat, name);
        }
        let (store, now) = (self.store.clone(), self.now);
        self.wait(connection, async move {
            let found = match store.load(&game).await {
                Ok(Some(log)) => match Table::from_log(&log, now) {
                    Ok(table) => Ok(Some(Box::new(table))),
                    Err(error) => Err(StoreFailure::Damaged {
                        game: game.clone(),
                        detail: error.to_string(),
                    }),
                },
                Ok(None) => Ok(None),
                Err(failure) => Err(failure),
            };
            Done::Loaded {
                connection,
                game,
                name,
                seat,
                found,
            }
        });
    }

    fn join(&mut self, connection: u64, game: String, seat: Option<String>, name: String) {
        let Some(player) = self.owner.clone() else { return };
        let Some(session) = self.sessions.get_mut(&connection) else {
            return;
        };
        session.table = Some(game.clone());
        let connection = ConnectionId(connection);
        let joined = TableEvent::Joined {
            connection,
            player,
            name,
            seat,
        };
        self.tell_table(&game, joined);
    }

    fn finish(&mut self, done: Done) {
        match done {
            Done::Owner(known, fresh) => {
                let known = known.map_err(|failure| self.not_saving = Some(failure)).ok();
                self.owner = Some(known.and_then(|known| PlayerId::parse(&known)).unwrap_or(fresh));
                for input in std::mem::take(&mut self.early) {
                    self.take(input);
                }
            }
            Done::Stored { game, outcome } => {
                self.note_saving(&outcome);
                self.tell_table(&game, TableEvent::Stored { outcome });
            }
            Done::Begun {
                connection,
                table,
                outcome,
            } => {
                let game = self.seat(*table, &outcome);
                self.resume(connection, Some(ClientEvent::Begun { game: Some(game) }));
            }
            Done::Followed {
                game,
                table,
                outcome,
                asked_by,
                follows,
            } => {
                let next = self.seat(*table, &outcome);
                let begun = TableEvent::Begun {
                    asked_by,
                    follows,
                    game: Some(next),
                };
                self.tell_table(&game, begun);
            }
            Done::Loaded {
                connection,
                game,
                name,
                seat,
                found,
            } => self.loaded(connection, game, name, seat, found),
            Done::Listed { connection, listed } => {
                let event = listed.map_or_else(store_failed, |page| ClientEvent::Listed { page });
                self.answer(connection, event);
                self.continue_session(connection);
            }
            Done::Deleted {
                connection,
                game,
                outcome,
            } => {
                if outcome == Ok(true) {
                    self.tell_table(&game, TableEvent::Deleted);
                }
                self.resume(connection, outcome.err().map(store_failed));
            }
            Done::Saved { call, text } => self.out.push(Output::Saved { call, text }),
            Done::Imported { call, report } => {
                let report = *report;
                self.out.push(Output::Imported { call, report });
            }
            Done::Collected { call, answer } => {
                let (answer, failure) = match answer {
                    Ok(answer) => (Some(answer), None),
                    Err(failure) => (None, Some(failure)),
                };
                self.out.push(Output::Collected {
                    call,
                    answer,
                    failure,
                });
            }
        }
    }

    fn loaded(
        &mut self,
        connection: u64,
        game: String,
        name: String,
        seat: Option<String>,
        found: Result<Option<Box<Table>>, StoreFailure>,
    ) {
        let problem = match found {
            Ok(Some(table)) => {
                // Another page may have loaded it meanwhile.
                if !self.tables.contains_key(&game) {
                    self.put(*table);
                }
                self.join(connection, game, seat, name);
                None
            }
            Ok(None) => Some(OpenError::Unknown),
            Err(failure) => Some(OpenError::Store(failure)),
        };
        self.resume(connection, problem.map(ClientEvent::NotOpened));
    }

    /// Adds a new table, and returns the id of its game.
    fn seat(&mut self, mut table: Table, outcome: &Result<(), StoreFailure>) -> String {
        self.note_saving(outcome);
        match outcome {
            // The table retries by itself and informs its watchers.
            Err(failure) if failure.is_transient() => {}
            _ => {
                let last = table.append().last();
                table.stored(last);
            }
        }
        self.put(table)
    }

    fn put(&mut self, table: Table) -> String {
        let id = table.id().to_owned();
        let live = LiveTable::new(table, self.pace, self.secrets(), self.now);
        self.tables.insert(id.clone(), live);
        id
    }

    fn note_saving(&mut self, outcome: &Result<(), StoreFailure>) {
        let failure = outcome.as_ref().err().filter(|failure| failure.is_transient());
        self.not_saving = failure.cloned();
    }

    fn deliver(&mut self, news: impl IntoIterator<Item = News>) {
        for (game, event) in news {
            self.tell_table(&game, event);
        }
    }

    /// Passes an event to a table and carries out its actions.
    fn tell_table(&mut self, game: &str, event: TableEvent) {
        let Some(table) = self.tables.get_mut(game) else {
            return;
        };
        let actions = table.handle(event, self.now);
        for action in actions {
            self.act_for_table(game, action);
        }
    }

    fn act_for_table(&mut self, game: &str, action: TableAction) {
        match action {
            TableAction::Tell { connection, message } => self.tell(connection.0, &message),
            TableAction::TellAll { connections, message } => {
                for connection in connections {
                    self.tell(connection.0, &message);
                }
            }
            TableAction::Save(append) => {
                let (store, append): (_, Append) = (self.store.clone(), *append);
                let game = game.to_owned();
                self.tasks.begin(async move {
                    let outcome = store.append(append).await;
                    Done::Stored { game, outcome }
                });
            }
            TableAction::Think(request) => self.searches.add(game, *request),
            TableAction::Cancel(job) => self.searches.cancel(game, job, &mut self.out),
            TableAction::Hurry(job) => {
                let news = self.searches.hurry(game, job, &mut self.out);
                self.deliver(news);
            }
            TableAction::Begin {
                table,
                asked_by,
                follows,
            } => {
                let (store, append, game) = (self.store.clone(), table.append(), game.to_owned());
                self.tasks.begin(async move {
                    let outcome = store.append(append).await;
                    Done::Followed {
                        game,
                        table,
                        outcome,
                        asked_by,
                        follows,
                    }
                });
            }
            // Seats are never offered to terminal programs here.
            TableAction::Terminal(_) => {}
        }
    }

    fn wake(&mut self) {
        let now = self.now;
        let due = |(game, table): (&String, &LiveTable)| {
            let is_due = table.wakes_at().is_some_and(|moment| moment <= now);
            is_due.then(|| game.clone())
        };
        let due: Vec<String> = self.tables.iter().filter_map(due).collect();
        for game in due {
            self.tell_table(&game, TableEvent::Woken);
        }
    }

    /// Drops unused tables, whose games are stored.
    fn forget_idle(&mut self) {
        let searches = &self.searches;
        let watched: Vec<&String> = self
            .sessions
            .values()
            .filter_map(|session| session.table.as_ref())
            .collect();
        self.tables.retain(|game, table| {
            !table.is_idle() || watched.contains(&game) || searches.has_search_for(game)
        });
    }
}

fn failed(reason: Refusal) -> ClientEvent {
    ClientEvent::Failed { reason }
}

fn store_failed(failure: StoreFailure) -> ClientEvent {
    failed(Refusal::Store { failure })
}
