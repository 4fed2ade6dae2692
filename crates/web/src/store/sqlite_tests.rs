//! Tests of the file of games.

use parlor_table::log::{GameEvent, GameMetadata, GameStart, StoredSeat};

use super::*;
use crate::random::secrets;
use parlor_table::result;
use parlor_table::wire::GameSummary;

pub(in crate::store) fn begun(id: &str) -> GameEvent {
    let seat = || StoredSeat::Computer { level: 3 };
    GameEvent::Begun(Box::new(GameStart {
        record: format!("record of {id}"),
        table: GameMetadata {
            creator: secrets().player(),
            seats: [seat(), seat()],
            clock: None,
            ended: None,
            next: None,
            taken_back: Vec::new(),
            imported: false,
        },
    }))
}

pub(in crate::store) fn played(mv: &str) -> GameEvent {
    GameEvent::Played {
        mv: mv.into(),
        clock: None,
    }
}

pub(in crate::store) fn game(id: &str, black: &str, who: &[&PlayerId]) -> Append {
    Append {
        first: 1,
        events: vec![begun(id)],
        summary: GameSummary {
            id: id.into(),
            game: "loa".into(),
            names: [result::read_name(black), result::read_name("Computer")],
            moves: 3,
            result: None,
            updated: 0,
            rows: 8,
            columns: 8,
            cells: ".".repeat(64),
            opening: None,
        },
        searched: [black.into(), "Computer".into(), String::new()],
        people: who.iter().map(|&player| player.clone()).collect(),
        played_at: None,
    }
}

pub(in crate::store) fn more(append: Append, first: u64, events: &[GameEvent]) -> Append {
    Append {
        first,
        events: events.to_vec(),
        ..append
    }
}

#[tokio::test]
async fn games_are_stored_listed_searched_and_deleted() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("deep/er/games.sqlite");
    let (ann, bob) = (secrets().player(), secrets().player());
    let store = SqliteStore::open(&file).unwrap();
    store.append(game("one", "Ann", &[&ann, &bob])).await.unwrap();
    // A little later, so that the order is certain.
    let second = Append {
        played_at: Some(now_ms() as u64 + 5),
        ..game("two", "Zoë", &[&ann])
    };
    store.append(second).await.unwrap();
    let renamed = Append {
        played_at: Some(now_ms() as u64 + 50),
        ..more(game("one", "Anna", &[&ann, &bob]), 2, &[played("b1-b3")])
    };
    store.append(renamed).await.unwrap();
    drop(store);

    let store = SqliteStore::open(&file).unwrap();
    let log = store.load("one").await.unwrap().unwrap();
    assert!(matches!(
        &log.events[..],
        [GameEvent::Begun(_), GameEvent::Played { .. }]
    ));
    assert_eq!(store.load("three").await.unwrap(), None);
    let ids = async |who: &PlayerId, search: &str| {
        let page = store.list(who, search, None).await.unwrap();
        page.games.into_iter().map(|game| game.id).collect::<Vec<_>>()
    };
    assert_eq!(ids(&ann, "").await, ["one", "two"], "the newest first");
    assert_eq!(ids(&bob, "").await, ["one"]);
    assert_eq!(ids(&ann, "anna").await, ["one"]);
    assert_eq!(ids(&ann, "ZOË").await, ["two"]);
    assert_eq!(ids(&ann, "Lines of Action").await, ["one", "two"]);
    assert_eq!(ids(&ann, "in progress  computer ANNA").await, ["one"]);
    assert_eq!(ids(&ann, "othello anna").await, [""; 0]);
    assert_eq!(ids(&ann, "'; DROP TABLE games").await, [""; 0]);
    assert_eq!(
        ids(&ann, "20").await,
        ["one", "two"],
        "every date of this century"
    );
    assert_eq!(ids(&ann, "1999-12").await, [""; 0]);
    assert!(!store.delete(&bob, "two").await.unwrap());
    assert_eq!(ids(&ann, "").await.len(), 2, "nobody deletes what is not theirs");
    assert!(!store.delete(&ann, "one").await.unwrap());
    assert_eq!(ids(&bob, "").await, ["one"], "the other player keeps it");
    let on = more(game("one", "Anna", &[&ann, &bob]), 3, &[played("a2-c2")]);
    store.append(on.clone()).await.unwrap();
    assert_eq!(
        ids(&ann, "").await,
        ["two"],
        "and the person who deleted it does not find it again"
    );
    assert!(store.delete(&bob, "one").await.unwrap());
    assert_eq!(store.load("one").await.unwrap(), None);
    for append in [on, game("one", "Ann", &[&ann])] {
        let outcome = store.append(append).await;
        assert_eq!(outcome, Err(StoreFailure::Deleted { game: "one".into() }));
    }
}

#[tokio::test]
async fn events_are_added_once_and_without_a_gap() {
    let folder = tempfile::tempdir().unwrap();
    let store = SqliteStore::open(&folder.path().join("games.sqlite")).unwrap();
    let ann = secrets().player();
    let first = game("one", "Ann", &[&ann]);
    store.append(first.clone()).await.unwrap();
    store.append(first.clone()).await.unwrap();
    let both = more(first.clone(), 1, &[first.events[0].clone(), played("x")]);
    store.append(both).await.unwrap();
    store
        .append(more(first.clone(), 2, &[played("x"), played("y")]))
        .await
        .unwrap();
    let events = store.load("one").await.unwrap().unwrap().events;
    assert_eq!(events[1..], [played("x"), played("y")]);
    let gap = store.append(more(first, 5, &[played("z")])).await;
    assert!(matches!(gap, Err(StoreFailure::Damaged { .. })), "{gap:?}");
}

#[tokio::test]
async fn many_saves_share_a_commit_and_a_refused_one_does_not_affect_the_others() {
    let folder = tempfile::tempdir().unwrap();
    let store = SqliteStore::open(&folder.path().join("games.sqlite")).unwrap();
    let ann = secrets().player();
    let saves = (0..500).map(|n| {
        let append = game(&format!("game {n}"), "Ann", &[&ann]);
        // Every tenth is a game whose beginning was never stored.
        store.append(if n % 10 == 3 {
            more(append, 2, &[played("x")])
        } else {
            append
        })
    });
    let outcomes = futures_util::future::join_all(saves).await;
    assert_eq!(outcomes.iter().filter(|outcome| outcome.is_ok()).count(), 450);
    let (mut n, mut after) = (0, None);
    loop {
        let page = store.list(&ann, "", after).await.unwrap();
        n += page.games.len();
        after = page.next;
        if after.is_none() {
            break;
        }
    }
    assert_eq!(n, 450, "page by page, every game once");
}

#[tokio::test]
async fn lists_and_saves_do_not_wait_for_each_other() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("games.sqlite");
    let store = SqliteStore::open(&file).unwrap();
    let ann = secrets().player();
    store.append(game("one", "Ann", &[&ann])).await.unwrap();
    // Another connection holds the write lock. The list shows what was committed before.
    let mut writer = Connection::open(&file).unwrap();
    let change = writer
        .transaction_with_behavior(TransactionBehavior::Immediate)
        .unwrap();
    assert_eq!(store.list(&ann, "", None).await.unwrap().games.len(), 1);
    change.rollback().unwrap();
    // An unfinished reader does not block a save.
    let reader = Connection::open(&file).unwrap();
    let mut statement = reader.prepare("SELECT seq FROM events").unwrap();
    let mut rows = statement.query([]).unwrap();
    assert!(rows.next().unwrap().is_some());
    store.append(game("two", "Ann", &[&ann])).await.unwrap();
    assert_eq!(store.list(&ann, "", None).await.unwrap().games.len(), 2);
}

#[tokio::test]
async fn the_file_is_opened_with_the_promised_durability() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("games.sqlite");
    let connection = writing(&file).unwrap();
    let pragma = |name: &str| -> String {
        let value = connection.query_row(&format!("PRAGMA {name}"), [], |row| row.get(0));
        let value: rusqlite::types::Value = value.unwrap();
        format!("{value:?}")
    };
    // docs/reliability.md promises what a crash and a power cut can cost.
    assert_eq!(pragma("journal_mode"), "Text(\"wal\")");
    assert_eq!(
        pragma("synchronous"),
        "Integer(2)",
        "FULL: a commit is on the disk"
    );
}

/// The position of a game in progress in lists is updated every ten seconds, and at once when its names or result
/// change.
#[tokio::test]
async fn a_game_in_progress_moves_up_in_lists_after_ten_seconds() {
    let folder = tempfile::tempdir().unwrap();
    let store = SqliteStore::open(&folder.path().join("games.sqlite")).unwrap();
    let ann = secrets().player();
    let at = |append: Append, moment: u64| Append {
        played_at: Some(moment),
        ..append
    };
    let first = async || store.list(&ann, "", None).await.unwrap().games.swap_remove(0);
    let (one, two) = (game("one", "Ann", &[&ann]), game("two", "Ann", &[&ann]));
    store.append(at(one.clone(), 100_000)).await.unwrap();
    store.append(at(two.clone(), 101_000)).await.unwrap();
    let on = more(one.clone(), 2, &[played("x")]);
    store.append(at(on, 105_000)).await.unwrap();
    assert_eq!(first().await.id, "two");
    let on = more(one.clone(), 3, &[played("y")]);
    store.append(at(on, 112_000)).await.unwrap();
    assert_eq!(first().await.id, "one");
    let mut over = at(more(two, 2, &[played("z")]), 112_500);
    over.searched[2] = "Black resigns: white wins.".into();
    store.append(over).await.unwrap();
    assert_eq!(first().await.id, "two");
    let log = store.load("one").await.unwrap().unwrap();
    assert_eq!(log.updated, 112_000, "the game itself knows");
}

#[tokio::test]
async fn a_remembered_value_keeps_its_first_value() {
    let folder = tempfile::tempdir().unwrap();
    let store = SqliteStore::open(&folder.path().join("games.sqlite")).unwrap();
    assert_eq!(store.remembered("owner", "a".into()).await.unwrap(), "a");
    assert_eq!(store.remembered("owner", "b".into()).await.unwrap(), "a");
}

#[tokio::test]
async fn a_file_that_is_not_a_database_or_too_new_is_refused_with_a_reason() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("games.sqlite");
    let letter = "this is a letter, not a database; it is long enough to be looked at";
    std::fs::write(&file, letter).unwrap();
    for path in [file.as_path(), folder.path()] {
        assert!(matches!(
            SqliteStore::open(path),
            Err(StoreFailure::Database { .. })
        ));
    }
    assert_eq!(
        std::fs::read_to_string(&file).unwrap(),
        letter,
        "and is not touched"
    );
    let newer = folder.path().join("newer.sqlite");
    let store = SqliteStore::open(&newer).unwrap();
    store.readers.open().unwrap();
    let connection = Connection::open(&newer).unwrap();
    connection.pragma_update(None, "user_version", 99).unwrap();
    drop((store, connection));
    let error = SqliteStore::open(&newer).err().unwrap();
    assert!(matches!(error, StoreFailure::TooNew { found: 99, .. }), "{error}");
}

#[tokio::test]
async fn a_file_of_the_first_version_is_not_changed_while_an_old_server_has_it_open() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("games.sqlite");
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/games-0.1.sqlite");
    std::fs::copy(data, &file).unwrap();
    let old = Connection::open(&file).unwrap();
    old.query_row("PRAGMA journal_mode = WAL", [], |_| Ok(()))
        .unwrap();
    let n: i64 = old
        .query_row("SELECT count(*) FROM games", [], |row| row.get(0))
        .unwrap();
    let error = SqliteStore::open(&file).err().unwrap();
    assert!(matches!(error, StoreFailure::InUse { process: 0, .. }), "{error}");
    drop(old);
    let store = SqliteStore::open(&file).unwrap();
    let connection = store.readers.open().unwrap();
    let moved: i64 = connection
        .query_row("SELECT count(*) FROM events WHERE seq = 1", [], |row| row.get(0))
        .unwrap();
    assert_eq!(moved, n);
    let size: i64 = connection
        .query_row("PRAGMA page_size", [], |row| row.get(0))
        .unwrap();
    assert_eq!(size, 1024, "as a new file has it");
}

#[tokio::test]
async fn openings_are_added_to_a_file_without_them() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("games.sqlite");
    let ann = secrets().player();
    let found = async |store: &SqliteStore, search: &str| {
        let page = store.list(&ann, search, None).await.unwrap();
        page.games
            .into_iter()
            .map(|game| game.opening)
            .collect::<Vec<_>>()
    };
    let tiger = Some("Tiger".to_owned());
    let store = SqliteStore::open(&file).unwrap();
    for moves in ["f5d6c3d3c4f4", "f5f4"] {
        let imported = parlor_games::import::read(moves.as_bytes()).unwrap().remove(0);
        let append = Append::imported(&mut secrets(), &ann, imported);
        store.append(append).await.unwrap();
    }
    assert_eq!(found(&store, "").await.len(), 2);
    assert_eq!(found(&store, "othello tiger").await, std::slice::from_ref(&tiger));
    drop(store);
    // As an earlier version left it.
    let connection = Connection::open(&file).unwrap();
    connection
        .execute_batch(
            "ALTER TABLE games DROP COLUMN opening;
             UPDATE people SET words = replace(words, ' tiger', '');
             DROP TABLE searched;",
        )
        .unwrap();
    drop(connection);
    let store = SqliteStore::open(&file).unwrap();
    assert_eq!(found(&store, "").await.len(), 2);
    assert_eq!(found(&store, "tiger").await, [tiger]);
}
