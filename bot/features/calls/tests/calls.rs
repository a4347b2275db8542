//! Calls: people who don't play say who wins, and are told how well they foresaw it.
use features::FEATURES;
use model::reply::{Audience, Privacy, Reply};

use crate::{
    absent_players::{late, lines, texts},
    room::{Room, started},
    server::{ANN, BOB, CID, FAY, HOUR, Server, Told, boards},
};

/// A room where a moderator has turned calls on, and Cid, Dan and Eve have spoken.
pub(crate) fn open() -> Room {
    let mut room = Room::new();
    turn_on(&mut room);
    room.all(&["cid: help", "dan: help", "eve: help"]);
    room
}

pub(crate) fn turn_on(room: &mut Room) {
    room.moderator = true;
    room.all(&["mod: admin calls on"]);
    room.moderator = false;
}

/// A match of Ann, who plays Black, and Bob that counts.
pub(crate) fn running() -> Room {
    let mut room = open();
    room.all(&["ann: challenge @bob trapdoor side=black", "bob: accept"]);
    room.begin(&["ann", "bob"], 1);
    room
}

/// Says a line that the bot thinks about first, if need be, and that has one answer for its speaker
/// alone.
pub(crate) fn alone(room: &mut Room, who: &str, words: &str) -> Reply {
    let mut told = room.say(who, words);
    if told.is_empty() {
        told = room.think();
    }
    let [reply] = &told[..] else { panic!("{who}: {words}: {told:?}") };
    assert!(matches!(reply.to, Audience::Only(_)), "{who}: {words}: {reply:?}");
    assert_eq!(reply.privacy, Privacy::Personal, "{who}: {words}: {reply:?}");
    assert!(reply.mentions.is_empty() && reply.board.is_none(), "{who}: {words}: {reply:?}");
    reply.clone()
}

/// Makes a call that is taken, and returns the answer.
pub(crate) fn call(room: &mut Room, who: &str, words: &str) -> String {
    let reply = alone(room, who, words);
    let text = reply.text.bare();
    assert!(reply.refused.is_none() && text.contains("You call "), "{who}: {words}: {text}");
    text
}

/// Fails to make a call, and returns why.
pub(crate) fn refused(room: &mut Room, who: &str, words: &str, code: &str) -> String {
    let reply = alone(room, who, words);
    let text = reply.text.bare();
    assert_eq!(reply.refused.map(|it| it.name()), Some(code), "{who}: {words}: {text}");
    text
}

pub(crate) fn table(room: &mut Room) -> String {
    room.one("eve", "calls").text.bare()
}

#[test]
fn a_call_is_for_its_caller_alone_until_the_match_is_over() {
    let mut room = running();
    let board = room.play_one();
    assert!(lines(&board).contains(&"call #1".to_owned()), "{board:?}");
    // A press asks who wins, and says nothing to anybody else.
    let asks = alone(&mut room, "cid", "call #1");
    assert!(asks.text.bare().contains("Who wins, and how sure are you?"), "{asks:?}");
    assert_eq!(lines(&asks)[1], "call #1 black 75", "{asks:?}");
    assert_eq!(asks.menu.as_ref().unwrap().choices[1].label, "Ann 75%");
    let text = call(&mut room, "cid", "call #1 bob 90");
    assert!(text.contains("You call Bob 90%, Ann 10%."), "{text}");
    // As long as nothing is played, it can be changed.
    let text = call(&mut room, "cid", "call #1 60% Ann");
    assert!(text.contains("You call Ann 60%, Bob 40%."), "{text}");
    let text = call(&mut room, "dan", "call #1 black");
    assert!(text.contains("You call Ann 75%, Bob 25%."), "{text}");
    call(&mut room, "dan", "call #1 ann 97");
    room.play_one();
    // A choice of an earlier step asks again.
    let mut stale = room.request("eve", "call #1 black 90");
    stale.asked_at = asks.menu.as_ref().and_then(|menu| menu.asked_at);
    assert!(stale.asked_at.is_some());
    let again = room.service.handle(&stale).remove(0).reply;
    assert!(again.text.bare().contains("Who wins, and how sure are you?"), "{again:?}");
    let says = refused(&mut room, "cid", "call #1 bob 99", "not-now");
    assert!(says.contains("You called Ann 60% after "), "{says}");
    // Nobody sees another's call, or what the bot thinks.
    let own = alone(&mut room, "cid", "calls #1").text.bare();
    assert!(own.contains("You called Ann 60%") && !own.contains("Dan"), "{own}");
    let none = alone(&mut room, "eve", "calls #1").text.bare();
    assert!(none.contains("haven't called") && !none.contains('%'), "{none}");
    let kept = room.one("cid", "mydata export").file.expect("a file").body;
    assert!(kept.contains("\"percent\": 60") && kept.contains("\"chance\": null"), "{kept}");
    // The end tells it in one line, and pings only the player.
    let end = room.say("bob", "resign #1 yes");
    let said = texts(&end);
    assert!(said.contains("2 people called this match; best: Dan, +"), "{said}");
    assert_eq!(said.matches("called this match").count(), 1, "{said}");
    let pinged: usize = end.iter().map(|it| it.mentions.len()).sum();
    assert!(pinged <= 1 && end.len() == 1, "{end:?}");
    let shown = table(&mut room);
    let [title, first, second] = shown.lines().collect::<Vec<_>>()[..] else { panic!("{shown}") };
    assert_eq!(title, "Calls in this room, season 2026-Q1");
    assert!(first.starts_with("1. Dan: +") && first.ends_with("points, 1 call"), "{first}");
    assert!(second.starts_with("2. Cid: "), "{second}");
    let all = room.one("eve", "calls #1").text.bare();
    assert!(
        all.contains("Dan called Ann 97% after ") && all.contains(", where I thought "),
        "{all}"
    );
    assert!(room.one("eve", "calls 2025-Q4").text.bare().contains("No match that was called"));
    room.refused("eve", "calls 2026-Q2", "unknown");
    room.refused("eve", "calls page=2", "unknown");
    refused(&mut room, "dan", "call #1 ann", "over");
}

#[test]
fn players_are_told_in_private_that_they_cannot_call_their_own_match() {
    let mut room = running();
    for who in ["ann", "bob"] {
        let says = refused(&mut room, who, "call #1", "not-yours");
        assert!(says.contains("You take part in match #1"), "{says}");
        refused(&mut room, who, "call #1 ann 100", "not-yours");
        let own = alone(&mut room, who, "calls #1").text.bare();
        assert!(own.ends_with("when it's over."), "{own}");
    }
}

#[test]
fn calls_are_off_until_moderators_turn_them_on() {
    let mut room = started();
    room.all(&["cid: help"]);
    assert!(!lines(&room.play_one()).contains(&"call #1".to_owned()));
    assert!(refused(&mut room, "cid", "call #1 ann", "not-now").contains("Calls are off"));
    room.refused("cid", "calls", "not-now");
    room.refused("cid", "admin calls on", "not-yours");
    turn_on(&mut room);
    // Who has played here was here; others are known from their first word.
    room.now += 60;
    assert!(refused(&mut room, "fay", "call #1 ann", "not-now").contains("had begun before"));
    assert!(lines(&room.play_one()).contains(&"call #1".to_owned()));
    room.now += 1;
    room.all(&["bob: challenge @ann trapdoor", "ann: accept"]);
    call(&mut room, "fay", "call #2 ann");
    room.moderator = true;
    room.refused("mod", "admin calls perhaps", "unreadable");
    room.all(&["mod: admin calls off"]);
    room.moderator = false;
    assert!(!lines(&room.play_one()).contains(&"call #1".to_owned()));
    refused(&mut room, "fay", "call #2 bob", "not-now");
}

#[test]
fn nobody_calls_matches_of_players_who_dont_want_it() {
    let mut room = running();
    call(&mut room, "cid", "call #1 ann 90");
    room.all(&["bob: settings calls off"]);
    assert!(!lines(&room.play_one()).contains(&"call #1".to_owned()));
    assert!(refused(&mut room, "dan", "call #1 ann", "not-now").contains("doesn't want calls"));
    let end = texts(&room.say("bob", "resign #1 yes"));
    assert!(!end.contains("called this match"), "{end}");
    assert!(table(&mut room).contains("No match that was called is over yet"));
    room.refused("bob", "settings calls maybe", "unreadable");
    room.all(&["bob: settings calls on"]);
}

#[test]
fn what_is_private_cannot_be_called_and_what_is_hidden_only_at_first() {
    let mut room = open();
    room.all(&["ann: challenge @bob draughts private", "bob: accept"]);
    let told = room.say("cid", "call #1 ann");
    assert!(told[0].refused.is_some(), "{told:?}");
    room.all(&["ann: challenge @bob alien", "bob: accept"]);
    let board = room.play_of(2);
    assert!(lines(&board).contains(&"call #2".to_owned()), "{board:?}");
    call(&mut room, "cid", "call #2 ann");
    let mut board = board;
    for _ in 0..12 {
        board = room.play_of(2);
    }
    assert!(!lines(&board).contains(&"call #2".to_owned()), "{board:?}");
    let says = refused(&mut room, "dan", "call #2 ann", "not-now");
    assert!(says.contains("up to step 10"), "{says}");
}

#[test]
fn what_is_no_call_is_refused_with_what_would_work() {
    let mut room = running();
    for words in
        ["call #1 ann 101", "call #1 ann 99999999999999999999", "call #1 70", "call #1 zoe 70"]
    {
        let reply = alone(&mut room, "cid", words);
        assert_eq!(reply.refused.map(|it| it.name()), Some("unreadable"), "{words}: {reply:?}");
        assert_eq!(lines(&reply), ["call #1 black 75", "call #1 white 75"], "{words}");
    }
    let draw = refused(&mut room, "cid", "call #1 draw 60", "unreadable");
    assert!(draw.contains("half a win"), "{draw}");
    for (words, says) in [
        ("call #1 @ann", "Ann 75%"),
        ("call ann 65 #1", "Ann 65%"),
        ("predict #1 bob", "Bob 75%"),
        ("call #1 ann wins 100%", "Ann 100%, Bob 0%"),
        ("call #1 white 0", "Bob 0%, Ann 100%"),
        ("call #1 I'm 55 percent sure bob will win", "Bob 55%"),
    ] {
        let reply = alone(&mut room, "cid", words);
        let text = reply.text.bare();
        assert!(text.contains(says), "{words}: {text}");
    }
    // An old word for something else stays what it was.
    assert!(room.one("ann", "call off #1").text.bare().contains("match"));
    assert!(room.service.may_be_secret(&room.request("cid", "call #1 ann")));
}

#[test]
fn a_person_has_ten_open_calls() {
    let mut room = open();
    for n in 1..=11 {
        // Nobody is pinged too often.
        room.now += 600;
        room.all(&["ann: challenge @bob trapdoor", &format!("bob: accept {n}")]);
    }
    for of in 1..=10 {
        call(&mut room, "cid", &format!("call #{of} ann"));
    }
    refused(&mut room, "cid", "call #11 ann", "too-much");
    call(&mut room, "cid", "call #10 bob");
    room.all(&["ann: abort #1 yes"]);
    call(&mut room, "cid", "call #11 ann");
}

#[test]
fn only_what_the_players_have_played_out_earns_points() {
    // Called off.
    let mut room = open();
    room.all(&["ann: challenge @bob trapdoor", "bob: accept"]);
    call(&mut room, "cid", "call #1 ann");
    assert!(!texts(&room.say("ann", "abort #1 yes")).contains("called this match"));
    room.refused("cid", "calls #1", "not-now");
    // Decided by a moderator.
    let mut room = running();
    call(&mut room, "cid", "call #1 ann");
    room.moderator = true;
    assert!(!texts(&room.say("mod", "admin end #1 yes black")).contains("called this match"));
    assert!(table(&mut room).contains("No match that was called is over yet"));
    // Annulled afterwards.
    room.moderator = false;
    room.all(&["ann: challenge @bob trapdoor side=black", "bob: accept"]);
    room.begin(&["ann", "bob"], 2);
    call(&mut room, "cid", "call #2 ann 97");
    room.all(&["bob: resign #2 yes"]);
    assert!(table(&mut room).contains("1. Cid: +"));
    room.moderator = true;
    room.all(&["mod: admin annul #2 yes"]);
    room.moderator = false;
    assert!(table(&mut room).contains("No match that was called is over yet"));
}

#[test]
fn a_draw_is_half_a_win_and_the_bots_matches_are_called_too() {
    let mut room = running();
    call(&mut room, "cid", "call #1 ann 100");
    room.all(&["ann: draw #1"]);
    let end = texts(&room.say("bob", "draw #1 accept"));
    // A sure call is a half away from a draw, and nobody is named for that.
    assert!(end.contains("One person called this match."), "{end}");
    assert!(table(&mut room).starts_with("Calls in this room, season 2026-Q1\n1. Cid: -"));
    room.all(&["ann: practice trapdoor 1 side=black"]);
    room.think();
    call(&mut room, "cid", "call #2 white 90");
}

#[test]
fn a_call_after_a_step_that_was_taken_back_falls_away() {
    let mut room = running();
    let who = room.asked(1);
    let other = if who == "ann" { "bob" } else { "ann" };
    room.play_by(&[who], 1, 1);
    call(&mut room, "cid", "call #1 ann 90");
    room.say(who, "undo #1");
    room.say(other, "undo #1 accept");
    // It can be made anew.
    let asks = alone(&mut room, "dan", "calls #1").text.bare();
    assert!(asks.contains("haven't called"), "{asks}");
    let end = texts(&room.say("bob", "resign #1 yes"));
    assert!(!end.contains("called this match"), "{end}");
}

#[test]
fn who_takes_a_seat_loses_the_call() {
    let mut room = late();
    turn_on(&mut room);
    call(&mut room, "carol", "call #1 ann");
    call(&mut room, "dan", "call #1 ann 97");
    room.all(&["bob: substitute #1 @carol", "carol: substitute take"]);
    refused(&mut room, "carol", "call #1 bob", "not-yours");
    let end = texts(&room.say("bob", "resign #1 yes"));
    assert!(end.contains("One person called this match; best: Dan"), "{end}");
}

#[test]
fn who_votes_loses_the_call_and_others_of_the_room_keep_theirs() {
    let mut server = Server::new();
    let moderates = |request: &mut service::Request| request.power = service::Power::Server;
    server.ask(ANN, "admin calls on", moderates);
    for who in [CID, FAY] {
        server.say(who, "help");
    }
    server.say(ANN, "challenge #south draughts vote=12h side=black");
    server.say(BOB, "accept");
    let mut call = |who, words| {
        let told = server.say(who, words);
        let told = if told.is_empty() { server.think() } else { told };
        told.last().expect("an answer").text()
    };
    assert!(call(CID, "call #1 black 60").contains("You call #north 60%, #south 40%"));
    assert!(call(FAY, "call #1 #north 60").contains("You call #north 60%"));
    assert!(call(ANN, "call #1 black").contains("You take part"));
    let choices = server.choices(CID);
    server.say(CID, &choices[0]);
    for words in ["call #1 black", "call #1 next", "call #1 next yes"] {
        assert!(server.say(CID, words)[0].text().contains("You take part"), "{words}");
    }
    let told = server.wait(12 * HOUR);
    let board = boards(&told, "north").last().copied().cloned().expect("a board");
    assert!(lines(&board).contains(&"call #1".to_owned()), "{board:?}");
    let board = boards(&told, "south").last().copied().cloned().expect("a board");
    assert!(!lines(&board).contains(&"call #1".to_owned()), "calls are off there");
}

#[test]
fn a_room_that_watches_has_its_own_table() {
    let mut room = Room::new();
    room.all(&["ann: challenge @bob trapdoor side=black", "bob: accept"]);
    room.begin(&["ann", "bob"], 1);
    room.handle = "beside".to_owned();
    room.now -= 1000;
    turn_on(&mut room);
    room.all(&["cid: help"]);
    room.now += 1000;
    room.moderator = true;
    let told = room.say("mod", "watch #1 here");
    room.moderator = false;
    assert!(told.iter().any(|reply| lines(reply).contains(&"call #1".to_owned())), "{told:?}");
    call(&mut room, "cid", "call #1 ann 90");
    room.handle = "room".to_owned();
    // The match's own room has no calls, and isn't told of those elsewhere.
    let end = room.say("bob", "resign #1 yes");
    assert!(!texts(&end).contains("called this match"), "{end:?}");
    room.refused("ann", "calls", "not-now");
    room.refused("ann", "calls #1", "not-now");
    room.handle = "beside".to_owned();
    assert!(table(&mut room).contains("1. Cid: +"));
}

#[test]
fn a_thread_has_the_calls_of_its_channel() {
    let mut room = open();
    let say = |room: &mut Room, who: &str, words: &str| {
        let mut request = room.request(who, words);
        request.room.handle = "thread".to_owned();
        request.thread_of = Some("room".to_owned());
        request.line = FEATURES.commands().read(words);
        room.service.handle(&request)
    };
    for (who, words) in [("ann", "challenge @bob trapdoor side=black"), ("bob", "accept")] {
        say(&mut room, who, words);
    }
    say(&mut room, "cid", "call #1 ann 90");
    let told = room.think();
    assert!(texts(&told).contains("You call Ann 90%"), "{told:?}");
    let shown = say(&mut room, "cid", "admin");
    assert!(shown[0].reply.text.bare().contains("calls: `on`"), "{shown:?}");
}

#[test]
fn hidden_people_stay_hidden_and_who_deletes_their_data_is_forgotten() {
    let mut room = running();
    call(&mut room, "cid", "call #1 ann 90");
    call(&mut room, "dan", "call #1 ann 80");
    room.all(&["cid: settings hidden on"]);
    let end = texts(&room.say("bob", "resign #1 yes"));
    assert!(end.contains("2 people called this match; best: Dan"), "{end}");
    assert!(!table(&mut room).contains("Cid"));
    assert!(!room.one("eve", "calls #1").text.bare().contains("Cid"));
    let own = alone(&mut room, "cid", "calls #1").text.bare();
    assert!(own.contains("Cid called Ann 90%"), "{own}");
    room.all(&["dan: mydata delete yes"]);
    assert!(table(&mut room).contains("No match that was called is over yet"));
    room.refused("eve", "calls #1", "not-now");
}

impl Server {
    /// Lets the bot think, and returns what it says.
    fn think(&mut self) -> Vec<Told> {
        loop {
            let told = self.wait(0);
            if !told.is_empty() || !self.service.is_thinking() {
                return told;
            }
            self.service.wait_for_thoughts();
        }
    }
}

impl Room {
    /// Plays a step of match #1 and returns its board.
    fn play_one(&mut self) -> Reply {
        self.play_of(1)
    }

    /// Plays a step of a match of Ann and Bob and returns its board.
    pub(crate) fn play_of(&mut self, of: i64) -> Reply {
        let who = self.asked(of);
        let id = Some(model::ids::MatchId(of));
        let offers = self.service.offers(self.chat, &self.handle, who, id).unwrap();
        let word = offers[0].words[0].clone();
        let told = self.say(who, &format!("play #{of} {word}"));
        let board = told.iter().find(|it| it.board.is_some());
        board.unwrap_or_else(|| panic!("no board: {told:?}")).clone()
    }

    /// Returns who of Ann and Bob has to decide in a match.
    pub(crate) fn asked(&mut self, of: i64) -> &'static str {
        let id = Some(model::ids::MatchId(of));
        let mut asked =
            |who: &&str| !self.service.offers(self.chat, &self.handle, who, id).unwrap().is_empty();
        ["ann", "bob"].into_iter().find(|who| asked(who)).expect("somebody is asked")
    }
}
