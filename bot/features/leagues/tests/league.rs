//! A league of six people on two chats, played to its end in moved time, with a restart and people who leave.
use std::collections::{BTreeMap, BTreeSet};

use engine::refusal::Code;
use model::ids::MatchId;

use crate::town::{DAY, Told, Town, pings, text};

const DISCORD: [&str; 3] = ["ann", "bob", "cid"];

/// Six people in league 1; Zoe is linked to an account on Discord.
fn six() -> Town {
    let mut town = Town::new();
    let code = text(&town.does("zed", "link"));
    let code = code.split('`').nth(1).expect("a code").to_owned();
    town.does("@zoe", &code);
    town.does("@zoe", "link yes");
    let card = text(&town.does("ann", "league new draughts clock 2d days=7"));
    assert!(
        card.contains("League 1 by ann: Draughts, rated. Each round lasts up to 7 days"),
        "{card}"
    );
    for who in &DISCORD[1..] {
        town.does(who, "league join 1");
    }
    let refused = town.say("@xan", "league join 1");
    assert_eq!(refused[0].1.refused.map(Code::name), Some("unknown"), "not without the code");
    let code = text(&town.does("ann", "league invite"));
    let code = code.split('`').nth(1).expect("a line").to_owned();
    let told = town.does("@xan", &code);
    let listed = told.iter().filter(|it| it.1.card.is_some()).map(|it| it.0.as_str());
    let listed: BTreeSet<&str> = listed.collect();
    assert_eq!(listed, BTreeSet::from(["d", "!m:x"]), "both rooms see it: {}", text(&told));
    // Now the room is known.
    town.does("@yul", "league join 1");
    town.does("@zoe", "league join 1");
    let again = town.say("zed", "league join 1");
    assert_eq!(again[0].1.refused.map(Code::name), Some("not-now"), "one person: {}", text(&again));
    town
}

#[test]
fn six_people_on_two_chats_play_a_league_to_its_end() {
    let mut town = six();
    let told = town.does("ann", "league begin");
    // A message in both rooms; matches within a chat have one board, those across have two.
    assert_eq!(town.matches.len(), 3, "{}", text(&told));
    let boards: Vec<&Told> = told.iter().filter(|it| it.1.board.is_some()).collect();
    let across = town.matches.values().filter(|players| {
        players.iter().filter(|name| DISCORD.contains(&name.as_str())).count() == 1
    });
    assert_eq!(
        (told.iter().filter(|it| it.1.card.is_none()).count(), boards.len()),
        (2 + 3 + across.clone().count(), 3 + across.count()),
        "{}",
        text(&told)
    );
    let each = pings(&told);
    assert_eq!(each.len(), 5, "everybody but Ann, who began it");
    assert!(each.values().all(|it| *it == 1), "once: {each:?}");
    for (room, reply) in &told {
        let (own, other) = if room == "d" { ("zed", "zoe") } else { ("zoe", "zed") };
        let text = format!("{reply:?}");
        assert!(!text.contains(other), "{own} is called so in {room}: {text}");
    }
    // Round 1: Cid leaves with nothing played, so his results are dropped; Zoe plays from Discord.
    let told = text(&town.does("cid", "league leave yes"));
    assert!(told.contains("cid leaves league 1: with less than half"), "{told}");
    assert!(
        told.contains("wins: White resigned") || told.contains("wins: Black resigned"),
        "{told}"
    );
    town.matches.retain(|_, it| !it.contains(&"cid".to_owned()));
    let mut score = Score::default();
    score.wins(&mut town, "@zoe", "ann");
    let told = score.wins(&mut town, "@yul", "bob");
    // The last match of the round begins the next one, and each is pinged once for both.
    assert!(text(&told).contains("round 2 begins"), "{}", text(&told));
    assert!(
        !text(&told).contains("- cid") && text(&told).contains("Left early, so not counted: cid.")
    );
    assert!(pings(&told).values().all(|it| *it == 1), "{:?}", pings(&told));
    let table = told.iter().find(|it| it.1.sheet.is_some()).expect("a picture of the table");
    assert!(table.1.sheet.as_ref().unwrap().alt.contains("1 point: 1 won"), "{}", text(&told));
    // Round 2: the program is started again, and then nobody moves until the days are over.
    town.restart();
    let waiting: Vec<[String; 2]> = town.running();
    assert!(!waiting.is_empty());
    assert_eq!(text(&town.wait(6 * DAY)).matches("round").count(), 0, "not yet");
    let told = town.wait(DAY + 60);
    town.matches.retain(|of, _| {
        told.iter().all(|(_, reply)| {
            reply.board_of() != Some(MatchId(*of)) || reply.text.bare().contains("New match: ")
        })
    });
    assert!(
        text(&told).contains("took much longer") && text(&told).contains("round 3 begins"),
        "{}",
        text(&told)
    );
    assert!(pings(&told).values().all(|it| *it == 1), "{:?}", pings(&told));
    for [first, second] in waiting {
        // Black was to move all the time.
        score.add(&second, 2);
        score.add(&first, 0);
    }
    // Round 3: all draws.
    let running = town.running();
    let mut told = Vec::new();
    for [first, second] in &running {
        score.add(first, 1);
        score.add(second, 1);
        let (of, _) = town.playing(first).unwrap();
        town.matches.remove(&of);
        let [first, second] = [first, second].map(|it| account(it));
        town.does(&first, &format!("draw #{of}"));
        told = town.does(&second, &format!("draw #{of} accept"));
    }
    assert!(text(&told).contains("round 4 begins"), "{}", text(&told));
    // Round 4: Bob has played two of his four other opponents by now, or more, and leaves.
    let told = text(&town.does("bob", "league leave 1 yes"));
    assert!(told.contains("the results stay"), "{told}");
    if let Some((of, other)) = town.playing("bob") {
        town.matches.remove(&of);
        score.add(&other, 2);
    }
    let mut last = Vec::new();
    for _ in 0..2 {
        for [first, second] in town.running() {
            last = score.wins(&mut town, &account(&first), &account(&second));
        }
    }
    let over = text(&last);
    assert!(over.contains("Draughts league 1 is over."), "{over}");
    assert!(town.running().is_empty(), "nothing runs");
    // Wins without a match are in the table as well: nobody met Bob after he left.
    let table = text(&town.does("ann", "league table 1"));
    for (name, halves) in &score.0 {
        let half = if halves % 2 == 1 { "½" } else { "" };
        let whole = if *halves == 1 { String::new() } else { (halves / 2).to_string() };
        let name = if name == "zoe" { "zed" } else { name };
        assert!(table.contains(&format!(". {name}: {whole}{half} point")), "{name}: {table}");
    }
    assert!(table.contains("1. zed: 3 points") && over.contains("zoe wins!"), "{table} {over}");
    assert!(
        !table.contains(" cid:") && table.contains("Left early, so not counted: cid."),
        "{table}"
    );
    // Those who stayed are in line; the next season begins without the two who left.
    let told = town.does("ann", "league begin 1");
    assert!(text(&told).contains("season 2: round 1 begins"), "{}", text(&told));
    assert_eq!(town.running().len(), 2);
    let left = ["bob", "cid"];
    assert!(town.running().iter().flatten().all(|who| !left.contains(&who.as_str())));
}

#[test]
fn a_match_between_two_rooms_is_played_from_both_and_each_person_is_pinged_in_their_own() {
    let mut town = six();
    town.does("ann", "league begin");
    let (of, _) = town.playing("zoe").expect("a match");
    let [first, second] = town.matches[&of].clone();
    let accounts = [account(&first), account(&second)];
    assert!(
        accounts.iter().any(|it| it.starts_with('@'))
            && accounts.iter().any(|it| !it.starts_with('@'))
    );
    for (n, line) in ["11-15", "24-20", "8-11"].iter().enumerate() {
        // Without a number, because each has one match in their room.
        let told = town.does(&accounts[n % 2], line);
        let boards: Vec<&Told> =
            told.iter().filter(|(_, reply)| reply.board_of() == Some(MatchId(of))).collect();
        assert_eq!(boards.len(), 2, "a board in each room: {}", text(&told));
        assert_eq!(told.len(), 2, "and nothing else: {}", text(&told));
        let next = &accounts[(n + 1) % 2];
        let there = if next.starts_with('@') { "!m:x" } else { "d" };
        for (room, board) in boards {
            assert_eq!(board.mentions.len(), usize::from(room == there), "{room}: {}", text(&told));
            assert_eq!(board.menu.is_some(), room == there, "who is asked can press: {room}");
            assert!(board.picture.is_some());
        }
    }
    // A question reaches the other side where they are.
    let told = town.does(&accounts[0], "draw");
    assert_eq!(
        told.iter().filter(|(_, reply)| reply.text.bare().contains("draw")).count(),
        2,
        "{}",
        text(&told)
    );
    assert_eq!(pings(&told).values().sum::<usize>(), 1);
    // People who play each other can't become one person.
    let (_, other) = town.playing("cid").expect("a match");
    assert_eq!(other, "xan");
    let code = text(&town.does("cid", "link"));
    let code = code.split('`').nth(1).expect("a code").to_owned();
    let refused = text(&town.say("@xan", &code));
    assert!(refused.contains("have played each other"), "{refused}");
}

/// Returns the account of somebody by name.
fn account(name: &str) -> String {
    match name {
        "xan" | "yul" | "zoe" => format!("@{name}"),
        other => other.to_owned(),
    }
}

/// Half points by name.
#[derive(Default)]
struct Score(BTreeMap<String, u32>);

impl Score {
    fn add(&mut self, name: &str, halves: u32) {
        let name = name.trim_start_matches('@');
        let name = if name == "zed" { "zoe" } else { name };
        *self.0.entry(name.to_owned()).or_default() += halves;
    }

    /// One wins because the other resigns.
    fn wins(&mut self, town: &mut Town, winner: &str, loser: &str) -> Vec<Told> {
        self.add(winner, 2);
        self.add(loser, 0);
        town.loses(loser)
    }
}
