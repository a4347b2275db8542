//! The command: leagues are begun, shown, left and ended.
use command::say;
use model::{
    ids::RoomId,
    reply::{Privacy, Reply},
};
use service::{
    RequestError,
    authority::{self, ActionTarget, GuardedAction},
    context::{self, RequestContext},
    matches, rate_limit, telling,
};
use store::HIDDEN;

use super::{
    commands::{self, LeagueWord},
    gather::FEWEST,
    rows::{self, LeagueId, LeaguePlayer, LeagueState},
    words,
};

pub(crate) fn league(
    cx: &mut RequestContext<'_>,
    said: &commands::League,
) -> Result<(), RequestError> {
    let unused = said.game.is_some() || said.groups.is_some() || said.days.is_some() || said.watch;
    match said.what {
        Some(LeagueWord::New) => crate::gather::new_league(cx, said),
        _ if unused => Err(words::refused::only_for_new().into()),
        Some(LeagueWord::Join) => crate::gather::join_league(cx, said),
        _ if !said.options.is_empty() => {
            Err(words::refused::no_league_command(&said.options).into())
        }
        Some(LeagueWord::Begin) => begin_league(cx, said),
        Some(LeagueWord::Leave) => leave_league(cx, said),
        Some(LeagueWord::Invite) => invite_to_league(cx, said),
        Some(LeagueWord::End) => end_league(cx, said),
        Some(LeagueWord::Table) | None => show_league(cx, said),
    }
}

fn begin_league(cx: &mut RequestContext<'_>, said: &commands::League) -> Result<(), RequestError> {
    let mut league = pick(cx, said, LeagueWord::Begin, |it| it.round == 0)?;
    authority::decide::clear(
        cx,
        GuardedAction::Organise,
        ActionTarget::Organised(&league.organised()),
    )?;
    let id = league.id;
    if league.round != 0 {
        return Err(words::refused::has_begun(id).into());
    }
    leave_line(cx, &league)?;
    let gathered = league.clone();
    let count = rows::league_players(cx.tx, id, league.season)?.len();
    if count < FEWEST {
        return Err(words::refused::too_few(id, count, FEWEST).into());
    }
    if league.season == 1 {
        place_by_rating(cx, &league)?;
    }
    crate::gather::close_list(cx, &gathered, &words::begun(id))?;
    crate::rounds::begin_season(cx, &mut league)?;
    if !crate::rounds::rooms_of(cx, &league)?.contains(&cx.room.id) {
        cx.say(cx.answer(words::begun(id)));
    }
    Ok(())
}

/// Takes those out of the line who can't play any more, and says so.
fn leave_line(cx: &mut RequestContext<'_>, league: &LeagueState) -> Result<(), RequestError> {
    let room = cx.tx.room(league.room)?;
    for player in rows::league_players(cx.tx, league.id, league.season)? {
        let person = cx.tx.person(player.person)?;
        if person.gone || authority::decide::is_banned(cx, &person, &room)? {
            rows::drop_league_player(cx.tx, league.id, league.season, player.person)?;
            crate::rounds::say_in_league(cx, league, |context, room| {
                let who =
                    context.tx.person_in(matches::find::chat_in(context, room)?, player.person)?;
                Ok(Reply::room(words::cannot_play(&who, league.id)))
            })?;
        }
    }
    Ok(())
}

/// Puts the people of a first season in line by their ratings, so that the best are in the first
/// group. Hidden ratings stand for none.
fn place_by_rating(cx: &RequestContext<'_>, league: &LeagueState) -> Result<(), RequestError> {
    let mut line = Vec::new();
    for player in rows::league_players(cx.tx, league.id, league.season)? {
        let hidden = cx.tx.person(player.person)?.settings.get(&HIDDEN);
        let rating = cx.tx.rating(player.person, Some(league.terms.game))?;
        let floor = rating.filter(|_| !hidden).map(|rating| rating.rating - rating.give());
        line.push((floor.unwrap_or(f64::MIN), player));
    }
    line.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.number.cmp(&b.1.number)));
    for (number, (_, player)) in (0..).zip(line) {
        let player = LeaguePlayer { number, ..player };
        rows::set_league_player(cx.tx, league.id, league.season, &player)?;
    }
    Ok(())
}

fn leave_league(cx: &mut RequestContext<'_>, said: &commands::League) -> Result<(), RequestError> {
    let mine = rows::leagues_of(cx.tx, cx.me.id)?;
    let there = |league: &LeagueState| -> Result<Option<LeaguePlayer>, RequestError> {
        let players = rows::league_players(cx.tx, league.id, league.season)?;
        let own = players.into_iter().find(|it| it.person == cx.me.id);
        Ok(own.filter(|it| it.left_at.is_none()))
    };
    let mut own = Vec::new();
    for league in mine {
        if let Some(player) = there(&league)?
            && said.league.is_none_or(|number| i64::from(number) == league.id.0)
        {
            own.push((league, player));
        }
    }
    let (league, player) = match &own[..] {
        [] => return Err(words::refused::not_in(said.league).into()),
        [one] => one.clone(),
        several => {
            let numbers: Vec<LeagueId> = several.iter().map(|it| it.0.id).collect();
            return Err(words::refused::several_leagues(LeagueWord::Leave, &numbers).into());
        }
    };
    if league.round == 0 {
        let mut rooms = crate::rounds::rooms_of(cx, &league)?;
        rows::drop_league_player(cx.tx, league.id, league.season, cx.me.id)?;
        rooms.extend((!rooms.contains(&player.room)).then_some(player.room));
        let told = words::you_left_line(league.id);
        return crate::gather::list_changed(cx, &league, &rooms, told, words::leaves_line);
    }
    if !said.sure {
        let sure =
            say!(commands::League { what: LeagueWord::Leave, league: league.id.0, sure: true });
        let me = cx.me.id;
        context::questions::await_answer(cx, me, sure.clone(), None)?;
        let text = words::leave_asked(league.id);
        cx.say(cx.answer(text).choices([words::leave_button(sure)]));
        return Ok(());
    }
    let before = cx.replies.len();
    crate::withdrawn::leave_season(cx, &league, &player)?;
    telling::rooms::ping_once(cx, before);
    Ok(())
}

fn invite_to_league(
    cx: &mut RequestContext<'_>,
    said: &commands::League,
) -> Result<(), RequestError> {
    let league = pick(cx, said, LeagueWord::Invite, |it| it.round == 0)?;
    authority::decide::clear(
        cx,
        GuardedAction::Organise,
        ActionTarget::Organised(&league.organised()),
    )?;
    let text = words::invitation(league.id, &league.code);
    cx.say(Reply::only(cx.me.id, text).private(Privacy::Personal));
    Ok(())
}

fn end_league(cx: &mut RequestContext<'_>, said: &commands::League) -> Result<(), RequestError> {
    let mut league = pick(cx, said, LeagueWord::End, |_| true)?;
    authority::decide::clear(
        cx,
        GuardedAction::Organise,
        ActionTarget::Organised(&league.organised()),
    )?;
    let id = league.id;
    if !said.sure {
        let sure = say!(commands::League { what: LeagueWord::End, league: id.0, sure: true });
        let me = cx.me.id;
        context::questions::await_answer(cx, me, sure.clone(), None)?;
        let text = words::end_asked(id, league.round != 0);
        cx.say(cx.answer(text).choices([words::end_button(sure)]));
        return Ok(());
    }
    let rooms = crate::rounds::rooms_of(cx, &league)?;
    if league.round == 0 {
        crate::gather::close_list(cx, &league, &words::is_closed(id))?;
    }
    for (group, _) in rows::groups_of(cx.tx, id, league.season)? {
        cx.tx.end_competition(group.id, None, cx.now)?;
    }
    league.ended_at = Some(cx.now);
    rows::update_league(cx.tx, &league)?;
    let who = cx.me.id;
    let tells = |context: &RequestContext<'_>, room: RoomId| -> Result<Reply, RequestError> {
        let who = context.tx.person_in(matches::find::chat_in(context, room)?, who)?;
        Ok(Reply::room(words::ends(&who, id)))
    };
    for room in &rooms {
        let reply = tells(cx, *room)?;
        rate_limit::make_known(cx, *room, reply)?;
    }
    if !rooms.contains(&cx.room.id) {
        let reply = tells(cx, cx.room.id)?;
        cx.say(Reply { to: cx.answer("").to, ..reply });
    }
    Ok(())
}

fn show_league(cx: &mut RequestContext<'_>, said: &commands::League) -> Result<(), RequestError> {
    if said.league.is_none() {
        let here = leagues_here(cx)?;
        let listed: Vec<&LeagueState> = if here.iter().any(|it| it.ended_at.is_none()) {
            here.iter().filter(|it| it.ended_at.is_none()).collect()
        } else {
            here.iter().take(1).collect()
        };
        if listed.is_empty() {
            cx.say(cx.answer(words::none_here()).choices([words::new_button()]));
            return Ok(());
        }
        if 1 < listed.len() {
            let numbers: Vec<LeagueId> = listed.iter().map(|it| it.id).collect();
            return Err(words::refused::several_leagues(LeagueWord::Table, &numbers).into());
        }
    }
    let league = pick(cx, said, LeagueWord::Table, |it| it.ended_at.is_none())?;
    let table = said.what == Some(LeagueWord::Table) || league.round != 0;
    let reply = if table || league.ended_at.is_some() {
        crate::show::table_of(cx, &league)?
    } else {
        crate::show::gathering(cx, &league, cx.room.id)?
    };
    cx.say(Reply { to: cx.answer("").to, privacy: Privacy::Open, ..reply });
    Ok(())
}

/// Returns the leagues that may be named here: those of this room, and the asker's own.
fn leagues_here(cx: &RequestContext<'_>) -> Result<Vec<LeagueState>, RequestError> {
    let mut here = rows::leagues_in(cx.tx, cx.room.id)?;
    for own in rows::leagues_of(cx.tx, cx.me.id)? {
        if here.iter().all(|it| it.id != own.id) {
            here.push(own);
        }
    }
    Ok(here)
}

/// Finds the league that is meant: the one with the number, the only one that fits, or the only
/// one.
pub(super) fn pick(
    cx: &RequestContext<'_>,
    said: &commands::League,
    what: LeagueWord,
    fits: impl Fn(&LeagueState) -> bool,
) -> Result<LeagueState, RequestError> {
    let here = leagues_here(cx)?;
    if let Some(number) = said.league {
        let found = here.into_iter().find(|it| it.id.0 == i64::from(number));
        // The person who started it may be elsewhere.
        let own = rows::league(cx.tx, LeagueId(i64::from(number)))?;
        let own = own.filter(|it| it.made_by == Some(cx.me.id));
        return found.or(own).ok_or_else(|| words::refused::no_such_league(number).into());
    }
    let running: Vec<&LeagueState> = here.iter().filter(|it| it.ended_at.is_none()).collect();
    let fitting: Vec<&LeagueState> = running.iter().copied().filter(|it| fits(it)).collect();
    match (&fitting[..], &running[..]) {
        ([one], _) | ([], [one]) => Ok((*one).clone()),
        ([], []) => match here.into_iter().next().filter(|_| what == LeagueWord::Table) {
            Some(last) => Ok(last),
            None => Err(words::refused::none_to(what).into()),
        },
        (several @ [_, ..], _) | ([], several) => {
            let numbers: Vec<LeagueId> = several.iter().map(|it| it.id).collect();
            Err(words::refused::several_leagues(what, &numbers).into())
        }
    }
}
