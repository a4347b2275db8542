//! What is read, written, refused and shown.
use super::{Action, Play, Trapdoor, open};
use crate::{
    chance::Dice,
    checkers::notation::MAX_BYTES,
    game::Game,
    games::GameId,
    refusal::Code,
    scene::{Cell, Item, Loss, Mark, Panel, Scene, Surface, ascii, words},
    seat::{BySeat, Observer, Seat, Viewer},
    settings::form,
};

#[test]
fn knobs_are_read_however_they_are_typed() {
    let play = Play::new("", "spun green");
    let wanted = play.game.read(Seat::First, "G1>R").unwrap();
    for text in [
        "g1>r",
        "G1 r",
        "g1 right",
        "G1R",
        "turn G1 right",
        "Turn g1 R",
        "G1 > R",
        "g1-r",
        "g1=r",
        "G1→R",
        "knob g1 right",
        "G1>R.",
        "G1>R^",
        "turn knob G1 right",
    ] {
        assert_eq!(play.game.read(Seat::First, text), Ok(wanted.clone()), "{text}");
    }
    let closing = Play::new("", "g3 empty | G1 right | spun green");
    for text in ["G1>C", "g1 centre", "g1 center", "G1 middle", "G1C"] {
        assert!(closing.game.read(Seat::First, text).is_ok(), "{text}");
    }
    assert_eq!(closing.says("G1>C^"), "G1>C drops nothing.");
}

#[test]
fn moves_are_read_in_both_systems() {
    let play = Play::new("", "spun black");
    for text in ["f6-e5", "F6 E5", "11-15", "f6:e5", "11x15"] {
        let action = play.game.read(Seat::First, text).unwrap();
        assert_eq!(play.game.write(&action), "f6-e5", "{text}");
    }
    assert_eq!(play.says("f6-e5^"), "Nothing falls on e5.");
}

#[test]
fn g1_is_a_square_while_pieces_move_and_a_knob_while_knobs_turn() {
    let moving = Play::new("", "fen W:W32:B1 | spun black");
    assert_eq!(moving.refused("g1").instead, ["g1-f2", "g1-h2"]);
    assert!(matches!(moving.game.read(Seat::Second, "g1-h2"), Ok(Action::Move(_))));
    let turning = Play::new("", "fen W:W32:B1 | spun green");
    assert_eq!(turning.refused("g1").instead, ["G1>L", "G1>R"]);
    assert_eq!(turning.refused("g").instead, ["G1>L", "G1>R", "G2>L", "G2>R"]);
    assert_eq!(turning.refused("g1>").code, Code::Ambiguous);
}

#[test]
fn half_typed_words_are_completed_and_never_played() {
    let spinning = Play::new("", "");
    for text in ["s", "sp", "SPI"] {
        let refusal = spinning.refused(text);
        assert_eq!((refusal.code, refusal.instead), (Code::Ambiguous, vec!["spin".to_owned()]));
    }
    let moving = Play::new("", "spun black");
    for text in ["f6", "f6-", "11-"] {
        let refusal = moving.refused(text);
        assert_eq!(refusal.code, Code::Ambiguous, "{text}");
        assert_eq!(refusal.instead, ["f6-e5", "f6-g5"], "{text}");
    }
}

#[test]
fn a_refusal_names_the_rule_and_what_would_work() {
    let spinning = Play::new("", "");
    for text in ["b6-a5", "G1>R", "b6", "c3-d4"] {
        let refusal = spinning.refused(text);
        assert_eq!(refusal.code, Code::Illegal, "{text}");
        let says = "Spin first. With nothing to capture, the wheel decides.";
        assert_eq!((refusal.says.as_str(), &refusal.instead[..]), (says, &["spin".to_owned()][..]));
    }
    let moving = Play::new("", "spun black");
    assert_eq!(moving.says("spin"), "The wheel shows black: move a piece.");
    assert_eq!(moving.says("O1>R"), "The wheel shows black, so you move a piece, not a knob.");
    assert_eq!(moving.says("c3-d4"), "The piece on c3 isn't yours.");
    assert_eq!(moving.says("b6-b5"), "b5 is a light square; pieces stand on dark ones.");
    let capturing = Play::new("", "fen W:W22,32:B18");
    assert_eq!(capturing.says("g1-h2"), "c3 must capture d4 first: c3xe5.");
    for play in [&spinning, &moving, &capturing] {
        for text in ["", "   ", "hello", "🎲", "c3-d4-", &"x".repeat(MAX_BYTES * 3), "G3>R", "G1>X"]
        {
            let refusal = play.refused(text);
            assert!(!refusal.instead.is_empty(), "{text}: {refusal:?}");
            assert!(refusal.says.len() < 200, "{}", refusal.says);
        }
    }
}

#[test]
fn a_move_of_a_side_that_has_none_is_refused_by_the_wheel() {
    let settings = "from=B:WK32,25,30:B21";
    let before = Play::new(settings, "");
    let says = "Spin first. With nothing to capture, the wheel decides.";
    assert_eq!(
        (before.refused("a3-b2").code, before.says("a3-b2").as_str()),
        (Code::Illegal, says)
    );
    let after = Play::new(settings, "spun green");
    let says = "The wheel shows green, so you turn G1 or G2 instead of moving.";
    assert_eq!((after.refused("a3-b2").code, after.says("a3-b2").as_str()), (Code::Illegal, says));
}

#[test]
fn the_wheel_is_spun_in_more_words_than_one() {
    let spinning = Play::new("", "");
    for text in ["spin", "Spin!", "spin the wheel", "Spin the wheel.", " SPIN "] {
        assert_eq!(spinning.game.read(Seat::First, text), Ok(Action::Spin), "{text}");
    }
    assert_eq!(spinning.says("spi"), "Did you mean `spin`?");
}

#[test]
fn a_knob_goes_to_one_of_three_places() {
    for lines in ["spun green", "spun black", "fen B:W22:B18"] {
        let play = Play::new("", lines);
        for text in ["G1>X", "g1 > up", "O2=T"] {
            let refusal = play.refused(text);
            assert_eq!(refusal.code, Code::Unreadable, "{text}");
            assert!(refusal.says.ends_with("`: turn a knob to L, C or R."), "{}", refusal.says);
        }
    }
    let moving = Play::new("", "fen W:W32:B1 | spun black");
    assert!(matches!(moving.game.read(Seat::Second, "g1>h2"), Ok(Action::Move(_))));
}

#[test]
fn settings_are_said_in_a_few_words() {
    let said = |settings: &str| Trapdoor::variation(&open(settings).unwrap().options);
    assert_eq!(said(""), "");
    assert_eq!(said("continental snap wheel=3:1:1"), "Continental, snap, wheel 3:1:1");
    assert_eq!(said("blocked from=B:W32:B1"), "blocked loses, from a position");
}

#[test]
fn a_start_that_no_match_has_is_refused() {
    for (text, code) in [
        ("B:W22:B", Code::Illegal),
        ("B:W:B1", Code::Illegal),
        ("B:W20-32:B1-12", Code::Illegal),
        ("B:W22:B1 G1L", Code::Illegal),
        ("B:W25,30:B21 G1", Code::Unreadable),
        ("B:W22:B1 G1X", Code::Unreadable),
        ("B:W99:B1", Code::Unreadable),
        ("B:W22:B1 G1L G1R", Code::Unreadable),
    ] {
        assert_eq!(open(&format!("from={text}")).unwrap_err().code, code, "{text}");
    }
    let game = open("from=W:Wg1, Kc1:B1 G1L O2>R").unwrap();
    assert_eq!(game.probe("fen").unwrap(), "W:W32,K30:B1");
    assert_eq!(game.probe("knobs").unwrap(), "G1L O1C O2R G2C");
    assert_eq!(open("blocked from=B:W25,30:B21").unwrap_err().code, Code::Illegal, "over at once");
}

#[test]
fn every_start_that_is_shown_as_an_example_can_be_played() {
    let shown = Trapdoor::SETTINGS.iter().find(|it| it.name == "from").map(form).unwrap();
    let shown = shown.trim_end_matches(", or PDN");
    let guide = Trapdoor::GUIDE.split('`').skip(1).step_by(2).filter(|it| it.contains("from="));
    let examples: Vec<&str> = guide.filter(|it| !it.contains('…')).chain([shown]).collect();
    assert_eq!(examples.len(), 3);
    for settings in examples {
        assert!(open(settings).is_ok(), "{settings}: {:?}", open(settings));
    }
}

#[test]
fn a_slip_in_a_start_is_said_as_one() {
    let says = |text: &str| {
        let refusal = open(&format!("from={text}")).unwrap_err();
        assert_eq!(refusal.code, Code::Unreadable, "{text}");
        assert_eq!(refusal.instead, ["from=B:W21-32:B1-12"], "{text}");
        refusal.says
    };
    for text in ["W22:B9", "B W22 B9", "B9:W22", "b22 w9", "W B9 W22", "X:WK9:B4", "hello"] {
        assert!(says(text).ends_with("it must start with the side to move, as in B:W21-32:B1-12."));
    }
    assert_eq!(says("B:W22:B9 G2X"), "`G2X` isn't a knob setting such as G1L, G1C or G1R.");
    assert!(says("B:W22:B9 G5L O1R").starts_with("`G5L` isn't a knob setting"));
    for text in ["B:W22:B9 snap", "B:W22:B9 G2L, continental"] {
        assert!(says(text).contains("` comes after the position. Put other settings before `from`, which takes the rest of the line."), "{}", says(text));
    }
    for text in ["B : W 22 , K 30 : B 9 . G1R", "B:W22,K30:B9 g1>r", "B:W22,\tK30:B9  G1=right"] {
        let game = open(&format!("from={text}")).unwrap();
        assert_eq!(game.probe("fen").unwrap(), "B:W22,K30:B9", "{text}");
        assert_eq!(game.probe("knobs").unwrap(), "G1R O1C O2C G2C", "{text}");
    }
}

#[test]
fn a_scene_shows_what_happened() {
    let mut play = Play::new("", "fen B:W15,28:B8,10 | O1 right");
    play.play("d6xf4");
    let names = BySeat { first: "Ann".to_owned(), second: "Bob".to_owned() };
    let to = Observer { viewer: Viewer::Room, names: &names };
    let scene = play.game.show(play.events(), to);
    let (e5, f4) = (Cell { column: 4, row: 4 }, Cell { column: 5, row: 3 });
    let lost: Vec<(Cell, Loss)> = scene
        .items
        .iter()
        .filter_map(|item| match item {
            Item::Lost { at, how, .. } => Some((*at, *how)),
            _ => None,
        })
        .collect();
    assert_eq!(lost, [(e5, Loss::Captured), (f4, Loss::Fell)]);
    assert_eq!(scene.facing, Seat::Second);
    assert_eq!(scene.caption, "Bob: spin the wheel.");
    assert_eq!(scene.items.iter().filter(|item| matches!(item, Item::Hatch { .. })).count(), 8);
    assert!(words(&scene).contains("Doors open: f4"), "{}", words(&scene));
    assert!(ascii(&scene).contains("(x)"), "{}", ascii(&scene));

    play.play("orange O1>C");
    let scene = play.game.show(play.events(), to);
    assert!(scene.items.contains(&Item::Mark { at: f4, mark: Mark::Shut }));
    let Panel::Knobs(knobs) = &scene.panels[1] else { panic!("{:?}", scene.panels) };
    assert_eq!(
        knobs.iter().filter(|it| it.moved).map(|it| it.name.as_str()).collect::<Vec<_>>(),
        ["O1"]
    );
}

#[test]
fn a_position_is_arranged_by_lines_and_asked_by_parts() {
    let mut game = open("").unwrap();
    game.arrange("clear").unwrap();
    game.arrange("c3 white king").unwrap();
    game.arrange("g1 black king").unwrap();
    game.arrange("turn white").unwrap();
    game.arrange("G1 right").unwrap();
    assert_eq!(game.probe("fen").unwrap(), "W:WK22:BK32");
    assert_eq!(game.probe("c3").unwrap(), "white king");
    assert_eq!(game.probe("G1").unwrap(), "right");
    assert_eq!(game.probe("square g1").unwrap(), "black king");
    assert_eq!(game.probe("phase").unwrap(), "spin");
    for line in [
        "",
        "nonsense",
        "c4 white man",
        "c3 white pawn",
        "g3 white man",
        "c1 black man",
        "spun blue",
        "fen x",
    ] {
        assert!(game.arrange(line).is_err(), "{line}");
    }
    game.arrange("fen B : W22, K30 : B9").unwrap();
    assert_eq!(game.probe("fen").unwrap(), "B:W22,K30:B9");
    let unknown = game.probe("nonsense").unwrap_err();
    assert_eq!(unknown.code, Code::Unknown);
    for part in unknown.instead {
        assert!(game.probe(&part).is_ok(), "{part}");
    }
    for form in game.arrange("?").unwrap_err().instead {
        let mut game = open("").unwrap();
        game.arrange("g3 empty").unwrap();
        assert_eq!(game.arrange(&form), Ok(()), "{form}");
    }
}

#[test]
fn the_numbers_of_the_squares_are_drawn_for_whoever_asks() {
    let game = Play::new("", "").game;
    let names = BySeat { first: "Ann".to_owned(), second: "Bob".to_owned() };
    let to = Observer { viewer: Viewer::Seat(Seat::First), names: &names };
    let numbered = |scene: &Scene| match scene.board {
        Surface::Squares(grid) => grid.numbered,
        _ => false,
    };
    assert!(!numbered(&game.show(&[], to)));
    assert!(numbered(&game.sketch(Seat::First, "Numbers?", to).unwrap()));
    assert!(
        game.ask(Seat::First, "numbers").unwrap().unwrap().contains("`11-15` moves like `f6-e5`")
    );
    assert!(
        game.ask(Seat::First, "c3-d4").is_none() && game.sketch(Seat::First, "spin", to).is_none()
    );
    let square = |number| crate::checkers::Square::new(number).unwrap().to_string();
    assert_eq!([1, 11, 15, 32].map(square), ["b8", "f6", "e5", "g1"]);
}

#[test]
fn a_chosen_man_shows_where_it_can_go_in_words_and_characters() {
    let mut dice = Dice::scripted(["black"]);
    let mut table =
        GameId::Trapdoor.open(GameId::Trapdoor.options("").unwrap(), &mut dice).unwrap();
    let names = BySeat { first: "Ann".to_owned(), second: "Bob".to_owned() };
    let room = Observer { viewer: Viewer::Room, names: &names };
    table.play(Seat::First, "spin", &mut dice).unwrap();
    let all = words(&table.show_chosen(room, ""));
    assert!(all.contains("These can move: b6, d6, f6, h6."), "{all}");
    for begins in ["d6", " D6-", "d6-*"] {
        let chosen = table.show_chosen(room, begins);
        assert!(words(&chosen).contains("Chosen: d6; it can go to c5, e5."), "{}", words(&chosen));
        let drawn = ascii(&chosen);
        // d6 has no door, c5 has one.
        assert!(drawn.contains("{b}") && drawn.contains("[*]") && drawn.contains(" * "), "{drawn}");
        assert!(drawn.contains("  chosen: d6\n  can go to: c5 e5\n"), "{drawn}");
    }
    assert_eq!(table.show_chosen(room, "e1"), table.show(room));
}
