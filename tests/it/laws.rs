//! Laws of every game, in every variation that can be listed.
use std::collections::{BTreeMap, BTreeSet};

use engine::{
    game::{Outcome, Prompt, PromptKind, Status},
    games::GameId,
    refusal::Code,
    scene::{self, Highlight, Item},
    seat::{Seat, Viewer},
    settings::{Values, form},
    table::{Past, squares_apart},
};
use it::{
    matches::{Match, every, observer, variations},
    sample::{part, some_variations},
    targets::speaks,
};

/// Plays `matches` random matches of every game and of some variations, or a part of them, and visits every position, including the last.
pub(crate) fn walk(matches: u8, mut visit: impl FnMut(&Match)) {
    assert!(!GameId::ALL.is_empty(), "laws about nothing");
    for (game, settings) in some_variations() {
        for seed in part(0..matches) {
            walk_match(game, &settings, seed, &mut visit);
        }
    }
}

/// Plays a random match and visits every position, including the last.
pub(crate) fn walk_match(game: GameId, settings: &str, seed: u8, mut visit: impl FnMut(&Match)) {
    let mut running = Match::open(game, settings, seed)
        .unwrap_or_else(|err| panic!("{} {settings}: {err}", game.name()));
    visit(&running);
    while let Some((seat, words)) = running.sample() {
        running.play(seat, &words).unwrap_or_else(|err| panic!("{words}: {err}"));
        visit(&running);
    }
    assert!(matches!(running.table.status(), Status::Over(_)), "nobody knows what to do");
}

/// Visits every position of a few matches with the seats that owe a decision there.
pub(crate) fn walk_prompts(matches: u8, mut visit: impl FnMut(&Match, &[Prompt])) {
    walk(matches, |running| {
        if let Status::Waiting(prompts) = running.table.status() {
            visit(running, &prompts);
        }
    });
}

/// Checks a line for a chat.
#[track_caller]
pub(crate) fn one_line(text: &str) {
    assert!(!text.trim().is_empty(), "an empty line");
    assert!(!text.chars().any(char::is_control), "control characters in {text:?}");
}

#[test]
fn a_random_match_ends_and_repeats() {
    let play = || {
        let mut out = Vec::new();
        walk(4, |running| out.push(running.table.save().unwrap()));
        out
    };
    assert_eq!(play(), play());
}

#[test]
fn who_owes_a_decision_has_one_and_nobody_else_does() {
    walk(2, |running| {
        let status = running.table.status();
        match &status {
            Status::Waiting(prompts) => {
                assert!(!prompts.is_empty(), "nobody owes anything and it is not over");
                prompts.iter().for_each(|it| one_line(&it.ask));
            }
            Status::Over(outcome) => {
                let why = running.table.why(&outcome.why).unwrap();
                one_line(&why);
                // It is worded from stored data, long after the match.
                let kept = serde_json::to_string(outcome).unwrap();
                let read: Outcome = serde_json::from_str(&kept).unwrap();
                assert_eq!((&read, running.game.why(&read.why)), (outcome, Ok(why)));
            }
        }
        for seat in Seat::BOTH {
            let menu = running.table.menu(seat);
            let some = !menu.listed.is_empty() || menu.grammar.is_some();
            assert_eq!(some, status.waits_for(seat), "{seat}: {menu:?} in {status:?}");
            let sample = running.table.sample(seat, &mut running.picks());
            assert_eq!(sample.is_some(), some, "{seat}: {sample:?}");
            let listed = |words| menu.listed.contains(&words) || menu.grammar.is_some();
            assert!(sample.is_none_or(listed), "a sample that is no choice");
        }
    });
}

/// Longest menu of which every choice is tried in every position.
const TRIED: usize = 12;

/// Picks choices to be tried out: all of a short menu, and of a long one an even spread that is another one at every step, so that a
/// match comes by every kind of choice without taking minutes.
fn spread<'a>(running: &Match, listed: &'a [String]) -> impl Iterator<Item = &'a String> + use<'a> {
    let every = listed.len().div_ceil(TRIED).max(1);
    listed.iter().skip(running.steps as usize % every).step_by(every)
}

#[test]
fn every_choice_is_played_as_it_is_written() {
    walk_prompts(2, |running, prompts| {
        let copy = running.copies();
        for prompt in prompts {
            let menu = running.table.menu(prompt.seat);
            let once: BTreeSet<&String> = menu.listed.iter().collect();
            assert_eq!(once.len(), menu.listed.len(), "listed twice in {:?}", menu.listed);
            menu.listed.iter().for_each(|it| one_line(it));
            for words in spread(running, &menu.listed) {
                let mut other = copy();
                let played = other
                    .play(prompt.seat, words, &mut running.dice())
                    .unwrap_or_else(|err| panic!("{words}: {err}"));
                assert_eq!(played.written, *words, "read as something else");
                let decided = 1 < menu.listed.len() || menu.grammar.is_some();
                assert_eq!(played.decided, decided, "{words}");
                assert_eq!(played.sealed, prompt.kind == PromptKind::Sealed, "{words}");
                // A move may be written without signs; where that isn't clear, it is told what is.
                let bare = words.replace(['-', 'x'], "");
                if squares_apart(&bare).len() < 2 {
                    continue;
                }
                match copy().play(prompt.seat, &bare, &mut running.dice()) {
                    Ok(played) => assert_eq!(played.written, *words, "{bare}"),
                    Err(refusal) => {
                        assert_ne!(refusal.code, Code::Unreadable, "{bare}: {}", refusal.says);
                        assert!(!refusal.instead.is_empty(), "{bare}: {}", refusal.says);
                    }
                }
            }
        }
    });
}

#[test]
fn what_is_done_for_an_idle_seat_can_be_done() {
    walk_prompts(1, |running, prompts| {
        for prompt in prompts {
            let default = running.table.default_for(prompt.seat, &mut running.picks());
            // A turn is waited for; a reaction must not delay the match.
            assert!(default.is_some() || prompt.kind.is_turn(), "{prompt:?}");
            if let Some(words) = default {
                let mut other = running.again();
                other
                    .play(prompt.seat, &words, &mut running.dice())
                    .unwrap_or_else(|err| panic!("{words}: {err}"));
            }
        }
        for idle in Seat::BOTH.into_iter().filter(|seat| prompts.iter().all(|p| p.seat != *seat)) {
            assert_eq!(running.table.default_for(idle, &mut running.picks()), None);
        }
    });
}

#[test]
fn no_choice_is_a_question() {
    walk_prompts(1, |running, prompts| {
        for prompt in prompts {
            let listed = running.table.menu(prompt.seat).listed;
            for words in listed.into_iter().chain(running.sample().map(|it| it.1)) {
                let answer = running.table.ask(prompt.seat, &words);
                assert_eq!(answer, None, "`{words}` would never be played");
            }
        }
    });
}

#[test]
fn a_grammar_that_is_shown_is_one_line() {
    walk_prompts(1, |running, prompts| {
        for prompt in prompts {
            running.table.menu(prompt.seat).grammar.into_iter().for_each(one_line);
        }
    });
}

/// Returns the first half of some words, and all but their last letter or digit. Signs at the end that only remark on what
/// will happen may be left out. Where more may be typed than is listed (`open`), a number that is cut is another number, and no
/// beginning.
fn beginnings(words: &str, open: bool) -> Vec<String> {
    let chars: Vec<char> = words.chars().collect();
    let last = chars.iter().rposition(|it| it.is_alphanumeric()).unwrap_or(0);
    let digit = |at: usize| chars.get(at).is_some_and(char::is_ascii_digit);
    let cuts = [last, chars.len() / 2].into_iter().map(|it| it.min(last));
    cuts.filter(|&cut| !(open && 0 < cut && digit(cut) && digit(cut - 1)))
        .map(|cut| chars[..cut].iter().collect())
        .collect()
}

#[test]
fn what_is_no_choice_is_refused_and_changes_nothing() {
    walk(1, |running| {
        let mut table = running.again();
        let before = table.save();
        let status = table.status();
        let menus = Seat::BOTH.map(|seat| running.table.menu(seat));
        let open = menus.iter().any(|it| it.grammar.is_some());
        let listed: Vec<String> = menus.into_iter().flat_map(|it| it.listed).collect();
        for seat in Seat::BOTH {
            let mut texts: Vec<String> =
                ["", " \t", ".", "?!", "no such thing"].map(str::to_owned).into();
            for words in spread(running, &listed) {
                texts.extend(beginnings(words, open));
                texts.push(format!("{words} {words}"));
            }
            // A mark at the end of a choice, such as that of a fall, need not be typed.
            let bare = |text: &String| text.trim_end_matches('^').to_owned();
            let said: Vec<String> = listed.iter().map(bare).collect();
            texts.retain(|text| !said.contains(&bare(&text.trim().to_owned())));
            if !status.waits_for(seat) {
                texts.extend(spread(running, &listed).cloned());
            }
            for text in &texts {
                let refusal = table
                    .play(seat, text, &mut running.dice())
                    .expect_err(&format!("{seat}: {text:?} was carried out"));
                speaks(&refusal);
                match (&status, status.waits_for(seat)) {
                    (Status::Over(_), _) => assert_eq!(refusal.code, Code::Over),
                    (Status::Waiting(_), false) => assert_eq!(refusal.code, Code::NotYours),
                    (Status::Waiting(_), true) => {
                        let others = [Code::Over, Code::NotYours, Code::Unscripted, Code::Broken];
                        assert!(!others.contains(&refusal.code), "{text:?}: {refusal:?}");
                    }
                }
            }
            assert_eq!(table.save(), before, "one of these changed something: {texts:?}");
        }
    });
}

#[test]
fn what_a_refusal_offers_can_be_played() {
    walk_prompts(1, |running, prompts| {
        let copy = running.copies();
        for prompt in prompts {
            for text in ["", "no such thing"] {
                let refusal = copy().play(prompt.seat, text, &mut running.dice()).unwrap_err();
                for words in spread(running, &refusal.instead) {
                    let played = copy().play(prompt.seat, words, &mut running.dice());
                    played.unwrap_or_else(|err| panic!("offered `{words}`: {err}"));
                }
            }
        }
    });
}

#[test]
fn a_saved_match_is_the_same_match() {
    walk(2, |running| {
        let other = running.again();
        assert_eq!(other.game(), running.game);
        assert_eq!(other.save(), running.table.save());
        assert_eq!(other.status(), running.table.status());
        for viewer in Viewer::ALL {
            assert_eq!(other.show(observer(viewer)), running.scene(viewer));
            assert_eq!(other.told(observer(viewer)), running.table.told(observer(viewer)));
        }
        for seat in Seat::BOTH {
            assert_eq!(other.menu(seat), running.table.menu(seat));
            assert_eq!(other.hand(seat), running.table.hand(seat));
        }
    });
}

#[test]
fn the_same_dice_bring_the_same_step() {
    walk(1, |running| {
        let Some((seat, words)) = running.sample() else { return };
        let [mut one, mut other] = [running.again(), running.again()];
        let played = one.play(seat, &words, &mut running.dice()).unwrap();
        assert_eq!(other.play(seat, &words, &mut running.dice()).unwrap(), played);
        assert_eq!(one.save(), other.save());
        for viewer in Viewer::ALL {
            let told = one.told(observer(viewer));
            assert_eq!(
                one.tell(&played.events, observer(viewer)),
                Ok(told),
                "the log says it else"
            );
        }
    });
}

#[test]
fn what_is_told_are_lines() {
    walk(2, |running| {
        for viewer in Viewer::ALL {
            running.table.told(observer(viewer)).iter().for_each(|it| one_line(it));
        }
        for seat in Seat::BOTH {
            running.table.hand(seat).iter().for_each(|it| one_line(it));
        }
    });
}

#[test]
fn every_picture_can_be_said() {
    walk(2, |running| {
        for viewer in Viewer::ALL {
            let scene = running.scene(viewer);
            let words = scene::words(&scene);
            one_line(&words);
            one_line(&scene.title);
            one_line(&scene.caption);
            let twice = ["..", "!.", "?.", "!!"];
            assert!(!twice.iter().any(|words| scene.caption.ends_with(words)), "{}", scene.caption);
            scene.last.iter().for_each(|it| one_line(it));
            for name in ["Ann", "Bob"].iter().chain(&running.game.sides()) {
                assert!(words.contains(name), "{name} is not in {words:?}");
            }
            let drawn = scene::ascii(&scene);
            let board = scene::ascii_board(&scene);
            assert!(drawn.starts_with(&board) && 1 < board.lines().count(), "{drawn}");
            assert!(board.lines().all(|line| line.chars().count() <= 48), "{drawn}");
            let owing = |seat: Seat| running.table.status().waits_for(seat);
            for seat in Seat::BOTH {
                assert!(!scene.sides.get(seat).to_move || owing(seat), "{seat} is shown to move");
            }
        }
    });
}

#[test]
fn a_log_of_any_match_can_be_exported() {
    for (game, settings) in every() {
        let mut running = Match::open(game, &settings, 5).unwrap();
        let opening = running.again();
        let mut log = Vec::new();
        while let Some((seat, words)) = running.sample() {
            let played = running.play(seat, &words).unwrap();
            log.push(Past { seat, action: played.action, events: played.events });
        }
        let Status::Over(outcome) = running.table.status() else { panic!("it is not over") };
        let tags = [("Event".to_owned(), "A match among friends".to_owned())];
        for outcome in [None, Some(&outcome)] {
            let pdn = opening.pdn(&tags, &log, outcome).unwrap();
            assert!(pdn.is_none_or(|it| it.contains("[Event \"A match among friends\"]")));
        }
    }
}

#[test]
fn every_setting_says_what_it_is() {
    for &game in GameId::ALL {
        one_line(game.title());
        one_line(game.says());
        assert!(game.says().chars().count() <= 80, "{}", game.says());
        assert_eq!(GameId::named(game.name()), Some(game));
        assert_eq!(GameId::named(&game.title().to_uppercase()), Some(game));
        let usual = game.options("").unwrap();
        assert_eq!(game.variation(usual.clone()).unwrap(), "", "the usual game has no name");
        for setting in game.settings() {
            one_line(setting.says);
            assert!(setting.says.chars().count() <= 100, "{}", setting.says);
            let word = |letter: char| {
                letter.is_ascii_lowercase() || letter.is_ascii_digit() || letter == '-'
            };
            assert!(setting.name.chars().all(word), "{}", setting.name);
            assert!(form(setting).starts_with(setting.name));
            if matches!(setting.values, Values::Switch | Values::Words(_)) {
                let said = format!("{}={}", setting.name, setting.usual);
                assert_eq!(game.options(&said).unwrap(), usual, "{said} is not the usual");
            }
        }
        for settings in variations(game).iter().filter(|it| !it.is_empty()) {
            let options = game.options(settings).unwrap();
            assert_ne!(options, usual, "{settings} changes nothing");
            one_line(&game.variation(options).unwrap());
        }
    }
}

#[test]
fn chance_falls_where_a_game_says_so_and_nowhere_else() {
    for &game in GameId::ALL {
        let mut fell = false;
        for settings in variations(game) {
            let mut running = Match::open(game, &settings, 5).unwrap();
            while let Some((seat, words)) = running.sample() {
                let mut dice = running.dice();
                running.again().play(seat, &words, &mut dice).unwrap();
                fell |= !dice.thrown().is_empty();
                if fell {
                    break;
                }
                running.play(seat, &words).unwrap();
            }
        }
        assert_eq!(fell, game.has_chance(), "{}", game.name());
    }
}

#[test]
fn a_game_says_whether_sides_have_secrets() {
    let mut open = 0;
    for (game, settings) in every() {
        let secrets = game.keeps_secrets(game.options(&settings).unwrap()).unwrap();
        open += u32::from(!secrets);
        for seed in 0..2 {
            let mut running = Match::open(game, &settings, seed).unwrap();
            while let Status::Waiting(prompts) = running.table.status() {
                let private = prompts.iter().any(|it| it.kind.is_private())
                    || Seat::BOTH.iter().any(|seat| running.table.hand(*seat).is_some());
                assert!(secrets || !private, "{} {settings}", game.name());
                let Some((seat, words)) = running.sample() else { break };
                running.play(seat, &words).unwrap();
            }
        }
    }
    assert!(10 < open, "{open} variations without secrets");
}

#[test]
fn a_choice_shows_what_it_is_about_in_every_game() {
    let mut found: BTreeMap<&str, BTreeSet<Highlight>> = BTreeMap::new();
    walk_prompts(1, |running, prompts| {
        for prompt in prompts.iter().filter(|it| !it.kind.is_private()) {
            let plain = running.scene(Viewer::Room);
            let listed = running.table.menu(prompt.seat).listed;
            for begins in listed.iter().step_by(7).map(String::as_str).chain(["", "no such words"])
            {
                let chosen = running.table.show_chosen(observer(Viewer::Room), begins);
                let signs = chosen.items.iter().filter_map(|item| match item {
                    Item::Highlight { at: _, highlight } => Some(*highlight),
                    _ => None,
                });
                let signs: BTreeSet<Highlight> = signs.collect();
                let said = scene::words(&chosen);
                assert_eq!(said == scene::words(&plain), chosen == plain, "{said}");
                assert!(!signs.is_empty() || chosen == plain, "{begins} only takes away");
                assert!(begins != "no such words" || signs.is_empty());
                found.entry(running.table.game().name()).or_default().extend(signs);
            }
        }
    });
    for &game in GameId::ALL {
        let signs = found.remove(game.name()).unwrap_or_default();
        for wanted in [Highlight::Chosen, Highlight::Target, Highlight::Movable] {
            assert!(signs.contains(&wanted), "{}: {wanted:?} is never seen", game.name());
        }
    }
}
