//! Tournaments of game programs, ours and other people's: `parlor arena`.
//!
//! The parts are separate on purpose. [`schedule`] says who plays whom, [`referee`] plays one game and trusts
//! nobody, [`player`] is a side of it (a process or our engine), [`store`]
//! keeps every game so that nothing is lost or counted twice, [`run`](mod@run) brings workers and store
//! together, and [`report`] makes texts and pages of the results. Nothing here prints: `parlor arena` does. Rules
//! are never decided here: every move goes through `parlor-games`. What results mean is said by `parlor-measure`.

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
