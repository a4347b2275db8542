//! Every verb in every phase works, or its refusal says why not and offers what works now.
use super::Play;
use crate::{
    game::Game,
    refusal::{Code, Refusal},
    seat::Seat,
};

/// A position for each phase; it's South's turn.
const PHASES: [(&str, &str); 12] = [
    ("set up", ""),
    ("half set up", "S1 2.9 1.3"),
    ("set up without one", "default | S3 out | S1 waiting | S2 waiting"),
    ("a turn", "default"),
    ("a turn with a try", "default | last S2 10 60"),
    ("a turn without two", "clear | S1 5 3 | N1 5 9 | last S3 10 60"),
    ("none on the field", "clear | N1 5 9 | turn south"),
    ("put back", "default | S2 through | turn south"),
    ("put back the only one", "clear | S2 through | N1 5 9 | turn south"),
    ("free kick", "default | freekick south"),
    ("throw", "default | ball 0.6 0.6 | throw south sw"),
    ("throw, all out", "clear | ball 9.4 0.6 | throw south se"),
];

/// Everything that can be said, including oddities.
const SAID: &str = "default | wall | wide | place | place 1 | place 1 2.9 1.3 | place 1 2,9 1,3 | place 3 5 1 | place 1 5 5 | put 2 | put 2 ne \
    | put 2 at 9 11 | put 1 ne | return 2 nw | set 1 2.9 1.3 | flick | flick 1 | flick 2 | flick 2 at | flick 2 at ball \
    | flick 2 at ball 60 | flick 1 at ball 60 | flick 3 at ball 60 | flick S2 at N3 40 | flick N3 at ball 40 | flick 7 at ball 40 \
    | flick 2 at goal | flick 2 to the goal 60 | flick 2 goal 60 | flick 2 37.5 | flick 2 37.5 55 | flick 2 37,5\u{b0} 55 | flick 2 north 30 \
    | flick 1 at 5,2, 11 70 | flick 2 at ball 0 | flick 2 at ball 101 | flick 1 at ball -5 | flick 1 at ball \u{2212}5 | flick 1 at ball 55.5 \
    | flick 1 at ball 99999999 | flick 3 at ball 101 | flick left 2 | flick 2 left 2 | flick harder | flick ball 0 60 | freekick \
    | freekick at goal 60 | freekick 37.5 | freekick at goal 200 | free kick at goal 60 | throw | throw at 5 6 40 \
    | throw from 1.625 0.9 45 40 | throw from 8,375 0,9 315 40 | throw from 5 5 45 40 | corner throw 45 40 | callin | callin 3 | callin 3 ne | callin 3 at 9 11 \
    | call in 3 | callin 1 | callin 3 at 5 6 | callin 3 nowhere | pass | skip | end | aim | aim 2 | aim 1 | aim 2 at ball 60 | aim 1 at ball 60 | aim 3 at ball 60 | aim 2 at N3 \
    | aim at goal 60 | aim 2 at ball 101 | aim 2 37,5 55 | aim 1 at ball -1 | left 2 | right | harder | softer 10 | 2 left 2 | left 2 harder | FLICK 2 AT BALL 60";

fn answered(play: &Play, seat: Seat, words: &str) -> Result<(), Refusal> {
    match play.game.ask(seat, words) {
        Some(told) => told.map(|_| ()),
        None => play.game.read(seat, words).map(|_| ()),
    }
}

#[test]
fn every_verb_in_every_phase_is_legal_or_refused_with_a_way_on() {
    for (phase, lines) in PHASES {
        let play = Play::new(lines);
        let seat = play.game.seat();
        assert_eq!(seat, Seat::First, "{phase}");
        let mut legal = 0;
        for words in SAID.split('|').map(str::trim) {
            let Err(refusal) = answered(&play, seat, words) else {
                legal += 1;
                continue;
            };
            let Refusal { code, says, instead } = refusal;
            let odd = ["nowhere"].iter().any(|word| words.contains(word));
            assert!(odd || code != Code::Unreadable, "{phase}: {words}: {says}");
            assert!(!instead.is_empty(), "{phase}: {words}: {says}");
            for offer in instead {
                let now = answered(&play, seat, &offer);
                assert!(now.is_ok(), "{phase}: {words} offers {offer}: {now:?}");
            }
        }
        assert!(0 < legal, "{phase}");
    }
}

#[test]
fn what_is_offered_is_what_was_meant() {
    let turn = Play::new("clear | S1 5 3 | S2 2 2 | N1 5 9");
    for (said, says, instead) in [
        ("flick 1 at N1 120", "1 to 100", "flick 1 at N1 100"),
        ("flick 1 37.5 -5", "1 to 100", "flick 1 37.5 1"),
        ("flick 1 37.5 \u{2212}5", "1 to 100", "flick 1 37.5 1"),
        ("flick 1 37.5 55.5", "1 to 100", "flick 1 37.5 56"),
        ("flick 1 37,5", "the power, too", "flick 1 37.5 60"),
        ("flick 3 at ball 60", "fouled out", "callin 3 nw"),
        ("flick 1 at N2 60", "N2 is fouled out", "flick 1 at ball 60"),
        (
            "flick 1 at 1,5 6",
            "` could be a point or a space. Write one of those.",
            "flick 1 at 1 5 6",
        ),
        ("place 1 2.9 1.3", "at the start and after a goal", "flick 1 at ball 60"),
    ] {
        let refusal = turn.refused(said);
        assert!(refusal.says.contains(says), "{said}: {}", refusal.says);
        assert!(refusal.instead.iter().any(|it| it == instead), "{said}: {:?}", refusal.instead);
    }
    for (said, meant) in [
        ("flick 2 37,5\u{b0} 55", "flick 2 37.5 55"),
        ("flick 2 at 5,6", "flick 2 at 5 6 50"),
        ("flick 2 at 5,2 11 70", "flick 2 at 5.2 11 70"),
        ("flick 2 ball 60", "flick 2 at ball 60"),
        ("FLICK 2 TOWARDS THE GOAL", "flick 2 at goal 50"),
    ] {
        let action = turn.game.read(Seat::First, said).unwrap();
        assert_eq!(turn.game.write(&action), meant, "{said}");
    }
    // A player who isn't on turn is offered aims of their own.
    let Some(Err(refusal)) = turn.game.ask(Seat::Second, "left 2") else { panic!("no aim yet") };
    assert_eq!(refusal.instead, ["aim 1 at ball 60"]);
}
