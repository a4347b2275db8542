//! Skill beside the ratings on leaderboards and in seasons.
use charts::SkillShare;

use crate::{
    room::Room,
    skill::{skills, won},
};

#[test]
fn lists_show_skill_after_three_matches() {
    let mut room = Room::new();
    for of in 1..=2 {
        won(&mut room, "trapdoor side=black", of, 12);
    }
    room.think();
    let two = room.one("ann", "leaderboard trapdoor");
    assert!(skills(&two).iter().all(|it| it.1.is_none()), "{}", two.text.bare());
    won(&mut room, "trapdoor side=black", 3, 12);
    room.think();
    for words in ["leaderboard trapdoor", "leaderboard", "season trapdoor"] {
        let reply = room.one("ann", words);
        let found: Vec<SkillShare> = skills(&reply).iter().filter_map(|it| it.1).collect();
        let [one, other] = found[..] else { panic!("{words}: {}", reply.text.bare()) };
        // What one got by chance, the other lost.
        assert!((one.percent + other.percent - 100).abs() <= 1, "{words}: {one} {other}");
        assert!(0 < one.give && one.give == other.give, "{words}: {one} {other}");
        let text = reply.text.bare();
        assert!(text.contains(&format!("skill {one}")) && text.contains("50% is even"), "{text}");
        assert!(reply.sheet.unwrap().alt.contains(&format!("skill {other}")), "{words}");
    }
}

#[test]
fn a_list_of_a_game_without_dice_has_no_skill() {
    let mut room = Room::new();
    for of in 1..=3 {
        won(&mut room, "draughts side=black", of, 10);
    }
    room.think();
    let reply = room.one("ann", "leaderboard draughts");
    assert!(skills(&reply).iter().all(|it| it.1.is_none()), "{}", reply.text.bare());
    assert!(!reply.text.bare().contains("Skill"), "{}", reply.text.bare());
}
