//! Tests of tables and conversations through the public interface, and of the types of the page.

mod conversation;
mod host;
mod showing;
mod study;
#[cfg(feature = "typescript")]
mod wire_types;
