//! The server of the browser page, and the page itself.
//!
//! One program serves the page on loopback, keeps every game as it is played, lets the engines think on threads
//! of their own, and decides everything: the page is given positions, legal moves and results and says
//! what its user asks for. A game is a [table](parlor_table) that one task owns; connections are its
//! guests. Terminal programs join the same tables through the rooms of [`parlor_netplay`].
//!
//! Nothing here prints. [`serve`] is the whole of it for a program; [`Server`] its parts.

mod app_state;
mod book;
mod bridge;
mod collection;
mod engines;
mod exchange;
mod greeting;
mod limits;
mod live;
pub mod loadtest;
mod metrics;
mod owner;
mod page;
mod random;
mod rate;
mod server;
mod session;
mod site;
mod socket;
mod store;
mod thinking;

pub use collection::{AccessError, CollectionAccess};
pub use ipnet::IpNet;
pub use limits::Limits;
pub use parlor_table::wire;
pub use server::{Games, Options, Page, RunningServer, ServeError, Server, Watcher, page_for_guests};
pub use site::{PublicUrl, PublicUrlError};

/// Serves until the process is stopped (Ctrl-C, or the signal to terminate), on threads of its own. Where a server
/// that runs already owns the file of games, that one begins the game, and this is done at once.
///
/// `announce` is called with the page once it is up: the caller prints the address. The browser is opened
/// when `open_browser` says so and there is a display.
pub fn serve(options: Options, open_browser: bool, announce: impl FnOnce(&Page)) -> Result<(), ServeError> {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .map_err(ServeError::Start)?;
    let served = runtime.block_on(async {
        let (page, server) = match Server::open(options.clone()).await {
            Ok(server) => (Page::of(&server), Some(server)),
            Err(ServeError::AlreadyRunning(elsewhere)) => {
                let begun = elsewhere.begin(&options).await;
                let page = begun.map_err(|elsewhere| ServeError::AlreadyRunning(Box::new(elsewhere)))?;
                (page, None)
            }
            Err(error) => return Err(error),
        };
        announce(&page);
        let mut opening = None;
        if open_browser && has_display() {
            let url = page.browser_url().to_owned();
            // Opening waits for the browser's launcher, and a failure leaves the printed address.
            opening = Some(tokio::task::spawn_blocking(move || webbrowser::open(&url)));
        }
        match (server, opening) {
            (Some(server), _) => server.run(told_to_end()).await,
            (None, Some(opening)) => {
                // Whether or not a browser was found, the address is printed.
                let _ = opening.await;
                Ok(())
            }
            (None, None) => Ok(()),
        }
    });
    // Searches that still run look at their flags no more; nobody waits for them.
    runtime.shutdown_timeout(std::time::Duration::from_millis(200));
    served
}

/// Whether a browser window could be shown.
fn has_display() -> bool {
    let is_set = |name: &str| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    !cfg!(all(unix, not(target_os = "macos"))) || is_set("DISPLAY") || is_set("WAYLAND_DISPLAY")
}

async fn told_to_end() {
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        if let Ok(mut terminate) = signal(SignalKind::terminate()) {
            tokio::select! {
                _ = tokio::signal::ctrl_c() => {}
                _ = terminate.recv() => {}
            }
            return;
        }
    }
    // Without signals the server runs until the process is ended.
    if tokio::signal::ctrl_c().await.is_err() {
        std::future::pending::<()>().await;
    }
}
