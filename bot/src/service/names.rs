//! How people are named in what is said of them.
use engine::games::GameId;

use crate::{reply::Choice, store::Person, text::Text};

/// Names somebody so that nobody else passes for them.
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

/// Offers to play against the bot, where nobody else is there.
pub(super) fn practise(game: Option<GameId>) -> Choice {
    let game = game.map_or(String::new(), |it| format!(" {}", it.name()));
    Choice::new("Play against me", format!("practice{game}"))
}
