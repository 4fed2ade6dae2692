//! Tables and conversations from outside, and the types of the page.

mod conversation;
mod host;
mod showing;
mod study;
mod wire_types;
