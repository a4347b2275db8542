//! What can be captured, and what could be captured next turn, on boards of squares; and why a piece can't be.
use content::asked::{facts::Fact, stem, word_list};
use engine::{
    scene::{Cell, Item, Scene},
    seat::Seat,
};
use service::{RequestError, context::loaded::LoadedMatch};

use super::{
    board,
    dangers::{self, Danger, NextTurn},
    facts::{self, NAMED, captures_of, is_asked, is_private, open_choices, turn},
    match_question::MatchQuestion,
    why_not, words,
};

/// The most reasons that are named.
const REASONS: usize = 2;

/// Finds what is asked about the pieces on the squares of a question, if it speaks of capturing or of danger.
pub(super) fn asked(loaded: &LoadedMatch, question: &MatchQuestion) -> Option<Fact> {
    let seat = question.seat.filter(|_| loaded.row.end.is_none())?;
    let scene = facts::scene_of(loaded);
    let squares = question.squares.iter().filter_map(|at| board::cell(&scene, at));
    let owners: Vec<Seat> = squares.filter_map(|at| dangers::owner(&scene, at)).collect();
    let has = |list: &str| {
        let all = word_list(list).iter().map(|word| stem(word)).collect::<Vec<_>>();
        question.asked.words.iter().any(|word| all.contains(&stem(word)))
    };
    if has("odds") {
        return None;
    }
    // `How did his man come over to d6` asks for what was played.
    if ["did", "was", "came", "suddenly", "happened"].iter().any(|past| question.asked.has(past)) {
        return (question.squares.len() == 1).then_some(Fact::Happened);
    }
    let by_them = question.asked.has("them") || has("passive");
    match owners[..] {
        [owner] if question.squares.len() == 1 && owner == seat => {
            (has("dangers") || has("captures") && by_them).then_some(Fact::Threat)
        }
        [_] if question.squares.len() == 1 => match has("captures") || has("dangers") {
            true if question.asked.has("me") && !question.asked.has("i") => Some(Fact::Threat),
            true => Some(Fact::Captures),
            false => None,
        },
        [one, other] if one != other && has("captures") => {
            // `His man on g5, can he get my f4` asks what they can do.
            let subject = question.asked.words.windows(2).rev().find_map(|pair| {
                let asks = word_list("verbs").contains(&pair[0].as_str());
                ["i", "them", "SQUARE"].into_iter().find(|subject| asks && pair[1] == *subject)
            });
            let theirs = subject == Some("them") || subject == Some("SQUARE") && one != seat;
            Some(if theirs { Fact::Threat } else { Fact::Captures })
        }
        _ => None,
    }
}

/// Tells whether a piece stands on each square that a question names.
pub(super) fn are_pieces(scene: &Scene, question: &MatchQuestion) -> bool {
    let is_piece =
        |at: &String| board::cell(scene, at).is_some_and(|at| dangers::owner(scene, at).is_some());
    question.squares.iter().all(is_piece)
}

/// Says what the other side could capture after a move of the asker's, also where chance follows; nothing if nobody can say.
pub(super) fn then_captures(loaded: &LoadedMatch, seat: Seat, typed: &str) -> Option<String> {
    if !dangers::has_captures(&facts::scene_of(loaded)) {
        return None;
    }
    let then = NextTurn::of(&*loaded.table, &loaded.names, seat, Some(typed)).replies()?;
    Some(words::then_captures(loaded.names.get(seat.other()), &then[..then.len().min(NAMED)]))
}

/// Says what the asker can capture, on one of the squares that they name if they do, or why they can't.
pub(super) fn captures(
    loaded: &LoadedMatch,
    scene: &Scene,
    seat: Seat,
    question: &MatchQuestion,
) -> Result<Vec<String>, RequestError> {
    if !is_asked(loaded, Some(seat)) || is_private(loaded, seat) {
        return Ok(turn(loaded, Some(seat)));
    }
    let named: Vec<Cell> =
        question.squares.iter().filter_map(|at| board::cell(scene, at)).collect();
    let all = dangers::captures(&*loaded.table, scene, seat);
    let there: Vec<String> = all
        .iter()
        .filter(|capture| named.iter().all(|at| capture.is_about(scene, *at)))
        .map(|it| it.words.clone())
        .collect();
    if !there.is_empty() {
        return Ok(vec![words::you_can_capture(&there[..there.len().min(NAMED)])]);
    }
    let mut says = match named.iter().find(|at| dangers::owner(scene, **at) == Some(seat.other())) {
        Some(target) => why_not::captured(loaded, scene, seat, *target, &named)?,
        None => vec![words::nothing_to_capture()],
    };
    says.truncate(REASONS);
    let others: Vec<String> = captures_of(loaded, seat).into_iter().take(NAMED).collect();
    match others.is_empty() {
        false => says.push(words::you_can_capture(&others)),
        true => says.extend(turn(loaded, Some(seat))),
    }
    Ok(says)
}

/// Says what the other side can capture now or after the asker's move, on a square that they name if they do.
pub(super) fn threats(
    loaded: &LoadedMatch,
    scene: &Scene,
    question: &MatchQuestion,
) -> Vec<String> {
    let Some(seat) = question.seat else { return turn(loaded, None) };
    let name = loaded.names.get(seat.other());
    let named = || question.squares.iter().filter_map(|at| board::cell(scene, at));
    let own = named().find(|at| dangers::owner(scene, *at) == Some(seat));
    let at = own.or_else(|| named().next());
    if !is_asked(loaded, Some(seat)) {
        let now = dangers::captures(&*loaded.table, scene, seat.other());
        let there = now.iter().filter(|capture| at.is_none_or(|at| capture.is_about(scene, at)));
        let there: Vec<String> = there.map(|it| it.words.clone()).take(NAMED).collect();
        let says = match there.is_empty() {
            true => words::can_capture_nothing(name),
            false => words::can_capture(name, &there),
        };
        return [says].into_iter().chain(own.and_then(|at| door(scene, at))).collect();
    }
    let next_turn = NextTurn::of(&*loaded.table, &loaded.names, seat, None);
    if !next_turn.is_known() {
        return [vec![words::not_known_yet(name)], turn(loaded, Some(seat))].concat();
    }
    if let Some((at, danger)) = own.and_then(|at| Some((at, next_turn.danger(at)?))) {
        let at_name = at.to_string();
        let mut says = vec![in_danger(name, &at_name, &danger)];
        // A capture isn't all that can happen on a door.
        says.extend(door(scene, at));
        return says;
    }
    let mut threats = next_turn.threatened();
    if let Some(at) = at.filter(|_| own.is_none()) {
        let begins = at.to_string();
        threats.retain(|(_, words)| words.starts_with(&begins));
    }
    let mut all: Vec<String> = threats.into_iter().map(|it| it.1).collect();
    all.dedup();
    all.truncate(NAMED);
    vec![match all.is_empty() {
        true => words::threatens_nothing(name),
        false => words::threatens(name, &all),
    }]
}

fn in_danger(name: &str, at: &str, danger: &Danger) -> String {
    match danger {
        Danger::Safe => words::is_safe(name, at),
        Danger::IfOpened => words::is_safe_unless_opened(name, at),
        Danger::Threatened(by) => words::is_threatened(name, at, by),
        Danger::Lost(by) => words::is_lost(name, at, by),
    }
}

/// Says what stands on the square of a question, and what can be captured there; none if it isn't on the board.
pub(super) fn all(
    loaded: &LoadedMatch,
    scene: &Scene,
    question: &MatchQuestion,
) -> Result<Option<Vec<String>>, RequestError> {
    let Some((typed, at)) =
        question.squares.first().and_then(|at| Some((at, board::cell(scene, at)?)))
    else {
        return Ok(None);
    };
    let mut says = vec![words::stands(typed, &scene.standing(at))];
    let running = loaded.row.end.is_none();
    match (question.seat, dangers::owner(scene, at)) {
        (Some(seat), Some(owner)) if running && owner == seat => {
            says.extend(threats(loaded, scene, question));
        }
        (Some(seat), Some(_)) if running && is_asked(loaded, Some(seat)) => {
            says.extend(captures(loaded, scene, seat, question)?);
        }
        (Some(seat), None) if is_asked(loaded, Some(seat)) => {
            says.extend(steps_to(loaded, seat, at))
        }
        _ => {}
    }
    if running && dangers::owner(scene, at).is_none() {
        says.extend(door(scene, at));
    }
    Ok(Some(says))
}

/// Says which of the asker's moves end on an empty square, and what the other side could capture then.
fn steps_to(loaded: &LoadedMatch, seat: Seat, at: Cell) -> Vec<String> {
    let end = format!("-{at}");
    let there = open_choices(loaded, seat).into_iter().map(|choice| choice.words);
    let there = there.filter(|words| words.ends_with(&end)).take(REASONS);
    there
        .map(|words| words::can_go_there(&words, then_captures(loaded, seat, &words).as_deref()))
        .collect()
}

/// Says whether the next turn can open a closed door; nothing if there is none on the square.
fn door(scene: &Scene, at: Cell) -> Option<String> {
    let hatches = scene.items.iter().filter_map(|item| match item {
        Item::Hatch { at, open, tint, knob } => Some((*at, *open, tint, knob)),
        _ => None,
    });
    let (_, _, tint, knob) = hatches.clone().find(|(here, open, ..)| *here == at && !*open)?;
    // A knob goes through its centre, with both doors closed, from one side to the other.
    let is_aside = hatches.clone().any(|(_, open, _, other)| open && other == knob);
    Some(words::door(&at.to_string(), tint.name(), knob, if is_aside { 2 } else { 1 }))
}
