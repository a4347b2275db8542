//! Advice in unrated matches: the best move, what would follow, and the value of another move.
use command::{Verb, verbs};
use engine::{
    game::{Label, Status},
    mind::{Judged, Level, Player, Thought},
    seat::Seat,
    table::Table,
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
    terms::probing_dice,
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
            let then = decided(&loaded, &line[..told])?;
            let then = then.get(1..).unwrap_or_default();
            words::expects(&thought.words, reason.as_deref(), thought.chance, then)
        }
        words => compared(cx, &loaded, seat, words)?,
    };
    let id = loaded.row.id;
    cx.say(cx.answer(words::in_match(id, text)));
    Ok(())
}

/// Drops steps at the end of a line that chance decides, such as a spin that nobody chose.
fn decided(loaded: &LoadedMatch, line: &[String]) -> Result<Vec<String>, RequestError> {
    let mut table = loaded.again()?;
    let mut all = Vec::new();
    for words in line {
        let Status::Waiting(prompts) = table.status() else { break };
        let is_forced = prompts.iter().all(|prompt| table.menu(prompt.seat).listed.len() == 1);
        let mut dice = probing_dice();
        let played =
            prompts.iter().find_map(|prompt| table.play(prompt.seat, words, &mut dice).ok());
        if played.is_none() || is_forced && !dice.thrown().is_empty() {
            break;
        }
        all.push(words.clone());
    }
    Ok(all)
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
        Ok(Box::new(move || {
            let judged = table.compare(seat, &owned, seed);
            Some(judged.and_then(|judged| {
                let best = table.think(seat, ADVISER, seed)?;
                Ok(Insight::Compare(as_hinted(&*table, seat, &owned, judged, best)))
            }))
        }))
    })?;
    let Insight::Compare(Judged { expected, better, lost, margin, clear_by: _ }) = insight else {
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

/// Gives a move the chance that a hint names for it, or names for the better one, so that each has one figure.
fn as_hinted(
    table: &dyn Table,
    seat: Seat,
    words: &str,
    judged: Judged,
    hinted: Option<Thought>,
) -> Judged {
    let Some(Thought { words: best, chance, .. }) = hinted else { return judged };
    let of_seat = |chance: f64| if seat == Seat::First { chance } else { 1.0 - chance };
    match &judged.better {
        _ if judged.expected.is_none() => judged,
        Some(better) if *better == best => {
            Judged { expected: Some(of_seat((chance - judged.lost).max(0.0))), ..judged }
        }
        None if table.is_same(seat, words, &best) => {
            Judged { expected: Some(of_seat(chance)), ..judged }
        }
        _ => judged,
    }
}

/// The least difference worth mentioning.
const WORTH_SAYING: f64 = 0.01;
