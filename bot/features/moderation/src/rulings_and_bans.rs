//! Moderators' tools: stuck matches and bans.
use command::{
    say,
    verbs::{self, Order},
};
use engine::{
    match_rules::{CallOff, Ending},
    seat::{BySeat, Seat},
};
use model::{
    ids::MatchId,
    reply::{Privacy, Reply},
    text::Text,
};

use service::{
    RequestError,
    authority::{self, ActionTarget, GuardedAction},
    context::{
        self, RequestContext,
        seam::{self, MatchMoment},
    },
    lobby,
    matches::{self, seat::side_named},
    play, ratings, telling,
    words::{about_match, called_off, match_is_over, no_match_on_server, yes_button},
};
use store::{MatchEnd, MatchRow, Person};

use crate::words::{self, ANNUL, BAN, END, UNBAN};

/// How many matches are listed.
const LISTED: usize = 12;

/// Ends a stuck match of this server and tells both players.
pub(crate) fn end_stuck(
    cx: &mut RequestContext<'_>,
    said: &verbs::Admin,
) -> Result<(), RequestError> {
    let row = match_to_judge(cx, said.of, END)?;
    let id = row.id;
    if row.end.is_some() {
        return Err(match_is_over(id).instead([say!(Admin { what: ANNUL, of: id })]).into());
    }
    let (value, sure) = sure(said);
    let (first, rest) = value.split_once(char::is_whitespace).unwrap_or((value, ""));
    let sides = row.terms.game.sides();
    let winner = if first.eq_ignore_ascii_case("draw") {
        None
    } else {
        let forms = sides.map(str::to_lowercase).into_iter().chain(["draw".to_owned()]);
        let forms = forms.map(|value| say!(Admin { what: END, of: id, value }));
        if first.is_empty() {
            return Err(words::who_wins(id).instead(forms).into());
        }
        let seat = side_named(row.terms.game, first).map_err(|it| it.instead(forms))?;
        Some(seat)
    };
    if !sure {
        let winner = winner.map(|seat| sides[seat.index()]);
        let asks = words::will_end(id, winner, row.terms.rated);
        return ask_if_sure(cx, END, &row, value, &asks);
    }
    rule(cx, row, Ending::Ruled(winner), rest)
}

/// Calls a match off, or removes the result of a finished one from the ratings.
pub(crate) fn annul(cx: &mut RequestContext<'_>, said: &verbs::Admin) -> Result<(), RequestError> {
    let row = match_to_judge(cx, said.of, ANNUL)?;
    let id = row.id;
    let (note, sure) = sure(said);
    let asks = match &row.end {
        None => words::will_be_called_off(id),
        Some(MatchEnd { outcome: None, .. }) => {
            return Err(words::nothing_to_annul(id, cx.memory.features.past()).into());
        }
        Some(MatchEnd { annulled_at: Some(_), .. }) => {
            return Err(words::already_annulled(id, cx.memory.features.past()).into());
        }
        Some(_) => words::will_be_annulled(id),
    };
    match &row.end {
        _ if !sure => ask_if_sure(cx, ANNUL, &row, note, &asks),
        None => {
            let ending = Ending::CalledOff { by: None, rule: CallOff::Moderated };
            rule(cx, row, ending, note)
        }
        Some(_) => annul_result(cx, row, note),
    }
}

fn ask_if_sure(
    cx: &mut RequestContext<'_>,
    what: Order,
    row: &MatchRow,
    value: &str,
    asks: &str,
) -> Result<(), RequestError> {
    let yes = say!(Admin { what, of: row.id, sure: true, value });
    let text = words::confirm(asks, &yes);
    let me = cx.me.id;
    context::questions::await_answer(cx, me, yes.clone(), None)?;
    cx.say(cx.answer(text).choices([yes_button(yes)]));
    Ok(())
}

/// Removes the result of a finished match from all ratings and tells both players.
fn annul_result(
    cx: &mut RequestContext<'_>,
    mut row: MatchRow,
    note: &str,
) -> Result<(), RequestError> {
    let counted = row.counts();
    if let Some(end) = &mut row.end {
        (end.ruled_by, end.annulled_at) = (Some(cx.me.id), Some(cx.now));
    }
    cx.tx.update_match(&row)?;
    seam::follow(cx, MatchMoment::Annulled(&row))?;
    let people = [cx.tx.person(row.seats.first)?, cx.tx.person(row.seats.second)?];
    let mut lines = vec![words::has_annulled(&cx.me, row.id, note), words::no_longer_counts()];
    if counted {
        lines.extend(ratings::ranks::rate_without(cx, row.terms.game, [&people[0], &people[1]])?);
    }
    let reply = Reply::room(Text::Lines(lines)).about(about_match(row.id, row.terms.game));
    let told = people.iter().filter(|it| !it.gone);
    let reply = told.fold(reply, |reply, person| reply.mention(person.id));
    telling::rooms::say_there(cx, row.room, reply)
}

/// Ends a match as a moderator decides, even one that can't be loaded any more.
fn rule(
    cx: &mut RequestContext<'_>,
    mut row: MatchRow,
    ending: Ending,
    note: &str,
) -> Result<(), RequestError> {
    match ending {
        Ending::Ruled(winner) => row.match_rules.rule(winner)?,
        _ => row.match_rules.annul()?,
    }
    let me = cx.me.clone();
    let lead = words::has_ended(&me, row.id, note);
    match matches::find::load(cx, row.clone()) {
        Ok(loaded) => play::ending::end_outside_rules_after(cx, loaded, vec![lead], Some(&me)),
        Err(RequestError::Broken(why)) if matches!(ending, Ending::CalledOff { .. }) => {
            tracing::warn!(of = %row.id, why, "a match that couldn't be loaded was called off");
            row.waiting = BySeat::default();
            (row.due, row.touched_at) = (None, cx.now);
            let end = MatchEnd::new(cx.now, None, Some(ending));
            row.end = Some(MatchEnd { ruled_by: Some(me.id), ..end });
            cx.tx.update_match(&row)?;
            let lines = vec![lead, called_off()];
            let reply = Reply::room(Text::Lines(lines));
            let reply = reply.about(about_match(row.id, row.terms.game));
            let reply =
                Seat::BOTH.into_iter().fold(reply, |it, seat| it.mention(*row.seats.get(seat)));
            telling::rooms::say_in_rooms(cx, &row, None, reply)
        }
        Err(other) => Err(other),
    }
}

/// Finds a match by its number, if the asker may decide it.
fn match_to_judge(
    cx: &RequestContext<'_>,
    of: Option<MatchId>,
    what: Order,
) -> Result<MatchRow, RequestError> {
    let Some(id) = of else {
        authority::decide::clear(cx, GuardedAction::Manage, ActionTarget::Room(&cx.room))?;
        let running = cx.tx.running_in(cx.room.id)?;
        let forms = running.iter().take(LISTED).map(|row| say!(Admin { what, of: row.id }));
        return Err(words::say_the_number().instead(forms).into());
    };
    let Some(row) = cx.tx.match_row(id)? else {
        authority::decide::clear(cx, GuardedAction::Manage, ActionTarget::Room(&cx.room))?;
        return Err(no_match_on_server(id).into());
    };
    authority::decide::clear(cx, GuardedAction::Judge, ActionTarget::Match(&row))?;
    Ok(row)
}

pub(crate) fn ban(cx: &mut RequestContext<'_>, said: &verbs::Admin) -> Result<(), RequestError> {
    let who = whom_admin_means(cx, said, BAN)?;
    if who.id == cx.me.id {
        return Err(words::ban_yourself().into());
    }
    let mut theirs = cx.tx.running_of(who.id)?;
    let beside = |row: &MatchRow| Ok::<_, RequestError>(cx.tx.room(row.room)?.is_beside(&cx.room));
    let mut here = Vec::new();
    for row in theirs.drain(..) {
        if beside(&row)? {
            here.push(row);
        }
    }
    // A banned player would lose on time; moderators don't win that way.
    if let Some(own) = here.iter().find(|row| row.seats.find(|&it| it == cx.me.id).is_some()) {
        return Err(words::ban_an_opponent(&who, own.id).into());
    }
    let handle = authority::decide::handle_in(cx, &who, &cx.room)?;
    cx.tx.ban(&cx.room, who.id, &handle, cx.now)?;
    let mut lines = vec![words::banned(&who, handle.trim_start_matches('@'))];
    let mut closed = 0;
    for challenge in cx.tx.open_challenges_by(who.id)? {
        if cx.tx.room(challenge.room)?.is_beside(&cx.room) {
            lobby::challenge::withdraw(cx, &challenge)?;
            closed += 1;
        }
    }
    lines.extend((0 < closed).then(|| words::challenges_closed(closed)));
    if !here.is_empty() {
        let here: Vec<MatchId> = here.iter().map(|it| it.id).collect();
        lines.push(words::their_matches_run(&here, LISTED));
    }
    cx.say(Reply::only(cx.me.id, Text::Lines(lines)).private(Privacy::Personal));
    Ok(())
}

pub(crate) fn unban(cx: &mut RequestContext<'_>, said: &verbs::Admin) -> Result<(), RequestError> {
    let who = whom_admin_means(cx, said, UNBAN)?;
    if !cx.tx.unban(&cx.room, &authority::decide::handle_in(cx, &who, &cx.room)?)? {
        return Err(words::is_not_banned(&who).into());
    }
    let says = words::unbanned(&who);
    cx.say(Reply::only(cx.me.id, says).private(Privacy::Personal));
    Ok(())
}

/// Finds the person a command is about, by mention or name.
fn whom_admin_means(
    cx: &RequestContext<'_>,
    said: &verbs::Admin,
    what: Order,
) -> Result<Person, RequestError> {
    match (matches::find::who(cx, said.who.as_ref())?, said.value.as_str()) {
        (Some(who), _) => Ok(who),
        (None, "") => Err(words::say_who(what).into()),
        (None, name) => matches::find::find_person(cx, name),
    }
}

/// Returns the other words of a command, and whether they confirm it.
fn sure(said: &verbs::Admin) -> (&str, bool) {
    match said.value.as_str() {
        "yes" => ("", true),
        value => match value.strip_suffix(" yes") {
            Some(rest) => (rest.trim(), true),
            None => (value, said.sure),
        },
    }
}
