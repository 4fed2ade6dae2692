//! Tests of the rules, texts and perft counts of Lines of Action. One program, because linking is slow.

mod perft;
mod rules;
mod text;
