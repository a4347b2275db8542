//! What asks somebody whether they are sure is theirs to answer: nobody else's press does anything.
use command::{ArgKind, args::SURE};
use engine::{games::GameId, refusal::Code};
use features::FEATURES;
use model::{ids::MatchId, reply::Reply};

use crate::room::{Room, spoken};

/// Returns the confirmations that a reply offers.
fn confirmations(reply: &Reply) -> Vec<String> {
    let choices = reply.menu.iter().flat_map(|menu| &menu.choices);
    let said = choices.filter_map(|choice| FEATURES.commands().parse(&choice.says).ok().flatten());
    said.filter(|said| said.is_sure()).map(|said| said.line()).collect()
}

/// Returns what is stored about everything that somebody may be asked to confirm.
fn state(room: &mut Room) -> String {
    let seen = room.service.look(|tx| {
        let row = tx.match_row(MatchId(1))?;
        let people: Vec<_> = ["ann", "bob"]
            .into_iter()
            .map(|who| {
                Ok(tx.person_by_handle(room.chat, who)?.map(|person| (person.gone, person.name)))
            })
            .collect::<Result<_, service::RequestError>>()?;
        Ok(format!("{row:?} {people:?}"))
    });
    seen.expect("it can be read")
}

/// Has everybody else press what somebody was asked to confirm, and then that person.
fn is_of_its_asker(room: &mut Room, line: &str) -> Vec<String> {
    let (asker, words) = spoken(line);
    let asked: Vec<String> = room.say(asker, words).iter().flat_map(confirmations).collect();
    for says in &asked {
        let before = state(room);
        for other in ["ann", "bob", "cid", "mod"].into_iter().filter(|it| *it != asker) {
            for moderator in [false, true] {
                room.moderator = moderator;
                for reply in room.press(other, says) {
                    let text = reply.text.bare();
                    assert_eq!(reply.refused, Some(Code::NotYours), "{line}: {other}: {text}");
                    assert!(!text.contains("Ann") && !text.contains("Bob"), "{text}");
                }
                assert_eq!(state(room), before, "{line}: {other} pressed {says}");
            }
        }
        room.moderator = false;
    }
    asked
}

#[test]
fn only_who_is_asked_whether_they_are_sure_can_say_so_in_every_game_and_state() {
    let says = ["resign", "abort", "resign #1", "i give up", "mydata delete", "admin annul #1"];
    for game in GameId::ALL {
        for state in ["new", "played", "draw offered", "late"] {
            let mut all = 0;
            for asker in ["ann", "bob", "mod"] {
                for words in says {
                    let mut room = Room::new();
                    let challenge = format!("ann: challenge @bob {} clock=1h", game.name());
                    room.all(&[&challenge, "bob: accept", "cid: games", "mod: games"]);
                    match state {
                        "played" => room.begin(&["ann", "bob"], 1),
                        "draw offered" => room.all(&["bob: draw"]),
                        "late" => {
                            room.now += 3700;
                            room.tick();
                        }
                        _ => {}
                    }
                    room.moderator = asker == "mod";
                    all += is_of_its_asker(&mut room, &format!("{asker}: {words}")).len();
                }
            }
            assert!(8 < all, "{game} {state}: {all} were asked");
        }
    }
}

#[test]
fn who_is_asked_can_press_until_they_have_answered_and_is_named() {
    let mut room = Room::new();
    room.all(&["ann: challenge @bob draughts side=black", "bob: accept"]);
    let asked = room.one("ann", "resign");
    let text = asked.text.bare();
    assert!(text.starts_with("Ann, do you want to call off match #1 against Bob?"), "{text}");
    let [says] = &confirmations(&asked)[..] else { panic!("{asked:?}") };
    room.all(&["ann: no"]);
    assert_eq!(room.press("ann", says)[0].refused, Some(Code::NotYours), "it was answered");
    room.all(&["ann: resign", "ann: board"]);
    room.now += 90_000;
    assert_eq!(room.press("ann", says)[0].refused, Some(Code::NotYours), "it is too old");
    room.all(&["ann: resign", "ann: board"]);
    let told = room.press("ann", says).remove(0).text.bare();
    assert!(told.contains("Ann (Black) resigned before both sides"), "{told}");
}

#[test]
fn every_command_that_asks_to_confirm_is_tried() {
    let asks = FEATURES.commands().iter();
    let asks = asks.filter(|spec| spec.args.iter().any(|arg| arg.name == SURE.name));
    let names: Vec<&str> = asks.map(|spec| spec.name).collect();
    let is_flag = |name: &str| {
        let spec = FEATURES.commands().find(name).unwrap();
        let arg = spec.args.iter().find(|arg| arg.name == SURE.name).unwrap();
        matches!(arg.kind, ArgKind::Flag)
    };
    assert!(names.iter().all(|name| is_flag(name)));
    let mut room = Room::new();
    room.all(&["ann: challenge @bob draughts", "bob: accept"]);
    for name in names {
        let of = if ["mydata", "unlink", "league"].contains(&name) { "" } else { "#1" };
        let says = match name {
            "mydata" => "mydata delete yes".to_owned(),
            "league" => "league end 1 yes".to_owned(),
            "claim" => "claim #1 settle yes".to_owned(),
            "admin" => "admin annul #1 yes".to_owned(),
            _ => format!("{name} {of} yes"),
        };
        for reply in room.press("bob", &says) {
            let text = reply.text.bare();
            assert_eq!(reply.refused, Some(Code::NotYours), "{says}: {text}");
            assert!(text.contains("for somebody else, or it's too old"), "{says}: {text}");
        }
    }
}
