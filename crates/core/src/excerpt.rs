//! The piece of an input that an error points at.

use std::fmt;

/// The offending piece of an input and where it stands, short enough to print whatever the input was.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Excerpt {
    /// The offending text, cut after [`Excerpt::LONGEST`] characters.
    pub text: String,
    /// The byte offset of the text in the whole input.
    pub at: usize,
}

impl Excerpt {
    /// How many characters of the offending text are kept.
    pub const LONGEST: usize = 24;

    /// An excerpt of `text`, which stands `at` this byte offset of the input.
    pub fn new(text: &str, at: usize) -> Excerpt {
        let mut kept: String = text.chars().take(Excerpt::LONGEST).collect();
        if kept.len() < text.len() {
            kept.push('…');
        }
        Excerpt { text: kept, at }
    }
}

impl fmt::Display for Excerpt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Control characters of a hostile input must not reach a terminal.
        write!(f, "“{}” at character {}", self.text.escape_default(), self.at + 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_excerpt_is_short_and_printable() {
        let excerpt = Excerpt::new(&"\u{1b}[2J".repeat(1000), 7);
        let shown = excerpt.to_string();
        assert!(shown.chars().count() < 200, "{shown}");
        assert!(!shown.contains('\u{1b}'));
        assert!(shown.ends_with("at character 8"));
    }
}
