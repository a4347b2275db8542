//! The bot judges no position that stands in a rated match of the one who asks.
use engine::{
    chance::{Dice, StepKey},
    fair::Seed,
    games::GameId,
    scene::BoardState,
    seat::{BySeat, Observer, Seat, Viewer},
    table::Table,
};
use model::{
    ids::{Chat, MatchId},
    reply::{Privacy, Reply},
};

use crate::room::Room;

const STANDS: &str = "This position stands in your rated match #1";

/// Opens a room where Ann plays a rated match of Draughts against Bob, and is to move after some
/// steps.
fn rated() -> Room {
    let mut room = Room::new();
    room.all(&["ann: challenge @bob draughts days=3 side=first", "bob: accept"]);
    room.play_on(1, 6);
    room
}

fn fen(room: &mut Room, of: i64) -> String {
    let facts = room.service.facts(Chat::Console, MatchId(of), None).unwrap().unwrap();
    facts.fen.unwrap()
}

/// Turns a position of Draughts round and exchanges the colours.
fn turned(fen: &str) -> String {
    let mut parts: Vec<String> = fen.split(':').map(str::to_owned).collect();
    let turn = |part: &str| -> String {
        let (colour, squares) = part.split_at(1);
        let colour = if colour == "W" { "B" } else { "W" };
        let number = |text: &str| 33 - text.parse::<u8>().unwrap();
        let square = |word: &str| {
            let (king, numbers) = word.split_at(usize::from(word.starts_with('K')));
            match numbers.split_once('-') {
                Some((first, last)) => format!("{king}{}-{}", number(last), number(first)),
                None => format!("{king}{}", number(numbers)),
            }
        };
        let squares: Vec<String> =
            squares.split(',').filter(|it| !it.is_empty()).map(square).collect();
        format!("{colour}{}", squares.join(","))
    };
    for part in &mut parts {
        *part = turn(part);
    }
    parts.join(":")
}

#[test]
fn practice_from_a_position_of_a_rated_match_is_refused_also_turned_round() {
    let mut room = rated();
    let fen = fen(&mut room, 1);
    for from in [fen.clone(), turned(&fen)] {
        for line in ["practice draughts 5 from=", "challenge bot draughts level=5 from="] {
            let said = room.refused("ann", &format!("{line}{from}"), "not-now");
            assert!(said.contains(STANDS) && said.contains("when match #1 is over"), "{said}");
            assert!(!said.contains("practice"), "{said}");
        }
    }
    // In the same room nobody sets it up, for its players would read what the bot thinks.
    let said = room.refused("cid", &format!("practice draughts 4 vs 5 from={fen}"), "not-now");
    assert!(
        said.contains("This position stands in match #1 of this room, which is rated"),
        "{said}"
    );
    // Elsewhere, and with the other side to move, it is an ordinary position.
    room.handle = "elsewhere".to_owned();
    room.all(&[&format!("cid: practice draughts 1 from={fen}")]);
    room.handle = "room".to_owned();
    let other = match fen.split_at(1) {
        ("W", rest) => format!("B{rest}"),
        (_, rest) => format!("W{rest}"),
    };
    room.all(&[&format!("ann: practice draughts 1 from={other}")]);
    // It is refused until the match has moved on.
    room.play_on(1, 1);
    room.all(&[&format!("ann: practice draughts 1 from={fen}")]);
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
fn an_unrated_match_that_gets_there_has_no_advice_while_the_rated_one_stands() {
    let mut room = rated();
    let fen = fen(&mut room, 1);
    // Begun by another, so that only the position counts.
    room.all(&[&format!("cid: challenge @ann draughts unrated from={fen}"), "ann: accept"]);
    let asks = |room: &mut Room| {
        let facts = room.service.facts(Chat::Console, MatchId(2), None).unwrap().unwrap();
        facts.to_move[0].name.to_lowercase()
    };
    let mover = asks(&mut room);
    if mover == "ann" {
        for words in ["hint #2", "why #2", "why #2 resign"] {
            let said = room.refused("ann", words, "not-now");
            assert!(said.contains(STANDS), "{words}: {said}");
        }
    } else {
        let said = room.refused("cid", "hint #2", "not-now");
        assert!(said.contains("stands in match #1 of this room"), "{said}");
    }
    room.play_by(&["ann", "bob"], 1, 1);
    // The rated match has moved on.
    let words = if mover == "ann" { "hint #2" } else { "hint #1" };
    let said = room.say("ann", words);
    let refused = said.iter().any(|reply| reply.text.bare().contains(STANDS));
    assert!(!refused, "{said:?}");
}

/// Returns what the bot says in practice that Ann begins and plays to the position of match #1.
fn led_there(room: &mut Room) -> Vec<Reply> {
    // She plays the other side, so that the bot would have to choose for hers.
    room.all(&["ann: practice draughts 1 side=second"]);
    room.think()
}

#[test]
fn the_bot_moves_at_random_where_it_would_play_for_its_opponents_rated_match() {
    let mut room = Room::new();
    room.all(&["ann: challenge @bob draughts days=3 side=first", "bob: accept"]);
    let said = led_there(&mut room);
    let told: Vec<String> = said.iter().map(|it| it.text.bare()).collect();
    let blindly = "Draughtsman 1 chose at random, because this position stands in a rated match.";
    assert!(told.iter().any(|it| it.contains(blindly)), "{told:?}");
    // With another position in the rated match it thinks again.
    room.play_on(1, 1);
    let said = led_there(&mut room);
    assert!(said.iter().all(|reply| !reply.text.bare().contains("at random")), "{said:?}");
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
    assert!(said.contains("stands in your rated match #2"), "{said}");
    assert_eq!(reviewed(&mut room, "cid"), None, "others play no such match");
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
fn a_refusal_names_a_private_match_to_nobody_else() {
    let mut room = Room::new();
    room.all(&["ann: challenge @bob draughts days=3 side=first private", "bob: accept"]);
    room.play_on(1, 6);
    let fen = fen(&mut room, 1);
    let said = room.one("ann", &format!("practice draughts 5 from={fen}"));
    assert!(said.text.bare().contains(STANDS), "{}", said.text.bare());
    assert_eq!(said.privacy, Privacy::Personal);
    // To somebody else a refusal would tell that there is such a match.
    room.all(&[&format!("cid: practice draughts 1 from={fen}")]);
}

fn dice() -> Dice {
    Dice::fair(&Seed::from_bytes([3; 32]), StepKey { step: 0, take: 0 })
}

fn position(table: &dyn Table) -> BoardState {
    let names = BySeat { first: "Ann".to_owned(), second: "Bob".to_owned() };
    BoardState::of(&table.show(Observer { viewer: Viewer::Room, names: &names }))
}

#[test]
fn a_position_of_every_game_is_its_own_whatever_came_before() {
    for &game in GameId::ALL {
        let options = game.options("").unwrap();
        let mut table = game.open(options, &mut dice()).unwrap();
        let start = position(&*table);
        let mut seen = vec![start.clone()];
        for _ in 0..60 {
            let again = game.resume(&table.save().unwrap()).unwrap();
            assert_eq!(position(&*again), position(&*table), "{game}");
            let moved = Seat::BOTH.into_iter().any(|seat| {
                let Some(words) = table.sample(seat, &mut dice()) else { return false };
                table.play(seat, &words, &mut dice()).is_ok()
            });
            if !moved {
                break;
            }
            seen.push(position(&*table));
        }
        let others = seen.iter().filter(|it| **it != start).count();
        assert!(5 < others, "{game}: {others} of {}", seen.len());
    }
}
