//! Draws a board that was found in an output.

use std::fmt::Write;

/// The size of a square in pixels.
const SIZE: usize = 22;

/// How many lines may follow a board and still belong to it, such as “Next move: black” and `===`.
const BELOW: usize = 3;

/// Finds the board at a line of an output or just above it. Its rows are consecutive lines that look like
/// rows of equal length.
pub(super) fn rows_around<'a>(lines: &[&'a str], at: usize) -> Option<Vec<Vec<&'a str>>> {
    let row = |line: &&'a str| {
        let words: Vec<&str> = line.split_whitespace().collect();
        let is_square = |word: &&str| word.len() == 1 && "-.bwrxoBWRXO".contains(*word);
        (words.len() >= 4 && words.iter().all(is_square)).then_some(words)
    };
    let mut near = (at.saturating_sub(BELOW)..=at).rev();
    let at = near.find(|&at| lines.get(at).and_then(row).is_some())?;
    let length = lines.get(at).and_then(row)?.len();
    let fits = |line: &&&'a str| row(line).is_some_and(|words| words.len() == length);
    let n_before = lines[..at].iter().rev().take_while(fits).count();
    let n_after = lines[at..].iter().take_while(fits).count();
    let rows: Vec<Vec<&str>> = lines[at - n_before..at + n_after]
        .iter()
        .filter_map(row)
        .collect();
    (rows.len() >= 4).then_some(rows)
}

/// Draws a board. Marks the squares that differ from another board of the same size.
pub(super) fn draw(rows: &[Vec<&str>], other: &[Vec<&str>]) -> String {
    let has_red = rows
        .iter()
        .chain(other)
        .flatten()
        .any(|word| word.eq_ignore_ascii_case("r"));
    let (width, height) = (rows.first().map_or(0, Vec::len) * SIZE, rows.len() * SIZE);
    let mut svg = format!(
        "<svg class=\"board\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\" role=\"img\">"
    );
    for (y, row) in rows.iter().enumerate() {
        for (x, word) in row.iter().enumerate() {
            let is_other = other
                .get(y)
                .and_then(|row| row.get(x))
                .is_some_and(|it| it != word);
            let class = if is_other { "square wrong" } else { "square" };
            let (left, top) = (x * SIZE, y * SIZE);
            let _ = write!(
                svg,
                "<rect class=\"{class}\" x=\"{left}\" y=\"{top}\" width=\"{SIZE}\" height=\"{SIZE}\"/>"
            );
            let (x, y, radius) = (left + SIZE / 2, top + SIZE / 2, SIZE * 2 / 5);
            match piece(word, has_red) {
                Some("block") => {
                    let _ = write!(
                        svg,
                        "<rect class=\"block\" x=\"{left}\" y=\"{top}\" width=\"{SIZE}\" height=\"{SIZE}\"/>"
                    );
                }
                Some(colour) => {
                    let _ = write!(
                        svg,
                        "<circle class=\"{colour}\" cx=\"{x}\" cy=\"{y}\" r=\"{radius}\"/>"
                    );
                }
                None => {}
            }
        }
    }
    svg.push_str("</svg>");
    svg
}

/// The piece that a symbol stands for. The games use different letters.
fn piece(word: &str, has_red: bool) -> Option<&'static str> {
    match word {
        "r" | "R" => Some("red"),
        "b" | "B" if has_red => Some("blue"),
        "X" | "x" if has_red => Some("block"),
        "b" | "B" | "X" | "x" => Some("black"),
        "w" | "W" | "O" | "o" => Some("white"),
        _ => None,
    }
}
