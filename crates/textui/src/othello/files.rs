//! Formats of game files: reading and writing.

use std::fmt::Write as _;
use std::path::Path;

use parlor_core::{Color, GameRecord, PerColor};
use parlor_othello::formats::ggf::{self, GgfError, GgfGame, NotSquare};
use parlor_othello::formats::wthor::{self, CannotWrite, Database, WthorError, WthorGame};
use parlor_othello::notation::transcript::{self, TranscriptError};
use parlor_othello::{Board, GridBoard, Position, Rules, Size};
use thiserror::Error;

/// A game with everything that a file may store about it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct SavedGame {
    pub(super) record: GameRecord<GridBoard>,
    pub(super) resigned: Option<Color>,
    pub(super) players: PerColor<String>,
}

impl SavedGame {
    /// Whether the game has anything worth saving.
    pub(super) fn is_begun(&self) -> bool {
        !self.record.is_empty() || self.resigned.is_some()
    }
}

/// The format to write a file in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Format {
    Transcript,
    Ggf,
    Wthor,
}

impl Format {
    /// Chooses the format by the file name extension.
    fn of(path: &Path) -> Format {
        let name = path.to_string_lossy().to_ascii_lowercase();
        match name.rsplit_once('.').map(|(_, end)| end) {
            Some("ggf") => Format::Ggf,
            Some("wtb") => Format::Wthor,
            _ => Format::Transcript,
        }
    }
}

/// Why games cannot be written.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub(super) enum WriteError {
    #[error("{0}; a transcript holds this game")]
    Ggf(#[from] NotSquare),
    #[error("{0}; a transcript or GGF holds this game")]
    Wthor(#[from] CannotWrite),
    #[error("WTHOR holds only boards of 8x8, not one of {0}; a transcript holds this game")]
    Size(Size),
    #[error("a transcript holds only games from the usual start; GGF holds this game")]
    Start,
}

/// Writes games in the format that the file name asks for.
pub(super) fn write<'a>(
    path: &Path,
    games: impl Iterator<Item = &'a SavedGame>,
) -> Result<Vec<u8>, WriteError> {
    let mut text = String::new();
    match Format::of(path) {
        Format::Transcript => {
            for kept in games {
                let start = kept.record.start();
                if *start != GridBoard::start(start.size(), start.rules()) {
                    return Err(WriteError::Start);
                }
                text += &transcript::write(&kept.record);
                text.push('\n');
            }
        }
        Format::Ggf => {
            for kept in games {
                // Writing to a string cannot fail.
                let _ = writeln!(text, "{}", to_ggf(kept)?);
            }
        }
        Format::Wthor => {
            let games = games.map(to_wthor).collect::<Result<_, _>>()?;
            let header = Default::default();
            return Ok(Database { header, games }.to_bytes());
        }
    }
    Ok(text.into_bytes())
}

fn to_ggf(kept: &SavedGame) -> Result<GgfGame, NotSquare> {
    let mut game = GgfGame::new(&kept.record)?;
    game.push_tag("PB", &kept.players[Color::Black]);
    game.push_tag("PW", &kept.players[Color::White]);
    let position = kept.record.position();
    let count = |color| position.count(color) as i32;
    let lead = count(Color::Black) - count(Color::White);
    let area = position.size().area() as i32;
    match (kept.resigned, kept.record.outcome()) {
        (Some(Color::Black), _) => game.push_result(-area, true),
        (Some(Color::White), _) => game.push_result(area, true),
        (None, Some(_)) => game.push_result(lead, false),
        (None, None) => {}
    }
    Ok(game)
}

fn to_wthor(kept: &SavedGame) -> Result<WthorGame, WriteError> {
    let start = kept.record.start();
    if start.size() != Size::STANDARD {
        return Err(WriteError::Size(start.size()));
    }
    if start.rules() != Rules::Pass {
        return Err(CannotWrite::OtherRules.into());
    }
    if *start != GridBoard::from(&Board::start(Rules::Pass)) {
        return Err(CannotWrite::OtherStart.into());
    }
    // The start is the standard one, so every legal move of one board is legal on the other.
    let record = transcript::read(&Board::start(Rules::Pass), &transcript::write(&kept.record));
    Ok(WthorGame::new(&record.map_err(|_| CannotWrite::OtherStart)?)?)
}

/// Why a game cannot be read.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub(super) enum ReadError {
    #[error("the file is empty")]
    Empty,
    #[error("there is no game {number}: the file has {found}")]
    NoSuchGame { number: usize, found: usize },
    #[error(transparent)]
    Ggf(#[from] GgfError),
    #[error("game {number}: {reason}")]
    GgfReplay { number: usize, reason: ggf::ReplayError },
    #[error(transparent)]
    Wthor(#[from] WthorError),
    #[error("game {number}: {reason}")]
    WthorReplay {
        number: usize,
        reason: wthor::ReplayError,
    },
    #[error("line {line}: {reason}")]
    Transcript { line: usize, reason: TranscriptError },
    #[error("by the rule that who cannot move loses, {0}")]
    OtherRules(TranscriptError),
}

/// A game read from a file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct LoadedGame {
    pub(super) record: GameRecord<GridBoard>,
    pub(super) resigned: Option<Color>,
    /// The number of games in the file.
    pub(super) of: usize,
    /// The numbers of a WTHOR game's tournament and players.
    pub(super) numbers: Option<[u16; 3]>,
    /// The file's description of the players.
    pub(super) about: Option<String>,
}

/// Reads the game with this number, counted from 1, in any format. `size` applies to transcripts, which do not
/// store a size, and `rules` to all formats, which do not store rules.
pub(super) fn read(bytes: &[u8], number: usize, size: Size, rules: Rules) -> Result<LoadedGame, ReadError> {
    // Text contains no zero bytes, and every WTHOR file contains some.
    if bytes.contains(&0) {
        return read_wthor(bytes, number, rules);
    }
    let text = String::from_utf8_lossy(bytes);
    let begin =
        text.trim_start_matches(|character: char| character.is_whitespace() || character.is_ascii_digit());
    if begin.starts_with('(') {
        return read_ggf(&text, number, rules);
    }
    let lines = text.lines().zip(1..).filter(|(line, _)| !line.trim().is_empty());
    let lines: Vec<(&str, usize)> = lines.collect();
    if lines.is_empty() && number == 1 {
        return Err(ReadError::Empty);
    }
    let &(moves, line) = nth(&lines, number)?;
    let start = GridBoard::start(size, rules);
    let record = transcript::read(&start, moves).map_err(|reason| ReadError::Transcript { line, reason })?;
    Ok(LoadedGame {
        record,
        resigned: None,
        of: lines.len(),
        numbers: None,
        about: None,
    })
}

fn read_ggf(text: &str, number: usize, rules: Rules) -> Result<LoadedGame, ReadError> {
    let games = ggf::read(text)?;
    let game = nth(&games, number)?;
    let record = game
        .replay(rules)
        .map_err(|reason| ReadError::GgfReplay { number, reason })?;
    let names = (game.tag("PB"), game.tag("PW"));
    let about = match names {
        (Some(black), Some(white)) => Some(format!("{} against {}", shown(black), shown(white))),
        _ => None,
    };
    Ok(LoadedGame {
        resigned: game.resigned().filter(|_| record.outcome().is_none()),
        record,
        of: games.len(),
        numbers: None,
        about,
    })
}

fn read_wthor(bytes: &[u8], number: usize, rules: Rules) -> Result<LoadedGame, ReadError> {
    let games = wthor::read(bytes)?.games;
    let game = nth(&games, number)?;
    let record = game
        .replay()
        .map_err(|reason| ReadError::WthorReplay { number, reason })?;
    let moves = transcript::write(&record);
    let record = transcript::read(&GridBoard::start(Size::STANDARD, rules), &moves);
    Ok(LoadedGame {
        record: record.map_err(ReadError::OtherRules)?,
        resigned: None,
        of: games.len(),
        numbers: Some([game.tournament, game.black, game.white]),
        about: None,
    })
}

fn nth<T>(games: &[T], number: usize) -> Result<&T, ReadError> {
    let found = games.len();
    let game = number.checked_sub(1).and_then(|index| games.get(index));
    game.ok_or(ReadError::NoSuchGame { number, found })
}

/// A name from a file, without control characters, which could upset a terminal.
pub(super) fn shown(name: &str) -> String {
    name.chars()
        .filter(|character| !character.is_control())
        .take(60)
        .collect()
}

/// The path of a WTHOR file of names (players or tournaments) in the same folder as a file of games.
pub(super) fn in_same_folder(path: &str, name: &str) -> String {
    let folder = path.rfind(['/', '\\']).map_or(0, |at| at + 1);
    format!("{}{name}", &path[..folder])
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn kept(moves: &str, size: Size) -> SavedGame {
        SavedGame {
            record: transcript::read(&GridBoard::start(size, Rules::Pass), moves).unwrap(),
            resigned: None,
            players: PerColor(["human".into(), "weights".into()]),
        }
    }

    #[test]
    fn every_format_is_recognised_by_its_contents() {
        let size = Size::STANDARD;
        let games = [kept("f5d6c3", size), kept("e6f4e3f6g5d6e7f5c5", size)];
        for name in ["a", "a.txt", "a.b/c.GGF", "games.wtb"] {
            let bytes = write(Path::new(name), games.iter()).unwrap();
            for (number, game) in (1..).zip(&games) {
                let found = read(&bytes, number, size, Rules::Pass).unwrap();
                assert_eq!((&found.record, found.of), (&game.record, 2), "{name}");
            }
            let error = read(&bytes, 3, size, Rules::Pass).unwrap_err();
            assert_eq!(error.to_string(), "there is no game 3: the file has 2");
        }
    }

    #[test]
    fn ggf_keeps_the_size_the_start_and_a_resignation() {
        let size = Size::new(6, 6).unwrap();
        let mut game = kept("e4e3", size);
        game.resigned = Some(Color::White);
        let bytes = write(Path::new("a.ggf"), [&game].into_iter()).unwrap();
        let found = read(&bytes, 1, Size::STANDARD, Rules::Pass).unwrap();
        assert_eq!(
            (found.record.clone(), found.resigned),
            (game.record, Some(Color::White))
        );
        assert_eq!(found.about.as_deref(), Some("human against weights"));
        // A game that starts from the middle of another.
        game = SavedGame {
            record: GameRecord::new(*found.record.position()),
            resigned: None,
            ..kept("", size)
        };
        assert_eq!(
            write(Path::new("a.txt"), [&game].into_iter()),
            Err(WriteError::Start)
        );
        let bytes = write(Path::new("a.ggf"), [&game].into_iter()).unwrap();
        assert_eq!(
            read(&bytes, 1, Size::STANDARD, Rules::Pass).unwrap().record,
            game.record
        );
    }

    #[test]
    fn a_game_that_a_format_cannot_store_is_refused_with_a_reason() {
        let oblong = kept("", Size::new(6, 10).unwrap());
        let message = |name: &str, game: &SavedGame| {
            write(Path::new(name), [game].into_iter())
                .unwrap_err()
                .to_string()
        };
        assert_eq!(
            message("a.ggf", &oblong),
            "GGF holds square boards only, not one of 6x10; a transcript holds this game"
        );
        assert_eq!(
            message("a.wtb", &oblong),
            "WTHOR holds only boards of 8x8, not one of 6x10; a transcript holds this game"
        );
        let mut game = kept("f5", Size::STANDARD);
        game.record = GameRecord::new(GridBoard::start(Size::STANDARD, Rules::NoMoveLoses));
        assert!(message("a.wtb", &game).starts_with("WTHOR holds only games of the pass rule"));
    }

    #[test]
    fn files_of_names_are_in_the_folder_of_the_games() {
        assert_eq!(in_same_folder("games/WTH_1977.wtb", "WTH.JOU"), "games/WTH.JOU");
        assert_eq!(in_same_folder("a.wtb", "WTH.JOU"), "WTH.JOU");
    }

    proptest! {
        #[test]
        fn all_bytes_are_a_game_or_a_printable_error(
            bytes in prop::collection::vec(any::<u8>(), 0..100),
            text in "[(;)A-Z\\[\\]a-h1-8 \n*O-]{0,60}",
            number in 0_usize..3,
        ) {
            for bytes in [bytes, text.into_bytes()] {
                if let Err(error) = read(&bytes, number, Size::STANDARD, Rules::Pass) {
                    prop_assert!(!error.to_string().contains(char::is_control));
                }
            }
        }
    }
}
