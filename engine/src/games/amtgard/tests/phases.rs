//! Every verb in every phase works, or its refusal says why not and offers what works now.
use super::Play;
use crate::{
    checkers::Color,
    game::{Game, Status},
    refusal::{Code, Refusal},
    seat::Seat,
};

/// Settings and a position for each phase; the player who owes a decision first is asked.
const PHASES: [(&str, &str); 20] = [
    ("", ""),
    ("names", ""),
    ("compulsory", "clear | c3 white man | d4 black man | h8 black man | turn white"),
    ("", "clear | c3 white man | d4 black man | e1 white man | turn white"),
    ("", "clear | a1 white man | b2 black man | c3 black man | turn white"),
    ("", "clear | c3 white man | d4 black man | f6 black man | turn white | chain c3"),
    (
        "names compulsory",
        "clear | c3 white man | d4 black man | f6 black man | turn white | chain c3",
    ),
    ("open=side", ""),
    ("open=piece names", ""),
    ("duel=stance", ""),
    ("duel=stance", "clear | c3 white man | d4 black man | turn white | standing white bold"),
    ("duel=stance names", "clear | c3 white man | d4 black man | turn white | standing white bold"),
    ("duel=stance", "clear | c3 white man | d4 black man | turn white | attack c3xd4"),
    (
        "duel=stance",
        "clear | c3 white man | d4 black man | turn white | attack c3xd4 | stance white bold",
    ),
    ("duel=reeve", ""),
    ("duel=reeve", "clear | c3 white man | d4 black man | turn white | attack c3xd4"),
    (
        "duel=reeve",
        "clear | c3 white man | d4 black man | turn white | attack c3xd4 | report white win",
    ),
    (
        "duel=reeve attrition",
        "clear | c3 white man | d4 black man | turn white | attack c3xd4 | report black repelled",
    ),
    (
        "duel=reeve reeve-name=Egil iron",
        "clear | c3 white man | d4 black man | turn white | attack c3xd4",
    ),
    ("duel=reeve goblin=b", "clear | c3 white king | d4 black king | turn white | attack c3xd4"),
];

const SAID: &str = "c3-d4 | c3xd4 | c3 | b6-a5 | b6xa5 | c3xd4xf6 | c3xe5 | attack | attack c3 d4 | attack c3 | move | move c3 d4 | go c3 b4 | stop | end | end turn | done \
    | pass | confirm | agree | dispute | correct | stance | stance bold | bold | guard | standing | standing bold | standing off \
    | c3xd4 bold | c3-d4 bold | attack c3 d4 guard | report | report win | report win LL | report won, left leg | win | repelled | both fell | report lost \
    | report repelled attacker OA defender LL | report both | report win dent T1 | report win LL dent T9 | report win protect | report win attacker T \
    | kits | kits shield | kits shield a1 great | kits pair h8 great | name | name c3 | name c3 Rowan | name h8 Moth | name c3 !! \
    | odds | odds c3xd4 | odds a1xb2 | odds c3 | odds b1xc2 | odds d4xc3 | odds c3xd4 bold | odds c3xd4 bold guard | odds c3xd4 bold bold bold | odds c3-e5";

fn answered(play: &Play, seat: Seat, words: &str) -> Result<(), Refusal> {
    match play.game.ask(seat, words) {
        Some(told) => told.map(|_| ()),
        None => play.game.read(seat, words).map(|_| ()),
    }
}

#[test]
fn every_verb_in_every_phase_is_legal_or_refused_with_a_way_on() {
    for (settings, lines) in PHASES {
        let play = Play::new(settings, lines);
        let Status::Waiting(prompts) = play.game.status() else { panic!("it is over") };
        let seat = prompts[0].seat;
        for words in SAID.split('|').map(str::trim) {
            let Err(Refusal { code, says, instead }) = answered(&play, seat, words) else {
                continue;
            };
            let here = format!("{settings} {lines}: {words}: {says}");
            // An impossible name or score is odd at any time.
            let odd = words.ends_with("!!") || words.contains("xd4x");
            assert!(odd || code != Code::Unreadable, "{here}");
            assert!(!instead.is_empty(), "{here}");
            for offer in instead {
                let now = answered(&play, seat, &offer);
                assert!(now.is_ok(), "{here} offers {offer}: {now:?}");
            }
        }
    }
}

#[test]
fn what_is_said_is_what_is_in_the_way() {
    let pair = "clear | c3 white man | d4 black man | h8 black man | turn white";
    for (settings, lines, said, says, instead) in [
        ("duel=stance", "", "c3xd4 bold", "asked in private", "c3xd4"),
        ("", "", "c3xd4 bold", "no stances", "c3xd4"),
        ("", "", "report nonsense", "dice decide", "c3xd4"),
        ("duel=reeve", "", "report nonsense", "No duel is waiting for a report.", "c3xd4"),
        ("", "", "odds c3xb4", "Nobody stands on b4", "odds c3xd4"),
        ("", "e5 black man", "odds c3xd4", "e5, the square beyond d4", "odds d4xc3"),
        ("", "e5 black man", "odds", "None of your fighters", "odds d4xc3"),
        ("", "c3 empty | b4 white man", "odds b4xc5", "Nobody stands on c5", "b4-a5"),
        ("names", "", "name c3", "then the new name", "name c3 Rowan"),
        ("", "", "attack", "Did you mean", "c3xd4"),
    ] {
        let play = Play::new(settings, &format!("{pair} | {lines} | turn white"));
        let refusal = answered(&play, Seat::Second, said).unwrap_err();
        assert!(refusal.says.contains(says), "{said}: {}", refusal.says);
        assert!(refusal.instead.iter().any(|it| it == instead), "{said}: {:?}", refusal.instead);
    }
}

#[test]
fn a_standing_stance_is_taken_back_only_where_there_is_one() {
    let pair = "clear | c3 white man | d4 black man | turn white";
    let grammar = |settings: &str, lines: &str| {
        let play = Play::new(settings, &format!("{pair} | {lines}"));
        play.game.choices(Color::White.into()).grammar
    };
    assert_eq!(grammar("duel=stance", ""), None);
    assert!(grammar("duel=stance", "standing white bold").unwrap().contains("standing off"));
    let both = grammar("duel=stance names", "standing white bold").unwrap();
    assert!(both.contains("standing off") && both.contains("name c3"), "{both}");
    assert!(!grammar("duel=stance names", "standing black bold").unwrap().contains("standing"));
}
