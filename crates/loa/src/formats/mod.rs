//! Text formats of positions and games.

mod setup;
pub mod sgf;

pub use setup::{InvalidSetup, ParseSetupError, PositionError, Setup};
