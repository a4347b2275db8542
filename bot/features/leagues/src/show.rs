//! What rooms are shown of a league: who joins, the rounds, the tables.
use charts::Chart;
use model::{
    ids::{Chat, RoomId},
    reply::{Reply, Sheet},
    text::Text,
};
use service::{RequestError, context::RequestContext, matches, ratings};
use store::{Person, THEME};

use super::{
    rounds::{Division, moves},
    rows::{self, LeaguePlayer, LeagueState},
    schedule::rounds,
    words,
};

/// A table to show.
struct ShownTable<'a> {
    league: &'a LeagueState,
    groups: &'a [Division],
    nth: usize,
    /// The last round whose results count.
    upto: u32,
}

/// Describes a league that people join.
pub(super) fn gathering(
    cx: &RequestContext<'_>,
    league: &LeagueState,
    room: RoomId,
) -> Result<Reply, RequestError> {
    let chat = matches::find::chat_in(cx, room)?;
    let players = rows::league_players(cx.tx, league.id, league.season)?;
    let names = names_in(cx, chat, players.iter())?;
    let by = league.made_by.map(|person| cx.tx.person_in(chat, person)).transpose()?;
    let plays = |person: &&Person| players.iter().any(|player| player.person == person.id);
    let organises = by.as_ref().filter(|it| !plays(it)).map(|it| it.name.as_str());
    let first = words::gathering_line(league, by.as_ref())?;
    let text = words::gathering(league, first, &names, by.as_ref(), organises);
    Ok(Reply::room(text).choices(words::gathering_buttons(league, names.len())))
}

/// Describes a league that nobody can join any more.
pub(super) fn closed_list(
    cx: &RequestContext<'_>,
    league: &LeagueState,
    room: RoomId,
    because: &str,
) -> Result<Text, RequestError> {
    let chat = matches::find::chat_in(cx, room)?;
    let players = rows::league_players(cx.tx, league.id, league.season)?;
    let names = names_in(cx, chat, players.iter())?;
    let by = league.made_by.map(|person| cx.tx.person_in(chat, person)).transpose()?;
    let first = words::gathering_line(league, by.as_ref())?;
    Ok(words::gathered(first, &names, because))
}

/// Tells all rooms that a round begins: each group's table so far, and who plays whom.
pub(super) fn tell_round(
    cx: &mut RequestContext<'_>,
    league: &LeagueState,
    groups: &[Division],
    ended: u32,
) -> Result<(), RequestError> {
    for nth in 0..groups.len() {
        crate::rounds::say_in_league(cx, league, |context, room| {
            let chat = matches::find::chat_in(context, room)?;
            let shown = ShownTable { league, groups, nth, upto: ended };
            let mut lines = vec![words::round_begins(league, title(&shown))];
            lines.extend(pairing_lines(context, league, &groups[nth], chat)?);
            let mut reply = with_table(context, &shown, chat, &mut lines)?;
            reply.text = Text::Lines(lines);
            Ok(reply)
        })?;
    }
    Ok(())
}

/// Tells all rooms how a season ended.
pub(super) fn tell_season(
    cx: &mut RequestContext<'_>,
    league: &LeagueState,
    groups: &[Division],
) -> Result<(), RequestError> {
    let buttons = words::next_season_buttons(league);
    for nth in 0..groups.len() {
        crate::rounds::say_in_league(cx, league, |context, room| {
            let chat = matches::find::chat_in(context, room)?;
            let group = &groups[nth];
            let shown = ShownTable { league, groups, nth, upto: group.size };
            let first: Vec<Person> = group
                .ranking()
                .iter()
                .filter(|it| it.0.place == group.ranking()[0].0.place)
                .map(|(_, player)| context.tx.person_in(chat, player.person))
                .collect::<Result<_, _>>()?;
            let mut lines = vec![words::season_over(&title(&shown), &first)];
            let moved = moves(groups, nth);
            let ranking = group.ranking();
            let up = ranking.iter().take(moved.0).map(|it| &it.1);
            let down = ranking.iter().skip(ranking.len() - moved.1).map(|it| &it.1);
            let up = names_in(context, chat, up)?;
            let down = names_in(context, chat, down)?;
            lines.extend(words::promoted(&up, &down));
            let mut reply = with_table(context, &shown, chat, &mut lines)?;
            if nth + 1 == groups.len() {
                lines.push(words::next_season(league));
                reply = reply.choices(buttons.clone());
            }
            reply.text = Text::Lines(lines);
            Ok(reply)
        })?;
    }
    Ok(())
}

/// Returns the table of the asker's group, or of the best, with the other groups in words.
pub(super) fn table_of(
    cx: &RequestContext<'_>,
    league: &LeagueState,
) -> Result<Reply, RequestError> {
    let chat = cx.room.chat;
    // Between two seasons the last table is shown.
    let (season, upto) = match league.round {
        0 => (league.season.saturating_sub(1), u32::MAX),
        round => (league.season, round),
    };
    let groups = crate::rounds::groups(cx, league.id, season)?;
    if groups.is_empty() {
        return gathering(cx, league, cx.room.id);
    }
    let league = &LeagueState { season, ..league.clone() };
    let mine = |group: &Division| group.players.iter().any(|it| it.person == cx.me.id);
    let own = groups.iter().position(mine).unwrap_or(0);
    let mut lines = Vec::new();
    let mut reply = None;
    for nth in 0..groups.len() {
        let shown = ShownTable { league, groups: &groups, nth, upto: upto.min(groups[nth].size) };
        lines.push(Text::strong(title(&shown)));
        let drawn = with_table(cx, &shown, chat, &mut lines)?;
        if nth == own {
            reply = Some(drawn);
        }
        if league.round != 0 && league.ended_at.is_none() {
            lines.extend(pairing_lines(cx, league, &groups[nth], chat)?);
        }
    }
    if league.round != 0 && league.ended_at.is_none() {
        lines.push(words::round_until(league, cx.now));
    }
    let mut reply = reply.unwrap_or_else(|| cx.answer(""));
    reply.text = Text::Lines(lines);
    Ok(reply)
}

fn title(shown: &ShownTable<'_>) -> String {
    let ShownTable { league, groups, nth, .. } = shown;
    let group = (1 < groups.len()).then_some(groups[*nth].nth);
    words::title(league, group)
}

/// Returns a reply with the picture of a table, and adds its lines.
fn with_table(
    cx: &RequestContext<'_>,
    shown: &ShownTable<'_>,
    chat: Chat,
    lines: &mut Vec<Text>,
) -> Result<Reply, RequestError> {
    let ShownTable { groups, nth, upto, .. } = *shown;
    let group = &groups[nth];
    let standings = group.standings(upto);
    let before = group.standings(upto.saturating_sub(1));
    let mut rows = Vec::new();
    for (line, player) in &standings {
        let name = cx.tx.person_in(chat, player.person)?.name;
        let was = before.iter().find(|it| it.1.person == player.person).map(|it| it.0.place);
        let was = was.filter(|_| 1 < upto).unwrap_or(line.place);
        let moved = i64::from(was) - i64::from(line.place);
        let moved = Some(i32::try_from(moved).unwrap_or(0));
        let play = cx.tx.play_in_competition(group.competition.id, player.person)?;
        rows.push(words::league_row(line, name, moved, ratings::skill::skill(&play)));
    }
    let away = group.players.iter().filter(|it| !it.is_in());
    let dropped = names_in(cx, chat, away)?;
    let tied = standings.iter().any(|(line, _)| line.direct.is_some() && 0 < line.halves());
    let is_over = upto < shown.league.round;
    let upto_here = upto.min(rounds(group.size));
    let notes = words::notes(upto_here, rounds(group.size), is_over, tied, &dropped);
    if 0 < upto {
        let listed = standings.iter().zip(&rows);
        lines.push(Text::List(listed.map(|(it, row)| words::table_line(&it.0, row)).collect()));
    }
    lines.extend(notes.iter().map(|note| Text::small(note.as_str())));
    if rows.iter().any(|row| row.skill.is_some()) {
        lines.push(Text::small(ratings::words::about_skill()));
    }
    let moved = moves(groups, nth);
    let still = |it: &LeaguePlayer| it.left_at.is_none();
    let there: Vec<bool> = standings.iter().map(|it| still(&it.1)).collect();
    let [up, down] = [reach(there.iter(), moved.0), reach(there.iter().rev(), moved.1)];
    let tie = if tied { words::direct() } else { String::new() };
    let title = title(shown);
    let league = charts::GroupTable { title, rows, up, down, tie, notes };
    let sheet = Sheet::new(Chart::Group(league), "league", &cx.me.settings.get(&THEME));
    Ok(match upto {
        0 => Reply::room(""),
        _ => Reply::room("").sheet(sheet),
    })
}

/// Says who plays whom in the present round, and who rests.
fn pairing_lines(
    cx: &RequestContext<'_>,
    league: &LeagueState,
    group: &Division,
    chat: Chat,
) -> Result<Vec<Text>, RequestError> {
    let mut listed = Vec::new();
    let mut paired = Vec::new();
    for (one, other) in group.pairs(league.round) {
        paired.extend([one.person, other.person]);
        let names = names_in(cx, chat, [one, other].into_iter())?;
        let gone = [one, other].map(|it| it.left_at.is_some());
        listed.extend(words::pairing(&names, gone));
    }
    let rests =
        |player: &&LeaguePlayer| player.left_at.is_none() && !paired.contains(&player.person);
    let resting = if 1 <= league.round && league.round <= rounds(group.size) {
        names_in(cx, chat, group.players.iter().filter(rests))?
    } else {
        Vec::new()
    };
    let mut lines = Vec::new();
    if !listed.is_empty() {
        lines.push(Text::List(listed));
    }
    lines.extend(words::resting(&resting));
    Ok(lines)
}

fn names_in<'a>(
    cx: &RequestContext<'_>,
    chat: Chat,
    players: impl Iterator<Item = &'a LeaguePlayer>,
) -> Result<Vec<String>, RequestError> {
    players.map(|player| Ok(cx.tx.person_in(chat, player.person)?.name)).collect()
}

/// Returns how many rows hold this many people who are still there.
fn reach<'a>(there: impl Iterator<Item = &'a bool>, count: usize) -> usize {
    let mut left = count;
    there
        .take_while(|is_there| {
            let more = 0 < left;
            left -= usize::from(more && **is_there);
            more
        })
        .count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_of_those_who_left_do_not_use_up_promotions() {
        assert_eq!(reach([true, true, true].iter(), 1), 1);
        assert_eq!(reach([false, true, true].iter(), 1), 2);
        assert_eq!(reach([true, false].iter(), 0), 0);
        assert_eq!(reach([true].iter(), 3), 1);
    }
}
