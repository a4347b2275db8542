//! How people are named in texts.

use model::text::Text;
use store::Person;

/// Names a person with their id, so that nobody else can pass for them.
pub fn identity(who: &Person) -> Text {
    if !who.is_person() {
        return Text::plain(&who.name);
    }
    Text::Identity { id: who.id, name: who.name.clone() }
}

pub fn person(who: &Person) -> Text {
    if !who.is_person() {
        return Text::plain(&who.name);
    }
    Text::Person { id: who.id, name: who.name.clone() }
}
