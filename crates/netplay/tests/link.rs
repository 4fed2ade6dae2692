//! The networks of two text programs, connected on loopback.

use std::net::{IpAddr, Ipv4Addr};
use std::time::{Duration, Instant};

use parlor_netplay::{
    ConnectionLimiter, ConnectionLimits, Remote, RemoteOptions, Rooms, Timing, connect, listen, routes, serve,
};
use parlor_peer::{NetEvent, NetOrder, Network};

const LOOPBACK: IpAddr = IpAddr::V4(Ipv4Addr::LOCALHOST);

fn remote() -> Remote {
    remote_of("loa")
}

fn remote_of(game: &'static str) -> Remote {
    let mut options = RemoteOptions::new(game);
    options.bind = Some(LOOPBACK);
    options.port = 0;
    Remote::new(options).unwrap()
}

/// The next event. The timeout is longer than ever needed.
fn next(remote: &mut Remote) -> NetEvent {
    let began = Instant::now();
    let too_late = || began.elapsed() > Duration::from_secs(30);
    remote.wait(&too_late).expect("nothing happened")
}

fn offered(remote: &mut Remote, id: &str) -> u16 {
    remote.order(NetOrder::Host { id: id.into() });
    let NetEvent::Offered(text) = next(remote) else {
        panic!("no offer");
    };
    let digits = text.split("port ").nth(1).unwrap();
    let digits: String = digits.chars().take_while(char::is_ascii_digit).collect();
    digits.parse().unwrap()
}

fn join(remote: &mut Remote, id: &str, port: u16) {
    let (id, host, port) = (id.into(), "127.0.0.1".into(), Some(port));
    remote.order(NetOrder::Join { id, host, port });
}

fn say(remote: &mut Remote, text: &str) {
    remote.order(NetOrder::Send(text.into()));
}

/// A host and a client that are connected: the client has sent `ready`.
fn joined() -> (Remote, Remote) {
    let (mut host, mut client) = (remote(), remote());
    let port = offered(&mut host, "Foo");
    join(&mut client, "Foo", port);
    assert_eq!(next(&mut client), NetEvent::Connected);
    say(&mut client, "ready");
    assert_eq!(next(&mut host), NetEvent::Connected);
    assert_eq!(next(&mut host), NetEvent::Message("ready".into()));
    (host, client)
}

#[test]
fn messages_arrive_in_order_before_the_end_of_the_connection() {
    let (mut host, mut client) = joined();
    for text in ["color white", "start", "b8-b6"] {
        say(&mut host, text);
    }
    for text in ["color white", "start", "b8-b6"] {
        assert_eq!(next(&mut client), NetEvent::Message(text.into()));
    }
    say(&mut client, "stop");
    // A side that drops the network at once still delivers its messages.
    drop(client);
    assert_eq!(next(&mut host), NetEvent::Message("stop".into()));
    assert!(matches!(next(&mut host), NetEvent::Lost(_)));
}

#[test]
fn a_message_that_arrived_before_ours_is_untimely() {
    let (mut host, mut client) = joined();
    say(&mut client, "early");
    // Long enough for loopback: a message still in transit would not count as untimely.
    std::thread::sleep(Duration::from_millis(500));
    say(&mut host, "color white");
    assert_eq!(next(&mut host), NetEvent::Untimely("early".into()));
}

#[test]
fn deadlines_and_interrupts_end_a_wait() {
    let mut host = remote();
    offered(&mut host, "Foo");
    assert_eq!(host.wait(&|| true), None);
    host.order(NetOrder::Deadline(Duration::from_millis(200)));
    let lost = NetEvent::Lost("no answer for 0.2 seconds".into());
    assert_eq!(next(&mut host), lost);
    assert!(matches!(next(&mut host), NetEvent::Failed(_)));
}

#[test]
fn an_offer_can_be_withdrawn_and_made_again() {
    let (mut host, mut client) = (remote(), remote());
    let port = offered(&mut host, "Foo");
    host.order(NetOrder::Close);
    let again = offered(&mut host, "Bar");
    join(&mut client, "Foo", port);
    assert!(matches!(next(&mut client), NetEvent::Failed(_)));
    join(&mut client, "Bar", again);
    assert_eq!(next(&mut client), NetEvent::Connected);
    say(&mut client, "ready");
    assert_eq!(next(&mut host), NetEvent::Connected);
}

#[test]
fn a_program_of_another_game_is_refused_and_the_offer_stands() {
    let (mut host, mut stranger, mut client) = (remote(), remote_of("othello"), remote());
    let port = offered(&mut host, "Foo");
    join(&mut stranger, "Foo", port);
    let refusal = NetEvent::Failed("Foo on 127.0.0.1 is a game of Lines of Action".into());
    assert_eq!(next(&mut stranger), refusal);
    join(&mut client, "Foo", port);
    assert_eq!(next(&mut client), NetEvent::Connected);
    say(&mut client, "ready");
    assert_eq!(next(&mut host), NetEvent::Connected);
}

#[test]
fn past_events_are_delivered_without_a_wait() {
    let (mut host, mut client) = joined();
    assert_eq!(host.poll(), None);
    say(&mut client, "stop");
    drop(client);
    // Long enough for loopback.
    std::thread::sleep(Duration::from_millis(500));
    assert_eq!(host.poll(), Some(NetEvent::Message("stop".into())));
    assert!(matches!(host.poll(), Some(NetEvent::Lost(_))));
}

#[test]
fn invalid_ids_are_refused() {
    let mut remote = remote();
    remote.order(NetOrder::Host { id: "../x".into() });
    assert!(matches!(next(&mut remote), NetEvent::Failed(_)));
    join(&mut remote, "a b", 1);
    assert!(matches!(next(&mut remote), NetEvent::Failed(_)));
}

/// As in the browser's server: a room in one process, joined by another program over its router.
#[tokio::test]
async fn a_room_of_a_server_is_joined_over_its_router() {
    let rooms = Rooms::new();
    let listener = listen(Some(LOOPBACK), 0).await.unwrap();
    let port = listener.local_addr().unwrap().port();
    let (stop, stopped) = tokio::sync::oneshot::channel::<()>();
    let server = tokio::spawn(serve(
        listener,
        routes(rooms.clone()),
        ConnectionLimiter::new(ConnectionLimits::default()),
        async {
            let _ = stopped.await;
        },
    ));
    let room = rooms.offer(&"Page".parse().unwrap(), "ataxx").unwrap();
    let invitation = format!("Page@127.0.0.1:{port}").parse().unwrap();
    let mut far = connect(&invitation, "ataxx", 1, Timing::default()).await.unwrap();
    far.send("ready".into()).await.unwrap();
    let (mut near, _place) = room.joined().await.unwrap();
    assert_eq!(near.recv().await.as_deref(), Some("ready"));
    near.send("stop".into()).await.unwrap();
    near.finish().await;
    assert_eq!(far.recv().await.as_deref(), Some("stop"));
    assert_eq!(far.recv().await, None);
    drop(stop);
    server.await.unwrap().unwrap();
    assert!(connect(&invitation, "ataxx", 1, Timing::default()).await.is_err());
}

#[test]
fn a_client_without_ready_is_not_a_partner() {
    let (mut host, mut stranger, mut client) = (remote(), remote(), remote());
    let port = offered(&mut host, "Foo");
    join(&mut stranger, "Foo", port);
    assert_eq!(next(&mut stranger), NetEvent::Connected);
    say(&mut stranger, "hello");
    assert!(matches!(next(&mut stranger), NetEvent::Lost(reason) if reason.contains("ready")));
    join(&mut client, "Foo", port);
    assert_eq!(next(&mut client), NetEvent::Connected);
    say(&mut client, "ready");
    assert_eq!(next(&mut host), NetEvent::Connected);
    assert_eq!(next(&mut host), NetEvent::Message("ready".into()));
}
