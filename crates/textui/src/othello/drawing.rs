//! Draws the board as text.

use std::collections::BTreeSet;

use parlor_core::Color;
use parlor_othello::{Place, Position};

use super::squares::SquareNames;

/// What a terminal can show.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct TerminalStyle {
    /// Discs are drawn in colour.
    pub color: bool,
    /// The last disc placed is drawn in brackets.
    pub marks_last: bool,
}

const BLACK: &str = "\x1b[1;36m";
const WHITE: &str = "\x1b[1;33m";
const LEGAL: &str = "\x1b[1;32m";
const PLAIN: &str = "\x1b[0m";

/// The letter that draws a side's discs.
pub(super) const fn disc(color: Color) -> char {
    match color {
        Color::Black => 'X',
        Color::White => 'O',
    }
}

/// Draws a board with `+---+` lines, row names on the left and column names below. `last` is the square of the last
/// move. The squares of `legal` are marked with a dot.
pub(super) fn draw<P: Position>(
    position: &P,
    names: SquareNames,
    look: TerminalStyle,
    last: Option<Place>,
    legal: &BTreeSet<Place>,
) -> String {
    let size = position.size();
    let (rows, columns) = (size.rows(), size.columns());
    let width = names.row_label(rows - 1).len();
    let line = format!("{:width$} {}+\n", "", "+---".repeat(usize::from(columns)));
    let mut text = line.clone();
    for row in 0..rows {
        text += &format!("{:>width$} ", names.row_label(row));
        for column in 0..columns {
            let place = Place::new(row, column);
            let [open, close] = match last == Some(place) && look.marks_last {
                true => ['[', ']'],
                false => [' ', ' '],
            };
            let (style, letter) = match position.cell(place) {
                Some(color @ Color::Black) => (BLACK, disc(color)),
                Some(color @ Color::White) => (WHITE, disc(color)),
                None if legal.contains(&place) => (LEGAL, '.'),
                None => ("", ' '),
            };
            let (begin, end) = if look.color && !style.is_empty() {
                (style, PLAIN)
            } else {
                ("", "")
            };
            text += &format!("|{open}{begin}{letter}{end}{close}");
        }
        text += "|\n";
        text += &line;
    }
    let mut labels = format!("{:width$} ", "");
    for column in 0..columns {
        labels += &format!(" {:^3}", names.column_label(column));
    }
    text + labels.trim_end()
}

#[cfg(test)]
mod tests {
    use super::*;
    use parlor_othello::{GridBoard, Rules, Size};

    fn start(rows: u32, columns: u32) -> GridBoard {
        GridBoard::start(Size::new(rows, columns).unwrap(), Rules::Pass)
    }

    #[test]
    fn the_board_is_drawn_as_in_the_assignment() {
        let drawn = draw(
            &start(4, 4),
            SquareNames::RowColumn,
            TerminalStyle::default(),
            None,
            &BTreeSet::new(),
        );
        let expected = "  +---+---+---+---+
A |   |   |   |   |
  +---+---+---+---+
B |   | O | X |   |
  +---+---+---+---+
C |   | X | O |   |
  +---+---+---+---+
D |   |   |   |   |
  +---+---+---+---+
    1   2   3   4";
        assert_eq!(drawn, expected);
    }

    #[test]
    fn labels_name_the_squares_in_every_notation_and_size() {
        let none = BTreeSet::new();
        let first_and_last = |names, rows, columns| {
            let drawn = draw(
                &start(rows, columns),
                names,
                TerminalStyle::default(),
                None,
                &none,
            );
            let lines: Vec<&str> = drawn.lines().collect();
            let widths: BTreeSet<usize> = lines[..lines.len() - 1].iter().map(|line| line.len()).collect();
            assert_eq!(widths.len(), 1, "every line is as long");
            (
                lines[lines.len() - 3][..2].to_owned(),
                lines[lines.len() - 1].trim().to_owned(),
            )
        };
        assert_eq!(
            first_and_last(SquareNames::Standard, 16, 6),
            ("16".to_owned(), "a   b   c   d   e   f".to_owned())
        );
        assert_eq!(
            first_and_last(SquareNames::Numbers, 4, 4),
            ("3 ".to_owned(), "0   1   2   3".to_owned())
        );
        assert_eq!(
            first_and_last(SquareNames::RowColumn, 6, 10).1,
            "1   2   3   4   5   6   7   8   9  10"
        );
    }

    #[test]
    fn marks_and_colours_are_off_by_default() {
        let legal = BTreeSet::from([Place::new(0, 1)]);
        let last = Some(Place::new(1, 1));
        let with = |look| draw(&start(4, 4), SquareNames::RowColumn, look, last, &legal);
        let plain = with(TerminalStyle::default());
        assert!(
            plain.contains("A |   | . |") && plain.contains("B |   | O |"),
            "{plain}"
        );
        let look = TerminalStyle {
            color: false,
            marks_last: true,
        };
        assert!(with(look).contains("B |   |[O]|"));
        let look = TerminalStyle {
            color: true,
            marks_last: true,
        };
        assert!(with(look).contains("[\x1b[1;33mO\x1b[0m]"));
    }
}
