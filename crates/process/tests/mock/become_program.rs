//! A test program: becomes the program named in its arguments, as our application does.

use std::process::ExitCode;

fn main() -> ExitCode {
    let mut words = std::env::args_os().skip(1);
    match (words.next(), words.next()) {
        (Some(first), Some(command)) if first == parlor_process::containment::BECOME => {
            parlor_process::containment::become_program(&command);
            ExitCode::FAILURE
        }
        _ => ExitCode::FAILURE,
    }
}
