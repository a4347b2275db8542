//! Matches with fewer pieces, or fewer kings to win.
use super::{super::options::Options, *};
use crate::games::GameId;

fn options(settings: &str) -> Result<Options, Refusal> {
    Alien::options(&Given::read(Alien::SETTINGS, settings).unwrap())
}

#[test]
fn eight_pieces_need_three_kings_or_four_if_that_was_agreed() {
    for (settings, variation) in [
        ("", ""),
        ("pieces=12 kings=5", ""),
        ("pieces=8", "8 a side, three kings win"),
        ("pieces=8 kings=4", "8 a side, four kings win"),
        ("kings=3", "three kings win"),
        ("kings=4 decks=2", "2 decks, four kings win"),
    ] {
        assert_eq!(options(settings).unwrap().variation(), variation, "{settings}");
    }
    let refused = options("pieces=8 kings=5").unwrap_err();
    assert_eq!(refused.says, "Eight pieces make four kings at most, so five can't win.");
    assert_eq!(refused.instead, ["pieces=8 kings=4", "pieces=8 kings=3"]);
    for better in refused.instead {
        assert!(options(&better).is_ok());
    }
}

#[test]
fn options_of_matches_that_began_without_the_choice_are_the_usual_ones() {
    let kept = r#"{"decks":1,"jupiter_moved":false,"endless":false}"#;
    let usual = options("").unwrap();
    assert_eq!(serde_json::from_str::<Options>(kept).unwrap(), usual);
    assert_eq!(serde_json::to_string(&usual).unwrap(), kept);
    let quick = serde_json::to_value(options("pieces=8").unwrap()).unwrap();
    assert_eq!(quick, GameId::Alien.options("quick").unwrap());
    assert_eq!((&quick["pieces"], &quick["kings"]), (&8.into(), &3.into()));
}

#[test]
fn a_damaged_file_with_other_numbers_is_refused() {
    for (pieces, kings, says) in [
        (6, 3, "A side has 12 or 8 pieces, not 6."),
        (12, 2, "Five, four or three kings win, not 2."),
        (12, 6, "Five, four or three kings win, not 6."),
        (8, 5, "Eight pieces make four kings at most, so five can't win."),
    ] {
        let options = Options { pieces, kings, ..options("").unwrap() };
        let refused = Alien::open(&options, &mut Step::new(&mut dice(0, 0))).unwrap_err();
        assert_eq!(refused.says, says);
    }
}

#[test]
fn the_pool_and_the_banner_are_of_what_was_agreed() {
    let lines = "clear | planet white earth | planet black mars | a1 white king | c1 white king | c7 white pawn | b2 white pawn \
                 | b8 black king | h6 black pawn | turn white | up ring fire";
    let mut table = Table::new("pieces=8", lines);
    assert_eq!([table.probe("pool white"), table.probe("pool black")], ["2", "5"]);
    table.play("c7-d8");
    assert_eq!(table.outcome().why, "White has three kings and emperors");
    assert_eq!(table.outcome().winner, Some(Seat::Second));
    let names = BySeat { first: "Ann".to_owned(), second: "Bob".to_owned() };
    let to = Observer { viewer: Viewer::Room, names: &names };
    let scene = table.game.moment(&table.game, &table.events, to).unwrap();
    assert_eq!(scene.banner(), Some("THREE CROWNS"));
    let refused = open("pieces=8", 0).arrange("a1 white pawn").unwrap_err();
    assert!(refused.says.contains("a side has eight pieces"), "{}", refused.says);
}
