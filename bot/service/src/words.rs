//! Texts that several folders of the service and its shared files use: which person or match is
//! meant, terms, time, refusals.
pub mod outlook;

use command::{Command, say, unnamed_terms::side_forms};
use engine::{
    games::GameId,
    quote::short,
    refusal::{Code, Refusal},
};
use model::{
    ids::{ChallengeId, Chat, MatchId},
    reply::Choice,
    span,
    text::Text,
    time::{self, Clock, Zone, another, duration, later_step},
};
use store::{Person, Terms};

/// Refuses what a player's own page isn't for.
pub(super) fn only_in_the_chat(chat: Chat) -> Refusal {
    let says = format!("Say that on {}: this page is for playing your matches.", chat_name(chat));
    Refusal::new(Code::NotNow, says)
}

/// Says that there are no pages; what works instead depends on what was asked.
pub fn no_pages() -> Refusal {
    Refusal::new(Code::NotNow, "This bot has no web pages. Its host can turn them on.")
}

// Questions.

pub fn yes_button(line: Command) -> Choice {
    Choice::new("Yes", line)
}

pub fn board_button(id: MatchId) -> Choice {
    Choice::new(format!("Board #{id}"), say!(Board { of: id }))
}

// Matches.

/// Counts matches: `one match`, `3 matches`.
pub(super) fn matches(number: u32) -> String {
    if number == 1 { "one match".to_owned() } else { format!("{number} matches") }
}

/// Names a match in a notification.
pub fn about_match(id: MatchId, game: GameId) -> String {
    format!("#{id} {game}")
}

/// Names challenges in a notification.
pub(super) fn about_challenges(numbers: &[ChallengeId]) -> String {
    let named: Vec<String> = numbers.iter().map(ToString::to_string).collect();
    format!("challenge{} {}", if numbers.len() == 1 { "" } else { "s" }, named.join(", "))
}

/// Refuses a press that confirms what somebody else was asked, or what was asked long ago.
pub(crate) fn not_asked(asks: Command) -> Refusal {
    let says = "That question was for somebody else, or it's too old, so nothing has changed.";
    Refusal::new(Code::NotYours, says).instead([asks])
}

pub fn match_is_over(id: MatchId) -> Refusal {
    Refusal::new(Code::Over, format!("Match #{id} is over."))
}

pub fn no_match_here(id: MatchId) -> Refusal {
    Refusal::new(Code::Unknown, format!("There is no match #{id} here.")).instead([say!(Games)])
}

pub fn no_match_on_server(id: MatchId) -> Refusal {
    Refusal::new(Code::Unknown, format!("There is no match #{id} on this server."))
}

pub(super) fn none_running() -> Refusal {
    Refusal::new(Code::Unknown, "You have no match running here.")
        .instead([say!(Challenge), say!(Games)])
}

/// Refuses to begin a match for a room where no feature lets one play.
pub(super) fn no_room_plays() -> Refusal {
    Refusal::new(Code::NotNow, "Rooms don't play matches here.").instead([say!(Challenge)])
}

pub(super) fn none_finished() -> Refusal {
    let says = "You haven't finished a match here yet.";
    Refusal::new(Code::NotNow, says).instead([say!(Challenge), say!(Games)])
}

pub(super) fn none_played() -> Refusal {
    Refusal::new(Code::Unknown, "No match has been played here yet.").instead([say!(Challenge)])
}

/// Names a match in a list.
pub(super) fn match_against(id: MatchId, game: GameId, other: &str) -> String {
    format!("#{id} {game} against {other}")
}

/// Asks which of several matches is meant: those listed, and how many more there are.
pub(super) fn several_matches(listed: &[String], more: usize) -> Refusal {
    let listed = listed.join(", ");
    let says = match more {
        0 => format!("You're playing several matches. Say which one: {listed}."),
        more => format!(
            "You're playing several matches. Say which one: {listed}, and {more} more (`{}` lists \
             them).",
            say!(Games)
        ),
    };
    Refusal::new(Code::Ambiguous, says)
}

pub fn called_off() -> Text {
    Text::plain("The match was called off and doesn't count.")
}

// People.

pub(super) fn several_people(name: &str) -> Refusal {
    let says = format!("Several people are called {}. Mention the one you mean.", short(name));
    Refusal::new(Code::Ambiguous, says)
}

/// Refuses something that only makes sense with people.
pub(super) fn is_a_bot(name: &str) -> Refusal {
    let says = format!(
        "{} is a bot, and bots don't play here. Name a person, or leave the name out.",
        short(name)
    );
    Refusal::illegal(says).instead([
        say!(Challenge { who: "@bob", game: GameId::Trapdoor }),
        say!(Challenge { game: GameId::Trapdoor }),
    ])
}

/// Refuses somebody who was mentioned, but of whom nothing is known.
pub(super) fn never_met(name: &str) -> Refusal {
    Refusal::new(Code::Unknown, format!("{} hasn't played here yet.", short(name)))
}

pub(super) fn nobody_called(name: &str, chat: Chat) -> Refusal {
    if name.is_empty() {
        return Refusal::unreadable("Say whom you mean, such as `@carol`.");
    }
    let name = short(name);
    Refusal::new(
        Code::Unknown,
        match chat {
            Chat::Console => {
                format!("I don't know anyone called {name}. Write a space in a name as `_`.")
            }
            Chat::Discord | Chat::Matrix => format!(
                "I don't know anyone called {name}. Mention them with @, so I know who you mean."
            ),
        },
    )
}

// Terms.

/// Writes the terms: `Trapdoor Checkers (Continental), 3 days per turn, rated`.
pub(super) fn terms(terms: &Terms, variation: String) -> String {
    let said = differs(terms, variation);
    let variation = if said.is_empty() { String::new() } else { format!(" ({})", said.join(", ")) };
    format!("{}{variation}, {}", terms.game, beside_game(terms))
}

/// Words the terms where the game is named already.
pub(super) fn terms_beside_game(terms: &Terms, variation: String) -> String {
    let mut said = differs(terms, variation);
    said.push(beside_game(terms));
    said.join(", ")
}

/// Names what a match has that the usual game hasn't.
fn differs(terms: &Terms, variation: String) -> Vec<String> {
    let from = terms.start.as_ref().map(|_| "from a position".to_owned());
    Some(variation).filter(|it| !it.is_empty()).into_iter().chain(from).collect()
}

/// Words the clock, and whether a match is rated and private.
fn beside_game(terms: &Terms) -> String {
    let clock = time_in_words(terms.clock, terms.room_time);
    let rated = if terms.rated { "rated" } else { "unrated" };
    let private = if terms.private { ", private" } else { "" };
    format!("{clock}, {rated}{private}")
}

/// Words the clock, and how long rooms have.
fn time_in_words(clock: Option<Clock>, of_room: Option<i64>) -> String {
    match (of_room, clock) {
        (None, clock) => time::clock(clock),
        (Some(time), None) => room_time(time),
        (Some(of_room), clock) => {
            format!("{}, opponent: {}", room_time(of_room), time::clock(clock))
        }
    }
}

/// Words how long a room has.
fn room_time(time: i64) -> String {
    let (first, later) = (duration(time), duration(later_step(time)));
    format!("room: {first} a turn ({later} for each later step of it)")
}

/// Writes the terms line by line, for a picture.
pub(super) fn terms_in_lines(terms: &Terms, variation: String) -> Vec<String> {
    let clock = time_in_words(terms.clock, terms.room_time);
    let rated = if terms.rated { "rated" } else { "unrated" };
    [variation, clock, rated.to_owned()].into_iter().filter(|it| !it.is_empty()).collect()
}

pub(super) fn dealt_again() -> Text {
    Text::plain(
        "Anything hidden is dealt again when the match begins, and shown to each player in \
         private.",
    )
}

pub(super) fn no_such_side(game: GameId, said: &str) -> Refusal {
    let random = "side=random".to_owned();
    Refusal::unreadable(format!("{game} has no side `{}`.", short(said)))
        .instead(side_forms(game).into_iter().chain([random]))
}

pub(super) fn word_too_long(most: usize) -> Refusal {
    Refusal::new(Code::TooMuch, format!("A word for the dice can have at most {most} characters."))
}

/// States a commitment in full.
pub(super) fn dice_commitment(whole: &str) -> Text {
    span!["Dice commitment ", Text::code(whole), "."]
}

// Time. `left` is a number of seconds.

pub(super) fn time_is_running(name: &str) -> String {
    format!("{name}'s time is running.")
}

pub(super) fn has_time(name: &str, left: i64) -> String {
    format!("{name} has {}.", duration(left))
}

pub(super) fn for_this_choice(left: i64) -> String {
    format!("{} for this choice.", duration(left))
}

/// Says when time is up; `says` is the same as how much is left.
pub(super) fn time_is_up(at: i64, says: &str) -> Text {
    span![Text::time(at, says.trim_end_matches('.'), "Due "), "."]
}

/// Says that a player's time stands because they can't be told that they are asked.
pub(super) fn time_waits_for(who: &str) -> String {
    format!("I can't reach {who}, so {who}'s time stands.")
}

/// Says that a match is paused, when it resumes if that is known, and what resumes it.
pub(super) fn paused(go_on: Option<Command>, until: Option<(i64, i64)>) -> Text {
    let go_on = go_on.map(Text::code);
    let until = until.map(|(at, left)| Text::time(at, format!("in {}", duration(left)), ""));
    match (go_on, until) {
        (Some(go_on), Some(until)) => {
            span!["Paused; resumes ", until, ", or at once with ", go_on, "."]
        }
        (Some(go_on), None) => span!["Paused; ", go_on, " resumes it."],
        (None, Some(until)) => span!["Paused; resumes ", until, "."],
        (None, None) => Text::plain("Paused."),
    }
}

/// Says that a person is away, and for how long.
pub(super) fn rests(name: &str, until: i64, left: i64) -> Text {
    let left = format!("for {}", another(left));
    span![format!("{name} is on vacation "), Text::time(until, left, "and comes back "), "."]
}

/// The state of a match's time in a list.
pub(super) fn is_paused() -> String {
    "paused".to_owned()
}

pub(super) fn is_resting() -> String {
    "on vacation".to_owned()
}

pub(super) fn time_left(left: i64) -> String {
    match left {
        ..=0 => "time is up".to_owned(),
        left => format!("{} left", duration(left)),
    }
}

// Errors.

/// Reports an error of the store, which says what the asker can do.
pub(super) fn store_failed(says: &str, number: u64) -> Refusal {
    Refusal::new(Code::Broken, format!("{says} (Error {number}.)"))
}

pub(super) fn internal_error(number: u64) -> Refusal {
    let says = format!(
        "Something went wrong, and nothing was changed. Please report error {number} to the host \
         of this bot."
    );
    Refusal::new(Code::Broken, says)
}

/// Lists up to `most` lines that would work.
pub(super) fn try_instead(lines: &[String], most: usize) -> Text {
    span!["Try: ", Text::codes(lines.iter().map(String::as_str), most)]
}

pub(super) fn what_instead() -> String {
    "What would you rather do?".to_owned()
}

/// Says a time of the day, given in minutes after midnight.
pub fn at_hour(minute: u16, zone: &Zone) -> String {
    format!("{}:{:02} ({zone})", minute / 60, minute % 60)
}

/// Names a chat.
pub fn chat_name(chat: Chat) -> &'static str {
    match chat {
        Chat::Console => "the console",
        Chat::Discord => "Discord",
        Chat::Matrix => "Matrix",
    }
}

pub(crate) fn too_many_pings(whom: &Person, most: usize, left: i64) -> Refusal {
    let (name, left) = (&whom.name, duration(left));
    let says =
        format!("You've pinged {name} {most} times in an hour, the limit. Try again in {left}.");
    Refusal::new(Code::TooMuch, says)
}

/// Refuses to call somebody whom many have called.
pub fn called_enough(whom: &Person, most: usize) -> Refusal {
    let name = &whom.name;
    let says = format!(
        "{name} has been pinged {most} times in an hour, the limit from all together. Try again \
         later, or ask somebody else."
    );
    Refusal::new(Code::TooMuch, says)
}

/// Says that somebody isn't pinged for what was just said.
pub(crate) fn stands_unpinged(whom: &Person, most: usize) -> String {
    let name = &whom.name;
    format!(
        "{name} has been pinged {most} times in an hour, the limit from all together, so this stands \
         without a ping. {name} can find it with `{}`.",
        say!(Games)
    )
}

pub(crate) fn too_many_open_challenges(most: usize, left: i64) -> Refusal {
    let says = format!(
        "You've asked everybody here {most} times in an hour, the limit. Try again in {}, or \
         challenge someone by name.",
        duration(left)
    );
    Refusal::new(Code::TooMuch, says)
        .instead([say!(Challenge { who: "@bob", game: GameId::Trapdoor })])
}

/// Refuses a match with somebody who wants none. Whom they play is theirs to tell.
pub fn not_welcome(whom: &Person) -> Refusal {
    let says = format!("You can't play with {} now. You can challenge anyone here.", whom.name);
    Refusal::new(Code::NotNow, says).instead([say!(Challenge)])
}

pub(crate) fn declined_too_often(whom: &Person, times: usize) -> Refusal {
    let says = format!(
        "{} has declined {times} of your challenges in a day. Wait a day, or let {0} challenge \
         you.",
        whom.name
    );
    Refusal::new(Code::TooMuch, says)
}

pub(crate) fn too_many_codes() -> Refusal {
    let says = "Too many wrong codes. Wait ten minutes, then try again.";
    Refusal::new(Code::TooMuch, says)
}

/// Says how many of a person's last turns were in time, and how long they usually take.
pub(crate) fn turns_in_time(name: &str, in_time: usize, turns: usize, median: i64) -> String {
    let usual = match median {
        ..60 => "at once".to_owned(),
        longer => format!("after {}", duration(longer)),
    };
    format!("{name} was in time in {in_time} of the last {turns} turns, usually {usual}.")
}

pub(crate) fn calls_off(name: &str, times: u32, of: u32) -> String {
    let percent = (200 * u64::from(times) + u64::from(of)) / (2 * u64::from(of)).max(1);
    format!("{name} has called off {times} of {of} matches ({percent}%).")
}

pub(crate) fn claim_in_its_room(other: &str, of: MatchId) -> Refusal {
    let says = format!("{other} has left. Say `{}` in the match's room.", say!(Claim { of }));
    Refusal::new(Code::NotNow, says)
}

pub(crate) fn moderators_wait(other: &str) -> Refusal {
    let says = format!(
        "{other} has left. You can remove people here, so you can claim only when {other}'s time \
         is up."
    );
    Refusal::new(Code::NotNow, says)
}

/// Names a room whose name isn't known yet.
pub fn nameless_room() -> &'static str {
    "a channel"
}
