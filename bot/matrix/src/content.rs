//! Builds the contents of events. They are JSON values, so that mentions can be set on every type
//! of event.
use matrix_sdk::ruma::{OwnedEventId, OwnedUserId, UserId};
use model::{ids::MatchId, reply::Menu};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::html::Bodies;

/// The key of a message's own menu. With it the message's buttons work as long as it exists.
const MENU: &str = "org.draughtsman.menu";
/// The key in older messages. It doesn't say whether the menu is private.
const EARLIER_MENU: &str = "draughtsman.menu";
/// The key of the picture beside the words of a board.
const PICTURE: &str = "org.draughtsman.picture";
/// The key of the match that a picture shows.
const MATCH: &str = "org.draughtsman.match";

/// A menu stored in the message that shows it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct EmbeddedMenu {
    #[serde(flatten)]
    pub(super) menu: Menu,
    /// Only one person may know the choice, so it must be typed: reactions are never encrypted.
    #[serde(default)]
    pub(super) private: bool,
    /// The only person it asks: nobody else can choose for them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) asker: Option<String>,
}

/// Whether a message must be answered. It decides whether it rings, by the push rules that every
/// account has from the first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Tone {
    /// It asks somebody, so it is a text: notices ring for nobody, even if they mention somebody.
    Asks,
    /// It answers what its reader did elsewhere, so it is a text without a mention: it sounds in a direct room, and nothing is painted
    /// red.
    Answers,
    /// It only tells.
    Tells,
}

impl Tone {
    /// Returns the tone of a message that mentions these people; `answers` is whether it answers what its reader did elsewhere.
    pub(super) fn of(mentioned: &[OwnedUserId], answers: bool) -> Tone {
        match (mentioned, answers) {
            ([_, ..], _) => Tone::Asks,
            ([], true) => Tone::Answers,
            ([], false) => Tone::Tells,
        }
    }
}

/// A place in a room.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) enum RoomPlace {
    #[default]
    Main,
    /// In the thread of `root`; `last` is its newest event, for clients without threads.
    Thread { root: OwnedEventId, last: OwnedEventId },
    /// As a reply to a message, within its thread if it has one.
    Answer { to: OwnedEventId, thread: Option<OwnedEventId> },
}

impl RoomPlace {
    /// Converts a [`delivery::Place`].
    pub(super) fn of(place: &delivery::Place) -> RoomPlace {
        let event = |id: &str| OwnedEventId::try_from(id).ok();
        let thread = place.thread.as_ref();
        let thread = thread.and_then(|thread| Some((event(&thread.id)?, event(&thread.last)?)));
        match (place.answers.as_deref().and_then(event), thread) {
            (Some(to), thread) => RoomPlace::Answer { to, thread: thread.map(|it| it.0) },
            (None, Some((root, last))) => RoomPlace::Thread { root, last },
            (None, None) => RoomPlace::Main,
        }
    }
}

/// An uploaded file, with its key if the room is encrypted.
#[derive(Clone, Debug)]
pub(super) struct Stored {
    /// The field's name and value: `url` or `file`.
    pub(super) source: (&'static str, Value),
    pub(super) name: String,
    pub(super) kind: &'static str,
    pub(super) size: usize,
}

/// Builds a message of words: a notice, which other bots don't answer, or a text if it asks
/// somebody.
pub(super) fn words(bodies: &Bodies, tone: Tone) -> Value {
    let Bodies { plain, html } = bodies;
    let kind = match tone {
        Tone::Asks | Tone::Answers => "m.text",
        Tone::Tells => "m.notice",
    };
    json!({
        "msgtype": kind,
        "body": plain,
        "format": "org.matrix.custom.html",
        "formatted_body": html,
    })
}

/// Builds a notice.
pub(super) fn notice(bodies: &Bodies) -> Value {
    words(bodies, Tone::Tells)
}

/// Builds a picture without a caption: what it says stands in a message of its own, because some
/// clients show no captions.
pub(super) fn image(picture: &Stored, width: u32, height: u32) -> Value {
    let Stored { source, name, kind, size } = picture;
    let mut content = json!({
        "msgtype": "m.image",
        "body": name,
        "filename": name,
        "info": { "w": width, "h": height, "size": size, "mimetype": kind, "is_animated": *kind == "image/gif" },
    });
    content[source.0] = source.1.clone();
    content
}

/// Builds a file.
pub(super) fn file(file: &Stored) -> Value {
    let Stored { source, name, kind, size } = file;
    let mut content = json!({
        "msgtype": "m.file",
        "body": name,
        "filename": name,
        "info": { "size": size, "mimetype": kind },
    });
    content[source.0] = source.1.clone();
    content
}

/// Sets the people a message mentions; an empty list is set too.
pub(super) fn mention(content: &mut Value, users: &[OwnedUserId]) {
    let mut users: Vec<&str> = users.iter().map(|it| it.as_str()).collect();
    users.sort_unstable();
    users.dedup();
    content["m.mentions"] = if users.is_empty() { json!({}) } else { json!({ "user_ids": users }) };
}

/// Adds the relation that puts a message in a thread or makes it a reply.
pub(super) fn place(content: &mut Value, place: &RoomPlace) {
    let (root, answers, falls_back) = match place {
        RoomPlace::Main => return,
        RoomPlace::Thread { root, last } => (Some(root), last, true),
        RoomPlace::Answer { to, thread } => (thread.as_ref(), to, false),
    };
    content["m.relates_to"] = json!({ "m.in_reply_to": { "event_id": answers } });
    if let Some(root) = root {
        content["m.relates_to"]["rel_type"] = json!("m.thread");
        content["m.relates_to"]["event_id"] = json!(root);
        content["m.relates_to"]["is_falling_back"] = json!(falls_back);
    }
}

/// Adds a menu to a message.
///
/// # Errors
/// If the menu can't be serialised.
pub(super) fn carry(content: &mut Value, menu: &EmbeddedMenu) -> serde_json::Result<()> {
    content[MENU] = serde_json::to_value(menu)?;
    Ok(())
}

/// Returns a message's menu, if it has one.
pub(super) fn carried(content: &Value) -> Option<EmbeddedMenu> {
    [MENU, EARLIER_MENU]
        .into_iter()
        .find_map(|key| serde_json::from_value(content[key].clone()).ok())
}

/// Names the picture beside the words of a board.
pub(super) fn name_picture(content: &mut Value, picture: &OwnedEventId) {
    content[PICTURE] = json!({ "event": picture });
}

/// Returns the picture beside the words of a board, if it has one.
pub(super) fn named_picture(content: &Value) -> Option<OwnedEventId> {
    content[PICTURE]["event"].as_str().and_then(|id| OwnedEventId::try_from(id).ok())
}

/// Names the match that a picture shows.
pub(super) fn name_match(content: &mut Value, of: MatchId) {
    content[MATCH] = json!(of.0);
}

/// Returns the match that a picture shows.
pub(super) fn named_match(content: &Value) -> Option<MatchId> {
    content[MATCH].as_i64().map(MatchId)
}

/// Returns the first of some events, the newest first, that is somebody's picture of a match.
pub(super) fn newest_picture(
    events: impl Iterator<Item = Value>,
    sender: &UserId,
    of: MatchId,
) -> Option<OwnedEventId> {
    let is_shown = |event: &Value| {
        event["sender"] == sender.as_str()
            && event["content"]["msgtype"] == "m.image"
            && named_match(&event["content"]) == Some(of)
    };
    let event = events.into_iter().find(is_shown)?;
    event["event_id"].as_str().and_then(|id| OwnedEventId::try_from(id).ok())
}

/// Builds an edit that turns an earlier message into words. It rings for nobody. No edit has a picture: Element goes on showing the
/// one that it has loaded, so a picture that changes is a new message.
pub(super) fn replace(mut new: Value, earlier: &OwnedEventId) -> Value {
    debug_assert_ne!(new["msgtype"], "m.image");
    let mut content = new.clone();
    content["body"] = json!(format!("* {}", new["body"].as_str().unwrap_or("")));
    new["m.mentions"] = json!({});
    content["m.mentions"] = json!({});
    content["m.new_content"] = new;
    content["m.relates_to"] = json!({ "rel_type": "m.replace", "event_id": earlier });
    content
}

/// Builds a reaction.
pub(super) fn reaction(to: &OwnedEventId, key: &str) -> Value {
    json!({ "m.relates_to": { "rel_type": "m.annotation", "event_id": to, "key": key } })
}

#[cfg(test)]
mod tests {
    use command::say;
    use matrix_sdk::ruma::{event_id, user_id};

    use super::*;
    use model::reply::Choice;

    fn bodies() -> Bodies {
        Bodies { plain: "a < b".to_owned(), html: "a &lt; b".to_owned() }
    }

    #[test]
    fn whom_a_message_calls_is_always_said() {
        let mut content = notice(&bodies());
        mention(&mut content, &[]);
        assert_eq!(content["m.mentions"], json!({}));
        let ann = user_id!("@ann:x").to_owned();
        mention(&mut content, &[ann.clone(), ann]);
        assert_eq!(content["m.mentions"], json!({ "user_ids": ["@ann:x"] }));
        assert_eq!(content["msgtype"], "m.notice");
    }

    #[test]
    fn a_picture_has_no_caption_and_says_whether_it_moves() {
        let source = || ("url", json!("mxc://x/1"));
        let stored =
            Stored { source: source(), name: "b.png".to_owned(), kind: "image/png", size: 7 };
        let content = image(&stored, 1080, 720);
        assert_eq!((&content["filename"], &content["body"]), (&json!("b.png"), &json!("b.png")));
        assert_eq!(
            content["info"],
            json!({ "w": 1080, "h": 720, "size": 7, "mimetype": "image/png", "is_animated": false })
        );
        assert_eq!(content["url"], "mxc://x/1");
        let film =
            Stored { source: source(), name: "b.gif".to_owned(), kind: "image/gif", size: 7 };
        assert_eq!(image(&film, 1, 1)["info"]["is_animated"], true);
    }

    #[test]
    fn what_asks_somebody_is_a_text_and_all_else_a_notice() {
        let ann = user_id!("@ann:x").to_owned();
        let kind = |tone| words(&bodies(), tone)["msgtype"].clone();
        assert_eq!(kind(Tone::of(&[ann], false)), "m.text");
        assert_eq!(kind(Tone::of(&[], true)), "m.text");
        assert_eq!(kind(Tone::of(&[], false)), "m.notice");
    }

    #[test]
    fn words_name_the_picture_beside_them_and_a_picture_its_match() {
        let mut content = notice(&bodies());
        assert_eq!((named_picture(&content), named_match(&content)), (None, None));
        let picture = event_id!("$p").to_owned();
        name_picture(&mut content, &picture);
        name_match(&mut content, MatchId(6));
        assert_eq!(named_picture(&content), Some(picture.clone()));
        let earlier = json!({ PICTURE: { "event": "$p", "below": 2 } });
        assert_eq!(named_picture(&earlier), Some(picture), "as earlier versions wrote it");
        assert_eq!(named_match(&content), Some(MatchId(6)));
    }

    #[test]
    fn a_message_carries_its_menu_as_data_and_earlier_ones_are_still_read() {
        let choice = |words| Choice::new(words, say!(Play { words }));
        let menu = Menu {
            choices: vec![choice("a")],
            listed: vec![choice("a"), choice("b")],
            asks: String::new(),
            rows: Vec::new(),
            of: None,
            suggests: false,
            asked_at: None,
            pickers: Vec::new(),
        };
        let carried_menu = EmbeddedMenu { menu: menu.clone(), private: true, asker: None };
        let mut content = notice(&bodies());
        assert_eq!(carried(&content), None, "1. words alone are no menu");
        carry(&mut content, &carried_menu).unwrap();
        assert_eq!(carried(&content), Some(carried_menu));
        let earlier = json!({ "choices": [{ "label": "a", "says": "x" }], "asked_at": null });
        let earlier = carried(&json!({ "draughtsman.menu": earlier })).unwrap();
        assert_eq!(earlier.menu.numbered(1).unwrap().says, "x");
        assert_eq!((menu.numbered(2).unwrap().label.as_str(), menu.numbered(3)), ("b", None));
        assert_eq!(menu.numbered(0), None);
    }

    #[test]
    fn a_thread_has_its_fallback_and_an_edit_its_new_content() {
        let root = event_id!("$r").to_owned();
        let mut content = notice(&bodies());
        place(&mut content, &RoomPlace::Main);
        assert_eq!(content.get("m.relates_to"), None);
        place(
            &mut content,
            &RoomPlace::Thread { root: root.clone(), last: event_id!("$l").to_owned() },
        );
        assert_eq!(content["m.relates_to"]["m.in_reply_to"]["event_id"], "$l");
        assert_eq!(content["m.relates_to"]["is_falling_back"], true);
        let to = event_id!("$q").to_owned();
        let mut content = notice(&bodies());
        place(&mut content, &RoomPlace::Answer { to: to.clone(), thread: None });
        assert_eq!(content["m.relates_to"], json!({ "m.in_reply_to": { "event_id": "$q" } }));
        place(&mut content, &RoomPlace::Answer { to, thread: Some(root.clone()) });
        assert_eq!(content["m.relates_to"]["is_falling_back"], false);
        assert_eq!(content["m.relates_to"]["event_id"], "$r");
        let edit = replace(notice(&bodies()), &root);
        assert_eq!(edit["m.new_content"]["body"], "a < b");
        assert_eq!(edit["m.relates_to"]["rel_type"], "m.replace");
    }
}
