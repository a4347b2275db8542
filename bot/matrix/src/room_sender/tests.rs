//! Tests which message rings for whom, by the push rules that every account has from the first. The
//! table is in the documentation.
use std::fmt::Write as _;

use matrix_sdk::ruma::{
    OwnedUserId, UInt, UserId, event_id,
    push::{Action, PushConditionRoomCtx, Ruleset, Tweak},
    room_id,
    serde::Raw,
    user_id,
};
use model::text::Text;
use serde_json::{Value, json};

use super::{Drawn, Message};
use crate::{
    adapter::Handles,
    content::{self, RoomPlace, Stored},
    html::Bodies,
    runtime,
};

const DOCUMENTED: &str = include_str!("../../../../docs/matrix.md");

/// A room, and how many are in it.
const ROOMS: [(&str, u32); 2] = [("a room", 4), ("a direct room", 2)];

fn asked() -> &'static UserId {
    user_id!("@bob:x.org")
}

fn words(called: &[OwnedUserId], answers: bool, place: &RoomPlace) -> Value {
    let picture = event_id!("$p").to_owned();
    let message = Message {
        text: &Text::plain("Bob (White) · #6 Draughts: move a piece."),
        menu: None,
        called,
        answers,
        picture: Some(&picture),
        below: None,
    };
    message.contents(&Handles::default(), place).unwrap().remove(0)
}

fn picture(name: &str, kind: &'static str, place: &RoomPlace) -> Value {
    let stored =
        Stored { source: ("url", json!("mxc://x/1")), name: name.to_owned(), kind, size: 7 };
    Drawn { stored, width: 1080, height: 720 }.content(None, place)
}

/// Returns every kind of message, as it is sent.
fn kinds(place: &RoomPlace) -> Vec<(&'static str, &'static str, Value)> {
    let called = [asked().to_owned()];
    let (earlier, message) = (event_id!("$w").to_owned(), "m.room.message");
    let line = Bodies { plain: "Ann moves.".to_owned(), html: "Ann moves.".to_owned() };
    vec![
        ("a challenge, or an offer or request to answer", message, words(&called, false, place)),
        ("the words of a board, for whom they ask", message, words(&called, false, place)),
        ("a private question, news or a reminder", message, words(&called, false, place)),
        ("a private answer to what was said elsewhere", message, words(&[], true, place)),
        ("the words of a board after a press within a turn", message, words(&[], false, place)),
        ("an answer, a greeting", message, words(&[], false, place)),
        ("the picture of a board", message, picture("b.png", "image/png", place)),
        ("a film", message, picture("b.gif", "image/gif", place)),
        ("words that change", message, content::replace(words(&called, false, place), &earlier)),
        ("what is left of a board", message, content::replace(content::notice(&line), &earlier)),
        ("a number to press", "m.reaction", content::reaction(&earlier, "1")),
    ]
}

/// Says what the rules of a person do with an event of the bot.
fn effect(
    rules: &Ruleset,
    who: &UserId,
    members: u32,
    kind: &str,
    content: &Value,
) -> &'static str {
    let event = json!({
        "type": kind, "content": content, "sender": "@bot:x.org", "event_id": "$e",
        "room_id": "!r:x.org", "origin_server_ts": 1,
    });
    let event: Raw<Value> = Raw::new(&event).unwrap();
    let name = who.localpart().to_owned();
    let room = room_id!("!r:x.org").to_owned();
    let context = PushConditionRoomCtx::new(room, UInt::from(members), who.to_owned(), name);
    let actions = runtime().unwrap().block_on(rules.get_actions(&event, &context)).to_vec();
    let is = |action: &Action, wanted: fn(&Tweak) -> bool| matches!(action, Action::SetTweak(tweak) if wanted(tweak));
    let highlights =
        actions.iter().any(|action| is(action, |tweak| matches!(tweak, Tweak::Highlight(_))));
    let sounds = actions.iter().any(|action| is(action, |tweak| matches!(tweak, Tweak::Sound(_))));
    let notifies = actions.iter().any(|action| matches!(action, Action::Notify));
    match (notifies, highlights, sounds) {
        (false, _, _) => "silent",
        (true, true, _) => "**rings**",
        (true, false, true) => "sounds",
        (true, false, false) => "unread",
    }
}

/// Returns the effects of every kind of message on a person, in a room of so many.
fn effects(who: &UserId, members: u32, place: &RoomPlace) -> Vec<&'static str> {
    let rules = Ruleset::server_default(who);
    let kinds = kinds(place);
    kinds.iter().map(|(_, kind, content)| effect(&rules, who, members, kind, content)).collect()
}

#[test]
fn each_message_rings_for_whom_it_asks_as_the_documentation_says() {
    let place = RoomPlace::Main;
    let [(_, many), (_, two)] = ROOMS;
    let (to_asked, others) =
        (effects(asked(), many, &place), effects(user_id!("@ann:x.org"), many, &place));
    let direct = effects(asked(), two, &place);
    let mut table = String::from(
        "| message | for whom it asks | for everybody else | in a direct room |\n|---|---|---|---|\n",
    );
    for (n, (what, ..)) in kinds(&place).iter().enumerate() {
        writeln!(table, "| {what} | {} | {} | {} |", to_asked[n], others[n], direct[n]).unwrap();
    }
    assert!(DOCUMENTED.contains(&table), "docs/matrix.md needs this table:\n{table}");
}

#[test]
fn no_edit_has_a_picture() {
    for (what, _, content) in kinds(&RoomPlace::Main) {
        let new = &content["m.new_content"];
        assert!(
            new.is_null() || new["msgtype"] != "m.image",
            "{what}: Element shows the first one for ever"
        );
    }
}

#[test]
fn threads_and_whoever_looks_on_change_nothing() {
    let root = event_id!("$r").to_owned();
    let thread = RoomPlace::Thread { root: root.clone(), last: root };
    for (_, members) in ROOMS {
        for who in [asked(), user_id!("@ann:x.org"), user_id!("@cid:x.org")] {
            let (main, inside) =
                (effects(who, members, &RoomPlace::Main), effects(who, members, &thread));
            assert_eq!(main, inside, "{who}");
        }
        let mover = effects(user_id!("@ann:x.org"), members, &thread);
        assert_eq!(
            mover,
            effects(user_id!("@cid:x.org"), members, &thread),
            "the bot is the sender"
        );
    }
}

#[test]
fn an_encrypted_message_is_judged_by_its_content_and_its_relation_stays_in_clear() {
    // A server sees the type and the relation. It wakes the client, which decrypts the message and
    // applies the same rules to its content.
    for (what, kind, content) in kinds(&RoomPlace::Main) {
        if kind == "m.reaction" {
            continue;
        }
        let mut sealed = json!({ "algorithm": "m.megolm.v1.aes-sha2", "ciphertext": "x" });
        if let Some(relation) = content.get("m.relates_to") {
            sealed["m.relates_to"] = relation.clone();
        }
        let rules = Ruleset::server_default(asked());
        let seen = effect(&rules, asked(), 4, "m.room.encrypted", &sealed);
        let edits = content["m.relates_to"]["rel_type"] == "m.replace";
        assert_eq!(seen, if edits { "silent" } else { "unread" }, "{what}");
    }
}
