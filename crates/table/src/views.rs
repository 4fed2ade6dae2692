//! Games in the form that the page shows: squares, moves, the shape of a board.

use parlor_core::Color;
use parlor_games::{AnyGame, Cell, GridSquare, MoveView};

use crate::wire::{Action, Frame, LineOfAction, MoveInfo, Ply, Shape, Side};

impl From<Color> for Side {
    fn from(color: Color) -> Side {
        match color {
            Color::Black => Side::Black,
            Color::White => Side::White,
        }
    }
}

impl From<Side> for Color {
    fn from(side: Side) -> Color {
        match side {
            Side::Black => Color::Black,
            Side::White => Color::White,
        }
    }
}

/// Returns the current board.
pub fn frame(game: &AnyGame) -> Frame {
    Frame {
        cells: cells_text(&game.cells()),
        counts: game.counts().0,
        turn: game.turn().into(),
        position: game.position_text(),
    }
}

/// Returns squares in the page's text form.
pub fn cells_text(cells: &[Cell]) -> String {
    let letter = |cell: &Cell| match cell {
        Cell::Empty => '.',
        Cell::Piece(Color::Black) => 'b',
        Cell::Piece(Color::White) => 'w',
        Cell::Block => '#',
    };
    cells.iter().map(letter).collect()
}

/// Reads squares in the page's text form.
pub(crate) fn read_cells(text: &str) -> Option<Vec<Cell>> {
    let cell = |letter| match letter {
        '.' => Some(Cell::Empty),
        'b' => Some(Cell::Piece(Color::Black)),
        'w' => Some(Cell::Piece(Color::White)),
        '#' => Some(Cell::Block),
        _ => None,
    };
    text.chars().map(cell).collect()
}

/// Returns a move of the side to move in the page's form.
pub fn move_info(game: &AnyGame, mv: &MoveView) -> MoveInfo {
    let columns = game.columns();
    let number = |at: &GridSquare| u16::from(at.row) * u16::from(columns) + u16::from(at.column);
    let line = mv.line.map(|line| LineOfAction {
        from: number(&line.from),
        to: number(&line.to),
        count: line.pieces,
    });
    MoveInfo {
        text: mv.text.clone(),
        action: action(mv.action),
        origins: mv.origins.iter().map(number).collect(),
        target: mv.target.as_ref().map(number),
        turned: mv.turned.iter().map(number).collect(),
        line,
    }
}

fn action(action: parlor_games::Action) -> Action {
    match action {
        parlor_games::Action::Place => Action::Place,
        parlor_games::Action::Extend => Action::Extend,
        parlor_games::Action::Jump => Action::Jump,
        parlor_games::Action::Slide => Action::Slide,
        parlor_games::Action::Capture => Action::Capture,
        parlor_games::Action::Pass => Action::Pass,
    }
}

/// Returns a move that led from `before` to `after`, in the page's form.
pub fn ply(before: &AnyGame, after: &AnyGame, mv: &MoveView) -> Ply {
    Ply {
        mv: move_info(before, mv),
        after: frame(after),
    }
}

/// Returns the size of the board and the names of its squares.
pub fn shape(game: &AnyGame) -> Shape {
    let columns = (0..game.columns()).map(|column| char::from(b'a' + column).to_string());
    let rows = game.rows();
    let row_name = |row: u8| game.kind().descriptor().row_number(row, rows);
    Shape {
        rows,
        columns: game.columns(),
        column_names: columns.collect(),
        row_names: (0..rows).map(|row| row_name(row).to_string()).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use parlor_games::{Kind, Spec};

    #[test]
    fn a_line_of_action_runs_from_edge_to_edge() {
        let game = AnyGame::new(&Spec::default_for(Kind::Loa)).unwrap();
        let moves = game.legal_moves();
        let up = moves.iter().find(|mv| mv.text == "b1-b3").unwrap();
        let line = move_info(&game, up).line.unwrap();
        assert_eq!(
            (line.count, line.from.min(line.to), line.from.max(line.to)),
            (2, 1, 57)
        );
    }
}
