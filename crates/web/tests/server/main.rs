//! The server as its guests and its enemies meet it: real sockets on loopback.

mod exchange;
mod faults;
mod hostile;
mod keeping;
mod owning;
mod playing;
mod support;
