//! Answers from the match on the board: facts that everyone in the room can see, never advice.
use command::{Command, say, verbs::Answer};
use content::asked::facts::Fact;
use engine::{
    game::Status,
    question::{Relation, Thing},
    scene::{self, Item, Scene, Surface, Verbosity},
    seat::{Observer, Seat, Viewer},
};
use model::{reply::Choice, text::Text};
use service::{
    ClockStop, HeardWords, RequestError,
    context::{RequestContext, loaded::LoadedMatch, seam},
    dispatch::commands::execute,
    matches, people, telling, timing,
};
use store::{MatchRow, READING};

use super::{
    board,
    earlier::{self, Nth},
    match_question::MatchQuestion,
    named_moves::named_move,
    position::{self, told},
    reading,
    rules::variation_of,
    why_not, words,
};

/// The most matches that are looked through for the last one that was played here.
const LOOKED_BACK: u32 = 20;

/// Answers a question about a fact; tells whether there is an answer here.
pub(super) fn answered(
    cx: &mut RequestContext<'_>,
    loaded: &LoadedMatch,
    question: &MatchQuestion,
    fact: Fact,
) -> Result<bool, RequestError> {
    let of = loaded.row.id;
    match (fact, question.seat) {
        (Fact::Hand, Some(_)) => return execute(cx, &say!(Hand { of })).map(|()| true),
        (Fact::Advice, Some(_))
            if !loaded.row.terms.rated
                && loaded.row.end.is_none()
                && seam::heard(
                    cx,
                    HeardWords::Advice { of, why: named_move(&question.typed).as_deref() },
                )? =>
        {
            return Ok(true);
        }
        (Fact::Chances, Some(_)) if loaded.row.end.is_none() => {
            if let Some(says) = told(loaded, question, Relation::Chance) {
                say(cx, loaded, says, None);
                return Ok(true);
            }
            return if loaded.row.terms.rated || !question.squares.is_empty() {
                Ok(false)
            } else {
                seam::heard(cx, HeardWords::Advice { of, why: Some("") })
            };
        }
        (Fact::History, _) => {
            let Some(past) = cx.memory.features.past() else { return Ok(false) };
            return execute(cx, &(past.list)(Some(of))).map(|()| true);
        }
        (Fact::Result, _) => {
            let mut rows = cx.tx.finished_of(cx.me.id, None, LOOKED_BACK)?.into_iter();
            let here = |row: &MatchRow| row.room == cx.room.id;
            match rows.find(here) {
                Some(row) => {
                    let last = matches::find::load(cx, row)?;
                    say(cx, &last, ended(&last)?, None);
                }
                None => cx.say(cx.answer(words::none_ended())),
            }
            return Ok(true);
        }
        (Fact::Board, _) => return execute(cx, &say!(Board { of })).map(|()| true),
        (Fact::Moves, Some(_)) if is_asked(loaded, question.seat) => {
            return execute(cx, &say!(Moves { of })).map(|()| true);
        }
        _ => {}
    }
    let Some(mut says) = said(cx, loaded, question, fact)? else { return Ok(false) };
    if let Fact::Of(relation) = fact {
        says.splice(0..0, reading::left_out(question, relation, &says).map(words::without));
    }
    let press: Option<Command> = match fact {
        Fact::Turn | Fact::Why | Fact::Of(Relation::Take) if is_asked(loaded, question.seat) => {
            Some(say!(Moves { of }))
        }
        Fact::Last
        | Fact::Around
        | Fact::Rank
        | Fact::File
        | Fact::Square
        | Fact::Of(Relation::Stands) => Some(say!(Board { of })),
        Fact::Advice => Some(say!(Moves { of })),
        Fact::Rated => Some(say!(Rules { game: "house", topic: "ratings" })),
        _ => None,
    };
    say(cx, loaded, says, press);
    Ok(true)
}

/// Says sentences about a match, with what more is known of it to press.
pub(super) fn say(
    cx: &mut RequestContext<'_>,
    loaded: &LoadedMatch,
    says: Vec<String>,
    press: Option<Command>,
) {
    let mut lines = vec![Text::small(telling::turn::named_shortly(loaded))];
    lines.extend(says.into_iter().map(Text::sentence));
    let choices: Vec<Choice> = press.map(people::words::help::line_button).into_iter().collect();
    cx.say(cx.answer(Text::Lines(lines)).suggestions(choices));
}

fn said(
    cx: &RequestContext<'_>,
    loaded: &LoadedMatch,
    question: &MatchQuestion,
    fact: Fact,
) -> Result<Option<Vec<String>>, RequestError> {
    let over = loaded.row.end.as_ref();
    let scene = &question.scene;
    let says = match fact {
        Fact::Turn | Fact::Why | Fact::Last | Fact::Of(Relation::Take | Relation::Safe)
            if over.is_some() =>
        {
            ended(loaded)?
        }
        // What to do once it is over, `moves` says.
        Fact::Moves if over.is_some() => return Ok(None),
        Fact::Turn => turn(loaded, question.seat),
        // What a move would do is told elsewhere, with the reason.
        Fact::Why if question.names_a_move() => return Ok(None),
        Fact::Why => match why_not::just_refused(cx, loaded, question)? {
            Some(says) => vec![says],
            None => {
                let takes = ["capture", "take", "jump", "attack"];
                let takes = takes.iter().any(|word| question.asked.has(word));
                let takes = takes && board::is_of_squares(scene) && is_asked(loaded, question.seat);
                let asked = if takes { Relation::Take } else { Relation::WhyNot };
                return Ok(told(loaded, question, asked));
            }
        },
        Fact::Of(Relation::Take | Relation::Safe) if !board::is_of_squares(scene) => {
            return Ok(None);
        }
        Fact::Of(Relation::Take | Relation::Safe) if question.seat.is_none() => turn(loaded, None),
        // What is done with a ball.
        Fact::Of(Relation::Pass | Relation::Steal | Relation::Reach | Relation::WhyNot)
            if board::is_of_squares(scene) =>
        {
            return Ok(None);
        }
        // Of two squares more is asked than what stands there.
        Fact::Of(Relation::Stands) if 1 < question.squares.len() => return Ok(None),
        Fact::Of(Relation::Stands) => match told(loaded, question, Relation::Stands) {
            Some(says) => with_capture(cx, loaded, &question.squares, says)?,
            None => return Ok(None),
        },
        Fact::Of(relation) => return Ok(told(loaded, question, relation)),
        Fact::Time => match time(cx, loaded, question.seat) {
            // Without a clock, turns may be counted.
            says if says.is_empty() => told(loaded, question, Relation::Count)
                .filter(|_| question.words.iter().any(|word| word == "long"))
                .unwrap_or_else(|| vec![words::no_clock()]),
            says => says,
        },
        Fact::Level => match Seat::BOTH.into_iter().find_map(|seat| loaded.level(seat)) {
            Some(level) => vec![words::plays_at(level)],
            None => return Ok(None),
        },
        Fact::Asked => match asked(cx, loaded) {
            Some(says) => vec![says],
            None => return Ok(None),
        },
        Fact::Score => {
            let mut says = match over {
                Some(_) => ended(loaded)?,
                None if ["over", "won", "did"].iter().any(|word| question.asked.has(word)) => {
                    vec![words::goes_on()]
                }
                None => Vec::new(),
            };
            says.extend(position::score(loaded, question.seat));
            says
        }
        Fact::Last => {
            match question.sides().find(|side| question.seat.is_some_and(|own| own != *side)) {
                Some(other) => earlier::turn_of(cx, loaded, Some(other), Nth::Last)?,
                None => last(loaded, question.seat),
            }
        }
        Fact::Happened => return earlier::happened(cx, loaded, question),
        Fact::Steps => vec![words::steps(loaded.step.step, over.is_some())],
        Fact::Secrets => return Ok(over.and_then(|_| earlier::secrets(loaded))),
        Fact::Around | Fact::Rank | Fact::File => {
            let Some((place, squares)) = area(question, fact) else { return Ok(None) };
            words::area(&place, &squares)
        }
        // Who asks wants the position.
        Fact::Read => {
            let reading = cx.me.settings.get(&READING).unwrap_or_default().max(Verbosity::Normal);
            vec![scene::read_aloud(scene, reading)]
        }
        Fact::Square => {
            let [at] = &question.squares[..] else { return Ok(None) };
            let Some(cell) = board::cell(scene, at) else { return Ok(None) };
            let is_piece = board::owner(scene, cell).is_some();
            let safe = Some(Relation::Safe).filter(|_| board::is_of_squares(scene));
            let safe = safe.and_then(|safe| told(loaded, question, safe));
            let stands = Some(Relation::Stands).filter(|_| is_piece || safe.is_none());
            let stands = stands.and_then(|stands| told(loaded, question, stands));
            let says = [stands, safe].into_iter().flatten().flatten().collect();
            with_capture(cx, loaded, &question.squares, says)?
        }
        Fact::Side => vec![match question.seat {
            Some(seat) => {
                words::you_play(loaded.game().sides()[seat.index()], &loaded.titled(seat.other()))
            }
            None => words::play_each_other(&Seat::BOTH.map(|seat| loaded.titled(seat))),
        }],
        Fact::Rated => vec![words::is_rated(loaded.row.id, loaded.row.terms.rated)],
        Fact::Terms => {
            let mut says = vec![words::played_with(variation_of(&loaded.row.terms).as_deref())];
            says.extend(time(cx, loaded, question.seat));
            says
        }
        Fact::Where => return Ok(places(loaded, question)),
        // What a named move does is told elsewhere.
        Fact::Advice if over.is_some() || !loaded.row.terms.rated || question.names_a_move() => {
            return Ok(None);
        }
        Fact::Advice => {
            let facts = [Relation::Take, Relation::Safe];
            let facts = facts.into_iter().filter(|_| is_asked(loaded, question.seat));
            let facts = facts.filter_map(|relation| told(loaded, question, relation)).flatten();
            [words::no_advice()].into_iter().chain(facts).collect()
        }
        Fact::Moves => turn(loaded, question.seat),
        Fact::Hand | Fact::History | Fact::Board | Fact::Chances | Fact::Result => return Ok(None),
    };
    Ok(Some(says))
}

/// Names a part of the board that a question is about, and lists what stands on its squares; none if there is no such part.
fn area(question: &MatchQuestion, fact: Fact) -> Option<(String, Vec<(String, String)>)> {
    let scene = &question.scene;
    let (place, squares) = match fact {
        Fact::Rank => {
            let number = question.numbers.first()?.to_string();
            let part = board::part(scene, |_, name| name[1..] == number);
            (words::on_rank(number), part)
        }
        Fact::File => {
            let letter = question.file?;
            let is_on = |name: &str| name.to_ascii_lowercase().starts_with(letter);
            (words::on_file(letter), board::part(scene, |_, name| is_on(name)))
        }
        _ => {
            let [name] = &question.squares[..] else { return None };
            let at = board::cell(scene, name)?;
            let part = board::part(scene, |cell, _| board::are_beside(cell, at));
            (format!("around {name}"), part)
        }
    };
    Some((place, squares?))
}

/// Adds what was just captured on one of some squares, which the picture marks.
pub(super) fn with_capture(
    cx: &RequestContext<'_>,
    loaded: &LoadedMatch,
    squares: &[String],
    mut says: Vec<String>,
) -> Result<Vec<String>, RequestError> {
    let scene = scene_of(loaded);
    let is_marked = |square: &&String| {
        let lost = scene.items.iter().filter_map(|item| match item {
            Item::Lost { at, .. } => Some(at.to_string()),
            _ => None,
        });
        lost.into_iter().any(|at| at.eq_ignore_ascii_case(square))
    };
    if let Some(square) = squares.iter().find(is_marked) {
        says.extend(earlier::told_last(cx, loaded, std::slice::from_ref(square))?);
    }
    Ok(says)
}

/// Tells whether a game has what a fact tells.
pub(super) fn may_be_asked(loaded: &LoadedMatch, fact: Fact) -> bool {
    let scene = scene_of(loaded);
    match fact {
        Fact::Of(Relation::Take | Relation::Safe) => board::is_of_squares(&scene),
        Fact::Where => !board::is_of_squares(&scene) || !scene.panels.is_empty(),
        Fact::Of(Relation::Distance) => matches!(scene.board, Surface::Court(_)),
        Fact::Of(Relation::Meaning) => !scene.panels.is_empty(),
        _ => true,
    }
}

/// Returns what everyone in the room sees.
pub(super) fn scene_of(loaded: &LoadedMatch) -> Scene {
    loaded.table.show(Observer { viewer: Viewer::Room, names: &loaded.names })
}

/// Finds a square on the board of a match.
pub(super) fn cell_named(loaded: &LoadedMatch, square: &str) -> Option<scene::Cell> {
    board::cell(&scene_of(loaded), square)
}

pub(super) fn is_asked(loaded: &LoadedMatch, seat: Option<Seat>) -> bool {
    loaded.row.end.is_none() && seat.is_some_and(|seat| loaded.table.status().waits_for(seat))
}

fn ended(loaded: &LoadedMatch) -> Result<Vec<String>, RequestError> {
    let end = loaded.row.end.as_ref();
    end.map(|end| telling::end::verdict(loaded, end)).into_iter().collect()
}

/// Says who is asked for what.
pub(super) fn turn(loaded: &LoadedMatch, seat: Option<Seat>) -> Vec<String> {
    let Status::Waiting(prompts) = loaded.table.status() else { return Vec::new() };
    let mut says: Vec<String> = prompts
        .iter()
        .map(|prompt| {
            if Some(prompt.seat) == seat {
                words::your_turn(&prompt.ask)
            } else {
                words::turn_of(loaded.names.get(prompt.seat), &prompt.ask)
            }
        })
        .collect();
    if loaded.row.timer.paused().is_some() {
        says.push(words::is_paused());
    }
    says
}

fn time(cx: &RequestContext<'_>, loaded: &LoadedMatch, seat: Option<Seat>) -> Vec<String> {
    let order = if seat == Some(Seat::Second) { [Seat::Second, Seat::First] } else { Seat::BOTH };
    let mut says = Vec::new();
    for each in order {
        let Some(left) = timing::spelled_clock(cx, loaded, each) else { continue };
        let who = (Some(each) != seat).then(|| loaded.names.get(each).as_str());
        says.push(words::has_time(who, &left));
    }
    says
}

/// Says what one side asks of the other.
fn asked(cx: &RequestContext<'_>, loaded: &LoadedMatch) -> Option<String> {
    let rules = &loaded.row.match_rules;
    let name = |seat: Seat| loaded.names.get(seat).as_str();
    let draw = rules.draw_offered_by().map(|by| words::offers_draw(name(by)));
    let undo = || rules.undo_asked_by().map(|by| words::asks_undo(name(by)));
    let stop = || {
        let by = rules.pause_asked_by()?;
        let ClockStop { asks, answer, .. } = cx.memory.features.clock_stop()?;
        let answers = [Answer::Accept, Answer::Decline].map(|it| answer(None, it));
        Some(words::asks_for(&asks(name(by)), answers))
    };
    draw.or_else(undo).or_else(stop)
}

fn last(loaded: &LoadedMatch, seat: Option<Seat>) -> Vec<String> {
    let to = Observer { viewer: Viewer::Room, names: &loaded.names };
    let mut says = loaded.table.told(to);
    if loaded.step.step == 0 {
        says.insert(0, words::nothing_played());
    }
    says.extend(turn(loaded, seat));
    says
}

/// Says where the things are that a question names, from the board or from its description; none if nothing says it.
fn places(loaded: &LoadedMatch, question: &MatchQuestion) -> Option<Vec<String>> {
    let is_placed = |thing: &Thing| !matches!(thing, Thing::Side(_));
    if !board::is_of_squares(&question.scene)
        && question.things().any(is_placed)
        && let Some(says) = told(loaded, question, Relation::Stands)
    {
        return Some(says);
    }
    let things: Vec<&String> =
        question.asked.words.iter().filter(|word| 3 < word.len() && *word != "where").collect();
    told_of(&question.scene, |line| {
        let line = line.to_lowercase();
        things.iter().any(|thing| line.contains(thing.as_str()))
    })
}

/// Returns the sentences about something from the description of the board.
fn told_of(scene: &Scene, is_about: impl Fn(&str) -> bool) -> Option<Vec<String>> {
    let all = scene::words(scene);
    let lines: Vec<String> =
        all.split(". ").filter(|line| is_about(line)).take(3).map(str::to_owned).collect();
    (!lines.is_empty()).then_some(lines)
}

/// Says how it stands in the match here.
pub(super) fn score_now(cx: &RequestContext<'_>) -> Result<Vec<String>, RequestError> {
    let mut rows = matches::here::playable_here(cx)?;
    if rows.len() != 1 {
        return Ok(Vec::new());
    }
    let loaded = matches::find::load(cx, rows.remove(0))?;
    let seat = matches::seat::seat_in(cx, &loaded).ok();
    Ok(position::score(&loaded, seat))
}
