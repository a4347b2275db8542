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

pub(crate) const SET_UP: &str = "I judge no position of Draughts that was set up";

/// Opens a room where Ann plays a rated match of Draughts against Bob, and is to move after some
/// steps.
pub(crate) fn rated() -> Room {
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
