//! Texts about players who are late or silent, and people who play for somebody on vacation.
use command::{
    say,
    verbs::{ClaimWord, SubstituteWord},
};
use engine::{
    game::Emphasis,
    refusal::{Code, Refusal},
};
use model::{ids::MatchId, reply::Choice, span, text::Text, time::duration};
use store::Person;

use crate::names::{identity, person};

pub(crate) fn ran_out(late: &str, of: MatchId) -> Text {
    Text::sentence(format!(
        "{late} has run out of time in match #{of}: `{}` wins it, or you can wait.",
        say!(Claim { of })
    ))
}

pub fn was_silent(late: &str, of: MatchId, time: i64) -> Text {
    let time = duration(time);
    Text::sentence(format!(
        "{late} has been silent in match #{of} for {time}: `{}` wins it, or you can wait.",
        say!(Claim { of })
    ))
}

pub(crate) fn was_silent_for_a_week(late: &str, of: MatchId, time: i64) -> Text {
    let time = duration(time);
    Text::sentence(format!(
        "{late} has been silent in match #{of} for {time}: `{}` finds somebody who plays on, or you \
         can wait.",
        say!(Substitute { of })
    ))
}

pub(crate) fn substitute_button(of: MatchId) -> Choice {
    Choice::new("Ask a friend", say!(Substitute { of }))
}

pub(crate) fn bot_button(of: MatchId) -> Choice {
    Choice::new("Let the bot finish", say!(Substitute { of, how: SubstituteWord::Bot }))
}

pub(crate) fn settle_button(of: MatchId) -> Choice {
    Choice::new("Settle by the position", say!(Claim { of, how: ClaimWord::Settle }))
}

pub(crate) fn wait_button(of: MatchId) -> Choice {
    Choice::new("Wait", say!(Claim { of, how: ClaimWord::Wait }))
}

/// Asks a person to play for somebody who goes on vacation.
pub(crate) fn asks_substitute(me: &Person, whom: &Person) -> Text {
    span![
        person(whom),
        ", will you play for ",
        identity(me),
        " during the vacation? It's unrated for you."
    ]
}

pub(crate) fn substitute_buttons() -> [Choice; 2] {
    let [yes, no] =
        [SubstituteWord::Take, SubstituteWord::Decline].map(|how| say!(Substitute { how }));
    [Choice::new("Agree", yes).with(Emphasis::Good), Choice::new("No, thanks", no)]
}

pub(crate) fn not_for_oneself() -> Refusal {
    Refusal::illegal("Somebody else has to play for you.")
        .instead([say!(Vacation { length: "10 days substitute @carol" })])
}

pub(crate) fn nobody_plays_for_you(of: Option<MatchId>) -> Refusal {
    let says = match of {
        Some(of) => format!("Nobody plays match #{of} for you."),
        None => "Nobody plays for you, and you aren't on vacation.".to_owned(),
    };
    Refusal::new(Code::NotNow, says).instead([say!(Games)])
}

pub(crate) fn claim_button(of: MatchId) -> Choice {
    Choice::new("Claim", say!(Claim { of }))
}
