//! How positions and games are written down.

mod setup;
pub mod sgf;

pub use setup::{InvalidSetup, ParseSetupError, PositionError, Setup};
