//! The cost of a picture, compared with the least possible and with the usual way; all in one run, because only the ratios matter.
#[path = "../tests/sample/mod.rs"]
#[allow(dead_code, reason = "a few samples of the tests' are enough here")]
mod sample;

use std::hint::black_box;

use criterion::{BatchSize, Criterion, criterion_group, criterion_main};
use engine::scene::{
    Cell, Item, Reel, Shown,
    court::{CoinPath, Film},
};
use image::{
    ExtendedColorType, ImageEncoder, RgbaImage,
    codecs::png::{CompressionType, FilterType, PngEncoder},
};
use render::{Painter, Theme};

/// The rows and colours of a picture as in its PNG, with two pixels per byte.
struct Indexed {
    pixels: Vec<u8>,
    palette: Vec<u8>,
    width: u32,
    height: u32,
}

impl Indexed {
    fn read(bytes: &[u8]) -> Indexed {
        let mut reader = png::Decoder::new(std::io::Cursor::new(bytes)).read_info().unwrap();
        let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
        let info = reader.next_frame(&mut pixels).unwrap();
        let palette = reader.info().palette.clone().unwrap().into_owned();
        Indexed { pixels, palette, width: info.width, height: info.height }
    }

    /// Encodes rows in the fastest way the `png` crate has.
    fn quickest(&self, pixels: &[u8], depth: png::BitDepth) -> Vec<u8> {
        let mut out = Vec::with_capacity(1 << 18);
        let mut encoder = png::Encoder::new(&mut out, self.width, self.height);
        encoder.set_color(png::ColorType::Indexed);
        encoder.set_depth(depth);
        encoder.set_palette(&self.palette[..]);
        encoder.set_compression(png::Compression::Fastest);
        encoder.set_filter(png::Filter::Up);
        let mut writer = encoder.write_header().unwrap();
        writer.write_image_data(pixels).unwrap();
        writer.finish().unwrap();
        out
    }

    /// Returns the rows with one pixel per byte.
    fn whole(&self) -> Vec<u8> {
        self.pixels.iter().flat_map(|pair| [pair >> 4, pair & 15]).collect()
    }

    fn rgba(&self) -> RgbaImage {
        let whole = self.whole();
        RgbaImage::from_fn(self.width, self.height, |x, y| {
            let at = usize::from(whole[(y * self.width + x) as usize]) * 3;
            image::Rgba([self.palette[at], self.palette[at + 1], self.palette[at + 2], 255])
        })
    }
}

/// Encodes the pixels like most programs: with the default compression, or a given one.
fn usual(pixels: &RgbaImage, compression: Option<CompressionType>) -> Vec<u8> {
    let mut out = Vec::new();
    let (width, height) = pixels.dimensions();
    match compression {
        Some(it) => PngEncoder::new_with_quality(&mut out, it, FilterType::Adaptive),
        None => PngEncoder::new(&mut out),
    }
    .write_image(pixels, width, height, ExtendedColorType::Rgba8)
    .unwrap();
    out
}

/// Makes a match of some steps; in each, a piece moves by one square and there is a line of text.
fn walk(steps: usize) -> Vec<Shown> {
    let start = sample::start();
    let pieces: Vec<usize> = (0..start.items.len())
        .filter(|&at| matches!(start.items[at], Item::Piece { .. }))
        .collect();
    let mut scene = start;
    (0..steps)
        .map(|step| {
            let moved = pieces[step * 5 % pieces.len()];
            if let Item::Piece { at, .. } = &mut scene.items[moved] {
                let from = *at;
                *at = Cell { column: (from.column + 3) % 8, row: (from.row + 1) % 8 };
                let to = *at;
                scene.items.retain(|item| !matches!(item, Item::Path { .. }));
                scene.items.push(Item::Path { cells: vec![from, to] });
            }
            scene.last = vec![format!("Step {step}: a piece goes on by a square.")];
            scene.caption = format!("Somebody has to move after step {step}.");
            Shown { scene: scene.clone(), film: None, moment: None }
        })
        .collect()
}

/// Reads the frames of a GIF as stored: each only the area that differs from the frame before.
fn parts(bytes: &[u8]) -> (Vec<u8>, Vec<gif::Frame<'static>>) {
    let mut options = gif::DecodeOptions::new();
    options.set_color_output(gif::ColorOutput::Indexed);
    let mut decoder = options.read_info(bytes).unwrap();
    let palette = decoder.global_palette().unwrap().to_vec();
    let mut frames = Vec::new();
    while let Some(frame) = decoder.read_next_frame().unwrap() {
        frames.push(frame.clone());
    }
    (palette, frames)
}

/// Joins finished pictures into a GIF with the `gif` crate alone.
fn joined(palette: &[u8], frames: &[gif::Frame<'_>]) -> Vec<u8> {
    let mut encoder = gif::Encoder::new(Vec::with_capacity(1 << 18), 1080, 720, palette).unwrap();
    for frame in frames {
        encoder.write_frame(frame).unwrap();
    }
    encoder.into_inner().unwrap()
}

fn matches(criterion: &mut Criterion) {
    let painter = Painter::new();
    let mut group = criterion.benchmark_group("a match of 60 pictures as a GIF");
    let shown = walk(60);
    let whole: Vec<gif::Frame<'_>> = shown
        .iter()
        .map(|shown| {
            let pixels = Indexed::read(&painter.png(&shown.scene, Theme::Light)).whole();
            gif::Frame { width: 1080, height: 720, buffer: pixels.into(), ..Default::default() }
        })
        .collect();
    let reel = Reel::Match { shown, speed: 100 };
    let bytes = painter.gif(&reel, Theme::Light);
    let (palette, ready) = parts(&bytes);
    group.bench_function(format!("from scenes, {} bytes", bytes.len()), |bencher| {
        bencher.iter(|| painter.gif(black_box(&reel), Theme::Light));
    });
    for (said, frames) in [("whole", &whole), ("only where they differ", &ready)] {
        let bytes = joined(&palette, frames).len();
        group.bench_function(format!("ready pictures joined, {said}, {bytes} bytes"), |bencher| {
            bencher.iter(|| joined(&palette, black_box(frames)));
        });
    }
    group.finish();
}

fn pictures(criterion: &mut Criterion) {
    let painter = Painter::new();
    for (name, scene) in [
        ("start", sample::start()),
        ("pits", sample::pits()),
        ("continental", sample::continental()),
    ] {
        let bytes = painter.png(&scene, Theme::Light);
        let indexed = Indexed::read(&bytes);
        let rgba = indexed.rgba();
        let mut group = criterion.benchmark_group(name);
        group.bench_function(format!("picture, {} bytes", bytes.len()), |bencher| {
            bencher.iter(|| painter.png(black_box(&scene), Theme::Light));
        });
        let rows = [
            ("as drawn", indexed.whole(), png::BitDepth::Eight),
            ("as packed", indexed.pixels.clone(), png::BitDepth::Four),
        ];
        for (said, rows, depth) in rows {
            let floor = indexed.quickest(&rows, depth).len();
            group.bench_function(
                format!("floor: copy and quickest PNG, {said}, {floor} bytes"),
                |bencher| {
                    bencher.iter(|| indexed.quickest(&black_box(&rows).clone(), depth));
                },
            );
        }
        let usually = [
            ("plain", None),
            ("default", Some(CompressionType::Default)),
            ("fast", Some(CompressionType::Fast)),
        ];
        for (said, how) in usually {
            let plain = usual(&rgba, how).len();
            group.bench_function(
                format!("usual: RGBA by the image crate, {said}, {plain} bytes"),
                |bencher| {
                    bencher.iter(|| usual(black_box(&rgba), how));
                },
            );
        }
        group.finish();
    }
    let shot = Reel::Step(Box::new(Shown {
        scene: sample::court::shot(),
        film: Some(Film {
            slowing: 100_000,
            coins: vec![CoinPath {
                coin: sample::court::BALL,
                way: vec![
                    (0, sample::court::spot(5000, 6000)),
                    (900_000, sample::court::spot(1000, 11_000)),
                ],
                gone: false,
            }],
        }),
        moment: None,
    }));
    let bytes = painter.gif(&shot, Theme::Light).len();
    criterion.bench_function(
        &format!("a shot of 0.9 seconds as a GIF, {bytes} bytes"),
        |bencher| {
            bencher.iter(|| painter.gif(black_box(&shot), Theme::Light));
        },
    );
    criterion.bench_function("a field of coins", |bencher| {
        let scene = sample::court::shot();
        bencher.iter(|| painter.png(black_box(&scene), Theme::Light));
    });
    criterion.bench_function("painter made", |it| it.iter(Painter::new));
    // A picture makes the drawings that it is the first to show.
    for (name, scene) in sample::all().iter().step_by(5) {
        let mut group = criterion.benchmark_group(format!("the picture of {name}"));
        group.bench_function("first", |bencher| {
            bencher.iter_batched(
                Painter::new,
                |painter| painter.png(black_box(scene), Theme::Light),
                BatchSize::PerIteration,
            );
        });
        group.bench_function("once more", |bencher| {
            bencher.iter(|| painter.png(black_box(scene), Theme::Light));
        });
        group.finish();
    }
}

criterion_group! {
    name = benches;
    config = Criterion::default().sample_size(20);
    targets = pictures, matches
}
criterion_main!(benches);
