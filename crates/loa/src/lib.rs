//! The rules, notations and formats of Lines of Action.
