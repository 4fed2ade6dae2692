//! Reads files of many games lazily, one game at a time. A damaged game does not affect the others.

use std::str::Lines;

use parlor_core::PerColor;

use super::{Imported, NoGame, imported, is_ggf, read_any_moves, read_file, read_parlor_game};
use crate::any::AnyGame;
use crate::othello::files::{WthorGames, WthorNames, names_of, read_ggf, read_transcript, wthor_games};
use crate::problem::GameProblem;
use crate::{ataxx, loa};

/// The number of lines that are examined to find out whether every line of a text is a game.
const LINES_TRIED: usize = 20;

/// The names that the numbers in a WTHOR file stand for, from its `.jou` and `.trn` files.
#[derive(Clone, Debug, Default)]
pub struct Names(WthorNames);

impl Names {
    /// Adds the names of a file. Returns `false` if the file does not contain names.
    pub fn take(&mut self, bytes: &[u8]) -> Result<bool, super::ImportError> {
        names_of(bytes, &mut self.0)
    }
}

/// An iterator over the games of a file. A game that cannot be replayed is an error with its number, from 1.
///
/// ```
/// use parlor_games::import::{GameReader, Names};
///
/// let names = Names::default();
/// let games: Vec<_> = GameReader::new(b"f5d6c3\nf5a1\nf5f6e6\n", &names)?.collect();
/// assert_eq!(games[0].as_ref().unwrap().game.len(), 3);
/// assert_eq!(games[1].as_ref().unwrap_err().number, Some(2));
/// assert!(games[2].is_ok());
/// # Ok::<(), parlor_games::import::ImportError>(())
/// ```
pub struct GameReader<'a> {
    source: Source<'a>,
    names: &'a Names,
    number: u32,
}

enum Source<'a> {
    /// The records of a WTHOR file.
    Records(WthorGames),
    /// Games in Parlor's own format.
    Tagged(&'a [u8]),
    /// Property trees: GGF or SGF.
    Trees { rest: &'a [u8], is_ggf: bool },
    /// A game on each line.
    Lines { lines: Lines<'a>, n_lines: u32 },
    /// Anything else, read as a whole.
    Whole(std::vec::IntoIter<Imported>),
}

impl<'a> GameReader<'a> {
    /// Detects the format of a file. Returns an error if it is unknown.
    pub fn new(bytes: &'a [u8], names: &'a Names) -> Result<GameReader<'a>, super::ImportError> {
        Ok(GameReader {
            source: source(bytes, names)?,
            names,
            number: 0,
        })
    }
}

fn source<'a>(bytes: &'a [u8], names: &Names) -> Result<Source<'a>, super::ImportError> {
    if let Some(games) = wthor_games(bytes)? {
        return Ok(Source::Records(games));
    }
    let rest = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes).trim_ascii();
    match rest.first() {
        Some(b'[') => return Ok(Source::Tagged(rest)),
        Some(b'(') => {
            let is_ggf = is_ggf(&String::from_utf8_lossy(&rest[..rest.len().min(200)]));
            return Ok(Source::Trees { rest, is_ggf });
        }
        _ => {}
    }
    if let Ok(text) = std::str::from_utf8(rest) {
        let lines = || text.lines().filter(|line| !line.trim().is_empty());
        let tried = lines().take(LINES_TRIED);
        let n_games = tried.clone().filter(|line| read_line(line).is_ok()).count();
        let is_list = lines().nth(1).is_some() && n_games > 1 && n_games * 2 >= tried.count();
        // A single game may span several lines.
        if is_list && read_line(text).is_err() {
            return Ok(Source::Lines {
                lines: text.lines(),
                n_lines: 0,
            });
        }
    }
    Ok(Source::Whole(read_file(bytes, &names.0)?.into_iter()))
}

impl Iterator for GameReader<'_> {
    type Item = Result<Imported, NoGame>;

    fn next(&mut self) -> Option<Result<Imported, NoGame>> {
        let found = match &mut self.source {
            Source::Records(games) => games.next(&self.names.0)?,
            Source::Tagged(rest) => {
                let text = String::from_utf8_lossy(next_tagged(rest)?).into_owned();
                read_parlor_game(&text).map_err(|error| NoGame::because(&error, Some(error.problem())))
            }
            Source::Trees { rest, is_ggf } => read_tree(next_tree(rest, *is_ggf)?, *is_ggf),
            Source::Lines { lines, n_lines } => loop {
                let line = lines.next()?;
                *n_lines += 1;
                if !line.trim().is_empty() {
                    // Report the line number, by which a user can find the game.
                    self.number = *n_lines - 1;
                    break read_line(line);
                }
            },
            Source::Whole(games) => Ok(games.next()?),
        };
        self.number += 1;
        let number = Some(self.number);
        Some(match found {
            Ok(mut found) => {
                found.details.number = number;
                Ok(found)
            }
            Err(problem) => Err(NoGame { number, ..problem }),
        })
    }
}

/// Splits off the next game in Parlor's own format, which begins with its `Game` tag.
fn next_tagged<'a>(rest: &mut &'a [u8]) -> Option<&'a [u8]> {
    const START: &[u8] = b"\n[Game ";
    if rest.trim_ascii().is_empty() {
        return None;
    }
    let starts = |from: usize| {
        let found = rest[from..]
            .windows(START.len())
            .position(|window| window == START);
        found.map(|at| from + at + 1)
    };
    // Text before the first game belongs to it.
    let first = if rest.starts_with(&START[1..]) {
        0
    } else {
        starts(0).unwrap_or(0)
    };
    let end = starts(first).unwrap_or(rest.len());
    let (game, after) = rest.split_at(end);
    *rest = after;
    Some(game)
}

/// Splits off the next property tree, up to its closing bracket. Brackets inside a value do not count.
fn next_tree<'a>(rest: &mut &'a [u8], is_ggf: bool) -> Option<&'a [u8]> {
    let start = rest.iter().position(|&byte| byte == b'(')?;
    let (mut depth, mut in_value, mut is_escaped) = (0_u32, false, false);
    let mut end = rest.len();
    for (at, &byte) in rest.iter().enumerate().skip(start) {
        match byte {
            _ if is_escaped => is_escaped = false,
            // GGF cannot escape a closing bracket in a value.
            b'\\' if in_value && !is_ggf => is_escaped = true,
            b']' => in_value = false,
            _ if in_value => {}
            b'[' => in_value = true,
            b'(' => depth += 1,
            b')' => {
                depth -= 1;
                if depth == 0 {
                    end = at + 1;
                    break;
                }
            }
            _ => {}
        }
    }
    let tree = &rest[start..end];
    *rest = &rest[end..];
    Some(tree)
}

fn read_tree(tree: &[u8], is_ggf: bool) -> Result<Imported, NoGame> {
    let read = if is_ggf {
        read_ggf(&String::from_utf8_lossy(tree))
    } else {
        loa::files::read_sgf(tree)
    };
    match read {
        Ok(games) => games
            .into_iter()
            .next()
            .ok_or_else(|| NoGame::because("it holds no game", None)),
        Err(super::ImportError::Ggf(problem) | super::ImportError::Sgf(problem)) => Err(problem),
        Err(error) => Err(NoGame::because(&error, None)),
    }
}

/// Reads a game from a single line.
fn read_line(line: &str) -> Result<Imported, NoGame> {
    let line = line.trim();
    let found = |game: AnyGame| Ok(imported(game, PerColor::default()));
    if let Some(read) = read_transcript(line) {
        let game = read.map_err(|error| NoGame::because(&error, Some(GameProblem::from(&error))))?;
        return found(game);
    }
    if let Some(game) = ataxx::files::read_moves(line).or_else(|| read_any_moves(line)) {
        return found(game);
    }
    Err(NoGame::because("it is not a game from the start", None))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(bytes: &[u8]) -> Vec<Result<(usize, u32), u32>> {
        let names = Names::default();
        GameReader::new(bytes, &names)
            .unwrap()
            .map(|one| match one {
                Ok(found) => Ok((found.game.len(), found.details.number.unwrap_or(0))),
                Err(problem) => Err(problem.number.unwrap_or(0)),
            })
            .collect()
    }

    #[test]
    fn a_damaged_game_leaves_the_others_alone() {
        let ggf = "(;GM[Othello]PB[A (]TY[4]BO[4 ---- -O*- -*O- ---- *]B[b1]W[a1];)\n";
        let bad = "(;GM[Othello]TY[4]BO[4 ---- -O*- -*O- ---- *]B[d4];)\n";
        assert_eq!(
            read(format!("{ggf}{bad}{ggf}").as_bytes()),
            [Ok((2, 1)), Err(2), Ok((2, 3))]
        );
        let sgf = "(;GM[9]PB[a \\] (]C[x];B[b1-b3](;W[a2-c2])(;W[h2-f2]))\n";
        let bad = "(;GM[9];B[b1-b7])";
        assert_eq!(
            read(format!("{sgf}{bad}{sgf}").as_bytes()),
            [Ok((2, 1)), Err(2), Ok((2, 3))]
        );
        let tagged = "[Game \"loa\"]\n\n1. b1-b3 a2-c2\n\n";
        let bad = "[Game \"loa\"]\n\n1. b1-b7\n\n";
        let before = "[Event \"x\"]\n";
        let text = format!("{before}{tagged}{bad}{tagged}");
        assert_eq!(read(text.as_bytes()), [Ok((2, 1)), Err(2), Ok((2, 3))]);
    }

    #[test]
    fn lines_are_games_and_numbered_as_they_stand_in_the_file() {
        assert_eq!(
            read(b"f5d6c3\n\nf5a1\n1. f5 d6\n"),
            [Ok((3, 1)), Err(3), Ok((2, 4))]
        );
        assert_eq!(read(b"b1-b3 a2-c2\nb1-b3\n"), [Ok((2, 1)), Ok((1, 2))]);
        assert_eq!(
            read(b"a7-b6\na7-a6\na7-b7 g7-f6\n"),
            [Ok((1, 1)), Ok((1, 2)), Ok((2, 3))]
        );
        // One game over two lines.
        assert_eq!(read(b"f5d6c3\nd3c4f4\n"), [Ok((6, 1))]);
    }

    #[test]
    fn text_that_is_not_a_game_is_an_error() {
        let names = Names::default();
        assert!(GameReader::new(b"nothing\nof the kind\n", &names).is_err());
        assert!(GameReader::new(b"", &names).is_err());
    }
}
