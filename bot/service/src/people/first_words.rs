//! What newcomers say: the name of a game and nothing else, a game that isn't here, or a word of the rules.
use command::{Purpose, game_said, is_other_game, other_game, say, several_games, verbs};
use content::guide::Guide;
use engine::games::GameId;
use store::MatchRow;

use crate::{
    RequestError,
    authority::{self, ActionTarget},
    context::{RequestContext, seam::OfferPlace},
    matches, people,
    people::words,
};

/// Answers words that are no command, move or question, if they name a game or, on the asker's turn, a topic of its rules. Tells
/// whether they do.
pub(crate) fn answered(
    cx: &mut RequestContext<'_>,
    rows: &[MatchRow],
    said: &str,
) -> Result<bool, RequestError> {
    if is_other_game(said) {
        return Err(other_game(said).into());
    }
    match game_said(said)[..] {
        [] => {}
        [game] => return about_game(cx, game).map(|()| true),
        ref several => {
            let rules = several.iter().map(|game| say!(Rules { game: game.name() }).line());
            return Err(several_games(said, rules).into());
        }
    }
    let Some(about) = topic_in_turn(cx, rows, said)? else { return Ok(false) };
    authority::decide::clear_as(cx, verbs::Help::VERB, ActionTarget::Oneself)?;
    people::rules::rules(cx, &about)?;
    Ok(true)
}

/// Says what a game is, and what can be done with it.
fn about_game(cx: &mut RequestContext<'_>, game: GameId) -> Result<(), RequestError> {
    authority::decide::clear_as(cx, verbs::Help::VERB, ActionTarget::Oneself)?;
    let features = cx.memory.features;
    let [play, rules] = [say!(Challenge { game }), say!(Rules { game: game.name() })];
    let choices = [words::play_button(play)]
        .into_iter()
        .chain(features.offers(OfferPlace::Help(Purpose::Look, game)))
        .chain([words::rules_button(rules)])
        .chain(features.offers(OfferPlace::Alone(Some(game))));
    let reply = cx.answer(words::about_game(game)).choices(choices);
    cx.say(reply);
    Ok(())
}

/// Finds a topic that words name, of the game where it's the asker's turn.
fn topic_in_turn(
    cx: &RequestContext<'_>,
    rows: &[MatchRow],
    said: &str,
) -> Result<Option<verbs::Rules>, RequestError> {
    let lower = said.to_lowercase();
    let words = lower.split(|sign: char| !sign.is_alphanumeric());
    let words: Vec<&str> = words.filter(|word| 2 < word.len()).collect();
    for row in rows {
        let loaded = matches::find::load(cx, row.clone())?;
        let seat = matches::seat::seat_in(cx, &loaded)?;
        let guide = Guide::of(loaded.game());
        if loaded.table.status().waits_for(seat)
            && let Some(topic) = guide.named(&words)
        {
            let game = Some(guide.name().to_owned());
            return Ok(Some(verbs::Rules { game, topic: topic.to_owned() }));
        }
    }
    Ok(None)
}
