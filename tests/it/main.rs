//! What must be true of every game, as one test binary.
mod files;
mod fuzz;
mod laws;
mod layers;
mod playthroughs;
mod saves;
mod scenarios;
mod words;
