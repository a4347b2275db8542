//! What is said about the champions of seasons and their role.
use command::{say, verbs::Order};
use engine::{
    quote::short,
    refusal::{Code, Refusal},
};
use model::{
    reply::{Choice, RoleObstacle},
    span,
    text::Text,
};
use store::Person;

/// The word of `admin` that sets the role.
pub(crate) const ORDER: Order = Order::Of("champion");

/// Refuses a role elsewhere; `instead` is what shows the season.
pub(crate) fn only_on_discord(instead: Vec<Choice>) -> Refusal {
    let says = "A role for the champion works on Discord only, on a server that has added me.";
    Refusal::new(Code::NotNow, says).instead(instead.into_iter().map(|it| it.says.to_string()))
}

pub(crate) fn which_role() -> String {
    "A role for the champion of each season".to_owned()
}

pub(crate) fn no_such_role(said: &str) -> Refusal {
    let says = format!("`{}` isn't a role. Mention one, such as `@Champion`.", short(said));
    Refusal::unreadable(says).instead([
        say!(Admin { what: ORDER, who: "@role" }),
        say!(Admin { what: ORDER, value: "off" }),
    ])
}

pub(crate) fn role_not_given(why: RoleObstacle) -> Refusal {
    let says =
        format!("I can't give that role to champions, because {}. {}.", why.reason(), why.remedy());
    let code = match why {
        RoleObstacle::AskerNotPermitted | RoleObstacle::AboveAsker => Code::NotYours,
        RoleObstacle::Deleted => Code::Unknown,
        RoleObstacle::Unknown => Code::NotNow,
        RoleObstacle::NoRoles
        | RoleObstacle::NotPermitted
        | RoleObstacle::TooHigh
        | RoleObstacle::Managed
        | RoleObstacle::Moderates(_) => Code::Illegal,
    };
    Refusal::new(code, says).instead([
        say!(Admin { what: ORDER, who: "@role" }),
        say!(Admin { what: ORDER, value: "off" }),
    ])
}

pub(crate) fn no_role() -> Text {
    Text::sentence(format!(
        "The champions of this server get no role. To choose one, say `{}`.",
        say!(Admin { what: ORDER, who: "@role" })
    ))
}

/// Names the role for champions, and who has it.
pub(crate) fn role_is(role: &str, holder: Option<&Person>) -> Text {
    let role = Text::Role(role.to_owned());
    let now = match holder {
        Some(person) => format!(" {} has it now.", person.name),
        None => " Nobody has it now.".to_owned(),
    };
    span![
        "The winner of each season gets ",
        role,
        " until the next season ends.",
        now,
        " To end this: ",
        Text::code(say!(Admin { what: ORDER, value: "off" }))
    ]
}

pub(crate) fn season_is_over(season: &str, winner: &Person) -> Text {
    span![format!("Season {season} is over, and "), named(winner), " is the champion!"]
}

pub(crate) fn champion_is_now(season: &str, winner: &Person) -> Text {
    span![format!("The champion of season {season} is now "), named(winner), "."]
}

pub(crate) fn won_by_hidden(season: &str) -> Text {
    Text::plain(format!("Season {season} is over. A player with hidden results won it."))
}

pub(crate) fn won_by_nobody(season: &str) -> Text {
    Text::plain(format!(
        "Season {season} is over without a champion: nobody played enough rated matches."
    ))
}

fn named(person: &Person) -> Text {
    Text::Person { id: person.id, name: person.name.clone() }
}
