//! Who may do what: every verb, by everybody, from everywhere.
use command::{ArgKind, Verb, verbs};
use engine::refusal::Code;
use features::FEATURES;
use it::sample::part;
use model::{ids::Chat, reply::Reply};
use service::{Power, RoomName, RoomPresence, RoomRight};

use crate::room::{Room, described};

/// Who says something, and from where. Ann and Bob play match #1 in a room of server `s`; #2 between them was called off; in challenge 3
/// Bob challenges Ann.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Who {
    Player,
    Opponent,
    Stranger,
    /// Manages the server.
    Moderator,
    /// Manages another room of the server, and only that.
    ModeratorBeside,
    /// Manages another server.
    ModeratorElsewhere,
    /// Manages the server, and plays.
    ModeratorWhoPlays,
    /// Ann, after the moderators have banned her.
    Banned,
    BannedInDirect,
    PlayerInDirect,
}

const EVERYBODY: [Who; 10] = [
    Who::Player,
    Who::Opponent,
    Who::Stranger,
    Who::Moderator,
    Who::ModeratorBeside,
    Who::ModeratorElsewhere,
    Who::ModeratorWhoPlays,
    Who::Banned,
    Who::BannedInDirect,
    Who::PlayerInDirect,
];

/// The decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Is {
    /// Allowed, whether or not it can be done now.
    Allowed,
    Denied,
    /// For them it doesn't exist.
    Unknown,
}
use Is::{Allowed as Y, Denied as N, Unknown as U};

/// Returns a line with each verb, and the decisions for [`EVERYBODY`] in order.
pub(crate) fn row(verb: Verb) -> (&'static str, [Is; 10]) {
    // Affects match #1 or #2; for their players.
    const PLAYERS: [Is; 10] = [Y, Y, N, N, N, N, Y, N, N, Y];
    // Affects match #1; for everybody except those banned where it is played.
    const LOOKING: [Is; 10] = [Y, Y, Y, Y, Y, Y, Y, N, N, Y];
    // Affects the room it is said in, or only the asker.
    const HERE: [Is; 10] = [Y, Y, Y, Y, Y, Y, Y, N, Y, Y];
    const ALWAYS: [Is; 10] = [Y; 10];
    // Affects challenge 3, which is visible in its room, and elsewhere only to the two.
    const ANSWER: [Is; 10] = [Y, N, N, N, U, U, Y, N, N, Y];
    match verb.name() {
        "challenge" => ("challenge @dan trapdoor", HERE),
        "invite" => ("invite trapdoor", HERE),
        "import" => ("import @dan", HERE),
        "practice" => ("practice trapdoor", HERE),
        "accept" => ("accept 3", ANSWER),
        "decline" => ("decline 3", ANSWER),
        "counter" => ("counter 3 snap", ANSWER),
        "cancel" => ("cancel 3", [N, Y, N, N, U, U, N, N, N, N]),
        "stakes" => ("stakes 3", [Y, Y, N, N, U, U, Y, N, N, Y]),
        "play" => ("play #1 spin", PLAYERS),
        "moves" => ("moves #1", PLAYERS),
        "vote" => ("vote #1", PLAYERS),
        "hand" => ("hand #1", PLAYERS),
        "if" => ("if #1", PLAYERS),
        "note" => ("note #1", PLAYERS),
        // Players can't.
        "call" => ("call #1", [N, N, Y, Y, Y, Y, N, N, N, N]),
        "calls" => ("calls", HERE),
        "gazette" => ("gazette", HERE),
        "undo" => ("undo #1", PLAYERS),
        "draw" => ("draw #1", PLAYERS),
        "resign" => ("resign #1 yes", PLAYERS),
        "abort" => ("abort #1 yes", PLAYERS),
        "claim" => ("claim #1", PLAYERS),
        "substitute" => ("substitute #1 take", LOOKING),
        "back" => ("back", HERE),
        "pause" => ("pause #1", PLAYERS),
        "resume" => ("resume #1", PLAYERS),
        "hint" => ("hint #1", PLAYERS),
        "why" => ("why #1", PLAYERS),
        "rematch" => ("rematch #2", PLAYERS),
        "board" => ("board #1", LOOKING),
        "history" => ("history #1", LOOKING),
        "replay" => ("replay #1", LOOKING),
        "export" => ("export #1", LOOKING),
        "verify" => ("verify #1", LOOKING),
        "watch" => ("watch #1", LOOKING),
        "review" => ("review #1", LOOKING),
        "share" => ("share #1", PLAYERS),
        "games" => ("games", HERE),
        "next" => ("next", HERE),
        "league" => ("league", HERE),
        "ladder" => ("ladder join trapdoor", HERE),
        "leaderboard" => ("leaderboard", HERE),
        "season" => ("season", HERE),
        "profile" => ("profile", HERE),
        "recap" => ("recap", HERE),
        "versus" => ("versus @dan", HERE),
        "rules" => ("rules trapdoor", HERE),
        "settings" => ("settings", HERE),
        "link" => ("link", HERE),
        "block" => ("block", ALWAYS),
        "unlink" => ("unlink", ALWAYS),
        "remind" => ("remind", HERE),
        "vacation" => ("vacation", HERE),
        "help" => ("help", ALWAYS),
        "mydata" => ("mydata", ALWAYS),
        "learn" => ("learn", HERE),
        "puzzle" => ("puzzle trapdoor", HERE),
        "admin" => ("admin", ALWAYS),
        name => panic!("{name} has no row"),
    }
}

/// Returns the same for each `admin` order.
fn order_row(order: &str) -> (&'static str, [Is; 10]) {
    // For the room where they speak; alone with the bot everybody chooses for themselves.
    const ROOM: [Is; 10] = [N, N, N, Y, Y, Y, Y, N, Y, Y];
    // For the server on which they speak.
    const SERVER: [Is; 10] = [N, N, N, Y, N, Y, Y, N, N, N];
    // For match #1, where that is played.
    const MATCH: [Is; 10] = [N, N, N, Y, N, U, N, N, N, N];
    match order {
        "threads" => ("admin threads on", ROOM),
        "prefix" => ("admin prefix ?", ROOM),
        "practice" => ("admin practice off", ROOM),
        "fold" => ("admin fold keep", ROOM),
        "game" => ("admin game trapdoor", ROOM),
        "clock" => ("admin clock 1 day", ROOM),
        "calls" => ("admin calls on", ROOM),
        "gazette" => ("admin gazette sunday 18:00", ROOM),
        "pair" => ("admin pair", ROOM),
        "unpair" => ("admin unpair", ROOM),
        "puzzle" => ("admin puzzle daily 18:00", ROOM),
        "channels" => ("admin channels add", SERVER),
        "limit" => ("admin limit person 3", SERVER),
        "log" => ("admin log here", SERVER),
        "chronicle" => ("admin chronicle here", SERVER),
        "pages" => ("admin pages on", SERVER),
        "champion" => ("admin champion <@&77>", SERVER),
        "ban" => ("admin ban @dan", SERVER),
        "unban" => ("admin unban @dan", SERVER),
        "end" => ("admin end #1 draw yes", MATCH),
        "annul" => ("admin annul #1 yes", MATCH),
        other => panic!("`admin {other}` has no row"),
    }
}

pub(crate) fn world() -> Room {
    let mut room = Room::new();
    room.all(&[
        "ann: challenge @bob trapdoor side=black",
        "bob: accept",
        "ann: challenge @bob trapdoor",
        "bob: accept",
        "bob: abort #2 yes",
        "bob: challenge @ann trapdoor",
        "dan: help",
    ]);
    room
}

/// Has someone say a line, and returns the first reply.
pub(crate) fn say(room: &mut Room, who: Who, words: &str) -> Reply {
    if matches!(who, Who::Banned | Who::BannedInDirect) {
        ban(room, "ann");
    }
    let (name, handle, server, power, company) = match who {
        Who::Player | Who::Banned => ("ann", "room", "s", Power::Nothing, RoomPresence::Many),
        Who::Opponent => ("bob", "room", "s", Power::Nothing, RoomPresence::Many),
        Who::Stranger => ("cid", "room", "s", Power::Nothing, RoomPresence::Many),
        Who::Moderator => ("mod", "room", "s", Power::Server, RoomPresence::Many),
        Who::ModeratorBeside => ("mod", "beside", "s", Power::Room, RoomPresence::Many),
        Who::ModeratorElsewhere => ("mod", "far", "t", Power::Server, RoomPresence::Many),
        Who::ModeratorWhoPlays => ("ann", "room", "s", Power::Server, RoomPresence::Many),
        Who::BannedInDirect | Who::PlayerInDirect => {
            ("ann", "direct", "", Power::Nothing, RoomPresence::Alone)
        }
    };
    say_as(room, name, (handle, server), power, company, words)
}

fn say_as(
    room: &mut Room,
    name: &str,
    (handle, server): (&str, &str),
    power: Power,
    company: RoomPresence,
    words: &str,
) -> Reply {
    let mut request = room.request(name, words);
    let [handle, server] = [handle, server].map(str::to_owned);
    request.room = RoomName { name: handle.clone(), handle, server, answers_only: false };
    (request.power, request.company) = (power, company);
    request.prepared.rooms.push(described(Chat::Console, ("room", name), RoomRight::Write));
    room.service.handle(&request).remove(0).reply
}

fn ban(room: &mut Room, whom: &str) {
    let words = format!("admin ban @{whom}");
    let told = say_as(room, "mod", ("room", "s"), Power::Server, RoomPresence::Many, &words);
    assert_eq!(told.refused, None, "{}", told.text.bare());
}

fn decided(reply: &Reply) -> Is {
    let text = reply.text.bare();
    match reply.refused.map(Code::name) {
        Some("not-yours") if !text.contains("turn") => Is::Denied,
        Some("unknown") => Is::Unknown,
        Some("broken") => panic!("{text}"),
        _ => Is::Allowed,
    }
}

/// Checks who may say what: some of the rows in most runs, all of them with `FULL=1`.
#[track_caller]
pub(crate) fn decides(rows: Vec<(&'static str, [Is; 10])>) {
    let by_person = |(words, expected): (&'static str, [Is; 10])| {
        EVERYBODY.into_iter().zip(expected).map(move |(who, expected)| (words, who, expected))
    };
    for (words, who, expected) in part(rows.into_iter().flat_map(by_person)) {
        let reply = say(&mut world(), who, words);
        assert_eq!(decided(&reply), expected, "{who:?}: {words}: {}", reply.text.bare());
    }
}

#[test]
fn every_verb_is_decided_by_what_it_touches() {
    let rows = FEATURES.commands().iter().map(|spec| {
        let row = row(spec.verb());
        assert!(row.0.split(' ').next() == Some(spec.name), "{}", row.0);
        row
    });
    decides(rows.collect());
}

#[test]
fn every_order_of_a_moderator_is_decided_by_what_it_touches() {
    let admin = FEATURES.commands().iter().find(|spec| spec.verb() == verbs::Admin::VERB).unwrap();
    let Some(ArgKind::OneOf(orders)) = admin.args.first().map(|it| it.kind) else {
        panic!("orders are words")
    };
    decides(orders.iter().map(|order| order_row(order)).collect());
    for order in orders {
        // In a room for two, who manages it may change its settings, but not moderate matches.
        let (words, _) = order_row(order);
        let mut room = world();
        let reply =
            say_as(&mut room, "mod", ("room", "s"), Power::Server, RoomPresence::Pair, words);
        let runs = [
            "threads",
            "prefix",
            "practice",
            "calls",
            "pair",
            "unpair",
            "puzzle",
            "gazette",
            "fold",
            "game",
            "clock",
            "channels",
            "limit",
            "log",
            "chronicle",
            "pages",
            "ban",
            "unban",
            "champion",
        ]
        .contains(order);
        assert_eq!(decided(&reply) == Is::Allowed, runs, "{words}: {}", reply.text.bare());
    }
}

#[test]
fn a_private_match_is_there_for_its_players_and_for_those_who_moderate_it() {
    let private = || {
        let mut room = world();
        room.all(&["ann: challenge @bob trapdoor private", "bob: accept"]);
        room
    };
    for words in ["board #3", "resign #3 yes", "verify #3"] {
        for who in [Who::Stranger, Who::Moderator, Who::ModeratorElsewhere] {
            let reply = say(&mut private(), who, words);
            assert_eq!(decided(&reply), U, "{who:?}: {words}");
        }
    }
    let words = "admin annul #3 yes";
    assert_eq!(decided(&say(&mut private(), Who::Moderator, words)), Y);
    assert_eq!(decided(&say(&mut private(), Who::ModeratorBeside, words)), N);
    assert_eq!(decided(&say(&mut private(), Who::ModeratorElsewhere, words)), U);
    // When a player asks from elsewhere, nobody there is told.
    let mut room = private();
    let reply =
        say_as(&mut room, "ann", ("far", "t"), Power::Nothing, RoomPresence::Many, "draw #3");
    assert!(matches!(reply.to, model::reply::Audience::Only(_)), "{reply:?}");
}

#[test]
fn bans_limits_and_allowed_rooms_hold_from_wherever_it_is_answered() {
    let direct = |room: &mut Room, who: &str, words: &str| {
        say_as(room, who, ("direct", ""), Power::Nothing, RoomPresence::Alone, words)
    };
    let govern = |room: &mut Room, words: &str| {
        let told = say_as(room, "mod", ("room", "s"), Power::Server, RoomPresence::Many, words);
        assert_eq!(told.refused, None, "{words}: {}", told.text.bare());
    };
    // A banned person answers in a direct room.
    for words in ["accept 3", "counter 3 snap", "decline 3", "rematch #2", "play #1 spin"] {
        let mut room = world();
        ban(&mut room, "ann");
        let told = direct(&mut room, "ann", words);
        assert_eq!(told.refused, Some(Code::NotYours), "{words}");
        assert!(
            told.text.bare().contains("You're banned from using me in"),
            "{}",
            told.text.bare()
        );
    }
    // Nobody can start a match with them there either.
    let mut room = world();
    ban(&mut room, "bob");
    // Their challenge is closed.
    for (words, code) in [
        ("accept 3", Code::Unknown),
        ("counter 3 snap", Code::Unknown),
        ("rematch #2", Code::NotNow),
    ] {
        let told = direct(&mut room, "ann", words);
        assert_eq!(told.refused, Some(code), "{words}: {}", told.text.bare());
    }
    for (limit, words) in [
        ("admin limit channel 1", "accept 3"),
        ("admin limit person 1", "accept 3"),
        ("admin limit channel 1", "rematch #2"),
        ("admin limit person 1", "counter 3 snap"),
    ] {
        let mut room = world();
        govern(&mut room, limit);
        let told = direct(&mut room, "ann", words);
        assert_eq!(told.refused, Some(Code::TooMuch), "{limit}: {words}");
    }
    // Games are now allowed in another room only; running matches continue, and matches elsewhere can begin.
    let mut room = world();
    let told = say_as(
        &mut room,
        "mod",
        ("games", "s"),
        Power::Server,
        RoomPresence::Many,
        "admin channels add",
    );
    assert_eq!(told.refused, None);
    for words in ["accept 3", "counter 3 snap", "rematch #2"] {
        let told = direct(&mut room, "ann", words);
        assert_eq!(told.refused, Some(Code::NotNow), "{words}");
        assert!(told.text.bare().contains("ask a moderator"), "{}", told.text.bare());
    }
    for words in ["play #1 spin", "decline 3", "challenge @dan trapdoor"] {
        let told = direct(&mut room, "ann", words);
        assert_eq!(told.refused, None, "{words}: {}", told.text.bare());
    }
    let mut offer = |handle, whom| {
        let words = format!("challenge @{whom} trapdoor");
        say_as(&mut room, "cid", (handle, "s"), Power::Nothing, RoomPresence::Many, &words).refused
    };
    assert_eq!(offer("games", "dan"), None);
    assert_eq!(offer("room", "dan"), Some(Code::NotNow));
    // It begins where it was offered, wherever it is accepted.
    let told =
        say_as(&mut room, "dan", ("room", "s"), Power::Nothing, RoomPresence::Many, "accept 5");
    assert_eq!(told.refused, None, "{}", told.text.bare());
}

#[test]
fn an_offer_in_return_stands_where_the_challenge_was_made() {
    let mut room = world();
    say_as(&mut room, "ann", ("direct", ""), Power::Nothing, RoomPresence::Alone, "counter 3 snap");
    let told = say(&mut room, Who::Opponent, "accept");
    assert_eq!(told.refused, None, "{}", told.text.bare());
    assert!(told.text.bare().contains(", snap, "), "{}", told.text.bare());
    let mut room = world();
    say_as(&mut room, "ann", ("direct", ""), Power::Nothing, RoomPresence::Alone, "rematch #2");
    assert!(say(&mut room, Who::Opponent, "games").text.bare().contains("4: Ann challenges Bob"));
}

#[test]
fn no_moderator_gains_by_banning_whom_they_play() {
    let mut room = world();
    let told = say(&mut room, Who::ModeratorWhoPlays, "admin ban @bob");
    assert_eq!(told.refused, Some(Code::NotYours), "{}", told.text.bare());
    room.all(&["bob: games"]);
    room.all(&["bob: resign #1 yes"]);
    let told = say(&mut room, Who::ModeratorWhoPlays, "admin ban @bob");
    assert_eq!(told.refused, None, "{}", told.text.bare());
}

#[test]
fn nobody_wins_by_having_the_other_side_banned() {
    for (clock, ends) in [("days=1 hard", None), ("days=1", Some("ann: claim #1"))] {
        let mut room = Room::new();
        let offer = format!("ann: challenge @bob trapdoor side=white {clock}");
        room.all(&[&offer, "bob: accept"]);
        ban(&mut room, "bob");
        let mut said: Vec<String> = room.wait(2 * 86_400).iter().map(|it| it.text.bare()).collect();
        if let Some((who, words)) = ends.map(crate::room::spoken) {
            said.push(room.one(who, words).text.bare());
        }
        let end = said.iter().find(|it| it.contains("the match is called off"));
        assert!(end.is_some_and(|it| it.contains("doesn't count")), "{clock}: {said:?}");
        assert_eq!(room.service.recount(false).unwrap().matches, 0);
    }
}

#[test]
fn whoever_is_alone_with_the_bot_challenges_somebody_and_not_anybody() {
    let mut room = world();
    let told = say(&mut room, Who::PlayerInDirect, "challenge trapdoor");
    assert_eq!(told.refused, Some(Code::Illegal), "{}", told.text.bare());
    assert!(told.text.bare().contains("`challenge @bob trapdoor`"), "{}", told.text.bare());
    assert_eq!(say(&mut room, Who::PlayerInDirect, "challenge @bob trapdoor").refused, None);
    let pair = say_as(
        &mut room,
        "ann",
        ("two", ""),
        Power::Server,
        RoomPresence::Pair,
        "challenge trapdoor",
    );
    assert_eq!(pair.refused, None, "the other one may accept");
}

#[test]
fn nobody_plays_against_a_bot() {
    let mut room = world();
    let mut request = room.request("ann", "challenge @dan trapdoor");
    request.mentioned.iter_mut().for_each(|person| person.bot = true);
    let told = room.service.handle(&request).remove(0).reply;
    assert_eq!(told.refused, Some(Code::Illegal));
    let text = told.text.bare();
    assert!(text.contains("Dan is a bot") && text.contains("`challenge trapdoor`"), "{text}");
}
