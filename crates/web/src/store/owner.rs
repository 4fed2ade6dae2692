//! Who owns the file of games: one server at a time. Another that is started finds it here.
//!
//! The owner holds a lock on `FILE.lock`, which the system lets go of however it ends, and says in `FILE.server`, which
//! only this user can read, where it is and with which key its owner is known.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Read, Write};
use std::net::{IpAddr, SocketAddr};
use std::path::{Path, PathBuf};
use std::time::Duration;

use parlor_table::wire::{GameSetup, StoreFailure};
use serde::{Deserialize, Serialize};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use super::sqlite::{make_folder, private_file};

/// How long a server that has just started may take to say where it is.
const BEGINNING: Duration = Duration::from_secs(5);
/// How long a server may take to answer.
const ANSWERING: Duration = Duration::from_secs(10);

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
    /// It is ours.
    Own(Owner),
    /// It is another server's.
    Taken(PathBuf),
}

/// A server that runs, as its notice says.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Running {
    /// The number of its process.
    pub(crate) process: u32,
    /// Where this machine finds it.
    pub(crate) address: SocketAddr,
    /// The address that it listens at, which may be all of this machine's.
    pub(crate) bind: IpAddr,
    /// By which its owner is known.
    pub(crate) key: String,
}

impl Owner {
    /// Claims a file of games, which need not be there yet.
    pub(crate) fn claim(file: &Path) -> Result<Claim, StoreFailure> {
        if file.is_dir() {
            return Err(StoreFailure::Database {
                detail: format!("{} is a folder", file.display()),
            });
        }
        make_folder(file)?;
        // However it is called, one file has one owner.
        let file = match (fs::canonicalize(file), file.parent(), file.file_name()) {
            (Ok(file), _, _) => file,
            (Err(_), Some(folder), Some(name)) if !folder.as_os_str().is_empty() => {
                fs::canonicalize(folder).map_or_else(|_| file.to_owned(), |folder| folder.join(name))
            }
            _ => file.to_owned(),
        };
        let path = beside(&file, ".lock");
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

    /// Says where the server of this file is.
    pub(crate) fn announce(&self, running: &Running) -> io::Result<()> {
        let (path, unfinished) = (beside(&self.file, ".server"), beside(&self.file, ".server.part"));
        private_file(&unfinished)?;
        let mut notice = OpenOptions::new().write(true).truncate(true).open(&unfinished)?;
        notice.write_all(serde_json::to_string(running)?.as_bytes())?;
        drop(notice);
        fs::rename(unfinished, path)
    }
}

impl Drop for Owner {
    fn drop(&mut self) {
        // A notice without a lock says nothing to anybody.
        let _ = fs::remove_file(beside(&self.file, ".server"));
    }
}

impl Running {
    /// The server that owns this file, as soon as it says where it is.
    pub(crate) async fn find(file: &Path) -> Option<Running> {
        let path = beside(file, ".server");
        let until = tokio::time::Instant::now() + BEGINNING;
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

    /// The same for a program that can wait.
    pub(crate) fn wait_for(file: &Path) -> Option<Running> {
        let path = beside(file, ".server");
        let until = std::time::Instant::now() + BEGINNING;
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

    /// Where the page of its owner is, with the game that was asked for, or why there is none.
    pub(crate) async fn begin(&self, game: Option<&GameSetup>) -> Result<String, String> {
        let answer = tokio::time::timeout(ANSWERING, self.ask(game)).await;
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

fn beside(file: &Path, suffix: &str) -> PathBuf {
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
    fn a_file_has_one_owner_however_it_is_called() {
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
            assert_eq!(read(&beside(&taken, ".server")), Some(running.clone()));
        }
        drop(owner);
        assert!(matches!(Owner::claim(&file), Ok(Claim::Own(_))));
        assert_eq!(read(&beside(&file, ".server")), None);
    }
}
