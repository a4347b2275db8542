//! LZW compression of a film's frames, as in a GIF. Most of a frame is the same as before, so the transparent entry comes in long runs,
//! which are matched at once instead of pixel by pixel.

/// The most codes.
const MOST: usize = 4096;
/// Bits of the longest code.
const LONGEST: u32 = 12;
/// Slots of the hash table, a power of two that leaves most of them free.
const PLACES: usize = 1 << 14;
/// A free slot.
const FREE: u32 = 0;

/// The dictionary: each code stands for a sequence, an earlier code's plus one entry.
struct Words {
    /// The hash table. A slot is `(key + 1) << 12 | code`, so that it is never [`FREE`].
    places: Vec<u32>,
    /// The codes of runs of the transparent entry alone, by length minus one.
    runs: Vec<u16>,
    next: usize,
}

impl Words {
    /// Resets the dictionary to the single entries; `first` is the next free code.
    fn clear(&mut self, first: usize, through: u8) {
        self.places.fill(FREE);
        self.runs.clear();
        self.runs.push(through.into());
        self.next = first;
    }

    fn key(earlier: u16, entry: u8) -> u32 {
        u32::from(earlier) << 8 | u32::from(entry)
    }

    /// Returns the slot where a sequence is or would be.
    fn place(&self, key: u32) -> usize {
        let mut at = (key.wrapping_mul(0x9E37_79B1) >> (32 - PLACES.ilog2())) as usize;
        while self.places[at] != FREE && self.places[at] >> LONGEST != key + 1 {
            at = (at + 1) % PLACES;
        }
        at
    }

    fn find(&self, earlier: u16, entry: u8) -> Option<u16> {
        match self.places[self.place(Words::key(earlier, entry))] {
            FREE => None,
            found => Some((found & (MOST as u32 - 1)) as u16),
        }
    }

    fn add(&mut self, earlier: u16, entry: u8) {
        let key = Words::key(earlier, entry);
        let at = self.place(key);
        self.places[at] = (key + 1) << LONGEST | self.next as u32;
    }
}

/// Writes codes as bits, lowest first.
struct LzwWriter {
    out: Vec<u8>,
    bits: u64,
    used: u32,
    /// Bits per code at present.
    size: u32,
}

impl LzwWriter {
    fn put(&mut self, word: u16) {
        self.bits |= u64::from(word) << self.used;
        self.used += self.size;
        if 32 <= self.used {
            self.out.extend_from_slice(&(self.bits as u32).to_le_bytes());
            self.bits >>= 32;
            self.used -= 32;
        }
    }
}

/// Compresses palette entries below `1 << bits`: returns the bit count in a byte, then the codes. `through` is the transparent entry.
pub(crate) fn packed(entries: &[u8], through: u8, bits: u32) -> Vec<u8> {
    let (clear, end) = (1u16 << bits, (1u16 << bits) + 1);
    let first = usize::from(end) + 1;
    let out = Vec::with_capacity(entries.len() / 8 + 16);
    let mut out = LzwWriter { out, bits: 0, used: 0, size: bits + 1 };
    out.out.push(bits as u8);
    let mut words = Words { places: vec![FREE; PLACES], runs: Vec::new(), next: first };
    words.clear(first, through);
    out.put(clear);

    // Writes a code, and adds the sequence that is longer by the next entry, if there is one.
    let say = |out: &mut LzwWriter, words: &mut Words, word: u16, next: Option<u8>| {
        out.put(word);
        if words.next == MOST {
            out.put(clear);
            out.size = bits + 1;
            words.clear(first, through);
            return;
        }
        if let Some(entry) = next {
            words.add(word, entry);
            if entry == through && words.runs.last() == Some(&word) {
                words.runs.push(words.next as u16);
            }
        }
        // A decoder is one code behind.
        out.size += u32::from(words.next == 1 << out.size && out.size < LONGEST);
        words.next += 1;
    };

    let mut at = 0;
    let mut word: Option<u16> = None;
    while let Some(&entry) = entries.get(at) {
        let Some(longer) = word else {
            if entry == through {
                let run = like(&entries[at..], through);
                let longest = words.runs.len().min(run);
                at += longest;
                word = Some(words.runs[longest - 1]);
            } else {
                at += 1;
                word = Some(entry.into());
            }
            continue;
        };
        match words.find(longer, entry) {
            Some(found) => {
                word = Some(found);
                at += 1;
            }
            None => {
                say(&mut out, &mut words, longer, Some(entry));
                word = None;
            }
        }
    }
    if let Some(word) = word {
        say(&mut out, &mut words, word, None);
    }
    out.put(end);
    let last = out.used.div_ceil(8) as usize;
    out.out.extend_from_slice(&out.bits.to_le_bytes()[..last]);
    out.out
}

/// Counts how many entries at the start equal `wanted`.
fn like(entries: &[u8], wanted: u8) -> usize {
    const MANY: usize = 32;
    let (blocks, _) = entries.as_chunks::<MANY>();
    let whole = MANY * blocks.iter().take_while(|it| **it == [wanted; MANY]).count();
    whole + entries[whole..].iter().take_while(|it| **it == wanted).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Compresses entries into a file and decodes it with the `gif` crate.
    fn read(entries: &[u8], through: u8, bits: u32) -> Vec<u8> {
        let palette = vec![7; 3 << bits];
        let mut encoder = gif::Encoder::new(Vec::new(), entries.len() as u16, 1, &palette).unwrap();
        let frame = gif::Frame {
            width: entries.len() as u16,
            height: 1,
            buffer: packed(entries, through, bits).into(),
            ..gif::Frame::default()
        };
        encoder.write_lzw_pre_encoded_frame(&frame).unwrap();
        let bytes = encoder.into_inner().unwrap();
        let mut options = gif::DecodeOptions::new();
        options.set_color_output(gif::ColorOutput::Indexed);
        let mut decoder = options.read_info(&bytes[..]).unwrap();
        decoder.read_next_frame().unwrap().unwrap().buffer.to_vec()
    }

    #[test]
    fn whatever_is_packed_is_read_again() {
        let mut seed = 5u32;
        let mut strewn = |below: u32| {
            seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            ((seed >> 8) % below) as u8
        };
        for bits in [2, 4, 5, 7] {
            let colours = 1 << bits;
            let through = (colours - 1) as u8;
            let mut all: Vec<Vec<u8>> = vec![
                vec![through],
                vec![through; 60_000],
                (0..60_000).map(|n: u32| (n / 7 % colours) as u8).collect(),
                (0..60_000).map(|_| strewn(colours)).collect(),
            ];
            // Runs with stray entries: codes end at every position within a run.
            for rare in [3, 20, 250] {
                let one = |strewn: &mut dyn FnMut(u32) -> u8| match strewn(rare) {
                    0 => strewn(colours),
                    _ => through,
                };
                all.push((0..60_000).map(|_| one(&mut strewn)).collect());
            }
            // Lengths around those where codes get longer and where the dictionary is reset.
            for length in (0..9_000).step_by(37) {
                all.push((0..length).map(|n: u32| (n * n / 3 % colours) as u8).collect());
            }
            for entries in all.iter().filter(|it| !it.is_empty()) {
                assert!(read(entries, through, bits) == *entries, "{bits}, {}", entries.len());
            }
        }
    }
}
