//! Compares output with expected output.

use std::fmt;
use std::str::FromStr;

use regex_lite::Regex;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::dialect::BadPattern;

/// The lines that are compared in board dumps: without comments (from `#`), trailing blanks and empty lines.
pub fn significant_lines(text: &str) -> Vec<&str> {
    let without_comment = |line: &'_ str| line.split('#').next().unwrap_or_default().len();
    text.lines()
        .map(|line| line[..without_comment(line)].trim_end())
        .filter(|line| !line.is_empty())
        .collect()
}

/// What is compared, and how.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Mode {
    /// Board dumps, and the results that the script asks for. Ignores comments, trailing blanks and empty lines.
    #[default]
    Dump,
    /// The whole output, byte by byte, except ignored lines.
    Exact,
    /// The whole output, line by line. Ignores trailing blanks and empty lines.
    Lines,
    /// Like [`Mode::Lines`], but every expected line is a regular expression that must match a whole line.
    Regex,
}

impl Mode {
    const ALL: [(&'static str, Mode); 4] = [
        ("dump", Mode::Dump),
        ("exact", Mode::Exact),
        ("lines", Mode::Lines),
        ("regex", Mode::Regex),
    ];
}

/// A text that is not the name of a mode.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("“{0}” is not a way to compare: expected dump, exact, lines or regex")]
pub struct UnknownMode(pub String);

impl FromStr for Mode {
    type Err = UnknownMode;

    fn from_str(text: &str) -> Result<Mode, UnknownMode> {
        let found = Mode::ALL.iter().find(|(name, _)| *name == text);
        found
            .map(|&(_, mode)| mode)
            .ok_or_else(|| UnknownMode(text.to_owned()))
    }
}

/// The exit code that a program must end with.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum ExpectedExit {
    /// Exit code 0.
    #[default]
    Good,
    /// This exit code.
    Code(i32),
    /// Any exit code.
    Any,
}

impl FromStr for ExpectedExit {
    type Err = std::num::ParseIntError;

    fn from_str(text: &str) -> Result<ExpectedExit, std::num::ParseIntError> {
        match text {
            "any" => Ok(ExpectedExit::Any),
            code => Ok(ExpectedExit::Code(code.parse::<u8>()?.into())),
        }
    }
}

/// How the result of a test is checked. Fields that are not set here are set elsewhere (script, test, suite)
/// or have their defaults.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Checks {
    /// How the output is compared.
    pub output: Option<Mode>,
    /// Regular expressions for lines to ignore, in the output and in the expected output.
    pub ignore: Vec<String>,
    /// How standard error is compared with the `.err` file. `None`: not at all.
    pub errors: Option<Mode>,
    /// How the program must end.
    pub exit: Option<ExpectedExit>,
}

impl Checks {
    /// Fills the fields that are not set with those of `others`, and adds its ignored lines.
    pub fn or(&self, others: &Checks) -> Checks {
        Checks {
            output: self.output.or(others.output),
            ignore: self.ignore.iter().chain(&others.ignore).cloned().collect(),
            errors: self.errors.or(others.errors),
            exit: self.exit.or(others.exit),
        }
    }
}

/// A mode of comparison, with the lines to ignore.
#[derive(Clone, Debug)]
pub struct Comparison {
    mode: Mode,
    ignore: Vec<Regex>,
}

impl Comparison {
    /// Creates a comparison that ignores the lines that match one of these patterns.
    pub fn new(mode: Mode, ignore: &[String]) -> Result<Comparison, BadPattern> {
        let ignore = ignore
            .iter()
            .map(|pattern| compiled(pattern))
            .collect::<Result<_, _>>()?;
        Ok(Comparison { mode, ignore })
    }

    /// Compares two outputs. Returns `None` if they agree. An expected line that is not a regular expression
    /// is an error in [`Mode::Regex`].
    pub fn compare(&self, expected: &str, found: &str) -> Result<Option<Difference>, BadPattern> {
        if self.mode == Mode::Exact {
            return Ok(exact(
                &self.without_ignored(expected),
                &self.without_ignored(found),
            ));
        }
        let (expected, found) = (self.lines(expected), self.lines(found));
        let n_same = match self.mode {
            Mode::Regex => {
                let mut n_same = 0;
                for (pattern, line) in expected.iter().zip(&found) {
                    if !compiled(&format!("^(?:{pattern})$"))?.is_match(line) {
                        break;
                    }
                    n_same += 1;
                }
                n_same
            }
            _ => expected.iter().zip(&found).take_while(|(a, b)| a == b).count(),
        };
        let is_same = n_same == expected.len() && n_same == found.len();
        Ok((!is_same).then(|| Difference::at(n_same, &expected, &found)))
    }

    /// The text without the lines to ignore. The other lines keep their line breaks.
    fn without_ignored(&self, text: &str) -> String {
        let lines = text.split_inclusive('\n');
        lines
            .filter(|line| !self.ignores(line.lines().next().unwrap_or_default()))
            .collect()
    }

    fn ignores(&self, line: &str) -> bool {
        self.ignore.iter().any(|pattern| pattern.is_match(line))
    }

    /// The lines that are compared, unless they are compared byte by byte.
    fn lines<'a>(&self, text: &'a str) -> Vec<&'a str> {
        let mut lines: Vec<&str> = match self.mode {
            Mode::Dump => significant_lines(text),
            Mode::Exact | Mode::Lines | Mode::Regex => {
                let lines = text.lines().map(str::trim_end);
                lines.filter(|line| !line.is_empty()).collect()
            }
        };
        lines.retain(|line| !self.ignores(line));
        lines
    }
}

pub(crate) fn compiled(pattern: &str) -> Result<Regex, BadPattern> {
    Regex::new(pattern).map_err(|error| BadPattern {
        pattern: pattern.to_owned(),
        reason: error.to_string(),
    })
}

/// Compares byte by byte. The difference shows control characters and trailing blanks as visible symbols.
fn exact(expected: &str, found: &str) -> Option<Difference> {
    if expected == found {
        return None;
    }
    let lines = |text: &str| -> Vec<String> {
        let lines = text.split_inclusive('\n');
        let shown = lines.map(|line| match line.strip_suffix('\n') {
            Some(line) => line.replace('\r', "␍").replace('\t', "␉"),
            None => format!("{line}⍽ (no newline)"),
        });
        shown.collect()
    };
    let (expected, found) = (lines(expected), lines(found));
    let n_same = expected.iter().zip(&found).take_while(|(a, b)| a == b).count();
    let shown = |lines: &[String]| -> Vec<String> { lines.iter().map(|line| visible_end(line)).collect() };
    let (expected, found) = (shown(&expected), shown(&found));
    Some(Difference::at(n_same, &expected, &found))
}

/// Shows trailing blanks as `·`.
fn visible_end(line: &str) -> String {
    let kept = line.trim_end_matches(' ');
    format!("{kept}{}", "·".repeat(line.len() - kept.len()))
}

/// The first difference between two outputs.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Difference {
    /// The number of the first line that differs, among the lines that are compared, counted from 1.
    pub line: usize,
    /// Some equal lines before it.
    pub before: Vec<String>,
    /// The expected lines from there on, at most 12.
    pub expected: Vec<String>,
    /// The lines that were found instead.
    pub found: Vec<String>,
}

/// The maximum number of lines that a difference shows from each side, and before it.
const SHOWN: usize = 12;

impl Difference {
    fn at<T: AsRef<str>>(n_same: usize, expected: &[T], found: &[T]) -> Difference {
        let texts = |lines: &[T]| lines.iter().map(|line| line.as_ref().to_owned()).collect();
        Difference {
            line: n_same + 1,
            before: texts(&found[n_same.saturating_sub(SHOWN)..n_same]),
            expected: texts(&expected[n_same..expected.len().min(n_same + SHOWN)]),
            found: texts(&found[n_same..found.len().min(n_same + SHOWN)]),
        }
    }
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the output differs from line {} on", self.line)?;
        for (label, lines) in [("expected", &self.expected), ("found", &self.found)] {
            write!(f, "\n  {label}:")?;
            if lines.is_empty() {
                write!(f, " nothing more")?;
            }
            for line in lines {
                write!(f, "\n    | {line}")?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn compare(mode: Mode, ignore: &[&str], expected: &str, found: &str) -> Option<Difference> {
        let ignore: Vec<String> = ignore.iter().map(|&pattern| pattern.to_owned()).collect();
        let comparison = Comparison::new(mode, &ignore).expect("patterns");
        comparison.compare(expected, found).expect("patterns")
    }

    #[test]
    fn comments_trailing_blanks_and_empty_lines_do_not_count_in_dumps() {
        let (expected, found) = ("# a note\n===\n  - b  # here\n\n===\n", "\n===  \n  - b\n===");
        assert_eq!(compare(Mode::Dump, &[], expected, found), None);
        assert!(compare(Mode::Lines, &[], expected, found).is_some());
    }

    #[test]
    fn the_first_difference_is_shown_with_what_follows() {
        let found = compare(Mode::Dump, &[], "a\nb\nc", "a\nx").expect("a difference");
        assert_eq!(
            found.to_string(),
            "the output differs from line 2 on\n  expected:\n    | b\n    | c\n  found:\n    | x"
        );
        assert_eq!(found.before, ["a"]);
        let found = compare(Mode::Dump, &[], "a\nb", "a").expect("a difference");
        assert!(found.to_string().ends_with("found: nothing more"));
    }

    #[test]
    fn exact_mode_compares_bytes_and_shows_trailing_blanks() {
        assert_eq!(compare(Mode::Exact, &[], "a \n\nb\n", "a \n\nb\n"), None);
        let found = compare(Mode::Exact, &[], "a\nb\n", "a \nb\n").expect("a blank");
        assert_eq!((found.line, &found.found[0][..]), (1, "a·"));
        let found = compare(Mode::Exact, &[], "a\n", "a").expect("a newline");
        assert!(found.found[0].contains("no newline"), "{found}");
        assert!(compare(Mode::Exact, &[], "a\n", "a\r\n").is_some());
    }

    #[test]
    fn ignored_lines_count_on_neither_side() {
        let ignore = ["^Time: ", "(?i)^welcome"];
        assert_eq!(
            compare(Mode::Lines, &ignore, "Welcome!\nA\nB\n", "A\nTime: 3 s\nB  \n\n"),
            None
        );
        assert!(compare(Mode::Lines, &[], "A\n", "A\nTime: 3 s\n").is_some());
    }

    #[test]
    fn exact_mode_compares_the_bytes_of_all_lines_that_are_not_ignored() {
        let compare = |expected, found| compare(Mode::Exact, &["^Time: .* s$"], expected, found);
        assert_eq!(compare("A\nB\n", "A\nTime: 3 s\nB\n"), None);
        assert_eq!(compare("A\r\nTime: 2 s\r\n", "A\r\nTime: 3 s"), None);
        let found = compare("A\nB\n", "Time: 3 s\nA\nB\r\n").expect("a carriage return");
        assert_eq!((found.line, &found.found[0][..]), (2, "B␍"));
        let found = compare("A\nB\n", "A\nTime: 3 s\nB").expect("no newline at the end");
        assert!(found.found[0].contains("no newline"), "{found}");
        assert!(compare("A\n\nB\n", "A\nB\n").is_some());
    }

    #[test]
    fn expected_lines_may_be_patterns_for_whole_lines() {
        let expected = r"Black has \d+ discs?\.
(White|Nobody) wins\.";
        assert_eq!(
            compare(Mode::Regex, &[], expected, "Black has 12 discs.\nWhite wins.\n"),
            None
        );
        assert!(
            compare(
                Mode::Regex,
                &[],
                expected,
                "Black has 12 discs.\nSo White wins.\n"
            )
            .is_some()
        );
        let comparison = Comparison::new(Mode::Regex, &[]).expect("no patterns");
        assert!(comparison.compare("(", "x").is_err());
        assert!(Comparison::new(Mode::Lines, &["(".to_owned()]).is_err());
    }
}
