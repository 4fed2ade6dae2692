//! Limits on what one person and one address may use, so that nobody can lock out others.
//!
//! Everything is counted by person and by address, never by connection: connecting again resets nothing.

use std::collections::HashMap;
use std::hash::Hash;
use std::net::IpAddr;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use parlor_netplay::network_of;
use parlor_table::PlayerId;
use parlor_table::wire::{LimitScope, LimitedResource, Refusal};

use crate::rate::Rate;

/// The limits of the server. The defaults let a class of sixty play from one address, each with several tabs, while
/// one address can take only a small part of the whole.
#[derive(Clone, Copy, Debug, clap::Args)]
// By default the group would have the type's name, which programs use for their own groups.
#[group(id = "server limits")]
pub struct Limits {
    /// Maximum number of connections, HTTP and WebSocket
    #[arg(long = "max-connections", value_name = "N", default_value_t = Limits::DEFAULT.connections)]
    pub connections: usize,
    /// Maximum number of connections from one address (for IPv6, one /64)
    #[arg(long = "max-connections-per-address", value_name = "N", default_value_t = Limits::DEFAULT.connections_per_address)]
    pub connections_per_address: usize,
    /// Maximum number of open pages of one person
    #[arg(long = "max-connections-per-person", value_name = "N", default_value_t = Limits::DEFAULT.connections_per_person)]
    pub connections_per_person: usize,
    /// Maximum number of games in memory
    #[arg(long = "max-tables", value_name = "N", default_value_t = Limits::DEFAULT.tables)]
    pub tables: usize,
    /// Maximum number of games in memory that people at one address started or opened
    #[arg(long = "max-tables-per-address", value_name = "N", default_value_t = Limits::DEFAULT.tables_per_address)]
    pub tables_per_address: usize,
    /// Maximum number of games in memory that one person started or opened
    #[arg(long = "max-tables-per-person", value_name = "N", default_value_t = Limits::DEFAULT.tables_per_person)]
    pub tables_per_person: usize,
    /// Messages per second from one address; the rest wait
    #[arg(long = "max-messages-per-address", value_name = "N", default_value_t = Limits::DEFAULT.messages_per_address)]
    pub messages_per_address: u32,
    /// Messages per second from one person, three times that in a burst; a client that sends more is disconnected
    #[arg(long = "max-messages-per-person", value_name = "N", default_value_t = Limits::DEFAULT.messages_per_person)]
    pub messages_per_person: u32,
    /// Imports per minute from one address
    #[arg(long = "max-imports-per-address", value_name = "N", default_value_t = Limits::DEFAULT.imports_per_address)]
    pub imports_per_address: u32,
    /// Imports per minute from one person
    #[arg(long = "max-imports-per-person", value_name = "N", default_value_t = Limits::DEFAULT.imports_per_person)]
    pub imports_per_person: u32,
    /// Maximum number of hints, reviews and analyses of one address, waiting or running
    #[arg(long = "max-searches-per-address", value_name = "N", default_value_t = Limits::DEFAULT.searches_per_address)]
    pub searches_per_address: usize,
    /// Maximum number of hints, reviews and analyses of one person, waiting or running
    #[arg(long = "max-searches-per-person", value_name = "N", default_value_t = Limits::DEFAULT.searches_per_person)]
    pub searches_per_person: usize,
    /// Total size of unfinished messages over all connections, in megabytes
    #[arg(long = "max-unfinished", value_name = "MB", default_value_t = Limits::DEFAULT.unfinished_megabytes)]
    pub unfinished_megabytes: usize,
    /// Time after which a client that reads nothing is disconnected, in seconds
    #[arg(long, value_name = "SECONDS", default_value_t = Limits::DEFAULT.write_timeout, value_parser = clap::value_parser!(u64).range(1..))]
    pub write_timeout: u64,
    /// The longest message, except for imports.
    #[arg(skip = Limits::DEFAULT.message_bytes)]
    pub message_bytes: usize,
    /// The longest import.
    #[arg(skip = Limits::DEFAULT.import_bytes)]
    pub import_bytes: usize,
    /// How many messages may wait for a slow reader.
    #[arg(skip = Limits::DEFAULT.unread)]
    pub unread: usize,
    /// How long a table without guests stays in memory.
    #[arg(skip = Limits::DEFAULT.idle)]
    pub idle: Duration,
    /// How long the session of a page that has lost its connection waits for the page to come back.
    #[arg(skip = Limits::DEFAULT.grace)]
    pub grace: Duration,
    /// The minimum time between a move and the computer's reply, so that people can follow the game.
    #[arg(skip = Limits::DEFAULT.pace)]
    pub pace: Duration,
    /// How many searches run at once. The default is one more than the number of processors.
    #[arg(skip)]
    pub engines: Option<usize>,
}

impl Limits {
    /// The default limits.
    pub const DEFAULT: Limits = Limits {
        connections: 10_000,
        connections_per_address: 512,
        connections_per_person: 16,
        tables: 20_000,
        tables_per_address: 2_000,
        tables_per_person: 200,
        messages_per_address: 600,
        messages_per_person: 20,
        imports_per_address: 240,
        imports_per_person: 20,
        searches_per_address: 240,
        searches_per_person: 6,
        unfinished_megabytes: 64,
        write_timeout: 20,
        message_bytes: 16 * 1024,
        import_bytes: 2 * 1024 * 1024,
        unread: 256,
        idle: Duration::from_secs(60),
        grace: Duration::from_secs(30),
        pace: Duration::from_millis(420),
        engines: None,
    };
}

impl Default for Limits {
    fn default() -> Limits {
        Limits::DEFAULT
    }
}

/// A resource that is counted while it is in use.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Counted {
    Connections,
    Tables,
    Searches,
    /// Whole-file imports in progress.
    Imports,
}

/// The maximum number of concurrent whole-file imports: per person, per address.
const IMPORTS_AT_ONCE: [usize; 2] = [1, 4];

/// The usage of one person or one address.
#[derive(Debug)]
struct Account {
    connections: AtomicUsize,
    tables: AtomicUsize,
    searches: AtomicUsize,
    importing: AtomicUsize,
    messages: Mutex<Rate>,
    imports: Mutex<Rate>,
}

impl Account {
    fn new(messages_per_second: u32, imports_per_minute: u32, now: Instant) -> Account {
        let per_second = f64::from(messages_per_second);
        let imports = f64::from(imports_per_minute);
        Account {
            connections: AtomicUsize::new(0),
            tables: AtomicUsize::new(0),
            searches: AtomicUsize::new(0),
            importing: AtomicUsize::new(0),
            messages: Mutex::new(Rate::new(per_second * 3.0, per_second, now)),
            imports: Mutex::new(Rate::new(imports.max(1.0), imports / 60.0, now)),
        }
    }

    fn counter(&self, counted: Counted) -> &AtomicUsize {
        match counted {
            Counted::Connections => &self.connections,
            Counted::Tables => &self.tables,
            Counted::Searches => &self.searches,
            Counted::Imports => &self.importing,
        }
    }

    /// Whether the account is in the same state as a new one, and can be dropped.
    fn is_fresh(&self, now: Instant) -> bool {
        let counts = [&self.connections, &self.tables, &self.searches, &self.importing];
        counts.iter().all(|count| count.load(Ordering::Relaxed) == 0)
            && lock(&self.messages).is_full(now)
            && lock(&self.imports).is_full(now)
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    // No code panics while it changes the value, so it is valid even if the lock is poisoned.
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The accounts of all current visitors, and of earlier ones until they are dropped.
#[derive(Debug)]
struct Accounts<K> {
    accounts: HashMap<K, Arc<Account>>,
    /// When there are this many accounts, drop those that are fresh.
    sweep_at: usize,
}

impl<K: Eq + Hash> Accounts<K> {
    fn of(&mut self, key: K, now: Instant, open: impl FnOnce() -> Account) -> Arc<Account> {
        if self.accounts.len() >= self.sweep_at {
            self.accounts
                .retain(|_, account| Arc::strong_count(account) > 1 || !account.is_fresh(now));
            self.sweep_at = (self.accounts.len() * 2).max(SMALLEST_SWEEP);
        }
        Arc::clone(self.accounts.entry(key).or_insert_with(|| Arc::new(open())))
    }
}

const SMALLEST_SWEEP: usize = 1024;

impl<K> Default for Accounts<K> {
    fn default() -> Accounts<K> {
        Accounts {
            accounts: HashMap::new(),
            sweep_at: SMALLEST_SWEEP,
        }
    }
}

/// The accounts of all people and addresses.
#[derive(Debug)]
pub(crate) struct Ledger {
    limits: Limits,
    people: Mutex<Accounts<PlayerId>>,
    addresses: Mutex<Accounts<IpAddr>>,
}

impl Ledger {
    pub(crate) fn new(limits: Limits) -> Ledger {
        Ledger {
            limits,
            people: Mutex::default(),
            addresses: Mutex::default(),
        }
    }

    /// Returns a person at an address.
    pub(crate) fn visitor(&self, person: &PlayerId, address: IpAddr) -> Visitor {
        let (now, limits, address) = (Instant::now(), self.limits, network_of(address));
        let open = || Account::new(limits.messages_per_person, limits.imports_per_person, now);
        let person = lock(&self.people).of(person.clone(), now, open);
        let open = || Account::new(limits.messages_per_address, limits.imports_per_address, now);
        Visitor {
            limits,
            person,
            of_address: lock(&self.addresses).of(address, now, open),
            address,
        }
    }
}

/// Whether a message may be processed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum RateDecision {
    /// Yes.
    Now,
    /// Yes, but the next one only after this time, because the address has used up its rate.
    ThenWait(Duration),
    /// No: the person exceeds their rate.
    Never,
}

/// A person at an address, with the accounts of both.
#[derive(Clone, Debug)]
pub(crate) struct Visitor {
    limits: Limits,
    person: Arc<Account>,
    of_address: Arc<Account>,
    /// The address under which they are counted (for IPv6, the /64 network).
    pub(crate) address: IpAddr,
}

impl Visitor {
    /// Uses one more of a resource, until the lease is dropped.
    pub(crate) fn take(&self, counted: Counted) -> Result<Lease, Refusal> {
        let limits = &self.limits;
        let (what, person, address) = match counted {
            Counted::Connections => (
                LimitedResource::Connections,
                limits.connections_per_person,
                limits.connections_per_address,
            ),
            Counted::Tables => (
                LimitedResource::Tables,
                limits.tables_per_person,
                limits.tables_per_address,
            ),
            Counted::Searches => (
                LimitedResource::Searches,
                limits.searches_per_person,
                limits.searches_per_address,
            ),
            Counted::Imports => (LimitedResource::Imports, IMPORTS_AT_ONCE[0], IMPORTS_AT_ONCE[1]),
        };
        let refuse = |whose, most: usize| Refusal::TooMany {
            what,
            whose,
            most: u32::try_from(most).unwrap_or(u32::MAX),
        };
        let person = Held::take(&self.person, counted, person).ok_or(refuse(LimitScope::Person, person))?;
        let address =
            Held::take(&self.of_address, counted, address).ok_or(refuse(LimitScope::Address, address))?;
        Ok(Lease {
            _held: [person, address],
        })
    }

    /// Counts a message of this many bytes.
    pub(crate) fn count_message(&self, bytes: usize, now: Instant) -> RateDecision {
        if !lock(&self.person.messages).allows(bytes, now) {
            return RateDecision::Never;
        }
        match lock(&self.of_address.messages).spend(bytes, now) {
            Duration::ZERO => RateDecision::Now,
            wait => RateDecision::ThenWait(wait),
        }
    }

    /// Counts an import, and checks that it is allowed now.
    pub(crate) fn import(&self, now: Instant) -> Result<(), Refusal> {
        let refuse = |whose, most| Refusal::TooMany {
            what: LimitedResource::Imports,
            whose,
            most,
        };
        if !lock(&self.person.imports).allows(0, now) {
            return Err(refuse(LimitScope::Person, self.limits.imports_per_person));
        }
        if !lock(&self.of_address.imports).allows(0, now) {
            return Err(refuse(LimitScope::Address, self.limits.imports_per_address));
        }
        Ok(())
    }
}

/// A use of a resource. It ends when the lease is dropped.
#[derive(Debug)]
pub(crate) struct Lease {
    _held: [Held; 2],
}

#[derive(Debug)]
struct Held(Arc<Account>, Counted);

impl Held {
    fn take(account: &Arc<Account>, counted: Counted, most: usize) -> Option<Held> {
        let counter = account.counter(counted);
        let taken = counter.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |count| {
            (count < most).then_some(count + 1)
        });
        taken.is_ok().then(|| Held(Arc::clone(account), counted))
    }
}

impl Drop for Held {
    fn drop(&mut self) {
        self.0.counter(self.1).fetch_sub(1, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use parlor_table::Secrets;

    fn address(last: u8) -> IpAddr {
        IpAddr::from([192, 0, 2, last])
    }

    fn ledger() -> Ledger {
        Ledger::new(Limits {
            tables_per_person: 2,
            tables_per_address: 3,
            imports_per_person: 1,
            imports_per_address: 2,
            messages_per_person: 10,
            messages_per_address: 20,
            ..Limits::default()
        })
    }

    #[test]
    fn reconnecting_does_not_reset_usage() {
        let ledger = ledger();
        let mut secrets = Secrets::from_seed(1);
        let (ann, bob) = (secrets.player(), secrets.player());
        let first = ledger.visitor(&ann, address(1));
        let held = [first.take(Counted::Tables), first.take(Counted::Tables)];
        assert!(held.iter().all(Result::is_ok));
        drop(first);
        // Another connection, from another address.
        let again = ledger.visitor(&ann, address(2)).take(Counted::Tables);
        assert!(matches!(
            again,
            Err(Refusal::TooMany {
                whose: LimitScope::Person,
                what: LimitedResource::Tables,
                most: 2
            })
        ));
        // Another person at the same address gets what is left for the address. Other addresses are not affected.
        let other = ledger.visitor(&bob, address(1));
        let one = other.take(Counted::Tables);
        assert!(one.is_ok());
        assert!(matches!(
            other.take(Counted::Tables),
            Err(Refusal::TooMany {
                whose: LimitScope::Address,
                most: 3,
                ..
            })
        ));
        assert!(ledger.visitor(&bob, address(3)).take(Counted::Tables).is_ok());
        drop((held, one));
        assert!(ledger.visitor(&ann, address(1)).take(Counted::Tables).is_ok());
    }

    #[test]
    fn a_refusal_by_the_address_does_not_count_for_the_person() {
        let ledger = Ledger::new(Limits {
            searches_per_person: 5,
            searches_per_address: 1,
            ..Limits::default()
        });
        let mut secrets = Secrets::from_seed(2);
        let (ann, bob) = (secrets.player(), secrets.player());
        let taken = ledger.visitor(&ann, address(1)).take(Counted::Searches);
        assert!(taken.is_ok());
        let bob = ledger.visitor(&bob, address(1));
        assert!(bob.take(Counted::Searches).is_err());
        assert_eq!(bob.person.searches.load(Ordering::Relaxed), 0);
    }

    #[test]
    fn a_person_over_the_rate_is_cut_off_and_an_address_is_slowed_down() {
        let ledger = ledger();
        let mut secrets = Secrets::from_seed(3);
        let now = Instant::now();
        let ann = ledger.visitor(&secrets.player(), address(1));
        let heard = (0..100)
            .filter(|_| ann.count_message(10, now) != RateDecision::Never)
            .count();
        assert_eq!(heard, 30);
        drop(ann);
        let others = [secrets.player(), secrets.player()];
        let mut waits = 0;
        for who in &others {
            let visitor = ledger.visitor(who, address(1));
            for _ in 0..30 {
                match visitor.count_message(10, now) {
                    RateDecision::Never => panic!("nobody is cut off for what others say"),
                    RateDecision::ThenWait(wait) => {
                        assert!(wait <= Duration::from_secs(2), "{wait:?}");
                        waits += 1;
                    }
                    RateDecision::Now => {}
                }
            }
        }
        assert_eq!(waits, 30, "the address has said its sixty");
    }

    #[test]
    fn imports_are_limited_per_minute() {
        let ledger = ledger();
        let mut secrets = Secrets::from_seed(4);
        let now = Instant::now();
        let ann = ledger.visitor(&secrets.player(), address(1));
        assert!(ann.import(now).is_ok() && ann.import(now).is_err());
        assert!(ann.import(now + Duration::from_secs(61)).is_ok());
    }

    #[test]
    fn fresh_accounts_are_dropped() {
        let ledger = ledger();
        let mut secrets = Secrets::from_seed(5);
        let kept = secrets.player();
        let visitor = ledger.visitor(&kept, address(1));
        let _lease = visitor.take(Counted::Tables);
        for _ in 0..5 * SMALLEST_SWEEP {
            ledger.visitor(&secrets.player(), address(2));
        }
        let people = lock(&ledger.people);
        assert!(people.accounts.len() <= SMALLEST_SWEEP && people.accounts.contains_key(&kept));
    }

    #[test]
    fn sixty_people_play_from_one_address_with_the_defaults() {
        let ledger = Ledger::new(Limits::default());
        let mut secrets = Secrets::from_seed(6);
        let mut now = Instant::now();
        let class: Vec<Visitor> = (0..60)
            .map(|_| ledger.visitor(&secrets.player(), address(1)))
            .collect();
        let mut leases = Vec::new();
        for visitor in &class {
            // Four tabs, a dozen games, a hint and an analysis, and a file to import.
            let wanted = [
                (Counted::Connections, 4),
                (Counted::Tables, 12),
                (Counted::Searches, 2),
            ];
            for (counted, number) in wanted {
                leases.extend((0..number).map(|_| visitor.take(counted)));
            }
            assert!(visitor.import(now).is_ok());
        }
        assert!(leases.iter().all(Result::is_ok));
        // Each person sends five messages a second for a minute, including heartbeats.
        for _ in 0..60 * 5 {
            for visitor in &class {
                assert_eq!(visitor.count_message(100, now), RateDecision::Now);
            }
            now += Duration::from_millis(200);
        }
    }
}
