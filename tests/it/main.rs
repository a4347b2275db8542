//! What must be true of every game, as one test binary.
mod clocks;
mod desk;
mod files;
mod fuzz;
mod laws;
mod layers;
mod lobby;
mod offers;
mod playthroughs;
mod reminders;
mod rest;
mod room;
mod rooms;
mod saves;
mod scenarios;
mod talk;
mod words;
