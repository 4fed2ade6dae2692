//! Games and positions to print or keep.
//!
//! [`board`] draws a position and [`graph`] the course of a game as SVG, [`board_png`] a position as a PNG file.
//! [`game_page`] writes a reviewed game, and [`player_page`] the games of a player, as one self-contained HTML file
//! without external scripts, styles or pictures. Nothing here runs a search, reads or writes files.

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
