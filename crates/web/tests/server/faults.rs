//! A full disk, and a server that is killed again and again.

use std::path::Path;
use std::process::Stdio;

use serde_json::{Value, json};
use tokio::io::AsyncBufReadExt;

use crate::keeping::crashing_server;
use crate::support::{Guest, me, plies};

/// Whether a view reports that the game is not being saved.
fn is_unsaved(message: &Value) -> bool {
    message["type"] == "game" && !message["unsaved"].is_null()
}

fn is_saved(message: &Value) -> bool {
    message["type"] == "game" && message["unsaved"].is_null()
}

/// A server whose files can be kept from growing.
#[cfg(target_os = "linux")]
async fn limited_server(file: &Path) -> (tokio::process::Child, String) {
    let program = std::env::current_exe().unwrap();
    // Writing beyond the limit must be an error, not a signal.
    let script = "trap '' XFSZ; exec \"$@\"";
    let mut child = tokio::process::Command::new("sh")
        .args(["-c", script, "sh"])
        .arg(program)
        .args(["--exact", "keeping::crash_server", "--ignored", "--nocapture"])
        .env("PARLOR_CRASH_GAMES", file)
        .stdout(Stdio::piped())
        .kill_on_drop(true)
        .spawn()
        .unwrap();
    let mut lines = tokio::io::BufReader::new(child.stdout.take().unwrap()).lines();
    while let Some(line) = lines.next_line().await.unwrap() {
        if let Some((_, url)) = line.split_once("url http://") {
            // Drain its output, so that the pipe does not fill up.
            tokio::spawn(async move { while let Ok(Some(_)) = lines.next_line().await {} });
            return (child, url.split_once("/?key=").unwrap().0.to_owned());
        }
    }
    panic!("the server did not start");
}

/// Sets or removes the limit on the size of a process's files.
#[cfg(target_os = "linux")]
fn limit_files(process: u32, most: Option<u64>) {
    let process = rustix::process::Pid::from_raw(process as i32);
    let old = rustix::process::prlimit(
        process,
        rustix::process::Resource::Fsize,
        rustix::process::Rlimit {
            current: most,
            maximum: None,
        },
    );
    old.expect("the limit of a child can be set");
}

/// The file system fills up while two people play; later there is space again.
#[cfg(target_os = "linux")]
#[tokio::test]
async fn a_full_disk_is_reported_at_once_and_loses_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("games.sqlite");
    let (mut child, host) = limited_server(&file).await;
    let mut ann = Guest::connect(&host, None).await.unwrap();
    let id = ann.create("othello", [me(), me()]).await["id"].clone();
    ann.play(0, "d3").await;
    assert!(is_saved(&ann.until_ply(1).await));
    let mut eve = Guest::connect(&host, None).await.unwrap();
    eve.say(json!({ "type": "open", "game": id, "seat": null })).await;
    eve.until_ply(1).await;

    let process = child.id().unwrap();
    limit_files(process, Some(4096));
    ann.play(1, "c3").await;
    for guest in [&mut ann, &mut eve] {
        let view = guest.until_ply(2).await;
        assert!(
            is_unsaved(&view),
            "a player who sees the move sees that it is not saved: {view}"
        );
    }
    ann.play(2, "c4").await;
    assert!(is_unsaved(&ann.until_ply(3).await));
    // A game that begins now is not saved either, and its view says so.
    let mut bob = Guest::connect(&host, None).await.unwrap();
    let other = bob.create("loa", [me(), me()]).await["id"].clone();
    bob.play(0, "b1-b3").await;
    bob.until(|message| is_unsaved(message) && plies(message) == 1)
        .await;

    limit_files(process, None);
    // Without any input, the server retries by itself.
    for guest in [&mut ann, &mut eve, &mut bob] {
        guest.until(is_saved).await;
    }
    child.kill().await.unwrap();
    let (_child, host, _) = crashing_server(&file).await;
    for (guest, id, n) in [(&ann, id, 3), (&bob, other, 1)] {
        let mut again = Guest::connect(&host, Some(&guest.cookie)).await.unwrap();
        assert_eq!(again.count_games().await, 1);
        again
            .say(json!({ "type": "open", "game": id, "seat": null }))
            .await;
        again.until_ply(n).await;
    }
}

/// The same with a real file system of two megabytes that another program fills.
#[cfg(target_os = "linux")]
#[tokio::test]
#[ignore = "slow: mounts a small file system, which not every user may"]
async fn a_full_file_system_loses_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let disk = folder.path().join("disk");
    std::fs::create_dir(&disk).unwrap();
    let mount = ["-t", "tmpfs", "-o", "size=2m", "tmpfs"];
    let mounted = std::process::Command::new("mount")
        .args(mount)
        .arg(&disk)
        .status();
    if !mounted.is_ok_and(|status| status.success()) {
        println!("not tested: this user may not mount a file system");
        return;
    }
    let file = disk.join("games.sqlite");
    let (mut child, host, _) = crashing_server(&file).await;
    let mut ann = Guest::connect(&host, None).await.unwrap();
    for round in 0..5 {
        ann.create("othello", [me(), me()]).await;
        ann.play(0, "d3").await;
        assert!(is_saved(&ann.until_ply(1).await), "round {round}");
        let filler = disk.join("filler");
        let mut unsaved = Vec::new();
        for (n, mv) in ["c3", "c4", "c5", "b4"].into_iter().enumerate() {
            // Fill it completely: closing a connection may free some space for a moment.
            let mut hog = std::fs::File::options()
                .create(true)
                .append(true)
                .open(&filler)
                .unwrap();
            while std::io::Write::write(&mut hog, &[0; 1024]).is_ok_and(|n| n > 0) {}
            ann.play(n + 1, mv).await;
            unsaved.push(is_unsaved(&ann.until_ply(n + 2).await));
        }
        assert!(unsaved.contains(&true), "the disk was full");
        std::fs::remove_file(&filler).unwrap();
        if unsaved.last() == Some(&true) {
            ann.until(is_saved).await;
        }
    }
    child.kill().await.unwrap();
    let (mut child, host, _) = crashing_server(&file).await;
    let mut again = Guest::connect(&host, Some(&ann.cookie)).await.unwrap();
    again
        .say(json!({ "type": "games", "search": "", "after": null }))
        .await;
    let list = again.until_type("games").await;
    let games = list["games"].as_array().unwrap();
    assert_eq!(games.len(), 5);
    assert!(games.iter().all(|game| game["moves"] == 5), "{list}");
    child.kill().await.unwrap();
    let unmounted = std::process::Command::new("umount").arg(&disk).status();
    assert!(unmounted.is_ok_and(|status| status.success()));
}

/// A xorshift random number generator.
fn next(state: &mut u64) -> u64 {
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    *state
}

/// Kills the server at random times while four people play. Every move that a player saw must be stored.
async fn kill_again_and_again(rounds: usize) {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("games.sqlite");
    let mut state = 0x2026_1117;
    let mut cookies: Vec<String> = vec![String::new(); 4];
    // Each player's game, and how many of its moves they have seen.
    let mut seen: Vec<(Value, usize)> = vec![(Value::Null, 0); 4];
    let mut n_moves = 0;
    for _ in 0..rounds {
        let (mut child, host, _) = crashing_server(&file).await;
        let mut players = tokio::task::JoinSet::new();
        let (seeing, mut sights) = tokio::sync::mpsc::unbounded_channel();
        for (who, (cookie, seen)) in cookies.iter().cloned().zip(seen.iter().cloned()).enumerate() {
            let (host, seeing) = (host.clone(), seeing.clone());
            players.spawn(async move { (who, play_until_lost(&host, cookie, seen, &seeing).await) });
        }
        drop(seeing);
        // Kill after this many moves were seen, during the next.
        for _ in 0..=next(&mut state) % 48 {
            if sights.recv().await.is_none() {
                break;
            }
        }
        child.kill().await.unwrap();
        while let Some(ended) = players.join_next().await {
            let (who, (cookie, now_seen, played)) = ended.unwrap();
            (cookies[who], seen[who]) = (cookie, now_seen);
            n_moves += played;
        }
    }
    assert!(n_moves > 0, "somebody played");
}

/// Plays random moves until the connection is lost. Returns the player's cookie, the last view and the number of
/// moves.
async fn play_until_lost(
    host: &str,
    cookie: String,
    (mut id, mut n_seen): (Value, usize),
    seeing: &tokio::sync::mpsc::UnboundedSender<()>,
) -> (String, (Value, usize), usize) {
    let known = (!cookie.is_empty()).then_some(cookie.as_str());
    let mut played = 0;
    let Ok(mut guest) = Guest::try_connect(host, known).await else {
        return (cookie, (id, n_seen), 0);
    };
    let cookie = guest.cookie.clone();
    let setup = json!({ "type": "create", "setup": { "game": "othello", "agreements": [], "position": null,
        "players": [me(), me()], "clock": null, "room": null } });
    match &id {
        Value::Null => guest.say(setup.clone()).await,
        id => {
            guest
                .say(json!({ "type": "open", "game": id, "seat": null }))
                .await
        }
    }
    let mut state = n_seen as u64 + 77;
    while let Some(view) = guest.try_next().await {
        if view["type"] == "refused" {
            panic!("{view}");
        }
        if view["type"] != "game" {
            continue;
        }
        if id.is_null() {
            id = view["id"].clone();
        }
        if view["id"] != id {
            // The first view of the next game.
            (id, n_seen) = (view["id"].clone(), 0);
        }
        let n = plies(&view);
        assert!(n >= n_seen, "{n_seen} moves were seen, and {n} are left");
        n_seen = n;
        // The receiver stops after enough moves.
        let _ = seeing.send(());
        if !view["result"].is_null() {
            guest.say(setup.clone()).await;
            continue;
        }
        let legal = view["legal"].as_array().unwrap();
        let choice = &legal[next(&mut state) as usize % legal.len()]["text"];
        guest
            .say(json!({ "type": "play", "ply": n, "text": choice }))
            .await;
        played += 1;
    }
    (cookie, (id, n_seen), played)
}

#[tokio::test]
async fn a_server_that_is_killed_at_any_moment_loses_nothing_that_was_seen() {
    kill_again_and_again(3).await;
}

#[tokio::test]
#[ignore = "slow: 500 kills"]
async fn five_hundred_kills_lose_nothing_that_was_seen() {
    kill_again_and_again(500).await;
}
