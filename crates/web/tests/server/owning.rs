//! A file of games has one server.

use parlor_web::wire::{GameSetup, Player};
use parlor_web::{Games, Options, ServeError, Server, Watcher};
use serde_json::json;

use crate::keeping::crashing_server;
use crate::support::{Guest, me};

#[tokio::test]
async fn a_second_server_on_the_same_file_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("games.sqlite");
    let options = |file: &std::path::Path| Options {
        games: Games::File(file.to_owned()),
        ..Options::default()
    };
    let first = Server::open(options(&file)).await.unwrap();
    let Err(ServeError::AlreadyRunning(error)) = Server::open(options(&file)).await else {
        panic!("the file is taken")
    };
    let address = first.url().split_once("/?").unwrap().0;
    assert!(error.to_string().contains(address), "{error}");
    drop(first);
    Server::open(options(&file)).await.unwrap();
}

#[tokio::test]
async fn a_second_start_begins_its_game_on_the_running_server() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("games.sqlite");
    let (_child, host, key) = crashing_server(&file).await;
    let serve = |options: Options| async move {
        let (sender, said) = std::sync::mpsc::channel();
        let ended = tokio::task::spawn_blocking(move || {
            parlor_web::serve(options, false, |page| sender.send(page.url().to_owned()).unwrap())
        });
        (ended.await.unwrap(), said.try_recv().ok())
    };
    let options = Options {
        games: Games::File(file),
        initial: Some(GameSetup::with_defaults("loa", [Player::Me, Player::Me])),
        ..Options::default()
    };
    let (ended, url) = serve(options.clone()).await;
    ended.unwrap();
    let url = url.expect("there is a page");
    let (address, game) = url.split_once("#/g/").expect("with its game");
    assert_eq!(address, format!("http://{host}/?key={key}"));
    let mut owner = Guest::connect(&host, None).await.unwrap();
    owner
        .say(json!({ "type": "open", "game": game, "seat": null }))
        .await;
    assert_eq!(owner.until_type("game").await["game"], "loa");
    // A request that the running server cannot carry out is explained.
    let log = Options {
        watcher: Some(Watcher::new(|_, _| {})),
        ..options.clone()
    };
    let elsewhere = Options {
        bind: "0.0.0.0".parse().unwrap(),
        ..options
    };
    for (options, why) in [(log, "cannot write this log"), (elsewhere, "another address")] {
        let (ended, url) = serve(options).await;
        let error = ended.unwrap_err().to_string();
        assert!(
            url.is_none() && error.contains(why) && error.contains(&host),
            "{error}"
        );
    }
    let mut ann = Guest::connect(&host, None).await.unwrap();
    ann.create("othello", [me(), me()]).await;
}

#[tokio::test]
async fn only_the_owner_can_begin_games_over_http() {
    let folder = tempfile::tempdir().unwrap();
    let server = crate::support::server_with(
        Games::File(folder.path().join("games.sqlite")),
        parlor_web::Limits::default(),
    )
    .await;
    let setup = serde_json::to_string(&GameSetup::with_defaults("loa", [Player::Me, Player::Me])).unwrap();
    let right = format!("Authorization: Bearer {}\r\n", server.key);
    for headers in [
        String::new(),
        "Authorization: Bearer 00000000000000000000000000000000\r\n".to_owned(),
        right.clone() + "Origin: http://127.0.0.1:1\r\n",
    ] {
        let answer = server.post("/begin", &headers, &setup).await;
        assert!(answer.starts_with("HTTP/1.1 403"), "{answer}");
    }
    for (body, status) in [
        ("null", "200"),
        (setup.as_str(), "200"),
        ("{}", "400"),
        ("", "400"),
    ] {
        let answer = server.post("/begin", &right, body).await;
        assert!(
            answer.starts_with(&format!("HTTP/1.1 {status}")),
            "{body}: {answer}"
        );
    }
}
