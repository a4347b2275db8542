//! Ratings and profiles: who may see them, and that they follow from the results.
use charts::Chart;
use model::reply::{Audience, SheetContent};

use crate::room::Room;

pub(crate) const DAY: i64 = 86_400;

/// Plays a rated match that `loser` resigns.
pub(crate) fn beat(room: &mut Room, winner: &str, loser: &str) {
    // So many in an hour ping nobody, and the challenger is told so besides.
    let offer = room.say(winner, &format!("challenge @{loser} trapdoor")).remove(0);
    let accept = offer.menu.unwrap().choices[0].says.to_string();
    let begun = room.one(loser, &accept).board_of().unwrap();
    room.begin(&[winner, loser], begun.0);
    room.all(&[&format!("{loser}: resign #{begun} yes")]);
}

/// Plays enough, at different times, for four people to be listed.
pub(crate) fn busy() -> Room {
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
fn who_hides_is_told_everything_about_themselves() {
    let mut room = busy();
    room.all(&["ann: settings hidden on"]);
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
    assert!(open.menu.is_some());
    let choices = room.one("cid", "counter").menu.unwrap().choices;
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

#[test]
fn a_profile_comes_with_its_curve() {
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
}
