//! Taking back: at once within the player's own turn, otherwise by consent, which lists what would
//! go and what was revealed.
use command::verbs::{self, Answer};
use engine::{
    match_rules::UndoAnswer,
    seat::{Observer, Seat, Viewer},
    table::Past,
};
use model::{reply::Reply, text::Text};
use store::{MatchRow, Person, StepRow, Undo};

use crate::{
    RequestError,
    context::{
        RequestContext,
        loaded::{LoadedMatch, PositionOrigin},
        seam::{self, MatchMoment},
    },
    matches,
    play::{
        self,
        step::dice_of,
        words::{self, undo::NamedStep},
    },
    rate_limit, seats,
    telling::{self, news::TurnNews},
};

/// How many of the steps that would go are listed.
const NAMED: usize = 8;

pub fn undo(cx: &mut RequestContext<'_>, said: &verbs::Undo) -> Result<(), RequestError> {
    let withdraws = said.answer == Some(Answer::Withdraw);
    let asked = |row: &MatchRow, seat: Seat| row.match_rules.undo_asked_by() == Some(seat.other());
    let (mut loaded, seat) = play::ending::mine_running(cx, said.of, |row, seat| {
        said.answer.is_some() && asked(row, if withdraws { seat.other() } else { seat })
    })?;
    seats::check_no_room_plays(cx, &loaded)?;
    let how = if asked(&loaded.row, seat) { Undo::Agreed } else { Undo::Alone };
    let log = cx.tx.marks(loaded.row.id)?;
    let match_rules = &mut loaded.row.match_rules;
    let agrees = how == Undo::Agreed && said.answer != Some(Answer::Decline);
    if agrees && loaded.row.timer.is_late(seat.other(), cx.now) {
        let (id, other) = (loaded.row.id, loaded.names.get(seat.other()));
        return Err(words::undo::too_late_for_undo(other, id).into());
    }
    let answer = match said.answer {
        Some(Answer::Accept) => match_rules.accept_undo(seat, &log)?,
        Some(Answer::Decline) => match_rules.decline_undo(seat)?,
        Some(Answer::Withdraw) => match_rules.withdraw_undo(seat)?,
        _ => match_rules.undo(seat, &log)?,
    };
    match answer {
        UndoAnswer::Done { keep } => {
            let other = loaded.people.get(seat.other()).clone();
            if how == Undo::Alone
                && !loaded.is_practice()
                && loaded.table.status().waits_for(seat.other())
            {
                rate_limit::take_back_ping(cx, &other)?;
            }
            take_back(cx, loaded, seat, keep, how)
        }
        // The bot agrees to every undo.
        UndoAnswer::Asked { .. } if loaded.is_practice() => {
            let by = seat.other();
            match loaded.row.match_rules.accept_undo(by, &log)? {
                UndoAnswer::Done { keep } => take_back(cx, loaded, by, keep, Undo::Agreed),
                UndoAnswer::Asked { .. } | UndoAnswer::Declined | UndoAnswer::Withdrawn => {
                    Err(RequestError::Broken("an undo that was granted came to nothing".to_owned()))
                }
            }
        }
        UndoAnswer::Asked { keep } => {
            cx.tx.update_match(&loaded.row)?;
            seam::asked(cx, &loaded, seat.other())?;
            let says = |context: &RequestContext<'_>, other: &Person, answers| {
                wish_to_take_back(context, &loaded, seat, keep, other, answers)
            };
            play::ending::ask_other(cx, &loaded, seat, says, |of, answer| {
                verbs::Undo { of, answer: Some(answer) }.into()
            })
        }
        UndoAnswer::Declined | UndoAnswer::Withdrawn => {
            cx.tx.update_match(&loaded.row)?;
            let me = loaded.names.get(seat);
            let says = match answer {
                UndoAnswer::Withdrawn => words::undo::withdraws_undo(me),
                _ => words::undo::declines_undo(me),
            };
            telling::turn::say_at(cx, &loaded, Reply::room(says))
        }
    }
}

/// Says what `seat` asks to take back, what goes with it, and what has been revealed since.
fn wish_to_take_back(
    cx: &RequestContext<'_>,
    loaded: &LoadedMatch,
    seat: Seat,
    keep: u32,
    other: &Person,
    answers: Text,
) -> Result<Text, RequestError> {
    let gone = cx.tx.steps_after(loaded.row.id, keep)?;
    let Some((first, since)) = gone.split_first() else {
        return Err(RequestError::Broken(format!(
            "match {} has no step to take back",
            loaded.row.id
        )));
    };
    let since_named: Vec<NamedStep<'_>> =
        since.iter().take(NAMED).map(|it| named(loaded, it)).collect();
    let more = since.len().saturating_sub(NAMED);
    let seen = seen(loaded, &gone)?;
    let me = loaded.names.get(seat);
    let first = named(loaded, first);
    Ok(words::undo::asks_for_undo(me, &first, &since_named, more, &seen, other, answers))
}

/// Goes back to an earlier step, as `seat` asks or agrees. A player who takes back their own
/// move continues with the time they have left.
fn take_back(
    cx: &mut RequestContext<'_>,
    loaded: LoadedMatch,
    seat: Seat,
    keep: u32,
    how: Undo,
) -> Result<(), RequestError> {
    let id = loaded.row.id;
    let gone = cx.tx.steps_after(id, keep)?;
    let (Some(first), Some(kept)) = (gone.first(), cx.tx.live_step(id, keep)?) else {
        return Err(RequestError::Broken(format!("match {id} can't go back to step {keep}")));
    };
    let agreed = match how {
        Undo::Agreed => cx.tx.stand(id, first.step, first.take)?,
        Undo::Alone => None,
    };
    let mut loaded = matches::find::load_at(cx, loaded.row, kept)?;
    let take = loaded.row.match_rules.take();
    let mut dice = dice_of(&loaded.row, keep, take);
    if how == Undo::Agreed {
        loaded.table = loaded.table.back(&past(&gone), &mut dice)?;
    }
    loaded.step = StepRow {
        take,
        throws: dice.thrown().to_vec(),
        after: loaded.table.save().map_err(RequestError::Broken)?,
        at: cx.now,
        undo: Some(how),
        lot: None,
        ..loaded.step
    };
    cx.tx.go_back(&loaded.step)?;
    seam::follow(cx, MatchMoment::Stepped(&loaded))?;
    let status = loaded.table.status();
    let changes =
        play::step::update_row(cx, &mut loaded, &status, PositionOrigin::TakenBack { agreed })?;
    let step = named(&loaded, first);
    let lead = match how {
        Undo::Alone => words::undo::takes_back(&step),
        Undo::Agreed => words::undo::agrees_to_undo(loaded.names.get(seat), &step),
    };
    let anew = (!loaded.step.throws.is_empty()).then(words::undo::reshuffled);
    let lines = [Some(lead), anew].into_iter().flatten().collect();
    let news_now = TurnNews::of(loaded.seat_of(cx.me.id), lines);
    telling::turn::next_turn(cx, &loaded, news_now, &changes)
}

/// Names a step; secret choices stay secret.
fn named<'a>(loaded: &'a LoadedMatch, step: &'a StepRow) -> NamedStep<'a> {
    NamedStep {
        by: step.seat.map_or("", |by| loaded.names.get(by)),
        written: (!step.sealed).then_some(step.written.as_str()),
    }
}

/// Says what some steps revealed.
fn seen(loaded: &LoadedMatch, steps: &[StepRow]) -> Result<Vec<String>, RequestError> {
    let observer = Observer { viewer: Viewer::Room, names: &loaded.names };
    let mut seen = loaded.table.seen(&past(steps), observer).map_err(RequestError::Broken)?;
    if seen.is_empty() && steps.iter().any(|it| !it.throws.is_empty()) {
        seen.push(words::undo::dice_were_rolled());
    }
    Ok(seen)
}

/// Returns steps in the form games read.
pub fn past(steps: &[StepRow]) -> Vec<Past> {
    let past = |step: &StepRow| {
        let seat = step.seat?;
        Some(Past { seat, action: step.action.clone(), events: step.events.clone() })
    };
    steps.iter().filter_map(past).collect()
}
