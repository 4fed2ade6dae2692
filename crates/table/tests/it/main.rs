//! Tables and conversations from outside, and the types of the page.

mod conversation;
mod house;
mod wire_types;
