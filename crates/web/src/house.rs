//! The house: every table that is in use, the store, the engines' threads, the rooms.

use std::collections::HashMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use parlor_games::AnyGame;
use parlor_netplay::Rooms;
use parlor_table::store::{self, GamePage};
use parlor_table::wire::{PROTOCOL, StoreFailure, Welcome};
use parlor_table::{Append, PlayerId, Table, TableEvent, Timestamp, catalogue};
use tokio::sync::{Semaphore, mpsc, oneshot};

use crate::live::{self, Command, TableHandle};
use crate::random::secrets;
use crate::server::Watcher;
use crate::store::SharedStore;

/// What the house allows. The defaults suit a machine of one's own and a server of some thousand guests.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// The most connections at once.
    pub connections: usize,
    /// The most tables in use at once.
    pub tables: usize,
    /// How many messages a connection may send at once before it must slow down.
    pub burst: u32,
    /// How many it may send a second in the long run.
    pub per_second: u32,
    /// The longest message, but for imports.
    pub message_bytes: usize,
    /// The longest import.
    pub import_bytes: usize,
    /// How many messages may wait for a slow reader.
    pub unread: usize,
    /// How long a table without guests stays in memory.
    pub idle: Duration,
    /// The least time between two moves when the computer makes the second: people like to see what happens.
    pub pace: Duration,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            connections: 5000,
            tables: 20_000,
            burst: 60,
            per_second: 20,
            message_bytes: 16 * 1024,
            import_bytes: 2 * 1024 * 1024,
            unread: 256,
            idle: Duration::from_secs(600),
            pace: Duration::from_millis(420),
        }
    }
}

/// How many files are imported whole at the same time.
const IMPORTS: usize = 2;
/// How long the tables may take to store what they still hold when the program ends.
const CLOSING: Duration = Duration::from_secs(5);

/// Everything that connections share.
pub(crate) struct House {
    tables: Mutex<HashMap<String, TableHandle>>,
    store: Option<SharedStore>,
    /// Why there is no store, or why the last save failed.
    not_saving: Mutex<Option<StoreFailure>>,
    /// Whole files that are being imported.
    pub(crate) imports: Semaphore,
    /// Searches that move at tables.
    pub(crate) players: Arc<Semaphore>,
    /// Searches that advise: they may last, so they must not take the players' places.
    pub(crate) advisors: Arc<Semaphore>,
    pub(crate) rooms: Rooms,
    pub(crate) limits: Limits,
    pub(crate) watcher: Option<Watcher>,
    /// Whoever started the program.
    pub(crate) owner: PlayerId,
    /// What the printed address holds, so that its first visitor is known to be the owner.
    pub(crate) owner_key: String,
    /// Where others on the network find this server.
    pub(crate) address: Option<String>,
    connections: AtomicUsize,
    /// The beginning of the tables' time.
    opened: Instant,
}

/// A counted connection.
pub(crate) struct Place(Arc<House>);

impl Drop for Place {
    fn drop(&mut self) {
        self.0.connections.fetch_sub(1, Ordering::Relaxed);
    }
}

impl House {
    /// A house with a store, or with the reason why it has none.
    pub(crate) async fn new(
        store: Result<SharedStore, StoreFailure>,
        rooms: Rooms,
        limits: Limits,
        address: Option<String>,
    ) -> House {
        let store = match store {
            Ok(store) => store,
            Err(failure) => return House::without_store(failure, rooms, limits, address),
        };
        let mut not_saving = None;
        let mut owner = secrets().player();
        match store.remembered("owner", owner.as_str().to_owned()).await {
            Ok(known) => owner = PlayerId::parse(&known).unwrap_or(owner),
            Err(failure) => not_saving = Some(failure),
        }
        House {
            store: Some(store),
            not_saving: Mutex::new(not_saving),
            owner,
            ..House::without_store(StoreFailure::NotAsked, rooms, limits, address)
        }
    }

    /// A house that keeps no games, for this reason.
    pub(crate) fn without_store(
        reason: StoreFailure,
        rooms: Rooms,
        limits: Limits,
        address: Option<String>,
    ) -> House {
        let threads = std::thread::available_parallelism().map_or(2, usize::from);
        House {
            tables: Mutex::new(HashMap::new()),
            store: None,
            not_saving: Mutex::new(Some(reason)),
            imports: Semaphore::new(IMPORTS),
            players: Arc::new(Semaphore::new(threads)),
            advisors: Arc::new(Semaphore::new(threads)),
            rooms,
            limits,
            watcher: None,
            owner: secrets().player(),
            owner_key: secrets().secret(),
            address,
            connections: AtomicUsize::new(0),
            opened: Instant::now(),
        }
    }

    /// A place for one more connection, if there is one.
    pub(crate) fn enter(self: &Arc<House>) -> Option<Place> {
        if self.connections.fetch_add(1, Ordering::Relaxed) >= self.limits.connections {
            self.connections.fetch_sub(1, Ordering::Relaxed);
            return None;
        }
        Some(Place(Arc::clone(self)))
    }

    /// What every connection is told first.
    pub(crate) fn welcome(&self) -> Welcome {
        Welcome {
            protocol: PROTOCOL,
            version: env!("CARGO_PKG_VERSION").to_owned(),
            games: catalogue::games(),
            not_saving: self.not_saving(),
            rooms: self.rooms.open().iter().map(ToString::to_string).collect(),
            address: self.address.clone(),
        }
    }

    /// Puts a table into the house. Nothing when the house is full.
    pub(crate) async fn seat(self: &Arc<House>, mut table: Table) -> Option<TableHandle> {
        if self.tables().len() >= self.limits.tables {
            return None;
        }
        let append = table.append();
        let last = append.last();
        match self.save(append, table.game()).await {
            // The table tries again by itself, and tells its guests.
            Err(failure) if failure.may_pass() => {}
            _ => table.stored(last),
        }
        let mut tables = self.tables();
        if tables.len() >= self.limits.tables {
            return None;
        }
        Some(self.start(&mut tables, table))
    }

    fn start(self: &Arc<House>, tables: &mut HashMap<String, TableHandle>, table: Table) -> TableHandle {
        let id = table.id().to_owned();
        let (sender, receiver) = mpsc::channel::<Command>(live::WAITING);
        let handle = TableHandle::new(sender);
        tokio::spawn(live::run(Arc::clone(self), table, receiver, handle.clone()));
        tables.insert(id, handle.clone());
        handle
    }

    /// The table of a game, brought back from the store if need be.
    pub(crate) async fn table(self: &Arc<House>, id: &str) -> Result<Option<TableHandle>, StoreFailure> {
        if let Some(handle) = self.tables().get(id) {
            return Ok(Some(handle.clone()));
        }
        let Some(store) = &self.store else { return Ok(None) };
        let Some(log) = store.load(id).await? else {
            return Ok(None);
        };
        let table = Table::from_log(&log, self.now()).map_err(|error| StoreFailure::Damaged {
            game: id.to_owned(),
            detail: error.to_string(),
        })?;
        let mut tables = self.tables();
        // Somebody else may have brought it back meanwhile.
        if let Some(handle) = tables.get(id) {
            return Ok(Some(handle.clone()));
        }
        if tables.len() >= self.limits.tables {
            return Ok(None);
        }
        Ok(Some(self.start(&mut tables, table)))
    }

    /// Forgets a table that nobody uses; `false` if somebody has just asked for it.
    pub(crate) fn forget(&self, id: &str, commands: &mpsc::Receiver<Command>) -> bool {
        let mut tables = self.tables();
        if !commands.is_empty() {
            return false;
        }
        tables.remove(id);
        true
    }

    /// Whether games outlive their tables.
    pub(crate) fn keeps_games(&self) -> bool {
        self.store.is_some()
    }

    /// The store, if there is one.
    pub(crate) fn store(&self) -> Option<&SharedStore> {
        self.store.as_ref()
    }

    /// Keeps what happened in a game, and tells of it.
    pub(crate) async fn save(&self, append: Append, game: &AnyGame) -> Result<(), StoreFailure> {
        if let Some(watcher) = &self.watcher {
            watcher.tell(append.id(), game);
        }
        let Some(store) = &self.store else {
            return Err(self.not_saving().unwrap_or(StoreFailure::NotAsked));
        };
        let outcome = store.append(append).await;
        let failure = outcome.as_ref().err().filter(|failure| failure.may_pass());
        *self.saving_state() = failure.cloned();
        outcome
    }

    /// Why games are not being kept, if they are not.
    pub(crate) fn not_saving(&self) -> Option<StoreFailure> {
        self.saving_state().clone()
    }

    fn saving_state(&self) -> MutexGuard<'_, Option<StoreFailure>> {
        self.not_saving.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Somebody's games.
    pub(crate) async fn games(
        &self,
        who: &PlayerId,
        search: &str,
        after: Option<store::Place>,
    ) -> Result<GamePage, StoreFailure> {
        match &self.store {
            Some(store) => store.list(who, search, after).await,
            None => Ok(GamePage::default()),
        }
    }

    /// Takes a game out of somebody's list. Once it is in no list any more, whoever still has it open is told.
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

    /// Lets every table store what it still holds, as long as the program can wait for it.
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
                // A table that is gone has nothing left to store.
                let _ = answered.await;
            }
        };
        // What cannot be stored by then is lost, as its players were told.
        let _ = tokio::time::timeout(CLOSING, flush).await;
    }

    /// What time it is for the tables.
    pub(crate) fn now(&self) -> Timestamp {
        Timestamp::new(self.opened.elapsed())
    }

    /// When the tables' moment is for the runtime.
    pub(crate) fn instant(&self, moment: Timestamp) -> Instant {
        self.opened + moment.since_beginning()
    }

    fn tables(&self) -> MutexGuard<'_, HashMap<String, TableHandle>> {
        // Nothing that holds the lock can panic half-way, so a poisoned map is still whole.
        self.tables.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
