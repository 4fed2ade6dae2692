//! The moves of a game with its variations and annotations, as files store them.
//!
//! This module is independent of file formats: [`pgn`](crate::pgn) and the SGF of Lines of Action read and
//! write it.

use crate::any::AnyGame;

/// The moves of a game with its variations and notes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Annotated {
    /// All moves, each after its parent; the first entry is the start. Of the moves that follow one, the
    /// first belongs to the main line.
    pub moves: Vec<AnnotatedMove>,
    /// The number of main-line moves that were played; those after them were only explored.
    pub n_played: usize,
}

/// A move of a game or of a variation.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct AnnotatedMove {
    /// The entry of the move before it.
    pub parent: usize,
    /// The move in the game's notation; empty at the start.
    pub text: String,
    /// The comment on it.
    pub comment: String,
    /// Numeric annotation glyphs: 1 is `!`, 2 is `?`, 3 `!!`, 4 `??`, 5 `!?`, 6 `?!`.
    pub glyphs: Vec<u8>,
    /// Arrows and circles.
    pub drawings: Vec<Drawing>,
}

/// An arrow, or a circle around a square. Squares are numbered row by row from the upper left.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Drawing {
    /// The start of an arrow, or the square of a circle.
    pub from: u16,
    /// The end of an arrow.
    pub to: Option<u16>,
    /// The first letter of its colour in English: `G`, `R`, `B` or `Y`.
    pub colour: char,
}

impl Annotated {
    /// Creates a tree with only a start.
    pub fn empty() -> Annotated {
        Annotated {
            moves: vec![AnnotatedMove::default()],
            n_played: 0,
        }
    }

    /// Returns the children of each entry.
    pub fn children(&self) -> Vec<Vec<usize>> {
        let mut children = vec![Vec::new(); self.moves.len()];
        for (entry, mv) in self.moves.iter().enumerate().skip(1) {
            children[mv.parent].push(entry);
        }
        children
    }

    /// Returns whether there are variations or annotations besides the moves of one line.
    pub fn has_notes(&self) -> bool {
        let noted =
            |mv: &AnnotatedMove| !mv.comment.is_empty() || !mv.glyphs.is_empty() || !mv.drawings.is_empty();
        self.moves.iter().any(noted)
            || self.n_played + 1 < self.moves.len()
            || self.children().iter().any(|next| next.len() > 1)
    }

    /// Returns the entry of a move after another one. Adds it unless it exists.
    pub(crate) fn step(&mut self, parent: usize, text: &str) -> usize {
        let known = self.moves.iter().enumerate().skip(parent + 1);
        let found = known
            .filter(|(_, mv)| mv.parent == parent && mv.text == text)
            .map(|(entry, _)| entry)
            .next();
        found.unwrap_or_else(|| {
            self.moves.push(AnnotatedMove {
                parent,
                text: text.to_owned(),
                ..AnnotatedMove::default()
            });
            self.moves.len() - 1
        })
    }
}

/// Returns the name of a square.
pub(crate) fn square_name(game: &AnyGame, square: u16) -> String {
    let columns = u16::from(game.columns());
    let (row, column) = ((square / columns) as u8, (square % columns) as u8);
    let number = game.kind().descriptor().row_number(row, game.rows());
    format!("{}{number}", char::from(b'a' + column))
}

/// Returns the number of the square with this name.
pub(crate) fn square_number(game: &AnyGame, name: &str) -> Option<u16> {
    let squares = u16::from(game.rows()) * u16::from(game.columns());
    (0..squares).find(|&square| square_name(game, square).eq_ignore_ascii_case(name))
}
