//! A PostgreSQL server for one test.

use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// A PostgreSQL server of our own on loopback, ended with the test.
#[derive(Debug)]
pub struct Server {
    child: Child,
    programs: PathBuf,
    directory: PathBuf,
    port: u16,
    fsync: String,
}

impl Server {
    /// Starts one as the tests need it, which does not wait for the disk; none when `PARLOR_SKIP_POSTGRES` says that
    /// what needs a server is not to be tested.
    ///
    /// # Panics
    /// When PostgreSQL is not installed or does not start.
    pub fn start() -> Option<Server> {
        Server::start_with("off")
    }

    /// Starts one that waits for the disk (`on`) or does not (`off`).
    ///
    /// # Panics
    /// As [`Server::start`].
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

    /// Ends it as an operator does who does not wait for its clients; what was committed is kept.
    pub fn stop(&mut self) {
        self.end("-INT");
    }

    /// Starts it again after [`Server::stop`], at the same address.
    ///
    /// # Panics
    /// When it does not start.
    pub fn start_again(&mut self) {
        self.child = begin(&self.programs, &self.directory, self.port, &self.fsync);
    }

    fn end(&mut self, signal: &str) {
        let pid = self.child.id().to_string();
        let _ = Command::new("kill").args([signal, &pid]).status();
        let _ = self.child.wait();
    }

    /// Its address.
    pub fn address(&self) -> String {
        format!("postgres://parlor@127.0.0.1:{}/postgres", self.port)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // SIGQUIT ends it at once with all its processes; nothing of it is needed any more.
        self.end("-QUIT");
        let _ = std::fs::remove_dir_all(&self.directory);
    }
}

/// Starts a server on its directory, and waits until it listens.
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

/// A program of the server. It refuses to be root, so it is its own user then.
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
