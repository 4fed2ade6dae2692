//! Games out of texts and files, whatever their format: it is found out by looking at the content.

use parlor_core::{Color, GameRecord, PerColor};
use parlor_loa::formats::sgf;
use parlor_othello::formats::wthor::NamesOf;
use parlor_othello::formats::{ggf, obf, wthor};
use parlor_othello::notation::transcript::{self, TranscriptError};
use parlor_othello::{Board, GridBoard, Position, Rules, Size};
use thiserror::Error;

use crate::any::{AnyGame, AnyRecord};
use crate::kind::{Kind, Spec};
use crate::pgn::{self, TaggedGame};

/// A game or position that was found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Imported {
    /// One line that tells it from its neighbours.
    pub title: String,
    /// The game, at its last move.
    pub game: AnyGame,
    /// Who played black and white, if that is known.
    pub names: PerColor<Option<String>>,
}

/// Why nothing was found.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum ImportError {
    /// A game in Parlor's own form that cannot be read.
    #[error("this game cannot be read: {0}")]
    Parlor(#[from] pgn::ParseGameError),
    /// Several games in Parlor's own form, none of which can be read.
    #[error("no game of this file can be read: {0}")]
    Parlors(String),
    /// A collection in SGF without a single game that can be replayed.
    #[error("no game of this SGF file can be replayed: {0}")]
    Sgf(String),
    /// A collection in GGF that cannot be read.
    #[error("this GGF file cannot be read: {0}")]
    GgfText(#[from] ggf::GgfError),
    /// A collection in GGF without a single game that can be replayed.
    #[error("no game of this GGF file can be replayed: {0}")]
    Ggf(String),
    /// A WTHOR file that cannot be read.
    #[error("this WTHOR file cannot be read: {0}")]
    WthorBytes(#[from] wthor::WthorError),
    /// A WTHOR file without a single game that can be replayed.
    #[error("no game of this WTHOR file can be replayed: {0}")]
    Wthor(String),
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
        return read_wthor(bytes, names);
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
        return if is_ggf { read_ggf(text) } else { read_sgf(bytes) };
    }
    if let Some(games) = read_moves(text, |text| read_transcript(text)?.ok()) {
        return Ok(games);
    }
    if let Some(game) = read_transcript(text) {
        return Ok(vec![imported(game?, PerColor::default())]);
    }
    if let Some(games) = read_moves(text, read_ataxx_moves) {
        return Ok(games);
    }
    let mut reasons = Vec::new();
    for kind in Kind::ALL {
        match AnyGame::from_position(&Spec::usual(kind), text) {
            Ok(game) => return Ok(vec![imported(game, PerColor::default())]),
            Err(error) => reasons.push(format!("{}: {error}", kind.title())),
        }
    }
    let entries = obf::read(text).unwrap_or_default();
    let positions = (1..)
        .zip(entries)
        .filter_map(|(number, entry)| read_entry(number, &entry));
    let positions: Vec<Imported> = positions.collect();
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
        let read = games.map(|text| one_parlor(text).map_err(|error| error.to_string()));
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

fn othello(board: GameRecord<Board>) -> AnyGame {
    AnyGame::from_record(&Spec::usual(Kind::Othello), AnyRecord::Othello(board))
}

/// A line of a collection of positions.
fn read_entry(number: usize, entry: &obf::Entry) -> Option<Imported> {
    let board = Board::from_setup(&entry.setup, Rules::default()).ok()?;
    let worth = entry
        .best_score()
        .map_or_else(String::new, |score| format!(", worth {score:+}"));
    Some(Imported {
        title: format!("Position {number}{worth}"),
        game: othello(GameRecord::new(board)),
        names: PerColor::default(),
    })
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
        let game = game.ok_or_else(|| "it is not a game from the start".to_owned())?;
        Ok((game, PerColor::default()))
    });
    collect(games).ok().filter(|_| n_games > 1)
}

/// A game of Ataxx written as its moves alone, after its start if that is not the usual one: `FEN moves a7-b6 …`.
fn read_ataxx_moves(text: &str) -> Option<AnyGame> {
    let spec = Spec::usual(Kind::Ataxx);
    let (mut game, moves) = match text.split_once(" moves ") {
        Some((start, moves)) => (AnyGame::from_position(&spec, start).ok()?, moves),
        None => (AnyGame::new(&spec).ok()?, text),
    };
    for mv in moves.split_whitespace() {
        game.play(mv).ok()?;
    }
    (!game.is_empty()).then_some(game)
}

/// A game of Othello written as its moves alone; nothing if it does not look like one.
fn read_transcript(text: &str) -> Option<Result<AnyGame, TranscriptError>> {
    let text = &without_numbers(text);
    let squares: Vec<u8> = text.bytes().filter(|byte| !byte.is_ascii_whitespace()).collect();
    let looks_so = squares
        .chunks(2)
        .all(|pair| matches!(pair, [column, row] if column.is_ascii_alphabetic() && row.is_ascii_digit()));
    let start = Board::start(Rules::default());
    (looks_so && !squares.is_empty()).then(|| transcript::read(&start, text).map(othello))
}

/// A transcript without the numbers of its moves: `1. f5 d6`, `1.f5 d6`.
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

fn imported(game: AnyGame, names: PerColor<Option<String>>) -> Imported {
    let name = |color: Color| names[color].as_deref().unwrap_or("?");
    let title = format!(
        "{} – {}, {} moves",
        name(Color::Black),
        name(Color::White),
        game.len()
    );
    Imported { title, game, names }
}

/// The games of a collection that can be replayed, numbered; the first problem if there are none.
fn collect(
    replayed: impl Iterator<Item = Result<(AnyGame, PerColor<Option<String>>), String>>,
) -> Result<Vec<Imported>, String> {
    let mut games = Vec::new();
    let mut first_problem = None;
    for (number, one) in (1..).zip(replayed) {
        match one {
            Ok((game, names)) => {
                let one = imported(game, names);
                games.push(Imported {
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
        return Err(first_problem.unwrap_or_else(|| "it holds no game".to_owned()));
    }
    Ok(games)
}

fn read_sgf(bytes: &[u8]) -> Result<Vec<Imported>, ImportError> {
    // Servers set no limit on the moves.
    let spec = Spec::Loa {
        rules: parlor_loa::Rules::default(),
        move_limit: None,
    };
    let games = sgf::read(bytes).into_iter().map(|game| {
        let game = game.map_err(|error| error.to_string())?;
        let record = game
            .replay(parlor_loa::Rules::default())
            .map_err(|error| error.to_string())?;
        let names = PerColor(Color::ALL.map(|color| game.player(color).map(str::to_owned)));
        Ok((AnyGame::from_record(&spec, AnyRecord::Loa(record)), names))
    });
    collect(games).map_err(ImportError::Sgf)
}

fn read_ggf(text: &str) -> Result<Vec<Imported>, ImportError> {
    let games = ggf::read(text)?.into_iter().map(|game| {
        let record = game.replay(Rules::default()).map_err(|error| error.to_string())?;
        let name = |tag| game.tag(tag).filter(|name| !name.is_empty()).map(str::to_owned);
        let names = PerColor(["PB", "PW"].map(name));
        Ok((from_grid(&record)?, names))
    });
    collect(games).map_err(ImportError::Ggf)
}

/// The names that the numbers of a WTHOR file stand for.
#[derive(Default)]
struct WthorNames {
    players: Vec<String>,
    tournaments: Vec<String>,
}

impl WthorNames {
    /// A player's name, or what can be said of a player whose name is not known; number 0 is nobody.
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

fn read_wthor(bytes: &[u8], names: &WthorNames) -> Result<Vec<Imported>, ImportError> {
    let mut first_problem = None;
    let mut games = Vec::new();
    let database = wthor::read(bytes)?;
    let year = Some(database.header.year).filter(|&year| year > 0);
    for (number, game) in (1..).zip(database.games) {
        match game.replay() {
            Ok(record) => {
                let players = PerColor([game.black, game.white].map(|player| names.player(player)));
                let name = |color: Color| players[color].as_deref().unwrap_or("?");
                let (black, white) = (name(Color::Black), name(Color::White));
                let discs = game.black_discs.min(64);
                let mut title = format!("{number}. {black} – {white}, {discs}–{}", 64 - discs);
                if let Some(tournament) = names.tournament(game.tournament) {
                    title += &format!(", {tournament}");
                }
                if let Some(year) = year {
                    title += &format!(", {year}");
                }
                games.push(Imported {
                    title,
                    game: othello(record),
                    names: players,
                });
            }
            Err(problem) => {
                first_problem.get_or_insert(format!("game {number}: {problem}"));
            }
        }
    }
    if games.is_empty() {
        return Err(ImportError::Wthor(
            first_problem.unwrap_or_else(|| "it holds no game".to_owned()),
        ));
    }
    Ok(games)
}

/// A game on a board of any size, on the usual board if it has the usual size.
fn from_grid(record: &GameRecord<GridBoard>) -> Result<AnyGame, String> {
    let spec = Spec::Othello {
        rules: record.start().rules(),
        size: record.start().size(),
    };
    if record.start().size() != Size::STANDARD {
        return Ok(AnyGame::from_record(&spec, AnyRecord::Grid(record.clone())));
    }
    let text = crate::Playable::position_text(record.start());
    let mut game = AnyGame::from_position(&spec, &text).map_err(|error| error.to_string())?;
    for (before, mv) in record.positions().zip(record.moves()) {
        let text = crate::Playable::view(before, mv).text;
        game.play(&text).map_err(|error| error.to_string())?;
    }
    Ok(game)
}
