//! What moderators decide about matches and people.
use engine::refusal::Code;
use features::FEATURES;
use model::ids::RoomId;
use proof::check_export;
use service::{RoomName, ratings::season::Season};
use store::LeaderboardRow;

use crate::{
    admin::managed,
    called_off::begun,
    link::{linked, on_matrix},
    room::{Room, started},
    skill::{skills, won},
};

fn moderated(room: &mut Room, line: &str) -> String {
    room.moderator = true;
    let told = room.one("mod", line);
    room.moderator = false;
    assert_eq!(told.refused, None, "{line}: {}", told.text.bare());
    told.text.bare()
}

#[test]
fn a_match_that_moderators_call_off_names_them() {
    let mut room = Room::new();
    room.all(&["ann: challenge @bob alien days=1", "bob: accept"]);
    let told = moderated(&mut room, "admin annul #1 yes both are away");
    assert!(told.contains("Mod, a moderator, has ended match #1: both are away"), "{told}");
    let says = "Mod called the match off as a moderator";
    assert!(told.contains(says), "{told}");
    assert!(room.story(1).contains(says));
    let file = room.file_of(1);
    assert!(file.contains("\"moderator\": \"Mod\"") && file.contains("\"moderated\""), "{file}");
    assert!(!room.one("ann", "profile").text.bare().contains("has called off"), "not her doing");
}

#[test]
fn what_moderators_decide_counts_for_no_rating() {
    let mut room = begun(1);
    let told = moderated(&mut room, "admin end #1 black yes");
    assert!(told.contains("Ann (Black) wins: the moderators decided it"), "{told}");
    assert!(told.contains("isn't rated") && !told.contains("Ann: "), "{told}");
    let text = room.one("bob", "profile @ann").text.bare();
    assert!(!text.contains('±'), "{text}");
    let recount = room.service.recount(false).unwrap();
    assert_eq!((recount.matches, recount.differ), (0, Vec::new()));
}

#[test]
fn an_annulled_result_counts_nowhere_any_more() {
    let mut room = begun(1);
    room.all(&["bob: resign #1 yes"]);
    let profile = room.one("cid", "profile @ann").text.bare();
    room.all(&["ann: challenge @bob trapdoor side=black", "bob: accept"]);
    room.begin(&["ann", "bob"], 2);
    room.all(&["ann: resign #2 yes"]);
    assert_eq!(room.service.recount(false).unwrap().matches, 2);
    // Neither player may, even as a moderator.
    room.moderator = true;
    for who in ["ann", "bob"] {
        let refused = room.refused(who, "admin annul #2 yes", "not-yours");
        assert!(refused.contains("You're playing in match #2"), "{refused}");
    }
    room.moderator = false;
    room.refused("cid", "admin annul #2 yes", "not-yours");
    let asked = moderated(&mut room, "admin annul #2 Ann had gone");
    assert!(asked.contains("ratings recalculated"), "{asked}");
    assert_eq!(room.service.recount(false).unwrap().matches, 2, "asked only");
    room.moderator = true;
    let told = room.one("mod", "admin annul #2 yes Ann had gone");
    room.refused("mod", "admin annul #2 yes", "over");
    room.refused("mod", "admin end #2 black yes", "over");
    room.moderator = false;
    let text = told.text.bare();
    assert!(text.contains("Mod, a moderator, has annulled match #2: Ann had gone"), "{text}");
    assert!(text.contains("Ann: ") && text.contains("Bob: "), "{text}");
    assert_eq!(told.mentions.len(), 2, "both are told");
    // Ratings are as if it had never been played.
    let after = room.one("cid", "profile @ann").text.bare();
    // How reliably someone answers stays as it was.
    let ratings = |text: &str| {
        let lines = text.lines().take_while(|it| !it.starts_with("Last matches"));
        lines.filter(|it| !it.contains("was in time in")).collect::<Vec<_>>().join("\n")
    };
    assert_eq!(ratings(&after), ratings(&profile));
    assert!(after.contains("#2 Trapdoor Checkers against Bob: annulled"), "{after}");
    let recount = room.service.recount(false).unwrap();
    assert_eq!((recount.matches, recount.differ), (1, Vec::new()));
    let history = room.story(2);
    assert!(history.contains("Mod has annulled the result"), "{history}");
    let file = room.file_of(2);
    assert!(file.contains("\"annulled_at\": 17672"), "{file}");
    assert_eq!(check_export(&file).unwrap().fault, None);
    // Later matches continue from there.
    room.all(&["ann: challenge @bob trapdoor side=black", "bob: accept"]);
    room.begin(&["ann", "bob"], 3);
    room.all(&["ann: resign #3 yes"]);
    let recount = room.service.recount(false).unwrap();
    assert_eq!((recount.matches, recount.differ), (2, Vec::new()));
    room.moderator = true;
    let only = room.one("mod", "admin annul #1 yes").text.bare();
    room.one("mod", "admin annul #3 yes");
    room.moderator = false;
    assert!(only.contains("Ann: ") && only.contains("Bob: "), "{only}");
    assert!(room.one("cid", "profile @ann").text.bare().contains("No rated matches yet"));
}

/// Returns who is in the present season of the room, and with which figure.
fn in_season(room: &mut Room) -> Vec<LeaderboardRow> {
    let season = Season::of(room.now);
    let places = room.service.keep(|tx| {
        let list = season.list(&tx.room(RoomId(1))?, None);
        Ok([tx.season_places(&list, true)?, tx.season_places(&list, false)?].concat())
    });
    places.unwrap()
}

#[test]
fn a_season_is_counted_anew_without_an_annulled_result() {
    let mut room = begun(1);
    room.all(&["bob: resign #1 yes"]);
    let before = in_season(&mut room);
    assert_eq!(before.len(), 2, "{before:?}");
    room.all(&["ann: challenge @bob trapdoor side=black", "bob: accept"]);
    room.begin(&["ann", "bob"], 2);
    room.all(&["ann: resign #2 yes"]);
    assert_ne!(in_season(&mut room), before);
    moderated(&mut room, "admin annul #2 yes");
    assert_eq!(in_season(&mut room), before);
    moderated(&mut room, "admin annul #1 yes");
    assert_eq!(in_season(&mut room), []);
}

#[test]
fn a_moderator_who_is_one_with_a_player_decides_nothing_from_either_chat() {
    let mut room = started();
    linked(&mut room);
    for (who, words) in [("anna", "challenge @bert trapdoor"), ("bert", "accept")] {
        assert_eq!(on_matrix(&mut room, who, words)[0].refused, None, "{words}");
    }
    room.moderator = true;
    for of in [1, 2] {
        for what in ["end", "annul"] {
            let words = format!("admin {what} #{of} yes black");
            let here = room.one("ann", &words);
            let there = on_matrix(&mut room, "anna", &words);
            for reply in [&here, &there[0]] {
                let code = reply.refused.map(Code::name);
                assert!(matches!(code, Some("not-yours" | "unknown")), "{words}: {reply:?}");
            }
        }
    }
    room.moderator = false;
    for of in [1, 2] {
        assert!(!room.one("ann", &format!("board #{of}")).text.bare().contains("wins"), "{of}");
    }
}

#[test]
fn a_stuck_match_is_ended_with_a_note_to_both() {
    for (order, verdict) in [
        ("admin annul #1 both are away", "called the match off"),
        ("admin end #1 draw", "A draw: the moderators decided it"),
        ("admin end #1 white Ann never came", "Bob (White) wins: the moderators decided it"),
    ] {
        let mut room = managed();
        room.all(&["ann: spin"]);
        let asked = room.one("cid", order);
        assert!(asked.text.bare().contains("To confirm, say"), "{order}");
        let yes = asked.menu.unwrap().choices[0].says.to_string();
        assert_eq!(room.one("ann", "moves").refused, None, "nothing has happened yet");
        let told = room.one("cid", &yes);
        let text = told.text.bare();
        assert!(text.contains("Cid, a moderator, has ended match #1"), "{text}");
        assert!(text.contains(verdict), "{text}");
        assert_eq!(told.mentions.len(), 2, "both hear of it");
        if let Some(note) = order.split_once("away").or(order.split_once("came")) {
            assert!(text.contains(note.0.rsplit(' ').nth(1).unwrap_or("")), "{text}");
        }
        assert!(room.one("ann", "profile").text.bare().contains("No rated matches yet"));
        room.refused("cid", &yes, "over");
        let file = room.file_of(1);
        assert_eq!(proof::check_export(&file).unwrap().fault, None);
    }
}

#[test]
fn who_was_sent_away_can_have_their_data_and_nothing_else() {
    let mut room = managed();
    room.all(&["ann: challenge @bob trapdoor"]);
    let told = room.one("cid", "admin ban bob").text.bare();
    assert!(told.contains("admin annul #1"), "{told}");
    assert!(room.one("cid", "admin").text.bare().contains("banned: Bob"));
    room.refused("ann", "challenge @bob trapdoor", "not-now");
    room.moderator = false;
    for words in ["accept", "challenge trapdoor", "spin", "games", "profile", "anything"] {
        room.refused("bob", words, "not-yours");
    }
    room.all(&["bob: mydata export", "bob: mydata delete yes"]);
    room.refused("bob", "games", "not-yours");
    room.moderator = true;
    room.all(&["cid: admin unban @bob"]);
    room.moderator = false;
    room.all(&["bob: games"]);
}

#[test]
fn a_ban_closes_the_open_challenges_of_who_is_banned() {
    let mut room = managed();
    room.all(&["bob: challenge @ann draughts", "bob: challenge alien", "ann: challenge draughts"]);
    room.handle = "far".to_owned();
    let mut request = room.request("bob", "challenge trapdoor");
    request.room.server = "t".to_owned();
    assert_eq!(room.service.handle(&request)[0].reply.refused, None);
    room.handle = "room".to_owned();
    let replies = room.say("cid", "admin ban bob");
    let told = replies.last().unwrap().text.bare();
    assert!(told.contains("I've closed their 2 open challenges here."), "{told}");
    let listed = room.one("ann", "games").text.bare();
    assert!(listed.contains("Ann challenges") && !listed.contains("Bob challenges"), "{listed}");
    room.refused("ann", "accept 2", "unknown");
}

#[test]
fn nobody_else_decides_about_matches_and_people() {
    let mut room = started();
    let before = room.one("ann", "admin").text.bare();
    for words in
        ["admin end #1 yes white", "admin annul #1 yes", "admin ban @bob", "admin unban @bob"]
    {
        room.refused("ann", words, "not-yours");
    }
    assert_eq!(room.one("ann", "admin").text.bare(), before);
}

#[test]
fn odd_decisions_change_nothing() {
    let mut room = managed();
    let before = room.one("cid", "admin").text.bare();
    for (words, code) in [
        ("admin end", "unreadable"),
        ("admin end #1", "unreadable"),
        ("admin end #1 green", "unreadable"),
        ("admin end #99 draw", "unknown"),
        ("admin annul #99", "unknown"),
        ("admin ban", "unreadable"),
        ("admin ban nobody", "unknown"),
        ("admin ban @cid", "illegal"),
        ("admin unban @bob", "not-now"),
    ] {
        room.refused("cid", words, code);
    }
    assert_eq!(room.one("cid", "admin").text.bare(), before);
    room.all(&["ann: spin"]);
}

#[test]
fn what_moderators_of_one_server_decide_is_nothing_to_another() {
    let mut room = managed();
    room.all(&["cid: admin ban @bob"]);
    let mut request = room.request("ann", "challenge @bob trapdoor");
    request.room = RoomName {
        handle: "far".to_owned(),
        name: "far".to_owned(),
        server: "t".to_owned(),
        answers_only: false,
    };
    assert_eq!(room.service.handle(&request)[0].reply.refused, None);
    request.line = FEATURES.commands().read("admin annul #1 yes");
    assert_eq!(room.service.handle(&request)[0].reply.refused, Some(Code::Unknown));
}

#[test]
fn an_annulled_match_counts_for_no_skill() {
    let mut room = Room::new();
    for of in 1..=3 {
        won(&mut room, "trapdoor side=black", of, 12);
    }
    room.think();
    room.moderator = true;
    room.all(&["mia: admin annul #2 yes"]);
    let reply = room.one("ann", "profile");
    assert!(skills(&reply).iter().all(|it| it.1.is_none()), "{}", reply.text.bare());
}

#[test]
fn a_ban_is_meant_by_its_own_words_alone() {
    let meant = |line: &str| FEATURES.commands().understood(line, false).unwrap();
    assert_eq!(meant("ban @bob").map(|said| said.line()).as_deref(), Some("admin ban @bob"));
    assert_eq!(meant("ban bob from the kitchen"), None);
}
