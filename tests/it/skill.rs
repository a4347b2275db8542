//! Skill beside ratings: points a match without what chance gave.
use charts::{Chart, SkillShare};
use model::reply::{Reply, SheetContent};

use service::RoomPresence;

use crate::room::Room;

/// Plays a rated match for some steps; then Bob resigns.
pub(crate) fn won(room: &mut Room, game: &str, of: i64, steps: usize) {
    room.all(&[&format!("ann: challenge @bob {game}"), "bob: accept"]);
    room.begin(&["ann", "bob"], of);
    room.play_about(of, steps);
    room.all(&[&format!("bob: resign #{of} yes")]);
}

pub(crate) fn skills(reply: &Reply) -> Vec<(String, Option<SkillShare>)> {
    let sheet = reply.sheet.as_ref().expect("a picture");
    let rows = match &sheet.shows {
        SheetContent::Chart(Chart::Ranking(ranking)) => {
            ranking.parts.iter().flat_map(|part| part.rows.clone()).collect()
        }
        SheetContent::Chart(Chart::Profile(profile)) => profile.games.clone(),
        other => panic!("no table: {other:?}"),
    };
    rows.into_iter().map(|row| (row.name, row.skill)).collect()
}

#[test]
fn skill_is_shown_after_three_matches_and_is_even_less_luck() {
    let mut room = Room::new();
    for of in 1..=2 {
        won(&mut room, "trapdoor side=black", of, 12);
    }
    room.think();
    let two = room.one("ann", "profile");
    assert!(skills(&two).iter().all(|it| it.1.is_none()), "{}", two.text.bare());
    won(&mut room, "trapdoor side=black", 3, 12);
    // Not before it was looked at.
    let at_once = room.one("ann", "profile");
    assert!(skills(&at_once).iter().all(|it| it.1.is_none()));
    room.think();
    let [one, other] = ["profile", "profile @bob"].map(|words| {
        let reply = room.one("ann", words);
        skills(&reply)[0].1.unwrap_or_else(|| panic!("{words}: {}", reply.text.bare()))
    });
    // What one got by chance, the other lost.
    assert!((one.percent + other.percent - 100).abs() <= 1, "{one} {other}");
    assert!(0 < one.give && one.give == other.give, "{one} {other}");
    let profile = room.one("ann", "profile");
    let text = profile.text.bare();
    assert!(text.contains("points in 3 matches; a win is 100."), "{text}");
    assert!(text.contains("Luck gave Ann ") || text.contains("Luck cost Ann "), "{text}");
    assert!(text.contains(&format!("skill {one}")) && text.contains("50% is even"), "{text}");
    assert!(profile.sheet.as_ref().unwrap().alt.contains(&format!("skill {one}")));
    assert!(skills(&profile).iter().all(|it| it.1.is_some()));
}

#[test]
fn a_game_without_dice_has_no_skill_beside_its_points() {
    let mut room = Room::new();
    for of in 1..=3 {
        won(&mut room, "draughts side=black", of, 10);
    }
    room.think();
    let reply = room.one("ann", "profile");
    assert!(skills(&reply).iter().all(|it| it.1.is_none()), "{}", reply.text.bare());
    assert!(!reply.text.bare().contains("Skill"), "{}", reply.text.bare());
}

#[test]
fn a_profile_that_everyone_reads_names_no_private_match() {
    let mut room = Room::new();
    won(&mut room, "trapdoor side=black", 1, 12);
    won(&mut room, "draughts private unrated side=black", 2, 10);
    let listed = |room: &mut Room| {
        let text = room.one("ann", "profile").text.bare();
        [1, 2].map(|of| text.contains(&format!("#{of} ")))
    };
    assert_eq!(listed(&mut room), [true, false]);
    room.company = RoomPresence::Alone;
    assert_eq!(listed(&mut room), [true, true]);
}
