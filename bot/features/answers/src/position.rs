//! What the engine answers about the position of a match, as everyone in the room sees it.
use command::say;
use engine::{
    question::{Question, Relation, Thing},
    seat::{BySeat, Observer, Seat, Viewer},
};
use model::ids::MatchId;
use service::{
    RequestError,
    context::{RequestContext, loaded::LoadedMatch},
    dispatch::{commands::execute, yes_no::is_move_in_match},
};

use super::{
    about_match::looked_at,
    asked_line::about_move,
    board, earlier, facts,
    match_question::{MatchQuestion, move_asked},
    named_moves::asks_of_move,
    reading, words,
};

/// Answers a question that names places or pieces of the board, or the time when something was done; of a line that doesn't ask only
/// what happened: `my man just vanished`. Tells whether there is an answer.
pub(super) fn about_position(
    cx: &mut RequestContext<'_>,
    of: Option<MatchId>,
    typed: &str,
    asks: bool,
) -> Result<bool, RequestError> {
    looked_at(cx, of, |cx, loaded| {
        let asked = MatchQuestion::read(cx, loaded, typed);
        let read = reading::read(&asked);
        let is_past = |it: &Question| it.relation == Relation::Happened;
        let is_open = match read.as_ref().map(|question| (question.relation, question.past)) {
            None | Some((Relation::Meaning, _)) => true,
            Some((Relation::Happened, _)) => !earlier::is_of_loss(&asked),
            Some((_, past)) => !past && asked.begins("time"),
        };
        if asks
            && is_open
            && let Some(says) = earlier::at_time(cx, loaded, &asked, false)?
        {
            return said_of_steps(cx, loaded, says);
        }
        let Some(question) = read.filter(|question| asks || is_past(question)) else {
            return Ok(false);
        };
        // What is typed for a match with a ball has other words than squares.
        let is_typed = !board::is_of_squares(&asked.scene)
            && is_move_in_match(cx, Some(loaded.row.id), move_asked(typed))?;
        let is_move = asks_of_move(typed)
            && !matches!(
                question.relation,
                Relation::InTheWay | Relation::Distance | Relation::Chance
            );
        if is_typed || is_move {
            return Ok(false);
        }
        match question.relation {
            Relation::Happened => match earlier::happened(cx, loaded, &asked)? {
                Some(says) => facts::say(cx, loaded, says, None),
                None if !asks => return Ok(false),
                None => return answered(cx, loaded, &asked, &question),
            },
            Relation::Bring => return brought(cx, loaded, &asked, question),
            _ if question.past => return answered_of_before(cx, loaded, &question),
            _ => return answered(cx, loaded, &asked, &question),
        }
        Ok(true)
    })
}

/// Tells steps, with all of them to press.
fn said_of_steps(
    cx: &mut RequestContext<'_>,
    loaded: &LoadedMatch,
    says: Vec<String>,
) -> Result<bool, RequestError> {
    let all = cx.memory.features.past().map(|past| (past.list)(Some(loaded.row.id)));
    facts::say(cx, loaded, says, all);
    Ok(true)
}

/// Says that a question about two places or pieces can't be answered, and shows the board, or that no step was told with what a question
/// speaks of; tells whether it is such a question.
pub(super) fn cannot_say(
    cx: &mut RequestContext<'_>,
    of: Option<MatchId>,
    typed: &str,
) -> Result<bool, RequestError> {
    looked_at(cx, of, |cx, loaded| {
        let asked = MatchQuestion::read(cx, loaded, typed);
        let places = reading::places(&asked);
        if places.len() < 2 {
            return match earlier::at_time(cx, loaded, &asked, true)? {
                Some(says) => said_of_steps(cx, loaded, says),
                None => Ok(false),
            };
        }
        cx.say(cx.answer(words::cannot_say(&places)));
        execute(cx, &say!(Board { of: loaded.row.id }))?;
        Ok(true)
    })
}

/// Answers what the engine can say of the position about all that a question names, or about a side.
pub(super) fn told(
    loaded: &LoadedMatch,
    asked: &MatchQuestion,
    relation: Relation,
) -> Option<Vec<String>> {
    let is_side = |thing: &&Thing| matches!(thing, Thing::Side(_));
    let is_kind = |thing: &&Thing| matches!(thing, Thing::Kind(_));
    let own = asked.seat.map(Thing::Side);
    let names_own = asked.things().any(|thing| Some(thing) == own.as_ref());
    let side = match relation {
        // Of `can he attack me` is told what is attacked.
        Relation::Safe if names_own => own.as_ref(),
        _ => asked.things().find(is_side),
    };
    let things = || asked.things().filter(|thing| !is_side(thing)).cloned();
    let by_side = || side.or(own.as_ref()).cloned().into_iter();
    let [by, to]: [Vec<Thing>; 2] = match relation {
        // What takes, or is taken, may be of any kind.
        Relation::Take | Relation::Safe => {
            let placed: Vec<Thing> = things().filter(|thing| !is_kind(&thing)).collect();
            if placed.is_empty() || relation == Relation::Take && side.is_some() {
                [by_side().collect(), placed]
            } else {
                [placed, Vec::new()]
            }
        }
        Relation::Pass | Relation::Steal | Relation::Reach => {
            let to = things().filter(|thing| *thing != Thing::Ball);
            [by_side().collect(), to.collect()]
        }
        // What both have is told unless one is named.
        Relation::Count => [side.cloned().into_iter().chain(things()).collect(), Vec::new()],
        _ if things().any(|thing| !is_kind(&&thing)) => {
            [asked.things().cloned().collect(), Vec::new()]
        }
        _ => [by_side().chain(things()).collect(), Vec::new()],
    };
    let words = asked.words.clone();
    let question = Question { relation, asker: asked.seat, by, to, past: false, words };
    loaded.table.answer(&question, room(&loaded.names))
}

/// Says how it stands between both sides: on a board of squares who has how many pieces, else what is missing to win.
pub(super) fn score(loaded: &LoadedMatch, asker: Option<Seat>) -> Vec<String> {
    let of_squares = board::is_of_squares(&facts::scene_of(loaded));
    let relation = if of_squares { Relation::Count } else { Relation::Progress };
    ask(loaded, asker, relation, Vec::new())
}

/// Answers a question without words of its own.
fn ask(
    loaded: &LoadedMatch,
    asker: Option<Seat>,
    relation: Relation,
    by: Vec<Thing>,
) -> Vec<String> {
    let question = Question { relation, asker, by, to: Vec::new(), past: false, words: Vec::new() };
    loaded.table.answer(&question, room(&loaded.names)).unwrap_or_default()
}

/// Says what a move would bring, beyond what it does itself.
pub(super) fn then(loaded: &LoadedMatch, seat: Seat, typed: &str) -> Vec<String> {
    ask(loaded, Some(seat), Relation::Bring, vec![Thing::Move(typed.to_owned())])
}

fn answered(
    cx: &mut RequestContext<'_>,
    loaded: &LoadedMatch,
    asked: &MatchQuestion,
    question: &Question,
) -> Result<bool, RequestError> {
    let Some(says) = loaded.table.answer(question, room(&loaded.names)) else { return Ok(false) };
    let squares: Vec<String> = question.squares().map(str::to_owned).collect();
    let mut says = match question.relation {
        Relation::Stands | Relation::Safe => facts::with_capture(cx, loaded, &squares, says)?,
        _ => says,
    };
    says.splice(0..0, reading::left_out(asked, question.relation, &says).map(words::without));
    facts::say(cx, loaded, says, Some(say!(Board { of: loaded.row.id })));
    Ok(true)
}

/// Answers what was so before the last turn; of `could he have taken it` before the last one of who could have.
fn answered_of_before(
    cx: &mut RequestContext<'_>,
    loaded: &LoadedMatch,
    question: &Question,
) -> Result<bool, RequestError> {
    let doer = question.by.iter().find_map(|thing| match thing {
        Thing::Side(seat) => Some(*seat),
        _ => None,
    });
    let seat = doer.or(question.asker).filter(|_| question.has(&["have"]));
    let Some((seat, table)) = earlier::before_turn(cx, loaded, seat)? else {
        return Ok(false);
    };
    let Some(says) = table.answer(question, room(&loaded.names)) else { return Ok(false) };
    let when = words::before_turn(loaded.names.get(seat));
    facts::say(cx, loaded, [vec![when], says].concat(), None);
    Ok(true)
}

/// Answers what a move between the two squares of a question would bring, or why it can't be made.
fn brought(
    cx: &mut RequestContext<'_>,
    loaded: &LoadedMatch,
    asked: &MatchQuestion,
    question: Question,
) -> Result<bool, RequestError> {
    let squares: Vec<&str> = question.squares().collect();
    if let [from, to, ..] = squares[..] {
        for joined in [format!("{from}-{to}"), format!("{from}x{to}")] {
            if is_move_in_match(cx, Some(loaded.row.id), &joined)? {
                return about_move(cx, Some(loaded.row.id), &joined);
            }
        }
    }
    let relation = if squares.len() < 2 { Relation::Bring } else { Relation::WhyNot };
    answered(cx, loaded, asked, &Question { relation, ..question })
}

fn room(names: &BySeat<String>) -> Observer<'_> {
    Observer { viewer: Viewer::Room, names }
}
