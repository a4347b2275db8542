//! One step of a match: played and stored, with its effects on the match's row.
use engine::{
    chance::{Dice, StepKey, Throw},
    game::Status,
    seat::{BySeat, Observer, Seat, Viewer},
    table::SeatMenu,
};
use model::text::Text;
use store::{AUTO, MatchEnd, MatchRow, StepRow};

use crate::{
    RequestError, after,
    context::{
        RequestContext,
        loaded::{LoadedMatch, PositionOrigin},
        seam::{self, AheadAction, MatchMoment},
    },
    matches, play,
    telling::{self, news::TurnNews},
    timing,
};

/// How many forced steps are played in a row before a player has to press one.
const MOST_ALONE: usize = 100;

/// How many steps that were decided ahead are played in a row.
const MOST_AHEAD: usize = 24;

/// How many steps of a turn are repeated in the message about later ones.
const MOST_RETOLD: usize = 15;

/// A choice that no player typed: a default for one who ran out of time, or a room's.
pub struct UntypedChoice {
    /// What is said first.
    pub says: Text,
    /// The dice that made it, if any did; a default always has some, or none fell.
    pub lot: Option<Vec<Throw>>,
    /// The seat whose own choice it is; none for a default.
    pub by: Option<Seat>,
}

/// Plays a step and the forced ones after it, and tells them together.
pub fn step(
    cx: &mut RequestContext<'_>,
    mut loaded: LoadedMatch,
    seat: Seat,
    words: &str,
    unasked: Option<UntypedChoice>,
) -> Result<(), RequestError> {
    // A step its player didn't decide isn't announced as theirs.
    let by = unasked.as_ref().map_or(Some(seat), |it| it.by);
    let mut news = TurnNews::of(by, Vec::new());
    news.in_place = loaded.is_of_room(seat);
    let so_far = turn_so_far(cx, &loaded, seat)?;
    (news.earlier, news.turn_began) = (so_far.told, so_far.began);
    let lot = unasked.as_ref().and_then(|it| it.lot.clone());
    news.lines.extend(unasked.into_iter().map(|it| it.says));
    let changes = one_step(cx, &mut loaded, seat, words, lot, &mut news)?;
    let hidden = loaded.step.sealed && loaded.step.decided;
    let changes = go_on_alone(cx, &mut loaded, &mut news)?.unwrap_or(changes);
    let changes = go_on_ahead(cx, &mut loaded, &mut news)?.unwrap_or(changes);
    telling::turn::announce(cx, &loaded, news, &changes)?;
    if hidden { play::sealed::warn_of_ears(cx, &loaded, seat) } else { Ok(()) }
}

/// What a seat has done so far in a turn that goes on.
#[derive(Default)]
pub struct TurnSoFar {
    pub told: Vec<Text>,
    /// The first step of the turn.
    pub began: Option<u32>,
}

/// Tells what a seat has done so far in its turn.
pub(crate) fn turn_so_far(
    cx: &RequestContext<'_>,
    loaded: &LoadedMatch,
    seat: Seat,
) -> Result<TurnSoFar, RequestError> {
    let goes_on =
        |step: &StepRow| step.seat == Some(seat) && !step.ended_turn && step.undo.is_none();
    if !goes_on(&loaded.step) {
        return Ok(TurnSoFar::default());
    }
    let mut began = loaded.step.step;
    let mut earlier = Vec::new();
    while let Some(before) = began.checked_sub(1)
        && let Some(step) = cx.tx.live_step(loaded.row.id, before)?.filter(goes_on)
    {
        began = step.step;
        if earlier.len() + 1 < MOST_RETOLD {
            earlier.push(step);
        }
    }
    let mut told = Vec::new();
    for step in earlier.into_iter().rev() {
        told.extend(told_by(&matches::find::load_at(cx, loaded.row.clone(), step)?));
    }
    told.extend(told_by(loaded));
    Ok(TurnSoFar { told, began: Some(began) })
}

/// Tells a room what the last step of a match did.
fn told_by(loaded: &LoadedMatch) -> impl Iterator<Item = Text> {
    let observer = Observer { viewer: Viewer::Room, names: &loaded.names };
    loaded.table.told(observer).into_iter().map(Text::sentence)
}

/// Tells what the side that stepped last did in its turn.
pub fn last_turn(cx: &RequestContext<'_>, loaded: &LoadedMatch) -> Result<Vec<Text>, RequestError> {
    let Some(seat) = loaded.step.seat else { return Ok(Vec::new()) };
    let before = match loaded.step.step.checked_sub(1) {
        Some(before) => cx.tx.live_step(loaded.row.id, before)?,
        None => None,
    };
    let mut lines = match before {
        Some(step) => {
            let there = matches::find::load_at(cx, loaded.row.clone(), step)?;
            turn_so_far(cx, &there, seat)?.told
        }
        None => Vec::new(),
    };
    lines.extend(told_by(loaded));
    Ok(lines)
}

/// Plays forced steps, such as a spin or the only capture. Returns how the last one changed the
/// ratings.
pub(crate) fn go_on_alone(
    cx: &mut RequestContext<'_>,
    loaded: &mut LoadedMatch,
    news: &mut TurnNews,
) -> Result<Option<Vec<Text>>, RequestError> {
    let mut changes = None;
    for _ in 0..MOST_ALONE {
        let Some((seat, words)) = forced(loaded) else { break };
        changes = Some(one_step(cx, loaded, seat, &words, None, news)?);
    }
    Ok(changes)
}

/// Plays what features know to play in the position without its player, and forced steps after it. Returns how the last one changed the
/// ratings.
pub(crate) fn go_on_ahead(
    cx: &mut RequestContext<'_>,
    loaded: &mut LoadedMatch,
    news: &mut TurnNews,
) -> Result<Option<Vec<Text>>, RequestError> {
    let mut changes = None;
    for _ in 0..MOST_AHEAD {
        let Some(AheadAction { seat, words, by }) = seam::ahead(cx, loaded)? else { break };
        match one_step(cx, loaded, seat, &words, None, news) {
            Ok(rated) => changes = Some(rated),
            Err(RequestError::Refused(_)) => {
                seam::refused_ahead(cx, loaded, seat, by)?;
                break;
            }
            Err(fault) => return Err(fault),
        }
        if let Some(more) = go_on_alone(cx, loaded, news)? {
            changes = Some(more);
        }
    }
    Ok(changes)
}

/// Plays and stores one step, and collects its results.
pub(crate) fn one_step(
    cx: &mut RequestContext<'_>,
    loaded: &mut LoadedMatch,
    seat: Seat,
    words: &str,
    lot: Option<Vec<Throw>>,
    news: &mut TurnNews,
) -> Result<Vec<Text>, RequestError> {
    let row = played(cx, loaded, seat, words, lot)?;
    let status = loaded.table.status();
    let stand = timing::state_before(&loaded.row, cx.now);
    cx.tx.add_timed_step(&row, stand.as_ref())?;
    loaded.row.match_rules.stepped(seat, row.ended_turn);
    if loaded.row.settles_at.take().is_some() {
        cx.tx.drop_settlement(loaded.row.id)?;
    }
    loaded.step = row;
    seam::follow(cx, MatchMoment::Stepped(loaded))?;
    let changes = update_row(cx, loaded, &status, PositionOrigin::Stepped(seat))?;
    news.take_down(loaded);
    Ok(changes)
}

/// Plays words on a match's table and returns the step to store. `lot` is the dice that found
/// them, if the player didn't type them.
pub fn played(
    cx: &RequestContext<'_>,
    loaded: &mut LoadedMatch,
    seat: Seat,
    words: &str,
    lot: Option<Vec<Throw>>,
) -> Result<StepRow, RequestError> {
    let (step_key, mut dice) = next_dice(loaded);
    let played = loaded.table.play(seat, words, &mut dice)?;
    Ok(StepRow {
        of: loaded.row.id,
        step: step_key.step,
        take: step_key.take,
        seat: Some(seat),
        written: played.written,
        action: played.action,
        events: played.events,
        throws: dice.thrown().to_vec(),
        after: loaded.table.save().map_err(RequestError::Broken)?,
        fixed: played.fixed,
        // A default isn't a decision that can be taken back.
        decided: played.decided && lot.is_none(),
        sealed: played.sealed,
        ended_turn: !loaded.table.status().waits_for(seat),
        at: cx.now,
        undo: None,
        lot,
    })
}

/// Updates the match's row from its table, and ends the match if the rules did.
pub(crate) fn update_row(
    cx: &mut RequestContext<'_>,
    loaded: &mut LoadedMatch,
    status: &Status,
    came: PositionOrigin,
) -> Result<Vec<Text>, RequestError> {
    timing::run_time(cx, loaded, status, came)?;
    let row = &mut loaded.row;
    row.waiting = BySeat::new(|seat| status.waits_for(seat));
    row.touched_at = cx.now;
    if let Status::Over(outcome) = status {
        row.end = Some(MatchEnd::new(cx.now, Some(outcome.clone()), None));
    }
    close(cx, loaded)
}

/// Stores the match's row, and does what follows if it has ended. Returns what is said about ratings.
pub fn close(
    cx: &mut RequestContext<'_>,
    loaded: &mut LoadedMatch,
) -> Result<Vec<Text>, RequestError> {
    if loaded.row.end.is_some() {
        loaded.row.waiting = BySeat::default();
        loaded.row.due = None;
        return after::match_ends(cx, loaded);
    }
    cx.tx.update_match(&loaded.row)?;
    if loaded.is_practice() {
        cx.calls.push(loaded.row.id);
    }
    Ok(Vec::new())
}

/// Returns the only possible action, if its player lets forced steps happen by themselves. Private
/// answers wait for their player, so that the pace reveals nothing.
fn forced(loaded: &LoadedMatch) -> Option<(Seat, String)> {
    let Status::Waiting(prompts) = loaded.table.status() else { return None };
    let [prompt] = &prompts[..] else { return None };
    // The bot's actions are announced together when it has finished thinking.
    let by_itself =
        loaded.people.get(prompt.seat).settings.get(&AUTO) && loaded.level(prompt.seat).is_none();
    if loaded.row.end.is_some() || prompt.kind.is_private() || !by_itself {
        return None;
    }
    let SeatMenu { listed, grammar } = loaded.table.menu(prompt.seat);
    match (<[String; 1]>::try_from(listed), grammar) {
        (Ok([only]), None) => Some((prompt.seat, only)),
        _ => None,
    }
}

/// Returns dice for draws outside the steps: numbers at the far end that no match reaches.
pub fn lot(loaded: &LoadedMatch) -> Dice {
    let StepKey { step, take } = loaded.step_key();
    // The very last is the toss for sides.
    dice_of(&loaded.row, u32::MAX - 1 - step, take)
}

/// Returns the dice of the next step.
pub fn next_dice(loaded: &LoadedMatch) -> (StepKey, Dice) {
    let step_key = StepKey { step: loaded.step.step + 1, take: loaded.row.match_rules.take() };
    (step_key, dice_of(&loaded.row, step_key.step, step_key.take))
}

/// Returns the dice of a step.
pub fn dice_of(row: &MatchRow, step: u32, take: u32) -> Dice {
    Dice::fair(&row.secret.seed(&row.words), StepKey { step, take })
}
