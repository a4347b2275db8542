//! A channel that watches a match of another channel.
use engine::games::GameId;
use serde_json::json;

use crate::{
    people::ANN,
    places::with_threads,
    server::Program,
    whole::Match,
    world::{CHANNEL, Discord, Message, Seen, World},
};

const OTHER: u64 = CHANNEL + 1;

/// Returns the messages of the watching channel that have a picture.
fn pictures(world: &World) -> Vec<Message> {
    world.said_in(OTHER).into_iter().filter(|it| !it.files.is_empty()).cloned().collect()
}

/// Waits until the watching channel has one picture: that of the board in the match's own channel.
fn settled(discord: &Discord, board: &Message) {
    let name = |message: &Message| message.files[0].0.clone();
    discord.wait("one board where it is watched", |world| match &pictures(world)[..] {
        [one] if name(one) == name(board) => Some(()),
        _ => None,
    });
}

#[test]
fn a_channel_that_watches_a_match_has_one_board_of_it_that_pings_nobody() {
    let folder = tempfile::tempdir().unwrap();
    let discord = Discord::start();
    discord.world(|world| world.limited = true);
    let _program = Program::start(&discord, folder.path());
    // Too few presses to end a whole match.
    for (number, (game, presses)) in (1..).zip([("metasoccer", 15), ("draughts", 8)]) {
        let game = GameId::named(game).expect("a game");
        let mut running = Match::begin_at(&discord, CHANNEL, game, number, "");
        let options = json!({ "match": number, "how": "here" });
        let told = discord.answer(&ANN.at(OTHER).slash(&discord, "watch", options));
        assert!(told.content().contains("This room watches match"), "{}", told.content());
        settled(&discord, &running.board);
        for n in 0..presses {
            running.press();
            if n == presses / 2 {
                // Said again, it moves the board down and leaves no other.
                let options = json!({ "match": number, "how": "here" });
                discord.answer(&ANN.at(OTHER).slash(&discord, "watch", options));
                settled(&discord, &running.board);
            }
        }
        settled(&discord, &running.board);
        let end =
            discord.answer(&ANN.slash(&discord, "resign", json!({ "match": number, "yes": true })));
        settled(&discord, &end);
        // The next match has a channel without pictures.
        discord.world(|world| {
            for said in world.said_in(OTHER) {
                assert!(said.pings().is_empty(), "{}", said.content());
                assert_eq!(said.choices(), [], "{}", said.content());
            }
            world.messages.retain(|it| it.channel != OTHER);
        });
    }
    discord.was_used_well();
    let refused = discord.world(|world| {
        let refused = world.seen.iter().filter(|it| 400 <= it.status);
        refused.map(Seen::short).collect::<Vec<_>>()
    });
    assert!(refused.is_empty(), "{refused:#?}");
}

#[test]
fn a_watched_board_that_was_deleted_or_whose_thread_sleeps_is_shown_again() {
    let folder = tempfile::tempdir().unwrap();
    let discord = with_threads(OTHER);
    let _program = Program::start(&discord, folder.path());
    let game = GameId::named("metasoccer").expect("a game");
    let mut running = Match::begin(&discord, game, 1);
    let options = json!({ "match": 1, "how": "here" });
    discord.answer(&ANN.at(OTHER).slash(&discord, "watch", options));
    let board = |of: &Message| {
        let name = of.files[0].0.clone();
        discord.wait("a board in a thread", |world| {
            let own = |message: &&Message| {
                let parent = world.channels.get(&message.channel).and_then(|it| it.parent);
                parent == Some(OTHER) && message.files.iter().any(|it| it.0 == name)
            };
            world.messages.iter().find(own).cloned()
        })
    };
    let shown = board(&running.board);
    // The bot gets no event that the thread was archived.
    discord.world(|world| world.channels.get_mut(&shown.channel).unwrap().archived = true);
    for _ in 0..3 {
        running.press();
    }
    assert!(board(&running.board).pings().is_empty());
    // Nor one that the board was deleted.
    discord.world(|world| {
        world.messages.retain(|it| it.channel != shown.channel);
    });
    for _ in 0..3 {
        running.press();
    }
    board(&running.board);
    discord.was_used_well();
}
