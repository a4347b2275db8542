//! A match goes on without somebody: friends or the bot finish it, and the owner of a seat can come back.
use model::reply::Audience;

use crate::{
    absent_players::{is_asked, late, lines, texts},
    clocks::{timed, turn},
    room::Room,
};

const DAY: i64 = 24 * 3600;

/// Carol plays on for Ann.
pub(crate) fn taken() -> Room {
    let mut room = late();
    room.all(&["bob: substitute #1 @carol", "carol: substitute take"]);
    room
}

/// Returns a person's rated results: how many were won, lost and drawn.
fn profile(room: &mut Room, who: &str) -> String {
    room.one(who, "profile").text.bare()
}

#[test]
fn who_may_claim_is_told_what_else_there_is() {
    let mut room = timed("days=1");
    let said = room.wait(2 * DAY);
    let told =
        said.iter().find(|reply| reply.text.bare().contains("run out of time")).expect("a notice");
    assert_eq!(
        lines(told),
        ["claim #1", "substitute #1", "substitute #1 bot", "claim #1 settle"],
        "{said:?}"
    );
    assert!(matches!(told.to, Audience::Only(_)));
}

#[test]
fn without_a_clock_a_week_of_silence_is_enough_to_ask_and_two_to_claim() {
    let mut room = timed("clock=none");
    assert!(room.wait(7 * DAY - 1).iter().all(|reply| !reply.text.bare().contains("silent")));
    room.refused("bob", "substitute #1", "not-now");
    let said = room.wait(1);
    let silent = "Ann has been silent in match #1 for 7 days";
    let told = said.iter().find(|reply| reply.text.bare().contains(silent)).expect("a notice");
    assert_eq!(lines(told), ["substitute #1", "substitute #1 bot", "claim #1 wait"]);
    room.refused("bob", "claim", "not-now");
    room.refused("bob", "claim settle", "not-now");
    assert!(room.one("bob", "substitute").text.bare().contains("Who should play on for Ann?"));
    let said = room.wait(7 * DAY);
    assert_eq!(
        said.iter().filter(|reply| reply.text.bare().contains("silent")).count(),
        1,
        "{said:?}"
    );
    assert!(room.one("bob", "claim").text.bare().contains("ran out of time"));
}

#[test]
fn a_friend_asked_by_name_plays_on_and_the_absent_player_is_told() {
    let mut room = late();
    let asked = room.one("bob", "substitute #1 @carol");
    let text = asked.text.bare();
    assert!(
        text.contains(
            "Carol, will you play match #1 on for Ann, who is away (Trapdoor Checkers, Black)?"
        ),
        "{text}"
    );
    assert_eq!(asked.mentions.len(), 1, "only Carol is pinged");
    assert_eq!(lines(&asked), ["substitute #1 take", "substitute #1 decline"]);
    assert!(room.refused("dan", "substitute #1 take", "not-now").contains("offered"));
    let said = room.say("carol", "yes");
    let text = texts(&said);
    assert!(text.contains("Carol plays Black for Ann."), "{text}");
    let board = said.iter().find(|it| it.board.is_some()).expect("a board");
    assert!(board.mentions.is_empty(), "nobody is pinged for what they did themselves: {said:?}");
    let told = said.iter().find(|reply| lines(reply) == ["back #1"]).expect("Ann is told");
    assert!(matches!(told.to, Audience::Only(_)) && told.board.is_none());
    assert!(text.contains("Only a loss counts for your rating."), "{text}");
    // Carol has the seat, and the time of a turn.
    assert!(room.one("carol", "games").text.bare().contains("1 day left"));
    let says = room.refused("ann", "play #1 spin", "not-yours");
    assert!(says.contains("Somebody plays match #1 for you") && says.contains("back #1"), "{says}");
    turn(&mut room, "carol");
    assert!(room.refused("carol", "resign #1", "not-now").contains("You play match #1 for Ann"));
}

#[test]
fn anybody_may_take_an_open_seat_but_neither_player_and_nobody_is_pinged() {
    let mut room = late();
    let asked = room.one("bob", "substitute #1 anybody");
    assert!(asked.mentions.is_empty() && asked.to == Audience::Room, "{asked:?}");
    assert_eq!(lines(&asked), ["substitute #1 take"]);
    room.refused("bob", "substitute #1 take", "not-now");
    room.refused("ann", "substitute #1 take", "not-now");
    assert!(texts(&room.say("dan", "substitute #1 take")).contains("Dan plays Black for Ann."));
    room.refused("carol", "substitute #1 take", "not-now");
    // Once Ann moves there is nothing to take.
    let mut room = late();
    room.all(&["bob: substitute #1 anybody"]);
    turn(&mut room, "ann");
    assert!(room.refused("dan", "substitute #1 take", "not-now").contains("is back"));
}

#[test]
fn asking_again_and_again_has_a_limit_and_declining_is_passed_on() {
    let mut room = late();
    room.all(&["bob: substitute #1 @carol"]);
    let said = room.say("carol", "substitute #1 decline");
    assert!(texts(&said).contains("Carol can't play match #1 on."), "{said:?}");
    room.refused("carol", "substitute #1 take", "not-now");
    room.all(&["bob: substitute #1 anybody", "bob: substitute #1 @dan"]);
    let says = room.refused("bob", "substitute #1 anybody", "too-much");
    assert!(says.contains("3 times today"), "{says}");
    room.wait(DAY + 1);
    room.all(&["bob: substitute #1 anybody", "bob: substitute #1 off"]);
    room.refused("carol", "substitute #1 take", "not-now");
}

#[test]
fn only_a_loss_by_somebody_else_counts_as_the_claim_would() {
    let mut claimed = late();
    claimed.all(&["bob: claim #1"]);
    let mut lost = taken();
    turn(&mut lost, "carol");
    turn(&mut lost, "bob");
    lost.wait(2 * DAY);
    let told = lost.one("bob", "claim #1").text.bare();
    assert!(told.contains("Carol played for Ann.") && told.contains("Bob (White) wins"), "{told}");
    let rating = |room: &mut Room| profile(room, "ann");
    assert_eq!(rating(&mut lost), rating(&mut claimed), "as the claim");
    assert!(
        profile(&mut lost, "carol").contains("No rated matches yet"),
        "{}",
        profile(&mut lost, "carol")
    );

    let mut won = taken();
    turn(&mut won, "carol");
    let told = texts(&won.say("bob", "resign #1 yes"));
    assert!(told.contains("Ann (Black) wins"), "the result is its owner's: {told}");
    assert!(told.contains("Somebody else played for the side that didn't lose"), "{told}");
    for who in ["ann", "bob", "carol"] {
        assert!(
            profile(&mut won, who).contains("No rated matches yet"),
            "{}",
            profile(&mut won, who)
        );
    }
    assert_eq!(won.service.recount(false).unwrap().differ, [""; 0]);
    assert_eq!(lost.service.recount(false).unwrap().differ, [""; 0]);
}

#[test]
fn the_owner_comes_back_while_the_match_runs_and_plays_on_in_their_own_time() {
    let mut room = taken();
    let said = room.say("ann", "i'm back");
    assert!(texts(&said).contains("Ann is back and plays on."), "{said:?}");
    assert!(room.one("ann", "games").text.bare().contains("1 day left"));
    room.refused("carol", "moves #1", "not-yours");
    assert!(room.refused("ann", "back", "not-now").contains("Nobody plays for you"));
    turn(&mut room, "ann");
    // Carol never moved, so it counts as if nothing had happened.
    let told = texts(&room.say("bob", "resign #1 yes"));
    assert!(told.contains("Ann (Black) wins") && !told.contains("Somebody else"), "{told}");
    assert!(profile(&mut room, "ann").contains("1 won"));
}

#[test]
fn a_substitute_steps_down_and_may_not_play_the_other_side_later() {
    let mut room = taken();
    turn(&mut room, "carol");
    let said = room.say("carol", "substitute off");
    assert!(texts(&said).contains("Carol gives the seat back to Ann."), "{said:?}");
    if is_asked(&mut room, "ann") {
        turn(&mut room, "ann");
    }
    room.wait(2 * DAY);
    let says = room.refused("ann", "substitute #1 @carol", "not-now");
    assert!(says.contains("already plays"), "{says}");
    assert!(texts(&room.say("ann", "substitute #1 @dan")).contains("for Bob, who is away"));
}

#[test]
fn the_bot_finishes_unrated_and_goes_when_the_owner_is_back() {
    let mut room = late();
    let said = room.say("bob", "substitute #1 bot");
    let text = texts(&said);
    assert!(text.contains("plays Black for Ann. The match no longer counts"), "{text}");
    assert!(said.iter().any(|reply| lines(reply) == ["back #1"]), "Ann is told: {said:?}");
    room.think();
    let board = room.one("bob", "board #1").text.bare();
    assert!(board.contains("Bob"), "it moved, and it's Bob's turn: {board}");
    // No clock runs against the bot.
    room.wait(9 * DAY);
    assert!(texts(&room.say("ann", "back #1")).contains("Ann is back"));
    assert!(room.one("ann", "games").text.bare().contains("1 day left"));
    let told = texts(&room.say("bob", "resign #1 yes"));
    assert!(told.contains("Ann (Black) wins") && told.contains("no rating changes"), "{told}");
    assert!(profile(&mut room, "bob").contains("No rated matches yet"));
    assert_eq!(room.service.recount(false).unwrap().differ, [""; 0]);
}

#[test]
fn a_match_with_the_bot_in_a_seat_is_played_to_its_end() {
    let mut room = late();
    room.all(&["bob: substitute #1 bot"]);
    room.think();
    let told = texts(&room.say("bob", "resign #1 yes"));
    assert!(told.contains("Ann (Black) wins") && told.contains("played for Ann."), "{told}");
    assert_eq!(room.service.recount(false).unwrap().differ, [""; 0]);
    assert!(room.one("bob", "games").text.bare().contains("no match"));
}

#[test]
fn nobody_asks_one_substitute_after_the_other() {
    let mut room = Room::new();
    let names: Vec<String> = (1..=12).map(|n| format!("p{n}")).collect();
    for name in &names {
        room.all(&[&format!("{name}: help")]);
    }
    let asked = names.iter().take_while(|name| {
        let words = format!("vacation from tomorrow 5 days substitute @{name}");
        let is_asked = room.say("liz", &words).iter().all(|reply| reply.refused.is_none());
        room.say("liz", "vacation cancel");
        is_asked
    });
    assert_eq!(asked.count(), 10, "as many as challenges to everybody");
}
