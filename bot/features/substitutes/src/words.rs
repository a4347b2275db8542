//! Texts about people who play on for somebody.
use command::{Command, say, verbs::ClaimWord};
use engine::{
    game::Emphasis,
    games::GameId,
    quote::series,
    refusal::{Code, Refusal},
    seat::Seat,
};
use model::{ids::MatchId, reply::Choice, span, text::Text};
use service::{
    context::loaded::LoadedMatch,
    names::{identity, person},
    words::chat_name,
};
use store::{HandedTo, Person, Room};

use super::commands::{self, SubstituteWord};

/// What a substitute sees of what the owner of the seat keeps secret.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Sees {
    Nothing,
    Secrets,
    /// So that a rated match counts for nobody, because the owner hadn't named them.
    SecretsUnrated,
}

// What the room is told.

pub(crate) fn plays_for(
    holder: &Person,
    side: &str,
    owner: &Person,
    kind: HandedTo,
    sees: Sees,
) -> Text {
    let how = match kind {
        HandedTo::Friend => ".",
        HandedTo::Bot => ". The match no longer counts for ratings, and no clock runs.",
        HandedTo::Away => " during the vacation.",
    };
    let sees = match sees {
        Sees::Nothing => "",
        Sees::Secrets => " From now on they see what is secret to that side.",
        Sees::SecretsUnrated => {
            " From now on they see what is secret to that side, so the match no longer counts for ratings."
        }
    };
    span![identity(holder), format!(" plays {side} for "), identity(owner), how, sees]
}

pub(crate) fn has_seen(holder: &Person, owner: &Person) -> Text {
    span![identity(holder), " has seen what is secret to ", identity(owner), "."]
}

pub(crate) fn secret_was_shown() -> Text {
    Text::plain(
        "Somebody saw what was secret to a side that hadn't named them, so no rating changes.",
    )
}

pub(crate) fn is_back(owner: &Person) -> Text {
    span![identity(owner), " is back and plays on."]
}

pub(crate) fn steps_down(holder: &Person, owner: &Person) -> Text {
    span![identity(holder), " gives the seat back to ", identity(owner), "."]
}

pub(crate) fn needs_another(owner: &Person) -> Text {
    span!["Nobody plays for ", identity(owner), " any more."]
}

pub(crate) fn played_for(holder: &Person, owner: &Person) -> Text {
    span![identity(holder), " played for ", identity(owner), "."]
}

pub(crate) fn bot_has_played() -> Text {
    Text::plain("I have played for one side, so no rating changes.")
}

pub(crate) fn is_unrated() -> Text {
    Text::plain("Somebody else played for the side that didn't lose, so no rating changes.")
}

pub(crate) fn asks_friend(
    me: &Person,
    whom: &Person,
    owner: &Person,
    loaded: &LoadedMatch,
    seat: Seat,
) -> Text {
    span![
        person(whom),
        format!(", will you play match #{} on ", loaded.row.id),
        for_whom(me, owner),
        format!(" ({})? ", sides(loaded, seat)),
        identity(me),
        " asks you. It's unrated for you.",
        shows_secrets(me, owner, loaded, seat)
    ]
}

/// Says before a seat is taken what its secrets cost.
fn shows_secrets(me: &Person, owner: &Person, loaded: &LoadedMatch, seat: Seat) -> &'static str {
    match (loaded.table.hand(seat).is_some(), loaded.row.terms.rated && me.id != owner.id) {
        (false, _) => "",
        (true, false) => " Taking the seat shows what is secret to that side.",
        (true, true) => {
            " Taking the seat shows what is secret to that side: then the match counts for nobody's \
             rating, also if the seat is given back."
        }
    }
}

pub(crate) fn asks_anybody(me: &Person, owner: &Person, loaded: &LoadedMatch, seat: Seat) -> Text {
    span![
        format!("Who plays match #{} on ", loaded.row.id),
        for_whom(me, owner),
        format!(" ({})? ", sides(loaded, seat)),
        identity(me),
        " asks. It's unrated for the one who does.",
        shows_secrets(me, owner, loaded, seat)
    ]
}

fn for_whom(me: &Person, owner: &Person) -> Text {
    if me.id == owner.id {
        return span!["in place of ", identity(owner)];
    }
    span!["for ", identity(owner), ", who is away"]
}

fn sides(loaded: &LoadedMatch, seat: Seat) -> String {
    format!("{}, {}", loaded.game(), loaded.game().sides()[seat.index()])
}

/// Asks a person to play for somebody who goes on vacation.
pub(crate) fn asks_to_play_for(me: &Person, whom: &Person) -> Text {
    span![
        person(whom),
        ", will you play for ",
        identity(me),
        " during the vacation? It's unrated for you."
    ]
}

// What only one person is told.

pub(crate) fn is_played_for_you(
    of: MatchId,
    game: GameId,
    holder: &Person,
    kind: HandedTo,
    sees: Sees,
) -> Text {
    let rated = match (kind, sees) {
        (HandedTo::Bot, _) => "It no longer counts for ratings.",
        (_, Sees::SecretsUnrated) => {
            "They see what is secret to you, so it no longer counts for ratings."
        }
        (_, Sees::Secrets) => "They see what is secret to you. Only a loss counts for your rating.",
        (_, Sees::Nothing) => "Only a loss counts for your rating.",
    };
    span![
        format!("You were away, so in match #{of} ({game}) "),
        identity(holder),
        format!(" plays on for you. {rated} "),
        Text::code(say!(Back { of })),
        " gives you the seat back."
    ]
}

pub(crate) fn whom_to_ask(name: Option<&str>, of: MatchId) -> Text {
    let whose = name.map_or("you".to_owned(), str::to_owned);
    Text::sentence(format!(
        "Who should play on for {whose}? Say a name, as in `{} @carol`.",
        say!(commands::Substitute { of })
    ))
}

/// Names on a message what it offered.
pub(crate) fn was_offered(of: MatchId) -> Text {
    Text::small(format!("A seat in match #{of}"))
}

pub(crate) fn is_over() -> Text {
    Text::plain("The match is over.")
}

pub(crate) fn pick_a_friend() -> String {
    "Pick a friend".to_owned()
}

pub(crate) fn has_been_asked(whom: &Person) -> Text {
    span!["I've asked ", identity(whom), "."]
}

pub(crate) fn declines(me: &Person, of: MatchId) -> Text {
    span![identity(me), format!(" can't play match #{of} on.")]
}

pub(crate) fn you_declined() -> Text {
    Text::plain("OK, I've passed it on.")
}

pub(crate) fn you_agreed(owner: &Person) -> Text {
    span![
        "You'll play for ",
        identity(owner),
        " during the vacation. It's unrated for you, and ",
        Text::code(say!(commands::Substitute { how: SubstituteWord::Off })),
        " gives a seat back."
    ]
}

pub(crate) fn substitute_answered(me: &Person, agrees: bool) -> Text {
    let says = if agrees {
        " plays for you during your vacation."
    } else {
        " can't play for you, so your clocks stop during your vacation."
    };
    span![identity(me), says]
}

pub(crate) fn nobody_is_asked_now(of: MatchId) -> Text {
    Text::plain(format!("Nobody is asked to play match #{of} any more."))
}

// Buttons.

pub(crate) fn back_button(of: MatchId) -> Choice {
    Choice::new("I'm back", say!(Back { of }))
}

pub(crate) fn take_button(of: MatchId) -> Choice {
    let how = SubstituteWord::Take;
    Choice::new("Take the seat", say!(commands::Substitute { of, how })).with(Emphasis::Good)
}

pub(crate) fn offer_buttons(of: MatchId) -> [Choice; 2] {
    let how = SubstituteWord::Decline;
    [take_button(of), Choice::new("No, thanks", say!(commands::Substitute { of, how }))]
}

pub(crate) fn named_buttons() -> [Choice; 2] {
    let [yes, no] = [SubstituteWord::Take, SubstituteWord::Decline]
        .map(|how| say!(commands::Substitute { how }));
    [Choice::new("Agree", yes).with(Emphasis::Good), Choice::new("No, thanks", no)]
}

pub(crate) fn anybody_button(of: MatchId) -> Choice {
    Choice::new(
        "Ask everybody here",
        say!(commands::Substitute { of, how: SubstituteWord::Anybody }),
    )
}

pub(crate) fn bot_button(of: MatchId) -> Choice {
    Choice::new("Let the bot finish", say!(commands::Substitute { of, how: SubstituteWord::Bot }))
}

pub(crate) fn ask_another_button(of: MatchId) -> Choice {
    Choice::new("Ask somebody else", say!(commands::Substitute { of }))
}

// Refusals.

fn not_now(says: impl Into<String>) -> Refusal {
    Refusal::new(Code::NotNow, says)
}

pub(crate) fn not_for_oneself(instead: Command) -> Refusal {
    Refusal::illegal("Somebody else has to play for you.").instead([instead])
}

pub(crate) fn no_bot_in_competitions(of: MatchId) -> Refusal {
    let says = "In a league, a series or a ladder the bot plays for nobody.";
    not_now(says).instead([
        say!(commands::Substitute { of, how: SubstituteWord::Anybody }),
        say!(Claim { of, how: ClaimWord::Wait }),
    ])
}

pub(crate) fn only_they_name(name: &str, of: MatchId) -> Refusal {
    not_now(format!(
        "Who plays on sees what is secret to {name}. In a league, a series or a ladder only {name} can \
         name somebody for that."
    ))
    .instead([say!(Claim { of }), say!(Claim { of, how: ClaimWord::Wait })])
}

pub(crate) fn secrets_by_name(of: MatchId) -> Refusal {
    not_now(format!(
        "Who plays match #{of} on sees what is secret to you, so ask somebody by name."
    ))
}

pub(crate) fn private_by_name(of: MatchId) -> Refusal {
    not_now(format!("Match #{of} is private, so ask somebody by name."))
}

pub(crate) fn asked_often_enough(of: MatchId, most: u32) -> Refusal {
    let says = format!("You've asked {most} times today for match #{of}. Ask again tomorrow.");
    Refusal::new(Code::TooMuch, says).instead([say!(Claim { of, how: ClaimWord::Wait })])
}

pub(crate) fn plays_already(whom: &Person, of: MatchId) -> Refusal {
    not_now(format!("{} already plays in match #{of}.", whom.name))
}

pub(crate) fn cant_take(whom: &Person, of: MatchId) -> Refusal {
    not_now(format!("{} can't play in match #{of} now.", whom.name))
}

pub(crate) fn not_known_there(whom: &Person, room: &Room) -> Refusal {
    not_now(format!(
        "I don't know {} on {}, where the match is played.",
        whom.name,
        chat_name(room.chat)
    ))
}

pub(crate) fn is_banned_there(whom: &Person) -> Refusal {
    not_now(format!("{} is banned from games there.", whom.name))
}

pub(crate) fn is_back_already(of: MatchId) -> Refusal {
    not_now(format!("The player of match #{of} is back, so nobody has to play on."))
}

pub(crate) fn nothing_offered() -> Refusal {
    not_now("Nobody has asked you to play on for somebody.")
}

pub(crate) fn not_offered(of: MatchId) -> Refusal {
    not_now(format!("No seat of match #{of} is offered to you."))
}

pub(crate) fn which_seat(of: &[MatchId]) -> Refusal {
    let named: Vec<String> = of.iter().map(|id| format!("#{id}")).collect();
    let says = format!("Which match do you mean: {}?", series(&named));
    Refusal::new(Code::Ambiguous, says)
}

pub(crate) fn plays_for_nobody() -> Refusal {
    not_now("You play for nobody else.")
}
