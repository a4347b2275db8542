//! Texts about orders in advance.
use command::say;
use engine::{
    quote::{sentence, short},
    refusal::{Code, Refusal},
};
use model::{ids::MatchId, reply::Choice, span, text::Text};

use crate::commands;

/// Confirms an order; `replaced` are the numbers of those it replaces.
pub(crate) fn ordered(number: u32, said: &str, replaced: &[u32], overheard: bool) -> Text {
    let said = said.trim_end_matches(" if");
    let replaced = match replaced {
        [] => String::new(),
        _ => " It replaces an earlier order.".to_owned(),
    };
    let heard = if overheard {
        " Others here could read it; give orders in private if they shouldn't."
    } else {
        ""
    };
    span![
        format!("Order {number}: "),
        Text::code(say!(commands::If { words: said })),
        Text::sentence(format!(
            ". Only you see it. It's dropped if anything else happens first.{replaced}{heard}"
        ))
    ]
}

/// Lists a player's orders.
pub(crate) fn orders(listed: Vec<(u32, String)>) -> Text {
    let lines = listed.into_iter().map(|(number, words)| {
        span![format!("{number}: "), Text::code(say!(commands::If { words }))]
    });
    Text::Lines(vec![Text::plain("Your orders; only you see them:"), Text::List(lines.collect())])
}

pub(crate) fn order_buttons(of: MatchId, numbers: impl IntoIterator<Item = u32>) -> Vec<Choice> {
    let numbers = numbers.into_iter().take(4);
    let button = |number| {
        Choice::new(
            format!("Withdraw order {number}"),
            say!(commands::If { of, words: format!("off {number}") }),
        )
    };
    numbers.map(button).collect()
}

pub(crate) fn order_begins(other: &str) -> Text {
    Text::sentence(format!(
        "You have no orders. Say what to play if {other} makes a move: `{}`, the move, `then`, \
         your answer. Which move?",
        say!(commands::If)
    ))
}

pub(crate) fn order_goes_on(said: &str) -> Text {
    span![Text::code(say!(commands::If { words: said })), Text::plain(" … what do you play?")]
}

pub(crate) fn withdrawn(number: usize) -> Text {
    Text::plain(match number {
        1 => "One order is withdrawn.".to_owned(),
        number => format!("{number} orders are withdrawn."),
    })
}

pub(crate) fn orders_dropped(why: &str) -> Text {
    Text::sentence(format!("Your orders are dropped: {why}."))
}

pub(crate) fn dropped_by_chance() -> &'static str {
    "something came up that nobody could foresee"
}

pub(crate) fn dropped_by_undo() -> &'static str {
    "a move was taken back"
}

pub(crate) fn dropped_by_question() -> &'static str {
    "you are asked something first"
}

pub(crate) fn order_on_your_turn(of: MatchId) -> Refusal {
    let says = "It's your turn; orders are for your opponent's.";
    Refusal::new(Code::NotNow, says).instead([say!(Moves { of })])
}

pub(crate) fn order_after_secret(name: &str) -> Refusal {
    let says = format!("{name} chooses in secret here, so nothing can be ordered for it.");
    Refusal::new(Code::NotNow, says)
}

pub(crate) fn order_after_chance(action: &str) -> Refusal {
    let says = format!(
        "`{}` brings dice or something hidden, so nothing can be ordered for afterwards.",
        short(action)
    );
    Refusal::new(Code::NotNow, says)
}

pub(crate) fn order_after_end(so_far: &str) -> Refusal {
    let says = format!("After `{}` the match would be over.", trimmed(so_far));
    Refusal::new(Code::NotNow, says)
}

/// Refuses an action of a side that isn't asked there.
pub(crate) fn order_out_of_turn(said: &str, so_far: &str, asked: &str, own: bool) -> Refusal {
    let asked =
        if own { "it's still your turn".to_owned() } else { format!("it's {asked}'s turn") };
    let says = format!(
        "`{}` comes too early: after `{}` {asked}. Put several actions of a turn together with \
         `;`.",
        short(said),
        trimmed(so_far)
    );
    Refusal::new(Code::NotNow, says)
}

pub(crate) fn turn_goes_on(name: &str, so_far: &str) -> Refusal {
    let says = format!(
        "After `{}` it's still {name}'s turn. Put all actions of the turn together with `;`.",
        trimmed(so_far)
    );
    Refusal::new(Code::NotNow, says)
}

/// Says why an action can't be ordered, in the game's words.
pub(crate) fn cannot_order(said: &str, so_far: &str, name: &str, own: bool, why: &str) -> Refusal {
    let who = if own { "You" } else { name };
    let there = match trimmed(so_far) {
        "" => "now".to_owned(),
        so_far => format!("after `{so_far}`"),
    };
    let why = sentence(why);
    Refusal::illegal(format!("{who} can't play `{}` {there}. {why}", short(said)))
}

pub(crate) fn order_too_long(most: usize) -> Refusal {
    Refusal::new(Code::TooMuch, format!("An order can have at most {most} actions."))
}

pub(crate) fn too_many_orders(most: usize, of: MatchId) -> Refusal {
    Refusal::new(Code::TooMuch, format!("You can have at most {most} orders in a match."))
        .instead([say!(commands::If { of }), say!(commands::If { of, words: "off" })])
}

pub(crate) fn ordered_already(number: u32, of: MatchId) -> Refusal {
    Refusal::new(Code::NotNow, format!("Order {number} says that already.")).instead([
        say!(commands::If { of }),
        say!(commands::If { of, words: format!("off {number}") }),
    ])
}

/// Refuses words after `if` that are no order.
pub(crate) fn no_order(said: &str) -> Refusal {
    Refusal::unreadable(format!("`{}` isn't an order.", short(said)))
        .instead([say!(Help { command: "if" })])
}

pub(crate) fn no_such_order(said: &str, of: MatchId) -> Refusal {
    Refusal::new(Code::Unknown, format!("You have no order `{}` in match #{of}.", short(said)))
        .instead([say!(commands::If { of }), say!(commands::If { of, words: "off" })])
}

pub(crate) fn no_orders(of: MatchId) -> Refusal {
    Refusal::new(Code::NotNow, format!("You have no orders in match #{of}."))
        .instead([say!(commands::If { of })])
}

/// Returns the actions of an order without its words at the end.
fn trimmed(so_far: &str) -> &str {
    so_far.trim_end_matches(" then").trim_end_matches(" if").trim_end_matches("then").trim()
}
