//! Ratings, leaderboards, seasons and profiles: their order, who may see them, and that they follow from the results.
use charts::Chart;
use model::reply::{Audience, SheetContent};
use service::RoomName;

use crate::room::Room;

const DAY: i64 = 86_400;

/// Plays a rated match that `loser` resigns.
fn beat(room: &mut Room, winner: &str, loser: &str) {
    // So many in an hour ping nobody, and the challenger is told so besides.
    let offer = room.say(winner, &format!("challenge @{loser} trapdoor")).remove(0);
    let accept = offer.menu.unwrap().choices[0].says.to_string();
    let begun = room.one(loser, &accept).board_of().unwrap();
    room.begin(&[winner, loser], begun.0);
    room.all(&[&format!("{loser}: resign #{begun} yes")]);
}

/// Plays enough, at different times, for four people to be listed.
fn busy() -> Room {
    let mut room = Room::new();
    for round in 0..6 {
        for (winner, loser) in [("ann", "bob"), ("ann", "cid"), ("bob", "cid"), ("cid", "dan")] {
            beat(&mut room, winner, loser);
        }
        beat(&mut room, "dan", "ann");
        room.now += if round == 3 { 70 * DAY } else { 0 };
    }
    room
}

#[test]
fn ratings_computed_anew_from_the_results_are_the_same_to_the_last_bit() {
    let mut room = busy();
    room.all(&["ann: challenge @bob trapdoor side=black", "bob: accept", "ann: draw", "bob: draw"]);
    room.all(&["ann: challenge @bob trapdoor unrated", "bob: accept", "ann: resign yes"]);
    room.all(&["ann: challenge @bob trapdoor", "bob: accept", "ann: abort yes"]);
    let recount = room.service.recount(false).unwrap();
    assert_eq!((recount.matches, recount.ratings), (31, 8));
    assert_eq!(recount.differ, [""; 0]);
    // A person who leaves loses their ratings; the others keep theirs.
    room.all(&["ann: challenge @bob trapdoor", "bob: accept"]);
    room.all(&["cid: mydata delete yes", "ann: mydata delete yes"]);
    beat(&mut room, "bob", "dan");
    let recount = room.service.recount(false).unwrap();
    assert_eq!((recount.ratings, recount.differ), (4, Vec::new()));
}

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

#[test]
fn who_hides_is_on_no_list_and_tells_themselves_everything() {
    let mut room = busy();
    room.all(&["ann: settings hidden on"]);
    for words in ["leaderboard", "leaderboard everywhere", "season"] {
        let board = room.one("bob", words);
        let alt = board.sheet.unwrap().alt;
        assert!(!board.text.bare().contains("Ann") && !alt.contains("Ann"), "{alt}");
    }
    assert!(room.refused("bob", "profile @ann", "not-yours").contains("hides their ratings"));
    let own = room.one("ann", "profile");
    assert!(matches!(own.to, Audience::Only(_)) && own.text.bare().contains("All games"));
    room.all(&["bob: challenge @ann trapdoor"]);
    let offer = room.one("ann", "stakes").text.bare();
    assert!(offer.contains("Ann hides their ratings") && !offer.contains("At stake"), "{offer}");
    let of = room.one("ann", "accept").board_of().unwrap();
    room.begin(&["ann", "bob"], of.0);
    let end = room.one("ann", "resign yes").text.bare();
    assert!(end.contains("Bob: ") && !end.contains("Ann: "), "{end}");
    room.all(&["ann: settings hidden off", "bob: profile @ann"]);
    assert!(room.one("bob", "leaderboard everywhere").text.bare().contains("Ann"));
    room.refused("ann", "settings hidden maybe", "unreadable");
}

#[test]
fn stakes_are_shown_before_anybody_accepts_and_are_what_comes() {
    let mut room = Room::new();
    beat(&mut room, "ann", "bob");
    room.all(&["ann: challenge @bob trapdoor"]);
    let offer = room.one("bob", "stakes").text.bare();
    let line = offer.lines().find(|it| it.starts_with("At stake now for Bob")).unwrap();
    let win = line.split(": ").nth(1).unwrap().split(' ').next().unwrap().to_owned();
    assert!(win.starts_with('+'), "{line}");
    room.all(&["bob: accept"]);
    room.begin(&["ann", "bob"], 2);
    let end = room.one("ann", "resign yes").text.bare();
    assert!(
        end.lines().any(|line| line.starts_with("Bob: ") && line.contains(&format!("({win})"))),
        "{win}: {end}"
    );

    let open = room.one("ann", "challenge trapdoor");
    let choices = open.menu.unwrap().choices;
    let asks = choices.iter().find(|it| it.label == "Details").unwrap().says.clone();
    let stakes = room.one("cid", &asks);
    assert!(matches!(stakes.to, Audience::Only(_)));
    let text = stakes.text.bare();
    assert!(
        text.contains("At stake now for Ann") && text.contains("At stake now for Cid"),
        "{text}"
    );
    assert!(room.one("ann", &asks).text.bare().contains("Anyone may accept"));
    room.all(&["ann: challenge @cid trapdoor unrated"]);
    assert!(room.one("cid", "stakes").text.bare().contains("unrated"));
    room.refused("cid", "stakes 99", "unknown");
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
            && text.contains("It ends in 90 d"),
        "{text}"
    );
    room.now += 95 * DAY;
    assert!(room.one("ann", "season").text.bare().contains("No rated matches this season yet."));
    for _ in 0..2 {
        beat(&mut room, "bob", "ann");
    }
    let text = room.one("ann", "season").text.bare();
    assert!(!text.contains("1. ") && text.contains("No place yet"), "{text}");
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
    let (ranked, rest) = text.split_once("No place yet").unwrap();
    assert!(ranked.contains("1. Ann") && !ranked.contains("Eve") && rest.contains("Eve"), "{text}");
    // One established opponent isn't enough, nor are more matches against the same few.
    beat(&mut room, "eve", "bob");
    for _ in 0..5 {
        beat(&mut room, "eve", "new0");
    }
    let text = room.one("bob", "season").text.bare();
    assert!(!text.split("No place yet").next().unwrap().contains("Eve"), "{text}");
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
    assert!(text.contains("No place yet: fewer than 3 matches or 2 opponents:"), "{text}");
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
    for (words, heading) in [("season", "No place yet"), ("leaderboard", "Provisional")] {
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
fn a_profile_comes_with_its_curve_and_head_to_head_with_its_row() {
    let mut room = Room::new();
    assert!(room.one("ann", "profile").sheet.is_none());
    for _ in 0..3 {
        beat(&mut room, "ann", "bob");
        room.now += DAY;
    }
    let profile = room.one("bob", "profile @ann");
    let text = profile.text.bare();
    assert!(text.contains("3 won, 0 lost, 0 drawn, 3 wins in a row"), "{text}");
    let sheet = profile.sheet.unwrap();
    let SheetContent::Chart(Chart::Profile(profile)) = &sheet.shows else { panic!("a profile") };
    let titles: Vec<&str> = profile.games.iter().map(|it| it.name.as_str()).collect();
    assert_eq!(titles, ["Trapdoor Checkers", "All games"]);
    let curve = profile.curve.as_ref().unwrap();
    assert_eq!(
        (curve.points.len(), curve.from.as_str(), curve.to.as_str()),
        (3, "1 Jan 2026", "3 Jan 2026")
    );
    assert!(
        sheet.alt.contains(" Ann, all games, match by match. 3 matches, 1 Jan 2026 to 3 Jan 2026."),
        "{}",
        sheet.alt
    );
    let of_game = room.one("bob", "profile @ann trapdoor").sheet.unwrap();
    assert!(of_game.alt.contains(" Ann, Trapdoor Checkers, match by match."), "{}", of_game.alt);
    let versus = room.one("bob", "versus @ann").text.bare();
    assert!(
        versus.contains("0 won, 3 lost, 0 drawn.") && versus.contains("Ann has won the last 3."),
        "{versus}"
    );
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
fn a_profile_of_one_game_lists_its_matches_alone() {
    let mut room = Room::new();
    beat(&mut room, "ann", "bob");
    for lines in ["ann: challenge @bob alien unrated", "bob: accept", "ann: resign #2 yes"] {
        room.all(&[lines]);
    }
    let all = room.one("bob", "profile @ann").text.bare();
    assert!(all.contains("#1 Trapdoor") && all.contains("#2 Alien"), "{all}");
    let one = room.one("bob", "profile @ann trapdoor").text.bare();
    assert!(one.contains("#1 Trapdoor") && !one.contains("Alien"), "{one}");
}

#[test]
fn who_hides_is_not_named_by_the_profiles_of_others() {
    let mut room = busy();
    room.all(&["ann: settings hidden on"]);
    for (who, words) in [("bob", "profile"), ("cid", "profile @bob")] {
        let text = room.one(who, words).text.bare();
        assert!(text.contains("against a player with hidden results"), "{text}");
        assert!(!text.contains("Ann"), "{text}");
    }
    assert!(room.one("ann", "profile").text.bare().contains("against Bob"));
    // The two may see their results; the room may not.
    for (who, words) in [("bob", "versus @ann"), ("ann", "versus @bob")] {
        let told = room.one(who, words);
        assert!(matches!(told.to, Audience::Only(_)) && told.text.bare().contains("won"));
    }
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
