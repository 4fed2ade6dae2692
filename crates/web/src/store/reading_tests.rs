//! Lists and searches of many games.

use parlor_table::store::Store;

use super::super::sqlite::SqliteStore;
use super::super::sqlite::tests::{game, more, played};
use super::*;
use crate::random::secrets;

/// The cost of a page must not grow with the number of games: it is read from an index, starting where the last
/// page ended.
#[tokio::test]
async fn lists_and_searches_use_an_index_and_sort_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("games.sqlite");
    let _store = SqliteStore::open(&file).unwrap();
    let connection = Connection::open(&file).unwrap();
    for search in ["", " AND instr(people.words, ?4)"] {
        let sql = format!(
            "EXPLAIN QUERY PLAN {LISTED}{search} ORDER BY people.updated DESC, people.game DESC LIMIT 25"
        );
        let mut statement = connection.prepare(&sql).unwrap();
        let values = ["a", "1", "1", "x"];
        let rows = statement.query_map(
            rusqlite::params_from_iter(&values[..statement.parameter_count()]),
            |row| row.get::<_, String>(3),
        );
        let plan: Vec<String> = rows.unwrap().map(Result::unwrap).collect();
        assert!(
            plan[0].contains("COVERING INDEX people_by_time (player=? AND (updated,game)<(?,?))"),
            "{plan:?}"
        );
        assert!(plan[1].contains("INTEGER PRIMARY KEY"), "{plan:?}");
        assert_eq!(plan.len(), 2, "nothing is sorted: {plan:?}");
    }
}

/// Rare words are found through the index and common ones by scanning the list. The results are the same.
#[tokio::test]
async fn rare_and_common_words_find_the_same_games() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("games.sqlite");
    let store = SqliteStore::open(&file).unwrap();
    let (ann, eve) = (secrets().player(), secrets().player());
    let saves = (0..FEW_GAMES + 50).map(|n| {
        let who = if n % 2 == 0 { &ann } else { &eve };
        let name = if n % 100 == 0 {
            "Zoë \"Quill\""
        } else {
            "Somebody"
        };
        store.append(game(&format!("game {n}"), name, &[who]))
    });
    for outcome in futures_util::future::join_all(saves).await {
        outcome.unwrap();
    }
    let count = async |search: &str| {
        let (mut n, mut after) = (0, None);
        loop {
            let page = store.list(&ann, search, after).await.unwrap();
            n += page.games.len();
            after = page.next;
            if after.is_none() {
                return n;
            }
        }
    };
    let connection = Connection::open(&file).unwrap();
    assert!(!matches_few(&connection, &indexed("somebody").unwrap()).unwrap());
    assert!(matches_few(&connection, &indexed("\"quill\" zoë").unwrap()).unwrap());
    assert_eq!((count("somebody").await, count("some loa").await), (220, 220));
    assert_eq!(
        (count("quill").await, count("\"quill\" ZOË computer 20").await),
        (5, 5)
    );
    assert_eq!((count("oë").await, count("nobody").await), (5, 0));
    // A renamed player is found only by the new name, and a deleted game is not found.
    let renamed = more(game("game 0", "Xerxes", &[&ann]), 2, &[played("x")]);
    store.append(renamed).await.unwrap();
    assert_eq!((count("quill").await, count("xerxes").await), (4, 1));
    store.delete(&ann, "game 0").await.unwrap();
    assert_eq!((count("xerxes").await, indexed("ab 2026-11 7")), (0, None));
    // The index follows from the games: a lost index is rebuilt.
    connection.execute_batch("DROP TABLE searched").unwrap();
    drop((store, connection));
    let store = SqliteStore::open(&file).unwrap();
    assert_eq!(store.list(&ann, "quill", None).await.unwrap().games.len(), 4);
}
