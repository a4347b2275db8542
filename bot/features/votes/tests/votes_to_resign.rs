//! A room resigns only if a quorum wants it, and the room was told in time.
use engine::refusal::Code;

use super::votes::begun;
use crate::server::{ANN, BOB, CID, DAN, EVE, FAY, HOUR, Server, Speaker, Told, boards};

/// Plays a turn of each room; these people vote in the north.
fn a_round(server: &mut Server, north: &[Speaker]) {
    for who in north {
        let first = server.choices(*who)[0].clone();
        server.say(*who, &first);
    }
    server.wait(12 * HOUR);
    let first = server.choices(BOB)[0].clone();
    server.say(BOB, &first);
    server.wait(12 * HOUR);
}

fn texts(told: &[Told], room: &str) -> String {
    let here = told.iter().filter(|it| it.room == room);
    here.map(Told::text).collect::<Vec<_>>().join("\n")
}

fn is_over(server: &mut Server) -> bool {
    server.choices(ANN).is_empty() && server.choices(BOB).is_empty()
}

#[test]
fn one_vote_never_resigns_for_a_room_where_others_have_voted() {
    let mut server = Server::new();
    begun(&mut server);
    a_round(&mut server, &[ANN, CID, DAN]);
    // Nobody else votes any more, and nobody may count early.
    let told = server.say(FAY, "resign yes");
    let public = texts(&told, "north");
    assert!(public.contains("Somebody proposes to resign match #1 for #north."), "{public}");
    assert!(public.contains("counted in 12 hours"), "{public}");
    let refused = server.refused(ANN, "vote now", Code::NotNow);
    assert!(refused.contains("nothing to count"), "{refused}");
    let told = server.wait(12 * HOUR);
    assert!(!is_over(&mut server), "{told:#?}");
    let public = texts(&told, "north");
    assert!(
        public.contains("#north plays on in match #1: 1 of 4 voted to resign, which isn't enough."),
        "{public}"
    );
    // Not even long after, when the others no longer take part.
    for _ in 0..2 {
        a_round(&mut server, &[FAY]);
    }
    server.say(FAY, "resign");
    let told = server.wait(12 * HOUR);
    assert!(
        texts(&told, "north").contains("plays on in match #1: only one person voted"),
        "{told:#?}"
    );
    assert!(!is_over(&mut server));
}

#[test]
fn a_proposal_has_the_time_of_a_turn_also_over_turns_and_the_board_shows_it() {
    let mut server = Server::new();
    begun(&mut server);
    a_round(&mut server, &[ANN, CID, DAN]);
    let choices = server.choices(ANN);
    server.wait(11 * HOUR);
    server.say(ANN, &choices[0]);
    server.say(CID, "resign");
    server.refused(CID, "resign", Code::NotNow);
    let told = server.wait(60);
    let board = boards(&told, "north").last().unwrap().text.bare();
    assert!(board.contains("Somebody proposes to resign; that is counted in"), "{board}");
    let shown = server.say(DAN, "vote")[0].text();
    assert!(shown.contains("1 person votes to resign; that is counted in"), "{shown}");
    // The move is played meanwhile.
    let told = server.wait(HOUR);
    assert!(texts(&told, "south").contains("1 person voted, for"), "{told:#?}");
    let first = server.choices(BOB)[0].clone();
    server.say(BOB, &first);
    server.say(BOB, "vote now");
    // Another person agrees in the next turn; together they are half of those who voted last.
    server.say(DAN, "vote #1 resign");
    let told = server.wait(12 * HOUR);
    let told = texts(&told, "north");
    assert!(told.contains("#north resigns: 2 of 3 voters want it."), "{told}");
    assert!(is_over(&mut server));
}

#[test]
fn who_votes_for_a_move_or_takes_the_vote_back_no_longer_resigns() {
    let mut server = Server::new();
    begun(&mut server);
    a_round(&mut server, &[ANN, CID]);
    for who in [ANN, CID] {
        server.say(who, "resign");
    }
    let first = server.choices(ANN)[0].clone();
    server.say(ANN, &first);
    server.say(CID, "vote off");
    server.refused(CID, "vote off", Code::NotNow);
    let told = server.wait(13 * HOUR);
    let public = texts(&told, "north");
    assert!(public.contains("nobody wants to resign any more"), "{public}");
    assert!(!is_over(&mut server));
}

#[test]
fn whoever_alone_has_voted_in_a_match_may_resign_it() {
    let mut server = Server::new();
    begun(&mut server);
    a_round(&mut server, &[ANN]);
    server.say(ANN, "resign");
    let told = server.wait(12 * HOUR);
    assert!(texts(&told, "north").contains("#north resigns: 1 of 1 voters"), "{told:#?}");
    assert!(is_over(&mut server));
}

#[test]
fn one_vote_resigns_nothing_before_the_room_has_played_a_move() {
    let mut server = Server::new();
    begun(&mut server);
    server.say(FAY, "resign");
    let told = server.wait(12 * HOUR);
    let public = texts(&told, "north");
    assert!(public.contains("only one person voted to resign, and it takes two."), "{public}");
    assert!(!is_over(&mut server));
}

#[test]
fn a_room_can_neither_offer_nor_accept_a_draw() {
    let mut server = Server::new();
    begun(&mut server);
    for (who, words) in [(ANN, "draw"), (BOB, "draw"), (EVE, "draw accept"), (CID, "vote draw")] {
        let told = server.say(who, words);
        assert!(told[0].reply.refused.is_some(), "{words}: {}", told[0].text());
    }
}

#[test]
fn the_first_vote_of_a_turn_has_the_time_that_the_card_says() {
    for game in ["trapdoor", "draughts", "amtgard"] {
        let mut server = Server::new();
        let card = server.say(ANN, &format!("challenge {game} vote=12h side=first"))[0].text();
        assert!(
            card.contains("room: 12 hours a turn (3 hours for each later step of it), opponent: "),
            "{card}"
        );
        let told = server.say(CID, "accept");
        let board = boards(&told, "north").last().unwrap().text.bare();
        assert!(board.contains("the votes are counted in 12 hours"), "{game}: {board}");
    }
}
