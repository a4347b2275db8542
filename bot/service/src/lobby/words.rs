//! Texts about challenges.
pub mod against_bot;
pub mod invite;
pub mod length;
pub mod rooms;

use command::{Command, say};
use content::lengths::{LongGame, long};
use engine::{
    game::Emphasis,
    games::GameId,
    quote::series,
    refusal::{Code, Refusal},
};
use model::{
    ids::{ChallengeId, MatchId},
    reply::Choice,
    span,
    text::Text,
    time::{self, Clock},
};
use store::{Challenge, ChallengeState, MatchRow, Person};

use crate::names::{identity, person};

// The card of a challenge.

/// Adds the most matches to the terms.
pub(super) fn best_of(terms: &str, most: u32) -> String {
    match most {
        ..=1 => terms.to_owned(),
        _ => format!("{terms}, best of {most}"),
    }
}

/// Says who challenges whom, and to what. `whom` is none for anyone, `side` is the side the
/// challenger plays, if that is decided. `room` plays instead of them.
pub(super) fn challenges(
    by: &Person,
    room: Option<&str>,
    whom: Option<&Person>,
    terms: &str,
    side: Option<&str>,
    places: u32,
) -> Text {
    let player = room.unwrap_or(&by.name);
    let side = side.map_or(String::new(), |side| format!(" {player} plays {side}."));
    let together = room.map_or(String::new(), |room| format!(" together with {room}"));
    let places = match places {
        1 => String::new(),
        several => format!(" {several} players may accept."),
    };
    let whom = whom.map_or(Text::plain("anyone"), person);
    span![identity(by), together, " challenges ", whom, format!(" to {terms}.{side}{places}")]
}

/// Says why a match between people at one screen has no clock, and how to get one.
pub(super) fn at_one_screen() -> Text {
    Text::sentence(
        "At one screen a match has no clock and is unrated. Add `clock=usual` for a clock, or `rated` \
         to count it.",
    )
}

/// Says how the clock of a challenge works, and whether running out of time loses at once.
pub(super) fn clock_in_full(clock: Clock) -> Text {
    Text::plain(format!("Clock: {}.", time::clock_in_full(clock)))
}

pub(super) fn begins_from_position() -> &'static str {
    "A match from a set position isn't rated. It begins here:"
}

/// Tells a player who has never been here how to start.
pub(super) fn is_new(who: &Person) -> Text {
    let (name, handle, help) = (&who.name, &who.handle, say!(Help));
    Text::sentence(format!("{name} is new here and can start with `{handle}: {help}`."))
}

/// States a challenge's number, how long it is open, and the first `digits` of its commitment, if it
/// has one.
pub(super) fn open_until(challenge: &Challenge, days: i64, digits: Option<&str>) -> Text {
    let expires = Text::time(challenge.lapses_at, format!("open for {days} days"), "expires ");
    let open = span![format!("Challenge {}, ", challenge.id), expires, "."];
    match digits {
        Some(digits) => span![open, " Dice commitment ", Text::code(digits), "…"],
        None => open,
    }
}

/// Returns the buttons of a card that answer; without `decline` if anyone may accept.
pub(super) fn card_buttons(accept: Command, decline: Option<Command>) -> Vec<Choice> {
    let mut all = vec![Choice::new("Accept", accept).with(Emphasis::Good)];
    all.extend(decline.map(|line| Choice::new("Decline", line).with(Emphasis::Grave)));
    all
}

/// Makes the button that takes a challenge back.
pub(super) fn cancel_button(of: ChallengeId) -> Choice {
    Choice::new("Cancel", say!(Cancel { challenge: of })).with(Emphasis::Grave)
}

/// Makes the button that asks what should change.
pub(super) fn change_button(of: ChallengeId) -> Choice {
    let change = Choice::new("Change…", say!(Counter { challenge: of }));
    change.with(Emphasis::Aside).explained("make another offer")
}

/// Makes the button that explains the game of a challenge.
pub(super) fn rules_button(game: GameId) -> Choice {
    Choice::new("How to play", say!(Rules { game: game.name() })).with(Emphasis::Aside)
}

/// Makes the button that shows what isn't on the card.
pub(super) fn details_button(of: ChallengeId) -> Choice {
    let details = Choice::new("Details", say!(Stakes { challenge: of }));
    details.with(Emphasis::Aside).explained("the stakes and the full commitment")
}

/// Makes the button that offers the quick form of a long game instead.
pub(super) fn quick_button(of: ChallengeId, LongGame { usual, quick }: LongGame) -> Choice {
    let offer = Choice::new("Quick match", say!(Counter { challenge: of, options: "quick" }));
    offer.explained(format!("about {quick} turns each instead of {usual}"))
}

/// The last line of a card.
pub(super) fn card_accepted(by: &Person, of: MatchId) -> Text {
    span![Text::strong("Accepted"), " by ", person(by), format!(": match #{of}.")]
}

pub(super) fn card_declined(by: &Person, reason: Option<&str>) -> Text {
    span![Text::strong("Declined"), " by ", person(by), why(reason)]
}

pub(super) fn card_countered(by: &Person) -> Text {
    span![Text::strong("Answered"), " by ", person(by), " with a counter-offer."]
}

pub(super) fn card_cancelled(by: &Person) -> Text {
    span![Text::strong("Cancelled"), " by ", person(by), "."]
}

/// What stays of a challenge in a room that wasn't its own.
pub(super) fn card_withdrawn(of: ChallengeId) -> Text {
    Text::plain(format!("Challenge {of} was cancelled."))
}

fn why(reason: Option<&str>) -> String {
    reason.map_or(".".to_owned(), |reason| format!(": {reason}"))
}

// Challenges made and answered.

pub(super) fn which_game() -> Text {
    let games = GameId::ALL.iter().map(|game| {
        let name = game.name();
        let (typed, length) = match long(*game) {
            None => (name.to_owned(), String::new()),
            Some(LongGame { usual, quick }) => {
                let length = format!(". About {quick} turns each; `{name}` alone takes {usual}");
                (format!("{name} quick"), length)
            }
        };
        span![Text::code(typed), ": ", game.says(), Text::sentence(length)]
    });
    Text::Lines(vec![Text::plain("Which game?"), Text::List(games.collect())])
}

/// Names the quick form of a game.
pub(super) fn quick_of(game: GameId) -> String {
    format!("{game}, quick")
}

pub(super) fn declines(me: &Person, of: ChallengeId, by: &Person, reason: Option<&str>) -> Text {
    let of = format!(" declines challenge {of} from ");
    span![identity(me), of, person(by), why(reason)]
}

/// Says behind `decline` that every challenge is meant.
pub(crate) const ALL: &str = "all";

/// Makes the line that declines every challenge.
pub(crate) fn decline_all() -> Command {
    say!(Decline { reason: ALL })
}

pub(super) fn declines_all(me: &Person, all: &[ChallengeId], by: &[Person]) -> Text {
    let numbers: Vec<String> = all.iter().map(ChallengeId::to_string).collect();
    let word = if let [_] = all { "challenge" } else { "challenges" };
    let of = format!(" declines {word} {} from ", series(&numbers));
    let mut names: Vec<Text> = Vec::new();
    for (nth, by) in by.iter().enumerate() {
        names.extend((nth != 0).then(|| Text::plain(", ")));
        names.push(person(by));
    }
    span![identity(me), of, Text::Span(names), "."]
}

/// Says how to get fewer challenges.
pub(super) fn hear_from_fewer() -> Text {
    let known = say!(Settings { name: "challenges", value: "known" });
    Text::sentence(format!("To be challenged only by people you have played, say `{known}`."))
}

pub(super) fn cancels(me: &Person, of: ChallengeId) -> Text {
    span![identity(me), format!(" cancels challenge {of}.")]
}

pub(super) fn challenger_left(by: &Person, of: ChallengeId) -> Text {
    span![identity(by), format!(" isn't there any more, so challenge {of} is off.")]
}

pub(super) fn counters(me: &Person, of: ChallengeId, by: &Person) -> Text {
    let of = format!(" answers challenge {of} from ");
    span![identity(me), of, person(by), " with a counter-offer."]
}

/// Says that a challenge may still be accepted, and gives the first `digits` of the commitment of
/// its next match.
pub(super) fn stays_open(of: ChallengeId, places: u32, digits: Option<&str>) -> Text {
    let open = match places {
        1 => format!("One more player may accept challenge {of}."),
        several => format!("{several} more players may accept challenge {of}."),
    };
    match digits {
        Some(digits) => {
            span![open, " Dice commitment of the next match ", Text::code(digits), "…"]
        }
        None => Text::plain(open),
    }
}

pub(super) fn stakes_unknown() -> &'static str {
    "Anyone may accept this challenge, so the stakes aren't known yet."
}

pub(super) fn no_stakes() -> &'static str {
    "Nothing is at stake: this match would be unrated."
}

pub(super) fn rematch_of(id: MatchId) -> Text {
    Text::Plain(format!("A rematch of #{id}, with sides swapped."))
}

/// Says who plays which side of a match that began, and on which terms. Its number and its game stand above.
pub(super) fn match_began(terms: &str, sides: [(&Person, &str); 2]) -> Text {
    let [(first, first_side), (second, second_side)] = sides;
    span![
        "New match: ",
        identity(first),
        format!(" ({first_side}) against "),
        identity(second),
        format!(" ({second_side}), {terms}."),
    ]
}

/// States the first digits of a match's commitment, and says which line shows all of them.
pub(super) fn match_commitment(digits: &str, line: Option<&str>) -> Text {
    let full = line.map_or_else(String::new, |line| format!(" `{line}` shows it in full."));
    Text::sentence(format!("Commitment to players, sides and words: `{digits}`…{full}"))
}

// Refused challenges.

pub(super) fn position_is_unrated() -> Refusal {
    Refusal::illegal("A match from a set position can't be rated.").instead([say!(Challenge)])
}

pub(super) fn places_for_one(whom: &Person, game: GameId, places: u32) -> Refusal {
    let says = format!("`places` works only for open challenges. Leave out {}.", whom.name);
    Refusal::unreadable(says).instead([say!(Challenge { game, places })])
}

pub(super) fn too_many_open(most: usize) -> Refusal {
    let says = format!("You have {most} open challenges, the limit. Cancel one first.");
    Refusal::new(Code::TooMuch, says).instead([say!(Cancel), say!(Games)])
}

pub(super) fn waits_already(whom: &Person, most: usize, first: ChallengeId) -> Refusal {
    let says = format!(
        "{} has {most} of your challenges to answer, the limit. Cancel one, or wait for an answer.",
        whom.name
    );
    Refusal::new(Code::TooMuch, says).instead([say!(Cancel { challenge: first }), say!(Games)])
}

pub(super) fn has_enough_challenges(whom: &Person, waiting: usize) -> Refusal {
    let says = format!(
        "{} has {waiting} challenges to answer first. You can challenge anyone here.",
        whom.name
    );
    Refusal::new(Code::TooMuch, says).instead([say!(Challenge)])
}

pub(super) fn against_yourself(game: GameId) -> Refusal {
    let says = "You can't play against yourself. Leave the name out to challenge anyone here.";
    Refusal::illegal(says).instead([say!(Challenge { game })])
}

pub(super) fn nobody_to_accept(game: GameId) -> Refusal {
    let says = "Nobody else is here to accept. Name someone, or ask in a room with other people.";
    Refusal::illegal(says).instead([say!(Challenge { who: "@bob", game })])
}

pub(super) fn you_have_too_many_matches(most: usize) -> Refusal {
    let says = format!("You have {most} matches running, the limit. End one first.");
    Refusal::new(Code::TooMuch, says).instead([say!(Games)])
}

pub(super) fn has_too_many_matches(who: &Person, most: usize) -> Refusal {
    let says = format!("{} has {most} matches running, the limit. One must end first.", who.name);
    Refusal::new(Code::TooMuch, says).instead([say!(Games)])
}

// Refused answers.

pub(super) fn open_to_anyone() -> Refusal {
    let says = "That challenge is open to anyone, so there's no need to decline it.";
    Refusal::new(Code::NotYours, says)
}

/// Refuses to take any words behind `decline` for a reason.
pub(crate) fn reason_for_which(id: ChallengeId, reason: &str) -> Refusal {
    let said = say!(Decline { challenge: id, reason });
    let says =
        format!("I take that for no reason. To decline with one, name the challenge: `{said}`.");
    Refusal::unreadable(says).instead([say!(Help { command: said.verb().name() })])
}

pub(super) fn reason_too_long(most: usize) -> Refusal {
    Refusal::new(Code::TooMuch, format!("A reason can have at most {most} characters."))
}

pub(super) fn position_keeps_variations() -> Refusal {
    Refusal::illegal("That position has its own variations, which can't be changed.")
}

pub(super) fn what_should_change(id: ChallengeId) -> Text {
    Text::sentence(format!(
        "What should change? Say only that, for example `{}`.",
        say!(Counter { challenge: id, days: 2_u32 })
    ))
}

pub(super) fn already_the_offer() -> Refusal {
    let says = "That's already the offer. Say what you want to change.";
    Refusal::new(Code::NotNow, says)
}

pub(super) fn no_challenge_with_code(code: &str) -> Refusal {
    let says = format!("No open challenge has the code `{code}`. Codes end with their challenge.");
    Refusal::new(Code::Unknown, says).instead([say!(Games)])
}

/// Says how to accept a challenge from another room or chat.
/// Tells a challenger that the other person doesn't know of the challenge, and how they can accept.
pub(super) fn opponent_not_told(of: ChallengeId, whom: &Person, code: &str) -> Text {
    span![
        format!(
            "{} doesn't know of your challenge {of}: I can't write to them. Tell them to say ",
            whom.name
        ),
        Text::code(say!(Accept { word: code })),
        " to me, in a private message or in any room where I am."
    ]
}

pub(super) fn or_by_code(code: &str, for_rooms: bool) -> Text {
    let room = if for_rooms {
        let says = Text::code(say!(Accept { word: code, together: true }));
        span![" With ", says, " that whole room plays, by vote."]
    } else {
        Text::plain("")
    };
    span!["Or say ", Text::code(say!(Accept { word: code })), " in any room where I am.", room]
}

pub(super) fn already_accepted(of: ChallengeId) -> Refusal {
    let says = format!("You've already accepted challenge {of}.");
    Refusal::new(Code::NotNow, says).instead([say!(Games)])
}

pub(super) fn none_of_yours_open() -> Refusal {
    Refusal::new(Code::Unknown, "You have no open challenge here.").instead([say!(Games)])
}

pub(super) fn not_challenged() -> Refusal {
    Refusal::new(Code::Unknown, "Nobody has challenged you here.").instead([say!(Challenge)])
}

pub(super) fn several_open() -> Refusal {
    let says = "Several challenges are open here. Add the number of the one you mean.";
    Refusal::new(Code::Ambiguous, says)
}

pub(super) fn no_open_challenge(id: ChallengeId) -> Refusal {
    let says = format!("There is no open challenge {id} here.");
    Refusal::new(Code::Unknown, says).instead([say!(Games)])
}

/// Says how a challenge was closed.
pub(super) fn challenge_closed(id: ChallengeId, state: ChallengeState) -> Refusal {
    let says = match state {
        // It may have expired without having been marked so.
        ChallengeState::Lapsed | ChallengeState::Open => {
            format!("Challenge {id} is closed: it has expired.")
        }
        ChallengeState::Accepted => format!("Challenge {id} is closed: it was accepted."),
        ChallengeState::Declined => format!("Challenge {id} is closed: it was declined."),
        ChallengeState::Countered => {
            format!("Challenge {id} is closed: it was answered with a counter-offer.")
        }
        ChallengeState::Cancelled => format!("Challenge {id} is closed: it was cancelled."),
    };
    Refusal::new(Code::Unknown, says).instead([say!(Games), say!(Challenge)])
}

// Refused rematches.

pub(super) fn still_running(id: MatchId) -> Refusal {
    Refusal::new(Code::NotNow, format!("Match #{id} is still running."))
}

pub(super) fn opponent_left() -> Refusal {
    let says = "Your opponent has left, so there can be no rematch.";
    Refusal::new(Code::NotNow, says).instead([say!(Challenge)])
}

pub(super) fn already_offered(open: ChallengeId) -> Refusal {
    let says = format!("You've offered exactly that already: challenge {open} is still open.");
    Refusal::new(Code::NotNow, says).instead([say!(Cancel { challenge: open })])
}

pub(super) fn rematch_offered(to: &Person, open: ChallengeId) -> Refusal {
    let says = format!("You've already offered a rematch; {} hasn't answered yet.", to.name);
    Refusal::new(Code::NotNow, says).instead([say!(Cancel { challenge: open })])
}

pub(super) fn rematch_running(of: MatchId, again: &MatchRow) -> Refusal {
    let says = format!("The rematch of #{of} is already running as #{}.", again.id);
    Refusal::new(Code::NotNow, says).instead([say!(Board { of: again.id })])
}
