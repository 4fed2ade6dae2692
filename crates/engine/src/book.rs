//! Opening books: scores of positions near the start, from long searches done in advance.
//!
//! A book stores positions, not moves. It recommends the moves that lead to positions of the book; the score
//! of a move is that of the position after it, for the mover. Positions that are equal up to a symmetry of
//! the board share an entry.
//!
//! # File format
//!
//! | bytes | content (numbers are little-endian) |
//! | --- | --- |
//! | 8 | `PARLBOK1`, the magic with the version |
//! | 8 | the name of the game, padded with zeros |
//! | 8 | the number of positions |
//! | 10 each | the key of a position, in ascending order, and its score for the side to move, in hundredths |
//! | 8 | the checksum of all bytes before it (64-bit FNV-1a) |

use parlor_core::random::split_mix;
use parlor_core::{Bitboard, Game, GameRecord, MoveList, Score, Symmetry, checksum};
use parlor_search::{Limits, Line, MoveOf, Report, Thought};
use thiserror::Error;

use crate::engine::{Engine, EngineNode, Options};

const MAGIC: &[u8; 8] = b"PARLBOK1";
const HEADER_LEN: usize = 24;
const ENTRY_LEN: usize = 10;
const CHECKSUM_LEN: usize = 8;

/// The reason why bytes are not a book for a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum BookError {
    /// The bytes are not a book, or a book of another version.
    #[error("not an opening book of this version")]
    Magic,
    /// The book is for another game.
    #[error("the opening book is for another game")]
    Game,
    /// The bytes are damaged.
    #[error("the opening book is damaged")]
    Damaged,
}

/// An opening book.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Book {
    // In ascending order of keys.
    entries: Vec<(u64, Score)>,
}

impl Book {
    /// Creates a book of these positions, given by their keys. Of two with the same key the last one counts.
    pub fn new(positions: impl IntoIterator<Item = (u64, Score)>) -> Book {
        let by_key: std::collections::BTreeMap<u64, Score> = positions.into_iter().collect();
        Book {
            entries: by_key.into_iter().collect(),
        }
    }

    /// Returns the embedded book.
    pub fn embedded<N: EngineNode>() -> Book {
        // A test ensures that the bytes can be read. Play is possible without a book too.
        Book::from_bytes(N::NAME, N::BOOK).unwrap_or_default()
    }

    /// Returns the number of positions.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Returns whether the book has no positions.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// Returns the score of the position with this key for the side to move.
    pub fn worth(&self, key: u64) -> Option<Score> {
        let at = self.entries.binary_search_by_key(&key, |entry| entry.0).ok()?;
        Some(self.entries[at].1)
    }

    /// Returns the book moves of a position, the best first, with their scores for the side to move.
    pub fn moves<N: EngineNode>(&self, position: &N::Game) -> Vec<(MoveOf<N>, Score)> {
        let mut legal = MoveList::new();
        position.legal_moves(&mut legal);
        let mut known: Vec<(MoveOf<N>, Score)> = Vec::new();
        for &mv in &legal {
            let mut after = position.clone();
            after.play_unchecked(mv);
            if let Some(worth) = self.worth(book_key::<N>(&after)) {
                known.push((mv, -worth));
            }
        }
        known.sort_by_key(|&(_, worth)| -worth.0);
        known
    }

    /// Returns one of the good moves of a position, chosen at random, or `None` outside the book.
    pub fn choose<N: EngineNode>(&self, position: &N::Game, random: &mut u64) -> Option<(MoveOf<N>, Score)> {
        let known = self.moves::<N>(position);
        let best = known.first()?.1;
        let good = known
            .iter()
            .take_while(|(_, worth)| *worth + N::BOOK_VARIETY >= best)
            .count();
        Some(known[(split_mix(random) % good as u64) as usize])
    }

    /// Returns the bytes of the book's file.
    pub fn to_bytes(&self, game: &str) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        bytes.extend(name_field(game));
        bytes.extend((self.entries.len() as u64).to_le_bytes());
        for (key, worth) in &self.entries {
            bytes.extend(key.to_le_bytes());
            bytes.extend((worth.0 as i16).to_le_bytes());
        }
        let sum = checksum(&bytes);
        bytes.extend(sum.to_le_bytes());
        bytes
    }

    /// Reads the bytes of a file.
    pub fn from_bytes(game: &str, bytes: &[u8]) -> Result<Book, BookError> {
        if bytes.get(..8) != Some(MAGIC) {
            return Err(BookError::Magic);
        }
        let (content, sum) = bytes
            .split_last_chunk::<CHECKSUM_LEN>()
            .ok_or(BookError::Damaged)?;
        if content.len() < HEADER_LEN || checksum(content) != u64::from_le_bytes(*sum) {
            return Err(BookError::Damaged);
        }
        if content[8..16] != name_field(game) {
            return Err(BookError::Game);
        }
        let (entries, rest) = content[HEADER_LEN..].as_chunks::<ENTRY_LEN>();
        let len = u64::from_le_bytes(std::array::from_fn(|i| content[16 + i]));
        if !rest.is_empty() || len != entries.len() as u64 {
            return Err(BookError::Damaged);
        }
        let entry = |bytes: &[u8; ENTRY_LEN]| {
            let key = u64::from_le_bytes(std::array::from_fn(|i| bytes[i]));
            (key, Score(i32::from(i16::from_le_bytes([bytes[8], bytes[9]]))))
        };
        Ok(Book::new(entries.iter().map(entry)))
    }
}

fn name_field(game: &str) -> [u8; 8] {
    let mut field = [0; 8];
    for (place, byte) in field.iter_mut().zip(game.bytes()) {
        *place = byte;
    }
    field
}

/// Returns a key that is the same for all images of a position under the symmetries of the board, or 0 on
/// boards without books.
pub fn book_key<N: EngineNode>(position: &N::Game) -> u64 {
    let Some(sets) = N::sets(position) else { return 0 };
    let images = Symmetry::ALL.into_iter().map(|symmetry| {
        let [own, other, blocks] = sets.map(|set| symmetry.set(N::SIDE, Bitboard(set)).0);
        let mut state = own;
        let first = split_mix(&mut state);
        let mut state = first ^ other;
        let second = split_mix(&mut state);
        let mut state = second ^ blocks;
        split_mix(&mut state)
    });
    images.min().unwrap_or_default()
}

/// An engine that plays from a book while it can.
pub struct BookEngine<N: EngineNode> {
    book: Book,
    inner: Box<dyn Engine<N::Game>>,
    seed: u64,
}

impl<N: EngineNode> BookEngine<N> {
    /// Creates an engine that consults a book first. The seed chooses between moves of about equal score; the
    /// choice depends only on the position and the seed.
    pub fn new(book: Book, inner: Box<dyn Engine<N::Game>>, seed: u64) -> BookEngine<N> {
        BookEngine { book, inner, seed }
    }
}

impl<N: EngineNode> Engine<N::Game> for BookEngine<N> {
    fn think(
        &mut self,
        game: &GameRecord<N::Game>,
        limits: &Limits<MoveOf<N>>,
        report: &mut dyn FnMut(&Report<MoveOf<N>>),
    ) -> Option<Thought<MoveOf<N>>> {
        let is_plain = limits.search_moves.is_empty() && limits.multi_pv <= 1 && game.outcome().is_none();
        let mut random = self.seed ^ book_key::<N>(game.position());
        if is_plain && let Some((mv, score)) = self.book.choose::<N>(game.position(), &mut random) {
            return Some(Thought {
                best: mv,
                lines: vec![Line {
                    score,
                    is_exact: false,
                    confidence: None,
                    depth: 0,
                    moves: vec![mv],
                }],
                nodes: 0,
                depth: 0,
                time: std::time::Duration::ZERO,
            });
        }
        self.inner.think(game, limits, report)
    }

    fn new_game(&mut self) {
        self.inner.new_game();
    }

    fn set_options(&mut self, options: &Options) {
        self.inner.set_options(options);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ataxx::AtaxxNode;
    use crate::loa::LoaNode;
    use crate::othello::OthelloNode;

    fn after<N: EngineNode>(record: &GameRecord<N::Game>) -> Vec<(MoveOf<N>, u64)> {
        let mut legal = MoveList::new();
        record.position().legal_moves(&mut legal);
        legal
            .iter()
            .map(|&mv| {
                let mut next = record.position().clone();
                next.play_unchecked(mv);
                (mv, book_key::<N>(&next))
            })
            .collect()
    }

    #[test]
    fn the_four_first_moves_of_othello_share_an_entry() {
        let keys: Vec<u64> = after::<OthelloNode>(&OthelloNode::start())
            .iter()
            .map(|&(_, key)| key)
            .collect();
        assert_eq!(keys, [keys[0]; 4]);
    }

    #[test]
    fn mirrored_moves_of_the_other_games_are_one_and_different_ones_are_not() {
        let mut keys: Vec<u64> = after::<AtaxxNode>(&AtaxxNode::start())
            .iter()
            .map(|m| m.1)
            .collect();
        keys.sort_unstable();
        keys.dedup();
        // From each of two corners there are sixteen moves in all; those off the diagonal come in pairs.
        assert_eq!(keys.len(), 5);
        let mut keys: Vec<u64> = after::<LoaNode>(&LoaNode::start()).iter().map(|m| m.1).collect();
        let n = keys.len();
        keys.sort_unstable();
        keys.dedup();
        assert_eq!(keys.len(), n / 4, "left and right, top and bottom");
    }

    #[test]
    fn a_book_is_read_as_it_was_written_and_damage_is_reported() {
        let book = Book::new([(7, Score(-30)), (3, Score(120))]);
        let mut bytes = book.to_bytes("loa");
        assert_eq!(Book::from_bytes("loa", &bytes), Ok(book));
        assert_eq!(Book::from_bytes("ataxx", &bytes), Err(BookError::Game));
        assert_eq!(Book::from_bytes("loa", b"PARL"), Err(BookError::Magic));
        assert_eq!(Book::from_bytes("loa", &bytes[..20]), Err(BookError::Damaged));
        bytes[26] ^= 1;
        assert_eq!(Book::from_bytes("loa", &bytes), Err(BookError::Damaged));
    }

    #[test]
    fn only_moves_that_are_nearly_as_good_as_the_best_are_chosen() {
        let start = LoaNode::start();
        let moves = after::<LoaNode>(&start);
        let (best, bad) = (
            moves[0].1,
            moves.iter().find(|m| m.1 != moves[0].1).expect("another move").1,
        );
        let book = Book::new([(best, Score(-50)), (bad, Score(200))]);
        for seed in 0..50 {
            let (mv, worth) = book
                .choose::<LoaNode>(start.position(), &mut { seed })
                .expect("a move of the book");
            assert_eq!(worth, Score(50));
            assert!(moves.iter().any(|&(other, key)| other == mv && key == best));
        }
        assert_eq!(Book::default().choose::<LoaNode>(start.position(), &mut 1), None);
    }

    fn the_embedded_book_has_several_ways_to_begin<N: EngineNode>() {
        let book = Book::from_bytes(N::NAME, N::BOOK).expect("a book");
        let mut first = std::collections::BTreeSet::new();
        for seed in 0..64 {
            let mut random = seed;
            let mut record = N::start();
            let mut keys = Vec::new();
            while let Some((mv, _)) = book.choose::<N>(record.position(), &mut random) {
                record.play(mv).expect("a legal move");
                keys.push(book_key::<N>(record.position()));
                if keys.len() == 6 {
                    break;
                }
            }
            assert!(keys.len() >= 2, "{} knows {} plies", N::NAME, keys.len());
            first.insert(keys);
        }
        assert!(first.len() > 3, "{} knows {} openings", N::NAME, first.len());
    }

    #[test]
    fn the_books_that_come_with_the_program_can_be_read_and_have_variety() {
        the_embedded_book_has_several_ways_to_begin::<OthelloNode>();
        the_embedded_book_has_several_ways_to_begin::<AtaxxNode>();
        the_embedded_book_has_several_ways_to_begin::<LoaNode>();
    }
}
