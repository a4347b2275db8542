//! What the service guarantees: everything or nothing, once, to the right people.
use command::LONGEST_LINE;
use engine::{chance::StepKey, refusal::Code};
use features::FEATURES;
use model::{ids::Chat, reply::Audience};
use proof::check_export;
use service::{RandomSource, Service};
use store::Store;

use crate::room::{Room, START, started};

#[test]
fn the_same_message_is_carried_out_once() {
    let mut room = started();
    let mut request = room.request("ann", "spin");
    request.message = Some("m1".to_owned());
    assert_eq!(room.service.handle(&request).len(), 1);
    assert!(room.service.handle(&request).is_empty());
    let mut refused = room.request("ann", "castle");
    refused.message = Some("m2".to_owned());
    assert_eq!(room.service.handle(&refused).len(), 1);
    assert!(room.service.handle(&refused).is_empty(), "a refusal is not repeated either");
    room.service.sweep(room.now + 59 * 86_400).unwrap();
    assert!(room.service.handle(&request).is_empty());
    room.service.sweep(room.now + 61 * 86_400).unwrap();
    assert_eq!(room.service.handle(&refused).len(), 1, "after so long no chat sends it again");
}

#[test]
fn what_was_not_delivered_goes_out_after_a_restart_and_only_then() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("d.db");
    let open = || {
        Service::new(
            Store::trial_at(&path, features::FEATURES.tables()).unwrap(),
            RandomSource::Repeatable(1),
            &features::FEATURES,
        )
    };
    let mut room = Room::with(open());
    let request = room.request("ann", "challenge @bob trapdoor");
    let sent = room.service.handle(&request);
    drop(room);
    let mut service = open();
    let late = service.undelivered(Chat::Console).unwrap();
    assert_eq!(late, sent);
    service.delivered(&[late[0].id.unwrap()]).unwrap();
    assert!(service.undelivered(Chat::Console).unwrap().is_empty());
    let mut room = Room::with(service);
    room.all(&["bob: accept"]);
}

#[test]
fn a_refusal_changes_nothing() {
    let mut room = started();
    let before = room.file_of(1);
    for (who, words, code) in [
        ("bob", "spin", "not-yours"),
        ("ann", "c3-d4", "illegal"),
        ("ann", "", "unreadable"),
        ("ann", "c3-", "unreadable"),
        ("ann", "draw accept", "not-now"),
        ("ann", "undo", "not-now"),
        ("ann", "claim", "not-now"),
        ("ann", "play #99 spin", "unknown"),
        ("cid", "resign #1 yes", "not-yours"),
        ("cid", "play #1 spin", "not-yours"),
        ("ann", "rematch", "not-now"),
        ("ann", "accept", "unknown"),
    ] {
        let reply = room.one(who, words);
        assert!(reply.refused.is_some(), "{who}: {words}");
        assert!(!reply.text.bare().is_empty());
        assert!(matches!(reply.to, Audience::Only(_)), "{who}: {words}");
        if code != "illegal" && code != "unreadable" {
            assert_eq!(
                reply.refused.map(Code::name),
                Some(code),
                "{who}: {words}: {}",
                reply.text.bare()
            );
        }
    }
    assert_eq!(room.file_of(1), before);
}

#[test]
fn odd_input_is_answered_and_never_breaks() {
    let mut room = started();
    let long = "x".repeat(100_000);
    let odd = [
        long.as_str(),
        "\u{0}\u{1}\u{2}",
        "\u{202e}\u{200b}",
        "🎲🎲🎲 💥",
        "challenge @ann trapdoor",
        "challenge @bob chess",
        "challenge @bob trapdoor days=99999999999999999999",
        "challenge @bob trapdoor wheel=1:9:9",
        "challenge @bob trapdoor from=garbage",
        "play #99999999999999999999 spin",
        "99999999999999999999999",
        "rules nothing",
        "rules trapdoor nothing",
        "help nothing",
        "settings theme pink",
        "settings orientation",
        "profile @nobody-here x",
        "@bob",
        "=",
        "#1",
        "play #1",
        "side=black",
    ];
    for words in odd {
        let reply = room.one("ann", words);
        let text = reply.text.bare();
        let start: String = words.chars().take(30).collect();
        assert!(reply.refused.is_some(), "{start}: {text}");
        assert_ne!(reply.refused, Some(Code::Broken), "{start}: {text}");
        assert!(text.len() < 2000, "{start}: {} bytes", text.len());
    }
    assert!(room.refused("ann", &long, "too-much").contains(&LONGEST_LINE.to_string()));
    // The room continues as if nothing had happened.
    room.all(&["ann: spin"]);
}

#[test]
fn every_command_answers_everybody_at_any_time() {
    for lines in [&[][..], START] {
        let mut room = Room::new();
        room.all(lines);
        for spec in FEATURES.commands().iter() {
            for who in ["ann", "bob", "cid"] {
                let replies = room.say(who, spec.name);
                assert!(!replies.is_empty(), "{}", spec.name);
                for reply in replies {
                    assert_ne!(reply.refused, Some(Code::Broken), "{who}: {}", spec.name);
                }
            }
        }
    }
}

#[test]
fn what_is_over_is_over() {
    for end in ["ann: resign yes", "bob: resign #1 yes", "bob: abort yes"] {
        let mut room = started();
        room.all(&["ann: spin", end]);
        let before = room.file_of(1);
        let profile = room.one("ann", "profile").text.bare();
        for words in [
            "moves #1",
            "play #1 b6-a5",
            "#1 G1>L",
            "hand #1",
            "undo #1",
            "draw #1",
            "resign #1 yes",
            "claim #1",
        ] {
            assert!(room.refused("ann", words, "over").contains("rematch #1"), "{words}");
        }
        room.refused("ann", "b6-a5", "unknown");
        assert_eq!(room.file_of(1), before);
        assert_eq!(room.one("ann", "profile").text.bare(), profile);
    }
}

#[test]
fn a_list_of_a_position_that_was_taken_back_picks_nothing() {
    let mut room = started();
    room.all(&["ann: spin"]);
    room.play_on(1, 1);
    room.all(&["bob: spin", "bob: moves", "ann: undo", "bob: undo accept"]);
    room.play_on(1, 1);
    room.all(&["bob: spin"]);
    room.refused("bob", "1", "not-now");
}

#[test]
fn taking_back_gives_no_time() {
    let mut room = Room::new();
    room.all(&["ann: challenge @bob amtgard names side=black 1 day", "bob: accept"]);
    for _ in 0..3 {
        room.now += 7 * 3600;
        room.all(&["ann: name b6 Zed", "ann: undo"]);
    }
    room.now += 4 * 3600;
    assert!(room.one("bob", "claim").text.bare().contains("ran out of time"));
}

#[test]
fn text_boards_come_with_every_board() {
    let mut room = started();
    room.all(&["bob: settings text=on"]);
    for (who, words) in [("ann", "spin"), ("ann", "board"), ("bob", "resign yes")] {
        let reply = room.one(who, words);
        let alt = reply.picture.unwrap().alt;
        assert!(!reply.text.has_block(), "words are asked for: {}", reply.text.bare());
        let ranks = &alt[alt.find("Rank 8").expect("ranks")..];
        assert!(who == "ann" && words == "board" || reply.text.bare().contains(ranks));
    }
    room.refused("bob", "settings value=dark", "unknown");
}

#[test]
fn who_moved_in_time_does_not_lose_by_taking_back_too_late() {
    let mut room = Room::new();
    room.all(&["ann: challenge @bob trapdoor side=black days=1", "bob: accept", "ann: spin"]);
    room.now += 23 * 3600;
    room.play_on(1, 1);
    room.now += 2 * 3600;
    room.all(&["ann: undo"]);
    room.refused("bob", "claim", "not-now");
}

#[test]
fn a_file_cannot_hide_tries_at_the_dice() {
    let mut room = started();
    room.all(&["ann: spin", "ann: resign yes"]);
    let file = room.file_of(1);
    let forged = file
        .rsplit_once("\"take\": 0")
        .map(|(before, after)| format!("{before}\"take\": 2{after}"));
    let report = check_export(&forged.unwrap()).unwrap();
    assert!(report.fault.unwrap().contains("is out of place"));
    // One undo discarded three steps; that permits no further undo.
    let mut room = started();
    room.all(&["ann: spin"]);
    room.play_on(1, 1);
    room.all(&["bob: spin", "ann: undo", "bob: undo accept"]);
    room.play_on(1, 2);
    room.all(&["ann: resign yes"]);
    let file = room.file_of(1);
    let forged = file
        .rsplit_once("\"take\": 1")
        .map(|(before, after)| format!("{before}\"take\": 2{after}"));
    assert!(check_export(&forged.unwrap()).unwrap().fault.is_some());
    // The wording may change between versions; the events may not.
    let told = file.replace("Ann spins", "Ann honestly spins");
    assert_ne!(told, file);
    assert_eq!(check_export(&told).unwrap().fault, None);
}

#[test]
fn a_button_of_an_earlier_position_does_nothing() {
    let mut room = started();
    room.all(&["ann: spin"]);
    let menu = room.say("ann", "moves").remove(0).menu.unwrap();
    let mut request = room.request("ann", &menu.choices[0].says);
    let asked_at = menu.asked_at.unwrap();
    request.asked_at = Some(StepKey { step: asked_at.step - 1, ..asked_at });
    let reply = room.service.handle(&request).remove(0).reply;
    assert_eq!(reply.refused, Some(Code::NotNow));
    assert!(reply.picture.is_some() && reply.menu.is_some(), "the present board comes with it");
    request.asked_at = menu.asked_at;
    assert_eq!(room.service.handle(&request).remove(0).reply.refused, None);
}

#[test]
fn a_number_picks_from_the_list_last_shown_and_no_other() {
    let mut room = started();
    room.refused("ann", "1", "not-now");
    room.all(&["ann: moves", "ann: 1"]);
    room.refused("ann", "1", "not-now");
    room.all(&["ann: moves"]);
    room.refused("ann", "99", "illegal");
    room.refused("ann", "0", "illegal");
}

#[test]
fn a_turn_that_has_ended_is_taken_back_by_consent() {
    let mut room = started();
    room.all(&["ann: spin"]);
    room.refused("ann", "undo", "not-now");
    room.play_on(1, 1);
    room.all(&["ann: undo"]);
    assert_eq!(room.one("ann", "board").picture.unwrap().step, 2, "nothing is taken back yet");
    room.refused("ann", "undo accept", "not-now");
    room.all(&["bob: undo decline", "ann: undo", "bob: undo accept"]);
    let back = room.one("ann", "board");
    assert_eq!(back.picture.unwrap().step, 1, "Ann stands before her move again, her spin stays");
}

#[test]
fn taken_back_dice_never_fall_again_and_the_match_can_still_be_checked() {
    let mut room = started();
    room.all(&["ann: spin"]);
    for _ in 0..3 {
        room.play_on(1, 1);
        room.all(&["bob: spin", "ann: undo", "bob: undo accept"]);
    }
    room.play_on(1, 6);
    room.all(&["ann: resign yes"]);
    let file = room.file_of(1);
    let report = check_export(&file).unwrap();
    assert_eq!(report.fault, None);
    let takes: Vec<&str> = file.lines().filter(|it| it.contains("\"take\": 3")).collect();
    assert!(!takes.is_empty(), "the steps after the last undo are of take 3");
}

#[test]
fn a_file_that_was_changed_is_found_out() {
    let mut room = started();
    room.play_on(1, 12);
    room.all(&["ann: resign yes"]);
    let file = room.file_of(1);
    assert_eq!(check_export(&file).unwrap().fault, None);
    for (from, to) in [
        ("\"tag\": \"", "\"tag\": \"0"),
        (
            "\"spun\": {\n            \"at\": \"black\"",
            "\"spun\": {\n            \"at\": \"green\"",
        ),
        ("\"winner\": \"second\"", "\"winner\": \"first\""),
    ] {
        let changed = file.replacen(from, to, 1);
        assert_ne!(changed, file, "{from}");
        assert!(check_export(&changed).unwrap().fault.is_some(), "{from}");
    }
    for odd in ["", "{}", "[1]", &file[..file.len() / 2], &file.replace("match/2", "match/9")] {
        assert!(check_export(odd).is_err());
    }
}

#[test]
fn no_secret_is_told_before_the_end() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("d.db");
    let service = Service::new(
        Store::trial_at(&path, features::FEATURES.tables()).unwrap(),
        RandomSource::Repeatable(3),
        &features::FEATURES,
    );
    let mut room = Room::with(service);
    let mut said = Vec::new();
    for line in START.iter().chain(&["ann: verify", "ann: spin", "ann: board"]) {
        let (who, words) = crate::room::spoken(line);
        said.extend(room.say(who, words).iter().map(|reply| format!("{reply:?}")));
    }
    said.extend([room.file_of(1), room.story(1)]);
    room.all(&["ann: resign yes"]);
    let verified = room.one("ann", "verify").text.bare();
    let secret =
        verified.lines().find_map(|it| it.strip_prefix("Secret: `")).unwrap().trim_end_matches('`');
    assert_eq!(secret.len(), 64);
    assert!(said.iter().all(|it| !it.contains(secret)));
}

#[test]
fn time_is_claimed_only_when_it_has_run_out() {
    let mut room = Room::new();
    room.all(&["ann: challenge @bob trapdoor side=black days=2", "bob: accept"]);
    room.refused("bob", "claim", "not-now");
    room.now += 2 * 86_400 - 1;
    room.refused("bob", "claim", "not-now");
    room.now += 1;
    room.refused("ann", "claim", "not-now");
    let reply = room.one("bob", "claim");
    assert!(reply.text.bare().contains("ran out of time"), "{}", reply.text.bare());
}

#[test]
fn both_agree_on_a_draw_or_it_is_none() {
    let mut room = started();
    room.all(&["ann: draw"]);
    room.refused("ann", "draw accept", "not-now");
    room.all(&["bob: draw decline", "ann: draw", "bob: draw accept"]);
    room.refused("ann", "draw #1", "over");
    assert!(room.one("ann", "board #1").text.bare().contains("A draw"));
}

#[test]
fn a_move_out_of_turn_is_not_taken_for_a_command() {
    let mut room = Room::new();
    room.all(&["ann: challenge @bob metasoccer", "bob: accept"]);
    let offer = |room: &mut Room, who: &str| {
        !room.service.offers(Chat::Console, "room", who, None).unwrap().is_empty()
    };
    let (late, other) = if offer(&mut room, "ann") { ("bob", "ann") } else { ("ann", "bob") };
    for words in ["boot north 2", "steal c5", "roll chess"] {
        let said = room.refused(late, words, "not-yours");
        for command in ["abort", "stakes", "room"] {
            assert!(!said.contains(&format!("`{command}`")), "{words}: {said}");
        }
    }
    // A typo is read as the likeliest command.
    for (who, slip, meant) in
        [(late, "bord", "board"), (late, "bord text", "board text"), (other, "bord", "board")]
    {
        let said = room.refused(who, slip, "unknown");
        let (asked, offered) = said.split_once("Try: ").expect("something is offered");
        assert!(asked.contains(&format!("Did you mean `{meant}`?")), "{slip}: {said}");
        assert_eq!(offered.trim_end_matches('.'), format!("`{meant}`"), "{slip}");
    }
}
