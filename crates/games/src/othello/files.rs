//! Othello files: reads and writes transcripts, GGF, WTHOR and OBF.

use parlor_core::{Color, GameRecord, Notation, PerColor, PositionText};
use parlor_othello::formats::wthor::{self, NamesOf};
use parlor_othello::formats::{ggf, obf};
use parlor_othello::notation::Standard;
use parlor_othello::notation::transcript::{self, TranscriptError};
use parlor_othello::{Board, GridBoard, GridSetup, Position, Rules, Size};

use super::OthelloTerms;
use crate::any::AnyGame;
use crate::date::Date;
use crate::export::Written;
use crate::import::{Details, ImportError, Imported, NoGame, collect_found};
use crate::playable::Playable;
use crate::problem::GameProblem;
use crate::spec::Spec;

/// Writes a game on the standard board in the format with this code. Returns `None` if the format does not
/// support it.
pub(super) fn write_board(
    record: &GameRecord<Board>,
    names: &PerColor<String>,
    code: &str,
) -> Option<Written> {
    match code {
        "wthor" => {
            let games = vec![wthor::WthorGame::new(record).ok()?];
            let database = wthor::Database {
                games,
                ..wthor::Database::default()
            };
            Some(Written::Bytes(database.to_bytes()))
        }
        "moves" => write_board(record, names, "transcript"),
        _ => write(record, names, code),
    }
}

/// Joins several WTHOR files.
pub(crate) fn joined_wthor(files: &[Vec<u8>]) -> Vec<u8> {
    let games = files.iter().filter_map(|bytes| wthor::read(bytes).ok());
    let database = wthor::Database {
        games: games.flat_map(|database| database.games).collect(),
        ..wthor::Database::default()
    };
    database.to_bytes()
}

/// Writes a game on a board of any size in the format with this code.
pub(super) fn write<P>(record: &GameRecord<P>, names: &PerColor<String>, code: &str) -> Option<Written>
where
    P: Position + Playable,
    Standard: Notation<P>,
{
    match code {
        "transcript" => Some(Written::Text(transcript::write(record) + "\n")),
        "moves" => {
            let texts = record.positions().zip(record.moves());
            let texts: Vec<String> = texts.map(|(before, mv)| before.view(mv).text).collect();
            Some(Written::Text(texts.join(" ") + "\n"))
        }
        "ggf" => Some(Written::Text(write_ggf(record, names)?)),
        _ => None,
    }
}

/// Writes GGF for boards of any size.
fn write_ggf<P: Position + Playable>(record: &GameRecord<P>, names: &PerColor<String>) -> Option<String> {
    let grid = on_grid(record)?;
    let mut ggf = ggf::GgfGame::new(&grid).ok()?;
    ggf.push_tag("PB", &names[Color::Black]);
    ggf.push_tag("PW", &names[Color::White]);
    if record.outcome().is_some() {
        let [black, white] = Playable::counts(record.position()).0;
        ggf.push_result(black as i32 - white as i32, false);
    }
    Some(ggf.to_string() + "\n")
}

/// Returns the same game on a [`GridBoard`].
fn on_grid<P: Position>(record: &GameRecord<P>) -> Option<GameRecord<GridBoard>> {
    let start = record.start();
    let size = start.size();
    let setup = GridSetup {
        size,
        cells: size.places().map(|place| start.cell(place)).collect(),
        turn: start.turn(),
    };
    let mut grid = GameRecord::new(GridBoard::from_setup(&setup, start.rules()).ok()?);
    for (before, mv) in record.positions().zip(record.moves()) {
        let mv = match before.place_of(mv) {
            Some(place) => grid.position().move_at(place)?,
            None => grid.position().pass(),
        };
        grid.play(mv).ok()?;
    }
    Some(grid)
}

/// Reads a game of Othello from its move list. Returns `None` if the text does not look like one.
pub(crate) fn read_transcript(text: &str) -> Option<Result<AnyGame, TranscriptError>> {
    let text = &without_numbers(text);
    let squares: Vec<u8> = text.bytes().filter(|byte| !byte.is_ascii_whitespace()).collect();
    let looks_so = squares
        .chunks(2)
        .all(|pair| matches!(pair, [column, row] if column.is_ascii_alphabetic() && row.is_ascii_digit()));
    let start = Board::start(Rules::default());
    (looks_so && !squares.is_empty()).then(|| transcript::read(&start, text).map(othello))
}

/// Returns a transcript without its move numbers: `1. f5 d6`, `1.f5 d6`.
fn without_numbers(text: &str) -> String {
    let words = text.split_whitespace().map(|word| {
        let rest = word.trim_start_matches(|letter: char| letter.is_ascii_digit());
        let is_numbered = rest.len() < word.len() && rest.starts_with('.');
        if is_numbered {
            rest.trim_start_matches('.')
        } else {
            word
        }
    });
    words.collect::<Vec<_>>().join(" ")
}

/// Reads the positions of a collection; empty if it is not one.
pub(crate) fn read_positions(text: &str) -> Vec<Imported> {
    let entries = obf::read(text).unwrap_or_default();
    (1..)
        .zip(entries)
        .filter_map(|(number, entry)| read_entry(number, &entry))
        .collect()
}

/// Reads a line of a collection of positions.
fn read_entry(number: u32, entry: &obf::Entry) -> Option<Imported> {
    let board = Board::from_setup(&entry.setup, Rules::default()).ok()?;
    Some(Imported {
        details: Details {
            number: Some(number),
            worth: entry.best_score().map(i32::from),
            ..Details::default()
        },
        game: othello(GameRecord::new(board)),
        names: PerColor::default(),
    })
}

pub(crate) fn read_ggf(text: &str) -> Result<Vec<Imported>, ImportError> {
    let games = ggf::read(text)?.into_iter().map(|ggf| {
        let record = ggf
            .replay(Rules::default())
            .map_err(|error| NoGame::because(&error, Some(GameProblem::from(&error))))?;
        let tag = |name| {
            let value = ggf.tag(name).map(str::trim).filter(|value| !value.is_empty());
            value.map(str::to_owned)
        };
        Ok(Imported {
            details: Details {
                event: tag("EV").or_else(|| tag("PC")),
                date: tag("DT").and_then(|date| Date::read(&date)),
                result: ggf.result(),
                ..Details::default()
            },
            game: from_grid(&record).map_err(|error| NoGame::because(error, None))?,
            names: PerColor(["PB", "PW"].map(tag)),
        })
    });
    collect_found(games).map_err(ImportError::Ggf)
}

/// Adds the names of a file. Returns `false` if the file does not contain names.
pub(crate) fn names_of(bytes: &[u8], names: &mut WthorNames) -> Result<bool, ImportError> {
    match wthor::looks_like_names(bytes) {
        Some(NamesOf::Players) => names.players = wthor::read_names(bytes)?,
        Some(NamesOf::Tournaments) => names.tournaments = wthor::read_names(bytes)?,
        None => return Ok(false),
    }
    Ok(true)
}

/// An iterator over the games of a WTHOR file.
pub(crate) struct WthorGames {
    games: std::vec::IntoIter<wthor::WthorGame>,
    year: u16,
}

impl WthorGames {
    pub(crate) fn next(&mut self, names: &WthorNames) -> Option<Result<Imported, NoGame>> {
        Some(read_wthor_game(&self.games.next()?, self.year, names))
    }
}

/// Returns the games of a file, if it is a WTHOR file of games.
pub(crate) fn wthor_games(bytes: &[u8]) -> Result<Option<WthorGames>, ImportError> {
    if !wthor::looks_like_games(bytes) {
        return Ok(None);
    }
    let database = wthor::read(bytes)?;
    Ok(Some(WthorGames {
        year: database.header.year,
        games: database.games.into_iter(),
    }))
}

/// The names to which the numbers of a WTHOR file refer.
#[derive(Clone, Debug, Default)]
pub(crate) struct WthorNames {
    pub(crate) players: Vec<String>,
    pub(crate) tournaments: Vec<String>,
}

impl WthorNames {
    /// Returns a player's name, or a placeholder if the name is unknown. Returns `None` for number 0 without
    /// a name.
    fn player(&self, number: u16) -> Option<String> {
        match self.players.get(usize::from(number)) {
            Some(name) if !name.trim().is_empty() => Some(name.trim().to_owned()),
            _ => (number > 0).then(|| format!("Player {number}")),
        }
    }

    fn tournament(&self, number: u16) -> Option<&str> {
        let name = self.tournaments.get(usize::from(number))?;
        Some(name.trim()).filter(|name| !name.is_empty())
    }
}

pub(crate) fn read_wthor(bytes: &[u8], names: &WthorNames) -> Result<Vec<Imported>, ImportError> {
    let database = wthor::read(bytes)?;
    let games = database.games.iter();
    let games = games.map(|game| read_wthor_game(game, database.header.year, names));
    collect_found(games).map_err(ImportError::Wthor)
}

/// Reads a game of a database of this year, which is 0 if it is not known.
fn read_wthor_game(game: &wthor::WthorGame, year: u16, names: &WthorNames) -> Result<Imported, NoGame> {
    let record = game
        .replay()
        .map_err(|problem| NoGame::because(problem, Some(GameProblem::from(&problem))))?;
    let discs = u32::from(game.black_discs.min(64));
    let year = Some(u32::from(year)).filter(|&year| year > 0);
    Ok(Imported {
        details: Details {
            discs: Some([discs, 64 - discs]),
            event: names.tournament(game.tournament).map(str::to_owned),
            year,
            date: year.and_then(Date::of_year),
            result: Some(game.result()),
            ..Details::default()
        },
        game: othello(record),
        names: PerColor([game.black, game.white].map(|player| names.player(player))),
    })
}

fn othello(record: GameRecord<Board>) -> AnyGame {
    AnyGame::from_record(&Spec::Othello(OthelloTerms::default()), record)
}

/// Returns a game on a board of any size; on the standard board if it has the standard size.
fn from_grid(record: &GameRecord<GridBoard>) -> Result<AnyGame, String> {
    let spec = Spec::Othello(OthelloTerms {
        rules: record.start().rules(),
        size: record.start().size(),
    });
    if record.start().size() != Size::STANDARD {
        return Ok(AnyGame::from_record(&spec, record.clone()));
    }
    let text = record.start().position_text();
    let mut game = AnyGame::from_position(&spec, &text).map_err(|error| error.to_string())?;
    for (before, mv) in record.positions().zip(record.moves()) {
        let text = before.view(mv).text;
        game.play(&text).map_err(|error| error.to_string())?;
    }
    Ok(game)
}
