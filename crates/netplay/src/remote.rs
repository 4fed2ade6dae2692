//! The network of a text program: orders in, events out, while the program's own thread waits.

use std::collections::VecDeque;
use std::io;
use std::net::{IpAddr, Ipv6Addr};
use std::time::{Duration, Instant};

use axum::Router;
use parlor_peer::{Invitation, NetEvent, NetOrder, Network, RoomId};
use tokio::runtime::{Builder, Runtime};
use tokio::sync::mpsc::error::TryRecvError;
use tokio::sync::{mpsc, oneshot};
use tokio::task::JoinHandle;
use tokio::time::timeout;

use crate::client::connect;
use crate::listener::{ConnectionLimiter, ConnectionLimits, serve};
use crate::ports::{DEFAULT_PORT, listen, ports_from, reachable};
use crate::pump::Timing;
use crate::rooms::{End, Rooms, UNREAD_LIMIT};
use crate::server::routes_with;

/// How often a waiting program checks whether it was interrupted.
const POLL_INTERVAL: Duration = Duration::from_millis(50);

/// How long a program that ends waits for its last messages to arrive.
const LAST_DELIVERY: Duration = Duration::from_secs(3);

/// Creates the router that is served while a game is offered.
type RouterMaker = Box<dyn Fn(Rooms, Timing) -> Router + Send>;

/// The network options of a program.
pub struct RemoteOptions {
    /// The short name of the game: `othello`, `ataxx` or `loa`.
    pub game: &'static str,
    /// The address to listen on; all interfaces if `None`.
    pub bind: Option<IpAddr>,
    /// The first port to try, for offering and joining; 0 offers on any free port.
    pub port: u16,
    /// The timeouts of connections.
    pub timing: Timing,
    /// Creates what is served while a game is offered: at least [`routes_with`], or a whole web page including it.
    pub router: RouterMaker,
    /// Whether that includes a page, so that the game can be joined from a browser.
    pub has_page: bool,
}

impl RemoteOptions {
    /// The default options for this game.
    pub fn new(game: &'static str) -> RemoteOptions {
        RemoteOptions {
            game,
            bind: None,
            port: DEFAULT_PORT,
            timing: Timing::default(),
            router: Box::new(routes_with),
            has_page: false,
        }
    }

    /// Adds a page, created by `router`, on which guests can join.
    pub fn with_page(self, router: impl Fn(Rooms, Timing) -> Router + Send + 'static) -> RemoteOptions {
        RemoteOptions {
            router: Box::new(router),
            has_page: true,
            ..self
        }
    }
}

/// The network of a text program. It offers or joins at most one game at a time. The connection has a thread of its
/// own, so that it sends heartbeats while the program or a person thinks.
pub struct Remote {
    options: RemoteOptions,
    runtime: Runtime,
    link: Option<Link>,
    // Connections that are closing but may still deliver messages.
    ending: Vec<JoinHandle<()>>,
    pending: VecDeque<NetEvent>,
    deadline: Option<(Instant, Duration)>,
}

struct Link {
    outgoing: mpsc::UnboundedSender<Outgoing>,
    events: mpsc::Receiver<NetEvent>,
    task: JoinHandle<()>,
}

enum Outgoing {
    Message(String),
    Close,
}

impl Remote {
    /// Creates a network that does nothing yet: it listens only while a game is offered.
    pub fn new(options: RemoteOptions) -> io::Result<Remote> {
        let runtime = Builder::new_multi_thread()
            .worker_threads(1)
            .thread_name("netplay")
            .enable_all()
            .build()?;
        Ok(Remote {
            options,
            runtime,
            link: None,
            ending: Vec::new(),
            pending: VecDeque::new(),
            deadline: None,
        })
    }

    fn host(&mut self, id: &str) {
        let id: RoomId = match id.parse() {
            Ok(id) => id,
            Err(error) => return self.fail(format!("{error}")),
        };
        // The port of a game that has just ended is free once its last messages are delivered.
        self.settle();
        let (bind, port, game, timing) = (
            self.options.bind,
            self.options.port,
            self.options.game,
            self.options.timing,
        );
        let has_page = self.options.has_page;
        let rooms = Rooms::new();
        let router = (self.options.router)(rooms.clone(), timing);
        self.link(move |outgoing, events| async move {
            let offer = Offer {
                id,
                game,
                bind,
                port,
                has_page,
            };
            offer.make(rooms, router, outgoing, events).await;
        });
    }

    fn join(&mut self, id: &str, host: String, port: Option<u16>) {
        let id: RoomId = match id.parse() {
            Ok(id) => id,
            Err(error) => return self.fail(format!("{error}")),
        };
        let invitation = Invitation { id, host, port };
        let base = match self.options.port {
            0 => DEFAULT_PORT,
            port => port,
        };
        let (game, timing) = (self.options.game, self.options.timing);
        self.link(move |mut outgoing, events| async move {
            let connected = tokio::select! {
                connected = connect(&invitation, game, base, timing) => connected,
                // Any order before the connection exists means to give up.
                _ = outgoing.recv() => return,
            };
            match connected {
                Ok(end) => {
                    tell(&events, NetEvent::Connected).await;
                    converse(end, outgoing, events).await;
                }
                Err(error) => tell(&events, NetEvent::Failed(error.to_string())).await,
            }
        });
    }

    fn link<F>(&mut self, work: impl FnOnce(mpsc::UnboundedReceiver<Outgoing>, mpsc::Sender<NetEvent>) -> F)
    where
        F: Future<Output = ()> + Send + 'static,
    {
        self.disconnect();
        let (outgoing, orders) = mpsc::unbounded_channel();
        let (tell, events) = mpsc::channel(UNREAD_LIMIT);
        let task = self.runtime.spawn(work(orders, tell));
        self.link = Some(Link {
            outgoing,
            events,
            task,
        });
    }

    /// Marks all unread messages as untimely: they arrived before the message that we are about to send.
    fn mark_untimely(&mut self) {
        for event in &mut self.pending {
            if let NetEvent::Message(text) = event {
                *event = NetEvent::Untimely(std::mem::take(text));
            }
        }
        if let Some(link) = &mut self.link {
            while let Ok(event) = link.events.try_recv() {
                self.pending.push_back(match event {
                    NetEvent::Message(text) => NetEvent::Untimely(text),
                    other => other,
                });
            }
        }
    }

    fn fail(&mut self, reason: String) {
        self.disconnect();
        self.pending.push_back(NetEvent::Failed(reason));
    }

    fn disconnect(&mut self) {
        self.pending.clear();
        self.deadline = None;
        if let Some(link) = self.link.take() {
            // The task may have ended already.
            let _ = link.outgoing.send(Outgoing::Close);
            self.ending.push(link.task);
        }
    }

    /// Waits, up to [`LAST_DELIVERY`], until all messages are delivered.
    fn settle(&mut self) {
        self.disconnect();
        let ending = std::mem::take(&mut self.ending);
        self.runtime.block_on(async {
            // A peer that has not read our last messages by then is gone.
            let _ = timeout(LAST_DELIVERY, futures_util::future::join_all(ending)).await;
        });
    }
}

impl Network for Remote {
    fn order(&mut self, order: NetOrder) {
        match order {
            NetOrder::Host { id } => self.host(&id),
            NetOrder::Join { id, host, port } => self.join(&id, host, port),
            NetOrder::Send(text) => {
                self.mark_untimely();
                if let Some(link) = &self.link {
                    // If the task has ended, the reason is among the events.
                    let _ = link.outgoing.send(Outgoing::Message(text));
                }
            }
            NetOrder::Deadline(within) => self.deadline = Some((Instant::now() + within, within)),
            NetOrder::Close => self.disconnect(),
        }
    }

    fn wait(&mut self, interrupted: &dyn Fn() -> bool) -> Option<NetEvent> {
        loop {
            if let Some(event) = self.pending.pop_front() {
                self.deadline = None;
                return Some(event);
            }
            let Some(link) = &mut self.link else {
                return Some(NetEvent::Failed("there is no connection".into()));
            };
            let next = link.events.recv();
            match self
                .runtime
                .block_on(async { timeout(POLL_INTERVAL, next).await })
            {
                Ok(Some(event)) => self.pending.push_back(event),
                Ok(None) => {
                    self.disconnect();
                    return Some(NetEvent::Lost("the connection has ended".into()));
                }
                Err(_) if interrupted() => return None,
                Err(_) => {
                    if let Some((at, within)) = self.deadline
                        && Instant::now() >= at
                    {
                        self.disconnect();
                        let reason = format!("no answer for {} seconds", within.as_secs_f32());
                        return Some(NetEvent::Lost(reason));
                    }
                }
            }
        }
    }

    fn poll(&mut self) -> Option<NetEvent> {
        if let Some(event) = self.pending.pop_front() {
            return Some(event);
        }
        match self.link.as_mut()?.events.try_recv() {
            Ok(event) => Some(event),
            Err(TryRecvError::Empty) => None,
            Err(TryRecvError::Disconnected) => {
                self.disconnect();
                Some(NetEvent::Lost("the connection has ended".into()))
            }
        }
    }
}

impl Drop for Remote {
    fn drop(&mut self) {
        self.settle();
    }
}

/// A game that is offered on a port of this machine.
struct Offer {
    id: RoomId,
    game: &'static str,
    bind: Option<IpAddr>,
    port: u16,
    has_page: bool,
}

impl Offer {
    async fn make(
        self,
        rooms: Rooms,
        router: Router,
        mut outgoing: mpsc::UnboundedReceiver<Outgoing>,
        events: mpsc::Sender<NetEvent>,
    ) {
        let room = match rooms.offer(&self.id, self.game) {
            Ok(room) => room,
            Err(error) => return tell(&events, NetEvent::Failed(error.to_string())).await,
        };
        let listening = listen(self.bind, self.port).await;
        let (listener, port) =
            match listening.and_then(|listener| listener.local_addr().map(|at| (listener, at.port()))) {
                Ok(listening) => listening,
                Err(error) => {
                    let reason = format!("cannot listen on {}: {error}", self.place());
                    return tell(&events, NetEvent::Failed(reason)).await;
                }
            };
        tell(&events, NetEvent::Offered(self.describe(port))).await;
        let (stop, stopped) = oneshot::channel::<()>();
        let server = tokio::spawn(serve(
            listener,
            router,
            ConnectionLimiter::new(ConnectionLimits::default()),
            async {
                // The server stops whether the sender was dropped or used.
                let _ = stopped.await;
            },
        ));
        let joined = tokio::select! {
            joined = room.joined() => joined,
            // Any order before a partner has joined withdraws the offer.
            _ = outgoing.recv() => None,
        };
        if let Some((end, _offer)) = joined {
            tell(&events, NetEvent::Connected).await;
            converse(end, outgoing, events).await;
        }
        drop(stop);
        // The server has ended, even if it panicked.
        let _ = server.await;
    }

    fn place(&self) -> String {
        let ports = ports_from(self.port);
        let ports = match ports[..] {
            [first, .., last] => format!("ports {first}–{last}"),
            [0] => "any port".to_owned(),
            _ => format!("port {}", self.port),
        };
        match self.bind {
            Some(address) => format!("{address}, {ports}"),
            None => format!("all interfaces, {ports}"),
        }
    }

    fn describe(&self, port: u16) -> String {
        let (id, game) = (&self.id, self.game);
        let place = match self.bind {
            Some(address) => address.to_string(),
            None => "all interfaces of this machine".to_owned(),
        };
        let machine = match reachable(self.bind.unwrap_or(IpAddr::V6(Ipv6Addr::UNSPECIFIED))) {
            address if address.is_loopback() => "localhost".to_owned(),
            IpAddr::V4(address) => address.to_string(),
            IpAddr::V6(address) => format!("[{address}]"),
        };
        // Partners try these ports by themselves.
        let suffix = if ports_from(DEFAULT_PORT).contains(&port) {
            String::new()
        } else {
            format!(":{port}")
        };
        let page = if self.has_page {
            format!("\nOr in a browser: http://{machine}:{port}/#/join/{id}")
        } else {
            String::new()
        };
        format!(
            "The {game} game {id} is offered on {place}, port {port}.\nTo join it: join {id}@{machine}{suffix}{page}"
        )
    }
}

/// Carries messages between a program and a conversation until either ends it.
async fn converse(
    mut end: End,
    mut outgoing: mpsc::UnboundedReceiver<Outgoing>,
    events: mpsc::Sender<NetEvent>,
) {
    loop {
        tokio::select! {
            message = end.recv() => match message {
                Some(text) => tell(&events, NetEvent::Message(text)).await,
                None => {
                    tell(&events, NetEvent::Lost(end.reason())).await;
                    return;
                }
            },
            order = outgoing.recv() => match order {
                // The other branch reports a lost connection.
                Some(Outgoing::Message(text)) => drop(end.send(text).await),
                Some(Outgoing::Close) | None => {
                    end.finish().await;
                    return;
                }
            },
        }
    }
}

async fn tell(events: &mpsc::Sender<NetEvent>, event: NetEvent) {
    // The program may no longer wait for events.
    let _ = events.send(event).await;
}
