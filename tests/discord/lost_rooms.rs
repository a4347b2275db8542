//! Channels and threads that the bot loses while a match runs there: it goes on in direct messages with one board for each player, nothing
//! forbidden is tried again, and it returns when the bot can write again.
use serde_json::json;

use crate::{
    gateway,
    people::{ANN, BOB, EVE},
    places::{change, direct},
    play::{by_hand, mover, open},
    server::Program,
    world::{CHANNEL, Channel, Discord, GUILD, Message, World},
};

/// How a place is lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Loss {
    Kicked,
    Deleted,
    Muted,
    /// Discord doesn't tell; it is found out.
    MutedUnheard,
    /// A thread that people opened.
    Locked,
    ThreadDeleted,
    ParentDeleted,
}

const ALL: [Loss; 7] = [
    Loss::Kicked,
    Loss::Deleted,
    Loss::Muted,
    Loss::MutedUnheard,
    Loss::Locked,
    Loss::ThreadDeleted,
    Loss::ParentDeleted,
];

impl Loss {
    fn comes_back(self) -> bool {
        !matches!(self, Loss::Deleted | Loss::ThreadDeleted | Loss::ParentDeleted)
    }

    fn in_thread(self) -> bool {
        matches!(self, Loss::Locked | Loss::ThreadDeleted | Loss::ParentDeleted)
    }
}

/// A match in a place that will be lost, and the direct messages of its players.
struct Place {
    loss: Loss,
    room: u64,
    board: Message,
    direct: [u64; 2],
}

fn opened(discord: &Discord, loss: Loss) -> Place {
    let (room, board) = if loss.in_thread() {
        by_hand(discord);
        let thread = discord.world(|world| {
            let id = world.next_id();
            let (parent, name) = (Some(CHANNEL), "our games".to_owned());
            let opened = Channel { parent, name, owner: Some(EVE.id), ..Channel::default() };
            world.channels.insert(id, opened);
            let shown = gateway::thread(world, id);
            world.tell(Some(GUILD), "THREAD_CREATE", &shown);
            id
        });
        let options = json!({ "game": "trapdoor", "side": "black" });
        let offer = discord.answer(&ANN.at(thread).slash(discord, "challenge", options));
        (thread, discord.board(&BOB.at(thread).presses(discord, &offer, "Accept")))
    } else {
        (CHANNEL, open(discord))
    };
    let direct = [ANN, BOB].map(|who| direct(discord, who.id));
    Place { loss, room, board, direct }
}

impl Place {
    fn is_lost(&self, discord: &Discord) {
        let room = self.room;
        match self.loss {
            Loss::Kicked => discord.world(|world| {
                world.channels.get_mut(&room).unwrap().gone = true;
                world.tell(Some(GUILD), "GUILD_DELETE", &json!({ "id": GUILD.to_string() }));
            }),
            Loss::Deleted => change(discord, room, "CHANNEL_DELETE", |channel| channel.gone = true),
            Loss::Muted => change(discord, room, "CHANNEL_UPDATE", |channel| channel.mute = true),
            Loss::MutedUnheard => {
                discord.world(|world| {
                    world.channels.get_mut(&room).unwrap().mute = true;
                    // By a token a board changes even there.
                    world.interactions.values_mut().for_each(|token| token.expired = true);
                });
                // Somebody plays from another channel.
                let options = json!({ "words": self.board.words() });
                ANN.at(CHANNEL + 1).slash(discord, "play", options);
            }
            Loss::Locked => change(discord, room, "THREAD_UPDATE", |channel| channel.locked = true),
            Loss::ThreadDeleted => {
                change(discord, room, "THREAD_DELETE", |channel| channel.gone = true)
            }
            Loss::ParentDeleted => {
                discord.world(|world| world.channels.get_mut(&room).unwrap().gone = true);
                change(discord, CHANNEL, "CHANNEL_DELETE", |channel| channel.gone = true);
            }
        }
    }

    fn comes_back(&self, discord: &Discord) {
        let room = self.room;
        match self.loss {
            Loss::Kicked => discord.world(|world| {
                world.channels.get_mut(&room).unwrap().gone = false;
                let guild = gateway::guild(world);
                world.tell(Some(GUILD), "GUILD_CREATE", &guild);
            }),
            Loss::Muted | Loss::MutedUnheard => {
                change(discord, room, "CHANNEL_UPDATE", |channel| channel.mute = false);
            }
            Loss::Locked => {
                change(discord, room, "THREAD_UPDATE", |channel| channel.locked = false)
            }
            _ => panic!("what was deleted doesn't come back"),
        }
    }

    /// Counts the pictures that stand in the direct messages of each player.
    fn live(&self, world: &World) -> [usize; 2] {
        self.direct
            .map(|channel| world.said_in(channel).iter().filter(|it| !it.files.is_empty()).count())
    }

    /// Waits for the board in direct messages that asks somebody, other than as it was.
    fn asking(&self, discord: &Discord, before: Option<&Message>) -> Message {
        discord.wait("a board in direct messages that asks somebody", |world| {
            let asks = |message: &&Message| {
                self.direct.contains(&message.channel)
                    && !message.files.is_empty()
                    && message.choices().iter().any(|it| it.1.contains("play #1 "))
            };
            let newest = world.messages.iter().rfind(asks)?;
            let same = |old: &Message| old.id == newest.id && old.changes == newest.changes;
            (!before.is_some_and(same)).then(|| newest.clone())
        })
    }

    /// Counts what was posted in the direct messages of each player with some words.
    fn posted(&self, discord: &Discord, words: &str) -> [usize; 2] {
        discord.world(|world| {
            self.direct.map(|direct| {
                let path = format!("/channels/{direct}/messages");
                let has = |body: &serde_json::Value| {
                    body["content"].as_str().is_some_and(|content| content.contains(words))
                };
                let posts =
                    world.seen.iter().filter(|seen| seen.method == "POST" && seen.path == path);
                posts.filter(|seen| seen.status == 200 && has(&seen.body)).count()
            })
        })
    }

    /// Counts what Discord has refused in the place.
    fn refused(&self, discord: &Discord) -> usize {
        let path = format!("/channels/{}", self.room);
        refused(discord, &path)
    }
}

fn refused(discord: &Discord, path: &str) -> usize {
    discord.world(|world| {
        let refused = |status: u16| [400, 403, 404].contains(&status);
        world.seen.iter().filter(|seen| seen.path.starts_with(path) && refused(seen.status)).count()
    })
}

#[test]
fn a_match_goes_on_in_direct_messages_with_one_board_each_until_its_room_is_back() {
    for loss in ALL {
        let folder = tempfile::tempdir().unwrap();
        let discord = Discord::start();
        let program = Program::start(&discord, folder.path());
        let place = opened(&discord, loss);
        place.is_lost(&discord);
        discord.wait(&format!("{loss:?}: both are told"), |world| {
            (place.live(world) == [1, 1]).then_some(())
        });
        let mut board = place.asking(&discord, None);
        for _ in 0..6 {
            let (_, id) = board.choices().into_iter().find(|it| it.1.contains("play #1 ")).unwrap();
            mover(&board).at(board.channel).presses_id(&discord, &board, &id);
            board = place.asking(&discord, Some(&board));
        }
        discord.wait(&format!("{loss:?}: one board each"), |world| {
            (place.live(world) == [1, 1]).then_some(())
        });
        assert_eq!(place.posted(&discord, "goes on here"), [1, 1], "{loss:?}: told once");
        // What isn't heard of is found out when the board should change.
        let tries = usize::from(loss == Loss::MutedUnheard);
        assert_eq!(place.refused(&discord), tries, "{loss:?}");
        if !loss.comes_back() {
            assert!(program.terminate());
            discord.was_used_well();
            continue;
        }
        // A restart forgets nothing.
        assert!(program.terminate());
        let _program = Program::start(&discord, folder.path());
        place.comes_back(&discord);
        let back = discord.message("a board in the room", |message| {
            message.channel == place.room && message.content().contains("I can write here again")
        });
        assert_eq!(back.pings(), [mover(&back).id], "{loss:?}");
        discord.wait(&format!("{loss:?}: no board stands in direct messages"), |world| {
            (place.live(world) == [0, 0]).then_some(())
        });
        let next = discord.board(&mover(&back).at(place.room).presses_id(
            &discord,
            &back,
            &back.choices()[0].1,
        ));
        assert_eq!(next.channel, place.room);
        discord.was_used_well();
    }
}

#[test]
fn who_takes_no_direct_messages_is_named_to_the_other_and_loses_no_time() {
    for loss in [Loss::Kicked, Loss::Muted, Loss::Deleted] {
        let folder = tempfile::tempdir().unwrap();
        let discord = Discord::start();
        let program = Program::start(&discord, folder.path());
        let place = opened(&discord, loss);
        discord.world(|world| world.closed.push(BOB.id));
        place.is_lost(&discord);
        discord.message(&format!("{loss:?}: Ann is told of Bob"), |message| {
            message.channel == place.direct[0] && message.content().contains("I can't reach Bob")
        });
        let mut board = place.asking(&discord, None);
        while mover(&board).id == ANN.id {
            let (_, id) = board.choices().into_iter().find(|it| it.1.contains("play #1 ")).unwrap();
            ANN.at(board.channel).presses_id(&discord, &board, &id);
            let asked = board;
            board = discord.wait("the board goes on", |world| {
                let shown = |message: &&Message| {
                    message.channel == place.direct[0]
                        && !message.files.is_empty()
                        && message.id >= asked.id
                };
                let newest = world.messages.iter().rfind(shown)?;
                let same = newest.id == asked.id && newest.changes == asked.changes;
                (!same).then(|| newest.clone())
            });
        }
        let stands = "I can't reach Bob, so Bob's time stands.";
        assert!(board.content().contains(stands), "{loss:?}: {}", board.content());
        // Once in the channel, and once to Bob.
        assert!(place.refused(&discord) <= 1, "{loss:?}");
        assert!(refused(&discord, &format!("/channels/{}", place.direct[1])) <= 1, "{loss:?}");
        assert_eq!(place.posted(&discord, "who takes no private messages"), [1, 0], "{loss:?}");
        // He writes to the bot himself.
        discord.world(|world| world.closed.clear());
        BOB.at(place.direct[1]).types(&discord, "board #1");
        let his = discord.message("his board", |message| {
            message.channel == place.direct[1] && !message.files.is_empty()
        });
        assert!(!his.content().contains("time stands"), "{}", his.content());
        assert!(program.terminate());
        discord.was_used_well();
    }
}

#[test]
fn where_files_are_known_to_be_forbidden_none_is_tried() {
    let folder = tempfile::tempdir().unwrap();
    let discord = Discord::start();
    let _program = Program::start(&discord, folder.path());
    let board = open(&discord);
    change(&discord, CHANNEL, "CHANNEL_UPDATE", |channel| channel.no_files = true);
    let direct = direct(&discord, ANN.id);
    ANN.at(direct).types(&discord, &board.words());
    let told = discord.message("the board in words", |message| {
        message.channel == CHANNEL && message.content().contains("I can't attach files")
    });
    assert_eq!(told.files.len(), 0);
    assert_eq!(refused(&discord, &format!("/channels/{CHANNEL}")), 0);
    change(&discord, CHANNEL, "CHANNEL_UPDATE", |channel| channel.no_files = false);
    BOB.slash(&discord, "board", json!({}));
    let before = discord.world(|world| world.messages.len());
    ANN.at(direct).types(&discord, "board #1");
    discord.wait("a picture again", |world| {
        world.messages.iter().skip(before).find(|it| !it.files.is_empty()).map(|_| ())
    });
    discord.was_used_well();
}
