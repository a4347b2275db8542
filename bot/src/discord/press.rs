//! What a button, a menu or a field for words carries: a sentence to be said, and the position it was made for.
use engine::chance::Ply;
use sha2::{Digest, Sha256};

use super::form::len;

/// The most characters of an id, and of the value of a menu's option.
const LONGEST: usize = 100;
/// Bytes of a sentence's hash that stand for it where it is too long.
const HASHED: usize = 16;

/// The id of the one menu of a message; what was picked is in the value.
pub(super) const MENU: &str = "menu";
/// The id of the one field of a form.
pub(super) const FIELD: &str = "words";

/// Something that was pressed, or can be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Press {
    /// A sentence is said for whoever presses.
    Say { says: String, asked_at: Option<Ply> },
    /// The same, where the sentence is too long for an id: it is kept under this key.
    Kept { key: String, asked_at: Option<Ply> },
    /// A form for words opens; they go after `says`.
    Type { says: String, asked_at: Option<Ply> },
    /// A reply that could not be brought in private is asked for, by its number in the outbox.
    Fetch(i64),
}

impl Press {
    /// Makes the press of a sentence, and tells what has to be kept for it: its key.
    pub(super) fn say(says: &str, asked_at: Option<Ply>) -> (Press, Option<String>) {
        let press = Press::Say { says: says.to_owned(), asked_at };
        if len(&press.id()) <= LONGEST {
            return (press, None);
        }
        let key = key(says);
        (Press::Kept { key: key.clone(), asked_at }, Some(key))
    }

    /// Writes the press as an id.
    pub(super) fn id(&self) -> String {
        match self {
            Press::Say { says, asked_at } => format!("say:{}:{says}", ply(*asked_at)),
            Press::Kept { key, asked_at } => format!("kept:{}:{key}", ply(*asked_at)),
            Press::Type { says, asked_at } => format!("type:{}:{says}", ply(*asked_at)),
            Press::Fetch(number) => format!("fetch::{number}"),
        }
    }

    /// Reads an id; nothing when it is none of ours, or of an earlier version.
    pub(super) fn read(id: &str) -> Option<Press> {
        let (kind, rest) = id.split_once(':')?;
        let (at, rest) = rest.split_once(':')?;
        let asked_at = match at {
            "" => None,
            at => {
                let (step, take) = at.split_once('.')?;
                Some(Ply { step: step.parse().ok()?, take: take.parse().ok()? })
            }
        };
        let says = rest.to_owned();
        match kind {
            "say" => Some(Press::Say { says, asked_at }),
            "kept" => Some(Press::Kept { key: says, asked_at }),
            "type" => Some(Press::Type { says, asked_at }),
            "fetch" => Some(Press::Fetch(rest.parse().ok()?)),
            _ => None,
        }
    }
}

/// Returns under which key a long sentence is kept.
fn key(says: &str) -> String {
    hex::encode(&Sha256::digest(says.as_bytes())[..HASHED])
}

fn ply(at: Option<Ply>) -> String {
    at.map_or(String::new(), |Ply { step, take }| format!("{step}.{take}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    const AT: Option<Ply> = Some(Ply { step: 12, take: 3 });

    #[test]
    fn an_id_is_read_as_what_was_written() {
        for press in [
            Press::Say { says: "play #12 c3:d4".to_owned(), asked_at: AT },
            Press::Say { says: String::new(), asked_at: None },
            Press::Type { says: "play #12".to_owned(), asked_at: AT },
            Press::Fetch(7),
        ] {
            assert_eq!(Press::read(&press.id()), Some(press));
        }
        for odd in ["", "say", "say:", "say:1:x", "say:x.y:z", "fetch::x", "shout::x", MENU] {
            assert_eq!(Press::read(odd), None, "{odd}");
        }
    }

    #[test]
    fn a_long_sentence_is_kept_under_a_key() {
        let says = format!("challenge @1 trapdoor from={}", "🎲".repeat(90));
        let (press, key) = Press::say(&says, AT);
        assert!(len(&press.id()) <= LONGEST);
        assert_eq!(press, Press::Kept { key: key.unwrap(), asked_at: AT });
        assert_ne!(press, Press::say(&(says + "x"), AT).0);
        assert_eq!(Press::say("accept 1", None).1, None);
    }
}
