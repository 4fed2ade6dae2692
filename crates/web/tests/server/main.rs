//! The server as guests and attackers see it: real sockets on loopback.

mod archive;
mod collecting;
mod crowds;
mod exchange;
mod faults;
mod hostile;
mod keeping;
mod limits;
mod owning;
mod playing;
mod proxies;
mod running;
mod sessions;
mod support;
