//! Boards that programs print between fence lines.

use parlor_games::{AnyGame, Cell};

/// The line before and after a dump.
pub(crate) const FENCE: &str = "===";
/// The maximum number of lines of a dump. No board has that many rows.
const MAX_LINES: usize = 24;

/// Collects the lines of a dump.
#[derive(Clone, Debug, Default)]
pub(crate) struct Dump {
    rows: Option<Vec<String>>,
}

impl Dump {
    /// Processes a line. If it ends a dump, returns the lines between the fences. The second value is whether
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
                // The other lines of a dump that is too long are dropped.
                if rows.len() < MAX_LINES {
                    rows.push(line.to_owned());
                }
                (None, true)
            }
        }
    }
}

/// Returns a line without its prompts: removes everything up to the last `>`, and blanks at both ends.
pub(crate) fn strip_prompt(line: &str) -> &str {
    match line.rfind('>') {
        Some(at) => line[at + 1..].trim(),
        None => line.trim(),
    }
}

/// Returns the squares of a dump whose rows are symbols separated by blanks, or `None` if their number is wrong.
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

/// Returns the legal move that leads from the game's position to a board with these squares, in default
/// notation.
pub(crate) fn move_to(game: &AnyGame, cells: &[Cell]) -> Option<String> {
    game.legal_moves().into_iter().map(|mv| mv.text).find(|text| {
        let mut after = game.clone();
        after.play(text).is_ok() && after.cells() == cells
    })
}

#[cfg(test)]
mod tests {
    use parlor_games::{Kind, Spec};

    use super::*;

    #[test]
    fn the_move_between_two_boards_is_found() {
        for kind in Kind::ALL {
            let mut game = AnyGame::new(&Spec::default_for(kind)).expect("the start");
            let before = game.clone();
            game.play(kind.descriptor().notation.example).expect("legal");
            let found = move_to(&before, &game.cells()).expect("a move");
            let mut again = before.clone();
            again.play(&found).expect("legal");
            assert_eq!(again.cells(), game.cells());
            assert_eq!(move_to(&before, &before.cells()), None);
        }
    }

    #[test]
    fn prompts_are_stripped() {
        assert_eq!(strip_prompt("black> white> * a2-c2 "), "* a2-c2");
        assert_eq!(strip_prompt("Red wins."), "Red wins.");
    }
}
