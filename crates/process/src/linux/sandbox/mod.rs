//! A sandbox for untrusted programs: no network, no writable files outside of a scratch folder, and limits on
//! memory, processes and files for a program with all its descendants.
//!
//! There are two methods: bubblewrap if it is installed, else the kernel's namespaces through the program
//! `unshare`. Either way, the first process inside is our helper (`guard`), which mounts the file systems
//! (`mounts`), starts the command and watches the limits. When it exits, the kernel kills everything left
//! inside. Time and output are limited from outside, by the caller.
//!
//! [`Sandbox::find`] does not guess whether a sandbox works, but runs a command in one.

mod cgroups;
mod guard;
mod mounts;

use std::ffi::{OsStr, OsString};
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

pub use crate::allowance::{Allowance, NoSandbox, SandboxSetup};
pub use guard::guard;

/// The folder that a program may write to.
pub const SCRATCH: &str = "/tmp";

/// The folders that are empty inside: the scratch folder, and folders with sockets or other users' files.
const COVERED: [&str; 4] = ["/tmp", "/var/tmp", "/run", "/dev/shm"];

/// Splits a shell command into words, without their quotes. Expansions are not performed.
fn words(command: &str) -> Vec<String> {
    let mut words = Vec::new();
    let (mut word, mut quote, mut is_escaped) = (String::new(), None, false);
    for letter in command.chars() {
        match (quote, letter) {
            _ if std::mem::take(&mut is_escaped) => word.push(letter),
            (None | Some('"'), '\\') => is_escaped = true,
            (None, '\'' | '"') => quote = Some(letter),
            (Some(open), letter) if open == letter => quote = None,
            (None, ';' | '&' | '|' | '(' | ')' | '<' | '>' | '=') => words.push(std::mem::take(&mut word)),
            (None, letter) if letter.is_whitespace() => words.push(std::mem::take(&mut word)),
            (_, letter) => word.push(letter),
        }
    }
    words.push(word);
    words.retain(|word| !word.is_empty());
    words
}

/// The files and folders that a command names and that would be hidden because they are below one of the
/// [`COVERED`] folders, such as a program in `/tmp`. They stay visible, read-only.
fn named(command: &str, folder: &Path, hidden: &[PathBuf]) -> Vec<PathBuf> {
    let paths = words(command)
        .into_iter()
        .filter_map(|word| folder.join(word).canonicalize().ok());
    let mut named: Vec<PathBuf> = paths
        .filter(|path| path.is_file() || path.is_dir())
        .filter(|path| {
            COVERED
                .iter()
                .any(|covered| path.starts_with(covered) && path != Path::new(covered))
        })
        // Skip what is visible anyway, and its parent folders: these would uncover more than was named.
        .filter(|path| !path.starts_with(folder) && !folder.starts_with(path))
        .filter(|path| {
            !hidden
                .iter()
                .any(|secret| path.starts_with(secret) || secret.starts_with(path))
        })
        .collect();
    named.sort();
    named.dedup();
    named
}

/// Folders with keys and passwords, below the home folder.
const SECRETS: [&str; 7] = [
    ".ssh",
    ".gnupg",
    ".aws",
    ".docker",
    ".kube",
    ".config/gh",
    ".config/gcloud",
];

/// The folders with keys and passwords that exist.
fn secrets() -> Vec<PathBuf> {
    let home = std::env::var_os("PARLOR_HOME").or_else(|| std::env::var_os("HOME"));
    let Some(home) = home.map(PathBuf::from) else {
        return Vec::new();
    };
    let folders = SECRETS.iter().map(|name| home.join(name));
    folders.filter(|path| path.is_dir()).collect()
}

/// A method to run programs in a sandbox.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sandbox {
    method: Method,
    /// The command of the helper: a program that calls [`guard`] with the arguments that follow.
    helper: Vec<OsString>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Method {
    Bubblewrap,
    Namespaces,
}

impl Sandbox {
    /// Finds the first method that works here. The helper is a command that calls [`guard`] with the
    /// arguments that follow.
    pub fn find(helper: &[OsString]) -> Result<Sandbox, NoSandbox> {
        let mut reasons = Vec::new();
        for method in [Method::Bubblewrap, Method::Namespaces] {
            let sandbox = Sandbox {
                method,
                helper: helper.to_vec(),
            };
            match sandbox.try_out() {
                Ok(()) => return Ok(sandbox),
                Err(reason) => reasons.push(format!("{}: {reason}", sandbox.name())),
            }
        }
        Err(NoSandbox(reasons))
    }

    /// The name of the method, for reports.
    pub fn name(&self) -> &'static str {
        match self.method {
            Method::Bubblewrap => "bubblewrap",
            Method::Namespaces => "namespaces",
        }
    }

    /// Wraps a shell command so that it runs in the sandbox.
    pub fn command(&self, command: &str, setup: &SandboxSetup, allowance: &Allowance) -> io::Result<Command> {
        // Paths are the same inside and outside, so they must be absolute.
        let folder = setup.folder.canonicalize()?;
        let hidden: Vec<PathBuf> = setup
            .hidden
            .iter()
            .filter_map(|path| path.canonicalize().ok())
            .collect();
        let named = named(command, &folder, &hidden);
        let mut outer = in_groups(allowance)?;
        match self.method {
            Method::Bubblewrap => self.bubblewrap(&mut outer, &folder, setup.is_writable, &hidden, &named),
            Method::Namespaces => unshare(&mut outer),
        }
        outer.args(&self.helper).arg(match self.method {
            Method::Bubblewrap => "walled",
            Method::Namespaces => "bare",
        });
        outer.args([
            allowance.memory.to_string(),
            allowance.processes.to_string(),
            allowance.scratch.to_string(),
        ]);
        outer.arg(if setup.is_writable { "build" } else { "test" });
        outer.arg(&folder).arg(command);
        outer.arg(named.len().to_string()).args(&named).args(&hidden);
        outer.env_clear();
        outer.envs(std::env::vars_os().filter(|(name, _)| is_passed_on(name)));
        if let Some(home) = std::env::var_os("HOME") {
            outer.env("PARLOR_HOME", home);
        }
        outer
            .env("HOME", SCRATCH)
            .env("TMPDIR", SCRATCH)
            .env("XDG_CACHE_HOME", format!("{SCRATCH}/.cache"));
        Ok(outer)
    }

    fn bubblewrap(
        &self,
        outer: &mut Command,
        folder: &Path,
        is_writable: bool,
        hidden: &[PathBuf],
        named: &[PathBuf],
    ) {
        outer.arg("bwrap").args([
            "--unshare-all",
            "--die-with-parent",
            "--as-pid-1",
            "--cap-drop",
            "ALL",
        ]);
        outer.args(["--ro-bind", "/", "/", "--dev", "/dev", "--proc", "/proc"]);
        for path in COVERED.into_iter().map(Path::new).filter(|path| path.is_dir()) {
            outer.arg("--tmpfs").arg(path);
        }
        let secrets = secrets();
        for path in secrets.iter().chain(hidden).filter(|path| path.is_dir()) {
            outer.arg("--tmpfs").arg(path);
        }
        // The helper may be in a folder that is hidden or covered.
        if let Some(program) = self.helper.first() {
            outer.arg("--ro-bind").arg(program).arg(program);
        }
        for path in named {
            outer.arg("--ro-bind").arg(path).arg(path);
        }
        outer
            .arg(if is_writable { "--bind" } else { "--ro-bind" })
            .arg(folder)
            .arg(folder);
        let emptied = COVERED.into_iter().map(Path::new);
        let emptied = emptied.filter(|&path| path != Path::new(SCRATCH));
        for path in emptied
            .chain(secrets.iter().chain(hidden).map(PathBuf::as_path))
            .filter(|path| path.is_dir())
        {
            outer.arg("--remount-ro").arg(path);
        }
        // Root could change system settings through `/proc`.
        outer.args(["--remount-ro", "/proc"]);
        outer.arg("--chdir").arg(folder).arg("--");
    }

    fn try_out(&self) -> Result<(), String> {
        let setup = SandboxSetup {
            folder: PathBuf::from("/etc"),
            ..SandboxSetup::default()
        };
        let mut command = self
            .command("exit 42", &setup, &Allowance::default())
            .map_err(|error| error.to_string())?;
        let output = command
            .stdin(Stdio::null())
            .output()
            .map_err(|error| error.to_string())?;
        if output.status.code() == Some(42) {
            return Ok(());
        }
        let errors = String::from_utf8_lossy(&output.stderr);
        Err(match errors.lines().next() {
            Some(line) => line.trim().to_owned(),
            None => output.status.to_string(),
        })
    }
}

/// Creates namespaces with `unshare`, which is part of every Linux distribution.
fn unshare(outer: &mut Command) {
    outer.arg("unshare").args([
        "--user",
        "--map-root-user",
        "--mount",
        "--net",
        "--ipc",
        "--uts",
        "--pid",
    ]);
    outer.args(["--fork", "--kill-child", "--"]);
}

/// The beginning of a command. For root, whose processes only control groups can limit, it enters these groups.
fn in_groups(allowance: &Allowance) -> io::Result<Command> {
    if rustix::process::geteuid().is_root() {
        let groups = cgroups::make(allowance)?;
        let mut outer = Command::new("sh");
        outer.args(["-c", ENTER_GROUPS, "sh"]);
        outer.arg(groups.len().to_string()).args(groups);
        return Ok(outer);
    }
    let mut outer = Command::new("env");
    outer.arg("--");
    Ok(outer)
}

/// A shell script. Its arguments are the number of groups, the groups to enter, and the command to run.
const ENTER_GROUPS: &str = r#"
n=$1; shift
while [ "$n" -gt 0 ]; do
  echo 0 > "$1/cgroup.procs" || exit 125
  shift; n=$((n - 1))
done
exec "$@""#;

/// The environment variables that are passed on, besides the locale (`LC_*`): those that say where compilers,
/// interpreters and libraries are, and how the terminal and the clock are set. All others stay outside: they
/// may be secrets, and no list of names for secrets is complete. The manual has the same list.
const PASSED_ON: [&str; 48] = [
    "PATH",
    "LANG",
    "LANGUAGE",
    "LOCALE_ARCHIVE",
    "TZ",
    "TZDIR",
    "TERM",
    "NO_COLOR",
    "USER",
    "LOGNAME",
    "SHELL",
    // C and C++.
    "CC",
    "CXX",
    "CPATH",
    "C_INCLUDE_PATH",
    "CPLUS_INCLUDE_PATH",
    "LIBRARY_PATH",
    "LD_LIBRARY_PATH",
    "PKG_CONFIG_PATH",
    // Java.
    "JAVA_HOME",
    "CLASSPATH",
    "MAVEN_HOME",
    "M2_HOME",
    "GRADLE_HOME",
    "GRADLE_USER_HOME",
    "ANT_HOME",
    // Python.
    "PYTHONPATH",
    "PYTHONHOME",
    "VIRTUAL_ENV",
    "CONDA_PREFIX",
    "PYENV_ROOT",
    "PYENV_VERSION",
    // Rust.
    "CARGO_HOME",
    "RUSTUP_HOME",
    "RUSTUP_TOOLCHAIN",
    // Other languages.
    "GOROOT",
    "GOPATH",
    "NODE_PATH",
    "DOTNET_ROOT",
    "GEM_HOME",
    "GEM_PATH",
    "RUBYLIB",
    "PERL5LIB",
    "OCAMLPATH",
    "OPAM_SWITCH_PREFIX",
    "GHC_PACKAGE_PATH",
    "ERL_LIBS",
    // Our own programs.
    "PARLOR_CPU",
];

/// Whether a program in the sandbox gets this environment variable.
fn is_passed_on(name: &OsStr) -> bool {
    name.to_str()
        .is_some_and(|name| PASSED_ON.contains(&name) || name.starts_with("LC_"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_command_is_split_into_words_as_a_shell_does() {
        let split = words(r#"A=/x '/tmp/my class/loa' --play "it's" a\ b>out;./run"#);
        assert_eq!(
            split,
            [
                "A",
                "/x",
                "/tmp/my class/loa",
                "--play",
                "it's",
                "a b",
                "out",
                "./run"
            ]
        );
    }

    #[test]
    fn only_variables_that_programs_need_are_passed_on() {
        for name in ["PATH", "LC_ALL", "TZ", "JAVA_HOME", "PYTHONPATH", "RUSTUP_HOME"] {
            assert!(is_passed_on(OsStr::new(name)), "{name}");
        }
        for name in [
            "AWS_ACCESS_KEY_ID",
            "DATABASE_URL",
            "GITHUB_PAT",
            "GH_TOKEN",
            "HTTPS_PROXY",
            "SSH_AUTH_SOCK",
            "path",
            "PATHS",
        ] {
            assert!(!is_passed_on(OsStr::new(name)), "{name}");
        }
    }

    #[test]
    fn the_manual_lists_the_variables_that_are_passed_on() {
        let manual = include_str!("../../../../../docs/manual/harness.md");
        for name in PASSED_ON {
            assert!(manual.contains(&format!("`{name}`")), "{name}");
        }
    }

    #[test]
    fn only_paths_named_in_the_command_stay_visible_below_tmp() {
        let place = tempfile::tempdir_in("/tmp").unwrap();
        let at = |name: &str| place.path().join(name);
        for name in ["folder", "suite", "class"] {
            std::fs::create_dir(at(name)).unwrap();
        }
        for name in ["folder/own", "suite/answer", "class/loa"] {
            std::fs::write(at(name), "").unwrap();
        }
        let _socket = std::os::unix::net::UnixListener::bind(at("socket")).unwrap();
        let command = format!(
            "'{0}/class/loa' {0}/suite/answer {0}/folder/own {0}/socket {0} /tmp /etc/passwd {0}/none own ../class/loa",
            place.path().display()
        );
        assert_eq!(named(&command, &at("folder"), &[at("suite")]), [at("class/loa")]);
        assert_eq!(named("ls ../class", &at("folder"), &[]), [at("class")]);
        assert!(named("ls ../class", &at("folder"), &[at("class/loa")]).is_empty());
    }
}
