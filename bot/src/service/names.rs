//! How people are named in texts.

use crate::{store::Person, text::Text};

/// Names a person with their id, so that nobody else can pass for them.
pub(super) fn identity(who: &Person) -> Text {
    if !who.is_person() {
        return Text::plain(&who.name);
    }
    Text::Identity { id: who.id, name: who.name.clone() }
}

pub(super) fn person(who: &Person) -> Text {
    if !who.is_person() {
        return Text::plain(&who.name);
    }
    Text::Person { id: who.id, name: who.name.clone() }
}
