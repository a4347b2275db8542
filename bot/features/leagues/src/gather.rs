//! Leagues that people can join: begun in a room, joined there and elsewhere, and listed in one
//! message of each room, which is edited when people join or leave.
use command::unnamed_terms::{SaidTerms, UnnamedTerms};
use model::{
    ids::{CardOf, RoomId},
    reply::{Reply, StandingCard},
    text::Text,
    time::{Clock, DAY, PRESETS},
};
use service::{
    RequestError, RoomPresence,
    authority::{self, ActionTarget, GuardedAction},
    context::{RequestContext, random_source::random_key},
    rate_limit,
    terms::{opened, probing_dice},
};
use store::{Person, Terms};

use super::{
    commands::{self, LeagueWord},
    rows::{self, LeagueId, LeaguePlayer, LeagueState},
    schedule, words,
};

/// The fewest people of a league: those of one group.
pub(super) const FEWEST: usize = schedule::FEWEST as usize;
/// The most people of a league.
pub(super) const MOST: usize = 12;
/// How many days a league waits for people before its first round, and before the next season.
pub(super) const GATHERS_DAYS: i64 = 14;
/// The usual days of a round.
const DAYS: u32 = 7;
/// The most leagues of a room at a time.
const MOST_HERE: usize = 3;

/// How many of them one person may start, so that others can, too.
const MOST_STARTED: usize = 2;
/// The most leagues of a person at a time.
const MOST_OF_ONE: usize = 5;
/// How many characters of a code are shown and typed, after its first letter.
const CODE: usize = 11;

/// Makes a code to join by. It begins with a letter, because digits alone are the number of a
/// league.
fn new_code() -> String {
    let mut code = random_key();
    code.truncate(CODE);
    format!("j{code}")
}

pub(super) fn new_league(
    cx: &mut RequestContext<'_>,
    said: &commands::League,
) -> Result<(), RequestError> {
    authority::decide::clear(cx, GuardedAction::Join, ActionTarget::Room(&cx.room))?;
    let Some(game) = said.game else { return Err(words::refused::which_game().into()) };
    if cx.request().is_some_and(|it| it.company != RoomPresence::Many) {
        return Err(words::refused::too_few_here().into());
    }
    if cx.room.answers_only {
        return Err(words::refused::cannot_post_here().into());
    }
    // `7 days`: the number was taken as that of a league.
    let mut said = said.clone();
    if said.days.is_none() {
        said.days = said.league;
        let days = |word: &&str| !["days", "day"].contains(&word.to_lowercase().as_str());
        let rest: Vec<&str> = said.options.split_whitespace().filter(days).collect();
        said.options = rest.join(" ");
    }
    let days = said.days.unwrap_or(DAYS);
    let loose = UnnamedTerms::read(game, SaidTerms::from(&said))?;
    if loose.side.is_some() || loose.public.is_some() {
        return Err(words::refused::no_sides().into());
    }
    let terms = Terms {
        game,
        options: game.options(&loose.options)?,
        clock: loose.clock_or(Some(usual_clock(days)))?,
        rated: loose.rated.unwrap_or(true),
        private: false,
        start: None,
        room_time: None,
    };
    if terms.has_start() {
        return Err(words::refused::no_position().into());
    }
    if let Some(clock) = terms.clock.filter(|it| i64::from(days) * DAY < it.start) {
        return Err(words::refused::clock_outlasts_round(clock, days).into());
    }
    opened(&terms, &mut probing_dice())?;
    let here = rows::leagues_in(cx.tx, cx.room.id)?;
    let running = here.iter().filter(|it| it.ended_at.is_none());
    if MOST_HERE <= running.clone().count() {
        return Err(words::refused::enough_here(MOST_HERE).into());
    }
    if MOST_STARTED <= running.filter(|it| it.made_by == Some(cx.me.id)).count() {
        return Err(words::refused::enough_started(MOST_STARTED).into());
    }
    if !said.watch {
        check_leagues_of_mine(cx)?;
    }
    let mut league = LeagueState {
        id: LeagueId(0),
        room: cx.room.id,
        made_by: Some(cx.me.id),
        terms,
        days,
        groups_of: said.groups,
        season: 1,
        round: 0,
        due: cx.now + GATHERS_DAYS * DAY,
        code: new_code(),
        made_at: cx.now,
        ended_at: None,
    };
    league.id = rows::add_league(cx.tx, &league)?;
    if !said.watch {
        rows::set_league_player(cx.tx, league.id, league.season, &as_player(cx, 0))?;
    }
    let reply = list_to_post(cx, &league, cx.room.id)?;
    let room_now = cx.room.id;
    rate_limit::make_known(cx, room_now, reply)
}

pub(super) fn join_league(
    cx: &mut RequestContext<'_>,
    said: &commands::League,
) -> Result<(), RequestError> {
    let league = match said.options.trim() {
        "" => crate::league::pick(cx, said, LeagueWord::Join, |it| it.round == 0)?,
        code => {
            let found = rows::league_by_code(cx.tx, &code.to_lowercase())?;
            let wanted = said.league.map(|number| LeagueId(i64::from(number)));
            let fits = |league: &LeagueState| wanted.is_none_or(|id| league.id == id);
            found.filter(fits).ok_or_else(|| words::refused::no_such_code(code))?
        }
    };
    authority::decide::clear(
        cx,
        GuardedAction::Join,
        ActionTarget::Organised(&league.organised()),
    )?;
    let id = league.id;
    if cx.request().is_some_and(|it| it.company == RoomPresence::Alone) {
        return Err(words::refused::join_in_a_room(id).into());
    }
    if cx.room.answers_only {
        return Err(words::refused::cannot_post_here().into());
    }
    if league.ended_at.is_some() {
        return Err(words::refused::is_over(id).into());
    }
    // While a season runs, people join the next one.
    if league.round != 0 {
        return Err(words::refused::has_begun(id).into());
    }
    let players = rows::league_players(cx.tx, id, league.season)?;
    if players.iter().any(|it| it.person == cx.me.id) {
        return Err(words::refused::already_in(id).into());
    }
    if MOST <= players.len() {
        return Err(words::refused::is_full(id, MOST).into());
    }
    check_leagues_of_mine(cx)?;
    let number = players.iter().map(|player| player.number + 1).max().unwrap_or(0);
    rows::set_league_player(cx.tx, id, league.season, &as_player(cx, number))?;
    let count = players.len() + 1;
    let rooms = crate::rounds::rooms_of(cx, &league)?;
    list_changed(cx, &league, &rooms, words::you_joined(id, count), |who, id| {
        words::joins(who, id, count)
    })
}

fn check_leagues_of_mine(cx: &RequestContext<'_>) -> Result<(), RequestError> {
    match rows::leagues_of(cx.tx, cx.me.id)?.len() {
        ..MOST_OF_ONE => Ok(()),
        _ => Err(words::refused::enough_leagues(MOST_OF_ONE).into()),
    }
}

/// Returns the asker as a player who joins from here.
fn as_player(cx: &RequestContext<'_>, number: u32) -> LeaguePlayer {
    let (person, room) = (cx.me.id, cx.room.id);
    LeaguePlayer { person, room, division: 0, number, left_at: None, counts: true }
}

/// Lists who is in a league that people join, as a message that is edited later.
fn list_to_post(
    cx: &RequestContext<'_>,
    league: &LeagueState,
    room: RoomId,
) -> Result<Reply, RequestError> {
    let mut reply = crate::show::gathering(cx, league, room)?;
    reply.card = Some(StandingCard { of: card_of(league), changed: false, copy: false });
    Ok(reply)
}

/// Shows in all rooms who is in a league now. The lists there are edited, and the asker is
/// answered, unless they see it because they pressed a button of the list. Where nothing can be
/// edited, a line says what has changed.
pub(super) fn list_changed(
    cx: &mut RequestContext<'_>,
    league: &LeagueState,
    rooms: &[RoomId],
    told: String,
    line: impl Fn(&Person, LeagueId) -> Text,
) -> Result<(), RequestError> {
    let mut seen = false;
    for &id in rooms {
        let room = cx.tx.room(id)?;
        if !cx.memory.edits(room.chat) {
            let who = cx.tx.person_in(room.chat, cx.me.id)?;
            seen |= id == cx.room.id;
            let players = rows::league_players(cx.tx, league.id, league.season)?.len();
            let buttons = words::gathering_buttons(league, players);
            rate_limit::make_known(cx, id, Reply::room(line(&who, league.id)).choices(buttons))?;
            continue;
        }
        let mut reply = list_to_post(cx, league, id)?;
        let Some(card) = cx.tx.card(room.chat, &room.handle, &card_of(league))? else {
            rate_limit::make_known(cx, id, reply)?;
            continue;
        };
        reply.card = reply.card.map(|card| StandingCard { changed: true, ..card });
        let pressed = cx.request().and_then(|it| it.pressed.as_deref());
        seen |= id == cx.room.id && pressed == Some(&card.message);
        cx.say_in(id, reply)?;
    }
    if !seen {
        cx.say(cx.answer(told));
    }
    Ok(())
}

/// Edits the lists of a league that nobody can join any more.
pub(super) fn close_list(
    cx: &mut RequestContext<'_>,
    league: &LeagueState,
    because: &str,
) -> Result<(), RequestError> {
    for id in crate::rounds::rooms_of(cx, league)? {
        let room = cx.tx.room(id)?;
        if cx.tx.card(room.chat, &room.handle, &card_of(league))?.is_some() {
            let mut reply = Reply::room(crate::show::closed_list(cx, league, id, because)?);
            reply.card = Some(StandingCard { of: card_of(league), changed: true, copy: false });
            cx.say_in(id, reply)?;
        }
    }
    Ok(())
}

fn card_of(league: &LeagueState) -> CardOf {
    rows::card_of(league.id, league.season)
}

/// Returns the clock of matches that have rounds of so many days, unless another one is said: the
/// slowest, up to the usual one, that can run out within a round.
fn usual_clock(days: u32) -> Clock {
    let round = i64::from(days) * DAY;
    let usual = Clock::usual();
    let fits =
        |clock: &Clock| clock.start < round && clock.cap <= round && clock.start <= usual.start;
    let clocks = PRESETS.iter().rev().map(|it| it.clock);
    clocks.into_iter().find(fits).unwrap_or(usual)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_usual_clock_of_a_league_fits_into_its_rounds() {
        for (days, clock) in [(1, "fast"), (3, "daily"), (5, "usual"), (7, "usual"), (60, "usual")]
        {
            assert_eq!(Ok(Some(usual_clock(days))), Clock::read(clock), "{days}");
        }
    }

    #[test]
    fn no_code_is_read_as_the_number_of_a_league() {
        for _ in 0..100 {
            let code = new_code();
            assert!(code.len() == 12 && code.starts_with(|it: char| it.is_alphabetic()), "{code}");
        }
    }
}
