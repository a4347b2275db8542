//! Texts of advice. Chances are shares of one.
use command::{Verb, say};
use engine::{
    game::Label,
    games::GameId,
    mind::Outlook,
    quote::short,
    refusal::{Code, Refusal},
};
use model::{ids::MatchId, reply::Choice, span, text::Text};
use service::words::outlook::{action_named, gains, percent, then_probably};

use crate::commands;

/// Puts the number of the match before advice about it.
pub(crate) fn in_match(id: MatchId, advice: Text) -> Text {
    span![Text::small(format!("#{id} ")), advice]
}

/// Suggests an action, in words and as it is typed, and says what it gains.
pub(crate) fn would_play(
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
            say!(commands::Why { of: id })
        )),
    ]
}

pub(crate) fn hint_buttons(id: MatchId, label: &Label, words: &str) -> [Choice; 2] {
    let plays = Choice::new(label.says.as_str(), say!(Play { of: id, words }));
    [
        Choice { typed: words.to_owned(), ..plays.signed(label.sign.as_str()) },
        Choice::new("Why?", say!(commands::Why { of: id })),
    ]
}

/// Refuses to judge a line of a list that stands for several choices.
pub(crate) fn several_begin(begins: &str) -> Refusal {
    let says = format!("Several choices begin with `{}`: ask about one of them.", short(begins));
    Refusal::unreadable(says).instead([say!(Moves { begins })])
}

/// Says what is expected after a move.
pub(crate) fn expects(game: GameId, chance: f64, outlook: &Outlook) -> Text {
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

pub(crate) fn cannot_compare(words: &str) -> Text {
    let says = " with another choice: both sides choose at once here.";
    span!["I can't compare ", Text::code(short(words)), says]
}

/// Says what a move leaves and gains, that another one is better, and what follows that.
pub(crate) fn other_is_better(
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

pub(crate) fn as_good(game: GameId, own: f64, outlook: &Outlook) -> Text {
    let says = format!(" leaves you {}: as good as my own choice.", percent(own));
    span![action_named(outlook), says, gains(outlook), then_probably(game, outlook)]
}

pub(crate) fn is_best(game: GameId, own: f64, outlook: &Outlook, margin: f64) -> Text {
    let says = format!(
        " leaves you {}: the best choice, {} better than the next.",
        percent(own),
        percent(margin)
    );
    span![action_named(outlook), says, gains(outlook), then_probably(game, outlook)]
}

pub(crate) fn none_is_better(game: GameId, own: f64, outlook: &Outlook) -> Text {
    let says = format!(" leaves you {}. Nothing is better.", percent(own));
    span![action_named(outlook), says, gains(outlook), then_probably(game, outlook)]
}

pub(crate) fn rated_no_advice(id: MatchId, verb: Verb, game: GameId) -> Refusal {
    let says = format!(
        "Match #{id} is rated, so you decide alone; `{}` works only in unrated ones.",
        verb.name()
    );
    Refusal::new(Code::NotNow, says).instead([say!(Rules { game: game.name() })])
}
