//! Slips in questions: a word that no text here has is read as the one that is nearest.
use std::{collections::HashSet, sync::LazyLock};

use strsim::osa_distance;

use super::{SAME, facts, house::HouseAnswer};
use crate::guide::{Guide, every_other_name};

/// The shortest word that is corrected, in letters.
const SHORTEST: usize = 4;

/// Further words of questions, which no text needs to have.
const COMMON: &str = "what which who whose whom where when why how does did doing done have has had having can could may might must shall \
    should will would there here this that these those with without about from into onto over under again still already right wrong \
    please thanks hello sorry explain tell show know understand think mean means meant work works happen happens happened look see look \
    want need like just really actually anything something nothing anyone someone nobody everybody people person friend guys weather \
    tonight today tomorrow yesterday pizza bread bake world cup phone airspeed swallow easiest easy hard harder easier best better worst \
    good bad fast slow long short much many more most less least first last next previous only also always never sometimes often often \
    during before after while until since between both either neither each every other another same different much too very quite long \
    left right near around behind front above below close far away inside outside whole half exact exactly little big small large";

static KNOWN: LazyLock<HashSet<String>> = LazyLock::new(|| {
    let guides = Guide::all().map(Guide::source);
    let house = HouseAnswer::all().iter().flat_map(|it| it.asked.iter().copied().chain([it.says]));
    let texts = guides.chain(house).chain([facts::SOURCE, COMMON]);
    let words = texts.flat_map(|text| text.split(|sign: char| !sign.is_alphabetic()));
    let words = words.filter(|word| !word.is_empty()).map(str::to_lowercase);
    let same = SAME.iter().flat_map(|it| it.iter());
    words.chain(same.chain(&every_other_name()).map(|it| (*it).to_owned())).collect()
});

/// Tells whether some text here has a word.
pub(super) fn is_known(word: &str) -> bool {
    KNOWN.contains(word)
}

/// Returns a word as it was probably meant.
pub(super) fn corrected(word: &str) -> String {
    let length = word.chars().count();
    if length < SHORTEST || KNOWN.contains(word) || is_form(word) {
        return word.to_owned();
    }
    let most = if length < 7 { 1 } else { 2 };
    let near = KNOWN.iter().filter(|known| known.chars().count().abs_diff(length) <= most);
    let near = near.map(|known| (osa_distance(word, known), known));
    // Of several, the one with the same letters, and then the one that begins alike.
    let letters = |word: &str| {
        let mut letters: Vec<char> = word.chars().collect();
        letters.sort_unstable();
        letters
    };
    let nearest = near.filter(|it| it.0 <= most).min_by_key(|(slips, known)| {
        let alike = known.chars().next() == word.chars().next();
        (*slips, letters(known) != letters(word), !alike, known.as_str())
    });
    nearest.map_or_else(|| word.to_owned(), |it| it.1.clone())
}

/// Tells whether a word is another form of one that is known.
fn is_form(word: &str) -> bool {
    ["s", "es", "ed", "d", "ing", "er", "ly"]
        .iter()
        .filter_map(|ending| word.strip_suffix(ending))
        .any(|stem| KNOWN.contains(stem) || KNOWN.contains(&format!("{stem}e")))
}
