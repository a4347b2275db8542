//! Channels that a line uses from elsewhere: only where its sayer may look and write.
use serde_json::json;

use crate::{
    people::{ANN, BOB},
    server::Program,
    world::{CHANNEL, Discord, GUILD},
};

const VIEW_CHANNEL: u64 = 1 << 10;
const SEND_MESSAGES: u64 = 1 << 11;

/// Has Bob challenge the other channel, where something is denied to him. Returns what he is told.
fn challenges(denied: u64, channel: &str) -> (Discord, String) {
    let folder = tempfile::tempdir().unwrap();
    let discord = Discord::start();
    discord.world(|world| world.denied = vec![(CHANNEL + 1, BOB.id, denied)]);
    let program = Program::start(&discord, folder.path());
    let options = json!({ "game": "draughts", "options": channel, "vote": "1h", "side": "first" });
    let told = discord.private(&BOB.slash(&discord, "challenge", options));
    assert!(program.terminate());
    discord.was_used_well();
    (discord, told.content().to_owned())
}

fn cards(discord: &Discord) -> usize {
    discord.world(|world| world.said_in(CHANNEL + 1).len())
}

#[test]
fn a_card_is_put_only_where_its_sayer_may_look_and_write() {
    let other = format!("<#{}>", CHANNEL + 1);
    let (discord, says) = challenges(0, &other);
    assert!(says.contains("challenges"), "{says}");
    assert_eq!(cards(&discord), 1);
    let (discord, says) = challenges(SEND_MESSAGES, &other);
    assert!(says.contains("You can't write in that room"), "{says}");
    assert_eq!(cards(&discord), 0);
    let (discord, hidden) = challenges(VIEW_CHANNEL, &other);
    assert_eq!(cards(&discord), 0);
    let (_, unknown) = challenges(0, "<#12345>");
    assert_eq!(hidden.replace(&other, "<#12345>"), unknown, "it isn't confirmed");
}

#[test]
fn a_rematch_from_direct_messages_needs_the_right_to_write_in_the_channel() {
    for (denied, put) in [(0, true), (SEND_MESSAGES, false), (VIEW_CHANNEL, false)] {
        let folder = tempfile::tempdir().unwrap();
        let discord = Discord::start();
        let program = Program::start(&discord, folder.path());
        crate::play::open(&discord);
        discord.answer(&ANN.slash(&discord, "resign", json!({ "yes": true })));
        discord.told("the end", "called off");
        discord.world(|world| {
            world.denied = vec![(CHANNEL, ANN.id, denied)];
            let shown = crate::gateway::thread(world, CHANNEL);
            world.tell(Some(GUILD), "CHANNEL_UPDATE", &shown);
        });
        let direct = crate::places::direct(&discord, ANN.id);
        ANN.at(direct).types(&discord, "rematch #1");
        let told = discord.message("an answer", |it| it.channel == direct);
        assert_eq!(told.content().contains("where you can't write"), !put, "{}", told.content());
        assert!(program.terminate());
        let offers = discord.world(|world| {
            let said = world.said_in(CHANNEL);
            said.iter().filter(|message| message.content().contains("A rematch of #1")).count()
        });
        assert_eq!(offers, usize::from(put));
        discord.was_used_well();
    }
}
