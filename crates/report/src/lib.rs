//! Games and positions to print or keep.
//!
//! [`board`] draws a position and [`graph`] the course of a game as SVG, [`board_png`] a position as a PNG file; [`game_page`]
//! puts a reviewed game, and [`player_page`] the games of a player, into one HTML file that needs nothing else: no script, no
//! style and no picture from elsewhere. Nothing here thinks, reads or writes files.

mod board;
mod graph;
mod page;
mod player;
mod raster;
mod shapes;

pub use board::{board, board_png};
pub use graph::{graph, height};
pub use page::{GameReport, game_page};
pub use player::{OpeningSummary, PlayerGame, PlayerSummary, player_page, summary, turning_points};
