//! Parlor: play, study and measure three board games.

fn main() {}
