//! Advice: what a choice gains in words, for whom it is, and where nothing is judged.
use engine::games::GameId;
use model::{
    ids::{Chat, MatchId},
    reply::Audience,
};

use crate::{
    judged::{SET_UP, rated},
    room::Room,
    skill_asked::{asked, check, whole},
};

const STANDS: &str = "This position stands in your rated match #1, where you decide alone, or can come there within two turns";

/// Returns what Ann may type in match #1.
fn offered(room: &mut Room) -> Vec<String> {
    let offers = room.service.offers(Chat::Console, "room", "ann", Some(MatchId(1))).unwrap();
    offers.into_iter().next().map_or(Vec::new(), |it| it.words)
}

/// Tells whether a text has a number with more than one decimal.
fn is_fine(text: &str) -> bool {
    let digits = |part: &str| part.chars().take_while(char::is_ascii_digit).count();
    text.split('.').skip(1).any(|rest| 1 < digits(rest))
}

#[test]
fn any_aim_is_compared_and_told_in_words() {
    let mut room = Room::usual();
    room.all(&["ann: practice piecepack 2 side=first"]);
    room.think();
    for _ in 0..8 {
        let words = offered(&mut room);
        if words.iter().any(|it| it.starts_with("flick")) {
            break;
        }
        room.all(&[&format!("ann: play #1 {}", words[0])]);
        room.think();
    }
    let number = offered(&mut room)[0].split(' ').nth(1).unwrap().to_owned();
    // Words that are a move are compared, whether a match is named or not.
    let why = asked(&mut room, &format!("why flick {number} 181.25 7")).text.bare();
    let named = format!("Flick {number} to 181.3° with power 7 (`flick {number} 181.25 7`) leaves");
    assert!(why.contains(&named) && why.contains(" is better by "), "{why}");
    assert!(why.contains("inches from the ball."), "{why}");
    for words in ["hint #1", "why #1"] {
        let said = asked(&mut room, words).text.bare();
        assert!(!is_fine(&said), "{said}");
        assert!(said.contains("with power"), "{said}");
    }
    let refused = asked(&mut room, "why #1 flick 9 10 10");
    assert!(refused.refused.is_some(), "{refused:?}");
}

#[test]
fn a_number_asks_about_a_line_of_the_list_and_asking_leads_to_no_move() {
    let mut room = Room::usual();
    room.all(&["ann: practice draughts 2 side=first"]);
    let choice = offered(&mut room).swap_remove(1);
    let unlisted = room.refused("ann", "why #1 2", "not-now");
    assert!(unlisted.contains("Say `moves` first"), "{unlisted}");
    room.say("ann", "moves #1");
    let by_words = asked(&mut room, &format!("why #1 {choice}"));
    assert!(by_words.text.bare().contains("leaves you"), "{by_words:?}");
    for words in ["why 2", "why #1 2", "why 2?"] {
        assert_eq!(asked(&mut room, words).text, by_words.text, "{words}");
    }
    // What a refusal suggests asks as well.
    for words in ["why #1 0", "why #1 99", "why #1 b6-b5"] {
        let said = asked(&mut room, words);
        assert!(said.refused.is_some(), "{words}: {said:?}");
        let menu = said.menu.unwrap_or_else(|| panic!("{words}: suggestions"));
        for suggested in menu.choices {
            assert!(suggested.says.starts_with("why #1 "), "{words}: {}", suggested.says);
        }
    }
    let now = offered(&mut room);
    assert_eq!(now[1], choice, "nothing was played");
}

#[test]
fn a_comparison_never_names_another_choice_than_the_hint() {
    for game in ["alien", "trapdoor"] {
        let mut room = Room::usual();
        room.all(&[&format!("ann: practice {game} 2")]);
        room.think();
        for _ in 0..6 {
            let hint = asked(&mut room, "hint #1");
            let line = hint.menu.clone().unwrap().choices.remove(0).says;
            let best = line.strip_prefix("play #1 ").unwrap();
            let why = asked(&mut room, &format!("why #1 {best}")).text.bare();
            assert!(!why.contains(" is better by "), "{line}: {why}");
            for words in offered(&mut room).iter().take(3).filter(|&words| words != best) {
                let why = asked(&mut room, &format!("why #1 {words}")).text.bare();
                let other = why.split_once("is better by").map(|it| it.0);
                assert!(other.is_none_or(|says| says.contains(&format!("(`{best}`)"))), "{why}");
            }
            room.all(&[&format!("ann: {line}")]);
            room.think();
        }
    }
}

#[test]
fn where_both_choose_at_once_nothing_is_compared() {
    let mut room = Room::usual();
    room.all(&["ann: challenge @bob amtgard duel=stance side=first unrated", "bob: accept"]);
    for n in 0..200 {
        let words = offered(&mut room);
        if words.iter().any(|it| it == "stance bold") {
            let said = asked(&mut room, "why #1 stance bold").text.bare();
            assert!(said.contains("both sides choose at once"), "{said}");
            return;
        }
        // Attacks first.
        let of = |who: &str, room: &mut Room| {
            let offers = room.service.offers(Chat::Console, "room", who, None).unwrap();
            offers.into_iter().next().map_or(Vec::new(), |it| it.words)
        };
        let (who, words) =
            if words.is_empty() { ("bob", of("bob", &mut room)) } else { ("ann", words) };
        let attack = words.iter().find(|it| it.contains('x'));
        let word = attack.unwrap_or(&words[(7 * n) % words.len()]).clone();
        room.say(who, &format!("play #1 {word}"));
    }
    panic!("nobody attacked");
}

#[test]
fn advice_is_for_matches_that_count_for_nothing_and_for_the_asker_alone() {
    let mut room = Room::usual();
    room.all(&["ann: challenge @bob draughts side=black", "bob: accept"]);
    let no = room.refused("ann", "hint #1", "not-now");
    assert!(no.contains("rated") && !no.contains("practice"), "{no}");
    room.refused("ann", "why #1", "not-now");
    room.all(&["ann: challenge @bob trapdoor side=black unrated", "bob: accept"]);
    // The rated match isn't meant.
    assert!(room.say("ann", "hint").is_empty(), "the bot thinks about it first");
    let hint = room.think();
    let [hint] = &hint[..] else { panic!("one answer: {hint:?}") };
    assert!(matches!(hint.to, Audience::Only(_)) && hint.refused.is_none());
    assert_eq!(hint.privacy, model::reply::Privacy::Advice);
    let text = hint.text.bare();
    assert!(text.contains("My choice: ") && text.contains('%'), "{text}");
    // A known result is told at once.
    let why = room.one("ann", "why #2").text.bare();
    assert!(why.contains("I put your chances at"), "{why}");
    let offers = room.service.offers(Chat::Console, "room", "ann", Some(MatchId(2))).unwrap();
    let word = offers[0].words[0].clone();
    room.say("ann", &format!("why #2 {word}"));
    let compared = room.think();
    assert!(compared[0].text.bare().contains("leaves you"), "{compared:?}");
    room.say("ann", "why #2 fly away");
    assert!(room.think()[0].refused.is_some());
    room.refused("bob", "hint #2", "not-yours");
    // The hint can be pressed.
    let says = hint.menu.clone().unwrap().choices.remove(0).says;
    room.all(&[&format!("ann: {says}")]);
}

#[test]
fn chances_and_the_best_move_are_for_why_and_hint() {
    for game in ["trapdoor", "draughts", "amtgard"] {
        let mut room = Room::usual();
        room.all(&[&format!("ann: challenge @bob {game} unrated side=first"), "bob: accept"]);
        check(
            &mut room,
            &[
                ("what are my chances?", "our chances"),
                ("best move", "My choice: "),
                ("evaluate", "our chances"),
                ("rate my position", "our chances"),
            ],
        );
        // In a rated match it's refused, and nothing is judged.
        let mut room = Room::usual();
        room.all(&[&format!("ann: challenge @bob {game} side=first"), "bob: accept"]);
        for words in ["best move", "evaluate", "rate my position"] {
            let told = asked(&mut room, words);
            assert!(told.refused.is_some(), "{words}: {}", whole(&told));
        }
        let told = whole(&asked(&mut room, "what are my chances?"));
        assert!(told.contains("In a rated one I don't judge the position"), "{game}: {told}");
    }
    let mut room = Room::new();
    check(&mut room, &[("what are my chances?", "[hint]")]);
}

#[test]
fn candidate_moves_of_a_rated_match_are_not_compared_one_move_ahead() {
    let mut room = Room::new();
    room.all(&["ann: challenge @bob draughts side=black rated clock=usual", "bob: accept"]);
    room.all(&["ann: b6-a5"]);
    // What Bob may make of the position.
    for from in ["B:W17,22-32:B1-8,10-13", "B:W18,21,23-32:B1-8,10-13"] {
        let line = format!("practice draughts level=5 side=white from={from}");
        assert!(room.refused("bob", &line, "not-now").contains(SET_UP));
        // Carol, who plays no such match, has it judged for nobody here.
        let said = room.refused("carol", &format!("practice draughts 1 from={from}"), "not-now");
        assert!(said.contains("can come there within two turns"), "{said}");
    }
    // Against a friend it can be played, without advice for either.
    let from = "B:W17,22-32:B1-8,10-13";
    room.all(&[&format!("bob: challenge @carol draughts unrated side=white from={from}")]);
    room.all(&["carol: accept"]);
    for words in ["hint #2", "why #2", "why #2 a5-b4"] {
        assert!(room.refused("carol", words, "not-now").contains(SET_UP), "{words}");
    }
    room.play_by(&["bob", "carol"], 2, 1);
    for words in ["hint #2", "why #2"] {
        assert!(room.refused("bob", words, "not-now").contains(SET_UP), "{words}");
    }
}

/// Says a line with a file; returns why it is refused.
fn with_file(room: &mut Room, line: &str, file: &str) -> Option<String> {
    let mut request = room.request("ann", line);
    request.attachment = Some(file.to_owned());
    let said = room.service.handle(&request);
    said.into_iter().find(|it| it.reply.refused.is_some()).map(|it| it.reply.text.bare())
}

/// Says a line; returns why it is refused.
fn refusal(room: &mut Room, who: &str, line: &str) -> Option<String> {
    let refused = room.say(who, line).into_iter().find(|it| it.refused.is_some());
    refused.map(|it| it.text.bare())
}

/// Returns who of two has to decide something in a match.
fn decides<'a>(room: &mut Room, of: i64, people: [&'a str; 2]) -> &'a str {
    let of = Some(MatchId(of));
    let asked = people
        .into_iter()
        .find(|who| !room.service.offers(Chat::Console, "room", who, of).unwrap().is_empty());
    asked.expect("somebody decides")
}

#[test]
fn in_every_game_nothing_near_a_rated_match_is_judged_until_it_is_over() {
    for &game in GameId::ALL {
        let name = game.name();
        let mut room = Room::new();
        room.all(&[&format!("ann: challenge @bob {name} unrated side=first"), "bob: accept"]);
        room.play_about(1, 6);
        room.all(&["ann: resign #1 yes"]);
        let file = room.file_of(1);
        room.all(&[&format!("ann: challenge @bob {name} clock=usual side=first"), "bob: accept"]);
        // From the start, where the rated match stands as well.
        room.all(&[&format!("ann: challenge @cid {name} unrated side=first"), "cid: accept"]);
        let who = decides(&mut room, 3, ["ann", "cid"]);
        for line in ["hint #3", "why #3", "#3 what should I do?"] {
            let said = refusal(&mut room, who, line).unwrap_or_else(|| panic!("{name}: {line}"));
            let says = ["your rated match #2", "match #2, which is rated"];
            assert!(says.iter().any(|part| said.contains(part)), "{name}: {line}: {said}");
        }
        // From a position of an older match.
        let set_up = format!("I judge no position of {} that was set up", game.title());
        assert_eq!(with_file(&mut room, "import @cid", &file), None, "{name}");
        room.all(&["cid: accept"]);
        for line in ["hint #4", "why #4"] {
            let who = decides(&mut room, 4, ["ann", "cid"]);
            let said = refusal(&mut room, who, line).unwrap_or_default();
            assert!(said.contains(&set_up), "{name}: {line}: {said}");
        }
        // Other games from their start, and everything once it is over.
        room.all(&[&format!("ann: practice {} 1", other(game))]);
        room.all(&["bob: resign #2 yes"]);
        let who = decides(&mut room, 3, ["ann", "cid"]);
        assert_eq!(refusal(&mut room, who, "hint #3"), None, "{name}");
    }
}

/// Returns the word for another game.
fn other(game: GameId) -> &'static str {
    if game == GameId::Draughts { "amtgard" } else { "draughts" }
}

#[test]
fn a_match_that_has_hardly_begun_tells_nothing_of_another() {
    let mut room = Room::new();
    room.all(&["ann: challenge @bob draughts rated days=3 side=black", "bob: accept"]);
    room.all(&["ann: b6-a5", "ann: challenge @cid alien unrated side=black", "cid: accept"]);
    assert_eq!(refusal(&mut room, "ann", "hint #2"), None);
}

#[test]
fn the_refusal_of_a_hint_in_a_rated_match_offers_no_way_round() {
    let mut room = rated();
    for words in ["hint", "why", "hint #1"] {
        let said = room.refused("ann", words, "not-now");
        assert!(said.contains("is rated") && !said.contains("practice"), "{said}");
    }
}

#[test]
fn an_unrated_match_that_comes_near_has_no_advice_while_the_rated_one_runs() {
    let mut room = rated();
    room.all(&["cid: challenge @ann draughts unrated side=second", "ann: accept"]);
    // From the start to two turns behind the rated match, which stands after six.
    let mut told = Vec::new();
    for step in 0..9 {
        let who = if step % 2 == 0 { "ann" } else { "cid" };
        let said = room.say(who, "hint #2");
        let refusal = said.iter().find(|it| it.refused.is_some());
        told.push(refusal.is_none());
        if let Some(refusal) = refusal {
            let says =
                if who == "ann" { STANDS } else { "This position stands in match #1, which" };
            assert!(refusal.text.bare().contains(says), "{}", refusal.text.bare());
        }
        room.think();
        room.play_by(&["ann", "cid"], 2, 1);
    }
    // Neither for Ann nor for Cid, who plays against her.
    let (free, near) = (true, false);
    assert_eq!(told, [free, free, free, free, free, free, near, near, near]);
    room.all(&["bob: resign #1 yes"]);
    assert!(room.say("cid", "hint #2").iter().all(|it| it.refused.is_none()));
}
