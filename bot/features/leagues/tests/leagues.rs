//! Leagues: groups and seasons, rounds that run out of days, people who leave, and what is refused.
use command::Does;
use delivery::receipt::record;
use model::{
    ids::Chat,
    reply::{Audience, Reply},
};
use service::{RandomSource, Request, Service};
use store::Store;

use crate::{
    away::{on, told},
    room::Room,
    town::sent,
};

const DAY: i64 = 86_400;

#[test]
fn the_table_says_what_each_line_does() {
    for (line, does) in [
        ("league table", Does::Looks),
        ("league join 3", Does::Arranges),
        ("league leave 3", Does::Ends),
    ] {
        let said = features::FEATURES.commands().parse(line).unwrap().unwrap();
        assert_eq!(said.does(), does, "{line}");
    }
}

#[test]
fn groups_of_a_league_change_places_after_a_season() {
    let mut room = Room::new();
    let names = ["ann", "bob", "cid", "dan", "eve", "fay"];
    room.all(&["ann: league new draughts groups of 3 days=5"]);
    for who in &names[1..] {
        room.all(&[&format!("{who}: league join")]);
    }
    let told = room.say("ann", "league begin");
    let [first, second] = &told
        .iter()
        .filter(|it| it.board.is_none())
        .map(|it| it.text.bare())
        .collect::<Vec<_>>()[..]
    else {
        panic!("{told:?}")
    };
    assert!(
        first.contains("group A: round 1 begins") && first.contains("rests this round"),
        "{first}"
    );
    assert!(
        second.contains("group B") && second.contains("Dan") && !second.contains("Ann"),
        "{second}"
    );
    // Everybody's place in the line is by rating, and without one by when they joined. Ann wins all, then Bob; Fay wins all, then Eve.
    let strength = |who: &str| {
        ["cid", "bob", "ann", "dan", "eve", "fay"].iter().position(|it| *it == who).unwrap()
    };
    let mut last = Vec::new();
    for of in 1..=6 {
        let board = room.one("ann", &format!("board #{of}")).text.bare();
        let mut both: Vec<&str> =
            names.into_iter().filter(|name| board.to_lowercase().contains(name)).collect();
        both.sort_by_key(|it| strength(it));
        last = room.say(both[0], &format!("resign #{of} yes"));
    }
    let over: Vec<String> =
        last.iter().map(|it| it.text.bare()).filter(|it| it.contains("is over.")).collect();
    assert_eq!(over.len(), 2, "{last:?}");
    assert!(
        over[0].contains("group A is over. Ann wins!") && over[0].contains("Cid goes down."),
        "{}",
        over[0]
    );
    assert!(
        over[1].contains("group B is over. Fay wins!") && over[1].contains("Fay goes up."),
        "{}",
        over[1]
    );
    let sheets: Vec<String> =
        last.iter().filter_map(|it| it.sheet.as_ref()).map(|it| it.alt.clone()).collect();
    assert!(
        sheets[0].contains("Cid, 0 points: 0 won, 0 drawn, 2 lost, goes down"),
        "{}",
        sheets[0]
    );
    assert!(sheets[1].contains("Fay, 2 points: 2 won, 0 drawn, 0 lost, goes up"), "{}", sheets[1]);
    let told: Vec<String> =
        room.say("ann", "league begin").iter().map(|it| it.text.bare()).collect();
    let line = |group: &str| told.iter().find(|it| it.contains(group)).unwrap();
    assert!(
        line("season 2, group A").contains("Fay") && !line("season 2, group A").contains("Cid"),
        "{told:?}"
    );
    assert!(line("season 2, group B").contains("Cid"), "{told:?}");
}

/// Three people in league 1, which has begun.
fn three(terms: &str) -> Room {
    let mut room = Room::new();
    let new = format!("ann: league new draughts {terms}");
    room.all(&[&new, "bob: league join", "cid: league join", "ann: league begin"]);
    room
}

/// Returns who plays whom, as they are called in lines.
fn pairing(room: &mut Room) -> [String; 2] {
    let table = room.one("ann", "league table").text.bare();
    let (one, other) =
        table.lines().find_map(|line| line.trim_start_matches("- ").split_once(" – ")).unwrap();
    [one, other].map(str::to_lowercase)
}

#[test]
fn a_match_of_a_league_cannot_be_called_off_and_a_draw_is_given_where_both_took_as_long() {
    let mut room = three("days=2");
    let [one, other] = pairing(&mut room);
    let games = room.one(&one, "games").text.bare();
    assert!(games.contains("Round 1 of 3 in league 1."), "{games}");
    // Both take a day, so neither has taken much longer.
    room.wait(DAY - 60);
    room.play_by(&[&one, &other], 1, 1);
    let told: Vec<String> = room.wait(DAY + 120).iter().map(|it| it.text.bare()).collect();
    let all = told.join("\n");
    assert!(
        all.contains("A draw: the round is over. It counts in the league, but isn't rated."),
        "{all}"
    );
    assert!(all.contains("round 2 begins"), "{all}");
    // Leaving a match early loses it.
    let [one, _] = pairing(&mut room);
    let asked = room.one(&one, "abort").text.bare();
    assert!(asked.contains("resign") && !asked.contains("call off"), "{asked}");
    let told = room.say(&one, "abort yes");
    let all = told.iter().map(|it| it.text.bare()).collect::<Vec<_>>().join("\n");
    assert!(all.contains("resigned.") && all.contains("round 3 begins"), "{all}");
}

#[test]
fn a_player_who_deletes_their_data_leaves_the_league_and_it_goes_on() {
    let mut room = three("");
    let first = room.one("ann", "league table").text.bare();
    let leaver = ["ann", "bob", "cid"]
        .into_iter()
        .find(|name| !first.to_lowercase().contains(&format!("{name} rests")))
        .unwrap();
    let told: Vec<String> =
        room.say(leaver, "mydata delete yes").iter().map(|it| it.text.bare()).collect();
    let all = told.join("\n");
    assert!(all.contains("round 2 begins") || all.contains("round 3 begins"), "{all}");
    let shown = all.to_lowercase();
    assert!(!shown.contains(leaver), "{all}");
    let others: Vec<&str> = ["ann", "bob", "cid"].into_iter().filter(|it| *it != leaver).collect();
    let kept = room.one(others[0], "mydata export").file.unwrap().body;
    assert!(kept.contains("\"league_players\"") && kept.contains("\"leagues\""), "{kept}");
    let table = room.one(others[1], "league table").text.bare();
    assert!(table.contains("a former player"), "{table}");
}

#[test]
fn a_league_nobody_begins_closes_and_one_can_be_ended() {
    let mut room = Room::new();
    room.all(&["ann: league new draughts", "bob: league join"]);
    let told: Vec<String> = room.wait(15 * DAY).iter().map(|it| it.text.bare()).collect();
    assert_eq!(told, ["League 1 is closed: nobody began it in 14 days."]);
    room.refused("cid", "league join 1", "over");
    let mut room = three("");
    let asked = room.one("ann", "league end").text.bare();
    assert!(asked.contains("End league 1 for good? Running matches go on"), "{asked}");
    room.all(&["ann: league end yes"]);
    let games = ["ann", "bob"].map(|who| room.one(who, "games").text.bare()).concat();
    assert!(games.contains("#1"), "{games}");
    assert!(room.wait(8 * DAY).iter().all(|reply| !reply.text.bare().contains("round")));
    // It is an ordinary match now, so nothing follows its end.
    let who = if room.one("bob", "games").text.bare().contains("#1") { "bob" } else { "cid" };
    let told = room.say(who, "resign #1 yes");
    assert!(told.iter().all(|reply| !reply.text.bare().contains("begins")), "{told:?}");
}

#[test]
fn what_cannot_be_done_with_a_league_is_refused_with_what_can() {
    let mut room = Room::new();
    let mut refused = |room: &mut Room, who: &str, words: &str, code: &str, part: &str| {
        let text = room.refused(who, words, code);
        assert!(text.contains(part), "{words}: {text}");
    };
    let r = &mut refused;
    assert!(room.one("ann", "league").text.bare().contains("no league here yet"));
    r(&mut room, "ann", "league join", "unknown", "no league to join here");
    r(&mut room, "ann", "league new", "ambiguous", "Which game?");
    r(&mut room, "ann", "league new trapdoor groups=2", "unreadable", "from 3 to 6");
    r(&mut room, "ann", "league new trapdoor days=0", "unreadable", "from 1 to 60");
    r(&mut room, "ann", "league new trapdoor white", "unreadable", "sides are drawn up");
    r(&mut room, "ann", "league new trapdoor from=B:W32:B1", "illegal", "set position");
    r(&mut room, "ann", "league trapdoor", "unreadable", "for a new league");
    room.all(&["ann: league new trapdoor 3 days"]);
    let card = room.one("ann", "league 1").text.bare();
    assert!(
        card.contains("Each round lasts up to 3 days, with 1 day per turn for each player."),
        "{card}"
    );
    r(&mut room, "ann", "league join 1", "not-now", "already in league 1");
    r(
        &mut room,
        "ann",
        "league new draughts days=3 clock=slow",
        "illegal",
        "each player has 7 days, but a round lasts only 3 days",
    );
    r(&mut room, "ann", "league join watch", "unreadable", "for a new league");
    r(&mut room, "bob", "league begin", "not-yours", "Only Ann or a moderator");
    r(&mut room, "ann", "league begin", "not-now", "at least 3");
    r(&mut room, "bob", "league invite", "not-yours", "Only Ann");
    r(&mut room, "bob", "league end 1", "not-yours", "Only Ann");
    r(&mut room, "bob", "league leave", "unknown", "aren't in a league");
    r(&mut room, "bob", "league table 7", "unknown", "no league 7");
    r(&mut room, "bob", "league join 123456-x", "unknown", "No open league has the code");
    room.all(&["ann: league new draughts"]);
    r(&mut room, "ann", "league new amtgard", "too-much", "You started 2 of this room's leagues");
    room.all(&["dan: league new metasoccer quick watch"]);
    r(&mut room, "ann", "league new amtgard", "too-much", "3 leagues");
    r(&mut room, "bob", "league join", "ambiguous", "Which league?");
    room.all(&[
        "bob: league join 1",
        "cid: league join 1",
        "bob: league leave 1",
        "bob: league join 1",
    ]);
    room.moderator = true;
    room.all(&["mod: league begin 1"]);
    room.moderator = false;
    r(&mut room, "dan", "league join 1", "not-now", "has begun");
    r(&mut room, "ann", "league begin 1", "not-now", "has begun");
    room.company = service::RoomPresence::Alone;
    r(&mut room, "dan", "league new trapdoor", "not-now", "in a room with more");
    r(&mut room, "dan", "league join 2", "not-now", "in a room with other people");
    room.company = service::RoomPresence::Many;
    for n in 0..11 {
        room.all(&[&format!("p{n}: league join 2")]);
    }
    r(&mut room, "dan", "league join 2", "too-much", "at most 12");
}

/// Says a line in a room of a chat that edits messages, and notes which message lists the league.
fn said(room: &mut Room, who: &str, words: &str, pressed: Option<&str>) -> Vec<Reply> {
    let request = Request { pressed: pressed.map(str::to_owned), ..room.request(who, words) };
    let outgoing = room.service.handle(&request);
    for message in &outgoing {
        record(&mut room.service, room.chat, &sent(message)).unwrap();
    }
    outgoing.into_iter().map(|it| it.reply).collect()
}

#[test]
fn who_joins_stands_in_the_list_and_the_room_gets_no_message_for_it() {
    let store = Store::trial_with(features::FEATURES.tables()).expect("memory for a database");
    let mut room = Room::on(
        Chat::Discord,
        Service::new(store, RandomSource::Repeatable(7), &features::FEATURES),
    );
    let list = said(&mut room, "ann", "league new draughts days=3 quick", None).remove(0);
    let text = list.text.bare();
    assert!(list.card.as_ref().is_some_and(|it| !it.changed) && text.contains("1 person: Ann."), "{text}");
    // Typed, it answers the one who joins; pressed, the list itself is the answer.
    let typed = said(&mut room, "bob", "league join", None);
    let [list, answer] = &typed[..] else { panic!("{typed:#?}") };
    assert!(list.card.as_ref().is_some_and(|it| it.changed) && list.mentions.is_empty());
    assert!(list.text.bare().contains("2 people: Ann and Bob."), "{}", list.text.bare());
    assert!(matches!(answer.to, Audience::Only(_)));
    assert_eq!(answer.text.bare(), "You're in league 1. 2 people so far; it needs at least 3.");
    let pressed = said(&mut room, "cid", "league join 1", Some("list"));
    let [list] = &pressed[..] else { panic!("{pressed:#?}") };
    assert!(list.text.bare().contains("3 people: Ann, Bob and Cid."), "{}", list.text.bare());
    let left = said(&mut room, "bob", "league leave", None);
    assert!(left[0].text.bare().contains("2 people: Ann and Cid."), "{}", left[0].text.bare());
    said(&mut room, "bob", "league join 1", Some("list"));
    // It begins with everyone who is listed, and the list can't be pressed any more.
    let begun = said(&mut room, "ann", "league begin 1", Some("list"));
    let closed = &begun[0];
    assert!(closed.card.as_ref().is_some_and(|it| it.changed) && closed.menu.is_none());
    let text = closed.text.bare();
    assert!(text.ends_with("3 people: Ann, Cid and Bob.\nLeague 1 has begun."), "{text}");
    let all = begun.iter().map(|it| it.text.bare()).collect::<Vec<_>>().join("\n");
    assert!(["Ann", "Bob", "Cid"].iter().all(|name| all.contains(name)), "{all}");
    // The next season has a list of its own.
    let season = said(&mut room, "ann", "league end 1 yes", None);
    assert!(season.iter().all(|it| it.card.is_none()), "{season:#?}");
}

#[test]
fn who_starts_a_league_plays_in_it_unless_they_only_watch() {
    let mut room = Room::new();
    room.all(&["ann: league new draughts days=3 quick", "bob: league join", "cid: league join"]);
    room.all(&["ann: league begin"]);
    let table = room.one("ann", "league table").text.bare();
    assert!(["Ann", "Bob", "Cid"].iter().all(|name| table.contains(name)), "{table}");
    let card = room.one("dan", "league new trapdoor watch").text.bare();
    assert!(card.contains("Nobody has joined yet."), "{card}");
    assert!(card.contains("Dan organises it and doesn't play."), "{card}");
    room.all(&["dan: league join 2"]);
    let card = room.one("dan", "league 2").text.bare();
    assert!(card.contains("1 person: Dan.") && !card.contains("organises"), "{card}");
}

#[test]
fn somebody_who_cannot_play_any_more_is_named_when_the_league_begins() {
    let mut room = Room::new();
    room.all(&["ann: league new draughts"]);
    for who in ["bob", "cid", "dan"] {
        room.all(&[&format!("{who}: league join")]);
    }
    room.moderator = true;
    room.all(&["mod: admin ban @dan"]);
    room.moderator = false;
    let told = room.say("ann", "league begin");
    let text = told[0].text.bare();
    assert_eq!(text, "Dan can't play here any more, so league 1 begins without them.");
}

#[test]
fn a_banned_player_is_out_when_the_next_round_begins() {
    let mut room = three("");
    let resting = room.one("ann", "league table").text.bare().to_lowercase();
    let rests = ["ann", "bob", "cid"]
        .into_iter()
        .find(|name| resting.contains(&format!("{name} rests")))
        .unwrap();
    room.moderator = true;
    room.all(&[&format!("mod: admin ban @{rests}")]);
    room.moderator = false;
    let loser = ["ann", "bob", "cid"].into_iter().find(|it| *it != rests).unwrap();
    let told: Vec<String> =
        room.say(loser, "resign #1 yes").iter().map(|it| it.text.bare()).collect();
    let all = told.join("\n");
    assert!(all.contains("leaves league 1: with less than half"), "{all}");
    assert!(all.contains("Draughts league 1 is over."), "nobody else is left to play: {all}");
}

#[test]
fn the_round_of_a_league_is_told() {
    let mut room = on(Chat::Discord);
    room.all(&[
        "ann: league new draughts days=30 clock=none",
        "bob: league join 1",
        "cid: league join 1",
        "dan: league join 1",
        "ann: settings news on",
        "ann: league begin 1",
    ]);
    let [text] = &told(&mut room, 21 * DAY)[..] else { panic!("once") };
    assert!(text.contains("League 1, Draughts: the matches of round 1 must be over"), "{text}");
}
