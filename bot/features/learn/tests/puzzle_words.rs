//! What people say while a puzzle is open or after it: giving up, other words, numbers, the next one, why.
use content::puzzles::{self, Puzzle};
use engine::games::GameId;
use model::reply::Reply;

use super::puzzles::ask;
use crate::{
    room::{Room, started},
};

const DAY: i64 = 24 * 3600;

fn game(name: &str) -> GameId {
    GameId::named(name).unwrap()
}

fn text(room: &mut Room, who: &str, words: &str) -> String {
    ask(room, who, words).text.bare()
}

/// Returns the puzzle that a reply shows.
fn shown(reply: &Reply) -> &'static Puzzle {
    let text = reply.text.bare();
    let title = text.lines().next().unwrap_or_default();
    let name = title.split("puzzle ").nth(1).and_then(|rest| rest.split([',', ' ']).next());
    let name = name.expect(&text);
    let named = GameId::ALL.iter().filter(|game| title.starts_with(game.title()));
    named.filter_map(|game| puzzles::named(*game, name)).next().expect(&text)
}

/// Returns what a refusal suggests.
fn suggests(room: &mut Room, who: &str, words: &str, code: &str) -> (String, String) {
    let reply = room.one(who, words);
    let says = reply.text.bare();
    assert_eq!(reply.refused.map(engine::refusal::Code::name), Some(code), "{words}: {says}");
    let choices = reply.menu.map(|it| it.choices).unwrap_or_default();
    let choices: Vec<String> = choices.iter().map(|it| it.says.to_string()).collect();
    (says, choices.join("; "))
}

#[test]
fn giving_up_on_a_puzzle_shows_its_solution_and_resigns_no_match() {
    let mut room = started();
    room.begin(&["ann", "bob"], 1);
    for words in [
        "give up",
        "I give up!",
        "show me the solution",
        "show me the answer",
        "puzzle answer",
        "the answer",
        "puzzle solution",
    ] {
        ask(&mut room, "ann", "puzzle draughts next");
        let said = text(&mut room, "ann", words);
        assert!(said.starts_with("The solution is "), "{words}: {said}");
    }
    ask(&mut room, "ann", "puzzle draughts next");
    assert!(text(&mut room, "ann", "quit").contains("The puzzle is closed."));
    assert!(room.one("bob", "games").text.bare().contains("#1"), "it still runs");
    // Without an open puzzle it's about the match again, which asks before it ends.
    let said = room.one("ann", "give up").text.bare();
    assert!(said.contains("resign"), "{said}");
    let (said, choices) = suggests(&mut room, "ann", "show me the solution", "not-now");
    assert!(said.contains("no puzzle open") && choices.contains("puzzle"), "{said} {choices}");
}

#[test]
fn other_words_than_an_answer_are_refused_with_what_the_command_takes() {
    let mut room = Room::new();
    let open = shown(&ask(&mut room, "ann", "puzzle piecepack"));
    for words in ["autumn", "list", "@ann", "9999.1"] {
        let (said, choices) = suggests(&mut room, "ann", &format!("puzzle {words}"), "unreadable");
        assert!(said.contains("takes your answer, the name of a game"), "{words}: {said}");
        assert!(choices.contains("moves") && choices.contains("puzzle next"), "{choices}");
    }
    for (words, says, line) in [
        ("trapdoor 5207.35", "Trapdoor Checkers has no puzzle 5207.35.", "puzzle trapdoor"),
        ("draughts 9999.1", "Draughts has no puzzle 9999.1.", "puzzle draughts"),
        ("piecepack 9999.1", "Piecepack Soccer has no puzzle 9999.1.", "puzzle piecepack"),
    ] {
        let (said, choices) = suggests(&mut room, "ann", &format!("puzzle {words}"), "unknown");
        assert!(said.contains(says) && choices.contains(line), "{words}: {said} {choices}");
    }
    let (said, _) = suggests(&mut room, "ann", "puzzle trapdoor wibble", "not-now");
    assert!(said.contains("is one of Piecepack Soccer"), "{said}");
    // What looks like an answer is refused by the game, with its choices.
    let (said, choices) = suggests(&mut room, "ann", "puzzle flick 4 at nowhere", "unreadable");
    assert!(!said.contains("takes your answer") && choices.contains("moves"), "{said} {choices}");
    // A number that another game has is offered there; nothing was answered.
    let other = &puzzles::of(game("draughts"))[0];
    let (_, choices) = suggests(&mut room, "ann", &format!("puzzle {}", other.name), "unreadable");
    assert!(choices.contains(&format!("puzzle draughts {}", other.name)), "{choices}");
    assert_eq!(shown(&ask(&mut room, "ann", "puzzle")).name, open.name);
    assert_eq!(shown(&ask(&mut room, "ann", "puzzle trapdoor")).game, game("trapdoor"));
    for words in ["puzzle -5", "puzzle @everyone"] {
        let (said, choices) = suggests(&mut room, "eve", words, "not-now");
        assert!(said.contains("no puzzle open") && choices.contains("puzzle"), "{said}");
    }
}

#[test]
fn a_puzzle_that_is_named_by_its_number_counts_for_nothing() {
    let mut room = Room::new();
    let all = puzzles::of(game("draughts"));
    let counts = |text: &str| text.contains("Your puzzle rating") || text.contains("in a row.");
    // The solution that one account looked up is worth nothing to another.
    for (nth, puzzle) in all.iter().take(3).enumerate() {
        let line = format!("puzzle draughts {}", puzzle.name);
        assert!(text(&mut room, "ann", &format!("{line} solution")).contains(&puzzle.solution));
        if nth != 1 {
            let begun = text(&mut room, "eve", &line);
            assert!(begun.contains("changes neither your rating"), "{begun}");
            assert!(!begun.contains("Your first answer counts"), "{begun}");
        }
        if nth == 2 {
            // Closing it and coming back changes nothing.
            ask(&mut room, "eve", "puzzle close");
            assert!(!text(&mut room, "eve", &line).contains("Your first answer counts"));
        }
        let told = text(&mut room, "eve", &format!("{line} {}", puzzle.solution));
        assert!(told.contains("Right!") && !told.contains("Your puzzle rating"), "{told}");
        assert_eq!(nth == 1, told.contains("changes neither your rating"), "{told}");
        room.now += DAY;
    }
    // A miss costs nothing either, and says so where it began with it.
    let line = format!("puzzle draughts {}", all[3].name);
    let menu = all[3].table().unwrap().menu(all[3].seat().unwrap()).listed;
    let wrong = menu.iter().find(|words| all[3].answer(words).is_ok_and(|it| !it.right)).unwrap();
    let told = text(&mut room, "eve", &format!("{line} {wrong}"));
    assert!(told.contains("Not the best.") && told.contains("changes neither"), "{told}");
    assert!(!told.contains("Your puzzle rating"), "{told}");
    // The first that the bot chooses is their first rating, and their first day.
    let puzzle = shown(&ask(&mut room, "eve", "puzzle trapdoor next"));
    let told = text(&mut room, "eve", &puzzle.solution);
    assert!(told.contains("Your puzzle rating: 15"), "{told}");
    assert!(!counts(told.split_once("Your puzzle rating").unwrap().1), "{told}");
    // Naming one that the bot has chosen is no harm.
    let puzzle = shown(&ask(&mut room, "eve", "puzzle trapdoor next"));
    let again = text(&mut room, "eve", &format!("puzzle trapdoor {}", puzzle.name));
    assert!(again.contains("Your first answer counts"), "{again}");
    let line = format!("puzzle trapdoor {} {}", puzzle.name, puzzle.solution);
    assert!(text(&mut room, "eve", &line).contains("Your puzzle rating"));
}

#[test]
fn the_choices_of_a_puzzle_and_of_a_lesson_are_listed_once() {
    let mut room = Room::new();
    for (begins, words) in [("puzzle trapdoor", "puzzle moves"), ("learn trapdoor", "learn moves")]
    {
        let reply = room.one("ann", begins);
        assert_eq!(reply.refused, None);
        let listed = room.one("ann", words);
        let said = listed.text.bare();
        let choices = listed.menu.expect("a menu").choices;
        assert!(1 < choices.len(), "{words}");
        for choice in choices {
            assert!(!said.contains(&choice.label), "{words}: {said}");
        }
    }
}

#[test]
fn the_next_puzzle_is_of_the_last_game_also_within_a_second() {
    let mut room = Room::new();
    for name in ["piecepack", "alien", "trapdoor", "amtgard", "draughts", "metasoccer", "alien"] {
        assert_eq!(shown(&ask(&mut room, "ann", &format!("puzzle {name} next"))).game, game(name));
        ask(&mut room, "ann", "puzzle solution");
        let next = shown(&ask(&mut room, "ann", "puzzle next"));
        assert_eq!(next.game, game(name), "after {name}");
    }
}

#[test]
fn a_game_goes_on_until_each_of_its_puzzles_is_solved_or_shown() {
    let mut room = Room::new();
    let all = puzzles::of(game("draughts")).len();
    let first = shown(&ask(&mut room, "ann", "puzzle draughts"));
    for nth in 1..all {
        let next = shown(&ask(&mut room, "ann", "puzzle next"));
        assert!(next.game == first.game && next.name != first.name, "the {nth}th");
        ask(&mut room, "ann", "puzzle solution");
    }
    // The one that was left unsolved comes again.
    assert_eq!(shown(&ask(&mut room, "ann", "puzzle next")).name, first.name);
    ask(&mut room, "ann", "puzzle solution");
    let (said, choices) = suggests(&mut room, "ann", "puzzle next", "not-now");
    assert!(said.contains("every puzzle of Draughts"), "{said}");
    assert!(choices.contains("puzzle trapdoor") && !choices.contains("draughts"), "{choices}");
}

#[test]
fn why_explains_the_solution_that_was_looked_at_last() {
    let mut room = Room::usual();
    let puzzle = shown(&ask(&mut room, "ann", "puzzle draughts"));
    let (said, _) = suggests(&mut room, "ann", "why", "not-now");
    assert!(said.contains("once you've solved") && !said.contains(&puzzle.solution), "{said}");
    let solved = text(&mut room, "ann", &puzzle.solution);
    let reason = solved.split("of the time").next().and_then(|begins| begins.split(": ").nth(1));
    let reason = reason.expect(&solved);
    let whys = ["why", "why?", "why is it the best?", "but why is that the best move"];
    for words in whys {
        let said = text(&mut room, "ann", words);
        assert!(said.starts_with("The solution is ") && said.contains(reason), "{words}: {said}");
    }
    // It's nobody else's, and other questions keep their answers.
    assert!(room.one("bob", "why").refused.is_some());
    let said = room.one("ann", "why can't I get a hint?").text.bare();
    assert!(!said.contains("The solution is"), "{said}");
    // A match that was touched later is meant.
    room.now += 60;
    room.all(&["ann: practice draughts 1 side=first"]);
    room.think();
    let mut said = room.say("ann", "why");
    said.extend(room.think());
    let said: Vec<String> = said.iter().map(|it| it.text.bare()).collect();
    assert!(said.iter().all(|it| !it.contains("The solution is")), "{said:?}");
    // A puzzle after that is meant again, until it's long ago.
    room.now += 60;
    ask(&mut room, "ann", "puzzle trapdoor");
    ask(&mut room, "ann", "puzzle solution");
    assert!(text(&mut room, "ann", "why").starts_with("The solution is "));
    // After a hint in the match, that is what is asked about.
    room.say("ann", "hint #1");
    room.think();
    let mut said = room.say("ann", "why");
    said.extend(room.think());
    assert!(said.iter().all(|reply| !reply.text.bare().contains("The solution is")), "{said:?}");
    ask(&mut room, "ann", "puzzle draughts");
    ask(&mut room, "ann", "puzzle solution");
    assert!(text(&mut room, "ann", "why").starts_with("The solution is "));
    room.now += 2 * 3600;
    let mut said = room.say("ann", "why");
    said.extend(room.think());
    assert!(said.iter().all(|reply| !reply.text.bare().contains("The solution is")), "{said:?}");
}

#[test]
fn without_own_puzzles_it_is_said_what_becomes_one() {
    let mut room = Room::new();
    let (said, choices) = suggests(&mut room, "ann", "puzzle mine", "not-now");
    assert!(said.contains("None of your choices has become a puzzle so far."), "{said}");
    assert!(said.contains("several searches agree") && said.contains("rated or not"), "{said}");
    assert!(choices.contains("review"), "{choices}");
}

#[test]
fn newcomers_get_puzzles_in_orders_of_their_own_and_none_twice() {
    let mut room = Room::new();
    let mut first = |who: &str| {
        let mut names = Vec::new();
        for _ in 0..8 {
            let text = ask(&mut room, who, "puzzle trapdoor next").text.bare();
            let name = puzzles::of(game("trapdoor"))
                .iter()
                .find(|puzzle| text.contains(puzzle.name.as_str()));
            names.push(name.expect(&text).name.clone());
        }
        names
    };
    let all: Vec<Vec<String>> = ["ann", "bob", "cid", "dan"].into_iter().map(&mut first).collect();
    for (n, names) in all.iter().enumerate() {
        let mut once = names.clone();
        once.sort();
        once.dedup();
        assert_eq!(once.len(), names.len(), "{names:?}");
        for other in &all[n + 1..] {
            assert_ne!(names[0], other[0], "a second account sees another first");
            let common = names.iter().filter(|name| other.contains(name)).count();
            assert!(common < names.len() / 2, "{names:?} and {other:?}");
        }
    }
}
