//! The rules, notations and formats of Ataxx.
