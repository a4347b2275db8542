//! What the films of whole matches cost, as two computer players play them, compared with the `gif` crate joining the same ready pictures
//! where they differ. Prints a line for each game; look at the ratios.
#[path = "../tests/random/mod.rs"]
#[allow(dead_code, reason = "its random matches are for pictures")]
mod random;

use std::time::{Duration, Instant};

use engine::{games::GameId, scene::Reel};
use render::{Painter, Theme};

/// How often each is measured; the fastest counts.
const ROUNDS: usize = 5;

/// Reads the frames of a GIF as they are stored: each only the part that differs.
fn frames(bytes: &[u8]) -> (Vec<u8>, Vec<gif::Frame<'static>>) {
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

fn joined(palette: &[u8], frames: &[gif::Frame<'_>]) -> Vec<u8> {
    let mut encoder = gif::Encoder::new(Vec::with_capacity(1 << 18), 1080, 720, palette).unwrap();
    for frame in frames {
        encoder.write_frame(frame).unwrap();
    }
    encoder.into_inner().unwrap()
}

fn quickest<T>(rounds: usize, mut work: impl FnMut() -> T) -> (f64, T) {
    let mut least = Duration::MAX;
    let mut done = None;
    for _ in 0..rounds {
        let start = Instant::now();
        done = Some(work());
        least = least.min(start.elapsed());
    }
    (least.as_secs_f64() * 1000.0, done.expect("at least one round"))
}

fn main() {
    // `cargo test --benches` only asks whether it runs.
    let whole = std::env::args().any(|it| it == "--bench");
    let rounds = if whole { ROUNDS } else { 1 };
    let folder = std::env::var("KEEP").ok();
    for game in GameId::ALL.iter().copied() {
        let painter = Painter::new();
        let shown = random::played(game, 3, if whole { 400 } else { 4 });
        let steps = shown.len();
        let reel = Reel::Match { shown, speed: 100 };
        let (own, bytes) = quickest(rounds, || painter.gif(&reel, Theme::Light));
        if let Some(folder) = &folder {
            std::fs::write(format!("{folder}/{game}.gif"), &bytes).expect("a file");
        }
        let (palette, ready) = frames(&bytes);
        let (peer, _) = quickest(rounds, || joined(&palette, &ready));
        println!(
            "{game}: {steps} steps, {} frames, {own:.0} ms, {} kB, {:.1} kB a step; the gif crate joins them in {peer:.0} ms",
            ready.len(),
            bytes.len() / 1000,
            bytes.len() as f64 / 1000.0 / steps as f64,
        );
    }
}
