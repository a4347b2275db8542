//! Head-to-head scores.
use engine::games::GameId;
use model::{ids::PersonId, reply::Privacy, text::Text};
use service::{
    RequestError, authority, context::RequestContext, matches, ratings::profile::result_line,
};
use store::{HIDDEN, MatchRow};

use super::{commands, words};

/// How many results are listed.
const RECENT: usize = 5;

pub(super) fn versus(
    cx: &mut RequestContext<'_>,
    said: &commands::Versus,
) -> Result<(), RequestError> {
    let Some(other) = matches::find::who(cx, said.who.as_ref())? else {
        return Err(words::say_against_whom().into());
    };
    if other.id == cx.me.id {
        return Err(words::not_against_yourself().into());
    }
    let matches = cx.tx.finished_between(cx.me.id, other.id)?;
    let mut lines = vec![words::one_against(&cx.me.name, &other.name)];
    if matches.is_empty() {
        lines.push(Text::plain(words::none_between()));
    } else {
        let unrated = matches.iter().filter(|it| !it.terms.rated).count();
        let scored = score(&matches, cx.me.id);
        lines.push(Text::Plain(words::score_of(&scored, unrated, matches.len())));
        let games: Vec<GameId> = GameId::ALL
            .iter()
            .copied()
            .filter(|game| matches.iter().any(|it| it.terms.game == *game))
            .collect();
        if 1 < games.len() {
            let each = games.into_iter().map(|game| {
                let of: Vec<MatchRow> =
                    matches.iter().filter(|it| it.terms.game == game).cloned().collect();
                Text::Plain(words::score_in(game, &score(&of, cx.me.id)))
            });
            lines.push(Text::List(each.collect()));
        }
        lines.extend(row_of_wins(&matches).map(|(who, count)| {
            let name = if who == cx.me.id { &cx.me.name } else { &other.name };
            Text::Plain(words::won_the_last(name, count))
        }));
        let recent = matches.iter().take(RECENT);
        let items: Result<Vec<Text>, RequestError> =
            recent.map(|row| result_line(cx, row, cx.me.id, false).map(Text::Plain)).collect();
        lines.push(Text::List(items?));
    }
    // The two know their results; others in the room needn't.
    let hidden = cx.me.settings.get(&HIDDEN) || other.settings.get(&HIDDEN);
    let text = Text::Lines(lines);
    cx.say(if hidden {
        cx.answer(text).private(Privacy::Personal)
    } else {
        authority::decide::shown_here(cx, text)?
    });
    Ok(())
}

/// Counts results for one side.
fn score(matches: &[MatchRow], of: PersonId) -> String {
    let won = matches.iter().filter(|row| winner(row) == Some(of)).count();
    let drawn = matches.iter().filter(|row| winner(row).is_none()).count();
    words::score(won, matches.len() - won - drawn, drawn)
}

/// Returns who has won the last matches in a row, newest first, and how many, if more than one.
fn row_of_wins(matches: &[MatchRow]) -> Option<(PersonId, usize)> {
    let who = winner(matches.first()?)?;
    let count = matches.iter().take_while(|row| winner(row) == Some(who)).count();
    (1 < count).then_some((who, count))
}

fn winner(row: &MatchRow) -> Option<PersonId> {
    let outcome = row.end.as_ref()?.outcome.as_ref()?;
    outcome.winner.map(|seat| *row.seats.get(seat))
}
