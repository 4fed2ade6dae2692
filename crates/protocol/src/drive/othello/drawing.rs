//! The boards that `othello` programs draw.

use parlor_games::Cell;

/// Collects drawings of eight rows, each starting with its letter and divided by bars: `A |   | X | O |`.
#[derive(Clone, Debug, Default)]
pub(crate) struct Drawing {
    cells: Vec<Cell>,
}

impl Drawing {
    /// Processes a line. When it is the last row of a board, returns the squares.
    pub(crate) fn take(&mut self, line: &str, black: char, white: char) -> Option<Vec<Cell>> {
        let row = read_drawn_row(line, black, white);
        let Some((letter, row)) = row else {
            // Lines between the rows are part of the drawing.
            return None;
        };
        let index = usize::from(letter - b'A');
        if index == 0 {
            self.cells.clear();
        }
        if self.cells.len() != index * row.len() {
            self.cells.clear();
            return None;
        }
        self.cells.extend(row);
        (self.cells.len() == 64).then(|| std::mem::take(&mut self.cells))
    }
}

fn read_drawn_row(line: &str, black: char, white: char) -> Option<(u8, Vec<Cell>)> {
    let line = line.trim();
    let letter = line.bytes().next()?.to_ascii_uppercase();
    if !(b'A'..=b'H').contains(&letter) {
        return None;
    }
    let rest = line.get(1..)?.trim();
    let rest = rest.strip_prefix('|')?.strip_suffix('|')?;
    let cells: Vec<Cell> = rest
        .split('|')
        .map(|cell| {
            let mut symbols = cell.trim().chars();
            match (symbols.next(), symbols.next()) {
                (None | Some('.' | '-'), None) => Some(Cell::Empty),
                (Some(symbol), None) if symbol.eq_ignore_ascii_case(&black) => {
                    Some(Cell::Piece(parlor_core::Color::Black))
                }
                // Programs often print a zero instead of the letter.
                (Some(symbol), None) if symbol.eq_ignore_ascii_case(&white) || symbol == '0' => {
                    Some(Cell::Piece(parlor_core::Color::White))
                }
                _ => None,
            }
        })
        .collect::<Option<_>>()?;
    (cells.len() == 8).then_some((letter, cells))
}

#[cfg(test)]
mod tests {
    use parlor_games::{AnyGame, Kind, Spec};

    use super::*;

    #[test]
    fn a_drawn_board_is_read_row_by_row() {
        let mut drawing = Drawing::default();
        let mut found = None;
        for row in ["A", "B", "C", "D", "E", "F", "G", "H"] {
            assert!(
                drawing
                    .take("  +---+---+---+---+---+---+---+---+", 'X', 'O')
                    .is_none()
            );
            let cells = match row {
                "D" => "   |   |   | O | X |   |   |   ",
                "E" => "   |   |   | X | 0 |   |   |   ",
                _ => "   |   |   |   |   |   |   |   ",
            };
            found = found.or(drawing.take(&format!("{row} |{cells}|"), 'X', 'O'));
        }
        let start = AnyGame::new(&Spec::default_for(Kind::Othello)).expect("the start");
        assert_eq!(found.expect("a board"), start.cells());
    }
}
