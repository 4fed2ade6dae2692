//! Tables and conversations from outside, and the types of the page.

mod conversation;
mod house;
mod showing;
mod wire_types;
