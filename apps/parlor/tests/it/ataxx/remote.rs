//! Two programs that play each other over loopback.

use std::net::TcpListener;
use std::time::Duration;

use super::{NEARLY_WON, last_dump, start, start_with};
use parlor_test_support::Program;

/// A host and a client that are connected.
fn connected(host_lines: &str, client_lines: &str) -> (Program, Program) {
    let (mut host, mut client) = (start(&[]), start(&[]));
    host.type_lines(host_lines);
    client.type_lines(client_lines);
    let port = host.host("Game_1");
    client.join("Game_1", port);
    host.expect("A partner has joined");
    client.expect("You have joined");
    (host, client)
}

/// The line with the result of a game won on the board.
fn result(text: &str) -> &str {
    let is_result = |line: &&str| ["Red wins.", "Blue wins.", "Draw."].contains(line);
    text.lines()
        .find(is_result)
        .unwrap_or_else(|| panic!("no result in\n{text}"))
}

#[test]
fn two_computers_play_a_whole_game_and_agree_on_it() {
    for color in ["red", "blue"] {
        let (mut host, mut client) = connected("level 1;auto;seed 5", "level 2;auto;seed 6");
        host.type_lines(&format!("blocks 3gh;color {color};start;dump"));
        client.type_lines("dump");
        let (host, client) = (host.finish(), client.finish());
        assert_eq!(result(&host), result(&client));
        assert_eq!(last_dump(&host), last_dump(&client));
        assert!(last_dump(&host).contains('X'));
    }
}

#[test]
fn a_person_beats_a_computer_over_the_network() {
    let (mut host, mut client) = connected("color red", "auto;level 1");
    host.type_lines(NEARLY_WON);
    host.type_lines("start");
    host.expect("red>");
    host.type_lines("a3-b2;dump");
    client.type_lines("dump");
    host.expect("Red wins.\n");
    client.expect("Red moves a3-b2");
    client.expect("Red wins.\n");
    let (host, client) = (host.finish(), client.finish());
    assert_eq!(last_dump(&host), last_dump(&client));
}

#[test]
fn a_client_can_win_and_both_can_play_other_games_afterwards() {
    let (mut host, mut client) = connected("color blue", "");
    host.type_lines(NEARLY_WON);
    host.type_lines("start");
    client.expect("red>");
    client.type_lines("a3-b2;clear");
    host.expect("Red wins.\n");
    client.expect("Red wins.\n");
    host.type_lines("clear");
    let port = client.host("Again");
    host.join("Again", port);
    client.expect("A partner has joined Again");
    client.type_lines("start");
    client.expect("red>");
    client.type_lines("a7-b6");
    host.expect("Red moves a7-b6");
    host.type_lines("g7-f6");
    client.expect("Blue moves g7-f6");
    // The side to move leaves first: the other one waits for a move and reads no input.
    client.finish();
    host.expect("Red forfeits.");
    host.finish();
}

#[test]
fn a_set_up_position_that_is_decided_ends_at_start_on_both_sides() {
    let (mut host, mut client) = connected("", "");
    host.type_lines(NEARLY_WON);
    host.type_lines("a3-b2;start;clear");
    host.expect("Red wins.\n");
    client.expect("Red wins.\n");
    client.type_lines("clear;start");
    client.expect("red>");
    host.finish();
    client.finish();
}

#[test]
fn leaving_on_your_turn_resigns() {
    for (color, command) in [
        ("red", "clear"),
        ("red", "quit"),
        ("blue", "clear"),
        ("blue", "quit"),
    ] {
        let (mut host, mut client) = connected(&format!("color {color}"), "");
        host.type_lines("start");
        let (title, mover, other) = match color {
            "red" => ("Red", &mut host, &mut client),
            _ => ("Red", &mut client, &mut host),
        };
        mover.expect("red>");
        mover.type_lines(command);
        mover.expect(&format!("{title} forfeits."));
        other.expect("The other side has resigned.");
        other.expect(&format!("{title} forfeits."));
        other.expect("finished>");
        assert!(!other.output.text().contains("wins."));
        host.finish();
        client.finish();
    }
}

#[test]
fn the_host_leaves_before_the_game_begins() {
    for command in ["clear", "quit"] {
        let (mut host, mut client) = connected("", "auto");
        host.type_lines(command);
        client.expect_error("the other side left before the game began");
        client.type_lines("level 1;start");
        client.expect("Red moves ");
        assert!(!host.output.text().contains("forfeits"));
        host.finish();
        client.finish();
    }
}

#[test]
fn a_second_joiner_is_refused_and_an_unknown_id_too() {
    let (mut host, mut client) = connected("", "");
    let mut late = start(&[]);
    let port: u16 = {
        let text = host.output.text();
        let digits = text.split("port ").nth(1).unwrap();
        digits
            .chars()
            .take_while(char::is_ascii_digit)
            .collect::<String>()
            .parse()
            .unwrap()
    };
    late.join("Game_1", port);
    late.expect_error("somebody has already joined the game Game_1");
    late.join("game_1", port);
    late.expect_error("nobody offers a game called game_1");
    late.type_lines("dump;start");
    late.expect("red>");
    late.finish();
    // The game of the first two continues.
    host.type_lines("start;a7-b6");
    client.expect("Red moves a7-b6");
    client.finish();
    host.expect("Blue forfeits.");
    host.finish();
}

#[test]
fn joining_fails_if_there_is_no_host() {
    let closed = {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        listener.local_addr().unwrap().port()
    };
    let mut client = start(&[]);
    client.join("Foo", closed);
    client.expect_error("the game cannot be joined");
    client.type_lines("join Foo@no-such-machine.invalid");
    client.expect_error("there is no machine called no-such-machine.invalid");
    client.type_lines("start");
    client.expect("red>");
    client.finish();
}

#[test]
fn several_hosts_on_one_machine_are_found_by_their_ids() {
    // A range of ports that nothing else in this test run is likely to use. Tried a few times.
    let base = {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        listener.local_addr().unwrap().port().clamp(10_000, 60_000)
    };
    let base = base.to_string();
    let options = ["--port", base.as_str(), "--bind", "127.0.0.1"];
    let mut first = start_with(&options);
    let mut second = start_with(&options);
    let ports = (first.host("One"), second.host("Two"));
    assert_ne!(ports.0, ports.1);
    let mut client = start_with(&options);
    client.type_lines("join Two@localhost");
    client.expect("You have joined Two");
    second.expect("A partner has joined Two");
    let mut other = start_with(&options);
    other.type_lines("join Three@localhost");
    other.expect_error("nobody offers a game called Three");
    other.type_lines("join One@localhost");
    other.expect("You have joined One");
    first.expect("A partner has joined One");
    for program in [first, second] {
        program.finish();
    }
    client.expect_error("left before the game began");
    other.expect_error("left before the game began");
}

/// One side is killed at each step of the protocol. The other one must print a message.
#[test]
fn a_side_that_is_killed_at_any_step_leaves_the_other_with_a_message() {
    // The host, while it waits.
    let mut host = start(&[]);
    let port = host.host("Gone");
    host.kill();
    let mut client = start(&[]);
    client.join("Gone", port);
    client.expect_error("the game cannot be joined");
    client.finish();

    // The host, while the client waits for the start.
    let (mut host, mut client) = connected("", "");
    host.kill();
    client.expect_error("the other side left before the game began");
    client.type_lines("start");
    client.expect("red>");
    client.finish();

    // The client, while the host sets up: the host notices it at its next line.
    let (mut host, mut client) = connected("", "");
    client.kill();
    // Long enough for loopback.
    std::thread::sleep(Duration::from_millis(500));
    host.type_lines("start");
    host.expect_error("the other side left before the game began");
    host.expect_error("nothing was started");
    host.finish();

    // The host, on the client's turn: the client notices it at its next line, or after its move.
    let (mut host, mut client) = connected("color blue", "");
    host.type_lines("start");
    client.expect("red>");
    host.kill();
    client.type_lines("a7-b6");
    client.expect_error("the connection was lost");
    client.expect("Blue forfeits.");
    client.expect("finished>");
    client.finish();

    // The host, on its own turn.
    let (mut host, mut client) = connected("color red", "");
    host.type_lines("start");
    host.expect("red>");
    client.expect("The game begins");
    host.kill();
    client.expect_error("the connection was lost");
    client.expect("Red forfeits.");
    client.finish();

    // The client, on its own turn.
    let (mut host, mut client) = connected("color blue", "");
    host.type_lines("start");
    client.expect("red>");
    client.kill();
    host.expect_error("the connection was lost");
    host.expect("Red forfeits.");
    host.finish();

    // Either side, after the game is over: there is nothing left to notice.
    let (mut host, mut client) = connected("", "");
    host.type_lines(NEARLY_WON);
    host.type_lines("start;a3-b2");
    host.expect("Red wins.\n");
    client.expect("Red wins.\n");
    client.kill();
    host.expect("finished>");
    host.type_lines("dump");
    host.expect("===");
    assert_eq!(host.errors.text(), "");
    host.finish();
}

#[test]
fn without_an_address_a_host_listens_on_all_interfaces_and_reports_it() {
    let mut host = start_with(&["--port", "0"]);
    host.type_lines("host Everywhere");
    host.expect("The ataxx game Everywhere is offered on all interfaces of this machine, port ");
    // An address that users can type on another machine, not a placeholder.
    let machine = match parlor_netplay::reachable(std::net::Ipv4Addr::UNSPECIFIED.into()) {
        address if address.is_loopback() => "localhost".to_owned(),
        address => address.to_string(),
    };
    host.expect(&format!("join Everywhere@{machine}:"));
}
