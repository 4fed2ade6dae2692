//! Progress bars on a terminal: they leave nothing behind.

use std::fs::File;
use std::io::Write;
use std::process::{Command, Stdio};

use parlor_test_support::{Program, Server, Transcript};
use rustix::fs::{Mode, OFlags, open};
use rustix::process::{Pid, Signal, kill_process};
use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};

/// The size that programs assume for a pseudo-terminal without one.
const ROWS: usize = 24;
const COLUMNS: usize = 80;

/// The lines of a terminal's screen after this output, without trailing blanks. Knows only the control sequences
/// that progress bars use.
fn screen(output: &str) -> Vec<String> {
    let mut cells = vec![vec![' '; COLUMNS]; ROWS];
    let (mut row, mut column) = (0, 0);
    let mut letters = output.chars().peekable();
    let next_row = |cells: &mut Vec<Vec<char>>, row: usize| {
        if row + 1 < ROWS {
            return row + 1;
        }
        cells.remove(0);
        cells.push(vec![' '; COLUMNS]);
        row
    };
    while let Some(letter) = letters.next() {
        match letter {
            '\r' => column = 0,
            '\n' => row = next_row(&mut cells, row),
            '\x1b' => {
                assert_eq!(letters.next(), Some('['), "{output:?}");
                let mut number = String::new();
                while let Some(digit) = letters.next_if(char::is_ascii_digit) {
                    number.push(digit);
                }
                let n = number.parse().unwrap_or(1);
                match letters.next() {
                    Some('A') => row = row.saturating_sub(n),
                    Some('B') => row = (row + n).min(ROWS - 1),
                    Some('K') if number == "2" => cells[row].fill(' '),
                    other => panic!("{number}{other:?} in {output:?}"),
                }
            }
            _ => {
                // Like real terminals: a full line wraps only when the next character arrives.
                if column == COLUMNS {
                    column = 0;
                    row = next_row(&mut cells, row);
                }
                cells[row][column] = letter;
                column += 1;
            }
        }
    }
    let lines = cells.iter().map(|line| line.iter().collect::<String>());
    lines.map(|line| line.trim_end().to_owned()).collect()
}

/// Starts a tournament on a pseudo-terminal. Returns it with the keyboard and the output of the terminal.
fn start_tournament(options: &[&str]) -> (Program, File, Transcript) {
    let master = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).unwrap();
    grantpt(&master).unwrap();
    unlockpt(&master).unwrap();
    let name = ptsname(&master, Vec::new()).unwrap();
    let end = || Stdio::from(open(&name, OFlags::RDWR | OFlags::NOCTTY, Mode::empty()).unwrap());
    // Without this, Ctrl-C may discard output that was not read yet.
    let set = Command::new("stty").arg("noflsh").stdin(end()).status();
    assert!(set.is_ok_and(|status| status.success()));
    let child = Command::new(env!("CARGO_BIN_EXE_parlor"))
        .args(["arena", "play", "loa", "--rounds", "1000", "--time", "none"])
        .args(["-p", "a=parlor:nodes=2000", "-p", "b=parlor:nodes=2000"])
        .args(options)
        .env("TERM", "xterm")
        .stdin(end())
        .stdout(Stdio::null())
        .stderr(end())
        .spawn()
        .unwrap();
    let keyboard = File::from(master);
    let output = Transcript::collect(keyboard.try_clone().unwrap());
    let mut program = Program::around(
        child,
        Box::new(keyboard.try_clone().unwrap()),
        output.clone(),
        output.clone(),
    );
    // The table is above the bar.
    program.expect("name");
    program.expect("games in");
    (program, keyboard, output)
}

#[test]
fn ctrl_c_leaves_nothing_of_the_live_table_behind() {
    let folder = tempfile::tempdir().unwrap();
    let store = folder.path().join("arena.sqlite");
    let (mut program, mut keyboard, output) = start_tournament(&["--store", store.to_str().unwrap()]);
    keyboard.write_all(b"\x03").unwrap();
    program.expect("^C");
    // The terminal is not the program's controlling terminal, so it sends no signal.
    kill_process(Pid::from_child(&program.child), Signal::INT).unwrap();
    program.expect("parlor arena resume");
    assert_eq!(program.wait().code(), Some(130));
    let shown = screen(&output.text());
    assert_eq!(shown[0], "interrupted; to resume:", "{shown:#?}");
    assert!(!shown.iter().any(|line| line.contains("games in")), "{shown:#?}");
}

#[test]
fn an_outage_of_the_store_is_reported_above_the_live_table() {
    let Some(mut server) = Server::start() else { return };
    let (mut program, _keyboard, output) = start_tournament(&["--store", &server.address()]);
    server.stop();
    program.expect("asking again\r\n");
    // The table and the bar are drawn again below the report.
    program.expect("games in");
    let shown = screen(&output.text());
    program.kill();
    let count = |text: &str| shown.iter().filter(|line| line.contains(text)).count();
    assert_eq!((count("# name"), count("games in")), (1, 1), "{shown:#?}");
    // A long report wraps anywhere.
    let above = shown.iter().take_while(|line| !line.contains("# name"));
    let above: String = above.flat_map(|line| line.split_whitespace()).collect();
    assert!(above.ends_with("askingagain"), "{shown:#?}");
}
