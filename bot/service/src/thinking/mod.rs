//! The bot's thinking: its seats in matches, and questions about positions.
pub mod analysis;
pub mod bot_seats;
pub mod insight;
pub mod luck;
pub mod settle;
#[cfg(test)]
mod tests;
pub mod think;
pub mod turn;
mod words;
