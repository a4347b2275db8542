//! Playing against the bot: how it begins, what the bot says, and that nothing is at stake.
use std::time::Duration;

use engine::games::GameId;
use model::{
    ids::{Chat, MatchId},
    reply::{BoardReaders, Reply},
};
use proof::check_export;
use service::{RandomSource, Service};
use store::Store;

use crate::room::Room;

fn boards(said: &[Reply]) -> usize {
    said.iter().filter(|it| it.board.is_some()).count()
}

fn is_over(room: &mut Room, of: i64) -> bool {
    !room.service.is_running(MatchId(of)).unwrap()
}

#[test]
fn a_whole_turn_of_the_bot_changes_the_board_and_calls_only_an_opponent_who_has_gone() {
    let mut room = Room::usual();
    let begun = room.one("ann", "practice trapdoor 1 side=white");
    let text = begun.text.bare();
    assert!(text.contains("against Ann (White)") && text.contains("unrated"), "{text}");
    assert!(text.contains("Draughtsman 1 (Beginner): Knows the rules"), "{text}");
    assert!(text.contains("Draughtsman 1 (Black) is thinking."), "{text}");
    assert!(begun.menu.is_none() && begun.mentions.is_empty(), "nobody presses for the bot");
    let answered = room.think();
    assert_eq!(answered.len(), 1, "{answered:?}");
    for round in 0..6 {
        // Her own steps edit the board in place.
        let own = loop {
            let offers =
                room.service.offers(Chat::Console, "room", "ann", Some(MatchId(1))).unwrap();
            let word = offers[0].words[0].clone();
            let own = room.one("ann", &word);
            if own.text.bare().contains("is thinking") {
                break own;
            }
        };
        assert!(own.goes_on() && own.mentions.is_empty(), "round {round}");
        let readers = own.board.as_ref().map(|board| board.readers);
        assert_eq!(readers, Some(BoardReaders::BotThinks), "round {round}");
        // In the last rounds she has gone before the bot answers.
        let gone = 3 < round;
        room.now += if gone { 16 * 60 } else { 60 };
        let answered = room.think();
        assert_eq!(answered.len(), 1, "round {round}: {answered:?}");
        let [board] = &answered[..] else { panic!("one message") };
        let text = board.text.bare();
        // What the bot did, and what she does next; a spin may come first, or a capture that must be made before it.
        assert!(text.contains("Draughtsman 1 ") && text.contains("Ann (White)"), "{text}");
        assert!(!board.goes_on() && board.menu.is_some(), "{text}");
        let in_place = board.board.as_ref().is_some_and(|it| it.in_place);
        assert_eq!((in_place, board.mentions.len()), (!gone, usize::from(gone)), "{text}");
    }
}

#[test]
fn the_bot_is_asked_to_play_in_every_way_people_say_it() {
    for (line, level) in [
        ("practice trapdoor 4", 4),
        ("practice trapdoor level=expert", 5),
        ("challenge @Draughtsman trapdoor level=3", 3),
        ("challenge me trapdoor level=3", 3),
        ("challenge bot trapdoor", 2),
        ("play against me trapdoor", 2),
        ("practice trapdoor continental auto side=black", 2),
    ] {
        let mut room = Room::usual();
        let text = room.one("ann", line).text.bare();
        assert!(text.contains(&format!("Draughtsman {level} (")), "{line}: {text}");
        let heard = room.think();
        assert!(boards(&heard) <= 1, "{line}");
    }
    let mut room = Room::usual();
    let asked = room.one("ann", "practice");
    assert!(asked.text.bare().contains("2 Casual"));
    let says = asked.menu.unwrap().choices.remove(0).says;
    assert!(room.one("ann", &says).board.is_some());
    room.refused("ann", "practice trapdoor 6", "unknown");
    room.refused("ann", "practice chess", "unknown");
    room.refused("ann", "practice trapdoor days=3", "illegal");
    room.refused("ann", "challenge bot trapdoor clock=3d", "illegal");
    assert!(room.refused("ann", "practice amtgard duel=reeve", "illegal").contains("duel=dice"));
}

#[test]
fn the_level_follows_the_last_results() {
    let mut room = Room::usual();
    let text = room.one("ann", "practice trapdoor").text.bare();
    assert!(text.contains("Draughtsman 2 (Casual)") && text.contains("follows your results"));
    for _ in 0..3 {
        room.play_out(1, 4);
    }
    room.think();
    let end = room.one("ann", "resign #1 yes").text.bare();
    assert!(end.contains("Draughtsman 2: good game!"), "{end}");
    let text = room.one("ann", "practice trapdoor").text.bare();
    assert!(text.contains("Draughtsman 1 (Beginner)") && text.contains("You lost last time"));
    // A called-off match counts against nobody.
    room.all(&["ann: abort #2 yes"]);
    assert!(room.one("ann", "practice trapdoor").text.bare().contains("Draughtsman 1 (Beginner)"));
}

#[test]
fn moderators_turn_practice_off_and_on_in_a_room() {
    let mut room = Room::usual();
    room.refused("ann", "admin practice off", "not-yours");
    room.moderator = true;
    let shown = room.one("cid", "admin practice off").text.bare();
    assert!(shown.contains("practice: `off`"), "{shown}");
    for words in ["practice draughts 1", "challenge bot draughts", "play against me draughts"] {
        let said = room.refused("ann", words, "not-now");
        assert!(said.contains("Moderators have turned practice off"), "{said}");
    }
    room.refused("cid", "admin practice maybe", "unreadable");
    room.all(&["cid: admin practice on", "ann: practice draughts 1"]);
}

#[test]
fn against_the_bot_everything_is_taken_back_and_a_fair_draw_is_agreed() {
    let mut room = Room::usual();
    room.all(&["ann: practice trapdoor 2 side=black"]);
    room.think();
    for _ in 0..4 {
        room.play_out(1, 1);
    }
    let back = room.one("ann", "undo");
    let text = back.text.bare();
    assert!(text.contains("Draughtsman 2 agrees to take back Ann's"), "{text}");
    assert!(room.think().is_empty(), "it is her turn again");
    let offered = room.one("ann", "draw").text.bare();
    assert!(offered.contains("Ann offers a draw."), "{offered}");
    let answer = room.think();
    let [answer] = &answer[..] else { panic!("one answer: {answer:?}") };
    let text = answer.text.bare();
    assert!(text.contains("A draw: both agreed") || text.contains("declines the draw"), "{text}");
    let code = if is_over(&mut room, 1) { "unknown" } else { "illegal" };
    room.refused("ann", "pause", code);
}

#[test]
fn a_rematch_with_the_bot_begins_at_once_with_the_sides_changed() {
    let mut room = Room::usual();
    room.all(&["ann: practice trapdoor 1 side=black"]);
    room.think();
    room.play_out(1, 8);
    room.all(&["ann: resign #1 yes"]);
    let again = room.one("ann", "rematch #1").text.bare();
    assert!(again.contains("Draughtsman 1 (Black) against Ann (White)"), "{again}");
    assert_eq!(boards(&room.think()), 1);
}

#[test]
fn whoever_never_comes_back_is_never_called_and_nothing_is_rated() {
    let mut room = Room::usual();
    room.all(&["ann: practice trapdoor 1 side=black", "ann: practice alien 2"]);
    room.think();
    assert!(room.wait(400 * 86_400).is_empty(), "no reminder, no clock, no end");
    assert!(!is_over(&mut room, 1) && !is_over(&mut room, 2));
    assert!(!room.one("ann", "profile").text.bare().contains("Draughtsman"));
    room.all(&["ann: resign #1 yes", "ann: abort #2 yes"]);
    assert!(room.one("ann", "profile").text.bare().contains("No rated matches yet"));
    // Calling off matches against the bot has no consequences.
    for _ in 0..5 {
        room.all(&["ann: practice trapdoor 1"]);
        let row = room.one("ann", "games").text.bare();
        let id = row.split('#').nth(1).unwrap().split(' ').next().unwrap().trim().to_owned();
        room.all(&[&format!("ann: abort #{id} yes")]);
    }
    room.all(&["ann: challenge @bob trapdoor", "bob: accept"]);
    assert!(room.one("ann", "abort").text.bare().contains("number 1 of the 3"));
}

#[test]
fn two_levels_play_on_one_board_while_people_look_on() {
    let mut room = Room::usual();
    let begun = room.one("ann", "practice trapdoor 1 vs 2").text.bare();
    assert!(begun.contains("Draughtsman 1 (") && begun.contains("Draughtsman 2 ("), "{begun}");
    let said = room.think();
    assert!(is_over(&mut room, 1));
    let (end, before) = said.split_last().unwrap();
    assert!(
        10 < before.len()
            && before.iter().all(|reply| reply.goes_on() && reply.mentions.is_empty())
    );
    assert!(
        end.mentions.is_empty() && end.board.is_some() && !end.text.bare().contains("good game")
    );
    room.refused("ann", "practice trapdoor 2 vs 2", "illegal");
    room.refused("ann", "practice stop", "not-now");
    room.all(&["ann: practice trapdoor 1 vs 2"]);
    let stopped = room.one("ann", "practice stop").text.bare();
    assert!(stopped.contains("Ann has seen enough.") && is_over(&mut room, 2), "{stopped}");
    assert!(room.think().is_empty());
}

/// Plays some of Ann's decisions against level 2; at each of `breaks` the program ends after she has spoken and begins again.
fn with_breaks(breaks: &[usize]) -> Vec<String> {
    let folder = tempfile::tempdir().unwrap();
    let open = || {
        let store =
            Store::trial_at(&folder.path().join("games.db"), features::FEATURES.tables()).unwrap();
        Room::with(Service::new(store, RandomSource::Repeatable(5), &features::FEATURES))
    };
    let usual = |mut room: Room| {
        room.as_usual();
        room
    };
    let mut room = usual(open());
    room.all(&["ann: practice trapdoor 2 side=black"]);
    let mut told = Vec::new();
    for n in 0..12 {
        let offers = room.service.offers(Chat::Console, "room", "ann", Some(MatchId(1))).unwrap();
        let words = &offers[0].words;
        let word = words[(5 * n + 1) % words.len()].clone();
        room.all(&[&format!("ann: {word}")]);
        if breaks.contains(&n) {
            drop(room);
            room = usual(open());
        }
        told.extend(room.think().iter().map(|it| it.text.bare()));
    }
    told
}

#[test]
fn a_restart_in_the_middle_of_a_thought_brings_the_same_move_once() {
    let whole = with_breaks(&[]);
    assert!(5 < whole.len());
    assert_eq!(with_breaks(&[0, 3, 4, 9]), whole);
}

#[test]
fn however_long_the_bot_looks_others_are_answered() {
    let store = Store::trial_with(features::FEATURES.tables()).unwrap();
    let service = Service::new(store, RandomSource::Repeatable(7), &features::FEATURES);
    let mut room = Room::with(service.with_minds(1, Duration::from_secs(86_400)));
    room.as_usual();
    for who in ["ann", "bob", "cid"] {
        for _ in 0..6 {
            room.all(&[&format!("{who}: practice trapdoor 5 side=white")]);
        }
    }
    assert!(room.service.is_thinking());
    room.all(&["dan: help", "dan: challenge @eve trapdoor", "eve: accept", "ann: board #1"]);
    assert!(room.refused("ann", "play #1 spin", "not-yours").contains("Draughtsman 5"));
}

#[test]
fn what_was_played_against_the_bot_verifies_and_is_exported_like_any_match() {
    let mut room = Room::usual();
    room.all(&["ann: practice trapdoor 1 side=black"]);
    room.think();
    room.play_out(1, 10);
    room.all(&["ann: resign #1 yes"]);
    let proof = room.one("ann", "verify #1").text.bare();
    assert!(
        !proof.contains("NOT FAIR") && proof.contains("name Draughtsman 1 as White"),
        "{proof}"
    );
    let file = room.file_of(1);
    let report = check_export(&file).unwrap();
    assert_eq!(report.fault, None);
    assert!(file.contains("Draughtsman 1"), "{file}");
}

#[test]
fn whoever_is_forgotten_leaves_matches_against_the_bot_that_still_verify() {
    let mut room = Room::usual();
    room.all(&["ann: practice trapdoor 1 side=black", "ann: practice trapdoor 1 vs 2"]);
    room.tick();
    room.all(&["ann: practice alien 2", "ann: mydata delete yes"]);
    room.think();
    for of in [1, 2, 3] {
        assert!(is_over(&mut room, of), "match {of}");
        let file = room.file_of(of);
        assert_eq!(check_export(&file).unwrap().fault, None);
        assert!(!file.contains("Ann"));
    }
    assert!(!room.one("bob", "games").text.bare().contains("Ann"));
}

#[test]
fn every_game_is_played_against_the_bot_with_its_variations() {
    for game in GameId::ALL.iter().copied() {
        for (n, setting) in
            [""].into_iter().chain(game.settings().iter().map(|it| it.name)).enumerate()
        {
            let mut room = Room::usual();
            let line = format!("practice {} 1 {setting}", game.name());
            let begun = room.say("ann", &line);
            if begun.iter().any(|it| it.refused.is_some()) {
                assert!(!setting.is_empty(), "{line}: {begun:?}");
                continue;
            }
            room.think();
            room.play_out(1, if n == 0 { 12 } else { 3 });
            // Whatever happened, someone has something to do, or it is over.
            let offers = room.service.offers(Chat::Console, "room", "ann", None).unwrap();
            assert!(!offers.is_empty() || is_over(&mut room, 1), "{line}");
        }
    }
}
