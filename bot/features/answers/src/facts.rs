//! Answers from the match on the board: facts that everyone in the room can see, never advice.
use command::{Command, say, verbs::Answer};
use content::asked::facts::Fact;
use engine::{
    game::Status,
    scene::{self, CardFace, Item, Panel, Scene, Surface, Verbosity},
    seat::{Observer, Seat, Viewer},
    table::BoardChoice,
};
use model::{reply::Choice, text::Text};
use service::{
    ClockStop, HeardWords, RequestError,
    context::{RequestContext, loaded::LoadedMatch, seam},
    dispatch::commands::execute,
    matches, people, play, telling, timing,
};
use store::READING;

use super::{
    board, dangers, deeds, earlier, match_question::MatchQuestion, on_square, pieces::score,
    rules::variation_of, why_not, words,
};

/// The most choices that are named.
pub(super) const NAMED: usize = 6;

/// The most steps that are looked through for a capture that the picture marks.
const JUST: usize = 4;

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
                && seam::heard(cx, HeardWords::Advice(of))? =>
        {
            return Ok(true);
        }
        (Fact::Chances, Some(seat)) if is_asked(loaded, Some(seat)) => {
            let all = captures_of(loaded, seat);
            let is_advised = !loaded.row.terms.rated && question.squares.is_empty();
            if all.is_empty() && is_advised {
                return seam::heard(cx, HeardWords::Chances(of));
            }
            let there = all.into_iter().filter(|line| question.is_about(line));
            let mut asks = there.map(|attack| format!("odds {attack}")).chain(["odds".to_owned()]);
            let fits = |words: &String| matches!(loaded.table.ask(seat, words), Some(Ok(_)));
            return match asks.find(fits) {
                Some(words) => play::position_questions::answered(cx, loaded, seat, &words),
                None if is_advised => seam::heard(cx, HeardWords::Chances(of)),
                None => Ok(false),
            };
        }
        (Fact::History, _) => {
            let Some(past) = cx.memory.features.past() else { return Ok(false) };
            return execute(cx, &(past.list)(Some(of))).map(|()| true);
        }
        (Fact::Board, _) => return execute(cx, &say!(Board { of })).map(|()| true),
        (Fact::Moves, Some(_)) if is_asked(loaded, question.seat) => {
            return execute(cx, &say!(Moves { of })).map(|()| true);
        }
        _ => {}
    }
    let Some(says) = said(cx, loaded, question, fact)? else { return Ok(false) };
    let mut lines = vec![Text::small(telling::turn::named_shortly(loaded))];
    lines.extend(says.into_iter().map(Text::sentence));
    let press: Option<Command> = match fact {
        Fact::Turn | Fact::Why | Fact::Captures if is_asked(loaded, question.seat) => {
            Some(say!(Moves { of }))
        }
        Fact::Last
        | Fact::Around
        | Fact::Rank
        | Fact::File
        | Fact::Pieces
        | Fact::Stands
        | Fact::Square
        | Fact::Kings => Some(say!(Board { of })),
        Fact::Advice => Some(say!(Moves { of })),
        Fact::Rated => Some(say!(Rules { game: "house", topic: "ratings" })),
        _ => None,
    };
    let choices: Vec<Choice> = press.map(people::words::help::line_button).into_iter().collect();
    cx.say(cx.answer(Text::Lines(lines)).suggestions(choices));
    Ok(true)
}

fn said(
    cx: &RequestContext<'_>,
    loaded: &LoadedMatch,
    question: &MatchQuestion,
    fact: Fact,
) -> Result<Option<Vec<String>>, RequestError> {
    let over = loaded.row.end.as_ref();
    let scene = scene_of(loaded);
    let says = match fact {
        Fact::Turn | Fact::Why | Fact::Captures | Fact::Threat | Fact::Last if over.is_some() => {
            ended(loaded)?
        }
        Fact::Turn => turn(loaded, question.seat),
        // What a move would do is told elsewhere, with the reason.
        Fact::Why if question.names_a_move() => return Ok(None),
        Fact::Why => match why_not::just_refused(cx, loaded, question)? {
            Some(says) => vec![says],
            None => why_not::why(loaded, question, &scene)?,
        },
        Fact::Captures | Fact::Threat if !dangers::has_captures(&scene) => return Ok(None),
        Fact::Captures => match question.seat {
            Some(seat) => on_square::captures(loaded, &scene, seat, question)?,
            None => turn(loaded, None),
        },
        Fact::Threat if question.names_a_move() && !on_square::are_pieces(&scene, question) => {
            return Ok(None);
        }
        // Nothing is threatened where nothing stands.
        Fact::Threat if question.squares.len() == 1 && !on_square::are_pieces(&scene, question) => {
            return on_square::all(loaded, &scene, question);
        }
        Fact::Threat => on_square::threats(loaded, &scene, question),
        Fact::Time => time(cx, loaded, question.seat),
        Fact::Plays => return Ok(plays(loaded, question.seat, &scene)),
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
            says.push(score(&scene, &loaded.names));
            says
        }
        Fact::Last => {
            match question.of_side.filter(|named| question.seat.is_some_and(|own| own != *named)) {
                Some(other) => earlier::last_of(cx, loaded, other)?,
                None => last(loaded, question.seat),
            }
        }
        Fact::Happened => {
            match earlier::happened(cx, loaded, question, earlier::LOOKED_BACK as usize)? {
                Some(says) => vec![says],
                None => return Ok(None),
            }
        }
        Fact::Steps => vec![words::steps(loaded.step.step, over.is_some())],
        Fact::Secrets => return Ok(over.and_then(|_| earlier::secrets(loaded))),
        Fact::Nearest => match board::nearest_to_ball(&scene, question.side()) {
            Some((number, mils)) => {
                let role = &scene.sides.get(question.side()).role;
                vec![words::nearest(&format!("{}{number}", &role[..1]), mils)]
            }
            None => return Ok(None),
        },
        // There `king` is the face of a die.
        Fact::Kings if !matches!(scene.board, Surface::Squares(_)) => return Ok(None),
        Fact::Kings => {
            let seat = question.side();
            vec![words::kings(&owner(loaded, question.seat, seat), &board::kings(&scene, seat))]
        }
        Fact::Around => match cell_of(&scene, question) {
            Some((at, cell)) => vec![words::around(&at, &board::around(&scene, cell))],
            None => return Ok(None),
        },
        Fact::Rank => match question.numbers.first().map(|n| (*n, board::rank(&scene, *n))) {
            Some((number, Some(all))) => vec![words::rank(number, &all)],
            _ => return Ok(None),
        },
        Fact::File => match question.file.map(|letter| (letter, board::file(&scene, letter))) {
            Some((letter, Some(all))) => vec![words::file(letter, &all)],
            _ => return Ok(None),
        },
        Fact::Pieces => {
            let seat = question.side();
            let all = board::pieces(&scene, seat);
            if all.is_empty() && !matches!(scene.board, Surface::Squares(_)) {
                return Ok(None);
            }
            vec![words::pieces(&owner(loaded, question.seat, seat), &all)]
        }
        // Who asks wants the position.
        Fact::Read => {
            let reading = cx.me.settings.get(&READING).unwrap_or_default().max(Verbosity::Normal);
            vec![scene::read_aloud(&scene, reading)]
        }
        Fact::Stands => match cell_of(&scene, question) {
            Some((at, cell)) => {
                let says = vec![words::stands(&at, &scene.standing(cell))];
                with_capture(cx, loaded, question, says)?
            }
            None => return Ok(None),
        },
        Fact::Square => {
            let says = on_square::all(loaded, &scene, question)?;
            return says.map(|says| with_capture(cx, loaded, question, says)).transpose();
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
        Fact::Cards => return Ok(cards(&scene)),
        Fact::Pile => return Ok(pile(&scene)),
        Fact::Deeds => return Ok(deeds::told(loaded, question)),
        Fact::Where => return Ok(places(&scene, question)),
        Fact::Advice if over.is_none() && loaded.row.terms.rated => vec![words::no_advice()],
        Fact::Advice => return Ok(None),
        Fact::Moves => turn(loaded, question.seat),
        Fact::Hand | Fact::History | Fact::Board | Fact::Chances => return Ok(None),
    };
    Ok(Some(says))
}

/// Adds what was just captured on an empty square, which the picture marks.
fn with_capture(
    cx: &RequestContext<'_>,
    loaded: &LoadedMatch,
    question: &MatchQuestion,
    mut says: Vec<String>,
) -> Result<Vec<String>, RequestError> {
    let scene = scene_of(loaded);
    let is_marked = |at: scene::Cell| {
        scene.items.iter().any(|item| matches!(item, Item::Lost { at: lost, .. } if *lost == at))
    };
    if cell_of(&scene, question).is_some_and(|(_, at)| is_marked(at)) {
        says.extend(earlier::happened(cx, loaded, question, JUST)?);
    }
    Ok(says)
}

/// Tells whether a game has what a fact tells.
pub(super) fn may_be_asked(loaded: &LoadedMatch, fact: Fact) -> bool {
    let scene = scene_of(loaded);
    match fact {
        Fact::Threat | Fact::Captures | Fact::Kings => dangers::has_captures(&scene),
        Fact::Where => !dangers::has_captures(&scene) || !scene.panels.is_empty(),
        Fact::Nearest => matches!(scene.board, Surface::Court(_)),
        Fact::Cards | Fact::Pile => {
            scene.panels.iter().any(|panel| matches!(panel, Panel::Cards { .. }))
        }
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

fn cell_of(scene: &Scene, question: &MatchQuestion) -> Option<(String, scene::Cell)> {
    let [at] = &question.squares[..] else { return None };
    Some((at.clone(), board::cell(scene, at)?))
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
        .map(|prompt| match Some(prompt.seat) == seat {
            true => words::your_turn(&prompt.ask),
            false => words::turn_of(loaded.names.get(prompt.seat), &prompt.ask),
        })
        .collect();
    if loaded.row.timer.paused().is_some() {
        says.push(words::is_paused());
    }
    says
}

/// Lists the choices of a seat that others may know.
pub(super) fn open_choices(loaded: &LoadedMatch, seat: Seat) -> Vec<BoardChoice> {
    if is_private(loaded, seat) { Vec::new() } else { loaded.table.board_choices(seat) }
}

pub(super) fn is_private(loaded: &LoadedMatch, seat: Seat) -> bool {
    match loaded.table.status() {
        Status::Waiting(prompts) => {
            prompts.iter().any(|prompt| prompt.seat == seat && prompt.kind.is_private())
        }
        Status::Over(_) => false,
    }
}

/// Lists what a seat can capture now, as it is typed.
pub(super) fn captures_of(loaded: &LoadedMatch, seat: Seat) -> Vec<String> {
    let all = open_choices(loaded, seat).into_iter().map(|it| it.words);
    all.filter(|line| board::is_capture(line)).collect()
}

fn time(cx: &RequestContext<'_>, loaded: &LoadedMatch, seat: Option<Seat>) -> Vec<String> {
    let order = if seat == Some(Seat::Second) { [Seat::Second, Seat::First] } else { Seat::BOTH };
    let mut says = Vec::new();
    for each in order {
        let Some(left) = timing::spelled_clock(cx, loaded, each) else { continue };
        let who = (Some(each) != seat).then(|| loaded.names.get(each).as_str());
        says.push(words::has_time(who, &left));
    }
    if says.is_empty() {
        return vec![words::no_clock()];
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

fn owner(loaded: &LoadedMatch, asker: Option<Seat>, seat: Seat) -> words::Owner {
    match asker == Some(seat) {
        true => words::Owner::You,
        false => words::Owner::Named(loaded.names.get(seat).clone()),
    }
}

/// Says what the cards on the table do; none if there are none in this game.
fn cards(scene: &Scene) -> Option<Vec<String>> {
    let says: Vec<String> =
        faces(scene).map(|face| words::card(&face.name, &face.effect)).collect();
    let has_cards = scene.panels.iter().any(|panel| matches!(panel, Panel::Cards { .. }));
    has_cards.then(|| if says.is_empty() { vec![words::no_card()] } else { says })
}

/// Returns the cards that lie face up.
pub(super) fn faces(scene: &Scene) -> impl Iterator<Item = &CardFace> {
    let up = scene.panels.iter().filter_map(|panel| match panel {
        Panel::Cards { faces, .. } => Some(faces),
        _ => None,
    });
    up.flatten()
}

/// Says how many plays or turns are over; none in matches that don't count them.
fn plays(loaded: &LoadedMatch, seat: Option<Seat>, scene: &Scene) -> Option<Vec<String>> {
    match &scene.board {
        Surface::Pitch(pitch) => Some(vec![words::plays(pitch.timer.done, pitch.timer.of)]),
        // Who is asked is told which turn it is.
        _ if loaded.row.terms.options.get("turns").is_some_and(|it| !it.is_null()) => {
            Some(turn(loaded, seat))
        }
        Surface::Squares(_) | Surface::Court(_) => None,
    }
}

/// Says how many cards are in the pile; none if there are no cards in this game.
fn pile(scene: &Scene) -> Option<Vec<String>> {
    scene.panels.iter().find_map(|panel| match panel {
        Panel::Cards { pile, used, .. } => Some(vec![words::pile(*pile, *used)]),
        _ => None,
    })
}

/// Finds what the description of the board says of a thing; none if it says nothing.
fn places(scene: &Scene, question: &MatchQuestion) -> Option<Vec<String>> {
    let role = &scene.sides.get(question.side()).role;
    let coin = question.numbers.first().map(|n| format!("{}{n}", &role[..1]));
    let things: Vec<&String> = question.asked.words.iter().filter(|word| 3 < word.len()).collect();
    let is_about = |line: &str| match &coin {
        Some(coin) => line.split(|sign: char| !sign.is_alphanumeric()).any(|it| it == coin),
        None => {
            let line = line.to_lowercase();
            things.iter().any(|thing| match thing.as_str() {
                "where" => false,
                "goalie" | "keeper" => line.contains("goalie"),
                thing => line.contains(thing),
            })
        }
    };
    told_of(scene, is_about)
}

/// Returns the sentences about something from the description of the board.
fn told_of(scene: &Scene, is_about: impl Fn(&str) -> bool) -> Option<Vec<String>> {
    let all = scene::words(scene);
    let lines: Vec<String> =
        all.split(". ").filter(|line| is_about(line)).take(3).map(str::to_owned).collect();
    (!lines.is_empty()).then_some(lines)
}

/// Says in a sentence what both sides have.
pub(super) fn score_now(cx: &RequestContext<'_>) -> Result<Option<String>, RequestError> {
    let mut rows = matches::here::playable_here(cx)?;
    if rows.len() != 1 {
        return Ok(None);
    }
    let loaded = matches::find::load(cx, rows.remove(0))?;
    Ok(Some(score(&scene_of(&loaded), &loaded.names)))
}
