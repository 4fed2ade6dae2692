//! A listener that nobody can exhaust: connections are counted in all and by address, a client that stops reading is cut
//! off, and unfinished messages share a bounded amount of memory.

use std::collections::HashMap;
use std::future::Future;
use std::io;
use std::net::{IpAddr, Ipv6Addr, SocketAddr};
use std::pin::Pin;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::task::{Context, Poll, ready};
use std::time::Duration;

use axum::Router;
use hyper::body::Incoming;
use hyper::service::{Service, service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use ipnet::IpNet;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::{TcpListener, TcpStream};
use tokio::time::Sleep;
use tracing::{debug, info, warn};

/// How many connections a program that hosts one game holds at once; more are closed as they come.
pub const MAX_CONNECTIONS: usize = 256;

/// How long a client may take to send the head of a request.
const HEAD_TIMEOUT: Duration = Duration::from_secs(10);
/// The longest head of a request, and what is read and written at once before that.
const HEAD_BYTES: usize = 16 * 1024;
/// How long a server waits after an accept failed, as it does when the process has no file left.
const ACCEPT_PAUSE: Duration = Duration::from_millis(100);
/// What every connection may hold of an unfinished message without asking.
const FREE_BYTES: usize = 32 * 1024;

/// What a listener allows.
#[derive(Clone, Debug)]
pub struct ConnectionLimits {
    /// The most connections at once.
    pub connections: usize,
    /// The most connections at once of one address; of IPv6, of one /64.
    pub per_address: usize,
    /// Proxies, through which many people come from one address: they are not counted by address.
    pub proxies: Vec<IpNet>,
    /// How long a client may read nothing of what is written to it.
    pub write_timeout: Duration,
    /// How many bytes of unfinished messages all connections together may hold.
    pub unfinished_bytes: usize,
}

impl Default for ConnectionLimits {
    fn default() -> ConnectionLimits {
        ConnectionLimits {
            connections: MAX_CONNECTIONS,
            per_address: MAX_CONNECTIONS / 4,
            proxies: Vec::new(),
            write_timeout: Duration::from_secs(20),
            unfinished_bytes: 8 * 1024 * 1024,
        }
    }
}

/// The doors of a server: who is in, and what they hold.
#[derive(Debug)]
pub struct ConnectionLimiter {
    limits: ConnectionLimits,
    open: AtomicUsize,
    turned_away: AtomicU64,
    stalled: AtomicU64,
    unfinished: AtomicUsize,
    held: Mutex<Held>,
}

/// What addresses hold; those that hold nothing are not here.
#[derive(Debug, Default)]
struct Held {
    connections: HashMap<IpAddr, usize>,
    unfinished: HashMap<IpAddr, usize>,
}

/// Gives back what an address held.
fn give_back(held: &mut HashMap<IpAddr, usize>, address: IpAddr, amount: usize) {
    if let Some(left) = held.get_mut(&address) {
        *left = left.saturating_sub(amount);
        if *left == 0 {
            held.remove(&address);
        }
    }
}

impl ConnectionLimiter {
    /// A limiter with these limits.
    pub fn new(limits: ConnectionLimits) -> Arc<ConnectionLimiter> {
        Arc::new(ConnectionLimiter {
            limits,
            open: AtomicUsize::new(0),
            turned_away: AtomicU64::new(0),
            stalled: AtomicU64::new(0),
            unfinished: AtomicUsize::new(0),
            held: Mutex::new(Held::default()),
        })
    }

    /// How many connections there are.
    pub fn open(&self) -> usize {
        self.open.load(Ordering::Relaxed)
    }

    /// How many connections found no place.
    pub fn turned_away(&self) -> u64 {
        self.turned_away.load(Ordering::Relaxed)
    }

    /// How many clients were cut off because they read nothing.
    pub fn stalled(&self) -> u64 {
        self.stalled.load(Ordering::Relaxed)
    }

    /// How many bytes of unfinished messages are held beyond what every connection may hold.
    pub fn unfinished(&self) -> usize {
        self.unfinished.load(Ordering::Relaxed)
    }

    fn held(&self) -> MutexGuard<'_, Held> {
        // Nothing that holds the lock can panic half-way.
        self.held.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn enter(self: &Arc<ConnectionLimiter>, peer: SocketAddr) -> Option<ConnectionSlot> {
        let ip = peer.ip().to_canonical();
        let is_proxy = self.limits.proxies.iter().any(|proxy| proxy.contains(&ip));
        let address = network_of(ip);
        let mut held = self.held();
        let of_address = held.connections.get(&address).copied().unwrap_or_default();
        let is_full = self.open() >= self.limits.connections;
        if is_full || (!is_proxy && of_address >= self.limits.per_address) {
            let before = self.turned_away.fetch_add(1, Ordering::Relaxed);
            // A flood must not flood the log too.
            if before.is_power_of_two() || before == 0 {
                warn!(%address, open = self.open(), of_address, turned_away = before + 1,
                    "a connection finds no slot");
            }
            return None;
        }
        *held.connections.entry(address).or_default() += 1;
        self.open.fetch_add(1, Ordering::Relaxed);
        Some(ConnectionSlot {
            limiter: Arc::clone(self),
            address,
        })
    }
}

/// The address by which somebody is counted: an IPv6 network of 64 bits is one customer's, whole.
pub fn network_of(ip: IpAddr) -> IpAddr {
    match ip.to_canonical() {
        IpAddr::V6(ip) => {
            let [a, b, c, d, ..] = ip.segments();
            IpAddr::V6(Ipv6Addr::new(a, b, c, d, 0, 0, 0, 0))
        }
        v4 => v4,
    }
}

/// A counted connection.
#[derive(Debug)]
struct ConnectionSlot {
    limiter: Arc<ConnectionLimiter>,
    address: IpAddr,
}

impl Drop for ConnectionSlot {
    fn drop(&mut self) {
        self.limiter.open.fetch_sub(1, Ordering::Relaxed);
        give_back(&mut self.limiter.held().connections, self.address, 1);
    }
}

/// The connection that a request came by: every request has it among its extensions.
#[derive(Clone, Debug)]
pub struct Peer {
    /// Who is at the other end: the client, or the last proxy before us.
    pub address: SocketAddr,
    /// Where they came to.
    pub local: SocketAddr,
    /// What the connection holds of an unfinished message.
    pub unfinished: Arc<Unfinished>,
}

/// What one connection holds of an unfinished message.
#[derive(Debug)]
pub struct Unfinished {
    slot: ConnectionSlot,
    /// Who sends the messages, once there are messages: behind a proxy, not the address of the connection.
    sender: OnceLock<IpAddr>,
    /// Bytes since the last whole message.
    received: AtomicUsize,
    /// How many of them were asked for.
    reserved: AtomicUsize,
}

impl Unfinished {
    fn new(slot: ConnectionSlot) -> Unfinished {
        Unfinished {
            slot,
            sender: OnceLock::new(),
            received: AtomicUsize::new(0),
            reserved: AtomicUsize::new(0),
        }
    }

    /// From now on the connection carries messages of this sender, and the reader says when each is complete.
    pub fn begin(&self, sender: IpAddr) {
        // A connection is upgraded once.
        let _ = self.sender.set(network_of(sender));
        self.received.store(0, Ordering::Relaxed);
    }

    /// A message is whole: nothing is held any more.
    pub fn finished(&self) {
        self.received.store(0, Ordering::Relaxed);
        let given_back = self.reserved.swap(0, Ordering::Relaxed);
        if let Some(&sender) = self.sender.get().filter(|_| given_back > 0) {
            let limiter = &self.slot.limiter;
            limiter.unfinished.fetch_sub(given_back, Ordering::Relaxed);
            give_back(&mut limiter.held().unfinished, sender, given_back);
        }
    }

    /// Whether bytes of an unfinished message wait for the rest of it.
    pub fn is_waiting(&self) -> bool {
        self.received.load(Ordering::Relaxed) > 0
    }

    /// Whether this many more bytes may be held.
    fn receive(&self, bytes: usize) -> bool {
        let Some(&sender) = self.sender.get() else {
            return true;
        };
        let received = self.received.fetch_add(bytes, Ordering::Relaxed) + bytes;
        let needed = received.saturating_sub(FREE_BYTES + self.reserved.load(Ordering::Relaxed));
        if needed == 0 {
            return true;
        }
        let limiter = &self.slot.limiter;
        let most = limiter.limits.unfinished_bytes;
        let mut held = limiter.held();
        let of_sender = held.unfinished.get(&sender).copied().unwrap_or_default();
        // One address never gets more than half: there is always something left for the others.
        let fits =
            of_sender + needed <= most / 2 && limiter.unfinished.load(Ordering::Relaxed) + needed <= most;
        if fits {
            held.unfinished.insert(sender, of_sender + needed);
            limiter.unfinished.fetch_add(needed, Ordering::Relaxed);
            self.reserved.fetch_add(needed, Ordering::Relaxed);
        }
        fits
    }
}

impl Drop for Unfinished {
    fn drop(&mut self) {
        self.finished();
    }
}

/// Serves a router until `shutdown`. Connections that are upgraded by then go on.
pub async fn serve(
    listener: TcpListener,
    router: Router,
    limiter: Arc<ConnectionLimiter>,
    shutdown: impl Future<Output = ()>,
) -> io::Result<()> {
    let local = listener.local_addr()?;
    info!(address = %local, "listening");
    tokio::pin!(shutdown);
    loop {
        let accepted = tokio::select! {
            () = &mut shutdown => {
                info!("asked to stop");
                return Ok(());
            }
            accepted = listener.accept() => accepted,
        };
        let (stream, address) = match accepted {
            Ok(accepted) => accepted,
            Err(error) => {
                warn!(%error, "a connection cannot be accepted");
                tokio::time::sleep(ACCEPT_PAUSE).await;
                continue;
            }
        };
        let Some(slot) = limiter.enter(address) else {
            continue;
        };
        // Moves are single small packets that should not wait for a second one; a socket without
        // this option still works.
        let _ = stream.set_nodelay(true);
        let peer = Peer {
            address,
            local: stream.local_addr().unwrap_or(local),
            unfinished: Arc::new(Unfinished::new(slot)),
        };
        tokio::spawn(connection(
            stream,
            peer,
            router.clone(),
            limiter.limits.write_timeout,
        ));
    }
}

async fn connection(stream: TcpStream, peer: Peer, router: Router, write_timeout: Duration) {
    let stream = LimitedStream {
        stream,
        unfinished: Arc::clone(&peer.unfinished),
        write_timeout,
        waiting: None,
    };
    let address = peer.address;
    let service = TowerToHyperService::new(router);
    let service = service_fn(move |mut request: hyper::Request<Incoming>| {
        request.extensions_mut().insert(peer.clone());
        service.call(request)
    });
    let connection = hyper::server::conn::http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(HEAD_TIMEOUT)
        .max_buf_size(HEAD_BYTES)
        .serve_connection(TokioIo::new(stream), service)
        .with_upgrades();
    // How a connection ends is its client's business.
    if let Err(error) = connection.await {
        debug!(%address, %error, "a connection failed");
    }
}

/// A connection with a watch on what is written and held.
struct LimitedStream {
    stream: TcpStream,
    unfinished: Arc<Unfinished>,
    write_timeout: Duration,
    /// Runs while the client takes nothing. Idle connections have none.
    waiting: Option<Pin<Box<Sleep>>>,
}

impl LimitedStream {
    /// Ends a write that has waited too long for its reader.
    fn within_patience<T>(
        &mut self,
        written: Poll<io::Result<T>>,
        context: &mut Context<'_>,
    ) -> Poll<io::Result<T>> {
        if written.is_ready() {
            self.waiting = None;
            return written;
        }
        let timeout = self.write_timeout;
        let waiting = self
            .waiting
            .get_or_insert_with(|| Box::pin(tokio::time::sleep(timeout)));
        ready!(waiting.as_mut().poll(context));
        self.unfinished
            .slot
            .limiter
            .stalled
            .fetch_add(1, Ordering::Relaxed);
        info!(address = %self.unfinished.slot.address, "cut off: what is written is not read");
        Poll::Ready(Err(io::Error::new(
            io::ErrorKind::TimedOut,
            "what is written is not read",
        )))
    }
}

impl AsyncRead for LimitedStream {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let before = buffer.filled().len();
        ready!(Pin::new(&mut self.stream).poll_read(context, buffer))?;
        let n_read = buffer.filled().len() - before;
        if self.unfinished.receive(n_read) {
            return Poll::Ready(Ok(()));
        }
        warn!(address = %self.unfinished.slot.address, "cut off: too much of unfinished messages");
        Poll::Ready(Err(io::Error::new(
            io::ErrorKind::OutOfMemory,
            "too much of unfinished messages",
        )))
    }
}

impl AsyncWrite for LimitedStream {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write(context, bytes);
        self.within_patience(written, context)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        parts: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write_vectored(context, parts);
        self.within_patience(written, context)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn limiter(per_address: usize) -> Arc<ConnectionLimiter> {
        ConnectionLimiter::new(ConnectionLimits {
            connections: 6,
            per_address,
            proxies: vec!["10.0.0.0/8".parse().unwrap()],
            unfinished_bytes: 400_000,
            ..ConnectionLimits::default()
        })
    }

    fn at(address: &str) -> SocketAddr {
        SocketAddr::new(address.parse().unwrap(), 4000)
    }

    #[test]
    fn one_address_leaves_places_for_the_others() {
        let limiter = limiter(2);
        let greedy: Vec<ConnectionSlot> = (0..50).filter_map(|_| limiter.enter(at("192.0.2.1"))).collect();
        assert_eq!((greedy.len(), limiter.turned_away()), (2, 48));
        let other = limiter.enter(at("192.0.2.2"));
        assert!(other.is_some());
        // Everybody behind a proxy has its address.
        let proxied: Vec<ConnectionSlot> = (0..50).filter_map(|_| limiter.enter(at("10.1.1.1"))).collect();
        assert_eq!((proxied.len(), limiter.open()), (3, 6));
        drop(greedy);
        assert_eq!(limiter.open(), 4);
        assert!(limiter.enter(at("192.0.2.1")).is_some());
    }

    #[test]
    fn an_ipv6_customer_is_one_address_and_a_mapped_one_is_its_own() {
        let network = |text: &str| network_of(text.parse().unwrap());
        assert_eq!(network("2001:db8:1:2:3::4"), network("2001:db8:1:2:ffff::"));
        assert_ne!(network("2001:db8:1:2::"), network("2001:db8:1:3::"));
        assert_eq!(network("::ffff:192.0.2.1"), network("192.0.2.1"));
    }

    #[test]
    fn unfinished_messages_are_bounded_by_address_and_in_all() {
        let limiter = limiter(9);
        let connect = |address: &str| {
            let held = Unfinished::new(limiter.enter(at(address)).unwrap());
            held.begin(address.parse().unwrap());
            held
        };
        let (first, second, third) = (connect("192.0.2.1"), connect("192.0.2.1"), connect("192.0.2.2"));
        assert!(first.receive(FREE_BYTES + 150_000) && first.is_waiting());
        assert!(second.receive(FREE_BYTES), "little may always come");
        assert!(!second.receive(60_000), "half of all is the most of one address");
        assert!(third.receive(FREE_BYTES + 190_000));
        assert_eq!(limiter.unfinished(), 340_000);
        first.finished();
        assert!(!first.is_waiting());
        assert!(second.receive(60_000), "there is room again");
        drop((first, second, third));
        assert_eq!((limiter.unfinished(), limiter.open()), (0, 0));
        let held = limiter.held();
        assert!(held.connections.is_empty() && held.unfinished.is_empty());
    }

    #[test]
    fn requests_before_the_first_message_are_not_counted_as_unfinished() {
        let limiter = limiter(9);
        let held = Unfinished::new(limiter.enter(at("192.0.2.1")).unwrap());
        assert!(held.receive(10_000_000) && limiter.unfinished() == 0);
    }
}
