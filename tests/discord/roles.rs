//! The role of a season's champion: given and taken on the server, or why that isn't possible.
use bot::store::{Chat, Rating, SeasonList};
use jiff::{Timestamp, tz::TimeZone};
use serde_json::{Value, json};

use crate::{
    lines::store,
    people::{ANN, BOB, EVE},
    server::Program,
    world::{Discord, GUILD, World},
};

/// The bot's role, and the champion's.
const OWN: u64 = 950;
const CHAMPION: u64 = 951;
const MANAGE_ROLES: u64 = 1 << 28;

fn role(id: u64, position: u64, permissions: u64) -> Value {
    json!({ "id": id.to_string(), "name": "r", "position": position, "managed": false, "permissions": permissions.to_string() })
}

/// Gives the server its roles, the champion's below the bot's.
fn with_roles(world: &mut World, permissions: u64) {
    world.roles = vec![role(GUILD, 0, 0), role(CHAMPION, 1, 0), role(OWN, 2, permissions)];
    world.own_roles = vec![OWN.to_string()];
}

/// Lets a person win the last season on the server.
fn won_by(folder: &std::path::Path, handle: &str, name: &str, floor: f64) {
    let today = Timestamp::now().to_zoned(TimeZone::UTC).date();
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

#[test]
fn the_champion_is_given_the_role_and_it_is_taken_away_again() {
    let folder = tempfile::tempdir().unwrap();
    won_by(folder.path(), "2", "Bob", 1600.0);
    let discord = Discord::start();
    discord.world(|world| {
        world.members = 20;
        with_roles(world, MANAGE_ROLES);
    });
    let program = Program::start(&discord, folder.path());
    let chooses = json!({ "what": "champion", "value": format!("<@&{CHAMPION}>") });
    // A passing failure is retried.
    discord.fail("PUT", "/roles/", 1, 502, Value::Null);
    let said = discord.private(&ANN.slash(&discord, "admin", chooses.clone()));
    assert!(said.content().contains(&format!("<@&{CHAMPION}>")), "{}", said.content());
    assert!(said.content().contains("Bob has it now."), "{}", said.content());
    assert_eq!(discord.world(|it| it.role_holders.clone()), [(BOB.id, CHAMPION)]);
    assert!(program.terminate());
    // Another result counts after all: the role goes on to Eve.
    won_by(folder.path(), "3", "Eve", 1900.0);
    let program = Program::start(&discord, folder.path());
    let said = discord.private(&ANN.slash(&discord, "admin", chooses));
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
fn why_the_role_cannot_be_given_is_said_with_the_way_out() {
    let folder = tempfile::tempdir().unwrap();
    won_by(folder.path(), "2", "Bob", 1600.0);
    let discord = Discord::start();
    discord.world(|world| world.members = 20);
    let _program = Program::start(&discord, folder.path());
    let says = |roles: Vec<Value>, expected: &str| {
        discord.world(|world| {
            world.roles = roles;
            world.own_roles = vec![OWN.to_string()];
        });
        let chooses = json!({ "what": "champion", "value": format!("<@&{CHAMPION}>") });
        let said = discord.private(&ANN.slash(&discord, "admin", chooses));
        assert!(said.content().contains(expected), "{}", said.content());
        assert_eq!(discord.world(|it| it.role_holders.len()), 0);
    };
    let of = |height: u64, permissions: u64| {
        vec![role(GUILD, 0, 0), role(CHAMPION, height, 0), role(OWN, 2, permissions)]
    };
    says(of(1, 0), "I lack the permission Manage Roles. Give it to me in the server's settings");
    says(of(3, MANAGE_ROLES), "it isn't below my own role. Move my role above it");
    says(vec![role(GUILD, 0, 0), role(OWN, 2, MANAGE_ROLES)], "was deleted. Choose another");
    // The permission is withdrawn between the check and the change.
    discord.fail(
        "PUT",
        "/roles/",
        1,
        403,
        json!({ "code": 50013, "message": "Missing Permissions" }),
    );
    says(of(1, MANAGE_ROLES), "I lack the permission Manage Roles");
    discord.was_used_well();
}
