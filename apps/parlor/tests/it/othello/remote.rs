//! Two programs that play each other over loopback. Every wait is bounded and fails the test.

use parlor_test_support::Program;

use crate::program;

/// Starts a program that hosts games on loopback and any free port, so that tests can run in parallel.
fn start(options: &str) -> Program {
    let mut all = vec!["--port", "0", "--bind", "127.0.0.1"];
    all.extend(options.split_whitespace());
    Program::start(&program("othello"), &all)
}

/// A host and a client that are connected, with these options and operands.
fn connected(options: &str, host_part: &str, client_part: &str) -> (Program, Program) {
    let (mut host, mut client) = (start(options), start(options));
    let port = host.host(&format!("Game_1 {host_part}"));
    client.type_lines(&format!("join Game_1@localhost:{port} {client_part}"));
    host.expect("A partner has joined Game_1.");
    client.expect("You have joined Game_1 on localhost.");
    host.expect("The game begins. ");
    client.expect("The game begins. ");
    (host, client)
}

const PERSON_BEGINS: &str = "--black human --white engine:1 --seed 4";

#[test]
fn two_computers_play_a_whole_game_and_agree_on_it() {
    for color in ["black", "white"] {
        let (mut host, mut client) = connected(PERSON_BEGINS, &format!("{color} auto"), "auto");
        for side in [&mut host, &mut client] {
            side.expect("The game is over: ");
            side.expect("Game over (new, save FILE, quit)> ");
        }
        let end = |said: &str| {
            let at = said.find("The game is over: ").unwrap();
            // The last board is before the result.
            let board = said[..at].rfind("\nA |").unwrap();
            said[board..].split("Game over (").next().unwrap().to_owned()
        };
        assert_eq!(end(&host.finish()), end(&client.finish()));
    }
}

#[test]
fn people_play_and_one_resigns() {
    let (mut host, mut client) = connected(PERSON_BEGINS, "", "");
    host.expect("Black (X), your move> ");
    host.type_lines("E6");
    client.expect("Black (X) plays E6.");
    client.expect("White (O), your move> ");
    client.type_lines("F4");
    host.expect("White (O) plays F4.");
    host.type_lines("resign");
    host.expect("Black (X) resigns: white wins.");
    client.expect("The other side has resigned.");
    client.expect("Black (X) forfeits: white wins.");
    host.finish();
    client.finish();
}

#[test]
fn a_program_that_is_killed_forfeits() {
    let (mut host, mut client) = connected(PERSON_BEGINS, "white", "");
    client.expect("Black (X), your move> ");
    client.kill();
    host.expect_error("error: the connection was lost");
    host.expect("Black (X) forfeits: white wins.");
    host.expect("Game over (new, save FILE, quit)> ");
    host.finish();
}
