//! Game records in the Smart Game Format, with GM\[9\] for Lines of Action.
//!
//! Reading takes the main line of each game of a file and keeps every other property of the first node as a
//! tag. It forgives what real records have: moves in any of the ways of [`Recorded`], a
//! move behind a comment in the same node, text that is not UTF-8 (then it is Latin-1), anything between
//! two games. Whether the moves are legal is for [`SgfGame::replay`] to say.

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

/// A game as it stands in a record.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct SgfGame {
    /// Every property of the first node that is neither a move nor a setup, in order.
    pub tags: Vec<Tag>,
    /// The board that the game begins with, when the record sets one up square by square.
    pub setup: Option<Setup>,
    /// The moves of the main line, each with the side that made it.
    pub moves: Vec<(Color, Move)>,
    /// The side that gave up after the last move, if one did, and how.
    pub conceded: Option<(Color, Concession)>,
}

/// How a side gives up; servers write it where a move would stand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Concession {
    /// The player resigned: `B[Resign]`.
    Resigned,
    /// The game was taken from the player, for time or absence: `B[Forfeit]`.
    Forfeited,
}

/// A property of a game: a name of capital letters and its values.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tag {
    /// Such as `PB`, the name of the player of black.
    pub name: String,
    /// At least one.
    pub values: Vec<String>,
}

/// The boards that records call by a name. Scrambled Eggs has the usual squares with the colours mixed.
const NAMED_STARTS: [(&str, &str); 1] = [("Scrambled-Eggs", "1oxoxox1/x6o/o6x/x6o/o6x/x6o/o6x/1xoxoxo1 x")];

/// Why a text is not a game record.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum SgfError {
    /// Something stands where it has no meaning.
    #[error("expected {expected} instead of {found}")]
    Unexpected {
        /// What could have stood there.
        expected: &'static str,
        /// What stands there.
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
    /// A record of another game.
    #[error("this is a record of another game: GM[{0}]")]
    OtherGame(String),
    /// A move that cannot be read.
    #[error("move {number}, at character {}: {error}", at + 1)]
    Move {
        /// The move's number, 1 for the first.
        number: usize,
        /// The byte offset of the move in the text.
        at: usize,
        /// Why it cannot be read.
        error: ParseMoveError,
    },
    /// A move after a side has given up.
    #[error("move {number}, at character {}, comes after the game was given up", at + 1)]
    AfterConcession {
        /// The move's number, 1 for the first.
        number: usize,
        /// The byte offset of the move in the text.
        at: usize,
    },
    /// A point of a setup that is not a square, or a side to move that is none.
    #[error("the setup has {0}, which is neither a square nor a side")]
    Setup(Excerpt),
    /// A setup that cannot be.
    #[error(transparent)]
    InvalidSetup(#[from] InvalidSetup),
}

/// Why a record cannot be played through.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum ReplayError {
    /// The game begins with a board that is known by name only.
    #[error("the starting board “{}” is not known", .0.escape_default())]
    UnknownStart(String),
    /// The board that the game begins with cannot be.
    #[error(transparent)]
    InvalidSetup(#[from] InvalidSetup),
    /// A side moves that is not to move and whose opponent could move.
    #[error("move {number}, {mv} of {color}, is out of turn")]
    OutOfTurn {
        /// The move's number, 1 for the first.
        number: usize,
        /// The side that moves.
        color: Color,
        /// Its move.
        mv: Move,
    },
    /// A move that the rules forbid.
    #[error("move {number}, {mv}: {error}")]
    Illegal {
        /// The move's number, 1 for the first.
        number: usize,
        /// The move.
        mv: Move,
        /// Why it may not be played.
        error: Illegal,
    },
}

/// Reads every game of a file. A game that can be read to its closing bracket but makes no sense is an
/// error of its own; when even the brackets fail, the error is the last of the list.
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

/// Text that is not UTF-8 is what the format's standard says: Latin-1, in which every byte is a character.
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
    /// The record of a game, with the names of its players.
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

    /// The first value of a tag.
    pub fn tag(&self, name: &str) -> Option<&str> {
        let tag = self.tags.iter().find(|tag| tag.name == name)?;
        tag.values.first().map(String::as_str)
    }

    /// The name of a player.
    pub fn player(&self, color: Color) -> Option<&str> {
        self.tag(match color {
            Color::Black => "PB",
            Color::White => "PW",
        })
    }

    /// The result that the record states, if it states one that is known: by `RE` (`B+…`, `W+…`, `0` or
    /// `Draw`), else by a side's giving up.
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

    /// The position that the game begins with: set up square by square, or known by its name (`SU`), or
    /// the usual one.
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

    /// Plays the game through; giving up is no move and is left out. A record need not write passes that are forced: they are put in.
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

/// The record as text; reading it gives the same game again. A capture is written with `:` as far as the
/// moves can be played.
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

/// The position after a move, with the pass that may go before it; nothing once the moves make no sense.
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
