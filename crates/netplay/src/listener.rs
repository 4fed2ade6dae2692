//! A listener that cannot be exhausted: it limits connections in total and per address, disconnects clients that
//! stop reading, and bounds the memory of unfinished messages.

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

/// How many connections a program that hosts one game accepts at once. Further ones are closed at once.
pub const MAX_CONNECTIONS: usize = 256;

/// How long a client may take to send the headers of a request.
const HEAD_TIMEOUT: Duration = Duration::from_secs(10);
/// The maximum size of the headers of a request, and of the read and write buffers before an upgrade.
const HEAD_BYTES: usize = 16 * 1024;
/// How long a server waits after an accept failed, for example because the process has no file descriptors left.
const ACCEPT_PAUSE: Duration = Duration::from_millis(100);
/// The size of an unfinished message that every connection may hold without a reservation.
const FREE_BYTES: usize = 32 * 1024;

/// The limits of a listener.
#[derive(Clone, Debug)]
pub struct ConnectionLimits {
    /// The maximum number of connections.
    pub connections: usize,
    /// The maximum number of connections from one address (for IPv6, from one /64).
    pub per_address: usize,
    /// Proxies, which have many people behind one address: they are not limited per address.
    pub proxies: Vec<IpNet>,
    /// How long a client may go without reading anything that is written to it.
    pub write_timeout: Duration,
    /// The maximum number of bytes of unfinished messages of all connections together.
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

/// Counts the connections of a server and the memory that they hold.
#[derive(Debug)]
pub struct ConnectionLimiter {
    limits: ConnectionLimits,
    open: AtomicUsize,
    turned_away: AtomicU64,
    stalled: AtomicU64,
    unfinished: AtomicUsize,
    held: Mutex<Held>,
}

/// What each address holds. Addresses that hold nothing have no entry.
#[derive(Debug, Default)]
struct Held {
    connections: HashMap<IpAddr, usize>,
    unfinished: HashMap<IpAddr, usize>,
}

/// Releases an amount that an address held.
fn release(held: &mut HashMap<IpAddr, usize>, address: IpAddr, amount: usize) {
    if let Some(left) = held.get_mut(&address) {
        *left = left.saturating_sub(amount);
        if *left == 0 {
            held.remove(&address);
        }
    }
}

impl ConnectionLimiter {
    /// Creates a limiter with these limits.
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

    /// The number of open connections.
    pub fn open(&self) -> usize {
        self.open.load(Ordering::Relaxed)
    }

    /// The number of connections that were refused.
    pub fn turned_away(&self) -> u64 {
        self.turned_away.load(Ordering::Relaxed)
    }

    /// The number of clients that were disconnected because they read nothing.
    pub fn stalled(&self) -> u64 {
        self.stalled.load(Ordering::Relaxed)
    }

    /// The number of reserved bytes of unfinished messages.
    pub fn unfinished(&self) -> usize {
        self.unfinished.load(Ordering::Relaxed)
    }

    fn held(&self) -> MutexGuard<'_, Held> {
        // No code panics while it changes the value, so it is valid even if the lock is poisoned.
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
            // A flood of connections must not flood the log too.
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

/// The address under which a client is counted: for IPv6 the /64 network, because one customer has all of it.
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
        release(&mut self.limiter.held().connections, self.address, 1);
    }
}

/// The connection of a request, in the extensions of every request.
#[derive(Clone, Debug)]
pub struct Peer {
    /// The address of the other end: the client, or the last proxy before us.
    pub address: SocketAddr,
    /// Our address on this connection.
    pub local: SocketAddr,
    /// The size of the connection's unfinished message.
    pub unfinished: Arc<Unfinished>,
}

/// The size of one connection's unfinished message.
#[derive(Debug)]
pub struct Unfinished {
    slot: ConnectionSlot,
    /// The sender of the messages, after the upgrade. Behind a proxy it is not the address of the connection.
    sender: OnceLock<IpAddr>,
    /// The number of bytes since the last complete message.
    received: AtomicUsize,
    /// The number of them that are reserved in the limiter.
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

    /// Starts counting: from now on the connection carries messages of this sender, and the reader reports when
    /// each is complete.
    pub fn begin(&self, sender: IpAddr) {
        // A connection is upgraded once.
        let _ = self.sender.set(network_of(sender));
        self.received.store(0, Ordering::Relaxed);
    }

    /// Reports a complete message, and releases its reservation.
    pub fn finished(&self) {
        self.received.store(0, Ordering::Relaxed);
        let given_back = self.reserved.swap(0, Ordering::Relaxed);
        if let Some(&sender) = self.sender.get().filter(|_| given_back > 0) {
            let limiter = &self.slot.limiter;
            limiter.unfinished.fetch_sub(given_back, Ordering::Relaxed);
            release(&mut limiter.held().unfinished, sender, given_back);
        }
    }

    /// Whether part of a message has arrived and the rest has not.
    pub fn is_waiting(&self) -> bool {
        self.received.load(Ordering::Relaxed) > 0
    }

    /// Counts more bytes. Returns whether they may be held.
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
        // One address never gets more than half, so that something is left for the others.
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

/// Serves a router until `shutdown` resolves. Upgraded connections continue.
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
        // Moves are single small packets that should not wait for a second one. A socket without this option still
        // works.
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
    // A failed connection concerns only its client.
    if let Err(error) = connection.await {
        debug!(%address, %error, "a connection failed");
    }
}

/// A stream with a write timeout and a limit on unfinished messages.
struct LimitedStream {
    stream: TcpStream,
    unfinished: Arc<Unfinished>,
    write_timeout: Duration,
    /// Runs while the client reads nothing. Idle connections have no timer.
    waiting: Option<Pin<Box<Sleep>>>,
}

impl LimitedStream {
    /// Fails a write that has waited too long for its reader.
    fn with_write_timeout<T>(
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
        self.with_write_timeout(written, context)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        parts: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write_vectored(context, parts);
        self.with_write_timeout(written, context)
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
    fn one_address_cannot_take_all_connections() {
        let limiter = limiter(2);
        let greedy: Vec<ConnectionSlot> = (0..50).filter_map(|_| limiter.enter(at("192.0.2.1"))).collect();
        assert_eq!((greedy.len(), limiter.turned_away()), (2, 48));
        let other = limiter.enter(at("192.0.2.2"));
        assert!(other.is_some());
        // All clients behind a proxy have its address.
        let proxied: Vec<ConnectionSlot> = (0..50).filter_map(|_| limiter.enter(at("10.1.1.1"))).collect();
        assert_eq!((proxied.len(), limiter.open()), (3, 6));
        drop(greedy);
        assert_eq!(limiter.open(), 4);
        assert!(limiter.enter(at("192.0.2.1")).is_some());
    }

    #[test]
    fn an_ipv6_network_counts_as_one_address_and_a_mapped_ipv4_address_as_itself() {
        let network = |text: &str| network_of(text.parse().unwrap());
        assert_eq!(network("2001:db8:1:2:3::4"), network("2001:db8:1:2:ffff::"));
        assert_ne!(network("2001:db8:1:2::"), network("2001:db8:1:3::"));
        assert_eq!(network("::ffff:192.0.2.1"), network("192.0.2.1"));
    }

    #[test]
    fn unfinished_messages_are_limited_per_address_and_in_total() {
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
