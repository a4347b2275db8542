//! People in two chats who are one person: what tests of other things need of that.
use model::{
    ids::Chat,
    reply::{Audience, Reply},
};
use service::{Outgoing, PersonName, Request, RoomName};

use crate::room::Room;

pub(crate) fn matrix_room(handle: &str) -> RoomName {
    let (handle, name, server) = (handle.to_owned(), "m".to_owned(), String::new());
    RoomName { handle, name, server, answers_only: false }
}

/// Says a line in a Matrix room and returns the replies there.
pub(crate) fn on_matrix(room: &mut Room, who: &str, words: &str) -> Vec<Reply> {
    let person =
        |who: &str| PersonName { handle: format!("@{who}:x"), name: who.to_owned(), bot: false };
    let marked = words.split_whitespace().filter_map(|it| it.strip_prefix('@'));
    let request = Request {
        chat: Chat::Matrix,
        room: matrix_room("!m:x"),
        from: person(who),
        mentioned: marked.map(person).collect(),
        ..room.request("nobody", words)
    };
    room.service.handle(&request).into_iter().map(|Outgoing { reply, .. }| reply).collect()
}

pub(crate) fn text(replies: &[Reply]) -> String {
    replies.iter().map(|it| it.text.bare()).collect::<Vec<_>>().join("\n")
}

/// Asks for a code in the local room.
pub(crate) fn code(room: &mut Room, who: &str) -> String {
    let reply = room.one(who, "link");
    assert!(matches!(reply.to, Audience::Only(_)), "a code is shown to one person");
    let text = reply.text.bare();
    text.split('`').nth(1).expect("a code in the text").to_owned()
}

/// Makes Ann of the local room and Anna on Matrix one person.
pub(crate) fn linked(room: &mut Room) {
    let says = code(room, "ann");
    for words in [says.as_str(), "link yes"] {
        let replies = on_matrix(room, "anna", words);
        assert_eq!(replies[0].refused, None, "{}", text(&replies));
    }
}
