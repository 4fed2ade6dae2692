//! Sessions that outlive their connections.

use std::time::Duration;

use parlor_web::{Games, Limits};
use serde_json::{Value, json};

use crate::support::{Guest, TestServer, me, plies, server, server_with};

/// A request that is answered at once.
fn question() -> Value {
    json!({ "type": "check", "id": 1, "board": { "game": "othello", "agreements": [],
        "board": { "kind": "start" } } })
}

/// A page that can resume its session.
struct Page {
    guest: Guest,
    token: String,
    /// The number of messages received.
    heard: usize,
}

impl Page {
    async fn open(server: &TestServer, cookie: Option<&str>, token: &str, heard: usize) -> (Page, Value) {
        let address = format!("{}&session={token}&heard={heard}", server.socket());
        let mut guest = Guest::connect_with(&address, cookie, &[]).await.unwrap();
        let session = guest.next().await;
        assert_eq!(session["type"], "session");
        let token = session["token"].as_str().unwrap().to_owned();
        let heard = if session["resumed"] == true { heard } else { 0 };
        (Page { guest, token, heard }, session)
    }

    async fn until(&mut self, wanted: impl Fn(&Value) -> bool) -> Value {
        loop {
            let message = self.guest.next().await;
            if message["type"] != "pong" {
                self.heard += 1;
            }
            if wanted(&message) {
                return message;
            }
        }
    }

    async fn until_type(&mut self, kind: &str) -> Value {
        self.until(|message| message["type"] == kind).await
    }

    /// Breaks the connection and resumes on another one.
    async fn come_back(self, server: &TestServer) -> (Page, Value) {
        let Page { guest, token, heard } = self;
        let cookie = guest.cookie.clone();
        let view = guest.known();
        drop(guest);
        let (mut page, session) = Page::open(server, Some(&cookie), &token, heard).await;
        page.guest.remember(view);
        (page, session)
    }
}

#[tokio::test]
async fn requests_continue_on_another_connection() {
    let server = server().await;
    let (mut page, session) = Page::open(&server, None, "", 0).await;
    assert_eq!(session["resumed"], false);
    page.guest
        .say(
            json!({ "type": "create", "setup": { "game": "othello", "agreements": [], "position": null,
        "players": [me(), me()], "clock": null, "room": null } }),
        )
        .await;
    page.until_type("game").await;
    for (ply, mv) in ["d3", "c3", "c4"].into_iter().enumerate() {
        page.guest.play(ply, mv).await;
        page.until(|message| message["type"] == "game" && plies(message) == ply + 1)
            .await;
    }
    // The page asks for a review and misses half of the answer.
    page.guest.say(json!({ "type": "review" })).await;
    page.until_type("reviewed").await;
    let (mut page, session) = page.come_back(&server).await;
    assert_eq!(session["resumed"], true);
    assert_eq!(session["handled"], 5, "everything had arrived");
    let mut moments = 1;
    loop {
        let message = page.until(|_| true).await;
        match message["type"].as_str() {
            Some("reviewed") => moments += 1,
            Some("review_done") => break,
            _ => {}
        }
    }
    assert_eq!(moments, 4, "each moment once");
    // The table is still open: nothing has to be opened again.
    page.guest.play(3, "c5").await;
    page.until(|message| message["type"] == "game" && plies(message) == 4)
        .await;
}

#[tokio::test]
async fn a_page_can_take_over_its_session_before_the_old_connection_times_out() {
    let server = server().await;
    let (mut page, _) = Page::open(&server, None, "", 0).await;
    page.guest.say(question()).await;
    page.until_type("checked").await;
    let cookie = page.guest.cookie.clone();
    // The old connection still exists, but nothing reads from it.
    let (mut again, session) = Page::open(&server, Some(&cookie), &page.token, page.heard).await;
    assert_eq!(
        (&session["resumed"], &session["handled"]),
        (&json!(true), &json!(1))
    );
    again.guest.say(question()).await;
    again.until_type("checked").await;
    assert_eq!(page.guest.close_code().await, None, "the old one is gone");
}

#[tokio::test]
async fn a_session_is_useless_to_others_and_expires() {
    let server = server_with(
        Games::Nowhere,
        Limits {
            grace: Duration::from_millis(50),
            ..Limits::default()
        },
    )
    .await;
    let (page, _) = Page::open(&server, None, "", 0).await;
    let (_, stolen) = Page::open(&server, None, &page.token, 0).await;
    assert_eq!(stolen["resumed"], false);
    let (_, invented) = Page::open(&server, None, &"0".repeat(32), 0).await;
    assert_eq!(invented["resumed"], false);
    let (token, cookie) = (page.token.clone(), page.guest.cookie.clone());
    drop(page);
    loop {
        // A new session begins as soon as the old one has ended.
        let (page, session) = Page::open(&server, Some(&cookie), &token, 0).await;
        if session["resumed"] == false {
            break;
        }
        drop(page);
        tokio::time::sleep(Duration::from_millis(200)).await;
    }
}

#[tokio::test]
async fn missed_messages_are_sent_again_and_received_ones_are_not() {
    let server = server().await;
    let (mut page, _) = Page::open(&server, None, "", 0).await;
    for _ in 0..5 {
        page.guest.say(question()).await;
    }
    page.until_type("checked").await;
    page.until_type("checked").await;
    // Three answers are on their way.
    page.guest.say(json!({ "type": "ping", "heard": 2 })).await;
    page.until_type("pong").await;
    page.heard = 2;
    let (mut page, session) = page.come_back(&server).await;
    assert_eq!(
        (&session["resumed"], &session["handled"]),
        (&json!(true), &json!(5))
    );
    for _ in 0..3 {
        assert_eq!(page.guest.next().await["type"], "checked");
    }
    page.guest.say(json!({ "type": "ping", "heard": 5 })).await;
    assert_eq!(page.guest.next().await, json!({ "type": "pong", "handled": 5 }));
}
