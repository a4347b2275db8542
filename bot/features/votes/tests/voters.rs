//! Who votes in a match that a room plays, for what and until when; and which matches can be played so.
use engine::refusal::Code;
use features::FEATURES;
use model::ids::Chat;
use service::{PersonName, Power, Request, RoomPresence};

use super::votes::{begun, stand};
use crate::server::{ANN, BOB, CID, DAN, EVE, FAY, HOUR, Server, Speaker, boards, speaker};

#[test]
fn a_vote_is_for_a_legal_move_of_the_own_side_in_time() {
    let mut server = Server::new();
    begun(&mut server);
    let choices = server.choices(ANN);
    // Neither an illegal move nor two at once; not the other side's; not in a match elsewhere.
    assert_ne!(server.refused(ANN, "play #1 a1-h8", Code::Illegal), "");
    server.refused(ANN, &format!("{}; {}", choices[0], choices[1]), Code::Unreadable);
    server.refused(BOB, &format!("play #1 {}", choices[0]), Code::NotYours);
    let stranger = speaker("8", "Gus", "west");
    let says = server.refused(stranger, &format!("play #1 {}", choices[0]), Code::NotYours);
    assert!(says.contains("between") && says.contains("#north"), "{says}");
    server.refused(stranger, "vote", Code::Unknown);
    let by_one = ["draw #1", "undo #1", "pause #1", "abort #1", "claim #1", "hint #1"];
    let of_features =
        ["if #1"].into_iter().filter(|line| FEATURES.commands().parse(line) != Ok(None));
    for words in by_one.into_iter().chain(of_features) {
        let says = server.refused(ANN, words, Code::Illegal);
        assert!(says.contains("by vote"), "{words}: {says}");
    }
    server.refused(BOB, "vote #1", Code::NotNow);
    // A vote is taken back, and then none is left to count.
    server.say(CID, &choices[0]);
    server.refused(CID, "vote now", Code::NotYours);
    server.say(CID, "vote off");
    server.refused(CID, "vote off", Code::NotNow);
    server.refused(ANN, "vote now", Code::NotNow);
    server.say(CID, &choices[0]);
    let told = server.ask(DAN, "vote now", |request| request.power = Power::Room);
    stand(&told, "south");
    // A button from before is out of date, and so is a move typed when the time is just over.
    let at = |step| Some(engine::chance::StepKey { step, take: 0 });
    let told =
        server.ask(DAN, &format!("play #1 {}", choices[1]), |request| request.asked_at = at(0));
    assert_eq!(told[0].reply.refused, Some(Code::NotNow), "{}", told[0].text());
    let choices = server.choices(EVE);
    server.say(EVE, &choices[0]);
    server.now += 12 * HOUR;
    let told = server.say(BOB, &choices[1]);
    let text = boards(&told, "south").last().unwrap().text.bare();
    assert!(text.contains(&format!("1 person voted, for `{}`", choices[0])), "{text}");
    assert_eq!(server.choices(BOB), Vec::<String>::new());
}

#[test]
fn a_person_votes_once_where_they_voted_first() {
    let mut server = Server::new();
    begun(&mut server);
    let choices = server.choices(ANN);
    server.say(CID, &choices[0]);
    // Cid is in the south, too.
    let south = Speaker { room: "south", ..CID };
    let says = server.refused(south, &format!("play #1 {}", choices[1]), Code::NotYours);
    assert!(says.contains("#north"), "{says}");
    server.say(ANN, &choices[0]);
    server.say(ANN, "vote now");
    let choices = server.choices(EVE);
    server.refused(south, &format!("play #1 {}", choices[0]), Code::NotYours);
    assert_eq!(server.choices(south), Vec::<String>::new());
    // Two accounts of one person have one vote.
    server.say(EVE, &choices[0]);
    let told = server.ask(EVE, "help", |request| {
        request.chat = Chat::Matrix;
        request.from = PersonName::plain("@eve:x");
    });
    assert_eq!(told[0].reply.refused, None);
    let code = server.say(EVE, "link")[0].text();
    let code = code.split('`').nth(1).unwrap().to_owned();
    for words in [code.as_str(), "link yes"] {
        server.ask(EVE, words, |request| {
            request.chat = Chat::Matrix;
            request.from = PersonName::plain("@eve:x");
        });
    }
    let told = server.say(EVE, &choices[1]);
    assert!(told[0].text().contains("1 person has voted"), "{}", told[0].text());
}

#[test]
fn neither_banned_nor_forgotten_people_count() {
    let mut server = Server::new();
    begun(&mut server);
    let choices = server.choices(ANN);
    server.say(CID, &choices[0]);
    server.say(DAN, &choices[0]);
    server.say(FAY, &choices[1]);
    server.ask(ANN, "admin ban @Cid", |request| {
        request.power = Power::Server;
        request.mentioned = vec![PersonName { name: "Cid".to_owned(), ..PersonName::plain("3") }];
    });
    server.refused(CID, &choices[1], Code::NotYours);
    server.say(DAN, "mydata delete yes");
    let told = server.wait(12 * HOUR);
    let text = boards(&told, "south").last().unwrap().text.bare();
    assert!(text.contains(&format!("1 person voted, for `{}`", choices[1])), "{text}");
}

#[test]
fn what_cannot_be_played_by_vote_is_refused() {
    let mut server = Server::new();
    for (words, code) in [
        ("challenge #south trapdoor", Code::Unreadable),
        ("challenge #nowhere trapdoor vote=12h", Code::Unknown),
        ("challenge #north trapdoor vote=12h", Code::Illegal),
        ("challenge #south alien vote=12h", Code::Illegal),
        ("challenge #south amtgard duel=stance vote=12h", Code::Illegal),
        ("challenge #south trapdoor vote=12h rated", Code::Illegal),
        ("challenge #south trapdoor vote=12h private", Code::Illegal),
        ("challenge #south trapdoor vote=12h days=3", Code::Illegal),
        ("challenge trapdoor vote=12h places=3", Code::Illegal),
        ("challenge trapdoor vote=12h best of 3", Code::Illegal),
        ("challenge trapdoor vote=5", Code::Unreadable),
        ("challenge trapdoor vote=12h clock=none", Code::Illegal),
        ("practice alien 2 vote=12h", Code::Illegal),
    ] {
        server.refused(ANN, words, code);
    }
    let told = server
        .ask(ANN, "challenge trapdoor vote=12h", |request| request.company = RoomPresence::Alone);
    assert_eq!(told[0].reply.refused, Some(Code::Illegal), "{}", told[0].text());
    // As Discord's command gives it: the channel among the options.
    let told = server.say(ANN, "challenge amtgard <#south> vote=12h");
    assert_eq!(told[0].reply.refused, None, "{}", told[0].text());
    let declined = server.say(EVE, "decline");
    assert!(
        declined.iter().any(|message| message.text().contains("declines challenge 1")),
        "{declined:#?}"
    );
    // Three at a time.
    for _ in 0..3 {
        server.say(ANN, "challenge draughts vote=12h");
        server.say(CID, "accept");
    }
    server.refused(ANN, "challenge draughts vote=12h", Code::TooMuch);
    // None of these had an effect on the players' standing.
    let told = server.say(CID, "profile");
    assert!(!told[0].text().contains("called off"), "{}", told[0].text());
}

#[test]
fn a_room_of_another_server_accepts_by_code() {
    let mut server = Server::new();
    let card = server.say(ANN, "challenge draughts vote=1h side=first")[0].text();
    let code = card.split("accept ").nth(1).unwrap().split('`').next().unwrap().to_owned();
    let far = speaker("9", "Hal", "far");
    let change = |request: &mut Request| {
        request.chat = Chat::Matrix;
        request.room.server = String::new();
    };
    server.ask(far, "help", change);
    server.ask(far, &format!("accept {code} vote"), change);
    let choices = server.choices(ANN);
    server.say(ANN, &choices[0]);
    server.say(ANN, "vote now");
    let offers = server.service.offers(Chat::Matrix, "far", "9", None).unwrap();
    let told = server.ask(far, &offers[0].words[0], change);
    assert!(told[0].text().contains("1 person has voted"), "{}", told[0].text());
    // A reaction is seen by everyone there, so it isn't answered.
    let other = speaker("10", "Ida", "far");
    let told = server.ask(other, &offers[0].words[1], |request| {
        change(request);
        request.pressed = Some("$board".to_owned());
    });
    assert!(told.is_empty(), "{told:#?}");
    let told = server.ask(far, "vote", change);
    assert!(told[0].text().contains("2 people have voted"), "{}", told[0].text());
}
