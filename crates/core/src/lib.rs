//! The vocabulary that every Parlor game shares.
//!
//! ```
//! use parlor_core::{Color, Game, GameRecord, MoveList, Outcome, perft};
//!
//! /// Take one or two stones. The player who takes the last one wins.
//! #[derive(Clone, PartialEq, Eq, Debug)]
//! struct Stones {
//!     left: u32,
//!     turn: Color,
//! }
//!
//! #[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
//! #[error("take one or two of the stones that are left")]
//! struct Illegal;
//!
//! impl Game for Stones {
//!     type Move = u32;
//!     type Illegal = Illegal;
//!
//!     fn turn(&self) -> Color {
//!         self.turn
//!     }
//!     fn legal_moves(&self, out: &mut MoveList<u32>) {
//!         out.extend(1..=self.left.min(2));
//!     }
//!     fn check(&self, n: u32) -> Result<(), Illegal> {
//!         (1..=self.left.min(2)).contains(&n).then_some(()).ok_or(Illegal)
//!     }
//!     fn play_unchecked(&mut self, n: u32) {
//!         self.left = self.left.saturating_sub(n);
//!         self.turn = !self.turn;
//!     }
//!     fn outcome(&self) -> Option<Outcome> {
//!         (self.left == 0).then_some(Outcome::Win(!self.turn))
//!     }
//!     fn key(&self) -> u64 {
//!         u64::from(self.left) * 2 + self.turn as u64
//!     }
//! }
//!
//! let start = Stones { left: 5, turn: Color::Black };
//! assert_eq!(perft(&start, 3), 7);
//! let mut game = GameRecord::new(start);
//! for n in [2, 2, 1] {
//!     game.play(n)?;
//! }
//! assert_eq!(game.outcome(), Some(Outcome::Win(Color::Black)));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! This crate contains no concrete game, no search, no protocol and no I/O. It names the things that all
//! games have in common ([`Color`], [`Bitboard`], [`MoveList`], [`Outcome`], [`Score`]), defines what a game
//! is ([`Game`], [`Notation`], [`PositionText`]) and how it is described ([`Descriptor`]), keeps a game's
//! history ([`GameRecord`]), counts its tree ([`perft()`]) and defines requests to players and their answers
//! ([`think`], [`Level`]). With the feature `testkit` it also contains the laws that every game must pass.

mod bitboard;
mod checksum;
mod color;
pub mod cpu;
pub mod descriptor;
mod excerpt;
mod game;
mod level;
mod perft;
mod position_text;
pub mod random;
mod record;
mod score;
mod symmetry;
#[cfg(feature = "testkit")]
pub mod testkit;
pub mod think;
pub mod threads;
pub mod time;
pub mod zobrist;

pub use bitboard::{Bitboard, Square, Squares};
pub use checksum::checksum;
pub use color::{Color, Outcome, PerColor};
pub use descriptor::{Described, Descriptor};
pub use excerpt::{Excerpt, printable};
pub use game::{Game, MAX_MOVES, MoveList, Notation};
pub use level::Level;
pub use perft::{perft, perft_divide};
pub use position_text::PositionText;
pub use record::{GameRecord, LimitTooSmall, PlayError};
pub use score::Score;
pub use symmetry::Symmetry;
