//! Rooms that a line uses from elsewhere: only where its sayer may look and write.
use command::{Property, Verb, verbs};
use features::FEATURES;
use model::ids::Chat;
use service::{Outgoing, Request, RoomName, RoomPresence, RoomRight};

use crate::{
    authority::{row, world},
    room::{Room, described},
    server::{ANN, BOB, Server},
};

/// What is put into the room of a running match or of a challenge by the people it is between, wherever they are: that is what
/// they were let in for.
const OWN: [Verb; 12] = [
    verbs::Accept::VERB,
    verbs::Decline::VERB,
    verbs::Cancel::VERB,
    verbs::Play::VERB,
    verbs::Moves::VERB,
    verbs::Undo::VERB,
    verbs::Draw::VERB,
    verbs::Resign::VERB,
    verbs::Abort::VERB,
    verbs::Claim::VERB,
    verbs::Board::VERB,
    verbs::Mydata::VERB,
];

/// Has Ann say something in direct messages, where the chat says what she may do in the room. Returns
/// all replies.
fn in_direct(room: &mut Room, words: &str, may: RoomRight) -> Vec<Outgoing> {
    let request = Request {
        room: RoomName {
            handle: "direct".to_owned(),
            name: "direct".to_owned(),
            server: String::new(),
            answers_only: false,
        },
        company: RoomPresence::Alone,
        ..room.request("ann", words)
    };
    let mut request = request;
    request.prepared.rooms = vec![described(Chat::Console, ("room", "ann"), may)];
    room.service.handle(&request)
}

fn reaches_room(told: &[Outgoing]) -> bool {
    told.iter().any(|it| it.room == "room")
}

#[test]
fn what_isnt_somebodys_own_is_put_only_where_they_may_look_and_write() {
    let is_own = |verb: Verb| {
        OWN.contains(&verb)
            || verb.is(Property::StopsOwnTime)
            || ["pause", "resume"].contains(&verb.spec().name)
    };
    for spec in FEATURES.commands().iter().filter(|spec| !is_own(spec.verb())) {
        let (words, _) = row(spec.verb());
        for may in [RoomRight::Nothing, RoomRight::Look] {
            let told = in_direct(&mut world(), words, may);
            assert!(!reaches_room(&told), "{may:?}: {words}: {told:#?}");
        }
    }
}

#[test]
fn an_offer_from_elsewhere_is_put_where_its_sayer_may_write() {
    for words in ["rematch #2", "counter 3 snap", "decline 3 not this week"] {
        for (may, put) in
            [(RoomRight::Nothing, false), (RoomRight::Look, false), (RoomRight::Write, true)]
        {
            let told = in_direct(&mut world(), words, may);
            assert_eq!(reaches_room(&told), put, "{may:?}: {words}: {told:#?}");
            let says = told[0].reply.text.bare();
            assert_eq!(says.contains("where you can't write"), !put, "{words}: {says}");
        }
    }
}

#[test]
fn people_challenged_by_name_can_answer_wherever_they_are() {
    for words in ["accept 3", "decline 3"] {
        let told = in_direct(&mut world(), words, RoomRight::Nothing);
        assert!(told.iter().all(|it| it.reply.refused.is_none()), "{words}: {told:#?}");
    }
}

#[test]
fn a_room_that_cannot_be_seen_is_refused_as_one_that_does_not_exist() {
    let ask = |may: RoomRight, named: &str| {
        let mut server = Server::new();
        let told = server.ask(ANN, &format!("challenge {named} draughts vote=12h"), |request| {
            request.prepared.rooms = vec![described(Chat::Discord, ("south", "1"), may)];
        });
        let elsewhere = told.iter().any(|it| it.room == BOB.room);
        (told[0].text().replace("south", "x").replace("<#x>", "#x"), elsewhere)
    };
    let (unknown, _) = ask(RoomRight::Write, "#x");
    for named in ["#south", "<#south>"] {
        assert_eq!(ask(RoomRight::Nothing, named), (unknown.clone(), false));
        let (says, put) = ask(RoomRight::Look, named);
        assert!(says.contains("You can't write in that room") && !put, "{says}");
        let (says, put) = ask(RoomRight::Write, named);
        assert!(says.contains("challenges") && put, "{says}");
    }
}
