//! GGF, the game record format of servers: `(;GM[Othello]PB[Anna]PW[Ben]TY[8]RE[+2]BO[8 ---…---
//! *]B[d3/1.5/0.2]W[c5];)`.
//!
//! A file holds any number of games, each a list of properties `NAME[value]` between `(;` and `;)`. `BO` is
//! the board that the game begins with (a square one), `B` and `W` are moves in the standard notation, `PA`
//! for a pass, followed by the mover's evaluation and the seconds it took, each after a slash. Every other
//! property is kept as a tag. [`GgfGame::replay`] checks whether the moves are legal.

use std::fmt;

use parlor_core::{Color, Excerpt, GameRecord, MoveList, Outcome, PlayError};
use thiserror::Error;

use crate::{GridBoard, GridSetup, GridSetupError, Illegal, Place, Position, Rules, Size, SizeError};

/// A game record as it is written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GgfGame {
    /// Every property except the board and the moves, in order, as name and value.
    pub tags: Vec<(String, String)>,
    /// The start position.
    pub start: GridSetup,
    /// The moves of both sides, in order.
    pub moves: Vec<GgfMove>,
}

/// A move as it is written in a record.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GgfMove {
    /// The side that moved.
    pub color: Color,
    /// The square of the disc, or `None` for a pass.
    pub place: Option<Place>,
    /// The text after the first slash: usually the mover's evaluation, a slash and the seconds it took.
    pub note: String,
}

/// The reason why a text is not GGF.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum GgfError {
    /// The text contains no game.
    #[error("there is no game, which would begin with (;")]
    NoGame,
    /// The text has something unexpected.
    #[error("expected {expected} instead of {found}")]
    Unexpected {
        /// The expected text.
        expected: &'static str,
        /// The actual text.
        found: Excerpt,
    },
    /// The text ends inside a game.
    #[error("the record ends before {missing}, begun at {begun}")]
    Unfinished {
        /// What is missing.
        missing: &'static str,
        /// Where the unfinished part begins.
        begun: Excerpt,
    },
    /// A record of another game.
    #[error("the record is of another game: {0}")]
    OtherGame(Excerpt),
    /// The game has no board.
    #[error("the game {0} has no board BO before its first move")]
    NoBoard(Excerpt),
    /// The size of a board is invalid.
    #[error("the board {board}: {reason}")]
    BadSize {
        /// The board's text.
        board: Excerpt,
        /// What is wrong with its size.
        reason: SizeError,
    },
    /// A board does not consist of a size, its squares and the side to move.
    #[error("the board {board} is not a size, {expected} squares of *, O and -, and the side to move")]
    BadBoard {
        /// The board's text.
        board: Excerpt,
        /// The number of squares of such a board.
        expected: u32,
    },
    /// A move is malformed.
    #[error("move {number}, {text}, is not a move like d3")]
    BadMove {
        /// The move's number, from 1.
        number: usize,
        /// The move's text.
        text: Excerpt,
    },
}

/// The reason why a record cannot be replayed.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum ReplayError {
    /// The start position is invalid.
    #[error(transparent)]
    Setup(#[from] GridSetupError),
    /// A side moves out of turn.
    #[error("move {number}, {mv}, is {color}'s out of turn")]
    OutOfTurn {
        /// The move's number, from 1.
        number: usize,
        /// The move.
        mv: String,
        /// The side that made it.
        color: Color,
    },
    /// The rules forbid a move.
    #[error("move {number}, {mv}: {reason}")]
    Illegal {
        /// The move's number, from 1.
        number: usize,
        /// The move.
        mv: String,
        /// What is wrong with it.
        reason: Illegal,
    },
}

/// The error for a board with different numbers of rows and columns, which the format cannot hold.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("GGF holds square boards only, not one of {0}")]
pub struct NotSquare(pub Size);

impl GgfGame {
    /// Creates the record of a game, without its result. Returns an error when the board is not square.
    pub fn new(record: &GameRecord<GridBoard>) -> Result<GgfGame, NotSquare> {
        let start = record.start().setup();
        let size = start.size;
        if size.rows() != size.columns() {
            return Err(NotSquare(size));
        }
        let moves = record
            .positions()
            .zip(record.moves())
            .map(|(before, mv)| GgfMove {
                color: parlor_core::Game::turn(before),
                place: before.place_of(mv),
                note: String::new(),
            });
        let tags = [("GM", "Othello".to_owned()), ("TY", size.rows().to_string())];
        Ok(GgfGame {
            tags: tags.map(|(name, value)| (name.to_owned(), value)).to_vec(),
            start,
            moves: moves.collect(),
        })
    }

    /// Adds a property. Drops characters that would end its value early.
    pub fn push_tag(&mut self, name: &str, value: &str) {
        let is_harmless = |character: &char| *character != ']' && !character.is_control();
        self.tags
            .push((name.to_owned(), value.chars().filter(is_harmless).collect()));
    }

    /// Adds the result `RE`: Black's lead in discs, and `resigned` if the loser resigned.
    pub fn push_result(&mut self, lead: i32, resigned: bool) {
        let reason = if resigned { ":r" } else { "" };
        self.push_tag("RE", &format!("{lead:+}{reason}"));
    }

    /// Returns the value of the first property with this name.
    pub fn tag(&self, name: &str) -> Option<&str> {
        let mut tags = self.tags.iter();
        tags.find(|(tag, _)| tag == name).map(|(_, value)| value.as_str())
    }

    /// Returns the winner by the property `RE`, if present. The moves may disagree when one side resigned.
    pub fn result(&self) -> Option<Outcome> {
        let lead: f64 = self.tag("RE")?.split(':').next()?.trim().parse().ok()?;
        Some(match lead {
            lead if lead > 0.0 => Outcome::Win(Color::Black),
            lead if lead < 0.0 => Outcome::Win(Color::White),
            _ => Outcome::Draw,
        })
    }

    /// Returns the side that resigned, by the property `RE`.
    pub fn resigned(&self) -> Option<Color> {
        let reason = self.tag("RE")?.split(':').nth(1)?.trim();
        let is_resignation = reason.eq_ignore_ascii_case("r");
        let winner = self.result()?.winner()?;
        is_resignation.then_some(!winner)
    }

    /// Replays the game. Inserts passes that the record leaves out.
    pub fn replay(&self, rules: Rules) -> Result<GameRecord<GridBoard>, ReplayError> {
        let mut record = GameRecord::new(GridBoard::from_setup(&self.start, rules)?);
        for (index, ggf) in self.moves.iter().enumerate() {
            let (number, color) = (index + 1, ggf.color);
            let name = || ggf.place.map_or("PA".to_owned(), |place| place.to_string());
            if ggf.place.is_some() && color != record.turn() {
                fill_in_pass(&mut record);
            }
            if color != record.turn() {
                return Err(ReplayError::OutOfTurn {
                    number,
                    mv: name(),
                    color,
                });
            }
            let illegal = |reason| ReplayError::Illegal {
                number,
                mv: name(),
                reason,
            };
            let position = record.position();
            let mv = match ggf.place {
                None => position.pass(),
                Some(place) => position
                    .move_at(place)
                    .ok_or_else(|| illegal(Illegal::OffBoard(place)))?,
            };
            record.play(mv).map_err(|error| {
                illegal(match error {
                    PlayError::Over => Illegal::Over,
                    PlayError::Illegal(reason) => reason,
                })
            })?;
        }
        Ok(record)
    }
}

/// Plays a pass if it is the only legal move.
fn fill_in_pass(record: &mut GameRecord<GridBoard>) {
    let pass = record.position().pass();
    let mut moves = MoveList::new();
    parlor_core::Game::legal_moves(record.position(), &mut moves);
    if moves.as_slice() == [pass] {
        // The only legal move: playing it cannot fail.
        let _ = record.play(pass);
    }
}

/// Reads every game of a text. Numbers and blanks may surround games, as servers write them.
///
/// ```
/// use parlor_othello::Rules;
/// use parlor_othello::formats::ggf;
///
/// let text = "(;GM[Othello]PB[Anna]PW[Ben]TY[4]BO[4 ---- -O*- -*O- ---- *]B[b1/0.5/1.2]W[a1];)";
/// let games = ggf::read(text)?;
/// assert_eq!(games[0].tag("PW"), Some("Ben"));
/// assert_eq!(games[0].moves[0].note, "0.5/1.2");
/// assert_eq!(games[0].replay(Rules::Pass)?.len(), 2);
/// assert_eq!(games[0].to_string(), text);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn read(text: &str) -> Result<Vec<GgfGame>, GgfError> {
    let mut reader = Reader { text, at: 0 };
    let mut games = Vec::new();
    loop {
        reader.skip(|character| character.is_whitespace() || character.is_ascii_digit());
        if reader.rest().is_empty() {
            break;
        }
        if !reader.take("(;") {
            return Err(reader.unexpected("a game, which begins with (;"));
        }
        games.push(reader.game()?);
    }
    if games.is_empty() {
        return Err(GgfError::NoGame);
    }
    Ok(games)
}

struct Reader<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Reader<'a> {
    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    fn skip(&mut self, is_skipped: impl Fn(char) -> bool) -> &'a str {
        let rest = self.rest();
        let end = rest
            .find(|character| !is_skipped(character))
            .unwrap_or(rest.len());
        self.at += end;
        &rest[..end]
    }

    fn take(&mut self, token: &str) -> bool {
        let found = self.rest().starts_with(token);
        self.at += if found { token.len() } else { 0 };
        found
    }

    fn unexpected(&self, expected: &'static str) -> GgfError {
        let word = self.rest().split_whitespace().next().unwrap_or_default();
        GgfError::Unexpected {
            expected,
            found: Excerpt::new(word, self.at),
        }
    }

    /// Reads the rest of a game after its `(;`.
    fn game(&mut self) -> Result<GgfGame, GgfError> {
        let begun = Excerpt::new("(;", self.at - 2);
        let mut tags = Vec::new();
        let mut start = None;
        let mut moves = Vec::new();
        loop {
            self.skip(char::is_whitespace);
            if self.take(";)") {
                break;
            }
            if self.rest().is_empty() {
                let missing = "the end ;) of a game";
                return Err(GgfError::Unfinished { missing, begun });
            }
            let (name, value) = self.property()?;
            let color = match name {
                "B" => Color::Black,
                "W" => Color::White,
                "BO" => {
                    start = Some(board(value)?);
                    continue;
                }
                "GM" if !value.text.trim().eq_ignore_ascii_case("othello") => {
                    return Err(GgfError::OtherGame(value.excerpt()));
                }
                _ => {
                    tags.push((name.to_owned(), value.text.to_owned()));
                    continue;
                }
            };
            if start.is_none() {
                return Err(GgfError::NoBoard(begun));
            }
            moves.push(game_move(color, value, moves.len() + 1)?);
        }
        let start = start.ok_or(GgfError::NoBoard(begun))?;
        Ok(GgfGame { tags, start, moves })
    }

    fn property(&mut self) -> Result<(&'a str, Value<'a>), GgfError> {
        let at = self.at;
        let name = self.skip(|character| character.is_ascii_alphabetic());
        if name.is_empty() {
            return Err(self.unexpected("a property like PB[name] or the end ;) of the game"));
        }
        self.skip(char::is_whitespace);
        if !self.take("[") {
            return Err(self.unexpected("[ and the value of a property"));
        }
        let value = Value {
            text: self.rest().split(']').next().unwrap_or_default(),
            at: self.at,
        };
        self.at += value.text.len();
        if !self.take("]") {
            return Err(GgfError::Unfinished {
                missing: "the end ] of a value",
                begun: Excerpt::new(name, at),
            });
        }
        Ok((name, value))
    }
}

/// The value of a property and its position in the text.
#[derive(Clone, Copy)]
struct Value<'a> {
    text: &'a str,
    at: usize,
}

impl Value<'_> {
    fn excerpt(&self) -> Excerpt {
        Excerpt::new(self.text, self.at)
    }
}

/// Reads a size, squares and the side to move.
fn board(value: Value<'_>) -> Result<GridSetup, GgfError> {
    let text = value.text.trim_start();
    let end = text
        .find(|character: char| !character.is_ascii_digit())
        .unwrap_or(text.len());
    // A number too large to parse is too large for every board.
    let side = text[..end].parse().unwrap_or(u32::from(end > 0) * u32::MAX);
    let size = Size::new(side, side).map_err(|reason| GgfError::BadSize {
        board: value.excerpt(),
        reason,
    })?;
    let bad_board = || GgfError::BadBoard {
        board: value.excerpt(),
        expected: size.area(),
    };
    let squares = text[end..].chars().filter(|character| !character.is_whitespace());
    let mut squares = squares.map(|character| match character {
        '*' | 'X' | 'x' => Some(Some(Color::Black)),
        'O' | 'o' => Some(Some(Color::White)),
        '-' | '.' => Some(None),
        _ => None,
    });
    let area = size.area() as usize;
    let cells: Option<Vec<Option<Color>>> = squares.by_ref().take(area).collect();
    let cells = cells.filter(|cells| cells.len() == area).ok_or_else(bad_board)?;
    let turn = squares.next().flatten().flatten().ok_or_else(bad_board)?;
    match squares.next() {
        Some(_) => Err(bad_board()),
        None => Ok(GridSetup { size, cells, turn }),
    }
}

fn game_move(color: Color, value: Value<'_>, number: usize) -> Result<GgfMove, GgfError> {
    let (name, note) = value.text.split_once('/').unwrap_or((value.text, ""));
    let name = name.trim();
    let is_pass = ["pa", "pass"].iter().any(|pass| name.eq_ignore_ascii_case(pass));
    let place = match (is_pass, square(name)) {
        (true, _) => None,
        (false, Some(place)) => Some(place),
        (false, None) => {
            let text = value.excerpt();
            return Err(GgfError::BadMove { number, text });
        }
    };
    let note = note.trim().to_owned();
    Ok(GgfMove { color, place, note })
}

/// Reads a square such as `d3`, without checking that the board has it.
fn square(name: &str) -> Option<Place> {
    let (letter, digits) = name.split_at_checked(1)?;
    let column = letter
        .bytes()
        .next()
        .filter(u8::is_ascii_alphabetic)?
        .to_ascii_lowercase()
        - b'a';
    if !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let row: u8 = digits.parse().ok()?;
    Some(Place::new(row.checked_sub(1)?, column))
}

/// Writes one line; properties other than the board and the moves come first.
impl fmt::Display for GgfGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("(;")?;
        for (name, value) in &self.tags {
            write!(f, "{name}[{value}]")?;
        }
        let size = self.start.size;
        write!(f, "BO[{}", size.rows())?;
        let letter = |cell: &Option<Color>| cell.map_or('-', disc);
        for row in self.start.cells.chunks(usize::from(size.columns())) {
            write!(f, " {}", row.iter().map(letter).collect::<String>())?;
        }
        write!(f, " {}]", disc(self.start.turn))?;
        for GgfMove { color, place, note } in &self.moves {
            f.write_str(match color {
                Color::Black => "B[",
                Color::White => "W[",
            })?;
            match place {
                Some(place) => write!(f, "{place}")?,
                None => f.write_str("PA")?,
            }
            let slash = if note.is_empty() { "" } else { "/" };
            write!(f, "{slash}{note}]")?;
        }
        f.write_str(";)")
    }
}

fn disc(color: Color) -> char {
    match color {
        Color::Black => '*',
        Color::White => 'O',
    }
}

#[cfg(test)]
mod tests;
