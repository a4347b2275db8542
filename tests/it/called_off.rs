//! Called-off matches, annulled results, and what is told and kept of them.
use engine::refusal::Code;
use model::reply::Reply;
use service::check_export;

use crate::{
    link::{linked, on_matrix},
    room::{Room, started},
};

/// Plays match `of` of Ann and Bob until each side has ended two turns.
fn begun(of: i64) -> Room {
    let mut room = started();
    room.begin(&["ann", "bob"], of);
    room
}

fn moderated(room: &mut Room, line: &str) -> String {
    room.moderator = true;
    let told = room.one("mod", line);
    room.moderator = false;
    assert_eq!(told.refused, None, "{line}: {}", told.text.bare());
    told.text.bare()
}

/// Returns the lines of the buttons below a reply.
fn offered(reply: &Reply) -> Vec<&str> {
    reply.menu.iter().flat_map(|it| &it.choices).map(|it| &*it.says).collect()
}

#[test]
fn leaving_before_the_second_turns_have_ended_calls_the_match_off() {
    for (words, says) in [
        ("resign", "Bob (White) resigned before both sides had finished two turns"),
        ("abort", "Bob (White) called the match off before both sides had finished two turns"),
    ] {
        for steps in [0, 3] {
            let mut room = started();
            room.play_on(1, steps);
            let asked = room.one("bob", &format!("{words} #1")).text.bare();
            assert!(asked.contains("? It won't count."), "{asked}");
            assert!(asked.contains("number 1 of the 3 you may"), "{asked}");
            let told = room.one("bob", &format!("{words} #1 yes"));
            assert_eq!(offered(&told), ["rematch #1"], "there is nothing to review");
            let told = told.text.bare();
            assert!(told.contains(says) && told.contains("doesn't count"), "{told}");
            assert!(room.one("ann", "profile").text.bare().contains("No rated matches yet"));
            assert!(room.one("cid", "history #1").text.bare().contains(says));
            let file = room.one("cid", "export #1").file.unwrap().body;
            let json: serde_json::Value = serde_json::from_str(&file).unwrap();
            assert_eq!(json["end"]["ending"]["called-off"]["by"], "second", "{words}");
            assert_eq!(check_export(&file).unwrap().fault, None);
            assert_eq!(room.service.recount(false).unwrap().matches, 0);
        }
    }
    let mut room = begun(1);
    room.refused("bob", "abort #1 yes", "not-now");
    let told = room.one("bob", "resign #1 yes");
    assert_eq!(offered(&told), ["rematch #1", "review #1"]);
    let told = told.text.bare();
    assert!(told.contains("Ann (Black) wins") && told.contains("Ann: "), "{told}");
    assert_eq!(room.service.recount(false).unwrap().matches, 1);
}

#[test]
fn whoever_calls_off_too_often_resigns_and_hears_so_before() {
    let mut room = Room::new();
    for of in 1..=5 {
        room.all(&["ann: challenge @bob trapdoor side=black", "bob: accept"]);
        let asked = room.one("ann", &format!("abort #{of}")).text.bare();
        let told = room.one("ann", &format!("abort #{of} yes")).text.bare();
        if of <= 3 {
            assert!(asked.contains(&format!("number {of} of the 3 you may")), "{asked}");
            assert!(told.contains("called the match off"), "{told}");
        } else {
            let why = "called off 3 matches in the last 30 days";
            assert!(asked.contains(why) && asked.contains("Bob wins"), "{asked}");
            assert!(told.contains(why) && told.contains("Bob (White) wins"), "{told}");
            assert!(told.contains("Ann: ") && !told.contains("Bob: "), "only she pays: {told}");
            assert!(asked.contains("Bob's rating stays the same"), "{asked}");
        }
    }
    // Only the one who called off is affected, and after a month it is forgotten.
    room.all(&["ann: challenge @bob trapdoor side=black", "bob: accept"]);
    assert!(room.one("bob", "resign").text.bare().contains("number 1 of the 3 you may"));
    room.all(&["ann: draw", "bob: draw"]);
    room.now += 30 * 86_400 + 1;
    room.all(&["ann: challenge @bob trapdoor side=black", "bob: accept"]);
    assert!(room.one("ann", "resign").text.bare().contains("number 1 of the 3 you may"));
    let rate = "Ann has called off 3 of 6 matches (50%)";
    assert!(room.one("bob", "profile @ann").text.bare().contains(rate));
    room.all(&["ann: resign yes"]);
    let offer = room.one("ann", "challenge @bob trapdoor").text.bare();
    assert!(offer.contains("Ann has called off 4 of 7 matches (57%)"), "{offer}");
    assert!(!offer.contains("Bob has called off"), "{offer}");
    let offer = room.one("bob", "challenge @ann trapdoor").text.bare();
    assert!(offer.contains("Ann has called off"), "{offer}");
}

#[test]
fn two_who_agree_cannot_make_a_rating_of_matches_left_at_once() {
    let mut room = Room::new();
    for of in 1..=9 {
        room.all(&["ann: challenge @bob trapdoor side=black", "bob: accept"]);
        room.all(&[&format!("ann: resign #{of} yes")]);
        room.now += 3600;
    }
    assert!(room.one("bob", "profile").text.bare().contains("No rated matches yet"));
    assert!(room.one("cid", "profile @ann").text.bare().contains("0 won, 6 lost"));
    for words in ["leaderboard", "season"] {
        assert!(!room.one("cid", words).text.bare().contains("Bob"), "{words}");
    }
    let file = room.one("cid", "export #9").file.unwrap().body;
    assert!(file.contains(r#""left": "first""#), "{file}");
    assert_eq!(check_export(&file).unwrap().fault, None);
    let recount = room.service.recount(false).unwrap();
    assert_eq!((recount.matches, recount.differ), (6, Vec::new()));
}

#[test]
fn a_match_that_has_begun_stays_so_when_its_turns_are_taken_back() {
    let mut room = begun(1);
    let answer = |room: &mut Room| {
        for (who, other) in [("ann", "bob"), ("bob", "ann")] {
            let asked = room.say(who, "undo");
            if asked[0].refused.is_none() && asked[0].menu.is_some() {
                return room.say(other, "undo accept")[0].refused.is_none();
            }
        }
        false
    };
    while answer(&mut room) && 1 < room.one("ann", "board").picture.unwrap().step {
        room.now += 3600;
    }
    assert!(room.one("ann", "board").picture.unwrap().step <= 1, "back at the start");
    for who in ["ann", "bob"] {
        room.refused(who, "abort", "not-now");
        assert!(room.one(who, "resign").text.bare().contains("Resign match #1"));
    }
}

#[test]
fn a_match_that_moderators_call_off_names_them() {
    let mut room = Room::new();
    room.all(&["ann: challenge @bob alien days=1", "bob: accept"]);
    let told = moderated(&mut room, "admin annul #1 yes both are away");
    assert!(told.contains("Mod, a moderator, has ended match #1: both are away"), "{told}");
    let says = "Mod called the match off as a moderator";
    assert!(told.contains(says), "{told}");
    assert!(room.one("cid", "history #1").text.bare().contains(says));
    let file = room.one("cid", "export #1").file.unwrap().body;
    assert!(file.contains("\"moderator\": \"Mod\"") && file.contains("\"moderated\""), "{file}");
    assert!(!room.one("ann", "profile").text.bare().contains("has called off"), "not her doing");
}

#[test]
fn what_moderators_decide_counts_for_no_rating() {
    let mut room = begun(1);
    let told = moderated(&mut room, "admin end #1 black yes");
    assert!(told.contains("Ann (Black) wins: the moderators decided it"), "{told}");
    assert!(told.contains("isn't rated") && !told.contains("Ann: "), "{told}");
    for words in ["profile @ann", "leaderboard", "season", "leaderboard everywhere"] {
        let text = room.one("bob", words).text.bare();
        assert!(!text.contains('±'), "{words}: {text}");
    }
    let recount = room.service.recount(false).unwrap();
    assert_eq!((recount.matches, recount.differ), (0, Vec::new()));
}

#[test]
fn an_annulled_result_counts_nowhere_any_more() {
    let mut room = begun(1);
    room.all(&["bob: resign #1 yes"]);
    let before = room.one("cid", "leaderboard").text.bare();
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
    assert_eq!(room.one("cid", "leaderboard").text.bare(), before);
    let after = room.one("cid", "profile @ann").text.bare();
    // How reliably someone answers stays as it was.
    let ratings = |text: &str| {
        let lines = text.lines().take_while(|it| !it.starts_with("Last matches"));
        lines.filter(|it| !it.contains("was in time in")).collect::<Vec<_>>().join("\n")
    };
    assert_eq!(ratings(&after), ratings(&profile));
    assert!(after.contains("#2 Trapdoor Checkers against Bob: annulled"), "{after}");
    let versus = room.one("ann", "versus @bob").text.bare();
    assert!(versus.contains("1 won, 0 lost, 0 drawn"), "{versus}");
    let recount = room.service.recount(false).unwrap();
    assert_eq!((recount.matches, recount.differ), (1, Vec::new()));
    let history = room.one("cid", "history #2").text.bare();
    assert!(history.contains("Mod has annulled the result"), "{history}");
    let file = room.one("cid", "export #2").file.unwrap().body;
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
    assert!(room.one("cid", "leaderboard").text.bare().contains("No rated matches yet"));
}

#[test]
fn a_match_from_a_position_is_shown_and_never_rated() {
    let mut room = Room::new();
    let offer = room.one("ann", "challenge @bob trapdoor side=black from=B:W32:B1-12");
    let text = offer.text.bare();
    assert!(text.contains("(from a position), ") && text.contains(", unrated."), "{text}");
    assert!(text.contains("A match from a set position isn't rated"), "{text}");
    assert!(offer.text.has_block() && !text.contains("At stake"), "{text}");
    room.refused("ann", "challenge @bob trapdoor rated from=B:W32:B1-12", "illegal");
    let counter = room.say("bob", "counter 1 rated days=2").remove(1).text.bare();
    assert!(counter.contains("2 days per turn, unrated"), "{counter}");
    room.all(&["ann: accept"]);
    room.begin(&["ann", "bob"], 1);
    let end = room.one("bob", "resign yes").text.bare();
    assert!(end.contains("wins") && !end.contains("Ann: "), "{end}");
    let again = room.one("ann", "rematch").text.bare();
    assert!(again.contains("unrated"), "{again}");
    assert_eq!(room.service.recount(false).unwrap().matches, 0);
}

#[test]
fn whoever_has_run_out_of_time_cannot_call_the_match_off() {
    for word in ["abort", "resign"] {
        let mut room = Room::new();
        room.all(&["ann: challenge @bob trapdoor side=black", "bob: accept"]);
        room.now += 4 * 86_400;
        let asked = room.one("ann", word).text.bare();
        assert!(asked.contains("run out of time"), "{asked}");
        let end = room.one("ann", &format!("{word} yes")).text.bare();
        assert!(end.contains("Bob (White) wins"), "{end}");
        assert!(room.one("bob", "profile").text.bare().contains("1 won"));
    }
}

#[test]
fn a_season_is_counted_anew_without_an_annulled_result() {
    let mut room = begun(1);
    room.all(&["bob: resign #1 yes"]);
    let before = room.one("cid", "season").text.bare();
    assert!(before.contains("Ann") && before.contains("Bob"), "{before}");
    room.all(&["ann: challenge @bob trapdoor side=black", "bob: accept"]);
    room.begin(&["ann", "bob"], 2);
    room.all(&["ann: resign #2 yes"]);
    assert_ne!(room.one("cid", "season").text.bare(), before);
    moderated(&mut room, "admin annul #2 yes");
    assert_eq!(room.one("cid", "season").text.bare(), before);
    moderated(&mut room, "admin annul #1 yes");
    let text = room.one("cid", "season").text.bare();
    assert!(text.contains("No rated matches this season yet."), "{text}");
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
