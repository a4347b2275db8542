//! Series: one challenge for several matches; each next one begins by itself, with sides swapped.
use model::{ids::MatchId, reply::Reply};

use crate::{privacy::service, restarts::again, room::Room};

/// Ann, who plays Black first, and Bob begin a series of draughts.
fn opened(best_of: u32, terms: &str) -> Room {
    let mut room = Room::new();
    let offer = format!("ann: challenge @bob draughts side=black best of {best_of} {terms}");
    room.all(&[&offer, "bob: accept"]);
    room
}

/// Ends a match by resignation after it has begun, and returns what is told.
fn lost_by(room: &mut Room, of: i64, who: &str) -> String {
    room.begin(&["ann", "bob"], of);
    texts(&room.say(who, &format!("resign #{of} yes")))
}

fn texts(replies: &[Reply]) -> String {
    replies.iter().map(|it| it.text.bare()).collect::<Vec<_>>().join("\n---\n")
}

#[test]
fn the_next_match_begins_by_itself_with_sides_swapped_until_one_is_ahead() {
    let mut room = Room::new();
    let card = room.one("ann", "challenge @bob draughts side=black best of 3").text.bare();
    assert!(card.contains("rated, best of 3.") && card.contains("A series, best of 3:"), "{card}");
    let began = room.one("bob", "accept").text.bare();
    assert!(began.contains("Match 1 of a series, best of 3: Ann 0, Bob 0."), "{began}");
    let told = lost_by(&mut room, 1, "bob");
    assert!(told.contains("Match 2 of a series, best of 3: Ann 1, Bob 0."), "{told}");
    assert!(
        told.contains("#2 · ") && told.contains("Bob (Black) against Ann (White)"),
        "{told}"
    );
    let games = room.one("ann", "games").text.bare();
    assert!(games.contains("Match 2 of a series, best of 3: Ann 1, Bob 0."), "{games}");
    let told = lost_by(&mut room, 2, "ann");
    assert!(told.contains("Match 3 of a series, best of 3: Ann 1, Bob 1."), "{told}");
    assert!(told.contains("Ann (Black) against Bob (White)"), "swapped again: {told}");
    let told = lost_by(&mut room, 3, "ann");
    assert!(told.contains("Bob wins the series, best of 3: Ann 1, Bob 2."), "{told}");
    assert!(room.one("ann", "games").text.bare().contains("no match"), "it is over");
    let card = room.one("ann", "rematch #3").text.bare();
    assert!(card.contains("best of 3"), "another series: {card}");
}

#[test]
fn two_wins_of_three_are_enough_and_a_draw_is_half_a_point() {
    let mut room = opened(3, "");
    lost_by(&mut room, 1, "bob");
    let told = lost_by(&mut room, 2, "bob");
    assert!(told.contains("Ann wins the series, best of 3: Ann 2, Bob 0."), "{told}");
    let mut room = opened(3, "");
    for n in 1..=3 {
        room.begin(&["ann", "bob"], n);
        room.all(&[&format!("ann: draw #{n}")]);
        let told = texts(&room.say("bob", &format!("draw #{n} accept")));
        let says = match n {
            1 => "Match 2 of a series, best of 3: Ann ½, Bob ½.",
            2 => "Match 3 of a series, best of 3: Ann 1, Bob 1.",
            _ => "The series, best of 3, is drawn: Ann 1½, Bob 1½.",
        };
        assert!(told.contains(says), "{told}");
    }
}

#[test]
fn a_match_that_is_called_off_is_played_again() {
    let mut room = opened(3, "");
    let told = texts(&room.say("bob", "abort #1 yes"));
    assert!(told.contains("The match that was called off is played again."), "{told}");
    assert!(told.contains("Match 1 of a series, best of 3: Ann 0, Bob 0."), "{told}");
    assert!(told.contains("Ann (Black) against Bob (White)"), "with the same sides: {told}");
    room.moderator = true;
    let told = texts(&room.say("mod", "admin annul #2 yes"));
    assert!(told.contains("The series is called off. It stood Ann 0, Bob 0."), "{told}");
}

#[test]
fn one_match_or_the_whole_series_can_be_given_up() {
    let mut room = opened(5, "");
    room.begin(&["ann", "bob"], 1);
    let asked = room.one("ann", "resign #1 series").text.bare();
    assert!(asked.contains("That gives up the whole series."), "{asked}");
    let told = texts(&room.say("ann", "resign #1 series yes"));
    assert!(told.contains("Ann gives up the series; Bob wins it."), "{told}");
    assert!(!told.contains("Match 2 of"), "{told}");
    assert!(room.one("bob", "games").text.bare().contains("no match"));
    let mut room = opened(3, "");
    room.begin(&["ann", "bob"], 1);
    room.all(&["ann: resign #1 yes"]);
    let text = room.refused("ann", "rematch #1", "not-now");
    assert!(text.contains("goes on by itself") && text.contains("board #2"), "{text}");
    room.all(&["ann: challenge @bob trapdoor", "bob: accept"]);
    let text = room.refused("ann", "resign #3 series", "not-now");
    assert!(text.starts_with("Match #3 belongs to no series."), "{text}");
    room.refused("carol", "resign #2 series yes", "not-yours");
}

#[test]
fn time_ends_a_match_and_the_next_one_is_told_with_a_ping() {
    let mut room = opened(3, "days=1 hard");
    room.begin(&["ann", "bob"], 1);
    let told = room.wait(3 * 24 * 3600);
    let all = texts(&told);
    assert!(all.contains("Match 2 of a series, best of 3"), "{all}");
    let next = told.iter().find(|reply| reply.board_of() == Some(MatchId(2))).expect("its board");
    assert!(!next.mentions.is_empty(), "the one who begins is told");
}

#[test]
fn a_player_who_leaves_gives_the_series_to_the_other() {
    let mut room = opened(3, "");
    room.begin(&["ann", "bob"], 1);
    let told = texts(&room.say("ann", "mydata delete yes"));
    assert!(told.contains("Bob wins the series"), "{told}");
    let kept = room.one("bob", "mydata export").file.unwrap().body;
    assert!(kept.contains("\"competitions\"") && kept.contains("best_of"), "{kept}");
}

#[test]
fn every_match_of_a_series_has_a_commitment_of_its_own() {
    let mut room = opened(3, "");
    let told = lost_by(&mut room, 1, "bob");
    assert!(told.contains("Commitment to players, sides and words"), "{told}");
    let first = room.one("ann", "verify #1").text.bare();
    let second = room.one("ann", "verify #2").text.bare();
    assert!(first != second && second.contains("ommitment"), "{second}");
}

#[test]
fn what_is_no_series_is_refused() {
    let mut room = Room::new();
    for wrong in ["best of 2", "best of 4", "best=8"] {
        let text = room.refused("ann", &format!("challenge @bob draughts {wrong}"), "unreadable");
        assert!(text.starts_with("A series is best of 3, 5, 7 or 9."), "{text}");
    }
    for wrong in ["best of 11", "best=0", "best of 99999999999"] {
        let reply = room.one("ann", &format!("challenge @bob draughts {wrong}"));
        assert!(reply.refused.is_some(), "{wrong}: {}", reply.text.bare());
    }
    let text = room.refused("ann", "challenge me draughts best of 3", "illegal");
    assert!(text.starts_with("A series is between two people"), "{text}");
    let card = room.one("ann", "challenge @bob draughts best-of-5 days=3").text.bare();
    assert!(card.contains("3 days per turn, rated, best of 5."), "{card}");
    let card = texts(&room.say("bob", "counter 1 days=2"));
    assert!(
        card.contains("2 days per turn, rated, best of 5."),
        "a counter-offer keeps it: {card}"
    );
}

#[test]
fn a_series_goes_on_after_a_restart_with_its_score() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("d.db");
    let mut room = Room::with(service(&path));
    room.all(&["ann: challenge @bob draughts side=black best of 3", "bob: accept"]);
    room.begin(&["ann", "bob"], 1);
    let mut room = again(room, &path);
    let told = room.say("bob", "resign #1 yes");
    let all = told.iter().map(|it| it.text.bare()).collect::<Vec<_>>().join("\n");
    assert!(all.contains("Match 2 of a series, best of 3: Ann 1, Bob 0."), "{all}");
    let pings: Vec<_> = told.iter().flat_map(|it| &it.mentions).collect();
    assert_eq!(pings.len(), 1, "the other side is pinged once, by the next board: {told:?}");
    assert!(told[0].mentions.is_empty() && told[1].board_of() == Some(MatchId(2)));
    let mut room = again(room, &path);
    room.begin(&["ann", "bob"], 2);
    let told = room.say("bob", "resign #2 yes");
    let all = told.iter().map(|it| it.text.bare()).collect::<Vec<_>>().join("\n");
    assert!(all.contains("Ann wins the series, best of 3: Ann 2, Bob 0."), "{all}");
}
