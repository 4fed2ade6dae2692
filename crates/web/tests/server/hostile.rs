//! Attacks: other sites, malformed input, floods, too many guests.

use futures_util::{SinkExt, StreamExt};
use parlor_web::wire::PROTOCOL;
use parlor_web::{Games, Limits, Options};
use serde_json::{Value, json};
use tokio_tungstenite::connect_async;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::http::HeaderValue;
use tokio_tungstenite::tungstenite::protocol::frame::coding::CloseCode;

use crate::support::{Guest, me, server, server_from, server_with};

#[tokio::test]
async fn the_page_has_security_headers_and_the_key_identifies_the_owner() {
    let server = server().await;
    let page = server.get("/", "").await;
    assert!(
        page.starts_with("HTTP/1.1 200") && page.contains("Parlor"),
        "{page}"
    );
    let lower = page.to_lowercase();
    assert!(
        lower.contains("set-cookie: parlor=") && lower.contains("httponly") && lower.contains("samesite=lax")
    );
    let owner = server.get(&format!("/?key={}", server.key), "").await;
    let other = server.get("/?key=0123456789abcdef0123456789abcdef", "").await;
    assert!(
        owner.starts_with("HTTP/1.1 303") && owner.contains("parlor="),
        "{owner}"
    );
    assert!(
        other.starts_with("HTTP/1.1 303") && !other.contains("parlor="),
        "{other}"
    );
    assert!(
        server
            .get("/../../etc/passwd", "")
            .await
            .starts_with("HTTP/1.1 404")
    );
    assert!(
        server
            .get("/assets/nothing.js", "")
            .await
            .starts_with("HTTP/1.1 404")
    );
}

#[tokio::test]
async fn the_documentation_is_served_and_nothing_outside_its_folder() {
    let folder = tempfile::tempdir().unwrap();
    let book = folder.path().join("html");
    std::fs::create_dir_all(book.join("docs")).unwrap();
    std::fs::write(folder.path().join("secret"), "a secret").unwrap();
    std::fs::write(book.join("index.html"), "<title>The book</title>").unwrap();
    std::fs::write(book.join("docs/index.html"), "<title>A chapter</title>").unwrap();
    let with_book = server_from(Options {
        games: Games::Nowhere,
        book: Some(book),
        ..Options::default()
    })
    .await;
    for (path, shown) in [
        ("/book/", "The book"),
        ("/book/docs/", "A chapter"),
        ("/book/docs/index.html", "A chapter"),
    ] {
        let answer = with_book.get(path, "").await;
        assert!(
            answer.starts_with("HTTP/1.1 200") && answer.contains(shown),
            "{path}: {answer}"
        );
        let lower = answer.to_lowercase();
        assert!(
            lower.contains("content-type: text/html") && lower.contains("content-security-policy:"),
            "{answer}"
        );
    }
    assert!(
        with_book
            .get("/book", "")
            .await
            .to_lowercase()
            .contains("location: /book/")
    );
    for path in [
        "/book/../secret",
        "/book/%2e%2e/secret",
        "/book/docs/..%2f..%2fsecret",
        "/book/nothing.html",
        "/book/docs",
    ] {
        let answer = with_book.get(path, "").await;
        assert!(
            answer.starts_with("HTTP/1.1 404") && !answer.contains("a secret"),
            "{path}: {answer}"
        );
    }
    let mut guest = Guest::try_connect(&with_book.host, None).await.unwrap();
    assert_eq!(guest.next().await["book"], true);

    let without = server().await;
    assert!(without.get("/book/", "").await.starts_with("HTTP/1.1 404"));
    let mut guest = Guest::try_connect(&without.host, None).await.unwrap();
    assert_eq!(guest.next().await["book"], false);
}

#[tokio::test]
async fn other_sites_and_host_names_are_refused() {
    let server = server().await;
    let upgrade = "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n\
        Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n";
    for origin in [
        "http://evil.example",
        "null",
        "http://127.0.0.1:1",
        "https://localhost.evil.example",
    ] {
        let answer = server.get("/ws", &format!("{upgrade}Origin: {origin}\r\n")).await;
        assert!(answer.starts_with("HTTP/1.1 403"), "{origin}: {answer}");
        let answer = server
            .get("/netplay/x", &format!("{upgrade}Origin: {origin}\r\n"))
            .await;
        assert!(answer.starts_with("HTTP/1.1 403"), "{origin}: {answer}");
    }
    // DNS rebinding: another site's name that resolves to this server.
    let answer = server.get("/", "Host: rebound.example\r\n").await;
    assert!(answer.starts_with("HTTP/1.1 421"), "{answer}");
    let port = server.host.rsplit_once(':').unwrap().1;
    let answer = server.get("/", &format!("Host: localhost:{port}\r\n")).await;
    assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
}

#[tokio::test]
async fn malformed_messages_are_refused_and_the_connection_stays_open() {
    let server = server().await;
    let mut guest = server.guest().await;
    let deep = format!("{}{}", "[".repeat(5000), "]".repeat(5000));
    let nonsense = [
        "",
        "hello",
        "null",
        "{}",
        "[]",
        r#"{"type":"become_owner"}"#,
        r#"{"type":"play"}"#,
        r#"{"type":"play","ply":-1,"text":"d3"}"#,
        r#"{"type":"play","ply":99999999999999999999,"text":"d3"}"#,
        r#"{"type":"open","game":7,"seat":null}"#,
        r#"{"type":"create","setup":null}"#,
        &deep,
        "\u{0}\u{ffff}",
    ];
    for text in nonsense {
        guest.say_text(text.to_owned()).await;
        let answer = guest.next().await;
        assert_eq!(answer["type"], "refused", "{text}: {answer}");
    }
    let out_of_place = [
        json!({ "type": "play", "ply": 0, "text": "d3" }),
        json!({ "type": "undo" }),
        json!({ "type": "export", "format": "parlor" }),
        json!({ "type": "open", "game": "no-such-game", "seat": null }),
        json!({ "type": "open", "game": "../../etc/passwd", "seat": "x" }),
        json!({ "type": "join", "room": "Nobody" }),
        json!({ "type": "join", "room": "not a name!" }),
        json!({ "type": "import", "files": [{ "content": "gibberish", "binary": false }], "pick": null }),
        json!({ "type": "import", "files": [{ "content": "!!!", "binary": true }], "pick": 4000000000u32 }),
        json!({ "type": "import", "files": [], "pick": null }),
        json!({ "type": "create", "setup": { "game": "chess", "agreements": [], "position": null,
            "players": [me(), me()], "clock": null, "room": null } }),
    ];
    for message in out_of_place {
        guest.say(message.clone()).await;
        let answer = guest.next().await;
        assert_eq!(answer["type"], "refused", "{message}: {answer}");
    }
    guest
        .say_text(format!(r#"{{"type":"rename","name":"{}"}}"#, "x".repeat(20_000)))
        .await;
    assert_eq!(guest.next().await["reason"]["code"], "too_long");
    guest.say(json!({ "type": "ping" })).await;
    assert_eq!(guest.next().await["type"], "pong");
}

#[tokio::test]
async fn floods_huge_messages_and_binary_frames_end_only_their_own_connection() {
    let server = server().await;
    let mut neighbour = server.guest().await;
    let mut flooder = server.guest().await;
    for _ in 0..2000 {
        flooder.say(json!({ "type": "ping" })).await;
    }
    assert_ne!(flooder.close_code().await, Some(CloseCode::Normal));
    let mut giant = server.guest().await;
    giant.say_text("x".repeat(3 * 1024 * 1024)).await;
    assert_ne!(giant.close_code().await, Some(CloseCode::Normal));
    let mut bytes = server.guest().await;
    let _ = bytes.socket.send(Message::Binary(vec![0; 64].into())).await;
    assert_eq!(bytes.close_code().await, Some(CloseCode::Policy));
    neighbour.say(json!({ "type": "ping" })).await;
    assert_eq!(neighbour.next().await["type"], "pong");
}

#[tokio::test]
async fn a_full_server_refuses_new_connections() {
    let limits = Limits {
        connections_per_person: 2,
        tables: 1,
        ..Limits::default()
    };
    let server = server_with(Games::Nowhere, limits).await;
    let mut first = server.guest().await;
    let cookie = first.cookie.clone();
    let second = Guest::connect(&server.host, Some(&cookie)).await.unwrap();
    let mut request = server.socket().into_client_request().unwrap();
    let cookie = HeaderValue::from_str(&cookie).unwrap();
    request.headers_mut().insert("cookie", cookie);
    let (mut third, _) = connect_async(request).await.unwrap();
    let frame = third.next().await;
    assert!(
        matches!(&frame, Some(Ok(Message::Close(Some(close)))) if close.code == CloseCode::Again),
        "{frame:?}"
    );
    drop(second);
    first.create("othello", [me(), me()]).await;
    first
        .say(
            json!({ "type": "create", "setup": { "game": "loa", "agreements": [], "position": null,
        "players": [me(), me()], "clock": null, "room": null } }),
        )
        .await;
    assert_eq!(first.until_type("refused").await["reason"]["code"], "server_full");
}

#[tokio::test]
async fn a_page_of_an_older_version_is_asked_to_reload() {
    let server = server().await;
    // The page of the first version sends no version, and displays a refusal's reason as text.
    let (mut old, _) = connect_async(format!("ws://{}/ws", server.host)).await.unwrap();
    let Some(Ok(Message::Text(text))) = old.next().await else {
        panic!("an old page gets a message")
    };
    let message: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(message["type"], "refused");
    assert!(
        message["reason"].as_str().unwrap().contains("reload"),
        "{message}"
    );
    let frame = old.next().await;
    assert!(
        matches!(&frame, Some(Ok(Message::Close(Some(close)))) if close.reason.as_str() == "old_page"),
        "{frame:?}"
    );
    // Later pages compare the version in the welcome with their own.
    let (mut later, _) = connect_async(format!("ws://{}/ws?protocol=9999", server.host))
        .await
        .unwrap();
    let Some(Ok(Message::Text(text))) = later.next().await else {
        panic!("every page is greeted")
    };
    let welcome: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(welcome["protocol"], PROTOCOL);
}
