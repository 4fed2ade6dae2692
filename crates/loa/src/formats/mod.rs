//! How positions and games are written down.

mod setup;

pub use setup::{InvalidSetup, ParseSetupError, Setup};
