//! The program on a terminal: lines that arrive faster than they are read, and Ctrl-C.

use std::fs::File;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use rustix::fs::{Mode, OFlags, open};
use rustix::process::{Pid, Signal, kill_process};
use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};

use super::start;
use crate::program;
use parlor_test_support::{PATIENCE, Program, Transcript};

/// Starts `ataxx` on its own pseudo-terminal.
fn on_a_terminal() -> Program {
    let master = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).unwrap();
    grantpt(&master).unwrap();
    unlockpt(&master).unwrap();
    let name = ptsname(&master, Vec::new()).unwrap();
    let end = || Stdio::from(open(&name, OFlags::RDWR | OFlags::NOCTTY, Mode::empty()).unwrap());
    let home = tempfile::tempdir().unwrap();
    let child = Command::new(program("ataxx"))
        .args(["--port", "0", "--bind", "127.0.0.1"])
        .env("TERM", "xterm")
        .env("XDG_STATE_HOME", home.path())
        .stdin(end())
        .stdout(end())
        .stderr(end())
        .spawn()
        .unwrap();
    let master = File::from(master);
    let output = Transcript::collect(master.try_clone().unwrap());
    Program::around(child, Box::new(master), output.clone(), output)
}

fn interrupt(program: &Program) {
    let pid = Pid::from_child(&program.child);
    kill_process(pid, Signal::INT).unwrap();
}

/// Waits until an idle program has used some processor time.
fn wait_until_busy(program: &Program) {
    let ticks = || -> u64 {
        let stat = std::fs::read_to_string(format!("/proc/{}/stat", program.child.id())).unwrap();
        // The 12th field after the name in parentheses is the user time, in hundredths of a second.
        let mut words = stat[stat.rfind(')').unwrap() + 1..].split_whitespace();
        words.nth(11).unwrap().parse().unwrap()
    };
    let (before, deadline) = (ticks(), Instant::now() + PATIENCE);
    while ticks() < before + 10 {
        assert!(Instant::now() < deadline, "the program does nothing");
        std::thread::sleep(Duration::from_millis(20));
    }
}

#[test]
fn lines_that_arrive_together_are_executed_in_order() {
    let mut program = on_a_terminal();
    program.expect("set-up>");
    program.type_lines("color blue\nblocks 3gh\nfen\nseed 7");
    program.expect("x5o/1-3-1/2-1-2/2-1-2/2-1-2/1-3-1/o5x x 0 1");
    // A terminal with bracketed paste, although the program did not enable it.
    program.expect("seed 7");
    program.type_lines("\x1b[200~clear\rblocks h\rfen\x1b[201~");
    program.expect("x5o/7/2-1-2/7/2-1-2/7/o5x x 0 1");
    program.expect("set-up>");
    program.type_lines("quit");
    assert_eq!(program.wait().code(), Some(0));
}

#[test]
fn input_typed_while_the_computer_thinks_waits_for_its_move() {
    let mut program = on_a_terminal();
    program.expect("set-up>");
    program.type_lines("movetime 3600\ncolor blue\nstart");
    wait_until_busy(&program);
    program.type_lines("save /dev/null\nquit");
    interrupt(&program);
    program.expect("Red moves ");
    program.expect("Saved to /dev/null.");
    program.expect("Blue forfeits.");
    assert_eq!(program.wait().code(), Some(0));
}

#[test]
fn ctrl_c_ends_the_wait_for_a_partner_but_not_the_program() {
    let mut program = on_a_terminal();
    program.expect("set-up>");
    program.host("Foo");
    interrupt(&program);
    program.expect("No longer waiting for a partner.");
    program.expect("set-up>");
    // The first game is no longer open, and the program can host another.
    let port = program.host("Bar");
    let mut client = start(&[]);
    client.join("Foo", port);
    client.expect_error("nobody offers a game called Foo");
    client.join("Bar", port);
    program.expect("A partner has joined Bar");
    program.expect("host set-up>");
    program.type_lines("color blue");
    program.expect("host set-up>");
    program.type_lines("start");
    client.expect("red>");
    // Ctrl-C on the opponent's turn shows a prompt. Quitting there resigns by closing the connection.
    interrupt(&program);
    program.expect("It is Red's turn.");
    program.type_lines("quit");
    program.expect("Blue forfeits.");
    client.type_lines("a7-b6");
    client.expect("Blue forfeits.");
    client.finish();
    assert_eq!(program.wait().code(), Some(0));
}

#[test]
fn ctrl_c_makes_a_thinking_computer_move_at_once() {
    let mut program = on_a_terminal();
    program.expect("set-up>");
    program.type_lines("movetime 3600");
    program.expect("3600 seconds");
    program.expect("set-up>");
    program.type_lines("color blue");
    program.expect("set-up>");
    program.type_lines("start");
    wait_until_busy(&program);
    interrupt(&program);
    program.expect("Red moves ");
    program.expect("blue>");
    program.type_lines("quit");
    assert_eq!(program.wait().code(), Some(0));
}
