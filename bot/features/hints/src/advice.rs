//! Advice in unrated matches: the best move, what would follow, and the value of another move.
use command::{Commands, Verb, say};
use engine::{
    game::Label,
    mind::{Judged, Level, Outlook, Player, Thought},
    refusal::Refusal,
    seat::Seat,
    table::Table,
};
use model::{ids::MatchId, pool::Priority, reply::Privacy, text::Text};
use service::{
    HeardWords, MenuLine, RequestError,
    context::{RequestContext, insights::QuestionKey, loaded::LoadedMatch, seam},
    matches::{
        self,
        no_advice::{self, JudgedMatch},
        seat::{check_running, check_turn},
    },
    thinking::{
        insight::insight,
        think::{seed_at, thought},
    },
};
use store::MatchRow;

use crate::{commands, words};

/// The level of the adviser.
const ADVISER: Player = Player::Level(Level::Five);

/// The seed of the adviser, besides the position.
const SEED: u64 = 0x6869_6e74;

/// What the adviser would do and expects, and what follows.
struct Advised {
    thought: Thought,
    outlook: Outlook,
}

/// How words of a seat compare with the best choice, and what follows both.
struct Compared {
    judged: Judged,
    own: Outlook,
    better: Option<Outlook>,
}

/// Says what a strong player would do.
pub(crate) fn hint(cx: &mut RequestContext<'_>, said: &commands::Hint) -> Result<(), RequestError> {
    let unrated = matches::find::mine_here(cx)?.iter().any(|it| !it.terms.rated);
    if said.of.is_none() && !unrated && seam::heard(cx, HeardWords::Command("hint"))? {
        return Ok(());
    }
    let (loaded, seat) = advised(cx, said.of, commands::Hint::VERB)?;
    let Advised { thought, outlook } = advice(cx, &loaded, seat)?;
    let Thought { words, chance, .. } = thought;
    let id = loaded.row.id;
    let label = said_by_controls(&*loaded.table, seat, &words);
    let text = words::would_play(id, &label, &words, chance, &outlook);
    let text = words::in_match(id, text);
    let choices = words::hint_buttons(id, &label, &words);
    cx.say(cx.answer(text).choices(choices));
    Ok(())
}

/// Says what a strong player expects to follow, or compares the asker's move with its own.
pub(crate) fn why(cx: &mut RequestContext<'_>, said: &commands::Why) -> Result<(), RequestError> {
    if said.of.is_none() && seam::heard(cx, HeardWords::Why(&said.words))? {
        return Ok(());
    }
    let (loaded, seat) = advised(cx, said.of, commands::Why::VERB)?;
    let words = said.words.trim().trim_end_matches('?').trim();
    let id = loaded.row.id;
    let text = match words {
        "" => {
            let Advised { thought, outlook } = advice(cx, &loaded, seat)?;
            words::expects(loaded.game(), thought.chance, &outlook)
        }
        words => matches::listed::picked(cx, &loaded, seat, words)
            .and_then(|picked| match picked {
                MenuLine::Words(words) => compared(cx, &loaded, seat, &words),
                MenuLine::More { begins, .. } => Err(words::several_begin(&begins).into()),
            })
            .map_err(|refused| asking(cx.memory.commands, refused, id))?,
    };
    cx.say(cx.answer(words::in_match(id, text)));
    Ok(())
}

/// Makes questions of the choices that a refusal suggests, so that asking never leads to playing.
fn asking(commands: &Commands, mut refused: RequestError, id: MatchId) -> RequestError {
    if let RequestError::Refused(refusal) = &mut refused {
        for line in &mut refusal.instead {
            if let Ok(None) = commands.parse(line) {
                *line = say!(commands::Why { of: id, words: line.as_str() }).line();
            }
        }
    }
    refused
}

/// Returns what controls show for words of a seat.
fn said_by_controls(table: &dyn Table, seat: Seat, words: &str) -> Label {
    let labels = table.labels(seat, &[words]);
    labels.into_iter().next().unwrap_or_else(|| Label::typed(words))
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
    check_running(cx, &loaded)?;
    check_turn(&loaded, seat)?;
    no_advice::check_judged(cx, JudgedMatch::of(&loaded.row), &*loaded.table)?;
    if !loaded.is_practice() {
        // The other side mustn't read the advice.
        cx.keep_private(Privacy::Advice);
    }
    Ok((loaded, seat))
}

fn advice(
    cx: &RequestContext<'_>,
    loaded: &LoadedMatch,
    seat: Seat,
) -> Result<Advised, RequestError> {
    let (of, at) = (loaded.row.id, loaded.step_key());
    let key = QuestionKey::new::<Advised>(cx, of, at)?.about(seat, "");
    let found = insight(cx, key, Priority::Soon, None, || {
        let table = loaded.again()?;
        let seed = seed_at(SEED, at, seat);
        Ok(Box::new(move || {
            let thought = thought(&*table, seat, ADVISER, seed);
            Some(thought.and_then(|thought| {
                let outlook = table.outlook(seat, &thought.words, seed)?;
                Ok(Advised { thought, outlook })
            }))
        }))
    })?;
    let Advised { thought, outlook } = &*found;
    no_advice::check_judged_after(cx, loaded, seat, &thought.words)?;
    let outlook = no_advice::told_of(cx, loaded, outlook.clone())?;
    Ok(Advised { thought: thought.clone(), outlook })
}

/// Compares a move with the best one.
fn compared(
    cx: &RequestContext<'_>,
    loaded: &LoadedMatch,
    seat: Seat,
    words: &str,
) -> Result<Text, RequestError> {
    no_advice::check_judged_after(cx, loaded, seat, words)?;
    let (of, at) = (loaded.row.id, loaded.step_key());
    let key = QuestionKey::new::<Compared>(cx, of, at)?.about(seat, words);
    let owned = words.to_owned();
    let found = insight(cx, key, Priority::Soon, None, || {
        let table = loaded.again()?;
        let seed = seed_at(SEED, at, seat);
        Ok(Box::new(move || Some(compared_with_hint(&*table, seat, &owned, seed))))
    })?;
    let Compared { judged, own: outlook, better } = &*found;
    let Judged { expected, lost, margin, .. } = *judged;
    let Some(first) = expected else { return Ok(words::cannot_compare(words)) };
    let own = if seat == Seat::First { first } else { 1.0 - first };
    let game = loaded.game();
    let outlook = no_advice::told_of(cx, loaded, outlook.clone())?;
    Ok(match better {
        Some(better) if WORTH_SAYING <= lost => {
            let written = better.line.first().map_or("", |it| &it.written);
            no_advice::check_judged_after(cx, loaded, seat, written)?;
            let better = no_advice::told_of(cx, loaded, better.clone())?;
            words::other_is_better(game, own, &outlook, lost, &better)
        }
        Some(_) => words::as_good(game, own, &outlook),
        None if WORTH_SAYING <= margin => words::is_best(game, own, &outlook, margin),
        None => words::none_is_better(game, own, &outlook),
    })
}

/// Compares a move with the one that a hint names, so that both say the same. What the two differ by is what one search
/// finds of both.
fn compared_with_hint(
    table: &dyn Table,
    seat: Seat,
    words: &str,
    seed: u64,
) -> Result<Compared, Refusal> {
    let judged = table.compare(seat, words, seed)?;
    let own = table.outlook(seat, words, seed)?;
    let hinted = table.think(seat, ADVISER, seed)?;
    let (Some(expected), Some(Thought { words: best, chance, .. })) = (judged.expected, hinted)
    else {
        return Ok(Compared { judged, own, better: None });
    };
    let of_seat = |chance: f64| if seat == Seat::First { chance } else { 1.0 - chance };
    if table.is_same(seat, words, &best) {
        let judged = Judged { expected: Some(of_seat(chance)), better: None, lost: 0.0, ..judged };
        return Ok(Compared { judged, own, better: None });
    }
    let lost = match judged.better.as_ref() {
        Some(better) if *better == best => judged.lost,
        _ => {
            let of_best = table.compare(seat, &best, seed)?.expected.unwrap_or(expected);
            of_seat(of_best) - of_seat(expected)
        }
    };
    let lost = lost.clamp(0.0, chance);
    let better = Some(table.outlook(seat, &best, seed)?);
    let expected = Some(of_seat(chance - lost));
    let judged = Judged { expected, better: Some(best), lost, margin: 0.0, ..judged };
    Ok(Compared { judged, own, better })
}

/// The least difference worth mentioning.
const WORTH_SAYING: f64 = 0.01;
