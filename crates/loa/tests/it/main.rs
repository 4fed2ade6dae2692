//! The rules, texts and counts of Lines of Action. One program: linking is what costs.

mod perft;
mod rules;
mod text;
