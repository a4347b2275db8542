//! What only shows when the store fails under the desk.
use super::{Desk, Line, Luck, PersonName, Request, RoomName};
use crate::{
    reply::Audience,
    store::{Chat, Store},
};

fn request(who: &str, words: &str) -> Request {
    Request {
        chat: Chat::Console,
        message: None,
        room: RoomName { handle: "r".to_owned(), name: "r".to_owned(), server: String::new() },
        from: PersonName { handle: who.to_owned(), name: who.to_owned() },
        mentioned: Vec::new(),
        line: Line::Typed(words.to_owned()),
        attachment: None,
        asked_at: None,
        moderator: false,
        now: 0,
    }
}

#[test]
fn whoever_asks_is_answered_on_a_full_disk() {
    let mut desk = Desk::new(Store::in_memory().unwrap(), Luck::System);
    desk.handle(&request("ann", "help"));
    desk.store.stop_growing();
    // A few replies still find room in pages that are there.
    let full = (0..200).map(|_| desk.handle(&request("ann", "rules trapdoor"))).find(|replies| {
        assert_eq!(replies.len(), 1);
        replies[0].id.is_none()
    });
    let reply = &full.expect("the disk is full in the end")[0].reply;
    assert_eq!(reply.refused.as_deref(), Some("broken"));
    assert!(reply.text.bare().contains("nothing was changed"), "{}", reply.text.bare());
    assert!(matches!(reply.to, Audience::Only(_)), "somebody known is answered in private");
    let stranger = desk.handle(&request("zed", "help"));
    assert!(stranger[0].id.is_none() && stranger[0].reply.to == Audience::Room);
}
