//! The person who started the program, and how their browser is recognised.
//!
//! The printed address contains a key that is valid as long as the program runs. The browser that the program opens
//! gets its address on a command line, which every user of the machine can read. So that address contains a ticket
//! instead, which is valid once, for a short time, and only for the user who runs the program.

use std::net::SocketAddr;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use parlor_table::PlayerId;
use tracing::warn;

use crate::random::secrets;

/// How long a ticket is valid.
const VALID: Duration = Duration::from_secs(120);

/// The person who started the program.
#[derive(Debug)]
pub(crate) struct Owner {
    /// The owner's player id.
    pub(crate) player: PlayerId,
    /// The key in the printed address.
    pub(crate) key: String,
    ticket: Mutex<Option<(String, Instant)>>,
}

impl Owner {
    pub(crate) fn new() -> Owner {
        Owner {
            player: secrets().player(),
            key: secrets().secret(),
            ticket: Mutex::new(None),
        }
    }

    /// Creates a ticket for the browser that is about to be opened.
    pub(crate) fn ticket(&self) -> String {
        let ticket = secrets().secret();
        *self.lock() = Some((ticket.clone(), Instant::now() + VALID));
        ticket
    }

    /// Checks a ticket, which can be used once. `ends` are the two ends of the connection, peer first.
    pub(crate) fn admits(&self, ticket: &str, ends: Option<(SocketAddr, SocketAddr)>) -> bool {
        let mut valid = self.lock();
        let is_right = matches!(&*valid, Some((right, until)) if right == ticket && Instant::now() < *until);
        if !is_right {
            return false;
        }
        if ends.and_then(|(peer, local)| is_same_user(peer, local)) == Some(false) {
            warn!("another user of this machine tried the owner's ticket");
            return false;
        }
        *valid = None;
        true
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Option<(String, Instant)>> {
        // No code panics while it changes the value, so it is valid even if the lock is poisoned.
        self.ticket.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Whether the other end of a local connection belongs to the user who runs this program. `None` if the system does
/// not tell.
fn is_same_user(peer: SocketAddr, local: SocketAddr) -> Option<bool> {
    let own = own_user()?;
    let (table, wanted) = match (peer, local) {
        (SocketAddr::V4(_), SocketAddr::V4(_)) => ("/proc/net/tcp", [end(peer), end(local)]),
        _ => ("/proc/net/tcp6", [end(peer), end(local)]),
    };
    let sockets = std::fs::read_to_string(table).ok()?;
    let user = sockets.lines().find_map(|line| user_of(line, &wanted))?;
    Some(user == own)
}

/// The user id of the socket in a line of the system's table, if it has these ends.
fn user_of(line: &str, ends: &[String; 2]) -> Option<u32> {
    let mut words = line.split_whitespace().skip(1);
    let is_it = words.next() == Some(ends[0].as_str()) && words.next() == Some(ends[1].as_str());
    // Skips state, queues, timer and retransmissions.
    is_it.then(|| words.nth(4)?.parse().ok())?
}

/// Formats an end of a connection as in the system's table.
fn end(address: SocketAddr) -> String {
    let ip = match address {
        SocketAddr::V4(address) => format!("{:08X}", u32::from_ne_bytes(address.ip().octets())),
        SocketAddr::V6(address) => address
            .ip()
            .octets()
            .chunks_exact(4)
            .map(|part| format!("{:08X}", u32::from_ne_bytes([part[0], part[1], part[2], part[3]])))
            .collect(),
    };
    format!("{ip}:{:04X}", address.port())
}

#[cfg(unix)]
fn own_user() -> Option<u32> {
    use std::os::unix::fs::MetadataExt;
    std::fs::metadata("/proc/self").ok().map(|itself| itself.uid())
}

#[cfg(not(unix))]
fn own_user() -> Option<u32> {
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::net::{TcpListener, TcpStream};

    #[test]
    fn a_ticket_can_be_used_once() {
        let owner = Owner::new();
        assert!(!owner.admits("", None), "before there is one");
        let ticket = owner.ticket();
        assert!(!owner.admits(&owner.key, None) && !owner.admits("", None));
        assert!(owner.admits(&ticket, None));
        assert!(!owner.admits(&ticket, None));
        let (old, new) = (owner.ticket(), owner.ticket());
        assert!(!owner.admits(&old, None) && owner.admits(&new, None));
    }

    #[test]
    fn the_user_of_a_local_connection_is_found() {
        for address in ["127.0.0.1:0", "[::1]:0"] {
            let Ok(listener) = TcpListener::bind(address) else {
                continue; // A machine without IPv6.
            };
            let near = TcpStream::connect(listener.local_addr().unwrap()).unwrap();
            let (_far, peer) = listener.accept().unwrap();
            let is_same = is_same_user(peer, near.peer_addr().unwrap());
            if cfg!(target_os = "linux") {
                assert_eq!(is_same, Some(true), "{address}");
            }
        }
    }

    #[test]
    fn lines_of_the_system_table_are_parsed() {
        let line = "   0: 0100007F:9C42 0100007F:1F54 01 00000000:00000000 00:00000000 00000000  1000        0 4711 1";
        let ends = [
            end("127.0.0.1:40002".parse().unwrap()),
            end("127.0.0.1:8020".parse().unwrap()),
        ];
        if cfg!(target_endian = "little") {
            assert_eq!(user_of(line, &ends), Some(1000));
            assert_eq!(user_of(line, &[ends[1].clone(), ends[0].clone()]), None);
        }
    }
}
