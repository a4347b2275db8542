//! Matches that rooms play by vote: two rooms of one server, a person against a room, and the bot against one.
use std::collections::BTreeSet;

use engine::refusal::Code;
use model::reply::{Audience, BoardTurn, BoardUpdate, Reply};
use serde_json::{Value, json};
use proof::check_export;

use crate::server::{ANN, BOB, CID, DAN, EVE, FAY, HOUR, Server, Told, boards};

/// Begins a match of the north against the south, which plays second.
pub(crate) fn begun(server: &mut Server) -> Vec<Told> {
    let cards = server.say(ANN, "challenge #south draughts vote=12h side=black");
    let shown: BTreeSet<&str> =
        cards.iter().filter(|it| it.reply.menu.is_some()).map(|it| it.room.as_str()).collect();
    assert_eq!(shown, BTreeSet::from(["north", "south"]), "{cards:#?}");
    server.say(BOB, "accept")
}

fn update(board: &Reply) -> &BoardUpdate {
    board.board.as_ref().expect("a board")
}

/// Checks that each room has a board, with controls only where it votes, and that nobody is pinged.
/// Returns the text of the one that votes.
#[track_caller]
pub(crate) fn stand(told: &[Told], asked: &str) -> String {
    for room in ["north", "south"] {
        let boards = boards(told, room);
        let news = boards.iter().filter(|reply| update(reply).turn != BoardTurn::SameQuestion);
        assert!(!boards.is_empty() && news.count() < 2, "{room}: {told:#?}");
        let last = boards[boards.len() - 1];
        assert_eq!(last.menu.is_some(), room == asked, "{}", last.text.bare());
        assert!(last.picture.is_some(), "both rooms see the board");
        assert!(boards.iter().all(|it| it.mentions.is_empty()), "nobody is pinged");
    }
    boards(told, asked).last().unwrap().text.bare()
}

#[test]
fn two_rooms_play_by_vote_through_ties_and_a_restart() {
    let mut server = Server::new();
    let told = begun(&mut server);
    stand(&told, "north");
    let board = boards(&told, "north")[0].text.bare();
    assert!(board.contains("#north (Black) votes: ") && board.contains("#south"), "{board}");
    assert!(board.contains("Nobody has voted yet"), "{board}");
    // Three people vote for two moves; one changes their vote.
    let choices = server.choices(ANN);
    let [one, other] = [choices[0].clone(), choices[1].clone()];
    assert_eq!(server.choices(BOB), Vec::<String>::new(), "the south doesn't vote now");
    let told = server.say(ANN, &one);
    assert_eq!(told.len(), 1, "{told:#?}");
    assert!(matches!(told[0].reply.to, Audience::Only(_)), "a vote is answered to its voter");
    assert!(told[0].text().contains("1 person has voted"), "{}", told[0].text());
    server.refused(ANN, &one, Code::NotNow);
    server.say(CID, &format!("vote {one}"));
    server.say(CID, &format!("play #1 {other}"));
    server.say(DAN, &other);
    // The boards show it once, a little later, in place.
    let told = server.wait(60);
    stand(&told, "north");
    let board = boards(&told, "north")[0];
    assert!(update(board).in_place && update(board).turn == BoardTurn::SameQuestion);
    assert!(board.text.bare().contains("3 people have voted"), "{}", board.text.bare());
    assert_eq!(server.wait(600).len(), 0, "nothing has changed");
    let told = server.say(FAY, "vote");
    let says = told[0].text();
    assert!(says.contains(&format!("`{other}`: 2")) && says.contains("haven't voted"), "{says}");
    // When the time is over, the most wanted move is played, for both rooms.
    server = server.restarted();
    let text = stand(&server.wait(12 * HOUR), "south");
    assert!(text.contains(&format!("2 of 3 voted for `{other}`.")), "{text}");
    assert!(text.contains(&format!("#north moves {other}.")), "{text}");
    // A tie is decided by the match's own dice.
    let choices = server.choices(BOB);
    server.say(BOB, &choices[5]);
    server.say(EVE, &choices[6]);
    let text = stand(&server.wait(12 * HOUR), "north");
    assert!(text.contains("2 choices had 1 vote each, and the dice chose `"), "{text}");
    // Most vote to resign.
    let choices = server.choices(ANN);
    server.say(ANN, "resign");
    server.say(CID, "vote resign");
    server.say(DAN, &choices[0]);
    let told = server.wait(12 * HOUR);
    let result = boards(&told, "south").last().unwrap().text.bare();
    assert!(result.contains("#north resigns: 2 of 3 voters want it."), "{result}");
    assert!(boards(&told, "north").last().unwrap().text.bare().contains("wins"));
    let verified = server.say(ANN, "verify #1");
    assert!(
        verified[0].text().contains("3 moves were played by vote; the dice decided one tie"),
        "{}",
        verified[0].text()
    );
    // What the file says of the votes is checked too.
    let file = server.export(1);
    assert_eq!(check_export(&file).unwrap().fault, None);
    let mut cheated: Value = serde_json::from_str(&file).unwrap();
    let steps = cheated["steps"].as_array_mut().unwrap();
    let vote = steps.iter_mut().find_map(|it| it.get_mut("votes")).unwrap();
    vote[0][1] = json!(1);
    let fault = check_export(&cheated.to_string()).unwrap().fault.expect("a fault");
    assert!(fault.contains("isn't the move that most votes and the dice gave"), "{fault}");
}

#[test]
fn a_room_that_stops_voting_has_its_match_called_off() {
    let mut server = Server::new();
    begun(&mut server);
    for _ in 0..2 {
        let told = server.wait(12 * HOUR);
        stand(&told, "north");
        let board = boards(&told, "north")[0];
        assert!(update(board).in_place && board.text.bare().contains("the time starts again"));
    }
    let told = server.wait(12 * HOUR);
    for room in ["north", "south"] {
        let shown = boards(&told, room);
        let result = shown.last().unwrap();
        assert!(result.text.bare().contains("A room stopped voting"), "{}", result.text.bare());
        assert_eq!(result.mentions, []);
    }
    let file = server.export(1);
    assert!(file.contains("\"unvoted\""), "{file}");
    assert_eq!(check_export(&file).unwrap().fault, None);
}

#[test]
fn a_room_plays_a_person_who_alone_is_pinged() {
    let mut server = Server::new();
    let cards = server.say(ANN, "challenge trapdoor vote=6h side=black days=2");
    let card = cards[0].text();
    assert!(
        card.contains("Ann together with #north")
            && card.contains("room: 6 hours a turn (1 hour 30 minutes for each later step of it), opponent: 2 days"),
        "{card}"
    );
    assert!(card.contains(" vote` that whole room plays"), "{card}");
    server.refused(CID, "accept vote", Code::Illegal);
    server.refused(CID, "counter 1 days=3", Code::Illegal);
    let told = server.say(CID, "accept");
    let board = boards(&told, "north")[0];
    assert!(board.text.bare().contains("#north (Black) votes: "), "{}", board.text.bare());
    server.refused(CID, "vote", Code::Unknown);
    server.refused(CID, "vote #1", Code::NotNow);
    let mut pinged = 0;
    for _ in 0..12 {
        let choices = server.choices(ANN);
        let told = match choices.first() {
            Some(first) => {
                server.say(DAN, first);
                server.wait(6 * HOUR)
            }
            None => {
                let own = server.choices(CID);
                server.say(CID, &format!("play {}", own[0]))
            }
        };
        let after = boards(&told, "north");
        let last = after.last().expect("a board");
        let waits = !server.choices(CID).is_empty();
        assert_eq!(last.mentions.len(), usize::from(waits && !last.goes_on()), "{:#?}", last.text);
        pinged += last.mentions.len();
    }
    assert!(1 < pinged);
    server.refused(CID, "draw", Code::Illegal);
    // The room can't run out of time, and the person loses when theirs is over.
    while server.choices(CID).is_empty() {
        let says = server.refused(CID, "claim", Code::NotNow);
        assert!(says.contains("can't run out of time"), "{says}");
        let first = server.choices(ANN)[0].clone();
        server.say(DAN, &first);
        server.wait(6 * HOUR);
    }
    let told = server.wait(3 * 24 * HOUR);
    let result = boards(&told, "north").last().unwrap().text.bare();
    assert!(result.contains("#north (Black) wins: White ran out of time"), "{result}");
}

#[test]
fn a_room_plays_the_bot() {
    let mut server = Server::new();
    server.refused(ANN, "practice trapdoor 2 vs 3 vote=1h", Code::Illegal);
    let told = server.say(ANN, "practice draughts 1 vote=1h side=first");
    let board = boards(&told, "north")[0];
    assert!(board.text.bare().contains("#north (") && board.menu.is_some());
    for _ in 0..3 {
        let choices = server.choices(CID);
        server.say(CID, &choices[0]);
        let mut told = server.wait(HOUR);
        // A turn of the bot may have several steps.
        for _ in 0..20 {
            server.service.wait_for_thoughts();
            told.extend(server.wait(10));
            if !server.choices(CID).is_empty() {
                break;
            }
        }
        let shown = boards(&told, "north");
        assert!(shown.iter().any(|reply| reply.text.bare().contains("1 person voted, for")));
        assert!(shown.last().unwrap().menu.is_some(), "{told:#?}");
    }
    let told = server.say(CID, "resign #1");
    assert!(told[0].text().contains("proposes to resign match #1"), "{}", told[0].text());
}

#[test]
fn later_steps_of_a_turn_have_a_share_of_the_time() {
    let mut server = Server::new();
    server.say(ANN, "practice metasoccer 1 quick vote=4h side=first");
    let left = |server: &mut Server| {
        let text = server.say(CID, "vote")[0].text();
        let (_, left) = text.split_once("are counted in ").expect(&text);
        left.split('.').next().unwrap().to_owned()
    };
    let mut seen = BTreeSet::new();
    for _ in 0..12 {
        server.service.wait_for_thoughts();
        server.wait(10);
        let choices = server.choices(CID);
        let Some(first) = choices.first() else { continue };
        server.say(CID, first);
        let told = server.say(ANN, "vote now");
        if told[0].reply.refused.is_none() && !server.choices(CID).is_empty() {
            seen.insert(left(&mut server));
        }
    }
    assert!(seen.contains("1 hour"), "{seen:?}");
}
