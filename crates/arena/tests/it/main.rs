//! The arena as a whole: players that misbehave, stores and reports. One program: linking is what costs.

#[allow(dead_code, reason = "the soak test uses the rest")]
mod common;
mod cost;
mod languages;
mod matches;
mod misbehaviour;
mod report;
mod store;
