//! Files of every format, duplicates, and interrupted imports.

use std::ops::ControlFlow;

use parlor_collection::{Collection, CollectionError, Query, SourceFile};
use parlor_core::PerColor;
use parlor_games::export::write_all;
use parlor_games::{AnyGame, Kind, Spec};

use super::{collection, import};

fn played(kind: Kind, plies: u32, mut seed: u64) -> AnyGame {
    let mut game = AnyGame::new(&Spec::default_for(kind)).unwrap();
    game.play_randomly(plies, &mut seed);
    game
}

#[test]
fn games_of_every_format_survive_import_and_export() {
    for kind in Kind::ALL {
        let games: Vec<_> = (0..7)
            .map(|seed| {
                (
                    played(kind, 30, seed),
                    PerColor(["Ann".to_owned(), "Bob".to_owned()]),
                )
            })
            .collect();
        for format in kind
            .descriptor()
            .formats
            .iter()
            .chain([&kind.descriptor().collection])
        {
            if format.code == "position" {
                continue;
            }
            let collection = collection(&[]);
            let bytes = write_all(&games, format.code).unwrap().into_bytes();
            let file = SourceFile::new("games", bytes.clone());
            let report = collection
                .import(std::slice::from_ref(&file), &mut |_| ControlFlow::Continue(()))
                .unwrap();
            assert_eq!(report.files[0].imported, 7, "{kind} {}: {report:?}", format.code);
            for (id, (game, _)) in (1..).zip(&games) {
                let kept = collection.game(id).unwrap();
                assert_eq!(
                    kept.position_text(),
                    game.position_text(),
                    "{kind} {}",
                    format.code
                );
                assert_eq!(kept.len(), game.len());
            }
            // Importing the same file again adds nothing.
            let report = collection
                .import(&[file], &mut |_| ControlFlow::Continue(()))
                .unwrap();
            assert_eq!(
                (report.files[0].imported, report.files[0].known),
                (0, 7),
                "{kind}"
            );
            // Exporting gives the same file, for formats that have whole files.
            let written: Vec<u8> = collection
                .export(&Query::default(), format.code)
                .unwrap()
                .flat_map(Result::unwrap)
                .collect();
            let again = super::collection(&[]);
            let file = SourceFile::new("again", written);
            let report = again.import(&[file], &mut |_| ControlFlow::Continue(())).unwrap();
            assert_eq!(report.files[0].imported, 7, "{kind} {}", format.code);
        }
    }
}

#[test]
fn a_mirrored_game_is_a_duplicate() {
    let collection = collection(&[("one", "f5d6c3d3c4f4\n")]);
    // The same game, started with each of the other three moves, and once more with numbers.
    let report = import(
        &collection,
        &[(
            "others",
            "c4e3f6e6f5c5\nd3c5f6f5e6e3\ne6f4c3c4d3d6\n1. f5 d6 2. c3 d3 3. c4 f4\nf5d6c3d3c4\n",
        )],
    );
    assert_eq!(
        (report.files[0].known, report.files[0].imported),
        (4, 1),
        "{report:?}"
    );
}

#[test]
fn duplicates_depend_on_players_and_years_but_not_on_spelling() {
    let game = |black: &str, date: &str| {
        format!(
            "[Game \"othello\"]\n[Black \"{black}\"]\n[White \"Bob\"]\n[Date \"{date}\"]\n\n1. f5 d6 2. c3 d3\n\n"
        )
    };
    let collection = collection(&[("one", &game("Ann", "2001.05.06"))]);
    let others = [("ANN", "2001"), ("Cid", "2001"), ("Ann", "2002")];
    let text: String = others.iter().map(|(name, date)| game(name, date)).collect();
    let report = import(&collection, &[("others", &text)]);
    assert_eq!((report.files[0].known, report.files[0].imported), (1, 2));
    let row = collection.row(1).unwrap();
    assert_eq!(
        (row.black.as_deref(), row.white.as_deref(), row.date.as_deref()),
        (Some("Ann"), Some("Bob"), Some("2001.05.06"))
    );
}

#[test]
fn unreadable_files_are_reported_and_change_nothing() {
    let collection = collection(&[]);
    let report = import(
        &collection,
        &[
            ("notes.txt", "buy milk\nand bread\n"),
            ("games.txt", "f5d6c3\nf5a1\nf5f6e6\n"),
        ],
    );
    assert_eq!(
        (report.files[0].name.as_str(), report.files[0].imported),
        ("notes.txt", 0)
    );
    assert!(report.files[0].reason.is_some() && report.files[0].problem.is_some());
    let games = &report.files[1];
    assert_eq!((games.imported, games.unreadable), (2, 1));
    assert!(
        games.reason.as_ref().unwrap().starts_with("game 2: "),
        "{games:?}"
    );
    assert_eq!(collection.len().unwrap(), 2);
    // Positions are not games.
    let report = import(
        &collection,
        &[(
            "a",
            "---------------------------OX------XO--------------------------- X",
        )],
    );
    assert_eq!((report.files[0].imported, report.files[0].unreadable), (0, 1));
}

#[test]
fn an_interrupted_import_leaves_no_partial_file() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("my.collection");
    let lines: String = (0..1500)
        .map(|seed| {
            let moves: Vec<String> = played(Kind::Othello, 20, seed)
                .history()
                .into_iter()
                .map(|mv| mv.text)
                .collect();
            moves.join(" ") + "\n"
        })
        .collect();
    let first = SourceFile::new("first", b"f5d6c3\nf5f6e6\n".to_vec());
    let files = [first, SourceFile::new("second", lines.into_bytes())];
    let collection = Collection::open(&path).unwrap();
    let report = collection
        .import(&files, &mut |progress| match (progress.file, progress.games) {
            (1, 1000) => ControlFlow::Break(()),
            _ => ControlFlow::Continue(()),
        })
        .unwrap();
    assert!(report.interrupted);
    assert_eq!((report.files.len(), collection.len().unwrap()), (1, 2));
    drop(collection);
    // The rest can be imported later, and is found.
    let collection = Collection::open(&path).unwrap();
    let report = collection
        .import(&files, &mut |_| ControlFlow::Continue(()))
        .unwrap();
    assert_eq!(
        (report.files[0].known, report.total().imported),
        (2, 1500 - report.files[1].known)
    );
    let start = Query {
        position: Some(parlor_collection::PositionRequest::of(&played(
            Kind::Othello,
            0,
            0,
        ))),
        ..Query::default()
    };
    assert_eq!(
        u64::from(collection.search(&start).unwrap().total),
        collection.len().unwrap()
    );
}

#[test]
fn files_that_are_not_collections_are_not_changed() {
    let folder = tempfile::tempdir().unwrap();
    let text = folder.path().join("notes.txt");
    std::fs::write(
        &text,
        "this is no database, and it is longer than a header of one would be: over a hundred bytes",
    )
    .unwrap();
    assert!(matches!(
        Collection::open(&text),
        Err(CollectionError::NotACollection { .. })
    ));
    let other = folder.path().join("other.sqlite");
    let connection = rusqlite::Connection::open(&other).unwrap();
    connection
        .execute_batch("CREATE TABLE games (id INTEGER)")
        .unwrap();
    drop(connection);
    assert!(matches!(
        Collection::open(&other),
        Err(CollectionError::NotACollection { .. })
    ));
}
