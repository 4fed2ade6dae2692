//! Files of labelled positions.
//!
//! A file is a sequence of *batches*, each written at once. So a killed program leaves whole batches and at
//! most one broken tail, which is cut off when the file is opened again for writing. All numbers are
//! little-endian.
//!
//! | bytes | a batch |
//! | --- | --- |
//! | 8 | `PARLPOS1`, the magic with the version |
//! | 8 | the game: its name, padded with zeros |
//! | 8 | the number of the batch, which together with the settings determines its content |
//! | 8 | the number of positions |
//! | 32 each | the positions |
//! | 8 | the checksum of all bytes of the batch before it (64-bit FNV-1a) |
//!
//! | bytes | a position |
//! | --- | --- |
//! | 8 | the pieces of the side to move, one bit per square as in the game's own bitboards |
//! | 8 | the pieces of the other side |
//! | 8 | blocked squares |
//! | 2 | the search score for the side to move, in hundredths of a piece, or a proven distance |
//! | 2 | the move that was chosen, packed as in the transposition table, 0 if none |
//! | 1 | the result of the game for the side to move: the difference in discs or pieces, or ±1 and 0 |
//! | 1 | 0 when the first colour is to move, 1 when the second is; plus 2 when the score is exact |
//! | 1 | the number of the ply, 255 for more |
//! | 1 | the clock of games that have one |

use std::collections::BTreeSet;
use std::fs::{File, OpenOptions};
use std::io::{self, BufReader, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use parlor_core::{Color, Score, checksum};
use thiserror::Error;

const MAGIC: &[u8; 8] = b"PARLPOS1";
const HEADER_LEN: usize = 32;
const RECORD_LEN: usize = 32;
const CHECKSUM_LEN: usize = 8;
/// The maximum number of positions of a batch: a greater number means damage.
const MAX_BATCH: u64 = 10_000_000;

/// A position with its labels.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Labelled {
    /// The pieces of the side to move.
    pub own: u64,
    /// The pieces of the other side.
    pub other: u64,
    /// Blocked squares.
    pub blocks: u64,
    /// The search score for the side to move.
    pub score: Score,
    /// The packed move that was chosen, 0 if none.
    pub mv: u16,
    /// The result of the game for the side to move.
    pub result: i8,
    /// The side to move.
    pub turn: Color,
    /// Whether the score is proven.
    pub is_exact: bool,
    /// The number of the ply.
    pub ply: u8,
    /// The clock, in games that have one.
    pub clock: u8,
}

impl Labelled {
    fn to_bytes(self) -> [u8; RECORD_LEN] {
        let mut bytes = [0; RECORD_LEN];
        bytes[..8].copy_from_slice(&self.own.to_le_bytes());
        bytes[8..16].copy_from_slice(&self.other.to_le_bytes());
        bytes[16..24].copy_from_slice(&self.blocks.to_le_bytes());
        bytes[24..26].copy_from_slice(&(self.score.0 as i16).to_le_bytes());
        bytes[26..28].copy_from_slice(&self.mv.to_le_bytes());
        bytes[28] = self.result as u8;
        bytes[29] = u8::from(self.turn == Color::White) | u8::from(self.is_exact) << 1;
        bytes[30] = self.ply;
        bytes[31] = self.clock;
        bytes
    }

    fn from_bytes(bytes: &[u8; RECORD_LEN]) -> Labelled {
        let set = |at: usize| {
            let mut word = [0; 8];
            word.copy_from_slice(&bytes[at..at + 8]);
            u64::from_le_bytes(word)
        };
        Labelled {
            own: set(0),
            other: set(8),
            blocks: set(16),
            score: Score(i32::from(i16::from_le_bytes([bytes[24], bytes[25]]))),
            mv: u16::from_le_bytes([bytes[26], bytes[27]]),
            result: bytes[28] as i8,
            turn: if bytes[29] & 1 == 0 {
                Color::Black
            } else {
                Color::White
            },
            is_exact: bytes[29] & 2 != 0,
            ply: bytes[30],
            clock: bytes[31],
        }
    }
}

/// Positions that were generated together.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Batch {
    /// The number of the batch.
    pub number: u64,
    /// Its positions.
    pub positions: Vec<Labelled>,
}

/// The reason why a positions file cannot be used.
#[derive(Debug, Error)]
pub enum PositionsError {
    /// The file cannot be read or written.
    #[error("{}: {error}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// The error from the system.
        error: io::Error,
    },
    /// The file does not contain positions of the requested game.
    #[error("{}: not a file of positions of {game}", path.display())]
    Kind {
        /// The file.
        path: PathBuf,
        /// The requested game.
        game: &'static str,
    },
}

fn name_field(game: &str) -> [u8; 8] {
    let mut field = [0; 8];
    for (place, byte) in field.iter_mut().zip(game.bytes()) {
        *place = byte;
    }
    field
}

fn to_bytes(game: &str, batch: &Batch) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(HEADER_LEN + RECORD_LEN * batch.positions.len() + CHECKSUM_LEN);
    bytes.extend(MAGIC);
    bytes.extend(name_field(game));
    bytes.extend(batch.number.to_le_bytes());
    bytes.extend((batch.positions.len() as u64).to_le_bytes());
    for position in &batch.positions {
        bytes.extend(position.to_bytes());
    }
    let sum = checksum(&bytes);
    bytes.extend(sum.to_le_bytes());
    bytes
}

enum Next {
    Batch(Batch),
    End,
    Broken,
    WrongKind,
}

fn read_batch(game: &str, input: &mut impl Read) -> io::Result<Next> {
    let mut bytes = vec![0; HEADER_LEN];
    let found = fill(input, &mut bytes)?;
    if found == 0 {
        return Ok(Next::End);
    }
    if found >= 16 && (bytes[..8] != MAGIC[..] || bytes[8..16] != name_field(game)) {
        return Ok(Next::WrongKind);
    }
    if found < HEADER_LEN {
        return Ok(Next::Broken);
    }
    let word = |at: usize| u64::from_le_bytes(std::array::from_fn(|i| bytes[at + i]));
    let (number, len) = (word(16), word(24));
    if len > MAX_BATCH {
        return Ok(Next::Broken);
    }
    let body = RECORD_LEN * len as usize;
    bytes.resize(HEADER_LEN + body + CHECKSUM_LEN, 0);
    if fill(input, &mut bytes[HEADER_LEN..])? < body + CHECKSUM_LEN {
        return Ok(Next::Broken);
    }
    let (content, sum) = bytes.split_at(HEADER_LEN + body);
    if sum != checksum(content).to_le_bytes() {
        return Ok(Next::Broken);
    }
    let records = content[HEADER_LEN..].as_chunks::<RECORD_LEN>().0;
    Ok(Next::Batch(Batch {
        number,
        positions: records.iter().map(Labelled::from_bytes).collect(),
    }))
}

fn fill(input: &mut impl Read, bytes: &mut [u8]) -> io::Result<usize> {
    let mut n = 0;
    while n < bytes.len() {
        match input.read(&mut bytes[n..]) {
            Ok(0) => break,
            Ok(more) => n += more,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(n)
}

/// Reads a file batch by batch, up to its end or to the first damage.
pub fn read(path: &Path, game: &'static str, mut each: impl FnMut(Batch)) -> Result<(), PositionsError> {
    let at = |error| PositionsError::Io {
        path: path.to_owned(),
        error,
    };
    let mut input = BufReader::new(File::open(path).map_err(at)?);
    loop {
        match read_batch(game, &mut input).map_err(at)? {
            Next::Batch(batch) => each(batch),
            Next::End | Next::Broken => return Ok(()),
            Next::WrongKind => {
                return Err(PositionsError::Kind {
                    path: path.to_owned(),
                    game,
                });
            }
        }
    }
}

/// The location of a batch in its file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BatchLocation {
    /// The number of the batch.
    pub number: u64,
    /// The offset of its first position.
    offset: u64,
    /// The number of positions.
    pub n_positions: usize,
}

/// A file whose batches can be read in any order. Batches that are added after it was opened are not visible.
#[derive(Debug)]
pub struct IndexedPositions {
    file: File,
    path: PathBuf,
    places: Vec<BatchLocation>,
}

impl IndexedPositions {
    /// Opens a file, checks all batches up to its end or to the first damage, passes each to the callback
    /// once and records its location.
    pub fn open(
        path: &Path,
        game: &'static str,
        mut each: impl FnMut(&Batch),
    ) -> Result<IndexedPositions, PositionsError> {
        let mut places = Vec::new();
        let mut end = 0;
        read(path, game, |batch| {
            let n_positions = batch.positions.len();
            places.push(BatchLocation {
                number: batch.number,
                offset: end + HEADER_LEN as u64,
                n_positions,
            });
            end += (HEADER_LEN + RECORD_LEN * n_positions + CHECKSUM_LEN) as u64;
            each(&batch);
        })?;
        let file = File::open(path).map_err(|error| PositionsError::Io {
            path: path.to_owned(),
            error,
        })?;
        Ok(IndexedPositions {
            file,
            path: path.to_owned(),
            places,
        })
    }

    /// Returns the locations of the batches, in the order of the file.
    pub fn places(&self) -> &[BatchLocation] {
        &self.places
    }

    /// Appends the positions of a batch to a list. Its checksum was checked when the file was opened.
    pub fn read(&mut self, place: &BatchLocation, into: &mut Vec<Labelled>) -> Result<(), PositionsError> {
        let mut bytes = vec![0; RECORD_LEN * place.n_positions];
        self.file
            .seek(SeekFrom::Start(place.offset))
            .and_then(|_| self.file.read_exact(&mut bytes))
            .map_err(|error| PositionsError::Io {
                path: self.path.clone(),
                error,
            })?;
        into.extend(bytes.as_chunks::<RECORD_LEN>().0.iter().map(Labelled::from_bytes));
        Ok(())
    }
}

/// A file to which batches can be added.
#[derive(Debug)]
pub struct PositionsFile {
    file: File,
    path: PathBuf,
    game: &'static str,
    numbers: BTreeSet<u64>,
    n_positions: u64,
}

impl PositionsFile {
    /// Opens a file for writing, or creates it. Cuts off a broken tail.
    pub fn open(path: &Path, game: &'static str) -> Result<PositionsFile, PositionsError> {
        let at = |error| PositionsError::Io {
            path: path.to_owned(),
            error,
        };
        let mut numbers = BTreeSet::new();
        let mut n_positions = 0;
        let mut whole = 0;
        if path.exists() {
            read(path, game, |batch| {
                numbers.insert(batch.number);
                n_positions += batch.positions.len() as u64;
                whole += (HEADER_LEN + RECORD_LEN * batch.positions.len() + CHECKSUM_LEN) as u64;
            })?;
        }
        let mut file = OpenOptions::new()
            .create(true)
            .write(true)
            .truncate(false)
            .open(path)
            .map_err(at)?;
        file.set_len(whole).map_err(at)?;
        file.seek(SeekFrom::End(0)).map_err(at)?;
        Ok(PositionsFile {
            file,
            path: path.to_owned(),
            game,
            numbers,
            n_positions,
        })
    }

    /// Returns whether a batch with this number exists.
    pub fn contains(&self, number: u64) -> bool {
        self.numbers.contains(&number)
    }

    /// Returns the number of batches.
    pub fn n_batches(&self) -> usize {
        self.numbers.len()
    }

    /// Returns the number of positions.
    pub fn n_positions(&self) -> u64 {
        self.n_positions
    }

    /// Adds a batch.
    pub fn add(&mut self, batch: &Batch) -> Result<(), PositionsError> {
        let written = self.file.write_all(&to_bytes(self.game, batch));
        written.map_err(|error| PositionsError::Io {
            path: self.path.clone(),
            error,
        })?;
        self.numbers.insert(batch.number);
        self.n_positions += batch.positions.len() as u64;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn batch(number: u64) -> Batch {
        let position = |n: u64| Labelled {
            own: n * 3,
            other: !n,
            blocks: n << 40,
            score: Score(if n.is_multiple_of(2) { -345 } else { 31_990 }),
            mv: 65 + n as u16,
            result: -(n as i8),
            turn: if n.is_multiple_of(3) {
                Color::Black
            } else {
                Color::White
            },
            is_exact: n.is_multiple_of(2),
            ply: n as u8,
            clock: 7,
        };
        Batch {
            number,
            positions: (0..10).map(position).collect(),
        }
    }

    fn all(path: &Path) -> Vec<Batch> {
        let mut batches = Vec::new();
        read(path, "loa", |batch| batches.push(batch)).expect("a file of positions");
        batches
    }

    #[test]
    fn batches_are_read_as_they_were_written() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("positions");
        let mut file = PositionsFile::open(&path, "loa").expect("a new file");
        for number in [4, 0, 9] {
            file.add(&batch(number)).expect("room on the disk");
        }
        assert_eq!(all(&path), [batch(4), batch(0), batch(9)]);
    }

    #[test]
    fn batches_are_found_again_in_any_order_and_a_growing_tail_is_left_out() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("positions");
        let mut bytes = [to_bytes("loa", &batch(4)), to_bytes("loa", &batch(0))].concat();
        bytes.extend(&to_bytes("loa", &batch(9))[..100]);
        std::fs::write(&path, &bytes).expect("room");
        let mut shown = Vec::new();
        let mut file = IndexedPositions::open(&path, "loa", |batch| shown.push(batch.clone()))
            .expect("a file of positions");
        assert_eq!(shown, [batch(4), batch(0)]);
        let places = file.places().to_vec();
        assert_eq!(places.len(), 2);
        let mut found = Vec::new();
        for place in places.iter().rev() {
            file.read(place, &mut found).expect("positions");
        }
        assert_eq!(found, [batch(0).positions, batch(4).positions].concat());
    }

    #[test]
    fn a_broken_tail_is_cut_off_and_the_file_continues() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("positions");
        let mut file = PositionsFile::open(&path, "loa").expect("a new file");
        file.add(&batch(1)).expect("room");
        file.add(&batch(2)).expect("room");
        let bytes = std::fs::read(&path).expect("the file");
        for cut in [1, 7, 8, 100, bytes.len() / 2 - 1] {
            std::fs::write(&path, &bytes[..bytes.len() - cut]).expect("room");
            let mut file = PositionsFile::open(&path, "loa").expect("a file that can be continued");
            assert!(file.contains(1) && !file.contains(2), "{cut} bytes missing");
            assert_eq!(file.n_positions(), 10);
            file.add(&batch(3)).expect("room");
            assert_eq!(all(&path), [batch(1), batch(3)]);
        }
    }

    #[test]
    fn a_damaged_byte_ends_the_file_before_its_batch() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("positions");
        std::fs::write(
            &path,
            [to_bytes("loa", &batch(1)), to_bytes("loa", &batch(2))].concat(),
        )
        .expect("room");
        let mut bytes = std::fs::read(&path).expect("the file");
        let middle = bytes.len() * 3 / 4;
        bytes[middle] ^= 4;
        std::fs::write(&path, &bytes).expect("room");
        assert_eq!(all(&path), [batch(1)]);
    }

    #[test]
    fn another_games_file_or_any_other_is_refused_and_left_alone() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("positions");
        for content in [
            to_bytes("ataxx", &batch(1)),
            b"a letter to a friend, which is long enough".to_vec(),
        ] {
            std::fs::write(&path, &content).expect("room");
            let error = PositionsFile::open(&path, "loa").expect_err("a file of another kind");
            assert!(
                error.to_string().ends_with("not a file of positions of loa"),
                "{error}"
            );
            assert_eq!(std::fs::read(&path).expect("the file"), content);
        }
    }
}
