//! Games out of texts and files, whatever their format: it is found out by looking at the content. Every format that
//! [`export`](crate::export) writes is among them.

use parlor_core::PerColor;
use parlor_othello::formats::ggf;
use parlor_othello::formats::wthor::{self, NamesOf};
use parlor_othello::notation::transcript::TranscriptError;
use thiserror::Error;

use crate::any::AnyGame;
use crate::kind::Kind;
use crate::othello::files::WthorNames;
use crate::pgn::{self, TaggedGame};
use crate::problem::GameProblem;
use crate::spec::Spec;
use crate::{ataxx, loa, othello};

/// A game or position that was found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Imported {
    /// What tells it from its neighbours besides the names.
    pub details: Details,
    /// The game, at its last move.
    pub game: AnyGame,
    /// Who played black and white, if that is known.
    pub names: PerColor<Option<String>>,
}

/// What a file says about one of its games or positions.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Details {
    /// Its number in the file, from 1, if the file has several.
    pub number: Option<u32>,
    /// How many discs each side had in the end.
    pub discs: Option<[u32; 2]>,
    /// Where it was played.
    pub event: Option<String>,
    /// When it was played.
    pub year: Option<u32>,
    /// What a position is worth to the side to move.
    pub worth: Option<i32>,
}

/// Why a collection holds no game that can be replayed: what is wrong with the first.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{}{reason}", number.map_or_else(String::new, |number| format!("game {number}: ")))]
pub struct NoGame {
    /// The number of the first game, from 1; nothing if there is none.
    pub number: Option<u32>,
    /// What is wrong with it, in words.
    pub reason: String,
    /// The same without words, as far as there is a code for it.
    pub problem: Option<Box<GameProblem>>,
}

impl NoGame {
    /// A game that cannot be replayed, for this reason.
    pub(crate) fn because(reason: impl ToString, problem: Option<GameProblem>) -> NoGame {
        NoGame {
            number: None,
            reason: reason.to_string(),
            problem: problem.map(Box::new),
        }
    }
}

/// Why nothing was found.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum ImportError {
    /// A game in Parlor's own form that cannot be read.
    #[error("this game cannot be read: {0}")]
    Parlor(#[from] pgn::ParseGameError),
    /// Several games in Parlor's own form, none of which can be read.
    #[error("no game of this file can be read: {0}")]
    Parlors(NoGame),
    /// A collection in SGF without a single game that can be replayed.
    #[error("no game of this SGF file can be replayed: {0}")]
    Sgf(NoGame),
    /// A collection in GGF that cannot be read.
    #[error("this GGF file cannot be read: {0}")]
    GgfText(#[from] ggf::GgfError),
    /// A collection in GGF without a single game that can be replayed.
    #[error("no game of this GGF file can be replayed: {0}")]
    Ggf(NoGame),
    /// A WTHOR file that cannot be read.
    #[error("this WTHOR file cannot be read: {0}")]
    WthorBytes(#[from] wthor::WthorError),
    /// A WTHOR file without a single game that can be replayed.
    #[error("no game of this WTHOR file can be replayed: {0}")]
    Wthor(NoGame),
    /// Moves of Othello that cannot be played.
    #[error("this game of Othello cannot be played: {0}")]
    Transcript(#[from] TranscriptError),
    /// Names without the games that they belong to.
    #[error(
        "this is a list of names of a WTHOR database: choose it together with the .wtb file of the games"
    )]
    NamesOnly,
    /// Nothing that we know.
    #[error("this is no game or position that Parlor knows: {0}")]
    Unknown(String),
}

/// Everything that can be read: Parlor's own games, Othello transcripts, GGF, WTHOR and OBF, moves and FEN of Ataxx,
/// and SGF and position strings of Lines of Action. Never empty.
pub fn read(bytes: &[u8]) -> Result<Vec<Imported>, ImportError> {
    read_files(&[bytes])
}

/// The same for files that belong together: the games of all of them, with the names of WTHOR's `.jou` and
/// `.trn` files where those are among them.
pub fn read_files(files: &[&[u8]]) -> Result<Vec<Imported>, ImportError> {
    let mut names = WthorNames::default();
    let mut games_of = Vec::new();
    for &bytes in files {
        match wthor::looks_like_names(bytes) {
            Some(NamesOf::Players) => names.players = wthor::read_names(bytes)?,
            Some(NamesOf::Tournaments) => names.tournaments = wthor::read_names(bytes)?,
            None => games_of.push(bytes),
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
        // Both write games as trees of properties; only GGF names the game in words.
        let is_ggf = text
            .get(..200)
            .unwrap_or(text)
            .to_ascii_lowercase()
            .contains("gm[othello");
        return if is_ggf {
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
    if let Some(games) = read_moves(text, ataxx::files::read_moves) {
        return Ok(games);
    }
    let mut reasons = Vec::new();
    for &kind in Kind::KNOWN {
        match AnyGame::from_position(&Spec::usual(kind), text) {
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

/// Games in Parlor's own form, one after the other: each begins with its `Game` tag.
fn read_parlor(text: &str) -> Result<Vec<Imported>, ImportError> {
    let mut starts: Vec<usize> = text.match_indices("\n[Game ").map(|(at, _)| at + 1).collect();
    // Whatever comes before the first `Game` tag belongs to the first game.
    if text.starts_with("[Game ") || starts.is_empty() {
        starts.insert(0, 0);
    } else {
        starts[0] = 0;
    }
    let ends = starts.iter().copied().skip(1).chain([text.len()]);
    let games = starts.iter().zip(ends).map(|(&start, end)| &text[start..end]);
    if starts.len() > 1 {
        let read = games
            .map(|text| one_parlor(text).map_err(|error| NoGame::because(&error, Some(error.problem()))));
        return collect(read).map_err(ImportError::Parlors);
    }
    let (game, names) = one_parlor(text)?;
    Ok(vec![imported(game, names)])
}

fn one_parlor(text: &str) -> Result<(AnyGame, PerColor<Option<String>>), pgn::ParseGameError> {
    let TaggedGame { game, tags } = pgn::read(text)?;
    let tag = |name: &str| {
        tags.iter()
            .find(|(known, _)| known == name)
            .map(|(_, value)| value.clone())
    };
    Ok((game, PerColor([tag("Black"), tag("White")])))
}

/// Games written as their moves: one a line if every line is a game by itself, or else one over all lines, or else
/// those lines that are games, if there are several. Nothing if it is none of these.
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
        Ok((game, PerColor::default()))
    });
    collect(games).ok().filter(|_| n_games > 1)
}

fn imported(game: AnyGame, names: PerColor<Option<String>>) -> Imported {
    Imported {
        details: Details::default(),
        game,
        names,
    }
}

/// The games of a collection that can be replayed, numbered; the first problem if there are none.
pub(crate) fn collect(
    replayed: impl Iterator<Item = Result<(AnyGame, PerColor<Option<String>>), NoGame>>,
) -> Result<Vec<Imported>, NoGame> {
    let mut games = Vec::new();
    let mut first_problem = None;
    for (number, one) in (1..).zip(replayed) {
        match one {
            Ok((game, names)) => {
                games.push(Imported {
                    details: Details {
                        number: Some(number),
                        ..Details::default()
                    },
                    game,
                    names,
                });
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
