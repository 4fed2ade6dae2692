//! `parlor match` and similar measurements.

use std::process::{Command, Stdio};

use super::{parlor, stdout};

#[test]
fn a_match_at_tiny_limits_counts_every_game() {
    let text = stdout(&parlor(&[
        "match", "ataxx", "nodes=60", "nodes=20", "--games", "4", "--json",
    ]));
    let result: serde_json::Value = serde_json::from_str(&text).unwrap();
    let total: u64 = ["wins", "draws", "losses"]
        .iter()
        .map(|key| result[key].as_u64().unwrap())
        .sum();
    assert_eq!(total, 4);
}

#[test]
fn two_games_prove_nothing() {
    let text = stdout(&parlor(&[
        "match", "loa", "nodes=20", "nodes=20", "--games", "2", "--json",
    ]));
    let result: serde_json::Value = serde_json::from_str(&text).unwrap();
    let error = result["elo_error"].as_f64();
    assert!(error.is_none_or(|error| error > 300.0), "{result}");
    let los = result["los"].as_f64().unwrap();
    assert!((0.1..0.9).contains(&los), "{result}");
    assert_eq!(result["interrupted"], false);
}

#[test]
fn an_interrupted_match_reports_what_was_played() {
    let child = Command::new(env!("CARGO_BIN_EXE_parlor"))
        .args([
            "match", "ataxx", "nodes=20", "nodes=20", "--games", "4000000", "--json",
        ])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let status = format!("/proc/{}/status", child.id());
    // The signal handler has its own thread, and so do the games: wait until both have started.
    let n_threads = || -> u32 {
        let text = std::fs::read_to_string(&status).unwrap_or_default();
        let row = text.lines().find_map(|row| row.strip_prefix("Threads:"));
        row.map_or(0, |row| row.trim().parse().unwrap())
    };
    while n_threads() < 3 {
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    let id = child.id().to_string();
    assert!(
        Command::new("kill")
            .args(["-INT", &id])
            .status()
            .unwrap()
            .success()
    );
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130));
    let result: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(result["interrupted"], true);
    let words = String::from_utf8(output.stderr).unwrap();
    assert!(words.contains("interrupted after "), "{words}");
}

#[test]
fn the_speedup_of_threads_is_reported_for_every_position_and_game() {
    let output = parlor(&["bench", "--speedup", "2", "--deeper", "-6", "--json"]);
    assert!(output.status.success());
    let text = stdout(&output);
    let rows: Vec<serde_json::Value> = text
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    for game in ["othello", "ataxx", "loa"] {
        let of_game = rows.iter().filter(|row| row["game"] == game);
        let (positions, sums): (Vec<_>, Vec<_>) = of_game.partition(|row| row["alone_seconds"].is_f64());
        assert_eq!(positions.len(), 24, "{game}");
        for row in &positions {
            assert_eq!(row["threads"], 2);
            assert!(row["together_seconds"].as_f64().unwrap() > 0.0);
            assert!(row["apart_seconds"].as_f64().unwrap() > 0.0);
        }
        let [sum] = sums[..] else {
            panic!("{} sums for {game}", sums.len())
        };
        let total = |name: &str| {
            positions
                .iter()
                .map(|row| row[name].as_f64().unwrap())
                .sum::<f64>()
        };
        let share = total("together_seconds") / total("alone_seconds");
        assert!((sum["share"].as_f64().unwrap() - share).abs() < 1e-6);
    }
    let last = rows.last().unwrap();
    assert!(last["game"].is_null() && last["share"].is_f64());

    let one = stdout(&parlor(&["bench", "loa", "--speedup", "2", "--deeper", "-6"]));
    assert!(one.trim_end().lines().last().unwrap().starts_with("loa "));
    assert_eq!(parlor(&["bench", "--deeper", "1"]).status.code(), Some(2));
}
