//! The command language of the `othello` program: moves, and commands at the same prompt.
//!
//! [`Othello`] is the session: it holds a game on a board of any size and its players, and asks its driver for a
//! line, a move by a computer player or a file. How the computer thinks is outside this module, except for the
//! [`strategies`](Strategy) that need no search. Boards of every size are one type, so that loading a file can
//! change the size of the game.

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
pub use player::{DEFAULT_LEVEL, ParsePlayerError, Player};
pub use session::{Othello, Settings};
pub use squares::SquareNames;
pub use strategy::{Strategy, dynamic_weight, square_weight};
