//! How people are named in what is said of them.
use crate::{store::Person, text::Text};

/// Names somebody so that nobody else passes for them.
pub(super) fn identity(who: &Person) -> Text {
    Text::Identity { id: who.id, name: who.name.clone() }
}

pub(super) fn person(who: &Person) -> Text {
    Text::Person { id: who.id, name: who.name.clone() }
}
