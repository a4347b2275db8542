//! What only shows when something fails under the desk.
use super::{Company, Desk, Line, Luck, PersonName, Power, Request, RoomName};
use crate::{
    reply::Audience,
    store::{Chat, MatchId, StepRow, Store, StoreError},
};

fn request(who: &str, words: &str) -> Request {
    Request {
        chat: Chat::Console,
        message: None,
        room: RoomName { handle: "r".to_owned(), name: "r".to_owned(), server: String::new() },
        from: PersonName { handle: who.to_owned(), name: who.to_owned(), bot: false },
        mentioned: Vec::new(),
        line: Line::Typed(words.to_owned()),
        attachment: None,
        asked_at: None,
        overheard: false,
        power: Power::Nothing,
        company: Company::Many,
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

#[test]
fn a_match_that_cannot_be_taken_up_holds_up_no_other() {
    let mut desk = Desk::new(Store::in_memory().unwrap(), Luck::System);
    for _ in 0..2 {
        let mut offer = request("ann", "challenge bob trapdoor days=1 hard");
        offer.mentioned =
            vec![PersonName { handle: "bob".to_owned(), name: "bob".to_owned(), bot: false }];
        desk.handle(&offer);
        desk.handle(&request("bob", "accept"));
    }
    let spoil = desk.store.transaction::<_, StoreError>(|tx| {
        let last = tx.last_step(MatchId(1))?;
        let state = serde_json::Value::Null;
        tx.add_step(&StepRow { step: 1, seat: Some(engine::seat::Seat::First), state, ..last })
    });
    spoil.unwrap();
    desk.moved_on(86_400).unwrap();
    let next = desk.tick(86_400).unwrap();
    assert_eq!(next, Some(86_400 + 3600), "it is looked at again in an hour");
    let running = |desk: &mut Desk, of| {
        let row = desk.store.transaction::<_, StoreError>(|tx| tx.match_row(MatchId(of)));
        row.unwrap().unwrap().end.is_none()
    };
    assert!(running(&mut desk, 1) && !running(&mut desk, 2));
    let said = desk.undelivered(Chat::Console).unwrap();
    assert!(said.iter().any(|it| it.reply.text.bare().contains("ran out of time")));
}
