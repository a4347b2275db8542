//! Lists of running matches.
use command::verbs;
use engine::seat::Seat;
use model::{
    ids::PersonId,
    reply::{Picture, Privacy},
    span,
    text::Text,
};
use store::MatchRow;

use crate::{
    RequestError,
    context::{
        RequestContext,
        room_play::{SharedMatches, shared_matches},
        seam::OfferPlace,
    },
    lobby, matches,
    past::words,
    telling,
    terms::terms_in_words,
    timing,
    words::board_button,
};

/// How many matches and challenges are listed; with long names they still fit a message.
const LISTED: usize = 8;
/// How many of them are drawn.
const DRAWN: usize = 9;

pub fn games(cx: &mut RequestContext<'_>, said: &verbs::Games) -> Result<(), RequestError> {
    if said.live {
        return match said.who {
            Some(_) => Err(words::live_or_player().into()),
            None => live_games(cx),
        };
    }
    let who = matches::find::who(cx, said.who.as_ref())?.unwrap_or_else(|| cx.me.clone());
    let rows = cx.tx.running_of(who.id)?;
    // Matches in other rooms are only the player's business.
    let seen: Vec<&MatchRow> = rows
        .iter()
        .filter(|row| {
            who.id == cx.me.id || matches::find::may_see(cx, row) && row.room == cx.room.id
        })
        .collect();
    let mut lines = Vec::new();
    let is_own = who.id == cx.me.id;
    let shared = if is_own { shared_matches(cx, LISTED)? } else { SharedMatches::default() };
    let alone = seen.is_empty() && shared.rows.is_empty() && is_own;
    if seen.is_empty() {
        lines.push(Text::Plain(words::no_match_running(&who.name)));
        lines.extend(alone.then(words::what_can_be_played));
    } else {
        lines.push(words::matches_of(&who.name));
        let items: Result<Vec<Text>, RequestError> =
            seen.iter().take(LISTED).map(|it| running_line(cx, it, who.id)).collect();
        lines.push(Text::List(items?));
        if LISTED < seen.len() {
            lines.push(Text::Plain(words::and_more(seen.len() - LISTED)));
        }
    }
    lines.extend(shared.lines);
    if LISTED < shared.rows.len() {
        lines.push(Text::Plain(words::and_more(shared.rows.len() - LISTED)));
    }
    let open = if who.id == cx.me.id {
        lobby::which_challenge::open_challenges(cx, cx.room.id)?
    } else {
        Vec::new()
    };
    if !open.is_empty() {
        lines.push(words::open_challenges());
        let items: Result<Vec<Text>, RequestError> = open
            .iter()
            .take(LISTED)
            .map(|challenge| {
                Ok(span![
                    format!("{}: ", challenge.id),
                    lobby::challenge_card::challenge_line(cx.tx, challenge)?
                ])
            })
            .collect();
        lines.push(Text::List(items?));
        if LISTED < open.len() {
            lines.push(Text::Plain(words::and_more(open.len() - LISTED)));
        }
    }
    if who.id == cx.me.id {
        for challenge in cx.tx.open_challenges_to(cx.me.id)?.into_iter().take(LISTED / 2) {
            if challenge.room != cx.room.id && cx.now < challenge.lapses_at {
                let there = words::in_room(&cx.tx.room(challenge.room)?.name);
                lines.push(span![
                    format!("{}: ", challenge.id),
                    lobby::challenge_card::challenge_line(cx.tx, &challenge)?,
                    there
                ]);
            }
        }
    }
    let away = if is_own { away_from(cx)? } else { Vec::new() };
    lines.extend(away.iter().map(|it| words::somebody_plays_for_you(it.id)));
    let rows = seen.iter().copied().chain(&shared.rows);
    let boards = rows.take(crate::LINES);
    let against_bot = alone.then(|| cx.memory.features.offers(OfferPlace::Alone(None)));
    let choices = boards.map(|it| board_button(it.id)).chain(against_bot.into_iter().flatten());
    let mut privacy = matches::find::privacy_of(cx, seen.iter().copied().chain(&away));
    // Where else someone plays with others is their business.
    if shared.elsewhere {
        privacy = privacy.max(Privacy::Personal);
    }
    let mut reply = cx.answer(Text::Lines(lines)).private(privacy).choices(choices);
    let shown: Vec<MatchRow> = seen.iter().take(DRAWN).map(|it| (*it).clone()).collect();
    reply.picture = in_small(cx, shown, who.id)?;
    cx.say(reply);
    Ok(())
}

/// Returns the running matches where somebody else plays for the asker.
fn away_from(cx: &RequestContext<'_>) -> Result<Vec<MatchRow>, RequestError> {
    let mut rows = Vec::new();
    for of in cx.tx.played_for(cx.me.id)?.into_iter().take(LISTED) {
        rows.extend(cx.tx.match_row(of)?);
    }
    Ok(rows)
}

/// Lists the public matches that run on this server, with their boards.
fn live_games(cx: &mut RequestContext<'_>) -> Result<(), RequestError> {
    let mut rows = cx.tx.running_on(&cx.room)?;
    rows.retain(|it| !it.terms.private);
    let mut lines = vec![words::live_here(rows.len())];
    let items: Result<Vec<Text>, RequestError> =
        rows.iter().take(LISTED).map(|it| live_line(cx, it)).collect();
    let items = items?;
    if !items.is_empty() {
        lines.push(Text::List(items));
    }
    if LISTED < rows.len() {
        lines.push(Text::Plain(words::and_more(rows.len() - LISTED)));
    }
    let boards = rows.iter().take(LISTED).map(|it| board_button(it.id));
    let mut reply = cx.answer(Text::Lines(lines)).choices(boards);
    rows.truncate(DRAWN);
    reply.picture = in_small(cx, rows, cx.me.id)?;
    cx.say(reply);
    Ok(())
}

fn live_line(cx: &RequestContext<'_>, row: &MatchRow) -> Result<Text, RequestError> {
    let name = |seat: Seat| Ok::<_, RequestError>(cx.tx.person(*row.seats.get(seat))?.name);
    let names = [name(Seat::First)?, name(Seat::Second)?];
    let waits = Seat::BOTH.into_iter().zip(&names).filter(|&(seat, _)| *row.waiting.get(seat));
    let waits: Vec<&str> = waits.map(|it| it.1.as_str()).collect();
    Ok(words::live(row.id, &terms_in_words(&row.terms)?, &names, &waits))
}

/// Describes a sheet of small boards, as everyone may see them; none for fewer than two.
fn in_small(
    cx: &RequestContext<'_>,
    rows: Vec<MatchRow>,
    who: PersonId,
) -> Result<Option<Picture>, RequestError> {
    if rows.len() < 2 {
        return Ok(None);
    }
    let mut pictures = Vec::new();
    for row in rows {
        let seat = row.seats.find(|&it| it == who).unwrap_or(Seat::First);
        let loaded = matches::find::load(cx, row)?;
        pictures.push(telling::turn::picture(cx, &loaded, None, &cx.me, seat));
    }
    let said = pictures.iter().map(|picture| format!("#{}: {}", picture.of, picture.alt));
    let alt = said.collect::<Vec<_>>().join(" ");
    let mut pictures = pictures.into_iter();
    let first = pictures.next();
    Ok(first.map(|picture| Picture { alt, beside: pictures.collect(), ..picture }))
}

fn running_line(
    cx: &RequestContext<'_>,
    row: &MatchRow,
    who: PersonId,
) -> Result<Text, RequestError> {
    let seat = row.seats.find(|&it| it == who).unwrap_or(Seat::First);
    let others = matches::find::names_of_others(cx, row, seat)?;
    let waits = row.waiting.others(seat).any(|it| *it);
    let turn = words::whose_turn(*row.waiting.get(seat), waits.then_some(others.as_str()));
    let left = timing::time_in_short(row, seat, cx.now);
    let side = row.terms.game.sides()[seat.index()];
    let terms = terms_in_words(&row.terms)?;
    let running = words::running(row.id, &terms, side, &others, &turn, left.as_deref());
    Ok(match matches::competition::line(cx, row.id)? {
        Some(competition) => span![running, " ", competition],
        None => running,
    })
}
