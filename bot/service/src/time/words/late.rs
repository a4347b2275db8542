//! Texts about players who are late or silent, and those who come back.
use command::{Command, say, verbs::ClaimWord};
use engine::refusal::{Code, Refusal};
use model::{ids::MatchId, reply::Choice, text::Text, time::duration};

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

/// Says what can be done after a week without a clock: `finds` finds somebody who plays on.
pub(crate) fn was_silent_for_a_week(late: &str, of: MatchId, time: i64, finds: &Command) -> Text {
    let time = duration(time);
    Text::sentence(format!(
        "{late} has been silent in match #{of} for {time}: `{finds}` finds somebody who plays on, \
         or you can wait."
    ))
}

pub(crate) fn friend_button(finds: Command) -> Choice {
    Choice::new("Ask a friend", finds)
}

pub(crate) fn bot_button(lets_bot: Command) -> Choice {
    Choice::new("Let the bot finish", lets_bot)
}

pub(crate) fn is_here_so_it_goes_on(name: &str) -> Text {
    Text::plain(format!("{name} is back, so the match isn't settled by its position."))
}

pub(crate) fn settle_button(of: MatchId) -> Choice {
    Choice::new("Settle by the position", say!(Claim { of, how: ClaimWord::Settle }))
}

pub(crate) fn wait_button(of: MatchId) -> Choice {
    Choice::new("Wait", say!(Claim { of, how: ClaimWord::Wait }))
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
