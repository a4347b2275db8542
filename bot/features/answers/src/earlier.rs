//! Answers from the steps of a match that were played earlier.
use content::asked::{stem, word_list, word_lists};
use engine::{
    question::Thing,
    scene::{Cell, Scene},
    seat::{Observer, Seat, Viewer},
    table::Table,
};
use service::{
    RequestError,
    context::{RequestContext, loaded::LoadedMatch},
    matches::find::table_after,
    past, telling,
};
use store::StepRow;

use super::{board, match_question::MatchQuestion, words};

/// The most steps that are looked through.
const LOOKED_BACK: u32 = 60;

/// Returns the last steps or the first ones, the oldest first.
fn steps_near(
    cx: &RequestContext<'_>,
    loaded: &LoadedMatch,
    nth: Nth,
) -> Result<Vec<StepRow>, RequestError> {
    let last = loaded.step.step;
    let from = if nth == Nth::First { 0 } else { last.saturating_sub(LOOKED_BACK) };
    Ok(cx.tx.steps_between(loaded.row.id, from, last.min(from + LOOKED_BACK))?)
}

/// Which of several that were done is meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Nth {
    First,
    Last,
    BeforeLast,
}

impl Nth {
    fn of<T>(self, mut all: impl DoubleEndedIterator<Item = T>) -> Option<T> {
        match self {
            Nth::First => all.next(),
            Nth::Last => all.next_back(),
            Nth::BeforeLast => all.rev().nth(1),
        }
    }
}

/// Says what was done in a turn of a side, or of any if none is named.
pub(super) fn turn_of(
    cx: &RequestContext<'_>,
    loaded: &LoadedMatch,
    seat: Option<Seat>,
    nth: Nth,
) -> Result<Vec<String>, RequestError> {
    let steps = steps_near(cx, loaded, nth)?;
    let by = |turn: &&[StepRow]| turn[0].seat.is_some() && (seat.is_none() || turn[0].seat == seat);
    let turn = nth.of(steps.chunk_by(|one, other| one.seat == other.seat).filter(by));
    let told = turn.unwrap_or_default().iter().map(|step| past::told::told_of(loaded, step));
    let mut told = told.collect::<Result<Vec<String>, RequestError>>()?;
    told.retain(|it| !it.is_empty());
    Ok(if told.is_empty() { vec![words::nothing_played()] } else { told })
}

/// Tells the step that a question speaks of by its deed and its time: `the roll before`, `who played the wormhole`, `did he hit a post`.
/// None if it asks of neither, or names a place; where no step is found, that is said only at last.
pub(super) fn at_time(
    cx: &RequestContext<'_>,
    loaded: &LoadedMatch,
    asked: &MatchQuestion,
    at_last: bool,
) -> Result<Option<Vec<String>>, RequestError> {
    let nth = match () {
        () if asked.has("earlier") => Nth::BeforeLast,
        () if asked.words.iter().any(|word| word == "first") => Nth::First,
        () => Nth::Last,
    };
    let is_timed = nth != Nth::Last
        || asked.has("ever")
        || asked.has("lately")
            && (asked.begins("lasting")
                || asked.words.get(1).is_some_and(|word| word == "happened"));
    // What the last roll allows is told elsewhere.
    let is_of_deed = asked.has("lately") && asked.kind() != Some("die");
    let asks = is_timed || is_of_deed || asked.begins("recalls");
    if !asks || !asked.has("past") || asked.has("open") || !asked.squares.is_empty() {
        return Ok(None);
    }
    if is_timed && asked.has("misses") && is_of_loss(asked) {
        return happened(cx, loaded, asked);
    }
    // Of what is done to something it isn't said by whom.
    let is_done = |word: &String| word.ends_with("ed") || word.ends_with("en");
    let is_passive = asked.has("done-to") && asked.words.iter().any(is_done);
    let seat = asked.sides().next().filter(|_| !is_passive);
    let is_name = |word: &str| {
        Seat::BOTH.iter().any(|seat| loaded.names.get(*seat).eq_ignore_ascii_case(word))
    };
    let says_little = |word: &str| {
        is_name(word) || word_list("of-no-deed").iter().any(|list| word_list(list).contains(&word))
    };
    let deeds: Vec<&str> =
        asked.words.iter().map(String::as_str).filter(|word| !says_little(word)).collect();
    if deeds.is_empty() {
        return if is_timed { turn_of(cx, loaded, seat, nth).map(Some) } else { Ok(None) };
    }
    let mut found = Vec::new();
    for step in
        steps_near(cx, loaded, nth)?.iter().filter(|step| seat.is_none() || step.seat == seat)
    {
        let told = past::told::told_of(loaded, step)?;
        let words = told.split(|sign: char| !sign.is_alphanumeric()).map(str::to_lowercase);
        let words: Vec<String> = words.collect();
        if deeds.iter().all(|deed| words.iter().any(|word| are_alike(deed, word))) {
            found.push(told);
        }
    }
    let told = nth.of(found.into_iter());
    let is_of_board = asked.things().any(|thing| !matches!(thing, Thing::Side(_)));
    let is_sure = at_last && is_timed && (is_of_board || asked.has("ever"));
    let told = told.or_else(|| is_sure.then(|| words::none_told(&deeds)));
    Ok(told.map(|told| vec![told]))
}

/// Tells whether two words are for the same deed: `touched` and `hits`.
fn are_alike(one: &str, other: &str) -> bool {
    let share = |list: &[&str]| list.contains(&one) && list.contains(&other);
    stem(one) == stem(other) || word_lists("deed-").any(|(_, words)| share(words))
}

/// Who had a turn, and the match as it stood before.
type TurnBegun = (Seat, Box<dyn Table>);

/// Returns the match as it stood before a side's last turn, or before the last turn of all if no side is named.
pub(super) fn before_turn(
    cx: &RequestContext<'_>,
    loaded: &LoadedMatch,
    seat: Option<Seat>,
) -> Result<Option<TurnBegun>, RequestError> {
    let steps = steps_near(cx, loaded, Nth::Last)?;
    let last =
        steps.iter().rposition(|step| step.seat.is_some() && (seat.is_none() || step.seat == seat));
    let Some((last, seat)) = last.and_then(|at| Some((at, steps[at].seat?))) else {
        return Ok(None);
    };
    let first = steps[..last].iter().rposition(|step| step.seat != Some(seat));
    let Some(before) = first.map(|at| &steps[at]) else { return Ok(None) };
    Ok(Some((seat, table_after(loaded.game(), before)?)))
}

/// Says what happened last to the squares that a question names, or to the pieces that it speaks of; none if it names neither.
pub(super) fn happened(
    cx: &RequestContext<'_>,
    loaded: &LoadedMatch,
    asked: &MatchQuestion,
) -> Result<Option<Vec<String>>, RequestError> {
    let of_squares = board::is_of_squares(&asked.scene);
    let missed = MissedPieces::of(asked);
    match &asked.squares[..] {
        [] if is_of_loss(asked) => {
            let fewer = |before: &Scene, after: &Scene| missed.count(after) < missed.count(before);
            let change = last_change(cx, loaded, fewer)?;
            Ok(Some(vec![change.map_or_else(words::nothing_lost, |it| it.0)]))
        }
        [] => Ok(None),
        [at] if of_squares => {
            let Some(cell) = board::cell(&asked.scene, at) else { return Ok(None) };
            let is_changed =
                |before: &Scene, after: &Scene| before.standing(cell) != after.standing(cell);
            let left = |before: &Scene, after: &Scene| {
                is_changed(before, after) && missed.stands(before, cell)
            };
            let change = match last_change(cx, loaded, left)? {
                None => last_change(cx, loaded, is_changed)?,
                found => found,
            };
            Ok(Some(match change {
                Some((told, before)) => vec![told, words::stood_before(at, &before.standing(cell))],
                None => vec![words::unchanged(at, &asked.scene.standing(cell))],
            }))
        }
        squares => Ok(told_last(cx, loaded, squares)?.map(|told| vec![told])),
    }
}

/// Says what was told last of all of some squares at once; none if nothing was in so many steps.
pub(super) fn told_last(
    cx: &RequestContext<'_>,
    loaded: &LoadedMatch,
    squares: &[String],
) -> Result<Option<String>, RequestError> {
    for step in steps_near(cx, loaded, Nth::Last)?.iter().rev() {
        let told = past::told::told_of(loaded, step)?;
        let words = told.split(|sign: char| !sign.is_ascii_alphanumeric());
        // A capture joins two squares: `c5xe3`.
        let parts: Vec<&str> = words.flat_map(|word| word.split('x')).collect();
        if squares.iter().all(|at| parts.iter().any(|part| part.eq_ignore_ascii_case(at))) {
            return Ok(Some(told));
        }
    }
    Ok(None)
}

/// Finds the last step that changed the board in some way, and tells it, with the board before it.
fn last_change(
    cx: &RequestContext<'_>,
    loaded: &LoadedMatch,
    is_it: impl Fn(&Scene, &Scene) -> bool,
) -> Result<Option<(String, Scene)>, RequestError> {
    let to = Observer { viewer: Viewer::Room, names: &loaded.names };
    let mut after = loaded.table.show(to);
    for steps in steps_near(cx, loaded, Nth::Last)?.windows(2).rev() {
        let before = table_after(loaded.game(), &steps[0])?.show(to);
        if is_it(&before, &after) {
            let told = past::told::told_of(loaded, &steps[1])?;
            // What nobody but its player was told is only named.
            let told =
                if told.is_empty() { past::told::step_line(loaded, &steps[1])? } else { told };
            return Ok(Some((told, before)));
        }
        after = before;
    }
    Ok(None)
}

/// Tells whether a question is about pieces of a board of squares that a side misses.
pub(super) fn is_of_loss(asked: &MatchQuestion) -> bool {
    board::is_of_squares(&asked.scene)
        && asked.squares.is_empty()
        && MissedPieces::of(asked).is_named()
}

/// The pieces that a question speaks of.
struct MissedPieces<'a> {
    side: Option<Seat>,
    /// Their kind; none for all.
    kind: Option<&'a str>,
    named: bool,
}

impl MissedPieces<'_> {
    fn of(asked: &MatchQuestion) -> MissedPieces<'_> {
        // `What did I take last` is about a piece of the other side.
        let takes = asked.has("took") && !asked.has("done-to") && !asked.has("whose");
        let side = asked.sides().next().map(|side| if takes { side.other() } else { side });
        let kind = asked.kind();
        MissedPieces {
            side,
            kind: kind.filter(|kind| *kind != "piece"),
            named: kind.is_some() || asked.has("misses"),
        }
    }

    fn is_named(&self) -> bool {
        self.named && self.side.is_some()
    }

    /// Tells whether such a piece stands on a square.
    fn stands(&self, scene: &Scene, at: Cell) -> bool {
        let owner = board::owner(scene, at);
        owner.is_some()
            && self.side.is_none_or(|side| owner == Some(side))
            && self.kind.is_none_or(|kind| scene.standing(at).to_lowercase().contains(kind))
    }

    fn count(&self, scene: &Scene) -> usize {
        board::cells(scene).filter(|at| self.stands(scene, *at)).count()
    }
}

/// Says what the sides of a match that is over kept secret; none if they had no secrets.
pub(super) fn secrets(loaded: &LoadedMatch) -> Option<Vec<String>> {
    let told = Seat::BOTH.into_iter().filter_map(|seat| telling::end::disclosed(loaded, seat));
    let told: Vec<String> = told.map(|says| says.bare()).collect();
    (!told.is_empty()).then_some(told)
}
