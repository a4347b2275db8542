//! Texts of reviews. Chances and luck are shares of one.
use command::say;
use engine::{
    games::GameId,
    mind::Moment,
    refusal::{Code, Refusal},
};
use model::{ids::MatchId, reply::Choice, span, text::Text};
use service::{
    PastSteps,
    words::outlook::{gains, percent},
};

use crate::commands;

/// Counts a share of one in points, which are percent of the chance to win.
fn points(share: f64) -> String {
    match (100.0 * share.abs()).round() {
        1.0 => "1 point".to_owned(),
        several => format!("{several:.0} points"),
    }
}

pub(crate) fn reviewing(id: MatchId, steps: usize) -> Text {
    Text::plain(format!("I'm reviewing the {steps} steps of match #{id}. It takes a while."))
}

pub(crate) fn nothing_cost_much() -> Text {
    Text::plain("No single decision cost much.")
}

pub(crate) fn turning_points(list: Vec<Text>) -> [Text; 2] {
    [Text::plain("Turning points:"), Text::List(list)]
}

/// Says what a decision lost, what was better, and what follows both. `said` are the decision and the better
/// choice as controls say them.
pub(crate) fn decision(name: &str, at: usize, moment: &Moment, said: [Text; 2]) -> Text {
    let [played, better] = said;
    let played = span![format!("Step {at}: {name} chose "), played];
    let [own, other] = match &moment.point {
        Some(point) => [gains(&point.played), gains(&point.better)],
        None => Default::default(),
    };
    match moment.better {
        Some(_) => span![
            played,
            format!(" and gave away {}.{own} Better: ", percent(moment.lost)),
            better,
            format!(".{other}")
        ],
        None if moment.only => span![played, ". There was no other choice."],
        None => span![played, ". Nothing better was found."],
    }
}

/// Lists a player's best and worst decisions, if there are any.
pub(crate) fn best_and_worst(
    name: &str,
    best: Option<(usize, &Moment)>,
    worst: Option<(usize, &Moment)>,
) -> Option<Text> {
    let best = best.map(|(at, moment)| {
        let margin = percent(moment.margin);
        format!("best step {at}, {} ({margin} better than the next)", moment.says)
    });
    let worst = worst.map(|(at, moment)| {
        format!("worst step {at}, {} (gave away {})", moment.says, percent(moment.lost))
    });
    Some(Text::plain(match (best, worst) {
        (None, None) => return None,
        (Some(best), Some(worst)) => format!("{name}: {best}; {worst}."),
        (Some(one), None) | (None, Some(one)) => format!("{name}: {one}."),
    }))
}

/// Says how lucky a side was, and by which throws: when, what was played, and whom it helped.
pub(crate) fn luck(name: &str, sum: f64, throws: &[(usize, &Moment, &str)]) -> Text {
    let all = match (100.0 * sum).round() {
        0.0 => "Luck gave neither side more".to_owned(),
        _ => format!("Luck gave {} to {name}", points(sum)),
    };
    let told = |(at, moment, to): &(usize, &Moment, &str)| {
        format!("step {at}, {}, gave {} to {to}", moment.says, points(moment.luck))
    };
    let throws: Vec<String> = throws.iter().map(told).collect();
    Text::plain(match &throws[..] {
        [] => format!("{all}."),
        throws => format!("{all}. What mattered most: {}.", throws.join("; ")),
    })
}

/// Says how the chances of a side rose from the first to the second, in percent, and what of it was luck.
pub(crate) fn luck_and_play(name: &str, [start, end]: [i32; 2], luck: i32) -> Text {
    let play = end - start - luck;
    let says =
        format!("{name} went from {start}% to {end}%: luck {luck:+}, choices of both {play:+}.");
    Text::plain(says)
}

/// Says how a match ended that the rules didn't end, and what the chances of a side were then.
pub(crate) fn ended_by(ending: &str, name: &str, chance: f64) -> Text {
    Text::plain(format!("Then: {ending}. The chances of {name} were {}.", percent(chance)))
}

pub(crate) fn before_step(id: MatchId, step: usize) -> Text {
    Text::small(format!("Match #{id}, before step {step}"))
}

/// Says the chances of a side before and after a step; `unseen` is what neither the choice nor luck explains.
pub(crate) fn chances_of(name: &str, before: f64, after: f64, unseen: f64) -> Text {
    let (before, after) = (percent(before), percent(after));
    let unseen = match unseen {
        0.0 => String::new(),
        _ => format!(" {} of that can only be seen afterwards.", percent(unseen)),
    };
    Text::plain(format!("The chances of {name}: {before} before, {after} after.{unseen}"))
}

pub(crate) fn luck_for(name: &str, luck: f64) -> Text {
    let what = if luck < 0.0 { "cost" } else { "gave" };
    Text::plain(format!("Luck {what} {name} {}.", points(luck)))
}

pub(crate) fn step_button(id: MatchId, step: usize) -> Choice {
    Choice::new(format!("Step {step}"), say!(commands::Review { of: id, step }))
}

/// Names a player with their side: `Ann (Black)`.
pub(crate) fn playing(name: &str, side: &str) -> String {
    format!("{name} ({side})")
}

pub(crate) fn chart_title(id: MatchId, game: GameId) -> String {
    format!("Match #{id}: {game}")
}

pub(crate) fn still_running(id: MatchId, past: Option<&PastSteps>) -> Refusal {
    let says = format!(
        "Match #{id} is still running; `{}` is for finished matches.",
        say!(commands::Review)
    );
    Refusal::new(Code::NotNow, says).instead(past.map(|past| (past.list)(Some(id))))
}

pub(crate) fn nothing_played(id: MatchId) -> Refusal {
    Refusal::new(Code::NotNow, format!("Nothing was played in match #{id}."))
}

pub(crate) fn steps_of(id: MatchId, last: usize) -> Refusal {
    Refusal::new(Code::Unknown, format!("Match #{id} has steps 1 to {last}."))
        .instead([say!(commands::Review { of: id })])
}

// The page of a review.

pub(crate) const ON_THE_BOARD: &str = "Turning points on the board";
pub(crate) const NO_TURNING_POINTS: &str = "There are none.";

pub(crate) fn before(step: usize) -> String {
    format!("Before step {step}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn luck_that_comes_to_nothing_is_given_to_nobody() {
        assert_eq!(luck("Ann", 0.004, &[]).bare(), "Luck gave neither side more.");
        assert_eq!(luck("Ann", 0.012, &[]).bare(), "Luck gave 1 point to Ann.");
    }
}
