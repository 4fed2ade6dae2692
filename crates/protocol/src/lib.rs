//! The protocols between game programs, sans-IO.
//!
//! A [`Driver`] talks to an external program: it returns the lines to send and receives the lines that the
//! program prints. A [`Server`] is the other direction: an external tool talks to our engine. Neither knows
//! processes, clocks or searches, and neither trusts its input. The rules decide whether a move is legal, and
//! the referee acts on it.

mod ataxx;
mod board;
#[cfg(feature = "fourth-game")]
mod clobber;
pub mod drive;
mod fairy;
mod limits;
mod loa;
mod othello;
pub mod serve;

use std::fmt;
use std::str::FromStr;

use parlor_games::{Kind, Spec};
use thiserror::Error;

pub use drive::{Driver, DriverAction, DriverEvent, Evaluation, Unsupported};
pub use limits::Budget;
pub use serve::{Order, Request, Server};

/// A protocol.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Protocol {
    /// The protocol of the `loa` programs.
    Loa,
    /// The protocol of the `ataxx` programs.
    Ataxx,
    /// The dialogue of the `othello` programs that play against one person at a terminal.
    Othello,
    /// The universal Ataxx interface.
    Uai,
    /// NBoard, version 2.
    Nboard,
    /// The Go Text Protocol as Othello programs use it.
    Gtp,
    /// The universal chess interface with the variant names of Fairy-Stockfish.
    Uci,
}

/// A text that is not the name of a protocol.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("there is no protocol “{}”: loa, ataxx, othello, uai, nboard, gtp and uci are known", .0.escape_default())]
pub struct UnknownProtocol(String);

impl Protocol {
    /// All protocols.
    pub const ALL: [Protocol; 7] = [
        Protocol::Loa,
        Protocol::Ataxx,
        Protocol::Othello,
        Protocol::Uai,
        Protocol::Nboard,
        Protocol::Gtp,
        Protocol::Uci,
    ];

    /// Returns the name on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Protocol::Loa => "loa",
            Protocol::Ataxx => "ataxx",
            Protocol::Othello => "othello",
            Protocol::Uai => "uai",
            Protocol::Nboard => "nboard",
            Protocol::Gtp => "gtp",
            Protocol::Uci => "uci",
        }
    }

    /// Returns whether programs for this game use it.
    pub fn speaks(self, kind: Kind) -> bool {
        kind.descriptor().protocol(self.name()).is_some()
    }

    /// Returns whether the protocol can express how much time programs have. `loa` and `ataxx` programs can
    /// learn it by our own command ([`drive::MOVE_TIME`]).
    pub const fn carries_time(self) -> bool {
        matches!(self, Protocol::Uai | Protocol::Uci | Protocol::Gtp)
    }

    /// Creates a driver for a program with this protocol. The options are for the program or, for text
    /// programs, for the driver.
    pub fn driver(self, options: &[(String, String)]) -> Box<dyn Driver> {
        match self {
            Protocol::Loa => Box::new(drive::loa::Loa::new(options)),
            Protocol::Ataxx => Box::new(drive::ataxx::Ataxx::new(options)),
            Protocol::Othello => Box::new(drive::othello::Othello::default()),
            Protocol::Uai => Box::new(drive::uci::Uci::new(drive::uci::Dialect::Uai, options)),
            Protocol::Uci => Box::new(drive::uci::Uci::new(drive::uci::Dialect::Uci, options)),
            Protocol::Nboard => Box::new(drive::othello::nboard::Nboard::default()),
            Protocol::Gtp => Box::new(drive::othello::gtp::Gtp::default()),
        }
    }

    /// Creates our side of the protocol for games of this kind. Returns `None` for the protocols of text
    /// programs, and for a game that the protocol does not support.
    pub fn server(self, spec: &Spec) -> Option<Box<dyn Server>> {
        if !self.speaks(spec.kind()) {
            return None;
        }
        match self {
            Protocol::Loa | Protocol::Ataxx | Protocol::Othello => None,
            Protocol::Uai => Some(Box::new(serve::uci::Uci::new(drive::uci::Dialect::Uai, spec)?)),
            Protocol::Uci => Some(Box::new(serve::uci::Uci::new(drive::uci::Dialect::Uci, spec)?)),
            Protocol::Nboard => Some(Box::new(serve::othello::nboard::Nboard::new(spec)?)),
            Protocol::Gtp => Some(Box::new(serve::othello::gtp::Gtp::new(spec)?)),
        }
    }
}

impl fmt::Display for Protocol {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Protocol {
    type Err = UnknownProtocol;

    fn from_str(text: &str) -> Result<Protocol, UnknownProtocol> {
        let known = Protocol::ALL
            .into_iter()
            .find(|protocol| protocol.name().eq_ignore_ascii_case(text));
        known.ok_or_else(|| UnknownProtocol(text.chars().take(40).collect()))
    }
}
