//! Draws a position as a picture.

use parlor_core::Color;
use parlor_games::{AnyGame, Cell, GridSquare, Kind, MoveView};

use crate::raster::png;
use crate::shapes::{Paint, Picture, Shape};

/// The size of a square and of the rim around the board.
const SQUARE: u32 = 40;
const RIM: u32 = 22;
/// The number of pixels per unit of the picture.
const SCALE: u32 = 2;

const WOOD: Paint = [0x3a, 0x2d, 0x22];
const CLOTH: Paint = [0x4b, 0x8f, 0x63];
const GRID: Paint = [0x2c, 0x5a, 0x3d];
const NAMES: Paint = [0xd9, 0xcb, 0xb4];
const DARK: Paint = [0x1c, 0x18, 0x15];
const LIGHT: Paint = [0xf7, 0xf3, 0xea];
const LAST: Paint = [0xff, 0xcf, 0x4d];
const BETTER: Paint = [0x8f, 0xe3, 0x88];

/// Draws the current position of a game as a stand-alone SVG picture. The last move is marked, and a better one in
/// green if there is one.
pub fn board(game: &AnyGame, better: Option<&MoveView>) -> String {
    picture(game, better).svg()
}

/// Like [`board`], as a PNG file.
pub fn board_png(game: &AnyGame, better: Option<&MoveView>) -> Vec<u8> {
    png(&picture(game, better), SCALE)
}

fn picture(game: &AnyGame, better: Option<&MoveView>) -> Picture {
    let (rows, columns) = (u32::from(game.rows()), u32::from(game.columns()));
    let (width, height) = (columns * SQUARE + 2 * RIM, rows * SQUARE + 2 * RIM);
    let kind = game.kind();
    let mut shapes = vec![
        Shape::Rectangle {
            x: 0,
            y: 0,
            width,
            height,
            corner: 6,
            fill: WOOD,
        },
        Shape::Rectangle {
            x: RIM,
            y: RIM,
            width: columns * SQUARE,
            height: rows * SQUARE,
            corner: 0,
            fill: CLOTH,
        },
    ];
    grid(&mut shapes, rows, columns);
    names(&mut shapes, kind, rows, columns);
    for (index, cell) in (0..).zip(game.cells()) {
        let corner = [RIM + index % columns * SQUARE, RIM + index / columns * SQUARE];
        shapes.extend(content(kind, cell, corner));
    }
    if let Some(last) = game.history().last() {
        mark(&mut shapes, last, LAST);
    }
    if let Some(better) = better {
        mark(&mut shapes, better, BETTER);
    }
    Picture {
        width,
        height,
        title: format!("{}: {} to move", kind.title(), kind.color_name(game.turn())),
        shapes,
    }
}

fn grid(shapes: &mut Vec<Shape>, rows: u32, columns: u32) {
    let (right, bottom) = (RIM + columns * SQUARE, RIM + rows * SQUARE);
    let line = |from: [u32; 2], to: [u32; 2]| Shape::Line {
        from,
        to,
        stroke: GRID,
        thickness: 1,
        opacity: 1.0,
    };
    let at = |number: u32| RIM + number * SQUARE;
    shapes.extend((0..=rows).map(|row| line([RIM, at(row)], [right, at(row)])));
    shapes.extend((0..=columns).map(|column| line([at(column), RIM], [at(column), bottom])));
}

fn names(shapes: &mut Vec<Shape>, kind: Kind, rows: u32, columns: u32) {
    for column in 0..columns {
        shapes.push(Shape::Text {
            x: RIM + column * SQUARE + SQUARE / 2,
            base: RIM + rows * SQUARE + 15,
            text: char::from(b'a' + u8::try_from(column).unwrap_or_default()).to_string(),
            fill: NAMES,
        });
    }
    let n_rows = u8::try_from(rows).unwrap_or_default();
    for row in 0..n_rows {
        shapes.push(Shape::Text {
            x: 11,
            base: RIM + u32::from(row) * SQUARE + SQUARE / 2 + 4,
            text: kind.descriptor().row_number(row, n_rows).to_string(),
            fill: NAMES,
        });
    }
}

fn content(kind: Kind, cell: Cell, [x, y]: [u32; 2]) -> Option<Shape> {
    match cell {
        Cell::Empty => None,
        Cell::Block => Some(Shape::Rectangle {
            x: x + 4,
            y: y + 4,
            width: SQUARE - 8,
            height: SQUARE - 8,
            corner: 4,
            fill: WOOD,
        }),
        Cell::Piece(color) => Some(Shape::Disc {
            centre: [x + SQUARE / 2, y + SQUARE / 2],
            radius: 16,
            fill: fill(kind, color),
            edge: DARK,
        }),
    }
}

/// The colour to draw a side in, by the name of its colour.
fn fill(kind: Kind, color: Color) -> Paint {
    match kind.color_name(color) {
        "black" => DARK,
        "white" => LIGHT,
        "red" => [0xd3, 0x48, 0x2f],
        "blue" => [0x32, 0x73, 0xd1],
        _ if color == Color::Black => DARK,
        _ => LIGHT,
    }
}

/// Draws a ring at the target of a move, and a line from its origin if it has exactly one.
fn mark(shapes: &mut Vec<Shape>, mv: &MoveView, stroke: Paint) {
    let middle = |place: GridSquare| {
        [place.column, place.row].map(|number| RIM + u32::from(number) * SQUARE + SQUARE / 2)
    };
    let Some(target) = mv.target.map(middle) else {
        return;
    };
    if let [origin] = mv.origins[..] {
        shapes.push(Shape::Line {
            from: middle(origin),
            to: target,
            stroke,
            thickness: 4,
            opacity: 0.8,
        });
    }
    shapes.push(Shape::Ring {
        centre: target,
        radius: 7,
        stroke,
        thickness: 4,
    });
}

#[cfg(test)]
mod tests {
    use parlor_games::Spec;

    use super::*;
    use crate::raster::tests::pixels;

    #[test]
    fn every_piece_is_drawn_and_the_last_move_marked() {
        for kind in Kind::ALL {
            let mut game = AnyGame::new(&Spec::default_for(kind)).unwrap();
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

    #[test]
    fn the_pixels_show_what_is_on_each_square() {
        for kind in Kind::ALL {
            let mut game = AnyGame::new(&Spec::default_for(kind)).unwrap();
            game.play_randomly(8, &mut 5);
            let (width, image) = pixels(&board_png(&game, None));
            let columns = u32::from(game.columns());
            assert_eq!(width, SCALE * (columns * SQUARE + 2 * RIM));
            for (index, cell) in (0..).zip(game.cells()) {
                // Next to the middle, where the last move has its ring.
                let x = SCALE * (RIM + index % columns * SQUARE + SQUARE / 2 + 12);
                let y = SCALE * (RIM + index / columns * SQUARE + SQUARE / 2);
                let expected = match cell {
                    Cell::Empty => CLOTH,
                    Cell::Block => WOOD,
                    Cell::Piece(color) => fill(kind, color),
                };
                let found = image[(y * width + x) as usize];
                let has_line = game.history().last().is_some_and(|mv| mv.origins.len() == 1);
                assert!(found == expected || has_line, "{kind} {index}: {found:?}");
            }
        }
    }
}
