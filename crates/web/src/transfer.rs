//! Games into and out of texts and files, the format found out on reading.

use parlor_core::{Color, GameRecord, PerColor};
use parlor_games::pgn::{self, TaggedGame};
use parlor_games::{AnyGame, AnyRecord, Cell, Kind, Playable, Spec};
use parlor_loa::formats::sgf;
use parlor_othello::formats::{ggf, obf, wthor};
use parlor_othello::notation::transcript::{self, TranscriptError};
use parlor_othello::{GridBoard, GridSetup};
use thiserror::Error;

use crate::wire::Choice;

/// What was found in a text or file.
pub(crate) struct Found {
    /// One line that tells it from the others.
    pub(crate) title: String,
    /// The game, at its last move.
    pub(crate) game: AnyGame,
    /// Who played black and white, if that is known.
    pub(crate) names: PerColor<Option<String>>,
}

/// Why nothing was found.
#[derive(Debug, Error)]
pub(crate) enum ImportError {
    /// A game in Parlor's own form that cannot be read.
    #[error("this game cannot be read: {0}")]
    Parlor(#[from] pgn::ParseGameError),
    /// A collection without a single game that can be replayed.
    #[error("no game of this file can be replayed: {0}")]
    NoGame(String),
    /// A collection of Othello games that cannot be read.
    #[error("this file of Othello games cannot be read: {0}")]
    Ggf(#[from] ggf::GgfError),
    /// A database of Othello games that cannot be read.
    #[error("this database of Othello games cannot be read: {0}")]
    Wthor(#[from] wthor::WthorError),
    /// Moves of Othello that cannot be played.
    #[error("this game of Othello cannot be played: {0}")]
    Transcript(#[from] TranscriptError),
    /// Nothing that we know.
    #[error("this is no game or position that Parlor knows: {0}")]
    Unknown(String),
}

/// The formats in which a game can be written.
pub(crate) fn formats(kind: Kind) -> Vec<Choice> {
    let mut formats = vec![("parlor", "Parlor game", "with players, result and all agreements")];
    match kind {
        Kind::Othello => {
            formats.push(("transcript", "Transcript", "f5d6c3d3c4…"));
            formats.push(("ggf", "GGF", "as game servers keep it"));
            formats.push(("wthor", "WTHOR", "as databases keep it"));
            formats.push(("position", "Position", "64 squares and the side to move"));
        }
        Kind::Ataxx => formats.push(("position", "Position (FEN)", "as the Ataxx engines read it")),
        Kind::Loa => {
            formats.push(("sgf", "SGF", "as game servers keep it"));
            formats.push(("position", "Position", "as Parlor reads it"));
        }
    }
    let choice = |(name, title, text): (&str, &str, &str)| Choice {
        name: name.to_owned(),
        title: title.to_owned(),
        text: text.to_owned(),
    };
    formats.into_iter().map(choice).collect()
}

/// A file that a game was written into.
pub(crate) enum Written {
    /// A text, and the ending of its file's name.
    Text(&'static str, String),
    /// Bytes, and the ending of their file's name.
    Bytes(&'static str, Vec<u8>),
}

/// Writes a game in a format. Nothing if the format does not suit it.
pub(crate) fn write(game: &AnyGame, names: &PerColor<String>, result: &str, format: &str) -> Option<Written> {
    match (format, game.record()) {
        ("parlor", _) => Some(Written::Text("parlor", pgn::write(&tagged(game, names, result)))),
        ("position", _) => Some(Written::Text("txt", game.position_text() + "\n")),
        ("transcript", AnyRecord::Othello(record)) => {
            Some(Written::Text("txt", transcript::write(record) + "\n"))
        }
        ("transcript", AnyRecord::Grid(record)) => {
            Some(Written::Text("txt", transcript::write(record) + "\n"))
        }
        ("ggf", AnyRecord::Othello(_) | AnyRecord::Grid(_)) => {
            Some(Written::Text("ggf", write_ggf(game, names)?))
        }
        ("wthor", AnyRecord::Othello(record)) => {
            let games = vec![wthor::WthorGame::new(record).ok()?];
            let database = wthor::Database {
                games,
                ..wthor::Database::default()
            };
            Some(Written::Bytes("wtb", database.to_bytes()))
        }
        ("sgf", AnyRecord::Loa(record)) => {
            let names = PerColor(Color::ALL.map(|color| names[color].as_str()));
            Some(Written::Text(
                "sgf",
                sgf::SgfGame::from_record(record, names).to_string(),
            ))
        }
        _ => None,
    }
}

/// GGF is written from boards of any size.
fn write_ggf(game: &AnyGame, names: &PerColor<String>) -> Option<String> {
    let &Spec::Othello { rules, size } = game.spec() else {
        return None;
    };
    let mut start = game.clone();
    while start.undo() {}
    let disc = |cell: Cell| match cell {
        Cell::Piece(color) => Some(color),
        Cell::Empty | Cell::Block => None,
    };
    let cells = start.cells().into_iter().map(disc).collect();
    let setup = GridSetup {
        size,
        cells,
        turn: start.turn(),
    };
    let mut record = GameRecord::new(GridBoard::from_setup(&setup, rules).ok()?);
    for mv in game.history() {
        let mv = Playable::read_move(record.position(), &mv.text).ok()?;
        record.play(mv).ok()?;
    }
    let mut ggf = ggf::GgfGame::new(&record).ok()?;
    ggf.push_tag("PB", &names[Color::Black]);
    ggf.push_tag("PW", &names[Color::White]);
    if game.outcome().is_some() {
        let [black, white] = game.counts().0;
        ggf.push_result(black as i32 - white as i32, false);
    }
    Some(ggf.to_string() + "\n")
}

/// A game with its tags, as it is kept and written.
pub(crate) fn tagged(game: &AnyGame, names: &PerColor<String>, result: &str) -> TaggedGame {
    let mut tags: Vec<(String, String)> = vec![
        ("Black".into(), names[Color::Black].clone()),
        ("White".into(), names[Color::White].clone()),
    ];
    if !result.is_empty() {
        tags.push(("Termination".into(), result.to_owned()));
    }
    TaggedGame {
        game: game.clone(),
        tags,
    }
}

/// Everything that can be read from a text or file. Never empty.
pub(crate) fn read(bytes: &[u8]) -> Result<Vec<Found>, ImportError> {
    if wthor::looks_like_games(bytes) {
        return read_wthor(bytes);
    }
    let text = String::from_utf8_lossy(bytes);
    let text = text.trim();
    if text.starts_with('[') {
        let TaggedGame { game, tags } = pgn::read(text)?;
        let tag = |name: &str| {
            tags.iter()
                .find(|(known, _)| known == name)
                .map(|(_, value)| value.clone())
        };
        let names = PerColor([tag("Black"), tag("White")]);
        return Ok(vec![found(game, names)]);
    }
    if text.starts_with("(;") || text.starts_with("( ;") {
        // Both games' servers write records of this shape; the game's name tells them apart.
        let is_othello = text.contains("GM[Othello]") || text.contains("GM[othello]");
        return if is_othello {
            read_ggf(text)
        } else {
            read_sgf(bytes)
        };
    }
    if let Some(game) = read_transcript(text) {
        return Ok(vec![found(game?, PerColor::default())]);
    }
    let mut reasons = Vec::new();
    for kind in Kind::ALL {
        match AnyGame::from_position(&Spec::usual(kind), text) {
            Ok(game) => return Ok(vec![found(game, PerColor::default())]),
            Err(error) => reasons.push(format!("{}: {error}", kind.title())),
        }
    }
    let entries = obf::read(text).unwrap_or_default();
    let positions: Vec<Found> = (1..)
        .zip(entries)
        .filter_map(|(number, entry)| read_entry(number, &entry))
        .collect();
    if !positions.is_empty() {
        return Ok(positions);
    }
    Err(ImportError::Unknown(reasons.join("; ")))
}

/// A line of a collection of positions.
fn read_entry(number: usize, entry: &obf::Entry) -> Option<Found> {
    let rules = parlor_othello::Rules::default();
    let board = parlor_othello::Board::from_setup(&entry.setup, rules).ok()?;
    let record = AnyRecord::Othello(GameRecord::new(board));
    let game = AnyGame::from_record(&Spec::usual(Kind::Othello), record);
    let worth = entry
        .best_score()
        .map_or_else(String::new, |score| format!(", worth {score:+}"));
    Some(Found {
        title: format!("Position {number}{worth}"),
        game,
        names: PerColor::default(),
    })
}

/// A game of Othello written as its moves alone; nothing if it does not look like one.
fn read_transcript(text: &str) -> Option<Result<AnyGame, TranscriptError>> {
    let squares: Vec<u8> = text.bytes().filter(|byte| !byte.is_ascii_whitespace()).collect();
    let looks_so = squares
        .chunks(2)
        .all(|pair| matches!(pair, [column, row] if column.is_ascii_alphabetic() && row.is_ascii_digit()));
    let spec = Spec::usual(Kind::Othello);
    let start = parlor_othello::Board::start(parlor_othello::Rules::default());
    let game = |record| AnyGame::from_record(&spec, AnyRecord::Othello(record));
    (looks_so && !squares.is_empty()).then(|| transcript::read(&start, text).map(game))
}

fn found(game: AnyGame, names: PerColor<Option<String>>) -> Found {
    let name = |color: Color| names[color].as_deref().unwrap_or("?");
    let title = format!(
        "{} – {}, {} moves",
        name(Color::Black),
        name(Color::White),
        game.len()
    );
    Found { title, game, names }
}

fn read_ggf(text: &str) -> Result<Vec<Found>, ImportError> {
    let mut games = Vec::new();
    let mut first_problem = None;
    for (number, ggf) in (1..).zip(ggf::read(text)?) {
        let name = |tag: &str| ggf.tag(tag).filter(|name| !name.is_empty()).map(str::to_owned);
        let names = PerColor([name("PB"), name("PW")]);
        let replayed = ggf
            .replay(parlor_othello::Rules::default())
            .map_err(|error| error.to_string());
        match replayed.and_then(|record| from_grid(record).ok_or_else(|| "its board cannot be".to_owned())) {
            Ok(game) => {
                let one = found(game, names);
                games.push(Found {
                    title: format!("{number}. {}", one.title),
                    ..one
                });
            }
            Err(problem) => {
                first_problem.get_or_insert(format!("game {number}: {problem}"));
            }
        }
    }
    if games.is_empty() {
        return Err(ImportError::NoGame(
            first_problem.unwrap_or_else(|| "it holds no game".to_owned()),
        ));
    }
    Ok(games)
}

/// A record of any size as the game it is: the usual board has a type of its own, and a stronger engine.
fn from_grid(record: GameRecord<GridBoard>) -> Option<AnyGame> {
    let size = parlor_othello::Position::size(record.position());
    let spec = Spec::usual(Kind::Othello).with("size", &size.to_string()).ok()?;
    let grid = AnyGame::from_record(&spec, AnyRecord::Grid(record));
    if size != parlor_games::OthelloSize::STANDARD {
        return Some(grid);
    }
    let mut game = AnyGame::from_position(&spec, &grid.start_text()).ok()?;
    for mv in grid.history() {
        game.play(&mv.text).ok()?;
    }
    Some(game)
}

fn read_wthor(bytes: &[u8]) -> Result<Vec<Found>, ImportError> {
    let database = wthor::read(bytes)?;
    let spec = Spec::usual(Kind::Othello);
    let mut games = Vec::new();
    for (number, game) in (1..).zip(&database.games) {
        if let Ok(record) = game.replay() {
            let title = format!(
                "{number}. {}–{}, {} moves",
                game.black_discs,
                64 - game.black_discs.min(64),
                record.len()
            );
            let game = AnyGame::from_record(&spec, AnyRecord::Othello(record));
            games.push(Found {
                title,
                game,
                names: PerColor::default(),
            });
        }
    }
    if games.is_empty() {
        return Err(ImportError::NoGame("it holds no game".to_owned()));
    }
    Ok(games)
}

fn read_sgf(bytes: &[u8]) -> Result<Vec<Found>, ImportError> {
    // Servers set no limit on the moves.
    let usual = Spec::usual(Kind::Loa);
    let spec = usual.with("limit", "none").unwrap_or(usual);
    let mut games = Vec::new();
    let mut first_problem = None;
    for (number, game) in (1..).zip(sgf::read(bytes)) {
        let replayed = game.map_err(|error| error.to_string()).and_then(|game| {
            let record = game
                .replay(parlor_loa::Rules::default())
                .map_err(|error| error.to_string())?;
            Ok((
                record,
                PerColor(Color::ALL.map(|color| game.player(color).map(str::to_owned))),
            ))
        });
        match replayed {
            Ok((record, names)) => {
                let one = found(AnyGame::from_record(&spec, AnyRecord::Loa(record)), names);
                games.push(Found {
                    title: format!("{number}. {}", one.title),
                    ..one
                });
            }
            Err(problem) => {
                first_problem.get_or_insert(format!("game {number}: {problem}"));
            }
        }
    }
    if games.is_empty() {
        return Err(ImportError::NoGame(
            first_problem.unwrap_or_else(|| "it holds no game".to_owned()),
        ));
    }
    Ok(games)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn played(kind: Kind, moves: &[&str]) -> AnyGame {
        let mut game = AnyGame::new(&Spec::usual(kind)).unwrap();
        for mv in moves {
            game.play(mv).unwrap();
        }
        game
    }

    #[test]
    fn what_is_written_is_read_again() {
        let names = PerColor(["Ann".to_owned(), "Bob".to_owned()]);
        let games = [
            played(Kind::Othello, &["f5", "d6", "c3"]),
            played(Kind::Ataxx, &["a7-b6", "g7-f6"]),
            played(Kind::Loa, &["b1-b3", "a2-c2"]),
        ];
        for game in games {
            for format in formats(game.kind()) {
                let bytes = match write(&game, &names, "", &format.name).unwrap() {
                    Written::Text(_, text) => text.into_bytes(),
                    Written::Bytes(_, bytes) => bytes,
                };
                let read = read(&bytes).unwrap_or_else(|error| panic!("{}: {error}", format.name));
                assert_eq!(
                    read[0].game.position_text(),
                    game.position_text(),
                    "{}",
                    format.name
                );
                if ["parlor", "sgf", "ggf"].contains(&format.name.as_str()) {
                    assert_eq!(read[0].names[Color::White].as_deref(), Some("Bob"));
                    assert_eq!(read[0].game.len(), game.len());
                }
            }
        }
    }

    #[test]
    fn nonsense_is_refused_with_a_reason() {
        for text in [
            "",
            "hello",
            "f5f5",
            "[Game \"chess\"]",
            "(;GM[1])",
            "(;",
            "\u{0}\u{1}",
        ] {
            assert!(read(text.as_bytes()).is_err(), "{text:?}");
        }
        let error = read(b"hello").err().unwrap().to_string();
        assert!(
            error.starts_with("this is no game or position that Parlor knows"),
            "{error}"
        );
    }
}
