//! Why the asker, or the piece that they name, can't move.
use engine::{
    quote::sentence_case,
    refusal::Code,
    scene::{Cell, Scene},
    seat::Seat,
};
use service::{
    RequestError,
    context::{RequestContext, loaded::LoadedMatch},
    terms::probing_dice,
};

use super::{
    board, dangers,
    facts::{NAMED, faces, is_private, open_choices, turn},
    match_question::MatchQuestion,
    on_square::captures,
    words,
};

/// The most reasons that are named.
const REASONS: usize = 3;

/// Says again why the asker's last words were refused, if nothing was played since and the question names no square.
pub(super) fn just_refused(
    cx: &RequestContext<'_>,
    loaded: &LoadedMatch,
    question: &MatchQuestion,
) -> Result<Option<String>, RequestError> {
    let refused = cx.memory.refused.get(&(loaded.row.id, cx.me.id));
    let refused = refused.filter(|refused| refused.at == loaded.step_key());
    match (question.seat, refused) {
        (Some(seat), Some(refused)) if question.squares.is_empty() => {
            let says = refusal(loaded, seat, &refused.words)?;
            Ok(says.map(|says| words::was_refused(&refused.words, &says)))
        }
        _ => Ok(None),
    }
}

/// Says why the asker, or the piece that they name, can't move.
pub(super) fn why(
    loaded: &LoadedMatch,
    question: &MatchQuestion,
    scene: &Scene,
) -> Result<Vec<String>, RequestError> {
    let mut says = turn(loaded, question.seat);
    let Some(seat) = question.seat.filter(|seat| loaded.table.status().waits_for(*seat)) else {
        return Ok(says);
    };
    let captures_here = dangers::has_captures(scene);
    if captures_here && (question.asked.has("capture") || question.asked.has("take")) {
        return captures(loaded, scene, seat, question);
    }
    if let Some(at) = question.squares.first() {
        let from = starting(loaded, seat, at);
        return Ok(match from.is_empty() {
            false => vec![words::can_go(at, &from)],
            true => {
                let mut why = refusals(loaded, scene, seat, at)?;
                if why.is_empty() {
                    why = refusal(loaded, seat, at)?.into_iter().collect();
                }
                vec![words::cannot_move(at, &standing(scene, at), &why)]
            }
        });
    }
    let cards = without_choices(loaded, scene, seat)?;
    if !cards.is_empty() {
        says.extend(cards);
        return Ok(says);
    }
    let choices = loaded.table.board_choices(seat);
    let forced = !choices.is_empty()
        && choices.iter().all(|choice| choice.pick.as_ref().is_some_and(|pick| pick.captures));
    if !is_private(loaded, seat) {
        let listed: Vec<String> = choices.into_iter().map(|it| it.words).collect();
        says.push(match forced {
            true => words::must_capture(&listed[..listed.len().min(NAMED)]),
            false => words::nothing_stops_you(&listed[..listed.len().min(3)]),
        });
    }
    Ok(says)
}

/// Says of each card face up that can't be played why it can't, where a card has to be chosen.
fn without_choices(
    loaded: &LoadedMatch,
    scene: &Scene,
    seat: Seat,
) -> Result<Vec<String>, RequestError> {
    let listed = open_choices(loaded, seat);
    let begins = |word: &str| listed.iter().any(|choice| choice.words.starts_with(word));
    let mut out = Vec::new();
    for face in faces(scene).filter(|_| begins("card ")) {
        let typed = format!("card {}", face.name.trim_end_matches('!').to_lowercase());
        let first = typed.split(' ').take(2).collect::<Vec<_>>().join(" ");
        if !begins(&first) {
            // Some need a square behind them to be understood.
            let at = dangers::pieces(scene).next().map(|(at, _)| format!("{typed} {at}"));
            for words in [Some(typed), at].into_iter().flatten() {
                let why = refusal(loaded, seat, &words)?;
                out.extend(why.filter(|why| !out.contains(why)));
            }
        }
    }
    Ok(out)
}

fn standing(scene: &Scene, at: &str) -> String {
    board::cell(scene, at).map(|cell| scene.standing(cell)).unwrap_or_default()
}

/// Lists the choices of a seat that begin on a square.
fn starting(loaded: &LoadedMatch, seat: Seat, at: &str) -> Vec<String> {
    let listed = open_choices(loaded, seat).into_iter().map(|it| it.words);
    listed
        .filter(|line| line.strip_prefix(at).is_some_and(|it| it.starts_with(['-', 'x'])))
        .collect()
}

/// Says why a side can't capture what stands on a square: for each of its pieces beside it, or for the one among some squares.
pub(super) fn captured(
    loaded: &LoadedMatch,
    scene: &Scene,
    seat: Seat,
    target: Cell,
    named: &[Cell],
) -> Result<Vec<String>, RequestError> {
    let own = |at: &Cell| dangers::owner(scene, *at) == Some(seat);
    let from: Vec<Cell> = match named.iter().copied().find(own) {
        Some(from) => vec![from],
        None => board::neighbours(scene, target).filter(own).collect(),
    };
    if from.is_empty() {
        return Ok(vec![words::nobody_beside(&target.to_string())]);
    }
    let mut out: Vec<String> = Vec::new();
    for from in from {
        if !board::neighbours(scene, target).any(|it| it == from) {
            out.push(words::not_beside(&from.to_string(), &target.to_string()));
            continue;
        }
        let behind = board::behind(scene, from, target);
        let tried = [Some(target), behind].into_iter().flatten();
        let mut why = None;
        for to in tried {
            why = refusal(loaded, seat, &format!("{from}x{to}"))?.or(why);
        }
        let why = match (behind, why) {
            (None, _) => words::nothing_behind(&from.to_string(), &target.to_string()),
            (Some(behind), _) if dangers::owner(scene, behind).is_some() => {
                words::taken_behind(&from.to_string(), &target.to_string(), &behind.to_string())
            }
            (Some(_), Some(why)) => sentence_case(&why),
            (Some(_), None) => continue,
        };
        if !out.contains(&why) {
            out.push(why);
        }
    }
    if out.is_empty() {
        out.push(words::nothing_to_capture());
    }
    Ok(out)
}

/// Says why a piece can't go to the squares next to it, each reason once.
fn refusals(
    loaded: &LoadedMatch,
    scene: &Scene,
    seat: Seat,
    from: &str,
) -> Result<Vec<String>, RequestError> {
    let mut out: Vec<String> = Vec::new();
    for to in board::cell(scene, from).map(|at| board::next_to(scene, at)).unwrap_or_default() {
        let why = refusal(loaded, seat, &format!("{from}-{to}"))?;
        out.extend(why.filter(|why| !out.contains(why)));
    }
    out.truncate(REASONS);
    Ok(out)
}

/// Returns what the rules say against words; nothing if they are allowed.
fn refusal(loaded: &LoadedMatch, seat: Seat, words: &str) -> Result<Option<String>, RequestError> {
    let refused = loaded.again()?.play(seat, words, &mut probing_dice()).err();
    // Words that aren't understood break no rule.
    Ok(refused.filter(|refusal| refusal.code != Code::Unreadable).map(|refusal| refusal.says))
}
