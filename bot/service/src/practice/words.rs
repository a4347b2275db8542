//! Texts about matches against the bot, advice and reviews.
pub mod settle;

use command::{Command, Verb, say};
use engine::{
    game::Label,
    games::GameId,
    mind::{Level, Moment, Outlook},
    quote::short,
    refusal::{Code, Refusal},
};
use model::{ids::MatchId, reply::Choice, span, text::Text};

use crate::words::outlook::{action_named, gains, then_probably};

/// Writes a share of one as a percentage.
pub(super) fn percent(share: f64) -> String {
    format!("{:.0}%", 100.0 * share)
}

/// Counts a share of one in points, which are percent of the chance to win.
fn points(share: f64) -> String {
    match (100.0 * share.abs()).round() {
        1.0 => "1 point".to_owned(),
        several => format!("{several:.0} points"),
    }
}

/// Puts the number of the match before advice about it.
pub(super) fn in_match(id: MatchId, advice: Text) -> Text {
    span![Text::small(format!("#{id} ")), advice]
}

// Advice. Chances are shares of one.

/// Suggests an action, in words and as it is typed, and says what it gains.
pub(super) fn would_play(
    id: MatchId,
    label: &Label,
    words: &str,
    chance: f64,
    outlook: &Outlook,
) -> Text {
    let Label { says, explains, .. } = label;
    let explained = match explains.as_str() {
        "" => String::new(),
        explains => format!(", {explains}"),
    };
    span![
        "My choice: ",
        Text::strong(says.as_str()),
        explained,
        " (",
        Text::code(words),
        format!(").{} ", gains(outlook)),
        Text::sentence(format!(
            "Your chances are {} with it. `{}` says what I expect.",
            percent(chance),
            say!(Why { of: id })
        )),
    ]
}

pub(super) fn hint_buttons(id: MatchId, label: &Label, words: &str) -> [Choice; 2] {
    let plays = Choice::new(label.says.as_str(), say!(Play { of: id, words }));
    [
        Choice { typed: words.to_owned(), ..plays.signed(label.sign.as_str()) },
        Choice::new("Why?", say!(Why { of: id })),
    ]
}

/// Refuses to judge a line of a list that stands for several choices.
pub(super) fn several_begin(begins: &str) -> Refusal {
    let says = format!("Several choices begin with `{}`: ask about one of them.", short(begins));
    Refusal::unreadable(says).instead([say!(Moves { begins })])
}

/// Says what is expected after a move.
pub(super) fn expects(game: GameId, chance: f64, outlook: &Outlook) -> Text {
    let then = match outlook.line.len() {
        0 | 1 if !outlook.decides() => Text::plain(" After that, chance decides."),
        _ => then_probably(game, outlook),
    };
    span![
        "With ",
        action_named(outlook),
        format!(", I put your chances at {}.{}", percent(chance), gains(outlook)),
        then
    ]
}

pub(super) fn cannot_compare(words: &str) -> Text {
    let says = " with another choice: both sides choose at once here.";
    span!["I can't compare ", Text::code(short(words)), says]
}

/// Says what a move leaves and gains, that another one is better, and what follows that.
pub(super) fn other_is_better(
    game: GameId,
    own: f64,
    outlook: &Outlook,
    by: f64,
    better: &Outlook,
) -> Text {
    span![
        action_named(outlook),
        format!(" leaves you {}.{} ", percent(own), gains(outlook)),
        action_named(better),
        format!(" is better by {}.{}", percent(by), gains(better)),
        then_probably(game, better)
    ]
}

pub(super) fn as_good(game: GameId, own: f64, outlook: &Outlook) -> Text {
    let says = format!(" leaves you {}: as good as my own choice.", percent(own));
    span![action_named(outlook), says, gains(outlook), then_probably(game, outlook)]
}

pub(super) fn is_best(game: GameId, own: f64, outlook: &Outlook, margin: f64) -> Text {
    let says = format!(
        " leaves you {}: the best choice, {} better than the next.",
        percent(own),
        percent(margin)
    );
    span![action_named(outlook), says, gains(outlook), then_probably(game, outlook)]
}

pub(super) fn none_is_better(game: GameId, own: f64, outlook: &Outlook) -> Text {
    let says = format!(" leaves you {}. Nothing is better.", percent(own));
    span![action_named(outlook), says, gains(outlook), then_probably(game, outlook)]
}

pub(super) fn rated_no_advice(id: MatchId, verb: Verb, game: GameId) -> Refusal {
    let says = format!(
        "Match #{id} is rated, so you decide alone; `{}` works only in unrated ones.",
        verb.name()
    );
    Refusal::new(Code::NotNow, says).instead([say!(Rules { game: game.name() })])
}

/// Says that the bot chose at random, because it may not think about a position for its opponent.
/// It doesn't name that match, which may be private.
pub(super) fn plays_blindly(name: &str) -> Text {
    Text::sentence(format!(
        "{name} chose at random, because this position stands in a rated match."
    ))
}

pub(super) fn no_suggestion() -> Refusal {
    Refusal::new(Code::NotNow, "I have no suggestion here.")
}

pub(super) fn still_thinking() -> Refusal {
    Refusal::new(Code::TooMuch, "I'm still thinking about your last question.")
}

// Matches against the bot.

/// Asks for a game; `line` is the command for each.
pub(super) fn what_to_practise(line: impl Fn(GameId) -> Command) -> Text {
    let games = GameId::ALL.iter().map(|game| span![Text::code(line(*game)), ": ", game.says()]);
    let levels = Level::ALL.map(|level| {
        span![Text::strong(format!("{} {}", level.number(), level.name())), ": ", level.says()]
    });
    Text::Lines(vec![
        Text::plain("Play against me: no clock, no rating, hints and undo for free. Which game?"),
        Text::List(games.collect()),
        Text::plain("I play at five levels; by default I follow your results."),
        Text::List(levels.into()),
    ])
}

/// Why the bot plays at a level.
#[derive(Clone, Copy, Debug)]
pub(super) enum WhyLevel {
    First,
    Higher,
    Highest,
    Lower,
    Lowest,
    Same,
}

pub(super) fn why_level(why: WhyLevel, game: GameId) -> Text {
    let says = match why {
        WhyLevel::First => "I start at this level; from now on it follows your results.",
        WhyLevel::Higher => "You won last time, so I play one level higher.",
        WhyLevel::Highest => "You won last time; this is the highest level.",
        WhyLevel::Lower => "You lost last time, so I play one level lower.",
        WhyLevel::Lowest => "You lost last time; this is the lowest level.",
        WhyLevel::Same => "The same level as last time.",
    };
    Text::sentence(format!(
        "{says} For another level: `{}`.",
        say!(Practice { game, level: Level::Four })
    ))
}

pub(super) fn you_watch() -> Text {
    Text::sentence(format!("You're watching. `{}` ends it.", say!(Practice { options: "stop" })))
}

pub(super) fn has_seen_enough(name: &str) -> Text {
    Text::plain(format!("{name} has seen enough."))
}

pub(super) fn declines_draw(name: &str) -> String {
    format!("{name} declines the draw: it hopes for more.")
}

pub(super) fn declines_blindly(name: &str) -> String {
    format!("{name} declines the draw: it judges no position that stands in a rated match.")
}

pub(super) fn never_rated(game: GameId) -> Refusal {
    Refusal::illegal("Practice has no clock and is never rated.").instead([say!(Practice { game })])
}

pub(super) fn watched_without_a_vote(game: GameId) -> Refusal {
    Refusal::illegal("When I play both sides, there's nothing to vote on. Name one level.")
        .instead([say!(Practice { game, level: Level::Three, vote: "12h" })])
}

pub(super) fn same_level(game: GameId) -> Refusal {
    Refusal::illegal("Both have the same level. Name two different ones.")
        .instead([say!(Practice { game, level: Level::Two, options: "vs 4" })])
}

pub(super) fn nothing_watched() -> Refusal {
    Refusal::new(Code::NotNow, "You aren't watching any of my matches now.").instead([
        say!(Practice { game: GameId::Trapdoor, level: Level::Two, options: "vs 4" }),
        say!(Games),
    ])
}

pub(super) fn too_many_levels() -> Refusal {
    Refusal::unreadable("That is more than two levels.").instead([say!(Practice {
        game: GameId::Trapdoor,
        level: Level::Two,
        options: "vs 4"
    })])
}

pub(super) fn no_level(said: &str, game: Option<GameId>) -> Refusal {
    let game = game.unwrap_or(GameId::Trapdoor);
    let says = format!("There is no level `{}`: they go from 1 to 5.", short(said));
    let names =
        Level::ALL.map(|level| say!(Practice { game, options: level.name().to_lowercase() }));
    Refusal::new(Code::Unknown, says).instead(names)
}

// Reviews.

pub(super) fn reviewing(id: MatchId, steps: usize) -> Text {
    Text::plain(format!("I'm reviewing the {steps} steps of match #{id}. It takes a while."))
}

pub(super) fn nothing_cost_much() -> Text {
    Text::plain("No single decision cost much.")
}

pub(super) fn turning_points(list: Vec<Text>) -> [Text; 2] {
    [Text::plain("Turning points:"), Text::List(list)]
}

/// Says what a decision lost, what was better, and what follows both. `said` are the decision and the better
/// choice as controls say them.
pub(super) fn decision(name: &str, at: usize, moment: &Moment, said: [Text; 2]) -> Text {
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
pub(super) fn best_and_worst(
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
pub(super) fn luck(name: &str, sum: f64, throws: &[(usize, &Moment, &str)]) -> Text {
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
pub(super) fn luck_and_play(name: &str, [start, end]: [i32; 2], luck: i32) -> Text {
    let play = end - start - luck;
    let says =
        format!("{name} went from {start}% to {end}%: luck {luck:+}, choices of both {play:+}.");
    Text::plain(says)
}

/// Says how a match ended that the rules didn't end, and what the chances of a side were then.
pub(super) fn ended_by(ending: &str, name: &str, chance: f64) -> Text {
    Text::plain(format!("Then: {ending}. The chances of {name} were {}.", percent(chance)))
}

pub(super) fn before_step(id: MatchId, step: usize) -> Text {
    Text::small(format!("Match #{id}, before step {step}"))
}

/// Says the chances of a side before and after a step; `unseen` is what neither the choice nor luck explains.
pub(super) fn chances_of(name: &str, before: f64, after: f64, unseen: f64) -> Text {
    let (before, after) = (percent(before), percent(after));
    let unseen = match unseen {
        0.0 => String::new(),
        _ => format!(" {} of that can only be seen afterwards.", percent(unseen)),
    };
    Text::plain(format!("The chances of {name}: {before} before, {after} after.{unseen}"))
}

pub(super) fn luck_for(name: &str, luck: f64) -> Text {
    let what = if luck < 0.0 { "cost" } else { "gave" };
    Text::plain(format!("Luck {what} {name} {}.", points(luck)))
}

pub(super) fn step_button(id: MatchId, step: usize) -> Choice {
    Choice::new(format!("Step {step}"), say!(Review { of: id, step }))
}

/// Names a player with their side: `Ann (Black)`.
pub(super) fn playing(name: &str, side: &str) -> String {
    format!("{name} ({side})")
}

pub(super) fn chart_title(id: MatchId, game: GameId) -> String {
    format!("Match #{id}: {game}")
}

pub(super) fn still_running(id: MatchId) -> Refusal {
    let says = format!("Match #{id} is still running; `{}` is for finished matches.", say!(Review));
    Refusal::new(Code::NotNow, says).instead([say!(History { of: id })])
}

pub(super) fn nothing_played(id: MatchId) -> Refusal {
    Refusal::new(Code::NotNow, format!("Nothing was played in match #{id}."))
}

pub(super) fn steps_of(id: MatchId, last: usize) -> Refusal {
    Refusal::new(Code::Unknown, format!("Match #{id} has steps 1 to {last}."))
        .instead([say!(Review { of: id })])
}

pub(super) fn series_is_for_people() -> Refusal {
    Refusal::illegal("A series is between two people; against me, play one match after the other.")
        .instead([say!(Practice)])
}
