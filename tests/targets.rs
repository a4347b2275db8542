//! Fuzzed functions: each takes arbitrary bytes and panics only if the program is wrong.
use std::collections::HashSet;

use engine::{
    chance::{Dice, StepKey},
    fair::Seed,
    game::Status,
    games::GameId,
    refusal::Refusal,
    scenario, scene,
    seat::{Seat, Viewer},
    table::{Saved, Table},
};

use crate::matches::{Match, every, observer};

/// The most characters of a refusal: it goes into a chat message.
const LONGEST_REFUSAL: usize = 600;

/// Steps after which a fuzzed match stops.
const LONGEST_MATCH: usize = 300;

/// Reads words in some position: two bytes choose the match, one how far it is played, the rest is what is typed.
pub fn words(bytes: &[u8]) {
    let Some((mut running, rest)) = some_match(bytes) else { return };
    let Some((&far, text)) = rest.split_first() else { return };
    running.go(far);
    let text = String::from_utf8_lossy(text);
    for seat in Seat::BOTH {
        asks(running.table.as_ref(), seat, &text);
        tries(&mut running, seat, &text);
    }
    if let Err(refusal) = running.game.options(&text) {
        speaks(&refusal);
    }
    if let Err(refusal) = running.table.probe(&text) {
        speaks(&refusal);
    }
    if let Err(refusal) = running.table.arrange(&text) {
        speaks(&refusal);
    }
    looks(running.table.as_ref());
}

/// Plays a match where every byte picks one of the choices.
pub fn sequence(bytes: &[u8]) {
    let Some((mut running, rest)) = some_match(bytes) else { return };
    for &pick in rest.iter().take(LONGEST_MATCH) {
        let Status::Waiting(prompts) = running.table.status() else { break };
        let seat = prompts[usize::from(pick) % prompts.len()].seat;
        let menu = running.table.menu(seat);
        let words = match menu.listed.len() {
            0 => running
                .table
                .sample(seat, &mut running.picks())
                .expect("who owes a decision has one"),
            n => menu.listed[usize::from(pick) % n].clone(),
        };
        running.play(seat, &words).expect("a choice can be played");
    }
    looks(running.table.as_ref());
}

/// Takes up matches that were damaged where they were kept: as arbitrary text, and as a saved match with a few bytes changed.
pub fn resume(bytes: &[u8]) {
    for &game in GameId::ALL {
        takes_up(game, bytes);
    }
    let Some((mut running, rest)) = some_match(bytes) else { return };
    let far = rest.first().map_or(0, |far| *far % 32);
    running.go(far);
    let mut text =
        serde_json::to_vec(&running.table.save().unwrap()).expect("a saved match is plain data");
    for change in rest.chunks_exact(3).take(4) {
        let at = usize::from(u16::from_le_bytes([change[0], change[1]])) % text.len();
        // Mostly another number: any other byte seldom leaves JSON behind.
        let digit = (at..text.len()).find(|&cut| text[cut].is_ascii_digit());
        match digit.filter(|_| change[2] < 250) {
            Some(digit) => text[digit] = b'0' + change[2] % 10,
            None => text[at] = change[2],
        }
    }
    takes_up(running.game, &text);
}

/// Runs a scenario file.
pub fn scenario(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let report = scenario::run(&text);
    let lines = text.lines().count().max(1);
    assert!(report.failures.iter().all(|failure| (1..=lines).contains(&failure.line)));
    assert!(0 < report.checks || !report.failures.is_empty(), "nothing was checked or said");
}

/// Chooses a match by the first two bytes and returns the rest.
fn some_match(bytes: &[u8]) -> Option<(Match, &[u8])> {
    let [seed, which, rest @ ..] = bytes else { return None };
    let all = every();
    let (game, settings) = all.get(usize::from(*which).checked_rem(all.len())?)?;
    let opened = Match::open(*game, settings, *seed).expect("a variation can be opened");
    Some((opened, rest))
}

/// Asks something for a seat and checks that a refusal speaks.
fn asks(table: &dyn Table, seat: Seat, text: &str) {
    if let Some(Err(refusal)) = table.ask(seat, text) {
        speaks(&refusal);
    }
    table.sketch(seat, text, observer(Viewer::Seat(seat)));
    for asked in ["aim 2 at ball 60", text] {
        table.complete(seat, asked, text);
    }
}

/// Says something for a seat and checks that a refusal speaks and changes nothing. What is not refused is played.
pub fn tries(running: &mut Match, seat: Seat, text: &str) {
    let before = running.table.save();
    if let Err(refusal) = running.play(seat, text) {
        speaks(&refusal);
        assert_eq!(running.table.save(), before, "a refusal changed something");
    }
}

/// Checks that a refusal can be shown to a player.
pub fn speaks(refusal: &Refusal) {
    let Refusal { code: _, says, instead } = refusal;
    assert!(!says.trim().is_empty(), "{refusal:?}");
    assert!(says.chars().count() <= LONGEST_REFUSAL, "{refusal:?}");
    let once: HashSet<&String> = instead.iter().collect();
    assert_eq!(once.len(), instead.len(), "offered twice: {refusal:?}");
    for line in instead.iter().chain([says]) {
        assert!(!line.is_empty() && !line.chars().any(char::is_control), "{refusal:?}");
    }
}

/// Asks everything a table can be asked.
fn looks(table: &dyn Table) {
    for viewer in Viewer::ALL {
        let scene = table.show(observer(viewer));
        assert!(!scene::words(&scene).is_empty());
        assert!(!scene::ascii(&scene).is_empty());
        let choosing = table.show_chosen(observer(viewer), "");
        assert!(!scene::ascii(&choosing).is_empty() && !scene::words(&choosing).is_empty());
        table.told(observer(viewer));
    }
    for seat in Seat::BOTH {
        table.menu(seat);
        table.hand(seat);
    }
    table.status();
}

fn takes_up(game: GameId, text: &[u8]) {
    let Ok(saved) = serde_json::from_slice::<Saved>(text) else { return };
    let Ok(mut table) = game.resume(&saved) else { return };
    looks(table.as_ref());
    for step in 1..8 {
        let mut dice = Dice::fair(&Seed::from_bytes([0; 32]), StepKey { step, take: 0 });
        for seat in Seat::BOTH {
            if let Some(words) = table.sample(seat, &mut dice) {
                // A damaged match may refuse; it must not panic.
                let _refused_or_not = table.play(seat, &words, &mut dice);
            }
        }
    }
    looks(table.as_ref());
}
