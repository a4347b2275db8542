//! Puzzles of one's own: choices that somebody missed in their matches. They come back until they are
//! solved by the first answer twice in a row.
use content::puzzles::{MissedChoice, Puzzle};
use engine::games::GameId;
use model::{ids::MatchId, text::Text, time::DAY};
use service::{
    OfferPlace, RequestError,
    context::RequestContext,
    matches::{self, find::table_after},
};

use super::{
    puzzle,
    puzzle_place::PuzzlePlace,
    rows::{self, OwnPuzzle, PuzzleTry},
    words,
};

/// After how many days a puzzle comes back. Each time it is solved by the first answer the next pause
/// is longer, and after a look at the solution it is the first one again. A model of memory would say
/// little more, because two right answers in a row end a puzzle.
const PAUSES: [i64; 5] = [1, 3, 7, 16, 35];

/// How often in a row it must be solved by the first answer.
const IN_ROW: u32 = 2;

/// How many puzzles of a person wait at most; those of older matches go.
const MOST: usize = 60;

/// What a place has that is of a person's own match.
pub(super) struct OwnPlace {
    pub(super) row: OwnPuzzle,
    /// What they played there.
    pub(super) played: String,
}

/// How an answer, or a look at the solution, ended a puzzle of one's own for now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum RoundEnd {
    Solved,
    Shown,
}

/// Keeps what the asker missed in a match, and returns what to say of it that waits.
pub(crate) fn keep_missed(
    cx: &RequestContext<'_>,
    of: MatchId,
    missed: &[(u32, MissedChoice)],
) -> Result<Option<Text>, RequestError> {
    let Some(row) = cx.tx.match_row(of)? else { return Ok(None) };
    for (step, MissedChoice { solution, chances }) in missed {
        let new = OwnPuzzle {
            of,
            step: *step,
            game: row.terms.game,
            solution: solution.clone(),
            chances: *chances,
            pause: 0,
            due: cx.now,
            in_row: 0,
            misses: 0,
            open: false,
            at: None,
            done_at: None,
        };
        rows::add_own_puzzle(cx.tx, cx.me.id, &new)?;
    }
    let mut waiting = rows::own_puzzles(cx.tx, cx.me.id)?;
    waiting.retain(|it| it.done_at.is_none());
    for old in waiting.iter().skip(MOST) {
        rows::drop_own_puzzle(cx.tx, cx.me.id, old.of, old.step)?;
    }
    let kept = waiting.iter().take(MOST).filter(|it| it.of == of).count();
    Ok((kept != 0).then(|| words::own::look_again(kept)))
}

/// Does what follows `puzzle mine`: gives the puzzle that is due, or goes on with the one that is
/// named or open.
pub(super) fn mine(
    cx: &mut RequestContext<'_>,
    said: &str,
    game: Option<GameId>,
    rows: &[PuzzleTry],
) -> Result<(), RequestError> {
    let (first, rest) = said.split_once(' ').unwrap_or((said, ""));
    let all = rows::own_puzzles(cx.tx, cx.me.id)?;
    if let Some((of, step)) = named(first) {
        let row = all.into_iter().find(|row| row.of == of && row.step == step);
        let place = row.map(|row| load(cx, row)).transpose()?.flatten();
        let place = place.ok_or_else(words::own::no_such_own)?;
        return puzzle::puzzle_on(cx, place, rows, rest.trim());
    }
    let open = open(cx)?;
    let fits = |place: &PuzzlePlace| game.is_none_or(|game| place.puzzle.game == game);
    match (said, open) {
        ("", Some(place)) if fits(&place) => puzzle::show_puzzle(cx, place),
        ("" | "next" | "another", open) => {
            let without = open.and_then(|it| it.own).map(|own| (own.row.of, own.row.step));
            if show_due(cx, game, without)? { Ok(()) } else { say_when(cx, game) }
        }
        (_, Some(place)) => puzzle::puzzle_on(cx, place, rows, said),
        (_, None) => Err(words::own::no_own_open().into()),
    }
}

/// Returns the puzzle of the asker's own match that they turned to last, if they turned to none of the
/// house since.
pub(super) fn last(
    cx: &RequestContext<'_>,
    rows: &[PuzzleTry],
) -> Result<Option<OwnPuzzle>, RequestError> {
    let own = rows::own_puzzles(cx.tx, cx.me.id)?.into_iter();
    let last = own.filter(|it| it.at.is_some()).max_by_key(|it| it.at);
    Ok(last.filter(|last| rows.first().is_none_or(|row| Some(row.at) < last.at)))
}

/// Goes on to another puzzle of one's own that is due, if the asker turned to one last. Returns whether
/// it did.
pub(super) fn go_on(
    cx: &mut RequestContext<'_>,
    last: Option<&OwnPuzzle>,
) -> Result<bool, RequestError> {
    let Some(last) = last else { return Ok(false) };
    match show_due(cx, None, Some((last.of, last.step))) {
        // One that waits for a rated match keeps nobody from the puzzles of the house.
        Err(RequestError::Refused(_)) => Ok(false),
        shown => shown,
    }
}

/// Shows a puzzle of one's own that is due, but not `without`: first those that weren't shown since,
/// then the one that wasn't for longest. Returns whether there is one.
fn show_due(
    cx: &mut RequestContext<'_>,
    game: Option<GameId>,
    without: Option<(MatchId, u32)>,
) -> Result<bool, RequestError> {
    let mut due = rows::own_puzzles(cx.tx, cx.me.id)?;
    due.retain(|row| {
        row.is_due(cx.now)
            && game.is_none_or(|game| row.game == game)
            && without != Some((row.of, row.step))
    });
    due.sort_by_key(|row| row.at.filter(|at| row.due <= *at));
    let mut refused = None;
    for row in due {
        let (of, step) = (row.of, row.step);
        let Some(place) = load(cx, row)? else {
            // As after a change of the rules.
            rows::drop_own_puzzle(cx.tx, cx.me.id, of, step)?;
            continue;
        };
        match check(cx, &place, None) {
            Ok(()) => return puzzle::show_puzzle(cx, place).map(|()| true),
            Err(RequestError::Refused(refusal)) => refused = Some(refusal),
            Err(other) => return Err(other),
        }
    }
    match refused {
        Some(refusal) => Err(refusal.into()),
        None => Ok(false),
    }
}

/// Says when the next puzzle of one's own is due, or how to get one.
fn say_when(cx: &mut RequestContext<'_>, game: Option<GameId>) -> Result<(), RequestError> {
    let mut all = rows::own_puzzles(cx.tx, cx.me.id)?;
    all.retain(|row| row.done_at.is_none() && game.is_none_or(|game| row.game == game));
    // The open one was left out; it is still due.
    let open = all.iter().any(|it| it.is_due(cx.now));
    match all.iter().map(|it| it.due).min() {
        None => {
            let back = cx.memory.features.offers(OfferPlace::LookBack(None));
            Err(words::own::nothing_missed(&back).into())
        }
        Some(_) if open => Err(words::own::last_one_due().into()),
        Some(due) => {
            let reply = cx.answer(words::own::next_due(due, due - cx.now, all.len()));
            cx.say(reply);
            Ok(())
        }
    }
}

/// Returns the asker's open puzzle of their own.
pub(super) fn open(cx: &RequestContext<'_>) -> Result<Option<PuzzlePlace>, RequestError> {
    let row = rows::own_puzzles(cx.tx, cx.me.id)?.into_iter().find(|it| it.open);
    row.map_or(Ok(None), |row| load(cx, row))
}

/// Loads a puzzle from its match; none if that no longer fits, as after a change of the rules.
pub(super) fn load(
    cx: &RequestContext<'_>,
    row: OwnPuzzle,
) -> Result<Option<PuzzlePlace>, RequestError> {
    let of = cx.tx.match_row(row.of)?.filter(|it| it.end.is_some());
    let steps = cx.tx.steps(row.of)?;
    let nth = row.step as usize;
    let before = nth.checked_sub(1).and_then(|nth| steps.get(nth));
    let (Some(of), Some(before), Some(step)) = (of, before, steps.get(nth)) else {
        return Ok(None);
    };
    let Some(seat) = step.seat.filter(|&seat| *of.seats.get(seat) == cx.me.id) else {
        return Ok(None);
    };
    let table = table_after(row.game, before)?;
    let missed = MissedChoice { solution: row.solution.clone(), chances: row.chances };
    let at = (row.of.0.unsigned_abs(), row.step);
    let Ok(puzzle) = Puzzle::of_match(&*table, seat, at, missed) else { return Ok(None) };
    if puzzle.answer(&puzzle.solution).is_err() {
        return Ok(None);
    }
    let played = step.written.clone();
    Ok(Some(PuzzlePlace::of_own(puzzle, OwnPlace { row, played })))
}

/// Refuses what would judge a position of a running rated match of the asker: that of a puzzle of
/// their own, those after an answer or the solution, and those that the match went through.
pub(super) fn check(
    cx: &RequestContext<'_>,
    place: &PuzzlePlace,
    said: Option<&str>,
) -> Result<(), RequestError> {
    let Some(own) = &place.own else { return Ok(()) };
    let puzzle = &place.puzzle;
    let lines = || {
        let mut lines = Vec::new();
        for words in [Some(&*puzzle.solution), said].into_iter().flatten() {
            lines.push(vec![words.to_owned()]);
            // What isn't legal is refused with the reason.
            lines.extend(puzzle.outlook(words).ok().map(|it| it.written()));
        }
        Ok(lines)
    };
    matches::no_advice::check_looked_back(cx, own.row.of, &*puzzle.table()?, lines)
}

/// Ends a puzzle of one's own until its next pause is over, or for good, and says so.
pub(super) fn end_round(
    cx: &RequestContext<'_>,
    own: &OwnPlace,
    how: RoundEnd,
) -> Result<Vec<Text>, RequestError> {
    let row = after(&own.row, how, cx.now);
    rows::put_own_puzzle(cx.tx, cx.me.id, &row)?;
    Ok(vec![
        words::own::whence(&row, &own.played),
        match row.done_at {
            Some(_) => words::own::done(),
            None => words::own::comes_back(row.due, row.due - cx.now),
        },
    ])
}

/// Makes a puzzle of one's own the open one.
pub(super) fn open_again(cx: &RequestContext<'_>, own: &OwnPlace) -> Result<(), RequestError> {
    let row = OwnPuzzle { open: true, at: Some(puzzle::looked_at(cx)?), ..own.row.clone() };
    Ok(rows::put_own_puzzle(cx.tx, cx.me.id, &row)?)
}

/// Counts a wrong answer, leaves the puzzle open, and says where it is from.
pub(super) fn miss(cx: &RequestContext<'_>, own: &OwnPlace) -> Result<Text, RequestError> {
    let missed = u32::from(own.row.is_due(cx.now));
    let misses = own.row.misses.saturating_add(missed);
    let row =
        OwnPuzzle { misses, open: true, at: Some(later(&own.row, cx.now)), ..own.row.clone() };
    rows::put_own_puzzle(cx.tx, cx.me.id, &row)?;
    Ok(words::own::whence(&row, &own.played))
}

/// Returns a puzzle as it is after an answer or a look at the solution. What isn't due doesn't change.
fn after(row: &OwnPuzzle, how: RoundEnd, now: i64) -> OwnPuzzle {
    let mut row = OwnPuzzle { open: false, at: Some(later(row, now)), ..row.clone() };
    if !row.is_due(now) {
        return row;
    }
    let at_once = how == RoundEnd::Solved && row.misses == 0;
    if how == RoundEnd::Shown {
        row.pause = 0;
    }
    let pause = (row.pause as usize).min(PAUSES.len() - 1);
    row.due = now + PAUSES[pause] * DAY;
    row.misses = 0;
    row.in_row = if at_once { row.in_row + 1 } else { 0 };
    row.pause += u32::from(at_once);
    row.done_at = (IN_ROW <= row.in_row).then_some(now);
    row
}

/// Returns when a puzzle was touched, which is never before it was shown.
fn later(row: &OwnPuzzle, now: i64) -> i64 {
    row.at.map_or(now, |at| at.max(now))
}

/// Reads the name of a puzzle of one's own: `#12.31`.
fn named(word: &str) -> Option<(MatchId, u32)> {
    let (of, step) = word.trim_start_matches('#').split_once('.')?;
    Some((MatchId(of.parse().ok()?), step.parse().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fresh() -> OwnPuzzle {
        OwnPuzzle {
            of: MatchId(12),
            step: 31,
            game: GameId::ALL[0],
            solution: "b6-a5".to_owned(),
            chances: [70, 40],
            pause: 0,
            due: 0,
            in_row: 0,
            misses: 0,
            open: true,
            at: Some(0),
            done_at: None,
        }
    }

    /// Answers a puzzle each time that it is due; returns the days between and whether it is done.
    fn rounds(how: &str) -> (Vec<i64>, bool) {
        let (mut row, mut days) = (fresh(), Vec::new());
        for how in how.chars() {
            let now = row.due;
            row.misses = u32::from(how == 'm');
            row = after(&row, if how == 's' { RoundEnd::Shown } else { RoundEnd::Solved }, now);
            assert!(!row.open && row.misses == 0);
            days.push((row.due - now) / DAY);
        }
        (days, row.done_at.is_some())
    }

    #[test]
    fn two_first_answers_in_a_row_solve_a_puzzle_for_good_and_pauses_grow() {
        assert_eq!(rounds("r"), (vec![1], false));
        assert_eq!(rounds("rr"), (vec![1, 3], true));
        assert_eq!(rounds("mrmr"), (vec![1, 1, 3, 3], false));
        assert_eq!(rounds("rmrmrmrmrmrm").0, [1, 3, 3, 7, 7, 16, 16, 35, 35, 35, 35, 35]);
        assert_eq!(rounds("rmrsr"), (vec![1, 3, 3, 1, 1], false));
        assert_eq!(rounds("srr"), (vec![1, 1, 3], true));
    }

    #[test]
    fn an_answer_before_the_pause_is_over_or_after_the_end_counts_for_nothing() {
        let solved = after(&fresh(), RoundEnd::Solved, 0);
        assert_eq!(
            after(&solved, RoundEnd::Solved, 5),
            OwnPuzzle { at: Some(5), ..solved.clone() }
        );
        let done = after(&solved, RoundEnd::Solved, solved.due);
        assert!(done.done_at.is_some());
        let later = done.due + 1;
        assert_eq!(
            after(&done, RoundEnd::Shown, later),
            OwnPuzzle { at: Some(later), ..done.clone() }
        );
    }

    #[test]
    fn a_puzzle_is_named_by_match_and_step() {
        assert_eq!(named("#12.31"), Some((MatchId(12), 31)));
        assert_eq!(named("12.31"), Some((MatchId(12), 31)));
        for other in ["", "12", "#12", "b6-a5", "flick"] {
            assert_eq!(named(other), None, "{other}");
        }
    }
}
