//! What must be visible of stacks, walls and cards in every theme.
use engine::{
    scene::{Emblem, Item, Panel, Scene},
    seat::Seat,
};
use image::{GrayImage, RgbImage};
use render::Theme;

use super::{STRIP, part, picture, sample};

#[test]
fn no_two_emblems_look_alike() {
    for theme in Theme::ALL {
        let drawn: Vec<RgbImage> = Emblem::ALL
            .iter()
            .map(|emblem| {
                part(&picture(&sample::moon::emblem(*emblem), theme), (734, 155), (100, 100))
            })
            .collect();
        for (n, one) in drawn.iter().enumerate() {
            for (m, other) in drawn[..n].iter().enumerate() {
                let differ = one.pixels().zip(other.pixels()).filter(|(a, b)| a != b).count();
                let names = [Emblem::ALL[n].name(), Emblem::ALL[m].name()];
                assert!(1000 < differ, "{names:?} differ in {differ} pixels");
            }
        }
    }
}

#[test]
fn walls_of_either_side_are_seen_in_every_theme() {
    for theme in Theme::ALL {
        let mut scene = sample::moon::emblem(Emblem::Fortify);
        let bare = picture(&scene, theme);
        let mut walled = Vec::new();
        for seat in Seat::BOTH {
            let between = ["d4", "d5"].map(sample::cell);
            scene.items = vec![Item::Wall { between, seat, fresh: false }];
            walled.push(picture(&scene, theme));
        }
        let differ = |one: &RgbImage, other: &RgbImage| {
            let far = |a: &image::Rgb<u8>, b: &image::Rgb<u8>| {
                (0..3).any(|nth| a.0[nth].abs_diff(b.0[nth]) > 60)
            };
            one.pixels().zip(other.pixels()).filter(|(a, b)| far(a, b)).count()
        };
        for (one, other) in [(&bare, &walled[0]), (&bare, &walled[1]), (&walled[0], &walled[1])] {
            assert!(200 < differ(one, other), "{}: {}", theme.name(), differ(one, other));
        }
    }
}

#[test]
fn a_loss_does_not_cross_out_whoever_stands_there_by_now() {
    let stack = |seat: Seat| Item::Stack {
        at: sample::cell("d4"),
        seat,
        height: 1,
        rings: 0,
        snookles: 0,
        hippo: false,
        waits: false,
    };
    let lost = Item::Toppled { at: sample::cell("d4"), seat: Seat::First, height: 2 };
    for theme in Theme::ALL {
        let drawn = |items: Vec<Item>| {
            let mut scene = sample::moon::emblem(Emblem::Ring);
            scene.items = items;
            // The square d4 from White's side.
            part(&picture(&scene, theme), (277, 360), (83, 83))
        };
        let alone = drawn(vec![stack(Seat::Second)]);
        let both = drawn(vec![stack(Seat::Second), lost.clone()]);
        let middle = |of: &RgbImage| part(of, (10, 10), (36, 36));
        assert!(middle(&alone) == middle(&both), "{}", theme.name());
        assert!(alone != both, "the loss is seen beside, {}", theme.name());
        assert!(drawn(vec![lost.clone()]) != drawn(vec![]), "{}", theme.name());
    }
}

#[test]
fn stacks_and_lost_stacks_are_seen_and_told_apart_by_side_without_colour() {
    let drawn = |item: Item| {
        let mut scene = sample::moon::emblem(Emblem::Ring);
        scene.items = vec![item];
        let image = image::DynamicImage::ImageRgb8(picture(&scene, Theme::HighContrast)).to_luma8();
        image::imageops::crop_imm(&image, 277, 360, 83, 83).to_image()
    };
    let at = sample::cell("d4");
    let share = |of: &GrayImage, passes: fn(u8) -> bool| {
        of.pixels().filter(|pixel| passes(pixel.0[0])).count()
    };
    let (black, white) = (|it: u8| it < 60, |it: u8| 200 < it);
    for height in 1..=3 {
        let stack = |seat| {
            drawn(Item::Stack {
                at,
                seat,
                height,
                rings: 0,
                snookles: 0,
                hippo: false,
                waits: false,
            })
        };
        let (dark, light) = (stack(Seat::First), stack(Seat::Second));
        assert!(
            share(&dark, black) > share(&dark, white),
            "a dark stack of {height} is mostly black"
        );
        assert!(share(&light, white) > share(&light, black), "a light one is mostly white");
        for seat in Seat::BOTH {
            let lost = drawn(Item::Toppled { at, seat, height });
            assert!(share(&lost, black) > 150 && share(&lost, white) > 150, "{seat} {height}");
        }
    }
}

#[test]
fn a_known_pile_and_many_cards_keep_their_words_in_the_strip() {
    let strip = |scene: &Scene| {
        let image = picture(scene, Theme::HighContrast);
        part(&image, (STRIP, 150), (1080 - STRIP, 400))
    };
    let named = |name: &str| {
        let emblem = Emblem::ALL.iter().find(|all| all.name() == name);
        (*emblem.unwrap(), name.to_owned())
    };
    let names = ["flood", "fire", "wanderlust", "translation", "double", "cheater"];
    let with = |count: usize, last: &str| {
        let mut scene = sample::moon::turned();
        let mut cards: Vec<(Emblem, String)> =
            names.iter().cycle().take(count).map(|it| named(it)).collect();
        cards.push(named(last));
        scene.panels[2] = Panel::Pile(cards);
        strip(&scene)
    };
    // A pile of two decks is written in full; with three, the rest is counted.
    assert!(with(37, "ring") != with(37, "doom"));
    assert!(with(57, "ring") != with(56, "ring"));
    // Three different cards still say what they do.
    let three = |effect: &str| {
        let mut scene = sample::moon::decks();
        scene.panels.truncate(1);
        let Panel::Cards { faces, .. } = &mut scene.panels[0] else { panic!("cards come first") };
        faces[1].name = "Fate".to_owned();
        faces[2].name = "Doom".to_owned();
        for face in faces {
            face.effect = format!("Empty a 2x2 area that holds checkers of {effect}.");
        }
        strip(&scene)
    };
    assert!(three("both sides") != three("one side"));
}

#[test]
fn the_strip_fills_its_free_room_with_what_happened() {
    let told = |first: &str| {
        let mut scene = sample::moon::emblem(Emblem::Doom);
        let mut last = vec![format!("Anneliese plays {first}.")];
        last.extend(vec!["The monolith goes right, from d4-e5 to e4-f5.".to_owned(); 4]);
        scene.last = last;
        picture(&scene, Theme::Light)
    };
    assert!(told("Doom") != told("Monolith"), "the line that names the card is there");
}
