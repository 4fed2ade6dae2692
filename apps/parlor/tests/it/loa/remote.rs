//! Two programs that play each other over loopback. Every wait is bounded and fails the test.

use parlor_test_support::Program;

use crate::program;

/// A host and a client that are connected.
fn connected(operands: &str) -> (Program, Program) {
    // On loopback and any free port, so that tests can run in parallel.
    let start = || Program::start(&program("loa"), &["--port=0", "--bind=127.0.0.1"]);
    let (mut host, mut client) = (start(), start());
    let port = host.host(&format!("Game_1 {operands}"));
    client.join("Game_1", port);
    host.expect("A partner has joined Game_1.");
    client.expect("You have joined Game_1 on localhost.");
    host.expect("The game begins. ");
    client.expect("The game begins. ");
    (host, client)
}

/// The dump after black has played b8-b6, with row 7 as given.
fn dump(row_7: &str, next: &str) -> String {
    format!(
        "===\n    - - b b b b b -\n    {row_7}\n    w b - - - - - w\n{}    - b b b b b b -\nNext move: {next}\n===\n",
        "    w - - - - - - w\n".repeat(4)
    )
}

#[test]
fn people_play_and_a_wrong_move_changes_nothing() {
    let (mut host, mut client) = connected("");
    host.expect("black> ");
    host.type_lines("b8-b6");
    client.expect("Black plays b8-b6");
    client.expect("white> ");
    client.type_lines("a6-c6;dump");
    client.expect_error("illegal move a6-c6: this line has 3 pieces");
    client.expect(&dump("w - - - - - - w", "white"));
    client.type_lines("a7-c7");
    host.expect("White plays a7-c7");
    host.type_lines("dump");
    host.expect(&dump("- - w - - - - w", "black"));
    let host = host.finish();
    assert!(host.ends_with("Black forfeits.\n"), "{host}");
    client.expect("Black forfeits.");
    client.finish();
}

#[test]
fn a_program_that_is_killed_forfeits() {
    let (mut host, mut client) = connected("white");
    client.expect("black> ");
    client.kill();
    host.expect_error("the connection was lost");
    host.expect("Black forfeits.");
    host.finish();
}
