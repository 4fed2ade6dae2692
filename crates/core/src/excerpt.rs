//! The part of an input that an error points at.

use std::fmt;

/// The offending part of an input and its position, short enough to print whatever the input was.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Excerpt {
    /// The offending text, cut after [`Excerpt::LONGEST`] characters.
    pub text: String,
    /// The offset of the text in the whole input: in characters for typed input, in bytes for a file.
    pub at: usize,
}

impl Excerpt {
    /// The maximum number of characters of the offending text that are kept.
    pub const LONGEST: usize = 24;

    /// Creates an excerpt of `text`, which begins at offset `at` of the input.
    pub fn new(text: &str, at: usize) -> Excerpt {
        let mut kept: String = text.chars().take(Excerpt::LONGEST).collect();
        if kept.len() < text.len() {
            kept.push('…');
        }
        Excerpt { text: kept, at }
    }

    /// Creates an excerpt of the end of a line, from this byte on.
    ///
    /// # Panics
    /// Panics if `byte` is not on a character boundary.
    pub fn of_end(line: &str, byte: usize) -> Excerpt {
        Excerpt::new(&line[byte..], line[..byte].chars().count())
    }

    /// Returns the same excerpt of an input that has `n` more characters before it.
    pub fn behind(self, n: usize) -> Excerpt {
        Excerpt {
            at: self.at + n,
            ..self
        }
    }
}

impl fmt::Display for Excerpt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "“{}” at character {}", printable(&self.text), self.at + 1)
    }
}

/// Returns a text in printable form. It escapes unprintable characters, because control characters of a
/// hostile input must not reach a terminal, and leaves everything else unchanged.
pub fn printable(text: &str) -> String {
    const PLAIN: [char; 3] = ['\'', '"', '\\'];
    let mut shown = String::with_capacity(text.len());
    for piece in text.split_inclusive(PLAIN) {
        let body = piece.trim_end_matches(PLAIN);
        shown.extend(body.escape_debug());
        shown.push_str(&piece[body.len()..]);
    }
    shown
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

    #[test]
    fn printable_text_is_shown_unchanged() {
        let shown = |text: &str| Excerpt::new(text, 0).to_string();
        assert_eq!(shown("it's \"a\\b\""), "“it's \"a\\b\"” at character 1");
        assert_eq!(shown("ход é e\u{301}"), "“ход é e\u{301}” at character 1");
        assert_eq!(
            shown(&"ы".repeat(30)),
            format!("“{}…” at character 1", "ы".repeat(24))
        );
        assert_eq!(shown("a\tb\u{202e}\0"), "“a\\tb\\u{202e}\\0” at character 1");
    }

    #[test]
    fn places_are_counted_in_characters() {
        assert_eq!(Excerpt::of_end("é zz", 3), Excerpt::new("zz", 2));
        assert_eq!(
            Excerpt::new("zz", 2).behind(7).to_string(),
            "“zz” at character 10"
        );
    }
}
