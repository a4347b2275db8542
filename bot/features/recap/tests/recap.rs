//! A person's year or season as a picture: what counts, who is named, and who gets to see it.
use charts::{Chart, ResultsCard};
use model::{
    ids::Chat,
    reply::{Audience, Privacy, Reply, SheetContent},
};
use service::{RandomSource, RoomPresence, Service};
use store::{Store, TimeMark};

use crate::{
    link::{linked, on_matrix},
    room::Room,
};

const HOUR: i64 = 3600;
const DAY: i64 = 24 * HOUR;

fn on(chat: Chat) -> Room {
    Room::on(
        chat,
        Service::new(
            Store::trial_with(features::FEATURES.tables()).unwrap(),
            RandomSource::Repeatable(7),
            &features::FEATURES,
        ),
    )
}

/// Plays a match that the first of these people wins.
fn won(room: &mut Room, [winner, loser]: [&str; 2], of: i64, more: &str) {
    room.all(&[
        &format!("{winner}: challenge @{loser} trapdoor side=black{more}"),
        &format!("{loser}: accept"),
    ]);
    room.begin(&[winner, loser], of);
    room.all(&[&format!("{loser}: resign #{of} yes")]);
}

/// Plays some matches that Ann wins against Bob, from the number on.
fn wins(room: &mut Room, numbers: std::ops::RangeInclusive<i64>) {
    for of in numbers {
        won(room, ["ann", "bob"], of, "");
    }
}

/// Returns the card of a recap, after checking what holds for all of them.
fn card(reply: &Reply) -> ResultsCard {
    assert_eq!(reply.refused, None, "{}", reply.text.bare());
    assert!(reply.mentions.is_empty(), "nobody is pinged");
    let sheet = reply.sheet.as_ref().expect("a picture");
    let SheetContent::Chart(Chart::Results(card)) = &sheet.shows else { panic!("a recap") };
    let ResultsCard { title, name, games, facts, .. } = card;
    let text = reply.text.bare();
    let begins: String = text.chars().take(100).collect();
    assert!(begins.starts_with(&format!("{title} for {name}: ")), "who and when: {text}");
    for (about, says) in facts {
        assert!(sheet.alt.contains(&format!("{about}: {says}.")), "{}", sheet.alt);
        assert!(text.contains(&format!("{about}: {says}.")), "{text}");
    }
    for (game, count) in games {
        assert!(sheet.alt.contains(&format!("{game} {count}")), "{}", sheet.alt);
    }
    card.clone()
}

fn fact(card: &ResultsCard, about: &str) -> Option<String> {
    card.facts.iter().find(|it| it.0 == about).map(|it| it.1.clone())
}

/// Says a line whose answer is for the asker alone.
fn private(room: &mut Room, who: &str, words: &str) -> (Reply, ResultsCard) {
    let reply = room.one(who, words);
    assert!(matches!(reply.to, Audience::Only(_)), "{}", reply.text.bare());
    assert_eq!(reply.privacy, Privacy::Personal);
    let card = card(&reply);
    (reply, card)
}

fn shared(room: &mut Room, who: &str, words: &str) -> (Reply, ResultsCard) {
    let reply = room.one(who, words);
    assert_eq!(reply.to, Audience::Room, "{}", reply.text.bare());
    let card = card(&reply);
    (reply, card)
}

fn lines_of(reply: &Reply) -> Vec<String> {
    let choices = reply.menu.iter().flat_map(|menu| &menu.choices);
    choices.map(|choice| choice.says.to_string()).collect()
}

#[test]
fn a_year_has_results_games_rating_and_wins_in_a_row() {
    for chat in [Chat::Discord, Chat::Matrix] {
        let mut room = on(chat);
        wins(&mut room, 1..=2);
        won(&mut room, ["cid", "ann"], 3, "");
        won(&mut room, ["ann", "bob"], 4, "");
        room.all(&["ann: challenge @bob draughts unrated", "bob: accept"]);
        room.play_on(5, 6);
        room.all(&["ann: draw #5", "bob: draw #5"]);
        let (reply, card) = private(&mut room, "ann", "recap");
        assert_eq!((card.won, card.drawn, card.lost), (3, 1, 1));
        assert_eq!((card.title.as_str(), card.name.as_str()), ("Recap of 2026", "Ann"));
        let games = [("Trapdoor Checkers", 4), ("Draughts", 1)];
        assert_eq!(card.games, games.map(|(game, count)| (game.to_owned(), count)));
        assert_eq!(fact(&card, "Most played opponent").as_deref(), Some("Bob, 4 matches"));
        assert_eq!(fact(&card, "Most wins in a row").as_deref(), Some("2"));
        let rating = fact(&card, "Rating").expect("a rating");
        assert!(rating.starts_with("1500 to 1"), "{rating}");
        assert_eq!((fact(&card, "Best moment"), fact(&card, "Luck")), (None, None));
        let text = reply.text.bare();
        let results = "Recap of 2026 for Ann: 5 matches, 3 won, 1 drawn, 1 lost.";
        assert!(text.starts_with(results), "{text}");
        assert!(text.contains("`review #4`") && text.contains("`recap 2026 share`"), "{text}");
        assert!(!text.contains("private"), "{text}");
        // On Matrix the answer is in another room, where a button would share nothing.
        let buttons: &[&str] = if chat == Chat::Matrix { &[] } else { &["recap 2026 share"] };
        assert_eq!(lines_of(&reply), buttons);
        let (_, shared) = shared(&mut room, "ann", "recap 2026 share");
        assert_eq!(shared, card);
    }
}

#[test]
fn below_three_matches_it_says_how_many_are_missing() {
    let mut room = on(Chat::Discord);
    let none = room.refused("ann", "recap", "not-now");
    assert!(none.contains("no match") && none.contains("3 more"), "{none}");
    wins(&mut room, 1..=2);
    // What was called off, annulled or played against the bot is no result.
    room.all(&["ann: challenge @bob trapdoor", "bob: accept", "ann: abort #3 yes"]);
    won(&mut room, ["ann", "bob"], 4, "");
    room.moderator = true;
    room.all(&["mod: admin annul #4 yes a mistake"]);
    room.moderator = false;
    room.all(&["ann: practice trapdoor 1 side=black", "ann: resign #5 yes"]);
    let two = room.refused("ann", "recap", "not-now");
    assert!(two.contains("2 matches") && two.contains("1 more"), "{two}");
    for words in ["recap season", "recap 2026-Q1", "recap share"] {
        assert!(room.refused("ann", words, "not-now").contains("1 more"), "{words}");
    }
    won(&mut room, ["bob", "ann"], 6, "");
    let (_, card) = private(&mut room, "ann", "recap");
    assert_eq!((card.won, card.drawn, card.lost), (2, 0, 1));
}

#[test]
fn it_is_shared_at_most_once_a_day() {
    let mut room = on(Chat::Discord);
    wins(&mut room, 1..=3);
    shared(&mut room, "ann", "recap share");
    room.now += 23 * HOUR;
    for words in ["recap share", "recap season share", "recap 2026 share"] {
        let again = room.refused("ann", words, "too-much");
        assert!(again.contains("again in 1 hour"), "{again}");
    }
    room.handle = "another".to_owned();
    room.refused("ann", "recap share", "too-much");
    private(&mut room, "ann", "recap");
    // Others have days of their own.
    shared(&mut room, "bob", "recap share");
    room.now += HOUR;
    shared(&mut room, "ann", "recap season share");
    room.refused("ann", "recap share", "too-much");
}

#[test]
fn what_was_refused_costs_no_day() {
    let mut room = on(Chat::Discord);
    wins(&mut room, 1..=3);
    room.all(&["ann: settings hidden on"]);
    let hidden = room.refused("ann", "recap share", "not-now");
    assert!(hidden.contains("You hide your results"), "{hidden}");
    let (reply, _) = private(&mut room, "ann", "recap");
    assert_eq!(lines_of(&reply), [""; 0]);
    assert!(reply.text.bare().contains("settings hidden off"), "{}", reply.text.bare());
    room.all(&["ann: settings hidden off"]);
    room.company = RoomPresence::Alone;
    let alone = room.refused("ann", "recap share", "not-now");
    assert!(alone.contains("`recap 2026 share`"), "{alone}");
    let (reply, _) = private(&mut room, "ann", "recap");
    assert_eq!(lines_of(&reply), [""; 0]);
    room.company = RoomPresence::Many;
    shared(&mut room, "ann", "recap share");
}

#[test]
fn nobody_gets_the_recap_of_another() {
    let mut room = on(Chat::Discord);
    wins(&mut room, 1..=3);
    for words in ["recap @ann", "recap ann", "recap @ann share", "recap share ann"] {
        let replies = room.say("cid", words);
        for reply in replies {
            assert!(reply.refused.is_some() && reply.sheet.is_none(), "{words}: {reply:?}");
        }
    }
    for odd in ["2027", "1969", "02026", "-2026", "2026-Q2", "2026-Q5", "someday", "99999"] {
        room.refused("ann", &format!("recap {odd}"), "unknown");
    }
    room.refused("ann", "recap 1970", "not-now");
}

#[test]
fn private_matches_count_for_oneself_alone() {
    let mut room = on(Chat::Discord);
    wins(&mut room, 1..=2);
    for of in 3..=5 {
        won(&mut room, ["ann", "dan"], of, " private");
    }
    let too_few = room.refused("ann", "recap share", "not-now");
    assert!(too_few.contains("2 public matches") && too_few.contains("1 more"), "{too_few}");
    won(&mut room, ["ann", "bob"], 6, "");
    won(&mut room, ["ann", "dan"], 7, " private");
    let (reply, own) = private(&mut room, "ann", "recap");
    assert_eq!(own.won, 7);
    assert_eq!(fact(&own, "Most played opponent").as_deref(), Some("Dan, 4 matches"));
    assert!(reply.text.bare().contains("4 of these matches are private"), "{}", reply.text.bare());
    let (reply, open) = shared(&mut room, "ann", "recap share");
    assert_eq!(open.won, 3);
    assert_eq!(fact(&open, "Most played opponent").as_deref(), Some("Bob, 3 matches"));
    assert_eq!(fact(&open, "Most wins in a row").as_deref(), Some("3"));
    let said = reply.text.bare() + reply.sheet.unwrap().alt.as_str();
    assert!(!said.contains("Dan") && !said.contains("private"), "{said}");
}

#[test]
fn who_hides_or_is_forgotten_is_not_named() {
    let mut room = on(Chat::Discord);
    wins(&mut room, 1..=3);
    won(&mut room, ["ann", "cid"], 4, "");
    room.all(&["bob: settings hidden on"]);
    let (reply, own) = private(&mut room, "ann", "recap");
    assert_eq!((own.won, fact(&own, "Most played opponent")), (4, None));
    assert!(!reply.text.bare().contains("Bob"), "{}", reply.text.bare());
    room.all(&["bob: settings hidden off"]);
    let (_, own) = private(&mut room, "ann", "recap");
    assert_eq!(fact(&own, "Most played opponent").as_deref(), Some("Bob, 3 matches"));
    room.all(&["bob: mydata delete"]);
    room.say("bob", "mydata delete yes");
    let (reply, open) = shared(&mut room, "ann", "recap share");
    assert_eq!((open.won, fact(&open, "Most played opponent")), (4, None));
    assert!(!reply.text.bare().contains("Bob"), "{}", reply.text.bare());
}

#[test]
fn a_year_begins_and_ends_in_the_zone_of_the_person() {
    let mut room = on(Chat::Discord);
    room.all(&["ann: settings zone America/New_York", "bob: settings zone Europe/Berlin"]);
    // In New York it is still the last evening of 2025.
    wins(&mut room, 1..=3);
    let (_, card) = private(&mut room, "ann", "recap");
    assert_eq!((card.title.as_str(), card.won), ("Recap of 2025", 3));
    room.refused("ann", "recap 2026", "unknown");
    let (_, card) = private(&mut room, "bob", "recap");
    assert_eq!((card.title.as_str(), card.lost), ("Recap of 2026", 3));
    room.refused("bob", "recap 2025", "not-now");
    room.now += 5 * HOUR - 1;
    won(&mut room, ["ann", "bob"], 4, "");
    room.now += 1;
    // The year before is shown until there is a match.
    let (_, card) = private(&mut room, "ann", "recap");
    assert_eq!((card.title.as_str(), card.won), ("Recap of 2025", 4));
    wins(&mut room, 5..=5);
    let few = room.refused("ann", "recap", "not-now");
    assert!(few.contains("1 match") && few.contains("2026"), "{few}");
    let (_, card) = private(&mut room, "ann", "recap 2025");
    assert_eq!(card.won, 4);
    let (_, card) = private(&mut room, "bob", "recap");
    assert_eq!(card.lost, 5);
}

#[test]
fn a_season_is_the_running_one_or_the_last() {
    let mut room = on(Chat::Discord);
    wins(&mut room, 1..=3);
    let (_, card) = private(&mut room, "ann", "recap season");
    assert_eq!((card.title.as_str(), card.won), ("Recap of season 2026-Q1", 3));
    room.refused("ann", "recap 2026-Q2", "unknown");
    room.now += 90 * DAY;
    let (reply, card) = private(&mut room, "ann", "recap season");
    assert_eq!((card.title.as_str(), card.won), ("Recap of season 2026-Q1", 3));
    assert!(reply.text.bare().contains("`recap 2026-Q1 share`"), "{}", reply.text.bare());
    won(&mut room, ["bob", "ann"], 4, "");
    let few = room.refused("ann", "recap season", "not-now");
    assert!(few.contains("season 2026-Q2") && few.contains("2 more"), "{few}");
    let (_, before) = private(&mut room, "ann", "recap 2026-q1");
    assert_eq!(before, card);
    let (_, year) = private(&mut room, "ann", "recap year");
    assert_eq!((year.won, year.lost), (3, 1));
    // A season's rating begins where the last one ended.
    for of in 5..=6 {
        won(&mut room, ["ann", "bob"], of, "");
    }
    let (_, next) = private(&mut room, "ann", "recap season");
    let [before, after] = [&card, &next].map(|card| fact(card, "Rating").unwrap());
    let ended = before.split(" to ").nth(1).unwrap().split(',').next().unwrap();
    assert!(after.starts_with(&format!("{ended} to ")), "{before}; {after}");
}

#[test]
fn linked_accounts_are_one_person_with_one_recap_a_day() {
    let mut room = Room::new();
    wins(&mut room, 1..=2);
    room.refused("ann", "recap", "not-now");
    linked(&mut room);
    wins(&mut room, 3..=3);
    let (_, here) = private(&mut room, "ann", "recap");
    let there = on_matrix(&mut room, "anna", "recap");
    let [there] = &there[..] else { panic!("one reply: {there:?}") };
    let named = ResultsCard { name: "anna".to_owned(), ..here };
    assert_eq!(card(there), named);
    shared(&mut room, "ann", "recap share");
    let refused = |room: &mut Room| on_matrix(room, "anna", "recap share").remove(0).refused;
    assert!(refused(&mut room).is_some());
    // Neither parting nor linking anew makes another day.
    room.all(&["ann: unlink", "ann: unlink yes"]);
    room.refused("ann", "recap share", "too-much");
    let marked = |room: &mut Room| {
        let of = |tx: &store::Tx<'_>, chat, handle: &str| {
            let person = tx.person_by_handle(chat, handle)?.expect("a person");
            tx.moment(TimeMark::new("recap").of(person.id))
        };
        let (here, there) = (Chat::Console, Chat::Matrix);
        room.service.keep(|tx| Ok([of(tx, here, "ann")?, of(tx, there, "@anna:x")?])).unwrap()
    };
    assert_eq!(marked(&mut room), [Some(room.now); 2]);
    linked(&mut room);
    room.refused("ann", "recap share", "too-much");
    let [one, other] = marked(&mut room);
    assert_eq!((one, other), (Some(room.now), Some(room.now)), "both are the same person");
    // What is deleted leaves no mark.
    room.all(&["ann: mydata delete"]);
    room.say("ann", "mydata delete yes");
    let left = room.service.keep(|tx| {
        let all = (1..=20).map(|id| tx.moment(TimeMark::new("recap").of(model::ids::PersonId(id))));
        all.collect::<Result<Vec<_>, _>>()
    });
    assert!(left.unwrap().iter().all(Option::is_none));
}

/// Lets the bot review matches.
fn reviewed(room: &mut Room, numbers: std::ops::RangeInclusive<i64>) {
    for of in numbers {
        room.say("ann", &format!("review #{of}"));
        room.think();
    }
}

#[test]
fn the_best_moment_and_luck_come_from_reviews_and_the_film_from_a_button() {
    let mut room = on(Chat::Discord);
    wins(&mut room, 1..=2);
    won(&mut room, ["ann", "bob"], 3, " private");
    won(&mut room, ["ann", "bob"], 4, "");
    reviewed(&mut room, 1..=4);
    let (reply, own) = private(&mut room, "ann", "recap");
    let best = fact(&own, "Best moment").expect("a best moment");
    assert!(best.contains("% to ") && best.contains("match #"), "{best}");
    let luck = fact(&own, "Luck").expect("luck");
    assert!(luck.ends_with(" points in 4 reviewed matches"), "{luck}");
    assert!(!reply.text.bare().contains("`review #"), "{}", reply.text.bare());
    let film = lines_of(&reply).remove(0);
    assert!(film.starts_with("replay #") && film.contains("from="), "{film}");
    let shown = room.say("ann", &film);
    assert!(shown.iter().any(|reply| reply.picture.is_some() && reply.refused.is_none()), "{film}");
    let (reply, open) = shared(&mut room, "ann", "recap share");
    let best = fact(&open, "Best moment").expect("a best moment");
    assert!(!best.ends_with("#3"), "{best}");
    assert!(fact(&open, "Luck").unwrap().contains("in 3 reviewed"), "{:?}", open.facts);
    let film = lines_of(&reply).remove(0);
    assert!(film.starts_with("replay #") && !film.starts_with("replay #3"), "{film}");
    // Nobody finds a match of somebody who hides their results by it.
    room.all(&["bob: settings hidden on"]);
    room.now += DAY;
    let (reply, open) = shared(&mut room, "ann", "recap share");
    assert_eq!(fact(&open, "Best moment"), None);
    assert_eq!(lines_of(&reply), [""; 0]);
}

#[test]
fn what_stands_in_a_running_rated_match_is_not_judged() {
    let mut room = on(Chat::Discord);
    for of in 1..=3 {
        let offer = "ann: challenge @bob draughts unrated side=first";
        room.all(&[offer, "bob: accept"]);
        room.play_on(of, 24);
        room.all(&[&format!("bob: resign #{of} yes")]);
    }
    reviewed(&mut room, 1..=3);
    let known = |room: &mut Room| fact(&private(room, "ann", "recap").1, "Best moment").is_some();
    assert!(known(&mut room));
    room.all(&["ann: challenge @bob draughts days=7 side=first", "bob: accept"]);
    room.play_on(4, 6);
    assert!(!known(&mut room));
}
