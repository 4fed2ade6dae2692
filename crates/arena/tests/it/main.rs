//! Tests of the arena as a whole: misbehaving players, stores and reports. One binary, because linking is
//! what takes time.

#[allow(dead_code, reason = "the soak test uses the rest")]
mod common;
mod cost;
mod languages;
mod matches;
mod misbehaviour;
mod report;
mod store;
