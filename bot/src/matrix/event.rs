//! Reads what happens in a room, as far as it matters here.
use matrix_sdk::{
    deserialized_responses::{TimelineEvent, TimelineEventKind},
    ruma::{OwnedEventId, OwnedRoomId, OwnedUserId},
};
use serde::Deserialize;
use serde_json::Value;

/// Something that happened in a room.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Event {
    pub(super) id: OwnedEventId,
    pub(super) sender: OwnedUserId,
    /// Milliseconds since 1970, as the sender's server has it.
    pub(super) at: u64,
    pub(super) what: What,
}

#[derive(Clone, Debug, PartialEq)]
pub(super) enum What {
    Said(Spoken),
    /// A reaction: which sign on which event.
    Pressed {
        on: OwnedEventId,
        key: String,
    },
    /// Somebody came, was invited, went or was put out.
    Member {
        who: OwnedUserId,
        membership: String,
    },
    /// The room goes on in another one.
    Moved {
        to: OwnedRoomId,
    },
    /// Somebody wants to compare keys.
    Verification,
    /// Encrypted, and the key is not here yet.
    Unreadable,
    Other,
}

/// A message that somebody typed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Spoken {
    pub(super) body: String,
    /// The formatted form; empty where there is none.
    pub(super) html: String,
    pub(super) mentions: Vec<OwnedUserId>,
    /// The root of the thread it was said in.
    pub(super) thread: Option<OwnedEventId>,
}

#[derive(Deserialize)]
struct Raw {
    event_id: OwnedEventId,
    sender: OwnedUserId,
    origin_server_ts: u64,
    #[serde(rename = "type")]
    kind: String,
    #[serde(default)]
    state_key: Option<String>,
    #[serde(default)]
    content: Value,
}

impl Event {
    /// Reads an event of a timeline; nothing for what is none.
    pub(super) fn read(event: &TimelineEvent) -> Option<Event> {
        let raw: Raw = event.raw().deserialize_as_unchecked().ok()?;
        let unreadable = matches!(event.kind, TimelineEventKind::UnableToDecrypt { .. });
        Some(Event::from_raw(raw, unreadable))
    }

    fn from_raw(raw: Raw, unreadable: bool) -> Event {
        let Raw { event_id, sender, origin_server_ts, kind, state_key, content } = raw;
        let what = match (kind.as_str(), state_key) {
            _ if unreadable => What::Unreadable,
            ("m.room.message", None) => message(&content),
            ("m.reaction", None) => pressed(&content),
            ("m.room.member", Some(who)) => member(&who, &content),
            ("m.room.tombstone", Some(_)) => moved(&content),
            _ => What::Other,
        };
        Event { id: event_id, sender, at: origin_server_ts, what }
    }
}

fn message(content: &Value) -> What {
    match content["msgtype"].as_str() {
        Some("m.text") => {}
        Some("m.key.verification.request") => return What::Verification,
        // Notices are from automata; an emote says what somebody does and is no command.
        _ => return What::Other,
    }
    let relation = &content["m.relates_to"];
    // What was corrected afterwards was already carried out as it was said first.
    if relation["rel_type"] == "m.replace" {
        return What::Other;
    }
    let Some(body) = content["body"].as_str() else { return What::Other };
    let id = |it: &Value| it.as_str().and_then(|it| OwnedEventId::try_from(it).ok());
    let answers = relation["m.in_reply_to"]["event_id"].is_string();
    let body = if answers { without_quote(body) } else { body };
    let users = content["m.mentions"]["user_ids"].as_array().into_iter().flatten();
    What::Said(Spoken {
        body: body.to_owned(),
        html: content["formatted_body"].as_str().unwrap_or("").to_owned(),
        mentions: users.filter_map(|it| OwnedUserId::try_from(it.as_str()?).ok()).collect(),
        thread: id(&relation["event_id"]).filter(|_| relation["rel_type"] == "m.thread"),
    })
}

/// Takes off the lines that older programs put before an answer to quote what it answers.
fn without_quote(body: &str) -> &str {
    if !body.starts_with("> ") {
        return body;
    }
    let mut rest = body;
    while rest.starts_with('>') {
        rest = rest.split_once('\n').map_or("", |it| it.1);
    }
    rest.trim_start_matches('\n')
}

fn pressed(content: &Value) -> What {
    let relation = &content["m.relates_to"];
    let on = relation["event_id"].as_str().and_then(|it| OwnedEventId::try_from(it).ok());
    match (on, relation["key"].as_str()) {
        (Some(on), Some(key)) => What::Pressed { on, key: key.to_owned() },
        _ => What::Other,
    }
}

fn member(who: &str, content: &Value) -> What {
    let who = OwnedUserId::try_from(who).ok();
    match (who, content["membership"].as_str()) {
        (Some(who), Some(membership)) => What::Member { who, membership: membership.to_owned() },
        _ => What::Other,
    }
}

fn moved(content: &Value) -> What {
    let to = content["replacement_room"].as_str();
    match to.and_then(|it| OwnedRoomId::try_from(it).ok()) {
        Some(to) => What::Moved { to },
        None => What::Other,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn read(kind: &str, content: Value) -> What {
        let raw = json!({
            "event_id": "$1", "sender": "@a:x", "origin_server_ts": 5, "type": kind, "content": content,
        });
        Event::from_raw(serde_json::from_value(raw).unwrap(), false).what
    }

    fn said(body: &str) -> What {
        What::Said(Spoken { body: body.to_owned(), ..Spoken::default() })
    }

    #[test]
    fn only_typed_messages_are_said() {
        let text = |kind: &str| json!({ "msgtype": kind, "body": "!help" });
        assert_eq!(read("m.room.message", text("m.text")), said("!help"));
        for kind in ["m.notice", "m.emote", "m.image", "x"] {
            assert_eq!(read("m.room.message", text(kind)), What::Other, "{kind}");
        }
        assert_eq!(read("m.room.message", json!({ "msgtype": "m.text" })), What::Other);
        assert_eq!(read("m.room.message", json!("odd")), What::Other);
    }

    #[test]
    fn corrections_are_not_said_again_and_quotes_are_taken_off() {
        let edit = json!({
            "msgtype": "m.text", "body": "* !spin",
            "m.relates_to": { "rel_type": "m.replace", "event_id": "$0" },
        });
        assert_eq!(read("m.room.message", edit), What::Other);
        let answer = json!({
            "msgtype": "m.text", "body": "> <@b:x> hi\n> there\n\nspin",
            "m.relates_to": { "m.in_reply_to": { "event_id": "$0" } },
        });
        assert_eq!(read("m.room.message", answer), said("spin"));
    }

    #[test]
    fn threads_mentions_and_buttons_are_read() {
        let content = json!({
            "msgtype": "m.text", "body": "c3-d4", "m.mentions": { "user_ids": ["@b:x", 7] },
            "m.relates_to": { "rel_type": "m.thread", "event_id": "$root", "m.in_reply_to": { "event_id": "$2" } },
        });
        let What::Said(spoken) = read("m.room.message", content) else {
            panic!("nothing was said")
        };
        assert_eq!(spoken.thread.unwrap(), "$root");
        assert_eq!(spoken.mentions, ["@b:x"]);
        let press = json!({ "m.relates_to": { "rel_type": "m.annotation", "event_id": "$0", "key": "1️⃣" } });
        let on = OwnedEventId::try_from("$0").unwrap();
        assert_eq!(read("m.reaction", press), What::Pressed { on, key: "1️⃣".to_owned() });
        assert_eq!(read("m.reaction", json!({})), What::Other);
    }
}
