//! Questions about positions of the two games with a ball, as [`position_questions`](crate::position_questions) asks about the others.
//! What is true is worked out from the choices that are listed, from what they do, and from where everything is.
mod metasoccer;
mod piecepack;

use engine::{chance::Dice, game::Status, games::GameId, seat::Seat, table::Table};

use crate::position_questions::{
    AskedByHand, Asks, Verdict, Wanted, go_on, judge, name, opened, verdict,
};

/// So many questions there are at least.
const LEAST: usize = 300;
/// So many positions of each match.
const POSITIONS: usize = 22;

/// Matches with their settings, the luck of their dice, and how many steps lie between two positions.
const MATCHES: [(GameId, &str, u64, usize); 6] = [
    (GameId::Metasoccer, "", 3, 9),
    (GameId::Metasoccer, "team=7 field=9x13", 8, 8),
    (GameId::Metasoccer, "finish=extra plays=30", 11, 7),
    (GameId::Piecepack, "", 2, 1),
    (GameId::Piecepack, "tremor=none limit", 5, 2),
    (GameId::Piecepack, "goals=2 tremor=wild", 9, 1),
];

fn asks(seat: Seat, words: &str, wanted: Wanted) -> Asks {
    Asks { who: name(seat), words: words.to_owned(), wanted }
}

fn yes_if(is: bool) -> Wanted {
    if is { Wanted::Yes(Vec::new()) } else { Wanted::No(Vec::new()) }
}

fn tells(part: impl Into<String>) -> Wanted {
    Wanted::Tells(vec![part.into()])
}

fn made(table: &dyn Table, number: u64) -> Vec<Asks> {
    let Status::Waiting(prompts) = table.status() else { return Vec::new() };
    match table.game() {
        GameId::Metasoccer => metasoccer::questions(table, prompts[0].seat, number),
        _ => piecepack::questions(table, prompts[0].seat, number),
    }
}

#[test]
fn what_is_asked_about_a_ball_is_answered_from_the_board() {
    let mut all: Vec<(String, Verdict)> = Vec::new();
    for (game, settings, luck, apart) in MATCHES {
        let mut room = opened(game, settings, luck);
        let mut picks = Dice::thinking(luck);
        go_on(&mut room, &mut picks, 2);
        for position in 0..POSITIONS {
            go_on(&mut room, &mut picks, apart);
            let table = room.table(1);
            for asked in made(&*table, luck * 1000 + position as u64) {
                let (verdict, text) = verdict(&mut room, &asked);
                let board = it::matches::board(&*table);
                let fault = format!("{verdict:?} {asked:?}\n{text}\n{board}");
                all.push((fault, verdict));
            }
        }
    }
    judge(all, LEAST);
}

/// What people asked when both had lined up and nothing else was played, with parts of the answer.
const BY_HAND: [(GameId, &str, &[AskedByHand]); 2] = [
    (
        GameId::Metasoccer,
        "lined-up",
        &[
            ("is 10 offside", "No: your 10"),
            ("where is n3", "Bob's 3 is on"),
            ("how far is the goal", "goal: "),
            ("how far is 7 from e9", "e9 & your 7 on & square"),
            ("how many plays are left", "50 plays are left"),
            ("how many checkers do I have", "You have 11 checkers"),
            ("how many fouls are there", "Sent off: You 0, Bob 0."),
            ("how close am I to winning", "The score is level. & 50 plays are left"),
            ("what did the RISK die do", "Nobody rolled the RISK die"),
            ("can I pass to n4", "No"),
            ("is n5 in the way", "Bob's 5"),
            ("am I offside", "No: nobody of yours"),
            ("did he steal the ball", "No: nobody tried to steal"),
            ("is his goalie in the way", "Bob's goalie"),
            ("who has the ball", "has the ball"),
            ("why can't I pass to n3", "You don't have the ball"),
        ],
    ),
    (
        GameId::Piecepack,
        "",
        &[
            ("may I hit my own kickers", "Yes & no foul"),
            ("can S4 hit the ball", "Yes: S4 runs"),
            ("can S4 hit S2", "moving it is no foul"),
            ("is N2 in the way", "Yes: N2 is in the way from the ball to the north goal"),
            ("is S1 in the way", "No: not S1"),
            ("how far is S3", "From the ball to S3: "),
            ("how far is the goal", "From the ball to the north goal: 6 inches"),
            ("where is n3", "N3 is at "),
            ("can I pass to 3", "S3"),
            ("is 3 offside", "No"),
            ("can anyone steal the ball", "No: nobody has the ball"),
            ("how many kickers does Bob have", "Bob has 4 of 4 kickers"),
            ("how hard was his last shot", "Bob has made no shot yet"),
            ("how close am I to winning", "you need 3 more goals"),
        ],
    ),
];

#[test]
fn what_people_asked_about_a_ball_is_answered() {
    let mut wrong = Vec::new();
    for (game, settings, asked) in BY_HAND {
        let mut room = opened(game, settings, 4);
        let placing = if game == GameId::Piecepack { 2 } else { 0 };
        for _ in 0..placing {
            let Status::Waiting(prompts) = room.table(1).status() else { panic!("it is over") };
            room.all(&[&format!("{}: default", name(prompts[0].seat))]);
        }
        for (words, wanted) in asked {
            let replies = room.say("ann", words);
            let text = replies.iter().map(|reply| reply.text.bare()).collect::<Vec<_>>().join(" ");
            if !wanted.split(" & ").all(|part| text.to_lowercase().contains(&part.to_lowercase())) {
                wrong.push(format!("{words} => {wanted}\n{text}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}:\n{}", wrong.len(), wrong.join("\n\n"));
}
