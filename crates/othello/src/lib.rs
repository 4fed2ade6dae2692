//! The rules, notations and formats of Othello.
