//! The field, its sizes, and how a match is set up.
use super::{super::field::FieldSize, *};

#[test]
fn ar1_the_field_has_three_sizes() {
    for (name, files, ranks, centre) in
        [("9x13", 9, 13, "e7"), ("11x15", 11, 15, "f8"), ("13x17", 13, 17, "g9")]
    {
        let pitch = Pitch::with(&format!("field={name}"), "");
        let field = pitch.game.options.field;
        assert_eq!((field.files(), field.ranks()), (files, ranks));
        assert_eq!(field.name_of(field.centre()), centre);
        assert_eq!(field.squares().count(), files as usize * ranks as usize);
        pitch.holds(&format!("ball = {centre}"));
    }
}

#[test]
fn ar2_a_goal_is_three_squares_wide() {
    let field = FieldSize::Usual;
    let goals: Vec<String> = [Seat::First, Seat::Second]
        .into_iter()
        .flat_map(|seat| {
            let ring = (0..=12).map(move |x| super::super::Spot { x, y: field.goal_rank(seat) });
            ring.filter(move |&spot| field.goal(spot) == Some(seat))
                .map(move |spot| field.name_of(spot))
        })
        .collect();
    assert_eq!(goals, ["e0", "f0", "g0", "e16", "f16", "g16"]);
}

#[test]
fn ar3_a_box_is_seven_by_four_and_the_mark_on_the_third_rank() {
    let field = FieldSize::Usual;
    for (seat, mark, inside, outside) in [
        (Seat::First, "f3", ["c1", "i4"], ["b1", "j1", "f5"]),
        (Seat::Second, "f13", ["c12", "i15"], ["b15", "j12", "f11"]),
    ] {
        assert_eq!(field.name_of(field.mark(seat)), mark);
        assert!(inside.iter().all(|name| field.in_box(seat, field.spot(name).unwrap())));
        assert!(!outside.iter().any(|name| field.in_box(seat, field.spot(name).unwrap())));
        assert_eq!(field.squares().filter(|&spot| field.in_box(seat, spot)).count(), 28);
    }
}

#[test]
fn ar4_a_penalty_is_kicked_from_one_of_nine_squares() {
    let field = FieldSize::Usual;
    let block: Vec<String> = field.block(Seat::Second).map(|spot| field.name_of(spot)).collect();
    assert_eq!(block, ["e12", "f12", "g12", "e13", "f13", "g13", "e14", "f14", "g14"]);
}

#[test]
fn ar5_eleven_a_side_or_seven() {
    Pitch::with("", "").holds("count south = 11, count north = 11");
    let seven = Pitch::with("team=7", "");
    seven.holds("count south = 7, count north = 7, south 8 = off, south 7 = f8");
}

#[test]
fn ar6_on_other_fields_the_timer_counts_as_many_plays_and_goes_on_round() {
    assert_eq!([FieldSize::Small, FieldSize::Large].map(|size| size.track().len()), [42, 58]);
    let mut small = Pitch::with("field=9x13", "counter 41");
    small.shows("timer = a0, left = 9").game.arrange("counter 42").unwrap();
    small.holds("timer = L0, left = 8");
    Pitch::with("field=13x17", "counter 49").holds("left = 1");
}

#[test]
fn ar6_the_timer_goes_once_round_the_border() {
    let field = FieldSize::Usual;
    let track = field.track();
    assert_eq!(track.len(), 50);
    assert!(track.windows(2).all(|pair| pair[0] != pair[1]));
    assert!(track.iter().all(|&spot| field.rings(spot) && field.goal(spot).is_none()));
    let mut once = track.clone();
    once.sort();
    once.dedup();
    assert_eq!(once.len(), 50, "no square twice");
    let pitch = Pitch::with("", "");
    pitch.holds("left = 50, timer = L0");
    Pitch::with("", "counter 16").holds("left = 34, timer = L16");
    Pitch::with("plays=20", "").holds("left = 20");
}

#[test]
fn squares_are_named_both_ways() {
    for field in FieldSize::ALL {
        let ring = (0..=field.files() + 1)
            .flat_map(|x| (0..=field.ranks() + 1).map(move |y| super::super::Spot { x, y }));
        for at in ring {
            assert_eq!(field.spot(&field.name_of(at)), Some(at));
            assert_eq!(field.spot(&field.name_of(at).to_lowercase()), Some(at));
        }
    }
    let field = FieldSize::Usual;
    for name in ["", "l", "a", "z3", "a17", "L17", "R17", "m1", "a-1", "a01", "aa1", "d5x"] {
        assert_eq!(field.spot(name), None, "{name}");
    }
    assert_eq!(FieldSize::Large.spot("n17").map(|it| it.x), Some(13), "no file is called l");
}

#[test]
fn both_roll_for_the_kick_off_until_one_is_higher() {
    let given = Given::read(Metasoccer::SETTINGS, "").unwrap();
    let options = Metasoccer::options(&given).unwrap();
    let mut dice = Dice::scripted(["4", "4", "2", "6"]);
    let mut step = Step::new(&mut dice);
    let game = Metasoccer::open(&options, &mut step).unwrap();
    assert_eq!(game.play.side, Seat::Second, "North kicks off");
    assert_eq!(game.asked(), Some(Seat::First), "who does not kick off sets up first");
    assert_eq!(game.squad.owner(), Some(Seat::Second));
}

#[test]
fn the_usual_line_up() {
    let pitch = Pitch::with("", "");
    let south = ["f1", "b3", "e3", "g3", "j3", "b5", "e5", "g5", "j5", "d7", "f8"];
    let north = ["f15", "j13", "g13", "e13", "b13", "j11", "g11", "e11", "b11", "h9", "d9"];
    for (side, squares) in [("south", south), ("north", north)] {
        for (number, at) in squares.into_iter().enumerate() {
            let shirt = if number == 0 { "gk".to_owned() } else { (number + 1).to_string() };
            pitch.holds(&format!("{side} {shirt} = {at}"));
        }
    }
}

#[test]
fn formations_and_single_checkers_may_be_chosen() {
    let mut pitch = Pitch::with("", "");
    pitch.play("formation 4-3-3").holds("north 11 = f10, north 10 = b9");
    pitch.play("3-5-2").holds("north 11 = d9, north 6 = h11");
    assert!(pitch.says("d9-f9").contains("touches the centre"));
    assert!(pitch.says("d9-d8").contains("own half"));
    assert!(pitch.says("f15-b14").contains("box"));
    assert!(pitch.says("d9-h9").contains("isn't an empty square of the field."));
    assert!(pitch.says("f8-f9").contains("isn't yours."));
    pitch.play("d9-k9").shows("k9 = north 11").play("ready");
    assert_eq!(pitch.asked(), Seat::First);
    assert!(pitch.says("f8-f7").contains("has the ball"));
    pitch.play("d7-f7").holds("f7 = south 10");
    pitch.play("taker 9").holds("f8 = south 9 ball, j5 = south 11");
    pitch.play("formation 4-3-3").holds("f8 = south 11 ball, b7 = south 9");
    assert!(pitch.says("roll risk").contains("Chess die"));
    pitch.play("roll chess: rook 3").holds("phase = act");
}

#[test]
fn every_formation_fits_every_field() {
    for size in ["team=11", "team=7"] {
        for field in FieldSize::ALL {
            let settings = format!("{size} field={}", field.name());
            let mut pitch = Pitch::with(&settings, "");
            let forms: Vec<String> =
                pitch.listed().into_iter().filter(|it| it.starts_with("formation")).collect();
            assert_eq!(forms.len(), 3);
            for form in forms {
                pitch.play(&form);
                for (id, at) in pitch.game.squad.side(Seat::Second) {
                    assert!(field.in_half(Seat::Second, at), "{settings} {form}: {at:?}");
                    assert_eq!(pitch.game.squad.on(at), Some(id), "two on a square");
                    assert!(1 < at.far(field.centre()) || id.is_goalie());
                }
            }
        }
    }
}

#[test]
fn ar62_sides_never_change_ends() {
    let mut pitch = Pitch::new(
        "f14 south 9 | b12 north 11 | ball f14 | turn south | rolled rook 2 | e15 north gk | f15 empty",
    );
    pitch.play("f14-f16");
    pitch.holds("score = 1 0, kind = kick-off, south gk = f1, north gk = f15");
}
