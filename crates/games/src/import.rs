//! Reads games from texts and files and detects the format by the content. Supports every format that
//! [`export`](crate::export) writes.

mod reader;

use parlor_core::{Outcome, PerColor};
use parlor_othello::formats::ggf;
use parlor_othello::formats::wthor;
use parlor_othello::notation::transcript::TranscriptError;
use thiserror::Error;

use crate::annotated::Annotated;
use crate::any::AnyGame;
use crate::date::Date;
use crate::kind::Kind;
use crate::othello::files::WthorNames;
use crate::pgn::{self, TaggedGame};
use crate::problem::GameProblem;
use crate::spec::Spec;
use crate::{ataxx, loa, othello};

pub use reader::{GameReader, Names};

/// An imported game or position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Imported {
    /// The other information about it in the file.
    pub details: Details,
    /// The game, at its last move.
    pub game: AnyGame,
    /// The names of Black and White, if known.
    pub names: PerColor<Option<String>>,
}

/// The information in a file about one of its games or positions, besides the names.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Details {
    /// Its number in the file, from 1, if the file has several.
    pub number: Option<u32>,
    /// The final number of discs of each side.
    pub discs: Option<[u32; 2]>,
    /// Where it was played.
    pub event: Option<String>,
    /// The year in which it was played.
    pub year: Option<u32>,
    /// The day on which it was played.
    pub date: Option<Date>,
    /// The result according to the file: a player may have resigned.
    pub result: Option<Outcome>,
    /// The score of a position for the side to move.
    pub worth: Option<i32>,
    /// How it ended, as text.
    pub termination: Option<String>,
    /// When it was last played, in milliseconds since 1970.
    pub played_at: Option<u64>,
    /// Its variations and annotations, if any.
    pub notes: Option<Annotated>,
}

/// The error for a collection without a playable game: the problem of the first game.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{}{reason}", number.map_or_else(String::new, |number| format!("game {number}: ")))]
pub struct NoGame {
    /// The number of the first game, from 1; `None` if there is none.
    pub number: Option<u32>,
    /// The problem as text.
    pub reason: String,
    /// The problem as a code, if there is one.
    pub problem: Option<Box<GameProblem>>,
}

impl NoGame {
    /// Creates the error for a game that cannot be replayed for this reason.
    pub fn because(reason: impl ToString, problem: Option<GameProblem>) -> NoGame {
        NoGame {
            number: None,
            reason: reason.to_string(),
            problem: problem.map(Box::new),
        }
    }
}

/// The reason why nothing was imported.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum ImportError {
    /// A game in Parlor's own format is malformed.
    #[error("this game cannot be read: {0}")]
    Parlor(#[from] pgn::ParseGameError),
    /// None of several games in Parlor's own format can be read.
    #[error("no game of this file can be read: {0}")]
    Parlors(NoGame),
    /// An SGF collection has no game that can be replayed.
    #[error("no game of this SGF file can be replayed: {0}")]
    Sgf(NoGame),
    /// A GGF collection is malformed.
    #[error("this GGF file cannot be read: {0}")]
    GgfText(#[from] ggf::GgfError),
    /// A GGF collection has no game that can be replayed.
    #[error("no game of this GGF file can be replayed: {0}")]
    Ggf(NoGame),
    /// A WTHOR file is malformed.
    #[error("this WTHOR file cannot be read: {0}")]
    WthorBytes(#[from] wthor::WthorError),
    /// A WTHOR file has no game that can be replayed.
    #[error("no game of this WTHOR file can be replayed: {0}")]
    Wthor(NoGame),
    /// A move of an Othello transcript is illegal.
    #[error("this game of Othello cannot be played: {0}")]
    Transcript(#[from] TranscriptError),
    /// A file of names comes without its games.
    #[error(
        "this is a list of names of a WTHOR database: choose it together with the .wtb file of the games"
    )]
    NamesOnly,
    /// The format is unknown.
    #[error("this is no game or position that Parlor knows: {0}")]
    Unknown(String),
}

/// Returns every game and position of a file: Parlor's own games, Othello transcripts, GGF, WTHOR and OBF,
/// moves and FEN of Ataxx, and SGF and position strings of Lines of Action. Never empty.
pub fn read(bytes: &[u8]) -> Result<Vec<Imported>, ImportError> {
    read_files(&[bytes])
}

/// Returns the games of several files that belong together, with the names from WTHOR's `.jou` and `.trn`
/// files if those are among them.
pub fn read_files(files: &[&[u8]]) -> Result<Vec<Imported>, ImportError> {
    let mut names = WthorNames::default();
    let mut games_of = Vec::new();
    for &bytes in files {
        if !othello::files::names_of(bytes, &mut names)? {
            games_of.push(bytes);
        }
    }
    if games_of.is_empty() && !files.is_empty() {
        return Err(ImportError::NamesOnly);
    }
    let mut found = Vec::new();
    for bytes in games_of {
        found.extend(read_file(bytes, &names)?);
    }
    Ok(found)
}

fn read_file(bytes: &[u8], names: &WthorNames) -> Result<Vec<Imported>, ImportError> {
    if wthor::looks_like_games(bytes) {
        return othello::files::read_wthor(bytes, names);
    }
    let text = String::from_utf8_lossy(bytes);
    let text = text.trim();
    if text.starts_with('[') {
        return read_parlor(text);
    }
    if text.starts_with('(') {
        return if is_ggf(text) {
            othello::files::read_ggf(text)
        } else {
            loa::files::read_sgf(bytes)
        };
    }
    if let Some(games) = read_moves(text, |text| othello::files::read_transcript(text)?.ok()) {
        return Ok(games);
    }
    if let Some(game) = othello::files::read_transcript(text) {
        return Ok(vec![imported(game?, PerColor::default())]);
    }
    if let Some(games) = read_moves(text, |text| {
        ataxx::files::read_moves(text).or_else(|| read_any_moves(text))
    }) {
        return Ok(games);
    }
    let mut reasons = Vec::new();
    for &kind in Kind::KNOWN {
        match AnyGame::from_position(&Spec::default_for(kind), text) {
            Ok(game) => return Ok(vec![imported(game, PerColor::default())]),
            Err(error) => reasons.push(format!("{}: {error}", kind.title())),
        }
    }
    let positions = othello::files::read_positions(text);
    if positions.is_empty() {
        return Err(ImportError::Unknown(reasons.join("; ")));
    }
    Ok(positions)
}

/// Returns whether property trees are GGF: both GGF and SGF use this syntax, and only GGF gives the game's
/// name as a word.
fn is_ggf(text: &str) -> bool {
    let start = text.get(..200).unwrap_or(text);
    start.to_ascii_lowercase().contains("gm[othello")
}

/// Returns a game from the standard start of the first game that accepts these moves.
fn read_any_moves(text: &str) -> Option<AnyGame> {
    Kind::KNOWN.iter().find_map(|&kind| {
        let mut game = AnyGame::new(&Spec::default_for(kind)).ok()?;
        for word in text.split_whitespace() {
            let is_number = word
                .strip_suffix('.')
                .is_some_and(|digits| digits.parse::<u32>().is_ok());
            if !is_number {
                game.play(word).ok()?;
            }
        }
        (!game.is_empty()).then_some(game)
    })
}

/// Reads games in Parlor's own format, one after the other: each begins with its `Game` tag.
fn read_parlor(text: &str) -> Result<Vec<Imported>, ImportError> {
    let mut splitter = Splitter::default();
    let mut games = splitter.push(text);
    games.extend(splitter.finish());
    if let [game] = &games[..] {
        return Ok(vec![read_parlor_game(game)?]);
    }
    let read = games
        .iter()
        .map(|text| read_parlor_game(text).map_err(|error| NoGame::because(&error, Some(error.problem()))));
    collect_found(read).map_err(ImportError::Parlors)
}

/// Splits a text that arrives in chunks into its games in Parlor's own format.
#[derive(Clone, Debug, Default)]
pub struct Splitter {
    rest: String,
}

impl Splitter {
    /// The marker that begins a game. Text before the first marker belongs to the first game.
    const START: &str = "\n[Game ";

    /// Appends the next chunk and returns the games that it completes.
    pub fn push(&mut self, piece: &str) -> Vec<String> {
        // A marker may be split between two chunks.
        let mut from = self.rest.len().saturating_sub(Self::START.len());
        while !self.rest.is_char_boundary(from) {
            from -= 1;
        }
        self.rest.push_str(piece);
        let mut games = Vec::new();
        let mut begun = 0;
        let starts = self.rest[from..].match_indices(Self::START);
        for at in starts.map(|(at, _)| from + at + 1) {
            let game = &self.rest[begun..at];
            if game.contains("[Game ") {
                games.push(game.to_owned());
                begun = at;
            }
        }
        self.rest.drain(..begun);
        games
    }

    /// Returns the length of the incomplete game.
    pub fn pending(&self) -> usize {
        self.rest.len()
    }

    /// Returns the last game, if there is one.
    pub fn finish(self) -> Option<String> {
        (!self.rest.trim().is_empty()).then_some(self.rest)
    }
}

/// Reads one game in Parlor's own format.
pub fn read_parlor_game(text: &str) -> Result<Imported, pgn::ParseGameError> {
    // Most games have no annotations and are read faster without them.
    let may_be_noted = text.contains(['(', '{', ';', '$', '!', '?']);
    let (TaggedGame { game, tags }, notes) = if may_be_noted {
        let (tagged, notes) = pgn::read_annotated(text)?;
        (tagged, Some(notes).filter(Annotated::has_notes))
    } else {
        (pgn::read(text)?, None)
    };
    let tag = |name: &str| {
        tags.iter()
            .find(|(known, _)| known == name)
            .map(|(_, value)| value.clone())
    };
    let played_at = tag("Date").zip(tag("UTCTime"));
    Ok(Imported {
        details: Details {
            event: tag("Event").filter(|event| is_known(event)),
            date: tag("Date").and_then(|date| Date::read(&date)),
            result: tag("Result").and_then(|result| pgn::read_result(&result)),
            termination: tag("Termination"),
            played_at: played_at.and_then(|(date, time)| moment(&date, &time)),
            notes,
            ..Details::default()
        },
        game,
        names: PerColor(["Black", "White"].map(|side| tag(side).filter(|name| is_known(name)))),
    })
}

/// Returns whether a text is known: `?` stands for unknown.
fn is_known(text: &str) -> bool {
    !matches!(text.trim(), "" | "?")
}

/// Returns the milliseconds since 1970 at `2026.11.16` and `13:04:05.678`.
fn moment(date: &str, time: &str) -> Option<u64> {
    let numbers = |text: &str, separators: &[char]| -> Option<Vec<u64>> {
        text.split(separators).map(|part| part.parse().ok()).collect()
    };
    let (date, time) = (numbers(date, &['.'])?, numbers(time, &[':', '.'])?);
    let ([year @ 1970..=9999, month @ 1..=12, day @ 1..=31], [hours, minutes, seconds, ms]) =
        (&date[..], &time[..])
    else {
        return None;
    };
    if *hours > 23 || *minutes > 59 || *seconds > 59 || *ms > 999 {
        return None;
    }
    // In years that begin in March the leap day comes last.
    let (year, months) = if *month > 2 {
        (*year, month - 3)
    } else {
        (year - 1, month + 9)
    };
    let days = 365 * year + year / 4 - year / 100 + year / 400 + (153 * months + 2) / 5 + day - 1;
    let days = days.checked_sub(719_468)?;
    Some((((days * 24 + hours) * 60 + minutes) * 60 + seconds) * 1000 + ms)
}

/// Reads games written as move lists: one per line if every line is a game by itself, otherwise one over all
/// lines, otherwise those lines that are games, if there are several. Returns `None` if nothing fits.
fn read_moves(text: &str, read: impl Fn(&str) -> Option<AnyGame>) -> Option<Vec<Imported>> {
    let lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    let games: Vec<Option<AnyGame>> = lines.map(&read).collect();
    let n_games = games.iter().flatten().count();
    if (games.len() < 2 || n_games < games.len())
        && let Some(game) = read(text)
    {
        return Some(vec![imported(game, PerColor::default())]);
    }
    let games = games.into_iter().map(|game| {
        let game = game.ok_or_else(|| NoGame::because("it is not a game from the start", None))?;
        Ok(imported(game, PerColor::default()))
    });
    collect_found(games).ok().filter(|_| n_games > 1)
}

fn imported(game: AnyGame, names: PerColor<Option<String>>) -> Imported {
    Imported {
        details: Details::default(),
        game,
        names,
    }
}

/// Returns the games of a collection that can be replayed, with their numbers, or the first problem if there
/// are none.
pub(crate) fn collect_found(
    found: impl Iterator<Item = Result<Imported, NoGame>>,
) -> Result<Vec<Imported>, NoGame> {
    let mut games = Vec::new();
    let mut first_problem = None;
    for (number, one) in (1..).zip(found) {
        match one {
            Ok(mut game) => {
                game.details.number = Some(number);
                games.push(game);
            }
            Err(problem) => {
                first_problem.get_or_insert(NoGame {
                    number: Some(number),
                    ..problem
                });
            }
        }
    }
    if games.is_empty() {
        return Err(first_problem.unwrap_or_else(|| NoGame::because("it holds no game", None)));
    }
    Ok(games)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_that_come_in_pieces_are_those_of_the_whole() {
        let text = "[Event \"é\"]\n[Game \"loa\"]\n\n1. b1-b3\n\n[Game \"loa\"]\n[Black \"ö\"]\n\n\n[Game \"ataxx\"]\n\n";
        for size in 1..text.len() {
            let mut splitter = Splitter::default();
            let mut games = Vec::new();
            let letters: Vec<char> = text.chars().collect();
            for piece in letters.chunks(size) {
                games.extend(splitter.push(&piece.iter().collect::<String>()));
            }
            games.extend(splitter.finish());
            assert_eq!(games.concat(), text);
            assert_eq!(games.len(), 3, "{games:?}");
        }
    }

    #[test]
    fn timestamps_are_read_and_nonsense_is_rejected() {
        assert_eq!(moment("1970.01.01", "01:02:03.004"), Some(3_723_004));
        assert_eq!(moment("2000.02.29", "00:00:00.000"), Some(951_782_400_000));
        assert_eq!(moment("2026.11.18", "23:59:59.000"), Some(1_795_046_399_000));
        for (date, time) in [
            ("2026.13.01", "00:00:00.000"),
            ("2026.11", "00:00:00.000"),
            ("1969.12.31", "00:00:00.000"),
            ("2026.11.18", "24:00:00.000"),
            ("2026.11.18", "now"),
        ] {
            assert_eq!(moment(date, time), None, "{date} {time}");
        }
    }
}
