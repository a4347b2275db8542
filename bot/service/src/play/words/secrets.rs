//! Texts about secret choices.
use engine::refusal::{Code, Refusal};

use model::{ids::MatchId, span, text::Text};

// Secret choices.

pub(in crate::play) fn sealed_as(seal: String) -> Text {
    span!["This choice is sealed as ", Text::code(seal), "."]
}

pub(in crate::play) fn chosen_already(written: &str) -> Text {
    Text::sentence(format!("Your choice is already `{written}`."))
}

pub(in crate::play) fn chosen_now(id: MatchId, written: &str, seal: &str) -> Text {
    Text::sentence(format!("Your choice in #{id} is now `{written}`, sealed as `{seal}`."))
}

/// Warns that others could read a secret choice; `other` hasn't chosen yet.
pub(in crate::play) fn overheard(room: &str, other: Option<&str>) -> String {
    match other {
        Some(other) => format!(
            "Others in {room} could read your choice. {other} hasn't chosen yet, so you can \
             choose again here in private."
        ),
        None => format!("Others in {room} could read your choice. Next time, choose in private."),
    }
}

pub(in crate::play) fn cannot_switch() -> Refusal {
    let says = "You can't switch to that: it would change who chooses next.";
    Refusal::new(Code::NotNow, says)
}

pub(in crate::play) fn secret_on_its_own() -> Refusal {
    Refusal::illegal("Send a secret choice on its own.").instead(["moves"])
}
