//! What must be true of every game, as one test binary.
mod ask;
mod desk;
mod files;
mod fuzz;
mod laws;
mod layers;
mod link;
mod lobby;
mod playthroughs;
mod room;
mod rooms;
mod saves;
mod scenarios;
mod talk;
mod words;
