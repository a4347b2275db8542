//! What people ask, and what must come. Files in `phrasings`, which begin like those of the test `phrasings`, hold lines such as
//! `how do kings move => topic draughts kings`. After the arrow `tells X & Y` (the answer isn't refused, holds all of these, and nothing
//! changed), `topic game name` (the same, with that topic of the rules behind it), `like X` (the same answer as to the command X), or
//! `knows nothing` (refused, with the nearest to press); ` | ` stands between answers of which one is enough, and `unmet` before an answer
//! that doesn't come yet. `trial-*.txt` are what three kinds of people asked before anybody knew the answers. `beginners-*.txt` are judged
//! like commands, and `unseen.txt` is kept aside: nothing is tuned to it.
use std::collections::BTreeSet;

use content::asked::index::{AnswerText, AskedAbout};
use engine::{games::GameId, refusal::Code};
use features::FEATURES;
use it::sample::part;
use model::text::Text;

use crate::{
    files::folder,
    phrasings::{Row, all_wrong, halves, is_step, room, rows, stored, text},
    room::Room,
};

/// The file that nothing is tuned to, and the share of it that must be answered, in percent.
const UNSEEN: &str = "unseen.txt";
const ANSWERED: usize = 90;

/// Stands before an answer that doesn't come yet; once it comes, the mark has to go. So much of all other questions may have it, in percent.
const UNMET: &str = "unmet ";
const MOST_UNMET: usize = 7;

/// What the names of the files begin with that are judged like commands.
const BEGINNERS: &str = "beginners-";

/// So many questions there are at least, and so many of beginners.
const QUESTIONS: usize = 300;
const OF_BEGINNERS: usize = 100;

fn rows_of_questions(is_wanted: impl Fn(&str) -> bool) -> Vec<Row> {
    rows(&folder("../bot/features/answers/tests/phrasings"), is_wanted)
}

/// Says what is wrong with the answer to a question.
fn unanswered(asked: &mut Room, before: &str, row: &Row) -> Option<String> {
    let Row { at, who, words, wanted, .. } = row;
    let (is_unmet, wanted) = match wanted.strip_prefix(UNMET) {
        Some(wanted) => (true, wanted),
        None => (false, wanted.as_str()),
    };
    let replies = asked.say(who, words);
    let said = text(&replies);
    let no = |why: &str| Some(format!("{at}: `{words}` => {wanted}: {why}\n{said}"));
    if before != stored(asked) {
        return no("something changed");
    }
    let menu = replies.iter().find_map(|it| it.menu.as_ref());
    let offered = menu.map(|it| it.choices.as_slice()).unwrap_or_default();
    let refused = replies.iter().any(|it| it.refused.is_some());
    let low = said.to_lowercase();
    let mut kind = "";
    let fits = wanted.split(" | ").any(|wanted| {
        let (first, rest) = wanted.split_once(' ').unwrap_or((wanted, ""));
        let known = ["tells", "topic", "like", "knows", "answers", "refused"].contains(&first);
        let what = if known { rest } else { wanted };
        kind = if known { first } else { kind };
        match kind {
            "refused" => refused,
            "knows" => refused && said.contains("I can't answer") && 2 <= offered.len(),
            _ if refused || is_step(&replies) => false,
            "tells" | "answers" => what.split(" & ").all(|part| low.contains(&part.to_lowercase())),
            "topic" => {
                let line = format!("rules {what}");
                // It may be told whole.
                let name = what.split(' ').next_back().unwrap_or_default();
                let is_told =
                    said.lines().next().is_some_and(|title| title.ends_with(&format!(": {name}")));
                is_told || offered.iter().take(2).any(|it| *it.says == *line)
            }
            "like" => room(row).say(who, what) == replies,
            _ => panic!("{at}: {wanted}"),
        }
    });
    match (fits, is_unmet) {
        (true, false) | (false, true) => None,
        (true, true) => no("is met"),
        (false, false) => {
            no(&format!("{:?}", offered.iter().map(|it| &*it.says).collect::<Vec<_>>()))
        }
    }
}

/// Judges questions in a room for each beginning: since nothing changes, one is like a new room to the next.
fn all_unanswered(rows: &[Row]) -> Vec<String> {
    let mut out = Vec::new();
    for rows in rows.chunk_by(|one, other| one.begin == other.begin) {
        let mut asked = room(&rows[0]);
        let before = stored(&mut asked);
        for row in rows {
            // Whose answer is compared with a command's asks in a room of its own.
            let own = row.wanted.contains("like ");
            let fault = if own {
                unanswered(&mut room(row), &before, row)
            } else {
                unanswered(&mut asked, &before, row)
            };
            out.extend(fault);
        }
    }
    out
}

#[test]
fn questions_are_answered_and_change_nothing() {
    let rows = rows_of_questions(|file| file != UNSEEN && !file.starts_with(BEGINNERS));
    assert!(QUESTIONS <= rows.len(), "{} questions", rows.len());
    let unmet = rows.iter().filter(|row| row.wanted.starts_with(UNMET)).count();
    assert!(100 * unmet <= MOST_UNMET * rows.len(), "{unmet} of {} are unmet", rows.len());
    let rows = part(rows);
    let wrong = halves(&rows, all_unanswered);
    assert!(wrong.is_empty(), "{} of {}:\n{}", wrong.len(), rows.len(), wrong.join("\n\n"));
}

#[test]
fn what_beginners_ask_is_answered_in_any_form() {
    let rows = rows_of_questions(|file| file.starts_with(BEGINNERS));
    assert!(OF_BEGINNERS <= rows.len(), "{} questions", rows.len());
    let rows = part(rows);
    let wrong = halves(&rows, all_wrong);
    assert!(wrong.is_empty(), "{} of {}:\n{}", wrong.len(), rows.len(), wrong.join("\n\n"));
}

#[test]
fn most_questions_that_nothing_was_tuned_to_are_answered() {
    let rows = rows_of_questions(|file| file == UNSEEN);
    assert!(100 < rows.len(), "{} questions", rows.len());
    let wrong = halves(&rows, all_unanswered);
    let share = 100 * (rows.len() - wrong.len()) / rows.len();
    // They aren't printed, so that nobody tunes to them.
    println!("{share} % of {} questions", rows.len());
    assert!(ANSWERED <= share, "{share} % of {} questions", rows.len());
}

/// What is offered after a question can be said: nothing of it was only read past.
#[test]
fn what_is_offered_after_a_question_is_understood() {
    let rows = part(rows_of_questions(|file| !file.starts_with(BEGINNERS)));
    let misread = |rows: &[Row]| {
        let mut out = Vec::new();
        for rows in rows.chunk_by(|one, other| one.begin == other.begin) {
            let mut asked = room(&rows[0]);
            let mut said = BTreeSet::new();
            for row in rows {
                let menus = asked.say(&row.who, &row.words).into_iter().filter_map(|it| it.menu);
                for choice in menus.flat_map(|menu| menu.choices) {
                    let is_new = said.insert((row.who.clone(), choice.says.to_string()));
                    let told =
                        if is_new { room(row).say(&row.who, &choice.says) } else { Vec::new() };
                    if told.iter().any(|it| it.refused == Some(Code::Unreadable)) {
                        out.push(format!(
                            "{}: {} => {}: {}",
                            row.at,
                            row.words,
                            choice.says,
                            text(&told)
                        ));
                    }
                }
            }
        }
        out
    };
    let wrong = halves(&rows, misread);
    assert!(wrong.is_empty(), "{}:\n{}", wrong.len(), wrong.join("\n\n"));
}

/// What the board doesn't tell of this position is said, and no rule is told as if it were the answer.
#[test]
fn of_this_position_no_rule_is_told_as_an_answer() {
    const ASKED: [&str; 7] = [
        "can i get to the other side this turn",
        "is his left side weak now",
        "do i have enough men for the centre now",
        "will he run out of moves at this point",
        "which of my men is the oldest right now",
        "is his piece tired",
        "did my men do well against the doors",
    ];
    for game in GameId::ALL {
        let mut room = Room::new();
        room.all(&[&format!("ann: challenge @bob {} unrated", game.name()), "bob: accept"]);
        for (who, asked) in ASKED.iter().flat_map(|asked| [("ann", asked), ("bob", asked)]) {
            let replies = room.say(who, asked);
            let told = text(&replies);
            let is_refused = replies.iter().any(|reply| reply.refused.is_some());
            let is_said = told.contains("I can't say that") || told.contains("I can't judge");
            assert!(is_refused || is_said || told.contains("#1"), "{game}: {asked}: {told}");
        }
    }
}

/// A question that is offered leads to its own answer, also where people talk: in a match of its game, or where no match runs.
#[test]
fn what_is_offered_to_ask_is_answered_by_itself() {
    let mut others = Vec::new();
    let games = GameId::ALL.iter().map(|game| AskedAbout::Game(*game));
    for about in games.chain([AskedAbout::House]) {
        let mut room = Room::new();
        if let AskedAbout::Game(game) = about {
            room.all(&[&format!("ann: challenge @bob {}", game.name()), "bob: accept"]);
        }
        let own = FEATURES.house().index().answers().iter().filter(|answer| answer.about == about);
        for answer in part(own) {
            let Some((_, AnswerText::Says(says))) = answer.holds.last() else { continue };
            let asked = format!("{}?", answer.name);
            let replies = room.say("ann", &asked);
            let told = text(&replies);
            let is_told = replies.iter().all(|reply| !reply.guessed);
            if !is_told || !told.contains(&Text::from_markdown(says).bare()) {
                others.push(format!("{about:?}: {asked}\n  {told}"));
            }
        }
    }
    assert!(others.is_empty(), "{}:\n{}", others.len(), others.join("\n"));
}
