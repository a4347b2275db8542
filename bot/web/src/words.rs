//! Texts of the room in a browser and of the pages. The scripts in `data/web` have their own.
mod play;

use command::say;
use engine::quote::series;
use model::reply::Choice;
use service::{Features, OfferPlace};

pub(super) use self::play::*;

// The room.

pub(super) fn room_is_open(address: &str) -> String {
    format!("The room is open at {address} (ctrl-c closes it)")
}

pub(super) fn said_in_private(who: &str) -> String {
    format!("{who} said something in private")
}

pub(super) fn button_out_of_date() -> String {
    format!("That button is out of date. {MY_MATCHES}, at the top, leads to your boards.")
}

/// Refuses a tap that fits nothing.
pub(super) const NOT_A_CHOICE: &str =
    "That isn\u{2019}t a choice now. Tap one of the marked squares, or a button.";

/// Refuses what somebody without a name says.
pub(super) fn who_are_you() -> String {
    "Say who you are first: put your name into the box.".to_owned()
}

/// Says that somebody without a name can watch.
pub(super) fn looks_on() -> &'static str {
    "You\u{2019}re looking on. To play here, put your name into the box below."
}

/// Refuses a name; `why` is a sentence.
pub(super) fn no_name(why: &str) -> String {
    format!("{why} Put another one into the box.")
}

/// Refuses a name that another browser has; `line` gives the address of one's own boards.
pub(super) fn name_in_use(name: &str, line: Option<&str>) -> String {
    let in_use =
        format!("{name} plays in another browser of this room. Put another name into the box.");
    match line {
        Some(line) => format!(
            "{in_use} Are you {name}? `{line}`, said there, gives an address that opens your boards on \
             any screen."
        ),
        None => in_use,
    }
}

/// Asks whether a new name is meant for a second person at a browser.
pub(super) fn second_person(first: &str, name: &str) -> String {
    format!(
        "You are {first} in this browser. {name} would be a second person here, with matches of their own."
    )
}

/// Labels the button that makes a second person.
pub(super) fn plays_too(name: &str) -> String {
    format!("{name} plays here, too")
}

/// Refuses a name that can be taken for another person's.
pub(super) fn name_looks_like(name: &str, other: &str) -> String {
    format!("{name} looks like {other}, who plays here. Put another name into the box.")
}

/// Refuses another name to a browser that has these.
pub(super) fn enough_names(names: &[String]) -> String {
    format!("This browser has the most names it can: {}. Play under one of them.", series(names))
}

/// Refuses a new name to a client that takes many.
pub(super) fn too_many_names() -> String {
    "Too many new names come from your address. Play under one you have, or wait a minute."
        .to_owned()
}

pub(super) fn too_long(limit: usize) -> String {
    format!("That is too long: a line has at most {limit} bytes.")
}

pub(super) fn for_one_alone(to: &str) -> String {
    format!("For {to} alone")
}

pub(super) const ROOM_TITLE: &str = "Draughtsman: the local room";
pub(super) const SKIP: &str = "To the line for words";
pub(super) const LOG: &str = "What was said";
pub(super) const SAY: &str = "Say";
pub(super) const WHO_SPEAKS: &str = "your name";

/// Returns the buttons at the top.
pub(super) fn navigation(features: &Features) -> Vec<Choice> {
    let mut all = vec![Choice::new("Matches", say!(Games))];
    all.extend(features.offers(OfferPlace::Top));
    all.push(Choice::new("Help", say!(Help)));
    all
}

pub(super) fn what_to_say() -> String {
    format!("a move, or a command such as {}", say!(Help))
}

// Pages.

pub(super) const FIRST: &str = "First";
pub(super) const BACK: &str = "Back";
pub(super) const FORWARD: &str = "Forward";
pub(super) const LAST: &str = "Last";
pub(super) const MATCH_FILE: &str = "Match file";
pub(super) const FILM: &str = "Film";
pub(super) const DICE: &str = "The dice";
pub(super) const WHAT_HAPPENED: &str = "What happened";
pub(super) const BACK_TO_THE_MATCH: &str = "Back to the match";
pub(super) const COMMITMENT_OF_CHALLENGE: &str = "Commitment of the challenge";
pub(super) const COMMITMENT_OF_MATCH: &str = "Commitment when the match began";
pub(super) const CHECK_HERE: &str = "Check it here";
pub(super) const CHECK_THE_DICE: &str = "Check the dice";
pub(super) const IN_WORDS: &str = "In words";
pub(super) const ALL_GAMES: &str = "All games";
pub(super) const PREVIOUS_PAGE: &str = "Previous page";
pub(super) const NEXT_PAGE: &str = "Next page";

pub(super) fn match_title(game: &str, first: &str, second: &str) -> String {
    format!("{game}: {first} against {second}")
}

/// Refuses a button that is somebody else's.
pub(super) fn belongs_to(owner: &str) -> String {
    format!("That button is {owner}\u{2019}s, who plays in another browser.")
}

/// Refuses a choice that may be either player's.
pub(super) fn whose_choice() -> String {
    "Both players choose in secret now. Put a name into the box, or press the button of the one whose choice it is.".to_owned()
}

pub(super) fn step_of(step: u32, last: u32) -> String {
    format!("Step {step} of {last}")
}

pub(super) fn dice_of(first: &str, second: &str) -> String {
    format!("The dice of {first} against {second}")
}

pub(super) fn how_dice_are_fair() -> &'static str {
    "Before the first throw a commitment to a secret was shown. All dice follow from that secret and \
     the players' words, so nobody could choose them later."
}

pub(super) fn how_the_browser_checks() -> &'static str {
    "Your browser makes both commitments from the secret, and throws every die again."
}

pub(super) fn not_over_yet() -> &'static str {
    "The match is still running. Its secret is shown when it's over; then you can check everything \
     here."
}

pub(super) fn played_again() -> &'static str {
    "This server has replayed the match:"
}

// Errors.

pub(super) fn no_page() -> &'static str {
    "There is nothing at this address. It may no longer be shared."
}

pub(super) fn form_unreadable() -> &'static str {
    "I can't read that form. Reload the page and try again."
}

pub(super) fn too_large() -> &'static str {
    "That is too large to send."
}

pub(super) fn address_unreadable() -> &'static str {
    "I can't read what follows the `?` in this address. Leave it out."
}

pub(super) fn page_failed() -> &'static str {
    "Something went wrong on the server."
}

pub(super) fn too_many_requests() -> &'static str {
    "Too many requests; wait a second."
}

pub(super) fn too_many_viewers() -> &'static str {
    "Your address has too many pages open. Close some, and load this one again."
}

pub(super) fn from_another_site() -> &'static str {
    "This request came from another site or under another name. Open the address that was printed."
}
