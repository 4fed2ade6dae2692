//! The owner's collection, over HTTP and from a program that finds the server.

use std::ops::ControlFlow;

use parlor_collection::{PositionRequest, Query, SourceFile};
use parlor_games::{AnyGame, Kind, Spec};
use parlor_web::{CollectionAccess, Games, Options};
use serde_json::{Value, json};

use crate::support::{TestServer, server, server_from};

/// The JSON of a response.
fn body(answer: &str) -> Value {
    let (_, body) = answer.split_once("\r\n\r\n").unwrap();
    serde_json::from_str(body).unwrap_or_else(|error| panic!("{error}: {answer}"))
}

fn import(text: &str) -> String {
    let head = json!([{ "name": "games.txt", "size": text.len() }]);
    format!("{head}\n{text}")
}

struct Owned {
    server: TestServer,
    key: String,
    folder: tempfile::TempDir,
}

async fn owned() -> Owned {
    let folder = tempfile::tempdir().unwrap();
    let server = server_from(Options {
        games: Games::File(folder.path().join("games.sqlite")),
        ..Options::default()
    })
    .await;
    let key = format!("Authorization: Bearer {}\r\n", server.key);
    Owned { server, key, folder }
}

#[tokio::test]
async fn only_the_owner_imports_and_searches() {
    let Owned { server, key, folder } = owned().await;
    let file = import("f5d6c3d3c4\nf5f6e6f4e3\nf5a1\n");
    for (path, sent) in [
        ("import", file.as_str()),
        ("search", "{}"),
        ("stats", "{}"),
        ("game", "1"),
    ] {
        let answer = server.post(&format!("/collection/{path}"), "", sent).await;
        assert!(answer.starts_with("HTTP/1.1 403"), "{path}: {answer}");
    }
    // A page of another site cannot act for the owner, even if it has the key.
    let foreign = format!("{key}Origin: http://evil.example\r\n");
    let answer = server.post("/collection/search", &foreign, "{}").await;
    assert!(answer.starts_with("HTTP/1.1 403"), "{answer}");
    assert!(
        !folder.path().join("games.collection").exists(),
        "nothing was made for them"
    );
    let answer = server.post("/collection/import", &key, &file).await;
    assert!(
        answer.contains("\"imported\":2") && answer.contains("\"unreadable\":1"),
        "{answer}"
    );
    let found = body(
        &server
            .post("/collection/search", &key, r#"{"opening":"tiger"}"#)
            .await,
    );
    assert_eq!(
        (&found["total"], &found["games"][0]["opening"]),
        (&json!(1), &json!("Tiger"))
    );
    // The owner's browser is identified by its cookie.
    let answer = server.get(&format!("/?key={}", server.key), "").await;
    let cookie = answer
        .lines()
        .find_map(|line| line.strip_prefix("set-cookie: "))
        .unwrap();
    let cookie = format!("Cookie: {}\r\n", cookie.split(';').next().unwrap());
    let text = body(&server.post("/collection/game", &cookie, "1").await);
    assert!(text.as_str().unwrap().contains("[Opening \"Tiger\"]"), "{text}");
    let refused = server
        .post("/collection/search", &cookie, r#"{"from":"yesterday"}"#)
        .await;
    assert!(refused.starts_with("HTTP/1.1 400"), "{refused}");
    assert_eq!(body(&refused), json!({ "code": "date", "detail": "yesterday" }));
}

#[tokio::test]
async fn a_failed_import_changes_nothing() {
    let Owned { server, key, .. } = owned().await;
    for sent in ["", "no json", "[{\"name\":\"a\",\"size\":99}]\nshort"] {
        let answer = server.post("/collection/import", &key, sent).await;
        assert!(answer.starts_with("HTTP/1.1 400"), "{answer}");
    }
    let answer = server
        .post("/collection/import", &key, &import("nothing of the kind"))
        .await;
    assert!(answer.contains("\"code\":\"unknown\""), "{answer}");
    assert_eq!(
        body(&server.post("/collection/search", &key, "{}").await)["total"],
        0
    );
}

#[tokio::test]
async fn a_program_finds_the_server_that_owns_the_file() {
    let Owned { server, key, folder } = owned().await;
    let file = folder.path().join("games.collection");
    // This request makes the server claim the collection.
    server.post("/collection/search", &key, "{}").await;
    let asked = tokio::task::spawn_blocking(move || {
        let access = CollectionAccess::open(Some(&file), true).unwrap();
        let files = vec![SourceFile::new("games.txt", b"f5d6c3d3c4\nf5f6e6f4e3\n".to_vec())];
        let report = access.import(files, &mut |_| ControlFlow::Continue(())).unwrap();
        assert_eq!(report.files[0].imported, 2);
        let start = PositionRequest {
            game: "othello".into(),
            ..PositionRequest::default()
        };
        let explored = access.explore(&start).unwrap();
        assert_eq!(explored.results.games(), 2);
        assert!(explored.moves[0].book.is_some(), "our book knows the first move");
        let mut written = Vec::new();
        access
            .export(&Query::default(), "transcript", &mut written)
            .unwrap();
        let refused = access.search(&Query {
            opening: Some("Sicilian".into()),
            ..Query::default()
        });
        (
            access.stats(&Query::default()).unwrap().results.games(),
            written,
            refused.unwrap_err().to_string(),
        )
    });
    let (n_games, written, refused) = asked.await.unwrap();
    assert_eq!(n_games, 2);
    assert_eq!(String::from_utf8(written).unwrap(), "f5f6e6f4e3\nf5d6c3d3c4\n");
    assert!(refused.contains("Sicilian"), "{refused}");
}

#[tokio::test]
async fn everyone_can_use_the_book_and_the_opening_names() {
    let server = server().await;
    for game in ["othello", "ataxx", "loa"] {
        let explored = body(
            &server
                .post("/collection/explore", "", &json!({ "game": game }).to_string())
                .await,
        );
        assert!(explored["moves"][0]["book"].is_number(), "{explored}");
    }
    let mut tiger = AnyGame::new(&Spec::default_for(Kind::Othello)).unwrap();
    for mv in ["d3", "c5", "f6", "f5", "e6"] {
        tiger.play(mv).unwrap();
    }
    let asked = json!({ "game": "othello", "positions": ["nonsense", tiger.position_text()] });
    let names = body(&server.post("/collection/openings", "", &asked.to_string()).await);
    assert_eq!(names, json!([null, "Tiger"]));
    let answer = server.post("/collection/search", "", "{}").await;
    assert!(answer.starts_with("HTTP/1.1 403"), "{answer}");
}
