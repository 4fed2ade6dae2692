//! How a program starts and ends.

use std::error::Error;
use std::io;
use std::iter::successors;
use std::process::ExitCode;
use std::time::{SystemTime, UNIX_EPOCH};

/// A different seed at every start.
pub fn random_seed() -> u64 {
    let since_1970 = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    since_1970.as_nanos() as u64
}

/// Prints an error with its causes to standard error and returns the exit code of a failed program.
///
/// A closed output (a broken pipe) is not a failure: nobody is reading any more.
pub fn failure(program: &str, error: &(dyn Error + 'static)) -> ExitCode {
    if is_broken_pipe(error) {
        return ExitCode::SUCCESS;
    }
    eprintln!("{program}: {}", with_causes(error));
    ExitCode::FAILURE
}

/// Formats an error with its causes, each printed once: many errors already include their cause.
fn with_causes(error: &(dyn Error + 'static)) -> String {
    let mut text = String::new();
    for cause in causes(error).map(ToString::to_string) {
        if text.is_empty() {
            text = cause;
        } else if !text.ends_with(&cause) {
            text.push_str(": ");
            text.push_str(&cause);
        }
    }
    text
}

fn is_broken_pipe(error: &(dyn Error + 'static)) -> bool {
    causes(error)
        .filter_map(|cause| cause.downcast_ref::<io::Error>())
        .any(|error| error.kind() == io::ErrorKind::BrokenPipe)
}

fn causes<'e>(error: &'e (dyn Error + 'static)) -> impl Iterator<Item = &'e (dyn Error + 'static)> {
    successors(Some(error), |&error| error.source())
}

#[cfg(test)]
mod tests {
    use std::fmt;

    use super::*;

    #[derive(Debug)]
    struct Because(io::Error);

    impl fmt::Display for Because {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("cannot print")
        }
    }

    impl Error for Because {
        fn source(&self) -> Option<&(dyn Error + 'static)> {
            Some(&self.0)
        }
    }

    #[derive(Debug)]
    struct Telling(Because);

    impl fmt::Display for Telling {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            write!(f, "no page: {}", self.0)
        }
    }

    impl Error for Telling {
        fn source(&self) -> Option<&(dyn Error + 'static)> {
            Some(&self.0)
        }
    }

    #[test]
    fn a_cause_is_printed_once() {
        let error = Telling(Because(io::Error::other("no paper")));
        assert_eq!(with_causes(&error), "no page: cannot print: no paper");
    }

    #[test]
    fn a_broken_pipe_is_not_a_failure_even_as_a_nested_cause() {
        let gone = || io::Error::from(io::ErrorKind::BrokenPipe);
        assert!(is_broken_pipe(&gone()));
        assert!(is_broken_pipe(&Because(gone())));
        assert!(!is_broken_pipe(&Because(io::ErrorKind::NotFound.into())));
        assert_eq!(causes(&Because(gone())).count(), 2);
    }
}
