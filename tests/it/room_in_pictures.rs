//! Pictures of random matches: nothing beside a board stays empty that is larger than a tenth of the picture, and whatever is written in
//! them can be read, in every theme and whatever the players are called.
use std::collections::BTreeMap;

use engine::{
    games::GameId,
    scene::{Panel, Scene},
    seat::{BySeat, Observer, Viewer},
};
use it::{
    matches::{Match, observer},
    sample::part,
};
use render::{Painter, Theme};

/// The columns beside boards of squares and courts, and beside pitches.
const STRIPS: [(usize, usize); 2] = [(720, 1080), (850, 1080)];
const SIZE: (usize, usize) = (1080, 720);
/// A step of so many is looked at.
const EVERY: u32 = 9;

/// Returns the largest rectangle of nothing but paper in the strip of a picture, in pixels.
fn emptiest(painter: &Painter, scene: &Scene, pitch: bool) -> usize {
    let bytes = painter.png(scene, Theme::Light);
    let mut reader = png::Decoder::new(std::io::Cursor::new(bytes)).read_info().unwrap();
    let small = reader.info().bit_depth == png::BitDepth::Four;
    let mut read = vec![0; reader.output_buffer_size().unwrap()];
    reader.next_frame(&mut read).unwrap();
    let pixel = |x: usize, y: usize| {
        if small {
            read[(y * SIZE.0 + x) / 2] >> if x.is_multiple_of(2) { 4 } else { 0 } & 15
        } else {
            read[y * SIZE.0 + x]
        }
    };
    // The corner of the strip is paper.
    let paper = pixel(SIZE.0 - 1, 0);
    let (left, right) = STRIPS[usize::from(pitch)];
    // How far up from this row each column is paper.
    let mut high = vec![0_usize; right - left];
    let mut most = 0;
    for y in 0..SIZE.1 {
        for (x, high) in (left..).zip(&mut high) {
            *high = if pixel(x, y) == paper { *high + 1 } else { 0 };
        }
        let mut open: Vec<(usize, usize)> = Vec::new();
        for (x, &tall) in high.iter().chain([&0]).enumerate() {
            let mut from = x;
            while let Some((start, top)) = open.pop_if(|it| tall <= it.1) {
                most = most.max((x - start) * top);
                from = start;
            }
            open.push((from, tall));
        }
    }
    most
}

#[test]
fn nothing_beside_a_board_is_empty_that_is_larger_than_a_tenth_of_the_picture() {
    let painter = Painter::new();
    let most = SIZE.0 * SIZE.1 / 10;
    let mut worst = Vec::new();
    let matches = GameId::ALL.iter().flat_map(|game| [5, 6, 7].map(|seed| (*game, seed)));
    for (game, seed) in part(matches) {
        let mut largest = (0, 0);
        let mut played = Match::open(game, "", seed).unwrap();
        loop {
            let mut scenes = Vec::new();
            // The first moves have the least to tell.
            if played.steps < EVERY
                || played.steps.is_multiple_of(EVERY)
                || played.sample().is_none()
            {
                scenes.push(played.scene(Viewer::Room));
            }
            scenes.extend(played.table.moment(observer(Viewer::Room)));
            for scene in scenes {
                let empty = emptiest(&painter, &scene, game.name() == "metasoccer");
                largest = largest.max((empty, played.steps));
            }
            let next = played.sample().filter(|_| played.steps < 250);
            let Some((seat, words)) = next else { break };
            played.play(seat, &words).unwrap();
        }
        println!("{game}: {} of {most} pixels after step {}", largest.0, largest.1);
        if most < largest.0 {
            worst.push(format!("{game}: {} pixels after step {}", largest.0, largest.1));
        }
    }
    assert!(worst.is_empty(), "at most {most}: {worst:#?}");
}

/// What players may be called: short, long, in one long word, and in other scripts; and how long a name may be on Discord.
const NAMES: [[&str; 2]; 6] = [
    ["🦊🙂🎲 Ann 🧙🦄", "สมชาย"],
    ["김민준", "아주긴이름을가진사람입니다"],
    ["Jo", "Maximilian Bartholomew Smith-Jon"],
    ["Wolfeschlegelsteinhausenbergerdo", "山田太郎山田太郎"],
    ["محمد عبد الرحمن الهاشمي", "ישראל ישראלי"],
    ["🎲 Ann 🎲", "Γεώργιος Παπαδόπουλος"],
];

/// Tells whether something is cut that may be longer than any room for it: what happened, and moves of long ago.
fn is_more_than_fits(scene: &Scene, found: &str) -> bool {
    let moves = scene.panels.iter().filter_map(|panel| match panel {
        Panel::Moves(moves) => Some(moves),
        _ => None,
    });
    let moves = moves.flatten().map(|it| &it.words);
    let mut told = scene.last.iter().chain(moves);
    let cut = found.strip_prefix("cut: ").map(|it| it.trim_end_matches('…'));
    // Letters that run from the right are turned.
    let plain = |text: &str| text.chars().filter(char::is_ascii).collect::<String>();
    let cut = cut.map(plain).filter(|cut| !cut.trim().is_empty());
    // Who can't be named is called by the side.
    let called = |text: &String| {
        let sides = [&scene.sides.first, &scene.sides.second];
        sides.iter().fold(text.clone(), |it, side| it.replace(&side.name, &side.role))
    };
    cut.is_some_and(|cut| {
        told.any(|told| [told, &called(told)].iter().any(|told| plain(told).contains(cut.trim())))
    })
}

#[test]
fn whatever_is_written_in_a_picture_can_be_read() {
    let painter = Painter::new();
    let mut bad = BTreeMap::<String, String>::new();
    for game in GameId::ALL.iter().copied() {
        for (seed, [first, second]) in (5..).zip(NAMES) {
            let names = BySeat { first: first.to_owned(), second: second.to_owned() };
            let mut played = Match::open(game, "", seed).unwrap();
            for nth in 0.. {
                let next = played.sample().filter(|_| played.steps < 150);
                if played.steps.is_multiple_of(EVERY) || next.is_none() {
                    let to = Observer { viewer: Viewer::Room, names: &names };
                    let scene = played.table.show(to);
                    let theme = Theme::ALL[nth % Theme::ALL.len()];
                    for found in render::unreadable(|| painter.png(&scene, theme)) {
                        if is_more_than_fits(&scene, &found) {
                            continue;
                        }
                        let at = format!("{game}, {}, step {}", theme.name(), played.steps);
                        bad.entry(found).or_insert(at);
                    }
                }
                let Some((seat, words)) = next else { break };
                played.play(seat, &words).unwrap();
            }
        }
    }
    assert!(bad.is_empty(), "{bad:#?}");
}
