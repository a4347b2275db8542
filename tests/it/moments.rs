//! Highlights of steps, in every game.
use engine::{
    games::GameId,
    scene::{self, Item, Reel, Shown},
    seat::{Seat, Viewer},
};
use it::matches::{LONGEST, Match, observer};
use render::{Painter, Theme};

/// Plays random matches and returns the highlights shown, each kind of banner once.
fn moments(game: GameId) -> Vec<Shown> {
    let room = observer(Viewer::Room);
    let mut out: Vec<Shown> = Vec::new();
    for seed in 1..=6 {
        let mut played = Match::open(game, "", seed).unwrap();
        while let Some((seat, words)) = played.sample().filter(|_| played.steps + 1 < LONGEST) {
            played.play(seat, &words).unwrap();
            let table = &played.table;
            assert_eq!(table.has_moment(), table.moment(room).is_some());
            let Some(moment) = table.moment(room) else { continue };
            let kind = |scene: &scene::Scene| {
                scene.banner().unwrap().split(' ').next().unwrap().to_owned()
            };
            let known = |shown: &Shown| {
                shown.moment.as_ref().is_some_and(|other| kind(other) == kind(&moment))
            };
            if !out.iter().any(known) {
                let (scene, film) = (table.show(room), table.film());
                out.push(Shown { scene, film, moment: Some(moment) });
            }
        }
    }
    out
}

#[test]
fn a_moment_is_announced_in_the_picture_in_words_and_in_characters() {
    for game in GameId::ALL.iter().copied() {
        let all = moments(game);
        // A goal in a random match of eleven a side is rare.
        assert!(!all.is_empty() || game.name() == "metasoccer", "{game}");
        for Shown { moment, .. } in &all {
            let moment = moment.as_ref().unwrap();
            let banner = moment.banner().unwrap();
            let banners = moment.items.iter().filter(|item| matches!(item, Item::Banner(_)));
            assert_eq!(banners.count(), 1, "{game}: {banner}");
            assert!(scene::words(moment).starts_with(banner), "{game}: {banner}");
            assert!(scene::ascii(moment).contains(banner), "{game}: {banner}");
        }
    }
}

#[test]
fn the_film_of_a_moment_begins_before_it_and_rests_on_the_board_that_is_played_on() {
    let painter = Painter::new();
    for game in GameId::ALL.iter().copied() {
        for shown in moments(game).into_iter().take(2) {
            let still = Shown { film: None, moment: None, ..shown.clone() };
            let banner = shown.moment.as_ref().and_then(|it| it.banner()).unwrap().to_owned();
            let film = painter.gif(&Reel::Step(Box::new(shown)), Theme::Light);
            assert!(film.len() < 250_000, "{game}, {banner}: {} bytes", film.len());
            let film = frames(&film);
            let still = frames(&painter.gif(&Reel::Step(Box::new(still)), Theme::Light));
            assert!(2 < film.len(), "{game}, {banner}: {} pictures", film.len());
            let (last, held) = film.last().unwrap();
            assert!(200 <= *held, "{game}, {banner}: the last picture stands {held}");
            assert!(*last == still[0].0, "{game}, {banner}: it rests on the still picture");
            assert!(film[0].0 != *last, "{game}, {banner}");
        }
    }
}

/// Reads a film as a viewer shows it: every picture whole, with its duration in hundredths of a second.
fn frames(bytes: &[u8]) -> Vec<(Vec<u8>, u16)> {
    let mut options = gif::DecodeOptions::new();
    options.set_color_output(gif::ColorOutput::Indexed);
    let mut decoder = options.read_info(bytes).unwrap();
    let wide = usize::from(decoder.width());
    let mut whole = vec![0; wide * usize::from(decoder.height())];
    let mut out = Vec::new();
    while let Some(frame) = decoder.read_next_frame().unwrap() {
        let (left, top) = (usize::from(frame.left), usize::from(frame.top));
        for (y, row) in frame.buffer.chunks(usize::from(frame.width)).enumerate() {
            for (x, &pixel) in row.iter().enumerate() {
                if frame.transparent != Some(pixel) {
                    whole[(top + y) * wide + left + x] = pixel;
                }
            }
        }
        out.push((whole.clone(), frame.delay));
    }
    out
}

#[test]
fn nobody_sees_more_at_the_height_of_a_step_than_the_room_may_know() {
    for game in GameId::ALL.iter().copied() {
        let mut played = Match::open(game, "", 3).unwrap();
        while let Some((seat, words)) = played.sample().filter(|_| played.steps < 400) {
            played.play(seat, &words).unwrap();
            let Some(moment) = played.table.moment(observer(Viewer::Room)) else { continue };
            let mut dice = played.dice();
            let other = played.table.determinize(Viewer::Room, &mut dice);
            assert_eq!(other.moment(observer(Viewer::Room)), Some(moment), "{game}");
            for seat in Seat::BOTH {
                assert!(played.table.moment(observer(Viewer::Seat(seat))).is_some(), "{game}");
            }
        }
    }
}
