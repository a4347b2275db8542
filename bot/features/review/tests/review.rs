//! Reviews: what they say and draw, their page, and where they wait.
use engine::{games::GameId, refusal::Code};
use features::FEATURES;
use model::ids::{Chat, MatchId};
use service::{BoardViewer, MatchPageContent, drawing, match_page};

use crate::{
    room::{Room, started},
    skill::won,
    skill_asked::{asked, check, check_everywhere, whole},
};

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
fn the_review_on_a_page_has_the_board_of_each_turning_point() {
    let mut room = Room::new();
    room.service.share_at(Some("https://games.example/".to_owned()));
    room.all(&["ann: challenge @bob draughts side=first unrated", "bob: accept"]);
    room.play_on(1, 40);
    let said: String = room.say("ann", "share #1").iter().map(|it| it.text.bare()).collect();
    let (_, rest) = said.split_once("https://games.example/m/").unwrap();
    let key: String = rest.chars().take_while(char::is_ascii_hexdigit).collect();
    room.all(&["ann: resign #1 yes"]);
    let (page, anyone) = (FEATURES.match_page().unwrap(), BoardViewer::Anyone(key));
    let as_whom = (Chat::Console, &anyone);
    let job = room.service.look(|tx| match_page(&FEATURES, tx, as_whom, MatchId(1), page));
    let job = job.unwrap().unwrap();
    let found = job.analyse().unwrap();
    let MatchPageContent { boards, lines, .. } = job.page(&found).unwrap();
    let steps: Vec<usize> = boards.iter().map(|it| it.step).collect();
    assert!(!steps.is_empty());
    assert!(steps.is_sorted() && steps.len() == found.turning.len());
    assert!(steps.iter().all(|step| found.turning.contains(step)));
    for point in boards {
        let says = point.says.bare();
        assert!(says.starts_with(&format!("Step {}: ", point.step)), "{says}");
        assert!(says.contains(" Better: ") && point.alt.contains("The arrow goes from"), "{says}");
    }
    assert!(lines.iter().all(|line| !line.bare().contains("Turning points")));
}

#[test]
fn a_match_that_is_over_is_looked_back_at_with_its_curve_and_its_luck() {
    let mut room = Room::usual();
    room.all(&["ann: practice trapdoor 2 side=black"]);
    room.refused("ann", "review", "not-now");
    room.think();
    room.play_out(1, 12);
    room.refused("ann", "review #1", "not-now");
    room.all(&["ann: resign #1 yes"]);
    let meanwhile = room.say("ann", "review #1");
    assert!(meanwhile.iter().all(|it| it.sheet.is_none()));
    let review = room.think();
    let [review] = &review[..] else { panic!("one answer: {review:?}") };
    let text = review.text.bare();
    assert!(text.contains("Luck gave "), "{text}");
    assert!(text.contains("Turning points") && text.contains("gave away"), "{text}");
    let sheet = review.sheet.as_ref().unwrap();
    assert!(
        sheet.alt.contains("Chances of Ann (Black) against Draughtsman 2 (White)"),
        "{}",
        sheet.alt
    );
    let says = review.menu.clone().unwrap().choices.remove(0).says;
    let step = room.one("ann", &says);
    assert!(step.picture.is_some() && step.text.bare().contains("before step"), "{step:?}");
    room.refused("ann", "review #1 9999", "unknown");
    // Matches between people can be reviewed too.
    room.all(&["ann: challenge @bob trapdoor", "bob: accept"]);
    room.begin(&["ann", "bob"], 2);
    room.all(&["bob: resign #2 yes"]);
    room.say("cid", "review #2");
    assert!(room.think()[0].sheet.is_some());
}

#[test]
fn a_review_splits_how_the_chances_changed_into_luck_and_play_to_the_point() {
    let mut room = Room::new();
    for (of, game) in [(1, "metasoccer unrated side=north"), (2, "draughts unrated side=black")] {
        won(&mut room, game, of, 30);
        room.say("ann", &format!("review #{of}"));
        room.think();
        let text = room.one("ann", &format!("review #{of}")).text.bare();
        let split = text.lines().find(|line| line.contains(" went from "));
        assert_eq!(split.is_some(), of == 1, "only dice bring luck: {text}");
        let Some(split) = split else { continue };
        let numbers: Vec<i32> = split
            .split(|letter: char| !letter.is_ascii_digit() && !"+-".contains(letter))
            .filter_map(|word| word.parse().ok())
            .collect();
        let [start, end, luck, play] = numbers[..] else { panic!("{split}") };
        assert_eq!(start + luck + play, end, "{split}");
        assert!(start <= end, "it is said of the side that did better: {split}");
    }
}

#[test]
fn what_a_review_says_is_explained_wherever_it_is_asked() {
    check_everywhere(&[
        ("what does play +62 mean?", "luck is what the throws gave it, the rest what the choices"),
        ("what does luck +3 mean?", "luck is what the throws gave it, the rest what the choices"),
        ("what does play +17 mean?", "luck is what the throws gave it, the rest what the choices"),
        ("what does gave away 13% mean?", "compared with the best choice found"),
        ("did I make a mistake?", "`review #12` says it for every step"),
        ("was my last move good?", "`why c3-d4` compares"),
        ("was that a good move?", "[review]"),
    ]);
}

#[test]
fn where_luck_is_asked_for_a_review_and_the_profile_are_named() {
    let luck =
        ["did the dice cost me the match?", "was I lucky in this match?", "why am I losing?"];
    let mut room = started();
    for words in luck {
        check(&mut room, &[(words, "`review`"), (words, "`profile`")]);
    }
    check(&mut room, &[("was I lucky in #1?", "`review`")]);
    let mut room = Room::new();
    room.all(&["ann: challenge @bob draughts side=black", "bob: accept"]);
    for words in luck {
        check(&mut room, &[(words, "`review`")]);
    }
    for words in &luck[..2] {
        check(&mut room, &[(words, "no dice and no luck in it")]);
    }
}

#[test]
fn after_a_match_a_review_is_offered_and_reads_the_step_as_it_is_written() {
    let mut room = Room::new();
    room.all(&["ann: challenge @bob draughts unrated side=first", "bob: accept"]);
    room.play_about(1, 12);
    room.all(&["bob: resign yes"]);
    for words in ["hint #1", "why #1", "play #1 b6-a5"] {
        let told = room.one("ann", words);
        assert!(told.refused.is_some() && whole(&told).contains("[review #1]"), "{words}");
    }
    let plain = asked(&mut room, "review #1 3").text.bare();
    assert!(plain.contains("before step 3"), "{plain}");
    for words in ["review #1 step 3", "review #1 Step 3", "review #1 step=3", "review step 3"] {
        assert_eq!(asked(&mut room, words).text.bare(), plain, "{words}");
    }
    for step in ["0", "13", "99999999999", "step 0"] {
        let told = asked(&mut room, &format!("review #1 {step}"));
        assert_eq!(told.refused, Some(Code::Unknown), "{step}: {}", whole(&told));
        assert!(whole(&told).contains("steps 1 to 12."), "{step}: {}", whole(&told));
        assert!(whole(&told).contains("[review #1]"), "{step}: {}", whole(&told));
    }
}

#[test]
fn a_review_of_a_match_that_went_through_the_position_waits() {
    let mut room = Room::new();
    room.all(&["ann: challenge @bob draughts unrated side=first", "bob: accept"]);
    room.play_on(1, 12);
    room.all(&["ann: resign #1 yes"]);
    room.all(&["ann: challenge @bob draughts days=3 side=first", "bob: accept"]);
    // Both begin in the usual position, which is nobody's.
    assert_eq!(reviewed(&mut room, "ann"), None);
    room.play_on(2, 6);
    let said = reviewed(&mut room, "ann").expect("a refusal");
    assert!(said.contains("This position stands in your rated match #2"), "{said}");
    // To nobody, since its players can read what others are told here.
    let said = reviewed(&mut room, "cid").expect("a refusal");
    assert!(said.contains("match #2, which is rated"), "{said}");
    room.all(&["ann: resign #2 yes"]);
    assert_eq!(reviewed(&mut room, "ann"), None);
}

/// Asks for a review of match #1; returns why it is refused.
fn reviewed(room: &mut Room, who: &str) -> Option<String> {
    let mut said = room.say(who, "review #1");
    said.extend(room.think());
    let refusal = said.into_iter().find(|it| it.refused.is_some());
    refusal.map(|it| it.text.bare())
}

#[test]
fn in_every_game_no_match_is_reviewed_that_was_set_up_beside_a_rated_one_until_that_is_over() {
    for &game in GameId::ALL {
        let name = game.name();
        let mut room = Room::new();
        room.all(&[&format!("ann: challenge @bob {name} unrated side=first"), "bob: accept"]);
        room.play_about(1, 6);
        room.all(&["ann: resign #1 yes"]);
        let file = room.file_of(1);
        room.all(&[&format!("ann: challenge @bob {name} clock=usual side=first"), "bob: accept"]);
        let mut request = room.request("ann", "import @cid");
        request.attachment = Some(file);
        room.service.handle(&request);
        room.all(&["cid: accept"]);
        room.play_by(&["ann", "cid"], 3, 2);
        room.all(&["ann: resign #3 yes"]);
        let set_up = format!("I judge no position of {} that was set up", game.title());
        let refusal = |room: &mut Room, who: &str| {
            let refused = room.say(who, "review #3").into_iter().find(|it| it.refused.is_some());
            refused.map(|it| it.text.bare())
        };
        for who in ["ann", "cid", "bob"] {
            let said = refusal(&mut room, who).unwrap_or_default();
            assert!(said.contains(&set_up), "{name}: review by {who}: {said}");
        }
        room.all(&["bob: resign #2 yes"]);
        assert_eq!(refusal(&mut room, "ann"), None, "{name}");
    }
}
