//! Whatever players type, the answer is a step or a refusal that speaks.
use engine::games::GameId;
use it::{
    matches::{Match, variations},
    targets::{speaks, tries},
};
use proptest::{collection::vec, prelude::*, sample::Index};

/// Longest text typed, in bytes: more than any chat lets through.
const LONGEST: usize = 100_000;

/// Opens some match and plays up to 40 steps; nothing while there is no game.
fn position(which: &Index, steps: u8, seed: u8) -> Option<Match> {
    let all: Vec<(GameId, String)> = GameId::ALL
        .iter()
        .flat_map(|&game| variations(game).into_iter().map(move |it| (game, it)))
        .collect();
    if all.is_empty() {
        return None;
    }
    let (game, settings) = which.get(&all);
    let mut it = Match::open(*game, settings, seed).expect("a variation can be opened");
    for _ in 0..steps % 40 {
        let Some((seat, words)) = it.sample() else { break };
        it.play(seat, &words).expect("a sample can be played");
    }
    Some(it)
}

/// Says a text on both seats, in every other place where text from outside is read, too.
fn say(it: &mut Match, text: &str) {
    for seat in engine::seat::Seat::BOTH {
        tries(it, seat, text);
    }
    for refused in [it.game.options(text).err(), it.table.probe(text).err()].iter().flatten() {
        speaks(refused);
    }
    let _named_or_not = GameId::named(text);
}

fn some_config(cases: u32) -> ProptestConfig {
    ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(cases) }
}

#[test]
fn any_text_is_answered() {
    proptest!(some_config(150), |(which: Index, steps: u8, seed: u8, text in vec(any::<char>(), 0..60))| {
        let text: String = text.into_iter().collect();
        if let Some(mut it) = position(&which, steps, seed) {
            say(&mut it, &text);
        }
    });
}

#[test]
fn long_text_is_answered() {
    let part = vec(
        prop_oneof![any::<char>(), prop::sample::select(vec!['-', 'x', 'a', '1', ' ', ':'])],
        1..8,
    );
    proptest!(some_config(24), |(which: Index, seed: u8, part in part)| {
        let part: String = part.into_iter().collect();
        let text = part.repeat(LONGEST / part.len());
        if let Some(mut it) = position(&which, 3, seed) {
            let listed = it.sample().map(|it| it.1).unwrap_or_default();
            say(&mut it, &text);
            say(&mut it, &format!("{listed}{text}"));
        }
    });
}

/// A change to words: where, what kind, and the character for it.
type Change = (Index, u8, char);

fn change(text: &str, (at, kind, with): &Change) -> String {
    let mut chars: Vec<char> = text.chars().collect();
    if chars.is_empty() {
        return with.to_string();
    }
    let at = at.index(chars.len());
    match kind % 6 {
        0 => chars[at] = *with,
        1 => chars.insert(at, *with),
        2 => drop(chars.remove(at)),
        3 => chars.truncate(at),
        4 => chars.swap(at, 0),
        _ => chars.extend_from_within(at..),
    }
    chars.into_iter().collect()
}

#[test]
fn words_with_slips_of_the_finger_are_answered() {
    let slip = prop_oneof![any::<char>(), prop::char::range(' ', '~')];
    let changes = vec((any::<Index>(), any::<u8>(), slip), 1..4);
    proptest!(some_config(200), |(which: Index, pick: Index, steps: u8, seed: u8, changes in changes)| {
        if let Some(mut it) = position(&which, steps, seed) {
            let mut said: Vec<String> =
                engine::seat::Seat::BOTH.iter().flat_map(|&seat| it.table.menu(seat).listed).collect();
            said.push(it.sample().map(|it| it.1).unwrap_or_default());
            let text = changes.iter().fold(pick.get(&said).clone(), |text, it| change(&text, it));
            say(&mut it, &text);
        }
    });
}
