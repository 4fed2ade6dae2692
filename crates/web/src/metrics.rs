//! Metrics of the server: `/metrics` in the format of Prometheus.

use std::sync::atomic::AtomicU64;
use std::time::Duration;

use parlor_netplay::ConnectionLimiter;
use parlor_table::Purpose;
use parlor_table::wire::Refusal;
use prometheus_client::encoding::text::encode;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::Histogram;
use prometheus_client::registry::{Registry, Unit};

/// The content type of the metrics.
pub(crate) const CONTENT_TYPE: &str = "application/openmetrics-text; version=1.0.0; charset=utf-8";

type Labels = [(&'static str, &'static str); 1];
type Seconds = Counter<f64, AtomicU64>;

/// The upper bounds of the histogram buckets for durations, in seconds.
const TIMES: [f64; 12] = [
    0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0,
];

fn times() -> Histogram {
    Histogram::new(TIMES)
}

/// The metrics.
pub(crate) struct Metrics {
    registry: Registry,
    tcp: Gauge,
    unfinished: Gauge,
    turned_away: Gauge,
    stalled: Gauge,
    /// Open WebSockets of pages.
    pub(crate) connections: Gauge,
    /// Sessions, including those that wait for their page to come back.
    pub(crate) sessions: Gauge,
    /// Sessions that were resumed after a lost connection.
    pub(crate) resumed: Counter,
    /// Messages from pages.
    pub(crate) messages: Counter,
    /// Bytes of messages to pages.
    pub(crate) bytes_sent: Counter,
    /// Games in memory.
    pub(crate) games: Gauge,
    /// Games begun.
    pub(crate) games_begun: Counter,
    /// Moves played.
    pub(crate) moves: Counter,
    /// Panics that a table or a search recovered from.
    pub(crate) panics: Counter,
    saves: Histogram,
    /// Saves that failed.
    pub(crate) saves_failed: Counter,
    refusals: Family<Vec<(String, String)>, Counter>,
    cut_off: Family<Labels, Counter>,
    waiting: Family<Labels, Gauge>,
    running: Family<Labels, Gauge>,
    engine: Family<Labels, Seconds>,
    waited: Family<Labels, Histogram, fn() -> Histogram>,
}

impl Metrics {
    pub(crate) fn new() -> Metrics {
        let waited: Family<Labels, Histogram, fn() -> Histogram> = Family::new_with_constructor(times);
        let mut metrics = Metrics {
            registry: Registry::with_prefix("parlor"),
            tcp: Gauge::default(),
            unfinished: Gauge::default(),
            turned_away: Gauge::default(),
            stalled: Gauge::default(),
            connections: Gauge::default(),
            sessions: Gauge::default(),
            resumed: Counter::default(),
            messages: Counter::default(),
            bytes_sent: Counter::default(),
            games: Gauge::default(),
            games_begun: Counter::default(),
            moves: Counter::default(),
            panics: Counter::default(),
            saves: times(),
            saves_failed: Counter::default(),
            refusals: Family::default(),
            cut_off: Family::default(),
            waiting: Family::default(),
            running: Family::default(),
            engine: Family::default(),
            waited,
        };
        metrics.register();
        metrics
    }

    fn register(&mut self) {
        let registry = &mut self.registry;
        registry.register("tcp_connections", "Open TCP connections", self.tcp.clone());
        registry.register(
            "unfinished_bytes",
            "Bytes of unfinished messages beyond the free part",
            self.unfinished.clone(),
        );
        registry.register(
            "connections_turned_away",
            "TCP connections that found no place",
            self.turned_away.clone(),
        );
        registry.register(
            "clients_stalled",
            "Clients cut off because they read nothing",
            self.stalled.clone(),
        );
        registry.register(
            "connections",
            "Open WebSockets of pages",
            self.connections.clone(),
        );
        registry.register(
            "sessions",
            "Sessions of pages, connected or waiting for their page",
            self.sessions.clone(),
        );
        registry.register(
            "sessions_resumed",
            "Sessions that went on after a lost connection",
            self.resumed.clone(),
        );
        registry.register("messages_received", "Messages from pages", self.messages.clone());
        registry.register_with_unit(
            "messages_sent",
            "Messages to pages",
            Unit::Bytes,
            self.bytes_sent.clone(),
        );
        registry.register("games", "Games in memory", self.games.clone());
        registry.register("games_begun", "Games begun", self.games_begun.clone());
        registry.register("moves", "Moves played", self.moves.clone());
        registry.register("panics", "Panics that a game has survived", self.panics.clone());
        registry.register_with_unit(
            "save",
            "Time to store a change of a game",
            Unit::Seconds,
            self.saves.clone(),
        );
        registry.register("saves_failed", "Saves that failed", self.saves_failed.clone());
        registry.register(
            "refusals",
            "Requests that were refused, by code",
            self.refusals.clone(),
        );
        registry.register(
            "cut_off",
            "Connections that were cut off, by reason",
            self.cut_off.clone(),
        );
        registry.register(
            "searches_waiting",
            "Searches that wait for an engine",
            self.waiting.clone(),
        );
        registry.register("searches_running", "Searches that run", self.running.clone());
        registry.register_with_unit(
            "engine",
            "Time that engines have thought",
            Unit::Seconds,
            self.engine.clone(),
        );
        registry.register_with_unit(
            "search_wait",
            "Time that searches have waited for an engine",
            Unit::Seconds,
            self.waited.clone(),
        );
    }

    /// Counts a save.
    pub(crate) fn saved(&self, took: Duration, is_stored: bool) {
        self.saves.observe(took.as_secs_f64());
        if !is_stored {
            self.saves_failed.inc();
        }
    }

    /// Counts a refused request.
    pub(crate) fn refused(&self, refusal: &Refusal) {
        let code = refusal_code(refusal);
        self.refusals
            .get_or_create(&vec![("code".to_owned(), code)])
            .inc();
    }

    /// Counts a connection that was cut off.
    pub(crate) fn cut_off(&self, reason: &'static str) {
        self.cut_off.get_or_create(&[("reason", reason)]).inc();
    }

    /// Sets the number of waiting and running searches for a purpose.
    pub(crate) fn queue(&self, purpose: Purpose, waiting: usize, running: usize) {
        let label = [("purpose", purpose_label(purpose))];
        let number = |n: usize| i64::try_from(n).unwrap_or(i64::MAX);
        self.waiting.get_or_create(&label).set(number(waiting));
        self.running.get_or_create(&label).set(number(running));
    }

    /// Counts a search that starts after waiting this long.
    pub(crate) fn search_begun(&self, purpose: Purpose, waited: Duration) {
        let label = [("purpose", purpose_label(purpose))];
        self.waited.get_or_create(&label).observe(waited.as_secs_f64());
    }

    /// Adds the time that an engine has searched.
    pub(crate) fn thought(&self, purpose: Purpose, time: Duration) {
        let label = [("purpose", purpose_label(purpose))];
        self.engine.get_or_create(&label).inc_by(time.as_secs_f64());
    }

    /// Formats the current values.
    pub(crate) fn text(&self, limiter: Option<&ConnectionLimiter>) -> String {
        if let Some(limiter) = limiter {
            let number = |n: u64| i64::try_from(n).unwrap_or(i64::MAX);
            self.tcp.set(number(limiter.open() as u64));
            self.unfinished.set(number(limiter.unfinished() as u64));
            self.turned_away.set(number(limiter.turned_away()));
            self.stalled.set(number(limiter.stalled()));
        }
        let mut text = String::new();
        // Writing to a string cannot fail.
        let _ = encode(&mut text, &self.registry);
        text
    }
}

/// The code of a refusal, as sent to pages.
pub(crate) fn refusal_code(refusal: &Refusal) -> String {
    let value = serde_json::to_value(refusal).unwrap_or_default();
    value["code"].as_str().unwrap_or("unknown").to_owned()
}

pub(crate) fn purpose_label(purpose: Purpose) -> &'static str {
    match purpose {
        Purpose::Move => "move",
        Purpose::Hint => "hint",
        Purpose::Review => "review",
        Purpose::Analysis => "analysis",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn metrics_are_in_the_prometheus_format() {
        let metrics = Metrics::new();
        metrics.moves.inc();
        metrics.saved(Duration::from_millis(3), true);
        metrics.saved(Duration::from_millis(3), false);
        metrics.refused(&Refusal::NotYourTurn);
        metrics.queue(Purpose::Hint, 4, 1);
        metrics.thought(Purpose::Hint, Duration::from_millis(1500));
        let text = metrics.text(None);
        for line in [
            "parlor_moves_total 1",
            "parlor_save_seconds_bucket{le=\"0.005\"} 2",
            "parlor_saves_failed_total 1",
            "parlor_refusals_total{code=\"not_your_turn\"} 1",
            "parlor_searches_waiting{purpose=\"hint\"} 4",
            "parlor_engine_seconds_total{purpose=\"hint\"} 1.5",
            "# EOF",
        ] {
            assert!(text.lines().any(|one| one == line), "{line} in {text}");
        }
    }
}
