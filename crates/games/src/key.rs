//! Keys of positions that are equal up to symmetry.
//!
//! A key identifies a position up to the symmetries of the board: mirrored and rotated positions share it. It
//! covers the game, the size of the board, the content of the squares and the side to move, but not the rule
//! set, a clock or the moves before. Keys are stored in files, so the same position must have the same key in
//! every version.

use parlor_core::random::split_mix;
use parlor_core::{Color, Described, Game, GameRecord, Symmetry, checksum};

use crate::any::AnyGame;
use crate::each_record;
use crate::playable::{Cell, GridSquare, Playable};

/// The random numbers of square contents, for boards of one size.
struct Keys {
    rows: u8,
    columns: u8,
    /// For every symmetry and square, the number of each of the three contents.
    numbers: Vec<Vec<[u64; 3]>>,
    /// The numbers of the game and the side to move.
    turns: [u64; 2],
}

impl Keys {
    fn of<G: Playable>(position: &G) -> Keys {
        let (rows, columns) = (position.rows(), position.columns());
        let size = [u32::from(rows), u32::from(columns)];
        let image = |symmetry: Symmetry, index: u32| {
            let [row, column] = symmetry.place(size, [index / size[1], index % size[1]]);
            [0, 1, 2].map(|content| number(u64::from((row * 256 + column) * 4 + content + 1)))
        };
        let game = checksum(G::DESCRIPTOR.name.as_bytes()) ^ number(u64::from(size[0] << 16 | size[1]) << 32);
        Keys {
            rows,
            columns,
            numbers: Symmetry::of_board(rows, columns)
                .iter()
                .map(|&symmetry| {
                    (0..size[0] * size[1])
                        .map(|index| image(symmetry, index))
                        .collect()
                })
                .collect(),
            turns: [game, !game],
        }
    }

    fn key<G: Playable>(&self, position: &G) -> u64 {
        let mut images = [0_u64; Symmetry::ALL.len()];
        let images = &mut images[..self.numbers.len()];
        let mut index = 0;
        for row in 0..self.rows {
            for column in 0..self.columns {
                let content = match position.cell(GridSquare { row, column }) {
                    Cell::Empty => None,
                    Cell::Piece(Color::Black) => Some(0),
                    Cell::Piece(Color::White) => Some(1),
                    Cell::Block => Some(2),
                };
                if let Some(content) = content {
                    for (image, numbers) in images.iter_mut().zip(&self.numbers) {
                        *image ^= numbers[index][content];
                    }
                }
                index += 1;
            }
        }
        let mut least = images.iter().copied().min().unwrap_or_default();
        least ^= self.turns[usize::from(Game::turn(position) == Color::White)];
        split_mix(&mut least)
    }
}

fn number(code: u64) -> u64 {
    let mut state = code.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    split_mix(&mut state)
}

fn keys<G: Playable>(record: &GameRecord<G>, n_positions: usize) -> Vec<u64> {
    let keys = Keys::of(record.start());
    let positions = record.positions().take(n_positions);
    positions.map(|position| keys.key(position)).collect()
}

fn key_now<G: Playable + Described>(record: &GameRecord<G>) -> u64 {
    Keys::of(record.position()).key(record.position())
}

impl AnyGame {
    /// Returns the key of the current position, which its symmetric images share.
    pub fn key(&self) -> u64 {
        each_record!(self.record(), record => key_now(record))
    }

    /// Returns the keys of every position from the start to the current one: one more than there are moves.
    pub fn keys(&self) -> Vec<u64> {
        self.first_keys(usize::MAX)
    }

    /// Returns the keys of the first positions, at most this many.
    pub(crate) fn first_keys(&self, n_positions: usize) -> Vec<u64> {
        each_record!(self.record(), record => keys(record, n_positions))
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::*;
    use crate::kind::Kind;
    use crate::spec::Spec;

    #[test]
    fn images_share_a_key_and_other_positions_do_not() {
        let mut seen: HashMap<u64, Vec<Vec<Cell>>> = HashMap::new();
        for &kind in Kind::KNOWN {
            let mut random = 7;
            let mut game = AnyGame::new(&Spec::default_for(kind)).unwrap();
            game.play_randomly(40, &mut random);
            for (key, cells) in game.keys().into_iter().zip(game.boards()) {
                seen.entry(key).or_default().push(cells);
            }
            let (rows, columns) = (u32::from(game.rows()), u32::from(game.columns()));
            let cells = game.cells();
            for &symmetry in Symmetry::of_board(game.rows(), game.columns()) {
                let mut image = cells.clone();
                for index in 0..rows * columns {
                    let [row, column] = symmetry.place([rows, columns], [index / columns, index % columns]);
                    image[(row * columns + column) as usize] = cells[index as usize];
                }
                let image = AnyGame::from_cells(game.spec(), &image, game.turn()).unwrap();
                assert_eq!(image.key(), game.key(), "{kind} {symmetry:?}");
            }
            let other = AnyGame::from_cells(game.spec(), &cells, !game.turn()).unwrap();
            assert_ne!(other.key(), game.key(), "{kind}: the side to move counts");
        }
        assert!(seen.values().all(|boards| boards.len() == 1));
    }

    #[test]
    fn keys_are_those_of_every_version() {
        // Keys are stored in files.
        let keys = Kind::ALL.map(|kind| AnyGame::new(&Spec::default_for(kind)).unwrap().key());
        assert_eq!(
            keys,
            [6992160313147341636, 2473135264186926309, 1638657321660252412]
        );
    }
}
