//! Lists of matches, the history of one, its files.
use command::verbs;
use engine::seat::{Observer, Seat, Viewer};
use model::{
    ids::PersonId,
    reply::{Picture, Privacy},
    span,
    text::Text,
};
use store::{MatchRow, StepRow};

use crate::{
    RequestError,
    context::{RequestContext, loaded::LoadedMatch},
    lobby,
    matches::{self, seat::heading},
    past::words,
    play::undo,
    proof, telling,
    terms::terms_in_words,
    timing,
    words::{board_button, practice_button},
};

/// The most steps on a page of a history.
const PAGE: usize = 20;
/// The most characters on a page of a history, unless a single step has more, so that it fits a
/// message of any chat.
const PAGE_LENGTH: usize = 1600;
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
    let votes = if is_own { matches::votes_listed::votes_of_asker(cx)? } else { Vec::new() };
    let alone = seen.is_empty() && votes.is_empty() && is_own;
    if seen.is_empty() {
        lines.push(Text::Plain(words::no_match_running(&who.name)));
    } else {
        lines.push(words::matches_of(&who.name));
        let items: Result<Vec<Text>, RequestError> =
            seen.iter().take(LISTED).map(|it| running_line(cx, it, who.id)).collect();
        lines.push(Text::List(items?));
        if LISTED < seen.len() {
            lines.push(Text::Plain(words::and_more(seen.len() - LISTED)));
        }
    }
    lines.extend(matches::votes_listed::votes_listed(cx, &votes, LISTED)?);
    if LISTED < votes.len() {
        lines.push(Text::Plain(words::and_more(votes.len() - LISTED)));
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
    let rows = seen.iter().copied().chain(votes.iter().map(|it| &it.0));
    let boards = rows.take(crate::LINES);
    let choices = boards.map(|it| board_button(it.id)).chain(alone.then(|| practice_button(None)));
    let mut privacy = matches::find::privacy_of(cx, seen.iter().copied().chain(&away));
    // Where else someone votes is their business.
    if votes.iter().any(|(_, side)| side.room != cx.room.id) {
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

pub fn history(cx: &mut RequestContext<'_>, said: &verbs::History) -> Result<(), RequestError> {
    let loaded = matches::find::any_match(cx, said.of)?;
    let steps = cx.tx.steps(loaded.row.id)?;
    let mut told = Vec::with_capacity(steps.len());
    for step in &steps {
        told.push(step_line(&loaded, step)?);
    }
    let all = in_pages(told);
    let pages = all.len();
    // The latest page, because people look for what happened last.
    let page = said.page.map_or(pages, |it| it as usize);
    if pages < page {
        return Err(words::history_has(loaded.row.id, pages).into());
    }
    let mut lines = vec![Text::strong(heading(&loaded))];
    lines.extend(all.into_iter().nth(page - 1).into_iter().flatten().map(Text::sentence));
    if let (Some(end), true) = (&loaded.row.end, page == pages) {
        lines.push(Text::strong(telling::end::verdict(&loaded, end)?));
    }
    let mut choices = Vec::new();
    if pages != 1 {
        lines.push(Text::Plain(words::page_of(page, pages)));
        let id = loaded.row.id;
        choices.extend((1 < page).then(|| words::earlier_button(id, page - 1)));
        choices.extend((page < pages).then(|| words::later_button(id, page + 1)));
    }
    cx.say(cx.answer(Text::Lines(lines)).choices(choices));
    Ok(())
}

pub fn export(cx: &mut RequestContext<'_>, said: &verbs::Export) -> Result<(), RequestError> {
    let mut loaded = matches::find::any_match(cx, said.of)?;
    let id = loaded.row.id;
    loaded.name_owners(cx.tx, matches::find::chat_in(cx, loaded.row.room)?)?;
    let (name, body) = match said.form.unwrap_or(verbs::Form::Json) {
        verbs::Form::Pdn => (format!("match-{id}.pdn"), pdn(&loaded, &cx.tx.steps(id)?)?),
        verbs::Form::Json => (
            format!("match-{id}.json"),
            proof::exported::export(cx.tx, &loaded, &cx.tx.all_steps(id)?, &cx.tx.tallies(id)?)?,
        ),
    };
    let says = words::as_file(id, loaded.row.end.is_some());
    cx.say(cx.answer(says).file(name, body));
    Ok(())
}

/// Writes a match as PDN, if its game has it.
fn pdn(loaded: &LoadedMatch, steps: &[StepRow]) -> Result<String, RequestError> {
    let broken = |err: String| RequestError::Broken(format!("match {}: {err}", loaded.row.id));
    // PDN has every action, so a running match with secrets can't be written.
    let hidden = loaded.has_secrets();
    if loaded.row.end.is_none() && (hidden || steps.iter().any(|it| it.sealed)) {
        return Err(words::pdn_once_over().into());
    }
    let Some((opening, played)) = steps.split_first() else {
        return Err(broken("no steps".to_owned()));
    };
    let start = loaded.game().resume(&opening.after).map_err(broken)?;
    let past = undo::past(played);
    let outcome = loaded.row.end.as_ref().and_then(|it| it.outcome.as_ref());
    let tags = [
        ("Event", words::event(loaded.row.id)),
        ("Site", "Draughtsman".to_owned()),
        ("Date", date(loaded.row.opened_at)),
        ("Round", "-".to_owned()),
    ];
    let mut tags: Vec<(String, String)> =
        tags.into_iter().map(|(name, value)| (name.to_owned(), value)).collect();
    for seat in Seat::BOTH {
        let side = loaded.game().sides()[seat.index()].to_owned();
        tags.push((side, loaded.names.get(seat).clone()));
    }
    let written = start.pdn(&tags, &past, outcome).map_err(broken)?;
    written.ok_or_else(|| words::no_pdn(loaded.game()).into())
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
        Some(series) => span![running, " ", series],
        None => running,
    })
}

/// Says what the room saw of a step.
pub(crate) fn told_of(loaded: &LoadedMatch, step: &StepRow) -> Result<String, RequestError> {
    let observer = Observer { viewer: Viewer::Room, names: &loaded.names };
    let told = loaded.table.tell(&step.events, observer).map_err(|err| {
        RequestError::Broken(format!("step {} of match {}: {err}", step.step, step.of))
    })?;
    Ok(told.join(" "))
}

/// Words a step as the room saw it, for a list. A move that happened by itself says why.
pub(crate) fn numbered_line(loaded: &LoadedMatch, step: &StepRow) -> Result<String, RequestError> {
    let mut told = told_of(loaded, step)?;
    let by_itself = step.seat.is_some() && !step.decided && step.lot.is_none();
    // Everybody knows that dice have to be thrown, and nobody may know how many secret choices there were.
    if by_itself && step.throws.is_empty() && !step.sealed && !told.is_empty() {
        told = words::only_choice(&told);
    }
    if told.is_empty() { step_line(loaded, step) } else { Ok(words::numbered(step.step, &told)) }
}

/// Words a step as the room saw it, after what was typed.
pub(crate) fn step_line(loaded: &LoadedMatch, step: &StepRow) -> Result<String, RequestError> {
    let told = told_of(loaded, step)?;
    let told = if told.is_empty() { told } else { format!(" {told}") };
    Ok(match step.seat {
        None if told.is_empty() => words::match_begins(step.step),
        None => format!("{}.{told}", step.step),
        Some(seat) => {
            let side = loaded.game().sides()[seat.index()];
            let hidden = step.sealed && loaded.row.end.is_none();
            let said = (!hidden).then_some(step.written.as_str());
            words::step_of(step.step, side, said, &told)
        }
    })
}

/// Divides lines into pages that fit a message; one empty page if there are no lines.
fn in_pages(lines: Vec<String>) -> Vec<Vec<String>> {
    let mut pages = vec![Vec::new()];
    let mut length = 0;
    for line in lines {
        let more = line.chars().count() + 1;
        let full = pages.last().is_some_and(|page| {
            page.len() == PAGE || !page.is_empty() && PAGE_LENGTH < length + more
        });
        if full {
            pages.push(Vec::new());
            length = 0;
        }
        length += more;
        if let Some(page) = pages.last_mut() {
            page.push(line);
        }
    }
    pages
}

/// Writes a day for PDN, `2026.11.21`, in UTC; question marks if it is out of range.
fn date(seconds: i64) -> String {
    match jiff::Timestamp::from_second(seconds) {
        Ok(at) => at.strftime("%Y.%m.%d").to_string(),
        Err(_) => "????.??.??".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_are_short_and_lose_nothing() {
        let lines: Vec<String> =
            (0..300).map(|n| format!("{n}{}", "x".repeat(n * 37 % 300))).collect();
        let pages = in_pages(lines.clone());
        let fits = |page: &Vec<String>| {
            page.len() == 1 || page.iter().map(String::len).sum::<usize>() <= PAGE_LENGTH
        };
        assert!(pages.iter().all(|page| (1..=PAGE).contains(&page.len()) && fits(page)));
        assert_eq!(pages.concat(), lines);
        assert_eq!(in_pages(Vec::new()).len(), 1);
        assert_eq!(in_pages(vec!["y".repeat(9000), "z".to_owned()]).len(), 2);
    }

    #[test]
    fn days_are_written_as_pdn_does() {
        assert_eq!(date(0), "1970.01.01");
        assert_eq!(date(951_782_400), "2000.02.29");
        assert_eq!(date(1_795_219_199), "2026.11.20");
        assert_eq!(date(i64::MAX), "????.??.??");
    }
}
