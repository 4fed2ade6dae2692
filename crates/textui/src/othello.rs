//! The language of the `othello` program: moves, and commands at the same prompt.
//!
//! [`Othello`] is the session: it holds a game of any size, knows who plays each side, and asks the outside for
//! a line, a move of a computer or a file. This module does not know how the computer thinks, except for the
//! [`strategies`](Strategy) that need no search. Boards of every size are one type, so that a file can bring a
//! game of another size to the table.

mod command;
mod drawing;
mod files;
mod messages;
mod player;
mod remote;
mod session;
mod squares;
mod storage;
mod strategy;
#[cfg(test)]
mod tests;

pub use drawing::TerminalStyle;
pub use player::{ParsePlayerError, Player, USUAL_LEVEL};
pub use session::{Othello, Settings};
pub use squares::SquareNames;
pub use strategy::{Strategy, dynamic_weight, square_weight};
