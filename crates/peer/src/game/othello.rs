//! Othello in messages: squares are named row first.

use parlor_core::Notation;
use parlor_othello::notation::RowColumn;
use parlor_othello::{Board, GridBoard, GridMove, Move, Position};

use super::{Reason, RemoteGame};

impl RemoteGame for Board {
    fn write_move(&self, mv: Move) -> String {
        write_disc(self, mv)
    }

    fn read_move(&self, text: &str) -> Result<Move, Reason> {
        read_disc(self, text)
    }
}

/// Both sides must have agreed on the size of the board, because no message carries it.
impl RemoteGame for GridBoard {
    fn write_move(&self, mv: GridMove) -> String {
        write_disc(self, mv)
    }

    fn read_move(&self, text: &str) -> Result<GridMove, Reason> {
        read_disc(self, text)
    }
}

fn write_disc<P: Position>(position: &P, mv: P::Move) -> String {
    match position.place_of(mv) {
        Some(_) => RowColumn.format(position, mv),
        None => "-".to_owned(),
    }
}

fn read_disc<P: Position>(position: &P, text: &str) -> Result<P::Move, Reason> {
    let text = if text == "-" { "pass" } else { text };
    Ok(RowColumn.parse(position, text)?)
}
