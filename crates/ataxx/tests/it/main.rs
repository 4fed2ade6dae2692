//! The rules, texts and counts of Ataxx. One program: linking is what costs.

mod perft;
mod rules;
mod text;
