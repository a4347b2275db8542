//! Matches as PDN, and starting from one.
use super::{
    super::{Trapdoor, doors::Spin},
    Play, open,
};
use crate::{
    game::{Fit, Game, Outcome},
    match_rules::Ending,
    refusal::Code,
    seat::Seat,
};

fn record(play: &Play, outcome: Option<&Outcome>) -> String {
    let tags = [("Event".to_owned(), "Friday".to_owned())];
    play.start.pdn(&tags, &play.steps, outcome).unwrap()
}

#[test]
fn a_match_is_written_with_its_spins_knobs_and_falls() {
    let mut play = Play::new("", "");
    play.play("black f6-g5 orange O2>R black d6-e5 black e3-d4 green G1>L d4xf6 g7xe5");
    let wanted = "[Event \"Friday\"]\n[Result \"*\"]\n[GameType \"21,B,8,8,N1,0\"]\n\
        [Variant \"Trapdoor\"]\n[Knobs \"G1C O1C O2C G2C\"]\n\n\
        {B} 1. 11-16 {O} O2>R {B} 2. 10-15 {B} 23-18 {G} 3. G1>L 18x11 4. 8x15 *\n";
    assert_eq!(record(&play, None), wanted);
    let end = Ending::Resigned(Seat::First).outcome().unwrap();
    assert!(record(&play, Some(&end)).contains("[Result \"1-0\"]"));
}

#[test]
fn a_record_says_how_well_it_fits() {
    let fit = |text: &str| Trapdoor::fit(text).unwrap().map_err(|it| it.says);
    let mut play = Play::new("", "");
    play.play("black f6-g5");
    for text in [
        &record(&play, None),
        "[Knobs \"G1R\"] 1. 9-14",
        "[Variant \"trapdoor\"] 1. 9-14",
        "{G} 1. G1>R",
    ] {
        assert_eq!(fit(text), Ok(Fit::Own), "{text}");
    }
    for text in ["1. 9-14", "[GameType \"21\"] 1. 9-14", "[GameType \"26,W,8,8,A0,0\"] 1. c3-d4"] {
        assert_eq!(fit(text), Ok(Fit::Possible), "{text}");
    }
    for text in ["[Variant \"Turkish\"] 1. 9-14", "[GameType \"20\"] 1. 9-14"] {
        assert_eq!(fit(text), Ok(Fit::Foreign), "{text}");
    }
    for (text, why) in [("1. 9-14 * 1. 9-14 *", "not 2"), ("1. 9-14 {never", "can't be read")] {
        let says = fit(text).unwrap_err();
        assert!(says.contains(why), "{text}: {says}");
    }
}

#[test]
fn a_match_goes_on_from_its_record() {
    let mut play = Play::new("wheel=3:1:1", "");
    play.play("black f6-g5 orange O2>R black d6-e5 green");
    let text = record(&play, None);
    let again = open(&format!("from={text}")).unwrap();
    assert_eq!((again.position, again.knobs), (play.game.position, play.game.knobs));
    assert_eq!(again.phase, super::super::Phase::Knob(Spin::Green), "the spin stands");
    assert_eq!(again.options.wheel, play.game.options.wheel);
    assert_eq!(open(&format!("wheel=2:1:1 from={text}")).unwrap_err().code, Code::Illegal);
}

#[test]
fn continental_records_name_squares_by_coordinates() {
    let mut play = Play::new("continental snap", "");
    play.play("black c3-d4 black f6-e5 d4xf6");
    let text = record(&play, None);
    assert!(text.contains("[GameType \"26,W,8,8,A0,0\"]"), "{text}");
    assert!(text.contains("{B} 1. c3-d4 {B} f6-e5 2. d4xf6 *"), "{text}");
    let again = open(&format!("from={text}")).unwrap();
    assert_eq!(again.position, play.game.position);
    assert!(again.options.snap);
}

#[test]
fn a_record_of_plain_draughts_is_read_as_black_spins() {
    let game = open("from=1. 11-15 23-19 2. 8-11 22-17 1/2-1/2 *").unwrap();
    assert_eq!(game.probe("fen").unwrap(), "B:W17,19,21,24-32:B1-7,9-12,15");
    let game = open("from=11-15 {nice} G1>R *").unwrap();
    assert_eq!(game.probe("knobs").unwrap(), "G1R O1C O2C G2C");
    let game = open("from=[FEN \"B:W15,28:B10,1\"] [Knobs \"O1R\"] 10x19^").unwrap();
    assert_eq!(game.probe("fen").unwrap(), "W:W28:B1");
}

#[test]
fn a_fault_in_a_record_is_named_with_its_place() {
    let says = |text: &str| open(&format!("from={text}")).unwrap_err().says;
    assert!(
        says("1. 9-14 22-17 2. 11-20")
            .starts_with("`11-20` (move 3, line 1, character 18 of the record): "),
        "{}",
        says("1. 9-14 22-17 2. 11-20")
    );
    let refusal = open("from=1. hello").unwrap_err();
    assert_eq!(refusal.instead.len(), 0, "words of another position are no help");
    assert!(says("{G} 11-15").contains("The wheel shows green"), "{}", says("{G} 11-15"));
    assert!(
        says("[GameType \"20\"] 11-15")
            .contains("of international draughts, not Trapdoor Checkers")
    );
    assert!(says("11-15 (").contains("line 1, character 7"), "{}", says("11-15 ("));
    assert!(says("11-15 * 11-15").contains("not 2"));
    assert!(says("11-15 /FEN \"B:W1:B2\"/").contains("sets up"));
    assert!(
        says("[FEN \"B:W15:B10\"] 10x19").contains("is over"),
        "{}",
        says("[FEN \"B:W15:B10\"] 10x19")
    );
    assert_eq!(open("from=").unwrap_err().code, Code::Unreadable);
}

#[test]
fn a_knob_is_told_from_a_move_in_either_case() {
    let game = open("from=1. B6-A5 G3-H4 2. D6-C5 g1>r *").unwrap();
    assert_eq!(game.probe("fen").unwrap(), "B:W20-23,25-32:B1-8,11-14");
    assert_eq!(game.probe("knobs").unwrap(), "G1R O1C O2C G2C");
}

#[test]
fn only_a_letter_alone_is_a_spin_and_only_where_one_is_due() {
    let game = open("from={green} 11-15 {b} 23-19 {o} {good} *").unwrap();
    assert_eq!(game.probe("phase").unwrap(), "spin");
    let says = |text: &str| open(&format!("from={text}")).unwrap_err().says;
    let stray = "`{G}` after move 1 of the record: there is no spin at that point.";
    assert_eq!(says("11-15 {B}{G} 23-19"), stray);
    assert_eq!(says("11-15 {O} {G}"), stray);
    let fen = "[FEN \"B:W19,28:B15,1\"]";
    let stray = "`{B}` before the first move of the record: there is no spin at that point.";
    assert_eq!(says(&format!("{fen} {{B}} 15x24")), stray);
    assert_eq!(says(&format!("{fen} {{B}}")), stray);
}

#[test]
fn settings_hold_where_the_record_is_silent() {
    let game = open("continental from=[Variant \"Trapdoor\"] 1. c3-d4 *").unwrap();
    assert_eq!(game.probe("fen").unwrap(), "B:W18,21,23-32:B1-12");
    assert!(open("snap from=1. 11-15 *").unwrap().options.snap);
    assert!(open("breakthrough from=1. 11-15 *").unwrap().options.breakthrough);
    assert!(open("from=[Breakthrough \"yes\"] 11-15 *").unwrap().options.breakthrough);
    let game = open("blocked wheel=5:1:1 from=[Snap \"yes\"] 1. 11-15 *").unwrap();
    assert_eq!(
        Trapdoor::variation(&game.options),
        "snap, wheel 5:1:1, blocked loses, from a position"
    );
    for text in [
        "continental from=[GameType \"21\"] *",
        "snap=no from=[Snap \"yes\"] *",
        "snap from=[Snap \"no\"] *",
        "blocked=no from=[Blocked \"yes\"] *",
        "breakthrough=no from=[Breakthrough \"yes\"] *",
        "pieces=8 from=1. 11-15 *",
        "from=[Variant \"Suicide\"] 1. 11-15 *",
    ] {
        assert_eq!(open(text).unwrap_err().code, Code::Illegal, "{text}");
    }
    assert_eq!(open("from=[Snap \"maybe\"] *").unwrap_err().code, Code::Unreadable);
}

#[test]
fn dr19_a_record_that_is_gone_on_with_keeps_its_counts() {
    let mut play = Play::new("", "");
    play.play("black f6-g5 orange O2>R orange O1>L green G2>L orange O1>C green G2>C orange O1>L");
    let again = open(&format!("from={}", record(&play, None))).unwrap();
    assert_eq!(again.draws, play.game.draws);
    assert_eq!(again.lost, play.game.lost);
    assert_eq!(again.probe("fallen black").unwrap(), "2");
    assert_eq!(again.probe("quiet").unwrap(), "2 1");
    assert_eq!(again.options.from.unwrap().counts, None, "they are kept once");
}
