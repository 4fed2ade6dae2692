//! How positions and games are named on the command line, the same for all commands.
//!
//! An argument is one of: `start`; a position in the text form of its game, also as a line of OBF; moves from
//! the start, `f5d6c3` or `b1-b3 a2-c2`; a file in any format that [`import`] reads, or `-` for standard
//! input. `#N` after a file selects its game N, and `@PLY` the position after that many moves.

use std::ffi::{OsStr, OsString};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use clap::builder::{OsStringValueParser, TypedValueParser};
use parlor_core::PerColor;
use parlor_games::import::{self, Details, Imported};
use parlor_games::{Action, AnyGame, Spec};

use super::misuse;

/// A game or position named on the command line.
#[derive(Clone, Debug)]
pub(crate) struct Source {
    /// The game, at the selected position or at its last move.
    pub(crate) game: AnyGame,
    /// The names of the players, if known.
    pub(crate) names: PerColor<Option<String>>,
    /// Other information about the game.
    pub(crate) details: Details,
    /// The number of the game in its file, from 1.
    pub(crate) number: usize,
    /// The number of games in the file.
    pub(crate) total: usize,
    /// Whether the argument names a position and not a whole game.
    pub(crate) is_position: bool,
}

impl Source {
    fn position(game: AnyGame) -> Source {
        Source {
            game,
            names: PerColor::default(),
            details: Details::default(),
            number: 1,
            total: 1,
            is_position: true,
        }
    }
}

/// The parser for such an argument. It may begin with a hyphen, as Othello positions do, but must not look
/// like a misspelt option.
pub(crate) fn word() -> impl TypedValueParser<Value = OsString> {
    OsStringValueParser::new().try_map(|word| match word.to_str().is_some_and(is_option) {
        true => Err("there is no such option"),
        false => Ok(word),
    })
}

/// Whether an argument can only be an option: `--depth` is one, but `--xxoo-` is a position.
fn is_option(text: &str) -> bool {
    text.strip_prefix("--").is_some_and(|name| {
        let name = name.split('=').next().unwrap_or_default();
        name.starts_with(|first: char| first.is_ascii_lowercase())
            && name.chars().all(|one| one.is_ascii_lowercase() || one == '-')
            && name.contains(|one: char| one != '-' && one != 'x' && one != 'o')
    })
}

/// A file, and a game and position in it.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Locator {
    path: PathBuf,
    number: Option<usize>,
    ply: Option<usize>,
}

/// The game or position that an argument names. For a file with several games, the first.
pub(crate) fn read(spec: &Spec, word: &OsStr) -> anyhow::Result<Source> {
    let found = read_all(spec, word)?;
    found.into_iter().next().context("there is no game in it")
}

/// All games that an argument names: those of a file, or the selected one.
pub(crate) fn read_all(spec: &Spec, word: &OsStr) -> anyhow::Result<Vec<Source>> {
    if word == "start" {
        return Ok(vec![Source::position(AnyGame::new(spec).map_err(misuse_of)?)]);
    }
    if let Some(locator) = locate(word) {
        return from_file(spec, &locator);
    }
    let Some(text) = word.to_str() else {
        bail!("cannot read {}: there is no such file", word.display());
    };
    match read_text(spec, text) {
        Ok(game) => Ok(vec![Source::position(game)]),
        Err(reason) if looks_like_a_path(text) => {
            let path = split(word).path;
            let why = match std::fs::metadata(&path) {
                Ok(found) if found.is_dir() => "it is a folder".to_owned(),
                Ok(_) => reason.to_string(),
                Err(error) => error.to_string(),
            };
            bail!("cannot read {}: {why}", path.display())
        }
        Err(reason) => Err(misuse(&format!(
            "“{}” is no position, no moves and no file: {reason}",
            text.chars().take(100).collect::<String>().escape_debug()
        ))),
    }
}

/// Parses a position, or moves from the start.
pub(crate) fn read_text(spec: &Spec, text: &str) -> anyhow::Result<AnyGame> {
    // OBF and EPD have other information after the position.
    let text = text.split([';', '%']).next().unwrap_or_default().trim();
    if text == "start" {
        return Ok(AnyGame::new(spec)?);
    }
    let position = match AnyGame::from_position(&spec.fitting(text), text) {
        Ok(game) => return Ok(game),
        Err(error) => error,
    };
    match play_all(AnyGame::new(spec)?, text) {
        Ok(game) if !game.is_empty() => Ok(game),
        // If not even the first move can be played, the text was probably meant as a position.
        Ok(_) => Err(position.into()),
        Err((0, _)) => Err(position.into()),
        Err((_, error)) => Err(error),
    }
}

/// Plays the moves in a text. An error includes the number of moves played before it.
fn play_all(mut game: AnyGame, text: &str) -> Result<AnyGame, (usize, anyhow::Error)> {
    for word in text.split_whitespace() {
        let word = word.trim_start_matches(|letter: char| letter.is_ascii_digit());
        let word = word.trim_start_matches('.');
        if word.is_empty() {
            continue;
        }
        for mv in squares(word).unwrap_or_else(|| vec![word]) {
            let n_played = game.len();
            if game.play(mv).is_ok() {
                continue;
            }
            // Transcripts may leave out forced passes.
            if let [only] = game.legal_moves().as_slice()
                && only.action == Action::Pass
            {
                let pass = only.text.clone();
                game.play(&pass).map_err(|error| (n_played, error.into()))?;
            }
            game.play(mv)
                .with_context(|| format!("move {}, “{}”", n_played + 1, mv.escape_debug()))
                .map_err(|error| (n_played, error))?;
        }
    }
    Ok(game)
}

/// Splits a word of squares only, such as `f5d6c3`.
fn squares(word: &str) -> Option<Vec<&str>> {
    let mut squares = Vec::new();
    let mut rest = word;
    while !rest.is_empty() {
        let letters = rest.find(|letter: char| !letter.is_ascii_alphabetic())?;
        let behind = &rest[letters..];
        let digits = behind
            .find(|letter: char| !letter.is_ascii_digit())
            .unwrap_or(behind.len());
        if letters != 1 || digits == 0 {
            return None;
        }
        squares.push(&rest[..letters + digits]);
        rest = &behind[digits..];
    }
    Some(squares)
}

/// The file that an argument names, if it exists: with the whole argument as its name, or without `#N@PLY`.
fn locate(word: &OsStr) -> Option<Locator> {
    let whole = Locator {
        path: word.into(),
        number: None,
        ply: None,
    };
    if can_be_read(&whole.path) {
        return Some(whole);
    }
    let locator = split(word);
    (can_be_read(&locator.path) && locator != whole).then_some(locator)
}

/// Whether a path is a file, a pipe such as the shell's `<(…)`, or `-` for standard input.
fn can_be_read(path: &Path) -> bool {
    path == Path::new("-") || std::fs::metadata(path).is_ok_and(|found| !found.is_dir())
}

/// Splits `@PLY` and `#N` off the end of an argument.
fn split(word: &OsStr) -> Locator {
    let (rest, ply) = without_number(word, b'@');
    let (path, number) = without_number(&rest, b'#');
    Locator {
        path: path.into(),
        number,
        ply,
    }
}

#[cfg(unix)]
fn without_number(word: &OsStr, mark: u8) -> (OsString, Option<usize>) {
    use std::os::unix::ffi::OsStrExt;

    let bytes = word.as_bytes();
    let cut = bytes.iter().rposition(|&byte| byte == mark).and_then(|at| {
        let number = std::str::from_utf8(&bytes[at + 1..]).ok()?.parse().ok()?;
        Some((OsStr::from_bytes(&bytes[..at]).to_owned(), Some(number)))
    });
    cut.unwrap_or_else(|| (word.to_owned(), None))
}

#[cfg(not(unix))]
fn without_number(word: &OsStr, mark: u8) -> (OsString, Option<usize>) {
    let cut = word.to_str().and_then(|text| {
        let (rest, number) = text.rsplit_once(char::from(mark))?;
        Some((rest.into(), Some(number.parse().ok()?)))
    });
    cut.unwrap_or_else(|| (word.to_owned(), None))
}

fn looks_like_a_path(text: &str) -> bool {
    let path = split(OsStr::new(text)).path;
    let has_extension = path
        .extension()
        .and_then(OsStr::to_str)
        .is_some_and(|end| end.len() <= 6 && end.starts_with(|letter: char| letter.is_ascii_alphabetic()));
    let is_one_word = !text.contains(char::is_whitespace);
    has_extension || is_one_word && text.starts_with(['/', '.', '~'])
}

/// The bytes of a file, or of standard input for `-`.
pub(crate) fn contents(path: &Path) -> anyhow::Result<Vec<u8>> {
    if path == Path::new("-") {
        let mut bytes = Vec::new();
        io::stdin()
            .lock()
            .read_to_end(&mut bytes)
            .context("cannot read standard input")?;
        return Ok(bytes);
    }
    std::fs::read(path).with_context(|| format!("cannot read {}", path.display()))
}

fn from_file(spec: &Spec, locator: &Locator) -> anyhow::Result<Vec<Source>> {
    let path = &locator.path;
    let bytes = contents(path)?;
    if bytes.iter().all(u8::is_ascii_whitespace) {
        match path.to_str() {
            Some("-") => bail!("standard input is empty"),
            _ => bail!("{} is empty", path.display()),
        }
    }
    let names = names_beside(path);
    let files: Vec<&[u8]> = std::iter::once(&bytes).chain(&names).map(Vec::as_slice).collect();
    let found = match import::read_files(&files) {
        Ok(found) => found,
        // File formats are for standard boards. Positions on other boards are read as text.
        Err(error) => {
            let text = String::from_utf8_lossy(&bytes);
            let positions = positions(spec, &text).map_err(|_| error);
            let positions = positions.with_context(|| path.display().to_string())?;
            return placed(locator, positions);
        }
    };
    let total = found.iter().filter_map(|one| one.details.number).max();
    let total = total.map_or(found.len(), |most| most as usize).max(found.len());
    let sources = (1..).zip(found).map(|(place, one)| {
        let Imported { game, names, details } = one;
        if game.kind() != spec.kind() {
            bail!(
                "{} holds a game of {}, not of {}",
                path.display(),
                game.kind().title(),
                spec.kind().title()
            );
        }
        Ok(Source {
            is_position: game.is_empty(),
            number: details.number.map_or(place, |number| number as usize),
            game,
            names,
            details,
            total,
        })
    });
    placed(locator, sources.collect::<anyhow::Result<_>>()?)
}

/// The positions in a text: one per line, or the whole text as one.
fn positions(spec: &Spec, text: &str) -> anyhow::Result<Vec<Source>> {
    let lines = text.lines().map(str::trim);
    let lines = lines.filter(|line| !line.is_empty() && !line.starts_with(['%', ';', '#']));
    let games: anyhow::Result<Vec<AnyGame>> = lines.map(|line| read_text(spec, line)).collect();
    let games = match games {
        Ok(games) if !games.is_empty() && games.iter().all(AnyGame::is_empty) => games,
        _ => vec![read_text(spec, text.trim())?],
    };
    let total = games.len();
    let source = |(number, game)| Source {
        number,
        total,
        ..Source::position(game)
    };
    Ok((1..).zip(games).map(source).collect())
}

/// Selects the games and the position that a locator names.
fn placed(locator: &Locator, mut sources: Vec<Source>) -> anyhow::Result<Vec<Source>> {
    let path = locator.path.display();
    if let Some(wanted) = locator.number {
        let total = sources.first().map_or(0, |source| source.total);
        sources.retain(|source| source.number == wanted);
        if sources.is_empty() && (1..=total).contains(&wanted) {
            return Err(misuse(&format!("game {wanted} of {path} cannot be replayed")));
        }
        if sources.is_empty() {
            let games = if total == 1 { "game" } else { "games" };
            return Err(misuse(&format!(
                "{path} holds {total} {games}, so there is no game {wanted}"
            )));
        }
    }
    if let Some(ply) = locator.ply {
        for source in &mut sources {
            let n_moves = source.game.len();
            if ply > n_moves {
                return Err(misuse(&format!(
                    "game {} of {path} has {n_moves} moves, so there is no position after {ply}",
                    source.number
                )));
            }
            while source.game.len() > ply && source.game.undo() {}
            source.is_position = true;
        }
    }
    Ok(sources)
}

/// The contents of the files with names of players and tournaments (`.jou`, `.trn`) next to a WTHOR file.
fn names_beside(path: &Path) -> Vec<Vec<u8>> {
    let ends_in = |path: &Path, ends: &[&str]| {
        let end = path.extension().and_then(OsStr::to_str).unwrap_or_default();
        ends.iter().any(|known| end.eq_ignore_ascii_case(known))
    };
    if !ends_in(path, &["wtb"]) {
        return Vec::new();
    }
    let folder = match path.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        _ => Path::new("."),
    };
    let Ok(entries) = std::fs::read_dir(folder) else {
        return Vec::new();
    };
    let mut beside: Vec<PathBuf> = entries
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| ends_in(path, &["jou", "trn"]))
        .collect();
    beside.sort();
    let files = beside.iter().filter_map(|path| std::fs::read(path).ok());
    // Skip other files with the same extension.
    files
        .filter(|bytes| matches!(import::read(bytes), Err(import::ImportError::NamesOnly)))
        .collect()
}

/// Converts an error of an argument to a usage error.
pub(crate) fn misuse_of(error: impl std::fmt::Display) -> anyhow::Error {
    misuse(&error.to_string())
}

#[cfg(test)]
mod tests {
    use parlor_games::Kind;

    use super::*;

    fn spec(name: &str) -> Spec {
        Spec::default_for(name.parse::<Kind>().unwrap())
    }

    fn game(name: &str, text: &str) -> AnyGame {
        read(&spec(name), OsStr::new(text)).unwrap().game
    }

    fn refusal(name: &str, text: &str) -> String {
        read(&spec(name), OsStr::new(text)).unwrap_err().to_string()
    }

    #[test]
    fn positions_and_moves_are_distinguished_by_their_text() {
        let board = "---------------------------OX------XO--------------------------- X";
        for text in ["start", board, &format!("{board}; A2:+38; % a comment")] {
            assert_eq!(game("othello", text).position_text(), board, "{text}");
        }
        for text in ["f5d6c3", "f5 d6 c3", "1. f5 d6 2. c3", "F5D6C3"] {
            assert_eq!(game("othello", text).len(), 3, "{text}");
        }
        assert_eq!(
            game("othello", "-----OX--XO----- X").rows(),
            4,
            "the size is that of the text"
        );
        assert_eq!(game("ataxx", "a7-b6 g7-f6").len(), 2);
        assert_eq!(game("ataxx", "x5o/7/7/7/7/7/o5x x 0 1").len(), 0);
        assert_eq!(game("loa", "b1-b3 a2-c2").len(), 2);
    }

    #[test]
    fn a_forced_pass_may_be_left_out() {
        let white_is_stuck = format!("XO{} O", "-".repeat(62));
        let start = AnyGame::from_position(&spec("othello"), &white_is_stuck).unwrap();
        let played = play_all(start, "c1").unwrap();
        let texts: Vec<String> = played.history().into_iter().map(|mv| mv.text).collect();
        assert_eq!(texts, ["pass", "c1"]);
    }

    #[test]
    fn errors_name_what_was_tried() {
        let words = refusal("othello", "f5a1");
        assert!(words.contains("move 2") && words.contains("a1"), "{words}");
        let words = refusal("loa", "nonsense");
        assert!(words.contains("no position, no moves and no file"), "{words}");
        assert!(refusal("loa", "games/none.sgf").contains("cannot read games/none.sgf"));
        assert!(refusal("othello", "none.wtb#3@20").contains("cannot read none.wtb"));
    }

    #[test]
    fn a_file_name_may_have_a_game_and_a_ply() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("two#1.txt");
        std::fs::write(&path, "f5d6c3d3c4\nf5f6e6f4\n").unwrap();
        let at = |end: &str| {
            let word = format!("{}{end}", path.display());
            read(&spec("othello"), OsStr::new(&word))
        };
        let found = at("").unwrap();
        assert_eq!((found.number, found.total, found.game.len()), (1, 2, 5));
        assert!(!found.is_position);
        let found = at("#2").unwrap();
        assert_eq!((found.number, found.game.len()), (2, 4));
        let found = at("#2@3").unwrap();
        assert!(found.is_position && found.game.len() == 3);
        assert_eq!(at("@0").unwrap().game.len(), 0);
        let words = at("#3").unwrap_err().to_string();
        assert!(words.contains("holds 2 games, so there is no game 3"), "{words}");
        let words = at("#1@6").unwrap_err().to_string();
        assert!(
            words.contains("has 5 moves, so there is no position after 6"),
            "{words}"
        );
        let all = read_all(&spec("othello"), path.as_os_str()).unwrap();
        assert_eq!(all.len(), 2);
        let words = read(&spec("loa"), path.as_os_str()).unwrap_err().to_string();
        assert!(
            words.contains("a game of Othello, not of Lines of Action"),
            "{words}"
        );
    }

    #[cfg(unix)]
    #[test]
    fn a_file_name_need_not_be_utf8() {
        use std::os::unix::ffi::OsStrExt;

        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(OsStr::from_bytes(b"g\xffme.txt"));
        std::fs::write(&path, "f5d6c3").unwrap();
        let mut word = path.into_os_string();
        assert_eq!(read(&spec("othello"), &word).unwrap().game.len(), 3);
        word.push("#1@2");
        assert_eq!(read(&spec("othello"), &word).unwrap().game.len(), 2);
    }
}
