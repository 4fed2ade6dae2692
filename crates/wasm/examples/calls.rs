//! The native twin of the WebAssembly module: reads calls from standard input, one per line, and answers each with
//! a line. The tests compare the module's answers with these.

#![allow(
    clippy::print_stdout,
    clippy::disallowed_methods,
    reason = "a program of its own"
)]

use std::io::{self, BufRead};

use parlor_wasm::Session;

fn main() -> io::Result<()> {
    let mut session = Session::default();
    for line in io::stdin().lock().lines() {
        println!("{}", session.call(&line?, &mut |_| {}));
    }
    Ok(())
}
