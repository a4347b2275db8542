//! Films: a GIF of a shot, or of a whole match. It repeats after showing its last picture for two seconds, or plays once.
use std::{borrow::Cow, ops::Range};

use engine::{
    scene::{
        Item, Reel, Scene, Shown, Surface,
        court::{CourtThing, Film},
    },
    seat::Seat,
};
use gif::{DisposalMethod, Encoder, Frame, Repeat};
use image::GrayImage;

use crate::{
    DrawingKit, Painter,
    canvas::{Canvas, Rect},
    draw::{self, court::CourtLayout},
    layout::{HEIGHT, WIDTH},
    lzw,
    theme::{Set, Theme},
};

/// Hundredths of a second each picture of a shot stands when it is shown by itself.
const SMOOTH: u16 = 3;

/// The same within a match, from smooth to rough; with none, shots aren't animated.
const PACES: [Option<u16>; 3] = [Some(6), Some(12), None];

/// The fewest hundredths of a second a picture stands: many programs show shorter ones much longer.
const SHORTEST: u16 = 2;

/// Hundredths of a second the last picture stands before the film begins again, at least.
const HELD: u16 = 200;

/// Hundredths of a second the highlight of a step stands.
const MOMENT: usize = 200;

/// Hundredths of a second the coins lie still before a shot.
const BEFORE: u16 = 50;

/// Hundredths of a second each picture of a piece on its way stands, at least.
const GLIDE: u16 = 4;

/// Hundredths of a second a step stands: at most, and at least in a match of many steps, which as a whole must take no more than the last.
const STANDS: [usize; 3] = [90, 25, 9000];

/// The most steps of a film whose words are read along. A longer one leaves them out until its end: they change with every step, and would
/// be most of its bytes.
const READ: usize = 30;

/// The most bytes of a film of up to this many steps; longer ones may have proportionally more. A phone loads that quickly.
const MOST: usize = 1_000_000;
const MOST_OF: usize = 160;

/// The most bytes of a GIF; chats accept about eight million.
const LIMIT: usize = 7_500_000;

/// The timing of a film.
#[derive(Clone, Copy)]
struct FilmTiming {
    /// Hundredths of a second each picture of a shot stands; none if shots aren't animated.
    smooth: Option<u16>,
    /// Percent of the usual speed.
    speed: u16,
    /// Whether it begins again after its end.
    repeats: bool,
}

impl FilmTiming {
    /// Scales how long a picture stands, in hundredths of a second.
    fn stands(self, usually: usize) -> u16 {
        let hundredths = usually * 100 / usize::from(self.speed.max(1));
        hundredths.clamp(SHORTEST.into(), u16::MAX.into()) as u16
    }

    /// Scales the time of a shot.
    fn hastened(self, time: u32) -> u32 {
        (time * u32::from(self.speed.max(1)) / 100).max(1)
    }
}

impl Painter {
    /// Draws pictures as a GIF: a step in real time, only the board, 720 x 720 pixels; a match step
    /// by step, 1080 x 720 pixels, as smooth as the size limit of chats allows. The same bytes on
    /// every machine.
    pub fn gif(&self, reel: &Reel, theme: Theme) -> Vec<u8> {
        self.film(reel, theme, true)
    }

    /// Draws the same GIF, which stops at its last picture.
    pub fn gif_once(&self, reel: &Reel, theme: Theme) -> Vec<u8> {
        self.film(reel, theme, false)
    }

    fn film(&self, reel: &Reel, theme: Theme, repeats: bool) -> Vec<u8> {
        match reel {
            Reel::Step(shown) => {
                let board = Rect::new(0, 0, HEIGHT, HEIGHT);
                let pace = FilmTiming { smooth: Some(SMOOTH), speed: 100, repeats };
                self.unroll(std::slice::from_ref(&**shown), theme, pace, board)
            }
            Reel::Match { shown, speed } => {
                let whole = Rect::new(0, 0, WIDTH, HEIGHT);
                let most = (MOST * shown.len().max(MOST_OF) / MOST_OF).min(LIMIT);
                let mut out = Vec::new();
                for smooth in PACES {
                    let pace = FilmTiming { smooth, speed: *speed, repeats };
                    out = self.unroll(shown, theme, pace, whole);
                    if out.len() <= most {
                        break;
                    }
                }
                out
            }
        }
    }

    fn unroll(&self, shown: &[Shown], theme: Theme, pace: FilmTiming, part: Rect) -> Vec<u8> {
        let Some(first) = shown.first() else { return Vec::new() };
        let mut roll =
            GifRoll::new(self, theme, self.kit(theme, Set::of(&first.scene.board)), part);
        if pace.repeats {
            roll.encoder.set_repeat(Repeat::Infinite).expect("memory takes every byte");
        }
        let [most, least, all] = STANDS;
        let stands = pace.stands((all / shown.len()).clamp(least, most));
        // Until the coins rest the strip shows the earlier lines.
        let mut before: Option<Cow<'_, Scene>> = None;
        for (left, Shown { scene, film, moment }) in (0..shown.len()).rev().zip(shown) {
            let said = |scene| {
                if READ < shown.len() && 0 < left {
                    Cow::Owned(without_words(scene))
                } else {
                    Cow::Borrowed(scene)
                }
            };
            let (scene, moment) = (said(scene), moment.as_ref().map(said));
            if let (Some(film), Some(smooth)) = (film, pace.smooth) {
                roll.play(film, before.as_ref().unwrap_or(&scene), &scene, smooth, pace);
            }
            if let Some(moment) = &moment {
                if let Some(smooth) = pace.smooth {
                    roll.lead(moment, smooth.max(GLIDE), pace);
                }
                roll.show(self.paint(moment, theme, roll.kit), pace.stands(MOMENT));
            }
            roll.show(self.paint(&scene, theme, roll.kit), stands);
            before = Some(scene);
        }
        // Then it may repeat.
        roll.rest(HELD);
        roll.finish()
    }
}

/// Returns a scene without what is said of each step, and without who has to move.
fn without_words(scene: &Scene) -> Scene {
    let mut scene = Scene { caption: String::new(), last: Vec::new(), ..scene.clone() };
    scene.panels.retain(draw::strip::lies_beside);
    for seat in Seat::BOTH {
        scene.sides.get_mut(seat).to_move = false;
    }
    scene
}

/// Tells whether an item is shown while the coins move: if it doesn't move and isn't news.
fn stays(item: &Item, film: &Film) -> bool {
    match item {
        Item::Court(CourtThing::Off { coin, why: _ }) => {
            film.coins.iter().all(|it| it.coin != *coin)
        }
        // The result isn't shown yet.
        Item::Court(_) | Item::Banner(_) => false,
        _ => true,
    }
}

/// A GIF being made: each picture as its difference from the one before.
struct GifRoll<'a> {
    painter: &'a Painter,
    theme: Theme,
    kit: &'a DrawingKit,
    part: Rect,
    /// The next picture, until it is known how long it stands.
    now: Option<(Vec<u8>, u16)>,
    /// The picture a viewer sees so far.
    seen: Vec<u8>,
    encoder: Encoder<Vec<u8>>,
}

impl<'a> GifRoll<'a> {
    fn new(painter: &'a Painter, theme: Theme, kit: &'a DrawingKit, part: Rect) -> GifRoll<'a> {
        let (width, height) = (part.width as u16, part.height as u16);
        let colours = kit.palette.bytes();
        let encoder = Encoder::new(Vec::with_capacity(1 << 18), width, height, colours)
            .expect("memory takes every byte");
        GifRoll { painter, theme, kit, part, now: None, seen: Vec::new(), encoder }
    }

    /// Draws a shot: the field of the scene, the earlier lines, the moving coins.
    fn play(&mut self, film: &Film, said: &Scene, scene: &Scene, smooth: u16, pace: FilmTiming) {
        let Surface::Court(court) = &scene.board else { return };
        let facing = scene.facing;
        let mut bare = Scene { board: scene.board.clone(), facing, ..said.clone() };
        bare.items = scene.items.iter().filter(|it| stays(it, film)).cloned().collect();
        let GifRoll { painter, theme, kit, .. } = *self;
        let ground = painter.paint(&bare, theme, kit);
        let plan = CourtLayout::new(court, facing);
        let coins = kit.coins(&plan);
        let frame = |time: u32| {
            let mut canvas = Canvas::over(&kit.palette, ground.clone());
            for (coin, at) in film.at(time) {
                draw::court::lay(&mut canvas, &painter.letters, coins, &coin, plan.point(at));
            }
            canvas.into_pixels()
        };
        self.show(frame(0), pace.stands(BEFORE.into()));
        // At any speed, all pictures stand equally long; more happens from one to the next.
        let tick = pace.hastened(u32::from(smooth) * 10_000);
        let mut time = tick;
        while time < film.lasts() + tick {
            self.show(frame(time), smooth);
            time += tick;
        }
    }

    /// Shows the move that led to a highlight on a board of squares.
    fn lead(&mut self, moment: &Scene, smooth: u16, pace: FilmTiming) {
        let GifRoll { painter, theme, kit, .. } = *self;
        let mut stands = pace.stands(BEFORE.into());
        painter.glide(moment, theme, kit, |picture| {
            self.show(picture, std::mem::replace(&mut stands, smooth));
        });
    }

    /// Lets the last picture stand for at least `least` hundredths of a second.
    fn rest(&mut self, least: u16) {
        if let Some((_, stands)) = &mut self.now {
            *stands = (*stands).max(least);
        }
    }

    /// Adds a picture that stands for `stands` hundredths of a second.
    fn show(&mut self, picture: GrayImage, stands: u16) {
        let Rect { x, y, width, height } = self.part;
        let all = picture.width() as usize;
        let whole = width as usize == all && height == picture.height() as i32;
        let pixels = if whole {
            picture.into_raw()
        } else {
            let mut pixels = Vec::with_capacity((width * height) as usize);
            for row in picture.as_raw().chunks_exact(all).skip(y as usize).take(height as usize) {
                pixels.extend_from_slice(&row[x as usize..(x + width) as usize]);
            }
            pixels
        };
        match &mut self.now {
            Some((now, stood)) if *now == pixels => *stood += stands,
            _ => {
                self.write();
                self.now = Some((pixels, stands));
            }
        }
    }

    fn write(&mut self) {
        let Some((pixels, stands)) = self.now.take() else { return };
        let (width, height) = (self.part.width as usize, self.part.height as usize);
        if self.seen.len() != pixels.len() {
            self.frame(&pixels, (0, 0, width, height), stands);
            self.seen = pixels;
            return;
        }
        let side = (self.strip_begins() as usize).min(width);
        let parts = [0..side, side..width];
        let parts: Vec<_> =
            parts.into_iter().filter_map(|it| changed(&self.seen, &pixels, width, it)).collect();
        match parts[..] {
            [] => self.frame(&pixels, (0, 0, 1, 1), stands),
            [part] => self.frame(&pixels, part, stands),
            // The board first, then the strip at once, so that what is between needn't be packed.
            [board, strip, ..] if 2 * SHORTEST <= stands => {
                self.frame(&pixels, board, SHORTEST);
                self.frame(&pixels, strip, stands - SHORTEST);
            }
            [board, strip, ..] => self.frame(&pixels, around(board, strip), stands),
        }
        self.seen = pixels;
    }

    /// Returns where the strip beside the board begins.
    fn strip_begins(&self) -> i32 {
        match self.kit.palette.set {
            Set::Pitch => draw::pitch::WIDE,
            Set::Parlour | Set::Meadow | Set::Court | Set::Moon => HEIGHT,
        }
    }

    /// Writes a part of a picture as its difference from what is seen.
    fn frame(&mut self, pixels: &[u8], (left, top, across, down): ChangedPart, stands: u16) {
        let width = self.part.width as usize;
        // The index after the last colour is transparent.
        let through = (self.kit.palette.bytes().len() / 3) as u8;
        let mut buffer = Vec::with_capacity(across * down);
        for y in top..top + down {
            let row = y * width + left..y * width + left + across;
            match self.seen.get(row.clone()) {
                Some(seen) => {
                    let both = pixels[row].iter().zip(seen);
                    buffer.extend(both.map(|(own, seen)| if own == seen { through } else { *own }));
                }
                // Nothing is seen before the first picture.
                None => buffer.extend_from_slice(&pixels[row]),
            }
        }
        let frame = Frame {
            delay: stands,
            dispose: DisposalMethod::Keep,
            transparent: Some(through),
            left: left as u16,
            top: top as u16,
            width: across as u16,
            height: down as u16,
            buffer: Cow::Owned(lzw::packed(&buffer, through, u32::from(through).ilog2() + 1)),
            ..Frame::default()
        };
        self.encoder.write_lzw_pre_encoded_frame(&frame).expect("memory takes every byte");
    }

    fn finish(mut self) -> Vec<u8> {
        self.write();
        self.encoder.into_inner().expect("memory takes every byte")
    }
}

/// A part of a picture: left, top, width, height.
type ChangedPart = (usize, usize, usize, usize);

/// Returns the smallest part of some columns where two pictures differ, if they do.
fn changed(
    before: &[u8],
    after: &[u8],
    width: usize,
    columns: Range<usize>,
) -> Option<ChangedPart> {
    let (mut left, mut right, mut top, mut bottom) = (width, 0, usize::MAX, 0);
    for (y, (one, other)) in before.chunks_exact(width).zip(after.chunks_exact(width)).enumerate() {
        let (one, other) = (&one[columns.clone()], &other[columns.clone()]);
        if one == other {
            continue;
        }
        let differs = |(one, other): (&u8, &u8)| one != other;
        let first = one.iter().zip(other).position(differs).unwrap_or(0);
        let last = one.iter().zip(other).rposition(differs).unwrap_or(first);
        (left, right) = (left.min(columns.start + first), right.max(columns.start + last));
        (top, bottom) = (top.min(y), y);
    }
    (top != usize::MAX).then(|| (left, top, right + 1 - left, bottom + 1 - top))
}

/// Returns the smallest part that holds two others.
fn around(one: ChangedPart, other: ChangedPart) -> ChangedPart {
    let (left, top) = (one.0.min(other.0), one.1.min(other.1));
    let right = (one.0 + one.2).max(other.0 + other.2);
    let bottom = (one.1 + one.3).max(other.1 + other.3);
    (left, top, right - left, bottom - top)
}
