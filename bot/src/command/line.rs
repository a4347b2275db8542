//! One line as a chat heard it: words, or a command whose arguments the chat has typed already.
use super::Said;

/// What was said.
#[derive(Clone, Debug)]
pub enum Line {
    /// Typed words, without prefix.
    Typed(String),
    /// A command whose arguments the chat has typed already.
    Said(Said),
}
