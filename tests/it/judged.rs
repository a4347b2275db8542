//! The bot judges no position that stands in a rated match of the one who asks.
use engine::{
    chance::{Dice, StepKey},
    fair::Seed,
    game::Status,
    games::GameId,
    scene::BoardState,
    seat::Seat,
    table::{position, reached},
};
use model::{
    ids::{Chat, MatchId},
    reply::{Privacy, Reply},
};

use crate::room::Room;

const STANDS: &str = "This position stands in your rated match #1, where you decide alone, or can come there within two turns";
const SET_UP: &str = "I judge no position of Draughts that was set up";

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
fn who_plays_a_rated_match_sets_up_no_position_of_that_game_for_the_bot() {
    let mut room = rated();
    let fen = fen(&mut room, 1);
    let other = match fen.split_at(1) {
        ("W", rest) => format!("B{rest}"),
        (_, rest) => format!("W{rest}"),
    };
    // The position, the same turned round, with the other side to move, and one far from it.
    for from in [fen.clone(), turned(&fen), other, "W:WK1:BK32".to_owned()] {
        for line in ["practice draughts 5 from=", "challenge bot draughts level=5 from="] {
            let said = room.refused("ann", &format!("{line}{from}"), "not-now");
            assert!(said.contains(SET_UP) && said.contains("until it is over"), "{said}");
        }
    }
    room.all(&["bob: resign #1 yes"]);
    room.all(&[&format!("ann: practice draughts 1 from={fen}")]);
}

#[test]
fn in_the_room_of_a_rated_match_nobody_sets_up_what_is_near_it() {
    let mut room = rated();
    let fen = fen(&mut room, 1);
    // Its players would read what the bot thinks.
    for from in [fen.clone(), turned(&fen)] {
        let said = room.refused("cid", &format!("practice draughts 4 vs 5 from={from}"), "not-now");
        assert!(said.contains("This position stands in match #1, which is rated"), "{said}");
    }
    // Elsewhere it is an ordinary position, and one far from it is ordinary here.
    room.handle = "elsewhere".to_owned();
    room.all(&[&format!("cid: practice draughts 1 from={fen}")]);
    room.handle = "room".to_owned();
    room.all(&["cid: practice draughts 1 from=W:WK1:BK32"]);
    // It is refused until the match has moved on.
    room.play_on(1, 1);
    room.all(&[&format!("cid: practice draughts 1 from={fen}")]);
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
        let file = room.one("ann", "export #1").file.unwrap().body;
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
        room.play_by(&["ann", "cid"], 4, 2);
        room.all(&["ann: resign #4 yes"]);
        for who in ["ann", "cid", "bob"] {
            let said = refusal(&mut room, who, "review #4").unwrap_or_default();
            assert!(said.contains(&set_up), "{name}: review by {who}: {said}");
        }
        // Other games from their start, and everything once it is over.
        room.all(&[&format!("ann: practice {} 1", other(game))]);
        room.all(&["bob: resign #2 yes"]);
        let who = decides(&mut room, 3, ["ann", "cid"]);
        assert_eq!(refusal(&mut room, who, "hint #3"), None, "{name}");
        assert_eq!(refusal(&mut room, "ann", "review #4"), None, "{name}");
    }
}

/// Returns the word for another game.
fn other(game: GameId) -> &'static str {
    if game == GameId::Draughts { "amtgard" } else { "draughts" }
}

#[test]
fn a_rated_match_gets_no_advice_from_another_game_whose_pieces_stand_as_there() {
    let mut room = rated();
    // What stands there as Trapdoor Checkers, whose wheel may be tame, and with a piece elsewhere.
    let fen = fen(&mut room, 1);
    for from in [fen.clone(), turned(&fen), "W:WK1:BK32".to_owned()] {
        let line = format!("practice trapdoor 5 wheel=99:1:1 from={from}");
        let said = room.refused("ann", &line, "not-now");
        assert!(said.contains("no position of Trapdoor Checkers that was set up"), "{said}");
    }
    // Somebody else, where its players would read it, and elsewhere.
    let line = format!("practice trapdoor 4 vs 5 from={fen}");
    let said = room.refused("cid", &line, "not-now");
    assert!(said.contains("This position stands in match #1, which is rated"), "{said}");
    room.handle = "elsewhere".to_owned();
    room.all(&[&format!("cid: {line}")]);
    room.handle = "room".to_owned();
    // A match that has hardly begun tells nothing of another.
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
fn a_refusal_names_a_private_match_to_nobody_else() {
    let mut room = Room::new();
    room.all(&["ann: challenge @bob draughts days=3 side=first private", "bob: accept"]);
    room.play_on(1, 6);
    let fen = fen(&mut room, 1);
    let said = room.one("ann", &format!("practice draughts 5 from={fen}"));
    assert!(said.text.bare().contains(SET_UP), "{}", said.text.bare());
    assert_eq!(said.privacy, Privacy::Personal);
    // To somebody else a refusal would tell that there is such a match.
    room.all(&[&format!("cid: practice draughts 1 from={fen}")]);
}

fn dice() -> Dice {
    Dice::fair(&Seed::from_bytes([3; 32]), StepKey { step: 0, take: 0 })
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

/// Plays a match at random; returns its position after each step, and how many turns had ended.
fn played(game: GameId, seed: u8) -> Vec<(BoardState, u32)> {
    let dice =
        |seed: u8, step| Dice::fair(&Seed::from_bytes([seed; 32]), StepKey { step, take: 0 });
    let mut table = game.open(game.options("").unwrap(), &mut dice(seed, 0)).unwrap();
    let mut turns = 0;
    let mut all = vec![(position(&*table), turns)];
    for step in 1..120 {
        let Status::Waiting(prompts) = table.status() else { break };
        let seat = prompts[0].seat;
        let words = table.sample(seat, &mut dice(seed ^ 0x55, step)).unwrap();
        table.play(seat, &words, &mut dice(seed, step)).unwrap();
        turns += u32::from(!table.status().waits_for(seat));
        all.push((position(&*table), turns));
    }
    all
}

/// In games where not everything can come that differs so little, most of what two turns make of a position is near it, and little of
/// what is later.
#[test]
fn what_two_turns_make_of_a_position_is_near_it_in_every_game_and_later_positions_are_not() {
    for &game in GameId::ALL {
        let (mut soon, mut late) = ((0, 0), (0, 0));
        for seed in 1..9 {
            let all = played(game, seed);
            for (nth, (earlier, at)) in all.iter().enumerate() {
                for (later, then) in &all[nth..] {
                    let (near, all) = match then - at {
                        ..=2 => &mut soon,
                        20.. => &mut late,
                        _ => continue,
                    };
                    *all += 1;
                    *near += u32::from(later.may_follow(earlier));
                }
            }
        }
        // A shot in Piecepack Soccer can move every coin, and a goal puts all of them back.
        let [most, few] = if game == GameId::Piecepack { [60, 30] } else { [95, 10] };
        let percent = |(near, all): (u32, u32)| 100 * near / all;
        assert!(most <= percent(soon), "{game}: {soon:?}");
        assert!(0 < late.1 && percent(late) <= few, "{game}: {late:?}");
    }
}

#[test]
fn what_two_moves_make_of_the_start_is_listed_where_chance_has_no_part() {
    for &game in GameId::ALL {
        let table = game.open(game.options("").unwrap(), &mut dice()).unwrap();
        let listed = reached(&*table);
        // Seven moves, and seven answers to each.
        let count = if game == GameId::Draughts { Some(56) } else { listed.as_ref().map(Vec::len) };
        assert_eq!(listed.as_ref().map(Vec::len), count, "{game}");
        for state in listed.iter().flatten() {
            assert!(state.may_follow(&position(&*table)), "{game}");
        }
    }
}
