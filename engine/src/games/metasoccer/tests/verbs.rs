//! Every kind of words in every phase: legal, or refused with a reason.
use super::*;
use crate::refusal::Code;

/// Phases of a match: what is asked, and how to get there.
const TIMES: [(&str, &str, &str); 20] = [
    ("reset", "play south kick-off | formation south 4-4-2", "KICKOFF"),
    ("reset", "f8 south 9 | c9 north 5 | ball f8 | award south throw-in L5", ""),
    ("reset", "f8 south 9 | f9 north 5 | ball f9 | award south direct f8", ""),
    ("goalie", "f8 south 9 | c9 north 5 | ball f8 | award south goalie-kick", ""),
    ("kicker", "f8 south 9 | c9 north 5 | ball f8 | award south penalty", ""),
    ("guard", "f8 south 9 | c9 north 5 | ball f8 | award south penalty", "kicker 9 e14"),
    ("back", "f8 south 9 | L5 south 4 | c9 north 5 | ball f8 | turn south", ""),
    ("roll", "f8 south 9 | c9 north 5 | ball f8 | turn south", ""),
    ("roll", "f8 south 9 | c9 north 5 | ball f8 | turn north", ""),
    ("roll", "f8 south 9 | d4 south 4 | c9 north 5 | ball f8 | award south throw-in L5", "ready"),
    (
        "roll",
        "f8 south 9 | c9 north 5 | ball f8 | award south penalty",
        "kicker 9 e14 | goalie f15",
    ),
    ("act", "f8 south 9 | c9 north 5 | ball f8 | turn south | rolled rook 3", ""),
    ("act", "f8 south 9 | c9 north 5 | ball f8 | turn south | rolled boot 3", ""),
    ("act", "f9 south 9 | c9 north 5 | ball f9 | turn north | rolled king 3", ""),
    (
        "act",
        "f8 south 9 | d4 south 4 | c9 north 5 | ball f8 | award south throw-in L5",
        "ready | roll chess: rook 2",
    ),
    (
        "act",
        "f8 south 9 | c9 north 5 | ball f8 | award south penalty",
        "kicker 9 e14 | goalie f15 | roll chess: rook 2",
    ),
    ("robbed", "f9 south 9 | c9 north 5 | ball f9 | turn north | rolled rook 4", "steal c9: 4 3"),
    (
        "loot",
        "f9 south 9 | c9 north 5 | ball f9 | turn north | rolled rook 4",
        "steal c9: 6 1 | to f8",
    ),
    (
        "pick",
        "f8 south 9 | e10 north 5 | g10 north 6 | ball f8 | turn south",
        "roll risk: turnover 3",
    ),
    (
        "expel",
        "f3 south gk | b2 south 3 | c2 south 4 | c9 north 5 | ball f3 | turn south",
        "roll risk: penalty 6",
    ),
];

/// Words of every kind, some with squares and shirts that don't exist.
const WORDS: [&str; 66] = [
    "ready",
    "default",
    "auto",
    "auto on",
    "auto off",
    "auto perhaps",
    "formation",
    "formation 4-3-3",
    "4-4-2",
    "formation 2-2-2",
    "formation 9-9-9",
    "taker",
    "taker 9",
    "taker 12",
    "taker gk",
    "roll",
    "roll chess",
    "roll risk",
    "roll numbers",
    "roll dice",
    "chess",
    "numbers",
    "f8-f9",
    "f9-f10",
    "f1-z9",
    "f1-a99",
    "c9 west",
    "run f8 north",
    "run",
    "move f8",
    "push",
    "push f9",
    "push f8-f9",
    "place f8-e8",
    "place f1-z9",
    "9-f10",
    "12-f10",
    "f8xf9>f10",
    "run d4 north pass d5",
    "run d4 north pass",
    "dribble",
    "dribble f8 f9",
    "dribble z9",
    "pass",
    "pass d4",
    "pass z9",
    "pass 12",
    "steal",
    "steal c9",
    "steal z9",
    "boot",
    "boot north",
    "boot north 2",
    "boot up 1",
    "boot north 3",
    "throw",
    "throw d5",
    "throw z9",
    "shoot",
    "shoot e16",
    "goalie f2",
    "kicker 9 e14",
    "pick 5",
    "expel 4",
    "to f10",
    "keep",
];

/// Sets up one of the times.
fn at(lines: &str, plays: &str) -> Pitch {
    if plays == "KICKOFF" {
        return Pitch::with("", "");
    }
    let mut pitch = Pitch::new(lines);
    if !plays.is_empty() {
        pitch.play(plays);
    }
    pitch
}

#[test]
fn every_kind_of_words_is_open_or_refused_for_a_reason_at_every_time() {
    for (phase, lines, plays) in TIMES {
        let pitch = at(lines, plays);
        assert_eq!(pitch.probe("phase"), phase, "{lines}, {plays}");
        let seat = pitch.asked();
        for words in WORDS.into_iter().chain(["end"]) {
            let Err(refusal) = pitch.game.read(seat, words) else { continue };
            let seen = format!("{phase} ({lines}, {plays}): {words}: {refusal:?}");
            let codes = [Code::Illegal, Code::Ambiguous, Code::Unknown];
            assert!(codes.contains(&refusal.code), "{seen}");
            assert!(!refusal.says.contains("You can't do that now."), "no reason: {seen}");
            assert!(!refusal.instead.is_empty(), "nothing offered: {seen}");
            for offer in &refusal.instead {
                assert!(pitch.game.read(seat, offer).is_ok(), "{offer} is no offer: {seen}");
            }
        }
    }
}

#[test]
fn words_open_at_a_time_are_of_a_kind_that_is() {
    for (_, lines, plays) in TIMES {
        let pitch = at(lines, plays);
        for action in pitch.game.actions() {
            assert_eq!(
                pitch.game.closed(pitch.asked(), action.verb()),
                None,
                "{action:?}: {lines}, {plays}"
            );
        }
    }
}

#[test]
fn a_bare_word_offers_what_it_can_mean_and_plays_nothing() {
    let steals = "f9 south 9 | c9 north 5 | b3 south 3 | ball f9 | turn north | rolled rook 4";
    let one = Pitch::new(steals);
    assert_eq!(one.says("STEAL"), "Did you mean `steal c9`?");
    let two = Pitch::new(&steals.replace("b3", "f11 north 6 | b3"));
    assert_eq!(two.refused("steal").instead, ["steal c9", "steal f11"]);
    let push = "d5 south 7 | d8 north 5 | b2 south 3 | ball b2 | turn south | rolled rook 3";
    assert_eq!(Pitch::new(push).says("push"), "Did you mean `d5xd8`?");
    Pitch::new(push).play("push d8").holds("d8 = south 7, d9 = north 5");
    let both = Pitch::new(&push.replace("d5", "g8 south 8 | d5"));
    assert_eq!(both.refused("push d8").instead, ["d5xd8", "g8xd8"]);
    assert!(both.says("push d9").contains("is incomplete"));
}

#[test]
fn a_square_alone_says_why_its_checker_is_not_rearranged() {
    let pitch = Pitch::new("f8 south 9 | b14 north 4 | ball f8 | award south corner a15");
    assert_eq!(pitch.says("a15"), "The checker on a15 isn't yours.");
    assert_eq!(pitch.says("c3"), "Nobody stands on c3.");
}

#[test]
fn answers_may_be_said_as_moves() {
    let mut pitch = Pitch::new("b8 south 9 | b7 north 5 | ball b8 | award south penalty");
    let mut robbed = Pitch::new("f9 south 9 | c9 north 5 | ball f9 | turn north | rolled rook 4");
    robbed.play("steal c9: 6 1").play("f9-f10").shows("f10 = south 9, phase = loot");
    robbed.play("end").holds("kind = after-steal, ball = f9");
    pitch.play("9-e14").shows("ball = e14").play("f15-g15");
    pitch.holds("f15 = empty, g15 = north gk");
    let mut named = Pitch::new("b8 south 9 | b7 north 5 | ball b8 | award south penalty");
    named.play("kicker b8 g12").holds("ball = g12");
    let mut kick = Pitch::new("f2 south gk | b7 north 5 | ball f2 | award south goalie-kick");
    kick.play("f2-g4").holds("ball = g4, phase = reset");
    let mut boot = Pitch::new("f8 south 9 | b14 north 4 | ball f8 | turn south | rolled boot 2");
    boot.play("keep").holds("turn = north, ball = f8");
    let mut goalie = Pitch::new("f8 south 9 | b14 north 4 | ball f8 | award south corner a15");
    goalie.play("goalie g14").holds("g14 = north gk");
}
