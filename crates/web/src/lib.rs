//! The server of the browser page, and the page itself.
//!
//! The server serves the page, stores every game as it is played, runs engines on threads of their own, and decides
//! everything: the page receives positions, legal moves and results, and sends its user's requests. A game is a
//! [table](parlor_table) that one task owns; connections are its guests. Terminal programs join the same tables
//! through the rooms of [`parlor_netplay`].
//!
//! Nothing here prints. Programs call [`serve`], or use [`Server`] for finer control.

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

/// Serves until the process is stopped (Ctrl-C, or SIGTERM), on threads of its own. If a running server owns the
/// file of games, asks that server to begin the game and returns at once.
///
/// Calls `announce` with the page once it is available, so that the caller can print the address. If `open_browser`
/// is set and there is a display, opens the browser.
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
            // Opening waits for the browser's launcher. If it fails, the user still has the printed address.
            opening = Some(tokio::task::spawn_blocking(move || webbrowser::open(&url)));
        }
        match (server, opening) {
            (Some(server), _) => server.run(shutdown_signal()).await,
            (None, Some(opening)) => {
                // If no browser was found, the user still has the printed address.
                let _ = opening.await;
                Ok(())
            }
            (None, None) => Ok(()),
        }
    });
    // Does not wait for searches that are still running.
    runtime.shutdown_timeout(std::time::Duration::from_millis(200));
    served
}

/// Whether a browser window can be shown.
fn has_display() -> bool {
    let is_set = |name: &str| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    !cfg!(all(unix, not(target_os = "macos"))) || is_set("DISPLAY") || is_set("WAYLAND_DISPLAY")
}

async fn shutdown_signal() {
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
    // Without signal handling, the server runs until the process is killed.
    if tokio::signal::ctrl_c().await.is_err() {
        std::future::pending::<()>().await;
    }
}
