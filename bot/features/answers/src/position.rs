//! What the engine answers about the position of a match, as everyone in the room sees it.
use command::say;
use content::asked::AskedWords;
use engine::{
    question::{Question, Relation, Thing},
    scene::{Scene, Surface},
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
    earlier, facts,
    match_question::{MatchQuestion, move_asked},
    named_moves::asks_of_move,
    reading::{self, QuestionContext},
    words,
};

/// Answers a question that names places or pieces of the board; tells whether there is an answer.
pub(super) fn about_position(
    cx: &mut RequestContext<'_>,
    of: Option<MatchId>,
    typed: &str,
) -> Result<bool, RequestError> {
    looked_at(cx, of, |cx, loaded| {
        let seat = service::matches::seat::seat_in(cx, loaded).ok();
        let Some(question) =
            with_asking(cx, loaded, typed, seat, |words, asking| reading::read(words, asking))
        else {
            return Ok(false);
        };
        // What is typed for a match with a ball has other words than squares.
        let is_typed =
            !is_of_squares(loaded) && is_move_in_match(cx, Some(loaded.row.id), move_asked(typed))?;
        if is_typed {
            return Ok(false);
        }
        let is_move = asks_of_move(typed)
            && !matches!(
                question.relation,
                Relation::InTheWay | Relation::Distance | Relation::Chance
            );
        if is_move {
            return Ok(false);
        }
        match question.relation {
            Relation::Happened => match earlier::happened_to(cx, loaded, &question)? {
                Some(says) => facts::say(cx, loaded, vec![says], None),
                None => return answered(cx, loaded, &question),
            },
            Relation::Bring => return brought(cx, loaded, question),
            _ if question.past => return answered_of_before(cx, loaded, &question),
            _ => return answered(cx, loaded, &question),
        }
        Ok(true)
    })
}

/// Says that a question about two places or pieces can't be answered, and shows the board; tells whether it is one.
pub(super) fn cannot_say(
    cx: &mut RequestContext<'_>,
    of: Option<MatchId>,
    typed: &str,
) -> Result<bool, RequestError> {
    looked_at(cx, of, |cx, loaded| {
        if !with_asking(cx, loaded, typed, None, reading::names_two) {
            return Ok(false);
        }
        cx.say(cx.answer(words::cannot_say()));
        execute(cx, &say!(Board { of: loaded.row.id }))?;
        Ok(true)
    })
}

/// Answers what the engine can say of the position.
pub(super) fn told(
    loaded: &LoadedMatch,
    question: &MatchQuestion,
    relation: Relation,
) -> Option<Vec<String>> {
    let squares = question.squares.iter().cloned().map(Thing::Square);
    let side = question.of_side.or(question.seat).map(Thing::Side);
    let kind = question.words.iter().any(|word| word.starts_with("card"));
    let kind = kind.then(|| Thing::Kind("card".to_owned()));
    let things: Vec<Thing> = match question.squares.is_empty() {
        true => side.into_iter().chain(kind).collect(),
        false => squares.collect(),
    };
    let asked = Question {
        relation,
        asker: question.seat,
        by: things,
        to: Vec::new(),
        negated: false,
        past: false,
        words: question.words.clone(),
    };
    loaded.table.answer(&asked, room(&loaded.names))
}

/// Says what a move would bring, beyond what it does itself.
pub(super) fn then(loaded: &LoadedMatch, seat: Seat, typed: &str) -> Vec<String> {
    let asked = Question {
        relation: Relation::Bring,
        asker: Some(seat),
        by: vec![Thing::Move(typed.to_owned())],
        to: Vec::new(),
        negated: false,
        past: false,
        words: Vec::new(),
    };
    loaded.table.answer(&asked, room(&loaded.names)).unwrap_or_default()
}

fn is_of_squares(loaded: &LoadedMatch) -> bool {
    matches!(facts::scene_of(loaded).board, Surface::Squares(_))
}

fn answered(
    cx: &mut RequestContext<'_>,
    loaded: &LoadedMatch,
    question: &Question,
) -> Result<bool, RequestError> {
    let Some(says) = loaded.table.answer(question, room(&loaded.names)) else { return Ok(false) };
    let squares: Vec<&str> = question.squares().collect();
    let says = match question.relation {
        Relation::Stands | Relation::Safe => facts::with_capture(cx, loaded, &squares, says)?,
        _ => says,
    };
    facts::say(cx, loaded, says, Some(say!(Board { of: loaded.row.id })));
    Ok(true)
}

/// Answers what was so before the last turn of who asks, or of the side that moved last.
fn answered_of_before(
    cx: &mut RequestContext<'_>,
    loaded: &LoadedMatch,
    question: &Question,
) -> Result<bool, RequestError> {
    let Some((seat, table)) = earlier::before_turn(cx, loaded, question.asker)? else {
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
    answered(cx, loaded, &Question { relation: Relation::WhyNot, ..question })
}

/// Reads the words of a question, and does something with them and with what is on the board.
fn with_asking<T>(
    cx: &RequestContext<'_>,
    loaded: &LoadedMatch,
    typed: &str,
    seat: Option<Seat>,
    read: impl FnOnce(&[String], &QuestionContext<'_>) -> T,
) -> T {
    let scene: Scene = facts::scene_of(loaded);
    let sides = loaded.game().sides().map(str::to_lowercase);
    let names = Seat::BOTH.map(|seat| loaded.names.get(seat).to_lowercase());
    let known = [names[0].as_str(), &names[1], &sides[0], &sides[1]];
    let words = AskedWords::read(typed, &known, cx.memory.house.spelling()).words;
    read(
        &words,
        &QuestionContext { scene: &scene, seat, names: &loaded.names, sides: sides.clone() },
    )
}

fn room(names: &BySeat<String>) -> Observer<'_> {
    Observer { viewer: Viewer::Room, names }
}
