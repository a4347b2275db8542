//! The message for the end of a match: how it ended, and what that did to the ratings.
use engine::{
    game::{Outcome, Status, Why},
    match_rules::Ending,
    seat::Seat,
};
use model::{
    ids::RoomId,
    reply::{BoardUpdate, Picture, Reply},
    text::Text,
};
use store::MatchEnd;

use crate::{
    RequestError,
    context::{
        RequestContext,
        loaded::LoadedMatch,
        seam::{self, OfferPlace},
    },
    matches,
    telling::{
        self,
        news::TurnNews,
        one_line::{done_of, left_of},
        turn,
    },
};

/// Tells the room how a match ended and what that did to the ratings.
pub fn result(
    cx: &mut RequestContext<'_>,
    loaded: &LoadedMatch,
    news: TurnNews,
    changes: &[Text],
) -> Result<(), RequestError> {
    let Some(end) = &loaded.row.end else {
        return Err(RequestError::Broken(format!("match {} has no ending", loaded.row.id)));
    };
    let mut news = news;
    news.lines.push(Text::strong(verdict(loaded, end)?));
    news.ended = news.lines.len();
    let (left, done) = (left_of(loaded, &news), done_of(loaded, &news));
    let TurnNews { by, earlier, mut lines, named, moving, quiet, first, turn_began, .. } = news;
    if let Status::Waiting(_) = loaded.table.status() {
        // If the rules ended the match, the game has already shown what was hidden; if the
        // players did, it is revealed here.
        for seat in Seat::BOTH {
            lines.extend(disclosed(loaded, seat));
        }
    }
    lines.extend_from_slice(changes);
    if loaded.row.terms.game.has_chance() {
        let proof = cx.memory.features.offers(OfferPlace::Proof(loaded.row.id));
        let line = proof.first().map(|choice| telling::words::check_the_dice(&choice.says));
        lines.extend(line);
    }
    let eye = loaded.view_for(Seat::First);
    let picture = turn::picture(cx, loaded, None, loaded.people.get(eye), eye);
    let picture = Picture { moving, since: turn_began.or(first), ..picture };
    lines.extend(good_game(loaded));
    lines.extend(turn::board_in_words(loaded, &picture));
    if !named {
        lines.insert(0, Text::small(turn::named_shortly(loaded)));
    }
    let again = matches::find::can_be_played_again(cx, loaded)?;
    // Without a step there is nothing to look back on.
    let counts = end.outcome.is_some() && 0 < loaded.step.step;
    let of = loaded.row.id;
    let back = counts.then(|| cx.memory.features.offers(OfferPlace::LookBack(Some(of))));
    let rematch = again.then(|| telling::words::rematch_button(of));
    let buttons = rematch.into_iter().chain(back.into_iter().flatten());
    let mut reply = Reply::room(Text::Lines(lines)).picture(picture).choices(buttons);
    // The player who ended it knows.
    // Whose seat somebody else played doesn't.
    let played = |seat: &Seat| !loaded.row.handed.iter().any(|it| it.seat == *seat);
    let actor = by.filter(played).map(|seat| *loaded.row.seats.get(seat)).or(cx.asker());
    for person in [&loaded.people.first, &loaded.people.second] {
        if !person.gone && !quiet && actor != Some(person.id) {
            reply = reply.mention(person.id);
        }
    }
    reply.done = Some(done);
    reply.board = Some(BoardUpdate {
        in_place: quiet,
        earlier: (!earlier.is_empty()).then_some(Text::Lines(earlier)),
        left: Some(left),
        ends: true,
        ..BoardUpdate::of(loaded.row.id)
    });
    let before = cx.replies.len();
    let chronicled = chronicle(cx, loaded, end, &reply)?;
    turn::say_at(cx, loaded, reply)?;
    if let Some((room, card)) = chronicled {
        cx.say_in(room, card)?;
    }
    seam::told(cx, loaded)?;
    // Those whose next match begins at once are pinged by its board alone.
    telling::rooms::ping_once(cx, before);
    Ok(())
}

/// Makes the card of a match for the chronicle of its server, if that is another room and everybody may see the match.
fn chronicle(
    cx: &RequestContext<'_>,
    loaded: &LoadedMatch,
    end: &MatchEnd,
    told: &Reply,
) -> Result<Option<(RoomId, Reply)>, RequestError> {
    let room = cx.tx.room(loaded.row.room)?;
    let chosen = cx.tx.server_settings(&room)?.chronicle.filter(|it| *it != room.id);
    let Some(chosen) = chosen.filter(|_| !loaded.row.terms.private) else { return Ok(None) };
    let named = Text::small(turn::named_shortly(loaded));
    let card = Reply::room(Text::Lines(vec![named, Text::strong(verdict(loaded, end)?)]));
    let card = Reply { picture: told.picture.clone(), ..card };
    let back = cx.memory.features.offers(OfferPlace::LookBack(Some(loaded.row.id)));
    Ok(Some((chosen, card.choices(back))))
}

/// Says what a side of a match that is over kept secret.
pub fn disclosed(loaded: &LoadedMatch, seat: Seat) -> Option<Text> {
    loaded.table.disclose(seat, &turn::title(loaded, seat)).map(Text::sentence)
}

/// Says goodbye from the bot after a match against a person.
fn good_game(loaded: &LoadedMatch) -> Option<Text> {
    let bot = Seat::BOTH.into_iter().find(|&seat| loaded.level(seat).is_some())?;
    loaded.row.end.as_ref()?.outcome.as_ref()?;
    loaded.level(bot.other()).is_none().then(|| telling::words::good_game(loaded.names.get(bot)))
}

/// Says in a sentence how a match ended.
///
/// # Errors
/// If the stored result is damaged.
pub fn verdict(loaded: &LoadedMatch, end: &MatchEnd) -> Result<String, RequestError> {
    let MatchEnd { at: _, outcome, ending, ruled_by: _, annulled_at } = end;
    let said = |why: &Why| loaded.game().why(why).map_err(RequestError::Broken);
    let ended = match (outcome, ending) {
        (Some(Outcome { winner: Some(seat), why }), _) => {
            telling::words::wins(&turn::title(loaded, *seat), &said(why)?)
        }
        (Some(Outcome { winner: None, why }), _) => telling::words::is_drawn(&said(why)?),
        (None, Some(Ending::CalledOff { by, rule })) => {
            let by = by.map(|it| turn::title(loaded, it));
            telling::words::calls_off(by.as_deref(), *rule, loaded.moderator.as_deref())
        }
        (None, Some(Ending::Aborted) | None) => telling::words::was_called_off(),
        (
            None,
            Some(
                Ending::Resigned(_)
                | Ending::Left(_)
                | Ending::Agreed
                | Ending::TimedOut(_)
                | Ending::Ruled(_)
                | Ending::Adjudicated(_)
                | Ending::Settled(_),
            ),
        ) => telling::words::is_over(),
    };
    let moderator = loaded.moderator.as_deref();
    Ok(match ending {
        _ if annulled_at.is_some() => telling::words::annulled(&ended, moderator),
        Some(Ending::Ruled(_)) if loaded.row.terms.rated => {
            telling::words::ruled_is_unrated(&ended)
        }
        Some(Ending::Adjudicated(_)) if loaded.row.terms.rated => {
            telling::words::adjudicated_is_unrated(&ended)
        }
        _ => ended,
    })
}
