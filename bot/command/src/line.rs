//! A line from a chat: text, or a command with typed arguments.
use super::Command;

/// What was said.
#[derive(Clone, Debug)]
pub enum Line {
    /// Text, without prefix.
    Typed(String),
    /// A command whose arguments the chat has already parsed.
    Said(Command),
}
