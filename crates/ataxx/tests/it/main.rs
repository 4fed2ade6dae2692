//! Tests of the rules, texts and perft counts of Ataxx. One program, because linking is slow.

mod perft;
mod rules;
mod text;
