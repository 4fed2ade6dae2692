//! Programs that try to escape from the sandbox. If the system has no sandbox, every test is reported as
//! ignored, not as passed.

use std::ffi::OsString;
use std::fs::{self, Permissions};
use std::net::TcpListener;
use std::os::unix::fs::PermissionsExt;
use std::os::unix::net::UnixListener;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use libtest_mimic::{Arguments, Failed, Trial};
use parlor_harness::{Checks, Mode, Options, Test, TestResult, run_test};
use parlor_process::sandbox::{Allowance, Sandbox};
use tempfile::TempDir;

type Run = fn(Sandbox) -> Result<(), Failed>;

const MOCK: &str = env!("CARGO_BIN_EXE_mock-program");

fn main() -> ExitCode {
    let arguments = Arguments::from_args();
    let helper = [OsString::from(MOCK), OsString::from("sandboxed")];
    let sandbox = Sandbox::find(&helper).ok();
    let trials: [(&str, Run); 14] = [
        ("a_well_behaved_program_runs_normally_in_the_sandbox", good),
        ("a_program_in_a_hidden_folder_is_found", named_program),
        ("the_folder_is_read_only", read_only_folder),
        ("the_system_is_read_only", read_only_system),
        ("only_the_scratch_folder_can_be_written_and_it_is_small", scratch),
        ("there_is_no_network", network),
        ("unix_sockets_are_unreachable", sockets),
        ("expected_outputs_and_other_submissions_are_hidden", hidden),
        ("no_process_outside_can_be_seen_or_killed", processes),
        ("no_process_outlives_the_test", outliving),
        ("too_many_processes_are_killed", many_processes),
        ("a_program_that_takes_all_memory_is_killed", memory),
        ("the_sandbox_cannot_be_undone_from_inside", walls),
        (
            "only_environment_variables_that_programs_need_are_passed_on",
            environment,
        ),
    ];
    let trials = trials
        .into_iter()
        .map(|(name, test)| {
            let inside = sandbox.clone();
            Trial::test(name, move || match inside {
                Some(sandbox) => test(sandbox),
                None => Err("there is no sandbox".into()),
            })
            .with_ignored_flag(sandbox.is_none())
        })
        .collect();
    libtest_mimic::run(&arguments, trials).exit_code()
}

/// A folder with a submission, and what the tests need around it.
struct Bench {
    folder: TempDir,
    options: Options,
}

impl Bench {
    fn new(sandbox: Sandbox) -> Bench {
        // Not below `/tmp`, which is different inside the sandbox.
        let base = Path::new(env!("CARGO_TARGET_TMPDIR"));
        let folder = tempfile::tempdir_in(base).expect("a folder");
        fs::create_dir(folder.path().join("submission")).expect("a folder");
        let mut options = Options {
            checks: Checks {
                output: Some(Mode::Lines),
                ..Checks::default()
            },
            ..Options::default()
        };
        options.settings.time_factor = 10.0;
        let environment = &mut options.settings.environment;
        environment.folder = Some(folder.path().join("submission"));
        environment.sandbox = Some(sandbox);
        environment.allowance = Allowance {
            memory: 300 << 20,
            processes: 40,
            scratch: 8 << 20,
        };
        Bench { folder, options }
    }

    fn sandbox(&self) -> Sandbox {
        self.options
            .settings
            .environment
            .sandbox
            .clone()
            .expect("a sandbox")
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn run(&self, command: &str) -> TestResult {
        let script = self.path("test.in");
        fs::write(&script, "hello\n").expect("a script");
        let test = Test {
            program: Some(command.to_owned()),
            ..Test::of(vec![script])
        };
        run_test(&test, &self.options, &AtomicBool::new(false))
    }

    /// The output of a command, however it ends.
    fn output_of(&self, command: &str) -> String {
        let result = self.run(command);
        let mut text = result.run.printed.concat();
        text.push_str(&result.run.errors.concat());
        text
    }
}

fn check(is_so: bool, what: &str) -> Result<(), Failed> {
    if is_so {
        Ok(())
    } else {
        Err(what.to_owned().into())
    }
}

fn good(sandbox: Sandbox) -> Result<(), Failed> {
    let bench = Bench::new(sandbox);
    fs::write(bench.path("submission/data.txt"), "my data\n")?;
    let result = bench
        .run("read line; echo \"got $line\"; cat data.txt; echo x > $TMPDIR/note; cat /tmp/note; exit 0");
    let printed = result.run.printed.concat();
    check(
        result.passed(),
        &format!("{:?}\n{}", result.run.failures, result.run.log),
    )?;
    check(printed == "got hello\nmy data\nx\n", &printed)?;
    let result = bench.run("exit 3");
    let is_code =
        matches!(&result.run.failures[..], [failure] if failure.kind.to_string().contains("exit code 3"));
    check(is_code, &format!("{:?}", result.run.failures))
}

/// `/tmp` is different inside the sandbox, yet a submission may be there.
fn named_program(sandbox: Sandbox) -> Result<(), Failed> {
    let bench = Bench::new(sandbox);
    for place in ["/tmp", "/var/tmp"] {
        let class = tempfile::tempdir_in(place)?;
        let at = |name: &str| class.path().join(name);
        let program = at("my program");
        fs::write(
            &program,
            "#!/bin/sh\necho ran; echo x > $0; cat ${0%/*}/secret; echo y > ${0%/*}/new\n",
        )?;
        fs::set_permissions(&program, Permissions::from_mode(0o755))?;
        fs::write(at("secret"), "of somebody else")?;
        let said = bench.output_of(&format!("'{}'", program.display()));
        check(said.contains("ran") && !said.contains("somebody"), &said)?;
        check(fs::read_to_string(&program)?.len() > 10, "it changed itself")?;
        check(!at("new").exists(), "it wrote beside itself")?;
        // Also if it runs in that folder.
        let mut bench = Bench::new(bench.sandbox());
        bench.options.settings.environment.folder = Some(class.path().to_owned());
        let said = bench.output_of("'./my program'");
        check(said.contains("ran") && said.contains("somebody"), &said)?;
    }
    Ok(())
}

fn read_only_folder(sandbox: Sandbox) -> Result<(), Failed> {
    let bench = Bench::new(sandbox);
    let said = bench.output_of("echo x > stolen.txt; mkdir sub; rm -rf . ; touch ../beside.txt; echo tried");
    check(said.contains("tried"), &said)?;
    check(
        !bench.path("submission/stolen.txt").exists(),
        "it wrote in its folder",
    )?;
    check(!bench.path("beside.txt").exists(), "it wrote beside its folder")?;
    check(bench.path("submission").is_dir(), "it removed its folder")
}

fn read_only_system(sandbox: Sandbox) -> Result<(), Failed> {
    let bench = Bench::new(sandbox);
    let places = "/etc/parlor-escape /usr/parlor-escape /var/parlor-escape /run/parlor-escape \
        /dev/shm/parlor-escape /sys/kernel/parlor-escape /parlor-escape";
    let said = bench.output_of(&format!(
        "for place in {places}; do (echo x > $place) 2>/dev/null && echo wrote $place; done; echo tried"
    ));
    check(said.contains("tried") && !said.contains("wrote"), &said)?;
    // Files that change the system are only checked: a failing test must not write to them.
    let said = bench.output_of(
        "for place in /proc/sys/kernel/core_pattern /proc/sysrq-trigger /proc/sys/vm/overcommit_memory; do \
         test -w $place && echo could write $place; done; echo asked",
    );
    check(said.contains("asked") && !said.contains("could write"), &said)?;
    let said = bench.output_of("ls /dev; for disk in /dev/vda /dev/sda /dev/nvme0n1 /dev/mem; do test -e $disk && echo there is $disk; done");
    check(!said.contains("there is"), &said)
}

fn scratch(sandbox: Sandbox) -> Result<(), Failed> {
    let bench = Bench::new(sandbox);
    fs::write("/tmp/parlor-outside", "outside")?;
    let said = bench.output_of("ls /tmp; head -c 6000000 /dev/zero > /tmp/a; head -c 6000000 /dev/zero > /tmp/b; wc -c < /tmp/b; echo tried");
    let _ = fs::remove_file("/tmp/parlor-outside");
    check(!said.contains("parlor-outside"), &said)?;
    check(
        !Path::new("/tmp/a").exists() && !Path::new("/tmp/b").exists(),
        "it wrote to our /tmp",
    )?;
    check(
        !said.contains("\n6000000"),
        &format!("it filled the disk: {said}"),
    )
}

fn network(sandbox: Sandbox) -> Result<(), Failed> {
    let bench = Bench::new(sandbox);
    let listener = TcpListener::bind("127.0.0.1:0")?;
    let port = listener.local_addr()?.port();
    let said = bench.output_of(&format!("'{MOCK}' calls {port}"));
    check(said.contains("no connection"), &said)?;
    listener.set_nonblocking(true)?;
    check(listener.accept().is_err(), "somebody called")
}

fn sockets(sandbox: Sandbox) -> Result<(), Failed> {
    let bench = Bench::new(sandbox);
    let place = tempfile::tempdir_in("/tmp")?;
    let path = place.path().join("socket");
    let _listener = UnixListener::bind(&path)?;
    let said = bench.output_of(&format!("'{MOCK}' knocks '{}'", path.display()));
    check(said.contains("no connection"), &said)
}

fn hidden(sandbox: Sandbox) -> Result<(), Failed> {
    let mut bench = Bench::new(sandbox);
    fs::create_dir(bench.path("suite"))?;
    fs::write(bench.path("suite/secret.std"), "the answer\n")?;
    fs::write(bench.path("submission/own.txt"), "my own\n")?;
    bench.options.settings.environment.hidden = vec![bench.path("suite")];
    let secret = bench.path("suite/secret.std");
    let said = bench.output_of(&format!(
        "cat '{}'; ls -a '{}'; cat own.txt",
        secret.display(),
        bench.path("suite").display()
    ));
    check(!said.contains("the answer") && said.contains("my own"), &said)?;
    // Also if the submission is inside a hidden folder.
    bench.options.settings.environment.hidden = vec![bench.folder.path().to_owned()];
    let said = bench.output_of(&format!(
        "cat '{}'; cat own.txt; echo x > '{}/x' && echo wrote",
        secret.display(),
        bench.folder.path().display()
    ));
    check(
        !said.contains("the answer") && said.contains("my own") && !said.contains("wrote"),
        &said,
    )
}

fn processes(sandbox: Sandbox) -> Result<(), Failed> {
    let bench = Bench::new(sandbox);
    let own = std::process::id();
    let said = bench.output_of(&format!(
        "kill -0 {own} 2>/dev/null && echo alive; ls /proc | grep -c '^[0-9]'; echo looked"
    ));
    check(!said.contains("alive"), &said)?;
    let count: usize = said
        .lines()
        .find_map(|line| line.trim().parse().ok())
        .unwrap_or(usize::MAX);
    check(count <= 6, &format!("it sees {count} processes: {said}"))
}

fn outliving(sandbox: Sandbox) -> Result<(), Failed> {
    let bench = Bench::new(sandbox);
    // In its own session, with an empty environment and no open files: nothing marks it as ours.
    let seconds = 7000 + std::process::id() % 1000;
    let said = bench.output_of(&format!(
        "setsid env -i sleep {seconds} </dev/null >/dev/null 2>&1 & sleep 0.2; echo gone"
    ));
    check(said.contains("gone"), &said)?;
    let marker = format!("sleep\0{seconds}\0");
    for _ in 0..200 {
        let is_left = fs::read_dir("/proc")?
            .filter_map(|entry| fs::read(entry.ok()?.path().join("cmdline")).ok())
            .any(|line| line == marker.as_bytes());
        if !is_left {
            return Ok(());
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    Err("it lives on".into())
}

/// Starts 400 processes and not an endless number, so that the machine survives if the sandbox does not work.
fn many_processes(sandbox: Sandbox) -> Result<(), Failed> {
    let bench = Bench::new(sandbox);
    let result = bench.run("i=0; while [ $i -lt 400 ]; do sleep 60 & i=$((i + 1)); done; wait");
    check(!result.passed(), "it passed")?;
    let errors = result.run.errors.concat();
    let is_held = errors.contains("more than 40 processes") || errors.to_lowercase().contains("fork");
    check(is_held, &format!("{:?} {errors}", result.run.failures))
}

fn memory(sandbox: Sandbox) -> Result<(), Failed> {
    let bench = Bench::new(sandbox);
    let result = bench.run(&format!("'{MOCK}' hoards"));
    check(!result.passed(), "it passed")?;
    // Several at once: they may be killed one by one or together, but none may survive.
    let hoards = format!("'{MOCK}' hoards & '{MOCK}' hoards & '{MOCK}' hoards & wait; echo ended");
    let result = bench.run(&hoards);
    let is_over = result.run.printed.concat().contains("ended")
        || result.run.errors.concat().contains("ended by the sandbox");
    check(
        is_over,
        &format!("{:?} {:?}", result.run.failures, result.run.errors),
    )
}

fn walls(sandbox: Sandbox) -> Result<(), Failed> {
    let bench = Bench::new(sandbox);
    let said = bench.output_of(
        "mount -o remount,rw / 2>/dev/null && echo opened; umount /tmp 2>/dev/null && echo uncovered; \
         mount -t tmpfs x /etc 2>/dev/null && echo mounted; \
         unshare -Urm mount -o remount,rw,bind / / 2>/dev/null && unshare -Urm sh -c 'echo x > /etc/parlor-escape' 2>/dev/null && echo nested; \
         (echo x > /proc/1/oom_score_adj) 2>/dev/null && echo tampered; echo tried",
    );
    let escapes = ["opened", "uncovered", "mounted", "nested", "tampered"];
    check(said.contains("tried"), &said)?;
    check(!escapes.iter().any(|word| said.contains(word)), &said)
}

fn environment(sandbox: Sandbox) -> Result<(), Failed> {
    let bench = Bench::new(sandbox);
    let said = bench.output_of("env");
    check(said.contains("HOME=/tmp") && said.contains("PATH="), &said)?;
    // Cargo sets this variable for every test.
    check(std::env::var_os("CARGO_MANIFEST_DIR").is_some(), "no cargo")?;
    check(!said.contains("CARGO_MANIFEST_DIR="), &said)?;
    check(!said.contains("PARLOR_HOME"), &said)
}
