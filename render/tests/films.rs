//! GIFs: they show the right pictures at the right time, and repeat after resting on the last one.
#[path = "random/mod.rs"]
#[allow(dead_code, reason = "its random matches are for pictures")]
mod random;
#[path = "sample/mod.rs"]
#[allow(dead_code, reason = "the samples of squares are for the pictures")]
mod sample;

use std::sync::LazyLock;

use engine::{
    games::GameId,
    scene::{
        Reel, Scene, Shown,
        court::{CoinPath, Film},
    },
};
use render::{Painter, Theme};
use sample::court;

static PAINTER: LazyLock<Painter> = LazyLock::new(Painter::new);

/// A GIF as a viewer shows it: every picture whole, with the hundredths of a second it stands.
struct Read {
    size: (usize, usize),
    pictures: Vec<(Vec<[u8; 3]>, u16)>,
}

/// Reads a GIF and lays each picture over the one before.
fn read(bytes: &[u8]) -> Read {
    let mut options = gif::DecodeOptions::new();
    options.set_color_output(gif::ColorOutput::RGBA);
    let mut decoder = options.read_info(bytes).unwrap();
    let size = (usize::from(decoder.width()), usize::from(decoder.height()));
    let mut seen = vec![[0; 3]; size.0 * size.1];
    let mut pictures = Vec::new();
    while let Some(frame) = decoder.read_next_frame().unwrap() {
        let (left, top) = (usize::from(frame.left), usize::from(frame.top));
        for (row, pixels) in frame.buffer.chunks_exact(4 * usize::from(frame.width)).enumerate() {
            for (column, pixel) in pixels.chunks_exact(4).enumerate() {
                if pixel[3] != 0 {
                    seen[(top + row) * size.0 + left + column] = [pixel[0], pixel[1], pixel[2]];
                }
            }
        }
        pictures.push((seen.clone(), frame.delay));
    }
    Read { size, pictures }
}

fn still(scene: &Scene, theme: Theme, (width, height): (usize, usize)) -> Vec<[u8; 3]> {
    let whole = image::load_from_memory(&PAINTER.png(scene, theme)).unwrap().to_rgb8();
    let part = image::imageops::crop_imm(&whole, 0, 0, width as u32, height as u32).to_image();
    part.pixels().map(|it| it.0).collect()
}

/// The sample shot in time; one coin leaves the court.
fn film() -> Film {
    let moving = |coin, way: &[(u32, (i32, i32))], gone| CoinPath {
        coin,
        way: way.iter().map(|step| (step.0, court::spot(step.1.0, step.1.1))).collect(),
        gone,
    };
    Film {
        slowing: 100_000,
        coins: vec![
            moving(
                court::BALL,
                &[
                    (0, (5000, 6000)),
                    (60_000, (5000, 6000)),
                    (150_000, (9625, 8100)),
                    (420_000, (6100, 9900)),
                ],
                false,
            ),
            moving(
                court::south(2),
                &[(0, (4200, 800)), (60_000, (4800, 5300)), (300_000, (3900, 6100))],
                false,
            ),
            moving(
                court::north(2),
                &[(0, (5000, 11_000)), (200_000, (5000, 11_000)), (500_000, (5000, 14_000))],
                true,
            ),
            moving(court::south(1), &[(0, (2900, 1300))], false),
        ],
    }
}

fn shot() -> Reel {
    Reel::Step(Box::new(Shown { scene: court::shot(), film: Some(film()), moment: None }))
}

#[test]
fn a_shot_is_shown_in_real_time_and_rests_on_its_end() {
    for theme in Theme::ALL {
        let bytes = PAINTER.gif(&shot(), theme);
        assert!(bytes.len() < 1_500_000, "{} bytes", bytes.len());
        let Read { size, pictures } = read(&bytes);
        assert_eq!(size, (720, 720));
        let [(_, first), moving @ .., (last, held)] = &pictures[..] else {
            panic!("hardly a film")
        };
        assert!(*first <= 60, "it begins soon");
        let took: u16 = moving.iter().map(|it| it.1).sum();
        // Half a second, to the next picture.
        assert!((50..=56).contains(&took), "{took} hundredths of a second");
        assert!(pictures.iter().map(|it| it.1).sum::<u16>() <= 320, "three seconds, about");
        assert!(*last == still(&court::shot(), theme, size), "it rests on the scene");
        assert!(200 <= *held, "two seconds, before it begins again");
        assert!(bytes.windows(11).any(|it| it == b"NETSCAPE2.0"));
    }
}

#[test]
fn a_film_that_plays_once_lacks_only_what_makes_it_repeat() {
    const REPEATS: &[u8] = b"\x21\xff\x0bNETSCAPE2.0\x03\x01\x00\x00\x00";
    let mut film = PAINTER.gif(&shot(), Theme::Light);
    let at = film.windows(REPEATS.len()).position(|it| it == REPEATS).expect("it repeats");
    film.drain(at..at + REPEATS.len());
    assert!(film == PAINTER.gif_once(&shot(), Theme::Light));
}

#[test]
fn the_same_film_is_the_same_bytes() {
    assert!(PAINTER.gif(&shot(), Theme::Dark) == Painter::new().gif(&shot(), Theme::Dark));
}

fn usual(shown: Vec<Shown>) -> Reel {
    Reel::Match { shown, speed: 100 }
}

#[test]
fn a_match_is_shown_step_by_step() {
    let shown = |scene, film| Shown { scene, film, moment: None };
    let shown = vec![
        shown(court::set_up(), None),
        shown(court::shot(), Some(film())),
        shown(court::tried(), None),
    ];
    let reel = usual(shown);
    let Read { size, pictures } = read(&PAINTER.gif(&reel, Theme::Light));
    assert_eq!(size, (1080, 720));
    let at = |scene: &Scene| {
        let wanted = still(scene, Theme::Light, size);
        pictures.iter().position(|it| it.0 == wanted)
    };
    let stops = [at(&court::set_up()), at(&court::shot()), at(&court::tried())];
    assert_eq!(stops[0], Some(0));
    assert_eq!(stops[2], Some(pictures.len() - 1));
    assert!(stops[1] > Some(5), "the shot is shown before its end: {stops:?}");
}

#[test]
fn a_match_of_any_game_and_length_fits_into_a_message() {
    let shown = |n: usize| match n % 3 {
        0 => Shown { scene: court::set_up(), film: None, moment: None },
        1 => Shown { scene: court::shot(), film: Some(film()), moment: None },
        _ => Shown { scene: court::tried(), film: Some(film()), moment: None },
    };
    let long = PAINTER.gif(&usual((0..100).map(shown).collect()), Theme::Light);
    assert!(long.len() <= 8_000_000, "{} bytes", long.len());
    let squares = [sample::start(), sample::pits(), sample::over()];
    let all = squares.iter().map(|scene| Shown { scene: scene.clone(), film: None, moment: None });
    let Read { pictures, .. } = read(&PAINTER.gif(&usual(all.collect()), Theme::Dark));
    // Each comes in at most two parts, the first for an instant.
    let standing = pictures.iter().filter(|it| 2 < it.1).count();
    assert!(standing == 3 && pictures.len() <= 6, "{standing} of {}", pictures.len());
    assert_eq!(PAINTER.gif(&usual(Vec::new()), Theme::Light), Vec::<u8>::new());
}

#[test]
fn a_match_takes_a_megabyte_for_160_steps_at_most() {
    for game in GameId::ALL.iter().copied() {
        let shown = random::played(game, 3, 160);
        let (steps, bytes) = (shown.len(), PAINTER.gif(&usual(shown), Theme::Light).len());
        assert!(bytes <= 1_000_000, "{game}: {bytes} bytes for {steps} steps");
    }
}

#[test]
fn a_long_match_is_told_at_its_end_and_a_short_one_step_by_step() {
    let played = random::played(GameId::Draughts, 3, 31);
    let stands = |shown: &[Shown], at: usize| {
        let Read { size, pictures } = read(&PAINTER.gif(&usual(shown.to_vec()), Theme::Light));
        let wanted = still(&shown[at].scene, Theme::Light, size);
        pictures.iter().any(|it| it.0 == wanted)
    };
    let (short, last) = (&played[..30], played.len() - 1);
    assert!(stands(short, 10) && stands(short, 29));
    assert!(stands(&played, last) && !stands(&played, 10));
}

#[test]
fn a_moment_is_shown_before_the_board_that_was_set_up_again() {
    let (scene, moment) = (sample::pitch::passing(), sample::pitch::goal());
    let shown = Shown { scene: scene.clone(), film: None, moment: Some(moment.clone()) };
    let Read { size, pictures } = read(&PAINTER.gif(&Reel::Step(Box::new(shown)), Theme::Light));
    let wanted = [&moment, &scene].map(|scene| (still(scene, Theme::Light, size), 200));
    assert!(pictures == wanted);
}

#[test]
fn a_match_is_shown_at_any_speed() {
    let shown = vec![
        Shown { scene: court::set_up(), film: None, moment: None },
        Shown { scene: court::shot(), film: Some(film()), moment: None },
    ];
    let at =
        |speed: u16| read(&PAINTER.gif(&Reel::Match { shown: shown.clone(), speed }, Theme::Light));
    // The last picture stands for two seconds at any speed.
    let lasts = |read: &Read| {
        let [all @ .., _] = &read.pictures[..] else { panic!("no film") };
        all.iter().map(|it| u32::from(it.1)).sum::<u32>()
    };
    let [slow, usual, fast, least] = [50, 100, 400, 1].map(|speed| lasts(&at(speed)));
    let times = |a: u32, b: u32| f64::from(a) / f64::from(b);
    assert!((1.8..2.2).contains(&times(slow, usual)), "{slow} {usual}");
    assert!((3.0..5.0).contains(&times(usual, fast)), "{usual} {fast}");
    assert!(usual < least);
    // Chats show too short pictures for a long time.
    assert!(at(1000).pictures.iter().all(|it| 2 <= it.1));
}
