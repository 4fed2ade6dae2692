//! The house: every table that is in use, the store, the engines' threads, the rooms.

use std::collections::HashMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::{Duration, Instant};

use parlor_games::AnyGame;
use parlor_netplay::Rooms;
use parlor_table::wire::{GameSummary, PROTOCOL, StoreFailure, Welcome};
use parlor_table::{PlayerId, SavedGame, Table, Timestamp, catalogue, transfer};
use tokio::sync::{Semaphore, mpsc};

use crate::live::{self, Command, TableHandle};
use crate::random::secrets;
use crate::server::Watcher;
use crate::store::{Store, StoreError};

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

/// How much is written into one file of games: more than a page could import again is no use.
const MOST_WRITTEN: usize = 1024 * 1024;

/// Everything that connections share.
pub(crate) struct House {
    tables: Mutex<HashMap<String, TableHandle>>,
    store: Option<Box<dyn Store>>,
    not_saving: OnceLock<StoreFailure>,
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
        store: Result<Box<dyn Store>, StoreError>,
        rooms: Rooms,
        limits: Limits,
        address: Option<String>,
    ) -> House {
        let store = match store {
            Ok(store) => store,
            Err(error) => return House::without_store(error.0, rooms, limits, address),
        };
        let not_saving = OnceLock::new();
        let mut owner = secrets().player();
        match store.remembered("owner", owner.as_str().to_owned()).await {
            Ok(known) => owner = PlayerId::parse(&known).unwrap_or(owner),
            // The first reason is the one to show.
            Err(error) => drop(not_saving.set(error.0)),
        }
        House {
            store: Some(store),
            not_saving,
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
            not_saving: OnceLock::from(reason),
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
            not_saving: self.not_saving.get().cloned(),
            rooms: self.rooms.open().iter().map(ToString::to_string).collect(),
            address: self.address.clone(),
        }
    }

    /// Puts a table into the house. Nothing when the house is full.
    pub(crate) async fn seat(self: &Arc<House>, table: Table) -> Option<TableHandle> {
        self.save(table.saved(self.now()), table.game()).await;
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
    pub(crate) async fn table(self: &Arc<House>, id: &str) -> Result<Option<TableHandle>, StoreError> {
        if let Some(handle) = self.tables().get(id) {
            return Ok(Some(handle.clone()));
        }
        let Some(store) = &self.store else { return Ok(None) };
        let Some(kept) = store.load(id).await? else {
            return Ok(None);
        };
        let table = Table::from_kept(&kept, self.now()).map_err(|error| StoreFailure::Damaged {
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

    /// Keeps a table, and tells of it. A failure is told to everybody who comes, and play goes on.
    pub(crate) async fn save(&self, saved: SavedGame, game: &AnyGame) {
        if let Some(watcher) = &self.watcher {
            watcher.tell(&saved.kept.id, game);
        }
        let Some(store) = &self.store else { return };
        if let Err(error) = store.save(saved).await {
            // The first reason is the one to show.
            let _ = self.not_saving.set(error.0);
        }
    }

    /// Somebody's games.
    pub(crate) async fn games(
        &self,
        who: &PlayerId,
        search: &str,
        skip: u32,
    ) -> Result<(Vec<GameSummary>, bool), StoreError> {
        match &self.store {
            Some(store) => store.list(who, search, skip).await,
            None => Ok((Vec::new(), false)),
        }
    }

    /// All of somebody's games in Parlor's own form, the newest first.
    pub(crate) async fn written_games(&self, who: &PlayerId) -> Result<String, StoreError> {
        let Some(store) = &self.store else {
            return Err(StoreFailure::NotAsked.into());
        };
        let mut text = String::new();
        let mut skip = 0;
        loop {
            let (games, more) = store.list(who, "", skip).await?;
            for game in &games {
                // A game that was deleted meanwhile is not missed.
                if let Some(kept) = store.load(&game.id).await? {
                    if !text.is_empty() {
                        text.push('\n');
                    }
                    text.push_str(&transfer::dated(&kept.record, game.updated));
                }
            }
            skip += games.len() as u32;
            if !more || games.is_empty() || text.len() > MOST_WRITTEN {
                return Ok(text);
            }
        }
    }

    /// Takes a game out of somebody's list.
    pub(crate) async fn delete(&self, who: &PlayerId, id: &str) -> Result<(), StoreError> {
        match &self.store {
            Some(store) => store.delete(who, id).await,
            None => Ok(()),
        }
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
