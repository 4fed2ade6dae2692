//! Boards that programs print: dumps between fences, and drawings.

use parlor_games::{AnyGame, Cell};

/// The line before and after a dump.
pub(crate) const FENCE: &str = "===";
/// No board of ours has more rows, and no dump more lines.
const LONGEST: usize = 24;

/// Collects the lines of a dump.
#[derive(Clone, Debug, Default)]
pub(crate) struct Dump {
    rows: Option<Vec<String>>,
}

impl Dump {
    /// Takes a line; when it ends a dump, gives the lines between the fences. The second value tells whether
    /// the line belongs to a dump at all.
    pub(crate) fn take(&mut self, line: &str) -> (Option<Vec<String>>, bool) {
        let is_fence = line.trim() == FENCE;
        match &mut self.rows {
            None if is_fence => {
                self.rows = Some(Vec::new());
                (None, true)
            }
            None => (None, false),
            Some(_) if is_fence => (self.rows.take(), true),
            Some(rows) => {
                // A dump that never ends is told by the board that does not come.
                if rows.len() < LONGEST {
                    rows.push(line.to_owned());
                }
                (None, true)
            }
        }
    }
}

/// A line without its prompts: everything up to the last `>`, and the blanks after it.
pub(crate) fn strip_prompt(line: &str) -> &str {
    match line.rfind('>') {
        Some(at) => line[at + 1..].trim(),
        None => line.trim(),
    }
}

/// The squares of a dump whose rows are symbols between blanks; none when it has not this many of them.
pub(crate) fn read_rows(
    rows: &[String],
    (n_rows, n_columns): (usize, usize),
    symbol: impl Fn(&str) -> Option<Cell>,
) -> Option<Vec<Cell>> {
    let mut cells = Vec::with_capacity(n_rows * n_columns);
    for row in rows.get(..n_rows)? {
        let words: Vec<&str> = row.split_whitespace().collect();
        if words.len() != n_columns {
            return None;
        }
        for word in words {
            cells.push(symbol(word)?);
        }
    }
    Some(cells)
}

/// The legal move that leads from the game's position to a board with these squares, in usual notation.
pub(crate) fn move_to(game: &AnyGame, cells: &[Cell]) -> Option<String> {
    game.legal_moves().into_iter().map(|mv| mv.text).find(|text| {
        let mut after = game.clone();
        after.play(text).is_ok() && after.cells() == cells
    })
}

/// Collects drawings of eight rows, each begun by its letter and divided by bars: `A |   | X | O |`.
#[derive(Clone, Debug, Default)]
pub(crate) struct Drawing {
    cells: Vec<Cell>,
}

impl Drawing {
    /// Takes a line; when it is the last row of a board, gives the squares.
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
                // A zero is often taken for the letter.
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
    use parlor_core::Color;
    use parlor_games::{Kind, Spec};

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
        let start = AnyGame::new(&Spec::usual(Kind::Othello)).expect("the start");
        assert_eq!(found.expect("a board"), start.cells());
    }

    #[test]
    fn the_move_between_two_boards_is_found() {
        let mut game = AnyGame::new(&Spec::usual(Kind::Ataxx)).expect("the start");
        let before = game.clone();
        game.play("a7-b6").expect("legal");
        let found = move_to(&before, &game.cells()).expect("a move");
        let mut again = before.clone();
        again.play(&found).expect("legal");
        assert_eq!(again.cells(), game.cells());
        assert_eq!(move_to(&before, &before.cells()), None);
        assert_eq!(before.turn(), Color::Black);
    }

    #[test]
    fn prompts_are_stripped() {
        assert_eq!(strip_prompt("black> white> * a2-c2 "), "* a2-c2");
        assert_eq!(strip_prompt("Red wins."), "Red wins.");
    }
}
