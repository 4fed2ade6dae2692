//! Texts in columns of a terminal, where a Chinese or Japanese character takes two columns.

use unicode_width::UnicodeWidthStr;

/// The number of columns that a text takes.
pub(super) fn n_columns(text: &str) -> usize {
    text.width()
}

/// The beginning of a text that takes at most this many columns.
pub(super) fn cut(text: &str, width: usize) -> &str {
    let ends = text
        .char_indices()
        .map(|(start, letter)| start + letter.len_utf8());
    let end = ends.take_while(|&end| n_columns(&text[..end]) <= width).last();
    &text[..end.unwrap_or(0)]
}

/// The text with blanks after it, up to this many columns.
pub(super) fn padded(text: &str, width: usize) -> String {
    format!("{text}{}", " ".repeat(width.saturating_sub(n_columns(text))))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wide_characters_take_two_columns() {
        assert_eq!((n_columns("level 1"), n_columns("\u{9ed2}\u{77f3}")), (7, 4));
        assert_eq!(cut("\u{9ed2}\u{77f3} 1", 3), "\u{9ed2}");
        assert_eq!(cut("\u{9ed2}\u{77f3} 1", 5), "\u{9ed2}\u{77f3} ");
        assert_eq!(
            (cut("level 1", 5), cut("level 1", 9), cut("level 1", 0)),
            ("level", "level 1", "")
        );
        assert_eq!(padded("\u{9ed2}", 4), "\u{9ed2}  ");
        assert_eq!(padded("level", 4), "level");
    }
}
