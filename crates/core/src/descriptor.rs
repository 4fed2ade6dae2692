//! What there is to say about a game besides its rules, in one place.
//!
//! Every rules crate has one [`Descriptor`]. Code that shows, stores, tests or documents games reads it instead of
//! asking which game it is, so that a new game needs no new case there. It holds data only: what a game *does*
//! is in [`Game`] and the other traits of this crate.

use crate::{Color, Game, PerColor};

/// A game, described.
#[derive(Clone, Copy, Debug)]
pub struct Descriptor {
    /// The short name: on a command line, in files and in messages.
    pub name: &'static str,
    /// The name as people write it.
    pub title: &'static str,
    /// Other names that people know it by, in lower case.
    pub aliases: &'static [&'static str],
    /// What the sides are called on its board, in lower case; the first mover first.
    pub sides: PerColor<&'static str>,
    /// The names of the rule sets in files and messages, the usual one first; never empty.
    pub rule_sets: &'static [&'static str],
    /// Other names of rule sets, which options and files of earlier versions have; each with the name of today.
    pub rule_set_aliases: &'static [(&'static str, &'static str)],
    /// What can be agreed on besides the rule set.
    pub agreements: &'static [Agreement],
    /// From where the rows are numbered.
    pub row_order: RowOrder,
    /// What happens on the turn of a side that has no move.
    pub passing: Passing,
    /// How its moves are written.
    pub notation: MoveNotation,
    /// The formats in which a game can be written, Parlor's own first.
    pub formats: &'static [Format],
    /// The format of a file with many games, one after the other, that other programs of this game read.
    pub collection: Format,
    /// The languages that programs of this game speak, besides being typed at.
    pub protocols: &'static [ProtocolUse],
    /// What the programs of this game print that people play at a terminal.
    pub console: Console,
    /// How many random plies the openings of matches have: the fewest, then the most.
    pub opening_plies: [u32; 2],
}

impl Descriptor {
    /// The index in [`Descriptor::rule_sets`] of the rule set with this name, today or in an earlier version. Case does not
    /// matter.
    pub fn rule_set(&self, name: &str) -> Option<usize> {
        let alias = self
            .rule_set_aliases
            .iter()
            .find(|(old, _)| old.eq_ignore_ascii_case(name));
        let name = alias.map_or(name, |&(_, today)| today);
        self.rule_sets
            .iter()
            .position(|known| known.eq_ignore_ascii_case(name))
    }
}

/// Something besides the rule set that players agree on before a game.
#[derive(Clone, Copy, Debug)]
pub enum Agreement {
    /// `size`: how large the board is.
    Size {
        /// Every size as text, the usual one first.
        choices: fn() -> Vec<String>,
    },
    /// `blocks`: which squares nobody can enter, named by one or more of these letters together. Usually none.
    Blocks {
        /// The letters, in the order in which they are offered.
        designations: &'static str,
    },
    /// `limit`: how many moves both sides together may make before the game is drawn, or `none`.
    MoveLimit {
        /// The usual limit.
        usual: u32,
    },
}

impl Agreement {
    /// The name in files and messages.
    pub const fn name(&self) -> &'static str {
        match self {
            Agreement::Size { .. } => "size",
            Agreement::Blocks { .. } => "blocks",
            Agreement::MoveLimit { .. } => "limit",
        }
    }
}

/// From where the rows of a board are numbered.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RowOrder {
    /// Row 1 is at the top.
    FromTop,
    /// Row 1 is at the bottom.
    FromBottom,
}

/// What happens on the turn of a side that has no move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Passing {
    /// The turn is passed for it: a person is not asked.
    Automatic,
    /// A person says so: skipping the turn is a move like any other.
    ByHand,
    /// There is no such turn.
    Never,
}

/// How moves are usually written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MoveNotation {
    /// A legal first move.
    pub example: &'static str,
    /// A pass, if there are passes.
    pub pass: &'static str,
}

/// A format in which a game or position can be written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Format {
    /// The name in messages and on command lines.
    pub code: &'static str,
    /// How the names of such files end, without the dot.
    pub extension: &'static str,
    /// What it keeps.
    pub content: Content,
}

/// What a format keeps.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Content {
    /// The moves and the names of the players.
    Game,
    /// The moves.
    Moves,
    /// One position.
    Position,
}

impl Format {
    /// Parlor's own text form, which every game has.
    pub const PARLOR: Format = Format {
        code: "parlor",
        extension: "parlor",
        content: Content::Game,
    };

    /// The moves on one line, in the game's usual notation.
    pub const MOVES: Format = Format {
        code: "moves",
        extension: "txt",
        content: Content::Moves,
    };
}

/// How a game is played in one of the languages that programs speak.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ProtocolUse {
    /// The name of the protocol.
    pub name: &'static str,
    /// The agreements that its programs take for granted where they are not our usual ones, by name.
    pub agreements: &'static [(&'static str, &'static str)],
}

impl ProtocolUse {
    /// A protocol whose programs play by our usual agreements.
    pub const fn usual(name: &'static str) -> ProtocolUse {
        ProtocolUse {
            name,
            agreements: &[],
        }
    }
}

/// What the terminal programs print, for programs that read along.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Console {
    /// The regular expression of a line that reports a move of the computer. The first group that takes part in a match
    /// is the move; a match without any is a pass.
    pub move_pattern: &'static str,
    /// The regular expression of a line that reports a result.
    pub result_pattern: &'static str,
    /// A line that reports a move.
    pub example: &'static str,
}

impl Descriptor {
    /// The name of a side with a capital letter, as a sentence or a label begins.
    pub fn side_title(&self, color: Color) -> String {
        let mut name = self.sides[color].to_owned();
        if let Some(first) = name.get_mut(..1) {
            first.make_ascii_uppercase();
        }
        name
    }

    /// The format of this code.
    pub fn format(&self, code: &str) -> Option<&Format> {
        let all = self.formats.iter().chain([&self.collection]);
        all.into_iter().find(|format| format.code == code)
    }

    /// How the game is played in the protocol of this name, if it is.
    pub fn protocol(&self, name: &str) -> Option<&'static ProtocolUse> {
        self.protocols.iter().find(|protocol| protocol.name == name)
    }

    /// The names of everything that can be agreed on, the rule set first.
    pub fn agreement_names(&self) -> impl Iterator<Item = &'static str> {
        std::iter::once("rules").chain(self.agreements.iter().map(Agreement::name))
    }

    /// The number of a row, counted from 0 at the top, on a board with this many rows.
    pub const fn row_number(&self, row: u8, rows: u8) -> u8 {
        match self.row_order {
            RowOrder::FromTop => row + 1,
            RowOrder::FromBottom => rows - row,
        }
    }
}

/// A game that says what there is to say about it.
pub trait Described: Game {
    /// The description; boards of several sizes share one.
    const DESCRIPTOR: &'static Descriptor;
}
