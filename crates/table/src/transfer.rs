//! Games as files, in every format that suits them. Reading them is the business of [`parlor_games::import`].

use parlor_core::{Color, GameRecord, PerColor};
use parlor_games::pgn::{self, TaggedGame};
use parlor_games::{AnyGame, AnyRecord, Cell, Kind, OthelloTerms, Playable, Spec};
use parlor_loa::formats::sgf;
use parlor_othello::formats::{ggf, wthor};
use parlor_othello::notation::transcript;
use parlor_othello::{GridBoard, GridSetup};

use crate::wire::Choice;

/// The formats in which a game can be written.
pub fn formats(kind: Kind) -> Vec<Choice> {
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
pub enum Written {
    /// A text, and the ending of its file's name.
    Text(&'static str, String),
    /// Bytes, and the ending of their file's name.
    Bytes(&'static str, Vec<u8>),
}

/// Writes a game in a format. Nothing if the format does not suit it.
pub fn write(game: &AnyGame, names: &PerColor<String>, result: &str, format: &str) -> Option<Written> {
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
    let &Spec::Othello(OthelloTerms { rules, size }) = game.spec() else {
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
pub fn tagged(game: &AnyGame, names: &PerColor<String>, result: &str) -> TaggedGame {
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

/// A kept game with the day on which it was last played, given in seconds since 1970, behind its first tag.
pub fn dated(record: &str, seconds: u64) -> String {
    let (first, rest) = record.split_once('\n').unwrap_or((record, ""));
    format!("{first}\n[Date \"{}\"]\n{rest}", day_of(seconds))
}

/// The day as chess programs write it: `2026.11.16`.
fn day_of(seconds: u64) -> String {
    // Years that begin in March have their leap day at the end, and 400 of them always have as many days.
    let days = seconds / 86_400 + 719_468;
    let (era, day_of_era) = (days / 146_097, days % 146_097);
    let year_of_era = (day_of_era - day_of_era / 1_460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let months_since_march = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * months_since_march + 2) / 5 + 1;
    let month = (months_since_march + 2) % 12 + 1;
    let year = era * 400 + year_of_era + u64::from(month <= 2);
    format!("{year:04}.{month:02}.{day:02}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use parlor_games::{Spec, import};

    #[test]
    fn days_are_those_of_the_calendar() {
        assert_eq!(day_of(0), "1970.01.01");
        assert_eq!(day_of(951_782_400), "2000.02.29");
        assert_eq!(day_of(1_795_046_399), "2026.11.18");
        assert_eq!(
            dated("[Game \"loa\"]\n\n1. b1-b3\n", 0),
            "[Game \"loa\"]\n[Date \"1970.01.01\"]\n\n1. b1-b3\n"
        );
    }

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
                let read = import::read(&bytes).unwrap_or_else(|error| panic!("{}: {error}", format.name));
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
}
