//! The role for the champion of a season: who gets it, when it is handed on, and who is refused.
use model::{
    ids::Chat,
    reply::{Reply, RoleChange, RoleObstacle},
};
use service::{RandomSource, Service};
use store::Store;

use crate::room::Room;

const DAY: i64 = 86_400;

/// A room on a Discord server, with a moderator.
fn server() -> Room {
    let store = Store::trial_with(features::FEATURES.tables()).unwrap();
    let service = Service::new(store, RandomSource::Repeatable(7), &features::FEATURES);
    let mut room = Room::on(Chat::Discord, service);
    room.moderator = true;
    room.prepared.role = Some(("77".to_owned(), None));
    room
}

/// Plays a rated match that `loser` resigns.
fn beat(room: &mut Room, winner: &str, loser: &str) {
    let offer = room.one(winner, &format!("challenge @{loser} trapdoor"));
    let accept = offer.menu.unwrap().choices[0].says.to_string();
    // The card is edited first.
    let begun = room.say(loser, &accept).into_iter().find_map(|it| it.board_of()).unwrap();
    room.begin(&[winner, loser], begun.0);
    room.all(&[&format!("{loser}: resign #{begun} yes")]);
}

/// Lets three people play, the first beating the others, so that the first wins the season.
fn season_of(room: &mut Room, best: &str, others: [&str; 2]) {
    for _ in 0..3 {
        beat(room, best, others[0]);
        beat(room, best, others[1]);
        beat(room, others[0], others[1]);
    }
}

fn handed(from: Option<&str>, to: Option<&str>) -> RoleChange {
    let (from, to) = (from.map(str::to_owned), to.map(str::to_owned));
    let [server, role, order] = ["s", "77", "champion"].map(str::to_owned);
    RoleChange { server, role, from, to, order }
}

/// Returns the replies that change roles or announce a season.
fn of_roles(said: Vec<Reply>) -> Vec<(String, Vec<RoleChange>)> {
    let said = said.into_iter().map(|reply| (reply.text.bare(), reply.roles));
    said.filter(|(text, roles)| !roles.is_empty() || text.contains("eason")).collect()
}

#[test]
fn the_role_goes_from_one_champion_to_the_next_when_a_season_ends() {
    let mut room = server();
    let set = room.one("ann", "admin champion <@&77>");
    assert_eq!(set.roles, [handed(None, None)], "only what the bot may do is checked");
    assert!(set.text.bare().contains("Nobody has it now."), "{}", set.text.bare());
    season_of(&mut room, "ann", ["bob", "cid"]);
    assert_eq!(of_roles(room.wait(DAY)), []);
    let said = of_roles(room.wait(95 * DAY));
    let text = "Season 2026-Q1 is over, and Ann is the champion!".to_owned();
    assert_eq!(said, [(text, vec![handed(None, Some("ann"))])]);
    assert!(room.one("bob", "admin champion").text.bare().contains("Ann has it now."));
    season_of(&mut room, "bob", ["ann", "cid"]);
    let said = of_roles(room.wait(95 * DAY));
    let text = "Season 2026-Q2 is over, and Bob is the champion!".to_owned();
    assert_eq!(said, [(text, vec![handed(Some("ann"), Some("bob"))])]);
    // Nobody plays in the third.
    let said = of_roles(room.wait(92 * DAY));
    let text = "Season 2026-Q3 is over without a champion: nobody played enough rated matches.";
    assert_eq!(said, [(text.to_owned(), vec![handed(Some("bob"), None)])]);
    assert_eq!(of_roles(room.wait(30 * DAY)), []);
}

#[test]
fn a_role_chosen_later_goes_to_the_last_champion_and_off_takes_it_back() {
    let mut room = server();
    season_of(&mut room, "ann", ["bob", "cid"]);
    room.wait(95 * DAY);
    let set = room.one("cid", "admin champion <@&77>");
    assert_eq!(set.roles, [handed(None, Some("ann"))]);
    assert!(set.text.bare().contains("Ann has it now."), "{}", set.text.bare());
    room.prepared.role = Some(("78".to_owned(), None));
    let other = room.one("cid", "admin champion <@&78>");
    let given = RoleChange { role: "78".to_owned(), ..handed(None, Some("ann")) };
    assert_eq!(other.roles, [handed(Some("ann"), None), given.clone()]);
    let again = room.one("cid", "admin champion 78");
    assert_eq!(again.roles, [given], "so it can be tried again");
    let off = room.one("cid", "admin champion off");
    assert_eq!(off.roles, [RoleChange { role: "78".to_owned(), ..handed(Some("ann"), None) }]);
    assert_eq!(of_roles(room.wait(95 * DAY)), []);
    assert_eq!(room.one("cid", "admin champion off").roles, []);
}

#[test]
fn people_who_hide_their_results_or_delete_their_data_lose_the_role_without_a_word() {
    let taken = || vec![(String::new(), vec![handed(Some("ann"), None)])];
    for words in ["settings hidden on", "mydata delete yes"] {
        let mut room = server();
        room.all(&["cid: admin champion <@&77>"]);
        season_of(&mut room, "ann", ["bob", "cid"]);
        room.wait(95 * DAY);
        let mut said: Vec<Reply> = room.say("ann", words);
        said.extend(room.wait(60));
        let said: Vec<_> = of_roles(said).into_iter().filter(|it| !it.1.is_empty()).collect();
        assert_eq!(said, taken(), "{words}");
        assert!(room.one("cid", "admin champion").text.bare().contains("Nobody has it now."));
    }
    let mut room = server();
    room.all(&["cid: admin champion <@&77>", "ann: settings hidden on"]);
    season_of(&mut room, "ann", ["bob", "cid"]);
    let text = "Season 2026-Q1 is over. A player with hidden results won it.".to_owned();
    let said = of_roles(room.wait(95 * DAY));
    assert_eq!(said, [(text, vec![handed(None, None)])]);
    // Shown again, the champion has the role within a day.
    room.all(&["ann: settings hidden off"]);
    let said = of_roles(room.wait(2 * DAY));
    let text = "The champion of season 2026-Q1 is now Ann.".to_owned();
    assert_eq!(said, [(text, vec![handed(None, Some("ann"))])]);
}

#[test]
fn only_moderators_of_a_discord_server_choose_a_role_that_there_is() {
    let mut room = server();
    for odd in ["@everyone", "champion", "<@&0>", "<@5>", "<@&>", "<@&1e9>"] {
        let said = room.refused("ann", &format!("admin champion {odd}"), "unreadable");
        assert!(said.contains("isn't a role"), "{odd}: {said}");
    }
    room.moderator = false;
    room.refused("ann", "admin champion <@&77>", "not-yours");
    for chat in [Chat::Console, Chat::Matrix] {
        let service = Service::new(
            Store::trial_with(features::FEATURES.tables()).unwrap(),
            RandomSource::Repeatable(7),
            &features::FEATURES,
        );
        let mut room = Room::on(chat, service);
        room.moderator = true;
        for words in ["admin champion <@&77>", "admin champion off", "admin champion"] {
            let said = room.refused("ann", words, "not-now");
            assert!(said.contains("works on Discord only"), "{words}: {said}");
        }
    }
}

#[test]
fn a_role_that_the_asker_cannot_have_given_is_refused_and_changes_nothing() {
    let mut room = server();
    let obstacles = [
        (RoleObstacle::Moderates("Ban Members"), "illegal", "the permission Ban Members, which"),
        (RoleObstacle::AskerNotPermitted, "not-yours", "you lack the permission Manage Roles"),
        (RoleObstacle::AboveAsker, "not-yours", "it isn't below your own highest role"),
        (RoleObstacle::TooHigh, "illegal", "Move my role above it"),
        (RoleObstacle::Unknown, "not-now", "Try again"),
    ];
    for (why, code, says) in obstacles {
        room.prepared.role = Some(("77".to_owned(), Some(why)));
        let said = room.refused("ann", "admin champion <@&77>", code);
        assert!(said.contains(says), "{said}");
    }
    // What nobody has checked is never given.
    room.prepared.role = None;
    room.refused("ann", "admin champion <@&77>", "not-now");
    room.prepared.role = Some(("78".to_owned(), None));
    room.refused("ann", "admin champion <@&77>", "not-now");
    let shown = room.one("ann", "admin champion").text.bare();
    assert!(shown.contains("get no role"), "{shown}");
}
