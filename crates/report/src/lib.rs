//! Games and positions to print or keep.
//!
//! [`board`] draws a position and [`graph`] the course of a game, both as SVG; [`game_page`] puts a reviewed game into one
//! HTML file that needs nothing else: no script, no style and no picture from elsewhere. Nothing here thinks, reads or
//! writes files.

mod board;
mod graph;
mod page;

pub use board::board;
pub use graph::{graph, height};
pub use page::{GameReport, game_page};
