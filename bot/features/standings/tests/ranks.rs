//! Leaderboards, seasons and head-to-head scores: their order, and who may see them.
use charts::Chart;
use model::{
    ids::Chat,
    reply::{Audience, SheetContent},
};
use service::RoomName;

use crate::{
    admin::managed,
    ranks::{DAY, beat, busy},
    room::{Room, started},
    skill_asked::check_everywhere,
};

#[test]
fn whoever_is_provisional_or_long_away_is_listed_apart() {
    let mut room = busy();
    beat(&mut room, "eve", "fay");
    let board = room.one("ann", "leaderboard");
    let text = board.text.bare();
    let (ranked, apart) = text.split_once("Provisional").unwrap();
    assert!(ranked.contains("1. ") && !ranked.contains("Eve") && apart.contains("Eve"), "{text}");
    let sheet = board.sheet.unwrap();
    let SheetContent::Chart(Chart::Ranking(ranking)) = &sheet.shows else { panic!("a table") };
    let rows = &ranking.parts[0].rows;
    assert!(2 <= rows.len() && rows.iter().all(|row| ranked.contains(&row.name)), "{text}");
    assert!(sheet.alt.contains("1. ") && sheet.alt.contains("Provisional"), "{}", sheet.alt);
    room.now += 61 * DAY;
    let text = room.one("ann", "leaderboard everywhere").text.bare();
    assert!(text.contains("No match for 60 days:\n- ") && !text.contains("1. "), "{text}");
}

#[test]
fn a_leaderboard_counts_where_it_is_asked_for() {
    let mut room = Room::new();
    beat(&mut room, "ann", "bob");
    let mut ask = |handle: &str, server: &str, words: &str| {
        let mut request = room.request("ann", words);
        let [handle, server] = [handle, server].map(str::to_owned);
        request.room = RoomName { handle, name: "x".to_owned(), server, answers_only: false };
        room.service.handle(&request)[0].reply.text.bare()
    };
    for (handle, server, words, seen) in [
        ("room", "s", "leaderboard", true),
        ("other", "s", "leaderboard", false),
        ("other", "s", "leaderboard server", true),
        ("far", "t", "leaderboard server", false),
        ("far", "t", "leaderboard everywhere", true),
        ("far", "t", "leaderboard trapdoor everywhere", true),
        ("other", "s", "season", true),
        ("far", "t", "season", false),
    ] {
        let text = ask(handle, server, words);
        assert_eq!(text.contains("Ann"), seen, "{handle}: {words}: {text}");
    }
}

/// Lets three people play each other, the first beating the others: enough for all to be established.
fn three(room: &mut Room, best: &str, others: [&str; 2]) {
    for _ in 0..3 {
        beat(room, best, others[0]);
        beat(room, best, others[1]);
        beat(room, others[0], others[1]);
    }
}

#[test]
fn a_season_begins_anew_and_keeps_its_winner() {
    let mut room = Room::new();
    three(&mut room, "ann", ["bob", "cid"]);
    let text = room.one("ann", "season").text.bare();
    assert!(
        text.contains("Season 2026-Q1")
            && text.contains("1. Ann")
            && text.contains("It ends in 90 days"),
        "{text}"
    );
    room.now += 95 * DAY;
    assert!(room.one("ann", "season").text.bare().contains("No rated matches this season yet."));
    for _ in 0..2 {
        beat(&mut room, "bob", "ann");
    }
    let text = room.one("ann", "season").text.bare();
    assert!(!text.contains("1. ") && text.contains("No rank yet"), "{text}");
    assert!(text.contains("For a place you need 1 more match."), "{text}");
    // As soon as a third person plays, three matches against one person are not enough.
    beat(&mut room, "bob", "ann");
    assert!(room.one("ann", "season").text.bare().contains("1. Bob"));
    beat(&mut room, "bob", "cid");
    let text = room.one("ann", "season").text.bare();
    assert!(text.contains("you need 1 more established opponent."), "{text}");
    let season = room.one("ann", "season trapdoor");
    let text = season.text.bare();
    assert!(
        text.contains("Season 2026-Q2 of Trapdoor Checkers") && text.contains("1. Bob"),
        "{text}"
    );
    assert!(text.contains("- 2026-Q1: Ann (6 won, 0 lost, 0 drawn, 6 wins in a row)"), "{text}");
    assert!(season.sheet.unwrap().alt.contains("1. Bob"));
    let past = room.one("ann", "season 2026-Q1").text.bare();
    assert!(past.contains("1. Ann") && !past.contains("It ends"), "{past}");
    room.all(&["ann: settings hidden on"]);
    let text = room.one("bob", "season").text.bare();
    assert!(text.contains("2026-Q1: a player with hidden results"), "{text}");
    for odd in ["2027-Q1", "2026-Q9", "yesterday"] {
        assert!(room.refused("ann", &format!("season {odd}"), "unknown").contains("2026-Q2"));
    }
}

#[test]
fn a_season_is_not_won_against_names_made_up_for_it() {
    let mut room = Room::new();
    three(&mut room, "ann", ["bob", "cid"]);
    for n in 0..10 {
        beat(&mut room, "eve", &format!("new{n}"));
    }
    let text = room.one("bob", "season").text.bare();
    let (ranked, rest) = text.split_once("No rank yet").unwrap();
    assert!(ranked.contains("1. Ann") && !ranked.contains("Eve") && rest.contains("Eve"), "{text}");
    // One established opponent isn't enough, nor are more matches against the same few.
    beat(&mut room, "eve", "bob");
    for _ in 0..5 {
        beat(&mut room, "eve", "new0");
    }
    let text = room.one("bob", "season").text.bare();
    assert!(!text.split("No rank yet").next().unwrap().contains("Eve"), "{text}");
    // Eve has the ten matches for the leaderboard. What they are worth shows in her uncertainty: Ann stands above her.
    for _ in 0..2 {
        three(&mut room, "ann", ["bob", "cid"]);
    }
    let text = room.one("bob", "leaderboard").text.bare();
    assert!(text.contains("1. Ann"), "{text}");
}

/// Returns the rows of a table below a heading, or of the ranking itself.
fn below(room: &mut Room, words: &str, heading: &str) -> Vec<(String, i32)> {
    let SheetContent::Chart(Chart::Ranking(board)) = room.one("ann", words).sheet.unwrap().shows
    else {
        panic!("a table")
    };
    let parts = board.parts.into_iter();
    let parts = parts.filter(|part| part.title.is_empty() == heading.is_empty());
    let rows = parts.filter(|it| it.title.starts_with(heading)).flat_map(|it| it.rows);
    rows.map(|row| (row.name, row.rating.rating)).collect()
}

#[test]
fn four_friends_can_win_a_season_and_each_is_told_what_is_missing() {
    let mut room = Room::new();
    let season = |room: &mut Room, who: &str| room.one(who, "season").text.bare();
    beat(&mut room, "ann", "bob");
    beat(&mut room, "ann", "cid");
    assert!(season(&mut room, "ann").contains("For a place you need 1 more match."));
    let text = season(&mut room, "bob");
    assert!(text.contains("For a place you need 2 more matches and 1 more opponent."), "{text}");
    assert!(text.contains("No rank yet: fewer than 3 matches or 2 opponents:"), "{text}");
    assert!(!season(&mut room, "zoe").contains("you need"), "who doesn't play isn't asked to");
    beat(&mut room, "dan", "ann");
    let text = season(&mut room, "ann");
    assert!(text.contains("1. Ann") && !text.contains("you need"), "{text}");
    // Two accounts that play each other have no place, however often one of them wins.
    for _ in 0..8 {
        beat(&mut room, "eve", "fay");
    }
    let text = season(&mut room, "eve");
    assert!(text.contains("For a place you need 1 more opponent."), "{text}");
    let placed: Vec<String> = below(&mut room, "season", "").into_iter().map(|it| it.0).collect();
    assert_eq!(placed, ["Ann"]);
    room.now += 95 * DAY;
    assert!(season(&mut room, "bob").contains("2026-Q1: Ann"));
}

#[test]
fn nobody_without_a_place_is_above_others_for_having_played_more() {
    let mut room = Room::new();
    beat(&mut room, "ann", "bob");
    beat(&mut room, "dan", "cid");
    for _ in 0..5 {
        beat(&mut room, "cid", "dan");
    }
    for (words, heading) in [("season", "No rank yet"), ("leaderboard", "Provisional")] {
        let rows = below(&mut room, words, heading);
        assert_eq!(rows.len(), 4, "{words}: {rows:?}");
        assert!(rows.is_sorted_by(|one, other| one.1 >= other.1), "{words}: {rows:?}");
        let place = |name: &str| rows.iter().position(|it| it.0 == name);
        assert!(place("Bob") < place("Dan"), "one of six is less than none of one: {rows:?}");
    }
}

#[test]
fn the_same_two_people_count_less_and_less_in_a_season() {
    let rating = |matches: usize| {
        let mut room = Room::new();
        three(&mut room, "bob", ["ann", "cid"]);
        for _ in 0..matches {
            beat(&mut room, "ann", "cid");
        }
        let SheetContent::Chart(Chart::Ranking(board)) =
            room.one("ann", "season").sheet.unwrap().shows
        else {
            panic!("a table")
        };
        let rows = board.parts.into_iter().flat_map(|it| it.rows);
        rows.into_iter().find(|it| it.name == "Ann").unwrap().rating.rating
    };
    let [few, more, many] = [1, 4, 7].map(rating);
    assert!(few < more && many - more < more - few, "{few} {more} {many}");
}

#[test]
fn the_leaderboard_ranks_by_the_low_end_of_the_rating_after_ten_matches() {
    let mut room = Room::new();
    // Bob and Cid are even with each other, so that they are sure; Ann wins all of fewer matches.
    for _ in 0..8 {
        beat(&mut room, "bob", "cid");
        beat(&mut room, "cid", "bob");
    }
    for _ in 0..4 {
        beat(&mut room, "ann", "bob");
        beat(&mut room, "ann", "cid");
    }
    let text = room.one("ann", "leaderboard").text.bare();
    let (ranked, rest) = text.split_once("Provisional: fewer than 10 matches").unwrap();
    assert!(!ranked.contains("Ann") && rest.contains("Ann"), "eight are too few: {text}");
    for _ in 0..2 {
        beat(&mut room, "ann", "bob");
    }
    let board = room.one("ann", "leaderboard");
    let text = board.text.bare();
    assert!(text.contains("1. Ann") && !text.contains("Provisional"), "{text}");
    assert!(text.contains("Ranked by the low end of the rating"), "{text}");
    let SheetContent::Chart(Chart::Ranking(board)) = board.sheet.unwrap().shows else {
        panic!("a table")
    };
    let floors: Vec<i32> =
        board.parts[0].rows.iter().map(|row| row.rating.rating - row.rating.give).collect();
    assert!(floors.is_sorted_by(|a, b| b <= a), "{floors:?}");
}

#[test]
fn a_long_list_has_pages_and_says_where_the_asker_stands() {
    let mut room = Room::new();
    let people: Vec<String> = ('a'..='t').map(|letter| format!("{letter}x")).collect();
    // Each beats the next, so only the last has no win.
    for pair in people.windows(2) {
        beat(&mut room, &pair[0], &pair[1]);
    }
    for words in ["leaderboard", "season"] {
        let first = room.one("tx", words);
        let text = first.text.bare();
        assert!(text.contains("And 5 more.") && text.contains("You:\n- Tx"), "{text}");
        let SheetContent::Chart(Chart::Ranking(board)) = first.sheet.unwrap().shows else {
            panic!("a table")
        };
        let rows: usize = board.parts.iter().map(|it| it.rows.len()).sum();
        assert_eq!((rows, board.more.as_str()), (16, "And 5 more."), "fifteen and the asker's own");
        let next = first.menu.unwrap().choices[0].says.to_string();
        let second = room.one("tx", &next);
        let text = second.text.bare();
        assert!(text.contains("Tx") && !text.contains("You:") && !text.contains("more."), "{text}");
        assert!(second.menu.is_none());
        let third = room.refused("tx", &next.replace("page=2", "page=3"), "unknown");
        assert!(third.contains("2 pages"), "{third}");
    }
    assert!(room.one("ax", "leaderboard 2").text.bare().contains("You:\n- Ax"));
}

#[test]
fn the_picture_of_a_season_says_how_it_is_ordered_and_who_won_before() {
    let mut room = busy();
    room.now += 95 * DAY;
    three(&mut room, "bob", ["ann", "cid"]);
    let season = room.one("ann", "season");
    assert!(season.sheet.unwrap().alt.contains("Season 2026-Q2"));
    let text = season.text.bare();
    assert!(text.contains("low end of the rating") && text.contains("Past winners"), "{text}");
    let curve = room.one("ann", "profile").sheet.unwrap().alt;
    assert!(curve.contains("match by match"), "{curve}");
}

#[test]
fn who_hides_is_on_no_list() {
    let mut room = busy();
    room.all(&["ann: settings hidden on"]);
    for words in ["leaderboard", "leaderboard everywhere", "season"] {
        let board = room.one("bob", words);
        let alt = board.sheet.unwrap().alt;
        assert!(!board.text.bare().contains("Ann") && !alt.contains("Ann"), "{alt}");
    }
    room.all(&["ann: settings hidden off"]);
    assert!(room.one("bob", "leaderboard everywhere").text.bare().contains("Ann"));
}

#[test]
fn a_head_to_head_score_says_who_won_the_last_ones() {
    let mut room = Room::new();
    for _ in 0..3 {
        beat(&mut room, "ann", "bob");
    }
    let versus = room.one("bob", "versus @ann").text.bare();
    assert!(
        versus.contains("0 won, 3 lost, 0 drawn.") && versus.contains("Ann has won the last 3."),
        "{versus}"
    );
}

#[test]
fn who_hides_is_told_their_own_score_alone() {
    let mut room = busy();
    room.all(&["ann: settings hidden on"]);
    // The two may see their results; the room may not.
    for (who, words) in [("bob", "versus @ann"), ("ann", "versus @bob")] {
        let told = room.one(who, words);
        assert!(matches!(told.to, Audience::Only(_)) && told.text.bare().contains("won"));
    }
}

#[test]
fn leaderboards_list_rated_matches_and_scores_count_unrated_ones_too() {
    let mut room = started();
    room.all(&["bob: abort yes", "ann: challenge @bob trapdoor unrated", "bob: accept"]);
    room.begin(&["ann", "bob"], 2);
    room.all(&["ann: resign yes", "ann: challenge @bob trapdoor", "bob: accept"]);
    room.begin(&["ann", "bob"], 3);
    room.all(&["ann: resign yes"]);
    let board = room.one("ann", "leaderboard trapdoor").text.bare();
    assert!(board.find("Bob").unwrap() < board.find("Ann").unwrap(), "{board}");
    assert!(board.contains("Provisional"), "{board}");
    room.now += 100 * DAY;
    assert!(room.one("ann", "leaderboard").text.bare().contains("No match for 60 days"));
    assert!(room.one("ann", "versus @bob").text.bare().contains("0 won, 2 lost"));
}

#[test]
fn nobody_is_listed_for_matches_that_the_other_left_at_once() {
    let mut room = Room::new();
    // The first three are called off.
    for of in 1..=5 {
        room.all(&["ann: challenge @bob trapdoor side=black", "bob: accept"]);
        room.all(&[&format!("ann: resign #{of} yes")]);
        room.now += 3600;
    }
    for words in ["leaderboard", "season"] {
        let text = room.one("cid", words).text.bare();
        assert!(text.contains("Ann") && !text.contains("Bob"), "{words}: {text}");
    }
}

#[test]
fn where_games_are_off_the_asker_alone_gets_a_list() {
    let mut room = managed();
    room.handle = "games".to_owned();
    room.all(&["cid: admin channels add"]);
    room.handle = "room".to_owned();
    for words in ["leaderboard", "season", "versus @bob"] {
        let told = room.one("cid", words);
        assert!(matches!(told.to, Audience::Only(_)), "{words}: {}", told.text.bare());
    }
}

#[test]
fn who_deleted_their_data_is_on_no_list() {
    let mut room = started();
    room.begin(&["ann", "bob"], 1);
    room.all(&["ann: resign yes", "ann: mydata delete yes"]);
    assert!(!room.one("bob", "leaderboard").text.bare().contains("former"));
}

#[test]
fn somebody_nobody_has_met_has_no_score() {
    let mut room = Room::new();
    for words in ["versus @zed", "versus zed"] {
        let says = room.refused("ann", words, "unknown");
        assert!(says.contains("I don't know anyone called"), "{words}: {says}");
    }
    room.all(&["ann: challenge @bob trapdoor", "bob: accept", "ann: versus bob"]);
    room.all(&["bob: mydata delete yes"]);
    room.refused("ann", "versus @bob", "unknown");
}

#[test]
fn what_is_no_season_is_refused() {
    let says = Room::new().refused("ann", "season autumn", "unknown");
    assert!(says.contains("`autumn` isn't a game or a past season"), "{says}");
}

#[test]
fn who_asks_for_a_list_of_skill_is_told_where_it_stands() {
    check_everywhere(&[
        ("who is really better, ann or bob?", "`versus @bob`"),
        ("who is really better, ann or bob?", "[leaderboard]"),
        ("leaderboard skill", "beside the rating on `leaderboard`"),
        ("leaderboard trapdoor skill", "[rules house skill]"),
    ]);
}

#[test]
fn who_left_the_server_is_on_its_lists_no_more_until_they_are_back() {
    let mut room = Room::new();
    three(&mut room, "ann", ["bob", "cid"]);
    let lists = ["leaderboard", "leaderboard server", "season"];
    room.service.has_left(Chat::Console, "ann", room.now, "s").unwrap();
    for words in lists {
        let text = room.one("cid", words).text.bare();
        assert!(!text.contains("Ann") && text.contains("Bob"), "{words}: {text}");
    }
    assert!(room.one("cid", "leaderboard everywhere").text.bare().contains("Ann"));
    room.now += 1;
    room.one("ann", "games");
    for words in lists {
        assert!(room.one("cid", words).text.bare().contains("Ann"), "{words}");
    }
}
