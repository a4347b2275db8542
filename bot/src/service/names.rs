//! How people are named in texts.
use engine::games::GameId;

use crate::{reply::Choice, store::Person, text::Text};

/// Names a person with their id, so that nobody else can pass for them.
pub(super) fn identity(who: &Person) -> Text {
    if who.level.is_some() {
        return Text::plain(&who.name);
    }
    Text::Identity { id: who.id, name: who.name.clone() }
}

pub(super) fn person(who: &Person) -> Text {
    if who.level.is_some() {
        return Text::plain(&who.name);
    }
    Text::Person { id: who.id, name: who.name.clone() }
}

/// Offers a practice match, if there may be nobody to play with.
pub(super) fn practise(game: Option<GameId>) -> Choice {
    let game = game.map_or(String::new(), |it| format!(" {}", it.name()));
    Choice::new("Play against me", format!("practice{game}"))
}
