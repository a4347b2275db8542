//! What beginners type, and what must happen. Files in `tests/phrasings` hold lines such as `move b6 to a5 => plays b6-a5`; above them
//! `begin ann: …` says how it came to that, and a bare `begin` that nothing has happened. Who speaks is Ann, unless another name stands in front: `bob: board => like board`.
//!
//! Questions stand in files of their own. After the arrow `tells X & Y` (the answer isn't refused, holds all of these, and nothing
//! changed), `topic game name` (the same, with that topic of the rules behind it), or `knows nothing` (refused, with the two nearest
//! topics); ` | ` stands between answers of which one is enough. `unseen.txt` is kept aside: nothing is tuned to it.
//!
//! After the arrow in the other files: `plays X` (a step, the same as `play X`), `like X` (the same answer as to the command X), `answers X` (nothing is
//! done, and the answer holds X), `suggests X | Y` (refused, and these can be pressed, X before all others), `refused X` (with words of X).
use std::fs;

use content::asked::bank::{AskedAbout, KnownAnswer};
use engine::{games::GameId, refusal::Code};
use features::FEATURES;
use it::sample::part;
use model::{
    reply::{Choice, Reply},
    text::Text,
};

use crate::{
    files::{below, folder},
    room::{Room, spoken},
};

/// So many phrasings there are at least.
const LEAST: usize = 400;

/// One line of a file.
struct Row {
    /// The file and the line.
    at: String,
    begin: Vec<String>,
    who: String,
    words: String,
    wanted: String,
}

/// The file that nothing is tuned to, and the share of it that must be answered, in percent.
const UNSEEN: &str = "unseen.txt";
const ANSWERED: usize = 90;

/// So many questions there are at least.
const QUESTIONS: usize = 300;

/// Talk that is no phrasing of anything; see the module `harmless`.
pub(crate) const TALK: &str = "talk.txt";

/// Reads the files whose name is wanted.
fn rows(is_wanted: impl Fn(&str) -> bool) -> Vec<Row> {
    let mut out = Vec::new();
    let paths = below(&folder("phrasings"), "txt").into_iter();
    for path in
        paths.filter(|path| path.file_name().is_some_and(|name| is_wanted(&name.to_string_lossy())))
    {
        let text = fs::read_to_string(&path).expect("phrasings can be read");
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let mut begin: Vec<String> = Vec::new();
        let mut begun = false;
        for (n, line) in text.lines().enumerate() {
            let at = format!("{name}:{}", n + 1);
            if line.starts_with("# ") || line.trim().is_empty() {
                begun = false;
                continue;
            }
            if let Some(said) = line.strip_prefix("begin ").or((line == "begin").then_some("")) {
                if !begun {
                    begin.clear();
                }
                begun = true;
                begin.extend(Some(said.trim().to_owned()).filter(|it| !it.is_empty()));
                continue;
            }
            begun = false;
            let (said, wanted) =
                line.rsplit_once(" => ").unwrap_or_else(|| panic!("{at}: no arrow"));
            let named =
                ["ann", "bob", "cid"].iter().any(|name| said.starts_with(&format!("{name}: ")));
            let (who, words) = if named { spoken(said) } else { ("ann", said) };
            out.push(Row {
                at,
                begin: begin.clone(),
                who: who.to_owned(),
                words: words.to_owned(),
                wanted: wanted.trim().to_owned(),
            });
        }
    }
    out
}

fn is_of_questions(file: &str) -> bool {
    file.starts_with("questions-")
}

fn is_of_commands(file: &str) -> bool {
    !is_of_questions(file) && ![UNSEEN, TALK].contains(&file)
}

/// Returns all that is stored about everybody, to see whether it changed.
pub(crate) fn stored(room: &mut Room) -> String {
    let mut all = String::new();
    for who in ["ann", "bob", "cid"] {
        for reply in room.say(who, "mydata export") {
            all.push_str(&reply.file.map_or(String::new(), |it| it.body));
        }
    }
    all
}

/// Opens a room where everything before a row has happened.
fn room(row: &Row) -> Room {
    let mut room = Room::new();
    for line in &row.begin {
        room.all(&[line]);
    }
    room
}

fn text(replies: &[Reply]) -> String {
    replies.iter().map(|it| it.text.bare()).collect::<Vec<_>>().join("\n")
}

fn is_step(replies: &[Reply]) -> bool {
    replies.iter().any(|it| it.board.is_some())
}

/// Says what is wrong with the answer to a question.
fn unanswered(asked: &mut Room, before: &str, row: &Row) -> Option<String> {
    let Row { at, who, words, wanted, .. } = row;
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
            "knows" => refused && said.contains("The nearest I know") && 2 <= offered.len(),
            _ if refused || is_step(&replies) => false,
            "tells" | "answers" => what.split(" & ").all(|part| low.contains(&part.to_lowercase())),
            "topic" => {
                let line = format!("rules {what}");
                offered.iter().take(2).any(|it| *it.says == *line)
            }
            "like" => room(row).say(who, what) == replies,
            _ => panic!("{at}: {wanted}"),
        }
    });
    if fits {
        None
    } else {
        no(&format!("{:?}", offered.iter().map(|it| &*it.says).collect::<Vec<_>>()))
    }
}

/// Says what is wrong with the answer to a row.
fn wrong(row: &Row) -> Option<String> {
    let Row { at, who, words, wanted, .. } = row;
    let replies = room(row).say(who, words);
    let said = text(&replies);
    let refused = replies.first().and_then(|it| it.refused);
    let no = |why: &str| Some(format!("{at}: `{words}` => {wanted}: {why}\n{said}"));
    let (kind, what) = wanted.split_once(' ').unwrap_or((wanted, ""));
    if replies.is_empty() {
        return no("no answer");
    }
    let same = |line: &str| {
        let mut usual = room(row);
        let usual = usual.say(who, line);
        (usual == replies, text(&usual), is_step(&usual))
    };
    match kind {
        "plays" => match same(&format!("play {what}")) {
            (true, _, true) => None,
            (true, _, false) => no("that plays nothing either"),
            (false, usual, _) => no(&format!("another answer than\n{usual}\nbut")),
        },
        "like" if refused.is_some() => no("refused"),
        "like" => match same(what) {
            (true, ..) => None,
            (false, usual, _) => no(&format!("another answer than\n{usual}\nbut")),
        },
        _ if is_step(&replies) => no("something was played"),
        "answers" if said.contains(what) => None,
        "refused" if refused.is_none() => no("not refused"),
        "refused" if said.contains(what) => None,
        "suggests" if refused.is_none() => no("not refused"),
        "suggests" => {
            let menu = replies.iter().find_map(|it| it.menu.as_ref());
            let offered = menu.map(|it| it.choices.as_slice()).unwrap_or_default();
            let meant: Vec<&str> = what.split(" | ").collect();
            let is =
                |choice: &Choice, meant: &str| [&*choice.typed, &*choice.says].contains(&meant);
            let first = offered.get(..meant.len());
            match first
                .is_some_and(|choices| choices.iter().zip(&meant).all(|(it, meant)| is(it, meant)))
            {
                true => None,
                false => no(&format!("offered are {offered:?}")),
            }
        }
        _ => no("another answer"),
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
            let fault = match own {
                true => unanswered(&mut room(row), &before, row),
                false => unanswered(&mut asked, &before, row),
            };
            out.extend(fault);
        }
    }
    out
}

fn all_wrong(rows: &[Row]) -> Vec<String> {
    rows.iter().filter_map(wrong).collect()
}

/// Judges rows in two halves at a time.
fn halves(rows: &[Row], judged: fn(&[Row]) -> Vec<String>) -> Vec<String> {
    let (first, second) = rows.split_at(rows.len() / 2);
    std::thread::scope(|scope| {
        let first = scope.spawn(|| judged(first));
        let second = judged(second);
        [first.join().expect("a thread ends"), second].concat()
    })
}

#[test]
fn what_beginners_type_is_understood() {
    let rows = rows(is_of_commands);
    assert!(LEAST <= rows.len(), "{} phrasings", rows.len());
    let rows = part(rows);
    let wrong = halves(&rows, all_wrong);
    assert!(wrong.is_empty(), "{} of {}:\n{}", wrong.len(), rows.len(), wrong.join("\n\n"));
}

#[test]
fn questions_are_answered_and_change_nothing() {
    let rows = rows(is_of_questions);
    assert!(QUESTIONS <= rows.len(), "{} questions", rows.len());
    let rows = part(rows);
    let wrong = halves(&rows, all_unanswered);
    assert!(wrong.is_empty(), "{} of {}:\n{}", wrong.len(), rows.len(), wrong.join("\n\n"));
}

#[test]
fn most_questions_that_nothing_was_tuned_to_are_answered() {
    let rows = rows(|file| file == UNSEEN);
    assert!(100 < rows.len(), "{} questions", rows.len());
    let wrong = halves(&rows, all_unanswered);
    let share = 100 * (rows.len() - wrong.len()) / rows.len();
    // They aren't printed, so that nobody tunes to them.
    println!("{share} % of {} questions", rows.len());
    assert!(ANSWERED <= share, "{share} % of {} questions", rows.len());
}

#[test]
fn what_a_refusal_offers_can_be_pressed() {
    let rows = rows(is_of_commands);
    let mut pressed = 0;
    for row in rows.iter().filter(|it| it.wanted.starts_with("suggests")).step_by(3) {
        let mut room = room(row);
        let replies = room.say(&row.who, &row.words);
        let Some(menu) = replies.iter().find_map(|it| it.menu.clone()) else { continue };
        let Some(choice) = menu.choices.first() else { continue };
        let mut request = room.request(&row.who, &choice.says);
        request.asked_at = menu.asked_at;
        let answers = room.service.handle(&request);
        let first = answers.first().expect("a press is answered");
        assert_ne!(
            first.reply.refused.map(Code::name),
            Some("unreadable"),
            "{}: {}",
            row.at,
            choice.says
        );
        pressed += 1;
    }
    assert!(20 < pressed, "{pressed}");
}

/// A question that is offered leads to its own answer: in a match of its game, or where no match runs.
#[test]
fn what_is_offered_to_ask_is_answered_by_itself() {
    let mut others = Vec::new();
    let games = GameId::ALL.iter().map(|game| AskedAbout::Game(*game));
    for about in games.chain([AskedAbout::House]) {
        let mut room = Room::new();
        if let AskedAbout::Game(game) = about {
            room.all(&[&format!("ann: challenge @bob {}", game.name()), "bob: accept"]);
        }
        let own = FEATURES
            .house()
            .bank()
            .written()
            .iter()
            .filter(|known| known.about == about && known.holds_usually());
        for known in part(own) {
            let KnownAnswer::Says(says) = known.answer else { continue };
            let asked = format!("{}?", known.asked[0]);
            let told = text(&room.say("ann", &asked));
            if !told.contains(&Text::from_markdown(says).bare()) {
                others.push(format!("{about:?}: {asked}\n  {told}"));
            }
        }
    }
    assert!(others.is_empty(), "{}:\n{}", others.len(), others.join("\n"));
}
