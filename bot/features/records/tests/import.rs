//! Matches from files continue, or are refused with a reason and change nothing.
use engine::{games::GameId, refusal::Code};
use model::reply::Reply;
use serde_json::Value;
use proof::check_export;

use crate::room::{Room, started};

/// Says a line that a file came with.
fn with_file(room: &mut Room, who: &str, words: &str, file: &str) -> Reply {
    let mut request = room.request(who, words);
    request.attachment = Some(file.to_owned());
    let mut replies = room.service.handle(&request);
    assert_eq!(replies.len(), 1, "{words}: {replies:?}");
    replies.remove(0).reply
}

/// Plays a while and returns both files.
fn files() -> (Room, String, String) {
    let mut room = started();
    room.play_on(1, 15);
    room.all(&["ann: resign yes"]);
    let mut file = |form: &str| room.one("bob", &format!("export #1 {form}")).file.unwrap().body;
    let (json, pdn) = (file("json"), file("pdn"));
    (room, json, pdn)
}

#[test]
fn a_match_goes_on_where_its_file_ends() {
    for form in ["json", "pdn"] {
        let (mut room, json, pdn) = files();
        let file = if form == "json" { json } else { pdn };
        let before = room.one("ann", "board #1 text side=black").text;
        let offer = with_file(&mut room, "ann", "import @bob side=black word=plum", &file);
        assert_eq!(offer.refused, None, "{}", offer.text.bare());
        let text = offer.text.bare();
        assert!(text.contains("from a position") && text.contains("unrated"), "{text}");
        room.all(&["bob: accept"]);
        let after = room.one("ann", "board #2 text side=black").text;
        let board = |text: String| {
            let lines = text.lines().map(str::to_owned);
            // Where the last move began is marked in the match it was played in.
            let lines = lines.filter(|it| it.starts_with(' ')).map(|it| it.replace('+', "."));
            lines.take(8).collect::<Vec<_>>()
        };
        assert_eq!(board(after.bare()), board(before.bare()), "{form}");
        // Like any match, it is played, exported and checked.
        room.play_on(2, 9);
        room.all(&["bob: resign #2 yes"]);
        let again = room.one("ann", "export #2").file.unwrap().body;
        let report = check_export(&again).unwrap();
        assert_eq!(report.fault, None);
        assert_eq!(
            report.agrees.iter().any(|it| it
                .contains("It began from a set position; the dice can't show how that arose.")),
            form == "json"
        );
        // And can be imported itself.
        let offer = with_file(&mut room, "bob", "import step=4", &again);
        assert_eq!(offer.refused, None, "{}", offer.text.bare());
        assert!(
            room.one("bob", "profile").text.bare().contains("1 won"),
            "only the first one counted"
        );
    }
}

#[test]
fn any_step_can_be_chosen() {
    let (mut room, json, _) = files();
    let start = with_file(&mut room, "ann", "import step=0", &json).text.bare();
    let end = with_file(&mut room, "ann", "import step=15", &json).text.bare();
    let last = with_file(&mut room, "ann", "import days=2", &json).text.bare();
    let board = |text: &str| {
        text.lines().filter(|it| !it.contains("hallenge")).map(str::to_owned).collect::<Vec<_>>()
    };
    assert!(board(&start) != board(&end) && board(&end) == board(&last));
    let beyond = with_file(&mut room, "ann", "import step=16", &json);
    assert_eq!(beyond.refused, Some(Code::Unknown));
    assert!(beyond.text.bare().contains("import step=15"));
}

#[test]
fn a_position_may_be_played_by_a_clock() {
    let (mut room, json, pdn) = files();
    for (words, file, clock) in [
        ("import @bob clock=12h hard", &json, "12 hours per turn (hard)"),
        ("import trapdoor days=2", &pdn, "2 days per turn"),
        ("import @bob", &json, "3 days + 1 day per turn"),
        ("import @bob clock=none", &json, "no clock"),
        ("import @bob hard", &json, "3 days + 1 day per turn (hard)"),
    ] {
        let offer = with_file(&mut room, "ann", words, file).text.bare();
        assert!(offer.contains(clock), "{words}: {offer}");
    }
    let refused = with_file(&mut room, "ann", "import clock=none hard", &json);
    assert_eq!(refused.refused, Some(Code::Unreadable), "{}", refused.text.bare());
}

#[test]
fn a_pasted_file_is_read_like_an_attached_one() {
    let (mut room, _, pdn) = files();
    let offer = room.one("ann", &format!("import @bob {pdn}"));
    assert_eq!(offer.refused, None, "{}", offer.text.bare());
    let offer = room.one("ann", &format!("import {pdn}"));
    assert!(offer.text.bare().contains("challenges anyone"), "{}", offer.text.bare());
}

#[test]
fn a_record_that_does_not_name_its_game_is_not_taken_for_one_in_silence() {
    let (mut room, _, pdn) = files();
    let guess = "doesn't name its game, so I read it as ";
    let cases = [
        ("import 1. 11-15 23-19", "Draughts", true),
        ("import [Event \"x\"] [Result \"1-0\"] 1. 11-15 23-19 1-0", "Draughts", true),
        ("import [GameType \"21,B,8,8,N1,0\"] 1. 11-15 23-19", "Draughts", false),
        ("import draughts 1. 11-15 23-19", "Draughts", false),
        ("import trapdoor 1. 11-15 23-19", "Trapdoor Checkers", false),
        ("import 1. 11-15 G1>R", "Trapdoor Checkers", false),
        ("import [GameType \"26,W,8,8,A0,0\"] c3-d4", "Trapdoor Checkers", true),
        (&format!("import {pdn}"), "Trapdoor Checkers", false),
    ];
    let people = ["ann", "bob", "cid", "dan", "eve", "fay", "gus", "hal"];
    for (who, (words, game, guessed)) in people.into_iter().zip(cases) {
        let offer = room.one(who, words);
        let text = offer.text.bare();
        assert_eq!(offer.refused, None, "{words}: {text}");
        assert!(text.contains(&format!("to {game} (")), "{words}: {text}");
        let said = text.contains(&format!("{guess}{game}."));
        assert_eq!((said, text.contains(guess)), (guessed, guessed), "{words}: {text}");
    }
    room.refused("ann", "import [Variant \"Turkish\"] 1. 11-15", "illegal");
    room.refused("ann", "import amtgard 1. 11-15", "unknown");
}

#[test]
fn bad_files_are_refused_and_leave_no_trace() {
    let (mut room, json, pdn) = files();
    let before = room.one("ann", "games").text.bare();
    let changed = |from: &str, to: &str| {
        let changed = json.replacen(from, to, 1);
        assert_ne!(changed, json, "{from}");
        changed
    };
    let steps = json.find("\"steps\": [").unwrap();
    let one = &json[steps + 10..json.find("\n  ],").unwrap()];
    let future = room.now + 2 * 86_400;
    let cyclic =
        format!("{},{}{}", &json[..steps + 10 + one.len()], one, &json[steps + 10 + one.len()..]);
    let mut long: Value = serde_json::from_str(&json).unwrap();
    let all = long["steps"].as_array_mut().unwrap();
    *all = all.iter().cycle().take(2001).cloned().collect();
    let deep = "[".repeat(200_000);
    let cases = [
        ("nothing", String::new(), "unreadable", "Attach or paste"),
        (
            "huge",
            json.replacen('{', &format!("{{{}", " ".repeat(4_000_000)), 1),
            "too-much",
            "bytes",
        ),
        ("huge PDN", format!("{pdn}{}", "{G} 1. 9-14 ".repeat(30_000)), "too-much", "bytes"),
        ("a PDN without end", format!("{pdn}{}", "{G} 1. 9-14 ".repeat(10_000)), "too-much", "too long"),
        ("too many steps", long.to_string(), "too-much", "steps"),
        ("cyclic", cyclic, "illegal", "is out of place"),
        ("deep", format!("{{\"format\": {deep}"), "unreadable", "isn't an exported match"),
        ("cut off", json[..json.len() / 2].to_owned(), "unreadable", "isn't an exported match"),
        ("missing", "{\"a\": 1}".to_owned(), "unreadable", "isn't an exported match"),
        ("a later form", changed("match/2", "match/9"), "unreadable", "later version"),
        ("later rules", changed("\"rules\": ", "\"rules\": 9"), "unreadable", "version"),
        (
            "another game",
            changed("\"game\": \"trapdoor\"", "\"game\": \"chess\""),
            "unreadable",
            "a game I don't know",
        ),
        (
            "from the future",
            changed("\"opened_at\": ", &format!("\"opened_at\": {future}, \"x\": ")),
            "illegal",
            "future",
        ),
        (
            "a false throw",
            changed("\"fell\": 1", "\"fell\": 2"),
            "illegal",
            ": the dice differ from the file.",
        ),
        (
            "a false secret",
            changed("\"secret\": \"", "\"secret\": \"0"),
            "unreadable",
            "hexadecimal",
        ),
        (
            "another secret",
            changed("\"tag\": \"", "\"tag\": \"0"),
            "illegal",
            "doesn't match its commitment",
        ),
        ("a false word", changed("\"first\": \"\"", "\"first\": \"x\""), "illegal", "the words"),
        (
            "brackets",
            "[[[".repeat(100_000),
            "unreadable",
            "isn't an exported match: something is missing",
        ),
        ("null", "null".to_owned(), "unreadable", "isn't an exported match: something is missing"),
        ("before the beginning", changed("\"at\": ", "\"at\": -5, \"x\": "), "illegal", "before"),
        ("no PDN", "once upon a time".to_owned(), "unreadable", ""),
        ("a PDN that goes wrong", pdn.replacen("9-1", "9-3", 1), "illegal", ""),
        ("bytes", "\u{0}\u{1}\u{fffd}".to_owned(), "unreadable", ""),
    ];
    for (what, file, code, says) in cases {
        let reply = with_file(&mut room, "ann", "import @bob", &file);
        let text = reply.text.bare();
        assert!(
            reply.refused.is_some() && reply.refused.map(Code::name) != Some("broken"),
            "{what}: {text}"
        );
        assert!(text.contains(says), "{what}: {text}");
        if !says.is_empty() {
            assert_eq!(reply.refused.map(Code::name), Some(code), "{what}: {text}");
        }
        assert!(text.len() < 1000, "{what}: {} bytes", text.len());
        for foreign in ["expected", "variant", "column", "struct"] {
            assert!(!text.contains(foreign), "{what}: {text}");
        }
    }
    assert_eq!(room.one("ann", "games").text.bare(), before);
    let rated = with_file(&mut room, "ann", "import @bob rated", &json);
    assert_eq!(rated.refused, Some(Code::Illegal), "{}", rated.text.bare());
    room.refused("ann", "import", "unreadable");
    room.refused("ann", "import @bob step=3 1. 9-14", "unknown");
}

#[test]
fn one_cannot_import_against_oneself_or_a_match_under_way() {
    let (mut room, json, _) = files();
    assert_eq!(
        with_file(&mut room, "ann", "import @ann", &json).refused.map(Code::name),
        Some("illegal")
    );
    let mut room = started();
    room.all(&["ann: spin"]);
    let running = room.one("ann", "export").file.unwrap().body;
    let reply = with_file(&mut room, "ann", "import", &running);
    assert!(
        reply
            .text
            .bare()
            .contains("This match was exported while running, so its secret is missing."),
        "{}",
        reply.text.bare()
    );
}

#[test]
fn every_game_can_be_gone_on_with() {
    for game in GameId::ALL {
        let mut room = Room::new();
        room.all(&[
            &format!("ann: challenge @bob {}", game.name()),
            "bob: accept",
            "ann: resign yes",
        ]);
        let file = room.one("bob", "export #1").file.unwrap().body;
        let offer = with_file(&mut room, "ann", "import @bob", &file);
        assert_eq!(offer.refused, None, "{game}: {}", offer.text.bare());
        room.all(&["bob: accept", "ann: resign #2 yes"]);
        let file = room.one("bob", "export #2").file.unwrap().body;
        assert_eq!(check_export(&file).unwrap().fault, None, "{game}");
    }
}

#[test]
fn what_is_hidden_is_dealt_anew_and_told_to_each() {
    let mut room = Room::new();
    room.all(&["ann: challenge @bob alien", "bob: accept"]);
    room.play_on(1, 3);
    room.all(&["ann: resign yes"]);
    let file = room.one("bob", "export #1").file.unwrap().body;
    let offer = with_file(&mut room, "ann", "import @bob", &file).text.bare();
    assert!(offer.contains("dealt again"), "{offer}");
    let begun = room.say("bob", "accept");
    for who in ["ann", "bob"] {
        let hand = room.one(who, "hand #2");
        let told = begun.iter().filter(|it| it.to == hand.to);
        let hand = hand.text.bare();
        assert!(told.clone().any(|reply| reply.text.bare().ends_with(&hand)), "{who}: {begun:?}");
    }
    // If nothing is hidden, nothing is said about it.
    let (mut room, json, _) = files();
    let offer = with_file(&mut room, "ann", "import @bob", &json).text.bare();
    assert!(!offer.contains("dealt again"), "{offer}");
}
