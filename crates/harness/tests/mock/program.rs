//! A mock program for the tests of the harness, which misbehaves on request.

#![allow(
    clippy::print_stdout,
    clippy::print_stderr,
    clippy::exit,
    clippy::disallowed_methods,
    reason = "a program of its own"
)]

use std::io::{self, BufRead, Write};
use std::os::unix::process::CommandExt;
use std::process::{Command, Stdio, exit};
use std::thread::sleep;
use std::time::Duration;

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let (mode, rest) = match args.split_first() {
        Some((mode, rest)) => (mode.as_str(), rest),
        None => ("", &[][..]),
    };
    match mode {
        // Answers each line with the next argument, in which `\n` is a newline. Then reads the rest of the
        // input without answering.
        "says" => say(rest),
        // The same, one byte at a time.
        "stutters" => {
            for answer in rest {
                read_line();
                for byte in unescaped(answer).bytes() {
                    print_bytes(&[byte]);
                    sleep(Duration::from_millis(1));
                }
            }
            read_to_end();
        }
        // Neither reads nor writes.
        "hangs" => forever(),
        // Reads all input but does not exit.
        "stays" => {
            read_to_end();
            forever();
        }
        "floods" => loop {
            print_bytes(&[b"chatter\n".as_slice(); 512].concat());
        },
        "floods-one-line" => loop {
            print_bytes(&[b'x'; 4096]);
        },
        "crashes" => {
            read_line();
            std::process::abort();
        }
        "exits" => {
            read_to_end();
            eprintln!("something went wrong");
            exit(rest.first().and_then(|code| code.parse().ok()).unwrap_or(1));
        }
        // Starts a child that keeps the output open, writes its process id to a file, and exits. With
        // `elsewhere`, the child has its own process group.
        "forks" => fork(rest),
        // The helper process of a sandbox.
        "sandboxed" => {
            let words: Vec<std::ffi::OsString> = rest.iter().map(Into::into).collect();
            let (code, said) = parlor_process::sandbox::guard(&words);
            if let Some(said) = said {
                eprintln!("{said}");
            }
            exit(i32::from(code));
        }
        // Allocates and touches memory, a mebibyte at a time, until there is none left.
        "hoards" => {
            let mut hoard: Vec<Vec<u8>> = Vec::new();
            loop {
                hoard.push(vec![1; 1 << 20]);
            }
        }
        // Connects to a local port.
        "calls" => {
            let port = rest.first().and_then(|port| port.parse().ok()).unwrap_or(0u16);
            match std::net::TcpStream::connect(("127.0.0.1", port)) {
                Ok(_) => say_line("connected"),
                Err(error) => say_line(&format!("no connection: {error}")),
            }
        }
        // Connects to a Unix socket.
        "knocks" => match rest.first().map(std::os::unix::net::UnixStream::connect) {
            Some(Ok(_)) => say_line("connected"),
            _ => say_line("no connection"),
        },
        other => {
            eprintln!("no such misbehaviour: {other}");
            exit(2);
        }
    }
}

fn say(answers: &[String]) {
    for answer in answers {
        if !read_line() {
            return;
        }
        print_bytes(unescaped(answer).as_bytes());
    }
    read_to_end();
}

fn fork(args: &[String]) {
    let [place, number_file] = args else { exit(2) };
    let Ok(program) = std::env::current_exe() else {
        exit(2)
    };
    let mut child = Command::new(program);
    child.arg("hangs").stdin(Stdio::null());
    if place == "elsewhere" {
        child.process_group(0);
    }
    let Ok(child) = child.spawn() else { exit(2) };
    if std::fs::write(number_file, child.id().to_string()).is_err() {
        exit(2);
    }
    read_to_end();
}

fn say_line(text: &str) {
    print_bytes(format!("{text}\n").as_bytes());
}

fn unescaped(text: &str) -> String {
    text.replace("\\n", "\n")
}

fn read_line() -> bool {
    let mut line = String::new();
    io::stdin().lock().read_line(&mut line).is_ok_and(|n| n > 0)
}

fn read_to_end() {
    while read_line() {}
}

fn print_bytes(bytes: &[u8]) {
    let mut out = io::stdout().lock();
    if out.write_all(bytes).and_then(|()| out.flush()).is_err() {
        exit(1);
    }
}

fn forever() -> ! {
    loop {
        sleep(Duration::from_secs(3600));
    }
}
