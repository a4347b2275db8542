//! What a challenge leaves open: which game.
use command::{Command, say, verbs};
use content::lengths::long;
use engine::games::GameId;
use model::reply::Choice;
use store::Person;

use crate::{RequestError, context::RequestContext, lobby::words};

pub(super) fn ask_for_game(
    cx: &mut RequestContext<'_>,
    whom: Option<&Person>,
    said: &verbs::Challenge,
) -> Result<(), RequestError> {
    let whom = match whom {
        Some(whom) => cx.tx.handle_in(cx.room.chat, whom.id)?,
        None => None,
    };
    let who = whom.map(|handle| format!("@{}", handle.trim_start_matches('@')));
    if let Some(other) = said.options.split(' ').next().filter(|it| !it.is_empty()) {
        let unknown = command::unknown_game(other);
        let games = unknown.instead.iter().filter_map(|name| GameId::named(name));
        let lines: Vec<Command> =
            games.map(|game| say!(Challenge { who: who.clone(), game })).collect();
        return Err(unknown.instead(lines).into());
    }
    // A long game is offered in its quick form; the words above say how to play it whole.
    let choices = GameId::ALL.iter().map(|game| {
        let offer = say!(Challenge { who: who.clone(), game });
        let choice = match long(*game) {
            Some(_) => Choice::new(words::quick_of(*game), offer.and("quick")),
            None => Choice::new(game.title(), offer),
        };
        choice.signed(game.sign())
    });
    cx.say(cx.answer(words::which_game()).choices(choices));
    Ok(())
}
