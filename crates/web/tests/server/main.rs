//! The server as its guests and its enemies meet it: real sockets on loopback.

mod hostile;
mod keeping;
mod playing;
mod support;
