//! Advice and reviews say in words what a choice gains, and draw the better one.
use model::{
    ids::{Chat, MatchId},
    reply::Reply,
};
use service::{SharedReview, drawing, shared_review};

use crate::room::Room;

/// Returns what Ann may type in match #1.
fn offered(room: &mut Room) -> Vec<String> {
    let offers = room.service.offers(Chat::Console, "room", "ann", Some(MatchId(1))).unwrap();
    offers.into_iter().next().map_or(Vec::new(), |it| it.words)
}

/// Asks a question that needs thinking.
fn asked(room: &mut Room, words: &str) -> Reply {
    let mut said = room.say("ann", words);
    said.extend(room.think());
    said.pop().unwrap_or_else(|| panic!("{words} is answered"))
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
    assert!(unlisted.contains("hasn't been shown"), "{unlisted}");
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
fn a_review_says_how_a_match_ended_that_the_rules_did_not_end() {
    let mut room = Room::new();
    room.all(&["ann: challenge @bob draughts side=first unrated", "bob: accept"]);
    room.play_on(1, 20);
    room.all(&["ann: resign #1 yes"]);
    let text = asked(&mut room, "review #1").text.bare();
    assert!(text.contains("Then: Black resigned. The chances of Ann were "), "{text}");
    let worst: Vec<&str> = text.lines().filter(|line| line.contains("best step")).collect();
    assert!(worst.iter().all(|line| !line.contains('`')), "steps are told in words: {text}");
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
        let (who, words) = match words.is_empty() {
            false => ("ann", words),
            true => ("bob", of("bob", &mut room)),
        };
        let attack = words.iter().find(|it| it.contains('x'));
        let word = attack.unwrap_or(&words[(7 * n) % words.len()]).clone();
        room.say(who, &format!("play #1 {word}"));
    }
    panic!("nobody attacked");
}

#[test]
fn a_review_says_and_draws_what_was_better() {
    let mut room = Room::new();
    room.service.share_at(Some("https://games.example/".to_owned()));
    room.as_usual();
    room.all(&["ann: practice draughts 1 vs 2"]);
    room.think();
    let review = asked(&mut room, "review #1");
    let text = review.text.bare();
    assert!(text.contains(" chose ") && text.contains(" Better: ") && text.contains("→"), "{text}");
    let line = review.menu.clone().unwrap().choices.remove(0).says;
    let step = asked(&mut room, &line);
    let picture = step.picture.clone().unwrap();
    assert!(picture.alt.contains("The arrow goes from "), "{}", picture.alt);
    assert!(picture.suggested.is_some() && step.text.bare().contains("After it probably: "));
    let drawn = room.service.look(|tx| drawing(tx, &picture)).unwrap();
    assert!(drawn.name.ends_with("-better.png"), "{}", drawn.name);
    let plain = model::reply::Picture { suggested: None, ..picture };
    assert_ne!(room.service.look(|tx| drawing(tx, &plain)).unwrap().scene, drawn.scene);
}

#[test]
fn the_page_of_a_review_has_the_board_of_each_turning_point() {
    let mut room = Room::new();
    room.service.share_at(Some("https://games.example/".to_owned()));
    room.all(&["ann: challenge @bob draughts side=first unrated", "bob: accept"]);
    room.play_on(1, 40);
    let said: String = room.say("ann", "share #1").iter().map(|it| it.text.bare()).collect();
    let (_, rest) = said.split_once("https://games.example/m/").unwrap();
    let key: String = rest.chars().take_while(char::is_ascii_hexdigit).collect();
    room.all(&["ann: resign #1 yes"]);
    let job = room.service.look(|tx| shared_review(tx, &key)).unwrap().unwrap();
    let review = job.run().unwrap();
    let SharedReview { turning, lines, .. } = job.report(&review).unwrap();
    let steps: Vec<usize> = turning.iter().map(|it| it.step).collect();
    assert!(!steps.is_empty());
    assert!(steps.is_sorted() && steps.len() == review.turning.len());
    assert!(steps.iter().all(|step| review.turning.contains(step)));
    for point in turning {
        let says = point.says.bare();
        assert!(says.starts_with(&format!("Step {}: ", point.step)), "{says}");
        assert!(says.contains(" Better: ") && point.alt.contains("The arrow goes from"), "{says}");
    }
    assert!(lines.iter().all(|line| !line.bare().contains("Turning points")));
}
