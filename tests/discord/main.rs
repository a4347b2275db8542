//! The real program against a Discord of this machine: whole games, and all that may go wrong around them.
mod connection;
mod description;
mod faults;
mod games;
mod gateway;
mod http;
mod limits;
mod names;
mod people;
mod places;
mod play;
mod private;
mod rest;
mod server;
mod world;
