//! Ownership of the file of games: one server at a time. A second server that is started finds the first one here.
//!
//! The owner holds a lock on `FILE.lock`, which the system releases when the process ends in any way. It writes its
//! address and its owner's key to `FILE.server`, which only this user can read.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Read, Write};
use std::net::{IpAddr, SocketAddr};
use std::path::{Path, PathBuf};
use std::time::Duration;

use parlor_table::wire::{GameSetup, StoreFailure};
use serde::{Deserialize, Serialize};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use super::sqlite::{create_folder, private_file};

/// How long a server that has just started may take to write its notice.
const NOTICE_TIMEOUT: Duration = Duration::from_secs(5);
/// How long a server may take to answer.
const ANSWER_TIMEOUT: Duration = Duration::from_secs(10);

/// The right to use a file of games.
#[derive(Debug)]
pub(crate) struct Owner {
    // Held as long as the server runs.
    _lock: File,
    /// The file of games.
    pub(crate) file: PathBuf,
}

/// The result of claiming a file.
#[derive(Debug)]
pub(crate) enum Claim {
    /// We own it.
    Own(Owner),
    /// Another server owns it.
    Taken(PathBuf),
}

/// The notice of a running server.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Running {
    /// Its process id.
    pub(crate) process: u32,
    /// Its address on this machine.
    pub(crate) address: SocketAddr,
    /// The address that it listens on, which may be the unspecified address.
    pub(crate) bind: IpAddr,
    /// The key that identifies its owner.
    pub(crate) key: String,
}

impl Owner {
    /// Claims a file of games, which need not exist yet.
    pub(crate) fn claim(file: &Path) -> Result<Claim, StoreFailure> {
        if file.is_dir() {
            return Err(StoreFailure::Database {
                detail: format!("{} is a folder", file.display()),
            });
        }
        create_folder(file)?;
        // All paths to one file share its owner.
        let file = match (fs::canonicalize(file), file.parent(), file.file_name()) {
            (Ok(file), _, _) => file,
            (Err(_), Some(folder), Some(name)) if !folder.as_os_str().is_empty() => {
                fs::canonicalize(folder).map_or_else(|_| file.to_owned(), |folder| folder.join(name))
            }
            _ => file.to_owned(),
        };
        let path = with_suffix(&file, ".lock");
        let denied = |error: io::Error| StoreFailure::Database {
            detail: format!("{}: {error}", path.display()),
        };
        private_file(&path).map_err(denied)?;
        let lock = OpenOptions::new().write(true).open(&path).map_err(denied)?;
        match lock.try_lock() {
            Ok(()) => Ok(Claim::Own(Owner { _lock: lock, file })),
            Err(TryLockError::WouldBlock) => Ok(Claim::Taken(file)),
            Err(TryLockError::Error(error)) => Err(denied(error)),
        }
    }

    /// Writes the notice of the server that owns this file.
    pub(crate) fn announce(&self, running: &Running) -> io::Result<()> {
        let (path, unfinished) = (
            with_suffix(&self.file, ".server"),
            with_suffix(&self.file, ".server.part"),
        );
        private_file(&unfinished)?;
        let mut notice = OpenOptions::new().write(true).truncate(true).open(&unfinished)?;
        notice.write_all(serde_json::to_string(running)?.as_bytes())?;
        drop(notice);
        fs::rename(unfinished, path)
    }
}

impl Drop for Owner {
    fn drop(&mut self) {
        // A notice without a lock means nothing, so this may fail.
        let _ = fs::remove_file(with_suffix(&self.file, ".server"));
    }
}

impl Running {
    /// Waits for the notice of the server that owns this file.
    pub(crate) async fn find(file: &Path) -> Option<Running> {
        let path = with_suffix(file, ".server");
        let until = tokio::time::Instant::now() + NOTICE_TIMEOUT;
        loop {
            if let Some(running) = read(&path) {
                return Some(running);
            }
            if tokio::time::Instant::now() >= until {
                return None;
            }
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
    }

    /// Like [`Running::find`], for callers that may block.
    pub(crate) fn wait_for(file: &Path) -> Option<Running> {
        let path = with_suffix(file, ".server");
        let until = std::time::Instant::now() + NOTICE_TIMEOUT;
        loop {
            if let Some(running) = read(&path) {
                return Some(running);
            }
            if std::time::Instant::now() >= until {
                return None;
            }
            std::thread::sleep(Duration::from_millis(100));
        }
    }

    /// Asks the server to begin this game. Returns the URLs of its owner's page.
    pub(crate) async fn begin(&self, game: Option<&GameSetup>) -> Result<String, String> {
        let answer = tokio::time::timeout(ANSWER_TIMEOUT, self.ask(game)).await;
        answer
            .map_err(|_| "it does not answer".to_owned())?
            .map_err(|error| format!("it does not answer: {error}"))?
    }

    async fn ask(&self, game: Option<&GameSetup>) -> io::Result<Result<String, String>> {
        let mut stream = TcpStream::connect(self.address).await?;
        let body = serde_json::to_string(&game)?;
        let head = format!(
            "POST /begin HTTP/1.1\r\nHost: {}\r\nAuthorization: Bearer {}\r\nContent-Type: application/json\r\n\
             Content-Length: {}\r\nConnection: close\r\n\r\n",
            self.address,
            self.key,
            body.len()
        );
        stream.write_all(head.as_bytes()).await?;
        stream.write_all(body.as_bytes()).await?;
        let mut answer = String::new();
        stream.take(64 * 1024).read_to_string(&mut answer).await?;
        let (head, body) = answer.split_once("\r\n\r\n").unwrap_or((&answer, ""));
        Ok(if head.starts_with("HTTP/1.1 200") {
            Ok(body.trim().to_owned())
        } else {
            Err(match body.trim() {
                "" => head.lines().next().unwrap_or_default().to_owned(),
                why => why.to_owned(),
            })
        })
    }
}

fn with_suffix(file: &Path, suffix: &str) -> PathBuf {
    let mut name = file.as_os_str().to_owned();
    name.push(suffix);
    PathBuf::from(name)
}

fn read(path: &Path) -> Option<Running> {
    let mut text = String::new();
    File::open(path).ok()?.take(4096).read_to_string(&mut text).ok()?;
    serde_json::from_str(&text).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_has_one_owner_under_all_its_paths() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("games.sqlite");
        let Ok(Claim::Own(owner)) = Owner::claim(&file) else {
            panic!("nobody else wants it")
        };
        fs::write(&file, "").unwrap();
        let running = Running {
            process: 7,
            address: "127.0.0.1:80".parse().unwrap(),
            bind: "0.0.0.0".parse().unwrap(),
            key: "k".into(),
        };
        owner.announce(&running).unwrap();
        fs::create_dir(folder.path().join("x")).unwrap();
        for name in [file.clone(), folder.path().join("x/../games.sqlite")] {
            let Ok(Claim::Taken(taken)) = Owner::claim(&name) else {
                panic!("{name:?} is taken")
            };
            assert_eq!(read(&with_suffix(&taken, ".server")), Some(running.clone()));
        }
        drop(owner);
        assert!(matches!(Owner::claim(&file), Ok(Claim::Own(_))));
        assert_eq!(read(&with_suffix(&file, ".server")), None);
    }
}
