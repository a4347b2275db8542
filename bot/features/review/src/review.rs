//! Reviews: the curve of a match, its turning points, the best and worst decisions, and the luck of
//! each side.
use charts::{ChancesChart, Chart};
use engine::{
    game::Label,
    mind::{Analysis, Moment},
    quote::short,
    scene,
    seat::{BySeat, Observer, Seat, Viewer},
    table::Table,
};
use model::{
    reply::{Reply, Sheet},
    text::Text,
};
use service::{
    RequestError, RoomPresence,
    context::{RequestContext, loaded::LoadedMatch},
    matches::{
        self,
        find::table_after,
        no_advice::{JudgedMatch, RatedPositions, check_reviewed},
        seat::heading,
    },
    telling, thinking,
    words::{
        about_match,
        outlook::{action_named, choice_named, then_probably},
    },
};
use store::{MatchRow, StepRow, THEME};

use crate::{commands, missed, words};

/// From how many steps a review says that it takes a while.
const LONG: usize = 30;

/// How many lucky throws are listed.
const STROKES: usize = 4;

/// The least luck worth mentioning.
const WORTH_NAMING: f64 = 0.02;

/// The same of what only shows after a step.
const MUCH_UNSEEN: f64 = 0.05;

/// Reviews a finished match, or one of its steps.
pub(crate) fn review(
    cx: &mut RequestContext<'_>,
    said: &commands::Review,
) -> Result<(), RequestError> {
    let loaded = match said.of {
        Some(_) => matches::find::any_match(cx, said.of)?,
        None => matches::find::last_match(cx, None)?,
    };
    let id = loaded.row.id;
    if loaded.row.end.is_none() {
        return Err(words::still_running(id, cx.memory.features.past()).into());
    }
    let steps = cx.tx.steps(id)?;
    if steps.len() < 2 {
        return Err(words::nothing_played(id).into());
    }
    let judged = JudgedMatch::of(&loaded.row);
    check_reviewed(cx, judged, &steps)?;
    let count = steps.len() - 1;
    let meanwhile = (LONG <= count).then(|| words::reviewing(id, count));
    let analysis = thinking::analysis::analysed(cx, &loaded, &steps, meanwhile)?;
    let guarded = RatedPositions::heard(cx.tx, &[cx.me.id], cx.room.id, judged)?;
    let told = told_of(&guarded, &loaded, &steps, &analysis)?;
    match said.step {
        Some(step) => review_step(cx, &loaded, &steps, &told, step as usize),
        None => {
            let missed = missed::keep(cx, &loaded, &steps, &analysis)?;
            review_all(cx, &loaded, &told, missed)
        }
    }
}

/// Leaves of what follows turning points only what may be told while rated matches stand at some positions.
pub(crate) fn told_of(
    guarded: &RatedPositions,
    loaded: &LoadedMatch,
    steps: &[StepRow],
    analysis: &Analysis,
) -> Result<Analysis, RequestError> {
    let mut analysis = analysis.clone();
    for (moment, before) in analysis.moments.iter_mut().zip(steps) {
        if let Some(point) = &mut moment.point {
            for outlook in [&mut point.played, &mut point.better] {
                let table = table_after(loaded.game(), before)?;
                *outlook = guarded.told_of(table, outlook.clone());
            }
        }
    }
    Ok(analysis)
}

/// Shows the curve and lists its causes, and says how many choices the asker missed.
fn review_all(
    cx: &mut RequestContext<'_>,
    loaded: &LoadedMatch,
    analysis: &Analysis,
    missed: Vec<Text>,
) -> Result<(), RequestError> {
    let id = loaded.row.id;
    let ReviewReport { points, lines, chart } = ReviewReport::new(loaded, analysis);
    let turning: Vec<usize> = points.iter().map(|it| it.0).collect();
    let openly = matches::find::openly(cx, &loaded.row)?;
    // What they missed is for the asker alone.
    let alone = cx.request().is_some_and(|it| it.company == RoomPresence::Alone);
    let own = if alone || !openly { missed } else { Vec::new() };
    let points = if points.is_empty() {
        vec![words::nothing_cost_much()]
    } else {
        words::turning_points(points.into_iter().map(|it| it.1).collect()).into()
    };
    let head = [Text::strong(heading(loaded))].into_iter().chain(points);
    let lines = head.chain(lines).chain(own).collect();
    let sheet = Sheet::new(
        Chart::Chances(chart),
        &format!("match-{id}-review"),
        &cx.me.settings.get(&THEME),
    );
    let choices = turning.iter().map(|at| words::step_button(id, *at));
    let text = Text::Lines(lines);
    let reply = if openly {
        Reply::room(text).about(about_match(id, loaded.game()))
    } else {
        cx.answer(text)
    };
    cx.say(reply.choices(choices).sheet(sheet));
    Ok(())
}

/// Shows the board before a step with what was better drawn on it, and says what follows.
fn review_step(
    cx: &mut RequestContext<'_>,
    loaded: &LoadedMatch,
    steps: &[StepRow],
    analysis: &Analysis,
    step: usize,
) -> Result<(), RequestError> {
    let id = loaded.row.id;
    let Some((moment, before)) =
        step.checked_sub(1).and_then(|nth| Some((analysis.moments.get(nth)?, steps.get(nth)?)))
    else {
        return Err(words::steps_of(id, analysis.moments.len()).into());
    };
    let row = MatchRow { end: None, ..loaded.row.clone() };
    let there = matches::find::load_at(cx, row, before.clone())?;
    let mut picture = telling::turn::picture(cx, &there, None, &cx.me, moment.seat);
    picture.clocks = [None, None];
    if let Some(better) = &moment.better {
        telling::drawing::suggest(&mut picture, &there, moment.seat, better);
    }
    let before = match step {
        1 => analysis.start,
        _ => analysis.moments[step - 2].chance,
    };
    let first = loaded.names.get(Seat::First);
    let mut lines = vec![
        words::before_step(id, step),
        decision(loaded, &*there.table, step, moment),
        words::chances_of(first, before, moment.chance, unseen(before, moment)),
    ];
    if WORTH_NAMING <= moment.luck.abs() {
        lines.push(words::luck_for(first, moment.luck));
    }
    let openly = matches::find::openly(cx, &loaded.row)?;
    let text = Text::Lines(lines);
    let reply = if openly { Reply::room(text) } else { cx.answer(text) };
    cx.say(reply.picture(picture));
    Ok(())
}

/// Returns how much the chances of a step's side fell beyond what its choice and luck cost; 0 for too little to name.
fn unseen(before: f64, moment: &Moment) -> f64 {
    let rose = moment.chance - moment.luck - before;
    let fell = if moment.seat == Seat::First { -rose } else { rose };
    Some(fell - moment.lost).filter(|rest| MUCH_UNSEEN <= *rest).unwrap_or(0.0)
}

/// Says what a decision lost, what was better, and what follows that. `before` is the match before it.
pub(crate) fn decision(
    loaded: &LoadedMatch,
    before: &dyn Table,
    step: usize,
    moment: &Moment,
) -> Text {
    let name = loaded.names.get(moment.seat);
    let said = choices_named(before, moment);
    let says = words::decision(name, step, moment, said);
    let then = moment.point.as_ref().map(|it| then_probably(loaded.game(), &it.better));
    Text::Span([says].into_iter().chain(then).collect())
}

/// Names what was played and what was better as controls say them.
fn choices_named(before: &dyn Table, moment: &Moment) -> [Text; 2] {
    let Moment { seat, words, better, .. } = moment;
    let words = [words.as_str(), better.as_deref().unwrap_or_default()];
    let mut labels = before.labels(*seat, &words).into_iter();
    words.map(|words| choice_named(&labels.next().unwrap_or_else(|| Label::typed(words)), words))
}

/// A whole review in words and as a curve.
pub(crate) struct ReviewReport {
    /// The turning points, each with its step.
    pub(crate) points: Vec<(usize, Text)>,
    pub(crate) lines: Vec<Text>,
    pub(crate) chart: ChancesChart,
}

impl ReviewReport {
    pub(crate) fn new(loaded: &LoadedMatch, analysis: &Analysis) -> ReviewReport {
        let id = loaded.row.id;
        let names = &loaded.names;
        let mut lines = Vec::new();
        let turning: Vec<(usize, &Moment)> = analysis
            .turning
            .iter()
            .filter_map(|&at| Some((at, analysis.moments.get(at - 1)?)))
            .collect();
        let point = |(at, moment): &(usize, &Moment)| {
            let point = moment.point.as_ref()?;
            let said = [&point.played, &point.better].map(action_named);
            Some((*at, words::decision(names.get(moment.seat), *at, moment, said)))
        };
        let mut points: Vec<(usize, Text)> = turning.iter().filter_map(point).collect();
        points.sort_by_key(|it| it.0);
        for seat in Seat::BOTH {
            let own = || analysis.moments.iter().enumerate().filter(|(_, it)| it.seat == seat);
            let best = own().max_by(|one, other| one.1.margin.total_cmp(&other.1.margin));
            let worst = own().max_by(|one, other| one.1.lost.total_cmp(&other.1.lost));
            let worst = worst.filter(|worst| !turning.iter().any(|point| point.0 == worst.0 + 1));
            lines.extend(decisions(names.get(seat), best, worst));
        }
        lines.extend(luck(names, analysis));
        lines.extend(luck_and_play(names, analysis));
        lines.extend(ended_by(loaded, analysis));
        let chances =
            [analysis.start].into_iter().chain(analysis.moments.iter().map(|it| it.chance));
        let mut marks: Vec<(u32, String)> = turning
            .iter()
            .map(|(at, moment)| {
                (*at as u32, format!("{} {}", names.get(moment.seat), short(&moment.says)))
            })
            .collect();
        marks.sort();
        let room = Observer { viewer: Viewer::Room, names };
        let chart = ChancesChart {
            title: words::chart_title(id, loaded.game()),
            sides: Seat::BOTH
                .map(|seat| words::playing(names.get(seat), loaded.game().sides()[seat.index()])),
            first_is_light: loaded.table.show(room).sides.first.ink == scene::Ink::Light,
            chances: chances.map(|chance| (100.0 * chance).round() as u8).collect(),
            marks,
        };
        ReviewReport { points, lines, chart }
    }
}

/// Lists a player's best and worst decisions, if there are any.
fn decisions<'a>(
    name: &str,
    best: Option<(usize, &'a Moment)>,
    worst: Option<(usize, &'a Moment)>,
) -> Option<Text> {
    let best = best.filter(|it| WORTH_NAMING <= it.1.margin);
    let worst = worst.filter(|it| WORTH_NAMING <= it.1.lost);
    let one_based = |(at, moment): (usize, &'a Moment)| (at + 1, moment);
    words::best_and_worst(name, best.map(one_based), worst.map(one_based))
}

/// Splits how the chances of the side that did better changed into luck and choices; nothing without dice.
fn luck_and_play(names: &BySeat<String>, analysis: &Analysis) -> Option<Text> {
    let last = analysis.moments.last()?.chance;
    let seat = if analysis.start <= last { Seat::First } else { Seat::Second };
    let percent = |chance: f64| {
        let own = if seat == Seat::First { chance } else { 1.0 - chance };
        (100.0 * own).round() as i32
    };
    let [start, end] = [analysis.start, last].map(percent);
    let luck = (100.0 * analysis.luck.get(seat)).round() as i32;
    let thrown = analysis.moments.iter().any(|it| it.luck != 0.0);
    thrown.then(|| words::luck_and_play(names.get(seat), [start, end], luck))
}

/// Says how a match ended before the rules ended it; nothing if they did.
fn ended_by(loaded: &LoadedMatch, analysis: &Analysis) -> Option<Text> {
    let ending = loaded.row.end.as_ref()?.ending?;
    let last = analysis.moments.last()?.chance;
    let loser = ending.outcome().and_then(|it| it.winner).map_or(Seat::First, Seat::other);
    let chance = if loser == Seat::First { last } else { 1.0 - last };
    let why = ending.why(loaded.game().sides());
    Some(words::ended_by(&why, loaded.names.get(loser), chance))
}

/// Says how lucky each side was, and by which throws.
fn luck(names: &BySeat<String>, analysis: &Analysis) -> Option<Text> {
    let mut strokes: Vec<(usize, &Moment)> = analysis
        .moments
        .iter()
        .enumerate()
        .filter(|(_, moment)| WORTH_NAMING <= moment.luck.abs())
        .map(|(at, moment)| (at + 1, moment))
        .collect();
    strokes.sort_by(|one, other| other.1.luck.abs().total_cmp(&one.1.luck.abs()));
    if analysis.moments.iter().all(|it| it.luck == 0.0) {
        return None;
    }
    let lucky = if 0.0 <= analysis.luck.first { Seat::First } else { Seat::Second };
    let sum = *analysis.luck.get(lucky);
    let named: Vec<(usize, &Moment, &str)> = strokes
        .into_iter()
        .take(STROKES)
        .map(|(at, moment)| {
            let to = if 0.0 <= moment.luck { Seat::First } else { Seat::Second };
            (at, moment, names.get(to).as_str())
        })
        .collect();
    Some(words::luck(names.get(lucky), sum, &named))
}
