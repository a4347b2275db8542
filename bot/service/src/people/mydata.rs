//! Exporting and deleting a person's data.
use command::verbs::{self, DataWish};
use engine::{
    match_rules::{Early, StepMark},
    seat::Seat,
};
use model::{
    ids::{Chat, PersonId},
    reply::{Audience, Reply},
    time::ReminderState,
};
use serde_json::{Value, json};
use store::{MatchRow, Room, StepRow};

use crate::{
    RequestError,
    context::{self, RequestContext, loaded::LoadedMatch, outgoing::Addressed, seam},
    matches,
    people::{self, words},
    play,
};

/// The version of the file.
const FORMAT: &str = "draughtsman-person/1";

pub(crate) fn mydata(
    cx: &mut RequestContext<'_>,
    said: &verbs::Mydata,
) -> Result<(), RequestError> {
    match said.what {
        Some(DataWish::Export) => export_person(cx),
        Some(DataWish::Delete) if said.sure => delete_person(cx),
        Some(DataWish::Delete) => ask_before_deleting(cx),
        None => {
            let reply = Reply::only(cx.me.id, words::your_data());
            cx.say(reply.choices(words::data_buttons()));
            Ok(())
        }
    }
}

fn export_person(cx: &mut RequestContext<'_>) -> Result<(), RequestError> {
    let me = cx.me.clone();
    let mut matches = Vec::new();
    for row in cx.tx.matches_of(me.id)? {
        matches.push(match_of(cx, &row, me.id)?);
    }
    let mut challenges = Vec::new();
    for challenge in cx.tx.challenges_by(me.id)? {
        let whom = challenge
            .whom
            .map(|person| Ok::<_, RequestError>(cx.tx.person(person)?.name))
            .transpose()?;
        challenges.push(json!({
            "number": challenge.id, "room": cx.tx.room(challenge.room)?.name, "whom": whom,
            "game": challenge.terms.game, "options": challenge.terms.options,
            "state": challenge.state, "word": challenge.word, "made_at": challenge.made_at,
        }));
    }
    let mut ratings = Vec::new();
    for game in engine::games::GameId::ALL.iter().copied().map(Some).chain([None]) {
        if let Some(rating) = cx.tx.rating(me.id, game)? {
            let curve = cx.tx.curve(me.id, game)?.into_iter();
            let curve: Vec<Value> = curve
                .map(|point| {
                    json!({ "at": point.at, "rating": point.rating, "deviation": point.deviation })
                })
                .collect();
            ratings.push(json!({
                "game": game, "rating": rating.rating, "deviation": rating.deviation,
                "volatility": rating.volatility, "won": rating.won, "lost": rating.lost,
                "drawn": rating.drawn, "streak": rating.streak, "last_at": rating.last_at,
                "curve": curve,
            }));
        }
    }
    let watches: Vec<_> = cx.tx.watches_of(me.id)?.into_iter().map(|it| it.of).collect();
    let known: Vec<Value> = cx
        .tx
        .selves(me.id)?
        .iter()
        .map(|account| json!({ "chat": account.chat, "id": account.handle, "name": account.name }))
        .collect();
    let mut all = json!({
        "format": FORMAT,
        "name": me.name, "known_as": known, "settings": me.settings,
        "ratings": ratings, "challenges": challenges, "accepted": cx.tx.challenges_taken(me.id)?,
        "matches": matches, "watches": watches,
        // The same and more, row by row.
        "kept": cx.tx.kept_of(me.id)?,
    });
    if let Some(all) = all.as_object_mut() {
        all.extend(
            seam::exported(cx, me.id)?.into_iter().map(|(name, rows)| (name.to_owned(), rows)),
        );
    }
    let body =
        serde_json::to_string_pretty(&all).map_err(|err| RequestError::Broken(err.to_string()))?;
    let says = words::everything_stored();
    cx.say(Reply::only(me.id, says).file("mydata.json", body));
    Ok(())
}

/// Writes a match for one of its players: only what they did themselves.
fn match_of(
    cx: &RequestContext<'_>,
    row: &MatchRow,
    person: PersonId,
) -> Result<Value, RequestError> {
    let seat = row.seats.find(|&it| it == person).unwrap_or(Seat::First);
    let steps = cx.tx.all_steps(row.id)?;
    // Not what somebody else played for them.
    let by_other = |step: &StepRow| {
        row.handed.iter().filter(|it| it.seat == seat).any(|handed| {
            handed.from_step < step.step
                && handed.from <= step.at
                && handed.ended.is_none_or(|at| step.at < at)
        })
    };
    let own = steps.iter().filter(|step| step.seat == Some(seat) && step.undo.is_none());
    let own = own.filter(|step| !by_other(step));
    let own: Vec<Value> = own
        .map(|step| {
            let (written, at) = (&step.written, step.at);
            json!({ "step": step.step, "take": step.take, "written": written, "at": at })
        })
        .collect();
    let outcome = row.end.as_ref().and_then(|it| it.outcome.as_ref());
    let why = outcome.map(|outcome| row.terms.game.why(&outcome.why)).transpose();
    let why = why.map_err(RequestError::Broken)?;
    Ok(json!({
        "number": row.id, "room": cx.tx.room(row.room)?.name, "game": row.terms.game,
        "options": row.terms.options, "rated": row.terms.rated, "side": row.terms.game.sides()[seat.index()],
        "against": matches::find::names_of_others(cx, row, seat)?, "word": row.words.get(seat),
        "opened_at": row.opened_at, "ended_at": row.end.as_ref().map(|it| it.at),
        "called_off": row.end.as_ref().map(|it| outcome.is_none() && it.is_doing_of(seat)),
        "annulled_at": row.end.as_ref().and_then(|it| it.annulled_at),
        "won": outcome.map(|it| it.winner == Some(seat)), "why": why, "steps": own,
    }))
}

fn ask_before_deleting(cx: &mut RequestContext<'_>) -> Result<(), RequestError> {
    let running = cx.tx.running_of(cx.me.id)?.len();
    let chats: Vec<Chat> = cx.tx.selves(cx.me.id)?.iter().map(|it| it.chat).collect();
    let text = words::delete_asked(&chats, running);
    let choices = words::delete_buttons();
    let yes = verbs::Mydata { what: Some(DataWish::Delete), sure: true };
    let me = cx.me.id;
    context::questions::await_answer(cx, me, yes.into(), None)?;
    cx.say(Reply::only(cx.me.id, text).choices(choices));
    Ok(())
}

fn delete_person(cx: &mut RequestContext<'_>) -> Result<(), RequestError> {
    let me = cx.me.clone();
    let elsewhere: Vec<Room> =
        cx.tx.last_rooms(me.id)?.into_iter().filter(|it| it.chat != cx.room.chat).collect();
    // First of all, so that nothing written from here on contains the name.
    cx.me = people::erase::erase(cx, &me)?;
    seam::leaves(cx, me.id)?;
    // Whom they played for is alone again, and where others play for them they lose all the same.
    if let Some(stand_in) = cx.memory.features.stand_in() {
        (stand_in.leaves)(cx, me.id)?;
    }
    for row in cx.tx.running_of(me.id)? {
        let loaded = matches::find::load(cx, row)?;
        leave(cx, loaded)?;
    }
    // Only now, because opponents are rated against the old rating.
    cx.tx.erase_ratings(me.id)?;
    // Also late, because opponents could be told the end of a match there.
    for (chat, place) in std::mem::take(&mut cx.places) {
        cx.tx.forget_room(chat, &place)?;
    }
    let mut own = Vec::new();
    for mut row in cx.tx.matches_of(me.id)? {
        own.push(row.id);
        if let Some(seat) = row.seats.find(|&it| it == me.id) {
            // Absences and quiet hours no longer matter to anyone.
            row.timer.forget(seat);
            *row.nudges.get_mut(seat) = ReminderState::default();
            cx.tx.update_match(&row)?;
        }
    }
    cx.erased = Some(own);
    // The asker no longer has an id to write to.
    cx.say(Reply { to: Audience::Asker, ..Reply::room(words::data_deleted()) });
    let says = words::player_deleted_data(cx.room.chat);
    for room in elsewhere {
        let reply = Reply::room(says.clone());
        cx.replies.push(Addressed { room, reply, about: None });
    }
    Ok(())
}

/// Ends a person's part in a running match: called off in its first turns, resigned after that.
fn leave(cx: &mut RequestContext<'_>, mut loaded: LoadedMatch) -> Result<(), RequestError> {
    let seat = matches::seat::seat_in(cx, &loaded)?;
    let early = match loaded.is_practice() {
        true => Early::CallsOff,
        false if matches::competition::is_bound(cx, loaded.row.id)? => Early::Resigns,
        false => play::ending::allowance(cx, cx.me.id)?.early(),
    };
    let log: Vec<StepMark> = cx.tx.marks(loaded.row.id)?;
    let match_rules = &mut loaded.row.match_rules;
    match_rules.resign(seat, &log, early)?;
    play::ending::end_outside_rules(cx, loaded)
}
