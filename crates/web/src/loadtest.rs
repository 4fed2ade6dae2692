//! Load test: plays many games at once on loopback, and measures how long a move takes from one player to the
//! other.
//!
//! Both ends run in this process, so the results include the cost of the clients; a real server has that time to
//! spare. Nothing leaves the machine.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use futures_util::future::try_join;
use futures_util::{SinkExt, StreamExt};
use parlor_core::random::split_mix;
use parlor_table::wire::PROTOCOL;
use serde::Deserialize;
use serde_json::json;
use thiserror::Error;
use tokio::net::TcpStream;
use tokio::sync::{Semaphore, oneshot};
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async_with_config};

use crate::{Games, Limits, Options, ServeError, Server};

/// The options of a load test.
// By default the group would have the type's name, which programs use for their own groups.
#[derive(Clone, Debug, clap::Args)]
#[group(id = "load")]
pub struct Arguments {
    /// Number of concurrent games, with two players each
    #[arg(long, default_value_t = 1000, value_parser = clap::value_parser!(u32).range(1..=5000))]
    pub games: u32,
    /// Duration, in seconds
    #[arg(long, default_value_t = 20, value_parser = clap::value_parser!(u32).range(1..=600))]
    pub seconds: u32,
    /// Thinking time per move, in milliseconds
    #[arg(long, default_value_t = 1000, value_parser = clap::value_parser!(u32).range(1..=60_000))]
    pub think: u32,
    /// File to store the games in [default: none]
    #[arg(long)]
    pub store: Option<std::path::PathBuf>,
}

/// The progress of a load test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Progress {
    /// The number of games that have started.
    Begun(u32),
    /// The number of seconds that have passed.
    Second(u32),
}

/// The results of a load test.
#[derive(Clone, Debug, PartialEq)]
pub struct Report {
    /// The number of concurrent games.
    pub games: u32,
    /// The number of moves relayed.
    pub moves: u64,
    /// The number of games that failed. Should be 0.
    pub failed: u64,
    /// The duration, from the start of play.
    pub time: Duration,
    /// The median time from a player's move until the other player sees it.
    pub median: Duration,
    /// The 99th percentile of that time.
    pub p99: Duration,
    /// The longest such time.
    pub longest: Duration,
}

/// Why a load test has no results.
#[derive(Debug, Error)]
pub enum LoadError {
    /// The server did not start.
    #[error(transparent)]
    Serve(#[from] ServeError),
    /// The threads did not start.
    #[error("cannot start: {0}")]
    Start(std::io::Error),
    /// The system allows too few open files.
    #[error(
        "{wanted} connections need more open files than the {allowed} that this system allows (see ulimit -n)"
    )]
    Files {
        /// The number of connections needed.
        wanted: u64,
        /// The number of files that may be open.
        allowed: u64,
    },
    /// A game did not start.
    #[error("a game could not start: {0}")]
    Begin(String),
    /// No move arrived.
    #[error("no move arrived")]
    Nothing,
}

/// Runs a load test and reports its progress.
pub fn run(arguments: &Arguments, tell: &mut dyn FnMut(Progress)) -> Result<Report, LoadError> {
    // Two players per game, and both ends of each connection in this process.
    let wanted = u64::from(arguments.games) * 4 + 200;
    let allowed = rlimit::increase_nofile_limit(wanted).unwrap_or(u64::MAX);
    if allowed < wanted {
        return Err(LoadError::Files { wanted, allowed });
    }
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .map_err(LoadError::Start)?;
    let report = runtime.block_on(load(arguments, tell));
    runtime.shutdown_timeout(Duration::from_millis(500));
    report
}

async fn load(arguments: &Arguments, tell: &mut dyn FnMut(Progress)) -> Result<Report, LoadError> {
    let games = arguments.store.clone().map_or(Games::Nowhere, Games::File);
    // All players have the same address.
    let connections = arguments.games as usize * 2 + 16;
    let limits = Limits {
        connections,
        connections_per_address: connections,
        tables_per_address: connections,
        messages_per_address: u32::MAX,
        ..Limits::default()
    };
    let server = Server::open(Options {
        games,
        limits,
        ..Options::default()
    })
    .await?;
    let address = server
        .url()
        .trim_start_matches("http://")
        .split('/')
        .next()
        .unwrap_or_default()
        .to_owned();
    let (_running, ended) = oneshot::channel::<()>();
    let serving = tokio::spawn(server.run(async {
        // Runs until the sender is dropped.
        let _ = ended.await;
    }));

    let think = Duration::from_millis(arguments.think.into());
    let length = Duration::from_secs(arguments.seconds.into());
    let doors = Arc::new(Semaphore::new(64));
    let mut beginning = tokio::task::JoinSet::new();
    for number in 0..arguments.games {
        let (address, doors) = (address.clone(), Arc::clone(&doors));
        beginning.spawn(async move {
            let _door = doors.acquire_owned().await;
            begin(&address, number).await
        });
    }
    let mut pairs = Vec::new();
    while let Some(begun) = beginning.join_next().await {
        pairs.push(begun.map_err(|error| LoadError::Begin(error.to_string()))??);
        tell(Progress::Begun(pairs.len() as u32));
    }

    let start = Instant::now();
    let failed = Arc::new(AtomicU64::new(0));
    let mut playing = tokio::task::JoinSet::new();
    for pair in pairs {
        let failed = Arc::clone(&failed);
        playing.spawn(async move {
            let (times, whole) = pair.play(think, start + length).await;
            if !whole {
                failed.fetch_add(1, Ordering::Relaxed);
            }
            times
        });
    }
    let mut times: Vec<Duration> = Vec::new();
    for second in 1..=arguments.seconds {
        tokio::time::sleep_until((start + Duration::from_secs(second.into())).into()).await;
        tell(Progress::Second(second));
    }
    while let Some(more) = playing.join_next().await {
        times.extend(more.unwrap_or_default());
    }
    serving.abort();
    times.sort_unstable();
    let at = |share: f64| {
        times
            .get(((times.len() as f64 * share) as usize).min(times.len().saturating_sub(1)))
            .copied()
    };
    match (at(0.5), at(0.99), times.last()) {
        (Some(median), Some(p99), Some(&longest)) => Ok(Report {
            games: arguments.games,
            moves: times.len() as u64,
            failed: failed.load(Ordering::Relaxed),
            time: start.elapsed(),
            median,
            p99,
            longest,
        }),
        _ => Err(LoadError::Nothing),
    }
}

/// The players share the machine with the server, and an empty buffer is cleared with every message: the
/// default of 128 kB for each player would take a tenth of the processor time and a gigabyte.
const READ_BUFFER: usize = 4096;
/// If a move has not arrived after this time, it is lost and its game has failed.
const LOST: Duration = Duration::from_secs(60);

type Socket = WebSocketStream<MaybeTlsStream<TcpStream>>;

/// The two players of a game.
struct Pair {
    players: [Socket; 2],
    /// The view of the player to move.
    view: View,
    state: u64,
}

/// The part of a message that a player needs.
#[derive(Debug, Default, Deserialize)]
struct View {
    #[serde(default)]
    id: String,
    #[serde(default)]
    from: usize,
    #[serde(default)]
    plies: Vec<serde::de::IgnoredAny>,
    /// Absent when the moves are the same as before.
    #[serde(default)]
    legal: Option<Vec<Choice>>,
    #[serde(default)]
    result: Option<serde::de::IgnoredAny>,
    #[serde(default)]
    seats: Vec<Seat>,
    #[serde(rename = "type")]
    kind: String,
}

#[derive(Debug, Deserialize)]
struct Choice {
    text: String,
}

#[derive(Debug, Deserialize)]
struct Seat {
    invitation: Option<String>,
    free: bool,
}

impl View {
    /// Takes over the moves of the previous view if this one has none.
    fn with_moves_of(mut self, before: View) -> View {
        self.legal = self.legal.or(before.legal);
        self
    }

    fn length(&self) -> usize {
        self.from + self.plies.len()
    }
}

async fn say(socket: &mut Socket, message: serde_json::Value) -> Option<()> {
    socket.send(Message::Text(message.to_string().into())).await.ok()
}

/// Waits for the next view that `fits`.
async fn view(socket: &mut Socket, fits: impl Fn(&View) -> bool) -> Option<View> {
    loop {
        if let Message::Text(text) = socket.next().await?.ok()? {
            let view: View = serde_json::from_str(&text).ok()?;
            if matches!(view.kind.as_str(), "game" | "changed") && fits(&view) {
                return Some(view);
            }
        }
    }
}

async fn begin(address: &str, number: u32) -> Result<Pair, LoadError> {
    let connect = || async {
        let config = WebSocketConfig::default().read_buffer_size(READ_BUFFER);
        let url = format!("ws://{address}/ws?protocol={PROTOCOL}");
        let connected = connect_async_with_config(url, Some(config), false).await;
        connected
            .map(|(socket, _)| socket)
            .map_err(|error| LoadError::Begin(error.to_string()))
    };
    let (mut ann, mut bob) = (connect().await?, connect().await?);
    let begun = async {
        let setup = json!({ "game": "othello", "agreements": [], "position": null, "clock": null, "room": null,
            "players": [{ "kind": "me" }, { "kind": "friend" }] });
        say(&mut ann, json!({ "type": "create", "setup": setup })).await?;
        let own = view(&mut ann, |view| view.seats.len() == 2).await?;
        let secret = own.seats[1].invitation.clone()?;
        say(
            &mut bob,
            json!({ "type": "open", "game": own.id, "seat": secret }),
        )
        .await?;
        let seated = view(&mut ann, |view| view.seats.len() == 2 && !view.seats[1].free).await?;
        Some(seated.with_moves_of(own))
    };
    let view = begun
        .await
        .ok_or_else(|| LoadError::Begin("a connection was lost".to_owned()))?;
    Ok(Pair {
        players: [ann, bob],
        view,
        state: u64::from(number),
    })
}

impl Pair {
    /// Plays random moves until the end of the game or of the test. Returns the time of every move, and whether the
    /// game worked to the end.
    async fn play(mut self, think: Duration, until: Instant) -> (Vec<Duration>, bool) {
        let mut times = Vec::new();
        let mut mover = 0;
        // Players do not move in step.
        let first = think.mul_f64((split_mix(&mut self.state) % 1000) as f64 / 1000.0);
        tokio::time::sleep(first).await;
        while Instant::now() < until && self.view.result.is_none() {
            let legal = self.view.legal.as_deref().unwrap_or_default();
            if legal.is_empty() {
                // The other player has passed automatically, and the same player moves again.
                return (times, false);
            }
            let choice = split_mix(&mut self.state) as usize % legal.len();
            let ply = self.view.length();
            let message = json!({ "type": "play", "ply": ply, "text": legal[choice].text });
            let sent = Instant::now();
            let [ann, bob] = &mut self.players;
            let (own, other) = if mover == 0 { (ann, bob) } else { (bob, ann) };
            let relayed = async {
                say(own, message).await.ok_or(())?;
                let theirs = async {
                    let theirs = view(other, |view| view.length() > ply).await.ok_or(())?;
                    Ok((theirs, sent.elapsed()))
                };
                let ours = async { view(own, |view| view.length() > ply).await.ok_or(()) };
                // Both at once: a player who does not read would miss the server's heartbeats.
                try_join(theirs, ours).await
            };
            let Ok(Ok(((theirs, time), ours))) = tokio::time::timeout(LOST, relayed).await else {
                return (times, false);
            };
            times.push(time);
            // A player who had no moves and receives none has none.
            if theirs.legal.as_ref().is_none_or(Vec::is_empty) && theirs.result.is_none() {
                let before = std::mem::replace(&mut self.view, ours);
                self.view.legal = self.view.legal.take().or(before.legal);
            } else {
                self.view = theirs;
                mover = 1 - mover;
            }
            tokio::time::sleep(think).await;
        }
        (times, true)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_few_games_are_played_without_failures() {
        let arguments = Arguments {
            games: 8,
            seconds: 1,
            think: 50,
            store: None,
        };
        let mut begun = 0;
        let report = run(&arguments, &mut |progress| {
            if let Progress::Begun(n) = progress {
                begun = n;
            }
        });
        let report = report.expect("a report");
        assert_eq!((begun, report.games, report.failed), (8, 8, 0));
        assert!(
            report.moves >= 8 && report.median <= report.p99 && report.p99 <= report.longest,
            "{report:?}"
        );
    }
}
