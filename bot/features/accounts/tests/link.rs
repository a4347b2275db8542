//! One person in two chats: linked by a code, then with one rating and one list of games.
use engine::refusal::Code;
use model::{
    ids::Chat,
    reply::{Audience, Reply},
};
use service::{Outgoing, PersonName, Request, RoomRight};
use tokio::sync::mpsc::UnboundedReceiver;

use crate::{
    link::{code, linked, matrix_room, on_matrix, text},
    privacy::{holding, service},
    restarts::again,
    room::{Room, described},
    together::two,
};

/// Has two people in the local room begin a match and the second resign it.
fn won(room: &mut Room, winner: &str, loser: &str) {
    room.all(&[&format!("{winner}: challenge @{loser} trapdoor"), &format!("{loser}: accept")]);
    let of = running(room, winner);
    room.begin(&[winner, loser], of);
    room.all(&[&format!("{loser}: resign #{of} yes")]);
}

/// Returns the number of a match that runs.
fn running(room: &mut Room, who: &str) -> i64 {
    let games = room.one(who, "games");
    let board = games.menu.unwrap().choices.remove(0).says;
    board.trim_start_matches("board #").parse().unwrap()
}

fn won_on_matrix(room: &mut Room, winner: &str, loser: &str) {
    for (who, words) in
        [(winner, format!("challenge @{loser} trapdoor")), (loser, "accept".to_owned())]
    {
        let replies = on_matrix(room, who, &words);
        assert!(replies.iter().all(|it| it.refused.is_none()), "{words}: {}", text(&replies));
    }
    // Each side ends two turns, so that it counts.
    while text(&on_matrix(room, loser, "resign")).contains("It won't count") {
        let found = [winner, loser].into_iter().find_map(|who| {
            let handle = format!("@{who}:x");
            let offers = room.service.offers(Chat::Matrix, "!m:x", &handle, None).unwrap();
            Some((who, offers.into_iter().next()?.words.remove(0)))
        });
        let (who, words) = found.expect("somebody owes a decision");
        on_matrix(room, who, &format!("play {words}"));
    }
    let replies = on_matrix(room, loser, "resign yes");
    assert!(text(&replies).contains("wins"), "{}", text(&replies));
}

#[test]
fn linked_people_have_one_rating_made_of_all_their_matches() {
    let mut apart = Room::new();
    won(&mut apart, "ann", "bob");
    apart.now += 60;
    won_on_matrix(&mut apart, "anna", "dora");
    apart.now += 60;
    linked(&mut apart);
    let mut always = Room::new();
    won(&mut always, "ann", "bob");
    always.now += 60;
    linked(&mut always);
    won_on_matrix(&mut always, "anna", "dora");
    always.now += 60;
    let made_anew = text(&apart.say("ann", "profile"));
    assert_eq!(made_anew, text(&always.say("ann", "profile")), "as if they had always been one");
    assert!(made_anew.contains("2 won, 0 lost"), "{made_anew}");
    let there = text(&on_matrix(&mut apart, "anna", "profile"));
    assert_eq!(made_anew, there.replace("anna", "Ann"), "in both chats");
    assert!(there.contains("anna") && !there.contains("Ann"), "by the name it has there");
}

#[test]
fn linked_people_have_one_list_of_games_and_move_from_either_chat() {
    let mut room = Room::new();
    room.all(&["ann: challenge @bob trapdoor side=black", "bob: accept"]);
    linked(&mut room);
    assert!(text(&on_matrix(&mut room, "anna", "games")).contains("#1"));
    let replies = on_matrix(&mut room, "anna", "spin");
    assert!(text(&replies).contains("Ann spins"), "{}", text(&replies));
    assert!(text(&room.say("ann", "board")).contains("Ann"));
    let handles = |room: &mut Room, chat| {
        let me = room.one("ann", "settings").to;
        let Audience::Only(me) = me else { panic!("settings are private") };
        room.service.handles(chat, &[me]).unwrap()
    };
    assert_eq!(handles(&mut room, Chat::Matrix), [Some("@anna:x".to_owned())]);
    assert_eq!(handles(&mut room, Chat::Console), [Some("ann".to_owned())]);
    assert_eq!(handles(&mut room, Chat::Discord), [None]);
}

#[test]
fn nobody_becomes_two_people_of_one_chat() {
    let mut room = Room::new();
    won(&mut room, "ann", "bob");
    linked(&mut room);
    let says = code(&mut room, "bob");
    let replies = on_matrix(&mut room, "anna", &says);
    assert_eq!(replies[0].refused, Some(Code::Illegal));
    assert!(text(&room.say("bob", "profile")).contains("0 won, 1 lost"));
}

#[test]
fn a_code_is_said_once_in_another_chat_and_soon() {
    let mut room = Room::new();
    let refused = |replies: Vec<Reply>| replies[0].refused;
    let says = code(&mut room, "ann");
    assert!(room.refused("bob", &says, "illegal").contains("your other chat"));
    assert_eq!(refused(on_matrix(&mut room, "anna", &says)), Some(Code::Unknown), "it is used up");
    let says = code(&mut room, "ann");
    room.now += 10 * 60;
    assert_eq!(refused(on_matrix(&mut room, "anna", &says)), Some(Code::Unknown), "it is too late");
    for _ in 0..4 {
        on_matrix(&mut room, "anna", "link AAAA-AAAA");
    }
    assert_eq!(refused(on_matrix(&mut room, "anna", "link AAAA")), Some(Code::TooMuch));
    linked_by(&mut room, "eve");
    assert_eq!(
        refused(on_matrix(&mut room, "eve", &code(&mut Room::new(), "ann"))),
        Some(Code::Unknown)
    );
}

/// Makes Ann and someone on Matrix one; a code may be written in any case and without its line.
fn linked_by(room: &mut Room, who: &str) {
    let says = code(room, "ann").replace('-', "").to_lowercase();
    assert_eq!(on_matrix(room, who, &says)[0].refused, None);
    assert_eq!(on_matrix(room, who, "link yes")[0].refused, None);
}

/// Returns what was said on Matrix because of something that happened in the local room.
fn heard(there: &mut UnboundedReceiver<Outgoing>) -> Vec<Reply> {
    std::iter::from_fn(|| there.try_recv().ok()).map(|it| it.reply).collect()
}

#[test]
fn saying_a_code_asks_first_and_both_chats_hear_of_it() {
    let mut room = Room::new();
    room.all(&["ann: help"]);
    on_matrix(&mut room, "anna", "help");
    let says = code(&mut room, "ann");
    let asked = on_matrix(&mut room, "anna", &says);
    let says = text(&asked);
    assert!(says.contains("Link your account with Ann (the console)"), "{says}");
    assert!(says.contains("play, see and delete what belongs to either"), "{says}");
    let says: Vec<&str> =
        asked[0].menu.iter().flat_map(|it| &it.choices).map(|it| &*it.says).collect();
    assert_eq!(says, ["link yes", "link no"]);
    let here = room.heard();
    assert!(text(&here).contains("anna (Matrix) used your code"), "{}", text(&here));
    let known = room.one("ann", "mydata export").file.unwrap().body;
    assert!(!known.contains("@anna:x"), "nothing is done yet");
    // The owner of the code declines.
    room.all(&["ann: link no"]);
    assert_eq!(on_matrix(&mut room, "anna", "link yes")[0].refused, Some(Code::NotNow));
    linked(&mut room);
    let here = text(&room.heard());
    assert!(here.contains("Ann on the console and anna on Matrix are linked"), "{here}");
    // Ten minutes are enough to think about it.
    let says = code(&mut room, "bob");
    on_matrix(&mut room, "mona", &says);
    room.now += 10 * 60;
    assert_eq!(on_matrix(&mut room, "mona", "link yes")[0].refused, Some(Code::NotNow));
}

#[test]
fn of_two_settings_the_stricter_holds_and_is_said() {
    let mut room = Room::new();
    won(&mut room, "ann", "bob");
    for words in ["settings hidden on", "remind off", "settings quiet 22-7"] {
        on_matrix(&mut room, "anna", words);
    }
    let says = code(&mut room, "ann");
    on_matrix(&mut room, "anna", &says);
    let done = text(&on_matrix(&mut room, "anna", "link yes"));
    assert!(done.contains("hidden on, quiet 22:00-7:00 (UTC), reminders off"), "{done}");
    let hidden = room.refused("bob", "profile @ann", "not-yours");
    assert!(hidden.contains("hides their ratings"), "{hidden}");
    assert!(text(&room.say("ann", "settings")).contains("hidden: `on`"));
    assert!(text(&room.say("ann", "remind")).contains("aren't reminded"));
}

#[test]
fn nobody_becomes_one_with_somebody_who_is_gone() {
    let mut room = Room::new();
    on_matrix(&mut room, "anna", "help");
    let says = code(&mut room, "ann");
    room.all(&["ann: mydata delete yes"]);
    assert_eq!(on_matrix(&mut room, "anna", &says)[0].refused, Some(Code::Unknown));
    // Unlinked between the question and the answer.
    let says = code(&mut room, "ann");
    assert_eq!(on_matrix(&mut room, "anna", &says)[0].refused, None);
    room.all(&["ann: mydata delete yes"]);
    assert_eq!(on_matrix(&mut room, "anna", "link yes")[0].refused, Some(Code::NotNow));
    let told = text(&on_matrix(&mut room, "anna", "mydata delete yes"));
    assert!(told.contains("the data is deleted"), "{told}");
}

#[test]
fn parted_each_has_what_was_played_in_its_chat_as_if_never_linked() {
    let mut apart = Room::new();
    won(&mut apart, "ann", "bob");
    apart.now += 60;
    won_on_matrix(&mut apart, "anna", "dora");
    let profiles = |room: &mut Room| {
        let mut all = Vec::new();
        for who in ["ann", "bob"] {
            all.push(text(&room.say(who, "profile")));
        }
        for who in ["anna", "dora"] {
            all.push(text(&on_matrix(room, who, "profile")));
        }
        // Only the rating's history still shows it.
        let lines = |text: &String| {
            text.lines().filter(|it| !it.contains("two accounts")).collect::<Vec<_>>().join("\n")
        };
        all.iter().map(lines).collect::<Vec<String>>()
    };
    let before = profiles(&mut apart);
    linked(&mut apart);
    room_refuses(&mut apart, "bob", "unlink");
    let asked = text(&apart.say("ann", "unlink"));
    assert!(asked.contains("Ann on the console and anna on Matrix"), "{asked}");
    apart.all(&["ann: challenge @bob trapdoor side=black", "bob: accept"]);
    on_matrix(&mut apart, "anna", "challenge @dora trapdoor side=black");
    on_matrix(&mut apart, "dora", "accept");
    let mut there = apart.service.listen(Chat::Matrix);
    apart.all(&["ann: unlink yes"]);
    let told = text(&heard(&mut there));
    assert!(told.contains("are separate again."), "{told}");
    assert_eq!(profiles(&mut apart), before);
    assert_eq!(apart.service.recount(false).unwrap().differ, [""; 0]);
    // Neither can play for the other.
    assert_eq!(on_matrix(&mut apart, "anna", "#3 spin")[0].refused, Some(Code::NotYours));
    apart.refused("ann", "#4 spin", "not-yours");
    apart.all(&["ann: #3 spin"]);
    assert_eq!(on_matrix(&mut apart, "anna", "#4 spin")[0].refused, None);
    room_refuses(&mut apart, "ann", "unlink");
}

fn room_refuses(room: &mut Room, who: &str, words: &str) {
    let says = room.refused(who, words, "not-now");
    assert!(says.contains("You have no linked accounts."), "{says}");
}

#[test]
fn whose_rating_changes_because_others_are_linked_finds_why_in_their_profile() {
    let mut room = Room::new();
    // Her first opponent in one chat, her second in the other: her rating before the second match is another one when linked.
    won(&mut room, "ann", "bob");
    room.now += 60;
    won_on_matrix(&mut room, "anna", "dora");
    linked(&mut room);
    let own = text(&on_matrix(&mut room, "dora", "profile"));
    assert!(own.contains(", because a player linked or unlinked two accounts."), "{own}");
    let others = text(&on_matrix(&mut room, "mona", "profile @dora"));
    assert!(!others.contains("two accounts"), "{others}");
    room.now += 40 * 86_400;
    assert!(!text(&on_matrix(&mut room, "dora", "profile")).contains("two accounts"));
}

#[test]
fn each_chat_calls_somebody_by_its_own_name_unless_they_choose() {
    let mut room = Room::new();
    room.all(&["ann: challenge @bob trapdoor side=black", "bob: accept"]);
    linked(&mut room);
    let mut here = room.service.listen(Chat::Console);
    // From the other chat: there she alone reads what she is called here.
    let answers = on_matrix(&mut room, "anna", "#1 spin");
    assert!(answers.iter().all(|reply| matches!(reply.to, Audience::Only(_))), "{answers:?}");
    let told = text(&heard(&mut here));
    assert!(told.contains("Ann") && !told.contains("anna"), "{told}");
    for words in ["board #1", "verify #1"] {
        let answers = on_matrix(&mut room, "anna", words);
        assert!(matches!(answers[0].to, Audience::Only(_)), "{words}");
    }
    on_matrix(&mut room, "anna", "draw #1 offer");
    let told = text(&heard(&mut here));
    assert!(told.contains("Ann") && !told.contains("anna"), "{told}");
    assert!(text(&on_matrix(&mut room, "dora", "games @anna")).contains("anna"));
    on_matrix(&mut room, "anna", "settings name matrix");
    assert!(text(&room.say("bob", "board #1")).contains("anna"), "as she has chosen");
    room.refused("bob", "settings name matrix", "unreadable");
}

#[test]
fn reminders_come_where_somebody_spoke_last_or_has_chosen() {
    for (last, chosen, expected) in [
        (Chat::Console, "last", Chat::Console),
        (Chat::Matrix, "last", Chat::Matrix),
        (Chat::Console, "matrix", Chat::Matrix),
    ] {
        let mut room = Room::new();
        room.all(&["ann: challenge @bob trapdoor side=black days=2", "bob: accept"]);
        linked(&mut room);
        room.all(&[&format!("ann: settings reminders {chosen}")]);
        room.now += 60;
        match last {
            Chat::Matrix => drop(on_matrix(&mut room, "anna", "games")),
            _ => room.all(&["ann: games"]),
        }
        let mut there = room.service.listen(Chat::Matrix);
        let here = text(&room.wait(30 * 3600));
        let there = text(&heard(&mut there));
        let reminded = if expected == Chat::Matrix { (&there, &here) } else { (&here, &there) };
        assert!(reminded.0.contains("Your turn in"), "{last:?} {chosen}: {here} | {there}");
        assert!(!reminded.1.contains("Your turn in"), "{last:?} {chosen}: {here} | {there}");
    }
}

#[test]
fn a_rematch_from_the_other_chat_is_offered_where_the_match_was_by_the_name_there() {
    let mut room = Room::new();
    won(&mut room, "ann", "bob");
    linked(&mut room);
    room.heard();
    room.prepared.rooms = vec![described(Chat::Console, ("room", "ann"), RoomRight::Write)];
    let answers = on_matrix(&mut room, "anna", "rematch #1");
    assert!(answers.iter().all(|it| it.to != Audience::Room), "{answers:?}");
    let offer = room.heard().remove(0);
    assert_eq!((offer.to, offer.mentions.len()), (Audience::Room, 1), "Bob is told where he is");
    let says = offer.text.bare();
    assert!(says.contains("Ann challenges") && !says.contains("anna"), "{says}");
    room.all(&["bob: accept", "bob: board #2", "ann: board #2"]);
}

#[test]
fn both_chats_hear_of_a_deletion() {
    let mut room = Room::new();
    linked(&mut room);
    let asked = text(&room.say("ann", "mydata delete"));
    assert!(asked.contains("on the console and Matrix"), "{asked}");
    let mut there = room.service.listen(Chat::Matrix);
    room.all(&["ann: mydata delete yes"]);
    let told = text(&heard(&mut there));
    assert!(told.contains("deleted all their data, using the console"), "{told}");
    assert!(!told.contains("anna") && !told.contains("Ann"), "{told}");
}

#[test]
fn a_room_that_moves_takes_its_matches_along() {
    let mut room = Room::new();
    let said = [
        ("ann", "settings auto off"),
        ("ann", "challenge @bob trapdoor side=black"),
        ("bob", "accept"),
    ];
    for (who, words) in said {
        on_matrix(&mut room, who, words);
    }
    let running = room.service.move_room(Chat::Matrix, "!m:x", "!new").unwrap();
    assert_eq!(running.len(), 1);
    let request = Request {
        chat: Chat::Matrix,
        from: PersonName { handle: "@ann:x".to_owned(), name: "ann".to_owned(), bot: false },
        room: matrix_room("!new"),
        ..room.request("nobody", "spin")
    };
    let told = room.service.handle(&request);
    assert!(told.iter().all(|it| it.room == "!new") && told[0].reply.refused.is_none());
    assert!(room.service.move_room(Chat::Matrix, "!nowhere", "!x").unwrap().is_empty());
}

#[test]
fn a_ban_holds_for_whoever_is_linked_by_the_id_of_the_chat_it_is_in() {
    let mut room = Room::new();
    room.moderator = true;
    room.all(&["ann: help", "bob: help"]);
    linked(&mut room);
    let told = on_matrix(&mut room, "dora", "admin ban @anna");
    assert_eq!(told[0].refused, None, "{}", text(&told));
    let refused = |replies: &[Reply]| replies[0].refused.is_some();
    assert!(refused(&on_matrix(&mut room, "anna", "challenge trapdoor")));
    assert!(!refused(&room.say("ann", "challenge trapdoor")), "only there");
    let told = on_matrix(&mut room, "dora", "admin unban @anna");
    assert_eq!(told[0].refused, None, "{}", text(&told));
    assert!(!refused(&on_matrix(&mut room, "anna", "challenge trapdoor")));
}

#[test]
fn what_is_kept_of_linked_people_is_given_and_deleted_whole() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("d.db");
    let mut room = Room::with(service(&path));
    let say = |room: &mut Room, words: &str| room.all(&[&format!("zanzibar: {words}")]);
    say(&mut room, "challenge @bob trapdoor");
    on_matrix(&mut room, "quagga", "challenge @dora trapdoor places=1");
    on_matrix(&mut room, "dora", "challenge trapdoor places=3");
    on_matrix(&mut room, "quagga", "accept 3");
    let says = code(&mut room, "zanzibar");
    on_matrix(&mut room, "quagga", &says);
    on_matrix(&mut room, "quagga", "link yes");
    say(&mut room, "vacation 3 days");
    let data = room.one("zanzibar", "mydata export").file.unwrap().body;
    let data: serde_json::Value = serde_json::from_str(&data).unwrap();
    assert_eq!(data["known_as"].as_array().unwrap().len(), 2, "{data}");
    assert_eq!(data["known_as"][1]["id"], "@quagga:x");
    assert_eq!((&data["accepted"][0], data["vacations"].as_array().unwrap().len()), (&3.into(), 1));
    say(&mut room, "mydata delete yes");
    drop(room);
    for name in ["zanzibar", "quagga"] {
        assert_eq!(holding(folder.path(), name), [""; 0], "{name}");
    }
}

/// Returns what is between the first two backticks.
fn code_in(reply: &Reply) -> String {
    reply.text.bare().split('`').nth(1).expect("a code").to_owned()
}

#[test]
fn a_code_for_linking_and_its_question_survive_a_restart_and_are_in_no_file() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("d.db");
    let mut room = Room::with(service(&path));
    on_matrix(&mut room, "anna", "help");
    let request = room.request("ann", "link");
    let shown = room.service.handle(&request).remove(0);
    let says = code_in(&shown.reply);
    let code = says.trim_start_matches("link ").to_lowercase();
    for form in [code.clone(), code.replace('-', "")] {
        assert_eq!(holding(folder.path(), &form), [""; 0]);
    }
    let waiting = room.service.undelivered(Chat::Console).unwrap();
    let stored = &waiting.iter().find(|it| it.id == shown.id).expect("it wasn't delivered").reply;
    assert!(stored.text.bare().contains("I can't show that one any more"), "{stored:?}");
    assert_eq!(stored.menu.as_ref().unwrap().choices[0].says, "link");
    let mut room = again(room, &path);
    assert_eq!(on_matrix(&mut room, "anna", &says)[0].refused, None);
    let mut room = again(room, &path);
    assert_eq!(on_matrix(&mut room, "mona", &says)[0].refused, Some(Code::Unknown), "once");
    assert_eq!(on_matrix(&mut room, "anna", "link yes")[0].refused, None);
    let mut room = again(room, &path);
    let known = room.one("ann", "mydata export").file.unwrap().body;
    assert!(known.contains("@anna:x"), "they are linked");
}

#[test]
fn a_code_shown_by_one_process_is_said_to_another_once() {
    let Some(([mut here, mut there], _folder)) = two() else { return };
    on_matrix(&mut there, "anna", "help");
    let shown = here.one("ann", "link").text.bare();
    let says = shown.split('`').nth(1).unwrap();
    assert_eq!(on_matrix(&mut there, "anna", says)[0].refused, None);
    assert_eq!(on_matrix(&mut here, "mona", says)[0].refused, Some(Code::Unknown));
    assert_eq!(on_matrix(&mut here, "anna", "link yes")[0].refused, None);
    let known = there.one("ann", "mydata export").file.unwrap().body;
    assert!(known.contains("@anna:x"), "{known}");
}
