//! Game records in the Smart Game Format, with GM\[9\] for Lines of Action.
//!
//! Reading takes the main line of each game of a file and keeps every other property of the first node as a
//! tag. It tolerates what real records contain: moves in any of the forms of [`Recorded`], a move after a
//! comment in the same node, text that is not UTF-8 (read as Latin-1), anything between two games.
//! [`SgfGame::replay`] checks whether the moves are legal.

use std::fmt;

use parlor_core::{Color, Excerpt, Game, GameRecord, Notation, Outcome, PerColor};
use thiserror::Error;

use super::{InvalidSetup, Setup};
use crate::board::{SquareName, parse_square};
use crate::moves::{Illegal, Move};
use crate::notation::{ParseMoveError, Recorded, parse_recorded};
use crate::position::{Position, Rules};

mod tree;

use tree::{Node, Property};

/// A game record as it is written.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct SgfGame {
    /// Every property of the first node that is neither a move nor a setup, in order.
    pub tags: Vec<Tag>,
    /// The start position, if the record sets one up square by square.
    pub setup: Option<Setup>,
    /// The moves of the main line, each with the side that made it.
    pub moves: Vec<(Color, Move)>,
    /// The side that gave up after the last move, if any, and how.
    pub conceded: Option<(Color, Concession)>,
}

/// How a side gives up. Servers write it in place of a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Concession {
    /// The player resigned: `B[Resign]`.
    Resigned,
    /// The player forfeited the game, by time or absence: `B[Forfeit]`.
    Forfeited,
}

/// A property of a game: a name of capital letters and its values.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tag {
    /// The name, such as `PB`, the name of Black's player.
    pub name: String,
    /// The values, at least one.
    pub values: Vec<String>,
}

/// The start positions that records refer to by name. Scrambled Eggs has the standard squares with mixed
/// colours.
const NAMED_STARTS: [(&str, &str); 1] = [("Scrambled-Eggs", "1oxoxox1/x6o/o6x/x6o/o6x/x6o/o6x/1xoxoxo1 x")];

/// The reason why a text is not a game record.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum SgfError {
    /// The text has something unexpected.
    #[error("expected {expected} instead of {found}")]
    Unexpected {
        /// The expected text.
        expected: &'static str,
        /// The actual text.
        found: Excerpt,
    },
    /// The text ends inside a game or a value.
    #[error("the record ends before {missing}, begun at {begun}")]
    Unfinished {
        /// What is missing.
        missing: &'static str,
        /// Where the unfinished part begins.
        begun: Excerpt,
    },
    /// The record is of another game.
    #[error("this is a record of another game: GM[{0}]")]
    OtherGame(String),
    /// A move is malformed.
    #[error("move {number}, at character {}: {error}", at + 1)]
    Move {
        /// The move's number, from 1.
        number: usize,
        /// The byte offset of the move in the text.
        at: usize,
        /// The reason why it cannot be read.
        error: ParseMoveError,
    },
    /// A move follows after a side has given up.
    #[error("move {number}, at character {}, comes after the game was given up", at + 1)]
    AfterConcession {
        /// The move's number, from 1.
        number: usize,
        /// The byte offset of the move in the text.
        at: usize,
    },
    /// A point of a setup is not a square, or the side to move is unknown.
    #[error("the setup has {0}, which is neither a square nor a side")]
    Setup(Excerpt),
    /// The setup is invalid.
    #[error(transparent)]
    InvalidSetup(#[from] InvalidSetup),
}

/// The reason why a record cannot be replayed.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum ReplayError {
    /// The game begins with a board that is given only by an unknown name.
    #[error("the starting board “{}” is not known", .0.escape_default())]
    UnknownStart(String),
    /// The start position is invalid.
    #[error(transparent)]
    InvalidSetup(#[from] InvalidSetup),
    /// A side moves out of turn although its opponent could move.
    #[error("move {number}, {mv} of {color}, is out of turn")]
    OutOfTurn {
        /// The move's number, from 1.
        number: usize,
        /// The side that moves.
        color: Color,
        /// Its move.
        mv: Move,
    },
    /// A move is illegal.
    #[error("move {number}, {mv}: {error}")]
    Illegal {
        /// The move's number, from 1.
        number: usize,
        /// The move.
        mv: Move,
        /// The reason why it is illegal.
        error: Illegal,
    },
}

/// Reads every game of a file. A game that can be read to its closing bracket but is invalid is a separate
/// error; when even the brackets do not match, the error is the last of the list.
pub fn read(bytes: &[u8]) -> Vec<Result<SgfGame, SgfError>> {
    let text = decode(bytes);
    let mut rest = tree::Reader::new(&text);
    let mut games = Vec::new();
    loop {
        match rest.next_game() {
            Ok(Some(nodes)) => games.push(interpret(&nodes)),
            Ok(None) => return games,
            Err(error) => {
                games.push(Err(error));
                return games;
            }
        }
    }
}

/// Decodes text. As the standard prescribes, text that is not UTF-8 is Latin-1, in which every byte is a
/// character.
fn decode(bytes: &[u8]) -> String {
    match std::str::from_utf8(bytes) {
        Ok(text) => text.to_owned(),
        Err(_) => bytes.iter().map(|&byte| char::from(byte)).collect(),
    }
}

fn interpret(nodes: &[Node]) -> Result<SgfGame, SgfError> {
    let mut game = SgfGame::default();
    for (i, node) in nodes.iter().enumerate() {
        for property in &node.properties {
            match property.name.as_str() {
                "B" => game.add_move(Color::Black, property)?,
                "W" => game.add_move(Color::White, property)?,
                _ if i > 0 => {}
                "AB" | "AW" | "PL" => game.add_setup(property)?,
                _ => game.tags.push(Tag {
                    name: property.name.clone(),
                    values: property.values.iter().map(|value| value.text.clone()).collect(),
                }),
            }
        }
    }
    match game.tag("GM").map(str::trim) {
        None | Some("9") => {}
        Some(other) => return Err(SgfError::OtherGame(Excerpt::new(other, 0).text)),
    }
    if let Some(setup) = game.setup {
        setup.validate()?;
    }
    Ok(game)
}

impl SgfGame {
    /// Returns the record of a game, with the names of its players.
    pub fn from_record(record: &GameRecord<Position>, names: PerColor<&str>) -> SgfGame {
        let tag = |name: &str, value: &str| Tag {
            name: name.to_owned(),
            values: vec![value.to_owned()],
        };
        let mut tags = vec![tag("FF", "4"), tag("GM", "9")];
        for (color, name) in [(Color::Black, "PB"), (Color::White, "PW")] {
            if !names[color].is_empty() {
                tags.push(tag(name, names[color]));
            }
        }
        if let Some(outcome) = record.outcome() {
            tags.push(tag("RE", result_text(outcome)));
        }
        let start = record.start().setup();
        SgfGame {
            tags,
            setup: (start != Position::default().setup()).then_some(start),
            moves: record
                .positions()
                .map(Position::turn)
                .zip(record.moves())
                .collect(),
            conceded: None,
        }
    }

    /// Returns the first value of a tag.
    pub fn tag(&self, name: &str) -> Option<&str> {
        let tag = self.tags.iter().find(|tag| tag.name == name)?;
        tag.values.first().map(String::as_str)
    }

    /// Returns the name of a player.
    pub fn player(&self, color: Color) -> Option<&str> {
        self.tag(match color {
            Color::Black => "PB",
            Color::White => "PW",
        })
    }

    /// Returns the result of the record, if it is known: by `RE` (`B+…`, `W+…`, `0` or `Draw`), otherwise by
    /// the side that gave up.
    pub fn result(&self) -> Option<Outcome> {
        let conceded = self.conceded.map(|(color, _)| Outcome::Win(!color));
        let text = self.tag("RE").unwrap_or_default().trim().to_ascii_lowercase();
        if text.starts_with("b+") {
            Some(Outcome::Win(Color::Black))
        } else if text.starts_with("w+") {
            Some(Outcome::Win(Color::White))
        } else if text == "0" || text == "draw" {
            Some(Outcome::Draw)
        } else {
            conceded
        }
    }

    /// Returns the start position: set up square by square, or known by its name (`SU`), or the standard one.
    pub fn start(&self, rules: Rules) -> Result<Position, ReplayError> {
        if let Some(setup) = &self.setup {
            return Ok(Position::edited(setup, rules)?);
        }
        let name = self.tag("SU").unwrap_or_default().trim();
        if name.is_empty() || name.eq_ignore_ascii_case("standard") {
            return Ok(Position::start(rules));
        }
        let known = NAMED_STARTS
            .iter()
            .find(|(known, _)| known.eq_ignore_ascii_case(name));
        match known.map(|(_, text)| text.parse::<Setup>()) {
            Some(Ok(setup)) => Ok(Position::from_setup(&setup, rules)?),
            _ => Err(ReplayError::UnknownStart(Excerpt::new(name, 0).text)),
        }
    }

    /// Replays the game. Giving up is not a move and is left out. A record need not contain forced passes:
    /// they are inserted.
    pub fn replay(&self, rules: Rules) -> Result<GameRecord<Position>, ReplayError> {
        let mut record = GameRecord::new(self.start(rules)?);
        for (i, &(color, mv)) in self.moves.iter().enumerate() {
            let number = i + 1;
            if record.turn() != color && record.position().is_legal(Move::PASS) {
                // Cannot fail: the pass was just found to be legal.
                let _ = record.play(Move::PASS);
            }
            let position = record.position();
            if record.turn() != color && position.outcome().is_none() {
                return Err(ReplayError::OutOfTurn { number, color, mv });
            }
            position
                .check(mv)
                .map_err(|error| ReplayError::Illegal { number, mv, error })?;
            let _ = record.play(mv);
        }
        Ok(record)
    }

    fn add_move(&mut self, color: Color, property: &Property) -> Result<(), SgfError> {
        let number = self.moves.len() + 1;
        for value in property.values.iter().take(1) {
            if self.conceded.is_some() {
                return Err(SgfError::AfterConcession { number, at: value.at });
            }
            if let Some(how) = Concession::parse(&value.text) {
                self.conceded = Some((color, how));
                continue;
            }
            let mv = parse_recorded(&value.text).map_err(|error| SgfError::Move {
                number,
                at: value.at,
                error,
            })?;
            self.moves.push((color, mv));
        }
        Ok(())
    }

    fn add_setup(&mut self, property: &Property) -> Result<(), SgfError> {
        let setup = self.setup.get_or_insert(Setup::empty(Color::Black));
        for value in &property.values {
            let text = value.text.trim();
            let unknown = || SgfError::Setup(Excerpt::new(text, value.at));
            match property.name.as_str() {
                "PL" => {
                    setup.turn = match text.to_ascii_lowercase().as_str() {
                        "b" | "black" => Color::Black,
                        "w" | "white" => Color::White,
                        _ => return Err(unknown()),
                    }
                }
                name => {
                    let color = if name == "AB" { Color::Black } else { Color::White };
                    setup.pieces[color] |= parse_square(text).ok_or_else(unknown)?.bit();
                }
            }
        }
        Ok(())
    }
}

impl Concession {
    const fn text(self) -> &'static str {
        match self {
            Concession::Resigned => "Resign",
            Concession::Forfeited => "Forfeit",
        }
    }

    fn parse(text: &str) -> Option<Concession> {
        [Concession::Resigned, Concession::Forfeited]
            .into_iter()
            .find(|how| text.trim().eq_ignore_ascii_case(how.text()))
    }
}

fn result_text(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Win(Color::Black) => "B+",
        Outcome::Win(Color::White) => "W+",
        Outcome::Draw => "0",
    }
}

/// Writes the record as text. Reading it gives an equal game. A capture is written with `:` as far as the
/// moves can be replayed.
impl fmt::Display for SgfGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("(;")?;
        for tag in &self.tags {
            f.write_str(&tag.name)?;
            for value in &tag.values {
                write!(f, "[{}]", value.replace('\\', "\\\\").replace(']', "\\]"))?;
            }
        }
        if let Some(setup) = &self.setup {
            for (name, color) in [("AB", Color::Black), ("AW", Color::White)] {
                if setup.pieces[color].any() {
                    f.write_str(name)?;
                }
                for square in setup.pieces[color] {
                    write!(f, "[{}]", SquareName(square))?;
                }
            }
            write!(f, "PL[{}]", side_letter(setup.turn))?;
        }
        f.write_str("\n")?;
        let mut position = self.start(Rules::default()).ok();
        for &(color, mv) in &self.moves {
            let text = match &position {
                Some(position) => Recorded.format(position, mv),
                None => mv.to_string(),
            };
            writeln!(f, ";{}[{text}]", side_letter(color))?;
            position = position.and_then(|position| after(position, color, mv));
        }
        if let Some((color, how)) = self.conceded {
            writeln!(f, ";{}[{}]", side_letter(color), how.text())?;
        }
        f.write_str(")\n")
    }
}

/// Returns the position after a move, with a pass before it if necessary, or `None` if the move is
/// impossible.
fn after(mut position: Position, color: Color, mv: Move) -> Option<Position> {
    if position.turn() != color {
        position.play(Move::PASS).ok()?;
    }
    position.play(mv).ok()?;
    Some(position)
}

fn side_letter(color: Color) -> &'static str {
    match color {
        Color::Black => "B",
        Color::White => "W",
    }
}
