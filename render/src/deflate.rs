//! A quick compressor for the rows of board pictures.
//!
//! The difference of a row from the one above is zero nearly everywhere, and what is left comes again two squares on,
//! because the squares of a board repeat. Looking for those two things alone, and fitting the code to the picture, takes
//! a third or more off what the quickest general compressor makes, in about its time.
use std::{cmp::Reverse, collections::BinaryHeap};

use simd_adler32::Adler32;

/// The longest copy there is.
const LONGEST: usize = 258;
/// The shortest copy worth its bits.
const SHORTEST: usize = 4;
/// Literals, the end of a block and the lengths of copies.
const SYMBOLS: usize = 286;
/// Codes for the distances of copies.
const DISTANCES: usize = 30;
/// The symbol that ends a block.
const END: usize = 256;
/// The longest run of zeros written at once: one and a copy.
const RUN: usize = LONGEST + 1;
/// The most bits of a code, so that four zeros are put at once, and of a code for code lengths.
const DEEPEST: (u8, u8) = (12, 7);
/// Of so many rows one is looked at to fit the code.
const LOOKED_AT: usize = 8;
/// The sign before a row that it is the difference from the row above.
const UP: u8 = 2;
/// The order in which the lengths of the codes for code lengths are written.
const ORDER: [usize; 19] = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15];

/// Packs rows of `width` bytes for a PNG: filtered, in a zlib stream. Repeats are looked for `back` bytes before
/// (2 to 32768).
pub(crate) fn rows(pixels: &[u8], width: usize, back: usize) -> Vec<u8> {
    let mut row = vec![0; width + 1];
    let mut counts = Counts { symbols: [1; SYMBOLS] };
    differences(pixels, &mut row, LOOKED_AT, |row| scan(row, back, &mut counts));

    let mut out = Bits::new(pixels.len() / 4);
    // Window of 32 kB, quickest level.
    out.put(0x0178, 16);
    let mut writer = Writer::new(out, Code::new(&counts.symbols, DEEPEST.0), back);
    let mut sum = Adler32::new();
    differences(pixels, &mut row, 1, |row| {
        sum.write(row);
        scan(row, back, &mut writer);
    });
    let mut out = writer.end();
    out.extend(sum.finish().to_be_bytes());
    out
}

/// Gives every `step`th row as its difference from the row above, behind the sign that says so.
fn differences(pixels: &[u8], row: &mut [u8], step: usize, mut each: impl FnMut(&[u8])) {
    let width = row.len() - 1;
    let first = vec![0; width];
    row[0] = UP;
    for (at, here) in pixels.chunks_exact(width).enumerate().step_by(step) {
        let above = if at == 0 { &first[..] } else { &pixels[(at - 1) * width..at * width] };
        for ((out, here), above) in row[1..].iter_mut().zip(here).zip(above) {
            *out = here.wrapping_sub(*above);
        }
        each(row);
    }
}

/// What a row is taken apart into.
trait Sink {
    /// Takes a run of 1 to [`RUN`] zeros.
    fn zeros(&mut self, run: usize);
    /// Takes a byte that is not zero.
    fn byte(&mut self, byte: u8);
    /// Takes a copy of [`SHORTEST`] to [`LONGEST`] bytes from the agreed distance.
    fn copy(&mut self, length: usize);
}

fn scan(row: &[u8], back: usize, sink: &mut impl Sink) {
    let mut at = 0;
    while at < row.len() {
        let end = at + zeros(&row[at..]);
        while at < end {
            let run = (end - at).min(RUN);
            sink.zeros(run);
            at += run;
        }
        while at < row.len() && row[at] != 0 {
            let length = if at < back { 0 } else { alike(&row[at - back..], &row[at..]) };
            if length >= SHORTEST {
                sink.copy(length);
                at += length;
            } else {
                sink.byte(row[at]);
                at += 1;
            }
        }
    }
}

/// Counts the zeros at the beginning.
fn zeros(row: &[u8]) -> usize {
    let (words, _) = row.as_chunks::<8>();
    for (at, word) in words.iter().enumerate() {
        let word = u64::from_le_bytes(*word);
        if word != 0 {
            return at * 8 + word.trailing_zeros() as usize / 8;
        }
    }
    let whole = words.len() * 8;
    whole + row[whole..].iter().take_while(|it| **it == 0).count()
}

/// Counts the bytes that agree from the beginning, up to the longest copy; too few to copy may count as none.
fn alike(before: &[u8], here: &[u8]) -> usize {
    let first = |it: &[u8]| it.first_chunk::<SHORTEST>().map(|it| u32::from_le_bytes(*it));
    match (first(before), first(here)) {
        (Some(one), Some(other)) if one == other => {
            before.iter().zip(here).take(LONGEST).take_while(|(a, b)| a == b).count()
        }
        _ => 0,
    }
}

/// How often each symbol is wanted.
struct Counts {
    symbols: [u32; SYMBOLS],
}

impl Sink for Counts {
    fn zeros(&mut self, run: usize) {
        if run > SHORTEST {
            self.symbols[0] += 1;
            self.symbols[length_code(run - 1).0] += 1;
        } else {
            self.symbols[0] += run as u32;
        }
    }

    fn byte(&mut self, byte: u8) {
        self.symbols[usize::from(byte)] += 1;
    }

    fn copy(&mut self, length: usize) {
        self.symbols[length_code(length).0] += 1;
    }
}

/// Writes one block, the last.
struct Writer {
    out: Bits,
    symbols: [Code; SYMBOLS],
    /// The bits for every run of zeros: the zeros, or the first and a copy of it from one byte before.
    runs: Vec<(u64, u8)>,
    /// Every length's symbol with the bits that go with it.
    lengths: Vec<(u64, u8)>,
    /// The code of the agreed distance with the bits that go with it.
    back: (u64, u8),
}

impl Writer {
    /// Writes the codes. Of the distances there are two, so that one bit tells them apart.
    fn new(mut out: Bits, symbols: [Code; SYMBOLS], back: usize) -> Writer {
        let (far, extra, bits) = distance_code(back);
        let distances: [u8; DISTANCES] = std::array::from_fn(|at| u8::from(at == 0 || at == far));
        let all: Vec<u8> = symbols.iter().map(|it| it.length).chain(distances).collect();
        let mut counts = [0; ORDER.len()];
        for &length in &all {
            counts[usize::from(length)] += 1;
        }
        let meta = Code::new(&counts, DEEPEST.1);
        // The last block, with its own codes; then how many there are of each kind.
        out.put(1, 1);
        out.put(2, 2);
        out.put((SYMBOLS - 257) as u64, 5);
        out.put((DISTANCES - 1) as u64, 5);
        out.put((ORDER.len() - 4) as u64, 4);
        for at in ORDER {
            out.put(meta[at].length.into(), 3);
        }
        for length in all {
            out.code(meta[usize::from(length)]);
        }
        let joined = |length: usize| {
            let (symbol, extra, bits) = length_code(length.max(3));
            let Code { bits: code, length } = symbols[symbol];
            (u64::from(code) | u64::from(extra) << length, length + bits)
        };
        let lengths: Vec<(u64, u8)> = (0..=LONGEST).map(joined).collect();
        let zero = symbols[0];
        let run = |run: usize| match run.checked_sub(1) {
            Some(again) if again >= SHORTEST => {
                let (bits, count) = lengths[again];
                (u64::from(zero.bits) | bits << zero.length, zero.length + count + 1)
            }
            _ => (0..run).fold((0, 0), |(bits, count), _| {
                (bits | u64::from(zero.bits) << count, count + zero.length)
            }),
        };
        let runs = (0..=RUN).map(run).collect();
        Writer { out, symbols, runs, lengths, back: (1 | u64::from(extra) << 1, bits + 1) }
    }

    fn end(mut self) -> Vec<u8> {
        self.out.code(self.symbols[END]);
        self.out.finish()
    }
}

impl Sink for Writer {
    fn zeros(&mut self, run: usize) {
        let (bits, count) = self.runs[run];
        self.out.put(bits, count);
    }

    fn byte(&mut self, byte: u8) {
        self.out.code(self.symbols[usize::from(byte)]);
    }

    fn copy(&mut self, length: usize) {
        let (bits, count) = self.lengths[length];
        self.out.put(bits, count);
        self.out.put(self.back.0, self.back.1);
    }
}

/// Returns the symbol for a length of 3 to 258, with the bits that go with it.
fn length_code(length: usize) -> (usize, u32, u8) {
    match length {
        258 => (285, 0, 0),
        3..=10 => (length + 254, 0, 0),
        _ => {
            let (step, extra, bits) = stepped(length as u32 - 3, 2);
            (257 + step, extra, bits)
        }
    }
}

/// Returns the code for a distance from 1 on, with the bits that go with it.
fn distance_code(back: usize) -> (usize, u32, u8) {
    stepped(back as u32 - 1, 1)
}

/// Splits a number into a step and the rest: steps double in size every `2.pow(fine)` steps.
fn stepped(number: u32, fine: u32) -> (usize, u32, u8) {
    let bits = (32 - number.leading_zeros()).saturating_sub(1 + fine);
    let step = (bits << fine) + (number >> bits);
    (step as usize, number & ((1 << bits) - 1), bits as u8)
}

/// The bits for one symbol, the first to be written lowest.
#[derive(Clone, Copy, Default)]
struct Code {
    bits: u16,
    length: u8,
}

impl Code {
    /// Makes the shortest codes for symbols that occur so often, none longer than `deepest`.
    fn new<const N: usize>(counts: &[u32; N], deepest: u8) -> [Code; N] {
        let mut counts = *counts;
        let mut lengths = lengths(&counts);
        while lengths.iter().any(|&it| it > deepest) {
            // Flatter counts give a flatter tree.
            for count in &mut counts {
                *count = count.div_ceil(2);
            }
            lengths = self::lengths(&counts);
        }
        let mut codes = [Code::default(); N];
        let mut next = 0u16;
        for length in 1..=deepest {
            for at in (0..N).filter(|&at| lengths[at] == length) {
                codes[at] = Code { bits: next.reverse_bits() >> (16 - length), length };
                next += 1;
            }
            next <<= 1;
        }
        codes
    }
}

/// Returns how long Huffman's code is for each symbol; 0 for one that never occurs.
fn lengths<const N: usize>(counts: &[u32; N]) -> [u8; N] {
    let mut parents: Vec<usize> = vec![0; N];
    let leaves = (0..N).filter(|&at| counts[at] > 0);
    let mut heap: BinaryHeap<_> = leaves.map(|at| Reverse((counts[at], at))).collect();
    while let (Some(Reverse((less, one))), Some(Reverse((more, other)))) = (heap.pop(), heap.pop())
    {
        let joined = parents.len();
        parents.push(0);
        (parents[one], parents[other]) = (joined, joined);
        if heap.is_empty() {
            break;
        }
        heap.push(Reverse((less + more, joined)));
    }
    // A parent comes after its children; the last is the root.
    let root = parents.len() - 1;
    let mut depths = vec![0u8; parents.len()];
    for at in (0..root).rev().filter(|&at| parents[at] > 0) {
        depths[at] = depths[parents[at]] + 1;
    }
    std::array::from_fn(|at| depths[at])
}

/// Bits on their way into bytes, the lowest first.
struct Bits {
    /// Whole bytes up to `end`; behind it room for eight more.
    bytes: Vec<u8>,
    end: usize,
    /// Bits that do not make a byte yet.
    kept: u64,
    count: u32,
}

impl Bits {
    fn new(room: usize) -> Bits {
        Bits { bytes: vec![0; room + 8], end: 0, kept: 0, count: 0 }
    }

    /// Adds up to 56 bits. Eight bytes are stored every time, so that the processor has nothing to guess.
    fn put(&mut self, bits: u64, length: u8) {
        self.kept |= bits << self.count;
        self.count += u32::from(length);
        if self.bytes.len() < self.end + 8 {
            self.bytes.resize(self.bytes.len() * 2, 0);
        }
        self.bytes[self.end..self.end + 8].copy_from_slice(&self.kept.to_le_bytes());
        self.end += (self.count / 8) as usize;
        self.kept >>= self.count & !7;
        self.count &= 7;
    }

    fn code(&mut self, code: Code) {
        self.put(code.bits.into(), code.length);
    }

    /// Fills the last byte up and returns all.
    fn finish(mut self) -> Vec<u8> {
        self.put(0, ((8 - self.count) & 7) as u8);
        self.bytes.truncate(self.end);
        self.bytes
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lengths_and_distances_have_the_codes_of_the_format() {
        // The ends of the table's rows.
        for (length, code) in [
            (3, 257),
            (10, 264),
            (11, 265),
            (12, 265),
            (18, 268),
            (19, 269),
            (257, 284),
            (258, 285),
        ] {
            assert_eq!(length_code(length).0, code, "length {length}");
        }
        assert_eq!(length_code(257), (284, 30, 5));
        for (back, code) in
            [(1, 0), (4, 3), (5, 4), (6, 4), (7, 5), (8, 5), (9, 6), (1081, 20), (32768, 29)]
        {
            assert_eq!(distance_code(back).0, code, "distance {back}");
        }
        assert_eq!(distance_code(166), (14, 37, 6));
    }

    #[test]
    fn a_code_is_full_and_never_too_deep() {
        // Fibonacci's numbers make the deepest tree there is.
        let mut counts = [0u32; 40];
        (counts[0], counts[1]) = (1, 1);
        for at in 2..40 {
            counts[at] = counts[at - 1] + counts[at - 2];
        }
        for deepest in [7, 15] {
            let codes = Code::new(&counts, deepest);
            let used: u32 = codes.iter().map(|it| 1 << (deepest - it.length)).sum();
            assert_eq!(used, 1 << deepest);
        }
    }
}
