//! Leagues: round robins in a room, in groups, season after season.
mod ask;
mod gather;
mod moved_on;
mod rounds;
mod schedule;
mod show;
mod standing;
mod withdrawn;
mod words;
