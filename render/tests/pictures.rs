//! Pictures of sample scenes: unchanged pixels, and what must be true of every picture.
//!
//! `BLESS=1 cargo test -p render --test pictures` accepts the current pictures: it writes their sums to
//! `tests/scenes/sums.txt` and small copies beside it for people to look at. The full ones are always left in the
//! temporary directory of the build, under `pictures`.
mod contrast;
mod moon;
mod sample;

use std::{collections::BTreeMap, fmt::Write as _, fs, path::PathBuf, sync::LazyLock};

use engine::{
    scene::{
        Arms, At, BodyPart, FighterItem, Item, Panel, Pick, Scene, Surface, Tint, highlight,
        pitch::Face,
    },
    seat::Seat,
};
use image::{GrayImage, RgbImage};
use render::{Painter, Squares, Theme};
use sha2::{Digest, Sha256};

/// How many times narrower and lower the small copies are.
const SMALLER: u32 = 3;
/// Where the strip begins.
const STRIP: u32 = 720;

static PAINTER: LazyLock<Painter> = LazyLock::new(Painter::new);

fn picture(scene: &Scene, theme: Theme) -> RgbImage {
    let bytes = PAINTER.png(scene, theme);
    image::load_from_memory(&bytes).expect("a picture can be read").to_rgb8()
}

/// Returns the part of a picture at `(x, y)`.
fn part(of: &RgbImage, (x, y): (u32, u32), (width, height): (u32, u32)) -> RgbImage {
    image::imageops::crop_imm(of, x, y, width, height).to_image()
}

/// Returns the board of a picture, without the strip.
fn board(of: &RgbImage) -> RgbImage {
    part(of, (0, 0), (STRIP, of.height()))
}

#[test]
fn pictures_are_the_same_to_the_pixel() {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/scenes");
    let whole = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("pictures");
    let bless = std::env::var_os("BLESS").is_some();
    fs::create_dir_all(&whole).unwrap();
    let mut sums = BTreeMap::new();
    for (name, scene) in sample::all() {
        for theme in Theme::ALL {
            let bytes = PAINTER.png(&scene, theme);
            let name = format!("{name}-{}", theme.name());
            fs::write(whole.join(format!("{name}.png")), &bytes).unwrap();
            // One scene in every theme, and every scene in one, is enough to look at.
            let every = ["pits", "pitch-passing", "crowded", "court-shot"];
            let every = every.iter().any(|start| name.starts_with(start));
            if bless && (theme == Theme::Light || every) {
                small(&bytes).save(folder.join(format!("{name}.png"))).unwrap();
            }
            let pixels = image::load_from_memory(&bytes).unwrap().to_rgb8();
            let sum =
                Sha256::digest(pixels.as_raw()).iter().fold(String::new(), |mut out, byte| {
                    write!(out, "{byte:02x}").unwrap();
                    out
                });
            sums.insert(name, sum);
        }
    }
    let file = folder.join("sums.txt");
    let found: String = sums.iter().map(|(name, sum)| format!("{sum}  {name}\n")).collect();
    if bless {
        fs::write(&file, &found).unwrap();
    }
    let wanted = fs::read_to_string(&file).unwrap();
    let differ: Vec<&str> = found.lines().filter(|line| !wanted.contains(*line)).collect();
    assert!(differ.is_empty(), "not as blessed, look in {}: {differ:#?}", whole.display());
    assert_eq!(found, wanted);
}

fn small(bytes: &[u8]) -> RgbImage {
    let whole = image::load_from_memory(bytes).unwrap().to_rgb8();
    image::imageops::thumbnail(&whole, whole.width() / SMALLER, whole.height() / SMALLER)
}

#[test]
fn a_second_painter_draws_the_same_bytes() {
    let (scene, other) = (sample::pits(), Painter::new());
    // Earlier pictures have no effect.
    other.png(&sample::hostile(), Theme::Dark);
    for theme in Theme::ALL {
        assert!(other.png(&scene, theme) == PAINTER.png(&scene, theme));
    }
}

#[test]
fn a_picture_is_wide_enough_for_a_chat_and_small_enough_to_send() {
    for (name, scene) in sample::all() {
        for theme in Theme::ALL {
            let bytes = PAINTER.png(&scene, theme);
            let whole = image::load_from_memory(&bytes).unwrap();
            assert_eq!((whole.width(), whole.height()), (1080, 720));
            assert!(bytes.len() < 60_000, "{name} {}: {} bytes", theme.name(), bytes.len());
        }
    }
}

#[test]
fn the_board_turns_with_the_seat_that_looks() {
    let mut scene = sample::continental();
    let near = board(&picture(&scene, Theme::Light));
    scene.facing = scene.facing.other();
    let far = board(&picture(&scene, Theme::Light));
    // The corner a1 with its man is at the bottom left from White's side, at the top right from Black's: its middle is 28
    // pixels of frame and half of a square of 83 pixels from two edges.
    let man = |of: &RgbImage, x: u32, y: u32| part(of, (x - 25, y - 25), (50, 50));
    assert!(man(&near, 69, 650) == man(&far, 650, 69));
    assert!(near != far);
}

#[test]
fn words_from_outside_stay_in_the_strip_and_change_nothing_else() {
    let plain = sample::pits();
    let mut wild = sample::hostile();
    // The doors' names are on the board; the rest may touch only the strip.
    wild.items.clone_from(&plain.items);
    for theme in Theme::ALL {
        let (plain, wild) = (picture(&plain, theme), picture(&wild, theme));
        assert!(board(&plain) == board(&wild));
        // The margins of the strip stay free down to the caption.
        for x in [STRIP, 1080 - 10] {
            assert!(part(&plain, (x, 0), (10, 600)) == part(&wild, (x, 0), (10, 600)));
        }
        assert!(plain != wild);
    }
}

#[test]
fn doors_names_stay_on_their_squares() {
    let plain = sample::pits();
    let mut wild = plain.clone();
    for item in &mut wild.items {
        if let Item::Hatch { at: _, open: _, tint: _, knob } = item {
            *knob = "\u{202e}Donaudampfschiff \u{1f6aa}".repeat(9);
        }
    }
    let (plain, wild) = (picture(&plain, Theme::Light), picture(&wild, Theme::Light));
    // The doors from Black's side lie in the files b, c, f and g of the ranks 3 to 6.
    let changed = |x: u32, y: u32| plain.get_pixel(x, y) != wild.get_pixel(x, y);
    let mut names = 0;
    for (x, y) in
        (0..1080).flat_map(|x| (0..720).map(move |y| (x, y))).filter(|&(x, y)| changed(x, y))
    {
        let (column, row) = ((x - 28) / 83, (y - 28) / 83);
        assert!([1, 2, 5, 6].contains(&column) && (2..6).contains(&row), "pixel {x} {y}");
        names += 1;
    }
    assert!(names > 1000, "the names are not drawn");
}

#[test]
fn tints_differ_without_their_colours() {
    let tinted = |tint: Tint, open: bool| {
        let mut scene = sample::start();
        scene.items = vec![Item::Hatch { at: sample::cell("d4"), open, tint, knob: String::new() }];
        let square = part(&picture(&scene, Theme::HighContrast), (360, 277), (83, 83));
        // Black or white, whatever the colour was.
        GrayImage::from_fn(83, 83, |x, y| {
            let [red, green, blue] = square.get_pixel(x, y).0.map(u32::from);
            image::Luma([if red * 3 + green * 6 + blue > 900 { 255 } else { 0 }])
        })
    };
    for open in [false, true] {
        let all = [Tint::Black, Tint::Green, Tint::Orange].map(|tint| tinted(tint, open));
        for (one, other) in [(0, 1), (0, 2), (1, 2)] {
            let differ = all[one].pixels().zip(all[other].pixels()).filter(|(a, b)| a != b).count();
            assert!(differ > 300, "tints {one} and {other} differ in {differ} pixels");
        }
    }
}

#[test]
fn odd_boards_and_panels_are_drawn_too() {
    for (columns, rows) in [(0, 0), (1, 1), (8, 3), (26, 26), (255, 255)] {
        let mut scene = if rows == 3 { sample::meadow::worn() } else { sample::pits() };
        let Surface::Squares(grid) = &mut scene.board else { panic!("a sample of squares") };
        (grid.columns, grid.rows) = (columns, rows);
        for panel in &mut scene.panels {
            match panel {
                Panel::Wheel { sectors, at } => {
                    for sector in sectors {
                        sector.weight = u32::MAX / (1 + u32::from(columns));
                    }
                    *at = Some(usize::from(columns));
                }
                Panel::Knobs(knobs) => *knobs = [&knobs[..]; 9].concat(),
                Panel::Moves(moves) => *moves = [&moves[..]; 9].concat(),
                Panel::Notes(lines) | Panel::About { says: _, rules: lines } => {
                    *lines = [&lines[..]; 9].concat();
                }
                Panel::Cards { .. } | Panel::Own { .. } | Panel::Pile(_) => {}
                Panel::Duel(duel) => duel.passes = [&duel.passes[..]; 9].concat(),
                Panel::Hurt(all) => *all = [&all[..]; 9].concat(),
            }
        }
        picture(&scene, Theme::Dark);
        scene.panels = vec![Panel::Wheel { sectors: vec![], at: Some(0) }; 9];
        picture(&scene, Theme::Dark);
    }
}

#[test]
fn whose_turn_it_is_shows_without_colour() {
    let mut scene = sample::over();
    let grey = |scene: &Scene| {
        image::DynamicImage::ImageRgb8(picture(scene, Theme::HighContrast)).to_luma8()
    };
    let nobody = grey(&scene);
    scene.sides.first.to_move = true;
    let first = grey(&scene);
    let differ = nobody.pixels().zip(first.pixels()).filter(|(a, b)| a.0[0].abs_diff(b.0[0]) > 100);
    assert!(differ.count() > 200);
}

/// Returns how many pixels of a pitch differ clearly in brightness.
fn differing(one: &Scene, other: &Scene) -> usize {
    let grey = |scene: &Scene| {
        image::DynamicImage::ImageRgb8(picture(scene, Theme::HighContrast)).to_luma8()
    };
    let (one, other) = (grey(one), grey(other));
    let apart = |(a, b): &(&image::Luma<u8>, &image::Luma<u8>)| a.0[0].abs_diff(b.0[0]) > 100;
    one.pixels().zip(other.pixels()).filter(apart).count()
}

#[test]
fn who_has_the_ball_shows_without_colour() {
    let [ours, theirs] = ["e8", "g11"].map(|at| sample::pitch::pitch(at, |_| {}));
    assert!(300 < differing(&ours, &theirs));
}

#[test]
fn pieces_that_may_move_have_rings_on_every_board() {
    let rings = |scene: Scene, ats: [At; 2]| {
        let mut ringed = scene.clone();
        let picks = ats.map(|at| Pick { from: Some(at), ..Pick::default() });
        highlight(&mut ringed, &picks);
        differing(&scene, &ringed)
    };
    let [one, other] = ["b6", "d6"].map(|at| At::Cell(sample::cell(at)));
    assert!(300 < rings(sample::start(), [one, other]));
    assert!(300 < rings(sample::pitch::pitch("e8", |_| {}), [one, other]));
    let coins = [(4200, 800), (1200, 4000)].map(|(x, y)| At::Spot(sample::court::spot(x, y)));
    assert!(300 < rings(sample::court::set_up(), coins));
    let fighters = sample::meadow::muster();
    let places = fighters.items.iter().filter_map(|item| match item {
        Item::Fighter(fighter) => Some(At::Cell(fighter.at)),
        _ => None,
    });
    let places: Vec<At> = places.collect();
    assert!(300 < rings(fighters, [places[0], places[1]]));
}

#[test]
fn every_face_of_the_dice_is_a_drawing_of_its_own() {
    let faces = [
        Face::King,
        Face::Queen,
        Face::Bishop,
        Face::Knight,
        Face::Rook,
        Face::Pawn,
        Face::Joker,
        Face::DoubleKnight,
        Face::Pass,
        Face::Boot,
        Face::Turnover,
        Face::Penalty,
        Face::Number(1),
        Face::Number(2),
        Face::Number(3),
        Face::Number(4),
        Face::Number(5),
        Face::Number(6),
    ];
    let rolled = faces.map(|face| {
        let roll = vec![face, Face::Number(1)];
        let scene = sample::pitch::pitch("e8", |pitch| pitch.dice = Some((Seat::First, roll)));
        // The first die alone, without its name below.
        part(&picture(&scene, Theme::HighContrast), (859, 290), (104, 100))
    });
    for (n, one) in rolled.iter().enumerate() {
        for other in &rolled[..n] {
            let differ = one.pixels().zip(other.pixels()).filter(|(a, b)| a != b).count();
            assert!(differ > 150, "{:?} differs from another face in {differ} pixels", faces[n]);
        }
    }
}

#[test]
fn dice_of_the_play_before_are_marked() {
    let roll = Some((Seat::First, vec![Face::Rook, Face::Number(4)]));
    let drawn = |stale: bool| {
        let scene =
            sample::pitch::pitch("e8", |pitch| (pitch.dice, pitch.stale) = (roll.clone(), stale));
        picture(&scene, Theme::Light)
    };
    let (fresh, stale) = (drawn(false), drawn(true));
    assert!(fresh != stale);
    assert!(board(&fresh) == board(&stale), "only the strip says so");
}

#[test]
fn beside_a_pitch_the_room_for_what_happened_is_filled() {
    let told = |first: &str, count: usize| {
        let mut scene = sample::pitch::pitch("e8", |_| {});
        let first = Some(first.to_owned()).filter(|it| !it.is_empty());
        scene.last = first.into_iter().chain((0..count).map(|_| "go".to_owned())).collect();
        picture(&scene, Theme::Light)
    };
    let long = "many words about a long run ".repeat(6);
    let bare: Vec<RgbImage> = (0..20).map(|count| told("", count)).collect();
    let mut looked = 0;
    for (count, pair) in bare.windows(2).enumerate().filter(|(_, pair)| pair[0] != pair[1]) {
        assert!(told(&long, count) != pair[0], "there is room above {count} lines");
        looked += 1;
    }
    assert!((3..19).contains(&looked), "{looked}");
}

#[test]
fn the_pitch_turns_with_the_seat_that_looks() {
    let mut scene = sample::pitch::pitch("e8", |_| {});
    let near = picture(&scene, Theme::Light);
    scene.facing = Seat::Second;
    let far = picture(&scene, Theme::Light);
    // The goalie on f1 stands in the second column of cells, 50 pixels wide, of the middle row.
    let goalie = |of: &RgbImage, x: u32| part(of, (x, 306), (38, 38));
    assert!(goalie(&near, 56) == goalie(&far, 756));
    assert!(near != far);
}

/// Returns how many pixels differ between two people once every colour is black or white.
fn differ(one: &FighterItem, other: &FighterItem) -> usize {
    let drawn = |fighter: &FighterItem| {
        let mut scene = sample::meadow::duel();
        scene.items = vec![Item::Fighter(fighter.clone())];
        let board = board(&picture(&scene, Theme::HighContrast));
        GrayImage::from_fn(board.width(), board.height(), |x, y| {
            let [red, green, blue] = board.get_pixel(x, y).0.map(u32::from);
            image::Luma([if red * 3 + green * 6 + blue > 900 { 255 } else { 0 }])
        })
    };
    let (one, other) = (drawn(one), drawn(other));
    one.pixels().zip(other.pixels()).filter(|(a, b)| a != b).count()
}

#[test]
fn wounds_armour_kits_and_sides_are_told_by_shape() {
    let people = sample::meadow::duel().items.into_iter().find_map(|item| match item {
        Item::Fighter(it) => Some(it),
        _ => None,
    });
    let man = people.expect("somebody stands there");
    for place in BodyPart::ALL {
        let mut armour = [0; 5];
        armour[place as usize] = 1;
        let one = FighterItem { armour, ..man.clone() };
        armour[place as usize] = 2;
        let two = FighterItem { armour, ..man.clone() };
        assert!(differ(&man, &one) > 30, "{place:?}");
        assert!(differ(&one, &two) > 10, "{place:?}");
        if place != BodyPart::Torso {
            let wounded = FighterItem { wound: Some(place), ..man.clone() };
            assert!(differ(&man, &wounded) > 50 && differ(&one, &wounded) > 30, "{place:?}");
        }
    }
    for arms in [Arms::Shield, Arms::Pair, Arms::Great, Arms::Dagger] {
        assert!(differ(&man, &FighterItem { arms, ..man.clone() }) > 60, "{arms:?}");
    }
    assert!(differ(&man, &FighterItem { seat: man.seat.other(), ..man.clone() }) > 300);
    assert!(differ(&man, &FighterItem { rank: engine::scene::Rank::King, ..man.clone() }) > 60);
    assert!(differ(&man, &FighterItem { protect: true, ..man.clone() }) > 100);
}

#[test]
fn a_number_changes_only_the_square_its_choice_leads_to() {
    let scene = sample::start();
    let squares = Squares::of(&scene).unwrap();
    let [from, other, to] = ["b6", "d6", "c5"].map(sample::cell);
    let plain = picture(&scene, Theme::Light);
    let numbered = |picks: &[(usize, Pick)]| {
        let bytes = PAINTER.numbered(&scene, Theme::Light, picks);
        image::load_from_memory(&bytes).expect("a picture can be read").to_rgb8()
    };
    assert_eq!(numbered(&[]), plain);
    let at = squares.names.iter().position(|it| it == "c5").unwrap();
    let column = u32::try_from(at % squares.across).unwrap();
    let row = u32::try_from(at / squares.across).unwrap();
    let size = u32::try_from(squares.size).unwrap();
    let (left, top) = squares.corner;
    let left = u32::try_from(left).unwrap() + column * size;
    let top = u32::try_from(top).unwrap() + row * size;
    let mut seen = Vec::new();
    for picks in [
        vec![(1, Pick::from_to(from, to))],
        vec![(1, Pick::from_to(other, to))],
        vec![(1, Pick::target(to))],
        vec![(1, Pick::target(to)), (2, Pick::target(to))],
    ] {
        let drawn = numbered(&picks);
        let changed =
            drawn.enumerate_pixels().filter(|(x, y, pixel)| plain.get_pixel(*x, *y) != *pixel);
        let changed: Vec<(u32, u32)> = changed.map(|(x, y, _)| (x, y)).collect();
        assert!(50 < changed.len(), "{picks:?} is drawn");
        for (x, y) in &changed {
            let inside = (left..left + size).contains(x) && (top..top + size).contains(y);
            assert!(inside, "{picks:?}: ({x}, {y}) is outside c5");
        }
        seen.push(changed);
    }
    seen.dedup();
    assert_eq!(seen.len(), 4, "each stands elsewhere, or says something else");
}
