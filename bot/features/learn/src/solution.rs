//! The solution of a puzzle: shown, and explained afterwards.
use command::say;
use content::puzzles;
use model::{reply::Reply, text::Text};
use service::{RequestError, context::RequestContext, dispatch, matches};

use super::{
    answer::RECENT,
    commands,
    own::{self, RoundEnd},
    puzzle,
    puzzle_place::PuzzlePlace,
    rows::{self, PuzzleTry},
    words,
};

/// Shows the solution of a puzzle, which ends it.
pub(super) fn show_solution(
    cx: &mut RequestContext<'_>,
    place: PuzzlePlace,
) -> Result<(), RequestError> {
    own::check(cx, &place, None)?;
    let posed = &*place.puzzle;
    let answer = posed.answer(&posed.solution)?;
    let said = posed.outlook(&posed.solution)?;
    let mut lines = vec![words::puzzles::puzzle_solution(&said, posed)];
    if let Some(own) = &place.own {
        lines.extend(own::end_round(cx, own, RoundEnd::Shown)?);
    } else {
        lines.extend((place.is_rated_next() || place.chosen).then(words::puzzles::not_rated));
        let at = place.row.at.max(cx.now);
        let row = PuzzleTry { open: false, at, shown: true, ..place.row.clone() };
        rows::put_puzzle_try(cx.tx, cx.me.id, &row)?;
    }
    let settings = &cx.me.settings;
    let sheet = puzzle::puzzle_sheet(posed, answer.table.as_ref(), None, settings);
    let reply = Reply { sheet, ..cx.answer(Text::Lines(lines)) };
    cx.say(reply.choices([puzzle::next_button(&place)]));
    Ok(())
}

/// Says why the solution of the puzzle that the asker solved or looked up last is the best.
pub(super) fn explain(
    cx: &mut RequestContext<'_>,
    open: Option<&PuzzlePlace>,
    rows: &[PuzzleTry],
) -> Result<(), RequestError> {
    if open.is_some() {
        return Err(words::puzzles::no_solution_yet().into());
    }
    let place = match own::last(cx, rows)? {
        Some(row) => own::load(cx, row)?,
        None => rows.first().and_then(|row| {
            let named = puzzles::named(row.game, &row.puzzle)?;
            let is_over = row.shown || row.solved_at.is_some();
            is_over.then(|| PuzzlePlace::at(named, rows, cx.now))
        }),
    };
    let place = place.ok_or_else(words::puzzles::no_puzzle_open)?;
    own::check(cx, &place, None)?;
    let said = place.puzzle.outlook(&place.puzzle.solution)?;
    let reply = cx.answer(words::puzzles::puzzle_solution(&said, &place.puzzle));
    cx.say(reply.choices([puzzle::next_button(&place)]));
    Ok(())
}

/// Explains the solution to who asks for the reason, if a puzzle is the last that they looked at. Returns
/// whether it did.
pub(crate) fn why_asked(cx: &mut RequestContext<'_>, said: &str) -> Result<bool, RequestError> {
    let said = said.to_lowercase();
    let mut all = said.split_whitespace().map(|word| word.trim_matches(['.', ',', '!', '?']));
    let Some((at, open)) = puzzle::touched(cx)?.into_iter().map(|(open, at)| (at, open)).max()
    else {
        return Ok(false);
    };
    let is_recent = cx.now <= at + RECENT && !cx.memory.at_match.contains(&cx.me.id);
    if !is_recent || !all.all(|word| words::OF_WHY.contains(&word)) {
        return Ok(false);
    }
    let lesson = rows::lessons(cx.tx, cx.me.id)?.into_iter().map(|it| it.at).max();
    let running = matches::here::playable_here(cx)?.into_iter().map(|it| it.touched_at).max();
    let over = cx.tx.latest_of(cx.me.id, cx.room.id)?.map(|it| it.touched_at);
    let others = [lesson, running, over].into_iter().flatten().max();
    if others.is_some_and(|other| at < other) || open && running.is_some() {
        return Ok(false);
    }
    dispatch::commands::execute(cx, &say!(commands::Puzzle { words: "why" }))?;
    Ok(true)
}
