//! The state that all connections share: the tables in use, the store, the engines, the rooms and the usage counts.

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use parlor_games::AnyGame;
use parlor_netplay::Rooms;
use parlor_table::store::{self, GamePage};
use parlor_table::wire::{PROTOCOL, Refusal, StoreFailure, Welcome};
use parlor_table::{Append, PlayerId, Table, TableEvent, Timestamp, catalogue};
use tokio::sync::{Semaphore, mpsc, oneshot};
use tracing::{error, info};

use crate::collection::SharedCollection;
use crate::engines::Engines;
use crate::limits::{Counted, Ledger, Limits, Visitor};
use crate::live::{self, Command, TableHandle, TableSlot};
use crate::metrics::Metrics;
use crate::owner::Owner;
use crate::server::Watcher;
use crate::session::Sessions;
use crate::site::Site;
use crate::store::SharedStore;

/// The number of whole-file imports that run at the same time.
const MAX_IMPORTS: usize = 8;
/// How long tables may take to store unsaved events when the program ends.
const CLOSE_TIMEOUT: Duration = Duration::from_secs(5);

/// The state that all connections share.
pub(crate) struct AppState {
    tables: Mutex<HashMap<String, TableHandle>>,
    store: Option<SharedStore>,
    /// Why there is no store, or why the last save failed.
    not_saving: Mutex<Option<StoreFailure>>,
    /// Limits the number of whole-file imports.
    pub(crate) imports: Semaphore,
    /// Runs the searches for computer players and for advice.
    pub(crate) engines: Arc<Engines>,
    /// What each person and address uses.
    pub(crate) ledger: Ledger,
    /// The sessions of the pages.
    pub(crate) sessions: Sessions,
    pub(crate) metrics: Arc<Metrics>,
    /// The names and proxies of this server.
    pub(crate) site: Site,
    pub(crate) rooms: Rooms,
    pub(crate) limits: Limits,
    pub(crate) watcher: Option<Watcher>,
    /// The person who started the program.
    pub(crate) owner: Owner,
    /// The owner's collection of games.
    pub(crate) collection: SharedCollection,
    /// The folder of the documentation.
    pub(crate) book: Option<PathBuf>,
    /// The address of this server for others on the network.
    pub(crate) address: Option<String>,
    /// The origin of the tables' [`Timestamp`]s.
    opened: Instant,
}

impl AppState {
    /// Creates a state with a store, or with the reason why there is none.
    pub(crate) async fn new(
        store: Result<SharedStore, StoreFailure>,
        rooms: Rooms,
        limits: Limits,
        address: Option<String>,
    ) -> AppState {
        let store = match store {
            Ok(store) => store,
            Err(failure) => return AppState::without_store(failure, rooms, limits, address),
        };
        let mut not_saving = None;
        let mut owner = Owner::new();
        match store.remembered("owner", owner.player.as_str().to_owned()).await {
            Ok(known) => owner.player = PlayerId::parse(&known).unwrap_or(owner.player),
            Err(failure) => not_saving = Some(failure),
        }
        AppState {
            store: Some(store),
            not_saving: Mutex::new(not_saving),
            owner,
            ..AppState::without_store(StoreFailure::NotAsked, rooms, limits, address)
        }
    }

    /// Creates a state that stores no games, for this reason.
    pub(crate) fn without_store(
        reason: StoreFailure,
        rooms: Rooms,
        limits: Limits,
        address: Option<String>,
    ) -> AppState {
        let threads = std::thread::available_parallelism().map_or(2, usize::from);
        let metrics = Arc::new(Metrics::new());
        AppState {
            tables: Mutex::new(HashMap::new()),
            store: None,
            not_saving: Mutex::new(Some(reason)),
            imports: Semaphore::new(MAX_IMPORTS),
            engines: Engines::new(limits.engines.unwrap_or(threads + 1), Arc::clone(&metrics)),
            ledger: Ledger::new(limits),
            sessions: Sessions::default(),
            metrics,
            site: Site::default(),
            rooms,
            limits,
            watcher: None,
            owner: Owner::new(),
            collection: SharedCollection::default(),
            book: None,
            address,
            opened: Instant::now(),
        }
    }

    /// The first message on every connection.
    pub(crate) fn welcome(&self) -> Welcome {
        Welcome {
            protocol: PROTOCOL,
            version: env!("CARGO_PKG_VERSION").to_owned(),
            games: catalogue::games(),
            not_saving: self.not_saving(),
            rooms: self.rooms.open().iter().map(ToString::to_string).collect(),
            address: self.address.clone(),
            others: true,
            book: self.book.is_some(),
        }
    }

    /// Starts serving a new table.
    pub(crate) async fn seat(
        self: &Arc<AppState>,
        mut table: Table,
        visitor: &Visitor,
    ) -> Result<TableHandle, Refusal> {
        let place = self.reserve_slot(visitor)?;
        let append = table.append();
        let last = append.last();
        match self.save(append, table.game()).await {
            // The table retries by itself and informs its clients.
            Err(failure) if failure.is_transient() => {}
            _ => table.stored(last),
        }
        self.metrics.games_begun.inc();
        info!(
            who = table.creator().tag(),
            kind = table.game().kind().name(),
            "a game begins"
        );
        Ok(self.start(&mut self.tables(), table, place))
    }

    /// Reserves a slot for one more table of a visitor.
    fn reserve_slot(&self, visitor: &Visitor) -> Result<TableSlot, Refusal> {
        if self.tables().len() >= self.limits.tables {
            return Err(Refusal::ServerFull);
        }
        Ok(TableSlot {
            lease: visitor.take(Counted::Tables)?,
            visitor: visitor.clone(),
        })
    }

    fn start(
        self: &Arc<AppState>,
        tables: &mut HashMap<String, TableHandle>,
        table: Table,
        place: TableSlot,
    ) -> TableHandle {
        let id = table.id().to_owned();
        let (sender, receiver) = mpsc::channel::<Command>(live::WAITING);
        let handle = TableHandle::new(sender);
        let running = tokio::spawn(live::run(
            Arc::clone(self),
            table,
            receiver,
            handle.clone(),
            place,
        ));
        tables.insert(id.clone(), handle.clone());
        self.metrics.games.set(tables.len() as i64);
        let app = Arc::clone(self);
        tokio::spawn(async move {
            // If a table's task panics, forget the table, so that the stored game can be opened again.
            if running.await.is_err() {
                error!("the task of a table has failed");
                app.tables().remove(&id);
            }
        });
        handle
    }

    /// Returns the table of a game, loading it from the store if necessary. The inner error is why this visitor may
    /// not open it.
    pub(crate) async fn table(
        self: &Arc<AppState>,
        id: &str,
        visitor: &Visitor,
    ) -> Result<Result<Option<TableHandle>, Refusal>, StoreFailure> {
        if let Some(handle) = self.tables().get(id) {
            return Ok(Ok(Some(handle.clone())));
        }
        let Some(table) = self.load(id).await? else {
            return Ok(Ok(None));
        };
        let place = match self.reserve_slot(visitor) {
            Ok(place) => place,
            Err(refusal) => return Ok(Err(refusal)),
        };
        let mut tables = self.tables();
        // Another task may have loaded it in the meantime.
        if let Some(handle) = tables.get(id) {
            return Ok(Ok(Some(handle.clone())));
        }
        Ok(Ok(Some(self.start(&mut tables, table, place))))
    }

    /// Loads a game from the store.
    pub(crate) async fn load(&self, id: &str) -> Result<Option<Table>, StoreFailure> {
        let Some(store) = &self.store else { return Ok(None) };
        let Some(log) = store.load(id).await? else {
            return Ok(None);
        };
        let table = Table::from_log(&log, self.now()).map_err(|error| StoreFailure::Damaged {
            game: id.to_owned(),
            detail: error.to_string(),
        })?;
        Ok(Some(table))
    }

    /// Forgets an unused table. Returns `false` if a request for it has just arrived.
    pub(crate) fn forget(&self, id: &str, commands: &mpsc::Receiver<Command>) -> bool {
        let mut tables = self.tables();
        if !commands.is_empty() {
            return false;
        }
        tables.remove(id);
        self.metrics.games.set(tables.len() as i64);
        true
    }

    /// Whether games are stored.
    pub(crate) fn keeps_games(&self) -> bool {
        self.store.is_some()
    }

    /// The store, if there is one.
    pub(crate) fn store(&self) -> Option<&SharedStore> {
        self.store.as_ref()
    }

    /// Stores new events of a game, and reports the game to the watcher.
    pub(crate) async fn save(&self, append: Append, game: &AnyGame) -> Result<(), StoreFailure> {
        if let Some(watcher) = &self.watcher {
            watcher.tell(append.id(), game);
        }
        let Some(store) = &self.store else {
            return Err(self.not_saving().unwrap_or(StoreFailure::NotAsked));
        };
        let start = Instant::now();
        let outcome = store.append(append).await;
        self.metrics.saved(start.elapsed(), outcome.is_ok());
        if let Err(failure) = &outcome {
            error!(%failure, "a game cannot be saved");
        }
        let failure = outcome.as_ref().err().filter(|failure| failure.is_transient());
        *self.saving_state() = failure.cloned();
        outcome
    }

    /// Why games are not being saved, if they are not.
    pub(crate) fn not_saving(&self) -> Option<StoreFailure> {
        self.saving_state().clone()
    }

    fn saving_state(&self) -> MutexGuard<'_, Option<StoreFailure>> {
        self.not_saving.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns a page of a player's games.
    pub(crate) async fn games(
        &self,
        who: &PlayerId,
        search: &str,
        after: Option<store::PageCursor>,
    ) -> Result<GamePage, StoreFailure> {
        match &self.store {
            Some(store) => store.list(who, search, after).await,
            None => Ok(GamePage::default()),
        }
    }

    /// Removes a game from a player's list. When it is in no list any more, deletes it and informs the clients that
    /// have it open.
    pub(crate) async fn delete(&self, who: &PlayerId, id: &str) -> Result<(), StoreFailure> {
        let Some(store) = &self.store else { return Ok(()) };
        if store.delete(who, id).await? {
            let table = self.tables().remove(id);
            if let Some(table) = table {
                table.tell(TableEvent::Deleted).await;
            }
        }
        Ok(())
    }

    /// Asks every table to store its unsaved events, and waits for them up to [`CLOSE_TIMEOUT`].
    pub(crate) async fn close(&self) {
        let tables: Vec<TableHandle> = self.tables().values().cloned().collect();
        let flush = async {
            let mut done = Vec::new();
            for table in tables {
                let (answer, answered) = oneshot::channel();
                if table.send(Command::Flush(answer)).await {
                    done.push(answered);
                }
            }
            for answered in done {
                // A table whose task has ended has nothing left to store.
                let _ = answered.await;
            }
        };
        // Events that are not stored by now are lost. Their players were warned.
        let _ = tokio::time::timeout(CLOSE_TIMEOUT, flush).await;
    }

    /// The current time on the tables' clock.
    pub(crate) fn now(&self) -> Timestamp {
        Timestamp::new(self.opened.elapsed())
    }

    /// Converts a time of the tables' clock to the runtime's.
    pub(crate) fn instant(&self, moment: Timestamp) -> Instant {
        self.opened + moment.since_beginning()
    }

    fn tables(&self) -> MutexGuard<'_, HashMap<String, TableHandle>> {
        // No code panics while it changes the map, so it is valid even if the lock is poisoned.
        self.tables.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
