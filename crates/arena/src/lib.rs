//! Tournaments between game programs, ours and others: the library behind `parlor arena`.
//!
//! [`schedule`] decides who plays whom. [`referee`] plays one game and trusts neither side. [`player`] is one
//! side of a game: a process or our engine. [`store`] keeps every game, so that none is lost or counted
//! twice. [`run`](mod@run) plays the games of a stored tournament with several workers. [`report`] turns
//! results into text and HTML.
//!
//! This crate prints nothing and decides no rules: every move goes through `parlor-games`. The statistics are
//! in `parlor-measure`.

pub mod adjudication;
pub mod control;
pub mod entrant;
pub mod fault;
pub mod file_names;
pub mod player;
pub mod referee;
pub mod report;
pub mod run;
pub mod schedule;
mod sequential_test;
pub mod store;
pub mod tournament;
