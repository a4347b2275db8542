//! Parses the events of a room that the bot handles.
use matrix_sdk::{
    deserialized_responses::{TimelineEvent, TimelineEventKind},
    ruma::{OwnedEventId, OwnedRoomId, OwnedUserId},
};
use serde::Deserialize;
use serde_json::Value;

use super::bot_commands;

/// An event of a room.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct RoomEvent {
    pub(super) id: OwnedEventId,
    pub(super) sender: OwnedUserId,
    /// Milliseconds since 1970, by the sender's server.
    pub(super) at: u64,
    pub(super) what: EventContent,
}

#[derive(Clone, Debug, PartialEq)]
pub(super) enum EventContent {
    Said(Spoken),
    /// A reaction: an emoji on an event.
    Pressed {
        on: OwnedEventId,
        key: String,
    },
    /// Someone joined, was invited, left or was removed.
    Member {
        who: OwnedUserId,
        membership: String,
        /// They declined an invitation.
        declined: bool,
    },
    /// A message was deleted.
    Redacted {
        on: OwnedEventId,
    },
    /// The room was upgraded.
    Moved {
        to: OwnedRoomId,
    },
    /// Who may do what there was changed.
    Powers,
    /// Someone asks to verify the bot's keys.
    Verification,
    /// Encrypted, with a key that hasn't arrived.
    Unreadable {
        /// The id of the key's session.
        session: Option<String>,
    },
    Other,
}

/// A typed message.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Spoken {
    pub(super) body: String,
    /// The formatted text, or empty.
    pub(super) html: String,
    pub(super) mentions: Vec<OwnedUserId>,
    /// The root of its thread.
    pub(super) thread: Option<OwnedEventId>,
    /// What it replies to, not counting the fallback of threads.
    pub(super) answers: Option<OwnedEventId>,
    /// The event's content, if it is a file; the text is then its caption.
    pub(super) file: Option<Value>,
    /// The message that it changes.
    pub(super) corrects: Option<OwnedEventId>,
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
    #[serde(default)]
    redacts: Option<String>,
    #[serde(default)]
    unsigned: Value,
}

impl RoomEvent {
    /// Parses an event of a timeline. Returns `None` if required fields are missing.
    pub(super) fn read(event: &TimelineEvent) -> Option<RoomEvent> {
        let raw: Raw = event.raw().deserialize_as_unchecked().ok()?;
        if let TimelineEventKind::UnableToDecrypt { utd_info, .. } = &event.kind {
            let Raw { event_id: id, sender, origin_server_ts: at, .. } = raw;
            let what = EventContent::Unreadable { session: utd_info.session_id.clone() };
            return Some(RoomEvent { id, sender, at, what });
        }
        Some(RoomEvent::from_raw(raw))
    }

    /// Returns the message that an event is about: itself, or the one that it changes.
    pub(super) fn message(&self) -> &OwnedEventId {
        match &self.what {
            EventContent::Said(Spoken { corrects: Some(earlier), .. }) => earlier,
            _ => &self.id,
        }
    }

    fn from_raw(raw: Raw) -> RoomEvent {
        let Raw { event_id, sender, origin_server_ts, kind, state_key, content, redacts, unsigned } =
            raw;
        let what = match (kind.as_str(), state_key) {
            ("m.room.message", None) => message(&content),
            ("m.reaction", None) => pressed(&content),
            // Older room versions name the event outside the content.
            ("m.room.redaction", None) => {
                redacted(content["redacts"].as_str().or(redacts.as_deref()))
            }
            ("m.room.member", Some(who)) => {
                let before = &unsigned["prev_content"]["membership"];
                member(&who, &content, before == "invite" && sender == who)
            }
            ("m.room.tombstone", Some(_)) => moved(&content),
            ("m.room.power_levels", Some(_)) => EventContent::Powers,
            _ => EventContent::Other,
        };
        RoomEvent { id: event_id, sender, at: origin_server_ts, what }
    }
}

fn message(content: &Value) -> EventContent {
    let relation = &content["m.relates_to"];
    let corrects = relation["event_id"].as_str().filter(|_| relation["rel_type"] == "m.replace");
    let Some(corrects) = corrects.and_then(|id| OwnedEventId::try_from(id).ok()) else {
        return as_said(content);
    };
    match as_said(&content["m.new_content"]) {
        EventContent::Said(Spoken { file: None, body, html, mentions, .. }) => {
            let corrects = Some(corrects);
            EventContent::Said(Spoken { body, html, mentions, corrects, ..Spoken::default() })
        }
        _ => EventContent::Other,
    }
}

fn as_said(content: &Value) -> EventContent {
    let file = match content["msgtype"].as_str() {
        Some("m.text") => None,
        // A body that differs from the file name is a caption.
        Some("m.file")
            if content["filename"].is_string() && content["filename"] != content["body"] =>
        {
            Some(content.clone())
        }
        Some("m.key.verification.request") => return EventContent::Verification,
        // Notices are from bots, and emotes aren't commands.
        _ => return EventContent::Other,
    };
    let relation = &content["m.relates_to"];
    let Some(body) = content["body"].as_str() else { return EventContent::Other };
    let id = |value: &Value| value.as_str().and_then(|text| OwnedEventId::try_from(text).ok());
    let answers = id(&relation["m.in_reply_to"]["event_id"]);
    let body = if answers.is_some() { without_quote(body) } else { body };
    let users = content["m.mentions"]["user_ids"].as_array().into_iter().flatten();
    // A client that knows the bot's commands says them as data; the text repeats them in its own way.
    let command = bot_commands::line(content);
    EventContent::Said(Spoken {
        body: command.unwrap_or_else(|| body.to_owned()),
        html: content["formatted_body"].as_str().unwrap_or("").to_owned(),
        mentions: users.filter_map(|user| OwnedUserId::try_from(user.as_str()?).ok()).collect(),
        thread: id(&relation["event_id"]).filter(|_| relation["rel_type"] == "m.thread"),
        answers: answers.filter(|_| relation["is_falling_back"] != true),
        file,
        corrects: None,
    })
}

/// Removes the quote that older clients put before a reply.
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

fn pressed(content: &Value) -> EventContent {
    let relation = &content["m.relates_to"];
    let on = relation["event_id"].as_str().and_then(|event| OwnedEventId::try_from(event).ok());
    match (on, relation["key"].as_str()) {
        (Some(on), Some(key)) => EventContent::Pressed { on, key: key.to_owned() },
        _ => EventContent::Other,
    }
}

fn member(who: &str, content: &Value, was_invited: bool) -> EventContent {
    let who = OwnedUserId::try_from(who).ok();
    match (who, content["membership"].as_str()) {
        (Some(who), Some(membership)) => {
            let declined = was_invited && membership == "leave";
            EventContent::Member { who, membership: membership.to_owned(), declined }
        }
        _ => EventContent::Other,
    }
}

fn moved(content: &Value) -> EventContent {
    let to = content["replacement_room"].as_str();
    match to.and_then(|room| OwnedRoomId::try_from(room).ok()) {
        Some(to) => EventContent::Moved { to },
        None => EventContent::Other,
    }
}

fn redacted(on: Option<&str>) -> EventContent {
    match on.and_then(|event| OwnedEventId::try_from(event).ok()) {
        Some(on) => EventContent::Redacted { on },
        None => EventContent::Other,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn read(kind: &str, content: Value) -> EventContent {
        let raw = json!({
            "event_id": "$1", "sender": "@a:x", "origin_server_ts": 5, "type": kind, "content": content,
        });
        RoomEvent::from_raw(serde_json::from_value(raw).unwrap()).what
    }

    fn said(body: &str) -> EventContent {
        EventContent::Said(Spoken { body: body.to_owned(), ..Spoken::default() })
    }

    #[test]
    fn only_typed_messages_are_said() {
        let text = |kind: &str| json!({ "msgtype": kind, "body": "!help" });
        assert_eq!(read("m.room.message", text("m.text")), said("!help"));
        for kind in ["m.notice", "m.emote", "m.image", "x"] {
            assert_eq!(read("m.room.message", text(kind)), EventContent::Other, "{kind}");
        }
        assert_eq!(read("m.room.message", json!({ "msgtype": "m.text" })), EventContent::Other);
        assert_eq!(read("m.room.message", json!("odd")), EventContent::Other);
    }

    #[test]
    fn what_was_deleted_is_named_inside_or_outside_the_content() {
        let inside = read("m.room.redaction", json!({ "redacts": "$7" }));
        let outside = json!({
            "event_id": "$1", "sender": "@a:x", "origin_server_ts": 5, "type": "m.room.redaction",
            "content": {}, "redacts": "$7",
        });
        let outside = RoomEvent::from_raw(serde_json::from_value(outside).unwrap()).what;
        let on = OwnedEventId::try_from("$7").unwrap();
        assert_eq!(
            (inside, outside),
            (EventContent::Redacted { on: on.clone() }, EventContent::Redacted { on })
        );
        assert_eq!(read("m.room.redaction", json!({})), EventContent::Other);
    }

    #[test]
    fn a_correction_names_what_it_changes_and_quotes_are_taken_off() {
        let edit = json!({
            "msgtype": "m.text", "body": "* !spin",
            "m.new_content": { "msgtype": "m.text", "body": "!spin" },
            "m.relates_to": { "rel_type": "m.replace", "event_id": "$0" },
        });
        let EventContent::Said(spoken) = read("m.room.message", edit) else {
            panic!("nothing was said")
        };
        assert_eq!((spoken.body.as_str(), spoken.corrects.unwrap().as_str()), ("!spin", "$0"));
        for new in [json!({ "msgtype": "m.notice", "body": "!spin" }), json!(null), json!("odd")] {
            let edit = json!({
                "msgtype": "m.text", "body": "* !spin", "m.new_content": new,
                "m.relates_to": { "rel_type": "m.replace", "event_id": "$0" },
            });
            assert_eq!(read("m.room.message", edit), EventContent::Other);
        }
        let answer = json!({
            "msgtype": "m.text", "body": "> <@b:x> hi\n> there\n\nspin",
            "m.relates_to": { "m.in_reply_to": { "event_id": "$0" } },
        });
        let EventContent::Said(spoken) = read("m.room.message", answer) else {
            panic!("nothing was said")
        };
        assert_eq!((spoken.body.as_str(), spoken.answers.unwrap().as_str()), ("spin", "$0"));
    }

    #[test]
    fn a_file_speaks_by_its_caption() {
        let file = |body: &str, name: Option<&str>| {
            let content =
                json!({ "msgtype": "m.file", "body": body, "filename": name, "url": "mxc://x/1" });
            read("m.room.message", content)
        };
        let EventContent::Said(spoken) = file("!import", Some("match.json")) else {
            panic!("nothing was said")
        };
        assert_eq!(
            (spoken.body.as_str(), &spoken.file.unwrap()["url"]),
            ("!import", &json!("mxc://x/1"))
        );
        assert_eq!(file("match.json", Some("match.json")), EventContent::Other);
        assert_eq!(file("!import", None), EventContent::Other);
    }

    #[test]
    fn threads_mentions_and_buttons_are_read() {
        let content = json!({
            "msgtype": "m.text", "body": "c3-d4", "m.mentions": { "user_ids": ["@b:x", 7] },
            "m.relates_to": {
                "rel_type": "m.thread", "event_id": "$root", "is_falling_back": true,
                "m.in_reply_to": { "event_id": "$2" },
            },
        });
        let EventContent::Said(spoken) = read("m.room.message", content) else {
            panic!("nothing was said")
        };
        assert_eq!((spoken.thread.unwrap().as_str(), spoken.answers), ("$root", None));
        assert_eq!(spoken.mentions, ["@b:x"]);
        let press = json!({ "m.relates_to": { "rel_type": "m.annotation", "event_id": "$0", "key": "1️⃣" } });
        let on = OwnedEventId::try_from("$0").unwrap();
        assert_eq!(read("m.reaction", press), EventContent::Pressed { on, key: "1️⃣".to_owned() });
        assert_eq!(read("m.reaction", json!({})), EventContent::Other);
    }
}
