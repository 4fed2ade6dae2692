//! A position as a picture.

use std::fmt::Write as _;

use parlor_core::Color;
use parlor_games::{AnyGame, Cell, Kind, MoveView, Place};

/// The size of a square and of the rim around the board.
const SQUARE: u32 = 40;
const RIM: u32 = 22;

/// The position that a game has come to, as a stand-alone SVG picture. The last move is marked, and a better one in green
/// if there is one.
pub fn board(game: &AnyGame, better: Option<&MoveView>) -> String {
    let (rows, columns) = (u32::from(game.rows()), u32::from(game.columns()));
    let (width, height) = (columns * SQUARE + 2 * RIM, rows * SQUARE + 2 * RIM);
    let kind = game.kind();
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" role=\"img\" \
         font-family=\"sans-serif\" font-size=\"12\">\n<title>{}: {} to move</title>\n\
         <rect width=\"{width}\" height=\"{height}\" rx=\"6\" fill=\"#3a2d22\"/>\n\
         <rect x=\"{RIM}\" y=\"{RIM}\" width=\"{}\" height=\"{}\" fill=\"#4b8f63\"/>\n",
        kind.title(),
        kind.color_name(game.turn()),
        columns * SQUARE,
        rows * SQUARE,
    );
    grid(&mut svg, rows, columns);
    names(&mut svg, kind, rows, columns);
    for (index, cell) in (0..).zip(game.cells()) {
        let (x, y) = (RIM + index % columns * SQUARE, RIM + index / columns * SQUARE);
        draw(&mut svg, kind, cell, x, y);
    }
    if let Some(last) = game.history().last() {
        mark(&mut svg, last, "#ffcf4d");
    }
    if let Some(better) = better {
        mark(&mut svg, better, "#8fe388");
    }
    svg.push_str("</svg>\n");
    svg
}

fn grid(svg: &mut String, rows: u32, columns: u32) {
    let (right, bottom) = (RIM + columns * SQUARE, RIM + rows * SQUARE);
    let mut path = String::new();
    // Writing to a string cannot fail.
    for row in 0..=rows {
        let _ = write!(path, "M{RIM} {}H{right}", RIM + row * SQUARE);
    }
    for column in 0..=columns {
        let _ = write!(path, "M{} {RIM}V{bottom}", RIM + column * SQUARE);
    }
    let _ = writeln!(svg, "<path d=\"{path}\" stroke=\"#2c5a3d\" fill=\"none\"/>");
}

fn names(svg: &mut String, kind: Kind, rows: u32, columns: u32) {
    svg.push_str("<g fill=\"#d9cbb4\" text-anchor=\"middle\">");
    for column in 0..columns {
        let (x, y) = (RIM + column * SQUARE + SQUARE / 2, RIM + rows * SQUARE + 15);
        let letter = char::from(b'a' + u8::try_from(column).unwrap_or_default());
        let _ = write!(svg, "<text x=\"{x}\" y=\"{y}\">{letter}</text>");
    }
    let n_rows = u8::try_from(rows).unwrap_or_default();
    for row in 0..n_rows {
        let y = RIM + u32::from(row) * SQUARE + SQUARE / 2 + 4;
        let number = kind.descriptor().row_number(row, n_rows);
        let _ = write!(svg, "<text x=\"11\" y=\"{y}\">{number}</text>");
    }
    svg.push_str("</g>\n");
}

fn draw(svg: &mut String, kind: Kind, cell: Cell, x: u32, y: u32) {
    let _ = match cell {
        Cell::Empty => Ok(()),
        Cell::Block => writeln!(
            svg,
            "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" rx=\"4\" fill=\"#3a2d22\"/>",
            x + 4,
            y + 4,
            SQUARE - 8,
            SQUARE - 8
        ),
        Cell::Piece(color) => writeln!(
            svg,
            "<circle cx=\"{}\" cy=\"{}\" r=\"16\" fill=\"{}\" stroke=\"#1c1815\"/>",
            x + SQUARE / 2,
            y + SQUARE / 2,
            fill(kind, color)
        ),
    };
}

/// A colour for print, by the name of the side's own.
fn fill(kind: Kind, color: Color) -> &'static str {
    match kind.color_name(color) {
        "black" => "#1c1815",
        "white" => "#f7f3ea",
        "red" => "#d3482f",
        "blue" => "#3273d1",
        _ if color == Color::Black => "#1c1815",
        _ => "#f7f3ea",
    }
}

/// A ring where a move ends, and a line from where it began if it did in one place.
fn mark(svg: &mut String, mv: &MoveView, stroke: &str) {
    let middle =
        |place: Place| [place.column, place.row].map(|number| RIM + u32::from(number) * SQUARE + SQUARE / 2);
    let Some([x, y]) = mv.target.map(middle) else {
        return;
    };
    if let [origin] = mv.origins[..] {
        let [from_x, from_y] = middle(origin);
        let _ = writeln!(
            svg,
            "<path d=\"M{from_x} {from_y}L{x} {y}\" stroke=\"{stroke}\" stroke-width=\"4\" stroke-opacity=\"0.8\"/>"
        );
    }
    let _ = writeln!(
        svg,
        "<circle cx=\"{x}\" cy=\"{y}\" r=\"7\" fill=\"none\" stroke=\"{stroke}\" stroke-width=\"4\"/>"
    );
}

#[cfg(test)]
mod tests {
    use parlor_games::Spec;

    use super::*;

    #[test]
    fn every_piece_is_drawn_and_the_last_move_marked() {
        for kind in Kind::ALL {
            let mut game = AnyGame::new(&Spec::usual(kind)).unwrap();
            let n_pieces = |game: &AnyGame| game.counts().0.iter().sum::<u32>() as usize;
            let picture = board(&game, None);
            assert_eq!(picture.matches("r=\"16\"").count(), n_pieces(&game));
            assert!(!picture.contains("#ffcf4d"));
            let best = game.legal_moves()[0].clone();
            game.play_randomly(1, &mut 7);
            let picture = board(&game, Some(&best));
            assert_eq!(picture.matches("r=\"16\"").count(), n_pieces(&game));
            assert!(picture.contains("#ffcf4d") && picture.contains("#8fe388"));
        }
    }
}
