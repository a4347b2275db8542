//! Computes the contents of the files `huffman` and `order` from the pictures of random matches, and prints them: `cargo test -p render
//! --release --lib search -- --ignored --nocapture`. The same seeds give the same numbers on every machine.
use std::collections::{BTreeMap, BinaryHeap};

use engine::scene::Scene;

use crate::{
    Painter, encode, huffman, order,
    pack::{self, SYMBOLS},
    palette::{Palette, brightness},
    theme::{Hue, Set, Theme, parts},
};

/// Random matches come from the tests' helper, because this crate knows no games.
#[path = "../tests/random/mod.rs"]
mod random;

/// How many matches of each game are played; every `EVERY`th picture of them is used.
const MATCHES: u8 = 6;
const EVERY: usize = 5;
/// The longest code word, in bits.
const LONGEST_WORD: u8 = 15;
/// How many orders are tried for a kind of board, from each of the two starting orders.
const TRIES: usize = 200_000;
/// How many different neighbourhoods of a pixel are counted, the most common ones.
const COUNTED: usize = 6_000;
/// The cost of a rightly predicted pixel, in hundredths of a bit: most are in long runs.
const RIGHT: u64 = 40;

/// Returns some pictures of random matches of every game.
fn scenes(matches: u8) -> Vec<Scene> {
    random::matches(matches).flat_map(|scenes| scenes.into_iter().step_by(EVERY)).collect()
}

/// Returns the rows of a picture as they are packed, and the bytes per row.
fn rows(painter: &Painter, scene: &Scene, theme: Theme) -> (Vec<u8>, usize) {
    let kit = painter.kit(theme, Set::of(&scene.board));
    let pixels = painter.paint(scene, theme, kit);
    let wide = pixels.width() as usize;
    match kit.palette.is_small() {
        true => (encode::halved(&pixels), wide / 2),
        false => (pixels.into_raw(), wide),
    }
}

/// Counts the symbols that some pictures are written with: a run of zeros is one byte and a length.
fn symbols(painter: &Painter, scenes: &[Scene], small: bool) -> [u64; SYMBOLS] {
    let mut counts = [0; SYMBOLS];
    for theme in Theme::ALL {
        for scene in scenes {
            if painter.kit(theme, Set::of(&scene.board)).palette.is_small() != small {
                continue;
            }
            let (rows, wide) = rows(painter, scene, theme);
            for strip in rows.chunks(wide * encode::ROWS) {
                let mut above = None;
                for row in strip.chunks_exact(wide) {
                    for columns in encode::columns(wide) {
                        let behind = pack::foretell(above, row, columns, |zeros, byte| {
                            run(&mut counts, zeros);
                            counts[usize::from(byte)] += 1;
                        });
                        run(&mut counts, behind);
                    }
                    above = Some(row);
                }
            }
        }
    }
    // Every symbol needs a code word.
    counts.map(|count| count + 1)
}

fn run(counts: &mut [u64; SYMBOLS], zeros: usize) {
    if zeros <= 4 {
        counts[0] += zeros as u64;
        return;
    }
    counts[0] += 1;
    let mut rest = zeros - 1;
    while 3 <= rest {
        let part = rest.min(258);
        counts[pack::run_symbol(part).0] += 1;
        rest -= part;
    }
    counts[0] += rest as u64;
}

/// Returns the lengths of a Huffman code for symbols with these counts, at most [`LONGEST_WORD`].
fn lengths(counts: &[u64; SYMBOLS]) -> [u8; SYMBOLS] {
    let mut counts = *counts;
    loop {
        let leaves = counts.iter().enumerate().map(|(n, count)| (u64::MAX - count, n, vec![n]));
        let mut heap: BinaryHeap<(u64, usize, Vec<usize>)> = leaves.collect();
        let mut lengths = [0; SYMBOLS];
        while let (Some(one), Some(other)) = (heap.pop(), heap.pop()) {
            let both: Vec<usize> = one.2.into_iter().chain(other.2).collect();
            both.iter().for_each(|nth| lengths[*nth] += 1);
            let many = (u64::MAX - one.0) + (u64::MAX - other.0);
            if !heap.is_empty() {
                heap.push((u64::MAX - many, one.1, both));
            }
        }
        if lengths.iter().all(|it| *it <= LONGEST_WORD) {
            return lengths;
        }
        counts = counts.map(|count| count / 2 + 1);
    }
}

/// A pixel and the ones it is predicted from: left, above, and above left.
type Surroundings = [u8; 4];

/// The neighbourhoods in the pictures of a kind of board in one theme.
struct CountedPixels {
    theme: Theme,
    small: bool,
    colours: Vec<[u8; 3]>,
    often: Vec<(Surroundings, u64)>,
}

impl CountedPixels {
    fn new(painter: &Painter, scenes: &[Scene], theme: Theme, set: Set) -> CountedPixels {
        let mut counts: BTreeMap<Surroundings, u64> = BTreeMap::new();
        for scene in scenes.iter().filter(|scene| Set::of(&scene.board) == set) {
            let (rows, wide) = rows(painter, scene, theme);
            let rows: Vec<&[u8]> = rows.chunks_exact(wide).collect();
            for (above, row) in rows.iter().zip(&rows[1..]) {
                for at in 1..wide {
                    let around = [row[at], row[at - 1], above[at], above[at - 1]];
                    // Where two rows are equal, the order of the colours doesn't matter.
                    if around[0] != around[2] || around[1] != around[3] {
                        *counts.entry(around).or_default() += 1;
                    }
                }
            }
        }
        let mut often: Vec<_> = counts.into_iter().collect();
        often.sort_by_key(|&(around, many)| (u64::MAX - many, around));
        often.truncate(COUNTED);
        let palette = Palette::new(theme, set);
        let colours = palette.bytes().as_chunks().0.to_vec();
        CountedPixels { theme, small: palette.is_small(), colours, often }
    }

    /// Returns the cost of everything counted with the colours in this order, in hundredths of a bit.
    fn cost(&self, order: &[Hue]) -> u64 {
        let mut places = [0u8; 256];
        for (nth, colour) in (0..).zip(order::colours(self.theme, order, &self.colours)) {
            if let Some(entry) = self.colours.iter().position(|it| *it == colour) {
                places[entry] = nth;
            }
        }
        let lengths = if self.small { &huffman::SMALL } else { &huffman::LARGE };
        let place = |index: u8| match self.small {
            true => places[usize::from(index >> 4)] << 4 | places[usize::from(index & 15)],
            false => places[usize::from(index)],
        };
        let bits = |&(around, many): &(Surroundings, u64)| {
            let [own, left, up, corner]: Surroundings = around.map(place);
            match own.wrapping_sub(pack::paeth(left, up, corner)) {
                0 => many * RIGHT,
                by => many * 100 * u64::from(lengths[usize::from(by)]),
            }
        };
        self.often.iter().map(bits).sum()
    }
}

/// A linear congruential generator.
struct Strewn(u32);

impl Strewn {
    fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (self.0 >> 8) as usize % end
    }
}

/// Finds a good order by local search: moves a few colours at a time, and keeps an order that costs no more.
fn found(counted: &[CountedPixels], start: Vec<Hue>, tries: usize) -> (Vec<Hue>, u64) {
    let cost = |order: &[Hue]| counted.iter().map(|it| it.cost(order)).sum::<u64>();
    let mut strewn = Strewn(1);
    let (mut best, mut least) = (start.clone(), cost(&start));
    for _ in 0..tries {
        let mut order = best.clone();
        match strewn.below(3) {
            0 => order.swap(strewn.below(start.len()), strewn.below(start.len())),
            1 => {
                let hue = order.remove(strewn.below(start.len()));
                order.insert(strewn.below(start.len()), hue);
            }
            _ => {
                let (one, other) = (strewn.below(start.len()), strewn.below(start.len()));
                order[one.min(other)..=one.max(other)].reverse();
            }
        }
        let costs = cost(&order);
        if costs <= least {
            (best, least) = (order, costs);
        }
    }
    (best, least)
}

/// Lists one hue for each distinct pair of colours of a kind of board in the light and the dark theme.
fn hues(set: Set) -> Vec<Hue> {
    let mut seen: Vec<[u32; 2]> = Vec::new();
    let is_new = |hue: &&Hue| {
        let both = [Theme::Light, Theme::Dark].map(|theme| hue.rgb(theme));
        let new = !seen.contains(&both);
        seen.push(both);
        new
    };
    Hue::ALL.iter().filter(|it| it.is_in(set)).filter(is_new).copied().collect()
}

fn counted(painter: &Painter, scenes: &[Scene], set: Set) -> Vec<CountedPixels> {
    let themes = [Theme::Light, Theme::Dark];
    themes.map(|theme| CountedPixels::new(painter, scenes, theme, set)).into()
}

#[test]
#[ignore = "prints the file `code`"]
fn find_the_code() {
    let (painter, scenes) = (Painter::new(), scenes(MATCHES));
    for (name, small) in [("SMALL", true), ("LARGE", false)] {
        let lengths = lengths(&symbols(&painter, &scenes, small));
        println!("pub(crate) const {name}: [u8; SYMBOLS] = {lengths:?};");
    }
}

#[test]
#[ignore = "takes some minutes; prints the file `order`"]
fn find_the_orders() {
    let (painter, scenes) = (Painter::new(), scenes(MATCHES));
    for set in Set::ALL {
        let counted = counted(&painter, &scenes, set);
        let mut bright = hues(set);
        bright.sort_by_key(|hue| brightness(&parts(hue.rgb(Theme::Light))));
        let mut present: Vec<Hue> = order::of(Theme::Light, set).to_vec();
        present.extend(bright.iter().filter(|hue| !present.contains(hue)).collect::<Vec<_>>());
        let before =
            counted.iter().map(|pixels| pixels.cost(order::of(pixels.theme, set))).sum::<u64>();
        let both = [bright, present].map(|start| found(&counted, start, TRIES));
        let (order, least) = both.into_iter().min_by_key(|it| it.1).unwrap();
        println!("const {set:?}: {order:?}; costs {least}, the present one {before}");
    }
}

#[test]
fn a_code_has_a_word_for_every_symbol_and_wastes_none() {
    for lengths in [huffman::SMALL, huffman::LARGE] {
        assert!(lengths.iter().all(|length| (1..=15).contains(length)));
        let room: u32 = lengths.iter().map(|length| 1 << (15 - length)).sum();
        assert_eq!(room, 1 << 15, "words of other lengths would say more");
    }
}

#[test]
fn an_order_names_colours_of_its_board_once_and_is_better_than_brightness() {
    let (painter, scenes) = (Painter::new(), scenes(1));
    for set in Set::ALL {
        let order = order::of(Theme::Light, set);
        for (n, hue) in order.iter().enumerate() {
            assert!(hue.is_in(set) && !order[..n].contains(hue), "{set:?}: {hue:?}");
        }
        let counted = counted(&painter, &scenes, set);
        let cost = |order: &[Hue]| counted.iter().map(|it| it.cost(order)).sum::<u64>();
        let (own, plain) = (cost(order), cost(&[]));
        assert!(own * 100 < plain * 95, "{set:?}: {own}, {plain}");
    }
}
