//! What the pictures of whole matches cost, drawn one after the other as a chat needs them, compared with two lower bounds: copying the
//! finished pixels and encoding them as PNG the fastest way. Prints a line for each game; look at the ratios.
#[path = "../tests/random/mod.rs"]
mod random;

use std::{
    hint::black_box,
    time::{Duration, Instant},
};

use engine::games::GameId;
use render::{Painter, Theme};

/// How often a match is drawn; the fastest time of each picture counts.
const ROUNDS: usize = 7;

/// Encodes the pixels of a picture again in the fastest way the `png` crate has, at this bit depth.
fn floor(bytes: &[u8], depth: png::BitDepth) -> impl Fn() -> Vec<u8> {
    let mut reader = png::Decoder::new(std::io::Cursor::new(bytes)).read_info().unwrap();
    let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
    let info = reader.next_frame(&mut pixels).unwrap();
    let palette = reader.info().palette.clone().unwrap().into_owned();
    if depth == png::BitDepth::Four && info.bit_depth == png::BitDepth::Eight {
        // Colours are reduced to sixteen, the lower bound for any picture of this size.
        pixels = pixels.chunks_exact(2).map(|pair| pair[0] << 4 | pair[1] & 15).collect();
    }
    move || {
        let mut out = Vec::with_capacity(1 << 18);
        let mut encoder = png::Encoder::new(&mut out, info.width, info.height);
        encoder.set_color(png::ColorType::Indexed);
        encoder.set_depth(depth);
        encoder.set_palette(&palette[..]);
        encoder.set_compression(png::Compression::Fastest);
        encoder.set_filter(png::Filter::Up);
        let mut writer = encoder.write_header().unwrap();
        writer.write_image_data(&black_box(&pixels).clone()).unwrap();
        writer.finish().unwrap();
        out
    }
}

fn timed<T>(work: impl FnOnce() -> T) -> (Duration, T) {
    let start = Instant::now();
    let done = work();
    (start.elapsed(), done)
}

fn median(mut of: Vec<f64>) -> f64 {
    of.sort_by(f64::total_cmp);
    of[of.len() / 2]
}

fn main() {
    // `cargo test --benches` only asks whether it runs.
    let rounds = if std::env::args().any(|it| it == "--bench") { ROUNDS } else { 1 };
    println!(
        "medians: a picture in ms and bytes, its floor at 4 bits and as it is packed, and the ratios"
    );
    // An argument selects a single game.
    let asked = |game: &GameId| {
        let mut words = std::env::args().skip(1).filter(|it| !it.starts_with('-')).peekable();
        words.peek().is_none() || words.any(|word| game.name() == word)
    };
    for game in GameId::ALL.iter().copied().filter(asked) {
        let scenes = random::scenes(game, 3);
        let painter = Painter::new();
        let mut least = vec![[Duration::MAX; 3]; scenes.len()];
        let mut sizes = Vec::new();
        let mut pictures = Vec::new();
        for _ in 0..rounds {
            pictures.clear();
            for (scene, least) in scenes.iter().zip(&mut least) {
                let (took, bytes) = timed(|| painter.png(black_box(scene), Theme::Light));
                least[0] = least[0].min(took);
                pictures.push(bytes);
            }
        }
        for (bytes, least) in pictures.iter().zip(&mut least) {
            let own = if bytes[24] == 4 { png::BitDepth::Four } else { png::BitDepth::Eight };
            for (nth, depth) in [(1, png::BitDepth::Four), (2, own)] {
                let floor = floor(bytes, depth);
                for _ in 0..rounds {
                    least[nth] = least[nth].min(timed(&floor).0);
                }
            }
            sizes.push(bytes.len() as f64);
        }
        let ms = |nth: usize| {
            median(least.iter().map(|times| times[nth].as_secs_f64() * 1000.0).collect())
        };
        let ratio = |nth: usize| {
            median(
                least
                    .iter()
                    .map(|times| times[0].as_secs_f64() / times[nth].as_secs_f64())
                    .collect(),
            )
        };
        println!(
            "{game}: {} pictures, {:.2} ms, {:.0} bytes; floors {:.2} and {:.2} ms; {:.2} and {:.2} times that",
            scenes.len(),
            ms(0),
            median(sizes),
            ms(1),
            ms(2),
            ratio(1),
            ratio(2),
        );
    }
}
