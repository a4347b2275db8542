//! What the room in a browser and the pages say themselves, besides the texts in `data/web`.

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

/// The name of somebody who has said none.
pub(super) fn nameless() -> &'static str {
    "Player"
}

pub(super) fn too_long(limit: usize) -> String {
    format!("That is too long: a line has at most {limit} bytes.")
}

// Pages.

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

pub(super) fn nothing_here() -> &'static str {
    "There is nothing here."
}

pub(super) fn no_such_button() -> &'static str {
    "There is no such button."
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
