//! A PostgreSQL server for one test.

use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// A private PostgreSQL server on loopback, which is stopped at the end of the test.
#[derive(Debug)]
pub struct Server {
    child: Child,
    programs: PathBuf,
    directory: PathBuf,
    port: u16,
    fsync: String,
}

impl Server {
    /// Starts a server without `fsync`, which is faster and enough for most tests. Returns `None` if
    /// `PARLOR_SKIP_POSTGRES` is set, which skips tests that need a server.
    ///
    /// # Panics
    /// If PostgreSQL is not installed or does not start.
    pub fn start() -> Option<Server> {
        Server::start_with("off")
    }

    /// Like [`Server::start`], with this value of `fsync`: `on` or `off`.
    ///
    /// # Panics
    /// Like [`Server::start`].
    #[allow(
        clippy::print_stderr,
        reason = "a test that is left out says so in its output"
    )]
    pub fn start_with(fsync: &str) -> Option<Server> {
        if std::env::var_os("PARLOR_SKIP_POSTGRES").is_some() {
            eprintln!("PARLOR_SKIP_POSTGRES is set: what needs PostgreSQL is not tested");
            return None;
        }
        let programs = find_programs().unwrap_or_else(|| {
            panic!(
                "PostgreSQL is not installed, and this test starts a server of its own. `scripts/setup tests` installs \
                it, PARLOR_POSTGRES_BIN names the directory of its programs, and PARLOR_SKIP_POSTGRES=1 leaves these tests out"
            )
        });
        let directory = std::env::temp_dir().join(
            format!("parlor-postgres-{}-{:?}", std::process::id(), Instant::now())
                .replace([' ', '{', '}', ':', ','], ""),
        );
        std::fs::create_dir_all(&directory).expect("a directory");
        if is_root() {
            let chown = Command::new("chown").arg("postgres").arg(&directory).status();
            assert!(
                chown.is_ok_and(|status| status.success()),
                "chown {}",
                directory.display()
            );
        }
        let data = directory.join("data");
        let made = command(&programs, "initdb")
            .args(["-A", "trust", "-U", "parlor", "-E", "UTF8", "--no-sync", "-D"])
            .arg(&data)
            .current_dir(&directory)
            .output()
            .expect("initdb can be run");
        assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
        let port = std::net::TcpListener::bind("127.0.0.1:0")
            .and_then(|listener| listener.local_addr())
            .expect("a free port")
            .port();
        let child = begin(&programs, &directory, port, fsync);
        Some(Server {
            child,
            programs,
            directory,
            port,
            fsync: fsync.to_owned(),
        })
    }

    /// Stops the server without waiting for clients to disconnect (a fast shutdown). Committed data is kept.
    pub fn stop(&mut self) {
        self.end("-INT");
    }

    /// Restarts the server after [`Server::stop`], at the same address.
    ///
    /// # Panics
    /// If it does not start.
    pub fn start_again(&mut self) {
        self.child = begin(&self.programs, &self.directory, self.port, &self.fsync);
    }

    fn end(&mut self, signal: &str) {
        let pid = self.child.id().to_string();
        let _ = Command::new("kill").args([signal, &pid]).status();
        let _ = self.child.wait();
    }

    /// Returns the URL of the database.
    pub fn address(&self) -> String {
        format!("postgres://parlor@127.0.0.1:{}/postgres", self.port)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // SIGQUIT ends the server and all its processes at once. Its data is no longer needed.
        self.end("-QUIT");
        let _ = std::fs::remove_dir_all(&self.directory);
    }
}

/// Starts a server on its directory and waits until it accepts connections.
fn begin(programs: &Path, directory: &Path, port: u16, fsync: &str) -> Child {
    let child = command(programs, "postgres")
        .args(["-h", "127.0.0.1", "-p", &port.to_string(), "-k", ""])
        .args(["-c", &format!("fsync={fsync}")])
        .args(["-c", "max_connections=200", "-D"])
        .arg(directory.join("data"))
        .current_dir(directory)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("postgres can be run");
    let patience = Instant::now() + Duration::from_secs(60);
    while std::net::TcpStream::connect(("127.0.0.1", port)).is_err() {
        assert!(Instant::now() < patience, "PostgreSQL did not start");
        std::thread::sleep(Duration::from_millis(50));
    }
    child
}

/// Returns a command for one of PostgreSQL's programs. The server refuses to run as root, so root runs it as
/// the user `postgres`.
fn command(programs: &Path, program: &str) -> Command {
    if !is_root() {
        return Command::new(programs.join(program));
    }
    let mut command = Command::new("setpriv");
    command.args(["--reuid=postgres", "--regid=postgres", "--clear-groups"]);
    command.arg(programs.join(program));
    command
}

fn is_root() -> bool {
    run_text(Command::new("id").arg("-u")).trim() == "0"
}

fn find_programs() -> Option<PathBuf> {
    if let Some(path) = std::env::var_os("PARLOR_POSTGRES_BIN") {
        return Some(PathBuf::from(path));
    }
    let versions = std::fs::read_dir("/usr/lib/postgresql").ok()?;
    let mut found: Vec<PathBuf> = versions
        .filter_map(|version| Some(version.ok()?.path().join("bin")))
        .filter(|path| path.join("postgres").exists())
        .collect();
    found.sort();
    found.pop()
}

fn run_text(command: &mut Command) -> String {
    let output = command.output().map(|output| output.stdout).unwrap_or_default();
    String::from_utf8_lossy(&output).into_owned()
}
