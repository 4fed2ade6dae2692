//! The ways in which a board looks the same.

use crate::{Place, Size};

/// A symmetry of the board: any of the three steps, in this order.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Symmetry {
    /// The top row becomes the bottom row.
    pub upside_down: bool,
    /// The left column becomes the right column.
    pub mirrored: bool,
    /// Rows become columns; only on square boards.
    pub transposed: bool,
}

impl Symmetry {
    /// The symmetries of a board, the identity first: eight of a square one, four of any other.
    pub fn all(size: Size) -> impl Iterator<Item = Symmetry> {
        let n = if size.rows() == size.columns() { 8 } else { 4 };
        (0..n).map(|bits| Symmetry {
            upside_down: bits & 1 != 0,
            mirrored: bits & 2 != 0,
            transposed: bits & 4 != 0,
        })
    }

    /// Where a place goes. A place that the board does not have goes nowhere in particular.
    pub const fn place(self, size: Size, place: Place) -> Place {
        let Place { mut row, mut column } = place;
        if self.upside_down {
            row = (size.rows() - 1).wrapping_sub(row);
        }
        if self.mirrored {
            column = (size.columns() - 1).wrapping_sub(column);
        }
        if self.transposed {
            Place::new(column, row)
        } else {
            Place::new(row, column)
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn every_symmetry_moves_the_squares_in_its_own_way_and_loses_none() {
        for size in Size::all() {
            let images: HashSet<Vec<Place>> = Symmetry::all(size)
                .map(|symmetry| size.places().map(|place| symmetry.place(size, place)).collect())
                .collect();
            assert_eq!(images.len(), Symmetry::all(size).count());
            for image in images {
                let distinct: HashSet<_> = image.iter().collect();
                assert_eq!(distinct.len(), size.area() as usize);
                assert!(image.iter().all(|&place| size.contains(place)));
            }
        }
    }
}
