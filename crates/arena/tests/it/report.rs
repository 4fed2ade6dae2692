//! The files of a report: every game of the tournament is in them.

use std::sync::atomic::AtomicBool;

use crate::common::{built_in, mock, store_path, tournament};
use parlor_arena::report::write_files;
use parlor_arena::run::{End, Options, run};
use parlor_arena::schedule::Format;
use parlor_arena::store::open;
use parlor_games::import;

#[test]
fn the_page_opens_every_game_of_a_report() {
    for (game, language) in [("loa", "loa"), ("ataxx", "uai"), ("othello", "gtp")] {
        let mut wanted = tournament(
            game,
            vec![
                built_in("<b>us</b> & \u{201c}co\u{201d}", "random"),
                mock("good", game, language, "plays"),
                mock("bad", game, language, "illegal"),
            ],
        );
        wanted.format = Format::RoundRobin { encounters: 2 };
        let directory = tempfile::tempdir().expect("a directory");
        let store = open(store_path(directory.path())).expect("a store");
        let id = store.create(&wanted).expect("a tournament");
        let stop = AtomicBool::new(false);
        let end = run(&*store, id, &Options::new(2), &stop, &mut |_, _| ()).expect("a run");
        assert_eq!(end, End::Complete);
        let output = directory.path().join("report");
        write_files(&*store, id, &output).expect("a report");
        let read = |name: &str| std::fs::read_to_string(output.join(name)).expect(name);
        // The browser page reads files with the same function.
        let games = import::read(read("games.pgn").as_bytes()).expect("games");
        let stored = store.games(id, 0, 100).expect("the games");
        assert_eq!(games.len(), stored.len());
        for (found, stored) in games.iter().zip(&stored) {
            assert_eq!(found.game.len() as i64, stored.finished.n_moves);
            assert_eq!(found.game.kind().name(), game);
            let black = &wanted.entrants[stored.planned.black as usize].name;
            assert_eq!(found.names.0[0].as_ref(), Some(black));
        }
        let page = read("report.html");
        assert!(
            page.contains("&lt;b&gt;us&lt;/b&gt;") && !page.contains("<b>us</b>"),
            "{game}"
        );
        assert_eq!(page.matches("<tr data-game=").count(), stored.len(), "{game}");
        let json: serde_json::Value = serde_json::from_str(&read("results.json")).expect("JSON");
        assert_eq!(json["games"], 12);
        assert_eq!(read("games.csv").lines().count(), 13);
        assert_eq!(read("table.csv").lines().count(), 4);
        assert!(
            std::fs::read_dir(output.join("logs")).expect("logs").count() >= 8,
            "{game}"
        );
    }
}
