//! The real program against a local Discord: whole games, and everything that can go wrong around them.
mod answers;
mod connection;
mod crowd;
mod description;
mod faults;
mod files;
mod games;
mod gateway;
mod http;
mod limits;
mod lines;
mod losses;
mod names;
#[cfg(all(unix, feature = "operate"))]
mod operate;
mod people;
mod places;
mod play;
mod post;
mod practice;
mod private;
mod rest;
mod sealed;
mod server;
mod watching;
mod whole;
mod world;
