//! Tests of tables and conversations through the public interface, and of the types of the page.

mod conversation;
mod host;
mod showing;
mod study;
mod wire_types;
