//! The role of a season's champion: given and taken on the server, or why that isn't possible.
use jiff::tz::TimeZone;
use model::{glicko::Rating, ids::Chat};
use serde_json::{Value, json};
use store::SeasonList;

use crate::{
    lines::store,
    people::{ANN, BOB, EVE},
    server::Program,
    world::{CHANNEL, Discord, GUILD, Message, World},
};

/// The bot's role, the champion's, and that of the moderators.
const OWN: u64 = 950;
const CHAMPION: u64 = 951;
const MODERATOR: u64 = 952;
const ADMINISTRATOR: u64 = 1 << 3;
const MANAGE_GUILD: u64 = 1 << 5;
const MANAGE_MESSAGES: u64 = 1 << 13;
const MANAGE_ROLES: u64 = 1 << 28;

fn role(id: u64, position: u64, permissions: u64) -> Value {
    json!({ "id": id.to_string(), "name": "r", "position": position, "managed": false, "permissions": permissions.to_string() })
}

/// Gives the server its roles, the champion's below those of the bot and of Ann.
fn with_roles(world: &mut World, permissions: u64) {
    let moderator = role(MODERATOR, 2, MANAGE_GUILD | MANAGE_ROLES);
    world.roles =
        vec![role(GUILD, 0, 0), role(CHAMPION, 1, 0), moderator, role(OWN, 3, permissions)];
    world.own_roles = vec![OWN.to_string()];
    world.had_roles = vec![(ANN.id, MODERATOR)];
}

/// Lets a person win the last season on the server.
fn won_by(folder: &std::path::Path, handle: &str, name: &str, floor: f64) {
    let today = model::host_clock::now().to_zoned(TimeZone::UTC).date();
    let season = i32::from(today.year()) * 4 + i32::from((today.month() + 2) / 3) - 2;
    let server = GUILD.to_string();
    let list = SeasonList { chat: Chat::Discord, server, season, game: None, span: (0, 1) };
    let won = store(folder).transaction(|tx| {
        let person = tx.meet_person(Chat::Discord, handle, name)?.id;
        tx.put_season_rating(&list, person, &Rating { rating: floor, ..Rating::unknown() })?;
        tx.set_may_win(&list, person, true)
    });
    won.unwrap();
}

/// Opens a local Discord whose last season Bob has won, where the bot may manage roles.
fn with_a_winner(folder: &std::path::Path) -> Discord {
    won_by(folder, "2", "Bob", 1600.0);
    let discord = Discord::start();
    discord.world(|world| {
        world.members = 20;
        with_roles(world, MANAGE_ROLES);
    });
    discord
}

/// Says which role the champions get. Returns the answer.
fn chooses(discord: &Discord) -> Message {
    let options = json!({ "what": "champion", "value": format!("<@&{CHAMPION}>") });
    discord.private(&ANN.slash(discord, "admin", options))
}

#[test]
fn the_champion_is_given_the_role_and_it_is_taken_away_again() {
    let folder = tempfile::tempdir().unwrap();
    let discord = with_a_winner(folder.path());
    let program = Program::start(&discord, folder.path());
    // A passing failure is retried.
    discord.fail("PUT", "/roles/", 1, 502, Value::Null);
    let said = chooses(&discord);
    assert!(said.content().contains(&format!("<@&{CHAMPION}>")), "{}", said.content());
    assert!(said.content().contains("Bob has it now."), "{}", said.content());
    assert_eq!(discord.world(|it| it.role_holders.clone()), [(BOB.id, CHAMPION)]);
    assert!(program.terminate());
    // Another result counts after all: the role goes on to Eve.
    won_by(folder.path(), "3", "Eve", 1900.0);
    let program = Program::start(&discord, folder.path());
    let said = chooses(&discord);
    assert!(said.content().contains("Eve has it now."), "{}", said.content());
    assert_eq!(discord.world(|it| it.role_holders.clone()), [(EVE.id, CHAMPION)]);
    // Who has left the server has no role to lose.
    discord.world(|world| world.left.push(EVE.id));
    let off = json!({ "what": "champion", "value": "off" });
    let said = discord.private(&ANN.slash(&discord, "admin", off));
    assert!(said.content().contains("get no role"), "{}", said.content());
    assert!(!said.content().contains("can't"), "{}", said.content());
    assert!(program.terminate());
    discord.was_used_well();
}

#[test]
fn a_role_that_cannot_be_given_or_moderates_or_is_too_high_is_refused_with_the_way_out() {
    let folder = tempfile::tempdir().unwrap();
    let discord = with_a_winner(folder.path());
    let _program = Program::start(&discord, folder.path());
    let says = |change: &dyn Fn(&mut World), expected: &str| {
        discord.world(|world| {
            with_roles(world, MANAGE_ROLES);
            world.overwrites.clear();
            change(world);
        });
        let said = chooses(&discord);
        assert!(said.content().contains(expected), "{}", said.content());
        let shown = ANN.slash(&discord, "admin", json!({ "what": "champion" }));
        let shown = discord.private(&shown);
        assert!(shown.content().contains("get no role"), "{}", shown.content());
        assert_eq!(discord.world(|it| it.role_holders.len()), 0);
    };
    // What the bot can't do.
    says(
        &|world| world.roles[3] = role(OWN, 3, 0),
        "I lack the permission Manage Roles. Give it to me in the server's settings",
    );
    says(
        &|world| world.roles[1] = role(CHAMPION, 4, 0),
        "it isn't below my own role. Move my role above it",
    );
    says(&|world| drop(world.roles.remove(1)), "it was deleted. Choose another role");
    // What moderators alone have, on the whole server or in one channel.
    says(
        &|world| world.roles[1] = role(CHAMPION, 1, ADMINISTRATOR),
        "it has the permission Administrator, which is for moderators",
    );
    says(
        &|world| world.roles[1] = role(CHAMPION, 1, MANAGE_MESSAGES),
        "the permission Manage Messages",
    );
    says(
        &|world| world.overwrites = vec![(CHANNEL, CHAMPION, MANAGE_MESSAGES)],
        "the permission Manage Messages",
    );
    // What the one who asks can't do: Manage Server alone isn't enough.
    says(
        &|world| world.roles[2] = role(MODERATOR, 2, MANAGE_GUILD),
        "you lack the permission Manage Roles",
    );
    says(
        &|world| world.roles[1] = role(CHAMPION, 2, 0),
        "it isn't below your own highest role. Choose a lower role",
    );
    says(&|it| it.had_roles.clear(), "you lack the permission Manage Roles");
    discord.was_used_well();
}

#[test]
fn a_role_that_moderates_by_the_time_it_is_due_is_given_to_nobody_and_the_room_is_told_why() {
    let folder = tempfile::tempdir().unwrap();
    let discord = with_a_winner(folder.path());
    let program = Program::start(&discord, folder.path());
    let said = chooses(&discord);
    assert!(said.content().contains("Bob has it now."), "{}", said.content());
    assert_eq!(discord.world(|it| it.role_holders.clone()), [(BOB.id, CHAMPION)]);
    assert!(program.terminate());
    // Eve wins after all, and the role can ban people now.
    won_by(folder.path(), "3", "Eve", 1900.0);
    store(folder.path()).transaction(|tx| tx.run_for_test("UPDATE champions SET due = 0")).unwrap();
    discord.world(|world| world.roles[1] = role(CHAMPION, 1, ADMINISTRATOR));
    let program = Program::start(&discord, folder.path());
    let refusal = format!(
        "I don't give anybody <@&{CHAMPION}>, because it has the permission Administrator, \
         which is for moderators."
    );
    let told =
        discord.message("why nobody gets it", |message| message.content().contains(&refusal));
    assert!(told.content().contains("is now"), "{}", told.content());
    assert_eq!(discord.world(|it| it.role_holders.clone()), [], "and Bob has lost it");
    assert!(program.terminate());
    store(folder.path()).transaction(|tx| tx.run_for_test("UPDATE champions SET due = 0")).unwrap();
    let program = Program::start(&discord, folder.path());
    discord.answer(&BOB.slash(&discord, "games", json!({})));
    let times = discord.world(|world| {
        world.messages.iter().filter(|message| message.content().contains(&refusal)).count()
    });
    assert_eq!(times, 1, "that is told once");
    assert!(program.terminate());
    discord.was_used_well();
}

#[test]
fn a_permission_that_is_withdrawn_meanwhile_is_reported() {
    let folder = tempfile::tempdir().unwrap();
    let discord = with_a_winner(folder.path());
    let _program = Program::start(&discord, folder.path());
    let missing = json!({ "code": 50013, "message": "Missing Permissions" });
    discord.fail("PUT", "/roles/", 1, 403, missing);
    let said = chooses(&discord);
    let expected = "I lack the permission Manage Roles. Give it to me in the server's settings";
    assert!(said.content().contains(expected), "{}", said.content());
    assert_eq!(discord.world(|it| it.role_holders.len()), 0);
    discord.was_used_well();
}
