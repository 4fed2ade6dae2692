//! WTHOR, the database of tournament games: `.wtb` files of games, `.jou` and `.trn` files of names.
//!
//! All numbers are little-endian. Each file begins with a header of 16 bytes; then come records of one
//! length: 68 bytes for a game, 20 for a player's name, 26 for a tournament's. A move is ten times the row's
//! number plus the column's, both from 1; passes are omitted, and zeros pad the 60 moves. Games are on 8×8
//! from the standard start under the pass rule: the format can hold nothing else.

use parlor_core::{Color, GameRecord, Outcome, Square};
use thiserror::Error;

use crate::{Board, Illegal, Move, Rules};

const HEADER_BYTES: usize = 16;
const GAME_BYTES: usize = 68;
const MOVES_AT: usize = 8;
/// The usual depth, in empty squares, of theoretical scores.
const USUAL_DEPTH: u8 = 24;

/// The header of a file, without the number of records.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Header {
    /// When the file was written: the century (`20`), the year in it, the month and the day; zeros when
    /// unknown.
    pub made: [u8; 4],
    /// The year in which the games were played; 0 when unknown.
    pub year: u16,
    /// The number of empty squares at which the theoretical score was computed.
    pub depth: u8,
}

/// A game of a database.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WthorGame {
    /// The tournament's index in the file of tournaments.
    pub tournament: u16,
    /// Black's index in the file of players.
    pub black: u16,
    /// White's index in the file of players.
    pub white: u16,
    /// Black's discs at the end, with the empty squares counted for the winner.
    pub black_discs: u8,
    /// Black's discs at the end with perfect play of both sides from the header's depth on.
    pub theoretical: u8,
    /// The moves without passes.
    pub moves: Vec<Square>,
}

/// A file of games.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Database {
    /// The header.
    pub header: Header,
    /// The games.
    pub games: Vec<WthorGame>,
}

/// The reason why bytes are not a WTHOR file.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum WthorError {
    /// The file is shorter than its header.
    #[error("a file of {0} bytes is shorter than the header of 16")]
    NoHeader(usize),
    /// The length of the file does not match its header.
    #[error(
        "the header, at byte 5, promises {records} records of {length} bytes, but {found} bytes follow it"
    )]
    WrongLength {
        /// The number of records according to the header.
        records: u32,
        /// The length of a record.
        length: usize,
        /// The number of bytes after the header.
        found: usize,
    },
    /// The board is not 8×8.
    #[error("the header, at byte 13, says that the board's size is {0}, not 8")]
    OtherSize(u8),
    /// A number is not a square.
    #[error("game {game}, move {number} at byte {at}: {value} is not ten times a row plus a column")]
    NoSquare {
        /// The game's number, from 1.
        game: usize,
        /// The move's number in the game, from 1.
        number: usize,
        /// The position of the byte in the file, from 1.
        at: usize,
        /// The value of the byte.
        value: u8,
    },
    /// A move follows the end of the moves.
    #[error("game {game}, move {number} at byte {at}: {value} follows a zero")]
    AfterEnd {
        /// The game's number, from 1.
        game: usize,
        /// The move's number in the game, from 1.
        number: usize,
        /// The position of the byte in the file, from 1.
        at: usize,
        /// The value of the byte.
        value: u8,
    },
}

/// The reason why a game cannot be replayed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("move {number}: {reason}")]
pub struct ReplayError {
    /// The move's number, from 1, without passes.
    pub number: usize,
    /// What is wrong with it.
    pub reason: Illegal,
}

/// The reason why a game cannot be written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum CannotWrite {
    /// The game does not begin with the standard start.
    #[error("WTHOR holds only games that begin with the usual start")]
    OtherStart,
    /// The game follows other rules.
    #[error("WTHOR holds only games of the pass rule")]
    OtherRules,
}

impl WthorGame {
    /// Creates the record of a game between unnamed players. The actual score serves as the theoretical one.
    pub fn new(record: &GameRecord<Board>) -> Result<WthorGame, CannotWrite> {
        let position = record.position();
        if position.rules() != Rules::Pass {
            return Err(CannotWrite::OtherRules);
        }
        if *record.start() != Board::start(Rules::Pass) {
            return Err(CannotWrite::OtherStart);
        }
        let black_discs = black_discs(position);
        Ok(WthorGame {
            tournament: 0,
            black: 0,
            white: 0,
            black_discs,
            theoretical: black_discs,
            moves: record.moves().filter_map(Move::square).collect(),
        })
    }

    /// Replays the game and inserts the passes.
    pub fn replay(&self) -> Result<GameRecord<Board>, ReplayError> {
        let mut record = GameRecord::new(Board::start(Rules::Pass));
        for (index, &square) in self.moves.iter().enumerate() {
            // A pass is omitted where it is the only move. Where it is not, this call changes nothing.
            let _ = record.play(Move::PASS);
            record.play(Move::new(square)).map_err(|error| ReplayError {
                number: index + 1,
                reason: match error {
                    parlor_core::PlayError::Over => Illegal::Over,
                    parlor_core::PlayError::Illegal(reason) => reason,
                },
            })?;
        }
        Ok(record)
    }

    /// Returns the winner, by Black's discs.
    pub fn result(&self) -> Outcome {
        Outcome::by_majority(
            u32::from(self.black_discs),
            64 - u32::from(self.black_discs).min(64),
        )
    }
}

/// Returns Black's discs, with the empty squares counted for the side that leads, or halved.
fn black_discs(board: &Board) -> u8 {
    let (black, white) = (board.count(Color::Black), board.count(Color::White));
    let counted = match Outcome::by_majority(black, white) {
        Outcome::Win(Color::Black) => 64 - white,
        Outcome::Win(Color::White) => black,
        Outcome::Draw => 32,
    };
    counted as u8
}

/// Returns whether bytes look like a file of games: the length matches the header, which no text does.
pub fn looks_like_games(bytes: &[u8]) -> bool {
    bytes.len() >= HEADER_BYTES
        && bytes.len() - HEADER_BYTES == (u32_at(bytes, 4) as usize).saturating_mul(GAME_BYTES)
}

/// Reads a file of games.
///
/// ```
/// use parlor_othello::formats::wthor::{self, Database, WthorGame};
/// use parlor_othello::notation::transcript;
/// use parlor_othello::{Board, Rules};
///
/// let record = transcript::read(&Board::start(Rules::Pass), "f5d6c3")?;
/// let games = vec![WthorGame::new(&record)?];
/// let bytes = Database { games, ..Database::default() }.to_bytes();
/// assert_eq!(bytes[24..28], [56, 64, 33, 0]);
/// assert_eq!(wthor::read(&bytes)?.games[0].replay()?, record);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn read(bytes: &[u8]) -> Result<Database, WthorError> {
    let records = records(bytes, GAME_BYTES, u32_at_or_zero(bytes, 4))?;
    if !matches!(bytes[12], 0 | 8) {
        return Err(WthorError::OtherSize(bytes[12]));
    }
    let header = Header {
        made: [bytes[0], bytes[1], bytes[2], bytes[3]],
        year: u16_at(bytes, 10),
        // A file without a depth gets the usual one, which is written back.
        depth: match bytes[14] {
            0 => USUAL_DEPTH,
            depth => depth,
        },
    };
    let games = records.enumerate().map(|(index, record)| game(index, record));
    Ok(Database {
        header,
        games: games.collect::<Result<_, _>>()?,
    })
}

/// The kind of a file of names.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NamesOf {
    /// A `.jou` file: players.
    Players,
    /// A `.trn` file: tournaments.
    Tournaments,
}

impl NamesOf {
    const fn record_bytes(self) -> usize {
        match self {
            NamesOf::Players => 20,
            NamesOf::Tournaments => 26,
        }
    }
}

/// Returns whether bytes look like a file of names, and of which kind: the length matches the header, which
/// no text does.
pub fn looks_like_names(bytes: &[u8]) -> Option<NamesOf> {
    let body = bytes.len().checked_sub(HEADER_BYTES)?;
    let count = usize::from(u16_at(bytes, 8));
    [NamesOf::Players, NamesOf::Tournaments]
        .into_iter()
        .find(|of| count > 0 && body == count * of.record_bytes())
}

/// Reads a file of names: the players of a `.jou` file, whose records have 20 bytes, or the tournaments of a
/// `.trn` file, whose records have 26. Bytes outside ASCII are read as Latin-1.
pub fn read_names(bytes: &[u8]) -> Result<Vec<String>, WthorError> {
    let of = looks_like_names(bytes).unwrap_or(NamesOf::Players);
    let count = if bytes.len() < HEADER_BYTES {
        0
    } else {
        u32::from(u16_at(bytes, 8))
    };
    let names = records(bytes, of.record_bytes(), count)?;
    let name = |record: &[u8]| {
        let text = record.iter().take_while(|&&byte| byte != 0);
        text.map(|&byte| char::from(byte))
            .filter(|character| !character.is_control())
            .collect()
    };
    Ok(names.map(name).collect())
}

impl Database {
    /// Returns the bytes of a file with these games.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = self.header.made.to_vec();
        bytes.extend((self.games.len() as u32).to_le_bytes());
        bytes.extend([0; 2]);
        bytes.extend(self.header.year.to_le_bytes());
        let depth = if self.header.depth == 0 {
            USUAL_DEPTH
        } else {
            self.header.depth
        };
        bytes.extend([8, 0, depth, 0]);
        for game in &self.games {
            for number in [game.tournament, game.black, game.white] {
                bytes.extend(number.to_le_bytes());
            }
            bytes.extend([game.black_discs, game.theoretical]);
            let moves = game.moves.iter().map(|square| {
                let index = square.index() as u8;
                10 * (index / 8 + 1) + index % 8 + 1
            });
            bytes.extend(moves.chain(std::iter::repeat(0)).take(GAME_BYTES - MOVES_AT));
        }
        bytes
    }
}

/// Returns the records after the header, if the length of the file is correct.
fn records(bytes: &[u8], length: usize, records: u32) -> Result<std::slice::ChunksExact<'_, u8>, WthorError> {
    let body = bytes
        .get(HEADER_BYTES..)
        .ok_or(WthorError::NoHeader(bytes.len()))?;
    if (records as usize).checked_mul(length) != Some(body.len()) {
        return Err(WthorError::WrongLength {
            records,
            length,
            found: body.len(),
        });
    }
    Ok(body.chunks_exact(length))
}

fn game(index: usize, record: &[u8]) -> Result<WthorGame, WthorError> {
    let mut moves = Vec::new();
    for (offset, &value) in record.iter().enumerate().skip(MOVES_AT) {
        let (game, number) = (index + 1, offset - MOVES_AT + 1);
        let at = HEADER_BYTES + index * GAME_BYTES + offset + 1;
        let has_ended = moves.len() < number - 1;
        match (value, square(value)) {
            (0, _) => {}
            (_, Some(_)) if has_ended => {
                return Err(WthorError::AfterEnd {
                    game,
                    number,
                    at,
                    value,
                });
            }
            (_, Some(square)) => moves.push(square),
            (_, None) => {
                return Err(WthorError::NoSquare {
                    game,
                    number,
                    at,
                    value,
                });
            }
        }
    }
    Ok(WthorGame {
        tournament: u16_at(record, 0),
        black: u16_at(record, 2),
        white: u16_at(record, 4),
        black_discs: record[6],
        theoretical: record[7],
        moves,
    })
}

fn square(value: u8) -> Option<Square> {
    let (row, column) = (value / 10, value % 10);
    if (1..=8).contains(&row) && (1..=8).contains(&column) {
        Square::new(8 * (row - 1) + column - 1)
    } else {
        None
    }
}

fn u16_at(bytes: &[u8], at: usize) -> u16 {
    u16::from_le_bytes([bytes[at], bytes[at + 1]])
}

fn u32_at(bytes: &[u8], at: usize) -> u32 {
    u32::from(u16_at(bytes, at)) | u32::from(u16_at(bytes, at + 2)) << 16
}

fn u32_at_or_zero(bytes: &[u8], at: usize) -> u32 {
    if bytes.len() < at + 4 {
        0
    } else {
        u32_at(bytes, at)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::notation::transcript;

    /// Ends early with every disc black.
    const SHORT: &str = "e6f4e3f6g5d6e7f5c5";

    fn record(moves: &str) -> GameRecord<Board> {
        transcript::read(&Board::start(Rules::Pass), moves).unwrap()
    }

    fn file(games: &[&str]) -> Vec<u8> {
        let games = games.iter().map(|moves| WthorGame::new(&record(moves)).unwrap());
        let header = Header {
            made: [20, 26, 11, 15],
            year: 2026,
            depth: 22,
        };
        let games = games.collect();
        Database { header, games }.to_bytes()
    }

    #[test]
    fn a_file_reads_back_unchanged_and_its_games_can_be_replayed() {
        let bytes = file(&["f5d6c3d3c4", SHORT, ""]);
        assert_eq!(bytes.len(), 16 + 3 * 68);
        assert_eq!(bytes[4..16], [3, 0, 0, 0, 0, 0, 0xea, 7, 8, 0, 22, 0]);
        assert!(looks_like_games(&bytes));
        let database = read(&bytes).unwrap();
        assert_eq!(database.to_bytes(), bytes);
        assert_eq!(database.games[0].replay(), Ok(record("f5d6c3d3c4")));
        assert_eq!(database.games[1].replay(), Ok(record(SHORT)));
        assert_eq!(
            database.games[1].black_discs, 64,
            "empty squares go to the winner"
        );
        assert_eq!(database.games[1].result(), Outcome::Win(Color::Black));
        assert_eq!(database.games[2].moves, []);
    }

    /// A regression test from fuzzing: writing and reading again gave a different result.
    #[test]
    fn a_file_without_a_depth_is_read_as_it_is_written_again() {
        let mut bytes = file(&[SHORT]);
        bytes[14] = 0;
        let database = read(&bytes).unwrap();
        assert_eq!(database.header.depth, USUAL_DEPTH);
        assert_eq!(read(&database.to_bytes()), Ok(database));
    }

    #[test]
    fn passes_are_left_out_and_found_again() {
        let mut state = 5;
        let game = loop {
            let mut game = GameRecord::new(Board::start(Rules::Pass));
            while game.outcome().is_none() {
                let mut moves = parlor_core::MoveList::new();
                parlor_core::Game::legal_moves(game.position(), &mut moves);
                let pick = parlor_core::random::split_mix(&mut state) % moves.len() as u64;
                game.play(moves[pick as usize]).unwrap();
            }
            if game.moves().any(|mv| mv == Move::PASS) {
                break game;
            }
        };
        let games = vec![WthorGame::new(&game).unwrap()];
        let bytes = Database {
            games,
            ..Database::default()
        }
        .to_bytes();
        assert_eq!(read(&bytes).unwrap().games[0].replay(), Ok(game));
    }

    #[test]
    fn what_is_wrong_is_named_with_its_place() {
        let message = |bytes: &[u8]| read(bytes).unwrap_err().to_string();
        let good = file(&["f5d6c3", "f5"]);
        let with = |at: usize, value: u8| {
            let mut bytes = good.clone();
            bytes[at] = value;
            bytes
        };
        assert_eq!(
            message(b"abc"),
            "a file of 3 bytes is shorter than the header of 16"
        );
        assert_eq!(
            message(&good[..100]),
            "the header, at byte 5, promises 2 records of 68 bytes, but 84 bytes follow it"
        );
        assert_eq!(
            message(&with(12, 10)),
            "the header, at byte 13, says that the board's size is 10, not 8"
        );
        assert_eq!(
            message(&with(16 + 68 + 8, 59)),
            "game 2, move 1 at byte 93: 59 is not ten times a row plus a column"
        );
        assert_eq!(
            message(&with(16 + 68 + 10, 64)),
            "game 2, move 3 at byte 95: 64 follows a zero"
        );
        let replay = read(&with(16 + 68 + 8, 11)).unwrap().games[1].replay();
        assert_eq!(
            replay.unwrap_err().to_string(),
            "move 1: a disc on a1 outflanks nothing"
        );
    }

    #[test]
    fn names_are_read_from_records_of_either_length() {
        for (length, of) in [(20, NamesOf::Players), (26, NamesOf::Tournaments)] {
            let mut bytes = vec![0; 16];
            bytes[8] = 2;
            for name in ["???", "Ren\u{e9}e"] {
                let mut record: Vec<u8> = name.chars().map(|character| character as u8).collect();
                record.resize(length, 0);
                bytes.extend(record);
            }
            assert_eq!(read_names(&bytes), Ok(vec!["???".to_owned(), "Renée".to_owned()]));
            assert_eq!(looks_like_names(&bytes), Some(of));
            assert!(!looks_like_games(&bytes));
            bytes.pop();
            assert!(matches!(
                read_names(&bytes),
                Err(WthorError::WrongLength { records: 2, .. })
            ));
        }
    }

    #[test]
    fn only_games_of_the_usual_start_and_rule_are_written() {
        let other_rules = GameRecord::new(Board::start(Rules::NoMoveLoses));
        assert_eq!(WthorGame::new(&other_rules), Err(CannotWrite::OtherRules));
        let other_start = GameRecord::new(*record("f5").position());
        assert_eq!(WthorGame::new(&other_start), Err(CannotWrite::OtherStart));
    }

    proptest! {
        #[test]
        fn any_bytes_are_a_file_or_an_error(
            bytes in prop::collection::vec(any::<u8>(), 0..200),
            at in 0_usize..152,
            value in any::<u8>(),
        ) {
            let mut near = file(&["f5d6c3", "f5"]);
            near[at] = value;
            for bytes in [bytes, near] {
                if looks_like_names(&bytes).is_some() {
                    prop_assert!(read_names(&bytes).is_ok());
                }
                if let Ok(database) = read(&bytes) {
                    prop_assert!(looks_like_games(&bytes));
                    prop_assert_eq!(&read(&database.to_bytes()).unwrap().games, &database.games);
                    for game in database.games {
                        let _ = (game.result(), game.replay());
                    }
                }
            }
        }
    }
}
