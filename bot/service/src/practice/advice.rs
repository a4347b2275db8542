//! Advice in unrated matches: the best move, what would follow, and the value of another move.
use command::{Verb, verbs};
use engine::{
    game::Label,
    mind::{Judged, Level, Player, Thought},
    seat::Seat,
};
use model::{ids::MatchId, pool::Priority, reply::Privacy, text::Text};
use store::MatchRow;

use super::{think::seed_at, words};
use crate::{
    RequestError,
    context::{
        RequestContext,
        insights::{Insight, InsightSubject},
        loaded::LoadedMatch,
    },
    learn,
    matches::{
        self,
        seat::{check_running, check_turn},
    },
    practice,
};

/// The level of the adviser.
const ADVISER: Player = Player::Level(Level::Five);

/// The seed of the adviser, besides the position.
const SEED: u64 = 0x6869_6e74;

/// What the adviser would do, what that gains at once, and what it expects.
struct Advised {
    thought: Thought,
    reason: Option<String>,
    line: Vec<String>,
}

/// Says what a strong player would do.
pub(crate) fn hint(cx: &mut RequestContext<'_>, said: &verbs::Hint) -> Result<(), RequestError> {
    let unrated = matches::find::mine_here(cx)?.iter().any(|it| !it.terms.rated);
    if said.of.is_none() && !unrated && learn::answer::command_in_lesson(cx, "hint")? {
        return Ok(());
    }
    let (loaded, seat) = advised(cx, said.of, Verb::Hint)?;
    let Thought { words, chance, .. } = thought(cx, &loaded, seat)?.thought;
    let id = loaded.row.id;
    let labels = loaded.table.labels(seat, &[&words]);
    let label = labels.into_iter().next().unwrap_or_else(|| Label::typed(&words));
    let text = words::in_match(id, words::would_play(id, &label, &words, chance));
    let choices = words::hint_buttons(id, &label, &words);
    cx.say(cx.answer(text).choices(choices));
    Ok(())
}

/// Says what a strong player expects to follow, or compares the asker's move with its own.
pub(crate) fn why(cx: &mut RequestContext<'_>, said: &verbs::Why) -> Result<(), RequestError> {
    let (loaded, seat) = advised(cx, said.of, Verb::Why)?;
    let words = said.words.trim().trim_end_matches('?').trim();
    let text = match words {
        "" => {
            let Advised { thought, reason, line } = thought(cx, &loaded, seat)?;
            let told = matches::no_advice::told_of_line(cx, &loaded, &line)?;
            let then = line.get(1..told).unwrap_or_default();
            words::expects(&thought.words, reason.as_deref(), thought.chance, then)
        }
        words => compared(cx, &loaded, seat, words)?,
    };
    let id = loaded.row.id;
    cx.say(cx.answer(words::in_match(id, text)));
    Ok(())
}

/// Finds the match the asker wants advice in, if they may have it.
fn advised(
    cx: &RequestContext<'_>,
    of: Option<MatchId>,
    verb: Verb,
) -> Result<(LoadedMatch, Seat), RequestError> {
    // Advice is only for unrated matches, so a rated one is never meant if there's another.
    let unrated = matches::find::mine_here(cx)?.iter().filter(|it| !it.terms.rated).count();
    let loaded = matches::find::my_match(cx, of, |row, seat| match unrated {
        0 => *row.waiting.get(seat),
        1 => !row.terms.rated,
        _ => !row.terms.rated && *row.waiting.get(seat),
    })?;
    let seat = matches::seat::seat_in(cx, &loaded)?;
    let MatchRow { id, terms, .. } = &loaded.row;
    if terms.rated {
        return Err(words::rated_no_advice(*id, verb, terms.game).into());
    }
    check_running(&loaded)?;
    check_turn(&loaded, seat)?;
    matches::no_advice::check_judged(cx, &*loaded.table)?;
    if !loaded.is_practice() {
        // The other side mustn't read the advice.
        cx.keep_private(Privacy::Advice);
    }
    Ok((loaded, seat))
}

fn thought(
    cx: &RequestContext<'_>,
    loaded: &LoadedMatch,
    seat: Seat,
) -> Result<Advised, RequestError> {
    let (of, at) = (loaded.row.id, loaded.step_key());
    let key = practice::insight::insight_key(cx, of, at, InsightSubject::Hint(seat))?;
    let insight = practice::insight::insight(cx, key, Priority::Soon, None, || {
        let table = loaded.again()?;
        let seed = seed_at(SEED, at, seat);
        Ok(Box::new(move || {
            let nothing = words::no_suggestion;
            let thought = table.think(seat, ADVISER, seed);
            let thought = thought.and_then(|it| it.ok_or_else(nothing));
            Some(thought.and_then(|thought| {
                let line = table.line(seat, &thought.words, seed)?;
                let reason = table.reason(seat, &thought.words, seed)?;
                Ok(Insight::Hint { thought, reason, line })
            }))
        }))
    })?;
    match insight {
        Insight::Hint { thought, reason, line } => {
            matches::no_advice::check_judged_after(cx, loaded, seat, &thought.words)?;
            Ok(Advised { thought, reason, line })
        }
        other => Err(RequestError::Broken(format!("no hint, but {other:?}"))),
    }
}

/// Compares a move with the best one.
fn compared(
    cx: &RequestContext<'_>,
    loaded: &LoadedMatch,
    seat: Seat,
    words: &str,
) -> Result<Text, RequestError> {
    matches::no_advice::check_judged_after(cx, loaded, seat, words)?;
    let (of, at) = (loaded.row.id, loaded.step_key());
    let key = practice::insight::insight_key(
        cx,
        of,
        at,
        InsightSubject::Compare(seat, words.to_owned()),
    )?;
    let owned = words.to_owned();
    let insight = practice::insight::insight(cx, key, Priority::Soon, None, || {
        let table = loaded.again()?;
        let seed = seed_at(SEED, at, seat);
        Ok(Box::new(move || Some(table.compare(seat, &owned, seed).map(Insight::Compare))))
    })?;
    let Insight::Compare(Judged { expected, better, lost, margin }) = insight else {
        return Err(RequestError::Broken(format!("no comparison of `{words}`")));
    };
    let Some(first) = expected else { return Ok(words::cannot_compare(words)) };
    let own = if seat == Seat::First { first } else { 1.0 - first };
    Ok(match better {
        Some(better) if WORTH_SAYING <= lost => words::other_is_better(words, own, &better, lost),
        Some(_) => words::as_good(words, own),
        None if WORTH_SAYING <= margin => words::is_best(words, own, margin),
        None => words::none_is_better(words, own),
    })
}

/// The least difference worth mentioning.
const WORTH_SAYING: f64 = 0.01;
