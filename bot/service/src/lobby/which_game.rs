//! What a challenge leaves open: a person among the words for the game, and which game.
use command::{Command, is_setting, say, verbs};
use content::lengths::long;
use engine::games::GameId;
use model::{reply::Choice, time::Clock};
use store::Person;

use crate::{RequestError, context::RequestContext, lobby::words, matches};

/// Removes a person's name from the words after the game, for a person named there.
pub(super) fn whom_among(
    cx: &RequestContext<'_>,
    game: GameId,
    said: &str,
) -> Option<(Person, String)> {
    let words: Vec<&str> = said.split_whitespace().collect();
    let start = words.iter().position(|word| *word == "from" || word.starts_with("from="));
    let is_name = |nth: usize| {
        let word = words[nth].to_lowercase();
        let before = nth.checked_sub(1).map_or("", |at| words[at]);
        !is_setting(&word)
            && !["side", "clock"].contains(&before)
            && !["soft", "public", "day", "random"].contains(&word.as_str())
            && !game.sides().iter().any(|it| it.eq_ignore_ascii_case(&word))
            && Clock::read(&word).is_err()
    };
    let names = (0..start.unwrap_or(words.len())).filter(|&nth| is_name(nth));
    let (nth, person) = names
        .into_iter()
        .find_map(|nth| Some((nth, matches::find::find_person(cx, words[nth]).ok()?)))?;
    let left: Vec<&str> =
        words.iter().enumerate().filter(|it| it.0 != nth).map(|it| *it.1).collect();
    Some((person, left.join(" ")))
}

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
    // A long game is offered in its quick form first.
    let choices = GameId::ALL.iter().flat_map(|game| {
        let offer = say!(Challenge { who: who.clone(), game });
        let quick = long(*game)
            .map(|_| Choice::new(words::quick_of(*game), offer.and("quick")).signed(game.sign()));
        quick.into_iter().chain([Choice::new(game.title(), offer).signed(game.sign())])
    });
    cx.say(cx.answer(words::which_game()).choices(choices));
    Ok(())
}
