//! Texts about secret choices.
use command::say;
use engine::refusal::{Code, Refusal};
use model::{ids::MatchId, text::Text};

// Secret choices.

pub(crate) fn chosen_already(written: &str) -> Text {
    Text::sentence(format!("Your choice is already `{written}`."))
}

pub(crate) fn chosen_now(id: MatchId, written: &str, seal: &str) -> Text {
    Text::sentence(format!("Your choice in #{id} is now `{written}`, sealed as `{seal}`."))
}

/// Warns that others could read a secret choice; `other` hasn't chosen yet.
pub fn overheard(room: &str, other: Option<&str>) -> String {
    match other {
        Some(other) => format!(
            "Others in {room} could read your choice. {other} hasn't chosen yet, so you can \
             choose again here in private."
        ),
        None => format!("Others in {room} could read your choice. Next time, choose in private."),
    }
}

/// Says where to choose to somebody who said a number in a room.
pub(crate) fn number_aloud(room: &str) -> String {
    format!(
        "Nothing was chosen: this is for you alone, and others in {room} can read a number you \
         say there. Choose here."
    )
}

pub(crate) fn cannot_switch() -> Refusal {
    let says = "You can't switch to that: it would change who chooses next.";
    Refusal::new(Code::NotNow, says)
}

pub(crate) fn secret_on_its_own() -> Refusal {
    Refusal::illegal("Send a secret choice on its own.").instead([say!(Moves)])
}
