//! The options of the server, and what it prints and logs.

use std::process::{Command, Stdio};

use super::{parlor, stdout};

#[test]
fn every_option_of_the_servers_manual_exists() {
    let help = stdout(&parlor(&["serve", "--help"]));
    let known: Vec<&str> = help
        .split_whitespace()
        .filter(|word| word.starts_with("--"))
        .collect();
    let manual = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/manual");
    for file in ["server.md", "server/parlor.service"] {
        let text = std::fs::read_to_string(manual.join(file)).unwrap();
        let is_end = |letter: char| !letter.is_ascii_lowercase() && letter != '-';
        for word in text
            .split(is_end)
            .filter(|word| word.starts_with("--") && word.len() > 3)
        {
            // An option of `systemctl` in the same chapter.
            if word != "--now" {
                assert!(known.contains(&word), "{word} of {file} in {help}");
            }
        }
    }
}

#[test]
fn a_wrong_level_proxy_or_address_is_refused_with_the_reason() {
    for (arguments, said) in [
        (vec!["--log", "loud", "perft", "othello", "1"], "loud"),
        (vec!["serve", "--log", "loud"], "neither a level"),
        (
            vec!["serve", "--trusted-proxy", "nowhere"],
            "neither an address nor a network",
        ),
        (vec!["serve", "--book", "/nonexistent"], "has no index.html"),
        (
            vec!["serve", "--public-url", "play.example.org"],
            "does not begin with https://",
        ),
        (
            vec!["serve", "--public-url", "https://example.org/parlor"],
            "has a path",
        ),
    ] {
        let output = parlor(&arguments);
        let error = String::from_utf8_lossy(&output.stderr);
        assert!(
            !output.status.success() && error.contains(said),
            "{arguments:?}: {error}"
        );
    }
}

/// A server logs events, in JSON if requested, and shows its key only on standard output.

#[test]
fn a_server_logs_in_json_and_opens_the_browser_without_its_key() {
    use std::io::{BufRead, BufReader};
    use std::os::unix::fs::PermissionsExt;
    let folder = tempfile::tempdir().unwrap();
    // A fake browser that records its arguments.
    let opener = folder.path().join("xdg-open");
    let called = folder.path().join("called");
    std::fs::write(
        &opener,
        format!(
            "#!/bin/sh\necho \"$@\" > {0}.new && mv {0}.new {0}\n",
            called.display()
        ),
    )
    .unwrap();
    std::fs::set_permissions(&opener, std::fs::Permissions::from_mode(0o755)).unwrap();
    let path = format!("{}:{}", folder.path().display(), std::env::var("PATH").unwrap());
    let mut child = Command::new(env!("CARGO_BIN_EXE_parlor"))
        .args(["serve", "--log", "info", "--log-format", "json", "--games"])
        .arg(folder.path().join("games.sqlite"))
        .env("PATH", path)
        .env("BROWSER", &opener)
        .env("DISPLAY", ":99")
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut first = String::new();
    // Kept open: a program whose reader is gone ends at its next line.
    let mut printed = BufReader::new(child.stdout.take().unwrap());
    printed.read_line(&mut first).unwrap();
    let key = first
        .trim()
        .split_once("key=")
        .expect("the address is printed")
        .1
        .to_owned();
    let start = std::time::Instant::now();
    while !called.exists() && start.elapsed() < std::time::Duration::from_secs(60) {
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    let opened = std::fs::read_to_string(&called).expect("the browser is opened");
    let mut log = String::new();
    BufReader::new(child.stderr.take().unwrap())
        .read_line(&mut log)
        .unwrap();
    child.kill().unwrap();
    child.wait().unwrap();
    assert!(opened.contains("ticket=") && !opened.contains(&key), "{opened}");
    let log: serde_json::Value = serde_json::from_str(&log).expect("a JSON object a line");
    assert_eq!(log["message"], "listening", "{log}");
    assert!(!log.to_string().contains(&key));
}
