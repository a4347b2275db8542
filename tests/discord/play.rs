//! Plays as people do: by what the last message offers.
use serde_json::json;

use crate::{
    people::{ANN, BOB, Person, whom},
    world::{Discord, Message},
};

/// Turns automatic steps off for Ann and Bob, so that a test knows which step comes next.
pub(crate) fn by_hand(discord: &Discord) {
    for who in [ANN, BOB] {
        let options = json!({ "name": "auto", "value": "off" });
        discord.answer(&who.slash(discord, "settings", options));
    }
}

/// Opens a match of Ann (Black) against Bob, who press everything themselves; returns its first board.
pub(crate) fn open(discord: &Discord) -> Message {
    open_of(discord, "trapdoor")
}

/// Opens such a match of a game. Where a test plays on for long, dice could end it early: it opens Draughts.
pub(crate) fn open_of(discord: &Discord, game: &str) -> Message {
    by_hand(discord);
    let options = json!({ "who": whom(BOB), "game": game, "side": "black" });
    let offer = discord.answer(&ANN.slash(discord, "challenge", options));
    assert_eq!((offer.only, offer.pings()), (None, vec![BOB.id]), "{}", offer.content());
    let board = discord.board(&BOB.presses(discord, &offer, "Accept"));
    assert!(board.content().contains("-# #"), "{}", board.content());
    board
}

/// Returns the id of the first choice of a board that wasn't played before. Doors that are turned to and fro would end the match in a
/// draw.
fn new_choice(discord: &Discord, board: &Message) -> String {
    let choices = board.choices();
    discord.world(|world| {
        // Not the form to type into.
        let plays = |id: &str| id.split_once("play #").is_some_and(|it| it.1.contains(' '));
        let new =
            choices.iter().find(|choice| plays(&choice.1) && !world.stepped.contains(&choice.0));
        let (label, id) =
            new.or(choices.iter().rfind(|it| plays(&it.1))).unwrap_or(&choices[0]).clone();
        world.stepped.push(label);
        id
    })
}

/// Waits for the board after a step that was typed: within a turn the standing one changes in place, otherwise a new one follows.
#[track_caller]
pub(crate) fn moved(discord: &Discord, board: &Message) -> Message {
    let name = |board: &Message| board.files.first().map(|file| file.0.clone());
    let before = name(board).expect("a board");
    let of = before.split('-').take(2).collect::<Vec<_>>().join("-");
    discord.wait("the next board", |world| {
        let shows = |name: &String| name.starts_with(&format!("{of}-")) && *name != before;
        let mut said = world.said_in(board.channel).into_iter().rev();
        said.find(|message| board.id <= message.id && name(message).as_ref().is_some_and(shows))
            .cloned()
    })
}

/// Presses a choice of a board that wasn't played before, and returns the next board.
pub(crate) fn step(discord: &Discord, board: &Message) -> Message {
    let id = new_choice(discord, board);
    discord.board(&mover(board).presses_id(discord, board, &id))
}

/// Types what a choice of a board says that wasn't played before, and returns the next board.
pub(crate) fn step_typed(discord: &Discord, board: &Message) -> Message {
    let id = new_choice(discord, board);
    let words = id.split_once("play #").and_then(|it| it.1.split_once(' '));
    let words = words.unwrap_or_else(|| panic!("{id} plays nothing")).1;
    mover(board).slash(discord, "play", json!({ "words": words }));
    moved(discord, board)
}

/// Plays on until each side has ended two turns, so that the match counts. Returns the last board.
pub(crate) fn play_until_it_counts(discord: &Discord, mut board: Message, of: u64) -> Message {
    loop {
        let said = discord.answer(&ANN.slash(discord, "abort", json!({ "match": of })));
        let said = said.content();
        if !said.contains("call off") {
            assert!(said.contains("resign"), "{said}\nafter {}", board.content());
            return board;
        }
        board = step(discord, &board);
    }
}

/// Returns the person a board asks.
pub(crate) fn mover(board: &Message) -> Person {
    let asked = |person: &Person| {
        // Somebody never seen on a server has only an account name.
        let named = [
            format!("<@{}> (", person.id),
            format!("{} (", person.name),
            format!("user{} (", person.id),
        ];
        board.content().lines().any(|line| named.iter().any(|name| line.starts_with(name)))
    };
    match [ANN, BOB].into_iter().filter(asked).collect::<Vec<_>>()[..] {
        [one] => one,
        _ => panic!("it is not clear who is asked by {}", board.content()),
    }
}
