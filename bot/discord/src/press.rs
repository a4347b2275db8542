//! What a button, menu option or text field does: the line it sends, and for which position. It is
//! encoded in the control's id.
use engine::chance::StepKey;
use sha2::{Digest, Sha256};

use super::markdown::len;

/// The maximum length of an id, and of a menu option's value, in characters.
const LONGEST: usize = 100;
/// The length, in bytes, of the hash that replaces a line that is too long.
const HASHED: usize = 16;

/// The id of a message's menu; the value has the choice.
pub(super) const MENU: &str = "menu";
/// The id of a form's only field.
pub(super) const FIELD: &str = "words";

/// What a control does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Press {
    /// Sends a line in the name of the person who presses.
    Say { says: String, asked_at: Option<StepKey> },
    /// The same for a line too long for an id, stored under this key.
    Kept { key: String, asked_at: Option<StepKey> },
    /// Opens a form; what is typed is appended to `says`.
    Type { says: String, asked_at: Option<StepKey> },
    /// Opens the form of a challenge that this line begins.
    Form(String),
    /// The same for a line too long for an id, stored under this key.
    KeptForm(String),
    /// Is the menu of a question about a challenge.
    Ask { nth: usize, says: String },
    /// Sends a line with what is picked from one of Discord's lists, or with a word where nothing is.
    Pick { nothing: String, says: String },
    /// Fetches a private reply by its outbox id.
    Fetch(i64),
}

impl Press {
    /// Creates a press for a line, with the key to store the line under if it is too long.
    pub(super) fn say(says: &str, asked_at: Option<StepKey>) -> (Press, Option<String>) {
        let press = Press::Say { says: says.to_owned(), asked_at };
        if len(&press.id()) <= LONGEST {
            return (press, None);
        }
        let key = key(says);
        (Press::Kept { key: key.clone(), asked_at }, Some(key))
    }

    /// Returns the press that fits an id, with the line to store and its key if that is needed.
    pub(super) fn fitting(self) -> (Press, Option<(String, String)>) {
        match self {
            Press::Form(says) if LONGEST < len(&Press::Form(says.clone()).id()) => {
                let key = key(&says);
                (Press::KeptForm(key.clone()), Some((key, says)))
            }
            other => (other, None),
        }
    }

    /// Encodes the press as an id.
    pub(super) fn id(&self) -> String {
        match self {
            Press::Say { says, asked_at } => format!("say:{}:{says}", step_key(*asked_at)),
            Press::Kept { key, asked_at } => format!("kept:{}:{key}", step_key(*asked_at)),
            Press::Type { says, asked_at } => format!("type:{}:{says}", step_key(*asked_at)),
            Press::Form(says) => format!("form::{says}"),
            Press::KeptForm(key) => format!("keptform::{key}"),
            Press::Ask { nth, says } => format!("ask:{nth}:{says}"),
            Press::Pick { nothing, says } => format!("pick:{nothing}:{says}"),
            Press::Fetch(number) => format!("fetch::{number}"),
        }
    }

    /// Decodes an id. Returns `None` if it isn't ours or its format is outdated.
    pub(super) fn read(id: &str) -> Option<Press> {
        let (kind, rest) = id.split_once(':')?;
        let (at, rest) = rest.split_once(':')?;
        if kind == "ask" {
            return Some(Press::Ask { nth: at.parse().ok()?, says: rest.to_owned() });
        }
        if kind == "pick" {
            return Some(Press::Pick { nothing: at.to_owned(), says: rest.to_owned() });
        }
        let asked_at = match at {
            "" => None,
            at => {
                let (step, take) = at.split_once('.')?;
                Some(StepKey { step: step.parse().ok()?, take: take.parse().ok()? })
            }
        };
        let says = rest.to_owned();
        match kind {
            "say" => Some(Press::Say { says, asked_at }),
            "kept" => Some(Press::Kept { key: says, asked_at }),
            "type" => Some(Press::Type { says, asked_at }),
            "form" => Some(Press::Form(says)),
            "keptform" => Some(Press::KeptForm(says)),
            "fetch" => Some(Press::Fetch(rest.parse().ok()?)),
            _ => None,
        }
    }
}

/// Returns the key of a long line.
fn key(says: &str) -> String {
    hex::encode(&Sha256::digest(says.as_bytes())[..HASHED])
}

fn step_key(at: Option<StepKey>) -> String {
    at.map_or(String::new(), |StepKey { step, take }| format!("{step}.{take}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    const AT: Option<StepKey> = Some(StepKey { step: 12, take: 3 });

    #[test]
    fn an_id_is_read_as_what_was_written() {
        for press in [
            Press::Say { says: "play #12 c3:d4".to_owned(), asked_at: AT },
            Press::Say { says: String::new(), asked_at: None },
            Press::Type { says: "play #12".to_owned(), asked_at: AT },
            Press::Form("challenge trapdoor".to_owned()),
            Press::KeptForm("ab12".to_owned()),
            Press::Ask { nth: 2, says: "challenge @7 trapdoor clock=none".to_owned() },
            Press::Pick { nothing: "off".to_owned(), says: "admin log".to_owned() },
            Press::Fetch(7),
        ] {
            assert_eq!(Press::read(&press.id()), Some(press));
        }
        for odd in
            ["", "say", "say:", "say:1:x", "say:x.y:z", "fetch::x", "ask:x:y", "shout::x", MENU]
        {
            assert_eq!(Press::read(odd), None, "{odd}");
        }
    }

    #[test]
    fn a_long_sentence_is_kept_under_a_key() {
        let says = format!("challenge @1 trapdoor from={}", "🎲".repeat(90));
        let (press, key) = Press::say(&says, AT);
        assert!(len(&press.id()) <= LONGEST);
        assert_eq!(press, Press::Kept { key: key.unwrap(), asked_at: AT });
        assert_ne!(press, Press::say(&(says.clone() + "x"), AT).0);
        assert_eq!(Press::say("accept 1", None).1, None);
        let (press, kept) = Press::Form(says).fitting();
        assert_eq!(kept.map(|it| Press::KeptForm(it.0)), Some(press));
        let short = Press::Form("challenge trapdoor".to_owned());
        assert_eq!(short.clone().fitting(), (short, None));
    }
}
