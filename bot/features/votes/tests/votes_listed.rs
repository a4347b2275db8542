//! Matches by vote in the lists of people who vote, and the cards of challenges between rooms.
use engine::refusal::Code;
use model::reply::Privacy;

use super::votes::begun;
use crate::server::{ANN, BOB, CID, HOUR, Server, Speaker, Told, speaker};

/// Ann, in a room that plays no match.
const ANN_ELSEWHERE: Speaker = speaker("1", "Ann", "west");

fn buttons(told: &Told) -> Vec<String> {
    let choices = told.reply.menu.iter().flat_map(|it| &it.choices);
    choices.map(|choice| format!("{}: {}", choice.label, choice.says)).collect()
}

#[test]
fn matches_by_vote_are_listed_apart_wherever_a_voter_asks() {
    let mut server = Server::new();
    begun(&mut server);
    // Here everybody may vote; elsewhere only those who have voted are known to.
    let here = server.say(ANN, "games").remove(0);
    assert!(here.text().contains("Your rooms play by vote"), "{}", here.text());
    let line = "#1 Draughts, room: 12 hours a turn (3 hours for each later step of it), unrated: #north against #south, vote open, counted in 12 hours";
    assert!(here.text().contains(line), "{}", here.text());
    assert!(buttons(&here).iter().any(|it| it.ends_with("board #1")), "{here:#?}");
    assert_eq!(here.reply.privacy, Privacy::Open);
    let elsewhere = server.say(ANN_ELSEWHERE, "games").remove(0);
    assert!(!elsewhere.text().contains("vote"), "{}", elsewhere.text());
    let told = server.say(ANN_ELSEWHERE, "next").remove(0);
    assert!(told.text().contains("No match waits for you."), "{}", told.text());

    let choices = server.choices(ANN);
    server.say(ANN, &choices[0]);
    let elsewhere = server.say(ANN_ELSEWHERE, "games").remove(0);
    assert!(
        elsewhere.text().contains(&format!("you voted `{}`", choices[0])),
        "{}",
        elsewhere.text()
    );
    assert_eq!(elsewhere.reply.privacy, Privacy::Personal, "where else she votes is her business");
    server.wait(12 * HOUR);
    let told = server.say(ANN_ELSEWHERE, "games").remove(0);
    assert!(told.text().contains("your opponent's turn"), "{}", told.text());
    let others = server.say(CID, "games @Ann").remove(0);
    assert!(!others.text().contains("vote"), "{}", others.text());
}

#[test]
fn next_shows_votes_after_the_matches_of_ones_own() {
    let mut server = Server::new();
    begun(&mut server);
    let first = server.choices(ANN);
    server.say(ANN, &first[0]);
    server.say(ANN, "vote now");
    let answer = server.choices(BOB);
    server.say(BOB, &answer[0]);
    server.say(BOB, "vote now");
    // Ann voted before, so the vote waits for her in any room.
    let told = server.say(ANN_ELSEWHERE, "next").remove(0);
    assert!(told.text().contains("#north (Black) votes: "), "{}", told.text());
    assert!(told.reply.picture.is_some() && told.reply.menu.is_some());
    let own = server.say(ANN_ELSEWHERE, "practice draughts 1 side=first");
    assert!(own.iter().all(|it| it.reply.refused.is_none()), "{own:#?}");
    let told = server.say(ANN_ELSEWHERE, "next").remove(0);
    assert!(told.text().starts_with("#2 "), "her own match goes first: {}", told.text());
    assert!(
        told.text().contains("A vote waits for you: #1 for #north, counted in 12 hours."),
        "{}",
        told.text()
    );
    assert!(buttons(&told).contains(&"Vote in #1: next #2".to_owned()), "{told:#?}");
    let told = server.say(ANN_ELSEWHERE, "next #2").remove(0);
    assert!(told.text().contains("#north (Black) votes: "), "{}", told.text());
    let told = server.say(ANN_ELSEWHERE, "next #1").remove(0);
    assert!(told.text().starts_with("#2 "), "{}", told.text());
    // Once she has voted, it doesn't wait any more.
    let choices = server.choices(ANN);
    server.say(ANN, &choices[0]);
    let told = server.say(ANN_ELSEWHERE, "next").remove(0);
    assert!(!told.text().contains("vote"), "{}", told.text());
    server.refused(CID, "next #2", Code::NotYours);
}

#[test]
fn a_press_on_the_copy_of_a_card_takes_its_buttons() {
    let mut server = Server::new();
    server.say(ANN, "challenge #south draughts vote=12h side=black");
    let told = server.ask(BOB, "accept 1", |request| request.pressed = Some("copy".to_owned()));
    let copies = |told: &[Told]| -> Vec<(String, String)> {
        let copies =
            told.iter().filter(|message| message.reply.card.as_ref().is_some_and(|it| it.copy));
        copies
            .inspect(|message| assert!(message.reply.menu.is_none(), "{message:#?}"))
            .map(|message| (message.room.clone(), message.text()))
            .collect()
    };
    let changed = told.iter().find(|message| {
        message.room == "south" && message.reply.card.as_ref().is_some_and(|card| card.changed)
    });
    let changed = changed.unwrap_or_else(|| panic!("{told:#?}"));
    assert!(changed.text().contains("Accepted by ") && changed.reply.menu.is_none());
    // Somebody else presses it later, before the edit or after a failed one.
    let told = server.ask(BOB, "decline 1", |request| request.pressed = Some("copy".to_owned()));
    let refused = told.iter().find(|it| it.reply.refused.is_some()).unwrap();
    assert!(refused.text().contains("it was accepted"), "{}", refused.text());
    let changed = copies(&told);
    assert!(
        matches!(&changed[..], [(room, text)] if room == "south" && text.contains("Challenge 1 is closed")),
        "{told:#?}"
    );
    // Typed, there is no message to change.
    let told = server.say(BOB, "decline 1");
    assert_eq!((told.len(), copies(&told).len()), (1, 0), "{told:#?}");
}
