//! Matches saved under every version of the rules can still be loaded and played to their end, and exported ones can still
//! be checked and continued.
//!
//! The files are never changed; `BLESS=1` adds missing ones of the present versions.
use std::{fs, path::Path};

use engine::{
    chance::{Dice, StepKey},
    fair::Seed,
    game::Status,
    games::GameId,
    scene,
    seat::Viewer,
    table::{Saved, Table},
};
use it::matches::{LONGEST, Match, golden_seed, observer, variations};
use proof::check_export;
use serde_json::{Value, json};

use crate::files::{below, blessing, folder, write};

/// Steps after which a match is saved.
const KEPT_AFTER: [u32; 4] = [0, 7, 24, 60];

#[test]
fn every_save_there_ever_was_goes_on() {
    for &game in GameId::ALL {
        let root = folder("saves").join(game.name());
        let path = root.join(format!("v{}.json", game.rules()));
        if blessing() && !path.exists() {
            write(&path, &format!("{:#}\n", kept(game)));
        }
        assert!(path.exists(), "{}: missing; BLESS=1 writes it", path.display());
        for path in below(&root, "json") {
            goes_on(game, &path);
        }
    }
}

#[test]
fn every_export_there_ever_was_still_holds() {
    let mut found = 0;
    for &game in GameId::ALL {
        for path in below(&folder("exports").join(game.name()), "json") {
            let text = fs::read_to_string(&path).unwrap();
            let report =
                check_export(&text).unwrap_or_else(|err| panic!("{}: {err}", path.display()));
            assert_eq!(report.fault, None, "{}", path.display());
            found += 1;
        }
    }
    assert!(0 < found, "tests/exports holds nothing");
}

#[test]
fn what_is_no_save_is_refused() {
    for &game in GameId::ALL {
        let running = Match::open(game, "", 1).unwrap();
        let good = running.table.save().unwrap();
        let newer = Saved { rules: good.rules + 1, ..good.clone() };
        let empty = Saved { state: Value::Null, ..good.clone() };
        let strange = Saved { last: json!([{ "no such event": 1 }]), ..good };
        for bad in [newer, empty, strange] {
            assert!(game.resume(&bad).is_err());
        }
    }
}

/// Makes the positions to keep: settings, the match as saved text, and the board without the marks of the last step.
fn kept(game: GameId) -> Value {
    let mut out = Vec::new();
    for settings in variations(game) {
        let mut running = Match::open(game, &settings, golden_seed(&settings))
            .expect("a variation can be opened");
        loop {
            if KEPT_AFTER.contains(&running.steps) {
                let saved = running.table.save().unwrap();
                let board = quiet(game, saved.clone());
                out.push(json!({ "settings": settings, "saved": saved, "board": board }));
            }
            let Some((seat, words)) = running.sample() else { break };
            running.play(seat, &words).expect("a sample can be played");
        }
    }
    Value::Array(out)
}

/// Draws the squares of a saved match as if nothing had just happened: events of older rules need not be readable, and what
/// stands beside the board may be shown otherwise one day.
fn quiet(game: GameId, saved: Saved) -> Vec<String> {
    let saved = Saved { last: json!({ "turn": [], "now": [], "fresh": 0 }), ..saved };
    let table = game.resume(&saved).expect("a saved match can be loaded");
    let drawn = scene::ascii_board(&table.show(observer(Viewer::Room)));
    let mut lines: Vec<String> = drawn.lines().map(str::to_owned).collect();
    // The files below say nothing of the match.
    lines.pop();
    lines
}

fn goes_on(game: GameId, path: &Path) {
    let name = path.display();
    let text = fs::read_to_string(path).unwrap();
    let entries: Vec<Value> = serde_json::from_str(&text).unwrap();
    assert!(!entries.is_empty(), "{name} keeps nothing");
    for (n, entry) in entries.into_iter().enumerate() {
        let saved: Saved = serde_json::from_value(entry["saved"].clone()).unwrap();
        if let Err(err) = game.resume(&saved) {
            panic!("{}", cure(game, &name.to_string(), saved.rules, &err));
        }
        let lines: Vec<String> = serde_json::from_value(entry["board"].clone()).unwrap();
        let board = quiet(game, saved.clone());
        assert_eq!(board, lines, "{name}: board of entry {n}");
        let table = game.resume(&saved).unwrap_or_else(|err| panic!("{name}: entry {n}: {err}"));
        ends(table, &format!("{name}: entry {n}"));
    }
}

/// Says what to do about a save that can't be read any more.
fn cure(game: GameId, file: &str, rules: u16, err: &str) -> String {
    let (title, folder, next) = (game.title(), game.name(), game.rules() + 1);
    let how = if rules == game.rules() {
        format!(
            "What {title} saves has changed its form. Raise RULES in engine/src/games/{folder}/mod.rs to {next}, and teach \
             `upgrade` there to lead a state of rules {rules} to the new form. Then BLESS=1 writes v{next}.json beside this file."
        )
    } else {
        format!(
            "`upgrade` in engine/src/games/{folder}/mod.rs has to lead rules {rules} to the present ones."
        )
    };
    format!("{file}: {err}.\n{how}\nThe file itself stays as it is: such matches are running.")
}

#[test]
fn a_save_that_cannot_be_read_says_which_it_is_and_what_to_do() {
    let running = Match::open(GameId::Trapdoor, "", 1).unwrap();
    let mut saved = running.table.save().unwrap();
    saved.state.as_object_mut().unwrap().remove("options");
    let Err(err) = GameId::Trapdoor.resume(&saved) else { panic!("it lacks its options") };
    let says = cure(GameId::Trapdoor, "tests/saves/trapdoor/v1.json", saved.rules, &err);
    for part in [
        "v1.json",
        "Trapdoor Checkers",
        "`options`",
        "Raise RULES",
        "games/trapdoor/mod.rs",
        "`upgrade`",
        "stays as it is",
    ] {
        assert!(says.contains(part), "{part}: {says}");
    }
}

/// Plays to the end.
fn ends(mut table: Box<dyn Table>, name: &str) {
    let seed = Seed::from_bytes([3; 32]);
    for step in 1..LONGEST {
        let Status::Waiting(prompts) = table.status() else { return };
        let mut dice = Dice::fair(&seed, StepKey { step, take: 0 });
        let words = table.sample(prompts[0].seat, &mut dice);
        let words = words.unwrap_or_else(|| panic!("{name}: nothing to do at step {step}"));
        let played = table.play(prompts[0].seat, &words, &mut dice);
        played.unwrap_or_else(|err| panic!("{name}: {words}: {err}"));
    }
    panic!("{name} does not end");
}
