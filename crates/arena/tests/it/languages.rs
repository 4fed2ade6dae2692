//! Programs play whole games without a fault in every protocol.

use std::sync::atomic::AtomicBool;

use crate::common::{built_in, mock, store_path, tournament};
use parlor_arena::run::{End, Options, run};
use parlor_arena::store::open;
use parlor_games::{Kind, Spec, pgn};
use parlor_measure::opening::{OpeningSettings, generate};

fn plays(game: &str, language: &str, with_openings: bool) {
    let mut tournament = tournament(
        game,
        vec![mock("it", game, language, "plays"), built_in("us", "random")],
    );
    tournament.format = parlor_arena::schedule::Format::RoundRobin { encounters: 3 };
    if with_openings {
        let kind: Kind = game.parse().expect("a game");
        let settings = OpeningSettings {
            nodes: 100,
            ..OpeningSettings::default_for(kind)
        };
        tournament.openings =
            generate(&Spec::default_for(kind), 3, &settings, &mut |_| ()).expect("openings");
    }
    let directory = tempfile::tempdir().expect("a directory");
    let store = open(store_path(directory.path())).expect("a store");
    let id = store.create(&tournament).expect("a tournament");
    let stop = AtomicBool::new(false);
    let end = run(&*store, id, &Options::new(1), &stop, &mut |_, _| ()).expect("a run");
    assert_eq!(end, End::Complete);
    let games = store.games(id, 0, 100).expect("the games");
    assert_eq!(games.len(), 6);
    for game in games {
        assert_eq!(
            game.finished.reason, "rules",
            "{language}: {}\n{}",
            game.finished.detail, game.finished.text
        );
        let read = pgn::read(&game.finished.text).expect("a game");
        assert_eq!(read.game.len() as i64, game.finished.n_moves);
        assert!(read.game.outcome().is_some());
    }
}

#[test]
fn student_programs_play_unchanged() {
    plays("loa", "loa", true);
    plays("ataxx", "ataxx", true);
    plays("othello", "othello", false);
}

#[test]
fn engines_play_in_their_protocols() {
    plays("ataxx", "uai", true);
    plays("ataxx", "uci", true);
    plays("othello", "uci", true);
    plays("loa", "uci", true);
    plays("othello", "gtp", true);
    plays("othello", "nboard", true);
}
