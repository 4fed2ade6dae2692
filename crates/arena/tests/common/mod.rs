//! What several tests share.

#![allow(dead_code, unreachable_pub)]

use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use parlor_arena::entrant::Entrant;
use parlor_arena::schedule::Format;
use parlor_arena::tournament::{Resources, Tournament};

/// A player that speaks this language and does this after two moves of its own.
pub fn mock(name: &str, game: &str, language: &str, mode: &str) -> Entrant {
    Entrant {
        name: name.to_owned(),
        language: language.to_owned(),
        command: format!(
            "exec '{}' {game} {language} {mode}",
            env!("CARGO_BIN_EXE_mock-player")
        ),
        options: Vec::new(),
    }
}

/// Our own player.
pub fn built_in(name: &str, configuration: &str) -> Entrant {
    Entrant {
        name: name.to_owned(),
        language: "parlor".to_owned(),
        command: configuration.to_owned(),
        options: Vec::new(),
    }
}

/// A tournament of these, everybody against everybody once, with little patience.
pub fn tournament(game: &str, entrants: Vec<Entrant>) -> Tournament {
    Tournament {
        name: "a test".to_owned(),
        game: game.to_owned(),
        agreements: Vec::new(),
        entrants,
        format: Format::RoundRobin { encounters: 1 },
        openings: vec![Vec::new()],
        control: "none".parse().expect("a control"),
        adjudication: Default::default(),
        resources: Resources {
            patience_ms: 20_000,
            ..Resources::default()
        },
        sprt: None,
        seed: 7,
    }
}

/// A PostgreSQL server of our own on loopback, ended with the test.
pub struct Server {
    child: Child,
    directory: PathBuf,
    port: u16,
}

impl Server {
    /// Starts one; none when PostgreSQL is not installed.
    pub fn start() -> Option<Server> {
        let Some(programs) = find_programs() else {
            eprintln!("PostgreSQL is not installed: what needs it is not tested");
            return None;
        };
        let is_root = run_text(Command::new("id").arg("-u")).trim() == "0";
        // The server refuses to be root, so it is its own user then.
        let command = |program: &str| {
            if is_root {
                let mut command = Command::new("setpriv");
                command.args(["--reuid=postgres", "--regid=postgres", "--clear-groups"]);
                command.arg(programs.join(program));
                command
            } else {
                Command::new(programs.join(program))
            }
        };
        let directory = std::env::temp_dir().join(
            format!("parlor-postgres-{}-{:?}", std::process::id(), Instant::now())
                .replace([' ', '{', '}', ':', ','], ""),
        );
        std::fs::create_dir_all(&directory).expect("a directory");
        if is_root {
            let chown = Command::new("chown").arg("postgres").arg(&directory).status();
            assert!(
                chown.is_ok_and(|status| status.success()),
                "chown {}",
                directory.display()
            );
        }
        let data = directory.join("data");
        let made = command("initdb")
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
        let child = command("postgres")
            .args(["-h", "127.0.0.1", "-p", &port.to_string(), "-k", ""])
            .args(["-c", "fsync=off", "-c", "max_connections=200", "-D"])
            .arg(&data)
            .current_dir(&directory)
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("postgres can be run");
        let server = Server {
            child,
            directory,
            port,
        };
        let patience = Instant::now() + Duration::from_secs(60);
        while std::net::TcpStream::connect(("127.0.0.1", port)).is_err() {
            assert!(Instant::now() < patience, "PostgreSQL did not start");
            std::thread::sleep(Duration::from_millis(50));
        }
        Some(server)
    }

    /// Its address.
    pub fn address(&self) -> String {
        format!("postgres://parlor@127.0.0.1:{}/postgres", self.port)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // SIGQUIT ends it at once with all its processes; nothing of it is needed any more.
        let pid = self.child.id().to_string();
        let _ = Command::new("kill").args(["-QUIT", &pid]).status();
        let _ = self.child.wait();
        let _ = std::fs::remove_dir_all(&self.directory);
    }
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

/// The processes that run our mock players now.
pub fn mock_processes(marker: &str) -> usize {
    let Ok(processes) = std::fs::read_dir("/proc") else {
        return 0;
    };
    processes
        .filter_map(|process| std::fs::read(process.ok()?.path().join("cmdline")).ok())
        .filter(|line| String::from_utf8_lossy(line).replace('\0', " ").contains(marker))
        .count()
}

/// A file in a directory that goes away with the test.
pub fn store_path(directory: &Path) -> String {
    directory.join("arena.sqlite").to_string_lossy().into_owned()
}
