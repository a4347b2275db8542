//! Matches between the direct messages of two people: each has one standing board there.
use serde_json::json;

use crate::{
    people::{ANN, BOB, Person, whom},
    places::direct,
    server::Program,
    whole::{known, opens},
    world::{Discord, Message, World},
};

/// Returns the choices of a board that play on.
fn plays(board: &Message) -> Vec<(String, String)> {
    let plays = |(_, id): &(String, String)| {
        id.starts_with("say:") && (id.contains(":play #") || id.contains(":moves #"))
    };
    board.choices().into_iter().filter(plays).collect()
}

fn is_over(board: &Message) -> bool {
    board.choices().iter().any(|it| it.0 == "Rematch")
}

/// Returns the messages of a channel that show a match.
fn live(world: &World, channel: u64) -> Vec<Message> {
    let live = |message: &&&Message| !message.files.is_empty() || !message.choices().is_empty();
    world.said_in(channel).iter().filter(live).map(|it| Message::clone(it)).collect()
}

/// The boards of both players, the one who is asked first.
struct Boards {
    asked: (Person, Message),
    other: (Person, Message),
}

/// Waits until each player has one standing board, and one of them can play on or both show the end.
#[track_caller]
fn settled(discord: &Discord, people: [Person; 2], before: Option<&Message>) -> Boards {
    discord.wait("one board for each player, and controls for the one who is asked", |world| {
        let mut boards = Vec::new();
        for person in people {
            match &live(world, person.channel)[..] {
                [one] => boards.push((person, one.clone())),
                _ => return None,
            }
        }
        let changed = |old: &Message| {
            let same = |(_, message): &(Person, Message)| {
                message.id == old.id && message.changes == old.changes
            };
            !boards.iter().any(same)
        };
        if before.is_some_and(|old| !changed(old)) {
            return None;
        }
        let (second, first) = (boards.pop()?, boards.pop()?);
        match [&first, &second].map(|told| !plays(&told.1).is_empty() || is_over(&told.1)) {
            [true, false] => Some(Boards { asked: first, other: second }),
            [false, true] => Some(Boards { asked: second, other: first }),
            [true, true] if is_over(&first.1) => Some(Boards { asked: first, other: second }),
            _ => None,
        }
    })
}

/// Begins a match from Ann's direct messages, which Bob accepts in his.
fn begin(discord: &Discord, game: &str) -> [Person; 2] {
    let [ann, bob] = [ANN, BOB].map(|person| person.at(direct(discord, person.id)));
    let options = json!({ "who": whom(BOB), "game": game, "side": "first" });
    ann.slash(discord, "challenge", options);
    let offer = discord.message("the challenge in Bob's direct messages", |message| {
        message.channel == bob.channel && message.choices().iter().any(|it| it.0 == "Accept")
    });
    bob.presses(discord, &offer, "Accept");
    // An offer that is still open could be taken for his board.
    discord.wait("the offer closed", |world| {
        let is_closed = |message: &&Message| message.id == offer.id && message.choices().is_empty();
        world.said_in(bob.channel).into_iter().any(|it| is_closed(&it)).then_some(())
    });
    [ann, bob]
}

#[test]
fn each_player_has_one_board_in_direct_messages_with_controls_for_the_one_who_is_asked() {
    for game in ["trapdoor", "metasoccer"] {
        let folder = tempfile::tempdir().unwrap();
        let discord = Discord::start();
        let _program = Program::start(&discord, folder.path());
        let people = begin(&discord, game);
        let mut boards = settled(&discord, people, None);
        let count =
            |discord: &Discord, channel| discord.world(|world| world.said_in(channel).len());
        let mut before = people.map(|it| count(&discord, it.channel));
        let (mut presses, mut handed) = (0, [0, 0]);
        // One turn can take many presses.
        let few = |handed: [usize; 2], presses| presses < 40 || handed[0] + handed[1] < 5;
        while few(handed, presses) && !is_over(&boards.asked.1) {
            let (by, board) = &boards.asked;
            let choices = plays(board);
            let (_, id) = &choices[presses * 7 % choices.len()];
            if opens(id) {
                known(&discord, *by);
                before[usize::from(by.id != people[0].id)] += 1;
            }
            let token = by.presses_id(&discord, board, id);
            let next = settled(&discord, people, Some(board));
            presses += 1;
            discord.world(|world| {
                let asked = &world.interactions[&token];
                let changes = asked.changes_what_was_pressed();
                assert!(changes, "the pressed board takes the answer: {:?}", asked.first);
            });
            let own = if next.asked.0.id == by.id { &next.asked.1 } else { &next.other.1 };
            if !is_over(&next.asked.1) {
                assert_eq!(own.id, board.id, "what one did oneself changes one's own board");
                assert_eq!(next.other.1.choices(), [], "who waits has no controls");
            }
            if next.asked.0.id != by.id {
                let to = people.iter().position(|it| it.id == next.asked.0.id).unwrap();
                handed[to] += 1;
                assert_eq!(next.asked.1.pings(), [next.asked.0.id], "called once");
            }
            boards = next;
        }
        assert!(0 < handed[0] + handed[1], "{game}: {handed:?} in {presses} presses");
        if !is_over(&boards.asked.1) {
            let new = [0, 1].map(|nth| count(&discord, people[nth].channel) - before[nth]);
            let told = discord.world(|world| {
                let all = people.iter().flat_map(|person| world.said_in(person.channel));
                all.map(|message| format!("{} {}", message.channel, message.content()))
                    .collect::<Vec<_>>()
            });
            assert_eq!(new, handed, "{game}: one message a turn, to who has it: {told:#?}");
        }
        boards.asked.0.slash(&discord, "resign", json!({ "yes": true }));
        discord.wait("the end", |world| {
            let ends =
                |person: &Person| matches!(&live(world, person.channel)[..], [one] if is_over(one));
            people.iter().all(ends).then_some(())
        });
        discord.was_used_well();
    }
}

#[test]
fn what_was_asked_in_direct_messages_goes_with_its_match() {
    let folder = tempfile::tempdir().unwrap();
    let discord = Discord::start();
    let _program = Program::start(&discord, folder.path());
    let people = begin(&discord, "draughts");
    settled(&discord, people, None);
    let [ann, bob] = people;
    ann.slash(&discord, "draw", json!({}));
    let offer = discord.message("the offer in Bob's direct messages", |message| {
        message.channel == bob.channel && message.choices().iter().any(|it| it.0 == "Decline")
    });
    ann.slash(&discord, "resign", json!({ "yes": true }));
    discord.wait("the end alone", |world| {
        let left = live(world, bob.channel);
        let is_end = matches!(&left[..], [one] if is_over(one));
        (is_end && left.iter().all(|message| message.id != offer.id)).then_some(())
    });
    discord.was_used_well();
}
