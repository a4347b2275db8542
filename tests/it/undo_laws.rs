//! Laws of undo by consent, for every game: what is dealt again, and what is said about it.
use std::collections::{BTreeMap, BTreeSet};

use engine::{
    chance::{Dice, StepKey},
    fair::Seed,
    game::Status,
    seat::{Seat, Viewer},
    table::{Past, Played, Table},
};
use it::{
    matches::{Match, observer},
    sample::some_variations,
};
use serde_json::Value;

use crate::laws::{one_line, walk_prompts};

/// A random match: its steps, the position before each, and the last one.
struct Story {
    name: String,
    positions: Vec<Box<dyn Table>>,
    steps: Vec<Past>,
}

/// Plays a match of every game and of some variations at random.
fn stories() -> impl Iterator<Item = Story> {
    some_variations().into_iter().map(|(game, settings)| {
        let mut running = Match::open(game, &settings, 5).unwrap();
        let name = format!("{game} {settings}");
        let mut story = Story { name, positions: vec![running.again()], steps: Vec::new() };
        while let Some((seat, words)) = running.sample() {
            let Played { action, events, .. } = running.play(seat, &words).unwrap();
            story.steps.push(Past { seat, action, events });
            story.positions.push(running.again());
        }
        story
    })
}

/// Lists the scalar parts of a state, by their path.
fn parts(of: &Value, at: String, out: &mut BTreeMap<String, Value>) {
    match of {
        Value::Object(entries) => {
            entries.iter().for_each(|(key, it)| parts(it, format!("{at}/{key}"), out));
        }
        Value::Array(items) => {
            items.iter().enumerate().for_each(|(n, it)| parts(it, format!("{at}/{n}"), out));
        }
        _ => {
            out.insert(at, of.clone());
        }
    }
}

/// Returns the parts that differ between these positions.
fn differing(some: &[BTreeMap<String, Value>]) -> BTreeSet<String> {
    let places: BTreeSet<&String> = some.iter().flat_map(BTreeMap::keys).collect();
    let differs =
        |part: &&String| some.windows(2).any(|two| two[0].get(*part) != two[1].get(*part));
    places.into_iter().filter(differs).cloned().collect()
}

/// How many deals of hidden parts are compared.
const DEALS: u32 = 24;

/// After an undo by consent, what neither player can know is dealt again and repeats no more often
/// than by chance; everything else stays, and nobody can tell the position from another that looks
/// the same to them.
#[test]
fn what_neither_player_can_know_is_dealt_anew_when_a_match_goes_back() {
    let (mut as_before, mut as_next, mut hidden) = (0i64, 0i64, BTreeSet::new());
    for Story { name, positions, steps } in stories() {
        // Variations that begin alike are dealt apart.
        let mut seed = [6; 32];
        seed.iter_mut().zip(name.bytes().rev()).for_each(|(part, letter)| *part ^= letter);
        let seed = Seed::from_bytes(seed);
        let every = steps.len().div_ceil(12).max(1);
        for at in (0..steps.len()).step_by(every) {
            let (table, gone) = (&positions[at], &steps[at..steps.len().min(at + 5)]);
            let draws = |take: u32, draw: &dyn Fn(&mut Dice) -> Box<dyn Table>| {
                let plies = (0..DEALS).map(|n| StepKey { step: at as u32, take: take + n });
                plies.map(|ply| draw(&mut Dice::fair(&seed, ply))).collect::<Vec<_>>()
            };
            let parts_of = |table: &dyn Table| {
                let mut out = BTreeMap::new();
                parts(&table.save().unwrap().state, String::new(), &mut out);
                out
            };
            let all_parts = |some: &[Box<dyn Table>]| {
                some.iter().map(|table| parts_of(table.as_ref())).collect()
            };
            let backs = draws(0, &|dice| table.back(gone, dice).unwrap());
            let dealt: Vec<_> = all_parts(&backs);
            let [first, second]: [BTreeSet<String>; 2] = Seat::BOTH.map(|seat| {
                let back = &backs[0];
                let all: Vec<_> =
                    all_parts(&draws(100, &|dice| back.determinize(Viewer::Seat(seat), dice)));
                differing(&all)
            });
            let anew = differing(&dealt);
            let neither: BTreeSet<String> = first.intersection(&second).cloned().collect();
            assert_eq!(anew, neither, "{name}, step {at}: what is dealt anew");
            let before = parts_of(table.as_ref());
            for place in &anew {
                let same =
                    |two: [&BTreeMap<String, Value>; 2]| two[0].get(place) == two[1].get(place);
                as_before += dealt.iter().filter(|hand| same([hand, &before])).count() as i64;
                as_next += dealt.windows(2).filter(|two| same([&two[0], &two[1]])).count() as i64;
            }
            hidden.extend((!anew.is_empty()).then(|| table.game().name()));
            for back in &backs[..2] {
                assert_eq!(back.status(), table.status(), "{name}");
                for seat in Seat::BOTH {
                    assert_eq!(back.menu(seat), table.menu(seat), "{name}");
                    let [now, then] =
                        [back, table].map(|table| table.hand(seat).unwrap_or_default());
                    assert!(now.starts_with(&then), "{name}: {then} became {now}");
                }
                for viewer in Viewer::ALL {
                    let to = observer(viewer);
                    assert_eq!(back.told(to), table.told(to), "{name}");
                    let other = back.determinize(
                        viewer,
                        &mut Dice::fair(&Seed::from_bytes([7; 32]), StepKey { step: 1, take: 0 }),
                    );
                    assert_eq!(other.show(to), back.show(to), "{name}");
                    for seat in Seat::BOTH.into_iter().filter(|seat| viewer.knows(*seat)) {
                        assert_eq!(other.hand(seat), back.hand(seat), "{name}");
                    }
                }
            }
        }
    }
    assert!(hidden.contains("alien"), "nothing was hidden: {hidden:?}");
    // Of `DEALS` deals each pair of neighbours was compared, one fewer than with what was there before.
    let expected = as_next * i64::from(DEALS) / i64::from(DEALS - 1);
    let chance = 6.0 * ((as_before + expected) as f64).sqrt();
    assert!(((as_before - expected) as f64) < chance, "{as_before} stayed, {expected} by chance");
}

/// A player who is asked to allow an undo is told what was revealed.
#[test]
fn what_makes_consent_needed_is_said() {
    walk_prompts(1, |running, _| {
        let Some((seat, words)) = running.sample() else { return };
        let (mut table, mut dice) = (running.again(), running.dice());
        let Played { action, events, fixed, .. } = table.play(seat, &words, &mut dice).unwrap();
        let past = Past { seat, action, events };
        let seen = running.table.seen(&[past], observer(Viewer::Room)).unwrap();
        seen.iter().for_each(|it| one_line(it));
        let says = !seen.is_empty() || !dice.thrown().is_empty();
        let over = matches!(table.status(), Status::Over(_));
        assert!(says || over || !fixed, "{}: {words}: nobody hears what came out", running.game);
    });
}
