//! The HTTP server: the page, its WebSocket, the rooms of terminal programs, and monitoring.

use std::future::Future;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::ws::WebSocketUpgrade;
use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, Uri, header};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::{any, get, post};
use axum::{Extension, Router};
use ipnet::IpNet;
use parlor_games::AnyGame;
use parlor_netplay::{ConnectionLimiter, ConnectionLimits, Peer, Rooms, Timing};
use parlor_table::wire::{GameSetup, StoreFailure};
use parlor_table::{PlayerId, Table};
use thiserror::Error;
use tokio::net::TcpListener;
use tracing::{error, info, warn};

use crate::app_state::AppState;
use crate::collection::{self, SharedCollection};
use crate::limits::Limits;
use crate::random::secrets;
use crate::site::{PublicUrl, Site};
use crate::socket::{self, Caller, Resume};
use crate::store::{self, Claim, Owner, Running, SharedStore, SqliteStore};
use crate::{book, exchange, metrics, page};

/// The cookie that identifies a player.
const COOKIE: &str = "parlor";

/// Connections per address beyond those of pages: files being loaded, and terminal programs.
const SPARE_CONNECTIONS: usize = 64;
/// Files that are open besides connections.
const SPARE_FILES: u64 = 256;
/// The buffer sizes of a WebSocket. Idle connections hold both buffers.
const READ_BUFFER: usize = 2 * 1024;
const WRITE_BUFFER: usize = 2 * 1024;

/// The options of the server.
#[derive(Clone)]
pub struct Options {
    /// The address to listen on; loopback unless others may play.
    pub bind: IpAddr,
    /// The port; 0 chooses a free one.
    pub port: u16,
    /// The file of games.
    pub games: Games,
    /// A game to begin at once, for the person who started the program.
    pub initial: Option<GameSetup>,
    /// Rooms whose games can be joined from the page.
    pub rooms: Rooms,
    /// Is notified of every game.
    pub watcher: Option<Watcher>,
    /// The limits.
    pub limits: Limits,
    /// The server's public address, if it is behind a proxy.
    pub public_url: Option<PublicUrl>,
    /// Names of this machine that pages may use, besides its addresses and `localhost`.
    pub host_names: Vec<String>,
    /// The proxies whose `X-Forwarded-For` header is trusted.
    pub trusted_proxies: Vec<IpNet>,
    /// The folder of the documentation, which is served at `/book/`.
    pub book: Option<PathBuf>,
}

/// A callback that receives the id and the state of every game that begins or changes.
#[derive(Clone)]
pub struct Watcher(Arc<Watch>);

type Watch = dyn Fn(&str, &AnyGame) + Send + Sync;

impl Watcher {
    /// Creates a watcher. The table waits for `watch`, so it must be fast.
    pub fn new(watch: impl Fn(&str, &AnyGame) + Send + Sync + 'static) -> Watcher {
        Watcher(Arc::new(watch))
    }

    /// Reports a game.
    pub(crate) fn tell(&self, id: &str, game: &AnyGame) {
        (self.0)(id, game);
    }
}

/// Where games are stored.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Games {
    /// In the user's data folder.
    #[default]
    Default,
    /// In this file.
    File(PathBuf),
    /// Games are not stored.
    Nowhere,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            bind: IpAddr::V4(Ipv4Addr::LOCALHOST),
            port: 0,
            games: Games::Default,
            initial: None,
            rooms: Rooms::new(),
            watcher: None,
            limits: Limits::default(),
            public_url: None,
            host_names: Vec::new(),
            trusted_proxies: Vec::new(),
            book: None,
        }
    }
}

/// Why the server did not start.
#[derive(Debug, Error)]
pub enum ServeError {
    /// It cannot listen on the address.
    // Not called `source`: otherwise printing an error with its causes would repeat the reason.
    #[error("cannot listen on {address}: {reason}")]
    Bind {
        /// The address.
        address: SocketAddr,
        /// The reason.
        reason: std::io::Error,
    },
    /// The threads did not start.
    #[error("cannot start the server: {0}")]
    Start(std::io::Error),
    /// The initial game is invalid.
    #[error("the game cannot start: {0}")]
    Initial(String),
    /// Another server uses the file of games.
    #[error(transparent)]
    AlreadyRunning(Box<RunningServer>),
    /// The server failed while it ran.
    #[error("the server failed: {0}")]
    Run(std::io::Error),
}

/// The running server that owns the file of games.
#[derive(Debug, Error)]
#[error("the games in {file} are in use by Parlor {}: {why}", describe(running))]
pub struct RunningServer {
    /// The file.
    pub(crate) file: String,
    /// How to reach it, if it has left a notice.
    pub(crate) running: Option<Running>,
    /// Why it cannot be used instead.
    pub(crate) why: String,
}

fn describe(running: &Option<Running>) -> String {
    running.as_ref().map_or_else(
        || "elsewhere".to_owned(),
        |running| format!("at http://{}/ (process {})", running.address, running.process),
    )
}

/// A server that listens but does not serve yet.
pub struct Server {
    // Held until the tables are closed.
    owner: Option<Owner>,
    listener: TcpListener,
    app: Arc<AppState>,
    router: Router,
    limiter: Arc<ConnectionLimiter>,
    /// The page's address on this machine.
    here: String,
    /// The fragment of the URL: the view that the page shows first.
    fragment: String,
    url: String,
    not_saving: Option<StoreFailure>,
}

impl Server {
    /// Opens the file of games, listens and begins the initial game.
    pub async fn open(options: Options) -> Result<Server, ServeError> {
        let address = SocketAddr::new(options.bind, options.port);
        let claimed = claim(&options.games).await?;
        let bound = TcpListener::bind(address).await;
        let listener = bound.map_err(|reason| ServeError::Bind { address, reason })?;
        let at = listener.local_addr().map_err(ServeError::Start)?;
        let (owner, store) = match claimed {
            Ok(owner) => {
                let store = SqliteStore::open(&owner.file);
                (Some(owner), store.map(|store| Arc::new(store) as SharedStore))
            }
            Err(failure) => (None, Err(failure)),
        };
        let public = options.public_url.as_ref().map(ToString::to_string);
        let lan = (!at.ip().is_loopback()).then(|| {
            format!(
                "http://{}",
                SocketAddr::new(parlor_netplay::reachable(at.ip()), at.port())
            )
        });
        let address = public.clone().or(lan);
        let mut app = AppState::new(store, options.rooms, options.limits, address).await;
        app.watcher = options.watcher;
        app.book = options.book;
        if let Some(owner) = &owner {
            app.collection = SharedCollection::for_games(&owner.file);
        }
        app.site = Site {
            public: options.public_url,
            names: options.host_names,
            proxies: options.trusted_proxies.clone(),
            loopback_only: at.ip().is_loopback(),
        };
        let app = Arc::new(app);
        let shown = if at.ip().is_unspecified() {
            IpAddr::V4(Ipv4Addr::LOCALHOST)
        } else {
            at.ip()
        };
        let here = format!("http://{}", SocketAddr::new(shown, at.port()));
        let mut fragment = String::new();
        if let Some(setup) = &options.initial {
            let owner = app.owner.player.clone();
            let table = Table::new(&mut secrets(), &owner, "You", setup)
                .map_err(|error| ServeError::Initial(error.to_string()))?;
            fragment = format!("#/g/{}", table.id());
            let visitor = app.ledger.visitor(&owner, shown);
            let seated = app.seat(table, &visitor).await;
            seated.map_err(|refusal| ServeError::Initial(refusal.to_string()))?;
        }
        if let Some(owner) = &owner {
            let running = Running {
                process: std::process::id(),
                address: SocketAddr::new(shown, at.port()),
                bind: at.ip(),
                key: app.owner.key.clone(),
            };
            // Without the notice, another start can only report that the file is in use.
            let _ = owner.announce(&running);
            app.collection.announce(running);
        }
        let place = public.as_ref().unwrap_or(&here);
        let url = format!("{place}/?key={}{fragment}", app.owner.key);
        let not_saving = app.not_saving();
        if let Some(reason) = &not_saving {
            error!(%reason, "games are not being saved");
        }
        let limits = &app.limits;
        let limiter = ConnectionLimiter::new(ConnectionLimits {
            connections: limits.connections,
            per_address: limits.connections_per_address.saturating_add(SPARE_CONNECTIONS),
            proxies: options.trusted_proxies,
            write_timeout: Duration::from_secs(limits.write_timeout),
            unfinished_bytes: limits.unfinished_megabytes.saturating_mul(1024 * 1024),
        });
        let router = app_with(Arc::clone(&app), Timing::default()).layer(Extension(Arc::clone(&limiter)));
        Ok(Server {
            owner,
            listener,
            app,
            router,
            limiter,
            here,
            fragment,
            url,
            not_saving,
        })
    }

    /// The URL for the browser of the person who started the program. It contains a key that nobody else should
    /// see.
    pub fn url(&self) -> &str {
        &self.url
    }

    /// The URL with which the program opens a browser. Others may see it: it is valid for one visit by this user.
    pub fn browser_url(&self) -> String {
        format!(
            "{}/?ticket={}{}",
            self.here,
            self.app.owner.ticket(),
            self.fragment
        )
    }

    /// The URL for others on the network, if they can reach the server.
    pub fn address(&self) -> Option<&str> {
        self.app.address.as_deref()
    }

    /// Why games are not being saved, if they are not.
    pub fn not_saving(&self) -> Option<&StoreFailure> {
        self.not_saving.as_ref()
    }

    /// Serves until `shutdown` resolves.
    pub async fn run(self, shutdown: impl Future<Output = ()> + Send + 'static) -> Result<(), ServeError> {
        raise_file_limit(self.app.limits.connections);
        let served = parlor_netplay::serve(self.listener, self.router, self.limiter, shutdown).await;
        self.app.close().await;
        drop(self.owner);
        served.map_err(ServeError::Run)
    }
}

/// Raises the limit of open files, because every connection needs one.
fn raise_file_limit(connections: usize) {
    let wanted = connections as u64 + SPARE_FILES;
    match rlimit::increase_nofile_limit(wanted) {
        Ok(allowed) if allowed < wanted => warn!(
            allowed,
            wanted, "fewer files may be open than connections are allowed (ulimit -n)"
        ),
        Ok(_) => {}
        Err(error) => warn!(%error, "the number of open files cannot be raised"),
    }
}

/// Claims the file of games. The inner error is why games are not stored. If another server owns the file, that is
/// an error.
async fn claim(games: &Games) -> Result<Result<Owner, StoreFailure>, ServeError> {
    let file = match games {
        Games::Default => store::default_file(),
        Games::File(file) => Ok(file.clone()),
        Games::Nowhere => Err(StoreFailure::NotAsked),
    };
    match file.and_then(|file| Owner::claim(&file)) {
        Ok(Claim::Own(owner)) => Ok(Ok(owner)),
        Ok(Claim::Taken(file)) => Err(ServeError::AlreadyRunning(Box::new(RunningServer {
            running: Running::find(&file).await,
            file: file.display().to_string(),
            why: "end it first, or choose another file".to_owned(),
        }))),
        Err(failure) => Ok(Err(failure)),
    }
}

impl RunningServer {
    /// Asks the running server to begin the requested game. Returns its page, or `self` with the reason why that is
    /// impossible.
    pub(crate) async fn begin(mut self, options: &Options) -> Result<Page, RunningServer> {
        let Some(running) = self.running.clone() else {
            self.why = "it does not say where".to_owned();
            return Err(self);
        };
        let at = running.address;
        let why_not = if options.watcher.is_some() {
            Some("it cannot write this log")
        } else if options.port != 0 && options.port != at.port() {
            Some("it listens at another port")
        } else if !options.bind.is_loopback() && options.bind != running.bind {
            Some("it cannot listen at another address while it runs")
        } else {
            None
        };
        if let Some(why) = why_not {
            self.why = format!("{why}; end it first, or choose another file");
            return Err(self);
        }
        match running.begin(options.initial.as_ref()).await {
            Ok(urls) => {
                let (url, browser_url) = urls.split_once('\n').unwrap_or((&urls, &urls));
                Ok(Page {
                    greeting: format!("Parlor is running already (process {}): {url}", running.process),
                    url: url.to_owned(),
                    browser_url: browser_url.to_owned(),
                })
            }
            Err(why) => {
                self.why = why;
                Err(self)
            }
        }
    }
}

/// A page that is ready, on this server or on one that was already running.
#[derive(Clone, Debug)]
pub struct Page {
    url: String,
    browser_url: String,
    greeting: String,
}

impl Page {
    /// The page of a server.
    pub(crate) fn of(server: &Server) -> Page {
        Page {
            url: server.url().to_owned(),
            browser_url: server.browser_url(),
            greeting: server.greeting(),
        }
    }

    /// The URL for the browser of the person who started the program. It contains a key that nobody else should
    /// see.
    pub fn url(&self) -> &str {
        &self.url
    }

    /// The URL with which the program opens a browser. Others may see it: it is valid for one visit by this user.
    pub(crate) fn browser_url(&self) -> &str {
        &self.browser_url
    }

    /// The lines to print.
    pub fn greeting(&self) -> &str {
        &self.greeting
    }
}

/// The page for guests of a game that a terminal program offers in one of these rooms. Games are not stored here:
/// they belong to that program.
pub fn page_for_guests(rooms: Rooms, timing: Timing) -> Router {
    let app = AppState::without_store(StoreFailure::Invited, rooms, Limits::default(), None);
    app_with(Arc::new(app), timing)
}

/// The server's routes, without a socket.
fn app_with(app: Arc<AppState>, timing: Timing) -> Router {
    let rooms = parlor_netplay::routes_with(app.rooms.clone(), timing);
    let guarded = Arc::clone(&app);
    let guard = move |request: Request, next: Next| {
        let app = Arc::clone(&guarded);
        async move {
            let (path, headers) = (request.uri().path(), request.headers());
            // Terminal programs may use any host name: without an `Origin`, no other site's page can be behind the
            // request.
            let is_program = path.starts_with("/netplay/") && !headers.contains_key(header::ORIGIN);
            if !is_program && path != "/healthz" && !app.site.accepts_host(headers) {
                let host = headers.get(header::HOST);
                info!(?host, path, "refused: not a name of this server");
                app.metrics.cut_off("foreign_host");
                // Protects against DNS rebinding.
                let text = "this server answers to its addresses, to localhost and to configured names only \
                    (see --host-name and --public-url)";
                return (StatusCode::MISDIRECTED_REQUEST, text).into_response();
            }
            next.run(request).await
        }
    };
    Router::new()
        .route("/", get(index))
        .route("/ws", any(connect))
        .route("/begin", post(begin))
        .route("/games.parlor", get(exchange::save_all))
        .route("/import", post(exchange::import_all))
        .route("/collection/import", post(collection::import))
        .route("/collection/search", post(collection::search))
        .route("/collection/stats", post(collection::stats))
        .route("/collection/explore", post(collection::explore))
        .route("/collection/openings", post(collection::openings))
        .route("/collection/export", post(collection::export))
        .route("/collection/game", post(collection::game))
        .route("/book", get(Redirect::to("/book/")))
        .route("/book/", get(book::serve))
        .route("/book/{*path}", get(book::serve))
        .route("/healthz", get(health))
        .route("/metrics", get(numbers))
        .fallback(get(file))
        .with_state(app)
        .merge(rooms)
        .layer(middleware::from_fn(guard))
}

/// The health check for monitoring. The server is healthy while it answers, even if games cannot be saved.
async fn health(State(app): State<Arc<AppState>>) -> Response {
    let not_saving = app.not_saving();
    let status = if not_saving.is_none() { "ok" } else { "degraded" };
    let report = serde_json::json!({
        "status": status,
        "saving": not_saving.is_none(),
        "version": env!("CARGO_PKG_VERSION"),
    });
    ([(header::CONTENT_TYPE, "application/json")], report.to_string()).into_response()
}

/// The metrics, for programs on this machine.
async fn numbers(
    State(app): State<Arc<AppState>>,
    peer: Option<Extension<Peer>>,
    limiter: Option<Extension<Arc<ConnectionLimiter>>>,
    headers: HeaderMap,
) -> Response {
    let is_here = peer.is_some_and(|Extension(peer)| app.site.is_local(peer.address.ip(), &headers));
    if !is_here {
        return (StatusCode::FORBIDDEN, "the numbers are for this machine only").into_response();
    }
    let text = app
        .metrics
        .text(limiter.as_ref().map(|Extension(limiter)| &**limiter));
    ([(header::CONTENT_TYPE, metrics::CONTENT_TYPE)], text).into_response()
}

async fn index(
    State(app): State<Arc<AppState>>,
    peer: Option<Extension<Peer>>,
    uri: Uri,
    headers: HeaderMap,
) -> Response {
    let query = uri.query().unwrap_or_default();
    let (key, ticket) = (query.strip_prefix("key="), query.strip_prefix("ticket="));
    if key.is_some() || ticket.is_some() {
        let ends = peer.map(|Extension(peer)| (peer.address, peer.local));
        let is_owner = key.is_some_and(|key| key == app.owner.key)
            || ticket.is_some_and(|ticket| app.owner.admits(ticket, ends));
        let mut response = Redirect::to("/").into_response();
        // A wrong key is not an error: the visitor is just not the owner.
        if is_owner {
            set_cookie(&mut response, &app.owner.player, &app.site);
        }
        return response;
    }
    let mut response = page::serve(uri.path(), &headers);
    if player(&headers).is_none() {
        set_cookie(&mut response, &secrets().player(), &app.site);
    }
    response
}

/// Begins a game for the owner, who has started the program a second time, and returns where it is.
async fn begin(State(app): State<Arc<AppState>>, headers: HeaderMap, body: String) -> Response {
    let key = headers
        .get(header::AUTHORIZATION)
        .and_then(|value| value.to_str().ok())
        .and_then(|value| value.strip_prefix("Bearer "));
    if key != Some(app.owner.key.as_str()) || headers.contains_key(header::ORIGIN) {
        return (StatusCode::FORBIDDEN, "only its owner can have a game begun").into_response();
    }
    let host = headers.get(header::HOST).and_then(|host| host.to_str().ok());
    let here = format!("http://{}", host.unwrap_or("localhost"));
    let mut fragment = String::new();
    let setup = match serde_json::from_str::<Option<GameSetup>>(&body) {
        Ok(setup) => setup,
        Err(error) => return (StatusCode::BAD_REQUEST, error.to_string()).into_response(),
    };
    if let Some(setup) = setup {
        let owner = &app.owner.player;
        let table = match Table::new(&mut secrets(), owner, "You", &setup) {
            Ok(table) => table,
            Err(refusal) => return (StatusCode::BAD_REQUEST, refusal.to_string()).into_response(),
        };
        fragment = format!("#/g/{}", table.id());
        let visitor = app.ledger.visitor(owner, IpAddr::V4(Ipv4Addr::LOCALHOST));
        if let Err(refusal) = app.seat(table, &visitor).await {
            return (StatusCode::SERVICE_UNAVAILABLE, refusal.to_string()).into_response();
        }
    }
    // One URL to print, and one to open a browser with.
    let (key, ticket) = (&app.owner.key, app.owner.ticket());
    format!("{here}/?key={key}{fragment}\n{here}/?ticket={ticket}{fragment}").into_response()
}

async fn file(uri: Uri, headers: HeaderMap) -> Response {
    page::serve(uri.path(), &headers)
}

async fn connect(
    State(app): State<Arc<AppState>>,
    peer: Option<Extension<Peer>>,
    uri: Uri,
    headers: HeaderMap,
    upgrade: WebSocketUpgrade,
) -> Response {
    if !app.site.accepts_origin(&headers) {
        info!(origin = ?headers.get(header::ORIGIN), "refused: a page of another site");
        app.metrics.cut_off("foreign_origin");
        return (StatusCode::FORBIDDEN, "pages of other sites may not play here").into_response();
    }
    let query = uri.query().unwrap_or_default();
    let upgrade = upgrade
        .read_buffer_size(READ_BUFFER)
        .write_buffer_size(WRITE_BUFFER)
        .max_message_size(app.limits.import_bytes)
        .max_frame_size(app.limits.import_bytes);
    // Every page sends its protocol version, except those of the first version.
    if parameter(query, "protocol").is_none() {
        return upgrade.on_upgrade(socket::refuse_first_version);
    }
    let known = player(&headers);
    let who = known.clone().unwrap_or_else(|| secrets().player());
    let peer = peer.map(|Extension(peer)| peer);
    let sender = sender(&app, peer.as_ref(), &headers);
    let unfinished = peer.map(|peer| peer.unfinished);
    if let Some(unfinished) = &unfinished {
        unfinished.begin(sender);
    }
    let caller = Caller {
        visitor: app.ledger.visitor(&who, sender),
        player: who.clone(),
        unfinished,
        resumes: parameter(query, "session").map(|token| Resume {
            token: token.to_owned(),
            heard: parameter(query, "heard")
                .and_then(|heard| heard.parse().ok())
                .unwrap_or(0),
        }),
    };
    let site = app.site.clone();
    let mut response = upgrade.on_upgrade(move |connection| socket::serve(app, caller, connection));
    if known.is_none() {
        set_cookie(&mut response, &who, &site);
    }
    response
}

/// The address that a request really comes from.
pub(crate) fn sender(app: &AppState, peer: Option<&Peer>, headers: &HeaderMap) -> IpAddr {
    let address = peer.map_or(IpAddr::V4(Ipv4Addr::UNSPECIFIED), |peer| peer.address.ip());
    app.site.sender(address, headers)
}

/// A parameter of a query string. Ours never need unescaping.
fn parameter<'a>(query: &'a str, name: &str) -> Option<&'a str> {
    let mut pairs = query.split('&').filter_map(|pair| pair.split_once('='));
    pairs.find(|(own, _)| *own == name).map(|(_, value)| value)
}

/// The player who sends a request, if their browser has our cookie.
pub(crate) fn player(headers: &HeaderMap) -> Option<PlayerId> {
    let cookies = headers
        .get_all(header::COOKIE)
        .iter()
        .filter_map(|value| value.to_str().ok());
    let mut pairs = cookies
        .flat_map(|value| value.split(';'))
        .filter_map(|pair| pair.trim().split_once('='));
    pairs
        .find(|(name, _)| *name == COOKIE)
        .and_then(|(_, value)| PlayerId::parse(value))
}

/// Sets the player's cookie for a year. Scripts cannot read it and other sites' pages do not send it, but a link
/// from elsewhere does.
fn set_cookie(response: &mut Response, who: &PlayerId, site: &Site) {
    let secure = if site.is_secure() { "; Secure" } else { "" };
    let value = format!(
        "{COOKIE}={}; Path=/; Max-Age=31536000; HttpOnly; SameSite=Lax{secure}",
        who.as_str()
    );
    if let Ok(value) = HeaderValue::from_str(&value) {
        response.headers_mut().append(header::SET_COOKIE, value);
    }
}

#[cfg(test)]
mod tests {
    use std::error::Error;

    use super::*;

    #[tokio::test]
    async fn the_reason_of_a_bind_error_is_printed_once() {
        let taken = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
        let at = taken.local_addr().unwrap();
        let options = Options {
            bind: at.ip(),
            port: at.port(),
            games: Games::Nowhere,
            ..Options::default()
        };
        let Err(error) = Server::open(options).await else {
            panic!("the port was taken");
        };
        // Printing the causes of an error too must not repeat the reason.
        assert!(error.to_string().contains("in use") && error.source().is_none());
    }
}
