//! Comparing what came out with what should have.

use std::fmt;

/// The lines of a text that count: without what follows a `#`, trailing blanks and empty lines.
pub fn significant_lines(text: &str) -> Vec<&str> {
    let without_comment = |line: &'_ str| line.split('#').next().unwrap_or_default().len();
    text.lines()
        .map(|line| line[..without_comment(line)].trim_end())
        .filter(|line| !line.is_empty())
        .collect()
}

/// Where two outputs differ.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Difference {
    /// Which of the lines that count is the first to differ, counted from 1.
    pub line: usize,
    /// The expected lines from there on, a few of them.
    pub expected: Vec<String>,
    /// The lines that came instead.
    pub found: Vec<String>,
}

/// How many lines of each side a difference shows.
const SHOWN: usize = 12;

/// Compares two outputs; nothing when they are the same.
pub fn compare(expected: &str, found: &str) -> Option<Difference> {
    let (expected, found) = (significant_lines(expected), significant_lines(found));
    if expected == found {
        return None;
    }
    let same = expected.iter().zip(&found).take_while(|(a, b)| a == b).count();
    let shown = |lines: &[&str]| {
        lines[same..]
            .iter()
            .take(SHOWN)
            .map(|&line| line.to_owned())
            .collect()
    };
    Some(Difference {
        line: same + 1,
        expected: shown(&expected),
        found: shown(&found),
    })
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

    #[test]
    fn comments_trailing_blanks_and_empty_lines_do_not_count() {
        assert_eq!(
            compare("# a note\n===\n  - b  # here\n\n===\n", "\n===  \n  - b\n==="),
            None
        );
    }

    #[test]
    fn the_first_difference_is_shown_with_what_follows() {
        let found = compare("a\nb\nc", "a\nx").expect("a difference");
        assert_eq!(
            found.to_string(),
            "the output differs from line 2 on\n  expected:\n    | b\n    | c\n  found:\n    | x"
        );
        let found = compare("a\nb", "a").expect("a difference");
        assert!(found.to_string().ends_with("found: nothing more"));
    }
}
