//! What must be true of every game, as one test binary.
mod admin;
mod desk;
mod files;
mod fuzz;
mod laws;
mod layers;
mod lobby;
mod playthroughs;
mod privacy;
mod proof;
mod ranks;
mod room;
mod rooms;
mod saves;
mod scenarios;
mod talk;
mod words;
