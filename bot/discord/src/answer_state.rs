//! How an interaction was begun, and how far its answer has come.
use crate::callback::PostedMessage;

/// The kind of interaction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Pressed {
    /// A command.
    Command,
    /// A press on a public message.
    Board,
    /// A press on an ephemeral message; a private answer replaces it.
    Private,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum AnswerState {
    Fresh,
    /// Deferred: an ephemeral "thinking" message is shown.
    Promised,
    /// Deferred without a visible sign: the pressed message can still be edited.
    Unseen,
    /// The pressed message was edited: further public replies are follow-ups.
    Changed,
    /// Answered: further replies are separate messages.
    Said,
    /// Discord no longer accepts an answer.
    Expired,
}

/// The result of a public answer.
#[derive(Debug)]
pub(crate) enum Public {
    /// It was sent, with the message if Discord returned it.
    Brought(Option<PostedMessage>),
    /// It must be a separate message.
    NotHere,
}
