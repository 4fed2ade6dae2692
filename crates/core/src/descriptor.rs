//! Everything about a game besides its rules, in one place.
//!
//! Every rules crate has one [`Descriptor`]. Code that shows, stores, tests or documents games reads it
//! instead of branching on the game, so that a new game needs no new case there. It contains only data: the
//! behaviour of a game is in [`Game`] and the other traits of this crate.

use crate::{Color, Game, PerColor};

/// The description of a game.
#[derive(Clone, Copy, Debug)]
pub struct Descriptor {
    /// The short name: on a command line, in files and in messages.
    pub name: &'static str,
    /// The name as people write it.
    pub title: &'static str,
    /// Other common names, in lower case.
    pub aliases: &'static [&'static str],
    /// The names of the sides on its board, in lower case; the first mover first.
    pub sides: PerColor<&'static str>,
    /// The names of the rule sets in files and messages, the default first; never empty.
    pub rule_sets: &'static [&'static str],
    /// Rule-set names from options and files of earlier versions, each with its current name.
    pub rule_set_aliases: &'static [(&'static str, &'static str)],
    /// The settings besides the rule set that players can agree on.
    pub agreements: &'static [Agreement],
    /// Where row numbering starts.
    pub row_order: RowOrder,
    /// What happens on the turn of a side that has no move.
    pub passing: Passing,
    /// How its moves are written.
    pub notation: MoveNotation,
    /// The formats in which a game can be written, Parlor's own first.
    pub formats: &'static [Format],
    /// The format of a file with many games, one after the other, which other programs for this game can
    /// read.
    pub collection: Format,
    /// The protocols that programs for this game speak, besides the terminal interface.
    pub protocols: &'static [ProtocolUse],
    /// The output of this game's terminal programs.
    pub console: Console,
    /// The minimum and maximum number of random plies in the openings of matches.
    pub opening_plies: [u32; 2],
}

impl Descriptor {
    /// Returns the index in [`Descriptor::rule_sets`] of the rule set with this name, current or from an
    /// earlier version. Case does not matter.
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

/// A setting besides the rule set that players agree on before a game.
#[derive(Clone, Copy, Debug)]
pub enum Agreement {
    /// `size`: the size of the board.
    Size {
        /// Every size as text, the default first.
        choices: fn() -> Vec<String>,
    },
    /// `blocks`: the squares that nobody can enter, named by one or more of these letters together. None by
    /// default.
    Blocks {
        /// The letters, in the order in which an interface offers them.
        designations: &'static str,
    },
    /// `limit`: the number of moves that both sides together may make before the game is drawn, or `none`.
    MoveLimit {
        /// The default limit.
        default: u32,
    },
}

impl Agreement {
    /// Returns the name in files and messages.
    pub const fn name(&self) -> &'static str {
        match self {
            Agreement::Size { .. } => "size",
            Agreement::Blocks { .. } => "blocks",
            Agreement::MoveLimit { .. } => "limit",
        }
    }
}

/// Where the row numbering of a board starts.
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
    /// The turn is passed automatically; a person is not asked.
    Automatic,
    /// The player enters a pass: it is a move like any other.
    ByHand,
    /// Such a turn does not occur.
    Never,
}

/// The default notation of moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MoveNotation {
    /// A legal first move.
    pub example: &'static str,
    /// The text of a pass; empty if the game has none.
    pub pass: &'static str,
}

/// A format in which a game or position can be written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Format {
    /// The name in messages and on command lines.
    pub code: &'static str,
    /// The extension of such files, without the dot.
    pub extension: &'static str,
    /// What the format stores.
    pub content: Content,
}

/// What a format stores.
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
    /// Parlor's own text format, which every game has.
    pub const PARLOR: Format = Format {
        code: "parlor",
        extension: "parlor",
        content: Content::Game,
    };

    /// The moves on one line, in the game's default notation.
    pub const MOVES: Format = Format {
        code: "moves",
        extension: "txt",
        content: Content::Moves,
    };
}

/// How a game is played over one protocol.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ProtocolUse {
    /// The name of the protocol.
    pub name: &'static str,
    /// The agreements that programs of this protocol assume where they differ from our defaults, by name.
    pub agreements: &'static [(&'static str, &'static str)],
}

impl ProtocolUse {
    /// Returns a protocol whose programs play by our default agreements.
    pub const fn with_defaults(name: &'static str) -> ProtocolUse {
        ProtocolUse {
            name,
            agreements: &[],
        }
    }
}

/// The output of the terminal programs, for programs that parse it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Console {
    /// The regular expression of a line that reports a move of the computer. The first group that
    /// participates in a match is the move; a match without any group is a pass.
    pub move_pattern: &'static str,
    /// The regular expression of a line that reports a result.
    pub result_pattern: &'static str,
    /// An example of a line that reports a move.
    pub example: &'static str,
}

impl Descriptor {
    /// Returns the name of a side with a capital letter, for the start of a sentence or label.
    pub fn side_title(&self, color: Color) -> String {
        let mut name = self.sides[color].to_owned();
        if let Some(first) = name.get_mut(..1) {
            first.make_ascii_uppercase();
        }
        name
    }

    /// Returns the format with this code.
    pub fn format(&self, code: &str) -> Option<&Format> {
        let all = self.formats.iter().chain([&self.collection]);
        all.into_iter().find(|format| format.code == code)
    }

    /// Returns how the game is played over the protocol with this name, or `None` if it is not.
    pub fn protocol(&self, name: &str) -> Option<&'static ProtocolUse> {
        self.protocols.iter().find(|protocol| protocol.name == name)
    }

    /// Returns the names of all agreements, the rule set first.
    pub fn agreement_names(&self) -> impl Iterator<Item = &'static str> {
        std::iter::once("rules").chain(self.agreements.iter().map(Agreement::name))
    }

    /// Returns the printed number of a row. `row` counts from 0 at the top of a board with `rows` rows.
    pub const fn row_number(&self, row: u8, rows: u8) -> u8 {
        match self.row_order {
            RowOrder::FromTop => row + 1,
            RowOrder::FromBottom => rows - row,
        }
    }
}

/// A game with a descriptor.
pub trait Described: Game {
    /// The descriptor. Boards of several sizes share one.
    const DESCRIPTOR: &'static Descriptor;
}
