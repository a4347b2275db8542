//! Where fighters begin, and matches with a number of turns.
use super::{Play, options};
use crate::{
    game::{Game, Status},
    games::amtgard::{Amtgard, options::Options},
    refusal::{Code, Refusal},
    settings::Given,
};

fn read(settings: &str) -> Result<Options, Refusal> {
    Amtgard::options(&Given::read(Amtgard::SETTINGS, settings)?)
}

fn squares(settings: &str, side: &str) -> Vec<String> {
    let play = Play::new(settings, "");
    let all = play.game.field.all().filter(|fighter| fighter.side.name() == side);
    let mut all: Vec<String> = all.map(|it| it.at.to_string()).collect();
    all.sort();
    all
}

#[test]
fn e_r26_any_number_up_to_twelve_stands_in_rows_from_the_back() {
    for pieces in 1..=12 {
        let settings = format!("pieces={pieces}");
        for side in ["White", "Black"] {
            assert_eq!(squares(&settings, side).len(), pieces, "{settings}");
        }
        assert_eq!(read(&pieces.to_string()), read(&settings), "the number is enough");
    }
    assert_eq!(squares("pieces=4", "White"), ["a1", "c1", "e1", "g1"]);
    assert_eq!(squares("pieces=5", "White"), ["a1", "c1", "d2", "e1", "g1"]);
    assert_eq!(squares("pieces=5", "Black"), ["b8", "d8", "e7", "f8", "h8"]);
    assert_eq!(read("pieces=13").unwrap_err().code, Code::Unreadable);
}

#[test]
fn e_r26_an_arrangement_is_whites_and_blacks_is_the_same_turned_around() {
    for form in ["from=a3,b2,c3", "from=c3 b2 a3", "from=B:W21,22,25:B8,11,12"] {
        assert_eq!(squares(form, "White"), ["a3", "b2", "c3"], "{form}");
        assert_eq!(squares(form, "Black"), ["f6", "g7", "h6"], "{form}");
    }
    assert_eq!(options("from=a3,c3").variation(), "2 a side, from a position");
}

#[test]
fn e_r26_sides_that_differ_are_refused_with_what_would_work() {
    for (form, says, instead) in [
        ("from=B:W21,22:B12", "Black has 1 there and White 2", "from=a3,c3"),
        ("from=B:W21,22:B1,2", "This is Black's for White's fighters: f6,h6.", "from=a3,c3"),
        ("from=W:W21:B12", "Black gives the first order", "from=a3"),
        ("from=B:WK21:BK12", "no king on h6", "from=a3"),
        ("from=a3,b3", "Nobody can begin on b3: that is a light square.", "from=b2"),
        ("from=c3,f6", "c3 and f6 can't both be White's", "from=b2"),
        ("from=b8", "a man on b8, its far row, would be a king", "from=b2"),
        ("pieces=2 from=a3,c3", "Leave out `pieces`", "from=b2"),
        ("from=the middle", "isn't a", "from="),
    ] {
        let refusal = read(form).unwrap_err();
        assert!(refusal.says.contains(says), "{form}: {}", refusal.says);
        assert!(refusal.instead[0].starts_with(instead), "{form}: {:?}", refusal.instead);
        let works = read(&refusal.instead[0]);
        assert!(works.is_ok() || form == "from=the middle", "{form}: {works:?}");
    }
}

#[test]
fn the_last_turns_are_announced_with_who_is_ahead() {
    let base = "clear | a1 white man | c1 white man | h8 black man | turn black";
    let mut play = Play::new("turns=20", &format!("{base} | turns 32"));
    play.play("h8-g7", "");
    assert_eq!(play.game.notice(), None);
    play.play("a1-b2", "");
    let says = "After turn 20 the fighters are counted; now White has more fighters, 2 to 1.";
    assert_eq!(play.game.notice().as_deref(), Some(says));
    let Status::Waiting(prompts) = play.game.status() else { panic!("it is over") };
    assert_eq!(prompts[0].ask, "order a fighter to move (turn 18 of 20)");
    play.play("g7-h6", "").play("b2-c3", "").play("h6-g5", "").play("c3-d4", "");
    play.play("g5-h4", "").play("d4-e5", "");
    assert!(matches!(play.game.status(), Status::Over(_)));
    assert_eq!(play.game.notice(), None);
}

#[test]
fn matches_saved_before_there_were_counts_have_none() {
    let saved = serde_json::to_value(options("pieces=8")).unwrap();
    for name in ["from", "turns", "count"] {
        assert_eq!(saved.get(name), None, "{name}");
    }
    let state = serde_json::to_value(&Play::new("", "").game).unwrap();
    assert_eq!(state.get("turns"), None);
    assert!(!serde_json::from_value::<Options>(saved).unwrap().counts());
}
