//! The program `parlor`, which is all in the library.

use std::process::ExitCode;

fn main() -> ExitCode {
    parlor_program::main()
}
