//! Texts of the room in a browser and of the pages, besides those in `data/web`.

// The room.

pub(super) fn room_is_open(address: &str) -> String {
    format!("The room is open at {address} (ctrl-c closes it)")
}

pub(super) fn said_in_private(who: &str) -> String {
    format!("{who} said something in private")
}

pub(super) fn button_out_of_date() -> &'static str {
    "That button is out of date. `games` shows your matches."
}

/// The name of a speaker who gave none.
pub(super) fn nameless() -> &'static str {
    "Player"
}

pub(super) fn too_long(limit: usize) -> String {
    format!("That is too long: a line has at most {limit} bytes.")
}

pub(super) const PLAY_THE_BOT: &str = "Play the bot";
pub(super) const RULES: &str = "Rules";

// Pages.

pub(super) const FIRST: &str = "First";
pub(super) const BACK: &str = "Back";
pub(super) const FORWARD: &str = "Forward";
pub(super) const LAST: &str = "Last";
pub(super) const REVIEW: &str = "Review";
pub(super) const MATCH_FILE: &str = "Match file";
pub(super) const LEADERBOARD: &str = "Leaderboard";
pub(super) const THIS_SEASON: &str = "This season";
pub(super) const ALL_GAMES: &str = "All games";
pub(super) const PREVIOUS_PAGE: &str = "Previous page";
pub(super) const NEXT_PAGE: &str = "Next page";

pub(super) fn match_title(game: &str, first: &str, second: &str) -> String {
    format!("{game}: {first} against {second}")
}

/// Names the players, each with their side.
pub(super) fn sides([first, second]: [&str; 2], [first_side, second_side]: [&str; 2]) -> String {
    format!("{first} ({first_side}) against {second} ({second_side})")
}

pub(super) fn not_over_yet() -> &'static str {
    "The match is still running. Its secret is shown when it's over; then you can check everything \
     here."
}

pub(super) fn played_again() -> &'static str {
    "This server has replayed the match:"
}

pub(super) fn no_turning_points() -> &'static str {
    "There are none."
}

pub(super) fn before_step(step: usize) -> String {
    format!("Before step {step}")
}

// Errors.

pub(super) fn no_page() -> &'static str {
    "There is nothing at this address. It may no longer be shared."
}

pub(super) fn no_such_button() -> &'static str {
    "There is no such button."
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

pub(super) fn room_failed() -> &'static str {
    "Something went wrong; the log says what."
}

pub(super) fn too_many_requests() -> &'static str {
    "Too many requests; wait a second."
}

pub(super) fn too_many_viewers() -> &'static str {
    "Too many people are watching from this address."
}

pub(super) fn from_another_site() -> &'static str {
    "This request came from another site or under another name. Open the address that was printed."
}
