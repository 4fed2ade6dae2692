//! The HTTP server: the page, its WebSocket, and the rooms of terminal programs.

use std::future::Future;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::sync::Arc;

use axum::Router;
use axum::extract::ws::WebSocketUpgrade;
use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, Uri, header};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::{any, get, post};
use parlor_games::AnyGame;
use parlor_netplay::{Rooms, Timing};
use parlor_table::wire::{GameSetup, StoreFailure};
use parlor_table::{PlayerId, Table};
use thiserror::Error;
use tokio::net::TcpListener;

use crate::house::{House, Limits};
use crate::random::secrets;
use crate::socket;
use crate::store::{self, Claim, Owner, Running, SharedStore, SqliteStore};
use crate::{exchange, page};

/// The cookie that says who somebody is.
const COOKIE: &str = "parlor";

/// Connections beyond those of pages that play: files that are loaded, and terminal programs.
const SPARE_CONNECTIONS: usize = 256;

/// How the server is to be.
#[derive(Clone)]
pub struct Options {
    /// Where to listen; loopback unless others are to play along.
    pub bind: IpAddr,
    /// The port; 0 takes a free one.
    pub port: u16,
    /// The file of games; the usual one in the user's data folder if none is given.
    pub games: Games,
    /// A game to begin at once, for whoever started the program.
    pub initial: Option<GameSetup>,
    /// A game hosted in these rooms can be joined from the page.
    pub rooms: Rooms,
    /// Who is told of every game.
    pub watcher: Option<Watcher>,
    /// What the house allows.
    pub limits: Limits,
}

/// Somebody who is told the name and the state of every game that begins or changes.
#[derive(Clone)]
pub struct Watcher(Arc<Watch>);

type Watch = dyn Fn(&str, &AnyGame) + Send + Sync;

impl Watcher {
    /// A watcher that does this with a game. It must not take long: the table waits.
    pub fn new(watch: impl Fn(&str, &AnyGame) + Send + Sync + 'static) -> Watcher {
        Watcher(Arc::new(watch))
    }

    /// Tells of a game.
    pub(crate) fn tell(&self, id: &str, game: &AnyGame) {
        (self.0)(id, game);
    }
}

/// Where games are kept.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Games {
    /// In the user's data folder.
    #[default]
    Usual,
    /// In this file.
    File(PathBuf),
    /// Nowhere.
    Nowhere,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            bind: IpAddr::V4(Ipv4Addr::LOCALHOST),
            port: 0,
            games: Games::Usual,
            initial: None,
            rooms: Rooms::new(),
            watcher: None,
            limits: Limits::default(),
        }
    }
}

/// Why there is no server.
#[derive(Debug, Error)]
pub enum ServeError {
    /// The address cannot be listened at.
    // Not called `source`: whoever prints an error with its causes would say the reason twice.
    #[error("cannot listen at {address}: {reason}")]
    Bind {
        /// The address.
        address: SocketAddr,
        /// Why not.
        reason: std::io::Error,
    },
    /// The threads cannot be started.
    #[error("cannot start the server: {0}")]
    Start(std::io::Error),
    /// The game to begin with cannot be.
    #[error("the game cannot begin: {0}")]
    Initial(String),
    /// The file of games is another server's.
    #[error(transparent)]
    Elsewhere(Box<Elsewhere>),
    /// The server failed while it ran.
    #[error("the server failed: {0}")]
    Run(std::io::Error),
}

/// The server that owns the file of games already.
#[derive(Debug, Error)]
#[error("the games in {file} are in use by Parlor {}: {why}", describe(running))]
pub struct Elsewhere {
    /// The file.
    pub(crate) file: String,
    /// Where it is, if it says so.
    pub(crate) running: Option<Running>,
    /// Why we cannot go there.
    pub(crate) why: String,
}

fn describe(running: &Option<Running>) -> String {
    running.as_ref().map_or_else(
        || "elsewhere".to_owned(),
        |running| format!("at http://{}/ (process {})", running.address, running.process),
    )
}

/// A server that listens and is about to run.
pub struct Server {
    // Held until the tables are closed.
    owner: Option<Owner>,
    listener: TcpListener,
    house: Arc<House>,
    router: Router,
    url: String,
    not_saving: Option<StoreFailure>,
}

impl Server {
    /// Opens the file of games, listens and begins the first game.
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
        let lan = (!at.ip().is_loopback()).then(|| {
            format!(
                "http://{}",
                SocketAddr::new(parlor_netplay::reachable(at.ip()), at.port())
            )
        });
        let mut house = House::new(store, options.rooms, options.limits, lan).await;
        house.watcher = options.watcher;
        let house = Arc::new(house);
        let shown = if at.ip().is_unspecified() {
            IpAddr::V4(Ipv4Addr::LOCALHOST)
        } else {
            at.ip()
        };
        let mut url = format!(
            "http://{}/?key={}",
            SocketAddr::new(shown, at.port()),
            house.owner_key
        );
        if let Some(setup) = &options.initial {
            let owner = house.owner.clone();
            let table = Table::new(&mut secrets(), &owner, "You", setup)
                .map_err(|error| ServeError::Initial(error.to_string()))?;
            url.push_str("#/g/");
            url.push_str(table.id());
            house.seat(table).await;
        }
        if let Some(owner) = &owner {
            let running = Running {
                process: std::process::id(),
                address: SocketAddr::new(shown, at.port()),
                bind: at.ip(),
                key: house.owner_key.clone(),
            };
            // Without the notice another start can only say that the file is in use.
            let _ = owner.announce(&running);
        }
        let not_saving = house.not_saving();
        let router = app(Arc::clone(&house), at.ip().is_loopback());
        Ok(Server {
            owner,
            listener,
            house,
            router,
            url,
            not_saving,
        })
    }

    /// The address for the browser of whoever started the program. It holds a key; only they should see it.
    pub fn url(&self) -> &str {
        &self.url
    }

    /// The address for others on the network, if they can reach the server.
    pub fn address(&self) -> Option<&str> {
        self.house.address.as_deref()
    }

    /// Why games are not kept, if they are not.
    pub fn not_saving(&self) -> Option<&StoreFailure> {
        self.not_saving.as_ref()
    }

    /// Serves until `shutdown`.
    pub async fn run(self, shutdown: impl Future<Output = ()> + Send + 'static) -> Result<(), ServeError> {
        let most = self.house.limits.connections + SPARE_CONNECTIONS;
        let served = parlor_netplay::serve_up_to(most, self.listener, self.router, shutdown).await;
        self.house.close().await;
        drop(self.owner);
        served.map_err(ServeError::Run)
    }
}

/// Claims the file of games, or says why there is none. One that is another server's is an error.
async fn claim(games: &Games) -> Result<Result<Owner, StoreFailure>, ServeError> {
    let file = match games {
        Games::Usual => store::usual_file(),
        Games::File(file) => Ok(file.clone()),
        Games::Nowhere => Err(StoreFailure::NotAsked),
    };
    match file.and_then(|file| Owner::claim(&file)) {
        Ok(Claim::Own(owner)) => Ok(Ok(owner)),
        Ok(Claim::Taken(file)) => Err(ServeError::Elsewhere(Box::new(Elsewhere {
            running: Running::find(&file).await,
            file: file.display().to_string(),
            why: "end it first, or choose another file".to_owned(),
        }))),
        Err(failure) => Ok(Err(failure)),
    }
}

impl Elsewhere {
    /// Has the server that runs begin the game that was asked for. Where its page is, or why it cannot do what was asked
    /// for.
    pub(crate) async fn begin(mut self, options: &Options) -> Result<Page, Elsewhere> {
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
            Ok(url) => Ok(Page {
                greeting: format!("Parlor is running already (process {}): {url}", running.process),
                url,
            }),
            Err(why) => {
                self.why = why;
                Err(self)
            }
        }
    }
}

/// A page that is ready, here or at a server that was running already.
#[derive(Clone, Debug)]
pub struct Page {
    url: String,
    greeting: String,
}

impl Page {
    /// The page of a server.
    pub(crate) fn of(server: &Server) -> Page {
        Page {
            url: server.url().to_owned(),
            greeting: server.greeting(),
        }
    }

    /// The address for the browser of whoever started the program. It holds a key; only they should see it.
    pub fn url(&self) -> &str {
        &self.url
    }

    /// The lines to print.
    pub fn greeting(&self) -> &str {
        &self.greeting
    }
}

/// The page for guests of a game that a terminal program offers in one of these rooms. Nothing is kept here:
/// the game belongs to the program.
pub fn page_for_guests(rooms: Rooms, timing: Timing) -> Router {
    let house = House::without_store(StoreFailure::Invited, rooms, Limits::default(), None);
    app_with(Arc::new(house), false, timing)
}

/// The server's routes, without a socket.
pub(crate) fn app(house: Arc<House>, loopback_only: bool) -> Router {
    app_with(house, loopback_only, Timing::default())
}

fn app_with(house: Arc<House>, loopback_only: bool, timing: Timing) -> Router {
    let rooms = parlor_netplay::routes_with(house.rooms.clone(), timing);
    let guard = move |request: Request, next: Next| async move {
        if loopback_only && !names_this_machine(request.headers()) {
            // A page elsewhere that has made its name point here must not reach us.
            return (
                StatusCode::MISDIRECTED_REQUEST,
                "this server answers to localhost only",
            )
                .into_response();
        }
        next.run(request).await
    };
    Router::new()
        .route("/", get(index))
        .route("/ws", any(connect))
        .route("/begin", post(begin))
        .route("/games.parlor", get(exchange::save_all))
        .route("/import", post(exchange::import_all))
        .fallback(get(file))
        .with_state(house)
        .merge(rooms)
        .layer(middleware::from_fn(guard))
}

async fn index(State(house): State<Arc<House>>, uri: Uri, headers: HeaderMap) -> Response {
    if let Some(key) = uri.query().and_then(|query| query.strip_prefix("key=")) {
        let mut response = Redirect::to("/").into_response();
        // A wrong key is no reason to turn somebody away; they are simply not the owner.
        if key == house.owner_key {
            set_cookie(&mut response, &house.owner);
        }
        return response;
    }
    let mut response = page::serve(uri.path(), &headers);
    if player(&headers).is_none() {
        set_cookie(&mut response, &secrets().player());
    }
    response
}

/// Begins a game for the owner, who has started the program once more, and says where.
async fn begin(State(house): State<Arc<House>>, headers: HeaderMap, body: String) -> Response {
    let key = headers
        .get(header::AUTHORIZATION)
        .and_then(|value| value.to_str().ok())
        .and_then(|value| value.strip_prefix("Bearer "));
    if key != Some(house.owner_key.as_str()) || headers.contains_key(header::ORIGIN) {
        return (StatusCode::FORBIDDEN, "only its owner can have a game begun").into_response();
    }
    let host = headers.get(header::HOST).and_then(|host| host.to_str().ok());
    let mut url = format!("http://{}/?key={}", host.unwrap_or("localhost"), house.owner_key);
    let setup = match serde_json::from_str::<Option<GameSetup>>(&body) {
        Ok(setup) => setup,
        Err(error) => return (StatusCode::BAD_REQUEST, error.to_string()).into_response(),
    };
    if let Some(setup) = setup {
        let table = match Table::new(&mut secrets(), &house.owner, "You", &setup) {
            Ok(table) => table,
            Err(refusal) => return (StatusCode::BAD_REQUEST, refusal.to_string()).into_response(),
        };
        url.push_str("#/g/");
        url.push_str(table.id());
        if house.seat(table).await.is_none() {
            return (StatusCode::SERVICE_UNAVAILABLE, "the house is full").into_response();
        }
    }
    url.into_response()
}

async fn file(uri: Uri, headers: HeaderMap) -> Response {
    page::serve(uri.path(), &headers)
}

async fn connect(
    State(house): State<Arc<House>>,
    uri: Uri,
    headers: HeaderMap,
    upgrade: WebSocketUpgrade,
) -> Response {
    if !is_same_origin(&headers) {
        return (StatusCode::FORBIDDEN, "pages of other sites may not play here").into_response();
    }
    // Every page says which messages it knows, but for those of the first version.
    if !uri.query().is_some_and(|query| query.contains("protocol=")) {
        return upgrade.on_upgrade(socket::refuse_first_version);
    }
    let known = player(&headers);
    let who = known.clone().unwrap_or_else(|| secrets().player());
    let longest = house.limits.import_bytes;
    let mut response = {
        let who = who.clone();
        upgrade
            .max_message_size(longest)
            .max_frame_size(longest)
            .on_upgrade(move |connection| socket::serve(house, who, connection))
    };
    if known.is_none() {
        set_cookie(&mut response, &who);
    }
    response
}

/// Who sends a request, if their browser was here before.
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

/// Says who somebody is, for a year. Not for scripts, and not sent by other sites' pages; a link from
/// elsewhere still finds its player.
fn set_cookie(response: &mut Response, who: &PlayerId) {
    let value = format!(
        "{COOKIE}={}; Path=/; Max-Age=31536000; HttpOnly; SameSite=Lax",
        who.as_str()
    );
    if let Ok(value) = HeaderValue::from_str(&value) {
        response.headers_mut().append(header::SET_COOKIE, value);
    }
}

/// Whether a request comes from no page at all or from one of this server.
pub(crate) fn is_same_origin(headers: &HeaderMap) -> bool {
    let Some(origin) = headers.get(header::ORIGIN) else {
        return true;
    };
    let host = headers.get(header::HOST).and_then(|host| host.to_str().ok());
    let origin = origin.to_str().ok().and_then(|origin| origin.split_once("://"));
    matches!((origin, host), (Some((_, place)), Some(host)) if place.eq_ignore_ascii_case(host))
}

/// Whether the host that a request names is this machine by a name that nobody else can own.
fn names_this_machine(headers: &HeaderMap) -> bool {
    let Some(host) = headers.get(header::HOST).and_then(|host| host.to_str().ok()) else {
        // Only programs leave it out, never browsers.
        return true;
    };
    let name = match host.rsplit_once(':') {
        Some((name, port)) if port.bytes().all(|byte| byte.is_ascii_digit()) => name,
        _ => host,
    };
    let name = name.trim_start_matches('[').trim_end_matches(']');
    name.eq_ignore_ascii_case("localhost")
        || name.parse::<IpAddr>().is_ok_and(|address| address.is_loopback())
}

#[cfg(test)]
mod tests {
    use std::error::Error;

    use super::*;

    #[tokio::test]
    async fn why_a_port_cannot_be_had_is_said_once() {
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
        // Whoever prints the causes of an error too must not find the reason a second time.
        assert!(error.to_string().contains("in use") && error.source().is_none());
    }
}
