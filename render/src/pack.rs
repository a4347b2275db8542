//! Rows of palette entries as a deflate stream: predicted by PNG filters, then written with a fixed Huffman code.
//!
//! Boards are flat: most pixels equal the one above, and where long stretches of two rows are equal, every pixel is predicted right. Such
//! stretches are found many pixels at a time and written as one run. The code is the same for every picture, so a strip of rows gives the
//! same bits wherever it is, and packed strips can be joined.
use std::{ops::Range, sync::LazyLock};

use crate::huffman;

/// The PNG filters in use.
const SUB: u8 = 1;
const PAETH: u8 = 4;

/// The zlib header.
const STARTS: [u8; 2] = [0x78, 0x01];
/// The modulus of Adler-32.
const PRIME: u64 = 65_521;

/// The longest run of one code word.
const LONGEST: usize = 258;
/// The symbols of the code: bytes, the end of the block, run lengths.
pub(crate) const SYMBOLS: usize = 286;
/// How many pixels are compared at once.
const BLOCK: usize = 64;
/// How many words of 64 bits a packed part usually has, at most.
const USUAL: usize = 128;
/// The symbol of the end.
const END: usize = 256;

/// Up to 64 bits, the first in the lowest place.
#[derive(Clone, Copy, Default)]
pub(crate) struct CodeWord {
    bits: u64,
    length: u32,
}

impl CodeWord {
    /// Returns this code word followed by another.
    fn then(self, other: CodeWord) -> CodeWord {
        CodeWord { bits: self.bits | other.bits << self.length, length: self.length + other.length }
    }
}

/// A bit string being written.
#[derive(Default)]
struct Bits {
    full: Vec<u64>,
    now: u64,
    used: u32,
}

impl Bits {
    fn put(&mut self, word: CodeWord) {
        self.now |= word.bits << self.used;
        self.used += word.length;
        if self.used >= u64::BITS {
            self.full.push(self.now);
            self.used -= u64::BITS;
            // The bits that didn't fit.
            self.now = word.bits >> (word.length - self.used);
        }
    }

    /// Returns the length in bits.
    fn length(&self) -> usize {
        self.full.len() * u64::BITS as usize + self.used as usize
    }

    /// Appends a range of bits from another bit string.
    fn append(&mut self, other: &Bits, part: Range<usize>) {
        const WORD: usize = u64::BITS as usize;
        let word = |nth: usize| other.full.get(nth).copied().unwrap_or(other.now);
        let mut from = part.start;
        while from < part.end {
            // The rest of the current word, but never a whole one: shifting by 64 bits isn't possible.
            let (nth, within) = (from / WORD, from % WORD);
            let many = (WORD - within).min(part.end - from).min(WORD - 1);
            let bits = word(nth) >> within & (u64::MAX >> (WORD - many));
            self.put(CodeWord { bits, length: many as u32 });
            from += many;
        }
    }

    fn bytes(&self, out: &mut Vec<u8>) {
        for word in &self.full {
            out.extend_from_slice(&word.to_le_bytes());
        }
        let last = self.used.div_ceil(8) as usize;
        out.extend_from_slice(&self.now.to_le_bytes()[..last]);
    }
}

/// A Huffman code, with the bits of common runs prepared.
pub(crate) struct PackingCode {
    /// The header of the deflate block, which describes the code.
    head: Vec<CodeWord>,
    bytes: [CodeWord; 256],
    /// The bits for so many zeros.
    zeros: Vec<CodeWord>,
    /// The bits for so many further zeros after others.
    more: Vec<CodeWord>,
    end: CodeWord,
}

impl PackingCode {
    /// Returns the code for pictures with two pixels per byte (`small`), or with one.
    pub(crate) fn of(small: bool) -> &'static PackingCode {
        static ALL: LazyLock<[PackingCode; 2]> =
            LazyLock::new(|| [huffman::LARGE, huffman::SMALL].map(|it| PackingCode::new(&it)));
        &ALL[usize::from(small)]
    }

    /// Makes a code from the code length of each symbol.
    pub(crate) fn new(lengths: &[u8; SYMBOLS]) -> PackingCode {
        let words = canonical(lengths);
        let bytes: [CodeWord; 256] = std::array::from_fn(|nth| words[nth]);
        let several =
            |many: usize| (0..many).fold(CodeWord::default(), |all, _| all.then(bytes[0]));
        // A run copies the byte before it: the only distance is 1, and its code is a zero bit.
        let back = CodeWord { bits: 0, length: 1 };
        let repeats = |many: usize| {
            let (symbol, rest) = run_symbol(many);
            words[symbol].then(rest).then(back)
        };
        let shorter =
            |one: CodeWord, other: CodeWord| if one.length <= other.length { one } else { other };
        let more = |many: usize| match many {
            ..=2 => several(many),
            3 => shorter(several(many), repeats(many)),
            _ => repeats(many),
        };
        let zeros = |many: usize| match many {
            ..=3 => several(many),
            4 => shorter(several(many), bytes[0].then(repeats(many - 1))),
            _ => bytes[0].then(repeats(many - 1)),
        };
        // The header of a last block with dynamic codes; it stores all code lengths in four bits each.
        let number = |bits: usize, length: u32| CodeWord { bits: bits as u64, length };
        let mut head =
            vec![number(0b101, 3), number(SYMBOLS - 257, 5), number(0, 5), number(15, 4)];
        head.extend((0..19).map(|nth| number(if nth < 3 { 0 } else { 4 }, 3)));
        let four = |code: u8| CodeWord { bits: u64::from(code.reverse_bits() >> 4), length: 4 };
        head.extend(lengths.iter().chain(&[1]).map(|it| four(*it)));
        PackingCode {
            head,
            bytes,
            zeros: (0..=LONGEST + 1).map(zeros).collect(),
            more: (0..=LONGEST).map(more).collect(),
            end: words[END],
        }
    }
}

/// Assigns the canonical Huffman codes of deflate, shorter ones first.
fn canonical(lengths: &[u8; SYMBOLS]) -> Vec<CodeWord> {
    let mut words = vec![CodeWord::default(); SYMBOLS];
    let mut next = 0u16;
    for length in 1..=15u8 {
        next <<= 1;
        for (word, _) in words.iter_mut().zip(lengths).filter(|it| *it.1 == length) {
            let bits = next.reverse_bits() >> (16 - length);
            *word = CodeWord { bits: bits.into(), length: length.into() };
            next += 1;
        }
    }
    words
}

/// Returns the symbol for a run of so many bytes, from 3 to 258, and its extra bits.
pub(crate) fn run_symbol(many: usize) -> (usize, CodeWord) {
    let over = many - 3;
    match over {
        255 => (285, CodeWord::default()),
        ..=7 => (257 + over, CodeWord::default()),
        _ => {
            let extra = over.ilog2() - 2;
            let symbol = 257 + (extra as usize) * 4 + (over >> extra);
            let bits = (over & ((1 << extra) - 1)) as u64;
            (symbol, CodeWord { bits, length: extra })
        }
    }
}

/// Some columns of a strip of rows, packed row by row.
pub(crate) struct PackedRows {
    bits: Bits,
    /// The end of each row in the bits, and its sums.
    rows: Vec<(usize, Sums)>,
}

/// The two sums of Adler-32 over some bytes, without the modulus, and the number of bytes.
#[derive(Clone, Copy, Default)]
struct Sums {
    each: u64,
    all: u64,
    length: u64,
}

impl Sums {
    /// Replaces the zero at a place by a byte. No addition waits for the one before.
    fn set(&mut self, place: usize, byte: u8) {
        self.each += u64::from(byte);
        self.all += u64::from(byte) * (self.length - place as u64);
    }

    /// Appends the sums of the bytes that follow; no picture is large enough to overflow them.
    fn append(&mut self, other: Sums) {
        self.all += self.each * other.length + other.all;
        self.each += other.each;
        self.length += other.length;
    }
}

/// Writes filtered bytes.
struct RowWriter<'a> {
    code: &'a PackingCode,
    bits: Bits,
    /// The sums of the row, as if what isn't written yet were zeros.
    sums: Sums,
    /// The bytes of the row that are written.
    written: usize,
}

impl RowWriter<'_> {
    /// Writes so many zeros, then a byte.
    fn put(&mut self, zeros: usize, byte: u8) {
        let word = self.code.bytes[usize::from(byte)];
        self.sums.set(self.written + zeros, byte);
        self.written += zeros + 1;
        match self.code.zeros.get(zeros) {
            Some(run) => self.bits.put(run.then(word)),
            None => {
                self.run(zeros);
                self.bits.put(word);
            }
        }
    }

    fn run(&mut self, zeros: usize) {
        let first = zeros.min(LONGEST + 1);
        self.bits.put(self.code.zeros[first]);
        let mut rest = zeros - first;
        while 0 < rest {
            let part = rest.min(LONGEST);
            self.bits.put(self.code.more[part]);
            rest -= part;
        }
    }
}

impl PackedRows {
    /// Packs some columns of rows, independent of the rows above: the first row with the Sub filter, the others with the Paeth filter.
    pub(crate) fn new(
        rows: &[u8],
        wide: usize,
        columns: Range<usize>,
        code: &PackingCode,
    ) -> PackedRows {
        // Before the first column comes the number of the filter.
        let length = (columns.len() + usize::from(columns.start == 0)) as u64;
        let mut out = RowWriter { code, bits: Bits::default(), sums: Sums::default(), written: 0 };
        out.bits.full.reserve(USUAL);
        let mut ends = Vec::with_capacity(rows.len() / wide.max(1));
        let mut above = None;
        for row in rows.chunks_exact(wide.max(1)) {
            (out.sums, out.written) = (Sums { each: 0, all: 0, length }, 0);
            let zeros = foretell(above, row, columns.clone(), |zeros, byte| out.put(zeros, byte));
            out.run(zeros);
            ends.push((out.bits.length(), out.sums));
            above = Some(row);
        }
        PackedRows { bits: out.bits, rows: ends }
    }
}

/// Filters some columns of a row as in a PNG; before the first column comes the filter's number. Calls `tell` with each byte that isn't
/// zero and the number of zeros before it. Returns the number of zeros after the last.
pub(crate) fn foretell(
    above: Option<&[u8]>,
    row: &[u8],
    columns: Range<usize>,
    mut tell: impl FnMut(usize, u8),
) -> usize {
    if columns.start == 0 {
        tell(0, if above.is_none() { SUB } else { PAETH });
    }
    match above {
        Some(above) => by_paeth(row, above, columns, &mut tell),
        None => {
            let mut left = columns.start.checked_sub(1).map_or(0, |left| row[left]);
            let mut zeros = 0;
            for &own in &row[columns] {
                match own.wrapping_sub(left) {
                    0 => zeros += 1,
                    by => tell(std::mem::take(&mut zeros), by),
                }
                left = own;
            }
            zeros
        }
    }
}

/// Does the same with the Paeth filter, for a row below another.
fn by_paeth(
    row: &[u8],
    above: &[u8],
    columns: Range<usize>,
    tell: &mut impl FnMut(usize, u8),
) -> usize {
    let Range { start, end } = columns;
    let mut zeros = 0;
    let start = match start.checked_sub(1) {
        Some(left) => left,
        // The first pixel of a row has no left neighbour, so it is predicted from the one above.
        None => {
            match row[0].wrapping_sub(above[0]) {
                0 => zeros += 1,
                by => tell(0, by),
            }
            0
        }
    };
    let mut same = row[start] == above[start];
    let (rests, lefts) = (row[start + 1..end].chunks(BLOCK), row[start..].chunks(BLOCK));
    let (ups, corners) = (above[start + 1..end].chunks(BLOCK), above[start..].chunks(BLOCK));
    let mut off = [0; BLOCK];
    for (((own, left), up), corner) in rests.zip(lefts).zip(ups).zip(corners) {
        // If the left neighbours also equal those above them, the prediction is the pixels above.
        if same && own == up {
            zeros += own.len();
            continue;
        }
        let many = own.len().min(up.len());
        match (whole(own), whole(left), whole(up), whole(corner)) {
            (Some(own), Some(left), Some(up), Some(corner)) => {
                filter(own, left, up, corner, &mut off)
            }
            _ => filter(own, left, up, corner, &mut off),
        }
        same = own.last() == up.last();
        let mut wrong = nonzero(&off) & (u64::MAX >> (BLOCK - many));
        let mut at = 0;
        while wrong != 0 {
            let next = wrong.trailing_zeros() as usize;
            tell(zeros + next - at, off[next % BLOCK]);
            (zeros, at) = (0, next + 1);
            wrong &= wrong - 1;
        }
        zeros += many - at;
    }
    zeros
}

fn whole(part: &[u8]) -> Option<&[u8; BLOCK]> {
    part.first_chunk()
}

/// Computes the difference of each pixel from its Paeth prediction.
#[inline(always)]
fn filter(own: &[u8], left: &[u8], up: &[u8], corner: &[u8], off: &mut [u8; BLOCK]) {
    let near = left.iter().zip(up).zip(corner);
    for ((off, own), ((left, up), corner)) in off.iter_mut().zip(own).zip(near) {
        *off = own.wrapping_sub(paeth(*left, *up, *corner));
    }
}

/// Returns a bit for each byte, the lowest for the first: 1 if the byte isn't zero.
fn nonzero(bytes: &[u8; BLOCK]) -> u64 {
    const LOW: u64 = 0x7f7f_7f7f_7f7f_7f7f;
    let (eights, _) = bytes.as_chunks::<8>();
    eights.iter().rev().fold(0, |all, bytes| {
        let eight = u64::from_le_bytes(*bytes);
        let high = (((eight & LOW) + LOW) | eight) & !LOW;
        all << 8 | (high >> 7).wrapping_mul(0x0102_0408_1020_4080) >> 56
    })
}

/// Returns the Paeth prediction: the left, upper or upper-left pixel, whichever is nearest to `left + up - corner`.
///
/// It uses only bytes, so that the processor predicts sixteen at once.
pub(crate) fn paeth(left: u8, up: u8, corner: u8) -> u8 {
    // The compiler would compute `abs_diff` in 32 bits, for a quarter as many pixels at once.
    let apart = |one: u8, other: u8| one.max(other).wrapping_sub(one.min(other));
    let (by_left, by_up) = (apart(up, corner), apart(left, corner));
    // If both other pixels are on the same side of the corner, the estimate lies beyond both, and is nearer to one of them than to the
    // corner.
    let beyond = (up >= corner) == (left >= corner);
    let by_corner = if beyond { u8::MAX } else { apart(by_left, by_up) };
    let other = if by_up <= by_corner { up } else { corner };
    if by_left <= by_up && by_left <= by_corner { left } else { other }
}

/// Joins packed strips into a zlib stream; each strip is its parts from left to right.
pub(crate) fn joined<'a>(
    code: &PackingCode,
    strips: impl Iterator<Item = Vec<&'a PackedRows>>,
) -> Vec<u8> {
    let (mut bits, mut sums) = (Bits::default(), Sums { each: 1, ..Sums::default() });
    bits.full.reserve(USUAL * USUAL);
    code.head.iter().for_each(|word| bits.put(*word));
    for strip in strips {
        let rows = strip.first().map_or(0, |it| it.rows.len());
        for row in 0..rows {
            for part in &strip {
                let from = row.checked_sub(1).map_or(0, |above| part.rows[above].0);
                let (to, of_row) = part.rows[row];
                bits.append(&part.bits, from..to);
                sums.append(of_row);
            }
        }
    }
    bits.put(code.end);
    let sum = ((sums.all % PRIME) << 16) | (sums.each % PRIME);
    let mut out = Vec::with_capacity(bits.length() / 8 + 16);
    out.extend(STARTS);
    bits.bytes(&mut out);
    out.extend((sum as u32).to_be_bytes());
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The filter as the PNG standard words it.
    fn as_worded(left: u8, up: u8, corner: u8) -> u8 {
        let [a, b, c] = [left, up, corner].map(i16::from);
        let far = |other: i16| (a + b - c - other).abs();
        match (far(a), far(b), far(c)) {
            (a, b, c) if a <= b && a <= c => left,
            (_, b, c) if b <= c => up,
            _ => corner,
        }
    }

    #[test]
    fn a_pixel_is_foretold_as_the_standard_says() {
        for left in 0..=255 {
            for up in 0..=255 {
                for corner in (0..=255).step_by(3) {
                    assert_eq!(paeth(left, up, corner), as_worded(left, up, corner));
                }
            }
        }
    }
}
