//! Why the asker, or the piece that they name, can't move.
use engine::{refusal::Code, scene::Scene, seat::Seat};

use super::{
    board,
    facts::{NAMED, captures, is_private, open_choices, turn},
    question::MatchQuestion,
    words,
};
use crate::{RequestError, context::loaded::LoadedMatch};

/// The most reasons that are named.
const REASONS: usize = 3;

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
    if question.asked.has("capture") || question.asked.has("take") {
        return Ok(captures(loaded, seat, &question.squares));
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
    let refused = loaded.again()?.play(seat, words, &mut crate::terms::probing_dice()).err();
    // Words that aren't understood break no rule.
    Ok(refused.filter(|refusal| refusal.code != Code::Unreadable).map(|refusal| refusal.says))
}
